// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_special - the special functions of the vector unit: LANES pipelines, and what travels with their pieces.
//
// Protocol: en_i moves everything one step.  go_i: a piece of up to LANES elements, packed at the bottom of x_i and y_i, of a command that does not
//           change until its last piece has left.  valid_o, count_o, end_o: the next step gives res_o, a 32-bit word for each element (half and
//           bfloat16 at its bottom), which holds until the next one.
// Latency:  16 steps.
`default_nettype none

module dlp_vpu_special #(
    parameter LANES = 4                // 1 or more
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        en_i,
    input  wire        begin_i,

    input  wire [7:0]  fn_i,           // VFN_*
    input  wire [3:0]  type_i,

    input  wire        go_i,
    input  wire [32*LANES-1:0] x_i,
    input  wire [32*LANES-1:0] y_i,
    input  wire [7:0]  count_i,
    input  wire        end_i,          // last piece of the command

    output wire        valid_o,
    output reg  [7:0]  count_o,
    output reg         end_o,
    output wire [32*LANES-1:0] res_o
);
    `include "dlp_spec.vh"

    localparam STAGES = 15;            // before the one that holds the result
    reg  [STAGES:1]     valid_q;
    reg  [9*STAGES-10:0] flags;        // of the stages before the last: count, end
    assign valid_o = valid_q[STAGES];
    wire   move    = en_i && (go_i || valid_q != {STAGES{1'b0}});

    always @(posedge clk)
        if (!rst_n || begin_i)
            valid_q <= {STAGES{1'b0}};
        else if (move) begin
            valid_q <= {valid_q[STAGES-1:1], go_i};
            {count_o, end_o} <= flags[9*STAGES-10 -: 9];
            /* verilator lint_off BLKSEQ */    // read here only
            flags = {flags[9*STAGES-19:0], count_i, end_i};
            /* verilator lint_on BLKSEQ */
        end

    wire is_f32 = type_i == TYPE_F32;
    genvar g;
    generate for (g = 0; g < LANES; g = g + 1) begin : g_lane
        dlp_vpu_special_lane u_lane (
            .clk(clk), .move_i(move), .valid_i({valid_q, go_i}), .fn_i(fn_i), .type_i(type_i),
            .x_i(is_f32 ? x_i[32*g +: 32] : {16'd0, x_i[16*g +: 16]}), .y_i(is_f32 ? y_i[32*g +: 32] : {16'd0, y_i[16*g +: 16]}),
            .res_o(res_o[32*g +: 32])
        );
    end endgenerate
endmodule
`default_nettype wire
