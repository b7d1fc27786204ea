/* SPDX-License-Identifier: Apache-2.0
 * dlp_disasm - prints an instruction by the operand format of its row in isa.def. */
#include "dlp_disasm.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "dlp_spec.h"
#include "dlp_tables.h"

struct text { char *buf; size_t size, used; };

static void put(struct text *t, const char *fmt, ...)
{
    size_t room = t->size > t->used ? t->size - t->used : 0;
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(room ? t->buf + t->used : NULL, room, fmt, ap);
    va_end(ap);
    if (n > 0)
        t->used += (size_t)n;
}

/* FIELD(insn, RD): the value of a field of fields.def, not sign-extended. */
#define FIELD(insn, name) (((insn) & DLP_FIELD_##name##_MASK) >> DLP_FIELD_##name##_LSB)

static uint32_t rd(uint32_t insn)  { return FIELD(insn, RD); }
static uint32_t rs1(uint32_t insn) { return FIELD(insn, RS1); }
static uint32_t rs2(uint32_t insn) { return FIELD(insn, RS2); }

/* Bits msb:lsb of insn moved to bit `to`. */
static uint32_t take(uint32_t insn, int msb, int lsb, int to)
{
    return ((insn >> lsb) & ((2u << (msb - lsb)) - 1)) << to;
}

static int64_t sign_extend(uint32_t v, int bits)
{
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

static int64_t imm_i(uint32_t insn)
{
    return sign_extend(FIELD(insn, IMM_I), 12);
}

static int64_t imm_s(uint32_t insn)
{
    return sign_extend(take(insn, 31, 25, 5) | take(insn, 11, 7, 0), 12);
}

static int64_t imm_b(uint32_t insn)
{
    return sign_extend(take(insn, 31, 31, 12) | take(insn, 7, 7, 11) | take(insn, 30, 25, 5)
                       | take(insn, 11, 8, 1), 13);
}

static int64_t imm_j(uint32_t insn)
{
    return sign_extend(take(insn, 31, 31, 20) | take(insn, 19, 12, 12) | take(insn, 20, 20, 11)
                       | take(insn, 30, 21, 1), 21);
}

const char *dlp_reg_name(uint32_t number)
{
    static const char names[32][5] = {
        "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5",
        "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
    };

    return names[number & 31];
}

/* {VEC,IO} */
static void put_mask(struct text *t, uint32_t mask)
{
    const char *separator = "";

    put(t, "{");
    for (size_t k = 0; k < dlp_stream_count; k++)
        if (mask >> dlp_streams[k].number & 1) {
            put(t, "%s%s", separator, dlp_streams[k].name);
            separator = ",";
        }
    put(t, "}");
}

/* CSRs in lower case, as assemblers write them. */
static void put_csr(struct text *t, uint32_t number)
{
    const struct dlp_csr *csr = dlp_csr_find(number);

    if (!csr) {
        put(t, "0x%" PRIx32, number);
        return;
    }
    for (const char *c = csr->name; *c; c++)
        put(t, "%c", *c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
}

static void put_cfg(struct text *t, uint32_t index)
{
    const struct dlp_cfg *cfg = dlp_cfg_find(index);

    if (cfg) put(t, "%s", cfg->name);
    else     put(t, "0x%" PRIx32, index);
}

static void put_type(struct text *t, uint32_t code)
{
    const char *name = dlp_type_name(code);

    if (name) put(t, "%s", name);
    else      put(t, "0x%" PRIx32, code);
}

static void put_standard(struct text *t, const struct dlp_insn *i, uint32_t insn, uint64_t pc)
{
    const char *d = dlp_reg_name(rd(insn)), *a = dlp_reg_name(rs1(insn)), *b = dlp_reg_name(rs2(insn));
    uint32_t opcode = FIELD(insn, OPCODE);

    switch (i->format) {
    case DLP_FORMAT_R:
        put(t, " %s, %s, %s", d, a, b);
        break;
    case DLP_FORMAT_I:
        if (opcode == DLP_OPCODE_LOAD || opcode == DLP_OPCODE_JALR)
            put(t, " %s, %" PRId64 "(%s)", d, imm_i(insn), a);
        else
            put(t, " %s, %s, %" PRId64, d, a, imm_i(insn));
        break;
    case DLP_FORMAT_SH:
        put(t, " %s, %s, %" PRIu32, d, a, take(insn, 25, 20, 0));
        break;
    case DLP_FORMAT_SHW:
        put(t, " %s, %s, %" PRIu32, d, a, take(insn, 24, 20, 0));
        break;
    case DLP_FORMAT_S:
        put(t, " %s, %" PRId64 "(%s)", b, imm_s(insn), a);
        break;
    case DLP_FORMAT_B:
        put(t, " %s, %s, 0x%" PRIx64, a, b, pc + (uint64_t)imm_b(insn));
        break;
    case DLP_FORMAT_U:
        put(t, " %s, 0x%" PRIx32, d, insn >> 12);
        break;
    case DLP_FORMAT_J:
    case DLP_FORMAT_CJ:
        put(t, " %s, 0x%" PRIx64, d, pc + (uint64_t)imm_j(insn));
        break;
    case DLP_FORMAT_CSR:
    case DLP_FORMAT_CSRI:
        put(t, " %s, ", d);
        put_csr(t, FIELD(insn, IMM_I));
        if (i->format == DLP_FORMAT_CSR) put(t, ", %s", a);
        else                             put(t, ", %" PRIu32, rs1(insn));
        break;
    default:
        break;
    }
}

static void put_xdlp(struct text *t, const struct dlp_insn *i, uint32_t insn)
{
    const char *a = dlp_reg_name(rs1(insn)), *b = dlp_reg_name(rs2(insn));

    switch (i->format) {
    case DLP_FORMAT_VSET:
        put(t, " %s, ", a);
        put_type(t, FIELD(insn, IMM_I));
        break;
    case DLP_FORMAT_CFG1:
        put(t, " %s, ", a);
        put_cfg(t, FIELD(insn, IMM_I));
        break;
    case DLP_FORMAT_CFG2:
        put(t, " %s, %s, ", a, b);
        put_cfg(t, FIELD(insn, FUNCT7));
        break;
    case DLP_FORMAT_SYNC:
        put(t, " ");
        put_mask(t, FIELD(insn, SYNC_MASK));
        break;
    case DLP_FORMAT_EXIT:
        put(t, " %s", a);
        break;
    case DLP_FORMAT_CMD:
        put(t, " %s, %s, %s, ", dlp_reg_name(rd(insn)), a, b);
        put_mask(t, FIELD(insn, CMD_AFTER_HI) << 3 | FIELD(insn, CMD_AFTER_LO));
        break;
    default:
        break;
    }
}

int dlp_disasm(uint32_t insn, uint64_t pc, char *buf, size_t n)
{
    const struct dlp_insn *i = dlp_insn_find(insn);
    struct text t = { buf, n, 0 };

    if (n > 0)
        buf[0] = 0;
    if (!i) {
        put(&t, ".4byte 0x%08" PRIx32, insn);
        return -1;
    }
    put(&t, "%s", i->mnemonic);
    put_standard(&t, i, insn, pc);
    put_xdlp(&t, i, insn);
    return 0;
}

static int is_float(uint32_t type)
{
    return type == DLP_TYPE_F16 || type == DLP_TYPE_BF16 || type == DLP_TYPE_F32;
}

/* Shifts are for integers, special functions for floats, the others for all types. */
static int takes(uint32_t function, uint32_t type)
{
    if (function == DLP_VFN_SHL || function == DLP_VFN_SHR)
        return !is_float(type);
    return is_float(type) || (function != DLP_VFN_DIV && function < DLP_VFN_RECIP);
}

int dlp_disasm_note(uint32_t insn, char *buf, size_t n)
{
    const struct dlp_insn *i = dlp_insn_find(insn);
    const uint32_t imm = FIELD(insn, IMM_I), code = imm & 15;
    const char *type = dlp_type_name(code), *separator = ":";
    struct text t = { buf, n, 0 };

    if (n > 0)
        buf[0] = 0;
    if (!i || i->format != DLP_FORMAT_VSET || imm == code || !type)
        return 0;

    const uint32_t function = imm >> DLP_VEC_TYPE_FN_LSB, second = imm >> DLP_VEC_TYPE_TO_LSB & 15;
    const char *vfn = dlp_fixed_name("VFN_", function), *vtrans = dlp_fixed_name("VTRANS_", function);
    const char *to = dlp_type_name(second), *round = dlp_fixed_name("ROUND_", imm >> DLP_VEC_TYPE_ROUND_LSB & 7);
    const int position = imm >> DLP_VEC_TYPE_POS_LSB & 1;
    const int index = second == DLP_TYPE_U8 || second == DLP_TYPE_U16 || second == DLP_TYPE_U32;

    put(&t, "%s", type);
    if (vfn && takes(function, code)) {
        put(&t, "%s vfn %s", separator, vfn);
        separator = ", or";
    }
    if (to && round && !(position && is_float(code) && is_float(second))) {
        put(&t, "%s vcvt to %s %s%s", separator, to, round, position ? " with a position" : "");
        separator = ", or";
    }
    if (vtrans) {
        put(&t, "%s vtrans %s", separator, vtrans);
        separator = ", or";
    }
    if (index && imm >> 8 == 0) {
        put(&t, "%s indices %s", separator, to);
        separator = ", or";
    }
    if (*separator == ':')
        put(&t, ": no command takes it");
    return 1;
}

int dlp_disasm_target(uint32_t insn, uint64_t pc, uint64_t *target)
{
    const struct dlp_insn *i = dlp_insn_find(insn);

    if (!i)
        return 0;
    if (i->format == DLP_FORMAT_B)
        *target = pc + (uint64_t)imm_b(insn);
    else if (i->format == DLP_FORMAT_J || i->format == DLP_FORMAT_CJ)
        *target = pc + (uint64_t)imm_j(insn);
    else
        return 0;
    return 1;
}
