// SPDX-License-Identifier: Apache-2.0
// dlp_rtl - the verilated chip behind the chip interface (dlp_chip.h), with its GDRAM, host memory port and trace.
//
// C++ only because Verilator's output is.  One clock cycle = sample the chip's outputs, step the memories, rising edge, falling edge.
#include "dlp_rtl.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

#include "Vdlp_chip.h"
#include "Vdlp_chip___024root.h"
#include "verilated.h"
#ifdef DLP_TRACE
#include "verilated_fst_c.h"
#endif

extern "C" {
#include "dlp_axi_mem.h"
#include "dlp_enums.h"
#include "dlp_spec.h"
}

namespace {

// Everything a bus transaction of the host may take before the chip is declared dead.
constexpr unsigned BUS_TIMEOUT_CYCLES = 100000;

struct Rtl {
    struct dlp_chip chip;                   // must be first: handed out as the chip
    struct dlp_rtl_options opt;
    const struct dlp_profile *profile;
    struct dlp_chip_host host;
    VerilatedContext *ctx;
    Vdlp_chip *top;
    uint8_t *gdram;
    size_t gdram_bytes;
    unsigned row_bytes, cores;
    uint64_t cycle;
    struct dlp_axi_mem gdram_port, host_port;
    bool irq_level[2];
    bool dead;
#ifdef DLP_TRACE
    VerilatedFstC *fst;
#endif
};

Rtl *rtl_of(struct dlp_chip *chip) { return reinterpret_cast<Rtl *>(chip); }

// ---- storage behind the two memory ports
// Outside the memory, or where the bench wants a bus error.
bool gdram_refuses(const Rtl *r, uint64_t addr, size_t n)
{
    bool wanted = r->opt.fail_gdram_size && addr < r->opt.fail_gdram_at + r->opt.fail_gdram_size && r->opt.fail_gdram_at < addr + n;
    return wanted || addr + n > r->gdram_bytes;
}

int gdram_read(void *ctx, uint64_t addr, void *dst, size_t n)
{
    Rtl *r = static_cast<Rtl *>(ctx);
    if (gdram_refuses(r, addr, n))
        return -1;
    memcpy(dst, r->gdram + addr, n);
    return 0;
}

int gdram_write(void *ctx, uint64_t addr, const void *src, uint64_t strobe, size_t n)
{
    Rtl *r = static_cast<Rtl *>(ctx);
    if (gdram_refuses(r, addr, n))
        return -1;
    const uint8_t *bytes = static_cast<const uint8_t *>(src);
    if (n == 64 ? strobe == UINT64_MAX : strobe == (UINT64_C(1) << n) - 1) {
        memcpy(r->gdram + addr, bytes, n);
        return 0;
    }
    for (size_t i = 0; i < n; i++)
        if (strobe >> i & 1)
            r->gdram[addr + i] = bytes[i];
    return 0;
}

int host_read(void *ctx, uint64_t addr, void *dst, size_t n)
{
    Rtl *r = static_cast<Rtl *>(ctx);
    return r->host.mem_read(r->host.ctx, addr, dst, n);
}

int host_write(void *ctx, uint64_t addr, const void *src, uint64_t strobe, size_t n)
{
    Rtl *r = static_cast<Rtl *>(ctx);
    const uint8_t *bytes = static_cast<const uint8_t *>(src);
    for (size_t i = 0; i < n;) {            // each run of enabled bytes is one access
        if (!(strobe >> i & 1)) { i++; continue; }
        size_t end = i;
        while (end < n && (strobe >> end & 1)) end++;
        if (int err = r->host.mem_write(r->host.ctx, addr + i, bytes + i, end - i))
            return err;
        i = end;
    }
    return 0;
}

// Signals and memories of core 0 by the names that Verilator gives them; dlp_rtl.vlt keeps the signals.
#define CORE(name) r->top->rootp->dlp_chip__DOT__g_core__BRA__0__KET____DOT__u_core__DOT__##name

// ---- one clock cycle
template <class W> const void *row_ptr(const W &wide) { return &wide[0]; }

// A port is stepped only when something is on it: an idle bus costs four flag tests.
#define STEP_PORT(port, prefix, RID, WID)                                                                      \
    do {                                                                                                       \
        if (t->prefix##_arvalid || t->prefix##_awvalid || t->prefix##_wvalid || !dlp_axi_mem_idle(&(port))) {  \
            struct dlp_axi_from_chip in = {};                                                                  \
            in.arvalid = t->prefix##_arvalid; in.araddr = t->prefix##_araddr; in.arlen = t->prefix##_arlen;    \
            in.rready = t->prefix##_rready;   in.awvalid = t->prefix##_awvalid; in.awaddr = t->prefix##_awaddr;\
            in.awlen = t->prefix##_awlen;     in.wvalid = t->prefix##_wvalid; in.wlast = t->prefix##_wlast;    \
            in.wstrb = t->prefix##_wstrb;     in.bready = t->prefix##_bready;                                  \
            in.wdata = row_ptr(t->prefix##_wdata);                                                             \
            in.arid = RID; in.awid = WID;                                                                      \
            dlp_axi_mem_step(&(port), &in);                                                                    \
            changed_##prefix = true;                                                                           \
        } else                                                                                                 \
            (port).now++;                                                                                      \
    } while (0)

#define DRIVE_PORT(port, prefix)                                                                               \
    do {                                                                                                       \
        const struct dlp_axi_to_chip *o = &(port).out;                                                         \
        t->prefix##_arready = o->arready; t->prefix##_awready = o->awready; t->prefix##_wready = o->wready;    \
        t->prefix##_rvalid = o->rvalid;   t->prefix##_rlast = o->rlast;     t->prefix##_rresp = o->rresp;      \
        t->prefix##_bvalid = o->bvalid;   t->prefix##_bresp = o->bresp;                                        \
        if (o->rvalid) memcpy(&t->prefix##_rdata[0], o->rdata, r->row_bytes);                                  \
    } while (0)

void trace_events(Rtl *r)
{
    const Vdlp_chip *t = r->top;
    const struct dlp_rtl_monitor *mon = &r->opt.monitor;
    if (t->trc_start_o)
        for (unsigned h = 0; h <= r->cores; h++)
            if (t->trc_start_o >> h & 1) mon->start(mon->ctx, r->cycle, h);
    if (unsigned streams = CORE(u_issue__DOT__u_order__DOT__start)) mon->begin(mon->ctx, r->cycle, 0, streams);
    if (t->trc_done_valid_o)
        for (unsigned s = 0; s < 4 * r->cores; s++)
            if (t->trc_done_valid_o >> s & 1) {
                uint64_t pc = t->trc_done_pc_o[2 * s] | (uint64_t)t->trc_done_pc_o[2 * s + 1] << 32;
                uint8_t fault = (uint8_t)(r->cores == 1 ? (t->trc_done_fault_o >> (8 * s)) : 0);
                mon->done(mon->ctx, r->cycle, s / 4, s % 4, fault, pc);
            }
    if (t->trc_hdma_valid_o)
        mon->hdma(mon->ctx, r->cycle, t->trc_hdma_error_o);
    if (t->trc_ret_valid_o)
        for (unsigned h = 0; h <= r->cores; h++)
            if (t->trc_ret_valid_o >> h & 1) {
                struct dlp_rtl_retire ret = {};
                ret.pc    = t->trc_ret_pc_o[2 * h] | (uint64_t)t->trc_ret_pc_o[2 * h + 1] << 32;
                ret.value = t->trc_ret_val_o[2 * h] | (uint64_t)t->trc_ret_val_o[2 * h + 1] << 32;
                ret.insn  = (uint32_t)(t->trc_ret_insn_o >> (32 * h));
                ret.we    = t->trc_ret_we_o >> h & 1;
                ret.rd    = t->trc_ret_rd_o >> (5 * h) & 31;
                ret.trap  = t->trc_ret_trap_o >> h & 1;
                ret.cause = t->trc_ret_cause_o >> (6 * h) & 63;
                mon->retire(mon->ctx, r->cycle, h, &ret);
            }
    if (t->trc_end_o)
        for (unsigned h = 0; h < r->cores; h++)
            if (t->trc_end_o >> h & 1) mon->end(mon->ctx, r->cycle, h);
}

void tick(Rtl *r)
{
    Vdlp_chip *t = r->top;
    bool changed_m_axi = false, changed_h_axi = false;
    STEP_PORT(r->gdram_port, m_axi, t->m_axi_arid, t->m_axi_awid);
    STEP_PORT(r->host_port, h_axi, 0, 0);
    t->clk = 1;
    t->eval();
#ifdef DLP_TRACE
    if (r->fst && r->cycle >= r->opt.trace_from && r->cycle < r->opt.trace_to) r->fst->dump(static_cast<uint64_t>(2 * r->cycle));
#endif
    if (changed_m_axi) {
        DRIVE_PORT(r->gdram_port, m_axi);
        t->m_axi_rid = r->gdram_port.out.rid;
        t->m_axi_bid = r->gdram_port.out.bid;
    }
    if (changed_h_axi)
        DRIVE_PORT(r->host_port, h_axi);
    t->clk = 0;
    t->eval();
#ifdef DLP_TRACE
    if (r->fst && r->cycle >= r->opt.trace_from && r->cycle < r->opt.trace_to) r->fst->dump(static_cast<uint64_t>(2 * r->cycle + 1));
#endif
    r->cycle++;
    if (r->opt.monitor.retire) trace_events(r);
    for (unsigned v = 0; v < 2; v++) {
        bool level = t->irq_o >> v & 1;
        if (level != r->irq_level[v]) {
            r->irq_level[v] = level;
            r->host.irq(r->host.ctx, v, level);
        }
    }
}

// ---- BAR0: AXI-Lite transactions
int reg_write(struct dlp_chip *chip, uint32_t off, uint32_t value)
{
    Rtl *r = rtl_of(chip);
    Vdlp_chip *t = r->top;
    if (r->dead) return -1;
    bool aw = false, w = false;
    t->s_axil_awvalid = t->s_axil_wvalid = t->s_axil_bready = 1;
    t->s_axil_awaddr = (uint16_t)off;
    t->s_axil_wdata = value;
    t->eval();
    for (unsigned i = 0; i < BUS_TIMEOUT_CYCLES; i++) {
        bool aw_now = t->s_axil_awvalid && t->s_axil_awready, w_now = t->s_axil_wvalid && t->s_axil_wready;
        bool b_now = t->s_axil_bvalid;
        tick(r);
        aw |= aw_now;
        w |= w_now;
        t->s_axil_awvalid = !aw;
        t->s_axil_wvalid = !w;
        if (b_now) {
            t->s_axil_bready = 0;
            t->eval();
            return 0;
        }
        t->eval();
    }
    r->dead = true;
    return -1;
}

int reg_read(struct dlp_chip *chip, uint32_t off, uint32_t *value)
{
    Rtl *r = rtl_of(chip);
    Vdlp_chip *t = r->top;
    if (r->dead) return -1;
    t->s_axil_arvalid = t->s_axil_rready = 1;
    t->s_axil_araddr = (uint16_t)off;
    t->eval();
    for (unsigned i = 0; i < BUS_TIMEOUT_CYCLES; i++) {
        bool ar_now = t->s_axil_arvalid && t->s_axil_arready, r_now = t->s_axil_rvalid;
        if (r_now) *value = t->s_axil_rdata;
        tick(r);
        if (ar_now) t->s_axil_arvalid = 0;
        if (r_now) {
            t->s_axil_rready = 0;
            t->eval();
            return 0;
        }
        t->eval();
    }
    r->dead = true;
    return -1;
}

// ---- BAR2: bursts of at most 4 KiB, never across a 4 KiB boundary; partial rows by strobes
constexpr unsigned BURST_BYTES_MAX = 4096;

unsigned burst_rows(const Rtl *r, uint64_t row_addr, uint64_t end)
{
    uint64_t limit = (row_addr / BURST_BYTES_MAX + 1) * BURST_BYTES_MAX;
    if (end < limit) limit = end;
    unsigned rows = (unsigned)((limit - row_addr + r->row_bytes - 1) / r->row_bytes);
    return rows > 256 ? 256 : rows;
}

int mem_write(struct dlp_chip *chip, uint64_t off, const void *src, size_t n)
{
    Rtl *r = rtl_of(chip);
    Vdlp_chip *t = r->top;
    const uint8_t *bytes = static_cast<const uint8_t *>(src);
    const uint64_t end = off + n;
    if (r->dead || n == 0 || end > r->gdram_bytes || end < off) return -1;
    uint64_t at = off / r->row_bytes * r->row_bytes;
    int err = 0;
    while (at < end) {
        unsigned rows = burst_rows(r, at, end), beat = 0;
        bool aw = false, b = false;
        t->s_axi_awvalid = 1;
        t->s_axi_awaddr = at;
        t->s_axi_awlen = (uint8_t)(rows - 1);
        t->s_axi_bready = 1;
        bool loaded = false;
        for (unsigned i = 0; !b; i++) {
            if (i > BUS_TIMEOUT_CYCLES) { r->dead = true; return -1; }
            if (beat < rows && !loaded) {
                uint64_t row = at + (uint64_t)beat * r->row_bytes, strobe = 0;
                uint8_t data[DLP_AXI_MAX_ROW] = {};
                for (unsigned k = 0; k < r->row_bytes; k++)
                    if (row + k >= off && row + k < end) {
                        data[k] = bytes[row + k - off];
                        strobe |= UINT64_C(1) << k;
                    }
                memcpy(&t->s_axi_wdata[0], data, r->row_bytes);
                t->s_axi_wstrb = strobe;
                t->s_axi_wlast = beat == rows - 1;
                t->s_axi_wvalid = 1;
                loaded = true;
            }
            t->eval();
            bool aw_now = t->s_axi_awvalid && t->s_axi_awready, w_now = t->s_axi_wvalid && t->s_axi_wready;
            b = t->s_axi_bvalid;
            if (b && t->s_axi_bresp) err = -1;
            tick(r);
            aw |= aw_now;
            t->s_axi_awvalid = !aw;
            if (w_now) { beat++; loaded = false; t->s_axi_wvalid = 0; }
        }
        t->s_axi_bready = 0;
        t->eval();
        at += (uint64_t)rows * r->row_bytes;
    }
    return err;
}

int mem_read(struct dlp_chip *chip, uint64_t off, void *dst, size_t n)
{
    Rtl *r = rtl_of(chip);
    Vdlp_chip *t = r->top;
    uint8_t *bytes = static_cast<uint8_t *>(dst);
    const uint64_t end = off + n;
    if (r->dead || n == 0 || end > r->gdram_bytes || end < off) return -1;
    uint64_t at = off / r->row_bytes * r->row_bytes;
    int err = 0;
    while (at < end) {
        unsigned rows = burst_rows(r, at, end), beat = 0;
        bool ar = false;
        t->s_axi_arvalid = 1;
        t->s_axi_araddr = at;
        t->s_axi_arlen = (uint8_t)(rows - 1);
        t->s_axi_rready = 1;
        for (unsigned i = 0; beat < rows; i++) {
            if (i > BUS_TIMEOUT_CYCLES) { r->dead = true; return -1; }
            t->eval();
            bool ar_now = t->s_axi_arvalid && t->s_axi_arready;
            if (t->s_axi_rvalid) {
                uint8_t data[DLP_AXI_MAX_ROW];
                uint64_t row = at + (uint64_t)beat * r->row_bytes;
                memcpy(data, &t->s_axi_rdata[0], r->row_bytes);
                for (unsigned k = 0; k < r->row_bytes; k++)
                    if (row + k >= off && row + k < end) bytes[row + k - off] = data[k];
                if (t->s_axi_rresp) err = -1;
                beat++;
            }
            tick(r);
            ar |= ar_now;
            t->s_axi_arvalid = !ar;
        }
        t->s_axi_rready = 0;
        t->eval();
        at += (uint64_t)rows * r->row_bytes;
    }
    return err;
}

// ---- power-up
// Memory holds anything, and so does the chip if its library is built for it (sim/xinit.mk); Verilator draws the values when it makes the model.
void power_up(Rtl *r, unsigned seed)
{
    r->ctx->randReset(2);
    r->ctx->randSeed(static_cast<int>(seed));
    uint64_t x = seed * 0x9e3779b97f4a7c15u | 1;
    for (size_t at = 0; at + sizeof x <= r->gdram_bytes; at += sizeof x) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        memcpy(r->gdram + at, &x, sizeof x);
    }
}

// ---- time
bool asleep(const Rtl *r)
{
    return r->top->asleep_o && dlp_axi_mem_idle(&r->gdram_port) && dlp_axi_mem_idle(&r->host_port);
}

// With random delays the ports are never idle; the chip then sleeps when it says so for this long.
constexpr unsigned SLEEP_CYCLES = 64;

int run(struct dlp_chip *chip, uint64_t max_cycles, uint64_t *ran)
{
    Rtl *r = rtl_of(chip);
    uint64_t start = r->cycle;
    unsigned sleeping = 0;
    const unsigned enough = r->opt.seed ? SLEEP_CYCLES : 1;
    while (r->cycle - start < max_cycles) {
        bool before[2] = { r->irq_level[0], r->irq_level[1] };
        tick(r);
        if ((r->irq_level[0] && !before[0]) || (r->irq_level[1] && !before[1])) break;
        if (r->top->asleep_o && (r->opt.seed || asleep(r))) {
            if (++sleeping >= enough) break;
        } else
            sleeping = 0;
    }
    if (ran) *ran = r->cycle - start;
    return r->dead ? -1 : 0;
}

uint64_t cycles(struct dlp_chip *chip) { return rtl_of(chip)->cycle; }
const struct dlp_profile *profile(struct dlp_chip *chip) { return rtl_of(chip)->profile; }

void destroy(struct dlp_chip *chip)
{
    if (!chip) return;
    Rtl *r = rtl_of(chip);
#ifdef DLP_TRACE
    if (r->fst) { r->fst->close(); delete r->fst; }
#endif
    Verilated::threadContextp(r->ctx);     // final() and the destructor use the context of the thread: several chips may be open
    r->top->final();
    delete r->top;
    delete r->ctx;
    if (r->gdram) munmap(r->gdram, r->gdram_bytes);
    delete r;
}

const struct dlp_chip_ops OPS = { destroy, reg_read, reg_write, mem_read, mem_write, run, cycles, profile, "rtl" };
}  // namespace

extern "C" int dlp_rtl_create_with(const struct dlp_profile *profile, const struct dlp_chip_host *host,
                                   const struct dlp_rtl_options *options, struct dlp_chip **out)
{
    if (!profile || !host || !options || !out) return DLP_EINVAL;
#ifndef DLP_TRACE
    if (options->trace_file) return DLP_EINVAL;
#endif
    Rtl *r = new (std::nothrow) Rtl();
    if (!r) return DLP_ENOMEM;
    r->chip.ops = &OPS;
    r->opt = *options;
    r->profile = profile;
    r->host = *host;
    r->row_bytes = 4 * profile->vpu_lanes;
    r->cores = profile->clusters * profile->cores;
    r->gdram_bytes = (size_t)profile->gdram_mb << 20;
    // untouched pages cost nothing and read as zeros
    void *mem = mmap(nullptr, r->gdram_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    r->gdram = mem == MAP_FAILED ? nullptr : static_cast<uint8_t *>(mem);
    r->ctx = new VerilatedContext;
#ifdef DLP_TRACE
    r->ctx->traceEverOn(true);
#endif
    if (const char *seed = getenv("DLP_POWER_UP"))
        if (r->gdram) power_up(r, static_cast<unsigned>(strtoul(seed, nullptr, 0)));
    r->top = new Vdlp_chip(r->ctx, "TOP");
    if (!r->gdram) { destroy(&r->chip); return DLP_ENOMEM; }
    unsigned latency = options->latency ? options->latency : (unsigned)DLP_RTL_LATENCY_DEFAULT;
    dlp_axi_mem_init(&r->gdram_port, { gdram_read, gdram_write, r }, r->row_bytes, latency, options->seed);
    dlp_axi_mem_init(&r->host_port, { host_read, host_write, r }, r->row_bytes, latency, options->seed ? options->seed * 0x9e3779b97f4a7c15u | 1 : 0);
#ifdef DLP_TRACE
    if (options->trace_file) {
        r->fst = new VerilatedFstC;
        r->top->trace(r->fst, 99);
        r->fst->open(options->trace_file);
    }
#endif
    Vdlp_chip *t = r->top;
    DRIVE_PORT(r->gdram_port, m_axi);
    DRIVE_PORT(r->host_port, h_axi);
    t->s_axil_awvalid = t->s_axil_wvalid = t->s_axil_bready = t->s_axil_arvalid = t->s_axil_rready = 0;
    t->s_axi_awvalid = t->s_axi_wvalid = t->s_axi_bready = t->s_axi_arvalid = t->s_axi_rready = 0;
    t->rst_n = 0;
    // before the first edge resets it, the chip may show anything on its ports: the memories are not asked yet
    for (int clk : { 0, 1, 0 }) {
        t->clk = static_cast<CData>(clk);
        t->eval();
    }
    for (int i = 0; i < 4; i++) tick(r);
    t->rst_n = 1;
    t->eval();
    tick(r);
    *out = &r->chip;
    // the library must hold the chip that was asked for
    uint32_t hash = 0, number = 0;
    if (reg_read(*out, DLP_REG_SPEC_HASH, &hash) || reg_read(*out, DLP_REG_PROFILE, &number) || hash != DLP_SPEC_HASH || number != profile->number) {
        *out = nullptr;
        destroy(&r->chip);
        return DLP_ESPEC;
    }
    return 0;
}

extern "C" int dlp_rtl_create(const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    const struct dlp_rtl_options none = {};
    return dlp_rtl_create_with(profile, host, &none, out);
}

extern "C" uint8_t *dlp_rtl_gdram(struct dlp_chip *chip) { return rtl_of(chip)->gdram; }

// dlp_spm_banks keeps one array, row by row.
#define SPM(memory) CORE(u_##memory##__DOT__u_banks__DOT__mem)

extern "C" void dlp_rtl_peek(struct dlp_chip *chip, unsigned core, enum dlp_rtl_memory memory, uint32_t offset, void *dst, size_t n)
{
    const Rtl *r = rtl_of(chip);
    if (core != 0) return;
    const void *base = memory == DLP_RTL_NRAM ? static_cast<const void *>(&SPM(nram)[0]) : static_cast<const void *>(&SPM(wram)[0]);
    memcpy(dst, static_cast<const uint8_t *>(base) + offset, n);
}

extern "C" void dlp_rtl_fail_gdram(struct dlp_chip *chip, uint64_t at, uint64_t size)
{
    rtl_of(chip)->opt.fail_gdram_at = at;
    rtl_of(chip)->opt.fail_gdram_size = size;
}

extern "C" void dlp_rtl_bus(struct dlp_chip *chip, struct dlp_rtl_bus_report *out)
{
    const Rtl *r = rtl_of(chip);
    out->protocol_errors = r->gdram_port.protocol_errors + r->host_port.protocol_errors;
    out->beats_read = r->gdram_port.beats_read;
    out->beats_written = r->gdram_port.beats_written;
    out->max_outstanding = r->gdram_port.max_outstanding;
}
