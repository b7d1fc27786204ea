/* SPDX-License-Identifier: Apache-2.0
 * test_launch - modules and kernels. */
#include <stdlib.h>
#include <string.h>

#include "env.h"
#include "elf_file.h"
#include "file.h"

static struct dlp_kernel *kernel(struct dlp_module *m, const char *name)
{
    struct dlp_kernel *k = NULL;
    assert_int_equal(dlp_module_kernel(m, name, &k), 0);
    return k;
}

static int launch(struct loaded *b, const char *name, const uint64_t *args, size_t slots, uint32_t limit, struct dlp_result *result)
{
    int err = dlp_queue_launch(b->q, kernel(b->m, name), args, slots, limit, result);
    return err ? err : dlp_queue_sync(b->q, 20000);
}

static void outputs(struct loaded *b, uint64_t *out, size_t n)
{
    assert_int_equal(dlp_buffer_read(b->out, 0, out, n * sizeof *out), 0);
}

static void a_kernel_gets_its_arguments_and_reports_its_cost(void **state)
{
    struct loaded b;
    struct dlp_result r = { 0 };
    uint64_t sum = 0;
    (void)state;
    open_loaded(&b, NULL);
    const uint64_t args[] = { b.address, UINT64_C(0x123456789abcdef0), 0x1111 };
    assert_int_equal(launch(&b, "add", args, 3, 0, &r), 0);
    if (env.cores) {
        outputs(&b, &sum, 1);
        assert_int_equal(sum, UINT64_C(0x123456789abcf001));
        assert_true(r.instret > 30 && r.instret < 200);         /* the start code and three instructions */
        assert_true(r.cycles >= r.instret && r.cycles < 100000);
        assert_int_equal(r.mxu_rows, 0);
        assert_int_equal(r.exit_code, 0);
    }
    close_loaded(&b);
}

static void arguments_behind_the_eighth_come_by_the_stack(void **state)
{
    struct loaded b;
    uint64_t args[12], out[11];
    (void)state;
    open_loaded(&b, NULL);
    args[0] = b.address;
    for (unsigned i = 1; i < 12; i++)
        args[i] = UINT64_C(0x0101010101010101) * i;
    assert_int_equal(launch(&b, "many", args, 12, 0, NULL), 0);
    outputs(&b, out, 11);
    for (unsigned i = 0; i < 11; i++)
        assert_int_equal(out[i], args[i + 1]);
    close_loaded(&b);
}

static void a_synchronous_copy_waits_for_the_kernels_before_it(void **state)
{
    struct loaded b;
    uint64_t n = 0;
    const uint64_t zero = 0;
    (void)state;
    open_loaded(&b, NULL);
    const uint64_t args[] = { b.address, 3000 };
    assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "loops"), args, 2, 0, NULL), 0);
    assert_int_equal(dlp_buffer_read(b.out, 0, &n, sizeof n), 0);
    assert_int_equal(n, 3000);
    assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "loops"), args, 2, 0, NULL), 0);
    assert_int_equal(dlp_buffer_write(b.out, 0, &zero, sizeof zero), 0);
    assert_int_equal(dlp_queue_sync(b.q, 10000), 0);
    outputs(&b, &n, 1);
    assert_int_equal(n, 0);
    close_loaded(&b);
}

static void too_many_arguments_are_refused(void **state)
{
    struct loaded b;
    enum { MOST = (DLP_LAUNCH_BYTES - DLP_LAUNCH_ARGS) / 8 };
    uint64_t args[MOST + 1] = { 0 };
    (void)state;
    open_loaded(&b, NULL);
    args[0] = b.address;
    assert_int_equal(launch(&b, "add", args, MOST + 1, 0, NULL), DLP_EARGS);
    assert_int_equal(launch(&b, "add", args, SIZE_MAX, 0, NULL), DLP_EARGS);
    assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "add"), NULL, 3, 0, NULL), DLP_EINVAL);
    if (strcmp(env.profile, "edu") != 0)            /* the smallest local memory has no room for so many on the stack */
        assert_int_equal(launch(&b, "add", args, MOST, 0, NULL), 0);
    close_loaded(&b);
}

static void too_few_arguments_are_refused(void **state)
{
    static const uint32_t code[] = { 0x0000400b, 0x0000400b };         /* dlp.exit zero */
    struct loaded b;
    struct dlp_module *m;
    uint64_t args[12] = { 0 };
    size_t slots = 99;
    char detail[256];
    (void)state;
    open_loaded(&b, NULL);
    for (size_t i = 0; i < 12; i++)
        args[i] = b.address;
    assert_int_equal(dlp_kernel_slots(kernel(b.m, "add"), &slots), 0);
    assert_int_equal(slots, 3);
    assert_int_equal(dlp_kernel_slots(kernel(b.m, "many"), &slots), 0);
    assert_int_equal(slots, 12);
    assert_int_equal(dlp_kernel_slots(kernel(b.m, "leave"), NULL), DLP_EINVAL);
    assert_int_equal(dlp_kernel_slots(NULL, &slots), DLP_EINVAL);
    for (size_t i = 0; i < 12; i++)
        assert_int_equal(launch(&b, "many", args, i, 0, NULL), DLP_EINVAL);
    assert_int_equal(launch(&b, "add", args, 2, 0, NULL), DLP_EINVAL);
    assert_int_equal(dlp_device_detail(b.dev, detail, sizeof detail), 0);
    assert_string_equal(detail, "kernel add takes 3 argument slots, 2 given");
    assert_int_equal(launch(&b, "add", NULL, 0, 0, NULL), DLP_EINVAL);
    assert_int_equal(launch(&b, "add", args, 3, 0, NULL), 0);
    assert_int_equal(launch(&b, "add", args, 12, 0, NULL), 0);

    struct elf_bytes e = elf_make(code, 2);                             /* does not say */
    assert_int_equal(dlp_module_load(b.dev, e.at, e.size, &m), 0);
    assert_int_equal(dlp_kernel_slots(kernel(m, "second"), &slots), DLP_ENOSYM);
    assert_int_equal(dlp_queue_launch(b.q, kernel(m, "second"), NULL, 0, 0, NULL), 0);
    free(e.at);
    close_loaded(&b);
}

static void static_data_start_as_the_file_says_and_stay(void **state)
{
    struct loaded b;
    uint64_t out[2];
    (void)state;
    open_loaded(&b, NULL);
    for (uint64_t i = 1; i <= 3; i++) {
        assert_int_equal(launch(&b, "count", &b.address, 1, 0, NULL), 0);
        outputs(&b, out, 2);
        assert_int_equal(out[0], 100 + i);
        assert_int_equal(out[1], i);
    }
    close_loaded(&b);
}

/* The module is loaded again and again behind growing pieces of memory; all copies are alive at once. */
static void modules_work_wherever_they_are_loaded(void **state)
{
    enum { COPIES = 6 };
    struct loaded b;
    struct dlp_module *first, *copies[COPIES];
    uint64_t out[5];
    (void)state;
    open_loaded(&b, NULL);
    first = b.m;
    const uint64_t pads[COPIES] = { 256, 4096 - 256, 2048, 65536 + 256, 1 << 20, 8 << 20 };
    for (unsigned i = 0; i < COPIES; i++) {
        struct dlp_buffer *pad;
        assert_int_equal(dlp_buffer_create(b.dev, pads[i], &pad), 0);
        assert_int_equal(dlp_module_load_file(b.dev, env.kernels, &copies[i]), 0);
    }
    for (unsigned i = 0; i < COPIES; i++) {
        const uint64_t args[] = { b.address, 12 };
        b.m = copies[i];
        memset(out, 0, sizeof out);
        assert_int_equal(launch(&b, "tables", args, 2, 0, NULL), 0);
        outputs(&b, out, 5);
        assert_int_equal(out[0], 24);
        assert_int_equal(out[1], 144);
        assert_int_equal(out[2], 'a');
        assert_int_equal(out[3], 'b');
        assert_int_equal(out[4], 1);
        assert_int_equal(launch(&b, "count", args, 1, 0, NULL), 0);
        outputs(&b, out, 1);
        assert_int_equal(out[0], 101);              /* each copy has its own data */
    }
    b.m = first;
    close_loaded(&b);
}

static void a_module_loaded_where_another_was_runs_its_own_code(void **state)
{
    /* start code: a0 = launch block; t0 <- first argument (64(a0)); store a constant there; exit 0 */
    const uint32_t code[2][5] = { { 0x04053283, 0x11100313, 0x0062b023, 0x0000400b, 0x6f },
                                  { 0x04053283, 0x22200313, 0x0062b023, 0x0000400b, 0x6f } };
    struct loaded b;
    (void)state;
    open_loaded(&b, NULL);
    for (unsigned i = 0; i < 6; i++) {
        struct elf_bytes e = elf_make(code[i % 2], 5);
        struct dlp_module *m;
        uint64_t out = 0;
        assert_int_equal(dlp_module_load(b.dev, e.at, e.size, &m), 0);
        free(e.at);
        assert_int_equal(dlp_queue_launch(b.q, kernel(m, "second"), &b.address, 1, 0, NULL), 0);
        assert_int_equal(dlp_queue_sync(b.q, 10000), 0);
        outputs(&b, &out, 1);
        assert_int_equal(out, i % 2 ? 0x222 : 0x111);
        assert_int_equal(dlp_module_unload(m), 0);
    }
    close_loaded(&b);
}

static void copies_and_kernels_of_a_queue_run_in_order(void **state)
{
    struct loaded b;
    struct dlp_buffer *in;
    uint64_t in_address;
    uint8_t out[8][256];
    (void)state;
    open_loaded(&b, NULL);
    assert_int_equal(dlp_buffer_create(b.dev, 256, &in), 0);
    assert_int_equal(dlp_buffer_info(in, &in_address, NULL), 0);
    const uint64_t args[] = { b.address, in_address };
    for (unsigned i = 0; i < 8; i++) {
        uint8_t bytes[256];
        memset(bytes, (int)(i + 1), sizeof bytes);
        assert_int_equal(dlp_queue_write(b.q, in, 0, bytes, sizeof bytes), 0);
        assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "through_nram"), args, 2, 0, NULL), 0);
        assert_int_equal(dlp_queue_read(b.q, b.out, 0, out[i], sizeof out[i]), 0);
    }
    assert_int_equal(dlp_queue_sync(b.q, 20000), 0);
    for (unsigned i = 0; i < 8; i++)
        for (unsigned k = 0; k < 256; k++)
            assert_int_equal(out[i][k], i + 1);
    close_loaded(&b);
}

/* ---- faults */

/* Value of a symbol as in the file, that is without the loader's displacement. */
static uint64_t file_symbol(const char *name)
{
    struct dlp_elf elf;
    void *bytes;
    size_t size;
    uint64_t value = 0;
    char why[128];
    assert_int_equal(dlp_file_read(env.kernels, &bytes, &size), 0);
    assert_int_equal(dlp_elf_open(&elf, bytes, size, DLP_MEM_CODE_BASE, DLP_MEM_CODE_WINDOW, why, sizeof why), 0);
    assert_int_equal(dlp_elf_symbol(&elf, name, &value), 0);
    free(bytes);
    return value;
}

static void expect_fault(struct loaded *b, const char *name, uint64_t arg, uint32_t limit, uint32_t code, struct dlp_fault_report *f)
{
    uint64_t before;
    assert_int_equal(dlp_device_fault(b->dev, f), 0);
    before = f->count;
    assert_int_equal(launch(b, name, &arg, 1, limit, NULL), DLP_EFAULT);
    assert_int_equal(dlp_device_fault(b->dev, f), 0);
    assert_int_equal(f->count, before + 1);
    assert_int_equal(f->code, code);
    assert_string_equal(f->text, dlp_strfault(code));
    assert_string_equal(f->kernel, name);
    assert_int_equal(f->core, 0);
    assert_int_equal(f->firmware, 0);
    /* the queue and the device go on */
    uint64_t sum = 0;
    const uint64_t args[] = { b->address, 40, 2 };
    assert_int_equal(launch(b, "add", args, 3, 0, NULL), 0);
    outputs(b, &sum, 1);
    assert_int_equal(sum, 42);
}

static void kernel_faults_are_reported_and_the_next_kernel_works(void **state)
{
    struct loaded b;
    struct dlp_fault_report f;
    const uint64_t image = DLP_MEM_CODE_BASE + DLP_FW_BYTES;
    (void)state;
    open_loaded(&b, NULL);
    expect_fault(&b, "illegal", 0, 0, DLP_FAULT_ILLEGAL, &f);
    assert_int_equal(f.address, 0xffffffff);            /* the word itself */
    assert_int_equal(f.pc_in_file, file_symbol("illegal"));     /* its first instruction */
    assert_true(f.pc != f.pc_in_file);                          /* a buffer lies before the module */
    expect_fault(&b, "load", 8, 0, DLP_FAULT_LOAD_UNMAPPED, &f);
    assert_int_equal(f.address, 8);
    expect_fault(&b, "load", b.address + 4, 0, DLP_FAULT_LOAD_MISALIGNED, &f);
    assert_int_equal(f.address, b.address + 4);
    expect_fault(&b, "leave", 55, 0, DLP_FAULT_EXIT_CODE, &f);
    assert_int_equal(f.exit_code, 55);
    expect_fault(&b, "spin", 0, 5000, DLP_FAULT_WATCHDOG, &f);
    assert_true(f.pc_in_file >= image && f.pc_in_file < image + 65536);
    struct dlp_result r = { 0 };
    const uint64_t arg = 3;
    assert_int_equal(launch(&b, "leave", &arg, 1, 0, &r), DLP_EFAULT);
    assert_int_equal(r.exit_code, 3);
    close_loaded(&b);
}

static void a_fault_is_reported_to_its_own_queue_once(void **state)
{
    struct loaded b;
    struct dlp_queue *other;
    (void)state;
    open_loaded(&b, NULL);
    assert_int_equal(dlp_queue_create(b.dev, 0, &other), 0);
    const uint64_t args[] = { b.address, 1, 2 };
    assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "illegal"), NULL, 0, 0, NULL), 0);
    assert_int_equal(dlp_queue_launch(other, kernel(b.m, "add"), args, 3, 0, NULL), 0);
    assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "add"), args, 3, 0, NULL), 0);
    assert_int_equal(dlp_queue_sync(other, 10000), 0);
    assert_int_equal(dlp_queue_sync(b.q, 10000), DLP_EFAULT);
    assert_int_equal(dlp_queue_sync(b.q, 10000), 0);
    close_loaded(&b);
}

static void waiting_for_a_long_kernel_times_out_and_may_go_on(void **state)
{
    struct loaded b;
    struct dlp_result r = { 0 };
    (void)state;
    open_loaded(&b, NULL);
    const uint64_t args[] = { b.address, 300000 };
    assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "loops"), args, 2, 0, &r), 0);
    assert_int_equal(dlp_queue_sync(b.q, 0), DLP_ETIMEOUT);
    assert_int_equal(r.cycles, 0);
    assert_int_equal(dlp_queue_sync(b.q, DLP_WAIT_FOREVER), 0);
    assert_true(r.cycles > 300000);
    /* an endless kernel: time-out, the device is alive, and closing it works */
    assert_int_equal(dlp_queue_launch(b.q, kernel(b.m, "spin"), NULL, 0, 0, NULL), 0);
    assert_int_equal(dlp_queue_sync(b.q, 60), DLP_ETIMEOUT);
    assert_int_equal(dlp_queue_sync(b.q, 60), DLP_ETIMEOUT);
    close_loaded(&b);
}

/* ---- modules */

static void bad_modules_are_refused_and_cost_no_memory(void **state)
{
    const uint32_t code[] = { 0x13, 0x13 };
    struct dlp_device *dev = open_device(NULL);
    struct dlp_module *m = NULL;
    struct dlp_kernel *k = NULL;
    struct dlp_info info;
    char why[128];
    void *bytes;
    size_t size;
    (void)state;
    struct elf_bytes e = elf_make(code, 2);
    assert_int_equal(dlp_module_load(dev, e.at, e.size - 1, &m), DLP_EELF);
    assert_int_equal(dlp_device_detail(dev, why, sizeof why), 0);
    assert_non_null(strstr(why, "section headers"));
    assert_int_equal(dlp_module_load(dev, "no ELF", 6, &m), DLP_EELF);
    assert_int_equal(dlp_module_load(dev, e.at, 0, &m), DLP_EELF);
    assert_int_equal(dlp_module_load(dev, NULL, 10, &m), DLP_EINVAL);
    assert_int_equal(dlp_module_load_file(dev, "/nonexistent", &m), DLP_EIO);
    assert_int_equal(dlp_device_detail(dev, why, sizeof why), 0);
    assert_non_null(strstr(why, "/nonexistent"));

    /* another specification: the symbol's value is the only place in the file that holds the hash */
    const uint32_t hash = DLP_SPEC_HASH;
    for (size_t at = 0; at + 4 <= e.size; at++)
        if (memcmp(e.at + at, &hash, 4) == 0)
            e.at[at] ^= 1;
    assert_int_equal(dlp_module_load(dev, e.at, e.size, &m), DLP_ESPEC);
    free(e.at);

    /* arrays that this device does not have room for: __nram_end is moved out */
    assert_int_equal(dlp_module_load_file(dev, env.kernels, &m), 0);
    assert_int_equal(dlp_module_kernel(m, "no_such_kernel", &k), DLP_ENOSYM);
    assert_int_equal(dlp_module_kernel(m, "nram", &k), DLP_ENOSYM);     /* a symbol, but no function */
    assert_null(k);
    assert_int_equal(dlp_module_kernel(m, "add", &k), 0);
    struct dlp_kernel *again = NULL;
    assert_int_equal(dlp_module_kernel(m, "add", &again), 0);
    assert_ptr_equal(k, again);
    assert_int_equal(dlp_module_unload(m), 0);
    assert_int_equal(dlp_file_read(env.kernels, &bytes, &size), 0);
    uint8_t end[8];
    const uint64_t nram_end = DLP_MEM_NRAM_BASE + 256, too_far = DLP_MEM_NRAM_BASE + DLP_MEM_NRAM_WINDOW;
    memcpy(end, &nram_end, 8);
    unsigned found = 0;
    for (size_t at = 0; at + 8 <= size; at += 1)
        if (memcmp((uint8_t *)bytes + at, end, 8) == 0) {
            memcpy((uint8_t *)bytes + at, &too_far, 8);
            found++;
        }
    assert_int_equal(found, 1);
    assert_int_equal(dlp_module_load(dev, bytes, size, &m), DLP_EELF);
    assert_int_equal(dlp_device_detail(dev, why, sizeof why), 0);
    assert_non_null(strstr(why, "NRAM"));
    free(bytes);

    assert_int_equal(dlp_device_info(dev, &info), 0);
    assert_int_equal(info.memory_free, info.memory_bytes);
    assert_int_equal(dlp_device_close(dev), 0);
}

static void a_module_needs_device_memory(void **state)
{
    struct dlp_device *dev = open_device(NULL);
    struct dlp_buffer *all;
    struct dlp_module *m = NULL;
    struct dlp_info info;
    (void)state;
    assert_int_equal(dlp_device_info(dev, &info), 0);
    assert_int_equal(dlp_buffer_create(dev, info.memory_bytes, &all), 0);
    assert_int_equal(dlp_module_load_file(dev, env.kernels, &m), DLP_EDEVMEM);
    assert_int_equal(dlp_buffer_destroy(all), 0);
    assert_int_equal(dlp_module_load_file(dev, env.kernels, &m), 0);
    assert_int_equal(dlp_device_close(dev), 0);
}

int run_launch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_gets_its_arguments_and_reports_its_cost), cmocka_unit_test(too_many_arguments_are_refused), cmocka_unit_test(too_few_arguments_are_refused),
        cmocka_unit_test(bad_modules_are_refused_and_cost_no_memory), cmocka_unit_test(a_module_needs_device_memory),
    };
    const struct CMUnitTest with_cores[] = {
        cmocka_unit_test(arguments_behind_the_eighth_come_by_the_stack), cmocka_unit_test(static_data_start_as_the_file_says_and_stay),
        cmocka_unit_test(modules_work_wherever_they_are_loaded), cmocka_unit_test(a_module_loaded_where_another_was_runs_its_own_code),
        cmocka_unit_test(a_synchronous_copy_waits_for_the_kernels_before_it),
        cmocka_unit_test(copies_and_kernels_of_a_queue_run_in_order), cmocka_unit_test(kernel_faults_are_reported_and_the_next_kernel_works),
        cmocka_unit_test(a_fault_is_reported_to_its_own_queue_once), cmocka_unit_test(waiting_for_a_long_kernel_times_out_and_may_go_on),
    };
    int failed = cmocka_run_group_tests_name("modules and launches", tests, NULL, NULL);
    return env.cores ? failed + cmocka_run_group_tests_name("kernels", with_cores, NULL, NULL) : failed;
}
