/* SPDX-License-Identifier: Apache-2.0
 * gen_check - refuses a specification that contradicts itself.  Rules that hold for every table and
 * for errors.def are here. */
#include "gen_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

static int n_refused;

static void print_place(const struct row *r)
{
    const char *slash = strrchr(r->file, '/');

    fprintf(stderr, "%s:%d: %s: ", slash ? slash + 1 : r->file, r->line, r->name);
}

void refuse(const struct row *a, const struct row *b, const char *fmt, ...)
{
    va_list ap;

    print_place(a);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, "\n");
    if (b) {
        print_place(b);
        fprintf(stderr, "the other row\n");
    }
    n_refused++;
}

int listed(const char *word, const char *list)
{
    size_t n = strlen(word);

    for (const char *c = list; (c = strstr(c, word)) != NULL; c += n)
        if ((c == list || c[-1] == ' ') && (c[n] == ' ' || c[n] == 0))
            return 1;
    return 0;
}

/* Names become parts of macros, so they are unique whatever their case, and in upper case. */
static void check_names(const struct row *first, size_t stride, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        const struct row *a = (const struct row *)(const void *)((const char *)first + k * stride);

        if (strspn(a->name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != strlen(a->name))
            refuse(a, NULL, "a name has upper case letters, digits and _ only");
        for (size_t j = 0; j < k; j++) {
            const struct row *b = (const struct row *)(const void *)((const char *)first + j * stride);

            if (!strcasecmp(a->name, b->name))
                refuse(a, b, "the name is taken");
        }
    }
}

#define CHECK_NAMES(table) check_names(&table[0].at, sizeof table[0], n_##table)

/* Bits are named within a register, enumeration values within their bits. */
static void check_scoped_names(void)
{
    FOR_EACH(k, bitss)
        for (size_t j = 0; j < k; j++)
            if (!strcmp(bitss[k].reg, bitss[j].reg) && !strcasecmp(bitss[k].at.name, bitss[j].at.name))
                refuse(&bitss[k].at, &bitss[j].at, "the name is taken in %s", bitss[k].reg);
    FOR_EACH(k, enumvs)
        for (size_t j = 0; j < k; j++)
            if (!strcmp(enumvs[k].reg, enumvs[j].reg) && !strcmp(enumvs[k].bits, enumvs[j].bits)
                && !strcasecmp(enumvs[k].at.name, enumvs[j].at.name))
                refuse(&enumvs[k].at, &enumvs[j].at, "the name is taken in %s.%s", enumvs[k].reg, enumvs[k].bits);
    /* both are printed without a prefix in Verilog */
    FOR_EACH(k, fixeds)
        FOR_EACH(j, params)
            if (!strcasecmp(fixeds[k].at.name, params[j].at.name))
                refuse(&fixeds[k].at, &params[j].at, "the name is taken by a parameter");
}

static void check_errors(void)
{
    FOR_EACH(k, errs) {
        if (errs[k].value >= 0)
            refuse(&errs[k].at, NULL, "an error code is negative, not %" PRId64, errs[k].value);
        for (size_t j = 0; j < k; j++)
            if (errs[k].value == errs[j].value)
                refuse(&errs[k].at, &errs[j].at, "the value %" PRId64 " is taken", errs[k].value);
    }
    FOR_EACH(k, faults) {
        if (faults[k].value < 0 || faults[k].value > 0xff)
            refuse(&faults[k].at, NULL, "a fault code has 8 bits, not 0x%" PRIx64, (uint64_t)faults[k].value);
        for (size_t j = 0; j < k; j++)
            if (faults[k].value == faults[j].value)
                refuse(&faults[k].at, &faults[j].at, "the value 0x%" PRIx64 " is taken",
                       (uint64_t)faults[k].value);
    }
}

int check_spec(void)
{
    CHECK_NAMES(insns);
    CHECK_NAMES(csrs);
    CHECK_NAMES(cfgs);
    CHECK_NAMES(types);
    CHECK_NAMES(streams);
    CHECK_NAMES(fields);
    CHECK_NAMES(opcodes);
    CHECK_NAMES(mems);
    CHECK_NAMES(fixeds);
    CHECK_NAMES(blocks);
    CHECK_NAMES(regs);
    CHECK_NAMES(errs);
    CHECK_NAMES(faults);
    CHECK_NAMES(profs);
    CHECK_NAMES(params);
    check_scoped_names();
    check_errors();
    check_isa();
    check_map();
    check_config();
    return n_refused;
}
