/* SPDX-License-Identifier: Apache-2.0
 * test_randprog - the generator of random programs: its programs end on the C model as it says, and together they use everything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dlp.h"
#include "dlp_chip.h"
#include "dlp_config.h"
#include "dlp_model.h"
#include "dlp_spec.h"
#include "dlp_tables.h"
#include "randprog.h"

enum { SEEDS = 200, CYCLES_MAX = 200000 };

struct ending { int err; uint64_t buffer; struct dlp_fault_report fault; struct dlp_result result; };

/* A device, and its chip, which can be told to fail. */
struct model { struct dlp_device *device; struct dlp_chip *chip; };

static int create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    struct model *m = ctx;
    int err = dlp_model_create(profile, host, &m->chip);
    *out = m->chip;
    return err;
}

static void open_model(struct model *m, const char *profile)
{
    const struct dlp_options options = { .create = create, .create_ctx = m };
    assert_int_equal(dlp_device_open("chip", profile, &options, &m->device), 0);
}

/* Run on a device; scratch receives the buffer. */
static struct ending run(struct model *model, const struct dlp_randprog *prog, uint8_t *scratch)
{
    struct dlp_device *device = model->device;
    struct dlp_buffer *buffer;
    struct dlp_queue *queue;
    struct dlp_module *module;
    struct dlp_kernel *kernel;
    struct ending end = { 0 };
    uint64_t args[2] = { 0, DLP_RANDPROG_SCRATCH };
    assert_int_equal(dlp_buffer_create(device, DLP_RANDPROG_SCRATCH, &buffer), 0);
    assert_int_equal(dlp_buffer_fill(buffer, 0, 0x5a, DLP_RANDPROG_SCRATCH), 0);
    assert_int_equal(dlp_buffer_info(buffer, &args[0], NULL), 0);
    assert_int_equal(dlp_module_load(device, prog->elf, prog->elf_bytes, &module), 0);
    assert_int_equal(dlp_module_kernel(module, "randprog", &kernel), 0);
    assert_int_equal(dlp_queue_create(device, 1000, &queue), 0);
    end.buffer = args[0];
    dlp_model_fail_gdram(model->chip, end.buffer - DLP_MEM_GDRAM_BASE + prog->fail_at, prog->fail_bytes);
    assert_int_equal(dlp_queue_launch(queue, kernel, args, 2, prog->limit ? prog->limit : CYCLES_MAX, &end.result), 0);
    end.err = dlp_queue_sync(queue, DLP_WAIT_FOREVER);
    dlp_model_fail_gdram(model->chip, 0, 0);
    assert_int_equal(dlp_device_fault(device, &end.fault), 0);
    assert_int_equal(dlp_buffer_read(buffer, 0, scratch, DLP_RANDPROG_SCRATCH), 0);
    assert_int_equal(dlp_queue_destroy(queue), 0);
    assert_int_equal(dlp_module_unload(module), 0);
    assert_int_equal(dlp_buffer_destroy(buffer), 0);
    return end;
}

/* A fetch outside the module has no place in the file. */
static uint64_t reported_pc(const struct dlp_randprog *prog, const struct dlp_fault_report *fault)
{
    return prog->fault == DLP_FAULT_FETCH_UNMAPPED || prog->fault == DLP_FAULT_FETCH_BUS ? fault->pc : fault->pc_in_file;
}

static int ends_as_said(const struct dlp_randprog *prog, const struct ending *end)
{
    if (end->err == DLP_EFAULT && dlp_randprog_disturbed(prog, end->fault.code))
        return 1;
    if (prog->fault == DLP_FAULT_NONE)
        return end->err == 0;
    uint64_t address = prog->fault_address, pc = prog->fault_pc;
    if (prog->address_kind == DLP_RANDPROG_PC)
        address = end->fault.pc;
    if (prog->address_kind == DLP_RANDPROG_BUFFER)
        address += end->buffer;
    if (prog->fault == DLP_FAULT_FETCH_BUS)
        pc = address;
    return end->err == DLP_EFAULT && end->fault.code == prog->fault && reported_pc(prog, &end->fault) == pc && end->fault.address == address;
}

static void programs_end_as_the_generator_says(void **state)
{
    const char *profile = *state;
    struct model model;
    open_model(&model, profile);
    uint8_t *scratch = malloc(DLP_RANDPROG_SCRATCH);
    unsigned bad = 0, faults = 0, disturbed = 0;
    uint64_t cycles = 0, instructions = 0, most = 0, words = 0, commands = 0;
    assert_non_null(scratch);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct dlp_randprog prog;
        assert_int_equal(dlp_randprog_make(seed, dlp_profile_by_name(profile), &prog), 0);
        const struct ending end = run(&model, &prog, scratch);
        if (!ends_as_said(&prog, &end)) {
            printf("%s seed %llu: %s, fault 0x%02x (%s), pc 0x%llx, address 0x%llx; said 0x%02x (%s), pc 0x%llx, address 0x%llx\n", profile,
                   (unsigned long long)seed, dlp_strerror(end.err), end.fault.code, dlp_strfault(end.fault.code),
                   (unsigned long long)reported_pc(&prog, &end.fault), (unsigned long long)end.fault.address, prog.fault, dlp_strfault(prog.fault),
                   (unsigned long long)prog.fault_pc, (unsigned long long)prog.fault_address);
            bad++;
        }
        faults += prog.fault != DLP_FAULT_NONE;
        disturbed += end.err == DLP_EFAULT && dlp_randprog_disturbed(&prog, end.fault.code);
        words += prog.code_words;
        commands += prog.commands;
        cycles += end.result.cycles;
        instructions += end.result.instret;
        if (end.result.cycles > most)
            most = end.result.cycles;
        dlp_randprog_free(&prog);
    }
    printf("%s: per program %llu words, %llu commands, %llu instructions run, %llu cycles (at most %llu); %u of %u end by a fault, %u are disturbed\n", profile,
           (unsigned long long)(words / SEEDS), (unsigned long long)(commands / SEEDS), (unsigned long long)(instructions / SEEDS),
           (unsigned long long)(cycles / SEEDS), (unsigned long long)most, faults, (unsigned)SEEDS, disturbed);
    free(scratch);
    assert_int_equal(dlp_device_close(model.device), 0);
    assert_int_equal(bad, 0);
    assert_true(faults > SEEDS / 12 && faults < SEEDS / 3);
    assert_true(disturbed > SEEDS / 20);
}

static void the_same_seed_gives_the_same_bytes_and_another_seed_others(void **state)
{
    (void)state;
    for (size_t p = 0; p < dlp_profile_count; p++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct dlp_randprog a, b, c;
            assert_int_equal(dlp_randprog_make(seed, &dlp_profiles[p], &a), 0);
            assert_int_equal(dlp_randprog_make(seed, &dlp_profiles[p], &b), 0);
            assert_int_equal(dlp_randprog_make(seed + 1, &dlp_profiles[p], &c), 0);
            assert_int_equal(a.elf_bytes, b.elf_bytes);
            assert_memory_equal(a.elf, b.elf, a.elf_bytes);
            assert_true(a.elf_bytes != c.elf_bytes || memcmp(a.elf, c.elf, a.elf_bytes) != 0);
            dlp_randprog_free(&a);
            dlp_randprog_free(&b);
            dlp_randprog_free(&c);
        }
}

/* What ran before is not seen: the same result on a fresh device, and on one where other programs, and a fault, came first. */
static void a_program_does_not_depend_on_the_ones_before_it(void **state)
{
    (void)state;
    const struct dlp_profile *profile = dlp_profile_by_name("edu");
    uint8_t *first = malloc(DLP_RANDPROG_SCRATCH), *later = malloc(DLP_RANDPROG_SCRATCH);
    struct model used;
    open_model(&used, "edu");
    assert_non_null(first);
    assert_non_null(later);
    for (uint64_t seed = 1; seed <= 25; seed++) {
        struct model fresh;
        open_model(&fresh, "edu");
        struct dlp_randprog prog;
        assert_int_equal(dlp_randprog_make(seed, profile, &prog), 0);
        (void)run(&fresh, &prog, first);
        (void)run(&used, &prog, later);
        if (!prog.uncertain)
            assert_memory_equal(first, later, DLP_RANDPROG_SCRATCH);
        dlp_randprog_free(&prog);
        assert_int_equal(dlp_device_close(fresh.device), 0);
    }
    assert_int_equal(dlp_device_close(used.device), 0);
    free(first);
    free(later);
}

static void every_instruction_and_many_faults_occur(void **state)
{
    const char *profile = *state;
    unsigned seen[DLP_I_COUNT] = { 0 }, fault_kinds = 0, missing = 0;
    uint8_t fault_seen[256] = { 0 };
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct dlp_randprog prog;
        assert_int_equal(dlp_randprog_make(seed, dlp_profile_by_name(profile), &prog), 0);
        for (size_t i = 0; i < prog.code_words; i++) {
            const struct dlp_insn *insn = dlp_insn_find(prog.code[i]);
            if (insn)
                seen[insn - dlp_insns]++;
        }
        if (prog.fault != DLP_FAULT_NONE && !fault_seen[prog.fault & 0xff]) {
            fault_seen[prog.fault & 0xff] = 1;
            fault_kinds++;
        }
        dlp_randprog_free(&prog);
    }
    for (unsigned i = 0; i < DLP_I_COUNT; i++)
        if (!seen[i]) {
            printf("%s: %s does not occur\n", profile, dlp_insns[i].mnemonic);
            missing++;
        }
    unsigned bus_kinds = 0;
    static const uint8_t bus[] = { DLP_FAULT_FETCH_BUS, DLP_FAULT_LOAD_BUS, DLP_FAULT_STORE_BUS, DLP_FAULT_CMD_BUS_READ, DLP_FAULT_CMD_BUS_WRITE };
    for (unsigned i = 0; i < sizeof bus; i++)
        bus_kinds += fault_seen[bus[i]];
    assert_int_equal(missing, 0);
    assert_true(fault_kinds >= 10);
    assert_true(bus_kinds >= 3);
}

int main(void)
{
    static char edu[] = "edu", edge[] = "edge", full[] = "full";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(programs_end_as_the_generator_says, edu),
        cmocka_unit_test_prestate(programs_end_as_the_generator_says, edge),
        cmocka_unit_test_prestate(programs_end_as_the_generator_says, full),
        cmocka_unit_test(the_same_seed_gives_the_same_bytes_and_another_seed_others),
        cmocka_unit_test(a_program_does_not_depend_on_the_ones_before_it),
        cmocka_unit_test_prestate(every_instruction_and_many_faults_occur, edu),
        cmocka_unit_test_prestate(every_instruction_and_many_faults_occur, edge),
        cmocka_unit_test_prestate(every_instruction_and_many_faults_occur, full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
