/* SPDX-License-Identifier: Apache-2.0
 * train_net - the digit network in float: one image forward, its gradient backward.
 *
 * Layers and layouts are those of digits_net.h.  The input is (pixel >> 1) / 127, the very values
 * the quantised network sees.
 */
#ifndef TRAIN_NET_H
#define TRAIN_NET_H

#include "digits_net.h"
#include "train_random.h"

struct train_layer {
    struct dlp_digits_shape shape;
    float *weight;  /* [out_c][fan_in], inside train_net.param */
    float *bias;    /* [out_c], inside train_net.param */
    float *dweight; /* the same places inside train_net.grad */
    float *dbias;
    float *column;  /* [fan_in][lanes]: weight transposed, channels padded with zeros */
    int lanes;      /* out_c rounded up to the vector length */
    float *patch;   /* [out_h * out_w][fan_in]: the input window of every output position */
    float *conv;    /* [out_h * out_w][lanes]: after relu, before pooling */
    float *pool;    /* [pool_size]: input of the next layer */
    int *winner;    /* [pool_size]: index into conv of the maximum */
    float *dconv;   /* gradients of conv and pool */
    float *dpool;
};

struct train_net {
    struct train_layer layer[DLP_DIGITS_LAYERS];
    int param_count;
    float *param;
    float *grad;
    float input[DLP_DIGITS_PIXELS];
};

/* 0 or -ENOMEM; weights are random (variance 2 / fan_in), biases 0. */
int train_net_create(struct train_net *net, struct train_random *r);
void train_net_destroy(struct train_net *net);

/* To be called after every change of param. */
void train_net_refresh(struct train_net *net);

/* logits = layer[last].pool afterwards. */
const float *train_net_forward(struct train_net *net, const uint8_t image[DLP_DIGITS_PIXELS]);

/* After forward: grad += d loss / d param, loss = cross entropy of softmax(logits) to label.
 * Returns the loss. */
float train_net_backward(struct train_net *net, int label);

/* The largest logit. */
int train_net_answer(const float logits[DLP_DIGITS_CLASSES]);

#endif
