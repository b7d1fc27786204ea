/* SPDX-License-Identifier: Apache-2.0
 * The test "faults": every case of fault_cases.h, and behind each a kernel that must work. */
#include <inttypes.h>
#include <string.h>

#include "dlp_enums.h"
#include "dlp_spec.h"
#include "dlp_tb.h"
#include "fault_cases.h"

/* What is compared between RTL and model, for each case; base: where the buffers were. */
struct ending { uint64_t code, pc, address, pc_in_file, buffer, bad; };

struct bench {
    struct dlp_module *module;
    struct dlp_queue *queue;
    struct dlp_buffer *buffer, *bad;
    struct fault_place place;
};

static int launch(struct bench *b, const char *name, const uint64_t *args, size_t slots, uint32_t limit, struct dlp_result *result)
{
    struct dlp_kernel *kernel;
    int err = dlp_module_kernel(b->module, name, &kernel);
    if (err == 0) err = dlp_queue_launch(b->queue, kernel, args, slots, limit, result);
    return err ? err : dlp_queue_sync(b->queue, DLP_WAIT_FOREVER);
}

static int fault_and_next(struct tb *tb, struct bench *b, const struct fault_case *c, struct dlp_device *device, struct ending *out, uint64_t *cycles)
{
    struct dlp_fault_report report = { 0 };
    struct dlp_result result = { 0 };
    uint64_t args[FAULT_ARGS];
    uint8_t got;
    for (unsigned i = 0; i < FAULT_ARGS; i++)
        args[i] = fault_value(&b->place, c->arg[i], 0);
    int err = launch(b, c->kernel, args, FAULT_ARGS, c->limit, &result);
    if (err != DLP_EFAULT || dlp_device_fault(device, &report) != 0)
        return tb_fail(tb, "%s: %s instead of a fault", c->what, dlp_strerror(err));
    *out = (struct ending){ report.code, report.pc, report.address, report.pc_in_file, b->place.buffer, b->place.bad };
    *cycles += result.cycles;

    err = fault_next(&b->place, b->module, b->queue, b->buffer, &got);
    return err ? tb_fail(tb, "after %s: %s; the next kernel wrote %u, should be %u", c->what, dlp_strerror(err), got, FAULT_NEXT_OUT) : 0;
}

int tb_faults_run(struct tb *tb, const struct tb_test *test, struct dlp_device *device, uint8_t *out, struct dlp_result *result)
{
    struct bench b = { .place.profile = tb->profile };
    (void)test;
    int err = dlp_module_load_file(device, tb_kernel_file(tb, "faults"), &b.module);
    if (err == 0) err = dlp_queue_create(device, 1000, &b.queue);
    if (err == 0) err = dlp_buffer_create(device, FAULT_BUFFER_BYTES, &b.buffer);
    if (err == 0) err = dlp_buffer_create(device, FAULT_BUFFER_BYTES, &b.bad);
    if (err == 0) err = dlp_buffer_info(b.buffer, &b.place.buffer, NULL);
    if (err == 0) err = dlp_buffer_info(b.bad, &b.place.bad, NULL);
    if (err)
        return tb_fail_dlp(tb, device, "faults", err);
    tb_fail_gdram(tb, b.place.bad - DLP_MEM_GDRAM_BASE, FAULT_BUFFER_BYTES);
    for (unsigned i = 0; i < FAULT_CASES && err == 0; i++) {
        struct ending ending = { 0 };
        err = fault_and_next(tb, &b, &fault_cases[i], device, &ending, &result->cycles);
        memcpy(out + i * sizeof ending, &ending, sizeof ending);
    }
    tb_fail_gdram(tb, 0, 0);
    return err;
}

size_t tb_faults_bytes(const struct tb *tb, const struct tb_test *test)
{
    (void)tb;
    (void)test;
    return FAULT_CASES * sizeof(struct ending);
}

int tb_faults_check(struct tb *tb, const struct tb_test *test, const uint8_t *out)
{
    (void)test;
    for (unsigned i = 0; i < FAULT_CASES; i++) {
        const struct fault_case *c = &fault_cases[i];
        struct ending e;
        memcpy(&e, out + i * sizeof e, sizeof e);
        const struct fault_place place = { tb->profile, e.buffer, e.bad };
        const uint64_t address = fault_value(&place, c->address, e.pc);
        if (e.code != c->code || e.address != address)
            return tb_fail(tb, "%s: fault 0x%02" PRIx64 " %s at address 0x%" PRIx64 ", should be 0x%02" PRIx32 " %s at 0x%" PRIx64, c->what, e.code,
                           dlp_faultname((uint32_t)e.code), e.address, c->code, dlp_faultname(c->code), address);
        if (!c->mnemonic && e.pc != e.address)
            return tb_fail(tb, "%s: pc 0x%" PRIx64 " is not the address", c->what, e.pc);
    }
    return 0;
}
