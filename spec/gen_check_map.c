/* SPDX-License-Identifier: Apache-2.0
 * gen_check_map - rules of mem.def, regs.def and config.def. */
#include <inttypes.h>
#include <string.h>

#include "gen_check.h"

#define ADDRESS_BITS 40

static int power_of_two(uint64_t v)
{
    return v && !(v & (v - 1));
}

/* Bytes of a memory on a profile: its parameter with the unit at the end of the name. */
static uint64_t memory_bytes(const struct param *p, size_t profile)
{
    const char *unit = strrchr(p->at.name, '_');

    return (uint64_t)p->value[profile] << (unit && !strcmp(unit, "_MB") ? 20 : 10);
}

static void check_memory(void)
{
    FOR_EACH(k, mems) {
        const struct mem *a = &mems[k];
        const struct param *p = find_param(a->size);

        if (!power_of_two(a->window) || a->base & (a->window - 1))
            refuse(&a->at, NULL, "a window is a power of two and its base a multiple of it");
        if (a->base + a->window > UINT64_C(1) << ADDRESS_BITS)
            refuse(&a->at, NULL, "the window ends beyond %d address bits", ADDRESS_BITS);
        for (size_t j = 0; j < k; j++)
            if (a->base < mems[j].base + mems[j].window && mems[j].base < a->base + a->window)
                refuse(&a->at, &mems[j].at, "the windows overlap");
        if (!p && strcmp(a->size, "0"))
            refuse(&a->at, NULL, "there is no parameter %s", a->size);
        for (size_t n = 0; p && n < DLP_N_PROFILES; n++)
            if (memory_bytes(p, n) > a->window)
                refuse(&p->at, &a->at, "the memory is larger than its window");
    }
    FOR_EACH(k, fixeds)
        if (fixeds[k].value < 0 || fixeds[k].value > INT32_MAX)
            refuse(&fixeds[k].at, NULL, "the value is not in 0 to 2^31 - 1");
}

static void check_blocks(void)
{
    const struct mem *window = NULL;

    FOR_EACH(k, mems)
        if (!strcmp(mems[k].at.name, "MMIO"))
            window = &mems[k];
    if (!window)
        refuse(&mems[0].at, NULL, "the window MMIO is missing");
    FOR_EACH(k, blocks) {
        const struct block *a = &blocks[k];
        int64_t end = a->base + a->size + (a->count - 1) * a->stride;

        if (a->count < 1 || a->size < 4 || (a->count > 1 && a->stride < a->size))
            refuse(&a->at, NULL, "the copies of the block overlap");
        if (window && (a->base < 0 || end > (int64_t)window->window))
            refuse(&a->at, &window->at, "the block is not inside the register window");
        for (size_t j = 0; j < k; j++) {
            const struct block *b = &blocks[j];

            if (a->base < b->base + b->size + (b->count - 1) * b->stride && b->base < end)
                refuse(&a->at, &b->at, "the blocks overlap");
        }
    }
}

static void check_reset(const struct reg *r)
{
    uint32_t known = 0;

    if (r->reset < -1 || r->reset > UINT32_MAX) {
        refuse(&r->at, NULL, "the reset value does not fit 32 bits");
        return;
    }
    if (r->reset <= 0)
        return;
    if (!strcmp(r->host, "W1C") || !strcmp(r->js, "W1C"))
        refuse(&r->at, NULL, "a register with W1C is 0 after reset");
    FOR_EACH(k, bitss)
        if (!strcmp(bitss[k].reg, r->at.name) && bitss[k].lsb >= 0 && bitss[k].msb <= 31)
            known |= field_mask(bitss[k].msb, bitss[k].lsb);
    if (known && (uint32_t)r->reset & ~known)
        refuse(&r->at, NULL, "the reset value has ones outside the bits of the register");
}

static void check_registers(void)
{
    FOR_EACH(k, regs) {
        const struct reg *a = &regs[k];
        const struct block *b = find_block(a->block);

        if (!b)
            refuse(&a->at, NULL, "there is no block %s", a->block);
        if (a->offset & 3)
            refuse(&a->at, NULL, "the offset 0x%" PRIx64 " is not a multiple of 4", (uint64_t)a->offset);
        if (b && (a->offset < 0 || a->offset + 4 > b->size))
            refuse(&a->at, &b->at, "the register is not inside its block");
        if (!listed(a->host, "RO RW WO W1C W1S NO") || !listed(a->js, "RO RW WO W1C W1S NO"))
            refuse(&a->at, NULL, "access is RO, RW, WO, W1C, W1S or NO, not %s, %s", a->host, a->js);
        check_reset(a);
        for (size_t j = 0; j < k; j++)
            if (!strcmp(a->block, regs[j].block) && a->offset == regs[j].offset)
                refuse(&a->at, &regs[j].at, "the offset 0x%" PRIx64 " is taken", (uint64_t)a->offset);
    }
}

static void check_bits(void)
{
    FOR_EACH(k, bitss) {
        const struct bits *a = &bitss[k];

        if (!find_reg(a->reg))
            refuse(&a->at, NULL, "there is no register %s", a->reg);
        if (a->lsb < 0 || a->msb < a->lsb || a->msb > 31)
            refuse(&a->at, NULL, "bits %d:%d are not in a register", a->msb, a->lsb);
        for (size_t j = 0; j < k; j++)
            if (!strcmp(a->reg, bitss[j].reg) && a->lsb <= bitss[j].msb && bitss[j].lsb <= a->msb)
                refuse(&a->at, &bitss[j].at, "the bits overlap");
    }
    FOR_EACH(k, enumvs) {
        const struct enumv *a = &enumvs[k];
        const struct bits *b = find_bits(a->reg, a->bits);

        if (!b)
            refuse(&a->at, NULL, "there are no bits %s.%s", a->reg, a->bits);
        else if (a->value < 0 || a->value >> (b->msb - b->lsb + 1))
            refuse(&a->at, &b->at, "the value %" PRId64 " does not fit its bits", a->value);
        for (size_t j = 0; j < k; j++)
            if (!strcmp(a->reg, enumvs[j].reg) && !strcmp(a->bits, enumvs[j].bits)
                && a->value == enumvs[j].value)
                refuse(&a->at, &enumvs[j].at, "the value %" PRId64 " is taken", a->value);
    }
}

void check_map(void)
{
    check_memory();
    check_blocks();
    check_registers();
    check_bits();
}

static int64_t param_value(const char *name, size_t profile, const struct param **p)
{
    *p = find_param(name);
    return *p ? (*p)->value[profile] : 0;
}

/* a divides b on every profile. */
static void check_divides(const char *a_name, const char *b_name)
{
    for (size_t n = 0; n < DLP_N_PROFILES; n++) {
        const struct param *pa, *pb;
        int64_t a = param_value(a_name, n, &pa), b = param_value(b_name, n, &pb);

        if (pa && pb && (a < 1 ? a < 0 || pa->min > 0 : b % a != 0))    /* 0, where it is allowed: none */
            refuse(&pa->at, &pb->at, "%" PRId64 " does not divide %s = %" PRId64, a, b_name, b);
    }
}

/* A row of a scratchpad, 4 bytes for each lane, holds two fetches of MXU_DIM elements of 2 bytes. */
static void check_mxu_float(void)
{
    for (size_t n = 0; n < DLP_N_PROFILES; n++) {
        const struct param *pf, *pd, *pl;
        int64_t has = param_value("MXU_FLOAT", n, &pf), dim = param_value("MXU_DIM", n, &pd), lanes = param_value("VPU_LANES", n, &pl);

        if (pf && pd && pl && has && dim > lanes)
            refuse(&pf->at, &pd->at, "MXU_DIM = %" PRId64 " is above VPU_LANES = %" PRId64, dim, lanes);
    }
}

static void check_profiles(void)
{
    static const char *const columns[DLP_N_PROFILES] = { "EDU", "EDGE", "FULL" };

    for (size_t k = 0; k < n_profs; k++)
        if (k >= DLP_N_PROFILES || strcmp(profs[k].at.name, columns[k]) || profs[k].number != (int64_t)k)
            refuse(&profs[k].at, NULL, "profiles are EDU 0, EDGE 1, FULL 2, as the columns of DLP_PARAM");
    if (n_profs < DLP_N_PROFILES)
        refuse(&profs[0].at, NULL, "a profile is missing");
}

void check_config(void)
{
    /* numbers that hardware uses as a number of address bits */
    static const char *const powers = "MXU_DIM VPU_LANES VPU_FLOAT_LANES VPU_TILE NRAM_BANKS WRAM_BANKS ICACHE_LINES QUEUE_DEPTH";
    const struct block *core = find_block("CORE");
    const struct bits *event = find_bits("EVENT_STATUS", "CORE");

    check_profiles();
    FOR_EACH(k, params)
        for (size_t n = 0; n < DLP_N_PROFILES; n++) {
            int64_t v = params[k].value[n];

            if (v < params[k].min || v > params[k].max)
                refuse(&params[k].at, NULL, "%" PRId64 " is not in %" PRId64 " to %" PRId64, v, params[k].min,
                       params[k].max);
            if (listed(params[k].at.name, powers) && !power_of_two((uint64_t)v))
                refuse(&params[k].at, NULL, "%" PRId64 " is not a power of two", v);
        }
    check_divides("MXU_OUT_LANES", "MXU_DIM");
    check_divides("VPU_FLOAT_LANES", "VPU_LANES");
    check_divides("VPU_SPECIAL_LANES", "VPU_LANES");
    check_divides("VPU_TILE", "VPU_LANES");
    check_mxu_float();
    for (size_t n = 0; n < DLP_N_PROFILES; n++) {
        const struct param *p, *q;
        int64_t all = param_value("CLUSTERS", n, &q) * param_value("CORES", n, &p);

        if (p && core && all > core->count)
            refuse(&p->at, &core->at, "more cores than blocks of registers");
        if (p && event && all > event->msb - event->lsb + 1)
            refuse(&p->at, &event->at, "more cores than events");
    }
}
