// SPDX-License-Identifier: Apache-2.0
// dlp_float_tb - gives the functions of dlp_float.vh ports: operation op_i on a_i, b_i; a conversion takes its rounding from how_i.
//
// Latency: 1.
`default_nettype none

module dlp_float_tb (
    input  wire        clk,
    input  wire [3:0]  op_i,
    input  wire [2:0]  how_i,
    input  wire [31:0] a_i,
    input  wire [31:0] b_i,
    output reg  [31:0] r_o
);
    `include "dlp_spec.vh"
    `include "dlp_float.vh"

    always @(posedge clk)
        case (op_i)
            4'd0:    r_o <= fadd32(a_i, b_i);
            4'd1:    r_o <= fmul32(a_i, b_i);
            4'd2:    r_o <= int_to_f32(a_i, 1'b0, how_i);
            4'd3:    r_o <= int_to_f32(a_i, 1'b1, how_i);
            4'd4:    r_o <= f32_to_int(a_i, 1'b0, how_i);
            4'd5:    r_o <= f32_to_int(a_i, 1'b1, how_i);
            4'd6:    r_o <= {16'd0, f32_to_f16(a_i, how_i)};
            4'd7:    r_o <= {16'd0, f32_to_bf16(a_i, how_i)};
            default: r_o <= f16_to_f32(a_i[15:0]);
        endcase
endmodule
`default_nettype wire
