/* SPDX-License-Identifier: Apache-2.0
 * digits_weights - the trained, quantised digit network; digits_weights.c is generated.
 */
#ifndef DLP_DIGITS_WEIGHTS_H
#define DLP_DIGITS_WEIGHTS_H

#include "digits_net.h"

extern const struct dlp_digits_layer dlp_digits_layers[DLP_DIGITS_LAYERS];

#endif
