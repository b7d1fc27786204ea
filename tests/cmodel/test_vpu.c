/* SPDX-License-Identifier: Apache-2.0
 * Vector commands against loops that are written from the manual, and every check in its order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define NAN32 UINT32_C(0x7fc00000)
#define NRAM  DLP_MEM_NRAM_BASE

static float f32(uint32_t u) { float f; memcpy(&f, &u, 4); return f; }
static uint32_t bits(float f) { uint32_t u; memcpy(&u, &f, 4); return isnan(f) ? NAN32 : u; }
static int32_t i32(uint32_t u) { int32_t v; memcpy(&v, &u, 4); return v; }
static unsigned size_of(uint32_t t) { return t == DLP_TYPE_I8 ? 1 : 4; }

/* ---- elements of a memory image; integers with their sign */
static uint32_t get(const uint8_t *m, uint64_t at, uint32_t t)
{
    uint32_t v = 0;
    memcpy(&v, m + at, size_of(t));
    return t == DLP_TYPE_I8 ? (v & 0x80 ? v | 0xffffff00u : v) : v;
}
static void put(uint8_t *m, uint64_t at, uint32_t t, uint32_t v) { memcpy(m + at, &v, size_of(t)); }

/* Floats that matter: zeros, subnormals, infinities, NaNs, halves, and anything. */
static uint32_t interesting(uint32_t t)
{
    static const uint32_t f[] = { 0, 0x80000000, 1, 0x80000001, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x3f000000, 0xbf000000,
                                  0x3fc00000, 0x40200000, 0x4effffff, 0x4f000000, 0xcf000000, 0x42ff0000, 0xc3008000, 0x7f7fffff, 0x00800000 };
    if (t == DLP_TYPE_F32 && rnd() % 3)
        return rnd() % 2 ? f[rnd() % 20] : bits((float)((int)(rnd() % 4000) - 2000) / 8);
    return (uint32_t)rnd();
}

static void fill(struct bench *b, uint32_t t)
{
    for (uint64_t i = 0; i + 4 <= b->nram_bytes; i += 4)
        put(b->nram, i, DLP_TYPE_I32, interesting(t));
}

/* ---- running one command */
struct cmd { uint32_t insn; uint64_t rd, rs1, rs2; uint32_t cfg[11]; };      /* cfg: from VEC_N */

static struct end issue(struct bench *b, const struct cmd *c)
{
    for (unsigned i = 0; i < 11; i++)
        emit_cfg(b, DLP_CFG_VEC_N + i, c->cfg[i]);
    emit_li(b, A1, c->rd);
    emit_li(b, A2, c->rs1);
    emit_li(b, A3, c->rs2);
    emit(b, enc_cmd(c->insn, A1, A2, A3, 0));
    emit(b, EXIT(X0));
    struct end end = bench_run(b);
    assert_true(end.exited);
    return end;
}

static uint8_t *image(const struct bench *b)
{
    uint8_t *m = malloc(b->nram_bytes);
    assert_non_null(m);
    memcpy(m, b->nram, b->nram_bytes);
    return m;
}

static void expect(struct bench *b, const struct cmd *c, uint8_t *want)
{
    struct end end = issue(b, c);
    assert_int_equal(end.faults, 0);
    for (uint64_t i = 0; i < b->nram_bytes; i++)
        if (want[i] != b->nram[i])
            fail_msg("insn %08x type %u n %u: byte %lu is %02x, not %02x", c->insn, c->cfg[1], c->cfg[0], i, b->nram[i], want[i]);
    free(want);
}

/* ---- the manual, one element at a time */
static uint32_t larger(uint32_t t, uint32_t a, uint32_t c, bool want_max)
{
    if (t != DLP_TYPE_F32)
        return (i32(a) > i32(c)) == want_max ? a : c;
    if (isnan(f32(a)) || isnan(f32(c)))
        return isnan(f32(a)) && isnan(f32(c)) ? NAN32 : isnan(f32(a)) ? c : a;
    if (f32(a) == f32(c))                               /* zeros: -0 is less */
        return (signbit(f32(a)) != 0) != want_max ? a : c;
    return (f32(a) > f32(c)) == want_max ? a : c;
}

static uint32_t apply(unsigned op, uint32_t t, uint32_t a, uint32_t c)
{
    const bool f = t == DLP_TYPE_F32;
    switch (op) {
    case DLP_VOP_VADD_VV: return f ? bits(f32(a) + f32(c)) : a + c;
    case DLP_VOP_VSUB_VV: return f ? bits(f32(a) - f32(c)) : a - c;
    case DLP_VOP_VMUL_VV: return f ? bits(f32(a) * f32(c)) : a * c;
    case DLP_VOP_VMAX_VV: return larger(t, a, c, true);
    default:              return larger(t, a, c, false);
    }
}

static int32_t clamp(double v, uint32_t t)
{
    double lo = t == DLP_TYPE_I8 ? -128 : -2147483648.0, hi = t == DLP_TYPE_I8 ? 127 : 2147483647.0;
    return isnan(v) ? 0 : (int32_t)fmin(fmax(nearbyint(v), lo), hi);
}

static uint32_t converted(uint32_t from, uint32_t to, uint32_t v)
{
    if (from == to)
        return v;
    if (to == DLP_TYPE_F32)
        return bits((float)i32(v));
    return (uint32_t)clamp(from == DLP_TYPE_F32 ? (double)f32(v) : (double)i32(v), to);
}

static const uint32_t types[] = { DLP_TYPE_I8, DLP_TYPE_I32, DLP_TYPE_F32 };
#define VEC(op) ((uint32_t)(op) << 25 | DLP_OPCODE_VEC)
enum { OUT = 9001, IN0 = 13, IN1 = 5002 };              /* no alignment */

static void elementwise_commands_equal_naive_loops_in_all_forms(void **state)
{
    static const unsigned ops[] = { DLP_VOP_VADD_VV, DLP_VOP_VSUB_VV, DLP_VOP_VMUL_VV, DLP_VOP_VMAX_VV, DLP_VOP_VMIN_VV };
    static const uint32_t counts[] = { 1, 3, 16, 257, 1000 }, segs[] = { 1, 7, 300, 1200 };
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned o = 0; o < 5; o++)
        for (unsigned form = 0; form < 3; form++)
            for (unsigned t = 0; t < 3; t++)
                for (unsigned k = 0; k < 5; k++) {
                    const uint32_t type = types[t], n = counts[k], seg = form == 2 ? segs[(k + o) % 4] : 0, s = size_of(type);
                    fill(b, type);
                    struct cmd c = { VEC(ops[o] + form), NRAM + OUT, NRAM + IN0, NRAM + IN1, { n, type, seg } };
                    if (form == 1)
                        c.rs2 = (uint64_t)interesting(type) | UINT64_C(0xabcd000000000000);
                    uint8_t *want = image(b), scalar[4];
                    memcpy(scalar, &c.rs2, 4);
                    for (uint32_t i = 0; i < n; i++) {
                        uint32_t a = get(b->nram, IN0 + (uint64_t)i * s, type);
                        uint32_t v = form == 1 ? get(scalar, 0, type) : get(b->nram, IN1 + (uint64_t)(form == 2 ? i % seg : i) * s, type);
                        put(want, OUT + (uint64_t)i * s, type, apply(ops[o], type, a, v));
                    }
                    expect(b, &c, want);
                }
    bench_free(b);
}

static void a_destination_may_be_a_source_exactly(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned t = 0; t < 3; t++)
        for (unsigned same = 0; same < 3; same++) {     /* first, second, both */
            const uint32_t type = types[t], s = size_of(type), n = 777;
            fill(b, type);
            const uint64_t out = 4001, a = same == 1 ? IN0 : out, v = same == 0 ? 8003 : out;
            struct cmd c = { VEC(DLP_VOP_VSUB_VV), NRAM + out, NRAM + a, NRAM + v, { n, type } };
            uint8_t *want = image(b);
            for (uint64_t i = 0; i < n; i++)
                put(want, out + i * s, type, apply(DLP_VOP_VSUB_VV, type, get(b->nram, a + i * s, type), get(b->nram, v + i * s, type)));
            expect(b, &c, want);
        }
    bench_free(b);
}

static void conversions_round_and_saturate_between_all_types(void **state)
{
    static const unsigned ops[] = { DLP_VOP_VCVT_I8, DLP_VOP_VCVT_I32, DLP_VOP_VCVT_F32 };
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned from = 0; from < 3; from++)
        for (unsigned to = 0; to < 3; to++) {
            const uint32_t n = 700;
            fill(b, types[from]);
            struct cmd c = { VEC(ops[to]), NRAM + OUT, NRAM + IN0, 0, { n, types[from] } };
            uint8_t *want = image(b);
            for (uint64_t i = 0; i < n; i++)
                put(want, OUT + i * size_of(types[to]), types[to],
                    converted(types[from], types[to], get(b->nram, IN0 + i * size_of(types[from]), types[from])));
            expect(b, &c, want);
        }
    bench_free(b);
}

static void relu_and_fill_equal_naive_loops(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned t = 0; t < 3; t++) {
        const uint32_t type = types[t], s = size_of(type), n = 500;
        fill(b, type);
        struct cmd relu = { VEC(DLP_VOP_VRELU), NRAM + OUT, NRAM + IN0, 0, { n, type } };
        uint8_t *want = image(b);
        for (uint64_t i = 0; i < n; i++) {
            uint32_t v = get(b->nram, IN0 + i * s, type);
            bool up = type == DLP_TYPE_F32 ? f32(v) > 0 : i32(v) > 0;
            put(want, OUT + i * s, type, up ? v : type == DLP_TYPE_F32 && isnan(f32(v)) ? NAN32 : 0);
        }
        expect(b, &relu, want);
        struct cmd filler = { VEC(DLP_VOP_VFILL), NRAM + OUT, UINT64_C(0x99887766f1e2d3c4), 0, { n, type } };
        want = image(b);
        for (uint64_t i = 0; i < n; i++)
            put(want, OUT + i * s, type, 0xf1e2d3c4);
        expect(b, &filler, want);
    }
    bench_free(b);
}

static void reductions_equal_naive_loops(void **state)
{
    static const uint32_t counts[] = { 1, 2, 15, 16, 17, 100, 1000 };
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned t = 0; t < 3; t++)
        for (unsigned k = 0; k < 7; k++) {
            const uint32_t type = types[t], s = size_of(type), n = counts[k];
            fill(b, type);
            if (k % 2 && type == DLP_TYPE_F32)          /* without infinities and NaNs the order of a sum shows */
                for (uint64_t i = 0; i < n; i++)
                    put(b->nram, IN0 + i * s, type, bits(ldexpf((float)((int)(rnd() % 2001) - 1000), (int)(rnd() % 30))));
            uint32_t value = get(b->nram, IN0, type), index = 0;
            for (uint32_t i = 1; i < n; i++) {
                uint32_t v = get(b->nram, IN0 + (uint64_t)i * s, type);
                bool better = type != DLP_TYPE_F32 ? i32(v) > i32(value) : isnan(f32(value)) ? !isnan(f32(v)) : f32(v) > f32(value);
                if (better)
                    value = v, index = i;
            }
            if (type == DLP_TYPE_F32 && isnan(f32(value)))
                value = NAN32;
            struct cmd arg = { VEC(DLP_VOP_VARGMAX), NRAM + OUT, NRAM + IN0, 0, { n, type } };
            uint8_t *want = image(b);
            put(want, OUT, DLP_TYPE_I32, value);
            put(want, OUT + 4, DLP_TYPE_I32, index);
            expect(b, &arg, want);

            uint32_t sum = 0;
            float p[16];
            for (unsigned j = 0; j < 16; j++)
                p[j] = -0.0f;
            for (uint32_t i = 0; i < n; i++) {
                uint32_t v = get(b->nram, IN0 + (uint64_t)i * s, type);
                sum += v;
                volatile float r = p[i % 16] + f32(v);
                p[i % 16] = r;
            }
            for (unsigned h = 8; h; h /= 2)
                for (unsigned j = 0; j < h; j++)
                    p[j] += p[j + h];
            struct cmd add = { VEC(DLP_VOP_VSUM), NRAM + OUT, NRAM + IN0, 0, { n, type } };
            want = image(b);
            put(want, OUT, DLP_TYPE_I32, type == DLP_TYPE_F32 ? bits(p[0]) : sum);
            expect(b, &add, want);
        }
    bench_free(b);
}

static void a_sum_of_negative_zeros_is_negative_zero(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned i = 0; i < 5; i++)
        put(b->nram, 4 * i, DLP_TYPE_F32, 0x80000000);
    struct cmd c = { VEC(DLP_VOP_VSUM), NRAM + 64, NRAM, 0, { 5, DLP_TYPE_F32 } };
    assert_int_equal(issue(b, &c).faults, 0);
    assert_int_equal(get(b->nram, 64, DLP_TYPE_I32), 0x80000000);
    bench_free(b);
}

static void argmax_of_equal_zeros_is_the_first_with_its_bits(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    put(b->nram, 0, DLP_TYPE_F32, 0xffc00001);          /* a NaN is replaced by a number */
    put(b->nram, 4, DLP_TYPE_F32, 0x80000000);
    put(b->nram, 8, DLP_TYPE_F32, 0);                   /* +0 is not greater than -0 */
    struct cmd c = { VEC(DLP_VOP_VARGMAX), NRAM + 64, NRAM, 0, { 3, DLP_TYPE_F32 } };
    assert_int_equal(issue(b, &c).faults, 0);
    assert_int_equal(get(b->nram, 64, DLP_TYPE_I32), 0x80000000);
    assert_int_equal(get(b->nram, 68, DLP_TYPE_I32), 1);
    bench_free(b);
}

static void pooling_equals_naive_loops_for_random_shapes(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned round = 0; round < 150; round++) {
        const uint32_t type = types[round % 3], s = size_of(type), max = round / 3 % 2;
        const uint32_t ch = 1 + (uint32_t)(rnd() % 9), h = 1 + (uint32_t)(rnd() % 8), w = 1 + (uint32_t)(rnd() % 8), kh = 1 + (uint32_t)(rnd() % h),
                       kw = 1 + (uint32_t)(rnd() % w), sh = 1 + (uint32_t)(rnd() % 3), sw = 1 + (uint32_t)(rnd() % 3);
        const uint32_t scale = round % 5 ? bits(1.0f / (float)(kh * kw)) : interesting(DLP_TYPE_F32);
        fill(b, type);
        struct cmd c = { VEC(max ? DLP_VOP_VMAXPOOL : DLP_VOP_VAVGPOOL), NRAM + OUT, NRAM + IN0, 0, { 0, type, 0, ch, h, w, kh, kw, sh, sw, scale } };
        uint8_t *want = image(b);
        const uint32_t ho = (h - kh) / sh + 1, wo = (w - kw) / sw + 1;
        for (uint32_t y = 0; y < ho; y++)
            for (uint32_t x = 0; x < wo; x++)
                for (uint32_t k = 0; k < ch; k++) {
                    uint32_t r = 0;
                    for (uint32_t j = 0; j < kh * kw; j++) {
                        uint32_t v = get(b->nram, IN0 + (uint64_t)(((y * sh + j / kw) * w + x * sw + j % kw) * ch + k) * s, type);
                        r = j == 0 ? v : max ? larger(type, r, v, true) : type == DLP_TYPE_F32 ? bits(f32(r) + f32(v)) : r + v;
                    }
                    if (!max && type == DLP_TYPE_F32)
                        r = bits(f32(r) * f32(scale));
                    else if (!max) {
                        volatile float f = (float)i32(r) * f32(scale);
                        r = (uint32_t)clamp((double)f, type);
                    }
                    put(want, OUT + (uint64_t)((y * wo + x) * ch + k) * s, type, r);
                }
        expect(b, &c, want);
    }
    bench_free(b);
}

static void a_command_of_no_elements_does_nothing_and_checks_nothing(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const unsigned ops[] = { DLP_VOP_VADD_VV, DLP_VOP_VADD_VC, DLP_VOP_VRELU, DLP_VOP_VFILL, DLP_VOP_VARGMAX, DLP_VOP_VSUM, DLP_VOP_VCVT_I8 };
    for (unsigned k = 0; k < 7; k++) {
        struct cmd c = { VEC(ops[k]), 0, 0, 0, { 0, 7, 0 } };
        expect(b, &c, image(b));
    }
    bench_free(b);
}

/* ---- checks: each row fails the check it names, and all later ones too as far as that is possible */
static void expect_fault(struct bench *b, const struct cmd *c, uint8_t code, uint64_t addr)
{
    uint8_t *before = image(b);
    struct end end = issue(b, c);
    if (end.faults != 1 || end.effect.fault != code || end.effect.addr != addr)
        fail_msg("insn %08x: %u faults, %02x at %lx; expected %02x at %lx", c->insn, end.faults, end.effect.fault, end.effect.addr, code, addr);
    assert_memory_equal(before, b->nram, b->nram_bytes);        /* nothing was written */
    free(before);
}

static void checks_come_in_the_order_of_the_manual(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t end = NRAM + b->nram_bytes, wram = DLP_MEM_WRAM_BASE, gdram = DLP_MEM_GDRAM_BASE;
    const struct { struct cmd c; uint8_t code; uint64_t addr; } row[] = {
        /* type, also an unimplemented one and one with high bits */
        { { VEC(DLP_VOP_VADD_VC), 5, 6, 7, { 4, DLP_TYPE_U8, 0 } }, DLP_FAULT_CMD_TYPE, 5 },
        { { VEC(DLP_VOP_VADD_VV), 5, 6, 7, { 4, 0x10, 0 } }, DLP_FAULT_CMD_TYPE, 5 },
        { { VEC(DLP_VOP_VMAXPOOL), 5, 6, 7, { 0, DLP_TYPE_F16 } }, DLP_FAULT_CMD_TYPE, 5 },
        /* sizes */
        { { VEC(DLP_VOP_VADD_VC), 5, 6, 7, { 4, DLP_TYPE_I8, 0 } }, DLP_FAULT_CMD_SIZE, 5 },
        /* destination, source 0, source 1: first the window, then the end */
        { { VEC(DLP_VOP_VADD_VV), wram, 6, 7, { 4, DLP_TYPE_I8 } }, DLP_FAULT_CMD_ADDR, wram },
        { { VEC(DLP_VOP_VADD_VV), end - 15, 6, 7, { 4, DLP_TYPE_I32 } }, DLP_FAULT_NRAM_WRITE, end - 15 },
        { { VEC(DLP_VOP_VADD_VV), end + 100, 6, 7, { 1, DLP_TYPE_I8 } }, DLP_FAULT_NRAM_WRITE, end + 100 },
        { { VEC(DLP_VOP_VADD_VV), NRAM, gdram, 7, { 4, DLP_TYPE_I8 } }, DLP_FAULT_CMD_ADDR, gdram },
        { { VEC(DLP_VOP_VADD_VV), NRAM, end - 3, 7, { 4, DLP_TYPE_I8 } }, DLP_FAULT_NRAM_READ, end - 3 },
        { { VEC(DLP_VOP_VADD_VV), NRAM + 1, NRAM, NRAM - 1, { 4, DLP_TYPE_I8 } }, DLP_FAULT_CMD_ADDR, NRAM - 1 },
        { { VEC(DLP_VOP_VADD_VC), NRAM + 1, NRAM, end - 4, { 1, DLP_TYPE_I8, 5 } }, DLP_FAULT_NRAM_READ, end - 4 },
        { { VEC(DLP_VOP_VADD_VV), NRAM, NRAM, NRAM, { UINT32_MAX, DLP_TYPE_F32 } }, DLP_FAULT_NRAM_WRITE, NRAM },
        /* overlap */
        { { VEC(DLP_VOP_VADD_VV), NRAM + 100, NRAM + 97, NRAM + 500, { 4, DLP_TYPE_I8 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VADD_VV), NRAM + 100, NRAM + 500, NRAM + 103, { 4, DLP_TYPE_I8 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VADD_VV), NRAM + 100, NRAM + 100, NRAM + 99, { 4, DLP_TYPE_I8 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VADD_VC), NRAM + 100, NRAM + 500, NRAM + 100, { 4, DLP_TYPE_I8, 4 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VADD_VC), NRAM + 100, NRAM + 500, NRAM + 90, { 1, DLP_TYPE_I8, 11 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VCVT_F32), NRAM + 100, NRAM + 100, 0, { 4, DLP_TYPE_I8 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VARGMAX), NRAM + 100, NRAM + 100, 0, { 4, DLP_TYPE_I32 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VSUM), NRAM + 100, NRAM + 103, 0, { 4, DLP_TYPE_I32 } }, DLP_FAULT_CMD_OVERLAP, NRAM + 100 },
        { { VEC(DLP_VOP_VMAXPOOL), NRAM, NRAM, 0, { 0, DLP_TYPE_I8, 0, 1, 1, 1, 1, 1, 1, 1 } }, DLP_FAULT_CMD_OVERLAP, NRAM },
        /* results of reductions have their own lengths */
        { { VEC(DLP_VOP_VARGMAX), end - 7, NRAM, 0, { 1, DLP_TYPE_I8 } }, DLP_FAULT_NRAM_WRITE, end - 7 },
        { { VEC(DLP_VOP_VSUM), end - 3, NRAM, 0, { 1, DLP_TYPE_I8 } }, DLP_FAULT_NRAM_WRITE, end - 3 },
        { { VEC(DLP_VOP_VCVT_I32), end - 4, NRAM, 0, { 2, DLP_TYPE_I8 } }, DLP_FAULT_NRAM_WRITE, end - 4 },
        { { VEC(DLP_VOP_VFILL), end - 3, 0, 0, { 4, DLP_TYPE_I8 } }, DLP_FAULT_NRAM_WRITE, end - 3 },
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
        expect_fault(b, &row[k].c, row[k].code, row[k].addr);
    bench_free(b);
}

static void each_dimension_of_pooling_is_checked(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const struct cmd good = { VEC(DLP_VOP_VAVGPOOL), NRAM + 4096, NRAM, 0, { 0, DLP_TYPE_I8, 0, 2, 4, 4, 2, 2, 1, 1, 0x3e800000 } };
    for (unsigned i = 3; i <= 9; i++)
        for (unsigned big = 0; big < 2; big++) {
            struct cmd c = good;
            c.cfg[i] = big ? 65536 : 0;
            expect_fault(b, &c, DLP_FAULT_CMD_SIZE, c.rd);
        }
    struct cmd tall = good, wide = good;
    tall.cfg[6] = 5;
    wide.cfg[7] = 5;
    expect_fault(b, &tall, DLP_FAULT_CMD_SIZE, good.rd);
    expect_fault(b, &wide, DLP_FAULT_CMD_SIZE, good.rd);
    assert_int_equal(issue(b, &good).faults, 0);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elementwise_commands_equal_naive_loops_in_all_forms),
        cmocka_unit_test(a_destination_may_be_a_source_exactly),
        cmocka_unit_test(conversions_round_and_saturate_between_all_types),
        cmocka_unit_test(relu_and_fill_equal_naive_loops),
        cmocka_unit_test(reductions_equal_naive_loops),
        cmocka_unit_test(a_sum_of_negative_zeros_is_negative_zero),
        cmocka_unit_test(argmax_of_equal_zeros_is_the_first_with_its_bits),
        cmocka_unit_test(pooling_equals_naive_loops_for_random_shapes),
        cmocka_unit_test(a_command_of_no_elements_does_nothing_and_checks_nothing),
        cmocka_unit_test(checks_come_in_the_order_of_the_manual),
        cmocka_unit_test(each_dimension_of_pooling_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
