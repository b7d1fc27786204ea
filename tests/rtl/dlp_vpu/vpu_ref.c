/* SPDX-License-Identifier: Apache-2.0 */
#include "vpu_ref.h"
#include "dlp_spec.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

#define CANONICAL_NAN 0x7fc00000u

/* One source element of any type: the bits, and their value as an integer. */
static uint32_t load(const uint8_t *p, uint32_t type)
{
    uint32_t v;
    if (type == DLP_TYPE_I8) return (uint32_t)(int32_t)(int8_t)*p;
    memcpy(&v, p, 4);
    return v;
}

static void store(uint8_t *p, uint32_t type, uint32_t v)
{
    if (type == DLP_TYPE_I8) *p = (uint8_t)v;
    else memcpy(p, &v, 4);
}

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
    return isnan(f) ? CANONICAL_NAN : bits;
}

/* sat32(rne(f)), NaN gives 0; the host rounds to nearest even */
static int32_t to_int(uint32_t bits)
{
    double d = to_float(bits);
    if (isnan(d)) return 0;
    d = nearbyint(d);
    return d >= 2147483647.0 ? INT32_MAX : d <= -2147483648.0 ? INT32_MIN : (int32_t)d;
}

static uint32_t sat8(int32_t v)
{
    return (uint32_t)(v > 127 ? 127 : v < -128 ? -128 : v);
}

static uint32_t maximum(uint32_t a, uint32_t b, uint32_t type, bool minimum)
{
    if (type != DLP_TYPE_F32) return ((int32_t)a < (int32_t)b) != minimum ? b : a;
    float x = to_float(a), y = to_float(b);
    if (isnan(x) && isnan(y)) return CANONICAL_NAN;
    if (isnan(x)) return b;
    if (isnan(y)) return a;
    if (x == 0 && y == 0) return signbit(x) && !minimum ? b : signbit(x) ? a : minimum ? b : a;
    return (x < y) != minimum ? b : a;
}

static uint32_t add(uint32_t a, uint32_t b, uint32_t type)
{
    return type == DLP_TYPE_F32 ? from_float(to_float(a) + to_float(b)) : a + b;
}

static uint32_t binary(uint32_t op, uint32_t a, uint32_t b, uint32_t type)
{
    bool fl = type == DLP_TYPE_F32;
    switch (op) {
    case DLP_VOP_VADD_VV: case DLP_VOP_VADD_VS: case DLP_VOP_VADD_VC: return add(a, b, type);
    case DLP_VOP_VSUB_VV: case DLP_VOP_VSUB_VS: case DLP_VOP_VSUB_VC: return fl ? from_float(to_float(a) - to_float(b)) : a - b;
    case DLP_VOP_VMUL_VV: case DLP_VOP_VMUL_VS: case DLP_VOP_VMUL_VC: return fl ? from_float(to_float(a) * to_float(b)) : a * b;
    case DLP_VOP_VMAX_VV: case DLP_VOP_VMAX_VS: case DLP_VOP_VMAX_VC: return maximum(a, b, type, false);
    default:                                                          return maximum(a, b, type, true);
    }
}

static uint32_t relu(uint32_t a, uint32_t type)
{
    if (type != DLP_TYPE_F32) return (int32_t)a > 0 ? a : 0;
    float x = to_float(a);
    return isnan(x) ? CANONICAL_NAN : x > 0 ? a : 0;
}

static uint32_t convert(uint32_t a, uint32_t from, uint32_t to)
{
    if (from == to) return a;
    if (to == DLP_TYPE_F32) return from_float((float)(int32_t)a);
    int32_t i = from == DLP_TYPE_F32 ? to_int(a) : (int32_t)a;
    return to == DLP_TYPE_I8 ? sat8(i) : (uint32_t)i;
}

static uint64_t size_of(uint32_t type) { return type == DLP_TYPE_I8 ? 1 : 4; }

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

    for (uint64_t y = 0; y < ho; y++)
        for (uint64_t x = 0; x < wo; x++)
            for (uint64_t k = 0; k < ch; k++) {
                uint32_t r = 0;
                for (uint64_t i = 0; i < kh; i++)
                    for (uint64_t j = 0; j < kw; j++) {
                        uint32_t v = load(s + (((y * sh + i) * w + x * sw + j) * ch + k) * z, type);
                        if (i == 0 && j == 0) r = v;
                        else r = c->op == DLP_VOP_VMAXPOOL ? maximum(r, v, type, false) : add(r, v, type);
                    }
                if (c->op == DLP_VOP_VAVGPOOL) {
                    float sum = type == DLP_TYPE_F32 ? to_float(r) : (float)(int32_t)r;
                    r = from_float(sum * to_float(g[DLP_CFG_VEC_SCALE]));
                    if (type != DLP_TYPE_F32) r = convert(r, DLP_TYPE_F32, type);
                }
                store(d + ((y * wo + x) * ch + k) * z, type, r);
            }
}

static void argmax(uint64_t n, uint32_t type, uint8_t *d, const uint8_t *s)
{
    uint32_t best = load(s, type), index = 0;
    for (uint64_t i = 1; i < n; i++) {
        uint32_t v = load(s + i * size_of(type), type);
        bool     better = type == DLP_TYPE_F32 ? to_float(v) > to_float(best) || (isnan(to_float(best)) && !isnan(to_float(v)))
                                               : (int32_t)v > (int32_t)best;
        if (better) best = v, index = (uint32_t)i;
    }
    if (type == DLP_TYPE_F32 && isnan(to_float(best))) best = CANONICAL_NAN;
    memcpy(d, &best, 4);
    memcpy(d + 4, &index, 4);
}

static void sum(uint64_t n, uint32_t type, uint8_t *d, const uint8_t *s)
{
    uint32_t p[16], total = 0;
    if (type == DLP_TYPE_F32) {
        for (int j = 0; j < 16; j++) p[j] = 0x80000000u;
        for (uint64_t i = 0; i < n; i++) p[i % 16] = add(p[i % 16], load(s + i * 4, type), type);
        for (int h = 8; h >= 1; h /= 2)
            for (int j = 0; j < h; j++) p[j] = add(p[j], p[j + h], type);
        total = p[0];
    } else
        for (uint64_t i = 0; i < n; i++) total += load(s + i * size_of(type), type);
    memcpy(d, &total, 4);
}

uint32_t vpu_ref(uint8_t *nram, uint64_t nram_bytes, const struct vpu_cmd *c, uint64_t *addr, struct vpu_range *dst)
{
    const uint32_t *g = c->cfg;
    uint64_t n = g[DLP_CFG_VEC_N], seg = g[DLP_CFG_VEC_SEG];
    uint32_t type = g[DLP_CFG_VEC_TYPE], op = c->op;
    bool     is_pool = op == DLP_VOP_VMAXPOOL || op == DLP_VOP_VAVGPOOL, is_red = op == DLP_VOP_VARGMAX || op == DLP_VOP_VSUM;
    bool     two = op <= DLP_VOP_VMIN_VC, vv = two && op % 4 == DLP_VOP_VADD_VV, vc = two && op % 4 == DLP_VOP_VADD_VC;
    bool     fill = op == DLP_VOP_VFILL;
    uint32_t to = op == DLP_VOP_VCVT_I8 ? DLP_TYPE_I8 : op == DLP_VOP_VCVT_I32 ? DLP_TYPE_I32 : op == DLP_VOP_VCVT_F32 ? DLP_TYPE_F32 : type;

    dst->bytes = 0;
    *addr = c->rd;
    if (!is_pool && n == 0) return DLP_FAULT_NONE;
    if (type != DLP_TYPE_I8 && type != DLP_TYPE_I32 && type != DLP_TYPE_F32) return DLP_FAULT_CMD_TYPE;
    uint64_t s_elems = n, d_elems = n, z = size_of(type);
    if (is_pool) {
        static const int dims[] = {DLP_CFG_VEC_C, DLP_CFG_VEC_H, DLP_CFG_VEC_W, DLP_CFG_VEC_KH, DLP_CFG_VEC_KW, DLP_CFG_VEC_SH, DLP_CFG_VEC_SW};
        for (unsigned i = 0; i < sizeof dims / sizeof dims[0]; i++)
            if (g[dims[i]] == 0 || g[dims[i]] > 65535) return DLP_FAULT_CMD_SIZE;
        if (g[DLP_CFG_VEC_KH] > g[DLP_CFG_VEC_H] || g[DLP_CFG_VEC_KW] > g[DLP_CFG_VEC_W]) return DLP_FAULT_CMD_SIZE;
        s_elems = (uint64_t)g[DLP_CFG_VEC_H] * g[DLP_CFG_VEC_W] * g[DLP_CFG_VEC_C];
        d_elems = (uint64_t)((g[DLP_CFG_VEC_H] - g[DLP_CFG_VEC_KH]) / g[DLP_CFG_VEC_SH] + 1) *
                  ((g[DLP_CFG_VEC_W] - g[DLP_CFG_VEC_KW]) / g[DLP_CFG_VEC_SW] + 1) * g[DLP_CFG_VEC_C];
    } else if (vc && seg == 0)
        return DLP_FAULT_CMD_SIZE;

    struct operand d  = {true, c->rd, op == DLP_VOP_VARGMAX ? 8 : op == DLP_VOP_VSUM ? 4 : d_elems * size_of(to)};
    struct operand s0 = {!fill, c->rs1, s_elems * z};
    struct operand s1 = {vv || vc, c->rs2, (vc ? seg : n) * z};
    uint32_t fault = check_operand(d, nram_bytes, DLP_FAULT_NRAM_WRITE, addr);
    if (fault == DLP_FAULT_NONE) fault = check_operand(s0, nram_bytes, DLP_FAULT_NRAM_READ, addr);
    if (fault == DLP_FAULT_NONE) fault = check_operand(s1, nram_bytes, DLP_FAULT_NRAM_READ, addr);
    if (fault != DLP_FAULT_NONE) return fault;
    *addr = c->rd;
    bool same_size = !is_pool && !is_red && size_of(to) == z;
    if ((meet(d, s0) && !(same_size && d.addr == s0.addr)) || (meet(d, s1) && !(vv && d.addr == s1.addr))) return DLP_FAULT_CMD_OVERLAP;

    uint8_t *dp = nram + (d.addr - DLP_MEM_NRAM_BASE), *sp = nram + (s0.used ? s0.addr - DLP_MEM_NRAM_BASE : 0);
    uint8_t *tp = nram + (s1.used ? s1.addr - DLP_MEM_NRAM_BASE : 0);
    dst->offset = d.addr - DLP_MEM_NRAM_BASE;
    dst->bytes = d.bytes;
    if (is_pool) pool(c, type, dp, sp);
    else if (op == DLP_VOP_VARGMAX) argmax(n, type, dp, sp);
    else if (op == DLP_VOP_VSUM) sum(n, type, dp, sp);
    else
        for (uint64_t i = 0; i < n; i++) {
            uint32_t scalar = (uint32_t)(fill ? c->rs1 : c->rs2), a = fill ? 0 : load(sp + i * z, type), r;
            if (type == DLP_TYPE_I8) scalar = (uint32_t)(int32_t)(int8_t)scalar;
            uint32_t b = s1.used ? load(tp + (vc ? i % seg : i) * z, type) : scalar;
            if (fill) r = scalar;
            else if (two) r = binary(op, a, b, type);
            else if (op == DLP_VOP_VRELU) r = relu(a, type);
            else r = convert(a, type, to);
            store(dp + i * size_of(to), to, r);
        }
    return DLP_FAULT_NONE;
}
