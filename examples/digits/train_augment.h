/* SPDX-License-Identifier: Apache-2.0
 * train_augment - random distortions that keep a digit readable.
 */
#ifndef TRAIN_AUGMENT_H
#define TRAIN_AUGMENT_H

#include "digits_net.h"
#include "train_random.h"

/* out[y][x] = image[source(y, x)], bilinear, where source is a random shift, rotation, scale and
 * shear plus a smooth random displacement.  strength scales all of them; 0 copies. */
void train_augment(const uint8_t image[DLP_DIGITS_PIXELS], float strength,
                   struct train_random *r, uint8_t out[DLP_DIGITS_PIXELS]);

#endif
