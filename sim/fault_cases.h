/* SPDX-License-Identifier: Apache-2.0
 * fault_cases - every way a kernel of fault_kernels.c can go wrong, and the fault that docs/isa.md and docs/errors.md promise for it.
 *
 * The codes are written out: a change of spec/errors.def that software would notice shows up here.  The test of the host library runs them
 * on the model and on RTL, dlp_tb in lock-step. */
#ifndef DLP_SIM_FAULT_CASES_H
#define DLP_SIM_FAULT_CASES_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "dlp.h"
#include "dlp_config.h"
#include "dlp_spec.h"

enum { FAULT_ARGS = 5, FAULT_BUFFER_BYTES = 4096 };
enum { FAULT_NEXT_BYTES = 64, FAULT_NEXT_IN = 21, FAULT_NEXT_OUT = 42 };          /* of fault_next: it doubles its input */

/* What a number counts from. */
enum fault_base {
    AT_ZERO, AT_NRAM, AT_NRAM_END, AT_WRAM, AT_WRAM_END, AT_LMEM_END, AT_GDRAM_END, AT_CODE_END, AT_MMIO,
    AT_BUFFER,                          /* FAULT_BUFFER_BYTES bytes of device memory */
    AT_BAD, AT_BAD_CODE,                /* as many whose accesses end with a bus error; the same in the CODE window */
    AT_PC                               /* of the fault; only in an expected address */
};

struct fault_number { enum fault_base base; int64_t offset; };

struct fault_case {
    const char *what, *kernel;
    struct fault_number arg[FAULT_ARGS];
    uint32_t code;
    struct fault_number address;
    const char *mnemonic;               /* of the instruction at the reported pc; NULL: the pc is the address, nothing is there */
    uint32_t limit;                     /* cycles, 0 = none */
};

#define ZERO(n)       { AT_ZERO, n }
#define NRAM(n)       { AT_NRAM, n }
#define NRAM_END(n)   { AT_NRAM_END, n }
#define WRAM(n)       { AT_WRAM, n }
#define WRAM_END(n)   { AT_WRAM_END, n }
#define LMEM_END(n)   { AT_LMEM_END, n }
#define GDRAM_END(n)  { AT_GDRAM_END, n }
#define CODE_END(n)   { AT_CODE_END, n }
#define MMIO(n)       { AT_MMIO, n }
#define BUFFER(n)     { AT_BUFFER, n }
#define BAD(n)        { AT_BAD, n }
#define BAD_CODE(n)   { AT_BAD_CODE, n }
#define PC            { AT_PC, 0 }
#define I8            ZERO(0)
#define U16           ZERO(3)
#define NO_TYPE       ZERO(9)

static const struct fault_case fault_cases[] = {
    { "illegal instruction",                   "fault_illegal",   { ZERO(0) },                                   0x12, ZERO(0xffffffff), "illegal", 0 },
    { "environment call",                      "fault_ecall",     { ZERO(0) },                                   0x1b, ZERO(0),          "ecall", 0 },
    { "breakpoint",                            "fault_ebreak",    { ZERO(0) },                                   0x13, PC,               "ebreak", 0 },
    { "jump to a misaligned address",          "fault_jump",      { BAD_CODE(2) },                               0x10, BAD_CODE(2),      "jalr", 0 },
    { "fetch from NRAM",                       "fault_jump",      { NRAM(0) },                                   0x11, NRAM(0),          NULL, 0 },
    { "fetch beyond the end of GDRAM",         "fault_jump",      { CODE_END(0) },                               0x11, CODE_END(0),      NULL, 0 },
    { "bus error on a fetch",                  "fault_jump",      { BAD_CODE(0) },                               0x28, BAD_CODE(0),      NULL, 0 },

    { "misaligned load",                       "fault_load",      { BUFFER(4) },                                 0x14, BUFFER(4),        "ld", 0 },
    { "misaligned load from nowhere",          "fault_load",      { ZERO(1) },                                   0x14, ZERO(1),          "ld", 0 },
    { "load from address 8",                   "fault_load",      { ZERO(8) },                                   0x15, ZERO(8),          "ld", 0 },
    { "load beyond the end of NRAM",           "fault_load",      { NRAM_END(0) },                               0x15, NRAM_END(0),      "ld", 0 },
    { "load beyond the end of WRAM",           "fault_load",      { WRAM_END(0) },                               0x15, WRAM_END(0),      "ld", 0 },
    { "load beyond the end of LMEM",           "fault_load",      { LMEM_END(0) },                               0x15, LMEM_END(0),      "ld", 0 },
    { "load beyond the end of GDRAM",          "fault_load",      { GDRAM_END(0) },                              0x15, GDRAM_END(0),     "ld", 0 },
    { "load from a register block",            "fault_load",      { MMIO(0) },                                   0x15, MMIO(0),          "ld", 0 },
    { "bus error on a load",                   "fault_load",      { BAD(8) },                                    0x29, BAD(8),           "ld", 0 },
    { "misaligned store",                      "fault_store",     { NRAM(4) },                                   0x16, NRAM(4),          "sd", 0 },
    { "store to address 8",                    "fault_store",     { ZERO(8) },                                   0x17, ZERO(8),          "sd", 0 },
    { "store beyond the end of NRAM",          "fault_store",     { NRAM_END(0) },                               0x17, NRAM_END(0),      "sd", 0 },
    { "store beyond the end of WRAM",          "fault_store",     { WRAM_END(0) },                               0x17, WRAM_END(0),      "sd", 0 },
    { "store beyond the end of LMEM",          "fault_store",     { LMEM_END(0) },                               0x17, LMEM_END(0),      "sd", 0 },
    { "store beyond the end of GDRAM",         "fault_store",     { GDRAM_END(0) },                              0x17, GDRAM_END(0),     "sd", 0 },
    { "bus error on a store",                  "fault_store",     { BAD(16) },                                   0x2a, BAD(16),          "sd", 0 },

    { "VEC writes beyond the end of NRAM",     "fault_vec",       { NRAM_END(-63), NRAM(0), I8, ZERO(64) },      0x42, NRAM_END(-63),    "dlp.vadd.vv", 0 },
    { "VEC reads beyond the end of NRAM",      "fault_vec",       { NRAM(0), NRAM_END(-63), I8, ZERO(64) },      0x41, NRAM_END(-63),    "dlp.vadd.vv", 0 },
    { "VEC writes to WRAM",                    "fault_vec",       { WRAM(0), NRAM(0), I8, ZERO(64) },            0x40, WRAM(0),          "dlp.vadd.vv", 0 },
    { "VEC reads from GDRAM",                  "fault_vec",       { NRAM(0), BUFFER(0), I8, ZERO(64) },          0x40, BUFFER(0),        "dlp.vadd.vv", 0 },
    { "VEC with a type that is not there",     "fault_vec",       { NRAM(0), NRAM(64), NO_TYPE, ZERO(64) },          0x49, NRAM(0),          "dlp.vadd.vv", 0 },
    { "VEC with an empty cycle operand",       "fault_vec_cycle", { NRAM(0), NRAM(64) },                         0x4a, NRAM(0),          "dlp.vadd.vc", 0 },
    { "VEC reads beyond its source by index",  "fault_gather",    { NRAM(0), NRAM(256), NRAM(512) },             0x41, NRAM(513),        "dlp.vgather", 0 },
    { "VEC writes beyond its destination by index", "fault_scatter", { NRAM(0), NRAM(256), NRAM(512) },          0x42, NRAM(513),        "dlp.vscatter", 0 },
    { "VEC whose operands overlap",            "fault_vec",       { NRAM(1), NRAM(0), I8, ZERO(64) },            0x4b, NRAM(1),          "dlp.vadd.vv", 0 },

    { "MAT writes beyond the end of NRAM",     "fault_mat",       { NRAM_END(-63), NRAM(0), WRAM(0), I8, ZERO(8) },   0x42, NRAM_END(-63), "dlp.matmul", 0 },
    { "MAT reads beyond the end of NRAM",      "fault_mat",       { NRAM(0), NRAM_END(-63), WRAM(0), I8, ZERO(8) },   0x41, NRAM_END(-63), "dlp.matmul", 0 },
    { "MAT reads beyond the end of WRAM",      "fault_mat",       { NRAM(0), NRAM(64), WRAM_END(-63), I8, ZERO(8) },  0x43, WRAM_END(-63), "dlp.matmul", 0 },
    { "MAT with weights in NRAM",              "fault_mat",       { NRAM(0), NRAM(64), NRAM(128), I8, ZERO(8) },      0x40, NRAM(128),     "dlp.matmul", 0 },
    { "MAT with a type that is not there",     "fault_mat",       { NRAM(0), NRAM(64), WRAM(0), U16, ZERO(8) },       0x49, NRAM(0),       "dlp.matmul", 0 },
    { "MAT with a dimension of 0",             "fault_mat",       { NRAM(0), NRAM(64), WRAM(0), I8, ZERO(0) },        0x4a, NRAM(0),       "dlp.matmul", 0 },
    { "MAT whose operands overlap",            "fault_mat",       { NRAM(0), NRAM(63), WRAM(0), I8, ZERO(8) },        0x4b, NRAM(0),       "dlp.matmul", 0 },

    { "IO writes beyond the end of NRAM",      "fault_io",        { NRAM_END(-63), BUFFER(0), ZERO(64) },        0x42, NRAM_END(-63),    "dlp.io.copy", 0 },
    { "IO reads beyond the end of NRAM",       "fault_io",        { BUFFER(0), NRAM_END(-63), ZERO(64) },        0x41, NRAM_END(-63),    "dlp.io.copy", 0 },
    { "IO writes beyond the end of WRAM",      "fault_io",        { WRAM_END(-63), BUFFER(0), ZERO(64) },        0x44, WRAM_END(-63),    "dlp.io.copy", 0 },
    { "IO reads beyond the end of WRAM",       "fault_io",        { BUFFER(0), WRAM_END(-63), ZERO(64) },        0x43, WRAM_END(-63),    "dlp.io.copy", 0 },
    { "IO reads beyond the end of GDRAM",      "fault_io",        { NRAM(0), GDRAM_END(-63), ZERO(64) },         0x45, GDRAM_END(-63),   "dlp.io.copy", 0 },
    { "IO writes beyond the end of GDRAM",     "fault_io",        { GDRAM_END(-63), NRAM(0), ZERO(64) },         0x46, GDRAM_END(-63),   "dlp.io.copy", 0 },
    { "IO from NRAM to WRAM",                  "fault_io",        { WRAM(0), NRAM(0), ZERO(64) },                0x47, WRAM(0),          "dlp.io.copy", 0 },
    { "IO whose ranges overlap",               "fault_io",        { BUFFER(63), BUFFER(0), ZERO(64) },           0x4b, BUFFER(63),       "dlp.io.copy", 0 },
    { "IO to nowhere",                         "fault_io",        { ZERO(0), BUFFER(0), ZERO(64) },              0x47, ZERO(0),          "dlp.io.copy", 0 },
    { "IO of 0 bytes",                         "fault_io",        { NRAM(0), BUFFER(0), ZERO(0) },               0x48, NRAM(0),          "dlp.io.copy", 0 },
    { "IO of 4 GiB",                           "fault_io",        { NRAM(0), BUFFER(0), ZERO(INT64_C(1) << 32) }, 0x48, NRAM(0),         "dlp.io.copy", 0 },
    { "IO of 0 rows",                          "fault_io_rows",   { NRAM(0), BUFFER(0), ZERO(64), ZERO(0) },     0x48, NRAM(0),          "dlp.io.copy2d", 0 },
    { "bus error while IO reads",              "fault_io",        { NRAM(0), BAD(0), ZERO(64) },                 0x4c, BAD(0),           "dlp.io.copy", 0 },
    { "bus error in the last row IO reads",    "fault_io",        { NRAM(0), BAD(-448), ZERO(449) },             0x4c, BAD(-448),        "dlp.io.copy", 0 },
    { "bus error while IO reads for GDRAM",    "fault_io",        { BUFFER(0), BAD(0), ZERO(64) },               0x4c, BAD(0),           "dlp.io.copy", 0 },
    { "bus error while IO writes from GDRAM",  "fault_io",        { BAD(64), BUFFER(0), ZERO(256) },             0x4d, BAD(64),          "dlp.io.copy", 0 },
    { "bus error while IO writes",             "fault_io",        { BAD(64), WRAM(0), ZERO(256) },               0x4d, BAD(64),          "dlp.io.copy", 0 },
    { "bus error in the last row IO writes",   "fault_io",        { BAD(-448), NRAM(0), ZERO(449) },             0x4d, BAD(-448),        "dlp.io.copy", 0 },

    { "MOVE writes beyond the end of NRAM",    "fault_move",      { NRAM_END(-63), WRAM(0), ZERO(64) },          0x42, NRAM_END(-63),    "dlp.mv.copy", 0 },
    { "MOVE reads beyond the end of NRAM",     "fault_move",      { WRAM(0), NRAM_END(-63), ZERO(64) },          0x41, NRAM_END(-63),    "dlp.mv.copy", 0 },
    { "MOVE writes beyond the end of WRAM",    "fault_move",      { WRAM_END(-63), NRAM(0), ZERO(64) },          0x44, WRAM_END(-63),    "dlp.mv.copy", 0 },
    { "MOVE reads beyond the end of WRAM",     "fault_move",      { NRAM(0), WRAM_END(-63), ZERO(64) },          0x43, WRAM_END(-63),    "dlp.mv.copy", 0 },
    { "MOVE from WRAM to WRAM",                "fault_move",      { WRAM(0), WRAM(64), ZERO(64) },               0x47, WRAM(0),          "dlp.mv.copy", 0 },
    { "MOVE from GDRAM",                       "fault_move",      { NRAM(0), BUFFER(0), ZERO(64) },              0x47, NRAM(0),          "dlp.mv.copy", 0 },
    { "MOVE of 0 bytes",                       "fault_move",      { NRAM(0), WRAM(0), ZERO(0) },                 0x48, NRAM(0),          "dlp.mv.copy", 0 },
    { "MOVE whose ranges overlap",             "fault_move",      { NRAM(32), NRAM(0), ZERO(64) },               0x4b, NRAM(32),         "dlp.mv.copy", 0 },

    { "endless kernel",                        "fault_spin",      { ZERO(0) },                                   0x60, ZERO(0),          "jal", 3000 },
    { "exit code 55",                          "fault_leave",     { ZERO(55) },                                  0x62, ZERO(55),         "dlp.exit", 0 },
};

#undef ZERO
#undef NRAM
#undef NRAM_END
#undef WRAM
#undef WRAM_END
#undef LMEM_END
#undef GDRAM_END
#undef CODE_END
#undef MMIO
#undef BUFFER
#undef BAD
#undef BAD_CODE
#undef PC
#undef I8
#undef U16
#undef NO_TYPE

enum { FAULT_CASES = sizeof fault_cases / sizeof fault_cases[0] };

/* Where the buffers of a run are, as kernels see them. */
struct fault_place { const struct dlp_profile *profile; uint64_t buffer, bad; };

static inline uint64_t fault_value(const struct fault_place *place, struct fault_number number, uint64_t pc)
{
    const struct dlp_profile *p = place->profile;
    const uint64_t gdram = (uint64_t)p->gdram_mb << 20;
    const uint64_t base[] = {
        [AT_ZERO] = 0, [AT_NRAM] = DLP_MEM_NRAM_BASE, [AT_NRAM_END] = DLP_MEM_NRAM_BASE + ((uint64_t)p->nram_kb << 10),
        [AT_WRAM] = DLP_MEM_WRAM_BASE, [AT_WRAM_END] = DLP_MEM_WRAM_BASE + ((uint64_t)p->wram_kb << 10),
        [AT_LMEM_END] = DLP_MEM_LMEM_BASE + ((uint64_t)p->lmem_kb << 10), [AT_GDRAM_END] = DLP_MEM_GDRAM_BASE + gdram,
        [AT_CODE_END] = DLP_MEM_CODE_BASE + (gdram < DLP_MEM_CODE_WINDOW ? gdram : DLP_MEM_CODE_WINDOW), [AT_MMIO] = DLP_MEM_MMIO_BASE,
        [AT_BUFFER] = place->buffer, [AT_BAD] = place->bad, [AT_BAD_CODE] = place->bad - DLP_MEM_GDRAM_BASE + DLP_MEM_CODE_BASE, [AT_PC] = pc
    };
    return base[number.base] + (uint64_t)number.offset;
}

/* The next kernel on a device after a fault: commands of three streams, and copies both ways.  0, a library error, or DLP_EFAULT if it gave other
 * bytes than it should: then *got is one of them. */
static inline int fault_next(const struct fault_place *place, struct dlp_module *module, struct dlp_queue *queue, struct dlp_buffer *buffer, uint8_t *got)
{
    const uint64_t args[] = { place->buffer, place->buffer + FAULT_NEXT_BYTES };
    uint8_t bytes[FAULT_NEXT_BYTES];
    struct dlp_kernel *kernel;
    memset(bytes, FAULT_NEXT_IN, sizeof bytes);
    int err = dlp_buffer_write(buffer, FAULT_NEXT_BYTES, bytes, sizeof bytes);
    if (err == 0) err = dlp_module_kernel(module, "fault_next", &kernel);
    if (err == 0) err = dlp_queue_launch(queue, kernel, args, 2, 0, NULL);
    if (err == 0) err = dlp_queue_sync(queue, 20000);
    if (err == 0) err = dlp_buffer_read(buffer, 0, bytes, sizeof bytes);
    *got = FAULT_NEXT_OUT;
    for (unsigned i = 0; err == 0 && i < sizeof bytes; i++)
        if (bytes[i] != FAULT_NEXT_OUT) {
            *got = bytes[i];
            err = DLP_EFAULT;
        }
    return err;
}
#endif
