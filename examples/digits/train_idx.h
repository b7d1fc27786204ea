/* SPDX-License-Identifier: Apache-2.0
 * train_idx - reads a pair of gzip-compressed IDX files (images and labels).
 */
#ifndef TRAIN_IDX_H
#define TRAIN_IDX_H

#include "digits_data.h"

/* Reads <folder>/<stem>-images-idx3-ubyte.gz and <folder>/<stem>-labels-idx1-ubyte.gz.
 * 0, or -ENOENT, -EIO, -EINVAL, -ENOMEM; free with dlp_digits_set_free. */
int train_idx_load(const char *folder, const char *stem, struct dlp_digits_set *set);

#endif
