/* SPDX-License-Identifier: Apache-2.0
 * gemm_half - product of matrices of halves with all operands in GDRAM; sums are binary32.  For profiles with MXU_FLOAT = 1.
 *
 *     c[m][n] = half((sum over k of a[m][k] * b[n][k] + bias[n]) * scale[n])      a: [M][K]  b: [N][K]  c: [M][N]
 *
 * `params` holds bias[N] and then scale[N], both binary32.  The sum is one of groups of MXU_DIM products (docs/isa.md, 8).  A, C must fit into NRAM and
 * B with params into WRAM; otherwise the kernel ends with exit code 1 and touches nothing.  gemm.c shows how to overlap the copies with the product. */
#include "dlp.h"

enum { NRAM_BYTES = DLP_NRAM_KB * 1024, WRAM_BYTES = DLP_WRAM_KB * 1024, HALF = 2 };

static DLP_NRAM uint8_t nram[NRAM_BYTES];
static DLP_WRAM uint8_t wram[WRAM_BYTES];

DLP_KERNEL void gemm_half(const uint16_t *a, const uint16_t *b, uint16_t *c, const float *params, uint64_t m, uint64_t n, uint64_t k)
{
    uint8_t *nc = nram + HALF * m * k, *wp = wram + HALF * n * k;

    if (m == 0 || n == 0 || k == 0 || HALF * (m * k + m * n) > NRAM_BYTES || HALF * n * k + 8 * n > WRAM_BYTES)
        dlp_exit(1);
    dlp_io_copy(DLP_AFTER_NONE, nram, a, HALF * m * k);
    dlp_io_copy(DLP_AFTER_NONE, wram, b, HALF * n * k);
    dlp_io_copy(DLP_AFTER_NONE, wp, params, 8 * n);
    dlp_cfg(DLP_CFG_MAT_WO, m);
    dlp_cfg2(DLP_CFG_MAT_CI, k, n);
    dlp_cfg2(DLP_CFG_MAT_IN_STRIDE, HALF * k, HALF * n);
    dlp_cfg2(DLP_CFG_MAT_W_STRIDE, HALF * k, DLP_MAT_OUT(DLP_TYPE_F16, 0, 1, DLP_MAT_OUT_REQUANT_FLOAT, 0));
    dlp_cfg2(DLP_CFG_MAT_BIAS, wp, wp + 4 * n);
    dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE(F16, F16));
    dlp_matmul(DLP_AFTER_IO, nc, nram, wram);
    dlp_io_copy(DLP_AFTER_MAT, c, nc, HALF * m * n);
}
