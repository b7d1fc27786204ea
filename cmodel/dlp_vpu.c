/* SPDX-License-Identifier: Apache-2.0
 * dlp_vpu - the vector unit (docs/isa.md, 7).
 *
 * Elementwise commands go through blocks of 32-bit words: integers are extended and half and bfloat16 widened to binary32 when they are loaded, and
 * cut or rounded when they are stored.  A block is read before it is written, so a destination may be one of the sources. */
#include <string.h>

#include "arith.h"
#include "dlp_vpu.h"
#include "dlp_vpu_perm.h"
#include "dlp_vpu_special.h"
#include "timing.h"

enum { BLOCK = 256, LANES_SUM = 16 };

/* ---- element types */

static bool is_unsigned(uint32_t type)
{
    return type == DLP_TYPE_U8 || type == DLP_TYPE_U16 || type == DLP_TYPE_U32;
}

/* The unsigned integer of the same size. */
static uint32_t bits_type(uint32_t type)
{
    return DLP_TYPE_BYTES(type) == 1 ? DLP_TYPE_U8 : DLP_TYPE_BYTES(type) == 2 ? DLP_TYPE_U16 : DLP_TYPE_U32;
}

/* ---- elements in memory */

#define LOAD(element, expr) \
    do { element e; for (size_t i = 0; i < n; i++) { memcpy(&e, from + i * sizeof e, sizeof e); to[i] = (uint32_t)(expr); } } while (0)

static void load(uint32_t *to, const uint8_t *from, size_t n, uint32_t type)
{
    switch (type) {
    case DLP_TYPE_I8:   LOAD(int8_t, (int32_t)e); break;
    case DLP_TYPE_U8:   LOAD(uint8_t, e); break;
    case DLP_TYPE_I16:  LOAD(int16_t, (int32_t)e); break;
    case DLP_TYPE_U16:  LOAD(uint16_t, e); break;
    case DLP_TYPE_F16:  LOAD(uint16_t, dlp_f16_to_f32(e)); break;
    case DLP_TYPE_BF16: LOAD(uint16_t, dlp_bf16_to_f32(e)); break;
    default:            memcpy(to, from, 4 * n); break;
    }
}

/* One element, as load() has it. */
static uint32_t word_at(const uint8_t *at, uint32_t type)
{
    uint32_t v;
    load(&v, at, 1, type);
    return v;
}

#define STORE(element, expr) \
    do { element e; for (size_t i = 0; i < n; i++) { e = (element)(expr); memcpy(to + i * sizeof e, &e, sizeof e); } } while (0)

static void store(uint8_t *to, const uint32_t *from, size_t n, uint32_t type)
{
    switch (type) {
    case DLP_TYPE_F16:  STORE(uint16_t, dlp_f32_to_f16(from[i], DLP_ROUND_RN)); break;
    case DLP_TYPE_BF16: STORE(uint16_t, dlp_f32_to_bf16(from[i], DLP_ROUND_RN)); break;
    default:
        if (DLP_TYPE_BYTES(type) == 1)      STORE(uint8_t, from[i]);
        else if (DLP_TYPE_BYTES(type) == 2) STORE(uint16_t, from[i]);
        else                         memcpy(to, from, 4 * n);
    }
}

/* ---- operations on words */

static bool int_less(uint32_t a, uint32_t b, uint32_t type) { return is_unsigned(type) ? a < b : (int32_t)a < (int32_t)b; }

#define EACH(expr) do { for (size_t i = 0; i < n; i++) a[i] = (expr); } while (0)

/* a <- a op b; op: the vector form of the operation */
static void binary(unsigned op, uint32_t type, uint32_t *restrict a, const uint32_t *restrict b, size_t n)
{
    const bool f = dlp_type_is_float(type), u = is_unsigned(type);
    switch (op) {
    case DLP_VOP_VADD_VV: if (f) EACH(dlp_f32_add(a[i], b[i])); else EACH(a[i] + b[i]); break;
    case DLP_VOP_VSUB_VV: if (f) EACH(dlp_f32_sub(a[i], b[i])); else EACH(a[i] - b[i]); break;
    case DLP_VOP_VMUL_VV: if (f) EACH(dlp_f32_mul(a[i], b[i])); else EACH(a[i] * b[i]); break;
    case DLP_VOP_VMAX_VV:
        if (f)      EACH(dlp_f32_max(a[i], b[i]));
        else if (u) EACH(a[i] > b[i] ? a[i] : b[i]);
        else        EACH((int32_t)a[i] > (int32_t)b[i] ? a[i] : b[i]);
        break;
    default:
        if (f)      EACH(dlp_f32_min(a[i], b[i]));
        else if (u) EACH(a[i] < b[i] ? a[i] : b[i]);
        else        EACH((int32_t)a[i] < (int32_t)b[i] ? a[i] : b[i]);
        break;
    }
}

/* 1 in a type, as a word */
static uint32_t one_of(uint32_t type) { return dlp_type_is_float(type) ? dlp_f32_bits(1.0f) : 1; }

static bool compare(unsigned fn, uint32_t a, uint32_t b, uint32_t type)
{
    bool less, same, ordered = true;
    if (dlp_type_is_float(type)) {
        less = dlp_f32(a) < dlp_f32(b), same = dlp_f32(a) == dlp_f32(b);
        ordered = !dlp_f32_is_nan(a) && !dlp_f32_is_nan(b);
    } else
        less = int_less(a, b, type), same = a == b;
    switch (fn) {
    case DLP_VFN_EQ: return same;
    case DLP_VFN_NE: return !same;
    case DLP_VFN_LT: return less;
    case DLP_VFN_LE: return less || same;
    case DLP_VFN_GT: return ordered && !less && !same;
    default:         return ordered && !less;
    }
}

static bool nonzero(uint32_t a, uint32_t type) { return (dlp_type_is_float(type) ? a & ~DLP_F32_SIGN : a) != 0; }

/* a <- f(a, b) */
static void function2(unsigned fn, uint32_t type, uint32_t *restrict a, const uint32_t *restrict b, size_t n)
{
    const uint32_t one = one_of(type), width = 8 * DLP_TYPE_BYTES(type);
    switch (fn) {
    case DLP_VFN_AND:  EACH(a[i] & b[i]); break;
    case DLP_VFN_OR:   EACH(a[i] | b[i]); break;
    case DLP_VFN_XOR:  EACH(a[i] ^ b[i]); break;
    /* the amount has no sign: one with the top bit set is beyond the width, extended or not */
    case DLP_VFN_SHL:  EACH(b[i] >= width ? 0 : a[i] << b[i]); break;
    case DLP_VFN_SHR:
        if (is_unsigned(type)) EACH(b[i] >= width ? 0 : a[i] >> b[i]);
        else                   EACH((uint32_t)((int32_t)a[i] >> (b[i] >= width ? width - 1 : b[i])));
        break;
    case DLP_VFN_LAND: EACH(nonzero(a[i], type) && nonzero(b[i], type) ? one : 0); break;
    case DLP_VFN_LOR:  EACH(nonzero(a[i], type) || nonzero(b[i], type) ? one : 0); break;
    case DLP_VFN_LXOR: EACH(nonzero(a[i], type) != nonzero(b[i], type) ? one : 0); break;
    case DLP_VFN_MAXNAN:
    case DLP_VFN_MINNAN:
        for (size_t i = 0; i < n; i++)
            if (dlp_type_is_float(type) && (dlp_f32_is_nan(a[i]) || dlp_f32_is_nan(b[i])))
                a[i] = DLP_F32_NAN;
            else
                binary(fn == DLP_VFN_MAXNAN ? DLP_VOP_VMAX_VV : DLP_VOP_VMIN_VV, type, a + i, b + i, 1);
        break;
    case DLP_VFN_DIV:  EACH(dlp_special(fn, a[i], b[i])); break;
    default:           EACH(compare(fn, a[i], b[i], type) ? one : 0); break;
    }
}

/* Comparisons of n elements at a multiple of 8, one bit each; unused bits of the last byte are 0. */
static void compare_bits(unsigned fn, uint32_t type, uint8_t *to, const uint32_t *a, const uint32_t *b, size_t n)
{
    memset(to, 0, (n + 7) / 8);
    for (size_t i = 0; i < n; i++)
        to[i / 8] = (uint8_t)(to[i / 8] | compare(fn, a[i], b[i], type) << i % 8);
}

/* a <- f(a); the words are the bits of the elements, zero-extended, but for functions of values */
static void function1(unsigned fn, uint32_t type, uint32_t *a, size_t n)
{
    const uint32_t sign = UINT32_C(1) << (8 * DLP_TYPE_BYTES(type) - 1), one = one_of(type);
    switch (fn) {
    case DLP_VFN_NOT:  EACH(~a[i]); break;
    case DLP_VFN_ABS:
        if (dlp_type_is_float(type))          EACH(a[i] & ~sign);
        else if (!is_unsigned(type)) EACH(a[i] & sign ? 0 - a[i] : a[i]);
        break;
    case DLP_VFN_NEG:  if (dlp_type_is_float(type)) EACH(a[i] ^ sign); else EACH(0 - a[i]); break;
    case DLP_VFN_SQUARE: if (dlp_type_is_float(type)) EACH(dlp_f32_mul(a[i], a[i])); else EACH(a[i] * a[i]); break;
    case DLP_VFN_LNOT: EACH(nonzero(a[i], type) ? 0 : one); break;
    default:           EACH(dlp_special(fn, a[i], 0)); break;
    }
}

static uint32_t saturate(int64_t v, uint32_t type)
{
    const unsigned bits = 8 * DLP_TYPE_BYTES(type) - !is_unsigned(type);
    const int64_t lo = is_unsigned(type) ? 0 : -(INT64_C(1) << bits), hi = (INT64_C(1) << bits) - 1;
    return (uint32_t)(v < lo ? lo : v > hi ? hi : v);
}

/* An element times 2^p converted, p is 0 from float to float; the result is its bits.  An integer goes to half and bfloat16 by way of binary32,
 * rounded there to odd. */
static uint32_t convert_scaled(uint32_t from, uint32_t to, unsigned how, int p, uint32_t a)
{
    uint32_t f = a;
    if (!dlp_type_is_float(from)) {
        int64_t v = from == DLP_TYPE_U32 ? (int64_t)a : (int64_t)(int32_t)a;
        if (!dlp_type_is_float(to))
            return saturate(p ? dlp_int_scale(v, p, how) : v, to);
        f = dlp_int_to_f32(v, p, to == DLP_TYPE_F32 ? how : DLP_ROUND_ODD);
    } else if (!dlp_type_is_float(to))
        return saturate(dlp_f32_to_int(a, p, how), to);
    return dlp_f32_to_type(f, to, how);
}

static uint32_t convert(uint32_t from, uint32_t to, unsigned how, uint32_t a) { return convert_scaled(from, to, how, 0, a); }

/* ---- checks */

bool dlp_vpu_operand_bad(struct core *c, struct outcome *out, uint64_t addr, uint64_t bytes, bool write, struct range *r)
{
    return dlp_outcome_bad(out, dlp_lsu_operand(c, addr, bytes, IN_NRAM, write, r), addr);
}

bool dlp_vpu_overlap_bad(struct outcome *out, const struct range *dst, const struct range *src, bool same_allowed, uint64_t addr)
{
    if (same_allowed && dst->offset == src->offset)
        return false;
    return dlp_outcome_bad(out, dlp_lsu_overlap(dst, src) ? DLP_FAULT_CMD_OVERLAP : DLP_FAULT_NONE, addr);
}

/* ---- elementwise */

enum form { FORM_VECTOR, FORM_SCALAR, FORM_CYCLE };

/* Rows of NRAM that n elements at r touch. */
static uint64_t rows_of(const struct core *c, const struct range *r)
{
    uint64_t row = c->hart.model->row_bytes;
    return (r->offset % row + r->bytes + row - 1) / row;
}

static void account(const struct core *c, const struct range *a, const struct range *b, struct outcome *out)
{
    uint64_t ra = rows_of(c, a), rb = rows_of(c, b);
    out->cycles = DLP_T_VPU + (ra > rb ? ra : rb);
}

/* Commands that the float units execute take fewer elements at a time than a row has, */
static void account_wide(const struct core *c, uint64_t n, struct outcome *out)
{
    uint64_t s = DLP_T_VPU + dlp_steps(n, c->hart.model->profile->vpu_float_lanes);
    if (out->cycles < s)
        out->cycles = s;
}

/* special functions still fewer. */
static void account_special(const struct core *c, uint64_t n, struct outcome *out)
{
    uint64_t s = DLP_T_VPU + dlp_steps(n, c->hart.model->profile->vpu_special_lanes);
    out->cycles = (out->cycles < s ? s : out->cycles) + DLP_T_VPU_SPECIAL;
}

static void do_binary(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE) & 15, seg = CFG(SEG), fn = CFG(TYPE) >> DLP_VEC_TYPE_FN_LSB;
    const bool vfn = cmd->op >= DLP_VOP_VFN_VV, bits = cmd->op >= DLP_VOP_VBIT_VV;
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type);
    const enum form form = cmd->op & 3u;
    const uint32_t as = vfn && fn <= DLP_VFN_XOR ? bits_type(type) : type;      /* bitwise functions see integers */
    struct range dst, a, b;
    if (form == FORM_CYCLE && seg == 0) {
        dlp_outcome_bad(out, DLP_FAULT_CMD_SIZE, cmd->rd);
        return;
    }
    if (dlp_vpu_operand_bad(c, out, cmd->rd, bits ? (n + 7) / 8 : n * size, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, n * size, false, &a))
        return;
    if (form != FORM_SCALAR && dlp_vpu_operand_bad(c, out, cmd->rs2, (form == FORM_CYCLE ? seg : n) * size, false, &b))
        return;
    if (dlp_vpu_overlap_bad(out, &dst, &a, !bits, cmd->rd) ||
        (form != FORM_SCALAR && dlp_vpu_overlap_bad(out, &dst, &b, !bits && form == FORM_VECTOR, cmd->rd)))
        return;

    uint32_t x[BLOCK], y[BLOCK];
    if (form == FORM_SCALAR) {
        uint32_t v;
        load(&v, (const uint8_t *)&cmd->rs2, 1, as);
        for (unsigned i = 0; i < BLOCK; i++)
            y[i] = v;
    }
    uint64_t k = 0;                     /* position in the cycle operand */
    for (uint64_t i = 0; i < n; i += BLOCK) {
        size_t m = (size_t)(n - i < BLOCK ? n - i : BLOCK);
        load(x, a.mem + a.offset + i * size, m, as);
        if (form == FORM_VECTOR)
            load(y, b.mem + b.offset + i * size, m, as);
        else if (form == FORM_CYCLE)
            for (size_t done = 0; done < m;) {
                size_t part = m - done < seg - k ? m - done : (size_t)(seg - k);
                load(y + done, b.mem + b.offset + k * size, part, as);
                done += part;
                k = (k + part) % seg;
            }
        if (bits) {
            compare_bits(fn, type, dst.mem + dst.offset + i / 8, x, y, m);
            continue;
        }
        if (vfn)
            function2(fn, type, x, y, m);
        else
            binary(cmd->op & ~3u, type, x, y, m);
        store(dst.mem + dst.offset + i * size, x, m, as);
    }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, bits ? &a : &dst, &a, out);
    const bool arith = cmd->op <= DLP_VOP_VMUL_VC, product = (cmd->op & ~3u) == DLP_VOP_VMUL_VV;
    if ((arith && dlp_type_is_float(type)) || (product && size == 4) || (vfn && (fn == DLP_VFN_SHL || fn == DLP_VFN_SHR)) || bits)
        account_wide(c, n, out);
    if (vfn && dlp_special2(fn))
        account_special(c, n, out);
}

static void do_unary(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE) & 15, fn = CFG(TYPE) >> DLP_VEC_TYPE_FN_LSB;
    const uint32_t to = cmd->op == DLP_VOP_VCVT_I8 ? DLP_TYPE_I8 : cmd->op == DLP_VOP_VCVT_I32 ? DLP_TYPE_I32 : cmd->op == DLP_VOP_VCVT_F32 ? DLP_TYPE_F32
                      : cmd->op == DLP_VOP_VCVT ? CFG(TYPE) >> DLP_VEC_TYPE_TO_LSB & 15 : type;
    const unsigned how = cmd->op == DLP_VOP_VCVT ? CFG(TYPE) >> DLP_VEC_TYPE_ROUND_LSB & 7 : DLP_ROUND_RN;
    const bool scaled = cmd->op == DLP_VOP_VCVT && CFG(TYPE) >> DLP_VEC_TYPE_POS_LSB & 1;
    const int p = scaled ? -(int8_t)cmd->rs2 : 0;
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type), to_size = DLP_TYPE_BYTES(to);
    const bool special = cmd->op == DLP_VOP_VFN && dlp_special1(fn);
    const bool bits = cmd->op == DLP_VOP_VFN && fn < DLP_VFN_LNOT, same = cmd->op != DLP_VOP_VFN && cmd->op != DLP_VOP_VRELU && type == to && !scaled;
    struct range dst, src;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, n * to_size, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        dlp_vpu_overlap_bad(out, &dst, &src, size == to_size, cmd->rd))
        return;
    uint32_t a[BLOCK];
    for (uint64_t at = 0; at < n; at += BLOCK) {
        size_t m = (size_t)(n - at < BLOCK ? n - at : BLOCK);
        const uint32_t in = bits || same ? bits_type(type) : type;
        uint32_t result = to;
        load(a, src.mem + src.offset + at * size, m, in);
        if (same || bits)
            result = bits_type(to);
        if (cmd->op == DLP_VOP_VFN)
            function1(fn, type, a, m);
        else if (cmd->op == DLP_VOP_VRELU)
            for (size_t i = 0; i < m; i++)
                a[i] = dlp_type_is_float(type) ? dlp_f32_relu(a[i]) : is_unsigned(type) || (int32_t)a[i] > 0 ? a[i] : 0;
        else if (!same) {
            for (size_t i = 0; i < m; i++)
                a[i] = convert_scaled(type, to, how, p, a[i]);
            result = bits_type(to);
        }
        store(dst.mem + dst.offset + at * to_size, a, m, result);
    }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &dst, &src, out);
    if (type != to || (cmd->op == DLP_VOP_VFN && fn == DLP_VFN_SQUARE && (dlp_type_is_float(type) || size == 4)))
        account_wide(c, n, out);
    if (special)
        account_special(c, n, out);
    out->cycles += size > to_size ? DLP_T_VPU_CONVERT : 0;
}

static void do_fill(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type);
    struct range dst;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, n * size, true, &dst))
        return;
    uint8_t *to = dst.mem + dst.offset;
    for (uint64_t i = 0; i < n * size; i += size)
        memcpy(to + i, &cmd->rs1, (size_t)size);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &dst, &dst, out);
}

/* Elements of which the mask is not 0, bit for bit.  What is written has been read before, also in place. */
/* Source 1 is a mask for the elements of source 0. */
static bool masked_bad(struct core *c, const struct command *cmd, struct outcome *out, uint64_t bytes, struct range *dst, struct range *src, struct range *mask)
{
    return dlp_vpu_operand_bad(c, out, cmd->rd, bytes, true, dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, bytes, false, src) ||
           dlp_vpu_operand_bad(c, out, cmd->rs2, bytes, false, mask) ||
           dlp_vpu_overlap_bad(out, dst, src, true, cmd->rd) || dlp_vpu_overlap_bad(out, dst, mask, true, cmd->rd);
}

static void do_collect(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type);
    struct range dst, src, mask;
    if (masked_bad(c, cmd, out, n * size, &dst, &src, &mask))
        return;
    uint8_t *to = dst.mem + dst.offset;
    for (uint64_t i = 0; i < n * size; i += size)
        if (nonzero(word_at(mask.mem + mask.offset + i, type), type)) {
            memmove(to, src.mem + src.offset + i, (size_t)size);
            to += size;
        }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &src, &mask, out);
    account_wide(c, n, out);
}

static void do_mask(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type);
    struct range dst, src, mask;
    if (masked_bad(c, cmd, out, n * size, &dst, &src, &mask))
        return;
    for (uint64_t i = 0; i < n * size; i += size)
        if (nonzero(word_at(mask.mem + mask.offset + i, type), type))
            memmove(dst.mem + dst.offset + i, src.mem + src.offset + i, (size_t)size);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &src, &mask, out);
}

/* ---- reductions */

static void do_best(struct core *c, const struct command *cmd, struct outcome *out)
{
    const bool minimum = cmd->op == DLP_VOP_VARGMIN;
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type);
    struct range dst, src;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, 8, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        dlp_vpu_overlap_bad(out, &dst, &src, false, cmd->rd))
        return;
    const uint8_t *x = src.mem + src.offset;
    uint32_t best[2] = { word_at(x, type), 0 };           /* value, index */
    for (uint64_t i = 1; i < n; i++) {
        uint32_t v = word_at(x + i * size, type);
        bool better = minimum && !dlp_type_is_float(type) ? int_less(v, best[0], type) : !dlp_type_is_float(type) ? int_less(best[0], v, type)
                    : dlp_f32_is_nan(best[0]) ? !dlp_f32_is_nan(v) : minimum ? dlp_f32(v) < dlp_f32(best[0]) : dlp_f32(v) > dlp_f32(best[0]);
        if (better) {
            best[0] = v;
            best[1] = (uint32_t)i;
        }
    }
    if (dlp_type_is_float(type) && dlp_f32_is_nan(best[0]))
        best[0] = DLP_F32_NAN;
    memcpy(dst.mem + dst.offset, best, sizeof best);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account_wide(c, n, out);
}

/* Elements that are not 0: their number, or where the first or last of them is. */
static void do_nonzeros(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type);
    uint32_t count = 0, first = UINT32_MAX, last = UINT32_MAX;
    struct range dst, src;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, 4, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        dlp_vpu_overlap_bad(out, &dst, &src, false, cmd->rd))
        return;
    for (uint32_t i = 0; i < n; i++)
        if (nonzero(word_at(src.mem + src.offset + i * size, type), type)) {
            if (count++ == 0)
                first = i;
            last = i;
        }
    memcpy(dst.mem + dst.offset, cmd->op == DLP_VOP_VCOUNT ? &count : cmd->op == DLP_VOP_VFIRST ? &first : &last, sizeof count);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account_wide(c, n, out);
}

/* Float sums have a fixed order: 16 partial sums that start with -0, the neutral element, then a tree. */
static uint32_t float_sum(const uint8_t *x, uint64_t n, uint32_t type)
{
    uint32_t p[LANES_SUM];
    for (unsigned j = 0; j < LANES_SUM; j++)
        p[j] = DLP_F32_NEG_ZERO;
    for (uint64_t i = 0; i < n; i++)
        p[i % LANES_SUM] = dlp_f32_add(p[i % LANES_SUM], word_at(x + DLP_TYPE_BYTES(type) * i, type));
    for (unsigned h = LANES_SUM / 2; h; h /= 2)
        for (unsigned j = 0; j < h; j++)
            p[j] = dlp_f32_add(p[j], p[j + h]);
    return p[0];
}

static uint32_t int_sum(const uint8_t *x, uint64_t n, uint32_t type)
{
    uint32_t sum = 0;
    for (uint64_t i = 0; i < n; i++)
        sum += word_at(x + i * DLP_TYPE_BYTES(type), type);
    return sum;
}

/* Steps of the final additions of a float sum. */
static uint64_t tree_steps(uint64_t lanes)
{
    uint64_t n = 0;
    for (uint64_t h = LANES_SUM / 2; h; h /= 2)
        n += dlp_steps(h, lanes);
    return n;
}

static void do_sum(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type);
    struct range dst, src;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, 4, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        dlp_vpu_overlap_bad(out, &dst, &src, false, cmd->rd))
        return;
    const uint8_t *x = src.mem + src.offset;
    const uint32_t sum = dlp_type_is_float(type) ? float_sum(x, n, type) : int_sum(x, n, type);
    memcpy(dst.mem + dst.offset, &sum, sizeof sum);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &src, &src, out);
    if (dlp_type_is_float(type)) {
        account_wide(c, n, out);
        out->cycles += tree_steps(c->hart.model->profile->vpu_float_lanes);
    }
}

/* Sums of 128 bytes each, in place or not; the other elements of the destination stay. */
static void do_group_sums(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE), from = dlp_type_is_float(type) ? DLP_TYPE_F32 : is_unsigned(type) ? DLP_TYPE_U32 : DLP_TYPE_I32;
    const uint64_t n = CFG(N), size = DLP_TYPE_BYTES(type), group = 128 / size, lanes = c->hart.model->profile->vpu_float_lanes;
    const uint64_t steps_of_group = dlp_type_is_float(type) ? dlp_steps(group, lanes) + tree_steps(lanes) : dlp_steps(128, c->hart.model->row_bytes);
    struct range dst, src;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, n * size, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        dlp_vpu_overlap_bad(out, &dst, &src, true, cmd->rd))
        return;
    for (uint64_t i = 0; i < n; i += group) {
        const uint8_t *x = src.mem + src.offset + i * size;
        const uint64_t m = n - i < group ? n - i : group;
        const uint32_t r = convert(from, type, DLP_ROUND_RN, dlp_type_is_float(type) ? float_sum(x, m, type) : int_sum(x, m, type));
        memcpy(dst.mem + dst.offset + i * size, &r, (size_t)size);
        out->cycles += steps_of_group + DLP_T_VPU_GROUP;
    }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
}

/* ---- pooling: HWC */

struct window { const uint8_t *at; uint64_t kh, kw, step_w, step_h; };      /* one channel of a window; steps in bytes */

/* Elements themselves are kept, not words: a window of one element is copied bit for bit. */
static uint32_t pool_best(const struct window *w, uint32_t type, bool minimum)
{
    const uint8_t *best = w->at;
    uint32_t b = word_at(best, type), bits;
    bool nan = false;                   /* several, all NaN */
    for (uint64_t y = 0; y < w->kh; y++)
        for (uint64_t x = y == 0 ? 1 : 0; x < w->kw; x++) {
            const uint8_t *at = w->at + y * w->step_h + x * w->step_w;
            uint32_t v = word_at(at, type);
            if (dlp_type_is_float(type) ? (minimum ? dlp_f32_min(b, v) : dlp_f32_max(b, v)) != b : minimum ? int_less(v, b, type) : int_less(b, v, type))
                best = at, b = v;
            nan = dlp_type_is_float(type) && dlp_f32_is_nan(b);
        }
    load(&bits, best, 1, bits_type(type));
    return nan ? convert(DLP_TYPE_F32, type, DLP_ROUND_RN, DLP_F32_NAN) : bits;
}

/* A sum, times the scale unless it is plain: then integers are saturated as they are. */
static uint32_t pool_sum(const struct window *w, uint32_t type, bool plain, uint32_t scale)
{
    uint32_t sum = word_at(w->at, type);
    for (uint64_t y = 0; y < w->kh; y++)
        for (uint64_t x = y == 0 ? 1 : 0; x < w->kw; x++) {
            uint32_t v = word_at(w->at + y * w->step_h + x * w->step_w, type);
            sum = dlp_type_is_float(type) ? dlp_f32_add(sum, v) : sum + v;
        }
    const uint32_t from = dlp_type_is_float(type) ? DLP_TYPE_F32 : type == DLP_TYPE_U32 ? DLP_TYPE_U32 : DLP_TYPE_I32;
    if (!plain)
        return convert(DLP_TYPE_F32, type, DLP_ROUND_RN, dlp_f32_mul(convert(from, DLP_TYPE_F32, DLP_ROUND_RN, sum), scale));
    if (dlp_type_is_float(type) && dlp_f32_is_nan(sum))
        sum = DLP_F32_NAN;                  /* of a window of one element */
    return convert(from, type, DLP_ROUND_RN, sum);
}

static void do_pool(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const bool best = cmd->op == DLP_VOP_VMAXPOOL || cmd->op == DLP_VOP_VMINPOOL;
    const uint64_t ch = CFG(C), h = CFG(H), w = CFG(W), kh = CFG(KH), kw = CFG(KW), sh = CFG(SH), sw = CFG(SW), size = DLP_TYPE_BYTES(type);
    const uint64_t dim[] = { ch, h, w, kh, kw, sh, sw };
    for (size_t i = 0; i < sizeof dim / sizeof dim[0]; i++)
        if (dlp_outcome_bad(out, dim[i] == 0 || dim[i] > DIM_MAX ? DLP_FAULT_CMD_SIZE : DLP_FAULT_NONE, cmd->rd))
            return;
    if (dlp_outcome_bad(out, kh > h || kw > w ? DLP_FAULT_CMD_SIZE : DLP_FAULT_NONE, cmd->rd))
        return;
    const uint64_t ho = (h - kh) / sh + 1, wo = (w - kw) / sw + 1;
    struct range dst, src;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, ho * wo * ch * size, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, h * w * ch * size, false, &src) ||
        dlp_vpu_overlap_bad(out, &dst, &src, false, cmd->rd))
        return;

    uint8_t *to = dst.mem + dst.offset;
    for (uint64_t y = 0; y < ho; y++)
        for (uint64_t x = 0; x < wo; x++)
            for (uint64_t k = 0; k < ch; k++, to += size) {
                struct window win = { src.mem + src.offset + ((y * sh * w + x * sw) * ch + k) * size, kh, kw, ch * size, w * ch * size };
                uint32_t r = best ? pool_best(&win, type, cmd->op == DLP_VOP_VMINPOOL) : pool_sum(&win, type, cmd->op == DLP_VOP_VSUMPOOL, CFG(SCALE));
                memcpy(to, &r, (size_t)size);
            }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    /* maxima and minima fill a row, sums go through the float units */
    const struct dlp_profile *p = c->hart.model->profile;
    uint64_t lanes = best ? 4 * p->vpu_lanes / size : p->vpu_float_lanes;
    out->cycles = DLP_T_VPU_POOL + ho * wo * kh * kw * dlp_steps(ch, lanes);
}

/* ---- command */

/* VEC_TYPE: the type, and what else the command finds there; lanes: with special functions. */
static bool type_bad(unsigned op, uint32_t v, unsigned lanes)
{
    const uint32_t type = v & 15, rest = v >> 4;
    if (!DLP_TYPE_IMPLEMENTED(type))
        return true;
    switch (op) {
    case DLP_VOP_VCVT:
        return !DLP_TYPE_IMPLEMENTED(rest & 15) || (rest >> 4 & 7) > DLP_ROUND_RN || v >> (DLP_VEC_TYPE_POS_LSB + 1) ||
               (v >> DLP_VEC_TYPE_POS_LSB & 1 && dlp_type_is_float(type) && dlp_type_is_float(rest & 15));
    case DLP_VOP_VFN_VV:
    case DLP_VOP_VFN_VS:
    case DLP_VOP_VFN_VC:
        switch (rest) {
        case DLP_VFN_AND: case DLP_VFN_OR: case DLP_VFN_XOR:
        case DLP_VFN_EQ: case DLP_VFN_NE: case DLP_VFN_LT: case DLP_VFN_LE: case DLP_VFN_GT: case DLP_VFN_GE:
        case DLP_VFN_LAND: case DLP_VFN_LOR: case DLP_VFN_LXOR: case DLP_VFN_MAXNAN: case DLP_VFN_MINNAN: return false;
        case DLP_VFN_SHL: case DLP_VFN_SHR:                     return dlp_type_is_float(type);
        default:                                                return !(dlp_special2(rest) && lanes && dlp_type_is_float(type));
        }
    case DLP_VOP_VBIT_VV:
    case DLP_VOP_VBIT_VS:
    case DLP_VOP_VBIT_VC: return rest < DLP_VFN_EQ || rest > DLP_VFN_GE;
    case DLP_VOP_VFN:
        return (rest < DLP_VFN_NOT || rest > DLP_VFN_SQUARE) && !(dlp_special1(rest) && lanes && dlp_type_is_float(type));
    case DLP_VOP_VTRANS:
    case DLP_VOP_VGATHER:
    case DLP_VOP_VSCATTER: return !dlp_vpu_perm_type(op, rest);
    default:             return rest != 0;
    }
}

void dlp_vpu(struct core *c, const struct command *cmd, struct outcome *out)
{
    /* these have their sizes from other registers */
    const bool shaped = (cmd->op >= DLP_VOP_VMAXPOOL && cmd->op <= DLP_VOP_VMINPOOL) || cmd->op == DLP_VOP_VTRANS;
    out->cycles = DLP_T_VPU;
    if (CFG(N) == 0 && !shaped)
        return;
    if (dlp_outcome_bad(out, type_bad(cmd->op, CFG(TYPE), c->hart.model->profile->vpu_special_lanes) ? DLP_FAULT_CMD_TYPE : DLP_FAULT_NONE, cmd->rd))
        return;
    switch (cmd->op) {
    case DLP_VOP_VMAXPOOL:
    case DLP_VOP_VAVGPOOL:
    case DLP_VOP_VSUMPOOL:
    case DLP_VOP_VMINPOOL: do_pool(c, cmd, out); break;
    case DLP_VOP_VARGMAX:
    case DLP_VOP_VARGMIN:  do_best(c, cmd, out); break;
    case DLP_VOP_VCOUNT:
    case DLP_VOP_VFIRST:
    case DLP_VOP_VLAST:    do_nonzeros(c, cmd, out); break;
    case DLP_VOP_VCOLLECT: do_collect(c, cmd, out); break;
    case DLP_VOP_VMASK:    do_mask(c, cmd, out); break;
    case DLP_VOP_VSUM:     do_sum(c, cmd, out); break;
    case DLP_VOP_VSUM128:  do_group_sums(c, cmd, out); break;
    case DLP_VOP_VFILL:    do_fill(c, cmd, out); break;
    case DLP_VOP_VRELU:
    case DLP_VOP_VCVT_I8:
    case DLP_VOP_VCVT_I32:
    case DLP_VOP_VCVT_F32:
    case DLP_VOP_VCVT:
    case DLP_VOP_VFN:      do_unary(c, cmd, out); break;
    case DLP_VOP_VTRANS:
    case DLP_VOP_VGATHER:
    case DLP_VOP_VSCATTER: dlp_vpu_perm(c, cmd, out); break;
    default:               do_binary(c, cmd, out); break;
    }
}
