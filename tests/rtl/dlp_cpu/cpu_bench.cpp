// SPDX-License-Identifier: Apache-2.0
// Bench of dlp_cpu.
#include "cpu_bench.h"
#include <cstdarg>
#include <cstdio>
#include <cstring>

Bench::Bench(uint64_t seed) : top(new Vdlp_cpu), rng(seed), wdata(ROW)
{
    for (int i = 0; i < 16; i++) rng.next();
    top->clk = 0;
    top->rst_n = 0;
    reset();
}

void Bench::reset()
{
    top->rst_n = 0;
    tick();
    tick();
    top->rst_n = 1;
}

void Bench::fail(const char *format, ...)
{
    if (!error.empty()) return;
    char    text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    error = "cycle " + std::to_string(cycles) + ": " + text;
}

void Bench::poke(uint64_t offset, const void *bytes, size_t n)
{
    memcpy(mem.gdram(offset), bytes, n);
    memcpy(ref.mem.gdram(offset), bytes, n);
}

void Bench::error_region(uint64_t lo, uint64_t hi)
{
    mem.errors.push_back({lo, hi});
    ref.mem.errors.push_back({lo, hi});
}

void Bench::start(uint32_t pc, uint32_t arg)
{
    exited = trapped = false;
    top->start_i = 1;
    top->start_pc_i = pc;
    top->start_arg_i = arg;
    ref.start(pc, arg);
    tick();
    top->start_i = 0;
    start_cycle = cycles;
}

// A request that was not taken must be there again, unchanged.
void Bench::hold(int i, const char *what, bool valid, bool ready, uint64_t a, uint64_t b, uint64_t c)
{
    Held &h = held[i];
    if (h.valid && !stop && (!valid || h.a != a || h.b != b || h.c != c)) fail("%s: the payload changed or was withdrawn before ready", what);
    h = {valid && !ready, a, b, c};
}

void Bench::drive_read(Slave &s, uint8_t &arready, uint8_t &rvalid, uint8_t &rresp, uint32_t *rdata)
{
    arready = !rng.chance(stall) && s.reads.size() < 4;
    if (!s.rvalid && !s.reads.empty() && cycles >= s.reads.front().due && !rng.chance(stall / 2)) s.rvalid = true;
    rvalid = s.rvalid;
    rresp = 0;
    if (s.rvalid) {
        uint64_t at = s.reads.front().addr + uint64_t(s.beat) * ROW;
        rresp = mem.error(at, ROW) ? 2 : 0;
        memcpy(rdata, &s.reads.front().bytes[s.beat * ROW], ROW);
    } else
        for (uint32_t i = 0; i < ROW / 4; i++) rdata[i] = 0xdeadbeef;
}

void Bench::sample_read(Slave &s, const char *what, bool valid, bool ready, uint64_t addr, uint32_t len, bool rready)
{
    if (s.rvalid && rready) {
        s.rvalid = false;
        if (++s.beat == s.reads.front().beats) {
            s.reads.pop_front();
            s.beat = 0;
        }
    }
    if (valid && ready) {
        uint64_t bytes = uint64_t(len + 1) * ROW;
        if (addr % ROW || addr / 4096 != (addr + bytes - 1) / 4096) fail("%s: burst %llx of %u beats", what, (unsigned long long)addr, len + 1);
        if (addr + bytes > GDRAM) fail("%s: read beyond GDRAM at %llx", what, (unsigned long long)addr);
        std::vector<uint8_t> copy(bytes);
        if (mem.gdram(addr)) memcpy(copy.data(), mem.gdram(addr), bytes);
        s.reads.push_back({addr, len + 1, cycles + latency / 2 + rng.below(latency / 2 + 1), copy});
        if (&s == &fetch) fetch_bursts++;
    }
}

void Bench::spm(std::vector<uint8_t> &m, bool write, uint32_t row, uint64_t be, const uint8_t *in, uint8_t *out)
{
    if (uint64_t(row + 1) * ROW > m.size()) {
        fail("scratchpad row %u does not exist", row);
        return;
    }
    for (uint32_t i = 0; i < ROW; i++)
        if (write) {
            if (be >> i & 1) m[row * ROW + i] = in[i];
        } else
            out[i] = m[row * ROW + i];
}

void Bench::check_retired()
{
    Retired s = {top->ret_pc_o, top->ret_insn_o, bool(top->ret_we_o), top->ret_rd_o, top->ret_val_o, bool(top->ret_trap_o), top->ret_cause_o};
    retired += !s.trap;
    if (keep_trace) {
        trace.push_back(s);
        trace_cycle.push_back(cycles);
    }
    if (s.we) last_value = s.val;
    if (!lockstep) return;
    if (ref.ended || ref.stopped) {
        fail("an instruction retired after the end, pc %llx", (unsigned long long)s.pc);
        return;
    }
    Retired r = ref.step(s);
    if (s.pc != r.pc || s.insn != r.insn || s.trap != r.trap || (r.trap && s.cause != r.cause) || s.we != r.we || (r.we && (s.rd != r.rd || s.val != r.val)))
        fail("pc %llx insn %08x trap %d/%u we %d x%u %llx; right is pc %llx insn %08x trap %d/%u we %d x%u %llx", (unsigned long long)s.pc, s.insn,
             s.trap, s.cause, s.we, s.rd, (unsigned long long)s.val, (unsigned long long)r.pc, r.insn, r.trap, r.cause, r.we, r.rd, (unsigned long long)r.val);
    if (commands.size() != ref.commands.size() || configs.size() != ref.configs.size()) {
        fail("pc %llx: a command or configuration write was not issued, or issued without being one", (unsigned long long)s.pc);
        return;
    }
    if (!commands.empty()) {
        Command c = commands.front(), w = ref.commands.front();
        if (c.stream != w.stream || c.op != w.op || c.after != w.after || c.rd != w.rd || c.rs1 != w.rs1 || c.rs2 != w.rs2 || c.pc != w.pc)
            fail("pc %llx: command stream %u op %u after %u; right is %u %u %u", (unsigned long long)c.pc, c.stream, c.op, c.after, w.stream, w.op, w.after);
        commands.pop_front();
        ref.commands.pop_front();
    }
    if (!configs.empty()) {
        Config c = configs.front(), w = ref.configs.front();
        if (c.we != w.we || c.index != w.index || c.data != w.data)
            fail("configuration write %u [%u] %llx; right is %u [%u] %llx", c.we, c.index, (unsigned long long)c.data, w.we, w.index, (unsigned long long)w.data);
        configs.pop_front();
        ref.configs.pop_front();
    }
}

void Bench::tick()
{
    Vdlp_cpu *t = top.get();
    uint8_t  *rd;

    // inputs of this cycle
    t->stop_i = stop;
    drive_read(fetch, t->if_arready_i, t->if_rvalid_i, t->if_rresp_i, &t->if_rdata_i[0]);
    drive_read(data, t->ls_arready_i, t->ls_rvalid_i, t->ls_rresp_i, &t->ls_rdata_i[0]);
    t->ls_awready_i = !got_aw && !rng.chance(stall);
    t->ls_wready_i = !got_w && !rng.chance(stall);
    if (got_aw && got_w && !bvalid && cycles >= b_due) bvalid = true;
    t->ls_bvalid_i = bvalid;
    t->ls_bresp_i = bad_b ? 2 : 0;
    t->nram_req_ready_i = !rng.chance(stall);
    t->wram_req_ready_i = !rng.chance(stall);
    t->nram_rsp_valid_i = nram_rsp;
    t->wram_rsp_valid_i = wram_rsp;
    t->mmio_ready_i = !rng.chance(stall);
    t->iss_ready_i = !hold_queue && !stop && !rng.chance(stall);
    t->iss_idle_i = 0;
    for (int i = 0; i < 4; i++) {
        if (busy[i] == 0 && !hold_streams) t->iss_idle_i |= uint8_t(1 << i);
        if (busy[i]) busy[i]--;
    }
    t->busy_i = ~t->iss_idle_i & 15;
    if (event_percent && rng.chance(event_percent)) t->event_i = 1;
    else if (!t->wfi_o) t->event_i = 0;
    t->clk = 0;
    t->eval();
    uint32_t word;
    memcpy(&word, &mem.mmio[t->mmio_addr_o & 0xfffc], 4);
    t->mmio_rdata_i = t->mmio_valid_o && t->mmio_ready_i && !t->mmio_write_o ? word : 0xdeadbeef;
    t->eval();

    // what happens at the end of it
    bool in_reset = !t->rst_n;
    if (!in_reset) {
        hold(0, "if_ar", t->if_arvalid_o, t->if_arready_i, t->if_araddr_o, t->if_arlen_o);
        hold(1, "ls_ar", t->ls_arvalid_o, t->ls_arready_i, t->ls_araddr_o, t->ls_arlen_o);
        hold(2, "ls_aw", t->ls_awvalid_o, t->ls_awready_i, t->ls_awaddr_o, t->ls_awlen_o);
        hold(3, "ls_w", t->ls_wvalid_o, t->ls_wready_i, uint64_t(t->ls_wstrb_o), t->ls_wdata_o[0], t->ls_wdata_o[1]);
        hold(4, "nram", t->nram_req_valid_o, t->nram_req_ready_i, t->nram_req_row_o, t->nram_req_write_o);
        hold(5, "wram", t->wram_req_valid_o, t->wram_req_ready_i, t->wram_req_row_o, t->wram_req_write_o);
        hold(6, "mmio", t->mmio_valid_o, t->mmio_ready_i, t->mmio_addr_o, t->mmio_write_o, t->mmio_wdata_o);
        hold(7, "iss", t->iss_valid_o, t->iss_ready_i, t->iss_op_o, t->iss_rd_o, t->iss_rs1_o);

        sample_read(fetch, "fetch", t->if_arvalid_o, t->if_arready_i, t->if_araddr_o, t->if_arlen_o, t->if_rready_o);
        sample_read(data, "load", t->ls_arvalid_o, t->ls_arready_i, t->ls_araddr_o, t->ls_arlen_o, t->ls_rready_o);
        if (t->ls_bvalid_i && t->ls_bready_o) bvalid = got_aw = got_w = false;
        if (t->ls_awvalid_o && t->ls_awready_i) {
            got_aw = true;
            aw = t->ls_awaddr_o;
            if (aw % ROW || t->ls_awlen_o) fail("store: address %llx", (unsigned long long)aw);
            b_due = cycles + rng.below(latency + 1);
        }
        if (t->ls_wvalid_o && t->ls_wready_i) {
            got_w = true;
            strb = uint64_t(t->ls_wstrb_o);
            memcpy(wdata.data(), &t->ls_wdata_o[0], ROW);
            if (!t->ls_wlast_o) fail("store: no wlast");
        }
        if (got_aw && got_w && !bvalid && aw != ~0ull) {
            bad_b = mem.error(aw, ROW);
            for (uint32_t i = 0; i < ROW && !bad_b; i++)
                if (strb >> i & 1) {
                    if (!mem.gdram(aw + i)) fail("store to %llx", (unsigned long long)aw);
                    else *mem.gdram(aw + i) = wdata[i];
                }
            aw = ~0ull;
        }
        nram_rsp = wram_rsp = false;
        if (t->nram_req_valid_o) {
            if (t->iss_idle_i != 15) fail("NRAM access while a stream works");
            if (!DLP) fail("the job scheduler core has no NRAM");
            if (t->nram_req_ready_i) {
                rd = reinterpret_cast<uint8_t *>(&t->nram_rsp_rdata_i[0]);
                spm(mem.nram, t->nram_req_write_o, t->nram_req_row_o, uint64_t(t->nram_req_be_o), reinterpret_cast<uint8_t *>(&t->nram_req_wdata_o[0]), rd);
                nram_rsp = !t->nram_req_write_o;
            }
        }
        if (t->wram_req_valid_o) {
            if (t->iss_idle_i != 15) fail("WRAM access while a stream works");
            if (!DLP) fail("the job scheduler core has no WRAM");
            if (t->wram_req_ready_i) {
                rd = reinterpret_cast<uint8_t *>(&t->wram_rsp_rdata_i[0]);
                spm(mem.wram, t->wram_req_write_o, t->wram_req_row_o, uint64_t(t->wram_req_be_o), reinterpret_cast<uint8_t *>(&t->wram_req_wdata_o[0]), rd);
                wram_rsp = !t->wram_req_write_o;
            }
        }
        if (t->mmio_valid_o && DLP) fail("a DLP core has no MMIO");
        if (t->mmio_valid_o && t->mmio_ready_i && t->mmio_write_o) memcpy(&mem.mmio[t->mmio_addr_o & 0xfffc], &t->mmio_wdata_o, 4);
        sleeps += t->wfi_o;

        // the trace of the cycle before, then what is issued in this one: it retires in the next
        if (t->ret_valid_o) check_retired();
        if (t->iss_valid_o && t->iss_ready_i)
            commands.push_back({t->iss_stream_o, t->iss_op_o, t->iss_after_o, t->iss_rd_o, t->iss_rs1_o, t->iss_rs2_o, t->iss_pc_o});
        if (t->cfg_we_o) configs.push_back({t->cfg_we_o, t->cfg_index_o, t->cfg_wdata_o & (t->cfg_we_o == 3 ? ~0ull : 0xffffffffull)});
        if (t->iss_valid_o && t->iss_ready_i) busy[t->iss_stream_o] += 1 + rng.below(busy_time);
        if (t->exit_valid_o) {
            if (exited || trapped) fail("second end");
            exited = true;
            exit_code = t->exit_code_o;
            if (lockstep && (!ref.ended || exit_code != ref.exit_code)) fail("exit code %u", exit_code);
            if (t->iss_idle_i != 15) fail("exit while a stream works");
        }
        if (t->trap_valid_o) {
            if (exited || trapped) fail("second end");
            trapped = true;
            trap_cause = t->trap_cause_o;
            trap_pc = t->trap_pc_o;
            trap_addr = t->trap_addr_o;
            if (lockstep && (!ref.stopped || trap_cause != ref.stop_cause || trap_pc != ref.stop_pc || trap_addr != ref.stop_addr))
                fail("stopped by trap %u at %llx, address %llx; right is %u, address %llx", trap_cause, (unsigned long long)trap_pc, (unsigned long long)trap_addr,
                     ref.stop_cause, (unsigned long long)ref.stop_addr);
        }
    }
    t->clk = 1;
    t->eval();
    cycles++;
}

bool Bench::run(uint64_t limit)
{
    uint64_t end = cycles + limit;
    while (error.empty() && cycles < end) {
        tick();
        if (!top->running_o && !top->ret_valid_o) break;
    }
    if (error.empty() && (top->running_o || top->ret_valid_o)) fail("still running at pc %llx", (unsigned long long)top->next_pc_o);
    if (!error.empty()) {
        fprintf(stderr, "  %s\n", error.c_str());
        return false;
    }
    return true;
}

bool Bench::memories_equal()
{
    return mem.low == ref.mem.low && mem.high == ref.mem.high && mem.nram == ref.mem.nram && mem.wram == ref.mem.wram && mem.mmio == ref.mem.mmio;
}
