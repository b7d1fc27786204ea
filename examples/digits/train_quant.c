/* SPDX-License-Identifier: Apache-2.0
 * train_quant - turns the float network into the int8 network of digits_net.h.
 */
#include "train_quant.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    HIDDEN = DLP_DIGITS_LAYERS - 1,
    BINS = 2048,
    CANDIDATES = 100 /* thresholds tried: max * i / CANDIDATES */
};

static const double LEVELS = 127.0;

/* Positive activations of each hidden layer, in BINS equal bins of [0, top]. */
struct histogram {
    double top[HIDDEN];
    double bin[HIDDEN][BINS];
};

static void measure_top(struct histogram *h, const struct train_layer *l, int index)
{
    for (int i = 0; i < l->shape.out_h * l->shape.out_w * l->lanes; i++) {
        h->top[index] = fmax(h->top[index], (double)l->conv[i]);
    }
}

static void count_values(struct histogram *h, const struct train_layer *l, int index)
{
    double scale = h->top[index] > 0.0 ? BINS / h->top[index] : 0.0;

    for (int i = 0; i < l->shape.out_h * l->shape.out_w * l->lanes; i++) {
        if (l->conv[i] > 0.0f) {
            int bin = (int)((double)l->conv[i] * scale);

            h->bin[index][bin < BINS ? bin : BINS - 1] += 1.0;
        }
    }
}

static void for_each_layer(struct train_net *net, const struct dlp_digits_set *set,
                           void (*visit)(struct histogram *, const struct train_layer *, int),
                           struct histogram *h)
{
    for (int i = 0; i < set->count; i++) {
        (void)train_net_forward(net, set->sample[i].image);
        for (int j = 0; j < HIDDEN; j++) {
            visit(h, &net->layer[j], j);
        }
    }
}

/* Expected squared error: step^2 / 12 for a rounded value, (value - threshold)^2 if clipped. */
static double threshold_error(const double bin[BINS], double top, double threshold)
{
    double step = threshold / LEVELS;
    double error = 0.0;

    for (int i = 0; i < BINS; i++) {
        double value = ((double)i + 0.5) * top / BINS;
        double excess = value - threshold;

        error += bin[i] * (excess > 0.0 ? excess * excess : step * step / 12.0);
    }
    return error;
}

/* The threshold of least expected error. */
static double best_threshold(const double bin[BINS], double top)
{
    double best = top;

    for (int i = 1; i < CANDIDATES; i++) {
        double threshold = top * (double)i / CANDIDATES;

        if (threshold_error(bin, top, threshold) < threshold_error(bin, top, best)) {
            best = threshold;
        }
    }
    return best > 0.0 ? best : 1.0;
}

static void quantise_channel(const struct train_layer *l, int c, double step_in, double step_out,
                             int8_t *weight, int32_t *bias, float *scale)
{
    int fan_in = dlp_digits_fan_in(&l->shape);
    double step = 0.0;

    for (int k = 0; k < fan_in; k++) {
        step = fmax(step, fabs((double)l->weight[c * fan_in + k]) / LEVELS);
    }
    step = step > 0.0 ? step : 1.0;
    for (int k = 0; k < fan_in; k++) {
        weight[c * fan_in + k] = (int8_t)lround((double)l->weight[c * fan_in + k] / step);
    }
    bias[c] = (int32_t)lround((double)l->bias[c] / (step_in * step));
    scale[c] = (float)(step_in * step / step_out);
}

/* The logits are compared with each other, so all channels of the last layer share one step. */
static void quantise_last(const struct train_layer *l, double step_in, int8_t *weight,
                          int32_t *bias)
{
    int fan_in = dlp_digits_fan_in(&l->shape);
    int count = fan_in * l->shape.out_c;
    double step = 0.0;

    for (int i = 0; i < count; i++) {
        step = fmax(step, fabs((double)l->weight[i]) / LEVELS);
    }
    step = step > 0.0 ? step : 1.0;
    for (int i = 0; i < count; i++) {
        weight[i] = (int8_t)lround((double)l->weight[i] / step);
    }
    for (int c = 0; c < l->shape.out_c; c++) {
        bias[c] = (int32_t)lround((double)l->bias[c] / (step_in * step));
    }
}

static int create_layer(const struct dlp_digits_shape *s, int index, struct train_quant *q)
{
    size_t channels = (size_t)s->out_c;

    q->weight[index] = calloc((size_t)dlp_digits_fan_in(s) * channels, sizeof(int8_t));
    q->bias[index] = calloc(channels, sizeof(int32_t));
    q->scale[index] = calloc(channels, sizeof(float));
    q->layer[index] = (struct dlp_digits_layer){
        .shape = *s,
        .weight = q->weight[index],
        .bias = q->bias[index],
        .scale = index < HIDDEN ? q->scale[index] : NULL,
    };
    return q->weight[index] && q->bias[index] && q->scale[index] ? 0 : -ENOMEM;
}

static int create_layers(const struct train_net *net, struct train_quant *quant)
{
    memset(quant, 0, sizeof *quant);
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        if (create_layer(&net->layer[i].shape, i, quant) < 0) {
            train_quant_destroy(quant);
            return -ENOMEM;
        }
    }
    return 0;
}

int train_quant_create(struct train_net *net, const struct dlp_digits_set *set,
                       struct train_quant *quant)
{
    struct histogram *h = calloc(1, sizeof *h);
    double step_in = 1.0 / LEVELS; /* the float network divides pixel >> 1 by 127 */

    if (h == NULL) {
        return -ENOMEM;
    }
    if (create_layers(net, quant) < 0) {
        free(h);
        return -ENOMEM;
    }
    for_each_layer(net, set, measure_top, h);
    for_each_layer(net, set, count_values, h);
    for (int i = 0; i < HIDDEN; i++) {
        double step_out = best_threshold(h->bin[i], h->top[i]) / LEVELS;

        for (int c = 0; c < net->layer[i].shape.out_c; c++) {
            quantise_channel(&net->layer[i], c, step_in, step_out, quant->weight[i],
                             quant->bias[i], quant->scale[i]);
        }
        step_in = step_out;
    }
    quantise_last(&net->layer[HIDDEN], step_in, quant->weight[HIDDEN], quant->bias[HIDDEN]);
    free(h);
    return 0;
}

void train_quant_destroy(struct train_quant *quant)
{
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        free(quant->weight[i]);
        free(quant->bias[i]);
        free(quant->scale[i]);
    }
    memset(quant, 0, sizeof *quant);
}
