/* SPDX-License-Identifier: Apache-2.0
 * train_emit - writes the two files the product keeps: digits_weights.c and digits_test.bin.
 */
#ifndef TRAIN_EMIT_H
#define TRAIN_EMIT_H

#include "digits_data.h"

/* made_by: the command that repeats the training, for the header comment.  0, -ENOENT, -EIO. */
int train_emit_weights(const char *path, const char *made_by,
                       const struct dlp_digits_layer layers[DLP_DIGITS_LAYERS]);
int train_emit_set(const char *path, const struct dlp_digits_set *set);

#endif
