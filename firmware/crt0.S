/* SPDX-License-Identifier: Apache-2.0
 * crt0 - start of the job scheduler firmware: entered at JS_ENTRY with everything but pc and a0 unknown. */
#include "dlp_spec.h"

    .section .text.start, "ax"
    .globl _start
_start:
    /* the stack grows down from the top of local memory */
    la   sp, __stack_top
    /* variables live in local memory and start as zeros */
    la   t0, __bss_start
    la   t1, __bss_end
1:  bgeu t0, t1, 2f
    sd   zero, 0(t0)
    addi t0, t0, 8
    j    1b
    /* mtvec stays 0: a trap in the firmware stops this core, and the host sees the fault */
2:  call dlp_fw_main
    /* never reached: a firmware that returns is as good as stopped */
3:  wfi
    j    3b
