// SPDX-License-Identifier: Apache-2.0
// Bench of dlp_cpu: memories with random latency and back-pressure, streams that accept and finish commands, and the reference in lock-step.
#ifndef CPU_BENCH_H
#define CPU_BENCH_H
#include "Vdlp_cpu.h"
#include "cpu_ref.h"
#include <memory>

struct Rng {
    uint64_t s;
    explicit Rng(uint64_t seed) : s(seed * 0x9e3779b97f4a7c15ull + 0x1234567) {}
    uint64_t next() { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s; }
    uint32_t below(uint32_t n) { return uint32_t((next() >> 20) % n); }
    bool     chance(uint32_t percent) { return below(100) < percent; }
};

struct Bench {
    std::unique_ptr<Vdlp_cpu> top;
    Ref      ref;
    Memory   mem;                        // of the core under test
    Rng      rng;
    uint64_t cycles = 0;
    // knobs
    uint32_t stall = 30;                 // per cent of cycles in which a slave is not ready
    uint32_t latency = 20;               // longest answer of GDRAM, cycles; answers take latency/2 .. latency
    uint32_t busy_time = 30;             // longest command
    uint32_t event_percent = 5;          // event_i is set in so many cycles; it stays until the core wakes
    bool     lockstep = true;
    // results
    std::string error;                   // first mistake
    bool     exited = false, trapped = false;
    uint32_t exit_code = 0, trap_cause = 0;
    uint64_t trap_pc = 0, trap_addr = 0, retired = 0, fetch_bursts = 0, sleeps = 0;
    std::vector<Retired> trace;          // if keep_trace
    std::vector<uint64_t> trace_cycle;
    bool     keep_trace = false;
    uint64_t last_value = 0;             // of the last instruction that wrote a register

    explicit Bench(uint64_t seed);
    void     poke(uint64_t offset, const void *data, size_t bytes);   // GDRAM of both sides
    void     word(uint64_t offset, uint32_t w) { poke(offset, &w, 4); }
    void     error_region(uint64_t lo, uint64_t hi);
    void     reset();
    void     start(uint32_t pc, uint32_t arg);
    void     tick();
    bool     run(uint64_t limit);        // until idle; false: limit, or a mistake
    void     idle_streams(bool idle) { hold_streams = !idle; }
    bool     memories_equal();

    bool     stop = false, hold_streams = false, hold_queue = false;
    uint32_t busy[4] = {};

private:
    struct Read { uint64_t addr; uint32_t beats; uint64_t due; std::vector<uint8_t> bytes; };   // bytes as of the request: the earliest that is legal
    struct Slave { std::deque<Read> reads; bool rvalid = false; uint32_t beat = 0; };
    Slave    fetch, data;
    bool     got_aw = false, got_w = false, bvalid = false, bad_b = false;
    uint64_t aw = 0, b_due = 0, strb = 0;
    std::vector<uint8_t> wdata;
    std::deque<Command> commands;          // issued, not yet retired
    std::deque<Config>  configs;
    bool     nram_rsp = false, wram_rsp = false;
    uint64_t start_cycle = 0;
    struct Held { bool valid = false; uint64_t a = 0, b = 0, c = 0; };
    Held     held[8];

    void fail(const char *format, ...);
    void hold(int i, const char *what, bool valid, bool ready, uint64_t a, uint64_t b = 0, uint64_t c = 0);
    void drive_read(Slave &s, uint8_t &arready, uint8_t &rvalid, uint8_t &rresp, uint32_t *rdata);
    void sample_read(Slave &s, const char *what, bool valid, bool ready, uint64_t addr, uint32_t len, bool rready);
    void spm(std::vector<uint8_t> &m, bool write, uint32_t row, uint64_t be, const uint8_t *data, uint8_t *rdata);
    void check_retired();
};
#endif
