/* SPDX-License-Identifier: Apache-2.0
 * Code at the start of the CODE window; the result in the first 8 bytes of the second page-sized block behind it. */
#define DLP_LDSCRIPT
#include "dlp_spec.h"
ENTRY(_start)
SECTIONS
{
    . = DLP_MEM_CODE_BASE;
    .text : { *(.text.start) *(.text*) *(.rodata*) *(.srodata*) *(.data*) *(.sdata*) }
    . = DLP_MEM_CODE_BASE + 0x8000;
    .result : { *(.result) }
}
