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

enum { HARTS_MAX = 17, DESC_MAX = 16, CHUNK = 4096 };

struct desc { uint64_t host, dev; uint32_t len, start; };

struct lockstep {
    struct dlp_chip chip;               /* first: handed out as the chip */
    struct dlp_rtl_library lib;
    struct dlp_chip *rtl, *model;
    const struct dlp_profile *profile;
    struct dlp_chip_host host;
    unsigned cores;                     /* hart number `cores` is the job scheduler core */
    uint8_t *rtl_gdram, *model_gdram;
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
        void *peek = dlsym(lib.handle, "dlp_rtl_peek"), *bus = dlsym(lib.handle, "dlp_rtl_bus");
        memcpy(&lib.create, &create, sizeof create);
        memcpy(&lib.gdram, &gdram, sizeof gdram);
        memcpy(&lib.peek, &peek, sizeof peek);
        memcpy(&lib.bus, &bus, sizeof bus);
    }
    if (!lib.handle || !lib.create || !lib.gdram || !lib.peek || !lib.bus) {
        if (why)
            *why = dlerror();
        return DLP_ENODEV;
    }
    *out = lib;
    return 0;
}

/* ---- the first difference */
static void differ(struct lockstep *ls, uint64_t cycle, const char *format, ...)
{
    if (ls->report.differs)
        return;
    ls->report.differs = true;
    ls->report.cycle = cycle;
    va_list args;
    va_start(args, format);
    vsnprintf(ls->report.text, sizeof ls->report.text, format, args);
    va_end(args);
}

static const char *hart_name(const struct lockstep *ls, unsigned hart, char buf[32])
{
    if (hart == ls->cores)
        snprintf(buf, 32, "job scheduler");
    else
        snprintf(buf, 32, "core %u", hart);
    return buf;
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
                differ(ls, cycle, "copy to host memory 0x%" PRIx64 ", %u bytes from GDRAM offset 0x%" PRIx64 ": the data differ", d->host, d->len, d->dev);
        }
        at += n;
    }
    if (!to_host && memcmp(ls->model_gdram + d->dev, ls->rtl_gdram + d->dev, d->len) != 0)
        differ(ls, cycle, "host DMA, %u bytes to GDRAM offset 0x%" PRIx64 ": the data differ", d->len, d->dev);
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

/* ---- monitor of the RTL */
static void on_start(void *ctx, uint64_t cycle, unsigned hart)
{
    struct lockstep *ls = ctx;
    (void)cycle;
    bool js = hart == ls->cores;
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

static void on_retire(void *ctx, uint64_t cycle, unsigned hart, const struct dlp_rtl_retire *ret)
{
    struct lockstep *ls = ctx;
    if (ls->report.differs)
        return;
    struct dlp_retire rtl = { ret->pc, ret->insn, ret->we, ret->rd, ret->value, ret->trap, ret->cause }, mod = { 0 };
    struct dlp_mmio_write mmio = { 0 };
    bool time_dependent = false;
    char name[32], text[64];
    if (dlp_model_step(ls->model, hart, &rtl, &mod, &time_dependent, &mmio) != 0) {
        differ(ls, cycle, "%s: the RTL retires at pc 0x%" PRIx64 ", the model does not run", hart_name(ls, hart, name), ret->pc);
        return;
    }
    if (mmio.valid)
        mmio_seen(ls, &mmio);
    ls->report.instructions++;
    bool same = mod.pc == rtl.pc && mod.trap == rtl.trap && (rtl.trap ? mod.cause == rtl.cause
              : mod.insn == rtl.insn && mod.we == rtl.we && (!rtl.we || (mod.rd == rtl.rd && mod.value == rtl.value)));
    if (same)
        return;
    dlp_disasm(ret->insn, ret->pc, text, sizeof text);
    differ(ls, cycle, "%s, pc 0x%" PRIx64 ": %s\n"
           "    RTL    pc 0x%" PRIx64 " insn %08" PRIx32 " %s cause %u, x%u %s 0x%016" PRIx64 "\n"
           "    model  pc 0x%" PRIx64 " insn %08" PRIx32 " %s cause %u, x%u %s 0x%016" PRIx64,
           hart_name(ls, hart, name), ret->pc, text,
           rtl.pc, rtl.insn, rtl.trap ? "trap" : "retired", rtl.cause, rtl.rd, rtl.we ? "<-" : "unchanged", rtl.value,
           mod.pc, mod.insn, mod.trap ? "trap" : "retired", mod.cause, mod.rd, mod.we ? "<-" : "unchanged", mod.value);
}

/* Compare one written range, row by row. */
static void compare_range(struct lockstep *ls, uint64_t cycle, unsigned core, const char *what, uint64_t pc, const struct dlp_written *range)
{
    uint64_t size;
    uint8_t *model = dlp_model_memory(ls->model, core, range->memory, &size), buf[CHUNK];
    for (uint64_t r = 0; r < range->rows; r++)
        for (uint64_t at = 0; at < range->row_bytes; at += CHUNK) {
            uint64_t n = range->row_bytes - at < CHUNK ? range->row_bytes - at : CHUNK, off = range->offset + r * range->stride + at;
            const uint8_t *rtl = buf;
            if (range->memory == DLP_MEMORY_GDRAM)
                rtl = ls->rtl_gdram + off;
            else
                ls->lib.peek(ls->rtl, core, range->memory == DLP_MEMORY_NRAM ? DLP_RTL_NRAM : DLP_RTL_WRAM, (uint32_t)off, buf, (size_t)n);
            if (memcmp(rtl, model + off, (size_t)n) == 0)
                continue;
            uint64_t i = 0;
            while (rtl[i] == model[off + i])
                i++;
            static const char *const names[] = { "NRAM", "WRAM", "LMEM", "GDRAM" };
            differ(ls, cycle, "core %u, %s, pc 0x%" PRIx64 ": %s offset 0x%" PRIx64 "\n    RTL    0x%02x\n    model  0x%02x",
                   core, what, pc, names[range->memory], off + i, rtl[i], model[off + i]);
            return;
        }
}

static void on_done(void *ctx, uint64_t cycle, unsigned core, unsigned stream, uint8_t fault, uint64_t pc)
{
    static const char *const streams[] = { "VEC command", "MAT command", "IO command", "MOVE command" };
    struct lockstep *ls = ctx;
    struct dlp_effect effect = { 0 };
    if (ls->report.differs)
        return;
    if (dlp_model_complete(ls->model, core, stream, &effect) != 0) {
        differ(ls, cycle, "core %u: the RTL completes a %s at pc 0x%" PRIx64 ", the model has none queued", core, streams[stream], pc);
        return;
    }
    ls->report.commands++;
    if (fault == DLP_FAULT_CMD_BUS_READ || fault == DLP_FAULT_CMD_BUS_WRITE) {
        /* only the RTL's memory knows of it; the destination may be partly written, and what the RTL has counts */
        for (unsigned i = 0; i < effect.count; i++)
            if (effect.range[i].memory == DLP_MEMORY_GDRAM)
                memcpy(ls->model_gdram + effect.range[i].offset, ls->rtl_gdram + effect.range[i].offset,
                       (size_t)((effect.range[i].rows - 1) * effect.range[i].stride + effect.range[i].row_bytes));
            else {
                uint64_t size;
                uint8_t *mem = dlp_model_memory(ls->model, core, effect.range[i].memory, &size);
                ls->lib.peek(ls->rtl, core, effect.range[i].memory == DLP_MEMORY_NRAM ? DLP_RTL_NRAM : DLP_RTL_WRAM, 0, mem, (size_t)size);
            }
        return;
    }
    if (effect.fault != fault || effect.pc != pc) {
        differ(ls, cycle, "core %u, %s\n    RTL    pc 0x%" PRIx64 " fault 0x%02x (%s)\n    model  pc 0x%" PRIx64 " fault 0x%02x (%s)", core, streams[stream],
               pc, fault, dlp_strfault(fault), effect.pc, effect.fault, dlp_strfault(effect.fault));
        return;
    }
    for (unsigned i = 0; i < effect.count && !ls->report.differs; i++)
        compare_range(ls, cycle, core, streams[stream], pc, &effect.range[i]);
}

/* A kernel ended: nothing else may have been written, so the whole scratchpads are compared. */
static void on_end(void *ctx, uint64_t cycle, unsigned core)
{
    struct lockstep *ls = ctx;
    dlp_model_flush(ls->model, core);
    const struct dlp_written all[2] = { { DLP_MEMORY_NRAM, 0, 0, (uint64_t)ls->profile->nram_kb << 10, 1 },
                                        { DLP_MEMORY_WRAM, 0, 0, (uint64_t)ls->profile->wram_kb << 10, 1 } };
    for (unsigned i = 0; i < 2 && !ls->report.differs; i++)
        compare_range(ls, cycle, core, "memory at the end of the kernel", 0, &all[i]);
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
    int err = ls->rtl->ops->mem_write(ls->rtl, off, src, n);
    if (err == 0)
        memcpy(ls->model_gdram + off, src, n);
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
        const struct dlp_rtl_monitor monitor = { ls, on_start, on_done, on_hdma, on_retire, on_end };
        uint64_t size;
        dlp_model_set_lockstep(ls->model, true);
        ls->model_gdram = dlp_model_memory(ls->model, 0, DLP_MEMORY_GDRAM, &size);
        opt.monitor = monitor;
        err = library->create(profile, host, &opt, &ls->rtl);
    }
    if (err != 0) {
        destroy(&ls->chip);
        return err;
    }
    ls->rtl_gdram = library->gdram(ls->rtl);
    *out = &ls->chip;
    return 0;
}

const struct dlp_lockstep_report *dlp_lockstep_report(const struct dlp_chip *chip)
{
    return &((const struct lockstep *)(const void *)chip)->report;
}

struct dlp_chip *dlp_lockstep_rtl(struct dlp_chip *chip)
{
    return self(chip)->rtl;
}
