// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_array - the weight-stationary systolic array, DIM x DIM integers of 8 bits -> int32, or half and bfloat16 -> binary32 (FLOAT), with
//                 its skewed edges.
//
// Protocol: act_valid_i brings one activation row (DIM elements, element k for array row k); act_tok_i marks the first row of a
//           weight tile.  w_valid_i brings the DIM weights of one output channel; the channel of the last array column
//           comes first.  Both may have gaps; there is no back-pressure.
//           A token may enter one cycle after the last weights of its tile, or later; weights of the next tile may enter
//           DIM cycles after the token, or later (then the swap wave has left the row that they enter).
// Integers: an activation is an int8, or a uint8 (act_u8_i), less the row's zero point of the same type: 9 bits, signed, and exact.
//           Weights of 4 bits are widened to 8 where they enter.
// Latency:  the DIM sums of an activation row that enters in cycle c are on sum_o, side by side, in cycle c + 2*DIM.
// Skew:     the edge vector moves down one row per cycle, row i takes element i; on the way out column j waits DIM-1-j cycles.
`default_nettype none

module dlp_mxu_array #(
    parameter DIM   = 16,
    parameter FLOAT = 0
) (
    input  wire              clk,
    input  wire              rst_n,

    // activation rows
    input  wire              act_valid_i,
    input  wire              act_tok_i,
    input  wire              act_bf16_i,
    input  wire              act_u8_i,
    input  wire [7:0]        act_zero_i,
    input  wire [(8<<FLOAT)*DIM-1:0] act_i,

    // weights, one column at a time
    input  wire              w_valid_i,
    input  wire              w_bf16_i,
    input  wire              w_int4_i,              // int4, in the low bytes of w_i
    input  wire              w_odd_i,               // and the first of them in the upper half of a byte
    input  wire [(8<<FLOAT)*DIM-1:0] w_i,

    // partial sums, and whether the array moves in this cycle
    output wire              en_o,
    output wire [32*DIM-1:0] sum_o
);
    localparam W = 8 << FLOAT;                  // bits of an element
    localparam A = 16;                          // of an activation inside; of those of an integer 9 are used

    function [8:0] less_zero(input [7:0] x, input [7:0] zero, input u8);
        less_zero = {x[7] & !u8, x} - {zero[7] & !u8, zero};
    endfunction

    // An int8, or an int4 from one of the halves of `two`.
    function [7:0] widen(input [7:0] one, input [7:0] two, input int4, input odd);
        widen = !int4 ? one : odd ? {{4{two[7]}}, two[7:4]} : {{4{two[3]}}, two[3:0]};
    endfunction

    // The array moves while anything that has entered can still have an effect.
    localparam CNT_W = $clog2(2*DIM + 2);
    localparam RUN_CYCLES = 2*DIM + 1;
    localparam [CNT_W-1:0] RUN = RUN_CYCLES[CNT_W-1:0];
    reg  [CNT_W-1:0] run_q;
    wire             en = act_valid_i || w_valid_i || (run_q != 0);

    always @(posedge clk)
        if (!rst_n)                        run_q <= 0;
        else if (act_valid_i || w_valid_i) run_q <= RUN;
        else if (run_q != 0)               run_q <= run_q - 1'b1;

    // Elements that rows above have used are carried on for the simulator's sake and removed in synthesis.
    /* verilator lint_off UNUSEDSIGNAL */
    /* verilator tracing_off */
    genvar i;
    generate
        if (FLOAT != 0) begin : g_no_zero
            wire unused_ok = &{1'b0, act_u8_i, act_zero_i, w_int4_i, w_odd_i};
        end
        for (i = 0; i < DIM; i = i + 1) begin : g_row
            wire [A*DIM-1:0]  act;
            wire [W*DIM-1:0]  weight;
            wire              tok, shift, act_bf16, weight_bf16;
            wire [32*DIM-1:0] psum_in, psum_out;

            if (i == 0) begin : g_edge
                if (FLOAT != 0) begin : g_act
                    assign act    = act_i;
                    assign weight = w_i;
                end else begin : g_act                  // the other elements: in the registers of row 1
                    assign weight = {{(W*DIM-8){1'b0}}, widen(w_i[7:0], w_i[7:0], w_int4_i, w_odd_i)};
                    assign act    = {{(A*DIM-9){1'b0}}, less_zero(act_i[7:0], act_zero_i, act_u8_i)};
                end
                assign tok     = act_valid_i && act_tok_i;
                assign shift   = w_valid_i;
                assign {act_bf16, weight_bf16} = {act_bf16_i, w_bf16_i};
                assign psum_in = {32*DIM{1'b0}};
            end else begin : g_edge
                reg [A*DIM-1:0] act_q;
                reg [W*DIM-1:0] weight_q;
                reg             tok_q, shift_q, act_bf16_q, weight_bf16_q;
                if (i == 1 && FLOAT == 0) begin : g_act
                    integer k, n;
                    always @(posedge clk)
                        if (act_valid_i)
                            for (k = 0; k < DIM; k = k + 1)
                                act_q[A*k +: A] <= {{(A-9){1'b0}}, less_zero(act_i[8*k +: 8], act_zero_i, act_u8_i)};
                    always @(posedge clk)
                        if (w_valid_i)
                            for (n = 0; n < DIM; n = n + 1)
                                weight_q[8*n +: 8] <= widen(w_i[8*n +: 8], w_i[4*n +: 8], w_int4_i, w_odd_i);
                end else begin : g_act
                    always @(posedge clk)
                        if (en) begin
                            act_q <= g_row[i-1].act;
                            if (g_row[i-1].shift) weight_q <= g_row[i-1].weight;
                        end
                end
                always @(posedge clk)
                    if (en && FLOAT != 0) {act_bf16_q, weight_bf16_q} <= {g_row[i-1].act_bf16, g_row[i-1].weight_bf16};
                always @(posedge clk)
                    if (!rst_n && FLOAT == 0) {tok_q, shift_q} <= 2'b00;
                    else if (en)              {tok_q, shift_q} <= {g_row[i-1].tok, g_row[i-1].shift};
                assign act     = act_q;
                assign weight  = weight_q;
                assign tok     = tok_q;
                assign shift   = shift_q;
                assign {act_bf16, weight_bf16} = {act_bf16_q, weight_bf16_q};
                assign psum_in = g_row[i-1].psum_out;
            end

            if (FLOAT != 0) begin : g_kind
                dlp_mxu_row_float #(.DIM(DIM), .FIRST(i == 0)) u_row (
                    .clk(clk), .en_i(en),
                    .tok_i(tok), .act_bf16_i(act_bf16), .act_i(act[A*i +: A]),
                    .shift_i(shift), .weight_bf16_i(weight_bf16), .weight_i(weight[W*i +: W]),
                    .psum_i(psum_in), .psum_o(psum_out)
                );
            end else begin : g_kind
                dlp_mxu_row #(.DIM(DIM)) u_row (
                    .clk(clk), .rst_n(rst_n), .en_i(en),
                    .tok_i(tok), .act_i(act[A*i +: 9]), .shift_i(shift), .weight_i(weight[W*i +: W]),
                    .psum_i(psum_in), .psum_o(psum_out)
                );
            end
        end

        // Stage s of the de-skew holds columns 0..s of one activation row.
        for (i = 0; i < DIM; i = i + 1) begin : g_out
            wire [32*(i+1)-1:0] sums;
            if (i == 0) begin : g_low
                assign sums = g_row[DIM-1].psum_out[31:0];
            end else begin : g_low
                reg [32*i-1:0] low_q;
                always @(posedge clk) if (en) low_q <= g_out[i-1].sums;
                assign sums = {g_row[DIM-1].psum_out[32*i +: 32], low_q};
            end
        end
    endgenerate
    /* verilator tracing_on */
    /* verilator lint_on UNUSEDSIGNAL */

    assign en_o  = en;
    assign sum_o = g_out[DIM-1].sums;
endmodule
`default_nettype wire
