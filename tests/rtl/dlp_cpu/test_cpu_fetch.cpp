// SPDX-License-Identifier: Apache-2.0
// Scalar core: count-jump, cycles of instructions, instruction cache.
#include "cpu_test.h"

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
    assert_int_equal(warm({R(OP(MULHU), 6, 23, 23)}), 7);
    assert_int_equal(warm({R(OP(DIVU), 6, 23, 0)}), 4);
    assert_int_equal(warm({R(OP(DIVU), 6, 23, 20)}), 1 + 4 + 48 + 1);
    assert_int_equal(warm({R(OP(REM), 6, 20, 23)}), 1 + 4 + 32 + 2);
    if (DLP) {
        assert_int_equal(warm({S(OP(SD), 6, 22, 0)}), 4);
        assert_int_equal(warm({I(OP(LD), 6, 22, 0)}), 5);
        assert_int_equal(warm({C(OP(VADD_VV), 1, 2, 3, 0)}), 1);
        assert_int_equal(warm({I(OP(DCFG), 0, 1, DLP_CFG_VEC_N)}), 1);
    }
    print_message("  cycles: ld GDRAM %llu, sd GDRAM %llu (memory answers at once), divu of 33 bits %llu, of 17 bits %llu\n",
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

int run_fetch_tests()
{
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
