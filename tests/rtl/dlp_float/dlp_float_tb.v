// SPDX-License-Identifier: Apache-2.0
// dlp_float_tb - gives the functions of dlp_float.vh ports: operation op_i on a_i, b_i.
//
// Latency: 1.
`default_nettype none

module dlp_float_tb (
    input  wire        clk,
    input  wire [2:0]  op_i,           // 0 add, 1 multiply, 2 int32 to float, 3 float to int32, 4 maximum, 5 minimum
    input  wire [31:0] a_i,
    input  wire [31:0] b_i,
    output reg  [31:0] r_o
);
    `include "dlp_float.vh"

    always @(posedge clk)
        case (op_i)
            3'd0:    r_o <= fadd32(a_i, b_i);
            3'd1:    r_o <= fmul32(a_i, b_i);
            3'd2:    r_o <= i32_to_f32(a_i);
            3'd3:    r_o <= f32_to_i32(a_i);
            3'd4:    r_o <= fmax32(a_i, b_i, 1'b0);
            default: r_o <= fmax32(a_i, b_i, 1'b1);
        endcase
endmodule
`default_nettype wire
