/* SPDX-License-Identifier: Apache-2.0
 * randprog - random programs for comparing two implementations of a DLP core.
 *
 * A program is a module with the kernel "randprog"; argument 0 is a buffer of DLP_RANDPROG_SCRATCH bytes, argument 1 its size.
 * It has no races: all orders of execution that docs/isa.md allows give the same memories, and what it leaves in the buffer does not
 * depend on time.  It initialises what it reads, except for the buffer.  At the end, when that is a success, registers and the used
 * parts of LMEM, NRAM and WRAM are copied to the buffer.  The same seed and profile give the same bytes on every host. */
#ifndef DLP_SIM_RANDPROG_H
#define DLP_SIM_RANDPROG_H
#include <stddef.h>
#include <stdint.h>

#include "dlp_config.h"

enum { DLP_RANDPROG_SCRATCH = 65536 };

/* What the address of the fault is. */
enum dlp_randprog_address { DLP_RANDPROG_ABSOLUTE, DLP_RANDPROG_PC };

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
    uint64_t fault_address;             /* DLP_RANDPROG_ABSOLUTE */
};

/* 0, or DLP_ENOMEM; *out is then unchanged. */
int dlp_randprog_make(uint64_t seed, const struct dlp_profile *profile, struct dlp_randprog *out);
void dlp_randprog_free(struct dlp_randprog *prog);
#endif
