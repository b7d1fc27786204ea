// SPDX-License-Identifier: Apache-2.0
// Words of instructions: operands put into the match words of the specification.
#ifndef CPU_ASM_H
#define CPU_ASM_H
#include "dlp_spec.h"
#include <cstdint>
#include <vector>

#define OP(name) DLP_INSN_##name##_MATCH

inline uint32_t R(uint32_t m, uint32_t rd, uint32_t a, uint32_t b) { return m | rd << 7 | a << 15 | b << 20; }
inline uint32_t I(uint32_t m, uint32_t rd, uint32_t a, int32_t imm) { return m | rd << 7 | a << 15 | uint32_t(imm) << 20; }
inline uint32_t S(uint32_t m, uint32_t b, uint32_t a, int32_t imm)
{
    return m | (uint32_t(imm) & 31) << 7 | a << 15 | b << 20 | (uint32_t(imm) >> 5 & 127) << 25;
}
inline uint32_t B(uint32_t m, uint32_t a, uint32_t b, int32_t o)
{
    uint32_t u = uint32_t(o);
    return m | a << 15 | b << 20 | (u >> 12 & 1) << 31 | (u >> 5 & 63) << 25 | (u >> 1 & 15) << 8 | (u >> 11 & 1) << 7;
}
inline uint32_t U(uint32_t m, uint32_t rd, uint32_t imm) { return m | rd << 7 | (imm & 0xfffff000u); }
inline uint32_t J(uint32_t m, uint32_t rd, int32_t o)
{
    uint32_t u = uint32_t(o);
    return m | rd << 7 | (u >> 20 & 1) << 31 | (u >> 1 & 1023) << 21 | (u >> 11 & 1) << 20 | (u >> 12 & 255) << 12;
}
// a command with its after mask
inline uint32_t C(uint32_t m, uint32_t rd, uint32_t a, uint32_t b, uint32_t after) { return R(m, rd, a, b) | (after & 7) << 12 | after >> 3 << 31; }
inline uint32_t nop() { return I(OP(ADDI), 0, 0, 0); }

// Appends the shortest usual sequence that loads a constant.
inline void li(std::vector<uint32_t> &p, uint32_t rd, uint64_t v)
{
    int64_t s = int64_t(v);
    if (s >= -2048 && s < 2048) {
        p.push_back(I(OP(ADDI), rd, 0, int32_t(s)));
        return;
    }
    if (s == int64_t(int32_t(s))) {
        p.push_back(U(OP(LUI), rd, uint32_t(v + 0x800)));
        if (v & 0xfff) p.push_back(I(OP(ADDIW), rd, rd, int32_t(v << 52 >> 52) | (v & 0x800 ? -4096 : 0)));
        return;
    }
    int32_t low = int32_t(v & 0xfff);
    if (low & 0x800) low -= 4096;
    li(p, rd, uint64_t((s - low) >> 12));
    p.push_back(I(OP(SLLI), rd, rd, 12));
    if (low) p.push_back(I(OP(ADDI), rd, rd, low));
}
#endif
