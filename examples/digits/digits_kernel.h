/* SPDX-License-Identifier: Apache-2.0
 * digits_kernel.h - what the digit kernel and the host program agree on. */
#ifndef DLP_DIGITS_KERNEL_H
#define DLP_DIGITS_KERNEL_H

/* The parameter block in GDRAM: for each layer its weights, then bias[out_c] (int32), then scale[out_c] (binary32, all 0 for the last layer);
 * each of the three starts at a multiple of DIGITS_ALIGN. */
enum { DIGITS_ALIGN = 64 };
#define DIGITS_ROUND(n) (((n) + DIGITS_ALIGN - 1) / DIGITS_ALIGN * DIGITS_ALIGN)

/* layer: channels in, channels out, kernel side */
#define DIGITS_LAYERS(X) X(0, 1, 8, 3) X(1, 8, 16, 3) X(2, 16, 32, 3) X(3, 32, 10, 4)
#define DIGITS_W_BYTES(ci, co, k)     DIGITS_ROUND((ci) * (co) * (k) * (k))
#define DIGITS_P_BYTES(co)            DIGITS_ROUND(4 * (co))
#define DIGITS_LAYER_BYTES(ci, co, k) (DIGITS_W_BYTES(ci, co, k) + 2 * DIGITS_P_BYTES(co))
enum {
    DIGITS_AT_0 = 0,
    DIGITS_AT_1 = DIGITS_AT_0 + DIGITS_LAYER_BYTES(1, 8, 3),
    DIGITS_AT_2 = DIGITS_AT_1 + DIGITS_LAYER_BYTES(8, 16, 3),
    DIGITS_AT_3 = DIGITS_AT_2 + DIGITS_LAYER_BYTES(16, 32, 3),
    DIGITS_PARAM_BYTES = DIGITS_AT_3 + DIGITS_LAYER_BYTES(32, 10, 4),
    DIGITS_IMAGE_BYTES = 28 * 28,       /* int8, pixel >> 1 */
    DIGITS_LOGITS = 10
};
#endif
