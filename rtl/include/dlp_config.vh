// SPDX-License-Identifier: Apache-2.0
// Generated from spec/ by gen.c, do not edit.
// Include inside a module that has the parameter PROFILE.
/* verilator lint_off UNUSEDPARAM */
localparam PROFILE_EDU           = 0;
localparam PROFILE_EDGE          = 1;
localparam PROFILE_FULL          = 2;

localparam CLUSTERS              = (PROFILE == 0) ? 1 : (PROFILE == 1) ? 1 : 1;
localparam CORES                 = (PROFILE == 0) ? 1 : (PROFILE == 1) ? 1 : 1;
localparam MXU_DIM               = (PROFILE == 0) ? 4 : (PROFILE == 1) ? 8 : 16;
localparam MXU_ACC_ROWS          = (PROFILE == 0) ? 32 : (PROFILE == 1) ? 128 : 256;
localparam MXU_OUT_LANES         = (PROFILE == 0) ? 1 : (PROFILE == 1) ? 2 : 16;
localparam MXU_FLOAT             = (PROFILE == 0) ? 0 : (PROFILE == 1) ? 0 : 1;
localparam VPU_LANES             = (PROFILE == 0) ? 4 : (PROFILE == 1) ? 8 : 16;
localparam VPU_FLOAT_LANES       = (PROFILE == 0) ? 1 : (PROFILE == 1) ? 1 : 16;
localparam VPU_SPECIAL_LANES     = (PROFILE == 0) ? 1 : (PROFILE == 1) ? 0 : 4;
localparam VPU_TILE              = (PROFILE == 0) ? 1 : (PROFILE == 1) ? 1 : 16;
localparam NRAM_KB               = (PROFILE == 0) ? 16 : (PROFILE == 1) ? 64 : 768;
localparam NRAM_BANKS            = (PROFILE == 0) ? 4 : (PROFILE == 1) ? 4 : 8;
localparam WRAM_KB               = (PROFILE == 0) ? 8 : (PROFILE == 1) ? 32 : 1024;
localparam WRAM_BANKS            = (PROFILE == 0) ? 2 : (PROFILE == 1) ? 2 : 4;
localparam SRAM_KB               = (PROFILE == 0) ? 0 : (PROFILE == 1) ? 0 : 0;
localparam LMEM_KB               = (PROFILE == 0) ? 8 : (PROFILE == 1) ? 16 : 32;
localparam ICACHE_LINES          = (PROFILE == 0) ? 32 : (PROFILE == 1) ? 64 : 128;
localparam QUEUE_DEPTH           = (PROFILE == 0) ? 4 : (PROFILE == 1) ? 4 : 8;
localparam GDRAM_MB              = (PROFILE == 0) ? 16 : (PROFILE == 1) ? 64 : 256;

// derived: a row is what one bank of a scratchpad reads or writes in a cycle
localparam ROW_BYTES             = 4 * VPU_LANES;
localparam NRAM_BYTES            = 1024 * NRAM_KB;
localparam WRAM_BYTES            = 1024 * WRAM_KB;
localparam SRAM_BYTES            = 1024 * SRAM_KB;
localparam LMEM_BYTES            = 1024 * LMEM_KB;
/* verilator lint_on UNUSEDPARAM */
