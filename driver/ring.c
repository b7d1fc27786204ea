/* SPDX-License-Identifier: Apache-2.0
 * ring - jobs to the firmware and completions from it, and the staging memory through which bulk data goes.
 *
 * The device sees only the arena: job ring (it may read), completion ring (it may write), staging pages (both).  A completion is new when its
 * phase word holds the number of the current pass through the ring; both rings have the same size, so the completion ring cannot overflow. */
#define _DEFAULT_SOURCE         /* POSIX and anonymous mappings */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

enum { CHECK_MS = 100 };            /* how long to trust a silent device before asking how it is */

static const uint64_t IOVA_BASE = UINT64_C(0x100000000000);    /* unlike any host or device address */

/* ---- memory that the device sees */

static size_t whole_pages(size_t bytes)
{
    return (bytes + DLP_PAGE_BYTES - 1) / DLP_PAGE_BYTES * DLP_PAGE_BYTES;
}

int dlp_ring_init(struct device *dev)
{
    size_t jobs = whole_pages((size_t)dev->options.ring_entries * DLP_JOB_BYTES);
    size_t cpls = whole_pages((size_t)dev->options.ring_entries * DLP_CPL_BYTES);
    size_t bytes = jobs + cpls + whole_pages(dev->options.staging_bytes);
    dev->page_count = whole_pages(dev->options.staging_bytes) / DLP_PAGE_BYTES;
    dev->jobs = calloc(dev->options.ring_entries, sizeof *dev->jobs);
    dev->page_used = calloc(dev->page_count, 1);
    void *arena = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (arena == MAP_FAILED || !dev->jobs || !dev->page_used) {
        if (arena != MAP_FAILED)
            munmap(arena, bytes);
        return DLP_ENOMEM;
    }
    dev->arena = arena;
    dev->arena_bytes = bytes;
    dev->job_ring = 0;
    dev->cpl_ring = jobs;
    dev->staging = jobs + cpls;
    int err = dev->backend->dma_map(dev->ctx, dev->arena, jobs, IOVA_BASE, DLP_MAP_READ);
    if (!err)
        err = dev->backend->dma_map(dev->ctx, dev->arena + dev->cpl_ring, cpls, IOVA_BASE + dev->cpl_ring, DLP_MAP_WRITE);
    if (!err)
        err = dev->backend->dma_map(dev->ctx, dev->arena + dev->staging, bytes - dev->staging, IOVA_BASE + dev->staging,
                                    DLP_MAP_READ | DLP_MAP_WRITE);
    return err;
}

/* The backend is closed: nobody writes there any more. */
void dlp_ring_free(struct device *dev)
{
    if (dev->arena)
        munmap(dev->arena, dev->arena_bytes);
    free(dev->page_used);
    free(dev->jobs);
}

void dlp_ring_program(struct device *dev)
{
    const uint64_t jobs = IOVA_BASE + dev->job_ring, cpls = IOVA_BASE + dev->cpl_ring;
    /* the counters survive a restart of the firmware */
    dev->tail = dev->done = dlp_reg_read(dev, DLP_REG_JOB_HEAD);
    dev->cpl = dlp_reg_read(dev, DLP_REG_CPL_TAIL);
    dlp_reg_write(dev, DLP_REG_JOB_BASE_LO, (uint32_t)jobs);
    dlp_reg_write(dev, DLP_REG_JOB_BASE_HI, (uint32_t)(jobs >> 32));
    dlp_reg_write(dev, DLP_REG_JOB_SIZE, dev->options.ring_entries);
    dlp_reg_write(dev, DLP_REG_JOB_TAIL, dev->tail);
    dlp_reg_write(dev, DLP_REG_CPL_BASE_LO, (uint32_t)cpls);
    dlp_reg_write(dev, DLP_REG_CPL_BASE_HI, (uint32_t)(cpls >> 32));
    dlp_reg_write(dev, DLP_REG_CPL_SIZE, dev->options.ring_entries);
    dlp_reg_write(dev, DLP_REG_CPL_HEAD, dev->cpl);
    dlp_reg_write(dev, DLP_REG_IRQ_STATUS, DLP_IRQ_STATUS_CPL_MASK | DLP_IRQ_STATUS_FAULT_MASK);
    dlp_reg_write(dev, DLP_REG_IRQ_MASK, DLP_IRQ_STATUS_CPL_MASK | DLP_IRQ_STATUS_FAULT_MASK);
}

uint8_t *dlp_staging_host(struct device *dev, size_t page)
{
    return dev->arena + dev->staging + page * DLP_PAGE_BYTES;
}

uint64_t dlp_staging_iova(struct device *dev, size_t page)
{
    return IOVA_BASE + dev->staging + page * DLP_PAGE_BYTES;
}

void dlp_staging_put(struct device *dev, size_t page, size_t pages)
{
    memset(dev->page_used + page, 0, pages);
}

/* Next fit: jobs end in order, so the oldest pages are the first to be free again. */
static bool staging_find(struct device *dev, size_t pages, size_t *page)
{
    size_t run = 0, tries = dev->page_count + pages;
    for (size_t at = dev->page_next; tries > 0; tries--, at++) {
        if (at >= dev->page_count)
            at = run = 0;
        run = dev->page_used[at] ? 0 : run + 1;
        if (run == pages) {
            *page = at + 1 - pages;
            memset(dev->page_used + *page, 1, pages);
            dev->page_next = at + 1;
            return true;
        }
    }
    return false;
}

/* ---- completions */

static uint32_t get32(const uint8_t *at)
{
    uint32_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static uint64_t get64(const uint8_t *at)
{
    uint64_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static void lose(struct device *dev, int err, int later)
{
    dev->lost = later;
    for (uint32_t seq = dev->done; seq != dev->tail; seq++) {
        struct job *rec = &dev->jobs[seq % dev->options.ring_entries];
        if (!rec->tally)
            continue;
        rec->tally->pending--;
        if (!rec->tally->error)
            rec->tally->error = err;
        rec->tally = NULL;                  /* its staging pages stay taken: the device may still write there */
    }
}

static int error_of(uint32_t status)
{
    switch (status) {
    case DLP_FAULT_NONE:      return 0;
    case DLP_FAULT_HOST_BUS:  return DLP_EMAP;
    case DLP_FAULT_JOB_RANGE: return DLP_ERANGE;
    case DLP_FAULT_JOB:       return DLP_EINVAL;
    case DLP_FAULT_ABORT:     return DLP_ECANCEL;
    default:                  return DLP_EFAULT;
    }
}

static void note_fault(struct device *dev, const struct job *rec, const uint8_t *cpl)
{
    struct dlp_fault_report *f = &dev->fault;
    uint64_t count = f->count + 1;
    *f = (struct dlp_fault_report){
        .count = count, .code = get32(cpl + DLP_CPL_STATUS), .core = get32(cpl + DLP_CPL_CORE), .exit_code = get32(cpl + DLP_CPL_EXIT),
        .pc = get64(cpl + DLP_CPL_PC), .address = get64(cpl + DLP_CPL_ADDR)
    };
    f->name = dlp_faultname(f->code);
    f->text = dlp_strfault(f->code);
    if (rec->launch) {
        f->pc_in_file = f->pc ? f->pc - rec->delta : 0;
        memcpy(f->kernel, rec->kernel, sizeof f->kernel);
    }
}

static void complete(struct device *dev, const uint8_t *cpl)
{
    struct job *rec = &dev->jobs[dev->done % dev->options.ring_entries];
    int err = error_of(get32(cpl + DLP_CPL_STATUS));
    if (err)
        note_fault(dev, rec, cpl);
    else if (rec->dst)
        memcpy(rec->dst, dlp_staging_host(dev, rec->page) + rec->data_at, rec->bytes);
    if (rec->result)
        *rec->result = (struct dlp_result){ .cycles = get64(cpl + DLP_CPL_CYCLES), .mxu_rows = get64(cpl + DLP_CPL_ROWS),
                                            .instret = get64(cpl + DLP_CPL_INSTRET), .exit_code = get32(cpl + DLP_CPL_EXIT) };
    if (rec->tally) {
        rec->tally->pending--;
        if (err && !rec->tally->error)
            rec->tally->error = err;
    }
    if (rec->pages)
        dlp_staging_put(dev, rec->page, rec->pages);
    *rec = (struct job){ 0 };
}

/* Take all completions that are there. */
static void reap(struct device *dev)
{
    const uint32_t size = dev->options.ring_entries, before = dev->cpl;
    while (!dev->lost && dev->done != dev->tail) {
        const uint8_t *cpl = dev->arena + dev->cpl_ring + (size_t)(dev->cpl % size) * DLP_CPL_BYTES;
        /* acquire: the other words of the completion are read after its phase */
        uint32_t phase = __atomic_load_n((const uint32_t *)(const void *)(cpl + DLP_CPL_PHASE), __ATOMIC_ACQUIRE);
        if (phase != dev->cpl / size + 1)
            break;
        if (get32(cpl + DLP_CPL_SEQ) != dev->done) {
            dlp_detail(dev, "completion %u came, %u was expected", get32(cpl + DLP_CPL_SEQ), dev->done);
            lose(dev, DLP_EIO, DLP_ECLOSED);
            break;
        }
        complete(dev, cpl);
        dev->done++;
        dev->cpl++;
        dev->jobs_done++;
    }
    if (dev->cpl != before && !dev->lost)
        dlp_reg_write(dev, DLP_REG_CPL_HEAD, dev->cpl);
}

/* ---- waiting */

uint64_t dlp_deadline(struct device *dev, uint32_t timeout_ms)
{
    return timeout_ms ? dlp_now(dev) + timeout_ms : 0;
}

int dlp_ring_health(struct device *dev)
{
    if (dev->lost)
        return dev->lost;
    if (dlp_reg_read(dev, DLP_REG_ID) != DLP_REG_ID_RESET) {
        dlp_detail(dev, "the device does not answer");
        lose(dev, DLP_ETIMEOUT, DLP_ECLOSED);
        return DLP_ETIMEOUT;
    }
    uint32_t status = dlp_reg_read(dev, DLP_REG_DEV_STATUS), state = dlp_reg_read(dev, DLP_REG_FW_STATE) & DLP_FW_STATE_STATE_MASK;
    bool panic = state == DLP_FW_STATE_STATE_PANIC, fault = status & DLP_DEV_STATUS_JS_FAULT_MASK, hung = status & DLP_DEV_STATUS_JS_HUNG_MASK;
    if (!panic && !fault && !hung)
        return 0;
    uint64_t count = dev->fault.count + 1;
    dev->fault = (struct dlp_fault_report){ .count = count, .firmware = 1 };
    if (fault) {
        dev->fault.code = dlp_reg_read(dev, DLP_REG_JS_FAULT_CODE);
        dev->fault.pc = dlp_reg_read(dev, DLP_REG_JS_FAULT_PC);
        dev->fault.address = dlp_reg_read(dev, DLP_REG_JS_FAULT_ADDR);
    } else {
        dev->fault.code = panic ? dlp_reg_read(dev, DLP_REG_FW_INFO) : DLP_FAULT_WATCHDOG;
    }
    dev->fault.name = dlp_faultname(dev->fault.code);
    dev->fault.text = dlp_strfault(dev->fault.code);
    dlp_detail(dev, "the firmware %s: 0x%02x %s (%s)", panic ? "gave up" : fault ? "stopped with a fault" : "hangs", (unsigned)dev->fault.code,
               dev->fault.name, dev->fault.text);
    lose(dev, DLP_EFW, DLP_EFW);
    return DLP_EFW;
}

/* Let the device work for at most ms milliseconds, until it has something to say. */
static void step(struct device *dev, unsigned ms)
{
    uint32_t vectors = 0;
    int err = dev->backend->irq_wait(dev->ctx, ms, &vectors);
    if (!err)
        /* before the ring is looked at, so that a completion that comes later raises the line again */
        dlp_reg_write(dev, DLP_REG_IRQ_STATUS, vectors & (DLP_IRQ_STATUS_CPL_MASK | DLP_IRQ_STATUS_FAULT_MASK));
    reap(dev);
    if ((vectors & DLP_IRQ_STATUS_FAULT_MASK) || (err && err != DLP_ETIMEOUT)) {
        (void)dlp_ring_health(dev);
    } else if (err == DLP_ETIMEOUT && ms >= CHECK_MS && !dlp_ring_health(dev)) {
        uint32_t clock = dlp_reg_read(dev, DLP_REG_TIME_LO);
        if (clock == dev->clock) {
            dlp_detail(dev, "the clock of the device stands still");
            lose(dev, DLP_ETIMEOUT, DLP_ECLOSED);
        }
        dev->clock = clock;
    }
}

/* One round of waiting.  False when the deadline has passed; *rounds counts the rounds, and one is always made. */
static bool wait_round(struct device *dev, uint64_t deadline, unsigned *rounds)
{
    uint64_t now = dlp_now(dev);
    if (*rounds > 0 && now >= deadline)
        return false;
    uint64_t left = now < deadline ? deadline - now : 0;
    step(dev, left < CHECK_MS ? (unsigned)left : CHECK_MS);
    (*rounds)++;
    return true;
}

/* The deadline passed: is the device still there?  Not asked after a mere look. */
static int timed_out(struct device *dev, uint64_t deadline, int err)
{
    if (deadline == 0)
        return err;
    int health = dlp_ring_health(dev);
    if (health)
        return health;
    dev->clock = dlp_reg_read(dev, DLP_REG_TIME_LO);
    step(dev, 0);
    if (!dev->lost && dlp_reg_read(dev, DLP_REG_TIME_LO) == dev->clock) {
        dlp_detail(dev, "the clock of the device stands still");
        lose(dev, DLP_ETIMEOUT, DLP_ECLOSED);
        return DLP_ETIMEOUT;
    }
    return err;
}

int dlp_ring_wait(struct device *dev, struct tally *tally, uint64_t deadline)
{
    unsigned rounds = 0;
    reap(dev);
    while (tally->pending) {
        if (!wait_round(dev, deadline, &rounds)) {
            int err = timed_out(dev, deadline, DLP_ETIMEOUT);
            return tally->pending || dev->lost ? err : 0;
        }
    }
    return 0;
}

int dlp_staging_get(struct device *dev, size_t pages, uint64_t deadline, size_t *page)
{
    unsigned rounds = 0;
    if (pages > dev->page_count)
        return DLP_ESIZE;
    while (!staging_find(dev, pages, page)) {
        if (!wait_round(dev, deadline, &rounds))
            return timed_out(dev, deadline, DLP_EFULL);
        if (dev->lost)
            return dev->lost;
    }
    return 0;
}

void dlp_ring_detach(struct device *dev, struct tally *tally)
{
    for (uint32_t seq = dev->done; seq != dev->tail; seq++) {
        struct job *rec = &dev->jobs[seq % dev->options.ring_entries];
        if (rec->tally == tally) {
            rec->tally = NULL;
            rec->dst = NULL;
            rec->result = NULL;
        }
    }
    tally->pending = 0;
}

/* ---- submission */

uint64_t dlp_ring_submitted(const struct device *dev)
{
    return dev->jobs_done + (uint32_t)(dev->tail - dev->done);
}

int dlp_ring_submit(struct device *dev, struct request *req, uint64_t deadline)
{
    const uint32_t size = dev->options.ring_entries;
    unsigned rounds = 0;
    if (dev->tail - dev->done >= size)
        reap(dev);
    while (dev->tail - dev->done >= size && !dev->lost)
        if (!wait_round(dev, deadline, &rounds))
            return timed_out(dev, deadline, DLP_EFULL);
    if (dev->lost)
        return dev->lost;

    uint8_t job[DLP_JOB_BYTES] = { 0 };
    memcpy(job + DLP_JOB_OP, &req->op, sizeof req->op);
    memcpy(job + DLP_JOB_SEQ, &dev->tail, sizeof dev->tail);
    memcpy(job + DLP_JOB_A, &req->a, sizeof req->a);
    memcpy(job + DLP_JOB_B, &req->b, sizeof req->b);
    memcpy(job + DLP_JOB_C, &req->c, sizeof req->c);
    memcpy(job + DLP_JOB_D, &req->d, sizeof req->d);
    memcpy(dev->arena + dev->job_ring + (size_t)(dev->tail % size) * DLP_JOB_BYTES, job, sizeof job);
    dev->jobs[dev->tail % size] = req->rec;
    dev->tail++;
    if (req->rec.tally) {
        req->rec.tally->pending++;
        req->rec.tally->last = dlp_ring_submitted(dev);
    }
    /* release: the job is in memory before the device hears of it */
    __atomic_thread_fence(__ATOMIC_RELEASE);
    dlp_reg_write(dev, DLP_REG_JOB_TAIL, dev->tail);
    return 0;
}

int dlp_ring_cancel(struct device *dev, uint64_t number)
{
    reap(dev);
    if (dev->lost)
        return dev->lost;
    if (number == 0 || number > dlp_ring_submitted(dev)) {
        dlp_detail(dev, "no job %llu was submitted to this device", (unsigned long long)number);
        return DLP_EINVAL;
    }
    if (number <= dev->jobs_done)
        return DLP_EDONE;
    const uint32_t seq = dev->done + (uint32_t)(number - dev->jobs_done - 1), op = DLP_JOB_OP_CANCEL;
    uint8_t *job = dev->arena + dev->job_ring + (size_t)(seq % dev->options.ring_entries) * DLP_JOB_BYTES;
    /* one word, so the device sees the job as it was or as it is now; release: it does so before it hears of it */
    __atomic_store_n((uint32_t *)(void *)(job + DLP_JOB_OP), op, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    dlp_reg_write(dev, DLP_REG_JOB_CANCEL, 0);
    return 0;
}
