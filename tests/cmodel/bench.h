/* SPDX-License-Identifier: Apache-2.0
 * bench - what the tests of the C model share: a chip with host memory, an assembler for single words, programs on core 0. */
#ifndef DLP_CMODEL_BENCH_H
#define DLP_CMODEL_BENCH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dlp_chip.h"
#include "dlp_lockstep.h"
#include "dlp_model.h"
#include "dlp_spec.h"

/* ---- assembler: one function per format; the instruction by its name in isa.def */
static inline uint32_t enc_r(uint32_t m, unsigned rd, unsigned rs1, unsigned rs2) { return m | rd << 7 | rs1 << 15 | rs2 << 20; }
static inline uint32_t enc_i(uint32_t m, unsigned rd, unsigned rs1, int32_t imm) { return m | rd << 7 | rs1 << 15 | (uint32_t)imm << 20; }
static inline uint32_t enc_s(uint32_t m, unsigned rs2, unsigned rs1, int32_t imm)
{
    uint32_t u = (uint32_t)imm;
    return m | (u & 31) << 7 | rs1 << 15 | rs2 << 20 | (u >> 5 & 127) << 25;
}
static inline uint32_t enc_b(uint32_t m, unsigned rs1, unsigned rs2, int32_t off)
{
    uint32_t u = (uint32_t)off;
    return m | (u >> 11 & 1) << 7 | (u >> 1 & 15) << 8 | rs1 << 15 | rs2 << 20 | (u >> 5 & 63) << 25 | (u >> 12 & 1) << 31;
}
static inline uint32_t enc_u(uint32_t m, unsigned rd, uint32_t imm20) { return m | rd << 7 | imm20 << 12; }
static inline uint32_t enc_j(uint32_t m, unsigned rd, int32_t off)
{
    uint32_t u = (uint32_t)off;
    return m | rd << 7 | (u >> 12 & 255) << 12 | (u >> 11 & 1) << 20 | (u >> 1 & 1023) << 21 | (u >> 20 & 1) << 31;
}
static inline uint32_t enc_cmd(uint32_t m, unsigned rd, unsigned rs1, unsigned rs2, unsigned after)
{
    return enc_r(m, rd, rs1, rs2) | (after & 7) << 12 | (after >> 3) << 31;
}
#define R(n, rd, a, b)        enc_r(DLP_INSN_##n##_MATCH, rd, a, b)
#define I(n, rd, a, imm)      enc_i(DLP_INSN_##n##_MATCH, rd, a, imm)
#define S(n, src, base, imm)  enc_s(DLP_INSN_##n##_MATCH, src, base, imm)
#define B(n, a, b, off)       enc_b(DLP_INSN_##n##_MATCH, a, b, off)
#define U(n, rd, imm)         enc_u(DLP_INSN_##n##_MATCH, rd, imm)
#define J(n, rd, off)         enc_j(DLP_INSN_##n##_MATCH, rd, off)
#define N(n)                  (DLP_INSN_##n##_MATCH)
#define CSR(n, rd, csr, a)    enc_i(DLP_INSN_##n##_MATCH, rd, a, (int32_t)(csr))
#define CFG1(reg, a)          enc_i(DLP_INSN_DCFG_MATCH, 0, a, DLP_CFG_##reg)
#define CFG2(reg, a, b)       (enc_r(DLP_INSN_DCFG2_MATCH, 0, a, b) | (uint32_t)DLP_CFG_##reg << 25)
#define VSET(a, type)         enc_i(DLP_INSN_VSET_MATCH, 0, a, type)
#define SYNC(mask)            enc_i(DLP_INSN_SYNC_MATCH, 0, 0, mask)
#define EXIT(a)               enc_i(DLP_INSN_EXIT_MATCH, 0, a, 0)
#define CMD(n, rd, a, b, after) enc_cmd(DLP_INSN_##n##_MATCH, rd, a, b, after)

enum { X0, RA, SP, GP, TP, T0, T1, T2, S0, S1, A0, A1, A2, A3, A4, A5, A6, A7 };

/* ---- a chip and its host */
enum { HOST_BYTES = 1 << 20, HOST_BASE = 0x10000000 };      /* mapped host memory */

struct bench {
    struct dlp_chip *chip;
    const struct dlp_profile *profile;
    uint8_t host[HOST_BYTES];
    unsigned irqs[2];                   /* rising edges */
    bool level[2];
    uint8_t *nram, *wram, *gdram;
    uint64_t nram_bytes, wram_bytes, gdram_bytes;

    uint32_t code[4096];                /* the program that emit() appends to */
    unsigned words;
};

enum { CODE_AT = 0x200000 };            /* GDRAM offset of test programs */
#define CODE_PC (DLP_MEM_CODE_BASE + CODE_AT)

struct bench *bench_new(const char *profile);
struct bench *bench_with(const struct dlp_profile *profile);       /* which must outlive the bench */
void bench_free(struct bench *b);

void emit(struct bench *b, uint32_t word);
void emit_li(struct bench *b, unsigned rd, uint64_t value);        /* any 64-bit value */
void emit_cfg(struct bench *b, unsigned index, uint32_t value);    /* uses t0 */

/* The state of a program on hart 0 that ran to its dlp.exit or fault, by a job scheduler that is not there: lock-step calls, with commands
 * completed in issue order after each instruction. */
struct end {
    bool exited;
    uint32_t exit_code;
    uint8_t cause;                      /* of a trap without a handler */
    uint64_t mtval_pc;                  /* its pc */
    struct dlp_effect effect;           /* of the first command that faulted */
    unsigned faults;
};
struct end bench_run(struct bench *b);  /* runs code[] from CODE_PC, then forgets it */

/* Appends one command with these operands (uses a0-a2), a dlp.sync of its stream and dlp.exit, then bench_run. */
struct end bench_command(struct bench *b, uint32_t match, uint64_t rd, uint64_t rs1, uint64_t rs2);

uint32_t reg_read(struct bench *b, uint32_t off);
void reg_write(struct bench *b, uint32_t off, uint32_t value);
uint64_t run(struct bench *b, uint64_t cycles);

/* Load PT_LOAD segments of an ELF file by physical address (a CODE address) to GDRAM; returns the entry, 0 on failure. */
uint64_t bench_load_elf(struct bench *b, const char *path);

uint64_t rnd(void);                     /* a fixed sequence */
#endif
