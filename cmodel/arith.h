/* SPDX-License-Identifier: Apache-2.0
 * arith - the arithmetic of the vector and matrix units (docs/isa.md, chapters 7 and 8), and the scalar core's high multiply and divide.
 *
 * Floating point is the host's binary32 unit in its default mode: round to nearest even, subnormals kept, and no contraction
 * (-ffp-contract=off).  binary32 values are kept as bit patterns; only here they become float. */
#ifndef DLP_ARITH_H
#define DLP_ARITH_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "dlp_spec.h"

#define DLP_F32_NAN      UINT32_C(0x7fc00000)
#define DLP_F32_INF      UINT32_C(0x7f800000)
#define DLP_F32_SIGN     UINT32_C(0x80000000)
#define DLP_F32_NEG_ZERO UINT32_C(0x80000000)

static inline float dlp_f32(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t dlp_f32_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static inline int dlp_f32_is_nan(uint32_t a)
{
    return (a & ~DLP_F32_SIGN) > DLP_F32_INF;
}

/* Every NaN result is the one canonical NaN. */
static inline uint32_t dlp_f32_canon(float f)
{
    return f != f ? DLP_F32_NAN : dlp_f32_bits(f);
}

static inline uint32_t dlp_f32_add(uint32_t a, uint32_t b) { return dlp_f32_canon(dlp_f32(a) + dlp_f32(b)); }
static inline uint32_t dlp_f32_sub(uint32_t a, uint32_t b) { return dlp_f32_canon(dlp_f32(a) - dlp_f32(b)); }
static inline uint32_t dlp_f32_mul(uint32_t a, uint32_t b) { return dlp_f32_canon(dlp_f32(a) * dlp_f32(b)); }

/* A NaN loses against a number; -0 < +0.  Equal numbers have equal bits but for the zeros, where `and` clears and `or` sets the sign. */
static inline uint32_t dlp_f32_max(uint32_t a, uint32_t b)
{
    if (dlp_f32_is_nan(a))
        return dlp_f32_is_nan(b) ? DLP_F32_NAN : b;
    if (dlp_f32_is_nan(b) || dlp_f32(a) > dlp_f32(b))
        return a;
    return dlp_f32(a) < dlp_f32(b) ? b : a & b;
}

static inline uint32_t dlp_f32_min(uint32_t a, uint32_t b)
{
    if (dlp_f32_is_nan(a))
        return dlp_f32_is_nan(b) ? DLP_F32_NAN : b;
    if (dlp_f32_is_nan(b) || dlp_f32(a) < dlp_f32(b))
        return a;
    return dlp_f32(a) > dlp_f32(b) ? b : a | b;
}

static inline uint32_t dlp_f32_relu(uint32_t a)
{
    return dlp_f32_is_nan(a) ? DLP_F32_NAN : dlp_f32(a) > 0.0f ? a : 0;
}

static inline uint32_t dlp_f32_from_i32(int32_t a)
{
    return dlp_f32_bits((float)a);
}

static inline int8_t dlp_sat8(int64_t a)
{
    return (int8_t)(a < INT8_MIN ? INT8_MIN : a > INT8_MAX ? INT8_MAX : a);
}

static inline int32_t dlp_sat32(int64_t a)
{
    return (int32_t)(a < INT32_MIN ? INT32_MIN : a > INT32_MAX ? INT32_MAX : a);
}

/* Nearest integer, halves to even; NaN gives 0; clamped to +-2^40, so that a zero point can be added before saturation.
 * Adding 1.5 * 2^52 to a double of that size leaves no bits behind the point, and the addition rounds to nearest even. */
static inline int64_t dlp_real_rne(double d)
{
    const double limit = 1099511627776.0, magic = 6755399441055744.0;
    if (!(d > -limit))
        return d != d ? 0 : -(INT64_C(1) << 40);
    if (d > limit)
        return INT64_C(1) << 40;
    double r = d + magic;
    return (int64_t)(r - magic);
}

static inline int64_t dlp_f32_rne(uint32_t a) { return dlp_real_rne((double)dlp_f32(a)); }

/* ---- conversions of the vector unit; how: DLP_ROUND_* */

/* Not a rounding of vcvt: what is dropped stays visible in the last bit, so that a second rounding to fewer bits gives what one would. */
enum { DLP_ROUND_ODD = 7 };

/* Exact; a NaN becomes the canonical one. */
uint32_t dlp_f16_to_f32(uint16_t a);
static inline uint32_t dlp_bf16_to_f32(uint16_t a)
{
    return (a & 0x7fffu) > 0x7f80u ? DLP_F32_NAN : (uint32_t)a << 16;
}

uint16_t dlp_f32_to_f16(uint32_t a, unsigned how);
uint16_t dlp_f32_to_bf16(uint32_t a, unsigned how);

static inline bool dlp_type_is_float(uint32_t type)
{
    return type == DLP_TYPE_F16 || type == DLP_TYPE_BF16 || type == DLP_TYPE_F32;
}

/* To a float type, in the low bits. */
static inline uint32_t dlp_f32_to_type(uint32_t a, uint32_t type, unsigned how)
{
    return type == DLP_TYPE_F16 ? dlp_f32_to_f16(a, how) : type == DLP_TYPE_BF16 ? dlp_f32_to_bf16(a, how) : a;
}

/* v * 2^p, rounded once; |v| < 2^32, p from -127 to 128. */
uint32_t dlp_int_to_f32(int64_t v, int p, unsigned how);

/* a * 2^p as an integer; NaN gives 0; clamped to +-2^40. */
int64_t dlp_f32_to_int(uint32_t a, int p, unsigned how);

/* v * 2^p as an integer; |v| < 2^32; clamped to +-2^40. */
int64_t dlp_int_scale(int64_t v, int p, unsigned how);

/* 32-bit two's complement, wrapping */
static inline int32_t dlp_add32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }

/* Fixed-point requantisation: t * m * 2^(s - 31), rounded twice as TFLite does. */
int32_t dlp_fixed(int32_t t, int32_t m, int32_t s);

/* The output stage of the matrix unit. */
struct dlp_out {
    unsigned type, requant;         /* DLP_TYPE_*, DLP_MAT_OUT_REQUANT_* */
    int relu, bias, limited, sloped;
    int32_t zero;
    uint32_t limit;                 /* of floats binary32 */
};

/* scale: binary32, or the multiplier; slope: the same for negative sums; unused ones may be anything.  The low bytes of the result are stored. */
uint32_t dlp_out(const struct dlp_out *o, int32_t acc, int32_t bias, uint32_t scale, uint32_t slope, int32_t shift);

/* The same for a binary32 sum; it has no fixed-point rule. */
uint32_t dlp_out_float(const struct dlp_out *o, uint32_t acc, uint32_t bias, uint32_t scale, uint32_t slope);

/* M extension */
uint64_t dlp_mulhu(uint64_t a, uint64_t b);
uint64_t dlp_mulh(uint64_t a, uint64_t b);
uint64_t dlp_mulhsu(uint64_t a, uint64_t b);
uint64_t dlp_div(uint64_t a, uint64_t b);
uint64_t dlp_rem(uint64_t a, uint64_t b);
uint64_t dlp_divu(uint64_t a, uint64_t b);
uint64_t dlp_remu(uint64_t a, uint64_t b);
uint64_t dlp_divw(uint64_t a, uint64_t b);
uint64_t dlp_remw(uint64_t a, uint64_t b);
uint64_t dlp_divuw(uint64_t a, uint64_t b);
uint64_t dlp_remuw(uint64_t a, uint64_t b);
#endif
