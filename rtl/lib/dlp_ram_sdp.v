// SPDX-License-Identifier: Apache-2.0
// dlp_ram_sdp - memory with one write port and one read port.
//
// Protocol: a word must not be read in the cycle in which it is written (what is read would depend on the technology).
// Latency:  rdata_o one cycle after re_i; it holds until the next read.
// Reset:    none; the words keep what they hold.
`default_nettype none

module dlp_ram_sdp #(
    parameter WIDTH = 32,              // bits of a word, 1 or more
    parameter DEPTH = 16,              // words, 2 or more
    /* verilator lint_off UNUSEDPARAM */   // used by synthesis only
    parameter STYLE = "auto"           // "block": block RAM, "distributed": LUT RAM, "auto": the tool decides by size
    /* verilator lint_on UNUSEDPARAM */
) (
    input  wire                     clk,
    input  wire                     we_i,
    input  wire [$clog2(DEPTH)-1:0] waddr_i,
    input  wire [WIDTH-1:0]         wdata_i,
    input  wire                     re_i,
    input  wire [$clog2(DEPTH)-1:0] raddr_i,
    output reg  [WIDTH-1:0]         rdata_o
);
    generate if (DEPTH < 2) begin : g_check
        ERROR_DEPTH_must_be_2_or_more u_error ();
    end endgenerate

    (* no_rw_check, ram_style = STYLE *)
    reg [WIDTH-1:0] mem [0:DEPTH-1] /* verilator public_flat_rd */;

    always @(posedge clk) begin
        if (we_i) mem[waddr_i] <= wdata_i;
        if (re_i) rdata_o <= mem[raddr_i];
    end

`ifdef FORMAL
    // Rule 1: a read returns what was last written to its address.
    (* anyconst *) wire [$clog2(DEPTH)-1:0] f_addr;
    reg [WIDTH-1:0] f_value, f_expect;
    reg             f_known = 1'b0, f_read = 1'b0;

    always @(posedge clk) begin
        f_read <= re_i && raddr_i == f_addr && f_known;
        if (re_i) f_expect <= f_value;
        if (we_i && waddr_i == f_addr) begin
            f_value <= wdata_i;
            f_known <= 1'b1;
        end
    end
    always @* begin
        assume (f_addr < DEPTH);
        assume (!(we_i && re_i && waddr_i == raddr_i));   // the users' obligation
        if (f_known) assert (mem[f_addr] == f_value);
        if (f_read)  assert (rdata_o == f_expect);
        cover (f_read && we_i && re_i);
    end
    // Rule 2: read data hold until the next read.
    reg f_past = 1'b0;
    always @(posedge clk) begin
        f_past <= 1'b1;
        if (f_past && $past(!re_i)) assert ($stable(rdata_o));
    end
`endif
endmodule
`default_nettype wire
