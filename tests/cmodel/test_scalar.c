/* SPDX-License-Identifier: Apache-2.0
 * The scalar core: instructions against host arithmetic, traps, count-jump, CSRs, and decoding of every word format. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "bench.h"
#include "dlp_tables.h"

static const uint64_t value[] = {
    0, 1, 2, UINT64_MAX, UINT64_MAX - 1, INT64_MAX, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, INT32_MAX, UINT32_C(0x80000000), UINT32_MAX,
    UINT64_C(1) << 32, UINT64_C(0xffffffff80000000), UINT64_C(0x123456789abcdef0), UINT64_C(0xfedcba9876543210), 31, 32, 63, 64, 2047
};
enum { VALUES = sizeof value / sizeof value[0] };

static uint64_t s32(uint64_t v) { return (uint64_t)(int64_t)(int32_t)(uint32_t)v; }

/* a op b, once */
static uint64_t alu(struct bench *b, uint32_t word, uint64_t a, uint64_t c)
{
    emit_li(b, A1, a);
    emit_li(b, A2, c);
    emit(b, word);
    emit(b, EXIT(X0));
    struct end end = bench_run(b);
    assert_true(end.exited);
    return dlp_model_reg(b->chip, 0, A0);
}

static void register_instructions_match_host_arithmetic(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned i = 0; i < VALUES; i++)
        for (unsigned j = 0; j < VALUES; j++) {
            uint64_t x = value[i], y = value[j];
            int64_t sx = (int64_t)x, sy = (int64_t)y;
            int32_t wx = (int32_t)x;
            const struct { uint32_t word; uint64_t want; } row[] = {
                { R(ADD, A0, A1, A2), x + y }, { R(SUB, A0, A1, A2), x - y }, { R(SLL, A0, A1, A2), x << (y & 63) },
                { R(SLT, A0, A1, A2), sx < sy }, { R(SLTU, A0, A1, A2), x < y }, { R(XOR, A0, A1, A2), x ^ y },
                { R(SRL, A0, A1, A2), x >> (y & 63) }, { R(SRA, A0, A1, A2), (uint64_t)(sx >> (y & 63)) },
                { R(OR, A0, A1, A2), x | y }, { R(AND, A0, A1, A2), x & y },
                { R(ADDW, A0, A1, A2), s32(x + y) }, { R(SUBW, A0, A1, A2), s32(x - y) }, { R(SLLW, A0, A1, A2), s32(x << (y & 31)) },
                { R(SRLW, A0, A1, A2), s32((uint32_t)x >> (y & 31)) }, { R(SRAW, A0, A1, A2), (uint64_t)(int64_t)(wx >> (y & 31)) },
                { R(MUL, A0, A1, A2), x * y }, { R(MULW, A0, A1, A2), s32(x * y) },
                { R(DIVU, A0, A1, A2), y ? x / y : UINT64_MAX }, { R(REMU, A0, A1, A2), y ? x % y : x },
                { R(DIV, A0, A1, A2), y == 0 ? UINT64_MAX : sy == -1 ? 0 - x : (uint64_t)(sx / sy) },
                { R(REM, A0, A1, A2), y == 0 ? x : sy == -1 ? 0 : (uint64_t)(sx % sy) },
                { R(DIVUW, A0, A1, A2), (uint32_t)y ? s32((uint32_t)x / (uint32_t)y) : UINT64_MAX },
                { R(REMUW, A0, A1, A2), s32((uint32_t)y ? (uint32_t)x % (uint32_t)y : (uint32_t)x) },
            };
            for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
                assert_int_equal(alu(b, row[k].word, x, y), row[k].want);
        }
    bench_free(b);
}

static void immediate_instructions_match_host_arithmetic(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const int32_t imm[] = { 0, 1, -1, 2047, -2048, 31, 5 };
    for (unsigned i = 0; i < VALUES; i++)
        for (size_t j = 0; j < sizeof imm / sizeof imm[0]; j++) {
            uint64_t x = value[i], y = (uint64_t)(int64_t)imm[j];
            unsigned sh = (unsigned)imm[j] & 63, shw = sh & 31;
            const struct { uint32_t word; uint64_t want; } row[] = {
                { I(ADDI, A0, A1, imm[j]), x + y }, { I(SLTI, A0, A1, imm[j]), (int64_t)x < imm[j] }, { I(SLTIU, A0, A1, imm[j]), x < y },
                { I(XORI, A0, A1, imm[j]), x ^ y }, { I(ORI, A0, A1, imm[j]), x | y }, { I(ANDI, A0, A1, imm[j]), x & y },
                { I(SLLI, A0, A1, (int32_t)sh), x << sh }, { I(SRLI, A0, A1, (int32_t)sh), x >> sh },
                { I(SRAI, A0, A1, (int32_t)sh), (uint64_t)((int64_t)x >> sh) },
                { I(ADDIW, A0, A1, imm[j]), s32(x + y) }, { I(SLLIW, A0, A1, (int32_t)shw), s32(x << shw) },
                { I(SRLIW, A0, A1, (int32_t)shw), s32((uint32_t)x >> shw) },
                { I(SRAIW, A0, A1, (int32_t)shw), (uint64_t)(int64_t)((int32_t)x >> shw) },
            };
            for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
                assert_int_equal(alu(b, row[k].word, x, 0), row[k].want);
        }
    assert_int_equal(alu(b, U(LUI, A0, 0x80000), 0, 0), UINT64_C(0xffffffff80000000));
    assert_int_equal(alu(b, U(AUIPC, A0, 0xfffff), 0, 0), CODE_PC + 4 * 22 - 4096);     /* two 11-word constants before it */
    bench_free(b);
}

static void branches_compare_as_their_names_say(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned i = 0; i < VALUES; i++)
        for (unsigned j = 0; j < VALUES; j++) {
            uint64_t x = value[i], y = value[j];
            const struct { uint32_t word; bool taken; } row[] = {
                { B(BEQ, A1, A2, 12), x == y }, { B(BNE, A1, A2, 12), x != y }, { B(BLT, A1, A2, 12), (int64_t)x < (int64_t)y },
                { B(BGE, A1, A2, 12), (int64_t)x >= (int64_t)y }, { B(BLTU, A1, A2, 12), x < y }, { B(BGEU, A1, A2, 12), x >= y },
            };
            for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
                emit_li(b, A1, x);
                emit_li(b, A2, y);
                emit(b, I(ADDI, A0, X0, 0));
                emit(b, row[k].word);
                emit(b, I(ADDI, A0, X0, 1));        /* skipped when taken */
                emit(b, N(FENCE));
                emit(b, EXIT(A0));
                assert_int_equal(bench_run(b).exit_code, !row[k].taken);
            }
        }
    bench_free(b);
}

static void jumps_link_and_clear_bit_0(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, J(JAL, RA, 8));
    emit(b, EXIT(X0));
    emit(b, I(ADDI, A1, RA, 13));                   /* word 5 plus 1: bit 0 goes */
    emit(b, I(JALR, A2, A1, 0));
    emit(b, EXIT(X0));
    emit(b, I(ADDI, A0, X0, 3));
    emit(b, EXIT(A0));
    struct end end = bench_run(b);
    /* ra = word 1; ra + 12 = word 4 */
    assert_int_equal(dlp_model_reg(b->chip, 0, RA), CODE_PC + 4);
    assert_int_equal(dlp_model_reg(b->chip, 0, A2), CODE_PC + 16);
    assert_int_equal(end.exit_code, 0);
    /* rd = rs1: the target is worked out first */
    emit_li(b, RA, CODE_PC + 4 * 14);
    emit(b, I(JALR, RA, RA, 0));
    emit(b, EXIT(X0));
    emit(b, EXIT(X0));
    emit(b, I(ADDI, A0, X0, 9));
    emit(b, EXIT(A0));
    assert_int_equal(bench_run(b).exit_code, 9);
    assert_int_equal(dlp_model_reg(b->chip, 0, RA), CODE_PC + 4 * 12);
    bench_free(b);
}

static void loads_and_stores_extend_and_keep_their_neighbours(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const uint64_t place[] = { DLP_MEM_LMEM_BASE, DLP_MEM_NRAM_BASE, DLP_MEM_WRAM_BASE, DLP_MEM_GDRAM_BASE + 0x300000, DLP_MEM_CODE_BASE + 0x300000 };
    for (size_t k = 0; k < sizeof place / sizeof place[0]; k++) {
        emit_li(b, S0, place[k] + 64);
        emit_li(b, A1, UINT64_C(0x8899aabbccddeeff));
        emit(b, S(SD, A1, S0, 0));
        emit_li(b, A2, UINT64_C(0xffffffffffffff80));
        emit(b, S(SB, A2, S0, 3));
        emit(b, S(SH, A2, S0, 4));
        emit(b, I(LD, A0, S0, 0));
        emit(b, I(LB, A3, S0, 3));
        emit(b, I(LBU, A4, S0, 3));
        emit(b, I(LH, A5, S0, 6));
        emit(b, I(LHU, A6, S0, 6));
        emit(b, I(LW, A7, S0, 4));
        emit(b, I(LWU, T1, S0, 4));
        emit(b, S(SW, X0, S0, 4));
        emit(b, I(LD, T2, S0, 0));
        emit(b, EXIT(X0));
        assert_true(bench_run(b).exited);
        assert_int_equal(dlp_model_reg(b->chip, 0, A0), UINT64_C(0x8899ff8080ddeeff));
        assert_int_equal(dlp_model_reg(b->chip, 0, A3), UINT64_C(0xffffffffffffff80));
        assert_int_equal(dlp_model_reg(b->chip, 0, A4), 0x80);
        assert_int_equal(dlp_model_reg(b->chip, 0, A5), UINT64_C(0xffffffffffff8899));
        assert_int_equal(dlp_model_reg(b->chip, 0, A6), 0x8899);
        assert_int_equal(dlp_model_reg(b->chip, 0, A7), UINT64_C(0xffffffff8899ff80));
        assert_int_equal(dlp_model_reg(b->chip, 0, T1), UINT64_C(0x8899ff80));
        assert_int_equal(dlp_model_reg(b->chip, 0, T2), UINT64_C(0x80ddeeff));
    }
    bench_free(b);
}

/* ---- traps */

/* Runs word with a1 = x as its only operand; the trap and its mtval are caught by a handler. */
struct caught { uint64_t cause, value, pc; bool trapped; };

static struct caught trap_of(struct bench *b, uint32_t word, uint64_t x, unsigned *word_at)
{
    emit_li(b, T1, CODE_PC + 4 * 40);
    emit(b, CSR(CSRRW, X0, DLP_CSR_MTVEC, T1));
    emit_li(b, A1, x);
    emit_li(b, A0, 0x5a5a);
    *word_at = b->words;
    emit(b, word);
    emit(b, EXIT(X0));
    while (b->words < 40)
        emit(b, N(EBREAK));
    emit(b, CSR(CSRRS, S0, DLP_CSR_MCAUSE, X0));
    emit(b, CSR(CSRRS, S1, DLP_CSR_MTVAL, X0));
    emit(b, CSR(CSRRS, A7, DLP_CSR_MEPC, X0));
    emit(b, I(ADDI, A6, X0, 1));
    emit(b, EXIT(A6));
    struct end end = bench_run(b);
    return (struct caught){ dlp_model_reg(b->chip, 0, S0), dlp_model_reg(b->chip, 0, S1), dlp_model_reg(b->chip, 0, A7), end.exit_code == 1 };
}

static void traps_have_their_cause_and_value(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t pc = CODE_PC, lmem_end = DLP_MEM_LMEM_BASE + 8 * 1024, gdram_end = DLP_MEM_GDRAM_BASE + b->gdram_bytes;
    const struct { uint32_t word; uint64_t x; unsigned cause; uint64_t value; bool of_pc; } row[] = {
        { I(JALR, A0, A1, 0), pc + 2, 0, pc + 2, false },
        { J(JAL, A0, 6), 0, 0, 6, true },
        { B(BEQ, X0, X0, 10), 0, 0, 10, true },
        { J(CJ, A0, 6), 0, 0, 6, true },
        { 0xffffffff, 0, 2, 0xffffffff, false },
        { 0x00000000, 0, 2, 0, false },
        { 0x00000001, 0, 2, 1, false },
        { N(ECALL), 0, 11, 0, false },
        { N(EBREAK), 0, 3, 0, true },
        { I(LH, A0, A1, 0), DLP_MEM_LMEM_BASE + 1, 4, DLP_MEM_LMEM_BASE + 1, false },
        { I(LD, A0, A1, 0), 4, 4, 4, false },                           /* misaligned goes before unmapped */
        { I(LW, A0, A1, 0), 4, 5, 4, false },
        { I(LB, A0, A1, 0), lmem_end, 5, lmem_end, false },
        { I(LB, A0, A1, 0), DLP_MEM_LMEM_BASE - 1, 5, DLP_MEM_LMEM_BASE - 1, false },
        { I(LB, A0, A1, 0), gdram_end, 5, gdram_end, false },
        { I(LW, A0, A1, 0), DLP_MEM_MMIO_BASE, 5, DLP_MEM_MMIO_BASE, false },       /* not on a DLP core */
        { I(LB, A0, A1, 0), DLP_MEM_SRAM_BASE, 5, DLP_MEM_SRAM_BASE, false },       /* no such memory */
        { I(LB, A0, A1, 0), DLP_MEM_NRAM_BASE + b->nram_bytes, 5, DLP_MEM_NRAM_BASE + b->nram_bytes, false },
        { I(LB, A0, A1, 0), UINT64_C(1) << 41, 5, UINT64_C(1) << 41, false },
        { I(LB, A0, A1, 0), (UINT64_C(1) << 63) + DLP_MEM_LMEM_BASE, 5, (UINT64_C(1) << 63) + DLP_MEM_LMEM_BASE, false },
        { S(SW, A1, A1, 0), DLP_MEM_LMEM_BASE + 2, 6, DLP_MEM_LMEM_BASE + 2, false },
        { S(SD, A1, A1, -8), 8, 7, 0, false },
        { S(SB, A1, A1, 0), DLP_MEM_WRAM_BASE + b->wram_bytes, 7, DLP_MEM_WRAM_BASE + b->wram_bytes, false },
        { CSR(CSRRS, A0, 0x123, X0), 0, 2, CSR(CSRRS, A0, 0x123, X0), false },
        { CSR(CSRRW, A0, DLP_CSR_CYCLE, X0), 0, 2, CSR(CSRRW, A0, DLP_CSR_CYCLE, X0), false },
        { CSR(CSRRS, A0, DLP_CSR_MHARTID, A1), 0, 2, CSR(CSRRS, A0, DLP_CSR_MHARTID, A1), false },
        { CSR(CSRRSI, A0, DLP_CSR_INSTRET, 1), 0, 2, CSR(CSRRSI, A0, DLP_CSR_INSTRET, 1), false },
        { enc_i(DLP_INSN_DCFG_MATCH, 0, A1, 0x0b), 0, 2, enc_i(DLP_INSN_DCFG_MATCH, 0, A1, 0x0b), false },
        { enc_i(DLP_INSN_DCFG_MATCH, 0, A1, 0x100), 0, 2, enc_i(DLP_INSN_DCFG_MATCH, 0, A1, 0x100), false },
        { CFG2(VEC_TYPE, A1, A1), 0, 2, CFG2(VEC_TYPE, A1, A1), false },            /* odd */
        { enc_i(DLP_INSN_DCFG_MATCH, 1, A1, 0), 0, 2, enc_i(DLP_INSN_DCFG_MATCH, 1, A1, 0), false },        /* rd must be x0 */
        { CMD(VADD_VV, A0, A0, A0, 0) + (3u << 25), 0, 2, CMD(VADD_VV, A0, A0, A0, 0) + (3u << 25), false },   /* a gap in the operations */
        { CMD(IO_COPY, A0, A0, A0, 0) + (3u << 25), 0, 2, CMD(IO_COPY, A0, A0, A0, 0) + (3u << 25), false },
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        unsigned at;
        struct caught c = trap_of(b, row[k].word, row[k].x, &at);
        uint64_t own = CODE_PC + 4 * at;
        assert_true(c.trapped);
        assert_int_equal(c.cause, row[k].cause);
        assert_int_equal(c.value, row[k].value + (row[k].of_pc ? own : 0));
        assert_int_equal(c.pc, own);
        assert_int_equal(dlp_model_reg(b->chip, 0, A0), 0x5a5a);        /* rd was not written */
    }
    bench_free(b);
}

static void a_fetch_outside_of_code_traps_at_the_target(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const uint64_t target[] = { 0, DLP_MEM_NRAM_BASE, DLP_MEM_GDRAM_BASE, DLP_MEM_CODE_BASE - 4 };
    for (size_t k = 0; k <= sizeof target / sizeof target[0]; k++) {
        uint64_t to = k < 4 ? target[k] : DLP_MEM_CODE_BASE + b->gdram_bytes;
        unsigned at;
        struct caught c = trap_of(b, I(JALR, X0, A1, 0), to, &at);
        assert_true(c.trapped);
        assert_int_equal(c.cause, 1);
        assert_int_equal(c.value, to);
        assert_int_equal(c.pc, to);
    }
    bench_free(b);
}

static void a_trap_without_handler_stops_the_hart(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, A0, X0, 1));
    emit(b, N(ECALL));
    emit(b, I(ADDI, A0, X0, 2));
    struct end end = bench_run(b);
    assert_false(end.exited);
    assert_int_equal(end.cause, 11);
    assert_int_equal(end.mtval_pc, CODE_PC + 4);
    assert_int_equal(dlp_model_reg(b->chip, 0, A0), 1);
    bench_free(b);
}

static void mret_returns_to_mepc_and_traps_do_not_retire(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, T1, CODE_PC + 4 * 20);               /* words 0..10 */
    emit(b, CSR(CSRRW, X0, DLP_CSR_MTVEC, T1));
    emit(b, CSR(CSRRS, S0, DLP_CSR_MINSTRET, X0));  /* 12 retired before it */
    emit(b, N(ECALL));                              /* word 13 */
    emit(b, CSR(CSRRS, S1, DLP_CSR_MINSTRET, X0));
    emit(b, EXIT(X0));
    while (b->words < 20)
        emit(b, N(EBREAK));
    emit(b, CSR(CSRRS, T2, DLP_CSR_MEPC, X0));
    emit(b, I(ADDI, T2, T2, 4));
    emit(b, CSR(CSRRW, X0, DLP_CSR_MEPC, T2));
    emit(b, N(MRET));
    assert_true(bench_run(b).exited);
    assert_int_equal(dlp_model_reg(b->chip, 0, S0), 12);
    assert_int_equal(dlp_model_reg(b->chip, 0, S1), 13 + 4);    /* the read and the handler; not the ecall */
    bench_free(b);
}

/* ---- count-jump */

static void a_count_jump_runs_its_body_count_times(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned n = 1; n <= 5; n++) {
        emit(b, I(ADDI, S0, X0, (int32_t)n));
        emit(b, I(ADDI, A0, X0, 0));
        emit(b, I(ADDI, A0, A0, 1));
        emit(b, J(CJ, S0, -4));
        emit(b, EXIT(A0));
        assert_int_equal(bench_run(b).exit_code, n);
        assert_int_equal(dlp_model_reg(b->chip, 0, S0), 0);
    }
    bench_free(b);
}

static void a_count_of_zero_wraps_and_jumps(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, S0, X0, 0));
    emit(b, I(ADDI, A0, X0, 1));
    emit(b, J(CJ, S0, 8));
    emit(b, EXIT(X0));
    emit(b, EXIT(A0));
    assert_int_equal(bench_run(b).exit_code, 1);
    assert_int_equal(dlp_model_reg(b->chip, 0, S0), UINT64_MAX);
    bench_free(b);
}

static void a_count_jump_on_x0_always_jumps(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, A0, X0, 1));
    emit(b, J(CJ, X0, 8));
    emit(b, EXIT(X0));
    emit(b, J(CJ, X0, 8));
    emit(b, EXIT(X0));
    emit(b, EXIT(A0));
    assert_int_equal(bench_run(b).exit_code, 1);
    assert_int_equal(dlp_model_reg(b->chip, 0, X0), 0);
    bench_free(b);
}

static void a_misaligned_count_jump_falls_through_unharmed(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, S0, X0, 1));
    emit(b, J(CJ, S0, 6));
    emit(b, EXIT(S0));
    struct end end = bench_run(b);
    assert_true(end.exited);
    assert_int_equal(end.exit_code, 0);
    bench_free(b);
}

/* ---- CSRs */

static void csrs_have_their_values_and_access(void **state)
{
    (void)state;
    struct bench *b = bench_new("edge");
    const struct { unsigned csr; uint64_t written, read; } row[] = {
        { DLP_CSR_MSTATUS, UINT64_MAX, 0x1800 }, { DLP_CSR_MISA, 0, UINT64_C(0x8000000000801100) }, { DLP_CSR_MIE, UINT64_MAX, 0x800 },
        { DLP_CSR_MTVEC, 0x40000103, 0x40000100 }, { DLP_CSR_MSCRATCH, UINT64_MAX, UINT64_MAX }, { DLP_CSR_MEPC, 0x1237, 0x1234 },
        { DLP_CSR_MCAUSE, 77, 77 }, { DLP_CSR_MTVAL, UINT64_C(0x123456789), UINT64_C(0x123456789) }, { DLP_CSR_MIP, UINT64_MAX, 0 },
        { DLP_CSR_STALL_SYNC, 5, 0 }, { DLP_CSR_MXU_ROWS, 5, 0 },
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        emit_li(b, A1, row[k].written);
        emit(b, CSR(CSRRW, X0, row[k].csr, A1));
        emit(b, CSR(CSRRS, A0, row[k].csr, X0));
        emit(b, EXIT(X0));
        assert_true(bench_run(b).exited);
        assert_int_equal(dlp_model_reg(b->chip, 0, A0), row[k].read);
    }
    const struct { unsigned csr; uint64_t read; } fixed[] = {
        { DLP_CSR_MVENDORID, 0 }, { DLP_CSR_MARCHID, 0 }, { DLP_CSR_MIMPID, DLP_SPEC_VERSION }, { DLP_CSR_MHARTID, 0 },
        { DLP_CSR_SPECHASH, DLP_SPEC_HASH }, { DLP_CSR_PROFILEID, DLP_PROFILE_EDGE },
    };
    for (size_t k = 0; k < sizeof fixed / sizeof fixed[0]; k++) {
        emit(b, CSR(CSRRSI, A0, fixed[k].csr, 0));
        emit(b, EXIT(X0));
        assert_true(bench_run(b).exited);
        assert_int_equal(dlp_model_reg(b->chip, 0, A0), fixed[k].read);
    }
    bench_free(b);
}

static void every_listed_csr_can_be_read(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
#define DLP_CSR(name, number, access, doc)          \
    emit(b, CSR(CSRRS, A0, number, X0));
#include "isa.def"
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    bench_free(b);
}

static void csr_set_and_clear_work_on_the_old_value(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, A1, X0, 0x0f0));
    emit(b, CSR(CSRRW, X0, DLP_CSR_MSCRATCH, A1));
    emit(b, CSR(CSRRSI, A2, DLP_CSR_MSCRATCH, 0x1f));
    emit(b, I(ADDI, A1, X0, 0x00c));
    emit(b, CSR(CSRRC, A3, DLP_CSR_MSCRATCH, A1));
    emit(b, CSR(CSRRCI, A4, DLP_CSR_MSCRATCH, 1));
    emit(b, CSR(CSRRWI, A5, DLP_CSR_MSCRATCH, 9));
    emit(b, CSR(CSRRW, A1, DLP_CSR_MSCRATCH, A1));  /* rd = rs1 */
    emit(b, CSR(CSRRS, A6, DLP_CSR_MSCRATCH, X0));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    assert_int_equal(dlp_model_reg(b->chip, 0, A2), 0x0f0);
    assert_int_equal(dlp_model_reg(b->chip, 0, A3), 0x0ff);
    assert_int_equal(dlp_model_reg(b->chip, 0, A4), 0x0f3);
    assert_int_equal(dlp_model_reg(b->chip, 0, A5), 0x0f2);
    assert_int_equal(dlp_model_reg(b->chip, 0, A1), 9);
    assert_int_equal(dlp_model_reg(b->chip, 0, A6), 0x00c);
    bench_free(b);
}

static void a_start_resets_only_what_the_manual_says(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, S0, X0, 77));
    emit(b, CSR(CSRRW, X0, DLP_CSR_MSCRATCH, S0));
    emit(b, CSR(CSRRW, X0, DLP_CSR_MIE, X0));
    emit(b, EXIT(X0));
    bench_run(b);
    emit(b, CSR(CSRRS, A1, DLP_CSR_MSCRATCH, X0));
    emit(b, CSR(CSRRS, A2, DLP_CSR_MINSTRET, X0));
    emit(b, EXIT(S0));
    assert_int_equal(bench_run(b).exit_code, 77);   /* registers stay */
    assert_int_equal(dlp_model_reg(b->chip, 0, A1), 0);
    assert_int_equal(dlp_model_reg(b->chip, 0, A2), 1);
    bench_free(b);
}

/* ---- decoding */

/* Every word of every row's operand bits is that row's instruction: no other row, and legal unless an operand is bad. */
static void no_word_outside_of_the_tables_is_legal(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    unsigned illegal = 0;
    for (unsigned k = 0; k < 3000; k++) {
        uint32_t word = (uint32_t)rnd();
        if (dlp_insn_find(word))
            continue;
        illegal++;
        emit(b, word);
        struct end end = bench_run(b);
        assert_int_equal(end.cause, 2);
    }
    assert_true(illegal > 100);
    bench_free(b);
}

static void fence_i_makes_new_code_visible(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, A1, CODE_PC + 4 * 34);               /* 0..10 */
    emit_li(b, A2, I(ADDI, A0, X0, 5));             /* ..21 */
    emit(b, J(JAL, RA, 4 * 12));                    /* 22: run the old code once, to 34 */
    emit(b, S(SW, A2, A1, 0));
    emit(b, N(FENCE_I));
    emit(b, J(JAL, RA, 4 * 9));                     /* 25 to 34 */
    emit(b, EXIT(A0));
    while (b->words < 34)
        emit(b, N(EBREAK));
    emit(b, I(ADDI, A0, X0, 4));
    emit(b, I(JALR, X0, RA, 0));
    assert_int_equal(bench_run(b).exit_code, 5);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(register_instructions_match_host_arithmetic),
        cmocka_unit_test(immediate_instructions_match_host_arithmetic),
        cmocka_unit_test(branches_compare_as_their_names_say),
        cmocka_unit_test(jumps_link_and_clear_bit_0),
        cmocka_unit_test(loads_and_stores_extend_and_keep_their_neighbours),
        cmocka_unit_test(traps_have_their_cause_and_value),
        cmocka_unit_test(a_fetch_outside_of_code_traps_at_the_target),
        cmocka_unit_test(a_trap_without_handler_stops_the_hart),
        cmocka_unit_test(mret_returns_to_mepc_and_traps_do_not_retire),
        cmocka_unit_test(a_count_jump_runs_its_body_count_times),
        cmocka_unit_test(a_count_of_zero_wraps_and_jumps),
        cmocka_unit_test(a_count_jump_on_x0_always_jumps),
        cmocka_unit_test(a_misaligned_count_jump_falls_through_unharmed),
        cmocka_unit_test(csrs_have_their_values_and_access),
        cmocka_unit_test(every_listed_csr_can_be_read),
        cmocka_unit_test(csr_set_and_clear_work_on_the_old_value),
        cmocka_unit_test(a_start_resets_only_what_the_manual_says),
        cmocka_unit_test(no_word_outside_of_the_tables_is_legal),
        cmocka_unit_test(fence_i_makes_new_code_visible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
