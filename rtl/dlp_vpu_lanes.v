// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_lanes - the arithmetic of the vector unit: elementwise operations, windows, reductions.
//
// Protocol: en_i moves everything one step.  in_*: a piece of the sources; out_*: a piece of the result, held until the next step.
//           begin_i resets the accumulators.  A reduction gives its result by finish_i (held) -> out_valid_o.
// Pieces:   bytes_o: 4 * LANES int8 elements; wide_o: FLANES elements of any type, for dlp_vpu_float and vargmax; otherwise LANES 32-bit elements.
// Latency:  elementwise and maximum pooling 1, average pooling 2; float sum 1 + its final additions (4 if FLANES = 16, else 16 / FLANES + log2 FLANES)
//           after finish_i, other reductions 1.
`default_nettype none

module dlp_vpu_lanes #(
    parameter LANES  = 16,
    parameter FLANES = 16
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        en_i,
    input  wire        begin_i,

    // the command
    input  wire [5:0]  op_i,
    input  wire [3:0]  type_i,
    input  wire [31:0] scale_i,
    output wire        bytes_o,
    output wire        wide_o,

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
    output wire [32*LANES-1:0] out_data_o,
    output reg  [7:0]  out_bytes_o,
    output reg         out_end_o
);
    `include "dlp_spec.vh"
    `include "dlp_vpu.vh"

    localparam RB = 32 * LANES;

    // ---- what the command needs
    wire is_i8   = type_i == TYPE_I8;
    wire is_f32  = type_i == TYPE_F32;
    wire is_max  = op_i == VOP_VMAXPOOL;
    wire is_avg  = op_i == VOP_VAVGPOOL;
    wire is_sum  = op_i == VOP_VSUM;
    wire is_arg  = op_i == VOP_VARGMAX;
    wire to_i8   = op_i == VOP_VCVT_I8, to_i32 = op_i == VOP_VCVT_I32, to_f32 = op_i == VOP_VCVT_F32;
    wire is_cvt  = to_i8 || to_i32 || to_f32;
    wire is_same = (to_i8 && is_i8) || (to_i32 && type_i == TYPE_I32) || (to_f32 && is_f32);
    wire is_fill = op_i == VOP_VFILL;
    // VOP numbers of the operations with two operands are kind * 4 + form
    localparam [3:0] K_ADD = 4'd0, K_SUB = 4'd1, K_MUL = 4'd2, K_MIN = 4'd4, K_RELU = 4'd5;
    wire [3:0] kind = op_i[5:2];
    wire is_relu = op_i == VOP_VRELU;

    assign wide_o  = !is_fill && !is_same && (is_f32 || is_cvt || is_avg || is_arg || (type_i == TYPE_I32 && kind == K_MUL && op_i < VOP_VRELU));
    assign bytes_o = !wide_o && is_i8;

    wire [2:0] lop = is_fill ? LOP_FILL : is_same ? LOP_COPY : is_max || is_relu ? LOP_MAX
                   : kind == K_ADD ? LOP_ADD : kind == K_SUB ? LOP_SUB : kind == K_MUL ? LOP_MUL : kind == K_MIN ? LOP_MIN : LOP_MAX;
    wire [3:0] fop = is_max ? FOP_WINDOW : is_avg ? FOP_AVG : is_sum ? FOP_SUM : to_f32 ? FOP_TO_F32 : is_cvt ? FOP_TO_INT
                   : kind == K_ADD ? FOP_ADD : kind == K_SUB ? FOP_SUB : kind == K_MUL ? (is_f32 ? FOP_MUL : FOP_IMUL)
                   : kind == K_MIN ? FOP_MIN : kind == K_RELU ? FOP_RELU : FOP_MAX;

    // Four int8 or one 32-bit element.  One adder with a gap before each byte: in the gap a carry is passed on (one element), stopped or begun anew (bytes).
    /* verilator lint_off UNUSED */   // the gaps of w
    function [31:0] lane(input [2:0] op, input bytes, input first, input [31:0] x, input [31:0] y);
        reg        minus;
        reg [31:0] z, s;
        reg [3:0]  lt, pick;           // x < y for each byte; take y
        reg [35:0] w;
        integer    b;
        begin
            minus = op != LOP_ADD;
            z     = y ^ {32{minus}};
            w     = {x[31:24], minus | ~bytes, x[23:16], minus | ~bytes, x[15:8], minus | ~bytes, x[7:0], 1'b1}
                  + {z[31:24], minus & bytes,  z[23:16], minus & bytes,  z[15:8], minus & bytes,  z[7:0], minus};
            s     = {w[35:28], w[26:19], w[17:10], w[8:1]};
            for (b = 0; b < 4; b = b + 1) lt[b] = x[8*b+7] != y[8*b+7] ? x[8*b+7] : s[8*b+7];
            if (!bytes) lt = {4{lt[3]}};
            pick  = lt ^ {4{op == LOP_MIN}};
            lane  = s;
            if (op == LOP_MUL)
                for (b = 0; b < 4; b = b + 1) lane[8*b +: 8] = x[8*b +: 8] * y[8*b +: 8];
            else if (op != LOP_ADD && op != LOP_SUB)
                for (b = 0; b < 4; b = b + 1) lane[8*b +: 8] = op == LOP_FILL || (pick[b] && !first && op != LOP_COPY) ? y[8*b +: 8] : x[8*b +: 8];
        end
    endfunction
    /* verilator lint_on UNUSED */

    function [7:0] sat8(input [31:0] x);
        sat8 = x[31:7] == {25{x[31]}} ? x[7:0] : {x[31], {7{~x[31]}}};
    endfunction

    // order of argmax: NaN below everything, -0 equal to +0; bigger key = bigger element
    function [31:0] key(input [31:0] x, input float);
        key = !float ? {~x[31], x[30:0]} : x[30:0] > 31'h7f800000 ? 32'd0 : x[30:0] == 31'd0 ? 32'h80000000 : x[31] ? ~x : {1'b1, x[30:0]};
    endfunction

    // ---- float units: the elements of a piece, extended to 32 bits
    wire [32*FLANES-1:0] fx, f_res;
    genvar g;
    generate for (g = 0; g < FLANES; g = g + 1) begin : g_x
        assign fx[32*g +: 32] = is_i8 ? {{24{a_i[8*g+7]}}, a_i[8*g +: 8]} : a_i[32*g +: 32];
    end endgenerate

    reg         fin_q, fin_end_q;      // a window is complete
    reg  [7:0]  fin_count_q;
    reg         given_q;               // the result of the reduction has been given
    wire        tree_done;
    wire [31:0] f_sum;
    wire        tree = finish_i && !in_valid_i && !given_q && is_sum && is_f32 && !tree_done;

    dlp_vpu_float #(.LANES(FLANES)) u_float (
        .clk(clk), .en_i(en_i), .begin_i(begin_i), .op_i(fop), .int_i(!is_f32), .scale_i(scale_i),
        .go_i(in_valid_i && wide_o && !is_arg), .x_i(fx), .y_i(b_i[32*FLANES-1:0]), .count_i(count_i), .first_i(first_i),
        .fin_i(fin_q), .tree_i(tree), .res_o(f_res), .tree_done_o(tree_done), .sum_o(f_sum)
    );

    // ---- result: of the integer lanes or of the float units, there perhaps as int8
    reg  [RB-1:0]   out_q;             // also the running maximum of a window
    reg             out_wide_q;
    wire            pack = to_i8 || (is_avg && is_i8);
    wire [RB-1:0]   wide_data;
    generate for (g = 0; g < LANES; g = g + 1) begin : g_out
        if (4 * g + 4 <= FLANES)
            assign wide_data[32*g +: 32] = !pack ? f_res[32*g +: 32] : {sat8(f_res[32*(4*g+3) +: 32]), sat8(f_res[32*(4*g+2) +: 32]),
                                                                        sat8(f_res[32*(4*g+1) +: 32]), sat8(f_res[32*(4*g) +: 32])};
        else if (g == 0 && FLANES == 2)
            assign wide_data[31:0] = !pack ? f_res[31:0] : {16'd0, sat8(f_res[32*(FLANES-1) +: 32]), sat8(f_res[31:0])};
        else if (g == 0)
            assign wide_data[31:0] = !pack ? f_res[31:0] : {24'd0, sat8(f_res[31:0])};
        else if (g < FLANES)
            assign wide_data[32*g +: 32] = f_res[32*g +: 32];
        else
            assign wide_data[32*g +: 32] = out_q[32*g +: 32];          // beyond out_bytes_o
    end endgenerate
    assign out_data_o = out_wide_q ? wide_data : out_q;

    // ---- integer sum and argmax
    reg  [31:0]   sum_q;
    reg  [31:0]   best_val_q, best_key_q, best_idx_q, index_q;
    reg           any_q;

    /* verilator lint_off BLKSEQ */    // variables of this process
    integer       l, b;
    reg  [31:0]   x, s, t;
    reg  [31:0]   bv, bk, bi;
    reg           bany;

    always @(posedge clk) begin
        if (!rst_n) begin
            out_valid_o <= 1'b0;
            fin_q       <= 1'b0;
        end else if (begin_i) begin
            out_valid_o <= 1'b0;
            fin_q       <= 1'b0;
            given_q     <= 1'b0;
        end else if (en_i) begin
            out_valid_o <= fin_q || (in_valid_i && !is_sum && !is_arg && !is_avg && last_i) || (finish_i && !in_valid_i && !given_q && !tree);
            fin_q       <= in_valid_i && is_avg && last_i;
            if (finish_i && !in_valid_i && !tree) given_q <= 1'b1;
        end

        if (begin_i) begin
            sum_q   <= 32'd0;
            any_q   <= 1'b0;
            index_q <= 32'd0;
        end else if (en_i) begin
            fin_end_q   <= end_i;
            fin_count_q <= count_i;
            out_wide_q  <= wide_o && !is_arg && !is_sum;
            if (fin_q) begin
                out_end_o   <= fin_end_q;
                out_bytes_o <= is_i8 ? fin_count_q : {fin_count_q[5:0], 2'b00};
            end else begin
                out_end_o   <= end_i;
                out_bytes_o <= (is_cvt ? to_i8 : is_i8) ? count_i : {count_i[5:0], 2'b00};
            end

            if (in_valid_i && !wide_o && !is_sum)
                for (l = 0; l < LANES; l = l + 1)
                    out_q[32*l +: 32] <= lane(lop, is_i8, first_i && is_max, a_i[32*l +: 32], is_max ? out_q[32*l +: 32] : b_i[32*l +: 32]);

            if (in_valid_i && is_sum && !is_f32) begin
                s = sum_q;
                for (l = 0; l < LANES; l = l + 1) begin
                    t = 32'd0;
                    if (is_i8) begin
                        for (b = 0; b < 4; b = b + 1)
                            if (4*l + b < {24'd0, count_i}) t = t + {{24{a_i[32*l+8*b+7]}}, a_i[32*l+8*b +: 8]};
                    end else if (l[7:0] < count_i)
                        t = a_i[32*l +: 32];
                    s = s + t;
                end
                sum_q <= s;
            end

            if (in_valid_i && is_arg) begin
                bv = best_val_q; bk = best_key_q; bi = best_idx_q; bany = any_q;
                for (l = 0; l < FLANES; l = l + 1)
                    if (l[7:0] < count_i) begin
                        x = fx[32*l +: 32];
                        t = key(x, is_f32);
                        if (!bany || t > bk) begin
                            bv = x; bk = t; bi = index_q + l; bany = 1'b1;
                        end
                    end
                best_val_q <= bv; best_key_q <= bk; best_idx_q <= bi; any_q <= bany;
                index_q    <= index_q + {24'd0, count_i};
            end

            if (finish_i && !in_valid_i && !given_q && !tree) begin
                out_end_o   <= 1'b1;
                out_bytes_o <= is_sum ? 8'd4 : 8'd8;
                out_q[63:0] <= is_sum ? {32'd0, is_f32 ? f_sum : sum_q}
                             : {best_idx_q, is_f32 && best_key_q == 32'd0 ? 32'h7fc00000 : best_val_q};
            end
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
