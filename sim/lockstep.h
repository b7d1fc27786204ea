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
    dlp_rtl_fail_gdram_fn *fail_gdram;
};

/* 0, or -DLP_ENODEV when the file cannot be loaded; *why (may be NULL) then says why, valid until the next dl* call. */
int dlp_rtl_library_open(const char *path, struct dlp_rtl_library *out, const char **why);

struct dlp_lockstep_report {
    bool differs;
    char text[1024];                    /* the first difference: where, the instruction, both sides */
    uint64_t cycle;                     /* when */
    bool has_pc, firmware;              /* it belongs to an instruction: of the job scheduler's firmware, or of a kernel */
    uint64_t pc, start_pc;              /* that instruction; where its core started, which tells where the file was loaded */
    uint64_t instructions, commands, copies;    /* compared so far */
};

/* Chip of one profile; options->monitor is ours.  The report lives as long as the chip. */
int dlp_lockstep_create(const struct dlp_rtl_library *library, const struct dlp_profile *profile, const struct dlp_chip_host *host,
                        const struct dlp_rtl_options *options, struct dlp_chip **out);
const struct dlp_lockstep_report *dlp_lockstep_report(const struct dlp_chip *chip);

/* From now on, accesses of the chip to GDRAM in [at, at + size) end with a bus error, on both sides.  size 0: none.  A bus error that was
 * not asked for is a difference. */
void dlp_lockstep_fail_gdram(struct dlp_chip *chip, uint64_t at, uint64_t size);

/* The RTL chip inside. */
struct dlp_chip *dlp_lockstep_rtl(struct dlp_chip *chip);
#endif
