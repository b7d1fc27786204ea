// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_lanes_float - output arithmetic of docs/isa.md, section 8, for binary32 sums of LANES channels per cycle.
//
// Protocol: as dlp_mxu_lanes.
// Latency:  3 cycles: bias | scale | relu, limit, output type.
`default_nettype none

module dlp_mxu_lanes_float #(
    parameter LANES  = 16,
    parameter PAY_W  = 30,
    parameter MODE_W = 32                           // by dlp_mxu
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
    input  wire [32*LANES-1:0] in_slope_i,
    input  wire [LANES-1:0]    in_mask_i,           // lanes that hold a channel; the others give zero bytes
    input  wire [PAY_W-1:0]    in_pay_i,

    // packed elements
    output wire                busy_o,
    output wire                out_valid_o,
    input  wire                out_ready_i,
    output wire [32*LANES-1:0] out_data_o,
    output wire [PAY_W-1:0]    out_pay_o
);
    `include "dlp_spec.vh"
    `include "dlp_type.vh"
    `include "dlp_float.vh"
    `include "dlp_mxu.vh"

    wire [3:0] type_o = out_i[MAT_OUT_TYPE_LSB +: 4];
    wire [1:0] size   = type_size(type_o);
    wire       real_o = type_float(type_o);
    wire       scaled = out_i[MAT_OUT_REQUANT_LSB +: 2] == MAT_OUT_REQUANT_FLOAT[1:0];
    wire       sloped = out_i[MAT_OUT_SLOPE_LSB];
    wire [7:0] zero   = scaled ? out_i[MAT_OUT_ZERO_LSB +: 8] : 8'd0;

    // An integer: rne(f) + z, saturated, and relu.  |f| is taken up to 2^32 - 1, so that the sum is exact where it does not saturate.
    function [31:0] whole(input [31:0] f);
        reg [31:0] n;
        reg [33:0] z, s;
        reg [33:0] low, high;
        begin
            z = {{26{zero[7] && type_o != TYPE_U8}}, zero};
            n = f32_to_int({1'b0, f[30:0]}, 1'b1, ROUND_RN[2:0]);
            s = (f[31] ? 34'd0 - {2'd0, n} : {2'd0, n}) + z;
            low  = type_o == TYPE_I8 ? -34'sd128 : type_o == TYPE_U8 ? 34'sd0   : 34'h3_8000_0000;
            high = type_o == TYPE_I8 ?  34'sd127 : type_o == TYPE_U8 ? 34'sd255 : 34'h0_7fff_ffff;
            if (out_i[MAT_OUT_RELU_LSB]) low = z;
            if ($signed(s) < $signed(low))       s = low;
            else if ($signed(s) > $signed(high)) s = high;
            whole = s[31:0];
        end
    endfunction

    reg                 v1_q, v2_q, v3_q;
    reg  [PAY_W-1:0]    pay1_q, pay2_q, pay3_q;
    reg  [LANES-1:0]    mask1_q, mask2_q;
    reg  [32*LANES-1:0] t_q, scale_q, slope_q, f_q, data_q, data;
    reg  [31:0]         r;
    integer             j1, j2, j3;                 // one for each process

    wire adv = !v3_q || out_ready_i;

    always @(posedge clk)
        if (!rst_n)   {v1_q, v2_q, v3_q} <= 3'd0;
        else if (adv) {v1_q, v2_q, v3_q} <= {in_valid_i, v1_q, v2_q};

    always @(posedge clk)
        if (adv && in_valid_i) begin
            for (j1 = 0; j1 < LANES; j1 = j1 + 1)
                if (out_i[MAT_OUT_BIAS_LSB]) t_q[32*j1 +: 32] <= fadd32(in_sum_i[32*j1 +: 32], in_bias_i[32*j1 +: 32]);
                else                         t_q[32*j1 +: 32] <= in_sum_i[32*j1 +: 32];
            {scale_q, mask1_q, pay1_q} <= {in_scale_i, in_mask_i, in_pay_i};
            if (sloped) slope_q <= in_slope_i;
        end

    always @(posedge clk)
        if (adv && v1_q) begin
            for (j2 = 0; j2 < LANES; j2 = j2 + 1)
                if (scaled) f_q[32*j2 +: 32] <= fmul32(t_q[32*j2 +: 32], sloped && t_q[32*j2+31] ? slope_q[32*j2 +: 32] : scale_q[32*j2 +: 32]);
                else        f_q[32*j2 +: 32] <= t_q[32*j2 +: 32];
            {mask2_q, pay2_q} <= {mask1_q, pay1_q};
        end

    /* verilator lint_off BLKSEQ */                 // data and r are read in this process only
    always @(posedge clk)
        if (adv && v2_q) begin
            data = {32*LANES{1'b0}};
            for (j3 = 0; j3 < LANES; j3 = j3 + 1)
                if (mask2_q[j3]) begin
                    r = f_q[32*j3 +: 32];
                    if (!real_o)
                        r = whole(r);
                    else if (out_i[MAT_OUT_RELU_LSB] && r[31] && r[30:0] <= 31'h7f800000)
                        r = 32'd0;
                    if (out_i[MAT_OUT_LIMIT_LSB]) r = at_most(r, limit_i, real_o);
                    if (real_o) r = f32_to_type(r, type_o, ROUND_RN[2:0]);
                    if (size == 2'd0)      data[8*j3 +: 8]   = r[7:0];
                    else if (size == 2'd1) data[16*j3 +: 16] = r[15:0];
                    else                   data[32*j3 +: 32] = r;
                end
            data_q <= data;
            pay3_q <= pay2_q;
        end
    /* verilator lint_on BLKSEQ */

    assign in_ready_o  = adv;
    assign busy_o      = v1_q || v2_q || v3_q;
    assign out_valid_o = v3_q;
    assign out_data_o  = data_q;
    assign out_pay_o   = pay3_q;
endmodule
`default_nettype wire
