// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_lanes - output arithmetic of docs/isa.md, section 8, for LANES channels per cycle: out(a, c).
//
// Protocol: a valid shift register of five stages that moves with adv_i.  The marks (address, length, last) pass through.
//           The configuration must not change while a valid item is inside (busy_o).
// Latency:  5 cycles with adv_i.
// Stages:   1 bias | 2 float: convert, fixed: left shift | 3 multiply | 4 round to integer | 5 zero point, saturate, relu.
`default_nettype none

module dlp_mxu_lanes #(
    parameter LANES  = 16,
    parameter PAY_W  = 30
) (
    input  wire                clk,
    input  wire                rst_n,
    input  wire                adv_i,
    input  wire [15:0]         out_i,               // MAT_OUT

    // sums of LANES channels and their parameters
    input  wire                in_valid_i,
    input  wire [32*LANES-1:0] in_sum_i,
    input  wire [32*LANES-1:0] in_bias_i,
    input  wire [32*LANES-1:0] in_scale_i,
    input  wire [8*LANES-1:0]  in_shift_i,          // 6 bits in a byte
    input  wire [LANES-1:0]    in_mask_i,           // lanes that hold a channel; the others give zero bytes
    input  wire [PAY_W-1:0]    in_pay_i,

    // packed elements
    output wire                busy_o,
    output wire                out_valid_o,
    output wire [32*LANES-1:0] out_data_o,          // int8: in the low LANES bytes
    output wire [PAY_W-1:0]    out_pay_o
);
    `include "dlp_spec.vh"
    `include "dlp_float.vh"

    localparam [1:0] RQ_NONE = 2'd0, RQ_FLOAT = 2'd1, RQ_FIXED = 2'd2;
    wire [3:0] typ  = out_i[3:0];
    wire       relu = out_i[4];
    wire       bias = out_i[5];
    wire [1:0] rq   = out_i[7:6];
    wire [7:0] zero = rq == RQ_NONE ? 8'd0 : out_i[15:8];
    wire       to_float = typ == TYPE_F32;

    // Saturating rounding doubling high multiply.  The manual's nudge with truncating division equals rounding half
    // up: for v*m < 0, trunc((v*m + 1 - 2^30) / 2^31) = (v*m + 1 - 2^30 + 2^31 - 1) >> 31 = (v*m + 2^30) >> 31.
    function [31:0] high_mul(input [31:0] v, input [31:0] m);
        /* verilator no_inline_task */
        /* verilator lint_off UNUSEDSIGNAL */       // the bits below the result
        reg signed [63:0] p;
        /* verilator lint_on UNUSEDSIGNAL */
        begin
            p = $signed(v) * $signed(m);
            p = p + 64'sh4000_0000;
            high_mul = v == 32'h8000_0000 && m == 32'h8000_0000 ? 32'h7fff_ffff : p[62:31];
        end
    endfunction

    // Rounding shift right by e = 0..31, half away from zero.
    function [31:0] round_shift(input [31:0] h, input [4:0] e);
        /* verilator no_inline_task */
        reg [31:0] mask, rem, thr;
        begin
            mask = ~(32'hffff_ffff << e);
            rem  = h & mask;
            thr  = (mask >> 1) + {31'd0, h[31]};
            round_shift = $signed(h) >>> e;
            if (rem > thr) round_shift = round_shift + 32'd1;
        end
    endfunction

    // rne(f) as a 34-bit integer, exact where a zero point can bring it back into the int32 range: only |f| = 2^31 can.
    function [33:0] to_int(input [31:0] f);
        /* verilator no_inline_task */
        reg [31:0] n;
        begin
            n = f32_to_i32(f);
            to_int = {{2{n[31]}}, n};
            if (f[30:0] == 31'h4f00_0000)                       // 2^31, the first value that does not fit
                to_int = f[31] ? 34'h3_8000_0000 : 34'h0_8000_0000;
            else if (f[30:23] >= 8'd158 && f[30:0] <= 31'h7f80_0000)
                to_int = f[31] ? 34'h3_0000_0000 : 34'h1_0000_0000;
        end
    endfunction

    // Zero point, saturation, relu for the integer types.
    function [31:0] finish_int(input [33:0] q, input [7:0] z, input narrow, input clip);
        /* verilator no_inline_task */
        reg [33:0] s;
        reg [31:0] r, low;
        begin
            low = {{24{z[7]}}, z};
            s   = q + {{26{z[7]}}, z};
            if (narrow)
                r = $signed(s) > 34'sd127 ? 32'd127 : $signed(s) < -34'sd128 ? 32'hffff_ff80 : s[31:0];
            else
                r = s[33] ? (s[32:31] == 2'b11 ? s[31:0] : 32'h8000_0000) : (s[32:31] == 2'b00 ? s[31:0] : 32'h7fff_ffff);
            finish_int = clip && $signed(r) < $signed(low) ? low : r;
        end
    endfunction

    // relu of a float: NaN becomes the canonical one, everything not above zero +0.
    function [31:0] relu_float(input [31:0] f);
        relu_float = f[30:0] > 31'h7f80_0000 ? 32'h7fc0_0000 : f[31] ? 32'd0 : f;
    endfunction

    reg                v1_q, v2_q, v3_q, v4_q, v5_q;
    reg  [PAY_W-1:0]   pay1_q, pay2_q, pay3_q, pay4_q, pay5_q;
    reg  [LANES-1:0]   mask1_q, mask2_q, mask3_q, mask4_q;
    reg  [32*LANES-1:0] t1_q, m1_q, t2_q, m2_q, t3_q, data_q;
    reg  [34*LANES-1:0] t4_q;
    /* verilator lint_off UNUSEDSIGNAL */           // bits 7:6 of each byte
    reg  [8*LANES-1:0] e1_q;
    /* verilator lint_on UNUSEDSIGNAL */
    reg  [5*LANES-1:0] e2_q, e3_q;
    integer            j1, j2, j3, j4, j5;       // one for each process

    always @(posedge clk)
        if (!rst_n)     {v1_q, v2_q, v3_q, v4_q, v5_q} <= 5'd0;
        else if (adv_i) {v1_q, v2_q, v3_q, v4_q, v5_q} <= {in_valid_i, v1_q, v2_q, v3_q, v4_q};

    always @(posedge clk)
        if (adv_i && in_valid_i) begin
            for (j1 = 0; j1 < LANES; j1 = j1 + 1)
                t1_q[32*j1 +: 32] <= bias ? in_sum_i[32*j1 +: 32] + in_bias_i[32*j1 +: 32] : in_sum_i[32*j1 +: 32];
            {m1_q, e1_q, mask1_q, pay1_q} <= {in_scale_i, in_shift_i, in_mask_i, in_pay_i};
        end

    always @(posedge clk)
        if (adv_i && v1_q) begin
            for (j2 = 0; j2 < LANES; j2 = j2 + 1) begin
                if (rq == RQ_FLOAT)                      t2_q[32*j2 +: 32] <= i32_to_f32(t1_q[32*j2 +: 32]);
                else if (rq == RQ_FIXED && !e1_q[8*j2+5]) t2_q[32*j2 +: 32] <= t1_q[32*j2 +: 32] << e1_q[8*j2 +: 5];
                else                                     t2_q[32*j2 +: 32] <= t1_q[32*j2 +: 32];
                // right shift -s for s < 0; -32 acts as -31
                e2_q[5*j2 +: 5] <= !e1_q[8*j2+5] ? 5'd0 : e1_q[8*j2 +: 5] == 5'd0 ? 5'd31 : 5'd0 - e1_q[8*j2 +: 5];
            end
            {m2_q, mask2_q, pay2_q} <= {m1_q, mask1_q, pay1_q};
        end

    always @(posedge clk)
        if (adv_i && v2_q) begin
            for (j3 = 0; j3 < LANES; j3 = j3 + 1)
                if (rq == RQ_FLOAT)      t3_q[32*j3 +: 32] <= fmul32(t2_q[32*j3 +: 32], m2_q[32*j3 +: 32]);
                else if (rq == RQ_FIXED) t3_q[32*j3 +: 32] <= high_mul(t2_q[32*j3 +: 32], m2_q[32*j3 +: 32]);
                else                     t3_q[32*j3 +: 32] <= t2_q[32*j3 +: 32];
            {e3_q, mask3_q, pay3_q} <= {e2_q, mask2_q, pay2_q};
        end

    reg [31:0] shifted;
    /* verilator lint_off BLKSEQ */                 // shifted is read in this process only
    always @(posedge clk)
        if (adv_i && v3_q) begin
            for (j4 = 0; j4 < LANES; j4 = j4 + 1)
                if (rq == RQ_FLOAT && !to_float) t4_q[34*j4 +: 34] <= to_int(t3_q[32*j4 +: 32]);
                else if (rq == RQ_FIXED) begin
                    shifted = round_shift(t3_q[32*j4 +: 32], e3_q[5*j4 +: 5]);
                    t4_q[34*j4 +: 34] <= {{2{shifted[31]}}, shifted};
                end else t4_q[34*j4 +: 34] <= {{2{t3_q[32*j4+31]}}, t3_q[32*j4 +: 32]};
            {mask4_q, pay4_q} <= {mask3_q, pay3_q};
        end

    reg [32*LANES-1:0] data;
    reg [31:0]         r;
    always @(posedge clk)
        if (adv_i && v4_q) begin
            data = {32*LANES{1'b0}};
            for (j5 = 0; j5 < LANES; j5 = j5 + 1)
                if (mask4_q[j5]) begin
                    if (to_float) begin
                        r = rq == RQ_FLOAT ? t4_q[34*j5 +: 32] : i32_to_f32(t4_q[34*j5 +: 32]);
                        if (relu) r = relu_float(r);
                    end else
                        r = finish_int(t4_q[34*j5 +: 34], zero, typ == TYPE_I8, relu);
                    if (typ == TYPE_I8) data[8*j5 +: 8]   = r[7:0];
                    else                data[32*j5 +: 32] = r;
                end
            data_q <= data;
            pay5_q <= pay4_q;
        end
    /* verilator lint_on BLKSEQ */

    assign busy_o      = v1_q || v2_q || v3_q || v4_q || v5_q;
    assign out_valid_o = v5_q;
    assign out_data_o  = data_q;
    assign out_pay_o   = pay5_q;
endmodule
`default_nettype wire
