/* SPDX-License-Identifier: Apache-2.0
 * test_cancel - cancelling jobs that run, wait, have ended, or never were. */
#include <string.h>

#include "env.h"

/* Submit a launch to q; its number. */
static uint64_t submit(struct loaded *b, struct dlp_queue *q, const char *name, const uint64_t *args, size_t slots, struct dlp_result *result)
{
    struct dlp_kernel *k = NULL;
    uint64_t job = 0;
    assert_int_equal(dlp_module_kernel(b->m, name, &k), 0);
    assert_int_equal(dlp_queue_launch(q, k, args, slots, 0, result), 0);
    assert_int_equal(dlp_queue_job(q, &job), 0);
    return job;
}

static void expect_add_works(struct loaded *b)
{
    uint64_t sum = 0;
    const uint64_t args[] = { b->address, 40, 2 };
    (void)submit(b, b->q, "add", args, 3, NULL);
    assert_int_equal(dlp_queue_sync(b->q, 20000), 0);
    if (env.cores) {
        assert_int_equal(dlp_buffer_read(b->out, 0, &sum, sizeof sum), 0);
        assert_int_equal(sum, 42);
    }
}

static void jobs_have_numbers_and_only_outstanding_ones_can_be_cancelled(void **state)
{
    struct loaded b;
    struct dlp_queue *other;
    uint64_t first = 1, second = 0, unused = 7;
    char why[128];
    (void)state;
    open_loaded(&b, NULL);
    assert_int_equal(dlp_queue_create(b.dev, 0, &other), 0);
    assert_int_equal(dlp_queue_job(b.q, &first), 0);
    assert_int_equal(first, 0);
    assert_int_equal(dlp_queue_fill(b.q, b.out, 0, 1, 64), 0);
    assert_int_equal(dlp_queue_job(b.q, &first), 0);
    assert_int_equal(dlp_queue_fill(other, b.out, 0, 1, 64), 0);
    assert_int_equal(dlp_queue_job(other, &second), 0);
    assert_int_equal(second, first + 1);
    assert_int_equal(dlp_queue_sync(b.q, 20000), 0);
    assert_int_equal(dlp_queue_sync(other, 20000), 0);

    assert_int_equal(dlp_job_cancel(b.dev, first), DLP_EDONE);
    assert_int_equal(dlp_job_cancel(b.dev, second), DLP_EDONE);
    assert_int_equal(dlp_job_cancel(b.dev, second + 1), DLP_EINVAL);
    assert_int_equal(dlp_device_detail(b.dev, why, sizeof why), 0);
    assert_non_null(strstr(why, "no job"));
    assert_int_equal(dlp_job_cancel(b.dev, 0), DLP_EINVAL);
    assert_int_equal(dlp_job_cancel(b.dev, UINT64_MAX), DLP_EINVAL);
    assert_int_equal(dlp_job_cancel(NULL, first), DLP_EINVAL);
    assert_int_equal(dlp_queue_job(b.q, NULL), DLP_EINVAL);
    assert_int_equal(dlp_queue_job(NULL, &unused), DLP_EINVAL);
    assert_int_equal(dlp_queue_destroy(other), 0);
    assert_int_equal(dlp_queue_job(other, &unused), DLP_EFREED);
    assert_int_equal(unused, 7);
    expect_add_works(&b);
    close_loaded(&b);
}

/* The doorbell is kept back, so the job is certainly waiting when it is cancelled. */
static void a_waiting_job_never_starts(void **state)
{
    struct wrap wrap = { 0 };
    struct loaded b;
    struct dlp_fault_report f;
    uint64_t job = 0;
    uint8_t bytes[64];
    (void)state;
    open_loaded(&b, &(struct dlp_options){ .create = wrap_create, .create_ctx = &wrap });
    wrap.deaf = true;
    assert_int_equal(dlp_queue_fill(b.q, b.out, 0, 1, 64), 0);
    assert_int_equal(dlp_queue_fill(b.q, b.out, 0, 2, 64), 0);
    assert_int_equal(dlp_queue_job(b.q, &job), 0);
    assert_int_equal(dlp_queue_fill(b.q, b.out, 32, 3, 8), 0);
    assert_int_equal(dlp_job_cancel(b.dev, job), 0);
    assert_int_equal(dlp_job_cancel(b.dev, job), 0);        /* twice is once */
    wrap_release(&wrap);
    assert_int_equal(dlp_queue_sync(b.q, 20000), DLP_ECANCEL);
    assert_int_equal(dlp_queue_sync(b.q, 20000), 0);
    assert_int_equal(dlp_buffer_read(b.out, 0, bytes, sizeof bytes), 0);
    for (unsigned i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], i >= 32 && i < 40 ? 3 : 1);
    assert_int_equal(dlp_device_fault(b.dev, &f), 0);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.code, DLP_FAULT_ABORT);
    assert_string_equal(f.kernel, "");
    assert_int_equal(f.firmware, 0);
    assert_int_equal(dlp_job_cancel(b.dev, job), DLP_EDONE);
    close_loaded(&b);
}

static void a_cancelled_read_leaves_its_destination_alone(void **state)
{
    struct wrap wrap = { 0 };
    struct loaded b;
    uint64_t job = 0;
    uint8_t bytes[64], untouched[64];
    (void)state;
    open_loaded(&b, &(struct dlp_options){ .create = wrap_create, .create_ctx = &wrap });
    assert_int_equal(dlp_buffer_fill(b.out, 0, 9, 64), 0);
    memset(bytes, 5, sizeof bytes);
    memset(untouched, 5, sizeof untouched);
    wrap.deaf = true;
    assert_int_equal(dlp_queue_read(b.q, b.out, 0, bytes, sizeof bytes), 0);
    assert_int_equal(dlp_queue_job(b.q, &job), 0);
    assert_int_equal(dlp_job_cancel(b.dev, job), 0);
    wrap_release(&wrap);
    assert_int_equal(dlp_queue_sync(b.q, 20000), DLP_ECANCEL);
    assert_memory_equal(bytes, untouched, sizeof bytes);
    close_loaded(&b);
}

/* ---- kernels */

static void an_endless_kernel_is_stopped_and_the_next_one_runs(void **state)
{
    struct loaded b;
    struct dlp_fault_report f;
    struct dlp_result r = { 0 };
    (void)state;
    open_loaded(&b, NULL);
    for (unsigned i = 1; i <= 3; i++) {
        uint64_t job = submit(&b, b.q, "spin", NULL, 0, &r);
        assert_int_equal(dlp_queue_sync(b.q, 60), DLP_ETIMEOUT);        /* long enough to have started */
        assert_int_equal(dlp_job_cancel(b.dev, job), 0);
        assert_int_equal(dlp_queue_sync(b.q, 20000), DLP_ECANCEL);
        assert_int_equal(dlp_device_fault(b.dev, &f), 0);
        assert_int_equal(f.count, i);
        assert_int_equal(f.code, DLP_FAULT_ABORT);
        assert_string_equal(f.text, dlp_strfault(DLP_FAULT_ABORT));
        assert_string_equal(f.kernel, "spin");
        assert_true(f.pc_in_file >= DLP_MEM_CODE_BASE + DLP_FW_BYTES && f.pc_in_file < DLP_MEM_CODE_BASE + DLP_FW_BYTES + 65536);
        assert_true(r.cycles > 0 && r.instret > 0);
        assert_int_equal(dlp_job_cancel(b.dev, job), DLP_EDONE);
        expect_add_works(&b);
    }
    close_loaded(&b);
}

/* More jobs behind the kernel that runs than the firmware fetches at a time; they are cancelled in no order. */
static void only_the_cancelled_jobs_of_a_full_ring_are_left_out(void **state)
{
    enum { JOBS = 24, FIRST = 5 };
    struct loaded b;
    struct dlp_queue *counts;
    struct dlp_result spins[2] = { { 0 }, { 0 } }, left_out = { .cycles = 77, .instret = 77 };
    uint64_t job[JOBS], out[2] = { 0 };
    (void)state;
    open_loaded(&b, NULL);
    assert_int_equal(dlp_queue_create(b.dev, 0, &counts), 0);
    uint64_t head = submit(&b, b.q, "spin", NULL, 0, &spins[0]);
    assert_int_equal(dlp_queue_sync(b.q, 0), DLP_ETIMEOUT);
    for (unsigned i = 0; i < JOBS; i++)
        job[i] = submit(&b, counts, "count", &b.address, 1, i == FIRST ? &left_out : NULL);
    uint64_t tail = submit(&b, b.q, "spin", NULL, 0, &spins[1]);
    for (unsigned i = 0; i < JOBS; i++) {           /* 5 + 7 i takes each number once */
        unsigned at = (FIRST + 7 * i) % JOBS;
        if (at % 3 != 0)
            assert_int_equal(dlp_job_cancel(b.dev, job[at]), 0);
    }
    assert_int_equal(dlp_job_cancel(b.dev, tail), 0);
    assert_int_equal(dlp_queue_sync(b.q, 60), DLP_ETIMEOUT);       /* the first still runs */
    assert_int_equal(dlp_job_cancel(b.dev, head), 0);
    assert_int_equal(dlp_queue_sync(counts, 20000), DLP_ECANCEL);
    assert_int_equal(dlp_queue_sync(counts, 20000), 0);
    assert_int_equal(dlp_queue_sync(b.q, 20000), DLP_ECANCEL);
    assert_int_equal(dlp_buffer_read(b.out, 0, out, sizeof out), 0);
    assert_int_equal(out[1], JOBS / 3);
    assert_true(spins[0].instret > 0);
    assert_int_equal(spins[1].instret, 0);
    assert_int_equal(left_out.instret, 0);
    assert_int_equal(left_out.cycles, 0);
    expect_add_works(&b);
    close_loaded(&b);
}

static void cancelling_a_waiting_job_does_not_disturb_the_kernel_that_runs(void **state)
{
    struct loaded b;
    struct dlp_queue *other;
    uint64_t n = 0;
    (void)state;
    open_loaded(&b, NULL);
    assert_int_equal(dlp_queue_create(b.dev, 0, &other), 0);
    const uint64_t args[] = { b.address, 20000 };
    (void)submit(&b, b.q, "loops", args, 2, NULL);
    uint64_t job = submit(&b, other, "spin", NULL, 0, NULL);
    assert_int_equal(dlp_queue_sync(b.q, 0), DLP_ETIMEOUT);
    assert_int_equal(dlp_job_cancel(b.dev, job), 0);
    assert_int_equal(dlp_queue_sync(b.q, 20000), 0);
    assert_int_equal(dlp_queue_sync(other, 20000), DLP_ECANCEL);
    assert_int_equal(dlp_buffer_read(b.out, 0, &n, sizeof n), 0);
    assert_int_equal(n, 20000);
    close_loaded(&b);
}

/* At any moment between the doorbell and the end of a kernel. */
static void a_job_ends_once_whenever_it_is_cancelled(void **state)
{
    struct wrap wrap = { 0 };
    struct loaded b;
    unsigned cancelled = 0, done = 0;
    const unsigned step = env.scale > 1 ? 111 : 97, end = env.scale > 1 ? 5000 : 12000;       /* the verilated chip is slow */
    (void)state;
    open_loaded(&b, &(struct dlp_options){ .create = wrap_create, .create_ctx = &wrap });
    const uint64_t args[] = { b.address, 400 };
    for (unsigned cycles = 1; cycles < end; cycles += step) {
        uint64_t ran, job = submit(&b, b.q, "loops", args, 2, NULL);
        for (uint64_t left = cycles; left > 0; left -= ran < left ? ran : left) {     /* an interrupt ends a run early */
            assert_int_equal(wrap.inner->ops->run(wrap.inner, left, &ran), 0);
            if (ran == 0)
                break;
        }
        int err = dlp_job_cancel(b.dev, job);
        assert_true(err == 0 || err == DLP_EDONE);
        err = dlp_queue_sync(b.q, 20000);
        assert_true(err == 0 || err == DLP_ECANCEL);
        cancelled += err != 0;
        done += err == 0;
        expect_add_works(&b);
    }
    if (cancelled <= 10 || done <= 10)
        fail_msg("%u jobs cancelled, %u done: the range of moments misses one end", cancelled, done);
    close_loaded(&b);
}

static void the_firmware_watchdog_rests_while_a_kernel_runs(void **state)
{
    struct wrap wrap = { 0 };
    struct loaded b;
    uint32_t limit = 1;
    (void)state;
    open_loaded(&b, &(struct dlp_options){ .create = wrap_create, .create_ctx = &wrap });
    uint64_t job = submit(&b, b.q, "spin", NULL, 0, NULL);
    assert_int_equal(dlp_queue_sync(b.q, 60), DLP_ETIMEOUT);
    assert_int_equal(wrap.inner->ops->reg_read(wrap.inner, DLP_REG_JS_WDT, &limit), 0);
    assert_int_equal(limit, 0);
    assert_int_equal(dlp_job_cancel(b.dev, job), 0);
    assert_int_equal(dlp_queue_sync(b.q, 20000), DLP_ECANCEL);
    close_loaded(&b);
}

int run_cancel(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(jobs_have_numbers_and_only_outstanding_ones_can_be_cancelled) };
    const struct CMUnitTest with_wrap[] = {
        cmocka_unit_test(a_waiting_job_never_starts), cmocka_unit_test(a_cancelled_read_leaves_its_destination_alone),
    };
    const struct CMUnitTest with_cores[] = {
        cmocka_unit_test(an_endless_kernel_is_stopped_and_the_next_one_runs),
        cmocka_unit_test(only_the_cancelled_jobs_of_a_full_ring_are_left_out),
        cmocka_unit_test(cancelling_a_waiting_job_does_not_disturb_the_kernel_that_runs),
    };
    const struct CMUnitTest with_both[] = {
        cmocka_unit_test(a_job_ends_once_whenever_it_is_cancelled), cmocka_unit_test(the_firmware_watchdog_rests_while_a_kernel_runs),
    };
    int failed = cmocka_run_group_tests_name("cancelling", tests, NULL, NULL);
    failed += cmocka_run_group_tests_name("cancelling waiting jobs", with_wrap, NULL, NULL);
    if (env.cores)
        failed += cmocka_run_group_tests_name("cancelling kernels", with_cores, NULL, NULL);
    return env.cores ? failed + cmocka_run_group_tests_name("cancelling at any time", with_both, NULL, NULL) : failed;
}
