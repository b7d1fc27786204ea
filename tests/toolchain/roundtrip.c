/* SPDX-License-Identifier: Apache-2.0
 * roundtrip - prints every instruction of the table with random operands:
 *   roundtrip asm SEED    for the assembler: standard mnemonics, .insn for Xdlp
 *   roundtrip text SEED   what dlp-objdump must print for the result
 * The two are written from the operands, not from a word, so the assembler decides the encoding. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_disasm.h"
#include "dlp_spec.h"
#include "dlp_tables.h"

#define REPEAT 40

static bool as_text;
static uint32_t seed;
static uint64_t pc;

static uint32_t rnd(uint32_t limit)             /* 0 .. limit - 1 */
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * limit >> 32);
}

static const char *reg(void) { return dlp_reg_name(rnd(32)); }

/* -2^(bits-1) .. 2^(bits-1) - 1 */
static int64_t imm(int bits) { return (int64_t)rnd(1u << bits) - (1 << (bits - 1)); }

/* Relative to the place: clang 19 encodes a plain number in .insn j wrongly, an expression rightly. */
static void branch_target(int64_t offset)
{
    if (as_text) printf("0x%" PRIx64 "\n", pc + (uint64_t)offset);
    else         printf(". + %" PRId64 "\n", offset);
}

static void mask_text(uint32_t mask)
{
    static const char *const names[] = { "VEC", "MAT", "IO", "MOVE" };
    const char *comma = "";

    printf("{");
    for (int b = 0; b < 4; b++)
        if (mask >> b & 1) {
            printf("%s%s", comma, names[b]);
            comma = ",";
        }
    printf("}\n");
}

/* A CSR: mostly one with a name. */
static void csr(void)
{
    const struct dlp_csr *c = &dlp_csrs[rnd((uint32_t)dlp_csr_count)];
    uint32_t number = rnd(4) ? c->number : rnd(0x1000);

    c = dlp_csr_find(number);
    if (!as_text || !c)
        printf("0x%" PRIx32 ", ", number);
    else {
        for (const char *n = c->name; *n; n++)
            putchar(*n >= 'A' && *n <= 'Z' ? *n + 32 : *n);
        printf(", ");
    }
}

static void standard(const struct dlp_insn *i)
{
    bool address = (i->match & DLP_FIELD_OPCODE_MASK) == DLP_OPCODE_LOAD || !strcmp(i->name, "JALR");
    const char *a = reg(), *b = reg(), *c = reg();

    printf("%s", i->mnemonic);
    switch (i->format) {
    case DLP_FORMAT_R:   printf(" %s, %s, %s\n", a, b, c); break;
    case DLP_FORMAT_I:
        if (address) printf(" %s, %" PRId64 "(%s)\n", a, imm(12), b);
        else         printf(" %s, %s, %" PRId64 "\n", a, b, imm(12));
        break;
    case DLP_FORMAT_SH:  printf(" %s, %s, %" PRIu32 "\n", a, b, rnd(64)); break;
    case DLP_FORMAT_SHW: printf(" %s, %s, %" PRIu32 "\n", a, b, rnd(32)); break;
    case DLP_FORMAT_S:   printf(" %s, %" PRId64 "(%s)\n", a, imm(12), b); break;
    case DLP_FORMAT_U:   printf(" %s, 0x%" PRIx32 "\n", a, rnd(1u << 20)); break;
    case DLP_FORMAT_B:   printf(" %s, %s, ", a, b); branch_target(imm(12) * 2); break;
    case DLP_FORMAT_J:   printf(" %s, ", a); branch_target(imm(20) * 2); break;
    case DLP_FORMAT_CSR:  printf(" %s, ", a); csr(); printf("%s\n", b); break;
    case DLP_FORMAT_CSRI: printf(" %s, ", a); csr(); printf("%" PRIu32 "\n", rnd(32)); break;
    default:             printf("\n"); break;
    }
}

/* Index of a configuration register that exists; even when asked. */
static const struct dlp_cfg *cfg(bool even)
{
    const struct dlp_cfg *c;

    do
        c = &dlp_cfgs[rnd((uint32_t)dlp_cfg_count)];
    while (even && c->index % 2);
    return c;
}

static void xdlp(const struct dlp_insn *i)
{
    const char *a = reg(), *b = reg(), *d = reg();
    uint32_t op = i->match & 0x7f, f3 = i->match >> 12 & 7, mask = rnd(16);
    const struct dlp_cfg *c = cfg(i->format == DLP_FORMAT_CFG2);
    uint32_t t = rnd((uint32_t)dlp_type_count);
    int64_t offset = imm(20) * 2;

    if (as_text)
        printf("%s ", i->mnemonic);
    switch (i->format) {
    case DLP_FORMAT_CJ:
        if (as_text) printf("%s, ", d);
        else         printf(".insn j 0x%x, %s, ", op, d);
        branch_target(offset);
        break;
    case DLP_FORMAT_VSET:
        if (as_text) printf("%s, %s\n", a, dlp_types[t].name);
        else         printf(".insn i 0x%x, %u, x0, %s, %u\n", op, f3, a, dlp_types[t].number);
        break;
    case DLP_FORMAT_CFG1:
        if (as_text) printf("%s, %s\n", a, c->name);
        else         printf(".insn i 0x%x, %u, x0, %s, %u\n", op, f3, a, c->index);
        break;
    case DLP_FORMAT_CFG2:
        if (as_text) printf("%s, %s, %s\n", a, b, c->name);
        else         printf(".insn r 0x%x, %u, %u, x0, %s, %s\n", op, f3, c->index, a, b);
        break;
    case DLP_FORMAT_SYNC:
        if (as_text) mask_text(mask);
        else         printf(".insn i 0x%x, %u, x0, x0, %u\n", op, f3, mask);
        break;
    case DLP_FORMAT_EXIT:
        if (as_text) printf("%s\n", a);
        else         printf(".insn i 0x%x, %u, x0, %s, 0\n", op, f3, a);
        break;
    default:    /* a command: after[2:0] is funct3, after[3] the top bit of funct7 */
        if (as_text) { printf("%s, %s, %s, ", d, a, b); mask_text(mask); }
        else printf(".insn r 0x%x, %u, %u, %s, %s, %s\n", op, mask & 7, (i->match >> 25) | (mask >> 3) << 6, d, a, b);
        break;
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    as_text = !strcmp(argv[1], "text");
    seed = (uint32_t)strtoul(argv[2], NULL, 0);
    if (!as_text)
        printf(".text\n.option norvc\n.option norelax\n");
    for (size_t k = 0; k < DLP_I_COUNT; k++)
        for (int n = 0; n < REPEAT; n++, pc += 4)
            if (dlp_insns[k].format < DLP_FORMAT_CJ) standard(&dlp_insns[k]);
            else                                     xdlp(&dlp_insns[k]);
    return 0;
}
