/* SPDX-License-Identifier: Apache-2.0
 * env - what the test files of the host library share.  Each file has one function run_*: it runs its group and returns the failures. */
#ifndef DLP_TEST_ENV_H
#define DLP_TEST_ENV_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dlp.h"
#include "dlp_chip.h"
#include "dlp_config.h"
#include "dlp_spec.h"

struct env {
    const char *backend, *profile, *kernels;    /* kernels: file made from kernels/kernels.c */
    bool cores;                                 /* kernels really run */
    unsigned scale;                             /* divides the sizes of long tests: the verilated chip is slow */
};
extern struct env env;

int run_pcie(void);
int run_heap(void);
int run_elf(void);
int run_device(void);
int run_copy(void);
int run_launch(void);
int run_faults(void);
int run_cancel(void);
int run_counters(void);

/* A device of the backend under test; options may be NULL.  Fails the test when it does not open. */
struct dlp_device *open_device(const struct dlp_options *options);

/* A device with the kernels loaded, a queue, and a buffer of 4096 bytes for results. */
struct loaded { struct dlp_device *dev; struct dlp_buffer *out; uint64_t address; struct dlp_queue *q; struct dlp_module *m; };
void open_loaded(struct loaded *b, const struct dlp_options *options);
void close_loaded(struct loaded *b);

/* Reproducible random numbers: xorshift64 with a fixed seed. */
uint64_t random64(uint64_t *state);

/* ---- wrap.c: a chip in front of the backend's own that can be told to misbehave */
enum { WRAP_OVERRIDES = 4 };
struct wrap {
    struct { bool on; uint32_t offset, value; } override[WRAP_OVERRIDES];  /* registers that read as something else */
    bool clock;                 /* an overridden TIME_LO counts its reads */
    bool dead;                  /* nothing is answered, no time passes */
    bool stopped;               /* registers answer, no time passes, and job doorbells are not passed on */
    bool deaf;                  /* job doorbells are kept back until this is false, time passes */
    uint32_t kept_tail;         /* the last doorbell that was kept back */
    bool kept;
    struct dlp_chip *inner;
};
/* options->create = wrap_create, options->create_ctx = a struct wrap that lives as long as the device. */
int wrap_create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);
/* Accesses of the chip, model or RTL, to GDRAM in [at, at + size) end with a bus error from now on.  size 0: none. */
void wrap_fail_gdram(struct wrap *wrap, uint64_t at, uint64_t size);
/* Pass on the doorbell that was kept back. */
void wrap_release(struct wrap *wrap);

/* ---- elf_make.c: small ELF files from bytes */
struct elf_bytes { uint8_t *at; size_t size; };
/* A module with the given code at DLP_MEM_CODE_BASE + 1 MiB: entry at its first word, functions "first" (offset 0) and "second" (offset 4),
 * the symbol __dlp_spec_hash, and one relocation of each moving kind in words that are added behind the code.  Freed by the caller. */
struct elf_bytes elf_make(const uint32_t *code, size_t words);
/* The same as a firmware: at FW_BASE. */
struct elf_bytes elf_make_firmware(const uint32_t *code, size_t words);
/* Places in the file made by elf_make. */
enum { ELF_EHDR = 0, ELF_PHDR = 64, ELF_CODE = 256, ELF_SECTIONS = 6 };
enum { ELF_SEC_NULL, ELF_SEC_TEXT, ELF_SEC_RELA, ELF_SEC_SYMTAB, ELF_SEC_STRTAB, ELF_SEC_NRAM };
#endif
