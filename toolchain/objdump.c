/* SPDX-License-Identifier: Apache-2.0
 * dlp-objdump - disassembles an ELF file, a raw image, or words given on the command line.
 *   dlp-objdump FILE.elf                  the executable sections, with symbols
 *   dlp-objdump --raw [--base ADDR] FILE  words of a raw image
 *   dlp-objdump --word [--base ADDR] HEX...
 * --no-address prints the text of the instructions only. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gelf.h>
#include <libelf.h>

#include "dlp_disasm.h"

struct symbol { uint64_t value; bool function; const char *name; };

struct listing {
    struct symbol *symbols;     /* ascending by value, functions last of equals */
    size_t count;
    bool text_only;
};

static int by_value(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    if (x->function != y->function)
        return x->function ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* The last symbol at or below address, NULL if there is none. */
static const struct symbol *symbol_of(const struct listing *l, uint64_t address)
{
    const struct symbol *found = NULL;

    for (size_t k = 0; k < l->count && l->symbols[k].value <= address; k++)
        found = &l->symbols[k];
    return found;
}

static void print_labels(const struct listing *l, uint64_t pc)
{
    for (size_t k = 0; k < l->count; k++)
        if (l->symbols[k].value == pc)
            printf("\n%08" PRIx64 " <%s>:\n", pc, l->symbols[k].name);
}

static void print_word(const struct listing *l, uint64_t pc, uint32_t word)
{
    char text[DLP_DISASM_BYTES], note[DLP_DISASM_BYTES];
    const struct symbol *s;
    uint64_t target;

    dlp_disasm(word, pc, text, sizeof text);
    if (l->text_only) {
        printf("%s\n", text);
        return;
    }
    print_labels(l, pc);
    printf("%8" PRIx64 ":  %08" PRIx32 "  %s", pc, word, text);
    if (dlp_disasm_target(word, pc, &target) && (s = symbol_of(l, target)) != NULL) {
        printf("  <%s", s->name);
        if (target != s->value)
            printf("+0x%" PRIx64, target - s->value);
        printf(">");
    }
    if (dlp_disasm_note(word, note, sizeof note))
        printf("  # %s", note);
    printf("\n");
}

static void print_bytes(const struct listing *l, uint64_t pc, const unsigned char *bytes, size_t n)
{
    for (size_t k = 0; k + 4 <= n; k += 4)
        print_word(l, pc + k, (uint32_t)bytes[k] | (uint32_t)bytes[k + 1] << 8 | (uint32_t)bytes[k + 2] << 16
                                  | (uint32_t)bytes[k + 3] << 24);
    if (n % 4)
        printf("%zu bytes after the last word\n", n % 4);
}

/* Functions and labels; not sections, files, the mapping symbols $x and $d, or local labels. */
static int read_symbols(struct listing *l, Elf *elf)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        Elf_Data *data;

        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || header.sh_entsize == 0
            || !(data = elf_getdata(section, NULL)))
            continue;
        l->symbols = calloc(header.sh_size / header.sh_entsize + 1, sizeof *l->symbols);
        if (!l->symbols)
            return -1;
        for (size_t k = 0; k < header.sh_size / header.sh_entsize; k++) {
            GElf_Sym symbol;
            const char *name;

            if (!gelf_getsym(data, (int)k, &symbol) || symbol.st_shndx == SHN_UNDEF
                || symbol.st_shndx == SHN_ABS || GELF_ST_TYPE(symbol.st_info) > STT_FUNC
                || !(name = elf_strptr(elf, header.sh_link, symbol.st_name)) || !*name
                || *name == '.' || *name == '$')
                continue;
            l->symbols[l->count++] = (struct symbol){
                symbol.st_value, GELF_ST_TYPE(symbol.st_info) == STT_FUNC, name };
        }
        qsort(l->symbols, l->count, sizeof *l->symbols, by_value);
        return 0;
    }
    return 0;
}

static int list_sections(struct listing *l, Elf *elf)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0 || read_symbols(l, elf) != 0)
        return -1;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        Elf_Data *data;

        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_PROGBITS
            || !(header.sh_flags & SHF_EXECINSTR) || !(data = elf_getdata(section, NULL)) || !data->d_buf)
            continue;
        if (!l->text_only)
            printf("section %s\n", elf_strptr(elf, names, header.sh_name));
        print_bytes(l, header.sh_addr, data->d_buf, data->d_size);
    }
    return 0;
}

static int list_elf(struct listing *l, const char *path)
{
    int fd = open(path, O_RDONLY), rc = -1;
    GElf_Ehdr header;
    Elf *elf;

    if (fd < 0) {
        perror(path);
        return -1;
    }
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ, NULL);
    if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) || header.e_machine != EM_RISCV)
        fprintf(stderr, "%s: not an ELF file for RISC-V\n", path);
    else if ((rc = list_sections(l, elf)) != 0)
        fprintf(stderr, "%s: %s\n", path, elf_errmsg(-1));
    free(l->symbols);
    elf_end(elf);
    close(fd);
    return rc;
}

static int list_raw(const struct listing *l, const char *path, uint64_t base)
{
    FILE *f = fopen(path, "rb");
    unsigned char block[4096];
    size_t n;

    if (!f) {
        perror(path);
        return -1;
    }
    while ((n = fread(block, 1, sizeof block, f)) > 0) {
        print_bytes(l, base, block, n);
        base += n;
    }
    fclose(f);
    return 0;
}

static int list_words(const struct listing *l, char **words, uint64_t base)
{
    for (; *words; words++, base += 4) {
        char *end;
        unsigned long word = strtoul(*words, &end, 16);

        if (*end || end == *words || word > UINT32_MAX) {
            fprintf(stderr, "%s: not a word of 32 bits in hexadecimal\n", *words);
            return -1;
        }
        print_word(l, base, (uint32_t)word);
    }
    return 0;
}

static int usage(void)
{
    fprintf(stderr, "usage: dlp-objdump [--no-address] FILE.elf | --raw [--base ADDR] FILE"
                    " | --word [--base ADDR] HEX...\n");
    return 2;
}

int main(int argc, char **argv)
{
    struct listing l = { 0 };
    bool raw = false, word = false;
    uint64_t base = 0;
    int k;

    for (k = 1; k < argc && !strncmp(argv[k], "--", 2); k++) {
        if (!strcmp(argv[k], "--raw"))                         raw = true;
        else if (!strcmp(argv[k], "--word"))                   word = true;
        else if (!strcmp(argv[k], "--no-address"))             l.text_only = true;
        else if (!strcmp(argv[k], "--base") && k + 1 < argc)   base = strtoull(argv[++k], NULL, 0);
        else                                                   return usage();
    }
    if (k >= argc || (!word && k + 1 != argc) || (raw && word))
        return usage();
    if (word)
        return list_words(&l, argv + k, base) ? 1 : 0;
    return (raw ? list_raw(&l, argv[k], base) : list_elf(&l, argv[k])) ? 1 : 0;
}
