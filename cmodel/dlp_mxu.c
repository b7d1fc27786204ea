/* SPDX-License-Identifier: Apache-2.0
 * dlp_mxu - the matrix unit (docs/isa.md, 8).
 *
 * Both commands are dot products with vectors that are contiguous in WRAM; first the window of a pixel is gathered, with its zeros, to one
 * vector: of an int8 or uint8 its difference to the zero point.  Sums of those wrap at 32 bits, so their order does not matter and compilers may vectorise; those of floats have one order. */
#include <string.h>

#include "arith.h"
#include "model.h"
#include "timing.h"

enum {
    DIM_MAX = 65535, PIXELS_MAX = 1 << 24, GROUP = 4,
    CHANNELS = 256,                     /* channels that are computed before they are finished and stored */
    DIM_FLOAT_MAX = 32                  /* of MXU_DIM */
};

/* position of a configuration register in the command */
#define CFG(name) cmd->cfg[DLP_CFG_MAT_##name - DLP_CFG_MAT_HI]

struct shape {
    uint64_t hi, wi, ci, co, ho, wo, kh, kw, sh, sw, pt, pl, dh, dw;
    uint64_t in_stride, out_stride, w_stride;
    uint64_t k;                         /* length of the dot products */
    unsigned type;                      /* of the input */
    uint64_t size;                      /* its bytes, and those of a weight */
    int zero;                           /* of the input */
    bool int4;                          /* weights, two per byte */
};

static bool is_float(const struct shape *s)
{
    return s->size == 2;
}

static struct shape shape_of(const struct command *cmd)
{
    struct shape s = {
        .hi = 1, .wi = CFG(WO), .ci = CFG(CI), .co = CFG(CO), .ho = 1, .wo = CFG(WO), .kh = 1, .kw = 1, .sh = 1, .sw = 1, .dh = 1, .dw = 1,
        .in_stride = CFG(IN_STRIDE), .out_stride = CFG(OUT_STRIDE), .w_stride = CFG(W_STRIDE)
    };
    if (cmd->op == DLP_MOP_CONV) {
        s.hi = CFG(HI), s.wi = CFG(WI), s.ho = CFG(HO), s.kh = CFG(KH), s.kw = CFG(KW), s.sh = CFG(SH), s.sw = CFG(SW);
        s.pt = CFG(PT), s.pl = CFG(PL), s.dh = CFG(DH), s.dw = CFG(DW);
    }
    s.k = s.kh * s.kw * s.ci;
    s.type = CFG(TYPE) >> DLP_MAT_TYPE_IN_LSB & 15;
    s.size = DLP_TYPE_BYTES(s.type);
    const uint8_t zero = (uint8_t)(CFG(TYPE) >> DLP_MAT_TYPE_ZERO_LSB);
    s.int4 = (CFG(TYPE) >> DLP_MAT_TYPE_W_LSB & 15) == DLP_MAT_TYPE_W_I4;
    s.zero = s.type == DLP_TYPE_U8 ? zero : (int8_t)zero;
    return s;
}

/* int8 or uint8 with a zero point, and int8 or int4; or two equal floats.  The rest of MAT_TYPE is 0. */
static bool types_ok(const struct dlp_profile *p, uint32_t types, const struct dlp_out *out)
{
    const uint32_t both = 1u << DLP_MAT_TYPE_IN_LSB | 1u << DLP_MAT_TYPE_W_LSB, pair = types & ~(UINT32_C(255) << DLP_MAT_TYPE_ZERO_LSB);
    const uint32_t in = pair >> DLP_MAT_TYPE_IN_LSB & 15, w = pair >> DLP_MAT_TYPE_W_LSB;
    const bool real = out->type == DLP_TYPE_F16 || out->type == DLP_TYPE_BF16;
    if (out->requant > DLP_MAT_OUT_REQUANT_FIXED || (out->sloped && out->requant == DLP_MAT_OUT_REQUANT_NONE) || (real && !p->mxu_float) ||
        (!real && out->type != DLP_TYPE_I8 && out->type != DLP_TYPE_U8 && out->type != DLP_TYPE_I32 && out->type != DLP_TYPE_F32))
        return false;
    if ((in == DLP_TYPE_I8 || in == DLP_TYPE_U8) && (w == DLP_TYPE_I8 || w == DLP_MAT_TYPE_W_I4))
        return true;
    return p->mxu_float && (types == DLP_TYPE_F16 * both || types == DLP_TYPE_BF16 * both) && out->requant != DLP_MAT_OUT_REQUANT_FIXED;
}

static bool shape_ok(const struct shape *s)
{
    const uint64_t dim[] = { s->hi, s->wi, s->ci, s->co, s->ho, s->wo, s->kh, s->kw, s->sh, s->sw, s->dh, s->dw };
    for (size_t i = 0; i < sizeof dim / sizeof dim[0]; i++)
        if (dim[i] == 0 || dim[i] > DIM_MAX)
            return false;
    return s->pt <= DIM_MAX && s->pl <= DIM_MAX && s->wo * s->ho <= PIXELS_MAX;
}

/* ---- arithmetic */

static int32_t dot(const int16_t *restrict a, const int8_t *restrict w, size_t k)
{
    int32_t sum = 0;
    for (size_t i = 0; i < k; i++)
        sum += a[i] * w[i];
    return sum;
}

/* GROUP channels at once: the activations are loaded once. */
static void dot_group(const int16_t *restrict a, const int8_t *restrict w, size_t stride, size_t k, int32_t *restrict sum)
{
    const int8_t *w0 = w, *w1 = w + stride, *w2 = w + 2 * stride, *w3 = w + 3 * stride;
    int32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (size_t i = 0; i < k; i++) {
        s0 += a[i] * w0[i];
        s1 += a[i] * w1[i];
        s2 += a[i] * w2[i];
        s3 += a[i] * w3[i];
    }
    sum[0] = s0, sum[1] = s1, sum[2] = s2, sum[3] = s3;
}

/* A sum of this many products cannot leave int32: 255 * 2^7 * 2^16 < 2^31. */
enum { DOT_MAX = 1 << 16 };

/* acc[n] = a . w[n] for n channels, wrapping */
static void dots(const int16_t *a, const int8_t *w, uint64_t stride, uint64_t k, uint64_t n, int32_t *acc)
{
    memset(acc, 0, (size_t)n * sizeof acc[0]);
    for (uint64_t from = 0; from < k; from += DOT_MAX) {
        size_t len = (size_t)(k - from < DOT_MAX ? k - from : DOT_MAX);
        uint64_t c = 0;
        for (; c + GROUP <= n; c += GROUP) {
            int32_t sum[GROUP];
            dot_group(a + from, w + c * stride + from, (size_t)stride, len, sum);
            for (unsigned g = 0; g < GROUP; g++)
                acc[c + g] = dlp_add32(acc[c + g], sum[g]);
        }
        for (; c < n; c++)
            acc[c] = dlp_add32(acc[c], dot(a + from, w + c * stride + from, len));
    }
}

/* The value of 4 bits. */
static int int4(unsigned v)
{
    return (int)(v ^ 8) - 8;
}

/* acc[n] = a . w[n] for n channels of int4; behind an odd k the window is 0.  The sum stays far below 2^63. */
static void dots4(const int16_t *restrict a, const uint8_t *restrict w, uint64_t stride, uint64_t k, uint64_t n, int32_t *restrict acc)
{
    for (uint64_t c = 0; c < n; c++, w += stride) {
        int64_t sum = 0;
        for (uint64_t i = 0; i < (k + 1) / 2; i++)
            sum += a[2 * i] * int4(w[i] & 15u) + a[2 * i + 1] * int4(w[i] >> 4);
        acc[c] = (int32_t)(uint32_t)sum;
    }
}

static uint16_t half_at(const uint8_t *at)
{
    uint16_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static float widen(unsigned type, uint16_t v)
{
    return dlp_f32(type == DLP_TYPE_F16 ? dlp_f16_to_f32(v) : dlp_bf16_to_f32(v));
}

/* acc[c] = a . w[c] for n channels, by groups of dim products of one tap.  A NaN is a NaN whatever its bits are, until the end. */
static void float_dots(const struct shape *s, uint64_t dim, const int16_t *a, const uint8_t *w, uint64_t n, uint32_t *acc)
{
    float sums[CHANNELS] = { 0 };
    for (uint64_t tap = 0; tap < s->kh * s->kw; tap++)
        for (uint64_t ci = 0; ci < s->ci; ci += dim) {
            const uint64_t from = tap * s->ci + ci, len = s->ci - ci < dim ? s->ci - ci : dim;
            float x[DIM_FLOAT_MAX];
            for (uint64_t i = 0; i < len; i++)
                x[i] = widen(s->type, (uint16_t)a[from + i]);
            for (uint64_t c = 0; c < n; c++) {
                const uint8_t *y = w + c * s->w_stride + 2 * from;
                float sum = x[0] * widen(s->type, half_at(y));
                for (uint64_t i = 1; i < len; i++)
                    sum += x[i] * widen(s->type, half_at(y + 2 * i));
                if (len < dim)
                    sum += 0.0f;                /* the products that are missing */
                sums[c] += sum;
            }
        }
    for (uint64_t c = 0; c < n; c++)
        acc[c] = dlp_f32_canon(sums[c]);
}

/* The elements of one pixel: differences, or the bits of floats. */
static void pixel(const struct shape *s, const uint8_t *restrict from, int16_t *restrict to)
{
    if (is_float(s))
        memcpy(to, from, (size_t)s->ci * sizeof to[0]);
    else if (s->type == DLP_TYPE_U8)
        for (uint64_t i = 0; i < s->ci; i++)
            to[i] = (int16_t)(from[i] - s->zero);
    else
        for (uint64_t i = 0; i < s->ci; i++)
            to[i] = (int16_t)((int8_t)from[i] - s->zero);
}

/* The window of output pixel (ho, wo) as one vector, with zeros outside of the input.  Zeros behind it round its length up, so that loops
 * have no remainder; the weights behind a channel's do not matter then. */
static void gather(const struct shape *s, const uint8_t *src, uint64_t ho, uint64_t wo, int16_t *window)
{
    int16_t *to = window;
    for (uint64_t kh = 0; kh < s->kh; kh++) {
        uint64_t y = ho * s->sh + kh * s->dh - s->pt;           /* negative: beyond hi by wrapping */
        for (uint64_t kw = 0; kw < s->kw; kw++, to += s->ci) {
            uint64_t x = wo * s->sw + kw * s->dw - s->pl;
            if (y < s->hi && x < s->wi)
                pixel(s, src + (y * s->wi + x) * s->in_stride, to);
            else
                memset(to, 0, (size_t)s->ci * sizeof to[0]);
        }
    }
    memset(to, 0, MXU_SLACK * sizeof to[0]);
}

struct params {
    struct dlp_out out;
    const uint8_t *bias, *scale, *shift, *slope;        /* arrays in WRAM at any byte address, or NULL */
};

static uint32_t word(const uint8_t *array, uint64_t index)
{
    uint32_t v = 0;
    if (array)
        memcpy(&v, array + 4 * index, sizeof v);
    return v;
}

static void run(const struct shape *s, const struct params *p, uint64_t dim, const uint8_t *src, const int8_t *weights, uint8_t *dst, int16_t *window)
{
    const size_t size = DLP_TYPE_BYTES(p->out.type);
    const uint64_t k = (s->k + MXU_SLACK - 1) / MXU_SLACK * MXU_SLACK;
    int32_t acc[CHANNELS];
    uint32_t real[CHANNELS];
    for (uint64_t ho = 0; ho < s->ho; ho++)
        for (uint64_t wo = 0; wo < s->wo; wo++) {
            uint64_t pixel = ho * s->wo + wo;
            gather(s, src, ho, wo, window);
            uint8_t *to = dst + pixel * s->out_stride;
            for (uint64_t first = 0; first < s->co; first += CHANNELS) {
                uint64_t n = s->co - first < CHANNELS ? s->co - first : CHANNELS;
                const int8_t *w = weights + first * s->w_stride;
                if (is_float(s))
                    float_dots(s, dim, window, (const uint8_t *)w, n, real);
                else if (s->int4)
                    dots4(window, (const uint8_t *)w, s->w_stride, s->k, n, acc);
                else
                    dots(window, w, s->w_stride, k, n, acc);
                for (uint64_t c = 0; c < n; c++) {
                    uint32_t bias = word(p->bias, first + c), scale = word(p->scale, first + c), slope = word(p->slope, first + c);
                    uint32_t r = is_float(s) ? dlp_out_float(&p->out, real[c], bias, scale, slope)
                                             : dlp_out(&p->out, acc[c], (int32_t)bias, scale, slope, (int32_t)word(p->shift, first + c));
                    memcpy(to + (first + c) * size, &r, size);
                }
            }
        }
}

/* ---- time
 * The pixels pass the array in blocks of MXU_ACC_ROWS, once for each tile of MXU_DIM x MXU_DIM weights; a tile takes at least 2 * MXU_DIM cycles,
 * until the weights of the next are in place.  The results of a block leave while the next one is computed, those of the last afterwards. */

static uint64_t at_least(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Tiles in the direction of the sum: the taps of a kernel row that are contiguous in memory are one run. */
static uint64_t k_tiles_of(const struct shape *s, uint64_t dim)
{
    enum { SMALL = 256 };               /* the unit joins taps of small images only */
    bool joined = !is_float(s) && s->kw > 1 && s->dw == 1 && s->in_stride == s->ci && s->ci < SMALL && s->sw < SMALL && s->pl < SMALL;
    return s->kh * (joined ? dlp_steps(s->kw * s->ci, dim) : s->kw * dlp_steps(s->ci, dim));
}

static void account(const struct dlp_profile *p, const struct shape *s, struct outcome *out)
{
    const uint64_t pixels = s->ho * s->wo, dim = p->mxu_dim, k_tiles = k_tiles_of(s, dim), n_tiles = dlp_steps(s->co, dim);
    const uint64_t blocks = pixels / p->mxu_acc_rows, rest = pixels % p->mxu_acc_rows, per_pixel = dim / p->mxu_out_lanes;
    const uint64_t full = at_least(k_tiles * at_least(p->mxu_acc_rows, 2 * dim), p->mxu_acc_rows * per_pixel);
    const uint64_t tail = rest ? at_least(k_tiles * at_least(rest, 2 * dim), rest * per_pixel) : 0;
    const uint64_t last = (rest ? rest : p->mxu_acc_rows) * per_pixel;
    const uint64_t work = n_tiles * (blocks * full + tail);
    out->rows = k_tiles * n_tiles * pixels;
    out->pitch = work + DLP_T_MXU_PITCH;
    out->cycles = work + DLP_T_MXU + (k_tiles > 1 ? last : 0);      /* a block of one tile leaves row by row */
}

/* ---- command */

/* An array of 4 bytes per channel in WRAM, when it is used. */
static bool array_bad(struct core *c, bool used, uint32_t addr, const struct shape *s, struct outcome *out, const uint8_t **array)
{
    struct range r;
    *array = NULL;
    if (!used)
        return false;
    if (dlp_outcome_bad(out, dlp_lsu_operand(c, addr, 4 * s->co, IN_WRAM, false, &r), addr))
        return true;
    *array = r.mem + r.offset;
    return false;
}

void dlp_mxu(struct core *c, const struct command *cmd, struct outcome *out)
{
    const struct shape s = shape_of(cmd);
    const uint32_t mode = CFG(OUT);
    struct params p = {
        .out = {
            .type    = mode & 15,
            .relu    = (int)(mode >> DLP_MAT_OUT_RELU_LSB & 1),
            .bias    = (int)(mode >> DLP_MAT_OUT_BIAS_LSB & 1),
            .requant = mode >> DLP_MAT_OUT_REQUANT_LSB & 3,
            .limited = (int)(mode >> DLP_MAT_OUT_LIMIT_LSB & 1),
            .sloped  = (int)(mode >> DLP_MAT_OUT_SLOPE_LSB & 1),
            .limit   = CFG(LIMIT)
        }
    };
    const uint32_t zero = mode >> DLP_MAT_OUT_ZERO_LSB & 255;
    p.out.zero = p.out.type == DLP_TYPE_U8 ? (int32_t)zero : (int8_t)zero;
    if (!types_ok(c->hart.model->profile, CFG(TYPE), &p.out)) {
        dlp_outcome_bad(out, DLP_FAULT_CMD_TYPE, cmd->rd);
        return;
    }
    if (!shape_ok(&s)) {
        dlp_outcome_bad(out, DLP_FAULT_CMD_SIZE, cmd->rd);
        return;
    }
    const uint64_t pixels = s.ho * s.wo, row = s.co * DLP_TYPE_BYTES(p.out.type);
    struct range dst, src, weights;
    if (dlp_outcome_bad(out, dlp_lsu_operand(c, cmd->rd, (pixels - 1) * s.out_stride + row, IN_NRAM, true, &dst), cmd->rd) ||
        dlp_outcome_bad(out, dlp_lsu_operand(c, cmd->rs1, (s.hi * s.wi - 1) * s.in_stride + s.ci * s.size, IN_NRAM, false, &src), cmd->rs1) ||
        dlp_outcome_bad(out, dlp_lsu_operand(c, cmd->rs2, (s.co - 1) * s.w_stride + (s.int4 ? (s.k + 1) / 2 : s.k * s.size), IN_WRAM, false, &weights), cmd->rs2) ||
        array_bad(c, p.out.bias, CFG(BIAS), &s, out, &p.bias) ||
        array_bad(c, p.out.requant != DLP_MAT_OUT_REQUANT_NONE, CFG(SCALE), &s, out, &p.scale) ||
        array_bad(c, p.out.requant == DLP_MAT_OUT_REQUANT_FIXED, CFG(SHIFT), &s, out, &p.shift) ||
        array_bad(c, p.out.sloped, CFG(SLOPE), &s, out, &p.slope))
        return;
    if (dlp_lsu_overlap(&dst, &src)) {
        dlp_outcome_bad(out, DLP_FAULT_CMD_OVERLAP, cmd->rd);
        return;
    }

    run(&s, &p, c->hart.model->profile->mxu_dim, src.mem + src.offset, (const int8_t *)weights.mem + weights.offset, dst.mem + dst.offset, c->window);
    dlp_lsu_wrote(out, &dst, s.out_stride, row, pixels);
    account(c->hart.model->profile, &s, out);
}
