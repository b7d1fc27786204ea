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

/* ---- conversions */

/* Whether a magnitude grows by one unit; half: the first bit that is dropped, more: a later one is set. */
static int rounds_up(unsigned how, int sign, int odd, int half, int more)
{
    switch (how) {
    case DLP_ROUND_OZ: return half || more;
    case DLP_ROUND_UP: return !sign && (half || more);
    case DLP_ROUND_DN: return sign && (half || more);
    case DLP_ROUND_RD: return half;
    case DLP_ROUND_RN: return half && (more || odd);
    default:           return 0;
    }
}

/* m / 2^shift, rounded; m is below 2^33, shift is 1 or more.  From 34 places on less than a half is left, whatever m is. */
static uint32_t shift_round(uint64_t m, unsigned shift, unsigned how, int sign)
{
    const unsigned n = shift < 34 ? shift : 34;
    const uint64_t keep = m >> n, half = UINT64_C(1) << (n - 1), rest = m & (2 * half - 1);
    if (how == DLP_ROUND_ODD)
        return (uint32_t)(keep | (rest != 0));
    return (uint32_t)keep + (uint32_t)rounds_up(how, sign, (int)(keep & 1), (rest & half) != 0, (rest & (half - 1)) != 0);
}

/* 2^p, p from -1022 to 1023 */
static double power_of_2(int p)
{
    const uint64_t bits = (uint64_t)(1023 + p) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

uint32_t dlp_f16_to_f32(uint16_t a)
{
    uint32_t sign = (uint32_t)(a & 0x8000u) << 16, e = a >> 10 & 31, m = a & 0x3ff;
    if (e == 31)
        return m ? DLP_F32_NAN : sign | DLP_F32_INF;
    if (e == 0)                         /* m * 2^-24, which binary32 has as a normal number */
        return sign | dlp_f32_bits((float)m * 0x1p-24f);
    return sign | (e + 112) << 23 | m << 13;
}

uint16_t dlp_f32_to_f16(uint32_t a, unsigned how)
{
    int sign = (int)(a >> 31);
    uint32_t e = a >> 23 & 255, m = (a & 0x7fffff) | (e ? 1u << 23 : 0), s = (uint32_t)sign << 15;
    if (dlp_f32_is_nan(a))
        return 0x7e00;
    if (e == 255)
        return (uint16_t)(s | 0x7c00);
    if (e > 142)                        /* 2^16 and more */
        return (uint16_t)(s | (rounds_up(how, sign, 1, 1, 1) ? 0x7c00 : 0x7bff));
    /* 11 bits stay, fewer below the exponent of the smallest normal half; the leading one counts as 1 of the exponent */
    unsigned shift = e > 112 ? 13 : 13 + (113 - (e ? e : 1));
    return (uint16_t)(s | ((e > 112 ? (e - 113) << 10 : 0) + shift_round(m, shift, how, sign)));
}

uint16_t dlp_f32_to_bf16(uint32_t a, unsigned how)
{
    if (dlp_f32_is_nan(a))
        return 0x7fc0;
    return (uint16_t)((a >> 16 & 0x8000) | shift_round(a & 0x7fffffff, 16, how, (int)(a >> 31)));
}

uint32_t dlp_int_to_f32(int64_t v, int p, unsigned how)
{
    if (how == DLP_ROUND_RN && p == 0)
        return dlp_f32_bits((float)v);
    uint32_t m = (uint32_t)(v < 0 ? -v : v);
    unsigned shift = 0;
    while (m >> shift > 0xffffff)
        shift++;
    if (shift)
        m = shift_round(m, shift, how, v < 0);
    /* exact, and not below 2^-127, so binary32 has it unless it is too large */
    double d = (double)m * power_of_2((int)shift + p);
    uint32_t sign = v < 0 ? UINT32_C(1) << 31 : 0;
    if (d >= 0x1p128)
        return sign | (rounds_up(how, v < 0, 1, 1, 1) ? DLP_F32_INF : DLP_F32_INF - 1);
    return sign | dlp_f32_bits((float)d);
}

int64_t dlp_f32_to_int(uint32_t a, int p, unsigned how)
{
    const double limit = 1099511627776.0;
    double d = (double)dlp_f32(a) * power_of_2(p);          /* exact */
    if (how == DLP_ROUND_RN || !(d > -limit && d < limit))
        return dlp_real_rne(d);
    int64_t t = (int64_t)d;             /* toward zero */
    double rest = d - (double)t;
    int sign = d < 0, half = rest >= 0.5 || rest <= -0.5, more = rest != 0 && rest != 0.5 && rest != -0.5;
    return rounds_up(how, sign, (int)(t & 1), half, more) ? t + (sign ? -1 : 1) : t;
}

int64_t dlp_int_scale(int64_t v, int p, unsigned how)
{
    const uint64_t limit = UINT64_C(1) << 40;
    const uint64_t m = (uint64_t)(v < 0 ? -v : v);
    const uint64_t r = p < 0 ? shift_round(m, (unsigned)-p, how, v < 0) : m == 0 ? 0 : p >= 40 || m >> (40 - p) != 0 ? limit : m << p;
    return v < 0 ? -(int64_t)r : (int64_t)r;
}

/* ---- output stage */

static uint32_t out_int(const struct dlp_out *o, int64_t value)
{
    int32_t r = o->type == DLP_TYPE_I8 ? dlp_sat8(value) : o->type == DLP_TYPE_U8 ? (int32_t)(value < 0 ? 0 : value > UINT8_MAX ? UINT8_MAX : value)
              : dlp_sat32(value);
    int32_t floor_ = o->requant == DLP_MAT_OUT_REQUANT_NONE ? 0 : o->zero;
    if (o->relu && r < floor_)
        r = floor_;
    return (uint32_t)(o->limited && r > (int32_t)o->limit ? (int32_t)o->limit : r);
}

static uint32_t out_real(const struct dlp_out *o, uint32_t f)
{
    if (o->relu)
        f = dlp_f32_relu(f);
    if (o->limited && dlp_f32(f) > dlp_f32(o->limit))
        f = o->limit;
    return dlp_f32_to_type(f, o->type, DLP_ROUND_RN);
}

uint32_t dlp_out(const struct dlp_out *o, int32_t acc, int32_t bias, uint32_t scale, uint32_t slope, int32_t shift)
{
    int32_t t = o->bias ? dlp_add32(acc, bias) : acc;
    if (o->sloped && t < 0)
        scale = slope;
    if (o->requant == DLP_MAT_OUT_REQUANT_FLOAT) {
        uint32_t f = dlp_f32_mul(dlp_f32_from_i32(t), scale);
        return dlp_type_is_float(o->type) ? out_real(o, f) : out_int(o, dlp_f32_rne(f) + o->zero);
    }
    int32_t zero = 0;
    if (o->requant == DLP_MAT_OUT_REQUANT_FIXED) {
        t = dlp_fixed(t, (int32_t)scale, shift);
        zero = o->zero;
    }
    return dlp_type_is_float(o->type) ? out_real(o, dlp_f32_from_i32(t)) : out_int(o, (int64_t)t + zero);
}

uint32_t dlp_out_float(const struct dlp_out *o, uint32_t acc, uint32_t bias, uint32_t scale, uint32_t slope)
{
    uint32_t f = o->bias ? dlp_f32_add(acc, bias) : acc;
    if (o->sloped && f >> 31)
        scale = slope;
    int32_t zero = 0;
    if (o->requant == DLP_MAT_OUT_REQUANT_FLOAT) {
        f = dlp_f32_mul(f, scale);
        zero = o->zero;
    }
    return dlp_type_is_float(o->type) ? out_real(o, f) : out_int(o, dlp_f32_rne(f) + zero);
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
