/* SPDX-License-Identifier: Apache-2.0
 * Bench of the copy engines: random copies against memcpy, every fault, bus errors, cycles. */
#include "Vdlp_dma_tb.h"
#include "axi_mem.h"
#include "dlp_spec.h"
#include "verilated.h"
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <csetjmp>
#include <memory>
extern "C" {
#include <cmocka.h>
}

static const size_t NRAM = 16384, WRAM = 8192, GDRAM = 262144;
static const size_t R = ROW_BYTES;
static unsigned     seed = 1;

enum { E_IO, E_MOVE };
struct cmd {
    unsigned dims;
    uint64_t rd, rs1, rs2;
    uint32_t dstride, sstride, rows, planes, dplane, splane;
    unsigned elem = 0; /* 0 copy; a fill has elements of 1, 2, 4 bytes, in rs1 */

    uint64_t nrows() const { return dims > 1 ? rows : 1; }
    uint64_t nplanes() const { return dims > 2 ? planes : 1; }
    /* bytes from the first of a side to its last, and one */
    unsigned __int128 extent(uint32_t stride, uint32_t plane) const
    {
        return (unsigned __int128)(nplanes() - 1) * plane + (unsigned __int128)(nrows() - 1) * stride + rs2;
    }
    unsigned __int128 dlen() const { return extent(dstride, dplane); }
    unsigned __int128 slen() const { return extent(sstride, splane); }
};
struct outcome {
    unsigned fault;
    uint64_t addr, when;
};

template <class T> static uint8_t *raw(T &x) { return reinterpret_cast<uint8_t *>(&x); }

/* ---- what the instruction manual says, section 9, with wide integers */
struct place {
    int      mem; /* 0 NRAM, 1 WRAM, 2 GDRAM, -1 none */
    uint64_t off;
};
static const uint64_t mem_bytes[3] = {NRAM, WRAM, GDRAM};

static place locate(uint64_t a)
{
    static const struct {
        uint64_t base, window;
        int      mem;
    } map[] = {{DLP_MEM_NRAM_BASE, DLP_MEM_NRAM_WINDOW, 0}, {DLP_MEM_WRAM_BASE, DLP_MEM_WRAM_WINDOW, 1},
               {DLP_MEM_CODE_BASE, DLP_MEM_CODE_WINDOW, 2}, {DLP_MEM_GDRAM_BASE, DLP_MEM_GDRAM_WINDOW, 2}};
    for (auto &m : map)
        if (a >= m.base && a - m.base < m.window) return {m.mem, a - m.base};
    return {-1, 0};
}

static outcome judge(int engine, const cmd &c)
{
    typedef unsigned __int128 wide;
    static const unsigned over_w[3] = {DLP_FAULT_NRAM_WRITE, DLP_FAULT_WRAM_WRITE, DLP_FAULT_GDRAM_WRITE};
    static const unsigned over_r[3] = {DLP_FAULT_NRAM_READ, DLP_FAULT_WRAM_READ, DLP_FAULT_GDRAM_READ};
    place                 d = locate(c.rd), s = locate(c.rs1);
    bool                  ok = d.mem >= 0 && s.mem >= 0;
    if (c.elem) ok = d.mem >= 0 && (engine == E_IO) == (d.mem == 2);
    else if (engine == E_IO) ok = ok && (d.mem == 2 || s.mem == 2);
    else ok = ok && d.mem < 2 && s.mem < 2 && !(d.mem == 1 && s.mem == 1);
    if (!ok) return {DLP_FAULT_COPY_DIR, c.rd, 0};
    if (c.rs2 == 0 || c.rs2 > 0xffffffffu || c.nrows() == 0 || c.nrows() > 65535 || c.nplanes() == 0 || c.nplanes() > 65535)
        return {DLP_FAULT_COPY_SIZE, c.rd, 0};
    wide dlen = c.dlen(), slen = c.slen();
    if (d.off + dlen > mem_bytes[d.mem]) return {over_w[d.mem], c.rd, 0};
    if (c.elem) return {DLP_FAULT_NONE, 0, 0};
    if (s.off + slen > mem_bytes[s.mem]) return {over_r[s.mem], c.rs1, 0};
    if (d.mem == s.mem && d.off < s.off + slen && s.off < d.off + dlen) return {DLP_FAULT_CMD_OVERLAP, c.rd, 0};
    return {DLP_FAULT_NONE, 0, 0};
}

/* ---- bench */
struct bench {
    VerilatedContext     context;
    Vdlp_dma_tb          top{&context};
    axi_mem              bus{R, 0, GDRAM};
    std::vector<uint8_t> spm[2] = {std::vector<uint8_t>(NRAM), std::vector<uint8_t>(WRAM)};
    std::vector<bool>    spm_dirty[2] = {std::vector<bool>(NRAM), std::vector<bool>(WRAM)};
    std::vector<uint8_t> ref[3];
    std::vector<bool>    ref_dirty[3] = {std::vector<bool>(NRAM), std::vector<bool>(WRAM), std::vector<bool>(GDRAM)};
    std::mt19937         rng{seed};
    uint64_t             now = 1, taken = 0;
    unsigned             spm_stall = 0;
    const char          *broken = nullptr;
    std::vector<outcome> done[2];

    bench()
    {
        bus.pins = {raw(top.arvalid_o), raw(top.arready_i), raw(top.arlen_o), raw(top.rvalid_i), raw(top.rready_o), raw(top.rdata_i),
                    raw(top.rresp_i), raw(top.rlast_i), raw(top.awvalid_o), raw(top.awready_i), raw(top.awlen_o), raw(top.wvalid_o),
                    raw(top.wready_i), raw(top.wdata_o), raw(top.wstrb_o), raw(top.wlast_o), raw(top.bvalid_i), raw(top.bready_o),
                    raw(top.bresp_i), &top.araddr_o, &top.awaddr_o};
        for (auto &m : spm)
            for (auto &b : m) b = (uint8_t)rng();
        for (auto &b : bus.mem) b = (uint8_t)rng();
        ref[0] = spm[0];
        ref[1] = spm[1];
        ref[2] = bus.mem;
        top.rst_n = 0;
        cycle();
        cycle();
        top.rst_n = 1;
        cycle();
    }

    void cycle()
    {
        bus.drive(now, rng);
        top.req_ready_i = 0;
        for (int p = 0; p < 8; p++)
            if (spm_stall == 0 || rng() % 100 >= spm_stall) top.req_ready_i |= (uint8_t)(1u << p);
        top.clk = 0;
        top.eval();
        if (top.rst_n) {
            bus.sample(now, rng);
            if ((top.arvalid_o | top.awvalid_o | top.wvalid_o) & 2) broken = "MOVE uses the memory bus";
            for (int e = 0; e < 2; e++)
                if (top.done_valid_o >> e & 1) {
                    uint64_t addr;
                    memcpy(&addr, raw(top.done_addr_o) + 8 * e, 8);
                    done[e].push_back({(unsigned)(top.done_fault_o >> (8 * e) & 0xff), addr, now});
                }
        }
        unsigned fire = top.rst_n ? top.req_valid_o & top.req_ready_i : 0;
        unsigned next_rsp = 0;
        std::vector<uint8_t> answer(8 * R);
        for (int write = 0; write < 2; write++) /* a read in the cycle of a write still sees the old row */
            for (int p = write; p < 8; p += 2)
                if (fire >> p & 1) {
                    std::vector<uint8_t> &m = spm[p % 4 / 2];
                    uint16_t              row;
                    memcpy(&row, raw(top.req_row_o) + 2 * p, 2);
                    if ((top.req_write_o >> p & 1) != write) broken = "a port is used in the wrong direction";
                    if ((row + 1u) * R > m.size()) {
                        broken = "a row outside the scratchpad";
                        continue;
                    }
                    if (!write) {
                        memcpy(&answer[(size_t)p * R], &m[row * R], R);
                        next_rsp |= 1u << p;
                        continue;
                    }
                    const uint8_t *be = raw(top.req_be_o) + (size_t)p * R / 8, *d = raw(top.req_wdata_o) + (size_t)p * R;
                    for (size_t i = 0; i < R; i++)
                        if (be[i / 8] >> (i % 8) & 1) {
                            m[row * R + i]                    = d[i];
                            spm_dirty[p % 4 / 2][row * R + i] = true;
                        }
                }
        top.clk = 1;
        top.eval();
        top.rsp_valid_i = (uint8_t)next_rsp;
        memcpy(raw(top.rsp_rdata_i), answer.data(), 8 * R);
        now++;
    }

    /* gives the command and returns; `taken` is the cycle of the transfer */
    void issue(int e, const cmd &c)
    {
        static const uint8_t op[2][4][3] = {{{DLP_IOP_COPY, DLP_IOP_COPY2, DLP_IOP_COPY3},
                                             {DLP_IOP_FILL_B, DLP_IOP_FILL2_B, DLP_IOP_FILL3_B},
                                             {DLP_IOP_FILL_H, DLP_IOP_FILL2_H, DLP_IOP_FILL3_H},
                                             {DLP_IOP_FILL_W, DLP_IOP_FILL2_W, DLP_IOP_FILL3_W}},
                                            {{DLP_MVOP_COPY, DLP_MVOP_COPY2, DLP_MVOP_COPY3},
                                             {DLP_MVOP_FILL_B, DLP_MVOP_FILL2_B, DLP_MVOP_FILL3_B},
                                             {DLP_MVOP_FILL_H, DLP_MVOP_FILL2_H, DLP_MVOP_FILL3_H},
                                             {DLP_MVOP_FILL_W, DLP_MVOP_FILL2_W, DLP_MVOP_FILL3_W}}};
        uint32_t             cfg[6] = {c.dstride, c.sstride, c.rows, c.planes, c.dplane, c.splane};
        top.cmd_op_i    = op[e][c.elem == 4 ? 3 : c.elem][c.dims - 1];
        top.cmd_rd_i    = c.rd;
        top.cmd_rs1_i   = c.rs1;
        top.cmd_rs2_i   = c.rs2;
        memcpy(raw(top.cmd_cfg_i), cfg, sizeof cfg);
        top.cmd_valid_i = (uint8_t)(1u << e);
        for (int wait = 0;; wait++) {
            top.eval();
            bool ready = top.cmd_ready_o >> e & 1;
            taken = now;
            cycle();
            if (ready) break;
            if (wait > 100000) {
                broken = "a command is never taken";
                break;
            }
        }
        top.cmd_valid_i = 0;
    }

    /* what the copy does to the reference memories */
    void refer(const cmd &c)
    {
        place d = locate(c.rd), s = locate(c.rs1);
        for (uint64_t p = 0; p < c.nplanes(); p++)
            for (uint64_t r = 0; r < c.nrows(); r++)
                for (uint64_t i = 0; i < c.rs2; i++) {
                    uint64_t to = d.off + p * c.dplane + r * c.dstride + i;
                    ref[d.mem][to]       = c.elem ? (uint8_t)(c.rs1 >> (8 * (i % c.elem))) : ref[s.mem][s.off + p * c.splane + r * c.sstride + i];
                    ref_dirty[d.mem][to] = true;
                }
    }

    void finish(int e, size_t count)
    {
        for (int wait = 0; done[e].size() < count && wait < 200000; wait++) cycle();
        assert_int_equal(done[e].size(), count);
    }

    void compare()
    {
        if (!bus.broken.empty()) fail_msg("%s", bus.broken.c_str());
        if (broken) fail_msg("%s", broken);
        assert_true(spm[0] == ref[0]);
        assert_true(spm[1] == ref[1]);
        assert_true(bus.mem == ref[2]);
        assert_true(spm_dirty[0] == ref_dirty[0]);
        assert_true(spm_dirty[1] == ref_dirty[1]);
        assert_true(bus.dirty == ref_dirty[2]);
        cycle();
        assert_int_equal(top.busy_o, 0);
        assert_true(bus.idle());
    }

    /* one command, with all checks; returns cycles from its transfer to done */
    uint64_t run(int e, const cmd &c)
    {
        outcome want = judge(e, c);
        done[e].clear();
        bus.clear_counts();
        issue(e, c);
        finish(e, 1);
        assert_int_equal(done[e][0].fault, want.fault);
        if (want.fault) assert_int_equal(done[e][0].addr, want.addr);
        else refer(c);
        return done[e][0].when - taken;
    }
};

static const uint64_t N = DLP_MEM_NRAM_BASE, W = DLP_MEM_WRAM_BASE, G = DLP_MEM_GDRAM_BASE, C = DLP_MEM_CODE_BASE;
static const uint64_t bases[4] = {N, W, G, C};

/* what does not count is wild */
static cmd one_d(uint64_t rd, uint64_t rs1, uint64_t n) { return {1, rd, rs1, n, 0x12345, 0x54321, 0, 0, 0xfedcba98, 0x89abcdef}; }
static cmd two_d(uint64_t rd, uint64_t rs1, uint64_t n, uint32_t ds, uint32_t ss, uint32_t rows)
{
    return {2, rd, rs1, n, ds, ss, rows, 0, 0xfedcba98, 0x89abcdef};
}
static cmd three_d(const cmd &plane, uint32_t dplane, uint32_t splane, uint32_t planes)
{
    cmd c    = plane;
    c.dims   = 3;
    c.planes = planes;
    c.dplane = dplane;
    c.splane = splane;
    return c;
}

/* the same places, filled */
static cmd fill(const cmd &c, unsigned elem, uint64_t value)
{
    cmd f  = c;
    f.elem = elem;
    f.rs1  = value;
    return f;
}

/* ---- random copies */
static uint32_t pick(std::mt19937 &rng, uint32_t lo, uint32_t hi) { return lo + (uint32_t)(rng() % (hi - lo + 1)); }

static cmd random_cmd(std::mt19937 &rng, int engine)
{
    for (;;) {
        int sm, dm;
        if (engine == E_IO) {
            sm = (int)pick(rng, 0, 3);
            dm = sm >= 2 ? (int)pick(rng, 0, 3) : (int)pick(rng, 2, 3);
        } else {
            static const int pairs[3][2] = {{0, 0}, {0, 1}, {1, 0}};
            const int       *p = pairs[pick(rng, 0, 2)];
            sm = p[0];
            dm = p[1];
        }
        uint64_t ssize = mem_bytes[sm > 2 ? 2 : sm], dsize = mem_bytes[dm > 2 ? 2 : dm];
        cmd      c{};
        c.dims = pick(rng, 1, 3);
        switch (pick(rng, 0, 3)) {
        case 0: c.rs2 = pick(rng, 1, (uint32_t)R); break;
        case 1: c.rs2 = pick(rng, 1, 4 * (uint32_t)R); break;
        case 2: c.rs2 = pick(rng, 1, 3) * R; break;
        default: c.rs2 = pick(rng, 1, c.dims == 1 ? 3000 : c.dims == 2 ? 400 : 100); break;
        }
        c.rows   = pick(rng, 1, c.dims > 2 ? 5 : 12);
        c.planes = pick(rng, 1, 6);
        auto stride = [&]() -> uint32_t {
            switch (pick(rng, 0, 3)) {
            case 0: return (uint32_t)c.rs2;
            case 1: return pick(rng, 0, (uint32_t)c.rs2);
            case 2: return (uint32_t)(c.rs2 + R - 1) / (uint32_t)R * (uint32_t)R;
            default: return pick(rng, 0, 500);
            }
        };
        c.dstride = stride();
        c.sstride = stride();
        auto plane = [&](uint32_t s) -> uint32_t { return pick(rng, 0, 1) ? s * c.rows : pick(rng, 0, 900); };
        c.dplane = plane(c.dstride);
        c.splane = plane(c.sstride);
        /* IO commands may overlap each other: sources are in the lower halves, destinations in the upper */
        uint64_t slen = (uint64_t)c.slen(), dlen = (uint64_t)c.dlen();
        uint64_t dlow = engine == E_IO ? dsize / 2 : 0, shigh = engine == E_IO ? ssize / 2 : ssize;
        if (slen > shigh || dlow + dlen > dsize) continue;
        uint64_t so = rng() % (shigh - slen + 1), dof = dlow + rng() % (dsize - dlow - dlen + 1);
        if (pick(rng, 0, 2) == 0) so -= so % R;
        if (pick(rng, 0, 2) == 0 && dof % R <= dof - dlow) dof -= dof % R;
        c.rs1 = bases[sm] + so;
        c.rd  = bases[dm] + dof;
        if (pick(rng, 0, 3) == 0 && (engine == E_MOVE || dm >= 2)) {
            c.elem = 1u << pick(rng, 0, 2);
            if (pick(rng, 0, 2)) c.rs1 = (uint64_t)rng() << 32 | rng();
        }
        switch (pick(rng, 0, 29)) { /* now and then one that is refused */
        case 0: c.rd = bases[dm] + dsize - pick(rng, 0, (uint32_t)c.rs2 - 1); break;
        case 1: if (!c.elem) c.rs1 = bases[sm] + ssize - pick(rng, 0, (uint32_t)c.rs2 - 1); break;
        case 2: c.rs2 = 0; break;
        default: break;
        }
        return c;
    }
}

static void random_run(int engine, int batches, const axi_timing &timing, unsigned spm_stall)
{
    auto b       = std::make_unique<bench>();
    b->bus.timing = timing;
    b->spm_stall = spm_stall;
    int good = 0, bad = 0;
    for (int i = 0; i < batches; i++) {
        std::vector<outcome> want;
        unsigned             count = pick(b->rng, 1, 20), gap = pick(b->rng, 0, 2);
        b->done[engine].clear();
        for (unsigned k = 0; k < count; k++) {
            cmd c = random_cmd(b->rng, engine);
            want.push_back(judge(engine, c));
            if (want.back().fault == 0) b->refer(c);
            (want.back().fault ? bad : good)++;
            b->issue(engine, c);
            if (gap) for (unsigned g = pick(b->rng, 0, gap * 20); g; g--) b->cycle();
        }
        b->finish(engine, count);
        for (unsigned k = 0; k < count; k++) {
            assert_int_equal(b->done[engine][k].fault, want[k].fault);
            if (want[k].fault) assert_int_equal(b->done[engine][k].addr, want[k].addr);
        }
        b->compare();
    }
    printf("           %d copies, %d refused, %llu cycles\n", good, bad, (unsigned long long)b->now);
}

static void io_copies_bytes_as_memcpy_on_a_perfect_bus(void **) { random_run(E_IO, 30, {10, 0, 10, 0, 0}, 0); }
static void io_copies_bytes_as_memcpy_on_a_slow_and_jittery_bus(void **) { random_run(E_IO, 40, {3, 60, 1, 90, 40}, 30); }
static void io_copies_bytes_as_memcpy_when_the_bus_is_at_once_and_scratchpads_stall(void **) { random_run(E_IO, 30, {1, 0, 1, 0, 5}, 60); }
static void move_copies_bytes_as_memcpy(void **) { random_run(E_MOVE, 40, {}, 0); }
static void move_copies_bytes_as_memcpy_when_scratchpads_stall(void **) { random_run(E_MOVE, 40, {}, 50); }

static void every_alignment_of_both_sides_is_right(void **)
{
    auto           b = std::make_unique<bench>();
    const unsigned step = R > 16 ? 9 : 1;
    b->bus.timing = {1, 0, 1, 0, 0};
    for (unsigned s = 0; s < R; s += step)
        for (unsigned d = 0; d < R; d += step)
            for (uint64_t n : {(uint64_t)1, (uint64_t)R - 1, (uint64_t)R, 2 * (uint64_t)R + 3}) {
                b->run(E_IO, one_d(N + d, G + s, n));
                b->run(E_IO, one_d(G + 4096 - R + d, W + s, n));
                b->run(E_IO, one_d(G + 4096 - R + d, G + 8192 - R + s, n));
                b->run(E_MOVE, one_d(W + 1024 + d, N + s, n));
            }
    b->compare();
}

static void fills_begin_each_segment_with_the_first_byte_of_the_pattern(void **)
{
    auto           b = std::make_unique<bench>();
    const uint64_t v = 0xfedcba9876543210;
    b->bus.timing = {1, 0, 1, 0, 0};
    for (unsigned elem : {1u, 2u, 4u}) {
        for (unsigned d = 0; d < R; d += R > 16 ? 5 : 1)
            for (uint64_t n : {(uint64_t)1, (uint64_t)3, (uint64_t)R - 1, (uint64_t)R, 2 * (uint64_t)R + 3}) {
                b->run(E_IO, fill(one_d(G + 4096 - R + d, 0, n), elem, v));
                b->run(E_MOVE, fill(one_d(N + d, 0, n), elem, v + d));
                b->run(E_MOVE, fill(one_d(W + 100 + d, 0, n), elem, ~v));
            }
        b->run(E_IO, fill(two_d(C + 8192 + 3, 0, 7, 9, 0, 100), elem, v));
        b->run(E_IO, fill(three_d(two_d(G + 8192 + 3, 0, 7, 9, 0, 10), 101, 0, 20), elem, ~v));
        b->run(E_MOVE, fill(two_d(N + 8192 + 3, 0, 7, 5, 0, 100), elem, v));
        b->run(E_MOVE, fill(three_d(two_d(W + 4096 + 3, 0, 7, 9, 0, 10), 101, 0, 20), elem, ~v));
    }
    b->compare();
    /* between copies, in one queue */
    for (int i = 0; i < 10; i++) {
        const cmd c[] = {one_d(N + 1, G + 5, 700), fill(one_d(G + 70001, 0, 300), 2, v), one_d(G + 80003, N + 2000, 500),
                         fill(one_d(C + 90000, 0, 64), 4, v), one_d(W, G + 100, 65), one_d(G + 100001, G + 3, 333), fill(one_d(G + 110003, 0, 99), 1, v)};
        b->done[E_IO].clear();
        for (const cmd &x : c) {
            b->issue(E_IO, x);
            b->refer(x);
        }
        b->finish(E_IO, 7);
        for (const outcome &o : b->done[E_IO]) assert_int_equal(o.fault, DLP_FAULT_NONE);
        b->bus.timing = {(unsigned)i, 30, (unsigned)(9 - i), 30, 10 * (unsigned)i};
    }
    b->compare();
}

static void the_later_of_overlapping_segments_wins(void **)
{
    auto b = std::make_unique<bench>();
    b->run(E_IO, two_d(N + 5, G + 100, 40, 7, 64, 30));
    b->run(E_IO, two_d(G + 5, N + 100, 40, 1, 64, 30));
    b->run(E_IO, two_d(G + 8192, N, 100, 0, 100, 20));
    b->run(E_IO, two_d(G + 5, G + 8192, 40, 3, 64, 30));
    b->run(E_IO, three_d(two_d(G + 16384, G + 32768, 40, 70, 41, 6), 30, 250, 9));
    b->run(E_MOVE, three_d(two_d(N + 8000, N + 3, 40, 70, 41, 6), 30, 250, 9));
    b->run(E_MOVE, two_d(W + 3, N + 50, 3 * R, 5, 11, 20));
    b->compare();
}

/* MOVE runs one command at a time: the second may read what the first wrote (docs/isa.md, 3) */
static void move_sees_the_writes_of_its_previous_command(void **)
{
    auto b = std::make_unique<bench>();
    b->spm_stall = 40;
    for (int i = 0; i < 50; i++) {
        cmd x = one_d(W + 64 + (uint64_t)i, N + 13, 100 + (uint64_t)i), y = one_d(N + 8000, W + 70, 100), z = one_d(N + 9000, N + 8010, 80);
        b->done[E_MOVE].clear();
        for (const cmd &c : {x, y, z}) {
            b->issue(E_MOVE, c);
            b->refer(c);
        }
        b->finish(E_MOVE, 3);
    }
    b->compare();
}

static void read_data_always_find_room_when_the_destination_hardly_moves(void **)
{
    auto b = std::make_unique<bench>();
    b->bus.timing = {1, 0, 1, 0, 0};
    b->spm_stall  = 90;
    b->run(E_IO, one_d(N + 5, G + 3, NRAM - 5));
    b->run(E_IO, two_d(W, G + 16, 3 * R + 1, 3 * R + 1, 1000, 40));
    b->run(E_IO, one_d(G + 5, N + 3, NRAM - 5));
    b->compare();
}

static void write_data_never_wait_for_reads(void **)
{
    auto b = std::make_unique<bench>();
    b->bus.strict = true;
    for (unsigned latency : {1u, 40u, 200u}) {
        b->bus.timing = {latency, 30, latency, 30, latency % 7 * 5};
        b->run(E_IO, one_d(G + 131072 + 5, G + 3, 20000));
        b->run(E_IO, one_d(G + 131072, G + 1, 1));
        b->run(E_IO, two_d(G + 131072, G + R - 2, 4, 7, (uint32_t)R, 300)); /* two source rows for each destination row */
        b->run(E_IO, two_d(G + 131072 + R - 2, G, 4, (uint32_t)R, 9, 300)); /* and the other way round */
        b->run(E_IO, three_d(two_d(G + 131072, G + 7, 3 * R + 5, 2 * R + 3, 700, 20), 4001, 30, 5));
        for (int i = 0; i < 3; i++) { /* the reads of the next command come in between */
            b->done[E_IO].clear();
            const cmd c[] = {one_d(G + 131072 + 5, G + 3, 3000), two_d(G + 140000, G + R - 2, 4, 7, (uint32_t)R, 30), one_d(N, G + 9, 4000),
                             one_d(G + 150000, C + 5, 40), one_d(G + 160000, N + 3, 900), one_d(C + 170000, C + 77, 2000)};
            for (const cmd &x : c) {
                b->issue(E_IO, x);
                b->refer(x);
            }
            b->finish(E_IO, 6);
        }
        b->compare();
    }
}

/* ---- faults: expected codes by hand */
static void refused(bench &b, int e, const cmd &c, unsigned fault, uint64_t addr)
{
    outcome o = judge(e, c); /* the oracle of the random runs agrees with the table */
    assert_int_equal(o.fault, fault);
    assert_int_equal(o.addr, addr);
    b.run(e, c);
}

static void every_fault_has_its_code_and_address_and_moves_nothing(void **)
{
    auto           b   = std::make_unique<bench>();
    const uint64_t big = 0x100000000ull;
    /* direction comes before everything else */
    const uint64_t nowhere[] = {0, DLP_MEM_LMEM_BASE, N - 1, W + DLP_MEM_WRAM_WINDOW, DLP_MEM_MMIO_BASE, C - 1,
                                C + DLP_MEM_CODE_WINDOW, G - 1, G + DLP_MEM_GDRAM_WINDOW, ~0ull, (1ull << 40) + N, (1ull << 63) + G};
    for (uint64_t bad : nowhere) {
        refused(*b, E_IO, one_d(bad, G, 0), DLP_FAULT_COPY_DIR, bad);
        refused(*b, E_IO, one_d(N, bad, 0), DLP_FAULT_COPY_DIR, N);
        refused(*b, E_MOVE, one_d(bad, N, 0), DLP_FAULT_COPY_DIR, bad);
        refused(*b, E_MOVE, one_d(W, bad, 0), DLP_FAULT_COPY_DIR, W);
    }
    refused(*b, E_IO, one_d(N, W, 4), DLP_FAULT_COPY_DIR, N);
    refused(*b, E_IO, one_d(N, N, 4), DLP_FAULT_COPY_DIR, N);
    refused(*b, E_MOVE, one_d(W, W, 4), DLP_FAULT_COPY_DIR, W);
    refused(*b, E_MOVE, one_d(G, N, 4), DLP_FAULT_COPY_DIR, G);
    refused(*b, E_MOVE, one_d(N, C, 4), DLP_FAULT_COPY_DIR, N);
    /* a fill has no source */
    for (uint64_t value : {(uint64_t)0, N, G, ~(uint64_t)0}) {
        refused(*b, E_IO, fill(one_d(N, 0, 0), 1, value), DLP_FAULT_COPY_DIR, N);
        refused(*b, E_IO, fill(one_d(W, 0, 4), 2, value), DLP_FAULT_COPY_DIR, W);
        refused(*b, E_IO, fill(one_d(0, 0, 4), 4, value), DLP_FAULT_COPY_DIR, 0);
        refused(*b, E_MOVE, fill(one_d(G, 0, 4), 4, value), DLP_FAULT_COPY_DIR, G);
        refused(*b, E_MOVE, fill(one_d(C, 0, 4), 4, value), DLP_FAULT_COPY_DIR, C);
        refused(*b, E_MOVE, fill(one_d(DLP_MEM_LMEM_BASE, 0, 4), 4, value), DLP_FAULT_COPY_DIR, DLP_MEM_LMEM_BASE);
        refused(*b, E_IO, fill(one_d(G + GDRAM, 0, 0), 1, value), DLP_FAULT_COPY_SIZE, G + GDRAM);
        refused(*b, E_IO, fill(one_d(G, 0, big), 1, value), DLP_FAULT_COPY_SIZE, G);
        refused(*b, E_MOVE, fill(two_d(N, 0, 1, 1, 1, 0), 2, value), DLP_FAULT_COPY_SIZE, N);
        refused(*b, E_MOVE, fill(three_d(two_d(N, 0, 1, 1, 1, 1), 1, 1, 65536), 2, value), DLP_FAULT_COPY_SIZE, N);
        refused(*b, E_IO, fill(one_d(G + GDRAM - 3, 0, 4), 1, value), DLP_FAULT_GDRAM_WRITE, G + GDRAM - 3);
        refused(*b, E_IO, fill(two_d(G, 0, 4, GDRAM - 3, 0, 2), 1, value), DLP_FAULT_GDRAM_WRITE, G);
        refused(*b, E_MOVE, fill(one_d(N + NRAM - 3, 0, 4), 2, value), DLP_FAULT_NRAM_WRITE, N + NRAM - 3);
        refused(*b, E_MOVE, fill(three_d(two_d(W, 0, 4, 0, 0, 1), WRAM - 3, 0, 2), 4, value), DLP_FAULT_WRAM_WRITE, W);
        b->run(E_IO, fill(one_d(G + GDRAM - 4, 0, 4), 4, value));
        b->run(E_MOVE, fill(one_d(N, 0, NRAM), 2, value)); /* also where value is an address: nothing overlaps */
        b->run(E_MOVE, fill(three_d(two_d(W, 0, 4, 0, 0xffffffffu, 2), WRAM - 4, 0xffffffffu, 2), 4, value));
    }
    /* size comes before ranges */
    refused(*b, E_IO, one_d(N + NRAM, G, 0), DLP_FAULT_COPY_SIZE, N + NRAM);
    refused(*b, E_IO, one_d(N, G, big), DLP_FAULT_COPY_SIZE, N);
    refused(*b, E_IO, one_d(N, G, 1ull << 63), DLP_FAULT_COPY_SIZE, N);
    refused(*b, E_IO, two_d(N, G, 1, 0, 0, 0), DLP_FAULT_COPY_SIZE, N);
    refused(*b, E_IO, two_d(N, G, 1, 0, 0, 65536), DLP_FAULT_COPY_SIZE, N);
    refused(*b, E_MOVE, two_d(N, W, 1, 0, 0, 0x80000001u), DLP_FAULT_COPY_SIZE, N);
    for (int e : {E_IO, E_MOVE}) {
        const uint64_t from = e == E_IO ? G : W;
        refused(*b, e, three_d(two_d(N + NRAM, from, 1, 0, 0, 1), 0, 0, 0), DLP_FAULT_COPY_SIZE, N + NRAM);
        refused(*b, e, three_d(two_d(N, from, 1, 0, 0, 1), 0, 0, 65536), DLP_FAULT_COPY_SIZE, N);
        refused(*b, e, three_d(two_d(N, from, 1, 0, 0, 0), 0, 0, 1), DLP_FAULT_COPY_SIZE, N);
        refused(*b, e, three_d(two_d(N, from, 1, 0, 0, 65536), 0, 0, 1), DLP_FAULT_COPY_SIZE, N);
        refused(*b, e, three_d(two_d(N, from, 0, 0, 0, 1), 0, 0, 1), DLP_FAULT_COPY_SIZE, N);
    }
    /* destination before source */
    refused(*b, E_IO, one_d(N + NRAM - 3, G + GDRAM - 3, 4), DLP_FAULT_NRAM_WRITE, N + NRAM - 3);
    refused(*b, E_IO, one_d(W + WRAM - 3, G, 4), DLP_FAULT_WRAM_WRITE, W + WRAM - 3);
    refused(*b, E_IO, one_d(G + GDRAM - 3, N, 4), DLP_FAULT_GDRAM_WRITE, G + GDRAM - 3);
    refused(*b, E_IO, one_d(C + GDRAM - 3, N, 4), DLP_FAULT_GDRAM_WRITE, C + GDRAM - 3);
    refused(*b, E_IO, one_d(G, N + 1, NRAM), DLP_FAULT_NRAM_READ, N + 1);
    refused(*b, E_IO, one_d(G, W + 1, WRAM), DLP_FAULT_WRAM_READ, W + 1);
    refused(*b, E_IO, one_d(N, G + GDRAM - 3, 4), DLP_FAULT_GDRAM_READ, G + GDRAM - 3);
    refused(*b, E_IO, one_d(N, C + GDRAM, 1), DLP_FAULT_GDRAM_READ, C + GDRAM);
    refused(*b, E_IO, one_d(N, G, big - 1), DLP_FAULT_NRAM_WRITE, N);
    refused(*b, E_IO, two_d(G, N, 1, 0xffffffffu, 0, 65535), DLP_FAULT_GDRAM_WRITE, G);
    refused(*b, E_IO, two_d(N, G, 1, 0, 0xffffffffu, 65535), DLP_FAULT_GDRAM_READ, G);
    refused(*b, E_IO, two_d(N, G, 64, 64, 64, NRAM / 64 + 1), DLP_FAULT_NRAM_WRITE, N);
    /* planes count on their side, up to 2^50 bytes */
    refused(*b, E_IO, three_d(two_d(G, N, 1, 0xffffffffu, 0, 65535), 0xffffffffu, 0, 65535), DLP_FAULT_GDRAM_WRITE, G);
    refused(*b, E_IO, three_d(two_d(N, G, 1, 0, 0xffffffffu, 65535), 0, 0xffffffffu, 65535), DLP_FAULT_GDRAM_READ, G);
    refused(*b, E_IO, three_d(two_d(G, G, 1, 1, 1, 2), 0xffffffffu, 0xffffffffu, 65535), DLP_FAULT_GDRAM_WRITE, G);
    refused(*b, E_IO, three_d(two_d(N, G, 10, 100, 10, 3), NRAM - 209, 30, 2), DLP_FAULT_NRAM_WRITE, N);
    refused(*b, E_IO, three_d(two_d(N, G, 10, 10, 100, 3), 30, GDRAM - 209, 2), DLP_FAULT_GDRAM_READ, G);
    refused(*b, E_MOVE, three_d(two_d(W, N, 10, 100, 10, 3), WRAM - 209, 30, 2), DLP_FAULT_WRAM_WRITE, W);
    refused(*b, E_MOVE, three_d(two_d(W, N, 10, 10, 100, 3), 30, NRAM - 209, 2), DLP_FAULT_NRAM_READ, N);
    refused(*b, E_MOVE, one_d(W + WRAM, N, 1), DLP_FAULT_WRAM_WRITE, W + WRAM);
    refused(*b, E_MOVE, one_d(N, W + WRAM, 1), DLP_FAULT_WRAM_READ, W + WRAM);
    /* overlap: one common byte, also in a gap between segments */
    refused(*b, E_MOVE, one_d(N + 100, N + 199, 100), DLP_FAULT_CMD_OVERLAP, N + 100);
    refused(*b, E_MOVE, one_d(N + 199, N + 100, 100), DLP_FAULT_CMD_OVERLAP, N + 199);
    refused(*b, E_MOVE, two_d(N, N + 150, 10, 100, 1, 3), DLP_FAULT_CMD_OVERLAP, N);
    refused(*b, E_MOVE, three_d(two_d(N, N + 400, 10, 10, 10, 3), 400, 40, 2), DLP_FAULT_CMD_OVERLAP, N);
    refused(*b, E_IO, three_d(two_d(G + 1029, G + 1000, 10, 10, 10, 1), 10, 20, 2), DLP_FAULT_CMD_OVERLAP, G + 1029);
    refused(*b, E_IO, one_d(G + 4100, G + 4199, 100), DLP_FAULT_CMD_OVERLAP, G + 4100);
    refused(*b, E_IO, one_d(G + 4199, C + 4100, 100), DLP_FAULT_CMD_OVERLAP, G + 4199);
    refused(*b, E_IO, one_d(C + 4100, G + 4100, 1), DLP_FAULT_CMD_OVERLAP, C + 4100);
    refused(*b, E_IO, two_d(G, G + 150, 10, 100, 1, 3), DLP_FAULT_CMD_OVERLAP, G);
    refused(*b, E_IO, one_d(G + 1, G, GDRAM), DLP_FAULT_GDRAM_WRITE, G + 1);
    refused(*b, E_IO, one_d(G, G + 1, GDRAM), DLP_FAULT_GDRAM_READ, G + 1);
    refused(*b, E_IO, one_d(G, G, GDRAM), DLP_FAULT_CMD_OVERLAP, G);
    b->compare();
    /* and the largest that are allowed */
    b->run(E_MOVE, one_d(N + 100, N + 200, 100));
    b->run(E_MOVE, one_d(N + 300, N + 200, 100));
    b->run(E_IO, one_d(N, G + GDRAM - NRAM, NRAM));
    b->run(E_IO, one_d(G + GDRAM - WRAM, W, WRAM));
    b->run(E_IO, two_d(N + NRAM - 64, G, 64, 0, 0, 400));
    b->run(E_IO, three_d(two_d(N, G, 10, 100, 10, 3), NRAM - 210, 30, 2));
    b->run(E_IO, three_d(two_d(N, G, 10, 10, 100, 3), 30, GDRAM - 210, 2));
    b->run(E_MOVE, three_d(two_d(W, N, 10, 100, 10, 3), WRAM - 210, 30, 2));
    b->run(E_MOVE, three_d(two_d(N, N + 440, 10, 10, 10, 3), 400, 40, 2));
    b->run(E_IO, three_d(two_d(G + 1030, G + 1000, 10, 0, 0, 1), 10, 20, 2));
    b->run(E_MOVE, three_d(two_d(W + 1, N, 1, 0, 0, 3), 0, 0, 700));
    b->run(E_IO, three_d(two_d(G + 1, N, 1, 0, 0, 700), 0, 0, 3));
    b->run(E_IO, one_d(G + 4100, G + 4200, 100));
    b->run(E_IO, one_d(C + 4300, G + 4200, 100));
    b->run(E_IO, one_d(G + GDRAM / 2, G, GDRAM / 2));
    b->run(E_IO, two_d(G, G + GDRAM / 2 + 1, 77, 100, 90, (uint32_t)GDRAM / 2 / 100 - 1));
    b->compare();
}

static void a_bus_error_ends_the_copy_with_its_code_and_the_next_one_works(void **)
{
    auto b = std::make_unique<bench>();
    b->bus.timing   = {5, 20, 5, 20, 20};
    b->bus.error_lo = 0x8000;
    b->bus.error_hi = 0x8001;
    struct {
        cmd      c;
        unsigned fault;
        uint64_t addr;
    } t[] = {{one_d(N + 7, G + 0x7f01, 2000), DLP_FAULT_CMD_BUS_READ, G + 0x7f01},     {one_d(N, G, 500), DLP_FAULT_NONE, 0},
             {one_d(G + 0x7e02, N + 5, 3000), DLP_FAULT_CMD_BUS_WRITE, G + 0x7e02},    {one_d(G + 0x2000, N + 5, 3000), DLP_FAULT_NONE, 0},
             {two_d(W + 1, C + 0x7001, 16, 20, 512, 40), DLP_FAULT_CMD_BUS_READ, C + 0x7001}, {one_d(W, C, 5), DLP_FAULT_NONE, 0},
             {two_d(C + 0x7001, W, 16, 512, 20, 40), DLP_FAULT_CMD_BUS_WRITE, C + 0x7001},    {one_d(C, W, 5), DLP_FAULT_NONE, 0},
             {one_d(N, G + 0x8000, 1), DLP_FAULT_CMD_BUS_READ, G + 0x8000},            {one_d(G + 0x8000, N, 1), DLP_FAULT_CMD_BUS_WRITE, G + 0x8000},
             {fill(one_d(C + 0x7f02, 0, 3000), 1, 0x55), DLP_FAULT_CMD_BUS_WRITE, C + 0x7f02}, {fill(one_d(G + 0x2000, 0, 300), 2, 9), DLP_FAULT_NONE, 0},
             /* GDRAM on both sides: each error has its operand */
             {one_d(C + 0x1003, G + 0x7f01, 2000), DLP_FAULT_CMD_BUS_READ, G + 0x7f01}, {one_d(G + 0x1003, C, 500), DLP_FAULT_NONE, 0},
             {one_d(C + 0x7e02, G + 0x1005, 3000), DLP_FAULT_CMD_BUS_WRITE, C + 0x7e02}, {one_d(G + 0x2000, G + 0x4005, 3000), DLP_FAULT_NONE, 0}};
    for (int apart = 1; apart >= 0; apart--) {
        b->done[E_IO].clear();
        size_t n = 0;
        for (auto &x : t) {
            b->issue(E_IO, x.c);
            n++;
            if (apart) b->finish(E_IO, n);
        }
        b->finish(E_IO, n);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(b->done[E_IO][i].fault, t[i].fault);
            if (t[i].fault) assert_int_equal(b->done[E_IO][i].addr, t[i].addr);
        }
        assert_string_equal(b->bus.broken.c_str(), "");
        assert_null(b->broken);
    }
    /* two bad rows, one written first and one read last: the read error is the one that is reported */
    b->bus.error_hi = 0x8000 + R + 1;
    b->done[E_IO].clear();
    b->issue(E_IO, one_d(G + 0x8000 + R, G + 0x8000 - 31 * R, 31 * R));
    b->issue(E_IO, one_d(G + 0x8000 + R, G + 0x8000 - 31 * R, 32 * R));
    b->finish(E_IO, 2);
    assert_int_equal(b->done[E_IO][0].fault, DLP_FAULT_CMD_BUS_WRITE);
    assert_int_equal(b->done[E_IO][0].addr, G + 0x8000 + R);
    assert_int_equal(b->done[E_IO][1].fault, DLP_FAULT_CMD_BUS_READ);
    assert_int_equal(b->done[E_IO][1].addr, G + 0x8000 - 31 * R);
    b->bus.error_hi = 0x8001;
    /* nothing behind a row that could not be read is written */
    b->run(E_IO, one_d(N, G, 4096));
    std::vector<uint8_t> before = b->spm[0];
    b->done[E_IO].clear();
    b->issue(E_IO, one_d(N, G + 0x8000 - 256, 1024));
    b->finish(E_IO, 1);
    assert_int_equal(b->done[E_IO][0].fault, DLP_FAULT_CMD_BUS_READ);
    assert_memory_equal(&b->spm[0][0], &b->bus.mem[0x8000 - 256], 256);
    assert_memory_equal(&b->spm[0][256], &before[256], 1024);
}

/* ---- cycles */
static uint64_t measure(bench &b, int e, const cmd &c, const char *what, uint64_t most)
{
    uint64_t t = b.run(e, c);
    uint64_t segments = c.nplanes() * c.nrows(), rows = segments * ((c.rs2 + R - 1) / R);
    printf("           %-44s %5llu rows %5llu cycles, %u reads %u writes in flight, bursts to %u\n", what, (unsigned long long)rows,
           (unsigned long long)t, b.bus.max_reads, b.bus.max_writes, b.bus.longest);
    assert_in_range(t, 0, most);
    return t;
}

static void long_copies_move_one_row_per_cycle(void **)
{
    auto           b    = std::make_unique<bench>();
    const uint64_t n    = 8192;
    const uint64_t rows = n / R, slack = 45; /* the bus answers after 20 cycles, both ways */
    b->bus.timing = {20, 0, 20, 0, 0};
    measure(*b, E_IO, one_d(N, G, n), "GDRAM to NRAM, aligned", rows + slack);
    assert_in_range(b->bus.first_read - b->taken, 1, 5);
    assert_int_equal(b->bus.longest, 16);
    if (rows >= 256) assert_in_range(b->bus.max_reads, 2, 8);
    measure(*b, E_IO, one_d(N + 3, G + 17, n - 64), "GDRAM to NRAM, unaligned", rows + slack);
    measure(*b, E_IO, one_d(G, N, n), "NRAM to GDRAM, aligned", rows + slack);
    measure(*b, E_IO, one_d(G + 3, N + 17, n - 64), "NRAM to GDRAM, unaligned", rows + slack);
    measure(*b, E_MOVE, one_d(N, W, n), "WRAM to NRAM, aligned", rows + 14);
    measure(*b, E_MOVE, one_d(W + 3, N + 17, n - 64), "NRAM to WRAM, unaligned", rows + 14);
    measure(*b, E_IO, fill(one_d(G, 0, n), 4, 0x12345678), "fill of GDRAM, aligned", rows + slack);
    assert_in_range(b->bus.waits, 0, 8);
    measure(*b, E_IO, fill(one_d(G + 3, 0, n), 2, 0x12345678), "fill of GDRAM, unaligned", rows + slack);
    measure(*b, E_MOVE, fill(one_d(N, 0, n), 4, 0x12345678), "fill of NRAM, aligned", rows + 12);
    measure(*b, E_MOVE, fill(one_d(W + 3, 0, n - 8), 2, 0x12345678), "fill of WRAM, unaligned", rows + 12);
    for (unsigned latency : {20u, 60u}) { /* write addresses wait for the rows of their bursts */
        b->bus.timing = {latency, 0, latency, 0, 0};
        measure(*b, E_IO, one_d(G + 2 * n, G, n), "GDRAM to GDRAM, aligned", rows + slack + 2 * latency - 16);
        assert_in_range(b->bus.waits, 0, 4);
        measure(*b, E_IO, one_d(G + 2 * n + 3, G + 17, n - 64), "GDRAM to GDRAM, unaligned", rows + slack + 2 * latency - 16);
        assert_in_range(b->bus.waits, 0, 4);
    }
    b->bus.timing = {100, 0, 100, 0, 0};
    measure(*b, E_IO, one_d(N, G, n), "GDRAM to NRAM, bus latency 100", rows + 125);
    measure(*b, E_IO, one_d(N, G, 1), "GDRAM to NRAM, one byte, bus latency 100", 110);
    b->bus.timing = {400, 0, 10, 0, 0};
    measure(*b, E_IO, one_d(N, G, 2 * n), "GDRAM to NRAM, bus latency 400", 2 * rows * 420 / 128 + 450);
    assert_in_range(b->bus.max_reads, 8, 128);
    b->compare();
}

static void a_segment_inside_a_row_costs_one_cycle(void **)
{
    auto b = std::make_unique<bench>();
    b->bus.timing = {20, 0, 20, 0, 0};
    measure(*b, E_IO, two_d(N, G, 16, 16, 1024, 200), "GDRAM to NRAM, 200 x 16 bytes", 200 + 48);
    measure(*b, E_IO, two_d(G, N, 16, 1024, 16, 200), "NRAM to GDRAM, 200 x 16 bytes", 200 + 48);
    measure(*b, E_IO, two_d(G + 131072, G, 16, 512, 256, 200), "GDRAM to GDRAM, 200 x 16 bytes", 200 + 80);
    measure(*b, E_IO, three_d(two_d(N, G, 16, 16, 1024, 10), 160, 4096, 20), "GDRAM to NRAM, 20 x 10 x 16 bytes", 200 + 50);
    measure(*b, E_IO, three_d(two_d(G, N, 16, 1024, 16, 10), 4096, 160, 20), "NRAM to GDRAM, 20 x 10 x 16 bytes", 200 + 50);
    measure(*b, E_MOVE, three_d(two_d(W, N, 16, 16, 64, 10), 160, 640, 20), "NRAM to WRAM, 20 x 10 x 16 bytes", 200 + 16);
    measure(*b, E_MOVE, two_d(W, N, 16, 16, 64, 200), "NRAM to WRAM, 200 x 16 bytes", 200 + 14);
    measure(*b, E_MOVE, two_d(W, N + R - 3, 8, (uint32_t)R, (uint32_t)R, 100), "NRAM to WRAM, 100 x 8 bytes, source straddles", 200 + 14);
    b->compare();
}

static void the_next_copy_overlaps_the_responses_of_the_previous(void **)
{
    auto b = std::make_unique<bench>();
    b->bus.timing = {60, 0, 60, 0, 0};
    for (int dir = 0; dir < 2; dir++) {
        b->done[E_IO].clear();
        uint64_t start = b->now;
        for (unsigned i = 0; i < 16; i++) {
            cmd c = dir ? one_d(G + 1024 * i, N + 512 * i, 512) : one_d(N + 512 * i, G + 1024 * i, 512);
            b->issue(E_IO, c);
            b->refer(c);
        }
        b->finish(E_IO, 16);
        uint64_t t = b->done[E_IO].back().when - start;
        printf("           16 copies of 512 bytes %s GDRAM, bus latency 60: %llu cycles\n", dir ? "to" : "from", (unsigned long long)t);
        assert_in_range(t, 0, 16 * 512 / R + 200); /* one after the other: 16 * (512 / R + 70) */
    }
    b->compare();
}

int main(int argc, char **argv)
{
    if (argc > 1) seed = (unsigned)atoi(argv[1]);
    printf("rows of %u bytes, seed %u\n", (unsigned)R, seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(io_copies_bytes_as_memcpy_on_a_perfect_bus),
        cmocka_unit_test(io_copies_bytes_as_memcpy_on_a_slow_and_jittery_bus),
        cmocka_unit_test(io_copies_bytes_as_memcpy_when_the_bus_is_at_once_and_scratchpads_stall),
        cmocka_unit_test(move_copies_bytes_as_memcpy),
        cmocka_unit_test(move_copies_bytes_as_memcpy_when_scratchpads_stall),
        cmocka_unit_test(every_alignment_of_both_sides_is_right),
        cmocka_unit_test(fills_begin_each_segment_with_the_first_byte_of_the_pattern),
        cmocka_unit_test(the_later_of_overlapping_segments_wins),
        cmocka_unit_test(move_sees_the_writes_of_its_previous_command),
        cmocka_unit_test(read_data_always_find_room_when_the_destination_hardly_moves),
        cmocka_unit_test(write_data_never_wait_for_reads),
        cmocka_unit_test(every_fault_has_its_code_and_address_and_moves_nothing),
        cmocka_unit_test(a_bus_error_ends_the_copy_with_its_code_and_the_next_one_works),
        cmocka_unit_test(long_copies_move_one_row_per_cycle),
        cmocka_unit_test(a_segment_inside_a_row_costs_one_cycle),
        cmocka_unit_test(the_next_copy_overlaps_the_responses_of_the_previous),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
