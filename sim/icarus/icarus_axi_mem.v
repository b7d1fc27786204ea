// SPDX-License-Identifier: Apache-2.0
// icarus_axi_mem - memory behind an AXI port of the chip, for dlp_icarus_tb: one burst in each direction at a time.
//
// Limits:   addresses are row-aligned; an access beyond the end is answered with SLVERR.
`default_nettype none

module icarus_axi_mem #(
    parameter ROW_BYTES = 16,
    parameter AW        = 40,          // address bits
    parameter ROWS      = 1024
) (
    input  wire                   clk,
    input  wire                   rst_n,

    input  wire                   arvalid,
    output wire                   arready,
    input  wire [AW-1:0]          araddr,
    input  wire [7:0]             arlen,
    input  wire [7:0]             arid,
    output wire                   rvalid,
    input  wire                   rready,
    output wire [8*ROW_BYTES-1:0] rdata,
    output wire [1:0]             rresp,
    output wire                   rlast,
    output wire [7:0]             rid,

    input  wire                   awvalid,
    output wire                   awready,
    input  wire [AW-1:0]          awaddr,
    input  wire [7:0]             awid,
    input  wire                   wvalid,
    output wire                   wready,
    input  wire [8*ROW_BYTES-1:0] wdata,
    input  wire [ROW_BYTES-1:0]   wstrb,
    input  wire                   wlast,
    output wire                   bvalid,
    input  wire                   bready,
    output wire [1:0]             bresp,
    output wire [7:0]             bid
);
    localparam SHIFT = $clog2(ROW_BYTES);

    reg [8*ROW_BYTES-1:0] mem [0:ROWS-1];
    integer i;
    initial for (i = 0; i < ROWS; i = i + 1) mem[i] = {8*ROW_BYTES{1'b0}};

    // ---- reads
    reg          r_busy_q;
    reg [AW-1:0] r_row_q;
    reg [7:0]    r_left_q, r_id_q;

    assign arready = !r_busy_q;
    assign rvalid  = r_busy_q;
    assign rdata   = r_row_q < ROWS ? mem[r_row_q] : {8*ROW_BYTES{1'b0}};
    assign rresp   = r_row_q < ROWS ? 2'b00 : 2'b10;
    assign rlast   = r_left_q == 8'd0;
    assign rid     = r_id_q;

    always @(posedge clk)
        if (!rst_n)
            r_busy_q <= 1'b0;
        else if (arvalid && arready) begin
            r_busy_q <= 1'b1;
            r_row_q  <= araddr >> SHIFT;
            r_left_q <= arlen;
            r_id_q   <= arid;
        end else if (rvalid && rready) begin
            r_busy_q <= !rlast;
            r_row_q  <= r_row_q + 1;
            r_left_q <= r_left_q - 8'd1;
        end

    // ---- writes: address, data, response
    reg          w_busy_q, b_busy_q, w_bad_q;
    reg [AW-1:0] w_row_q;
    reg [7:0]    w_id_q;
    integer      b;

    assign awready = !w_busy_q && !b_busy_q;
    assign wready  = w_busy_q;
    assign bvalid  = b_busy_q;
    assign bresp   = w_bad_q ? 2'b10 : 2'b00;
    assign bid     = w_id_q;

    always @(posedge clk)
        if (!rst_n) begin
            w_busy_q <= 1'b0;
            b_busy_q <= 1'b0;
        end else if (awvalid && awready) begin
            w_busy_q <= 1'b1;
            w_bad_q  <= 1'b0;
            w_row_q  <= awaddr >> SHIFT;
            w_id_q   <= awid;
        end else if (wvalid && wready) begin
            if (w_row_q < ROWS)
                for (b = 0; b < ROW_BYTES; b = b + 1) begin
                    if (wstrb[b]) mem[w_row_q][8*b +: 8] <= wdata[8*b +: 8];
                end
            else
                w_bad_q <= 1'b1;
            w_row_q  <= w_row_q + 1;
            w_busy_q <= !wlast;
            b_busy_q <= wlast;
        end else if (bvalid && bready)
            b_busy_q <= 1'b0;
endmodule
`default_nettype wire
