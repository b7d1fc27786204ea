/* SPDX-License-Identifier: Apache-2.0
 * cmodel_bench - speed of the C model: scalar instructions, int8 multiply-accumulates, vector elements per second of processor time. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);      /* the machine may be busy with others */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Run the program on core 0 of a free-running chip, started by a one-instruction job scheduler; returns host seconds. */
static double timed(struct bench *b, uint64_t *instret)
{
    enum { JS_AT = 0x1000 };
    struct dlp_chip *chip = b->chip;
    if (chip->ops->mem_write(chip, CODE_AT, b->code, b->words * sizeof b->code[0]))
        abort();
    b->words = 0;
    emit_li(b, A0, DLP_MEM_MMIO_BASE);
    emit_li(b, A1, CODE_PC);
    emit(b, U(LUI, A2, DLP_REG_CORE_CTRL >> 12));
    emit(b, R(ADD, A0, A0, A2));
    emit(b, S(SW, A1, A0, DLP_REG_CORE_ENTRY - DLP_REG_CORE_CTRL));
    emit(b, I(ADDI, A1, X0, DLP_CORE_CTRL_START_MASK));
    emit(b, S(SW, A1, A0, 0));
    emit(b, N(WFI));
    if (chip->ops->mem_write(chip, JS_AT, b->code, b->words * sizeof b->code[0]))
        abort();
    b->words = 0;
    reg_write(b, DLP_REG_JS_ENTRY, (uint32_t)(DLP_MEM_CODE_BASE + JS_AT));
    reg_write(b, DLP_REG_DEV_CTRL, DLP_DEV_CTRL_JS_RUN_MASK);
    double start = now();
    run(b, UINT64_MAX);
    double seconds = now() - start;
    if (reg_read(b, DLP_REG_CORE_STATUS) != DLP_CORE_STATUS_STATE_DONE) {
        printf("kernel failed: fault 0x%x\n", (unsigned)reg_read(b, DLP_REG_CORE_FAULT));
        exit(1);
    }
    *instret = reg_read(b, DLP_REG_CORE_INSTRET);
    reg_write(b, DLP_REG_DEV_CTRL, 0);
    return seconds;
}

static void scalar(struct bench *b)
{
    enum { ROUNDS = 20000000 };
    emit_li(b, S0, ROUNDS);
    emit_li(b, SP, DLP_MEM_LMEM_BASE);
    unsigned top = b->words;
    emit(b, I(LW, T1, SP, 0));
    emit(b, R(ADD, T1, T1, S0));
    emit(b, R(XOR, T2, T2, T1));
    emit(b, I(SLLI, A1, T2, 3));
    emit(b, I(ADDI, A2, A1, 17));
    emit(b, S(SW, A2, SP, 0));
    emit(b, B(BEQ, X0, A7, 4));
    emit(b, I(ADDI, S0, S0, -1));
    emit(b, B(BNE, S0, X0, (int32_t)(4 * (top - b->words))));
    emit(b, EXIT(X0));
    uint64_t n;
    double s = timed(b, &n);
    printf("scalar            %8.1f M instructions/s\n", (double)n / s * 1e-6);
}

static void matmul(struct bench *b, uint32_t m, uint32_t k, uint32_t n, unsigned rounds)
{
    emit_cfg(b, DLP_CFG_MAT_WO, m);
    emit_cfg(b, DLP_CFG_MAT_CI, k);
    emit_cfg(b, DLP_CFG_MAT_CO, n);
    emit_cfg(b, DLP_CFG_MAT_IN_STRIDE, k);
    emit_cfg(b, DLP_CFG_MAT_W_STRIDE, k);
    emit_cfg(b, DLP_CFG_MAT_OUT_STRIDE, n);
    emit_cfg(b, DLP_CFG_MAT_OUT, DLP_TYPE_I8);
    emit_li(b, A0, DLP_MEM_NRAM_BASE + m * k);
    emit_li(b, A1, DLP_MEM_NRAM_BASE);
    emit_li(b, A2, DLP_MEM_WRAM_BASE);
    emit_li(b, S0, rounds);
    emit(b, CMD(MATMUL, A0, A1, A2, 0));
    emit(b, J(CJ, S0, -4));
    emit(b, EXIT(X0));
    uint64_t instret;
    double s = timed(b, &instret);
    printf("matmul %4u %4u %4u %6.2f G MAC/s\n", (unsigned)m, (unsigned)k, (unsigned)n, (double)m * k * n * rounds / s * 1e-9);
}

static void conv(struct bench *b)
{
    enum { HW = 56, C = 64, ROUNDS = 4 };
    static const struct { unsigned index; uint32_t value; } cfg[] = {
        { DLP_CFG_MAT_HI, HW }, { DLP_CFG_MAT_WI, HW }, { DLP_CFG_MAT_CI, C }, { DLP_CFG_MAT_CO, C }, { DLP_CFG_MAT_HO, HW }, { DLP_CFG_MAT_WO, HW },
        { DLP_CFG_MAT_KH, 3 }, { DLP_CFG_MAT_KW, 3 }, { DLP_CFG_MAT_SH, 1 }, { DLP_CFG_MAT_SW, 1 }, { DLP_CFG_MAT_DH, 1 }, { DLP_CFG_MAT_DW, 1 },
        { DLP_CFG_MAT_PT, 1 }, { DLP_CFG_MAT_PL, 1 }, { DLP_CFG_MAT_IN_STRIDE, C }, { DLP_CFG_MAT_OUT_STRIDE, C }, { DLP_CFG_MAT_W_STRIDE, 9 * C },
    };
    for (size_t i = 0; i < sizeof cfg / sizeof cfg[0]; i++)
        emit_cfg(b, cfg[i].index, cfg[i].value);
    emit_li(b, A0, DLP_MEM_NRAM_BASE + HW * HW * C);
    emit_li(b, A1, DLP_MEM_NRAM_BASE);
    emit_li(b, A2, DLP_MEM_WRAM_BASE);
    emit_li(b, S0, ROUNDS);
    emit(b, CMD(CONV, A0, A1, A2, 0));
    emit(b, J(CJ, S0, -4));
    emit(b, EXIT(X0));
    uint64_t instret;
    double s = timed(b, &instret);
    printf("conv 3x3 56x56x64 %8.2f G MAC/s\n", 9.0 * HW * HW * C * C * ROUNDS / s * 1e-9);
}

static void vector(struct bench *b, const char *name, int type)
{
    enum { ELEMENTS = 32768, ROUNDS = 1000 };
    emit_li(b, A3, ELEMENTS);
    emit(b, VSET(A3, type));
    emit_li(b, A0, DLP_MEM_NRAM_BASE);
    emit_li(b, A1, DLP_MEM_NRAM_BASE + 4 * ELEMENTS);
    emit_li(b, S0, ROUNDS);
    emit(b, CMD(VADD_VV, A0, A0, A1, 0));
    emit(b, J(CJ, S0, -4));
    emit(b, EXIT(X0));
    uint64_t instret;
    double s = timed(b, &instret);
    printf("vadd %s          %8.2f G elements/s\n", name, (double)ELEMENTS * ROUNDS / s * 1e-9);
}

int main(void)
{
    struct bench *b = bench_new("full");
    scalar(b);
    matmul(b, 256, 256, 256, 40);
    matmul(b, 256, 27, 64, 400);
    conv(b);
    vector(b, "i8 ", DLP_TYPE_I8);
    vector(b, "f32", DLP_TYPE_F32);
    bench_free(b);
    return 0;
}
