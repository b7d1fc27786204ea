/* SPDX-License-Identifier: Apache-2.0
 * digits_kernel - classifies n handwritten digits: images in GDRAM, logits to GDRAM.  The network is described in README.md.
 *
 * Streams: IO loads the next image and stores the last logits while MAT and VEC work on the current image.  The first convolution of
 * the next image is issued before the logits of the current one are stored, so the array does not wait for the store.
 * Compiled with -DDIGITS_HALF it does so in half precision, which takes a profile with MXU_FLOAT = 1; with -DDIGITS_INT4 on weights of int4.
 * Weights stay in WRAM; where WRAM is too small for all, layers 2 and 3 share a place and are loaded for each image. */
#include "digits_kernel.h"
#include "dlp.h"

#ifdef DIGITS_HALF
typedef _Float16 element;
typedef float logit;
enum { BITS = 16, TYPE = DLP_TYPE_F16, MAT_TYPE = DLP_MAT_TYPE(F16, F16) };
#define MAT_OUT_LOGITS  DLP_MAT_OUT(DLP_TYPE_F32, 0, 1, DLP_MAT_OUT_REQUANT_NONE, 0)
#else
typedef int8_t element;
typedef int32_t logit;
#ifdef DIGITS_INT4
enum { BITS = 4, TYPE = DLP_TYPE_I8, MAT_TYPE = DLP_MAT_TYPE_I4(I8) };
#else
enum { BITS = 8, TYPE = DLP_TYPE_I8, MAT_TYPE = DLP_MAT_TYPE(I8, I8) };
#endif
#define MAT_OUT_LOGITS  DLP_MAT_OUT(DLP_TYPE_I32, 0, 1, DLP_MAT_OUT_REQUANT_NONE, 0)
#endif
#define MAT_OUT_RELU    DLP_MAT_OUT(TYPE, 1, 1, DLP_MAT_OUT_REQUANT_FLOAT, 0)

enum { Z = sizeof(element), RESIDENT = DLP_WRAM_KB * 1024 >= DIGITS_PARAM_BYTES(BITS) };

static DLP_NRAM element image[2][DIGITS_ROUND(DIGITS_IMAGE_BYTES(Z)) / Z];
static DLP_NRAM element conv0[28 * 28 * 8], pool0[14 * 14 * 8], conv1[14 * 14 * 16], pool1[7 * 7 * 16], conv2[4 * 4 * 32];
static DLP_NRAM logit logits[2][16];
static DLP_WRAM int8_t weights[RESIDENT ? DIGITS_PARAM_BYTES(BITS) : DIGITS_AT_2(BITS) + DIGITS_LAYER_BYTES(BITS, 32, 10, 4)];

/* where layer 3 lies in WRAM */
enum { AT_3 = RESIDENT ? DIGITS_AT_3(BITS) : DIGITS_AT_2(BITS) };

/* All registers of a convolution with a square input, kernel, stride and padding. */
#define CONV_SETUP(in, out, ci, co, kernel, stride, pad, mode, out_bytes, at)                                  \
    do {                                                                                                       \
        const uint64_t params = (uint64_t)weights + (at) + DIGITS_W_BYTES(BITS, ci, co, kernel);                     \
        dlp_cfg2(DLP_CFG_MAT_HI, in, in);                                                                      \
        dlp_cfg2(DLP_CFG_MAT_CI, ci, co);                                                                      \
        dlp_cfg2(DLP_CFG_MAT_HO, out, out);                                                                    \
        dlp_cfg2(DLP_CFG_MAT_KH, kernel, kernel);                                                              \
        dlp_cfg2(DLP_CFG_MAT_SH, stride, stride);                                                              \
        dlp_cfg2(DLP_CFG_MAT_PT, pad, pad);                                                                    \
        dlp_cfg2(DLP_CFG_MAT_IN_STRIDE, Z * (ci), (co) * (out_bytes));                                               \
        dlp_cfg2(DLP_CFG_MAT_W_STRIDE, DIGITS_ROW_BYTES(BITS, ci, kernel), mode);                                      \
        dlp_cfg2(DLP_CFG_MAT_BIAS, params, params + DIGITS_P_BYTES(co));                                       \
    } while (0)

#define POOL_SETUP(side, channels)                                                                             \
    do {                                                                                                       \
        dlp_cfg(DLP_CFG_VEC_C, channels);                                                                      \
        dlp_cfg2(DLP_CFG_VEC_H, side, side);                                                                   \
    } while (0)

static inline void first_layer(uint64_t i)
{
    CONV_SETUP(28, 28, 1, 8, 3, 1, 1, MAT_OUT_RELU, Z, DIGITS_AT_0(BITS));
    dlp_conv(DLP_AFTER_IO | DLP_AFTER_VEC, conv0, image[i & 1], weights + DIGITS_AT_0(BITS));
}

DLP_KERNEL void digits(const uint8_t *images, const uint8_t *params, logit *out, uint64_t n)
{
    if (n == 0)
        return;
    dlp_io_copy(DLP_AFTER_NONE, image[0], images, DIGITS_IMAGE_BYTES(Z));
    dlp_io_copy(DLP_AFTER_NONE, weights, params, RESIDENT ? DIGITS_PARAM_BYTES(BITS) : DIGITS_AT_2(BITS));
    dlp_cfg2(DLP_CFG_MAT_DH, 1, 1);
    dlp_cfg(DLP_CFG_MAT_TYPE, MAT_TYPE);
    dlp_cfg(DLP_CFG_VEC_TYPE, TYPE);
    dlp_cfg2(DLP_CFG_VEC_SH, 2, 2);
    dlp_cfg(DLP_CFG_VEC_KH, 2);
    dlp_cfg(DLP_CFG_VEC_KW, 2);
    first_layer(0);

    for (uint64_t i = 0; i < n; i++) {
        if (i + 1 < n)          /* the other image buffer is free once the previous image's first layer is through */
            dlp_io_copy(DLP_AFTER_NONE, image[(i + 1) & 1], images + (i + 1) * DIGITS_IMAGE_BYTES(Z), DIGITS_IMAGE_BYTES(Z));
        if (!RESIDENT)          /* the place of layer 3 of the previous image */
            dlp_io_copy(DLP_AFTER_MAT, weights + DIGITS_AT_2(BITS), params + DIGITS_AT_2(BITS), DIGITS_LAYER_BYTES(BITS, 16, 32, 3));
        POOL_SETUP(28, 8);
        dlp_vmaxpool(DLP_AFTER_MAT, pool0, conv0);

        CONV_SETUP(14, 14, 8, 16, 3, 1, 1, MAT_OUT_RELU, Z, DIGITS_AT_1(BITS));
        dlp_conv(DLP_AFTER_VEC, conv1, pool0, weights + DIGITS_AT_1(BITS));
        POOL_SETUP(14, 16);
        dlp_vmaxpool(DLP_AFTER_MAT, pool1, conv1);

        CONV_SETUP(7, 4, 16, 32, 3, 2, 1, MAT_OUT_RELU, Z, DIGITS_AT_2(BITS));
        dlp_conv(RESIDENT ? DLP_AFTER_VEC : DLP_AFTER_VEC | DLP_AFTER_IO, conv2, pool1, weights + DIGITS_AT_2(BITS));
        if (!RESIDENT)
            dlp_io_copy(DLP_AFTER_MAT, weights + AT_3, params + DIGITS_AT_3(BITS), DIGITS_LAYER_BYTES(BITS, 32, 10, 4));

        CONV_SETUP(4, 1, 32, 10, 4, 1, 0, MAT_OUT_LOGITS, 4, AT_3);
        dlp_conv(RESIDENT ? DLP_AFTER_MAT : DLP_AFTER_MAT | DLP_AFTER_IO, logits[i & 1], conv2, weights + AT_3);

        if (i + 1 < n)
            first_layer(i + 1);
        dlp_io_copy(DLP_AFTER_MAT, out + DIGITS_LOGITS * i, logits[i & 1], sizeof(logit) * DIGITS_LOGITS);
    }
}
