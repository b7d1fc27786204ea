/* SPDX-License-Identifier: Apache-2.0
 * backend.h - what the library needs of a device, as functions: a simulated endpoint today, a real card by the same struct.
 *
 * All functions return 0 or a negative enum dlp_error.  One device is used by one thread at a time. */
#ifndef DLP_BACKEND_H
#define DLP_BACKEND_H
#include <stddef.h>
#include <stdint.h>

#include "dlp.h"
#include "dlp_config.h"

/* Base address registers. */
enum { DLP_BAR_REGS = 0, DLP_BAR_MEMORY = 2 };

/* What the device may do with a mapped page. */
enum { DLP_MAP_READ = 1, DLP_MAP_WRITE = 2 };

struct dlp_backend_config {
    const struct dlp_profile *profile;
    const struct dlp_options *options;      /* never NULL */
    char *detail;                           /* why an open fails, in words */
    size_t detail_bytes;
};

struct dlp_backend_blocked { uint64_t count, address; };

struct dlp_backend {
    const char *name;

    /* Find the device, and give it its addresses and interrupt vectors.  It may not be bus master yet. */
    int (*open)(const struct dlp_backend_config *config, void **ctx);
    /* After this, the device touches no host memory.  Always works. */
    void (*close)(void *ctx);

    /* Configuration space; offset is a multiple of 4. */
    int (*cfg_read32)(void *ctx, uint32_t offset, uint32_t *value);
    int (*cfg_write32)(void *ctx, uint32_t offset, uint32_t value);

    /* Registers: size 4, aligned.  Memory window: any offset and size.  A device that does not answer reads as all ones. */
    int (*bar_read)(void *ctx, unsigned bar, uint64_t offset, void *dst, size_t size);
    int (*bar_write)(void *ctx, unsigned bar, uint64_t offset, const void *src, size_t size);

    /* Let the device reach host memory: page-aligned, whole pages, at device address iova. */
    int (*dma_map)(void *ctx, void *host, size_t bytes, uint64_t iova, unsigned access);
    int (*dma_unmap)(void *ctx, uint64_t iova, size_t bytes);

    /* Wait for an interrupt.  *vectors: bit n = vector n came since the last call.  DLP_ETIMEOUT: none within timeout_ms of wall time.
     * A simulated chip advances only in here, and by at least one slice, also when timeout_ms is 0. */
    int (*irq_wait)(void *ctx, unsigned timeout_ms, uint32_t *vectors);

    /* Wall time in milliseconds from any origin. */
    uint64_t (*now_ms)(void *ctx);

    /* Accesses of the device to host memory that were refused. */
    void (*blocked)(void *ctx, struct dlp_backend_blocked *out);
};

/* NULL if there is none. */
const struct dlp_backend *dlp_backend_find(const char *name);

/* The chip of the backend "null": completes every job at once.  A struct dlp_options.create function. */
int dlp_null_create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);
#endif
