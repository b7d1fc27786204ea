// SPDX-License-Identifier: Apache-2.0
#include "mxu_bench.h"
#include <cstdio>
#include <cstring>

double sc_time_stamp() { return 0; }

Bench::Bench(uint32_t seed) : nram(NRAM), wram(WRAM), state(seed * 2654435761ull + 88172645463325252ull)
{
    top.cmd_valid = 0;
    top.rst_n = 0;
    for (int i = 0; i < 3; i++) cycle();
    top.rst_n = 1;
    cycle();
}

uint32_t Bench::random()
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return uint32_t(state >> 16);
}

void Bench::fill_random()
{
    for (auto &b : nram) b = uint8_t(random());
    for (auto &b : wram) b = uint8_t(random());
}

void Bench::present(const mxu_cmd &c)
{
    auto set = [&](int index, uint32_t v) { top.cmd_cfg[index - DLP_CFG_MAT_HI] = v; };
    top.cmd_valid = 1;
    top.cmd_op = c.conv ? DLP_MOP_CONV : DLP_MOP_MATMUL;
    top.cmd_rd = c.rd;
    top.cmd_rs1 = c.rs1;
    top.cmd_rs2 = c.rs2;
    // matmul must not look at the conv-only registers
    auto conv = [&](uint32_t v) { return c.conv ? v : random(); };
    set(DLP_CFG_MAT_HI, conv(c.hi));
    set(DLP_CFG_MAT_WI, conv(c.wi));
    set(DLP_CFG_MAT_CI, c.ci);
    set(DLP_CFG_MAT_CO, c.co);
    set(DLP_CFG_MAT_HO, conv(c.ho));
    set(DLP_CFG_MAT_WO, c.wo);
    set(DLP_CFG_MAT_KH, conv(c.kh));
    set(DLP_CFG_MAT_KW, conv(c.kw));
    set(DLP_CFG_MAT_SH, conv(c.sh));
    set(DLP_CFG_MAT_SW, conv(c.sw));
    set(DLP_CFG_MAT_PT, conv(c.pt));
    set(DLP_CFG_MAT_PL, conv(c.pl));
    set(DLP_CFG_MAT_DH, conv(c.dh));
    set(DLP_CFG_MAT_DW, conv(c.dw));
    set(DLP_CFG_MAT_IN_STRIDE, c.in_stride);
    set(DLP_CFG_MAT_OUT_STRIDE, c.out_stride);
    set(DLP_CFG_MAT_W_STRIDE, c.w_stride);
    set(DLP_CFG_MAT_OUT, c.type | uint32_t(c.relu) << 4 | uint32_t(c.use_bias) << 5 | c.requant << 6 | uint32_t(c.zero) << 8 | uint32_t(c.limited) << 16 |
                           uint32_t(c.sloped) << 17 | random() << 18);
    set(DLP_CFG_MAT_BIAS, c.bias);
    set(DLP_CFG_MAT_SCALE, c.scale);
    set(DLP_CFG_MAT_SHIFT, c.shift);
    set(DLP_CFG_MAT_TYPE, mxu_ref_types(&c));
    set(DLP_CFG_MAT_LIMIT, c.limit);
    set(DLP_CFG_MAT_SLOPE, c.slope);
}

// One clock cycle: answers of the last cycle's reads, new requests, writes.
void Bench::cycle()
{
    top.a_ready = stall == 0 || int(below(100)) >= stall;
    top.d_ready = stall == 0 || int(below(100)) >= stall;
    top.w_ready = stall == 0 || fast_wram || int(below(100)) >= stall;
    top.a_rsp_valid = a_q.valid;
    top.w_rsp_valid = w_q.valid;
    if (a_q.valid) memcpy(&top.a_rdata, a_q.data, ROW);
    if (w_q.valid) memcpy(&top.w_rdata, w_q.data, ROW);
    top.clk = 0;
    top.eval();
    taken = top.cmd_valid && top.cmd_ready;
    a_q.valid = top.a_valid && top.a_ready;
    w_q.valid = top.w_valid && top.w_ready;
    if (top.rst_n) {
        bad |= (top.a_valid && top.a_write) || (top.w_valid && top.w_write) || (top.d_valid && !top.d_write);
        bad |= (a_q.valid && (top.a_row + 1u) * ROW > NRAM) || (w_q.valid && (top.w_row + 1u) * ROW > WRAM);
        if (bad) return;
        if (a_q.valid) memcpy(a_q.data, &nram[size_t(top.a_row) * ROW], ROW);   // before this cycle's write
        if (w_q.valid) memcpy(w_q.data, &wram[size_t(top.w_row) * ROW], ROW);
        reads += a_q.valid + w_q.valid;
        rows += top.row;
        if (top.d_valid && top.d_ready) {
            bad |= (uint32_t(top.d_row) + 1) * ROW > NRAM || top.d_be == 0;
            if (bad) return;
            const uint8_t *data = reinterpret_cast<const uint8_t *>(&top.d_wdata);
            for (uint32_t b = 0; b < ROW; b++)
                if (top.d_be >> b & 1) nram[size_t(top.d_row) * ROW + b] = data[b];
            writes++;
        }
        if (top.done_valid) done.push_back({top.done_fault, top.done_addr, now});
    }
    top.clk = 1;
    top.eval();
    now++;
}

bool Bench::offer_and_withdraw(const mxu_cmd &c, int n)
{
    present(c);
    bool any = false;
    while (n-- && !any) {
        cycle();
        any = taken;
    }
    top.cmd_valid = 0;
    return any;
}

bool Bench::run(const std::vector<mxu_cmd> &cmds)
{
    size_t next = 0;
    long   start = now, last = now;
    done.clear();
    rows = reads = writes = 0;
    while (done.size() < cmds.size() && !bad) {
        size_t before = done.size() + size_t(writes) + size_t(rows);
        bool   offer = next < cmds.size() && (!serial || done.size() == next);
        if (offer && !top.cmd_valid) present(cmds[next]);
        cycle();
        if (taken) next++, top.cmd_valid = 0;
        if (done.size() + size_t(writes) + size_t(rows) != before) last = now;
        if (now - last > 20000) {
            printf("no progress\n");
            bad = true;
        }
    }
    cycles = now - start;
    for (int i = 0; i < 100; i++) cycle();
    return !bad && !top.busy && done.size() == cmds.size();
}
