/* SPDX-License-Identifier: Apache-2.0
 * Vector commands against loops that follow the manual word by word, and every check in its order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "bench.h"

#define NR DLP_MEM_NRAM_BASE
enum { I8 = DLP_TYPE_I8, I32 = DLP_TYPE_I32, F32 = DLP_TYPE_F32 };
#define CNAN UINT32_C(0x7fc00000)

static const int types[] = { I8, I32, F32 };

static size_t size_of(int t) { return t == I8 ? 1 : 4; }
static float f32(uint32_t v) { float f; memcpy(&f, &v, 4); return f; }
static uint32_t bits(float f) { uint32_t v; memcpy(&v, &f, 4); return f != f ? CNAN : v; }
static int is_nan(uint32_t v) { return f32(v) != f32(v); }

/* element i as a word: integers sign-extended, floats as bits */
static uint32_t get(const uint8_t *p, int t, size_t i)
{
    uint32_t v;
    if (t == I8)
        return (uint32_t)(int32_t)(int8_t)p[i];
    memcpy(&v, p + 4 * i, 4);
    return v;
}

static void put(uint8_t *p, int t, size_t i, uint32_t v)
{
    memcpy(p + size_of(t) * i, &v, size_of(t));
}

/* A value of type t, with many special ones. */
static uint32_t any(int t)
{
    static const uint32_t special[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00001, 0xff900000, 1, 0x80000001,
                                        0x7f7fffff, 0x42fe0000, 0xc3000000, 0x4f000000, 0xcf000000, 0x3f000000, 0x3fc00000, 0xbf000000 };
    uint64_t r = rnd();
    if (t == F32 && r >> 62 == 0)
        return special[(r & 0xffff) % (sizeof special / sizeof special[0])];
    if (t == F32 && r >> 62 == 1)
        return bits((float)(int32_t)(r & 0x3ff) * 0.25f - 128.0f);
    if (t == F32)
        return (uint32_t)r;
    return r >> 62 == 0 ? (r & 1 ? UINT32_C(0x7fffffff) : UINT32_C(0x80000000)) : (uint32_t)r;
}

static void randomize(struct bench *b)
{
    for (uint64_t i = 0; i < b->nram_bytes; i++)
        b->nram[i] = (uint8_t)rnd();
}

static void fill(struct bench *b, uint64_t at, int t, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put(b->nram + at, t, i, any(t));
}

struct cfg { unsigned index; uint32_t value; };

/* One command: n elements, more registers, operands as NRAM addresses. */
static struct end go(struct bench *b, uint32_t match, int t, uint32_t n, uint64_t rd, uint64_t rs1, uint64_t rs2, const struct cfg *cfg, size_t cfgs)
{
    emit_cfg(b, DLP_CFG_VEC_N, n);
    emit_cfg(b, DLP_CFG_VEC_TYPE, (uint32_t)t);
    for (size_t i = 0; i < cfgs; i++)
        emit_cfg(b, cfg[i].index, cfg[i].value);
    return bench_command(b, match, rd, rs1, rs2);
}

/* ---- reference */

static uint32_t ref_max(uint32_t a, uint32_t b, int t)
{
    if (t != F32)
        return (int32_t)a > (int32_t)b ? a : b;
    if (is_nan(a) || is_nan(b))
        return is_nan(a) && is_nan(b) ? CNAN : is_nan(a) ? b : a;
    if (f32(a) == 0 && f32(b) == 0)
        return a == 0 || b == 0 ? 0 : 0x80000000;
    return f32(a) > f32(b) ? a : b;
}

static uint32_t ref_min(uint32_t a, uint32_t b, int t)
{
    if (t != F32)
        return (int32_t)a < (int32_t)b ? a : b;
    if (is_nan(a) || is_nan(b))
        return is_nan(a) && is_nan(b) ? CNAN : is_nan(a) ? b : a;
    if (f32(a) == 0 && f32(b) == 0)
        return a == 0 && b == 0 ? 0 : 0x80000000;
    return f32(a) < f32(b) ? a : b;
}

static uint32_t ref_op(unsigned op, uint32_t a, uint32_t b, int t)
{
    switch (op) {
    case 0:  return t == F32 ? bits(f32(a) + f32(b)) : a + b;
    case 1:  return t == F32 ? bits(f32(a) - f32(b)) : a - b;
    case 2:  return t == F32 ? bits(f32(a) * f32(b)) : a * b;
    case 3:  return ref_max(a, b, t);
    default: return ref_min(a, b, t);
    }
}

static const uint32_t binary_op[5][3] = {
    { DLP_INSN_VADD_VV_MATCH, DLP_INSN_VADD_VS_MATCH, DLP_INSN_VADD_VC_MATCH }, { DLP_INSN_VSUB_VV_MATCH, DLP_INSN_VSUB_VS_MATCH, DLP_INSN_VSUB_VC_MATCH },
    { DLP_INSN_VMUL_VV_MATCH, DLP_INSN_VMUL_VS_MATCH, DLP_INSN_VMUL_VC_MATCH }, { DLP_INSN_VMAX_VV_MATCH, DLP_INSN_VMAX_VS_MATCH, DLP_INSN_VMAX_VC_MATCH },
    { DLP_INSN_VMIN_VV_MATCH, DLP_INSN_VMIN_VS_MATCH, DLP_INSN_VMIN_VC_MATCH }
};

static void two_operand_commands_match_their_formula(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const uint32_t lengths[] = { 1, 15, 16, 17, 255, 256, 257, 700 };
    enum { DST = 4001, SRC = 3, SRC1 = 8010 };
    for (unsigned op = 0; op < 5; op++)
        for (unsigned form = 0; form < 3; form++)
            for (unsigned ti = 0; ti < 3; ti++)
                for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
                    const int t = types[ti];
                    const uint32_t n = lengths[k], seg = form == 2 ? (uint32_t)(rnd() % 40 + 1) : 0;
                    const struct cfg cfg[] = { { DLP_CFG_VEC_SEG, seg } };
                    uint8_t want[16384];
                    randomize(b);
                    fill(b, SRC, t, n);
                    fill(b, SRC1, t, n > seg ? n : seg);
                    uint64_t scalar = rnd() << 32 | any(t);
                    memcpy(want, b->nram, sizeof want);
                    for (size_t i = 0; i < n; i++) {
                        uint32_t y = form == 0 ? get(b->nram + SRC1, t, i) : form == 2 ? get(b->nram + SRC1, t, i % seg)
                                   : get((const uint8_t *)&scalar, t, 0);
                        put(want + DST, t, i, ref_op(op, get(b->nram + SRC, t, i), y, t));
                    }
                    struct end end = go(b, binary_op[op][form], t, n, NR + DST, NR + SRC, form == 1 ? scalar : NR + SRC1, cfg, 1);
                    assert_int_equal(end.faults, 0);
                    assert_memory_equal(b->nram, want, sizeof want);
                }
    bench_free(b);
}

static void a_destination_may_be_a_source(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    enum { N = 600 };
    for (unsigned which = 0; which < 3; which++) {
        uint8_t want[16384];
        fill(b, 0, I32, 3 * N);
        memcpy(want, b->nram, sizeof want);
        uint64_t dst = which == 1 ? 4 * N : 0, src1 = which == 2 ? 0 : 4 * N;
        for (size_t i = 0; i < N; i++)
            put(want + dst, I32, i, get(b->nram, I32, i) + get(b->nram + src1, I32, i));
        assert_int_equal(go(b, DLP_INSN_VADD_VV_MATCH, I32, N, NR + dst, NR, NR + src1, NULL, 0).faults, 0);
        assert_memory_equal(b->nram, want, sizeof want);
    }
    bench_free(b);
}

static int32_t ref_to_int(uint32_t v, double low, double high)
{
    double d = (double)f32(v);
    if (d != d)
        return 0;
    d = nearbyint(d);
    return (int32_t)(d < low ? low : d > high ? high : d);
}

static void conversions_relu_and_fill_match_their_formula(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    enum { N = 530, SRC = 5, DST = 6002 };
    static const uint32_t match[] = { DLP_INSN_VCVT_I8_MATCH, DLP_INSN_VCVT_I32_MATCH, DLP_INSN_VCVT_F32_MATCH, DLP_INSN_VRELU_MATCH, DLP_INSN_VFILL_MATCH };
    for (unsigned op = 0; op < 5; op++)
        for (unsigned ti = 0; ti < 3; ti++) {
            const int t = types[ti], to = op < 3 ? types[op] : t;
            uint8_t want[16384];
            randomize(b);
            fill(b, SRC, t, N);
            memcpy(want, b->nram, sizeof want);
            const uint64_t fill_value = UINT64_C(0x1234567889abcdef);
            for (size_t i = 0; i < N; i++) {
                uint32_t x = get(b->nram + SRC, t, i), r;
                int32_t s = (int32_t)x;
                if (op == 4)
                    r = (uint32_t)fill_value;
                else if (op == 3)
                    r = t != F32 ? (uint32_t)(s > 0 ? s : 0) : is_nan(x) ? CNAN : f32(x) > 0 ? x : 0;
                else if (t == to)
                    r = x;
                else if (to == F32)
                    r = bits((float)s);
                else if (to == I8)
                    r = (uint32_t)(t == F32 ? ref_to_int(x, -128, 127) : s > 127 ? 127 : s < -128 ? -128 : s);
                else
                    r = t == F32 ? (uint32_t)ref_to_int(x, -2147483648.0, 2147483647.0) : x;
                put(want + DST, to, i, r);
            }
            uint64_t rs1 = op == 4 ? fill_value : NR + SRC;
            assert_int_equal(go(b, match[op], t, N, NR + DST, rs1, 0, NULL, 0).faults, 0);
            assert_memory_equal(b->nram, want, sizeof want);
        }
    bench_free(b);
}

static void sums_and_argmax_match_their_formula(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const uint32_t lengths[] = { 1, 2, 15, 16, 17, 33, 1000 };
    enum { SRC = 7, DST = 9001 };
    for (unsigned round = 0; round < 5; round++)
        for (unsigned ti = 0; ti < 3; ti++)
            for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
                const int t = types[ti];
                const uint32_t n = lengths[k];
                fill(b, SRC, t, n);
                if (t == F32 && round == 1)                 /* without infinities and NaNs, so that the order is seen */
                    for (size_t i = 0; i < n; i++)
                        put(b->nram + SRC, t, i, bits((float)(int32_t)rnd() * 1e-3f));
                const uint8_t *x = b->nram + SRC;
                uint32_t want;
                if (t == F32) {
                    uint32_t p[16];
                    for (unsigned j = 0; j < 16; j++) p[j] = 0x80000000;
                    for (size_t i = 0; i < n; i++) p[i % 16] = bits(f32(p[i % 16]) + f32(get(x, t, i)));
                    for (unsigned h = 8; h; h >>= 1)
                        for (unsigned j = 0; j < h; j++) p[j] = bits(f32(p[j]) + f32(p[j + h]));
                    want = p[0];
                } else {
                    want = 0;
                    for (size_t i = 0; i < n; i++) want += get(x, t, i);
                }
                assert_int_equal(go(b, DLP_INSN_VSUM_MATCH, t, n, NR + DST, NR + SRC, 0, NULL, 0).faults, 0);
                assert_int_equal(get(b->nram + DST, I32, 0), want);

                uint32_t best = get(x, t, 0), index = 0;
                for (uint32_t i = 1; i < n; i++) {
                    uint32_t v = get(x, t, i);
                    if (t == F32 ? (is_nan(best) ? !is_nan(v) : f32(v) > f32(best)) : (int32_t)v > (int32_t)best)
                        best = v, index = i;
                }
                if (t == F32 && is_nan(best))
                    best = CNAN;
                assert_int_equal(go(b, DLP_INSN_VARGMAX_MATCH, t, n, NR + DST, NR + SRC, 0, NULL, 0).faults, 0);
                assert_int_equal(get(b->nram + DST, I32, 0), best);
                assert_int_equal(get(b->nram + DST, I32, 1), index);
            }
    bench_free(b);
}

static void pooling_matches_its_formula(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    enum { SRC = 1, DST = 9001 };
    for (unsigned round = 0; round < 120; round++) {
        const int t = types[round % 3], avg = round / 3 % 2;
        uint32_t c = (uint32_t)(rnd() % 20 + 1), h = (uint32_t)(rnd() % 9 + 1), w = (uint32_t)(rnd() % 9 + 1);
        uint32_t kh = (uint32_t)(rnd() % h + 1), kw = (uint32_t)(rnd() % w + 1), sh = (uint32_t)(rnd() % 3 + 1), sw = (uint32_t)(rnd() % 3 + 1);
        uint32_t scale = bits(1.0f / (float)(kh * kw));
        if (c * h * w * size_of(t) > 7000)
            continue;
        fill(b, SRC, t, c * h * w);
        uint32_t ho = (h - kh) / sh + 1, wo = (w - kw) / sw + 1;
        uint8_t want[16384];
        memcpy(want, b->nram, sizeof want);
        const uint8_t *x = b->nram + SRC;
        for (uint32_t i = 0; i < ho * wo * c; i++) {
            uint32_t ch = i % c, ox = i / c % wo, oy = i / c / wo, r = 0;
            for (uint32_t k = 0; k < kh * kw; k++) {
                uint32_t v = get(x, t, ((size_t)(oy * sh + k / kw) * w + ox * sw + k % kw) * c + ch);
                r = k == 0 ? v : avg ? (t == F32 ? bits(f32(r) + f32(v)) : r + v) : ref_max(r, v, t);
            }
            if (avg && t == F32)
                r = bits(f32(r) * f32(scale));
            else if (avg) {
                uint32_t f = bits((float)(int32_t)r * f32(scale));
                r = (uint32_t)(t == I8 ? ref_to_int(f, -128, 127) : ref_to_int(f, -2147483648.0, 2147483647.0));
            }
            put(want + DST, t, i, r);
        }
        const struct cfg cfg[] = { { DLP_CFG_VEC_C, c }, { DLP_CFG_VEC_H, h }, { DLP_CFG_VEC_W, w }, { DLP_CFG_VEC_KH, kh }, { DLP_CFG_VEC_KW, kw },
                                   { DLP_CFG_VEC_SH, sh }, { DLP_CFG_VEC_SW, sw }, { DLP_CFG_VEC_SCALE, scale } };
        struct end end = go(b, avg ? DLP_INSN_VAVGPOOL_MATCH : DLP_INSN_VMAXPOOL_MATCH, t, 0, NR + DST, NR + SRC, 0, cfg, 8);
        assert_int_equal(end.faults, 0);
        assert_memory_equal(b->nram, want, sizeof want);
    }
    bench_free(b);
}

/* ---- checks */

struct check { uint32_t match; int type; uint32_t n; uint64_t rd, rs1, rs2; uint32_t seg; uint8_t fault; uint64_t addr; };

static void vector_faults_come_in_their_order(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t end = NR + b->nram_bytes, none = 0x30;
    const uint32_t vv = DLP_INSN_VADD_VV_MATCH, vs = DLP_INSN_VADD_VS_MATCH, vc = DLP_INSN_VADD_VC_MATCH;
    const uint32_t gather = DLP_INSN_VGATHER_MATCH, scatter = DLP_INSN_VSCATTER_MATCH;
    enum { BYTES = I8 | DLP_TYPE_U8 << DLP_VEC_TYPE_INDEX_LSB };
    const struct check row[] = {
        { vv, 9, 0, none, none, none, 0, DLP_FAULT_NONE, 0 },                           /* n = 0: nothing is checked */
        { vv, 9, 4, none, none, none, 0, DLP_FAULT_CMD_TYPE, none },
        { vv, 0x100, 4, none, none, none, 0, DLP_FAULT_CMD_TYPE, none },                /* all 12 bits of the type count */
        { vc, I8, 4, none, none, none, 0, DLP_FAULT_CMD_SIZE, none },
        { vv, I8, 4, none, 8, 16, 0, DLP_FAULT_CMD_ADDR, none },                        /* destination first */
        { vv, I8, 4, end - 3, none, none, 0, DLP_FAULT_NRAM_WRITE, end - 3 },
        { vv, I8, 4, end - 4, none, none, 0, DLP_FAULT_CMD_ADDR, none },                /* then source 0 */
        { vv, I32, 4, NR, end - 15, none, 0, DLP_FAULT_NRAM_READ, end - 15 },
        { vv, I32, 4, NR, end - 16, 8, 0, DLP_FAULT_CMD_ADDR, 8 },                      /* then source 1 */
        { vv, I32, 4, NR, end - 16, end - 1, 0, DLP_FAULT_NRAM_READ, end - 1 },
        { vv, I8, 4, DLP_MEM_WRAM_BASE, NR, NR, 0, DLP_FAULT_CMD_ADDR, DLP_MEM_WRAM_BASE },
        { vv, I8, 4, DLP_MEM_LMEM_BASE, NR, NR, 0, DLP_FAULT_CMD_ADDR, DLP_MEM_LMEM_BASE },
        { vv, I8, 0xffffffff, NR, NR, NR, 0, DLP_FAULT_NRAM_WRITE, NR },
        { vv, I32, 0x40000001, NR, NR, NR, 0, DLP_FAULT_NRAM_WRITE, NR },               /* 4n = 4 modulo 2^32 */
        { vv, I32, 4, NR + 4, NR, NR + 100, 0, DLP_FAULT_CMD_OVERLAP, NR + 4 },
        { vv, I32, 4, NR + 1, NR + 100, NR, 0, DLP_FAULT_CMD_OVERLAP, NR + 1 },
        { vv, I32, 4, NR + 16, NR, NR + 32, 0, DLP_FAULT_NONE, 0 },                     /* they touch only */
        { vv, I32, 4, NR, NR, NR, 0, DLP_FAULT_NONE, 0 },
        { vs, I32, 4, NR, NR, none, 0, DLP_FAULT_NONE, 0 },                             /* a scalar is no address */
        { vc, I32, 4, NR, NR, end - 4, 2, DLP_FAULT_NRAM_READ, end - 4 },
        { vc, I32, 4, NR, NR, end - 8, 100, DLP_FAULT_NRAM_READ, end - 8 },             /* the range has VEC_SEG elements */
        { vc, I32, 4, NR + 64, NR, NR + 64, 4, DLP_FAULT_CMD_OVERLAP, NR + 64 },        /* never, not even exactly */
        { vc, I32, 4, NR + 64, NR + 64, NR, 4, DLP_FAULT_NONE, 0 },
        { DLP_INSN_VCVT_F32_MATCH, I8, 4, NR, NR, 0, 0, DLP_FAULT_CMD_OVERLAP, NR },    /* sizes differ */
        { DLP_INSN_VCVT_F32_MATCH, I32, 4, NR, NR, 0, 0, DLP_FAULT_NONE, 0 },
        { DLP_INSN_VCVT_F32_MATCH, I8, 4, end - 15, NR, 0, 0, DLP_FAULT_NRAM_WRITE, end - 15 },
        { DLP_INSN_VRELU_MATCH, F32, 4, NR + 8, NR, 0, 0, DLP_FAULT_CMD_OVERLAP, NR + 8 },
        { DLP_INSN_VFILL_MATCH, F32, 4, NR + 8, none, none, 0, DLP_FAULT_NONE, 0 },
        { DLP_INSN_VSUM_MATCH, I8, 9, NR + 8, NR, 0, 0, DLP_FAULT_CMD_OVERLAP, NR + 8 },
        { DLP_INSN_VSUM_MATCH, I8, 9, end - 3, NR, 0, 0, DLP_FAULT_NRAM_WRITE, end - 3 },
        { DLP_INSN_VARGMAX_MATCH, I8, 9, end - 7, NR, 0, 0, DLP_FAULT_NRAM_WRITE, end - 7 },
        { DLP_INSN_VARGMAX_MATCH, I8, 9, NR, NR, 0, 0, DLP_FAULT_CMD_OVERLAP, NR },
        { DLP_INSN_VTRANS_MATCH, I8 | 8 << DLP_VEC_TYPE_FN_LSB, 0, none, none, 0, 0, DLP_FAULT_CMD_TYPE, none },
        { DLP_INSN_VTRANS_MATCH, I8, 0, none, none, 0, 0, DLP_FAULT_CMD_SIZE, none },   /* VEC_H is 0; VEC_N is not looked at */
        { gather, I8, 4, none, none, none, 0, DLP_FAULT_CMD_TYPE, none },               /* int8 is no type of indices */
        { gather, BYTES, 0, none, none, none, 0, DLP_FAULT_NONE, 0 },
        { gather, BYTES, 4, none, none, none, 0, DLP_FAULT_CMD_SIZE, none },
        { gather, BYTES, 4, NR + 512, end - 255, none, 256, DLP_FAULT_NRAM_READ, end - 255 },
        { gather, BYTES, 4, NR + 512, NR, end - 3, 256, DLP_FAULT_NRAM_READ, end - 3 },
        { scatter, BYTES, 4, end - 255, none, none, 256, DLP_FAULT_NRAM_WRITE, end - 255 },
        { scatter, BYTES, 4, NR, end - 3, none, 256, DLP_FAULT_NRAM_READ, end - 3 },
        { gather, BYTES, 4, NR + 255, NR, NR + 400, 256, DLP_FAULT_CMD_OVERLAP, NR + 255 },
        { scatter, BYTES, 4, NR, NR + 300, NR + 255, 256, DLP_FAULT_CMD_OVERLAP, NR },
        { gather, BYTES, 4, NR + 256, NR, NR + 252, 256, DLP_FAULT_NONE, 0 },           /* they touch only; every byte is a good index */
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        uint8_t before[16384];
        randomize(b);
        memcpy(before, b->nram, sizeof before);
        const struct cfg cfg[] = { { DLP_CFG_VEC_SEG, row[k].seg } };
        struct end got = go(b, row[k].match, row[k].type, row[k].n, row[k].rd, row[k].rs1, row[k].rs2, cfg, 1);
        assert_int_equal(got.effect.fault, row[k].fault);
        assert_int_equal(got.effect.addr, row[k].addr);
        if (row[k].fault)
            assert_memory_equal(b->nram, before, sizeof before);
    }
    bench_free(b);
}

/* What comes before a bad index is moved, and nothing else. */
static void a_bad_index_ends_a_command(void **state)
{
    static const struct { uint32_t match, fault; const char *result; } k[] = {
        { DLP_INSN_VGATHER_MATCH, DLP_FAULT_NRAM_READ, "ca--" }, { DLP_INSN_VSCATTER_MATCH, DLP_FAULT_NRAM_WRITE, "b-a-" } };
    static const uint16_t indices[] = { 2, 0, 3, 1 };
    const struct cfg limit = { DLP_CFG_VEC_SEG, 3 };
    struct bench *b = bench_new("edu");
    (void)state;
    for (size_t i = 0; i < sizeof k / sizeof k[0]; i++) {
        memcpy(b->nram, "----", 4);
        memcpy(b->nram + 64, "abcd", 4);
        memcpy(b->nram + 129, indices, sizeof indices);
        struct end got = go(b, k[i].match, I8 | DLP_TYPE_U16 << DLP_VEC_TYPE_INDEX_LSB, 4, NR, NR + 64, NR + 129, &limit, 1);
        assert_int_equal(got.effect.fault, k[i].fault);
        assert_int_equal(got.effect.addr, NR + 129 + 2 * sizeof indices[0]);
        assert_memory_equal(b->nram, k[i].result, 4);
    }
    bench_free(b);
}

static void pooling_dimensions_are_checked(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned bad = 0; bad < 16; bad++) {
        struct cfg cfg[] = { { DLP_CFG_VEC_C, 4 }, { DLP_CFG_VEC_H, 5 }, { DLP_CFG_VEC_W, 5 }, { DLP_CFG_VEC_KH, 2 }, { DLP_CFG_VEC_KW, 2 },
                             { DLP_CFG_VEC_SH, 1 }, { DLP_CFG_VEC_SW, 1 } };
        if (bad < 14)
            cfg[bad / 2].value = bad & 1 ? 65536 : 0;
        else
            cfg[bad - 14 + 3].value = 6;
        struct end got = go(b, DLP_INSN_VMAXPOOL_MATCH, I8, 1, 0x30, 0x31, 0, cfg, 7);
        assert_int_equal(got.effect.fault, DLP_FAULT_CMD_SIZE);
        assert_int_equal(got.effect.addr, 0x30);
    }
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_operand_commands_match_their_formula),
        cmocka_unit_test(a_destination_may_be_a_source),
        cmocka_unit_test(conversions_relu_and_fill_match_their_formula),
        cmocka_unit_test(sums_and_argmax_match_their_formula),
        cmocka_unit_test(pooling_matches_its_formula),
        cmocka_unit_test(vector_faults_come_in_their_order),
        cmocka_unit_test(a_bad_index_ends_a_command),
        cmocka_unit_test(pooling_dimensions_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
