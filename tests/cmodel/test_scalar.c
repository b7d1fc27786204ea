/* SPDX-License-Identifier: Apache-2.0
 * The scalar core: every instruction against host arithmetic, every trap, count-jump, CSRs. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "bench.h"

__extension__ typedef __int128 wide;

static uint64_t x(struct bench *b, unsigned n) { return dlp_model_reg(b->chip, 0, n); }
static uint64_t s32(uint64_t v) { return (uint64_t)(int64_t)(int32_t)(uint32_t)v; }

/* ---- register-register: rd of `word` with a1 = a, a2 = b */
static uint64_t result(struct bench *b, uint32_t word, uint64_t a, uint64_t v)
{
    emit_li(b, A1, a);
    emit_li(b, A2, v);
    emit(b, word);
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    return x(b, A0);
}

static const uint64_t corner[] = { 0, 1, 2, 31, 63, 64, UINT64_MAX, INT64_MAX, UINT64_C(1) << 63, 0x7fffffff, 0x80000000, 0xffffffff,
                                   UINT64_C(0xffffffff80000000), UINT64_C(0x123456789abcdef0) };
enum { CORNERS = sizeof corner / sizeof corner[0] };

static int64_t sdiv(int64_t a, int64_t b) { return b == 0 ? -1 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b; }
static int64_t srem(int64_t a, int64_t b) { return b == 0 ? a : b == -1 ? 0 : a % b; }

#define SA ((int64_t)a)
#define SB ((int64_t)c)
#define WA ((int32_t)(uint32_t)a)
#define WB ((int32_t)(uint32_t)c)
#define UA ((uint32_t)a)
#define UB ((uint32_t)c)
#define R_LIST(F)                                                                                                        \
    F(ADD, a + c) F(SUB, a - c) F(SLL, a << (c & 63)) F(SLT, SA < SB) F(SLTU, a < c) F(XOR, a ^ c)                       \
    F(SRL, a >> (c & 63)) F(SRA, (uint64_t)(SA >> (c & 63))) F(OR, a | c) F(AND, a & c)                                  \
    F(ADDW, s32(a + c)) F(SUBW, s32(a - c)) F(SLLW, s32(a << (c & 31))) F(SRLW, s32(UA >> (c & 31)))                     \
    F(SRAW, s32((uint64_t)(int64_t)(WA >> (c & 31))))                                                                   \
    F(MUL, a * c) F(MULH, (uint64_t)((wide)SA * SB >> 64)) F(MULHSU, (uint64_t)((wide)SA * (wide)c >> 64))               \
    F(MULHU, (uint64_t)((((wide)(a >> 32) * (wide)c) + (((wide)UA * (wide)c) >> 32)) >> 32))                             \
    F(DIV, (uint64_t)sdiv(SA, SB)) F(DIVU, c ? a / c : UINT64_MAX) F(REM, (uint64_t)srem(SA, SB)) F(REMU, c ? a % c : a) \
    F(MULW, s32(a * c)) F(DIVW, s32((uint64_t)sdiv(WA, WB))) F(DIVUW, UB ? s32(UA / UB) : UINT64_MAX)                    \
    F(REMW, s32((uint64_t)srem(WA, WB))) F(REMUW, s32(UB ? UA % UB : UA))

static void register_instructions_compute_what_the_host_computes(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned k = 0; k < CORNERS * CORNERS + 60; k++) {
        uint64_t a = k < CORNERS * CORNERS ? corner[k / CORNERS] : rnd(), c = k < CORNERS * CORNERS ? corner[k % CORNERS] : rnd();
#define CHECK(n, want) { uint64_t w_ = (uint64_t)(want); if (result(b, R(n, A0, A1, A2), a, c) != w_) fail_msg(#n " %lx %lx", a, c); }
        R_LIST(CHECK)
    }
    bench_free(b);
}

static void immediate_instructions_compute_what_the_host_computes(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const int32_t imms[] = { 0, 1, -1, 2047, -2048, 85 };
    for (unsigned k = 0; k < CORNERS; k++)
        for (unsigned j = 0; j < sizeof imms / sizeof imms[0]; j++) {
            uint64_t a = corner[k], i = (uint64_t)(int64_t)imms[j];
            unsigned sh = (unsigned)imms[j] & 63, w = (unsigned)imms[j] & 31;
            assert_true(result(b, I(ADDI, A0, A1, imms[j]), a, 0) == a + i);
            assert_true(result(b, I(SLTI, A0, A1, imms[j]), a, 0) == (SA < imms[j]));
            assert_true(result(b, I(SLTIU, A0, A1, imms[j]), a, 0) == (a < i));
            assert_true(result(b, I(XORI, A0, A1, imms[j]), a, 0) == (a ^ i));
            assert_true(result(b, I(ORI, A0, A1, imms[j]), a, 0) == (a | i));
            assert_true(result(b, I(ANDI, A0, A1, imms[j]), a, 0) == (a & i));
            assert_true(result(b, I(ADDIW, A0, A1, imms[j]), a, 0) == s32(a + i));
            assert_true(result(b, I(SLLI, A0, A1, (int)sh), a, 0) == a << sh);
            assert_true(result(b, I(SRLI, A0, A1, (int)sh), a, 0) == a >> sh);
            assert_true(result(b, I(SRAI, A0, A1, (int)sh), a, 0) == (uint64_t)(SA >> sh));
            assert_true(result(b, I(SLLIW, A0, A1, (int)w), a, 0) == s32(a << w));
            assert_true(result(b, I(SRLIW, A0, A1, (int)w), a, 0) == s32(UA >> w));
            assert_true(result(b, I(SRAIW, A0, A1, (int)w), a, 0) == s32((uint64_t)(int64_t)(WA >> w)));
        }
    assert_true(result(b, U(LUI, A0, 0x80000), 0, 0) == UINT64_C(0xffffffff80000000));
    assert_true(result(b, U(AUIPC, A0, 1), 0, 0) == CODE_PC + 4 * 22 + 0x1000);       /* two constants of 11 words before it */
    assert_true(result(b, I(ADDI, X0, A1, 1), 5, 0) == 0);                                /* x0 is not written; a0 is the argument of the start */
    bench_free(b);
}

static void branches_are_taken_as_the_host_compares(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned k = 0; k < CORNERS * CORNERS; k++) {
        uint64_t a = corner[k / CORNERS], c = corner[k % CORNERS];
        const struct { uint32_t word; bool taken; } row[] = {
            { B(BEQ, A1, A2, 8), a == c }, { B(BNE, A1, A2, 8), a != c }, { B(BLT, A1, A2, 8), SA < SB },
            { B(BGE, A1, A2, 8), SA >= SB }, { B(BLTU, A1, A2, 8), a < c }, { B(BGEU, A1, A2, 8), a >= c } };
        for (unsigned j = 0; j < 6; j++) {
            emit_li(b, A1, a);
            emit_li(b, A2, c);
            emit(b, I(ADDI, A0, X0, 1));
            emit(b, row[j].word);
            emit(b, I(ADDI, A0, X0, 0));
            emit(b, EXIT(X0));
            assert_true(bench_run(b).exited);
            assert_int_equal(x(b, A0), row[j].taken);
        }
    }
    bench_free(b);
}

static void jumps_link_and_clear_bit_0(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, A1, CODE_PC + 4 * 13 + 1);
    emit(b, R(ADD, A2, A1, X0));
    emit(b, I(JALR, A1, A1, 0));                        /* rd = rs1: the old value is the target */
    emit(b, J(JAL, RA, 8));                             /* word 13 */
    emit(b, N(EBREAK));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    assert_true(x(b, A1) == CODE_PC + 4 * 13);
    assert_true(x(b, RA) == CODE_PC + 4 * 14);
    bench_free(b);
}

static void loads_and_stores_reach_each_memory_of_a_core(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const uint64_t at[] = { DLP_MEM_LMEM_BASE + 8, DLP_MEM_NRAM_BASE + 16, DLP_MEM_WRAM_BASE + 24, DLP_MEM_GDRAM_BASE + 0x300000,
                                   DLP_MEM_CODE_BASE + 0x300040 };
    const uint64_t v = UINT64_C(0xf1e2d3c4b5a69788);
    for (unsigned k = 0; k < 5; k++) {
        emit_li(b, A1, at[k]);
        emit_li(b, A2, v);
        emit(b, S(SD, A2, A1, 0));
        emit(b, S(SB, A2, A1, 9));
        emit(b, S(SH, A2, A1, 10));
        emit(b, S(SW, A2, A1, 12));
        emit(b, I(LB, T0, A1, 7));
        emit(b, I(LBU, T1, A1, 7));
        emit(b, I(LH, T2, A1, 6));
        emit(b, I(LHU, S0, A1, 6));
        emit(b, I(LW, S1, A1, 4));
        emit(b, I(LWU, A3, A1, 4));
        emit(b, I(LD, A4, A1, 0));
        emit(b, I(LD, A5, A1, 8));
        emit(b, EXIT(X0));
        assert_true(bench_run(b).exited);
        assert_true(x(b, T0) == UINT64_C(0xfffffffffffffff1) && x(b, T1) == 0xf1);
        assert_true(x(b, T2) == UINT64_C(0xfffffffffffff1e2) && x(b, S0) == 0xf1e2);
        assert_true(x(b, S1) == UINT64_C(0xfffffffff1e2d3c4) && x(b, A3) == 0xf1e2d3c4);
        assert_true(x(b, A4) == v && x(b, A5) == UINT64_C(0xb5a6978897888800));
    }
    uint64_t word;
    memcpy(&word, b->nram + 16, 8);
    assert_true(word == v);
    memcpy(&word, b->gdram + 0x300040, 8);
    assert_true(word == v);
    bench_free(b);
}

/* ---- traps: a handler that reads the CSRs and exits; the body follows */
static void handler(struct bench *b)
{
    emit(b, J(JAL, X0, 4 * 5));
    emit(b, CSR(CSRRS, A3, DLP_CSR_MCAUSE, X0));
    emit(b, CSR(CSRRS, A4, DLP_CSR_MTVAL, X0));
    emit(b, CSR(CSRRS, A5, DLP_CSR_MEPC, X0));
    emit(b, EXIT(X0));
    emit_li(b, T0, CODE_PC + 4);
    emit(b, CSR(CSRRW, X0, DLP_CSR_MTVEC, T0));
}

static void expect_trap(struct bench *b, uint32_t word, uint64_t a1, uint64_t cause, uint64_t tval)
{
    handler(b);
    emit_li(b, A1, a1);
    emit_li(b, A0, 0x55);
    uint64_t pc = CODE_PC + 4 * b->words;
    emit(b, word);
    emit(b, EXIT(X0));
    struct end end = bench_run(b);
    assert_true(end.exited);
    if (x(b, A3) != cause || x(b, A4) != tval || x(b, A5) != pc || x(b, A0) != 0x55)
        fail_msg("word %08x: cause %lu tval %lx pc %lx a0 %lx", word, x(b, A3), x(b, A4), x(b, A5), x(b, A0));
}

static void every_trap_has_its_cause_value_and_pc(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t nram_end = DLP_MEM_NRAM_BASE + b->nram_bytes, gdram_end = DLP_MEM_GDRAM_BASE + b->gdram_bytes;
    enum { BODY = 5 + 11 + 1 + 22 };                    /* words before the one under test */
    const uint64_t pc = CODE_PC + 4 * BODY;
    expect_trap(b, J(JAL, A0, 6), 0, 0, pc + 6);
    expect_trap(b, I(JALR, A0, A1, 0), CODE_PC + 2, 0, CODE_PC + 2);
    expect_trap(b, B(BEQ, X0, X0, 10), 0, 0, pc + 10);
    expect_trap(b, N(ECALL), 0, 11, 0);
    expect_trap(b, N(EBREAK), 0, 3, pc);
    expect_trap(b, I(LH, A0, A1, 0), 1, 4, 1);          /* misalignment comes before the mapping */
    expect_trap(b, I(LD, A0, A1, 4), DLP_MEM_LMEM_BASE, 4, DLP_MEM_LMEM_BASE + 4);
    expect_trap(b, I(LW, A0, A1, 0), 0, 5, 0);
    expect_trap(b, I(LB, A0, A1, 0), nram_end, 5, nram_end);
    expect_trap(b, I(LB, A0, A1, 0), gdram_end, 5, gdram_end);
    expect_trap(b, I(LW, A0, A1, 0), DLP_MEM_MMIO_BASE, 5, DLP_MEM_MMIO_BASE);    /* not for DLP cores */
    expect_trap(b, S(SW, A1, A1, 2), 0, 6, 2);
    expect_trap(b, S(SB, A1, A1, 0), nram_end, 7, nram_end);
    expect_trap(b, S(SB, A1, A1, 0), DLP_MEM_LMEM_BASE + DLP_PARAM_LMEM_KB_EDU * 1024, 7, DLP_MEM_LMEM_BASE + DLP_PARAM_LMEM_KB_EDU * 1024);
    const uint32_t illegal[] = {
        0, 0xffffffff, 0x4501, 0x53, 0x00002063, 0x7b200073,
        R(SRL, A0, A1, A1) | 1u << 26, I(LD, A0, A1, 0) | 7u << 12,
        CSR(CSRRW, A0, 0x7c0, A1), CSR(CSRRS, A0, DLP_CSR_CYCLE, A1), CSR(CSRRWI, X0, DLP_CSR_MHARTID, 0),
        CFG1(VEC_N, A1) | 0x00b00000u,                  /* register 11: none */
        (DLP_INSN_DCFG2_MATCH | 1u << 25), (DLP_INSN_DCFG2_MATCH | 0x3cu << 25),
        DLP_INSN_DCFG_MATCH | 1u << 7, R(EXIT, 1, A1, 0), (DLP_VOP_VADD_VC + 1) << 25 | DLP_OPCODE_VEC
    };
    for (size_t k = 0; k < sizeof illegal / sizeof illegal[0]; k++)
        expect_trap(b, illegal[k], 0, 2, illegal[k]);
    bench_free(b);
}

static void a_fetch_outside_of_the_code_window_traps_there(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t bad[] = { 0, DLP_MEM_LMEM_BASE, DLP_MEM_CODE_BASE - 4, DLP_MEM_CODE_BASE + b->gdram_bytes, DLP_MEM_GDRAM_BASE };
    for (unsigned k = 0; k < 5; k++) {
        handler(b);
        emit_li(b, A1, bad[k]);
        emit(b, I(JALR, X0, A1, 0));
        assert_true(bench_run(b).exited);
        assert_int_equal(x(b, A3), 1);
        assert_true(x(b, A4) == bad[k] && x(b, A5) == bad[k]);
    }
    bench_free(b);
}

static void without_handler_a_trap_ends_the_run(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, A1, X0, 1));
    emit(b, N(ECALL));
    struct end end = bench_run(b);
    assert_false(end.exited);
    assert_int_equal(end.cause, 11);
    assert_true(end.mtval_pc == CODE_PC + 4);
    bench_free(b);
}

static void mret_goes_to_mepc_and_traps_do_not_count(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, J(JAL, X0, 4 * 5));
    emit(b, CSR(CSRRS, T1, DLP_CSR_MEPC, X0));          /* handler: skip the ecall */
    emit(b, I(ADDI, T1, T1, 4));
    emit(b, CSR(CSRRW, X0, DLP_CSR_MEPC, T1));
    emit(b, N(MRET));
    emit_li(b, T0, CODE_PC + 4);
    emit(b, CSR(CSRRW, X0, DLP_CSR_MTVEC, T0));
    emit(b, CSR(CSRRS, A1, DLP_CSR_MINSTRET, X0));
    emit(b, N(ECALL));
    emit(b, CSR(CSRRS, A2, DLP_CSR_INSTRET, X0));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    assert_int_equal(x(b, A2) - x(b, A1), 1 + 4);       /* the first read, and the handler; not the ecall */
    bench_free(b);
}

/* ---- count-jump */

/* The body adds 1 to a0; a1 counts.  Returns a0. */
static uint64_t loop(struct bench *b, uint64_t count)
{
    emit_li(b, A1, count);
    emit(b, I(ADDI, A0, X0, 0));
    emit(b, I(ADDI, A0, A0, 1));
    emit(b, J(CJ, A1, -4));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    return x(b, A0);
}

static void count_jump_runs_the_body_count_times_and_leaves_0(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (uint64_t n = 1; n < 20; n++) {
        assert_true(loop(b, n) == n);
        assert_int_equal(x(b, A1), 0);
    }
    bench_free(b);
}

static void count_jump_wraps_from_0_and_always_jumps_with_x0(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, A1, X0, 0));
    emit(b, J(CJ, A1, 8));
    emit(b, N(EBREAK));
    emit(b, J(CJ, X0, 8));
    emit(b, N(EBREAK));
    emit(b, R(ADD, A2, X0, X0));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    assert_true(x(b, A1) == UINT64_MAX);
    assert_int_equal(x(b, A2), 0);
    bench_free(b);
}

static void a_misaligned_count_jump_traps_only_when_it_jumps(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    handler(b);
    emit(b, I(ADDI, A1, X0, 2));
    uint64_t pc = CODE_PC + 4 * b->words;
    emit(b, J(CJ, A1, 6));
    assert_true(bench_run(b).exited);
    assert_int_equal(x(b, A3), 0);
    assert_true(x(b, A4) == pc + 6 && x(b, A5) == pc);
    assert_int_equal(x(b, A1), 2);                      /* unchanged */
    handler(b);
    emit(b, I(ADDI, A3, X0, 77));
    emit(b, I(ADDI, A1, X0, 1));
    emit(b, J(CJ, A1, 6));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    assert_int_equal(x(b, A3), 77);
    assert_int_equal(x(b, A1), 0);
    bench_free(b);
}

/* ---- CSRs */

static void csr_instructions_write_set_and_clear(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, A1, 0xf0f);
    emit_li(b, A2, 0x0ff);
    emit(b, CSR(CSRRW, X0, DLP_CSR_MSCRATCH, A1));
    emit(b, CSR(CSRRS, T0, DLP_CSR_MSCRATCH, A2));      /* 0xf0f, then 0xfff */
    emit(b, CSR(CSRRC, T1, DLP_CSR_MSCRATCH, A1));      /* 0xfff, then 0x0f0 */
    emit(b, CSR(CSRRSI, T2, DLP_CSR_MSCRATCH, 5));      /* 0x0f0, then 0x0f5 */
    emit(b, CSR(CSRRCI, S0, DLP_CSR_MSCRATCH, 4));      /* 0x0f5, then 0x0f1 */
    emit(b, CSR(CSRRWI, S1, DLP_CSR_MSCRATCH, 31));     /* 0x0f1, then 31 */
    emit(b, CSR(CSRRS, A0, DLP_CSR_MSCRATCH, X0));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    assert_int_equal(x(b, T0), 0xf0f);
    assert_int_equal(x(b, T1), 0xfff);
    assert_int_equal(x(b, T2), 0x0f0);
    assert_int_equal(x(b, S0), 0x0f5);
    assert_int_equal(x(b, S1), 0x0f1);
    assert_int_equal(x(b, A0), 31);
    bench_free(b);
}

static uint64_t written(struct bench *b, unsigned csr)
{
    emit_li(b, A1, UINT64_MAX);
    emit(b, CSR(CSRRW, X0, csr, A1));
    emit(b, CSR(CSRRS, A0, csr, X0));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    return x(b, A0);
}

static void csr_fields_that_do_not_exist_read_0(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    assert_true(written(b, DLP_CSR_MIE) == 0x800);
    assert_true(written(b, DLP_CSR_MTVEC) == ~UINT64_C(3));
    assert_true(written(b, DLP_CSR_MEPC) == ~UINT64_C(3));
    assert_true(written(b, DLP_CSR_MCAUSE) == UINT64_MAX);
    assert_true(written(b, DLP_CSR_MTVAL) == UINT64_MAX);
    assert_true(written(b, DLP_CSR_MSTATUS) == 0x1800);
    assert_true(written(b, DLP_CSR_MISA) == UINT64_C(0x8000000000801100));
    assert_true(written(b, DLP_CSR_MIP) == 0);
    bench_free(b);
}

static void a_start_clears_csrs_but_not_registers(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, S0, 99);
    emit(b, CSR(CSRRW, X0, DLP_CSR_MSCRATCH, S0));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    emit(b, CSR(CSRRS, A1, DLP_CSR_MSCRATCH, X0));
    emit(b, CSR(CSRRS, A2, DLP_CSR_MINSTRET, X0));
    emit(b, EXIT(X0));
    assert_true(bench_run(b).exited);
    assert_int_equal(x(b, S0), 99);
    assert_int_equal(x(b, A1), 0);
    assert_int_equal(x(b, A2), 1);
    bench_free(b);
}

static void code_that_was_written_runs_after_fence_i(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, A1, CODE_PC + 4 * 25);
    emit_li(b, A2, I(ADDI, A0, X0, 42));
    emit(b, S(SW, A2, A1, 0));
    emit(b, N(FENCE_I));
    emit(b, N(FENCE) | 0x0ff00000u);
    emit(b, N(EBREAK));                                 /* word 25 becomes addi a0, x0, 42 */
    emit(b, EXIT(X0));
    assert_int_equal(b->words, 27);
    assert_true(bench_run(b).exited);
    assert_int_equal(x(b, A0), 42);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(register_instructions_compute_what_the_host_computes),
        cmocka_unit_test(immediate_instructions_compute_what_the_host_computes),
        cmocka_unit_test(branches_are_taken_as_the_host_compares),
        cmocka_unit_test(jumps_link_and_clear_bit_0),
        cmocka_unit_test(loads_and_stores_reach_each_memory_of_a_core),
        cmocka_unit_test(every_trap_has_its_cause_value_and_pc),
        cmocka_unit_test(a_fetch_outside_of_the_code_window_traps_there),
        cmocka_unit_test(without_handler_a_trap_ends_the_run),
        cmocka_unit_test(mret_goes_to_mepc_and_traps_do_not_count),
        cmocka_unit_test(count_jump_runs_the_body_count_times_and_leaves_0),
        cmocka_unit_test(count_jump_wraps_from_0_and_always_jumps_with_x0),
        cmocka_unit_test(a_misaligned_count_jump_traps_only_when_it_jumps),
        cmocka_unit_test(csr_instructions_write_set_and_clear),
        cmocka_unit_test(csr_fields_that_do_not_exist_read_0),
        cmocka_unit_test(a_start_clears_csrs_but_not_registers),
        cmocka_unit_test(code_that_was_written_runs_after_fence_i),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
