// SPDX-License-Identifier: Apache-2.0
// dlp_ram_1p - single-port memory with byte enables.  The one place to map to block RAM or an SRAM macro.
//
// Protocol: with en_i, either a write (we_i: the bytes chosen by be_i) or a read.
// Latency:  rdata_o one cycle after a read; it holds until the next read.
// Reset:    none; the words keep what they hold.
`default_nettype none

module dlp_ram_1p #(
    parameter WIDTH = 64,              // bits of a word, multiple of 8
    parameter DEPTH = 1024,            // words, 2 or more
    /* verilator lint_off UNUSEDPARAM */   // used by synthesis only
    parameter STYLE = "auto"           // "block": block RAM, "distributed": LUT RAM, "auto": the tool decides by size
    /* verilator lint_on UNUSEDPARAM */
) (
    input  wire                     clk,
    input  wire                     en_i,
    input  wire                     we_i,
    input  wire [$clog2(DEPTH)-1:0] addr_i,
    input  wire [WIDTH/8-1:0]       be_i,
    input  wire [WIDTH-1:0]         wdata_i,
    output reg  [WIDTH-1:0]         rdata_o
);
    generate if (WIDTH % 8 != 0 || DEPTH < 2) begin : g_check
        ERROR_WIDTH_must_be_a_multiple_of_8_and_DEPTH_2_or_more u_error ();
    end endgenerate

    (* no_rw_check, ram_style = STYLE *)
    reg [WIDTH-1:0] mem [0:DEPTH-1] /* verilator public_flat_rd */;
    integer b;

    // Twice the same: no other process touches the array, so a blocking write means the same as the other; it is several times faster
    // in Verilator, and Yosys would build registers from it.
`ifdef VERILATOR
    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (en_i) begin
            if (!we_i)
                rdata_o <= mem[addr_i];
            else if (&be_i)
                mem[addr_i] = wdata_i;
            else
                for (b = 0; b < WIDTH / 8; b = b + 1)
                    if (be_i[b]) mem[addr_i][8*b +: 8] = wdata_i[8*b +: 8];
        end
    /* verilator lint_on BLKSEQ */
`else
    always @(posedge clk)
        if (en_i) begin
            if (!we_i)
                rdata_o <= mem[addr_i];
            else
                for (b = 0; b < WIDTH / 8; b = b + 1)
                    if (be_i[b]) mem[addr_i][8*b +: 8] <= wdata_i[8*b +: 8];
        end
`endif

`ifdef FORMAL
    // Rule 1: a read returns, byte for byte, what was last written to its address.
    (* anyconst *) wire [$clog2(DEPTH)-1:0] f_addr;
    (* anyconst *) wire [$clog2(WIDTH/8)-1:0] f_byte;
    reg [7:0] f_value;                 // last value written to that byte
    reg       f_known = 1'b0, f_read = 1'b0;
    reg [7:0] f_expect;

    always @(posedge clk) begin
        f_read <= en_i && !we_i && addr_i == f_addr && f_known;
        if (en_i && !we_i) f_expect <= f_value;
        if (en_i && we_i && addr_i == f_addr && be_i[f_byte]) begin
            f_value <= wdata_i[8*f_byte +: 8];
            f_known <= 1'b1;
        end
    end
    always @* begin
        assume (f_addr < DEPTH && f_byte < WIDTH / 8);
        if (f_known) assert (mem[f_addr][8*f_byte +: 8] == f_value);
        if (f_read)  assert (rdata_o[8*f_byte +: 8] == f_expect);
        cover (f_read && f_expect == 8'ha5);
    end
    // Rule 2: read data hold until the next read.
    reg f_past = 1'b0;
    always @(posedge clk) begin
        f_past <= 1'b1;
        if (f_past && $past(!en_i || we_i)) assert ($stable(rdata_o));
    end
`endif
endmodule
`default_nettype wire
