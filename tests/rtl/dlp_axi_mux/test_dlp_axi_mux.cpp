// SPDX-License-Identifier: Apache-2.0
// Tests of the memory bus multiplexer: random bursts of every master against a memory that answers in any order of IDs.
#include "Vdlp_axi_mux.h"
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

static const unsigned NR = MUX_NR, NW = MUX_NW, ROW = MUX_ROW_BYTES;

static uint64_t rng = 0xd1342543de82ef95u;
static uint32_t rnd() { return xorshift(rng); }
static bool one_in(unsigned n) { return n <= 1 || rnd() % n == 0; }

// bits of vectors of any width
template <class T> static uint8_t *bytes(T &v) { return reinterpret_cast<uint8_t *>(&v); }
template <class T> static void     set_bit(T &v, unsigned i, bool b) { v = T((uint32_t(v) & ~(1u << i)) | uint32_t(b) << i); }
template <class T> static bool     bit(const T &v, unsigned i) { return uint32_t(v) >> i & 1; }

struct Burst {
    uint64_t addr;
    unsigned len;                              // beats
    unsigned given, got;                       // beats of data given by the master, seen at the memory
    uint8_t  seed;                             // of the data
};
// byte j of beat k of a burst; reads and writes alike
static uint8_t pattern(const Burst &b, unsigned beat, unsigned j) { return uint8_t(b.seed + 37 * beat + j); }

struct Bench {
    Vdlp_axi_mux d;
    std::deque<Burst> r_offer[8], r_open[8];   // of each master: not yet granted; granted, in order
    std::deque<Burst> w_offer[8], w_open[8], w_done[8];
    std::deque<std::pair<unsigned, Burst>> r_mem[8], w_data, w_reply[8];   // the memory's side
    bool     r_shown = false, b_shown = false;
    unsigned r_id = 0, b_id = 0;
    std::deque<unsigned> aw_order;             // masters of granted write addresses whose data are not complete
    std::deque<Burst>    ar_due[8], aw_due[8]; // granted by a master, not yet seen by the memory
    unsigned long beats_r = 0, beats_w = 0, cycles = 0;
    unsigned max_open = 0, turn[8] = {}, worst_wait = 0, wait_r[8] = {};

    // how often (one in n cycles) each side is ready or starts something
    unsigned issue = 2, slow_ar = 2, slow_aw = 2, slow_w = 2, slow_r = 2, slow_b = 2, slow_master = 2, max_len = 8, limit = 8;

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
    }
    Burst random_burst() { return {uint64_t(rnd() % (1u << 28)) * ROW, 1 + rnd() % max_len, 0, 0, uint8_t(rnd())}; }

    void drive()
    {
        for (unsigned i = 0; i < NR; i++) {
            if (r_offer[i].empty() && r_open[i].size() < limit && one_in(issue)) r_offer[i].push_back(random_burst());
            const bool v = !r_offer[i].empty();
            set_bit(d.r_arvalid_i, i, v);
            if (v) {
                memcpy(bytes(d.r_araddr_i) + 5 * i, &r_offer[i].front().addr, 5);
                bytes(d.r_arlen_i)[i] = uint8_t(r_offer[i].front().len - 1);
            }
            set_bit(d.r_rready_i, i, one_in(slow_master));
        }
        for (unsigned i = 0; i < NW; i++) {
            if (w_offer[i].empty() && w_open[i].size() + w_done[i].size() < limit && one_in(issue)) w_offer[i].push_back(random_burst());
            const bool v = !w_offer[i].empty();
            set_bit(d.w_awvalid_i, i, v);
            if (v) {
                memcpy(bytes(d.w_awaddr_i) + 5 * i, &w_offer[i].front().addr, 5);
                bytes(d.w_awlen_i)[i] = uint8_t(w_offer[i].front().len - 1);
            }
            // data: of the oldest burst whose address is granted; once shown they stay
            const bool shown = bit(d.w_wvalid_i, i);
            if (!w_open[i].empty() && (shown || one_in(slow_master))) {
                const Burst &b = w_open[i].front();
                set_bit(d.w_wvalid_i, i, true);
                set_bit(d.w_wlast_i, i, b.given == b.len - 1);
                for (unsigned j = 0; j < ROW; j++) bytes(d.w_wdata_i)[ROW * i + j] = pattern(b, b.given, j);
                for (unsigned j = 0; j < ROW / 8; j++) bytes(d.w_wstrb_i)[ROW / 8 * i + j] = uint8_t(~pattern(b, b.given, j));
            } else
                set_bit(d.w_wvalid_i, i, false);
            set_bit(d.w_bready_i, i, one_in(slow_master));
        }
        d.m_axi_arready = one_in(slow_ar);
        d.m_axi_awready = one_in(slow_aw);
        d.m_axi_wready  = one_in(slow_w);
        if (!r_shown && one_in(slow_r)) {
            const unsigned first = rnd() % NR;
            for (unsigned k = 0; k < NR && !r_shown; k++)
                if (!r_mem[(first + k) % NR].empty()) {
                    r_shown = true;
                    r_id = (first + k) % NR;
                }
        }
        d.m_axi_rvalid = r_shown;
        if (r_shown) {
            const Burst &b = r_mem[r_id].front().second;
            d.m_axi_rid   = uint8_t(r_id);
            d.m_axi_rlast = b.got == b.len - 1;
            d.m_axi_rresp = b.seed & 3;
            for (unsigned j = 0; j < ROW; j++) bytes(d.m_axi_rdata)[j] = pattern(b, b.got, j);
        }
        if (!b_shown && one_in(slow_b)) {
            const unsigned first = rnd() % NW;
            for (unsigned k = 0; k < NW && !b_shown; k++)
                if (!w_reply[(first + k) % NW].empty()) {
                    b_shown = true;
                    b_id = (first + k) % NW;
                }
        }
        d.m_axi_bvalid = b_shown;
        d.m_axi_bid    = uint8_t(b_id);
        if (b_shown) d.m_axi_bresp = w_reply[b_id].front().second.seed & 3;
    }

    void cycle()
    {
        unsigned sent = 0;                     // masters whose beat of write data is taken
        drive();
        d.clk = 0;
        d.eval();
        cycles++;
        // addresses at the memory: the oldest granted one of that master
        if (d.m_axi_arvalid && d.m_axi_arready) {
            const unsigned id = d.m_axi_arid;
            assert_in_range(id, 0, NR - 1);
            assert_false(ar_due[id].empty());
            const Burst b = ar_due[id].front();
            ar_due[id].pop_front();
            assert_true(d.m_axi_araddr == b.addr && d.m_axi_arlen == b.len - 1);
            assert_int_equal(1u << d.m_axi_arsize, ROW);
            assert_int_equal(d.m_axi_arburst, 1);
            r_mem[id].push_back({id, b});
        }
        if (d.m_axi_awvalid && d.m_axi_awready) {
            const unsigned id = d.m_axi_awid;
            assert_in_range(id, 0, NW - 1);
            assert_false(aw_due[id].empty());
            const Burst b = aw_due[id].front();
            aw_due[id].pop_front();
            assert_true(d.m_axi_awaddr == b.addr && d.m_axi_awlen == b.len - 1);
            assert_int_equal(1u << d.m_axi_awsize, ROW);
        }
        // write data at the memory: of the oldest granted burst
        if (d.m_axi_wvalid && d.m_axi_wready) {
            assert_false(aw_order.empty());
            const unsigned id = aw_order.front();
            Burst &b = w_open[id].front();
            for (unsigned j = 0; j < ROW; j++) assert_int_equal(bytes(d.m_axi_wdata)[j], pattern(b, b.got, j));
            for (unsigned j = 0; j < ROW / 8; j++) assert_int_equal(bytes(d.m_axi_wstrb)[j], uint8_t(~pattern(b, b.got, j)));
            assert_int_equal(d.m_axi_wlast, b.got == b.len - 1);
            assert_true(bit(d.w_wready_o, id));
            b.got++;
            beats_w++;
        }
        for (unsigned i = 0; i < NW; i++) {
            if (bit(d.w_wvalid_i, i) && bit(d.w_wready_o, i)) {
                assert_true(!aw_order.empty() && aw_order.front() == i && d.m_axi_wvalid && d.m_axi_wready);
                Burst &b = w_open[i].front();
                b.given++;
                sent |= 1u << i;
                if (b.given == b.len) {
                    aw_order.pop_front();
                    w_done[i].push_back(b);
                    w_reply[i].push_back({i, b});
                    w_open[i].pop_front();
                }
            }
            assert_int_equal(bit(d.w_bvalid_o, i), b_shown && b_id == i);
        }
        if (b_shown && d.m_axi_bready) {
            assert_true(bit(d.w_bready_i, b_id));
            assert_int_equal(d.w_bresp_o, w_done[b_id].front().seed & 3);
            w_done[b_id].pop_front();
            w_reply[b_id].pop_front();
            b_shown = false;
        } else if (b_shown)
            assert_false(bit(d.w_bready_i, b_id));
        // read data
        for (unsigned i = 0; i < NR; i++) assert_int_equal(bit(d.r_rvalid_o, i), r_shown && r_id == i);
        if (r_shown && d.m_axi_rready) {
            assert_true(bit(d.r_rready_i, r_id));
            Burst &b = r_open[r_id].front(), &m = r_mem[r_id].front().second;
            for (unsigned j = 0; j < ROW; j++) assert_int_equal(bytes(d.r_rdata_o)[j], pattern(b, b.given, j));
            assert_int_equal(d.r_rlast_o, b.given == b.len - 1);
            assert_int_equal(d.r_rresp_o, b.seed & 3);
            m.got++;
            beats_r++;
            if (++b.given == b.len) {
                r_open[r_id].pop_front();
                r_mem[r_id].pop_front();
            }
            r_shown = false;
        } else if (r_shown)
            assert_false(bit(d.r_rready_i, r_id));
        // grants
        for (unsigned i = 0; i < NR; i++) {
            if (bit(d.r_arvalid_i, i) && bit(d.r_arready_o, i)) {
                r_open[i].push_back(r_offer[i].front());
                ar_due[i].push_back(r_offer[i].front());
                r_offer[i].pop_front();
                turn[i]++;
                wait_r[i] = 0;
                for (unsigned k = 0; k < NR; k++)
                    if (k != i && bit(d.r_arvalid_i, k) && ++wait_r[k] > worst_wait) worst_wait = wait_r[k];
            }
            if (r_open[i].size() > max_open) max_open = unsigned(r_open[i].size());
        }
        for (unsigned i = 0; i < NW; i++)
            if (bit(d.w_awvalid_i, i) && bit(d.w_awready_o, i)) {
                w_open[i].push_back(w_offer[i].front());
                aw_due[i].push_back(w_offer[i].front());
                aw_order.push_back(i);
                w_offer[i].pop_front();
            }
        d.clk = 1;
        d.eval();
        for (unsigned i = 0; i < NW; i++)
            if (sent >> i & 1) set_bit(d.w_wvalid_i, i, false);
    }
};

static void every_burst_reaches_the_memory_and_its_answer_the_master(void **)
{
    for (unsigned run = 0; run < 12; run++) {
        Bench b;
        b.issue = 1 + rnd() % 4;
        b.slow_ar = 1 + rnd() % 5;
        b.slow_aw = 1 + rnd() % 5;
        b.slow_w = 1 + rnd() % 3;
        b.slow_r = 1 + rnd() % 3;
        b.slow_b = 1 + rnd() % 8;
        b.slow_master = 1 + rnd() % 3;
        for (unsigned i = 0; i < 2000; i++) b.cycle();
        assert_true(b.beats_r > 100 && b.beats_w > 100);
    }
}

static void the_bus_runs_at_full_rate(void **)
{
    Bench b;
    b.issue = b.slow_ar = b.slow_aw = b.slow_w = b.slow_r = b.slow_b = b.slow_master = 1;
    for (unsigned i = 0; i < 100; i++) b.cycle();
    b.beats_r = b.beats_w = b.cycles = 0;
    for (unsigned i = 0; i < 2000; i++) b.cycle();
    printf("           %lu beats read, %lu written in %lu cycles\n", b.beats_r, b.beats_w, b.cycles);
    assert_int_equal(b.beats_r, b.cycles);
    assert_int_equal(b.beats_w, b.cycles);
}

static void eight_reads_of_a_master_may_be_outstanding(void **)
{
    Bench b;
    b.issue = b.slow_ar = 1;
    b.slow_r = 1000000;                        // the memory does not answer
    for (unsigned i = 0; i < 20 * NR; i++) b.cycle();
    for (unsigned i = 0; i < NR; i++) assert_int_equal(b.r_open[i].size(), 8);
    b.slow_r = 1;
    for (unsigned i = 0; i < 1000; i++) b.cycle();
}

static void single_beats_are_granted_in_rotation(void **)
{
    Bench b;
    b.issue = b.slow_ar = b.slow_aw = b.slow_w = b.slow_r = b.slow_b = b.slow_master = b.max_len = 1;
    b.limit = 1000000;
    for (unsigned i = 0; i < 50 * NR; i++) b.cycle();
    for (unsigned i = 0; i < NR; i++) assert_int_equal(b.turn[i], 50);
    assert_int_equal(b.worst_wait, NR - 1);
}

static void speed_of_the_simulation(void **)
{
    Bench          b;
    const unsigned n = 500000;
    const clock_t  t = clock();
    for (unsigned i = 0; i < n; i++) b.edge();
    printf("           idle: %.1f M cycles/s\n", n / (double(clock() - t) / CLOCKS_PER_SEC) / 1e6);
    b.d.m_axi_arready = b.d.m_axi_awready = b.d.m_axi_wready = 1;
    b.d.r_rready_i = 1;
    set_bit(b.d.r_arvalid_i, 0, true);
    set_bit(b.d.w_awvalid_i, 0, true);
    set_bit(b.d.w_wvalid_i, 0, true);
    set_bit(b.d.w_wlast_i, 0, true);
    b.d.m_axi_rvalid = 1;
    const clock_t u = clock();
    for (unsigned i = 0; i < n; i++) b.edge();
    printf("           a beat read and a beat written per cycle: %.1f M cycles/s\n", n / (double(clock() - u) / CLOCKS_PER_SEC) / 1e6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_burst_reaches_the_memory_and_its_answer_the_master),
        cmocka_unit_test(the_bus_runs_at_full_rate),
        cmocka_unit_test(eight_reads_of_a_master_may_be_outstanding),
        cmocka_unit_test(single_beats_are_granted_in_rotation),
        cmocka_unit_test(speed_of_the_simulation),
    };
    return cmocka_run_group_tests_name("dlp_axi_mux", tests, nullptr, nullptr);
}
