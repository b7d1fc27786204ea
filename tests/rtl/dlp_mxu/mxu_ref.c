/* SPDX-License-Identifier: Apache-2.0
 * mxu_ref - see mxu_ref.h.  No cleverness: every line is a line of the manual. */
#include "mxu_ref.h"
#include "dlp_spec.h"
#include <math.h>
#include <string.h>

static int32_t wrap32(uint32_t x)
{
    int32_t r;
    memcpy(&r, &x, sizeof r);
    return r;
}

static uint32_t word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static float as_float(uint32_t x)
{
    float f;
    memcpy(&f, &x, sizeof f);
    return f;
}

static uint32_t float_bits(float f)
{
    uint32_t x;
    if (isnan(f)) return 0x7fc00000u;
    memcpy(&x, &f, sizeof x);
    return x;
}

int32_t mxu_ref_fixed(int32_t t, int32_t m, int32_t s)
{
    s = (s & 0x1f) - (s & 0x20);                        /* bits 5:0, sign extended */
    if (s == -32) s = -31;
    int32_t v = s > 0 ? wrap32((uint32_t)t << s) : t;
    int64_t h;
    if (v == INT32_MIN && m == INT32_MIN) {
        h = INT32_MAX;
    } else {
        int64_t vm = (int64_t)v * m;
        h = (vm + (vm >= 0 ? (1ll << 30) : 1 - (1ll << 30))) / (1ll << 31);
    }
    int32_t e = s < 0 ? -s : 0;
    int64_t mask = (1ll << e) - 1;
    int64_t rem = h & mask;
    int64_t thr = (mask >> 1) + (h < 0 ? 1 : 0);
    int64_t floor_h = (h - rem) / (1ll << e);           /* h >> e, exact division */
    return (int32_t)(floor_h + (rem > thr ? 1 : 0));
}

/* rne(f) + z; exact, since a double holds every value that does not saturate. */
static double round_add(float f, int z)
{
    return isnan(f) ? z : rint((double)f) + z;
}

/* The value of a half or bfloat16, from its definition. */
static double element(uint32_t type, const uint8_t *p)
{
    uint32_t v = (uint32_t)p[0] | (uint32_t)p[1] << 8;
    int      digits = type == DLP_TYPE_F16 ? 10 : 7, bias = type == DLP_TYPE_F16 ? 15 : 127;
    uint32_t m = v & ((1u << digits) - 1), e = (v & 0x7fff) >> digits;
    double   sign = v >> 15 ? -1.0 : 1.0;
    if (e == 0x7fffu >> digits) return m ? NAN : sign * INFINITY;
    if (e == 0) return sign * ldexp(m, 1 - bias - digits);
    return sign * ldexp((1u << digits) + m, (int)e - bias - digits);
}

/* f in a format of so many fraction bits, to nearest, halves to even: f in units of the last place, as a whole number. */
static uint32_t short_bits(float f, int digits, int bias)
{
    uint32_t sign = signbit(f) ? 0x8000 : 0, inf = 0x7fffu >> digits << digits;
    if (isnan(f)) return inf | 1u << (digits - 1);
    if (isinf(f)) return sign | inf;
    int    e = f == 0 ? 1 - bias : ilogb((double)f);
    if (e < 1 - bias) e = 1 - bias;
    double units = rint(ldexp(fabs((double)f), digits - e));
    double bits = ldexp(e - 1 + bias, digits) + units;           /* the leading one adds 1 to the exponent */
    return sign | (bits > inf ? inf : (uint32_t)bits);
}

static uint32_t end_real(const struct mxu_cmd *c, float f)
{
    if (c->relu && !isnan(f) && !(f > 0)) f = 0.0f;
    if (c->limited && f > as_float(c->limit)) f = as_float(c->limit);
    return c->type == DLP_TYPE_F16 ? short_bits(f, 10, 15) : c->type == DLP_TYPE_BF16 ? short_bits(f, 7, 127) : float_bits(f);
}

/* d: a whole number, exact where it does not saturate */
static uint32_t end_whole(const struct mxu_cmd *c, double d, int low)
{
    double  lo = c->type == DLP_TYPE_I8 ? -128 : c->type == DLP_TYPE_U8 ? 0 : INT32_MIN;
    double  hi = c->type == DLP_TYPE_I8 ? 127 : c->type == DLP_TYPE_U8 ? 255 : INT32_MAX;
    int64_t r = (int64_t)(d < lo ? lo : d > hi ? hi : d);
    if (c->relu && r < low) r = low;
    if (c->limited && r > wrap32(c->limit)) r = wrap32(c->limit);
    return (uint32_t)r;
}

/* The value of an integer less the zero point of the source. */
static int32_t difference(const struct mxu_cmd *c, uint8_t x)
{
    return c->in_type == DLP_TYPE_U8 ? (int32_t)x - (int32_t)c->in_zero : (int32_t)(int8_t)x - (int32_t)(int8_t)c->in_zero;
}

/* Weight number i of a channel. */
static int32_t weight(const struct mxu_cmd *c, const uint8_t *channel, uint64_t i)
{
    if (c->w_type != DLP_MAT_TYPE_W_I4) return (int8_t)channel[i];
    int32_t v = i % 2 ? channel[i / 2] / 16 : channel[i / 2] % 16;
    return v < 8 ? v : v - 16;
}

uint32_t mxu_ref_types(const struct mxu_cmd *c)
{
    return c->in_type << DLP_MAT_TYPE_IN_LSB | c->w_type << DLP_MAT_TYPE_W_LSB | (uint32_t)c->in_zero << DLP_MAT_TYPE_ZERO_LSB;
}

static bool real_type(uint32_t t) { return t == DLP_TYPE_F32 || t == DLP_TYPE_F16 || t == DLP_TYPE_BF16; }
static int  zero_of(const struct mxu_cmd *c) { return c->requant == MXU_NONE ? 0 : c->type == DLP_TYPE_U8 ? c->zero : (int8_t)c->zero; }

static float times(float f, uint32_t scale)
{
    volatile float p = f * as_float(scale);
    return p;
}

/* The array of factors that a sum of this sign takes. */
static uint32_t scale_of(const struct mxu_cmd *c, bool negative)
{
    return c->sloped && negative ? c->slope : c->scale;
}

static uint32_t out_value(const struct mxu_cmd *c, int32_t a, uint32_t ch, const uint8_t *w)
{
    int32_t  t = c->use_bias ? wrap32((uint32_t)a + word(w + (c->bias - DLP_MEM_WRAM_BASE) + 4 * ch)) : a;
    uint32_t m = c->requant != MXU_NONE ? word(w + (scale_of(c, t < 0) - DLP_MEM_WRAM_BASE) + 4 * ch) : 0;
    int      z = zero_of(c);

    if (c->requant == MXU_FLOAT) {
        float f = times((float)t, m);
        return real_type(c->type) ? end_real(c, f) : end_whole(c, round_add(f, z), z);
    }
    if (c->requant == MXU_FIXED)
        t = mxu_ref_fixed(t, wrap32(m), wrap32(word(w + (c->shift - DLP_MEM_WRAM_BASE) + 4 * ch)));
    return real_type(c->type) ? end_real(c, (float)t) : end_whole(c, (double)t + z, z);
}

static uint32_t out_float(const struct mxu_cmd *c, float a, uint32_t ch, const uint8_t *w)
{
    volatile float t = a;
    if (c->use_bias) t = t + as_float(word(w + (c->bias - DLP_MEM_WRAM_BASE) + 4 * ch));
    if (c->requant == MXU_FLOAT) t = times(t, word(w + (scale_of(c, signbit(t)) - DLP_MEM_WRAM_BASE) + 4 * ch));
    return real_type(c->type) ? end_real(c, t) : end_whole(c, round_add(t, zero_of(c)), zero_of(c));
}

/* One group: the products of dim channels of a tap from channel i on; x is NULL outside of the input. */
static float group_sum(const struct mxu_cmd *c, uint32_t dim, const uint8_t *x, const uint8_t *w, uint32_t i)
{
    volatile float sum = 0, product;
    for (uint32_t k = 0; k < dim; k++) {
        product = 0.0f;
        if (i + k < c->ci)
            product = (float)((x ? element(c->in_type, x + 2 * (i + k)) : 0.0) * element(c->in_type, w + 2 * (i + k)));
        sum = k == 0 ? product : sum + product;
    }
    return sum;
}

void mxu_ref(const struct mxu_cmd *c, uint32_t dim, uint8_t *nram, const uint8_t *wram)
{
    const uint8_t *src = nram + (c->rs1 - DLP_MEM_NRAM_BASE);
    const uint8_t *w   = wram + (c->rs2 - DLP_MEM_WRAM_BASE);
    uint8_t       *dst = nram + (c->rd - DLP_MEM_NRAM_BASE);
    uint32_t       s   = DLP_TYPE_BYTES(c->type), in = DLP_TYPE_BYTES(c->in_type);

    for (uint64_t p = 0; p < (uint64_t)c->ho * c->wo; p++)
        for (uint32_t co = 0; co < c->co; co++) {
            uint32_t       acc = 0;
            volatile float facc = 0;
            for (uint32_t kh = 0; kh < c->kh; kh++)
                for (uint32_t kw = 0; kw < c->kw; kw++) {
                    int64_t y = (int64_t)(p / c->wo) * c->sh + (int64_t)kh * c->dh - c->pt;
                    int64_t x = (int64_t)(p % c->wo) * c->sw + (int64_t)kw * c->dw - c->pl;
                    bool    outside = y < 0 || y >= c->hi || x < 0 || x >= c->wi;
                    const uint8_t *px = outside ? NULL : src + (uint64_t)(y * c->wi + x) * c->in_stride;
                    const uint8_t *pw = w + (uint64_t)co * c->w_stride + (uint64_t)(kh * c->kw + kw) * c->ci * in;
                    if (real_type(c->in_type))
                        for (uint32_t i = 0; i < c->ci; i += dim) facc = facc + group_sum(c, dim, px, pw, i);
                    else
                        for (uint32_t i = 0; px && i < c->ci; i++) acc += (uint32_t)(difference(c, px[i]) * weight(c, w + (uint64_t)co * c->w_stride, (uint64_t)(kh * c->kw + kw) * c->ci + i));
                }
            uint32_t r = real_type(c->in_type) ? out_float(c, facc, co, wram) : out_value(c, wrap32(acc), co, wram);
            for (uint32_t b = 0; b < s; b++)
                dst[p * c->out_stride + (uint64_t)co * s + b] = (uint8_t)(r >> (8 * b));
        }
}
