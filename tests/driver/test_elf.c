/* SPDX-License-Identifier: Apache-2.0
 * test_elf - bad files are refused with a reason; good ones are moved right. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf_file.h"
#include "env.h"
#include "file.h"

enum { NOP = 0x13, WORDS = 4, MUTATIONS = 20000 };
static const uint32_t code[WORDS] = { NOP, NOP, NOP, NOP };

static int open_bytes(struct dlp_elf *elf, const void *at, size_t size, char *why)
{
    why[0] = 0;
    return dlp_elf_open(elf, at, size, DLP_MEM_CODE_BASE, DLP_MEM_CODE_WINDOW, why, 128);
}

/* Open, and fill the image: the first error. */
static int try_all(const void *at, size_t size, uint64_t delta, char *why)
{
    struct dlp_elf elf;
    struct dlp_elf_symbols symbols;
    uint64_t value;
    int err = open_bytes(&elf, at, size, why);
    if (err)
        return err;
    uint8_t *image = elf.span <= (8 << 20) ? malloc((size_t)elf.span) : NULL;
    if (!image)
        return 0;                       /* a large image is not an error; just not worth the memory here */
    err = dlp_elf_image(&elf, delta, image);
    free(image);
    assert_int_equal(dlp_elf_functions(&elf, &symbols), 0);
    for (size_t i = 0; i < symbols.count; i++)
        assert_true(strlen(symbols.functions[i].name) < size && (symbols.functions[i].slots || symbols.functions[i].value - elf.base < elf.span));
    free(symbols.functions);
    free(symbols.names);
    (void)dlp_elf_symbol(&elf, "__dlp_spec_hash", &value);
    return err;
}

static Elf64_Ehdr *ehdr(struct elf_bytes e) { return (Elf64_Ehdr *)(void *)(e.at + ELF_EHDR); }
static Elf64_Phdr *phdr(struct elf_bytes e) { return (Elf64_Phdr *)(void *)(e.at + ELF_PHDR); }
static Elf64_Shdr *shdr(struct elf_bytes e, unsigned i) { return (Elf64_Shdr *)(void *)(e.at + ehdr(e)->e_shoff) + i; }
static Elf64_Rela *rela(struct elf_bytes e, unsigned i) { return (Elf64_Rela *)(void *)(e.at + shdr(e, ELF_SEC_RELA)->sh_offset) + i; }
static Elf64_Sym *symbol(struct elf_bytes e, unsigned i) { return (Elf64_Sym *)(void *)(e.at + shdr(e, ELF_SEC_SYMTAB)->sh_offset) + i; }

/* Each breaks one thing of a good file. */
static void no_magic(struct elf_bytes e) { e.at[1] = 'X'; }
static void class_32(struct elf_bytes e) { e.at[EI_CLASS] = ELFCLASS32; }
static void big_endian(struct elf_bytes e) { e.at[EI_DATA] = ELFDATA2MSB; }
static void bad_version(struct elf_bytes e) { ehdr(e)->e_version = 7; }
static void machine_x86(struct elf_bytes e) { ehdr(e)->e_machine = EM_X86_64; }
static void relocatable(struct elf_bytes e) { ehdr(e)->e_type = ET_REL; }
static void shared_object(struct elf_bytes e) { ehdr(e)->e_type = ET_DYN; }
static void no_segments(struct elf_bytes e) { ehdr(e)->e_phnum = 0; }
static void nothing_to_load(struct elf_bytes e) { phdr(e)->p_type = PT_NOTE; }
static void empty_segment(struct elf_bytes e) { phdr(e)->p_filesz = phdr(e)->p_memsz = 0; }
static void segments_outside(struct elf_bytes e) { ehdr(e)->e_phoff = e.size - 8; }
static void segments_wrap(struct elf_bytes e) { ehdr(e)->e_phoff = UINT64_MAX - 8; }
static void many_segments(struct elf_bytes e) { ehdr(e)->e_phnum = 0xffff; }
static void small_segment_headers(struct elf_bytes e) { ehdr(e)->e_phentsize = 32; }
static void dynamic_segment(struct elf_bytes e) { phdr(e)->p_type = PT_DYNAMIC; }
static void file_larger_than_memory(struct elf_bytes e) { phdr(e)->p_memsz = phdr(e)->p_filesz - 1; }
static void segment_past_end(struct elf_bytes e) { phdr(e)->p_offset = e.size - 4; }
static void segment_wraps(struct elf_bytes e) { phdr(e)->p_offset = UINT64_MAX - 2; }
static void segment_huge(struct elf_bytes e) { phdr(e)->p_memsz = UINT64_MAX / 2; }
static void segment_too_large(struct elf_bytes e) { phdr(e)->p_memsz = DLP_MEM_CODE_WINDOW + 1; }
static void segment_below_window(struct elf_bytes e) { phdr(e)->p_vaddr = DLP_MEM_CODE_BASE - 4; }
static void segment_above_window(struct elf_bytes e) { phdr(e)->p_vaddr = DLP_MEM_CODE_BASE + DLP_MEM_CODE_WINDOW - 4; }
static void segment_in_nram(struct elf_bytes e) { phdr(e)->p_vaddr = DLP_MEM_NRAM_BASE; }
static void odd_alignment(struct elf_bytes e) { phdr(e)->p_align = 96; }
static void huge_alignment(struct elf_bytes e) { phdr(e)->p_align = UINT64_C(1) << 40; }
static void entry_outside(struct elf_bytes e) { ehdr(e)->e_entry = DLP_MEM_CODE_BASE; }
static void entry_behind(struct elf_bytes e) { ehdr(e)->e_entry = phdr(e)->p_vaddr + phdr(e)->p_memsz; }
static void entry_misaligned(struct elf_bytes e) { ehdr(e)->e_entry += 2; }
static void sections_outside(struct elf_bytes e) { ehdr(e)->e_shoff = e.size - 64; }
static void sections_wrap(struct elf_bytes e) { ehdr(e)->e_shoff = UINT64_MAX - 63; }
static void small_section_headers(struct elf_bytes e) { ehdr(e)->e_shentsize = 40; }
static void section_outside(struct elf_bytes e) { shdr(e, ELF_SEC_STRTAB)->sh_offset = e.size; }
static void section_wraps(struct elf_bytes e) { shdr(e, ELF_SEC_RELA)->sh_size = UINT64_MAX; }
static void symbols_of_wrong_size(struct elf_bytes e) { shdr(e, ELF_SEC_SYMTAB)->sh_entsize = 16; }
static void symbols_cut(struct elf_bytes e) { shdr(e, ELF_SEC_SYMTAB)->sh_size -= 1; }
static void symbols_without_names(struct elf_bytes e) { shdr(e, ELF_SEC_SYMTAB)->sh_link = 99; }
static void names_in_wrong_section(struct elf_bytes e) { shdr(e, ELF_SEC_SYMTAB)->sh_link = ELF_SEC_TEXT; }
static void names_without_end(struct elf_bytes e) { shdr(e, ELF_SEC_STRTAB)->sh_size -= 1; }
static void name_outside(struct elf_bytes e) { symbol(e, 1)->st_name = 100000; }
static void relocations_of_wrong_size(struct elf_bytes e) { shdr(e, ELF_SEC_RELA)->sh_entsize = 16; }
static void relocations_without_symbols(struct elf_bytes e) { shdr(e, ELF_SEC_RELA)->sh_link = ELF_SEC_TEXT; }
static void relocations_without_target(struct elf_bytes e) { shdr(e, ELF_SEC_RELA)->sh_info = 77; }
static void relocation_before_image(struct elf_bytes e) { rela(e, 0)->r_offset = phdr(e)->p_vaddr - 4; }
static void relocation_behind_image(struct elf_bytes e) { rela(e, 0)->r_offset = phdr(e)->p_vaddr + phdr(e)->p_memsz - 2; }
static void relocation_of_64_bits_at_the_end(struct elf_bytes e) { rela(e, 4)->r_offset = phdr(e)->p_vaddr + phdr(e)->p_memsz - 4; }
static void relocation_wraps(struct elf_bytes e) { rela(e, 4)->r_offset = UINT64_MAX - 3; }
static void relocation_with_bad_symbol(struct elf_bytes e) { rela(e, 0)->r_info = ELF64_R_INFO(1000, R_RISCV_HI20); }
static void relocation_of_unknown_type(struct elf_bytes e) { rela(e, 0)->r_info = ELF64_R_INFO(1, 200); }
static void relative_to_nram(struct elf_bytes e) { rela(e, 5)->r_info = ELF64_R_INFO(5, R_RISCV_PCREL_HI20); }

static void every_bad_file_is_refused_with_a_reason(void **state)
{
    void (*const breaks[])(struct elf_bytes) = {
        no_magic, class_32, big_endian, bad_version, machine_x86, relocatable, shared_object, no_segments, nothing_to_load, empty_segment,
        segments_outside, segments_wrap, many_segments, small_segment_headers, dynamic_segment, file_larger_than_memory, segment_past_end,
        segment_wraps, segment_huge, segment_too_large, segment_below_window, segment_above_window, segment_in_nram, odd_alignment,
        huge_alignment, entry_outside, entry_behind, entry_misaligned, sections_outside, sections_wrap, small_section_headers, section_outside,
        section_wraps, symbols_of_wrong_size, symbols_cut, symbols_without_names, names_in_wrong_section, names_without_end, name_outside,
        relocations_of_wrong_size, relocations_without_symbols, relocations_without_target, relocation_before_image, relocation_behind_image,
        relocation_of_64_bits_at_the_end, relocation_wraps, relocation_with_bad_symbol, relocation_of_unknown_type, relative_to_nram,
    };
    char why[128];
    (void)state;
    for (size_t i = 0; i < sizeof breaks / sizeof breaks[0]; i++) {
        struct elf_bytes e = elf_make(code, WORDS);
        assert_int_equal(try_all(e.at, e.size, 0x1000, why), 0);
        breaks[i](e);
        int err = try_all(e.at, e.size, 0x1000, why);
        if (err != DLP_EELF || !why[0])
            fail_msg("break %zu: error %d, reason \"%s\"", i, err, why);
        free(e.at);
    }
}

static void overlapping_segments_are_refused(void **state)
{
    char why[128];
    struct elf_bytes e = elf_make(code, WORDS);
    (void)state;
    ehdr(e)->e_phnum = 2;
    phdr(e)[1] = phdr(e)[0];
    phdr(e)[1].p_vaddr += phdr(e)->p_memsz;
    assert_int_equal(try_all(e.at, e.size, 0, why), 0);
    phdr(e)[1].p_vaddr -= 1;
    assert_int_equal(try_all(e.at, e.size, 0, why), DLP_EELF);
    free(e.at);
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    char why[128];
    struct elf_bytes e = elf_make(code, WORDS);
    (void)state;
    for (size_t n = 0; n < e.size; n++) {
        uint8_t *cut = malloc(n ? n : 1);       /* its own piece of memory, so that reading behind it is noticed */
        assert_non_null(cut);
        memcpy(cut, e.at, n);
        assert_int_equal(try_all(cut, n, 0x1000, why), DLP_EELF);
        free(cut);
    }
    free(e.at);
}

/* No claim but that nothing breaks: run under the address sanitizer. */
static void random_damage_never_breaks_the_loader(void **state)
{
    char why[128];
    uint64_t seed = 42;
    void *bytes;
    size_t size;
    unsigned good = 0;
    (void)state;
    assert_int_equal(dlp_file_read(env.kernels, &bytes, &size), 0);
    assert_int_equal(try_all(bytes, size, 0x1000, why), 0);
    struct elf_bytes small = elf_make(code, WORDS);
    for (unsigned i = 0; i < MUTATIONS; i++) {
        const bool large = i % 8 == 0;
        const size_t n = large ? size : small.size;
        uint8_t *copy = malloc(n);
        assert_non_null(copy);
        memcpy(copy, large ? bytes : small.at, n);
        for (unsigned k = 0, changes = 1 + (unsigned)(random64(&seed) % 4); k < changes; k++)
            copy[random64(&seed) % n] = (uint8_t)(random64(&seed) % 4 ? random64(&seed) : random64(&seed) % 2 ? 0xff : 0);
        int err = try_all(copy, n, random64(&seed) & 0xfffffc0, why);
        assert_true(err == 0 || (err == DLP_EELF && why[0]));
        good += err == 0;
        free(copy);
    }
    assert_true(good > 100 && good < MUTATIONS);
    free(small.at);
    free(bytes);
}

/* The words that elf_make adds hold `data`; here they are taken apart again. */
static void each_kind_of_reference_moves_with_the_image(void **state)
{
    const uint64_t base = DLP_MEM_CODE_BASE + DLP_FW_BYTES, deltas[] = { 0, 0x40, 0x1000, 0x123440, 0x3e000000, (uint64_t)-0x10000 };
    char why[128];
    struct elf_bytes e = elf_make(code, WORDS);
    struct dlp_elf elf;
    (void)state;
    assert_int_equal(open_bytes(&elf, e.at, e.size, why), 0);
    assert_int_equal(elf.base, base);
    assert_int_equal(elf.entry, base);
    for (size_t i = 0; i < sizeof deltas / sizeof deltas[0]; i++) {
        uint32_t image[WORDS + 8];
        assert_int_equal(elf.span, sizeof image);
        assert_int_equal(dlp_elf_image(&elf, deltas[i], (uint8_t *)image), 0);
        const uint32_t *t = image + WORDS, want = (uint32_t)(base + WORDS * 4 + 7 * 4 + deltas[i]);
        /* lui and a signed 12-bit part, as the core adds them */
        uint32_t hi = t[0] & 0xfffff000, lo_i = (uint32_t)((int32_t)t[1] >> 20);
        uint32_t lo_s = (uint32_t)((int32_t)(t[2] & 0xfe000000) >> 20) | (t[2] >> 7 & 31);
        assert_int_equal(hi + lo_i, want);
        assert_int_equal(hi + lo_s, want);
        assert_int_equal(t[0] & 0xfff, 0x537);
        assert_int_equal(t[1] & 0xfffff, 0x53503);
        assert_int_equal(t[2] & 0x1fff07f, 0xa53023);
        assert_int_equal(t[3], want);
        assert_int_equal(t[4], want);
        assert_int_equal(t[5], 0);
        assert_int_equal(t[6], 0x537 | DLP_MEM_NRAM_BASE);      /* scratchpads stay */
        assert_int_equal(t[7], 0xdada);
        assert_memory_equal(image, code, sizeof code);
    }
    free(e.at);
}

static void absolute_symbols_do_not_move_even_if_they_look_like_addresses(void **state)
{
    char why[128];
    struct elf_bytes e = elf_make(code, WORDS);
    struct dlp_elf elf;
    uint32_t image[WORDS + 8];
    (void)state;
    rela(e, 3)->r_info = ELF64_R_INFO(3, R_RISCV_32);       /* __dlp_spec_hash, an absolute symbol */
    symbol(e, 3)->st_value = DLP_MEM_CODE_BASE + DLP_FW_BYTES;
    assert_int_equal(open_bytes(&elf, e.at, e.size, why), 0);
    assert_int_equal(dlp_elf_image(&elf, 0x1000, (uint8_t *)image), 0);
    assert_int_equal(image[WORDS + 3], DLP_MEM_CODE_BASE + DLP_FW_BYTES + WORDS * 4 + 7 * 4);
    free(e.at);
}

static void functions_and_symbols_are_found_by_name(void **state)
{
    char why[128];
    struct elf_bytes e = elf_make(code, WORDS);
    struct dlp_elf elf;
    struct dlp_elf_symbols s;
    uint64_t value;
    (void)state;
    assert_int_equal(open_bytes(&elf, e.at, e.size, why), 0);
    assert_int_equal(dlp_elf_functions(&elf, &s), 0);
    assert_int_equal(s.count, 2);
    assert_string_equal(s.functions[0].name, "first");
    assert_string_equal(s.functions[1].name, "second");
    assert_int_equal(s.functions[1].value - s.functions[0].value, 4);
    assert_int_equal(dlp_elf_symbol(&elf, "__dlp_spec_hash", &value), 0);
    assert_int_equal(value, DLP_SPEC_HASH);
    assert_int_equal(dlp_elf_symbol(&elf, "third", &value), DLP_ENOSYM);
    free(s.functions);
    free(s.names);
    ehdr(e)->e_shnum = 0;                                   /* stripped: still loadable, nothing to find */
    assert_int_equal(open_bytes(&elf, e.at, e.size, why), 0);
    assert_int_equal(dlp_elf_symbol(&elf, "first", &value), DLP_ENOSYM);
    assert_int_equal(dlp_elf_functions(&elf, &s), 0);
    assert_int_equal(s.count, 0);
    free(e.at);
}

int run_elf(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bad_file_is_refused_with_a_reason), cmocka_unit_test(overlapping_segments_are_refused),
        cmocka_unit_test(a_file_cut_anywhere_is_refused), cmocka_unit_test(random_damage_never_breaks_the_loader),
        cmocka_unit_test(each_kind_of_reference_moves_with_the_image),
        cmocka_unit_test(absolute_symbols_do_not_move_even_if_they_look_like_addresses),
        cmocka_unit_test(functions_and_symbols_are_found_by_name),
    };
    return cmocka_run_group_tests_name("ELF loader", tests, NULL, NULL);
}
