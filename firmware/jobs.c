/* SPDX-License-Identifier: Apache-2.0 */
#include "jobs.h"

#include "dma.h"
#include "hw.h"

enum {
    SG_CHUNK  = DLP_FW_SG_BYTES / DLP_SG_BYTES,     /* scatter list entries fetched at a time */
    FILL_SEED = 64                                  /* bytes that a fill writes itself; the DMA engine doubles them */
};

static uint64_t gdram_bytes(void)
{
    return (uint64_t)mmio_read(DLP_REG_CFG_GDRAM_MB) << 20;
}

/* [offset, offset + bytes) is memory that a job may touch: inside the device, and not the firmware's. */
static int range_ok(uint64_t offset, uint64_t bytes)
{
    uint64_t size = gdram_bytes();
    return bytes != 0 && offset >= DLP_FW_BASE + DLP_FW_BYTES && offset <= size && bytes <= size - offset;
}

static void fail(struct completion *done, uint32_t fault, uint64_t addr)
{
    done->status = fault;
    done->addr = addr;
}

/* a: GDRAM offset, b: host address of the scatter list, c: its entries */
static void job_scatter(const struct job *job, enum dma_dir dir, struct completion *done)
{
    uint64_t dev = job->a;
    for (uint64_t first = 0; first < job->c; first += SG_CHUNK) {
        uint64_t n = job->c - first < SG_CHUNK ? job->c - first : SG_CHUNK;
        dma_queue(job->b + first * DLP_SG_BYTES, DLP_FW_SG_BASE, (uint32_t)(n * DLP_SG_BYTES), DMA_TO_DEVICE);
        if (dma_finish()) {
            fail(done, DLP_FAULT_HOST_BUS, dma_error_addr());
            return;
        }
        for (uint64_t i = 0; i < n; i++) {
            uint64_t entry = DLP_FW_SG_BASE + i * DLP_SG_BYTES;
            uint64_t host = gdram_read64(entry + DLP_SG_ADDR), len = gdram_read64(entry + DLP_SG_LEN);
            if (len > UINT32_MAX || !range_ok(dev, len)) {
                (void)dma_finish();
                fail(done, DLP_FAULT_JOB_RANGE, dev);
                return;
            }
            dma_queue(host, dev, (uint32_t)len, dir);
            dev += len;
        }
        if (dma_finish()) {
            fail(done, DLP_FAULT_HOST_BUS, dma_error_addr());
            return;
        }
    }
}

/* a: GDRAM offset, c: bytes, d: value.  Writes a seed, then doubles it until the range is full. */
static void job_fill(const struct job *job, struct completion *done)
{
    if (!range_ok(job->a, job->c)) {
        fail(done, DLP_FAULT_JOB_RANGE, job->a);
        return;
    }
    uint64_t pattern = (job->d & 0xff) * UINT64_C(0x0101010101010101);
    for (uint64_t i = 0; i < FILL_SEED; i += 8)
        gdram_write64(DLP_FW_SG_BASE + i, pattern);
    uint64_t have = job->c < FILL_SEED ? job->c : FILL_SEED;
    dma_queue(DLP_FW_SG_BASE, job->a, (uint32_t)have, DMA_ON_DEVICE);
    int failed = dma_finish();
    while (have < job->c && !failed) {
        uint64_t n = job->c - have < have ? job->c - have : have;
        dma_queue(job->a, job->a + have, (uint32_t)n, DMA_ON_DEVICE);
        failed = dma_finish();          /* the next piece reads this one */
        have += n;
    }
    if (failed)
        fail(done, DLP_FAULT_JOB_RANGE, job->a);
}

/* a: destination, d: source, c: bytes; the host has made sure that they do not overlap, and so does this */
static void job_copy(const struct job *job, struct completion *done)
{
    if (!range_ok(job->a, job->c) || job->c > UINT32_MAX) {
        fail(done, DLP_FAULT_JOB_RANGE, job->a);
        return;
    }
    if (!range_ok(job->d, job->c) || (job->a < job->d + job->c && job->d < job->a + job->c)) {
        fail(done, DLP_FAULT_JOB_RANGE, job->d);
        return;
    }
    dma_queue(job->d, job->a, (uint32_t)job->c, DMA_ON_DEVICE);
    if (dma_finish())
        fail(done, DLP_FAULT_JOB_RANGE, job->d);
}

/* Sleep until the kernel's end event, and abort it when the host cancels the job.  Nothing else may wake us: a doorbell stays pending and would
 * turn the sleep into a busy loop.  An abort that comes too late is ignored by the core. */
static void await_kernel(const struct job *job, uint32_t core, uint32_t end)
{
    uint32_t enabled = mmio_read(DLP_REG_EVENT_ENABLE), pending;
    mmio_write(DLP_REG_JS_WDT, 0);
    mmio_write(DLP_REG_EVENT_ENABLE, end | DLP_EVENT_STATUS_CANCEL_MASK);
    while (!((pending = mmio_read(DLP_REG_EVENT_STATUS)) & end)) {
        if ((pending & DLP_EVENT_STATUS_CANCEL_MASK) && job_cancelled(job))
            core_write(core, DLP_REG_CORE_CTRL, DLP_CORE_CTRL_ABORT_MASK);
        else
            wait_event();
    }
    mmio_write(DLP_REG_EVENT_ENABLE, enabled);
    mmio_write(DLP_REG_JS_WDT, WATCHDOG_LIMIT);
}

/* a: start code, b: host address of the launch block, c: its bytes, d: cycle limit */
static void job_launch(const struct job *job, struct completion *done)
{
    const uint32_t core = 0;            /* one core so far; a free one is chosen here once there are several */
    const uint64_t block = DLP_FW_ARG_BASE + (uint64_t)core * DLP_LAUNCH_BYTES;
    if (job->c < DLP_LAUNCH_ARGS || job->c > DLP_LAUNCH_BYTES || job->d > UINT32_MAX ||
        job->a < DLP_MEM_CODE_BASE || job->a >= DLP_MEM_CODE_BASE + DLP_MEM_CODE_WINDOW) {
        fail(done, DLP_FAULT_JOB, job->a);
        return;
    }
    dma_queue(job->b, block, (uint32_t)job->c, DMA_TO_DEVICE);
    if (dma_finish()) {
        fail(done, DLP_FAULT_HOST_BUS, dma_error_addr());
        return;
    }
    gdram_write32(block + DLP_LAUNCH_TASK_ID, 0);
    gdram_write32(block + DLP_LAUNCH_CORE_ID, core);
    gdram_write32(block + DLP_LAUNCH_CLUSTER_ID, 0);

    const uint32_t event = 1u << (DLP_EVENT_STATUS_CORE_LSB + core);
    mmio_write(DLP_REG_EVENT_STATUS, event);
    core_write(core, DLP_REG_CORE_ENTRY, (uint32_t)job->a);
    core_write(core, DLP_REG_CORE_ARG, (uint32_t)(DLP_MEM_CODE_BASE + block));
    core_write(core, DLP_REG_CORE_WDT, (uint32_t)job->d);
    core_write(core, DLP_REG_CORE_CTRL, DLP_CORE_CTRL_START_MASK);
    await_kernel(job, core, event);
    mmio_write(DLP_REG_EVENT_STATUS, event);

    done->status = core_read(core, DLP_REG_CORE_FAULT);
    done->core = core;
    done->exit = core_read(core, DLP_REG_CORE_EXIT);
    done->pc = (uint64_t)core_read(core, DLP_REG_CORE_PC_HI) << 32 | core_read(core, DLP_REG_CORE_PC_LO);
    done->addr = (uint64_t)core_read(core, DLP_REG_CORE_ADDR_HI) << 32 | core_read(core, DLP_REG_CORE_ADDR_LO);
    done->cycles = core_read(core, DLP_REG_CORE_CYCLES);
    done->rows = core_read(core, DLP_REG_CORE_ROWS);
    done->instret = core_read(core, DLP_REG_CORE_INSTRET);
}

void job_run(const struct job *job, struct completion *done)
{
    switch (job->op) {
    case DLP_JOB_OP_NOP:    break;
    case DLP_JOB_OP_WRITE:  job_scatter(job, DMA_TO_DEVICE, done); break;
    case DLP_JOB_OP_READ:   job_scatter(job, DMA_TO_HOST, done); break;
    case DLP_JOB_OP_FILL:   job_fill(job, done); break;
    case DLP_JOB_OP_COPY:   job_copy(job, done); break;
    case DLP_JOB_OP_LAUNCH: job_launch(job, done); break;
    case DLP_JOB_OP_CANCEL: fail(done, DLP_FAULT_ABORT, 0); break;
    default:                fail(done, DLP_FAULT_JOB, job->op); break;
    }
}
