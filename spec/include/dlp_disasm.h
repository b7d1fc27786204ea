/* SPDX-License-Identifier: Apache-2.0
 * dlp_disasm - one instruction word as text. */
#ifndef DLP_DISASM_H
#define DLP_DISASM_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A buffer of this size is always enough. */
#define DLP_DISASM_BYTES 96

/* Write the text of insn, which is at pc, to buf, cut to n bytes with the terminating 0.
 * Jump targets are absolute.  Returns 0; -1 for an illegal word, which gives ".4byte 0x...". */
int dlp_disasm(uint32_t insn, uint64_t pc, char *buf, size_t n);

/* What the text leaves as a number: element type and further field of a dlp.vset by name, "F32: vfn LT".  The command behind it
 * decides what the field is, so there may be several readings, "I8: vfn OR, or vcvt to U8 TZ, or vtrans ROT270, or indices U8".
 * Returns 1; 0 and "" when there is nothing to say. */
int dlp_disasm_note(uint32_t insn, char *buf, size_t n);

/* The same jump target as a number.  Returns 1 when insn is a branch, jal or count-jump. */
int dlp_disasm_target(uint32_t insn, uint64_t pc, uint64_t *target);

/* ABI name of an integer register, "zero" to "t6". */
const char *dlp_reg_name(uint32_t number);

#ifdef __cplusplus
}
#endif
#endif
