/* SPDX-License-Identifier: Apache-2.0
 * timing - costs in cycles.  They approximate the RTL; nothing but counters, limits and the order of ends depends on them. */
#ifndef DLP_TIMING_H
#define DLP_TIMING_H

/* scalar core; every instruction has 1 cycle, these come on top */
enum {
    DLP_T_BRANCH      = 1,      /* taken branch, jalr, mret: one bubble; jal and count-jump have none */
    DLP_T_LMEM_LOAD   = 1,
    DLP_T_SPM_STORE   = 1,      /* NRAM and WRAM, besides the wait for the streams */
    DLP_T_SPM_LOAD    = 2,
    DLP_T_GDRAM       = 30,     /* load or store */
    DLP_T_MMIO        = 1,
    DLP_T_MUL         = 3,
    DLP_T_DIV         = 34,
    DLP_T_ICACHE_MISS = 30,
    DLP_T_TRAP        = 1,
    DLP_T_START       = 2,      /* from START to the first fetch */
    DLP_T_END         = 2       /* from the last cycle of a kernel to its end event */
};

/* streams: from issue to the first cycle, and what a command costs besides its work */
enum {
    DLP_T_ISSUE       = 3,
    DLP_T_VPU         = 10,
    DLP_T_MXU         = 60,
    DLP_T_MXU_TILE    = 4,      /* from one weight tile to the next, when its weights are loaded in time */
    DLP_T_DMA_IO      = 30,
    DLP_T_DMA_MOVE    = 8,
    DLP_T_DMA_SEGMENT = 2,      /* each further segment of a 2-D copy */
    DLP_T_FAULT       = 4       /* a command that fails its check */
};

/* host DMA: latency of a descriptor; then one bus row per cycle */
enum { DLP_T_HDMA = 60, DLP_T_HDMA_FAULT = 4 };

/* harts run in turns of at most so many cycles; shorter: closer to the RTL's order, slower */
enum { DLP_T_SLICE = 4096 };
#endif
