/* SPDX-License-Identifier: Apache-2.0
 * A module with all kinds of references that a loader must move: function pointers, tables, strings, data, bss. */
#include "dlp.h"

static DLP_NRAM float block[1024];

static uint64_t twice(uint64_t v)  { return 2 * v; }
static uint64_t square(uint64_t v) { return v * v; }

static uint64_t (*const table[2])(uint64_t) = { twice, square };
static const char *const words[3] = { "zero", "one", "many" };
uint64_t counter = 5;
uint64_t counters[4];
float *last = block;

DLP_KERNEL void apply(uint64_t *out, uint64_t which, uint64_t v)
{
    counters[which & 3] += table[which & 1](v) + counter;
    *out = counters[which & 3] + (uint64_t)(unsigned char)words[which % 3][0];
}

DLP_KERNEL void choose(uint64_t *out, uint64_t which, float f)
{
    switch (which) {        /* long enough for a jump table */
    case 0: *out = 7; break;
    case 1: *out = 5; break;
    case 2: *out = counter; break;
    case 3: *out = 11; break;
    case 4: counter++; break;
    case 5: last[0] = f * f; break;
    default: out[1] = which; break;
    }
}

/* more arguments than registers, of mixed sizes */
DLP_KERNEL void many(uint64_t *out, int8_t a, uint8_t b, int32_t c, uint64_t d, float e, int16_t f, uint16_t g,
                     uint64_t h, int32_t i, float j)
{
    out[0] = (uint64_t)(int64_t)a + b + (uint64_t)(int64_t)c + d + (uint64_t)(int64_t)f + g + h
             + (uint64_t)(int64_t)i;
    out[1] = (uint64_t)(e + j);
}
