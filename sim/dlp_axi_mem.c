/* SPDX-License-Identifier: Apache-2.0 */
#include "dlp_axi_mem.h"

#include <string.h>

enum { RESP_OKAY = 0, RESP_SLVERR = 2 };

void dlp_axi_mem_init(struct dlp_axi_mem *mem, struct dlp_axi_store store, unsigned row_bytes, unsigned latency, uint64_t seed)
{
    memset(mem, 0, sizeof *mem);
    mem->store = store;
    mem->row_bytes = row_bytes;
    mem->latency = latency;
    mem->rng = seed;
    mem->out.arready = mem->out.awready = true;
}

/* xorshift64*: a delay of this cycle happens with probability num / 16 */
static bool chance(struct dlp_axi_mem *mem, unsigned num)
{
    if (mem->rng == 0)
        return false;
    mem->rng ^= mem->rng >> 12;
    mem->rng ^= mem->rng << 25;
    mem->rng ^= mem->rng >> 27;
    return ((mem->rng * 0x2545f4914f6cdd1dULL) >> 60) < num;
}

static unsigned extra_latency(struct dlp_axi_mem *mem)
{
    return chance(mem, 4) ? (unsigned)(mem->rng & 31) : 0;
}

static void check_burst(struct dlp_axi_mem *mem, uint64_t addr, unsigned beats)
{
    if ((addr & (mem->row_bytes - 1)) != 0 || (addr >> 12) != ((addr + (uint64_t)beats * mem->row_bytes - 1) >> 12))
        mem->protocol_errors++;
}

/* AXI: once valid, the request stays as it is until ready */
static void check_held(struct dlp_axi_mem *mem, const struct dlp_axi_from_chip *in)
{
    if (mem->held_ar && !(in->arvalid && in->araddr == mem->held.araddr && in->arlen == mem->held.arlen))
        mem->protocol_errors++;
    if (mem->held_aw && !(in->awvalid && in->awaddr == mem->held.awaddr && in->awlen == mem->held.awlen))
        mem->protocol_errors++;
    mem->held_ar = in->arvalid && !mem->out.arready;
    mem->held_aw = in->awvalid && !mem->out.awready;
    mem->held = *in;
}

static void push(struct dlp_axi_burst *queue, unsigned head, unsigned *count, struct dlp_axi_burst burst)
{
    queue[(head + *count) % DLP_AXI_QUEUE] = burst;
    (*count)++;
}

static void step_read(struct dlp_axi_mem *mem, const struct dlp_axi_from_chip *in)
{
    struct dlp_axi_to_chip *out = &mem->out;
    if (in->arvalid && out->arready) {
        struct dlp_axi_burst burst = { .addr = in->araddr, .due = mem->now + mem->latency + extra_latency(mem),
                                       .beats = in->arlen + 1u, .id = in->arid };
        check_burst(mem, burst.addr, burst.beats);
        push(mem->rd, mem->rd_head, &mem->rd_count, burst);
        if (mem->rd_count > mem->max_outstanding)
            mem->max_outstanding = mem->rd_count;
    }
    if (out->rvalid && in->rready)
        out->rvalid = false;
    if (!out->rvalid && mem->rd_count > 0 && mem->rd[mem->rd_head].due <= mem->now && !chance(mem, 3)) {
        struct dlp_axi_burst *burst = &mem->rd[mem->rd_head];
        out->rvalid = true;
        out->rid = burst->id;
        out->rresp = mem->store.read(mem->store.ctx, burst->addr, out->rdata, mem->row_bytes) ? RESP_SLVERR : RESP_OKAY;
        out->rlast = burst->beats == 1;
        burst->addr += mem->row_bytes;
        mem->beats_read++;
        if (--burst->beats == 0) {
            mem->rd_head = (mem->rd_head + 1) % DLP_AXI_QUEUE;
            mem->rd_count--;
        }
    }
    out->arready = mem->rd_count < DLP_AXI_QUEUE && !chance(mem, 3);
}

static void step_write(struct dlp_axi_mem *mem, const struct dlp_axi_from_chip *in)
{
    struct dlp_axi_to_chip *out = &mem->out;
    if (in->wvalid && out->wready) {
        struct dlp_axi_burst *burst = &mem->wr[mem->wr_head];
        if (mem->store.write(mem->store.ctx, burst->addr, in->wdata, in->wstrb, mem->row_bytes))
            mem->wr_error = 1;
        burst->addr += mem->row_bytes;
        mem->beats_written++;
        if (in->wlast != (burst->beats == 1))
            mem->protocol_errors++;
        if (--burst->beats == 0) {
            mem->wb_resp[(mem->wb_head + mem->wb_count) % DLP_AXI_QUEUE] = mem->wr_error ? RESP_SLVERR : RESP_OKAY;
            burst->due = mem->now + mem->latency / 2 + extra_latency(mem);
            push(mem->wb, mem->wb_head, &mem->wb_count, *burst);
            mem->wr_error = 0;
            mem->wr_head = (mem->wr_head + 1) % DLP_AXI_QUEUE;
            mem->wr_count--;
        }
    }
    if (in->awvalid && out->awready) {
        struct dlp_axi_burst burst = { .addr = in->awaddr, .beats = in->awlen + 1u, .id = in->awid };
        check_burst(mem, burst.addr, burst.beats);
        push(mem->wr, mem->wr_head, &mem->wr_count, burst);
    }
    if (out->bvalid && in->bready)
        out->bvalid = false;
    if (!out->bvalid && mem->wb_count > 0 && mem->wb[mem->wb_head].due <= mem->now && !chance(mem, 3)) {
        out->bvalid = true;
        out->bid = mem->wb[mem->wb_head].id;
        out->bresp = mem->wb_resp[mem->wb_head];
        mem->wb_head = (mem->wb_head + 1) % DLP_AXI_QUEUE;
        mem->wb_count--;
    }
    out->awready = mem->wr_count + mem->wb_count < DLP_AXI_QUEUE - 1 && !chance(mem, 3);
    out->wready = mem->wr_count > 0 && mem->wb_count < DLP_AXI_QUEUE - 1 && !chance(mem, 3);
}

void dlp_axi_mem_step(struct dlp_axi_mem *mem, const struct dlp_axi_from_chip *in)
{
    mem->now++;
    check_held(mem, in);
    step_read(mem, in);
    step_write(mem, in);
}
