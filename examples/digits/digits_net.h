/* SPDX-License-Identifier: Apache-2.0
 * digits_net - how a quantised digit network is described.
 *
 * Every layer is a convolution, optionally followed by a non-overlapping maximum pool.  The fully
 * connected layer is the case "kernel as large as the input, no padding": one output position.
 * All tensors are HWC: element (y, x, c) of a height x width x channels tensor lies at
 * (y * width + x) * channels + c.
 */
#ifndef DLP_DIGITS_NET_H
#define DLP_DIGITS_NET_H

#include <stdint.h>

enum {
    DLP_DIGITS_SIDE = 28,
    DLP_DIGITS_PIXELS = DLP_DIGITS_SIDE * DLP_DIGITS_SIDE,
    DLP_DIGITS_CLASSES = 10,
    DLP_DIGITS_LAYERS = 4,
    /* Largest number of elements any layer of the network may produce. */
    DLP_DIGITS_ACT_MAX = DLP_DIGITS_PIXELS * 8
};

struct dlp_digits_shape {
    int in_h, in_w, in_c;
    int kernel;           /* height and width of the kernel */
    int stride, pad;      /* of the convolution; padding elements are 0 */
    int out_h, out_w;     /* of the convolution, before pooling */
    int out_c;
    int pool;             /* window and stride of the pool; 1 = none; incomplete windows drop */
    int relu;             /* 1 = negative outputs become 0 */
};

struct dlp_digits_layer {
    struct dlp_digits_shape shape;
    const int8_t *weight; /* [out_c][kernel][kernel][in_c] */
    const int32_t *bias;  /* [out_c], in units of the accumulator */
    const float *scale;   /* [out_c], accumulator to int8; NULL in the last layer */
};

/* Elements a convolution sums for one output: kernel * kernel * in_c. */
static inline int dlp_digits_fan_in(const struct dlp_digits_shape *s)
{
    return s->kernel * s->kernel * s->in_c;
}

static inline int dlp_digits_in_size(const struct dlp_digits_shape *s)
{
    return s->in_h * s->in_w * s->in_c;
}

static inline int dlp_digits_conv_size(const struct dlp_digits_shape *s)
{
    return s->out_h * s->out_w * s->out_c;
}

static inline int dlp_digits_pool_size(const struct dlp_digits_shape *s)
{
    return (s->out_h / s->pool) * (s->out_w / s->pool) * s->out_c;
}

#endif
