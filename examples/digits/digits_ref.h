/* SPDX-License-Identifier: Apache-2.0
 * digits_ref - the reference answer of the digit network, bit for bit what a device must give.
 */
#ifndef DLP_DIGITS_REF_H
#define DLP_DIGITS_REF_H

#include "digits_run.h"

/* image: 28 x 28 rows from the top, 0 = background, 255 = ink.
 * The digit is dlp_digits_argmax(logits). */
void dlp_digits_infer(const uint8_t image[DLP_DIGITS_PIXELS], int32_t logits[DLP_DIGITS_CLASSES]);

/* The same, keeping every layer's output. */
void dlp_digits_infer_trace(const uint8_t image[DLP_DIGITS_PIXELS],
                            struct dlp_digits_trace *trace);

#endif
