/* SPDX-License-Identifier: Apache-2.0
 * test_lockstep - the comparison itself: a second model plays the RTL, the test makes it go wrong, and the report must say so.
 *
 * test_lockstep FIRMWARE_ELF */
#define _POSIX_C_SOURCE 200809L      /* setenv */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench.h"
#include "dlp_enums.h"
#include "lockstep.h"
#include "source_line.h"

enum { FW_AT = CODE_AT + 0x10000, ALL = 15 };
static const char *firmware_elf;

/* ---- a chip library without RTL: a model in lock-step mode, stepped by the test */
static struct dlp_chip *played;
static struct dlp_rtl_monitor monitor;

static int create(const struct dlp_profile *profile, const struct dlp_chip_host *host, const struct dlp_rtl_options *options, struct dlp_chip **out)
{
    int err = dlp_model_create(profile, host, out);
    if (err)
        return err;
    dlp_model_set_lockstep(*out, true);
    played = *out;
    monitor = options->monitor;
    return 0;
}

static uint8_t *memory(enum dlp_memory which)
{
    uint64_t size;
    return dlp_model_memory(played, 0, which, &size);
}

static uint8_t *gdram(struct dlp_chip *chip)
{
    (void)chip;
    return memory(DLP_MEMORY_GDRAM);
}

static void peek(struct dlp_chip *chip, unsigned core, enum dlp_rtl_memory which, uint32_t offset, void *dst, size_t n)
{
    (void)chip;
    (void)core;
    memcpy(dst, memory(which == DLP_RTL_NRAM ? DLP_MEMORY_NRAM : DLP_MEMORY_WRAM) + offset, n);
}

static void bus(struct dlp_chip *chip, struct dlp_rtl_bus_report *out)
{
    (void)chip;
    *out = (struct dlp_rtl_bus_report){ 0 };
}

static int no_read(void *ctx, uint64_t addr, void *dst, size_t n) { (void)ctx; (void)addr; (void)dst; (void)n; return -1; }
static int no_write(void *ctx, uint64_t addr, const void *src, size_t n) { (void)ctx; (void)addr; (void)src; (void)n; return -1; }
static void no_irq(void *ctx, unsigned vector, bool level) { (void)ctx; (void)vector; (void)level; }

/* ---- the test's hands */
struct run { struct dlp_chip *chip; const struct dlp_lockstep_report *report; uint64_t cycle; unsigned js; };

static void write_code(struct run *r, uint64_t at, const uint32_t *code, size_t words)
{
    assert_int_equal(r->chip->ops->mem_write(r->chip, at, code, 4 * words), 0);
}

/* One instruction of a hart; value is added to what it writes. */
static void retire(struct run *r, unsigned hart, uint64_t wrong)
{
    struct dlp_retire ret;
    assert_int_equal(dlp_model_step(played, hart, NULL, &ret, NULL, NULL), 0);
    const struct dlp_rtl_retire rtl = { ret.pc, ret.value + wrong, ret.insn, ret.we, ret.trap, ret.rd, ret.cause };
    monitor.retire(monitor.ctx, r->cycle++, hart, &rtl);
}

static void retire_all(struct run *r, unsigned count)
{
    while (count-- > 0)
        retire(r, 0, 0);
}

static void begin(struct run *r, unsigned stream)
{
    monitor.begin(monitor.ctx, r->cycle, 0, 1u << stream);
}

/* The oldest command of a stream completes; returns its fault. */
static uint8_t done(struct run *r, unsigned stream)
{
    struct dlp_effect effect;
    assert_int_equal(dlp_model_complete(played, 0, stream, &effect), 0);
    monitor.done(monitor.ctx, r->cycle, 0, stream, effect.fault, effect.pc);
    return effect.fault;
}

static void end(struct run *r)
{
    monitor.end(monitor.ctx, r->cycle, 0);
}

/* The firmware's part: it writes the entry point, and core 0 starts there. */
static void start(struct run *r, const uint32_t *code, size_t words)
{
    static const struct dlp_rtl_library library = { NULL, create, gdram, peek, bus, dlp_model_fail_gdram };
    const struct dlp_chip_host host = { NULL, no_read, no_write, no_irq };
    const struct dlp_rtl_options options = { 0 };
    const struct dlp_profile *profile = dlp_profile_by_name("edu");
    const uint32_t firmware[] = { U(LUI, A0, (uint32_t)(DLP_MEM_MMIO_BASE + 0x1000) >> 12), U(LUI, A1, (uint32_t)CODE_PC >> 12),
                                  S(SW, A1, A0, DLP_REG_CORE_ENTRY - 0x1000) };
    *r = (struct run){ .cycle = 100, .js = profile->clusters * profile->cores };
    assert_int_equal(dlp_lockstep_create(&library, profile, &host, &options, &r->chip), 0);
    r->report = dlp_lockstep_report(r->chip);
    write_code(r, FW_AT, firmware, 3);
    write_code(r, CODE_AT, code, words);
    const uint64_t fw_pc = DLP_MEM_CODE_BASE + FW_AT;
    assert_int_equal(r->chip->ops->reg_write(r->chip, DLP_REG_JS_ENTRY, (uint32_t)fw_pc), 0);
    assert_int_equal(dlp_model_start(played, r->js, fw_pc, 0), 0);
    monitor.start(monitor.ctx, r->cycle, r->js);
    for (unsigned i = 0; i < 3; i++)
        retire(r, r->js, 0);
    assert_int_equal(dlp_model_start(played, 0, CODE_PC, 0), 0);
    monitor.start(monitor.ctx, r->cycle, 0);
    assert_false(r->report->differs);
}

static void expect(struct run *r, uint64_t cycle, const char *text)
{
    if (!r->report->differs || !strstr(r->report->text, text))
        fail_msg("expected \"%s\", report: %s", text, r->report->differs ? r->report->text : "none");
    assert_int_equal(r->report->cycle, cycle);
}

static void finish(struct run *r)
{
    r->chip->ops->destroy(r->chip);
}

/* ---- instructions */
static void start_scalar(struct run *r)
{
    const uint32_t code[] = { I(ADDI, A1, X0, 5), I(ADDI, A2, A1, 1), S(SD, X0, X0, 0) };
    start(r, code, 3);
}

static void equal_sides_give_no_report(void **state)
{
    struct run r;
    (void)state;
    start_scalar(&r);
    retire_all(&r, 3);
    end(&r);
    assert_false(r.report->differs);
    assert_int_equal(r.report->instructions, 6);
    finish(&r);
}

static void a_wrong_value_is_reported_with_pc_instruction_register_and_both_values(void **state)
{
    struct run r;
    char first[sizeof r.report->text];
    (void)state;
    start_scalar(&r);
    retire_all(&r, 1);
    retire(&r, 0, 1);
    expect(&r, 104, "core 0, pc 0x40200004: addi a2, a1, 1\n");
    expect(&r, 104, "RTL    pc 0x40200004, word 00158613, a2 (x12) <- 0x0000000000000007\n");
    expect(&r, 104, "model  pc 0x40200004, word 00158613, a2 (x12) <- 0x0000000000000006");
    assert_true(r.report->has_pc);
    assert_false(r.report->firmware);
    assert_int_equal(r.report->pc, CODE_PC + 4);
    assert_int_equal(r.report->start_pc, CODE_PC);
    memcpy(first, r.report->text, sizeof first);
    retire(&r, 0, 9);                                   /* nothing after it is compared */
    assert_string_equal(first, r.report->text);
    finish(&r);
}

static void a_bus_error_that_nobody_asked_for_is_a_difference(void **state)
{
    const uint32_t code[] = { U(LUI, A1, (uint32_t)(DLP_MEM_CODE_BASE >> 12)), I(LD, A2, A1, 0) };
    struct run r;
    (void)state;
    for (int asked = 0; asked < 2; asked++) {
        start(&r, code, 2);
        if (asked)
            dlp_lockstep_fail_gdram(r.chip, 0, 8);
        else
            dlp_model_fail_gdram(played, 0, 8);         /* only one side */
        retire_all(&r, 2);
        if (asked)
            assert_false(r.report->differs);
        else
            expect(&r, 104, "bus error, mcause 25");
        finish(&r);
    }
}

/* ---- commands */

/* Four int32 at the start of NRAM; the same 16 bytes before it, which fails; again behind everything; a copy that waits for nothing. */
enum { FILL = 5, BAD_FILL, LATE_FILL, COPY, SYNC_ALL, EXIT_ZERO, COMMAND_WORDS };

static void start_commands(struct run *r, unsigned words)
{
    const uint32_t code[COMMAND_WORDS] = {
        U(LUI, T0, DLP_MEM_NRAM_BASE >> 12), I(ADDI, T1, T0, -16), I(ADDI, A0, X0, 4), VSET(A0, DLP_TYPE_I32), U(LUI, A1, DLP_MEM_CODE_BASE >> 12),
        CMD(VFILL, T0, A0, X0, 0), CMD(VFILL, T1, A0, X0, 0), CMD(VFILL, T0, A0, X0, ALL), CMD(IO_COPY, T0, A1, A0, 0), SYNC(ALL), EXIT(X0) };
    start(r, code, COMMAND_WORDS);
    retire_all(r, words);
}

static void a_wrong_byte_is_reported_with_command_address_and_both_values(void **state)
{
    struct run r;
    (void)state;
    start_commands(&r, FILL + 1);
    begin(&r, DLP_STREAM_VEC);
    struct dlp_effect effect;
    assert_int_equal(dlp_model_complete(played, 0, DLP_STREAM_VEC, &effect), 0);
    memory(DLP_MEMORY_NRAM)[4] ^= 0x80;
    monitor.done(monitor.ctx, r.cycle, 0, DLP_STREAM_VEC, effect.fault, effect.pc);
    expect(&r, r.cycle, "core 0, pc 0x40200014: dlp.vfill");
    expect(&r, r.cycle, "written by a VEC command, address 0x100004 (NRAM offset 0x4)\n    RTL    84 00 00 00 04 00 00 00\n    model  04 00");
    finish(&r);
}

static void a_byte_written_by_nobody_is_found_at_the_end_of_the_kernel(void **state)
{
    struct run r;
    (void)state;
    start_commands(&r, FILL);
    memory(DLP_MEMORY_WRAM)[0x123] = 7;
    end(&r);
    expect(&r, r.cycle, "at the end of the kernel, address 0x200123 (WRAM offset 0x123)\n    RTL    07");
    finish(&r);
}

/* The middle command fails; the last one waits for nothing, so only its start tells that it was not dropped. */
static void a_command_that_starts_after_a_failed_one_is_a_difference(void **state)
{
    struct run r;
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        start_commands(&r, COPY + 1);
        begin(&r, DLP_STREAM_VEC);
        assert_int_equal(done(&r, DLP_STREAM_VEC), 0);
        begin(&r, DLP_STREAM_VEC);
        r.cycle++;
        if (late) {
            assert_int_equal(done(&r, DLP_STREAM_VEC), DLP_FAULT_CMD_ADDR);
            r.cycle++;
            begin(&r, DLP_STREAM_IO);
            expect(&r, r.cycle, "core 0, pc 0x40200020: dlp.io.copy");
            expect(&r, r.cycle, "RTL    a IO command starts\n    model  the fault at pc 0x40200018 in cycle");
        } else {                                        /* in the cycle of the fault it is in time */
            begin(&r, DLP_STREAM_IO);
            assert_int_equal(done(&r, DLP_STREAM_VEC), DLP_FAULT_CMD_ADDR);
            r.cycle++;
            done(&r, DLP_STREAM_IO);
            end(&r);
            assert_false(r.report->differs);
        }
        finish(&r);
    }
}

static void a_command_that_starts_after_a_trap_without_handler_is_a_difference(void **state)
{
    const uint32_t code[] = { U(LUI, T0, DLP_MEM_NRAM_BASE >> 12), CMD(VFILL, T0, A0, X0, 0), N(ECALL) };
    struct run r;
    (void)state;
    start(&r, code, 3);
    retire_all(&r, 3);
    begin(&r, DLP_STREAM_VEC);
    expect(&r, r.cycle, "RTL    a VEC command starts\n    model  the fault at pc 0x40200008");
    finish(&r);
}

/* The next kernel starts afresh. */
static void a_fault_of_the_last_kernel_does_not_count(void **state)
{
    struct run r;
    (void)state;
    start_commands(&r, BAD_FILL + 1);
    begin(&r, DLP_STREAM_VEC);
    done(&r, DLP_STREAM_VEC);
    begin(&r, DLP_STREAM_VEC);
    done(&r, DLP_STREAM_VEC);
    end(&r);
    assert_int_equal(dlp_model_start(played, 0, CODE_PC, 0), 0);
    monitor.start(monitor.ctx, ++r.cycle, 0);
    retire_all(&r, FILL + 1);
    begin(&r, DLP_STREAM_VEC);
    done(&r, DLP_STREAM_VEC);
    end(&r);
    assert_false(r.report->differs);
    finish(&r);
}

static void commands_that_complete_without_a_start_or_never_are_differences(void **state)
{
    struct run r;
    (void)state;
    start_commands(&r, FILL + 1);
    done(&r, DLP_STREAM_VEC);
    expect(&r, r.cycle, "RTL    a VEC command completes\n    model  it has not started");
    finish(&r);

    start_commands(&r, FILL + 1);
    begin(&r, DLP_STREAM_VEC);
    end(&r);
    expect(&r, r.cycle, "the kernel ends while a VEC command runs");
    finish(&r);

    const uint32_t waits[] = { SYNC(1u << DLP_STREAM_VEC), EXIT(X0) };
    for (unsigned i = 0; i < 2; i++) {
        start_commands(&r, FILL + 1);
        write_code(&r, CODE_AT + 4 * (FILL + 1), &waits[i], 1);
        begin(&r, DLP_STREAM_VEC);
        retire_all(&r, 1);
        expect(&r, r.cycle - 1, "RTL    retires\n    model  1 of its VEC commands are not complete");
        finish(&r);
    }
}

/* ---- source lines */
static void an_address_of_the_firmware_has_a_source_line(void **state)
{
    char text[256];
    (void)state;
    dlp_source_line(NULL, 0, 0, text, sizeof text);
    assert_string_equal(text, "no line information: the ELF file is not known");
    dlp_source_line("Makefile", 0, 0, text, sizeof text);
    assert_string_equal(text, "no line information: the ELF file is not known");
    /* the entry point, wherever the image was moved to */
    dlp_source_line(firmware_elf, 0x50000000, 0x50000000, text, sizeof text);
    assert_non_null(strstr(text, "firmware/crt0.S:"));
    dlp_source_line(firmware_elf, 0, 0x30000000, text, sizeof text);
    assert_non_null(strstr(text, "no line information for 0x"));
    /* without the tool: the address for a look-up by hand */
    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    assert_int_equal(setenv("PATH", "/nonexistent", 1), 0);
    dlp_source_line(firmware_elf, 0, 0, text, sizeof text);
    assert_int_equal(setenv("PATH", path, 1), 0);
    assert_non_null(strstr(text, "no line information: llvm-addr2line-19 not found; address 0x"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_sides_give_no_report),
        cmocka_unit_test(a_wrong_value_is_reported_with_pc_instruction_register_and_both_values),
        cmocka_unit_test(a_bus_error_that_nobody_asked_for_is_a_difference),
        cmocka_unit_test(a_wrong_byte_is_reported_with_command_address_and_both_values),
        cmocka_unit_test(a_byte_written_by_nobody_is_found_at_the_end_of_the_kernel),
        cmocka_unit_test(a_command_that_starts_after_a_failed_one_is_a_difference),
        cmocka_unit_test(a_command_that_starts_after_a_trap_without_handler_is_a_difference),
        cmocka_unit_test(a_fault_of_the_last_kernel_does_not_count),
        cmocka_unit_test(commands_that_complete_without_a_start_or_never_are_differences),
        cmocka_unit_test(an_address_of_the_firmware_has_a_source_line),
    };
    if (argc != 2)
        return 2;
    firmware_elf = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
