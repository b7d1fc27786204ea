/* SPDX-License-Identifier: Apache-2.0
 * gen_v - prints dlp_spec.vh and dlp_config.vh: sized localparams, to be included inside a module. */
#include <inttypes.h>
#include <string.h>

#include "gen.h"

static void head(FILE *f, const char *what)
{
    fprintf(f, "// SPDX-License-Identifier: Apache-2.0\n"
               "// Generated from spec/ by gen.c, do not edit.\n"
               "// %s\n"
               "/* verilator lint_off UNUSEDPARAM */\n", what);
}

/* localparam [bits-1:0] a_b_c = bits'h..; */
static void num(FILE *f, int bits, char base, uint64_t v, const char *a, const char *b, const char *c)
{
    char name[128], range[16];

    snprintf(name, sizeof name, "%s%s%s%s%s", a, b ? "_" : "", b ? b : "", c ? "_" : "", c ? c : "");
    snprintf(range, sizeof range, "[%d:0]", bits - 1);
    fprintf(f, "localparam %-6s %-36s = %d'%c", range, name, bits, base);
    if (base == 'h') fprintf(f, "%0*" PRIx64 ";\n", (bits + 3) / 4, v);
    else             fprintf(f, "%" PRIu64 ";\n", v);
}

static void position(FILE *f, const char *a, const char *b, const char *c, int v)
{
    char name[128];

    snprintf(name, sizeof name, "%s_%s_%s", a, b, c);
    fprintf(f, "localparam %-43s = %d;\n", name, v);
}

static void print_isa(FILE *f)
{
    fprintf(f, "\n// instruction words: insn is NAME iff (insn & MASK) == MATCH\n");
    FOR_EACH(k, insns) {
        num(f, 32, 'h', insns[k].match, "INSN", insns[k].at.name, "MATCH");
        num(f, 32, 'h', insns[k].mask, "INSN", insns[k].at.name, "MASK");
    }
    fprintf(f, "\n// parts of an instruction word: insn[F_x_MSB:F_x_LSB]\n");
    FOR_EACH(k, fields) {
        position(f, "F", fields[k].at.name, "MSB", fields[k].msb);
        position(f, "F", fields[k].at.name, "LSB", fields[k].lsb);
    }
    FOR_EACH(k, opcodes)
        num(f, 7, 'h', (uint64_t)opcodes[k].value, "OPC", opcodes[k].at.name, NULL);
    fprintf(f, "\n// operations of commands: vector, matrix, IO, move\n");
    FOR_EACH(k, insns)
        if (command_stream(&insns[k]) >= 0)
            num(f, command_op_bits(&insns[k]), 'd', command_op(&insns[k]), command_prefix(&insns[k]),
                command_name(&insns[k]), NULL);
    fprintf(f, "\n// streams, element types\n");
    FOR_EACH(k, streams)
        num(f, 2, 'd', (uint64_t)streams[k].number, "STREAM", streams[k].at.name, NULL);
    FOR_EACH(k, types)
        num(f, 4, 'd', (uint64_t)types[k].code, "TYPE", types[k].at.name, NULL);
    fprintf(f, "// by the code of a type: log2 of its bytes, 2 bits each; whether it is implemented\n");
    num(f, 32, 'h', type_sizes(), "TYPE", "LOG2_BYTES", NULL);
    num(f, 16, 'h', type_mask(), "TYPE", "IMPLEMENTED", NULL);
    fprintf(f, "\n// CSR numbers\n");
    FOR_EACH(k, csrs)
        num(f, 12, 'h', (uint64_t)csrs[k].number, "CSR", csrs[k].at.name, NULL);
    fprintf(f, "\n// command configuration registers\n");
    FOR_EACH(k, cfgs)
        num(f, 7, 'h', (uint64_t)cfgs[k].index, "CFGR", cfgs[k].at.name, NULL);
    fprintf(f, "\n// number of configuration registers of each stream, from its first index to its last\n");
    FOR_EACH(s, streams) {
        int64_t first = -1, last = -1;

        FOR_EACH(k, cfgs)
            if (!strcmp(cfgs[k].stream, streams[s].at.name)) {
                if (first < 0 || cfgs[k].index < first) first = cfgs[k].index;
                if (cfgs[k].index > last) last = cfgs[k].index;
            }
        fprintf(f, "localparam NCFG_%-38s = %" PRId64 ";\n", streams[s].at.name, first < 0 ? 0 : last - first + 1);
    }
}

static void print_regs(FILE *f)
{
    fprintf(f, "\n// register file: byte offsets and reset values\n");
    FOR_EACH(k, blocks) {
        num(f, 16, 'h', (uint64_t)blocks[k].base, "BLOCK", blocks[k].at.name, "BASE");
        num(f, 16, 'h', (uint64_t)blocks[k].size, "BLOCK", blocks[k].at.name, "SIZE");
        num(f, 16, 'd', (uint64_t)blocks[k].count, "BLOCK", blocks[k].at.name, "COUNT");
        num(f, 16, 'h', (uint64_t)blocks[k].stride, "BLOCK", blocks[k].at.name, "STRIDE");
    }
    FOR_EACH(k, regs)
        num(f, 16, 'h', reg_address(&regs[k]), "REG", regs[k].at.name, NULL);
    FOR_EACH(k, regs)
        if (regs[k].reset != -1)
            num(f, 32, 'h', (uint64_t)regs[k].reset, "RST", regs[k].at.name, NULL);
    fprintf(f, "\n// bits of registers\n");
    FOR_EACH(k, bitss) {
        position(f, bitss[k].reg, bitss[k].at.name, "MSB", bitss[k].msb);
        position(f, bitss[k].reg, bitss[k].at.name, "LSB", bitss[k].lsb);
    }
    FOR_EACH(k, enumvs) {
        const struct bits *b = find_bits(enumvs[k].reg, enumvs[k].bits);

        num(f, b ? b->msb - b->lsb + 1 : 32, 'd', (uint64_t)enumvs[k].value, enumvs[k].reg, enumvs[k].bits,
            enumvs[k].at.name);
    }
}

void print_vh(FILE *f)
{
    const struct reg *version = find_reg("VERSION");

    head(f, "Include inside a module.");
    num(f, 32, 'h', spec_hash(), "SPEC", "HASH", NULL);
    num(f, 32, 'h', version ? (uint64_t)version->reset : 0, "SPEC", "VERSION", NULL);
    print_isa(f);
    fprintf(f, "\n// fault codes\n");
    FOR_EACH(k, faults)
        num(f, 8, 'h', (uint64_t)faults[k].value, "FAULT", faults[k].at.name, NULL);
    fprintf(f, "\n// windows of core addresses\n");
    FOR_EACH(k, mems) {
        num(f, 40, 'h', mems[k].base, "MEM", mems[k].at.name, "BASE");
        num(f, 41, 'h', mems[k].window, "MEM", mems[k].at.name, "WINDOW");
    }
    fprintf(f, "\n// layout of device memory, launch blocks, jobs and completions\n");
    FOR_EACH(k, fixeds)
        num(f, 32, strncmp(fixeds[k].text, "0x", 2) ? 'd' : 'h', (uint64_t)fixeds[k].value, fixeds[k].at.name,
            NULL, NULL);
    print_regs(f);
    fprintf(f, "/* verilator lint_on UNUSEDPARAM */\n");
}

void print_config_vh(FILE *f)
{
    head(f, "Include inside a module that has the parameter PROFILE.");
    FOR_EACH(k, profs)
        fprintf(f, "localparam PROFILE_%-13s = %" PRId64 ";\n", profs[k].at.name, profs[k].number);
    fprintf(f, "\n");
    FOR_EACH(k, params) {
        fprintf(f, "localparam %-21s = ", params[k].at.name);
        for (size_t p = 0; p + 1 < n_profs && p + 1 < DLP_N_PROFILES; p++)
            fprintf(f, "(PROFILE == %" PRId64 ") ? %" PRId64 " : ", profs[p].number, params[k].value[p]);
        fprintf(f, "%" PRId64 ";\n", params[k].value[DLP_N_PROFILES - 1]);
    }
    fprintf(f, "\n// derived: a row is what one bank of a scratchpad reads or writes in a cycle\n"
               "localparam ROW_BYTES             = 4 * VPU_LANES;\n");
    FOR_EACH(k, params) {
        size_t n = strlen(params[k].at.name);
        char name[64];

        if (n < 4 || n > 50 || strcmp(params[k].at.name + n - 3, "_KB"))
            continue;
        snprintf(name, sizeof name, "%.*s_BYTES", (int)(n - 3), params[k].at.name);
        fprintf(f, "localparam %-21s = 1024 * %s;\n", name, params[k].at.name);
    }
    fprintf(f, "/* verilator lint_on UNUSEDPARAM */\n");
}
