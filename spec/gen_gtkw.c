/* SPDX-License-Identifier: Apache-2.0
 * gen_gtkw - prints translate filters for GTKWave: lines of a value in hexadecimal and its name. */
#include <inttypes.h>
#include <string.h>

#include "gen.h"

static void line(FILE *f, int bits, uint64_t value, const char *name)
{
    fprintf(f, "%0*" PRIx64 " %s\n", (bits + 3) / 4, value, name);
}

static void operations(FILE *f, const char *prefix)
{
    FOR_EACH(k, insns)
        if (command_stream(&insns[k]) >= 0 && !strcmp(command_prefix(&insns[k]), prefix))
            line(f, 6, command_op(&insns[k]), command_name(&insns[k]));
}

static void enumeration(FILE *f, const char *reg, const char *bits)
{
    const struct bits *b = find_bits(reg, bits);

    FOR_EACH(k, enumvs)
        if (b && !strcmp(enumvs[k].reg, reg) && !strcmp(enumvs[k].bits, bits))
            line(f, b->msb - b->lsb + 1, (uint64_t)enumvs[k].value, enumvs[k].at.name);
}

int print_gtkw(FILE *f, const char *what)
{
    if (!strcmp(what, "vec-op"))          operations(f, "VOP");
    else if (!strcmp(what, "mat-op"))     operations(f, "MOP");
    else if (!strcmp(what, "io-op"))      operations(f, "IOP");
    else if (!strcmp(what, "move-op"))    operations(f, "MVOP");
    else if (!strcmp(what, "core-state")) enumeration(f, "CORE_STATUS", "STATE");
    else if (!strcmp(what, "fw-state"))   enumeration(f, "FW_STATE", "STATE");
    else if (!strcmp(what, "opcode"))
        FOR_EACH(k, opcodes)
            line(f, 7, (uint64_t)opcodes[k].value, opcodes[k].at.name);
    else if (!strcmp(what, "stream"))
        FOR_EACH(k, streams)
            line(f, 2, (uint64_t)streams[k].number, streams[k].at.name);
    else if (!strcmp(what, "type"))
        FOR_EACH(k, types)
            line(f, 4, (uint64_t)types[k].code, types[k].at.name);
    else if (!strcmp(what, "fault"))
        FOR_EACH(k, faults)
            line(f, 8, (uint64_t)faults[k].value, faults[k].at.name);
    else if (!strcmp(what, "csr"))
        FOR_EACH(k, csrs)
            line(f, 12, (uint64_t)csrs[k].number, csrs[k].at.name);
    else if (!strcmp(what, "cfg"))
        FOR_EACH(k, cfgs)
            line(f, 7, (uint64_t)cfgs[k].index, cfgs[k].at.name);
    else
        return -1;
    return 0;
}
