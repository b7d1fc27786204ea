/* SPDX-License-Identifier: Apache-2.0
 * digits_int4 - the digit network with weights of int4, made of the shipped one.
 */
#include "digits_int4.h"

#include <math.h>

#include "digits_weights.h"

static float nearest(float w, float step) { return fminf(fmaxf(rintf(w / step), -8), 7); }

static float best_step(const int8_t *w, int n)
{
    float largest = 0, best = 1, least = INFINITY;
    for (int i = 0; i < n; i++)
        largest = fmaxf(largest, fabsf((float)w[i]));
    for (int k = 64; k > 0 && largest > 0; k--) {
        const float step = largest / 7 * (float)k / 64;
        float error = 0;
        for (int i = 0; i < n; i++) {
            const float d = (float)w[i] - step * nearest(w[i], step);
            error += d * d;
        }
        if (error < least) {
            least = error;
            best = step;
        }
    }
    return best;
}

void dlp_digits_to_int4(struct dlp_digits_int4 *net)
{
    for (int l = 0; l < DLP_DIGITS_LAYERS; l++) {
        const struct dlp_digits_layer *from = &dlp_digits_layers[l];
        const int fan_in = dlp_digits_fan_in(&from->shape), channels = from->shape.out_c;
        const float common = from->scale ? 1 : best_step(from->weight, channels * fan_in);
        for (int c = 0; c < channels; c++) {
            const int8_t *w = from->weight + c * fan_in;
            const float step = from->scale ? best_step(w, fan_in) : common;
            for (int i = 0; i < fan_in; i++)
                net->weight[l][c * fan_in + i] = (int8_t)nearest(w[i], step);
            net->bias[l][c] = (int32_t)rintf((float)from->bias[c] / step);
            net->scale[l][c] = from->scale ? from->scale[c] * step : 0;
        }
        net->layer[l] = (struct dlp_digits_layer){ from->shape, net->weight[l], net->bias[l], from->scale ? net->scale[l] : 0 };
    }
}
