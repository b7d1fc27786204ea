/* SPDX-License-Identifier: Apache-2.0
 * arith - the same computation on the host and on the core. */
#ifndef ARITH_H
#define ARITH_H
#include <stdint.h>

/* Every corner value with corner values first, first + step, ... */
uint64_t arith(uint64_t first, uint64_t step);
#endif
