// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_read - reads byte segments of NRAM and hands them out in pieces; keeps a scalar or a short cycle operand.
//
// Protocol: segments (seg_*, 1 byte or more) are taken in order and read ahead.  avail_o: want_i bytes are there at the front of the current segment;
//           take_i puts them into data_o, lowest byte first, in the next cycle.  A piece never spans two segments: want_i <= left_o.
//           What data_o holds above a piece is undefined, unless cut_i comes with take_i: then zeros.
//           set_i: data_o <- set_data_i.  double_i: data_o <- data_o | data_o << 8 * rep_i, for data_o below 2^(8 * rep_i), 2 * rep_i <= ROW_BYTES.
// Latency:  3 cycles from a segment to its first piece; then one piece of up to a row per cycle, at any alignment.  A piece at the start of a segment
//           that straddles two rows costs one cycle more.
`default_nettype none

module dlp_vpu_read #(
    parameter ROW_BYTES = 64
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        seg_valid_i,
    output wire        seg_ready_o,
    input  wire [19:0] seg_addr_i,     // offset in NRAM
    input  wire [20:0] seg_bytes_i,

    output wire        avail_o,
    output wire [20:0] left_o,         // bytes of the current segment, 0 = none
    input  wire [7:0]  want_i,
    input  wire        take_i,
    input  wire        cut_i,
    input  wire        set_i,
    input  wire [8*ROW_BYTES-1:0] set_data_i,
    input  wire        double_i,
    input  wire [$clog2(ROW_BYTES)-1:0] rep_i,   // bytes
    output reg  [8*ROW_BYTES-1:0] data_o,

    // scratchpad
    output wire        req_valid_o,
    input  wire        req_ready_i,
    output wire [15:0] req_row_o,
    input  wire        rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] rsp_rdata_i
);
    localparam RB   = 8 * ROW_BYTES;
    localparam ROWB = $clog2(ROW_BYTES);
    localparam DEPTH = 4;              // rows read ahead: covers the two cycles of a read and one lost arbitration
    `include "dlp_rotate.vh"

    // ---- rows are asked for as long as there is room for them
    reg         ask_q;
    reg  [19:ROWB] row_q;
    reg  [20-ROWB:0] rows_q;           // rows of the segment still to be asked for
    reg  [2:0]  reserved_q;
    wire        s_room, f_pop, f_valid;
    wire [RB-1:0] f_data;
    wire [2:0]  f_count, s_count;
    wire        f_room;
    wire        asked = req_valid_o && req_ready_i;
    wire        last_row = rows_q == {{20-ROWB{1'b0}}, 1'b1};

    assign seg_ready_o = s_room && (!ask_q || (asked && last_row));
    assign req_valid_o = ask_q && reserved_q != 3'd4;
    assign req_row_o   = {{ROWB-4{1'b0}}, row_q};

    wire        seg_take = seg_valid_i && seg_ready_o;
    wire [20:0] span     = {{21-ROWB{1'b0}}, seg_addr_i[ROWB-1:0]} + seg_bytes_i - 21'd1;   // last byte, from the start of the first row

    always @(posedge clk)
        if (!rst_n) begin
            ask_q      <= 1'b0;
            reserved_q <= 3'd0;
        end else begin
            if (seg_take) begin
                ask_q  <= 1'b1;
                row_q  <= seg_addr_i[19:ROWB];
                rows_q <= {1'b0, span[19:ROWB]} + 1'b1;
            end else if (asked) begin
                ask_q  <= !last_row;
                row_q  <= row_q + 1'b1;
                rows_q <= rows_q - 1'b1;
            end
            if (asked != f_pop) reserved_q <= asked ? reserved_q + 3'd1 : reserved_q - 3'd1;
        end

    dlp_fifo #(.WIDTH(RB), .DEPTH(DEPTH)) u_rows (
        .clk(clk), .rst_n(rst_n), .in_valid_i(rsp_valid_i), .in_ready_o(f_room), .in_data_i(rsp_rdata_i),
        .out_valid_o(f_valid), .out_ready_i(f_pop), .out_data_o(f_data), .count_o(f_count)
    );

    // ---- the segments once more, for the side that takes
    wire          s_valid, s_pop;
    wire [ROWB-1:0] s_pos;
    wire [20:0]   s_bytes;
    dlp_fifo #(.WIDTH(ROWB + 21), .DEPTH(4)) u_segs (
        .clk(clk), .rst_n(rst_n), .in_valid_i(seg_take), .in_ready_o(s_room), .in_data_i({seg_addr_i[ROWB-1:0], seg_bytes_i}),
        .out_valid_o(s_valid), .out_ready_i(s_pop), .out_data_o({s_pos, s_bytes}), .count_o(s_count)
    );

    reg           in_q;                // inside a segment: pos_q, left_q count, not the head of u_segs
    reg [ROWB-1:0] pos_q;
    reg [20:0]    left_q;
    reg           cur_v_q;             // cur_q is the row that pos_q points into
    reg [RB-1:0]  cur_q;

    wire [ROWB-1:0] pos   = in_q ? pos_q : s_pos;
    wire [20:0]     left  = in_q ? left_q : s_valid ? s_bytes : 21'd0;
    wire [8:0]      reach = {{9-ROWB{1'b0}}, pos} + {1'b0, want_i};
    localparam [31:0] ROW_W = ROW_BYTES;
    wire            two   = reach > ROW_W[8:0];      // the piece needs a second row
    wire            full  = reach >= ROW_W[8:0];     // the first row is used up
    wire            ends  = {13'd0, want_i} == left;

    assign left_o  = left;
    assign avail_o = left != 21'd0 && (cur_v_q ? !two || f_valid : f_valid && !two);
    // a row to start with, when the first piece needs two
    wire   load    = left != 21'd0 && !cur_v_q && f_valid && two;
    wire   fire    = take_i && avail_o;
    // after a piece: the row at the head is used up, or becomes the current one, or stays for later
    wire   head_used = cur_v_q ? (two || (full && !ends && f_valid)) : 1'b1;
    assign f_pop   = load || (fire && head_used);
    assign s_pop   = fire && !in_q;

    // ---- the piece: bytes of the current row from pos on, below it those of the next row, rotated to the bottom
    /* verilator lint_off BLKSEQ */    // variables of this process
    reg  [RB-1:0]   w;
    reg  [ROWB-1:0] by;

    always @(posedge clk)
        if (fire || set_i || double_i) begin
            if (double_i) w = data_o;
            else if (set_i) w = set_data_i;
            else w = upper(cur_v_q ? cur_q : f_data, f_data, pos);
            by = double_i ? {ROWB{1'b0}} - rep_i : set_i ? {ROWB{1'b0}} : pos;
            w  = rotate_right(w, by);
            if (cut_i && !want_i[ROWB]) w = upper({RB{1'b0}}, w, want_i[ROWB-1:0]);
            if (double_i) w = w | data_o;
            data_o <= w;
        end
    /* verilator lint_on BLKSEQ */

    always @(posedge clk) begin
        if (!rst_n) begin
            in_q    <= 1'b0;
            cur_v_q <= 1'b0;
        end else if (load) begin
            cur_v_q <= 1'b1;
        end else if (fire) begin
            in_q <= !ends;
            // the next piece starts in the row at the head, in the one after it, or still in the current one
            if (ends)          cur_v_q <= 1'b0;
            else if (!cur_v_q) cur_v_q <= !full;
            else if (two)      cur_v_q <= 1'b1;
            else if (full)     cur_v_q <= f_valid;
        end
        if (fire) begin
            pos_q  <= pos + want_i[ROWB-1:0];
            left_q <= left - {13'd0, want_i};
        end
        if (f_pop) cur_q <= f_data;
    end
    wire unused_ok = &{1'b0, f_room, f_count, s_count, span};
endmodule
`default_nettype wire
