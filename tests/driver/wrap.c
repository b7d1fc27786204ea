/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "dlp_model.h"
#include "dlp_rtl.h"
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

/* A function of the verilated chip's library, which stays loaded.  ISO C has no conversion from void * to a function pointer. */
static void rtl_symbol(const char *name, void *function)
{
    char path[256];
    const char *file = getenv("DLP_RTL_LIBRARY");
    snprintf(path, sizeof path, "build/%s/libdlp_rtl.so", env.profile);
    void *library = dlopen(file ? file : path, RTLD_NOW | RTLD_LOCAL), *symbol = library ? dlsym(library, name) : NULL;
    assert_non_null(symbol);
    memcpy(function, &symbol, sizeof symbol);
}

static bool is_rtl(void)
{
    return strcmp(env.backend, "rtl") == 0;
}

static int create_inner(const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    dlp_rtl_create_fn *create;
    if (strcmp(env.backend, "null") == 0)
        return dlp_null_create(NULL, profile, host, out);
    if (!is_rtl())
        return dlp_model_create(profile, host, out);
    rtl_symbol("dlp_rtl_create", &create);
    return create(profile, host, out);
}

void wrap_fail_gdram(struct wrap *w, uint64_t at, uint64_t size)
{
    dlp_rtl_fail_gdram_fn *make_fail = dlp_model_fail_gdram;
    if (is_rtl())
        rtl_symbol("dlp_rtl_fail_gdram", &make_fail);
    make_fail(w->inner, at, size);
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
    int err = create_inner(profile, host, &w->wrap->inner);
    if (err)
        free(w);
    else
        *out = &w->chip;
    return err;
}
