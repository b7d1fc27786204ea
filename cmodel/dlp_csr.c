/* SPDX-License-Identifier: Apache-2.0
 * dlp_csr - control and status registers (docs/isa.md, 4). */
#include "model.h"

enum { MEI = 1 << 11 };                         /* mie.MEIE, mip.MEIP */
#define MISA    UINT64_C(0x8000000000801100)    /* MXL = 64 bits; I, M, X */
#define MSTATUS UINT64_C(0x1800)                /* MPP = machine */

/* Counters and mip depend on time, so in lock-step the RTL's value counts. */
static uint64_t timed(struct hart *h, uint64_t value)
{
    struct dlp_model *m = h->model;
    if (!m->lockstep)
        return value;
    m->time_dependent = true;
    return m->rtl ? m->rtl->value : 0;
}

bool dlp_csr_read(struct hart *h, unsigned number, uint64_t *value)
{
    switch (number) {
    case DLP_CSR_MSTATUS:       *value = MSTATUS; return true;
    case DLP_CSR_MISA:          *value = MISA; return true;
    case DLP_CSR_MIE:           *value = h->mie; return true;
    case DLP_CSR_MTVEC:         *value = h->mtvec; return true;
    case DLP_CSR_MSCRATCH:      *value = h->mscratch; return true;
    case DLP_CSR_MEPC:          *value = h->mepc; return true;
    case DLP_CSR_MCAUSE:        *value = h->mcause; return true;
    case DLP_CSR_MTVAL:         *value = h->mtval; return true;
    case DLP_CSR_MIP:
        *value = h->core ? 0 : timed(h, dlp_regs_wake(h->model, h->now) ? MEI : 0);
        return true;
    case DLP_CSR_CYCLE:
    case DLP_CSR_MCYCLE:        *value = timed(h, h->now - h->start); return true;
    case DLP_CSR_INSTRET:
    case DLP_CSR_MINSTRET:      *value = h->instret; return true;
    case DLP_CSR_STALL_FETCH:   *value = timed(h, h->stall[STALL_FETCH]); return true;
    case DLP_CSR_STALL_BRANCH:  *value = timed(h, h->stall[STALL_BRANCH]); return true;
    case DLP_CSR_STALL_MEM:     *value = timed(h, h->stall[STALL_MEM]); return true;
    case DLP_CSR_STALL_SPM:     *value = timed(h, h->stall[STALL_SPM]); return true;
    case DLP_CSR_STALL_MULDIV:  *value = timed(h, h->stall[STALL_MULDIV]); return true;
    case DLP_CSR_STALL_QUEUE:   *value = timed(h, h->stall[STALL_QUEUE]); return true;
    case DLP_CSR_STALL_SYNC:    *value = timed(h, h->stall[STALL_SYNC]); return true;
    case DLP_CSR_BUSY_VEC:      *value = timed(h, h->busy[DLP_STREAM_VEC]); return true;
    case DLP_CSR_BUSY_MAT:      *value = timed(h, h->busy[DLP_STREAM_MAT]); return true;
    case DLP_CSR_BUSY_IO:       *value = timed(h, h->busy[DLP_STREAM_IO]); return true;
    case DLP_CSR_BUSY_MOVE:     *value = timed(h, h->busy[DLP_STREAM_MOVE]); return true;
    case DLP_CSR_MXU_ROWS:      *value = timed(h, h->rows); return true;
    case DLP_CSR_NRAM_CONFLICT:                             /* the model has no banks */
    case DLP_CSR_WRAM_CONFLICT: *value = timed(h, 0); return true;
    case DLP_CSR_MVENDORID:
    case DLP_CSR_MARCHID:       *value = 0; return true;
    case DLP_CSR_MIMPID:        *value = DLP_SPEC_VERSION; return true;
    case DLP_CSR_MHARTID:       *value = h->id; return true;
    case DLP_CSR_SPECHASH:      *value = DLP_SPEC_HASH; return true;
    case DLP_CSR_PROFILEID:     *value = h->model->profile->number; return true;
    default:                    return false;
    }
}

/* Writes to the read-only CSRs that may be written are ignored. */
void dlp_csr_write(struct hart *h, unsigned number, uint64_t value)
{
    switch (number) {
    case DLP_CSR_MIE:      h->mie = value & MEI; break;
    case DLP_CSR_MTVEC:    h->mtvec = value & ~UINT64_C(3); break;
    case DLP_CSR_MSCRATCH: h->mscratch = value; break;
    case DLP_CSR_MEPC:     h->mepc = value & ~UINT64_C(3); break;
    case DLP_CSR_MCAUSE:   h->mcause = value; break;
    case DLP_CSR_MTVAL:    h->mtval = value; break;
    default: break;
    }
}
