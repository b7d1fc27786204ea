/* SPDX-License-Identifier: Apache-2.0
 * gen_util - lookups and derived numbers that several printers need. */
#include <string.h>

#include "gen.h"

#define FIND(type, table)                              \
    const struct type *find_##type(const char *name)   \
    {                                                  \
        FOR_EACH(k, table)                             \
            if (!strcmp(table[k].at.name, name))       \
                return &table[k];                      \
        return NULL;                                   \
    }
FIND(reg, regs)
FIND(block, blocks)
FIND(param, params)
FIND(field, fields)
FIND(stream, streams)

const struct bits *find_bits(const char *reg, const char *name)
{
    FOR_EACH(k, bitss)
        if (!strcmp(bitss[k].reg, reg) && !strcmp(bitss[k].at.name, name))
            return &bitss[k];
    return NULL;
}

int64_t opcode_value(const char *name)
{
    FOR_EACH(k, opcodes)
        if (!strcmp(opcodes[k].at.name, name))
            return opcodes[k].value;
    return -1;
}

uint32_t spec_hash(void)
{
    uint32_t h = 0x811c9dc5;

    FOR_EACH(k, row_texts)
        for (const char *c = row_texts[k];; c++) {
            h = (h ^ (uint8_t)*c) * 0x01000193;    /* the terminating 0 separates rows */
            if (!*c)
                break;
        }
    return h;
}

uint64_t reg_address(const struct reg *r)
{
    const struct block *b = find_block(r->block);

    return (uint64_t)((b ? b->base : 0) + r->offset);
}

uint32_t field_mask(int msb, int lsb)
{
    return (uint32_t)(((UINT64_C(1) << (msb + 1)) - 1) & ~((UINT64_C(1) << lsb) - 1));
}

static unsigned extract(uint32_t insn, const char *field)
{
    const struct field *f = find_field(field);

    return f ? (insn & field_mask(f->msb, f->lsb)) >> f->lsb : 0;
}

int command_stream(const struct insn *i)
{
    if (strcmp(i->format, "CMD"))
        return -1;
    if (extract(i->match, "OPCODE") == opcode_value("VEC"))
        return (int)find_stream("VEC")->number;
    return (int)extract(i->match, "CMD_STREAM");
}

unsigned command_op(const struct insn *i)
{
    int vec = extract(i->match, "OPCODE") == opcode_value("VEC");

    return extract(i->match, vec ? "CMD_VEC_OP" : "CMD_OP");
}

int command_op_bits(const struct insn *i)
{
    int vec = extract(i->match, "OPCODE") == opcode_value("VEC");
    const struct field *f = find_field(vec ? "CMD_VEC_OP" : "CMD_OP");

    return f->msb - f->lsb + 1;
}

const char *command_prefix(const struct insn *i)
{
    static const char *const prefix[] = { "VOP", "MOP", "IOP", "MVOP" };

    return prefix[command_stream(i) & 3];
}

const char *command_name(const struct insn *i)
{
    const char *n = i->at.name;

    if (!strncmp(n, "IO_", 3) || !strncmp(n, "MV_", 3))
        return n + 3;
    return n;
}

uint32_t type_sizes(void)
{
    uint32_t sizes = 0;

    FOR_EACH(k, types)
        sizes |= (types[k].bytes == 4 ? 2u : types[k].bytes == 2 ? 1u : 0u) << 2 * types[k].code;
    return sizes;
}

uint32_t type_mask(void)
{
    uint32_t mask = 0;

    FOR_EACH(k, types)
        mask |= (types[k].implemented ? 1u : 0u) << types[k].code;
    return mask;
}
