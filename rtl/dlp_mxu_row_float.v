// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_row_float - one row of the float array: DIM cells that multiply halves or bfloat16s and add in binary32.
//
// Protocol and timing are those of dlp_mxu_row: psum_o shows in cycle c + 2 + j the sum with the activation of cycle c.
//           The sum of a column is rounded in each row, so its order is that of the rows.  The FIRST row begins it with its
//           product: psum_i is not used.
// Cell:     activations and weights are widened to binary32 when they enter the row; one cycle for the product, one for the
//           addition.  The product is made while the activation arrives: a token therefore takes the shadow weight at once.
// Reset:    none.  Tokens and shifts that are there at power-up run ahead of the first real ones, which put their effect right.
// Numbers:  the lower 13 bits of a widened element are 0, so a multiplier is 11 x 11 bits.
`default_nettype none

module dlp_mxu_row_float #(
    parameter DIM   = 16,                       // cells
    parameter FIRST = 0
) (
    input  wire              clk,
    input  wire              en_i,

    // from the left edge
    input  wire              tok_i,
    input  wire              act_bf16_i,
    input  wire [15:0]       act_i,
    input  wire              shift_i,
    input  wire              weight_bf16_i,
    input  wire [15:0]       weight_i,

    // from the row above, to the row below
    input  wire [32*DIM-1:0] psum_i,
    output wire [32*DIM-1:0] psum_o
);
    `include "dlp_spec.vh"
    `include "dlp_float.vh"

    // not inlined: a simulator clears the variables of an inlined function in every cycle
    function [31:0] widen(input [15:0] v, input bf16);
        /* verilator no_inline_task */
        widen = bf16 ? bf16_to_f32(v) : f16_to_f32(v);
    endfunction

    /* verilator tracing_off */
    // State of this process only, and so with blocking assignments: what a step reads comes before what it writes.
    /* verilator lint_off BLKSEQ */
    reg  [32*DIM-1:0] act, weight, shadow, prod;
    reg  [32*DIM-1:0] psum_q;
    reg  [DIM-1:0]    tok;
    integer           j;

    always @(posedge clk)
        if (en_i) begin
            for (j = 0; j < DIM; j = j + 1)
                psum_q[32*j +: 32] <= FIRST != 0 ? prod[32*j +: 32] : fadd32(psum_i[32*j +: 32], prod[32*j +: 32]);
            act = {act[32*(DIM-1)-1:0], widen(act_i, act_bf16_i)};
            tok = {tok[DIM-2:0], tok_i};
            if (|tok)
                for (j = 0; j < DIM; j = j + 1)
                    if (tok[j]) weight[32*j +: 32] = shadow[32*j +: 32];
            for (j = 0; j < DIM; j = j + 1)
                prod[32*j +: 32] = fmul32(act[32*j +: 32], weight[32*j +: 32]);
            if (shift_i) shadow = {shadow[32*(DIM-1)-1:0], widen(weight_i, weight_bf16_i)};
        end
    /* verilator lint_on BLKSEQ */

    assign psum_o = psum_q;
    /* verilator tracing_on */
endmodule
`default_nettype wire
