// SPDX-License-Identifier: Apache-2.0
// dlp_regfile - x0..x31: three read ports, one write port.
//
// Protocol: reads are combinational and show writes of earlier cycles.  A write to register 0 must not happen (it would change x0).
//           After reset all registers are set to 0, one in a cycle; ready_o = 0 until then, and writes are lost.
`default_nettype none

module dlp_regfile (
    input  wire        clk,
    input  wire        rst_n,
    output wire        ready_o,

    input  wire        we_i,
    input  wire [4:0]  rd_i,
    input  wire [63:0] wdata_i,

    input  wire        re_i,           // values are 0 without it
    input  wire [4:0]  a_i,
    input  wire [4:0]  b_i,
    input  wire [4:0]  c_i,
    output wire [63:0] a_o,
    output wire [63:0] b_o,
    output wire [63:0] c_o
);
    reg [63:0] x [0:31];
    reg [5:0]  clear_q;                // 0..31: register being cleared, 32: done

    assign ready_o = clear_q[5];
    assign a_o     = re_i ? x[a_i] : 64'd0;
    assign b_o     = re_i ? x[b_i] : 64'd0;
    assign c_o     = re_i ? x[c_i] : 64'd0;

    wire        we    = we_i || !ready_o;
    wire [4:0]  waddr = ready_o ? rd_i : clear_q[4:0];
    wire [63:0] wdata = ready_o ? wdata_i : 64'd0;

    always @(posedge clk) begin
        if (we) x[waddr] <= wdata;
        if (!rst_n)        clear_q <= 6'd0;
        else if (!ready_o) clear_q <= clear_q + 6'd1;
    end
endmodule
`default_nettype wire
