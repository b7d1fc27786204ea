/* SPDX-License-Identifier: Apache-2.0
 * tb_kernels - what test_dlp_tb.sh runs: kernels that end as their arguments say. */
#include "dlp.h"

DLP_KERNEL void nothing(void)
{
}

DLP_KERNEL void spin(void)
{
    for (;;)
        __asm__ volatile("");
}

DLP_KERNEL void load(const volatile uint64_t *at)
{
    (void)*at;
}

DLP_KERNEL void word(void)
{
    __asm__ volatile(".word 0xffffffff");
}

DLP_KERNEL void leave(uint64_t code)
{
    dlp_exit(code);
}

/* exit code 1: different */
DLP_KERNEL void same(uint64_t a, uint64_t high, uint64_t low)
{
    if (a != (high << 32 | low))
        dlp_exit(1);
}

/* bytes of in to out, doubled; then leaves with code */
DLP_KERNEL void twice(uint8_t *out, const uint8_t *in, uint64_t n, uint64_t code)
{
    for (uint64_t i = 0; i < n; i++)
        out[i] = (uint8_t)(2 * in[i]);
    dlp_exit(code);
}
