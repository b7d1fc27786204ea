// SPDX-License-Identifier: Apache-2.0
// Scalar core: random programs, arithmetic, traps, CSR rules.
#include "cpu_test.h"
extern "C" {
#include "arith.h"
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

int run_program_tests()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_core_and_the_host_compute_the_same),
        cmocka_unit_test(every_register_instruction_is_right_on_pairs_of_corner_values),
        cmocka_unit_test(each_trap_without_a_handler_stops_with_cause_pc_and_address),
        cmocka_unit_test(each_trap_with_a_handler_sets_mepc_mcause_mtval),
        cmocka_unit_test(a_fetch_beyond_the_end_of_gdram_traps_and_is_never_requested),
        cmocka_unit_test(a_bus_error_on_a_prefetched_line_is_not_seen),
        cmocka_unit_test(csr_writes_keep_what_the_manual_says),
        cmocka_unit_test(random_programs_agree_with_the_reference),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
