// SPDX-License-Identifier: Apache-2.0
// dlp_float.vh - binary32 arithmetic and conversions as functions, included inside a module after dlp_spec.vh.  Subnormals, one NaN for each format
// (7fc00000, 7e00, 7fc0); sums and products round to nearest even, conversions as they are told.
//
// Functions and not modules: called under `if (valid)` in a clocked block they cost a simulation nothing while idle.
// Normalising is done in binary steps of 16, 8, 4, 2, 1, which is a shifter in hardware and a few tests in simulation.
/* verilator lint_off UNUSED */

// a + b
function [31:0] fadd32(input [31:0] a, input [31:0] b);
    /* verilator no_inline_task */
    reg        swap;
    reg [31:0] hi, lo;                 // larger and smaller magnitude
    reg [8:0]  e;
    reg [7:0]  d;
    reg [26:0] x, y;                   // significand, guard, round, sticky
    reg [27:0] s;
    reg [24:0] m;
    begin
        if (a[30:0] > 31'h7f800000 || b[30:0] > 31'h7f800000 || (a[30:0] == 31'h7f800000 && b[30:0] == 31'h7f800000 && a[31] != b[31]))
            fadd32 = 32'h7fc00000;
        else if (a[30:23] == 8'hff)
            fadd32 = a;
        else if (b[30:23] == 8'hff)
            fadd32 = b;
        else begin
            swap = a[30:0] < b[30:0];
            hi   = swap ? b : a;
            lo   = swap ? a : b;
            // subnormals have the exponent of 1 and no hidden bit
            e  = {1'b0, hi[30:24], hi[23] | ~(|hi[30:23])};
            d  = (hi[30:23] == 8'd0 ? 8'd1 : hi[30:23]) - (lo[30:23] == 8'd0 ? 8'd1 : lo[30:23]);
            x  = {hi[30:23] != 8'd0, hi[22:0], 3'b000};
            y  = {lo[30:23] != 8'd0, lo[22:0], 3'b000};
            // y >> d; what leaves on the right stays visible in bit 0
            if (d[7:5] != 3'd0) y = {26'd0, y != 27'd0};
            else begin
                if (d[4]) y = {16'd0, y[26:17], y[16:0] != 17'd0};
                if (d[3]) y = {8'd0,  y[26:9],  y[8:0] != 9'd0};
                if (d[2]) y = {4'd0,  y[26:5],  y[4:0] != 5'd0};
                if (d[1]) y = {2'd0,  y[26:3],  y[2:0] != 3'd0};
                if (d[0]) y = {1'b0,  y[26:2],  y[1:0] != 2'd0};
            end
            s = hi[31] == lo[31] ? {1'b0, x} + {1'b0, y} : {1'b0, x} - {1'b0, y};
            if (s[27]) begin
                s = {1'b0, s[27:2], s[1] | s[0]};
                e = e + 9'd1;
            end else begin
                if (s[26:11] == 16'd0 && e > 9'd16) begin s = s << 16; e = e - 9'd16; end
                if (s[26:19] == 8'd0  && e > 9'd8)  begin s = s << 8;  e = e - 9'd8;  end
                if (s[26:23] == 4'd0  && e > 9'd4)  begin s = s << 4;  e = e - 9'd4;  end
                if (s[26:25] == 2'd0  && e > 9'd2)  begin s = s << 2;  e = e - 9'd2;  end
                if (s[26] == 1'b0     && e > 9'd1)  begin s = s << 1;  e = e - 9'd1;  end
            end
            m = {1'b0, s[26:3]} + {24'd0, s[2] & (s[1] | s[0] | s[3])};
            if (m[24]) begin
                m = m >> 1;
                e = e + 9'd1;
            end
            if (m == 25'd0)           fadd32 = {hi[31] & lo[31], 31'd0};       // x - x is +0
            else if (e >= 9'd255)     fadd32 = {hi[31], 31'h7f800000};
            else                      fadd32 = {hi[31], m[23] ? e[7:0] : 8'd0, m[22:0]};
        end
    end
endfunction

// a * b
function [31:0] fmul32(input [31:0] a, input [31:0] b);
    /* verilator no_inline_task */
    reg               sign;
    reg        [23:0] ma, mb;
    reg signed [9:0]  ea, eb, e;       // e: exponent of a number whose bit 47 of p is set
    reg        [47:0] p;
    reg        [9:0]  right;
    reg        [25:0] q;               // significand, guard, sticky
    reg        [24:0] m;
    begin
        sign = a[31] ^ b[31];
        if (a[30:0] > 31'h7f800000 || b[30:0] > 31'h7f800000 ||
            (a[30:0] == 31'h7f800000 && b[30:0] == 31'd0) || (b[30:0] == 31'h7f800000 && a[30:0] == 31'd0))
            fmul32 = 32'h7fc00000;
        else if (a[30:23] == 8'hff || b[30:23] == 8'hff)
            fmul32 = {sign, 31'h7f800000};
        else if (a[30:0] == 31'd0 || b[30:0] == 31'd0)
            fmul32 = {sign, 31'd0};
        else begin
            ma = {a[30:23] != 8'd0, a[22:0]};
            mb = {b[30:23] != 8'd0, b[22:0]};
            ea = a[30:23] != 8'd0 ? $signed({2'b00, a[30:23]}) : 10'sd1;
            eb = b[30:23] != 8'd0 ? $signed({2'b00, b[30:23]}) : 10'sd1;
            p  = ma * mb;
            e  = ea + eb - 10'sd126;
            if (e >= 10'sd1) begin
                // left until bit 47 is set, by 1 unless an operand is subnormal, but not below the exponent of a subnormal
                if (p[47:32] == 16'd0 && e > 10'sd16) begin p = p << 16; e = e - 10'sd16; end
                if (p[47:40] == 8'd0  && e > 10'sd8)  begin p = p << 8;  e = e - 10'sd8;  end
                if (p[47:44] == 4'd0  && e > 10'sd4)  begin p = p << 4;  e = e - 10'sd4;  end
                if (p[47:46] == 2'd0  && e > 10'sd2)  begin p = p << 2;  e = e - 10'sd2;  end
                if (p[47] == 1'b0     && e > 10'sd1)  begin p = p << 1;  e = e - 10'sd1;  end
            end
            q = {p[47:23], p[22:0] != 23'd0};
            if (e < 10'sd1) begin
                // right to the exponent of a subnormal; what leaves on the right stays visible in bit 0
                right = $unsigned(10'sd1 - e);
                if (right[9:5] != 5'd0) q = {25'd0, q != 26'd0};
                else begin
                    if (right[4]) q = {16'd0, q[25:17], q[16:0] != 17'd0};
                    if (right[3]) q = {8'd0,  q[25:9],  q[8:0] != 9'd0};
                    if (right[2]) q = {4'd0,  q[25:5],  q[4:0] != 5'd0};
                    if (right[1]) q = {2'd0,  q[25:3],  q[2:0] != 3'd0};
                    if (right[0]) q = {1'b0,  q[25:2],  q[1:0] != 2'd0};
                end
                e = 10'sd1;
            end
            m = {1'b0, q[25:2]} + {24'd0, q[1] & (q[0] | q[2])};
            if (m[24]) begin
                m = m >> 1;
                e = e + 10'sd1;
            end
            if (e >= 10'sd255) fmul32 = {sign, 31'h7f800000};
            else               fmul32 = {sign, m[23] ? e[7:0] : 8'd0, m[22:0]};
        end
    end
endfunction

// Rounding in one of the ways of vcvt: whether the magnitude grows by one unit.  g: first bit that is dropped, s: a later one is set
function rounds_up(input [2:0] how, input sign, input lsb, input g, input s);
    case (how)
        ROUND_OZ[2:0]: rounds_up = g | s;
        ROUND_UP[2:0]: rounds_up = ~sign & (g | s);
        ROUND_DN[2:0]: rounds_up = sign & (g | s);
        ROUND_RD[2:0]: rounds_up = g;
        ROUND_RN[2:0]: rounds_up = g & (s | lsb);
        default:       rounds_up = 1'b0;
    endcase
endfunction

// Not a rounding of vcvt: what is dropped stays visible in the last bit, so that a second rounding to fewer bits gives what one rounding would
localparam [2:0] ROUND_ODD = 3'd7;

// A number between integer and float: {sign, e, n} is n / 2^31 * 2^(e - 127).  Of an integer bit 31 of n is set, unless it is 0.
function [40:0] int_to_wide(input [31:0] a, input without_sign);
    /* verilator no_inline_task */
    reg        sign;
    reg [31:0] n;
    reg [7:0]  e;
    begin
        sign = a[31] & ~without_sign;
        n = sign ? -a : a;
        e = 8'd158;
        if (n[31:16] == 16'd0) begin n = n << 16; e = e - 8'd16; end
        if (n[31:24] == 8'd0)  begin n = n << 8;  e = e - 8'd8;  end
        if (n[31:28] == 4'd0)  begin n = n << 4;  e = e - 8'd4;  end
        if (n[31:30] == 2'd0)  begin n = n << 2;  e = e - 8'd2;  end
        if (!n[31])            begin n = n << 1;  e = e - 8'd1;  end
        int_to_wide = {sign, e, n};
    end
endfunction

// The same of a binary32 that is not infinite and no NaN; a subnormal has the exponent of 1 and no hidden bit
function [40:0] f32_to_wide(input [31:0] a);
    f32_to_wide = {a[31], a[30:24], a[23] | a[30:23] == 8'd0, a[30:23] != 8'd0, a[22:0], 8'd0};
endfunction

// An integer a times 2^p, p from -127 to 128, to binary32
function [31:0] wide_to_f32(input [40:0] a, input [8:0] p, input [2:0] how);
    /* verilator no_inline_task */
    reg [24:0] m;
    reg [9:0]  e;
    begin
        m = {1'b0, a[31:8]} + {24'd0, rounds_up(how, a[40], a[8], a[7], a[6:0] != 7'd0)};
        if (how == ROUND_ODD) m[0] = a[8] | (a[7:0] != 8'd0);
        e = {2'b00, a[39:32]} + {p[8], p} + {9'd0, m[24]};
        // 2^-127 is the only one below the normal numbers
        if (!a[31])                wide_to_f32 = 32'd0;
        else if (e >= 10'd255)     wide_to_f32 = {a[40], rounds_up(how, a[40], 1'b1, 1'b1, 1'b1) ? 31'h7f800000 : 31'h7f7fffff};
        else if (e == 10'd0)       wide_to_f32 = {a[40], 31'h00400000};
        else                       wide_to_f32 = {a[40], e[7:0], m[24] ? 23'd0 : m[22:0]};
    end
endfunction

// Integer of 32 bits, signed or not, to binary32
function [31:0] int_to_f32(input [31:0] a, input without_sign, input [2:0] how);
    int_to_f32 = wide_to_f32(int_to_wide(a, without_sign), 9'd0, how);
endfunction

// a times 2^p, p from -127 to 128, to an integer of 32 bits, signed or not, saturated; a NaN gives 0, no number is beyond infinity
function [31:0] wide_to_int(input [40:0] a, input nan, input infinite, input [8:0] p, input without_sign, input [2:0] how);
    /* verilator no_inline_task */
    reg        over;
    reg [33:0] w;                      // 32 integer bits, guard, sticky
    reg [9:0]  e, right;
    reg [31:0] q;
    begin
        e    = {2'b00, a[39:32]} + {p[8], p};              // -126 to 383
        over = infinite || (!e[9] && a[31] && (without_sign ? !a[40] && e >= 10'd159 : e >= 10'd158));   // |a| >= 2^32, 2^31; -2^31 itself gives the same
        if (nan)
            wide_to_int = 32'd0;
        else if (over)
            wide_to_int = without_sign ? {32{~a[40]}} : a[40] ? 32'h80000000 : 32'h7fffffff;
        else begin
            w     = {a[31:0], 2'b00};
            right = 10'd158 - e;                  // 0 to 284, or the number is 0; less for a negative a without sign, which gives 0 whatever it is
            if (right[9:6] != 4'd0) w = {33'd0, w != 34'd0};
            else begin
                if (right[5]) w = {32'd0, w[33], w[32:0] != 33'd0};
                if (right[4]) w = {16'd0, w[33:17], w[16:0] != 17'd0};
                if (right[3]) w = {8'd0,  w[33:9],  w[8:0] != 9'd0};
                if (right[2]) w = {4'd0,  w[33:5],  w[4:0] != 5'd0};
                if (right[1]) w = {2'd0,  w[33:3],  w[2:0] != 3'd0};
                if (right[0]) w = {1'b0,  w[33:2],  w[1:0] != 2'd0};
            end
            q = w[33:2] + {31'd0, rounds_up(how, a[40], w[2], w[1], w[0])};      // what has a fraction is below 2^31: no carry out
            if (without_sign)          wide_to_int = a[40] ? 32'd0 : q;
            else if (!a[40] && q[31])  wide_to_int = 32'h7fffffff;     // rounded up to 2^31
            else                       wide_to_int = a[40] ? -q : q;
        end
    end
endfunction

// binary32 to an integer of 32 bits, signed or not, saturated; NaN gives 0
function [31:0] f32_to_int(input [31:0] a, input without_sign, input [2:0] how);
    f32_to_int = wide_to_int(f32_to_wide(a), a[30:0] > 31'h7f800000, a[30:23] == 8'hff, 9'd0, without_sign, how);
endfunction

// half to binary32, exact
function [31:0] f16_to_f32(input [15:0] a);
    reg [9:0] m;
    reg [7:0] e;
    begin
        m = a[9:0];
        e = 8'd113;                    // exponent of 2^-14
        if (a[14:10] == 5'd31)
            f16_to_f32 = m != 10'd0 ? 32'h7fc00000 : {a[15], 31'h7f800000};
        else if (a[14:10] != 5'd0)
            f16_to_f32 = {a[15], {3'd0, a[14:10]} + 8'd112, m, 13'd0};
        else if (m == 10'd0)
            f16_to_f32 = {a[15], 31'd0};
        else begin
            // 0.m * 2^-14: left until the hidden bit is out
            if (m[9:2] == 8'd0) begin m = m << 8; e = e - 8'd8; end
            if (m[9:6] == 4'd0) begin m = m << 4; e = e - 8'd4; end
            if (m[9:8] == 2'd0) begin m = m << 2; e = e - 8'd2; end
            if (!m[9])          begin m = m << 1; e = e - 8'd1; end
            f16_to_f32 = {a[15], e - 8'd1, m[8:0], 14'd0};
        end
    end
endfunction

// binary32 to half
function [15:0] f32_to_f16(input [31:0] a, input [2:0] how);
    /* verilator no_inline_task */
    reg [23:0] m;                      // significand; the upper 11 bits stay
    reg        s;
    reg [7:0]  right;
    reg [14:0] r;
    begin
        m     = {a[30:23] != 8'd0, a[22:0]};
        s     = 1'b0;
        right = 8'd113 - (a[30:23] == 8'd0 ? 8'd1 : a[30:23]);         // to the exponent of a subnormal half
        if (a[30:23] < 8'd113) begin
            if (right[7:5] != 3'd0) begin s = m != 24'd0; m = 24'd0; end
            if (right[4]) begin s = s | (m[15:0] != 16'd0); m = m >> 16; end
            if (right[3]) begin s = s | (m[7:0] != 8'd0);   m = m >> 8;  end
            if (right[2]) begin s = s | (m[3:0] != 4'd0);   m = m >> 4;  end
            if (right[1]) begin s = s | (m[1:0] != 2'd0);   m = m >> 2;  end
            if (right[0]) begin s = s | m[0];               m = m >> 1;  end
        end
        // the hidden bit adds 1 to the exponent, a carry from rounding as well
        r = {a[30:23] < 8'd113 ? 5'd0 : a[27:23] - 5'd17, 10'd0} + {4'd0, m[23:13]}
          + {14'd0, rounds_up(how, a[31], m[13], m[12], s | (m[11:0] != 12'd0))};
        if (a[30:0] > 31'h7f800000)    f32_to_f16 = 16'h7e00;
        else if (a[30:23] == 8'hff)    f32_to_f16 = {a[31], 15'h7c00};
        else if (a[30:23] >= 8'd143)   f32_to_f16 = {a[31], rounds_up(how, a[31], 1'b1, 1'b1, 1'b1) ? 15'h7c00 : 15'h7bff};    // 2^16 and more
        else                           f32_to_f16 = {a[31], r};
    end
endfunction

// binary32 to bfloat16: its upper half, rounded
function [15:0] f32_to_bf16(input [31:0] a, input [2:0] how);
    f32_to_bf16 = a[30:0] > 31'h7f800000 ? 16'h7fc0
                : {a[31], a[30:16] + {14'd0, rounds_up(how, a[31], a[16], a[15], a[14:0] != 15'd0)}};
endfunction

// bfloat16 to binary32, exact
function [31:0] bf16_to_f32(input [15:0] a);
    bf16_to_f32 = a[14:0] > 15'h7f80 ? 32'h7fc00000 : {a, 16'd0};
endfunction

// binary32 to a float of type t, at the bottom
function [31:0] f32_to_type(input [31:0] a, input [3:0] t, input [2:0] how);
    f32_to_type = t == TYPE_F16 ? {16'd0, f32_to_f16(a, how)} : t == TYPE_BF16 ? {16'd0, f32_to_bf16(a, how)} : a;
endfunction
/* verilator lint_on UNUSED */
