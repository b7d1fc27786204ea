/* SPDX-License-Identifier: Apache-2.0
 * train_random - a small reproducible random generator (xorshift64*).
 */
#include "train_random.h"

static uint32_t next32(struct train_random *r)
{
    uint64_t x = r->state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    r->state = x;
    return (uint32_t)((x * 0x2545f4914f6cdd1dULL) >> 32);
}

void train_random_seed(struct train_random *r, uint64_t seed)
{
    /* The state must not be 0; the first outputs of a small seed are poor. */
    r->state = seed * 0x9e3779b97f4a7c15ULL + 1;
    for (int i = 0; i < 16; i++) {
        (void)next32(r);
    }
}

int train_random_below(struct train_random *r, int limit)
{
    return (int)(((uint64_t)next32(r) * (uint64_t)limit) >> 32);
}

float train_random_signed(struct train_random *r)
{
    return (float)(next32(r) >> 8) * (1.0f / 8388608.0f) - 1.0f;
}

float train_random_normal(struct train_random *r)
{
    float sum = 0.0f;

    /* Each term has variance 1/3. */
    for (int i = 0; i < 12; i++) {
        sum += train_random_signed(r);
    }
    return sum * 0.5f;
}
