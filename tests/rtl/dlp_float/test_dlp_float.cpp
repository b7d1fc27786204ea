// SPDX-License-Identifier: Apache-2.0
// Tests of rtl/include/dlp_float.vh against the host's float unit.  Arguments: number of random operand pairs, seed.
#include "Vdlp_float_tb.h"
#include "dlp_spec.h"
#include "verilated.h"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
extern "C" {
#include <cmocka.h>
}

double sc_time_stamp() { return 0; }

enum { ADD, MUL, FROM_INT, FROM_UINT, TO_INT, TO_UINT, TO_F16, TO_BF16, FROM_F16 };

static Vdlp_float_tb *top;
static uint64_t       pairs = 2000000, state;

static uint32_t random32()
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return uint32_t(state >> 16);
}

static float    f(uint32_t u) { float x; memcpy(&x, &u, 4); return x; }
static uint32_t u(float x)    { uint32_t v; memcpy(&v, &x, 4); return std::isnan(x) ? 0x7fc00000u : v; }

static uint32_t device(int op, uint32_t a, uint32_t b, uint32_t how)
{
    top->op_i = uint8_t(op);
    top->how_i = uint8_t(how);
    top->a_i = a;
    top->b_i = b;
    top->clk = 0;
    top->eval();
    top->clk = 1;
    top->eval();
    return top->r_o;
}

// x as a whole number, in the way of how
static double whole(double x, uint32_t how)
{
    switch (how) {
    case DLP_ROUND_TZ: return std::trunc(x);
    case DLP_ROUND_OZ: return x < 0 ? std::floor(x) : std::ceil(x);
    case DLP_ROUND_UP: return std::ceil(x);
    case DLP_ROUND_DN: return std::floor(x);
    case DLP_ROUND_RD: return std::round(x);
    default:           return std::nearbyint(x);               // rounding mode of the host: nearest, ties to even
    }
}

static uint32_t to_int(uint32_t a, double least, double most, uint32_t how)
{
    double x = f(a);
    if (std::isnan(x)) return 0;
    x = whole(x, how);
    return uint32_t(int64_t(x < least ? least : x > most ? most : x));
}

// The double v in a format of p significant bits whose smallest normal number is 2^emin.  A double has all values that come here exactly.
static uint32_t encode(double v, int p, int emin, uint32_t how)
{
    int      width = p == 24 ? 32 : 16;
    uint32_t sign = std::signbit(v) ? 1u << (width - 1) : 0, inf = (1u << (width - 1)) - (1u << (p - 1));
    if (std::isnan(v)) return inf | 1u << (p - 2);
    if (std::isinf(v)) return sign | inf;
    int      e = v == 0 || std::ilogb(v) < emin ? emin : std::ilogb(v);
    double   unit = std::ldexp(1, e - p + 1), r = std::fabs(whole(v / unit, how));          // in units of the last place
    uint32_t bits = uint32_t(e - emin) << (p - 1);                                          // the leading bit of r adds 1 to the exponent
    if (bits + uint32_t(r) >= inf) {                                                        // above the largest number
        bool away = how == DLP_ROUND_OZ || how >= DLP_ROUND_RD || (how == DLP_ROUND_UP) == !sign;
        if (how == DLP_ROUND_TZ) away = false;
        return sign | (away ? inf : inf - 1);
    }
    return sign | (bits + uint32_t(r));
}

// Values of which most are close to something: zero, subnormals, powers of two, halves, the ends of the ranges.
static uint32_t operand()
{
    static const uint32_t corner[] = {
        0, 1, 2, 3, 0x007fffff, 0x00800000, 0x00800001, 0x00ffffff, 0x01000000, 0x33800000, 0x34000000, 0x3effffff, 0x3f000000, 0x3f000001,
        0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc00000, 0x40200000, 0x4b000000, 0x4b000001, 0x4b7fffff, 0x4b800000, 0x4effffff, 0x4f000000,
        0x4f000001, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff,
    };
    uint32_t r = random32(), x = random32();
    switch (r & 7) {
    case 0: return corner[(r >> 8) % (sizeof corner / sizeof corner[0])] | (r & 0x80000000);
    case 1: return x & ~0u << (r >> 8) % 24;                                  // few significant bits
    case 2: return (x & 0x807fffff) | ((r >> 8) % 3) << 23;                    // around the smallest normal number
    case 3: return (x & 0x807fffff) | (120 + (r >> 8) % 40) << 23;             // around integers
    case 4: return (x & 0x807fffff) | (252 + (r >> 8) % 4) << 23;              // around infinity
    case 5: return (x & 0x807fffff) >> (r >> 8) % 24 | (x & 0x80000000);       // subnormal
    default: return x;
    }
}

static void compare(int op, uint32_t a, uint32_t b, uint32_t want, uint32_t how = DLP_ROUND_RN)
{
    uint32_t got = device(op, a, b, how);
    if (got != want) fail_msg("operation %d, rounding %u: %08x, %08x gives %08x instead of %08x", op, how, a, b, got, want);
}

static void every_function_agrees_with_the_host_on_random_operands(void **)
{
    for (uint64_t i = 0; i < pairs; i++) {
        uint32_t a = operand(), b = operand(), r = random32();
        // operands that nearly cancel, and products near the smallest and largest numbers
        if (r % 4 == 0) b = (a ^ 0x80000000) + (r >> 8) % 64 - 32;
        if (r % 4 == 1) b = (b & 0x807fffff) | (((r % 8 == 1 ? 127u : 381u) - (a >> 23 & 255) + (r >> 8) % 50 - 25) & 255) << 23;
        if (r % 4 == 2) b = (b & 0x807fffff) | (((a >> 23) + (r >> 8) % 60 - 30) & 255) << 23;
        compare(ADD, a, b, u(f(a) + f(b)));
        compare(MUL, a, b, u(f(a) * f(b)));
        uint32_t how = (r >> 20) % (DLP_ROUND_RN + 1), part = uint32_t(int32_t(a) >> (r >> 24) % 32);
        compare(FROM_INT, part, 0, encode(int32_t(part), 24, -126, how), how);
        compare(FROM_UINT, part, 0, encode(part, 24, -126, how), how);
        compare(TO_INT, a, 0, to_int(a, -2147483648.0, 2147483647.0, how), how);
        compare(TO_UINT, a, 0, to_int(a, 0, 4294967295.0, how), how);
        // exponents of half, and one step beyond at both ends
        uint32_t h = r % 4 == 0 ? a : (a & 0x807fffff) | (100 + (r >> 8) % 46) << 23;
        compare(TO_F16, h, 0, encode(double(f(h)), 11, -14, how), how);
        compare(TO_BF16, a, 0, encode(double(f(a)), 8, -126, how), how);
    }
    printf("%llu operand pairs for each function\n", (unsigned long long)pairs);
}

// By way of binary32, rounded to odd there: the second rounding must see every bit that the first one drops.
static void integers_become_half_and_bfloat16_as_if_rounded_once(void **)
{
    enum { ROUND_ODD = 7 };
    auto both = [](uint32_t a, uint32_t how) {
        for (int from : {FROM_INT, FROM_UINT}) {
            double   v = from == FROM_INT ? double(int32_t(a)) : double(a);
            uint32_t f32 = device(from, a, 0, ROUND_ODD);
            compare(TO_F16, f32, a, encode(v, 11, -14, how), how);
            compare(TO_BF16, f32, a, encode(v, 8, -126, how), how);
        }
    };
    for (uint32_t how = 0; how <= DLP_ROUND_RN; how++) {
        // numbers and ties of bfloat16, and their neighbours: from 2^24 on, 24 bits do not show the difference
        for (int e = 0; e < 32; e++)
            for (uint32_t m = 0; m < 512; m++)
                for (uint32_t d : {0u, 1u, ~0u}) {
                    uint32_t a = uint32_t(uint64_t(512 + m) << e >> 9) + d;
                    both(a, how);
                    both(0 - a, how);
                }
        for (uint64_t i = 0; i < pairs / 16; i++) both(uint32_t(int32_t(random32()) >> random32() % 32), how);
    }
}

static void known_results(void **)
{
    compare(ADD, 0x3f800000, 0x33800000, 0x3f800000);         // 1 + 2^-24: tie, to even
    compare(ADD, 0x3f800001, 0x33800000, 0x3f800002);
    compare(ADD, 0x3f800000, 0xbf800000, 0x00000000);         // x - x is +0
    compare(ADD, 0x80000000, 0x80000000, 0x80000000);
    compare(ADD, 0x7f800000, 0xff800000, 0x7fc00000);
    compare(ADD, 0x7f7fffff, 0x73000000, 0x7f800000);         // half a unit in the last place above the largest number
    compare(MUL, 0x00000001, 0x3f000000, 0x00000000);         // 2^-150: tie, to even
    compare(MUL, 0x00000001, 0x3f000001, 0x00000001);
    compare(MUL, 0x00ffffff, 0x3f000000, 0x00800000);         // rounds up to the smallest normal number
    compare(MUL, 0x7f800000, 0x80000000, 0x7fc00000);
    compare(MUL, 0x80000001, 0x00000001, 0x80000000);
    compare(FROM_INT, 0x01000001, 0, 0x4b800000);             // 2^24 + 1: tie, to even
    compare(FROM_INT, 0x80000000, 0, 0xcf000000);
    compare(FROM_INT, 0x7fffffff, 0, 0x4f000000);
    compare(TO_INT, 0x40200000, 0, 2);                        // 2.5
    compare(TO_INT, 0xc0600000, 0, uint32_t(-4));             // -3.5
    compare(TO_INT, 0x3f000000, 0, 0);
    compare(TO_INT, 0x4f000000, 0, 0x7fffffff);
    compare(TO_INT, 0xcf000000, 0, 0x80000000);
    compare(TO_INT, 0xff800000, 0, 0x80000000);
    compare(TO_INT, 0x7fc00000, 0, 0);
    compare(TO_INT, 0xbf000000, 0, uint32_t(-1), DLP_ROUND_RD);  // -0.5
    compare(TO_INT, 0x00000001, 0, 1, DLP_ROUND_UP);
    compare(TO_INT, 0x80000001, 0, uint32_t(-1), DLP_ROUND_OZ);
    compare(TO_UINT, 0xbf800000, 0, 0);
    compare(TO_UINT, 0x4f7fffff, 0, 0xffffff00);
    compare(TO_UINT, 0x4f800000, 0, 0xffffffff);
    compare(FROM_UINT, 0xffffffff, 0, 0x4f7fffff, DLP_ROUND_TZ);
    compare(TO_F16, 0x477fefff, 0, 0x7bff);                   // just below 65520: the largest half
    compare(TO_F16, 0x477ff000, 0, 0x7c00);
    compare(TO_F16, 0x477ff000, 0, 0x7bff, DLP_ROUND_TZ);
    compare(TO_F16, 0xff7fffff, 0, 0xfbff, DLP_ROUND_UP);
    compare(TO_F16, 0x33000000, 0, 0x0000);                   // 2^-25: tie, to even
    compare(TO_F16, 0x33000001, 0, 0x0001);
    compare(TO_F16, 0x00000001, 0, 0x0001, DLP_ROUND_UP);
    compare(TO_F16, 0x387fc000, 0, 0x03ff);                   // the largest subnormal half
    compare(TO_F16, 0xffc00001, 0, 0x7e00);
    compare(TO_BF16, 0x7f7fffff, 0, 0x7f80);
    compare(TO_BF16, 0x3f808000, 0, 0x3f80);
}

static void every_half_widens_exactly(void **)
{
    for (uint32_t h = 0; h < 65536; h++) {
        uint32_t e = h >> 10 & 31, m = h & 1023;
        double   v = e == 31 ? (m ? NAN : INFINITY) : e ? std::ldexp(1024 + m, int(e) - 25) : std::ldexp(m, -24);
        compare(FROM_F16, h, 0, u(float(h & 0x8000 ? -v : v)));
        for (uint32_t how = 0; how <= DLP_ROUND_RN; how++)       // and back
            compare(TO_F16, u(float(h & 0x8000 ? -v : v)), 0, e == 31 && m ? 0x7e00 : h, how);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) pairs = strtoull(argv[1], nullptr, 0);
    state = (argc > 2 ? strtoull(argv[2], nullptr, 0) : 1) * 2654435761ull + 88172645463325252ull;
    static Vdlp_float_tb device_under_test;
    top = &device_under_test;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_results),
        cmocka_unit_test(every_half_widens_exactly),
        cmocka_unit_test(integers_become_half_and_bfloat16_as_if_rounded_once),
        cmocka_unit_test(every_function_agrees_with_the_host_on_random_operands),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
