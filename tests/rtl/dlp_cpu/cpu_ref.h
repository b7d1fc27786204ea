// SPDX-License-Identifier: Apache-2.0
// Reference interpreter of the scalar instructions, written from docs/isa.md and the RISC-V manuals.  It follows the bench's trace.
#ifndef CPU_REF_H
#define CPU_REF_H
#include "dlp_spec.h"
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#define CPU_PASTE2(a, b) a##b
#define CPU_PASTE(a, b) CPU_PASTE2(a, b)
#define CPU_PARAM(name) CPU_PASTE(DLP_PARAM_##name##_, CPU_PROFILE)

static const uint32_t ROW = 4 * CPU_PARAM(VPU_LANES);
static const uint32_t LMEM = 1024 * CPU_PARAM(LMEM_KB);
static const uint32_t NRAM = 1024 * CPU_PARAM(NRAM_KB);
static const uint32_t WRAM = 1024 * CPU_PARAM(WRAM_KB);
static const uint64_t GDRAM = 1048576ull * CPU_PARAM(GDRAM_MB);
static const uint64_t MODELLED = 1u << 20;          // bytes of GDRAM that the bench holds: its start, and as much at its end
static const bool     DLP = CPU_HAS_DLP;
static const uint32_t HART = 5;

// Device memory: the two ends of GDRAM, scratchpads, MMIO as plain words, and regions of GDRAM that answer with bus errors.
struct Memory {
    std::vector<uint8_t> low, high, nram, wram, mmio;
    struct Range { uint64_t lo, hi; };
    std::vector<Range> errors;

    Memory();
    uint8_t *gdram(uint64_t offset);                // NULL: not modelled
    bool     error(uint64_t offset, uint64_t bytes) const;
};

struct Command { uint32_t stream, op, after; uint64_t rd, rs1, rs2, pc; };
struct Config { uint32_t we, index; uint64_t data; };

// What the trace says about one instruction.
struct Retired { uint64_t pc; uint32_t insn; bool we; uint32_t rd; uint64_t val; bool trap; uint32_t cause; };

struct Ref {
    Memory               mem;
    std::vector<uint8_t> lmem;
    uint64_t x[32], pc, mtvec, mepc, mcause, mtval, mscratch, mie, instret;
    bool     ended, stopped;                        // by dlp.exit; by a trap without a handler
    uint32_t exit_code, stop_cause;
    uint64_t stop_pc, stop_addr;
    std::deque<Command> commands;                   // issued, in order
    std::deque<Config>  configs;

    Ref();
    void start(uint64_t entry, uint64_t arg);
    // Executes one instruction; `seen` gives the value of what only the hardware knows (counters, mip).  Returns what the trace must show.
    Retired step(const Retired &seen);

private:
    bool     access(uint64_t addr, uint32_t bytes, bool store, uint64_t *value, uint32_t *cause);
    bool     csr(uint32_t number, bool write, uint64_t *old, bool *live);
    void     csr_write(uint32_t number, uint64_t value);
};
#endif
