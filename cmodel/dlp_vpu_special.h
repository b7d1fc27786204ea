/* SPDX-License-Identifier: Apache-2.0
 * dlp_vpu_special - the special functions of the vector unit. */
#ifndef DLP_VPU_SPECIAL_H
#define DLP_VPU_SPECIAL_H
#include <stdbool.h>
#include <stdint.h>

/* DLP_VFN_DIV, or a function of one operand from DLP_VFN_RECIP to DLP_VFN_SIGN, on binary32; b: the divisor. */
uint32_t dlp_special(unsigned fn, uint32_t a, uint32_t b);

/* Whether fn is one of them: of one operand, of two. */
bool dlp_special1(unsigned fn);
bool dlp_special2(unsigned fn);
#endif
