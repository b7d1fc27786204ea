/* SPDX-License-Identifier: Apache-2.0
 * encoder_ref - the encoder layer in double precision. */
#ifndef ENCODER_REF_H
#define ENCODER_REF_H
#include <stddef.h>

struct encoder_shape { size_t tokens, width, heads, inner; };

/* One layer's numbers, each array by itself.  Weights [out][in]. */
struct encoder_layer {
    const double *x;                            /* [tokens][width] */
    const double *wq, *wk, *wv, *wo, *w1, *w2;  /* [width][width], w1 [inner][width], w2 [width][inner] */
    const double *bq, *bk, *bv, *bo, *b1, *b2;
    const double *gamma1, *beta1, *gamma2, *beta2;
    double epsilon;
};

/* out [tokens][width].  0, or -1 without memory. */
int encoder_reference(const struct encoder_shape *shape, const struct encoder_layer *layer, double *out);

#endif
