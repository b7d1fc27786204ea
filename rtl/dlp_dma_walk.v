// SPDX-License-Identifier: Apache-2.0
// dlp_dma_walk - walks the rows of a strided range as bursts: each burst is a run of rows of one segment.
//
// Protocol: load_i starts a walk; burst_valid_o shows the next burst until burst_ready_i; last_o marks the last one of the walk.
//           A burst has at most MAX_ROWS rows and never crosses a 4 KiB boundary.
// Latency:  one burst per cycle.
`default_nettype none

module dlp_dma_walk #(
    parameter ROW_BYTES = 64,
    parameter MAX_ROWS  = 8,           // 1 to 256
    parameter ADDR_BITS = 40
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        load_i,
    input  wire [ADDR_BITS-1:0] addr_i,  // of the first byte
    input  wire [31:0] bytes_i,        // of a segment, 1 or more
    input  wire [31:0] stride_i,
    input  wire [15:0] segments_i,     // 1 or more

    output reg         burst_valid_o,
    input  wire        burst_ready_i,
    output wire [ADDR_BITS-1:0] burst_addr_o,  // aligned to ROW_BYTES
    output wire [8:0]  burst_rows_o,
    output wire        last_o
);
    localparam ROWB   = $clog2(ROW_BYTES);
    localparam PAGE_ROWS = 4096 / ROW_BYTES;
    localparam PB     = $clog2(PAGE_ROWS);
    localparam [31:0] MAX_W = MAX_ROWS, PAGE_W = PAGE_ROWS;

    reg [ADDR_BITS-1:0] seg_q;         // first byte of the segment
    reg [31:0]          bytes_q, stride_q;
    reg [15:0]          left_q;        // segments after this one
    reg [ADDR_BITS-1:ROWB] row_q;      // next row
    reg [32-ROWB:0]     rows_q;        // rows of this segment that are left

    // rows of a segment: ceil((offset in the row + bytes) / ROW_BYTES)
    function [32-ROWB:0] rows_of(input [ROWB-1:0] offset, input [31:0] bytes);
        // ceil((offset + bytes) / ROW) = (bytes >> log2 ROW) + ceil((offset + low bytes) / ROW), the last being 0, 1 or 2
        rows_of = {1'b0, bytes[31:ROWB]} + {{32-ROWB{1'b0}}, bytes[ROWB-1:0] != {ROWB{1'b0}} || offset != {ROWB{1'b0}}}
                + {{32-ROWB{1'b0}}, {1'b0, bytes[ROWB-1:0]} + {1'b0, offset} > {1'b1, {ROWB{1'b0}}}};
    endfunction

    wire [8:0] to_page = PAGE_W[8:0] - {{9-PB{1'b0}}, row_q[ROWB +: PB]};
    wire [8:0] limit   = to_page < MAX_W[8:0] ? to_page : MAX_W[8:0];
    wire       whole   = rows_q <= {{24-ROWB{1'b0}}, limit};

    assign burst_addr_o = {row_q, {ROWB{1'b0}}};
    assign burst_rows_o = whole ? rows_q[8:0] : limit;
    assign last_o       = whole && left_q == 16'd0;

    wire [ADDR_BITS-1:0] next_seg = seg_q + {{ADDR_BITS-32{1'b0}}, stride_q};

    always @(posedge clk)
        if (!rst_n)
            burst_valid_o <= 1'b0;
        else if (load_i) begin
            burst_valid_o <= 1'b1;
            seg_q    <= addr_i;
            bytes_q  <= bytes_i;
            stride_q <= stride_i;
            left_q   <= segments_i - 16'd1;
            row_q    <= addr_i[ADDR_BITS-1:ROWB];
            rows_q   <= rows_of(addr_i[ROWB-1:0], bytes_i);
        end else if (burst_valid_o && burst_ready_i) begin
            if (!whole) begin
                row_q  <= row_q + {{ADDR_BITS-ROWB-9{1'b0}}, limit};
                rows_q <= rows_q - {{24-ROWB{1'b0}}, limit};
            end else if (left_q != 16'd0) begin
                seg_q  <= next_seg;
                left_q <= left_q - 16'd1;
                row_q  <= next_seg[ADDR_BITS-1:ROWB];
                rows_q <= rows_of(next_seg[ROWB-1:0], bytes_q);
            end else
                burst_valid_o <= 1'b0;
        end
endmodule
`default_nettype wire
