/* SPDX-License-Identifier: Apache-2.0
 * randprog_emit - the lower half of randprog.c: random numbers, instruction words, constants, the ELF file. */
#ifndef DLP_SIM_RANDPROG_EMIT_H
#define DLP_SIM_RANDPROG_EMIT_H
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_config.h"
#include "dlp_enums.h"
#include "dlp_spec.h"
#include "dlp_tables.h"
#include "randprog.h"

/* CODE_MARGIN: more words than one block and the end of a program need.  POOL: random data, PARAMS: bias, scale, multiplier, shift. */
enum { CODE_MAX = 6144, CODE_MARGIN = 1536, POOL_BYTES = 8192, CHANNELS = 64, PARAM_BYTES = 4 * 4 * CHANNELS, DATA_BYTES = POOL_BYTES + PARAM_BYTES };
enum { NRAM_WINDOW = 16384, WRAM_WINDOW = 8192, LMEM_WINDOW = 512, OPS_MAX = 64, OPERANDS_MAX = 6, CFG_MAX = 128 };

/* Registers with a fixed use; all others hold random values.  The handler of traps may come at any time, so TRAP is its own.
 * TIME takes values that depend on time and is never read. */
enum { X0 = 0, SCRATCH = 2, LMEM = 3, DATA = 4, COUNT0 = 26, COUNT1 = 27, TMP0 = 28, TMP1 = 29, TRAP = 30, TIME = 31 };

enum space { SPACE_NRAM, SPACE_WRAM, SPACE_GDRAM };
struct span { enum space space; uint64_t lo, hi; };

/* A command that may be running; before: bit set of those in the list that are complete when it starts. */
struct op {
    unsigned stream, reads;
    struct span write, read[OPERANDS_MAX];
    uint64_t before;
};

struct gen {
    uint64_t state;
    const struct dlp_profile *p;
    uint32_t code[CODE_MAX];
    unsigned n, commands;
    uint8_t data[DATA_BYTES];
    uint64_t nram, wram, params, lmem;  /* core addresses of what is used; params is the end of the window in WRAM */
    uint32_t cfg[CFG_MAX];
    bool cfg_known[CFG_MAX];
    struct op op[OPS_MAX];
    unsigned ops;
    uint64_t done;                      /* bit set of ops: a dlp.sync has waited for them */
    unsigned handler, loops;            /* word of the trap handler, 0 = none; depth of loops */
    bool skippable;                     /* this code may be jumped over */
    struct dlp_randprog *out;
};

#define ANY_OF(g, list) list[below(g, sizeof list / sizeof list[0])]

/* ---- random numbers: splitmix64 */
static uint64_t rnd(struct gen *g)
{
    uint64_t z = g->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0..n-1, n > 0 */
static unsigned below(struct gen *g, uint64_t n)
{
    return (unsigned)(rnd(g) % n);
}

/* lo..hi */
static unsigned between(struct gen *g, unsigned lo, unsigned hi)
{
    return lo + below(g, hi - lo + 1);
}

/* True p times in 100. */
static bool chance(struct gen *g, unsigned p)
{
    return below(g, 100) < p;
}

static uint64_t rnd_value(struct gen *g)
{
    static const uint64_t corner[] = { 0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
                                       INT64_MAX, UINT64_C(1) << 63, UINT64_MAX, UINT64_MAX - 1, 0xffffffff80000000, 0xffffffff7fffffff,
                                       UINT64_C(0x5555555555555555), UINT64_C(0xaaaaaaaaaaaaaaaa) };
    switch (below(g, 4)) {
    case 0:  return rnd(g);
    case 1:  return (uint64_t)((int64_t)rnd(g) >> below(g, 64));
    case 2:  return rnd(g) >> below(g, 64);
    default: return ANY_OF(g, corner);
    }
}

/* The bits of a binary32 where rounding, saturation or signs change. */
static uint32_t float_corner(struct gen *g)
{
    static const uint32_t corner[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0xffbfffff,
                                       1, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x4effffff, 0x4f000000, 0xcf000000,
                                       0xcf000001, 0x42fe8000, 0x43000000, 0xc3000000, 0xc3008000, 0x3f000000, 0x3fc00000, 0x40200000, 0x33800000 };
    return ANY_OF(g, corner);
}

static uint32_t rnd_float(struct gen *g)
{
    switch (below(g, 4)) {
    case 0:  return (uint32_t)rnd(g);
    case 1:  return float_corner(g);
    default: return (uint32_t)(rnd(g) & 0x807fffff) | (uint32_t)between(g, 118, 140) << 23;    /* 2^-9 .. 2^13 */
    }
}

/* ---- instruction words */
static uint32_t field(uint32_t value, unsigned lsb)
{
    return value << lsb;
}

static unsigned put(struct gen *g, uint32_t word)
{
    g->code[g->n] = word;
    return g->n++;
}

static uint32_t word_r(uint32_t match, unsigned rd, unsigned rs1, unsigned rs2)
{
    return match | field(rd, DLP_FIELD_RD_LSB) | field(rs1, DLP_FIELD_RS1_LSB) | field(rs2, DLP_FIELD_RS2_LSB);
}

static uint32_t word_i(uint32_t match, unsigned rd, unsigned rs1, int32_t imm)
{
    return match | field(rd, DLP_FIELD_RD_LSB) | field(rs1, DLP_FIELD_RS1_LSB) | field((uint32_t)imm, DLP_FIELD_IMM_I_LSB);
}

static uint32_t word_s(uint32_t match, unsigned rs1, unsigned rs2, int32_t imm)
{
    return word_r(match, (uint32_t)imm & 0x1f, rs1, rs2) | field((uint32_t)imm >> 5, DLP_FIELD_FUNCT7_LSB);
}

static uint32_t word_u(uint32_t match, unsigned rd, uint32_t imm20)
{
    return match | field(rd, DLP_FIELD_RD_LSB) | imm20 << 12;
}

/* imm[12|10:5] rs2 rs1 funct3 imm[4:1|11] */
static uint32_t word_b(uint32_t match, unsigned rs1, unsigned rs2, int32_t offset)
{
    uint32_t v = (uint32_t)offset;
    return word_r(match, (v & 0x1e) | (v >> 11 & 1), rs1, rs2) | field((v >> 12 & 1) << 6 | (v >> 5 & 0x3f), DLP_FIELD_FUNCT7_LSB);
}

/* imm[20|10:1|11|19:12] rd */
static uint32_t word_j(uint32_t match, unsigned rd, int32_t offset)
{
    uint32_t v = (uint32_t)offset;
    return match | field(rd, DLP_FIELD_RD_LSB) | (v >> 20 & 1) << 31 | (v >> 1 & 0x3ff) << 21 | (v >> 11 & 1) << 20 | (v >> 12 & 0xff) << 12;
}

static uint32_t word_cmd(uint32_t match, unsigned after, unsigned rd, unsigned rs1, unsigned rs2)
{
    return word_r(match, rd, rs1, rs2) | field(after >> 3, DLP_FIELD_CMD_AFTER_HI_LSB) | field(after & 7, DLP_FIELD_CMD_AFTER_LO_LSB);
}

static int32_t low12(uint64_t v)
{
    return (int32_t)((v & 0xfff) ^ 0x800) - 0x800;
}

/* x[rd] <- v in as few words as the usual sequence takes. */
static void li(struct gen *g, unsigned rd, uint64_t v)
{
    int32_t lo = low12(v);
    if ((int64_t)v == (int32_t)(uint32_t)v) {
        uint32_t hi = (uint32_t)((v + 0x800) >> 12) & 0xfffff;
        if (hi)
            put(g, word_u(DLP_INSN_LUI_MATCH, rd, hi));
        if (hi && lo)
            put(g, word_i(DLP_INSN_ADDIW_MATCH, rd, rd, lo));
        else if (!hi)
            put(g, word_i(DLP_INSN_ADDI_MATCH, rd, X0, lo));
        return;
    }
    uint64_t upper = v - (uint64_t)(int64_t)lo;
    unsigned shift = (unsigned)__builtin_ctzll(upper);
    /* wraps for values near INT64_MAX; only bits that the shift pushes out differ */
    li(g, rd, (uint64_t)((int64_t)upper >> shift));
    put(g, word_i(DLP_INSN_SLLI_MATCH, rd, rd, (int32_t)shift));
    if (lo)
        put(g, word_i(DLP_INSN_ADDI_MATCH, rd, rd, lo));
}

/* Distance in bytes from word `from` to word `to`. */
static int32_t distance(unsigned from, unsigned to)
{
    return ((int32_t)to - (int32_t)from) * 4;
}

/* ---- the file: header, one segment (code, then data), three symbols */
static const char elf_names[] = "\0randprog\0__dlp_start\0__dlp_spec_hash";
enum { NAME_KERNEL = 1, NAME_START = 10, NAME_HASH = 22 };
enum { SEC_NULL, SEC_TEXT, SEC_SYMTAB, SEC_STRTAB, SECTIONS, SYMBOLS = 4, LINE = 64, TEXT_AT = 128 };

static unsigned data_at(const struct gen *g)    /* bytes from the first word of the code */
{
    return (g->n * 4 + LINE - 1) / LINE * LINE;
}

static int make_elf(const struct gen *g, struct dlp_randprog *out)
{
    const uint64_t base = DLP_MEM_CODE_BASE + DLP_FW_BYTES;
    const size_t text = data_at(g) + DATA_BYTES, sym_at = TEXT_AT + text, str_at = sym_at + SYMBOLS * sizeof(Elf64_Sym);
    const size_t sec_at = (str_at + sizeof elf_names + 7) / 8 * 8, size = sec_at + SECTIONS * sizeof(Elf64_Shdr);
    uint8_t *elf = calloc(1, size);
    if (!elf)
        return DLP_ENOMEM;
    const Elf64_Ehdr h = {
        .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT }, .e_type = ET_EXEC, .e_machine = EM_RISCV,
        .e_version = EV_CURRENT, .e_entry = base, .e_phoff = sizeof h, .e_shoff = sec_at, .e_ehsize = sizeof h,
        .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1, .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = SECTIONS, .e_shstrndx = SEC_STRTAB };
    const Elf64_Phdr p = { .p_type = PT_LOAD, .p_flags = PF_R | PF_W | PF_X, .p_offset = TEXT_AT, .p_vaddr = base, .p_paddr = base,
                           .p_filesz = text, .p_memsz = text, .p_align = LINE };
    const Elf64_Sym sym[SYMBOLS] = {
        { 0 }, { NAME_KERNEL, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, SEC_TEXT, base, g->n * 4 },
        { NAME_START, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, SEC_TEXT, base, g->n * 4 },
        { NAME_HASH, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), 0, SHN_ABS, DLP_SPEC_HASH, 0 } };
    const Elf64_Shdr sec[SECTIONS] = {
        [SEC_TEXT] = { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_WRITE | SHF_EXECINSTR, .sh_addr = base, .sh_offset = TEXT_AT,
                       .sh_size = text },
        [SEC_SYMTAB] = { .sh_type = SHT_SYMTAB, .sh_offset = sym_at, .sh_size = sizeof sym, .sh_link = SEC_STRTAB, .sh_entsize = sizeof sym[0] },
        [SEC_STRTAB] = { .sh_type = SHT_STRTAB, .sh_offset = str_at, .sh_size = sizeof elf_names } };
    memcpy(elf, &h, sizeof h);
    memcpy(elf + sizeof h, &p, sizeof p);
    memcpy(elf + TEXT_AT, g->code, g->n * 4);
    memcpy(elf + TEXT_AT + data_at(g), g->data, DATA_BYTES);
    memcpy(elf + sym_at, sym, sizeof sym);
    memcpy(elf + str_at, elf_names, sizeof elf_names);
    memcpy(elf + sec_at, sec, sizeof sec);
    out->elf = elf;
    out->elf_bytes = size;
    out->code_base = base;
    out->code = (const uint32_t *)(const void *)(elf + TEXT_AT);    /* calloc aligns, TEXT_AT is a multiple of 4 */
    out->code_words = g->n;
    return 0;
}
#endif
