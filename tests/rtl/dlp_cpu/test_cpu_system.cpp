// SPDX-License-Identifier: Apache-2.0
// Scalar core: start, stop, streams, events, counters.
#include "cpu_test.h"
#include <chrono>

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

int run_system_tests()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_keeps_registers_and_clears_csrs),
        cmocka_unit_test(after_reset_all_registers_are_0),
        cmocka_unit_test(stop_at_any_time_leaves_the_buses_quiet_and_the_core_usable),
        cmocka_unit_test(stop_ends_every_wait),
        cmocka_unit_test(scalar_accesses_to_nram_and_wram_wait_for_all_streams),
        cmocka_unit_test(sync_waits_for_its_streams_only_and_exit_for_all),
        cmocka_unit_test(wfi_sleeps_until_an_enabled_event),
        cmocka_unit_test(cycles_are_instructions_and_stalls),
        cmocka_unit_test(counters_of_streams_and_memories_count_their_inputs),
        cmocka_unit_test(simulation_speed_is_reported),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
