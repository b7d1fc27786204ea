/* SPDX-License-Identifier: Apache-2.0
 * kernels - small kernels for the tests of the host library. */
#include "dlp.h"

/* out[0] <- a + b */
DLP_KERNEL void add(uint64_t *out, uint64_t a, uint64_t b)
{
    out[0] = a + b;
}

/* out[i] <- argument i + 1; four of the arguments come by the stack */
DLP_KERNEL void many(uint64_t *out, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h, uint64_t i,
                     uint64_t j, uint64_t k)
{
    const uint64_t v[] = { a, b, c, d, e, f, g, h, i, j, k };
    for (unsigned n = 0; n < sizeof v / sizeof v[0]; n++)
        out[n] = v[n];
}

/* static data keep their values between launches, and start as the file says */
static volatile uint64_t counter = 100;
static volatile uint64_t cleared;

DLP_KERNEL void count(uint64_t *out)
{
    out[0] = ++counter;
    out[1] = ++cleared;
}

/* everything that a loader has to patch: pointers in data, strings, functions */
static uint64_t twice(uint64_t x) { return 2 * x; }
static uint64_t square(uint64_t x) { return x * x; }
static uint64_t (*const volatile functions[])(uint64_t) = { twice, square };
static const char *const volatile words[] = { "alpha", "beta" };
static uint64_t *volatile to_counter = (uint64_t *)&counter;

DLP_KERNEL void tables(uint64_t *out, uint64_t x)
{
    out[0] = functions[0](x);
    out[1] = functions[1](x);
    out[2] = (uint64_t)(unsigned char)words[0][4];
    out[3] = (uint64_t)(unsigned char)words[1][0];
    out[4] = *to_counter == counter;
}

static DLP_NRAM uint8_t nram[256];

/* through NRAM by the IO engine: out[0..255] <- in[0..255] */
DLP_KERNEL void through_nram(uint8_t *out, const uint8_t *in)
{
    dlp_io_copy(DLP_AFTER_NONE, nram, in, sizeof nram);
    dlp_io_copy(DLP_AFTER_IO, out, nram, sizeof nram);
}

/* out[0], out[1] <- conflicts in NRAM, cycles of the vector unit, after a command whose two sources are the same rows */
DLP_KERNEL void conflicts(uint64_t *out)
{
    dlp_vset(sizeof nram / 8, DLP_TYPE_I32);
    dlp_vadd_vv(DLP_AFTER_NONE, nram + sizeof nram / 2, nram, nram);
    dlp_sync(DLP_AFTER_VEC);
    out[0] = dlp_csr(DLP_CSR_NRAM_CONFLICT);
    out[1] = dlp_csr(DLP_CSR_BUSY_VEC);
}

DLP_KERNEL void spin(void)
{
    for (;;)
        __asm__ volatile("");
}

DLP_KERNEL void loops(uint64_t *out, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        __asm__ volatile("");
    out[0] = n;
}

DLP_KERNEL void leave(uint64_t code)
{
    dlp_exit(code);
}

DLP_KERNEL void illegal(void)
{
    __asm__ volatile(".word 0xffffffff");
}

DLP_KERNEL void load(const volatile uint64_t *from)
{
    (void)*from;
}
