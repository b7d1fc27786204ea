/* SPDX-License-Identifier: Apache-2.0
 * dlp.ld.S - link map of a kernel module; through cpp with DLP_LDSCRIPT and DLP_LD_PROFILE = EDU, EDGE or FULL.
 *
 * The image is linked behind the firmware's memory.  The loader moves it inside the CODE window by the relocations
 * that --emit-relocs keeps (R_RISCV_32, 64, HI20, LO12_I, LO12_S whose value is in CODE).  Scratchpads do not move.
 * The profile only limits the sizes: a module runs on every profile that its arrays fit. */
#include "dlp_spec.h"

#define CAT_(a, b)  a##_##b
#define CAT(a, b)   CAT_(a, b)
#define PARAM(name) CAT(DLP_PARAM_##name, DLP_LD_PROFILE)

/* least stack that LMEM arrays must leave; a convention of this file, hardware does not know it */
#define STACK_BYTES 2048

OUTPUT_ARCH(riscv)
ENTRY(__dlp_start)

MEMORY {
    LMEM (rw) : ORIGIN = DLP_MEM_LMEM_BASE, LENGTH = PARAM(LMEM_KB) * 1024 - STACK_BYTES
    NRAM (rw) : ORIGIN = DLP_MEM_NRAM_BASE, LENGTH = PARAM(NRAM_KB) * 1024
    WRAM (rw) : ORIGIN = DLP_MEM_WRAM_BASE, LENGTH = PARAM(WRAM_KB) * 1024
    CODE (rwx) : ORIGIN = DLP_MEM_CODE_BASE + DLP_FW_BYTES, LENGTH = PARAM(GDRAM_MB) * 1024 * 1024 - DLP_FW_BYTES
}

PHDRS { text PT_LOAD FLAGS(5); data PT_LOAD FLAGS(6); }

SECTIONS {
    /* scratchpads first: the names of their input sections begin with .bss */
    .lmem (NOLOAD) : ALIGN(8)  { __lmem_start = .; *(.bss.lmem .bss.lmem.*) __lmem_end = .; } > LMEM :NONE
    .nram (NOLOAD) : ALIGN(64) { __nram_start = .; *(.bss.nram .bss.nram.*) __nram_end = .; } > NRAM :NONE
    .wram (NOLOAD) : ALIGN(64) { __wram_start = .; *(.bss.wram .bss.wram.*) __wram_end = .; } > WRAM :NONE

    .text : ALIGN(DLP_CACHE_LINE_BYTES) { __image_start = .; KEEP(*(.text.dlp.start)) *(.text .text.*) } > CODE :text
    .rodata : { *(.rodata .rodata.* .srodata .srodata.*) } > CODE :text
    .data : ALIGN(64) { *(.data .data.* .sdata .sdata.*) } > CODE :data
    .bss : { *(.sbss .sbss.* .bss .bss.* COMMON) __image_end = .; } > CODE :data

    /* there is nobody who would run them */
    .init_array : { KEEP(*(.preinit_array .init_array .init_array.* .ctors .ctors.*)) } > CODE :data
    ASSERT(SIZEOF(.init_array) == 0, "a static object has a constructor: kernels cannot run it")

    /DISCARD/ : { *(.eh_frame .eh_frame_hdr .note.GNU-stack .comment) }
}

/* The loader refuses a module of another specification. */
__dlp_spec_hash = DLP_SPEC_HASH;
