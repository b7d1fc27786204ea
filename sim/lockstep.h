/* SPDX-License-Identifier: Apache-2.0
 * lockstep - the verilated chip with the C model beside it: every retired instruction and every completed command is compared.
 *
 * A struct dlp_chip like any other, so the driver runs on it unchanged.  Values that depend on time flow from the RTL to the model.
 * The first difference is kept in words; nothing is compared after it.  Thread safety: one object, one thread. */
#ifndef DLP_SIM_LOCKSTEP_H
#define DLP_SIM_LOCKSTEP_H
#include <stdbool.h>
#include <stdint.h>

#include "dlp_rtl.h"

/* The entry points of a chip library, found by dlsym. */
struct dlp_rtl_library {
    void *handle;
    dlp_rtl_create_with_fn *create;
    dlp_rtl_gdram_fn *gdram;
    dlp_rtl_peek_fn *peek;
    dlp_rtl_bus_fn *bus;
};

/* 0, or -DLP_ENODEV when the file cannot be loaded; *why (may be NULL) then says why, valid until the next dl* call. */
int dlp_rtl_library_open(const char *path, struct dlp_rtl_library *out, const char **why);

struct dlp_lockstep_report {
    bool differs;
    char text[1024];                    /* the first difference, both sides */
    uint64_t cycle;                     /* when */
    uint64_t instructions, commands, copies;    /* compared so far */
};

/* Chip of one profile; options->monitor is ours.  The report lives as long as the chip. */
int dlp_lockstep_create(const struct dlp_rtl_library *library, const struct dlp_profile *profile, const struct dlp_chip_host *host,
                        const struct dlp_rtl_options *options, struct dlp_chip **out);
const struct dlp_lockstep_report *dlp_lockstep_report(const struct dlp_chip *chip);

/* The RTL chip inside. */
struct dlp_chip *dlp_lockstep_rtl(struct dlp_chip *chip);
#endif
