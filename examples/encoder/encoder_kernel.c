/* SPDX-License-Identifier: Apache-2.0
 * encoder - one layer of a transformer encoder (BERT's form: normalisation after each residual sum) in half precision with float accumulation.
 *
 *     q, k, v = x wq + bq, x wk + bk, x wv + bv
 *     c       = softmax(q k^T / sqrt(d)) v                 for each head of d features
 *     y       = norm(x + c wo + bo)
 *     out     = norm(y + gelu(y w1 + b1) w2 + b2)
 *
 * Scores are kept as [key][query]: what softmax needs for a query, its maximum and its sum over the keys, is then a pooling over the rows, and
 * what it does with them is an operation with a cycled operand. */
#include "dlp.h"
#include "encoder.h"

enum {
    HALF = 2, FLOAT = 4,
    POOL_BYTES = 640 * 1024,
    W_TILE = ENCODER_TILE * ENCODER_INNER_MAX * HALF
};
static DLP_NRAM uint8_t pool[POOL_BYTES];
static DLP_WRAM uint8_t w_tile[2][W_TILE];
static DLP_WRAM float w_bias[2][ENCODER_TILE];

typedef uint64_t nram;          /* an address */

/* rows segments of bytes each; the strides are bytes.  results: behind what the units have been told to compute */
static void copy_rows(int results, uint64_t dst, uint64_t dst_stride, uint64_t src, uint64_t src_stride, uint64_t bytes, uint64_t rows)
{
    dlp_cfg2(DLP_CFG_IO_DST_STRIDE, dst_stride, src_stride);
    dlp_cfg(DLP_CFG_IO_ROWS, rows);
    if (results)
        dlp_io_copy2d(DLP_AFTER_MAT | DLP_AFTER_VEC, dst, src, bytes);
    else
        dlp_io_copy2d(DLP_AFTER_NONE, dst, src, bytes);
}

static void product(uint64_t m, uint64_t n, uint64_t k, uint64_t out_stride, uint32_t out)
{
    dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE(F16, F16));
    dlp_cfg(DLP_CFG_MAT_WO, m);
    dlp_cfg(DLP_CFG_MAT_CO, n);
    dlp_cfg(DLP_CFG_MAT_CI, k);
    dlp_cfg2(DLP_CFG_MAT_IN_STRIDE, k * HALF, out_stride);
    dlp_cfg2(DLP_CFG_MAT_W_STRIDE, k * HALF, out);
}

/* weights and bias of up to ENCODER_TILE output features from f on; returns how many */
static uint64_t load_tile(uint64_t side, uint64_t w, uint64_t bias, uint64_t f, uint64_t n, uint64_t k)
{
    uint64_t tile = n - f < ENCODER_TILE ? n - f : ENCODER_TILE;

    dlp_io_copy(DLP_AFTER_NONE, w_tile[side], w + f * k * HALF, tile * k * HALF);
    dlp_io_copy(DLP_AFTER_NONE, w_bias[side], bias + f * FLOAT, tile * FLOAT);
    return tile;
}

/* dst [tokens][n] = src [tokens][k] w^T + bias, through gelu if wanted.  A block of tokens stays in NRAM; while the array works on a tile of
 * output features the weights of the next one are loaded.  That half of WRAM is free: the copy before it stores the product that used it. */
static void linear(uint64_t dst, uint64_t src, uint64_t w, uint64_t bias, uint64_t tokens, uint64_t n, uint64_t k, int gelu)
{
    nram in = (nram)pool, out[2];

    out[0] = in + ENCODER_BLOCK * k * HALF;
    out[1] = out[0] + ENCODER_BLOCK * ENCODER_TILE * HALF;
    for (uint64_t t = 0; t < tokens; t += ENCODER_BLOCK) {
        uint64_t m = tokens - t < ENCODER_BLOCK ? tokens - t : ENCODER_BLOCK;
        dlp_sync(DLP_AFTER_ALL);
        dlp_io_copy(DLP_AFTER_NONE, in, src + t * k * HALF, m * k * HALF);
        uint64_t tile = load_tile(0, w, bias, 0, n, k);
        for (uint64_t f = 0, side = 0; f < n; side ^= 1) {
            product(m, tile, k, tile * HALF, DLP_MAT_OUT(DLP_TYPE_F16, 0, 1, DLP_MAT_OUT_REQUANT_NONE, 0));
            dlp_cfg(DLP_CFG_MAT_BIAS, w_bias[side]);
            dlp_matmul(DLP_AFTER_IO, out[side], in, w_tile[side]);
            if (gelu) {
                dlp_vset(m * tile, DLP_VFN(F16, GELU));
                dlp_vfn(DLP_AFTER_MAT, out[side], out[side]);
            }
            uint64_t done = f, columns = tile;
            f += tile;
            if (f < n)
                tile = load_tile(side ^ 1, w, bias, f, n, k);
            copy_rows(1, dst + (t * n + done) * HALF, n * HALF, out[side], columns * HALF, columns * HALF, m);
        }
    }
}

/* c[:, head] = softmax(q k^T scale) v */
static void attend(const struct encoder_args *a, uint64_t head)
{
    uint64_t s = a->tokens, d = a->width / a->heads, row = a->width * HALF, at = head * d * HALF;
    nram q = (nram)pool, k = q + s * d * HALF, v = k + s * d * HALF, vt = v + s * d * HALF, c = vt + s * d * HALF;
    nram scores = c + s * d * HALF, p = scores + s * s * FLOAT, pt = p + s * s * HALF, most = pt + s * s * HALF, sum = most + s * FLOAT;

    dlp_sync(DLP_AFTER_ALL);
    copy_rows(0, (uint64_t)w_tile[0], d * HALF, a->q + at, row, d * HALF, s);
    copy_rows(0, k, d * HALF, a->k + at, row, d * HALF, s);
    copy_rows(0, v, d * HALF, a->v + at, row, d * HALF, s);

    /* scores [key][query] */
    product(s, s, d, s * FLOAT, DLP_MAT_OUT(DLP_TYPE_F32, 0, 0, DLP_MAT_OUT_REQUANT_NONE, 0));
    dlp_matmul(DLP_AFTER_IO, scores, k, w_tile[0]);
    /* meanwhile v^T [feature][key], the weights of the second product */
    dlp_cfg(DLP_CFG_VEC_H, s);
    dlp_cfg(DLP_CFG_VEC_W, d);
    dlp_vset(0, DLP_VTRANS(F16, TRANSPOSE));
    dlp_vtrans(DLP_AFTER_IO, vt, v);
    dlp_mv_copy(DLP_AFTER_VEC, w_tile[1], vt, s * d * HALF);

    /* a window of all keys and one query each */
    dlp_cfg(DLP_CFG_VEC_C, s);
    dlp_cfg(DLP_CFG_VEC_W, 1);
    dlp_cfg(DLP_CFG_VEC_KH, s);
    dlp_cfg(DLP_CFG_VEC_KW, 1);
    dlp_cfg(DLP_CFG_VEC_SH, 1);
    dlp_cfg(DLP_CFG_VEC_SW, 1);
    dlp_cfg(DLP_CFG_VEC_SEG, s);
    dlp_vset(s * s, DLP_TYPE_F32);
    dlp_vmaxpool(DLP_AFTER_MAT, most, scores);
    dlp_vsub_vc(DLP_AFTER_NONE, scores, scores, most);
    dlp_vmul_vs(DLP_AFTER_NONE, scores, scores, a->scale);
    dlp_vset(s * s, DLP_VFN(F32, EXP));
    dlp_vfn(DLP_AFTER_NONE, scores, scores);
    dlp_vset(s * s, DLP_TYPE_F32);
    dlp_vsumpool(DLP_AFTER_NONE, sum, scores);
    dlp_vset(s, DLP_VFN(F32, RECIP));
    dlp_vfn(DLP_AFTER_NONE, sum, sum);
    dlp_vset(s * s, DLP_TYPE_F32);
    dlp_vmul_vc(DLP_AFTER_NONE, scores, scores, sum);
    dlp_vset(s * s, DLP_VCVT(F32, F16, RN));
    dlp_vcvt(DLP_AFTER_NONE, p, scores);
    dlp_cfg(DLP_CFG_VEC_W, s);
    dlp_vset(0, DLP_VTRANS(F16, TRANSPOSE));
    dlp_vtrans(DLP_AFTER_NONE, pt, p);

    product(s, d, s, d * HALF, DLP_MAT_OUT(DLP_TYPE_F16, 0, 0, DLP_MAT_OUT_REQUANT_NONE, 0));
    dlp_matmul(DLP_AFTER_VEC | DLP_AFTER_MOVE, c, pt, w_tile[1]);
    copy_rows(1, a->c + at, row, c, d * HALF, d * HALF, s);
}

/* dst = norm(x + y) gamma + beta, each token on its own, in float */
static void add_norm(const struct encoder_args *a, uint64_t dst, uint64_t x, uint64_t y, uint64_t gamma, uint64_t beta)
{
    uint64_t n = a->width, block = ENCODER_BLOCK * n;
    nram h = (nram)pool, f = h + block * HALF, g = f + block * FLOAT, gb = g + block * FLOAT, mean = gb + 2 * n * FLOAT;
    nram square = mean + ENCODER_BLOCK * FLOAT, dev = square + n * FLOAT;

    dlp_io_copy(DLP_AFTER_ALL, gb, gamma, n * FLOAT);
    dlp_io_copy(DLP_AFTER_NONE, gb + n * FLOAT, beta, n * FLOAT);
    for (uint64_t t = 0; t < a->tokens; t += ENCODER_BLOCK) {
        uint64_t m = a->tokens - t < ENCODER_BLOCK ? a->tokens - t : ENCODER_BLOCK;
        dlp_io_copy(DLP_AFTER_ALL, h, x + t * n * HALF, m * n * HALF);
        dlp_vset(m * n, DLP_VCVT(F16, F32, RN));
        dlp_vcvt(DLP_AFTER_IO, f, h);
        dlp_io_copy(DLP_AFTER_VEC, h, y + t * n * HALF, m * n * HALF);
        dlp_vcvt(DLP_AFTER_IO, g, h);
        dlp_vset(m * n, DLP_TYPE_F32);
        dlp_vadd_vv(DLP_AFTER_NONE, f, f, g);

        /* a scalar of a token is a cycled operand of one element */
        dlp_cfg(DLP_CFG_VEC_SEG, 1);
        dlp_vset(n, DLP_TYPE_F32);
        for (uint64_t i = 0; i < m; i++)
            dlp_vsum(DLP_AFTER_NONE, mean + i * FLOAT, f + i * n * FLOAT);
        dlp_vset(m, DLP_TYPE_F32);
        dlp_vmul_vs(DLP_AFTER_NONE, mean, mean, a->inverse_width);
        dlp_vset(n, DLP_TYPE_F32);
        for (uint64_t i = 0; i < m; i++) {
            dlp_vsub_vc(DLP_AFTER_NONE, f + i * n * FLOAT, f + i * n * FLOAT, mean + i * FLOAT);
            dlp_vmul_vv(DLP_AFTER_NONE, square, f + i * n * FLOAT, f + i * n * FLOAT);
            dlp_vsum(DLP_AFTER_NONE, dev + i * FLOAT, square);
        }
        dlp_vset(m, DLP_TYPE_F32);
        dlp_vmul_vs(DLP_AFTER_NONE, dev, dev, a->inverse_width);
        dlp_vadd_vs(DLP_AFTER_NONE, dev, dev, a->epsilon);
        dlp_vset(m, DLP_VFN(F32, RSQRT));
        dlp_vfn(DLP_AFTER_NONE, dev, dev);
        dlp_vset(n, DLP_TYPE_F32);
        for (uint64_t i = 0; i < m; i++)
            dlp_vmul_vc(DLP_AFTER_NONE, f + i * n * FLOAT, f + i * n * FLOAT, dev + i * FLOAT);
        dlp_cfg(DLP_CFG_VEC_SEG, n);
        dlp_vset(m * n, DLP_TYPE_F32);
        dlp_vmul_vc(DLP_AFTER_NONE, f, f, gb);
        dlp_vadd_vc(DLP_AFTER_NONE, f, f, gb + n * FLOAT);
        dlp_vset(m * n, DLP_VCVT(F32, F16, RN));
        dlp_vcvt(DLP_AFTER_NONE, h, f);
        dlp_io_copy(DLP_AFTER_VEC, dst + t * n * HALF, h, m * n * HALF);
    }
}

/* Exit code 1: sizes that do not fit, nothing is touched. */
DLP_KERNEL void encoder(const struct encoder_args *a)
{
    uint64_t n = a->width, tokens = a->tokens;

    if (tokens == 0 || tokens > ENCODER_TOKENS_MAX || n == 0 || n > ENCODER_WIDTH_MAX || a->inner == 0 || a->inner > ENCODER_INNER_MAX
        || a->heads == 0 || n % a->heads != 0)
        dlp_exit(1);
    linear(a->q, a->x, a->wq, a->bq, tokens, n, n, 0);
    linear(a->k, a->x, a->wk, a->bk, tokens, n, n, 0);
    linear(a->v, a->x, a->wv, a->bv, tokens, n, n, 0);
    for (uint64_t h = 0; h < a->heads; h++)
        attend(a, h);
    linear(a->o, a->c, a->wo, a->bo, tokens, n, n, 0);
    add_norm(a, a->y, a->x, a->o, a->gamma1, a->beta1);
    linear(a->z, a->y, a->w1, a->b1, tokens, a->inner, n, 1);
    linear(a->o, a->z, a->w2, a->b2, tokens, n, a->inner, 0);
    add_norm(a, a->out, a->y, a->o, a->gamma2, a->beta2);
}
