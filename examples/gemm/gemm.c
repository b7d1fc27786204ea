/* SPDX-License-Identifier: Apache-2.0
 * gemm - int8 matrix product with all operands in GDRAM, written so that loading, computing and storing overlap.
 *
 *     c[m][n] = sat8(rne(float(sum over k of a[m][k] * b[n][k] + bias[n]) * scale[n]))      a: [M][K]  b: [N][K]  c: [M][N]
 *
 * `params` holds bias[N] (int32) and then scale[N] (binary32).  A, C must fit into NRAM and B with params into WRAM; otherwise the kernel ends
 * with exit code 1 and touches nothing.
 *
 * Order of work: the array starts as soon as the first rows of A and the first columns of B are there.  The rest is loaded while it runs;
 * then each tile of C is stored while the next one is computed.  The last tiles are small, because nothing overlaps the last store. */
#include "dlp.h"

enum {
    HEAD_N = 32,        /* columns of B that are loaded before the first product starts */
    TILE_M = 64,        /* rows of a tile; the last TILE_M rows are done as two halves */
    NRAM_BYTES = DLP_NRAM_KB * 1024,
    WRAM_BYTES = DLP_WRAM_KB * 1024
};

static DLP_NRAM int8_t nram[NRAM_BYTES];
static DLP_WRAM int8_t wram[WRAM_BYTES];

static inline uint64_t min(uint64_t x, uint64_t y) { return x < y ? x : y; }

static inline uint64_t tile_rows(uint64_t left)
{
    return left > TILE_M ? TILE_M : left > TILE_M / 2 ? TILE_M / 2 : left;
}

/* rows x n columns of the product; the first column is w's */
static inline void product(uint64_t rows, uint64_t n, uint64_t bias, uint64_t scale)
{
    dlp_cfg(DLP_CFG_MAT_WO, rows);
    dlp_cfg(DLP_CFG_MAT_CO, n);
    dlp_cfg2(DLP_CFG_MAT_BIAS, bias, scale);
}

DLP_KERNEL void gemm(const int8_t *a, const int8_t *b, int8_t *c, const void *params, uint64_t m, uint64_t n, uint64_t k)
{
    int8_t *na = nram, *nc = nram + ((m * k + 63) & ~63ull);
    int8_t *wb = wram;
    const uint64_t wp = (uint64_t)wram + ((n * k + 63) & ~63ull);
    const uint64_t head = min(n, HEAD_N), first = tile_rows(m);

    if (m == 0 || n == 0 || k == 0 || (uint64_t)(nc - nram) + m * n > NRAM_BYTES || (wp - (uint64_t)wram) + 8 * n > WRAM_BYTES)
        dlp_exit(1);

    dlp_io_copy(DLP_AFTER_NONE, na, a, first * k);
    dlp_io_copy(DLP_AFTER_NONE, wb, b, head * k);
    dlp_io_copy(DLP_AFTER_NONE, wp, params, 8 * n);
    dlp_cfg(DLP_CFG_MAT_CI, k);
    dlp_cfg2(DLP_CFG_MAT_IN_STRIDE, k, n);
    dlp_cfg2(DLP_CFG_MAT_W_STRIDE, k, DLP_TYPE_I8 | 1 << DLP_MAT_OUT_BIAS_LSB | DLP_MAT_OUT_REQUANT_FLOAT << DLP_MAT_OUT_REQUANT_LSB);
    product(first, head, wp, wp + 4 * n);
    dlp_matmul(DLP_AFTER_IO, nc, na, wb);
    if (n > head) {
        dlp_io_copy(DLP_AFTER_NONE, wb + head * k, b + head * k, (n - head) * k);
        product(first, n - head, wp + 4 * head, wp + 4 * (n + head));
        dlp_matmul(DLP_AFTER_IO, nc + head, na, wb + head * k);
    }
    if (m > first)
        dlp_io_copy(DLP_AFTER_NONE, na + first * k, a + first * k, (m - first) * k);
    dlp_sync(DLP_AFTER_IO);                 /* the array has work; from here on everything is on chip */

    for (uint64_t row = first, done = 0; done < m; ) {
        /* issued before the next product, so it waits for the tile that it stores and no later one */
        dlp_io_copy(DLP_AFTER_MAT, c + done * n, nc + done * n, (row - done) * n);
        done = row;
        if (row < m) {
            uint64_t rows = tile_rows(m - row);
            product(rows, n, wp, wp + 4 * n);
            dlp_matmul(DLP_AFTER_NONE, nc + row * n, na + row * k, wb);
            row += rows;
        }
    }
}
