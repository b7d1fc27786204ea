/* SPDX-License-Identifier: Apache-2.0
 * dlp-wave-filter - GTKWave process filter: reads instruction words as hexadecimal lines, answers each with its disassembly.
 * The word alone is known, so jump targets are relative to 0; commands are coloured by their opcode. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "dlp_disasm.h"
#include "dlp_spec.h"

int main(void)
{
    char line[256], text[DLP_DISASM_BYTES];
    setvbuf(stdout, NULL, _IOLBF, 0);           /* GTKWave waits for each answer */
    while (fgets(line, sizeof line, stdin)) {
        uint32_t insn = (uint32_t)strtoul(line, NULL, 16);
        const char *color = "";
        (void)dlp_disasm(insn, 0, text, sizeof text);
        switch (insn & DLP_FIELD_OPCODE_MASK) {
        case DLP_OPCODE_VEC: color = "?SteelBlue?"; break;
        case DLP_OPCODE_CMD: color = "?DarkGreen?"; break;
        case DLP_OPCODE_CJ:  color = "?Sienna?"; break;
        default: break;
        }
        printf("%s%s\n", color, text);
    }
    return 0;
}
