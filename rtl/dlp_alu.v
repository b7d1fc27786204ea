// SPDX-License-Identifier: Apache-2.0
// dlp_alu - the one-cycle arithmetic of RV64I.
//
// Protocol: combinational; y_o is 0 with valid_i = 0.  With word_i the operation is done on the low 32 bits, the result is sign-extended.
`default_nettype none

module dlp_alu (
    input  wire        valid_i,
    input  wire [3:0]  op_i,           // ALU_*
    input  wire        word_i,
    input  wire [63:0] a_i,
    input  wire [63:0] b_i,
    output reg  [63:0] y_o
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    reg [63:0] s;                      // value to shift: what a word shift must bring in from above is put there first
    reg [5:0]  n;

    always @* begin
        y_o = 64'd0;
        s   = 64'd0;
        n   = 6'd0;
        if (valid_i) begin
            s = !word_i ? a_i : {{32{a_i[31] && op_i == ALU_SRA}}, a_i[31:0]};
            n = {b_i[5] && !word_i, b_i[4:0]};
            case (op_i)
                ALU_ADD:  y_o = a_i + b_i;
                ALU_SUB:  y_o = a_i - b_i;
                ALU_SLL:  y_o = s << n;
                ALU_SLT:  y_o = {63'd0, $signed(a_i) < $signed(b_i)};
                ALU_SLTU: y_o = {63'd0, a_i < b_i};
                ALU_XOR:  y_o = a_i ^ b_i;
                ALU_SRL:  y_o = s >> n;
                ALU_SRA:  y_o = $signed(s) >>> n;
                ALU_OR:   y_o = a_i | b_i;
                ALU_AND:  y_o = a_i & b_i;
                default:  y_o = 64'd0;
            endcase
            if (word_i) y_o = {{32{y_o[31]}}, y_o[31:0]};
        end
    end
endmodule
`default_nettype wire
