/* SPDX-License-Identifier: Apache-2.0
 * dlp_lsu - the address map as the scalar core and the commands see it. */
#include <string.h>

#include "model.h"
#include "timing.h"

/* ---- address map */

static bool inside(uint64_t addr, uint64_t base, uint64_t window)
{
    return addr - base < window;
}

enum place dlp_lsu_place(uint64_t addr, uint64_t *offset)
{
    static const struct { enum place place; uint64_t base, window; } map[] = {
        { PLACE_LMEM,  DLP_MEM_LMEM_BASE,  DLP_MEM_LMEM_WINDOW },
        { PLACE_NRAM,  DLP_MEM_NRAM_BASE,  DLP_MEM_NRAM_WINDOW },
        { PLACE_WRAM,  DLP_MEM_WRAM_BASE,  DLP_MEM_WRAM_WINDOW },
        { PLACE_MMIO,  DLP_MEM_MMIO_BASE,  DLP_MEM_MMIO_WINDOW },
        { PLACE_GDRAM, DLP_MEM_CODE_BASE,  DLP_MEM_CODE_WINDOW },
        { PLACE_GDRAM, DLP_MEM_GDRAM_BASE, DLP_MEM_GDRAM_WINDOW },
    };
    for (size_t k = 0; k < sizeof map / sizeof map[0]; k++)
        if (inside(addr, map[k].base, map[k].window)) {
            *offset = addr - map[k].base;
            return map[k].place;
        }
    return PLACE_NONE;
}

bool dlp_lsu_gdram_fails(const struct dlp_model *m, uint64_t offset, uint64_t bytes, uint64_t unit)
{
    if (m->fail_size == 0)
        return false;
    uint64_t first = offset / unit * unit, end = (offset + bytes + unit - 1) / unit * unit;
    return first < m->fail_at + m->fail_size && m->fail_at < end;
}

/* ---- scalar accesses */

/* Where an aligned access goes: NULL and PLACE_NONE when nothing is there; NULL for MMIO. */
static uint8_t *target(struct hart *h, uint64_t addr, unsigned size, enum place *place, uint64_t *offset)
{
    struct dlp_model *m = h->model;
    uint64_t limit;
    uint8_t *mem;
    *place = dlp_lsu_place(addr, offset);
    switch (*place) {
    case PLACE_LMEM:
        mem = h->lmem, limit = h->lmem_bytes;
        break;
    case PLACE_NRAM:
        mem = h->core ? h->core->nram : NULL, limit = h->core ? h->core->nram_bytes : 0;
        break;
    case PLACE_WRAM:
        mem = h->core ? h->core->wram : NULL, limit = h->core ? h->core->wram_bytes : 0;
        break;
    case PLACE_GDRAM:
        mem = m->gdram, limit = m->gdram_bytes;
        break;
    case PLACE_MMIO:
        mem = NULL, limit = h->core || size != 2 ? 0 : DLP_MEM_MMIO_WINDOW;
        break;
    default:
        mem = NULL, limit = 0;
        break;
    }
    if (*offset >= limit || *place == PLACE_NONE) {     /* aligned accesses do not straddle a memory's end */
        *place = PLACE_NONE;
        return NULL;
    }
    return mem ? mem + *offset : NULL;
}

/* Besides its own cycle.  Scratchpads wait for the streams first. */
static void spend(struct hart *h, enum place place, bool load)
{
    uint64_t extra = 0;
    switch (place) {
    case PLACE_LMEM:
        extra = load ? DLP_T_LMEM_LOAD : 0;
        break;
    case PLACE_NRAM:
    case PLACE_WRAM: {
        uint64_t idle = dlp_issue_idle_at(h->core, (1u << STREAMS) - 1);
        if (idle > h->now) {
            h->stall[STALL_SPM] += idle - h->now;
            h->now = idle;
        }
        extra = load ? DLP_T_SPM_LOAD : DLP_T_SPM_STORE;
        break;
    }
    case PLACE_MMIO:
        extra = DLP_T_MMIO;
        break;
    default:
        extra = load ? DLP_T_GDRAM_LOAD : DLP_T_GDRAM_STORE;
        break;
    }
    h->stall[STALL_MEM] += extra;
    h->now += extra;
}

/* In lock-step the RTL's memory may know of errors that the model's does not. */
static bool bus_error(const struct dlp_model *m, uint64_t offset, unsigned size, uint8_t cause)
{
    return dlp_lsu_gdram_fails(m, offset, UINT64_C(1) << size, m->row_bytes) ||
           (m->lockstep && m->rtl && m->rtl->trap && m->rtl->cause == cause);
}

uint8_t dlp_lsu_load(struct hart *h, uint64_t addr, unsigned size, bool is_signed, uint64_t *value)
{
    struct dlp_model *m = h->model;
    enum place place;
    uint64_t offset = 0, raw = 0;
    if (addr & ((UINT64_C(1) << size) - 1))
        return CAUSE_LOAD_MISALIGNED;
    const uint8_t *at = target(h, addr, size, &place, &offset);
    if (place == PLACE_NONE)
        return CAUSE_LOAD;
    if (place == PLACE_GDRAM && bus_error(m, offset, size, CAUSE_LOAD_BUS))
        return CAUSE_LOAD_BUS;
    if (!m->lockstep)
        spend(h, place, true);
    if (place == PLACE_MMIO) {
        if (m->lockstep) {
            m->time_dependent = true;
            *value = m->rtl ? m->rtl->value : 0;
            return 0;
        }
        raw = dlp_regs_read(m, (uint32_t)offset, h->now);
    } else
        memcpy(&raw, at, (size_t)1 << size);
    unsigned unused_bits = 64 - (8u << size);
    *value = is_signed ? (uint64_t)((int64_t)(raw << unused_bits) >> unused_bits) : raw;
    return 0;
}

uint8_t dlp_lsu_store(struct hart *h, uint64_t addr, unsigned size, uint64_t value)
{
    struct dlp_model *m = h->model;
    enum place place;
    uint64_t offset = 0;
    if (addr & ((UINT64_C(1) << size) - 1))
        return CAUSE_STORE_MISALIGNED;
    uint8_t *at = target(h, addr, size, &place, &offset);
    if (place == PLACE_NONE)
        return CAUSE_STORE;
    if (place == PLACE_GDRAM && bus_error(m, offset, size, CAUSE_STORE_BUS))
        return CAUSE_STORE_BUS;
    if (!m->lockstep)
        spend(h, place, false);
    if (place == PLACE_MMIO) {
        if (m->lockstep) {
            m->mmio = (struct dlp_mmio_write){ (uint16_t)offset, (uint32_t)value, true };
            return 0;
        }
        dlp_regs_write(m, (uint32_t)offset, (uint32_t)value, false, h->now);
        h->yield = m->rose;             /* the host wants to see an interrupt soon */
        return 0;
    }
    memcpy(at, &value, (size_t)1 << size);
    return 0;
}

/* ---- operands of commands */

uint8_t dlp_lsu_operand(struct core *c, uint64_t addr, uint64_t bytes, unsigned allowed, bool write, struct range *r)
{
    struct dlp_model *m = c->hart.model;
    uint64_t offset = 0, limit;
    uint8_t fault, *mem;
    enum place place = dlp_lsu_place(addr, &offset);
    if (place == PLACE_NONE || !(allowed >> place & 1))
        return DLP_FAULT_CMD_ADDR;
    switch (place) {
    case PLACE_NRAM:
        mem = c->nram, limit = c->nram_bytes, fault = write ? DLP_FAULT_NRAM_WRITE : DLP_FAULT_NRAM_READ;
        break;
    case PLACE_WRAM:
        mem = c->wram, limit = c->wram_bytes, fault = write ? DLP_FAULT_WRAM_WRITE : DLP_FAULT_WRAM_READ;
        break;
    default:
        mem = m->gdram, limit = m->gdram_bytes, fault = write ? DLP_FAULT_GDRAM_WRITE : DLP_FAULT_GDRAM_READ;
        if (addr < DLP_MEM_GDRAM_BASE)
            limit = m->code_bytes;
        break;
    }
    if (offset > limit || bytes > limit - offset)
        return fault;
    *r = (struct range){ place, offset, bytes, mem };
    return DLP_FAULT_NONE;
}

bool dlp_lsu_overlap(const struct range *a, const struct range *b)
{
    return a->place == b->place && a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

bool dlp_outcome_bad(struct outcome *out, uint8_t code, uint64_t addr)
{
    if (code == DLP_FAULT_NONE)
        return false;
    out->effect.fault = code;
    out->effect.addr = addr;
    return true;
}

void dlp_lsu_wrote(struct outcome *out, const struct range *r, uint64_t stride, uint64_t row_bytes, uint64_t rows)
{
    struct dlp_effect *e = &out->effect;
    e->range[e->count++] = (struct dlp_written){
        r->place == PLACE_NRAM ? DLP_MEMORY_NRAM : r->place == PLACE_WRAM ? DLP_MEMORY_WRAM : DLP_MEMORY_GDRAM,
        r->offset, stride, row_bytes, rows, 0, 1
    };
}
