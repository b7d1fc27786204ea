/* SPDX-License-Identifier: Apache-2.0
 * digits_data - labelled digit images, and the reader of digits_test.bin (format: README.md).
 */
#include "digits_data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 8, MAX_COUNT = 100000 };

/* A sample is read straight into memory: label, then pixels, no padding between. */
_Static_assert(sizeof(struct dlp_digits_sample) == 1 + DLP_DIGITS_PIXELS, "sample is packed");

static int read_count(FILE *file)
{
    uint8_t header[HEADER_BYTES];
    uint32_t count;

    if (fread(header, 1, sizeof header, file) != sizeof header) {
        return -EIO;
    }
    count = (uint32_t)header[4] | (uint32_t)header[5] << 8 | (uint32_t)header[6] << 16 |
            (uint32_t)header[7] << 24;
    if (memcmp(header, "DLPD", 4) != 0 || count == 0 || count > MAX_COUNT) {
        return -EINVAL;
    }
    return (int)count;
}

static int read_samples(FILE *file, struct dlp_digits_set *set)
{
    size_t count = (size_t)set->count;

    if (fread(set->sample, sizeof *set->sample, count, file) != count) {
        return -EIO;
    }
    for (int i = 0; i < set->count; i++) {
        if (set->sample[i].label >= DLP_DIGITS_CLASSES) {
            return -EINVAL;
        }
    }
    return 0;
}

int dlp_digits_set_load(const char *path, struct dlp_digits_set *set)
{
    FILE *file = fopen(path, "rb");
    int result;

    if (file == NULL) {
        return -ENOENT;
    }
    result = read_count(file);
    if (result < 0) {
        goto close_file;
    }
    set->count = result;
    set->sample = calloc((size_t)result, sizeof *set->sample);
    if (set->sample == NULL) {
        result = -ENOMEM;
        goto close_file;
    }
    result = read_samples(file, set);
    if (result < 0) {
        dlp_digits_set_free(set);
    }
close_file:
    fclose(file);
    return result;
}

void dlp_digits_set_free(struct dlp_digits_set *set)
{
    free(set->sample);
    set->sample = NULL;
    set->count = 0;
}
