/* SPDX-License-Identifier: Apache-2.0
 * encoder - what the kernel, the host program and the reference of the encoder layer agree on. */
#ifndef ENCODER_H
#define ENCODER_H
#include <stdint.h>

/* The launch argument, in device memory; addresses are device addresses.  Matrices are [rows][columns] without gaps, weights [out][in]. */
struct encoder_args {
    uint32_t tokens, width, heads, inner;       /* of a head: width / heads */
    float scale, inverse_width, epsilon;        /* 1 / sqrt(width / heads), 1 / width, of layer normalisation */
    uint32_t unused;
    uint64_t x, out;                            /* half [tokens][width] */
    uint64_t wq, wk, wv, wo;                    /* half [width][width] */
    uint64_t w1, w2;                            /* half [inner][width], [width][inner] */
    uint64_t bq, bk, bv, bo, b1, b2;            /* float [out] */
    uint64_t gamma1, beta1, gamma2, beta2;      /* float [width] */
    uint64_t q, k, v, c, o, y, z;               /* half scratch: [tokens][width], z [tokens][inner] */
};

enum {
    ENCODER_TOKENS_MAX = 128,   /* a head's scores fit NRAM */
    ENCODER_WIDTH_MAX = 768,
    ENCODER_INNER_MAX = 3072,
    ENCODER_BLOCK = 64,         /* tokens of a product's block */
    ENCODER_TILE = 64           /* output features of a product's tile */
};

#endif
