/* SPDX-License-Identifier: Apache-2.0
 * randprog - random programs for comparing two implementations of a DLP core.
 *
 * A program is a module with the kernel "randprog"; argument 0 is a buffer of DLP_RANDPROG_SCRATCH bytes, argument 1 its size.
 * It has no races: all orders of execution that docs/isa.md allows give the same memories, and what it leaves in the buffer does not
 * depend on time, unless the bench is to disturb it.  It initialises what it reads, except for the buffer.  At the end, when that is a success, registers and the used
 * parts of LMEM, NRAM and WRAM are copied to the buffer.  The same seed and profile give the same bytes on every host. */
#ifndef DLP_SIM_RANDPROG_H
#define DLP_SIM_RANDPROG_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dlp_config.h"

/* RESULT: what lies behind is only touched by accesses that end with a bus error, and a copy out may leave anything there. */
enum { DLP_RANDPROG_SCRATCH = 65536, DLP_RANDPROG_RESULT = 57344 };

/* What the address of the fault is; BUFFER: relative to the address of the buffer, modulo 2^64. */
enum dlp_randprog_address { DLP_RANDPROG_ABSOLUTE, DLP_RANDPROG_PC, DLP_RANDPROG_BUFFER };

struct dlp_randprog {
    uint8_t *elf;                       /* the module */
    size_t elf_bytes;
    uint64_t code_base;                 /* of the code, as in the file */
    const uint32_t *code;               /* its words, for disassembly */
    size_t code_words;
    unsigned commands;                  /* command instructions in the code */
    /* how it ends: exit code 0, or this fault */
    uint32_t fault;                     /* DLP_FAULT_NONE: success */
    uint64_t fault_pc;                  /* as in the file */
    enum dlp_randprog_address address_kind;
    uint64_t fault_address;             /* DLP_RANDPROG_ABSOLUTE, _BUFFER */
    /* how the bench is to disturb it */
    uint32_t fail_at, fail_bytes;       /* part of the buffer that answers with bus errors; 0 bytes: none */
    uint32_t limit;                     /* cycle limit, 0: more than it needs */
    bool uncertain;                     /* time decides whether it ends as above or by the disturbance, and what is in the memories then */
};

/* True for the faults by which an uncertain program may end early. */
bool dlp_randprog_disturbed(const struct dlp_randprog *prog, uint32_t fault);

/* 0, or DLP_ENOMEM; *out is then unchanged. */
int dlp_randprog_make(uint64_t seed, const struct dlp_profile *profile, struct dlp_randprog *out);
void dlp_randprog_free(struct dlp_randprog *prog);
#endif
