// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_write - collects pieces of a byte stream and writes them to NRAM as masked rows.
//
// Protocol: start_i gives the offset of the first byte.  A piece (in_*) has 1 to ROW_BYTES bytes, or none if it is the last; in_last_i ends the stream.
//           done_o when the last row has been written.  in_seek_i: the piece has a place of its own, in_addr_i; what was before is complete.
//           Bytes without in_be_i keep their place and are not written.
//           stop_i, when no piece comes any more: ends the stream behind the last piece.
// Latency:  2; one piece per cycle, plus one cycle when the last piece leaves a rest behind.
`default_nettype none

module dlp_vpu_write #(
    parameter ROW_BYTES = 64
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start_i,
    input  wire [19:0] addr_i,

    input  wire        in_valid_i,
    output wire        in_ready_o,
    input  wire [8*ROW_BYTES-1:0] in_data_i,
    input  wire [ROW_BYTES-1:0]   in_be_i,
    input  wire [7:0]  in_bytes_i,
    input  wire        in_last_i,
    input  wire        in_seek_i,
    input  wire [19:0] in_addr_i,
    input  wire        stop_i,
    output wire        done_o,

    output reg         req_valid_o,
    input  wire        req_ready_i,
    output reg  [15:0] req_row_o,
    output reg  [ROW_BYTES-1:0]   req_be_o,
    output reg  [8*ROW_BYTES-1:0] req_wdata_o
);
    localparam RB   = 8 * ROW_BYTES;
    localparam ROWB = $clog2(ROW_BYTES);
    localparam [31:0] ROW_W = ROW_BYTES;
    `include "dlp_rotate.vh"

    reg  [19:ROWB]       row_q;
    reg  [ROWB-1:0]      pos_q;
    reg  [RB-1:0]        acc_q;        // bytes below pos_q that wait for the rest of their row
    reg  [ROW_BYTES-1:0] be_q;
    reg                  flush_q;      // the rest of the last piece is still in acc_q
    reg                  end_q;

    wire       free  = !req_valid_o || req_ready_i;
    wire       go    = in_valid_i && in_ready_o;
    wire [ROWB-1:0] pos = in_seek_i ? in_addr_i[ROWB-1:0] : pos_q;
    wire [19:ROWB]  row = in_seek_i ? in_addr_i[19:ROWB] : row_q;
    wire [8:0] reach = {{9-ROWB{1'b0}}, pos} + {1'b0, in_bytes_i};
    wire       full  = reach >= ROW_W[8:0];
    wire       rest  = reach > ROW_W[8:0];

    assign in_ready_o = free && !flush_q;
    assign done_o     = end_q && !flush_q && !req_valid_o;

    wire [ROWB-1:0]        last = pos + in_bytes_i[ROWB-1:0];       // byte after the piece, in its row
    wire [ROW_BYTES-1:0]   low  = {ROW_BYTES{1'b1}} << pos;
    wire [ROW_BYTES-1:0]   high = {ROW_BYTES{1'b1}} << last;
    reg  [ROW_BYTES-1:0]   enabled;                                  // in_be_i, rotated to its place
    integer                s;
    always @* begin
        enabled = in_be_i;
        for (s = 0; s < ROWB; s = s + 1)
            if (pos[s]) enabled = (enabled << (1 << s)) | (enabled >> (ROW_BYTES - (1 << s)));
    end
    wire [ROW_BYTES-1:0]   be   = (full ? low : low & ~high) & enabled;      // bytes of the piece in this row
    wire                   alone = in_last_i || in_seek_i;           // nothing follows that belongs to the same row
    /* verilator lint_off BLKSEQ */    // turned and merged are variables of this process
    reg  [RB-1:0]          turned, merged;

    always @(posedge clk) begin
        if (req_ready_i) req_valid_o <= 1'b0;
        if (!rst_n) begin
            req_valid_o <= 1'b0;
            flush_q     <= 1'b0;
            end_q       <= 1'b0;
        end else if (start_i) begin
            row_q   <= addr_i[19:ROWB];
            pos_q   <= addr_i[ROWB-1:0];
            be_q    <= {ROW_BYTES{1'b0}};
            flush_q <= 1'b0;
            end_q   <= 1'b0;
        end else if (flush_q) begin
            if (free) begin
                req_valid_o <= be_q != {ROW_BYTES{1'b0}};
                req_row_o   <= {{ROWB-4{1'b0}}, row_q};
                req_be_o    <= be_q;
                req_wdata_o <= acc_q;
                flush_q     <= 1'b0;
                be_q        <= {ROW_BYTES{1'b0}};
            end
        end else if (go) begin
            // rotated to its place; bytes below pos come from the row that waits, what lies beyond the piece is not enabled
            turned = rotate_right(in_data_i, {ROWB{1'b0}} - pos);
            merged = upper(turned, acc_q, pos);
            if (full || alone) begin
                req_valid_o <= (be_q | be) != {ROW_BYTES{1'b0}};
                req_row_o   <= {{ROWB-4{1'b0}}, row};
                req_be_o    <= be_q | be;
                req_wdata_o <= merged;
            end
            row_q <= full ? row + 1'b1 : row;
            pos_q <= last;
            be_q  <= full ? ~high & enabled : alone ? {ROW_BYTES{1'b0}} : be_q | be;
            acc_q <= full ? turned : merged;
            if (alone) flush_q <= rest;
            if (in_last_i) end_q <= 1'b1;
        end else if (stop_i && !end_q) begin
            flush_q <= be_q != {ROW_BYTES{1'b0}};
            end_q   <= 1'b1;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
