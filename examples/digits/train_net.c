/* SPDX-License-Identifier: Apache-2.0
 * train_net - the digit network in float: one image forward, its gradient backward.
 */
#include "train_net.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 8, ROWS = 4 }; /* the product is computed in ROWS x LANES blocks of registers */

/* The network.  Limits of the smallest device: weights + 12 bytes per channel <= 7.5 KiB in every
 * layer, input + output of every layer <= 12 KiB. */
static const struct dlp_digits_shape NETWORK[DLP_DIGITS_LAYERS] = {
    { .in_h = 28, .in_w = 28, .in_c = 1, .kernel = 3, .stride = 1, .pad = 1,
      .out_h = 28, .out_w = 28, .out_c = 8, .pool = 2, .relu = 1 },
    { .in_h = 14, .in_w = 14, .in_c = 8, .kernel = 3, .stride = 1, .pad = 1,
      .out_h = 14, .out_w = 14, .out_c = 16, .pool = 2, .relu = 1 },
    { .in_h = 7, .in_w = 7, .in_c = 16, .kernel = 3, .stride = 2, .pad = 1,
      .out_h = 4, .out_w = 4, .out_c = 32, .pool = 1, .relu = 1 },
    { .in_h = 4, .in_w = 4, .in_c = 32, .kernel = 4, .stride = 1, .pad = 0,
      .out_h = 1, .out_w = 1, .out_c = 10, .pool = 1, .relu = 0 },
};

static int positions(const struct dlp_digits_shape *s)
{
    return s->out_h * s->out_w;
}

static void *zeros(int count, size_t size)
{
    return calloc((size_t)count, size);
}

static int create_buffers(struct train_layer *l)
{
    const struct dlp_digits_shape *s = &l->shape;

    l->lanes = (s->out_c + LANES - 1) / LANES * LANES;
    l->column = zeros(dlp_digits_fan_in(s) * l->lanes, sizeof(float));
    l->patch = zeros(positions(s) * dlp_digits_fan_in(s), sizeof(float));
    l->conv = zeros(positions(s) * l->lanes, sizeof(float));
    l->dconv = zeros(positions(s) * l->lanes, sizeof(float));
    l->pool = zeros(dlp_digits_pool_size(s), sizeof(float));
    l->dpool = zeros(dlp_digits_pool_size(s), sizeof(float));
    l->winner = zeros(dlp_digits_pool_size(s), sizeof(int));
    return l->column && l->patch && l->conv && l->dconv && l->pool && l->dpool && l->winner
               ? 0 : -ENOMEM;
}

/* Places the layer's weights, then its biases, at offset; returns the offset behind them. */
static int place_params(struct train_net *net, struct train_layer *l, int offset)
{
    int weights = dlp_digits_fan_in(&l->shape) * l->shape.out_c;

    l->weight = net->param + offset;
    l->dweight = net->grad + offset;
    l->bias = l->weight + weights;
    l->dbias = l->dweight + weights;
    return offset + weights + l->shape.out_c;
}

static void random_weights(struct train_layer *l, struct train_random *r)
{
    int fan_in = dlp_digits_fan_in(&l->shape);
    float deviation = sqrtf(2.0f / (float)fan_in);

    for (int i = 0; i < fan_in * l->shape.out_c; i++) {
        l->weight[i] = deviation * train_random_normal(r);
    }
}

int train_net_create(struct train_net *net, struct train_random *r)
{
    int offset = 0;

    memset(net, 0, sizeof *net);
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        net->layer[i].shape = NETWORK[i];
        net->param_count += (dlp_digits_fan_in(&NETWORK[i]) + 1) * NETWORK[i].out_c;
        if (create_buffers(&net->layer[i]) < 0) {
            goto destroy;
        }
    }
    net->param = zeros(net->param_count, sizeof(float));
    net->grad = zeros(net->param_count, sizeof(float));
    if (net->param == NULL || net->grad == NULL) {
        goto destroy;
    }
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        offset = place_params(net, &net->layer[i], offset);
        random_weights(&net->layer[i], r);
    }
    train_net_refresh(net);
    return 0;
destroy:
    train_net_destroy(net);
    return -ENOMEM;
}

void train_net_destroy(struct train_net *net)
{
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        struct train_layer *l = &net->layer[i];

        free(l->column);
        free(l->patch);
        free(l->conv);
        free(l->dconv);
        free(l->pool);
        free(l->dpool);
        free(l->winner);
    }
    free(net->param);
    free(net->grad);
    memset(net, 0, sizeof *net);
}

void train_net_refresh(struct train_net *net)
{
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        struct train_layer *l = &net->layer[i];
        int fan_in = dlp_digits_fan_in(&l->shape);

        for (int c = 0; c < l->shape.out_c; c++) {
            for (int k = 0; k < fan_in; k++) {
                l->column[k * l->lanes + c] = l->weight[c * fan_in + k];
            }
        }
    }
}

/* The part [*first, *last) of a kernel row that lies inside the image. */
static void clip_row(const struct dlp_digits_shape *s, int ox, int *first, int *last)
{
    int x = ox * s->stride - s->pad;

    *first = x < 0 ? -x : 0;
    *last = x + s->kernel > s->in_w ? s->in_w - x : s->kernel;
}

/* patch[oy][ox][ky][kx][c] = in[oy * stride + ky - pad][ox * stride + kx - pad][c].
 * Elements outside stay 0 from the creation: they are the same for every image. */
static void gather(const struct train_layer *l, const float *in)
{
    const struct dlp_digits_shape *s = &l->shape;

    for (int p = 0; p < positions(s); p++) {
        int oy = p / s->out_w;
        int ox = p % s->out_w;
        int first;
        int last;

        clip_row(s, ox, &first, &last);
        for (int ky = 0; ky < s->kernel; ky++) {
            int y = oy * s->stride + ky - s->pad;
            int x = ox * s->stride + first - s->pad;

            if (y >= 0 && y < s->in_h) {
                memcpy(l->patch + ((p * s->kernel + ky) * s->kernel + first) * s->in_c,
                       in + (y * s->in_w + x) * s->in_c,
                       (size_t)((last - first) * s->in_c) * sizeof(float));
            }
        }
    }
}

/* The reverse of gather, for one output position: din[window] += dpatch. */
static void scatter(const struct dlp_digits_shape *s, int p, const float *dpatch, float *din)
{
    int oy = p / s->out_w;
    int ox = p % s->out_w;
    int first;
    int last;

    clip_row(s, ox, &first, &last);
    for (int ky = 0; ky < s->kernel; ky++) {
        int y = oy * s->stride + ky - s->pad;
        int x = ox * s->stride + first - s->pad;
        const float *from = dpatch + (ky * s->kernel + first) * s->in_c;
        float *to = din + (y * s->in_w + x) * s->in_c;

        if (y >= 0 && y < s->in_h) {
            for (int i = 0; i < (last - first) * s->in_c; i++) {
                to[i] += from[i];
            }
        }
    }
}

/* out[row][0..LANES) = sum over k of patch[row][k] * column[k][0..LANES), rows 0..ROWS-1. */
static inline void product_block(const float *restrict patch, const float *restrict column,
                                 int fan_in, int lanes, int rows, float *restrict out)
{
    float acc[ROWS][LANES] = { { 0.0f } };

    for (int k = 0; k < fan_in; k++) {
        for (int row = 0; row < rows; row++) {
            for (int c = 0; c < LANES; c++) {
                acc[row][c] += patch[row * fan_in + k] * column[k * lanes + c];
            }
        }
    }
    for (int row = 0; row < rows; row++) {
        memcpy(out + row * lanes, acc[row], sizeof acc[row]);
    }
}

static void convolve(struct train_layer *l)
{
    int fan_in = dlp_digits_fan_in(&l->shape);
    int count = positions(&l->shape);

    for (int c = 0; c < l->lanes; c += LANES) {
        int p = 0;

        for (; p + ROWS <= count; p += ROWS) {
            product_block(l->patch + p * fan_in, l->column + c, fan_in, l->lanes, ROWS,
                          l->conv + p * l->lanes + c);
        }
        for (; p < count; p++) {
            product_block(l->patch + p * fan_in, l->column + c, fan_in, l->lanes, 1,
                          l->conv + p * l->lanes + c);
        }
    }
}

static void bias_and_relu(struct train_layer *l)
{
    for (int p = 0; p < positions(&l->shape); p++) {
        float *out = l->conv + p * l->lanes;

        for (int c = 0; c < l->shape.out_c; c++) {
            out[c] += l->bias[c];
            if (l->shape.relu && out[c] < 0.0f) {
                out[c] = 0.0f;
            }
        }
    }
}

static void pool(struct train_layer *l)
{
    const struct dlp_digits_shape *s = &l->shape;
    int width = s->out_w / s->pool;

    for (int i = 0; i < dlp_digits_pool_size(s); i++) {
        int c = i % s->out_c;
        int px = i / s->out_c % width;
        int py = i / s->out_c / width;
        int best = (py * s->pool * s->out_w + px * s->pool) * l->lanes + c;

        for (int y = py * s->pool; y < (py + 1) * s->pool; y++) {
            for (int x = px * s->pool; x < (px + 1) * s->pool; x++) {
                int here = (y * s->out_w + x) * l->lanes + c;

                best = l->conv[here] > l->conv[best] ? here : best;
            }
        }
        l->winner[i] = best;
        l->pool[i] = l->conv[best];
    }
}

const float *train_net_forward(struct train_net *net, const uint8_t image[DLP_DIGITS_PIXELS])
{
    const float *in = net->input;

    for (int i = 0; i < DLP_DIGITS_PIXELS; i++) {
        net->input[i] = (float)(image[i] >> 1) * (1.0f / 127.0f);
    }
    for (int i = 0; i < DLP_DIGITS_LAYERS; i++) {
        gather(&net->layer[i], in);
        convolve(&net->layer[i]);
        bias_and_relu(&net->layer[i]);
        pool(&net->layer[i]);
        in = net->layer[i].pool;
    }
    return in;
}

/* d loss / d logit[i] = softmax(logits)[i] - (i == label). */
static float softmax_gradient(const float *logits, int label, float *dlogits)
{
    float top = logits[train_net_answer(logits)];
    float sum = 0.0f;

    for (int i = 0; i < DLP_DIGITS_CLASSES; i++) {
        dlogits[i] = expf(logits[i] - top);
        sum += dlogits[i];
    }
    for (int i = 0; i < DLP_DIGITS_CLASSES; i++) {
        dlogits[i] = dlogits[i] / sum - (i == label ? 1.0f : 0.0f);
    }
    return logf(sum) + top - logits[label];
}

/* dconv: the gradient flows to the winner of each pool window, and not through a relu at 0. */
static void unpool(struct train_layer *l)
{
    const struct dlp_digits_shape *s = &l->shape;

    memset(l->dconv, 0, (size_t)(positions(s) * l->lanes) * sizeof(float));
    for (int i = 0; i < dlp_digits_pool_size(s); i++) {
        if (!s->relu || l->pool[i] > 0.0f) {
            l->dconv[l->winner[i]] = l->dpool[i];
        }
    }
}

/* For every output element with a gradient d: dbias += d, dweight += d * patch,
 * din += d * weight.  Most gradients are 0 (pooling, relu), hence the test. */
static void convolve_back(struct train_layer *l, float *din)
{
    int fan_in = dlp_digits_fan_in(&l->shape);
    float dpatch[DLP_DIGITS_PIXELS];

    for (int p = 0; p < positions(&l->shape); p++) {
        const float *restrict patch = l->patch + p * fan_in;

        memset(dpatch, 0, (size_t)fan_in * sizeof(float));
        for (int c = 0; c < l->shape.out_c; c++) {
            float d = l->dconv[p * l->lanes + c];
            const float *restrict weight = l->weight + c * fan_in;
            float *restrict dweight = l->dweight + c * fan_in;

            if (d == 0.0f) {
                continue;
            }
            l->dbias[c] += d;
            for (int k = 0; k < fan_in; k++) {
                dweight[k] += d * patch[k];
                dpatch[k] += d * weight[k];
            }
        }
        if (din != NULL) {
            scatter(&l->shape, p, dpatch, din);
        }
    }
}

float train_net_backward(struct train_net *net, int label)
{
    struct train_layer *last = &net->layer[DLP_DIGITS_LAYERS - 1];
    float loss = softmax_gradient(last->pool, label, last->dpool);

    for (int i = DLP_DIGITS_LAYERS - 1; i >= 0; i--) {
        float *din = i > 0 ? net->layer[i - 1].dpool : NULL;

        if (din != NULL) {
            memset(din, 0, (size_t)dlp_digits_in_size(&net->layer[i].shape) * sizeof(float));
        }
        unpool(&net->layer[i]);
        convolve_back(&net->layer[i], din);
    }
    return loss;
}

int train_net_answer(const float logits[DLP_DIGITS_CLASSES])
{
    int best = 0;

    for (int i = 1; i < DLP_DIGITS_CLASSES; i++) {
        best = logits[i] > logits[best] ? i : best;
    }
    return best;
}
