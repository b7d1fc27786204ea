/* SPDX-License-Identifier: Apache-2.0
 * firmware - the job scheduler's firmware as a constant of the library; the build says where FIRMWARE_FILE is. */
    .section .rodata
    .globl dlp_firmware_elf, dlp_firmware_elf_end
    .balign 16
dlp_firmware_elf:
    .incbin FIRMWARE_FILE
dlp_firmware_elf_end:
    .section .note.GNU-stack, "", @progbits
