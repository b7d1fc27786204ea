/* SPDX-License-Identifier: Apache-2.0
 * The workloads of the test bench. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/half.h"
#include "digits_data.h"
#include "digits_device.h"
#include "digits_half.h"
#include "digits_int4.h"
#include "digits_ref.h"
#include "dlp_spec.h"
#include "dlp_tb.h"
#include "randprog.h"

/* ---- copies: a pattern through the host DMA, a device copy, a fill, and back */
static size_t copies_bytes(const struct tb *tb, const struct tb_test *test)
{
    (void)tb;
    return test->size;
}

static void copies_pattern(const struct tb *tb, uint8_t *data, size_t n)
{
    uint64_t rng = tb->seed * 2 + 1;
    for (size_t i = 0; i < n; i++)
        data[i] = (uint8_t)tb_random(&rng);
}

static int copies_run(struct tb *tb, const struct tb_test *test, struct dlp_device *device, uint8_t *out, struct dlp_result *result)
{
    const uint64_t n = test->size, third = n / 3;
    struct dlp_buffer *a = NULL, *b = NULL;
    (void)result;
    uint8_t *data = malloc(n);
    int err = data ? 0 : DLP_ENOMEM;
    if (err == 0)
        copies_pattern(tb, data, n);
    if (err == 0) err = dlp_buffer_create(device, n + 64, &a);
    if (err == 0) err = dlp_buffer_create(device, n + 64, &b);
    if (err == 0) err = dlp_buffer_write(a, 3, data, n);
    if (err == 0) err = dlp_buffer_copy(b, 17, a, 3, n);
    if (err == 0) err = dlp_buffer_fill(b, 17 + third, 0xa5, third);
    if (err == 0) err = dlp_buffer_read(b, 17, out, n);
    dlp_buffer_destroy(a);
    dlp_buffer_destroy(b);
    free(data);
    return err ? tb_fail_dlp(tb, device, "copies", err) : 0;
}

static int copies_check(struct tb *tb, const struct tb_test *test, const uint8_t *out)
{
    const size_t n = test->size, third = n / 3;
    uint8_t *data = malloc(n);
    if (!data)
        return tb_fail(tb, "out of memory");
    copies_pattern(tb, data, n);
    memset(data + third, 0xa5, third);
    int bad = memcmp(data, out, n);
    free(data);
    return bad ? tb_fail(tb, "the bytes that came back are not those expected") : 0;
}

/* ---- GEMM: of int8 c = sat8(rne(float(a b^T + bias) * scale)), of halves c = half((a b^T + bias) * scale) */
struct gemm_data { int8_t *a, *b; uint8_t *params; };

static bool gemm_half(const struct tb_test *test) { return test->type == DLP_TYPE_F16; }

static size_t gemm_bytes(const struct tb *tb, const struct tb_test *test)
{
    (void)tb;
    return (size_t)test->size * test->size * DLP_TYPE_BYTES(test->type);
}

static bool gemm_fits(const struct tb *tb, const struct tb_test *test)
{
    const uint64_t matrix = gemm_bytes(tb, test);
    return (!gemm_half(test) || tb->profile->mxu_float) && 2 * matrix <= (uint64_t)tb->profile->nram_kb << 10
           && matrix + 8 * test->size <= (uint64_t)tb->profile->wram_kb << 10;
}

/* An element of int8, or a half from 1/4 to 4 with either sign. */
static void gemm_element(const struct tb_test *test, uint64_t *rng, int8_t *at)
{
    const uint64_t r = tb_random(rng);
    const uint16_t v = (uint16_t)((r & 0x8000) | (13 + (r >> 16 & 3)) << 10 | (r & 0x3ff));
    if (gemm_half(test))
        memcpy(at, &v, 2);
    else
        *at = (int8_t)r;
}

static int gemm_make(const struct tb *tb, const struct tb_test *test, struct gemm_data *g)
{
    const size_t n = test->size, bytes = gemm_bytes(tb, test);
    uint64_t rng = tb->seed + n;
    g->a = malloc(bytes);
    g->b = malloc(bytes);
    g->params = malloc(8 * n);
    if (!g->a || !g->b || !g->params)
        return -1;
    for (size_t i = 0; i < bytes; i += DLP_TYPE_BYTES(test->type)) {
        gemm_element(test, &rng, g->a + i);
        gemm_element(test, &rng, g->b + i);
    }
    for (size_t i = 0; i < n; i++) {
        int32_t bias = (int32_t)(tb_random(&rng) % 20001) - 10000;
        float scale = 0.0003f + (float)(tb_random(&rng) % 100) * 1e-5f, real = (float)bias / 100;
        memcpy(g->params + 4 * i, gemm_half(test) ? (const void *)&real : &bias, 4);
        memcpy(g->params + 4 * (n + i), &scale, 4);
    }
    return 0;
}

static void gemm_free(struct gemm_data *g)
{
    free(g->a);
    free(g->b);
    free(g->params);
}

static int gemm_run(struct tb *tb, const struct tb_test *test, struct dlp_device *device, uint8_t *out, struct dlp_result *result)
{
    const char *name = gemm_half(test) ? "gemm_half" : "gemm";
    const uint64_t n = test->size, bytes = gemm_bytes(tb, test);
    struct gemm_data g = { 0 };
    struct dlp_buffer *a = NULL, *b = NULL, *c = NULL, *p = NULL;
    struct dlp_module *module = NULL;
    struct dlp_kernel *kernel = NULL;
    struct dlp_queue *queue = NULL;
    uint64_t args[7] = { 0, 0, 0, 0, n, n, n };
    int err = gemm_make(tb, test, &g) ? DLP_ENOMEM : 0;
    if (err == 0) err = dlp_module_load_file(device, tb_kernel_file(tb, name), &module);
    if (err == 0) err = dlp_module_kernel(module, name, &kernel);
    if (err == 0) err = dlp_queue_create(device, 1000, &queue);
    if (err == 0) err = dlp_buffer_create(device, bytes, &a);
    if (err == 0) err = dlp_buffer_create(device, bytes, &b);
    if (err == 0) err = dlp_buffer_create(device, bytes, &c);
    if (err == 0) err = dlp_buffer_create(device, 8 * n, &p);
    if (err == 0) err = dlp_buffer_info(a, &args[0], NULL);
    if (err == 0) err = dlp_buffer_info(b, &args[1], NULL);
    if (err == 0) err = dlp_buffer_info(c, &args[2], NULL);
    if (err == 0) err = dlp_buffer_info(p, &args[3], NULL);
    if (err == 0) err = dlp_queue_write(queue, a, 0, g.a, bytes);
    if (err == 0) err = dlp_queue_write(queue, b, 0, g.b, bytes);
    if (err == 0) err = dlp_queue_write(queue, p, 0, g.params, 8 * n);
    if (err == 0) err = dlp_queue_launch(queue, kernel, args, 7, 100000000, result);
    if (err == 0) err = dlp_queue_read(queue, c, 0, out, bytes);
    if (err == 0) err = dlp_queue_sync(queue, DLP_WAIT_FOREVER);
    if (err) tb_fail_dlp(tb, device, name, err);
    dlp_buffer_destroy(a);
    dlp_buffer_destroy(b);
    dlp_buffer_destroy(c);
    dlp_buffer_destroy(p);
    dlp_queue_destroy(queue);
    dlp_module_unload(module);
    gemm_free(&g);
    return err ? -1 : 0;
}

static float half_value(const int8_t *at)
{
    dlp_half v;
    memcpy(&v, at, sizeof v);
    return (float)v;
}

static uint16_t half_bits(float f)
{
    const dlp_half v = (dlp_half)f;
    uint16_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* c[i][j] of halves: groups of dim products */
static uint16_t gemm_right_half(const struct gemm_data *g, size_t n, size_t dim, size_t i, size_t j)
{
    float bias, scale, sum = 0, group = 0;
    memcpy(&bias, g->params + 4 * j, 4);
    memcpy(&scale, g->params + 4 * (n + j), 4);
    for (size_t k = 0; k < n; k++) {
        const float product = half_value(g->a + 2 * (i * n + k)) * half_value(g->b + 2 * (j * n + k));
        group = k % dim == 0 ? product : group + product;
        if (k % dim == dim - 1 || k == n - 1)
            sum += group;
    }
    return half_bits((sum + bias) * scale);
}

static int8_t gemm_right_int8(const struct gemm_data *g, size_t n, size_t i, size_t j)
{
    int32_t t, q;
    float scale;
    memcpy(&t, g->params + 4 * j, 4);
    memcpy(&scale, g->params + 4 * (n + j), 4);
    for (size_t k = 0; k < n; k++)
        t += g->a[i * n + k] * g->b[j * n + k];
    q = (int32_t)rintf((float)t * scale);
    return (int8_t)(q < -128 ? -128 : q > 127 ? 127 : q);
}

static int gemm_check(struct tb *tb, const struct tb_test *test, const uint8_t *out)
{
    const size_t n = test->size, size = DLP_TYPE_BYTES(test->type);
    struct gemm_data g = { 0 };
    int bad = 0;
    if (gemm_make(tb, test, &g))
        return tb_fail(tb, "out of memory");
    for (size_t i = 0; i < n && !bad; i++)
        for (size_t j = 0; j < n && !bad; j++) {
            uint16_t got = 0;
            memcpy(&got, out + (i * n + j) * size, size);
            if (gemm_half(test)) {
                const uint16_t right = gemm_right_half(&g, n, tb->profile->mxu_dim, i, j);
                if (got != right)
                    bad = tb_fail(tb, "c[%zu][%zu] is 0x%04x, should be 0x%04x", i, j, got, right);
            } else {
                const int8_t right = gemm_right_int8(&g, n, i, j);
                if ((int8_t)got != right)
                    bad = tb_fail(tb, "c[%zu][%zu] is %d, should be %d", i, j, (int8_t)got, right);
            }
        }
    gemm_free(&g);
    return bad;
}

/* ---- digits */
static size_t digits_bytes(const struct tb *tb, const struct tb_test *test)
{
    (void)test;
    return (size_t)tb->images * DLP_DIGITS_CLASSES * sizeof(int32_t);
}

static int digits_load(struct tb *tb, struct dlp_digits_set *set)
{
    const int err = dlp_digits_set_load(tb->digits, set);
    if (err)
        return tb_fail(tb, "%s: %s; --digits names another file", tb->digits, err == -EINVAL ? "not a file of digits" : strerror(-err));
    if (tb->images > (unsigned)set->count)
        tb->images = (unsigned)set->count;
    return 0;
}

static bool digits_fit(const struct tb *tb, const struct tb_test *test)
{
    return test->type != DLP_TYPE_F16 || tb->profile->mxu_float;
}

static int digits_run(struct tb *tb, const struct tb_test *test, struct dlp_device *device, uint8_t *out, struct dlp_result *result)
{
    static const char *const kernels[] = { [DLP_DIGITS_INT8] = "digits_kernel", [DLP_DIGITS_HALF] = "digits_half", [DLP_DIGITS_INT4] = "digits_int4" };
    const enum dlp_digits_kind kind = (enum dlp_digits_kind)test->size;
    struct dlp_digits_set set;
    if (digits_load(tb, &set))
        return -1;
    uint8_t *images = malloc((size_t)tb->images * DLP_DIGITS_PIXELS);
    int err = images ? 0 : DLP_ENOMEM;
    for (unsigned i = 0; err == 0 && i < tb->images; i++)
        memcpy(images + (size_t)i * DLP_DIGITS_PIXELS, set.sample[i].image, DLP_DIGITS_PIXELS);
    if (err == 0)
        err = dlp_digits_device_run(device, tb_kernel_file(tb, kernels[kind]), kind, images, tb->images, out, 0, result);
    if (err)
        tb_fail_dlp(tb, device, test->name, err);
    free(images);
    dlp_digits_set_free(&set);
    return err ? -1 : 0;
}

/* The logits of an image by the plain reference. */
static void digits_want(const struct tb *tb, const struct tb_test *test, const struct dlp_digits_int4 *int4, const uint8_t *image, uint8_t *bits)
{
    int32_t whole[DLP_DIGITS_CLASSES];
    float real[DLP_DIGITS_CLASSES];
    if (test->size == DLP_DIGITS_HALF) {
        dlp_digits_infer_half(image, (int)tb->profile->mxu_dim, real);
    } else if (test->size == DLP_DIGITS_INT4) {
        struct dlp_digits_trace trace;
        dlp_digits_run(int4->layer, image, &trace);
        memcpy(whole, trace.logits, sizeof whole);
    } else {
        dlp_digits_infer(image, whole);
    }
    memcpy(bits, test->type == DLP_TYPE_F16 ? (const void *)real : whole, sizeof whole);
}

static double digits_value(const struct tb_test *test, const uint8_t *at)
{
    int32_t whole;
    float real;
    memcpy(&whole, at, 4);
    memcpy(&real, at, 4);
    return test->type == DLP_TYPE_F16 ? (double)real : whole;
}

static int digits_check(struct tb *tb, const struct tb_test *test, const uint8_t *out)
{
    struct dlp_digits_set set;
    struct dlp_digits_int4 int4;
    unsigned right = 0;
    int bad = 0;
    if (digits_load(tb, &set))
        return -1;
    dlp_digits_to_int4(&int4);
    for (unsigned i = 0; i < tb->images && !bad; i++) {
        uint8_t want[4 * DLP_DIGITS_CLASSES];
        const uint8_t *got = out + i * sizeof want;
        int best = 0;
        digits_want(tb, test, &int4, set.sample[i].image, want);
        for (int c = 0; c < DLP_DIGITS_CLASSES; c++) {
            if (!bad && memcmp(got + 4 * c, want + 4 * c, 4) != 0)
                bad = tb_fail(tb, "image %u, logit %d is %.9g, the reference says %.9g", i, c, digits_value(test, got + 4 * c), digits_value(test, want + 4 * c));
            if (digits_value(test, got + 4 * c) > digits_value(test, got + 4 * best))
                best = c;
        }
        right += best == set.sample[i].label;
    }
    snprintf(tb->remark, sizeof tb->remark, "%u of %u digits", right, tb->images);
    if (!bad && tb->images == (unsigned)set.count && right * 100 < tb->images * 98)      /* of a few digits a wrong one is many percent */
        bad = tb_fail(tb, "only %u of %u digits are right", right, tb->images);
    dlp_digits_set_free(&set);
    return bad;
}

/* ---- random programs: each of them ends as the generator knows */
enum { SCRATCH_BYTES = DLP_RANDPROG_SCRATCH };

static size_t random_bytes(const struct tb *tb, const struct tb_test *test)
{
    (void)tb;
    (void)test;
    return SCRATCH_BYTES;
}

/* Ended as the generator said, or by what it asked the bench to do. */
static int random_ending(struct tb *tb, uint64_t seed, const struct dlp_randprog *prog, struct dlp_device *device, int err)
{
    struct dlp_fault_report report = { 0 };
    const uint32_t got = err == DLP_EFAULT && dlp_device_fault(device, &report) == 0 ? report.code : DLP_FAULT_NONE;
    if ((err != 0 && err != DLP_EFAULT) || (got != prog->fault && !dlp_randprog_disturbed(prog, got)))
        return tb_fail(tb, "seed %" PRIu64 " should end with fault 0x%02x %s (%s), ended with 0x%02x %s: %s", seed, prog->fault,
                       dlp_faultname(prog->fault), dlp_strfault(prog->fault), got, dlp_faultname(got), dlp_strerror(err));
    return 0;
}

static int random_one(struct tb *tb, uint64_t seed, struct dlp_device *device, uint8_t *out, struct dlp_result *sum)
{
    enum { LIMIT = 10000000 };
    struct dlp_randprog prog;
    struct dlp_buffer *scratch = NULL;
    struct dlp_module *module = NULL;
    struct dlp_kernel *kernel = NULL;
    struct dlp_queue *queue = NULL;
    struct dlp_result result = { 0 };
    uint64_t args[2] = { 0, SCRATCH_BYTES };
    if (dlp_randprog_make(seed, tb->profile, &prog) != 0)
        return tb_fail(tb, "out of memory");
    int err = dlp_module_load(device, prog.elf, prog.elf_bytes, &module);
    if (err == 0) err = dlp_module_kernel(module, "randprog", &kernel);
    if (err == 0) err = dlp_queue_create(device, 1000, &queue);
    if (err == 0) err = dlp_buffer_create(device, SCRATCH_BYTES, &scratch);
    if (err == 0) err = dlp_buffer_fill(scratch, 0, (uint8_t)seed, SCRATCH_BYTES);
    if (err == 0) err = dlp_buffer_info(scratch, &args[0], NULL);
    if (err == 0) {
        tb_fail_gdram(tb, args[0] - DLP_MEM_GDRAM_BASE + prog.fail_at, prog.fail_bytes);
        err = dlp_queue_launch(queue, kernel, args, 2, prog.limit ? prog.limit : LIMIT, &result);
        if (err == 0)
            err = random_ending(tb, seed, &prog, device, dlp_queue_sync(queue, DLP_WAIT_FOREVER));
        tb_fail_gdram(tb, 0, 0);
    }
    if (err == 0) err = dlp_buffer_read(scratch, 0, out, SCRATCH_BYTES);
    /* the rest is compared in lock-step only */
    const size_t sure = prog.uncertain ? 0 : DLP_RANDPROG_RESULT;
    memset(out + sure, 0, SCRATCH_BYTES - sure);
    if (err != 0 && tb->error[0] == 0) {
        char what[64];
        snprintf(what, sizeof what, "random program, seed %" PRIu64, seed);
        tb_fail_dlp(tb, device, what, err);
    }
    sum->cycles += result.cycles;
    sum->instret += result.instret;
    dlp_buffer_destroy(scratch);
    dlp_queue_destroy(queue);
    dlp_module_unload(module);
    dlp_randprog_free(&prog);
    return err ? -1 : 0;
}

static int random_run(struct tb *tb, const struct tb_test *test, struct dlp_device *device, uint8_t *out, struct dlp_result *result)
{
    (void)test;
    uint8_t *one = malloc(SCRATCH_BYTES);
    if (!one)
        return tb_fail(tb, "out of memory");
    memset(out, 0, SCRATCH_BYTES);
    int err = 0;
    for (unsigned i = 0; i < tb->programs && err == 0; i++) {
        err = random_one(tb, tb->seed + i, device, one, result);
        for (size_t k = 0; k < SCRATCH_BYTES; k++)      /* one buffer for all programs */
            out[k] = (uint8_t)(out[k] * 31 + one[k]);
        if (err == 0 && tb->chip_is_rtl && tb->use_lockstep && dlp_lockstep_report(tb->chip)->differs)
            err = tb_fail(tb, "seed %" PRIu64, tb->seed + i);
    }
    free(one);
    return err;
}

const struct tb_test tb_tests[] = {
    { "copies",   "host and device copies, fill",          copies_run, copies_bytes, copies_check, NULL,      100003, 0 },
    { "gemm64",   "int8 GEMM 64 x 64 x 64 in GDRAM",       gemm_run,   gemm_bytes,   gemm_check,   gemm_fits, 64, DLP_TYPE_I8 },
    { "gemm128",  "int8 GEMM 128 x 128 x 128 in GDRAM",    gemm_run,   gemm_bytes,   gemm_check,   gemm_fits, 128, DLP_TYPE_I8 },
    { "gemm256",  "int8 GEMM 256 x 256 x 256 in GDRAM",    gemm_run,   gemm_bytes,   gemm_check,   gemm_fits, 256, DLP_TYPE_I8 },
    { "gemmf64",  "half GEMM 64 x 64 x 64 in GDRAM",       gemm_run,   gemm_bytes,   gemm_check,   gemm_fits, 64, DLP_TYPE_F16 },
    { "faults",   "kernels that end with a fault",         tb_faults_run, tb_faults_bytes, tb_faults_check, NULL, 0, 0 },
    { "random",   "random programs over all instructions", random_run, random_bytes, NULL,         NULL,      0, 0 },
    { "digits",   "handwritten digits",                    digits_run, digits_bytes, digits_check, digits_fit, DLP_DIGITS_INT8, DLP_TYPE_I8 },
    { "digits4",  "handwritten digits with int4 weights",  digits_run, digits_bytes, digits_check, digits_fit, DLP_DIGITS_INT4, DLP_TYPE_I8 },
    { "digitsf",  "handwritten digits in half precision",  digits_run, digits_bytes, digits_check, digits_fit, DLP_DIGITS_HALF, DLP_TYPE_F16 },
};
const size_t tb_test_count = sizeof tb_tests / sizeof tb_tests[0];
