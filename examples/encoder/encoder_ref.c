/* SPDX-License-Identifier: Apache-2.0
 * encoder_ref - the encoder layer in double precision, straight from its definition. */
#include "encoder_ref.h"

#include <math.h>
#include <stdlib.h>

/* dst [rows][n] = src [rows][k] w^T + bias */
static void linear(double *dst, const double *src, const double *w, const double *bias, size_t rows, size_t n, size_t k)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t f = 0; f < n; f++) {
            double sum = bias[f];
            for (size_t i = 0; i < k; i++)
                sum += src[r * k + i] * w[f * k + i];
            dst[r * n + f] = sum;
        }
}

static void add_norm(double *dst, const double *x, const double *y, const double *gamma, const double *beta, size_t rows, size_t n, double epsilon)
{
    for (size_t r = 0; r < rows; r++) {
        double mean = 0, variance = 0;
        for (size_t i = 0; i < n; i++)
            mean += (dst[r * n + i] = x[r * n + i] + y[r * n + i]) / (double)n;
        for (size_t i = 0; i < n; i++)
            variance += (dst[r * n + i] - mean) * (dst[r * n + i] - mean) / (double)n;
        for (size_t i = 0; i < n; i++)
            dst[r * n + i] = (dst[r * n + i] - mean) / sqrt(variance + epsilon) * gamma[i] + beta[i];
    }
}

/* c [tokens][width], the columns of one head; p: room for one row of scores */
static void attend(const struct encoder_shape *s, size_t head, const double *q, const double *k, const double *v, double *c, double *p)
{
    size_t d = s->width / s->heads, at = head * d;

    for (size_t i = 0; i < s->tokens; i++) {
        double most = -INFINITY, sum = 0;
        for (size_t j = 0; j < s->tokens; j++) {
            p[j] = 0;
            for (size_t e = at; e < at + d; e++)
                p[j] += q[i * s->width + e] * k[j * s->width + e];
            p[j] /= sqrt((double)d);
            most = fmax(most, p[j]);
        }
        for (size_t j = 0; j < s->tokens; j++)
            sum += p[j] = exp(p[j] - most);
        for (size_t e = at; e < at + d; e++) {
            double value = 0;
            for (size_t j = 0; j < s->tokens; j++)
                value += p[j] / sum * v[j * s->width + e];
            c[i * s->width + e] = value;
        }
    }
}

int encoder_reference(const struct encoder_shape *s, const struct encoder_layer *l, double *out)
{
    size_t n = s->tokens * s->width;
    double *room = malloc((6 * n + s->tokens * s->inner + s->tokens) * sizeof *room);
    double *q = room, *k = q + n, *v = k + n, *c = v + n, *o = c + n, *y = o + n, *z = y + n, *p = z + s->tokens * s->inner;

    if (!room)
        return -1;
    linear(q, l->x, l->wq, l->bq, s->tokens, s->width, s->width);
    linear(k, l->x, l->wk, l->bk, s->tokens, s->width, s->width);
    linear(v, l->x, l->wv, l->bv, s->tokens, s->width, s->width);
    for (size_t h = 0; h < s->heads; h++)
        attend(s, h, q, k, v, c, p);
    linear(o, c, l->wo, l->bo, s->tokens, s->width, s->width);
    add_norm(y, l->x, o, l->gamma1, l->beta1, s->tokens, s->width, l->epsilon);
    linear(z, y, l->w1, l->b1, s->tokens, s->inner, s->width);
    for (size_t i = 0; i < s->tokens * s->inner; i++)
        z[i] *= (1 + erf(z[i] * sqrt(0.5))) / 2;
    linear(o, z, l->w2, l->b2, s->tokens, s->width, s->inner);
    add_norm(out, y, o, l->gamma2, l->beta2, s->tokens, s->width, l->epsilon);
    free(room);
    return 0;
}
