/* SPDX-License-Identifier: Apache-2.0
 * dlp_vpu_perm - the commands of the vector unit that only move elements (docs/isa.md, 7). */
#include <string.h>

#include "dlp_vpu.h"
#include "dlp_vpu_perm.h"
#include "timing.h"

/* bits of a function of vtrans */
enum {
    ROWS_REVERSED    = DLP_VTRANS_ROT270 ^ DLP_VTRANS_TRANSPOSE,
    COLUMNS_REVERSED = DLP_VTRANS_ROT90 ^ DLP_VTRANS_TRANSPOSE,
    NOT_TRANSPOSED   = DLP_VTRANS_COPY ^ DLP_VTRANS_TRANSPOSE
};

bool dlp_vpu_perm_type(unsigned op, uint32_t rest)
{
    return op == DLP_VOP_VTRANS ? rest <= (ROWS_REVERSED | COLUMNS_REVERSED | NOT_TRANSPOSED)
                                : rest == DLP_TYPE_U8 || rest == DLP_TYPE_U16 || rest == DLP_TYPE_U32;
}

static uint8_t *bytes_at(const struct range *r) { return r->mem + r->offset; }

/* Pieces or blocks, whichever side is slower; a block is loaded before its first column is given. */
static uint64_t trans_cycles(const struct dlp_profile *p, uint32_t fn, uint64_t h, uint64_t w, uint64_t size)
{
    const uint64_t tile = p->vpu_tile, row = 4 * p->vpu_lanes;
    if ((fn & NOT_TRANSPOSED) && (tile > 1 || !(fn & COLUMNS_REVERSED)))
        return DLP_T_VPU_TRANS + h * dlp_steps(w * size, row);
    if (tile == 1)
        return DLP_T_VPU_TRANS + h * w;
    const uint64_t load = dlp_steps(w, tile) * h, give = dlp_steps(h, tile) * w;
    return DLP_T_VPU_TRANS + DLP_T_VPU_TILE + (load > give ? load : give) + (h < tile ? h : tile);
}

static void do_trans(struct core *c, const struct command *cmd, struct outcome *out)
{
    const uint32_t fn = CFG(TYPE) >> DLP_VEC_TYPE_FN_LSB;
    const uint64_t h = CFG(H), w = CFG(W), size = DLP_TYPE_BYTES(CFG(TYPE) & 15);
    if (dlp_outcome_bad(out, h == 0 || h > DIM_MAX || w == 0 || w > DIM_MAX ? DLP_FAULT_CMD_SIZE : DLP_FAULT_NONE, cmd->rd))
        return;
    struct range dst, src;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, h * w * size, true, &dst) || dlp_vpu_operand_bad(c, out, cmd->rs1, h * w * size, false, &src) ||
        dlp_vpu_overlap_bad(out, &dst, &src, false, cmd->rd))
        return;
    const uint64_t rows = fn & NOT_TRANSPOSED ? h : w, columns = fn & NOT_TRANSPOSED ? w : h;
    uint8_t *to = bytes_at(&dst);
    for (uint64_t y = 0; y < rows; y++)
        for (uint64_t x = 0; x < columns; x++, to += size) {
            const uint64_t a = fn & ROWS_REVERSED ? rows - 1 - y : y, b = fn & COLUMNS_REVERSED ? columns - 1 - x : x;
            memcpy(to, bytes_at(&src) + size * (fn & NOT_TRANSPOSED ? a * w + b : b * w + a), (size_t)size);
        }
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    out->cycles = trans_cycles(c->hart.model->profile, fn, h, w, size);
}

static void do_index(struct core *c, const struct command *cmd, struct outcome *out)
{
    const bool gather = cmd->op == DLP_VOP_VGATHER;
    const uint64_t n = CFG(N), limit = CFG(SEG), size = DLP_TYPE_BYTES(CFG(TYPE) & 15);
    const size_t isize = DLP_TYPE_BYTES(CFG(TYPE) >> DLP_VEC_TYPE_INDEX_LSB);
    if (dlp_outcome_bad(out, limit == 0 ? DLP_FAULT_CMD_SIZE : DLP_FAULT_NONE, cmd->rd))
        return;
    struct range dst, src, index;
    if (dlp_vpu_operand_bad(c, out, cmd->rd, (gather ? n : limit) * size, true, &dst) ||
        dlp_vpu_operand_bad(c, out, cmd->rs1, (gather ? limit : n) * size, false, &src) ||
        dlp_vpu_operand_bad(c, out, cmd->rs2, n * isize, false, &index) ||
        dlp_vpu_overlap_bad(out, &dst, &src, false, cmd->rd) || dlp_vpu_overlap_bad(out, &dst, &index, false, cmd->rd))
        return;
    dlp_lsu_wrote(out, &dst, 0, dst.bytes, 1);
    out->cycles = (gather ? DLP_T_VPU_GATHER : DLP_T_VPU_SCATTER) + n;
    for (uint64_t i = 0; i < n; i++) {
        uint32_t k = 0;
        memcpy(&k, bytes_at(&index) + i * isize, isize);
        /* what comes before a bad index has been moved */
        if (dlp_outcome_bad(out, k < limit ? DLP_FAULT_NONE : gather ? DLP_FAULT_NRAM_READ : DLP_FAULT_NRAM_WRITE, cmd->rs2 + i * isize))
            return;
        memcpy(bytes_at(&dst) + size * (gather ? i : k), bytes_at(&src) + size * (gather ? k : i), (size_t)size);
    }
}

void dlp_vpu_perm(struct core *c, const struct command *cmd, struct outcome *out)
{
    if (cmd->op == DLP_VOP_VTRANS)
        do_trans(c, cmd, out);
    else
        do_index(c, cmd, out);
}
