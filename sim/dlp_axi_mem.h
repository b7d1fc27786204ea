/* SPDX-License-Identifier: Apache-2.0
 * dlp_axi_mem - a memory behind an AXI4 port, cycle by cycle: the GDRAM and the host memory of a Verilated chip.
 *
 * Answers in order, one beat per cycle, after a fixed latency.  With a seed, it also withholds `ready` and `valid` at random and adds random
 * latency, so that every handshake of the chip is exercised.  A burst that crosses 4 KiB, or changes while it waits, is recorded as a protocol error.
 * Thread safety: one object, one thread. */
#ifndef DLP_AXI_MEM_H
#define DLP_AXI_MEM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DLP_AXI_QUEUE = 64, DLP_AXI_MAX_ROW = 128 };

/* What the chip drives in this cycle, sampled before the clock edge. */
struct dlp_axi_from_chip {
    bool arvalid, rready, awvalid, wvalid, wlast, bready;
    uint64_t araddr, awaddr;
    uint8_t arlen, awlen, arid, awid;
    const void *wdata;                  /* row_bytes bytes */
    uint64_t wstrb;
};

/* What the memory drives from the edge on. */
struct dlp_axi_to_chip {
    bool arready, rvalid, rlast, awready, wready, bvalid;
    uint8_t rid, bid, rresp, bresp;
    uint8_t rdata[DLP_AXI_MAX_ROW];
};

/* Storage behind the port: aligned accesses of row_bytes.  Non-zero = the bus answers with an error. */
struct dlp_axi_store {
    int (*read)(void *ctx, uint64_t addr, void *dst, size_t n);
    int (*write)(void *ctx, uint64_t addr, const void *src, uint64_t strobe, size_t n);
    void *ctx;
};

struct dlp_axi_burst { uint64_t addr, due; unsigned beats; uint8_t id; };

struct dlp_axi_mem {
    struct dlp_axi_store store;
    unsigned row_bytes, latency;
    uint64_t rng;                       /* 0: no random delays */
    uint64_t now;
    struct dlp_axi_burst rd[DLP_AXI_QUEUE], wr[DLP_AXI_QUEUE], wb[DLP_AXI_QUEUE];
    unsigned rd_head, rd_count, wr_head, wr_count, wb_head, wb_count;
    unsigned wr_error;                  /* an error happened in the burst being written */
    uint8_t wb_resp[DLP_AXI_QUEUE];
    struct dlp_axi_to_chip out;
    struct dlp_axi_from_chip held;      /* the last cycle's requests, to check that they are held */
    bool held_ar, held_aw;
    uint64_t beats_read, beats_written, protocol_errors;
    unsigned max_outstanding;           /* read bursts */
};

/* row_bytes: 16, 32 or 64; latency in cycles from address to first data; seed 0: no random delays. */
void dlp_axi_mem_init(struct dlp_axi_mem *mem, struct dlp_axi_store store, unsigned row_bytes, unsigned latency, uint64_t seed);

/* One clock edge: `in` was sampled before it, together with the values that mem->out had before it. */
void dlp_axi_mem_step(struct dlp_axi_mem *mem, const struct dlp_axi_from_chip *in);

/* True when a step with no request from the chip would change nothing. */
static inline bool dlp_axi_mem_idle(const struct dlp_axi_mem *mem)
{
    return mem->rd_count == 0 && mem->wr_count == 0 && mem->wb_count == 0 && !mem->out.rvalid && !mem->out.bvalid && mem->rng == 0;
}

#ifdef __cplusplus
}
#endif
#endif
