/* SPDX-License-Identifier: Apache-2.0
 * digits_run - runs any quantised digit network, keeping every intermediate tensor.
 */
#include "digits_run.h"

#include "digits_ops.h"

void dlp_digits_run(const struct dlp_digits_layer layers[DLP_DIGITS_LAYERS],
                    const uint8_t image[DLP_DIGITS_PIXELS], struct dlp_digits_trace *trace)
{
    const int8_t *in = trace->input;

    for (int i = 0; i < DLP_DIGITS_PIXELS; i++) {
        trace->input[i] = dlp_digits_pixel(image[i]);
    }
    for (int i = 0; i < DLP_DIGITS_LAYERS - 1; i++) {
        dlp_digits_conv(&layers[i], in, trace->conv[i]);
        dlp_digits_pool(&layers[i].shape, trace->conv[i], trace->pool[i]);
        in = trace->pool[i];
    }
    dlp_digits_conv_raw(&layers[DLP_DIGITS_LAYERS - 1], in, trace->logits);
}
