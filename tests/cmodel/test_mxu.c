/* SPDX-License-Identifier: Apache-2.0
 * Matrix commands against the sums of the manual in 64 bits, in every output mode, and every check in its order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "bench.h"

#define NR DLP_MEM_NRAM_BASE
#define WR DLP_MEM_WRAM_BASE
enum { I8 = DLP_TYPE_I8, I32 = DLP_TYPE_I32, F32 = DLP_TYPE_F32, FIRST = DLP_CFG_MAT_HI, COUNT = DLP_CFG_MAT_SHIFT - FIRST + 1 };
#define CNAN UINT32_C(0x7fc00000)

struct mat {
    uint32_t cfg[COUNT];
    uint64_t rd, rs1, rs2;
    bool conv;
};
#define C(m, name) (m)->cfg[DLP_CFG_MAT_##name - FIRST]

static struct end go(struct bench *b, const struct mat *m)
{
    for (unsigned i = 0; i < COUNT; i++)
        emit_cfg(b, FIRST + i, m->cfg[i]);
    return bench_command(b, m->conv ? DLP_INSN_CONV_MATCH : DLP_INSN_MATMUL_MATCH, m->rd, m->rs1, m->rs2);
}

static uint32_t word(const uint8_t *at, uint64_t i) { uint32_t v; memcpy(&v, at + 4 * i, 4); return v; }
static float f32(uint32_t v) { float f; memcpy(&f, &v, 4); return f; }
static uint32_t bits(float f) { uint32_t v; memcpy(&v, &f, 4); return f != f ? CNAN : v; }

static int64_t clamp(double v, int64_t low, int64_t high)
{
    return v < (double)low ? low : v > (double)high ? high : (int64_t)v;
}

/* q of the manual, with its 64-bit formula */
static int32_t fixed(int32_t t, int32_t m, int32_t s)
{
    int32_t v = s > 0 ? (int32_t)((uint32_t)t << s) : t;
    int64_t p = (int64_t)v * m, h = v == INT32_MIN && m == INT32_MIN ? INT32_MAX : (p + (p >= 0 ? 1 << 30 : 1 - (1 << 30))) / (INT64_C(1) << 31);
    int e = s < 0 ? -s : 0;
    int64_t mask = (INT64_C(1) << e) - 1, rem = h & mask, thr = (mask >> 1) + (h < 0);
    return (int32_t)((h >> e) + (rem > thr));
}

static uint32_t ref_out(const struct bench *b, const struct mat *m, int64_t acc, uint64_t c)
{
    const uint32_t mode = C(m, OUT), type = mode & 15, rq = mode >> 6 & 3;
    const bool relu = mode >> 4 & 1, bias = mode >> 5 & 1;
    const int32_t z = (int8_t)(mode >> 8);
    int32_t t = (int32_t)(uint32_t)(acc + (bias ? (int32_t)word(b->wram + (C(m, BIAS) - WR), c) : 0));
    const int64_t low = type == I8 ? -128 : INT32_MIN, high = type == I8 ? 127 : INT32_MAX;
    uint32_t scale = rq ? word(b->wram + (C(m, SCALE) - WR), c) : 0;
    int64_t r;
    float f = (float)t;
    if (rq == 1) {
        f = f * f32(scale);
        r = clamp(f != f ? z : nearbyint((double)f) + z, low, high);
    } else if (rq == 2) {
        int32_t q = fixed(t, (int32_t)scale, (int32_t)word(b->wram + (C(m, SHIFT) - WR), c));
        f = (float)q;
        r = clamp((double)q + z, low, high);
    } else
        r = clamp((double)t, low, high);
    if (type == F32)
        return relu ? (f != f ? CNAN : f > 0 ? bits(f) : 0) : bits(f);
    if (relu && r < (rq ? z : 0))
        r = rq ? z : 0;
    return (uint32_t)r;
}

/* The whole command, one product at a time. */
static void reference(const struct bench *b, const struct mat *m, uint8_t *nram)
{
    int64_t hi = 1, wi = C(m, WO), ho = 1, wo = C(m, WO), kh = 1, kw = 1, sh = 1, sw = 1, pt = 0, pl = 0, dh = 1, dw = 1;
    if (m->conv) {
        hi = C(m, HI), wi = C(m, WI), ho = C(m, HO), kh = C(m, KH), kw = C(m, KW), sh = C(m, SH), sw = C(m, SW);
        pt = C(m, PT), pl = C(m, PL), dh = C(m, DH), dw = C(m, DW);
    }
    const int64_t ci = C(m, CI), co = C(m, CO), size = (C(m, OUT) & 15) == I8 ? 1 : 4;
    for (int64_t y = 0; y < ho; y++)
        for (int64_t x = 0; x < wo; x++)
            for (int64_t c = 0; c < co; c++) {
                int64_t acc = 0;
                for (int64_t i = 0; i < kh; i++)
                    for (int64_t j = 0; j < kw; j++) {
                        int64_t h = y * sh + i * dh - pt, w = x * sw + j * dw - pl;
                        if (h < 0 || h >= hi || w < 0 || w >= wi)
                            continue;
                        const int8_t *a = (const int8_t *)b->nram + (m->rs1 - NR) + (h * wi + w) * C(m, IN_STRIDE);
                        const int8_t *k = (const int8_t *)b->wram + (m->rs2 - WR) + c * C(m, W_STRIDE) + (i * kw + j) * ci;
                        for (int64_t n = 0; n < ci; n++)
                            acc += a[n] * k[n];
                    }
                uint32_t r = ref_out(b, m, acc, (uint64_t)c);
                memcpy(nram + (m->rd - NR) + (y * wo + x) * C(m, OUT_STRIDE) + c * size, &r, (size_t)size);
            }
}

static void randomize(struct bench *b)
{
    for (uint64_t i = 0; i < b->nram_bytes; i += 8) {
        uint64_t v = rnd();
        memcpy(b->nram + i, &v, 8);
    }
    for (uint64_t i = 0; i < b->wram_bytes; i += 8) {
        uint64_t v = rnd();
        memcpy(b->wram + i, &v, 8);
    }
}

/* Parameter arrays of n channels at an odd address at the end of WRAM (edu: 8 KB). */
enum { BIAS_AT = 7001, SCALE_AT = 7301, SHIFT_AT = 7601, CHANNELS_MAX = 64 };

static void parameters(struct bench *b, struct mat *m, uint32_t requant)
{
    for (unsigned c = 0; c < CHANNELS_MAX; c++) {
        int32_t bias = (int32_t)(rnd() % 20001) - 10000, shift = (int32_t)(rnd() % 16) - 14;
        uint32_t scale = requant == 2 ? (uint32_t)(rnd() % (UINT32_C(1) << 30)) + (UINT32_C(1) << 30) : bits((float)(rnd() % 1000) * 1e-5f);
        if (rnd() % 8 == 0)
            bias = (int32_t)rnd(), scale = (uint32_t)rnd(), shift = (int32_t)(rnd() % 63) - 31;
        memcpy(b->wram + BIAS_AT + 4 * c, &bias, 4);
        memcpy(b->wram + SCALE_AT + 4 * c, &scale, 4);
        memcpy(b->wram + SHIFT_AT + 4 * c, &shift, 4);
    }
    C(m, BIAS) = (uint32_t)WR + BIAS_AT;
    C(m, SCALE) = (uint32_t)WR + SCALE_AT;
    C(m, SHIFT) = (uint32_t)WR + SHIFT_AT;
}

static uint32_t up_to(uint32_t n) { return (uint32_t)(rnd() % n) + 1; }

static void compare(struct bench *b, const struct mat *m)
{
    static uint8_t want[1 << 20];
    memcpy(want, b->nram, (size_t)b->nram_bytes);
    reference(b, m, want);
    struct end end = go(b, m);
    assert_int_equal(end.effect.fault, DLP_FAULT_NONE);
    assert_int_equal(end.faults, 0);
    assert_memory_equal(b->nram, want, (size_t)b->nram_bytes);
}

static void matmul_matches_in_every_output_mode(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const uint32_t types[] = { I8, I32, F32 };
    for (unsigned mode = 0; mode < 3 * 3 * 4 * 6; mode++) {
        const uint32_t rq = mode / 3 % 3;
        randomize(b);
        struct mat m = { .rd = NR + 8001, .rs1 = NR + 3, .rs2 = WR + 5 };
        C(&m, WO) = up_to(9), C(&m, CI) = up_to(200), C(&m, CO) = up_to(30);
        C(&m, IN_STRIDE) = C(&m, CI) + up_to(20), C(&m, W_STRIDE) = C(&m, CI) + up_to(9), C(&m, OUT_STRIDE) = 4 * C(&m, CO) + up_to(50);
        C(&m, OUT) = types[mode % 3] | rq << 6 | (mode / 9 % 4) << 4 | (uint32_t)(rnd() & 0xff) << 8;
        parameters(b, &m, rq);
        compare(b, &m);
    }
    bench_free(b);
}

static void conv_matches_with_padding_stride_and_dilation(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned round = 0; round < 250; round++) {
        randomize(b);
        struct mat m = { .rd = NR + 9003, .rs1 = NR + 1, .rs2 = WR + 2, .conv = true };
        C(&m, HI) = up_to(9), C(&m, WI) = up_to(9), C(&m, CI) = up_to(20), C(&m, CO) = up_to(12);
        C(&m, HO) = up_to(7), C(&m, WO) = up_to(7), C(&m, KH) = up_to(4), C(&m, KW) = up_to(4);
        C(&m, SH) = up_to(3), C(&m, SW) = up_to(3), C(&m, PT) = up_to(4) - 1, C(&m, PL) = up_to(4) - 1, C(&m, DH) = up_to(3), C(&m, DW) = up_to(3);
        C(&m, IN_STRIDE) = C(&m, CI) + up_to(5) - 1;
        C(&m, W_STRIDE) = C(&m, CI) * C(&m, KH) * C(&m, KW) + up_to(3) - 1;
        C(&m, OUT_STRIDE) = 4 * C(&m, CO);
        uint32_t rq = round % 3;
        C(&m, OUT) = (round % 2 ? I8 : I32) | rq << 6 | (uint32_t)(rnd() & 3) << 4 | (uint32_t)(rnd() & 0xff) << 8;
        parameters(b, &m, rq);
        if (C(&m, W_STRIDE) * C(&m, CO) > 6900)
            continue;
        compare(b, &m);
    }
    bench_free(b);
}

static void rows_may_overlap_and_strides_may_be_zero(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned round = 0; round < 20; round++) {
        randomize(b);
        struct mat m = { .rd = NR + 9000, .rs1 = NR, .rs2 = WR };
        C(&m, WO) = 7, C(&m, CI) = 40, C(&m, CO) = 9;
        C(&m, IN_STRIDE) = round % 5, C(&m, W_STRIDE) = round % 3, C(&m, OUT_STRIDE) = round % 4;      /* the last write wins */
        C(&m, OUT) = round & 1 ? I8 : I32;
        compare(b, &m);
    }
    bench_free(b);
}

static void long_sums_wrap_at_32_bits(void **state)
{
    (void)state;
    struct bench *b = bench_new("full");
    enum { K = 300000 };                                    /* 300000 * 2^14 > 2^32 */
    memset(b->nram, 0x80, K);
    memset(b->wram, 0x80, K);
    struct mat m = { .rd = NR + K, .rs1 = NR, .rs2 = WR, .conv = true };
    C(&m, HI) = C(&m, HO) = C(&m, WO) = C(&m, CO) = C(&m, SH) = C(&m, SW) = C(&m, DH) = C(&m, DW) = 1;
    C(&m, WI) = C(&m, KW) = 5, C(&m, KH) = 1, C(&m, CI) = K / 5, C(&m, IN_STRIDE) = K / 5, C(&m, OUT) = I32;
    assert_int_equal(go(b, &m).faults, 0);
    assert_int_equal(word(b->nram + K, 0), (uint32_t)(UINT64_C(300000) << 14));
    bench_free(b);
}

static void a_larger_profile_gives_the_same_results(void **state)
{
    (void)state;
    struct bench *b[2] = { bench_new("edu"), bench_new("full") };
    uint8_t result[2][4096];
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < 8000; i++) {
            b[k]->nram[i] = (uint8_t)(i * 7919u >> 3);
            b[k]->wram[i] = (uint8_t)(i * 104729u >> 5);
        }
        struct mat m = { .rd = NR + 8000, .rs1 = NR, .rs2 = WR };
        C(&m, WO) = 32, C(&m, CI) = 100, C(&m, CO) = 32, C(&m, IN_STRIDE) = 100, C(&m, W_STRIDE) = 100, C(&m, OUT_STRIDE) = 128, C(&m, OUT) = I32;
        assert_int_equal(go(b[k], &m).faults, 0);
        memcpy(result[k], b[k]->nram + 8000, sizeof result[k]);
    }
    assert_memory_equal(result[0], result[1], sizeof result[0]);
    bench_free(b[0]);
    bench_free(b[1]);
}

/* ---- checks: a good command, with some registers changed */

static void matrix_faults_come_in_their_order(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t nend = NR + b->nram_bytes, wend = WR + b->wram_bytes, none = 0x44;
    struct mat good = { .rd = NR + 8000, .rs1 = NR, .rs2 = WR, .conv = true };
    struct mat *g = &good;
    C(g, HI) = 4, C(g, WI) = 4, C(g, CI) = 8, C(g, CO) = 8, C(g, HO) = 4, C(g, WO) = 4, C(g, KH) = 3, C(g, KW) = 3, C(g, SH) = 1, C(g, SW) = 1;
    C(g, PT) = 1, C(g, PL) = 1, C(g, DH) = 1, C(g, DW) = 1, C(g, IN_STRIDE) = 8, C(g, OUT_STRIDE) = 32, C(g, W_STRIDE) = 72, C(g, OUT) = I32;
    assert_int_equal(go(b, g).faults, 0);

#define EXPECT(change, code, where)                                 \
    do {                                                            \
        struct mat bad = good, *m = &bad;                           \
        uint8_t before[16384];                                      \
        memcpy(before, b->nram, sizeof before);                     \
        change;                                                     \
        struct end end_ = go(b, m);                                 \
        assert_int_equal(end_.effect.fault, code);                  \
        assert_int_equal(end_.effect.addr, where);                  \
        assert_memory_equal(b->nram, before, sizeof before);        \
    } while (0)
    /* types before sizes before operands, all with address rd */
    EXPECT((C(m, OUT) = DLP_TYPE_I16, C(m, HI) = 0, m->rd = none), DLP_FAULT_CMD_TYPE, none);
    EXPECT((C(m, OUT) = I8 | 3 << 6, C(m, HI) = 0, m->rd = none), DLP_FAULT_CMD_TYPE, none);
    static const unsigned nonzero[] = { DLP_CFG_MAT_HI, DLP_CFG_MAT_WI, DLP_CFG_MAT_CI, DLP_CFG_MAT_CO, DLP_CFG_MAT_HO, DLP_CFG_MAT_WO, DLP_CFG_MAT_KH,
                                        DLP_CFG_MAT_KW, DLP_CFG_MAT_SH, DLP_CFG_MAT_SW, DLP_CFG_MAT_DH, DLP_CFG_MAT_DW };
    for (size_t i = 0; i < sizeof nonzero / sizeof nonzero[0]; i++) {
        EXPECT((m->cfg[nonzero[i] - FIRST] = 0, m->rd = none), DLP_FAULT_CMD_SIZE, none);
        EXPECT((m->cfg[nonzero[i] - FIRST] = 65536, m->rd = none), DLP_FAULT_CMD_SIZE, none);
    }
    EXPECT((C(m, PT) = 65536, m->rd = none), DLP_FAULT_CMD_SIZE, none);
    EXPECT((C(m, PL) = 65536, m->rd = none), DLP_FAULT_CMD_SIZE, none);
    EXPECT((C(m, HO) = 4097, C(m, WO) = 4096, m->rd = none), DLP_FAULT_CMD_SIZE, none);
    EXPECT((C(m, HO) = 4096, C(m, WO) = 4096, m->rd = none), DLP_FAULT_CMD_ADDR, none);
    /* destination, source, weights, bias, scale, shift */
    EXPECT((m->rd = none, m->rs1 = none), DLP_FAULT_CMD_ADDR, none);
    EXPECT((m->rd = WR, m->rs1 = none), DLP_FAULT_CMD_ADDR, WR);
    EXPECT((m->rd = nend - 511, m->rs1 = none), DLP_FAULT_NRAM_WRITE, nend - 511);      /* 15 * 32 + 32 bytes */
    EXPECT((m->rd = nend - 512, m->rs1 = none), DLP_FAULT_CMD_ADDR, none);
    EXPECT((m->rs1 = nend - 127, m->rs2 = none), DLP_FAULT_NRAM_READ, nend - 127);      /* 15 * 8 + 8 */
    EXPECT((m->rs1 = nend - 128, m->rs2 = none + 4), DLP_FAULT_CMD_ADDR, none + 4);
    EXPECT((m->rs2 = NR), DLP_FAULT_CMD_ADDR, NR);
    EXPECT((m->rs2 = wend - 575, C(m, OUT) |= 1 << 5), DLP_FAULT_WRAM_READ, wend - 575);        /* 7 * 72 + 72 */
    EXPECT((m->rs2 = wend - 576, C(m, OUT) |= 1 << 5), DLP_FAULT_CMD_ADDR, 0);
    EXPECT((C(m, OUT) |= 1 << 5, C(m, BIAS) = (uint32_t)wend - 31), DLP_FAULT_WRAM_READ, wend - 31);
    EXPECT((C(m, OUT) |= 1 << 5 | 1 << 6, C(m, BIAS) = (uint32_t)wend - 32, C(m, SCALE) = (uint32_t)NR), DLP_FAULT_CMD_ADDR, NR);
    EXPECT((C(m, OUT) |= 2 << 6, C(m, SCALE) = (uint32_t)wend - 32, C(m, SHIFT) = (uint32_t)wend - 31), DLP_FAULT_WRAM_READ, wend - 31);
    /* overlap last */
    EXPECT((m->rd = NR + 127), DLP_FAULT_CMD_OVERLAP, NR + 127);
    EXPECT((m->rs1 = NR + 8511), DLP_FAULT_CMD_OVERLAP, NR + 8000);
    /* lengths are computed without overflow */
    EXPECT((C(m, IN_STRIDE) = 0xffffffff), DLP_FAULT_NRAM_READ, NR);
    EXPECT((C(m, OUT_STRIDE) = 0x11111111), DLP_FAULT_NRAM_WRITE, NR + 8000);           /* 15 * 0x11111111 = 2^32 - 1 */
    EXPECT((C(m, HI) = C(m, WI) = 65535, C(m, IN_STRIDE) = 0xffffffff), DLP_FAULT_NRAM_READ, NR);
    EXPECT((C(m, KH) = C(m, KW) = C(m, CI) = 65535, C(m, IN_STRIDE) = 0, m->rs1 = NR, m->rd = NR + 8000), DLP_FAULT_NRAM_READ, NR);
    bench_free(b);
}

static void conv_only_registers_do_not_matter_for_matmul(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    randomize(b);
    struct mat m = { .rd = NR + 8000, .rs1 = NR, .rs2 = WR };
    for (unsigned i = 0; i < COUNT; i++)
        m.cfg[i] = 0xffffffff;
    C(&m, WO) = 3, C(&m, CI) = 10, C(&m, CO) = 5, C(&m, IN_STRIDE) = 10, C(&m, OUT_STRIDE) = 20, C(&m, W_STRIDE) = 10, C(&m, OUT) = I32;
    compare(b, &m);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matmul_matches_in_every_output_mode),
        cmocka_unit_test(conv_matches_with_padding_stride_and_dilation),
        cmocka_unit_test(rows_may_overlap_and_strides_may_be_zero),
        cmocka_unit_test(long_sums_wrap_at_32_bits),
        cmocka_unit_test(a_larger_profile_gives_the_same_results),
        cmocka_unit_test(matrix_faults_come_in_their_order),
        cmocka_unit_test(conv_only_registers_do_not_matter_for_matmul),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
