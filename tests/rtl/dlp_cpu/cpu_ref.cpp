// SPDX-License-Identifier: Apache-2.0
// Reference interpreter of the scalar instructions.
#include "cpu_ref.h"
#include "dlp_tables.h"
#include <cstring>

Memory::Memory() : low(MODELLED), high(MODELLED), nram(NRAM), wram(WRAM), mmio(DLP_MEM_MMIO_WINDOW) {}

uint8_t *Memory::gdram(uint64_t offset)
{
    if (offset < MODELLED) return &low[offset];
    if (offset >= GDRAM - MODELLED && offset < GDRAM) return &high[offset - (GDRAM - MODELLED)];
    return nullptr;
}

bool Memory::error(uint64_t offset, uint64_t bytes) const
{
    for (const Range &r : errors)
        if (offset < r.hi && offset + bytes > r.lo) return true;
    return false;
}

Ref::Ref() : lmem(LMEM)
{
    memset(x, 0, sizeof x);
    start(0, 0);
}

void Ref::start(uint64_t entry, uint64_t arg)
{
    pc = entry;
    x[10] = arg;
    mtvec = mepc = mcause = mtval = mscratch = mie = instret = 0;
    ended = stopped = false;
    exit_code = stop_cause = 0;
    stop_pc = stop_addr = 0;
}

static int64_t s64(uint64_t v) { return int64_t(v); }
static int32_t s32(uint64_t v) { return int32_t(uint32_t(v)); }
static uint64_t sx32(uint64_t v) { return uint64_t(int64_t(s32(v))); }

static uint64_t sext(uint64_t v, unsigned bits) { return uint64_t(int64_t(v << (64 - bits)) >> (64 - bits)); }

// Reads or writes `bytes` at an aligned address; false: *cause.
bool Ref::access(uint64_t addr, uint32_t bytes, bool store, uint64_t *value, uint32_t *cause)
{
    uint8_t *p = nullptr;
    auto inside = [&](uint64_t base, uint64_t window, uint64_t size) { return addr >= base && addr - base < window && addr - base < size; };

    if (inside(DLP_MEM_LMEM_BASE, DLP_MEM_LMEM_WINDOW, LMEM)) p = &lmem[addr - DLP_MEM_LMEM_BASE];
    else if (DLP && inside(DLP_MEM_NRAM_BASE, DLP_MEM_NRAM_WINDOW, NRAM)) p = &mem.nram[addr - DLP_MEM_NRAM_BASE];
    else if (DLP && inside(DLP_MEM_WRAM_BASE, DLP_MEM_WRAM_WINDOW, WRAM)) p = &mem.wram[addr - DLP_MEM_WRAM_BASE];
    else if (!DLP && inside(DLP_MEM_MMIO_BASE, DLP_MEM_MMIO_WINDOW, DLP_MEM_MMIO_WINDOW) && bytes == 4) p = &mem.mmio[addr - DLP_MEM_MMIO_BASE];
    else {
        uint64_t offset = ~0ull;
        if (inside(DLP_MEM_CODE_BASE, DLP_MEM_CODE_WINDOW, GDRAM)) offset = addr - DLP_MEM_CODE_BASE;
        if (inside(DLP_MEM_GDRAM_BASE, DLP_MEM_GDRAM_WINDOW, GDRAM)) offset = addr - DLP_MEM_GDRAM_BASE;
        if (offset != ~0ull) {
            if (mem.error(offset / ROW * ROW, ROW)) {
                *cause = (store ? DLP_FAULT_STORE_BUS : DLP_FAULT_LOAD_BUS) - 0x10;
                return false;
            }
            p = mem.gdram(offset);
        }
    }
    if (!p) {
        *cause = store ? 7 : 5;
        return false;
    }
    if (store) memcpy(p, value, bytes);
    else {
        *value = 0;
        memcpy(value, p, bytes);
    }
    return true;
}

// *live: the value is the hardware's business
bool Ref::csr(uint32_t number, bool write, uint64_t *old, bool *live)
{
    if (!dlp_csr_find(number) || (write && (number >> 10 & 3) == 3)) return false;
    *live = false;
    switch (number) {
    case DLP_CSR_MSTATUS: *old = 0x1800; break;
    case DLP_CSR_MISA: *old = 0x8000000000801100; break;
    case DLP_CSR_MIE: *old = mie; break;
    case DLP_CSR_MTVEC: *old = mtvec; break;
    case DLP_CSR_MSCRATCH: *old = mscratch; break;
    case DLP_CSR_MEPC: *old = mepc; break;
    case DLP_CSR_MCAUSE: *old = mcause; break;
    case DLP_CSR_MTVAL: *old = mtval; break;
    case DLP_CSR_MINSTRET: case DLP_CSR_INSTRET: *old = instret; break;
    case DLP_CSR_MVENDORID: case DLP_CSR_MARCHID: *old = 0; break;
    case DLP_CSR_MIMPID: *old = DLP_SPEC_VERSION; break;
    case DLP_CSR_MHARTID: *old = HART; break;
    case DLP_CSR_SPECHASH: *old = DLP_SPEC_HASH; break;
    case DLP_CSR_PROFILEID: *old = CPU_PASTE(DLP_PROFILE_, CPU_PROFILE); break;
    case DLP_CSR_MIP: *old = 0; *live = !DLP; break;
    default: *old = 0; *live = true; break;
    }
    return true;
}

void Ref::csr_write(uint32_t number, uint64_t v)
{
    switch (number) {
    case DLP_CSR_MIE: mie = v & 1u << 11; break;
    case DLP_CSR_MTVEC: mtvec = v & ~3ull; break;
    case DLP_CSR_MSCRATCH: mscratch = v; break;
    case DLP_CSR_MEPC: mepc = v & ~3ull; break;
    case DLP_CSR_MCAUSE: mcause = v; break;
    case DLP_CSR_MTVAL: mtval = v; break;
    default: break;
    }
}

Retired Ref::step(const Retired &seen)
{
    Retired  r = {pc, 0, false, 0, 0, false, 0};
    uint64_t next = pc + 4, val = 0, tval = 0;
    int      cause = -1;
    bool     we = false, live = false;
    uint64_t code = pc - DLP_MEM_CODE_BASE;
    uint64_t line = code / DLP_CACHE_LINE_BYTES * DLP_CACHE_LINE_BYTES;
    uint32_t w = 0;

    if (code >= DLP_MEM_CODE_WINDOW || code >= GDRAM) {
        cause = 1;
        tval = pc;
    } else if (mem.error(line, DLP_CACHE_LINE_BYTES)) {
        cause = 24;
        tval = pc;
    } else
        memcpy(&w, mem.gdram(code), 4);
    r.insn = w;

    const struct dlp_insn *row = cause < 0 ? dlp_insn_find(w) : nullptr;
    int      id = row ? int(row - dlp_insns) : -1;
    uint32_t rd = w >> 7 & 31, f1 = w >> 15 & 31, f2 = w >> 20 & 31;
    uint64_t a = x[f1], b = x[f2], d = x[rd];
    uint64_t imm_i = sext(w >> 20, 12);
    uint64_t imm_s = sext((w >> 25) << 5 | rd, 12);
    uint64_t imm_b = sext((w >> 31) << 12 | (w >> 7 & 1) << 11 | (w >> 25 & 63) << 5 | (w >> 8 & 15) << 1, 13);
    uint64_t imm_u = sx32(w & 0xfffff000u);
    uint64_t imm_j = sext((w >> 31) << 20 | (w >> 12 & 255) << 12 | (w >> 20 & 1) << 11 | (w >> 21 & 1023) << 1, 21);
    unsigned sh = w >> 20 & 63;

    if (row && !DLP && (w & 127) != DLP_OPCODE_CJ && ((w & 127) == DLP_OPCODE_CTRL || (w & 127) == DLP_OPCODE_VEC || (w & 127) == DLP_OPCODE_CMD)) id = -1;

    auto set = [&](uint64_t v) { we = true; val = v; };
    auto jump = [&](bool take, uint64_t target) {
        if (take && (target & 3)) {
            cause = 0;
            tval = target;
        } else if (take)
            next = target;
    };
    auto load = [&](uint32_t bytes, bool sign) {
        uint64_t addr = a + imm_i, v = 0;
        uint32_t c = 0;
        if (addr % bytes) {
            cause = 4;
            tval = addr;
        } else if (!access(addr, bytes, false, &v, &c)) {
            cause = int(c);
            tval = addr;
        } else
            set(sign ? sext(v, 8 * bytes) : v);
    };
    auto store = [&](uint32_t bytes) {
        uint64_t addr = a + imm_s, v = b;
        uint32_t c = 0;
        if (addr % bytes) {
            cause = 6;
            tval = addr;
        } else if (!access(addr, bytes, true, &v, &c)) {
            cause = int(c);
            tval = addr;
        }
    };
    auto do_csr = [&](uint64_t operand, int kind) {   // 0 write, 1 set, 2 clear
        uint64_t old = 0;
        bool     write = kind == 0 || f1 != 0;
        if (!csr(w >> 20, write, &old, &live)) {
            cause = 2;
            tval = w;
            return;
        }
        set(live ? seen.val : old);
        if (write) csr_write(w >> 20, kind == 0 ? operand : kind == 1 ? old | operand : old & ~operand);
    };
    bool min64 = s64(a) == INT64_MIN && s64(b) == -1, min32 = s32(a) == INT32_MIN && s32(b) == -1;

    if (cause < 0) switch (id) {
    case DLP_I_LUI: set(imm_u); break;
    case DLP_I_AUIPC: set(pc + imm_u); break;
    case DLP_I_JAL: jump(true, pc + imm_j); set(pc + 4); break;
    case DLP_I_JALR: jump(true, (a + imm_i) & ~1ull); set(pc + 4); break;
    case DLP_I_BEQ: jump(a == b, pc + imm_b); break;
    case DLP_I_BNE: jump(a != b, pc + imm_b); break;
    case DLP_I_BLT: jump(s64(a) < s64(b), pc + imm_b); break;
    case DLP_I_BGE: jump(s64(a) >= s64(b), pc + imm_b); break;
    case DLP_I_BLTU: jump(a < b, pc + imm_b); break;
    case DLP_I_BGEU: jump(a >= b, pc + imm_b); break;
    case DLP_I_LB: load(1, true); break;
    case DLP_I_LH: load(2, true); break;
    case DLP_I_LW: load(4, true); break;
    case DLP_I_LD: load(8, true); break;
    case DLP_I_LBU: load(1, false); break;
    case DLP_I_LHU: load(2, false); break;
    case DLP_I_LWU: load(4, false); break;
    case DLP_I_SB: store(1); break;
    case DLP_I_SH: store(2); break;
    case DLP_I_SW: store(4); break;
    case DLP_I_SD: store(8); break;
    case DLP_I_ADDI: set(a + imm_i); break;
    case DLP_I_SLTI: set(s64(a) < s64(imm_i)); break;
    case DLP_I_SLTIU: set(a < imm_i); break;
    case DLP_I_XORI: set(a ^ imm_i); break;
    case DLP_I_ORI: set(a | imm_i); break;
    case DLP_I_ANDI: set(a & imm_i); break;
    case DLP_I_SLLI: set(a << sh); break;
    case DLP_I_SRLI: set(a >> sh); break;
    case DLP_I_SRAI: set(uint64_t(s64(a) >> sh)); break;
    case DLP_I_ADD: set(a + b); break;
    case DLP_I_SUB: set(a - b); break;
    case DLP_I_SLL: set(a << (b & 63)); break;
    case DLP_I_SLT: set(s64(a) < s64(b)); break;
    case DLP_I_SLTU: set(a < b); break;
    case DLP_I_XOR: set(a ^ b); break;
    case DLP_I_SRL: set(a >> (b & 63)); break;
    case DLP_I_SRA: set(uint64_t(s64(a) >> (b & 63))); break;
    case DLP_I_OR: set(a | b); break;
    case DLP_I_AND: set(a & b); break;
    case DLP_I_ADDIW: set(sx32(a + imm_i)); break;
    case DLP_I_SLLIW: set(sx32(a << f2)); break;
    case DLP_I_SRLIW: set(sx32(uint32_t(a) >> f2)); break;
    case DLP_I_SRAIW: set(sx32(uint64_t(s32(a) >> f2))); break;
    case DLP_I_ADDW: set(sx32(a + b)); break;
    case DLP_I_SUBW: set(sx32(a - b)); break;
    case DLP_I_SLLW: set(sx32(a << (b & 31))); break;
    case DLP_I_SRLW: set(sx32(uint32_t(a) >> (b & 31))); break;
    case DLP_I_SRAW: set(sx32(uint64_t(s32(a) >> (b & 31)))); break;
    case DLP_I_FENCE: case DLP_I_FENCE_I: break;
    case DLP_I_ECALL: cause = 11; break;
    case DLP_I_EBREAK: cause = 3; tval = pc; break;
    case DLP_I_MRET: next = mepc; break;
    case DLP_I_WFI: break;
    case DLP_I_MUL: set(a * b); break;
    case DLP_I_MULH: set(uint64_t((__int128)s64(a) * s64(b) >> 64)); break;
    case DLP_I_MULHSU: set(uint64_t(((__int128)s64(a) * (__int128)(unsigned __int128)b) >> 64)); break;
    case DLP_I_MULHU: set(uint64_t((unsigned __int128)a * b >> 64)); break;
    case DLP_I_DIV: set(b == 0 ? ~0ull : min64 ? a : uint64_t(s64(a) / s64(b))); break;
    case DLP_I_DIVU: set(b == 0 ? ~0ull : a / b); break;
    case DLP_I_REM: set(b == 0 ? a : min64 ? 0 : uint64_t(s64(a) % s64(b))); break;
    case DLP_I_REMU: set(b == 0 ? a : a % b); break;
    case DLP_I_MULW: set(sx32(a * b)); break;
    case DLP_I_DIVW: set(s32(b) == 0 ? ~0ull : min32 ? sx32(a) : sx32(uint64_t(s32(a) / s32(b)))); break;
    case DLP_I_DIVUW: set(s32(b) == 0 ? ~0ull : sx32(uint32_t(a) / uint32_t(b))); break;
    case DLP_I_REMW: set(s32(b) == 0 ? sx32(a) : min32 ? 0 : sx32(uint64_t(s32(a) % s32(b)))); break;
    case DLP_I_REMUW: set(s32(b) == 0 ? sx32(a) : sx32(uint32_t(a) % uint32_t(b))); break;
    case DLP_I_CSRRW: do_csr(a, 0); break;
    case DLP_I_CSRRS: do_csr(a, 1); break;
    case DLP_I_CSRRC: do_csr(a, 2); break;
    case DLP_I_CSRRWI: do_csr(f1, 0); break;
    case DLP_I_CSRRSI: do_csr(f1, 1); break;
    case DLP_I_CSRRCI: do_csr(f1, 2); break;
    case DLP_I_CJ: jump(d - 1 != 0, pc + imm_j); set(d - 1); break;
    case DLP_I_DCFG:
        if (!dlp_cfg_find(w >> 20)) goto illegal;
        configs.push_back({1, w >> 20, a & 0xffffffff});
        break;
    case DLP_I_DCFG2: {
        uint32_t i = w >> 25;
        if (!dlp_cfg_find(i) || (i & 1)) goto illegal;
        configs.push_back({dlp_cfg_find(i + 1) ? 3u : 1u, i, (dlp_cfg_find(i + 1) ? b << 32 : 0) | (a & 0xffffffff)});
        break;
    }
    case DLP_I_VSET: configs.push_back({3, DLP_CFG_VEC_N, uint64_t(w >> 20) << 32 | (a & 0xffffffff)}); break;
    case DLP_I_SYNC: break;
    case DLP_I_EXIT:
        ended = true;
        exit_code = uint32_t(a);
        break;
    default:
        if (id >= 0) {
            bool vec = (w & 127) == DLP_OPCODE_VEC;
            commands.push_back({vec ? uint32_t(DLP_STREAM_VEC) : w >> 29 & 3, vec ? w >> 25 & 63 : w >> 25 & 15, (w >> 31) << 3 | (w >> 12 & 7), d, a, b, pc});
            break;
        }
    illegal:
        cause = 2;
        tval = w;
    }

    if (cause >= 0) {
        r.trap = true;
        r.cause = uint32_t(cause);
        if (mtvec == 0) {
            stopped = true;
            stop_cause = r.cause;
            stop_pc = pc;
            stop_addr = tval;
        } else {
            mepc = pc;
            mcause = r.cause;
            mtval = tval;
            pc = mtvec;
        }
        return r;
    }
    instret++;
    pc = next;
    if (we && rd) {
        x[rd] = val;
        r.we = true;
        r.rd = rd;
        r.val = val;
    }
    return r;
}
