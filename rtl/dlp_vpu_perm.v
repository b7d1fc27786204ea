// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_perm - addresses of the rearranging commands: segments of the source for vtrans and vgather, places of the destination for vscatter.
//
// Protocol: start_i with the command held.  Segments (seg_*) go to the reader of source 0 of dlp_vpu, pieces come out of it.
//           vgather: this unit takes indices (index_take_o; idx_i is there in the next cycle) and gives a segment of one element for each.
//           vscatter: dlp_vpu takes an index with each element; while place_i, place_o is the address for idx_i.
//           bad_o: an index is not below limit_i.  Indices behind it are taken and dropped; stopped_o: one was bad, iaddr_o is its address.
// Walk:     vtrans, TILE = 1: one segment per element, in the order of the result; rows that only change places are one segment each.
//           TILE > 1: strips of TILE columns, all rows of a strip one after the other (dlp_vpu_tile); mirrored rows in pieces from their end.
// Latency:  3 from start_i to the first segment of vtrans; then one per cycle.
`default_nettype none

module dlp_vpu_perm #(
    parameter ROW_BYTES = 64,
    parameter TILE      = 16           // edge of the tile of dlp_vpu_tile; 1: there is none
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start_i,
    input  wire [5:0]  op_i,
    input  wire [2:0]  turn_i,         // function of vtrans
    input  wire [1:0]  size_i,         // log2 of the bytes of an element
    input  wire [1:0]  isize_i,        // and of an index
    input  wire [15:0] h_i,
    input  wire [15:0] w_i,
    input  wire [20:0] limit_i,
    input  wire [20:0] total_i,        // bytes of the source of vtrans
    input  wire [19:0] rd_i,           // offsets in NRAM
    input  wire [19:0] rs1_i,
    input  wire [19:0] rs2_i,

    // segments of source 0
    output wire        seg_valid_o,
    input  wire        seg_ready_i,
    output wire [19:0] seg_addr_o,
    output wire [20:0] seg_bytes_o,

    // indices
    input  wire        index_avail_i,
    output wire        index_take_o,
    input  wire [31:0] idx_i,
    input  wire        place_i,        // vscatter: idx_i is the index of an element
    input  wire        step_i,         // which is passed on
    output wire [19:0] place_o,
    output wire        bad_o,
    output wire        stopped_o,
    output wire        pending_o,      // vgather: an index has been taken and not been used
    output wire [19:0] iaddr_o
);
    `include "dlp_spec.vh"
    `include "dlp_vpu.vh"

    localparam [31:0] TILE_W = TILE, ROW_W = ROW_BYTES;
    localparam [15:0] EDGE = TILE_W[15:0];

    // ---- vtrans
    wire is_trans = op_i == VOP_VTRANS;
    wire keep     = turn_i[2];
    wire rows_rev = keep ? turn_i[0] : turn_i[1];      // the rows of the source are taken from the last on, its columns from the last on
    wire cols_rev = keep ? turn_i[1] : turn_i[0];
    wire whole    = keep && !cols_rev;                 // rows stay in one piece
    wire strips   = TILE > 1 && !keep;                 // the tile reverses columns by where it puts them
    wire pieces   = TILE > 1 && keep && cols_rev;

    wire        back     = cols_rev && !strips;        // columns from the last to the first

    wire [19:0] line = {4'd0, w_i} << size_i;
    wire [15:0] row_elems = ROW_W[15:0] >> size_i;

    reg         set1_q, set2_q, walk_q;
    reg  [15:0] outer_q, inner_q;      // left, with the present one
    reg  [19:0] first_q, addr_q;       // the first segment of the present outer step; the present segment

    wire [15:0] outer_all = keep ? h_i : w_i;
    wire [15:0] inner_all = whole ? 16'd1 : keep ? w_i : h_i;
    wire [15:0] part      = pieces && inner_q > row_elems ? row_elems : pieces ? inner_q : 16'd1;      // columns of the segment
    wire [15:0] strip     = outer_q > EDGE ? EDGE : outer_q;
    wire        inner_end = inner_q == part;
    wire        outer_end = strips ? outer_q <= EDGE : outer_q == 16'd1;

    // ---- indices
    reg         idx_q;                 // vgather: idx_i is an index to be used
    reg         bad_q;
    reg  [19:0] iaddr_q;
    wire        is_gather = op_i == VOP_VGATHER;
    wire [31:0] idx    = isize_i == 2'd0 ? {24'd0, idx_i[7:0]} : isize_i == 2'd1 ? {16'd0, idx_i[15:0]} : idx_i;
    wire        beyond = idx[31:21] != 11'd0 || idx[20:0] >= limit_i;
    wire        use_index = is_gather ? idx_q : place_i;
    wire        used   = is_gather ? idx_q && (bad_o || seg_ready_i) : place_i && step_i;

    assign bad_o     = bad_q || (use_index && beyond);
    assign stopped_o = bad_q;
    assign place_o   = (is_gather ? rs1_i : rd_i) + (idx[19:0] << size_i);
    assign iaddr_o   = iaddr_q;
    assign index_take_o = is_gather && index_avail_i && (!idx_q || used);
    assign pending_o = idx_q;

    assign seg_valid_o = is_gather ? idx_q && !bad_o : walk_q;
    assign seg_addr_o  = is_gather ? place_o : addr_q;
    assign seg_bytes_o = is_trans && whole ? {1'b0, line} : {5'd0, !is_trans ? 16'd1 : strips ? strip : part} << size_i;

    /* verilator lint_off BLKSEQ */    // variables of this process
    reg  [15:0] rest, ahead;
    reg  [19:0] move, next;
    reg         by_line, minus;

    always @(posedge clk) begin
        set1_q <= start_i && is_trans;
        set2_q <= set1_q;
        if (!rst_n) begin
            walk_q <= 1'b0;
            idx_q  <= 1'b0;
        end else begin
            if (set2_q) walk_q <= 1'b1;
            else if (walk_q && seg_ready_i && inner_end && outer_end) walk_q <= 1'b0;
            if (index_take_o) idx_q <= 1'b1;
            else if (used)    idx_q <= 1'b0;
        end

        if (start_i) begin
            first_q <= rs1_i;
            outer_q <= outer_all;
            inner_q <= inner_all;
            bad_q   <= 1'b0;
            iaddr_q <= rs2_i;
        end
        // One adder.  At first: to the end of the source or of its first row, then back by a row or a segment.
        // Then: a step along the rows of the result is one along the rows of the source, or along its columns.
        if (set1_q || set2_q || (walk_q && seg_ready_i)) begin
            rest    = set2_q ? w_i : inner_q - part;
            ahead   = strips ? EDGE : pieces && rest > row_elems ? row_elems : pieces ? rest : 16'd1;     // columns of the next segment
            by_line = set2_q ? !back : inner_end == keep;
            minus   = !set1_q && (set2_q || (by_line ? rows_rev : back));
            move    = set1_q ? (rows_rev ? total_i[19:0] : line) : by_line ? line : {4'd0, ahead} << size_i;
            if (!walk_q && !rows_rev && !back) move = 20'd0;
            next    = (!walk_q || inner_end ? first_q : addr_q) + (move ^ {20{minus}}) + {19'd0, minus};
            addr_q <= next;
            if (!walk_q || inner_end) first_q <= next;
            if (walk_q) begin
                inner_q <= inner_end ? inner_all : rest;
                if (inner_end) outer_q <= outer_q - (strips ? EDGE : 16'd1);
            end
        end
        if (used) begin
            bad_q <= bad_o;
            if (!bad_o) iaddr_q <= iaddr_q + (20'd1 << isize_i);
        end
    end
    /* verilator lint_on BLKSEQ */
    wire unused_ok = &{1'b0, total_i, row_elems, strip, rest};
endmodule
`default_nettype wire
