/* SPDX-License-Identifier: Apache-2.0
 * randprog - scalar code, traps, and the frame of a random program.  Commands are in randprog_cmd.h, words in randprog_emit.h. */
#include "randprog.h"

#include "randprog_cmd.h"

/* ---- arithmetic */
static unsigned any_rd(struct gen *g)
{
    return chance(g, 4) ? X0 : any_reg(g);
}

static unsigned any_rs(struct gen *g)
{
    return chance(g, 6) ? X0 : chance(g, 4) ? between(g, SCRATCH, DATA) : any_reg(g);
}

static bool is_arithmetic(const struct dlp_insn *insn)
{
    switch (insn->match & DLP_FIELD_OPCODE_MASK) {
    case DLP_OPCODE_OP: case DLP_OPCODE_OP_32: case DLP_OPCODE_OP_IMM: case DLP_OPCODE_OP_IMM_32: case DLP_OPCODE_LUI: case DLP_OPCODE_AUIPC:
        return true;
    default:
        return false;
    }
}

static uint32_t arithmetic_word(struct gen *g)
{
    const struct dlp_insn *insn;
    do insn = &dlp_insns[below(g, DLP_I_VADD_VV)]; while (!is_arithmetic(insn));
    const unsigned rd = any_rd(g), rs1 = any_rs(g);
    switch (insn->format) {
    case DLP_FORMAT_R:   return word_r(insn->match, rd, rs1, any_rs(g));
    case DLP_FORMAT_SH:  return word_i(insn->match, rd, rs1, (int32_t)below(g, 64));
    case DLP_FORMAT_SHW: return word_i(insn->match, rd, rs1, (int32_t)below(g, 32));
    case DLP_FORMAT_U:   return word_u(insn->match, rd, below(g, 1 << 20));
    default:             return word_i(insn->match, rd, rs1, low12(rnd_value(g)));
    }
}

/* Multiplications and divisions of corner values: zero divisors, overflow, sign combinations. */
static void division(struct gen *g)
{
    static const uint64_t divisor[] = { 0, 0, UINT64_MAX, 1, UINT32_MAX, UINT64_C(0x7fffffff00000000), UINT64_C(1) << 63, 3 };
    static const uint64_t dividend[] = { UINT64_C(1) << 63, UINT64_C(1) << 63, 0x80000000, 0xffffffff80000000,      /* overflow */
                                         0xffffffff80000001, INT64_MAX, 0, UINT64_MAX };
    unsigned reg[3];
    three_regs(g, reg);
    const bool overflow = chance(g, 40);    /* if the instruction is a signed division of that width */
    li(g, reg[0], overflow ? dividend[below(g, 4)] : ANY_OF(g, dividend));
    li(g, reg[1], overflow ? UINT64_MAX : ANY_OF(g, divisor));
    for (unsigned i = between(g, 2, 4); i > 0; i--)
        put(g, word_r(dlp_insns[between(g, DLP_I_MUL, DLP_I_REMUW)].match, any_reg(g), reg[0], reg[1]));
}

static void arithmetic(struct gen *g, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (chance(g, 8))
            li(g, any_reg(g), rnd_value(g));
        else
            put(g, arithmetic_word(g));
    }
}

/* ---- loads and stores */
enum { REACH = 64 };                    /* bytes that an immediate adds */

static void access_at(struct gen *g, unsigned base, bool load_only)
{
    const bool load = load_only || chance(g, 50);
    const struct dlp_insn *insn = &dlp_insns[load ? between(g, DLP_I_LB, DLP_I_LWU) : between(g, DLP_I_SB, DLP_I_SD)];
    /* funct3[1:0] is log2 of the size */
    const unsigned size = 1u << (insn->match >> DLP_FIELD_FUNCT3_LSB & 3);
    const int32_t imm = (int32_t)(below(g, REACH / size) * size) - (chance(g, 30) ? REACH : 0);
    put(g, load ? word_i(insn->match, any_rd(g), base, imm) : word_s(insn->match, base, any_rs(g), imm));
}

/* x[TMP0] <- address, a multiple of 8, around which REACH bytes on both sides may be used: base + (random register & mask) */
static void random_address(struct gen *g, uint64_t base, unsigned base_reg, uint64_t bytes)
{
    const uint64_t mask = 0x1f8;
    base = (base + 7) / 8 * 8 + REACH;
    if (bytes > 2 * REACH + mask + 16)
        base += rnd(g) % (bytes - 2 * REACH - mask - 16) / 8 * 8;
    li(g, TMP0, base);
    put(g, word_i(DLP_INSN_ANDI_MATCH, TMP1, any_rs(g), (int32_t)mask));
    put(g, word_r(DLP_INSN_ADD_MATCH, TMP0, TMP0, TMP1));
    if (base_reg)
        put(g, word_r(DLP_INSN_ADD_MATCH, TMP0, TMP0, base_reg));
}

static void lmem_accesses(struct gen *g)
{
    li(g, TMP0, (rnd(g) & (LMEM_WINDOW - 1) & ~UINT64_C(7)) % (LMEM_WINDOW - 2 * REACH) + REACH);
    put(g, word_r(DLP_INSN_ADD_MATCH, TMP0, TMP0, LMEM));
    for (unsigned i = between(g, 1, 5); i > 0; i--)
        access_at(g, TMP0, false);
}

static void scratch_accesses(struct gen *g)
{
    bool running = g->loops > 0;        /* a command behind this code may be, from the iteration before */
    for (unsigned j = 0; j < g->ops; j++)
        running |= g->op[j].stream == DLP_STREAM_IO && !(g->done >> j & 1);
    if (running)
        sync_streams(g, 1u << DLP_STREAM_IO | below(g, ALL_STREAMS + 1));
    random_address(g, 0, SCRATCH, SCRATCH_RANDOM);
    for (unsigned i = between(g, 1, 3); i > 0; i--)
        access_at(g, TMP0, false);
}

static void accesses(struct gen *g)
{
    const unsigned kind = g->skippable || g->loops > 1 ? 0 : below(g, 10);
    switch (kind) {
    case 0: case 1: case 2: case 3:
        lmem_accesses(g);
        return;
    case 4: case 5: case 6: case 7: {
        const bool nram = kind != 7;
        random_address(g, nram ? g->nram : g->wram, 0, nram ? NRAM_WINDOW : WRAM_WINDOW - PARAM_BYTES);
        for (unsigned i = between(g, 1, 4); i > 0; i--)
            access_at(g, TMP0, false);
        waited(g, ALL_STREAMS);         /* by hardware */
        return;
    }
    case 8:
        scratch_accesses(g);
        return;
    default:
        random_address(g, 0, DATA, DATA_BYTES);
        access_at(g, TMP0, true);
        return;
    }
}

/* ---- jumps */
static void patch_b(struct gen *g, unsigned at, uint32_t match, unsigned rs1, unsigned rs2, unsigned target)
{
    g->code[at] = word_b(match, rs1, rs2, distance(at, target));
}

/* Code that may be jumped over. */
static void skipped(struct gen *g)
{
    const bool outer = g->skippable;
    g->skippable = true;
    arithmetic(g, between(g, 1, 5));
    if (chance(g, 20))
        accesses(g);
    g->skippable = outer;
}

static void forward(struct gen *g)
{
    const unsigned at = g->n, rd = any_rd(g);
    switch (below(g, 9)) {
    case 0:                             /* jal over code */
        put(g, 0);
        skipped(g);
        g->code[at] = word_j(DLP_INSN_JAL_MATCH, rd, distance(at, g->n));
        return;
    case 1:                             /* count-jump over code: nearly always taken, but for x0 always */
        put(g, 0);
        skipped(g);
        g->code[at] = word_j(DLP_INSN_CJ_MATCH, rd, distance(at, g->n));
        return;
    case 2:                             /* jalr over code; bit 0 of the target is ignored */
        put(g, word_u(DLP_INSN_AUIPC_MATCH, TMP0, 0));
        put(g, 0);
        skipped(g);
        g->code[at + 1] = word_i(DLP_INSN_JALR_MATCH, rd, TMP0, distance(at, g->n) + (int32_t)below(g, 2));
        return;
    case 3: {                           /* call: jal to the subroutine, which returns to a jump over it */
        const unsigned link = any_reg(g);
        put(g, word_j(DLP_INSN_JAL_MATCH, link, 8));
        const unsigned over = put(g, 0);
        for (unsigned i = between(g, 1, 3); i > 0; i--)     /* anything that keeps the link register */
            put(g, word_i(DLP_INSN_ADDI_MATCH, TMP0, any_rs(g), low12(rnd(g))));
        put(g, word_i(DLP_INSN_JALR_MATCH, X0, link, 0));
        g->code[over] = word_j(DLP_INSN_JAL_MATCH, X0, distance(over, g->n));
        return;
    }
    case 4:                             /* mret over code */
        put(g, word_u(DLP_INSN_AUIPC_MATCH, TMP0, 0));
        put(g, 0);
        put(g, word_i(DLP_INSN_CSRRW_MATCH, X0, TMP0, DLP_CSR_MEPC));
        put(g, DLP_INSN_MRET_MATCH);
        skipped(g);
        g->code[at + 1] = word_i(DLP_INSN_ADDI_MATCH, TMP0, TMP0, distance(at, g->n) + (int32_t)below(g, 4));
        return;
    default: {
        const unsigned rs1 = any_rs(g), rs2 = chance(g, 15) ? rs1 : any_rs(g);
        put(g, 0);
        skipped(g);
        patch_b(g, at, dlp_insns[between(g, DLP_I_BEQ, DLP_I_BGEU)].match, rs1, rs2, g->n);
        return;
    }
    }
}

/* ---- control registers and the rest */
static const uint16_t free_csrs[] = { DLP_CSR_MSCRATCH, DLP_CSR_MEPC, DLP_CSR_MCAUSE, DLP_CSR_MTVAL, DLP_CSR_MIE };
static const uint16_t constant_csrs[] = { DLP_CSR_MSTATUS, DLP_CSR_MISA, DLP_CSR_MIP, DLP_CSR_MVENDORID, DLP_CSR_MARCHID, DLP_CSR_MIMPID, DLP_CSR_MHARTID,
                                          DLP_CSR_SPECHASH, DLP_CSR_PROFILEID, DLP_CSR_MINSTRET, DLP_CSR_INSTRET };
static const uint16_t timed_csrs[] = { DLP_CSR_MCYCLE, DLP_CSR_CYCLE, DLP_CSR_STALL_FETCH, DLP_CSR_STALL_BRANCH, DLP_CSR_STALL_MEM, DLP_CSR_STALL_SPM,
                                       DLP_CSR_STALL_MULDIV, DLP_CSR_STALL_QUEUE, DLP_CSR_STALL_SYNC, DLP_CSR_BUSY_VEC, DLP_CSR_BUSY_MAT, DLP_CSR_BUSY_IO,
                                       DLP_CSR_BUSY_MOVE, DLP_CSR_MXU_ROWS, DLP_CSR_NRAM_CONFLICT, DLP_CSR_WRAM_CONFLICT };
static const uint16_t read_only_csrs[] = { DLP_CSR_CYCLE, DLP_CSR_INSTRET, DLP_CSR_MVENDORID, DLP_CSR_MHARTID, DLP_CSR_SPECHASH, DLP_CSR_PROFILEID };

enum { CSR_READ_ONLY = 0xc00 };         /* bits 11:10 of the number */

/* One of the six instructions; reads: no write. */
static uint32_t csr_word(struct gen *g, unsigned csr, unsigned rd, bool reads)
{
    const struct dlp_insn *insn;
    do insn = &dlp_insns[between(g, DLP_I_CSRRW, DLP_I_CSRRCI)];
    while (reads && (insn->match == DLP_INSN_CSRRW_MATCH || insn->match == DLP_INSN_CSRRWI_MATCH));
    const unsigned source = reads ? 0 : insn->format == DLP_FORMAT_CSRI ? below(g, 32) : any_rs(g);
    return word_i(insn->match, rd, source, (int32_t)csr);
}

static void csr_accesses(struct gen *g)
{
    switch (below(g, 6)) {
    case 0: case 1:
        put(g, csr_word(g, ANY_OF(g, free_csrs), any_rd(g), chance(g, 25)));
        return;
    case 2: {
        const unsigned csr = ANY_OF(g, constant_csrs);
        put(g, csr_word(g, csr, any_rd(g), (csr & CSR_READ_ONLY) == CSR_READ_ONLY || chance(g, 50)));
        return;
    }
    case 3: {
        const unsigned csr = ANY_OF(g, timed_csrs);
        put(g, csr_word(g, csr, TIME, (csr & CSR_READ_ONLY) == CSR_READ_ONLY || chance(g, 50)));
        return;
    }
    case 4:                             /* mtvec: away and back, bits 1:0 do not stay */
        put(g, word_i(DLP_INSN_CSRRW_MATCH, TMP0, any_rs(g), DLP_CSR_MTVEC));
        put(g, word_i(DLP_INSN_CSRRS_MATCH, any_rd(g), X0, DLP_CSR_MTVEC));
        put(g, word_i(DLP_INSN_ADDI_MATCH, TMP0, TMP0, (int32_t)below(g, 4)));
        put(g, word_i(DLP_INSN_CSRRW_MATCH, any_rd(g), TMP0, DLP_CSR_MTVEC));
        return;
    default:
        if (chance(g, 40))
            put(g, DLP_INSN_WFI_MATCH);
        else if (chance(g, 70))
            put(g, DLP_INSN_FENCE_MATCH | ((uint32_t)rnd(g) & ~DLP_INSN_FENCE_MASK));
        else
            put(g, DLP_INSN_FENCE_I_MATCH | ((uint32_t)rnd(g) & ~DLP_INSN_FENCE_I_MASK));
        return;
    }
}

/* Run an instruction, store another in its place, fence.i, run that: whatever kept the first one must let go of it. */
static void modify_code(struct gen *g)
{
    li(g, COUNT0, 2);
    const unsigned start = put(g, DLP_INSN_FENCE_I_MATCH);
    arithmetic(g, below(g, 3));
    const unsigned site = put(g, arithmetic_word(g));
    const unsigned at = put(g, word_u(DLP_INSN_AUIPC_MATCH, TMP0, 0));
    li(g, TMP1, (uint64_t)(int64_t)(int32_t)arithmetic_word(g));
    put(g, word_s(DLP_INSN_SW_MATCH, TMP0, TMP1, distance(at, site)));
    put(g, word_j(DLP_INSN_CJ_MATCH, COUNT0, distance(g->n, start)));
}

/* ---- traps: all of them can be continued behind the instruction */
static uint32_t illegal_word(struct gen *g)
{
    static const uint32_t opcodes[] = {
#define DLP_OPCODE(name, value, doc) value,
#include "fields.def"
    };
    switch (below(g, 8)) {
    case 0:  return 0;
    case 1:  return UINT32_MAX;
    case 2:  return ((uint32_t)rnd(g) & ~3u) | below(g, 3);                                             /* 16-bit encodings */
    case 3:  return word_i(DLP_INSN_CSRRW_MATCH, any_rd(g), any_rs(g), ANY_OF(g, read_only_csrs));
    case 4: {                                                                                           /* a CSR that is not there */
        unsigned csr;
        do csr = below(g, 4096); while (dlp_csr_find(csr));
        return csr_word(g, csr, any_rd(g), chance(g, 50));
    }
    case 5: {                                                                                           /* a register that is not there */
        unsigned index;
        do index = below(g, 4096); while (index < CFG_MAX && dlp_cfg_find(index));
        return word_i(DLP_INSN_DCFG_MATCH, 0, any_rs(g), (int32_t)index);
    }
    case 6:                                                                                             /* an odd pair */
        return word_r(DLP_INSN_DCFG2_MATCH, 0, any_rs(g), any_rs(g)) | field(below(g, CFG_MAX) | 1, DLP_FIELD_FUNCT7_LSB);
    default: {                                                                                          /* a hole in the table */
        uint32_t word;
        do word = ((uint32_t)rnd(g) & ~DLP_FIELD_OPCODE_MASK) | (chance(g, 90) ? ANY_OF(g, opcodes) : (uint32_t)rnd(g) & DLP_FIELD_OPCODE_MASK);
        while (dlp_insn_find(word));
        return word;
    }
    }
}

/* An address outside all memories; some only differ in the upper bits from one inside. */
static uint64_t unmapped(struct gen *g)
{
    switch (below(g, 9)) {
    case 0:  return 0;
    case 1:  return DLP_MEM_LMEM_BASE - 8;
    case 2:  return DLP_MEM_NRAM_BASE + ((uint64_t)g->p->nram_kb << 10);
    case 3:  return DLP_MEM_WRAM_BASE + ((uint64_t)g->p->wram_kb << 10);    /* at most the end of the window, nothing follows */
    case 4:  return DLP_MEM_GDRAM_BASE + ((uint64_t)g->p->gdram_mb << 20);
    case 5:  return DLP_MEM_MMIO_BASE;
    case 6:  return DLP_MEM_SRAM_BASE;
    case 7:  return DLP_MEM_NRAM_BASE | UINT64_C(1) << between(g, 40, 63);
    default: return UINT64_MAX - 7;
    }
}

/* Load or store at an address in TMP0 with immediate 0, of this size or a random one. */
static uint32_t access_word(struct gen *g, bool load, unsigned min_size, unsigned *size)
{
    const struct dlp_insn *insn;
    do {
        insn = &dlp_insns[load ? between(g, DLP_I_LB, DLP_I_LWU) : between(g, DLP_I_SB, DLP_I_SD)];
        *size = 1u << (insn->match >> DLP_FIELD_FUNCT3_LSB & 3);
    } while (*size < min_size);
    return load ? word_i(insn->match, any_reg(g), TMP0, 0) : word_s(insn->match, TMP0, any_rs(g), 0);
}

/* The fault that a trap is without a handler, what it leaves in mtval, and its word. */
struct trap { uint32_t fault; enum dlp_randprog_address kind; uint64_t value; unsigned at; };

/* An access that traps: misaligned (checked first, so the rest of the address does not matter) or unmapped. */
static void bad_access(struct gen *g, struct trap *t)
{
    const bool load = chance(g, 50), misaligned = chance(g, 50);
    unsigned size;
    const uint32_t word = access_word(g, load, misaligned ? 2 : 1, &size);
    t->value = chance(g, 50) || !misaligned ? unmapped(g) : g->nram / 8 * 8;
    if (misaligned)
        t->value += between(g, 1, size - 1);
    if (misaligned)
        t->fault = load ? DLP_FAULT_LOAD_MISALIGNED : DLP_FAULT_STORE_MISALIGNED;
    else
        t->fault = load ? DLP_FAULT_LOAD_UNMAPPED : DLP_FAULT_STORE_UNMAPPED;
    li(g, TMP0, t->value);
    t->at = put(g, word);
}

/* A taken jump to an address that is not a multiple of 4; absolute: to a number, others depend on the pc. */
static void bad_jump(struct gen *g, struct trap *t, bool absolute)
{
    unsigned rd;
    t->fault = DLP_FAULT_FETCH_MISALIGNED;
    switch (absolute ? 0 : below(g, 4)) {
    case 0:
        t->value = DLP_MEM_CODE_BASE + 2 + 4 * below(g, 256);
        li(g, TMP0, t->value);
        t->at = put(g, word_i(DLP_INSN_JALR_MATCH, any_rd(g), TMP0, (int32_t)below(g, 2)));
        return;
    case 1:
        t->at = put(g, word_j(DLP_INSN_JAL_MATCH, any_rd(g), 6));
        return;
    case 2:
        t->at = put(g, word_b(DLP_INSN_BEQ_MATCH, X0, X0, 10));
        return;
    default:                            /* rd keeps its value */
        rd = any_reg(g);
        li(g, rd, between(g, 2, 100));
        t->at = put(g, word_j(DLP_INSN_CJ_MATCH, rd, -2));
        put(g, word_i(DLP_INSN_ADDI_MATCH, any_rd(g), rd, 0));
        return;
    }
}

static void trap(struct gen *g, struct trap *t, bool last)
{
    *t = (struct trap){ .at = g->n };
    switch (below(g, 8)) {
    case 0:
        put(g, DLP_INSN_ECALL_MATCH);
        t->fault = DLP_FAULT_ECALL;
        return;
    case 1:
        put(g, DLP_INSN_EBREAK_MATCH);
        t->fault = DLP_FAULT_BREAKPOINT;
        t->kind = DLP_RANDPROG_PC;
        return;
    case 2: case 3: case 4:
        put(g, (uint32_t)(t->value = illegal_word(g)));
        t->fault = DLP_FAULT_ILLEGAL;
        return;
    case 5:
        bad_jump(g, t, last);
        return;
    default:
        bad_access(g, t);
        return;
    }
}

/* ---- blocks */
static void loop(struct gen *g)
{
    const unsigned counter = g->loops ? COUNT1 : COUNT0;
    memset(g->cfg_known, 0, sizeof g->cfg_known);       /* what the end of the body sets is there at its start */
    const bool commands = g->loops == 0 && chance(g, 30);
    li(g, counter, between(g, 1, commands ? 3 : g->loops ? 5 : 8));
    const unsigned start = g->n;
    g->loops++;
    for (unsigned i = between(g, 1, 3); i > 0; i--) {
        if (commands && chance(g, 50))
            any_command(g);
        else if (g->loops == 1 && chance(g, 25))
            loop(g);
        else if (chance(g, 25))
            forward(g);
        else if (chance(g, 30))
            accesses(g);
        else
            arithmetic(g, between(g, 1, 5));
    }
    g->loops--;
    if (chance(g, 60)) {
        put(g, word_j(DLP_INSN_CJ_MATCH, counter, distance(g->n, start)));
    } else {
        put(g, word_i(DLP_INSN_ADDI_MATCH, counter, counter, -1));
        switch (below(g, 3)) {
        case 0:  put(g, word_b(DLP_INSN_BNE_MATCH, counter, X0, distance(g->n, start))); break;
        case 1:  put(g, word_b(DLP_INSN_BLT_MATCH, X0, counter, distance(g->n, start))); break;
        default: put(g, word_b(DLP_INSN_BLTU_MATCH, X0, counter, distance(g->n, start))); break;
        }
    }
}

/* Many small commands one after the other, more than a queue holds. */
static void burst(struct gen *g)
{
    static const uint32_t match[] = { DLP_INSN_VADD_VS_MATCH, DLP_INSN_VSUB_VS_MATCH, DLP_INSN_VMAX_VS_MATCH, DLP_INSN_VRELU_MATCH, DLP_INSN_VFILL_MATCH };
    struct op op = { .reads = 1, .write = anywhere(g, SPACE_NRAM, 64) };
    op.read[0] = op.write;
    unsigned reg[3];
    three_regs(g, reg);
    set_vector(g, 16, DLP_TYPE_I32);
    li_span(g, reg[0], &op.write);
    for (unsigned i = g->p->queue_depth + between(g, 1, 4); i > 0; i--) {
        const unsigned form[3] = { reg[0], reg[0], reg[2] };
        command(g, ANY_OF(g, match), form, &op);
    }
}

static void block(struct gen *g)
{
    const unsigned kind = below(g, 100);
    struct trap t;
    if (kind < 37)
        any_command(g);
    else if (kind < 50)
        arithmetic(g, between(g, 1, 6));
    else if (kind < 55)
        division(g);
    else if (kind < 66)
        accesses(g);
    else if (kind < 76)
        forward(g);
    else if (kind < 82)
        loop(g);
    else if (kind < 88)
        csr_accesses(g);
    else if (kind < 95 && g->handler)
        for (unsigned i = between(g, 1, 4); i > 0; i--)
            trap(g, &t, false);
    else if (kind < 97)
        sync_streams(g, below(g, ALL_STREAMS + 1));
    else if (kind < 98)
        burst(g);
    else
        modify_code(g);
}

/* ---- the end: a fault that is certain */
/* A command that fails its check.  Values are set in full, whatever the configuration holds. */
struct bad_command { uint32_t match, fault; uint64_t rd, rs1, rs2, address; uint32_t n, type; };

static struct bad_command any_bad_command(struct gen *g)
{
    const uint64_t nram = g->nram, wram = g->wram, nram_end = DLP_MEM_NRAM_BASE + ((uint64_t)g->p->nram_kb << 10);
    const uint64_t wram_end = DLP_MEM_WRAM_BASE + ((uint64_t)g->p->wram_kb << 10), gdram_end = DLP_MEM_GDRAM_BASE + ((uint64_t)g->p->gdram_mb << 20);
    const unsigned some = between(g, 1, 60);
    /* operands that begin within a memory and end beyond it: WRAM of some profiles fills its window, and its end is no address of it */
    const uint64_t out = nram_end - some + 1, wout = wram_end - some, gout = gdram_end - some + 1, hole = DLP_MEM_MMIO_BASE + 4 * below(g, 64);
    uint32_t no_type;                   /* all 12 bits count */
    do no_type = below(g, 4096); while (no_type < 16 && DLP_TYPE_IMPLEMENTED(no_type));
    const uint64_t far = DLP_MEM_NRAM_BASE | UINT64_C(1) << between(g, 40, 63);
    const struct bad_command bad[] = {
        { DLP_INSN_VADD_VV_MATCH, DLP_FAULT_NRAM_WRITE, out, nram, nram, out, some, DLP_TYPE_I8 },
        { DLP_INSN_VADD_VV_MATCH, DLP_FAULT_NRAM_READ, nram, out, nram, out, some, DLP_TYPE_I8 },
        { DLP_INSN_VMAX_VV_MATCH, DLP_FAULT_NRAM_READ, nram, nram, out, out, some, DLP_TYPE_I8 },
        { DLP_INSN_VRELU_MATCH, DLP_FAULT_CMD_ADDR, hole, nram, 0, hole, some, DLP_TYPE_F32 },
        { DLP_INSN_VSUB_VV_MATCH, DLP_FAULT_CMD_ADDR, nram, wram, nram, wram, some, DLP_TYPE_F32 },
        { DLP_INSN_VFILL_MATCH, DLP_FAULT_CMD_ADDR, far, 0, 0, far, some, DLP_TYPE_I32 },
        { DLP_INSN_VFILL_MATCH, DLP_FAULT_NRAM_WRITE, nram, 0, 0, nram, UINT32_MAX, DLP_TYPE_I32 },
        { DLP_INSN_VMUL_VS_MATCH, DLP_FAULT_CMD_OVERLAP, nram + 4, nram, 0, nram + 4, some + 1, DLP_TYPE_F32 },
        { DLP_INSN_VCVT_I8_MATCH, DLP_FAULT_CMD_OVERLAP, nram, nram, 0, nram, some, DLP_TYPE_F32 },
        { DLP_INSN_VSUM_MATCH, DLP_FAULT_CMD_TYPE, nram, nram + 64, 0, nram, some, no_type },
        { DLP_INSN_VADD_VS_MATCH, DLP_FAULT_CMD_TYPE, nram, nram, 0, nram, some, between(g, 1, 255) << 4 | DLP_TYPE_I8 },
        { DLP_INSN_VADD_VC_MATCH, DLP_FAULT_CMD_SIZE, nram, nram, nram, nram, some, DLP_TYPE_I8 },
        { DLP_INSN_VBIT_VV_MATCH, DLP_FAULT_CMD_TYPE, nram, nram + 256, nram + 256, nram, some, between(g, 0, DLP_VFN_EQ - 1) << DLP_VEC_TYPE_FN_LSB | DLP_TYPE_I8 },
        { DLP_INSN_VBIT_VS_MATCH, DLP_FAULT_CMD_OVERLAP, nram, nram, 0, nram, some, DLP_VFN_LT << DLP_VEC_TYPE_FN_LSB | DLP_TYPE_I16 },
        { DLP_INSN_VCOLLECT_MATCH, DLP_FAULT_NRAM_READ, nram, nram + 256, out, out, some, DLP_TYPE_U8 },
        { DLP_INSN_VSUM128_MATCH, DLP_FAULT_NRAM_WRITE, out, nram, 0, out, some, DLP_TYPE_U8 },
        { DLP_INSN_VLAST_MATCH, DLP_FAULT_NRAM_WRITE, nram_end - 3, nram, 0, nram_end - 3, some, DLP_TYPE_F16 },
        { DLP_INSN_VARGMIN_MATCH, DLP_FAULT_CMD_OVERLAP, nram, nram, 0, nram, some, DLP_TYPE_BF16 },
        { DLP_INSN_VMINPOOL_MATCH, DLP_FAULT_NRAM_READ, nram, nram_end - 8, 0, nram_end - 8, some, DLP_TYPE_U8 },
        { DLP_INSN_VMAXPOOL_MATCH, DLP_FAULT_CMD_SIZE, nram, nram + 64, 0, nram, some, DLP_TYPE_I8 },
        { DLP_INSN_VTRANS_MATCH, DLP_FAULT_NRAM_WRITE, nram_end - 8, nram, 0, nram_end - 8, some, DLP_TYPE_I8 },                /* 3 x 3 */
        { DLP_INSN_VTRANS_MATCH, DLP_FAULT_NRAM_READ, nram, nram_end - 8, 0, nram_end - 8, 0, DLP_TYPE_U8 },
        { DLP_INSN_VTRANS_MATCH, DLP_FAULT_CMD_OVERLAP, nram, nram, 0, nram, some, DLP_TYPE_F32 | between(g, 0, 7) << DLP_VEC_TYPE_FN_LSB },
        { DLP_INSN_VTRANS_MATCH, DLP_FAULT_CMD_TYPE, nram, nram + 64, 0, nram, some, DLP_TYPE_F32 | between(g, 8, 255) << DLP_VEC_TYPE_FN_LSB },
        { DLP_INSN_VGATHER_MATCH, DLP_FAULT_CMD_SIZE, nram, nram + 64, nram + 128, nram, some, DLP_TYPE_F32 | DLP_TYPE_U32 << DLP_VEC_TYPE_INDEX_LSB },
        { DLP_INSN_VSCATTER_MATCH, DLP_FAULT_CMD_TYPE, nram, nram + 64, nram + 128, nram, some, DLP_TYPE_F32 | DLP_TYPE_I32 << DLP_VEC_TYPE_INDEX_LSB },
        { DLP_INSN_MATMUL_MATCH, DLP_FAULT_WRAM_READ, nram, nram + 4096, wout, wout, 8, DLP_TYPE_I8 },
        { DLP_INSN_MATMUL_MATCH, DLP_FAULT_CMD_TYPE, nram, nram + 4096, wram, nram, 8, DLP_TYPE_I16 },
        { DLP_INSN_MATMUL_MATCH, DLP_FAULT_CMD_TYPE, nram, nram + 4096, wram, nram, 1, DLP_TYPE_I8 },
        { DLP_INSN_MATMUL_MATCH, DLP_FAULT_CMD_OVERLAP, nram, nram, wram, nram, 8, DLP_TYPE_I8 },
        { DLP_INSN_CONV_MATCH, DLP_FAULT_CMD_SIZE, nram, nram + 4096, wram, nram, 0, DLP_TYPE_I8 },
        { DLP_INSN_IO_COPY_MATCH, DLP_FAULT_COPY_DIR, nram, wram, 64, nram, 0, 0 },
        { DLP_INSN_IO_COPY_MATCH, DLP_FAULT_COPY_DIR, hole, DLP_MEM_GDRAM_BASE, 64, hole, 0, 0 },
        { DLP_INSN_MV_COPY_MATCH, DLP_FAULT_COPY_DIR, wram, wram + 64, 64, wram, 0, 0 },
        { DLP_INSN_IO_COPY_MATCH, DLP_FAULT_COPY_SIZE, nram, DLP_MEM_GDRAM_BASE, 0, nram, 0, 0 },
        { DLP_INSN_MV_COPY_MATCH, DLP_FAULT_COPY_SIZE, nram, wram, UINT64_C(1) << between(g, 32, 63), nram, 0, 0 },
        { DLP_INSN_MV_COPY2_MATCH, DLP_FAULT_COPY_SIZE, nram, wram, 64, nram, 0, 0 },
        { DLP_INSN_IO_COPY3_MATCH, DLP_FAULT_COPY_SIZE, nram, DLP_MEM_GDRAM_BASE, 8, nram, chance(g, 50) ? 0 : 65536, 0 },
        { DLP_INSN_IO_COPY3_MATCH, DLP_FAULT_NRAM_WRITE, nram, DLP_MEM_GDRAM_BASE, 8, nram, between(g, 2, 65535), 0 },
        { DLP_INSN_IO_COPY3_MATCH, DLP_FAULT_GDRAM_READ, DLP_MEM_GDRAM_BASE, DLP_MEM_GDRAM_BASE, 8, DLP_MEM_GDRAM_BASE, 2, 0 },
        { DLP_INSN_IO_FILL_B_MATCH, DLP_FAULT_COPY_DIR, nram, DLP_MEM_GDRAM_BASE, some, nram, 0, 0 },
        { DLP_INSN_MV_FILL_H_MATCH, DLP_FAULT_COPY_DIR, DLP_MEM_GDRAM_BASE, nram, some, DLP_MEM_GDRAM_BASE, 0, 0 },
        { DLP_INSN_MV_FILL_B_MATCH, DLP_FAULT_COPY_SIZE, nram, far, 0, nram, 0, 0 },
        { DLP_INSN_IO_FILL_W_MATCH, DLP_FAULT_GDRAM_WRITE, gout, far, some, gout, 0, 0 },
        { DLP_INSN_MV_FILL_W_MATCH, DLP_FAULT_WRAM_WRITE, wout, far, some + 1, wout, 0, 0 },
        { DLP_INSN_IO_COPY_MATCH, DLP_FAULT_WRAM_WRITE, wout, DLP_MEM_GDRAM_BASE, some + 1, wout, 0, 0 },
        { DLP_INSN_MV_COPY_MATCH, DLP_FAULT_WRAM_READ, nram, wout, some + 1, wout, 0, 0 },
        { DLP_INSN_IO_COPY_MATCH, DLP_FAULT_GDRAM_READ, nram, gout, some, gout, 0, 0 },
        { DLP_INSN_IO_COPY_MATCH, DLP_FAULT_GDRAM_WRITE, gout, nram, some, gout, 0, 0 },
        { DLP_INSN_MV_COPY_MATCH, DLP_FAULT_CMD_OVERLAP, nram + 32, nram, 64, nram + 32, 0, 0 },
        { DLP_INSN_IO_COPY_MATCH, DLP_FAULT_CMD_OVERLAP, gout, DLP_MEM_CODE_BASE + (gout - DLP_MEM_GDRAM_BASE), 1, gout, 0, 0 },
    };
    return ANY_OF(g, bad);
}

/* Behind a command that fails. */
static void dropped_commands(struct gen *g)
{
    g->loops++;                         /* what follows is dropped: like in a loop it comes after all */
    for (unsigned i = below(g, 3); i > 0; i--) {
        if (chance(g, 60))
            copy(g, chance(g, 50) ? DLP_INSN_IO_COPY_MATCH : chance(g, 50) ? DLP_INSN_IO_COPY2_MATCH : chance(g, 50) ? DLP_INSN_IO_COPY3_MATCH : DLP_INSN_IO_FILL2_H_MATCH);
        else
            any_command(g);
    }
    g->loops--;
    sync_streams(g, ALL_STREAMS);       /* not passed */
    put(g, word_i(DLP_INSN_EXIT_MATCH, 0, X0, 0));
}

/* One index of many is not below the limit: the elements before it are moved. */
static void bad_index(struct gen *g, struct trap *t)
{
    const bool gather = chance(g, 50);
    const struct indexed x = any_indexed(g, gather ? DLP_INSN_VGATHER_MATCH : DLP_INSN_VSCATTER_MATCH);
    const uint32_t size = DLP_TYPE_BYTES(x.itype), at = below(g, x.n);
    struct op bad = { .write = { SPACE_NRAM, x.op.read[1].lo + at * size, x.op.read[1].lo + (at + 1) * size } };
    unsigned reg[3];
    three_regs(g, reg);
    set_vector(g, 1, x.itype);
    li_span(g, reg[0], &bad.write);
    li(g, reg[1], x.limit + (chance(g, 50) ? 0 : below(g, 128)));
    command(g, DLP_INSN_VFILL_MATCH, reg, &bad);
    sync_streams(g, ALL_STREAMS);
    set_indexed(g, &x, reg);
    *t = (struct trap){ .fault = gather ? DLP_FAULT_NRAM_READ : DLP_FAULT_NRAM_WRITE, .value = bad.write.lo,
                        .at = put(g, word_cmd(x.match, ALL_STREAMS, reg[0], reg[1], reg[2])) };
    g->commands++;
    dropped_commands(g);
}

static void bad_command(struct gen *g, struct trap *t)
{
    const struct bad_command b = any_bad_command(g);
    sync_streams(g, ALL_STREAMS);
    memset(g->cfg_known, 0, sizeof g->cfg_known);
    if (stream_of(b.match) == DLP_STREAM_VEC) {
        const uint32_t kh = b.match == DLP_INSN_VMAXPOOL_MATCH ? 4 : 1;     /* higher than the input */
        const struct want want[] = { { DLP_CFG_VEC_SEG, 0 }, { DLP_CFG_VEC_C, 1 }, { DLP_CFG_VEC_H, 3 }, { DLP_CFG_VEC_W, 3 }, { DLP_CFG_VEC_KH, kh },
                                     { DLP_CFG_VEC_KW, 1 }, { DLP_CFG_VEC_SH, 1 }, { DLP_CFG_VEC_SW, 1 } };
        set_vector(g, b.n, b.type);
        set_cfg(g, want, sizeof want / sizeof want[0]);
    } else if (stream_of(b.match) == DLP_STREAM_MAT) {
        for (unsigned i = DLP_CFG_MAT_HI; i <= DLP_CFG_MAT_SLOPE; i++) {    /* n = 1: weights of uint8 */
            uint32_t v = i == DLP_CFG_MAT_OUT ? b.type : i == DLP_CFG_MAT_TYPE ? b.n % 2 << DLP_MAT_TYPE_W_LSB : i == DLP_CFG_MAT_CI || i == DLP_CFG_MAT_CO || i == DLP_CFG_MAT_W_STRIDE ? 8 : 1;
            if (i == DLP_CFG_MAT_SW)
                v = b.n == 0 ? 0 : 1;
            set_cfg(g, &(struct want){ i, v }, 1);
        }
    } else if (b.match == DLP_INSN_MV_COPY2_MATCH) {
        set_cfg(g, &(struct want){ DLP_CFG_MV_ROWS, 0 }, 1);
    } else if (b.match == DLP_INSN_IO_COPY3_MATCH) {    /* n is the number of planes */
        const struct want want[] = { { DLP_CFG_IO_DST_STRIDE, 8 }, { DLP_CFG_IO_SRC_STRIDE, 8 }, { DLP_CFG_IO_ROWS, 2 }, { DLP_CFG_IO_PLANES, b.n },
                                     { DLP_CFG_IO_DST_PLANE, 1 << 21 }, { DLP_CFG_IO_SRC_PLANE, UINT32_MAX } };
        set_cfg(g, want, sizeof want / sizeof want[0]);
    }
    unsigned reg[3];
    three_regs(g, reg);
    li(g, reg[0], b.rd);
    li(g, reg[1], b.rs1);
    li(g, reg[2], b.rs2);
    *t = (struct trap){ .fault = b.fault, .value = b.address, .at = put(g, word_cmd(b.match, ALL_STREAMS, reg[0], reg[1], reg[2])) };
    g->commands++;
    dropped_commands(g);
}

/* An access to a part of the buffer that answers with bus errors: fetch, load, store, IO copy in or out. */
static void bus_error(struct gen *g, struct trap *t)
{
    static const uint32_t faults[] = { DLP_FAULT_FETCH_BUS, DLP_FAULT_LOAD_BUS, DLP_FAULT_STORE_BUS, DLP_FAULT_CMD_BUS_READ, DLP_FAULT_CMD_BUS_WRITE };
    const uint64_t alias = chance(g, 40) ? DLP_MEM_CODE_BASE - DLP_MEM_GDRAM_BASE : 0;
    const uint32_t rows = between(g, 1, 4), bytes = rows * LINE, at = BAD_AT + below(g, BAD_BYTES / LINE - 6) * LINE;
    *t = (struct trap){ .fault = ANY_OF(g, faults), .kind = DLP_RANDPROG_BUFFER };
    g->out->fail_at = at;
    g->out->fail_bytes = bytes;
    t->value = at + (t->fault == DLP_FAULT_FETCH_BUS ? DLP_MEM_CODE_BASE - DLP_MEM_GDRAM_BASE : alias) + below(g, bytes / 8) * 8;
    sync_streams(g, ALL_STREAMS);
    put(g, word_i(DLP_INSN_CSRRW_MATCH, X0, X0, DLP_CSR_MTVEC));
    unsigned reg[3], size;
    three_regs(g, reg);
    li(g, TMP0, t->value);
    put(g, word_r(DLP_INSN_ADD_MATCH, TMP0, TMP0, SCRATCH));
    const bool in = t->fault == DLP_FAULT_CMD_BUS_READ;
    switch (t->fault) {
    case DLP_FAULT_FETCH_BUS:
        put(g, word_i(DLP_INSN_JALR_MATCH, X0, TMP0, 0));
        t->at = UINT32_MAX;
        return;
    case DLP_FAULT_LOAD_BUS: case DLP_FAULT_STORE_BUS:
        t->at = put(g, access_word(g, t->fault == DLP_FAULT_LOAD_BUS, 1, &size));
        return;
    default:                            /* often long enough to end in good rows */
        if (chance(g, 30)) {            /* GDRAM on the other side, too */
            li(g, TMP1, below(g, SCRATCH_RANDOM - 2 * LINE));
            put(g, word_r(DLP_INSN_ADD_MATCH, TMP1, TMP1, SCRATCH));
        } else {
            li(g, TMP1, chance(g, 50) ? g->nram : g->wram);
        }
        li(g, reg[2], between(g, 1, 2 * LINE));
        if (!in && chance(g, 25))
            t->at = put(g, word_cmd(DLP_INSN_IO_FILL_H_MATCH, ALL_STREAMS, TMP0, TMP1, reg[2]));
        else if (in)
            t->at = put(g, word_cmd(DLP_INSN_IO_COPY_MATCH, ALL_STREAMS, TMP1, TMP0, reg[2]));
        else
            t->at = put(g, word_cmd(DLP_INSN_IO_COPY_MATCH, ALL_STREAMS, TMP0, TMP1, reg[2]));
        g->commands++;
        sync_streams(g, ALL_STREAMS);   /* not passed */
        put(g, word_i(DLP_INSN_EXIT_MATCH, 0, X0, 0));
        return;
    }
}

static void end_by_fault(struct gen *g)
{
    struct trap t = { 0 };
    switch (below(g, 12)) {
    case 0: {
        const uint64_t code = (uint64_t)between(g, 1, 1000) | rnd(g) << 32;
        li(g, TMP0, code);
        t = (struct trap){ .fault = DLP_FAULT_EXIT_CODE, .value = (uint32_t)code, .at = put(g, word_i(DLP_INSN_EXIT_MATCH, 0, TMP0, 0)) };
        break;
    }
    case 1: case 2: case 3:             /* without a handler; what writes the buffer must be complete, other commands need not be */
        if (chance(g, 50)) {
            sync_streams(g, ALL_STREAMS);
        } else {
            sync_streams(g, 1u << DLP_STREAM_IO);
            for (unsigned i = between(g, 1, 3); i > 0; i--)
                elementwise(g, dlp_insns[between(g, DLP_I_VADD_VV, DLP_I_VFILL)].match);
        }
        put(g, word_i(DLP_INSN_CSRRW_MATCH, X0, X0, DLP_CSR_MTVEC));
        if (chance(g, 15)) {            /* no code there */
            t.value = chance(g, 50) ? g->nram / 8 * 8 : DLP_MEM_CODE_BASE + ((uint64_t)g->p->gdram_mb << 20);
            t.fault = DLP_FAULT_FETCH_UNMAPPED;
            t.kind = DLP_RANDPROG_ABSOLUTE;
            li(g, TMP0, t.value);
            put(g, word_i(DLP_INSN_JALR_MATCH, X0, TMP0, 0));
            t.at = UINT32_MAX;
            break;
        }
        trap(g, &t, true);
        break;
    case 8: case 9: case 10:
        bus_error(g, &t);
        break;
    case 11:
        bad_index(g, &t);
        break;
    default:
        bad_command(g, &t);
        break;
    }
    g->out->fault = t.fault;
    g->out->address_kind = t.kind;
    g->out->fault_address = t.value;
    g->out->fault_pc = t.at;            /* word; see finish */
}

/* ---- the frame */
static void make_data(struct gen *g)
{
    for (unsigned at = 0; at < POOL_BYTES; at += 4) {
        uint32_t v;
        switch (at / 256 % 8) {         /* 256 bytes of a kind */
        case 0: case 1: v = (uint32_t)rnd(g); break;
        case 2: case 3: v = (uint32_t)rnd_value(g); break;
        case 4:         v = float_corner(g); break;
        case 5:         v = 0x80000000 & (chance(g, 2) ? 0 : UINT32_MAX); break;   /* sums of -0.0 */
        default:        v = rnd_float(g); break;
        }
        memcpy(g->data + at, &v, sizeof v);
    }
    for (unsigned c = 0; c < CHANNELS; c++) {
        static const uint32_t shifts[] = { 31, 32, (uint32_t)-31, (uint32_t)-32, (uint32_t)-33, 0x7fffffc1 };
        /* bias, scale, multiplier, shift */
        uint32_t param[4] = { (uint32_t)((int32_t)rnd(g) >> between(g, 8, 24)), ((uint32_t)rnd(g) & 0x7fffff) | between(g, 112, 128) << 23,
                              (uint32_t)(rnd(g) >> 34) | 0x40000000, (uint32_t)(4 - (int32_t)below(g, 20)) };
        if (chance(g, 10))
            param[1] = rnd_float(g);
        if (chance(g, 8))
            param[2] = (uint32_t)rnd_value(g);
        if (chance(g, 8))
            param[3] = chance(g, 30) ? (uint32_t)rnd(g) : ANY_OF(g, shifts);
        if (chance(g, 4))               /* -2^31 times -2^31, when the sum is odd */
            param[2] = 0x80000000, param[3] = 31;
        for (unsigned i = 0; i < 4; i++)
            memcpy(g->data + POOL_BYTES + (i * CHANNELS + c) * 4, &param[i], sizeof param[i]);
    }
}

/* One copy from the data to a scratchpad. */
static void copy_data(struct gen *g, uint64_t to, uint64_t from, uint32_t bytes)
{
    const unsigned reg[3] = { TMP0, TMP1, any_reg(g) };
    struct op op = { .write = { to < DLP_MEM_WRAM_BASE ? SPACE_NRAM : SPACE_WRAM, to, to + bytes } };
    li(g, TMP0, to);
    li(g, TMP1, from);
    put(g, word_r(DLP_INSN_ADD_MATCH, TMP1, TMP1, DATA));
    li(g, reg[2], bytes);
    command(g, DLP_INSN_IO_COPY_MATCH, reg, &op);
}

static void handler(struct gen *g)
{
    const unsigned over = put(g, 0);
    g->handler = g->n;
    if (chance(g, 50)) {
        put(g, word_i(DLP_INSN_CSRRS_MATCH, any_reg(g), X0, chance(g, 50) ? DLP_CSR_MCAUSE : DLP_CSR_MTVAL));
        put(g, word_i(DLP_INSN_CSRRS_MATCH, TRAP, X0, DLP_CSR_MEPC));
        put(g, word_i(DLP_INSN_ADDI_MATCH, TRAP, TRAP, 4));
        put(g, word_i(DLP_INSN_CSRRW_MATCH, X0, TRAP, DLP_CSR_MEPC));
    } else {                            /* with a register of the program, kept in mscratch */
        const unsigned reg = any_reg(g);
        put(g, word_i(DLP_INSN_CSRRW_MATCH, TRAP, reg, DLP_CSR_MSCRATCH));
        put(g, word_i(DLP_INSN_CSRRS_MATCH, reg, X0, DLP_CSR_MEPC));
        put(g, word_i(DLP_INSN_ADDI_MATCH, reg, reg, 4));
        put(g, word_i(DLP_INSN_CSRRW_MATCH, X0, reg, DLP_CSR_MEPC));
        put(g, word_i(DLP_INSN_CSRRW_MATCH, reg, TRAP, DLP_CSR_MSCRATCH));
    }
    put(g, DLP_INSN_MRET_MATCH);
    g->code[over] = word_j(DLP_INSN_JAL_MATCH, X0, distance(over, g->n));
    const unsigned at = put(g, word_u(DLP_INSN_AUIPC_MATCH, TMP0, 0));
    put(g, word_i(DLP_INSN_ADDI_MATCH, TMP0, TMP0, distance(at, g->handler)));
    put(g, word_i(DLP_INSN_CSRRW_MATCH, any_rd(g), TMP0, DLP_CSR_MTVEC));
}

/* Returns the word of the auipc that DATA comes from. */
static unsigned begin(struct gen *g)
{
    /* a0 is the launch block; the address of the buffer is its slot 0 */
    put(g, word_i(DLP_INSN_LD_MATCH, SCRATCH, 10, DLP_LAUNCH_ARGS));
    const unsigned at = put(g, word_u(DLP_INSN_AUIPC_MATCH, DATA, 0));
    put(g, 0);
    copy_data(g, g->nram, 0, POOL_BYTES);
    copy_data(g, g->nram + POOL_BYTES, 64 * below(g, 32), NRAM_WINDOW - POOL_BYTES - 64 * 32);
    copy_data(g, g->nram + NRAM_WINDOW - 64 * 32, 0, 64 * 32);
    copy_data(g, g->wram, below(g, PARAM_BYTES), WRAM_WINDOW - PARAM_BYTES);
    copy_data(g, g->params, POOL_BYTES, PARAM_BYTES);
    if (chance(g, 70))
        handler(g);
    for (unsigned r = 1; r < COUNT0; r++)
        if (r < SCRATCH || r > DATA) {
            if (chance(g, 30))
                put(g, word_i(DLP_INSN_LD_MATCH, r, DATA, (int32_t)(8 * below(g, 256))));
            else
                li(g, r, chance(g, 50) ? rnd_value(g) : below(g, 4096));
        }
    li(g, LMEM, g->lmem);
    put(g, word_i(DLP_INSN_ADDI_MATCH, TMP0, LMEM, 0));
    li(g, COUNT0, LMEM_WINDOW / 8);
    const unsigned fill = put(g, word_s(DLP_INSN_SD_MATCH, TMP0, 5, 0));
    put(g, word_i(DLP_INSN_ADDI_MATCH, TMP0, TMP0, 8));
    put(g, word_r(DLP_INSN_ADD_MATCH, 5, 5, 6));
    put(g, word_j(DLP_INSN_CJ_MATCH, COUNT0, distance(g->n, fill)));
    return at;
}

/* Registers and LMEM go to NRAM, the windows to the buffer. */
static void end_by_success(struct gen *g)
{
    const uint64_t at = (g->nram + 7) / 8 * 8;
    li(g, TMP0, at);
    for (unsigned r = 1; r < COUNT0; r++)
        put(g, word_s(DLP_INSN_SD_MATCH, TMP0, r, (int32_t)(8 * r)));
    li(g, COUNT0, LMEM_WINDOW / 8);
    const unsigned again = put(g, word_i(DLP_INSN_LD_MATCH, TMP1, LMEM, 0));
    put(g, word_s(DLP_INSN_SD_MATCH, TMP0, TMP1, 8 * COUNT0));
    put(g, word_i(DLP_INSN_ADDI_MATCH, LMEM, LMEM, 8));
    put(g, word_i(DLP_INSN_ADDI_MATCH, TMP0, TMP0, 8));
    put(g, word_j(DLP_INSN_CJ_MATCH, COUNT0, distance(g->n, again)));
    const struct { uint64_t from, to; uint32_t bytes; } dump[] = { { g->nram, DUMP_NRAM, NRAM_WINDOW }, { g->wram, DUMP_WRAM, WRAM_WINDOW } };
    for (unsigned i = 0; i < 2; i++) {
        li(g, TMP0, dump[i].to);
        put(g, word_r(DLP_INSN_ADD_MATCH, TMP0, TMP0, SCRATCH));
        li(g, TMP1, dump[i].from);
        li(g, COUNT1, dump[i].bytes);
        put(g, word_cmd(DLP_INSN_IO_COPY_MATCH, ALL_STREAMS, TMP0, TMP1, COUNT1));
        g->commands++;
    }
    li(g, TMP0, chance(g, 30) ? rnd(g) << 32 : 0);      /* only the low half is the exit code */
    put(g, word_i(DLP_INSN_EXIT_MATCH, 0, TMP0, 0));
    g->out->fault = DLP_FAULT_NONE;
}

/* A window of the given size in a memory, at its start, its end or anywhere. */
static uint64_t place(struct gen *g, uint64_t base, uint32_t kb, uint64_t bytes, uint64_t align)
{
    const uint64_t room = ((uint64_t)kb << 10) - bytes;
    const unsigned where = below(g, 4);
    return base + (where == 0 ? 0 : where == 1 ? room : rnd(g) % (room + 1)) / align * align;
}

/* Bus errors or an early end at a place that only time decides. */
static void disturb(struct gen *g)
{
    struct dlp_randprog *out = g->out;
    if (out->fail_bytes != 0)
        return;
    if (chance(g, 14)) {
        out->fail_bytes = between(g, 1, 8) * LINE;
        out->fail_at = below(g, (BAD_AT - out->fail_bytes) / LINE + 1) * LINE;
        out->uncertain = true;
    } else if (chance(g, 14)) {
        out->limit = between(g, 100, chance(g, 50) ? 1500 : 6000);        /* a program takes some 4000 cycles */
        out->uncertain = true;
    }
}

bool dlp_randprog_disturbed(const struct dlp_randprog *prog, uint32_t fault)
{
    switch (fault) {
    case DLP_FAULT_WATCHDOG:
        return prog->uncertain && prog->limit != 0;
    case DLP_FAULT_LOAD_BUS: case DLP_FAULT_STORE_BUS: case DLP_FAULT_CMD_BUS_READ: case DLP_FAULT_CMD_BUS_WRITE:
        return prog->uncertain && prog->fail_bytes != 0;
    default:
        return false;
    }
}

/* Instruction words: as many as commands and draws give, about 300 to 1000. */
static void generate(struct gen *g)
{
    make_data(g);
    g->nram = place(g, DLP_MEM_NRAM_BASE, g->p->nram_kb, NRAM_WINDOW, 1);
    g->wram = place(g, DLP_MEM_WRAM_BASE, g->p->wram_kb, WRAM_WINDOW, 1);
    g->params = g->wram + WRAM_WINDOW - PARAM_BYTES;
    g->lmem = place(g, DLP_MEM_LMEM_BASE, g->p->lmem_kb, LMEM_WINDOW, 8);
    const unsigned data = begin(g), target = between(g, 18, 36);
    while (g->commands < target && g->n < CODE_MAX - CODE_MARGIN)
        block(g);
    if (chance(g, 20))
        end_by_fault(g);
    else
        end_by_success(g);
    disturb(g);
    /* DATA is known now: auipc + addi */
    const uint32_t offset = data_at(g) - data * 4;
    g->code[data] = word_u(DLP_INSN_AUIPC_MATCH, DATA, (offset + 0x800) >> 12);
    g->code[data + 1] = word_i(DLP_INSN_ADDI_MATCH, DATA, DATA, low12(offset));
}

int dlp_randprog_make(uint64_t seed, const struct dlp_profile *profile, struct dlp_randprog *out)
{
    struct gen *g = calloc(1, sizeof *g);
    struct dlp_randprog made = { 0 };
    if (!g)
        return DLP_ENOMEM;
    g->state = seed * UINT64_C(0xd1342543de82ef95) + profile->number;
    g->p = profile;
    g->out = &made;
    generate(g);
    int err = make_elf(g, &made);
    if (err == 0) {
        made.commands = g->commands;
        if (made.fault == DLP_FAULT_FETCH_UNMAPPED || made.fault == DLP_FAULT_FETCH_BUS)
            made.fault_pc = made.fault_address;         /* of the instruction that is not there */
        else if (made.fault != DLP_FAULT_NONE)
            made.fault_pc = made.code_base + 4 * made.fault_pc;
        *out = made;
    }
    free(g);
    return err;
}

void dlp_randprog_free(struct dlp_randprog *prog)
{
    free(prog->elf);
    *prog = (struct dlp_randprog){ 0 };
}
