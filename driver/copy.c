/* SPDX-License-Identifier: Apache-2.0
 * copy - buffers, and copies between host memory and device memory.
 *
 * Bulk data goes through staging pages in pieces of a quarter of the staging memory, so that the host copies one piece while the device
 * copies another.  The pages of a piece are contiguous for the device: [scatter list, whole pages][data].  Data start at the same offset in a
 * cache line as on the device, so that the DMA engine need not shift bytes. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { PAGE = DLP_PAGE_BYTES };
static const uint64_t DEVICE_COPY_MAX = 16 << 20;   /* fill, copy: bytes of one job, so that no job takes long */

static size_t pages_of(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE;
}

/* Who waits for a transfer, and how long it may wait for room: `first` for its first job, timeout_ms for the others. */
struct waiter { struct tally *tally; uint64_t first; };

static uint64_t take_deadline(struct device *dev, struct waiter *w)
{
    uint64_t deadline = w->first;
    w->first = dlp_deadline(dev, dev->options.timeout_ms);
    return deadline;
}

static struct waiter synchronous(struct device *dev, struct tally *tally)
{
    return (struct waiter){ tally, dlp_deadline(dev, dev->options.timeout_ms) };
}

static struct waiter of_queue(struct queue *q)
{
    return (struct waiter){ &q->tally, dlp_deadline(q->obj.dev, q->full_wait_ms) };
}

/* The end of a synchronous call whose submission returned err. */
static int finish(struct device *dev, struct tally *tally, int err)
{
    if (!err)
        err = dlp_ring_wait(dev, tally, dlp_deadline(dev, dev->options.timeout_ms));
    if (err)
        dlp_ring_detach(dev, tally);
    else
        err = tally->error;
    return err == DLP_EFULL ? DLP_ETIMEOUT : err;
}

static int piece(struct device *dev, struct waiter *w, uint64_t dev_offset, const void *src, void *dst, size_t n)
{
    const size_t skew = (size_t)(dev_offset % DLP_CACHE_LINE_BYTES), longest = dev->options.scatter_bytes;
    const size_t entries = (n + longest - 1) / longest, list_pages = pages_of(entries * DLP_SG_BYTES);
    const size_t pages = list_pages + pages_of(skew + n);
    uint64_t deadline = take_deadline(dev, w);
    size_t page;
    int err = dlp_staging_get(dev, pages, deadline, &page);
    if (err)
        return err;
    uint8_t *host = dlp_staging_host(dev, page);
    const size_t data_at = list_pages * PAGE + skew;
    for (size_t i = 0; i < entries; i++) {
        uint64_t addr = dlp_staging_iova(dev, page) + data_at + i * longest, len = i + 1 < entries ? longest : n - i * longest;
        memcpy(host + i * DLP_SG_BYTES + DLP_SG_ADDR, &addr, sizeof addr);
        memcpy(host + i * DLP_SG_BYTES + DLP_SG_LEN, &len, sizeof len);
    }
    if (src)
        memcpy(host + data_at, src, n);
    struct request req = {
        .op = src ? DLP_JOB_OP_WRITE : DLP_JOB_OP_READ, .a = dev_offset, .b = dlp_staging_iova(dev, page), .c = entries,
        .rec = { .tally = w->tally, .page = page, .pages = pages, .dst = dst, .data_at = data_at, .bytes = n }
    };
    err = dlp_ring_submit(dev, &req, deadline);
    if (err)
        dlp_staging_put(dev, page, pages);
    return err;
}

/* Exactly one of src, dst is not NULL. */
static int transfer(struct device *dev, struct waiter w, uint64_t dev_offset, const void *src, void *dst, uint64_t size)
{
    const uint64_t longest = dev->page_count / 4 * PAGE;
    int err = 0;
    while (!err && size > 0) {
        size_t n = size < longest ? (size_t)size : (size_t)longest;
        err = piece(dev, &w, dev_offset, src, dst, n);
        dev_offset += n;
        size -= n;
        src = src ? (const uint8_t *)src + n : NULL;
        dst = dst ? (uint8_t *)dst + n : NULL;
    }
    return err;
}

/* op: FILL (d = value) or COPY (d = source offset). */
static int device_op(struct device *dev, struct waiter w, uint32_t op, uint64_t offset, uint64_t size, uint64_t d)
{
    int err = 0;
    while (!err && size > 0) {
        uint64_t n = size < DEVICE_COPY_MAX ? size : DEVICE_COPY_MAX;
        struct request req = { .op = op, .a = offset, .c = n, .d = d, .rec = { .tally = w.tally } };
        err = dlp_ring_submit(dev, &req, take_deadline(dev, &w));
        offset += n;
        size -= n;
        d += op == DLP_JOB_OP_COPY ? n : 0;
    }
    return err;
}

/* Small copies go through the memory window when nothing is outstanding that they could overtake. */
static bool direct_ok(struct device *dev, uint64_t size)
{
    return dev->options.direct_bytes > 0 && size <= (uint64_t)dev->options.direct_bytes && dev->tail == dev->done;
}

/* What came back may be nothing but the all ones of a device that is gone. */
static bool all_ones(const uint8_t *at, uint64_t n)
{
    uint64_t i = 0;
    while (i < n && at[i] == 0xff)
        i++;
    return i == n;
}

static int direct_end(struct device *dev, int err, bool suspicious)
{
    int health = err || suspicious ? dlp_ring_health(dev) : 0;
    return health ? health : err;
}

int dlp_write_sync(struct device *dev, uint64_t offset, const void *src, uint64_t size)
{
    struct tally tally = { 0 };
    if (direct_ok(dev, size))
        return direct_end(dev, dev->backend->bar_write(dev->ctx, DLP_BAR_MEMORY, offset, src, (size_t)size), false);
    return finish(dev, &tally, transfer(dev, synchronous(dev, &tally), offset, src, NULL, size));
}

static int read_sync(struct device *dev, uint64_t offset, void *dst, uint64_t size)
{
    struct tally tally = { 0 };
    if (direct_ok(dev, size)) {
        int err = dev->backend->bar_read(dev->ctx, DLP_BAR_MEMORY, offset, dst, (size_t)size);
        return direct_end(dev, err, all_ones(dst, size));
    }
    return finish(dev, &tally, transfer(dev, synchronous(dev, &tally), offset, NULL, dst, size));
}

/* ---- buffers */

static int check(const struct buffer *b, uint64_t offset, uint64_t size, const void *host)
{
    if (!host)
        return DLP_EINVAL;
    if (size == 0)
        return DLP_ESIZE;
    return offset > b->size || size > b->size - offset ? DLP_ERANGE : 0;
}

static int check_copy(const struct buffer *d, uint64_t dst_offset, const struct buffer *s, uint64_t src_offset, uint64_t size)
{
    int err = check(d, dst_offset, size, d);
    if (!err)
        err = check(s, src_offset, size, s);
    if (!err && d == s && dst_offset < src_offset + size && src_offset < dst_offset + size)
        err = DLP_EOVERLAP;
    return err;
}

int dlp_buffer_create(struct dlp_device *device, uint64_t size, struct dlp_buffer **out)
{
    struct object *obj;
    if (!out)
        return DLP_EINVAL;
    int err = dlp_enter_alive(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    struct device *dev = obj->dev;
    struct buffer *b = calloc(1, sizeof *b);
    err = b ? dlp_heap_alloc(&dev->heap, size, DLP_ALLOC_ALIGN_BYTES, dev->info.memory_bytes + DLP_FW_BASE + DLP_FW_BYTES, &b->block) : DLP_ENOMEM;
    if (err)
        goto free_buffer;
    b->size = size;
    err = dlp_object_publish(dev, &b->obj, KIND_BUFFER);
    if (err)
        goto free_block;
    *out = b->obj.handle;
    dlp_leave(dev);
    return 0;
free_block:
    (void)dlp_heap_free(&dev->heap, b->block);
free_buffer:
    free(b);
    dlp_leave(dev);
    return err;
}

int dlp_buffer_destroy(struct dlp_buffer *buffer)
{
    struct object *obj;
    if (!buffer)
        return 0;
    int err = dlp_enter(buffer, KIND_BUFFER, &obj);
    if (err)
        return err;
    struct device *dev = obj->dev;
    struct buffer *b = (struct buffer *)obj;
    dlp_object_retire(obj);
    (void)dlp_heap_free(&dev->heap, b->block);
    free(b);
    dlp_leave(dev);
    return 0;
}

int dlp_buffer_info(struct dlp_buffer *buffer, uint64_t *address, uint64_t *size)
{
    struct object *obj;
    int err = dlp_enter(buffer, KIND_BUFFER, &obj);
    if (err)
        return err;
    const struct buffer *b = (const struct buffer *)obj;
    if (address)
        *address = DLP_MEM_GDRAM_BASE + b->block->offset;
    if (size)
        *size = b->size;
    dlp_leave(obj->dev);
    return 0;
}

int dlp_buffer_write(struct dlp_buffer *buffer, uint64_t offset, const void *src, uint64_t size)
{
    struct object *obj;
    int err = dlp_enter_alive(buffer, KIND_BUFFER, &obj);
    if (err)
        return err;
    struct buffer *b = (struct buffer *)obj;
    err = check(b, offset, size, src);
    if (!err)
        err = dlp_write_sync(obj->dev, b->block->offset + offset, src, size);
    dlp_leave(obj->dev);
    return err;
}

int dlp_buffer_read(struct dlp_buffer *buffer, uint64_t offset, void *dst, uint64_t size)
{
    struct object *obj;
    int err = dlp_enter_alive(buffer, KIND_BUFFER, &obj);
    if (err)
        return err;
    struct buffer *b = (struct buffer *)obj;
    err = check(b, offset, size, dst);
    if (!err)
        err = read_sync(obj->dev, b->block->offset + offset, dst, size);
    dlp_leave(obj->dev);
    return err;
}

int dlp_buffer_fill(struct dlp_buffer *buffer, uint64_t offset, uint8_t value, uint64_t size)
{
    struct object *obj;
    struct tally tally = { 0 };
    int err = dlp_enter_alive(buffer, KIND_BUFFER, &obj);
    if (err)
        return err;
    struct buffer *b = (struct buffer *)obj;
    err = check(b, offset, size, b);
    if (!err)
        err = finish(obj->dev, &tally, device_op(obj->dev, synchronous(obj->dev, &tally), DLP_JOB_OP_FILL, b->block->offset + offset, size, value));
    dlp_leave(obj->dev);
    return err;
}

int dlp_buffer_copy(struct dlp_buffer *dst, uint64_t dst_offset, struct dlp_buffer *src, uint64_t src_offset, uint64_t size)
{
    struct object *obj;
    struct tally tally = { 0 };
    int err = dlp_enter_alive(dst, KIND_BUFFER, &obj);
    if (err)
        return err;
    struct buffer *d = (struct buffer *)obj, *s = (struct buffer *)dlp_second(obj->dev, src, KIND_BUFFER, &err);
    if (s)
        err = check_copy(d, dst_offset, s, src_offset, size);
    if (!err)
        err = finish(obj->dev, &tally, device_op(obj->dev, synchronous(obj->dev, &tally), DLP_JOB_OP_COPY, d->block->offset + dst_offset, size,
                                                 s->block->offset + src_offset));
    dlp_leave(obj->dev);
    return err;
}

/* ---- the same on queues */

static int enter_queue(struct dlp_queue *queue, struct dlp_buffer *buffer, struct queue **q, struct buffer **b)
{
    struct object *obj;
    int err = dlp_enter_alive(queue, KIND_QUEUE, &obj);
    if (err)
        return err;
    *q = (struct queue *)obj;
    *b = (struct buffer *)dlp_second(obj->dev, buffer, KIND_BUFFER, &err);
    if (!*b)
        dlp_leave(obj->dev);
    return err;
}

int dlp_queue_write(struct dlp_queue *queue, struct dlp_buffer *buffer, uint64_t offset, const void *src, uint64_t size)
{
    struct queue *q;
    struct buffer *b;
    int err = enter_queue(queue, buffer, &q, &b);
    if (err)
        return err;
    err = check(b, offset, size, src);
    if (!err)
        err = transfer(q->obj.dev, of_queue(q), b->block->offset + offset, src, NULL, size);
    dlp_leave(q->obj.dev);
    return err;
}

int dlp_queue_read(struct dlp_queue *queue, struct dlp_buffer *buffer, uint64_t offset, void *dst, uint64_t size)
{
    struct queue *q;
    struct buffer *b;
    int err = enter_queue(queue, buffer, &q, &b);
    if (err)
        return err;
    err = check(b, offset, size, dst);
    if (!err)
        err = transfer(q->obj.dev, of_queue(q), b->block->offset + offset, NULL, dst, size);
    dlp_leave(q->obj.dev);
    return err;
}

int dlp_queue_fill(struct dlp_queue *queue, struct dlp_buffer *buffer, uint64_t offset, uint8_t value, uint64_t size)
{
    struct queue *q;
    struct buffer *b;
    int err = enter_queue(queue, buffer, &q, &b);
    if (err)
        return err;
    err = check(b, offset, size, b);
    if (!err)
        err = device_op(q->obj.dev, of_queue(q), DLP_JOB_OP_FILL, b->block->offset + offset, size, value);
    dlp_leave(q->obj.dev);
    return err;
}

int dlp_queue_copy(struct dlp_queue *queue, struct dlp_buffer *dst, uint64_t dst_offset, struct dlp_buffer *src, uint64_t src_offset, uint64_t size)
{
    struct queue *q;
    struct buffer *d;
    int err = enter_queue(queue, dst, &q, &d);
    if (err)
        return err;
    struct buffer *s = (struct buffer *)dlp_second(q->obj.dev, src, KIND_BUFFER, &err);
    if (s)
        err = check_copy(d, dst_offset, s, src_offset, size);
    if (!err)
        err = device_op(q->obj.dev, of_queue(q), DLP_JOB_OP_COPY, d->block->offset + dst_offset, size, s->block->offset + src_offset);
    dlp_leave(q->obj.dev);
    return err;
}
