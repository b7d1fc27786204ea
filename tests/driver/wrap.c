/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "dlp_model.h"
#include "env.h"

struct wrapped { struct dlp_chip chip; struct wrap *wrap; };

static struct wrap *of(struct dlp_chip *chip)
{
    return ((struct wrapped *)chip)->wrap;
}

static void destroy(struct dlp_chip *chip)
{
    of(chip)->inner->ops->destroy(of(chip)->inner);
    free(chip);
}

static int reg_read(struct dlp_chip *chip, uint32_t off, uint32_t *val)
{
    struct wrap *w = of(chip);
    if (w->dead)
        return -1;
    for (unsigned i = 0; i < WRAP_OVERRIDES; i++)
        if (w->override[i].on && w->override[i].offset == off) {
            w->override[i].value += w->clock && off == DLP_REG_TIME_LO;
            *val = w->override[i].value;
            return 0;
        }
    return w->inner->ops->reg_read(w->inner, off, val);
}

static int reg_write(struct dlp_chip *chip, uint32_t off, uint32_t val)
{
    struct wrap *w = of(chip);
    if (w->dead)
        return -1;
    if (off == DLP_REG_JOB_TAIL && (w->deaf || w->stopped)) {
        w->kept = true;
        w->kept_tail = val;
        return 0;
    }
    return w->inner->ops->reg_write(w->inner, off, val);
}

void wrap_release(struct wrap *w)
{
    w->deaf = false;
    if (w->kept)
        w->inner->ops->reg_write(w->inner, DLP_REG_JOB_TAIL, w->kept_tail);
    w->kept = false;
}

static int mem_read(struct dlp_chip *chip, uint64_t off, void *dst, size_t n)
{
    struct wrap *w = of(chip);
    return w->dead ? -1 : w->inner->ops->mem_read(w->inner, off, dst, n);
}

static int mem_write(struct dlp_chip *chip, uint64_t off, const void *src, size_t n)
{
    struct wrap *w = of(chip);
    return w->dead ? -1 : w->inner->ops->mem_write(w->inner, off, src, n);
}

static int run(struct dlp_chip *chip, uint64_t max_cycles, uint64_t *ran)
{
    struct wrap *w = of(chip);
    if (w->dead || w->stopped) {
        if (ran)
            *ran = 0;
        return 0;
    }
    return w->inner->ops->run(w->inner, max_cycles, ran);
}

static uint64_t cycles(struct dlp_chip *chip)
{
    return of(chip)->inner->ops->cycles(of(chip)->inner);
}

static const struct dlp_profile *profile_of(struct dlp_chip *chip)
{
    return of(chip)->inner->ops->profile(of(chip)->inner);
}

int wrap_create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    static const struct dlp_chip_ops ops = {
        .destroy = destroy, .reg_read = reg_read, .reg_write = reg_write, .mem_read = mem_read, .mem_write = mem_write, .run = run,
        .cycles = cycles, .profile = profile_of, .name = "wrap"
    };
    struct wrapped *w = calloc(1, sizeof *w);
    if (!w)
        return DLP_ENOMEM;
    w->chip.ops = &ops;
    w->wrap = ctx;
    int err = strcmp(env.backend, "null") == 0 ? dlp_null_create(NULL, profile, host, &w->wrap->inner)
                                               : dlp_model_create(profile, host, &w->wrap->inner);
    if (err)
        free(w);
    else
        *out = &w->chip;
    return err;
}
