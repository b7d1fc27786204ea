/* SPDX-License-Identifier: Apache-2.0
 * The job scheduler: fetches jobs from the ring in host memory, runs them in order, writes completions, raises interrupts.
 *
 * The firmware sleeps (wfi) whenever it waits.  While it works, the firmware watchdog runs; it is off while the firmware sleeps
 * for a doorbell or for a kernel, which has a cycle limit of its own. */
#include "dma.h"
#include "hw.h"
#include "jobs.h"

enum {
    FW_VERSION     = 1,
    JOB_BATCH      = 8              /* jobs fetched at a time */
};

/* The fetched jobs are out of date: the host has cancelled some in the ring since. */
static bool stale;

void dlp_fw_main(void);

struct ring { uint64_t base; uint32_t size; };

static struct ring ring_read(uint32_t base_lo, uint32_t base_hi, uint32_t size)
{
    struct ring ring = { (uint64_t)mmio_read(base_hi) << 32 | mmio_read(base_lo), mmio_read(size) };
    return ring;
}

/* The rings themselves are unreachable: nobody can be told but by the fault interrupt. */
static void panic(uint32_t reason)
{
    mmio_write(DLP_REG_FW_INFO, reason);
    mmio_write(DLP_REG_FW_STATE, DLP_FW_STATE_STATE_PANIC);
    mmio_write(DLP_REG_IRQ_STATUS, DLP_IRQ_STATUS_FAULT_MASK);
    mmio_write(DLP_REG_JS_WDT, 0);
    mmio_write(DLP_REG_EVENT_ENABLE, 0);
    for (;;)
        wait_event();
}

static void sleep_for(uint32_t event)
{
    mmio_write(DLP_REG_JS_WDT, 0);
    mmio_write(DLP_REG_EVENT_ENABLE, event);
    wait_event();
    mmio_write(DLP_REG_EVENT_ENABLE, DLP_EVENT_STATUS_HDMA_MASK);
    mmio_write(DLP_REG_JS_WDT, WATCHDOG_LIMIT);
}

static void complete(uint32_t seq, const struct completion *done)
{
    struct ring ring = ring_read(DLP_REG_CPL_BASE_LO, DLP_REG_CPL_BASE_HI, DLP_REG_CPL_SIZE);
    if (ring.size == 0)
        panic(DLP_FAULT_JOB);
    uint32_t tail = mmio_read(DLP_REG_CPL_TAIL);
    while (tail - mmio_read(DLP_REG_CPL_HEAD) >= ring.size) {
        mmio_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_CPL_HEAD_MASK);
        if (tail - mmio_read(DLP_REG_CPL_HEAD) >= ring.size)
            sleep_for(DLP_EVENT_STATUS_CPL_HEAD_MASK);
    }
    /* the size is a power of two, so the pass is a shift; a division would do the same slower */
    uint32_t slot = tail & (ring.size - 1), phase = tail / ring.size + 1;
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_SEQ, (uint64_t)done->status << 32 | seq);
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_CORE, (uint64_t)phase << 32 | done->core);
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_PC, done->pc);
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_ADDR, done->addr);
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_CYCLES, done->cycles);
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_ROWS, done->rows);
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_INSTRET, done->instret);
    gdram_write64(DLP_FW_CPL_BASE + DLP_CPL_EXIT, done->exit);
    dma_queue(ring.base + (uint64_t)slot * DLP_CPL_BYTES, DLP_FW_CPL_BASE, DLP_CPL_BYTES, DMA_TO_HOST);
    if (dma_finish())
        panic(DLP_FAULT_HOST_BUS);
    mmio_write(DLP_REG_CPL_TAIL, tail + 1);
    mmio_write(DLP_REG_IRQ_STATUS, DLP_IRQ_STATUS_CPL_MASK);
}

bool job_cancelled(const struct job *job)
{
    uint32_t enabled = mmio_read(DLP_REG_EVENT_ENABLE);
    mmio_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_CANCEL_MASK);    /* before the fetch: what comes later rings again */
    mmio_write(DLP_REG_EVENT_ENABLE, DLP_EVENT_STATUS_HDMA_MASK);
    stale = true;
    dma_queue(job->host, job->at, DLP_JOB_BYTES, DMA_TO_DEVICE);
    bool ok = !dma_finish();
    mmio_write(DLP_REG_EVENT_ENABLE, enabled);
    return ok && (uint32_t)gdram_read64(job->at + DLP_JOB_OP) == DLP_JOB_OP_CANCEL;
}

static void job_load(uint64_t host, uint64_t at, struct job *job)
{
    uint64_t first = gdram_read64(at + DLP_JOB_OP);
    job->op  = (uint32_t)first;
    job->seq = (uint32_t)(first >> 32);
    job->a   = gdram_read64(at + DLP_JOB_A);
    job->b   = gdram_read64(at + DLP_JOB_B);
    job->c   = gdram_read64(at + DLP_JOB_C);
    job->d   = gdram_read64(at + DLP_JOB_D);
    job->host = host;
    job->at   = at;
}

/* Fetch and run what is in the ring between head and tail, at most a batch and not past the ring's end; less when jobs are cancelled. */
static void serve(uint32_t head, uint32_t tail)
{
    struct ring ring = ring_read(DLP_REG_JOB_BASE_LO, DLP_REG_JOB_BASE_HI, DLP_REG_JOB_SIZE);
    if (ring.size == 0 || (ring.size & (ring.size - 1)) != 0 || tail - head > ring.size)
        panic(DLP_FAULT_JOB);
    uint32_t slot = head & (ring.size - 1), n = tail - head;
    if (n > JOB_BATCH)
        n = JOB_BATCH;
    if (n > ring.size - slot)
        n = ring.size - slot;
    const uint64_t host = ring.base + (uint64_t)slot * DLP_JOB_BYTES;
    mmio_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_CANCEL_MASK);
    stale = false;
    dma_queue(host, DLP_FW_JOB_BASE, n * DLP_JOB_BYTES, DMA_TO_DEVICE);
    if (dma_finish())
        panic(DLP_FAULT_HOST_BUS);
    for (uint32_t i = 0; i < n && !stale && !(mmio_read(DLP_REG_EVENT_STATUS) & DLP_EVENT_STATUS_CANCEL_MASK); i++) {
        struct job job;
        struct completion done = { 0 };
        job_load(host + (uint64_t)i * DLP_JOB_BYTES, DLP_FW_JOB_BASE + (uint64_t)i * DLP_JOB_BYTES, &job);
        mmio_write(DLP_REG_JOB_HEAD, head + i + 1);
        job_run(&job, &done);
        complete(job.seq, &done);
    }
}

void dlp_fw_main(void)
{
    mmio_write(DLP_REG_FW_STATE, DLP_FW_STATE_STATE_BOOTING);
    mmio_write(DLP_REG_FW_HASH, DLP_SPEC_HASH);
    mmio_write(DLP_REG_FW_INFO, FW_VERSION);
    mmio_write(DLP_REG_EVENT_ENABLE, DLP_EVENT_STATUS_HDMA_MASK);
    enable_wake();
    dma_init();
    mmio_write(DLP_REG_FW_STATE, DLP_FW_STATE_STATE_READY);
    mmio_write(DLP_REG_JS_WDT, WATCHDOG_LIMIT);
    for (;;) {
        uint32_t head = mmio_read(DLP_REG_JOB_HEAD), tail = mmio_read(DLP_REG_JOB_TAIL);
        if (head != tail) {
            mmio_write(DLP_REG_JS_WDT, WATCHDOG_LIMIT);
            serve(head, tail);
            continue;
        }
        mmio_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_DOORBELL_MASK);
        if (mmio_read(DLP_REG_JOB_TAIL) == head)    /* nothing came between looking and clearing */
            sleep_for(DLP_EVENT_STATUS_DOORBELL_MASK);
    }
}
