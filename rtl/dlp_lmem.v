// SPDX-License-Identifier: Apache-2.0
// dlp_lmem - local memory of a scalar core: stack and scalars.
//
// Protocol: hit_o says whether an address is in the memory.  With en_i, an aligned load or store is done; no access may be
//           made with hit_o = 0.
// Latency:  load data one cycle after en_i, for one cycle.
`default_nettype none

module dlp_lmem #(
    parameter LMEM_BYTES = 32768       // multiple of 8, at most the window
) (
    input  wire        clk,

    input  wire [63:0] addr_i,
    output wire        hit_o,
    input  wire        en_i,
    input  wire        write_i,
    input  wire [7:0]  be_i,           // of the word that holds the value
    input  wire [63:0] wdata_i,        // the value in its place in the word

    output wire [63:0] rdata_o         // the word
);
    `include "dlp_spec.vh"

    localparam        DEPTH = LMEM_BYTES / 8;
    localparam        AW    = $clog2(DEPTH);
    localparam [63:0] IN_WINDOW = {23'd0, MEM_LMEM_WINDOW - 41'd1};
    localparam [63:0] BASE      = {24'd0, MEM_LMEM_BASE};
    localparam [31:0] BYTES     = LMEM_BYTES;

    assign hit_o = (addr_i & ~IN_WINDOW) == BASE && (addr_i & IN_WINDOW) < {32'd0, BYTES};

    dlp_ram_1p #(.WIDTH(64), .DEPTH(DEPTH)) u_ram (
        .clk(clk), .en_i(en_i), .we_i(write_i), .addr_i(addr_i[AW+2:3]), .be_i(be_i), .wdata_i(wdata_i), .rdata_o(rdata_o)
    );
endmodule
`default_nettype wire
