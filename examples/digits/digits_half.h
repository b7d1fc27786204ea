/* SPDX-License-Identifier: Apache-2.0
 * digits_half - the reference answer of the digit network in half precision, bit for bit what a device must give.
 */
#ifndef DLP_DIGITS_HALF_H
#define DLP_DIGITS_HALF_H

#include "digits_net.h"

/* image as for dlp_digits_infer(); the same weights, images and activations as halves, sums in binary32 in the order of the manual: for each place of
 * the kernel, groups of dim channels (MXU_DIM of the profile).  An activation is not rounded to an integer. */
void dlp_digits_infer_half(const uint8_t image[DLP_DIGITS_PIXELS], int dim, float logits[DLP_DIGITS_CLASSES]);

#endif
