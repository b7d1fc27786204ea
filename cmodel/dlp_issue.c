/* SPDX-License-Identifier: Apache-2.0
 * dlp_issue - configuration registers and streams (docs/isa.md, 3 and 6).
 *
 * Stand-alone, a command is executed when it is issued: a program without races cannot tell.  Its time is worked out beside: a stream is a
 * time line, a command starts when its unit accepts it and the streams of its after set have completed what was issued before.
 * In lock-step, commands wait in queues until the bench says that the RTL has completed them. */
#include <string.h>

#include "model.h"
#include "timing.h"

bool dlp_issue_cfg_known(unsigned index)
{
    switch (index) {
#define DLP_CFG(name, index, stream, doc) case index:
#include "isa.def"
        return true;
    default:
        return false;
    }
}

void dlp_issue_clear(struct core *c)
{
    memset(c->cfg, 0, sizeof c->cfg);
    memset(c->free_at, 0, sizeof c->free_at);
    memset(c->accept_at, 0, sizeof c->accept_at);
    memset(c->begun_at, 0, sizeof c->begun_at);
    memset(c->begun_next, 0, sizeof c->begun_next);
    memset(c->queue_count, 0, sizeof c->queue_count);
}

uint64_t dlp_issue_idle_at(const struct core *c, unsigned mask)
{
    uint64_t at = 0;
    for (unsigned s = 0; s < STREAMS; s++)
        if ((mask >> s & 1) && c->free_at[s] > at)
            at = c->free_at[s];
    return at;
}

/* There is room when the command QUEUE_DEPTH before this one has started. */
uint64_t dlp_issue_ready_at(const struct core *c, unsigned stream)
{
    return c->begun_at[stream][c->begun_next[stream]];
}

void dlp_issue_execute(struct core *c, const struct command *cmd, struct outcome *out)
{
    memset(out, 0, sizeof *out);
    out->effect.pc = cmd->pc;
    switch (cmd->stream) {
    case DLP_STREAM_VEC: dlp_vpu(c, cmd, out); break;
    case DLP_STREAM_MAT: dlp_mxu(c, cmd, out); break;
    default:             dlp_dma(c, cmd, out); break;
    }
    if (out->effect.fault != DLP_FAULT_NONE)
        out->cycles = DLP_T_FAULT;
    if (out->pitch == 0)
        out->pitch = out->cycles;       /* a unit that does not overlap its commands */
}

static bool enqueue(struct core *c, const struct command *cmd)
{
    unsigned s = cmd->stream;
    if (c->queue_count[s] < LOCK_QUEUE)         /* more than the RTL holds: the bench forgot completions, and will find out */
        c->queue[s][(c->queue_first[s] + c->queue_count[s]++) % LOCK_QUEUE] = *cmd;
    return true;
}

bool dlp_issue_command(struct core *c, const struct command *cmd)
{
    struct hart *h = &c->hart;
    const unsigned s = cmd->stream;
    if (h->model->lockstep)
        return enqueue(c, cmd);

    struct outcome out;
    uint64_t begin = h->now + DLP_T_ISSUE, after = dlp_issue_idle_at(c, cmd->after);
    if (begin < after)
        begin = after;
    if (begin < c->accept_at[s])
        begin = c->accept_at[s];
    dlp_issue_execute(c, cmd, &out);
    uint64_t end = begin + out.cycles;
    if (end <= c->free_at[s])
        end = c->free_at[s] + 1;        /* completions come in order */
    c->accept_at[s] = begin + out.pitch;
    c->begun_at[s][c->begun_next[s]] = begin;
    c->begun_next[s] = (c->begun_next[s] + 1) % h->model->profile->queue_depth;
    h->busy[s] += end - (begin > c->free_at[s] ? begin : c->free_at[s]);
    c->free_at[s] = end;
    h->rows += out.rows;
    if (out.effect.fault == DLP_FAULT_NONE)
        return true;
    dlp_ctl_fault(c, out.effect.fault, cmd->pc, out.effect.addr, end);
    return false;
}
