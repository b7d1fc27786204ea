/* SPDX-License-Identifier: Apache-2.0
 * dlp_model - the chip: its parts, its time, its operations. */
#define _DEFAULT_SOURCE                 /* MAP_ANONYMOUS */
#include "dlp_model.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "dlp_enums.h"
#include "model.h"
#include "timing.h"

static struct dlp_model *model_of(const struct dlp_chip *chip)
{
    return (struct dlp_model *)(uintptr_t)chip;
}

/* ---- time */

static void js_run(struct dlp_model *m, uint64_t until)
{
    struct hart *js = &m->js;
    while (js->running && !js->sleeping && js->now < until) {
        struct run_result r = dlp_scalar_run(js, until);
        if (r.end == RUN_TRAP) {
            js->running = false;
            m->regs.js_fault = (uint32_t)(FAULT_OF_TRAP + r.cause);
            m->regs.js_fault_pc = r.pc;
            m->regs.js_fault_addr = r.value;
            dlp_regs_irq(m, DLP_IRQ_STATUS_FAULT_MASK);
        }
        if (r.end == RUN_YIELD)
            return;
    }
}

static bool cores_active(const struct dlp_model *m)
{
    for (unsigned k = 0; k < m->cores; k++)
        if (dlp_ctl_active(&m->core[k]))
            return true;
    return false;
}

static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* One turn: the job scheduler core first, which pulls the others along where it looks at them; then the others.  While it sleeps, time
 * stops at each event, so that it wakes at the right moment.  false: nothing will ever happen by itself. */
static bool turn(struct dlp_model *m, uint64_t end)
{
    struct hart *js = &m->js;
    uint64_t next = min(end, m->time + DLP_T_SLICE);
    m->first_event = NEVER;
    if (js->running && !js->sleeping) {
        js_run(m, next);
        if (m->rose && js->now < next)
            next = js->now > m->time ? js->now : m->time;
    }
    bool js_awake = js->running && !js->sleeping;
    if (!js_awake) {
        uint64_t own = dlp_regs_next(m);
        if (own == NEVER && !cores_active(m)) {
            if (js->running && js->now > m->time)
                m->time = min(js->now, next);
            return false;
        }
        next = min(min(own, end), cores_active(m) ? m->time + DLP_T_SLICE : NEVER);
        if (next < m->time)
            next = m->time;
        m->first_event = NEVER;         /* what came before it went to sleep, it has seen */
    }
    dlp_regs_advance(m, next);
    if (!js_awake && m->first_event < next && m->first_event > m->time)
        next = m->first_event;
    m->time = next;
    return true;
}

static void wake(struct dlp_model *m)
{
    struct hart *js = &m->js;
    if (!js->running || !js->sleeping || js->mie == 0 || (m->regs.event_status & m->regs.event_enable) == 0)
        return;
    js->sleeping = false;
    if (js->now < m->time)
        js->now = m->time;
}

static int op_run(struct dlp_chip *chip, uint64_t max_cycles, uint64_t *ran)
{
    struct dlp_model *m = model_of(chip);
    const uint64_t start = m->time, end = max_cycles < NEVER - start ? start + max_cycles : NEVER;
    m->rose = false;
    if (!m->lockstep)
        while (m->time < end && !m->rose) {
            wake(m);
            if (!turn(m, end))
                break;
        }
    if (ran)
        *ran = m->time - start;
    return 0;
}

/* ---- the other operations */

static int op_reg_read(struct dlp_chip *chip, uint32_t off, uint32_t *val)
{
    struct dlp_model *m = model_of(chip);
    if (off >= DLP_MEM_MMIO_WINDOW || off % 4)
        return DLP_EINVAL;
    *val = dlp_regs_read(m, off, m->time);
    return 0;
}

static int op_reg_write(struct dlp_chip *chip, uint32_t off, uint32_t val)
{
    struct dlp_model *m = model_of(chip);
    if (off >= DLP_MEM_MMIO_WINDOW || off % 4)
        return DLP_EINVAL;
    dlp_regs_write(m, off, val, true, m->time);
    return 0;
}

static bool bar2_bad(const struct dlp_model *m, uint64_t off, size_t n)
{
    return n == 0 || off > m->gdram_bytes || n > m->gdram_bytes - off || dlp_lsu_gdram_fails(m, off, n, m->row_bytes);
}

static int op_mem_read(struct dlp_chip *chip, uint64_t off, void *dst, size_t n)
{
    struct dlp_model *m = model_of(chip);
    if (bar2_bad(m, off, n))
        return DLP_EINVAL;
    memcpy(dst, m->gdram + off, n);
    return 0;
}

static int op_mem_write(struct dlp_chip *chip, uint64_t off, const void *src, size_t n)
{
    struct dlp_model *m = model_of(chip);
    if (bar2_bad(m, off, n))
        return DLP_EINVAL;
    memcpy(m->gdram + off, src, n);
    return 0;
}

static uint64_t op_cycles(struct dlp_chip *chip)
{
    return model_of(chip)->time;
}

static const struct dlp_profile *op_profile(struct dlp_chip *chip)
{
    return model_of(chip)->profile;
}

/* ---- birth and death */

/* Device memory that nobody touched costs nothing. */
static uint8_t *pages(uint64_t bytes)
{
    void *p = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void op_destroy(struct dlp_chip *chip)
{
    struct dlp_model *m = model_of(chip);
    if (m == NULL)
        return;
    for (unsigned k = 0; m->core && k < m->cores; k++) {
        free(m->core[k].nram);
        free(m->core[k].wram);
        free(m->core[k].window);
        dlp_scalar_free(&m->core[k].hart);
    }
    dlp_scalar_free(&m->js);
    free(m->core);
    if (m->gdram)
        munmap(m->gdram, (size_t)m->gdram_bytes);
    free(m);
}

static const struct dlp_chip_ops ops = {
    .destroy = op_destroy, .reg_read = op_reg_read, .reg_write = op_reg_write, .mem_read = op_mem_read, .mem_write = op_mem_write,
    .run = op_run, .cycles = op_cycles, .profile = op_profile, .name = "model"
};

static int hart_init(struct dlp_model *m, struct hart *h, unsigned id, struct core *c)
{
    h->model = m;
    h->id = id;
    h->core = c;
    h->lmem_bytes = (uint64_t)m->profile->lmem_kb * 1024;
    return dlp_scalar_init(h);
}

static int core_init(struct dlp_model *m, unsigned id)
{
    struct core *c = &m->core[id];
    c->nram_bytes = (uint64_t)m->profile->nram_kb * 1024;
    c->wram_bytes = (uint64_t)m->profile->wram_kb * 1024;
    c->nram   = calloc(1, (size_t)c->nram_bytes);
    c->wram   = calloc(1, (size_t)c->wram_bytes + MXU_SLACK);
    c->window = malloc((2 * (size_t)c->wram_bytes + MXU_SLACK) * sizeof c->window[0]);
    return c->nram && c->wram && c->window ? hart_init(m, &c->hart, id, c) : -1;
}

int dlp_model_create(const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    if (!profile || !host || !out || !host->mem_read || !host->mem_write || !host->irq || profile->queue_depth > QUEUE_MAX)
        return DLP_EINVAL;
    struct dlp_model *m = calloc(1, sizeof *m);
    if (m == NULL)
        return DLP_ENOMEM;
    m->chip.ops = &ops;
    m->profile = profile;
    m->host = *host;
    m->cores = profile->clusters * profile->cores;
    m->row_bytes = 4 * profile->vpu_lanes;
    m->gdram_bytes = (uint64_t)profile->gdram_mb << 20;
    m->code_bytes = min(m->gdram_bytes, DLP_MEM_CODE_WINDOW);
    m->gdram = pages(m->gdram_bytes);
    m->hdma.end_at = m->regs.wdt_at = m->regs.timer_at = NEVER;
    m->core = calloc(m->cores, sizeof m->core[0]);
    int failed = m->gdram == NULL || m->core == NULL || hart_init(m, &m->js, m->cores, NULL);
    for (unsigned k = 0; !failed && k < m->cores; k++)
        failed = core_init(m, k);
    if (failed) {
        op_destroy(&m->chip);
        return DLP_ENOMEM;
    }
    *out = &m->chip;
    return 0;
}

void dlp_model_fail_gdram(struct dlp_chip *chip, uint64_t at, uint64_t size)
{
    struct dlp_model *m = model_of(chip);
    m->fail_at = at;
    m->fail_size = size;
}

unsigned dlp_model_harts(const struct dlp_chip *chip)
{
    return model_of(chip)->cores + 1;
}
