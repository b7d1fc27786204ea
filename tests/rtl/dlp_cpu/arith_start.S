/* SPDX-License-Identifier: Apache-2.0
 * Calls arith(a0 & 0xff, a0 >> 8) and stores the result behind the image; ends by an unhandled ecall, which both kinds of core have. */
#include "dlp_spec.h"
    .section .text.start, "ax"
    .globl _start
_start:
    li      sp, DLP_MEM_LMEM_BASE + 1024 * CPU_LMEM_KB
    srli    a1, a0, 8
    andi    a0, a0, 0xff
    call    arith
    lla     a1, result
    sd      a0, 0(a1)
    ecall
    .section .result, "aw"
    .balign 8
    .globl result
result:
    .dword  0
