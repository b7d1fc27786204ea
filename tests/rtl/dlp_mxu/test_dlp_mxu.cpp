// SPDX-License-Identifier: Apache-2.0
// Tests of the matrix unit against the formulas of the manual: results, stray writes, faults, order, cycles.
#include "mxu_bench.h"
#include "verilated.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
extern "C" {
#include <cmocka.h>
}

static uint32_t base_seed = 1;

static const std::vector<uint32_t> types = FLOAT
    ? std::vector<uint32_t>{DLP_TYPE_I8, DLP_TYPE_U8, DLP_TYPE_I32, DLP_TYPE_F32, DLP_TYPE_F16, DLP_TYPE_BF16}
    : std::vector<uint32_t>{DLP_TYPE_I8, DLP_TYPE_U8, DLP_TYPE_I32, DLP_TYPE_F32};
static const std::vector<uint32_t> float_types = {DLP_TYPE_F16, DLP_TYPE_BF16};

// ---- building commands

static mxu_cmd matmul(uint32_t m, uint32_t k, uint32_t n)
{
    mxu_cmd c = {};
    c.hi = c.ho = c.kh = c.kw = c.sh = c.sw = c.dh = c.dw = 1;
    c.wi = c.wo = m;
    c.ci = k;
    c.co = n;
    c.in_stride = c.w_stride = k;
    c.out_stride = n;
    c.type = DLP_TYPE_I8;
    return c;
}

static mxu_cmd conv(uint32_t hi, uint32_t wi, uint32_t ci, uint32_t co, uint32_t kh, uint32_t kw, uint32_t stride, uint32_t pad)
{
    mxu_cmd c = matmul(1, ci, co);
    c.conv = true;
    c.hi = hi;
    c.wi = wi;
    c.kh = kh;
    c.kw = kw;
    c.sh = c.sw = stride;
    c.pt = c.pl = pad;
    c.ho = (hi + 2 * pad - kh) / stride + 1;
    c.wo = (wi + 2 * pad - kw) / stride + 1;
    c.w_stride = kh * kw * ci;
    return c;
}

static uint32_t bytes(const mxu_cmd &c) { return DLP_TYPE_BYTES(c.type); }
static bool     real(const mxu_cmd &c) { return c.in_type == DLP_TYPE_F16 || c.in_type == DLP_TYPE_BF16; }
static uint32_t in_bytes(const mxu_cmd &c) { return DLP_TYPE_BYTES(c.in_type); }
static uint64_t dst_len(const mxu_cmd &c) { return (uint64_t(c.ho) * c.wo - 1) * c.out_stride + uint64_t(c.co) * bytes(c); }
static uint64_t src_len(const mxu_cmd &c) { return (uint64_t(c.hi) * c.wi - 1) * c.in_stride + c.ci * in_bytes(c); }
static bool     int4(const mxu_cmd &c) { return c.w_type == DLP_MAT_TYPE_W_I4; }
static uint64_t channel_len(const mxu_cmd &c)
{
    uint64_t k = uint64_t(c.kh) * c.kw * c.ci;
    return int4(c) ? (k + 1) / 2 : k * in_bytes(c);
}
static uint64_t w_len(const mxu_cmd &c) { return uint64_t(c.co - 1) * c.w_stride + channel_len(c); }

// Packs operands one after the other, with `gap` odd bytes between them.
struct Place {
    uint32_t n = 0, w = 0;
    bool     place(mxu_cmd &c, Bench &b, bool odd)
    {
        auto next = [&](uint32_t &at, uint64_t len) {
            at = odd ? at + b.below(2 * ROW + 3) : (at + ROW - 1) / ROW * ROW;
            uint32_t a = at;
            at = uint32_t(at + len > 0x7fffffff ? 0x7fffffff : at + len);
            return a;
        };
        c.rs1 = DLP_MEM_NRAM_BASE + next(n, src_len(c));
        c.rd = DLP_MEM_NRAM_BASE + next(n, dst_len(c));
        c.rs2 = DLP_MEM_WRAM_BASE + next(w, w_len(c));
        c.bias = uint32_t(DLP_MEM_WRAM_BASE) + next(w, 4 * c.co);
        c.scale = uint32_t(DLP_MEM_WRAM_BASE) + next(w, 4 * c.co);
        c.shift = uint32_t(DLP_MEM_WRAM_BASE) + next(w, 4 * c.co);
        c.slope = c.sloped ? uint32_t(DLP_MEM_WRAM_BASE) + next(w, 4 * c.co) : 0;
        return n <= NRAM && w <= WRAM;
    }
};

static void put32(std::vector<uint8_t> &m, uint64_t at, uint32_t v)
{
    for (int i = 0; i < 4; i++) m.at(size_t(at) + size_t(i)) = uint8_t(v >> (8 * i));
}

static uint32_t float_bits(float f)
{
    uint32_t x;
    memcpy(&x, &f, 4);
    return x;
}

// Parameters that give results of every size: scale factors around 2^-e, multipliers, shifts.
static void fill_parameters(Bench &b, const mxu_cmd &c)
{
    auto factor = [&](uint32_t array, uint32_t i) {
        if (c.requant == MXU_FLOAT && b.below(8))
            put32(b.wram, array - DLP_MEM_WRAM_BASE + 4 * i, float_bits(std::ldexp(1.0f + float(b.below(1000)) / 1000, -int(b.below(16)))));
        if (c.requant == MXU_FIXED && b.below(4)) put32(b.wram, array - DLP_MEM_WRAM_BASE + 4 * i, 0x40000000 + b.random() / 4);
    };
    for (uint32_t i = 0; i < c.co; i++) {
        if (b.below(3)) put32(b.wram, c.bias - DLP_MEM_WRAM_BASE + 4 * i, b.below(65536) - 32768);
        factor(c.scale, i);
        if (c.sloped) factor(c.slope, i);
        if (c.requant == MXU_FIXED && b.below(4)) put32(b.wram, c.shift - DLP_MEM_WRAM_BASE + 4 * i, uint32_t(-int(b.below(12))));
    }
}

// Run good commands; the whole of NRAM must be what the formulas give, WRAM unchanged.
static void check(Bench &b, const std::vector<mxu_cmd> &cmds)
{
    std::vector<uint8_t> want = b.nram, wram = b.wram;
    for (auto &c : cmds) mxu_ref(&c, DIM, want.data(), b.wram.data());
    assert_true(b.run(cmds));
    for (auto &d : b.done) {
        assert_int_equal(d.fault, DLP_FAULT_NONE);
        assert_int_equal(d.addr, 0);
    }
    for (size_t i = 0; i < want.size(); i++)
        if (want[i] != b.nram[i]) {
            print_error("NRAM offset 0x%zx: expected 0x%02x, got 0x%02x\n", i, want[i], b.nram[i]);
            for (auto &c : cmds)
                print_error("%s rd 0x%llx rs1 0x%llx rs2 0x%llx in %ux%ux%u out %ux%ux%u kernel %ux%u stride %u,%u pad %u,%u dil %u,%u "
                            "strides %u,%u,%u types %u (zero %u), %u, %u rq %u relu %d bias %d z %d limit %d 0x%x slope %d\n",
                            c.conv ? "conv" : "matmul", (unsigned long long)c.rd, (unsigned long long)c.rs1, (unsigned long long)c.rs2,
                            c.hi, c.wi, c.ci, c.ho, c.wo, c.co, c.kh, c.kw, c.sh, c.sw, c.pt, c.pl, c.dh, c.dw, c.in_stride, c.out_stride,
                            c.w_stride, c.in_type, c.in_zero, c.w_type, c.type, c.requant, c.relu, c.use_bias, c.zero, c.limited, c.limit, c.sloped);
            fail();
        }
    assert_true(wram == b.wram);
}

static void expect_fault(Bench &b, const mxu_cmd &c, uint8_t fault, uint64_t addr);

static void check_one(Bench &b, mxu_cmd c, bool odd = true)
{
    Place p;
    assert_true(p.place(c, b, odd));
    fill_parameters(b, c);
    check(b, {c});
}

static void random_output(Bench &b, mxu_cmd &c)
{
    c.type = types[b.below(uint32_t(types.size()))];
    c.requant = b.below(real(c) ? 2 : 3);
    c.sloped = c.requant != MXU_NONE && b.below(2);
    c.relu = b.below(2);
    c.use_bias = b.below(2);
    c.zero = uint8_t(b.random());
    c.limited = b.below(3) == 0;
    c.limit = b.below(4) ? b.below(200) - 50 : b.random();
    if (c.limited && c.type >= DLP_TYPE_F16 && b.below(4)) c.limit = float_bits(float(b.below(1000)) / 8);
    c.out_stride = c.co * bytes(c) + (b.below(2) ? b.below(20) : 0);
}

static void random_input(Bench &b, mxu_cmd &c)
{
    c.in_type = b.below(2) ? DLP_TYPE_U8 : DLP_TYPE_I8;
    if (b.below(3)) c.in_zero = uint8_t(b.random());
    if (b.below(2)) c.w_type = DLP_MAT_TYPE_W_I4;
    c.w_stride = uint32_t(channel_len(c));
}

// ---- floats

// A half or bfloat16: mostly near 1, so that sums are of one size and round; sometimes of any size, subnormal, infinite, or a NaN.
static uint16_t random_element(Bench &b, uint32_t type)
{
    uint32_t digits = type == DLP_TYPE_F16 ? 10 : 7, bias = type == DLP_TYPE_F16 ? 15 : 127, r = b.random();
    uint32_t m = r & ((1u << digits) - 1), e = bias - 3 + (r >> 12) % 6, sign = (r >> 20 & 1) << 15;
    switch (r >> 24) {
    case 0:  e = 0; break;
    case 1:  e = 1 + b.below(3); break;
    case 2:  e = b.below(0x7fffu >> digits); break;
    case 3:  e = m = 0; break;
    default: break;
    }
    return uint16_t(sign | e << digits | m);
}

static void put_element(Bench &b, std::vector<uint8_t> &m, uint64_t at, uint32_t type, uint32_t special)
{
    uint32_t v = random_element(b, type), top = type == DLP_TYPE_F16 ? 0x7c00 : 0x7f80;
    if (special && b.below(special) == 0) v = (v & 0x8000) | (b.below(3) ? top : top + 1 + b.below(0x7fff - top));
    m.at(size_t(at)) = uint8_t(v);
    m.at(size_t(at) + 1) = uint8_t(v >> 8);
}

// Elements for the source and the weights of a placed command; one of `special` is an infinity or a NaN (0: none).
static void fill_floats(Bench &b, const mxu_cmd &c, uint32_t special)
{
    if (!real(c)) return;
    for (uint64_t i = 0; i + 1 < src_len(c); i += 2) put_element(b, b.nram, c.rs1 - DLP_MEM_NRAM_BASE + i, c.in_type, special);
    for (uint64_t i = 0; i + 1 < w_len(c); i += 2) put_element(b, b.wram, c.rs2 - DLP_MEM_WRAM_BASE + i, c.in_type, special);
    for (uint32_t i = 0; c.use_bias && i < c.co; i++)
        put32(b.wram, c.bias - DLP_MEM_WRAM_BASE + 4 * i, b.below(16) ? float_bits(float(b.below(2000)) / 100 - 10) : b.random());
}

static mxu_cmd as_float_command(mxu_cmd c, uint32_t type)
{
    c.in_type = c.w_type = type;
    c.type = DLP_TYPE_F32;
    c.in_stride *= 2;
    c.w_stride *= 2;
    c.out_stride = 4 * c.co;
    return c;
}

static void check_float(Bench &b, mxu_cmd c, uint32_t special = 0)
{
    Place p;
    assert_true(p.place(c, b, true));
    fill_parameters(b, c);
    fill_floats(b, c, special);
    check(b, {c});
}

static void float_sums_of_every_tail(void **)
{
    if (!FLOAT) return;
    const uint32_t sizes[] = {1, 2, DIM - 1, DIM, DIM + 1, 2 * DIM, 3 * DIM + 3};
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t type : float_types)
        for (uint32_t m : {1u, 3u, uint32_t(DIM) + 1, 2u * DIM + 3})
            for (uint32_t k : sizes)
                for (uint32_t n : {1u, uint32_t(DIM), uint32_t(DIM) + 2}) check_float(b, as_float_command(matmul(m, k, n), type));
}

static void float_sums_of_several_blocks(void **)
{
    if (!FLOAT) return;
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t m : {ACC_ROWS, ACC_ROWS + 1, 2 * ACC_ROWS + 7}) check_float(b, as_float_command(matmul(m, DIM + 3, DIM + 1), DLP_TYPE_F16));
}

static void infinities_and_nans_of_floats(void **)
{
    if (!FLOAT) return;
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t type : float_types)
        for (uint32_t special : {3u, 30u, 300u})
            for (uint32_t out : types) {
                mxu_cmd c = as_float_command(matmul(9, 2 * DIM + 1, DIM + 1), type);
                c.type = out;
                c.out_stride = c.co * bytes(c);
                check_float(b, c, special);
            }
}

// Signs of zeros and products below the range, one product each.
static void float_products_one_by_one(void **)
{
    if (!FLOAT) return;
    Bench b(base_seed);
    const uint16_t corner[2][12] = {{0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3c00, 0xbc01, 0x7bff, 0x7c00, 0xfc00, 0x7c01},
                                    {0, 0x8000, 1, 0x8001, 0x7f, 0x80, 0x3f80, 0xbf81, 0x7f7f, 0x7f80, 0xff80, 0x7f81}};
    for (int t = 0; t < 2; t++)
        for (bool bias : {false, true}) {
            mxu_cmd c = as_float_command(matmul(12, 1, 12 + 240), float_types[size_t(t)]);
            c.use_bias = bias;
            Place p;
            assert_true(p.place(c, b, true));
            for (uint32_t i = 0; i < 12; i++) memcpy(&b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE + 2 * i)], &corner[t][i], 2);
            for (uint32_t i = 0; i < c.co; i++) {
                // after the corners numbers whose product with the smallest one is near the end of binary32's range
                uint16_t v = uint16_t(i < 12 ? corner[t][i] : 0x80 + (i - 12) * 37);
                memcpy(&b.wram[size_t(c.rs2 - DLP_MEM_WRAM_BASE + 2 * i)], &v, 2);
                put32(b.wram, c.bias - DLP_MEM_WRAM_BASE + 4 * i, i % 2 ? 0x80000000 : 0);
            }
            check(b, {c});
        }
}

static void float_convolutions(void **)
{
    if (!FLOAT) return;
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t type : float_types)
        for (uint32_t ci : {1u, 3u, uint32_t(DIM), uint32_t(DIM) + 5})
            for (uint32_t dil : {1u, 2u})
                for (uint32_t stride : {1u, 2u}) {
                    mxu_cmd c = as_float_command(conv(8, 9, ci, DIM + 1, 3, 2, stride, 1), type);
                    c.dh = c.dw = dil;
                    random_output(b, c);
                    check_float(b, c, stride == 2 ? 200 : 0);
                }
}

static void every_output_form_of_floats(void **)
{
    if (!FLOAT) return;
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t type : types)
        for (int f = 0; f < 16; f++) {
            mxu_cmd c = as_float_command(matmul(5, DIM, DIM + 1), float_types[f & 1]);
            c.type = type;
            c.requant = f & 2 ? MXU_FLOAT : MXU_NONE;
            c.relu = f & 4;
            c.use_bias = f & 8;
            c.limited = f & 1;
            c.limit = type >= DLP_TYPE_F16 ? float_bits(1.5f) : 3;
            c.zero = uint8_t(f * 37 - 60);
            c.out_stride = c.co * bytes(c);
            check_float(b, c);
        }
}

// With a source of zeros the sum is the bias: any binary32 comes to the output arithmetic.
static void float_output_is_exact_at_the_corners(void **)
{
    if (!FLOAT) return;
    Bench b(base_seed);
    std::vector<uint32_t> t = {0, 1, 0x007fffff, 0x00800000, 0x33000000, 0x33000001, 0x33800000, 0x38000000, 0x387fc000, 0x387fe000, 0x38800000, 0x3effffff,
                               0x3f000000, 0x3f000001, 0x3fc00000, 0x40200000, 0x42fe0000, 0x42ff0000, 0x42ff0001, 0x43000000, 0x437e8000, 0x437f8000,
                               0x477fe000, 0x477fefff, 0x477ff000, 0x47800000, 0x4effffff, 0x4f000000, 0x4f000001, 0x4f7fffff, 0x4f800000, 0x7f7f7fff,
                               0x7f7f8000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc12345, 0x3f808000, 0x3f818000, 0x3f801000, 0x3f803000, 0x3f802fff};
    for (size_t i = t.size(); i-- > 0;) t.push_back(t[i] | 0x80000000);
    for (uint32_t type : types)
        for (int f = 0; f < 16; f++) {
            mxu_cmd c = as_float_command(matmul(1, 1, uint32_t(t.size())), DLP_TYPE_F16);
            c.type = type;
            c.use_bias = true;
            c.requant = f & 1;
            c.relu = f & 2;
            c.limited = f & 4;
            c.zero = f & 8 ? 0x80 : 0x7f;
            c.sloped = (f & 9) == 9;
            c.limit = type < DLP_TYPE_F16 ? 100 : f & 8 ? 0xbf800000 : 0x40c00000;
            Place p;
            assert_true(p.place(c, b, false));
            b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE)] = b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE) + 1] = 0;
            for (uint32_t i = 0; i < c.co; i++) {
                memset(&b.wram[size_t(c.rs2 - DLP_MEM_WRAM_BASE) + 2 * i], 0, 2);
                put32(b.wram, c.bias - DLP_MEM_WRAM_BASE + 4 * i, t[i]);
                put32(b.wram, c.scale - DLP_MEM_WRAM_BASE + 4 * i, 0x3f800000);
                if (c.sloped) put32(b.wram, c.slope - DLP_MEM_WRAM_BASE + 4 * i, i % 3 ? 0xbe000000 : 0x3dcccccd);
            }
            check(b, {c});
        }
}

// ---- results

static void matmul_of_one_element(void **)
{
    Bench b(base_seed);
    b.fill_random();
    mxu_cmd c = matmul(1, 1, 1);
    c.type = DLP_TYPE_I32;
    c.rs1 = DLP_MEM_NRAM_BASE + 5;
    c.rd = DLP_MEM_NRAM_BASE + ROW - 2;         // crosses a row
    c.rs2 = DLP_MEM_WRAM_BASE + 7;
    b.nram[5] = uint8_t(-128);
    b.wram[7] = uint8_t(-127);
    check(b, {c});
    int32_t r;
    memcpy(&r, &b.nram[ROW - 2], 4);
    assert_int_equal(r, 16256);                 // -128 * -127
}

// Every byte with weights and zero points from the ends of their ranges, one product each.
static void every_product_of_an_integer_is_exact(void **)
{
    Bench        b(base_seed);
    const int8_t weights[] = {-128, -127, -1, 0, 1, 2, 126, 127};
    for (uint32_t type : {uint32_t(DLP_TYPE_I8), uint32_t(DLP_TYPE_U8)})
        for (int zero : {0, 1, 100, 127, 128, 129, 200, 254, 255}) {
            mxu_cmd c = matmul(256, 1, 8);
            Place   p;
            c.in_type = type;
            c.in_zero = uint8_t(zero);
            c.type = DLP_TYPE_I32;
            c.out_stride = 32;
            assert_true(p.place(c, b, true));
            for (int x = 0; x < 256; x++) b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE) + size_t(x)] = uint8_t(x);
            memcpy(&b.wram[size_t(c.rs2 - DLP_MEM_WRAM_BASE)], weights, 8);
            check(b, {c});
            for (int x = 0; x < 256; x++)
                for (int n = 0; n < 8; n++) {
                    int32_t got, bytes[2] = {x, zero};
                    for (int &v : bytes)
                        if (type == DLP_TYPE_I8 && v > 127) v -= 256;
                    memcpy(&got, &b.nram[size_t(c.rd - DLP_MEM_NRAM_BASE) + size_t(32 * x + 4 * n)], 4);
                    assert_int_equal(got, (bytes[0] - bytes[1]) * weights[n]);
                }
        }
}

// Weights -8 to 7 in an odd row of 17, whose last byte is half used; then in the second channel the other way round.
static void weights_of_4_bits_by_hand(void **)
{
    Bench   b(base_seed);
    b.fill_random();
    mxu_cmd c = matmul(17, 17, 2);
    Place   p;
    c.w_type = DLP_MAT_TYPE_W_I4;
    c.w_stride = 9;
    c.type = DLP_TYPE_I32;
    c.out_stride = 8;
    assert_true(p.place(c, b, true));
    assert_int_equal(w_len(c), 18);
    uint8_t *w = &b.wram[size_t(c.rs2 - DLP_MEM_WRAM_BASE)];
    const uint8_t up[9] = {0x98, 0xba, 0xdc, 0xfe, 0x10, 0x32, 0x54, 0x76, 0xf5}, down[9] = {0x67, 0x45, 0x23, 0x01, 0xef, 0xcd, 0xab, 0x89, 0x5a};
    memcpy(w, up, 9);
    memcpy(w + 9, down, 9);
    memset(&b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE)], 0, 17 * 17);
    for (uint32_t m = 0; m < 17; m++) b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE) + 18 * m] = 1;       // row m takes weight m
    check(b, {c});
    for (int m = 0; m < 17; m++) {
        int32_t got[2];
        memcpy(got, &b.nram[size_t(c.rd - DLP_MEM_NRAM_BASE) + size_t(8 * m)], 8);
        assert_int_equal(got[0], m < 16 ? m - 8 : 5);
        assert_int_equal(got[1], m < 16 ? 7 - m : -6);
    }
}

static void weights_of_4_bits_have_every_tail(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t k = 1; k <= 3 * DIM + 1; k++) {
        mxu_cmd c = matmul(3, k, DIM + 2);
        random_output(b, c);
        c.w_type = DLP_MAT_TYPE_W_I4;
        c.w_stride = (k + 1) / 2 + k % 3;
        c.in_type = k & 4 ? DLP_TYPE_U8 : DLP_TYPE_I8;
        c.in_zero = uint8_t(b.random());
        check_one(b, c);
    }
    for (uint32_t ci : {1u, 2u, 3u, uint32_t(DIM) - 1, uint32_t(DIM), uint32_t(DIM) + 5})       // odd: a tap begins with the upper half of a byte
        for (uint32_t dil : {1u, 2u}) {
            mxu_cmd c = conv(8, 9, ci, DIM + 1, 3, 3, 1, 1);
            random_output(b, c);
            c.dw = dil;
            c.w_type = DLP_MAT_TYPE_W_I4;
            c.w_stride = (9 * ci + 1) / 2;
            check_one(b, c);
        }
}

// One kernel row of as many weights as WRAM holds: up to 2^21.
static void weights_of_4_bits_fill_the_memory(void **)
{
    Bench b(base_seed);
    b.fill_random();
    mxu_cmd c = conv(1, 5, 128, 1, 1, 5, 1, 0);
    c.kw = 2 * WRAM / 128;
    c.w_type = DLP_MAT_TYPE_W_I4;
    c.w_stride = 0;
    c.pl = 100;
    c.type = DLP_TYPE_I32;
    c.rs1 = DLP_MEM_NRAM_BASE + 1;
    c.rd = DLP_MEM_NRAM_BASE + 1000;
    c.rs2 = DLP_MEM_WRAM_BASE;
    check(b, {c});
    c.rs2++;
    expect_fault(b, c, DLP_FAULT_WRAM_READ, c.rs2);
}

// Commands of other types and zero points follow each other without a gap; a pad is a zero whatever the zero point is.
static void padding_adds_nothing_whatever_the_zero_point(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t ci : {1u, 3u, uint32_t(DIM), uint32_t(DIM) + 5}) {
        std::vector<mxu_cmd> cmds;
        Place                p;
        for (int i = 0; i < 6; i++) {
            mxu_cmd c = conv(4, 5, ci, DIM + 1, 3, 3, 1, 2);
            c.in_type = i & 1 ? DLP_TYPE_U8 : DLP_TYPE_I8;
            c.in_zero = uint8_t(i < 4 ? 0x80 - i / 2 : 255);
            c.type = DLP_TYPE_I32;
            c.out_stride = 4 * c.co;
            if (p.place(c, b, true)) cmds.push_back(c);
        }
        assert_true(cmds.size() >= 2);
        check(b, cmds);
    }
    mxu_cmd c = conv(2, 2, 3, 2, 3, 3, 1, 0);   // beyond the image: nothing but pads
    c.pt = c.pl = 9;
    c.ho = c.wo = 3;
    c.in_type = DLP_TYPE_U8;
    c.in_zero = 77;
    Place p;
    assert_true(p.place(c, b, true));
    check(b, {c});
    for (uint32_t i = 0; i < 18; i++) assert_int_equal(b.nram[size_t(c.rd - DLP_MEM_NRAM_BASE) + i], 0);
}

static void matmul_handles_every_tail(void **)
{
    const uint32_t sizes[] = {1, 2, DIM - 1, DIM, DIM + 1, 2 * DIM, 2 * DIM + 3};
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t m : sizes)
        for (uint32_t k : sizes)
            for (uint32_t n : {1u, uint32_t(DIM) - 1, uint32_t(DIM), uint32_t(DIM) + 2}) {
                mxu_cmd c = matmul(m, k, n);
                c.type = m == 1 ? DLP_TYPE_I8 : DLP_TYPE_I32;
                c.out_stride = n * bytes(c);
                check_one(b, c);
            }
}

static void matmul_of_many_rows_takes_several_blocks(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t m : {ACC_ROWS - 1, ACC_ROWS, ACC_ROWS + 1, 2 * ACC_ROWS, 2 * ACC_ROWS + 7}) {
        mxu_cmd c = matmul(m, DIM + 3, 2 * DIM + 1);
        random_output(b, c);
        c.out_stride = c.co * bytes(c);
        check_one(b, c);
    }
}

static void strides_may_exceed_the_data(void **)
{
    Bench b(base_seed);
    b.fill_random();
    mxu_cmd c = matmul(9, 2 * DIM + 1, DIM + 3);
    c.in_stride += 13;
    c.w_stride += 5;
    c.out_stride += 29;
    check_one(b, c);
    c = conv(5, 6, 3, 5, 3, 3, 1, 1);
    c.in_stride = 11;
    c.w_stride += 7;
    c.out_stride = 9;
    check_one(b, c);
}

static void strides_may_be_smaller_than_the_data(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t type : types)
        for (uint32_t stride : {0u, 1u, 3u, 4u, 8u, uint32_t(DIM), 2u * DIM}) {
            mxu_cmd c = matmul(ACC_ROWS + 9, DIM + 5, 3 * DIM + 2);
            c.type = type;
            c.out_stride = stride;              // of two pixels at one byte, the later one stays
            c.in_stride = stride;
            c.w_stride = stride + 1;
            check_one(b, c);
        }
    mxu_cmd c = conv(4, 4, 5, 3, 3, 3, 1, 1);
    c.in_stride = 0;
    c.w_stride = 0;
    c.out_stride = 1;
    check_one(b, c);
}

static void a_wide_stride_of_a_single_row_is_never_used(void **)
{
    Bench b(base_seed);
    b.fill_random();
    mxu_cmd c = matmul(1, DIM + 1, 1);
    c.in_stride = c.out_stride = c.w_stride = 0xffffffff;
    check_one(b, c);
}

static void conv_pads_strides_and_dilates(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t ci : {1u, 3u, uint32_t(DIM), uint32_t(DIM) + 5})
        for (uint32_t dil : {1u, 2u, 3u})
            for (uint32_t stride : {1u, 2u}) {
                mxu_cmd c = conv(8, 9, ci, DIM + 1, 3, 3, stride, 1);
                c.dh = c.dw = dil;
                random_output(b, c);
                check_one(b, c);
            }
}

static void conv_kernels_of_every_shape(void **)
{
    Bench b(base_seed);
    b.fill_random();
    const uint32_t shapes[][2] = {{1, 1}, {1, 7}, {7, 1}, {2, 5}, {5, 5}};
    for (auto &s : shapes)
        for (uint32_t ci : {1u, 2u, 4u}) {
            mxu_cmd c = conv(9, 9, ci, 3, s[0], s[1], 1, 0);
            random_output(b, c);
            check_one(b, c);
            c.pt = 4;                           // more padding than the kernel reaches
            c.pl = 9;
            c.sh = 3;
            check_one(b, c);
        }
}

static void conv_output_beyond_the_image_counts_zeros(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t ci : {2u, 2u * DIM}) {
        mxu_cmd c = conv(3, 4, ci, 5, 3, 3, 1, 1);
        c.ho = 6;
        c.wo = 9;
        check_one(b, c);
        c.sh = 65535;                           // positions far outside, still exact
        c.sw = 65535;
        check_one(b, c);
        c.dh = 65535;
        c.dw = 65535;
        check_one(b, c);
        c.pt = 65535;
        c.pl = 65535;
        check_one(b, c);
    }
}

static void far_positions_come_back_into_the_image(void **)
{
    // x = wo*65535 + kw*65535 - 65535: only wo + kw = 1 is inside
    Bench b(base_seed);
    b.fill_random();
    mxu_cmd c = conv(2, 3, 4, 3, 3, 3, 1, 0);
    c.ho = 2;
    c.wo = 2;
    c.sh = c.sw = c.dh = c.dw = c.pt = c.pl = 65535;
    check_one(b, c);
}

static void every_output_form(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t type : types)
        for (uint32_t rq = 0; rq < 3; rq++)
            for (int f = 0; f < 4; f++) {
                mxu_cmd c = matmul(5, DIM, DIM + 1);
                c.type = type;
                c.requant = rq;
                c.relu = f & 1;
                c.use_bias = f & 2;
                c.zero = uint8_t(f * 37 - 60);
                c.out_stride = c.co * bytes(c);
                check_one(b, c);
                c.limited = true;
                c.limit = type >= DLP_TYPE_F16 ? float_bits(50.5f) : 40;
                check_one(b, c);
            }
}

// With a source of zeros the sum is the bias, so any int32 can be brought to the output arithmetic.
static void output_corners(uint32_t requant, const std::vector<uint32_t> &t, const std::vector<uint32_t> &m, const std::vector<uint32_t> &s)
{
    Bench b(base_seed);
    std::vector<uint32_t> quads;
    for (uint32_t x : t)
        for (uint32_t y : m)
            for (uint32_t z : s) quads.insert(quads.end(), {x, y, z});
    uint32_t n = uint32_t(quads.size() / 3), part = WRAM / 64;
    for (uint32_t at = 0; at < n; at += part) {
        uint32_t co = n - at < part ? n - at : part;
        for (uint32_t type : types)
            for (int z : {0, -1, 127, -128}) {
                mxu_cmd c = matmul(1, 1, co);
                c.type = type;
                c.requant = requant;
                c.use_bias = true;
                c.zero = uint8_t(z);
                c.relu = z == -1;
                c.sloped = requant != MXU_NONE && z > 0;
                Place p;
                assert_true(p.place(c, b, false));
                b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE)] = 0;
                for (uint32_t i = 0; i < co; i++) {
                    put32(b.wram, c.bias - DLP_MEM_WRAM_BASE + 4 * i, quads[3 * (at + i)]);
                    put32(b.wram, c.scale - DLP_MEM_WRAM_BASE + 4 * i, quads[3 * (at + i) + 1]);
                    put32(b.wram, c.shift - DLP_MEM_WRAM_BASE + 4 * i, quads[3 * (at + i) + 2]);
                    if (c.sloped) put32(b.wram, c.slope - DLP_MEM_WRAM_BASE + 4 * i, quads[3 * ((at + i) * 7 % n) + 1]);
                }
                check(b, {c});
            }
    }
}

static void fixed_requantisation_is_exact_at_the_corners(void **)
{
    std::vector<uint32_t> values = {0, 1, 2, 3, 0x7f, 0x80, 0x3fffffff, 0x40000000, 0x7fffffff}, all, shifts;
    for (uint32_t v : values) {
        all.push_back(v);
        all.push_back(0u - v);
    }
    all.push_back(0x80000000);
    for (int s = -33; s <= 33; s++) shifts.push_back(uint32_t(s));
    output_corners(MXU_FIXED, {0x80000000, 0x7fffffff, 1, 0xffffffff, 5, 0xfffffffb, 0x55555555}, all, {0, uint32_t(-1), uint32_t(-2), 1});
    output_corners(MXU_FIXED, {0x80000000, 0x7fffffff, 1, 0xffffffff, 100, 0xffffff9c, 0x12345678}, {0x80000000, 0x7fffffff, 0x40000000}, shifts);
    // ties of the shift: h = t / 2 for m = 2^30
    std::vector<uint32_t> ties;
    for (int i = -40; i <= 40; i++) ties.push_back(uint32_t(i));
    output_corners(MXU_FIXED, ties, {0x40000000, 0x7fffffff}, {uint32_t(-1), uint32_t(-2), uint32_t(-3)});
}

// scale 1/2, slope 1/8, zero point 3, in both rules; 0 is not negative, and relu is what follows.
static void negative_sums_take_the_slope(void **)
{
    Bench         b(base_seed);
    const int32_t t[] = {100, -100, 0, -1, -108, 7, INT32_MIN, INT32_MAX}, want[] = {53, -9, 3, 3, -11, 7, -268435453, 1073741827};
    for (uint32_t rq : {uint32_t(MXU_FLOAT), uint32_t(MXU_FIXED)})
        for (bool relu : {false, true}) {
            mxu_cmd c = matmul(1, 1, 8);
            Place   p;
            c.type = DLP_TYPE_I32;
            c.requant = rq;
            c.use_bias = c.sloped = true;
            c.relu = relu;
            c.zero = 3;
            assert_true(p.place(c, b, true));
            b.nram[size_t(c.rs1 - DLP_MEM_NRAM_BASE)] = 0;
            for (uint32_t i = 0; i < 8; i++) {
                put32(b.wram, c.bias - DLP_MEM_WRAM_BASE + 4 * i, uint32_t(t[i]));
                put32(b.wram, c.scale - DLP_MEM_WRAM_BASE + 4 * i, rq == MXU_FLOAT ? float_bits(0.5f) : 0x40000000);
                put32(b.wram, c.slope - DLP_MEM_WRAM_BASE + 4 * i, rq == MXU_FLOAT ? float_bits(0.125f) : 0x10000000);
                put32(b.wram, c.shift - DLP_MEM_WRAM_BASE + 4 * i, 0);
            }
            check(b, {c});
            for (uint32_t i = 0; i < 8; i++) {
                int32_t got, r = want[i] + (rq == MXU_FIXED && t[i] == -108);           // -13.5: to even, or upwards
                memcpy(&got, &b.nram[size_t(c.rd - DLP_MEM_NRAM_BASE) + 4 * i], 4);
                assert_int_equal(got, relu && r < 3 ? 3 : r);
            }
        }
}

static void fixed_requantisation_by_hand(void **)
{
    // t * m / 2^31 rounded, then / 2^e rounded half away from zero
    assert_int_equal(mxu_ref_fixed(5, 0x40000000, 0), 3);               // 2.5
    assert_int_equal(mxu_ref_fixed(-5, 0x40000000, 0), -2);             // -2.5: the nudge is asymmetric
    assert_int_equal(mxu_ref_fixed(6, 0x40000000, -1), 2);              // 3 / 2
    assert_int_equal(mxu_ref_fixed(-6, 0x40000000, -1), -2);            // -3 / 2
    assert_int_equal(mxu_ref_fixed(INT32_MIN, INT32_MIN, 0), INT32_MAX);
    assert_int_equal(mxu_ref_fixed(1, 0x40000000, 31), -(1 << 30));     // 1 << 31 wraps to -2^31
}

static void float_requantisation_is_exact_at_the_corners(void **)
{
    std::vector<uint32_t> t = {0, 1, 2, 3, 5, 7, 0xffffffff, 0xfffffffe, 0xfffffffd, 127, 128, 129, 0xffffff80, 0xffffff7f, 16777217, 16777219,
                               0x7fffffff, 0x80000000, 0x80000001, 0x7fffff80, 0x7fffffc0};
    std::vector<uint32_t> m = {float_bits(0.5f), float_bits(-0.5f), float_bits(1.0f), float_bits(-1.0f), float_bits(1.5f), float_bits(0.0f),
                               float_bits(-0.0f), 1, 0x00400000, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
                               0x7f800001, 0xffc12345, float_bits(1e-10f), float_bits(0.1f), float_bits(2.0f), float_bits(256.0f)};
    output_corners(MXU_FLOAT, t, m, {0});
    output_corners(MXU_NONE, t, {0}, {0});
}

// ---- random commands

static bool random_command(Bench &b, mxu_cmd &c, Place &p)
{
    if (b.below(3) == 0) {
        c = matmul(b.range(1, 40), b.range(1, 5 * DIM), b.range(1, 3 * DIM));
        if (b.below(4) == 0) c.wo = c.wi = b.range(1, 2 * ACC_ROWS);
    } else {
        c = conv(b.range(1, 12), b.range(1, 12), b.range(1, b.below(2) ? 4 : 2 * DIM + 3), b.range(1, 2 * DIM + 1), 1, 1, 1, 0);
        c.kh = b.range(1, 4);
        c.kw = b.range(1, 4);
        c.sh = b.range(1, 3);
        c.sw = b.range(1, 3);
        c.pt = b.below(4);
        c.pl = b.below(4);
        c.dh = b.below(3) ? 1 : b.range(1, 3);
        c.dw = b.below(3) ? 1 : b.range(1, 3);
        c.ho = b.range(1, 12);
        c.wo = b.range(1, 12);
        c.w_stride = c.kh * c.kw * c.ci;
    }
    if (FLOAT && b.below(2)) c = as_float_command(c, float_types[b.below(2)]);
    else random_input(b, c);
    if (b.below(3) == 0) c.in_stride = b.below(2) ? c.ci * in_bytes(c) + b.below(9) : b.below(c.ci * in_bytes(c) + 1);
    if (b.below(3) == 0) c.w_stride = b.below(2) ? c.w_stride + b.below(9) : b.below(c.w_stride + 1);
    random_output(b, c);
    if (b.below(8) == 0) c.out_stride = b.below(c.co * bytes(c) + 1);
    if (!p.place(c, b, b.below(4) != 0)) return false;
    fill_parameters(b, c);
    fill_floats(b, c, b.below(3) ? 0 : 500);
    return true;
}

static void random_commands_one_at_a_time(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (int i = 0; i < 250; i++) {
        Place   p;
        mxu_cmd c;
        b.stall = int(b.below(3)) * 30;
        if (random_command(b, c, p)) check(b, {c});
    }
}

static void random_commands_back_to_back(void **)
{
    Bench b(base_seed + 1);
    b.fill_random();
    for (int i = 0; i < 50; i++) {
        std::vector<mxu_cmd> cmds;
        Place                p;
        mxu_cmd              c;
        while (cmds.size() < 6 && random_command(b, c, p)) cmds.push_back(c);
        if (cmds.empty()) continue;
        b.stall = int(b.below(3)) * 25;
        check(b, cmds);
    }
}

static void a_command_after_its_own_stream_sees_the_results_before(void **)
{
    Bench b(base_seed);
    b.fill_random();
    b.serial = true;
    for (int i = 0; i < 20; i++) {
        Place   p;
        mxu_cmd c = matmul(b.range(1, 2 * DIM), b.range(1, 2 * DIM), b.range(1, 2 * DIM)), d;
        assert_true(p.place(c, b, true));
        d = c;
        d.rs1 = c.rd;                           // result of the first is source of the second
        d.rd = c.rs1;
        d.ci = c.co;
        d.in_stride = c.out_stride;
        d.co = c.ci;
        d.out_stride = c.in_stride;
        d.w_stride = 3;
        check(b, {c, d, c});
    }
}

static void sums_of_few_rows_survive_stalls(void **)
{
    Bench b(base_seed);
    b.fill_random();
    b.fast_wram = true;                         // so that the next tile is ready when the last row of this one comes
    for (int stall : {50, 80, 90, 95})
        for (uint32_t m : {1u, 2u, 3u}) {
            mxu_cmd c = matmul(m, 40 * DIM, 2);
            c.type = DLP_TYPE_I32;
            c.out_stride = 4 * c.co;
            c.in_stride = 11 * ROW;             // an odd row and an even one, so that both stay in the row buffer
            b.stall = stall;
            check_one(b, c, false);
        }
}

// ---- faults

static void expect_fault(Bench &b, const mxu_cmd &c, uint8_t fault, uint64_t addr)
{
    std::vector<uint8_t> n = b.nram;
    assert_true(b.run({c}));
    assert_int_equal(b.done[0].fault, fault);
    assert_int_equal(b.done[0].addr, addr);
    assert_int_equal(b.reads + b.writes + b.rows, 0);
    assert_true(n == b.nram);
}

static mxu_cmd legal_conv(Bench &b, bool sloped = false)
{
    mxu_cmd c = conv(6, 6, 3, 5, 3, 3, 1, 1);
    Place   p;
    c.requant = MXU_FIXED;
    c.use_bias = true;
    c.sloped = sloped;
    assert_true(p.place(c, b, true));
    return c;
}

static void bad_types_are_refused(void **)
{
    Bench   b(base_seed);
    mxu_cmd c = legal_conv(b);
    for (uint32_t t = 0; t < 16; t++) {
        if (std::find(types.begin(), types.end(), t) != types.end()) continue;
        c.type = t;
        expect_fault(b, c, DLP_FAULT_CMD_TYPE, c.rd);
    }
    c = legal_conv(b);
    c.requant = 3;
    expect_fault(b, c, DLP_FAULT_CMD_TYPE, c.rd);
    c = legal_conv(b, true);
    c.requant = MXU_NONE;                       // a slope without a rule
    expect_fault(b, c, DLP_FAULT_CMD_TYPE, c.rd);
    c = legal_conv(b);
    for (uint32_t in = 0; in < 16; in++)
        for (uint32_t w = 0; w < 16; w++) {
            bool whole = (in == DLP_TYPE_I8 || in == DLP_TYPE_U8) && (w == DLP_TYPE_I8 || w == DLP_MAT_TYPE_W_I4);
            c.in_type = in;
            c.w_type = w;
            c.in_zero = 0;
            c.requant = MXU_NONE;
            if (FLOAT && in == w && real(c)) {
                c.requant = MXU_FIXED;          // floats have no fixed-point rule
                expect_fault(b, c, DLP_FAULT_CMD_TYPE, c.rd);
                c.requant = MXU_NONE;
                c.in_zero = uint8_t(1u << b.below(8));          // and no zero point
            }
            if (whole) c.w_type |= 1u << (12 + b.below(16));    // bits 31:16 of MAT_TYPE
            expect_fault(b, c, DLP_FAULT_CMD_TYPE, c.rd);
        }
    c = legal_conv(b);
    c.requant = 3;
    c.ci = 0;                                   // type comes before size
    c.rd = 0;
    expect_fault(b, c, DLP_FAULT_CMD_TYPE, 0);
}

static void bad_sizes_are_refused(void **)
{
    Bench b(base_seed);
    uint32_t mxu_cmd::*dims[] = {&mxu_cmd::hi, &mxu_cmd::wi, &mxu_cmd::ci, &mxu_cmd::co, &mxu_cmd::ho, &mxu_cmd::wo, &mxu_cmd::kh,
                                 &mxu_cmd::kw, &mxu_cmd::sh, &mxu_cmd::sw, &mxu_cmd::dh, &mxu_cmd::dw, &mxu_cmd::pt, &mxu_cmd::pl};
    for (auto d : dims)
        for (uint32_t v : {0u, 65536u, 0xffffffffu}) {
            mxu_cmd c = legal_conv(b);
            if (v == 0 && (d == &mxu_cmd::pt || d == &mxu_cmd::pl)) continue;
            c.*d = v;
            expect_fault(b, c, DLP_FAULT_CMD_SIZE, c.rd);
        }
    mxu_cmd c = legal_conv(b);
    c.ho = 4097;                                // 2^24 + 4096 pixels
    c.wo = 4096;
    expect_fault(b, c, DLP_FAULT_CMD_SIZE, c.rd);
    c.ho = c.wo = 65535;                        // close to 2^32
    expect_fault(b, c, DLP_FAULT_CMD_SIZE, c.rd);
    c.ho = c.wo = 4096;                         // 2^24 pixels are allowed, the next check speaks
    c.out_stride = 1;
    expect_fault(b, c, DLP_FAULT_NRAM_WRITE, c.rd);
    for (auto d : {&mxu_cmd::wo, &mxu_cmd::ci, &mxu_cmd::co}) {
        c = matmul(3, 4, 5);
        Place p;
        p.place(c, b, true);
        c.*d = 0;
        expect_fault(b, c, DLP_FAULT_CMD_SIZE, c.rd);
        c.*d = 65536;
        expect_fault(b, c, DLP_FAULT_CMD_SIZE, c.rd);
    }
}

static void bad_addresses_are_refused_in_order(void **)
{
    Bench          b(base_seed);
    const uint64_t nram = DLP_MEM_NRAM_BASE, wram = DLP_MEM_WRAM_BASE;
    const uint64_t nbad[] = {0, nram - 1, nram + DLP_MEM_NRAM_WINDOW, nram + (1ull << 32), nram | 1ull << 63, DLP_MEM_GDRAM_BASE};
    const uint64_t wbad[] = {0, wram - 1, wram + DLP_MEM_WRAM_WINDOW, wram + (1ull << 40), nram};
    mxu_cmd        c;
    // Every operand is wrong; one after the other is put right.
    for (uint64_t a : nbad) {
        c = legal_conv(b);
        c.rd = a;
        c.rs1 = c.rs2 = c.bias = c.scale = c.shift = 1;
        expect_fault(b, c, DLP_FAULT_CMD_ADDR, a);
        c.rd = nram + NRAM - dst_len(c) + 1;
        expect_fault(b, c, DLP_FAULT_NRAM_WRITE, c.rd);
        c.rd = nram + NRAM - dst_len(c);
        c.rs1 = a;
        expect_fault(b, c, DLP_FAULT_CMD_ADDR, a);
        c.rs1 = nram + NRAM - src_len(c) + 1;
        expect_fault(b, c, DLP_FAULT_NRAM_READ, c.rs1);
    }
    for (uint64_t a : wbad) {
        c = legal_conv(b, true);
        c.rs1 = nram + NRAM - src_len(c);       // ends exactly at the end; overlaps, which is found last
        c.rd = nram + NRAM - dst_len(c);
        c.rs2 = a;
        c.bias = c.scale = c.shift = c.slope = 1;
        expect_fault(b, c, DLP_FAULT_CMD_ADDR, a);
        c.rs2 = wram + WRAM - w_len(c) + 1;
        expect_fault(b, c, DLP_FAULT_WRAM_READ, c.rs2);
        c.rs2 = wram + WRAM - w_len(c);
        uint32_t mxu_cmd::*params[] = {&mxu_cmd::bias, &mxu_cmd::scale, &mxu_cmd::shift, &mxu_cmd::slope};
        for (auto p : params) {
            c.*p = uint32_t(a);
            if (a < 1ull << 32) expect_fault(b, c, DLP_FAULT_CMD_ADDR, a);
            c.*p = uint32_t(wram + WRAM - 4 * c.co + 1);
            expect_fault(b, c, DLP_FAULT_WRAM_READ, c.*p);
            c.*p = uint32_t(wram + WRAM - 4 * c.co);
        }
        expect_fault(b, c, DLP_FAULT_CMD_OVERLAP, c.rd);
    }
}

static void lengths_do_not_overflow(void **)
{
    Bench   b(base_seed);
    mxu_cmd c = legal_conv(b);
    c.out_stride = 0xffffffff;
    expect_fault(b, c, DLP_FAULT_NRAM_WRITE, c.rd);
    c.out_stride = 0x80000000;                  // 2^31 * 2^k wraps to 0 in 32 bits
    expect_fault(b, c, DLP_FAULT_NRAM_WRITE, c.rd);
    c = legal_conv(b);
    c.in_stride = 0x40000000;
    expect_fault(b, c, DLP_FAULT_NRAM_READ, c.rs1);
    c = legal_conv(b);
    c.hi = c.wi = 65535;
    c.in_stride = 0xffffffff;
    expect_fault(b, c, DLP_FAULT_NRAM_READ, c.rs1);
    c = legal_conv(b);
    c.kh = c.kw = 65535;
    expect_fault(b, c, DLP_FAULT_WRAM_READ, c.rs2);
    c = legal_conv(b);
    c.w_type = DLP_MAT_TYPE_W_I4;
    c.kh = c.kw = c.ci = 65535;
    c.in_stride = 0;
    c.rs1 = DLP_MEM_NRAM_BASE;
    c.hi = c.wi = 1;
    c.rd = DLP_MEM_NRAM_BASE + NRAM - dst_len(c);
    expect_fault(b, c, NRAM > 65535 ? DLP_FAULT_WRAM_READ : DLP_FAULT_NRAM_READ, NRAM > 65535 ? c.rs2 : c.rs1);
    for (uint32_t kw : {2047u, 2048u, 2049u, 4096u}) {          // 2^22 int4 less 2048, 2^22, more: 2^21 bytes and more are beyond every memory
        c.kh = 2048;
        c.kw = kw;
        c.ci = 1;
        expect_fault(b, c, DLP_FAULT_WRAM_READ, c.rs2);
    }
    c = legal_conv(b);
    c.w_stride = 0x40000000;
    expect_fault(b, c, DLP_FAULT_WRAM_READ, c.rs2);
}

static void unused_parameters_are_not_checked(void **)
{
    Bench b(base_seed);
    b.fill_random();
    mxu_cmd c = legal_conv(b);
    c.bias = c.scale = c.shift = 0;
    c.use_bias = false;
    c.requant = MXU_NONE;
    check(b, {c});
    c.requant = MXU_FLOAT;
    expect_fault(b, c, DLP_FAULT_CMD_ADDR, 0);
}

static void overlap_is_found_to_the_byte(void **)
{
    Bench b(base_seed);
    b.fill_random();
    mxu_cmd c = matmul(5, 7, 9);
    Place   p;
    p.place(c, b, true);
    c.rs1 = DLP_MEM_NRAM_BASE + 200;
    c.rd = c.rs1 - dst_len(c);
    check(b, {c});
    c.rd++;
    expect_fault(b, c, DLP_FAULT_CMD_OVERLAP, c.rd);
    c.rd = c.rs1 + src_len(c);
    check(b, {c});
    c.rd--;
    expect_fault(b, c, DLP_FAULT_CMD_OVERLAP, c.rd);
}

static void operands_may_end_at_the_end_of_memory(void **)
{
    Bench b(base_seed);
    b.fill_random();
    for (uint32_t k : {3u, uint32_t(DIM), 2u * DIM + 1})
        for (uint32_t w : {uint32_t(DLP_TYPE_I8), uint32_t(DLP_MAT_TYPE_W_I4)}) {
            mxu_cmd c = matmul(6, k, DIM + 3);
            Place   p;
            c.w_type = w;
            p.place(c, b, true);
            c.requant = MXU_FIXED;
            c.rs1 = DLP_MEM_NRAM_BASE + NRAM - src_len(c);
            c.shift = uint32_t(DLP_MEM_WRAM_BASE) + WRAM - 4 * c.co;
            check(b, {c});
            c.rs2 = DLP_MEM_WRAM_BASE + WRAM - w_len(c);
            c.shift = c.scale;
            c.rd = DLP_MEM_NRAM_BASE + NRAM - dst_len(c);
            c.rs1 = DLP_MEM_NRAM_BASE;
            check(b, {c});
            c.rs2++;
            expect_fault(b, c, DLP_FAULT_WRAM_READ, c.rs2);
        }
}

static void a_fault_keeps_its_place_between_good_commands(void **)
{
    Bench b(base_seed);
    b.fill_random();
    Place   p;
    mxu_cmd c = matmul(30, 2 * DIM, DIM), d = c, e = matmul(1, 1, 1);
    p.place(c, b, true);
    p.place(d, b, true);
    p.place(e, b, true);
    e.co = 0;
    std::vector<uint8_t> want = b.nram;
    mxu_ref(&c, DIM, want.data(), b.wram.data());
    mxu_ref(&d, DIM, want.data(), b.wram.data());
    assert_true(b.run({c, e, d, e, e}));
    assert_true(want == b.nram);
    const uint8_t faults[] = {DLP_FAULT_NONE, DLP_FAULT_CMD_SIZE, DLP_FAULT_NONE, DLP_FAULT_CMD_SIZE, DLP_FAULT_CMD_SIZE};
    for (int i = 0; i < 5; i++) assert_int_equal(b.done[size_t(i)].fault, faults[i]);
}

static void a_withdrawn_command_leaves_nothing(void **)
{
    Bench b(base_seed);
    b.fill_random();
    Place   p;
    mxu_cmd c = matmul(9, DIM, DIM), e = matmul(1, 1, 1);
    p.place(c, b, true);
    p.place(e, b, true);
    e.rd = e.rs1;                                               // what is checked last: n cycles are too few to be taken
    for (int n = 0; n < 14; n++) {
        assert_false(b.offer_and_withdraw(c, n));
        if (n & 1) b.idle(1 + n / 2);
        check(b, {c});
        assert_false(b.offer_and_withdraw(e, n));
        b.idle(1);
        expect_fault(b, e, DLP_FAULT_CMD_OVERLAP, e.rd);
    }
}

// ---- speed

static double report(Bench &b, const char *what, std::vector<mxu_cmd> cmds)
{
    Place p;
    for (auto &c : cmds)
        if (!p.place(c, b, false)) return -1;
    check(b, cmds);
    double u = 100 * double(b.rows) / double(b.cycles);         // every row is counted when it enters the array
    printf("%-46s %8ld cycles, array busy %5.1f %%\n", what, b.cycles, u);
    return u;
}

static void the_array_is_kept_busy(void **)
{
    Bench b(base_seed);
    b.fill_random();
    report(b, "matmul 64x64x64 int8", {matmul(64, 64, 64)});
    double u = report(b, "matmul 128x128x128 int8", {matmul(128, 128, 128)});
    if (DIM == 16) assert_true(u > 97);
    report(b, "matmul 256x256x256 int8", {matmul(256, 256, 256)});
    mxu_cmd c = matmul(64, 64, 64);
    c.requant = MXU_FLOAT;
    c.use_bias = true;
    u = report(b, "8 x matmul 64x64x64 int8, bias, float scale", {c, c, c, c, c, c, c, c});
    if (DIM == 16) assert_true(u > 96);
    c.type = DLP_TYPE_I32;
    c.requant = MXU_NONE;
    c.out_stride = 4 * c.co;
    report(b, "4 x matmul 64x64x64 int32", {c, c, c, c});
    c = matmul(32, DIM, DIM);
    report(b, "16 x matmul 32xDIMxDIM int8", std::vector<mxu_cmd>(16, c));
    report(b, "matmul 1x256xDIM int8", {matmul(1, 256, DIM)});
    report(b, "matmul 200x(3*DIM+1)xDIM int8, rows unaligned", {matmul(200, 3 * DIM + 1, DIM)});
    report(b, "conv 3x3 pad 1, 16x16x16 -> 16x16x16", {conv(16, 16, 16, 16, 3, 3, 1, 1)});
    report(b, "conv 3x3 pad 1, 14x14x64 -> 14x14x64", {conv(14, 14, 64, 64, 3, 3, 1, 1)});
    report(b, "conv 5x5, 28x28x1 -> 24x24x6", {conv(28, 28, 1, 6, 5, 5, 1, 0)});
    if (!FLOAT) return;
    report(b, "matmul 64x64x64 half", {as_float_command(matmul(64, 64, 64), DLP_TYPE_F16)});
    u = report(b, "matmul 128x128x128 half", {as_float_command(matmul(128, 128, 128), DLP_TYPE_F16)});
    if (DIM == 16) assert_true(u > 97);
    report(b, "matmul 256x256x256 half", {as_float_command(matmul(256, 256, 256), DLP_TYPE_F16)});
    report(b, "conv 3x3 pad 1, 14x14x64 -> 14x14x64 bfloat16", {as_float_command(conv(14, 14, 64, 64, 3, 3, 1, 1), DLP_TYPE_BF16)});
}

static void rows_are_counted_once_for_each_pixel_and_tile(void **)
{
    Bench b(base_seed);
    b.fill_random();
    b.stall = 40;
    check_one(b, matmul(20, 2 * DIM + 1, DIM + 1));
    assert_int_equal(b.rows, 20 * 3 * 2);
}

static void simulation_speed(void **)
{
    Bench                b(base_seed);
    std::vector<mxu_cmd> cmds;
    Place                p;
    uint32_t             size = DIM * 16 > 128 ? 256 : 64;
    mxu_cmd              c = matmul(size, size, size);
    assert_true(p.place(c, b, false));
    clock_t t = clock();
    assert_true(b.run({c, c, c, c}));
    double s = double(clock() - t) / CLOCKS_PER_SEC;
    printf("simulated, busy: %.2f million cycles per second\n", double(b.cycles) / s / 1e6);
    t = clock();
    b.idle(300000);
    s = double(clock() - t) / CLOCKS_PER_SEC;
    printf("simulated, idle: %.2f million cycles per second\n", 0.3 / s);
}

int main(int argc, char **argv)
{
    Verilated::commandArgs(argc, argv);
    if (argc > 1) base_seed = uint32_t(strtoul(argv[1], nullptr, 0));
    if (argc > 2) cmocka_set_test_filter(argv[2]);
    printf("array %d x %d, seed %u\n", DIM, DIM, base_seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matmul_of_one_element),
        cmocka_unit_test(every_product_of_an_integer_is_exact),
        cmocka_unit_test(weights_of_4_bits_by_hand),
        cmocka_unit_test(weights_of_4_bits_have_every_tail),
        cmocka_unit_test(weights_of_4_bits_fill_the_memory),
        cmocka_unit_test(padding_adds_nothing_whatever_the_zero_point),
        cmocka_unit_test(matmul_handles_every_tail),
        cmocka_unit_test(matmul_of_many_rows_takes_several_blocks),
        cmocka_unit_test(strides_may_exceed_the_data),
        cmocka_unit_test(strides_may_be_smaller_than_the_data),
        cmocka_unit_test(a_wide_stride_of_a_single_row_is_never_used),
        cmocka_unit_test(conv_pads_strides_and_dilates),
        cmocka_unit_test(conv_kernels_of_every_shape),
        cmocka_unit_test(conv_output_beyond_the_image_counts_zeros),
        cmocka_unit_test(far_positions_come_back_into_the_image),
        cmocka_unit_test(every_output_form),
        cmocka_unit_test(negative_sums_take_the_slope),
        cmocka_unit_test(fixed_requantisation_by_hand),
        cmocka_unit_test(fixed_requantisation_is_exact_at_the_corners),
        cmocka_unit_test(float_requantisation_is_exact_at_the_corners),
        cmocka_unit_test(float_sums_of_every_tail),
        cmocka_unit_test(float_sums_of_several_blocks),
        cmocka_unit_test(float_products_one_by_one),
        cmocka_unit_test(infinities_and_nans_of_floats),
        cmocka_unit_test(float_convolutions),
        cmocka_unit_test(every_output_form_of_floats),
        cmocka_unit_test(float_output_is_exact_at_the_corners),
        cmocka_unit_test(random_commands_one_at_a_time),
        cmocka_unit_test(random_commands_back_to_back),
        cmocka_unit_test(a_command_after_its_own_stream_sees_the_results_before),
        cmocka_unit_test(sums_of_few_rows_survive_stalls),
        cmocka_unit_test(bad_types_are_refused),
        cmocka_unit_test(bad_sizes_are_refused),
        cmocka_unit_test(bad_addresses_are_refused_in_order),
        cmocka_unit_test(lengths_do_not_overflow),
        cmocka_unit_test(unused_parameters_are_not_checked),
        cmocka_unit_test(overlap_is_found_to_the_byte),
        cmocka_unit_test(operands_may_end_at_the_end_of_memory),
        cmocka_unit_test(a_fault_keeps_its_place_between_good_commands),
        cmocka_unit_test(a_withdrawn_command_leaves_nothing),
        cmocka_unit_test(rows_are_counted_once_for_each_pixel_and_tile),
        cmocka_unit_test(the_array_is_kept_busy),
        cmocka_unit_test(simulation_speed),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
