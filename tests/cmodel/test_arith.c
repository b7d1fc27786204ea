/* SPDX-License-Identifier: Apache-2.0
 * The arithmetic of the units against definitions written another way: exact rationals in 64 and 128 bits, the host's rounding functions. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>

#include "arith.h"
#include "bench.h"
#include "dlp_spec.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

#define INF  UINT32_C(0x7f800000)
#define NINF UINT32_C(0xff800000)
#define SNAN UINT32_C(0x7f800001)
#define QNAN UINT32_C(0xffc12345)
#define CNAN UINT32_C(0x7fc00000)
#define NEG0 UINT32_C(0x80000000)
#define ONE  UINT32_C(0x3f800000)

static const int32_t corner32[] = {
    0, 1, -1, 2, -2, 3, 127, 128, -128, -129, 255, 256, 32767, -32768, 65536, 1 << 24, (1 << 24) + 1, -(1 << 24) - 1, 1 << 30, -(1 << 30),
    (1 << 30) + 1, INT32_MAX - 1, INT32_MAX, INT32_MIN, INT32_MIN + 1, 0x55555555, -0x2aaaaaab, 1234567890, -987654321
};
enum { CORNERS = sizeof corner32 / sizeof corner32[0] };

static void saturation_keeps_what_fits_and_clamps_the_rest(void **state)
{
    (void)state;
    for (int64_t v = -70000; v <= 70000; v++)
        assert_int_equal(dlp_sat8(v), v > 127 ? 127 : v < -128 ? -128 : v);
    for (int64_t d = -3; d <= 3; d++) {
        assert_int_equal(dlp_sat32(INT32_MAX + d), d > 0 ? INT32_MAX : INT32_MAX + d);
        assert_int_equal(dlp_sat32(INT32_MIN + d), d < 0 ? INT32_MIN : INT32_MIN + d);
    }
    assert_int_equal(dlp_sat32(INT64_MAX), INT32_MAX);
    assert_int_equal(dlp_sat32(INT64_MIN), INT32_MIN);
}

/* nearest integer, ties to even, from quarters: no floating point on the right side */
static int64_t rne_quarters(int64_t q)
{
    int64_t down = q >= 0 ? q / 4 : -((-q + 3) / 4), rest = q - 4 * down;
    return rest < 2 ? down : rest > 2 ? down + 1 : down + (down & 1);
}

static void rounding_goes_to_the_nearest_and_ties_to_even(void **state)
{
    (void)state;
    for (int64_t q = -40000; q <= 40000; q++)
        assert_int_equal(dlp_f32_rne(dlp_f32_bits((float)q * 0.25f)), rne_quarters(q));
    assert_int_equal(dlp_f32_rne(dlp_f32_bits(8388607.5f)), 8388608);
    assert_int_equal(dlp_f32_rne(dlp_f32_bits(8388606.5f)), 8388606);
    assert_int_equal(dlp_f32_rne(dlp_f32_bits(2147483648.0f)), INT64_C(2147483648));
    assert_int_equal(dlp_f32_rne(1), 0);                    /* the smallest subnormal */
    assert_int_equal(dlp_f32_rne(CNAN), 0);
    assert_int_equal(dlp_f32_rne(SNAN), 0);
    assert_int_equal(dlp_sat32(dlp_f32_rne(INF) - 128), INT32_MAX);
    assert_int_equal(dlp_sat32(dlp_f32_rne(NINF) + 127), INT32_MIN);
    for (unsigned k = 0; k < 100000; k++) {
        uint32_t bits = (uint32_t)rnd();
        float f = dlp_f32(bits);
        if (f == f && fabsf(f) < 1e12f)
            assert_int_equal(dlp_f32_rne(bits), llrintf(f));
    }
}

static void every_nan_result_is_the_canonical_nan(void **state)
{
    (void)state;
    assert_int_equal(dlp_f32_add(INF, NINF), CNAN);
    assert_int_equal(dlp_f32_sub(INF, INF), CNAN);
    assert_int_equal(dlp_f32_mul(INF, 0), CNAN);
    assert_int_equal(dlp_f32_mul(NINF, NEG0), CNAN);
    assert_int_equal(dlp_f32_add(QNAN, ONE), CNAN);
    assert_int_equal(dlp_f32_add(ONE, SNAN), CNAN);
    assert_int_equal(dlp_f32_mul(QNAN, SNAN), CNAN);
    assert_int_equal(dlp_f32_relu(QNAN), CNAN);
    assert_int_equal(dlp_f32_max(SNAN, QNAN), CNAN);
    assert_int_equal(dlp_f32_min(QNAN, SNAN), CNAN);
}

static void float_arithmetic_keeps_subnormals_and_rounds_to_even(void **state)
{
    (void)state;
    assert_int_equal(dlp_f32_add(1, 1), 2);                                         /* 2^-149 + 2^-149 */
    assert_int_equal(dlp_f32_mul(UINT32_C(0x00800000), UINT32_C(0x3f000000)), UINT32_C(0x00400000));
    assert_int_equal(dlp_f32_add(UINT32_C(0x3f800000), UINT32_C(0x33800000)), UINT32_C(0x3f800000));   /* 1 + 2^-24: tie, even */
    assert_int_equal(dlp_f32_add(UINT32_C(0x3f800001), UINT32_C(0x33800000)), UINT32_C(0x3f800002));   /* 1 + 2^-23 + 2^-24 */
    assert_int_equal(dlp_f32_add(UINT32_C(0x7f7fffff), UINT32_C(0x7f7fffff)), INF);
    assert_int_equal(dlp_f32_add(NEG0, NEG0), NEG0);
    assert_int_equal(dlp_f32_add(0, NEG0), 0);
    assert_int_equal(dlp_f32_sub(ONE, ONE), 0);
    assert_int_equal(dlp_f32_from_i32((1 << 24) + 1), dlp_f32_bits(16777216.0f));   /* tie, even */
    assert_int_equal(dlp_f32_from_i32((1 << 24) + 3), dlp_f32_bits(16777220.0f));
    assert_int_equal(dlp_f32_from_i32(INT32_MAX), dlp_f32_bits(2147483648.0f));
}

static void max_and_min_prefer_numbers_and_order_zeros(void **state)
{
    (void)state;
    static const struct { uint32_t a, b, max, min; } row[] = {
        { 0, NEG0, 0, NEG0 }, { NEG0, 0, 0, NEG0 }, { NEG0, NEG0, NEG0, NEG0 }, { QNAN, ONE, ONE, ONE }, { ONE, SNAN, ONE, ONE },
        { INF, NINF, INF, NINF }, { NINF, ONE, ONE, NINF }, { 1, NEG0, 1, NEG0 }, { ONE, ONE, ONE, ONE }, { QNAN, NEG0, NEG0, NEG0 },
        { UINT32_C(0xbf800000), UINT32_C(0xc0000000), UINT32_C(0xbf800000), UINT32_C(0xc0000000) },     /* -1, -2 */
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        assert_int_equal(dlp_f32_max(row[k].a, row[k].b), row[k].max);
        assert_int_equal(dlp_f32_min(row[k].a, row[k].b), row[k].min);
    }
}

static void relu_of_float_has_no_negative_zero(void **state)
{
    (void)state;
    assert_int_equal(dlp_f32_relu(NEG0), 0);
    assert_int_equal(dlp_f32_relu(0), 0);
    assert_int_equal(dlp_f32_relu(NINF), 0);
    assert_int_equal(dlp_f32_relu(1), 1);
    assert_int_equal(dlp_f32_relu(UINT32_C(0x80000001)), 0);
    assert_int_equal(dlp_f32_relu(INF), INF);
}

/* ---- fixed-point requantisation, by the definition of the rounded operations */

/* a / 2^n to nearest, ties away from zero */
static wide round_away(wide a, unsigned n)
{
    if (n == 0)
        return a;
    wide half = (wide)1 << (n - 1);
    return a >= 0 ? (a + half) >> n : -((-a + half) >> n);
}

static int32_t fixed_reference(int32_t t, int32_t m, int s)
{
    int32_t v = s > 0 ? (int32_t)(uint32_t)((uint64_t)(uint32_t)t << s) : t;
    /* v*m / 2^31 to nearest; TFLite's nudge sends a tie up when positive and towards zero when negative: 1 - 2^30 */
    wide p = (wide)v * m;
    wide h = p >= 0 ? (p + ((wide)1 << 30)) >> 31 : -((-p + ((wide)1 << 30) - 1) >> 31);
    if (h > INT32_MAX)
        h = INT32_MAX;
    return (int32_t)round_away(h, s < 0 ? (unsigned)-s : 0);
}

static void fixed_requantisation_is_exact_for_small_values(void **state)
{
    (void)state;
    /* multiplier 2^30 is a half: a shift of 1 undoes it */
    for (int32_t t = -128; t < 128; t++) {
        assert_int_equal(dlp_fixed(t, 1 << 30, 1), t);
        for (int s = -8; s <= 8; s++)
            for (int32_t m = -128; m < 128; m++) {
                int32_t mult = (int32_t)((uint32_t)m << 24);
                assert_int_equal(dlp_fixed(t, mult, s), fixed_reference(t, mult, s));
            }
    }
}

static void fixed_requantisation_is_right_in_the_corners(void **state)
{
    (void)state;
    for (int s = -31; s <= 31; s++)
        for (unsigned i = 0; i < CORNERS; i++)
            for (unsigned j = 0; j < CORNERS; j++)
                assert_int_equal(dlp_fixed(corner32[i], corner32[j], s), fixed_reference(corner32[i], corner32[j], s));
    /* by hand */
    assert_int_equal(dlp_fixed(INT32_MIN, INT32_MIN, 0), INT32_MAX);        /* the product that does not fit */
    assert_int_equal(dlp_fixed(1, 1 << 30, 0), 1);                          /* 0.5: tie goes up */
    assert_int_equal(dlp_fixed(-1, 1 << 30, 0), 0);                         /* -0.5: tie goes up as well */
    assert_int_equal(dlp_fixed(3, 1 << 30, 0), 2);                          /* 1.5 */
    assert_int_equal(dlp_fixed(-3, 1 << 30, 0), -1);                        /* -1.5 */
    assert_int_equal(dlp_fixed(6, 1 << 30, -1), 2);                         /* 3 / 2 = 1.5: away from zero */
    assert_int_equal(dlp_fixed(-6, 1 << 30, -1), -2);                       /* -3 / 2 = -1.5: away from zero */
    assert_int_equal(dlp_fixed(-2, 1 << 30, -1), -1);                       /* -1 / 2 = -0.5 */
    assert_int_equal(dlp_fixed(0x40000001, 1 << 30, 2), 2);                 /* the left shift wraps: 4 */
    assert_int_equal(dlp_fixed(INT32_MIN, INT32_MAX, -31), -1);             /* h = -2147483647: -0.9999 */
    assert_int_equal(dlp_fixed(1 << 29, INT32_MAX, -31), 0);                /* 0.25 */
    assert_int_equal(dlp_fixed(1 << 30, INT32_MAX, -31), 1);                /* 0.5 */
}

static void only_six_bits_of_the_shift_count(void **state)
{
    (void)state;
    for (int s = -31; s <= 31; s++)
        assert_int_equal(dlp_fixed(123456789, 987654321, s + 64), dlp_fixed(123456789, 987654321, s));
    assert_int_equal(dlp_fixed(INT32_MAX, INT32_MAX, -32), dlp_fixed(INT32_MAX, INT32_MAX, -31));
    assert_int_equal(dlp_fixed(INT32_MAX, INT32_MAX, 32), dlp_fixed(INT32_MAX, INT32_MAX, -31));    /* 100000 is -32 */
}

/* ---- output stage */

static uint32_t out(unsigned type, unsigned requant, int relu, int zero, int32_t t, uint32_t scale, int32_t shift)
{
    const struct dlp_out o = { .type = type, .requant = requant, .relu = relu, .zero = zero };
    return dlp_out(&o, t, 0, scale, 0, shift);
}

static void the_output_stage_follows_its_table(void **state)
{
    (void)state;
    const uint32_t half = dlp_f32_bits(0.5f);
    /* none */
    assert_int_equal((int32_t)out(DLP_TYPE_I32, 0, 0, 5, -300, 0, 0), -300);
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 0, 0, 5, -300, 0, 0), -128);
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 0, 1, 5, -300, 0, 0), 0);         /* zero point plays no part */
    assert_int_equal(out(DLP_TYPE_F32, 0, 0, 5, 7, 0, 0), dlp_f32_bits(7.0f));
    assert_int_equal(out(DLP_TYPE_F32, 0, 1, 5, -7, 0, 0), 0);
    /* float */
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 1, 0, 3, 5, half, 0), 5);         /* rne(2.5) + 3 */
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 1, 0, 3, 7, half, 0), 7);         /* rne(3.5) + 3 */
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 1, 1, -3, -100, half, 0), -3);    /* relu at the zero point */
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 1, 0, -128, 1 << 20, half, 0), 127);
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 1, 0, 4, 9, CNAN, 0), 4);         /* rne of NaN is 0 */
    assert_int_equal((int32_t)out(DLP_TYPE_I32, 1, 0, -1, 9, INF, 0), INT32_MAX);
    assert_int_equal(out(DLP_TYPE_F32, 1, 0, 9, 5, half, 0), dlp_f32_bits(2.5f));
    assert_int_equal(out(DLP_TYPE_F32, 1, 1, 9, 5, CNAN, 0), CNAN);
    /* fixed */
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 2, 0, 10, 50, 1 << 30, 0), 35);
    assert_int_equal((int32_t)out(DLP_TYPE_I32, 2, 0, 127, INT32_MAX, INT32_MAX, 0), INT32_MAX);    /* q + z is exact before saturation */
    assert_int_equal((int8_t)out(DLP_TYPE_I8, 2, 1, 10, -50, 1 << 30, 0), 10);
    assert_int_equal(out(DLP_TYPE_F32, 2, 0, 10, 50, 1 << 30, 0), dlp_f32_bits(25.0f));
    /* bias wraps */
    const struct dlp_out o = { .type = DLP_TYPE_I32, .bias = 1 };
    assert_int_equal((int32_t)dlp_out(&o, INT32_MAX, 1, 0, 0, 0), INT32_MIN);
}

/* ---- M extension */

static void high_products_match_128_bits(void **state)
{
    (void)state;
    static const uint64_t v[] = { 0, 1, 2, UINT64_MAX, UINT64_C(1) << 63, INT64_MAX, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(0x123456789abcdef0) };
    for (unsigned k = 0; k < 20000; k++) {
        uint64_t a = k < 81 ? v[k / 9] : rnd(), b = k < 81 ? v[k % 9] : rnd();
        assert_int_equal(dlp_mulhu(a, b), (uint64_t)((uwide)a * b >> 64));
        assert_int_equal(dlp_mulh(a, b), (uint64_t)((wide)(int64_t)a * (int64_t)b >> 64));
        assert_int_equal(dlp_mulhsu(a, b), (uint64_t)((wide)(int64_t)a * (wide)b >> 64));
    }
}

static void division_has_a_result_for_everything(void **state)
{
    (void)state;
    const uint64_t min = UINT64_C(1) << 63;
    assert_int_equal(dlp_div(7, 0), UINT64_MAX);
    assert_int_equal(dlp_divu(7, 0), UINT64_MAX);
    assert_int_equal(dlp_rem(7, 0), 7);
    assert_int_equal(dlp_remu(7, 0), 7);
    assert_int_equal(dlp_div(min, UINT64_MAX), min);
    assert_int_equal(dlp_rem(min, UINT64_MAX), 0);
    assert_int_equal(dlp_div((uint64_t)-7, 2), (uint64_t)-3);
    assert_int_equal(dlp_rem((uint64_t)-7, 2), (uint64_t)-1);
    assert_int_equal(dlp_rem(7, (uint64_t)-2), 1);
    assert_int_equal(dlp_divu((uint64_t)-7, 2), UINT64_C(0x7ffffffffffffffc));
    /* words: the upper half of the operands plays no part, results are sign-extended */
    const uint64_t junk = UINT64_C(0xabcdef0100000000);
    assert_int_equal(dlp_divw(junk | 0x80000000u, junk | 0xffffffffu), UINT64_C(0xffffffff80000000));
    assert_int_equal(dlp_remw(junk | 0x80000000u, junk | 0xffffffffu), 0);
    assert_int_equal(dlp_divw(junk | 6, junk), UINT64_MAX);
    assert_int_equal(dlp_remw(junk | 0x80000001u, junk), UINT64_C(0xffffffff80000001));
    assert_int_equal(dlp_divuw(junk | 0xfffffffeu, junk | 1), UINT64_C(0xfffffffffffffffe));
    assert_int_equal(dlp_divuw(junk | 5, junk), UINT64_MAX);
    assert_int_equal(dlp_remuw(junk | 0x80000001u, junk), UINT64_C(0xffffffff80000001));
    assert_int_equal(dlp_remuw(junk | 7, junk | 4), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saturation_keeps_what_fits_and_clamps_the_rest),
        cmocka_unit_test(rounding_goes_to_the_nearest_and_ties_to_even),
        cmocka_unit_test(every_nan_result_is_the_canonical_nan),
        cmocka_unit_test(float_arithmetic_keeps_subnormals_and_rounds_to_even),
        cmocka_unit_test(max_and_min_prefer_numbers_and_order_zeros),
        cmocka_unit_test(relu_of_float_has_no_negative_zero),
        cmocka_unit_test(fixed_requantisation_is_exact_for_small_values),
        cmocka_unit_test(fixed_requantisation_is_right_in_the_corners),
        cmocka_unit_test(only_six_bits_of_the_shift_count),
        cmocka_unit_test(the_output_stage_follows_its_table),
        cmocka_unit_test(high_products_match_128_bits),
        cmocka_unit_test(division_has_a_result_for_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
