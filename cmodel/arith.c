/* SPDX-License-Identifier: Apache-2.0 */
#include "arith.h"

#include "dlp_spec.h"

/* ---- fixed-point requantisation */

/* (v * m) / 2^31 rounded to nearest, ties up: TFLite's saturating rounding doubling high multiply. */
static int32_t doubling_high(int32_t v, int32_t m)
{
    if (v == INT32_MIN && m == INT32_MIN)
        return INT32_MAX;           /* the only product that does not fit */
    int64_t p = (int64_t)v * m;
    int64_t nudge = p >= 0 ? INT64_C(1) << 30 : 1 - (INT64_C(1) << 30);
    return (int32_t)((p + nudge) / (INT64_C(1) << 31));
}

int32_t dlp_fixed(int32_t t, int32_t m, int32_t s)
{
    int32_t low = (int32_t)((uint32_t)s << 26) >> 26;           /* bits 5:0, sign extended */
    int left  = low > 0 ? low : 0;
    int right = low < 0 ? (low == -32 ? 31 : -low) : 0;
    int32_t h = doubling_high((int32_t)((uint32_t)t << left), m);
    int32_t mask = (int32_t)((UINT32_C(1) << right) - 1);
    int32_t rem = h & mask, threshold = (mask >> 1) + (h < 0);
    return (h >> right) + (rem > threshold);
}

/* ---- output stage */

static uint32_t out_int(const struct dlp_out *o, int64_t value)
{
    int32_t r = o->type == DLP_TYPE_I8 ? dlp_sat8(value) : dlp_sat32(value);
    int32_t floor_ = o->requant == DLP_MAT_OUT_REQUANT_NONE ? 0 : o->zero;
    return (uint32_t)(o->relu && r < floor_ ? floor_ : r);
}

uint32_t dlp_out(const struct dlp_out *o, int32_t acc, int32_t bias, uint32_t scale, int32_t shift)
{
    int32_t t = o->bias ? dlp_add32(acc, bias) : acc;
    uint32_t f;
    switch (o->requant) {
    case DLP_MAT_OUT_REQUANT_FLOAT:
        f = dlp_f32_mul(dlp_f32_from_i32(t), scale);
        if (o->type != DLP_TYPE_F32)
            return out_int(o, dlp_f32_rne(f) + o->zero);
        break;
    case DLP_MAT_OUT_REQUANT_FIXED:
        t = dlp_fixed(t, (int32_t)scale, shift);
        if (o->type != DLP_TYPE_F32)
            return out_int(o, (int64_t)t + o->zero);
        f = dlp_f32_from_i32(t);
        break;
    default:
        if (o->type != DLP_TYPE_F32)
            return out_int(o, t);
        f = dlp_f32_from_i32(t);
        break;
    }
    return o->relu ? dlp_f32_relu(f) : f;
}

/* ---- M extension.  Division by zero and overflow have defined results and no trap. */

uint64_t dlp_mulhu(uint64_t a, uint64_t b)
{
    uint64_t al = a & UINT32_MAX, ah = a >> 32, bl = b & UINT32_MAX, bh = b >> 32;
    uint64_t mid = ah * bl + (al * bl >> 32);
    uint64_t low = al * bh + (mid & UINT32_MAX);
    return ah * bh + (mid >> 32) + (low >> 32);
}

/* A negative operand is its unsigned value - 2^64, which takes the other operand from the high half. */
uint64_t dlp_mulhsu(uint64_t a, uint64_t b)
{
    return dlp_mulhu(a, b) - ((int64_t)a < 0 ? b : 0);
}

uint64_t dlp_mulh(uint64_t a, uint64_t b)
{
    return dlp_mulhsu(a, b) - ((int64_t)b < 0 ? a : 0);
}

uint64_t dlp_div(uint64_t a, uint64_t b)
{
    if (b == 0)
        return UINT64_MAX;
    if ((int64_t)b == -1)
        return 0 - a;               /* also the overflow: -2^63 / -1 wraps to itself */
    return (uint64_t)((int64_t)a / (int64_t)b);
}

uint64_t dlp_rem(uint64_t a, uint64_t b)
{
    if (b == 0)
        return a;
    if ((int64_t)b == -1)
        return 0;
    return (uint64_t)((int64_t)a % (int64_t)b);
}

uint64_t dlp_divu(uint64_t a, uint64_t b) { return b == 0 ? UINT64_MAX : a / b; }
uint64_t dlp_remu(uint64_t a, uint64_t b) { return b == 0 ? a : a % b; }

static uint64_t sext32(uint64_t a) { return (uint64_t)(int64_t)(int32_t)a; }

uint64_t dlp_divw(uint64_t a, uint64_t b) { return sext32(dlp_div(sext32(a), sext32(b))); }
uint64_t dlp_remw(uint64_t a, uint64_t b) { return sext32(dlp_rem(sext32(a), sext32(b))); }
uint64_t dlp_divuw(uint64_t a, uint64_t b) { return (uint32_t)b == 0 ? UINT64_MAX : sext32((uint32_t)a / (uint32_t)b); }
uint64_t dlp_remuw(uint64_t a, uint64_t b) { return sext32((uint32_t)b == 0 ? a : (uint32_t)a % (uint32_t)b); }
