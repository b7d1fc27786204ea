/* SPDX-License-Identifier: Apache-2.0
 * Matrix commands against loops that are written from the manual: random shapes, all forms of output, every check in its order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define NRAM DLP_MEM_NRAM_BASE
#define WRAM DLP_MEM_WRAM_BASE
#define NAN32 UINT32_C(0x7fc00000)

enum { CFGS = DLP_CFG_MAT_SHIFT - DLP_CFG_MAT_HI + 1 };
#define C(c, name) (c)->cfg[DLP_CFG_MAT_##name - DLP_CFG_MAT_HI]

struct cmd { bool conv; uint64_t rd, rs1, rs2; uint32_t cfg[CFGS]; };

static uint32_t out_bits(uint32_t type, bool relu, bool bias, uint32_t requant, int zero)
{
    return type | (uint32_t)relu << DLP_MAT_OUT_RELU_LSB | (uint32_t)bias << DLP_MAT_OUT_BIAS_LSB | requant << DLP_MAT_OUT_REQUANT_LSB |
           (uint32_t)(zero & 255) << DLP_MAT_OUT_ZERO_LSB;
}

static struct end issue(struct bench *b, const struct cmd *c)
{
    for (unsigned i = 0; i < CFGS; i++)
        emit_cfg(b, DLP_CFG_MAT_HI + i, c->cfg[i]);
    emit_li(b, A1, c->rd);
    emit_li(b, A2, c->rs1);
    emit_li(b, A3, c->rs2);
    emit(b, enc_cmd(c->conv ? DLP_INSN_CONV_MATCH : DLP_INSN_MATMUL_MATCH, A1, A2, A3, 0));
    emit(b, EXIT(X0));
    struct end end = bench_run(b);
    assert_true(end.exited);
    return end;
}

/* ---- the manual */
static float f32(uint32_t u) { float f; memcpy(&f, &u, 4); return f; }
static int32_t i32(uint32_t u) { int32_t v; memcpy(&v, &u, 4); return v; }
static uint32_t bits(float f) { uint32_t u; memcpy(&u, &f, 4); return isnan(f) ? NAN32 : u; }
static uint32_t word(const uint8_t *m, uint64_t at) { uint32_t v; memcpy(&v, m + at, 4); return v; }

static double floor_div(double a, double d) { return floor(a / d); }

/* fixed() with exact doubles and 64-bit integers */
static int64_t fixed(int32_t t, int32_t m, uint32_t shift)
{
    int s = (int)(shift & 63);
    s = s > 31 ? s - 64 : s;
    s = s == -32 ? -31 : s;
    int64_t v = s > 0 ? i32((uint32_t)((uint64_t)(uint32_t)t << s)) : t;
    int64_t p = v * m, h = (p + (p >= 0 ? 1073741824 : 1 - 1073741824)) / 2147483648;
    if (v == INT32_MIN && m == INT32_MIN)
        h = INT32_MAX;
    int64_t unit = INT64_C(1) << (s < 0 ? -s : 0), low = (int64_t)floor_div((double)h, (double)unit), rem = h - low * unit;
    return low + (rem > (unit - 1) / 2 + (h < 0) ? 1 : 0);
}

static uint32_t finish(const struct bench *b, const struct cmd *c, uint32_t acc, uint64_t ch)
{
    const uint32_t o = C(c, OUT), type = o & 15, requant = o >> DLP_MAT_OUT_REQUANT_LSB & 3;
    const bool relu = o >> DLP_MAT_OUT_RELU_LSB & 1, bias = o >> DLP_MAT_OUT_BIAS_LSB & 1;
    const int zero = (int8_t)(o >> DLP_MAT_OUT_ZERO_LSB);
    const double lo = type == DLP_TYPE_I8 ? -128 : -2147483648.0, hi = type == DLP_TYPE_I8 ? 127 : 2147483647.0;
    const int32_t t = i32(bias ? acc + word(b->wram, C(c, BIAS) - WRAM + 4 * ch) : acc);
    double r = t;
    volatile float f = (float)t;
    if (requant == DLP_MAT_OUT_REQUANT_FLOAT) {
        f = f * f32(word(b->wram, C(c, SCALE) - WRAM + 4 * ch));
        r = (isnan(f) ? 0 : nearbyint((double)f)) + zero;
    } else if (requant == DLP_MAT_OUT_REQUANT_FIXED) {
        int64_t q = fixed(t, i32(word(b->wram, C(c, SCALE) - WRAM + 4 * ch)), word(b->wram, C(c, SHIFT) - WRAM + 4 * ch));
        f = (float)q;
        r = (double)(q + zero);
    }
    if (type == DLP_TYPE_F32)
        return relu && !isnan(f) && !(f > 0) ? 0 : bits(f);
    r = fmin(fmax(r, lo), hi);
    if (relu)
        r = fmax(r, requant == DLP_MAT_OUT_REQUANT_NONE ? 0 : zero);
    return (uint32_t)(int32_t)r;
}

static void reference(const struct bench *b, const struct cmd *c, uint8_t *want)
{
    const bool v = c->conv;
    const int64_t hi = v ? C(c, HI) : 1, wi = v ? C(c, WI) : C(c, WO), ho = v ? C(c, HO) : 1, wo = C(c, WO), kh = v ? C(c, KH) : 1, kw = v ? C(c, KW) : 1,
                  sh = v ? C(c, SH) : 1, sw = v ? C(c, SW) : 1, dh = v ? C(c, DH) : 1, dw = v ? C(c, DW) : 1, pt = v ? C(c, PT) : 0, pl = v ? C(c, PL) : 0;
    const uint64_t size = (C(c, OUT) & 15) == DLP_TYPE_I8 ? 1 : 4;
    for (int64_t p = 0; p < ho * wo; p++)
        for (uint64_t co = 0; co < C(c, CO); co++) {
            int64_t acc = 0;
            for (int64_t k = 0; k < kh * kw; k++) {
                int64_t y = p / wo * sh + k / kw * dh - pt, x = p % wo * sw + k % kw * dw - pl;
                if (y < 0 || y >= hi || x < 0 || x >= wi)
                    continue;
                const uint8_t *in = b->nram + (c->rs1 - NRAM) + (uint64_t)(y * wi + x) * C(c, IN_STRIDE);
                const uint8_t *w = b->wram + (c->rs2 - WRAM) + co * C(c, W_STRIDE) + (uint64_t)k * C(c, CI);
                for (uint32_t ci = 0; ci < C(c, CI); ci++)
                    acc += (int8_t)in[ci] * (int8_t)w[ci];
            }
            uint32_t r = finish(b, c, (uint32_t)acc, co);
            memcpy(want + (c->rd - NRAM) + (uint64_t)p * C(c, OUT_STRIDE) + co * size, &r, size);
        }
}

static void randomise(struct bench *b)
{
    for (uint64_t i = 0; i < b->nram_bytes; i++)
        b->nram[i] = (uint8_t)rnd();
    for (uint64_t i = 0; i < b->wram_bytes; i++)
        b->wram[i] = (uint8_t)rnd();
}

/* Parameters of a kind that gives results in range, or anything. */
static void parameters(struct bench *b, const struct cmd *c, uint32_t requant, bool wild)
{
    for (uint64_t ch = 0; ch < C(c, CO); ch++) {
        uint32_t bias = (uint32_t)rnd() & 0xfff, scale = (uint32_t)rnd(), shift = (uint32_t)rnd();
        if (!wild) {
            scale = requant == DLP_MAT_OUT_REQUANT_FLOAT ? bits((float)(1 + rnd() % 1000) / 65536.0f) : UINT32_C(0x40000000) | ((uint32_t)rnd() & 0x3fffffff);
            shift = (uint32_t)-(int32_t)(rnd() % 12);
        }
        memcpy(b->wram + C(c, BIAS) - WRAM + 4 * ch, &bias, 4);
        memcpy(b->wram + C(c, SCALE) - WRAM + 4 * ch, &scale, 4);
        memcpy(b->wram + C(c, SHIFT) - WRAM + 4 * ch, &shift, 4);
    }
}

static void expect(struct bench *b, const struct cmd *c)
{
    uint8_t *want = malloc(b->nram_bytes);
    assert_non_null(want);
    memcpy(want, b->nram, b->nram_bytes);
    reference(b, c, want);
    struct end end = issue(b, c);
    if (end.faults)
        fail_msg("fault %02x at %lx", end.effect.fault, end.effect.addr);
    for (uint64_t i = 0; i < b->nram_bytes; i++)
        if (want[i] != b->nram[i])
            fail_msg("out %04x: byte %lu is %02x, not %02x", C(c, OUT), i, b->nram[i], want[i]);
    free(want);
}

static const uint32_t types[] = { DLP_TYPE_I8, DLP_TYPE_I32, DLP_TYPE_F32 };

/* A round is one of the 72 forms of output; every round has another shape. */
static uint32_t form(unsigned round)
{
    return out_bits(types[round % 3], round / 3 % 2, round / 6 % 2, round / 12 % 3, (int)(rnd() % 256));
}

static void common(struct cmd *c, uint32_t ci, uint32_t co, uint32_t k, uint32_t out)
{
    C(c, CI) = ci;
    C(c, CO) = co;
    C(c, IN_STRIDE) = ci + (uint32_t)(rnd() % 4);
    C(c, W_STRIDE) = k + (uint32_t)(rnd() % 5);
    C(c, OUT) = out;
    C(c, OUT_STRIDE) = co * ((out & 15) == DLP_TYPE_I8 ? 1 : 4) + (uint32_t)(rnd() % 3);
    C(c, BIAS) = (uint32_t)(WRAM + 6001);
    C(c, SCALE) = (uint32_t)(WRAM + 6402);
    C(c, SHIFT) = (uint32_t)(WRAM + 6803);
}

static void matmul_equals_naive_loops_for_all_forms_of_output(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned round = 0; round < 144; round++) {
        const uint32_t m = 1 + (uint32_t)(rnd() % 12), k = 1 + (uint32_t)(rnd() % 90), n = 1 + (uint32_t)(rnd() % 40);
        struct cmd c = { false, NRAM + 8001, NRAM + 7, WRAM + 3, { 0 } };
        common(&c, k, n, k, form(round));
        C(&c, WO) = m;
        C(&c, HI) = C(&c, KH) = C(&c, SH) = 99999;      /* registers of conv do not matter */
        randomise(b);
        parameters(b, &c, round / 12 % 3, round >= 72);
        expect(b, &c);
    }
    bench_free(b);
}

static void conv_equals_naive_loops_for_random_shapes(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned round = 0; round < 216; round++) {
        struct cmd c = { true, NRAM + 8003, NRAM + 5, WRAM + 1, { 0 } };
        const uint32_t kh = 1 + (uint32_t)(rnd() % 4), kw = 1 + (uint32_t)(rnd() % 4), ci = 1 + (uint32_t)(rnd() % 10), co = 1 + (uint32_t)(rnd() % 20);
        common(&c, ci, co, kh * kw * ci, form(round));
        C(&c, HI) = 1 + (uint32_t)(rnd() % 7), C(&c, WI) = 1 + (uint32_t)(rnd() % 7);
        C(&c, HO) = 1 + (uint32_t)(rnd() % 6), C(&c, WO) = 1 + (uint32_t)(rnd() % 6);       /* given: also far beyond the input */
        C(&c, KH) = kh, C(&c, KW) = kw;
        C(&c, SH) = 1 + (uint32_t)(rnd() % 3), C(&c, SW) = 1 + (uint32_t)(rnd() % 3);
        C(&c, PT) = (uint32_t)(rnd() % 4), C(&c, PL) = (uint32_t)(rnd() % 4);
        C(&c, DH) = 1 + (uint32_t)(rnd() % 3), C(&c, DW) = 1 + (uint32_t)(rnd() % 3);
        randomise(b);
        parameters(b, &c, round / 12 % 3, round % 7 == 0);
        expect(b, &c);
    }
    bench_free(b);
}

static void long_dot_products_wrap_at_32_bits(void **state)
{
    (void)state;
    struct bench *b = bench_new("full");
    enum { KH = 3, K = 60000 };                          /* 3 * 60000 * 2^14 is beyond 2^31: it needs a kernel of several rows */
    struct cmd c = { true, NRAM + 700000, NRAM, WRAM, { 0 } };
    common(&c, K, 1, KH * K, out_bits(DLP_TYPE_I32, false, false, 0, 0));
    C(&c, HI) = KH, C(&c, WI) = C(&c, HO) = C(&c, WO) = C(&c, KW) = C(&c, SH) = C(&c, SW) = C(&c, DH) = C(&c, DW) = 1;
    C(&c, KH) = KH;
    C(&c, IN_STRIDE) = K;
    memset(b->nram, 0x80, KH * K);
    memset(b->wram, 0x80, KH * K);
    assert_int_equal(issue(b, &c).faults, 0);
    int32_t got;
    memcpy(&got, b->nram + 700000, 4);
    assert_int_equal(got, (int32_t)(INT64_C(3) * 60000 * 16384 - (INT64_C(1) << 32)));     /* 2949120000 - 2^32 */
    bench_free(b);
}

static void overlapping_destination_rows_keep_the_last_write(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (uint32_t stride = 0; stride < 9; stride++)
        for (unsigned t = 0; t < 3; t++) {
            struct cmd c = { false, NRAM + 8000, NRAM, WRAM, { 0 } };
            common(&c, 5, 7, 5, out_bits(types[t], false, false, 0, 0));
            C(&c, WO) = 6;
            C(&c, OUT_STRIDE) = stride;
            C(&c, IN_STRIDE) = stride % 3;               /* sources and weights may overlap too */
            C(&c, W_STRIDE) = stride % 4;
            randomise(b);
            expect(b, &c);
        }
    bench_free(b);
}

/* By hand: one pixel, one channel, acc = 3 * 5 = 15. */
static uint32_t one(struct bench *b, uint32_t out, uint32_t bias, uint32_t scale, uint32_t shift)
{
    struct cmd c = { false, NRAM + 64, NRAM, WRAM, { 0 } };
    common(&c, 1, 1, 1, out);
    C(&c, WO) = 1;
    b->nram[0] = 3;
    b->wram[0] = 5;
    memset(b->nram + 64, 0, 4);
    memcpy(b->wram + 6001, &bias, 4);
    memcpy(b->wram + 6402, &scale, 4);
    memcpy(b->wram + 6803, &shift, 4);
    assert_int_equal(issue(b, &c).faults, 0);
    return word(b->nram, 64);
}

static void the_output_stage_does_what_was_worked_out_by_hand(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    enum { I8 = DLP_TYPE_I8, I32 = DLP_TYPE_I32, F32 = DLP_TYPE_F32 };
    assert_int_equal(one(b, out_bits(I32, false, false, 0, 50), 0, 0, 0), 15);              /* no zero point without a scale */
    assert_int_equal(one(b, out_bits(I8, false, true, 0, 0), 1000, 0, 0), 127);
    assert_int_equal(one(b, out_bits(I32, false, true, 0, 0), 0x7fffffff, 0, 0), 0x8000000e);       /* wraps */
    assert_int_equal(one(b, out_bits(I32, true, true, 0, 9), (uint32_t)-100, 0, 0), 0);
    assert_int_equal(one(b, out_bits(F32, false, false, 0, 0), 0, 0, 0), 0x41700000);       /* 15.0 */
    assert_int_equal(one(b, out_bits(I8, false, false, 1, 0), 0, 0x3e19999a, 0), 2);        /* 15 * 0.15 */
    assert_int_equal(one(b, out_bits(I8, false, false, 1, 0), 0, 0x3f000000, 0), 8);        /* 7.5 to even */
    assert_int_equal(one(b, out_bits(I8, false, true, 1, 0), 2, 0x3f000000, 0), 8);         /* 8.5 to even */
    assert_int_equal(one(b, out_bits(I8, false, false, 1, -3), 0, 0x7fc00000, 0), 0xfd);    /* NaN: 0 + z */
    assert_int_equal(one(b, out_bits(I8, false, false, 1, -128), 0, 0x7f800000, 0), 0x7f);  /* infinity */
    assert_int_equal(one(b, out_bits(I32, false, true, 1, -1), 0x7ffffff1, 0xbf800000, 0), 0x7fffffff);   /* t = -2^31: f = 2^31; 2^31 - 1 exactly */
    assert_int_equal(one(b, out_bits(I8, true, false, 1, 20), 0, 0xbf800000, 0), 20);       /* -15 + 20 = 5, relu to z */
    assert_int_equal(one(b, out_bits(F32, true, false, 1, 20), 0, 0xffc00001, 0), NAN32);
    assert_int_equal(one(b, out_bits(F32, true, false, 1, 20), 0, 0xbf800000, 0), 0);
    assert_int_equal(one(b, out_bits(F32, false, false, 1, 20), 0, 0xff800001, 0), NAN32);
    assert_int_equal(one(b, out_bits(I8, false, false, 2, 10), 0, 0x40000000, 0), 18);      /* 7.5 away from zero, + 10 */
    assert_int_equal(one(b, out_bits(I8, false, true, 2, 0), (uint32_t)-30, 0x40000000, 0), 0xf9);         /* -7.5 up: -7 */
    assert_int_equal(one(b, out_bits(F32, false, false, 2, 10), 0, 0x40000000, (uint32_t)-2), 0x40000000); /* 8 / 4, no zero point */
    bench_free(b);
}

/* ---- checks */
static void expect_fault(struct bench *b, const struct cmd *c, uint8_t code, uint64_t addr, const char *what)
{
    struct end end = issue(b, c);
    if (end.faults != 1 || end.effect.fault != code || end.effect.addr != addr)
        fail_msg("%s: %u faults, %02x at %lx; expected %02x at %lx", what, end.faults, end.effect.fault, end.effect.addr, code, addr);
    assert_int_equal(end.effect.count, 0);
}

static struct cmd all_bad(void)
{
    struct cmd c = { true, 1, 2, 3, { 0 } };
    for (unsigned i = 0; i < CFGS; i++)
        c.cfg[i] = UINT32_MAX;
    C(&c, OUT) = DLP_TYPE_I16 | 3u << DLP_MAT_OUT_REQUANT_LSB | 1u << DLP_MAT_OUT_BIAS_LSB;
    C(&c, BIAS) = 11, C(&c, SCALE) = 12, C(&c, SHIFT) = 13;
    return c;
}

static void checks_come_in_the_order_of_the_manual(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t nend = NRAM + b->nram_bytes, wend = WRAM + b->wram_bytes;
    struct cmd c = all_bad();                           /* repaired step by step */
    expect_fault(b, &c, DLP_FAULT_CMD_TYPE, 1, "type");
    C(&c, OUT) = out_bits(DLP_TYPE_I32, false, true, 3, 0);
    expect_fault(b, &c, DLP_FAULT_CMD_TYPE, 1, "requant 3");
    C(&c, OUT) = out_bits(DLP_TYPE_I32, false, true, 2, 0);
    expect_fault(b, &c, DLP_FAULT_CMD_SIZE, 1, "size");
    C(&c, HI) = C(&c, WI) = C(&c, HO) = C(&c, WO) = 4;
    C(&c, CI) = 2, C(&c, CO) = 3;
    C(&c, KH) = C(&c, KW) = C(&c, SH) = C(&c, SW) = C(&c, DH) = C(&c, DW) = 1;
    C(&c, PT) = C(&c, PL) = 0;
    expect_fault(b, &c, DLP_FAULT_CMD_ADDR, 1, "destination window");
    c.rd = NRAM;
    expect_fault(b, &c, DLP_FAULT_NRAM_WRITE, NRAM, "destination end");
    C(&c, OUT_STRIDE) = 12;
    expect_fault(b, &c, DLP_FAULT_CMD_ADDR, 2, "source window");
    c.rs1 = NRAM;
    expect_fault(b, &c, DLP_FAULT_NRAM_READ, NRAM, "source end");
    C(&c, IN_STRIDE) = 2;
    expect_fault(b, &c, DLP_FAULT_CMD_ADDR, 3, "weights window");
    c.rs2 = WRAM;
    expect_fault(b, &c, DLP_FAULT_WRAM_READ, WRAM, "weights end");
    C(&c, W_STRIDE) = 2;
    expect_fault(b, &c, DLP_FAULT_CMD_ADDR, 11, "bias window");
    C(&c, BIAS) = (uint32_t)wend - 11;
    expect_fault(b, &c, DLP_FAULT_WRAM_READ, wend - 11, "bias end");
    C(&c, BIAS) = (uint32_t)wend - 12;
    expect_fault(b, &c, DLP_FAULT_CMD_ADDR, 12, "scale window");
    C(&c, SCALE) = (uint32_t)wend - 11;
    expect_fault(b, &c, DLP_FAULT_WRAM_READ, wend - 11, "scale end");
    C(&c, SCALE) = (uint32_t)wend - 12;
    expect_fault(b, &c, DLP_FAULT_CMD_ADDR, 13, "shift window");
    C(&c, SHIFT) = (uint32_t)wend - 11;
    expect_fault(b, &c, DLP_FAULT_WRAM_READ, wend - 11, "shift end");
    C(&c, SHIFT) = (uint32_t)wend - 12;
    expect_fault(b, &c, DLP_FAULT_CMD_OVERLAP, NRAM, "overlap");
    c.rs1 = nend - 32;
    assert_int_equal(issue(b, &c).faults, 0);
    C(&c, BIAS) = C(&c, SCALE) = C(&c, SHIFT) = 0;      /* not used, not checked */
    C(&c, OUT) = out_bits(DLP_TYPE_I32, false, false, 0, 0);
    assert_int_equal(issue(b, &c).faults, 0);
    bench_free(b);
}

static void each_dimension_that_is_used_is_checked(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    struct cmd good = { true, NRAM + 8000, NRAM, WRAM, { 0 } };
    common(&good, 2, 3, 2, out_bits(DLP_TYPE_I8, false, false, 0, 0));
    for (unsigned i = 0; i <= DLP_CFG_MAT_DW - DLP_CFG_MAT_HI; i++)
        if (i != DLP_CFG_MAT_CI - DLP_CFG_MAT_HI && i != DLP_CFG_MAT_CO - DLP_CFG_MAT_HI)
            good.cfg[i] = 1;
    assert_int_equal(issue(b, &good).faults, 0);
    for (unsigned i = 0; i <= DLP_CFG_MAT_DW - DLP_CFG_MAT_HI; i++) {
        const bool pad = i == DLP_CFG_MAT_PT - DLP_CFG_MAT_HI || i == DLP_CFG_MAT_PL - DLP_CFG_MAT_HI;
        const bool matmul_too = i == DLP_CFG_MAT_CI - DLP_CFG_MAT_HI || i == DLP_CFG_MAT_CO - DLP_CFG_MAT_HI || i == DLP_CFG_MAT_WO - DLP_CFG_MAT_HI;
        for (unsigned big = 0; big < 2; big++) {
            struct cmd c = good;
            c.cfg[i] = big ? 65536 : 0;
            if (pad && !big)
                assert_int_equal(issue(b, &c).faults, 0);
            else
                expect_fault(b, &c, DLP_FAULT_CMD_SIZE, c.rd, "dimension");
            c.conv = false;
            if (matmul_too)
                expect_fault(b, &c, DLP_FAULT_CMD_SIZE, c.rd, "dimension of matmul");
            else
                assert_int_equal(issue(b, &c).faults, 0);
        }
    }
    struct cmd many = good;                             /* 4097 * 4096 is above 2^24, 4096 * 4096 is not */
    C(&many, HO) = 4097, C(&many, WO) = 4096, C(&many, OUT_STRIDE) = 0;
    expect_fault(b, &many, DLP_FAULT_CMD_SIZE, many.rd, "pixels");
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matmul_equals_naive_loops_for_all_forms_of_output),
        cmocka_unit_test(conv_equals_naive_loops_for_random_shapes),
        cmocka_unit_test(long_dot_products_wrap_at_32_bits),
        cmocka_unit_test(overlapping_destination_rows_keep_the_last_write),
        cmocka_unit_test(the_output_stage_does_what_was_worked_out_by_hand),
        cmocka_unit_test(checks_come_in_the_order_of_the_manual),
        cmocka_unit_test(each_dimension_that_is_used_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
