/* SPDX-License-Identifier: Apache-2.0
 * null_chip - a chip without cores: each job completes in the cycle in which its doorbell rings.  Copies are done, in host memory; kernels
 * succeed and do nothing.  For tests of the library, and to measure what the library itself costs. */
#define _DEFAULT_SOURCE         /* POSIX and anonymous mappings */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "backend.h"
#include "dlp_chip.h"
#include "dlp_spec.h"

enum { WORDS = DLP_BLOCK_HOST_SIZE / 4 };

struct null_chip {
    struct dlp_chip chip;           /* first: this is what the endpoint sees */
    struct dlp_chip_host host;
    const struct dlp_profile *profile;
    uint32_t reg[WORDS];
    uint64_t time;
    uint8_t *memory;                /* pages that nobody touched cost nothing */
    uint64_t bytes;
    bool level[DLP_IRQ_STATUS_FAULT_LSB + 1];
};

#define REG(n, name) ((n)->reg[DLP_REG_##name / 4])

static uint64_t get64(const uint8_t *at)
{
    uint64_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static uint32_t get32(const uint8_t *at)
{
    uint32_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static void put32(uint8_t *at, uint32_t v)
{
    memcpy(at, &v, sizeof v);
}

static bool range_ok(const struct null_chip *n, uint64_t offset, uint64_t size)
{
    return size != 0 && offset >= DLP_FW_BASE + DLP_FW_BYTES && offset <= n->bytes && size <= n->bytes - offset;
}

static void lines(struct null_chip *n)
{
    uint32_t on = REG(n, IRQ_STATUS) & REG(n, IRQ_MASK);
    for (unsigned v = 0; v < sizeof n->level / sizeof n->level[0]; v++)
        if (n->level[v] != (on >> v & 1)) {
            n->level[v] = on >> v & 1;
            n->host.irq(n->host.ctx, v, n->level[v]);
        }
}

static uint32_t scatter(struct null_chip *n, const uint8_t *job, bool to_host)
{
    uint64_t dev = get64(job + DLP_JOB_A), list = get64(job + DLP_JOB_B), entries = get64(job + DLP_JOB_C);
    for (uint64_t i = 0; i < entries; i++) {
        uint8_t entry[DLP_SG_BYTES];
        if (n->host.mem_read(n->host.ctx, list + i * DLP_SG_BYTES, entry, sizeof entry))
            return DLP_FAULT_HOST_BUS;
        uint64_t host = get64(entry + DLP_SG_ADDR), len = get64(entry + DLP_SG_LEN);
        if (!range_ok(n, dev, len))
            return DLP_FAULT_JOB_RANGE;
        if (to_host ? n->host.mem_write(n->host.ctx, host, n->memory + dev, (size_t)len)
                    : n->host.mem_read(n->host.ctx, host, n->memory + dev, (size_t)len))
            return DLP_FAULT_HOST_BUS;
        dev += len;
    }
    return DLP_FAULT_NONE;
}

static uint32_t launch(struct null_chip *n, const uint8_t *job)
{
    uint8_t block[DLP_LAUNCH_BYTES];
    uint64_t size = get64(job + DLP_JOB_C);
    if (size < DLP_LAUNCH_ARGS || size > DLP_LAUNCH_BYTES)
        return DLP_FAULT_JOB;
    return n->host.mem_read(n->host.ctx, get64(job + DLP_JOB_B), block, (size_t)size) ? DLP_FAULT_HOST_BUS : DLP_FAULT_NONE;
}

static uint32_t job_run(struct null_chip *n, const uint8_t *job)
{
    uint64_t a = get64(job + DLP_JOB_A), c = get64(job + DLP_JOB_C), d = get64(job + DLP_JOB_D);
    switch (get32(job + DLP_JOB_OP)) {
    case DLP_JOB_OP_NOP:    return DLP_FAULT_NONE;
    case DLP_JOB_OP_CANCEL: return DLP_FAULT_ABORT;
    case DLP_JOB_OP_WRITE:  return scatter(n, job, false);
    case DLP_JOB_OP_READ:   return scatter(n, job, true);
    case DLP_JOB_OP_LAUNCH: return launch(n, job);
    case DLP_JOB_OP_FILL:
        if (!range_ok(n, a, c))
            return DLP_FAULT_JOB_RANGE;
        memset(n->memory + a, (int)(d & 0xff), (size_t)c);
        return DLP_FAULT_NONE;
    case DLP_JOB_OP_COPY:
        if (!range_ok(n, a, c) || !range_ok(n, d, c))
            return DLP_FAULT_JOB_RANGE;
        memmove(n->memory + a, n->memory + d, (size_t)c);
        return DLP_FAULT_NONE;
    default:                return DLP_FAULT_JOB;
    }
}

/* Rings that cannot be reached end as in the firmware: panic. */
static void serve(struct null_chip *n)
{
    uint64_t jobs = (uint64_t)REG(n, JOB_BASE_HI) << 32 | REG(n, JOB_BASE_LO), cpls = (uint64_t)REG(n, CPL_BASE_HI) << 32 | REG(n, CPL_BASE_LO);
    uint32_t size = REG(n, JOB_SIZE);
    while (REG(n, FW_STATE) == DLP_FW_STATE_STATE_READY && REG(n, JOB_HEAD) != REG(n, JOB_TAIL)) {
        uint8_t job[DLP_JOB_BYTES], cpl[DLP_CPL_BYTES] = { 0 };
        uint32_t tail = REG(n, CPL_TAIL);
        bool ok = size != 0 && REG(n, CPL_SIZE) != 0 &&
                  n->host.mem_read(n->host.ctx, jobs + (uint64_t)(REG(n, JOB_HEAD) % size) * DLP_JOB_BYTES, job, sizeof job) == 0;
        if (ok) {
            REG(n, JOB_HEAD)++;
            put32(cpl + DLP_CPL_STATUS, job_run(n, job));
            put32(cpl + DLP_CPL_SEQ, get32(job + DLP_JOB_SEQ));
            put32(cpl + DLP_CPL_PHASE, tail / REG(n, CPL_SIZE) + 1);
            ok = n->host.mem_write(n->host.ctx, cpls + (uint64_t)(tail % REG(n, CPL_SIZE)) * DLP_CPL_BYTES, cpl, sizeof cpl) == 0;
        }
        if (!ok) {
            REG(n, FW_STATE) = DLP_FW_STATE_STATE_PANIC;
            REG(n, IRQ_STATUS) |= DLP_IRQ_STATUS_FAULT_MASK;
            break;
        }
        REG(n, CPL_TAIL) = tail + 1;
        REG(n, IRQ_STATUS) |= DLP_IRQ_STATUS_CPL_MASK;
    }
    lines(n);
}

static int reg_read(struct dlp_chip *chip, uint32_t offset, uint32_t *value)
{
    struct null_chip *n = (struct null_chip *)chip;
    REG(n, TIME_LO) = (uint32_t)n->time;
    REG(n, TIME_HI) = (uint32_t)(n->time >> 32);
    n->time++;
    *value = offset / 4 < WORDS ? n->reg[offset / 4] : 0;
    return 0;
}

static int reg_write(struct dlp_chip *chip, uint32_t offset, uint32_t value)
{
    struct null_chip *n = (struct null_chip *)chip;
    switch (offset) {
    case DLP_REG_JS_ENTRY: case DLP_REG_JOB_BASE_LO: case DLP_REG_JOB_BASE_HI: case DLP_REG_JOB_SIZE: case DLP_REG_CPL_BASE_LO:
    case DLP_REG_CPL_BASE_HI: case DLP_REG_CPL_SIZE: case DLP_REG_CPL_HEAD: case DLP_REG_JOB_TAIL: case DLP_REG_IRQ_MASK: case DLP_REG_DEV_CTRL:
        n->reg[offset / 4] = value;
        break;
    case DLP_REG_IRQ_STATUS:
        REG(n, IRQ_STATUS) &= ~value;
        break;
    default:
        return 0;
    }
    if (offset == DLP_REG_DEV_CTRL) {
        bool run = value & DLP_DEV_CTRL_JS_RUN_MASK;
        REG(n, FW_STATE) = run ? DLP_FW_STATE_STATE_READY : DLP_FW_STATE_STATE_OFF;
        REG(n, FW_HASH) = run ? DLP_SPEC_HASH : 0;
        REG(n, DEV_STATUS) = run ? DLP_DEV_STATUS_JS_RUNNING_MASK : 0;
    }
    serve(n);
    return 0;
}

static int mem_read(struct dlp_chip *chip, uint64_t offset, void *dst, size_t size)
{
    struct null_chip *n = (struct null_chip *)chip;
    if (offset > n->bytes || size > n->bytes - offset)
        return -1;
    memcpy(dst, n->memory + offset, size);
    return 0;
}

static int mem_write(struct dlp_chip *chip, uint64_t offset, const void *src, size_t size)
{
    struct null_chip *n = (struct null_chip *)chip;
    if (offset > n->bytes || size > n->bytes - offset)
        return -1;
    memcpy(n->memory + offset, src, size);
    return 0;
}

static int run(struct dlp_chip *chip, uint64_t max_cycles, uint64_t *ran)
{
    struct null_chip *n = (struct null_chip *)chip;
    n->time += max_cycles;
    if (ran)
        *ran = max_cycles;
    return 0;
}

static uint64_t cycles(struct dlp_chip *chip)
{
    return ((struct null_chip *)chip)->time;
}

static const struct dlp_profile *profile_of(struct dlp_chip *chip)
{
    return ((struct null_chip *)chip)->profile;
}

static void destroy(struct dlp_chip *chip)
{
    struct null_chip *n = (struct null_chip *)chip;
    munmap(n->memory, (size_t)n->bytes);
    free(n);
}

static const struct dlp_chip_ops ops = {
    .destroy = destroy, .reg_read = reg_read, .reg_write = reg_write, .mem_read = mem_read, .mem_write = mem_write, .run = run,
    .cycles = cycles, .profile = profile_of, .name = "null"
};

int dlp_null_create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    (void)ctx;
    struct null_chip *n = calloc(1, sizeof *n);
    if (!n)
        return DLP_ENOMEM;
    n->host = *host;
    n->bytes = (uint64_t)profile->gdram_mb << 20;
    n->memory = mmap(NULL, (size_t)n->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (n->memory == MAP_FAILED) {
        free(n);
        return DLP_ENOMEM;
    }
    REG(n, ID) = DLP_REG_ID_RESET;
    REG(n, VERSION) = DLP_SPEC_VERSION;
    REG(n, SPEC_HASH) = DLP_SPEC_HASH;
    REG(n, PROFILE) = profile->number;
    REG(n, CFG_CORES) = profile->clusters << DLP_CFG_CORES_CLUSTERS_LSB | profile->cores << DLP_CFG_CORES_PER_LSB;
    REG(n, CFG_MXU) = profile->mxu_dim;
    REG(n, CFG_VPU) = profile->vpu_lanes;
    REG(n, CFG_NRAM_KB) = profile->nram_kb;
    REG(n, CFG_WRAM_KB) = profile->wram_kb;
    REG(n, CFG_LMEM_KB) = profile->lmem_kb;
    REG(n, CFG_SRAM_KB) = profile->sram_kb;
    REG(n, CFG_GDRAM_MB) = profile->gdram_mb;
    n->chip.ops = &ops;
    n->profile = profile;
    *out = &n->chip;
    return 0;
}
