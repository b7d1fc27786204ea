/* SPDX-License-Identifier: Apache-2.0
 * dlp_chip - one interface for everything that behaves as the chip: the C model, the verilated RTL, stand-ins for tests.
 *
 * The host side of a chip is BAR0 (registers), BAR2 (device memory), interrupt lines, and the chip's own accesses to host memory.
 * A chip has its own time, in clock cycles; it passes in run(), and as far as an implementation needs it in the other operations.
 * Thread safety: one chip, one thread.  Callbacks run in the thread that called the operation; they must not call the chip. */
#ifndef DLP_CHIP_H
#define DLP_CHIP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dlp_config.h"

#ifdef __cplusplus
extern "C" {
#endif

struct dlp_chip;

/* What a chip needs of its surroundings.  All functions must be given.  The struct is copied when a chip is created. */
struct dlp_chip_host {
    void *ctx;

    /* The chip reads or writes n bytes of host memory.  0, or a negative value: bus error, nothing was transferred. */
    int (*mem_read)(void *ctx, uint64_t host_addr, void *dst, size_t n);
    int (*mem_write)(void *ctx, uint64_t host_addr, const void *src, size_t n);

    /* An interrupt line changed.  vector: bit number in IRQ_STATUS. */
    void (*irq)(void *ctx, unsigned vector, bool level);
};

/* Operations return 0, or a negative value when the access is not answered (bad offset, dead chip). */
struct dlp_chip_ops {
    void (*destroy)(struct dlp_chip *chip);

    /* BAR0: aligned words.  Offsets without a register read 0 and ignore writes. */
    int (*reg_read)(struct dlp_chip *chip, uint32_t off, uint32_t *val);
    int (*reg_write)(struct dlp_chip *chip, uint32_t off, uint32_t val);

    /* BAR2: n bytes (1 or more) of device memory. */
    int (*mem_read)(struct dlp_chip *chip, uint64_t gdram_offset, void *dst, size_t n);
    int (*mem_write)(struct dlp_chip *chip, uint64_t gdram_offset, const void *src, size_t n);

    /* Let time pass until an interrupt line rises, or max_cycles have passed, or everything sleeps with nothing to do.
     * *ran (may be NULL): cycles that passed; an implementation may finish what it began and exceed max_cycles a little. */
    int (*run)(struct dlp_chip *chip, uint64_t max_cycles, uint64_t *ran);

    /* Cycles since reset. */
    uint64_t (*cycles)(struct dlp_chip *chip);

    const struct dlp_profile *(*profile)(struct dlp_chip *chip);

    const char *name;
};

/* The head of every implementation's own struct. */
struct dlp_chip {
    const struct dlp_chip_ops *ops;
};

#ifdef __cplusplus
}
#endif
#endif
