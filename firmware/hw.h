/* SPDX-License-Identifier: Apache-2.0
 * hw.h - what the firmware touches: registers, device memory, sleep.  Everything else in the firmware is plain C. */
#ifndef DLP_FW_HW_H
#define DLP_FW_HW_H
#include <stdint.h>

#include "dlp_spec.h"

static inline uint32_t mmio_read(uint32_t offset)
{
    return *(volatile const uint32_t *)(uintptr_t)(DLP_MEM_MMIO_BASE + offset);
}

static inline void mmio_write(uint32_t offset, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)(DLP_MEM_MMIO_BASE + offset) = value;
}

static inline uint32_t core_read(uint32_t core, uint32_t reg)
{
    return mmio_read(reg + core * DLP_BLOCK_CORE_STRIDE);
}

static inline void core_write(uint32_t core, uint32_t reg, uint32_t value)
{
    mmio_write(reg + core * DLP_BLOCK_CORE_STRIDE, value);
}

enum { WATCHDOG_LIMIT = 1 << 30 };     /* cycles without progress of the firmware that mean: hung */

/* Device memory by GDRAM offset; every access goes to memory, there is no data cache. */
static inline uint64_t gdram_read64(uint64_t offset)
{
    return *(volatile const uint64_t *)(uintptr_t)(DLP_MEM_GDRAM_BASE + offset);
}

static inline void gdram_write64(uint64_t offset, uint64_t value)
{
    *(volatile uint64_t *)(uintptr_t)(DLP_MEM_GDRAM_BASE + offset) = value;
}

static inline void gdram_write32(uint64_t offset, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)(DLP_MEM_GDRAM_BASE + offset) = value;
}

/* Sleep until one of the enabled events is pending.  Never misses one: wfi waits for a level. */
static inline void wait_event(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

/* mie.MEIE lets EVENT_STATUS & EVENT_ENABLE end a wfi. */
static inline void enable_wake(void)
{
    enum { MEIE = 1 << 11 };
    __asm__ volatile("csrw mie, %0" : : "r"((uint64_t)MEIE));
}
#endif
