/* SPDX-License-Identifier: Apache-2.0
 * dlp_ctl - life of a kernel on one core: start, end, fault, abort, cycle limit (docs/isa.md, 10). */
#include <string.h>

#include "model.h"
#include "timing.h"

bool dlp_ctl_active(const struct core *c)
{
    return c->state == CORE_RUNNING;
}

void dlp_ctl_start(struct core *c, uint64_t time)
{
    if (c->state == CORE_RUNNING)
        return;
    c->state = CORE_RUNNING;
    c->stopping = false;
    c->exit_code = 0;
    c->fault = DLP_FAULT_NONE;
    c->fault_pc = c->fault_addr = 0;
    dlp_issue_clear(c);
    dlp_scalar_start(&c->hart, c->entry, c->arg, time + DLP_T_START);
}

static void ended(struct core *c, enum core_state state, uint64_t time)
{
    c->state = state;
    c->stopping = c->hart.running = false;
    dlp_regs_core_ended(c->hart.model, c->hart.id, time + DLP_T_END);
}

/* The first fault is kept.  The core comes to rest when what its streams began has completed. */
void dlp_ctl_fault(struct core *c, uint8_t code, uint64_t pc, uint64_t addr, uint64_t time)
{
    struct hart *h = &c->hart;
    if (c->stopping)
        return;
    c->stopping = true;
    c->fault = code;
    c->fault_pc = pc;
    c->fault_addr = addr;
    if (h->now < time)
        h->now = time;
    uint64_t idle = dlp_issue_idle_at(c, (1u << STREAMS) - 1);
    c->stop_at = idle > h->now ? idle : h->now;
    c->cycles = h->now - h->start;
    h->running = false;
}

void dlp_ctl_run(struct core *c, uint64_t until)
{
    struct hart *h = &c->hart;
    if (c->state != CORE_RUNNING)
        return;
    const uint64_t limit = c->limit ? h->start + c->limit : NEVER;
    while (!c->stopping && h->now < until) {
        struct run_result r = dlp_scalar_run(h, until < limit ? until : limit);
        switch (r.end) {
        case RUN_EXIT:
            c->exit_code = (uint32_t)r.value;
            c->cycles = h->now - h->start;
            if (r.value != 0) {
                c->fault = DLP_FAULT_EXIT_CODE;
                c->fault_pc = r.pc;
                c->fault_addr = r.value;
            }
            ended(c, r.value ? CORE_FAULT : CORE_DONE, h->now);
            return;
        case RUN_TRAP:
            dlp_ctl_fault(c, (uint8_t)(FAULT_OF_TRAP + r.cause), r.pc, r.value, h->now);
            break;
        default:                        /* RUN_FAULT: dlp_issue has called dlp_ctl_fault */
            if (!c->stopping && h->now >= limit)
                dlp_ctl_fault(c, DLP_FAULT_WATCHDOG, h->pc, 0, h->now);
            break;
        }
    }
    if (c->stopping && c->stop_at <= until)
        ended(c, CORE_FAULT, c->stop_at);
}

void dlp_ctl_abort(struct core *c, uint64_t time)
{
    dlp_ctl_run(c, time);
    if (c->state == CORE_RUNNING)
        dlp_ctl_fault(c, DLP_FAULT_ABORT, c->hart.pc, 0, time);
}

/* Reset by DEV_CTRL.JS_RUN: what runs is aborted first. */
void dlp_ctl_reset(struct core *c, uint64_t time)
{
    if (c->state == CORE_RUNNING) {
        dlp_ctl_abort(c, time);
        if (c->state == CORE_RUNNING)
            ended(c, CORE_FAULT, c->stop_at);
    }
    c->state = CORE_IDLE;
    c->exit_code = 0;
    c->fault = DLP_FAULT_NONE;
    c->fault_pc = c->fault_addr = c->cycles = 0;
    dlp_scalar_reset(&c->hart);
    c->hart.instret = c->hart.rows = 0;
    c->hart.now = time;
}
