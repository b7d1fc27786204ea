/* SPDX-License-Identifier: Apache-2.0
 * queue - queues share the one ring of the device; a queue is the tally of its jobs. */
#include <stdlib.h>

#include "internal.h"

int dlp_queue_create(struct dlp_device *device, uint32_t full_wait_ms, struct dlp_queue **out)
{
    struct object *obj;
    if (!out)
        return DLP_EINVAL;
    int err = dlp_enter_alive(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    struct queue *q = calloc(1, sizeof *q);
    err = q ? dlp_object_publish(obj->dev, &q->obj, KIND_QUEUE) : DLP_ENOMEM;
    if (err) {
        free(q);
    } else {
        q->full_wait_ms = full_wait_ms;
        *out = q->obj.handle;
    }
    dlp_leave(obj->dev);
    return err;
}

/* The error of the jobs that are done, which is then forgotten. */
static int take_error(struct queue *q)
{
    int err = q->tally.error;
    q->tally.error = 0;
    return err;
}

static int sync_queue(struct queue *q, uint64_t deadline)
{
    int err = dlp_ring_wait(q->obj.dev, &q->tally, deadline);
    if (!err) {
        err = take_error(q);
        if (!err)
            err = q->obj.dev->lost;
    } else if (q->tally.pending == 0) {
        (void)take_error(q);            /* the device was lost just now, and err says so */
    }
    return err;
}

int dlp_queue_sync(struct dlp_queue *queue, int timeout_ms)
{
    struct object *obj;
    int err = dlp_enter(queue, KIND_QUEUE, &obj);
    if (err)
        return err;
    err = sync_queue((struct queue *)obj, timeout_ms < 0 ? DEADLINE_NONE : dlp_deadline(obj->dev, (uint32_t)timeout_ms));
    dlp_leave(obj->dev);
    return err;
}

int dlp_queue_destroy(struct dlp_queue *queue)
{
    struct object *obj;
    if (!queue)
        return 0;
    int err = dlp_enter(queue, KIND_QUEUE, &obj);
    if (err)
        return err;
    struct device *dev = obj->dev;
    struct queue *q = (struct queue *)obj;
    err = sync_queue(q, dlp_deadline(dev, dev->options.timeout_ms));
    dlp_ring_detach(dev, &q->tally);
    dlp_object_retire(obj);
    free(q);
    dlp_leave(dev);
    return err;
}

int dlp_queue_job(struct dlp_queue *queue, uint64_t *job)
{
    struct object *obj;
    if (!job)
        return DLP_EINVAL;
    int err = dlp_enter(queue, KIND_QUEUE, &obj);
    if (err)
        return err;
    *job = ((struct queue *)obj)->tally.last;
    dlp_leave(obj->dev);
    return 0;
}

int dlp_job_cancel(struct dlp_device *device, uint64_t job)
{
    struct object *obj;
    int err = dlp_enter_alive(device, KIND_DEVICE, &obj);
    if (err)
        return err;
    err = dlp_ring_cancel(obj->dev, job);
    dlp_leave(obj->dev);
    return err;
}
