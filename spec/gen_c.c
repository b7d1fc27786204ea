/* SPDX-License-Identifier: Apache-2.0
 * gen_c - prints dlp_spec.h (defines for C, assembly and linker scripts), dlp_enums.h and
 * dlp_config.h (C only). */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "gen.h"

static void head(FILE *f, const char *guard, const char *what)
{
    fprintf(f, "/* SPDX-License-Identifier: Apache-2.0\n"
               " * Generated from spec/ by gen.c, do not edit.\n"
               " * %s */\n#ifndef %s\n#define %s\n\n", what, guard, guard);
}

static void def(FILE *f, const char *name, const char *value)
{
    fprintf(f, "#define DLP_%-36s %s\n", name, value);
}

static void def_num(FILE *f, const char *fmt, int64_t v, const char *a, const char *b, const char *c)
{
    char name[96], full[160];

    snprintf(name, sizeof name, "%s", a);
    if (b) snprintf(name + strlen(name), sizeof name - strlen(name), "_%s", b);
    if (c) snprintf(name + strlen(name), sizeof name - strlen(name), "_%s", c);
    if (!strcmp(fmt, "d"))        snprintf(full, sizeof full, "%" PRId64, v);
    else if (!strcmp(fmt, "x"))   snprintf(full, sizeof full, "0x%" PRIx64, (uint64_t)v);
    else if (!strcmp(fmt, "u32")) snprintf(full, sizeof full, "DLP_U32_(0x%08" PRIx64 ")", (uint64_t)v);
    else                          snprintf(full, sizeof full, "DLP_U64_(0x%010" PRIx64 ")", (uint64_t)v);
    def(f, name, full);
}

static void print_isa(FILE *f)
{
    fprintf(f, "\n/* Instructions: insn is NAME iff (insn & MASK) == MATCH. */\n");
    FOR_EACH(k, insns) {
        def_num(f, "u32", insns[k].match, "INSN", insns[k].at.name, "MATCH");
        def_num(f, "u32", insns[k].mask, "INSN", insns[k].at.name, "MASK");
    }
    fprintf(f, "\n/* Parts of an instruction word. */\n");
    FOR_EACH(k, fields) {
        def_num(f, "d", fields[k].msb, "FIELD", fields[k].at.name, "MSB");
        def_num(f, "d", fields[k].lsb, "FIELD", fields[k].at.name, "LSB");
        def_num(f, "u32", field_mask(fields[k].msb, fields[k].lsb), "FIELD", fields[k].at.name,
                "MASK");
    }
    FOR_EACH(k, opcodes)
        def_num(f, "x", opcodes[k].value, "OPCODE", opcodes[k].at.name, NULL);
    fprintf(f, "\n/* Operation numbers of commands, by stream. */\n");
    FOR_EACH(k, insns)
        if (command_stream(&insns[k]) >= 0)
            def_num(f, "d", command_op(&insns[k]), command_prefix(&insns[k]), command_name(&insns[k]), NULL);
    fprintf(f, "\n/* Streams: bit numbers of after and sync masks. */\n");
    FOR_EACH(k, streams)
        def_num(f, "d", streams[k].number, "STREAM", streams[k].at.name, NULL);
    fprintf(f, "\n/* Element types. */\n");
    FOR_EACH(k, types)
        def_num(f, "d", types[k].code, "TYPE", types[k].at.name, NULL);
    fprintf(f, "/* By the code of a type, 0 to 15: bytes of an element; whether the type is implemented. */\n");
    fprintf(f, "#define DLP_TYPE_BYTES(type)                     (1u << (DLP_U32_(0x%08" PRIx32 ") >> 2 * (type) & 3u))\n", type_sizes());
    fprintf(f, "#define DLP_TYPE_IMPLEMENTED(type)               (DLP_U32_(0x%08" PRIx32 ") >> (type) & 1u)\n", type_mask());
    fprintf(f, "\n/* CSR numbers. */\n");
    FOR_EACH(k, csrs)
        def_num(f, "x", csrs[k].number, "CSR", csrs[k].at.name, NULL);
    fprintf(f, "\n/* Indices of command configuration registers. */\n");
    FOR_EACH(k, cfgs)
        def_num(f, "x", cfgs[k].index, "CFG", cfgs[k].at.name, NULL);
}

static void print_regs(FILE *f)
{
    fprintf(f, "\n/* Register file: byte offsets in BAR0 and in MMIO.  "
               "Blocks with COUNT > 1 repeat every STRIDE. */\n");
    FOR_EACH(k, blocks) {
        def_num(f, "x", blocks[k].base, "BLOCK", blocks[k].at.name, "BASE");
        def_num(f, "x", blocks[k].size, "BLOCK", blocks[k].at.name, "SIZE");
        def_num(f, "d", blocks[k].count, "BLOCK", blocks[k].at.name, "COUNT");
        def_num(f, "x", blocks[k].stride, "BLOCK", blocks[k].at.name, "STRIDE");
    }
    FOR_EACH(k, regs) {
        def_num(f, "x", (int64_t)reg_address(&regs[k]), "REG", regs[k].at.name, NULL);
        if (regs[k].reset != -1)
            def_num(f, "u32", regs[k].reset, "REG", regs[k].at.name, "RESET");
    }
    fprintf(f, "\n/* Bits of registers and their named values. */\n");
    FOR_EACH(k, bitss) {
        char name[96];

        snprintf(name, sizeof name, "%s_%s", bitss[k].reg, bitss[k].at.name);
        def_num(f, "d", bitss[k].msb, name, "MSB", NULL);
        def_num(f, "d", bitss[k].lsb, name, "LSB", NULL);
        def_num(f, "u32", field_mask(bitss[k].msb, bitss[k].lsb), name, "MASK", NULL);
    }
    FOR_EACH(k, enumvs)
        def_num(f, "d", enumvs[k].value, enumvs[k].reg, enumvs[k].bits, enumvs[k].at.name);
}

static void print_mem(FILE *f)
{
    fprintf(f, "\n/* Windows of core addresses. */\n");
    FOR_EACH(k, mems) {
        def_num(f, "u64", (int64_t)mems[k].base, "MEM", mems[k].at.name, "BASE");
        def_num(f, "u64", (int64_t)mems[k].window, "MEM", mems[k].at.name, "WINDOW");
    }
    fprintf(f, "\n/* Layout of device memory, launch blocks, jobs and completions. */\n");
    FOR_EACH(k, fixeds)
        def(f, fixeds[k].at.name, fixeds[k].text);
    fprintf(f, "\n/* Profiles and their parameters. */\n");
    FOR_EACH(k, profs)
        def_num(f, "d", profs[k].number, "PROFILE", profs[k].at.name, NULL);
    FOR_EACH(k, params)
        for (size_t p = 0; p < n_profs && p < DLP_N_PROFILES; p++)
            def_num(f, "d", params[k].value[p], "PARAM", params[k].at.name, profs[p].at.name);
}

void print_h(FILE *f)
{
    const struct reg *version = find_reg("VERSION");

    head(f, "DLP_SPEC_H", "Only defines: for C, assembly, and linker scripts (with DLP_LDSCRIPT) through cpp.");
    fprintf(f, "#if defined(__ASSEMBLER__) || defined(DLP_LDSCRIPT)\n"
               "#define DLP_U32_(x) x\n#define DLP_U64_(x) x\n"
               "#else\n#include <stdint.h>\n"
               "#define DLP_U32_(x) x##u\n#define DLP_U64_(x) UINT64_C(x)\n#endif\n\n");
    def_num(f, "u32", spec_hash(), "SPEC_HASH", NULL, NULL);
    def_num(f, "u32", version ? version->reset : 0, "SPEC_VERSION", NULL, NULL);
    print_isa(f);
    print_mem(f);
    print_regs(f);
    fprintf(f, "\n/* Fault codes of the device. */\n");
    FOR_EACH(k, faults)
        def_num(f, "x", faults[k].value, "FAULT", faults[k].at.name, NULL);
    fprintf(f, "\n#endif\n");
}

void print_enums(FILE *f)
{
    head(f, "DLP_ENUMS_H", "C only: error codes.  Functions return 0 or one of these.");
    fprintf(f, "enum dlp_error {\n");
    FOR_EACH(k, errs)
        fprintf(f, "    DLP_%-10s = %3" PRId64 ",  /* %s */\n", errs[k].at.name, errs[k].value, errs[k].text);
    fprintf(f, "};\n\n#endif\n");
}

void print_config_h(FILE *f)
{
    head(f, "DLP_CONFIG_H", "C only: the sizes of a profile at run time.  The tables are in dlp_profiles.c.");
    fprintf(f, "#include <stddef.h>\n#include <stdint.h>\n\nstruct dlp_profile {\n"
               "    const char *name;           /* edu, edge, full */\n"
               "    uint32_t number;\n");
    FOR_EACH(k, params) {
        char low[64];
        size_t n = 0;

        for (const char *c = params[k].at.name; *c && n + 1 < sizeof low; c++)
            low[n++] = (char)tolower((unsigned char)*c);
        low[n] = 0;
        fprintf(f, "    uint32_t %s;%*s /* %s */\n", low, (int)(16 - (int)n > 0 ? 16 - (int)n : 0), "",
                params[k].doc);
    }
    fprintf(f, "};\n\n"
               "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
               "extern const struct dlp_profile dlp_profiles[];\n"
               "extern const size_t dlp_profile_count;\n\n"
               "/* NULL if there is none.  Names are compared without regard to case. */\n"
               "const struct dlp_profile *dlp_profile_by_name(const char *name);\n"
               "const struct dlp_profile *dlp_profile_by_number(uint32_t number);\n\n"
               "#ifdef __cplusplus\n}\n#endif\n#endif\n");
}
