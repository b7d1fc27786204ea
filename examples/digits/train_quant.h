/* SPDX-License-Identifier: Apache-2.0
 * train_quant - turns the float network into the int8 network of digits_net.h.
 *
 * Symmetric, zero point 0 everywhere: real = step * integer.
 *   weights      step_w[c] = max |weight[c][.]| / 127, one step per output channel
 *   activations  step_a = threshold / 127, one step per layer
 *   bias[c]      = round(bias / (step_in * step_w[c]))
 *   scale[c]     = step_in * step_w[c] / step_a
 */
#ifndef TRAIN_QUANT_H
#define TRAIN_QUANT_H

#include "digits_data.h"
#include "train_net.h"

struct train_quant {
    struct dlp_digits_layer layer[DLP_DIGITS_LAYERS];
    int8_t *weight[DLP_DIGITS_LAYERS];
    int32_t *bias[DLP_DIGITS_LAYERS];
    float *scale[DLP_DIGITS_LAYERS];
};

/* Measures the activations of net on every sample of set, then quantises.  0 or -ENOMEM. */
int train_quant_create(struct train_net *net, const struct dlp_digits_set *set,
                       struct train_quant *quant);
void train_quant_destroy(struct train_quant *quant);

#endif
