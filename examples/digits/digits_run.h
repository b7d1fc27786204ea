/* SPDX-License-Identifier: Apache-2.0
 * digits_run - runs any quantised digit network, keeping every intermediate tensor.
 */
#ifndef DLP_DIGITS_RUN_H
#define DLP_DIGITS_RUN_H

#include "digits_net.h"

/* All tensors of one inference, to find the first element where a device differs.
 * conv[i] has dlp_digits_conv_size() elements, pool[i] has dlp_digits_pool_size(); in a layer
 * without pool both hold the same tensor.  pool[i] is the input of layer i + 1. */
struct dlp_digits_trace {
    int8_t input[DLP_DIGITS_PIXELS];
    int8_t conv[DLP_DIGITS_LAYERS - 1][DLP_DIGITS_ACT_MAX];
    int8_t pool[DLP_DIGITS_LAYERS - 1][DLP_DIGITS_ACT_MAX];
    int32_t logits[DLP_DIGITS_CLASSES];
};

void dlp_digits_run(const struct dlp_digits_layer layers[DLP_DIGITS_LAYERS],
                    const uint8_t image[DLP_DIGITS_PIXELS], struct dlp_digits_trace *trace);

#endif
