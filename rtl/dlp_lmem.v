// SPDX-License-Identifier: Apache-2.0
// dlp_lmem - local memory of a scalar core: 64-bit words, byte enables, one access per cycle.
// Latency:  read data one cycle after the access.
`default_nettype none

module dlp_lmem #(
    parameter BYTES = 32768
) (
    input  wire        clk,
    input  wire        en_i,
    input  wire        we_i,
    input  wire [12:0] word_i,
    input  wire [7:0]  be_i,
    input  wire [63:0] wdata_i,
    output wire [63:0] rdata_o
);
    localparam AW = $clog2(BYTES / 8);

    dlp_ram_1p #(.WIDTH(64), .DEPTH(BYTES / 8)) u_ram (
        .clk(clk), .en_i(en_i), .we_i(we_i), .addr_i(word_i[AW-1:0]), .be_i(be_i), .wdata_i(wdata_i), .rdata_o(rdata_o)
    );
    wire unused_ok = &{1'b0, word_i};
endmodule
`default_nettype wire
