// SPDX-License-Identifier: Apache-2.0
// Random programs: every instruction, corner values, traps with a handler that steps over the instruction, loops by count-jump.
// x1..x5 point to memories, x28 counts loops, x29 and x30 are for jumps, x31 for the handler; the rest is random.
#include "cpu_gen.h"
#include "cpu_asm.h"
#include "dlp_tables.h"

typedef std::vector<uint32_t> Prog;

static uint64_t corner(Rng &r)
{
    static const uint64_t c[] = {0, 1, 2, ~0ull, 1ull << 63, ~(1ull << 63), 0x80000000, 0x7fffffff, 0xffffffff, 0xffffffff80000000, 64, 31};
    switch (r.below(4)) {
    case 0: return c[r.below(sizeof c / sizeof c[0])];
    case 1: return r.next();
    case 2: return r.next() >> r.below(64);
    default: return uint64_t(int64_t(r.next()) >> r.below(64));
    }
}

static uint32_t dst(Rng &r) { return r.chance(5) ? 0 : 6 + r.below(22); }
static uint32_t src(Rng &r) { return r.chance(10) ? r.below(32) : 6 + r.below(22); }

static uint32_t memory_access(Rng &r)
{
    static const uint32_t loads[] = {OP(LB), OP(LH), OP(LW), OP(LD), OP(LBU), OP(LHU), OP(LWU)}, stores[] = {OP(SB), OP(SH), OP(SW), OP(SD)};
    bool     store = r.chance(45);
    uint32_t base = r.chance(45) ? 1 : 1 + r.below(5), k = store ? r.below(4) : r.below(7);
    uint32_t bytes = store ? 1u << k : 1u << (k % 4);
    if (base == 5 && !DLP && r.chance(70)) {           // MMIO takes words only
        store ? k = 2 : k = r.chance(50) ? 2 : 6;
        bytes = 4;
    }
    int32_t imm = int32_t(r.below(512)) - 256;
    if (!r.chance(4)) imm &= -int32_t(bytes);
    return store ? S(stores[k], src(r), base, imm) : I(loads[k], dst(r), base, imm);
}

static uint32_t csr_access(Rng &r)
{
    static const uint32_t forms[] = {OP(CSRRW), OP(CSRRS), OP(CSRRC), OP(CSRRWI), OP(CSRRSI), OP(CSRRCI)};
    uint32_t number = r.chance(85) ? dlp_csrs[r.below(uint32_t(dlp_csr_count))].number : r.below(4096);
    if (number == DLP_CSR_MTVEC || number == DLP_CSR_MEPC || (!DLP && number == DLP_CSR_MIE)) number = DLP_CSR_MSCRATCH;
    uint32_t form = forms[r.below(6)], a = r.chance(40) ? 0 : src(r);
    return I(form, dst(r), a, int32_t(number));
}

static uint32_t xdlp(Rng &r)
{
    if (r.chance(40)) {
        uint32_t i = r.chance(90) ? dlp_cfgs[r.below(uint32_t(dlp_cfg_count))].index : r.below(128);
        switch (r.below(3)) {
        case 0: return I(OP(DCFG), 0, src(r), r.chance(95) ? int32_t(i) : int32_t(r.below(4096)));
        case 1: return R(OP(DCFG2) | (r.chance(80) ? i & ~1u : i) << 25, 0, src(r), src(r));
        default: return I(OP(VSET), 0, src(r), int32_t(r.below(4096)));
        }
    }
    if (r.chance(20)) return I(OP(SYNC), 0, 0, int32_t(r.below(16)));
    if (r.chance(10)) return C(r.chance(50) ? DLP_OPCODE_VEC : DLP_OPCODE_CMD, src(r), src(r), src(r), r.below(16)) | r.below(64) << 25;
    int n;
    do n = int(r.below(DLP_I_COUNT)); while (dlp_insns[n].format != DLP_FORMAT_CMD);
    return C(dlp_insns[n].match, src(r), src(r), src(r), r.below(16));
}

// One instruction that does not jump.
static uint32_t plain(Rng &r)
{
    uint32_t k = r.below(100);
    if (k < 20) return memory_access(r);
    if (k < 27) return csr_access(r);
    if (k < 36) return DLP || r.chance(20) ? xdlp(r) : nop();
    if (k < 38) {
        static const uint32_t other[] = {OP(ECALL), OP(EBREAK), OP(FENCE) | 0x0ff00000, OP(FENCE_I), OP(WFI)};
        return other[r.below(5)];
    }
    if (k < 40) {                                       // near misses: wrong function bits, wrong low bits
        switch (r.below(3)) {
        case 0: return R((r.chance(50) ? 0x33u : 0x3bu) | r.below(8) << 12 | r.below(128) << 25, dst(r), src(r), src(r));
        case 1: return uint32_t(r.next()) & ~3u;
        default: return I((r.chance(50) ? 0x13u : 0x1bu) | (r.chance(50) ? 1u : 5u) << 12, dst(r), src(r), int32_t(r.below(4096)));
        }
    }
    for (;;) {
        const struct dlp_insn &row = dlp_insns[r.below(DLP_I_COUNT)];
        switch (row.format) {
        case DLP_FORMAT_R: return R(row.match, dst(r), src(r), src(r));
        case DLP_FORMAT_SH: return R(row.match, dst(r), src(r), 0) | r.below(64) << 20;
        case DLP_FORMAT_SHW: return R(row.match, dst(r), src(r), r.below(32));
        case DLP_FORMAT_U: return U(row.match, dst(r), uint32_t(r.next()));
        case DLP_FORMAT_I:
            if ((row.match & 127) == DLP_OPCODE_LOAD || (row.match & 127) == DLP_OPCODE_JALR) break;
            return I(row.match, dst(r), src(r), int32_t(r.below(4096)) - 2048);
        default: break;
        }
    }
}

// Straight code with forward jumps that stay inside.
static void body(Prog &p, Rng &r, uint32_t n)
{
    size_t start = p.size(), end = start + n;
    while (p.size() < end) {
        uint32_t left = uint32_t(end - p.size()), k = r.below(100);
        int32_t  hop = 4 * int32_t(1 + r.below(left));
        if (k < 14) {
            static const uint32_t b[] = {OP(BEQ), OP(BNE), OP(BLT), OP(BGE), OP(BLTU), OP(BGEU)};
            uint32_t a = src(r), c = r.chance(20) ? a : src(r);
            p.push_back(B(b[r.below(6)], a, c, r.chance(4) ? hop + 2 : hop));
        } else if (k < 17)
            p.push_back(J(OP(JAL), r.chance(50) ? 0 : 29, r.chance(5) ? hop + 2 : hop));
        else if (p.size() == start && k < 40 && left >= 2) {      // first: then no branch can come between the two words
            p.push_back(U(OP(AUIPC), 30, 0));
            hop = 4 * int32_t(2 + r.below(left - 1));
            p.push_back(I(OP(JALR), 29, 30, hop + int32_t(r.chance(20)) + 2 * int32_t(r.chance(5))));
        } else
            p.push_back(plain(r));
    }
}

void gen_end(Prog &p)
{
    if (DLP) p.push_back(I(OP(EXIT), 0, 0, 0));
    else {
        p.push_back(I(OP(CSRRWI), 0, 0, DLP_CSR_MTVEC));
        p.push_back(OP(ECALL));
    }
}

void gen_program(Bench &b, Rng &r, uint32_t offset, uint32_t blocks)
{
    Prog h = {I(OP(CSRRS), 31, 0, DLP_CSR_MEPC), I(OP(ADDI), 31, 31, 4), I(OP(CSRRW), 0, 31, DLP_CSR_MEPC), OP(MRET)}, p;
    uint32_t handler = offset;
    b.poke(handler, h.data(), 4 * h.size());
    offset += 64;

    li(p, 6, DLP_MEM_CODE_BASE + handler);
    p.push_back(I(OP(CSRRW), 0, 6, DLP_CSR_MTVEC));
    li(p, 6, 0x800);                                    // MEIE: wfi then ends
    p.push_back(I(OP(CSRRW), 0, 6, DLP_CSR_MIE));
    li(p, 1, DLP_MEM_LMEM_BASE + 256 + 8 * r.below(LMEM / 8 - 64));
    li(p, 2, DLP_MEM_NRAM_BASE + (r.chance(20) ? (r.chance(50) ? 0 : NRAM) : 256 + r.below(NRAM - 512)) / 8 * 8);
    li(p, 3, DLP_MEM_WRAM_BASE + (r.chance(20) ? (r.chance(50) ? 0 : WRAM) : 256 + r.below(WRAM - 512)) / 8 * 8);
    li(p, 4, DLP_MEM_GDRAM_BASE + (r.chance(15) ? GDRAM : 0x80000 + 8 * r.below(4096)));
    li(p, 5, DLP ? DLP_MEM_CODE_BASE + 0x90000 : DLP_MEM_MMIO_BASE + 4 * r.below(0x3fff));
    for (uint32_t i = 6; i < 28; i++) li(p, i, corner(r));
    for (uint32_t k = 0; k < blocks; k++)
        if (r.chance(40)) {
            li(p, 28, 1 + r.below(5));
            uint32_t n = 1 + r.below(r.chance(30) ? 40 : 8);
            body(p, r, n);
            p.push_back(J(OP(CJ), 28, -4 * int32_t(n)));
        } else
            body(p, r, 1 + r.below(20));
    // all of the local memory through the trace
    li(p, 1, DLP_MEM_LMEM_BASE);
    li(p, 28, 64);
    p.push_back(I(OP(LD), 6, 1, 0));
    p.push_back(I(OP(ADDI), 1, 1, 8));
    p.push_back(J(OP(CJ), 28, -8));
    gen_end(p);
    b.poke(offset, p.data(), 4 * p.size());
}
