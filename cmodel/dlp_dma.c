/* SPDX-License-Identifier: Apache-2.0
 * dlp_dma - the copy engines of a core: IO and MOVE (docs/isa.md, 9). */
#include <string.h>

#include "model.h"
#include "timing.h"

enum { ROWS_MAX = 65535 };              /* and planes */
#define BYTES_MAX UINT64_C(0xffffffff)

/* The configuration registers of either stream, in their order. */
enum { CFG_DST_STRIDE, CFG_SRC_STRIDE, CFG_ROWS, CFG_PLANES, CFG_DST_PLANE, CFG_SRC_PLANE };
#define SAME_PLACE(name) \
    ((int)CFG_##name == DLP_CFG_IO_##name - DLP_CFG_IO_DST_STRIDE && \
     (int)CFG_##name == DLP_CFG_MV_##name - DLP_CFG_MV_DST_STRIDE)
_Static_assert(SAME_PLACE(DST_STRIDE) && SAME_PLACE(SRC_STRIDE) && SAME_PLACE(ROWS) && SAME_PLACE(PLANES) && SAME_PLACE(DST_PLANE) && SAME_PLACE(SRC_PLANE),
               "configuration registers of IO and MOVE");

/* Both streams number their operations alike: bits 1:0 are dimensions - 1, bits 3:2 say copy or the size of a fill's elements. */
#define OP(kind, dims) ((kind) << 2 | ((dims) - 1))
_Static_assert((int)DLP_IOP_COPY2 == OP(0, 2) && (int)DLP_IOP_COPY3 == OP(0, 3) && (int)DLP_IOP_FILL_B == OP(1, 1) &&
               (int)DLP_IOP_FILL2_H == OP(2, 2) && (int)DLP_IOP_FILL3_W == OP(3, 3), "operations of IO");
_Static_assert((int)DLP_MVOP_COPY2 == OP(0, 2) && (int)DLP_MVOP_COPY3 == OP(0, 3) && (int)DLP_MVOP_FILL_B == OP(1, 1) &&
               (int)DLP_MVOP_FILL2_H == OP(2, 2) && (int)DLP_MVOP_FILL3_W == OP(3, 3), "operations of MOVE");

/* How a side lies in memory: strides between segments and planes. */
struct walk { uint64_t stride, plane; };

static bool direction_ok(unsigned stream, enum place dst, enum place src)
{
    bool dst_spm = dst == PLACE_NRAM || dst == PLACE_WRAM, src_spm = src == PLACE_NRAM || src == PLACE_WRAM;
    if (stream == DLP_STREAM_IO)
        return (dst == PLACE_GDRAM && (src_spm || src == PLACE_GDRAM)) || (dst_spm && src == PLACE_GDRAM);
    return dst_spm && src_spm && !(dst == PLACE_WRAM && src == PLACE_WRAM);
}

static void fault(struct outcome *out, uint8_t code, uint64_t addr)
{
    out->effect.fault = code;
    out->effect.addr = addr;
}

/* Rows of the bus that [offset, offset + bytes) touches. */
static uint64_t bus_rows(uint64_t offset, uint64_t bytes, unsigned row)
{
    return (offset % row + bytes + row - 1) / row;
}

/* Elements of 1 << size bytes, from the first byte of the segment on; the last one may be cut. */
static void fill(uint8_t *to, uint64_t bytes, uint64_t value, unsigned size)
{
    const uint64_t period = UINT64_C(1) << size;
    for (uint64_t i = 0; i < period && i < bytes; i++)
        to[i] = (uint8_t)(value >> 8 * i);
    for (uint64_t done = period; done < bytes; done *= 2)
        memcpy(to + done, to, (size_t)(bytes - done < done ? bytes - done : done));
}

void dlp_dma(struct core *c, const struct command *cmd, struct outcome *out)
{
    struct dlp_model *m = c->hart.model;
    const unsigned kind = cmd->op >> 2, dims = (cmd->op & 3u) + 1;
    const bool two = dims >= 2, three = dims == 3, io = cmd->stream == DLP_STREAM_IO;
    const uint64_t bytes = cmd->rs2, rows = two ? cmd->cfg[CFG_ROWS] : 1, planes = three ? cmd->cfg[CFG_PLANES] : 1;
    const struct walk dst_walk = { two ? cmd->cfg[CFG_DST_STRIDE] : 0, three ? cmd->cfg[CFG_DST_PLANE] : 0 };
    const struct walk src_walk = { two ? cmd->cfg[CFG_SRC_STRIDE] : 0, three ? cmd->cfg[CFG_SRC_PLANE] : 0 };
    struct range dst, src;
    uint64_t offset;
    uint8_t code;

    enum place dst_place = dlp_lsu_place(cmd->rd, &offset);
    enum place src_place = kind ? PLACE_NRAM : dlp_lsu_place(cmd->rs1, &offset);    /* a fill goes where a copy from NRAM may go */
    if (!direction_ok(cmd->stream, dst_place, src_place)) {
        fault(out, DLP_FAULT_COPY_DIR, cmd->rd);
        return;
    }
    if (bytes == 0 || rows == 0 || planes == 0 || bytes > BYTES_MAX || rows > ROWS_MAX || planes > ROWS_MAX) {
        fault(out, DLP_FAULT_COPY_SIZE, cmd->rd);
        return;
    }
    const unsigned any = IN_NRAM | IN_WRAM | IN_GDRAM;
    if ((code = dlp_lsu_operand(c, cmd->rd, (planes - 1) * dst_walk.plane + (rows - 1) * dst_walk.stride + bytes, any, true, &dst)) != DLP_FAULT_NONE) {
        fault(out, code, cmd->rd);
        return;
    }
    if (kind)
        src = (struct range){ PLACE_NONE, 0, 0, NULL };
    else if ((code = dlp_lsu_operand(c, cmd->rs1, (planes - 1) * src_walk.plane + (rows - 1) * src_walk.stride + bytes, any, false, &src)) != DLP_FAULT_NONE) {
        fault(out, code, cmd->rs1);
        return;
    }
    if (dlp_lsu_overlap(&dst, &src)) {
        fault(out, DLP_FAULT_CMD_OVERLAP, cmd->rd);
        return;
    }

    uint64_t work = 0;
    bool write_fails = false;
    dlp_lsu_wrote(out, &dst, dst_walk.stride, bytes, rows);
    out->effect.range[0].plane_stride = dst_walk.plane;
    out->effect.range[0].planes = planes;
    for (uint64_t n = 0; n < rows * planes; n++) {
        const uint64_t p = n / rows, r = n % rows;
        const uint64_t to = dst.offset + p * dst_walk.plane + r * dst_walk.stride, from = src.offset + p * src_walk.plane + r * src_walk.stride;
        if (src.place == PLACE_GDRAM && dlp_lsu_gdram_fails(m, from, bytes, m->row_bytes)) {
            fault(out, DLP_FAULT_CMD_BUS_READ, cmd->rs1);
            return;
        }
        if (dst.place == PLACE_GDRAM && dlp_lsu_gdram_fails(m, to, bytes, m->row_bytes)) {
            write_fails = true;                     /* a read error of a later segment comes before it */
            continue;
        }
        const uint64_t out_rows = bus_rows(to, bytes, m->row_bytes);
        if (kind) {
            fill(dst.mem + to, bytes, cmd->rs1, kind - 1);
            work += out_rows;
            continue;
        }
        memcpy(dst.mem + to, src.mem + from, (size_t)bytes);
        const uint64_t in_rows = bus_rows(from, bytes, m->row_bytes);
        work += (in_rows > out_rows ? in_rows : out_rows) + (from % m->row_bytes != to % m->row_bytes);
    }
    if (write_fails) {
        fault(out, DLP_FAULT_CMD_BUS_WRITE, cmd->rd);
        return;
    }
    const uint64_t both = DLP_T_DMA_BOTH + (work < DLP_T_DMA_AHEAD ? work : DLP_T_DMA_AHEAD);
    out->cycles = work + (three ? DLP_T_DMA_PLANES : 0) +
                  (!io ? DLP_T_DMA_MOVE : src.place != PLACE_GDRAM ? DLP_T_DMA_OUT : dst.place == PLACE_GDRAM ? both : DLP_T_DMA_IN);
    out->pitch = io ? work + DLP_T_DMA_PITCH : 0;
}
