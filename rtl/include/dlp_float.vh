// SPDX-License-Identifier: Apache-2.0
// dlp_float.vh - binary32 arithmetic as functions, included inside a module.  Round to nearest even, subnormals, one NaN (7fc00000).
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

// float(a), rounded to nearest even
function [31:0] i32_to_f32(input [31:0] a);
    /* verilator no_inline_task */
    reg [31:0] n;
    reg [7:0]  e;
    reg [24:0] m;
    begin
        n = a[31] ? -a : a;
        e = 8'd158;                    // exponent of a number whose bit 31 is set
        if (n[31:16] == 16'd0) begin n = n << 16; e = e - 8'd16; end
        if (n[31:24] == 8'd0)  begin n = n << 8;  e = e - 8'd8;  end
        if (n[31:28] == 4'd0)  begin n = n << 4;  e = e - 8'd4;  end
        if (n[31:30] == 2'd0)  begin n = n << 2;  e = e - 8'd2;  end
        if (!n[31])            begin n = n << 1;  e = e - 8'd1;  end
        m = {1'b0, n[31:8]} + {24'd0, n[7] & (n[6:0] != 7'd0 | n[8])};
        if (m[24]) begin
            m = m >> 1;
            e = e + 8'd1;
        end
        i32_to_f32 = a == 32'd0 ? 32'd0 : {a[31], e, m[22:0]};
    end
endfunction

// a rounded half to even, saturated to int32; NaN gives 0
function [31:0] f32_to_i32(input [31:0] a);
    /* verilator no_inline_task */
    reg [33:0] w;                      // 32 integer bits, guard, sticky
    reg [7:0]  right;                  // 1 to 32
    reg [31:0] q;
    begin
        if (a[30:0] > 31'h7f800000)
            f32_to_i32 = 32'd0;
        else if (a[30:23] >= 8'd158)   // |a| >= 2^31; -2^31 itself gives the same
            f32_to_i32 = a[31] ? 32'h80000000 : 32'h7fffffff;
        else if (a[30:23] < 8'd126)    // |a| < 0.5
            f32_to_i32 = 32'd0;
        else begin
            // {1, fraction} at the top is 2^31 * significand; move it right to its place
            w     = {1'b1, a[22:0], 10'd0};
            right = 8'd158 - a[30:23];
            if (right[5]) w = {32'd0, w[33], w[32:0] != 33'd0};
            if (right[4]) w = {16'd0, w[33:17], w[16:0] != 17'd0};
            if (right[3]) w = {8'd0,  w[33:9],  w[8:0] != 9'd0};
            if (right[2]) w = {4'd0,  w[33:5],  w[4:0] != 5'd0};
            if (right[1]) w = {2'd0,  w[33:3],  w[2:0] != 3'd0};
            if (right[0]) w = {1'b0,  w[33:2],  w[1:0] != 2'd0};
            q = w[33:2] + {31'd0, w[1] & (w[0] | w[2])};
            f32_to_i32 = a[31] ? -q : q;
        end
    end
endfunction

// maximum (or minimum): a NaN gives way to a number; -0 is less than +0
function [31:0] fmax32(input [31:0] a, input [31:0] b, input minimum);
    reg a_nan, b_nan, less;            // less: a < b in the order of all numbers
    begin
        a_nan = a[30:0] > 31'h7f800000;
        b_nan = b[30:0] > 31'h7f800000;
        less  = a[31] != b[31] ? a[31] : a[31] ? a[30:0] > b[30:0] : a[30:0] < b[30:0];
        fmax32 = (a_nan && b_nan) ? 32'h7fc00000 : a_nan ? b : b_nan ? a : less != minimum ? b : a;
    end
endfunction
/* verilator lint_on UNUSED */
