/* SPDX-License-Identifier: Apache-2.0
 * The chip as a host sees it: the firmware boots, jobs complete, kernels run, hang and fault. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "bench.h"

static const char *firmware;

enum { RING = 0x1000, CPLS = 0x2000, SG = 0x3000, DATA = 0x4000, LAUNCH = 0x8000, ENTRIES = 8, BUFFER = 0x100000, START_AT = CODE_AT };

struct host {
    struct bench *b;
    uint32_t jobs, cpls;
};

static void put32(struct host *h, uint32_t at, uint32_t v) { memcpy(h->b->host + at, &v, 4); }
static void put64(struct host *h, uint32_t at, uint64_t v) { memcpy(h->b->host + at, &v, 8); }
static uint32_t get32(const struct host *h, uint32_t at) { uint32_t v; memcpy(&v, h->b->host + at, 4); return v; }
static uint64_t get64(const struct host *h, uint32_t at) { uint64_t v; memcpy(&v, h->b->host + at, 8); return v; }

static struct host boot(void)
{
    struct host h = { bench_new("edu"), 0, 0 };
    struct bench *b = h.b;
    uint64_t entry = bench_load_elf(b, firmware);
    assert_true(entry >= DLP_MEM_CODE_BASE);
    reg_write(b, DLP_REG_JOB_BASE_LO, HOST_BASE + RING);
    reg_write(b, DLP_REG_JOB_SIZE, ENTRIES);
    reg_write(b, DLP_REG_CPL_BASE_LO, HOST_BASE + CPLS);
    reg_write(b, DLP_REG_CPL_SIZE, ENTRIES);
    reg_write(b, DLP_REG_IRQ_MASK, DLP_IRQ_STATUS_CPL_MASK | DLP_IRQ_STATUS_FAULT_MASK);
    reg_write(b, DLP_REG_JS_ENTRY, (uint32_t)entry);
    reg_write(b, DLP_REG_DEV_CTRL, DLP_DEV_CTRL_JS_RUN_MASK);
    run(b, 1000000);
    assert_int_equal(reg_read(b, DLP_REG_FW_STATE), DLP_FW_STATE_STATE_READY);
    assert_int_equal(reg_read(b, DLP_REG_FW_HASH), DLP_SPEC_HASH);
    assert_int_equal(reg_read(b, DLP_REG_DEV_STATUS), DLP_DEV_STATUS_JS_RUNNING_MASK | DLP_DEV_STATUS_JS_WFI_MASK);
    return h;
}

static void job(struct host *h, uint32_t op, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint32_t at = RING + h->jobs % ENTRIES * DLP_JOB_BYTES;
    put32(h, at + DLP_JOB_OP, op);
    put32(h, at + DLP_JOB_SEQ, 1000 + h->jobs);
    put64(h, at + DLP_JOB_A, a);
    put64(h, at + DLP_JOB_B, b);
    put64(h, at + DLP_JOB_C, c);
    put64(h, at + DLP_JOB_D, d);
    reg_write(h->b, DLP_REG_JOB_TAIL, ++h->jobs);
}

/* Let the next completion come; its slot in host memory. */
static uint32_t completion(struct host *h, uint64_t cycles)
{
    uint32_t at = CPLS + h->cpls % ENTRIES * DLP_CPL_BYTES, phase = h->cpls / ENTRIES + 1;
    for (unsigned k = 0; k < 16 && get32(h, at + DLP_CPL_PHASE) != phase; k++) {
        run(h->b, cycles);
        reg_write(h->b, DLP_REG_IRQ_STATUS, DLP_IRQ_STATUS_CPL_MASK);
    }
    assert_int_equal(get32(h, at + DLP_CPL_PHASE), phase);
    assert_int_equal(get32(h, at + DLP_CPL_SEQ), 1000 + h->cpls);
    reg_write(h->b, DLP_REG_CPL_HEAD, ++h->cpls);
    return at;
}

static void the_firmware_boots_and_sleeps(void **state)
{
    (void)state;
    struct host h = boot();
    assert_int_equal(run(h.b, 1000000), 0);         /* nothing to do: returns at once */
    bench_free(h.b);
}

static void a_nop_completes_with_one_interrupt(void **state)
{
    (void)state;
    struct host h = boot();
    job(&h, DLP_JOB_OP_NOP, 0, 0, 0, 0);
    uint64_t ran = run(h.b, 1000000);
    assert_int_equal(h.b->irqs[DLP_IRQ_STATUS_CPL_LSB], 1);
    assert_true(ran < 100000);
    uint32_t at = completion(&h, 1000000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), 0);
    assert_int_equal(h.b->irqs[DLP_IRQ_STATUS_FAULT_LSB], 0);
    bench_free(h.b);
}

static void copies_go_through_the_scatter_list(void **state)
{
    (void)state;
    struct host h = boot();
    for (unsigned i = 0; i < 6000; i++)
        h.b->host[DATA + i] = (uint8_t)rnd();
    put64(&h, SG, HOST_BASE + DATA);
    put64(&h, SG + 8, 1000);
    put64(&h, SG + 16, HOST_BASE + DATA + 1000);
    put64(&h, SG + 24, 5000);
    job(&h, DLP_JOB_OP_WRITE, BUFFER + 3, HOST_BASE + SG, 2, 0);
    job(&h, DLP_JOB_OP_COPY, BUFFER + 0x4000, 0, 6000, BUFFER + 3);
    assert_int_equal(get32(&h, completion(&h, 1000000) + DLP_CPL_STATUS), 0);
    assert_int_equal(get32(&h, completion(&h, 1000000) + DLP_CPL_STATUS), 0);
    assert_memory_equal(h.b->gdram + BUFFER + 3, h.b->host + DATA, 6000);
    assert_memory_equal(h.b->gdram + BUFFER + 0x4000, h.b->host + DATA, 6000);
    /* and back, to another place */
    put64(&h, SG, HOST_BASE + 0x20000);
    put64(&h, SG + 8, 6000);
    job(&h, DLP_JOB_OP_READ, BUFFER + 0x4000, HOST_BASE + SG, 1, 0);
    assert_int_equal(get32(&h, completion(&h, 1000000) + DLP_CPL_STATUS), 0);
    assert_memory_equal(h.b->host + 0x20000, h.b->host + DATA, 6000);
    bench_free(h.b);
}

static void a_fill_covers_exactly_its_range(void **state)
{
    (void)state;
    struct host h = boot();
    job(&h, DLP_JOB_OP_FILL, BUFFER + 1, 0, 1000, 0xa5);
    assert_int_equal(get32(&h, completion(&h, 1000000) + DLP_CPL_STATUS), 0);
    assert_int_equal(h.b->gdram[BUFFER], 0);
    for (unsigned i = 0; i < 1000; i++)
        assert_int_equal(h.b->gdram[BUFFER + 1 + i], 0xa5);
    assert_int_equal(h.b->gdram[BUFFER + 1001], 0);
    bench_free(h.b);
}

static void unmapped_host_memory_is_reported(void **state)
{
    (void)state;
    struct host h = boot();
    put64(&h, SG, 0x99990000);
    put64(&h, SG + 8, 64);
    job(&h, DLP_JOB_OP_WRITE, BUFFER, HOST_BASE + SG, 1, 0);
    uint32_t at = completion(&h, 1000000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), DLP_FAULT_HOST_BUS);
    assert_int_equal(get64(&h, at + DLP_CPL_ADDR), 0x99990000);
    bench_free(h.b);
}

static void many_jobs_go_round_the_ring(void **state)
{
    (void)state;
    struct host h = boot();
    for (unsigned k = 0; k < 5 * ENTRIES; k++) {
        job(&h, DLP_JOB_OP_NOP, 0, 0, 0, 0);
        (void)completion(&h, 1000000);
    }
    bench_free(h.b);
}

/* ---- kernels */

static void program(struct host *h)
{
    struct bench *b = h->b;
    assert_int_equal(b->chip->ops->mem_write(b->chip, START_AT, b->code, b->words * 4), 0);
    b->words = 0;
}

static uint32_t launch(struct host *h, uint64_t limit, uint64_t cycles)
{
    memset(h->b->host + LAUNCH, 0, 128);
    put64(h, LAUNCH + DLP_LAUNCH_ARGS, 0x1234567890);
    job(h, DLP_JOB_OP_LAUNCH, DLP_MEM_CODE_BASE + START_AT, HOST_BASE + LAUNCH, DLP_LAUNCH_ARGS + 8, limit);
    return completion(h, cycles);
}

static void a_kernel_gets_its_launch_block_and_counts(void **state)
{
    (void)state;
    struct host h = boot();
    struct bench *b = h.b;
    emit(b, I(LD, A1, A0, DLP_LAUNCH_ARGS));
    emit_li(b, A2, DLP_MEM_GDRAM_BASE + BUFFER);
    emit(b, S(SD, A1, A2, 0));
    emit(b, EXIT(X0));
    unsigned words = b->words;
    program(&h);
    uint32_t at = launch(&h, 0, 1000000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), 0);
    assert_int_equal(get64(&h, at + DLP_CPL_INSTRET), words);
    assert_in_range(get64(&h, at + DLP_CPL_CYCLES), words, 1000);
    uint64_t arg;
    memcpy(&arg, b->gdram + BUFFER, 8);
    assert_int_equal(arg, 0x1234567890);
    assert_int_equal(reg_read(b, DLP_REG_CORE_STATUS), DLP_CORE_STATUS_STATE_DONE);
    bench_free(b);
}

static void exit_codes_and_traps_are_reported_with_their_pc(void **state)
{
    (void)state;
    struct host h = boot();
    struct bench *b = h.b;
    emit(b, I(ADDI, A0, X0, 7));
    emit(b, EXIT(A0));
    program(&h);
    uint32_t at = launch(&h, 0, 1000000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), DLP_FAULT_EXIT_CODE);
    assert_int_equal(get32(&h, at + DLP_CPL_EXIT), 7);
    assert_int_equal(get64(&h, at + DLP_CPL_ADDR), 7);
    assert_int_equal(get64(&h, at + DLP_CPL_PC), DLP_MEM_CODE_BASE + START_AT + 4);

    emit(b, U(LUI, A0, 0x123));
    emit(b, I(LW, A0, A0, 1));
    program(&h);
    at = launch(&h, 0, 1000000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), DLP_FAULT_LOAD_MISALIGNED);
    assert_int_equal(get64(&h, at + DLP_CPL_ADDR), 0x123001);
    assert_int_equal(get64(&h, at + DLP_CPL_PC), DLP_MEM_CODE_BASE + START_AT + 4);
    bench_free(b);
}

static void a_command_fault_stops_the_core(void **state)
{
    (void)state;
    struct host h = boot();
    struct bench *b = h.b;
    emit_li(b, A1, DLP_MEM_NRAM_BASE);
    emit_li(b, A2, DLP_MEM_NRAM_BASE + 4);
    emit_li(b, A3, 100);
    emit(b, VSET(A3, DLP_TYPE_F32));
    unsigned at_pc = b->words;
    emit(b, CMD(VADD_VV, A2, A1, A1, 0));           /* overlaps, and not exactly */
    emit(b, SYNC(15));
    emit(b, EXIT(X0));
    program(&h);
    uint32_t at = launch(&h, 0, 1000000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), DLP_FAULT_CMD_OVERLAP);
    assert_int_equal(get64(&h, at + DLP_CPL_ADDR), DLP_MEM_NRAM_BASE + 4);
    assert_int_equal(get64(&h, at + DLP_CPL_PC), DLP_MEM_CODE_BASE + START_AT + 4 * at_pc);
    bench_free(b);
}

static void an_endless_kernel_ends_by_its_cycle_limit(void **state)
{
    (void)state;
    struct host h = boot();
    struct bench *b = h.b;
    emit(b, J(JAL, X0, 0));
    program(&h);
    uint32_t at = launch(&h, 50000, 100000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), DLP_FAULT_WATCHDOG);
    assert_int_equal(get64(&h, at + DLP_CPL_CYCLES), 50000);
    assert_int_equal(get64(&h, at + DLP_CPL_PC), DLP_MEM_CODE_BASE + START_AT);
    /* without a limit, run() still comes back */
    memset(b->host + LAUNCH, 0, 128);
    job(&h, DLP_JOB_OP_LAUNCH, DLP_MEM_CODE_BASE + START_AT, HOST_BASE + LAUNCH, DLP_LAUNCH_ARGS, 0);
    assert_int_equal(run(b, 123456), 123456);
    assert_int_equal(reg_read(b, DLP_REG_CORE_STATUS), DLP_CORE_STATUS_STATE_RUNNING);
    /* reset by the host */
    reg_write(b, DLP_REG_DEV_CTRL, 0);
    assert_int_equal(reg_read(b, DLP_REG_CORE_STATUS), DLP_CORE_STATUS_STATE_IDLE);
    assert_int_equal(reg_read(b, DLP_REG_DEV_STATUS), 0);
    assert_int_equal(run(b, 1000), 0);
    bench_free(b);
}

static void cancel(struct host *h, uint32_t number)
{
    put32(h, RING + number % ENTRIES * DLP_JOB_BYTES + DLP_JOB_OP, DLP_JOB_OP_CANCEL);
    reg_write(h->b, DLP_REG_JOB_CANCEL, 0);
}

static void cancelled_jobs_end_with_abort_and_the_others_run(void **state)
{
    (void)state;
    struct host h = boot();
    struct bench *b = h.b;
    emit(b, J(JAL, X0, 0));
    program(&h);
    memset(b->host + LAUNCH, 0, 128);
    job(&h, DLP_JOB_OP_LAUNCH, DLP_MEM_CODE_BASE + START_AT, HOST_BASE + LAUNCH, DLP_LAUNCH_ARGS, 0);
    job(&h, DLP_JOB_OP_FILL, BUFFER, 0, 8, 1);
    job(&h, DLP_JOB_OP_FILL, BUFFER, 0, 4, 2);
    job(&h, DLP_JOB_OP_FILL, BUFFER + 6, 0, 2, 3);
    assert_int_equal(run(b, 50000), 50000);
    cancel(&h, 2);                                  /* waits, and is fetched already */
    assert_int_equal(run(b, 50000), 50000);
    assert_int_equal(reg_read(b, DLP_REG_CORE_STATUS), DLP_CORE_STATUS_STATE_RUNNING);
    cancel(&h, 0);
    uint32_t at = completion(&h, 100000);
    assert_int_equal(get32(&h, at + DLP_CPL_STATUS), DLP_FAULT_ABORT);
    assert_int_equal(get64(&h, at + DLP_CPL_PC), DLP_MEM_CODE_BASE + START_AT);
    assert_in_range(get64(&h, at + DLP_CPL_CYCLES), 90000, 110000);
    assert_int_equal(get32(&h, completion(&h, 100000) + DLP_CPL_STATUS), 0);
    assert_int_equal(get32(&h, completion(&h, 100000) + DLP_CPL_STATUS), DLP_FAULT_ABORT);
    assert_int_equal(get32(&h, completion(&h, 100000) + DLP_CPL_STATUS), 0);
    assert_memory_equal(b->gdram + BUFFER, ((const uint8_t[8]){ 1, 1, 1, 1, 1, 1, 3, 3 }), 8);
    cancel(&h, 3);                                  /* too late: nothing happens */
    assert_int_equal(get32(&h, launch(&h, 1000, 100000) + DLP_CPL_STATUS), DLP_FAULT_WATCHDOG);
    bench_free(b);
}

static void a_second_chip_does_the_same_in_the_same_cycles(void **state)
{
    (void)state;
    uint64_t cycles[2];
    for (unsigned k = 0; k < 2; k++) {
        struct host h = boot();
        struct bench *b = h.b;
        emit_li(b, A1, 1000);
        emit(b, J(CJ, A1, 0));
        emit(b, EXIT(X0));
        program(&h);
        (void)launch(&h, 0, 1000000);
        cycles[k] = b->chip->ops->cycles(b->chip);
        bench_free(b);
    }
    assert_int_equal(cycles[0], cycles[1]);
}

static void bar2_has_an_end(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    uint8_t byte = 9;
    assert_int_equal(b->chip->ops->mem_write(b->chip, b->gdram_bytes - 1, &byte, 1), 0);
    assert_true(b->chip->ops->mem_write(b->chip, b->gdram_bytes, &byte, 1) < 0);
    assert_true(b->chip->ops->mem_read(b->chip, b->gdram_bytes - 1, &byte, 2) < 0);
    assert_true(b->chip->ops->mem_read(b->chip, UINT64_MAX, &byte, 1) < 0);
    bench_free(b);
}

int main(int argc, char **argv)
{
    firmware = argc > 1 ? argv[1] : "build/firmware/firmware.elf";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_firmware_boots_and_sleeps),
        cmocka_unit_test(a_nop_completes_with_one_interrupt),
        cmocka_unit_test(copies_go_through_the_scatter_list),
        cmocka_unit_test(a_fill_covers_exactly_its_range),
        cmocka_unit_test(unmapped_host_memory_is_reported),
        cmocka_unit_test(many_jobs_go_round_the_ring),
        cmocka_unit_test(a_kernel_gets_its_launch_block_and_counts),
        cmocka_unit_test(exit_codes_and_traps_are_reported_with_their_pc),
        cmocka_unit_test(a_command_fault_stops_the_core),
        cmocka_unit_test(an_endless_kernel_ends_by_its_cycle_limit),
        cmocka_unit_test(cancelled_jobs_end_with_abort_and_the_others_run),
        cmocka_unit_test(a_second_chip_does_the_same_in_the_same_cycles),
        cmocka_unit_test(bar2_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
