/* SPDX-License-Identifier: Apache-2.0
 * digits_kernel - classifies n handwritten digits: images in GDRAM, logits to GDRAM.  The network is described in README.md.
 *
 * Streams: IO loads the next image and stores the last logits while MAT and VEC work on the current image.  The first convolution of
 * the next image is issued before the logits of the current one are stored, so the array does not wait for the store.
 * Weights stay in WRAM; where WRAM is too small for all, layers 2 and 3 share a place and are loaded for each image. */
#include "digits_kernel.h"
#include "dlp.h"

enum { RESIDENT = DLP_WRAM_KB * 1024 >= DIGITS_PARAM_BYTES };

static DLP_NRAM int8_t image[2][DIGITS_ROUND(DIGITS_IMAGE_BYTES)];
static DLP_NRAM int8_t conv0[28 * 28 * 8], pool0[14 * 14 * 8], conv1[14 * 14 * 16], pool1[7 * 7 * 16], conv2[4 * 4 * 32];
static DLP_NRAM int32_t logits[2][16];
static DLP_WRAM int8_t weights[RESIDENT ? DIGITS_PARAM_BYTES : DIGITS_AT_2 + DIGITS_LAYER_BYTES(32, 10, 4)];

/* where layer 3 lies in WRAM */
enum { AT_3 = RESIDENT ? DIGITS_AT_3 : DIGITS_AT_2 };

#define MAT_OUT_I8_RELU (DLP_TYPE_I8 | 1 << DLP_MAT_OUT_RELU_LSB | 1 << DLP_MAT_OUT_BIAS_LSB | DLP_MAT_OUT_REQUANT_FLOAT << DLP_MAT_OUT_REQUANT_LSB)
#define MAT_OUT_LOGITS  (DLP_TYPE_I32 | 1 << DLP_MAT_OUT_BIAS_LSB)

/* All registers of a convolution with a square input, kernel, stride and padding. */
#define CONV_SETUP(in, out, ci, co, kernel, stride, pad, mode, out_bytes, at)                                  \
    do {                                                                                                       \
        const uint64_t params = (uint64_t)weights + (at) + DIGITS_W_BYTES(ci, co, kernel);                     \
        dlp_cfg2(DLP_CFG_MAT_HI, in, in);                                                                      \
        dlp_cfg2(DLP_CFG_MAT_CI, ci, co);                                                                      \
        dlp_cfg2(DLP_CFG_MAT_HO, out, out);                                                                    \
        dlp_cfg2(DLP_CFG_MAT_KH, kernel, kernel);                                                              \
        dlp_cfg2(DLP_CFG_MAT_SH, stride, stride);                                                              \
        dlp_cfg2(DLP_CFG_MAT_PT, pad, pad);                                                                    \
        dlp_cfg2(DLP_CFG_MAT_IN_STRIDE, ci, (co) * (out_bytes));                                               \
        dlp_cfg2(DLP_CFG_MAT_W_STRIDE, (ci) * (kernel) * (kernel), mode);                                      \
        dlp_cfg2(DLP_CFG_MAT_BIAS, params, params + DIGITS_P_BYTES(co));                                       \
    } while (0)

#define POOL_SETUP(side, channels)                                                                             \
    do {                                                                                                       \
        dlp_cfg(DLP_CFG_VEC_C, channels);                                                                      \
        dlp_cfg2(DLP_CFG_VEC_H, side, side);                                                                   \
    } while (0)

static inline void first_layer(uint64_t i)
{
    CONV_SETUP(28, 28, 1, 8, 3, 1, 1, MAT_OUT_I8_RELU, 1, DIGITS_AT_0);
    dlp_conv(DLP_AFTER_IO | DLP_AFTER_VEC, conv0, image[i & 1], weights + DIGITS_AT_0);
}

DLP_KERNEL void digits(const int8_t *images, const int8_t *params, int32_t *out, uint64_t n)
{
    if (n == 0)
        return;
    dlp_io_copy(DLP_AFTER_NONE, image[0], images, DIGITS_IMAGE_BYTES);
    dlp_io_copy(DLP_AFTER_NONE, weights, params, RESIDENT ? DIGITS_PARAM_BYTES : DIGITS_AT_2);
    dlp_cfg2(DLP_CFG_MAT_DH, 1, 1);
    dlp_cfg(DLP_CFG_VEC_TYPE, DLP_TYPE_I8);
    dlp_cfg2(DLP_CFG_VEC_SH, 2, 2);
    dlp_cfg(DLP_CFG_VEC_KH, 2);
    dlp_cfg(DLP_CFG_VEC_KW, 2);
    first_layer(0);

    for (uint64_t i = 0; i < n; i++) {
        if (i + 1 < n)          /* the other image buffer is free once the previous image's first layer is through */
            dlp_io_copy(DLP_AFTER_NONE, image[(i + 1) & 1], images + (i + 1) * DIGITS_IMAGE_BYTES, DIGITS_IMAGE_BYTES);
        if (!RESIDENT)          /* the place of layer 3 of the previous image */
            dlp_io_copy(DLP_AFTER_MAT, weights + DIGITS_AT_2, params + DIGITS_AT_2, DIGITS_LAYER_BYTES(16, 32, 3));
        POOL_SETUP(28, 8);
        dlp_vmaxpool(DLP_AFTER_MAT, pool0, conv0);

        CONV_SETUP(14, 14, 8, 16, 3, 1, 1, MAT_OUT_I8_RELU, 1, DIGITS_AT_1);
        dlp_conv(DLP_AFTER_VEC, conv1, pool0, weights + DIGITS_AT_1);
        POOL_SETUP(14, 16);
        dlp_vmaxpool(DLP_AFTER_MAT, pool1, conv1);

        CONV_SETUP(7, 4, 16, 32, 3, 2, 1, MAT_OUT_I8_RELU, 1, DIGITS_AT_2);
        dlp_conv(RESIDENT ? DLP_AFTER_VEC : DLP_AFTER_VEC | DLP_AFTER_IO, conv2, pool1, weights + DIGITS_AT_2);
        if (!RESIDENT)
            dlp_io_copy(DLP_AFTER_MAT, weights + AT_3, params + DIGITS_AT_3, DIGITS_LAYER_BYTES(32, 10, 4));

        CONV_SETUP(4, 1, 32, 10, 4, 1, 0, MAT_OUT_LOGITS, 4, AT_3);
        dlp_conv(RESIDENT ? DLP_AFTER_MAT : DLP_AFTER_MAT | DLP_AFTER_IO, logits[i & 1], conv2, weights + AT_3);

        if (i + 1 < n)
            first_layer(i + 1);
        dlp_io_copy(DLP_AFTER_MAT, out + DIGITS_LOGITS * i, logits[i & 1], sizeof(int32_t) * DIGITS_LOGITS);
    }
}
