/* SPDX-License-Identifier: Apache-2.0
 * source_line - function, file and line of an address of a kernel or of the firmware, by llvm-addr2line in a child process. */
#ifndef DLP_SIM_SOURCE_LINE_H
#define DLP_SIM_SOURCE_LINE_H
#include <stddef.h>
#include <stdint.h>

/* elf may be NULL: no file is known.  start_pc: where the core started, which is the file's entry point plus the distance the loader moved
 * the image.  out: "gemm at examples/gemm/gemm.c:31", or "no line information" and why, always terminated. */
void dlp_source_line(const char *elf, uint64_t start_pc, uint64_t pc, char *out, size_t n);

/* The same for an address as in the file.  0, or -1: no line information. */
int dlp_source_line_in_file(const char *elf, uint64_t address, char *out, size_t n);
#endif
