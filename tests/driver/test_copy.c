/* SPDX-License-Identifier: Apache-2.0
 * test_copy - copies, fills and queues, against a mirror of the device memory in host memory. */
#include <stdlib.h>
#include <string.h>

#include "env.h"
#include "internal.h"

enum { SMALL_STAGING = 64 << 10, PAGE = DLP_PAGE_BYTES };

static void random_bytes(uint8_t *at, size_t n, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++)
        at[i] = (uint8_t)random64(seed);
}

static void write_and_check(struct dlp_buffer *buf, uint64_t offset, size_t n, uint64_t *seed)
{
    uint8_t *in = malloc(n), *out = malloc(n + 2);
    assert_non_null(in);
    assert_non_null(out);
    random_bytes(in, n, seed);
    memset(out, 0xa5, n + 2);
    assert_int_equal(dlp_buffer_write(buf, offset, in, n), 0);
    assert_int_equal(dlp_buffer_read(buf, offset, out + 1, n), 0);
    assert_memory_equal(in, out + 1, n);
    assert_int_equal(out[0], 0xa5);             /* not a byte more was written */
    assert_int_equal(out[n + 1], 0xa5);
    free(in);
    free(out);
}

static void copies_of_all_sizes_and_offsets_arrive(void **state)
{
    const size_t sizes[] = { 1, 2, 3, 7, 8, 15, 16, 63, 64, 65, 100, 255, 256, 1000, 4095, 4096, 4097, 5000, 8191, 8193, 20000, 65536, 65537 };
    const uint64_t offsets[] = { 0, 1, 31, 63, 64, 100, 4095, 4096 };
    uint64_t seed = 7;
    (void)state;
    for (int dma = 0; dma < 2; dma++) {
        struct dlp_options o = { .direct_bytes = dma ? DLP_DIRECT_NEVER : 1 << 20, .scatter_bytes = dma ? PAGE : 0 };
        struct dlp_device *dev = open_device(&o);
        struct dlp_buffer *buf;
        assert_int_equal(dlp_buffer_create(dev, 80000, &buf), 0);
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (size_t f = 0; f < sizeof offsets / sizeof offsets[0]; f += env.scale > 1 ? 3 : 1)
                write_and_check(buf, offsets[f], sizes[s], &seed);
        assert_int_equal(dlp_device_close(dev), 0);
    }
}

/* 4 MiB in pieces of 1 MiB by entries of one page: more entries than the firmware fetches at a time, more than the staging memory holds. */
static void copies_larger_than_staging_and_scatter_chunks_arrive(void **state)
{
    struct dlp_options o = { .scatter_bytes = env.scale > 1 ? 1024 : PAGE - 64, .staging_bytes = (4u << 20) / (env.scale > 1 ? 4 : 1) };
    struct dlp_device *dev = open_device(&o);
    struct dlp_buffer *buf;
    const size_t n = (size_t)(9 << 20) / env.scale + 12345;
    uint64_t seed = 8;
    (void)state;
    assert_true((o.staging_bytes / 4) / o.scatter_bytes > DLP_FW_SG_BYTES / DLP_SG_BYTES || env.scale > 1);
    assert_int_equal(dlp_buffer_create(dev, n + 77, &buf), 0);
    write_and_check(buf, 77, n, &seed);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void one_copy_may_use_several_scatter_chunks(void **state)
{
    /* 300 entries of 64 bytes: the firmware fetches 256 at a time */
    struct dlp_options o = { .scatter_bytes = 64, .direct_bytes = DLP_DIRECT_NEVER };
    struct dlp_device *dev = open_device(&o);
    struct dlp_buffer *buf;
    struct dlp_info before, after;
    uint64_t seed = 9;
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 20000, &buf), 0);
    assert_int_equal(dlp_device_info(dev, &before), 0);
    write_and_check(buf, 5, 300 * 64 - 3, &seed);
    assert_int_equal(dlp_device_info(dev, &after), 0);
    assert_int_equal(after.jobs - before.jobs, 2);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void fills_and_device_copies_do_exactly_their_range(void **state)
{
    const size_t n = env.scale > 1 ? 5000 : 50000;
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *a, *b;
    uint8_t *mirror_a = malloc(n), *mirror_b = malloc(n), *out = malloc(n);
    uint64_t seed = 10;
    (void)state;
    random_bytes(mirror_a, n, &seed);
    random_bytes(mirror_b, n, &seed);
    assert_int_equal(dlp_buffer_create(dev, n, &a), 0);
    assert_int_equal(dlp_buffer_create(dev, n, &b), 0);
    assert_int_equal(dlp_buffer_write(a, 0, mirror_a, n), 0);
    assert_int_equal(dlp_buffer_write(b, 0, mirror_b, n), 0);
    for (unsigned i = 0; i < 60 / (env.scale > 1 ? 6 : 1); i++) {
        uint64_t size = 1 + random64(&seed) % (i % 3 ? 200 : n / 2), to = random64(&seed) % (n - size), from = random64(&seed) % (n - size);
        uint8_t value = (uint8_t)random64(&seed);
        switch (i % 4) {
        case 0:
            assert_int_equal(dlp_buffer_fill(a, to, value, size), 0);
            memset(mirror_a + to, value, size);
            break;
        case 1:
            assert_int_equal(dlp_buffer_copy(b, to, a, from, size), 0);
            memcpy(mirror_b + to, mirror_a + from, size);
            break;
        case 2:
            if (from < to + size && to < from + size) {
                assert_int_equal(dlp_buffer_copy(b, to, b, from, size), DLP_EOVERLAP);
            } else {
                assert_int_equal(dlp_buffer_copy(b, to, b, from, size), 0);
                memcpy(mirror_b + to, mirror_b + from, size);
            }
            break;
        default:
            assert_int_equal(dlp_buffer_copy(a, to, b, from, size), 0);
            memcpy(mirror_a + to, mirror_b + from, size);
            break;
        }
    }
    assert_int_equal(dlp_buffer_read(a, 0, out, n), 0);
    assert_memory_equal(out, mirror_a, n);
    assert_int_equal(dlp_buffer_read(b, 0, out, n), 0);
    assert_memory_equal(out, mirror_b, n);
    free(mirror_a);
    free(mirror_b);
    free(out);
    assert_int_equal(dlp_device_close(dev), 0);
}

/* Jobs of the device itself are cut into pieces of 16 MiB. */
static void large_fills_and_device_copies_are_cut_into_jobs(void **state)
{
    const uint64_t n = (33 << 20) + 5, last = n - 1;
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *a, *b;
    struct dlp_info info;
    uint64_t before;
    uint8_t *mirror = malloc(n), *out = malloc(n), byte = 0x99;
    uint64_t seed = 13;
    (void)state;
    assert_non_null(mirror);
    assert_non_null(out);
    for (uint64_t i = 0; i + 8 <= n; i += 8) {
        uint64_t word = random64(&seed);
        memcpy(mirror + i, &word, 8);
    }
    assert_int_equal(dlp_buffer_create(dev, n, &a), 0);
    assert_int_equal(dlp_buffer_create(dev, n, &b), 0);
    assert_int_equal(dlp_buffer_write(a, 0, mirror, n), 0);
    assert_int_equal(dlp_device_info(dev, &info), 0);
    before = info.jobs;
    assert_int_equal(dlp_buffer_copy(b, 0, a, 0, n), 0);
    assert_int_equal(dlp_device_info(dev, &info), 0);
    assert_int_equal(info.jobs - before, 3);
    assert_int_equal(dlp_buffer_read(b, 0, out, n), 0);
    assert_memory_equal(mirror, out, n);
    assert_int_equal(dlp_buffer_write(a, last, &byte, 1), 0);
    assert_int_equal(dlp_buffer_fill(a, 1, 0x42, n - 2), 0);
    assert_int_equal(dlp_buffer_read(a, 0, out, n), 0);
    assert_int_equal(out[0], mirror[0]);
    assert_int_equal(out[last], 0x99);
    for (uint64_t i = 1; i < last; i++)
        if (out[i] != 0x42)
            fail_msg("byte %llu is %02x", (unsigned long long)i, out[i]);
    free(mirror);
    free(out);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void bad_ranges_are_refused_and_nothing_is_done(void **state)
{
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *a, *b;
    struct dlp_queue *q;
    struct dlp_info before, after;
    uint8_t bytes[200] = { 0 };
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 100, &a), 0);
    assert_int_equal(dlp_buffer_create(dev, 100, &b), 0);
    assert_int_equal(dlp_queue_create(dev, 0, &q), 0);
    assert_int_equal(dlp_device_info(dev, &before), 0);
    assert_int_equal(dlp_buffer_write(a, 0, bytes, 101), DLP_ERANGE);
    assert_int_equal(dlp_buffer_write(a, 1, bytes, 100), DLP_ERANGE);
    assert_int_equal(dlp_buffer_write(a, 101, bytes, 1), DLP_ERANGE);
    assert_int_equal(dlp_buffer_write(a, UINT64_MAX, bytes, 2), DLP_ERANGE);
    assert_int_equal(dlp_buffer_read(a, 50, bytes, UINT64_MAX), DLP_ERANGE);
    assert_int_equal(dlp_buffer_fill(a, 50, 0, 51), DLP_ERANGE);
    assert_int_equal(dlp_buffer_write(a, 0, bytes, 0), DLP_ESIZE);
    assert_int_equal(dlp_buffer_read(a, 0, bytes, 0), DLP_ESIZE);
    assert_int_equal(dlp_buffer_fill(a, 0, 0, 0), DLP_ESIZE);
    assert_int_equal(dlp_buffer_copy(a, 0, b, 0, 0), DLP_ESIZE);
    assert_int_equal(dlp_buffer_copy(a, 0, b, 1, 100), DLP_ERANGE);
    assert_int_equal(dlp_buffer_copy(a, 1, b, 0, 100), DLP_ERANGE);
    assert_int_equal(dlp_buffer_copy(a, 0, a, 49, 50), DLP_EOVERLAP);
    assert_int_equal(dlp_buffer_copy(a, 10, a, 10, 1), DLP_EOVERLAP);
    assert_int_equal(dlp_buffer_write(a, 0, NULL, 4), DLP_EINVAL);
    assert_int_equal(dlp_buffer_read(a, 0, NULL, 4), DLP_EINVAL);
    assert_int_equal(dlp_queue_write(q, a, 1, bytes, 100), DLP_ERANGE);
    assert_int_equal(dlp_queue_read(q, a, 1, bytes, 100), DLP_ERANGE);
    assert_int_equal(dlp_queue_fill(q, a, 1, 0, 100), DLP_ERANGE);
    assert_int_equal(dlp_queue_copy(q, a, 0, a, 99, 100), DLP_ERANGE);
    assert_int_equal(dlp_queue_copy(q, a, 0, a, 49, 50), DLP_EOVERLAP);
    assert_int_equal(dlp_queue_write(q, a, 0, bytes, 0), DLP_ESIZE);
    assert_int_equal(dlp_queue_write(q, a, 0, NULL, 1), DLP_EINVAL);
    assert_int_equal(dlp_queue_sync(q, 100), 0);
    assert_int_equal(dlp_buffer_copy(a, 0, a, 50, 50), 0);
    assert_int_equal(dlp_device_info(dev, &after), 0);
    assert_int_equal(after.jobs - before.jobs, 1);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void queued_copies_happen_in_order(void **state)
{
    enum { N = 3000, STEPS = 200 };
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *buf;
    struct dlp_queue *q[2];
    static uint8_t mirror[N], out[N], early[N];
    uint64_t seed = 11;
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, N, &buf), 0);
    assert_int_equal(dlp_queue_create(dev, 5000, &q[0]), 0);
    assert_int_equal(dlp_queue_create(dev, 5000, &q[1]), 0);
    assert_int_equal(dlp_queue_fill(q[0], buf, 0, 0, N), 0);
    memset(mirror, 0, N);
    for (unsigned i = 0; i < STEPS / (env.scale > 1 ? 4 : 1); i++) {
        uint8_t bytes[300];
        uint64_t size = 1 + random64(&seed) % sizeof bytes, at = random64(&seed) % (N - size);
        random_bytes(bytes, size, &seed);
        memcpy(mirror + at, bytes, size);
        assert_int_equal(dlp_queue_write(q[i % 2], buf, at, bytes, size), 0);       /* `bytes` goes out of scope at once */
        if (i == 20)
            assert_int_equal(dlp_queue_read(q[1], buf, 0, early, N), 0);
        if (i == 20)
            memcpy(out, mirror, N);
    }
    assert_int_equal(dlp_queue_sync(q[1], 10000), 0);
    assert_memory_equal(early, out, N);                 /* the state at that point, not a later one */
    assert_int_equal(dlp_buffer_read(buf, 0, out, N), 0);
    assert_memory_equal(out, mirror, N);
    assert_int_equal(dlp_queue_destroy(q[0]), 0);
    assert_int_equal(dlp_queue_destroy(q[1]), 0);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void a_full_ring_is_reported_or_waited_for(void **state)
{
    struct wrap w = { 0 };
    struct dlp_options o = { .create = wrap_create, .create_ctx = &w, .ring_entries = 4 };
    struct dlp_device *dev = open_device(&o);
    struct dlp_buffer *buf;
    struct dlp_queue *q, *patient;
    struct dlp_info info;
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 64, &buf), 0);
    assert_int_equal(dlp_queue_create(dev, 0, &q), 0);
    assert_int_equal(dlp_queue_create(dev, 10000, &patient), 0);
    w.deaf = true;
    for (int i = 0; i < 4; i++)
        assert_int_equal(dlp_queue_fill(q, buf, 0, (uint8_t)i, 64), 0);
    assert_int_equal(dlp_queue_fill(q, buf, 0, 9, 64), DLP_EFULL);
    assert_int_equal(dlp_queue_sync(q, 0), DLP_ETIMEOUT);
    assert_int_equal(dlp_device_info(dev, &info), 0);
    assert_int_equal(info.outstanding, 4);
    wrap_release(&w);
    for (int i = 0; i < 20; i++)
        assert_int_equal(dlp_queue_fill(patient, buf, 0, (uint8_t)(i + 10), 64), 0);
    assert_int_equal(dlp_queue_sync(q, 5000), 0);
    assert_int_equal(dlp_queue_sync(patient, 5000), 0);
    uint8_t last = 0;
    assert_int_equal(dlp_buffer_read(buf, 63, &last, 1), 0);
    assert_int_equal(last, 29);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void a_read_that_timed_out_does_not_write_later(void **state)
{
    struct wrap w = { 0 };
    struct dlp_options o = { .create = wrap_create, .create_ctx = &w, .timeout_ms = env.scale > 1 ? 300 : 30, .direct_bytes = DLP_DIRECT_NEVER };
    struct dlp_device *dev = open_device(&o);
    struct dlp_buffer *buf;
    uint8_t bytes[64], other[64];
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 64, &buf), 0);
    assert_int_equal(dlp_buffer_fill(buf, 0, 7, 64), 0);
    memset(bytes, 1, sizeof bytes);
    w.deaf = true;
    w.override[0].on = w.clock = true;              /* the clock goes on, as if the device were busy */
    w.override[0].offset = DLP_REG_TIME_LO;
    assert_int_equal(dlp_buffer_read(buf, 0, bytes, 64), DLP_ETIMEOUT);
    wrap_release(&w);
    assert_int_equal(dlp_buffer_read(buf, 0, other, 64), 0);
    assert_int_equal(other[0], 7);
    assert_int_equal(bytes[0], 1);
    assert_int_equal(bytes[63], 1);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void a_device_closes_with_jobs_outstanding(void **state)
{
    struct wrap w = { 0 };
    struct dlp_options o = { .create = wrap_create, .create_ctx = &w };
    struct dlp_device *dev = open_device(&o);
    struct dlp_buffer *buf;
    struct dlp_queue *q;
    uint8_t bytes[64] = { 0 };
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 64, &buf), 0);
    assert_int_equal(dlp_queue_create(dev, 0, &q), 0);
    w.deaf = true;
    for (int i = 0; i < 10; i++)
        assert_int_equal(dlp_queue_read(q, buf, 0, bytes, 64), 0);
    assert_int_equal(dlp_device_close(dev), 0);
}

/* Staging pages are taken away from the device behind the library's back. */
static void host_memory_that_is_not_mapped_is_blocked_counted_and_reported(void **state)
{
    struct dlp_options o = { .direct_bytes = DLP_DIRECT_NEVER };
    struct dlp_device *handle = open_device(&o);
    struct dlp_buffer *buf;
    struct object *obj;
    struct dlp_info info;
    struct dlp_fault_report fault;
    static uint8_t bytes[3 * PAGE], out[sizeof bytes];
    uint64_t seed = 12;
    (void)state;
    assert_int_equal(dlp_buffer_create(handle, sizeof bytes, &buf), 0);
    random_bytes(bytes, sizeof bytes, &seed);
    for (unsigned i = 0; i < 2; i++) {              /* first the scatter list, then the second page of the data */
        assert_int_equal(dlp_enter(handle, KIND_DEVICE, &obj), 0);
        struct device *dev = obj->dev;
        const size_t page = dev->page_next % dev->page_count + 2 * i;
        const uint64_t iova = dlp_staging_iova(dev, page);
        assert_int_equal(dev->backend->dma_unmap(dev->ctx, iova, PAGE), 0);
        dlp_leave(dev);

        assert_int_equal(dlp_buffer_write(buf, 0, bytes, sizeof bytes), DLP_EMAP);
        assert_int_equal(dlp_device_info(handle, &info), 0);
        assert_true(info.blocked_accesses >= i + 1);
        assert_true(info.blocked_address / PAGE == iova / PAGE);
        assert_int_equal(dlp_device_fault(handle, &fault), 0);
        assert_int_equal(fault.count, i + 1);
        assert_int_equal(fault.code, DLP_FAULT_HOST_BUS);
        assert_string_equal(fault.kernel, "");

        assert_int_equal(dlp_enter(handle, KIND_DEVICE, &obj), 0);
        assert_int_equal(dev->backend->dma_map(dev->ctx, dlp_staging_host(dev, page), PAGE, iova, DLP_MAP_READ | DLP_MAP_WRITE), 0);
        dlp_leave(dev);
    }
    assert_int_equal(dlp_buffer_write(buf, 0, bytes, sizeof bytes), 0);     /* the next jobs work */
    assert_int_equal(dlp_buffer_read(buf, 0, out, sizeof out), 0);
    assert_memory_equal(bytes, out, sizeof out);
    assert_int_equal(dlp_device_close(handle), 0);
}

static void rings_that_are_not_mapped_stop_the_firmware(void **state)
{
    struct dlp_options o = { .direct_bytes = DLP_DIRECT_NEVER, .timeout_ms = 2000 };
    struct dlp_device *handle = open_device(&o);
    struct dlp_buffer *buf;
    struct object *obj;
    struct dlp_fault_report fault;
    uint8_t byte = 0;
    (void)state;
    assert_int_equal(dlp_buffer_create(handle, 16, &buf), 0);
    assert_int_equal(dlp_enter(handle, KIND_DEVICE, &obj), 0);
    struct device *dev = obj->dev;
    assert_int_equal(dev->backend->dma_unmap(dev->ctx, dlp_staging_iova(dev, 0) - dev->staging, PAGE), 0);
    dlp_leave(dev);
    assert_int_equal(dlp_buffer_write(buf, 0, &byte, 1), DLP_EFW);
    assert_int_equal(dlp_buffer_write(buf, 0, &byte, 1), DLP_EFW);
    assert_int_equal(dlp_device_fault(handle, &fault), 0);
    assert_int_equal(fault.firmware, 1);
    if (env.cores)
        assert_int_equal(fault.code, DLP_FAULT_HOST_BUS);
    assert_int_equal(dlp_device_close(handle), 0);
}

/* The ring counters are 32 bits wide, phases count passes: go around the ring many times, with both full and single use. */
static void the_rings_wrap_around_many_times(void **state)
{
    struct dlp_options o = { .ring_entries = 2, .staging_bytes = SMALL_STAGING, .direct_bytes = DLP_DIRECT_NEVER };
    struct dlp_device *dev = open_device(&o);
    struct dlp_buffer *buf;
    struct dlp_queue *q;
    uint32_t out = 0;
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 64, &buf), 0);
    assert_int_equal(dlp_queue_create(dev, 5000, &q), 0);
    for (uint32_t i = 0; i < 500 / (env.scale > 1 ? 8 : 1); i++) {
        assert_int_equal(dlp_queue_write(q, buf, 4, &i, sizeof i), 0);
        assert_int_equal(dlp_queue_read(q, buf, 4, &out, sizeof out), 0);
        if (i % 3 == 0) {
            assert_int_equal(dlp_queue_sync(q, 5000), 0);
            assert_int_equal(out, i);
        }
    }
    assert_int_equal(dlp_queue_sync(q, 5000), 0);
    assert_int_equal(dlp_device_close(dev), 0);
}

int run_copy(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_of_all_sizes_and_offsets_arrive), cmocka_unit_test(copies_larger_than_staging_and_scatter_chunks_arrive),
        cmocka_unit_test(one_copy_may_use_several_scatter_chunks), cmocka_unit_test(fills_and_device_copies_do_exactly_their_range),
        cmocka_unit_test(bad_ranges_are_refused_and_nothing_is_done), cmocka_unit_test(queued_copies_happen_in_order),
        cmocka_unit_test(host_memory_that_is_not_mapped_is_blocked_counted_and_reported),
        cmocka_unit_test(rings_that_are_not_mapped_stop_the_firmware), cmocka_unit_test(the_rings_wrap_around_many_times),
    };
    const struct CMUnitTest wrapped[] = {
        cmocka_unit_test(a_full_ring_is_reported_or_waited_for), cmocka_unit_test(a_read_that_timed_out_does_not_write_later),
        cmocka_unit_test(a_device_closes_with_jobs_outstanding),
    };
    const struct CMUnitTest large[] = { cmocka_unit_test(large_fills_and_device_copies_are_cut_into_jobs) };
    int failed = cmocka_run_group_tests_name("copies", tests, NULL, NULL);
    if (env.scale == 1 && dlp_profile_by_name(env.profile)->gdram_mb >= 128)
        failed += cmocka_run_group_tests_name("large copies", large, NULL, NULL);
    return failed + cmocka_run_group_tests_name("full rings", wrapped, NULL, NULL);
}
