/* SPDX-License-Identifier: Apache-2.0
 * Copies of a core, and every check in its order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "bench.h"

#define NR DLP_MEM_NRAM_BASE
#define WR DLP_MEM_WRAM_BASE
#define GD DLP_MEM_GDRAM_BASE
#define CO DLP_MEM_CODE_BASE
enum { DATA_AT = 0x400000 };

struct copy { uint32_t match; uint64_t rd, rs1, rs2; uint32_t dst_stride, src_stride, rows, planes, dst_plane, src_plane; };

static struct end go(struct bench *b, const struct copy *c)
{
    bool io = (c->match & DLP_FIELD_CMD_STREAM_MASK) >> DLP_FIELD_CMD_STREAM_LSB == DLP_STREAM_IO;
    emit_cfg(b, io ? DLP_CFG_IO_DST_STRIDE : DLP_CFG_MV_DST_STRIDE, c->dst_stride);
    emit_cfg(b, io ? DLP_CFG_IO_SRC_STRIDE : DLP_CFG_MV_SRC_STRIDE, c->src_stride);
    emit_cfg(b, io ? DLP_CFG_IO_ROWS : DLP_CFG_MV_ROWS, c->rows);
    emit_cfg(b, io ? DLP_CFG_IO_PLANES : DLP_CFG_MV_PLANES, c->planes);
    emit_cfg(b, io ? DLP_CFG_IO_DST_PLANE : DLP_CFG_MV_DST_PLANE, c->dst_plane);
    emit_cfg(b, io ? DLP_CFG_IO_SRC_PLANE : DLP_CFG_MV_SRC_PLANE, c->src_plane);
    return bench_command(b, c->match, c->rd, c->rs1, c->rs2);
}

static uint8_t *mem(struct bench *b, uint64_t addr)
{
    return addr >= GD ? b->gdram + (addr - GD) : addr >= CO ? b->gdram + (addr - CO) : addr >= WR ? b->wram + (addr - WR) : b->nram + (addr - NR);
}

static void randomize(struct bench *b)
{
    for (uint64_t i = 0; i < b->nram_bytes; i++) b->nram[i] = (uint8_t)rnd();
    for (uint64_t i = 0; i < b->wram_bytes; i++) b->wram[i] = (uint8_t)rnd();
    for (uint64_t i = 0; i < 0x10000; i++) b->gdram[DATA_AT + i] = (uint8_t)rnd();
}

static void copies_move_exactly_their_bytes(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const struct { bool io; uint64_t dst, src; } way[] = {
        { true, NR, GD + DATA_AT }, { true, WR, GD + DATA_AT }, { true, GD + DATA_AT, NR }, { true, GD + DATA_AT, WR }, { true, NR, CO + DATA_AT },
        { true, CO + DATA_AT, WR }, { true, GD + DATA_AT, CO + DATA_AT + 16384 }, { true, CO + DATA_AT, GD + DATA_AT + 16384 }, { false, NR, WR }, { false, WR, NR }, { false, NR + 8192, NR },
    };
    static const uint32_t match[2][3] = { { DLP_INSN_MV_COPY_MATCH, DLP_INSN_MV_COPY2_MATCH, DLP_INSN_MV_COPY3_MATCH },
                                          { DLP_INSN_IO_COPY_MATCH, DLP_INSN_IO_COPY2_MATCH, DLP_INSN_IO_COPY3_MATCH } };
    for (unsigned round = 0; round < 60; round++)
        for (size_t k = 0; k < sizeof way / sizeof way[0]; k++) {
            randomize(b);
            unsigned dims = round % 3 + 1;
            uint64_t dst = way[k].dst + rnd() % 300, src = way[k].src + rnd() % 300, bytes = rnd() % 200 + 1;
            uint32_t rows = dims > 1 ? (uint32_t)(rnd() % 9 + 1) : 77, planes = dims > 2 ? (uint32_t)(rnd() % 4 + 1) : 99;
            uint32_t dp = (uint32_t)(rnd() % 900), sp = (uint32_t)(rnd() % 900), ds = (uint32_t)(rnd() % 500), ss = (uint32_t)(rnd() % 500);
            uint8_t want[8192 + 8192];   /* a copy ends within 8 KiB */
            uint64_t base = way[k].dst == NR + 8192 ? NR + 8192 : way[k].dst;
            memcpy(want, mem(b, base), 8192);
            for (uint64_t p = 0; p < (dims > 2 ? planes : 1); p++)
                for (uint64_t r = 0; r < (dims > 1 ? rows : 1); r++)
                    memcpy(want + (dst - base) + p * dp + r * ds, mem(b, src) + p * sp + r * ss, (size_t)bytes);
            struct copy c = { match[way[k].io][dims - 1], dst, src, bytes, ds, ss, rows, planes, dp, sp };
            assert_int_equal(go(b, &c).faults, 0);
            assert_memory_equal(mem(b, base), want, 8192);
        }
    bench_free(b);
}

static void fills_repeat_their_element_in_each_segment(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    static const uint32_t match[2][3][3] = {
        { { DLP_INSN_MV_FILL_B_MATCH, DLP_INSN_MV_FILL2_B_MATCH, DLP_INSN_MV_FILL3_B_MATCH },
          { DLP_INSN_MV_FILL_H_MATCH, DLP_INSN_MV_FILL2_H_MATCH, DLP_INSN_MV_FILL3_H_MATCH },
          { DLP_INSN_MV_FILL_W_MATCH, DLP_INSN_MV_FILL2_W_MATCH, DLP_INSN_MV_FILL3_W_MATCH } },
        { { DLP_INSN_IO_FILL_B_MATCH, DLP_INSN_IO_FILL2_B_MATCH, DLP_INSN_IO_FILL3_B_MATCH },
          { DLP_INSN_IO_FILL_H_MATCH, DLP_INSN_IO_FILL2_H_MATCH, DLP_INSN_IO_FILL3_H_MATCH },
          { DLP_INSN_IO_FILL_W_MATCH, DLP_INSN_IO_FILL2_W_MATCH, DLP_INSN_IO_FILL3_W_MATCH } } };
    static const uint64_t base[] = { NR, WR, GD + DATA_AT, CO + DATA_AT };
    for (unsigned round = 0; round < 36; round++)
        for (unsigned k = 0; k < 4; k++) {
            randomize(b);
            const unsigned dims = round % 3 + 1, size = round / 3 % 3;
            const uint64_t at = rnd() % 300, bytes = round < 9 ? rnd() % 5 + 1 : rnd() % 200 + 1, value = rnd() << 32 ^ rnd();
            const uint32_t rows = (uint32_t)(rnd() % 9 + 1), planes = (uint32_t)(rnd() % 4 + 1), ds = (uint32_t)(rnd() % 300), dp = (uint32_t)(rnd() % 900);
            uint8_t want[8192];
            memcpy(want, mem(b, base[k]), sizeof want);
            for (uint32_t p = 0; p < (dims > 2 ? planes : 1); p++)
                for (uint32_t r = 0; r < (dims > 1 ? rows : 1); r++)
                    for (uint64_t i = 0; i < bytes; i++)
                        want[at + p * dp + r * ds + i] = (uint8_t)(value >> (i & ((1u << size) - 1)) * 8);
            struct copy c = { match[k >= 2][size][dims - 1], base[k] + at, value, bytes, ds, UINT32_MAX, rows, planes, dp, UINT32_MAX };
            assert_int_equal(go(b, &c).faults, 0);
            assert_memory_equal(mem(b, base[k]), want, sizeof want);
        }
    bench_free(b);
}

static void copy_faults_come_in_their_order(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    const uint64_t nend = NR + b->nram_bytes, wend = WR + b->wram_bytes, gend = GD + b->gdram_bytes, none = 0x44;
    const uint32_t io = DLP_INSN_IO_COPY_MATCH, io2 = DLP_INSN_IO_COPY2_MATCH, mv = DLP_INSN_MV_COPY_MATCH, mv2 = DLP_INSN_MV_COPY2_MATCH;
    const uint32_t iof = DLP_INSN_IO_FILL_H_MATCH, iof3 = DLP_INSN_IO_FILL3_B_MATCH, mvf = DLP_INSN_MV_FILL_W_MATCH, mvf2 = DLP_INSN_MV_FILL2_B_MATCH;
    const uint32_t io3 = DLP_INSN_IO_COPY3_MATCH, mv3 = DLP_INSN_MV_COPY3_MATCH;
    const struct { struct copy c; uint8_t fault; uint64_t addr; } row[] = {
        /* direction first, always with rd */
        { { io, NR, WR, 0, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, NR },
        { { io, NR, none, 0, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, NR },
        { { io, none, GD, 0, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, none },
        { { io, DLP_MEM_LMEM_BASE, GD, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, DLP_MEM_LMEM_BASE },
        { { mv, WR, WR + 64, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, WR },
        { { mv, NR, GD, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, NR },
        /* size */
        { { io, nend, gend, 0, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, nend },
        { { io2, nend, GD, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, nend },
        { { io2, nend, GD, 4, 0, 0, 65536, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, nend },
        { { io, nend, GD, UINT64_C(1) << 32, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, nend },
        { { mv2, NR, WR, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, NR },
        { { io3, nend, GD, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, nend },
        { { io3, nend, GD, 4, 0, 0, 1, 65536, 0, 0 }, DLP_FAULT_COPY_SIZE, nend },
        { { io3, nend, GD, 4, 0, 0, 0, 1, 0, 0 }, DLP_FAULT_COPY_SIZE, nend },
        { { mv3, NR, WR, 4, 0, 0, 65536, 1, 0, 0 }, DLP_FAULT_COPY_SIZE, NR },
        { { mv3, NR, WR, 4, 0, 0, 1, UINT32_MAX, 0, 0 }, DLP_FAULT_COPY_SIZE, NR },
        /* fills: rs1 is no address */
        { { iof, NR, GD, 0, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, NR },
        { { iof, none, GD, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, none },
        { { mvf, GD, NR, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, GD },
        { { mvf, DLP_MEM_LMEM_BASE, NR, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_DIR, DLP_MEM_LMEM_BASE },
        { { iof, gend, none, 0, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, gend },
        { { iof3, gend, none, 1, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, gend },
        { { mvf, NR, none, UINT64_C(1) << 32, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, NR },
        { { mvf2, NR, none, 1, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_COPY_SIZE, NR },
        { { iof, gend - 3, none, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_GDRAM_WRITE, gend - 3 },
        { { iof, gend - 4, gend, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_NONE, 0 },
        { { mvf, wend - 3, WR, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_WRAM_WRITE, wend - 3 },
        { { mvf, wend - 4, wend - 4, 4, 0, 0, 0, 0, 0, 0 }, DLP_FAULT_NONE, 0 },
        { { mvf2, nend - 14, NR, 4, 10, UINT32_MAX, 2, 0, 0, 0 }, DLP_FAULT_NONE, 0 },
        { { mvf2, nend - 13, NR, 4, 10, UINT32_MAX, 2, 0, 0, 0 }, DLP_FAULT_NRAM_WRITE, nend - 13 },
        /* planes */
        { { io3, GD, NR, 4, UINT32_MAX, 0, 65535, 65535, UINT32_MAX, 0 }, DLP_FAULT_GDRAM_WRITE, GD },
        { { io3, NR, GD, 4, 0, UINT32_MAX, 65535, 65535, 0, UINT32_MAX }, DLP_FAULT_GDRAM_READ, GD },
        { { io3, nend - 134, GD, 4, 10, 0, 4, 2, 100, 0 }, DLP_FAULT_NONE, 0 },
        { { io3, nend - 133, GD, 4, 10, 0, 4, 2, 100, 0 }, DLP_FAULT_NRAM_WRITE, nend - 133 },
        { { mv3, NR, wend - 134, 4, 0, 10, 4, 2, 0, 100 }, DLP_FAULT_NONE, 0 },
        { { mv3, NR, wend - 133, 4, 0, 10, 4, 2, 0, 100 }, DLP_FAULT_WRAM_READ, wend - 133 },
        { { mv3, NR + 134, NR, 4, 0, 10, 4, 2, 0, 100 }, DLP_FAULT_NONE, 0 },
        { { mv3, NR + 133, NR, 4, 0, 10, 4, 2, 0, 100 }, DLP_FAULT_CMD_OVERLAP, NR + 133 },
        /* destination, then source */
        { { io, NR, GD, UINT32_MAX, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_NRAM_WRITE, NR },
        { { io, nend - 3, gend, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_NRAM_WRITE, nend - 3 },
        { { io, wend - 3, gend - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_WRAM_WRITE, wend - 3 },
        { { io, wend - 4, gend - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_GDRAM_READ, gend - 3 },
        { { io, gend - 3, nend - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_GDRAM_WRITE, gend - 3 },
        { { io, gend - 4, nend - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_NRAM_READ, nend - 3 },
        { { io, gend - 4, wend - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_WRAM_READ, wend - 3 },
        { { io, gend - 4, wend - 4, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_NONE, 0 },
        { { io, NR, CO + b->gdram_bytes - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_GDRAM_READ, CO + b->gdram_bytes - 3 },
        { { io2, NR, GD, 4, 0xffffffff, 0, 65535, 0, 0, 0 }, DLP_FAULT_NRAM_WRITE, NR },
        { { io2, NR, GD, 4, 0x10000, 0, 65535, 0, 0, 0 }, DLP_FAULT_NRAM_WRITE, NR },
        { { io2, nend - 24, GD, 4, 10, 0, 3, 0, 0, 0 }, DLP_FAULT_NONE, 0 },
        { { io2, nend - 23, GD, 4, 10, 0, 3, 0, 0, 0 }, DLP_FAULT_NRAM_WRITE, nend - 23 },
        /* overlap: of the whole ranges, and through both windows of GDRAM */
        { { io, GD + DATA_AT + 3, GD + DATA_AT, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_CMD_OVERLAP, GD + DATA_AT + 3 },
        { { io, CO + DATA_AT, GD + DATA_AT + 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_CMD_OVERLAP, CO + DATA_AT },
        { { io, GD + DATA_AT, CO + DATA_AT, 1, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_CMD_OVERLAP, GD + DATA_AT },
        { { io, GD + DATA_AT + 4, GD + DATA_AT, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_NONE, 0 },
        { { io2, GD + DATA_AT + 4, GD + DATA_AT, 4, 8, 8, 3, 0, 0, 0 }, DLP_FAULT_CMD_OVERLAP, GD + DATA_AT + 4 },
        { { io, gend - 3, gend - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_GDRAM_WRITE, gend - 3 },
        { { io, gend - 4, gend - 3, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_GDRAM_READ, gend - 3 },
        { { mv, NR + 3, NR, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_CMD_OVERLAP, NR + 3 },
        { { mv, NR, NR, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_CMD_OVERLAP, NR },
        { { mv, NR + 4, NR, 4, 0, 0, 1, 0, 0, 0 }, DLP_FAULT_NONE, 0 },
        { { mv2, NR + 4, NR, 4, 8, 8, 3, 0, 0, 0 }, DLP_FAULT_CMD_OVERLAP, NR + 4 },     /* interleaved, though no byte is shared */
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        uint8_t before[16384];
        randomize(b);
        memcpy(before, b->nram, sizeof before);
        struct end end = go(b, &row[k].c);
        assert_int_equal(end.effect.fault, row[k].fault);
        assert_int_equal(end.effect.addr, row[k].addr);
        if (row[k].fault)
            assert_memory_equal(b->nram, before, sizeof before);
    }
    bench_free(b);
}

static void a_bus_error_ends_a_copy_at_the_operand(void **state)
{
    (void)state;
    struct bench *b = bench_new("edu");
    dlp_model_fail_gdram(b->chip, DATA_AT + 1024, 1);
    struct copy in = { DLP_INSN_IO_COPY_MATCH, NR, GD + DATA_AT, 2000, 0, 0, 1, 0, 0, 0 }, out = { DLP_INSN_IO_COPY_MATCH, GD + DATA_AT, NR, 2000, 0, 0, 1, 0, 0, 0 };
    struct end end = go(b, &in);
    assert_int_equal(end.effect.fault, DLP_FAULT_CMD_BUS_READ);
    assert_int_equal(end.effect.addr, GD + DATA_AT);
    end = go(b, &out);
    assert_int_equal(end.effect.fault, DLP_FAULT_CMD_BUS_WRITE);
    assert_int_equal(end.effect.addr, GD + DATA_AT);
    struct copy fill = { DLP_INSN_IO_FILL_W_MATCH, GD + DATA_AT, GD, 2000, 0, 0, 1, 0, 0, 0 };
    end = go(b, &fill);
    assert_int_equal(end.effect.fault, DLP_FAULT_CMD_BUS_WRITE);
    assert_int_equal(end.effect.addr, GD + DATA_AT);
    /* both: an error of reading comes first, wherever it is */
    in.rd = out.rs1 = GD + DATA_AT + 8192;
    end = go(b, &in);
    assert_int_equal(end.effect.fault, DLP_FAULT_CMD_BUS_READ);
    assert_int_equal(end.effect.addr, GD + DATA_AT);
    end = go(b, &out);
    assert_int_equal(end.effect.fault, DLP_FAULT_CMD_BUS_WRITE);
    assert_int_equal(end.effect.addr, GD + DATA_AT);
    struct copy both = { DLP_INSN_IO_COPY2_MATCH, GD + DATA_AT + 1032, GD + DATA_AT - 1016, 8, 2048, 8, 256, 0, 0, 0 };
    end = go(b, &both);
    assert_int_equal(end.effect.fault, DLP_FAULT_CMD_BUS_READ);
    assert_int_equal(end.effect.addr, GD + DATA_AT - 1016);
    in.rd = NR;
    in.rs2 = 1024;                                  /* stops right before it */
    assert_int_equal(go(b, &in).faults, 0);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_move_exactly_their_bytes),
        cmocka_unit_test(fills_repeat_their_element_in_each_segment),
        cmocka_unit_test(copy_faults_come_in_their_order),
        cmocka_unit_test(a_bus_error_ends_a_copy_at_the_operand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
