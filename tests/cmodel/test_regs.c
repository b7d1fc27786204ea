/* SPDX-License-Identifier: Apache-2.0
 * The register file: every row of regs.def from both sides, then events, timers, watchdogs, DMA, start and abort, by small programs on the
 * job scheduler core. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "bench.h"
#include "dlp_tables.h"

enum { JS_AT = 0x10000, RESULT_AT = 0x80000 };
#define MMIO(reg) ((int32_t)(DLP_REG_##reg))

/* ---- programs of the job scheduler core: s0 = MMIO, s1 = CORE block, gp = results in GDRAM */

static void begin(struct bench *b)
{
    emit_li(b, S0, DLP_MEM_MMIO_BASE);
    emit_li(b, S1, DLP_MEM_MMIO_BASE + DLP_BLOCK_CORE_BASE);
    emit_li(b, GP, DLP_MEM_GDRAM_BASE + RESULT_AT);
}

static void put(struct bench *b, int32_t reg, uint32_t value)
{
    emit_li(b, T0, value);
    emit(b, S(SW, T0, reg >= DLP_BLOCK_CORE_BASE ? S1 : S0, reg >= DLP_BLOCK_CORE_BASE ? reg - DLP_BLOCK_CORE_BASE : reg));
}

static void get(struct bench *b, int32_t reg, int32_t result)
{
    emit(b, I(LWU, T0, reg >= DLP_BLOCK_CORE_BASE ? S1 : S0, reg >= DLP_BLOCK_CORE_BASE ? reg - DLP_BLOCK_CORE_BASE : reg));
    emit(b, S(SD, T0, GP, 8 * result));
}

static void js_start(struct bench *b)
{
    emit(b, N(WFI));                            /* mie is 0: sleeps for ever */
    assert_int_equal(b->chip->ops->mem_write(b->chip, JS_AT, b->code, b->words * 4), 0);
    b->words = 0;
    reg_write(b, DLP_REG_DEV_CTRL, 0);
    reg_write(b, DLP_REG_JS_ENTRY, (uint32_t)(DLP_MEM_CODE_BASE + JS_AT));
    reg_write(b, DLP_REG_DEV_CTRL, DLP_DEV_CTRL_JS_RUN_MASK);
}

static uint64_t js_run(struct bench *b)
{
    js_start(b);
    return run(b, 10000000);
}

static uint64_t result(struct bench *b, unsigned n)
{
    uint64_t v;
    memcpy(&v, b->gdram + RESULT_AT + 8 * n, 8);
    return v;
}

static void kernel(struct bench *b)
{
    assert_int_equal(b->chip->ops->mem_write(b->chip, CODE_AT, b->code, b->words * 4), 0);
    b->words = 0;
}

static void start_core(struct bench *b, uint32_t limit)
{
    put(b, MMIO(CORE_ENTRY), (uint32_t)CODE_PC);
    put(b, MMIO(CORE_ARG), 0x40001234);
    put(b, MMIO(CORE_WDT), limit);
    put(b, MMIO(CORE_CTRL), DLP_CORE_CTRL_START_MASK);
}

/* Sleep until one of these events is pending. */
static void sleep_for(struct bench *b, uint32_t events)
{
    put(b, MMIO(EVENT_ENABLE), events);
    emit_li(b, T0, 1 << 11);
    emit(b, CSR(CSRRW, X0, DLP_CSR_MIE, T0));
    emit(b, N(WFI));
    emit(b, CSR(CSRRW, X0, DLP_CSR_MIE, X0));
}

/* ---- access rights */

struct row { uint32_t off; const char *host, *js; int64_t reset; };
static const struct row rows[] = {
#define DLP_REG(block, name, offset, host, js, reset, doc) { DLP_REG_##name, #host, #js, reset },
#include "regs.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool commands(uint32_t off)              /* a write starts something, or its bits are set by hardware */
{
    return off == DLP_REG_DEV_CTRL || off == DLP_REG_HDMA_START || off == DLP_REG_CORE_CTRL || off == DLP_REG_JS_WDT;
}

static bool live(uint32_t off)                  /* changes by itself, or by writes to others */
{
    return off == DLP_REG_TIME_LO || off == DLP_REG_TIME_HI || off == DLP_REG_EVENT_STATUS || off == DLP_REG_DEV_STATUS || off == DLP_REG_IRQ_STATUS;
}

static void registers_have_their_reset_values(void **state)
{
    (void)state;
    struct bench *b = bench_new("edge");
    for (unsigned k = 0; k < ROWS; k++)
        if (rows[k].reset >= 0)
            assert_int_equal(reg_read(b, rows[k].off), strcmp(rows[k].host, "NO") && strcmp(rows[k].host, "WO") ? rows[k].reset : 0);
    assert_int_equal(reg_read(b, DLP_REG_SPEC_HASH), DLP_SPEC_HASH);
    assert_int_equal(reg_read(b, DLP_REG_PROFILE), DLP_PROFILE_EDGE);
    assert_int_equal(reg_read(b, DLP_REG_CFG_CORES), 0x0101);
    assert_int_equal(reg_read(b, DLP_REG_CFG_MXU), DLP_PARAM_MXU_DIM_EDGE);
    assert_int_equal(reg_read(b, DLP_REG_CFG_VPU), DLP_PARAM_VPU_LANES_EDGE);
    assert_int_equal(reg_read(b, DLP_REG_CFG_NRAM_KB), DLP_PARAM_NRAM_KB_EDGE);
    assert_int_equal(reg_read(b, DLP_REG_CFG_WRAM_KB), DLP_PARAM_WRAM_KB_EDGE);
    assert_int_equal(reg_read(b, DLP_REG_CFG_LMEM_KB), DLP_PARAM_LMEM_KB_EDGE);
    assert_int_equal(reg_read(b, DLP_REG_CFG_GDRAM_MB), DLP_PARAM_GDRAM_MB_EDGE);
    bench_free(b);
}

static void the_host_has_the_access_of_the_table(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned k = 0; k < ROWS; k++) {
        const struct row *r = &rows[k];
        if (commands(r->off) || live(r->off))
            continue;
        uint32_t before = reg_read(b, r->off);
        reg_write(b, r->off, 0xa5a5a5a5);
        uint32_t after = reg_read(b, r->off);
        assert_int_equal(after, strcmp(r->host, "RW") == 0 ? 0xa5a5a5a5 : before);
    }
    bench_free(b);
}

static void the_job_scheduler_has_the_access_of_the_table(void **state)
{
    (void)state;
    for (unsigned k = 0; k < ROWS; k++) {
        const struct row *r = &rows[k];
        if (commands(r->off) || live(r->off))
            continue;
        struct bench *b = bench_new("edu");
        uint32_t before = reg_read(b, r->off);
        begin(b);
        put(b, (int32_t)r->off, 0x5a5a5a5a);
        get(b, (int32_t)r->off, 0);
        js_run(b);
        if (r->off == DLP_REG_JS_ENTRY)
            before = (uint32_t)(DLP_MEM_CODE_BASE + JS_AT);
        assert_int_equal(result(b, 0), strcmp(r->js, "RW") == 0 ? 0x5a5a5a5a : before);
        bench_free(b);
    }
}

static void unknown_offsets_read_zero_and_ignore_writes(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (uint32_t off = 0; off < DLP_MEM_MMIO_WINDOW; off += 4) {
        bool core0 = off >= DLP_BLOCK_CORE_BASE && off < DLP_BLOCK_CORE_BASE + DLP_BLOCK_CORE_STRIDE;
        bool known = false;
        for (unsigned k = 0; k < ROWS; k++)
            known |= rows[k].off == off;
        if (known || core0)
            continue;
        reg_write(b, off, 0xffffffff);
        assert_int_equal(reg_read(b, off), 0);      /* also the cores that this profile does not have */
    }
    uint32_t v;
    assert_true(b->chip->ops->reg_read(b->chip, 2, &v) < 0);
    assert_true(b->chip->ops->reg_read(b->chip, (uint32_t)DLP_MEM_MMIO_WINDOW, &v) < 0);
    bench_free(b);
}

static void mmio_takes_only_words(void **state)
{
    (void)state;
    const uint32_t bad[] = { I(LD, A0, S0, 0), I(LH, A0, S0, 0), I(LBU, A0, S0, 0), S(SD, A0, S0, 0), S(SB, A0, S0, 0) };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        struct bench *b = bench_new("edu");
        begin(b);
        emit(b, bad[k]);
        reg_write(b, DLP_REG_IRQ_MASK, 3);
        js_run(b);
        assert_int_equal(reg_read(b, DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_FAULT_MASK);
        assert_int_equal(reg_read(b, DLP_REG_JS_FAULT_CODE), k < 3 ? DLP_FAULT_LOAD_UNMAPPED : DLP_FAULT_STORE_UNMAPPED);
        assert_int_equal(reg_read(b, DLP_REG_JS_FAULT_ADDR), DLP_MEM_MMIO_BASE);
        assert_int_equal(reg_read(b, DLP_REG_JS_FAULT_PC), DLP_MEM_CODE_BASE + JS_AT + 4 * 33);
        assert_int_equal(b->irqs[DLP_IRQ_STATUS_FAULT_LSB], 1);
        bench_free(b);
    }
}

/* ---- interrupts and events */

static void interrupts_are_levels_behind_a_mask(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    begin(b);
    put(b, MMIO(IRQ_STATUS), 0xffffffff);
    js_run(b);
    assert_int_equal(reg_read(b, DLP_REG_IRQ_STATUS), 3);
    assert_false(b->level[0] || b->level[1]);
    reg_write(b, DLP_REG_IRQ_MASK, 2);
    assert_true(b->level[1]);
    reg_write(b, DLP_REG_IRQ_STATUS, 1);
    assert_true(b->level[1]);
    reg_write(b, DLP_REG_IRQ_STATUS, 2);
    assert_false(b->level[1]);
    assert_int_equal(reg_read(b, DLP_REG_IRQ_STATUS), 0);
    assert_int_equal(b->irqs[0], 0);
    assert_int_equal(b->irqs[1], 1);
    bench_free(b);
}

static void doorbells_wake_and_stay_until_they_are_cleared(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    begin(b);
    sleep_for(b, DLP_EVENT_STATUS_DOORBELL_MASK);
    get(b, MMIO(EVENT_STATUS), 0);
    put(b, MMIO(EVENT_STATUS), DLP_EVENT_STATUS_DOORBELL_MASK);
    get(b, MMIO(EVENT_STATUS), 1);
    js_run(b);
    assert_int_equal(run(b, 1000000), 0);
    reg_write(b, DLP_REG_CPL_HEAD, 1);              /* not enabled */
    reg_write(b, DLP_REG_JOB_CANCEL, 1);
    assert_int_equal(run(b, 1000000), 0);
    reg_write(b, DLP_REG_JOB_TAIL, 0);              /* a write counts, not its value */
    assert_true(run(b, 1000000) > 0);
    assert_int_equal(result(b, 0), DLP_EVENT_STATUS_DOORBELL_MASK | DLP_EVENT_STATUS_CPL_HEAD_MASK | DLP_EVENT_STATUS_CANCEL_MASK);
    assert_int_equal(result(b, 1), DLP_EVENT_STATUS_CPL_HEAD_MASK | DLP_EVENT_STATUS_CANCEL_MASK);
    bench_free(b);
}

static void the_timer_wakes_at_its_time(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    begin(b);
    put(b, MMIO(TIMER_CMP), 50000);
    sleep_for(b, DLP_EVENT_STATUS_TIMER_MASK);
    get(b, MMIO(TIME_LO), 0);
    put(b, MMIO(TIMER_CMP), 0);
    js_run(b);
    assert_in_range(result(b, 0), 50000, 50100);
    bench_free(b);
}

static void the_firmware_watchdog_counts_down_and_reports(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    reg_write(b, DLP_REG_IRQ_MASK, 3);
    begin(b);
    put(b, MMIO(JS_WDT), 100000);
    get(b, MMIO(JS_WDT), 0);
    emit(b, J(JAL, X0, 0));
    js_start(b);
    uint64_t ran = run(b, 10000000);
    assert_in_range(result(b, 0), 99900, 99999);
    assert_in_range(ran, 100000, 110000);
    assert_true(b->level[1]);
    assert_int_equal(reg_read(b, DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_RUNNING_MASK | DLP_DEV_STATUS_JS_HUNG_MASK);
    assert_int_equal(reg_read(b, DLP_REG_JS_WDT), 0);
    bench_free(b);
}

static void reset_clears_registers_and_leaves_memories(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const unsigned js = dlp_model_harts(b->chip) - 1;
    uint64_t size, word = 0;
    emit_li(b, A1, DLP_MEM_LMEM_BASE);
    emit_li(b, S0, 77);
    emit(b, S(SD, S0, A1, 0));
    emit(b, EXIT(X0));
    kernel(b);
    begin(b);
    emit_li(b, A5, 88);
    start_core(b, 0);
    sleep_for(b, 1u << DLP_EVENT_STATUS_CORE_LSB);
    js_run(b);
    assert_int_equal(dlp_model_reg(b->chip, 0, S0), 77);
    assert_int_equal(dlp_model_reg(b->chip, js, A5), 88);
    reg_write(b, DLP_REG_DEV_CTRL, 0);
    for (unsigned r = 0; r < 32; r++) {
        assert_int_equal(dlp_model_reg(b->chip, 0, r), 0);
        assert_int_equal(dlp_model_reg(b->chip, js, r), 0);
    }
    memcpy(&word, dlp_model_memory(b->chip, 0, DLP_MEMORY_LMEM, &size), sizeof word);
    assert_int_equal(word, 77);
    bench_free(b);
}

static void a_new_firmware_finds_what_reset_leaves(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const int32_t own[] = { MMIO(FW_STATE), MMIO(FW_HASH), MMIO(FW_INFO), MMIO(JOB_HEAD), MMIO(CPL_TAIL), MMIO(EVENT_ENABLE), MMIO(TIMER_CMP) };
    enum { OWN = sizeof own / sizeof own[0] };
    begin(b);
    for (unsigned k = 0; k < OWN; k++)
        put(b, own[k], 0x12345678);
    put(b, MMIO(HDMA_DEV), 0x12345678);
    emit(b, N(EBREAK));
    js_run(b);
    reg_write(b, DLP_REG_JOB_TAIL, 7);
    for (unsigned k = 0; k < OWN; k++)
        assert_int_equal(reg_read(b, (uint32_t)own[k]), 0x12345678);
    assert_int_equal(reg_read(b, DLP_REG_EVENT_STATUS), DLP_EVENT_STATUS_DOORBELL_MASK);
    assert_int_equal(reg_read(b, DLP_REG_JS_FAULT_CODE), DLP_FAULT_BREAKPOINT);
    begin(b);
    js_run(b);
    for (unsigned k = 0; k < OWN; k++)
        assert_int_equal(reg_read(b, (uint32_t)own[k]), 0);
    assert_int_equal(reg_read(b, DLP_REG_EVENT_STATUS), 0);
    assert_int_equal(reg_read(b, DLP_REG_JS_FAULT_CODE), 0);
    assert_int_equal(reg_read(b, DLP_REG_JOB_TAIL), 7);         /* the host's */
    assert_int_equal(reg_read(b, DLP_REG_HDMA_DEV), 0x12345678);
    bench_free(b);
}

/* ---- DMA */

static void dma(struct bench *b, uint64_t host, uint32_t dev, uint32_t len, uint32_t start)
{
    put(b, MMIO(HDMA_HOST_LO), (uint32_t)host);
    put(b, MMIO(HDMA_HOST_HI), (uint32_t)(host >> 32));
    put(b, MMIO(HDMA_DEV), dev);
    put(b, MMIO(HDMA_LEN), len);
    put(b, MMIO(HDMA_START), start);
}

static void descriptors_move_bytes_in_order(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    for (unsigned i = 0; i < 20000; i++)
        b->host[i] = (uint8_t)rnd();
    begin(b);
    dma(b, HOST_BASE + 5, 0x300001, 10000, 0);
    dma(b, 0x300001, 0x310003, 10000, DLP_HDMA_START_ON_DEVICE_MASK);
    dma(b, HOST_BASE + 0x20007, 0x310003, 10000, DLP_HDMA_START_TO_HOST_MASK);
    get(b, MMIO(HDMA_STATUS), 0);
    sleep_for(b, DLP_EVENT_STATUS_HDMA_MASK);
    get(b, MMIO(HDMA_DONE), 1);
    js_run(b);
    run(b, 1000000);
    assert_int_equal(result(b, 0), DLP_HDMA_STATUS_BUSY_MASK);
    assert_int_equal(result(b, 1), 1);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_DONE), 3);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_ERRORS), 0);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_STATUS), 0);
    assert_memory_equal(b->gdram + 0x300001, b->host + 5, 10000);
    assert_memory_equal(b->host + 0x20007, b->host + 5, 10000);
    bench_free(b);
}

static void bad_descriptors_count_as_errors_and_touch_nothing(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint32_t end = (uint32_t)b->gdram_bytes;
    begin(b);
    dma(b, HOST_BASE, end - 4, 5, 0);
    dma(b, end - 4, 0x300000, 5, DLP_HDMA_START_ON_DEVICE_MASK);
    dma(b, HOST_BASE, 0x300000, 0, 0);              /* no bytes are none to copy */
    dma(b, UINT64_C(0xabcd00000010), 0x300000, 4, DLP_HDMA_START_TO_HOST_MASK);
    js_run(b);
    run(b, 1000000);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_DONE), 4);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_ERRORS), 4);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_ERR_LO), 0x10);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_ERR_HI), 0xabcd);
    bench_free(b);
}

static void a_full_queue_ignores_descriptors(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    begin(b);
    dma(b, HOST_BASE, 0x300000, 500000, 0);         /* long, so that the others wait */
    for (unsigned k = 0; k < 2; k++)
        put(b, MMIO(HDMA_START), 0);
    get(b, MMIO(HDMA_STATUS), 0);
    put(b, MMIO(HDMA_START), 0);
    get(b, MMIO(HDMA_STATUS), 1);
    put(b, MMIO(HDMA_START), 0);
    js_run(b);
    run(b, 10000000);
    assert_int_equal(result(b, 0), DLP_HDMA_STATUS_BUSY_MASK);
    assert_int_equal(result(b, 1), DLP_HDMA_STATUS_BUSY_MASK | DLP_HDMA_STATUS_FULL_MASK);
    assert_int_equal(reg_read(b, DLP_REG_HDMA_DONE), 4);
    bench_free(b);
}

/* ---- kernels */

static void a_kernel_starts_with_its_argument_and_ends_with_an_event(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, A1, DLP_MEM_GDRAM_BASE + RESULT_AT + 64);
    emit(b, S(SD, A0, A1, 0));
    emit_li(b, S0, 1000);
    emit(b, J(CJ, S0, 0));
    emit(b, EXIT(X0));
    unsigned words = b->words;
    kernel(b);
    begin(b);
    start_core(b, 0);
    get(b, MMIO(CORE_STATUS), 0);
    sleep_for(b, 1u << DLP_EVENT_STATUS_CORE_LSB);
    get(b, MMIO(CORE_STATUS), 1);
    get(b, MMIO(CORE_CYCLES), 2);
    get(b, MMIO(CORE_INSTRET), 3);
    js_run(b);
    run(b, 1000000);
    assert_int_equal(result(b, 8), 0x40001234);
    assert_int_equal(result(b, 0), DLP_CORE_STATUS_STATE_RUNNING);
    assert_int_equal(result(b, 1), DLP_CORE_STATUS_STATE_DONE);
    assert_int_equal(result(b, 3), words + 999);
    assert_in_range(result(b, 2), words + 999, words + 999 + 200);      /* a count-jump costs a cycle */
    bench_free(b);
}

static void a_start_while_running_is_ignored_and_abort_stops(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, A0, X0, 0));
    emit(b, J(JAL, X0, 0));
    kernel(b);
    begin(b);
    start_core(b, 0);
    emit_li(b, A0, 10000);
    emit(b, J(CJ, A0, 0));
    put(b, MMIO(CORE_CTRL), DLP_CORE_CTRL_START_MASK);
    get(b, MMIO(CORE_CYCLES), 0);
    put(b, MMIO(CORE_CTRL), DLP_CORE_CTRL_ABORT_MASK);
    sleep_for(b, 1u << DLP_EVENT_STATUS_CORE_LSB);
    get(b, MMIO(CORE_STATUS), 1);
    get(b, MMIO(CORE_FAULT), 2);
    get(b, MMIO(CORE_PC_LO), 3);
    get(b, MMIO(CORE_ADDR_LO), 4);
    js_run(b);
    run(b, 1000000);
    assert_in_range(result(b, 0), 10000, 10300);    /* the second start did not restart it */
    assert_int_equal(result(b, 1), DLP_CORE_STATUS_STATE_FAULT);
    assert_int_equal(result(b, 2), DLP_FAULT_ABORT);
    assert_int_equal(result(b, 3), (uint32_t)CODE_PC + 4);
    assert_int_equal(result(b, 4), 0);
    bench_free(b);
}

static void the_cycle_limit_holds_while_a_kernel_waits_for_a_command(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_cfg(b, DLP_CFG_MAT_WO, 60000);             /* long: 60000 pixels of one channel, written over each other */
    emit_cfg(b, DLP_CFG_MAT_CI, 4);
    emit_cfg(b, DLP_CFG_MAT_CO, 1);
    emit_li(b, A0, DLP_MEM_NRAM_BASE + 8192);
    emit_li(b, A1, DLP_MEM_NRAM_BASE);
    emit_li(b, A2, DLP_MEM_WRAM_BASE);
    emit(b, CMD(MATMUL, A0, A1, A2, 0));
    unsigned sync = b->words;
    emit(b, SYNC(15));
    emit(b, EXIT(X0));
    kernel(b);
    begin(b);
    start_core(b, 2000);
    sleep_for(b, 1u << DLP_EVENT_STATUS_CORE_LSB);
    js_run(b);
    run(b, 1000000);
    assert_int_equal(reg_read(b, DLP_REG_CORE_FAULT), DLP_FAULT_WATCHDOG);
    assert_int_equal(reg_read(b, DLP_REG_CORE_PC_LO), (uint32_t)CODE_PC + 4 * sync);
    assert_int_equal(reg_read(b, DLP_REG_CORE_CYCLES), 2000);
    assert_true(b->chip->ops->cycles(b->chip) > 60000);         /* the running command completes first */
    assert_int_equal(reg_read(b, DLP_REG_CORE_ROWS), 60000);
    bench_free(b);
}

static void streams_overlap_and_after_orders_them(void **state)
{
    (void)state;
    uint64_t cycles[2];
    for (unsigned ordered = 0; ordered < 2; ordered++) {
        struct bench *b = bench_new("full");
        emit_li(b, A0, DLP_MEM_NRAM_BASE);
        emit_li(b, A1, DLP_MEM_GDRAM_BASE + 0x400000);
        emit_li(b, A2, 64000);                      /* 1000 rows */
        emit_li(b, A3, DLP_MEM_NRAM_BASE + 0x10000);
        emit(b, R(SRL, A4, A2, X0));
        emit(b, VSET(A4, DLP_TYPE_I8));
        emit(b, CMD(IO_COPY, A0, A1, A2, 0));
        emit(b, CMD(VFILL, A3, X0, X0, ordered ? 1 << DLP_STREAM_IO : 0));
        emit(b, EXIT(X0));
        kernel(b);
        begin(b);
        start_core(b, 0);
        js_run(b);
        run(b, 1000000);
        assert_int_equal(reg_read(b, DLP_REG_CORE_STATUS), DLP_CORE_STATUS_STATE_DONE);
        cycles[ordered] = reg_read(b, DLP_REG_CORE_CYCLES);
        bench_free(b);
    }
    assert_in_range(cycles[0], 1000, 1500);
    assert_in_range(cycles[1], 2000, 2500);
}

static void several_cores_run_beside_each_other(void **state)
{
    (void)state;
    struct dlp_profile four = *dlp_profile_by_name("edu");
    four.clusters = four.cores = 2;
    struct bench *b = bench_with(&four);
    emit(b, CSR(CSRRS, A1, DLP_CSR_MHARTID, X0));
    emit_li(b, A2, DLP_MEM_GDRAM_BASE + RESULT_AT + 64);
    emit(b, I(SLLI, A3, A1, 3));
    emit(b, R(ADD, A2, A2, A3));
    emit(b, I(ADDI, A4, A1, 100));
    emit_li(b, S0, 5000);
    emit(b, J(CJ, S0, 0));
    emit(b, S(SD, A4, A2, 0));
    emit(b, EXIT(X0));
    kernel(b);
    begin(b);
    for (int k = 0; k < 4; k++) {
        put(b, MMIO(CORE_ENTRY) + k * DLP_BLOCK_CORE_STRIDE, (uint32_t)CODE_PC);
        put(b, MMIO(CORE_CTRL) + k * DLP_BLOCK_CORE_STRIDE, DLP_CORE_CTRL_START_MASK);
    }
    sleep_for(b, 1u << (DLP_EVENT_STATUS_CORE_LSB + 3));
    get(b, MMIO(EVENT_STATUS), 0);
    get(b, MMIO(TIME_LO), 1);
    js_run(b);
    run(b, 1000000);
    assert_int_equal(reg_read(b, DLP_REG_CFG_CORES), 0x0202);
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(reg_read(b, DLP_REG_CORE_STATUS + k * DLP_BLOCK_CORE_STRIDE), DLP_CORE_STATUS_STATE_DONE);
        assert_int_equal(result(b, 8 + k), 100 + k);
    }
    assert_int_equal(reg_read(b, DLP_REG_CORE_STATUS + 4 * DLP_BLOCK_CORE_STRIDE), 0);
    assert_int_equal(result(b, 0), 15u << DLP_EVENT_STATUS_CORE_LSB);
    assert_in_range(result(b, 1), 5000, 7000);      /* not four times as long */
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_have_their_reset_values),
        cmocka_unit_test(the_host_has_the_access_of_the_table),
        cmocka_unit_test(the_job_scheduler_has_the_access_of_the_table),
        cmocka_unit_test(unknown_offsets_read_zero_and_ignore_writes),
        cmocka_unit_test(mmio_takes_only_words),
        cmocka_unit_test(interrupts_are_levels_behind_a_mask),
        cmocka_unit_test(doorbells_wake_and_stay_until_they_are_cleared),
        cmocka_unit_test(the_timer_wakes_at_its_time),
        cmocka_unit_test(the_firmware_watchdog_counts_down_and_reports),
        cmocka_unit_test(reset_clears_registers_and_leaves_memories),
        cmocka_unit_test(a_new_firmware_finds_what_reset_leaves),
        cmocka_unit_test(descriptors_move_bytes_in_order),
        cmocka_unit_test(bad_descriptors_count_as_errors_and_touch_nothing),
        cmocka_unit_test(a_full_queue_ignores_descriptors),
        cmocka_unit_test(a_kernel_starts_with_its_argument_and_ends_with_an_event),
        cmocka_unit_test(a_start_while_running_is_ignored_and_abort_stops),
        cmocka_unit_test(the_cycle_limit_holds_while_a_kernel_waits_for_a_command),
        cmocka_unit_test(streams_overlap_and_after_orders_them),
        cmocka_unit_test(several_cores_run_beside_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
