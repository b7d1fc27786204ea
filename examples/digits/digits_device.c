/* SPDX-License-Identifier: Apache-2.0 */
#include "digits_device.h"

#include <stdlib.h>
#include <string.h>

#include "../half.h"
#include "digits_int4.h"
#include "digits_kernel.h"
#include "digits_weights.h"

static const size_t weight_bits[] = { [DLP_DIGITS_INT8] = 8, [DLP_DIGITS_HALF] = 16, [DLP_DIGITS_INT4] = 4 };

static size_t layer_at(size_t b, int layer)
{
    const size_t at[DLP_DIGITS_LAYERS] = { DIGITS_AT_0(b), DIGITS_AT_1(b), DIGITS_AT_2(b), DIGITS_AT_3(b) };
    return at[layer];
}

/* n integers as elements of z bytes */
static void put_elements(uint8_t *to, size_t z, const int8_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const dlp_half half = from[i];
        memcpy(to + i * z, z == 2 ? (const void *)&half : &from[i], z);
    }
}

/* n integers from -8 to 7, two in a byte */
static void put_int4(uint8_t *to, const int8_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i / 2] = (uint8_t)(to[i / 2] | (from[i] & 15) << i % 2 * 4);
}

/* The parameter block that digits_kernel.h describes, all 0 before. */
static void pack_params(uint8_t *block, enum dlp_digits_kind kind, const struct dlp_digits_layer *layers)
{
    const size_t bits = weight_bits[kind];
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        const struct dlp_digits_layer *layer = &layers[i];
        const size_t fan_in = (size_t)dlp_digits_fan_in(&layer->shape), channels = (size_t)layer->shape.out_c;
        const size_t kernel = (size_t)layer->shape.kernel, in_c = (size_t)layer->shape.in_c, row = DIGITS_ROW_BYTES(bits, in_c, kernel);
        uint8_t *at = block + layer_at(bits, i);
        for (size_t c = 0; c < channels; c++)
            if (kind == DLP_DIGITS_INT4)
                put_int4(at + c * row, layer->weight + c * fan_in, fan_in);
            else
                put_elements(at + c * row, bits / 8, layer->weight + c * fan_in, fan_in);
        at += DIGITS_W_BYTES(bits, in_c, channels, kernel);
        for (size_t c = 0; c < channels; c++) {
            const float real = (float)layer->bias[c];
            memcpy(at + 4 * c, kind == DLP_DIGITS_HALF ? (const void *)&real : &layer->bias[c], 4);
        }
        at += DIGITS_P_BYTES(channels);
        if (layer->scale)
            memcpy(at, layer->scale, channels * sizeof *layer->scale);
    }
}

static size_t image_bytes(enum dlp_digits_kind kind) { return DIGITS_IMAGE_BYTES(kind == DLP_DIGITS_HALF ? 2u : 1u); }

/* All device objects of one run, so that there is one way out. */
struct run {
    struct dlp_module *module;
    struct dlp_kernel *kernel;
    struct dlp_queue *queue;
    struct dlp_buffer *images, *params, *logits;
};

static int create(struct dlp_device *device, const char *path, enum dlp_digits_kind kind, size_t n, struct run *run)
{
    int err;
    if ((err = dlp_module_load_file(device, path, &run->module)) != 0)
        return err;
    if ((err = dlp_module_kernel(run->module, "digits", &run->kernel)) != 0)
        return err;
    if ((err = dlp_queue_create(device, 1000, &run->queue)) != 0)
        return err;
    if ((err = dlp_buffer_create(device, n * image_bytes(kind), &run->images)) != 0)
        return err;
    if ((err = dlp_buffer_create(device, DIGITS_PARAM_BYTES(weight_bits[kind]), &run->params)) != 0)
        return err;
    return dlp_buffer_create(device, n * DIGITS_LOGITS * sizeof(int32_t), &run->logits);
}

static int execute(struct run *run, const uint8_t *pixels, const uint8_t *params, enum dlp_digits_kind kind, size_t n, void *logits, uint32_t limit,
                   struct dlp_result *result)
{
    uint64_t args[4] = { 0, 0, 0, n };
    int err;
    if ((err = dlp_buffer_info(run->images, &args[0], NULL)) != 0)
        return err;
    if ((err = dlp_buffer_info(run->params, &args[1], NULL)) != 0)
        return err;
    if ((err = dlp_buffer_info(run->logits, &args[2], NULL)) != 0)
        return err;
    if ((err = dlp_queue_write(run->queue, run->images, 0, pixels, n * image_bytes(kind))) != 0)
        return err;
    if ((err = dlp_queue_write(run->queue, run->params, 0, params, DIGITS_PARAM_BYTES(weight_bits[kind]))) != 0)
        return err;
    if ((err = dlp_queue_launch(run->queue, run->kernel, args, sizeof args / sizeof args[0], limit, result)) != 0)
        return err;
    if ((err = dlp_queue_read(run->queue, run->logits, 0, logits, n * DIGITS_LOGITS * sizeof(int32_t))) != 0)
        return err;
    return dlp_queue_sync(run->queue, DLP_WAIT_FOREVER);
}

int dlp_digits_device_run(struct dlp_device *device, const char *kernel_path, enum dlp_digits_kind kind, const uint8_t *images, size_t n, void *logits,
                          uint32_t cycle_limit, struct dlp_result *result)
{
    const size_t z = image_bytes(kind) / DLP_DIGITS_PIXELS;
    struct run run = { 0 };
    uint8_t params[DIGITS_PARAM_BYTES(16)] = { 0 };
    struct dlp_digits_int4 int4;
    uint8_t *pixels = malloc(n * image_bytes(kind) + 1);
    if (!pixels)
        return DLP_ENOMEM;
    for (size_t i = 0; i < n * DLP_DIGITS_PIXELS; i++) {
        const int8_t pixel = (int8_t)(images[i] >> 1);  /* 0..255 becomes 0..127, the network's input */
        put_elements(pixels + i * z, z, &pixel, 1);
    }
    if (kind == DLP_DIGITS_INT4)
        dlp_digits_to_int4(&int4);
    pack_params(params, kind, kind == DLP_DIGITS_INT4 ? int4.layer : dlp_digits_layers);
    int err = create(device, kernel_path, kind, n, &run);
    if (err == 0)
        err = execute(&run, pixels, params, kind, n, logits, cycle_limit, result);
    dlp_buffer_destroy(run.logits);
    dlp_buffer_destroy(run.params);
    dlp_buffer_destroy(run.images);
    dlp_queue_destroy(run.queue);
    dlp_module_unload(run.module);
    free(pixels);
    return err;
}
