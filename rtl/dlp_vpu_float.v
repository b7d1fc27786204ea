// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_float - the float units of the vector unit: float arithmetic, conversions, averages, float sums, shifts, 32-bit
// products, and what looks at single elements: searches, counting, collecting.
//
// Protocol: en_i moves everything one step.  go_i: a piece of up to LANES elements, packed at the bottom of x_i and y_i; each result is a 32-bit
//           word of res_o (an element of fewer bits at its bottom), which holds until the next step that gives one.
//           fin_i, the step after the last piece of a window: its average is given, or its sum.  With FOP_SUM after the last tree_i: lane 0 gives the sum.
//           tree_i, after the last piece: one step of the final additions of a sum until tree_done_o; the sum is in sum_o.
//           best_*_o: value (an integer extended, a float as binary32) and index of the first maximum or minimum since begin_i, or the index of
//           the first or last element that is not 0, -1 if there is none; the number of these elements instead of an index.
// Numbers:  half and bfloat16 are widened to binary32, which is exact, and the binary32 result is rounded once more.  For a sum, difference or
//           product that is the correctly rounded result: 24 bits are at least 2 * 11 + 2.  binary32 even has every product exactly, but for those of
//           bfloat16 below 2^-134, which become 0 either way.
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
    input  wire [3:0]  type_i,         // of the elements
    input  wire [3:0]  to_i,           // of the results
    input  wire [2:0]  how_i,          // rounding of a conversion
    input  wire        scaled_i,       // a conversion of x * 2^pow_i; for other operations pow_i is 0
    input  wire [8:0]  pow_i,
    input  wire        plain_i,        // a window: its sum, not its average
    input  wire [31:0] scale_i,

    input  wire        go_i,
    input  wire [32*LANES-1:0] x_i,
    input  wire [32*LANES-1:0] y_i,
    input  wire [7:0]  count_i,        // elements
    input  wire        first_i,        // first of a window
    input  wire        fin_i,
    input  wire [31:0] total_i,        // sum of integers that fin_i gives with FOP_SUM
    input  wire        tree_i,

    output reg  [32*LANES-1:0] res_o,
    output reg  [4:0]  kept_o,         // FOP_COLLECT: the elements x of which y is not 0, at the bottom of res_o
    output wire        tree_done_o,
    output wire [31:0] sum_o,
    output wire [31:0] best_val_o,
    output wire [31:0] best_idx_o
);
    `include "dlp_spec.vh"
    `include "dlp_type.vh"
    `include "dlp_vpu.vh"
    `include "dlp_float.vh"

    localparam SLOTS = 16 / LANES;
    localparam SB    = SLOTS > 1 ? $clog2(SLOTS) : 1;
    localparam LB    = LANES > 1 ? $clog2(LANES) : 1;

    wire [1:0]    size   = type_size(type_i);
    wire          int_in = !type_float(type_i), int_out = !type_float(to_i);
    wire          plus   = type_unsigned(type_i), word_plus = type_i == TYPE_U32;

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
    assign sum_o = part_a[31:0];       // a sum has element 0

    // ---- best so far.  Order of the keys: NaN below everything, -0 equal to +0; for a minimum numbers the other way round.  To find elements
    // that are not 0 the key is 1 for them and 0 for others
    reg  [31:0]   best_val_q, best_key_q, best_idx_q;
    reg  [31:0]   index_q;             // elements seen
    assign best_val_o = !int_in && best_key_q == 32'd0 ? 32'h7fc00000 : best_val_q;
    assign best_idx_o = best_idx_q;

    wire          ranked  = op_i == FOP_ARGMAX || op_i == FOP_ARGMIN;
    wire          search  = ranked || op_i == FOP_COUNT || op_i == FOP_FIRST || op_i == FOP_LAST;

    function is_zero(input [31:0] v);
        is_zero = v[30:0] == 31'd0 && !(int_in && v[31]);
    endfunction

    function [31:0] key(input [31:0] v);
        reg nan, zero;
        begin
            nan  = !int_in && v[30:0] > 31'h7f800000;
            zero = is_zero(v);
            key  = int_in ? {v[31] ^ !plus, v[30:0]} : zero ? 32'h80000000 : v[31] ? ~v : {1'b1, v[30:0]};
            if (op_i == FOP_ARGMIN) key = ~key;
            if (nan) key = 32'd0;
            if (!ranked) key = {31'd0, !zero};
        end
    endfunction

    /* verilator lint_off BLKSEQ */    // variables of this process
    integer       l, k;
    reg  [31:0]   x, y, p, q, n;
    reg  [31:0]   sum, prod, fl, whole, r;
    reg  [40:0]   mid;                 // between integer and float
    reg  [5:0]    amount;
    reg           keep;                // this lane takes part
    reg           real_;               // a float becomes an integer
    reg  [4:0]    kept;
    reg  [32*LANES-1:0] row;           // part[at_a], and what it becomes
    reg  [31:0]   bv, bk, bi, rank;
    reg  [4:0]    more;                // elements of the piece that are not 0
    wire          is_add = tree_i || op_i == FOP_ADD || op_i == FOP_SUB || op_i == FOP_SUM || (op_i == FOP_AVG && !int_in);
    wire          adds   = tree_i || (go_i && (op_i == FOP_SUM || op_i == FOP_AVG));      // partial values change
    wire [2:0]    how    = op_i == FOP_CVT ? how_i : ROUND_RN[2:0];
    wire [2:0]    first_how = fin_i || to_i == TYPE_F32 ? how : ROUND_ODD;     // an integer on its way to half or bfloat16

    wire [3:0]    x_type = op_i == FOP_COLLECT ? to_i : type_i;        // collected bit for bit: to an integer type

    // element l of a piece as binary32, or as an integer of 32 bits
    function [31:0] widen(input [3:0] t, input [7:0] e8, input [15:0] e16, input [31:0] e32);
        if (size == 2'd0)               widen = {{24{e8[7] & ~plus}}, e8};
        else if (size == 2'd2)          widen = e32;
        else if (t == TYPE_F16)         widen = f16_to_f32(e16);
        else if (t == TYPE_BF16)        widen = bf16_to_f32(e16);
        else                            widen = {{16{e16[15] & (t == TYPE_I16)}}, e16};
    endfunction

    // an integer of 32 bits (unsigned: from) in the range of a type
    function [31:0] saturate(input [31:0] v, input from, input [3:0] t);
        reg neg;
        begin
            neg = v[31] & ~from;
            saturate = v;
            if (type_unsigned(t) && neg)                               saturate = 32'd0;
            else if (t == TYPE_I32 && from && v[31])                   saturate = 32'h7fffffff;
            else if (t == TYPE_I8 && v[31:7] != {25{neg}})             saturate = {{25{neg}}, {7{~neg}}};
            else if (t == TYPE_I16 && v[31:15] != {17{neg}})           saturate = {{17{neg}}, {15{~neg}}};
            else if (t == TYPE_U8 && v[31:8] != 24'd0)                 saturate = 32'h000000ff;
            else if (t == TYPE_U16 && v[31:16] != 16'd0)               saturate = 32'h0000ffff;
        end
    endfunction

    always @(posedge clk)
        if (begin_i) begin
            have_q <= 16'd0;
            slot_q <= {SB{1'b0}};
            row_q  <= {SB{1'b0}};
            h_q    <= 5'd8;
            index_q <= 32'd0;
            best_key_q <= 32'd0;
            best_idx_q <= op_i == FOP_COUNT ? 32'd0 : 32'hffffffff;
        end else if (en_i) begin
            if (go_i && op_i == FOP_SUM) slot_q <= SLOTS > 1 ? slot_q + 1'b1 : {SB{1'b0}};
            if (tree_i) begin
                row_q <= next ? {SB{1'b0}} : row_q + 1'b1;
                if (next) h_q <= h_q >> 1;
            end
            if (go_i || fin_i || tree_i) begin
                row = part_a;
                bv = best_val_q; bk = best_key_q; bi = best_idx_q; more = 5'd0; kept = 5'd0;
                for (l = 0; l < LANES; l = l + 1) begin
                    // what a step does not use is left open for the synthesis, and costs a simulation nothing
                    x    = widen(x_type, x_i[8*l +: 8], x_i[16*l +: 16], x_i[32*l +: 32]);
                    y    = widen(type_i, y_i[8*l +: 8], y_i[16*l +: 16], y_i[32*l +: 32]);
                    n    = l == 0 && op_i == FOP_SUM && int_in ? total_i : part_a[32*l +: 32];
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
                    fl  = fin_i ? n : x;
                    mid = 41'bx;
                    if (int_in && (fin_i || op_i == FOP_CVT)) mid = int_to_wide(fl, word_plus);
                    if (int_in && (fin_i || (op_i == FOP_CVT && !int_out))) fl = wide_to_f32(mid, pow_i, first_how);
                    // multiplier: a * b, an average's factor
                    prod = 32'bx;
                    if (fin_i || op_i == FOP_MUL) prod = fmul32(fin_i ? fl : x, !fin_i ? y : plain_i ? 32'h3f800000 : scale_i);
                    // float to integer: conversions, and the average of an integer window
                    whole = fin_i ? n : x;
                    if (int_out && ((fin_i && !plain_i) || (op_i == FOP_CVT && (!int_in || scaled_i)))) begin
                        q     = fin_i ? prod : x;
                        real_ = fin_i || !int_in;
                        whole = wide_to_int(real_ ? f32_to_wide(q) : mid, real_ && q[30:0] > 31'h7f800000, real_ && q[30:23] == 8'hff,
                                            pow_i, to_i == TYPE_U32, how);
                    end
                    // shifts; the amount has no sign: one with the top bit set is beyond every width, extended or not
                    amount = y > 32'd32 ? 6'd32 : y[5:0];

                    if (fin_i || (go_i && !adds && !search)) begin
                        r = 32'bx;
                        if (op_i == FOP_IMUL)     r = x * y;
                        else if (op_i == FOP_SHL) r = x << amount;
                        else if (op_i == FOP_SHR) r = plus ? x >> amount : $unsigned($signed(x) >>> amount);
                        else if (int_out)         r = saturate(whole, fin_i || !int_in || scaled_i ? to_i == TYPE_U32 : word_plus, to_i);
                        else                      r = f32_to_type(fin_i || op_i == FOP_MUL ? prod : op_i == FOP_CVT ? fl : sum, to_i, how);
                        if (op_i != FOP_COLLECT) res_o[32*l +: 32] <= r;
                        else if (keep && !is_zero(y)) begin
                            res_o[32*kept[LB-1:0] +: 32] <= r;
                            kept = kept + 5'd1;
                        end
                    end
                    if (adds && keep) begin
                        row[32*l +: 32] = op_i != FOP_AVG ? sum : first_i ? x : int_in ? n + x : sum;
                        have_q[LANES*at_a + l] <= 1'b1;
                    end
                    if (search && keep) begin
                        rank = key(x);
                        more = more + {4'd0, rank[0]};
                        if (op_i != FOP_COUNT && ((ranked && l == 0 && index_q == 32'd0) || rank > bk || (op_i == FOP_LAST && rank[0]))) begin
                            bv = x; bk = rank; bi = index_q + l;
                        end
                    end
                end
                kept_o <= kept;
                if (adds) part[at_a] <= row;
                if (go_i && search) begin
                    best_val_q <= bv;
                    best_key_q <= bk;
                    best_idx_q <= op_i == FOP_COUNT ? bi + {27'd0, more} : bi;
                    index_q    <= index_q + {24'd0, count_i};
                end
            end
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
