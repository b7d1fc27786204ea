// SPDX-License-Identifier: Apache-2.0
// Tests of rtl/include/dlp_float.vh against the host's float unit.  Arguments: number of random operand pairs, seed.
#include "Vdlp_float_tb.h"
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

enum { ADD, MUL, FROM_INT, TO_INT, MAX, MIN };

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

static uint32_t device(int op, uint32_t a, uint32_t b)
{
    top->op_i = uint8_t(op);
    top->a_i = a;
    top->b_i = b;
    top->clk = 0;
    top->eval();
    top->clk = 1;
    top->eval();
    return top->r_o;
}

static uint32_t host_to_int(uint32_t a)
{
    float x = f(a);
    if (std::isnan(x)) return 0;
    if (x >= 2147483648.0f) return 0x7fffffffu;
    if (x < -2147483648.0f) return 0x80000000u;
    return uint32_t(int32_t(nearbyintf(x)));          // rounding mode of the host: nearest, ties to even
}

static uint32_t host_max(uint32_t a, uint32_t b, bool minimum)
{
    float x = f(a), y = f(b);
    if (std::isnan(x) && std::isnan(y)) return 0x7fc00000u;
    if (std::isnan(x)) return b;
    if (std::isnan(y)) return a;
    if (x == y) return std::signbit(x) == minimum ? a : b;
    return (x < y) == minimum ? a : b;
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

static void compare(int op, uint32_t a, uint32_t b, uint32_t want)
{
    uint32_t got = device(op, a, b);
    if (got != want) fail_msg("operation %d: %08x, %08x gives %08x instead of %08x", op, a, b, got, want);
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
        compare(FROM_INT, a, 0, u(float(int32_t(a))));
        compare(FROM_INT, uint32_t(int32_t(a) >> r % 32), 0, u(float(int32_t(a) >> r % 32)));
        compare(TO_INT, a, 0, host_to_int(a));
        compare(MAX, a, b, host_max(a, b, false));
        compare(MIN, a, b, host_max(a, b, true));
    }
    printf("%llu operand pairs for each function\n", (unsigned long long)pairs);
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
    compare(MAX, 0x80000000, 0, 0);
    compare(MIN, 0, 0x80000000, 0x80000000);
    compare(MAX, 0x7fc00001, 0x3f800000, 0x3f800000);
    compare(MIN, 0xff800001, 0x7f800001, 0x7fc00000);
}

int main(int argc, char **argv)
{
    if (argc > 1) pairs = strtoull(argv[1], nullptr, 0);
    state = (argc > 2 ? strtoull(argv[2], nullptr, 0) : 1) * 2654435761ull + 88172645463325252ull;
    static Vdlp_float_tb device_under_test;
    top = &device_under_test;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_results),
        cmocka_unit_test(every_function_agrees_with_the_host_on_random_operands),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
