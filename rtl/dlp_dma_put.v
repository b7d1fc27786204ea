// SPDX-License-Identifier: Apache-2.0
// dlp_dma_put - bus side of a writer: gives write addresses ahead of the rows, and marks the last row of each burst.
//
// Protocol: load_i starts a copy; addresses follow at once, at most 4 bursts before their data.  While hold_i is high no new address is shown; one that is
//           shown stays.  Rows come in the order of the addresses (row_*); data and strobes go past this block.  busy_o: addresses are left.
// Latency:  1 from load_i to the first address; one burst and one row per cycle.
`default_nettype none

module dlp_dma_put #(
    parameter ROW_BYTES = 64,
    parameter MAX_ROWS  = 16,
    parameter ADDR_BITS = 40
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        load_i,
    input  wire [ADDR_BITS-1:0] addr_i,
    input  wire [31:0] bytes_i,
    input  wire [31:0] stride_i,
    input  wire [15:0] segments_i,
    input  wire        hold_i,
    output wire        busy_o,

    // rows of the aligner
    input  wire        row_valid_i,
    output wire        row_ready_o,

    // memory bus, without data and strobes
    output wire        awvalid_o,
    input  wire        awready_i,
    output wire [ADDR_BITS-1:0] awaddr_o,
    output wire [7:0]  awlen_o,
    output wire        wvalid_o,
    input  wire        wready_i,
    output wire        wlast_o,

    output wire        aw_taken_o,     // one more response will come
    output wire [8:0]  aw_rows_o       // rows of the burst that is shown next
);
    wire       room, len_valid, last, last_unused;
    wire [8:0] len;
    wire [2:0] count_unused;
    reg  [8:0] beat_q;                 // rows of the burst that are out
    reg        shown_q;                // an address was shown and not taken

    dlp_dma_walk #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(MAX_ROWS), .ADDR_BITS(ADDR_BITS)) u_walk (
        .clk(clk), .rst_n(rst_n), .load_i(load_i), .addr_i(addr_i), .bytes_i(bytes_i), .stride_i(stride_i), .segments_i(segments_i),
        .burst_valid_o(busy_o), .burst_ready_i(aw_taken_o), .burst_addr_o(awaddr_o), .burst_rows_o(aw_rows_o), .last_o(last_unused)
    );
    dlp_fifo #(.WIDTH(9), .DEPTH(4)) u_lengths (
        .clk(clk), .rst_n(rst_n), .in_valid_i(aw_taken_o), .in_ready_o(room), .in_data_i(aw_rows_o),
        .out_valid_o(len_valid), .out_ready_i(row_valid_i && wready_i && last), .out_data_o(len), .count_o(count_unused)
    );

    // room does not fall while an address waits: only a taken address enters the queue
    assign awvalid_o   = busy_o && room && (shown_q || !hold_i);
    assign aw_taken_o  = awvalid_o && awready_i;
    assign awlen_o     = aw_rows_o[7:0] - 8'd1;
    assign last        = beat_q + 9'd1 == len;
    assign wvalid_o    = row_valid_i && len_valid;
    assign wlast_o     = last;
    assign row_ready_o = len_valid && wready_i;

    always @(posedge clk)
        if (!rst_n) begin
            beat_q  <= 9'd0;
            shown_q <= 1'b0;
        end else begin
            shown_q <= awvalid_o && !awready_i;
            if (wvalid_o && wready_i) beat_q <= last ? 9'd0 : beat_q + 9'd1;
        end

    wire unused_ok = &{1'b0, last_unused, count_unused};
endmodule
`default_nettype wire
