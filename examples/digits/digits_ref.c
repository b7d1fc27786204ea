/* SPDX-License-Identifier: Apache-2.0
 * digits_ref - the reference answer of the digit network, bit for bit what a device must give.
 */
#include "digits_ref.h"

#include <string.h>

#include "digits_weights.h"

void dlp_digits_infer(const uint8_t image[DLP_DIGITS_PIXELS], int32_t logits[DLP_DIGITS_CLASSES])
{
    struct dlp_digits_trace trace;

    dlp_digits_infer_trace(image, &trace);
    memcpy(logits, trace.logits, sizeof trace.logits);
}

void dlp_digits_infer_trace(const uint8_t image[DLP_DIGITS_PIXELS],
                            struct dlp_digits_trace *trace)
{
    dlp_digits_run(dlp_digits_layers, image, trace);
}
