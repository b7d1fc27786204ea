// SPDX-License-Identifier: Apache-2.0
// Tests of the vector unit against vpu_ref.c: results, stray writes, faults, ports, cycles.  Arguments: seed, random commands.
#include "vpu_bench.h"
#include "verilated.h"
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
extern "C" {
#include <cmocka.h>
}

static Bench   *bench;
static uint32_t seed = 1, commands = 20000;

static const uint32_t OPS[] = {
    DLP_VOP_VADD_VV, DLP_VOP_VADD_VS, DLP_VOP_VADD_VC, DLP_VOP_VSUB_VV, DLP_VOP_VSUB_VS, DLP_VOP_VSUB_VC, DLP_VOP_VMUL_VV, DLP_VOP_VMUL_VS,
    DLP_VOP_VMUL_VC, DLP_VOP_VMAX_VV, DLP_VOP_VMAX_VS, DLP_VOP_VMAX_VC, DLP_VOP_VMIN_VV, DLP_VOP_VMIN_VS, DLP_VOP_VMIN_VC, DLP_VOP_VRELU,
    DLP_VOP_VCVT_I8, DLP_VOP_VCVT_I32, DLP_VOP_VCVT_F32, DLP_VOP_VCVT, DLP_VOP_VFN_VV, DLP_VOP_VFN_VS, DLP_VOP_VFN_VC, DLP_VOP_VFN, DLP_VOP_VFILL,
    DLP_VOP_VMAXPOOL, DLP_VOP_VAVGPOOL, DLP_VOP_VSUMPOOL, DLP_VOP_VMINPOOL, DLP_VOP_VARGMAX, DLP_VOP_VSUM, DLP_VOP_VSUM128, DLP_VOP_VARGMIN,
    DLP_VOP_VCOUNT, DLP_VOP_VFIRST, DLP_VOP_VLAST, DLP_VOP_VCOLLECT, DLP_VOP_VMASK, DLP_VOP_VBIT_VV, DLP_VOP_VBIT_VS, DLP_VOP_VBIT_VC,
    DLP_VOP_VTRANS, DLP_VOP_VGATHER, DLP_VOP_VSCATTER,
};
static const uint32_t TYPES[] = {DLP_TYPE_I8, DLP_TYPE_U8, DLP_TYPE_I16, DLP_TYPE_U16, DLP_TYPE_I32, DLP_TYPE_U32, DLP_TYPE_F16, DLP_TYPE_BF16, DLP_TYPE_F32};
// Functions of two operands, of one: of every type, of integers, of floats.
static const std::vector<uint32_t> FN2 = {
    DLP_VFN_AND, DLP_VFN_OR, DLP_VFN_XOR, DLP_VFN_EQ, DLP_VFN_NE, DLP_VFN_LT, DLP_VFN_LE, DLP_VFN_GT, DLP_VFN_GE, DLP_VFN_LAND, DLP_VFN_LOR, DLP_VFN_LXOR,
    DLP_VFN_MAXNAN, DLP_VFN_MINNAN,
};
static const std::vector<uint32_t> FN2_INT = {DLP_VFN_SHL, DLP_VFN_SHR}, FN2_FLOAT = {DLP_VFN_DIV};
static const std::vector<uint32_t> FN1 = {DLP_VFN_NOT, DLP_VFN_ABS, DLP_VFN_NEG, DLP_VFN_LNOT, DLP_VFN_SQUARE};
static const std::vector<uint32_t> FN1_FLOAT = {
    DLP_VFN_RECIP, DLP_VFN_RSQRT, DLP_VFN_SQRT, DLP_VFN_EXP, DLP_VFN_EXP2, DLP_VFN_LOG, DLP_VFN_LOG2, DLP_VFN_SIN, DLP_VFN_COS, DLP_VFN_TANH,
    DLP_VFN_SIGMOID, DLP_VFN_GELU, DLP_VFN_ERF, DLP_VFN_SOFTPLUS, DLP_VFN_FLOOR, DLP_VFN_CEIL, DLP_VFN_ROUND, DLP_VFN_TRUNC, DLP_VFN_RINT, DLP_VFN_SIGN,
};
constexpr uint32_t TYPE_COUNT = sizeof TYPES / sizeof TYPES[0];
constexpr uint32_t OP_COUNT = sizeof OPS / sizeof OPS[0];

static bool is_pool(uint32_t op) { return op >= DLP_VOP_VMAXPOOL && op <= DLP_VOP_VMINPOOL; }
static bool is_best(uint32_t op) { return op == DLP_VOP_VARGMAX || op == DLP_VOP_VARGMIN; }
static bool is_look(uint32_t op) { return op >= DLP_VOP_VCOUNT && op <= DLP_VOP_VLAST; }
static bool is_red(uint32_t op)  { return is_best(op) || is_look(op) || op == DLP_VOP_VSUM; }
static bool is_fn2(uint32_t op)  { return op >= DLP_VOP_VFN_VV && op <= DLP_VOP_VFN_VC; }
static bool is_bit(uint32_t op)  { return op >= DLP_VOP_VBIT_VV && op <= DLP_VOP_VBIT_VC; }
static bool is_two(uint32_t op)  { return op <= DLP_VOP_VMIN_VC || is_fn2(op) || is_bit(op); }
static bool is_vc(uint32_t op)   { return is_two(op) && op % 4 == DLP_VOP_VADD_VC; }
static bool is_vv(uint32_t op)   { return (is_two(op) && op % 4 == DLP_VOP_VADD_VV) || op == DLP_VOP_VCOLLECT || op == DLP_VOP_VMASK; }
static bool is_trans(uint32_t op) { return op == DLP_VOP_VTRANS; }
static bool is_index(uint32_t op) { return op == DLP_VOP_VGATHER || op == DLP_VOP_VSCATTER; }
static bool is_shaped(uint32_t op) { return is_pool(op) || is_trans(op); }     // sizes from VEC_H and others, not from VEC_N
static bool is_float(uint32_t type) { return type == DLP_TYPE_F16 || type == DLP_TYPE_BF16 || type == DLP_TYPE_F32; }
static const uint32_t FLOATS[] = {DLP_TYPE_F16, DLP_TYPE_BF16, DLP_TYPE_F32};
static uint32_t size_of(uint32_t type)
{
    return type == DLP_TYPE_I8 || type == DLP_TYPE_U8 ? 1 : type == DLP_TYPE_I32 || type == DLP_TYPE_U32 || type == DLP_TYPE_F32 ? 4 : 2;
}
static uint32_t type_of(const vpu_cmd &c) { return c.cfg[DLP_CFG_VEC_TYPE] & 15; }
static uint32_t result_type(const vpu_cmd &c)
{
    return c.op == DLP_VOP_VCVT_I8 ? DLP_TYPE_I8 : c.op == DLP_VOP_VCVT_I32 ? DLP_TYPE_I32 : c.op == DLP_VOP_VCVT_F32 ? DLP_TYPE_F32
         : c.op == DLP_VOP_VCVT ? c.cfg[DLP_CFG_VEC_TYPE] >> DLP_VEC_TYPE_TO_LSB & 15 : type_of(c);
}

// The functions that exist for a type.
static std::vector<uint32_t> functions(uint32_t op, uint32_t type)
{
    std::vector<uint32_t> f = is_fn2(op) ? FN2 : FN1, more = !is_fn2(op) ? FN1_FLOAT : is_float(type) ? FN2_FLOAT : FN2_INT;
    if (is_float(type) ? SLANES != 0 : is_fn2(op)) f.insert(f.end(), more.begin(), more.end());
    return f;
}
static bool is_special(const vpu_cmd &c)
{
    uint32_t fn = c.cfg[DLP_CFG_VEC_TYPE] >> DLP_VEC_TYPE_FN_LSB;
    return (is_fn2(c.op) && fn == DLP_VFN_DIV) || (c.op == DLP_VOP_VFN && fn >= DLP_VFN_RECIP);
}
static uint32_t index_type(const vpu_cmd &c) { return c.cfg[DLP_CFG_VEC_TYPE] >> DLP_VEC_TYPE_INDEX_LSB & 15; }
static const uint32_t INDEX_TYPES[] = {DLP_TYPE_U8, DLP_TYPE_U16, DLP_TYPE_U32};

static uint64_t at(uint64_t offset) { return DLP_MEM_NRAM_BASE + offset; }

// An element's bits.  Floats and integers of which many are special or close to each other.
static uint32_t element(uint32_t type)
{
    static const uint32_t floats[] = {
        0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x3f000000, 0x3fc00000, 0x40200000, 0xc0200000, 0x3f800000, 0xbf800000, 0x42fe0000,
        0x42ff0000, 0xc3000000, 0x4effffff, 0x4f000000, 0xcf000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001,
    };
    static const uint32_t ints[] = {0, 1, 0xffffffff, 127, 128, 0xffffff80, 0xffffff7f, 0x7fffffff, 0x80000000, 0x01000001, 0x00ffffff};
    uint32_t r = bench->random(), x = bench->random();
    if (type == DLP_TYPE_F32) {
        if (r % 8 == 0) return floats[(r >> 8) % (sizeof floats / sizeof floats[0])];
        if (r % 8 == 1) return x;
        if (r % 8 == 2) return (x & 0x807fffff) | (r >> 8) % 3 << 23;
        return (x & 0x807fffff) | (118 + (r >> 8) % 20) << 23;
    }
    static const uint32_t halves[] = {0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x8400, 0x3c00, 0xbc00, 0x3800, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01};
    static const uint32_t bfloats[] = {0, 0x8000, 1, 0x8001, 0x7f, 0x80, 0x8080, 0x3f80, 0xbf80, 0x3f00, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x7f81};
    if (type == DLP_TYPE_F16) return r % 8 == 0 ? halves[(r >> 8) % (sizeof halves / sizeof halves[0])] : r % 8 < 4 ? (x & 0x83ff) | (8 + (r >> 8) % 14) << 10 : x;
    if (type == DLP_TYPE_BF16) return r % 8 == 0 ? bfloats[(r >> 8) % (sizeof bfloats / sizeof bfloats[0])] : r % 8 < 5 ? (x & 0x807f) | (118 + (r >> 8) % 20) << 7 : x;
    if (r % 8 == 0) return ints[(r >> 8) % (sizeof ints / sizeof ints[0])];
    return r % 8 < 4 ? uint32_t(int32_t(x) >> (r >> 8) % 32) : x;
}

static void fill(uint64_t addr, uint64_t elements, uint32_t type, bool few = false)
{
    uint64_t o = addr - DLP_MEM_NRAM_BASE, z = size_of(type);
    uint32_t values[4] = {element(type), element(type), element(type), element(type)};
    for (uint64_t i = 0; i < elements && o + (i + 1) * z <= NRAM; i++) {
        uint32_t v = few ? values[bench->below(4)] : element(type);
        memcpy(&bench->nram[o + i * z], &v, z);
    }
}

// Carry out c in both worlds and compare everything.
static void check(const vpu_cmd &c)
{
    std::vector<uint8_t> want = bench->nram;
    uint64_t  addr = 0;
    vpu_range dst;
    uint32_t  fault = vpu_ref(want.data(), NRAM, &c, &addr, &dst);
    Result    r;
    bench->write_lo = dst.bytes ? dst.offset : 0;
    bench->write_hi = dst.bytes ? dst.offset + dst.bytes : 0;
    bool ok = bench->run(c, &r);
    bool good = ok && r.fault == fault && (fault == DLP_FAULT_NONE || r.addr == addr) &&
                (fault == DLP_FAULT_NONE || dst.bytes || bench->reads[0] + bench->reads[1] + bench->writes == 0) && bench->nram == want;
    if (good) return;
    printf("op %u type %u rd %" PRIx64 " rs1 %" PRIx64 " rs2 %" PRIx64 " cfg", c.op, c.cfg[DLP_CFG_VEC_TYPE], c.rd, c.rs1, c.rs2);
    for (uint32_t v : c.cfg) printf(" %u", v);
    printf("\n");
    if (!ok) fail_msg("%s", bench->bad);
    if (r.fault != fault || (fault != DLP_FAULT_NONE && r.addr != addr))
        fail_msg("fault %02x at %" PRIx64 " instead of %02x at %" PRIx64, r.fault, r.addr, fault, addr);
    for (size_t i = 0; i < NRAM; i++)
        if (bench->nram[i] != want[i]) fail_msg("destination byte %zd is %02x instead of %02x", ssize_t(i - dst.offset), bench->nram[i], want[i]);
    fail_msg("a faulted command used the memory");
}

static vpu_cmd command(uint32_t op, uint32_t type, uint32_t n)
{
    vpu_cmd c = {};
    c.op = op;
    for (uint32_t &v : c.cfg) v = bench->random();        // registers that the command does not use may hold anything
    c.cfg[DLP_CFG_VEC_TYPE] = type;
    if (op == DLP_VOP_VCVT) c.cfg[DLP_CFG_VEC_TYPE] |= TYPES[bench->below(TYPE_COUNT)] << DLP_VEC_TYPE_TO_LSB | bench->below(DLP_ROUND_RN + 1) << DLP_VEC_TYPE_ROUND_LSB;
    bool scaled = op == DLP_VOP_VCVT && !(is_float(type) && is_float(result_type(c))) && bench->below(2);
    if (scaled) c.cfg[DLP_CFG_VEC_TYPE] |= 1u << DLP_VEC_TYPE_POS_LSB;
    if (is_fn2(op) || op == DLP_VOP_VFN) {
        std::vector<uint32_t> f = functions(op, type);
        c.cfg[DLP_CFG_VEC_TYPE] |= f[bench->below(uint32_t(f.size()))] << DLP_VEC_TYPE_FN_LSB;
    }
    if (is_bit(op)) c.cfg[DLP_CFG_VEC_TYPE] |= (DLP_VFN_EQ + bench->below(DLP_VFN_GE - DLP_VFN_EQ + 1)) << DLP_VEC_TYPE_FN_LSB;
    if (is_trans(op)) {                                   // about n elements
        c.cfg[DLP_CFG_VEC_TYPE] |= bench->below(8) << DLP_VEC_TYPE_FN_LSB;
        c.cfg[DLP_CFG_VEC_H] = n == 0 ? 1 : 1 + bench->below(bench->below(2) ? n : n < 8 ? n : 8);
        c.cfg[DLP_CFG_VEC_W] = std::max(1u, n / c.cfg[DLP_CFG_VEC_H]);
        if (bench->below(2)) std::swap(c.cfg[DLP_CFG_VEC_H], c.cfg[DLP_CFG_VEC_W]);
    }
    if (is_index(op)) {
        c.cfg[DLP_CFG_VEC_TYPE] |= INDEX_TYPES[bench->below(3)] << DLP_VEC_TYPE_INDEX_LSB;
        c.cfg[DLP_CFG_VEC_SEG] = 1 + bench->below(bench->below(2) ? 2 * n + 1 : LANES);
    }
    c.cfg[DLP_CFG_VEC_N] = n;
    if (is_vc(op)) c.cfg[DLP_CFG_VEC_SEG] = 1;
    c.rs2 = (uint64_t(bench->random()) << 32) | element(type);
    if (scaled && bench->below(4)) c.rs2 = (c.rs2 & ~uint64_t(255)) | uint8_t(int(bench->below(40)) - 20);      // otherwise any position
    c.rs1 = (uint64_t(bench->random()) << 32) | element(type);
    return c;
}

static void set_pool(vpu_cmd &c, uint32_t ch, uint32_t h, uint32_t w, uint32_t kh, uint32_t kw, uint32_t sh, uint32_t sw)
{
    static const float scales[] = {1.0f, 0.25f, 1.0f / 9, 0.5f, -3.7f, 1e-38f, 1e30f};
    uint32_t *g = c.cfg;
    g[DLP_CFG_VEC_C] = ch, g[DLP_CFG_VEC_H] = h, g[DLP_CFG_VEC_W] = w, g[DLP_CFG_VEC_KH] = kh, g[DLP_CFG_VEC_KW] = kw;
    g[DLP_CFG_VEC_SH] = sh, g[DLP_CFG_VEC_SW] = sw;
    memcpy(&g[DLP_CFG_VEC_SCALE], &scales[bench->below(sizeof scales / sizeof scales[0])], 4);
}

// Give the command operands at the given misalignments, in thirds of the memory so that they are apart.
static void place(vpu_cmd &c, uint32_t d, uint32_t s0, uint32_t s1)
{
    c.rd = at(NRAM / 2 + d);
    if (c.op != DLP_VOP_VFILL) c.rs1 = at(ROW + s0);
    if (is_vv(c.op) || is_vc(c.op) || is_index(c.op)) c.rs2 = at(NRAM / 4 + s1);
}

// Elements of a mask: zeros, and often few or no others.
static void some_zeros(uint64_t addr, uint64_t n, uint32_t type)
{
    uint32_t kind = bench->below(4), z = size_of(type);
    if (kind == 0 || addr < at(0) || addr >= at(NRAM)) return;
    uint64_t room = (NRAM - (addr - at(0))) / z;
    for (uint64_t i = 0; i < n && i < room; i++) {
        uint32_t zero = is_float(type) && bench->below(2) ? 0x80u << 8 * (z - 1) : 0;
        if (bench->below(kind == 1 ? 2 : 20) || kind == 3) memcpy(&bench->nram[addr - at(0) + i * z], &zero, z);
    }
}

static void fill_sources(const vpu_cmd &c)
{
    uint32_t type = type_of(c);
    uint64_t n = is_pool(c.op) ? uint64_t(c.cfg[DLP_CFG_VEC_C]) * c.cfg[DLP_CFG_VEC_H] * c.cfg[DLP_CFG_VEC_W] : c.cfg[DLP_CFG_VEC_N];
    bool     few = bench->below(4) == 0;
    if (is_trans(c.op)) n = uint64_t(c.cfg[DLP_CFG_VEC_H]) * c.cfg[DLP_CFG_VEC_W];
    if (c.op != DLP_VOP_VFILL && c.rs1 >= at(0) && c.rs1 < at(NRAM)) fill(c.rs1, c.op == DLP_VOP_VGATHER ? c.cfg[DLP_CFG_VEC_SEG] : n, type, few);
    if (is_index(c.op) && c.rs2 >= at(0) && c.rs2 < at(NRAM)) {
        // all good, or one now and then just beyond the limit, or far
        const uint32_t limit = c.cfg[DLP_CFG_VEC_SEG], z = size_of(index_type(c)), odds = bench->below(3) ? 0 : 2 + bench->below(40);
        for (uint64_t i = 0, o = c.rs2 - at(0); limit && i < n && o + (i + 1) * z <= NRAM; i++) {
            uint32_t v = bench->below(limit);
            if (z < 4 && v >> 8 * z) v = bench->below(1u << 8 * z);
            if (odds && bench->below(odds) == 0) v = bench->below(2) ? limit : limit + (1u << bench->below(32));
            memcpy(&bench->nram[o + i * z], &v, z);
        }
    }
    if ((is_vv(c.op) || is_vc(c.op)) && c.rs2 >= at(0) && c.rs2 < at(NRAM)) fill(c.rs2, is_vc(c.op) ? c.cfg[DLP_CFG_VEC_SEG] : n, type, few);
    if (is_look(c.op)) some_zeros(c.rs1, n, type);
    if (c.op == DLP_VOP_VCOLLECT || c.op == DLP_VOP_VMASK) some_zeros(c.rs2, n, type);
}

static void every_operation_on_every_type_at_lengths_around_rows_and_any_alignment(void **)
{
    for (uint32_t op : OPS)
        for (uint32_t type : TYPES) {
            const uint32_t lengths[] = {1, 2, 3, LANES - 1, LANES, LANES + 1, ROW - 1, ROW, ROW + 1, 2 * ROW, 3 * ROW + 5};
            for (uint32_t n : lengths)
                for (int k = 0; k < 4; k++) {
                    vpu_cmd c = command(op, type, n);
                    if (is_pool(op)) set_pool(c, n, 3, 2, 2, 2, 1, 1);
                    if (is_vc(op)) c.cfg[DLP_CFG_VEC_SEG] = 1 + bench->below(k % 2 ? n + 3 : ROW);
                    if (is_pool(op) && uint64_t(n) * 6 * size_of(type) > NRAM / 4) continue;
                    place(c, k ? bench->below(ROW) : 0, k ? bench->below(ROW) : 0, k ? bench->below(ROW) : 0);
                    fill_sources(c);
                    bench->stall = k == 3 ? 40 : 0;
                    check(c);
                }
        }
    bench->stall = 0;
}

static void every_misalignment_of_source_and_destination(void **)
{
    for (uint32_t d = 0; d < ROW; d++)
        for (uint32_t s = 0; s < ROW; s += d % 3 + 1) {
            vpu_cmd c = command(d % 2 ? DLP_VOP_VADD_VV : DLP_VOP_VMAX_VV, TYPES[(d + s) % TYPE_COUNT], LANES + bench->below(2 * LANES));
            place(c, d, s, bench->below(ROW));
            fill_sources(c);
            check(c);
        }
}

// An operand of a special function: any bits, exponents of the range in which most functions are neither 0 nor infinite, few bits.
static uint32_t operand(uint32_t type)
{
    uint32_t r = bench->random(), x = bench->random();
    if (r % 8 == 0) return element(type);
    if (r % 8 == 1) return x;
    if (type == DLP_TYPE_F32)  x = (x & 0x807fffff) | (102 + (r >> 8) % 40) << 23;
    if (type == DLP_TYPE_BF16) x = (x & 0x807f) | (102 + (r >> 8) % 40) << 7;
    return r % 8 == 2 ? x & (0xffffffffu << (r >> 16) % 24) : x;
}

static void special_functions_of_many_operands(void **)
{
    for (uint32_t op : {DLP_VOP_VFN, DLP_VOP_VFN_VV})
        for (uint32_t type : {DLP_TYPE_F32, DLP_TYPE_F16, DLP_TYPE_BF16})
            for (uint32_t fn : op == DLP_VOP_VFN ? FN1_FLOAT : FN2_FLOAT)
                for (int k = 0; SLANES && k < (type == DLP_TYPE_F32 ? 20 : 5); k++) {
                    uint32_t z = size_of(type), n = (NRAM / 4 - 2 * ROW) / z;
                    vpu_cmd  c = command(op, type, n);
                    c.cfg[DLP_CFG_VEC_TYPE] = type | fn << DLP_VEC_TYPE_FN_LSB;
                    place(c, bench->below(ROW), bench->below(ROW), bench->below(ROW));
                    for (uint64_t i = 0; i < n; i++) {
                        uint32_t a = operand(type), b = operand(type);
                        memcpy(&bench->nram[c.rs1 - at(0) + i * z], &a, z);
                        if (is_vv(op)) memcpy(&bench->nram[c.rs2 - at(0) + i * z], &b, z);
                    }
                    bench->stall = k == 3 ? 30 : 0;
                    check(c);
                }
    bench->stall = 0;
}

static void cycle_operands_of_every_length_up_to_three_rows(void **)
{
    for (uint32_t type : TYPES)
        for (uint32_t seg = 1; seg <= 3 * ROW / size_of(type); seg++) {
            vpu_cmd c = command(DLP_VOP_VADD_VC + 4 * bench->below(5), type, (7 * ROW + bench->below(ROW)) / size_of(type));
            c.cfg[DLP_CFG_VEC_SEG] = seg;
            place(c, bench->below(ROW), bench->below(ROW), bench->below(ROW));
            fill_sources(c);
            bench->stall = seg % 3 == 0 ? 30 : 0;
            check(c);
        }
    bench->stall = 0;
}

static void a_command_may_write_over_a_source_exactly(void **)
{
    for (uint32_t op : OPS)
        for (int k = 0; k < 12; k++) {
            uint32_t type = TYPES[bench->below(TYPE_COUNT)];
            vpu_cmd  c = command(op, type, 1 + bench->below(5 * ROW / size_of(type)));
            if (is_pool(op) || is_trans(op) || is_index(op)) continue;
            if (is_vc(op)) c.cfg[DLP_CFG_VEC_SEG] = 1 + bench->below(2 * LANES);
            place(c, 0, bench->below(ROW), bench->below(ROW));
            fill_sources(c);
            c.rd = k / 3 % 2 && is_vv(op) ? c.rs2 : c.rs1;
            if (op == DLP_VOP_VFILL) c.rd = at(bench->below(ROW));
            if (k >= 9 && is_vv(op)) c.rs2 = c.rs1 = c.rd;
            bench->stall = k % 2 ? 35 : 0;
            check(c);
        }
    bench->stall = 0;
}

static void random_commands_with_random_operands_and_stalls(void **)
{
    long faults = 0, by_fault[256] = {};
    for (uint32_t i = 0; i < commands; i++) {
        uint32_t op = OPS[bench->below(OP_COUNT)], type = TYPES[bench->below(TYPE_COUNT)], z = size_of(type);
        uint32_t n = 1 + bench->below((i % 8 == 0 ? 20 : 4) * ROW / z);
        vpu_cmd  c = command(op, type, n);
        if (is_pool(op)) {
            uint32_t h = 1 + bench->below(7), w = 1 + bench->below(7), kh = 1 + bench->below(h), kw = 1 + bench->below(w);
            uint32_t most = NRAM / 4 / (h * w * z), ch = 1 + bench->below(bench->below(3) == 0 ? 3 * ROW / z : ROW / z);
            set_pool(c, ch < most ? ch : most, h, w, kh, kw, 1 + bench->below(4), 1 + bench->below(4));
        }
        if (is_vc(op)) c.cfg[DLP_CFG_VEC_SEG] = 1 + bench->below(bench->below(2) ? 2 * n : 2 * LANES);
        if (bench->below(4)) place(c, bench->below(NRAM / 4), bench->below(ROW), bench->below(ROW));
        else {
            c.rd = at(bench->below(NRAM));
            if (op != DLP_VOP_VFILL) c.rs1 = at(bench->below(NRAM));
            if (is_vv(op) || is_vc(op) || is_index(op)) c.rs2 = at(bench->below(NRAM));
        }
        switch (bench->below(40)) {                          // now and then something that is not allowed
        case 0: c.cfg[DLP_CFG_VEC_TYPE] ^= 1u << bench->below(32); break;
        case 1: c.cfg[bench->below(VPU_CFGS)] = 0; break;
        case 2: c.rd += (uint64_t(1) << bench->below(64)); break;
        case 3: c.rs1 -= (uint64_t(1) << bench->below(64)); break;
        case 4: c.rs2 += (uint64_t(1) << bench->below(64)); break;
        case 5: c.rs1 = c.rd; break;
        case 6: c.rs2 = c.rd; break;
        case 7: c.cfg[DLP_CFG_VEC_N] |= 1u << (21 + bench->below(11)); break;
        default: break;
        }
        fill_sources(c);
        static const int stalls[] = {0, 0, 20, 60, 90};
        bench->stall = stalls[bench->below(5)];
        bench->banks = bench->below(3) ? 0 : 4;
        check(c);
        by_fault[bench->done[0].fault]++;
        faults += bench->done[0].fault != DLP_FAULT_NONE;
        for (uint32_t k = bench->below(3); k; k--) bench->cycle();
    }
    bench->stall = 0;
    bench->banks = 0;
    printf("  %u commands, seed %u; faults:", commands, seed);
    for (int f = 1; f < 256; f++)
        if (by_fault[f]) printf(" %02x: %ld", f, by_fault[f]);
    printf("\n");
    assert_true(faults > commands / 50);
}

static void expect(const vpu_cmd &c, uint32_t fault, uint64_t addr)
{
    Result r;
    bench->write_lo = bench->write_hi = 0;
    std::vector<uint8_t> before = bench->nram;
    if (!bench->run(c, &r)) fail_msg("%s", bench->bad);
    if (r.fault != fault || (fault != DLP_FAULT_NONE && r.addr != addr))
        fail_msg("op %u: fault %02x at %" PRIx64 " instead of %02x at %" PRIx64, c.op, r.fault, r.addr, fault, addr);
    assert_true(bench->nram == before);
    assert_int_equal(bench->reads[0] + bench->reads[1] + bench->writes, 0);
    // the unit is ready for the next command at once, and nothing of the failed one remains
    vpu_cmd next = command(DLP_VOP_VADD_VV, DLP_TYPE_I32, 3 * LANES + 1);
    place(next, 3, 2, 1);
    check(next);
}

static void a_count_of_zero_does_nothing_and_checks_nothing(void **)
{
    for (uint32_t op : OPS)
        if (!is_shaped(op)) {
            vpu_cmd c = command(op, 77, 0);
            c.rd = c.rs1 = c.rs2 = ~uint64_t(0);
            c.cfg[DLP_CFG_VEC_SEG] = 0;
            expect(c, DLP_FAULT_NONE, 0);
        }
}

static void types_are_checked_first(void **)
{
    for (uint32_t op : OPS)
        for (uint32_t k = 0; k < 256; k++) {
            vpu_cmd  c = command(op, TYPES[k % TYPE_COUNT], 5);
            uint32_t &t = c.cfg[DLP_CFG_VEC_TYPE], fn = k, type = type_of(c);
            std::vector<uint32_t> known = functions(op, type);
            bool     exists = std::find(known.begin(), known.end(), fn) != known.end();
            if (k < 8)                      t = (t & ~15u) | (9 + k % 7);                            // no such type
            else if (k < 28)                t ^= 1u << (12 + k - 8);                                  // bits that mean nothing
            else if (op == DLP_VOP_VCVT) {
                if (k < 64)       t = (t & ~0xf0u) | (9 + k % 7) << DLP_VEC_TYPE_TO_LSB;
                else if (k < 128) t = (t & ~0x700u) | (6 + k % 2) << DLP_VEC_TYPE_ROUND_LSB;
                else              t = FLOATS[k % 3] | FLOATS[k / 3 % 3] << DLP_VEC_TYPE_TO_LSB | 1u << DLP_VEC_TYPE_POS_LSB;   // a position between floats
            } else if (is_fn2(op) || op == DLP_VOP_VFN) {
                if (exists) continue;
                t = type | fn << DLP_VEC_TYPE_FN_LSB;                                                // no such function, or not for the type
            } else if (is_bit(op)) {
                if (fn >= DLP_VFN_EQ && fn <= DLP_VFN_GE) continue;
                t = type | fn << DLP_VEC_TYPE_FN_LSB;
            } else if (is_trans(op))        t = type | std::max(fn, 8u) << DLP_VEC_TYPE_FN_LSB;      // beyond the last function
            else if (is_index(op)) {
                if (fn == DLP_TYPE_U8 || fn == DLP_TYPE_U16 || fn == DLP_TYPE_U32) continue;
                t = type | fn << DLP_VEC_TYPE_INDEX_LSB;
            } else                          t |= fn << 4;
            if (is_shaped(op)) set_pool(c, 0, 0, 0, 0, 0, 0, 0);
            c.cfg[DLP_CFG_VEC_SEG] = 0;
            c.rd = 12345;
            expect(c, DLP_FAULT_CMD_TYPE, 12345);
        }
}

static void sizes_are_checked_before_operands(void **)
{
    static const int dims[] = {DLP_CFG_VEC_C, DLP_CFG_VEC_H, DLP_CFG_VEC_W, DLP_CFG_VEC_KH, DLP_CFG_VEC_KW, DLP_CFG_VEC_SH, DLP_CFG_VEC_SW};
    for (uint32_t op : {DLP_VOP_VMAXPOOL, DLP_VOP_VAVGPOOL, DLP_VOP_VSUMPOOL, DLP_VOP_VMINPOOL}) {
        for (int d : dims)
            for (uint32_t v : {0u, 65536u, 0x80000000u, 0x10001u}) {
                vpu_cmd c = command(op, DLP_TYPE_I8, 0);
                set_pool(c, 4, 4, 4, 1, 1, 1, 1);
                c.cfg[d] = v;
                c.rd = 99;
                expect(c, DLP_FAULT_CMD_SIZE, 99);
            }
        vpu_cmd c = command(op, DLP_TYPE_F32, 0);
        c.rd = at(NRAM);
        set_pool(c, 1, 3, 3, 4, 1, 1, 1);
        expect(c, DLP_FAULT_CMD_SIZE, c.rd);
        set_pool(c, 1, 3, 3, 1, 4, 1, 1);
        expect(c, DLP_FAULT_CMD_SIZE, c.rd);
        set_pool(c, 65535, 65535, 65535, 1, 1, 1, 1);              // legal sizes, no memory has the bytes
        c.rd = at(5);
        expect(c, DLP_FAULT_NRAM_WRITE, c.rd);
        set_pool(c, 65535, 65535, 65535, 65535, 65535, 1, 1);      // one output pixel, still 256 KB
        c.rs1 = at(7);
        expect(c, DLP_FAULT_NRAM_WRITE, c.rd);
        set_pool(c, 1, 65535, 65535, 65535, 65535, 65535, 65535);
        expect(c, DLP_FAULT_NRAM_READ, c.rs1);
        set_pool(c, 16, 16384, 16384, 16384, 16384, 1, 1);         // 2^32 elements, 2^34 bytes
        expect(c, DLP_FAULT_NRAM_READ, c.rs1);
    }
    for (uint32_t op : OPS)
        if (is_vc(op) || is_index(op)) {
            vpu_cmd c = command(op, DLP_TYPE_I32, 5);
            c.cfg[DLP_CFG_VEC_SEG] = 0;
            c.rd = 1;
            expect(c, DLP_FAULT_CMD_SIZE, 1);
        }
    for (int d : {DLP_CFG_VEC_H, DLP_CFG_VEC_W})
        for (uint32_t v : {0u, 65536u, 0x80000000u, 0x10001u}) {
            vpu_cmd c = command(DLP_VOP_VTRANS, DLP_TYPE_I8, 4);
            c.cfg[d] = v;
            c.rd = 98;
            expect(c, DLP_FAULT_CMD_SIZE, 98);
        }
    vpu_cmd t = command(DLP_VOP_VTRANS, DLP_TYPE_I32, 4);
    t.cfg[DLP_CFG_VEC_H] = t.cfg[DLP_CFG_VEC_W] = 65535;           // legal sizes, no memory has the bytes
    t.rd = at(5);
    expect(t, DLP_FAULT_NRAM_WRITE, t.rd);
}

static void operands_are_checked_in_order_and_to_the_byte(void **)
{
    const uint64_t outside[] = {0, at(0) - 1, at(DLP_MEM_NRAM_WINDOW), uint64_t(DLP_MEM_GDRAM_BASE), at(0) + (uint64_t(1) << 32), at(0) | (uint64_t(1) << 63), ~uint64_t(0)};
    for (uint32_t type : TYPES) {
        uint32_t z = size_of(type), n = 9;
        vpu_cmd  c = command(DLP_VOP_VMUL_VV, type, n);
        place(c, 0, 0, 0);
        for (uint64_t a : outside) {
            vpu_cmd bad = c;
            bad.rs2 = a;
            expect(bad, DLP_FAULT_CMD_ADDR, a);
            bad.rs1 = a - 1 > a ? at(DLP_MEM_NRAM_WINDOW) : a;
            expect(bad, DLP_FAULT_CMD_ADDR, bad.rs1);
            bad.rd = a;
            expect(bad, DLP_FAULT_CMD_ADDR, a);
        }
        uint64_t end = at(NRAM - n * z);                           // the last place where n elements fit
        vpu_cmd  bad = c;
        bad.rs2 = end + 1;
        expect(bad, DLP_FAULT_NRAM_READ, end + 1);
        bad.rs1 = end + 2;
        expect(bad, DLP_FAULT_NRAM_READ, end + 2);
        bad.rd = end + 3;
        expect(bad, DLP_FAULT_NRAM_WRITE, end + 3);
        bad.rs1 = at(DLP_MEM_NRAM_WINDOW);                         // the destination comes first
        expect(bad, DLP_FAULT_NRAM_WRITE, end + 3);
        if (NRAM < DLP_MEM_NRAM_WINDOW) {
            bad.rd = at(NRAM);                                     // inside the window, behind the memory
            expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
        }
        vpu_cmd good = c;
        good.rd = end;
        fill_sources(good);
        check(good);
        good = c;
        good.rs1 = end;
        check(good);
        good = c;
        good.rs2 = end;
        good.rs1 = at(0);
        check(good);
        for (uint32_t k : {21u, 30u, 31u}) {                       // lengths that a narrow sum would lose
            bad = c;
            bad.cfg[DLP_CFG_VEC_N] = n + (1u << k);
            expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
            bad = c;
            bad.op = DLP_VOP_VSUM;
            bad.cfg[DLP_CFG_VEC_N] = n + (1u << k);
            expect(bad, DLP_FAULT_NRAM_READ, bad.rs1);
            bad = c;
            for (uint32_t low : {0u, 1u, (1u << k) - 1}) {          // bits: an eighth of it
                bad = c;
                bad.op = DLP_VOP_VBIT_VV;
                bad.cfg[DLP_CFG_VEC_TYPE] = type | DLP_VFN_NE << DLP_VEC_TYPE_FN_LSB;
                bad.cfg[DLP_CFG_VEC_N] = (1u << k) | low;
                expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
            }
            bad = c;
            bad.op = DLP_VOP_VADD_VC;                              // VEC_SEG beyond n: the range counts all of it
            bad.cfg[DLP_CFG_VEC_SEG] = n + (1u << k);
            expect(bad, DLP_FAULT_NRAM_READ, bad.rs2);
        }
        // results have their own size
        bad = c;
        bad.op = DLP_VOP_VARGMAX;
        bad.rd = at(NRAM - 7);
        expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
        bad.op = DLP_VOP_VARGMIN;
        expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
        bad.rd = at(NRAM - 3);
        for (uint32_t op : {DLP_VOP_VSUM, DLP_VOP_VCOUNT, DLP_VOP_VFIRST, DLP_VOP_VLAST}) {
            bad.op = op;
            expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
        }
        bad.op = DLP_VOP_VCVT_F32;
        bad.rd = at(NRAM - 4 * n + 1);
        expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
        good = c;
        good.op = DLP_VOP_VCVT_I8;
        good.rd = at(NRAM - n);
        check(good);
        // the indexed operand has VEC_SEG elements, the others VEC_N
        for (uint32_t itype : INDEX_TYPES)
            for (uint32_t op : {DLP_VOP_VGATHER, DLP_VOP_VSCATTER}) {
                uint32_t iz = size_of(itype), seg = 5, d_elems = op == DLP_VOP_VGATHER ? n : seg, s_elems = op == DLP_VOP_VGATHER ? seg : n;
                vpu_cmd  ix = c;
                ix.op = op;
                ix.cfg[DLP_CFG_VEC_TYPE] = type | itype << DLP_VEC_TYPE_INDEX_LSB;
                ix.cfg[DLP_CFG_VEC_SEG] = seg;
                good = bad = ix;
                good.rd = at(NRAM - d_elems * z);
                fill_sources(good);
                check(good);
                good = ix;
                good.rs1 = at(NRAM - s_elems * z);
                fill_sources(good);
                check(good);
                good = ix;
                good.rs2 = at(NRAM - n * iz);
                fill_sources(good);
                check(good);
                bad.rs2 = good.rs2 + 1;
                expect(bad, DLP_FAULT_NRAM_READ, bad.rs2);
                bad.rs1 = at(NRAM - s_elems * z + 1);
                expect(bad, DLP_FAULT_NRAM_READ, bad.rs1);
                bad.rd = at(NRAM - d_elems * z + 1);
                expect(bad, DLP_FAULT_NRAM_WRITE, bad.rd);
                bad = ix;
                bad.cfg[DLP_CFG_VEC_SEG] = 0x80000001;
                expect(bad, op == DLP_VOP_VGATHER ? DLP_FAULT_NRAM_READ : DLP_FAULT_NRAM_WRITE, op == DLP_VOP_VGATHER ? bad.rs1 : bad.rd);
            }
    }
}

static void overlap_is_checked_last_and_to_the_byte(void **)
{
    for (uint32_t op : OPS)
        for (uint32_t type : TYPES) {
            uint32_t z = size_of(type), n = 2 * LANES + 3;
            vpu_cmd  c = command(op, type, n);
            if (op == DLP_VOP_VFILL) continue;
            if (is_pool(op)) set_pool(c, n, 2, 2, 2, 2, 1, 1);
            if (is_vc(op)) c.cfg[DLP_CFG_VEC_SEG] = LANES + 1;
            place(c, 5, 1, 2);
            uint32_t to = size_of(result_type(c));
            uint64_t d_bytes = is_best(op) ? 8 : is_red(op) ? 4 : is_bit(op) ? (n + 7) / 8 : n * to, s_bytes = (is_pool(op) ? 4 : 1) * n * z;
            if (is_trans(op)) d_bytes = s_bytes = uint64_t(c.cfg[DLP_CFG_VEC_H]) * c.cfg[DLP_CFG_VEC_W] * z;
            if (is_index(op)) *(op == DLP_VOP_VGATHER ? &s_bytes : &d_bytes) = c.cfg[DLP_CFG_VEC_SEG] * z;
            if (s_bytes == 1) continue;                            // no second byte to begin at
            vpu_cmd  bad = c;
            fill_sources(c);
            bad.rd = c.rs1 + s_bytes - 1;
            expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
            bad.rd = c.rs1 + 1;
            expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
            bad.rd = c.rs1 - d_bytes + 1;
            if (bad.rd >= at(0)) expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
            if (is_shaped(op) || is_index(op) || is_red(op) || is_bit(op) || to != z) {
                bad.rd = c.rs1;
                expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
            }
            vpu_cmd good = c;
            good.rd = c.rs1 + s_bytes;                             // ranges that only touch
            if (!is_vc(op) && !is_vv(op) && !is_index(op)) check(good);
            if (is_vv(op) || is_vc(op) || is_index(op)) {
                uint64_t t_bytes = is_index(op) ? n * size_of(index_type(c)) : is_vc(op) ? (LANES + 1) * z : s_bytes;
                bad.rd = c.rs2 + t_bytes - 1;
                expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
                bad.rd = c.rs2 - d_bytes + 1;
                expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
                good.rd = c.rs2 + t_bytes;
                check(good);
                if (is_vc(op)) {
                    bad.rd = c.rs2;                                // never, not even exactly
                    expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
                    bad.rd = bad.rs1 = bad.rs2;
                    bad.cfg[DLP_CFG_VEC_SEG] = n;
                    expect(bad, DLP_FAULT_CMD_OVERLAP, bad.rd);
                }
                good = c;
                good.rs2 = c.rs1 + z;                              // sources may overlap each other
                check(good);
            }
        }
}

static void reductions_of_known_values(void **)
{
    auto put = [](uint64_t a, std::initializer_list<uint32_t> v) { for (uint32_t x : v) memcpy(&bench->nram[a - at(0)], &x, 4), a += 4; };
    auto get = [](uint64_t a) { uint32_t x; memcpy(&x, &bench->nram[a - at(0)], 4); return x; };
    struct { std::vector<uint32_t> in; uint32_t value, index; } cases[] = {
        {{0x7fc00001}, 0x7fc00000, 0},                             // one NaN
        {{0xffc00001, 0x7f800001, 0x7fc00000}, 0x7fc00000, 0},
        {{0x7fc00001, 0xff800000, 0x7fc00000}, 0xff800000, 1},     // a number after a NaN
        {{0x80000000, 0x00000000, 0x80000000}, 0x80000000, 0},     // zeros are equal: the first one, bit for bit
        {{0xbf800000, 0x00000000, 0x80000000}, 0x00000000, 1},
        {{0x3f800000, 0x40000000, 0x40000000}, 0x40000000, 1},
    };
    for (auto &k : cases) {
        vpu_cmd c = command(DLP_VOP_VARGMAX, DLP_TYPE_F32, uint32_t(k.in.size()));
        place(c, 1, 3, 0);
        for (size_t i = 0; i < k.in.size(); i++) put(c.rs1 + 4 * i, {k.in[i]});
        check(c);
        assert_int_equal(get(c.rd), k.value);
        assert_int_equal(get(c.rd + 4), k.index);
    }
    for (auto &k : cases) {                                        // minima: the same with the other sign
        vpu_cmd c = command(DLP_VOP_VARGMIN, DLP_TYPE_F32, uint32_t(k.in.size()));
        place(c, 1, 3, 0);
        for (size_t i = 0; i < k.in.size(); i++) put(c.rs1 + 4 * i, {k.in[i] ^ 0x80000000});
        check(c);
        assert_int_equal(get(c.rd), k.value == 0x7fc00000 ? k.value : k.value ^ 0x80000000);
        assert_int_equal(get(c.rd + 4), k.index);
    }
    for (uint32_t one : {1u, 0x80000000u, 0x7fc00000u, 0u}) {      // a float that is -0 is none
        vpu_cmd c = command(DLP_VOP_VCOUNT, DLP_TYPE_F32, 3 * LANES);
        place(c, 2, 1, 0);
        memset(&bench->nram[c.rs1 - at(0)], 0, 12 * LANES);
        put(c.rs1 + 4 * LANES, {one, 0, one});
        bool is = one << 1 != 0;
        check(c);
        assert_int_equal(get(c.rd), is ? 2 : 0);
        c.op = DLP_VOP_VFIRST;
        check(c);
        assert_int_equal(get(c.rd), is ? LANES : 0xffffffff);
        c.op = DLP_VOP_VLAST;
        check(c);
        assert_int_equal(get(c.rd), is ? LANES + 2 : 0xffffffff);
    }
    vpu_cmd c = command(DLP_VOP_VSUM, DLP_TYPE_F32, 17);
    place(c, 0, 0, 0);
    for (uint32_t i = 0; i < 17; i++) put(c.rs1 + 4 * i, {0x80000000});
    check(c);
    assert_int_equal(get(c.rd), 0x80000000);                       // a sum of -0 is -0
    // 2^24 in p[0], then 1 in p[0] (lost) and 1 in p[1]: a different order would give 2^24 + 2
    for (uint32_t i = 0; i < 17; i++) put(c.rs1 + 4 * i, {0});
    put(c.rs1, {0x4b800000, 0x3f800000});
    put(c.rs1 + 64, {0x3f800000});
    check(c);
    assert_int_equal(get(c.rd), 0x4b800000);
    c = command(DLP_VOP_VSUM, DLP_TYPE_I8, 5 * ROW);
    place(c, 0, 1, 0);
    memset(&bench->nram[c.rs1 - at(0)], 0x80, 5 * ROW);
    check(c);
    assert_int_equal(get(c.rd), uint32_t(-128 * int32_t(5 * ROW)));
}

// ---- rearranging
static vpu_cmd turn(uint32_t fn, uint32_t type, uint32_t h, uint32_t w)
{
    vpu_cmd c = command(DLP_VOP_VTRANS, type, 0);
    c.cfg[DLP_CFG_VEC_TYPE] = type | fn << DLP_VEC_TYPE_FN_LSB;
    c.cfg[DLP_CFG_VEC_H] = h;
    c.cfg[DLP_CFG_VEC_W] = w;
    return c;
}

static void turns_of_a_known_matrix(void **)
{
    const char *want[] = {"adbecf", "cfbead", "daebfc", "fcebda", "abcdef", "defabc", "cbafed", "fedcba"};
    for (uint32_t fn = 0; fn < 8; fn++) {
        vpu_cmd c = turn(fn, DLP_TYPE_I8, 2, 3);                       // abc
        place(c, 3, 2, 0);                                             // def
        memcpy(&bench->nram[c.rs1 - at(0)], "abcdef", 6);
        check(c);
        assert_memory_equal(&bench->nram[c.rd - at(0)], want[fn], 6);
    }
}

static void every_turn_of_shapes_around_tiles_and_rows(void **)
{
    const uint32_t sides[] = {1, 2, 3, LANES - 1, LANES, LANES + 1, 2 * LANES + 3, ROW, ROW + 1, 3 * ROW};
    uint32_t ran = 0;
    for (uint32_t type : {DLP_TYPE_U8, DLP_TYPE_BF16, DLP_TYPE_I32})
        for (uint32_t fn = 0; fn < 8; fn++)
            for (uint32_t h : sides)
                for (uint32_t w : sides) {
                    if (h * w * size_of(type) > NRAM / 2 - 3 * ROW) continue;
                    vpu_cmd c = turn(fn, type, h, w);
                    place(c, bench->below(ROW), bench->below(ROW), 0);
                    fill_sources(c);
                    bench->stall = bench->below(3) ? 0 : 50;
                    bench->banks = bench->below(2) ? 0 : 4;
                    check(c);
                    ran++;
                }
    bench->stall = bench->banks = 0;
    printf("  %u turns\n", ran);
}

static vpu_cmd indexed(uint32_t op, uint32_t type, uint32_t itype, uint32_t n, uint32_t limit)
{
    vpu_cmd c = command(op, type, n);
    c.cfg[DLP_CFG_VEC_TYPE] = type | itype << DLP_VEC_TYPE_INDEX_LSB;
    c.cfg[DLP_CFG_VEC_SEG] = limit;
    return c;
}

static void indices_of_every_type_at_any_alignment(void **)
{
    for (uint32_t op : {DLP_VOP_VGATHER, DLP_VOP_VSCATTER})
        for (uint32_t type : TYPES)
            for (uint32_t itype : INDEX_TYPES)
                for (uint32_t k = 0; k < 24; k++) {
                    vpu_cmd c = indexed(op, type, itype, 1 + bench->below(k < 8 ? 4 : 3 * ROW), 1 + bench->below(k % 2 ? 5 : 3 * ROW));
                    place(c, bench->below(ROW), bench->below(ROW), bench->below(ROW));
                    fill_sources(c);
                    bench->stall = k % 4 == 3 ? 60 : 0;
                    bench->banks = k % 3 == 2 ? 4 : 0;
                    check(c);
                }
    bench->stall = bench->banks = 0;
}

static void a_bad_index_ends_behind_what_was_moved(void **)
{
    for (uint32_t op : {DLP_VOP_VGATHER, DLP_VOP_VSCATTER})
        for (uint32_t type : {DLP_TYPE_I8, DLP_TYPE_F16, DLP_TYPE_U32})
            for (uint32_t itype : INDEX_TYPES)
                for (uint32_t bad = 0; bad < 2 * LANES; bad++) {
                    const uint32_t n = 2 * LANES, limit = 7, z = size_of(itype);
                    vpu_cmd c = indexed(op, type, itype, n, limit);
                    place(c, bench->below(ROW), bench->below(ROW), bench->below(ROW));
                    fill_sources(c);
                    const uint32_t beyond = bad % 2 || z < 4 ? limit : limit - 1 + (1u << (21 + bad / 2 % 11));      // a high bit alone
                    for (uint32_t i = 0; i < n; i++) {
                        uint32_t v = i == bad ? beyond : bench->below(i < bad ? limit : limit + 2);
                        memcpy(&bench->nram[c.rs2 - at(0) + i * z], &v, z);
                    }
                    bench->stall = bad % 3 == 0 ? 50 : 0;
                    check(c);
                    assert_int_equal(bench->done[0].fault, op == DLP_VOP_VGATHER ? DLP_FAULT_NRAM_READ : DLP_FAULT_NRAM_WRITE);
                    assert_int_equal(bench->done[0].addr, c.rs2 + bad * z);
                    vpu_cmd next = command(OPS[bench->below(OP_COUNT)], TYPES[bench->below(TYPE_COUNT)], LANES + 1);
                    if (is_pool(next.op)) set_pool(next, 3, 4, 4, 2, 2, 2, 2);
                    place(next, 3, 2, 1);
                    fill_sources(next);
                    check(next);                                       // nothing remains of it
                }
    bench->stall = 0;
    // the later of two elements with the same index stays
    vpu_cmd c = indexed(DLP_VOP_VSCATTER, DLP_TYPE_U8, DLP_TYPE_U8, 4, 3);
    place(c, 1, 1, 1);
    memcpy(&bench->nram[c.rs1 - at(0)], "abcd", 4);
    memcpy(&bench->nram[c.rs2 - at(0)], "\2\1\2\1", 4);
    memcpy(&bench->nram[c.rd - at(0)], "xyz", 3);
    check(c);
    assert_memory_equal(&bench->nram[c.rd - at(0)], "xdc", 3);
}

static void commands_run_back_to_back_in_order(void **)
{
    bench->stall = 0;
    bench->done.clear();
    bench->write_lo = 0;
    bench->write_hi = NRAM;
    std::vector<uint8_t> want = bench->nram;
    std::vector<vpu_cmd> list;
    for (uint32_t i = 0; i < 200; i++) {
        vpu_cmd c = command(OPS[bench->below(OP_COUNT)], TYPES[bench->below(TYPE_COUNT)], bench->below(3 * LANES));
        if (is_pool(c.op)) set_pool(c, 3, 4, 4, 2, 2, 2, 2);
        if (is_vc(c.op)) c.cfg[DLP_CFG_VEC_SEG] = 1 + bench->below(LANES);
        place(c, bench->below(64), bench->below(64), bench->below(64));
        if (bench->below(3) == 0) c.rs1 = c.op == DLP_VOP_VFILL ? c.rs1 : at(NRAM / 2 + 500);   // the results of earlier ones
        if (bench->below(9) == 0) c.rd = at(NRAM);
        list.push_back(c);
    }
    size_t next = 0;
    long   start = bench->now;
    while (bench->done.size() < list.size() && !bench->bad && bench->now - start < 100000) {
        if (next < list.size()) bench->present(list[next]);
        bench->cycle();
        if (bench->taken) next++, bench->top.cmd_valid_i = 0;
    }
    assert_null(bench->bad);
    assert_int_equal(bench->done.size(), list.size());
    for (size_t i = 0; i < list.size(); i++) {
        uint64_t  addr;
        vpu_range dst;
        const uint32_t fault = vpu_ref(want.data(), NRAM, &list[i], &addr, &dst);
        assert_int_equal(bench->done[i].fault, fault);
        if (fault != DLP_FAULT_NONE) assert_int_equal(bench->done[i].addr, addr);
    }
    assert_true(bench->nram == want);
    for (int i = 0; i < 20; i++) bench->cycle();
    assert_false(bench->top.busy_o);
    assert_int_equal(bench->done.size(), list.size());
}

// ---- cycles

struct Timing { long first, cycles; double per_row; };

// Per destination or source row, whichever is more, from the difference of a long and a short command.
static Timing measure(vpu_cmd c, uint32_t rows, int banks, uint32_t misalign = 1)
{
    Timing   t = {0, 0, 0};
    uint32_t type = type_of(c), per_row = ROW / size_of(type), to = result_type(c);
    if (size_of(to) > size_of(type)) per_row = ROW / size_of(to);
    long     ends[2];
    bench->banks = banks;
    for (int k = 0; k < 2; k++) {
        c.cfg[DLP_CFG_VEC_N] = (k ? rows : rows / 2) * per_row;
        place(c, misalign, 2 * misalign, 3 * misalign);
        fill_sources(c);
        check(c);
        ends[k] = bench->cycles;
        t.first = bench->first;
        t.cycles = bench->cycles;
    }
    bench->banks = 0;
    t.per_row = double(ends[1] - ends[0]) / (rows - rows / 2);
    return t;
}

// What the float units do (docs/blocks/dlp_vpu.md).
static bool is_wide(const vpu_cmd &c)
{
    uint32_t type = type_of(c), fn = c.cfg[DLP_CFG_VEC_TYPE] >> DLP_VEC_TYPE_FN_LSB;
    bool     square = c.op == DLP_VOP_VFN && fn == DLP_VFN_SQUARE;
    bool     mul = (c.op >= DLP_VOP_VMUL_VV && c.op <= DLP_VOP_VMUL_VC) || square, arith = c.op <= DLP_VOP_VMUL_VC || square;
    return (arith && is_float(type)) || (mul && size_of(type) == 4) || (is_fn2(c.op) && (fn == DLP_VFN_SHL || fn == DLP_VFN_SHR)) ||
           result_type(c) != type || (c.op == DLP_VOP_VCVT && c.cfg[DLP_CFG_VEC_TYPE] >> DLP_VEC_TYPE_POS_LSB & 1) || is_best(c.op) || is_look(c.op) || c.op == DLP_VOP_VCOLLECT || is_bit(c.op) || (c.op == DLP_VOP_VSUM && is_float(type));
}

static void elementwise_commands_run_at_one_row_per_cycle(void **)
{
    printf("  op type  first write, cycles per row (free ports)  cycles per row (4 banks)\n");
    const uint32_t rows = NRAM / 4 / ROW - 4;
    for (uint32_t op : OPS)
        for (uint32_t type : TYPES) {
            if (is_shaped(op) || is_index(op) || op == DLP_VOP_VSUM128) continue;
            vpu_cmd c = command(op, type, 1);
            c.cfg[DLP_CFG_VEC_SEG] = ROW / size_of(type);
            Timing t = measure(c, rows, 0), b = measure(c, rows, 4);
            printf("  %2u %u  %3ld %6.2f %6.2f\n", op, type, t.first, t.per_row, b.per_row);
            // commands of the float units take FLANES elements in a cycle.  Two cycles more for where the two commands end in a row.
            double beats = 1;
            uint32_t row = std::max(size_of(type), size_of(result_type(c)));
            if (is_special(c)) beats = double(ROW / row) / SLANES;
            else if (is_wide(c)) beats = double(ROW / row) / FLANES;
            assert_true((t.per_row - beats) * (rows - rows / 2) <= 2.01);
        }
}

static void timing_of_small_commands_cycle_operands_and_pooling_is_printed(void **)
{
    vpu_cmd c = command(DLP_VOP_VADD_VV, DLP_TYPE_F32, 1);
    for (uint32_t n : {1u, LANES, 4 * LANES}) {
        c.cfg[DLP_CFG_VEC_N] = n;
        place(c, 0, 0, 0);
        check(c);
        printf("  vadd.vv f32 aligned n %3u: first write %ld, done %ld\n", n, bench->first, bench->cycles);
    }
    c.op = DLP_VOP_VSUM;
    check(c);
    printf("  vsum f32 n %u: done %ld\n", 4 * LANES, bench->cycles);
    for (uint32_t op : {DLP_VOP_VARGMAX, DLP_VOP_VARGMIN, DLP_VOP_VCOUNT, DLP_VOP_VFIRST, DLP_VOP_VLAST, DLP_VOP_VCOLLECT, DLP_VOP_VBIT_VV}) {
        c = command(op, DLP_TYPE_F32, 4 * LANES);
        place(c, 0, 0, 0);
        fill_sources(c);
        check(c);
        printf("  op %u f32 n %u: first write %ld, done %ld\n", op, 4 * LANES, bench->first, bench->cycles);
    }
    for (uint32_t type : {DLP_TYPE_I8, DLP_TYPE_I32, DLP_TYPE_F16, DLP_TYPE_F32})
        for (uint32_t groups : {1u, 5u}) {
            c = command(DLP_VOP_VSUM128, type, groups * 128 / size_of(type));
            place(c, 0, 0, 0);
            fill_sources(c);
            check(c);
            printf("  vsum128 type %u, %u times 128 bytes: done %ld\n", type, groups, bench->cycles);
        }
    for (uint32_t n : {1u, LANES, 4 * LANES})
        if (SLANES) {
            c = command(DLP_VOP_VFN, DLP_TYPE_F32, n);
            c.cfg[DLP_CFG_VEC_TYPE] = DLP_TYPE_F32 | DLP_VFN_EXP << DLP_VEC_TYPE_FN_LSB;
            place(c, 0, 0, 0);
            check(c);
            printf("  vfn exp f32 aligned n %3u: first write %ld, done %ld\n", n, bench->first, bench->cycles);
        }
    for (uint32_t seg : {1u, 2u, 3u, LANES / 2 + 1, LANES, LANES + 1, 3 * LANES, 3 * LANES + 1, 10 * LANES + 3}) {
        c = command(DLP_VOP_VADD_VC, DLP_TYPE_F32, 1);
        c.cfg[DLP_CFG_VEC_SEG] = seg;
        printf("  vadd.vc f32 seg %3u: %.2f cycles per row\n", seg, measure(c, 40, 0).per_row);
    }
    struct { uint32_t op, type, ch, align; } shapes[] = {
        {DLP_VOP_VMAXPOOL, DLP_TYPE_I8, 4, 0}, {DLP_VOP_VMAXPOOL, DLP_TYPE_I8, 7, 1}, {DLP_VOP_VMAXPOOL, DLP_TYPE_I8, ROW, 0},
        {DLP_VOP_VMAXPOOL, DLP_TYPE_I8, ROW, 1}, {DLP_VOP_VMAXPOOL, DLP_TYPE_F32, LANES, 0}, {DLP_VOP_VAVGPOOL, DLP_TYPE_I8, LANES, 0},
        {DLP_VOP_VAVGPOOL, DLP_TYPE_F32, LANES, 0},
    };
    for (auto &s : shapes) {
        c = command(s.op, s.type, 0);
        set_pool(c, s.ch, 6, 6, 2, 2, 2, 2);
        place(c, 0, s.align, 0);
        fill_sources(c);
        check(c);
        printf("  op %u type %u, 6x6x%u at +%u, window 2x2: %ld cycles for 36 window elements\n", s.op, s.type, s.ch, s.align, bench->cycles);
    }
}

static void rates_of_rearranging_commands(void **)
{
    const uint32_t side = LANES == 16 ? 48 : 2 * LANES;
    printf("  bytes per cycle, and cycles: aligned, at +1 byte, aligned with banks\n");
    for (uint32_t fn = 0; fn < 8; fn++)
        for (uint32_t type : {DLP_TYPE_U8, DLP_TYPE_F16, DLP_TYPE_F32}) {
            vpu_cmd c = turn(fn, type, side, side);
            const uint32_t bytes = side * side * size_of(type);
            printf("  vtrans %u, %ux%u of %u bytes:", fn, side, side, size_of(type));
            for (int k = 0; k < 3; k++) {
                bench->banks = k == 2 ? LANES / 2 : 0;
                place(c, k == 1 ? 1 : 0, k == 1 ? 1 : 0, 0);
                fill_sources(c);
                check(c);
                printf("  %5.2f (%ld)", double(bytes) / double(bench->cycles), bench->cycles);
                // the goal for transposing 4-byte elements in a tile as wide as a row
                if (VPU_TILE == 16 && fn < 4 && type == DLP_TYPE_F32) assert_true(bytes >= 8 * uint32_t(bench->cycles));
                // element by element: one each cycle, two when it straddles rows
                if (VPU_TILE == 1 && k == 0) assert_true(uint32_t(bench->cycles) <= side * side + 24);
            }
            bench->banks = 0;
            printf("\n");
        }
    for (uint32_t op : {DLP_VOP_VGATHER, DLP_VOP_VSCATTER})
        for (uint32_t type : {DLP_TYPE_U8, DLP_TYPE_F32})
            for (uint32_t itype : {DLP_TYPE_U8, DLP_TYPE_U32}) {
                vpu_cmd c = indexed(op, type, itype, 4 * ROW, 50);
                printf("  %s, %u elements of %u bytes, indices of %u:", op == DLP_VOP_VGATHER ? "vgather" : "vscatter", 4 * ROW, size_of(type), size_of(itype));
                for (int k = 0; k < 3; k++) {
                    bench->banks = k == 2 ? LANES / 2 : 0;
                    place(c, k == 1 ? 1 : 0, k == 1 ? 1 : 0, 0);
                    do {
                        fill_sources(c);
                        check(c);
                    } while (bench->done[0].fault);
                    printf("  %ld", bench->cycles);
                    if (k == 0) assert_true(uint32_t(bench->cycles) <= 4 * ROW + 24);
                }
                bench->banks = 0;
                printf(" cycles\n");
            }
}

static double seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

static void simulation_speed_is_printed(void **)
{
    double start = seconds();
    for (int i = 0; i < 300000; i++) bench->top.clk = 0, bench->top.eval(), bench->top.clk = 1, bench->top.eval();
    printf("  idle %.2f M cycles/s", 0.3 / (seconds() - start));
    for (uint32_t type : TYPES) {
        vpu_cmd c = command(DLP_VOP_VADD_VV, type, (NRAM / 4 - 3 * ROW) / size_of(type));
        place(c, 1, 2, 3);
        fill(c.rs1, c.cfg[DLP_CFG_VEC_N], type);
        bench->write_lo = 0, bench->write_hi = NRAM;
        Result r;
        long   n = 0;
        start = seconds();
        for (int i = 0; i < 200; i++) assert_true(bench->run(c, &r)), n += bench->cycles;
        printf(", vadd.vv type %u %.2f", type, double(n) * 1e-6 / (seconds() - start));
    }
    printf(" (with the bench)\n");
}

int main(int argc, char **argv)
{
    if (argc > 1) seed = uint32_t(strtoul(argv[1], nullptr, 0));
    if (argc > 2) commands = uint32_t(strtoul(argv[2], nullptr, 0));
    vpu_ref_no_special = SLANES == 0;
    static Bench device(seed);
    bench = &device;
    for (auto &b : bench->nram) b = uint8_t(bench->random());
    printf("LANES %u, NRAM %u bytes, seed %u\n", LANES, NRAM, seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_on_every_type_at_lengths_around_rows_and_any_alignment),
        cmocka_unit_test(special_functions_of_many_operands),
        cmocka_unit_test(every_misalignment_of_source_and_destination),
        cmocka_unit_test(cycle_operands_of_every_length_up_to_three_rows),
        cmocka_unit_test(a_command_may_write_over_a_source_exactly),
        cmocka_unit_test(a_count_of_zero_does_nothing_and_checks_nothing),
        cmocka_unit_test(types_are_checked_first),
        cmocka_unit_test(sizes_are_checked_before_operands),
        cmocka_unit_test(operands_are_checked_in_order_and_to_the_byte),
        cmocka_unit_test(overlap_is_checked_last_and_to_the_byte),
        cmocka_unit_test(reductions_of_known_values),
        cmocka_unit_test(turns_of_a_known_matrix),
        cmocka_unit_test(every_turn_of_shapes_around_tiles_and_rows),
        cmocka_unit_test(indices_of_every_type_at_any_alignment),
        cmocka_unit_test(a_bad_index_ends_behind_what_was_moved),
        cmocka_unit_test(commands_run_back_to_back_in_order),
        cmocka_unit_test(random_commands_with_random_operands_and_stalls),
        cmocka_unit_test(elementwise_commands_run_at_one_row_per_cycle),
        cmocka_unit_test(timing_of_small_commands_cycle_operands_and_pooling_is_printed),
        cmocka_unit_test(rates_of_rearranging_commands),
        cmocka_unit_test(simulation_speed_is_printed),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
