/* SPDX-License-Identifier: Apache-2.0
 * Arithmetic of the units: exhaustive at 8 bits, corner cases by hand, everything else against another way to compute it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>

#include "arith.h"
#include "bench.h"

#define INF     UINT32_C(0x7f800000)
#define NAN_ANY UINT32_C(0xffc12345)

static void saturation_to_8_bits_clamps_every_16_bit_value(void **state)
{
    (void)state;
    for (int v = -32768; v <= 32767; v++)
        assert_int_equal(dlp_sat8(v), v > 127 ? 127 : v < -128 ? -128 : v);
    assert_int_equal(dlp_sat8(INT64_MAX), 127);
    assert_int_equal(dlp_sat8(INT64_MIN), -128);
}

static void saturation_to_32_bits_clamps_at_the_edges(void **state)
{
    (void)state;
    assert_int_equal(dlp_sat32(INT64_C(0x7fffffff)), INT32_MAX);
    assert_int_equal(dlp_sat32(INT64_C(0x80000000)), INT32_MAX);
    assert_int_equal(dlp_sat32(-INT64_C(0x80000000)), INT32_MIN);
    assert_int_equal(dlp_sat32(-INT64_C(0x80000001)), INT32_MIN);
    assert_int_equal(dlp_sat32(-1), -1);
}

/* Every multiple of 1/4 in the range of 8 bits and a little beyond: the nearest integer, of two the even one. */
static void rounding_takes_halves_to_even_over_the_8_bit_range(void **state)
{
    (void)state;
    for (int q = -4 * 130; q <= 4 * 130; q++) {
        int floor4 = q >= 0 ? q / 4 : -((3 - q) / 4), part = q - 4 * floor4;
        int want = part < 2 ? floor4 : part > 2 ? floor4 + 1 : floor4 + (floor4 & 1);
        assert_int_equal(dlp_f32_rne(dlp_f32_bits((float)q / 4)), want);
    }
}

static void rounding_of_random_floats_is_that_of_the_host(void **state)
{
    (void)state;
    for (int k = 0; k < 1000000; k++) {
        uint32_t u = (uint32_t)rnd();
        double d = nearbyint((double)dlp_f32(u));
        if (d != d)
            assert_int_equal(dlp_f32_rne(u), 0);
        else if (fabs(d) < 4294967296.0)
            assert_true(dlp_f32_rne(u) == (int64_t)d);
        else
            assert_int_equal(dlp_sat32(dlp_f32_rne(u)), d > 0 ? INT32_MAX : INT32_MIN);
    }
    assert_int_equal(dlp_f32_rne(NAN_ANY), 0);
    assert_int_equal(dlp_sat32(dlp_f32_rne(INF)), INT32_MAX);
    assert_int_equal(dlp_sat32(dlp_f32_rne(INF | DLP_F32_SIGN)), INT32_MIN);
}

static void every_nan_result_is_the_one_nan(void **state)
{
    (void)state;
    assert_int_equal(dlp_f32_add(NAN_ANY, 0), DLP_F32_NAN);
    assert_int_equal(dlp_f32_sub(INF, INF), DLP_F32_NAN);
    assert_int_equal(dlp_f32_mul(INF, DLP_F32_NEG_ZERO), DLP_F32_NAN);
    assert_int_equal(dlp_f32_relu(NAN_ANY), DLP_F32_NAN);
    assert_int_equal(dlp_f32_max(NAN_ANY, NAN_ANY), DLP_F32_NAN);
    assert_int_equal(dlp_f32_min(0x7f800001, NAN_ANY), DLP_F32_NAN);
}

static void subnormals_are_kept(void **state)
{
    (void)state;
    assert_int_equal(dlp_f32_add(1, 1), 2);
    assert_int_equal(dlp_f32_mul(0x00800000, 0x3f000000), 0x00400000);      /* half of the smallest normal number */
    assert_int_equal(dlp_f32_mul(1, 0x3f000000), 0);                        /* a tie: to even */
}

static void max_and_min_prefer_numbers_and_order_the_zeros(void **state)
{
    (void)state;
    const uint32_t neg0 = DLP_F32_NEG_ZERO, one = 0x3f800000, minus1 = 0xbf800000;
    assert_int_equal(dlp_f32_max(0, neg0), 0);
    assert_int_equal(dlp_f32_max(neg0, 0), 0);
    assert_int_equal(dlp_f32_min(0, neg0), neg0);
    assert_int_equal(dlp_f32_min(neg0, 0), neg0);
    assert_int_equal(dlp_f32_max(NAN_ANY, minus1), minus1);
    assert_int_equal(dlp_f32_max(minus1, NAN_ANY), minus1);
    assert_int_equal(dlp_f32_min(NAN_ANY, one), one);
    assert_int_equal(dlp_f32_max(one, minus1), one);
    assert_int_equal(dlp_f32_min(INF, INF | DLP_F32_SIGN), INF | DLP_F32_SIGN);
}

static void relu_of_zeros_and_negatives_is_plus_zero(void **state)
{
    (void)state;
    assert_int_equal(dlp_f32_relu(DLP_F32_NEG_ZERO), 0);
    assert_int_equal(dlp_f32_relu(0xbf800000), 0);
    assert_int_equal(dlp_f32_relu(INF | DLP_F32_SIGN), 0);
    assert_int_equal(dlp_f32_relu(1), 1);
}

/* Worked out on paper from the formula of the manual. */
static void fixed_point_corner_cases_are_those_of_the_manual(void **state)
{
    static const struct { int32_t t, m, s, q; } row[] = {
        { 3, 1 << 30, 0, 2 },                           /* 1.5: half away from zero */
        { -3, 1 << 30, 0, -1 },                         /* -1.5 + (1 - 2^30) / 2^31 truncates to -1 */
        { 5, 1 << 30, 0, 3 },
        { -5, 1 << 30, 0, -2 },
        { INT32_MIN, INT32_MIN, 0, INT32_MAX },         /* the product that does not fit */
        { INT32_MIN, INT32_MAX, 0, -INT32_MAX },        /* -2^62 + 2^31 + 1 - 2^30 over 2^31, truncated */
        { 1, INT32_MAX, 31, INT32_MIN + 1 },            /* 2^31 wraps to the minimum; -(2^31 - 1) after the multiply */
        { 6, INT32_MIN, -2, -2 },                       /* h = -6: -1.5 away from zero */
        { -6, INT32_MIN, -2, 2 },                       /* h = 6 */
        { 5, INT32_MIN, -2, -1 },                       /* h = -5: -1.25 */
        { INT32_MAX, INT32_MIN, -31, -1 },              /* h = -(2^31 - 1) */
        { INT32_MAX, INT32_MIN, -32, -1 },              /* -32 acts as -31 */
        { 6, INT32_MIN, 62, -2 },                       /* only bits 5:0, sign extended: -2 */
        { 6, INT32_MIN, 64, -6 },                       /* 0 */
        { 3, INT32_MIN, 32 + 31, -2 },                  /* -1: h = -3, -1.5 away from zero */
    };
    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
        assert_int_equal(dlp_fixed(row[k].t, row[k].m, row[k].s), row[k].q);
}

/* With a multiplier of -2^31, h = -v exactly, so only the shift rounds: to nearest, halves away from zero. */
static void the_rounding_shift_is_to_nearest_for_every_8_bit_value(void **state)
{
    (void)state;
    for (int v = -128; v <= 127; v++)
        for (int e = 0; e <= 7; e++) {
            double exact = -(double)v / (1 << e);
            assert_int_equal(dlp_fixed(v, INT32_MIN, -e), (int)round(exact));
        }
}

/* mulh from the product of absolute values in 128 bits */
__extension__ typedef __int128 wide;

static void high_multiplies_are_those_of_128_bit_products(void **state)
{
    static const uint64_t corner[] = { 0, 1, 2, UINT64_MAX, INT64_MAX, UINT64_C(1) << 63, 0xffffffff, UINT64_C(0x100000000) };
    (void)state;
    for (unsigned k = 0; k < 100000; k++) {
        uint64_t a = k < 64 ? corner[k / 8] : rnd(), b = k < 64 ? corner[k % 8] : rnd();
        assert_true(dlp_mulh(a, b) == (uint64_t)((wide)(int64_t)a * (int64_t)b >> 64));
        assert_true(dlp_mulhsu(a, b) == (uint64_t)((wide)(int64_t)a * (wide)b >> 64));
        wide low = (wide)(a & 0xffffffff) * (wide)b, high = (wide)(a >> 32) * (wide)b;
        assert_true(dlp_mulhu(a, b) == (uint64_t)((high + (low >> 32)) >> 32));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saturation_to_8_bits_clamps_every_16_bit_value),
        cmocka_unit_test(saturation_to_32_bits_clamps_at_the_edges),
        cmocka_unit_test(rounding_takes_halves_to_even_over_the_8_bit_range),
        cmocka_unit_test(rounding_of_random_floats_is_that_of_the_host),
        cmocka_unit_test(every_nan_result_is_the_one_nan),
        cmocka_unit_test(subnormals_are_kept),
        cmocka_unit_test(max_and_min_prefer_numbers_and_order_the_zeros),
        cmocka_unit_test(relu_of_zeros_and_negatives_is_plus_zero),
        cmocka_unit_test(fixed_point_corner_cases_are_those_of_the_manual),
        cmocka_unit_test(the_rounding_shift_is_to_nearest_for_every_8_bit_value),
        cmocka_unit_test(high_multiplies_are_those_of_128_bit_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
