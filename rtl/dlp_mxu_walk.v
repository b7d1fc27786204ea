// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_walk - feeds the activation rows of a tile: one pixel of the block per cycle, addresses by addition only.
//
// Protocol: takes a tile (valid/ready) when the previous one is walked and, for the first tile of a group, when the half
//           of the accumulator is free; emits one request per pixel to dlp_mxu_fetch, with the image border as a byte mask.
// Latency:  two cycles from a tile taken to its first request; tiles follow each other without a gap.
// Numbers:  x counts pixels (packed: bytes of an image row) from the left border, y rows from the top, both signed.  They
//           stop growing at 2^21, which is beyond any image, so no size overflows them.
// walk_i:   {input is uint8, its zero point, packed, HI, WO, SH, y of the first pixel, x limit (WI or bytes), x step, x of the first pixel,
//            address step of an output row, of a pixel, address of the first pixel}
`default_nettype none

module dlp_mxu_walk #(
    parameter DIM      = 16,
    parameter ACC_ROWS = 256,
    parameter NAW      = 20,
    parameter WALK_W   = 1,                         // by dlp_mxu
    parameter FLOAT    = 0                          // 1: tiles of up to 2*DIM bytes
) (
    input  wire                   clk,
    input  wire                   rst_n,

    // tiles
    input  wire                   tile_valid_i,
    output wire                   tile_ready_o,
    input  wire                   tile_half_i,
    input  wire                   tile_first_i,
    input  wire                   tile_final_i,
    input  wire                   tile_block_i,
    input  wire                   tile_start_i,
    input  wire [$clog2(ACC_ROWS):0] tile_rows_i,
    input  wire [$clog2(DIM)+FLOAT:0] tile_len_i,
    input  wire                   tile_float_i,
    input  wire                   tile_bf16_i,
    input  wire [NAW-1:0]         tile_addr_i,
    input  wire [21:0]            tile_x_i,
    input  wire [21:0]            tile_y_i,
    input  wire [WALK_W-1:0]      walk_i,
    input  wire [1:0]             half_busy_i,

    // requests
    output wire                   req_valid_o,
    input  wire                   req_ready_i,
    output wire [NAW-1:0]         req_addr_o,
    output wire [$clog2(DIM):0]   req_lo_o,
    output wire [$clog2(DIM)+FLOAT:0] req_hi_o,
    output wire                   req_float_o,
    output wire                   req_bf16_o,
    output wire [8:0]             req_zero_o,       // {input is uint8, its zero point}, of the command
    output wire                   req_tok_o,        // first row of a tile
    output wire                   req_pair_o,       // tile of two rows
    output wire                   req_first_o,      // tile is the first of its group
    output wire                   req_final_o,      // tile is the last of its group
    output wire                   req_end_o,        // last row of the group
    output wire                   req_half_o
);
    localparam LOG  = $clog2(DIM);
    localparam LEN  = LOG + FLOAT;
    localparam RLOG = $clog2(ACC_ROWS);

    // ---- configuration of the command; the first tile of a command brings it
    wire           c_packed;
    wire [8:0]     c_zero;
    wire [15:0]    c_hi, c_wo, c_sh, c_step;
    wire [23:0]    c_y0, c_x0;
    wire [20:0]    c_limit;
    wire [NAW-1:0] c_line_step, c_addr_step, c_addr0;
    assign {c_zero, c_packed, c_hi, c_wo, c_sh, c_y0, c_limit, c_step, c_x0, c_line_step, c_addr_step, c_addr0} = walk_i;

    reg            packed_q;
    reg  [8:0]     zero_q;
    reg  [15:0]    hi_q, wo_q, sh_q, step_q;
    reg  [23:0]    x0_q;
    reg  [20:0]    limit_q;
    reg  [NAW-1:0] line_step_q, addr_step_q;

    // ---- tile
    reg            busy_q, half_q, first_q, final_q, pair_q, tok_q, float_q, bf16_q;
    reg  [RLOG:0]  left_q;
    reg  [LEN:0]   len_q;
    reg  [NAW-1:0] t_addr_q;
    reg  [21:0]    t_x_q, t_y_q;

    // ---- next pixel, and first pixel of the block: pixels left in the output row, x, y, address of the output row, address
    localparam PIX_W = 16 + 24 + 24 + 2*NAW;
    reg  [PIX_W-1:0] pix_q, block_q;
    wire [15:0]    p_left;
    wire [23:0]    p_x, p_y;
    wire [NAW-1:0] p_line, p_addr;
    assign {p_left, p_x, p_y, p_line, p_addr} = pix_q;

    wire           line_end = p_left == 16'd1;
    wire           x_far = !p_x[23] && p_x[22:21] != 0;
    wire           y_far = !p_y[23] && p_y[22:21] != 0;
    wire [23:0]    x_next = x_far ? p_x : p_x + {8'd0, step_q};
    wire [23:0]    y_next = y_far ? p_y : p_y + {8'd0, sh_q};
    wire [NAW-1:0] line_next = p_line + line_step_q;
    wire [PIX_W-1:0] pix_next = line_end ? {wo_q, x0_q, y_next, line_next, line_next}
                                         : {p_left - 16'd1, x_next, p_y, p_line, p_addr + addr_step_q};

    wire           adv1, adv2;
    wire           step = busy_q && adv1;
    wire           tile_end = step && left_q == {{RLOG{1'b0}}, 1'b1};
    wire           take = tile_valid_i && tile_ready_o;
    wire [PIX_W-1:0] pix_start = tile_start_i ? {c_wo, c_x0, c_y0, c_addr0, c_addr0}
                               : !tile_block_i || !tile_first_i ? block_q
                               : step ? pix_next : pix_q;               // the next block starts where this one ends

    assign tile_ready_o = (!busy_q || tile_end) && !(tile_first_i && half_busy_i[tile_half_i]);

    always @(posedge clk)
        if (!rst_n)        busy_q <= 1'b0;
        else if (take)     busy_q <= 1'b1;
        else if (tile_end) busy_q <= 1'b0;

    always @(posedge clk)
        if (take) begin
            {half_q, first_q, final_q, tok_q}  <= {tile_half_i, tile_first_i, tile_final_i, 1'b1};
            pair_q                             <= tile_rows_i == {{(RLOG-1){1'b0}}, 2'd2};
            {left_q, len_q}                    <= {tile_rows_i, tile_len_i};
            {float_q, bf16_q}                  <= {tile_float_i, tile_bf16_i};
            {t_addr_q, t_x_q, t_y_q}           <= {tile_addr_i, tile_x_i, tile_y_i};
            pix_q                              <= pix_start;
            if (tile_first_i && tile_block_i) block_q <= pix_start;
            if (tile_first_i && tile_start_i) begin
                {zero_q, packed_q, hi_q, wo_q, sh_q, step_q} <= {c_zero, c_packed, c_hi, c_wo, c_sh, c_step};
                {x0_q, limit_q}                         <= {c_x0, c_limit};
                {line_step_q, addr_step_q}              <= {c_line_step, c_addr_step};
            end
        end else if (step) begin
            pix_q  <= pix_next;
            left_q <= left_q - 1'b1;
            tok_q  <= 1'b0;
        end

    // ---- stage 1: position of the tile's bytes for this pixel
    reg            v1_q, inside_q, packed1_q, tok1_q, pair1_q, first1_q, final1_q, end1_q, half1_q, float1_q, bf161_q;
    reg  [23:0]    x1_q;
    reg  [NAW-1:0] addr1_q;
    reg  [LEN:0]   len1_q;
    reg  [20:0]    limit1_q;
    reg  [8:0]     zero1_q;
    wire [23:0]    y_tile = p_y + {2'd0, t_y_q};

    always @(posedge clk)
        if (!rst_n)    v1_q <= 1'b0;
        else if (adv1) v1_q <= busy_q;

    always @(posedge clk)
        if (step) begin
            x1_q      <= p_x + {2'd0, t_x_q};
            addr1_q   <= p_addr + t_addr_q;
            inside_q  <= y_tile < {8'd0, hi_q};                         // unsigned: a negative y is large
            {packed1_q, limit1_q, len1_q, zero1_q} <= {packed_q, limit_q, len_q, zero_q};
            {tok1_q, pair1_q, float1_q, bf161_q} <= {tok_q, pair_q, float_q, bf16_q};
            {first1_q, final1_q, end1_q, half1_q} <= {first_q, final_q, final_q && tile_end, half_q};
        end

    // ---- stage 2: used bytes.  rem = limit - x; packed: bytes -x .. rem are inside, else all or none
    reg            v2_q, tok2_q, pair2_q, first2_q, final2_q, end2_q, half2_q, float2_q, bf162_q;
    reg  [NAW-1:0] addr2_q;
    reg  [LOG:0]   lo2_q;
    reg  [LEN:0]   hi2_q;
    reg  [8:0]     zero2_q;
    wire [23:0]    rem   = {3'd0, limit1_q} - x1_q;
    wire [22:0]    minus = 23'd0 - x1_q[22:0];
    wire           right = rem[23] || rem == 24'd0;                     // beyond the right border

    always @(posedge clk)
        if (!rst_n)    v2_q <= 1'b0;
        else if (adv2) v2_q <= v1_q;

    always @(posedge clk)
        if (adv2 && v1_q) begin
            addr2_q <= addr1_q;
            lo2_q   <= 0;
            hi2_q   <= len1_q;
            if (!inside_q || right || (x1_q[23] && !packed1_q)) hi2_q <= 0;
            else if (packed1_q) begin
                if (x1_q[23]) lo2_q <= minus >= DIM[22:0] ? DIM[LOG:0] : minus[LOG:0];
                if (rem[22:0] < {{(22-LEN){1'b0}}, len1_q}) hi2_q <= rem[LEN:0];
            end
            {float2_q, bf162_q, zero2_q} <= {float1_q, bf161_q, zero1_q};
            {tok2_q, pair2_q, first2_q, final2_q, end2_q, half2_q} <= {tok1_q, pair1_q, first1_q, final1_q, end1_q, half1_q};
        end

    assign adv2        = !v2_q || req_ready_i;
    assign adv1        = !v1_q || adv2;
    assign req_valid_o = v2_q;
    assign req_addr_o  = addr2_q;
    assign req_lo_o    = lo2_q;
    assign req_hi_o    = hi2_q;
    assign {req_float_o, req_bf16_o, req_zero_o} = {float2_q, bf162_q, zero2_q};
    assign {req_tok_o, req_pair_o, req_first_o} = {tok2_q, pair2_q, first2_q};
    assign {req_final_o, req_end_o, req_half_o} = {final2_q, end2_q, half2_q};
endmodule
`default_nettype wire
