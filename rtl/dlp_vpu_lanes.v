// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_lanes - the arithmetic of the vector unit: elementwise operations, window accumulation, reductions.
//
// Protocol: en_i moves everything one step.  in_*: a piece of the sources; out_*: a piece of the result, held until the next step.
//           begin_i resets the accumulators.  A reduction gives its result by finish_i (held) -> out_valid_o.
// Latency:  elementwise and maximum pooling 1, average pooling 2; float sum 16 after finish_i, other reductions 1.
`default_nettype none

module dlp_vpu_lanes #(
    parameter LANES = 16
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        en_i,
    input  wire        begin_i,

    // the command
    input  wire [5:0]  op_i,
    input  wire [3:0]  type_i,
    input  wire [31:0] scale_i,

    // a piece
    input  wire        in_valid_i,
    input  wire [32*LANES-1:0] a_i,
    input  wire [32*LANES-1:0] b_i,
    input  wire [7:0]  count_i,        // elements
    input  wire        first_i,        // pooling: first of the window
    input  wire        last_i,         // pooling: last of the window; otherwise 1
    input  wire        end_i,          // last piece of the command
    input  wire        finish_i,       // all pieces are in: give the result of the reduction

    output reg         out_valid_o,
    output reg  [32*LANES-1:0] out_data_o,
    output reg  [7:0]  out_bytes_o,
    output reg         out_end_o
);
    `include "dlp_spec.vh"
    `include "dlp_float.vh"

    localparam RB = 32 * LANES;
    localparam NB = 4 * LANES;
    localparam [31:0] LANES_W = LANES;

    wire is_i8   = type_i == TYPE_I8;
    wire is_f32  = type_i == TYPE_F32;
    wire is_pool = op_i == VOP_VMAXPOOL || op_i == VOP_VAVGPOOL;
    wire is_avg  = op_i == VOP_VAVGPOOL;
    wire is_red  = op_i == VOP_VSUM || op_i == VOP_VARGMAX;
    localparam [3:0] K_ADD = 4'd0, K_SUB = 4'd1, K_MUL = 4'd2, K_MAX = 4'd3, K_MIN = 4'd4, K_RELU = 4'd5;
    wire [3:0] kind = is_pool ? K_MAX : op_i[5:2];     // VOP numbers are kind * 4 + form

    function [7:0] op8(input [3:0] k, input [7:0] x, input [7:0] y);
        case (k)
            K_ADD:   op8 = x + y;
            K_SUB:   op8 = x - y;
            K_MUL:   op8 = x * y;
            K_MAX:   op8 = $signed(x) > $signed(y) ? x : y;
            K_MIN:   op8 = $signed(x) < $signed(y) ? x : y;
            K_RELU:  op8 = x[7] ? 8'd0 : x;
            default: op8 = x;
        endcase
    endfunction

    function [31:0] op32(input [3:0] k, input [31:0] x, input [31:0] y);
        case (k)
            K_ADD:   op32 = x + y;
            K_SUB:   op32 = x - y;
            K_MUL:   op32 = x * y;
            K_MAX:   op32 = $signed(x) > $signed(y) ? x : y;
            K_MIN:   op32 = $signed(x) < $signed(y) ? x : y;
            K_RELU:  op32 = x[31] ? 32'd0 : x;
            default: op32 = x;
        endcase
    endfunction

    function [7:0] sat8(input [31:0] x);
        sat8 = x[31:7] == {25{x[31]}} ? x[7:0] : {x[31], {7{~x[31]}}};
    endfunction

    // order of argmax: NaN below everything, -0 equal to +0; bigger key = bigger element
    function [31:0] key(input [31:0] x, input float);
        key = !float ? {~x[31], x[30:0]} : x[30:0] > 31'h7f800000 ? 32'd0 : x[30:0] == 31'd0 ? 32'h80000000 : x[31] ? ~x : {1'b1, x[30:0]};
    endfunction

    // ---- state
    reg  [RB-1:0] acc_q;               // pooling window
    reg  [7:0]    acc_count_q;
    reg           fin_q, fin_end_q;    // an average is complete in acc_q
    reg  [31:0]   sum_q;               // integer sum
    reg  [511:0]  part_q;              // 16 partial sums of a float vsum
    reg  [3:0]    slot_q;              // partial sum of lane 0 of the next piece
    reg  [31:0]   best_val_q, best_key_q, best_idx_q, index_q;
    reg           any_q;
    reg  [3:0]    tree_q;              // step of the final additions
    reg           given_q;

    /* verilator lint_off BLKSEQ */    // variables of this process
    integer       l, g;
    reg  [31:0]   x, y, p, q;
    reg  [31:0]   s;
    reg  [31:0]   bv, bk, bi;
    reg           bany;

    // what the shared float units of the lanes do in this step: one adder, one multiplier, one converter each way per lane
    wire          is_cvt  = op_i == VOP_VCVT_I8 || op_i == VOP_VCVT_I32 || op_i == VOP_VCVT_F32;
    wire          plain   = !is_pool && !is_red && !is_cvt;
    wire          tree    = finish_i && !in_valid_i && !given_q && op_i == VOP_VSUM && is_f32 && tree_q != 4'd15;
    wire          add_on  = is_f32 && (tree || (in_valid_i && (is_avg || op_i == VOP_VSUM || (plain && (kind == K_ADD || kind == K_SUB)))));
    wire          avg_on  = fin_q && is_avg;
    wire          mul_on  = avg_on || (in_valid_i && plain && is_f32 && kind == K_MUL);
    wire          cvt_on  = in_valid_i && is_cvt;
    reg  [31:0]   sum, prod, fl, whole;
    // float sum at the end: p[j] += p[j + h] for j < h, h = 8, 4, 2, 1, one addition per cycle, by lane 0
    wire [3:0]    h = tree_q < 4'd8 ? 4'd8 : tree_q < 4'd12 ? 4'd4 : tree_q < 4'd14 ? 4'd2 : 4'd1;
    wire [3:0]    j = tree_q < 4'd8 ? tree_q : tree_q < 4'd12 ? tree_q - 4'd8 : tree_q < 4'd14 ? tree_q - 4'd12 : 4'd0;
    wire [3:0]    jh = j + h;

    always @(posedge clk) begin
        if (!rst_n) begin
            out_valid_o <= 1'b0;
            fin_q       <= 1'b0;
        end else if (begin_i) begin
            out_valid_o <= 1'b0;
            fin_q       <= 1'b0;
            sum_q       <= 32'd0;
            part_q      <= {16{32'h80000000}};         // -0 is the identity of addition
            slot_q      <= 4'd0;
            any_q       <= 1'b0;
            index_q     <= 32'd0;
            tree_q      <= 4'd0;
            given_q     <= 1'b0;
        end else if (en_i) begin
            out_valid_o <= 1'b0;
            fin_q       <= 1'b0;

            if (in_valid_i && is_pool) begin
                if (is_avg) begin
                    for (l = 0; l < LANES; l = l + 1) begin
                        x = is_i8 ? {{24{a_i[8*l+7]}}, a_i[8*l +: 8]} : a_i[32*l +: 32];
                        if (!is_f32) acc_q[32*l +: 32] <= first_i ? x : acc_q[32*l +: 32] + x;     // float: below
                    end
                    fin_q     <= last_i;
                    fin_end_q <= end_i;
                end else begin
                    if (is_i8)
                        for (l = 0; l < NB; l = l + 1)
                            acc_q[8*l +: 8] <= first_i ? a_i[8*l +: 8] : op8(K_MAX, acc_q[8*l +: 8], a_i[8*l +: 8]);
                    else
                        for (l = 0; l < LANES; l = l + 1)
                            acc_q[32*l +: 32] <= first_i ? a_i[32*l +: 32] : is_f32 ? fmax32(acc_q[32*l +: 32], a_i[32*l +: 32], 1'b0)
                                                                                    : op32(K_MAX, acc_q[32*l +: 32], a_i[32*l +: 32]);
                    fin_q     <= last_i;
                    fin_end_q <= end_i;
                end
                acc_count_q <= count_i;
            end

            // a window is complete; its successor may enter acc_q in this very cycle
            if (fin_q) begin
                out_valid_o <= 1'b1;
                out_end_o   <= fin_end_q;
                out_bytes_o <= is_i8 ? acc_count_q : {acc_count_q[5:0], 2'b00};
                if (!is_avg)
                    out_data_o <= acc_q;
            end

            if (in_valid_i && !is_pool && !is_red) begin
                out_valid_o <= 1'b1;
                out_end_o   <= end_i;
                if (op_i == VOP_VCVT_I8 || op_i == VOP_VCVT_I32 || op_i == VOP_VCVT_F32) begin
                    out_bytes_o <= op_i == VOP_VCVT_I8 ? count_i : {count_i[5:0], 2'b00};
                    if (is_i8 && op_i == VOP_VCVT_I8)
                        out_data_o <= a_i;
                end else begin
                    out_bytes_o <= is_i8 ? count_i : {count_i[5:0], 2'b00};
                    if (is_i8)
                        for (l = 0; l < NB; l = l + 1)
                            out_data_o[8*l +: 8] <= op8(kind, a_i[8*l +: 8], b_i[8*l +: 8]);
                    else if (!is_f32)
                        for (l = 0; l < LANES; l = l + 1)
                            out_data_o[32*l +: 32] <= op32(kind, a_i[32*l +: 32], b_i[32*l +: 32]);
                end
            end

            if (in_valid_i && op_i == VOP_VSUM) begin
                if (is_f32)
                    slot_q <= slot_q + LANES_W[3:0];
                else begin
                    s = sum_q;
                    if (is_i8) begin
                        for (l = 0; l < NB; l = l + 1)
                            if (l[7:0] < count_i) s = s + {{24{a_i[8*l+7]}}, a_i[8*l +: 8]};
                    end else
                        for (l = 0; l < LANES; l = l + 1)
                            if (l[7:0] < count_i) s = s + a_i[32*l +: 32];
                    sum_q <= s;
                end
            end

            if (in_valid_i && op_i == VOP_VARGMAX) begin
                bv = best_val_q; bk = best_key_q; bi = best_idx_q; bany = any_q;
                for (l = 0; l < LANES; l = l + 1)
                    if (l[7:0] < count_i) begin
                        x = is_i8 ? {{24{a_i[8*l+7]}}, a_i[8*l +: 8]} : a_i[32*l +: 32];
                        y = key(x, is_f32);
                        if (!bany || y > bk) begin
                            bv = x; bk = y; bi = index_q + l; bany = 1'b1;
                        end
                    end
                best_val_q <= bv; best_key_q <= bk; best_idx_q <= bi; any_q <= bany;
                index_q    <= index_q + {24'd0, count_i};
            end

            // ---- float units of each lane
            if (in_valid_i || fin_q || tree) for (l = 0; l < LANES; l = l + 1) begin
                x = is_i8 ? {{24{a_i[8*l+7]}}, a_i[8*l +: 8]} : a_i[32*l +: 32];
                y = b_i[32*l +: 32];
                if (add_on) begin
                    // adder: elementwise a + b and a - b; window accumulation; partial sums, of which lane l holds l, l + LANES, ...
                    p = plain ? x : acc_q[32*l +: 32];
                    q = plain ? {y[31] ^ (kind == K_SUB), y[30:0]} : x;
                    if (op_i == VOP_VSUM)
                        for (g = 0; g < 16 / LANES; g = g + 1)
                            if (slot_q == LANES_W[3:0] * g[3:0]) p = part_q[32*(g*LANES+l) +: 32];
                    if (tree && l == 0) begin
                        p = part_q[{j, 5'd0} +: 32];
                        q = part_q[{jh, 5'd0} +: 32];
                    end
                    sum = fadd32(p, q);
                    if (in_valid_i && plain) out_data_o[32*l +: 32] <= sum;
                    if (in_valid_i && is_avg) acc_q[32*l +: 32] <= first_i ? x : sum;
                    if (in_valid_i && op_i == VOP_VSUM && l[7:0] < count_i)
                        for (g = 0; g < 16 / LANES; g = g + 1)
                            if (slot_q == LANES_W[3:0] * g[3:0]) part_q[32*(g*LANES+l) +: 32] <= sum;
                    if (tree && l == 0) part_q[{j, 5'd0} +: 32] <= sum;
                end
                // integer to float: conversions, and the sum of an integer average
                fl = acc_q[32*l +: 32];
                if ((avg_on && !is_f32) || (cvt_on && op_i == VOP_VCVT_F32 && !is_f32))
                    fl = i32_to_f32(avg_on ? acc_q[32*l +: 32] : x);
                prod = 32'd0;
                if (mul_on) begin
                    // multiplier: elementwise a * b; an average's factor
                    prod = fmul32(avg_on ? fl : x, avg_on ? scale_i : y);
                    if (!avg_on || is_f32) out_data_o[32*l +: 32] <= prod;
                end
                if ((avg_on && !is_f32) || (cvt_on && op_i != VOP_VCVT_F32 && !(is_i8 && op_i == VOP_VCVT_I8))) begin
                    // float to integer: conversions, and the result of an integer average
                    whole = x;
                    if (avg_on || is_f32) whole = f32_to_i32(avg_on ? prod : x);
                    if (avg_on ? is_i8 : op_i == VOP_VCVT_I8) out_data_o[8*l +: 8]   <= sat8(whole);
                    else                                      out_data_o[32*l +: 32] <= whole;
                end
                if (cvt_on && op_i == VOP_VCVT_F32) out_data_o[32*l +: 32] <= is_f32 ? x : fl;
                if (in_valid_i && plain && is_f32 && kind != K_ADD && kind != K_SUB && kind != K_MUL)
                    out_data_o[32*l +: 32] <= kind == K_MAX  ? fmax32(x, y, 1'b0)
                                            : kind == K_MIN  ? fmax32(x, y, 1'b1)
                                            : kind != K_RELU ? x
                                            : x[30:0] > 31'h7f800000 ? 32'h7fc00000 : x[31] ? 32'd0 : x;
            end

            // results of reductions
            if (finish_i && !in_valid_i && !given_q) begin
                if (tree)
                    tree_q <= tree_q + 4'd1;
                else begin
                    given_q     <= 1'b1;
                    out_valid_o <= 1'b1;
                    out_end_o   <= 1'b1;
                    out_bytes_o <= op_i == VOP_VSUM ? 8'd4 : 8'd8;
                    out_data_o[63:0] <= op_i == VOP_VSUM ? {32'd0, is_f32 ? part_q[31:0] : sum_q}
                                      : {best_idx_q, is_f32 && best_key_q == 32'd0 ? 32'h7fc00000 : best_val_q};
                end
            end
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
