/* SPDX-License-Identifier: Apache-2.0
 * dlp_regs - the register file as the host and the job scheduler core see it (spec/regs.def). */
#include "model.h"
#include "timing.h"

enum { EVENT_CORES = DLP_EVENT_STATUS_CORE_MSB - DLP_EVENT_STATUS_CORE_LSB + 1 };

/* ---- interrupts and events */

static void lines(struct dlp_model *m)
{
    uint32_t on = m->regs.irq_status & m->regs.irq_mask;
    for (unsigned v = 0; v < IRQ_LINES; v++) {
        bool level = on >> v & 1;
        if (level == m->level[v])
            continue;
        m->level[v] = level;
        m->rose |= level;
        m->host.irq(m->host.ctx, v, level);
    }
}

void dlp_regs_irq(struct dlp_model *m, uint32_t bits)
{
    m->regs.irq_status |= bits;
    lines(m);
}

void dlp_regs_event(struct dlp_model *m, uint32_t bits, uint64_t time)
{
    m->regs.event_status |= bits;
    if (time < m->first_event)
        m->first_event = time;
}

void dlp_regs_core_ended(struct dlp_model *m, unsigned core, uint64_t time)
{
    if (core < EVENT_CORES)
        dlp_regs_event(m, UINT32_C(1) << (DLP_EVENT_STATUS_CORE_LSB + core), time);
}

bool dlp_regs_wake(struct dlp_model *m, uint64_t time)
{
    dlp_regs_advance(m, time);
    return (m->regs.event_status & m->regs.event_enable) != 0;
}

/* The next time after `time` whose low 32 bits are cmp. */
static uint64_t timer_next(uint32_t cmp, uint64_t time)
{
    if (cmp == 0)
        return NEVER;
    uint64_t at = (time & ~(uint64_t)UINT32_MAX) | cmp;
    return at > time ? at : at + (UINT64_C(1) << 32);
}

uint64_t dlp_regs_next(const struct dlp_model *m)
{
    uint64_t at = m->hdma.end_at;
    if (m->regs.wdt_at < at)
        at = m->regs.wdt_at;
    return m->regs.timer_at < at ? m->regs.timer_at : at;
}

void dlp_regs_advance(struct dlp_model *m, uint64_t time)
{
    struct regs *r = &m->regs;
    for (unsigned k = 0; k < m->cores; k++)
        dlp_ctl_run(&m->core[k], time);
    dlp_hdma_advance(m, time);
    if (r->timer_at <= time) {
        dlp_regs_event(m, DLP_EVENT_STATUS_TIMER_MASK, r->timer_at);
        r->timer_at = timer_next(r->timer_cmp, time);
    }
    if (r->wdt_at <= time) {
        r->wdt_at = NEVER;
        r->hung = true;
        dlp_regs_irq(m, DLP_IRQ_STATUS_FAULT_MASK);
    }
}

/* ---- device control */

static void dev_ctrl(struct dlp_model *m, uint32_t value, uint64_t time)
{
    struct regs *r = &m->regs;
    bool was = r->dev_ctrl & DLP_DEV_CTRL_JS_RUN_MASK, run = value & DLP_DEV_CTRL_JS_RUN_MASK;
    r->dev_ctrl = value & DLP_DEV_CTRL_JS_RUN_MASK;
    if (run && !was) {                  /* a firmware that starts finds what reset leaves, but for what the host owns */
        r->js_fault = DLP_FAULT_NONE;
        r->js_fault_pc = r->js_fault_addr = 0;
        r->hung = false;
        r->fw_state = r->fw_hash = r->fw_info = r->job_head = r->cpl_tail = 0;
        r->event_status = r->event_enable = r->timer_cmp = 0;
        r->timer_at = r->wdt_at = NEVER;
        r->wdt_held = 0;
        dlp_scalar_start(&m->js, r->js_entry, 0, time + DLP_T_START);
    } else if (!run && was) {
        dlp_scalar_reset(&m->js);
        for (unsigned k = 0; k < m->cores; k++)
            dlp_ctl_reset(&m->core[k], time);
        while (m->hdma.count)
            dlp_hdma_advance(m, m->hdma.end_at);
        if (r->wdt_at != NEVER)         /* the watchdog counts only while JS_RUN is set */
            r->wdt_held = (uint32_t)(r->wdt_at - time);
        r->wdt_at = NEVER;
    }
}

static uint32_t dev_status(const struct dlp_model *m)
{
    return (m->js.running ? DLP_DEV_STATUS_JS_RUNNING_MASK : 0) | (m->regs.js_fault ? DLP_DEV_STATUS_JS_FAULT_MASK : 0) |
           (m->js.running && m->js.sleeping ? DLP_DEV_STATUS_JS_WFI_MASK : 0) | (m->regs.hung ? DLP_DEV_STATUS_JS_HUNG_MASK : 0);
}

/* ---- cores */

static struct core *core_of(struct dlp_model *m, uint32_t off, uint32_t *reg)
{
    uint32_t n = (off - DLP_BLOCK_CORE_BASE) / DLP_BLOCK_CORE_STRIDE;
    *reg = DLP_BLOCK_CORE_BASE + (off - DLP_BLOCK_CORE_BASE) % DLP_BLOCK_CORE_STRIDE;
    return n < m->cores ? &m->core[n] : NULL;
}

static uint32_t core_read(struct core *c, uint32_t reg, uint64_t time)
{
    switch (reg) {
    case DLP_REG_CORE_STATUS:  return c->state;
    case DLP_REG_CORE_ENTRY:   return c->entry;
    case DLP_REG_CORE_ARG:     return c->arg;
    case DLP_REG_CORE_WDT:     return c->limit;
    case DLP_REG_CORE_EXIT:    return c->exit_code;
    case DLP_REG_CORE_FAULT:   return c->fault;
    case DLP_REG_CORE_PC_LO:   return (uint32_t)c->fault_pc;
    case DLP_REG_CORE_PC_HI:   return (uint32_t)(c->fault_pc >> 32);
    case DLP_REG_CORE_ADDR_LO: return (uint32_t)c->fault_addr;
    case DLP_REG_CORE_ADDR_HI: return (uint32_t)(c->fault_addr >> 32);
    case DLP_REG_CORE_CYCLES:
        return (uint32_t)(c->state == CORE_RUNNING && !c->stopping ? (time > c->hart.start ? time - c->hart.start : 0) : c->cycles);
    case DLP_REG_CORE_INSTRET: return (uint32_t)c->hart.instret;
    case DLP_REG_CORE_ROWS:    return (uint32_t)c->hart.rows;
    default:                   return 0;
    }
}

static void core_write(struct core *c, uint32_t reg, uint32_t value, uint64_t time)
{
    switch (reg) {
    case DLP_REG_CORE_ENTRY: c->entry = value; break;
    case DLP_REG_CORE_ARG:   c->arg = value; break;
    case DLP_REG_CORE_WDT:   c->limit = value; break;
    case DLP_REG_CORE_CTRL:
        /* both at once: a running kernel is aborted, and not started again */
        if ((value & DLP_CORE_CTRL_ABORT_MASK) && c->state == CORE_RUNNING)
            dlp_ctl_abort(c, time);
        else if (value & DLP_CORE_CTRL_START_MASK)
            dlp_ctl_start(c, time);
        break;
    default: break;
    }
}

/* ---- access */

uint32_t dlp_regs_read(struct dlp_model *m, uint32_t off, uint64_t time)
{
    const struct regs *r = &m->regs;
    const struct hdma *q = &m->hdma;
    const struct dlp_profile *p = m->profile;
    dlp_regs_advance(m, time);
    if (off >= DLP_BLOCK_CORE_BASE) {
        uint32_t reg;
        struct core *c = core_of(m, off, &reg);
        return c ? core_read(c, reg, time) : 0;
    }
    switch (off) {
    case DLP_REG_ID:            return DLP_REG_ID_RESET;
    case DLP_REG_VERSION:       return DLP_REG_VERSION_RESET;
    case DLP_REG_SPEC_HASH:     return DLP_SPEC_HASH;
    case DLP_REG_PROFILE:       return p->number;
    case DLP_REG_CFG_CORES:     return p->clusters << DLP_CFG_CORES_CLUSTERS_LSB | p->cores << DLP_CFG_CORES_PER_LSB;
    case DLP_REG_CFG_MXU:       return p->mxu_dim;
    case DLP_REG_CFG_VPU:       return p->vpu_lanes;
    case DLP_REG_CFG_NRAM_KB:   return p->nram_kb;
    case DLP_REG_CFG_WRAM_KB:   return p->wram_kb;
    case DLP_REG_CFG_LMEM_KB:   return p->lmem_kb;
    case DLP_REG_CFG_SRAM_KB:   return p->sram_kb;
    case DLP_REG_CFG_GDRAM_MB:  return p->gdram_mb;
    case DLP_REG_DEV_CTRL:      return r->dev_ctrl;
    case DLP_REG_DEV_STATUS:    return dev_status(m);
    case DLP_REG_JS_ENTRY:      return r->js_entry;
    case DLP_REG_JS_FAULT_CODE: return r->js_fault;
    case DLP_REG_JS_FAULT_PC:   return (uint32_t)r->js_fault_pc;
    case DLP_REG_JS_FAULT_ADDR: return (uint32_t)r->js_fault_addr;
    case DLP_REG_FW_STATE:      return r->fw_state;
    case DLP_REG_FW_HASH:       return r->fw_hash;
    case DLP_REG_FW_INFO:       return r->fw_info;
    case DLP_REG_JS_WDT:        return r->wdt_at == NEVER ? r->wdt_held : (uint32_t)(r->wdt_at - time);
    case DLP_REG_JOB_BASE_LO:   return r->job_base_lo;
    case DLP_REG_JOB_BASE_HI:   return r->job_base_hi;
    case DLP_REG_JOB_SIZE:      return r->job_size;
    case DLP_REG_JOB_TAIL:      return r->job_tail;
    case DLP_REG_JOB_HEAD:      return r->job_head;
    case DLP_REG_CPL_BASE_LO:   return r->cpl_base_lo;
    case DLP_REG_CPL_BASE_HI:   return r->cpl_base_hi;
    case DLP_REG_CPL_SIZE:      return r->cpl_size;
    case DLP_REG_CPL_HEAD:      return r->cpl_head;
    case DLP_REG_CPL_TAIL:      return r->cpl_tail;
    case DLP_REG_IRQ_STATUS:    return r->irq_status;
    case DLP_REG_IRQ_MASK:      return r->irq_mask;
    case DLP_REG_EVENT_STATUS:  return r->event_status;
    case DLP_REG_EVENT_ENABLE:  return r->event_enable;
    case DLP_REG_TIME_LO:       return (uint32_t)time;
    case DLP_REG_TIME_HI:       return (uint32_t)(time >> 32);
    case DLP_REG_TIMER_CMP:     return r->timer_cmp;
    case DLP_REG_HDMA_HOST_LO:  return q->host_lo;
    case DLP_REG_HDMA_HOST_HI:  return q->host_hi;
    case DLP_REG_HDMA_DEV:      return q->dev;
    case DLP_REG_HDMA_LEN:      return q->len;
    case DLP_REG_HDMA_STATUS:
        return (q->count ? DLP_HDMA_STATUS_BUSY_MASK : 0) | (q->count == HDMA_QUEUE ? DLP_HDMA_STATUS_FULL_MASK : 0);
    case DLP_REG_HDMA_ERRORS:   return q->errors;
    case DLP_REG_HDMA_DONE:     return q->done;
    case DLP_REG_HDMA_ERR_LO:   return (uint32_t)q->error_addr;
    case DLP_REG_HDMA_ERR_HI:   return (uint32_t)(q->error_addr >> 32);
    default:                    return 0;
    }
}

static void host_write(struct dlp_model *m, uint32_t off, uint32_t value, uint64_t time)
{
    struct regs *r = &m->regs;
    switch (off) {
    case DLP_REG_DEV_CTRL:    dev_ctrl(m, value, time); break;
    case DLP_REG_JS_ENTRY:    r->js_entry = value; break;
    case DLP_REG_JOB_BASE_LO: r->job_base_lo = value; break;
    case DLP_REG_JOB_BASE_HI: r->job_base_hi = value; break;
    case DLP_REG_JOB_SIZE:    r->job_size = value; break;
    case DLP_REG_JOB_TAIL:    r->job_tail = value; dlp_regs_event(m, DLP_EVENT_STATUS_DOORBELL_MASK, time); break;
    case DLP_REG_JOB_CANCEL:  dlp_regs_event(m, DLP_EVENT_STATUS_CANCEL_MASK, time); break;
    case DLP_REG_CPL_BASE_LO: r->cpl_base_lo = value; break;
    case DLP_REG_CPL_BASE_HI: r->cpl_base_hi = value; break;
    case DLP_REG_CPL_SIZE:    r->cpl_size = value; break;
    case DLP_REG_CPL_HEAD:    r->cpl_head = value; dlp_regs_event(m, DLP_EVENT_STATUS_CPL_HEAD_MASK, time); break;
    case DLP_REG_IRQ_STATUS:  r->irq_status &= ~value; lines(m); break;
    case DLP_REG_IRQ_MASK:    r->irq_mask = value; lines(m); break;
    default: break;
    }
}

static void js_write(struct dlp_model *m, uint32_t off, uint32_t value, uint64_t time)
{
    struct regs *r = &m->regs;
    struct hdma *q = &m->hdma;
    switch (off) {
    case DLP_REG_FW_STATE:     r->fw_state = value; break;
    case DLP_REG_FW_HASH:      r->fw_hash = value; break;
    case DLP_REG_FW_INFO:      r->fw_info = value; break;
    case DLP_REG_JS_WDT:       r->wdt_at = value ? time + value : NEVER; break;
    case DLP_REG_JOB_HEAD:     r->job_head = value; break;
    case DLP_REG_CPL_TAIL:     r->cpl_tail = value; break;
    case DLP_REG_IRQ_STATUS:
        dlp_regs_irq(m, value & (DLP_IRQ_STATUS_CPL_MASK | DLP_IRQ_STATUS_FAULT_MASK));
        break;
    case DLP_REG_EVENT_STATUS: r->event_status &= ~value; break;
    case DLP_REG_EVENT_ENABLE: r->event_enable = value; break;
    case DLP_REG_TIMER_CMP:    r->timer_cmp = value; r->timer_at = timer_next(value, time); break;
    case DLP_REG_HDMA_HOST_LO: q->host_lo = value; break;
    case DLP_REG_HDMA_HOST_HI: q->host_hi = value; break;
    case DLP_REG_HDMA_DEV:     q->dev = value; break;
    case DLP_REG_HDMA_LEN:     q->len = value; break;
    case DLP_REG_HDMA_START:   dlp_hdma_start(m, value, time); break;
    default: break;
    }
}

void dlp_regs_write(struct dlp_model *m, uint32_t off, uint32_t value, bool host, uint64_t time)
{
    dlp_regs_advance(m, time);
    if (host)
        host_write(m, off, value, time);
    else if (off >= DLP_BLOCK_CORE_BASE) {
        uint32_t reg;
        struct core *c = core_of(m, off, &reg);
        if (c)
            core_write(c, reg, value, time);
    } else
        js_write(m, off, value, time);
}
