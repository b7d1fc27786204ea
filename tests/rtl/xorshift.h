// SPDX-License-Identifier: Apache-2.0
// xorshift - the random numbers of small benches: xorshift64 (Marsaglia 2003, shifts 13, 7, 17), the upper half.  The state is not 0.
#ifndef DLP_TESTS_XORSHIFT_H
#define DLP_TESTS_XORSHIFT_H
#include <cstdint>

static inline uint32_t xorshift(uint64_t &state)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return uint32_t(state >> 32);
}

#endif
