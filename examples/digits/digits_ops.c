/* SPDX-License-Identifier: Apache-2.0
 * digits_ops - the exact integer arithmetic of one layer.
 */
#include "digits_ops.h"

#include <math.h>
#include <string.h>

/* a + b modulo 2^32: unsigned, because signed overflow is undefined in C. */
static int32_t add_wrap(int32_t a, int32_t b)
{
    uint32_t sum = (uint32_t)a + (uint32_t)b;
    int32_t result;

    memcpy(&result, &sum, sizeof result);
    return result;
}

int8_t dlp_digits_pixel(uint8_t pixel)
{
    return (int8_t)(pixel >> 1);
}

int8_t dlp_digits_requant(int32_t acc, int32_t bias, float scale, int relu)
{
    float product = (float)add_wrap(acc, bias) * scale;
    float rounded = rintf(product);

    /* Clamped as a float: the conversion of a value outside int8 would be undefined. */
    if (rounded > 127.0f) {
        rounded = 127.0f;
    }
    if (rounded < -128.0f) {
        rounded = -128.0f;
    }
    if (relu && rounded < 0.0f) {
        rounded = 0.0f;
    }
    return (int8_t)rounded;
}

int32_t dlp_digits_accumulate(const struct dlp_digits_layer *layer, const int8_t *in,
                              int oy, int ox, int oc)
{
    const struct dlp_digits_shape *s = &layer->shape;
    const int8_t *weight = layer->weight + oc * dlp_digits_fan_in(s);
    int32_t acc = 0;

    for (int ky = 0; ky < s->kernel; ky++) {
        int y = oy * s->stride + ky - s->pad;

        for (int kx = 0; kx < s->kernel; kx++) {
            int x = ox * s->stride + kx - s->pad;

            if (y < 0 || y >= s->in_h || x < 0 || x >= s->in_w) {
                continue;
            }
            for (int c = 0; c < s->in_c; c++) {
                int32_t product = in[(y * s->in_w + x) * s->in_c + c] *
                                  weight[(ky * s->kernel + kx) * s->in_c + c];

                acc = add_wrap(acc, product);
            }
        }
    }
    return acc;
}

void dlp_digits_conv(const struct dlp_digits_layer *layer, const int8_t *in, int8_t *out)
{
    const struct dlp_digits_shape *s = &layer->shape;

    for (int oy = 0; oy < s->out_h; oy++) {
        for (int ox = 0; ox < s->out_w; ox++) {
            for (int oc = 0; oc < s->out_c; oc++) {
                int32_t acc = dlp_digits_accumulate(layer, in, oy, ox, oc);

                out[(oy * s->out_w + ox) * s->out_c + oc] =
                    dlp_digits_requant(acc, layer->bias[oc], layer->scale[oc], s->relu);
            }
        }
    }
}

void dlp_digits_conv_raw(const struct dlp_digits_layer *layer, const int8_t *in, int32_t *out)
{
    const struct dlp_digits_shape *s = &layer->shape;

    for (int oy = 0; oy < s->out_h; oy++) {
        for (int ox = 0; ox < s->out_w; ox++) {
            for (int oc = 0; oc < s->out_c; oc++) {
                int32_t acc = dlp_digits_accumulate(layer, in, oy, ox, oc);

                out[(oy * s->out_w + ox) * s->out_c + oc] = add_wrap(acc, layer->bias[oc]);
            }
        }
    }
}

static int8_t window_max(const struct dlp_digits_shape *s, const int8_t *in, int py, int px, int c)
{
    int8_t best = INT8_MIN;

    for (int y = py * s->pool; y < (py + 1) * s->pool; y++) {
        for (int x = px * s->pool; x < (px + 1) * s->pool; x++) {
            int8_t value = in[(y * s->out_w + x) * s->out_c + c];

            best = value > best ? value : best;
        }
    }
    return best;
}

void dlp_digits_pool(const struct dlp_digits_shape *shape, const int8_t *in, int8_t *out)
{
    int height = shape->out_h / shape->pool;
    int width = shape->out_w / shape->pool;

    for (int py = 0; py < height; py++) {
        for (int px = 0; px < width; px++) {
            for (int c = 0; c < shape->out_c; c++) {
                out[(py * width + px) * shape->out_c + c] = window_max(shape, in, py, px, c);
            }
        }
    }
}

int dlp_digits_argmax(const int32_t logits[DLP_DIGITS_CLASSES])
{
    int best = 0;

    for (int i = 1; i < DLP_DIGITS_CLASSES; i++) {
        if (logits[i] > logits[best]) {
            best = i;
        }
    }
    return best;
}
