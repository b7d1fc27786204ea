/* SPDX-License-Identifier: Apache-2.0
 * seeded_chip - a chip library in front of the verilated one that reports one wrong register value, so that a test sees what dlp_tb says.
 *
 * Environment: SEEDED_LIBRARY, the real library; SEEDED_HART and SEEDED_AFTER, the first instruction of that hart that writes a register after
 * so many retirements reports the value + 1. */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_enums.h"
#include "dlp_rtl.h"

static void *library;
static struct dlp_rtl_monitor real;
static unsigned hart_wanted;
static unsigned long after;
static bool told;

static unsigned long number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 0) : 0;
}

/* ISO C has no conversion from void * to a function pointer. */
static void find(const char *name, void *function)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    if (!symbol)
        abort();
    memcpy(function, &symbol, sizeof symbol);
}

static void retire(void *ctx, uint64_t cycle, unsigned hart, const struct dlp_rtl_retire *ret)
{
    struct dlp_rtl_retire wrong = *ret;
    if (hart == hart_wanted && after > 0)
        after--;
    else if (hart == hart_wanted && !told && ret->we) {
        told = true;
        wrong.value++;
    }
    real.retire(ctx, cycle, hart, &wrong);
}

int dlp_rtl_create_with(const struct dlp_profile *profile, const struct dlp_chip_host *host, const struct dlp_rtl_options *options, struct dlp_chip **out)
{
    struct dlp_rtl_options mine = *options;
    dlp_rtl_create_with_fn *create;
    const char *name = getenv("SEEDED_LIBRARY");
    library = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
    find("dlp_rtl_create_with", &create);
    hart_wanted = (unsigned)number("SEEDED_HART");
    after = number("SEEDED_AFTER");
    real = options->monitor;
    mine.monitor.retire = retire;
    return create(profile, host, &mine, out);
}

uint8_t *dlp_rtl_gdram(struct dlp_chip *chip)
{
    dlp_rtl_gdram_fn *f;
    find("dlp_rtl_gdram", &f);
    return f(chip);
}

void dlp_rtl_peek(struct dlp_chip *chip, unsigned core, enum dlp_rtl_memory memory, uint32_t offset, void *dst, size_t n)
{
    dlp_rtl_peek_fn *f;
    find("dlp_rtl_peek", &f);
    f(chip, core, memory, offset, dst, n);
}

void dlp_rtl_bus(struct dlp_chip *chip, struct dlp_rtl_bus_report *out)
{
    dlp_rtl_bus_fn *f;
    find("dlp_rtl_bus", &f);
    f(chip, out);
}

void dlp_rtl_fail_gdram(struct dlp_chip *chip, uint64_t at, uint64_t size)
{
    dlp_rtl_fail_gdram_fn *f;
    find("dlp_rtl_fail_gdram", &f);
    f(chip, at, size);
}
