/* SPDX-License-Identifier: Apache-2.0 */
#include "digits_device.h"

#include <stdlib.h>
#include <string.h>

#include "digits_kernel.h"
#include "digits_weights.h"

static size_t layer_at(size_t z, int layer)
{
    const size_t at[DLP_DIGITS_LAYERS] = { DIGITS_AT_0(z), DIGITS_AT_1(z), DIGITS_AT_2(z), DIGITS_AT_3(z) };
    return at[layer];
}

/* n integers as elements of z bytes; a half has every integer up to 2^11 */
static void put_elements(uint8_t *to, size_t z, const int8_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned m = (unsigned)abs(from[i]), sign = from[i] < 0;
        unsigned e = 0;
        while (m >> (e + 1))
            e++;
        const uint16_t half = (uint16_t)(m == 0 ? 0 : sign << 15 | (e + 15) << 10 | (m << (10 - e) & 1023));
        memcpy(to + i * z, z == 2 ? (const void *)&half : &from[i], z);
    }
}

/* The parameter block that digits_kernel.h describes. */
static void pack_params(uint8_t *block, size_t z)
{
    memset(block, 0, DIGITS_PARAM_BYTES(z));
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        const struct dlp_digits_layer *layer = &dlp_digits_layers[i];
        size_t weights = (size_t)dlp_digits_fan_in(&layer->shape) * (size_t)layer->shape.out_c;
        size_t channels = (size_t)layer->shape.out_c;
        uint8_t *at = block + layer_at(z, i);
        put_elements(at, z, layer->weight, weights);
        at += DIGITS_ROUND(z * weights);
        for (size_t c = 0; c < channels; c++) {
            const float real = (float)layer->bias[c];
            memcpy(at + 4 * c, z == 2 ? (const void *)&real : &layer->bias[c], 4);
        }
        at += DIGITS_P_BYTES(channels);
        if (layer->scale)
            memcpy(at, layer->scale, channels * sizeof *layer->scale);
    }
}

/* All device objects of one run, so that there is one way out. */
struct run {
    struct dlp_module *module;
    struct dlp_kernel *kernel;
    struct dlp_queue *queue;
    struct dlp_buffer *images, *params, *logits;
};

static int create(struct dlp_device *device, const char *path, size_t z, size_t n, struct run *run)
{
    int err;
    if ((err = dlp_module_load_file(device, path, &run->module)) != 0)
        return err;
    if ((err = dlp_module_kernel(run->module, "digits", &run->kernel)) != 0)
        return err;
    if ((err = dlp_queue_create(device, 1000, &run->queue)) != 0)
        return err;
    if ((err = dlp_buffer_create(device, n * DIGITS_IMAGE_BYTES(z), &run->images)) != 0)
        return err;
    if ((err = dlp_buffer_create(device, DIGITS_PARAM_BYTES(z), &run->params)) != 0)
        return err;
    return dlp_buffer_create(device, n * DIGITS_LOGITS * sizeof(int32_t), &run->logits);
}

static int execute(struct run *run, const uint8_t *pixels, const uint8_t *params, size_t z, size_t n, void *logits, uint32_t limit,
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
    if ((err = dlp_queue_write(run->queue, run->images, 0, pixels, n * DIGITS_IMAGE_BYTES(z))) != 0)
        return err;
    if ((err = dlp_queue_write(run->queue, run->params, 0, params, DIGITS_PARAM_BYTES(z))) != 0)
        return err;
    if ((err = dlp_queue_launch(run->queue, run->kernel, args, sizeof args / sizeof args[0], limit, result)) != 0)
        return err;
    if ((err = dlp_queue_read(run->queue, run->logits, 0, logits, n * DIGITS_LOGITS * sizeof(int32_t))) != 0)
        return err;
    return dlp_queue_sync(run->queue, DLP_WAIT_FOREVER);
}

int dlp_digits_device_run(struct dlp_device *device, const char *kernel_path, bool half, const uint8_t *images, size_t n, void *logits,
                          uint32_t cycle_limit, struct dlp_result *result)
{
    const size_t z = half ? 2 : 1;
    struct run run = { 0 };
    uint8_t params[DIGITS_PARAM_BYTES(2)];
    uint8_t *pixels = malloc(n * DIGITS_IMAGE_BYTES(z) + 1);
    if (!pixels)
        return DLP_ENOMEM;
    for (size_t i = 0; i < n * DLP_DIGITS_PIXELS; i++) {
        const int8_t pixel = (int8_t)(images[i] >> 1);  /* 0..255 becomes 0..127, the network's input */
        put_elements(pixels + i * z, z, &pixel, 1);
    }
    pack_params(params, z);
    int err = create(device, kernel_path, z, n, &run);
    if (err == 0)
        err = execute(&run, pixels, params, z, n, logits, cycle_limit, result);
    dlp_buffer_destroy(run.logits);
    dlp_buffer_destroy(run.params);
    dlp_buffer_destroy(run.images);
    dlp_queue_destroy(run.queue);
    dlp_module_unload(run.module);
    free(pixels);
    return err;
}
