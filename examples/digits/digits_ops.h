/* SPDX-License-Identifier: Apache-2.0
 * digits_ops - the exact integer arithmetic of one layer.
 *
 * Compile without -ffast-math and with -ffp-contract=off: the requantisation is binary32,
 * rounded after every operation, as the hardware does it.
 */
#ifndef DLP_DIGITS_OPS_H
#define DLP_DIGITS_OPS_H

#include "digits_net.h"

/* pixel >> 1: 0..255 becomes 0..127. */
int8_t dlp_digits_pixel(uint8_t pixel);

/* clamp(rint((float)(acc + bias) * scale), -128, 127), then max(., 0) if relu.
 * The sum wraps at 32 bits; rint rounds halves to even. */
int8_t dlp_digits_requant(int32_t acc, int32_t bias, float scale, int relu);

/* Wrapping sum of in * weight over one kernel window; (oy, ox, oc) is the output position. */
int32_t dlp_digits_accumulate(const struct dlp_digits_layer *layer, const int8_t *in,
                              int oy, int ox, int oc);

/* out[out_h][out_w][out_c] = requant(accumulate(in)); needs layer->scale. */
void dlp_digits_conv(const struct dlp_digits_layer *layer, const int8_t *in, int8_t *out);

/* out[out_h][out_w][out_c] = accumulate(in) + bias, wrapping, not requantised. */
void dlp_digits_conv_raw(const struct dlp_digits_layer *layer, const int8_t *in, int32_t *out);

/* out[out_h / pool][out_w / pool][out_c] = maximum of each pool x pool window of in. */
void dlp_digits_pool(const struct dlp_digits_shape *shape, const int8_t *in, int8_t *out);

/* Index of the largest of the ten; the first one if several are equal. */
int dlp_digits_argmax(const int32_t logits[DLP_DIGITS_CLASSES]);

#endif
