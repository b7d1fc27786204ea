/* SPDX-License-Identifier: Apache-2.0
 * dlp_hdma - descriptors between host memory and GDRAM, and inside GDRAM.  A descriptor's bytes move when it ends. */
#include <string.h>

#include "model.h"
#include "timing.h"

static bool outside(const struct dlp_model *m, uint64_t offset, uint64_t bytes)
{
    return offset > m->gdram_bytes || bytes > m->gdram_bytes - offset;
}

/* Pages of host memory may be mapped or not one by one, so each is an access of its own; the first error ends the descriptor. */
static bool transfer(struct dlp_model *m, const struct descriptor *d)
{
    const bool to_host = d->start & DLP_HDMA_START_TO_HOST_MASK, on_device = d->start & DLP_HDMA_START_ON_DEVICE_MASK;
    if (d->len == 0 || outside(m, d->dev, d->len) || (on_device && outside(m, d->host, d->len)))
        return false;
    if (!on_device && d->host + d->len < d->host && d->host + d->len != 0)
        return false;                   /* beyond the last host address */
    if (dlp_lsu_gdram_fails(m, d->dev, d->len, m->row_bytes) || (on_device && dlp_lsu_gdram_fails(m, d->host, d->len, m->row_bytes)))
        return false;
    uint8_t *dev = m->gdram + d->dev;
    if (on_device) {
        memmove(dev, m->gdram + d->host, d->len);
        return true;
    }
    for (uint64_t done = 0; done < d->len;) {
        uint64_t host = d->host + done, n = DLP_PAGE_BYTES - host % DLP_PAGE_BYTES;
        if (n > d->len - done)
            n = d->len - done;
        if (to_host ? m->host.mem_write(m->host.ctx, host, dev + done, (size_t)n) : m->host.mem_read(m->host.ctx, host, dev + done, (size_t)n))
            return false;
        done += n;
    }
    return true;
}

static uint64_t duration(const struct dlp_model *m, const struct descriptor *d)
{
    return DLP_T_HDMA + (d->len + m->row_bytes - 1) / m->row_bytes;
}

void dlp_hdma_start(struct dlp_model *m, uint32_t start, uint64_t time)
{
    struct hdma *q = &m->hdma;
    if (q->count == HDMA_QUEUE)
        return;
    struct descriptor *d = &q->queue[(q->first + q->count++) % HDMA_QUEUE];
    *d = (struct descriptor){ (uint64_t)q->host_hi << 32 | q->host_lo, q->dev, q->len, start };
    if (q->count == 1)
        q->end_at = time + duration(m, d);
}

void dlp_hdma_advance(struct dlp_model *m, uint64_t time)
{
    struct hdma *q = &m->hdma;
    while (q->count && q->end_at <= time) {
        const struct descriptor *d = &q->queue[q->first];
        if (!transfer(m, d)) {
            q->errors++;
            q->error_addr = d->host;
        }
        q->done++;
        q->first = (q->first + 1) % HDMA_QUEUE;
        q->count--;
        uint64_t ended = q->end_at;
        q->end_at = q->count ? ended + duration(m, &q->queue[q->first]) : NEVER;
        dlp_regs_event(m, DLP_EVENT_STATUS_HDMA_MASK, ended);
    }
}
