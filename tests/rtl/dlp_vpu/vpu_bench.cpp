// SPDX-License-Identifier: Apache-2.0
#include "vpu_bench.h"
#include <cstring>

double sc_time_stamp() { return 0; }

Bench::Bench(uint32_t seed) : state(seed * 2654435761ull + 88172645463325252ull)
{
    top.cmd_valid_i = 0;
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

void Bench::present(const vpu_cmd &c)
{
    top.cmd_valid_i = 1;
    top.cmd_op_i = uint8_t(c.op);
    top.cmd_rd_i = c.rd;
    top.cmd_rs1_i = c.rs1;
    top.cmd_rs2_i = c.rs2;
    for (int i = 0; i < VPU_CFGS; i++) top.cmd_cfg_i[i] = c.cfg[i];
}

// One clock cycle: answers to the reads of the last cycle, then new requests, then the edge.
void Bench::cycle()
{
    top.s0_rsp_valid_i = port[0].answer;
    top.s1_rsp_valid_i = port[1].answer;
    top.d_rsp_valid_i = 0;
    if (port[0].answer) memcpy(&top.s0_rsp_rdata_i, port[0].data, ROW);
    if (port[1].answer) memcpy(&top.s1_rsp_rdata_i, port[1].data, ROW);
    top.clk = 0;
    top.eval();

    bool     valid[3] = {!!top.s0_req_valid_o, !!top.s1_req_valid_o, !!top.d_req_valid_o}, ready[3];
    bool     write[3] = {!!top.s0_req_write_o, !!top.s1_req_write_o, !!top.d_req_write_o};
    uint16_t row[3] = {top.s0_req_row_o, top.s1_req_row_o, top.d_req_row_o};
    uint32_t used = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned p = (turn + i) % 3;
        ready[p] = stall == 0 || int(below(100)) >= stall;
        if (banks && valid[p]) {
            ready[p] = ready[p] && !(used >> row[p] % banks & 1);
            used |= 1u << row[p] % banks;
        }
    }
    turn++;
    top.s0_req_ready_i = ready[0];
    top.s1_req_ready_i = ready[1];
    top.d_req_ready_i = ready[2];
    top.eval();

    taken = top.cmd_valid_i && top.cmd_ready_o && top.rst_n;
    for (int p = 0; p < 3; p++) port[p].answer = false;
    if (top.rst_n) {
        for (int p = 0; p < 3; p++) {
            if (port[p].pending && (!valid[p] || row[p] != port[p].row || write[p] != port[p].write)) bad = "a request changed before it was taken";
            port[p].pending = valid[p] && !ready[p];
            port[p].row = row[p];
            port[p].write = write[p];
            if (valid[p] && (row[p] + 1u) * ROW > NRAM) bad = "a request is outside the memory";
            if (valid[p] && write[p] != (p == 2)) bad = "a port has the wrong direction";
            if (bad) return;
            if (p < 2 && valid[p] && ready[p]) {                   // reads see the memory before this cycle's write
                memcpy(port[p].data, &nram[size_t(row[p]) * ROW], ROW);
                port[p].answer = true;
                reads[p]++;
            }
        }
        if (valid[2] && ready[2]) {
            uint64_t       be = uint64_t(top.d_req_be_o);
            const uint8_t *data = reinterpret_cast<const uint8_t *>(&top.d_req_wdata_o);
            if (be == 0) bad = "a write without bytes";
            for (uint32_t b = 0; b < ROW; b++)
                if (be >> b & 1) {
                    uint64_t at = uint64_t(row[2]) * ROW + b;
                    if (at < write_lo || at >= write_hi) bad = "a byte outside the destination is written";
                    nram[at] = data[b];
                }
            writes++;
            if (first_write < 0) first_write = now;
            last_write = now;
        }
        if (top.done_valid_o) {
            if (!top.busy_o) bad = "done without busy";
            done.push_back({top.done_fault_o, top.done_addr_o});
        }
    }
    top.clk = 1;
    top.eval();
    now++;
}

bool Bench::run(const vpu_cmd &c, Result *r)
{
    done.clear();
    reads[0] = reads[1] = writes = 0;
    first_write = last_write = -1;
    present(c);
    long start = now;
    do cycle(); while (!taken && !bad && now - start < 100);
    top.cmd_valid_i = 0;
    for (uint32_t *w = &top.cmd_cfg_i[0]; w < &top.cmd_cfg_i[VPU_CFGS]; w++) *w = random();   // nothing may be read after acceptance
    top.cmd_rd_i = top.cmd_rs1_i = top.cmd_rs2_i = random();
    start = now - 1;
    long last = now, work = 0;
    while (done.empty() && !bad) {
        cycle();
        if (reads[0] + reads[1] + writes != work) work = reads[0] + reads[1] + writes, last = now;
        if (now - last > 500) bad = "no progress";
    }
    cycles = now - 1 - start;
    first = first_write - start;
    if (!bad && done.size() != 1) bad = "not exactly one end";
    if (!bad) *r = done[0];
    return !bad;
}
