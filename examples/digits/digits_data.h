/* SPDX-License-Identifier: Apache-2.0
 * digits_data - labelled digit images, and the reader of digits_test.bin (format: README.md).
 */
#ifndef DLP_DIGITS_DATA_H
#define DLP_DIGITS_DATA_H

#include "digits_net.h"

struct dlp_digits_sample {
    uint8_t label;
    uint8_t image[DLP_DIGITS_PIXELS];
};

struct dlp_digits_set {
    int count;
    struct dlp_digits_sample *sample;
};

/* 0, or -ENOENT (cannot open), -EIO (cannot read), -EINVAL (not such a file), -ENOMEM.
 * On success the caller frees with dlp_digits_set_free. */
int dlp_digits_set_load(const char *path, struct dlp_digits_set *set);

void dlp_digits_set_free(struct dlp_digits_set *set);

#endif
