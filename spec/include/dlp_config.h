/* SPDX-License-Identifier: Apache-2.0
 * Generated from spec/ by gen.c, do not edit.
 * C only: the sizes of a profile at run time.  The tables are in dlp_profiles.c. */
#ifndef DLP_CONFIG_H
#define DLP_CONFIG_H

#include <stddef.h>
#include <stdint.h>

struct dlp_profile {
    const char *name;           /* edu, edge, full */
    uint32_t number;
    uint32_t clusters;         /* clusters */
    uint32_t cores;            /* DLP cores per cluster */
    uint32_t mxu_dim;          /* rows and columns of the systolic array */
    uint32_t mxu_acc_rows;     /* rows of one accumulator half: output rows computed per weight tile */
    uint32_t mxu_out_lanes;    /* channels that the output stage finishes per cycle, divides MXU_DIM */
    uint32_t mxu_float;        /* 1: the matrix unit also takes half and bfloat16, and gives them */
    uint32_t vpu_lanes;        /* 32-bit lanes of the vector unit; a row is 4 bytes per lane */
    uint32_t vpu_float_lanes;  /* lanes that have float units, divides VPU_LANES; they also do conversions, window sums, searches, shifts and 32-bit products */
    uint32_t vpu_special_lanes; /* lanes with special functions (vfn 24 and 64 to 85), divides VPU_LANES; 0: none, and the functions are refused */
    uint32_t vpu_tile;         /* edge of the tile in which vtrans turns elements, divides VPU_LANES; 1: none, element by element */
    uint32_t nram_kb;          /* neuron scratchpad */
    uint32_t nram_banks;       /* banks of NRAM, interleaved by row */
    uint32_t wram_kb;          /* weight scratchpad */
    uint32_t wram_banks;       /* banks of WRAM, interleaved by row */
    uint32_t sram_kb;          /* cluster scratchpad */
    uint32_t lmem_kb;          /* local memory of a scalar core */
    uint32_t icache_lines;     /* direct-mapped instruction cache, lines of CACHE_LINE_BYTES */
    uint32_t queue_depth;      /* commands that wait in one stream queue */
    uint32_t gdram_mb;         /* device memory */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct dlp_profile dlp_profiles[];
extern const size_t dlp_profile_count;

/* NULL if there is none.  Names are compared without regard to case. */
const struct dlp_profile *dlp_profile_by_name(const char *name);
const struct dlp_profile *dlp_profile_by_number(uint32_t number);

#ifdef __cplusplus
}
#endif
#endif
