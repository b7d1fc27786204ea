/* SPDX-License-Identifier: Apache-2.0 */
#include "lockstep.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_disasm.h"
#include "dlp_enums.h"
#include "dlp_lockstep.h"
#include "dlp_model.h"
#include "dlp_spec.h"
#include "dlp_tables.h"

enum { HARTS_MAX = 17, DESC_MAX = 16, CHUNK = 4096, STREAMS = 4, ISSUED_MAX = 64, VALUE_BYTES = 8, NO_HART = HARTS_MAX };

static const char *const stream_names[STREAMS] = { "VEC", "MAT", "IO", "MOVE" };

struct desc { uint64_t host, dev; uint32_t len, start; };

/* What the kernel on a core has done to its streams.  Counts go on for ever; pc: of the last commands that retired, by their number. */
struct streams {
    uint64_t issued[STREAMS], begun[STREAMS], done[STREAMS], pc[STREAMS][ISSUED_MAX];
    bool stopped;                       /* a command failed, or a trap has no handler: nothing may start any more */
    uint64_t stopped_at, stopped_pc;
};

struct lockstep {
    struct dlp_chip chip;               /* first: handed out as the chip */
    struct dlp_rtl_library lib;
    struct dlp_chip *rtl, *model;
    const struct dlp_profile *profile;
    struct dlp_chip_host host;
    unsigned cores;                     /* hart number `cores` is the job scheduler core */
    uint8_t *rtl_gdram, *model_gdram;
    bool fails;                         /* a range of GDRAM is to answer with bus errors */
    struct streams streams[HARTS_MAX];
    struct dlp_lockstep_report report;
    /* what the registers hold that the model needs: written by the host, by the firmware */
    uint32_t js_entry, core_entry[HARTS_MAX], core_arg[HARTS_MAX];
    uint32_t hdma_lo, hdma_hi, hdma_dev, hdma_len;
    struct desc desc[DESC_MAX];
    unsigned desc_head, desc_count;
};

static struct lockstep *self(struct dlp_chip *chip)
{
    return (struct lockstep *)(void *)chip;
}

int dlp_rtl_library_open(const char *path, struct dlp_rtl_library *out, const char **why)
{
    struct dlp_rtl_library lib = { .handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) };
    if (lib.handle) {
        /* ISO C has no conversion from void * to a function pointer; POSIX promises that the representation is the same */
        void *create = dlsym(lib.handle, "dlp_rtl_create_with"), *gdram = dlsym(lib.handle, "dlp_rtl_gdram");
        void *peek = dlsym(lib.handle, "dlp_rtl_peek"), *bus = dlsym(lib.handle, "dlp_rtl_bus"), *fail = dlsym(lib.handle, "dlp_rtl_fail_gdram");
        memcpy(&lib.create, &create, sizeof create);
        memcpy(&lib.gdram, &gdram, sizeof gdram);
        memcpy(&lib.peek, &peek, sizeof peek);
        memcpy(&lib.bus, &bus, sizeof bus);
        memcpy(&lib.fail_gdram, &fail, sizeof fail);
    }
    if (!lib.handle || !lib.create || !lib.gdram || !lib.peek || !lib.bus || !lib.fail_gdram) {
        if (why)
            *why = dlerror();
        return DLP_ENODEV;
    }
    *out = lib;
    return 0;
}

/* ---- the first difference */
static const char *hart_name(const struct lockstep *ls, unsigned hart, char buf[32])
{
    if (hart == ls->cores)
        snprintf(buf, 32, "job scheduler");
    else
        snprintf(buf, 32, "core %u", hart);
    return buf;
}

/* The report begins with the hart, the pc and the instruction there; NO_HART: the difference belongs to no instruction. */
static void differ(struct lockstep *ls, uint64_t cycle, unsigned hart, uint64_t pc, const char *format, ...)
{
    struct dlp_lockstep_report *r = &ls->report;
    int n = 0;
    if (r->differs)
        return;
    r->differs = true;
    r->cycle = cycle;
    if (hart != NO_HART) {
        const uint64_t offset = pc - DLP_MEM_CODE_BASE, size = (uint64_t)ls->profile->gdram_mb << 20;
        char name[32], text[DLP_DISASM_BYTES] = "no instruction";
        uint32_t word;
        if (offset < DLP_MEM_CODE_WINDOW && offset <= size - sizeof word) {
            memcpy(&word, ls->model_gdram + offset, sizeof word);
            dlp_disasm(word, pc, text, sizeof text);
        }
        r->has_pc = true;
        r->firmware = hart == ls->cores;
        r->pc = pc;
        r->start_pc = r->firmware ? ls->js_entry : ls->core_entry[hart];
        n = snprintf(r->text, sizeof r->text, "%s, pc 0x%" PRIx64 ": %s\n    ", hart_name(ls, hart, name), pc, text);
    }
    va_list args;
    va_start(args, format);
    vsnprintf(r->text + n, sizeof r->text - (size_t)n, format, args);
    va_end(args);
}

/* ---- host DMA: the model has none in this mode; its effect on GDRAM is worked out from host memory */
static void hdma_apply(struct lockstep *ls, uint64_t cycle, const struct desc *d, bool error)
{
    uint64_t size = (uint64_t)ls->profile->gdram_mb << 20;
    bool on_device = d->start & DLP_HDMA_START_ON_DEVICE_MASK, to_host = !on_device && (d->start & DLP_HDMA_START_TO_HOST_MASK);
    if (d->dev + d->len > size)
        return;                         /* refused by the engine */
    if (error) {                        /* partly written: what the RTL has counts */
        memcpy(ls->model_gdram + d->dev, ls->rtl_gdram + d->dev, d->len);
        return;
    }
    if (on_device)
        memmove(ls->model_gdram + d->dev, ls->model_gdram + d->host, d->len);
    uint8_t chunk[CHUNK];
    for (uint32_t at = 0; at < d->len && !on_device;) {
        uint32_t n = CHUNK - (uint32_t)((d->host + at) % CHUNK);
        if (n > d->len - at)
            n = d->len - at;
        if (ls->host.mem_read(ls->host.ctx, d->host + at, chunk, n) == 0) {
            if (!to_host)
                memcpy(ls->model_gdram + d->dev + at, chunk, n);
            else if (memcmp(ls->model_gdram + d->dev + at, chunk, n) != 0)
                differ(ls, cycle, NO_HART, 0, "copy to host memory 0x%" PRIx64 ", %u bytes from GDRAM offset 0x%" PRIx64 ": the data differ",
                       d->host, d->len, d->dev);
        }
        at += n;
    }
    if (!to_host && memcmp(ls->model_gdram + d->dev, ls->rtl_gdram + d->dev, d->len) != 0)
        differ(ls, cycle, NO_HART, 0, "host DMA, %u bytes to GDRAM offset 0x%" PRIx64 ": the data differ", d->len, d->dev);
    ls->report.copies++;
}

/* What the firmware stores into registers, as far as the model must know it. */
static void mmio_seen(struct lockstep *ls, const struct dlp_mmio_write *w)
{
    switch (w->off) {
    case DLP_REG_HDMA_HOST_LO: ls->hdma_lo = w->val; return;
    case DLP_REG_HDMA_HOST_HI: ls->hdma_hi = w->val; return;
    case DLP_REG_HDMA_DEV:     ls->hdma_dev = w->val; return;
    case DLP_REG_HDMA_LEN:     ls->hdma_len = w->val; return;
    case DLP_REG_HDMA_START:
        if (ls->desc_count < DESC_MAX) {
            struct desc d = { (uint64_t)ls->hdma_hi << 32 | ls->hdma_lo, ls->hdma_dev, ls->hdma_len, w->val };
            ls->desc[(ls->desc_head + ls->desc_count++) % DESC_MAX] = d;
        }
        return;
    default: break;
    }
    if (w->off < DLP_BLOCK_CORE_BASE)
        return;
    unsigned core = (unsigned)(w->off - DLP_BLOCK_CORE_BASE) / DLP_BLOCK_CORE_STRIDE;
    unsigned reg = DLP_BLOCK_CORE_BASE + (unsigned)(w->off - DLP_BLOCK_CORE_BASE) % DLP_BLOCK_CORE_STRIDE;
    if (core < ls->cores && reg == DLP_REG_CORE_ENTRY)
        ls->core_entry[core] = w->val;
    if (core < ls->cores && reg == DLP_REG_CORE_ARG)
        ls->core_arg[core] = w->val;
}

/* ---- order of commands */

/* Stream of a command word; STREAMS if it is none. */
static unsigned stream_of(uint32_t word)
{
    switch (word & DLP_FIELD_OPCODE_MASK) {
    case DLP_OPCODE_VEC: return DLP_STREAM_VEC;
    case DLP_OPCODE_CMD: return (word & DLP_FIELD_CMD_STREAM_MASK) >> DLP_FIELD_CMD_STREAM_LSB;
    default:             return STREAMS;
    }
}

/* docs/isa.md, 3: after a fault, commands that have not started are dropped.  One that starts in the very cycle of the fault is in time. */
static void stop(struct streams *st, uint64_t cycle, uint64_t pc)
{
    if (st->stopped)
        return;
    st->stopped = true;
    st->stopped_at = cycle;
    st->stopped_pc = pc;
}

static void on_begin(void *ctx, uint64_t cycle, unsigned core, unsigned streams)
{
    struct lockstep *ls = ctx;
    struct streams *st = &ls->streams[core];
    for (unsigned s = 0; s < STREAMS; s++) {
        if (!(streams >> s & 1))
            continue;
        const uint64_t number = st->begun[s]++;
        if (!st->stopped || cycle <= st->stopped_at)
            continue;
        const uint64_t pc = number < st->issued[s] ? st->pc[s][number % ISSUED_MAX] : st->stopped_pc;
        differ(ls, cycle, core, pc, "RTL    a %s command starts\n    model  the fault at pc 0x%" PRIx64 " in cycle %" PRIu64 " drops what has not started",
               stream_names[s], st->stopped_pc, st->stopped_at);
    }
}

/* What the retirement of an instruction says about the streams. */
static void follow_streams(struct lockstep *ls, uint64_t cycle, unsigned core, const struct dlp_retire *rtl)
{
    struct streams *st = &ls->streams[core];
    if (rtl->trap) {
        if (!dlp_model_running(ls->model, core))
            stop(st, cycle, rtl->pc);
        return;
    }
    const unsigned stream = stream_of(rtl->insn);
    if (stream < STREAMS) {
        st->pc[stream][st->issued[stream]++ % ISSUED_MAX] = rtl->pc;
        return;
    }
    unsigned waits = 0;
    if ((rtl->insn & DLP_INSN_SYNC_MASK) == DLP_INSN_SYNC_MATCH)
        waits = (rtl->insn & DLP_FIELD_SYNC_MASK_MASK) >> DLP_FIELD_SYNC_MASK_LSB;
    else if ((rtl->insn & DLP_INSN_EXIT_MASK) == DLP_INSN_EXIT_MATCH)
        waits = (1u << STREAMS) - 1;
    for (unsigned s = 0; s < STREAMS && !st->stopped; s++)
        if ((waits >> s & 1) && st->done[s] != st->issued[s])
            differ(ls, cycle, core, rtl->pc, "RTL    retires\n    model  %" PRIu64 " of its %s commands are not complete",
                   st->issued[s] - st->done[s], stream_names[s]);
}

/* ---- monitor of the RTL */
static void on_start(void *ctx, uint64_t cycle, unsigned hart)
{
    struct lockstep *ls = ctx;
    (void)cycle;
    bool js = hart == ls->cores;
    ls->streams[hart] = (struct streams){ 0 };
    dlp_model_start(ls->model, hart, js ? ls->js_entry : ls->core_entry[hart], js ? 0 : ls->core_arg[hart]);
}

static void on_hdma(void *ctx, uint64_t cycle, bool error)
{
    struct lockstep *ls = ctx;
    if (ls->desc_count == 0)
        return;
    struct desc d = ls->desc[ls->desc_head];
    ls->desc_head = (ls->desc_head + 1) % DESC_MAX;
    ls->desc_count--;
    if (!ls->report.differs)
        hdma_apply(ls, cycle, &d, error);
}

/* "pc 0x40100020, a0 (x10) <- 0x...": what an instruction did. */
static void describe(const struct dlp_retire *r, char *buf, size_t n)
{
    if (r->trap)
        snprintf(buf, n, "pc 0x%" PRIx64 ", trap, mcause %u %s (%s)", r->pc, r->cause,
                 dlp_faultname(DLP_FAULT_FETCH_MISALIGNED + r->cause), dlp_strfault(DLP_FAULT_FETCH_MISALIGNED + r->cause));
    else if (r->we)
        snprintf(buf, n, "pc 0x%" PRIx64 ", word %08" PRIx32 ", %s (x%u) <- 0x%016" PRIx64, r->pc, r->insn, dlp_reg_name(r->rd), r->rd, r->value);
    else
        snprintf(buf, n, "pc 0x%" PRIx64 ", word %08" PRIx32 ", no register is written", r->pc, r->insn);
}

/* Bus errors come from the RTL's memory, and only where the bench asked for them. */
static bool unwanted_bus_error(const struct lockstep *ls, const struct dlp_retire *r)
{
    const unsigned fault = DLP_FAULT_FETCH_MISALIGNED + r->cause;
    return !ls->fails && r->trap && (fault == DLP_FAULT_FETCH_BUS || fault == DLP_FAULT_LOAD_BUS || fault == DLP_FAULT_STORE_BUS);
}

static void on_retire(void *ctx, uint64_t cycle, unsigned hart, const struct dlp_rtl_retire *ret)
{
    struct lockstep *ls = ctx;
    if (ls->report.differs)
        return;
    struct dlp_retire rtl = { ret->pc, ret->insn, ret->we, ret->rd, ret->value, ret->trap, ret->cause }, mod = { 0 };
    struct dlp_mmio_write mmio = { 0 };
    bool time_dependent = false;
    char what[2][160];
    if (dlp_model_step(ls->model, hart, &rtl, &mod, &time_dependent, &mmio) != 0) {
        differ(ls, cycle, hart, ret->pc, "the RTL retires, the model does not run");
        return;
    }
    if (mmio.valid)
        mmio_seen(ls, &mmio);
    ls->report.instructions++;
    bool same = mod.pc == rtl.pc && mod.trap == rtl.trap && (rtl.trap ? mod.cause == rtl.cause
              : mod.insn == rtl.insn && mod.we == rtl.we && (!rtl.we || (mod.rd == rtl.rd && mod.value == rtl.value)));
    if (!same) {
        describe(&rtl, what[0], sizeof what[0]);
        describe(&mod, what[1], sizeof what[1]);
        differ(ls, cycle, hart, ret->pc, "RTL    %s\n    model  %s", what[0], what[1]);
    } else if (unwanted_bus_error(ls, &rtl)) {
        differ(ls, cycle, hart, ret->pc, "RTL    bus error, mcause %u\n    model  no part of the memory was told to fail", rtl.cause);
    } else if (hart < ls->cores) {
        follow_streams(ls, cycle, hart, &rtl);
    }
}

/* A piece of the RTL's memory: GDRAM in place, scratchpads in buf. */
static const uint8_t *rtl_memory(const struct lockstep *ls, unsigned core, enum dlp_memory memory, uint64_t offset, uint8_t *buf, size_t n)
{
    if (memory == DLP_MEMORY_GDRAM)
        return ls->rtl_gdram + offset;
    ls->lib.peek(ls->rtl, core, memory == DLP_MEMORY_NRAM ? DLP_RTL_NRAM : DLP_RTL_WRAM, (uint32_t)offset, buf, n);
    return buf;
}

static char *hex(const uint8_t *bytes, size_t n, char *out)
{
    for (size_t i = 0; i < n; i++)
        sprintf(out + 3 * i, " %02x", bytes[i]);
    return out;
}

static void differ_memory(struct lockstep *ls, uint64_t cycle, unsigned core, const char *what, uint64_t pc, enum dlp_memory memory,
                          uint64_t offset, const uint8_t *rtl, const uint8_t *model, size_t n)
{
    static const struct { const char *name; uint64_t base; } memories[] = {
        [DLP_MEMORY_NRAM] = { "NRAM", DLP_MEM_NRAM_BASE }, [DLP_MEMORY_WRAM] = { "WRAM", DLP_MEM_WRAM_BASE },
        [DLP_MEMORY_LMEM] = { "LMEM", DLP_MEM_LMEM_BASE }, [DLP_MEMORY_GDRAM] = { "GDRAM", DLP_MEM_GDRAM_BASE } };
    char a[3 * VALUE_BYTES + 1], b[3 * VALUE_BYTES + 1];
    if (n > VALUE_BYTES)
        n = VALUE_BYTES;
    differ(ls, cycle, core, pc, "%s, address 0x%" PRIx64 " (%s offset 0x%" PRIx64 ")\n    RTL   %s\n    model %s", what,
           memories[memory].base + offset, memories[memory].name, offset, hex(rtl, n, a), hex(model, n, b));
}

/* Compare one written range, row by row; or, after a bus error, take what the RTL has. */
static void compare_range(struct lockstep *ls, uint64_t cycle, unsigned core, const char *what, uint64_t pc, const struct dlp_written *range, bool take)
{
    uint64_t size;
    uint8_t *model = dlp_model_memory(ls->model, core, range->memory, &size), buf[CHUNK];
    for (uint64_t r = 0; r < range->rows * range->planes; r++)
        for (uint64_t at = 0; at < range->row_bytes; at += CHUNK) {
            const uint64_t off = range->offset + r / range->rows * range->plane_stride + r % range->rows * range->stride + at;
            const size_t n = (size_t)(range->row_bytes - at < CHUNK ? range->row_bytes - at : CHUNK);
            const uint8_t *rtl = rtl_memory(ls, core, range->memory, off, buf, n);
            if (take)
                memcpy(model + off, rtl, n);
            if (memcmp(rtl, model + off, n) == 0)
                continue;
            size_t i = 0;
            while (rtl[i] == model[off + i])
                i++;
            differ_memory(ls, cycle, core, what, pc, range->memory, off + i, rtl + i, model + off + i, n - i);
            return;
        }
}

static void on_done(void *ctx, uint64_t cycle, unsigned core, unsigned stream, uint8_t fault, uint64_t pc)
{
    struct lockstep *ls = ctx;
    struct streams *st = &ls->streams[core];
    struct dlp_effect effect = { 0 };
    char what[32];
    if (fault != DLP_FAULT_NONE)
        stop(st, cycle, pc);
    if (ls->report.differs)
        return;
    if (st->done[stream]++ == st->begun[stream]) {
        differ(ls, cycle, core, pc, "RTL    a %s command completes\n    model  it has not started", stream_names[stream]);
        return;
    }
    if (dlp_model_complete(ls->model, core, stream, &effect) != 0) {
        differ(ls, cycle, core, pc, "RTL    a %s command completes\n    model  none is queued", stream_names[stream]);
        return;
    }
    ls->report.commands++;
    const bool bus_error = fault == DLP_FAULT_CMD_BUS_READ || fault == DLP_FAULT_CMD_BUS_WRITE;
    if (effect.fault != fault || effect.pc != pc || (bus_error && !ls->fails)) {
        differ(ls, cycle, core, pc, "%s command\n    RTL    pc 0x%" PRIx64 ", fault 0x%02x %s (%s)\n    model  pc 0x%" PRIx64 ", fault 0x%02x %s (%s)",
               stream_names[stream], pc, fault, dlp_faultname(fault), dlp_strfault(fault),
               effect.pc, effect.fault, dlp_faultname(effect.fault), dlp_strfault(effect.fault));
        return;
    }
    snprintf(what, sizeof what, "written by a %s command", stream_names[stream]);
    for (unsigned i = 0; i < effect.count && !ls->report.differs; i++)
        compare_range(ls, cycle, core, what, pc, &effect.range[i], bus_error);
}

/* A kernel ended: nothing else may have been written, so the whole scratchpads are compared. */
static void on_end(void *ctx, uint64_t cycle, unsigned core)
{
    struct lockstep *ls = ctx;
    const uint64_t pc = dlp_model_pc(ls->model, core);
    dlp_model_flush(ls->model, core);
    const struct dlp_written all[2] = { { DLP_MEMORY_NRAM, 0, 0, (uint64_t)ls->profile->nram_kb << 10, 1, 0, 1 },
                                        { DLP_MEMORY_WRAM, 0, 0, (uint64_t)ls->profile->wram_kb << 10, 1, 0, 1 } };
    for (unsigned s = 0; s < STREAMS; s++)
        if (ls->streams[core].begun[s] != ls->streams[core].done[s])
            differ(ls, cycle, core, pc, "RTL    the kernel ends while a %s command runs\n    model  running commands complete first", stream_names[s]);
    for (unsigned i = 0; i < 2 && !ls->report.differs; i++)
        compare_range(ls, cycle, core, "at the end of the kernel", pc, &all[i], false);
}

/* ---- chip operations: the RTL's, and the model follows */
static void destroy(struct dlp_chip *chip)
{
    if (!chip)
        return;
    struct lockstep *ls = self(chip);
    if (ls->rtl)
        ls->rtl->ops->destroy(ls->rtl);
    if (ls->model)
        ls->model->ops->destroy(ls->model);
    free(ls);
}

static int reg_read(struct dlp_chip *chip, uint32_t off, uint32_t *val)
{
    return self(chip)->rtl->ops->reg_read(self(chip)->rtl, off, val);
}

static int reg_write(struct dlp_chip *chip, uint32_t off, uint32_t val)
{
    struct lockstep *ls = self(chip);
    if (off == DLP_REG_JS_ENTRY)
        ls->js_entry = val;
    return ls->rtl->ops->reg_write(ls->rtl, off, val);
}

static int mem_read(struct dlp_chip *chip, uint64_t off, void *dst, size_t n)
{
    return self(chip)->rtl->ops->mem_read(self(chip)->rtl, off, dst, n);
}

static int mem_write(struct dlp_chip *chip, uint64_t off, const void *src, size_t n)
{
    struct lockstep *ls = self(chip);
    const uint64_t size = (uint64_t)ls->profile->gdram_mb << 20;
    int err = ls->rtl->ops->mem_write(ls->rtl, off, src, n);
    if (err == 0)
        memcpy(ls->model_gdram + off, src, n);
    else if (ls->fails && off <= size && n <= size - off)       /* partly written: what the RTL has counts */
        memcpy(ls->model_gdram + off, ls->rtl_gdram + off, n);
    return err;
}

static int run(struct dlp_chip *chip, uint64_t max_cycles, uint64_t *ran)
{
    return self(chip)->rtl->ops->run(self(chip)->rtl, max_cycles, ran);
}

static uint64_t cycles(struct dlp_chip *chip)
{
    return self(chip)->rtl->ops->cycles(self(chip)->rtl);
}

static const struct dlp_profile *profile_of(struct dlp_chip *chip)
{
    return self(chip)->profile;
}

static const struct dlp_chip_ops ops = { destroy, reg_read, reg_write, mem_read, mem_write, run, cycles, profile_of, "lockstep" };

/* The model's own host side is never used in this mode. */
static int no_read(void *ctx, uint64_t addr, void *dst, size_t n) { (void)ctx; (void)addr; (void)dst; (void)n; return -1; }
static int no_write(void *ctx, uint64_t addr, const void *src, size_t n) { (void)ctx; (void)addr; (void)src; (void)n; return -1; }
static void no_irq(void *ctx, unsigned vector, bool level) { (void)ctx; (void)vector; (void)level; }

/* What memories hold at power-up is not defined, so the RTL's values count.  Local memory stays apart: whoever loads from it has stored before. */
static void take_over_memories(struct lockstep *ls)
{
    static const struct { enum dlp_memory memory; enum dlp_rtl_memory rtl; } spm[] = { { DLP_MEMORY_NRAM, DLP_RTL_NRAM }, { DLP_MEMORY_WRAM, DLP_RTL_WRAM } };
    uint64_t size;
    uint8_t *at = dlp_model_memory(ls->model, 0, DLP_MEMORY_GDRAM, &size);
    memcpy(at, ls->rtl_gdram, size);
    for (unsigned core = 0; core < ls->cores; core++)
        for (unsigned i = 0; i < sizeof spm / sizeof spm[0]; i++) {
            at = dlp_model_memory(ls->model, core, spm[i].memory, &size);
            ls->lib.peek(ls->rtl, core, spm[i].rtl, 0, at, size);
        }
}

int dlp_lockstep_create(const struct dlp_rtl_library *library, const struct dlp_profile *profile, const struct dlp_chip_host *host,
                        const struct dlp_rtl_options *options, struct dlp_chip **out)
{
    struct lockstep *ls = calloc(1, sizeof *ls);
    if (!ls)
        return DLP_ENOMEM;
    ls->chip.ops = &ops;
    ls->lib = *library;
    ls->profile = profile;
    ls->host = *host;
    ls->cores = profile->clusters * profile->cores;
    const struct dlp_chip_host none = { NULL, no_read, no_write, no_irq };
    int err = dlp_model_create(profile, &none, &ls->model);
    if (err == 0) {
        struct dlp_rtl_options opt = *options;
        const struct dlp_rtl_monitor monitor = { ls, on_start, on_begin, on_done, on_hdma, on_retire, on_end };
        uint64_t size;
        dlp_model_set_lockstep(ls->model, true);
        ls->model_gdram = dlp_model_memory(ls->model, 0, DLP_MEMORY_GDRAM, &size);
        opt.monitor = monitor;
        ls->fails = opt.fail_gdram_size != 0;
        dlp_model_fail_gdram(ls->model, opt.fail_gdram_at, opt.fail_gdram_size);
        err = library->create(profile, host, &opt, &ls->rtl);
    }
    if (err != 0) {
        destroy(&ls->chip);
        return err;
    }
    ls->rtl_gdram = library->gdram(ls->rtl);
    if (getenv("DLP_POWER_UP"))
        take_over_memories(ls);
    *out = &ls->chip;
    return 0;
}

const struct dlp_lockstep_report *dlp_lockstep_report(const struct dlp_chip *chip)
{
    return &((const struct lockstep *)(const void *)chip)->report;
}

void dlp_lockstep_fail_gdram(struct dlp_chip *chip, uint64_t at, uint64_t size)
{
    struct lockstep *ls = self(chip);
    ls->fails = size != 0;
    ls->lib.fail_gdram(ls->rtl, at, size);
    dlp_model_fail_gdram(ls->model, at, size);
}

struct dlp_chip *dlp_lockstep_rtl(struct dlp_chip *chip)
{
    return self(chip)->rtl;
}
