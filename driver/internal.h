/* SPDX-License-Identifier: Apache-2.0
 * internal.h - what the files of the library share; not for its users.
 *
 * Public handles are numbers, not addresses: handle.c finds the object, counts the users of its device and takes the device's mutex.  All
 * functions here that take a device expect that mutex to be held. */
#ifndef DLP_INTERNAL_H
#define DLP_INTERNAL_H
#include <pthread.h>
#include <stdbool.h>

#include "backend.h"
#include "dlp.h"
#include "dlp_spec.h"
#include "elf_file.h"
#include "heap.h"

enum { DETAIL_BYTES = 256 };

/* ---- objects behind handles */

enum kind { KIND_DEVICE = 1, KIND_BUFFER, KIND_QUEUE, KIND_MODULE, KIND_KERNEL };

struct object {
    enum kind kind;
    void *handle;                       /* what the user has; NULL before dlp_object_publish */
    struct device *dev;
    struct object *next, *prev;         /* all objects of the device but itself */
};

/* Results of jobs are collected in a tally: one per queue, or one on the stack of a synchronous call. */
struct tally { uint32_t pending; int error; uint64_t last; };   /* last: number of the last job, 0 = none */

/* What is known of a job between its submission and its completion. */
struct job {
    struct tally *tally;                /* NULL: nobody waits any more */
    size_t page, pages;                 /* staging memory, pages = 0: none */
    void *dst;                          /* read: where to copy `bytes` bytes to, from offset data_at of the staging memory; NULL: nowhere */
    size_t data_at, bytes;
    struct dlp_result *result;
    bool launch;
    uint64_t delta;                     /* launch: where the module lies, relative to its file */
    char kernel[DLP_FAULT_NAME_BYTES];
};

struct device {
    struct object obj;                  /* first */
    pthread_mutex_t mutex;
    unsigned users;                     /* calls in progress; handle.c */
    unsigned serial;
    struct device *next_device;
    struct object *objects;

    const struct dlp_backend *backend;
    void *ctx;
    const struct dlp_profile *profile;
    struct dlp_options options;         /* with defaults filled in; without the caller's pointers */
    char detail[DETAIL_BYTES];
    int lost;                           /* 0, or what every further call returns */

    struct dlp_info info;               /* what does not change */
    struct dlp_heap heap;               /* device memory by GDRAM offset */

    /* host memory that the device sees: job ring, completion ring, staging */
    uint8_t *arena;
    size_t arena_bytes, job_ring, cpl_ring, staging;        /* offsets */
    uint8_t *page_used;                 /* one flag for each staging page */
    size_t page_count, page_next;

    struct job *jobs;                   /* by sequence number modulo ring size */
    uint32_t tail, done, cpl;           /* jobs submitted, completed; completions consumed; modulo 2^32 */
    uint32_t clock;                     /* TIME_LO when it was last looked at */
    uint64_t jobs_done;
    struct dlp_fault_report fault;
};

struct buffer { struct object obj; struct dlp_block *block; uint64_t size; };
struct queue { struct object obj; struct tally tally; uint32_t full_wait_ms; };
struct module { struct object obj; struct dlp_block *block; uint64_t delta, entry; struct dlp_elf_symbols symbols; };
struct kernel { struct object obj; struct module *module; uint64_t address, slots; bool slots_known; char name[DLP_FAULT_NAME_BYTES]; };

/* ---- handle.c */

/* Find the object and lock its device.  0, DLP_EINVAL (NULL), DLP_EFREED, DLP_ECLOSED.  After 0 the caller ends with dlp_leave. */
int dlp_enter(const void *handle, enum kind kind, struct object **out);
/* The same, and fails when the device is lost. */
int dlp_enter_alive(const void *handle, enum kind kind, struct object **out);
void dlp_leave(struct device *dev);
/* For a second object of a device that is entered already: NULL and *err when it is none, or another device's (DLP_EINVAL). */
struct object *dlp_second(struct device *dev, const void *handle, enum kind kind, int *err);

/* Give the object a handle and enter it in the device's list.  0 or DLP_ENOMEM. */
int dlp_object_publish(struct device *dev, struct object *obj, enum kind kind);
/* Make the handle invalid and take the object out of the list; the caller frees it. */
void dlp_object_retire(struct object *obj);

/* ---- device.c */
uint32_t dlp_reg_read(struct device *dev, uint32_t offset);
void dlp_reg_write(struct device *dev, uint32_t offset, uint32_t value);
void dlp_detail(struct device *dev, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint64_t dlp_now(struct device *dev);

/* ---- ring.c */

int dlp_ring_init(struct device *dev);
void dlp_ring_free(struct device *dev);
/* Tell the device where the rings are, and continue at its counters. */
void dlp_ring_program(struct device *dev);

/* A job to be: the caller fills in rec and the arguments. */
struct request { uint32_t op; uint64_t a, b, c, d; struct job rec; };

/* Until when to wait, as a value of dlp_now; DEADLINE_NONE: for ever. */
#define DEADLINE_NONE UINT64_MAX
uint64_t dlp_deadline(struct device *dev, uint32_t timeout_ms);

/* Staging pages, contiguous.  DLP_EFULL: not free by the deadline. */
int dlp_staging_get(struct device *dev, size_t pages, uint64_t deadline, size_t *page);
void dlp_staging_put(struct device *dev, size_t page, size_t pages);
uint8_t *dlp_staging_host(struct device *dev, size_t page);
uint64_t dlp_staging_iova(struct device *dev, size_t page);

/* Wait for room in the ring (DLP_EFULL: none by the deadline), then submit.  The request's staging pages belong to the ring from then on;
 * after an error they still belong to the caller. */
int dlp_ring_submit(struct device *dev, struct request *req, uint64_t deadline);
/* Number of the last job that was submitted: jobs are counted from 1 since the open. */
uint64_t dlp_ring_submitted(const struct device *dev);
/* dlp_job_cancel. */
int dlp_ring_cancel(struct device *dev, uint64_t number);
/* Wait until tally->pending is 0.  0, DLP_ETIMEOUT, or the error of a lost device.  Not the tally's own error. */
int dlp_ring_wait(struct device *dev, struct tally *tally, uint64_t deadline);
/* Nobody waits for this tally's jobs any more: their results are dropped. */
void dlp_ring_detach(struct device *dev, struct tally *tally);
/* Ask the device how it is.  0, or the error by which it is lost now. */
int dlp_ring_health(struct device *dev);

/* ---- copy.c */

/* Write to device memory by GDRAM offset, after everything submitted before; for modules. */
int dlp_write_sync(struct device *dev, uint64_t offset, const void *src, uint64_t size);
#endif
