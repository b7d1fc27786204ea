// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_lanes - output arithmetic of docs/isa.md, section 8, for int32 sums of LANES channels per cycle: out(a, c).
//
// Protocol: valid/ready at both ends; in_ready_o does not depend on in_valid_i.  The marks (in_pay_i) pass through.
//           The configuration must not change while a valid item is inside (busy_o).
// Latency:  5 cycles; one more for each leading zero of a subnormal float scale.
// Stages:   1 bias | 2 scale or slope, shift left | 3 multiply | 4 round, shift right | 5 zero point, saturate, limit, output type, pack.
// Sharing:  one path serves every rule, with signs kept apart from magnitudes.  The left shifter normalises |t| for the
//           float rule and applies s > 0 of the fixed one.  The multiplier takes significands or v and m; no scale is a
//           multiplication by 2^31.  The last shifter applies s < 0, aligns a float, or normalises float(q).
`default_nettype none

module dlp_mxu_lanes #(
    parameter LANES  = 16,
    parameter PAY_W  = 30,
    parameter MODE_W = 32,                          // by dlp_mxu
    parameter FLOAT  = 0                            // 1: half and bfloat16 are output types
) (
    input  wire                clk,
    input  wire                rst_n,
    input  wire [MODE_W-1:0]   out_i,               // MAT_OUT
    input  wire [31:0]         limit_i,

    // sums of LANES channels and their parameters
    input  wire                in_valid_i,
    output wire                in_ready_o,
    input  wire [32*LANES-1:0] in_sum_i,
    input  wire [32*LANES-1:0] in_bias_i,
    input  wire [32*LANES-1:0] in_scale_i,
    input  wire [32*LANES-1:0] in_slope_i,          // of negative sums, when MAT_OUT says so
    input  wire [6*LANES-1:0]  in_shift_i,
    input  wire [LANES-1:0]    in_mask_i,           // lanes that hold a channel; the others give zero bytes
    input  wire [PAY_W-1:0]    in_pay_i,

    // packed elements
    output wire                busy_o,
    output wire                out_valid_o,
    input  wire                out_ready_i,
    output wire [32*LANES-1:0] out_data_o,          // of 1 or 2 bytes: at the bottom
    output wire [PAY_W-1:0]    out_pay_o
);
    `include "dlp_spec.vh"
    `include "dlp_float.vh"
    `include "dlp_mxu.vh"

    localparam [1:0] RQ_NONE = MAT_OUT_REQUANT_NONE[1:0], RQ_FLOAT = MAT_OUT_REQUANT_FLOAT[1:0], RQ_FIXED = MAT_OUT_REQUANT_FIXED[1:0];
    wire [1:0] rq     = out_i[MAT_OUT_REQUANT_LSB +: 2];
    wire       relu   = out_i[MAT_OUT_RELU_LSB];
    wire       bias   = out_i[MAT_OUT_BIAS_LSB];
    wire [3:0] type_o = out_i[MAT_OUT_TYPE_LSB +: 4];
    wire       plus   = type_o == TYPE_U8;
    wire       narrow = type_o == TYPE_I8 || plus;
    wire       half_o = FLOAT != 0 && (type_o == TYPE_F16 || type_o == TYPE_BF16);
    wire       real_o = type_o == TYPE_F32 || half_o;                 // the output is a float
    wire       limited = out_i[MAT_OUT_LIMIT_LSB];
    wire       sloped = out_i[MAT_OUT_SLOPE_LSB];
    wire       flt    = rq == RQ_FLOAT;
    wire       none   = rq == RQ_NONE;
    wire [7:0] zero   = none ? 8'd0 : out_i[MAT_OUT_ZERO_LSB +: 8];

    // Stage 2: v for the multiplier and x, the exponent.  {sign, lz..} of the two rules:
    //   float: v = 2^8 * (24 bits of |t|, rounded to even, normalised), x = biased exponents of t and scale added - 127
    //   fixed: v = t << s for s > 0, wrapped, signed; x = s for s < 0 (-32 acts as -31)
    function [43:0] left(input [31:0] t, input [7:0] exp, input [5:0] s, input float_rule, input fixed_rule);
        /* verilator no_inline_task */
        reg        neg, up, e16, e8, e4, e2, e1;
        reg [31:0] n;
        reg [24:0] r;
        reg [9:0]  x;
        begin
            neg = float_rule & t[31];
            up  = fixed_rule & ~s[5];
            n   = (t ^ {32{neg}}) + {31'd0, neg};
            e16 = float_rule ? n[31:16] == 16'd0 : up & s[4];
            if (e16) n = n << 16;
            e8  = float_rule ? n[31:24] == 8'd0 : up & s[3];
            if (e8)  n = n << 8;
            e4  = float_rule ? n[31:28] == 4'd0 : up & s[2];
            if (e4)  n = n << 4;
            e2  = float_rule ? n[31:30] == 2'd0 : up & s[1];
            if (e2)  n = n << 2;
            e1  = float_rule ? ~n[31] : up & s[0];
            if (e1)  n = n << 1;
            r = {1'b0, n[31:8]} + {24'd0, float_rule & n[7] & (n[6:0] != 7'd0 | n[8])};
            if (float_rule)                // (158 - zeros + carry) + exp - 127; a subnormal has the exponent of 1
                x = {5'd0, ~{e16, e8, e4, e2, e1}} + {2'd0, exp[7:1], exp[0] | exp == 8'd0} + {9'd0, r[24]};
            else if (fixed_rule & s[5])
                x = {5'h1f, s[4:1], s[0] | s[4:0] == 5'd0};
            else
                x = 10'd0;
            // a carry leaves zeros: the significand is then that of the next power of two
            left = {neg, x, ~float_rule & n[31], r[24] | r[23], r[22:0], n[7:0] & {8{~float_rule}}};
        end
    endfunction

    // Stage 3: {sign, y}, y = |v * m| / 2^31.
    //   fixed: rounded half up as a signed number: floor((p + 2^30) / 2^31), whose magnitude for p < 0 is
    //          floor((~p + 2^30) / 2^31).  The manual's nudge with truncating division gives the same: for p < 0,
    //          trunc((p + 1 - 2^30) / 2^31) = (p + 1 - 2^30 + 2^31 - 1) >> 31.  p = 2^62 (v = m = -2^31) gives 2^31 - 1:
    //          it is the only product with bit 62 and not bit 63, and inverting its 2^31 is that.
    //   float: the product of two significands has its top bit at 60 or 61, y at 29 or 30, with a sticky bit 0.  For an
    //          integer result it is rounded to 24 bits here, since a second rounding follows.
    function [32:0] multiply(input [32:0] v, input [32:0] m, input float_rule, input to_int);
        /* verilator no_inline_task */
        reg [63:0] p;
        reg [31:0] a, y;
        begin
            p = $signed(v) * $signed(m);
            a = {p[62:32], p[31] | (float_rule & p[30:0] != 31'd0)};
            y = (a ^ {32{p[63] | p[62]}}) + {26'd0, {6{to_int}} & {a[30], 5'h1f}}
              + {31'd0, float_rule ? to_int & (a[30] ? a[7] : a[6]) : p[30] ^ p[63]};
            multiply = {p[63], y[31:7], y[6] & ~(to_int & a[30]), y[5:0] & {6{~to_int}}};
        end
    endfunction

    // Stage 4: {sign, nan, inf, exp, w}.  With y and x of a float product, its value is y * 2^(x - 156) / 2^127... as bits:
    //   float rule, integer: w = y * 2^(x - 156) rounded to even; inf: beyond 32 bits
    //   float rule, float:   w = the significand, y rounded to 24 bits, or to the place of a subnormal; exp = exponent - 1
    //   fixed rule, integer: w = y / 2^-x, half away from zero
    //   fixed rule, float:   the same times 2^-x, normalised, and the exponent - 1
    // The sign and the integer are 0 when relu cuts them.
    function [42:0] round(input [31:0] y, input [9:0] x, input sign_i, input nan_i, input inf_i, input float_rule, input to_float,
                          input cut);
        /* verilator no_inline_task */
        reg [9:0]  d, e;
        reg [4:0]  r, q, n;
        reg [31:0] mask, w;
        reg        norm, up, kill, carry, some, inf, e16, e8, e4, e2, e1;
        begin
            norm = to_float & ~float_rule;
            d    = (float_rule ? (to_float ? 10'd7 : 10'd156) : 10'd0) - x;
            up   = float_rule & to_float & (d[9] | d[8:3] == 6'd0 & d[2:0] != 3'd7);   // x >= 1: a normal number
            q    = up ? {4'b0011, y[30]} : d[4:0];                  // shift to the right
            r    = d[9] & ~up ? 5'd0 : q;                           // bits to be rounded away
            kill = (cut & sign_i & ~nan_i) | (float_rule & ~to_float & (nan_i | (~d[9] & d[8:5] != 4'd0)));
            mask  = ~(32'hffff_ffff << r) | {32{kill}};
            carry = float_rule ? y[r] : r != 5'd0;
            w     = (y + {1'b0, mask[31:1]} + {31'd0, carry}) & ~mask;
            // rotate to the left: what would come in from the right has been masked away
            n    = 5'd0 - q;
            e16  = norm ? w[31:16] == 16'd0 : n[4];
            if (e16) w = {w[15:0], w[31:16]};
            e8   = norm ? w[31:24] == 8'd0 : n[3];
            if (e8)  w = {w[23:0], w[31:24]};
            e4   = norm ? w[31:28] == 4'd0 : n[2];
            if (e4)  w = {w[27:0], w[31:28]};
            e2   = norm ? w[31:30] == 2'd0 : n[1];
            if (e2)  w = {w[29:0], w[31:30]};
            e1   = norm ? ~w[31] : n[0];
            if (e1)  w = {w[30:0], w[31]};
            some = norm ? w[31] : y[30] | y[29];                    // not zero
            // norm: 158 - zeros + x - 1
            e    = x + (norm ? {5'd0, ~{e16, e8, e4, e2, e1}} + 10'd126 : {10{~y[30]}});
            if (to_float)
                inf = inf_i | (up & some & (e[9:8] != 2'd0 | e[7:1] == 7'h7f));
            else                                                    // x = 157, 158, more: y moves left
                inf = inf_i | (float_rule & d[9] & (y[31] | (d != 10'h3ff & (y[30] | (d != 10'h3fe & y[29])))));
            round = {sign_i & ~cut & (~norm | some), to_float & nan_i, inf & ~kill & ~nan_i,
                     e[7:0] & {8{(norm | up) & some & ~kill}}, w};
        end
    endfunction

    // Stage 5: one addition adds the zero point, or the exponent above the rounded significand.
    function [31:0] finish(input [42:0] i, input [7:0] z, input narrow_i, input plus_i, input float_rule, input to_float);
        /* verilator no_inline_task */
        reg        sign, nan, inf, neg, norm, top, bad;
        reg [7:0]  e;
        reg [31:0] w;
        reg [33:0] s;
        begin
            {sign, nan, inf, e, w} = i;
            norm = to_float & ~float_rule;
            neg  = sign & ~to_float;
            s = {{2{neg}}, norm ? {8'd0, w[31:8]} : w ^ {32{neg}}}
              + (to_float ? {3'd0, e, 23'd0} : {{26{z[7] & ~plus_i}}, z})
              + {33'd0, norm ? w[7] & (w[6:0] != 7'd0 | w[8]) : neg};
            if (to_float) begin
                bad    = nan | inf;
                finish = bad ? {sign & ~nan, 8'hff, nan, 22'd0} : {sign, s[30:0]};
            end else begin
                top    = inf ? sign : s[33];
                bad    = inf | (s[33:31] != {3{s[33]}}) | (narrow_i & {s[30:8], s[7] & ~plus_i} != {24{s[33]}}) | (plus_i & s[33]);
                finish = bad ? (plus_i ? {24'd0, {8{~top}}} : {top, {24{narrow_i ? top : ~top}}, {7{~top}}}) : s[31:0];
            end
        end
    endfunction

    reg                 v1_q, v2_q, v3_q, v4_q, v5_q;
    reg  [PAY_W-1:0]    pay1_q, pay2_q, pay3_q, pay4_q, pay5_q;
    reg  [LANES-1:0]    mask1_q, mask2_q, mask3_q, mask4_q;
    reg  [32*LANES-1:0] t1_q, m1_q, n1_q, data_q;
    reg  [31:0]         m;
    reg  [6*LANES-1:0]  s1_q;
    reg  [33*LANES-1:0] m2_q;
    reg  [44*LANES-1:0] t2_q;
    reg  [33*LANES-1:0] t3_q;
    reg  [10*LANES-1:0] x3_q;
    reg  [43*LANES-1:0] t4_q;
    reg  [LANES-1:0]    sign2_q, nan2_q, inf2_q, sign3_q, nan3_q, inf3_q;
    reg                 slow_q;                     // some scale of stage 2 is subnormal and not yet normalised
    reg  [LANES-1:0]    late;
    integer             j1, j2, j3, j4, j5;     // one for each process

    wire slow = v2_q && slow_q;
    wire adv  = (!v5_q || out_ready_i) && !slow;

    always @(posedge clk)
        if (!rst_n)           {v1_q, v2_q, v3_q, v4_q, v5_q} <= 5'd0;
        else if (adv)         {v1_q, v2_q, v3_q, v4_q, v5_q} <= {in_valid_i, v1_q, v2_q, v3_q, v4_q};
        else if (out_ready_i) v5_q <= 1'b0;

    always @(posedge clk)
        if (adv && in_valid_i) begin
            for (j1 = 0; j1 < LANES; j1 = j1 + 1)
                t1_q[32*j1 +: 32] <= in_sum_i[32*j1 +: 32] + (bias ? in_bias_i[32*j1 +: 32] : 32'd0);
            {m1_q, s1_q, mask1_q, pay1_q} <= {in_scale_i, in_shift_i, in_mask_i, in_pay_i};
            if (sloped) n1_q <= in_slope_i;
        end

    /* verilator lint_off BLKSEQ */                 // late and m are read in this process only
    always @(posedge clk)
        if (adv && v1_q) begin
            late = {LANES{1'b0}};
            for (j2 = 0; j2 < LANES; j2 = j2 + 1) begin
                m = sloped && t1_q[32*j2+31] ? n1_q[32*j2 +: 32] : m1_q[32*j2 +: 32];
                t2_q[44*j2 +: 44] <= left(t1_q[32*j2 +: 32], m[30:23], s1_q[6*j2 +: 6], flt, rq == RQ_FIXED);
                if (flt)       m2_q[33*j2 +: 33] <= {3'd0, m[30:23] != 8'd0, m[22:0], 6'd0};
                else if (none) m2_q[33*j2 +: 33] <= 33'h0_8000_0000;
                else           m2_q[33*j2 +: 33] <= {m[31], m};
                late[j2] = flt && m[30:23] == 8'd0 && m[22:0] != 23'd0;
                nan2_q[j2]  <= flt && m[30:23] == 8'hff && (m[22:0] != 23'd0 || t1_q[32*j2 +: 32] == 32'd0);
                inf2_q[j2]  <= flt && m[30:23] == 8'hff;
                sign2_q[j2] <= m[31];
            end
            slow_q <= |late;
            {mask2_q, pay2_q} <= {mask1_q, pay1_q};
        end else if (slow) begin
            for (j2 = 0; j2 < LANES; j2 = j2 + 1)
                if (late[j2]) begin
                    m2_q[33*j2+6 +: 24]  <= {m2_q[33*j2+6 +: 23], 1'b0};
                    t2_q[44*j2+33 +: 10] <= t2_q[44*j2+33 +: 10] - 10'd1;
                    late[j2] = ~m2_q[33*j2+28];
                end
            slow_q <= |late;
        end
    /* verilator lint_on BLKSEQ */

    always @(posedge clk)
        if (adv && v2_q) begin
            for (j3 = 0; j3 < LANES; j3 = j3 + 1) begin
                t3_q[33*j3 +: 33] <= multiply(t2_q[44*j3 +: 33], m2_q[33*j3 +: 33], flt, flt && !real_o);
                x3_q[10*j3 +: 10] <= t2_q[44*j3+33 +: 10];
                sign3_q[j3]       <= t2_q[44*j3+43] ^ sign2_q[j3];
            end
            {nan3_q, inf3_q, mask3_q, pay3_q} <= {nan2_q, inf2_q, mask2_q, pay2_q};
        end

    always @(posedge clk)
        if (adv && v3_q) begin
            for (j4 = 0; j4 < LANES; j4 = j4 + 1)
                t4_q[43*j4 +: 43] <= round(t3_q[33*j4 +: 32], x3_q[10*j4 +: 10], flt ? sign3_q[j4] : t3_q[33*j4+32], nan3_q[j4],
                                           inf3_q[j4], flt, real_o, relu);
            {mask4_q, pay4_q} <= {mask3_q, pay3_q};
        end

    reg [32*LANES-1:0] data;
    reg [31:0]         r;
    /* verilator lint_off BLKSEQ */                 // data and r are read in this process only
    always @(posedge clk)
        if (adv && v4_q) begin
            data = {32*LANES{1'b0}};
            for (j5 = 0; j5 < LANES; j5 = j5 + 1)
                if (mask4_q[j5]) begin
                    r = finish(t4_q[43*j5 +: 43], zero, narrow, plus, flt, real_o);
                    if (limited) r = at_most(r, limit_i, real_o);
                    if (half_o)  r = f32_to_type(r, type_o, ROUND_RN[2:0]);
                    if (narrow)      data[8*j5 +: 8]   = r[7:0];
                    else if (half_o) data[16*j5 +: 16] = r[15:0];
                    else             data[32*j5 +: 32] = r;
                end
            data_q <= data;
            pay5_q <= pay4_q;
        end
    /* verilator lint_on BLKSEQ */

    assign in_ready_o  = adv;
    assign busy_o      = v1_q || v2_q || v3_q || v4_q || v5_q;
    assign out_valid_o = v5_q;
    assign out_data_o  = data_q;
    assign out_pay_o   = pay5_q;
endmodule
`default_nettype wire
