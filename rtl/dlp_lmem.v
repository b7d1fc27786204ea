// SPDX-License-Identifier: Apache-2.0
// dlp_lmem - local memory of a scalar core: stack and scalars.
//
// Protocol: hit_o says whether an address is in the memory.  With en_i, an aligned load or store of the size is done; no access may be
//           made with hit_o = 0.
// Latency:  load data one cycle after en_i, for one cycle.
`default_nettype none

module dlp_lmem #(
    parameter LMEM_BYTES = 32768       // multiple of 8, at most the window
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire [63:0] addr_i,
    output wire        hit_o,
    input  wire        en_i,
    input  wire        write_i,
    input  wire [2:0]  size_i,         // funct3
    input  wire [63:0] wdata_i,        // in the low bytes

    output wire [63:0] rdata_o
);
    `include "dlp_spec.vh"

    localparam        DEPTH = LMEM_BYTES / 8;
    localparam        AW    = $clog2(DEPTH);
    localparam [63:0] IN_WINDOW = {23'd0, MEM_LMEM_WINDOW - 41'd1};
    localparam [63:0] BASE      = {24'd0, MEM_LMEM_BASE};
    localparam [31:0] BYTES     = LMEM_BYTES;

    assign hit_o = (addr_i & ~IN_WINDOW) == BASE && (addr_i & IN_WINDOW) < {32'd0, BYTES};

    reg [7:0]  be;
    reg [63:0] wdata;

    always @* begin
        be    = 8'd0;
        wdata = 64'd0;
        if (en_i && write_i) begin
            case (size_i[1:0])
                2'd0:    be = 8'h01;
                2'd1:    be = 8'h03;
                2'd2:    be = 8'h0f;
                default: be = 8'hff;
            endcase
            be    = be << addr_i[2:0];
            wdata = wdata_i << {addr_i[2:0], 3'b000};
        end
    end

    wire [63:0] word;
    dlp_ram_1p #(.WIDTH(64), .DEPTH(DEPTH)) u_ram (
        .clk(clk), .en_i(en_i), .we_i(write_i), .addr_i(addr_i[AW+2:3]), .be_i(be), .wdata_i(wdata), .rdata_o(word)
    );

    reg       load_q;
    reg [2:0] size_q, offset_q;

    always @(posedge clk) begin
        load_q <= rst_n && en_i && !write_i;
        if (en_i) begin
            size_q   <= size_i;
            offset_q <= addr_i[2:0];
        end
    end

    dlp_align u_align (.valid_i(load_q), .size_i(size_q), .offset_i(offset_q), .word_i(word), .y_o(rdata_o));
endmodule
`default_nettype wire
