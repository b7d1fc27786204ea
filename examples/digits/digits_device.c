/* SPDX-License-Identifier: Apache-2.0 */
#include "digits_device.h"

#include <stdlib.h>
#include <string.h>

#include "digits_kernel.h"
#include "digits_weights.h"

static const size_t layer_at[DLP_DIGITS_LAYERS] = { DIGITS_AT_0, DIGITS_AT_1, DIGITS_AT_2, DIGITS_AT_3 };

/* The parameter block that digits_kernel.h describes. */
static void pack_params(uint8_t block[DIGITS_PARAM_BYTES])
{
    memset(block, 0, DIGITS_PARAM_BYTES);
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        const struct dlp_digits_layer *layer = &dlp_digits_layers[i];
        size_t weights = (size_t)dlp_digits_fan_in(&layer->shape) * (size_t)layer->shape.out_c;
        size_t channels = (size_t)layer->shape.out_c;
        uint8_t *at = block + layer_at[i];
        memcpy(at, layer->weight, weights);
        at += DIGITS_ROUND(weights);
        memcpy(at, layer->bias, channels * sizeof *layer->bias);
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

static int create(struct dlp_device *device, const char *path, size_t n, struct run *run)
{
    int err;
    if ((err = dlp_module_load_file(device, path, &run->module)) != 0)
        return err;
    if ((err = dlp_module_kernel(run->module, "digits", &run->kernel)) != 0)
        return err;
    if ((err = dlp_queue_create(device, 1000, &run->queue)) != 0)
        return err;
    if ((err = dlp_buffer_create(device, n * DIGITS_IMAGE_BYTES, &run->images)) != 0)
        return err;
    if ((err = dlp_buffer_create(device, DIGITS_PARAM_BYTES, &run->params)) != 0)
        return err;
    return dlp_buffer_create(device, n * DIGITS_LOGITS * sizeof(int32_t), &run->logits);
}

static int execute(struct run *run, const uint8_t *pixels, const uint8_t *params, size_t n, int32_t *logits, uint32_t limit,
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
    if ((err = dlp_queue_write(run->queue, run->images, 0, pixels, n * DIGITS_IMAGE_BYTES)) != 0)
        return err;
    if ((err = dlp_queue_write(run->queue, run->params, 0, params, DIGITS_PARAM_BYTES)) != 0)
        return err;
    if ((err = dlp_queue_launch(run->queue, run->kernel, args, sizeof args / sizeof args[0], limit, result)) != 0)
        return err;
    if ((err = dlp_queue_read(run->queue, run->logits, 0, logits, n * DIGITS_LOGITS * sizeof(int32_t))) != 0)
        return err;
    return dlp_queue_sync(run->queue, DLP_WAIT_FOREVER);
}

int dlp_digits_device_run(struct dlp_device *device, const char *kernel_path, const uint8_t *images, size_t n, int32_t *logits,
                          uint32_t cycle_limit, struct dlp_result *result)
{
    struct run run = { 0 };
    uint8_t params[DIGITS_PARAM_BYTES];
    uint8_t *pixels = malloc(n * DIGITS_IMAGE_BYTES + 1);
    if (!pixels)
        return DLP_ENOMEM;
    for (size_t i = 0; i < n * DIGITS_IMAGE_BYTES; i++)
        pixels[i] = images[i] >> 1;                     /* 0..255 becomes 0..127, the network's input */
    pack_params(params);
    int err = create(device, kernel_path, n, &run);
    if (err == 0)
        err = execute(&run, pixels, params, n, logits, cycle_limit, result);
    dlp_buffer_destroy(run.logits);
    dlp_buffer_destroy(run.params);
    dlp_buffer_destroy(run.images);
    dlp_queue_destroy(run.queue);
    dlp_module_unload(run.module);
    free(pixels);
    return err;
}
