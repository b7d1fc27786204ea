// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_tile - turns blocks of TILE x TILE elements, and mirrors pieces of a row, for vtrans.
//
// Protocol: start_i with the command held.  take_o takes the segment at the front of the reader of source 0 as one piece; its bytes are at a_i in the next cycle.
//           A piece of the result: valid_o, with count_o elements, address addr_o, end_o for the last; take_i puts its bytes into data_o in the next cycle.
// Method:   two buffers; row r of a block is stored rotated by r elements, so that a column has each of its elements in another bank (a byte wide)
//           and is read at once: element r in row r of bank (column + r) mod banks.
// Latency:  a block of R rows and C columns is loaded in R cycles and given in C, while the next one is loaded; 4 from the last row to the first column.
`default_nettype none

module dlp_vpu_tile #(
    parameter ROW_BYTES = 64,
    parameter TILE      = 16           // 2 or more, divides ROW_BYTES / 4
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start_i,
    input  wire        on_i,           // the command is one for this unit
    input  wire        turn_i,         // columns become rows; otherwise pieces are mirrored
    input  wire        up_i,           // the rows of the result in reverse order
    input  wire [1:0]  size_i,         // log2 of the bytes of an element
    input  wire [15:0] h_i,
    input  wire [15:0] w_i,
    input  wire [20:0] total_i,        // bytes of the result
    input  wire [19:0] dst_i,

    input  wire        avail_i,
    input  wire [20:0] left_i,         // bytes of the segment at the front
    output wire        take_o,
    input  wire [8*ROW_BYTES-1:0] a_i,

    output wire        valid_o,
    input  wire        take_i,
    output wire [7:0]  count_o,
    output wire [19:0] addr_o,
    output wire        end_o,
    output reg  [8*ROW_BYTES-1:0] data_o
);
    localparam RB   = 8 * ROW_BYTES;
    localparam ROWB = $clog2(ROW_BYTES);
    localparam TB   = $clog2(TILE);
    localparam [31:0] TILE_W = TILE;
    localparam [15:0] EDGE = TILE_W[15:0];
    localparam [TB-1:0] TOP = {TB{1'b1}};
    `include "dlp_rotate.vh"

    // ---- loading: a piece is taken, then rotated, then stored
    reg          in_q, in_buf_q, in_last_q;            // a piece is at a_i
    reg [TB-1:0] in_row_q;
    reg [ROWB:0] in_bytes_q;
    reg          put_q, put_buf_q, put_last_q;         // one is at put_row_q
    reg [TB-1:0] put_at_q;
    reg [RB-1:0] put_row_q;

    reg          buf_q;                // buffer that is loaded
    reg [TB-1:0] row_q;                // its next row
    reg [15:0]   rows_q;               // rows of the strip still to be taken
    reg [1:0]    held_q, full_q;       // buffers in use, from their last row on; buffers that are complete

    wire    give;                      // a column is read
    wire    give_last;                 // of its buffer
    wire    pass    = !in_q || take_i;                 // mirroring: the piece moves on
    assign  take_o  = avail_i && (turn_i ? held_q != 2'd2 : pass);
    wire    last_row = row_q == TOP || rows_q == 16'd1;

    // ---- giving
    reg          out_q;                // a column is in column_q
    reg [TB-1:0] out_col_q;
    reg [7:0]    out_count_q;
    reg [19:0]   out_addr_q;
    reg          out_end_q;
    reg          from_q;               // buffer that is given
    reg [TB-1:0] col_q;
    reg [15:0]   h_left_q, w_left_q;   // rows and columns of the source that are not turned yet, with the present block
    reg [19:0]   strip_q, block_q, addr_q;             // addresses in the result: strip, block, column

    wire [7:0]  rows    = h_left_q > EDGE ? EDGE[7:0] : h_left_q[7:0];
    wire [15:0] columns = w_left_q > EDGE ? EDGE : w_left_q;
    wire [19:0] line    = {4'd0, h_i} << size_i;       // of the result
    wire [19:0] down    = up_i ? 20'd0 - line : line;
    wire [19:0] strip_next = strip_q + (down << TB);
    wire [19:0] block_next = block_q + ({4'd0, EDGE} << size_i);
    wire        strip_end  = h_left_q <= EDGE;
    assign      give      = turn_i && full_q != 2'd0 && (!out_q || take_i);
    assign      give_last = {{16-TB{1'b0}}, col_q} + 16'd1 == columns;

    assign valid_o = turn_i ? out_q : in_q;
    assign count_o = turn_i ? out_count_q : in_count;
    assign addr_o  = out_addr_q;
    assign end_o   = turn_i ? out_end_q : in_last_q;
    wire [7:0]  in_count = {{7-ROWB{1'b0}}, in_bytes_q} >> size_i;

    // the row whose first element is in byte b, but for multiples of TILE: rows are stored rotated
    /* verilator lint_off UNUSED */    // the upper bits of b
    function [TB-1:0] row_of(input integer b);
        row_of = size_i == 2'd0 ? b[TB-1:0] : size_i == 2'd1 ? b[TB:1] : b[TB+1:2];
    endfunction
    /* verilator lint_on UNUSED */

    reg  [20:0] bytes_q;               // mirroring: bytes still to be taken

    always @(posedge clk) begin
        if (!rst_n || start_i) begin
            in_q   <= 1'b0;
            put_q  <= 1'b0;
            out_q  <= 1'b0;
            held_q <= 2'd0;
            full_q <= 2'd0;
            buf_q  <= 1'b0;
            from_q <= 1'b0;
            row_q  <= {TB{1'b0}};
            col_q  <= {TB{1'b0}};
            rows_q <= h_i;
            bytes_q  <= total_i;
            h_left_q <= h_i;
            w_left_q <= w_i;
            strip_q  <= dst_i + (up_i ? total_i[19:0] - line : 20'd0);
            block_q  <= dst_i + (up_i ? total_i[19:0] - line : 20'd0);
            addr_q   <= dst_i + (up_i ? total_i[19:0] - line : 20'd0);
        end else if (on_i) begin
            // ---- loading
            if (turn_i || pass) in_q <= take_o;
            put_q      <= in_q && turn_i;
            put_at_q   <= in_row_q;
            put_buf_q  <= in_buf_q;
            put_last_q <= in_last_q;
            if (take_o) begin
                in_bytes_q <= left_i[ROWB:0];
                in_buf_q   <= buf_q;
                in_row_q   <= row_q;
                in_last_q  <= turn_i ? last_row : bytes_q == left_i;
                bytes_q    <= bytes_q - left_i;
                row_q      <= last_row ? {TB{1'b0}} : row_q + 1'b1;
                rows_q     <= rows_q == 16'd1 ? h_i : rows_q - 16'd1;
                if (last_row) buf_q <= !buf_q;
            end
            held_q <= held_q + {1'b0, take_o && turn_i && last_row} - {1'b0, give && give_last};
            full_q <= full_q + {1'b0, put_q && put_last_q} - {1'b0, give && give_last};

            // ---- giving
            if (give || take_i) out_q <= give;
            if (give) begin
                out_col_q   <= col_q;
                out_count_q <= rows;
                out_addr_q  <= addr_q;
                out_end_q   <= give_last && strip_end && w_left_q <= EDGE;
                if (!give_last) begin
                    col_q  <= col_q + 1'b1;
                    addr_q <= addr_q + down;
                end else begin
                    col_q  <= {TB{1'b0}};
                    from_q <= !from_q;
                    if (!strip_end) begin
                        h_left_q <= h_left_q - EDGE;
                        block_q  <= block_next;
                        addr_q   <= block_next;
                    end else begin
                        h_left_q <= h_i;
                        w_left_q <= w_left_q - EDGE;
                        strip_q  <= strip_next;
                        block_q  <= strip_next;
                        addr_q   <= strip_next;
                    end
                end
            end
        end
    end

    // ---- data
    // A row is written at once, and each of its bytes read in a row of its own: as many small memories side by side.
    (* ram_style = "distributed" *)
    reg  [RB-1:0]   mem [0:2*TILE-1];
    reg  [RB-1:0]   column_q;
    /* verilator lint_off BLKSEQ */    // variables of these processes
    reg  [RB-1:0]   w, v, c;
    reg  [ROWB-1:0] by;
    integer         b;

    always @(posedge clk)
        if (in_q && turn_i) begin
            by = {{ROWB-TB{1'b0}}, in_row_q} << size_i;
            w  = a_i;
            put_row_q <= rotate_right(w, {ROWB{1'b0}} - by);
        end

    integer         at;
    always @(posedge clk) begin
        if (put_q) mem[{put_buf_q, put_at_q}] <= put_row_q;
        if (give) begin
            for (at = 0; at < ROW_BYTES; at = at + 1) c[8*at +: 8] = mem[{from_q, row_of(at) - col_q}][8*at +: 8];
            column_q <= c;
        end
    end

    reg  [ROWB-1:0] to;
    always @(posedge clk)
        if (take_i) begin
            v  = column_q;
            to = {{ROWB-TB{1'b0}}, out_col_q} << size_i;
            if (!turn_i) begin
                // the bytes of the piece, its last element first, are at the top of the mirrored row
                for (b = 0; b < ROW_BYTES; b = b + 1)
                    v[8*b +: 8] = size_i == 2'd0 ? a_i[8*(ROW_BYTES-1-b) +: 8] : size_i == 2'd1 ? a_i[8*((ROW_BYTES-1-b)^1) +: 8] : a_i[8*((ROW_BYTES-1-b)^3) +: 8];
                to = {ROWB{1'b0}} - in_bytes_q[ROWB-1:0];
            end
            data_o <= rotate_right(v, to);
        end
    /* verilator lint_on BLKSEQ */

endmodule
`default_nettype wire
