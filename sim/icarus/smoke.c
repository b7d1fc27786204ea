/* SPDX-License-Identifier: Apache-2.0
 * smoke - a kernel that uses every unit once: out[0..15] <- 2 * (a x b) as int32, with a [4][16] and b [4][16] int8, one behind the other in `in`. */
#include "dlp.h"

enum { M = 4, N = 4, K = 16 };

static DLP_NRAM int8_t a[(M + N) * K];
static DLP_NRAM int32_t product[M * N], sum[M * N];
static DLP_WRAM int8_t b[N * K];

DLP_KERNEL void smoke(int32_t *out, const int8_t *in)
{
    dlp_io_copy(DLP_AFTER_NONE, a, in, sizeof a);
    dlp_mv_copy(DLP_AFTER_IO, b, a + M * K, sizeof b);
    dlp_cfg(DLP_CFG_MAT_WO, M);
    dlp_cfg(DLP_CFG_MAT_CO, N);
    dlp_cfg(DLP_CFG_MAT_CI, K);
    dlp_cfg2(DLP_CFG_MAT_IN_STRIDE, K, N * sizeof *product);
    dlp_cfg2(DLP_CFG_MAT_W_STRIDE, K, DLP_MAT_OUT(DLP_TYPE_I32, 0, 0, DLP_MAT_OUT_REQUANT_NONE, 0));
    dlp_matmul(DLP_AFTER_MOVE, product, a, b);
    dlp_vset(M * N, DLP_TYPE_I32);
    dlp_vadd_vv(DLP_AFTER_MAT, sum, product, product);
    dlp_io_copy(DLP_AFTER_VEC, out, sum, sizeof sum);
}
