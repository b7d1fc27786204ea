// SPDX-License-Identifier: Apache-2.0
// Bench of the vector unit: command port, and NRAM as a byte array behind its three scratchpad ports.
#ifndef VPU_BENCH_H
#define VPU_BENCH_H
#include "Vdlp_vpu.h"
#include "dlp_spec.h"
#include <vector>
extern "C" {
#include "vpu_ref.h"
}

constexpr uint32_t LANES = VPU_LANES, FLANES = VPU_FLANES, SLANES = VPU_SLANES, ROW = 4 * LANES, NRAM = VPU_NRAM;

struct Result {
    uint32_t fault;
    uint64_t addr;
};

struct Bench {
    Vdlp_vpu             top;
    std::vector<uint8_t> nram = std::vector<uint8_t>(NRAM);
    uint64_t             state;
    long                 now = 0;
    int                  stall = 0;          // percent of cycles in which a port is not ready
    int                  banks = 0;          // not 0: one request per bank and cycle, ports in rotation
    uint64_t             write_lo = 0, write_hi = 0;   // bytes that may be written
    const char          *bad = nullptr;      // broken rule of a port
    std::vector<Result>  done;
    bool                 taken = false;      // the command was accepted in the last cycle
    long                 reads[2] = {0, 0}, writes = 0, first_write = -1, last_write = -1;

    explicit Bench(uint32_t seed);
    uint32_t random();
    uint32_t below(uint32_t n) { return random() % n; }
    void     present(const vpu_cmd &c);
    void     cycle();
    bool     run(const vpu_cmd &c, Result *r);   // false: a rule was broken, or no end
    long     cycles = 0, first = 0;          // of the last run: acceptance to done, to the first write

private:
    struct Port {
        bool     pending = false, write = false;   // a request was shown and not taken
        uint16_t row = 0;
        bool     answer = false;
        uint8_t  data[ROW] = {};
    } port[3];
    unsigned turn = 0;
};
#endif
