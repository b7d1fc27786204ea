/* SPDX-License-Identifier: Apache-2.0
 * randprog_cmd - the middle of randprog.c: commands with random operands, and the order that keeps them free of races. */
#ifndef DLP_SIM_RANDPROG_CMD_H
#define DLP_SIM_RANDPROG_CMD_H
#include "randprog_emit.h"

enum { ALL_STREAMS = 1 << DLP_STREAM_VEC | 1 << DLP_STREAM_MAT | 1 << DLP_STREAM_IO | 1 << DLP_STREAM_MOVE };
/* The first half of the buffer is used by random accesses, then come the results, and a part that only bad accesses touch. */
enum { SCRATCH_RANDOM = DLP_RANDPROG_SCRATCH / 2, DUMP_NRAM = SCRATCH_RANDOM, DUMP_WRAM = DUMP_NRAM + NRAM_WINDOW, BAD_AT = DUMP_WRAM + WRAM_WINDOW,
       BAD_BYTES = DLP_RANDPROG_SCRATCH - BAD_AT };
_Static_assert((int)BAD_AT == (int)DLP_RANDPROG_RESULT, "the results end where the part for bad accesses begins");

/* A register that holds random values: all without a fixed use. */
static unsigned any_reg(struct gen *g)
{
    unsigned r = below(g, COUNT0 - DATA);       /* x1, x5..x25 */
    return r == 0 ? 1 : DATA + r;
}

static void three_regs(struct gen *g, unsigned reg[3])
{
    reg[0] = any_reg(g);
    do reg[1] = any_reg(g); while (reg[1] == reg[0]);
    do reg[2] = any_reg(g); while (reg[2] == reg[0] || reg[2] == reg[1]);
}

/* ---- order */
static bool meet(const struct span *a, const struct span *b)
{
    return a->space == b->space && a->lo < b->hi && b->lo < a->hi;
}

static bool conflict(const struct op *a, const struct op *b)
{
    bool hit = meet(&a->write, &b->write);
    for (unsigned i = 0; i < b->reads; i++)
        hit |= meet(&a->write, &b->read[i]);
    for (unsigned i = 0; i < a->reads; i++)
        hit |= meet(&b->write, &a->read[i]);
    return hit;
}

/* What is complete when a command of this stream with this after set starts.  VEC and MOVE never overlap their own commands. */
static uint64_t complete_before(const struct gen *g, unsigned stream, unsigned after)
{
    uint64_t set = g->done;
    if (stream == DLP_STREAM_VEC || stream == DLP_STREAM_MOVE)
        after |= 1u << stream;
    for (unsigned j = 0; j < g->ops; j++)
        if (after >> g->op[j].stream & 1)
            set |= UINT64_C(1) << j | g->op[j].before;
    return set;
}

/* dlp.sync, or anything else that waits for these streams. */
static void waited(struct gen *g, unsigned mask)
{
    for (unsigned j = 0; j < g->ops; j++)
        if (mask >> g->op[j].stream & 1)
            g->done |= UINT64_C(1) << j | g->op[j].before;
    if (mask == ALL_STREAMS)
        g->ops = 0, g->done = 0;
}

static void sync_streams(struct gen *g, unsigned mask)
{
    put(g, DLP_INSN_SYNC_MATCH | field(mask, DLP_FIELD_SYNC_MASK_LSB));
    waited(g, mask);
}

/* A set that is enough: any that is drawn, with the streams added that it lacks.  In a loop a command also follows those behind it. */
static unsigned order(struct gen *g, struct op *op)
{
    unsigned after = g->loops || chance(g, 55) ? ALL_STREAMS : (unsigned)(rnd(g) & rnd(g) & ALL_STREAMS);
    op->before = complete_before(g, op->stream, after);
    for (unsigned j = 0; j < g->ops; j++)
        if (!(op->before >> j & 1) && conflict(op, &g->op[j])) {
            after |= 1u << g->op[j].stream;
            op->before = complete_before(g, op->stream, after);
        }
    return after;
}

static unsigned stream_of(uint32_t match)
{
    if ((match & DLP_FIELD_OPCODE_MASK) == DLP_OPCODE_VEC)
        return DLP_STREAM_VEC;
    return (match & DLP_FIELD_CMD_STREAM_MASK) >> DLP_FIELD_CMD_STREAM_LSB;
}

/* The command itself, its registers and configuration are set. */
static void command(struct gen *g, uint32_t match, const unsigned reg[3], struct op *op)
{
    if (g->ops == OPS_MAX)
        sync_streams(g, ALL_STREAMS);
    op->stream = stream_of(match);
    unsigned after = order(g, op);
    put(g, word_cmd(match, after, reg[0], reg[1], reg[2]));
    g->op[g->ops++] = *op;
    g->commands++;
}

/* ---- configuration: only what is not there yet, mostly */
struct want { unsigned index; uint32_t value; };

static void set_cfg(struct gen *g, const struct want *want, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned index = want[i].index, pair = index + 1;
        if (g->cfg_known[index] && g->cfg[index] == want[i].value && chance(g, 90))
            continue;
        li(g, TMP0, chance(g, 4) ? want[i].value | rnd(g) << 32 : want[i].value);
        g->cfg[index] = want[i].value;
        g->cfg_known[index] = true;
        const bool next_too = i + 1 < count && want[i + 1].index == pair, alone = dlp_cfg_find(pair) == NULL;
        if (index % 2 == 0 && (next_too || (alone && chance(g, 50)))) {
            if (next_too) {
                li(g, TMP1, want[i + 1].value);
                g->cfg[pair] = want[i + 1].value;
                g->cfg_known[pair] = true;
                i++;
            }
            put(g, word_r(DLP_INSN_DCFG2_MATCH, 0, TMP0, next_too ? TMP1 : any_reg(g)) | field(index, DLP_FIELD_FUNCT7_LSB));
        } else {
            put(g, word_i(DLP_INSN_DCFG_MATCH, 0, TMP0, (int32_t)index));
        }
    }
}

static void set_vector(struct gen *g, uint32_t n, uint32_t type)
{
    const struct want want[] = { { DLP_CFG_VEC_N, n }, { DLP_CFG_VEC_TYPE, type } };
    if (chance(g, 20)) {
        set_cfg(g, want, 2);
        return;
    }
    if (g->cfg_known[DLP_CFG_VEC_N] && g->cfg_known[DLP_CFG_VEC_TYPE] && g->cfg[DLP_CFG_VEC_N] == n && g->cfg[DLP_CFG_VEC_TYPE] == type)
        return;
    li(g, TMP0, n);
    put(g, word_i(DLP_INSN_VSET_MATCH, 0, TMP0, (int32_t)type));
    for (unsigned i = 0; i < 2; i++) {
        g->cfg[want[i].index] = want[i].value;
        g->cfg_known[want[i].index] = true;
    }
}

/* ---- operands */
static uint64_t window_of(const struct gen *g, enum space space, uint64_t *bytes)
{
    switch (space) {
    case SPACE_NRAM: *bytes = NRAM_WINDOW; return g->nram;
    case SPACE_WRAM: *bytes = WRAM_WINDOW - PARAM_BYTES; return g->wram;
    default:         *bytes = SCRATCH_RANDOM; return 0;
    }
}

/* A range of the given length (1 or more; at most the window): any byte address, often a multiple of 4, sometimes at either end. */
static struct span anywhere(struct gen *g, enum space space, uint64_t bytes)
{
    uint64_t window, base = window_of(g, space, &window), room = window - bytes;
    uint64_t at = chance(g, 4) ? 0 : chance(g, 4) ? room : rnd(g) % (room + 1);
    if (chance(g, 55))
        at &= ~UINT64_C(3);
    return (struct span){ space, base + at, base + at + bytes };
}

/* The same, apart from `other`; both are at most a third of the window. */
static struct span apart(struct gen *g, enum space space, uint64_t bytes, const struct span *other)
{
    struct span s;
    do s = anywhere(g, space, bytes); while (meet(&s, other));
    return s;
}

/* x[rd] <- address of the span; the buffer is reached through either window. */
static void li_span(struct gen *g, unsigned rd, const struct span *s)
{
    if (s->space != SPACE_GDRAM) {
        li(g, rd, s->lo);
        return;
    }
    bool alias = chance(g, 25);
    li(g, rd, alias ? s->lo - (DLP_MEM_GDRAM_BASE - DLP_MEM_CODE_BASE) : s->lo);
    put(g, word_r(DLP_INSN_ADD_MATCH, rd, rd, SCRATCH));
}

/* ---- vector unit */
static const unsigned vec_types[] = { DLP_TYPE_I8, DLP_TYPE_U8, DLP_TYPE_I16, DLP_TYPE_U16, DLP_TYPE_I32, DLP_TYPE_U32, DLP_TYPE_F16, DLP_TYPE_BF16, DLP_TYPE_F32 };
static const unsigned vec_functions[] = {
    DLP_VFN_AND, DLP_VFN_OR, DLP_VFN_XOR, DLP_VFN_EQ, DLP_VFN_NE, DLP_VFN_LT, DLP_VFN_LE, DLP_VFN_GT, DLP_VFN_GE, DLP_VFN_LAND, DLP_VFN_LOR, DLP_VFN_LXOR,
    DLP_VFN_MAXNAN, DLP_VFN_MINNAN,
    DLP_VFN_SHL, DLP_VFN_SHR            /* last: not for floats */
};
enum { INT_FUNCTIONS = 2 };

static bool is_float(unsigned type)
{
    return type == DLP_TYPE_F16 || type == DLP_TYPE_BF16 || type == DLP_TYPE_F32;
}

static uint32_t elements(struct gen *g)
{
    switch (below(g, 10)) {
    case 0:                  return 0;
    case 1: case 2:          return between(g, 1, 600);
    case 3:                  return g->p->vpu_lanes * 4 * between(g, 1, 4);
    default:                 return between(g, 1, 80);
    }
}

/* Second operand of the scalar forms and of fill. */
static void li_scalar(struct gen *g, unsigned rd, unsigned type)
{
    if (type == DLP_TYPE_F32)
        li(g, rd, rnd_float(g) | (chance(g, 10) ? rnd(g) << 32 : 0));
    else if (chance(g, 70))
        li(g, rd, rnd_value(g));        /* else what it holds */
}

enum second { SECOND_NONE, SECOND_VECTOR, SECOND_SCALAR, SECOND_CYCLE, SECOND_POSITION };

/* Operations of two operands come in threes; the last bits of the operation say which form. */
static enum second second_of(uint32_t match)
{
    static const enum second form[4] = { SECOND_VECTOR, SECOND_SCALAR, SECOND_CYCLE, SECOND_NONE };
    const unsigned op = (match & DLP_FIELD_CMD_VEC_OP_MASK) >> DLP_FIELD_CMD_VEC_OP_LSB;
    if (op == DLP_VOP_VCOLLECT || op == DLP_VOP_VMASK)
        return SECOND_VECTOR;
    return op < DLP_VOP_VRELU || (op >= DLP_VOP_VFN_VV && op <= DLP_VOP_VFN_VC) || op >= DLP_VOP_VBIT_VV ? form[op % 4] : SECOND_NONE;
}

static void elementwise(struct gen *g, uint32_t match)
{
    const unsigned type = ANY_OF(g, vec_types);
    const uint32_t n = elements(g);
    enum second second = second_of(match);
    const bool bits = match == DLP_INSN_VBIT_VV_MATCH || match == DLP_INSN_VBIT_VS_MATCH || match == DLP_INSN_VBIT_VC_MATCH;
    unsigned reg[3], to = type, more = 0;        /* more: what else VEC_TYPE says */
    struct op op = { 0 };
    three_regs(g, reg);
    if (match == DLP_INSN_VCVT_I8_MATCH)  to = DLP_TYPE_I8;
    if (match == DLP_INSN_VCVT_I32_MATCH) to = DLP_TYPE_I32;
    if (match == DLP_INSN_VCVT_F32_MATCH) to = DLP_TYPE_F32;
    if (match == DLP_INSN_VCVT_MATCH) {
        to = ANY_OF(g, vec_types);
        more = to << DLP_VEC_TYPE_TO_LSB | below(g, DLP_ROUND_RN + 1) << DLP_VEC_TYPE_ROUND_LSB;
        if (!(is_float(type) && is_float(to)) && chance(g, 50)) {
            more |= 1u << DLP_VEC_TYPE_POS_LSB;
            second = SECOND_POSITION;
        }
    } else if (bits) {
        more = between(g, DLP_VFN_EQ, DLP_VFN_GE) << DLP_VEC_TYPE_FN_LSB;
    } else if (match == DLP_INSN_VFN_MATCH) {
        unsigned fn = between(g, DLP_VFN_NOT, DLP_VFN_SQUARE);
        if (is_float(type) && g->p->vpu_special_lanes && chance(g, 70))
            fn = chance(g, 80) ? between(g, DLP_VFN_RECIP, DLP_VFN_SOFTPLUS) : between(g, DLP_VFN_FLOOR, DLP_VFN_SIGN);
        more = fn << DLP_VEC_TYPE_FN_LSB;
    } else if (match == DLP_INSN_VFN_VV_MATCH || match == DLP_INSN_VFN_VS_MATCH || match == DLP_INSN_VFN_VC_MATCH) {
        const unsigned all = sizeof vec_functions / sizeof vec_functions[0];
        more = vec_functions[below(g, is_float(type) ? all - INT_FUNCTIONS : all)] << DLP_VEC_TYPE_FN_LSB;
        if (is_float(type) && g->p->vpu_special_lanes && chance(g, 25))
            more = DLP_VFN_DIV << DLP_VEC_TYPE_FN_LSB;
    }
    if (n == 0) {                       /* neither checked nor done, whatever the operands are */
        set_vector(g, 0, chance(g, 50) ? type : below(g, 4096));
        command(g, match, reg, &op);
        return;
    }
    const uint64_t bytes = (uint64_t)n * DLP_TYPE_BYTES(type);
    const bool in_place = !bits && DLP_TYPE_BYTES(to) == DLP_TYPE_BYTES(type) && chance(g, 25);
    struct span dst = anywhere(g, SPACE_NRAM, bits ? (n + 7) / 8 : (uint64_t)n * DLP_TYPE_BYTES(to));
    struct span src = in_place ? dst : apart(g, SPACE_NRAM, bytes, &dst);
    set_vector(g, n, type | more);
    op.write = dst;
    if (match != DLP_INSN_VFILL_MATCH)
        op.read[op.reads++] = src;
    if (second == SECOND_CYCLE) {
        const uint32_t seg = chance(g, 20) ? n + below(g, 8) : between(g, 1, 40);
        set_cfg(g, &(struct want){ DLP_CFG_VEC_SEG, seg }, 1);
        op.read[op.reads++] = apart(g, SPACE_NRAM, (uint64_t)seg * DLP_TYPE_BYTES(type), &dst);
    } else if (second == SECOND_VECTOR) {
        op.read[op.reads++] = chance(g, 15) ? src : chance(g, 15) && !bits ? dst : apart(g, SPACE_NRAM, bytes, &dst);
    }
    li_span(g, reg[0], &dst);
    if (match == DLP_INSN_VFILL_MATCH)
        li_scalar(g, reg[1], type);
    else
        li_span(g, reg[1], &src);
    if (second == SECOND_SCALAR)
        li_scalar(g, reg[2], type);
    else if (second == SECOND_POSITION)
        li(g, reg[2], chance(g, 80) ? (uint64_t)below(g, 40) - 20 : below(g, 256));
    else if (op.reads == 2)
        li_span(g, reg[2], &op.read[1]);
    command(g, match, reg, &op);
}

static void reduction(struct gen *g, uint32_t match)
{
    const unsigned type = ANY_OF(g, vec_types);
    const uint32_t n = elements(g);
    unsigned reg[3];
    struct op op = { 0 };
    three_regs(g, reg);
    if (n) {
        op.write = anywhere(g, SPACE_NRAM, match == DLP_INSN_VARGMAX_MATCH || match == DLP_INSN_VARGMIN_MATCH ? 8 : 4);
        op.read[op.reads++] = apart(g, SPACE_NRAM, (uint64_t)n * DLP_TYPE_BYTES(type), &op.write);
        if (chance(g, 35)) {            /* alike at the start, or all: the first maximum, a sum of -0.0, NaNs, zeros */
            const uint32_t same = chance(g, 50) ? n : between(g, 1, n);
            struct op fill = { .write = op.read[0] };
            set_vector(g, same, type);
            li_span(g, reg[0], &fill.write);
            static const uint32_t floats[] = { 0x80000000, 0x80000000, 0, 0x7fc00000, 0xffc00001, 0x7f800001, 0xff800000 };
            li(g, reg[1], type == DLP_TYPE_F32 ? ANY_OF(g, floats) : chance(g, 30) ? 0 : rnd_value(g));
            command(g, DLP_INSN_VFILL_MATCH, reg, &fill);
        }
        li_span(g, reg[0], &op.write);
        li_span(g, reg[1], &op.read[0]);
    }
    set_vector(g, n, type);
    command(g, match, reg, &op);
}

static void transposition(struct gen *g, uint32_t match)
{
    const unsigned type = ANY_OF(g, vec_types);
    uint32_t h, w;
    do h = between(g, 1, chance(g, 70) ? 24 : 300), w = between(g, 1, chance(g, 70) ? 24 : 300); while (h * w > 700);
    const uint64_t bytes = (uint64_t)h * w * DLP_TYPE_BYTES(type);
    const struct want want[] = { { DLP_CFG_VEC_H, h }, { DLP_CFG_VEC_W, w } };
    unsigned reg[3];
    struct op op = { .reads = 1 };
    three_regs(g, reg);
    op.write = anywhere(g, SPACE_NRAM, bytes);
    op.read[0] = apart(g, SPACE_NRAM, bytes, &op.write);
    set_vector(g, elements(g), type | between(g, DLP_VTRANS_TRANSPOSE, DLP_VTRANS_ROT180) << DLP_VEC_TYPE_FN_LSB);     /* the number is not used */
    set_cfg(g, want, sizeof want / sizeof want[0]);
    li_span(g, reg[0], &op.write);
    li_span(g, reg[1], &op.read[0]);
    command(g, match, reg, &op);
}

/* vgather, vscatter: what they need, read[1] are the indices */
struct indexed { uint32_t match, n, limit; unsigned type, itype; struct op op; };

/* Operands of a command by index; its indices are cut to less than the limit, a power of two, by a command. */
static struct indexed any_indexed(struct gen *g, uint32_t match)
{
    static const unsigned itypes[] = { DLP_TYPE_U8, DLP_TYPE_U16, DLP_TYPE_U32 };
    struct indexed x = { .match = match, .n = between(g, 1, chance(g, 80) ? 80 : 400), .limit = 1u << below(g, 8), .type = ANY_OF(g, vec_types),
                         .itype = ANY_OF(g, itypes), .op = { .reads = 2 } };
    const bool gather = match == DLP_INSN_VGATHER_MATCH;
    const uint64_t size = DLP_TYPE_BYTES(x.type);
    x.op.write = anywhere(g, SPACE_NRAM, (gather ? x.n : x.limit) * size);
    x.op.read[0] = apart(g, SPACE_NRAM, (gather ? x.limit : x.n) * size, &x.op.write);
    do x.op.read[1] = apart(g, SPACE_NRAM, (uint64_t)x.n * DLP_TYPE_BYTES(x.itype), &x.op.write); while (meet(&x.op.read[0], &x.op.read[1]));
    struct op cut = { .reads = 1, .write = x.op.read[1], .read = { x.op.read[1] } };
    unsigned reg[3];
    three_regs(g, reg);
    set_vector(g, x.n, x.itype | DLP_VFN_AND << DLP_VEC_TYPE_FN_LSB);
    li_span(g, reg[0], &cut.write);
    li(g, reg[1], x.limit - 1);
    command(g, DLP_INSN_VFN_VS_MATCH, (const unsigned[]){ reg[0], reg[0], reg[1] }, &cut);
    return x;
}

/* Registers and configuration of the command itself. */
static void set_indexed(struct gen *g, const struct indexed *x, unsigned reg[3])
{
    three_regs(g, reg);
    set_vector(g, x->n, x->type | x->itype << DLP_VEC_TYPE_INDEX_LSB);
    set_cfg(g, &(struct want){ DLP_CFG_VEC_SEG, x->limit }, 1);
    li_span(g, reg[0], &x->op.write);
    li_span(g, reg[1], &x->op.read[0]);
    li_span(g, reg[2], &x->op.read[1]);
}

static void by_index(struct gen *g, uint32_t match)
{
    struct indexed x = any_indexed(g, match);
    unsigned reg[3];
    set_indexed(g, &x, reg);
    command(g, match, reg, &x.op);
}

static void pooling(struct gen *g, uint32_t match)
{
    const unsigned type = ANY_OF(g, vec_types);
    uint32_t c, h, w, kh, kw, sh, sw, ho, wo;
    do {
        c = chance(g, 20) ? 1 : between(g, 1, 24), h = between(g, 1, 9), w = between(g, 1, 9);
        kh = between(g, 1, h < 4 ? h : 4), kw = between(g, 1, w < 4 ? w : 4), sh = between(g, 1, 3), sw = between(g, 1, 3);
        ho = (h - kh) / sh + 1, wo = (w - kw) / sw + 1;
    } while (h * w * c > 1000 || ho * wo * c * kh * kw > 2500);
    const float mean = 1.0f / (float)(kh * kw);
    uint32_t scale = rnd_float(g);
    if (chance(g, 70))
        memcpy(&scale, &mean, sizeof scale);
    const struct want want[] = { { DLP_CFG_VEC_C, c }, { DLP_CFG_VEC_H, h }, { DLP_CFG_VEC_W, w }, { DLP_CFG_VEC_KH, kh }, { DLP_CFG_VEC_KW, kw },
                                 { DLP_CFG_VEC_SH, sh }, { DLP_CFG_VEC_SW, sw }, { DLP_CFG_VEC_SCALE, scale } };
    unsigned reg[3];
    struct op op = { .reads = 1 };
    three_regs(g, reg);
    op.write = anywhere(g, SPACE_NRAM, ho * wo * c * DLP_TYPE_BYTES(type));
    op.read[0] = apart(g, SPACE_NRAM, h * w * c * DLP_TYPE_BYTES(type), &op.write);
    set_vector(g, elements(g), type);   /* the number is not used */
    set_cfg(g, want, sizeof want / sizeof want[0]);
    li_span(g, reg[0], &op.write);
    li_span(g, reg[1], &op.read[0]);
    command(g, match, reg, &op);
}

/* ---- matrix unit */
static const unsigned out_types[] = { DLP_TYPE_I8, DLP_TYPE_U8, DLP_TYPE_I32, DLP_TYPE_F32, DLP_TYPE_F16, DLP_TYPE_BF16 };

struct conv { uint32_t hi, wi, ci, co, ho, wo, kh, kw, sh, sw, pt, pl, dh, dw; };

/* Passes of the array, each as long as the number of output pixels. */
static uint64_t work(const struct gen *g, const struct conv *v)
{
    const uint32_t d = g->p->mxu_dim;
    return (uint64_t)v->ho * v->wo * v->kh * v->kw * ((v->ci + d - 1) / d) * ((v->co + d - 1) / d);
}

static struct conv rnd_conv(struct gen *g, bool matmul)
{
    struct conv v;
    do {
        v = (struct conv){ .ci = between(g, 1, chance(g, 50) ? 12 : 70), .co = between(g, 1, chance(g, 50) ? 12 : 40), .ho = 1, .hi = 1, .kh = 1, .kw = 1,
                           .sh = 1, .sw = 1, .dh = 1, .dw = 1, .wo = between(g, 1, chance(g, 80) ? 20 : 3 * 32) };
        v.wi = v.wo;
        if (!matmul) {
            v.hi = between(g, 1, 9), v.wi = between(g, 1, 9), v.ho = between(g, 1, 8), v.wo = between(g, 1, 8);
            v.kh = between(g, 1, 4), v.kw = between(g, 1, 4), v.sh = between(g, 1, 3), v.sw = between(g, 1, 3);
            v.pt = chance(g, 40) ? 0 : below(g, v.kh + 1), v.pl = chance(g, 40) ? 0 : below(g, v.kw + 1);
            v.dh = chance(g, 60) ? 1 : between(g, 2, 3), v.dw = chance(g, 60) ? 1 : between(g, 2, 3);
        }
    } while (work(g, &v) > 600);
    return v;
}

/* A stride: mostly the data with or without a gap, sometimes less, so that rows overlap. */
static uint32_t stride(struct gen *g, uint32_t bytes)
{
    return chance(g, 45) ? bytes : chance(g, 80) ? bytes + below(g, 12) : below(g, bytes + 1);
}

static struct span params_of(struct gen *g, unsigned array, uint32_t first, uint32_t channels)
{
    const uint64_t at = g->params + (uint64_t)array * 4 * CHANNELS + 4 * first + (chance(g, 15) ? between(g, 1, 3) : 0);
    return (struct span){ SPACE_WRAM, at, at + 4 * (uint64_t)channels };
}

static void matrix(struct gen *g, uint32_t match)
{
    const bool matmul = match == DLP_INSN_MATMUL_MATCH;
    struct conv v;
    const bool real = g->p->mxu_float && chance(g, 40), int4 = !real && chance(g, 40);
    const uint32_t from = !real ? (chance(g, 50) ? DLP_TYPE_I8 : DLP_TYPE_U8) : chance(g, 50) ? DLP_TYPE_F16 : DLP_TYPE_BF16, size = DLP_TYPE_BYTES(from);
    uint32_t in, outs, w, ws, type;
    uint64_t dst_bytes, src_bytes, w_bytes, window;
    window_of(g, SPACE_WRAM, &window);
    do {
        v = rnd_conv(g, matmul);
        do type = ANY_OF(g, out_types); while (!g->p->mxu_float && DLP_TYPE_BYTES(type) == 2);
        in = stride(g, v.ci * size), outs = stride(g, v.co * DLP_TYPE_BYTES(type));
        w = int4 ? (v.kh * v.kw * v.ci + 1) / 2 : v.kh * v.kw * v.ci * size, ws = stride(g, w);
        dst_bytes = (uint64_t)(v.ho * v.wo - 1) * outs + v.co * DLP_TYPE_BYTES(type);
        src_bytes = (uint64_t)(v.hi * v.wi - 1) * in + v.ci * size;
        w_bytes = (uint64_t)(v.co - 1) * ws + w;
    } while (dst_bytes > NRAM_WINDOW / 3 || src_bytes > NRAM_WINDOW / 3 || w_bytes > window);
    const uint32_t requant = below(g, real ? 2 : 3), bias = below(g, 2), limited = chance(g, 30), sloped = requant != DLP_MAT_OUT_REQUANT_NONE && chance(g, 30);
    const uint32_t out = type << DLP_MAT_OUT_TYPE_LSB | below(g, 2) << DLP_MAT_OUT_RELU_LSB | bias << DLP_MAT_OUT_BIAS_LSB |
                         requant << DLP_MAT_OUT_REQUANT_LSB | (chance(g, 60) ? below(g, 256) : 0) << DLP_MAT_OUT_ZERO_LSB |
                         limited << DLP_MAT_OUT_LIMIT_LSB | sloped << DLP_MAT_OUT_SLOPE_LSB;
    const uint32_t types = from << DLP_MAT_TYPE_IN_LSB | (real ? from : int4 ? DLP_MAT_TYPE_W_I4 : DLP_TYPE_I8) << DLP_MAT_TYPE_W_LSB |
                           (!real && chance(g, 60) ? below(g, 256) : 0) << DLP_MAT_TYPE_ZERO_LSB;
    struct op op = { .reads = 2, .write = anywhere(g, SPACE_NRAM, dst_bytes) };
    op.read[0] = apart(g, SPACE_NRAM, src_bytes, &op.write);
    op.read[1] = anywhere(g, SPACE_WRAM, w_bytes);
    struct want want[32];
    unsigned n = 0;
    if (!matmul)
        want[n++] = (struct want){ DLP_CFG_MAT_HI, v.hi }, want[n++] = (struct want){ DLP_CFG_MAT_WI, v.wi };
    want[n++] = (struct want){ DLP_CFG_MAT_CI, v.ci };
    want[n++] = (struct want){ DLP_CFG_MAT_CO, v.co };
    if (!matmul)
        want[n++] = (struct want){ DLP_CFG_MAT_HO, v.ho };
    want[n++] = (struct want){ DLP_CFG_MAT_WO, v.wo };
    if (!matmul) {
        const struct want more[] = { { DLP_CFG_MAT_KH, v.kh }, { DLP_CFG_MAT_KW, v.kw }, { DLP_CFG_MAT_SH, v.sh }, { DLP_CFG_MAT_SW, v.sw },
                                     { DLP_CFG_MAT_PT, v.pt }, { DLP_CFG_MAT_PL, v.pl }, { DLP_CFG_MAT_DH, v.dh }, { DLP_CFG_MAT_DW, v.dw } };
        memcpy(want + n, more, sizeof more);
        n += sizeof more / sizeof more[0];
    }
    const struct want strides[] = { { DLP_CFG_MAT_IN_STRIDE, in }, { DLP_CFG_MAT_OUT_STRIDE, outs }, { DLP_CFG_MAT_W_STRIDE, ws },
                                    { DLP_CFG_MAT_OUT, out }, { DLP_CFG_MAT_TYPE, types } };
    memcpy(want + n, strides, sizeof strides);
    n += sizeof strides / sizeof strides[0];
    if (limited)
        want[n++] = (struct want){ DLP_CFG_MAT_LIMIT, chance(g, 50) ? rnd_float(g) : below(g, 200) };
    /* arrays: bias (of floats where the scales are), then scale or multiplier, then shift, then slope: a scale or multiplier again; what is not used need not be in WRAM */
    const struct { bool used; unsigned cfg, array; } arrays[] = {
        { bias, DLP_CFG_MAT_BIAS, real ? 1 : 0 }, { requant != DLP_MAT_OUT_REQUANT_NONE, DLP_CFG_MAT_SCALE, requant == DLP_MAT_OUT_REQUANT_FIXED ? 2 : 1 },
        { requant == DLP_MAT_OUT_REQUANT_FIXED, DLP_CFG_MAT_SHIFT, 3 },
        { sloped, DLP_CFG_MAT_SLOPE, requant == DLP_MAT_OUT_REQUANT_FIXED ? 2 : 1 } };
    const uint32_t first = below(g, CHANNELS - v.co);   /* multiplier and shift of a channel belong together */
    for (unsigned i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        if (arrays[i].used) {
            op.read[op.reads] = params_of(g, arrays[i].array, arrays[i].cfg == DLP_CFG_MAT_SLOPE ? below(g, CHANNELS - v.co) : first, v.co);
            want[n++] = (struct want){ arrays[i].cfg, (uint32_t)op.read[op.reads++].lo };
        }
    unsigned reg[3];
    three_regs(g, reg);
    set_cfg(g, want, n);
    li_span(g, reg[0], &op.write);
    li_span(g, reg[1], &op.read[0]);
    li_span(g, reg[2], &op.read[1]);
    command(g, match, reg, &op);
}

/* ---- copies and fills */
static void copy(struct gen *g, uint32_t match)
{
    const unsigned number = (match & DLP_FIELD_CMD_OP_MASK) >> DLP_FIELD_CMD_OP_LSB, dims = number % 4 + 1;
    const bool io = stream_of(match) == DLP_STREAM_IO, two = dims >= 2, three = dims == 3, fill = number >= DLP_IOP_FILL_B;
    const enum space spm = chance(g, 65) ? SPACE_NRAM : SPACE_WRAM;
    enum space to = spm, from = io ? SPACE_GDRAM : SPACE_NRAM;
    if (chance(g, 50))
        to = from, from = spm;
    if (io && chance(g, 25))
        to = from = SPACE_GDRAM;
    if (fill)
        to = io ? SPACE_GDRAM : spm;
    uint32_t bytes = chance(g, 70) ? between(g, 1, 96) : between(g, 1, 600), rows = 1, planes = 1, ds = 0, ss = 0, dp = 0, sp = 0;
    if (!two && chance(g, 15))
        bytes = between(g, 600, 2000);
    if (two) {
        rows = between(g, 1, 8);
        if (three) {
            rows = between(g, 1, 4);
            planes = between(g, 1, 4);
        }
        const uint32_t most = three ? 80 : 160;
        if (bytes > most)
            bytes = between(g, 1, most);
        ds = stride(g, bytes) + (chance(g, 20) ? below(g, 60) : 0);
        ss = stride(g, bytes) + (chance(g, 20) ? below(g, 60) : 0);
        const unsigned base = io ? DLP_CFG_IO_DST_STRIDE : DLP_CFG_MV_DST_STRIDE;
        if (three) {                    /* one behind the other, or anywhere */
            dp = chance(g, 40) ? rows * ds : below(g, 400);
            sp = chance(g, 40) ? rows * ss : below(g, 400);
        }
        const struct want want[] = { { base, ds }, { base + 1, ss }, { base + 2, rows }, { base + 3, planes }, { base + 4, dp }, { base + 5, sp } };
        _Static_assert(DLP_CFG_IO_SRC_PLANE == DLP_CFG_IO_DST_STRIDE + 5 && DLP_CFG_MV_SRC_PLANE == DLP_CFG_MV_DST_STRIDE + 5, "order of isa.def");
        set_cfg(g, want, three ? 6 : 3);
    }
    unsigned reg[3];
    struct op op = { .reads = 1 };
    three_regs(g, reg);
    op.write = anywhere(g, to, (uint64_t)(planes - 1) * dp + (rows - 1) * ds + bytes);
    li_span(g, reg[0], &op.write);
    if (fill) {
        op.reads = 0;
        li(g, reg[1], chance(g, 80) ? rnd(g) : g->nram);
        li(g, reg[2], bytes);
        command(g, match, reg, &op);
        return;
    }
    op.read[0] = apart(g, from, (uint64_t)(planes - 1) * sp + (rows - 1) * ss + bytes, &op.write);
    li_span(g, reg[1], &op.read[0]);
    if (from == SPACE_GDRAM && chance(g, 25) && op.read[0].hi - op.read[0].lo <= DATA_BYTES) {    /* from the module's own data */
        li(g, reg[1], below(g, DATA_BYTES - (op.read[0].hi - op.read[0].lo) + 1));
        put(g, word_r(DLP_INSN_ADD_MATCH, reg[1], reg[1], DATA));
        op.reads = 0;
    }
    li(g, reg[2], bytes);
    command(g, match, reg, &op);
}

static void any_command(struct gen *g)
{
    /* all commands of the table; the matrix unit and copies more often than one in their number */
    const unsigned first = DLP_I_VADD_VV, last = DLP_I_MV_FILL3_W, kind = below(g, 100);
    const unsigned id = kind < 45 ? between(g, first, last) : kind < 65 ? between(g, DLP_I_MATMUL, DLP_I_CONV)
                      : kind < 77 ? between(g, 0, 2) + (chance(g, 50) ? DLP_I_IO_COPY : DLP_I_MV_COPY)
                      : kind < 85 ? between(g, DLP_I_IO_COPY, last) : between(g, DLP_I_VCVT_I8, DLP_I_VSCATTER);
    const uint32_t match = dlp_insns[id].match;
    switch (id) {
    case DLP_I_MATMUL: case DLP_I_CONV:        matrix(g, match); return;
    case DLP_I_VMAXPOOL: case DLP_I_VAVGPOOL:
    case DLP_I_VSUMPOOL: case DLP_I_VMINPOOL:  pooling(g, match); return;
    case DLP_I_VARGMAX: case DLP_I_VARGMIN: case DLP_I_VSUM:
    case DLP_I_VCOUNT: case DLP_I_VFIRST: case DLP_I_VLAST: reduction(g, match); return;
    case DLP_I_VTRANS:                         transposition(g, match); return;
    case DLP_I_VGATHER: case DLP_I_VSCATTER:   by_index(g, match); return;
    default:
        if (id >= DLP_I_IO_COPY)
            copy(g, match);
        else
            elementwise(g, match);
        return;
    }
}
#endif
