/* SPDX-License-Identifier: Apache-2.0
 * jobs.h - the jobs that a host can send, and what comes back. */
#ifndef DLP_FW_JOBS_H
#define DLP_FW_JOBS_H
#include <stdbool.h>
#include <stdint.h>

struct job {
    uint32_t op, seq;
    uint64_t a, b, c, d;
    uint64_t host, at;          /* its slot in the ring, and the GDRAM offset that it was fetched to */
};

/* The fields of a completion, spec/mem.def CPL_*. */
struct completion { uint32_t status, core, exit; uint64_t pc, addr, cycles, rows, instret; };

/* Run a job to its end and fill in *done (all zero on entry).  A job that cannot be run ends with a fault code in done->status. */
void job_run(const struct job *job, struct completion *done);

/* The event CANCEL is pending: clear it and look at the job in the ring again.  True: the host no longer wants it.  main.c */
bool job_cancelled(const struct job *job);
#endif
