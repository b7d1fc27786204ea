/* SPDX-License-Identifier: Apache-2.0
 * gen_md - prints the tables of the documents. */
#include <inttypes.h>
#include <string.h>

#include "gen.h"

/* A formula as code, other text with the characters escaped that Markdown would take. */
static void text(FILE *f, const char *doc)
{
    int code = strstr(doc, "<-") != NULL;

    if (code)
        fputc('`', f);
    for (const char *c = doc; *c; c++) {
        if (*c == '|' || (!code && (*c == '*' || *c == '<')))
            fputc('\\', f);
        fputc(*c, f);
    }
    if (code)
        fputc('`', f);
}

static void end(FILE *f, const char *doc)
{
    text(f, doc);
    fprintf(f, " |\n");
}

static void md_insn(FILE *f)
{
    fprintf(f, "| Instruction | Format | Word, `-` = operand | Action |\n|:--|:--|:--|:--|\n");
    FOR_EACH(k, insns) {
        fprintf(f, "| `%s` | %s | `", insns[k].mnemonic, insns[k].format);
        for (int b = 31; b >= 0; b--)
            fputc(insns[k].mask >> b & 1 ? '0' + (int)(insns[k].match >> b & 1) : '-', f);
        fprintf(f, "` | ");
        end(f, insns[k].doc);
    }
}

static void md_field(FILE *f)
{
    fprintf(f, "| Field | Bits | Content |\n|:--|:--|:--|\n");
    FOR_EACH(k, fields) {
        fprintf(f, "| %s | %d:%d | ", fields[k].at.name, fields[k].msb, fields[k].lsb);
        end(f, fields[k].doc);
    }
}

static void md_csr(FILE *f)
{
    fprintf(f, "| Number | CSR | Access | Content |\n|:--|:--|:--|:--|\n");
    FOR_EACH(k, csrs) {
        fprintf(f, "| 0x%03" PRIx64 " | %s | %s | ", (uint64_t)csrs[k].number, csrs[k].at.name, csrs[k].access);
        end(f, csrs[k].doc);
    }
}

static void md_cfg(FILE *f)
{
    fprintf(f, "| Index | Register | Stream | Content |\n|:--|:--|:--|:--|\n");
    FOR_EACH(k, cfgs) {
        fprintf(f, "| 0x%02" PRIx64 " | %s | %s | ", (uint64_t)cfgs[k].index, cfgs[k].at.name, cfgs[k].stream);
        end(f, cfgs[k].doc);
    }
}

static void md_type(FILE *f)
{
    fprintf(f, "| Code | Type | Bytes | Implemented | C type |\n|:--|:--|:--|:--|:--|\n");
    FOR_EACH(k, types) {
        fprintf(f, "| %" PRId64 " | %s | %" PRId64 " | %s | ", types[k].code, types[k].at.name, types[k].bytes,
                types[k].implemented ? "yes" : "no");
        end(f, types[k].doc);
    }
}

static void md_stream(FILE *f)
{
    fprintf(f, "| Bit | Stream | Commands |\n|:--|:--|:--|\n");
    FOR_EACH(k, streams) {
        fprintf(f, "| %" PRId64 " | %s | ", streams[k].number, streams[k].at.name);
        end(f, streams[k].doc);
    }
}

static void md_mem(FILE *f)
{
    fprintf(f, "| Window | First address | Last address | Size | Content |\n|:--|:--|:--|:--|:--|\n");
    FOR_EACH(k, mems) {
        fprintf(f, "| %s | 0x%010" PRIx64 " | 0x%010" PRIx64 " | %s | ", mems[k].at.name, mems[k].base,
                mems[k].base + mems[k].window - 1, strcmp(mems[k].size, "0") ? mems[k].size : "the window");
        end(f, mems[k].doc);
    }
}

/* The rows whose names start with prefix; "" for the rows that no other table takes. */
static void fixed_table(FILE *f, const char *prefix)
{
    static const char *const groups[] = { "LAUNCH_", "JOB_", "SG_", "CPL_", "MAT_", "VEC_TYPE_", "ROUND_", "VFN_", "VTRANS_" };

    fprintf(f, "| Name | Value | Meaning |\n|:--|:--|:--|\n");
    FOR_EACH(k, fixeds) {
        int other = 0;

        for (size_t g = 0; !*prefix && g < sizeof groups / sizeof groups[0]; g++)
            other |= !strncmp(fixeds[k].at.name, groups[g], strlen(groups[g]));
        if (other || strncmp(fixeds[k].at.name, prefix, strlen(prefix)))
            continue;
        fprintf(f, "| %s | %s | ", fixeds[k].at.name, fixeds[k].text);
        end(f, fixeds[k].doc);
    }
}

static void md_fixed(FILE *f)  { fixed_table(f, ""); }
static void md_launch(FILE *f) { fixed_table(f, "LAUNCH_"); }
static void md_job(FILE *f)    { fixed_table(f, "JOB_"); }
static void md_sg(FILE *f)     { fixed_table(f, "SG_"); }
static void md_cpl(FILE *f)    { fixed_table(f, "CPL_"); }
static void md_matout(FILE *f) { fixed_table(f, "MAT_"); }
static void md_vectype(FILE *f) { fixed_table(f, "VEC_TYPE_"); }
static void md_round(FILE *f)  { fixed_table(f, "ROUND_"); }
static void md_vfn(FILE *f)    { fixed_table(f, "VFN_"); }
static void md_vtrans(FILE *f) { fixed_table(f, "VTRANS_"); }

static void md_block(FILE *f)
{
    fprintf(f, "| Block | Offset | Bytes | Copies | Content |\n|:--|:--|:--|:--|:--|\n");
    FOR_EACH(k, blocks) {
        const struct block *b = &blocks[k];

        fprintf(f, "| %s | 0x%04" PRIx64 " | 0x%" PRIx64 " | %" PRId64, b->at.name, (uint64_t)b->base,
                (uint64_t)b->size, b->count);
        if (b->count > 1)
            fprintf(f, ", every 0x%" PRIx64, (uint64_t)b->stride);
        fprintf(f, " | ");
        end(f, b->doc);
    }
}

static void md_bits_of(FILE *f, const struct reg *r)
{
    FOR_EACH(k, bitss) {
        const struct bits *b = &bitss[k];

        if (strcmp(b->reg, r->at.name))
            continue;
        if (b->msb == b->lsb) fprintf(f, "| | \\[%d\\] %s | | | | ", b->lsb, b->at.name);
        else                  fprintf(f, "| | \\[%d:%d\\] %s | | | | ", b->msb, b->lsb, b->at.name);
        text(f, b->doc);
        FOR_EACH(e, enumvs)
            if (!strcmp(enumvs[e].reg, r->at.name) && !strcmp(enumvs[e].bits, b->at.name)) {
                fprintf(f, "<br>%" PRId64 " %s: ", enumvs[e].value, enumvs[e].at.name);
                text(f, enumvs[e].doc);
            }
        fprintf(f, " |\n");
    }
}

static void md_reg(FILE *f)
{
    fprintf(f, "| Offset | Register, bits | Host | Job scheduler | Reset | Content |\n"
               "|:--|:--|:--|:--|:--|:--|\n");
    FOR_EACH(k, regs) {
        const struct reg *r = &regs[k];

        fprintf(f, "| 0x%04" PRIx64 " | **%s** | %s | %s | ", reg_address(r), r->at.name, r->host, r->js);
        if (r->reset == -1)     fprintf(f, "hardware | ");
        else if (r->reset == 0) fprintf(f, "0 | ");
        else                    fprintf(f, "0x%08" PRIx64 " | ", (uint64_t)r->reset);
        end(f, r->doc);
        md_bits_of(f, r);
    }
}

static void md_error(FILE *f)
{
    fprintf(f, "| Value | Name | Meaning |\n|:--|:--|:--|\n");
    FOR_EACH(k, errs) {
        fprintf(f, "| %" PRId64 " | DLP\\_%s | ", errs[k].value, errs[k].at.name);
        end(f, errs[k].text);
    }
}

static void md_fault(FILE *f)
{
    fprintf(f, "| Code | Fault | Meaning |\n|:--|:--|:--|\n");
    FOR_EACH(k, faults) {
        fprintf(f, "| 0x%02" PRIx64 " | %s | ", (uint64_t)faults[k].value, faults[k].at.name);
        end(f, faults[k].text);
    }
}

static void md_profile(FILE *f)
{
    fprintf(f, "| Number | Profile | For |\n|:--|:--|:--|\n");
    FOR_EACH(k, profs) {
        fprintf(f, "| %" PRId64 " | %s | ", profs[k].number, profs[k].at.name);
        end(f, profs[k].doc);
    }
}

static void md_param(FILE *f)
{
    fprintf(f, "| Parameter |");
    FOR_EACH(p, profs)
        fprintf(f, " %s |", profs[p].at.name);
    fprintf(f, " Allowed | Meaning |\n|:--|--:|--:|--:|:--|:--|\n");
    FOR_EACH(k, params) {
        fprintf(f, "| %s |", params[k].at.name);
        for (size_t n = 0; n < DLP_N_PROFILES; n++)
            fprintf(f, " %" PRId64 " |", params[k].value[n]);
        fprintf(f, " %" PRId64 " to %" PRId64 " | ", params[k].min, params[k].max);
        end(f, params[k].doc);
    }
}

static const struct { const char *name; void (*print)(FILE *f); } tables[] = {
    { "insn", md_insn },       { "field", md_field }, { "csr", md_csr },       { "cfg", md_cfg },
    { "type", md_type },       { "stream", md_stream }, { "mem", md_mem },     { "fixed", md_fixed },
    { "launch", md_launch },   { "job", md_job },     { "sg", md_sg },         { "cpl", md_cpl },
    { "matout", md_matout },
    { "vectype", md_vectype },
    { "round", md_round },
    { "vfn", md_vfn },
    { "vtrans", md_vtrans },
    { "block", md_block },     { "reg", md_reg },     { "error", md_error },   { "fault", md_fault },
    { "profile", md_profile }, { "param", md_param },
};

int print_md(FILE *f, const char *table)
{
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++)
        if (!strcmp(tables[k].name, table)) {
            tables[k].print(f);
            return 0;
        }
    return -1;
}

int fill_md(FILE *in, FILE *out)
{
    static const char first[] = "<!-- spec:", last[] = "<!-- /spec -->";
    char line[4096], name[32];
    int inside = 0;

    while (fgets(line, sizeof line, in)) {
        if (!strncmp(line, last, strlen(last))) {
            if (!inside)
                return -1;
            inside = 0;
        }
        if (!inside)
            fputs(line, out);
        if (sscanf(line, "<!-- spec:%31[a-z] -->", name) == 1 && !strncmp(line, first, strlen(first))) {
            if (inside || print_md(out, name) != 0)
                return -1;
            inside = 1;
        }
    }
    return inside ? -1 : 0;
}
