/* SPDX-License-Identifier: Apache-2.0
 * dlp_pcie - the endpoint.  A message of vector v is due when the chip's line v rose; it stays due while it cannot be sent, and is forgotten
 * when the line falls before that, as the PCI specification asks for. */
#include "dlp_pcie.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_enums.h"
#include "dlp_spec.h"

_Static_assert(DLP_PCIE_VECTORS == DLP_IRQ_STATUS_FAULT_LSB + 1, "one vector for each bit of IRQ_STATUS");
_Static_assert(DLP_PCIE_VECTORS * 16 <= DLP_PCIE_MSIX_PBA, "the vector table ends before the pending bits");

enum {
    PAGE = DLP_PAGE_BYTES,
    VECTOR_WORDS = 4,                       /* address low, high, data, control */
    VECTOR_CONTROL = 3,
    VECTOR_MASKED = 1,
    BAR_ADDRESS_MASK_BITS = 4,              /* low bits of a BAR are flags */
    BAR_FLAG_64 = 4,
    BAR_FLAG_PREFETCH = 8
};

struct page { uint64_t iova; uint8_t *host; unsigned access; };

struct dlp_pcie {
    struct dlp_chip *chip;
    dlp_pcie_message_fn *message;
    void *message_ctx;
    uint16_t command, msix_control;
    uint64_t bar[DLP_PCIE_BARS], bar_bytes[DLP_PCIE_BARS];      /* an upper half has size 0 and belongs to the BAR below */
    uint32_t vector[DLP_PCIE_VECTORS * VECTOR_WORDS];
    bool level[DLP_PCIE_VECTORS], due[DLP_PCIE_VECTORS];
    struct page *pages;                     /* sorted by iova */
    size_t page_count, page_room;
    size_t last;                            /* index of the page found last: accesses come in bursts */
    struct dlp_pcie_counters count;
};

/* ---- pages */

/* Index of the first page with iova >= the given one. */
static size_t page_lower(const struct dlp_pcie *p, uint64_t iova)
{
    size_t low = 0, high = p->page_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (p->pages[mid].iova < iova)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static const struct page *page_find(struct dlp_pcie *p, uint64_t address)
{
    uint64_t iova = address - address % PAGE;
    if (p->last < p->page_count && p->pages[p->last].iova == iova)
        return &p->pages[p->last];
    p->last = page_lower(p, iova);
    return p->last < p->page_count && p->pages[p->last].iova == iova ? &p->pages[p->last] : NULL;
}

int dlp_pcie_map(struct dlp_pcie *p, uint64_t iova, void *host, size_t bytes, unsigned access)
{
    if (iova % PAGE || (uintptr_t)host % PAGE || bytes % PAGE || bytes == 0 || iova > UINT64_MAX - bytes || access == 0 ||
        (access & ~(unsigned)(DLP_PCIE_MAP_READ | DLP_PCIE_MAP_WRITE)))
        return DLP_EINVAL;
    size_t n = bytes / PAGE, at = page_lower(p, iova);
    if (at < p->page_count && p->pages[at].iova < iova + bytes)
        return DLP_EBUSY;
    if (p->page_count + n > p->page_room) {
        size_t room = 2 * p->page_room + n;
        struct page *more = realloc(p->pages, room * sizeof *more);
        if (!more)
            return DLP_ENOMEM;
        p->pages = more;
        p->page_room = room;
    }
    memmove(&p->pages[at + n], &p->pages[at], (p->page_count - at) * sizeof *p->pages);
    for (size_t i = 0; i < n; i++)
        p->pages[at + i] = (struct page){ .iova = iova + i * PAGE, .host = (uint8_t *)host + i * PAGE, .access = access };
    p->page_count += n;
    return 0;
}

int dlp_pcie_unmap(struct dlp_pcie *p, uint64_t iova, size_t bytes)
{
    if (iova % PAGE || bytes % PAGE || bytes == 0 || iova > UINT64_MAX - bytes)
        return DLP_EINVAL;
    size_t first = page_lower(p, iova), end = page_lower(p, iova + bytes);
    if (end > first) {
        memmove(&p->pages[first], &p->pages[end], (p->page_count - end) * sizeof *p->pages);
        p->page_count -= end - first;
    }
    return end - first == bytes / PAGE ? 0 : DLP_EMAP;
}

/* ---- the chip as bus master */

/* The whole access is allowed or nothing of it is done. */
static bool dma_allowed(struct dlp_pcie *p, uint64_t address, size_t n, unsigned access)
{
    uint64_t bad = address;
    bool ok = (p->command & DLP_PCIE_COMMAND_MASTER) != 0 && n - 1 <= UINT64_MAX - address;
    for (uint64_t at = address, left = n; ok && left > 0;) {
        const struct page *page = page_find(p, at);
        uint64_t part = PAGE - at % PAGE < left ? PAGE - at % PAGE : left;
        if (!page || !(page->access & access)) {
            bad = at;
            ok = false;
        }
        at += part;
        left -= part;
    }
    if (!ok) {
        p->count.blocked++;
        p->count.blocked_address = bad;
    }
    return ok;
}

static int dma_read(void *ctx, uint64_t address, void *dst, size_t n)
{
    struct dlp_pcie *p = ctx;
    if (n == 0)
        return 0;
    if (!dma_allowed(p, address, n, DLP_PCIE_MAP_READ))
        return DLP_EMAP;
    p->count.bytes_read += n;
    for (uint8_t *to = dst; n > 0;) {
        size_t inside = (size_t)(address % PAGE), part = PAGE - inside < n ? PAGE - inside : n;
        memcpy(to, page_find(p, address)->host + inside, part);
        to += part;
        address += part;
        n -= part;
    }
    return 0;
}

static int dma_write(void *ctx, uint64_t address, const void *src, size_t n)
{
    struct dlp_pcie *p = ctx;
    if (n == 0)
        return 0;
    if (!dma_allowed(p, address, n, DLP_PCIE_MAP_WRITE))
        return DLP_EMAP;
    p->count.bytes_written += n;
    for (const uint8_t *from = src; n > 0;) {
        size_t inside = (size_t)(address % PAGE), part = PAGE - inside < n ? PAGE - inside : n;
        memcpy(page_find(p, address)->host + inside, from, part);
        from += part;
        address += part;
        n -= part;
    }
    return 0;
}

/* ---- MSI-X */

/* A message is a memory write by the device, so it needs bus mastering too. */
static void msix_send(struct dlp_pcie *p)
{
    if (!(p->msix_control & DLP_PCIE_MSIX_ENABLE) || (p->msix_control & DLP_PCIE_MSIX_MASK) || !(p->command & DLP_PCIE_COMMAND_MASTER))
        return;
    for (unsigned v = 0; v < DLP_PCIE_VECTORS; v++) {
        const uint32_t *entry = &p->vector[v * VECTOR_WORDS];
        if (!p->due[v] || (entry[VECTOR_CONTROL] & VECTOR_MASKED))
            continue;
        p->due[v] = false;
        p->count.messages[v]++;
        if (p->message)
            p->message(p->message_ctx, (uint64_t)entry[1] << 32 | entry[0], entry[2]);
    }
}

static void chip_irq(void *ctx, unsigned vector, bool level)
{
    struct dlp_pcie *p = ctx;
    if (vector >= DLP_PCIE_VECTORS || p->level[vector] == level)
        return;
    p->level[vector] = level;
    p->due[vector] = level;
    if (level)
        msix_send(p);
}

/* BAR4: aligned 32-bit words. */
static int msix_read(struct dlp_pcie *p, uint64_t offset, void *dst, size_t size)
{
    uint32_t word = 0;
    if (size != sizeof word || offset % sizeof word)
        return DLP_EIO;
    if (offset < sizeof p->vector)
        word = p->vector[offset / 4];
    else if (offset == DLP_PCIE_MSIX_PBA)
        for (unsigned v = 0; v < DLP_PCIE_VECTORS; v++)
            word |= (uint32_t)p->due[v] << v;
    memcpy(dst, &word, sizeof word);
    return 0;
}

static int msix_write(struct dlp_pcie *p, uint64_t offset, const void *src, size_t size)
{
    uint32_t word;
    if (size != sizeof word || offset % sizeof word)
        return DLP_EIO;
    memcpy(&word, src, sizeof word);
    if (offset < sizeof p->vector) {
        /* message addresses are aligned, and only the mask bit of the control word exists */
        unsigned field = (unsigned)(offset / 4 % VECTOR_WORDS);
        p->vector[offset / 4] = field == 0 ? word & ~3u : field == VECTOR_CONTROL ? word & VECTOR_MASKED : word;
        msix_send(p);
    }
    return 0;
}

/* ---- configuration space */

static uint32_t bar_flags(unsigned bar)
{
    return bar == DLP_PCIE_BAR_MEM ? BAR_FLAG_64 | BAR_FLAG_PREFETCH : 0;
}

static uint32_t cfg_bar_read(const struct dlp_pcie *p, unsigned bar)
{
    if (bar == DLP_PCIE_BAR_MEM + 1)
        return (uint32_t)(p->bar[DLP_PCIE_BAR_MEM] >> 32);
    return p->bar_bytes[bar] ? (uint32_t)p->bar[bar] | bar_flags(bar) : 0;
}

/* Only the address bits above the size can be written: all ones read back as the size. */
static void cfg_bar_write(struct dlp_pcie *p, unsigned bar, uint32_t value)
{
    if (bar == DLP_PCIE_BAR_MEM + 1) {
        uint64_t mask = ~(p->bar_bytes[DLP_PCIE_BAR_MEM] - 1);
        p->bar[DLP_PCIE_BAR_MEM] = ((uint64_t)value << 32 | (uint32_t)p->bar[DLP_PCIE_BAR_MEM]) & mask;
    } else if (p->bar_bytes[bar]) {
        uint64_t mask = ~(p->bar_bytes[bar] - 1);
        p->bar[bar] = ((p->bar[bar] >> 32) << 32 | value) & mask;
    }
}

uint32_t dlp_pcie_cfg_read32(const struct dlp_pcie *p, uint32_t offset)
{
    if (offset >= DLP_PCIE_CFG_BAR && offset < DLP_PCIE_CFG_BAR + 4 * DLP_PCIE_BARS)
        return cfg_bar_read(p, (offset - DLP_PCIE_CFG_BAR) / 4);
    switch (offset) {
    case DLP_PCIE_CFG_ID:          return (uint32_t)DLP_PCIE_DEVICE_ID << 16 | DLP_PCIE_VENDOR_ID;
    case DLP_PCIE_CFG_COMMAND:     return (uint32_t)DLP_PCIE_STATUS_CAPS << 16 | p->command;
    case DLP_PCIE_CFG_CLASS:       return (uint32_t)DLP_PCIE_CLASS << 8 | 1;
    case DLP_PCIE_CFG_SUBSYS:      return (uint32_t)DLP_PCIE_DEVICE_ID << 16 | DLP_PCIE_VENDOR_ID;
    case DLP_PCIE_CFG_CAPS:        return DLP_PCIE_CFG_MSIX;
    case DLP_PCIE_CFG_MSIX:        return (uint32_t)p->msix_control << 16 | DLP_PCIE_CFG_EXPRESS << 8 | DLP_PCIE_CAP_MSIX;
    case DLP_PCIE_CFG_MSIX + 4:    return DLP_PCIE_MSIX_TABLE | DLP_PCIE_BAR_MSIX;
    case DLP_PCIE_CFG_MSIX + 8:    return DLP_PCIE_MSIX_PBA | DLP_PCIE_BAR_MSIX;
    case DLP_PCIE_CFG_EXPRESS:     return 2u << 16 | DLP_PCIE_CAP_EXPRESS;   /* version 2, endpoint, end of the list */
    default:                       return offset < DLP_PCIE_CFG_BYTES && offset % 4 == 0 ? 0 : UINT32_MAX;
    }
}

void dlp_pcie_cfg_write32(struct dlp_pcie *p, uint32_t offset, uint32_t value)
{
    if (offset % 4)
        return;
    if (offset >= DLP_PCIE_CFG_BAR && offset < DLP_PCIE_CFG_BAR + 4 * DLP_PCIE_BARS)
        cfg_bar_write(p, (offset - DLP_PCIE_CFG_BAR) / 4, value);
    else if (offset == DLP_PCIE_CFG_COMMAND)
        p->command = (uint16_t)(value & (DLP_PCIE_COMMAND_MEMORY | DLP_PCIE_COMMAND_MASTER));
    else if (offset == DLP_PCIE_CFG_MSIX)
        p->msix_control = (uint16_t)((value >> 16 & (DLP_PCIE_MSIX_MASK | DLP_PCIE_MSIX_ENABLE)) | (DLP_PCIE_VECTORS - 1));
    msix_send(p);
}

/* ---- the host as bus master */

/* The BAR that claims all of [address, address + size), or -1. */
static int decode(const struct dlp_pcie *p, uint64_t address, size_t size)
{
    if (!(p->command & DLP_PCIE_COMMAND_MEMORY))
        return -1;
    for (int bar = 0; bar < DLP_PCIE_BARS; bar++)
        if (p->bar_bytes[bar] && address >= p->bar[bar] && address - p->bar[bar] < p->bar_bytes[bar] &&
            size <= p->bar_bytes[bar] - (address - p->bar[bar]))
            return bar;
    return -1;
}

static int regs_read(struct dlp_pcie *p, uint64_t offset, void *dst, size_t size)
{
    uint32_t word;
    if (size != sizeof word || offset % sizeof word || p->chip->ops->reg_read(p->chip, (uint32_t)offset, &word))
        return DLP_EIO;
    memcpy(dst, &word, sizeof word);
    return 0;
}

static int regs_write(struct dlp_pcie *p, uint64_t offset, const void *src, size_t size)
{
    uint32_t word;
    if (size != sizeof word || offset % sizeof word)
        return DLP_EIO;
    memcpy(&word, src, sizeof word);
    return p->chip->ops->reg_write(p->chip, (uint32_t)offset, word) ? DLP_EIO : 0;
}

int dlp_pcie_mem_read(struct dlp_pcie *p, uint64_t address, void *dst, size_t size)
{
    int bar = decode(p, address, size), err = DLP_EIO;
    uint64_t offset = bar < 0 ? 0 : address - p->bar[bar];
    switch (bar) {
    case DLP_PCIE_BAR_REGS: err = regs_read(p, offset, dst, size); break;
    case DLP_PCIE_BAR_MEM:  err = p->chip->ops->mem_read(p->chip, offset, dst, size) ? DLP_EIO : 0; break;
    case DLP_PCIE_BAR_MSIX: err = msix_read(p, offset, dst, size); break;
    default: break;
    }
    if (err)
        memset(dst, 0xff, size);
    return err;
}

int dlp_pcie_mem_write(struct dlp_pcie *p, uint64_t address, const void *src, size_t size)
{
    int bar = decode(p, address, size);
    uint64_t offset = bar < 0 ? 0 : address - p->bar[bar];
    switch (bar) {
    case DLP_PCIE_BAR_REGS: return regs_write(p, offset, src, size);
    case DLP_PCIE_BAR_MEM:  return p->chip->ops->mem_write(p->chip, offset, src, size) ? DLP_EIO : 0;
    case DLP_PCIE_BAR_MSIX: return msix_write(p, offset, src, size);
    default:                return DLP_EIO;
    }
}

/* ---- life */

static uint64_t power_of_two(uint64_t n)
{
    uint64_t size = DLP_PAGE_BYTES;
    while (size < n)
        size *= 2;
    return size;
}

int dlp_pcie_create(const struct dlp_profile *profile, dlp_pcie_create_chip_fn *create_chip, void *create_ctx, dlp_pcie_message_fn *message,
                    void *message_ctx, struct dlp_pcie **out)
{
    struct dlp_pcie *p = calloc(1, sizeof *p);
    if (!p)
        return DLP_ENOMEM;
    p->message = message;
    p->message_ctx = message_ctx;
    p->msix_control = DLP_PCIE_VECTORS - 1;
    p->bar_bytes[DLP_PCIE_BAR_REGS] = DLP_PCIE_BAR0_BYTES;
    p->bar_bytes[DLP_PCIE_BAR_MEM] = power_of_two((uint64_t)profile->gdram_mb << 20);
    p->bar_bytes[DLP_PCIE_BAR_MSIX] = DLP_PCIE_BAR4_BYTES;
    for (unsigned v = 0; v < DLP_PCIE_VECTORS; v++)
        p->vector[v * VECTOR_WORDS + VECTOR_CONTROL] = VECTOR_MASKED;      /* as after a reset */
    const struct dlp_chip_host host = { .ctx = p, .mem_read = dma_read, .mem_write = dma_write, .irq = chip_irq };
    int err = create_chip(create_ctx, profile, &host, &p->chip);
    if (err) {
        free(p);
        return err;
    }
    *out = p;
    return 0;
}

void dlp_pcie_destroy(struct dlp_pcie *p)
{
    if (!p)
        return;
    p->message = NULL;
    p->chip->ops->destroy(p->chip);
    free(p->pages);
    free(p);
}

int dlp_pcie_run(struct dlp_pcie *p, uint64_t max_cycles, uint64_t *ran)
{
    return p->chip->ops->run(p->chip, max_cycles, ran) ? DLP_EIO : 0;
}

void dlp_pcie_get_counters(const struct dlp_pcie *p, struct dlp_pcie_counters *out)
{
    *out = p->count;
}

struct dlp_chip *dlp_pcie_chip(struct dlp_pcie *p)
{
    return p->chip;
}
