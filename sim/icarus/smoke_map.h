/* SPDX-License-Identifier: Apache-2.0
 * smoke_map.h - where things lie in host memory and GDRAM; icarus.mk makes `define lines for dlp_icarus_tb.v of it. */
#define SMOKE_HOST_BYTES  0x4000
#define SMOKE_JOBS        0x1000
#define SMOKE_CPLS        0x2000
#define SMOKE_LAUNCH      0x3000
#define SMOKE_RING        4
#define SMOKE_GDRAM_BYTES 0x120000
#define SMOKE_IN          0x110000
#define SMOKE_OUT         0x111000
#define SMOKE_OUT_BYTES   96
