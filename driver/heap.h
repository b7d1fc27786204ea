/* SPDX-License-Identifier: Apache-2.0
 * heap - allocator of device memory: first fit from low addresses, neighbours are joined when freed.  Its records are in host memory. */
#ifndef DLP_HEAP_H
#define DLP_HEAP_H
#include <stdint.h>

/* A piece of the range, free or not; the pieces in order of address cover it without gaps. */
struct dlp_block { uint64_t offset, size; struct dlp_block *next, *prev; int used; };
struct dlp_heap { struct dlp_block *first; uint64_t free_bytes; };

/* Manage [base, base + size).  0 or DLP_ENOMEM. */
int dlp_heap_init(struct dlp_heap *heap, uint64_t base, uint64_t size);
void dlp_heap_destroy(struct dlp_heap *heap);

/* The lowest piece that starts at a multiple of align (a power of two) and ends at or below limit.  size is rounded up to
 * ALLOC_ALIGN_BYTES.  DLP_ESIZE (0), DLP_EDEVMEM, DLP_ENOMEM. */
int dlp_heap_alloc(struct dlp_heap *heap, uint64_t size, uint64_t align, uint64_t limit, struct dlp_block **out);
/* DLP_EFREED when the piece is not in use. */
int dlp_heap_free(struct dlp_heap *heap, struct dlp_block *block);
#endif
