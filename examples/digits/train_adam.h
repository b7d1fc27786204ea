/* SPDX-License-Identifier: Apache-2.0
 * train_adam - the Adam optimiser with decoupled weight decay.
 */
#ifndef TRAIN_ADAM_H
#define TRAIN_ADAM_H

struct train_adam {
    int count;
    int step;
    float *mean;
    float *square;
};

/* 0 or -ENOMEM. */
int train_adam_create(struct train_adam *a, int count);
void train_adam_destroy(struct train_adam *a);

/* One step of length rate along -grad * grad_scale; clears grad. */
void train_adam_step(struct train_adam *a, float rate, float grad_scale, float *grad,
                     float *param);

#endif
