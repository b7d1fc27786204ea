// SPDX-License-Identifier: Apache-2.0
// Tests of the clock gate: random enables that also change while the clock is high, against the rule in rtl/lib/dlp_clkgate.v.
#include "Vdlp_clkgate.h"
#include "verilated.h"
#include "../xorshift.h"
#include <cstdint>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
extern "C" {
#include <cmocka.h>
}

static const int TAIL = CLKGATE_TAIL, RESET_TAIL = 63;

static uint64_t rng = 0x9e3779b97f4a7c15u;
static uint32_t rnd() { return xorshift(rng); }

struct Bench {
    Vdlp_clkgate top;
    int edges = 0;
    void eval()
    {
        bool before = top.clk_o;
        top.eval();
        edges += !before && top.clk_o;
    }
    // One cycle; the inputs have their values at its end, where the clock rises.  wild: the enable moves in both halves of it.
    // Returns whether clk_o rose; checks that it rises with clk only and is low while clk is low.
    bool cycle(bool rst_n, bool en, bool wild)
    {
        top.clk = 0;
        eval();
        assert_false(top.clk_o);
        top.rst_n = rst_n;
        for (int i = 0; wild && i < 3; i++) {
            top.en_i = rnd() & 1;
            eval();
        }
        top.en_i = en;
        eval();
        assert_false(top.clk_o);
        edges   = 0;
        top.clk = 1;
        eval();
        bool rose = top.clk_o;
        assert_int_equal(edges, rose);
        for (int i = 0; wild && i < 3; i++) {
            top.en_i = rnd() & 1;
            eval();
            assert_int_equal(top.clk_o, rose);
        }
        top.en_i = en;
        eval();
        assert_int_equal(edges, rose);
        return rose;
    }
};

static void the_clock_runs_in_reset_and_63_cycles_more(void **)
{
    Bench b;
    for (int i = 0; i < 5; i++) assert_true(b.cycle(false, false, false));
    for (int i = 0; i < RESET_TAIL; i++) assert_true(b.cycle(true, false, false));
    for (int i = 0; i < 100; i++) assert_false(b.cycle(true, false, false));
}

static void the_clock_runs_with_an_enable_and_tail_cycles_more(void **)
{
    Bench b;
    b.cycle(false, false, false);
    for (int i = 0; i < 100; i++) b.cycle(true, false, false);
    for (int length = 1; length < 4; length++) {
        for (int i = 0; i < length; i++) assert_true(b.cycle(true, true, false));
        for (int i = 0; i < TAIL; i++) assert_true(b.cycle(true, false, false));
        for (int i = 0; i < 20; i++) assert_false(b.cycle(true, false, false));
    }
}

// The rule, from the history: an edge in each cycle of reset, up to 63 after it, in each cycle with an enable and up to TAIL after it.
static void random_enables_give_the_edges_of_the_rule_and_no_others(void **)
{
    Bench b;
    int since_reset = 1000, since_en = 1000;
    b.cycle(false, false, false);
    for (int i = 0; i < 200; i++) b.cycle(true, false, false);
    unsigned percent = 50;
    for (int i = 0; i < 200000; i++) {
        if (rnd() % 500 == 0) percent = rnd() % 101;
        bool rst_n = rnd() % 400 != 0, en = rnd() % 100 < percent / 4;
        since_reset = !rst_n ? 0 : since_reset + 1;
        since_en    = en ? 0 : since_en + 1;
        bool rose = b.cycle(rst_n, en, rnd() & 1);
        // an enable in reset counts for nothing: reset's own tail is at least as long
        bool want = since_reset <= RESET_TAIL || since_en <= TAIL;
        if (rose != want) fail_msg("cycle %d: edge %d, reset %d and enable %d cycles ago", i, rose, since_reset, since_en);
    }
}

int main(int argc, char **argv)
{
    Verilated::commandArgs(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_runs_in_reset_and_63_cycles_more),
        cmocka_unit_test(the_clock_runs_with_an_enable_and_tail_cycles_more),
        cmocka_unit_test(random_enables_give_the_edges_of_the_rule_and_no_others),
    };
    return cmocka_run_group_tests_name("dlp_clkgate", tests, NULL, NULL);
}
