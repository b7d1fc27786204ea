/* SPDX-License-Identifier: Apache-2.0
 * elf_file - see elf_file.h.
 *
 * Moving: code is compiled for absolute addresses below 2 GiB and linked with --emit-relocs.  A reference moves when its symbol is defined
 * in an ALLOC section of the image; absolute symbols and scratchpad arrays stay.  References relative to pc need no patch as long as both
 * ends are in the image. */
#include "elf_file.h"

#include <elf.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_enums.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "file, device and host are little-endian");

enum { LINE = 64, ALIGN_MAX = 1 << 16, R_RISCV_SET_ULEB = 60, R_RISCV_SUB_ULEB = 61 };
static const uint64_t SPAN_MAX = UINT64_C(1) << 30;

__attribute__((format(printf, 2, 3)))
static int bad(const struct dlp_elf *elf, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (elf->why_bytes)
        vsnprintf(elf->why, elf->why_bytes, format, ap);
    va_end(ap);
    return DLP_EELF;
}

/* [offset, offset + n) is inside a range of `size` bytes. */
static bool inside(uint64_t offset, uint64_t n, uint64_t size)
{
    return offset <= size && n <= size - offset;
}

/* Structures of the file are copied out: it may be at any address. */
static Elf64_Ehdr header(const struct dlp_elf *elf)
{
    Elf64_Ehdr h;
    memcpy(&h, elf->bytes, sizeof h);
    return h;
}

static Elf64_Phdr segment(const struct dlp_elf *elf, unsigned i)
{
    Elf64_Phdr p;
    memcpy(&p, elf->bytes + header(elf).e_phoff + (uint64_t)i * sizeof p, sizeof p);
    return p;
}

static Elf64_Shdr section(const struct dlp_elf *elf, unsigned i)
{
    Elf64_Shdr s;
    memcpy(&s, elf->bytes + header(elf).e_shoff + (uint64_t)i * sizeof s, sizeof s);
    return s;
}

static Elf64_Sym symbol(const struct dlp_elf *elf, const Elf64_Shdr *table, uint64_t i)
{
    Elf64_Sym s;
    memcpy(&s, elf->bytes + table->sh_offset + i * sizeof s, sizeof s);
    return s;
}

/* ---- checks */

static int check_header(const struct dlp_elf *elf)
{
    if (elf->size < sizeof(Elf64_Ehdr))
        return bad(elf, "the file has %zu bytes, less than an ELF header", elf->size);
    const Elf64_Ehdr h = header(elf);
    if (memcmp(h.e_ident, ELFMAG, SELFMAG) != 0)
        return bad(elf, "not an ELF file");
    if (h.e_ident[EI_CLASS] != ELFCLASS64)
        return bad(elf, "not a 64-bit file (class %u)", h.e_ident[EI_CLASS]);
    if (h.e_ident[EI_DATA] != ELFDATA2LSB)
        return bad(elf, "not a little-endian file");
    if (h.e_ident[EI_VERSION] != EV_CURRENT || h.e_version != EV_CURRENT)
        return bad(elf, "unknown ELF version");
    if (h.e_machine != EM_RISCV)
        return bad(elf, "made for machine %u, not for RISC-V (%u)", h.e_machine, EM_RISCV);
    if (h.e_type != ET_EXEC)
        return bad(elf, "not a statically linked program (type %u)", h.e_type);
    if (h.e_phnum == 0)
        return bad(elf, "no program headers");
    if (h.e_phentsize != sizeof(Elf64_Phdr) || !inside(h.e_phoff, (uint64_t)h.e_phnum * sizeof(Elf64_Phdr), elf->size))
        return bad(elf, "program headers outside the file");
    if (h.e_shnum && (h.e_shentsize != sizeof(Elf64_Shdr) || !inside(h.e_shoff, (uint64_t)h.e_shnum * sizeof(Elf64_Shdr), elf->size)))
        return bad(elf, "section headers outside the file");
    return 0;
}

static bool overlap(const Elf64_Phdr *a, const Elf64_Phdr *b)
{
    return a->p_vaddr < b->p_vaddr + b->p_memsz && b->p_vaddr < a->p_vaddr + a->p_memsz;
}

static int check_segments(struct dlp_elf *elf)
{
    const Elf64_Ehdr h = header(elf);
    uint64_t low = UINT64_MAX, high = 0;
    elf->align = LINE;
    for (unsigned i = 0; i < h.e_phnum; i++) {
        const Elf64_Phdr p = segment(elf, i);
        if (p.p_type == PT_INTERP || p.p_type == PT_DYNAMIC)
            return bad(elf, "segment %u: the file is dynamically linked", i);
        if (p.p_type != PT_LOAD || p.p_memsz == 0)
            continue;
        if (p.p_filesz > p.p_memsz)
            return bad(elf, "segment %u: larger in the file than in memory", i);
        if (!inside(p.p_offset, p.p_filesz, elf->size))
            return bad(elf, "segment %u: outside the file", i);
        if (p.p_memsz > SPAN_MAX)
            return bad(elf, "segment %u: too large", i);
        if (p.p_vaddr < elf->window || !inside(p.p_vaddr - elf->window, p.p_memsz, elf->window_bytes))
            return bad(elf, "segment %u: address 0x%llx outside the memory for code", i, (unsigned long long)p.p_vaddr);
        if (p.p_align > ALIGN_MAX || (p.p_align & (p.p_align - 1)) != 0)
            return bad(elf, "segment %u: bad alignment", i);
        for (unsigned k = 0; k < i; k++) {
            const Elf64_Phdr other = segment(elf, k);
            if (other.p_type == PT_LOAD && overlap(&p, &other))
                return bad(elf, "segments %u and %u overlap", k, i);
        }
        if (p.p_align > elf->align)
            elf->align = p.p_align;
        if (p.p_vaddr < low)
            low = p.p_vaddr;
        if (p.p_vaddr + p.p_memsz > high)
            high = p.p_vaddr + p.p_memsz;
    }
    if (high == 0)
        return bad(elf, "nothing to load");
    elf->base = low & ~(elf->align - 1);
    elf->span = high - elf->base;
    elf->entry = h.e_entry;
    if (h.e_entry < low || h.e_entry >= high || h.e_entry % 4)
        return bad(elf, "entry 0x%llx outside the image or misaligned", (unsigned long long)h.e_entry);
    return 0;
}

/* A symbol table's names: a string table that ends with a 0, so that every name in it ends. */
static int check_names(const struct dlp_elf *elf, unsigned table, const Elf64_Shdr *syms)
{
    if (syms->sh_link == 0 || syms->sh_link >= header(elf).e_shnum)
        return bad(elf, "section %u: bad link", table);
    const Elf64_Shdr names = section(elf, syms->sh_link);
    if (names.sh_type != SHT_STRTAB || names.sh_size == 0 || elf->bytes[names.sh_offset + names.sh_size - 1] != 0)
        return bad(elf, "section %u: bad string table", syms->sh_link);
    for (uint64_t i = 0; i < syms->sh_size / sizeof(Elf64_Sym); i++)
        if (symbol(elf, syms, i).st_name >= names.sh_size)
            return bad(elf, "section %u: symbol %llu has a bad name", table, (unsigned long long)i);
    return 0;
}

static int check_relocations(const struct dlp_elf *elf, unsigned table, const Elf64_Shdr *rela)
{
    const unsigned count = header(elf).e_shnum;
    if (rela->sh_entsize != sizeof(Elf64_Rela) || rela->sh_size % sizeof(Elf64_Rela))
        return bad(elf, "section %u: bad size of relocations", table);
    if (rela->sh_link == 0 || rela->sh_link >= count || section(elf, rela->sh_link).sh_type != SHT_SYMTAB)
        return bad(elf, "section %u: no symbols for the relocations", table);
    if (rela->sh_info == 0 || rela->sh_info >= count)
        return bad(elf, "section %u: relocations for no section", table);
    return 0;
}

static int check_sections(const struct dlp_elf *elf)
{
    const unsigned count = header(elf).e_shnum;
    int err = 0;
    /* first all places in the file, because tables refer to each other in any order */
    for (unsigned i = 1; i < count; i++) {
        const Elf64_Shdr s = section(elf, i);
        if (s.sh_type != SHT_NULL && s.sh_type != SHT_NOBITS && !inside(s.sh_offset, s.sh_size, elf->size))
            return bad(elf, "section %u: outside the file", i);
        if (s.sh_type == SHT_SYMTAB && (s.sh_entsize != sizeof(Elf64_Sym) || s.sh_size % sizeof(Elf64_Sym)))
            return bad(elf, "section %u: bad size of symbols", i);
    }
    for (unsigned i = 1; i < count && !err; i++) {
        const Elf64_Shdr s = section(elf, i);
        if (s.sh_type == SHT_SYMTAB)
            err = check_names(elf, i, &s);
        else if (s.sh_type == SHT_RELA)
            err = check_relocations(elf, i, &s);
    }
    return err;
}

int dlp_elf_open(struct dlp_elf *elf, const void *bytes, size_t size, uint64_t window, uint64_t window_bytes, char *why, size_t why_bytes)
{
    *elf = (struct dlp_elf){ .bytes = bytes, .size = size, .window = window, .window_bytes = window_bytes, .why = why, .why_bytes = why_bytes };
    int err = check_header(elf);
    if (!err)
        err = check_segments(elf);
    if (!err)
        err = check_sections(elf);
    return err;
}

/* ---- moving */

/* The place of n bytes in the image, NULL if they are not in it. */
static uint8_t *place(const struct dlp_elf *elf, uint8_t *image, uint64_t address, uint64_t n)
{
    return address >= elf->base && inside(address - elf->base, n, elf->span) ? image + (address - elf->base) : NULL;
}

/* True when the symbol moves with the image. */
static bool moves(const struct dlp_elf *elf, const Elf64_Sym *sym)
{
    if (sym->st_shndx == SHN_UNDEF || sym->st_shndx >= header(elf).e_shnum)
        return false;
    const Elf64_Shdr s = section(elf, sym->st_shndx);
    return (s.sh_flags & SHF_ALLOC) && s.sh_addr >= elf->base && s.sh_addr - elf->base <= elf->span;
}

enum action { STAYS, RELATIVE, WORD32, WORD64, HI20, LO12_I, LO12_S, UNKNOWN };

static enum action action_of(uint32_t type)
{
    switch (type) {
    case R_RISCV_32:     return WORD32;
    case R_RISCV_64:     return WORD64;
    case R_RISCV_HI20:   return HI20;
    case R_RISCV_LO12_I: return LO12_I;
    case R_RISCV_LO12_S: return LO12_S;
    /* relative to pc: right as long as the symbol moves too.  PCREL_LO12 names the place of its PCREL_HI20 */
    case R_RISCV_BRANCH: case R_RISCV_JAL: case R_RISCV_CALL: case R_RISCV_CALL_PLT: case R_RISCV_PCREL_HI20: case R_RISCV_32_PCREL:
        return RELATIVE;
    /* differences of symbols, and hints for the linker */
    case R_RISCV_NONE: case R_RISCV_PCREL_LO12_I: case R_RISCV_PCREL_LO12_S: case R_RISCV_ADD8: case R_RISCV_ADD16: case R_RISCV_ADD32:
    case R_RISCV_ADD64: case R_RISCV_SUB6: case R_RISCV_SUB8: case R_RISCV_SUB16: case R_RISCV_SUB32: case R_RISCV_SUB64: case R_RISCV_SET6:
    case R_RISCV_SET8: case R_RISCV_SET16: case R_RISCV_SET32: case R_RISCV_ALIGN: case R_RISCV_RELAX: case R_RISCV_SET_ULEB:
    case R_RISCV_SUB_ULEB:
        return STAYS;
    default:
        return UNKNOWN;
    }
}

static void patch(uint8_t *at, enum action action, uint64_t v)
{
    uint32_t w;
    memcpy(&w, at, sizeof w);
    switch (action) {
    case WORD64: memcpy(at, &v, sizeof v); return;
    case WORD32: w = (uint32_t)v; break;
    /* U format: the LO12 part is signed, so the upper part is rounded to nearest */
    case HI20:   w = (w & 0xfff) | (uint32_t)((v + 0x800) & 0xfffff000); break;
    case LO12_I: w = (w & 0xfffff) | (uint32_t)(v & 0xfff) << 20; break;
    case LO12_S: w = (w & 0x1fff07f) | (uint32_t)(v & 0xfe0) << 20 | (uint32_t)(v & 0x1f) << 7; break;
    default:     return;
    }
    memcpy(at, &w, sizeof w);
}

static int relocate(const struct dlp_elf *elf, uint64_t delta, uint8_t *image, unsigned table, const Elf64_Shdr *rela)
{
    const Elf64_Shdr syms = section(elf, rela->sh_link);
    for (uint64_t i = 0; i < rela->sh_size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela r;
        memcpy(&r, elf->bytes + rela->sh_offset + i * sizeof r, sizeof r);
        const uint32_t type = (uint32_t)ELF64_R_TYPE(r.r_info);
        const uint64_t index = ELF64_R_SYM(r.r_info);
        const enum action action = action_of(type);
        if (action == UNKNOWN)
            return bad(elf, "section %u: relocation type %u is not supported", table, type);
        if (index >= syms.sh_size / sizeof(Elf64_Sym))
            return bad(elf, "section %u: relocation %llu has a bad symbol", table, (unsigned long long)i);
        const Elf64_Sym sym = symbol(elf, &syms, index);
        const bool moved = moves(elf, &sym);
        if (action == STAYS || (action == RELATIVE && moved) || (action != RELATIVE && !moved))
            continue;
        if (action == RELATIVE) {
            if (delta)
                return bad(elf, "section %u: relocation %llu is relative to something that does not move", table, (unsigned long long)i);
            continue;
        }
        uint8_t *at = place(elf, image, r.r_offset, action == WORD64 ? 8 : 4);
        if (!at)
            return bad(elf, "section %u: relocation %llu is outside the image", table, (unsigned long long)i);
        patch(at, action, sym.st_value + (uint64_t)r.r_addend + delta);
    }
    return 0;
}

int dlp_elf_image(const struct dlp_elf *elf, uint64_t delta, uint8_t *image)
{
    const Elf64_Ehdr h = header(elf);
    memset(image, 0, (size_t)elf->span);
    for (unsigned i = 0; i < h.e_phnum; i++) {
        const Elf64_Phdr p = segment(elf, i);
        if (p.p_type == PT_LOAD && p.p_memsz)
            memcpy(image + (p.p_vaddr - elf->base), elf->bytes + p.p_offset, (size_t)p.p_filesz);
    }
    int err = 0;
    for (unsigned i = 1; i < h.e_shnum && !err; i++) {
        const Elf64_Shdr s = section(elf, i);
        if (s.sh_type == SHT_RELA && (section(elf, s.sh_info).sh_flags & SHF_ALLOC))
            err = relocate(elf, delta, image, i, &s);
    }
    return err;
}

/* ---- symbols */

/* The symbol table of the file; false if it has none. */
static bool find_symbols(const struct dlp_elf *elf, Elf64_Shdr *syms, const char **names)
{
    for (unsigned i = 1; i < header(elf).e_shnum; i++) {
        *syms = section(elf, i);
        if (syms->sh_type == SHT_SYMTAB) {
            *names = (const char *)elf->bytes + section(elf, syms->sh_link).sh_offset;
            return true;
        }
    }
    return false;
}

int dlp_elf_symbol(const struct dlp_elf *elf, const char *name, uint64_t *value)
{
    Elf64_Shdr syms;
    const char *names;
    if (!find_symbols(elf, &syms, &names))
        return DLP_ENOSYM;
    for (uint64_t i = 0; i < syms.sh_size / sizeof(Elf64_Sym); i++) {
        const Elf64_Sym s = symbol(elf, &syms, i);
        if (s.st_shndx != SHN_UNDEF && strcmp(names + s.st_name, name) == 0) {
            *value = s.st_value;
            return 0;
        }
    }
    return DLP_ENOSYM;
}

/* A function in the image that can be called. */
static bool callable(const struct dlp_elf *elf, const Elf64_Sym *s)
{
    return ELF64_ST_TYPE(s->st_info) == STT_FUNC && moves(elf, s) && s->st_value >= elf->base && s->st_value - elf->base < elf->span &&
           s->st_value % 4 == 0;
}

/* "NAME" of "__dlp_slots.NAME", a number; NULL if the symbol is none. */
static const char *slots_of(const Elf64_Sym *s, const char *name)
{
    static const char prefix[] = "__dlp_slots.";
    return s->st_shndx == SHN_ABS && strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : NULL;
}

int dlp_elf_functions(const struct dlp_elf *elf, struct dlp_elf_symbols *out)
{
    Elf64_Shdr syms;
    const char *names;
    *out = (struct dlp_elf_symbols){ 0 };
    if (!find_symbols(elf, &syms, &names))
        return 0;
    const uint64_t count = syms.sh_size / sizeof(Elf64_Sym);
    size_t n = 0, bytes = 0;
    for (uint64_t i = 0; i < count; i++) {
        const Elf64_Sym s = symbol(elf, &syms, i);
        if (callable(elf, &s) || slots_of(&s, names + s.st_name)) {
            n++;
            bytes += strlen(names + s.st_name) + 1;
        }
    }
    struct dlp_elf_function *functions = malloc((n ? n : 1) * sizeof *functions);
    char *copy = malloc(bytes ? bytes : 1);
    if (!functions || !copy) {
        free(functions);
        free(copy);
        return DLP_ENOMEM;
    }
    *out = (struct dlp_elf_symbols){ .functions = functions, .count = n, .names = copy };
    for (uint64_t i = 0; i < count; i++) {
        const Elf64_Sym s = symbol(elf, &syms, i);
        const char *name = names + s.st_name, *of = slots_of(&s, name);
        if (!of && !callable(elf, &s))
            continue;
        *functions++ = (struct dlp_elf_function){ .name = copy, .value = s.st_value, .slots = of != NULL };
        name = of ? of : name;
        size_t len = strlen(name) + 1;
        memcpy(copy, name, len);
        copy += len;
    }
    return 0;
}
