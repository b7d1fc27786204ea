/* SPDX-License-Identifier: Apache-2.0
 * test_digits_ref - the digit reference against values worked by hand, and its accuracy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "digits_data.h"
#include "digits_ops.h"
#include "digits_ref.h"
#include "digits_weights.h"

enum { TEST_COUNT = 500, RIGHT_MIN = 490 /* 98 % */ };

/* 3 x 3 image, 3 x 3 kernel, pad 1, one channel in, two out. */
static const int8_t TINY_IN[9] = { 1, 2, 3,
                                   4, 5, 6,
                                   7, 8, 9 };
static const int8_t TINY_WEIGHT[18] = { 1, 0, -1,  2, 0, -2,  1, 0, -1,
                                        0, 0, 0,  0, -3, 0,  0, 0, 1 };
static const int32_t TINY_BIAS[2] = { 4, -2 };
static const float TINY_SCALE[2] = { 0.5f, 0.25f };
static const struct dlp_digits_layer TINY = {
    .shape = { .in_h = 3, .in_w = 3, .in_c = 1, .kernel = 3, .stride = 1, .pad = 1,
               .out_h = 3, .out_w = 3, .out_c = 2, .pool = 1, .relu = 0 },
    .weight = TINY_WEIGHT,
    .bias = TINY_BIAS,
    .scale = TINY_SCALE,
};

static void pixel_drops_its_lowest_bit(void **state)
{
    (void)state;
    assert_int_equal(dlp_digits_pixel(0), 0);
    assert_int_equal(dlp_digits_pixel(1), 0);
    assert_int_equal(dlp_digits_pixel(254), 127);
    assert_int_equal(dlp_digits_pixel(255), 127);
}

static void requant_rounds_halves_to_even(void **state)
{
    (void)state;
    assert_int_equal(dlp_digits_requant(1, 0, 0.5f, 0), 0);   /*  0.5 */
    assert_int_equal(dlp_digits_requant(3, 0, 0.5f, 0), 2);   /*  1.5 */
    assert_int_equal(dlp_digits_requant(5, 0, 0.5f, 0), 2);   /*  2.5 */
    assert_int_equal(dlp_digits_requant(-3, 0, 0.5f, 0), -2); /* -1.5 */
    assert_int_equal(dlp_digits_requant(-5, 0, 0.5f, 0), -2); /* -2.5 */
    assert_int_equal(dlp_digits_requant(11, 0, 0.25f, 0), 3); /*  2.75 */
}

static void requant_adds_the_bias_before_scaling(void **state)
{
    (void)state;
    assert_int_equal(dlp_digits_requant(100, -60, 0.25f, 0), 10);
    assert_int_equal(dlp_digits_requant(-100, 60, 0.25f, 0), -10);
}

static void requant_clamps_to_int8(void **state)
{
    (void)state;
    assert_int_equal(dlp_digits_requant(127, 0, 1.0f, 0), 127);
    assert_int_equal(dlp_digits_requant(128, 0, 1.0f, 0), 127);
    assert_int_equal(dlp_digits_requant(INT32_MAX, 0, 1.0f, 0), 127);
    assert_int_equal(dlp_digits_requant(-128, 0, 1.0f, 0), -128);
    assert_int_equal(dlp_digits_requant(-129, 0, 1.0f, 0), -128);
    assert_int_equal(dlp_digits_requant(INT32_MIN, 0, 1e30f, 0), -128);
}

static void requant_sum_wraps_at_32_bits(void **state)
{
    (void)state;
    /* 2^31 - 1 + 1 = -2^31, and -2^31 * 2^-25 = -64. */
    assert_int_equal(dlp_digits_requant(INT32_MAX, 1, 0x1p-25f, 0), -64);
    assert_int_equal(dlp_digits_requant(INT32_MIN, -1, 0x1p-25f, 0), 64);
}

static void requant_converts_to_binary32_before_scaling(void **state)
{
    (void)state;
    /* Floats near 5 * 2^24 = 83886080 are 8 apart; 83886080 * 2^-25 = 2.5, which rounds to 2.
     * +3 and the tie +4 go back to it, +5 goes to 83886088 and so above 2.5.
     * Without the conversion all three would be above 2.5. */
    assert_int_equal(dlp_digits_requant(83886083, 0, 0x1p-25f, 0), 2);
    assert_int_equal(dlp_digits_requant(83886084, 0, 0x1p-25f, 0), 2);
    assert_int_equal(dlp_digits_requant(83886085, 0, 0x1p-25f, 0), 3);
    /* 2^24 + 1 becomes 2^24, times 2.5 * 2^-24 is 2.5.  Rounding the product alone would not do:
     * (2^24 + 1) * 2.5 * 2^-24 = 2.5 + 0.625 * 2^-22 rounds to 2.5 + 2^-22, so 3. */
    assert_int_equal(dlp_digits_requant(16777217, 0, 0x1.4p-23f, 0), 2);
}

static void requant_rounds_the_product_to_binary32(void **state)
{
    (void)state;
    /* Floats in [2, 4) are 2^-22 apart.
     * 5 * 11744051 * 2^-24 = 58720255 * 2^-24 = 3.5 - 2^-24, a quarter step below 3.5: the
     * product is 3.5, rint gives 4; the unrounded product would give 3.
     * 7 * 11983726 * 2^-25 = 83886082 * 2^-25 = 2.5 + 2^-24: the product is 2.5, rint gives 2;
     * the unrounded product would give 3. */
    assert_int_equal(dlp_digits_requant(5, 0, 11744051.0f * 0x1p-24f, 0), 4);
    assert_int_equal(dlp_digits_requant(7, 0, 11983726.0f * 0x1p-25f, 0), 2);
}

static void relu_turns_negative_values_to_zero(void **state)
{
    (void)state;
    assert_int_equal(dlp_digits_requant(-7, 0, 1.0f, 1), 0);
    assert_int_equal(dlp_digits_requant(-1000, 0, 1.0f, 1), 0);
    assert_int_equal(dlp_digits_requant(7, 0, 1.0f, 1), 7);
}

static void accumulate_takes_padding_as_zero(void **state)
{
    (void)state;
    /* Channel 0, corner: only 1 2 / 4 5 overlap the kernel's 0 -2 / 0 -1. */
    assert_int_equal(dlp_digits_accumulate(&TINY, TINY_IN, 0, 0, 0), 2 * -2 + 5 * -1);
    /* Centre: (1 - 3) + 2 * (4 - 6) + (7 - 9). */
    assert_int_equal(dlp_digits_accumulate(&TINY, TINY_IN, 1, 1, 0), -8);
    /* Channel 1: -3 * centre + lower right neighbour, which is padding in the last corner. */
    assert_int_equal(dlp_digits_accumulate(&TINY, TINY_IN, 0, 0, 1), -3 * 1 + 5);
    assert_int_equal(dlp_digits_accumulate(&TINY, TINY_IN, 2, 2, 1), -3 * 9);
}

static void conv_writes_channels_innermost(void **state)
{
    int8_t out[18];

    (void)state;
    dlp_digits_conv(&TINY, TINY_IN, out);
    /* (0, 0): (-9 + 4) / 2 = -2.5 -> -2; (2 - 2) / 4 = 0. */
    assert_int_equal(out[0], -2);
    assert_int_equal(out[1], 0);
    /* (1, 1): (-8 + 4) / 2 = -2; (-15 + 9 - 2) / 4 = -2. */
    assert_int_equal(out[8], -2);
    assert_int_equal(out[9], -2);
    /* (2, 2): (5 + 2 * 8 + 4) / 2 = 12.5 -> 12; (-27 - 2) / 4 = -7.25 -> -7. */
    assert_int_equal(out[16], 12);
    assert_int_equal(out[17], -7);
}

static void conv_stride_moves_the_window(void **state)
{
    struct dlp_digits_layer layer = TINY;
    int8_t out[8];

    (void)state;
    layer.shape.stride = 2;
    layer.shape.out_h = 2;
    layer.shape.out_w = 2;
    dlp_digits_conv(&layer, TINY_IN, out);
    /* The corners of the stride 1 output.  (0, 2): 2 * 2 + 5 + 4 = 13, 13 / 2 = 6.5 -> 6;
     * channel 1: (-9 - 2) / 4 = -2.75 -> -3. */
    assert_int_equal(out[0], -2);
    assert_int_equal(out[2], 6);
    assert_int_equal(out[3], -3);
    assert_int_equal(out[6], 12);
    assert_int_equal(out[7], -7);
}

static void conv_raw_adds_the_bias_and_does_not_scale(void **state)
{
    int32_t out[18];

    (void)state;
    dlp_digits_conv_raw(&TINY, TINY_IN, out);
    assert_int_equal(out[0], -9 + 4);
    assert_int_equal(out[9], -15 + 9 - 2);
}

static void conv_sums_input_channels_innermost(void **state)
{
    static const int8_t in[6] = { 1, 2, 3, -4, 5, 127 };
    static const int8_t weight[12] = { 1, 10, 100, -1, 2, -128, 0, 0, 0, 0, 0, 1 };
    static const int32_t bias[2] = { 0, 0 };
    struct dlp_digits_layer layer = {
        .shape = { .in_h = 1, .in_w = 2, .in_c = 3, .kernel = 1, .stride = 1, .pad = 0,
                   .out_h = 1, .out_w = 2, .out_c = 2, .pool = 1, .relu = 0 },
        .weight = weight, .bias = bias, .scale = 0,
    };
    int32_t out[4];

    (void)state;
    dlp_digits_conv_raw(&layer, in, out);
    assert_int_equal(out[0], 1 + 20 + 300);
    assert_int_equal(out[1], -1 + 4 - 384);
    assert_int_equal(out[2], -4 + 50 + 12700);
    assert_int_equal(out[3], 4 + 10 - 16256);
}

static void pool_takes_the_maximum_and_drops_incomplete_windows(void **state)
{
    static const struct dlp_digits_shape shape = { .out_h = 3, .out_w = 5, .out_c = 2,
                                                   .pool = 2 };
    /* Channel 1 is -128 but for one element; the third row and fifth column do not count. */
    static const int8_t in[30] = {
        1, -128,   -2, -128,   -9, -128,   -3, -128,   99, 99,
        4, -128,    3, -128,   -5, -128,   -8, 7,      99, 99,
        99, 99,    99, 99,     99, 99,     99, 99,     99, 99,
    };
    int8_t out[4];

    (void)state;
    dlp_digits_pool(&shape, in, out);
    assert_int_equal(out[0], 4);
    assert_int_equal(out[1], -128);
    assert_int_equal(out[2], -3);
    assert_int_equal(out[3], 7);
}

static void argmax_takes_the_first_of_equals(void **state)
{
    static const int32_t equal[10] = { 0 };
    static const int32_t twice[10] = { -5, -9, 3, -1, 3, 2, 1, 0, 3, -7 };
    static const int32_t last[10] = { INT32_MIN, -9, -9, -9, -9, -9, -9, -9, -9, INT32_MAX };

    (void)state;
    assert_int_equal(dlp_digits_argmax(equal), 0);
    assert_int_equal(dlp_digits_argmax(twice), 2);
    assert_int_equal(dlp_digits_argmax(last), 9);
}

static void layers_fit_each_other_and_the_smallest_device(void **state)
{
    (void)state;
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        const struct dlp_digits_shape *s = &dlp_digits_layers[i].shape;
        int in_size = i == 0 ? DLP_DIGITS_PIXELS
                             : dlp_digits_pool_size(&dlp_digits_layers[i - 1].shape);

        assert_int_equal(dlp_digits_in_size(s), in_size);
        assert_int_equal(s->out_h, (s->in_h + 2 * s->pad - s->kernel) / s->stride + 1);
        assert_int_equal(s->out_w, (s->in_w + 2 * s->pad - s->kernel) / s->stride + 1);
        assert_true(dlp_digits_conv_size(s) <= DLP_DIGITS_ACT_MAX);
        assert_true(dlp_digits_in_size(s) + dlp_digits_conv_size(s) <= 12 * 1024);
        assert_true((dlp_digits_fan_in(s) + 12) * s->out_c <= 7680);
    }
}

static void trace_ends_in_the_logits_of_infer(void **state)
{
    static struct dlp_digits_trace trace;
    uint8_t image[DLP_DIGITS_PIXELS];
    int32_t logits[DLP_DIGITS_CLASSES];

    (void)state;
    for (int i = 0; i < DLP_DIGITS_PIXELS; i++) {
        image[i] = (uint8_t)(i * 37);
    }
    dlp_digits_infer(image, logits);
    dlp_digits_infer_trace(image, &trace);
    assert_memory_equal(logits, trace.logits, sizeof logits);
    assert_int_equal(trace.input[1], 18);
}

static void set_load_reports_a_missing_file(void **state)
{
    struct dlp_digits_set set;

    (void)state;
    assert_int_equal(dlp_digits_set_load("no/such/file", &set), -ENOENT);
}

static void at_least_98_percent_of_the_test_digits_are_right(void **state)
{
    struct dlp_digits_set set;
    int right = 0;

    (void)state;
    assert_int_equal(dlp_digits_set_load(DIGITS_TEST_FILE, &set), 0);
    assert_int_equal(set.count, TEST_COUNT);
    for (int i = 0; i < set.count; i++) {
        int32_t logits[DLP_DIGITS_CLASSES];

        dlp_digits_infer(set.sample[i].image, logits);
        right += dlp_digits_argmax(logits) == set.sample[i].label;
    }
    dlp_digits_set_free(&set);
    print_message("%d of %d digits right\n", right, TEST_COUNT);
    assert_true(right >= RIGHT_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixel_drops_its_lowest_bit),
        cmocka_unit_test(requant_rounds_halves_to_even),
        cmocka_unit_test(requant_adds_the_bias_before_scaling),
        cmocka_unit_test(requant_clamps_to_int8),
        cmocka_unit_test(requant_sum_wraps_at_32_bits),
        cmocka_unit_test(requant_converts_to_binary32_before_scaling),
        cmocka_unit_test(requant_rounds_the_product_to_binary32),
        cmocka_unit_test(relu_turns_negative_values_to_zero),
        cmocka_unit_test(accumulate_takes_padding_as_zero),
        cmocka_unit_test(conv_writes_channels_innermost),
        cmocka_unit_test(conv_stride_moves_the_window),
        cmocka_unit_test(conv_raw_adds_the_bias_and_does_not_scale),
        cmocka_unit_test(conv_sums_input_channels_innermost),
        cmocka_unit_test(pool_takes_the_maximum_and_drops_incomplete_windows),
        cmocka_unit_test(argmax_takes_the_first_of_equals),
        cmocka_unit_test(layers_fit_each_other_and_the_smallest_device),
        cmocka_unit_test(trace_ends_in_the_logits_of_infer),
        cmocka_unit_test(set_load_reports_a_missing_file),
        cmocka_unit_test(at_least_98_percent_of_the_test_digits_are_right),
    };

    return cmocka_run_group_tests_name("digits_ref", tests, NULL, NULL);
}
