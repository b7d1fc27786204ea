/* SPDX-License-Identifier: Apache-2.0 */
#include "heap.h"

#include <stdlib.h>

#include "dlp_enums.h"
#include "dlp_spec.h"

int dlp_heap_init(struct dlp_heap *heap, uint64_t base, uint64_t size)
{
    struct dlp_block *all = calloc(1, sizeof *all);
    if (!all)
        return DLP_ENOMEM;
    all->offset = base;
    all->size = size;
    heap->first = all;
    heap->free_bytes = size;
    return 0;
}

void dlp_heap_destroy(struct dlp_heap *heap)
{
    for (struct dlp_block *b = heap->first, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    heap->first = NULL;
    heap->free_bytes = 0;
}

/* Cut a block in two at `size`.  NULL: no host memory, nothing changed. */
static struct dlp_block *split(struct dlp_block *b, uint64_t size)
{
    struct dlp_block *rest = calloc(1, sizeof *rest);
    if (!rest)
        return NULL;
    rest->offset = b->offset + size;
    rest->size = b->size - size;
    rest->next = b->next;
    rest->prev = b;
    if (rest->next)
        rest->next->prev = rest;
    b->next = rest;
    b->size = size;
    return rest;
}

/* Join a free block with a free successor. */
static void join(struct dlp_block *b)
{
    struct dlp_block *next = b->next;
    if (b->used || !next || next->used)
        return;
    b->size += next->size;
    b->next = next->next;
    if (b->next)
        b->next->prev = b;
    free(next);
}

int dlp_heap_alloc(struct dlp_heap *heap, uint64_t size, uint64_t align, uint64_t limit, struct dlp_block **out)
{
    if (size == 0)
        return DLP_ESIZE;
    if (size > UINT64_MAX - DLP_ALLOC_ALIGN_BYTES)
        return DLP_EDEVMEM;
    size = (size + DLP_ALLOC_ALIGN_BYTES - 1) / DLP_ALLOC_ALIGN_BYTES * DLP_ALLOC_ALIGN_BYTES;
    if (align < DLP_ALLOC_ALIGN_BYTES)
        align = DLP_ALLOC_ALIGN_BYTES;
    for (struct dlp_block *b = heap->first; b; b = b->next) {
        uint64_t start = (b->offset + align - 1) & ~(align - 1), skip = start - b->offset;
        if (b->used || skip > b->size || size > b->size - skip || start > limit || size > limit - start)
            continue;
        if (b->size - skip > size && !split(b, skip + size))
            return DLP_ENOMEM;
        if (skip) {
            struct dlp_block *rest = split(b, skip);
            if (!rest) {
                join(b);
                return DLP_ENOMEM;
            }
            b = rest;
        }
        b->used = 1;
        heap->free_bytes -= size;
        *out = b;
        return 0;
    }
    return DLP_EDEVMEM;
}

int dlp_heap_free(struct dlp_heap *heap, struct dlp_block *b)
{
    if (!b->used)
        return DLP_EFREED;
    b->used = 0;
    heap->free_bytes += b->size;
    join(b);
    if (b->prev)
        join(b->prev);
    return 0;
}
