// SPDX-License-Identifier: Apache-2.0
// Tests of the scalar core: lock-step with the reference, traps, count-jump, cache, memories, streams, end of a run, counters.
#include "cpu_asm.h"
#include "cpu_gen.h"
#include "dlp_tables.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
extern "C" {
#include "arith.h"
#include <cmocka.h>
}

typedef std::vector<uint32_t> Prog;

static uint64_t       base_seed = 1;
static std::string    binary_dir;
static const uint32_t CODE = uint32_t(DLP_MEM_CODE_BASE);
static const uint32_t AT = 0x1000;                  // GDRAM offset of test programs
static const uint32_t LINE = DLP_CACHE_LINE_BYTES;

static void put(Bench &b, uint32_t offset, const Prog &p) { b.poke(offset, p.data(), 4 * p.size()); }

// Loads, starts and runs a program to its end.
static bool go(Bench &b, const Prog &p, uint32_t offset = AT, uint32_t arg = 0, uint64_t limit = 100000)
{
    put(b, offset, p);
    b.start(CODE + offset, arg);
    return b.run(limit);
}

static bool ended(const Bench &b) { return DLP ? b.exited && b.exit_code == 0 : b.trapped && b.trap_cause == 11; }

// Memory that answers fast and always: for tests that count cycles.
static void ideal(Bench &b)
{
    b.stall = 0;
    b.latency = 0;
    b.event_percent = 0;
}

static uint32_t executed(const Bench &b, uint32_t pc)
{
    uint32_t n = 0;
    for (const Retired &r : b.trace) n += r.pc == pc && !r.trap;
    return n;
}

// ---- whole programs

static void random_programs_agree_with_the_reference(void **)
{
    uint64_t retired = 0, cycles = 0;
    for (uint64_t s = 0; s < 40; s++) {
        Bench b(base_seed * 1000 + s);
        Rng   r(base_seed * 7919 + s);
        b.stall = s % 4 == 0 ? 0 : 10 * uint32_t(s % 8);
        b.latency = 2 + 5 * uint32_t(s % 7);
        for (uint32_t k = 0; k < 4; k++) {          // one after the other: registers and memories stay
            uint32_t offset = AT + 0x8000 * k + 4 * r.below(64);
            gen_program(b, r, offset / 64 * 64, 25);
            b.start(CODE + offset / 64 * 64 + 64, r.below(1u << 31));
            bool ok = b.run(400000) && b.memories_equal() && ended(b);
            if (!ok) fprintf(stderr, "  seed %llu, program %u: exited %d trapped %d\n", (unsigned long long)(base_seed * 1000 + s), k, b.exited, b.trapped);
            assert_true(ok);
        }
        retired += b.retired;
        cycles += b.cycles;
    }
    print_message("  %llu instructions in %llu cycles\n", (unsigned long long)retired, (unsigned long long)cycles);
}

static void the_core_and_the_host_compute_the_same(void **)
{
    std::vector<uint8_t> image;
    std::string          name = binary_dir + "/arith.bin";
    FILE                *f = fopen(name.c_str(), "rb");
    assert_non_null(f);
    image.resize(1u << 17);
    image.resize(fread(image.data(), 1, image.size(), f));
    fclose(f);

    Bench b(base_seed);
    uint32_t first = uint32_t(base_seed % 4), step = 4;
    b.stall = 10;
    b.lockstep = false;
    b.poke(0, image.data(), image.size());
    b.start(CODE, first | step << 8);
    assert_true(b.run(4000000));
    assert_int_equal(b.trap_cause, 11);
    uint64_t got;
    memcpy(&got, &b.mem.low[0x8000], 8);
    assert_true(got == arith(first, step));
}

static void every_register_instruction_is_right_on_pairs_of_corner_values(void **)
{
    static const uint64_t corner[] = {0, 1, 2, 63, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000,
                                      0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff, 0xffffffff80000000, 0xaaaaaaaa55555555, 1000003};
    Prog p;
    for (uint64_t a : corner)
        for (uint64_t c : corner) {
            li(p, 5, a);
            li(p, 6, c);
            for (const struct dlp_insn &row : dlp_insns)
                if (row.format == DLP_FORMAT_R) p.push_back(R(row.match, 7, 5, 6));
        }
    gen_end(p);
    Bench b(base_seed);
    ideal(b);
    assert_true(go(b, p, AT, 0, 1000000));
    assert_true(ended(b));
}

// ---- traps

struct TrapCase { const char *name; Prog p; int32_t at; uint32_t cause; uint64_t addr; };   // at: index of the trapping word, -1: addr is its pc

static std::vector<TrapCase> trap_cases()
{
    std::vector<TrapCase> t;
    uint64_t pc0 = CODE + AT;
    auto add = [&](const char *name, Prog p, int32_t at, uint32_t cause, uint64_t addr) { t.push_back({name, p, at, cause, addr}); };
    auto with = [&](const char *name, uint64_t address, uint32_t insn, uint32_t cause) {
        Prog p;
        li(p, 5, address);
        p.push_back(insn);
        t.push_back({name, p, int32_t(p.size() - 1), cause, address});
    };
    Prog one;
    add("jal misaligned", {J(OP(JAL), 1, 6)}, 0, 0, pc0 + 6);
    add("taken branch misaligned", {nop(), B(OP(BEQ), 0, 0, -2)}, 1, 0, pc0 + 2);
    add("jalr misaligned", {U(OP(AUIPC), 5, 0), I(OP(JALR), 5, 5, 15)}, 1, 0, pc0 + 14);
    add("count-jump misaligned", {J(OP(CJ), 0, 10)}, 0, 0, pc0 + 10);
    add("fetch from address 0", {I(OP(JALR), 1, 0, 0)}, -1, 1, 0);
    add("fetch from local memory", {U(OP(LUI), 5, uint32_t(DLP_MEM_LMEM_BASE)), I(OP(JALR), 0, 5, 8)}, -1, 1, DLP_MEM_LMEM_BASE + 8);
    Prog far;
    li(far, 5, 0x8000000000000000ull | CODE);
    far.push_back(I(OP(JALR), 0, 5, 0));
    add("fetch far above the window", far, -1, 1, 0x8000000000000000ull | CODE);
    Prog gd;
    li(gd, 5, DLP_MEM_GDRAM_BASE);
    gd.push_back(I(OP(JALR), 0, 5, 0));
    add("fetch from the GDRAM window", gd, -1, 1, DLP_MEM_GDRAM_BASE);
    Prog beyond;
    li(beyond, 5, DLP_MEM_CODE_BASE + GDRAM);
    beyond.push_back(I(OP(JALR), 0, 5, 0));
    add("fetch beyond GDRAM", beyond, -1, 1, DLP_MEM_CODE_BASE + GDRAM);
    add("word 0", {0}, 0, 2, 0);
    add("compressed word", {0x00014501}, 0, 2, 0x00014501);
    add("all ones", {0xffffffff}, 0, 2, 0xffffffff);
    add("reserved branch", {B(OP(BEQ), 0, 0, 8) | 2 << 12}, 0, 2, B(OP(BEQ), 0, 0, 8) | 2 << 12);
    add("slli with a bad function", {R(OP(SLLI), 1, 1, 0) | 1u << 30}, 0, 2, R(OP(SLLI), 1, 1, 0) | 1u << 30);
    add("slliw by 32", {R(OP(SLLIW), 1, 1, 0) | 1u << 25}, 0, 2, R(OP(SLLIW), 1, 1, 0) | 1u << 25);
    add("write of cycle", {I(OP(CSRRW), 0, 0, DLP_CSR_CYCLE)}, 0, 2, I(OP(CSRRW), 0, 0, DLP_CSR_CYCLE));
    add("set bits of mhartid", {I(OP(CSRRSI), 1, 1, DLP_CSR_MHARTID)}, 0, 2, I(OP(CSRRSI), 1, 1, DLP_CSR_MHARTID));
    add("a CSR that does not exist", {I(OP(CSRRS), 1, 0, 0x105)}, 0, 2, I(OP(CSRRS), 1, 0, 0x105));
    add("ebreak", {nop(), OP(EBREAK)}, 1, 3, pc0 + 4);
    add("ecall", {OP(ECALL)}, 0, 11, 0);
    with("lh misaligned", DLP_MEM_LMEM_BASE + 1, I(OP(LH), 1, 5, 0), 4);
    with("lwu misaligned", DLP_MEM_GDRAM_BASE + 2, I(OP(LWU), 1, 5, 0), 4);
    with("ld misaligned, unmapped too", 4, I(OP(LD), 1, 5, 0), 4);
    with("lb unmapped", 0, I(OP(LB), 1, 5, 0), 5);
    with("ld behind local memory", DLP_MEM_LMEM_BASE + LMEM, I(OP(LD), 1, 5, 0), 5);
    with("ld below local memory", DLP_MEM_LMEM_BASE - 8, I(OP(LD), 1, 5, 0), 5);
    with("lb behind GDRAM", DLP_MEM_GDRAM_BASE + GDRAM, I(OP(LB), 1, 5, 0), 5);
    with("ld behind GDRAM in the code window", DLP_MEM_CODE_BASE + GDRAM, I(OP(LD), 1, 5, 0), 5);
    with("ld behind NRAM", DLP_MEM_NRAM_BASE + NRAM, I(OP(LD), 1, 5, 0), 5);
    with("lw from cluster memory", DLP_MEM_SRAM_BASE, I(OP(LW), 1, 5, 0), 5);
    with("ld from the top of the address space", 0xfffffffffffffff8ull, I(OP(LD), 1, 5, 0), 5);
    with("sh misaligned", DLP_MEM_LMEM_BASE + 3, S(OP(SH), 1, 5, 0), 6);
    with("sw misaligned", DLP_MEM_CODE_BASE + 1, S(OP(SW), 1, 5, 0), 6);
    with("sd misaligned", DLP_MEM_LMEM_BASE + 4, S(OP(SD), 1, 5, 0), 6);
    with("sb unmapped", 0x3ffffff, S(OP(SB), 1, 5, 0), 7);
    with("sd behind WRAM", DLP_MEM_WRAM_BASE + WRAM, S(OP(SD), 1, 5, 0), 7);
    with("sd above 2^40", 1ull << 40 | DLP_MEM_GDRAM_BASE, S(OP(SD), 1, 5, 0), 7);
    with("bus error on a load", DLP_MEM_GDRAM_BASE + 0x70000, I(OP(LD), 1, 5, 0), 25);
    with("bus error on a store", DLP_MEM_CODE_BASE + 0x70008, S(OP(SB), 1, 5, 0), 26);
    Prog bf;
    li(bf, 5, CODE + 0x70000);
    bf.push_back(I(OP(JALR), 0, 5, 8));
    add("bus error on a fetch", bf, -1, 24, CODE + 0x70008);
    if (DLP) {
        with("lw from MMIO on a DLP core", DLP_MEM_MMIO_BASE, I(OP(LW), 1, 5, 0), 5);
        add("cfg of a register that does not exist", {I(OP(DCFG), 0, 1, DLP_CFG_VEC_SCALE + 1)}, 0, 2, I(OP(DCFG), 0, 1, DLP_CFG_VEC_SCALE + 1));
        add("cfg with a large index", {I(OP(DCFG), 0, 1, 0x80)}, 0, 2, I(OP(DCFG), 0, 1, 0x80));
        add("cfg2 with an odd index", {R(OP(DCFG2) | DLP_CFG_VEC_TYPE << 25, 0, 1, 1)}, 0, 2, R(OP(DCFG2) | DLP_CFG_VEC_TYPE << 25, 0, 1, 1));
        add("undefined vector command", {OP(VADD_VV) | 3u << 25}, 0, 2, OP(VADD_VV) | 3u << 25);
        add("undefined stream command", {OP(CONV) | 1u << 28}, 0, 2, OP(CONV) | 1u << 28);
        add("matrix opcode with the vector stream", {uint32_t(DLP_OPCODE_CMD)}, 0, 2, DLP_OPCODE_CMD);
        add("sync with a register", {OP(SYNC) | 1u << 15}, 0, 2, OP(SYNC) | 1u << 15);
    } else {
        with("ld from MMIO", DLP_MEM_MMIO_BASE, I(OP(LD), 1, 5, 0), 5);
        with("lb from MMIO", DLP_MEM_MMIO_BASE + 1, I(OP(LB), 1, 5, 0), 5);
        with("sh to MMIO", DLP_MEM_MMIO_BASE, S(OP(SH), 1, 5, 0), 7);
        with("sw behind MMIO", DLP_MEM_MMIO_BASE + DLP_MEM_MMIO_WINDOW, S(OP(SW), 1, 5, 0), 7);
        with("lw from NRAM on the job scheduler core", DLP_MEM_NRAM_BASE, I(OP(LW), 1, 5, 0), 5);
        add("dlp.exit on the job scheduler core", {OP(EXIT)}, 0, 2, OP(EXIT));
        add("dlp.cfg on the job scheduler core", {I(OP(DCFG), 0, 1, DLP_CFG_VEC_N)}, 0, 2, I(OP(DCFG), 0, 1, DLP_CFG_VEC_N));
        add("a command on the job scheduler core", {OP(VADD_VV)}, 0, 2, OP(VADD_VV));
        add("dlp.sync on the job scheduler core", {OP(SYNC)}, 0, 2, OP(SYNC));
    }
    return t;
}

static void each_trap_without_a_handler_stops_with_cause_pc_and_address(void **)
{
    for (const TrapCase &c : trap_cases()) {
        Bench b(base_seed);
        b.error_region(0x70000, 0x70400);
        Prog p = c.p;
        p.push_back(nop());
        bool     ok = go(b, p);
        uint64_t pc = c.at < 0 ? c.addr : CODE + AT + 4 * uint32_t(c.at);
        ok = ok && b.trapped && !b.exited && b.trap_cause == c.cause && b.trap_pc == pc && b.trap_addr == c.addr && b.memories_equal();
        if (!ok) fprintf(stderr, "  %s: trapped %d cause %u pc %llx address %llx\n", c.name, b.trapped, b.trap_cause, (unsigned long long)b.trap_pc,
                         (unsigned long long)b.trap_addr);
        assert_true(ok);
    }
}

static void each_trap_with_a_handler_sets_mepc_mcause_mtval(void **)
{
    for (const TrapCase &c : trap_cases()) {
        Bench b(base_seed + 1);
        b.error_region(0x70000, 0x70400);
        b.keep_trace = true;
        Prog h = {I(OP(CSRRS), 6, 0, DLP_CSR_MEPC), I(OP(CSRRS), 7, 0, DLP_CSR_MCAUSE), I(OP(CSRRS), 8, 0, DLP_CSR_MTVAL)}, p;
        gen_end(h);
        put(b, 0x400, h);
        li(p, 9, CODE + 0x400);
        p.push_back(I(OP(CSRRW), 0, 9, DLP_CSR_MTVEC));
        uint32_t head = 4 * uint32_t(p.size());
        put(b, AT - head, p);
        put(b, AT, c.p);
        b.start(CODE + AT - head, 0);
        bool ok = b.run(100000);
        uint64_t pc = c.at < 0 ? c.addr : CODE + AT + 4 * uint32_t(c.at);
        uint64_t got[3] = {~0ull, ~0ull, ~0ull};
        for (const Retired &r : b.trace)
            if (r.pc >= CODE + 0x400 && r.pc < CODE + 0x40c) got[(r.pc - CODE - 0x400) / 4] = r.val;
        ok = ok && ended(b) && got[0] == (pc & ~3ull) && got[1] == c.cause && got[2] == c.addr;
        if (!ok) fprintf(stderr, "  %s: mepc %llx mcause %llx mtval %llx\n", c.name, (unsigned long long)got[0], (unsigned long long)got[1], (unsigned long long)got[2]);
        assert_true(ok);
    }
}

static void a_fetch_beyond_the_end_of_gdram_traps_and_is_never_requested(void **)
{
    Bench b(base_seed);
    Prog  p(8, nop());
    uint32_t at = uint32_t(GDRAM - 32);
    assert_true(go(b, p, at));                      // the bench fails on a read beyond GDRAM
    assert_int_equal(b.trap_cause, 1);
    assert_true(b.trap_pc == CODE + GDRAM);
    assert_int_equal(b.retired, 8);
}

static void a_bus_error_on_a_prefetched_line_is_not_seen(void **)
{
    for (uint32_t k = 0; k < 40; k++) {             // also while the core waits for another line
        Bench b(base_seed + k);
        b.latency = k;
        Prog p(LINE / 4 - 2, nop()), far;
        p[k % (LINE / 4 - 2)] = J(OP(JAL), 0, int32_t(5 * LINE) - 4 * int32_t(k % (LINE / 4 - 2)));
        gen_end(far);
        put(b, AT + 5 * LINE, far);
        b.error_region(AT + LINE, AT + 2 * LINE);
        assert_true(go(b, p));
        assert_true(ended(b));
        assert_true(b.fetch_bursts >= 2);
    }
}

static void csr_writes_keep_what_the_manual_says(void **)
{
    Bench b(base_seed);
    b.keep_trace = true;
    Prog p;
    struct { uint32_t csr; uint64_t expect; } rows[] = {
        {DLP_CSR_MSTATUS, 0x1800}, {DLP_CSR_MISA, 0x8000000000801100}, {DLP_CSR_MIE, 0x800}, {DLP_CSR_MSCRATCH, ~0ull}, {DLP_CSR_MEPC, ~3ull},
        {DLP_CSR_MCAUSE, ~0ull}, {DLP_CSR_MTVAL, ~0ull},
    };
    li(p, 5, ~0ull);
    size_t first = p.size();
    for (auto &r : rows) {
        p.push_back(I(OP(CSRRW), 0, 5, int32_t(r.csr)));
        p.push_back(I(OP(CSRRS), 6, 0, int32_t(r.csr)));
    }
    p.push_back(I(OP(CSRRW), 7, 5, DLP_CSR_MINSTRET));      // counters are read-only: ignored
    p.push_back(I(OP(CSRRS), 8, 0, DLP_CSR_INSTRET));
    p.push_back(I(OP(CSRRW), 0, 5, DLP_CSR_MTVEC));
    p.push_back(I(OP(CSRRW), 9, 0, DLP_CSR_MTVEC));
    gen_end(p);
    assert_true(go(b, p));
    assert_true(ended(b));
    size_t k = first;
    for (auto &r : rows) {
        assert_true(b.trace[k + 1].val == r.expect);
        k += 2;
    }
    assert_true(b.trace[k].val == k && b.trace[k + 1].val == k + 1);
    assert_true(b.trace[k + 3].val == ~3ull);
}

// ---- count-jump

// A loop of `n` words of body in front of the count-jump, with count in x5; the body starts `skew` words into a line.
static Prog loop(uint32_t n, uint64_t count, uint32_t skew, uint32_t *start)
{
    Prog p;
    li(p, 5, count);
    while ((AT / 4 + p.size()) % (LINE / 4) != skew) p.push_back(nop());
    *start = uint32_t(p.size());
    for (uint32_t i = 0; i < n; i++) p.push_back(I(OP(ADDI), 6, 6, 1));
    p.push_back(J(OP(CJ), 5, -4 * int32_t(n)));
    gen_end(p);
    return p;
}

static void a_count_of_n_runs_the_body_n_times(void **)
{
    for (uint32_t n = 1; n <= 8; n++)
        for (uint32_t count : {1u, 2u, 3u, 7u})
            for (uint32_t skew : {0u, 5u, 15u}) {
                Bench b(base_seed + n);
                b.keep_trace = true;
                uint32_t s;
                Prog     p = loop(n, count, skew, &s);
                assert_true(go(b, p));
                assert_true(ended(b));
                for (uint32_t i = 0; i <= n; i++) assert_int_equal(executed(b, CODE + AT + 4 * (s + i)), count);
                assert_true(b.ref.x[5] == 0);
            }
}

static void count_jumps_cost_one_cycle_taken_or_not(void **)
{
    for (uint32_t n = 1; n <= 8; n++)
        for (uint32_t skew = 0; skew < LINE / 4; skew++) {
            const uint32_t count = 20;
            Bench          b(base_seed);
            ideal(b);
            b.keep_trace = true;
            uint32_t s;
            Prog     p = loop(n, count, skew, &s);
            assert_true(go(b, p));
            // from the second pass on all is in the cache
            std::vector<uint64_t> at;
            for (size_t i = 0; i < b.trace.size(); i++)
                if (b.trace[i].pc == CODE + AT + 4 * (s + n)) at.push_back(b.trace_cycle[i]);
            assert_int_equal(at.size(), count);
            for (size_t i = 3; i < at.size(); i++) assert_int_equal(at[i] - at[i - 1], n + 1);
        }
}

static void nested_loops_cost_no_bubble(void **)
{
    Bench b(base_seed);
    ideal(b);
    b.keep_trace = true;
    // x5 outer 10; x6 inner 5 of 2 words
    Prog p = {I(OP(ADDI), 5, 0, 10)};
    p.push_back(I(OP(ADDI), 6, 0, 5));              // outer:
    p.push_back(I(OP(ADDI), 7, 7, 1));              // inner:
    p.push_back(I(OP(ADDI), 8, 8, 1));
    p.push_back(J(OP(CJ), 6, -8));
    p.push_back(I(OP(ADDI), 9, 9, 1));
    p.push_back(J(OP(CJ), 5, -20));
    gen_end(p);
    assert_true(go(b, p));
    assert_true(ended(b) && b.ref.x[7] == 50 && b.ref.x[9] == 10);
    std::vector<uint64_t> at;
    for (size_t i = 0; i < b.trace.size(); i++)
        if (b.trace[i].pc == CODE + AT + 24) at.push_back(b.trace_cycle[i]);
    for (size_t i = 2; i < at.size(); i++) assert_int_equal(at[i] - at[i - 1], 1 + 5 * 3 + 2);
}

static void a_count_just_computed_or_loaded_is_used(void **)
{
    Bench b(base_seed);
    Prog  p;
    li(p, 9, DLP_MEM_LMEM_BASE);
    li(p, 5, 3);
    p.push_back(S(OP(SD), 5, 9, 16));
    p.push_back(I(OP(LD), 6, 9, 16));               // loop: from local memory, then at once the count-jump
    p.push_back(J(OP(CJ), 6, 12));                  // 3: jumps
    p.push_back(OP(EBREAK));
    p.push_back(OP(EBREAK));
    p.push_back(I(OP(ADDI), 6, 0, 1));
    p.push_back(J(OP(CJ), 6, -8));                  // 1: falls through
    gen_end(p);
    assert_true(go(b, p));
    assert_true(ended(b));
}

static void a_count_of_0_wraps_and_jumps(void **)
{
    Bench b(base_seed);
    b.keep_trace = true;
    uint32_t s;
    Prog     p = loop(1, 0, 4, &s);
    put(b, AT, p);
    b.start(CODE + AT, 0);
    for (int i = 0; i < 400; i++) b.tick();
    assert_true(b.error.empty());
    assert_true(!b.exited && !b.trapped);
    assert_true(executed(b, CODE + AT + 4 * s) > 10);
    for (const Retired &r : b.trace)
        if (r.pc == CODE + AT + 4 * (s + 1)) {
            assert_true(r.val == ~0ull);
            break;
        }
    b.stop = true;
    assert_true(b.run(200));
}

static void count_jump_of_x0_always_jumps(void **)
{
    Bench b(base_seed);
    Prog  p = {J(OP(CJ), 0, 12), OP(EBREAK), OP(EBREAK), J(OP(CJ), 0, -8), OP(EBREAK)};
    p[1] = J(OP(JAL), 0, 16);
    gen_end(p);
    assert_true(go(b, p));
    assert_true(ended(b));
    assert_true(b.ref.x[0] == 0);
}

static void a_misaligned_count_jump_traps_only_when_taken(void **)
{
    Bench b(base_seed);
    Prog  p = {I(OP(ADDI), 5, 0, 1), J(OP(CJ), 5, 6), I(OP(ADDI), 5, 0, 2), J(OP(CJ), 5, 6)};
    assert_true(go(b, p));
    assert_int_equal(b.trap_cause, 0);
    assert_true(b.trap_pc == CODE + AT + 12 && b.trap_addr == CODE + AT + 18);
    assert_true(b.ref.x[5] == 2);
    // the register itself: read it in the next run
    b.keep_trace = true;
    Prog q = {I(OP(ADDI), 6, 5, 0)};
    gen_end(q);
    assert_true(go(b, q, 0x3000));
    assert_true(b.trace[0].val == 2);
}

static void a_fault_inside_a_loop_leaves_the_count(void **)
{
    Bench b(base_seed);
    b.keep_trace = true;
    Prog p;
    li(p, 7, DLP_MEM_LMEM_BASE + LMEM - 16);
    li(p, 5, 10);
    p.push_back(I(OP(LD), 6, 7, 0));                // the third pass leaves the memory
    p.push_back(I(OP(ADDI), 7, 7, 8));
    p.push_back(J(OP(CJ), 5, -8));
    assert_true(go(b, p));
    assert_int_equal(b.trap_cause, 5);
    assert_true(b.trap_addr == DLP_MEM_LMEM_BASE + LMEM);
    Prog q = {I(OP(ADDI), 6, 5, 0)};
    gen_end(q);
    b.trace.clear();
    assert_true(go(b, q, 0x3000));
    assert_true(b.trace[0].val == 8);
}

// ---- timing

static uint64_t cycles_of(Bench &b, const Prog &p, uint32_t from, uint32_t to)   // between the retirement of two words
{
    b.keep_trace = true;
    b.trace.clear();
    b.trace_cycle.clear();
    assert_true(go(b, p));
    uint64_t t0 = 0, t1 = 0;
    for (size_t i = 0; i < b.trace.size(); i++) {
        if (b.trace[i].pc == CODE + AT + 4 * from) t0 = b.trace_cycle[i];
        if (b.trace[i].pc == CODE + AT + 4 * to) t1 = b.trace_cycle[i];
    }
    return t1 - t0;
}

// The words in question run twice, the second time from the cache.
static uint64_t warm(const Prog &words)
{
    Bench b(base_seed);
    ideal(b);
    Prog p;
    li(p, 20, DLP_MEM_LMEM_BASE + 64);
    li(p, 21, DLP_MEM_GDRAM_BASE + 0x80000);
    li(p, 22, DLP_MEM_NRAM_BASE);
    li(p, 23, 0x123456789ull);
    li(p, 5, 2);
    uint32_t first = uint32_t(p.size());
    p.push_back(nop());
    p.insert(p.end(), words.begin(), words.end());
    p.push_back(nop());
    uint32_t last = uint32_t(p.size() - 1);
    p.push_back(J(OP(CJ), 5, -4 * int32_t(p.size() - first)));
    gen_end(p);
    return cycles_of(b, p, first, last) - 1;
}

static void instructions_take_the_cycles_that_the_page_promises(void **)
{
    assert_int_equal(warm({I(OP(ADDI), 6, 6, 1), I(OP(ADDI), 6, 6, 1)}), 2);
    assert_int_equal(warm({B(OP(BNE), 0, 0, 8)}), 1);
    assert_int_equal(warm({B(OP(BEQ), 0, 0, 4)}), 2);
    assert_int_equal(warm({J(OP(JAL), 0, 4)}), 1);
    assert_int_equal(warm({U(OP(AUIPC), 6, 0), I(OP(JALR), 0, 6, 8)}), 3);
    assert_int_equal(warm({I(OP(LD), 6, 20, 0), I(OP(ADDI), 7, 7, 1)}), 2);
    assert_int_equal(warm({I(OP(LD), 6, 20, 0), I(OP(ADDI), 7, 6, 1)}), 3);
    assert_int_equal(warm({S(OP(SD), 6, 20, 0), I(OP(LD), 6, 20, 0)}), 2);
    assert_int_equal(warm({R(OP(MUL), 6, 0, 23)}), 6);
    assert_int_equal(warm({R(OP(MUL), 6, 0, 5)}), 4);
    assert_int_equal(warm({R(OP(MULW), 6, 23, 23)}), 4);
    assert_int_equal(warm({R(OP(MULHU), 6, 23, 23)}), 8);
    assert_int_equal(warm({R(OP(DIVU), 6, 23, 0)}), 4);
    if (DLP) {
        assert_int_equal(warm({S(OP(SD), 6, 22, 0)}), 4);
        assert_int_equal(warm({I(OP(LD), 6, 22, 0)}), 5);
        assert_int_equal(warm({C(OP(VADD_VV), 1, 2, 3, 0)}), 1);
        assert_int_equal(warm({I(OP(DCFG), 0, 1, DLP_CFG_VEC_N)}), 1);
    }
    print_message("  cycles: ld GDRAM %llu, sd GDRAM %llu (memory answers at once), divu of 33 bits %llu, of 64 bits %llu\n",
                  (unsigned long long)warm({I(OP(LD), 6, 21, 0)}), (unsigned long long)warm({S(OP(SD), 6, 21, 0)}),
                  (unsigned long long)warm({R(OP(DIVU), 6, 23, 5)}), (unsigned long long)warm({R(OP(DIV), 6, 20, 23)}));
}

static void cold_straight_code_hides_part_of_the_memory_latency(void **)
{
    const uint32_t lines = 16, words = lines * LINE / 4;
    for (uint32_t latency : {0u, 10u, 30u}) {
        Bench b(base_seed);
        ideal(b);
        b.latency = latency;
        Prog p(words, nop());
        gen_end(p);
        uint64_t c = cycles_of(b, p, 0, words - 1);
        print_message("  latency up to %u: %.1f cycles per line of %u instructions\n", latency, double(c) / lines, LINE / 4);
        assert_true(c < lines * (LINE / 4 + latency));
        if (latency <= 10) assert_true(c < lines * (LINE / 4 + 6));
    }
}

// ---- cache

static void fence_i_makes_stores_to_code_visible(void **)
{
    Bench b(base_seed);
    b.keep_trace = true;
    // the loop patches the word in front of its end: first addi x6, x0, 1, then addi x6, x0, 2
    Prog p;
    li(p, 5, 2);
    li(p, 7, CODE + AT);
    li(p, 8, I(OP(ADDI), 6, 0, 2));
    uint32_t at = uint32_t(p.size()) + 2;
    p.push_back(I(OP(FENCE_I), 0, 0, 0));           // again:
    p.push_back(nop());
    p.push_back(I(OP(ADDI), 6, 0, 1));              // at:
    p.push_back(S(OP(SW), 8, 7, int32_t(4 * at)));
    p.push_back(J(OP(CJ), 5, -16));
    gen_end(p);
    assert_true(go(b, p));
    assert_true(ended(b) && b.ref.x[6] == 2);
}

static void lines_that_share_an_index_replace_each_other(void **)
{
    Bench b(base_seed);
    uint32_t way = CPU_PARAM(ICACHE_LINES) * LINE;  // same index again and again
    b.keep_trace = true;
    for (uint32_t k = 0; k < 4; k++) {
        Prog p = {I(OP(ADDI), 6 + k, 6 + k, 1), J(OP(JAL), 0, int32_t(k < 3 ? way - 4 : 4))};
        if (k == 3) {
            p.push_back(J(OP(CJ), 10, -int32_t(3 * way) - 8));
            gen_end(p);
        }
        put(b, AT + k * way, p);
    }
    b.start(CODE + AT, 5);                          // a0 counts
    assert_true(b.run(20000));
    assert_true(ended(b));
    for (uint32_t k = 0; k < 4; k++) assert_int_equal(executed(b, CODE + AT + k * way), 5);
}

static void a_running_line_that_a_prefetch_replaces_is_fetched_again(void **)
{
    // the line `other` has the index of `body`; it is behind `head`, so it is prefetched while `body` runs
    uint32_t way = CPU_PARAM(ICACHE_LINES) * LINE, body = AT + 2 * LINE, other = body + way, head = other - LINE;
    for (uint32_t latency = 0; latency < 40; latency += 3)
        for (uint32_t delay = 0; delay < 8; delay++) {
            Bench b(base_seed);
            ideal(b);
            b.latency = latency;
            Prog h(delay, nop()), w(LINE / 4, nop());
            h.push_back(J(OP(CJ), 0, int32_t(body - head) - 4 * int32_t(delay)));
            put(b, head, h);
            w[LINE / 4 - 2] = J(OP(CJ), 10, int32_t(head - body - LINE + 8));
            w[LINE / 4 - 1] = J(OP(JAL), 0, int32_t(LINE) + 4);
            put(b, body, w);
            put(b, other, Prog(LINE / 4, OP(EBREAK)));
            Prog e;
            gen_end(e);
            put(b, body + 2 * LINE, e);
            b.start(CODE + body, 6);
            assert_true(b.run(5000));
            assert_true(ended(b));
        }
}

static void code_patched_while_it_is_on_the_way_is_seen_after_fence_i(void **)
{
    for (uint32_t k = 0; k < 600; k++) {
        Bench b(base_seed * 1000 + k);
        b.stall = k % 3 * 25;
        b.latency = k % 37;
        Prog first, p(k % 5, nop());
        li(first, 7, CODE + AT + LINE);
        li(first, 8, I(OP(ADDI), 6, 0, 2));
        gen_end(first);
        assert_true(go(b, first, 0x3000));          // registers stay
        p.push_back(S(OP(SW), 8, 7, int32_t(k % 8) * 4));                       // into the next line, which is on its way
        for (uint32_t i = 0; i < k / 8 % 4; i++) p.push_back(nop());
        p.push_back(I(OP(FENCE_I), 0, 0, 0));
        while (p.size() < LINE / 4 + 8) p.push_back(nop());
        gen_end(p);
        assert_true(go(b, p));                      // the reference sees its own memory
        assert_true(ended(b) && b.ref.x[6] == 2);
    }
}

static void a_loop_as_large_as_half_the_cache_runs_from_it(void **)
{
    Bench b(base_seed);
    ideal(b);
    uint32_t n = CPU_PARAM(ICACHE_LINES) * LINE / 8;
    uint32_t s;
    Prog     p = loop(n, 4, 0, &s);
    b.latency = 20;
    assert_true(go(b, p));
    assert_true(b.fetch_bursts < CPU_PARAM(ICACHE_LINES) / 2 + 6);
}

// ---- start, stop

static void a_start_keeps_registers_and_clears_csrs(void **)
{
    Bench b(base_seed);
    b.keep_trace = true;
    Prog p;
    li(p, 6, 77);
    p.push_back(I(OP(CSRRW), 0, 6, DLP_CSR_MSCRATCH));
    p.push_back(I(OP(CSRRW), 0, 6, DLP_CSR_MCAUSE));
    gen_end(p);
    assert_true(go(b, p));
    Prog q = {I(OP(CSRRS), 7, 0, DLP_CSR_MSCRATCH), I(OP(CSRRS), 8, 0, DLP_CSR_MCAUSE), I(OP(CSRRS), 9, 0, DLP_CSR_MINSTRET), I(OP(ADDI), 11, 6, 0), I(OP(ADDI), 12, 10, 0)};
    gen_end(q);
    b.trace.clear();
    assert_true(go(b, q, 0x3000, 0x87654321));
    assert_true(b.trace[0].val == 0 && b.trace[1].val == 0 && b.trace[2].val == 2 && b.trace[3].val == 77 && b.trace[4].val == 0x87654321);
}

static void after_reset_all_registers_are_0(void **)
{
    Bench b(base_seed);
    Prog  p, q;
    for (uint32_t i = 1; i < 32; i++) p.push_back(I(OP(ADDI), i, 0, int32_t(i)));
    gen_end(p);
    assert_true(go(b, p));
    b.reset();
    memset(b.ref.x, 0, sizeof b.ref.x);
    for (uint32_t i = 1; i < 32; i++) q.push_back(I(OP(ADDI), i, i, 0));
    gen_end(q);
    assert_true(go(b, q, 0x3000));                  // at once behind the reset; the reference compares
    assert_true(ended(b));
}

static void stop_at_any_time_leaves_the_buses_quiet_and_the_core_usable(void **)
{
    for (uint32_t k = 0; k < 150; k++) {
        Bench b(base_seed * 100 + k);
        Rng   r(base_seed * 31 + k);
        gen_program(b, r, AT, 30);
        b.start(CODE + AT + 64, 0);
        uint64_t when = 1 + r.below(1500);
        for (uint64_t i = 0; i < when && b.top->running_o; i++) b.tick();
        b.stop = true;
        assert_true(b.run(2000));
        uint64_t retired = b.retired;
        assert_true(b.ref.ended || b.ref.stopped || b.top->next_pc_o == b.ref.pc);
        bool     open = b.top->if_arvalid_o || b.top->ls_arvalid_o || b.top->ls_awvalid_o || b.top->ls_wvalid_o || b.top->nram_req_valid_o ||
                    b.top->wram_req_valid_o || b.top->mmio_valid_o || b.top->iss_valid_o;
        assert_false(open);
        for (int i = 0; i < 60; i++) b.tick();
        assert_true(b.retired == retired && b.error.empty());
        assert_true(b.memories_equal());            // what is in memory is what retired
        b.stop = false;
        Prog p = {I(OP(ADDI), 6, 10, 1)};
        gen_end(p);
        assert_true(go(b, p, 0x60000, 41));
        assert_true(b.ref.x[6] == 42 && ended(b));
    }
}

static void stop_ends_every_wait(void **)
{
    Prog waits[] = {{J(OP(JAL), 0, 0)}, {I(OP(SYNC), 0, 0, 15)}, {C(OP(VADD_VV), 1, 2, 3, 0)}, {I(OP(EXIT), 0, 0, 0)}, {I(OP(LD), 1, 22, 0)}, {R(OP(DIVU), 1, 23, 22), J(OP(JAL), 0, -4)}, {OP(WFI)}};
    for (const Prog &w : waits) {
        Bench b(base_seed);
        Prog  p;
        if (!DLP && w[0] != OP(WFI) && w[0] != J(OP(JAL), 0, 0) && w.size() == 1) continue;
        b.hold_streams = b.hold_queue = true;
        b.event_percent = 0;
        li(p, 22, DLP_MEM_NRAM_BASE);
        li(p, 23, ~0ull);
        p.insert(p.end(), w.begin(), w.end());
        p.push_back(J(OP(JAL), 0, 0));
        put(b, AT, p);
        b.start(CODE + AT, 0);
        for (int i = 0; i < 150; i++) b.tick();
        assert_true(b.top->running_o);
        b.stop = true;
        assert_true(b.run(100));
        assert_false(b.exited || b.trapped);
        // nothing of it is left
        b.stop = b.hold_streams = b.hold_queue = false;
        ideal(b);
        Prog q = {R(OP(MUL), 6, 10, 10), I(OP(ADDI), 7, 6, 0)};
        gen_end(q);
        assert_true(go(b, q, 0x3000, 9));
        assert_true(ended(b) && b.ref.x[7] == 81);
    }
}

// ---- streams and events

static void scalar_accesses_to_nram_and_wram_wait_for_all_streams(void **)
{
    if (!DLP) return;
    for (uint32_t stream = 0; stream < 4; stream++) {
        Bench b(base_seed);
        ideal(b);
        Prog p;
        li(p, 5, stream & 1 ? DLP_MEM_NRAM_BASE : DLP_MEM_WRAM_BASE);
        p.push_back(S(OP(SD), 5, 5, 8));
        p.push_back(I(OP(LD), 6, 5, 8));
        p.push_back(I(OP(CSRRS), 7, 0, DLP_CSR_STALL_SPM));
        gen_end(p);
        put(b, AT, p);
        b.busy[stream] = 200;                       // the bench fails on an access before the end
        b.start(CODE + AT, 0);
        assert_true(b.run(2000));
        assert_true(ended(b) && b.last_value > 150 && b.last_value <= 200);
    }
}

static void sync_waits_for_its_streams_only_and_exit_for_all(void **)
{
    if (!DLP) return;
    for (uint32_t stream = 0; stream < 4; stream++)
        for (uint32_t mask = 0; mask < 16; mask++) {
            Bench b(base_seed);
            ideal(b);
            b.keep_trace = true;
            Prog p = {I(OP(SYNC), 0, 0, int32_t(mask)), I(OP(EXIT), 0, 0, 0)};
            put(b, AT, p);
            b.busy[stream] = 300;
            uint64_t t0 = b.cycles;
            b.start(CODE + AT, 0);
            assert_true(b.run(2000));
            bool waited = b.trace_cycle[0] - t0 >= 299;
            assert_int_equal(waited, mask >> stream & 1);
            assert_true(b.trace_cycle[1] - t0 >= 299);
        }
}

static void wfi_sleeps_until_an_enabled_event(void **)
{
    for (bool enabled : {true, false}) {
        Bench b(base_seed);
        ideal(b);
        Prog p;
        li(p, 5, 0x800);
        if (enabled) p.push_back(I(OP(CSRRW), 0, 5, DLP_CSR_MIE));
        p.push_back(OP(WFI));
        p.push_back(I(OP(CSRRS), 6, 0, DLP_CSR_MIP));
        gen_end(p);
        put(b, AT, p);
        b.start(CODE + AT, 0);
        for (int i = 0; i < 300; i++) b.tick();
        if (DLP) {
            assert_true(ended(b) && b.sleeps == 0 && b.last_value == 0);
            continue;
        }
        assert_true(b.top->wfi_o && b.top->running_o);
        b.event_percent = 100;
        for (int i = 0; i < 100; i++) b.tick();
        assert_int_equal(ended(b), enabled);
        if (enabled) assert_true(b.last_value == 0x800);
        b.stop = true;
        assert_true(b.run(100));
    }
}

// ---- counters

static void cycles_are_instructions_and_stalls(void **)
{
    static const uint32_t csrs[] = {DLP_CSR_MCYCLE, DLP_CSR_MINSTRET, DLP_CSR_STALL_FETCH, DLP_CSR_STALL_BRANCH, DLP_CSR_STALL_MEM,
                                    DLP_CSR_STALL_SPM, DLP_CSR_STALL_MULDIV, DLP_CSR_STALL_QUEUE, DLP_CSR_STALL_SYNC};
    uint64_t total[9] = {};
    for (uint64_t s = 0; s < 8; s++) {
        Bench b(base_seed * 50 + s);
        b.keep_trace = true;
        b.event_percent = 0;
        Prog p;
        li(p, 20, DLP_MEM_LMEM_BASE);
        li(p, 21, DLP_MEM_GDRAM_BASE + 0x80000);
        li(p, 22, DLP ? DLP_MEM_NRAM_BASE : DLP_MEM_LMEM_BASE + 128);
        li(p, 5, 4);
        size_t first = p.size();
        p.push_back(I(OP(LD), 6, 20, 0));
        p.push_back(I(OP(ADDI), 6, 6, 3));
        p.push_back(R(OP(DIV), 7, 21, 6));
        p.push_back(S(OP(SD), 7, 21, 8));
        if (DLP) {
            for (uint32_t m : {OP(VADD_VV), OP(CONV), OP(IO_COPY), OP(MV_COPY)}) p.push_back(C(m, 20, 21, 22, 3));
            p.push_back(I(OP(SYNC), 0, 0, 5));
            p.push_back(C(OP(CONV), 20, 21, 22, 3));
        }
        p.push_back(S(OP(SD), 7, 22, 8));
        p.push_back(B(OP(BNE), 20, 0, 8));
        p.push_back(nop());
        p.push_back(J(OP(CJ), 5, -4 * int32_t(p.size() - first)));
        // the counters are read twice: the second time from the cache, one in a cycle
        li(p, 9, 2);
        for (uint32_t c : csrs) p.push_back(I(OP(CSRRS), 8, 0, int32_t(c)));
        p.push_back(J(OP(CJ), 9, -36));
        gen_end(p);
        assert_true(go(b, p));
        assert_true(ended(b));
        uint64_t sum = 0, value[9] = {};
        for (const Retired &r : b.trace)
            for (int k = 0; k < 9; k++)
                if ((r.insn & DLP_INSN_CSRRS_MASK) == OP(CSRRS) && r.insn >> 20 == csrs[k]) value[k] = r.val;
        for (int k = 2; k < 9; k++) {
            sum += value[k];
            total[k] += value[k];
        }
        assert_true(value[0] == value[1] - 1 + sum);        // minstret is read by the instruction behind
    }
    for (int k = 2; k < 9; k++)
        if (DLP || (csrs[k] != DLP_CSR_STALL_SPM && csrs[k] != DLP_CSR_STALL_QUEUE && csrs[k] != DLP_CSR_STALL_SYNC)) assert_true(total[k] > 0);
        else assert_true(total[k] == 0);
}

static void counters_of_streams_and_memories_count_their_inputs(void **)
{
    if (!DLP) return;
    Bench b(base_seed);
    ideal(b);
    Prog p = {I(OP(ADDI), 5, 0, 1000), J(OP(CJ), 5, 0)};
    for (uint32_t c : {DLP_CSR_BUSY_VEC, DLP_CSR_BUSY_MAT, DLP_CSR_BUSY_IO, DLP_CSR_BUSY_MOVE, DLP_CSR_MXU_ROWS, DLP_CSR_NRAM_CONFLICT, DLP_CSR_WRAM_CONFLICT})
        p.push_back(I(OP(CSRRS), 8, 0, int32_t(c)));
    gen_end(p);
    put(b, AT, p);
    b.keep_trace = true;
    b.start(CODE + AT, 0);
    for (uint32_t i = 0; i < 100; i++) {
        if (i == 20)
            for (uint32_t s = 0; s < 4; s++) b.busy[s] = 10 + s;
        b.top->mxu_row_i = i >= 30 && i < 37;
        b.top->nram_conflicts_i = i == 40 ? 9 : i == 41 ? 3 : 0;
        b.top->wram_conflicts_i = i == 40 ? 5 : 0;
        b.tick();
    }
    assert_true(b.run(5000));
    static const uint64_t expect[] = {10, 11, 12, 13, 7, 12, 5};
    size_t n = b.trace.size() - 8;
    for (size_t k = 0; k < 7; k++) assert_true(b.trace[n + k].val == expect[k]);
    assert_true(b.top->mxu_rows_o == 7);
}

static void simulation_speed_is_reported(void **)
{
    Bench b(base_seed);
    ideal(b);
    put(b, AT, {J(OP(CJ), 0, 0)});
    Vdlp_cpu *t = b.top.get();
    auto rate = [&](int n) {
        auto t0 = std::chrono::steady_clock::now();
        for (int i = 0; i < n; i++) {
            t->clk = 0;
            t->eval();
            t->clk = 1;
            t->eval();
        }
        return n / std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count() / 1e6;
    };
    double idle = rate(300000);
    b.start(CODE + AT, 0);
    b.lockstep = false;
    for (int i = 0; i < 100; i++) b.tick();
    double busy = rate(300000);
    print_message("  idle %.1f, running %.1f million cycles per second (model compiled for a short build)\n", idle, busy);
}

int main(int argc, char **argv)
{
    if (argc > 1) base_seed = strtoull(argv[1], nullptr, 0);
    binary_dir = argv[0];
    binary_dir = binary_dir.substr(0, binary_dir.rfind('/'));
    if (argc > 2) cmocka_set_test_filter(argv[2]);
    print_message("dlp_cpu %s, row of %u bytes, seed %llu\n", DLP ? "with streams" : "of the job scheduler", ROW, (unsigned long long)base_seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_trap_without_a_handler_stops_with_cause_pc_and_address),
        cmocka_unit_test(each_trap_with_a_handler_sets_mepc_mcause_mtval),
        cmocka_unit_test(a_fetch_beyond_the_end_of_gdram_traps_and_is_never_requested),
        cmocka_unit_test(a_bus_error_on_a_prefetched_line_is_not_seen),
        cmocka_unit_test(csr_writes_keep_what_the_manual_says),
        cmocka_unit_test(a_count_of_n_runs_the_body_n_times),
        cmocka_unit_test(count_jumps_cost_one_cycle_taken_or_not),
        cmocka_unit_test(nested_loops_cost_no_bubble),
        cmocka_unit_test(a_count_just_computed_or_loaded_is_used),
        cmocka_unit_test(a_count_of_0_wraps_and_jumps),
        cmocka_unit_test(count_jump_of_x0_always_jumps),
        cmocka_unit_test(a_misaligned_count_jump_traps_only_when_taken),
        cmocka_unit_test(a_fault_inside_a_loop_leaves_the_count),
        cmocka_unit_test(instructions_take_the_cycles_that_the_page_promises),
        cmocka_unit_test(cold_straight_code_hides_part_of_the_memory_latency),
        cmocka_unit_test(fence_i_makes_stores_to_code_visible),
        cmocka_unit_test(lines_that_share_an_index_replace_each_other),
        cmocka_unit_test(a_running_line_that_a_prefetch_replaces_is_fetched_again),
        cmocka_unit_test(code_patched_while_it_is_on_the_way_is_seen_after_fence_i),
        cmocka_unit_test(a_loop_as_large_as_half_the_cache_runs_from_it),
        cmocka_unit_test(a_start_keeps_registers_and_clears_csrs),
        cmocka_unit_test(after_reset_all_registers_are_0),
        cmocka_unit_test(stop_at_any_time_leaves_the_buses_quiet_and_the_core_usable),
        cmocka_unit_test(stop_ends_every_wait),
        cmocka_unit_test(scalar_accesses_to_nram_and_wram_wait_for_all_streams),
        cmocka_unit_test(sync_waits_for_its_streams_only_and_exit_for_all),
        cmocka_unit_test(wfi_sleeps_until_an_enabled_event),
        cmocka_unit_test(cycles_are_instructions_and_stalls),
        cmocka_unit_test(counters_of_streams_and_memories_count_their_inputs),
        cmocka_unit_test(every_register_instruction_is_right_on_pairs_of_corner_values),
        cmocka_unit_test(the_core_and_the_host_compute_the_same),
        cmocka_unit_test(random_programs_agree_with_the_reference),
        cmocka_unit_test(simulation_speed_is_reported),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
