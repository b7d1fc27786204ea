// SPDX-License-Identifier: Apache-2.0
// dlp_dma_put - bus side of a writer: gives write addresses ahead of the rows, and marks the last row of each burst.
//
// Protocol: load_i takes a copy and start_i starts it in a later cycle; addresses follow, at most 4 bursts before their data.  While hold_i
//           is high no new address is shown; one that is shown stays.  Rows come in the order of the addresses (row_*); data and
//           strobes go past this block.  busy_o: addresses are left.
// Latency:  1 from start_i to the first address; one burst and one row per cycle.
`default_nettype none

module dlp_dma_put #(
    parameter ROW_BYTES   = 64,
    parameter MAX_ROWS    = 16,
    parameter ADDR_BITS   = 40,
    parameter LEN_BITS    = 32,
    parameter STRIDE_BITS = 32,
    parameter STRIDED     = 1
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        load_i,
    input  wire        start_i,
    input  wire [ADDR_BITS-1:0]   addr_i,
    input  wire [LEN_BITS-1:0]    last_i,        // bytes of a segment - 1
    input  wire [STRIDE_BITS-1:0] stride_i,
    input  wire [15:0] more_i,         // segments of a plane - 1
    input  wire [ADDR_BITS-1:0]   jump_i,
    input  wire [15:0] planes_i,       // planes - 1
    input  wire        hold_i,
    output wire        busy_o,

    // rows of the aligner
    input  wire        row_valid_i,
    output wire        row_ready_o,
    input  wire        row_last_i,     // the last row of its segment
    input  wire [$clog2(MAX_ROWS)-1:0] row_i,    // number of the row, modulo MAX_ROWS

    // memory bus, without data and strobes
    output wire        awvalid_o,
    input  wire        awready_i,
    output wire [ADDR_BITS-1:0] awaddr_o,
    output wire [$clog2(MAX_ROWS)-1:0] awlen_o,  // of the burst that is shown next
    output wire        wvalid_o,
    input  wire        wready_i,
    output wire        wlast_o,

    output wire        aw_taken_o      // one more response will come
);
    wire      burst;
    reg       shown_q;                 // an address was shown and not taken
    reg [2:0] ahead_q;                 // bursts whose address was taken and whose data are not all out
    wire      last_out = wvalid_o && wready_i && wlast_o;

    dlp_dma_walk #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(MAX_ROWS), .ADDR_BITS(ADDR_BITS), .LEN_BITS(LEN_BITS), .STRIDE_BITS(STRIDE_BITS), .STRIDED(STRIDED)) u_walk (
        .clk(clk), .rst_n(rst_n), .load_i(load_i), .addr_i(addr_i), .last_i(last_i), .stride_i(stride_i), .more_i(more_i),
        .jump_i(jump_i), .planes_i(planes_i),
        .start_i(start_i), .single_i(1'b0), .burst_valid_o(burst), .burst_ready_i(aw_taken_o), .burst_addr_o(awaddr_o), .burst_len_o(awlen_o)
    );

    // there is room while an address waits: only a taken address is one more ahead
    assign awvalid_o   = burst && !ahead_q[2] && (shown_q || !hold_i);
    assign aw_taken_o  = awvalid_o && awready_i;
    assign busy_o      = burst;
    assign wvalid_o    = row_valid_i && ahead_q != 3'd0;
    assign wlast_o     = row_last_i || row_i == {$clog2(MAX_ROWS){1'b1}};      // where the walk ends its bursts
    assign row_ready_o = ahead_q != 3'd0 && wready_i;

    always @(posedge clk)
        if (!rst_n) begin
            shown_q <= 1'b0;
            ahead_q <= 3'd0;
        end else begin
            shown_q <= awvalid_o && !awready_i;
            if (aw_taken_o != last_out) ahead_q <= aw_taken_o ? ahead_q + 3'd1 : ahead_q - 3'd1;
        end
endmodule
`default_nettype wire
