/* SPDX-License-Identifier: Apache-2.0
 * test_device - opening, closing, identity, lost devices, handles, threads, killed processes. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "env.h"

static void a_device_opens_and_closes_again_and_again(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct dlp_device *dev = open_device(NULL);
        assert_int_equal(dlp_device_close(dev), 0);
        assert_int_equal(dlp_device_close(dev), DLP_ECLOSED);
    }
    assert_int_equal(dlp_device_close(NULL), 0);
}

static void info_reports_the_profile(void **state)
{
    const struct dlp_profile *p = dlp_profile_by_name(env.profile);
    struct dlp_device *dev = open_device(NULL);
    struct dlp_info info;
    struct dlp_fault_report fault;
    (void)state;
    assert_int_equal(dlp_device_info(dev, &info), 0);
    assert_string_equal(info.backend, env.backend);
    assert_string_equal(info.profile, env.profile);
    assert_int_equal(info.spec_hash, DLP_SPEC_HASH);
    assert_int_equal(info.spec_version, DLP_SPEC_VERSION);
    assert_int_equal(info.clusters, p->clusters);
    assert_int_equal(info.cores_per_cluster, p->cores);
    assert_int_equal(info.mxu_dim, p->mxu_dim);
    assert_int_equal(info.vpu_lanes, p->vpu_lanes);
    assert_int_equal(info.nram_bytes, p->nram_kb * 1024);
    assert_int_equal(info.wram_bytes, p->wram_kb * 1024);
    assert_int_equal(info.lmem_bytes, p->lmem_kb * 1024);
    assert_int_equal(info.memory_bytes, ((uint64_t)p->gdram_mb << 20) - DLP_FW_BYTES);
    assert_int_equal(info.memory_free, info.memory_bytes);
    assert_int_equal(info.outstanding, 0);
    assert_int_equal(info.jobs, 1);                 /* the one that the open sends */
    assert_int_equal(info.blocked_accesses, 0);
    assert_int_equal(dlp_device_fault(dev, &fault), 0);
    assert_int_equal(fault.count, 0);
    assert_int_equal(fault.code, DLP_FAULT_NONE);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void what_is_not_there_is_refused_with_a_reason(void **state)
{
    char why[128] = "";
    struct dlp_options o = { .detail = why, .detail_bytes = sizeof why, .rtl_library = "/nonexistent/libdlp_rtl.so" };
    struct dlp_device *dev = NULL;
    (void)state;
    assert_int_equal(dlp_device_open("abacus", "full", &o, &dev), DLP_ENODEV);
    assert_non_null(strstr(why, "backend"));
    assert_int_equal(dlp_device_open(env.backend, "huge", &o, &dev), DLP_ENODEV);
    assert_non_null(strstr(why, "profile"));
    assert_int_equal(dlp_device_open("rtl", "full", &o, &dev), DLP_ENODEV);
    assert_non_null(strstr(why, "/nonexistent/libdlp_rtl.so"));
    assert_int_equal(dlp_device_open("chip", "full", &o, &dev), DLP_EINVAL);
    assert_int_equal(dlp_device_open(NULL, "full", &o, &dev), DLP_EINVAL);
    assert_int_equal(dlp_device_open(env.backend, "full", &o, NULL), DLP_EINVAL);
    o.ring_entries = 3;
    assert_int_equal(dlp_device_open(env.backend, env.profile, &o, &dev), DLP_EINVAL);
    assert_null(dev);
}

static int open_wrapped(struct wrap *w, char *why, struct dlp_device **dev)
{
    struct dlp_options o = { .create = wrap_create, .create_ctx = w, .detail = why, .detail_bytes = 128, .timeout_ms = 500 };
    return dlp_device_open("chip", env.profile, &o, dev);
}

static void a_device_of_another_specification_is_refused(void **state)
{
    const struct { uint32_t reg, value; int err; } cases[] = {
        { DLP_REG_ID, 0x12345678, DLP_ESPEC }, { DLP_REG_ID, UINT32_MAX, DLP_ESPEC },
        { DLP_REG_VERSION, DLP_SPEC_VERSION + (1u << DLP_VERSION_MAJOR_LSB), DLP_ESPEC }, { DLP_REG_SPEC_HASH, DLP_SPEC_HASH ^ 1, DLP_ESPEC },
        { DLP_REG_PROFILE, 77, DLP_ESPEC }, { DLP_REG_FW_HASH, DLP_SPEC_HASH ^ 0x80000000, DLP_ESPEC }, { DLP_REG_CFG_GDRAM_MB, 0, DLP_ESPEC },
        { DLP_REG_VERSION, DLP_SPEC_VERSION + (1u << DLP_VERSION_MINOR_LSB), 0 },       /* additions do no harm */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct wrap w = { .override[0] = { true, cases[i].reg, cases[i].value } };
        struct dlp_device *dev = NULL;
        char why[128] = "";
        int err = open_wrapped(&w, why, &dev);
        if (err != cases[i].err || (err && !why[0]))
            fail_msg("case %zu: error %d, reason \"%s\"", i, err, why);
        assert_int_equal(dlp_device_close(dev), 0);
    }
}

/* ---- firmware */

enum { T0 = 5, T1 = 6, JUMP_SELF = 0x6f, WFI = 0x10500073 };
static uint32_t lui(unsigned rd, uint32_t value) { return (value & 0xfffff000) | rd << 7 | 0x37; }
static uint32_t li(unsigned rd, uint32_t value) { return (value & 0xfff) << 20 | rd << 7 | 0x13; }
static uint32_t sw(unsigned from, uint32_t offset, unsigned base)
{
    return (offset & 0xfe0) << 20 | from << 20 | base << 15 | 2 << 12 | (offset & 0x1f) << 7 | 0x23;
}

static int open_with_firmware(const uint32_t *code, size_t words, char *why)
{
    struct elf_bytes e = elf_make_firmware(code, words);
    struct dlp_options o = { .firmware = e.at, .firmware_bytes = e.size, .detail = why, .detail_bytes = 128, .timeout_ms = 400 };
    struct dlp_device *dev = NULL;
    why[0] = 0;
    int err = dlp_device_open(env.backend, env.profile, &o, &dev);
    assert_int_equal(dlp_device_close(dev), 0);
    free(e.at);
    return err;
}

static void firmware_that_does_not_fit_is_refused(void **state)
{
    const uint32_t other_hash[] = { lui(T0, (uint32_t)DLP_MEM_MMIO_BASE), lui(T1, 0xbad00000), sw(T1, DLP_REG_FW_HASH, T0),
                                    li(T1, DLP_FW_STATE_STATE_READY), sw(T1, DLP_REG_FW_STATE, T0), WFI, JUMP_SELF };
    const uint32_t panics[] = { lui(T0, (uint32_t)DLP_MEM_MMIO_BASE), li(T1, DLP_FAULT_JOB), sw(T1, DLP_REG_FW_INFO, T0),
                                li(T1, DLP_FW_STATE_STATE_PANIC), sw(T1, DLP_REG_FW_STATE, T0), JUMP_SELF };
    const uint32_t traps[] = { UINT32_MAX }, silent[] = { JUMP_SELF };
    char why[128];
    (void)state;
    assert_int_equal(open_with_firmware(other_hash, sizeof other_hash / 4, why), DLP_ESPEC);
    assert_non_null(strstr(why, "bad00000"));
    assert_int_equal(open_with_firmware(panics, sizeof panics / 4, why), DLP_EFW);
    assert_non_null(strstr(why, dlp_strfault(DLP_FAULT_JOB)));
    assert_int_equal(open_with_firmware(traps, 1, why), DLP_EFW);
    assert_non_null(strstr(why, dlp_strfault(DLP_FAULT_ILLEGAL)));
    assert_int_equal(open_with_firmware(silent, 1, why), DLP_ETIMEOUT);
}

static void a_bad_firmware_file_is_refused(void **state)
{
    char why[128] = "";
    struct dlp_options o = { .firmware_file = "/nonexistent/firmware.elf", .detail = why, .detail_bytes = sizeof why };
    struct dlp_device *dev = NULL;
    (void)state;
    assert_int_equal(dlp_device_open(env.backend, env.profile, &o, &dev), DLP_EIO);
    assert_non_null(strstr(why, "/nonexistent/firmware.elf"));
    o.firmware_file = env.kernels;                  /* an ELF file, but it lies where user code lies */
    assert_int_equal(dlp_device_open(env.backend, env.profile, &o, &dev), DLP_EELF);
    o = (struct dlp_options){ .firmware = "not an ELF", .firmware_bytes = 10, .detail = why, .detail_bytes = sizeof why };
    assert_int_equal(dlp_device_open(env.backend, env.profile, &o, &dev), DLP_EELF);
    assert_null(dev);
}

/* ---- lost devices */

static uint8_t junk[64];

static void after_loss_everything_fails_and_a_new_open_works(struct dlp_device *dev, struct dlp_buffer *buf, struct dlp_queue *q, int err)
{
    struct dlp_buffer *other = NULL;
    struct dlp_info info;
    assert_int_equal(dlp_buffer_write(buf, 0, junk, sizeof junk), err);
    assert_int_equal(dlp_buffer_read(buf, 0, junk, sizeof junk), err);
    assert_int_equal(dlp_queue_fill(q, buf, 0, 1, 8), err);
    assert_int_equal(dlp_queue_sync(q, 100), err);
    assert_int_equal(dlp_buffer_create(dev, 16, &other), err);
    assert_int_equal(dlp_device_info(dev, &info), 0);
    assert_int_equal(dlp_buffer_destroy(buf), 0);
    assert_int_equal(dlp_queue_destroy(q), err);
    assert_int_equal(dlp_device_close(dev), 0);
    dev = open_device(NULL);
    assert_int_equal(dlp_device_close(dev), 0);
}

struct lost { struct wrap wrap; struct dlp_device *dev; struct dlp_buffer *buf; struct dlp_queue *q; };

static void open_lost(struct lost *l, int32_t direct_bytes)
{
    struct dlp_options o = { .create = wrap_create, .create_ctx = &l->wrap, .timeout_ms = 300, .direct_bytes = direct_bytes };
    l->dev = open_device(&o);
    assert_int_equal(dlp_buffer_create(l->dev, 4096, &l->buf), 0);
    assert_int_equal(dlp_queue_create(l->dev, 0, &l->q), 0);
}

static void a_dead_device_is_a_time_out_and_then_closed(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {           /* noticed by a copy job, by a direct write, by a direct read */
        struct lost l = { 0 };
        open_lost(&l, i == 0 ? DLP_DIRECT_NEVER : 0);
        l.wrap.dead = true;
        assert_int_equal(i == 2 ? dlp_buffer_read(l.buf, 0, junk, sizeof junk) : dlp_buffer_write(l.buf, 0, junk, sizeof junk), DLP_ETIMEOUT);
        after_loss_everything_fails_and_a_new_open_works(l.dev, l.buf, l.q, DLP_ECLOSED);
    }
}

static void a_device_whose_clock_stands_still_is_lost(void **state)
{
    struct lost l = { 0 };
    (void)state;
    open_lost(&l, DLP_DIRECT_NEVER);
    assert_int_equal(dlp_queue_fill(l.q, l.buf, 0, 1, 8), 0);
    assert_int_equal(dlp_queue_sync(l.q, 1000), 0);
    /* registers answer, time does not pass; the null chip's time passes with each register read */
    l.wrap.stopped = true;
    l.wrap.override[0].on = true;
    l.wrap.override[0].offset = DLP_REG_TIME_LO;
    assert_int_equal(dlp_queue_fill(l.q, l.buf, 0, 1, 8), 0);
    assert_int_equal(dlp_queue_sync(l.q, DLP_WAIT_FOREVER), DLP_ETIMEOUT);
    char why[128];
    assert_int_equal(dlp_device_detail(l.dev, why, sizeof why), 0);
    assert_non_null(strstr(why, "clock"));
    after_loss_everything_fails_and_a_new_open_works(l.dev, l.buf, l.q, DLP_ECLOSED);
}

static void firmware_that_stops_is_reported_as_such(void **state)
{
    const struct { uint32_t reg, value, code; } cases[] = {
        { DLP_REG_FW_STATE, DLP_FW_STATE_STATE_PANIC, DLP_FAULT_HOST_BUS },
        { DLP_REG_DEV_STATUS, DLP_DEV_STATUS_JS_FAULT_MASK, DLP_FAULT_ILLEGAL },
        { DLP_REG_DEV_STATUS, DLP_DEV_STATUS_JS_HUNG_MASK, DLP_FAULT_WATCHDOG },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lost l = { 0 };
        struct dlp_fault_report fault;
        open_lost(&l, DLP_DIRECT_NEVER);
        l.wrap.deaf = true;
        l.wrap.override[0].on = l.wrap.override[1].on = l.wrap.override[2].on = true;
        l.wrap.override[0].offset = cases[i].reg;
        l.wrap.override[0].value = cases[i].value;
        l.wrap.override[1].offset = DLP_REG_FW_INFO;
        l.wrap.override[1].value = cases[i].code;
        l.wrap.override[2].offset = DLP_REG_JS_FAULT_CODE;
        l.wrap.override[2].value = cases[i].code;
        assert_int_equal(dlp_queue_fill(l.q, l.buf, 0, 1, 8), 0);
        assert_int_equal(dlp_queue_sync(l.q, 300), DLP_EFW);
        assert_int_equal(dlp_device_fault(l.dev, &fault), 0);
        assert_int_equal(fault.firmware, 1);
        assert_int_equal(fault.count, 1);
        assert_int_equal(fault.code, cases[i].code);
        assert_string_equal(fault.name, dlp_faultname(cases[i].code));
        assert_string_equal(fault.text, dlp_strfault(cases[i].code));
        after_loss_everything_fails_and_a_new_open_works(l.dev, l.buf, l.q, DLP_EFW);
    }
}

static void a_closed_device_has_no_working_handles(void **state)
{
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *buf;
    struct dlp_queue *q;
    struct dlp_module *m;
    struct dlp_kernel *k;
    struct dlp_info info;
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 4096, &buf), 0);
    assert_int_equal(dlp_queue_create(dev, 0, &q), 0);
    assert_int_equal(dlp_module_load_file(dev, env.kernels, &m), 0);
    assert_int_equal(dlp_module_kernel(m, "add", &k), 0);
    assert_int_equal(dlp_device_close(dev), 0);
    assert_int_equal(dlp_queue_launch(q, k, NULL, 0, 0, NULL), DLP_ECLOSED);
    assert_int_equal(dlp_queue_sync(q, 10), DLP_ECLOSED);
    assert_int_equal(dlp_buffer_write(buf, 0, junk, 1), DLP_ECLOSED);
    assert_int_equal(dlp_buffer_destroy(buf), DLP_ECLOSED);
    assert_int_equal(dlp_module_kernel(m, "add", &k), DLP_ECLOSED);
    assert_int_equal(dlp_module_unload(m), DLP_ECLOSED);
    assert_int_equal(dlp_device_info(dev, &info), DLP_ECLOSED);
    assert_int_equal(dlp_queue_create(dev, 0, &q), DLP_ECLOSED);
}

/* ---- handles */

static void freed_foreign_and_null_handles_are_recognised(void **state)
{
    struct dlp_device *dev = open_device(NULL), *other = open_device(NULL);
    struct dlp_buffer *a, *b, *foreign;
    struct dlp_queue *q;
    struct dlp_module *m;
    struct dlp_kernel *k;
    int local;
    (void)state;
    assert_int_equal(dlp_buffer_create(dev, 256, &a), 0);
    assert_int_equal(dlp_buffer_create(dev, 256, &b), 0);
    assert_int_equal(dlp_buffer_create(other, 256, &foreign), 0);
    assert_int_equal(dlp_queue_create(dev, 0, &q), 0);
    assert_int_equal(dlp_module_load_file(dev, env.kernels, &m), 0);
    assert_int_equal(dlp_module_kernel(m, "add", &k), 0);

    assert_int_equal(dlp_buffer_destroy(a), 0);
    assert_int_equal(dlp_buffer_destroy(a), DLP_EFREED);
    assert_int_equal(dlp_buffer_write(a, 0, junk, 1), DLP_EFREED);
    assert_int_equal(dlp_queue_fill(q, a, 0, 1, 1), DLP_EFREED);
    struct dlp_buffer *again;
    assert_int_equal(dlp_buffer_create(dev, 256, &again), 0);       /* the same memory, but not the same handle */
    assert_int_equal(dlp_buffer_destroy(a), DLP_EFREED);
    assert_int_equal(dlp_buffer_destroy(again), 0);

    assert_int_equal(dlp_buffer_destroy((struct dlp_buffer *)(void *)q), DLP_EFREED);
    assert_int_equal(dlp_buffer_destroy((struct dlp_buffer *)(void *)&local), DLP_EFREED);
    assert_int_equal(dlp_buffer_copy(b, 0, foreign, 0, 8), DLP_EINVAL);
    assert_int_equal(dlp_queue_copy(q, b, 0, foreign, 0, 8), DLP_EINVAL);
    assert_int_equal(dlp_queue_write(q, foreign, 0, junk, 8), DLP_EINVAL);
    assert_int_equal(dlp_buffer_write(NULL, 0, junk, 8), DLP_EINVAL);
    assert_int_equal(dlp_queue_sync(NULL, 0), DLP_EINVAL);
    assert_int_equal(dlp_queue_launch(q, NULL, NULL, 0, 0, NULL), DLP_EINVAL);
    assert_int_equal(dlp_buffer_destroy(NULL), 0);
    assert_int_equal(dlp_queue_destroy(NULL), 0);
    assert_int_equal(dlp_module_unload(NULL), 0);

    assert_int_equal(dlp_module_unload(m), 0);
    assert_int_equal(dlp_module_unload(m), DLP_EFREED);
    assert_int_equal(dlp_queue_launch(q, k, NULL, 0, 0, NULL), DLP_EFREED);     /* a kernel goes with its module */
    assert_int_equal(dlp_queue_destroy(q), 0);
    assert_int_equal(dlp_queue_destroy(q), DLP_EFREED);
    assert_int_equal(dlp_device_close(other), 0);
    assert_int_equal(dlp_buffer_destroy(foreign), DLP_ECLOSED);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void thousands_of_buffers_come_and_go(void **state)
{
    enum { LIVE = 300, ROUNDS = 5000 };
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *live[LIVE] = { NULL };
    struct dlp_info info;
    uint64_t seed = 99, bytes = 0;
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        struct dlp_buffer **b = &live[random64(&seed) % LIVE];
        uint64_t size = 0;
        if (*b) {
            assert_int_equal(dlp_buffer_info(*b, NULL, &size), 0);
            assert_int_equal(dlp_buffer_destroy(*b), 0);
            *b = NULL;
            bytes -= (size + DLP_ALLOC_ALIGN_BYTES - 1) / DLP_ALLOC_ALIGN_BYTES * DLP_ALLOC_ALIGN_BYTES;
        } else {
            uint64_t address;
            size = 1 + random64(&seed) % 30000;
            assert_int_equal(dlp_buffer_create(dev, size, b), 0);
            assert_int_equal(dlp_buffer_info(*b, &address, NULL), 0);
            assert_int_equal(address % DLP_ALLOC_ALIGN_BYTES, 0);
            assert_true(address >= DLP_MEM_GDRAM_BASE + DLP_FW_BYTES);
            bytes += (size + DLP_ALLOC_ALIGN_BYTES - 1) / DLP_ALLOC_ALIGN_BYTES * DLP_ALLOC_ALIGN_BYTES;
        }
    }
    assert_int_equal(dlp_device_info(dev, &info), 0);
    assert_int_equal(info.memory_bytes - info.memory_free, bytes);
    assert_int_equal(dlp_buffer_create(dev, info.memory_bytes, &live[0]), DLP_EDEVMEM);
    assert_int_equal(dlp_buffer_create(dev, 0, &live[0]), DLP_ESIZE);
    assert_int_equal(dlp_device_close(dev), 0);         /* with buffers alive */
}

/* ---- threads */

struct worker { struct dlp_device *dev; uint64_t seed; int err; };

static void *work(void *arg)
{
    struct worker *w = arg;
    struct dlp_buffer *buf = NULL;
    struct dlp_queue *q = NULL;
    uint8_t in[500], out[500];
    w->err = dlp_queue_create(w->dev, 1000, &q);
    for (int i = 0; i < 40 && !w->err; i++) {
        for (size_t k = 0; k < sizeof in; k++)
            in[k] = (uint8_t)random64(&w->seed);
        memset(out, 0, sizeof out);
        w->err = dlp_buffer_create(w->dev, sizeof in, &buf);
        if (!w->err)
            w->err = i % 2 ? dlp_buffer_write(buf, 0, in, sizeof in) : dlp_queue_write(q, buf, 0, in, sizeof in);
        if (!w->err)
            w->err = dlp_queue_read(q, buf, 0, out, sizeof out);
        if (!w->err)
            w->err = dlp_queue_sync(q, 10000);
        if (!w->err && memcmp(in, out, sizeof in) != 0)
            w->err = DLP_EIO;
        (void)dlp_buffer_destroy(buf);
    }
    (void)dlp_queue_destroy(q);
    return NULL;
}

static void threads_may_share_a_device_or_have_their_own(void **state)
{
    enum { THREADS = 4 };
    struct dlp_device *shared = open_device(NULL), *own = open_device(NULL);
    struct worker w[THREADS];
    pthread_t t[THREADS];
    (void)state;
    for (unsigned i = 0; i < THREADS; i++) {
        w[i] = (struct worker){ .dev = i == THREADS - 1 ? own : shared, .seed = i + 1 };
        assert_int_equal(pthread_create(&t[i], NULL, work, &w[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(t[i], NULL);
        assert_int_equal(w[i].err, 0);
    }
    assert_int_equal(dlp_device_close(shared), 0);
    assert_int_equal(dlp_device_close(own), 0);
}

static void *until_closed(void *arg)
{
    struct dlp_buffer *buf;
    int err;
    while ((err = dlp_buffer_create(arg, 64, &buf)) == 0)
        err = dlp_buffer_destroy(buf);
    return err == DLP_ECLOSED ? NULL : arg;
}

static void closing_while_other_threads_call_is_safe(void **state)
{
    struct dlp_device *dev = open_device(NULL);
    pthread_t t[2];
    void *wrong;
    (void)state;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&t[i], NULL, until_closed, dev), 0);
    usleep(5000);
    assert_int_equal(dlp_device_close(dev), 0);
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(t[i], &wrong);
        assert_null(wrong);
    }
}

/* ---- processes */

static unsigned shared_things(void)
{
    unsigned n = 0;
    DIR *dir = opendir("/dev/shm");
    for (struct dirent *e; dir && (e = readdir(dir));)
        n += strstr(e->d_name, "dlp") != NULL;
    if (dir)
        closedir(dir);
    return n;
}

static void a_process_killed_in_the_middle_of_a_job_leaves_nothing_behind(void **state)
{
    int fds[2];
    char byte;
    const unsigned before = shared_things();
    (void)state;
    assert_int_equal(pipe(fds), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct dlp_device *dev;
        struct dlp_queue *q;
        struct dlp_module *m;
        struct dlp_kernel *k;
        if (dlp_device_open(env.backend, env.profile, NULL, &dev) || dlp_queue_create(dev, 0, &q) || dlp_module_load_file(dev, env.kernels, &m) ||
            dlp_module_kernel(m, "spin", &k) || dlp_queue_launch(q, k, NULL, 0, 0, NULL) || write(fds[1], "r", 1) != 1)
            _exit(1);
        (void)dlp_queue_sync(q, DLP_WAIT_FOREVER);
        for (;;)
            pause();
    }
    close(fds[1]);
    assert_int_equal(read(fds[0], &byte, 1), 1);
    close(fds[0]);
    usleep(20000);
    assert_int_equal(kill(child, SIGKILL), 0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *buf;
    assert_int_equal(dlp_buffer_create(dev, 64, &buf), 0);
    assert_int_equal(dlp_buffer_fill(buf, 0, 7, 64), 0);
    assert_int_equal(dlp_device_close(dev), 0);
    assert_int_equal(shared_things(), before);
}

int run_device(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_opens_and_closes_again_and_again), cmocka_unit_test(info_reports_the_profile),
        cmocka_unit_test(what_is_not_there_is_refused_with_a_reason), cmocka_unit_test(a_bad_firmware_file_is_refused),
        cmocka_unit_test(a_closed_device_has_no_working_handles), cmocka_unit_test(freed_foreign_and_null_handles_are_recognised),
        cmocka_unit_test(thousands_of_buffers_come_and_go), cmocka_unit_test(threads_may_share_a_device_or_have_their_own),
        cmocka_unit_test(closing_while_other_threads_call_is_safe),
        cmocka_unit_test(a_process_killed_in_the_middle_of_a_job_leaves_nothing_behind),
    };
    const struct CMUnitTest with_cores[] = { cmocka_unit_test(firmware_that_does_not_fit_is_refused) };
    const struct CMUnitTest wrapped[] = {
        cmocka_unit_test(a_device_of_another_specification_is_refused), cmocka_unit_test(a_dead_device_is_a_time_out_and_then_closed),
        cmocka_unit_test(a_device_whose_clock_stands_still_is_lost), cmocka_unit_test(firmware_that_stops_is_reported_as_such),
    };
    int failed = cmocka_run_group_tests_name("device", tests, NULL, NULL);
    if (env.cores)
        failed += cmocka_run_group_tests_name("firmware", with_cores, NULL, NULL);
    return failed + cmocka_run_group_tests_name("lost devices", wrapped, NULL, NULL);
}
