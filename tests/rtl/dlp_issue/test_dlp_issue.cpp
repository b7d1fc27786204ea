// SPDX-License-Identifier: Apache-2.0
// Tests of command issue: random commands, configuration writes, units and faults against a list of commands in issue order.
#include "Vdlp_issue.h"
#include "dlp_spec.h"
#include "verilated.h"
#include "../xorshift.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <vector>
extern "C" {
#include <cmocka.h>
}

static const unsigned DEPTH = ISSUE_DEPTH, IN_UNIT = 7;
static const unsigned FIRST[4] = {DLP_CFG_VEC_N, DLP_CFG_MAT_HI, DLP_CFG_IO_DST_STRIDE, DLP_CFG_MV_DST_STRIDE};
static const unsigned LAST[4]  = {DLP_CFG_VEC_SCALE, DLP_CFG_MAT_SLOPE, DLP_CFG_IO_SRC_PLANE, DLP_CFG_MV_SRC_PLANE};

static uint64_t rng = 0x2545f4914f6cdd1du;
static uint32_t rnd() { return xorshift(rng); }
static uint64_t rnd64() { return uint64_t(rnd()) << 32 | rnd(); }
static bool     one_in(unsigned n) { return rnd() % n == 0; }

struct Command {
    unsigned              stream, op, after;
    uint64_t              rd, rs1, rs2, pc;
    std::vector<uint32_t> cfg;
    enum { QUEUED, IN_UNIT, DONE, DROPPED } state;
};

// What a unit sees of its port.
struct Port {
    bool            valid;
    unsigned        op;
    uint64_t        rd, rs1, rs2;
    const uint32_t *cfg;
};

struct Bench {
    Vdlp_issue           d;
    uint32_t             cfg[128] = {};
    std::vector<Command> list;                 // every command, in issue order
    std::deque<size_t>   queue[4], unit[4];    // numbers in the list
    bool                 stop = false, flush = false, fault_due = false;
    unsigned             fault_code = 0, fault_stream = 0;
    uint64_t             fault_pc = 0, fault_addr = 0;
    unsigned             full = 0, waited = 0, started = 0, overlapped = 0;

    Bench()
    {
        d.rst_n = 0;
        edge();
        edge();
        d.rst_n = 1;
    }
    void edge()
    {
        d.clk = 0;
        d.eval();
        d.clk = 1;
        d.eval();
        d.iss_valid_i = 0;
        d.cfg_we_i    = 0;
        d.clear_i     = 0;
        d.vec_done_valid_i = d.mat_done_valid_i = d.io_done_valid_i = d.mv_done_valid_i = 0;
        d.vec_cmd_ready_i = d.mat_cmd_ready_i = d.io_cmd_ready_i = d.mv_cmd_ready_i = 0;
    }
    Port port(unsigned s)
    {
        switch (s) {
        case 0: return {bool(d.vec_cmd_valid_o), d.vec_cmd_op_o, d.vec_cmd_rd_o, d.vec_cmd_rs1_o, d.vec_cmd_rs2_o, &d.vec_cmd_cfg_o[0]};
        case 1: return {bool(d.mat_cmd_valid_o), d.mat_cmd_op_o, d.mat_cmd_rd_o, d.mat_cmd_rs1_o, d.mat_cmd_rs2_o, &d.mat_cmd_cfg_o[0]};
        case 2: return {bool(d.io_cmd_valid_o), d.io_cmd_op_o, d.io_cmd_rd_o, d.io_cmd_rs1_o, d.io_cmd_rs2_o, &d.io_cmd_cfg_o[0]};
        default: return {bool(d.mv_cmd_valid_o), d.mv_cmd_op_o, d.mv_cmd_rd_o, d.mv_cmd_rs1_o, d.mv_cmd_rs2_o, &d.mv_cmd_cfg_o[0]};
        }
    }
    void ready(unsigned s)
    {
        (s == 0 ? d.vec_cmd_ready_i : s == 1 ? d.mat_cmd_ready_i : s == 2 ? d.io_cmd_ready_i : d.mv_cmd_ready_i) = 1;
    }
    void done(unsigned s, unsigned fault, uint64_t addr)
    {
        (s == 0 ? d.vec_done_valid_i : s == 1 ? d.mat_done_valid_i : s == 2 ? d.io_done_valid_i : d.mv_done_valid_i) = 1;
        (s == 0 ? d.vec_done_fault_i : s == 1 ? d.mat_done_fault_i : s == 2 ? d.io_done_fault_i : d.mv_done_fault_i) = uint8_t(fault);
        (s == 0 ? d.vec_done_addr_i : s == 1 ? d.mat_done_addr_i : s == 2 ? d.io_done_addr_i : d.mv_done_addr_i) = addr;
    }
    // may the head of stream s start?  By the text of the manual: no older command of its after set is still to complete
    bool may_start(unsigned s) const
    {
        if (queue[s].empty() || unit[s].size() == IN_UNIT || flush || stop) return false;
        const size_t n = queue[s].front();
        for (size_t i = n; i-- > 0 && n - i < 200;)
            if ((list[n].after >> list[i].stream & 1) && (list[i].state == Command::QUEUED || list[i].state == Command::IN_UNIT)) return false;
        return true;
    }
    void write_cfg(unsigned index, bool two)
    {
        const uint64_t v = rnd64();
        d.cfg_we_i    = two ? 3 : 1;
        d.cfg_index_i = uint8_t(index);
        d.cfg_wdata_i = v;
        cfg[index]    = uint32_t(v);
        if (two) cfg[index + 1] = uint32_t(v >> 32);
    }
    Command random_command(unsigned s)
    {
        Command c = {s, rnd() % 64, rnd() % 16 & rnd(), rnd64(), rnd64(), rnd64(), rnd64(), {}, Command::QUEUED};
        return c;
    }
    void offer(const Command &c)
    {
        d.iss_valid_i  = 1;
        d.iss_stream_i = uint8_t(c.stream);
        d.iss_op_i     = uint8_t(c.op);
        d.iss_after_i  = uint8_t(c.after);
        d.iss_rd_i     = c.rd;
        d.iss_rs1_i    = c.rs1;
        d.iss_rs2_i    = c.rs2;
        d.iss_pc_i     = c.pc;
    }
    // One cycle with the inputs that are set: every output is compared, then the model takes the step.  True: the offered command was taken.
    bool cycle(const Command *offered, const uint32_t (&old_cfg)[128])
    {
        bool start[4], taken = false;
        d.clk = 0;
        d.eval();
        for (unsigned s = 0; s < 4; s++) {
            const Port p = port(s);
            assert_int_equal(p.valid, may_start(s));
            assert_int_equal(d.idle_o >> s & 1, queue[s].empty() && unit[s].empty());
            if (!queue[s].empty() && !p.valid) waited++;
            if (queue[s].size() == DEPTH) full++;
            if (p.valid) {
                const Command &c = list[queue[s].front()];
                assert_int_equal(p.op, c.op);
                assert_true(p.rd == c.rd && p.rs1 == c.rs1 && p.rs2 == c.rs2);
                assert_memory_equal(p.cfg, c.cfg.data(), 4 * c.cfg.size());
            }
            start[s] = p.valid && (s == 0 ? d.vec_cmd_ready_i : s == 1 ? d.mat_cmd_ready_i : s == 2 ? d.io_cmd_ready_i : d.mv_cmd_ready_i);
        }
        if (offered) {
            taken = queue[offered->stream].size() < DEPTH && !flush && !stop;
            assert_int_equal(d.iss_ready_o, taken);
        }
        assert_int_equal(d.fault_valid_o, fault_due);
        if (fault_due) {
            assert_int_equal(d.fault_code_o, fault_code);
            assert_true(d.fault_pc_o == fault_pc && d.fault_addr_o == fault_addr);
        }
        fault_due = false;

        const unsigned done_mask = d.vec_done_valid_i | d.mat_done_valid_i << 1 | d.io_done_valid_i << 2 | d.mv_done_valid_i << 3;
        const unsigned faults[4] = {d.vec_done_fault_i, d.mat_done_fault_i, d.io_done_fault_i, d.mv_done_fault_i};
        const uint64_t addrs[4]  = {d.vec_done_addr_i, d.mat_done_addr_i, d.io_done_addr_i, d.mv_done_addr_i};
        assert_int_equal(d.done_valid_o, done_mask);
        const bool was_stopped = stop;
        for (unsigned s = 0; s < 4; s++) {
            if (done_mask >> s & 1) {
                Command &c = list[unit[s].front()];
                uint64_t pc;
                memcpy(&pc, &d.done_pc_o[2 * s], 8);
                assert_true(pc == c.pc);
                assert_int_equal(d.done_fault_o >> 8 * s & 255, faults[s]);
                c.state = Command::DONE;
                unit[s].pop_front();
                if (faults[s] != DLP_FAULT_NONE && !was_stopped && !stop) {
                    stop = fault_due = true;
                    fault_code = faults[s];
                    fault_pc   = c.pc;
                    fault_addr = addrs[s];
                }
            }
        }
        for (unsigned s = 0; s < 4; s++)
            if (start[s]) {
                list[queue[s].front()].state = Command::IN_UNIT;
                unit[s].push_back(queue[s].front());
                queue[s].pop_front();
                started++;
                for (unsigned k = 0; k < 4; k++) overlapped += k != s && !unit[k].empty();
            }
        if (flush || was_stopped)
            for (unsigned s = 0; s < 4; s++) {
                for (size_t n : queue[s]) list[n].state = Command::DROPPED;
                queue[s].clear();
            }
        if (taken) {
            Command c = *offered;
            c.cfg.assign(old_cfg + FIRST[c.stream], old_cfg + LAST[c.stream] + 1);
            queue[c.stream].push_back(list.size());
            list.push_back(c);
        }
        if (d.clear_i) {
            memset(cfg, 0, sizeof cfg);
            stop = false;
        }
        edge();
        return taken;
    }
    bool quiet(const Command *c = nullptr)
    {
        uint32_t old[128];
        memcpy(old, cfg, sizeof cfg);
        return cycle(c, old);
    }
};

// rate: commands and completions come in one of that many cycles
static void random_run(Bench &b, unsigned cycles, unsigned issue_rate, unsigned done_rate, unsigned fault_rate, unsigned flush_rate)
{
    Command offered = b.random_command(rnd() % 4);
    bool    have = false;
    for (unsigned i = 0; i < cycles; i++) {
        uint32_t old[128];
        memcpy(old, b.cfg, sizeof old);
        if (flush_rate && one_in(flush_rate)) b.flush = !b.flush;
        b.d.flush_i = b.flush;
        if (!have && one_in(issue_rate)) {
            offered = b.random_command(one_in(3) ? 0 : rnd() % 4);
            have    = true;
        }
        if (have) b.offer(offered);
        if (!have && one_in(2)) b.write_cfg(rnd() % 0x40, one_in(2));
        for (unsigned s = 0; s < 4; s++) {
            if (!one_in(3)) b.ready(s);
            if (!b.unit[s].empty() && one_in(done_rate)) {
                const bool bad = fault_rate && one_in(fault_rate);
                b.done(s, bad ? DLP_FAULT_CMD_ADDR + rnd() % 13 : unsigned(DLP_FAULT_NONE), rnd64());
            }
        }
        if (b.stop && one_in(20)) {     // a new kernel: only when all is idle
            bool idle = true;
            for (unsigned s = 0; s < 4; s++) idle = idle && b.queue[s].empty() && b.unit[s].empty();
            if (idle) b.d.clear_i = 1;
        }
        if (b.cycle(have ? &offered : nullptr, old)) have = false;
    }
}

static void commands_start_in_order_and_after_what_they_name(void **)
{
    Bench b;
    random_run(b, 20000, 1, 4, 0, 0);       // full queues
    random_run(b, 20000, 3, 10, 0, 0);
    random_run(b, 5000, 5, 2, 0, 0);        // mostly empty
    assert_true(b.full > 100 && b.waited > 1000 && b.overlapped > 100 && b.started > 5000);
}

static void a_fault_drops_what_has_not_started(void **)
{
    Bench b;
    random_run(b, 40000, 2, 4, 20, 0);
    assert_true(b.started > 1000);
}

static void flush_drops_what_has_not_started(void **)
{
    Bench b;
    random_run(b, 40000, 2, 4, 0, 15);
    assert_true(b.started > 1000);
}

static void a_command_starts_one_cycle_after_its_issue(void **)
{
    Bench b;
    for (unsigned s = 0; s < 4; s++) {
        Command c = b.random_command(s);
        c.after = 0;
        b.offer(c);
        assert_true(b.quiet(&c));
        b.ready(s);
        b.quiet();
        assert_int_equal(b.unit[s].size(), 1);
    }
}

static void each_configuration_register_reaches_its_stream_only(void **)
{
    Bench b;
    for (unsigned index = 0; index < 128; index++) {
        b.write_cfg(index, false);
        b.quiet();
    }
    for (unsigned s = 0; s < 4; s++) {
        Command c = b.random_command(s);
        c.after = 0;
        b.offer(c);
        assert_true(b.quiet(&c));
        b.ready(s);
        b.quiet();                           // compares the port with the model's registers
    }
    b.d.clear_i = 1;
    b.quiet();
    Command c = b.random_command(1);
    c.after = 0;
    b.offer(c);
    assert_true(b.quiet(&c));
    for (uint32_t v : b.list.back().cfg) assert_int_equal(v, 0);
    b.quiet();
}

static void the_lowest_stream_reports_when_several_fail_at_once(void **)
{
    Bench b;
    for (unsigned s = 0; s < 4; s++) {
        Command c = b.random_command(s);
        c.after = 0;
        b.offer(c);
        assert_true(b.quiet(&c));
    }
    for (unsigned s = 0; s < 4; s++) b.ready(s);
    b.quiet();
    for (unsigned s = 1; s < 4; s++) b.done(s, DLP_FAULT_CMD_SIZE + s % 2, 100 + s);
    b.quiet();
    b.quiet();
    assert_int_equal(b.fault_addr, 101);
}

static void speed_of_the_simulation(void **)
{
    for (unsigned busy = 0; busy < 2; busy++) {
        Bench          b;
        const unsigned n = 500000;
        Command        c = b.random_command(0);
        c.after = 0;
        const clock_t t = clock();
        for (unsigned i = 0; i < n; i++) {
            if (busy && i % 64 == 0) b.offer(c);
            if (busy && i % 64 == 1) b.ready(0);
            if (busy && i % 64 == 60) b.done(0, 0, 0);
            b.d.clk = 0;
            b.d.eval();
            b.d.clk = 1;
            b.d.eval();
            b.d.iss_valid_i = b.d.vec_cmd_ready_i = b.d.vec_done_valid_i = 0;
        }
        printf("           %s: %.1f M cycles/s\n", busy ? "a command every 64 cycles" : "idle", n / (double(clock() - t) / CLOCKS_PER_SEC) / 1e6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_start_in_order_and_after_what_they_name),
        cmocka_unit_test(a_fault_drops_what_has_not_started),
        cmocka_unit_test(flush_drops_what_has_not_started),
        cmocka_unit_test(a_command_starts_one_cycle_after_its_issue),
        cmocka_unit_test(each_configuration_register_reaches_its_stream_only),
        cmocka_unit_test(the_lowest_stream_reports_when_several_fail_at_once),
        cmocka_unit_test(speed_of_the_simulation),
    };
    return cmocka_run_group_tests_name("dlp_issue", tests, nullptr, nullptr);
}
