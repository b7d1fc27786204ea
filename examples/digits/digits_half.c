/* SPDX-License-Identifier: Apache-2.0
 * digits_half - the reference answer of the digit network in half precision.
 */
#include "digits_half.h"

#include <math.h>

#include "../half.h"
#include "digits_weights.h"

/* One output of a convolution.  Outside of the image the products are +0 or -0, and they are added like the others. */
static float sum_of(const struct dlp_digits_layer *layer, const float *in, int dim, int oy, int ox, int oc)
{
    const struct dlp_digits_shape *s = &layer->shape;
    const int8_t *weight = layer->weight + oc * dlp_digits_fan_in(s);
    float acc = 0;
    for (int ky = 0; ky < s->kernel; ky++)
        for (int kx = 0; kx < s->kernel; kx++) {
            const int y = oy * s->stride + ky - s->pad, x = ox * s->stride + kx - s->pad;
            const int inside = y >= 0 && y < s->in_h && x >= 0 && x < s->in_w;
            for (int first = 0; first < s->in_c; first += dim) {
                float group = 0;
                for (int c = first; c < first + dim; c++) {
                    const float a = inside && c < s->in_c ? in[(y * s->in_w + x) * s->in_c + c] : 0;
                    const float product = a * (c < s->in_c ? (float)weight[(ky * s->kernel + kx) * s->in_c + c] : 0.0f);
                    group = c == first ? product : group + product;
                }
                acc += group;
            }
        }
    return acc + (float)layer->bias[oc];
}

static void pool(const struct dlp_digits_shape *s, const float *in, float *out)
{
    const int h = s->out_h / s->pool, w = s->out_w / s->pool;
    for (int i = 0; i < h * w * s->out_c; i++) {
        const int py = i / s->out_c / w, px = i / s->out_c % w, c = i % s->out_c;
        out[i] = 0;                    /* behind a relu nothing is less */
        for (int k = 0; k < s->pool * s->pool; k++)
            out[i] = fmaxf(out[i], in[((py * s->pool + k / s->pool) * s->out_w + px * s->pool + k % s->pool) * s->out_c + c]);
    }
}

void dlp_digits_infer_half(const uint8_t image[DLP_DIGITS_PIXELS], int dim, float logits[DLP_DIGITS_CLASSES])
{
    static _Thread_local float in[DLP_DIGITS_ACT_MAX], out[DLP_DIGITS_ACT_MAX];
    for (int i = 0; i < DLP_DIGITS_PIXELS; i++)
        in[i] = (float)(image[i] >> 1);
    for (int l = 0; l < DLP_DIGITS_LAYERS; l++) {
        const struct dlp_digits_layer *layer = &dlp_digits_layers[l];
        const struct dlp_digits_shape *s = &layer->shape;
        const int last = l == DLP_DIGITS_LAYERS - 1;
        for (int i = 0; i < dlp_digits_conv_size(s); i++) {
            const int oc = i % s->out_c;
            const float t = sum_of(layer, in, dim, i / s->out_c / s->out_w, i / s->out_c % s->out_w, oc);
            if (last)
                logits[oc] = t;
            else
                out[i] = t * layer->scale[oc] > 0 ? (float)(dlp_half)(t * layer->scale[oc]) : 0;
        }
        if (!last)
            pool(s, out, in);
    }
}
