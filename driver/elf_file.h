/* SPDX-License-Identifier: Apache-2.0
 * elf_file - reads static ELF64 files for RISC-V, checks all of it before anything is used, and moves the image by its kept relocations.
 * No function trusts a number of the file; every error comes with a sentence. */
#ifndef DLP_ELF_FILE_H
#define DLP_ELF_FILE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that was checked.  Points into the caller's bytes. */
struct dlp_elf {
    const uint8_t *bytes;
    size_t size;
    uint64_t base, span, align;     /* image: lowest address rounded down to align, bytes, largest segment alignment */
    uint64_t entry;
    uint64_t window, window_bytes;  /* addresses that move with the image */
    char *why;                      /* sentence of the last error */
    size_t why_bytes;
};

/* The segments and the entry must lie in [window, window + window_bytes).  0 or DLP_EELF. */
int dlp_elf_open(struct dlp_elf *elf, const void *bytes, size_t size, uint64_t window, uint64_t window_bytes, char *why, size_t why_bytes);

/* Fill image (elf->span bytes) with the segments, zeros between them, moved by delta (modulo 2^64).  0 or DLP_EELF. */
int dlp_elf_image(const struct dlp_elf *elf, uint64_t delta, uint8_t *image);

/* Value of a defined symbol as in the file.  0 or DLP_ENOSYM. */
int dlp_elf_symbol(const struct dlp_elf *elf, const char *name, uint64_t *value);

/* Functions of a file, as in the file; a copy that outlives it.  The symbols __dlp_slots.NAME are there, too, as NAME with slots set: the
 * value is how many argument slots that function takes. */
struct dlp_elf_function { const char *name; uint64_t value; bool slots; };
struct dlp_elf_symbols { struct dlp_elf_function *functions; size_t count; char *names; };
/* 0 or DLP_ENOMEM. */
int dlp_elf_functions(const struct dlp_elf *elf, struct dlp_elf_symbols *out);
#endif
