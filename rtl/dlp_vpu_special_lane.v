// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_special_lane - one lane of the special functions (docs/special-functions.md, whose names are used here): integers only, a cubic from a
// table and the exact steps around it.
//
// Protocol: move_i moves all stages one step; valid_i[k]: stage k has an element, valid_i[0]: there is one at x_i, y_i.  A stage without an element
//           keeps what it has.  fn_i and type_i are those of all elements inside.
// Stages:   1 widen; 2 number, known results; 3 squares and 2/pi; 4 log2(e); 5 places in tables; 6 rows; 7 read; 8, 9, 10 cubics; 11 product;
//           12 sum; 13 product of GELU; 14 normalise; 15 exact quotients and roots; 16 round.
`default_nettype none

module dlp_vpu_special_lane (
    input  wire        clk,
    input  wire        move_i,
    input  wire [15:0] valid_i,
    input  wire [7:0]  fn_i,
    input  wire [3:0]  type_i,
    input  wire [31:0] x_i,
    input  wire [31:0] y_i,
    output reg  [31:0] res_o
);
    `include "dlp_spec.vh"
    `include "dlp_float.vh"
    `include "dlp_special_tables.vh"

    localparam [31:0]  NAN = 32'h7fc00000, INF = 32'h7f800000, ONE = 32'h3f800000;
    localparam [31:0]  A_ONE  = 32'h80000000;                          // 1 as a mantissa A, T or E
    localparam [39:0]  LOG2_E = 40'hb8aa3b295c;                        // log2(e), unit 2^-39
    localparam [47:0]  LN_2   = 48'hb17217f7d1cf;                      // ln 2, unit 2^-48
    localparam [191:0] TWO_OVER_PI = 192'ha2f9836e4e441529fc2757d1f534ddc0db6295993c439041;        // below the point

    wire recip   = fn_i == VFN_RECIP[7:0];
    wire div     = fn_i == VFN_DIV[7:0] || recip;
    wire root    = fn_i == VFN_SQRT[7:0];
    wire rroot   = fn_i == VFN_RSQRT[7:0];
    wire exp2    = fn_i == VFN_EXP2[7:0];
    wire exp     = fn_i == VFN_EXP[7:0] || exp2;
    wire log2    = fn_i == VFN_LOG2[7:0];
    wire log     = fn_i == VFN_LOG[7:0] || log2;
    wire cosine  = fn_i == VFN_COS[7:0];
    wire trig    = fn_i == VFN_SIN[7:0] || cosine;
    wire tanh    = fn_i == VFN_TANH[7:0];
    wire erf     = fn_i == VFN_ERF[7:0];
    wire sigmoid = fn_i == VFN_SIGMOID[7:0];
    wire gelu    = fn_i == VFN_GELU[7:0];
    wire softplus    = fn_i == VFN_SOFTPLUS[7:0];

    // ---- numbers

    // {zeros, v << zeros}
    function [69:0] normal(input [63:0] v);
        reg [63:0] n;
        reg [5:0]  z;
        begin
            n = v;
            z = 6'd0;
            if (n[63:32] == 32'd0) begin n = n << 32; z[5] = 1'b1; end
            if (n[63:48] == 16'd0) begin n = n << 16; z[4] = 1'b1; end
            if (n[63:56] == 8'd0)  begin n = n << 8;  z[3] = 1'b1; end
            if (n[63:60] == 4'd0)  begin n = n << 4;  z[2] = 1'b1; end
            if (n[63:62] == 2'd0)  begin n = n << 2;  z[1] = 1'b1; end
            if (!n[63])            begin n = n << 1;  z[0] = 1'b1; end
            normal = {z, n};
        end
    endfunction

    // {e, m} of a finite number that is not 0: m * 2^(e - 23), bit 23 of m is set
    function [33:0] number(input [30:0] a);
        reg [23:0] m;
        reg [9:0]  e;
        begin
            m = {a[30:23] != 8'd0, a[22:0]};
            e = a[30:23] != 8'd0 ? {2'd0, a[30:23]} - 10'd127 : -10'd126;
            if (m[23:8]  == 16'd0) begin m = m << 16; e = e - 10'd16; end
            if (m[23:16] == 8'd0)  begin m = m << 8;  e = e - 10'd8;  end
            if (m[23:20] == 4'd0)  begin m = m << 4;  e = e - 10'd4;  end
            if (m[23:22] == 2'd0)  begin m = m << 2;  e = e - 10'd2;  end
            if (!m[23])            begin m = m << 1;  e = e - 10'd1;  end
            number = {e, m};
        end
    endfunction

    // ---- results that need no table
    function [31:0] whole(input [31:0] a);
        reg [7:0]  places;             // bits of the fraction, 1 to 23, for 1 <= |a| < 2^23
        reg [31:0] unit, base;
        reg        half, more, odd, up, below_1;
        begin
            below_1  = a[30:23] < 8'd127;
            places = 8'd150 - a[30:23];
            unit   = below_1 ? 32'd0 : 32'd1 << places[4:0];
            base   = below_1 ? 32'd0 : {1'b0, a[30:0]} & ~(unit - 32'd1);
            half   = below_1 ? a[30:23] == 8'd126 : (a & (unit >> 1)) != 32'd0;
            more   = below_1 ? a[30:23] != 8'd126 || a[22:0] != 23'd0 : (a & ((unit >> 1) - 32'd1)) != 32'd0;
            odd    = !below_1 && (places == 8'd23 || (a & unit) != 32'd0);       // the bit above 23 places is the hidden one
            case (fn_i)
                VFN_FLOOR[7:0]: up = a[31] && (half || more);
                VFN_CEIL[7:0]:  up = !a[31] && (half || more);
                VFN_ROUND[7:0]: up = half;
                VFN_RINT[7:0]:  up = half && (more || odd);
                default:        up = 1'b0;
            endcase
            if (a[30:0] == 31'd0)                whole = a;
            else if (a[30:23] >= 8'd150)         whole = a;
            else                                 whole = !up ? base : below_1 ? ONE : base + unit;
            if (a[30:0] != 31'd0) begin
                if (fn_i == VFN_SIGN[7:0]) whole = ONE;
                whole[31] = a[31];
            end
        end
    endfunction

    // {it is one, result}
    function [32:0] known(input [31:0] a, input [31:0] b);
        reg zero, inf, bzero, binf, minus, is;
        reg [7:0]  e;                  // biased
        reg [31:0] r;
        begin
            zero  = a[30:0] == 31'd0;
            inf   = a[30:0] == INF[30:0];
            bzero = b[30:0] == 31'd0;
            binf  = b[30:0] == INF[30:0];
            minus = a[31];
            e     = a[30:23];
            is    = 1'b1;
            r     = NAN;
            if (a[30:0] > INF[30:0] || (div && b[30:0] > INF[30:0]))
                is = 1'b1;
            else if (div) begin
                if (!(zero && bzero) && !(inf && binf)) r = {a[31] ^ b[31], inf || bzero ? INF[30:0] : 31'd0};
                is = zero || inf || bzero || binf;
            end else if (root || rroot) begin
                if (zero || !minus) r = root ? a : zero ? {minus, INF[30:0]} : 32'd0;
                is = zero || minus || inf;
            end else if (exp) begin
                r  = zero ? ONE : minus ? 32'd0 : INF;
                is = zero || e >= 8'd135;
            end else if (log) begin
                if (zero || !minus) r = zero ? {1'b1, INF[30:0]} : inf ? a : 32'd0;
                is = zero || minus || inf || a == ONE;
            end else if (trig) begin
                if (!inf) r = cosine ? ONE : a;
                is = inf || e < 8'd115;
            end else if (tanh || erf) begin
                r  = zero ? a : {minus, ONE[30:0]};
                is = zero || e >= (tanh ? 8'd131 : 8'd129);
            end else if (sigmoid) begin
                r  = zero ? 32'h3f000000 : minus ? 32'd0 : ONE;
                is = zero || e >= 8'd134;
            end else if (gelu) begin
                r  = zero || !minus ? a : 32'h80000000;
                is = zero || e >= 8'd131;
            end else if (softplus) begin
                r  = minus ? 32'd0 : a;
                is = e >= (minus ? 8'd134 : 8'd132);
            end else
                r  = whole(a);
            known = {is, r};
        end
    endfunction

    // known() takes any NaN
    function [31:0] widen(input [31:0] v);
        widen = type_i == TYPE_F16 ? f16_to_f32(v[15:0]) : type_i == TYPE_BF16 ? {v[15:0], 16'd0} : v;
    endfunction

    // ---- the steps of a cubic: c + h * t, t the upper bits of a number of 28, -1/2 <= t < 1/2.  What h can be fits into the width of its coefficient.
    function [SP_C2-1:0] step2(input signed [SP_C2-1:0] c, input signed [SP_C3-1:0] h, input signed [13:0] t);
        reg signed [SP_C3+13:0] p;
        begin
            p     = h * t;
            step2 = c + {{(SP_C2-SP_C3){p[SP_C3+13]}}, p[SP_C3+13:14]};
        end
    endfunction
    function [SP_C1-1:0] step1(input signed [SP_C1-1:0] c, input signed [SP_C2-1:0] h, input signed [19:0] t);
        reg signed [SP_C2+19:0] p;
        begin
            p     = h * t;
            step1 = c + {{(SP_C1-SP_C2){p[SP_C2+19]}}, p[SP_C2+19:20]};
        end
    endfunction
    // the value, at most 2 - 2^-31
    function [31:0] step0(input signed [SP_C0-1:0] c, input signed [SP_C1-1:0] h, input signed [27:0] t);
        reg signed [SP_C1+27:0] p;
        reg signed [SP_C0-1:0]  r;
        begin
            p     = h * t;
            r     = c + {{(SP_C0-SP_C1){p[SP_C1+27]}}, p[SP_C1+27:28]} + 4;
            step0 = r[SP_C0-1] ? 32'hffffffff : r[34:3];
        end
    endfunction

    // v >> n; of an n that is too large 0
    function [63:0] right(input [63:0] v, input signed [11:0] n);
        right = n > 12'sd63 ? 64'd0 : v >> n[5:0];
    endfunction

    function signed [11:0] grow(input [9:0] e);        // sign extended
        grow = {{2{e[9]}}, e};
    endfunction

    // {e, v} of a product v, bit 63 is set, within 2^-28 of the quotient ma / mb, or of the root of ma * 2^-23, exactly rounded: h is v rounded to 25
    // bits, and the sign of its error, by the low 28 bits of the product, goes into what is behind them.
    function [75:0] exact(input [63:38] v, input signed [11:0] e, input [1:0] zeros, input [23:0] ma, input [23:0] mb, input odd);
        reg [25:0] h;
        reg [27:0] want, have, diff;
        reg        less, more;
        begin
            h    = {1'b0, v[63:39]} + {25'd0, v[38]};
            have = {2'd0, h} * (root ? {2'd0, h} : {4'd0, mb});
            want = root ? {4'd0, ma} << 5'd25 : {4'd0, ma} << 5'd24;
            if (root && odd)   want = want << 1;
            if (zeros != 2'd1) want = want << (root ? 2 : 1);
            diff = want - have;
            less = diff[27];
            more = !less && diff != 28'd0;
            exact = {e, ({h[24:0], 39'd0} | {63'd0, more}) - {63'd0, less}};
            if (h[25] && !less)        // 2^25
                exact = {e + 12'sd1, 1'b1, 62'd0, more};
        end
    endfunction

    // (-1)^sign * v * 2^(e - 190) rounded to nearest even
    function [31:0] pack(input sign, input [63:0] v, input signed [11:0] e);
        reg signed [11:0] n;
        reg [63:0]        w;
        reg [30:0]        m;
        begin
            n = 12'sd1 - e;
            w = v;
            if (e < 12'sd1) begin
                w    = right(v, n);
                w[0] = w[0] | (n > 12'sd63 ? v != 64'd0 : (v & ~(64'hffffffffffffffff << n[5:0])) != 64'd0);
            end
            // the hidden bit adds 1 to the exponent, a carry from rounding as well
            m    = {e < 12'sd1 ? 8'd0 : e[7:0] - 8'd1, 23'd0} + {7'd0, w[63:40]} + {30'd0, w[39] & (w[40] | (w[38:0] != 39'd0))};
            pack = {sign, e >= 12'sd255 ? INF[30:0] : m};
        end
    endfunction

    // ---- what travels, from stage 2 on: m and the divisor's m (or a known result), exponent, sign
    reg  [15:2]        known_q, sign_q;
    reg  [24*14-1:0]   m_q, d_q;
    reg  [10*13-1:0]   e_q;
    wire [23:0] m2  = m_q[0 +: 24], m4 = m_q[48 +: 24], m11 = m_q[216 +: 24], m12 = m_q[240 +: 24], m14 = m_q[288 +: 24], m15 = m_q[312 +: 24];
    wire [23:0] d4  = d_q[48 +: 24], d14 = d_q[288 +: 24], d15 = d_q[312 +: 24];
    wire [7:0]  e2  = e_q[0 +: 8];       // of sine and cosine, -12 to 127
    wire [9:0]  e3 = e_q[10 +: 10], e4 = e_q[20 +: 10], e10 = e_q[80 +: 10], e11 = e_q[90 +: 10], e12 = e_q[100 +: 10];
    wire        e14 = e_q[120];

    reg  [31:0]        x1, y1;
    reg  [39:0]        q3;             // factor of log2(e)
    reg  [87:0]        w3;             // |x| * 2 / pi modulo 4, unit 2^-86
    reg  [63:0]        y4;             // |exponent of 2|, unit 2^-32
    reg  [63:0]        f4;             // place in the quadrant, unit 2^-64
    reg                odd4, flip4;
    reg  [63:0]        y5;             // exponent of 2
    reg  [31:0]        p5;             // place in the region
    reg  [5:0]         region5;
    reg  [31:0]        a5, a6, a7, a8, a9, a10;            // the factor is A * 2^(g - 31)
    reg  [9:0]         g5, g6, g7, g8, g9, g10;
    reg  [10:0]        at6;
    reg  [SP_EXP_K-1:0] eat6;
    reg  [27:0]        t6, u6, t7, u7, t8, u8, t9, u9;     // places in the segments
    reg  [9:0]         i6, i7, i8, i9, i10;                // integer part of the exponent
    reg  [SP_ROW-1:0]  row7, erow7;
    reg  [SP_C0+SP_C1-1:0] c8, ec8;
    reg  [SP_C0-1:0]   c9, ec9;
    reg  [SP_C2-1:0]   h8, eh8;
    reg  [SP_C1-1:0]   h9, eh9;
    reg  [31:0]        t10, ee10;
    reg  [63:0]        v11, v12, v13, n14, n15;
    reg  signed [11:0] x11, x12, x13, x14, x15;            // their exponents
    reg                zero14, zero15;
    reg  [1:0]         zeros14;

    wire       with_e = exp || softplus || gelu || (sigmoid && sign_q[10]);        // A comes from the cubic of 2^y
    wire [5:0] first  = tanh ? SP_TANH : erf ? SP_ERF : sigmoid ? SP_SIGMOID : gelu ? SP_GELU : SP_SOFTPLUS;
    wire signed [11:0] last = tanh || gelu ? 12'sd3 : erf ? 12'sd1 : 12'sd4;   // octave of the last region

    /* verilator lint_off BLKSEQ */    // variables of this process
    reg  [33:0]        num, den;
    reg                is;
    reg  [31:0]        r, p;
    reg  [191:0]       window;
    reg  [47:0]        square;
    reg  [79:0]        pr;
    reg  signed [11:0] ex, kk;
    reg                beyond, below;
    reg  [1:0]         quadrant;
    reg  [69:0]        nrm;
    reg  [13:0]        region;
    reg                sign5, sign12;
    reg  [63:0]        al, s;

    // From the last stage to the first, so that each finds what the one before it had.  Blocking assignments: a simulation copies every other register
    // of a process at each edge, idle or not.
    always @(posedge clk)
        if (move_i) begin
            sign5  = sign_q[4];
            sign12 = sign_q[11];
            // 16
            if (valid_i[15]) begin
                r = known_q[15] ? {d15[7:0], m15} : zero15 ? {sign_q[15], 31'd0} : pack(sign_q[15], n15, x15);
                res_o <= f32_to_type(r, type_i, ROUND_RN[2:0]);
            end
            // 15
            if (valid_i[14]) begin
                n15    = n14;
                x15    = x14;
                zero15 = zero14;
                if (div || root) {x15, n15} = exact(n14[63:38], x14, zeros14, m14, d14, e14);
            end
            // 14
            if (valid_i[13]) begin
                nrm     = normal(v13);
                n14     = nrm[63:0];
                x14     = x13 + 12'sd128 - {6'd0, nrm[69:64]};
                zero14  = v13 == 64'd0;
                zeros14 = nrm[65:64];
            end
            // 13
            if (valid_i[12]) begin
                v13 = v12;
                x13 = x12;
                if (gelu) begin
                    v13 = {40'd0, m12} * {24'd0, sign_q[12] ? v12[62:23] : v12[48:9]};
                    x13 = grow(e12) + (sign_q[12] ? x12 : 12'sd0);
                end
            end
            // 12: sums have the unit 2^-48
            if (valid_i[11]) begin
                below = m11[22];
                kk    = grow(e11) + {11'd0, below};
                v12   = v11;
                x12   = x11;
                if ((log && kk != 12'sd0) || ((gelu || softplus) && !sign_q[11])) begin
                    al = right(v11, 12'sd14 - x11);
                    s  = gelu ? 64'h0001000000000000 - al : al;
                    if (log)
                        s = $signed({{52{kk[11]}}, kk}) * $signed({16'd0, log2 ? 48'd0 : LN_2}) + (below ? -al : al);
                    if (log2)
                        s = {{4{kk[11]}}, kk, 48'd0} + (below ? -al : al);
                    if (softplus)
                        s = al + (grow(e11) >= -12'sd25 ? {40'd0, m11} << (e11[5:0] + 6'd25) : right({40'd0, m11}, -12'sd25 - grow(e11)));
                    v12 = s[63] ? -s : s;
                    x12 = 12'sd14;
                    sign12 = s[63];
                end else if (log)
                    sign12 = below;
                else if (exp || sigmoid || softplus)
                    sign12 = 1'b0;
            end
            // 11: v * 2^(x - 62)
            if (valid_i[10]) begin
                v11 = {32'd0, with_e ? ee10 : a10} * {32'd0, exp ? A_ONE : t10};
                x11 = div ? grow(e10) : root ? grow(e10) >>> 1 : rroot ? -(grow(e10) >>> 1) : with_e ? grow(i10) : grow(g10);
            end
            // 10, 9, 8
            if (valid_i[9]) begin
                t10  = step0(c9, h9, t9);
                ee10 = step0(ec9, eh9, u9);
                i10 = i9; a10 = a9; g10 = g9;
            end
            if (valid_i[8]) begin
                h9  = step1(c8[SP_C1-1:0], h8, t8[27:8]);
                eh9 = step1(ec8[SP_C1-1:0], eh8, u8[27:8]);
                c9  = c8[SP_C1 +: SP_C0];
                ec9 = ec8[SP_C1 +: SP_C0];
                t9 = t8; u9 = u8; i9 = i8; a9 = a8; g9 = g8;
            end
            if (valid_i[7]) begin
                h8  = step2(row7[SP_C3 +: SP_C2], row7[SP_C3-1:0], t7[27:14]);
                eh8 = step2(erow7[SP_C3 +: SP_C2], erow7[SP_C3-1:0], u7[27:14]);
                c8  = row7[SP_ROW-1 -: SP_C0+SP_C1];
                ec8 = erow7[SP_ROW-1 -: SP_C0+SP_C1];
                t8 = t7; u8 = u7; i8 = i7; a8 = a7; g8 = g7;
            end
            // 7
            if (valid_i[6]) begin
                row7  = sp_rom[at6];
                erow7 = sp_exp_rom[eat6];
                t7 = t6; u7 = u6; i7 = i6; a7 = a6; g7 = g6;
            end
            // 6: row and place in the segment, counted from its middle
            if (valid_i[5]) begin
                region = sp_region[region5];
                p      = p5 << region[2:0];
                at6    = region[13:3] + {4'd0, p5[31:25] >> (3'd7 - region[2:0])};
                t6     = {~p[31], p[30:4]};
                p      = y5[31:0] << SP_EXP_K;
                eat6   = y5[31 -: SP_EXP_K];
                u6     = {~p[31], p[30:4]};
                i6     = y5[41:32];
                a6     = a5;
                g6     = g5;
            end
            // 5: what the tables are asked
            if (valid_i[4]) begin
                y5 = exp && !sign_q[4] ? y4 : -y4;
                a5 = A_ONE;
                g5 = 10'd0;
                p5 = {m4[22:0], 9'd0};
                if (div) begin
                    a5      = {m4, 8'd0};
                    p5      = {d4[22:0], 9'd0};
                    region5 = SP_RECIP;
                end else if (root)
                    region5 = SP_SQRT + {5'd0, e4[0]};
                else if (rroot)
                    region5 = SP_RSQRT + {5'd0, e4[0]};
                else if (log || trig) begin
                    // |d| * 2^24, x = 2^k (1 + d) with -1/4 <= d < 1/2; a place in a quadrant
                    nrm     = normal(trig ? f4 : {39'd0, m4[22] ? 25'h1000000 - {1'b0, m4} : {1'b0, m4[22:0], 1'b0}});
                    region5 = log2 ? SP_LOG2 : log ? SP_LOG : odd4 ? SP_COS : SP_SIN;
                    if (trig) begin
                        p5    = f4[62:31];
                        sign5 = sign_q[4] ^ flip4;
                    end
                    if (log || !odd4) begin
                        a5 = nrm[63:32];
                        g5 = (trig ? 10'h3ff : 10'd39) - {4'd0, nrm[69:64]};
                    end
                end else begin
                    if (tanh || erf) begin
                        a5 = {m4, 8'd0};
                        g5 = e4;
                    end
                    if (grow(e4) > last) begin
                        region5 = first + last[5:0] + 6'd4;
                        p5      = 32'hffffffff;
                    end else if (grow(e4) < -12'sd3) begin
                        al      = right({32'd0, m4, 8'd0}, -12'sd4 - grow(e4));
                        region5 = first;
                        p5      = al[31:0];
                    end else
                        region5 = first + e4[5:0] + 6'd4;
                end
            end
            // 4: from the middle of a quadrant on the next one is nearer, and negative from there; 1 - f is ~f but for the last bit
            if (valid_i[3]) begin
                if (trig) begin
                    beyond   = w3[85];
                    quadrant = w3[87:86] + {1'b0, beyond} + {1'b0, cosine};
                    f4       = w3[85:22] ^ {64{beyond}};
                    odd4     = quadrant[0];
                    flip4    = quadrant[1] ^ (beyond & ~quadrant[0]);
                end else begin
                    pr = {40'd0, q3} * {40'd0, exp2 ? 40'h8000000000 : LOG2_E};
                    ex = gelu ? grow(e3) <<< 1 : grow(e3);
                    y4 = right(pr[79:16], 12'sd30 - ex);
                end
            end
            // 3: the 88 bits of 2 / pi of weight 2^(25 - e) and less: those above give multiples of 4, those below less than 2^-62
            if (valid_i[2]) begin
                if (trig) begin
                    window = TWO_OVER_PI >> (8'd129 - e2);
                    w3 = {64'd0, m2} * window[87:0];
                end else begin
                    square = m2 * m2;
                    q3 = gelu ? square[47:8] : {m2, 16'd0};
                end
            end
            known_q    = {known_q[14:2], 1'b0};
            sign_q     = {sign_q[14:2], 1'b0};
            sign_q[5]  = sign5;
            sign_q[12] = sign12;
            m_q        = {m_q[24*13-1:0], 24'd0};
            d_q        = {d_q[24*13-1:0], 24'd0};
            e_q        = {e_q[10*12-1:0], 10'd0};
            // 2: (-1)^sign * m * 2^(e - 23)
            if (valid_i[1]) begin
                num     = number(x1[30:0]);
                den     = div ? number(y1[30:0]) : 34'd0;
                {is, r} = known(x1, y1);
                known_q[2]   = is;
                sign_q[2]    = div ? x1[31] ^ y1[31] : x1[31] & ~cosine;
                e_q[0 +: 10] = num[33:24] - den[33:24];
                m_q[0 +: 24] = is ? r[23:0] : num[23:0];
                d_q[0 +: 24] = is ? {16'd0, r[31:24]} : den[23:0];
            end
            // 1: binary32; 1 / a is a quotient
            if (valid_i[0]) begin
                x1 = recip ? ONE : widen(x_i);
                y1 = recip ? widen(x_i) : widen(y_i);
            end
        end
    /* verilator lint_on BLKSEQ */

    wire unused_ok = &{1'b0, d4, d15, e_q, w3, p, pr, square, y5, window, al};
endmodule
`default_nettype wire
