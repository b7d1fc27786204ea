/* SPDX-License-Identifier: Apache-2.0
 * train_idx - reads a pair of gzip-compressed IDX files (images and labels).
 */
#include "train_idx.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    IDX_LABELS = 0x801, /* unsigned bytes, one dimension */
    IDX_IMAGES = 0x803, /* unsigned bytes, three dimensions */
    MAX_COUNT = 100000,
    MAX_PATH_BYTES = 1024
};

static int read_u32(gzFile file, uint32_t *value)
{
    uint8_t b[4];

    if (gzread(file, b, sizeof b) != (int)sizeof b) {
        return -EIO;
    }
    *value = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    return 0;
}

static int expect_u32(gzFile file, uint32_t expected)
{
    uint32_t value;
    int result = read_u32(file, &value);

    return result < 0 ? result : (value == expected ? 0 : -EINVAL);
}

static int open_file(const char *folder, const char *stem, const char *kind, gzFile *file)
{
    char path[MAX_PATH_BYTES];
    int length = snprintf(path, sizeof path, "%s/%s-%s-ubyte.gz", folder, stem, kind);

    if (length < 0 || length >= MAX_PATH_BYTES) {
        return -EINVAL;
    }
    *file = gzopen(path, "rb");
    return *file == NULL ? -ENOENT : 0;
}

static int read_images(gzFile file, struct dlp_digits_set *set)
{
    uint32_t count;

    if (expect_u32(file, IDX_IMAGES) < 0 || read_u32(file, &count) < 0 ||
        expect_u32(file, DLP_DIGITS_SIDE) < 0 || expect_u32(file, DLP_DIGITS_SIDE) < 0 ||
        count == 0 || count > MAX_COUNT) {
        return -EINVAL;
    }
    set->sample = calloc(count, sizeof *set->sample);
    if (set->sample == NULL) {
        return -ENOMEM;
    }
    set->count = (int)count;
    for (int i = 0; i < set->count; i++) {
        if (gzread(file, set->sample[i].image, DLP_DIGITS_PIXELS) != DLP_DIGITS_PIXELS) {
            return -EIO;
        }
    }
    return 0;
}

static int read_labels(gzFile file, struct dlp_digits_set *set)
{
    if (expect_u32(file, IDX_LABELS) < 0 || expect_u32(file, (uint32_t)set->count) < 0) {
        return -EINVAL;
    }
    for (int i = 0; i < set->count; i++) {
        if (gzread(file, &set->sample[i].label, 1) != 1) {
            return -EIO;
        }
        if (set->sample[i].label >= DLP_DIGITS_CLASSES) {
            return -EINVAL;
        }
    }
    return 0;
}

static int load_part(const char *folder, const char *stem, const char *kind,
                     int (*reader)(gzFile, struct dlp_digits_set *), struct dlp_digits_set *set)
{
    gzFile file;
    int result = open_file(folder, stem, kind, &file);

    if (result < 0) {
        return result;
    }
    result = reader(file, set);
    gzclose_r(file);
    return result;
}

int train_idx_load(const char *folder, const char *stem, struct dlp_digits_set *set)
{
    int result;

    set->count = 0;
    set->sample = NULL;
    result = load_part(folder, stem, "images-idx3", read_images, set);
    if (result == 0) {
        result = load_part(folder, stem, "labels-idx1", read_labels, set);
    }
    if (result < 0) {
        dlp_digits_set_free(set);
    }
    return result;
}
