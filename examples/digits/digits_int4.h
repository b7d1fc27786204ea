/* SPDX-License-Identifier: Apache-2.0
 * digits_int4 - the digit network with weights of int4, made of the shipped one.
 */
#ifndef DLP_DIGITS_INT4_H
#define DLP_DIGITS_INT4_H

#include "digits_net.h"

enum { DLP_DIGITS_INT4_CHANNELS = 32, DLP_DIGITS_INT4_WEIGHTS = 5120 };     /* of a layer, at most */

/* layer[] points into the struct itself: it must not be copied. */
struct dlp_digits_int4 {
    struct dlp_digits_layer layer[DLP_DIGITS_LAYERS];
    int8_t weight[DLP_DIGITS_LAYERS][DLP_DIGITS_INT4_WEIGHTS];
    int32_t bias[DLP_DIGITS_LAYERS][DLP_DIGITS_INT4_CHANNELS];
    float scale[DLP_DIGITS_LAYERS][DLP_DIGITS_INT4_CHANNELS];
};

/* Weights become multiples -8 to 7 of a step that takes the least squared error of 64 candidates, for each output channel, in the last layer for
 * all of them, since its sums are compared with each other.  Nothing is trained again. */
void dlp_digits_to_int4(struct dlp_digits_int4 *net);

#endif
