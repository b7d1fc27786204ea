/* SPDX-License-Identifier: Apache-2.0
 * digits_kernel.h - what the digit kernel and the host program agree on. */
#ifndef DLP_DIGITS_KERNEL_H
#define DLP_DIGITS_KERNEL_H

/* The network runs on int8 or on halves, elements of z = 1 or 2 bytes.
 * The parameter block in GDRAM: for each layer its weights, then bias[out_c] (int32; with halves binary32), then scale[out_c] (binary32, all 0
 * for the last layer); each of the three starts at a multiple of DIGITS_ALIGN. */
enum { DIGITS_ALIGN = 64 };
#define DIGITS_ROUND(n) (((n) + DIGITS_ALIGN - 1) / DIGITS_ALIGN * DIGITS_ALIGN)

/* layer: channels in, channels out, kernel side */
#define DIGITS_LAYERS(X) X(0, 1, 8, 3) X(1, 8, 16, 3) X(2, 16, 32, 3) X(3, 32, 10, 4)
#define DIGITS_W_BYTES(z, ci, co, k)     DIGITS_ROUND((z) * (ci) * (co) * (k) * (k))
#define DIGITS_P_BYTES(co)               DIGITS_ROUND(4 * (co))
#define DIGITS_LAYER_BYTES(z, ci, co, k) (DIGITS_W_BYTES(z, ci, co, k) + 2 * DIGITS_P_BYTES(co))
#define DIGITS_AT_0(z)        0
#define DIGITS_AT_1(z)        (DIGITS_AT_0(z) + DIGITS_LAYER_BYTES(z, 1, 8, 3))
#define DIGITS_AT_2(z)        (DIGITS_AT_1(z) + DIGITS_LAYER_BYTES(z, 8, 16, 3))
#define DIGITS_AT_3(z)        (DIGITS_AT_2(z) + DIGITS_LAYER_BYTES(z, 16, 32, 3))
#define DIGITS_PARAM_BYTES(z) (DIGITS_AT_3(z) + DIGITS_LAYER_BYTES(z, 32, 10, 4))
#define DIGITS_IMAGE_BYTES(z) ((z) * 28 * 28)      /* elements: pixel >> 1 */
enum { DIGITS_LOGITS = 10 };                       /* int32; with halves binary32 */
#endif
