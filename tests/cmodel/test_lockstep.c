/* SPDX-License-Identifier: Apache-2.0
 * The lock-step interface: what retires, what depends on time, what commands report. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "bench.h"
#include "dlp_enums.h"

static void load(struct bench *b, unsigned hart)
{
    memcpy(b->gdram + CODE_AT, b->code, b->words * sizeof b->code[0]);
    b->words = 0;
    dlp_model_set_lockstep(b->chip, true);
    assert_int_equal(dlp_model_start(b->chip, hart, CODE_PC, 0x1234), 0);
}

static struct dlp_retire step(struct bench *b, unsigned hart)
{
    struct dlp_retire r;
    assert_int_equal(dlp_model_step(b->chip, hart, NULL, &r, NULL, NULL), 0);
    return r;
}

static void each_step_reports_one_instruction(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint32_t code[] = { I(ADDI, A1, A0, 1), I(ADDI, X0, A0, 1), S(SD, A0, X0, 0) };
    for (size_t i = 0; i < 3; i++)
        emit(b, code[i]);
    load(b, 0);
    struct dlp_retire r = step(b, 0);
    assert_int_equal(r.pc, CODE_PC);
    assert_int_equal(r.insn, code[0]);
    assert_true(r.we);
    assert_int_equal(r.rd, A1);
    assert_int_equal(r.value, 0x1235);
    r = step(b, 0);
    assert_false(r.we);
    r = step(b, 0);
    assert_true(r.trap);
    assert_int_equal(r.cause, 7);
    assert_int_equal(r.pc, CODE_PC + 8);
    struct dlp_retire none;
    assert_int_equal(dlp_model_step(b->chip, 0, NULL, &none, NULL, NULL), DLP_EINVAL);     /* it has stopped */
    bench_free(b);
}

static void a_start_of_the_job_scheduler_core_ends_a_reset_of_all(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit(b, I(ADDI, A1, A0, 1));
    load(b, 0);
    (void)step(b, 0);
    assert_int_equal(dlp_model_reg(b->chip, 0, A1), 0x1235);
    assert_int_equal(dlp_model_start(b->chip, 0, CODE_PC, 5), 0);           /* a kernel finds what the last one left */
    assert_int_equal(dlp_model_reg(b->chip, 0, A1), 0x1235);
    assert_int_equal(dlp_model_start(b->chip, dlp_model_harts(b->chip) - 1, CODE_PC, 0), 0);
    assert_int_equal(dlp_model_reg(b->chip, 0, A1), 0);
    assert_int_equal(dlp_model_reg(b->chip, 0, A0), 0);
    bench_free(b);
}

static void values_that_depend_on_time_come_from_the_rtl(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const unsigned js = dlp_model_harts(b->chip) - 1;
    emit(b, U(LUI, A0, (uint32_t)(DLP_MEM_MMIO_BASE >> 12)));
    emit(b, I(LW, A1, A0, DLP_REG_TIME_LO));
    emit(b, CSR(CSRRS, A2, DLP_CSR_CYCLE, X0));
    emit(b, N(WFI));
    emit(b, S(SW, A1, A0, DLP_REG_FW_INFO));
    emit(b, CSR(CSRRS, A3, DLP_CSR_MINSTRET, X0));
    emit(b, I(ADDI, A4, A1, 1));
    load(b, js);
    struct dlp_retire rtl = { .value = 0x777 }, r;
    bool timed = true;
    struct dlp_mmio_write w;
    assert_int_equal(dlp_model_step(b->chip, js, &rtl, &r, &timed, &w), 0);
    assert_false(timed);
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(dlp_model_step(b->chip, js, &rtl, &r, &timed, &w), 0);
        assert_true(timed);
        assert_int_equal(r.value, 0x777);
        assert_false(w.valid);
    }
    assert_int_equal(dlp_model_step(b->chip, js, &rtl, &r, &timed, &w), 0);
    assert_true(timed);
    assert_int_equal(dlp_model_step(b->chip, js, &rtl, &r, &timed, &w), 0);
    assert_true(w.valid);
    assert_int_equal(w.off, DLP_REG_FW_INFO);
    assert_int_equal(w.val, 0x777);
    assert_int_equal(dlp_model_step(b->chip, js, &rtl, &r, &timed, &w), 0);
    assert_false(timed);
    assert_int_equal(r.value, 5);                   /* minstret is exact */
    assert_int_equal(dlp_model_step(b->chip, js, &rtl, &r, &timed, &w), 0);
    assert_int_equal(r.value, 0x778);
    dlp_model_set_lockstep(b->chip, false);
    assert_int_equal(reg_read(b, DLP_REG_FW_INFO), 0);      /* the store had no effect */
    bench_free(b);
}

static void the_job_scheduler_core_has_no_commands(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const unsigned js = dlp_model_harts(b->chip) - 1;
    const uint32_t word[] = { CFG1(VEC_N, A0), VSET(A0, 0), SYNC(1), EXIT(X0), CMD(VADD_VV, A0, A0, A0, 0), CMD(IO_COPY, A0, A0, A0, 0) };
    for (size_t k = 0; k < sizeof word / sizeof word[0]; k++) {
        emit(b, word[k]);
        load(b, js);
        struct dlp_retire r = step(b, js);
        assert_true(r.trap);
        assert_int_equal(r.cause, 2);
    }
    /* but it has the count-jump, and neither scratchpad */
    emit(b, I(ADDI, A0, X0, 2));
    emit(b, J(CJ, A0, 0));
    load(b, js);
    step(b, js);
    assert_int_equal(step(b, js).value, 1);
    emit_li(b, A0, DLP_MEM_NRAM_BASE);
    emit(b, I(LW, A0, A0, 0));
    load(b, js);
    for (unsigned k = 0; k < 11; k++)
        step(b, js);
    assert_int_equal(step(b, js).cause, 5);
    bench_free(b);
}

static void commands_wait_until_they_are_completed(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, A0, 16);
    emit(b, VSET(A0, DLP_TYPE_I32));
    emit_li(b, A1, DLP_MEM_NRAM_BASE + 128);
    emit_li(b, A2, 5);
    emit(b, CMD(VFILL, A1, A2, X0, 0));
    emit(b, I(ADDI, A0, X0, 1));
    emit(b, VSET(A0, DLP_TYPE_I8));                 /* the first command keeps its own configuration */
    emit(b, CMD(VFILL, A1, A0, X0, 0));
    unsigned words = b->words;
    load(b, 0);
    for (unsigned k = 0; k < words; k++)
        step(b, 0);
    assert_int_equal(b->nram[128], 0);
    struct dlp_effect e;
    assert_int_equal(dlp_model_complete(b->chip, 0, DLP_STREAM_MAT, &e), DLP_EINVAL);
    assert_int_equal(dlp_model_complete(b->chip, 0, DLP_STREAM_VEC, &e), 0);
    assert_int_equal(b->nram[128], 5);
    assert_int_equal(b->nram[128 + 60], 5);
    assert_int_equal(e.fault, DLP_FAULT_NONE);
    assert_int_equal(e.pc, CODE_PC + 4 * 34);
    assert_int_equal(e.count, 1);
    assert_int_equal(e.range[0].memory, DLP_MEMORY_NRAM);
    assert_int_equal(e.range[0].offset, 128);
    assert_int_equal(e.range[0].row_bytes, 64);
    assert_int_equal(e.range[0].rows, 1);
    assert_int_equal(dlp_model_flush(b->chip, 0), 0);
    assert_int_equal(dlp_model_complete(b->chip, 0, DLP_STREAM_VEC, &e), DLP_EINVAL);
    assert_int_equal(b->nram[128], 5);
    bench_free(b);
}

static void bus_errors_of_the_rtl_are_taken_over(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    emit_li(b, A0, DLP_MEM_GDRAM_BASE);
    emit(b, I(LW, A1, A0, 0));
    load(b, 0);
    for (unsigned k = 0; k < 11; k++)
        step(b, 0);
    const struct dlp_retire rtl = { .trap = true, .cause = 25 };
    struct dlp_retire r;
    assert_int_equal(dlp_model_step(b->chip, 0, &rtl, &r, NULL, NULL), 0);
    assert_true(r.trap);
    assert_int_equal(r.cause, 25);
    bench_free(b);
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    struct dlp_retire r;
    struct dlp_effect e;
    uint64_t size;
    assert_int_equal(dlp_model_start(b->chip, 0, CODE_PC, 0), DLP_EINVAL);         /* not in this mode */
    dlp_model_set_lockstep(b->chip, true);
    assert_int_equal(dlp_model_start(b->chip, 9, CODE_PC, 0), DLP_EINVAL);
    assert_int_equal(dlp_model_step(b->chip, 0, NULL, &r, NULL, NULL), DLP_EINVAL); /* not started */
    assert_int_equal(dlp_model_complete(b->chip, 1, 0, &e), DLP_EINVAL);            /* the job scheduler core */
    assert_int_equal(dlp_model_complete(b->chip, 0, 4, &e), DLP_EINVAL);
    assert_null(dlp_model_memory(b->chip, 1, DLP_MEMORY_NRAM, &size));
    assert_non_null(dlp_model_memory(b->chip, 1, DLP_MEMORY_LMEM, &size));
    assert_int_equal(size, 8192);
    struct dlp_chip *chip;
    assert_int_equal(dlp_model_create(NULL, NULL, &chip), DLP_EINVAL);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_reports_one_instruction),
        cmocka_unit_test(a_start_of_the_job_scheduler_core_ends_a_reset_of_all),
        cmocka_unit_test(values_that_depend_on_time_come_from_the_rtl),
        cmocka_unit_test(the_job_scheduler_core_has_no_commands),
        cmocka_unit_test(commands_wait_until_they_are_completed),
        cmocka_unit_test(bus_errors_of_the_rtl_are_taken_over),
        cmocka_unit_test(bad_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
