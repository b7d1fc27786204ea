/* SPDX-License-Identifier: Apache-2.0
 * smoke_image - the memories of dlp_icarus_tb.v as files for $readmemh, one row of profile edu in a line:
 *
 *     smoke_image FIRMWARE KERNEL DIRECTORY       prints the firmware's start address in hex
 *
 * gdram.hex   firmware, kernel, the kernel's operands
 * host.hex    job ring with a launch and a fill, launch block; the completion ring is empty
 * expect.hex  the kernel's result and the fill, as the C model leaves them and as a plain loop says */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_model.h"
#include "dlp_spec.h"
#include "elf_file.h"
#include "file.h"
#include "smoke_map.h"

enum { ROW = 4 * DLP_PARAM_VPU_LANES_EDU, M = 4, N = 4, K = 16, FILL_BYTES = 24, FILL_VALUE = 0xa5, CYCLES_MAX = 1000000 };

static uint8_t host[SMOKE_HOST_BYTES], gdram[SMOKE_GDRAM_BYTES], expect[SMOKE_OUT_BYTES];

static void fail(const char *what)
{
    fprintf(stderr, "smoke_image: %s\n", what);
    exit(1);
}

static int host_read(void *ctx, uint64_t at, void *dst, size_t n)
{
    (void)ctx;
    if (at > sizeof host || n > sizeof host - at)
        return -1;
    memcpy(dst, host + at, n);
    return 0;
}

static int host_write(void *ctx, uint64_t at, const void *src, size_t n)
{
    (void)ctx;
    if (at > sizeof host || n > sizeof host - at)
        return -1;
    memcpy(host + at, src, n);
    return 0;
}

static void no_irq(void *ctx, unsigned vector, bool level)
{
    (void)ctx; (void)vector; (void)level;
}

static void put32(size_t at, uint32_t v) { memcpy(host + at, &v, sizeof v); }
static void put64(size_t at, uint64_t v) { memcpy(host + at, &v, sizeof v); }

/* The image at its own address.  The file's entry; *function: the symbol's value. */
static uint64_t load(const char *path, const char *symbol, uint64_t *function)
{
    struct dlp_elf elf;
    char why[128];
    void *bytes;
    size_t size;
    if (dlp_file_read(path, &bytes, &size))
        fail(path);
    if (dlp_elf_open(&elf, bytes, size, DLP_MEM_CODE_BASE, DLP_MEM_CODE_WINDOW, why, sizeof why))
        fail(why);
    uint64_t at = elf.base - DLP_MEM_CODE_BASE;
    if (at + elf.span > SMOKE_IN)
        fail("an image reaches into the operands");
    if (dlp_elf_image(&elf, 0, gdram + at) || (symbol && dlp_elf_symbol(&elf, symbol, function)))
        fail(why);
    free(bytes);
    return elf.entry;
}

static void write_rows(const char *directory, const char *name, const uint8_t *at, size_t bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *f = fopen(path, "w");
    if (!f)
        fail(path);
    for (size_t row = 0; row < bytes / ROW; row++) {
        for (unsigned i = ROW; i > 0; i--)
            fprintf(f, "%02x", at[row * ROW + i - 1]);
        fputc('\n', f);
    }
    if (fclose(f))
        fail(path);
}

static void job(unsigned n, uint32_t op, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    size_t at = SMOKE_JOBS + n * (size_t)DLP_JOB_BYTES;
    put32(at + DLP_JOB_OP, op);
    put32(at + DLP_JOB_SEQ, n);
    put64(at + DLP_JOB_A, a);
    put64(at + DLP_JOB_B, b);
    put64(at + DLP_JOB_C, c);
    put64(at + DLP_JOB_D, d);
}

/* The formulas of the two jobs. */
static void check_expect(void)
{
    int8_t a[M][K], b[N][K];
    memcpy(a, gdram + SMOKE_IN, sizeof a);
    memcpy(b, gdram + SMOKE_IN + sizeof a, sizeof b);
    for (unsigned m = 0; m < M; m++)
        for (unsigned n = 0; n < N; n++) {
            int32_t sum = 0, got;
            for (unsigned k = 0; k < K; k++)
                sum += a[m][k] * b[n][k];
            memcpy(&got, expect + (m * N + n) * sizeof got, sizeof got);
            if (got != 2 * sum)
                fail("the model's product is wrong");
        }
    for (unsigned i = 0; i < FILL_BYTES; i++)
        if (expect[M * N * 4 + i] != FILL_VALUE)
            fail("the model's fill is wrong");
}

/* The same accesses as dlp_icarus_tb.v. */
static void run_model(uint64_t entry)
{
    const struct dlp_chip_host callbacks = { NULL, host_read, host_write, no_irq };
    struct dlp_chip *chip;
    const struct { uint32_t reg, value; } program[] = {
        { DLP_REG_JOB_BASE_LO, SMOKE_JOBS }, { DLP_REG_JOB_SIZE, SMOKE_RING }, { DLP_REG_CPL_BASE_LO, SMOKE_CPLS }, { DLP_REG_CPL_SIZE, SMOKE_RING },
        { DLP_REG_JS_ENTRY, (uint32_t)entry }, { DLP_REG_JOB_TAIL, 2 }, { DLP_REG_DEV_CTRL, DLP_DEV_CTRL_JS_RUN_MASK },
    };
    uint32_t ended = 0, status = 0;
    if (dlp_model_create(dlp_profile_by_name("edu"), &callbacks, &chip) || chip->ops->mem_write(chip, 0, gdram, sizeof gdram))
        fail("no model");
    for (size_t i = 0; i < sizeof program / sizeof program[0]; i++)
        (void)chip->ops->reg_write(chip, program[i].reg, program[i].value);
    for (unsigned i = 0; i < 4; i++)
        (void)chip->ops->run(chip, CYCLES_MAX, NULL);
    (void)chip->ops->reg_read(chip, DLP_REG_CPL_TAIL, &ended);
    for (unsigned n = 0; n < 2; n++) {
        uint32_t word;
        memcpy(&word, host + SMOKE_CPLS + n * DLP_CPL_BYTES + DLP_CPL_STATUS, sizeof word);
        status |= word;
    }
    if (ended != 2 || status != DLP_FAULT_NONE)
        fail("the jobs fail on the model");
    if (chip->ops->mem_read(chip, SMOKE_OUT, expect, sizeof expect))
        fail("no result");
    chip->ops->destroy(chip);
}

int main(int argc, char **argv)
{
    uint64_t function = 0;
    if (argc != 4)
        fail("usage: smoke_image FIRMWARE KERNEL DIRECTORY");
    uint64_t entry = load(argv[1], NULL, NULL), start = load(argv[2], "smoke", &function);
    for (unsigned i = 0; i < (M + N) * K; i++)
        gdram[SMOKE_IN + i] = (uint8_t)(i * 73 + 19);
    put64(SMOKE_LAUNCH + DLP_LAUNCH_FUNC, function);
    put64(SMOKE_LAUNCH + DLP_LAUNCH_SLOTS, 2);
    put64(SMOKE_LAUNCH + DLP_LAUNCH_ARGS, DLP_MEM_GDRAM_BASE + SMOKE_OUT);
    put64(SMOKE_LAUNCH + DLP_LAUNCH_ARGS + 8, DLP_MEM_GDRAM_BASE + SMOKE_IN);
    job(0, DLP_JOB_OP_LAUNCH, start, SMOKE_LAUNCH, DLP_LAUNCH_ARGS + 16, 0);
    job(1, DLP_JOB_OP_FILL, SMOKE_OUT + M * N * 4, 0, FILL_BYTES, FILL_VALUE);
    write_rows(argv[3], "gdram.hex", gdram, sizeof gdram);
    write_rows(argv[3], "host.hex", host, sizeof host);
    run_model(entry);
    check_expect();
    write_rows(argv[3], "expect.hex", expect, sizeof expect);
    printf("%" PRIx64 "\n", entry);
    return 0;
}
