/* SPDX-License-Identifier: Apache-2.0
 * test_faults - bad input through the whole stack (library, endpoint, firmware, core): each is refused or reported with the promised code, and
 * the next job on the same device works. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_tables.h"
#include "elf_file.h"
#include "env.h"
#include "fault_cases.h"
#include "file.h"
#include "internal.h"

struct bench {
    struct wrap wrap;
    struct dlp_device *dev;
    struct dlp_queue *q;
    struct dlp_module *module;
    struct dlp_buffer *buffer, *bad;
    struct fault_place place;
    uint64_t faults;                    /* reported so far */
};

static void open_bench(struct bench *b)
{
    *b = (struct bench){ .place.profile = dlp_profile_by_name(env.profile) };
    struct dlp_options o = { .create = wrap_create, .create_ctx = &b->wrap, .direct_bytes = DLP_DIRECT_NEVER };
    b->dev = open_device(&o);
    assert_int_equal(dlp_queue_create(b->dev, 1000, &b->q), 0);
    assert_int_equal(dlp_module_load_file(b->dev, env.kernels, &b->module), 0);
    assert_int_equal(dlp_buffer_create(b->dev, FAULT_BUFFER_BYTES, &b->buffer), 0);
    assert_int_equal(dlp_buffer_create(b->dev, FAULT_BUFFER_BYTES, &b->bad), 0);
    assert_int_equal(dlp_buffer_info(b->buffer, &b->place.buffer, NULL), 0);
    assert_int_equal(dlp_buffer_info(b->bad, &b->place.bad, NULL), 0);
}

/* size bytes of the bad buffer, from at. */
static void make_bad(struct bench *b, uint64_t at, uint64_t size)
{
    wrap_fail_gdram(&b->wrap, b->place.bad + at - DLP_MEM_GDRAM_BASE, size);
}

static int launch(struct bench *b, const char *name, const uint64_t *args, size_t slots, uint32_t limit)
{
    struct dlp_kernel *k = NULL;
    assert_int_equal(dlp_module_kernel(b->module, name, &k), 0);
    int err = dlp_queue_launch(b->q, k, args, slots, limit, NULL);
    return err ? err : dlp_queue_sync(b->q, 20000);
}

static void expect_next_works(struct bench *b, const char *what)
{
    uint8_t got;
    int err = fault_next(&b->place, b->module, b->q, b->buffer, &got);
    if (err)
        fail_msg("after %s: %s, a byte is %u", what, dlp_strerror(err), got);
}

/* The next report since the last call of this function. */
static struct dlp_fault_report report_of(struct bench *b, const char *what, uint32_t code)
{
    struct dlp_fault_report r;
    assert_int_equal(dlp_device_fault(b->dev, &r), 0);
    if (r.count != ++b->faults || r.code != code || r.firmware)
        fail_msg("%s: fault 0x%02x (%s), report %llu, should be 0x%02x, report %llu", what, r.code, r.text, (unsigned long long)r.count, code,
                 (unsigned long long)b->faults);
    assert_string_equal(r.name, dlp_faultname(code));
    assert_string_equal(r.text, dlp_strfault(code));
    return r;
}

/* ---- kernels */

/* Name of the instruction at an address of the module's file. */
static const char *mnemonic_at(const struct dlp_elf *elf, const uint8_t *image, uint64_t pc)
{
    uint32_t word;
    if (pc < elf->base || pc - elf->base > elf->span - sizeof word)
        return "outside";
    memcpy(&word, image + (pc - elf->base), sizeof word);
    const struct dlp_insn *insn = dlp_insn_find(word);
    return insn ? insn->mnemonic : "illegal";
}

static void each_bad_kernel_reports_its_fault_and_the_next_one_works(void **state)
{
    struct bench b;
    struct dlp_elf elf;
    void *bytes;
    size_t size;
    char why[128];
    (void)state;
    assert_int_equal(dlp_file_read(env.kernels, &bytes, &size), 0);
    assert_int_equal(dlp_elf_open(&elf, bytes, size, DLP_MEM_CODE_BASE, DLP_MEM_CODE_WINDOW, why, sizeof why), 0);
    uint8_t *image = malloc((size_t)elf.span);
    assert_non_null(image);
    assert_int_equal(dlp_elf_image(&elf, 0, image), 0);
    open_bench(&b);
    make_bad(&b, 0, FAULT_BUFFER_BYTES);
    for (const struct fault_case *c = fault_cases; c < fault_cases + FAULT_CASES; c++) {
        uint64_t args[FAULT_ARGS];
        for (unsigned i = 0; i < FAULT_ARGS; i++)
            args[i] = fault_value(&b.place, c->arg[i], 0);
        int err = launch(&b, c->kernel, args, FAULT_ARGS, c->limit);
        if (err != DLP_EFAULT)
            fail_msg("%s: %s", c->what, dlp_strerror(err));
        const struct dlp_fault_report r = report_of(&b, c->what, c->code);
        const uint64_t address = fault_value(&b.place, c->address, r.pc);
        const char *name = c->mnemonic ? mnemonic_at(&elf, image, r.pc_in_file) : "";
        if (r.address != address || (c->mnemonic ? strcmp(name, c->mnemonic) != 0 : r.pc != address))
            fail_msg("%s: pc 0x%llx (%s), address 0x%llx; should be %s, address 0x%llx", c->what, (unsigned long long)r.pc, name,
                     (unsigned long long)r.address, c->mnemonic ? c->mnemonic : "the address", (unsigned long long)address);
        assert_string_equal(r.kernel, c->kernel);
        assert_int_equal(r.core, 0);
        assert_int_equal(r.exit_code, c->code == 0x62 ? address : 0);
        expect_next_works(&b, c->what);
    }
    free(image);
    free(bytes);
    assert_int_equal(dlp_device_close(b.dev), 0);
}

/* ---- jobs that the library would never send */

static int raw_job(struct bench *b, uint32_t op, uint64_t a, uint64_t job_b, uint64_t c, uint64_t d)
{
    struct object *obj;
    struct tally tally = { 0 };
    assert_int_equal(dlp_enter_alive(b->dev, KIND_DEVICE, &obj), 0);
    struct device *dev = obj->dev;
    struct request req = { .op = op, .a = a, .b = job_b, .c = c, .d = d, .rec.tally = &tally };
    const uint64_t deadline = dlp_deadline(dev, 10000);
    int err = dlp_ring_submit(dev, &req, deadline);
    if (!err)
        err = dlp_ring_wait(dev, &tally, deadline);
    dlp_leave(dev);
    return err ? err : tally.error;
}

static void malformed_jobs_are_refused_by_the_firmware(void **state)
{
    const uint64_t gdram = (uint64_t)dlp_profile_by_name(env.profile)->gdram_mb << 20, user = DLP_FW_BASE + DLP_FW_BYTES, nowhere = 0x123000;
    const uint64_t code = DLP_MEM_CODE_BASE;
    const struct { const char *what; uint32_t op; uint64_t a, b, c, d; int err; uint32_t code; } cases[] = {
        { "unknown operation",             99, 0, 0, 0, 0,                                DLP_EINVAL, 0x70 },
        { "launch with a small block",     DLP_JOB_OP_LAUNCH, code + user, nowhere, 8, 0, DLP_EINVAL, 0x70 },
        { "launch with a large block",     DLP_JOB_OP_LAUNCH, code + user, nowhere, DLP_LAUNCH_BYTES + 1, 0, DLP_EINVAL, 0x70 },
        { "launch outside the window",     DLP_JOB_OP_LAUNCH, code - 4, nowhere, DLP_LAUNCH_ARGS, 0, DLP_EINVAL, 0x70 },
        { "launch with an unmapped block", DLP_JOB_OP_LAUNCH, code + user, nowhere, DLP_LAUNCH_ARGS, 0, DLP_EMAP, 0x71 },
        { "write from an unmapped list",   DLP_JOB_OP_WRITE, user, nowhere, 1, 0,         DLP_EMAP, 0x71 },
        { "read to an unmapped list",      DLP_JOB_OP_READ, user, nowhere, 1, 0,          DLP_EMAP, 0x71 },
        { "fill over the firmware",        DLP_JOB_OP_FILL, user - 64, 0, 128, 0,         DLP_ERANGE, 0x72 },
        { "fill beyond the memory",        DLP_JOB_OP_FILL, gdram - 64, 0, 65, 0,         DLP_ERANGE, 0x72 },
        { "fill of nothing",               DLP_JOB_OP_FILL, user, 0, 0, 0,                DLP_ERANGE, 0x72 },
        { "copy to the firmware",          DLP_JOB_OP_COPY, user - 64, 0, 64, user,       DLP_ERANGE, 0x72 },
        { "copy from beyond the memory",   DLP_JOB_OP_COPY, user, 0, 64, gdram - 63,      DLP_ERANGE, 0x72 },
        { "copy whose ranges overlap",     DLP_JOB_OP_COPY, user, 0, 64, user + 63,       DLP_ERANGE, 0x72 },
    };
    struct bench b;
    (void)state;
    open_bench(&b);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int err = raw_job(&b, cases[i].op, cases[i].a, cases[i].b, cases[i].c, cases[i].d);
        if (err != cases[i].err)
            fail_msg("%s: %s", cases[i].what, dlp_strerror(err));
        (void)report_of(&b, cases[i].what, cases[i].code);
        expect_next_works(&b, cases[i].what);
    }
    assert_int_equal(dlp_device_close(b.dev), 0);
}

/* ---- copies over memory that answers with bus errors */

enum { FILL_ODD = 576 };                /* 64 bytes more than a power of two: the last piece of the fill is short */

static void bus_errors_of_copies_are_reported(void **state)
{
    struct bench b;
    static uint8_t bytes[FAULT_BUFFER_BYTES];
    (void)state;
    open_bench(&b);
    for (unsigned i = 0; i < 5; i++) {
        static const char *const what[] = { "write", "read", "fill", "device copy", "fill with an error in the middle" };
        int err = 0;
        make_bad(&b, i == 4 ? 128 : 0, i == 4 ? 64 : FAULT_BUFFER_BYTES);
        switch (i) {
        case 0: err = dlp_buffer_write(b.bad, 0, bytes, sizeof bytes); break;
        case 1: err = dlp_buffer_read(b.bad, 0, bytes, sizeof bytes); break;
        case 2: err = dlp_buffer_fill(b.bad, 0, 1, sizeof bytes); break;
        case 3: err = dlp_buffer_copy(b.buffer, 0, b.bad, 0, sizeof bytes); break;
        case 4: err = dlp_buffer_fill(b.bad, 0, 1, FILL_ODD); break;
        }
        if (err != (i < 2 ? DLP_EMAP : DLP_ERANGE))
            fail_msg("%s: %s", what[i], dlp_strerror(err));
        (void)report_of(&b, what[i], i < 2 ? 0x71 : 0x72);
        expect_next_works(&b, what[i]);
    }
    make_bad(&b, 0, 0);
    assert_int_equal(dlp_buffer_write(b.bad, 0, bytes, sizeof bytes), 0);
    assert_int_equal(dlp_device_close(b.dev), 0);
}

/* ---- calls */

static Elf64_Ehdr *ehdr(struct elf_bytes e) { return (Elf64_Ehdr *)(void *)(e.at + ELF_EHDR); }
static Elf64_Phdr *phdr(struct elf_bytes e) { return (Elf64_Phdr *)(void *)(e.at + ELF_PHDR); }

static void truncated(struct elf_bytes *e) { e->size /= 2; }
static void foreign(struct elf_bytes *e) { ehdr(*e)->e_machine = EM_X86_64; }
static void oversized(struct elf_bytes *e) { phdr(*e)->p_memsz = UINT64_C(0x20000000); }
static void larger_than_window(struct elf_bytes *e) { phdr(*e)->p_memsz = DLP_MEM_CODE_WINDOW + 4; }
static void entry_outside(struct elf_bytes *e) { ehdr(*e)->e_entry = DLP_MEM_NRAM_BASE; }
static void segment_outside(struct elf_bytes *e) { phdr(*e)->p_vaddr = DLP_MEM_NRAM_BASE; }

static void bad_modules_leave_the_device_alone(void **state)
{
    const struct { const char *what; void (*damage)(struct elf_bytes *); int err; } cases[] = {
        { "truncated", truncated, DLP_EELF }, { "foreign", foreign, DLP_EELF }, { "oversized", oversized, DLP_EDEVMEM },
        { "larger than the window", larger_than_window, DLP_EELF }, { "entry outside", entry_outside, DLP_EELF },
        { "segment outside", segment_outside, DLP_EELF },
    };
    const uint32_t code[] = { 0x13, 0x13 };
    struct bench b;
    (void)state;
    open_bench(&b);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct elf_bytes e = elf_make(code, 2);
        struct dlp_module *m = NULL;
        cases[i].damage(&e);
        int err = dlp_module_load(b.dev, e.at, e.size, &m);
        if (err != cases[i].err || m)
            fail_msg("%s: %s", cases[i].what, dlp_strerror(err));
        free(e.at);
        expect_next_works(&b, cases[i].what);
    }
    assert_int_equal(dlp_device_close(b.dev), 0);
}

static void expect_refused(struct bench *b, const char *what, int got, int err)
{
    if (got != err)
        fail_msg("%s: %s", what, dlp_strerror(got));
    expect_next_works(b, what);
}

static void bad_calls_leave_the_device_alone(void **state)
{
    enum { SLOTS = (DLP_LAUNCH_BYTES - DLP_LAUNCH_ARGS) / 8 + 1 };
    static const uint64_t many[SLOTS];
    struct bench b;
    struct dlp_buffer *freed, *large = NULL;
    struct dlp_info info;
    uint8_t bytes[64] = { 0 };
    (void)state;
    open_bench(&b);
    assert_int_equal(dlp_device_info(b.dev, &info), 0);
    assert_int_equal(dlp_buffer_create(b.dev, 64, &freed), 0);
    assert_int_equal(dlp_buffer_destroy(freed), 0);
    expect_refused(&b, "write outside the buffer", dlp_buffer_write(b.buffer, FAULT_BUFFER_BYTES - 63, bytes, 64), DLP_ERANGE);
    expect_refused(&b, "copy of 0 bytes", dlp_buffer_write(b.buffer, 0, bytes, 0), DLP_ESIZE);
    expect_refused(&b, "overlapping copy", dlp_buffer_copy(b.buffer, 32, b.buffer, 0, 64), DLP_EOVERLAP);
    expect_refused(&b, "argument block too large", launch(&b, "fault_next", many, SLOTS, 0), DLP_EARGS);
    expect_refused(&b, "allocation too large", dlp_buffer_create(b.dev, info.memory_bytes + 1, &large), DLP_EDEVMEM);
    expect_refused(&b, "allocation of the whole address space", dlp_buffer_create(b.dev, UINT64_MAX, &large), DLP_EDEVMEM);
    expect_refused(&b, "double free", dlp_buffer_destroy(freed), DLP_EFREED);
    expect_refused(&b, "write after free", dlp_buffer_write(freed, 0, bytes, 64), DLP_EFREED);
    assert_null(large);
    assert_int_equal(dlp_device_close(b.dev), 0);
}

int run_faults(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bad_kernel_reports_its_fault_and_the_next_one_works), cmocka_unit_test(malformed_jobs_are_refused_by_the_firmware),
        cmocka_unit_test(bus_errors_of_copies_are_reported), cmocka_unit_test(bad_modules_leave_the_device_alone),
        cmocka_unit_test(bad_calls_leave_the_device_alone),
    };
    return env.cores ? cmocka_run_group_tests_name("bad input", tests, NULL, NULL) : 0;
}
