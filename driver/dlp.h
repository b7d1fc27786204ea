/* SPDX-License-Identifier: Apache-2.0
 * dlp.h - the host library of OpenDLP: devices, device memory, queues, modules, kernels.
 *
 * Every function returns 0 or a negative enum dlp_error (dlp_enums.h); dlp_strerror gives its text.  Nothing prints, exits or aborts.
 * Handles are never dereferenced by the caller; a handle that was freed, or never came from this library, is answered with DLP_EFREED,
 * one whose device was closed with DLP_ECLOSED, NULL with DLP_EINVAL.  A function that fails leaves its *out arguments unchanged.
 *
 * Thread safety: all functions may be called from any thread.  Each device has one mutex, held for the whole of a call, waits included:
 * calls on one device run one after the other, calls on different devices at the same time.
 *
 * Order: a device runs all jobs in the order in which they were submitted, whatever their queue; a synchronous copy comes after them.
 * Hence a buffer may be freed, or a module unloaded, while jobs that use it are still queued. */
#ifndef DLP_H
#define DLP_H
#include <stddef.h>
#include <stdint.h>

#include "dlp_enums.h"

#ifdef __cplusplus
extern "C" {
#endif

struct dlp_device;      /* an open device */
struct dlp_buffer;      /* a piece of device memory */
struct dlp_queue;       /* jobs that run in order, and the place where their errors are reported */
struct dlp_module;      /* a loaded ELF file */
struct dlp_kernel;      /* a function of a module */

struct dlp_profile;     /* dlp_config.h */
struct dlp_chip;        /* sim/dlp_chip.h */
struct dlp_chip_host;

/* ---- device */

enum { DLP_DIRECT_NEVER = -1, DLP_WAIT_FOREVER = -1 };

/* All fields may be 0: the default. */
struct dlp_options {
    const char *rtl_library;    /* "rtl": file of the verilated chip.  Default: $DLP_RTL_LIBRARY, else build/<profile>/libdlp_rtl.so */
    const void *firmware;       /* firmware ELF in memory, firmware_bytes long.  Default: the one that is built in */
    size_t firmware_bytes;
    const char *firmware_file;  /* the same from a file */
    uint32_t ring_entries;      /* jobs that can be outstanding, a power of two of at most 4096.  Default 64 */
    uint32_t staging_bytes;     /* host memory for bulk copies.  Default 8 MiB */
    uint32_t scatter_bytes;     /* longest scatter list entry.  Default 1 MiB */
    int32_t direct_bytes;       /* synchronous copies up to this size go through the memory window when nothing is outstanding.
                                   Default 4096; DLP_DIRECT_NEVER: none */
    uint32_t timeout_ms;        /* wall time that the firmware's start and a synchronous call may take.  Default 20000 */
    /* A chip of the caller's own behind the simulated endpoint, instead of the backend's.  0 or a negative enum dlp_error. */
    int (*create)(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);
    void *create_ctx;
    char *detail;               /* why the open failed, in words: detail_bytes characters with the final 0 */
    size_t detail_bytes;
};

/* backend: "model", "rtl", "null" (every kernel succeeds at once and does nothing), or "chip" (needs options->create).
 * profile: "edu", "edge", "full"; NULL = "full".  options may be NULL.
 * DLP_ENODEV: no such backend, profile or library; DLP_ESPEC: not the specification of this library; DLP_EFW, DLP_ETIMEOUT: the firmware
 * did not start; DLP_EELF: bad firmware file. */
int dlp_device_open(const char *backend, const char *profile, const struct dlp_options *options, struct dlp_device **out);

/* Always works: also with jobs outstanding, which are dropped, and on a lost device.  All handles of the device become invalid. */
int dlp_device_close(struct dlp_device *device);

struct dlp_info {
    const char *backend, *profile;          /* valid for ever */
    uint32_t spec_version, spec_hash, firmware_version;
    uint32_t clusters, cores_per_cluster, mxu_dim, vpu_lanes;
    uint32_t nram_bytes, wram_bytes, lmem_bytes, sram_bytes;
    uint64_t memory_bytes, memory_free;     /* device memory for buffers and modules */
    uint32_t ring_entries, outstanding;     /* jobs */
    uint64_t jobs;                          /* completed since the open */
    uint64_t cycles;                        /* device clock */
    uint64_t blocked_accesses;              /* of the device to host memory that is not mapped for it, */
    uint64_t blocked_address;               /* and the last one's address */
};
int dlp_device_info(struct dlp_device *device, struct dlp_info *out);

enum { DLP_FAULT_NAME_BYTES = 64 };

/* The last job that failed, or the failure of the firmware. */
struct dlp_fault_report {
    uint64_t count;             /* failed jobs since the open; 0: the rest is 0 as well */
    uint32_t code;              /* fault code (spec/errors.def), dlp_faultname and dlp_strfault give name and text */
    const char *name, *text;
    uint32_t core, exit_code;
    uint64_t pc, address;       /* as the core saw them */
    uint64_t pc_in_file;        /* kernel: pc as in the module's ELF file, for addr2line; else 0 */
    char kernel[DLP_FAULT_NAME_BYTES];      /* name, "" if the job was no launch */
    int firmware;               /* 1: the job scheduler's firmware failed, the device must be opened again */
};
int dlp_device_fault(struct dlp_device *device, struct dlp_fault_report *out);

/* What the last failed call on this device had to say beyond its error code ("" if nothing). */
int dlp_device_detail(struct dlp_device *device, char *out, size_t bytes);

/* ---- device memory.  A synchronous call waits for everything submitted before it.  size 0: DLP_ESIZE; outside the buffer: DLP_ERANGE. */

/* Aligned to ALLOC_ALIGN_BYTES, contents undefined.  DLP_EDEVMEM: no piece of that size is free. */
int dlp_buffer_create(struct dlp_device *device, uint64_t size, struct dlp_buffer **out);
int dlp_buffer_destroy(struct dlp_buffer *buffer);                          /* NULL is allowed */
/* Address to pass to a kernel, and size.  Either may be NULL. */
int dlp_buffer_info(struct dlp_buffer *buffer, uint64_t *address, uint64_t *size);

int dlp_buffer_write(struct dlp_buffer *buffer, uint64_t offset, const void *src, uint64_t size);
int dlp_buffer_read(struct dlp_buffer *buffer, uint64_t offset, void *dst, uint64_t size);
int dlp_buffer_fill(struct dlp_buffer *buffer, uint64_t offset, uint8_t value, uint64_t size);
/* Both of one device.  Ranges that overlap in one buffer: DLP_EOVERLAP. */
int dlp_buffer_copy(struct dlp_buffer *dst, uint64_t dst_offset, struct dlp_buffer *src, uint64_t src_offset, uint64_t size);

/* ---- queues */

/* full_wait_ms: what a submission does when the ring is full: 0 = return DLP_EFULL at once, nothing submitted; else wait that long first. */
int dlp_queue_create(struct dlp_device *device, uint32_t full_wait_ms, struct dlp_queue **out);
/* Waits for the queue's jobs, at most the device's time-out, and returns what dlp_queue_sync would.  The queue is gone in any case.
 * NULL is allowed. */
int dlp_queue_destroy(struct dlp_queue *queue);

/* Wait until all jobs of the queue are done.  DLP_ETIMEOUT: not yet (0 ms: only looks; DLP_WAIT_FOREVER).  Otherwise the error of the first
 * job of this queue that failed since the last sync: DLP_EFAULT for a kernel, DLP_ECANCEL for a cancelled job, details in dlp_device_fault. */
int dlp_queue_sync(struct dlp_queue *queue, int timeout_ms);

/* The source is copied before the call returns.  A copy that needs several jobs waits between them, whatever full_wait_ms is. */
int dlp_queue_write(struct dlp_queue *queue, struct dlp_buffer *buffer, uint64_t offset, const void *src, uint64_t size);
/* dst is written by some later call on this device, at the latest by the sync; it must exist until then. */
int dlp_queue_read(struct dlp_queue *queue, struct dlp_buffer *buffer, uint64_t offset, void *dst, uint64_t size);
int dlp_queue_fill(struct dlp_queue *queue, struct dlp_buffer *buffer, uint64_t offset, uint8_t value, uint64_t size);
int dlp_queue_copy(struct dlp_queue *queue, struct dlp_buffer *dst, uint64_t dst_offset, struct dlp_buffer *src, uint64_t src_offset,
                   uint64_t size);

struct dlp_result { uint64_t cycles, mxu_rows, instret; uint32_t exit_code; };

/* Run a kernel.  args: one 8-byte slot for each argument in the lp64 convention (integers extended by their type to 64 bits, float in the low
 * four bytes, pointers as dlp_buffer_info gives them).  cycle_limit: 0 = none; a kernel that exceeds it ends with the fault WATCHDOG.
 * result may be NULL; it is filled in by the sync at the latest and must exist until then.  DLP_EARGS: too many slots; DLP_EINVAL: fewer
 * than the kernel takes, if the module says how many.  Slots behind the last parameter are there for dlp_arg of dlp.h. */
int dlp_queue_launch(struct dlp_queue *queue, struct dlp_kernel *kernel, const uint64_t *args, size_t slots, uint32_t cycle_limit,
                     struct dlp_result *result);

/* ---- cancelling */

/* The number of the last job that was submitted to the queue, 0 = none: the one to give to dlp_job_cancel.  Jobs of a device are numbered in
 * the order of submission.  A copy or fill may be several jobs; this is its last. */
int dlp_queue_job(struct dlp_queue *queue, uint64_t *job);

/* Ask the device to end a job: a kernel that runs is stopped, a job that has not started never does, a copy or fill that runs goes on to its
 * end.  Does not wait.  The job's queue gets DLP_ECANCEL at its next sync, the fault report says ABORT and where the kernel was; a job that
 * ended before the device heard of it ends as if nothing had been asked.  Jobs behind it run.
 * DLP_EDONE: the job has already ended.  DLP_EINVAL: there has been no such job. */
int dlp_job_cancel(struct dlp_device *device, uint64_t job);

/* ---- modules */

/* Load a file made by toolchain/dlp-cc.  DLP_EELF: dlp_device_detail says what is wrong; DLP_ESPEC: built from another specification. */
int dlp_module_load(struct dlp_device *device, const void *elf, size_t bytes, struct dlp_module **out);
int dlp_module_load_file(struct dlp_device *device, const char *path, struct dlp_module **out);
int dlp_module_unload(struct dlp_module *module);                           /* its kernels go with it; NULL is allowed */
int dlp_module_kernel(struct dlp_module *module, const char *name, struct dlp_kernel **out);
/* How many argument slots a launch must give at least.  DLP_ENOSYM: the module does not say; dlp-cc records it of kernels in C and C++. */
int dlp_kernel_slots(struct dlp_kernel *kernel, size_t *slots);

/* ---- texts (spec/dlp_tables.c), valid for ever */
const char *dlp_strerror(int error);
const char *dlp_strfault(uint32_t fault);       /* "illegal instruction" */
const char *dlp_faultname(uint32_t fault);      /* "ILLEGAL" */

#ifdef __cplusplus
}
#endif
#endif
