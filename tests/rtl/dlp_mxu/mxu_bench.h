// SPDX-License-Identifier: Apache-2.0
// mxu_bench - the verilated matrix unit between byte-array models of NRAM and WRAM.
#ifndef MXU_BENCH_H
#define MXU_BENCH_H
#include "Vdlp_mxu_tb.h"
#include "dlp_spec.h"
#include "mxu_ref.h"
#include <cstdint>
#include <vector>

#define PARAM2(name, profile) DLP_PARAM_##name##_##profile
#define PARAM1(name, profile) PARAM2(name, profile)
#define PARAM(name) PARAM1(name, MXU_PROFILE)

#ifdef MXU_BENCH_FLOAT
constexpr bool     FLOAT = true;
#else
constexpr bool     FLOAT = PARAM(MXU_FLOAT);
#endif
constexpr uint32_t DIM = PARAM(MXU_DIM), ACC_ROWS = PARAM(MXU_ACC_ROWS), ROW = 4 * PARAM(VPU_LANES);
constexpr uint32_t NRAM = 1024 * PARAM(NRAM_KB), WRAM = 1024 * PARAM(WRAM_KB);

struct Done {
    uint8_t  fault;
    uint64_t addr;
    long     cycle;
};

class Bench {
public:
    std::vector<uint8_t> nram, wram;    // what the unit sees
    std::vector<Done>    done;          // of the last run
    long cycles = 0;                    // from the first command offered to the last done
    long rows = 0, reads = 0, writes = 0;
    int  stall = 0;                     // percent of requests to NRAM and WRAM that wait
    bool fast_wram = false;             // requests to WRAM never wait
    bool serial = false;                // offer a command only when all earlier ones are done, as `after` MAT does

    explicit Bench(uint32_t seed);
    uint32_t random();
    uint32_t below(uint32_t n) { return random() % n; }
    uint32_t range(uint32_t lo, uint32_t hi) { return lo + below(hi - lo + 1); }
    void     fill_random();
    // Run the commands; false if the unit hangs, breaks the port protocol, or is not idle afterwards.
    bool run(const std::vector<mxu_cmd> &cmds);
    void idle(long n) { while (n--) cycle(); }
    // Offer a command for n cycles and withdraw it, as the queue does when a kernel ends; true if it was taken.
    bool offer_and_withdraw(const mxu_cmd &c, int n);

private:
    Vdlp_mxu_tb top;
    uint64_t    state;
    long        now = 0;
    bool        bad = false, taken = false;      // taken: the offered command was accepted in this cycle
    void        present(const mxu_cmd &c);
    void        cycle();
    struct Read { bool valid; uint8_t data[ROW]; } a_q = {}, w_q = {};
};
#endif
