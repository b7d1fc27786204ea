/* SPDX-License-Identifier: Apache-2.0
 * elf_make - writes the few structures of a module by hand: header, one segment, text, relocations, symbols, names. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "env.h"

static const char names[] = "\0first\0second\0__dlp_spec_hash\0data\0nram";
enum { NAME_FIRST = 1, NAME_SECOND = 7, NAME_HASH = 14, NAME_DATA = 30, NAME_NRAM = 35 };
enum { SYM_NULL, SYM_FIRST, SYM_SECOND, SYM_HASH, SYM_DATA, SYM_NRAM, SYM_COUNT };

/* Words behind the code that the relocations patch, each as the linker leaves it for `data` = data_at. */
enum { TAIL_HI20, TAIL_LO12_I, TAIL_LO12_S, TAIL_32, TAIL_64, TAIL_64_HI, TAIL_NRAM_HI20, TAIL_DATA, TAIL_WORDS };

static struct elf_bytes make(uint64_t base, const uint32_t *code, size_t words)
{
    const size_t text = (words + TAIL_WORDS) * 4, rela_at = ELF_CODE + text, rela = 6 * sizeof(Elf64_Rela);
    const size_t sym_at = rela_at + rela, syms = SYM_COUNT * sizeof(Elf64_Sym), str_at = sym_at + syms;
    const size_t sec_at = (str_at + sizeof names + 7) / 8 * 8, size = sec_at + ELF_SECTIONS * sizeof(Elf64_Shdr);
    const uint64_t tail = base + words * 4, data_at = tail + TAIL_DATA * 4;
    struct elf_bytes elf = { calloc(1, size), size };
    assert_non_null(elf.at);

    Elf64_Ehdr h = {
        .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT }, .e_type = ET_EXEC, .e_machine = EM_RISCV,
        .e_version = EV_CURRENT, .e_entry = base, .e_phoff = ELF_PHDR, .e_shoff = sec_at, .e_ehsize = sizeof h,
        .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1, .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = ELF_SECTIONS, .e_shstrndx = ELF_SEC_STRTAB
    };
    memcpy(elf.at + ELF_EHDR, &h, sizeof h);
    Elf64_Phdr p = { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = ELF_CODE, .p_vaddr = base, .p_paddr = base, .p_filesz = text,
                     .p_memsz = text, .p_align = 64 };
    memcpy(elf.at + ELF_PHDR, &p, sizeof p);
    memcpy(elf.at + ELF_CODE, code, words * 4);

    /* lui a0, %hi(data)   ld a0, %lo(data)(a0)   sd a0, %lo(data)(a0)   .word data   .dword data   lui a0, %hi(nram) */
    uint32_t t[TAIL_WORDS] = { 0 };
    t[TAIL_HI20] = 0x537 | (uint32_t)((data_at + 0x800) & 0xfffff000);
    t[TAIL_LO12_I] = 0x53503 | (uint32_t)(data_at & 0xfff) << 20;
    t[TAIL_LO12_S] = 0xa53023 | (uint32_t)(data_at & 0xfe0) << 20 | (uint32_t)(data_at & 0x1f) << 7;
    t[TAIL_32] = (uint32_t)data_at;
    t[TAIL_64] = (uint32_t)data_at;
    t[TAIL_64_HI] = (uint32_t)(data_at >> 32);
    t[TAIL_NRAM_HI20] = 0x537 | (uint32_t)DLP_MEM_NRAM_BASE;
    t[TAIL_DATA] = 0xdada;
    memcpy(elf.at + ELF_CODE + words * 4, t, sizeof t);

    const Elf64_Rela r[6] = {
        { tail + 4 * TAIL_HI20, ELF64_R_INFO(SYM_DATA, R_RISCV_HI20), 0 }, { tail + 4 * TAIL_LO12_I, ELF64_R_INFO(SYM_DATA, R_RISCV_LO12_I), 0 },
        { tail + 4 * TAIL_LO12_S, ELF64_R_INFO(SYM_DATA, R_RISCV_LO12_S), 0 }, { tail + 4 * TAIL_32, ELF64_R_INFO(SYM_DATA, R_RISCV_32), 0 },
        { tail + 4 * TAIL_64, ELF64_R_INFO(SYM_FIRST, R_RISCV_64), (int64_t)(data_at - base) },
        { tail + 4 * TAIL_NRAM_HI20, ELF64_R_INFO(SYM_NRAM, R_RISCV_HI20), 0 }
    };
    memcpy(elf.at + rela_at, r, sizeof r);

    const Elf64_Sym s[SYM_COUNT] = {
        [SYM_FIRST]  = { NAME_FIRST, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, ELF_SEC_TEXT, base, 4 },
        [SYM_SECOND] = { NAME_SECOND, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, ELF_SEC_TEXT, base + 4, 4 },
        [SYM_HASH]   = { NAME_HASH, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), 0, SHN_ABS, DLP_SPEC_HASH, 0 },
        [SYM_DATA]   = { NAME_DATA, ELF64_ST_INFO(STB_LOCAL, STT_OBJECT), 0, ELF_SEC_TEXT, data_at, 4 },
        [SYM_NRAM]   = { NAME_NRAM, ELF64_ST_INFO(STB_LOCAL, STT_OBJECT), 0, ELF_SEC_NRAM, DLP_MEM_NRAM_BASE, 4 }
    };
    memcpy(elf.at + sym_at, s, sizeof s);
    memcpy(elf.at + str_at, names, sizeof names);

    const Elf64_Shdr sec[ELF_SECTIONS] = {
        [ELF_SEC_TEXT]   = { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                             .sh_addr = base, .sh_offset = ELF_CODE, .sh_size = text },
        [ELF_SEC_RELA]   = { .sh_type = SHT_RELA, .sh_offset = rela_at, .sh_size = rela, .sh_link = ELF_SEC_SYMTAB, .sh_info = ELF_SEC_TEXT,
                             .sh_entsize = sizeof(Elf64_Rela) },
        [ELF_SEC_SYMTAB] = { .sh_type = SHT_SYMTAB, .sh_offset = sym_at, .sh_size = syms, .sh_link = ELF_SEC_STRTAB,
                             .sh_entsize = sizeof(Elf64_Sym) },
        [ELF_SEC_STRTAB] = { .sh_type = SHT_STRTAB, .sh_offset = str_at, .sh_size = sizeof names },
        [ELF_SEC_NRAM]   = { .sh_type = SHT_NOBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_addr = DLP_MEM_NRAM_BASE, .sh_size = 4 }
    };
    memcpy(elf.at + sec_at, sec, sizeof sec);
    return elf;
}

struct elf_bytes elf_make(const uint32_t *code, size_t words)
{
    return make(DLP_MEM_CODE_BASE + DLP_FW_BYTES, code, words);
}

struct elf_bytes elf_make_firmware(const uint32_t *code, size_t words)
{
    return make(DLP_MEM_CODE_BASE + DLP_FW_BASE, code, words);
}
