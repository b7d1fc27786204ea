/* SPDX-License-Identifier: Apache-2.0
 * Every vector command on every element type, with every function, result type and rounding, against tests/rtl/dlp_vpu/vpu_ref.c, which
 * shares nothing with the model.  Prints how many of the combinations ran. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "../rtl/dlp_vpu/vpu_ref.h"
#include "bench.h"

#define NR DLP_MEM_NRAM_BASE
enum { DST = 0x2800, SRC0 = 0x405, SRC1 = 0x1403, TYPES = DLP_TYPE_F32 + 1, ROUNDS = DLP_ROUND_RN + 1 };

static bool is_float(uint32_t type) { return type == DLP_TYPE_F16 || type == DLP_TYPE_BF16 || type == DLP_TYPE_F32; }

/* Bytes of which many are those of zeros, ones, infinities, NaNs, subnormals and of numbers close to each other. */
static void some_elements(uint8_t *to, size_t bytes)
{
    static const uint16_t parts[] = { 0x0000, 0x8000, 0x0001, 0xffff, 0x3f80, 0xbf80, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7f80, 0xff80, 0x7fc0, 0x7e01,
                                      0x007f, 0x0080, 0x03ff, 0x0400, 0x7bff, 0x7f7f, 0x4b80, 0xcf00, 0x4f00, 0x7fff, 0x477f, 0x3300 };
    for (size_t i = 0; i + 2 <= bytes; i += 2) {
        uint64_t r = rnd();
        uint16_t v = (r & 3) == 0 ? parts[(r >> 8) % (sizeof parts / sizeof parts[0])]
                   : (r & 3) == 1 ? (uint16_t)((r & 0x807f) | (118 + (r >> 32) % 20) << 7) : (uint16_t)(r >> 16);
        memcpy(to + i, &v, sizeof v);
    }
}

/* One command in the model and in the reference; all of NRAM is compared. */
static void check(struct bench *b, uint32_t op, uint32_t vec_type, uint32_t n)
{
    static uint8_t want[1 << 20];
    struct vpu_cmd c = { .op = op, .rd = NR + DST + rnd() % 8, .rs1 = NR + SRC0 + rnd() % 8, .rs2 = NR + SRC1 + rnd() % 8 };
    const bool scalar = op % 4 == 1 && (op <= DLP_VOP_VMIN_VS || op == DLP_VOP_VFN_VS || op == DLP_VOP_VBIT_VS);
    const float mean = 1.0f / 6;
    if (op == DLP_VOP_VCVT && vec_type >> DLP_VEC_TYPE_POS_LSB & 1)
        c.rs2 = rnd() & 1 ? rnd() : (uint64_t)(rnd() % 40) - 20;           /* a position */
    const uint32_t shape[] = { 5, 4, 3, 3, 2, 1, 1 };          /* C H W KH KW SH SW */
    struct vpu_range range;
    uint64_t address;
    for (uint64_t i = 0; i < b->nram_bytes; i += 4096)
        some_elements(b->nram + i, 4096);
    if (op == DLP_VOP_VFILL)
        some_elements((uint8_t *)&c.rs1, sizeof c.rs1);
    if (scalar)
        some_elements((uint8_t *)&c.rs2, sizeof c.rs2);
    c.cfg[DLP_CFG_VEC_N] = n;
    c.cfg[DLP_CFG_VEC_TYPE] = vec_type;
    c.cfg[DLP_CFG_VEC_SEG] = 7;
    if (op == DLP_VOP_VGATHER || op == DLP_VOP_VSCATTER) {          /* good indices */
        const unsigned bytes = DLP_TYPE_BYTES(vec_type >> DLP_VEC_TYPE_INDEX_LSB);
        memset(b->nram + (c.rs2 - NR), 0, n * bytes);
        for (uint32_t i = 0; i < n; i++)
            b->nram[c.rs2 - NR + i * bytes] = (uint8_t)(rnd() % c.cfg[DLP_CFG_VEC_SEG]);
    }
    for (unsigned i = 0; i < sizeof shape / sizeof shape[0]; i++)
        c.cfg[DLP_CFG_VEC_C + i] = shape[i];
    memcpy(&c.cfg[DLP_CFG_VEC_SCALE], &mean, sizeof mean);
    memcpy(want, b->nram, b->nram_bytes);
    assert_int_equal(vpu_ref(want, b->nram_bytes, &c, &address, &range), DLP_FAULT_NONE);

    for (unsigned i = 0; i < VPU_CFGS; i++)
        emit_cfg(b, DLP_CFG_VEC_N + i, c.cfg[i]);
    assert_int_equal(bench_command(b, DLP_INSN_VADD_VV_MATCH | op << DLP_FIELD_CMD_VEC_OP_LSB, c.rd, c.rs1, c.rs2).faults, 0);
    for (uint64_t i = 0; i < b->nram_bytes; i++)
        if (b->nram[i] != want[i])
            fail_msg("operation %u, VEC_TYPE 0x%x, %u elements: byte %d of the result is %02x, not %02x", op, vec_type, n,
                     (int)(i - (c.rd - NR)), b->nram[i], want[i]);
}

static void every_command_on_every_type(void **unused)
{
    static const uint32_t plain[] = {
        DLP_VOP_VADD_VV, DLP_VOP_VADD_VS, DLP_VOP_VADD_VC, DLP_VOP_VSUB_VV, DLP_VOP_VSUB_VS, DLP_VOP_VSUB_VC, DLP_VOP_VMUL_VV, DLP_VOP_VMUL_VS,
        DLP_VOP_VMUL_VC, DLP_VOP_VMAX_VV, DLP_VOP_VMAX_VS, DLP_VOP_VMAX_VC, DLP_VOP_VMIN_VV, DLP_VOP_VMIN_VS, DLP_VOP_VMIN_VC, DLP_VOP_VRELU,
        DLP_VOP_VCVT_I8, DLP_VOP_VCVT_I32, DLP_VOP_VCVT_F32, DLP_VOP_VFILL, DLP_VOP_VMAXPOOL, DLP_VOP_VAVGPOOL, DLP_VOP_VARGMAX, DLP_VOP_VSUM,
        DLP_VOP_VSUMPOOL, DLP_VOP_VMINPOOL, DLP_VOP_VSUM128, DLP_VOP_VARGMIN, DLP_VOP_VCOUNT, DLP_VOP_VFIRST, DLP_VOP_VLAST, DLP_VOP_VCOLLECT,
        DLP_VOP_VMASK,
    };
    struct bench *b = bench_new("edu");
    unsigned ran = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        for (uint32_t t = 0; t < TYPES; t++, ran++) {
            check(b, plain[i], t, 1);
            check(b, plain[i], t, 300);
        }
    printf("%u commands x types\n", ran);
    bench_free(b);
}

/* Every function of vtrans, and indices of every type, on elements of every type. */
static void every_rearrangement_on_every_type(void **unused)
{
    static const uint32_t indices[] = { DLP_TYPE_U8, DLP_TYPE_U16, DLP_TYPE_U32 };
    struct bench *b = bench_new("edu");
    unsigned ran = 0;
    (void)unused;
    for (uint32_t t = 0; t < TYPES; t++) {
        for (uint32_t fn = DLP_VTRANS_TRANSPOSE; fn <= DLP_VTRANS_ROT180; fn++, ran++)
            check(b, DLP_VOP_VTRANS, t | fn << DLP_VEC_TYPE_FN_LSB, 1);
        for (size_t i = 0; i < sizeof indices / sizeof indices[0]; i++, ran += 2) {
            check(b, DLP_VOP_VGATHER, t | indices[i] << DLP_VEC_TYPE_INDEX_LSB, 200);
            check(b, DLP_VOP_VSCATTER, t | indices[i] << DLP_VEC_TYPE_INDEX_LSB, 200);
        }
    }
    printf("%u rearrangements x types\n", ran);
    bench_free(b);
}

static void every_conversion_with_every_rounding(void **unused)
{
    struct bench *b = bench_new("edu");
    unsigned ran = 0;
    (void)unused;
    for (uint32_t from = 0; from < TYPES; from++)
        for (uint32_t to = 0; to < TYPES; to++)
            for (uint32_t how = 0; how < ROUNDS; how++, ran++)
                check(b, DLP_VOP_VCVT, from | to << DLP_VEC_TYPE_TO_LSB | how << DLP_VEC_TYPE_ROUND_LSB, 400);
    printf("%u types x types x roundings\n", ran);
    bench_free(b);
}

static void every_scaled_conversion_with_every_rounding(void **unused)
{
    struct bench *b = bench_new("edu");
    unsigned ran = 0;
    (void)unused;
    for (uint32_t from = 0; from < TYPES; from++)
        for (uint32_t to = 0; to < TYPES; to++)
            for (uint32_t how = 0; how < ROUNDS && !(is_float(from) && is_float(to)); how++, ran++)
                for (unsigned i = 0; i < 8; i++)                            /* positions */
                    check(b, DLP_VOP_VCVT, from | to << DLP_VEC_TYPE_TO_LSB | how << DLP_VEC_TYPE_ROUND_LSB | 1u << DLP_VEC_TYPE_POS_LSB, 200);
    printf("%u types x types x roundings, 8 positions each\n", ran);
    bench_free(b);
}

static void every_function_on_every_type(void **unused)
{
    static const uint32_t two[] = { DLP_VFN_AND, DLP_VFN_OR, DLP_VFN_XOR, DLP_VFN_SHL, DLP_VFN_SHR, DLP_VFN_EQ, DLP_VFN_NE, DLP_VFN_LT, DLP_VFN_LE,
                                    DLP_VFN_GT, DLP_VFN_GE, DLP_VFN_LAND, DLP_VFN_LOR, DLP_VFN_LXOR, DLP_VFN_MAXNAN, DLP_VFN_MINNAN };
    static const uint32_t one[] = { DLP_VFN_NOT, DLP_VFN_ABS, DLP_VFN_NEG, DLP_VFN_LNOT, DLP_VFN_SQUARE };
    struct bench *b = bench_new("edu");
    unsigned ran = 0;
    (void)unused;
    for (uint32_t t = 0; t < TYPES; t++) {
        for (size_t i = 0; i < sizeof two / sizeof two[0]; i++) {
            if (is_float(t) && (two[i] == DLP_VFN_SHL || two[i] == DLP_VFN_SHR))
                continue;
            for (uint32_t form = 0; form < 3; form++, ran++)
                check(b, DLP_VOP_VFN_VV + form, t | two[i] << DLP_VEC_TYPE_FN_LSB, 300);
            for (uint32_t form = 0; form < 3 && two[i] >= DLP_VFN_EQ && two[i] <= DLP_VFN_GE; form++, ran++)
                check(b, DLP_VOP_VBIT_VV + form, t | two[i] << DLP_VEC_TYPE_FN_LSB, 301);
        }
        for (size_t i = 0; i < sizeof one / sizeof one[0]; i++, ran++)
            check(b, DLP_VOP_VFN, t | one[i] << DLP_VEC_TYPE_FN_LSB, 300);
    }
    printf("%u functions x types x forms\n", ran);
    bench_free(b);
}

/* Values worked out by hand from the formats; pos: 0 or a position. */
static void known_conversions(void **unused)
{
    static const struct { uint32_t from, to, how, in, out; int pos; } k[] = {
        { DLP_TYPE_F32, DLP_TYPE_F16, DLP_ROUND_RN, 0x3f800000, 0x3c00, 0 },          /* 1 */
        { DLP_TYPE_F32, DLP_TYPE_F16, DLP_ROUND_RN, 0x477ff000, 0x7c00, 0 },          /* 65520: tie above the largest half, to even: infinity */
        { DLP_TYPE_F32, DLP_TYPE_F16, DLP_ROUND_TZ, 0x477ff000, 0x7bff, 0 },
        { DLP_TYPE_F32, DLP_TYPE_F16, DLP_ROUND_UP, 0x00000001, 0x0001, 0 },
        { DLP_TYPE_F16, DLP_TYPE_F32, DLP_ROUND_TZ, 0x0001, 0x33800000, 0 },          /* 2^-24 */
        { DLP_TYPE_F16, DLP_TYPE_F32, DLP_ROUND_TZ, 0xfe00, 0x7fc00000, 0 },
        { DLP_TYPE_F32, DLP_TYPE_BF16, DLP_ROUND_RN, 0x3f808000, 0x3f80, 0 },
        { DLP_TYPE_F32, DLP_TYPE_BF16, DLP_ROUND_RD, 0x3f808000, 0x3f81, 0 },
        { DLP_TYPE_I32, DLP_TYPE_BF16, DLP_ROUND_RN, 0x01010001, 0x4b81, 0 },         /* 2^24 + 2^16 + 1: just above a tie; by way of 24 bits it would be one */
        { DLP_TYPE_U32, DLP_TYPE_F32, DLP_ROUND_RN, 0xffffffff, 0x4f800000, 0 },
        { DLP_TYPE_U32, DLP_TYPE_I32, DLP_ROUND_RN, 0xffffffff, 0x7fffffff, 0 },
        { DLP_TYPE_I32, DLP_TYPE_U8, DLP_ROUND_RN, 0xffffffff, 0, 0 },
        { DLP_TYPE_I16, DLP_TYPE_I8, DLP_ROUND_RN, 0xff7f, 0x80, 0 },                 /* -129 */
        { DLP_TYPE_F32, DLP_TYPE_U16, DLP_ROUND_OZ, 0x477fff00, 0xffff, 0 },          /* 65535 */
        { DLP_TYPE_F32, DLP_TYPE_I16, DLP_ROUND_RD, 0xc0200000, 0xfffd, 0 },          /* -2.5 */
        { DLP_TYPE_F32, DLP_TYPE_I16, DLP_ROUND_RN, 0xc0200000, 0xfffe, 0 },
        { DLP_TYPE_F16, DLP_TYPE_F16, DLP_ROUND_RN, 0xfe01, 0xfe01, 0 },              /* the same type copies, a NaN, too */
        { DLP_TYPE_F16, DLP_TYPE_I8, DLP_ROUND_RD, 0x3e00, 96, -6 },               /* 1.5 * 64 */
        { DLP_TYPE_F16, DLP_TYPE_I8, DLP_ROUND_RD, 0x4100, 127, -6 },              /* 2.5 * 64 = 160 */
        { DLP_TYPE_I8, DLP_TYPE_F16, DLP_ROUND_RN, 0xa0, 0xbe00, 6 },              /* -96 / 64 */
        { DLP_TYPE_I8, DLP_TYPE_F16, DLP_ROUND_RN, 3, 0x0003, 24 },                /* 3 * 2^-24: subnormal */
        { DLP_TYPE_I8, DLP_TYPE_F16, DLP_ROUND_UP, 1, 0x0001, 127 },               /* 2^-127: the least half above 0 */
        { DLP_TYPE_I8, DLP_TYPE_F32, DLP_ROUND_TZ, 1, 0x00400000, 127 },           /* 2^-127 */
        { DLP_TYPE_I8, DLP_TYPE_F32, DLP_ROUND_TZ, 1, 0x7f7fffff, -128 },          /* 2^128 */
        { DLP_TYPE_I8, DLP_TYPE_BF16, DLP_ROUND_RN, 0xff, 0xff80, -128 },          /* -2^128 */
        { DLP_TYPE_I8, DLP_TYPE_BF16, DLP_ROUND_TZ, 0xff, 0xff7f, -128 },
        { DLP_TYPE_I8, DLP_TYPE_F32, DLP_ROUND_RN, 0, 0, -128 },
        { DLP_TYPE_I8, DLP_TYPE_I32, DLP_ROUND_RN, 0, 0, -128 },
        { DLP_TYPE_I16, DLP_TYPE_I8, DLP_ROUND_RD, 0xfffb, 0xfd, 1 },              /* -2.5 */
        { DLP_TYPE_I16, DLP_TYPE_I8, DLP_ROUND_RN, 0xfffb, 0xfe, 1 },
        { DLP_TYPE_I8, DLP_TYPE_I8, DLP_ROUND_RN, 0x20, 0x7f, -3 },                /* 32 * 8: the same type, and no copy */
        { DLP_TYPE_U32, DLP_TYPE_I32, DLP_ROUND_RN, 0xffffffff, 0x7fffffff, 1 },   /* 2^31 - 1/2, rounded up to 2^31 */
        { DLP_TYPE_U32, DLP_TYPE_I32, DLP_ROUND_DN, 0xffffffff, 0x7fffffff, 1 },
        { DLP_TYPE_I32, DLP_TYPE_I32, DLP_ROUND_RN, 0x80000000, 0x80000000, -1 },
        { DLP_TYPE_I32, DLP_TYPE_I32, DLP_ROUND_RN, 0x01000003, 0x00800002, 1 },   /* 25 bits, a tie */
        { DLP_TYPE_I32, DLP_TYPE_I32, DLP_ROUND_RN, 0x7fffffff, 1, 31 },
        { DLP_TYPE_I32, DLP_TYPE_U32, DLP_ROUND_UP, 1, 1, 127 },
        { DLP_TYPE_F32, DLP_TYPE_I32, DLP_ROUND_TZ, 0x00800000, 4, -128 },         /* 2^-126 */
        { DLP_TYPE_F32, DLP_TYPE_I32, DLP_ROUND_UP, 0x00000001, 1, -128 },
        { DLP_TYPE_F32, DLP_TYPE_I32, DLP_ROUND_TZ, 0x7f7fffff, 1, 127 },          /* 2 - 2^-23 */
        { DLP_TYPE_F32, DLP_TYPE_I32, DLP_ROUND_TZ, 0x7f800000, 0x7fffffff, 127 }, /* infinity stays beyond */
        { DLP_TYPE_F32, DLP_TYPE_U32, DLP_ROUND_TZ, 0xff800000, 0, 127 },
        { DLP_TYPE_F32, DLP_TYPE_I32, DLP_ROUND_TZ, 0x7fc00000, 0, -1 },
    };
    struct bench *b = bench_new("edu");
    (void)unused;
    for (size_t i = 0; i < sizeof k / sizeof k[0]; i++) {
        uint32_t out = 0;
        memcpy(b->nram + 64, &k[i].in, 4);
        memset(b->nram, 0, 4);
        emit_cfg(b, DLP_CFG_VEC_N, 1);
        emit_cfg(b, DLP_CFG_VEC_TYPE, k[i].from | k[i].to << DLP_VEC_TYPE_TO_LSB | k[i].how << DLP_VEC_TYPE_ROUND_LSB |
                 (uint32_t)(k[i].pos != 0) << DLP_VEC_TYPE_POS_LSB);
        assert_int_equal(bench_command(b, DLP_INSN_VCVT_MATCH, NR, NR + 64, (uint64_t)k[i].pos).faults, 0);
        memcpy(&out, b->nram, 4);
        if (out != k[i].out)
            fail_msg("0x%x of type %u to type %u, rounding %u: 0x%x, not 0x%x", k[i].in, k[i].from, k[i].to, k[i].how, out, k[i].out);
    }
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_conversions), cmocka_unit_test(every_command_on_every_type),
        cmocka_unit_test(every_rearrangement_on_every_type), cmocka_unit_test(every_conversion_with_every_rounding), cmocka_unit_test(every_scaled_conversion_with_every_rounding), cmocka_unit_test(every_function_on_every_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
