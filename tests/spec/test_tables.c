/* SPDX-License-Identifier: Apache-2.0
 * Tests of the C views of the tables: every row is found by its number, texts are never NULL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dlp_config.h"
#include "dlp_disasm.h"
#include "dlp_enums.h"
#include "dlp_spec.h"
#include "dlp_tables.h"

static uint32_t seed = 1;

static uint32_t rnd(void)                       /* xorshift32 */
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static void a_word_with_any_operands_is_found(void **state)
{
    (void)state;
    for (size_t k = 0; k < DLP_I_COUNT; k++)
        for (int n = 0; n < 1000; n++) {
            uint32_t word = dlp_insns[k].match | (rnd() & ~dlp_insns[k].mask);

            assert_ptr_equal(dlp_insn_find(word), &dlp_insns[k]);
        }
}

/* Words near each instruction: one bit of the mask flipped is another instruction or illegal. */
static void a_word_with_a_flipped_fixed_bit_is_another(void **state)
{
    (void)state;
    for (size_t k = 0; k < DLP_I_COUNT; k++)
        for (int b = 0; b < 32; b++)
            if (dlp_insns[k].mask >> b & 1)
                assert_ptr_not_equal(dlp_insn_find(dlp_insns[k].match ^ 1u << b), &dlp_insns[k]);
}

static void words_without_a_row_are_illegal(void **state)
{
    char text[DLP_DISASM_BYTES];

    (void)state;
    assert_null(dlp_insn_find(0));
    assert_null(dlp_insn_find(0xffffffff));
    assert_null(dlp_insn_find(0x00004501));     /* compressed */
    assert_null(dlp_insn_find(0x00000053));     /* fadd.s */
    assert_int_equal(dlp_disasm(0, 0, text, sizeof text), -1);
    assert_string_equal(text, ".4byte 0x00000000");
}

static void numbers_find_their_rows(void **state)
{
    (void)state;
    for (size_t k = 0; k < dlp_csr_count; k++)
        assert_ptr_equal(dlp_csr_find(dlp_csrs[k].number), &dlp_csrs[k]);
    for (size_t k = 0; k < dlp_cfg_count; k++)
        assert_ptr_equal(dlp_cfg_find(dlp_cfgs[k].index), &dlp_cfgs[k]);
    for (size_t k = 0; k < dlp_reg_count; k++)
        assert_ptr_equal(dlp_reg_find(dlp_regs[k].offset), &dlp_regs[k]);
    assert_null(dlp_csr_find(0x123));
    assert_null(dlp_cfg_find(127));
    assert_null(dlp_reg_find(2));
    assert_int_equal(dlp_reg_find(DLP_REG_CORE_STATUS)->offset, DLP_BLOCK_CORE_BASE + 4);
}

static void errors_and_faults_have_texts(void **state)
{
    (void)state;
    assert_string_equal(dlp_strerror(0), "success");
    assert_string_equal(dlp_strerror(DLP_EINVAL), "invalid argument");
    assert_string_equal(dlp_errname(DLP_EBUSY), "DLP_EBUSY");
    assert_string_equal(dlp_strerror(1), "unknown error");
    assert_string_equal(dlp_strerror(-9999), "unknown error");
    assert_string_equal(dlp_strfault(DLP_FAULT_ILLEGAL), "illegal instruction");
    assert_string_equal(dlp_faultname(DLP_FAULT_COPY_SIZE), "COPY_SIZE");
    assert_string_equal(dlp_strfault(0xff), "unknown fault");
    for (uint32_t v = 0; v < 256; v++)
        assert_non_null(dlp_faultname(v));
}

static void profiles_are_found_by_name_and_number(void **state)
{
    (void)state;
    assert_int_equal(dlp_profile_count, 3);
    assert_ptr_equal(dlp_profile_by_name("full"), dlp_profile_by_number(DLP_PROFILE_FULL));
    assert_ptr_equal(dlp_profile_by_name("EDGE"), dlp_profile_by_number(DLP_PROFILE_EDGE));
    assert_null(dlp_profile_by_name("ful"));
    assert_null(dlp_profile_by_name("fully"));
    assert_null(dlp_profile_by_name(""));
    assert_null(dlp_profile_by_name(NULL));
    assert_null(dlp_profile_by_number(3));
    for (size_t k = 0; k < dlp_profile_count; k++)
        assert_int_equal(dlp_profiles[k].number, k);
    assert_int_equal(dlp_profile_by_name("edu")->gdram_mb, DLP_PARAM_GDRAM_MB_EDU);    /* last field */
    assert_int_equal(dlp_profile_by_name("edge")->mxu_dim, DLP_PARAM_MXU_DIM_EDGE);
}

static void text_never_leaves_the_buffer(void **state)
{
    (void)state;
    for (int n = 0; n < 20000; n++) {
        const struct dlp_insn *i = &dlp_insns[rnd() % DLP_I_COUNT];
        uint32_t word = n & 1 ? rnd() : i->match | (rnd() & ~i->mask);
        uint64_t pc = (uint64_t)rnd() << 32 | rnd();
        char whole[DLP_DISASM_BYTES + 1], cut[DLP_DISASM_BYTES + 1];
        size_t size = rnd() % 24;

        memset(whole, 'x', sizeof whole);
        memset(cut, 'x', sizeof cut);
        dlp_disasm(word, pc, whole, DLP_DISASM_BYTES);
        dlp_disasm(word, pc, cut, size);
        assert_true(strlen(whole) < DLP_DISASM_BYTES - 1);
        assert_int_equal(cut[size], 'x');
        if (size > 0) {
            assert_int_equal(strncmp(whole, cut, size - 1), 0);
            assert_true(strlen(cut) <= size - 1);
        }
    }
}

static void texts_are_as_the_manual_writes_them(void **state)
{
    static const struct { uint32_t word; uint64_t pc; const char *text; } rows[] = {
        { 0xffc10113, 0, "addi sp, sp, -4" },
        { 0x0005b503, 0, "ld a0, 0(a1)" },
        { 0xfea53c23, 0, "sd a0, -8(a0)" },
        { 0x00008067, 0, "jalr zero, 0(ra)" },
        { 0xfe051ee3, 0x40000010, "bne a0, zero, 0x4000000c" },
        { 0x0100056f, 0x40000000, "jal a0, 0x40000010" },
        { 0xffdff57b, 0x40000010, "dlp.cj a0, 0x4000000c" },
        { 0xb0002573, 0, "csrrs a0, mcycle, zero" },
        { 0x1235d573, 0, "csrrwi a0, 0x123, 11" },
        { 0x0125000b, 0, "dlp.cfg a0, MAT_CI" },
        { 0x24b5100b, 0, "dlp.cfg2 a0, a1, MAT_CI" },
        { 0x0085200b, 0, "dlp.vset a0, F32" },
        { 0x0050300b, 0, "dlp.sync {VEC,IO}" },
        { 0x0005400b, 0, "dlp.exit a0" },
        { 0x00c5852b, 0, "dlp.vadd.vv a0, a1, a2, {}" },
        { 0x80c5d52b, 0, "dlp.vadd.vv a0, a1, a2, {VEC,IO,MOVE}" },
        { 0x20c5a55b, 0, "dlp.matmul a0, a1, a2, {MAT}" },
        { 0x62c5955b, 0, "dlp.mv.copy2d a0, a1, a2, {VEC}" },
    };
    char text[DLP_DISASM_BYTES];

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        dlp_disasm(rows[k].word, rows[k].pc, text, sizeof text);
        assert_string_equal(text, rows[k].text);
    }
}

static void types_of_commands_are_described_by_name(void **state)
{
    static const struct { uint32_t type; const char *note; } rows[] = {
        { DLP_TYPE_F32, "" },
        { 0xa8, "F32: vfn LT" },
        { 0xc18, "F32: vcvt to U8 RD with a position" },
        { 0xc88, "F32: no command takes it" },
        { 0x438, "F32: vfn EXP, or vcvt to U16 RD" },
        { 0x434, "I32: vcvt to U16 RD" },
        { 0x4c8, "F32: vfn ERF" },
        { 0x558, "F32: vfn SIGN, or vcvt to U32 RN" },
        { 0x10, "I8: vfn OR, or vcvt to U8 TZ, or vtrans ROT270, or indices U8" },
        { 0x36, "F16: vcvt to U16 TZ, or vtrans ANTI, or indices U16" },
        { 0x188, "F32: vfn DIV, or vcvt to F32 OZ" },
        { 0x208, "F32: vfn NOT, or vcvt to I8 UP" },
        { 0xff8, "F32: no command takes it" },
        { 0x009, "" },
        { 0xa9, "" },
    };
    char note[DLP_DISASM_BYTES];

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const uint32_t word = DLP_INSN_VSET_MATCH | rows[k].type << DLP_FIELD_IMM_I_LSB;
        assert_int_equal(dlp_disasm_note(word, note, sizeof note), rows[k].note[0] != 0);
        assert_string_equal(note, rows[k].note);
    }
    assert_int_equal(dlp_disasm_note(DLP_INSN_DCFG_MATCH | UINT32_C(0x438) << DLP_FIELD_IMM_I_LSB, note, sizeof note), 0);
    assert_int_equal(dlp_disasm_note(0, note, sizeof note), 0);
    for (uint32_t type = 0; type < 0x1000; type++) {
        char cut[8];
        dlp_disasm_note(DLP_INSN_VSET_MATCH | type << DLP_FIELD_IMM_I_LSB, note, sizeof note);
        dlp_disasm_note(DLP_INSN_VSET_MATCH | type << DLP_FIELD_IMM_I_LSB, cut, sizeof cut);
        assert_true(strlen(note) < sizeof note - 1);
        assert_int_equal(strncmp(cut, note, sizeof cut - 1), 0);
    }
}

static void types_have_the_sizes_of_their_rows(void **state)
{
    unsigned rows = 0, implemented_codes = 0;

    (void)state;
#define DLP_TYPE(name, code, bytes, implemented, doc) \
    assert_int_equal(DLP_TYPE_BYTES(code), bytes), assert_int_equal(DLP_TYPE_IMPLEMENTED(code), implemented), rows += implemented;
#include "isa.def"
    for (unsigned code = 0; code < 16; code++)
        implemented_codes += DLP_TYPE_IMPLEMENTED(code);
    assert_int_equal(implemented_codes, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_with_any_operands_is_found),
        cmocka_unit_test(a_word_with_a_flipped_fixed_bit_is_another),
        cmocka_unit_test(words_without_a_row_are_illegal),
        cmocka_unit_test(types_have_the_sizes_of_their_rows),
        cmocka_unit_test(numbers_find_their_rows),
        cmocka_unit_test(errors_and_faults_have_texts),
        cmocka_unit_test(profiles_are_found_by_name_and_number),
        cmocka_unit_test(text_never_leaves_the_buffer),
        cmocka_unit_test(texts_are_as_the_manual_writes_them),
        cmocka_unit_test(types_of_commands_are_described_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
