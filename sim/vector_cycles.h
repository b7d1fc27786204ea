/* SPDX-License-Identifier: Apache-2.0
 * vector_cycles - what the kernel and the program that starts it agree on. */
#ifndef VECTOR_CYCLES_H
#define VECTOR_CYCLES_H

/* rows of source 0: the cycles of a row are the difference of the last two runs, so starting and ending a command cancel; the first run
 * only fills the instruction cache */
enum { VECTOR_CYCLES_LENGTHS = 3, WIDEST = 4 /* destination bytes for each byte of source: int8 to float */ };
#define VECTOR_CYCLES_ROWS { 16, 16, 48 }

#endif
