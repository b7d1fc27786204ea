// SPDX-License-Identifier: Apache-2.0
// What the test files of dlp_cpu share.
#ifndef CPU_TEST_H
#define CPU_TEST_H
#include "cpu_asm.h"
#include "cpu_gen.h"
#include "dlp_tables.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
extern "C" {
#include <cmocka.h>
}

typedef std::vector<uint32_t> Prog;

extern uint64_t       base_seed;                    // argument of the program
extern std::string    binary_dir;                   // where its files are
static const uint32_t CODE = uint32_t(DLP_MEM_CODE_BASE);
static const uint32_t AT = 0x1000;                  // GDRAM offset of test programs
static const uint32_t LINE = DLP_CACHE_LINE_BYTES;

inline void put(Bench &b, uint32_t offset, const Prog &p) { b.poke(offset, p.data(), 4 * p.size()); }

// Loads, starts and runs a program to its end.
inline bool go(Bench &b, const Prog &p, uint32_t offset = AT, uint32_t arg = 0, uint64_t limit = 100000)
{
    put(b, offset, p);
    b.start(CODE + offset, arg);
    return b.run(limit);
}

inline bool ended(const Bench &b) { return DLP ? b.exited && b.exit_code == 0 : b.trapped && b.trap_cause == 11; }

// Memory that answers fast and always: for tests that count cycles.
inline void ideal(Bench &b)
{
    b.stall = 0;
    b.latency = 0;
    b.event_percent = 0;
}

inline uint32_t executed(const Bench &b, uint32_t pc)
{
    uint32_t n = 0;
    for (const Retired &r : b.trace) n += r.pc == pc && !r.trap;
    return n;
}

// the tests of each file
int run_program_tests();
int run_fetch_tests();
int run_system_tests();
#endif
