/* SPDX-License-Identifier: Apache-2.0
 * gen_check_isa - rules of isa.def and fields.def. */
#include <inttypes.h>
#include <string.h>

#include "gen_check.h"

/* Fields that share a word: they exist and are disjoint. */
static const char *const layouts[][9] = {
    { "OPCODE", "RD", "FUNCT3", "RS1", "RS2", "FUNCT7" },
    { "OPCODE", "RD", "FUNCT3", "RS1", "IMM_I" },
    { "OPCODE", "RD", "FUNCT3", "RS1", "SYNC_MASK" },
    { "OPCODE", "RD", "CMD_AFTER_LO", "RS1", "RS2", "CMD_VEC_OP", "CMD_AFTER_HI" },
    { "OPCODE", "RD", "CMD_AFTER_LO", "RS1", "RS2", "CMD_OP", "CMD_STREAM", "CMD_AFTER_HI" },
};

/* The bits that the operands of a format occupy: a mask that covers one of them would fix an operand. */
static const struct { const char *format; uint32_t operands; } formats[] = {
    { "R", 0x01ff8f80 },   { "I", 0xffff8f80 },    { "SH", 0x03ff8f80 },   { "SHW", 0x01ff8f80 },
    { "S", 0xffff8f80 },   { "B", 0xffff8f80 },    { "U", 0xffffff80 },    { "J", 0xffffff80 },
    { "CSR", 0xffff8f80 }, { "CSRI", 0xffff8f80 }, { "N", 0 },             { "CJ", 0xffffff80 },
    { "VSET", 0xffff8000 }, { "CFG1", 0xffff8000 }, { "CFG2", 0xffff8000 },
    { "SYNC", 0x00f00000 }, { "EXIT", 0x000f8000 }, { "CMD", 0x81ffff80 },
};

static void check_fields(void)
{
    for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
        uint32_t used = 0;

        for (size_t k = 0; k < 9 && layouts[l][k]; k++) {
            const struct field *f = find_field(layouts[l][k]);

            if (!f) {
                refuse(&fields[0].at, NULL, "the field %s is missing", layouts[l][k]);
                continue;
            }
            if (f->lsb < 0 || f->msb < f->lsb || f->msb > 31)
                continue;                                       /* refused below */
            for (size_t j = 0; j < k && used & field_mask(f->msb, f->lsb); j++) {
                const struct field *g = find_field(layouts[l][j]);

                if (g && g->lsb <= f->msb && f->lsb <= g->msb)
                    refuse(&f->at, &g->at, "the fields overlap");
            }
            used |= field_mask(f->msb, f->lsb);
        }
    }
    FOR_EACH(k, fields)
        if (fields[k].lsb < 0 || fields[k].msb < fields[k].lsb || fields[k].msb > 31)
            refuse(&fields[k].at, NULL, "bits %d:%d are not in a word", fields[k].msb, fields[k].lsb);
    FOR_EACH(k, opcodes) {
        if (opcodes[k].value < 0 || opcodes[k].value > 0x7f || (opcodes[k].value & 3) != 3)
            refuse(&opcodes[k].at, NULL, "an opcode has 7 bits and ends in 11");
        for (size_t j = 0; j < k; j++)
            if (opcodes[k].value == opcodes[j].value)
                refuse(&opcodes[k].at, &opcodes[j].at, "the opcode is taken");
    }
}

/* A command's fixed bits are its opcode, operation and stream: all but operands and `after`. */
static void check_command(const struct insn *i)
{
    int stream, vec;

    if (strcmp(i->format, "CMD"))
        return;
    if ((i->match & 0x7f) != opcode_value("VEC") && (i->match & 0x7f) != opcode_value("CMD")) {
        refuse(&i->at, NULL, "a command has the opcode VEC or CMD");
        return;
    }
    stream = command_stream(i);
    vec = (i->match & 0x7f) == opcode_value("VEC");
    if (find_stream("VEC") && !vec && stream == find_stream("VEC")->number)
        refuse(&i->at, NULL, "a command of the stream VEC has the opcode VEC");
    for (size_t k = 0; k < n_streams; k++)
        if (streams[k].number == stream)
            return;
    refuse(&i->at, NULL, "there is no stream %d", stream);
}

static void check_insns(void)
{
    FOR_EACH(k, insns) {
        const struct insn *a = &insns[k];
        size_t f, o;

        if (a->match & ~a->mask)
            refuse(&a->at, NULL, "match 0x%08" PRIx32 " has bits outside mask 0x%08" PRIx32, a->match, a->mask);
        for (f = 0; f < sizeof formats / sizeof formats[0] && strcmp(formats[f].format, a->format); f++)
            ;
        if (f == sizeof formats / sizeof formats[0])
            refuse(&a->at, NULL, "there is no format %s", a->format);
        else if (a->mask & formats[f].operands)
            refuse(&a->at, NULL, "mask 0x%08" PRIx32 " fixes operands of format %s", a->mask, a->format);
        for (o = 0; o < n_opcodes && opcodes[o].value != (a->match & 0x7f); o++)
            ;
        if (o == n_opcodes || (a->mask & 0x7f) != 0x7f)
            refuse(&a->at, NULL, "the opcode 0x%02" PRIx32 " is not in fields.def or not fixed by mask",
                   a->match & 0x7f);
        for (size_t j = 0; j < k; j++)
            if (((a->match ^ insns[j].match) & a->mask & insns[j].mask) == 0)
                refuse(&a->at, &insns[j].at, "a word can be both instructions");
        check_command(a);
    }
}

static void check_csrs(void)
{
    FOR_EACH(k, csrs) {
        const struct csr *a = &csrs[k];

        if (a->number < 0 || a->number > 0xfff)
            refuse(&a->at, NULL, "a CSR number has 12 bits, not 0x%" PRIx64, (uint64_t)a->number);
        if (!listed(a->access, "RO RW"))
            refuse(&a->at, NULL, "access is RO or RW, not %s", a->access);
        if ((a->number >> 10 & 3) == 3 && strcmp(a->access, "RO"))
            refuse(&a->at, NULL, "a CSR number with bits 11:10 = 3 is read-only");
        for (size_t j = 0; j < k; j++)
            if (a->number == csrs[j].number)
                refuse(&a->at, &csrs[j].at, "the number 0x%" PRIx64 " is taken", (uint64_t)a->number);
    }
}

/* Hardware keeps the registers of a stream as one vector: their indices follow each other. */
static void check_cfgs(void)
{
    FOR_EACH(k, cfgs) {
        const struct cfg *a = &cfgs[k];

        if (a->index < 0 || a->index > 127)
            refuse(&a->at, NULL, "an index is 0 to 127, not %" PRId64, a->index);
        if (!find_stream(a->stream))
            refuse(&a->at, NULL, "there is no stream %s", a->stream);
        for (size_t j = 0; j < k; j++)
            if (a->index == cfgs[j].index)
                refuse(&a->at, &cfgs[j].at, "the index 0x%" PRIx64 " is taken", (uint64_t)a->index);
        if (k > 0 && !strcmp(a->stream, cfgs[k - 1].stream) && a->index != cfgs[k - 1].index + 1
            && a->index != cfgs[k - 1].index)
            refuse(&a->at, &cfgs[k - 1].at, "the indices of stream %s do not follow each other", a->stream);
    }
}

void check_isa(void)
{
    check_fields();
    check_insns();
    check_csrs();
    check_cfgs();
    FOR_EACH(k, types) {
        if (types[k].code < 0 || types[k].code > 15)
            refuse(&types[k].at, NULL, "a type code has 4 bits, not %" PRId64, types[k].code);
        if (types[k].bytes != 1 && types[k].bytes != 2 && types[k].bytes != 4)
            refuse(&types[k].at, NULL, "an element has 1, 2 or 4 bytes, not %" PRId64, types[k].bytes);
        for (size_t j = 0; j < k; j++)
            if (types[k].code == types[j].code)
                refuse(&types[k].at, &types[j].at, "the code %" PRId64 " is taken", types[k].code);
    }
    FOR_EACH(k, streams) {
        if (streams[k].number < 0 || streams[k].number > 3)
            refuse(&streams[k].at, NULL, "a stream number is 0 to 3, not %" PRId64, streams[k].number);
        for (size_t j = 0; j < k; j++)
            if (streams[k].number == streams[j].number)
                refuse(&streams[k].at, &streams[j].at, "the number %" PRId64 " is taken", streams[k].number);
    }
}
