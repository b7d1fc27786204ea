// SPDX-License-Identifier: Apache-2.0
// dlp_float.vh - binary32 arithmetic as functions, included inside a module.  Round to nearest even, subnormals, one NaN (7fc00000).
//
// Functions and not modules: called under `if (valid)` in a clocked block they cost a simulation nothing while idle.
// Normalising is done in binary steps of 16, 8, 4, 2, 1, which is a shifter in hardware and a few tests in simulation.
/* verilator lint_off UNUSED */

// a + b
function [31:0] fadd32(input [31:0] a, input [31:0] b);
    /* verilator no_inline_task */
    reg [31:0] hi, lo;                 // larger and smaller magnitude
    reg [9:0]  e;
    reg [7:0]  d;
    reg [26:0] x, y, lost;             // significand, guard, round, sticky
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
            hi = a[30:0] >= b[30:0] ? a : b;
            lo = a[30:0] >= b[30:0] ? b : a;
            // subnormals have the exponent of 1 and no hidden bit
            e  = {2'b00, hi[30:24], hi[23] | ~(|hi[30:23])};
            d  = (hi[30:23] == 8'd0 ? 8'd1 : hi[30:23]) - (lo[30:23] == 8'd0 ? 8'd1 : lo[30:23]);
            x  = {hi[30:23] != 8'd0, hi[22:0], 3'b000};
            y  = {lo[30:23] != 8'd0, lo[22:0], 3'b000};
            if (d > 8'd26)
                y = {26'd0, y != 27'd0};
            else begin
                lost = y & ~(27'h7ffffff << d);
                y    = (y >> d) | {26'd0, lost != 27'd0};
            end
            s = hi[31] == lo[31] ? {1'b0, x} + {1'b0, y} : {1'b0, x} - {1'b0, y};
            if (s[27]) begin
                s = {1'b0, s[27:2], s[1] | s[0]};
                e = e + 10'd1;
            end else begin
                if (s[26:11] == 16'd0 && e > 10'd16) begin s = s << 16; e = e - 10'd16; end
                if (s[26:19] == 8'd0  && e > 10'd8)  begin s = s << 8;  e = e - 10'd8;  end
                if (s[26:23] == 4'd0  && e > 10'd4)  begin s = s << 4;  e = e - 10'd4;  end
                if (s[26:25] == 2'd0  && e > 10'd2)  begin s = s << 2;  e = e - 10'd2;  end
                if (s[26] == 1'b0     && e > 10'd1)  begin s = s << 1;  e = e - 10'd1;  end
            end
            m = {1'b0, s[26:3]} + {24'd0, s[2] & (s[1] | s[0] | s[3])};
            if (m[24]) begin
                m = m >> 1;
                e = e + 10'd1;
            end
            if (m == 25'd0)           fadd32 = {hi[31] & lo[31], 31'd0};       // x - x is +0
            else if (e >= 10'd255)    fadd32 = {hi[31], 31'h7f800000};
            else                      fadd32 = {hi[31], m[23] ? e[7:0] : 8'd0, m[22:0]};
        end
    end
endfunction

// a * b
function [31:0] fmul32(input [31:0] a, input [31:0] b);
    /* verilator no_inline_task */
    reg               sign;
    reg        [23:0] ma, mb;
    reg signed [10:0] ea, eb, e;
    reg        [47:0] p;
    reg        [10:0] right;
    reg        [24:0] m;
    reg               guard, sticky;
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
            ea = a[30:23] != 8'd0 ? $signed({3'b000, a[30:23]}) : 11'sd1;
            eb = b[30:23] != 8'd0 ? $signed({3'b000, b[30:23]}) : 11'sd1;
            if (!ma[23]) begin
                if (ma[23:8] == 16'd0)  begin ma = ma << 16; ea = ea - 11'sd16; end
                if (ma[23:16] == 8'd0)  begin ma = ma << 8;  ea = ea - 11'sd8;  end
                if (ma[23:20] == 4'd0)  begin ma = ma << 4;  ea = ea - 11'sd4;  end
                if (ma[23:22] == 2'd0)  begin ma = ma << 2;  ea = ea - 11'sd2;  end
                if (!ma[23])            begin ma = ma << 1;  ea = ea - 11'sd1;  end
            end
            if (!mb[23]) begin
                if (mb[23:8] == 16'd0)  begin mb = mb << 16; eb = eb - 11'sd16; end
                if (mb[23:16] == 8'd0)  begin mb = mb << 8;  eb = eb - 11'sd8;  end
                if (mb[23:20] == 4'd0)  begin mb = mb << 4;  eb = eb - 11'sd4;  end
                if (mb[23:22] == 2'd0)  begin mb = mb << 2;  eb = eb - 11'sd2;  end
                if (!mb[23])            begin mb = mb << 1;  eb = eb - 11'sd1;  end
            end
            p = ma * mb;
            e = ea + eb - 11'sd127;
            if (p[47]) e = e + 11'sd1;
            else       p = p << 1;
            // below the smallest normal number the significand moves right until the exponent is that of a subnormal
            sticky = 1'b0;
            if (e < 11'sd1) begin
                right = $unsigned(11'sd1 - e);
                if (right > 11'd47) begin
                    p      = 48'd0;
                    sticky = 1'b1;
                end else begin
                    sticky = (p & ~(48'hffffffffffff << right)) != 48'd0;
                    p      = p >> right;
                end
                e = 11'sd1;
            end
            guard  = p[23];
            sticky = sticky | (p[22:0] != 23'd0);
            m      = {1'b0, p[47:24]} + {24'd0, guard & (sticky | p[24])};
            if (m[24]) begin
                m = m >> 1;
                e = e + 11'sd1;
            end
            if (e >= 11'sd255) fmul32 = {sign, 31'h7f800000};
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
    reg [55:0] w;                      // 32 integer bits, 24 bits of fraction
    reg [7:0]  right;
    reg [32:0] q;
    reg        sticky;
    begin
        if (a[30:0] > 31'h7f800000)
            f32_to_i32 = 32'd0;
        else if (a[30:23] >= 8'd158)   // |a| >= 2^31; -2^31 itself gives the same
            f32_to_i32 = a[31] ? 32'h80000000 : 32'h7fffffff;
        else if (a[30:23] < 8'd126)    // |a| < 0.5
            f32_to_i32 = 32'd0;
        else begin
            // {1, fraction} at the top is 2^31 * significand; move it right to its place
            w      = {1'b1, a[22:0], 32'd0};
            right  = 8'd158 - a[30:23];
            sticky = (w & ~(56'hffffffffffffff << right)) != 56'd0;
            w      = w >> right;
            q      = {1'b0, w[55:24]} + {32'd0, w[23] & (w[22:0] != 23'd0 | sticky | w[24])};
            f32_to_i32 = a[31] ? -q[31:0] : q[31:0];
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
