/* SPDX-License-Identifier: Apache-2.0
 * start - the first instructions of a kernel: from a launch block in a0 to a C function.
 *
 * The core starts here with a0 = address of the launch block and with registers as the last kernel left them.
 * Ends by dlp.exit 0 when the function returns.  The first 128 bytes of NRAM are used before it is called. */
#include "dlp_spec.h"

/* .insn wants the parts of a word, dlp_spec.h has the word. */
#define OPCODE(insn) (insn & DLP_FIELD_OPCODE_MASK)
#define FUNCT3(insn) ((insn & DLP_FIELD_FUNCT3_MASK) >> DLP_FIELD_FUNCT3_LSB)

    .section .text.dlp.start, "ax", @progbits
    .globl __dlp_start
    .type __dlp_start, @function
__dlp_start:
    /* dlp.h finds the launch block in tp; gp is not used */
    mv      tp, a0

    /* fetch the header and the first 8 slots to the start of NRAM in one copy: GDRAM is far for single loads */
    li      t1, DLP_MEM_NRAM_BASE
    li      t2, DLP_LAUNCH_ARGS + 8 * 8
    .insn r OPCODE(DLP_INSN_IO_COPY_MATCH), 0, DLP_INSN_IO_COPY_MATCH >> 25, t1, tp, t2

    /* stack: the top of LMEM, whose size depends on the profile that runs us */
    .insn i OPCODE(DLP_INSN_CSRRS_MATCH), FUNCT3(DLP_INSN_CSRRS_MATCH), t0, x0, DLP_CSR_PROFILEID - 0x1000
    li      sp, DLP_MEM_LMEM_BASE + 1024 * DLP_PARAM_LMEM_KB_EDU
    beqz    t0, 0f
    addi    t0, t0, -DLP_PROFILE_EDGE
    li      sp, DLP_MEM_LMEM_BASE + 1024 * DLP_PARAM_LMEM_KB_EDGE
    beqz    t0, 0f
    li      sp, DLP_MEM_LMEM_BASE + 1024 * DLP_PARAM_LMEM_KB_FULL

    /* a load from NRAM waits for the copy */
0:  ld      t0, DLP_LAUNCH_FUNC(t1)
    ld      a0, DLP_LAUNCH_ARGS + 8 * 0(t1)     /* slots behind the last hold anything, as the ABI allows */
    ld      a1, DLP_LAUNCH_ARGS + 8 * 1(t1)
    ld      a2, DLP_LAUNCH_ARGS + 8 * 2(t1)
    ld      a3, DLP_LAUNCH_ARGS + 8 * 3(t1)
    ld      a4, DLP_LAUNCH_ARGS + 8 * 4(t1)
    ld      a5, DLP_LAUNCH_ARGS + 8 * 5(t1)
    ld      a6, DLP_LAUNCH_ARGS + 8 * 6(t1)
    ld      a7, DLP_LAUNCH_ARGS + 8 * 7(t1)
    ld      t1, DLP_LAUNCH_SLOTS(t1)

    /* slots 8 and up go to the stack, slot 8 lowest, 16-byte aligned */
    addi    t1, t1, -8                  /* t1: slots for the stack */
    blez    t1, 2f
    slli    t2, t1, 3
    sub     sp, sp, t2
    andi    sp, sp, -16
    mv      t2, sp
    addi    t3, tp, DLP_LAUNCH_ARGS + 8 * 8
1:  ld      t4, 0(t3)
    sd      t4, 0(t2)
    addi    t3, t3, 8
    addi    t2, t2, 8
    .insn j OPCODE(DLP_INSN_CJ_MATCH), t1, 1b
2:
    /* the rest is 0, so that a run does not depend on the kernel before it */
    .irp    reg, gp, t1, t2, t3, t4, t5, t6, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    li      \reg, 0
    .endr

    /* call the kernel; dlp.exit waits for its commands */
    jalr    t0
    .insn i OPCODE(DLP_INSN_EXIT_MATCH), FUNCT3(DLP_INSN_EXIT_MATCH), x0, x0, 0
    .size __dlp_start, . - __dlp_start
