/* SPDX-License-Identifier: Apache-2.0
 * train_emit - writes the two files the product keeps: digits_weights.c and digits_test.bin.
 */
#include "train_emit.h"

#include <errno.h>
#include <stdio.h>

/* Ends a line before every per_line-th element, else separates by a space. */
static const char *gap(int index, int per_line)
{
    return index % per_line == 0 ? "\n    " : " ";
}

static void emit_layer_data(FILE *f, const struct dlp_digits_layer *l, int index)
{
    const struct dlp_digits_shape *s = &l->shape;
    int weights = dlp_digits_fan_in(s) * s->out_c;

    fprintf(f, "/* Layer %d: [%d][%d][%d][%d], output channel first. */\n", index, s->out_c,
            s->kernel, s->kernel, s->in_c);
    fprintf(f, "static const int8_t weight_%d[%d] = {", index, weights);
    for (int i = 0; i < weights; i++) {
        fprintf(f, "%s%d,", gap(i, 16), l->weight[i]);
    }
    fprintf(f, "\n};\n\nstatic const int32_t bias_%d[%d] = {", index, s->out_c);
    for (int i = 0; i < s->out_c; i++) {
        fprintf(f, "%s%ld,", gap(i, 8), (long)l->bias[i]);
    }
    fprintf(f, "\n};\n\n");
    if (l->scale == NULL) {
        return;
    }
    fprintf(f, "static const float scale_%d[%d] = {", index, s->out_c);
    for (int i = 0; i < s->out_c; i++) {
        fprintf(f, "%s%af,", gap(i, 4), (double)l->scale[i]);
    }
    fprintf(f, "\n};\n\n");
}

static void emit_layer_entry(FILE *f, const struct dlp_digits_layer *l, int index)
{
    const struct dlp_digits_shape *s = &l->shape;

    fprintf(f, "    {\n");
    fprintf(f, "        .shape = { .in_h = %d, .in_w = %d, .in_c = %d,\n", s->in_h, s->in_w,
            s->in_c);
    fprintf(f, "                   .kernel = %d, .stride = %d, .pad = %d,\n", s->kernel, s->stride,
            s->pad);
    fprintf(f, "                   .out_h = %d, .out_w = %d, .out_c = %d,\n", s->out_h, s->out_w,
            s->out_c);
    fprintf(f, "                   .pool = %d, .relu = %d },\n", s->pool, s->relu);
    fprintf(f, "        .weight = weight_%d,\n        .bias = bias_%d,\n", index, index);
    if (l->scale != NULL) {
        fprintf(f, "        .scale = scale_%d,\n", index);
    } else {
        fprintf(f, "        .scale = 0,\n");
    }
    fprintf(f, "    },\n");
}

/* Reports a write error that happened at any time since fopen. */
static int close_checked(FILE *f)
{
    int failed = ferror(f);

    return fclose(f) != 0 || failed ? -EIO : 0;
}

int train_emit_weights(const char *path, const char *made_by,
                       const struct dlp_digits_layer layers[DLP_DIGITS_LAYERS])
{
    FILE *f = fopen(path, "w");

    if (f == NULL) {
        return -ENOENT;
    }
    fprintf(f, "/* SPDX-License-Identifier: Apache-2.0\n"
               " * digits_weights - generated, do not edit.  Made by\n"
               " *   %s\n"
               " * Scales are exact binary32 values; meaning and layout: digits_net.h, README.md.\n"
               " */\n#include \"digits_weights.h\"\n\n", made_by);
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        emit_layer_data(f, &layers[i], i);
    }
    fprintf(f, "const struct dlp_digits_layer dlp_digits_layers[DLP_DIGITS_LAYERS] = {\n");
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        emit_layer_entry(f, &layers[i], i);
    }
    fprintf(f, "};\n");
    return close_checked(f);
}

int train_emit_set(const char *path, const struct dlp_digits_set *set)
{
    FILE *f = fopen(path, "wb");
    uint32_t count = (uint32_t)set->count;
    uint8_t header[8] = { 'D', 'L', 'P', 'D', (uint8_t)count, (uint8_t)(count >> 8),
                          (uint8_t)(count >> 16), (uint8_t)(count >> 24) };

    if (f == NULL) {
        return -ENOENT;
    }
    fwrite(header, 1, sizeof header, f);
    fwrite(set->sample, sizeof *set->sample, (size_t)set->count, f);
    return close_checked(f);
}
