/* SPDX-License-Identifier: Apache-2.0
 * Bench of the host DMA: random descriptors against memcpy, bad ranges, bus errors, cycles. */
#include "Vdlp_hdma.h"
#include "axi_mem.h"
#include "verilated.h"
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <csetjmp>
#include <memory>
extern "C" {
#include <cmocka.h>
}

static const size_t   HOST = 65536, GDRAM = 262144;
static const uint64_t H = 0x7ffe12345000ull; /* where the host memory is */
static const size_t   R = ROW_BYTES;
static unsigned       seed = 1;

enum { FROM_HOST, TO_HOST, ON_DEVICE };
struct desc {
    int      kind;
    uint64_t host, dev;
    uint32_t len;
};
struct outcome {
    bool     error;
    uint64_t host, when;
};

template <class T> static uint8_t *raw(T &x) { return reinterpret_cast<uint8_t *>(&x); }

struct bench {
    VerilatedContext     context;
    Vdlp_hdma            top{&context};
    axi_mem              host{R, H, HOST}, dev{R, 0, GDRAM};
    std::vector<uint8_t> ref_host, ref_dev;
    std::vector<bool>    ref_host_dirty = std::vector<bool>(HOST), ref_dev_dirty = std::vector<bool>(GDRAM);
    std::mt19937         rng{seed};
    uint64_t             now = 1, queued = 0;
    std::vector<outcome> done;

    bench()
    {
        host.pins = {raw(top.h_arvalid_o), raw(top.h_arready_i), raw(top.h_arlen_o), raw(top.h_rvalid_i), raw(top.h_rready_o), raw(top.h_rdata_i),
                     raw(top.h_rresp_i), raw(top.h_rlast_i), raw(top.h_awvalid_o), raw(top.h_awready_i), raw(top.h_awlen_o), raw(top.h_wvalid_o),
                     raw(top.h_wready_i), raw(top.h_wdata_o), raw(top.h_wstrb_o), raw(top.h_wlast_o), raw(top.h_bvalid_i), raw(top.h_bready_o),
                     raw(top.h_bresp_i), &top.h_araddr_o, &top.h_awaddr_o};
        dev.pins  = {raw(top.g_arvalid_o), raw(top.g_arready_i), raw(top.g_arlen_o), raw(top.g_rvalid_i), raw(top.g_rready_o), raw(top.g_rdata_i),
                     raw(top.g_rresp_i), raw(top.g_rlast_i), raw(top.g_awvalid_o), raw(top.g_awready_i), raw(top.g_awlen_o), raw(top.g_wvalid_o),
                     raw(top.g_wready_i), raw(top.g_wdata_o), raw(top.g_wstrb_o), raw(top.g_wlast_o), raw(top.g_bvalid_i), raw(top.g_bready_o),
                     raw(top.g_bresp_i), &top.g_araddr_o, &top.g_awaddr_o};
        for (auto &b : host.mem) b = (uint8_t)rng();
        for (auto &b : dev.mem) b = (uint8_t)rng();
        ref_host  = host.mem;
        ref_dev   = dev.mem;
        top.rst_n = 0;
        cycle();
        cycle();
        top.rst_n = 1;
        cycle();
    }

    void cycle()
    {
        host.drive(now, rng);
        dev.drive(now, rng);
        top.clk = 0;
        top.eval();
        if (top.rst_n) {
            host.sample(now, rng);
            dev.sample(now, rng);
            if (top.done_valid_o) done.push_back({top.done_error_o != 0, top.done_host_o, now});
        }
        top.clk = 1;
        top.eval();
        now++;
    }

    void give(const desc &d)
    {
        top.desc_to_host_i   = d.kind == TO_HOST;
        top.desc_on_device_i = d.kind == ON_DEVICE;
        top.desc_host_i      = d.host;
        top.desc_dev_i       = d.dev;
        top.desc_len_i       = d.len;
        top.desc_valid_i     = 1;
        for (int wait = 0; wait < 100000; wait++) {
            top.eval();
            bool ready = top.desc_ready_o;
            queued = now;
            cycle();
            if (ready) break;
        }
        top.desc_valid_i = 0;
    }

    void refer(const desc &d)
    {
        for (uint32_t i = 0; i < d.len; i++)
            if (d.kind == TO_HOST) {
                ref_host[d.host - H + i]       = ref_dev[d.dev + i];
                ref_host_dirty[d.host - H + i] = true;
            } else {
                ref_dev[d.dev + i]       = d.kind == ON_DEVICE ? ref_dev[d.host + i] : ref_host[d.host - H + i];
                ref_dev_dirty[d.dev + i] = true;
            }
    }

    void finish(size_t count)
    {
        for (int wait = 0; done.size() < count && wait < 200000; wait++) cycle();
        assert_int_equal(done.size(), count);
    }

    void rules()
    {
        if (!host.broken.empty()) fail_msg("host bus: %s", host.broken.c_str());
        if (!dev.broken.empty()) fail_msg("device bus: %s", dev.broken.c_str());
        cycle();
        assert_int_equal(top.busy_o, 0);
        assert_true(host.idle() && dev.idle());
    }

    void compare()
    {
        rules();
        assert_true(host.mem == ref_host);
        assert_true(dev.mem == ref_dev);
        assert_true(host.dirty == ref_host_dirty);
        assert_true(dev.dirty == ref_dev_dirty);
    }

    uint64_t run(const desc &d, bool error)
    {
        done.clear();
        host.clear_counts();
        dev.clear_counts();
        give(d);
        finish(1);
        assert_int_equal(done[0].error, error);
        assert_true(done[0].host == d.host);
        return done[0].when - queued;
    }
};

static uint32_t pick(std::mt19937 &rng, uint32_t lo, uint32_t hi) { return lo + (uint32_t)(rng() % (hi - lo + 1)); }

static void random_run(int batches, const axi_timing &host, const axi_timing &dev)
{
    auto b         = std::make_unique<bench>();
    b->host.timing = host;
    b->dev.timing  = dev;
    for (int i = 0; i < batches; i++) {
        unsigned          count = pick(b->rng, 1, 8);
        std::vector<desc> list;
        b->done.clear();
        for (unsigned k = 0; k < count; k++) {
            desc d;
            d.kind = (int)pick(b->rng, 0, 2);
            d.len  = pick(b->rng, 0, 3) ? pick(b->rng, 1, 200) : pick(b->rng, 1, 6000);
            /* on the device: source and destination in different halves */
            d.dev  = d.kind == ON_DEVICE ? GDRAM / 2 + b->rng() % (GDRAM / 2 - d.len + 1) : b->rng() % (GDRAM - d.len + 1);
            d.host = d.kind == ON_DEVICE ? b->rng() % (GDRAM / 2 - d.len + 1) : H + b->rng() % (HOST - d.len + 1);
            b->give(d);
            b->refer(d);
            list.push_back(d);
        }
        b->finish(count);
        for (unsigned k = 0; k < count; k++) {
            assert_int_equal(b->done[k].error, 0);
            assert_true(b->done[k].host == list[k].host);
        }
        b->compare();
    }
    printf("           %llu cycles\n", (unsigned long long)b->now);
}

static void descriptors_move_bytes_as_memcpy_on_perfect_buses(void **) { random_run(40, {10, 0, 10, 0, 0}, {10, 0, 10, 0, 0}); }
static void descriptors_move_bytes_as_memcpy_with_a_slow_host(void **) { random_run(25, {100, 80, 60, 80, 40}, {5, 20, 5, 20, 20}); }
static void descriptors_move_bytes_as_memcpy_with_a_slow_device(void **) { random_run(25, {1, 0, 1, 0, 0}, {30, 60, 30, 60, 60}); }

static void every_alignment_of_both_sides_is_right(void **)
{
    auto           b = std::make_unique<bench>();
    const unsigned step = R > 16 ? 9 : 1;
    b->host.timing = b->dev.timing = {1, 0, 1, 0, 0};
    for (unsigned h = 0; h < R; h += step)
        for (unsigned g = 0; g < R; g += step)
            for (uint32_t n : {1u, (uint32_t)R, 2 * (uint32_t)R + 3}) {
                desc d[3] = {{FROM_HOST, H + 4096 - R + h, g, n}, {TO_HOST, H + h, 8192 - R + g, n}, {ON_DEVICE, h, 0x10000 + g, n}};
                for (auto &x : d) {
                    b->run(x, false);
                    b->refer(x);
                }
            }
    b->compare();
}

static void a_bad_range_ends_with_an_error_and_touches_nothing(void **)
{
    auto b = std::make_unique<bench>();
    b->run({FROM_HOST, H, 0, 0}, true);
    b->run({FROM_HOST, H, GDRAM, 1}, true);
    b->run({FROM_HOST, H, GDRAM - 10, 11}, true);
    b->run({TO_HOST, H, GDRAM - 10, 11}, true);
    b->run({TO_HOST, H, (1ull << 40) - 1, 1}, true);
    b->run({TO_HOST, H, 1, 0xffffffffu}, true);
    b->run({ON_DEVICE, 0, GDRAM - 10, 11}, true);
    b->run({ON_DEVICE, GDRAM - 10, 0, 11}, true);
    b->run({ON_DEVICE, (1ull << 40) + 5, 0, 11}, true);
    b->run({ON_DEVICE, ~0ull, 0, 11}, true);
    b->run({FROM_HOST, ~0ull - 3, 0, 5}, true); /* beyond the last address */
    assert_int_equal(b->host.reads + b->host.writes + b->dev.reads + b->dev.writes, 0);
    b->compare();
    for (desc d : {desc{FROM_HOST, H, GDRAM - 10, 10}, desc{TO_HOST, H + 5000, GDRAM - 10, 10}, desc{ON_DEVICE, GDRAM - 10, 0, 10}}) {
        b->run(d, false);
        b->refer(d);
    }
    b->compare();
}

static void a_bus_error_ends_the_descriptor_with_an_error_and_the_next_one_works(void **)
{
    auto b = std::make_unique<bench>();
    b->host.timing = b->dev.timing = {5, 20, 5, 20, 20};
    b->host.error_lo = H + 0x8000;
    b->host.error_hi = H + 0x8001;
    b->dev.error_lo  = 0x20000;
    b->dev.error_hi  = 0x20001;
    const desc bad[] = {{FROM_HOST, H + 0x7f05, 3, 3000}, {TO_HOST, H + 0x7f05, 3, 3000}, {FROM_HOST, H + 1, 0x1ff03, 3000},
                        {TO_HOST, H + 1, 0x1ff03, 3000},  {ON_DEVICE, 0x1ff03, 0, 3000},  {ON_DEVICE, 0, 0x1ff03, 3000},
                        {FROM_HOST, H + 0x8000, 0, 1},    {TO_HOST, H + 0x8000, 0, 1}};
    const desc good  = {FROM_HOST, H + 77, 0x30001, 700};
    for (const desc &d : bad) {
        b->run(d, true);
        b->run(good, false);
        assert_memory_equal(&b->dev.mem[good.dev], &b->host.mem[good.host - H], good.len);
        b->rules();
    }
    /* mixed in the queue: each has its own result */
    b->done.clear();
    for (const desc &d : bad) {
        b->give(d);
        b->give(good);
    }
    b->finish(16);
    for (int i = 0; i < 16; i++) assert_int_equal(b->done[(size_t)i].error, i % 2 == 0);
    b->rules();
}

static void the_queue_holds_four_descriptors(void **)
{
    auto b = std::make_unique<bench>();
    b->host.timing = {200, 0, 200, 0, 0};
    for (int i = 0; i < 5; i++) { /* one runs, four wait */
        assert_int_equal(b->top.desc_ready_o, 1);
        desc d = {FROM_HOST, H, 64u * (unsigned)i, 64};
        b->give(d);
        b->refer(d);
        b->cycle();
        b->cycle();
    }
    assert_int_equal(b->top.desc_ready_o, 0);
    assert_int_equal(b->done.size(), 0);
    b->finish(5);
    b->compare();
}

static void measure(bench &b, const desc &d, const char *what, uint64_t most)
{
    uint64_t t = b.run(d, false);
    b.refer(d);
    uint64_t rows = (d.len + R - 1) / R;
    printf("           %-40s %5llu rows %5llu cycles, in flight: host %u reads %u writes, device %u reads %u writes\n", what, (unsigned long long)rows,
           (unsigned long long)t, b.host.max_reads, b.host.max_writes, b.dev.max_reads, b.dev.max_writes);
    assert_in_range(t, 0, most);
}

static void long_descriptors_move_one_row_per_cycle(void **)
{
    auto           b    = std::make_unique<bench>();
    const uint32_t n    = 16384;
    const uint64_t rows = n / R;
    b->host.timing = b->dev.timing = {20, 0, 20, 0, 0};
    measure(*b, {FROM_HOST, H, 0, n}, "host to device, aligned", rows + 80);
    measure(*b, {FROM_HOST, H + 5, 77, n}, "host to device, unaligned", rows + 80);
    measure(*b, {TO_HOST, H, 0, n}, "device to host, aligned", rows + 80);
    measure(*b, {TO_HOST, H + 5, 77, n}, "device to host, unaligned", rows + 80);
    measure(*b, {ON_DEVICE, 4096, 65536, n}, "device to device", rows + 80);
    measure(*b, {FROM_HOST, H, 0, 64}, "host to device, 64 bytes", 64);
    b->compare();
}

/* write data follow their address at once, however slow the source: other masters share the bus */
static void a_slow_source_does_not_block_the_bus_of_the_destination(void **)
{
    auto b = std::make_unique<bench>();
    b->host.timing = {300, 50, 5, 0, 70};
    b->dev.timing  = {5, 0, 5, 0, 0};
    for (desc d : {desc{FROM_HOST, H + 9, 3, 5000}, desc{FROM_HOST, H + 3, 9, 5000}}) {
        b->run(d, false);
        b->refer(d);
        printf("           %u cycles of waiting for data in %u bursts\n", b->dev.waits, b->dev.writes);
        assert_in_range(b->dev.waits, 0, 4 * b->dev.writes);
    }
    b->compare();
}

int main(int argc, char **argv)
{
    if (argc > 1) seed = (unsigned)atoi(argv[1]);
    printf("rows of %u bytes, seed %u\n", (unsigned)R, seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptors_move_bytes_as_memcpy_on_perfect_buses),
        cmocka_unit_test(descriptors_move_bytes_as_memcpy_with_a_slow_host),
        cmocka_unit_test(descriptors_move_bytes_as_memcpy_with_a_slow_device),
        cmocka_unit_test(every_alignment_of_both_sides_is_right),
        cmocka_unit_test(a_bad_range_ends_with_an_error_and_touches_nothing),
        cmocka_unit_test(a_bus_error_ends_the_descriptor_with_an_error_and_the_next_one_works),
        cmocka_unit_test(the_queue_holds_four_descriptors),
        cmocka_unit_test(long_descriptors_move_one_row_per_cycle),
        cmocka_unit_test(a_slow_source_does_not_block_the_bus_of_the_destination),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
