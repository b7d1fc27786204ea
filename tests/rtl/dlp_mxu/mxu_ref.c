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

static int64_t clamp(int64_t x, int64_t lo, int64_t hi)
{
    return x < lo ? lo : x > hi ? hi : x;
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

static uint32_t out_value(const struct mxu_cmd *c, int32_t a, uint32_t ch, const uint8_t *w)
{
    int32_t  t = c->use_bias ? wrap32((uint32_t)a + word(w + (c->bias - DLP_MEM_WRAM_BASE) + 4 * ch)) : a;
    uint32_t m = c->requant != MXU_NONE ? word(w + (c->scale - DLP_MEM_WRAM_BASE) + 4 * ch) : 0;
    int      low = c->requant == MXU_NONE ? 0 : c->zero;
    int64_t  lo = c->type == DLP_TYPE_I8 ? -128 : INT32_MIN, hi = c->type == DLP_TYPE_I8 ? 127 : INT32_MAX;
    int64_t  r;
    float    f = (float)t;

    if (c->requant == MXU_FLOAT) {
        volatile float p = f * as_float(m);
        f = p;
    }
    if (c->requant == MXU_FIXED)
        t = mxu_ref_fixed(t, wrap32(m), wrap32(word(w + (c->shift - DLP_MEM_WRAM_BASE) + 4 * ch)));
    if (c->type == DLP_TYPE_F32) {
        if (c->requant == MXU_FIXED) f = (float)t;
        if (c->relu && !isnan(f) && !(f > 0)) f = 0.0f;
        return float_bits(f);
    }
    if (c->requant == MXU_FLOAT) {
        double d = round_add(f, c->zero);
        r = d < (double)lo ? lo : d > (double)hi ? hi : (int64_t)d;
    } else {
        r = clamp((int64_t)t + low, lo, hi);
    }
    if (c->relu && r < low) r = low;
    return (uint32_t)r;
}

void mxu_ref(const struct mxu_cmd *c, uint8_t *nram, const uint8_t *wram)
{
    const uint8_t *src = nram + (c->rs1 - DLP_MEM_NRAM_BASE);
    const uint8_t *w   = wram + (c->rs2 - DLP_MEM_WRAM_BASE);
    uint8_t       *dst = nram + (c->rd - DLP_MEM_NRAM_BASE);
    uint32_t       s   = c->type == DLP_TYPE_I8 ? 1 : 4;

    for (uint64_t p = 0; p < (uint64_t)c->ho * c->wo; p++)
        for (uint32_t co = 0; co < c->co; co++) {
            uint32_t acc = 0;
            for (uint32_t kh = 0; kh < c->kh; kh++)
                for (uint32_t kw = 0; kw < c->kw; kw++) {
                    int64_t y = (int64_t)(p / c->wo) * c->sh + (int64_t)kh * c->dh - c->pt;
                    int64_t x = (int64_t)(p % c->wo) * c->sw + (int64_t)kw * c->dw - c->pl;
                    if (y < 0 || y >= c->hi || x < 0 || x >= c->wi) continue;
                    const uint8_t *px = src + (uint64_t)(y * c->wi + x) * c->in_stride;
                    const uint8_t *pw = w + (uint64_t)co * c->w_stride + (kh * c->kw + kw) * c->ci;
                    for (uint32_t i = 0; i < c->ci; i++)
                        acc += (uint32_t)((int8_t)px[i] * (int8_t)pw[i]);
                }
            uint32_t r = out_value(c, wrap32(acc), co, wram);
            for (uint32_t b = 0; b < s; b++)
                dst[p * c->out_stride + (uint64_t)co * s + b] = (uint8_t)(r >> (8 * b));
        }
}
