/* SPDX-License-Identifier: Apache-2.0 */
#include "dlp_lockstep.h"

#include <string.h>

#include "dlp_enums.h"
#include "model.h"

static struct dlp_model *model_of(const struct dlp_chip *chip)
{
    return (struct dlp_model *)(uintptr_t)chip;
}

static struct hart *hart_of(struct dlp_model *m, unsigned hart)
{
    return hart < m->cores ? &m->core[hart].hart : hart == m->cores ? &m->js : NULL;
}

void dlp_model_set_lockstep(struct dlp_chip *chip, bool on)
{
    model_of(chip)->lockstep = on;
}

int dlp_model_start(struct dlp_chip *chip, unsigned hart, uint64_t pc, uint64_t arg)
{
    struct dlp_model *m = model_of(chip);
    struct hart *h = hart_of(m, hart);
    if (!m->lockstep || h == NULL)
        return DLP_EINVAL;
    if (h->core) {
        dlp_issue_clear(h->core);
    } else {                            /* a start of the job scheduler core ends a reset of all */
        dlp_scalar_reset(h);
        for (unsigned k = 0; k < m->cores; k++)
            dlp_scalar_reset(&m->core[k].hart);
    }
    dlp_scalar_start(h, pc, arg, 0);
    return 0;
}

int dlp_model_step(struct dlp_chip *chip, unsigned hart, const struct dlp_retire *rtl, struct dlp_retire *out, bool *time_dependent,
                   struct dlp_mmio_write *mmio)
{
    struct dlp_model *m = model_of(chip);
    struct hart *h = hart_of(m, hart);
    if (!m->lockstep || h == NULL || !h->running)
        return DLP_EINVAL;
    m->rtl = rtl;
    m->time_dependent = false;
    m->mmio = (struct dlp_mmio_write){ 0 };
    struct run_result r = dlp_scalar_step(h, out);
    m->rtl = NULL;
    if (r.end == RUN_EXIT || (r.end == RUN_TRAP && h->mtvec == 0))
        h->running = false;
    if (time_dependent)
        *time_dependent = m->time_dependent;
    if (mmio)
        *mmio = m->mmio;
    return 0;
}

int dlp_model_complete(struct dlp_chip *chip, unsigned core, unsigned stream, struct dlp_effect *out)
{
    struct dlp_model *m = model_of(chip);
    if (!m->lockstep || core >= m->cores || stream >= STREAMS || m->core[core].queue_count[stream] == 0)
        return DLP_EINVAL;
    struct core *c = &m->core[core];
    struct outcome outcome;
    dlp_issue_execute(c, &c->queue[stream][c->queue_first[stream]], &outcome);
    c->queue_first[stream] = (c->queue_first[stream] + 1) % LOCK_QUEUE;
    c->queue_count[stream]--;
    *out = outcome.effect;
    return 0;
}

int dlp_model_flush(struct dlp_chip *chip, unsigned core)
{
    struct dlp_model *m = model_of(chip);
    if (!m->lockstep || core >= m->cores)
        return DLP_EINVAL;
    memset(m->core[core].queue_count, 0, sizeof m->core[core].queue_count);
    return 0;
}

uint8_t *dlp_model_memory(struct dlp_chip *chip, unsigned hart, enum dlp_memory memory, uint64_t *size)
{
    struct dlp_model *m = model_of(chip);
    struct hart *h = hart_of(m, hart);
    uint8_t *at = NULL;
    *size = 0;
    if (h == NULL)
        return NULL;
    switch (memory) {
    case DLP_MEMORY_NRAM:  if (h->core) at = h->core->nram, *size = h->core->nram_bytes; break;
    case DLP_MEMORY_WRAM:  if (h->core) at = h->core->wram, *size = h->core->wram_bytes; break;
    case DLP_MEMORY_LMEM:  at = h->lmem, *size = h->lmem_bytes; break;
    case DLP_MEMORY_GDRAM: at = m->gdram, *size = m->gdram_bytes; break;
    }
    return at;
}

bool dlp_model_running(const struct dlp_chip *chip, unsigned hart)
{
    const struct hart *h = hart_of(model_of(chip), hart);
    return h && h->running;
}

uint64_t dlp_model_reg(const struct dlp_chip *chip, unsigned hart, unsigned n)
{
    const struct hart *h = hart_of(model_of(chip), hart);
    return h && n > 0 && n < X_SINK ? h->x[n] : 0;
}

uint64_t dlp_model_pc(const struct dlp_chip *chip, unsigned hart)
{
    const struct hart *h = hart_of(model_of(chip), hart);
    return h ? h->pc : 0;
}
