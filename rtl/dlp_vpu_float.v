// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_float - the float units of the vector unit: binary32 arithmetic, conversions, averages, float sums, 32-bit products.
//
// Protocol: en_i moves everything one step.  go_i: a piece of up to LANES elements in x_i, y_i, one 32-bit element per lane (int8 sign-extended);
//           the result is in res_o, which holds until the next step that gives one.
//           fin_i, the step after the last piece of a window: the average of the window is given.
//           tree_i, after the last piece: one step of the final additions of a sum until tree_done_o; the sum is in sum_o.
// State:    16 partial values p[j], element i of a sum belongs to p[i mod 16]: lane i mod LANES, slot (i / LANES) mod SLOTS.  A window uses slot 0.
// Latency:  1.
`default_nettype none

module dlp_vpu_float #(
    parameter LANES = 16               // 1, 2, 4, 8 or 16
) (
    input  wire        clk,
    input  wire        en_i,
    input  wire        begin_i,

    input  wire [3:0]  op_i,           // FOP_*
    input  wire        int_i,          // the elements are integers
    input  wire [31:0] scale_i,

    input  wire        go_i,
    input  wire [32*LANES-1:0] x_i,
    input  wire [32*LANES-1:0] y_i,
    input  wire [7:0]  count_i,        // elements
    input  wire        first_i,        // first of a window
    input  wire        fin_i,
    input  wire        tree_i,

    output reg  [32*LANES-1:0] res_o,
    output wire        tree_done_o,
    output wire [31:0] sum_o
);
    `include "dlp_vpu.vh"
    `include "dlp_float.vh"

    localparam SLOTS = 16 / LANES;
    localparam SB    = SLOTS > 1 ? $clog2(SLOTS) : 1;

    // ---- partial values
    reg  [32*LANES-1:0] part [0:(1<<SB)-1];
    reg  [15:0]   have_q;              // p[j] has been written; what has not is -0, the identity of addition
    reg  [SB-1:0] slot_q;
    // final additions p[j] += p[j + h] for j < h, h = 8, 4, 2, 1: LANES of them in a step
    reg  [4:0]    h_q;
    reg  [SB-1:0] row_q;
    wire [4:0]    far  = h_q >> $clog2(LANES);                                 // slots between the two operands, 0: other lanes of slot 0
    wire          next = far <= {{5-SB{1'b0}}, row_q} + 5'd1;
    assign tree_done_o = h_q == 5'd0;

    wire [SB-1:0] at_a = tree_i ? row_q : go_i && op_i == FOP_SUM ? slot_q : {SB{1'b0}};
    wire [SB-1:0] at_b = row_q + far[SB-1:0];
    wire [32*LANES-1:0] part_a = part[at_a], part_b = part[at_b];
    assign sum_o = have_q[0] ? part_a[31:0] : 32'h80000000;

    /* verilator lint_off BLKSEQ */    // variables of this process
    integer       l, k;
    reg  [31:0]   x, y, p, q, n;
    reg  [31:0]   sum, prod, fl, whole, most;
    reg           keep;                // this lane takes part
    wire          is_add = tree_i || op_i == FOP_ADD || op_i == FOP_SUB || op_i == FOP_SUM || (op_i == FOP_AVG && !int_i);

    always @(posedge clk)
        if (begin_i) begin
            have_q <= 16'd0;
            slot_q <= {SB{1'b0}};
            row_q  <= {SB{1'b0}};
            h_q    <= 5'd8;
        end else if (en_i) begin
            if (go_i && op_i == FOP_SUM) slot_q <= SLOTS > 1 ? slot_q + 1'b1 : {SB{1'b0}};
            if (tree_i) begin
                row_q <= next ? {SB{1'b0}} : row_q + 1'b1;
                if (next) h_q <= h_q >> 1;
            end
            if (go_i || fin_i || tree_i) for (l = 0; l < LANES; l = l + 1) begin
                // what a step does not use is left open for the synthesis, and costs a simulation nothing
                x    = x_i[32*l +: 32];
                y    = y_i[32*l +: 32];
                n    = part_a[32*l +: 32];
                keep = tree_i ? l[4:0] < h_q : l[7:0] < count_i;
                // adder: a + b, a - b; sum of a window; partial sums, final additions
                sum  = 32'bx;
                if (is_add && (go_i || tree_i)) begin
                    p = op_i == FOP_ADD || op_i == FOP_SUB ? x : n;
                    q = op_i == FOP_ADD || op_i == FOP_SUB ? {y[31] ^ (op_i == FOP_SUB), y[30:0]} : x;
                    if (op_i == FOP_SUM && !have_q[LANES*at_a + l]) p = 32'h80000000;
                    if (tree_i) begin
                        q = have_q[LANES*at_b + l] ? part_b[32*l +: 32] : 32'h80000000;
                        for (k = 1; k < LANES; k = 2 * k)
                            if (h_q == k[4:0])
                                q = l + k >= LANES || !have_q[(l + k) % LANES] ? 32'h80000000 : part_a[32*((l + k) % LANES) +: 32];
                    end
                    if (keep) sum = fadd32(p, q);
                end
                // integer to float: conversions, and the sum of an integer window
                fl = fin_i ? n : x;
                if (int_i && (fin_i || op_i == FOP_TO_F32)) fl = i32_to_f32(fl);
                // multiplier: a * b, an average's factor
                prod = 32'bx;
                if (fin_i || op_i == FOP_MUL) prod = fmul32(fin_i ? fl : x, fin_i ? scale_i : y);
                // float to integer: conversions, and the average of an integer window
                whole = x;
                if (fin_i ? int_i : !int_i && op_i == FOP_TO_INT) whole = f32_to_i32(fin_i ? prod : x);

                // maximum and minimum, of two elements or of a window
                most = 32'bx;
                if (go_i) most = fmax32(x, op_i == FOP_WINDOW ? res_o[32*l +: 32] : y, op_i == FOP_MIN);

                if (fin_i || (go_i && op_i != FOP_AVG && op_i != FOP_SUM)) begin
                    if (fin_i) res_o[32*l +: 32] <= int_i ? whole : prod;
                    else case (op_i)
                        FOP_ADD, FOP_SUB:     res_o[32*l +: 32] <= sum;
                        FOP_MUL:              res_o[32*l +: 32] <= prod;
                        FOP_IMUL:             res_o[32*l +: 32] <= x * y;
                        FOP_TO_F32:           res_o[32*l +: 32] <= fl;
                        FOP_TO_INT:           res_o[32*l +: 32] <= whole;
                        FOP_RELU:             res_o[32*l +: 32] <= x[30:0] > 31'h7f800000 ? 32'h7fc00000 : x[31] ? 32'd0 : x;
                        default:              res_o[32*l +: 32] <= first_i && op_i == FOP_WINDOW ? x : most;
                    endcase
                end
                if (tree_i ? keep : go_i && keep && (op_i == FOP_SUM || op_i == FOP_AVG)) begin
                    part[at_a][32*l +: 32]  <= first_i && op_i == FOP_AVG ? x : op_i == FOP_AVG && int_i ? n + x : sum;
                    have_q[LANES*at_a + l] <= 1'b1;
                end
            end
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
