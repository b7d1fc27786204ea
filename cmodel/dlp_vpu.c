/* SPDX-License-Identifier: Apache-2.0
 * dlp_vpu - the vector unit (docs/isa.md, 7).
 *
 * Elementwise commands go through blocks of 32-bit words: int8 is sign-extended when it is loaded and cut when it is stored, which keeps all
 * wrapping operations right.  A block is read before it is written, so a destination may be one of the sources. */
#include <string.h>

#include "arith.h"
#include "model.h"
#include "timing.h"

enum { BLOCK = 256, DIM_MAX = 65535, LANES_SUM = 16 };

#define CFG(name) cmd->cfg[DLP_CFG_VEC_##name - DLP_CFG_VEC_N]

static unsigned size_of(uint32_t type)
{
    return type == DLP_TYPE_I8 ? 1 : 4;
}

/* ---- elements in memory */

static uint32_t load1(const uint8_t *at, uint32_t type)
{
    uint32_t v;
    if (type == DLP_TYPE_I8)
        return (uint32_t)(int32_t)(int8_t)*at;
    memcpy(&v, at, sizeof v);
    return v;
}

static void load(uint32_t *to, const uint8_t *from, size_t n, uint32_t type)
{
    if (type != DLP_TYPE_I8)
        memcpy(to, from, 4 * n);
    else
        for (size_t i = 0; i < n; i++)
            to[i] = (uint32_t)(int32_t)(int8_t)from[i];
}

static void store(uint8_t *to, const uint32_t *from, size_t n, uint32_t type)
{
    if (type != DLP_TYPE_I8)
        memcpy(to, from, 4 * n);
    else
        for (size_t i = 0; i < n; i++)
            to[i] = (uint8_t)from[i];
}

/* ---- operations on words */

static uint32_t int_max(uint32_t a, uint32_t b) { return (int32_t)a > (int32_t)b ? a : b; }
static uint32_t int_min(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b ? a : b; }

static uint32_t word_max(uint32_t a, uint32_t b, uint32_t type)
{
    return type == DLP_TYPE_F32 ? dlp_f32_max(a, b) : int_max(a, b);
}

#define EACH(expr) do { for (size_t i = 0; i < n; i++) a[i] = (expr); } while (0)

/* a <- a op b; op: the vector form of the operation */
static void binary(unsigned op, uint32_t type, uint32_t *restrict a, const uint32_t *restrict b, size_t n)
{
    const bool f = type == DLP_TYPE_F32;
    switch (op) {
    case DLP_VOP_VADD_VV: if (f) EACH(dlp_f32_add(a[i], b[i])); else EACH(a[i] + b[i]); break;
    case DLP_VOP_VSUB_VV: if (f) EACH(dlp_f32_sub(a[i], b[i])); else EACH(a[i] - b[i]); break;
    case DLP_VOP_VMUL_VV: if (f) EACH(dlp_f32_mul(a[i], b[i])); else EACH(a[i] * b[i]); break;
    case DLP_VOP_VMAX_VV: if (f) EACH(dlp_f32_max(a[i], b[i])); else EACH(int_max(a[i], b[i])); break;
    default:              if (f) EACH(dlp_f32_min(a[i], b[i])); else EACH(int_min(a[i], b[i])); break;
    }
}

/* Conversion; the same type copies. */
static void convert(uint32_t from, uint32_t to, uint32_t *a, size_t n)
{
    if (from == to)
        return;
    if (to == DLP_TYPE_F32)
        EACH(dlp_f32_from_i32((int32_t)a[i]));
    else if (from == DLP_TYPE_F32 && to == DLP_TYPE_I8)
        EACH((uint32_t)dlp_sat8(dlp_f32_rne(a[i])));
    else if (from == DLP_TYPE_F32)
        EACH((uint32_t)dlp_sat32(dlp_f32_rne(a[i])));
    else if (to == DLP_TYPE_I8)
        EACH((uint32_t)dlp_sat8((int32_t)a[i]));
    /* int8 to int32: loading has extended the sign */
}

/* ---- checks */

static bool operand_bad(struct core *c, struct outcome *out, uint64_t addr, uint64_t bytes, bool write, struct range *r)
{
    return dlp_outcome_bad(out, dlp_lsu_operand(c, addr, bytes, IN_NRAM, write, r), addr);
}

static bool overlap_bad(struct outcome *out, const struct range *dst, const struct range *src, bool same_allowed, uint64_t addr)
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

/* Steps of n elements when `lanes` of them are taken at a time. */
static uint64_t steps(uint64_t n, uint64_t lanes)
{
    return (n + lanes - 1) / lanes;
}

/* Commands that the float units execute take fewer elements at a time than a row has. */
static void account_wide(const struct core *c, uint64_t n, struct outcome *out)
{
    uint64_t s = DLP_T_VPU + steps(n, c->hart.model->profile->vpu_float_lanes);
    if (out->cycles < s)
        out->cycles = s;
}

static void do_binary(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE), seg = CFG(SEG);
    const uint64_t n = CFG(N), size = size_of(type);
    const enum form form = cmd->op & 3u;
    struct range dst, a, b;
    if (form == FORM_CYCLE && seg == 0) {
        dlp_outcome_bad(out, DLP_FAULT_CMD_SIZE, cmd->rd);
        return;
    }
    if (operand_bad(c, out, cmd->rd, n * size, true, &dst) || operand_bad(c, out, cmd->rs1, n * size, false, &a))
        return;
    if (form != FORM_SCALAR && operand_bad(c, out, cmd->rs2, (form == FORM_CYCLE ? seg : n) * size, false, &b))
        return;
    if (overlap_bad(out, &dst, &a, true, cmd->rd) || (form != FORM_SCALAR && overlap_bad(out, &dst, &b, form == FORM_VECTOR, cmd->rd)))
        return;

    uint32_t x[BLOCK], y[BLOCK];
    if (form == FORM_SCALAR) {
        uint32_t v = type == DLP_TYPE_I8 ? (uint32_t)(int32_t)(int8_t)(uint8_t)cmd->rs2 : (uint32_t)cmd->rs2;
        for (unsigned i = 0; i < BLOCK; i++)
            y[i] = v;
    }
    uint64_t k = 0;                     /* position in the cycle operand */
    for (uint64_t i = 0; i < n; i += BLOCK) {
        size_t m = (size_t)(n - i < BLOCK ? n - i : BLOCK);
        load(x, a.mem + a.offset + i * size, m, type);
        if (form == FORM_VECTOR)
            load(y, b.mem + b.offset + i * size, m, type);
        else if (form == FORM_CYCLE)
            for (size_t done = 0; done < m;) {
                size_t part = m - done < seg - k ? m - done : (size_t)(seg - k);
                load(y + done, b.mem + b.offset + k * size, part, type);
                done += part;
                k = (k + part) % seg;
            }
        binary(cmd->op & ~3u, type, x, y, m);
        store(dst.mem + dst.offset + i * size, x, m, type);
    }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &dst, &a, out);
    if (type == DLP_TYPE_F32 || (type == DLP_TYPE_I32 && (cmd->op & ~3u) == DLP_VOP_VMUL_VV))
        account_wide(c, n, out);
}

static void do_unary(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint32_t to = cmd->op == DLP_VOP_VCVT_I8 ? DLP_TYPE_I8 : cmd->op == DLP_VOP_VCVT_I32 ? DLP_TYPE_I32
                      : cmd->op == DLP_VOP_VCVT_F32 ? DLP_TYPE_F32 : type;
    const uint64_t n = CFG(N), size = size_of(type), to_size = size_of(to);
    struct range dst, src;
    if (operand_bad(c, out, cmd->rd, n * to_size, true, &dst) || operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        overlap_bad(out, &dst, &src, size == to_size, cmd->rd))
        return;
    uint32_t a[BLOCK];
    for (uint64_t at = 0; at < n; at += BLOCK) {
        size_t m = (size_t)(n - at < BLOCK ? n - at : BLOCK);
        load(a, src.mem + src.offset + at * size, m, type);
        if (cmd->op != DLP_VOP_VRELU)
            convert(type, to, a, m);
        else if (type == DLP_TYPE_F32)
            for (size_t i = 0; i < m; i++) a[i] = dlp_f32_relu(a[i]);
        else
            for (size_t i = 0; i < m; i++) a[i] = int_max(a[i], 0);
        store(dst.mem + dst.offset + at * to_size, a, m, to);
    }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &dst, &src, out);
    if (type != to || (cmd->op == DLP_VOP_VRELU && type == DLP_TYPE_F32))
        account_wide(c, n, out);
    out->cycles += size != to_size ? DLP_T_VPU_CONVERT : 0;
}

static void do_fill(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = size_of(type);
    struct range dst;
    if (operand_bad(c, out, cmd->rd, n * size, true, &dst))
        return;
    uint8_t *to = dst.mem + dst.offset;
    for (uint64_t i = 0; i < n * size; i += size)
        memcpy(to + i, &cmd->rs1, (size_t)size);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &dst, &dst, out);
}

/* ---- reductions */

static void do_argmax(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = size_of(type);
    struct range dst, src;
    if (operand_bad(c, out, cmd->rd, 8, true, &dst) || operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        overlap_bad(out, &dst, &src, false, cmd->rd))
        return;
    const uint8_t *x = src.mem + src.offset;
    uint32_t best[2] = { load1(x, type), 0 };           /* value, index */
    for (uint64_t i = 1; i < n; i++) {
        uint32_t v = load1(x + i * size, type);
        bool better = type != DLP_TYPE_F32 ? (int32_t)v > (int32_t)best[0]
                    : dlp_f32_is_nan(best[0])  ? !dlp_f32_is_nan(v) : dlp_f32(v) > dlp_f32(best[0]);
        if (better) {
            best[0] = v;
            best[1] = (uint32_t)i;
        }
    }
    if (type == DLP_TYPE_F32 && dlp_f32_is_nan(best[0]))
        best[0] = DLP_F32_NAN;
    memcpy(dst.mem + dst.offset, best, sizeof best);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account_wide(c, n, out);
}

/* Float sums have a fixed order: 16 partial sums that start with -0, the neutral element, then a tree. */
static uint32_t float_sum(const uint8_t *x, uint64_t n)
{
    uint32_t p[LANES_SUM];
    for (unsigned j = 0; j < LANES_SUM; j++)
        p[j] = DLP_F32_NEG_ZERO;
    for (uint64_t i = 0; i < n; i++)
        p[i % LANES_SUM] = dlp_f32_add(p[i % LANES_SUM], load1(x + 4 * i, DLP_TYPE_F32));
    for (unsigned h = LANES_SUM / 2; h; h /= 2)
        for (unsigned j = 0; j < h; j++)
            p[j] = dlp_f32_add(p[j], p[j + h]);
    return p[0];
}

static void do_sum(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t n = CFG(N), size = size_of(type);
    struct range dst, src;
    if (operand_bad(c, out, cmd->rd, 4, true, &dst) || operand_bad(c, out, cmd->rs1, n * size, false, &src) ||
        overlap_bad(out, &dst, &src, false, cmd->rd))
        return;
    const uint8_t *x = src.mem + src.offset;
    uint32_t sum = 0;
    if (type == DLP_TYPE_F32)
        sum = float_sum(x, n);
    else
        for (uint64_t i = 0; i < n; i++)
            sum += load1(x + i * size, type);
    memcpy(dst.mem + dst.offset, &sum, sizeof sum);
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    account(c, &src, &src, out);
    if (type == DLP_TYPE_F32) {
        account_wide(c, n, out);
        for (unsigned h = LANES_SUM / 2, lanes = c->hart.model->profile->vpu_float_lanes; h; h /= 2)
            out->cycles += h > lanes ? h / lanes : 1;           /* the tree */
    }
}

/* ---- pooling: HWC */

struct window { const uint8_t *at; uint64_t kh, kw, step_w, step_h; };      /* one channel of a window; steps in bytes */

static uint32_t pool_max(const struct window *w, uint32_t type)
{
    uint32_t best = load1(w->at, type);
    for (uint64_t y = 0; y < w->kh; y++)
        for (uint64_t x = y == 0 ? 1 : 0; x < w->kw; x++)
            best = word_max(best, load1(w->at + y * w->step_h + x * w->step_w, type), type);
    return best;
}

static uint32_t pool_avg(const struct window *w, uint32_t type, uint32_t scale)
{
    uint32_t sum = load1(w->at, type);
    for (uint64_t y = 0; y < w->kh; y++)
        for (uint64_t x = y == 0 ? 1 : 0; x < w->kw; x++) {
            uint32_t v = load1(w->at + y * w->step_h + x * w->step_w, type);
            sum = type == DLP_TYPE_F32 ? dlp_f32_add(sum, v) : sum + v;
        }
    if (type == DLP_TYPE_F32)
        return dlp_f32_mul(sum, scale);
    int64_t r = dlp_f32_rne(dlp_f32_mul(dlp_f32_from_i32((int32_t)sum), scale));
    return type == DLP_TYPE_I8 ? (uint32_t)dlp_sat8(r) : (uint32_t)dlp_sat32(r);
}

static void do_pool(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t type = CFG(TYPE);
    const uint64_t ch = CFG(C), h = CFG(H), w = CFG(W), kh = CFG(KH), kw = CFG(KW), sh = CFG(SH), sw = CFG(SW), size = size_of(type);
    const uint64_t dim[] = { ch, h, w, kh, kw, sh, sw };
    for (size_t i = 0; i < sizeof dim / sizeof dim[0]; i++)
        if (dlp_outcome_bad(out, dim[i] == 0 || dim[i] > DIM_MAX ? DLP_FAULT_CMD_SIZE : DLP_FAULT_NONE, cmd->rd))
            return;
    if (dlp_outcome_bad(out, kh > h || kw > w ? DLP_FAULT_CMD_SIZE : DLP_FAULT_NONE, cmd->rd))
        return;
    const uint64_t ho = (h - kh) / sh + 1, wo = (w - kw) / sw + 1;
    struct range dst, src;
    if (operand_bad(c, out, cmd->rd, ho * wo * ch * size, true, &dst) || operand_bad(c, out, cmd->rs1, h * w * ch * size, false, &src) ||
        overlap_bad(out, &dst, &src, false, cmd->rd))
        return;

    uint8_t *to = dst.mem + dst.offset;
    for (uint64_t y = 0; y < ho; y++)
        for (uint64_t x = 0; x < wo; x++)
            for (uint64_t k = 0; k < ch; k++, to += size) {
                struct window win = { src.mem + src.offset + ((y * sh * w + x * sw) * ch + k) * size, kh, kw, ch * size, w * ch * size };
                uint32_t r = cmd->op == DLP_VOP_VMAXPOOL ? pool_max(&win, type) : pool_avg(&win, type, CFG(SCALE));
                memcpy(to, &r, (size_t)size);
            }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    /* maxima of integers fill a row, everything else goes through the float units */
    const struct dlp_profile *p = c->hart.model->profile;
    uint64_t lanes = cmd->op != DLP_VOP_VMAXPOOL || type == DLP_TYPE_F32 ? p->vpu_float_lanes : p->vpu_lanes * (type == DLP_TYPE_I8 ? 4 : 1);
    out->cycles = DLP_T_VPU_POOL + ho * wo * kh * kw * steps(ch, lanes);
}

/* ---- command */

void dlp_vpu(struct core *c, const struct command *cmd, struct outcome *out)
{
    const bool pool = cmd->op == DLP_VOP_VMAXPOOL || cmd->op == DLP_VOP_VAVGPOOL;
    out->cycles = DLP_T_VPU;
    if (CFG(N) == 0 && !pool)
        return;
    const uint32_t type = CFG(TYPE);
    if (dlp_outcome_bad(out, type != DLP_TYPE_I8 && type != DLP_TYPE_I32 && type != DLP_TYPE_F32 ? DLP_FAULT_CMD_TYPE : DLP_FAULT_NONE, cmd->rd))
        return;
    switch (cmd->op) {
    case DLP_VOP_VMAXPOOL:
    case DLP_VOP_VAVGPOOL: do_pool(c, cmd, out); break;
    case DLP_VOP_VARGMAX:  do_argmax(c, cmd, out); break;
    case DLP_VOP_VSUM:     do_sum(c, cmd, out); break;
    case DLP_VOP_VFILL:    do_fill(c, cmd, out); break;
    case DLP_VOP_VRELU:
    case DLP_VOP_VCVT_I8:
    case DLP_VOP_VCVT_I32:
    case DLP_VOP_VCVT_F32: do_unary(c, cmd, out); break;
    default:               do_binary(c, cmd, out); break;
    }
}
