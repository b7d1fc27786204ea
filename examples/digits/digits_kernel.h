/* SPDX-License-Identifier: Apache-2.0
 * digits_kernel.h - what the digit kernel and the host program agree on. */
#ifndef DLP_DIGITS_KERNEL_H
#define DLP_DIGITS_KERNEL_H

/* The network runs on int8, on halves, or on int8 with weights of int4: elements of z = 1 or 2 bytes, weights of b = 8, 16 or 4 bits.
 * The parameter block in GDRAM: for each layer its weights, then bias[out_c] (int32; with halves binary32), then scale[out_c] (binary32, all 0
 * for the last layer); each of the three starts at a multiple of DIGITS_ALIGN. */
enum { DIGITS_ALIGN = 64 };
#define DIGITS_ROUND(n) (((n) + DIGITS_ALIGN - 1) / DIGITS_ALIGN * DIGITS_ALIGN)

/* layer: channels in, channels out, kernel side */
#define DIGITS_LAYERS(X) X(0, 1, 8, 3) X(1, 8, 16, 3) X(2, 16, 32, 3) X(3, 32, 10, 4)
#define DIGITS_ROW_BYTES(b, ci, k)        (((b) * (ci) * (k) * (k) + 7) / 8)      /* weights of an output channel */
#define DIGITS_W_BYTES(b, ci, co, k)     DIGITS_ROUND((co) * DIGITS_ROW_BYTES(b, ci, k))
#define DIGITS_P_BYTES(co)               DIGITS_ROUND(4 * (co))
#define DIGITS_LAYER_BYTES(b, ci, co, k) (DIGITS_W_BYTES(b, ci, co, k) + 2 * DIGITS_P_BYTES(co))
#define DIGITS_AT_0(b)        0
#define DIGITS_AT_1(b)        (DIGITS_AT_0(b) + DIGITS_LAYER_BYTES(b, 1, 8, 3))
#define DIGITS_AT_2(b)        (DIGITS_AT_1(b) + DIGITS_LAYER_BYTES(b, 8, 16, 3))
#define DIGITS_AT_3(b)        (DIGITS_AT_2(b) + DIGITS_LAYER_BYTES(b, 16, 32, 3))
#define DIGITS_PARAM_BYTES(b) (DIGITS_AT_3(b) + DIGITS_LAYER_BYTES(b, 32, 10, 4))
#define DIGITS_IMAGE_BYTES(z) ((z) * 28 * 28)      /* elements: pixel >> 1 */
enum { DIGITS_LOGITS = 10 };                       /* int32; with halves binary32 */
#endif
