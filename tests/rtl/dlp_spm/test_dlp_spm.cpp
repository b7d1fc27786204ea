// SPDX-License-Identifier: Apache-2.0
// Tests of the scratchpad: random traffic on every port against an array of bytes, fairness, conflict count, speed.
#include "Vdlp_spm.h"
#include "verilated.h"
#include "../xorshift.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <type_traits>
#include <vector>
extern "C" {
#include <cmocka.h>
}

// the sizes that the Makefile gives the module
static const unsigned NP = SPM_NP, BANKS = SPM_BANKS, BYTES = SPM_BYTES, ROW = SPM_ROW_BYTES, ROWS = BYTES / ROW;
static const unsigned READS = SPM_READS, WRITES = SPM_WRITES;      // bit p: port p reads, writes

static uint64_t rng = 0x9e3779b97f4a7c15u;
static uint32_t rnd() { return xorshift(rng); }

struct Request {
    bool     valid = false, write = false;
    unsigned row = 0;
    uint8_t  be[ROW] = {}, data[ROW] = {};
};

struct Bench {
    using Mask = std::remove_reference<decltype(Vdlp_spm::req_valid_i)>::type;
    Vdlp_spm             d;
    std::vector<uint8_t> mem = std::vector<uint8_t>(BYTES);
    Request              req[NP];
    bool                 expect[NP] = {};           // a read was taken in the last cycle
    uint8_t              expect_data[NP][ROW];
    unsigned             taken[NP] = {}, wait[NP] = {}, worst = 0;
    unsigned             lost_last = 0;
    unsigned long        conflicts = 0, cycles = 0;

    uint8_t *bytes(void *v) { return static_cast<uint8_t *>(v); }

    Bench()
    {
        d.rst_n = 0;
        d.req_valid_i = 0;
        tick();
        tick();
        d.rst_n = 1;
    }
    void tick()
    {
        d.clk = 0;
        d.eval();
        d.clk = 1;
        d.eval();
    }
    void put(unsigned p, const Request &r)
    {
        req[p] = r;
        const uint32_t bit = 1u << p;
        d.req_valid_i = Mask(r.valid ? d.req_valid_i | bit : d.req_valid_i & ~bit);
        const bool write = (READS & WRITES & bit) || !r.valid ? r.write : rnd() % 2;     // a port that does one of both need not say which
        d.req_write_i = Mask(write ? d.req_write_i | bit : d.req_write_i & ~bit);
        bytes(&d.req_row_i)[2 * p]     = uint8_t(r.row);
        bytes(&d.req_row_i)[2 * p + 1] = uint8_t(r.row >> 8);
        for (unsigned b = 0; b < ROW; b++) {
            uint8_t &e = bytes(&d.req_be_i)[(p * ROW + b) / 8];
            e = uint8_t(r.be[b] ? e | 1u << (p * ROW + b) % 8 : e & ~(1u << (p * ROW + b) % 8));
        }
        memcpy(bytes(&d.req_wdata_i) + p * ROW, r.data, ROW);
    }
    // One cycle; requests that are taken become invalid.  Checks responses, the rules of arbitration and the conflict count.
    void cycle()
    {
        d.clk = 0;
        d.eval();
        const uint32_t ready = d.req_ready_o;
        unsigned       asked[BANKS] = {}, served[BANKS] = {}, lost = 0;

        for (unsigned p = 0; p < NP; p++) {
            assert_int_equal(d.rsp_valid_o >> p & 1, expect[p]);
            if (expect[p]) assert_memory_equal(bytes(&d.rsp_rdata_o) + p * ROW, expect_data[p], ROW);
            expect[p] = false;
            if (!req[p].valid) {
                assert_false(ready >> p & 1);
                continue;
            }
            asked[req[p].row % BANKS]++;
            if (ready >> p & 1) {
                served[req[p].row % BANKS]++;
                taken[p]++;
                wait[p] = 0;
            } else {
                lost++;
                if (++wait[p] > worst) worst = wait[p];
            }
        }
        for (unsigned b = 0; b < BANKS; b++) assert_int_equal(served[b], asked[b] != 0);
        assert_int_equal(d.conflicts_o, lost_last);
        lost_last = lost;
        conflicts += lost;
        for (unsigned p = 0; p < NP; p++) {
            if (!req[p].valid || !(ready >> p & 1)) continue;
            if (req[p].write) {
                for (unsigned b = 0; b < ROW; b++)
                    if (req[p].be[b]) mem[req[p].row * ROW + b] = req[p].data[b];
            } else {
                expect[p] = true;
                memcpy(expect_data[p], &mem[req[p].row * ROW], ROW);
            }
        }
        d.clk = 1;
        d.eval();
        cycles++;
        for (unsigned p = 0; p < NP; p++)
            if (ready >> p & 1) {
                Request none;
                put(p, none);
            }
    }
    void fill()
    {
        unsigned port = 0;
        while (!(WRITES >> port & 1)) port++;
        for (unsigned r = 0; r < ROWS; r++) {
            Request q;
            q.valid = q.write = true;
            q.row = r;
            memset(q.be, 1, ROW);
            put(port, q);
            cycle();
        }
    }
};

static Request random_request(unsigned p, unsigned rows)
{
    Request r;
    r.valid = true;
    r.write = (WRITES >> p & 1) && (!(READS >> p & 1) || rnd() % 2);
    r.row   = rnd() % rows;
    const unsigned kind = rnd() % 3;
    for (unsigned b = 0; b < ROW; b++) {
        r.be[b]   = kind == 0 || (kind == 1 ? b >= rnd() % ROW : rnd() % 2);
        r.data[b] = uint8_t(rnd());
    }
    return r;
}

static void random_traffic_reads_what_was_written(void **)
{
    Bench b;
    b.fill();
    for (unsigned load = 1; load <= 4; load++) {
        const unsigned rows = load % 2 ? 8 * BANKS : ROWS;     // few rows: many reads of fresh data
        for (unsigned i = 0; i < 4000; i++) {
            for (unsigned p = 0; p < NP; p++)
                if (!b.req[p].valid && rnd() % 4 < load) b.put(p, random_request(p, rows));
            b.cycle();
        }
    }
    assert_in_range(b.worst, 1, NP - 1);
}

static void ports_on_different_banks_are_all_served_in_one_cycle(void **)
{
    Bench b;
    b.fill();
    for (unsigned i = 0; i < 100; i++) {
        for (unsigned p = 0; p < BANKS && p < NP; p++) {
            Request r = random_request(p, 1);
            r.row = (p + i) % BANKS;
            b.put(p, r);
        }
        b.cycle();
        for (unsigned p = 0; p < NP; p++) assert_false(b.req[p].valid);
    }
    assert_int_equal(b.conflicts, 0);
}

static void ports_on_one_bank_get_equal_shares(void **)
{
    Bench b;
    b.fill();
    memset(b.taken, 0, sizeof b.taken);
    b.conflicts = 0;
    for (unsigned i = 0; i < 100 * NP; i++) {
        for (unsigned p = 0; p < NP; p++)
            if (!b.req[p].valid) {
                Request r = random_request(p, 1);
                r.row = 0;
                b.put(p, r);
            }
        b.cycle();
    }
    for (unsigned p = 0; p < NP; p++) assert_int_equal(b.taken[p], 100);
    assert_int_equal(b.worst, NP - 1);
    assert_int_equal(b.conflicts, 100 * NP * (NP - 1));
}

static void speed_of_the_simulation(void **)
{
    Bench b;
    b.fill();
    for (unsigned active = 0; active <= 4; active += 2) {
        for (unsigned p = 0; p < active && p < NP; p++) {      // streaming: rows of different banks, one write
            Request r = random_request(p, 1);
            r.write = (WRITES >> p & 1) && (p == 0 || !(READS >> p & 1));
            r.row   = p % BANKS;
            memset(r.be, 1, ROW);
            b.put(p, r);
        }
        const unsigned n = 300000;
        const clock_t  t = clock();
        for (unsigned i = 0; i < n; i++) b.tick();
        const double s = double(clock() - t) / CLOCKS_PER_SEC;
        printf("           %u requests per cycle: %.1f M cycles/s\n", active, n / s / 1e6);
        b.d.req_valid_i = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_traffic_reads_what_was_written),
        cmocka_unit_test(ports_on_different_banks_are_all_served_in_one_cycle),
        cmocka_unit_test(ports_on_one_bank_get_equal_shares),
        cmocka_unit_test(speed_of_the_simulation),
    };
    return cmocka_run_group_tests_name("dlp_spm", tests, nullptr, nullptr);
}
