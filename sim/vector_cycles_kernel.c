/* SPDX-License-Identifier: Apache-2.0
 * vector_cycles_kernel - times one vector command on two lengths; vector_cycles.c says which and divides.
 * Every command of the specification is here: the table grows with it. */
#include "dlp.h"
#include "vector_cycles.h"

enum { NUMBER_BASE = __COUNTER__ + 1 };

/* rd, rs1, rs2 of the command are a0, a1, a2 */
static void issue(uint64_t insn, uint64_t dst, uint64_t a, uint64_t b)
{
    register uint64_t d __asm__("a0") = dst, s0 __asm__("a1") = a, s1 __asm__("a2") = b;

    switch (insn) {
#define DLP_INSN(name, mnemonic, format, match, mask, doc) CASE_##format(match)
#define CASE_CMD(match)                                                                                                \
    case __COUNTER__ - NUMBER_BASE:                                                                                    \
        __asm__ volatile(".word %3" :: "r"(d), "r"(s0), "r"(s1), "i"((match) | 10 << DLP_FIELD_RD_LSB                  \
                         | 11 << DLP_FIELD_RS1_LSB | 12 << DLP_FIELD_RS2_LSB) : "memory");                             \
        break;
#define CASE_R(match)
#define CASE_I(match)
#define CASE_SH(match)
#define CASE_SHW(match)
#define CASE_S(match)
#define CASE_B(match)
#define CASE_U(match)
#define CASE_J(match)
#define CASE_CSR(match)
#define CASE_CSRI(match)
#define CASE_N(match)
#define CASE_CJ(match)
#define CASE_VSET(match)
#define CASE_CFG1(match)
#define CASE_CFG2(match)
#define CASE_SYNC(match)
#define CASE_EXIT(match)
#include "isa.def"
    default:
        dlp_exit(1);
    }
}

/* insn: position among the commands of isa.def.  element, row: bytes.  matrix: the command takes VEC_H x VEC_W.  cycles[i] <- cycles of the command on vector_cycles_rows[i] rows of source 0,
 * at addresses that are not aligned. */
DLP_KERNEL void vector_cycles(uint64_t insn, uint64_t type, uint64_t element, uint64_t row, uint64_t matrix,
                              volatile uint64_t *cycles)
{
    static const uint32_t rows[VECTOR_CYCLES_LENGTHS] = VECTOR_CYCLES_ROWS;
    uint64_t most = rows[VECTOR_CYCLES_LENGTHS - 1] * row;
    uint64_t dst = DLP_MEM_NRAM_BASE + 3, a = dst + WIDEST * most + row + 2, b = a + most + row + 1;

    for (unsigned i = 0; i < VECTOR_CYCLES_LENGTHS; i++) {
        uint64_t n = rows[i] * row / element, start;

        dlp_cfg(DLP_CFG_VEC_N, n);
        dlp_cfg(DLP_CFG_VEC_TYPE, type);
        dlp_cfg(DLP_CFG_VEC_SEG, row / element);
        /* pooling: 16 pixels in windows of four, so all n elements are read once; a matrix has 16 columns */
        dlp_cfg(DLP_CFG_VEC_C, n / 16);
        dlp_cfg(DLP_CFG_VEC_H, matrix ? n / 16 : 4);
        dlp_cfg(DLP_CFG_VEC_W, matrix ? 16 : 4);
        dlp_cfg(DLP_CFG_VEC_KH, 2);
        dlp_cfg(DLP_CFG_VEC_KW, 2);
        dlp_cfg(DLP_CFG_VEC_SH, 2);
        dlp_cfg(DLP_CFG_VEC_SW, 2);
        dlp_cfg(DLP_CFG_VEC_SCALE, 0.25f);
        dlp_sync(DLP_AFTER_ALL);
        start = dlp_cycle();
        issue(insn, dst, a, b);
        dlp_sync(DLP_AFTER_VEC);
        cycles[i] = dlp_cycle() - start;
    }
}
