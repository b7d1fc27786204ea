/* SPDX-License-Identifier: Apache-2.0
 * Layout of the firmware: code and constants in GDRAM at FW_BASE, variables and stack in local memory. */
#define DLP_LDSCRIPT
#include "dlp_spec.h"
OUTPUT_ARCH(riscv)
ENTRY(_start)
MEMORY {
    CODE (rx) : ORIGIN = DLP_MEM_CODE_BASE + DLP_FW_BASE, LENGTH = DLP_FW_STAGE_BASE - DLP_FW_BASE
    LMEM (rw) : ORIGIN = DLP_MEM_LMEM_BASE, LENGTH = DLP_PARAM_LMEM_KB_EDU * 1024  /* fits the smallest profile */
}
PHDRS { text PT_LOAD FLAGS(5); }
SECTIONS {
    .text   : { KEEP(*(.text.start)) *(.text .text.*) *(.rodata .rodata.* .srodata .srodata.*) } > CODE :text
    .bss (NOLOAD) : ALIGN(8) { __bss_start = .; *(.sbss .sbss.* .bss .bss.* COMMON) . = ALIGN(8); __bss_end = .; } > LMEM :NONE
    .data   : { *(.sdata .sdata.* .data .data.*) } > LMEM :NONE
    ASSERT(SIZEOF(.data) == 0, "the firmware may not have initialised variables: nothing copies them")
    __stack_top = ORIGIN(LMEM) + LENGTH(LMEM);
    ASSERT(__stack_top - __bss_end >= 2048, "less than 2 KB of stack left")
    /DISCARD/ : { *(.eh_frame .eh_frame_hdr .note.GNU-stack .comment .riscv.attributes) }
}
