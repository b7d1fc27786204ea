/* SPDX-License-Identifier: Apache-2.0
 * axi_mem - memory behind a bus master of docs/interfaces.md, 3, for Verilator benches.
 *
 * Each cycle: drive() before the clock edge, settle the design, sample(), clock edge.  Latency, gaps and back-pressure are random within
 * the limits of `timing`.  Every rule of the interface is checked; the first broken one is kept in `broken`.
 * Writes become visible when their response is given, so that a master that does not wait for it is caught. */
#ifndef AXI_MEM_H
#define AXI_MEM_H
#include <cstdint>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <vector>

struct axi_timing {
    unsigned read_latency, read_spread;   /* cycles from address to first beat */
    unsigned write_latency, write_spread; /* cycles from last beat to response */
    unsigned stall;                       /* percent of cycles in which a ready or a valid is withheld */
};

/* pointers to the signals of the design; valids and readys are single bits in the low bit of a byte */
struct axi_pins {
    uint8_t *arvalid, *arready, *arlen, *rvalid, *rready, *rdata, *rresp, *rlast;
    uint8_t *awvalid, *awready, *awlen, *wvalid, *wready, *wdata, *wstrb, *wlast, *bvalid, *bready, *bresp;
    uint64_t *araddr, *awaddr;
};

class axi_mem
{
  public:
    axi_mem(size_t row_bytes, uint64_t base_addr, size_t bytes) : row(row_bytes), base(base_addr), mem(bytes), dirty(bytes) {}

    const size_t         row;
    const uint64_t       base;
    std::vector<uint8_t> mem;
    std::vector<bool>    dirty; /* bytes written */
    axi_pins             pins{};
    axi_timing           timing{20, 0, 20, 0, 0};
    bool                 strict = false; /* no read data while write data are awaited: who makes them wait for reads hangs */
    uint64_t             error_lo = 0, error_hi = 0; /* accesses to [lo, hi) end with an error */
    std::string          broken;
    unsigned             max_reads = 0, max_writes = 0; /* outstanding at a time */
    unsigned             reads = 0, writes = 0, longest = 0;
    unsigned             waits = 0; /* cycles in which write data were awaited: the bus is blocked for others */
    uint64_t             first_read = 0; /* cycle in which the first address was shown, 0: none */

    bool idle() const { return rq.empty() && wq.empty() && bq.empty(); }
    void clear_counts() { max_reads = max_writes = reads = writes = longest = waits = 0; first_read = 0; }

    void drive(uint64_t now, std::mt19937 &rng)
    {
        auto go = [&] { return timing.stall == 0 || rng() % 100 >= timing.stall; };
        *pins.arready = go();
        *pins.awready = go();
        *pins.wready  = go();
        if (!r_shown && !rq.empty() && rq.front().due <= now && go() && !(strict && !wq.empty())) r_shown = true;
        *pins.rvalid = r_shown;
        if (r_shown) {
            const burst &b    = rq.front();
            uint64_t     addr = b.addr + b.beat * row;
            bool         bad  = fails(addr);
            memset(pins.rdata, 0xee, row);
            if (!bad) memcpy(pins.rdata, &mem[addr - base], row);
            *pins.rresp = bad ? 2 : 0;
            *pins.rlast = b.beat + 1 == b.rows;
        }
        if (!b_shown && !bq.empty() && bq.front().due <= now && go()) {
            b_shown = true;
            for (const beat &w : bq.front().data) apply(w);
        }
        *pins.bvalid = b_shown;
        *pins.bresp  = b_shown && bq.front().bad ? 2 : 0;
    }

    void sample(uint64_t now, std::mt19937 &rng)
    {
        if (*pins.arvalid & 1) {
            if (first_read == 0) first_read = now;
            hold("read address", ar_held, *pins.araddr, *pins.arlen, *pins.arready);
            if (*pins.arready) {
                rq.push_back({*pins.araddr, *pins.arlen + 1u, 0, now + timing.read_latency + spread(timing.read_spread, rng), {}, false});
                check(rq.back(), "read");
                reads++;
                if (rq.size() > max_reads) max_reads = (unsigned)rq.size();
            }
        } else if (ar_held.on) fail("a read address was taken back");
        if (*pins.rvalid && (*pins.rready & 1)) {
            r_shown = false;
            if (++rq.front().beat == rq.front().rows) {
                rq.pop_front();
                if (!rq.empty() && rq.front().due <= now) rq.front().due = now + 1;
            }
        }
        if (*pins.bvalid && (*pins.bready & 1)) {
            b_shown = false;
            bq.pop_front();
        }
        if (*pins.awvalid & 1) {
            hold("write address", aw_held, *pins.awaddr, *pins.awlen, *pins.awready);
            if (*pins.awready) {
                wq.push_back({*pins.awaddr, *pins.awlen + 1u, 0, 0, {}, false});
                check(wq.back(), "write");
                writes++;
            }
        } else if (aw_held.on) fail("a write address was taken back");
        if (wq.size() + bq.size() > max_writes) max_writes = (unsigned)(wq.size() + bq.size());
        if (!wq.empty() && !(*pins.wvalid & 1)) waits++;
        if (*pins.wvalid & 1) {
            std::vector<uint8_t> d(pins.wdata, pins.wdata + row), s(pins.wstrb, pins.wstrb + row / 8);
            d.insert(d.end(), s.begin(), s.end());
            d.push_back(*pins.wlast & 1);
            if (w_held && d != w_last) fail("write data changed before they were taken");
            w_last = d;
            w_held = !*pins.wready;
            if (*pins.wready) take_beat(now, rng);
        } else if (w_held) fail("write data were taken back");
    }

  private:
    struct beat {
        uint64_t             addr;
        std::vector<uint8_t> data, strobe;
    };
    struct burst {
        uint64_t          addr;
        unsigned          rows, beat;
        uint64_t          due;
        std::vector<axi_mem::beat> data;
        bool              bad;
    };
    struct held {
        bool     on;
        uint64_t addr;
        unsigned len;
    };
    std::deque<burst>    rq, wq, bq;
    bool                 r_shown = false, b_shown = false, w_held = false;
    held                 ar_held{}, aw_held{};
    std::vector<uint8_t> w_last;

    void fail(const char *what)
    {
        if (broken.empty()) broken = what;
    }
    static unsigned spread(unsigned n, std::mt19937 &rng) { return n ? (unsigned)(rng() % n) : 0; }
    bool            fails(uint64_t addr) const { return addr < error_hi && addr + row > error_lo; }

    void hold(const char *what, held &h, uint64_t addr, unsigned len, bool taken)
    {
        if (h.on && (h.addr != addr || h.len != len)) fail((std::string(what) + " changed before it was taken").c_str());
        h = {!taken, addr, len};
    }

    void check(const burst &b, const char *what)
    {
        std::string w = what;
        if (b.addr % row) fail((w + " burst is not aligned").c_str());
        if (b.addr / 4096 != (b.addr + b.rows * row - 1) / 4096) fail((w + " burst crosses 4 KiB").c_str());
        if (b.addr < base || b.addr + b.rows * row > base + mem.size()) fail((w + " burst outside the memory").c_str());
        if (b.rows > longest) longest = b.rows;
    }

    void take_beat(uint64_t now, std::mt19937 &rng)
    {
        if (wq.empty()) {
            fail("write data before their address");
            return;
        }
        burst &b = wq.front();
        beat   w{b.addr + b.beat * row, {pins.wdata, pins.wdata + row}, {pins.wstrb, pins.wstrb + row / 8}};
        b.bad |= fails(w.addr);
        b.data.push_back(w);
        b.beat++;
        if ((b.beat == b.rows) != ((*pins.wlast & 1) != 0)) fail("wlast is not at the end of the burst");
        if (b.beat == b.rows) {
            b.due = now + timing.write_latency + spread(timing.write_spread, rng);
            bq.push_back(b);
            wq.pop_front();
        }
    }

    void apply(const beat &w)
    {
        if (fails(w.addr)) return;
        for (size_t i = 0; i < row; i++)
            if (w.strobe[i / 8] >> (i % 8) & 1) {
                mem[w.addr - base + i]   = w.data[i];
                dirty[w.addr - base + i] = true;
            }
    }
};
#endif
