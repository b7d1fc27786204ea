/* SPDX-License-Identifier: Apache-2.0
 * dlp_pcie - a PCIe-style endpoint in front of any struct dlp_chip: configuration space, address decoding, MSI-X, and the page table
 * through which the chip reaches host memory.
 *
 * BAR0 registers (32 bits), BAR2 device memory (64 bits, prefetchable), BAR4 MSI-X table and pending bits (32 bits).  Accesses that nobody
 * claims, and all accesses while memory-enable is off, read as all ones and write nothing.  The chip's accesses to host memory are refused
 * (bus error), counted and recorded when bus mastering is off, or when a page is not mapped for that direction; then nothing is transferred.
 * Thread safety: one endpoint, one thread. */
#ifndef DLP_PCIE_H
#define DLP_PCIE_H
#include <stddef.h>
#include <stdint.h>

#include "dlp_chip.h"
#include "dlp_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Configuration space.  The ids are not assigned by PCI-SIG: they are for simulation. */
enum {
    DLP_PCIE_VENDOR_ID = 0xd1b0,
    DLP_PCIE_DEVICE_ID = 0x0001,
    DLP_PCIE_CLASS     = 0x120000,          /* processing accelerator */

    DLP_PCIE_CFG_BYTES   = 256,
    DLP_PCIE_CFG_ID      = 0x00,
    DLP_PCIE_CFG_COMMAND = 0x04,            /* high half: status */
    DLP_PCIE_CFG_CLASS   = 0x08,
    DLP_PCIE_CFG_BAR     = 0x10,            /* + 4 * BAR */
    DLP_PCIE_CFG_SUBSYS  = 0x2c,
    DLP_PCIE_CFG_CAPS    = 0x34,
    DLP_PCIE_CFG_MSIX    = 0x40,            /* where this endpoint has its MSI-X capability; drivers follow the list */
    DLP_PCIE_CFG_EXPRESS = 0x50,

    DLP_PCIE_COMMAND_MEMORY = 1 << 1,
    DLP_PCIE_COMMAND_MASTER = 1 << 2,
    DLP_PCIE_STATUS_CAPS    = 1 << 4,

    DLP_PCIE_CAP_EXPRESS = 0x10,
    DLP_PCIE_CAP_MSIX    = 0x11,
    DLP_PCIE_MSIX_MASK   = 1 << 14,         /* message control */
    DLP_PCIE_MSIX_ENABLE = 1 << 15,

    DLP_PCIE_BARS      = 6,
    DLP_PCIE_BAR_REGS  = 0,
    DLP_PCIE_BAR_MEM   = 2,
    DLP_PCIE_BAR_MSIX  = 4,

    DLP_PCIE_BAR0_BYTES  = 0x10000,
    DLP_PCIE_BAR4_BYTES  = 0x1000,
    DLP_PCIE_MSIX_TABLE  = 0,               /* in BAR4: 16 bytes per vector: address low, high, data, control (bit 0: mask) */
    DLP_PCIE_MSIX_PBA    = 0x800,           /* in BAR4: bit n = vector n is pending */
    DLP_PCIE_VECTORS     = 2
};

enum { DLP_PCIE_MAP_READ = 1, DLP_PCIE_MAP_WRITE = 2 };    /* what the chip may do with a page */

typedef int dlp_pcie_create_chip_fn(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);

/* Called for each MSI-X message, as the memory write that it is.  May be NULL. */
typedef void dlp_pcie_message_fn(void *ctx, uint64_t address, uint32_t data);

struct dlp_pcie;

/* 0, or what create_chip returns, or DLP_ENOMEM.  The chip belongs to the endpoint. */
int dlp_pcie_create(const struct dlp_profile *profile, dlp_pcie_create_chip_fn *create_chip, void *create_ctx, dlp_pcie_message_fn *message,
                    void *message_ctx, struct dlp_pcie **out);
void dlp_pcie_destroy(struct dlp_pcie *pcie);

/* offset is a multiple of 4. */
uint32_t dlp_pcie_cfg_read32(const struct dlp_pcie *pcie, uint32_t offset);
void dlp_pcie_cfg_write32(struct dlp_pcie *pcie, uint32_t offset, uint32_t value);

/* Accesses of the host by bus address.  DLP_EIO: nobody claims it, or the chip does not answer; dst is then all ones. */
int dlp_pcie_mem_read(struct dlp_pcie *pcie, uint64_t address, void *dst, size_t size);
int dlp_pcie_mem_write(struct dlp_pcie *pcie, uint64_t address, const void *src, size_t size);

/* Whole pages.  DLP_EINVAL: not page-aligned or bad access; DLP_EBUSY: a page is mapped already; DLP_ENOMEM. */
int dlp_pcie_map(struct dlp_pcie *pcie, uint64_t iova, void *host, size_t bytes, unsigned access);
/* DLP_EMAP: a page is not mapped (those that are become unmapped all the same). */
int dlp_pcie_unmap(struct dlp_pcie *pcie, uint64_t iova, size_t bytes);

/* Let time pass as in struct dlp_chip_ops.run.  DLP_EIO: the chip is dead. */
int dlp_pcie_run(struct dlp_pcie *pcie, uint64_t max_cycles, uint64_t *ran);

struct dlp_pcie_counters {
    uint64_t messages[DLP_PCIE_VECTORS];    /* delivered */
    uint64_t blocked, blocked_address;      /* refused accesses to host memory, and the last one's address */
    uint64_t bytes_read, bytes_written;     /* of host memory, by the chip */
};
void dlp_pcie_get_counters(const struct dlp_pcie *pcie, struct dlp_pcie_counters *out);

struct dlp_chip *dlp_pcie_chip(struct dlp_pcie *pcie);

#ifdef __cplusplus
}
#endif
#endif
