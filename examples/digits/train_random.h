/* SPDX-License-Identifier: Apache-2.0
 * train_random - a small reproducible random generator (xorshift64*).
 */
#ifndef TRAIN_RANDOM_H
#define TRAIN_RANDOM_H

#include <stdint.h>

struct train_random {
    uint64_t state;
};

void train_random_seed(struct train_random *r, uint64_t seed);

/* Uniform in 0 .. limit - 1. */
int train_random_below(struct train_random *r, int limit);

/* Uniform in [-1, 1). */
float train_random_signed(struct train_random *r);

/* Mean 0, variance 1, roughly normal: the sum of twelve uniforms. */
float train_random_normal(struct train_random *r);

#endif
