/* SPDX-License-Identifier: Apache-2.0
 * timing - costs in cycles, measured on the RTL with its default memory latency.  Nothing but counters, limits and the order of ends depends
 * on them. */
#ifndef DLP_TIMING_H
#define DLP_TIMING_H
#include <stdint.h>

/* scalar core; every instruction has 1 cycle, these come on top */
enum {
    DLP_T_BRANCH      = 1,      /* taken branch, jalr, mret: one bubble; jal and count-jump have none */
    DLP_T_LMEM_LOAD   = 0,
    DLP_T_SPM_STORE   = 3,      /* NRAM and WRAM, besides the wait for the streams */
    DLP_T_SPM_LOAD    = 4,
    DLP_T_GDRAM_LOAD  = 29,
    DLP_T_GDRAM_STORE = 18,
    DLP_T_MMIO        = 0,
    DLP_T_MULW        = 3,
    DLP_T_MUL         = 5,
    DLP_T_MULH        = 6,
    DLP_T_DIV         = 4,      /* and a cycle for each bit of the dividend rounded up to 16, and for each 16 leading zeros */
    DLP_T_DIV_ZERO    = 2,
    DLP_T_ICACHE_MISS = 30,
    DLP_T_PREFETCH    = 24,     /* from the entry into a line until the next can be entered */
    DLP_T_TRAP        = 1,
    DLP_T_START       = 2,      /* from START to the first fetch */
    DLP_T_END         = 2       /* from the last cycle of a kernel to its end event */
};

/* streams: from issue to the first cycle, and what a command costs besides its work */
enum {
    DLP_T_ISSUE       = 1,
    DLP_T_VPU         = 11,
    DLP_T_VPU_CONVERT = 16,     /* besides T_VPU: conversions between sizes */
    DLP_T_VPU_SPECIAL = 15,     /* besides T_VPU: special functions */
    DLP_T_VPU_POOL    = 36,
    DLP_T_VPU_GROUP   = 3,      /* vsum128: each group, besides its elements and final additions */
    DLP_T_VPU_TRANS   = 15,
    DLP_T_VPU_TILE    = 11,     /* besides T_VPU_TRANS: through the tile */
    DLP_T_VPU_GATHER  = 15,
    DLP_T_VPU_SCATTER = 11,
    DLP_T_MXU         = 56,     /* check, first weights, way through the array and the output */
    DLP_T_MXU_PITCH   = 16,     /* from the last row of a command to the first of the next, when they need not be ordered */
    DLP_T_DMA_IN      = 33,     /* IO from GDRAM; then a row per cycle */
    DLP_T_DMA_OUT     = 20,
    DLP_T_DMA_BOTH    = 52,     /* IO from GDRAM to GDRAM, besides the rows that come before the first write address, */
    DLP_T_DMA_AHEAD   = 20,     /* at most so many */
    DLP_T_DMA_MOVE    = 5,
    DLP_T_DMA_PLANES  = 2,      /* check of a 3-D command */
    DLP_T_DMA_PITCH   = 4,      /* IO: between commands */
    DLP_T_FAULT       = 4       /* a command that fails its check */
};

/* host DMA: latency of a descriptor; then one bus row per cycle */
enum { DLP_T_HDMA = 60 };

/* harts run in turns of at most so many cycles; shorter: closer to the RTL's order, slower */
enum { DLP_T_SLICE = 4096 };

/* Steps for n things of which so many are taken at a time. */
static inline uint64_t dlp_steps(uint64_t n, uint64_t at_a_time)
{
    return (n + at_a_time - 1) / at_a_time;
}
#endif
