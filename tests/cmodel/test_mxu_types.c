/* SPDX-License-Identifier: Apache-2.0
 * Matrix commands of every input and output type against the reference of the RTL bench, which is written from the formulas of the manual. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "bench.h"
#include "../rtl/dlp_mxu/mxu_ref.h"

#define NR DLP_MEM_NRAM_BASE
#define WR DLP_MEM_WRAM_BASE
enum { SRC = 3, DST = 40001, WEIGHTS = 5, BIAS = 30001, SCALE = 31001, SHIFT = 32001, SLOPE = 33001, CHANNELS = 40, DIM = 16, SIDE = 9 };

static uint32_t up_to(uint32_t n) { return (uint32_t)(rnd() % n) + 1; }

static bool whole(const struct mxu_cmd *c)
{
    return c->in_type == DLP_TYPE_I8 || c->in_type == DLP_TYPE_U8;
}

static struct end go(struct bench *b, const struct mxu_cmd *c)
{
    const struct { unsigned index; uint32_t value; } cfg[] = {
        { DLP_CFG_MAT_HI, c->hi }, { DLP_CFG_MAT_WI, c->wi }, { DLP_CFG_MAT_CI, c->ci }, { DLP_CFG_MAT_CO, c->co }, { DLP_CFG_MAT_HO, c->ho },
        { DLP_CFG_MAT_WO, c->wo }, { DLP_CFG_MAT_KH, c->kh }, { DLP_CFG_MAT_KW, c->kw }, { DLP_CFG_MAT_SH, c->sh }, { DLP_CFG_MAT_SW, c->sw },
        { DLP_CFG_MAT_PT, c->pt }, { DLP_CFG_MAT_PL, c->pl }, { DLP_CFG_MAT_DH, c->dh }, { DLP_CFG_MAT_DW, c->dw },
        { DLP_CFG_MAT_IN_STRIDE, c->in_stride }, { DLP_CFG_MAT_OUT_STRIDE, c->out_stride }, { DLP_CFG_MAT_W_STRIDE, c->w_stride },
        { DLP_CFG_MAT_OUT, c->type | (uint32_t)c->relu << DLP_MAT_OUT_RELU_LSB | (uint32_t)c->use_bias << DLP_MAT_OUT_BIAS_LSB |
                           c->requant << DLP_MAT_OUT_REQUANT_LSB | (uint32_t)c->zero << DLP_MAT_OUT_ZERO_LSB |
                           (uint32_t)c->limited << DLP_MAT_OUT_LIMIT_LSB | (uint32_t)c->sloped << DLP_MAT_OUT_SLOPE_LSB },
        { DLP_CFG_MAT_TYPE, mxu_ref_types(c) }, { DLP_CFG_MAT_LIMIT, c->limit },
        { DLP_CFG_MAT_BIAS, c->bias }, { DLP_CFG_MAT_SCALE, c->scale }, { DLP_CFG_MAT_SHIFT, c->shift }, { DLP_CFG_MAT_SLOPE, c->slope } };
    for (size_t i = 0; i < sizeof cfg / sizeof cfg[0]; i++)
        emit_cfg(b, cfg[i].index, cfg[i].value);
    return bench_command(b, c->conv ? DLP_INSN_CONV_MATCH : DLP_INSN_MATMUL_MATCH, c->rd, c->rs1, c->rs2);
}

/* A half or bfloat16 near 1; one of 16 is anything. */
static void put_element(uint8_t *at, uint32_t type)
{
    uint16_t v = (uint16_t)rnd();
    if (rnd() % 16)
        v = type == DLP_TYPE_F16 ? (uint16_t)((v & 0x87ff) | 0x3800) : (uint16_t)((v & 0x81ff) | 0x3e00);
    memcpy(at, &v, sizeof v);
}

static void fill(struct bench *b, const struct mxu_cmd *c)
{
    for (uint64_t i = 0; i < b->nram_bytes; i++)
        b->nram[i] = (uint8_t)rnd();
    for (uint64_t i = 0; i < 34816; i++)
        b->wram[i] = (uint8_t)rnd();
    if (!whole(c) && rnd() % 4)         /* otherwise everything is NaN soon */
        for (uint64_t i = 0; i < 28000; i += 2) {
            put_element(b->nram + SRC + i, c->in_type);
            put_element(b->wram + WEIGHTS + i, c->in_type);
        }
    for (unsigned i = 0; i < CHANNELS; i++) {
        float scale = (float)(rnd() % 1000) * (whole(c) ? 1e-5f : 1e-2f), bias = (float)(rnd() % 1000) / 64 - 8;
        if (rnd() % 8)
            memcpy(b->wram + SCALE + 4 * i, &scale, 4);
        if (rnd() % 8)
            scale /= -3, memcpy(b->wram + SLOPE + 4 * i, &scale, 4);
        if (!whole(c) && rnd() % 8)
            memcpy(b->wram + BIAS + 4 * i, &bias, 4);
    }
}

static struct mxu_cmd any_command(uint32_t in_type, uint32_t type, bool conv)
{
    struct mxu_cmd c = { .conv = conv, .rd = NR + DST, .rs1 = NR + SRC, .rs2 = WR + WEIGHTS, .bias = (uint32_t)WR + BIAS, .scale = (uint32_t)WR + SCALE,
                         .shift = (uint32_t)WR + SHIFT, .slope = (uint32_t)WR + SLOPE, .in_type = in_type, .w_type = in_type, .type = type, .hi = 1, .ho = 1, .kh = 1, .kw = 1, .sh = 1, .sw = 1,
                         .dh = 1, .dw = 1 };
    c.wi = c.wo = up_to(SIDE), c.ci = up_to(conv ? 40 : 200), c.co = up_to(CHANNELS);
    if (conv) {
        c.hi = up_to(SIDE), c.wi = up_to(SIDE), c.ho = up_to(SIDE), c.kh = up_to(3), c.kw = up_to(3), c.sh = up_to(3), c.sw = up_to(3);
        c.pt = up_to(3) - 1, c.pl = up_to(3) - 1, c.dh = up_to(2), c.dw = up_to(2);
    }
    const uint32_t size = DLP_TYPE_BYTES(in_type);
    c.in_stride = c.ci * size + up_to(5) - 1;
    c.w_stride = c.kh * c.kw * c.ci * size + up_to(5) - 1;
    c.out_stride = c.co * DLP_TYPE_BYTES(type) + up_to(9) - 1;
    if (whole(&c))
        c.w_type = DLP_TYPE_I8, c.in_zero = rnd() % 3 ? (uint8_t)rnd() : 0;
    if (whole(&c) && rnd() & 1)
        c.w_type = DLP_MAT_TYPE_W_I4, c.w_stride = (c.kh * c.kw * c.ci + 1) / 2 + up_to(5) - 1;
    c.requant = (uint32_t)rnd() % (whole(&c) ? 3 : 2);
    c.sloped = c.requant != MXU_NONE && rnd() & 1;
    c.relu = rnd() & 1, c.use_bias = rnd() & 1, c.limited = rnd() % 3 == 0;
    c.zero = (uint8_t)rnd();
    float limit = (float)(rnd() % 1000) / 8;
    c.limit = (uint32_t)(rnd() % 200);
    if (type >= DLP_TYPE_F16 && rnd() & 3)
        memcpy(&c.limit, &limit, sizeof limit);
    return c;
}

static const uint32_t in_types[] = { DLP_TYPE_I8, DLP_TYPE_U8, DLP_TYPE_F16, DLP_TYPE_BF16 };
static const uint32_t out_types[] = { DLP_TYPE_I8, DLP_TYPE_U8, DLP_TYPE_I32, DLP_TYPE_F16, DLP_TYPE_BF16, DLP_TYPE_F32 };

static void every_pair_of_types_matches(void **state)
{
    static uint8_t want[1 << 20];
    (void)state;
    struct bench *b = bench_new("full");
    for (unsigned round = 0; round < 16; round++)
        for (size_t i = 0; i < sizeof in_types / sizeof in_types[0]; i++)
            for (size_t j = 0; j < sizeof out_types / sizeof out_types[0]; j++) {
                struct mxu_cmd c;
                do c = any_command(in_types[i], out_types[j], round & 1); while (c.co * c.w_stride > 28000);
                fill(b, &c);
                memcpy(want, b->nram, (size_t)b->nram_bytes);
                mxu_ref(&c, DIM, want, b->wram);
                assert_int_equal(go(b, &c).faults, 0);
                assert_memory_equal(b->nram, want, (size_t)b->nram_bytes);
            }
    bench_free(b);
}

/* 200 - 128 = 72 and 0 - 128 = -128 for uint8; -56 + 128 = 72 and 0 + 128 = 128 for int8; outside of the image nothing. */
static void zero_points_by_hand(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned i = 0; i < 2; i++) {
        struct mxu_cmd c = { .conv = true, .rd = NR + 100, .rs1 = NR, .rs2 = WR, .hi = 1, .wi = 1, .ci = 2, .co = 1, .ho = 1, .wo = 2, .kh = 1, .kw = 2,
                             .sh = 1, .sw = 1, .dh = 1, .dw = 1, .in_stride = 2, .out_stride = 4, .w_stride = 4, .type = DLP_TYPE_I32,
                             .in_type = i ? DLP_TYPE_I8 : DLP_TYPE_U8, .in_zero = 128 };
        int32_t got[2];
        memcpy(b->nram, "\310\0", 2);
        memcpy(b->wram, "\003\005\175\176", 4);
        assert_int_equal(go(b, &c).faults, 0);
        memcpy(got, b->nram + 100, sizeof got);
        assert_int_equal(got[0], 3 * 72 + 5 * (i ? 128 : -128));
        assert_int_equal(got[1], 0);
    }
    bench_free(b);
}

/* Low half first, -8 to 7; a channel of 3 has 2 bytes, of which the upper half of the last does not count. */
static void weights_of_4_bits_by_hand(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    struct mxu_cmd c = { .rd = NR + 100, .rs1 = NR, .hi = 1, .wi = 1, .ci = 3, .co = 2, .ho = 1, .wo = 1, .kh = 1, .kw = 1, .sh = 1, .sw = 1, .dh = 1,
                         .dw = 1, .w_stride = 2, .type = DLP_TYPE_I32, .w_type = DLP_MAT_TYPE_W_I4 };
    int32_t got[2];
    c.rs2 = WR + b->wram_bytes - 4;                     /* ends with the memory */
    memcpy(b->nram, "\001\012\144\100", 4);
    memcpy(b->wram + b->wram_bytes - 4, "\x87\xf3\x2e\x1c", 4);
    assert_int_equal(go(b, &c).faults, 0);
    memcpy(got, b->nram + 100, sizeof got);
    assert_int_equal(got[0], 7 - 80 + 300);
    assert_int_equal(got[1], -2 + 20 - 400);
    c.ci = 5;
    assert_int_equal(go(b, &c).effect.fault, DLP_FAULT_WRAM_READ);
    c.ci = 4;
    assert_int_equal(go(b, &c).faults, 0);
    memcpy(got, b->nram + 100, sizeof got);
    assert_int_equal(got[0], 7 - 80 + 300 - 64);
    assert_int_equal(got[1], -2 + 20 - 400 + 64);
    bench_free(b);
}

/* t * 1/2 or t * 1/8, plus 3; the arrays are int32, or binary32 and of the same value.  A slope needs a rule, and its array is checked last. */
static void slopes_by_hand(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    enum { N = 5 };
    static const int32_t t[N] = { 100, -100, 0, -1, INT32_MIN }, want[N] = { 53, -9, 3, 3, -268435453 }, half = 0x40000000, eighth = 0x10000000, none = 0;
    static const float fhalf = 0.5f, feighth = 0.125f;
    struct mxu_cmd c = { .rd = NR + 100, .rs1 = NR, .rs2 = WR, .hi = 1, .wi = 1, .ci = 1, .co = N, .ho = 1, .wo = 1, .kh = 1, .kw = 1, .sh = 1, .sw = 1,
                         .dh = 1, .dw = 1, .w_stride = 1, .type = DLP_TYPE_I32, .zero = 3, .use_bias = true, .sloped = true, .bias = (uint32_t)WR + 101,
                         .scale = (uint32_t)WR + 201, .shift = (uint32_t)WR + 301, .slope = (uint32_t)WR + 401 };
    for (c.requant = MXU_FLOAT; c.requant <= MXU_FIXED; c.requant++) {
        for (unsigned i = 0; i < N; i++) {
            memcpy(b->wram + 101 + 4 * i, &t[i], 4);
            memcpy(b->wram + 201 + 4 * i, c.requant == MXU_FIXED ? (const void *)&half : &fhalf, 4);
            memcpy(b->wram + 301 + 4 * i, &none, 4);
            memcpy(b->wram + 401 + 4 * i, c.requant == MXU_FIXED ? (const void *)&eighth : &feighth, 4);
        }
        assert_int_equal(go(b, &c).faults, 0);
        assert_memory_equal(b->nram + 100, want, sizeof want);
    }
    c.requant = MXU_NONE;
    assert_int_equal(go(b, &c).effect.fault, DLP_FAULT_CMD_TYPE);
    c.requant = MXU_FIXED;
    c.slope = (uint32_t)(WR + b->wram_bytes - 4 * N);
    assert_int_equal(go(b, &c).faults, 0);
    c.slope++;
    c.rd = c.rs1;                                       /* an overlap comes later */
    struct end end = go(b, &c);
    assert_int_equal(end.effect.fault, DLP_FAULT_WRAM_READ);
    assert_int_equal(end.effect.addr, c.slope);
    c.slope = (uint32_t)NR;
    assert_int_equal(go(b, &c).effect.fault, DLP_FAULT_CMD_ADDR);
    c.sloped = false;
    assert_int_equal(go(b, &c).effect.fault, DLP_FAULT_CMD_OVERLAP);
    bench_free(b);
}

static void types_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    struct bench *edu = bench_new("edu"), *full = bench_new("full");
    for (uint32_t t = 0; t < 16; t++) {
        const bool real = t == DLP_TYPE_F16 || t == DLP_TYPE_BF16;
        struct mxu_cmd c = any_command(t, DLP_TYPE_I8, false);
        c.rd = NR + 8000, c.wi = c.wo = c.ci = c.co = 1;
        c.requant = MXU_NONE, c.use_bias = c.sloped = false;
        for (uint32_t w = 0; w < 16; w++)
            for (uint32_t above = 0; above < 25; above++) {     /* 0, or one of the bits 8 to 31 */
                const bool zero = above >= 1 && above <= 8, ints = (t == DLP_TYPE_I8 || t == DLP_TYPE_U8) && (w == DLP_TYPE_I8 || w == DLP_MAT_TYPE_W_I4);
                c.w_type = w | (above > 8 ? 1u << (above - 1 + 8 - DLP_MAT_TYPE_W_LSB) : 0);
                c.in_zero = (uint8_t)(zero ? 1u << (above - 1) : 0);
                assert_int_equal(go(edu, &c).effect.fault, ints && above <= 8 ? DLP_FAULT_NONE : DLP_FAULT_CMD_TYPE);
                assert_int_equal(go(full, &c).effect.fault, (ints && above <= 8) || (real && w == t && above == 0) ? DLP_FAULT_NONE : DLP_FAULT_CMD_TYPE);
            }
        c.w_type = t, c.in_zero = 0;
        c.requant = MXU_FIXED;                          /* not of floats */
        if (real)
            assert_int_equal(go(full, &c).effect.fault, DLP_FAULT_CMD_TYPE);
        c = any_command(DLP_TYPE_I8, t, false);
        c.rd = NR + 8000, c.wi = c.wo = c.ci = c.co = 1;
        c.requant = MXU_NONE, c.use_bias = c.sloped = false;
        const bool known = t == DLP_TYPE_I8 || t == DLP_TYPE_U8 || t == DLP_TYPE_I32 || t == DLP_TYPE_F32;
        assert_int_equal(go(edu, &c).effect.fault, known ? DLP_FAULT_NONE : DLP_FAULT_CMD_TYPE);
        assert_int_equal(go(full, &c).effect.fault, known || real ? DLP_FAULT_NONE : DLP_FAULT_CMD_TYPE);
    }
    bench_free(edu);
    bench_free(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_types_matches),
        cmocka_unit_test(zero_points_by_hand),
        cmocka_unit_test(slopes_by_hand),
        cmocka_unit_test(weights_of_4_bits_by_hand),
        cmocka_unit_test(types_that_do_not_exist_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
