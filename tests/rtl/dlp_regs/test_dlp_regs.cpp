/* SPDX-License-Identifier: Apache-2.0
 * Bench of the register file: every register of spec/regs.def from both sides, then events, interrupts, watchdog, DMA and core ports. */
#include "Vdlp_regs.h"
#include "dlp_spec.h"
#include "verilated.h"
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <csetjmp>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>
extern "C" {
#include <cmocka.h>
}

static const unsigned NC = 2; /* cores of this build: CLUSTERS = 1, CORES = 2 */

/* ---- the table */
struct row {
    const char *name;
    unsigned    addr;
    const char *host, *js;
    int64_t     reset;
};
static const row rows_of_spec[] = {
#define DLP_REG(block, name, offset, host, js, reset, doc) {#name, DLP_BLOCK_##block##_BASE + (offset), #host, #js, (int64_t)(reset)},
#include "regs.def"
};
static const struct {
    const char *reg;
    unsigned    msb, lsb;
} bits_of_spec[] = {
#define DLP_BITS(reg, name, msb, lsb, doc) {#reg, msb, lsb},
#include "regs.def"
};

/* all registers, those of each core too */
static std::vector<row> table()
{
    std::vector<row> all;
    for (const row &r : rows_of_spec)
        for (unsigned core = 0; core < (r.addr >= DLP_BLOCK_CORE_BASE ? NC : 1); core++) {
            all.push_back(r);
            all.back().addr += core * DLP_BLOCK_CORE_STRIDE;
        }
    return all;
}

/* bits that the table defines; all when it names none */
static uint32_t defined_bits(const char *reg)
{
    uint32_t mask = 0;
    for (auto &x : bits_of_spec)
        if (!strcmp(x.reg, reg)) mask |= (uint32_t)((2ull << x.msb) - (1ull << x.lsb));
    return mask ? mask : 0xffffffffu;
}

/* ---- bench */
struct bench {
    VerilatedContext context;
    Vdlp_regs        top{&context};
    uint64_t         now = 0; /* cycles since reset */
    std::vector<std::pair<unsigned, unsigned>> pulses; /* start and abort bits of the cores, when not 0 */

    bench()
    {
        top.s_axil_bready_i = top.s_axil_rready_i = 1;
        top.desc_ready_i = 1;
        top.rst_n = 0;
        cycle();
        cycle();
        top.rst_n = 1;
        now = 0;
    }
    void cycle()
    {
        top.clk = 0;
        top.eval();
        if (top.core_start_o | top.core_abort_o) pulses.push_back({top.core_start_o, top.core_abort_o});
        top.clk = 1;
        top.eval();
        now++;
    }
    void settle()
    {
        top.clk = 0;
        top.eval();
    }

    void host_write(unsigned addr, uint32_t value)
    {
        top.s_axil_awvalid_i = top.s_axil_wvalid_i = 1;
        top.s_axil_awaddr_i = (uint16_t)addr;
        top.s_axil_wdata_i  = value;
        cycle(); /* both are taken at once when nothing is pending */
        top.s_axil_awvalid_i = top.s_axil_wvalid_i = 0;
        int wait = 0;
        for (; !top.s_axil_bvalid_o && wait < 10; wait++) cycle();
        assert_true(top.s_axil_bvalid_o);
        assert_int_equal(top.s_axil_bresp_o, 0);
        cycle();
    }
    uint32_t host_read(unsigned addr)
    {
        top.s_axil_arvalid_i = 1;
        top.s_axil_araddr_i  = (uint16_t)addr;
        settle();
        assert_true(top.s_axil_arready_o);
        cycle();
        top.s_axil_arvalid_i = 0;
        assert_true(top.s_axil_rvalid_o);
        assert_int_equal(top.s_axil_rresp_o, 0);
        uint32_t v = top.s_axil_rdata_o;
        cycle();
        return v;
    }
    void js_write(unsigned addr, uint32_t value)
    {
        top.mmio_valid_i = top.mmio_write_i = 1;
        top.mmio_addr_i  = (uint16_t)addr;
        top.mmio_wdata_i = value;
        settle();
        assert_true(top.mmio_ready_o);
        cycle();
        top.mmio_valid_i = top.mmio_write_i = 0;
    }
    uint32_t js_read(unsigned addr)
    {
        top.mmio_valid_i = 1;
        top.mmio_addr_i  = (uint16_t)addr;
        settle();
        assert_true(top.mmio_ready_o);
        uint32_t v = top.mmio_rdata_o;
        cycle();
        top.mmio_valid_i = 0;
        return v;
    }
    uint32_t read(bool js, unsigned addr) { return js ? js_read(addr) : host_read(addr); }
    void     write(bool js, unsigned addr, uint32_t v) { js ? js_write(addr, v) : host_write(addr, v); }
    uint32_t events() { return js_read(DLP_REG_EVENT_STATUS); }
};

static bool readable(const std::string &access) { return access != "NO" && access != "WO"; }
static bool live(const row &r) { return !strcmp(r.name, "TIME_LO") || !strcmp(r.name, "TIME_HI"); }

/* the registers as the table says they are; values of the hardware (-1) as this build has them */
static std::map<unsigned, uint32_t> after_reset()
{
    std::map<unsigned, uint32_t> m;
    for (const row &r : table()) m[r.addr] = (uint32_t)r.reset;
    /* the parameters of the makefile: profile 1, 1 x 2 cores, MXU 8, 4 lanes, NRAM 48, WRAM 40, LMEM 24, SRAM 7, GDRAM 96 */
    m[DLP_REG_SPEC_HASH] = DLP_SPEC_HASH;
    m[DLP_REG_PROFILE]   = 1;
    m[DLP_REG_CFG_CORES] = 0x0201;
    m[DLP_REG_CFG_MXU]   = 8;
    m[DLP_REG_CFG_VPU]   = 4;
    m[DLP_REG_CFG_NRAM_KB]   = 48;
    m[DLP_REG_CFG_WRAM_KB]   = 40;
    m[DLP_REG_CFG_LMEM_KB]   = 24;
    m[DLP_REG_CFG_SRAM_KB]   = 7;
    m[DLP_REG_CFG_GDRAM_MB]  = 96;
    m[DLP_REG_DEV_STATUS] = m[DLP_REG_HDMA_STATUS] = 0;
    m[DLP_REG_JS_FAULT_CODE] = m[DLP_REG_JS_FAULT_PC] = m[DLP_REG_JS_FAULT_ADDR] = 0;
    return m;
}

static void check_all(bench &b, std::map<unsigned, uint32_t> &want, const char *after)
{
    for (const row &r : table()) {
        if (live(r)) continue;
        for (int js = 0; js < 2; js++) {
            uint32_t v = b.read(js, r.addr), w = readable(js ? r.js : r.host) ? want[r.addr] : 0;
            if (v != w) fail_msg("%s of %s at %#x after %s: %#x, not %#x", js ? "js" : "host", r.name, r.addr, after, v, w);
        }
    }
}

static void every_register_has_its_reset_value_on_both_sides(void **)
{
    auto b = std::make_unique<bench>();
    auto m = after_reset();
    check_all(*b, m, "reset");
    assert_int_equal(b->top.irq_o, 0);
    assert_int_equal(b->top.event_o, 0);
    assert_int_equal(b->top.js_run_o, 0);
}

/* writes a pattern to each register from one side; after each write all registers are as the access rights say */
static void walk(bool js)
{
    auto     b = std::make_unique<bench>();
    auto     m = after_reset();
    uint32_t pattern = 0x9e3779b9;
    unsigned written = 0;
    for (const row &r : table()) {
        const std::string &access = js ? r.js : r.host;
        if (access == "W1C") { /* something to clear: set it from the other side */
            if (js) b->host_write(DLP_REG_JOB_TAIL, m[DLP_REG_JOB_TAIL]), m[r.addr] |= DLP_EVENT_STATUS_DOORBELL_MASK;
            else b->js_write(r.addr, defined_bits(r.name)), m[r.addr] |= defined_bits(r.name);
        }
        for (int i = 0; i < 2; i++) {
            pattern = pattern * 1664525u + 1013904223u;
            uint32_t v = (i ? ~pattern : pattern) & defined_bits(r.name);
            if (!strcmp(r.name, "TIMER_CMP")) v |= 0x80000000u; /* far away */
            b->write(js, r.addr, v);
            if (access == "RW") m[r.addr] = v, written++;
            if (access == "W1C") m[r.addr] &= ~v, written++;
            if (access == "W1S") m[r.addr] |= v, written++;
            if (!js && !strcmp(r.name, "JOB_TAIL")) m[DLP_REG_EVENT_STATUS] |= DLP_EVENT_STATUS_DOORBELL_MASK;
            if (!js && !strcmp(r.name, "CPL_HEAD")) m[DLP_REG_EVENT_STATUS] |= DLP_EVENT_STATUS_CPL_HEAD_MASK;
            if (!js && !strcmp(r.name, "JOB_CANCEL")) m[DLP_REG_EVENT_STATUS] |= DLP_EVENT_STATUS_CANCEL_MASK;
            check_all(*b, m, r.name);
        }
    }
    printf("           %zu registers, %u effective writes\n", table().size(), written);
}
static void host_writes_change_what_the_table_says_and_nothing_else(void **) { walk(false); }
static void job_scheduler_writes_change_what_the_table_says_and_nothing_else(void **) { walk(true); }

static void unmapped_addresses_read_zero_and_ignore_writes(void **)
{
    auto b = std::make_unique<bench>();
    auto m = after_reset();
    for (unsigned addr : {0x30u, 0x3cu, 0x68u, 0xb4u, 0xecu, 0xfcu, 0x128u, 0x1fcu, 0x200u, 0x800u, 0xffcu, 0x101cu, 0x10fcu, 0x1000u + NC * 0x100, 0x1204u, 0x5000u,
                          0x9008u, 0xf008u, 0xfffcu})
        for (int js = 0; js < 2; js++) {
            assert_int_equal(b->read(js, addr), 0);
            b->write(js, addr, 0xffffffffu);
            assert_int_equal(b->read(js, addr), 0);
        }
    check_all(*b, m, "writes to unmapped addresses");
}

static void host_channels_take_address_and_data_in_any_order_and_hold_their_answers(void **)
{
    auto b = std::make_unique<bench>();
    Vdlp_regs &t = b->top;
    t.s_axil_bready_i = 0;
    /* data first */
    t.s_axil_wvalid_i = 1;
    t.s_axil_wdata_i  = 0x1234;
    b->settle();
    assert_true(t.s_axil_wready_o);
    b->cycle();
    t.s_axil_wvalid_i = 0;
    for (int i = 0; i < 3; i++) b->cycle();
    assert_false(t.s_axil_bvalid_o);
    t.s_axil_awvalid_i = 1;
    t.s_axil_awaddr_i  = DLP_REG_JS_ENTRY;
    b->cycle();
    t.s_axil_awvalid_i = 0;
    for (int i = 0; i < 5; i++) b->cycle();
    assert_true(t.s_axil_bvalid_o); /* held */
    /* the next write is taken and waits; reads go on */
    t.s_axil_awvalid_i = 1;
    t.s_axil_awaddr_i  = DLP_REG_JOB_SIZE;
    b->cycle();
    t.s_axil_awvalid_i = 0;
    t.s_axil_wvalid_i  = 1;
    t.s_axil_wdata_i   = 64;
    b->cycle();
    t.s_axil_wvalid_i = 0;
    assert_int_equal(b->host_read(DLP_REG_JS_ENTRY), 0x1234);
    assert_int_equal(b->host_read(DLP_REG_JOB_SIZE), 0);
    t.s_axil_bready_i = 1;
    for (int i = 0; i < 4; i++) b->cycle();
    assert_int_equal(b->host_read(DLP_REG_JOB_SIZE), 64);
    /* read data hold */
    t.s_axil_rready_i  = 0;
    t.s_axil_arvalid_i = 1;
    t.s_axil_araddr_i  = DLP_REG_ID;
    b->cycle();
    t.s_axil_araddr_i = DLP_REG_VERSION;
    for (int i = 0; i < 4; i++) {
        b->cycle();
        assert_true(t.s_axil_rvalid_o);
        assert_int_equal(t.s_axil_rdata_o, 0x30504c44);
        assert_false(t.s_axil_arready_o);
    }
    /* a read of the job scheduler goes before one of the host, which is not lost */
    t.s_axil_rready_i = 1;
    b->cycle();
    assert_int_equal(b->js_read(DLP_REG_JOB_SIZE), 64);
    b->cycle();
    t.s_axil_arvalid_i = 0;
    assert_true(t.s_axil_rvalid_o);
    assert_int_equal(t.s_axil_rdata_o, 0x00010000);
}

static void events_are_set_by_their_source_and_wake_when_enabled(void **)
{
    auto b = std::make_unique<bench>();
    Vdlp_regs &t = b->top;
    auto expect = [&](uint32_t bit) {
        assert_int_equal(b->events(), bit);
        assert_int_equal(t.event_o, 0); /* not enabled */
        b->js_write(DLP_REG_EVENT_ENABLE, ~bit);
        assert_int_equal(t.event_o, 0);
        b->js_write(DLP_REG_EVENT_ENABLE, bit);
        assert_int_equal(t.event_o, 1);
        b->js_write(DLP_REG_EVENT_STATUS, ~bit);
        assert_int_equal(b->events(), bit);
        b->js_write(DLP_REG_EVENT_STATUS, bit);
        assert_int_equal(b->events(), 0);
        assert_int_equal(t.event_o, 0);
        b->js_write(DLP_REG_EVENT_ENABLE, 0);
    };
    b->host_write(DLP_REG_JOB_TAIL, 0); /* the write counts, not the value */
    expect(1u << 0);
    b->host_write(DLP_REG_CPL_HEAD, 7);
    expect(1u << 1);
    b->host_write(DLP_REG_JOB_CANCEL, 0);
    expect(1u << 4);
    t.hdma_done_valid_i = 1;
    b->cycle();
    t.hdma_done_valid_i = 0;
    expect(1u << 2);
    for (unsigned c = 0; c < NC; c++) {
        t.core_end_i = (uint8_t)(1u << c);
        b->cycle();
        t.core_end_i = 0;
        expect(1u << (8 + c));
    }
    /* set and clear in one cycle: set */
    t.core_end_i = 1;
    b->js_write(DLP_REG_EVENT_STATUS, 0xffffffffu);
    t.core_end_i = 0;
    assert_int_equal(b->events(), 1u << 8);
    /* the host can neither clear nor enable */
    b->host_write(DLP_REG_EVENT_STATUS, 0xffffffffu);
    b->host_write(DLP_REG_EVENT_ENABLE, 0xffffffffu);
    assert_int_equal(b->events(), 1u << 8);
    assert_int_equal(t.event_o, 0);
}

static void the_timer_event_comes_when_the_time_reaches_the_compare_value(void **)
{
    auto     b = std::make_unique<bench>();
    uint64_t before = b->now;
    assert_int_equal(b->js_read(DLP_REG_TIME_LO), before); /* cycles since reset */
    assert_int_equal(b->js_read(DLP_REG_TIME_HI), 0);
    b->js_write(DLP_REG_EVENT_ENABLE, DLP_EVENT_STATUS_TIMER_MASK);
    for (int i = 0; i < 50; i++) b->cycle();
    assert_int_equal(b->top.event_o, 0); /* 0 = off */
    uint32_t at = (uint32_t)b->now + 20;
    b->js_write(DLP_REG_TIMER_CMP, at);
    while (b->now <= at) {
        assert_int_equal(b->top.event_o, 0);
        b->cycle();
    }
    assert_int_equal(b->top.event_o, 1); /* TIME_LO was equal in the cycle before */
    b->js_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_TIMER_MASK);
    for (int i = 0; i < 50; i++) b->cycle();
    assert_int_equal(b->top.event_o, 0);
}

static void interrupts_are_set_by_the_firmware_cleared_by_the_host_and_masked(void **)
{
    auto b = std::make_unique<bench>();
    Vdlp_regs &t = b->top;
    for (unsigned v = 0; v < 2; v++) {
        b->js_write(DLP_REG_IRQ_STATUS, 1u << v);
        assert_int_equal(t.irq_o, 0);
        b->host_write(DLP_REG_IRQ_MASK, 1u << (1 - v));
        assert_int_equal(t.irq_o, 0);
        b->host_write(DLP_REG_IRQ_MASK, 3);
        assert_int_equal(t.irq_o, 1u << v);
        b->js_write(DLP_REG_IRQ_STATUS, 0);
        b->host_write(DLP_REG_IRQ_STATUS, 1u << (1 - v));
        assert_int_equal(t.irq_o, 1u << v);
        b->host_write(DLP_REG_IRQ_STATUS, 1u << v);
        assert_int_equal(t.irq_o, 0);
        b->host_write(DLP_REG_IRQ_MASK, 0);
    }
    /* the host's clear takes effect in the cycle after its data were taken: there the firmware sets again, and that wins */
    b->host_write(DLP_REG_IRQ_MASK, 3);
    b->js_write(DLP_REG_IRQ_STATUS, 1);
    t.s_axil_awvalid_i = t.s_axil_wvalid_i = 1;
    t.s_axil_awaddr_i = DLP_REG_IRQ_STATUS;
    t.s_axil_wdata_i  = 3;
    b->cycle();
    t.s_axil_awvalid_i = t.s_axil_wvalid_i = 0;
    assert_int_equal(t.irq_o, 1);
    b->js_write(DLP_REG_IRQ_STATUS, 1);
    assert_true(t.s_axil_bvalid_o);
    assert_int_equal(t.irq_o, 1);
    b->cycle();
    b->host_write(DLP_REG_IRQ_STATUS, 1);
    assert_int_equal(t.irq_o, 0);
}

static void a_trap_of_the_firmware_is_kept_until_it_starts_again(void **)
{
    auto b = std::make_unique<bench>();
    Vdlp_regs &t = b->top;
    b->host_write(DLP_REG_IRQ_MASK, 3);
    t.js_running_i = 1;
    assert_int_equal(b->host_read(DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_RUNNING_MASK);
    t.js_wfi_i = 1;
    assert_int_equal(b->host_read(DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_RUNNING_MASK | DLP_DEV_STATUS_JS_WFI_MASK);
    t.js_wfi_i        = 0;
    t.js_trap_valid_i = 1;
    t.js_trap_cause_i = 7; /* store access fault */
    t.js_trap_pc_i    = 0x4000123cull;
    t.js_trap_addr_i  = 0xdeadbeef12345678ull;
    b->cycle();
    t.js_trap_valid_i = 0;
    t.js_running_i    = 0;
    assert_int_equal(t.irq_o, 2);
    assert_int_equal(b->host_read(DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_FAULT_MASK);
    assert_int_equal(b->host_read(DLP_REG_JS_FAULT_CODE), DLP_FAULT_STORE_UNMAPPED);
    assert_int_equal(b->host_read(DLP_REG_JS_FAULT_PC), 0x4000123c);
    assert_int_equal(b->host_read(DLP_REG_JS_FAULT_ADDR), 0x12345678);
    t.js_start_i = 1;
    b->cycle();
    t.js_start_i   = 0;
    t.js_running_i = 1;
    assert_int_equal(b->host_read(DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_RUNNING_MASK);
    assert_int_equal(b->host_read(DLP_REG_JS_FAULT_CODE), 0);
}

static void a_new_firmware_finds_its_own_registers_cleared_and_those_of_the_host_kept(void **)
{
    auto b = std::make_unique<bench>();
    auto m = after_reset();
    for (unsigned r : {DLP_REG_JS_ENTRY, DLP_REG_JOB_BASE_LO, DLP_REG_JOB_BASE_HI, DLP_REG_JOB_SIZE, DLP_REG_JOB_TAIL, DLP_REG_CPL_SIZE, DLP_REG_CPL_HEAD})
        b->host_write(r, m[r] = r * 3);
    for (unsigned r : {DLP_REG_FW_STATE, DLP_REG_FW_HASH, DLP_REG_FW_INFO, DLP_REG_JS_WDT, DLP_REG_JOB_HEAD, DLP_REG_CPL_TAIL, DLP_REG_EVENT_ENABLE})
        b->js_write(r, r * 5);
    b->js_write(DLP_REG_TIMER_CMP, 0x80000000u);
    b->top.js_start_i = 1;
    b->cycle();
    b->top.js_start_i = 0;
    check_all(*b, m, "a start of the firmware");
}

static void the_watchdog_reports_a_firmware_that_does_not_feed_it(void **)
{
    auto b = std::make_unique<bench>();
    Vdlp_regs &t = b->top;
    b->host_write(DLP_REG_IRQ_MASK, 3);
    b->js_write(DLP_REG_JS_WDT, 10);
    for (int i = 0; i < 30; i++) b->cycle();
    assert_int_equal(b->js_read(DLP_REG_JS_WDT), 10); /* stands still while the firmware is held */
    b->host_write(DLP_REG_DEV_CTRL, 1);
    for (int k = 0; k < 5; k++) { /* fed in time */
        b->js_write(DLP_REG_JS_WDT, 10);
        for (int i = 0; i < 9; i++) b->cycle();
        assert_int_equal(t.irq_o, 0);
    }
    b->js_write(DLP_REG_JS_WDT, 0); /* in the very last cycle, and off */
    for (int i = 0; i < 30; i++) b->cycle();
    assert_int_equal(t.irq_o, 0);
    b->js_write(DLP_REG_JS_WDT, 10);
    for (int i = 0; i < 9; i++) b->cycle();
    assert_int_equal(t.irq_o, 0);
    b->cycle();
    assert_int_equal(t.irq_o, 2);
    assert_int_equal(b->host_read(DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_HUNG_MASK);
    b->host_write(DLP_REG_IRQ_STATUS, 2);
    for (int i = 0; i < 30; i++) b->cycle();
    assert_int_equal(t.irq_o, 0); /* once */
    t.js_start_i = 1;
    b->cycle();
    t.js_start_i = 0;
    assert_int_equal(b->host_read(DLP_REG_DEV_STATUS), 0);
}

static void dma_descriptors_go_out_and_their_ends_are_counted(void **)
{
    auto b = std::make_unique<bench>();
    Vdlp_regs &t = b->top;
    b->js_write(DLP_REG_HDMA_HOST_LO, 0x89abcdef);
    b->js_write(DLP_REG_HDMA_HOST_HI, 0x01234567);
    b->js_write(DLP_REG_HDMA_DEV, 0xf0000010);
    b->js_write(DLP_REG_HDMA_LEN, 0x1000);
    for (uint32_t start : {0u, 1u, 2u}) {
        t.mmio_valid_i = t.mmio_write_i = 1;
        t.mmio_addr_i  = DLP_REG_HDMA_START;
        t.mmio_wdata_i = start;
        b->settle();
        assert_true(t.desc_valid_o);
        assert_int_equal(t.desc_to_host_o, start & 1);
        assert_int_equal(t.desc_on_device_o, start >> 1);
        assert_true(t.desc_host_o == 0x0123456789abcdefull);
        assert_true(t.desc_dev_o == 0xf0000010ull);
        assert_int_equal(t.desc_len_o, 0x1000);
        b->cycle();
        t.mmio_valid_i = t.mmio_write_i = 0;
        b->settle();
        assert_false(t.desc_valid_o);
    }
    b->host_write(DLP_REG_HDMA_START, 1);
    t.hdma_busy_i  = 1;
    assert_int_equal(b->js_read(DLP_REG_HDMA_STATUS), DLP_HDMA_STATUS_BUSY_MASK);
    t.desc_ready_i = 0;
    assert_int_equal(b->js_read(DLP_REG_HDMA_STATUS), DLP_HDMA_STATUS_BUSY_MASK | DLP_HDMA_STATUS_FULL_MASK);
    for (unsigned i = 1; i <= 5; i++) {
        t.hdma_done_valid_i = 1;
        t.hdma_done_error_i = i == 2 || i == 4;
        t.hdma_done_host_i  = 0x1111111100000000ull * i + i;
        b->cycle();
        t.hdma_done_valid_i = 0;
        assert_int_equal(b->js_read(DLP_REG_HDMA_DONE), i);
    }
    assert_int_equal(b->js_read(DLP_REG_HDMA_ERRORS), 2);
    assert_int_equal(b->js_read(DLP_REG_HDMA_ERR_LO), 4);
    assert_int_equal(b->js_read(DLP_REG_HDMA_ERR_HI), 0x44444444);
}

static void core_blocks_drive_and_show_their_core(void **)
{
    auto b = std::make_unique<bench>();
    Vdlp_regs &t = b->top;
    auto core = [](unsigned reg, unsigned c) { return reg + c * DLP_BLOCK_CORE_STRIDE; };
    /* inputs: core 1 differs from core 0 in every field */
    uint32_t exits[2] = {3, 4};
    uint64_t pc[2] = {0x1122334455667788, 0x99aabbccddeeff00}, addr[2] = {0x0102030405060708, 0x1112131415161718};
    uint64_t cycles[2] = {0x100000005, 6}, insns[2] = {0x200000007, 8}, rows[2] = {0x300000009, 10};
    t.core_status_i = 2 | 3 << 2;
    t.core_fault_i  = DLP_FAULT_ILLEGAL | DLP_FAULT_ABORT << 8;
    memcpy(&t.core_exit_i, exits, 8);
    memcpy(&t.core_pc_i, pc, 16);
    memcpy(&t.core_addr_i, addr, 16);
    memcpy(&t.core_cycles_i, cycles, 16);
    memcpy(&t.core_instret_i, insns, 16);
    memcpy(&t.core_rows_i, rows, 16);
    for (unsigned c = 0; c < NC; c++)
        for (int js = 0; js < 2; js++) {
            assert_int_equal(b->read(js, core(DLP_REG_CORE_STATUS, c)), 2 + c);
            assert_int_equal(b->read(js, core(DLP_REG_CORE_EXIT, c)), exits[c]);
            assert_int_equal(b->read(js, core(DLP_REG_CORE_FAULT, c)), c ? DLP_FAULT_ABORT : DLP_FAULT_ILLEGAL);
            assert_int_equal(b->read(js, core(DLP_REG_CORE_PC_LO, c)), (uint32_t)pc[c]);
            assert_int_equal(b->read(js, core(DLP_REG_CORE_PC_HI, c)), (uint32_t)(pc[c] >> 32));
            assert_int_equal(b->read(js, core(DLP_REG_CORE_ADDR_LO, c)), (uint32_t)addr[c]);
            assert_int_equal(b->read(js, core(DLP_REG_CORE_ADDR_HI, c)), (uint32_t)(addr[c] >> 32));
            assert_int_equal(b->read(js, core(DLP_REG_CORE_CYCLES, c)), (uint32_t)cycles[c]);
            assert_int_equal(b->read(js, core(DLP_REG_CORE_INSTRET, c)), (uint32_t)insns[c]);
            assert_int_equal(b->read(js, core(DLP_REG_CORE_ROWS, c)), (uint32_t)rows[c]);
        }
    for (unsigned c = 0; c < NC; c++) {
        b->js_write(core(DLP_REG_CORE_ENTRY, c), 0x40000000 + c);
        b->js_write(core(DLP_REG_CORE_ARG, c), 0x41000000 + c);
        b->js_write(core(DLP_REG_CORE_WDT, c), 0x42000000 + c);
        b->host_write(core(DLP_REG_CORE_CTRL, c), 3); /* not the host's */
        assert_int_equal(b->pulses.size(), 0);
        for (unsigned v = 1; v <= 2; v++) {
            b->js_write(core(DLP_REG_CORE_CTRL, c), v);
            for (int i = 0; i < 4; i++) b->cycle();
            assert_int_equal(b->pulses.size(), 1);
            assert_int_equal(b->pulses[0].first, v == 1 ? 1u << c : 0);
            assert_int_equal(b->pulses[0].second, v == 2 ? 1u << c : 0);
            b->pulses.clear();
        }
    }
    assert_true(t.core_entry_o == 0x4000000140000000ull);
    assert_true(t.core_arg_o == 0x4100000141000000ull);
    assert_true(t.core_wdt_o == 0x4200000142000000ull);
    b->js_write(core(DLP_REG_CORE_CTRL, NC), 3);
    for (int i = 0; i < 4; i++) b->cycle();
    assert_int_equal(b->pulses.size(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_register_has_its_reset_value_on_both_sides),
        cmocka_unit_test(host_writes_change_what_the_table_says_and_nothing_else),
        cmocka_unit_test(job_scheduler_writes_change_what_the_table_says_and_nothing_else),
        cmocka_unit_test(unmapped_addresses_read_zero_and_ignore_writes),
        cmocka_unit_test(host_channels_take_address_and_data_in_any_order_and_hold_their_answers),
        cmocka_unit_test(events_are_set_by_their_source_and_wake_when_enabled),
        cmocka_unit_test(the_timer_event_comes_when_the_time_reaches_the_compare_value),
        cmocka_unit_test(interrupts_are_set_by_the_firmware_cleared_by_the_host_and_masked),
        cmocka_unit_test(a_trap_of_the_firmware_is_kept_until_it_starts_again),
        cmocka_unit_test(a_new_firmware_finds_its_own_registers_cleared_and_those_of_the_host_kept),
        cmocka_unit_test(the_watchdog_reports_a_firmware_that_does_not_feed_it),
        cmocka_unit_test(dma_descriptors_go_out_and_their_ends_are_counted),
        cmocka_unit_test(core_blocks_drive_and_show_their_core),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
