/* SPDX-License-Identifier: Apache-2.0
 * dlp_rtl - the verilated chip as a struct dlp_chip, and what a test bench may watch in it.
 *
 * The library build/<profile>/libdlp_rtl.so holds the chip of one profile; the entry points are found by dlsym.
 * With a number in the environment variable DLP_POWER_UP, device memory starts with random values that follow from it, and in a library
 * of `make soak-xinit` so do all registers and memories of the chip.
 * Thread safety: one chip, one thread. */
#ifndef DLP_RTL_H
#define DLP_RTL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dlp_chip.h"
#include "dlp_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One retired or trapped instruction of a hart. */
struct dlp_rtl_retire {
    uint64_t pc, value;         /* value of rd, when we */
    uint32_t insn;
    bool we, trap;
    uint8_t rd, cause;
};

/* Called while the chip runs, in this order within one cycle.  All or none may be NULL. */
struct dlp_rtl_monitor {
    void *ctx;
    void (*start)(void *ctx, uint64_t cycle, unsigned hart);
    void (*begin)(void *ctx, uint64_t cycle, unsigned core, unsigned streams);     /* bit s: a unit takes a command of stream s */
    void (*done)(void *ctx, uint64_t cycle, unsigned core, unsigned stream, uint8_t fault, uint64_t pc);
    void (*hdma)(void *ctx, uint64_t cycle, bool error);
    void (*retire)(void *ctx, uint64_t cycle, unsigned hart, const struct dlp_rtl_retire *ret);
    void (*end)(void *ctx, uint64_t cycle, unsigned core);
};

struct dlp_rtl_options {
    unsigned latency;           /* of GDRAM and host memory in cycles, 0 = default */
    uint64_t seed;              /* 0: memory answers as fast as it can; else random delays and back-pressure */
    uint64_t fail_gdram_at;     /* accesses to [at, at + size) are answered with a bus error */
    uint64_t fail_gdram_size;
    const char *trace_file;     /* FST trace of the cycles [trace_from, trace_to); needs the trace build */
    uint64_t trace_from, trace_to;
    struct dlp_rtl_monitor monitor;
};

enum { DLP_RTL_LATENCY_DEFAULT = 24 };

/* What the bench reads of a core's memories. */
enum dlp_rtl_memory { DLP_RTL_NRAM, DLP_RTL_WRAM };

/* 0, or -DLP_ENOMEM, DLP_ESPEC (the library was built from another specification or profile), DLP_EINVAL (bad option). */
typedef int dlp_rtl_create_fn(const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);
typedef int dlp_rtl_create_with_fn(const struct dlp_profile *profile, const struct dlp_chip_host *host,
                                   const struct dlp_rtl_options *options, struct dlp_chip **out);
int dlp_rtl_create(const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);
int dlp_rtl_create_with(const struct dlp_profile *profile, const struct dlp_chip_host *host,
                        const struct dlp_rtl_options *options, struct dlp_chip **out);

/* Device memory of the chip, for comparison. */
typedef uint8_t *dlp_rtl_gdram_fn(struct dlp_chip *chip);
uint8_t *dlp_rtl_gdram(struct dlp_chip *chip);

/* Copy n bytes at offset out of a scratchpad of a core. */
typedef void dlp_rtl_peek_fn(struct dlp_chip *chip, unsigned core, enum dlp_rtl_memory memory, uint32_t offset, void *dst, size_t n);
void dlp_rtl_peek(struct dlp_chip *chip, unsigned core, enum dlp_rtl_memory memory, uint32_t offset, void *dst, size_t n);

/* From now on, accesses to [at, at + size) are answered with a bus error, as by the options.  size 0: none. */
typedef void dlp_rtl_fail_gdram_fn(struct dlp_chip *chip, uint64_t at, uint64_t size);
void dlp_rtl_fail_gdram(struct dlp_chip *chip, uint64_t at, uint64_t size);

/* AXI rules broken by the chip so far, and the largest number of read bursts in flight. */
struct dlp_rtl_bus_report { uint64_t protocol_errors, beats_read, beats_written; unsigned max_outstanding; };
typedef void dlp_rtl_bus_fn(struct dlp_chip *chip, struct dlp_rtl_bus_report *out);
void dlp_rtl_bus(struct dlp_chip *chip, struct dlp_rtl_bus_report *out);

#ifdef __cplusplus
}
#endif
#endif
