// SPDX-License-Identifier: Apache-2.0
// dlp_alu - the one-cycle arithmetic of RV64I, and the conditions of branches.
//
// Protocol: combinational.  sum_o <- a + b, or a - b for ALU_SUB, ALU_SLT and ALU_SLTU; then eq_o, lt_o and ltu_o compare a with b.
//           With word_i the operation is done on the low 32 bits; only these are valid in y_o then.
// Method:   one adder for sums and comparisons, one right shifter; a left shift is a right shift of the reversed word.
`default_nettype none

module dlp_alu (
    input  wire [3:0]  op_i,           // ALU_*
    input  wire        word_i,
    input  wire [63:0] a_i,
    input  wire [63:0] b_i,
    output wire [63:0] sum_o,
    output wire        eq_o,
    output wire        lt_o,
    output wire        ltu_o,
    output reg  [63:0] y_o
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    // bit i <-> bit 63 - i: swap halves, then the halves of these, ...
    function [63:0] reversed;
        input [63:0] x;
        reg   [63:0] r;
        begin
            r = {x[31:0], x[63:32]};
            r = (r & 64'h0000ffff0000ffff) << 16 | (r >> 16 & 64'h0000ffff0000ffff);
            r = (r & 64'h00ff00ff00ff00ff) << 8  | (r >> 8  & 64'h00ff00ff00ff00ff);
            r = (r & 64'h0f0f0f0f0f0f0f0f) << 4  | (r >> 4  & 64'h0f0f0f0f0f0f0f0f);
            r = (r & 64'h3333333333333333) << 2  | (r >> 2  & 64'h3333333333333333);
            reversed = (r & 64'h5555555555555555) << 1 | (r >> 1 & 64'h5555555555555555);
        end
    endfunction

    // a + b, or a + ~b + 1; the carry comes in through a bit below
    wire        sub   = op_i == ALU_SUB || op_i == ALU_SLT || op_i == ALU_SLTU;
    wire [63:0] b     = b_i ^ {64{sub}};
    wire [65:0] wide  = {1'b0, a_i, 1'b1} + {1'b0, b, sub};
    wire        unused_ok = wide[0];

    assign sum_o = wide[64:1];
    assign eq_o  = a_i == b_i;
    assign ltu_o = !wide[65];
    assign lt_o  = a_i[63] != b_i[63] ? a_i[63] : ltu_o;

    reg        left, fill;
    reg [5:0]  n;
    reg [63:0] s;                      // value to shift: what a word shift must bring in from above is put there first

    always @* begin
        left = 1'b0; fill = 1'b0; n = 6'd0; s = 64'd0;
        case (op_i)
            ALU_SLL, ALU_SRL, ALU_SRA: begin
                left = op_i == ALU_SLL;
                fill = op_i == ALU_SRA && (word_i ? a_i[31] : a_i[63]);
                n    = {b_i[5] && !word_i, b_i[4:0]};
                if (left) s = reversed(a_i);
                else      s = word_i ? {{32{fill}}, a_i[31:0]} : a_i;
                s    = {64{fill}} ^ (({64{fill}} ^ s) >> n);
                if (left) s = reversed(s);
                y_o  = s;
            end
            ALU_SLT:  y_o = {63'd0, lt_o};
            ALU_SLTU: y_o = {63'd0, ltu_o};
            ALU_XOR:  y_o = a_i ^ b_i;
            ALU_OR:   y_o = a_i | b_i;
            ALU_AND:  y_o = a_i & b_i;
            default:  y_o = sum_o;
        endcase
    end
endmodule
`default_nettype wire
