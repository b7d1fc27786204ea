/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *host_at(struct bench *b, uint64_t addr, size_t n)
{
    return addr >= HOST_BASE && addr - HOST_BASE <= HOST_BYTES && n <= HOST_BYTES - (addr - HOST_BASE) ? b->host + (addr - HOST_BASE) : NULL;
}

static int host_read(void *ctx, uint64_t addr, void *dst, size_t n)
{
    const uint8_t *at = host_at(ctx, addr, n);
    if (at == NULL)
        return -1;
    memcpy(dst, at, n);
    return 0;
}

static int host_write(void *ctx, uint64_t addr, const void *src, size_t n)
{
    uint8_t *at = host_at(ctx, addr, n);
    if (at == NULL)
        return -1;
    memcpy(at, src, n);
    return 0;
}

static void host_irq(void *ctx, unsigned vector, bool level)
{
    struct bench *b = ctx;
    b->irqs[vector] += level;
    b->level[vector] = level;
}

struct bench *bench_new(const char *profile)
{
    return bench_with(dlp_profile_by_name(profile));
}

struct bench *bench_with(const struct dlp_profile *profile)
{
    struct bench *b = calloc(1, sizeof *b);
    if (b == NULL)
        abort();
    const struct dlp_chip_host host = { b, host_read, host_write, host_irq };
    b->profile = profile;
    if (dlp_model_create(b->profile, &host, &b->chip))
        abort();
    b->nram  = dlp_model_memory(b->chip, 0, DLP_MEMORY_NRAM, &b->nram_bytes);
    b->wram  = dlp_model_memory(b->chip, 0, DLP_MEMORY_WRAM, &b->wram_bytes);
    b->gdram = dlp_model_memory(b->chip, 0, DLP_MEMORY_GDRAM, &b->gdram_bytes);
    return b;
}

void bench_free(struct bench *b)
{
    b->chip->ops->destroy(b->chip);
    free(b);
}

void emit(struct bench *b, uint32_t word)
{
    if (b->words == sizeof b->code / sizeof b->code[0])
        abort();
    b->code[b->words++] = word;
}

/* 11 bits at a time from the top: no sign to think of. */
void emit_li(struct bench *b, unsigned rd, uint64_t value)
{
    emit(b, I(ADDI, rd, X0, (int32_t)(value >> 55)));
    for (int shift = 44; shift >= 0; shift -= 11) {
        emit(b, enc_i(DLP_INSN_SLLI_MATCH, rd, rd, 11));
        emit(b, I(ADDI, rd, rd, (int32_t)(value >> shift & 0x7ff)));
    }
}

void emit_cfg(struct bench *b, unsigned index, uint32_t value)
{
    emit_li(b, T0, value);
    emit(b, enc_i(DLP_INSN_DCFG_MATCH, 0, T0, (int32_t)index));
}

struct end bench_run(struct bench *b)
{
    struct end end = { 0 };
    memcpy(b->gdram + CODE_AT, b->code, b->words * sizeof b->code[0]);
    b->words = 0;
    dlp_model_set_lockstep(b->chip, true);
    if (dlp_model_start(b->chip, 0, CODE_PC, 0))
        abort();
    struct dlp_retire r;
    while (dlp_model_step(b->chip, 0, NULL, &r, NULL, NULL) == 0) {
        struct dlp_effect effect;
        for (unsigned s = 0; s < 4; s++)
            while (dlp_model_complete(b->chip, 0, s, &effect) == 0)
                if (effect.fault != DLP_FAULT_NONE && end.faults++ == 0)
                    end.effect = effect;
        if (r.trap) {
            end.cause = r.cause;
            end.mtval_pc = r.pc;
        } else if ((r.insn & DLP_INSN_EXIT_MASK) == DLP_INSN_EXIT_MATCH) {
            end.exited = true;
            end.exit_code = (uint32_t)dlp_model_reg(b->chip, 0, r.insn >> 15 & 31);
        }
    }
    dlp_model_set_lockstep(b->chip, false);
    return end;
}

struct end bench_command(struct bench *b, uint32_t match, uint64_t rd, uint64_t rs1, uint64_t rs2)
{
    const unsigned stream = (match & DLP_FIELD_CMD_STREAM_MASK) >> DLP_FIELD_CMD_STREAM_LSB;
    emit_li(b, A0, rd);
    emit_li(b, A1, rs1);
    emit_li(b, A2, rs2);
    emit(b, enc_cmd(match, A0, A1, A2, 0));
    emit(b, SYNC(1 << stream));
    emit(b, EXIT(X0));
    return bench_run(b);
}

uint32_t reg_read(struct bench *b, uint32_t off)
{
    uint32_t value = 0xdeadbeef;
    if (b->chip->ops->reg_read(b->chip, off, &value))
        abort();
    return value;
}

void reg_write(struct bench *b, uint32_t off, uint32_t value)
{
    if (b->chip->ops->reg_write(b->chip, off, value))
        abort();
}

uint64_t run(struct bench *b, uint64_t cycles)
{
    uint64_t ran = 0;
    if (b->chip->ops->run(b->chip, cycles, &ran))
        abort();
    return ran;
}

/* ---- ELF64, just enough */

static uint64_t field(const uint8_t *p, size_t n)
{
    uint64_t v = 0;
    memcpy(&v, p, n);
    return v;
}

uint64_t bench_load_elf(struct bench *b, const char *path)
{
    static uint8_t file[1 << 20];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(file, 1, sizeof file, f) : 0;
    if (f)
        fclose(f);
    if (n < 64 || memcmp(file, "\177ELF", 4) != 0)
        return 0;
    uint64_t phoff = field(file + 32, 8), phnum = field(file + 56, 2), phsize = field(file + 54, 2);
    for (uint64_t k = 0; k < phnum; k++) {
        const uint8_t *ph = file + phoff + k * phsize;
        uint64_t offset = field(ph + 8, 8), addr = field(ph + 24, 8), bytes = field(ph + 32, 8);
        if (field(ph, 4) != 1 || bytes == 0)
            continue;
        if (b->chip->ops->mem_write(b->chip, addr - DLP_MEM_CODE_BASE, file + offset, (size_t)bytes))
            return 0;
    }
    return field(file + 24, 8);
}

/* xorshift64* */
uint64_t rnd(void)
{
    static uint64_t s = UINT64_C(0x9e3779b97f4a7c15);
    s ^= s >> 12;
    s ^= s << 25;
    s ^= s >> 27;
    return s * UINT64_C(0x2545f4914f6cdd1d);
}
