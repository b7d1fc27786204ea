/* SPDX-License-Identifier: Apache-2.0
 * train_adam - the Adam optimiser with decoupled weight decay.
 */
#include "train_adam.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static const float BETA_MEAN = 0.9f;
static const float BETA_SQUARE = 0.999f;
static const float EPSILON = 1e-8f;
static const float DECAY = 1e-3f;

int train_adam_create(struct train_adam *a, int count)
{
    a->count = count;
    a->step = 0;
    a->mean = calloc((size_t)count, sizeof *a->mean);
    a->square = calloc((size_t)count, sizeof *a->square);
    if (a->mean == NULL || a->square == NULL) {
        train_adam_destroy(a);
        return -ENOMEM;
    }
    return 0;
}

void train_adam_destroy(struct train_adam *a)
{
    free(a->mean);
    free(a->square);
    a->mean = NULL;
    a->square = NULL;
}

void train_adam_step(struct train_adam *a, float rate, float grad_scale, float *grad,
                     float *param)
{
    float fix_mean;
    float fix_square;

    a->step++;
    /* Both averages start at 0; these factors undo that bias. */
    fix_mean = 1.0f / (1.0f - powf(BETA_MEAN, (float)a->step));
    fix_square = 1.0f / (1.0f - powf(BETA_SQUARE, (float)a->step));
    for (int i = 0; i < a->count; i++) {
        float g = grad[i] * grad_scale;

        a->mean[i] = BETA_MEAN * a->mean[i] + (1.0f - BETA_MEAN) * g;
        a->square[i] = BETA_SQUARE * a->square[i] + (1.0f - BETA_SQUARE) * g * g;
        param[i] -= rate * (a->mean[i] * fix_mean / (sqrtf(a->square[i] * fix_square) + EPSILON) +
                            DECAY * param[i]);
        grad[i] = 0.0f;
    }
}
