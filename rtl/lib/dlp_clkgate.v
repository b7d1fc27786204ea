// SPDX-License-Identifier: Apache-2.0
// dlp_clkgate - the clock of a unit that stands still while the unit has nothing to do.
//
// Protocol: clk_o follows clk in reset and in the 63 cycles after it, in every cycle that ends with en_i, and in TAIL cycles more.  A unit asks
//           for its clock from the first cycle of a request on, until TAIL cycles later all its registers would keep their values: so it behaves
//           as if its clock never stopped.
// Latency:  0.
// In simulation and in an ASIC: a latch that is open while clk is low, and an AND; no glitch.  Synthesis for FPGAs and proofs take clk itself.
// A simulator by Verilator spends no time on a unit whose clock stands still.  -DDLP_CLOCK_ALWAYS leaves all clocks on.
`default_nettype none
`ifdef SYNTHESIS
    `define DLP_CLOCK_ALWAYS
`endif
`ifdef FORMAL
    `define DLP_CLOCK_ALWAYS
`endif

module dlp_clkgate #(
    parameter TAIL = 15                // 1 to 63
) (
    input  wire clk,
    input  wire rst_n,
    input  wire en_i,
    output wire clk_o
);
`ifdef DLP_CLOCK_ALWAYS
    assign clk_o = clk;
    wire unused_ok = &{1'b0, rst_n, en_i};
`else
    localparam [31:0] TAIL_W = TAIL;
    reg  [5:0] tail_q;                 // cycles that the clock stays on
    reg        open;

    always @(posedge clk)
        if (!rst_n)                              tail_q <= 6'd63;
        else if (en_i && tail_q <= TAIL_W[5:0]) tail_q <= TAIL_W[5:0];
        else if (tail_q != 6'd0)                 tail_q <= tail_q - 6'd1;

    /* verilator lint_off LATCH */
    always @* if (!clk) open = !rst_n || en_i || tail_q != 6'd0;
    /* verilator lint_on LATCH */
    assign clk_o = clk && open;
`endif
endmodule
`default_nettype wire
