/* SPDX-License-Identifier: Apache-2.0
 * backend_sim - backends whose chip runs in this process, behind the simulated endpoint: model, verilated RTL, null, the caller's own.
 *
 * This file also plays the part of the platform: it gives the endpoint its bus addresses, and is the interrupt controller that receives its
 * messages.  Simulated time passes only in irq_wait, in slices that start short, so that a quick answer is seen quickly, and grow. */
#define _DEFAULT_SOURCE         /* POSIX and anonymous mappings */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend.h"
#include "dlp_model.h"
#include "dlp_pcie.h"

enum {
    SLICE_FIRST = 256,          /* cycles */
    SLICE_LAST  = 1 << 14,      /* bounds how late a time-out is noticed: 16384 cycles of the verilated chip take about 30 ms */
    RTL_PATH_BYTES = 256
};

/* Where the platform puts the endpoint, and where messages go. */
static const uint64_t REGS_ADDRESS = 0xfe000000, MSIX_ADDRESS = 0xfe100000, MEMORY_ADDRESS = UINT64_C(1) << 40;
static const uint64_t MESSAGE_ADDRESS = 0xfee00000;

struct sim {
    struct dlp_pcie *pcie;
    void *library;              /* of the verilated chip */
    uint32_t arrived;           /* vectors since the last irq_wait */
    uint64_t bar[DLP_PCIE_BARS];
};

static void message(void *ctx, uint64_t address, uint32_t data)
{
    struct sim *sim = ctx;
    if (address == MESSAGE_ADDRESS && data < 32)
        sim->arrived |= UINT32_C(1) << data;
}

static uint64_t now_ms(void *ctx)
{
    (void)ctx;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void sleep_1ms(void)
{
    const struct timespec t = { .tv_nsec = 1000000 };
    nanosleep(&t, NULL);
}

/* ---- the platform's part: addresses and interrupt vectors */

static void place_bar(struct sim *sim, unsigned bar, uint64_t address)
{
    const uint32_t at = DLP_PCIE_CFG_BAR + 4 * bar;
    dlp_pcie_cfg_write32(sim->pcie, at, (uint32_t)address);
    if (address >> 32)
        dlp_pcie_cfg_write32(sim->pcie, at + 4, (uint32_t)(address >> 32));
    sim->bar[bar] = address;
}

/* Offset of a capability in configuration space, 0 if there is none. */
static uint32_t find_capability(const struct dlp_pcie *pcie, uint32_t id)
{
    uint32_t at = dlp_pcie_cfg_read32(pcie, DLP_PCIE_CFG_CAPS) & 0xfc;
    for (unsigned steps = 0; at && steps < DLP_PCIE_CFG_BYTES / 4; steps++) {
        uint32_t head = dlp_pcie_cfg_read32(pcie, at);
        if ((head & 0xff) == id)
            return at;
        at = head >> 8 & 0xfc;
    }
    return 0;
}

static int enumerate(struct sim *sim)
{
    struct dlp_pcie *pcie = sim->pcie;
    place_bar(sim, DLP_PCIE_BAR_REGS, REGS_ADDRESS);
    place_bar(sim, DLP_PCIE_BAR_MEM, MEMORY_ADDRESS);
    place_bar(sim, DLP_PCIE_BAR_MSIX, MSIX_ADDRESS);
    uint32_t msix = find_capability(pcie, DLP_PCIE_CAP_MSIX);
    if (!msix)
        return DLP_ENODEV;
    dlp_pcie_cfg_write32(pcie, DLP_PCIE_CFG_COMMAND, DLP_PCIE_COMMAND_MEMORY);
    for (uint32_t v = 0; v < DLP_PCIE_VECTORS; v++) {
        const uint32_t entry[4] = { (uint32_t)MESSAGE_ADDRESS, (uint32_t)(MESSAGE_ADDRESS >> 32), v, 0 };
        for (unsigned i = 0; i < 4; i++) {
            int err = dlp_pcie_mem_write(pcie, MSIX_ADDRESS + DLP_PCIE_MSIX_TABLE + 16 * v + 4 * i, &entry[i], sizeof entry[i]);
            if (err)
                return err;
        }
    }
    dlp_pcie_cfg_write32(pcie, msix, (uint32_t)DLP_PCIE_MSIX_ENABLE << 16);
    dlp_pcie_cfg_write32(pcie, DLP_PCIE_CFG_COMMAND, 0);
    return 0;
}

/* ---- chips */

static int model_create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    (void)ctx;
    return dlp_model_create(profile, host, out);
}

typedef int rtl_create_fn(const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);

static int rtl_create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    rtl_create_fn *create;
    void *symbol = dlsym(ctx, "dlp_rtl_create");
    if (!symbol)
        return DLP_ENODEV;
    memcpy(&create, &symbol, sizeof create);    /* ISO C knows no cast from object to function pointer */
    return create(profile, host, out);
}

static int open_library(struct sim *sim, const struct dlp_backend_config *config)
{
    char path[RTL_PATH_BYTES];
    const char *name = config->options->rtl_library;
    if (!name)
        name = getenv("DLP_RTL_LIBRARY");
    if (!name) {
        snprintf(path, sizeof path, "build/%s/libdlp_rtl.so", config->profile->name);
        name = path;
    }
    sim->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!sim->library) {
        const char *why = dlerror();
        snprintf(config->detail, config->detail_bytes, "verilated chip not loaded: %s", why ? why : name);
        return DLP_ENODEV;
    }
    return 0;
}

static void sim_close(void *ctx)
{
    struct sim *sim = ctx;
    dlp_pcie_destroy(sim->pcie);
    if (sim->library)
        dlclose(sim->library);
    free(sim);
}

static int open_chip(const struct dlp_backend_config *config, dlp_pcie_create_chip_fn *create, void *create_ctx, bool needs_library, void **ctx)
{
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim)
        return DLP_ENOMEM;
    int err = needs_library ? open_library(sim, config) : 0;
    if (err)
        goto free_sim;
    err = dlp_pcie_create(config->profile, create, needs_library ? sim->library : create_ctx, message, sim, &sim->pcie);
    if (err) {
        snprintf(config->detail, config->detail_bytes, "the chip was not created");
        goto close_library;
    }
    err = enumerate(sim);
    if (err)
        goto destroy;
    *ctx = sim;
    return 0;
destroy:
    dlp_pcie_destroy(sim->pcie);
close_library:
    if (sim->library)
        dlclose(sim->library);
free_sim:
    free(sim);
    return err;
}

static int model_open(const struct dlp_backend_config *config, void **ctx)
{
    return open_chip(config, model_create, NULL, false, ctx);
}

static int rtl_open(const struct dlp_backend_config *config, void **ctx)
{
    return open_chip(config, rtl_create, NULL, true, ctx);
}

static int null_open(const struct dlp_backend_config *config, void **ctx)
{
    return open_chip(config, dlp_null_create, NULL, false, ctx);
}

static int own_open(const struct dlp_backend_config *config, void **ctx)
{
    if (!config->options->create) {
        snprintf(config->detail, config->detail_bytes, "backend chip: options->create is missing");
        return DLP_EINVAL;
    }
    return open_chip(config, config->options->create, config->options->create_ctx, false, ctx);
}

/* ---- accesses */

static int cfg_read32(void *ctx, uint32_t offset, uint32_t *value)
{
    struct sim *sim = ctx;
    *value = dlp_pcie_cfg_read32(sim->pcie, offset);
    return 0;
}

static int cfg_write32(void *ctx, uint32_t offset, uint32_t value)
{
    struct sim *sim = ctx;
    dlp_pcie_cfg_write32(sim->pcie, offset, value);
    return 0;
}

static int bar_read(void *ctx, unsigned bar, uint64_t offset, void *dst, size_t size)
{
    struct sim *sim = ctx;
    return dlp_pcie_mem_read(sim->pcie, sim->bar[bar] + offset, dst, size);
}

static int bar_write(void *ctx, unsigned bar, uint64_t offset, const void *src, size_t size)
{
    struct sim *sim = ctx;
    return dlp_pcie_mem_write(sim->pcie, sim->bar[bar] + offset, src, size);
}

static int dma_map(void *ctx, void *host, size_t bytes, uint64_t iova, unsigned access)
{
    struct sim *sim = ctx;
    return dlp_pcie_map(sim->pcie, iova, host, bytes, access);
}

static int dma_unmap(void *ctx, uint64_t iova, size_t bytes)
{
    struct sim *sim = ctx;
    return dlp_pcie_unmap(sim->pcie, iova, bytes);
}

static int irq_wait(void *ctx, unsigned timeout_ms, uint32_t *vectors)
{
    struct sim *sim = ctx;
    uint64_t end = 0, slice = SLICE_FIRST;
    for (;;) {
        if (sim->arrived) {
            *vectors = sim->arrived;
            sim->arrived = 0;
            return 0;
        }
        uint64_t now = now_ms(ctx);
        if (end == 0)
            end = now + timeout_ms;             /* the first slice runs whatever the time-out is */
        else if (now >= end)
            return DLP_ETIMEOUT;
        uint64_t ran = 0;
        int err = dlp_pcie_run(sim->pcie, slice, &ran);
        if (err)
            return err;
        if (slice < SLICE_LAST)
            slice *= 2;
        if (ran == 0 && !sim->arrived && timeout_ms)
            sleep_1ms();                        /* a chip that sleeps will not wake before the host does something */
    }
}

static void blocked(void *ctx, struct dlp_backend_blocked *out)
{
    struct sim *sim = ctx;
    struct dlp_pcie_counters count;
    dlp_pcie_get_counters(sim->pcie, &count);
    out->count = count.blocked;
    out->address = count.blocked_address;
}

#define SIM_BACKEND(backend, open_fn) {                                                                     \
    .name = backend, .open = open_fn, .close = sim_close, .cfg_read32 = cfg_read32,                         \
    .cfg_write32 = cfg_write32, .bar_read = bar_read, .bar_write = bar_write, .dma_map = dma_map,           \
    .dma_unmap = dma_unmap, .irq_wait = irq_wait, .now_ms = now_ms, .blocked = blocked }

static const struct dlp_backend backends[] = {
    SIM_BACKEND("model", model_open),
    SIM_BACKEND("rtl", rtl_open),
    SIM_BACKEND("null", null_open),
    SIM_BACKEND("chip", own_open),
};

const struct dlp_backend *dlp_backend_find(const char *name)
{
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++)
        if (name && strcmp(name, backends[i].name) == 0)
            return &backends[i];
    return NULL;
}
