// SPDX-License-Identifier: Apache-2.0
// Random programs for the lock-step test.
#ifndef CPU_GEN_H
#define CPU_GEN_H
#include "cpu_bench.h"

// Puts a program into GDRAM at `offset` of the CODE window, with a trap handler; it ends by dlp.exit 0, or by an ecall without a handler.
void gen_program(Bench &b, Rng &rng, uint32_t offset, uint32_t blocks);

// Words that end a program successfully on either kind of core.
void gen_end(std::vector<uint32_t> &p);
#endif
