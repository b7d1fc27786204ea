/* SPDX-License-Identifier: Apache-2.0 */
#include "vpu_ref.h"
#include "dlp_spec.h"
#include "dlp_vpu_special.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* An element is kept as its bits; its value is a double, which holds every element of every type exactly. */
static uint64_t size_of(uint32_t type)
{
    return type == DLP_TYPE_I8 || type == DLP_TYPE_U8 ? 1 : type == DLP_TYPE_I32 || type == DLP_TYPE_U32 || type == DLP_TYPE_F32 ? 4 : 2;
}

static bool is_float(uint32_t type)  { return type == DLP_TYPE_F16 || type == DLP_TYPE_BF16 || type == DLP_TYPE_F32; }
static bool is_signed(uint32_t type) { return type == DLP_TYPE_I8 || type == DLP_TYPE_I16 || type == DLP_TYPE_I32; }

static uint32_t bits_of(const uint8_t *p, uint32_t type)
{
    uint32_t v = 0;
    memcpy(&v, p, size_of(type));
    return v;
}

static void put(uint8_t *p, uint32_t type, uint32_t v) { memcpy(p, &v, size_of(type)); }

/* Formats: significand bits with the hidden one, exponent of the smallest normal number, exponent bits. */
struct format { int p, emin, ebits; uint32_t nan; };
static struct format format_of(uint32_t type)
{
    return type == DLP_TYPE_F16  ? (struct format){11, -14, 5, 0x7e00}
         : type == DLP_TYPE_BF16 ? (struct format){8, -126, 8, 0x7fc0} : (struct format){24, -126, 8, 0x7fc00000};
}

static double decode(uint32_t bits, uint32_t type)
{
    unsigned width = 8 * (unsigned)size_of(type);
    if (!is_float(type)) {
        double v = bits;
        return is_signed(type) && bits >> (width - 1) ? v - ldexp(1, (int)width) : v;
    }
    struct format f = format_of(type);
    uint32_t frac = bits & ((1u << (f.p - 1)) - 1), exp = bits >> (f.p - 1) & ((1u << f.ebits) - 1);
    double   m = exp == (1u << f.ebits) - 1 ? (frac ? NAN : INFINITY)
               : exp == 0 ? ldexp(frac, f.emin - f.p + 1) : ldexp(frac + (1u << (f.p - 1)), (int)exp - 1 + f.emin - f.p + 1);
    return bits >> (width - 1) ? -m : m;
}

static double whole(double x, uint32_t how)
{
    switch (how) {
    case DLP_ROUND_TZ: return trunc(x);
    case DLP_ROUND_OZ: return x < 0 ? floor(x) : ceil(x);
    case DLP_ROUND_UP: return ceil(x);
    case DLP_ROUND_DN: return floor(x);
    case DLP_ROUND_RD: return round(x);
    default:           return nearbyint(x);
    }
}

static uint32_t encode(double v, uint32_t type, uint32_t how)
{
    unsigned width = 8 * (unsigned)size_of(type);
    if (!is_float(type)) {
        double lo = is_signed(type) ? -ldexp(1, (int)width - 1) : 0, hi = ldexp(1, (int)width - is_signed(type)) - 1;
        if (isnan(v)) return 0;
        v = whole(v, how);
        v = v < lo ? lo : v > hi ? hi : v;
        return (uint32_t)(int64_t)v & (uint32_t)((UINT64_C(1) << width) - 1);
    }
    struct format f = format_of(type);
    uint32_t      sign = signbit(v) ? 1u << (width - 1) : 0, inf = ((1u << f.ebits) - 1) << (f.p - 1);
    if (isnan(v)) return f.nan;
    if (isinf(v)) return sign | inf;
    int    e = f.emin;
    double max = ldexp(2 - ldexp(1, 1 - f.p), -f.emin + 1);
    if (v != 0 && ilogb(v) > e) e = ilogb(v);
    double unit = ldexp(1, e - f.p + 1), r = fabs(whole(v / unit, how)) * unit;
    if (r > max) {
        bool away = how == DLP_ROUND_OZ || how == DLP_ROUND_RD || how == DLP_ROUND_RN || (how == DLP_ROUND_UP && !sign) || (how == DLP_ROUND_DN && sign);
        return sign | (away ? inf : inf - 1);
    }
    if (r < ldexp(1, f.emin)) return sign | (uint32_t)ldexp(r, f.p - 1 - f.emin);
    e = ilogb(r);
    return sign | (uint32_t)(e - f.emin + 1) << (f.p - 1) | ((uint32_t)ldexp(r, f.p - 1 - e) & ((1u << (f.p - 1)) - 1));
}

static bool is_nan(uint32_t bits, uint32_t type) { return is_float(type) && isnan(decode(bits, type)); }

static uint32_t cut(uint64_t v, uint32_t type) { return (uint32_t)(v & ((UINT64_C(1) << (8 * size_of(type))) - 1)); }

static float to_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

static uint32_t from_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return isnan(f) ? 0x7fc00000u : bits;
}

static uint32_t maximum(uint32_t a, uint32_t b, uint32_t type, bool minimum)
{
    double x = decode(a, type), y = decode(b, type);
    if (is_nan(a, type) && is_nan(b, type)) return format_of(type).nan;
    if (is_nan(a, type)) return b;
    if (is_nan(b, type)) return a;
    if (x == y) return (signbit(x) != 0) == minimum ? a : b;
    return (x < y) != minimum ? b : a;
}

/* binary32 by the host; half and bfloat16 in double, of which 53 bits are enough for one rounding to be the only one that counts */
static uint32_t binary(uint32_t op, uint32_t a, uint32_t b, uint32_t type)
{
    uint32_t kind = op & ~3u;
    if (kind == DLP_VOP_VMAX_VV || kind == DLP_VOP_VMIN_VV) return maximum(a, b, type, kind == DLP_VOP_VMIN_VV);
    if (!is_float(type)) return cut(kind == DLP_VOP_VADD_VV ? (uint64_t)a + b : kind == DLP_VOP_VSUB_VV ? (uint64_t)a - b : (uint64_t)a * b, type);
    if (type == DLP_TYPE_F32) {
        float x = to_float(a), y = to_float(b);
        return from_float(kind == DLP_VOP_VADD_VV ? x + y : kind == DLP_VOP_VSUB_VV ? x - y : x * y);
    }
    double x = decode(a, type), y = decode(b, type);
    return encode(kind == DLP_VOP_VADD_VV ? x + y : kind == DLP_VOP_VSUB_VV ? x - y : x * y, type, DLP_ROUND_RN);
}

static uint32_t one(uint32_t type) { return encode(1, type, DLP_ROUND_RN); }

static uint32_t function2(uint32_t fn, uint32_t a, uint32_t b, uint32_t type)
{
    double   x = decode(a, type), y = decode(b, type);
    uint32_t width = 8 * (uint32_t)size_of(type);
    bool     r;
    switch (fn) {
    case DLP_VFN_AND: return a & b;
    case DLP_VFN_OR:  return a | b;
    case DLP_VFN_XOR: return a ^ b;
    case DLP_VFN_SHL: return b >= width ? 0 : cut((uint64_t)a << b, type);
    case DLP_VFN_SHR: return cut((uint64_t)(int64_t)floor(ldexp(x, -(int)(b < width ? b : width))), type);
    case DLP_VFN_EQ:  r = x == y; break;
    case DLP_VFN_NE:  r = x != y; break;
    case DLP_VFN_LT:  r = x < y; break;
    case DLP_VFN_LE:  r = x <= y; break;
    case DLP_VFN_GT:  r = x > y; break;
    case DLP_VFN_GE:  r = x >= y; break;
    case DLP_VFN_MAXNAN: return isnan(x) || isnan(y) ? format_of(type).nan : maximum(a, b, type, false);
    case DLP_VFN_MINNAN: return isnan(x) || isnan(y) ? format_of(type).nan : maximum(a, b, type, true);
    case DLP_VFN_LAND: r = x != 0 && y != 0; break;
    case DLP_VFN_LOR:  r = x != 0 || y != 0; break;
    default:           r = (x != 0) != (y != 0); break;
    }
    return r ? one(type) : 0;
}

static uint32_t function1(uint32_t fn, uint32_t a, uint32_t type)
{
    uint32_t sign = 1u << (8 * size_of(type) - 1);
    switch (fn) {
    case DLP_VFN_NOT: return cut(~(uint64_t)a, type);
    case DLP_VFN_ABS: return is_float(type) ? a & ~sign : is_signed(type) && a & sign ? cut(-(uint64_t)a, type) : a;
    case DLP_VFN_SQUARE: return binary(DLP_VOP_VMUL_VV, a, a, type);
    case DLP_VFN_NEG: return is_float(type) ? a ^ sign : cut(-(uint64_t)a, type);
    default:          return decode(a, type) == 0 ? one(type) : 0;
    }
}

bool vpu_ref_no_special;

/* Special functions of one operand, of two: the manual states them to the bit, so that the model stands for it here (tests/cmodel/test_special.c has
 * their references).  Other than in the model, half and bfloat16 go through double. */
static bool is_special(uint32_t fn, uint32_t type, bool two)
{
    if (vpu_ref_no_special || !is_float(type)) return false;
    return two ? fn == DLP_VFN_DIV : (fn >= DLP_VFN_RECIP && fn <= DLP_VFN_SOFTPLUS) || (fn >= DLP_VFN_FLOOR && fn <= DLP_VFN_SIGN);
}

static uint32_t special(uint32_t fn, uint32_t a, uint32_t b, uint32_t type)
{
    uint32_t r = dlp_special(fn, encode(decode(a, type), DLP_TYPE_F32, DLP_ROUND_RN), encode(decode(b, type), DLP_TYPE_F32, DLP_ROUND_RN));
    return encode(decode(r, DLP_TYPE_F32), type, DLP_ROUND_RN);
}

static uint32_t relu(uint32_t a, uint32_t type)
{
    return is_nan(a, type) ? format_of(type).nan : decode(a, type) > 0 ? a : 0;
}

struct operand {
    bool     used;
    uint64_t addr, bytes;
};

static uint32_t check_operand(struct operand o, uint64_t nram_bytes, uint32_t beyond, uint64_t *addr)
{
    if (!o.used) return DLP_FAULT_NONE;
    *addr = o.addr;
    if (o.addr < DLP_MEM_NRAM_BASE || o.addr >= DLP_MEM_NRAM_BASE + DLP_MEM_NRAM_WINDOW) return DLP_FAULT_CMD_ADDR;
    return o.addr - DLP_MEM_NRAM_BASE + o.bytes > nram_bytes ? beyond : DLP_FAULT_NONE;
}

static bool meet(struct operand a, struct operand b)
{
    return a.used && b.used && a.addr < b.addr + b.bytes && b.addr < a.addr + a.bytes;
}

static void pool(const struct vpu_cmd *c, uint32_t type, uint8_t *d, const uint8_t *s)
{
    const uint32_t *g = c->cfg;
    uint64_t ch = g[DLP_CFG_VEC_C], h = g[DLP_CFG_VEC_H], w = g[DLP_CFG_VEC_W], kh = g[DLP_CFG_VEC_KH], kw = g[DLP_CFG_VEC_KW];
    uint64_t sh = g[DLP_CFG_VEC_SH], sw = g[DLP_CFG_VEC_SW], z = size_of(type);
    uint64_t ho = (h - kh) / sh + 1, wo = (w - kw) / sw + 1;
    float    scale = to_float(g[DLP_CFG_VEC_SCALE]);

    for (uint64_t y = 0; y < ho; y++)
        for (uint64_t x = 0; x < wo; x++)
            for (uint64_t k = 0; k < ch; k++) {
                uint32_t most = 0, count = 0;
                float    sum = 0;
                for (uint64_t i = 0; i < kh; i++)
                    for (uint64_t j = 0; j < kw; j++) {
                        uint32_t v = bits_of(s + (((y * sh + i) * w + x * sw + j) * ch + k) * z, type);
                        bool     first = i == 0 && j == 0;
                        most = first ? v : maximum(most, v, type, c->op == DLP_VOP_VMINPOOL);
                        if (is_float(type)) sum = first ? (float)decode(v, type) : sum + (float)decode(v, type);
                        else count = first ? (uint32_t)(int64_t)decode(v, type) : count + (uint32_t)(int64_t)decode(v, type);
                    }
                if (c->op == DLP_VOP_VAVGPOOL) {
                    if (!is_float(type)) sum = type == DLP_TYPE_U32 ? (float)count : (float)(int32_t)count;
                    most = encode(sum * scale, type, DLP_ROUND_RN);
                }
                if (c->op == DLP_VOP_VSUMPOOL)
                    most = encode(is_float(type) ? (double)sum : type == DLP_TYPE_U32 ? (double)count : (double)(int32_t)count, type, DLP_ROUND_RN);
                put(d + ((y * wo + x) * ch + k) * z, type, most);
            }
}

/* The first element of the greatest or least value, as 32 bits: an integer extended, a float as binary32. */
static void best_of(uint64_t n, uint32_t type, bool least, uint8_t *d, const uint8_t *s)
{
    double   best = decode(bits_of(s, type), type);
    uint32_t index = 0;
    for (uint64_t i = 1; i < n; i++) {
        double v = decode(bits_of(s + i * size_of(type), type), type);
        if ((least ? v < best : v > best) || (isnan(best) && !isnan(v))) best = v, index = (uint32_t)i;
    }
    uint32_t value = is_float(type) ? encode(best, DLP_TYPE_F32, DLP_ROUND_RN) : (uint32_t)(int64_t)best;
    memcpy(d, &value, 4);
    memcpy(d + 4, &index, 4);
}

/* Elements unequal to 0. */
static uint32_t look_for(uint32_t op, uint64_t n, uint32_t type, const uint8_t *s)
{
    uint32_t r = op == DLP_VOP_VCOUNT ? 0 : 0xffffffff;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t at = op == DLP_VOP_VLAST ? n - 1 - i : i;
        if (decode(bits_of(s + at * size_of(type), type), type) == 0) continue;
        if (op != DLP_VOP_VCOUNT) return (uint32_t)at;
        r++;
    }
    return r;
}

static uint32_t sum(uint64_t n, uint32_t type, const uint8_t *s)
{
    uint32_t total = 0;
    if (is_float(type)) {
        float p[16];
        for (int j = 0; j < 16; j++) p[j] = -0.0f;
        for (uint64_t i = 0; i < n; i++) p[i % 16] += (float)decode(bits_of(s + i * size_of(type), type), type);
        for (int h = 8; h >= 1; h /= 2)
            for (int j = 0; j < h; j++) p[j] += p[j + h];
        total = from_float(p[0]);
    } else
        for (uint64_t i = 0; i < n; i++) total += (uint32_t)(int64_t)decode(bits_of(s + i * size_of(type), type), type);
    return total;
}

/* Sums of 128 bytes, rounded or saturated to the type; a group is read before its sum is written. */
static void sum128(uint64_t n, uint32_t type, uint8_t *d, const uint8_t *s)
{
    uint64_t z = size_of(type), group = 128 / z;
    for (uint64_t i = 0; i < n; i += group) {
        uint32_t total = sum(n - i < group ? n - i : group, type, s + i * z);
        double   v = is_float(type) ? (double)to_float(total) : is_signed(type) ? (double)(int32_t)total : (double)total;
        put(d + i * z, type, encode(v, type, DLP_ROUND_RN));
    }
}

/* Where element (i, j) of an h x w matrix goes, by the table of functions: row * columns + column of the result. */
static uint64_t turned(uint32_t fn, uint64_t i, uint64_t j, uint64_t h, uint64_t w)
{
    switch (fn) {
    case DLP_VTRANS_TRANSPOSE: return j * h + i;
    case DLP_VTRANS_ROT270:    return (w - 1 - j) * h + i;
    case DLP_VTRANS_ROT90:     return j * h + (h - 1 - i);
    case DLP_VTRANS_ANTI:      return (w - 1 - j) * h + (h - 1 - i);
    case DLP_VTRANS_COPY:      return i * w + j;
    case DLP_VTRANS_FLIP:      return (h - 1 - i) * w + j;
    case DLP_VTRANS_MIRROR:    return i * w + (w - 1 - j);
    default:                   return (h - 1 - i) * w + (w - 1 - j);
    }
}

/* vgather and vscatter: the elements before the first bad index are moved; returns its number, or n. */
static uint64_t by_index(bool gather, uint64_t n, uint64_t limit, uint64_t z, uint32_t itype, uint8_t *d, const uint8_t *s, const uint8_t *t)
{
    for (uint64_t i = 0; i < n; i++) {
        uint64_t k = bits_of(t + i * size_of(itype), itype);
        if (k >= limit) return i;
        if (gather) memcpy(d + i * z, s + k * z, z);
        else        memcpy(d + k * z, s + i * z, z);
    }
    return n;
}

uint32_t vpu_ref(uint8_t *nram, uint64_t nram_bytes, const struct vpu_cmd *c, uint64_t *addr, struct vpu_range *dst)
{
    const uint32_t *g = c->cfg;
    uint64_t n = g[DLP_CFG_VEC_N], seg = g[DLP_CFG_VEC_SEG];
    uint32_t vtype = g[DLP_CFG_VEC_TYPE], type = vtype & 15, fn = vtype >> DLP_VEC_TYPE_FN_LSB, op = c->op;
    bool     is_pool = op >= DLP_VOP_VMAXPOOL && op <= DLP_VOP_VMINPOOL, best = op == DLP_VOP_VARGMAX || op == DLP_VOP_VARGMIN;
    bool     looks = op >= DLP_VOP_VCOUNT && op <= DLP_VOP_VLAST, is_red = best || looks || op == DLP_VOP_VSUM;
    bool     fn2 = op >= DLP_VOP_VFN_VV && op <= DLP_VOP_VFN_VC;
    bool     bit = op >= DLP_VOP_VBIT_VV && op <= DLP_VOP_VBIT_VC;
    bool     two = op <= DLP_VOP_VMIN_VC || fn2 || bit, vv = (two && op % 4 == DLP_VOP_VADD_VV) || op == DLP_VOP_VCOLLECT || op == DLP_VOP_VMASK, vc = two && op % 4 == DLP_VOP_VADD_VC;
    bool     fill = op == DLP_VOP_VFILL;
    uint32_t to = op == DLP_VOP_VCVT_I8 ? DLP_TYPE_I8 : op == DLP_VOP_VCVT_I32 ? DLP_TYPE_I32 : op == DLP_VOP_VCVT_F32 ? DLP_TYPE_F32
                : op == DLP_VOP_VCVT ? vtype >> DLP_VEC_TYPE_TO_LSB & 15 : type;
    uint32_t how = op == DLP_VOP_VCVT ? vtype >> DLP_VEC_TYPE_ROUND_LSB & 7 : DLP_ROUND_RN;
    bool     scaled = op == DLP_VOP_VCVT && vtype >> DLP_VEC_TYPE_POS_LSB & 1;

    bool     trans = op == DLP_VOP_VTRANS, gather = op == DLP_VOP_VGATHER, index = gather || op == DLP_VOP_VSCATTER;
    uint32_t itype = vtype >> DLP_VEC_TYPE_INDEX_LSB;

    dst->bytes = 0;
    *addr = c->rd;
    if (!is_pool && !trans && n == 0) return DLP_FAULT_NONE;
    if (type > DLP_TYPE_F32) return DLP_FAULT_CMD_TYPE;
    if (op == DLP_VOP_VCVT) {
        if (to > DLP_TYPE_F32 || how > DLP_ROUND_RN || vtype >> 12 || (scaled && is_float(type) && is_float(to))) return DLP_FAULT_CMD_TYPE;
    } else if (fn2) {
        bool shift = fn == DLP_VFN_SHL || fn == DLP_VFN_SHR;
        if (!is_special(fn, type, true) && (fn > DLP_VFN_MINNAN || (fn > DLP_VFN_LXOR && fn < DLP_VFN_MAXNAN) || (fn > DLP_VFN_SHR && fn < DLP_VFN_EQ) || (fn > DLP_VFN_GE && fn < DLP_VFN_LAND))) return DLP_FAULT_CMD_TYPE;
        if (shift && is_float(type)) return DLP_FAULT_CMD_TYPE;
    } else if (bit) {
        if (fn < DLP_VFN_EQ || fn > DLP_VFN_GE) return DLP_FAULT_CMD_TYPE;
    } else if (op == DLP_VOP_VFN) {
        if (!is_special(fn, type, false) && (fn < DLP_VFN_NOT || fn > DLP_VFN_SQUARE)) return DLP_FAULT_CMD_TYPE;
    } else if (trans) {
        if (fn > 7) return DLP_FAULT_CMD_TYPE;
    } else if (index) {
        if (itype != DLP_TYPE_U8 && itype != DLP_TYPE_U16 && itype != DLP_TYPE_U32) return DLP_FAULT_CMD_TYPE;
    } else if (fn)
        return DLP_FAULT_CMD_TYPE;
    uint64_t s_elems = n, d_elems = n, z = size_of(type);
    if (is_pool) {
        static const int dims[] = {DLP_CFG_VEC_C, DLP_CFG_VEC_H, DLP_CFG_VEC_W, DLP_CFG_VEC_KH, DLP_CFG_VEC_KW, DLP_CFG_VEC_SH, DLP_CFG_VEC_SW};
        for (unsigned i = 0; i < sizeof dims / sizeof dims[0]; i++)
            if (g[dims[i]] == 0 || g[dims[i]] > 65535) return DLP_FAULT_CMD_SIZE;
        if (g[DLP_CFG_VEC_KH] > g[DLP_CFG_VEC_H] || g[DLP_CFG_VEC_KW] > g[DLP_CFG_VEC_W]) return DLP_FAULT_CMD_SIZE;
        s_elems = (uint64_t)g[DLP_CFG_VEC_H] * g[DLP_CFG_VEC_W] * g[DLP_CFG_VEC_C];
        d_elems = (uint64_t)((g[DLP_CFG_VEC_H] - g[DLP_CFG_VEC_KH]) / g[DLP_CFG_VEC_SH] + 1) *
                  ((g[DLP_CFG_VEC_W] - g[DLP_CFG_VEC_KW]) / g[DLP_CFG_VEC_SW] + 1) * g[DLP_CFG_VEC_C];
    } else if (trans) {
        uint64_t h = g[DLP_CFG_VEC_H], w = g[DLP_CFG_VEC_W];
        if (h == 0 || h > 65535 || w == 0 || w > 65535) return DLP_FAULT_CMD_SIZE;
        s_elems = d_elems = h * w;
    } else if ((vc || index) && seg == 0)
        return DLP_FAULT_CMD_SIZE;

    if (index) *(gather ? &s_elems : &d_elems) = seg;
    struct operand d  = {true, c->rd, best ? 8 : is_red ? 4 : bit ? (n + 7) / 8 : d_elems * size_of(to)};
    struct operand s0 = {!fill, c->rs1, s_elems * z};
    struct operand s1 = {vv || vc || index, c->rs2, (vc ? seg : n) * (index ? size_of(itype) : z)};
    uint32_t fault = check_operand(d, nram_bytes, DLP_FAULT_NRAM_WRITE, addr);
    if (fault == DLP_FAULT_NONE) fault = check_operand(s0, nram_bytes, DLP_FAULT_NRAM_READ, addr);
    if (fault == DLP_FAULT_NONE) fault = check_operand(s1, nram_bytes, DLP_FAULT_NRAM_READ, addr);
    if (fault != DLP_FAULT_NONE) return fault;
    *addr = c->rd;
    bool same_size = !is_pool && !is_red && !bit && !trans && !index && size_of(to) == z;
    if ((meet(d, s0) && !(same_size && d.addr == s0.addr)) || (meet(d, s1) && !(vv && !bit && d.addr == s1.addr))) return DLP_FAULT_CMD_OVERLAP;

    uint8_t *dp = nram + (d.addr - DLP_MEM_NRAM_BASE), *sp = nram + (s0.used ? s0.addr - DLP_MEM_NRAM_BASE : 0);
    uint8_t *tp = nram + (s1.used ? s1.addr - DLP_MEM_NRAM_BASE : 0);
    dst->offset = d.addr - DLP_MEM_NRAM_BASE;
    dst->bytes = d.bytes;
    if (is_pool) pool(c, type, dp, sp);
    else if (best) best_of(n, type, op == DLP_VOP_VARGMIN, dp, sp);
    else if (op == DLP_VOP_VCOLLECT) {
        uint64_t taken = 0;
        for (uint64_t i = 0; i < n; i++) {
            uint32_t v = bits_of(sp + i * z, type);
            if (decode(bits_of(tp + i * z, type), type) != 0) put(dp + taken++ * z, type, v);
        }
        dst->bytes = taken * z;
    } else if (is_red) {
        uint32_t total = looks ? look_for(op, n, type, sp) : sum(n, type, sp);
        memcpy(dp, &total, 4);
    } else if (op == DLP_VOP_VSUM128) sum128(n, type, dp, sp);
    else if (trans) {
        for (uint64_t i = 0; i < g[DLP_CFG_VEC_H]; i++)
            for (uint64_t j = 0; j < g[DLP_CFG_VEC_W]; j++)
                memcpy(dp + turned(fn, i, j, g[DLP_CFG_VEC_H], g[DLP_CFG_VEC_W]) * z, sp + (i * g[DLP_CFG_VEC_W] + j) * z, z);
    } else if (index) {
        uint64_t moved = by_index(gather, n, seg, z, itype, dp, sp, tp);
        *addr = c->rs2 + moved * size_of(itype);
        if (moved < n) return gather ? DLP_FAULT_NRAM_READ : DLP_FAULT_NRAM_WRITE;
    }
    else
        for (uint64_t i = 0; i < n; i++) {
            uint32_t scalar = bits_of((const uint8_t *)(fill ? &c->rs1 : &c->rs2), type), a = fill ? 0 : bits_of(sp + i * z, type), r;
            uint32_t b = s1.used ? bits_of(tp + (vc ? i % seg : i) * z, type) : scalar;
            if (bit) {
                uint8_t *byte = dp + i / 8;
                *byte = (uint8_t)((i % 8 ? *byte : 0) | (function2(fn, a, b, type) != 0) << i % 8);
                continue;
            }
            if (op == DLP_VOP_VMASK) {
                if (decode(b, type) != 0) put(dp + i * z, type, a);
                continue;
            }
            if (fill) r = scalar;
            else if ((fn2 || op == DLP_VOP_VFN) && is_special(fn, type, fn2)) r = special(fn, a, b, type);
            else if (fn2) r = function2(fn, a, b, type);
            else if (two) r = binary(op, a, b, type);
            else if (op == DLP_VOP_VFN) r = function1(fn, a, type);
            else if (op == DLP_VOP_VRELU) r = relu(a, type);
            else if (scaled) r = encode(ldexp(decode(a, type), -(int8_t)c->rs2), to, how);     /* exact in double */
            else r = type == to ? a : encode(decode(a, type), to, how);
            put(dp + i * size_of(to), to, r);
        }
    return DLP_FAULT_NONE;
}
