/* SPDX-License-Identifier: Apache-2.0
 * dlp_vpu_special - the special functions of the vector unit on binary32 (docs/special-functions.md, whose names are used here).
 * Integers only: a cubic from a table and the exact steps around it. */
#include "dlp_vpu_special.h"

#include "arith.h"
#include "dlp_spec.h"
#include "special_tables.h"

#define ONE     UINT32_C(0x3f800000)
#define HALF    UINT32_C(0x3f000000)
#define A_ONE   (UINT64_C(1) << 31)                     /* 1 as a mantissa A, T or E */
#define LOG2_E  UINT64_C(0xb8aa3b295c)                  /* log2(e), unit 2^-39 */
#define LN_2    INT64_C(0xb17217f7d1cf)                 /* ln 2, unit 2^-48 */

bool dlp_special1(unsigned fn)
{
    return (fn >= DLP_VFN_RECIP && fn <= DLP_VFN_SOFTPLUS) || (fn >= DLP_VFN_FLOOR && fn <= DLP_VFN_SIGN);
}

bool dlp_special2(unsigned fn) { return fn == DLP_VFN_DIV; }

/* a = (-1)^sign * m * 2^(e - 23), m in 2^23 .. 2^24 - 1, a finite and not 0 */
struct num { bool sign; uint64_t m; int e; };

static unsigned leading_zeros(uint64_t v)               /* v != 0 */
{
    unsigned n = 0;
    for (unsigned step = 32; step; step /= 2)
        if (v >> (64 - step) == 0) {
            v <<= step;
            n += step;
        }
    return n;
}

static struct num number(uint32_t a)
{
    struct num x = { a >> 31, a & 0x7fffffu, (int)(a >> 23 & 255) - 127 };
    if (x.e == -127) {
        const unsigned zeros = leading_zeros(x.m) - 40;
        x.m <<= zeros;
        x.e = -126 - (int)zeros;
    } else
        x.m |= 0x800000u;
    return x;
}

/* v >> n, and what a register of 64 bits leaves of it */
static uint64_t right(uint64_t v, int n) { return n > 63 ? 0 : v >> n; }

/* ---- tables */

static uint64_t cubic(const int64_t c[4], uint32_t p, unsigned k)
{
    const int64_t t = (int64_t)((uint32_t)(p << k) >> 4) - (1 << 27);      /* place in the segment, -1/2 .. 1/2, unit 2^-28 */
    int64_t h = c[2] + ((c[3] * (t >> 14)) >> 14);
    h = c[1] + ((h * (t >> 8)) >> 20);
    h = c[0] + ((h * t) >> 28);
    h = (h + 4) >> 3;
    return h >> 32 ? UINT32_MAX : (uint64_t)h;
}

static uint64_t table(unsigned region, uint32_t p)
{
    const unsigned k = dlp_sp_region[region].k;
    return cubic(dlp_sp_rows[dlp_sp_region[region].base + (p >> (32 - k))], p, k);
}

/* Region and place of |x| for a function whose regions are 0 .. 1/8, 1/8 .. 1/4, ..., 2^last .. 2^(last + 1) */
static uint64_t octaves(const struct num *x, unsigned first, int last)
{
    if (x->e > last)
        return table(first + (unsigned)last + 4, UINT32_MAX);
    if (x->e < -3)
        return table(first, (uint32_t)right(x->m << 8, -4 - x->e));
    return table(first + (unsigned)(x->e + 4), (uint32_t)(x->m << 9));
}

/* 2^y: E, and the exponent in *e.  y: unit 2^-32 */
static uint64_t power(int64_t y, int *e)
{
    *e = (int)(y >> 32);
    return cubic(dlp_sp_exp_rows[(uint32_t)y >> (32 - DLP_SP_EXP_K)], (uint32_t)y, DLP_SP_EXP_K);
}

/* q * factor, where q has the unit 2^(e - 39) and the factor 2^-39; the result has the unit 2^-32 */
static int64_t exponent(uint64_t q, int e, uint64_t factor)
{
    return (int64_t)right(dlp_mulhu(q << 24, factor << 24), 30 - e);
}

/* ---- results */

/* (-1)^sign * v * 2^(e - 190) rounded to nearest even: e is the biased exponent if bit 63 of v is set */
static uint32_t pack(bool sign, uint64_t v, int e)
{
    const uint32_t s = (uint32_t)sign << 31;
    if (e >= 255)
        return s | DLP_F32_INF;
    if (e < 1) {
        const uint64_t kept = right(v, 1 - e);
        v = kept | (1 - e > 63 ? v != 0 : kept << (1 - e) != v);
        e = 1;
    }
    const uint64_t m = v >> 40, half = v >> 39 & 1, rest = (v & ((UINT64_C(1) << 39) - 1)) != 0;
    return s | (uint32_t)(((uint64_t)(e - 1) << 23) + m + (half & (rest | (m & 1))));      /* the hidden bit adds 1 to the exponent */
}

/* (-1)^sign * v * 2^(e - 62) */
static uint32_t round_f32(bool sign, uint64_t v, int e)
{
    if (v == 0)
        return (uint32_t)sign << 31;
    const int zeros = (int)leading_zeros(v);
    return pack(sign, v << zeros, e + 128 - zeros);
}

/* The same of a product v within 2^-28 of the quotient ma / mb, or of the root of ma * 2^-23 (mb = 0), exactly rounded: h is v rounded to 25 bits,
 * and the sign of its error, by the low 28 bits of the product, goes into what is behind them. */
static uint32_t round_exact(bool sign, uint64_t v, int e, uint64_t ma, uint64_t mb)
{
    const unsigned zeros = leading_zeros(v);
    v <<= zeros;
    e += 128 - (int)zeros;
    uint64_t h = (v >> 39) + (v >> 38 & 1);
    const uint64_t want = mb ? ma << (23 + zeros) : ma << (23 + 2 * zeros), have = h * (mb ? mb : h);
    const uint32_t diff = (uint32_t)(want - have) & 0xfffffffu;
    const bool less = diff >> 27, more = diff && !less;
    if (h >> 25 && !less) {             /* 2^25 */
        h >>= 1;
        e++;
    }
    return pack(sign, (h << 39) + more - less, e);
}

/* ---- functions with exact results */

static uint32_t whole(unsigned fn, uint32_t a)
{
    const uint32_t sign = a & DLP_F32_SIGN, mag = a & ~DLP_F32_SIGN;
    const int e = (int)(mag >> 23) - 127;
    if (fn == DLP_VFN_SIGN)
        return mag ? sign | ONE : a;
    if (mag == 0 || e >= 23)
        return a;
    /* |a| in units of the last place that stays: base, and whether there is a half, more, an odd base */
    const uint32_t unit = e < 0 ? 0 : UINT32_C(1) << (23 - e), base = e < 0 ? 0 : mag & ~(unit - 1);
    const bool half = e < 0 ? e == -1 : mag & unit >> 1, more = e < 0 ? e < -1 || mag & 0x7fffffu : mag & ((unit >> 1) - 1);
    /* the bit above the fraction is the hidden one when e = 0 */
    const bool odd = e == 0 || (e > 0 && mag & unit);
    const bool up = fn == DLP_VFN_FLOOR ? sign && (half || more) : fn == DLP_VFN_CEIL ? !sign && (half || more)
                  : fn == DLP_VFN_ROUND ? half : fn == DLP_VFN_RINT ? half && (more || odd) : false;
    return sign | (!up ? base : e < 0 ? ONE : base + unit);
}

/* Results for NaN, infinities, zeros, and where the result is known; true if it is one of these. */
static bool known(unsigned fn, uint32_t a, uint32_t b, uint32_t *r)
{
    const uint32_t sign = a & DLP_F32_SIGN, mag = a & ~DLP_F32_SIGN, bmag = b & ~DLP_F32_SIGN, both = (a ^ b) & DLP_F32_SIGN;
    const int e = (int)(mag >> 23) - 127;               /* of normal numbers */
    const bool inf = mag == DLP_F32_INF;
    *r = DLP_F32_NAN;
    if (dlp_f32_is_nan(a) || (fn == DLP_VFN_DIV && dlp_f32_is_nan(b)))
        return true;
    switch (fn) {
    case DLP_VFN_DIV:
        if ((inf && bmag == DLP_F32_INF) || (mag == 0 && bmag == 0))
            return true;
        *r = inf || bmag == 0 ? both | DLP_F32_INF : both;
        return inf || bmag == 0 || mag == 0 || bmag == DLP_F32_INF;
    case DLP_VFN_SQRT:
        if (mag && sign)
            return true;
        *r = a;
        return mag == 0 || inf;
    case DLP_VFN_RSQRT:
        if (mag && sign)
            return true;
        *r = mag == 0 ? sign | DLP_F32_INF : 0;
        return mag == 0 || inf;
    case DLP_VFN_EXP:
    case DLP_VFN_EXP2:
        *r = mag == 0 ? ONE : sign ? 0 : DLP_F32_INF;
        return mag == 0 || e >= 8;
    case DLP_VFN_LOG:
    case DLP_VFN_LOG2:
        if (mag && sign)
            return true;
        *r = mag == 0 ? DLP_F32_SIGN | DLP_F32_INF : inf ? a : 0;
        return mag == 0 || inf || a == ONE;
    case DLP_VFN_SIN:
        if (inf)
            return true;
        *r = a;
        return e < -12;
    case DLP_VFN_COS:
        if (inf)
            return true;
        *r = ONE;
        return e < -12;
    case DLP_VFN_TANH:
    case DLP_VFN_ERF:
        *r = mag ? sign | ONE : a;
        return mag == 0 || e >= (fn == DLP_VFN_TANH ? 4 : 2);
    case DLP_VFN_SIGMOID:
        *r = mag == 0 ? HALF : sign ? 0 : ONE;
        return mag == 0 || e >= 7;
    case DLP_VFN_GELU:
        *r = mag == 0 || !sign ? a : DLP_F32_SIGN;
        return mag == 0 || e >= 4;
    case DLP_VFN_SOFTPLUS:
        *r = sign ? 0 : a;
        return e >= (sign ? 7 : 5);
    default:
        *r = whole(fn, a);
        return true;
    }
}

/* ---- sine and cosine */

/* Bits of 2 / pi below the point, 24 in a word */
static const uint32_t two_over_pi[8] = { 0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041 };

/* n bits of 2 / pi from the bit of weight 2^-first on */
static uint64_t bits_of_two_over_pi(int first, int n)
{
    uint64_t v = 0;
    for (int i = first; i < first + n; i++)
        v = v << 1 | (i > 0 ? two_over_pi[(i - 1) / 24] >> (23 - (i - 1) % 24) & 1 : 0);
    return v;
}

/* |x| * 2 / pi modulo 4: quadrant, and the fraction in units of 2^-64.  The product modulo 2^88 with the 88 bits of 2 / pi of weight 2^(25 - e) and
 * less: those above give multiples of 4, those below less than 2^-62. */
static unsigned reduce(const struct num *x, uint64_t *f)
{
    const uint64_t low = x->m * bits_of_two_over_pi(x->e + 24, 40);
    const uint64_t high = x->m * bits_of_two_over_pi(x->e - 24, 48) + (low >> 40);
    *f = high << 18 | (low >> 22 & 0x3ffff);
    return high >> 46 & 3;
}

static uint32_t sine(const struct num *x, bool cosine)
{
    uint64_t f;
    unsigned q = reduce(x, &f);
    const bool beyond = f >> 63;        /* nearer to the next quadrant, and negative from there; 1 - f is ~f but for the last bit */
    if (beyond)
        f = ~f;
    q += (unsigned)beyond + cosine;
    const bool minus = (q >> 1 & 1) ^ (x->sign && !cosine);
    const uint32_t p = (uint32_t)(f >> 31);             /* 2 f */
    if (q & 1)
        return round_f32(minus, A_ONE * table(DLP_SP_COS, p), 0);
    const unsigned zeros = leading_zeros(f);
    return round_f32(minus ^ beyond, (f << zeros >> 32) * table(DLP_SP_SIN, p), -1 - (int)zeros);
}

/* ---- all */

uint32_t dlp_special(unsigned fn, uint32_t a, uint32_t b)
{
    uint32_t r;
    if (fn == DLP_VFN_RECIP) {
        fn = DLP_VFN_DIV;
        b = a;
        a = ONE;
    }
    if (known(fn, a, b, &r))
        return r;
    const struct num x = number(a);
    const bool odd = x.e & 1;
    const int half = (x.e - odd) / 2;                   /* floor */
    const uint32_t p = (uint32_t)(x.m << 9);            /* the fraction of the mantissa */
    uint64_t v, A;
    int64_t s;
    int e;

    switch (fn) {
    case DLP_VFN_DIV: {
        const struct num y = number(b);
        v = (x.m << 8) * table(DLP_SP_RECIP, (uint32_t)(y.m << 9));
        return round_exact(x.sign ^ y.sign, v, x.e - y.e, x.m, y.m);
    }
    case DLP_VFN_SQRT:  return round_exact(false, A_ONE * table(DLP_SP_SQRT + odd, p), half, x.m << odd, 0);
    case DLP_VFN_RSQRT: return round_f32(false, A_ONE * table(DLP_SP_RSQRT + odd, p), -half);
    case DLP_VFN_EXP:
    case DLP_VFN_EXP2:
        s = exponent(x.m << 16, x.e, fn == DLP_VFN_EXP ? LOG2_E : UINT64_C(1) << 39);
        v = power(x.sign ? -s : s, &e) * A_ONE;
        return round_f32(false, v, e);
    case DLP_VFN_LOG:
    case DLP_VFN_LOG2: {
        /* x = 2^k (1 + d), -1/4 <= d < 1/2; |d| is f * 2^-24 */
        const bool below = p >> 31;
        const uint64_t f = below ? (UINT64_C(1) << 24) - x.m : (x.m & 0x7fffffu) << 1;
        const int k = x.e + below;
        const unsigned zeros = f ? leading_zeros(f) : 63;
        A = f << zeros >> 32;
        e = 39 - (int)zeros;            /* |d| = A * 2^(e - 31) */
        v = A * table(fn == DLP_VFN_LOG ? DLP_SP_LOG : DLP_SP_LOG2, p);
        if (k == 0)
            return round_f32(below, v, e);
        s = (int64_t)right(v, 14 - e);
        s = k * (fn == DLP_VFN_LOG ? LN_2 : INT64_C(1) << 48) + (below ? -s : s);
        return round_f32(s < 0, (uint64_t)(s < 0 ? -s : s), 14);
    }
    case DLP_VFN_SIN:
    case DLP_VFN_COS:  return sine(&x, fn == DLP_VFN_COS);
    case DLP_VFN_TANH: return round_f32(x.sign, (x.m << 8) * octaves(&x, DLP_SP_TANH, 3), x.e);
    case DLP_VFN_ERF:  return round_f32(x.sign, (x.m << 8) * octaves(&x, DLP_SP_ERF, 1), x.e);
    case DLP_VFN_SIGMOID:
        v = octaves(&x, DLP_SP_SIGMOID, 4);
        if (!x.sign)
            return round_f32(false, A_ONE * v, 0);
        A = power(-exponent(x.m << 16, x.e, LOG2_E), &e);
        return round_f32(false, A * v, e);
    case DLP_VFN_GELU:
        /* e^(-x^2 / 2) * the table is P(X < -|x|) of the normal distribution */
        A = power(-exponent(x.m * x.m >> 8, 2 * x.e, LOG2_E), &e);
        v = A * octaves(&x, DLP_SP_GELU, 3);
        if (x.sign)
            return round_f32(true, x.m * (v >> 23), x.e + e);
        return round_f32(false, x.m * (((UINT64_C(1) << 48) - right(v, 14 - e)) >> 9), x.e);
    default:            /* SOFTPLUS */
        A = power(-exponent(x.m << 16, x.e, LOG2_E), &e);
        v = A * octaves(&x, DLP_SP_SOFTPLUS, 4);
        if (x.sign)
            return round_f32(false, v, e);
        return round_f32(false, (x.e >= -25 ? x.m << (x.e + 25) : right(x.m, -x.e - 25)) + right(v, 14 - e), 14);
    }
}
