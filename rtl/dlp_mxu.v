// SPDX-License-Identifier: Apache-2.0
// dlp_mxu - matrix unit: matmul and conv commands on a weight-stationary systolic array (docs/blocks/dlp_mxu.md).
//
// Protocol: command port of docs/interfaces.md, section 1; scratchpad ports of section 2: a_ reads activations from NRAM,
//           w_ reads weights and parameters from WRAM, d_ writes results to NRAM.  A command is taken when it is checked
//           and its tile loops can start; up to three commands are inside.  row_o: an activation row enters the array.
// Pipeline: check -> load (tile loops, weights) -> walk (activation rows) -> array -> acc -> drain (requantise, write).
//           Each stage may be in a different command.
`default_nettype none

module dlp_mxu #(
    parameter DIM        = 16,                  // array rows and columns: power of two, 4 .. 32, <= ROW_BYTES
    parameter ACC_ROWS   = 256,                 // pixels of a block
    parameter FLOAT      = 0,                   // 1: also half and bfloat16; then 4*DIM <= ROW_BYTES
    parameter OUT_LANES  = 16,                  // channels finished per cycle: power of two, divides DIM, <= ROW_BYTES / 4
    parameter ROW_BYTES  = 64,                  // scratchpad row: power of two
    parameter NRAM_BYTES = 786432,
    parameter WRAM_BYTES = 1048576
) (
    input  wire                   clk,
    input  wire                   rst_n,

    // commands
    input  wire                   cmd_valid_i,
    output wire                   cmd_ready_o,
    input  wire [5:0]             cmd_op_i,
    input  wire [63:0]            cmd_rd_i,
    input  wire [63:0]            cmd_rs1_i,
    input  wire [63:0]            cmd_rs2_i,
    input  wire [32*24-1:0]       cmd_cfg_i,
    output wire                   done_valid_o,
    output wire [7:0]             done_fault_o,
    output wire [63:0]            done_addr_o,
    output wire                   busy_o,
    output wire                   row_o,

    // NRAM, activations
    output wire                   a_req_valid_o,
    input  wire                   a_req_ready_i,
    output wire                   a_req_write_o,
    output wire [15:0]            a_req_row_o,
    output wire [ROW_BYTES-1:0]   a_req_be_o,
    output wire [8*ROW_BYTES-1:0] a_req_wdata_o,
    input  wire                   a_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] a_rsp_rdata_i,

    // NRAM, results
    output wire                   d_req_valid_o,
    input  wire                   d_req_ready_i,
    output wire                   d_req_write_o,
    output wire [15:0]            d_req_row_o,
    output wire [ROW_BYTES-1:0]   d_req_be_o,
    output wire [8*ROW_BYTES-1:0] d_req_wdata_o,
    input  wire                   d_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] d_rsp_rdata_i,

    // WRAM
    output wire                   w_req_valid_o,
    input  wire                   w_req_ready_i,
    output wire                   w_req_write_o,
    output wire [15:0]            w_req_row_o,
    output wire [ROW_BYTES-1:0]   w_req_be_o,
    output wire [8*ROW_BYTES-1:0] w_req_wdata_o,
    input  wire                   w_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] w_rsp_rdata_i
);
    `include "dlp_spec.vh"

    localparam LOG    = $clog2(DIM);
    localparam RLOG   = $clog2(ACC_ROWS);
    localparam NAW    = $clog2(NRAM_BYTES);
    localparam WAW    = $clog2(WRAM_BYTES);
    localparam MODE_W = MAT_OUT_SLOPE_LSB + 1;                      // bits of MAT_OUT that mean something
    localparam WALK_W = 9 + 1 + 3*16 + 24 + 21 + 16 + 24 + 3*NAW;   // walk_i of dlp_mxu_walk
    localparam OUT_W  = 1 + 32 + MODE_W + 16 + 2*NAW;               // out_i of dlp_mxu_drain
    localparam LEN    = LOG + FLOAT;            // a fetch is at most 2^LEN bytes

    generate
        if (DIM < 4 || DIM > 32 || (1 << LOG) != DIM || DIM > ROW_BYTES || (1 << $clog2(ROW_BYTES)) != ROW_BYTES)
        begin : g_check_dim
            ERROR_DIM_must_be_a_power_of_two_from_4_to_32_and_not_above_ROW_BYTES u_error ();
        end
        if (NCFG_MAT != 24) begin : g_check_cfg
            ERROR_cmd_cfg_i_has_another_number_of_registers u_error ();
        end
        if (FLOAT != 0 && (FLOAT != 1 || 4*DIM > ROW_BYTES)) begin : g_check_float
            ERROR_FLOAT_needs_rows_of_two_requests u_error ();
        end
        if (OUT_LANES > DIM || (1 << $clog2(OUT_LANES)) != OUT_LANES || 4*OUT_LANES > ROW_BYTES) begin : g_check_lanes
            ERROR_OUT_LANES_must_be_a_power_of_two_that_divides_DIM_and_fits_a_row u_error ();
        end
    endgenerate

    // ---- clock
    wire gclk;
    dlp_clkgate u_clk (.clk(clk), .rst_n(rst_n), .en_i(cmd_valid_i || busy_o), .clk_o(gclk));

    // ---- check
    wire              start_valid, start_ready, packed_run, c_float, c_bf16, c_int4, fault_valid;
    wire [7:0]        fault_code;
    wire [63:0]       fault_addr;
    wire [24:0]       c_pixels;
    wire [15:0]       c_tiles, c_taps, c_rows, c_tap_x, c_row_y;
    wire [LOG:0]      c_tail;
    wire [21:0]       c_run;
    wire [NAW-1:0]    c_tap_addr, c_row_addr;
    wire [WAW-1:0]    c_w_last, c_w_stride;
    wire [3:0]        c_need;
    wire [4*WAW-1:0]  c_par_addr;
    wire [WALK_W-1:0] c_walk;
    wire [OUT_W-1:0]  c_out;
    reg  [2:0]        inside_q;                 // good commands taken and not done

    dlp_mxu_check #(.DIM(DIM), .FLOAT(FLOAT), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .NAW(NAW), .WAW(WAW), .WALK_W(WALK_W), .OUT_W(OUT_W)) u_check (
        .clk(gclk), .rst_n(rst_n),
        .cmd_valid_i(cmd_valid_i), .cmd_ready_o(cmd_ready_o), .cmd_op_i(cmd_op_i), .cmd_rd_i(cmd_rd_i),
        .cmd_rs1_i(cmd_rs1_i), .cmd_rs2_i(cmd_rs2_i), .cmd_cfg_i(cmd_cfg_i),
        .idle_i(inside_q == 3'd0), .fault_valid_o(fault_valid), .fault_code_o(fault_code), .fault_addr_o(fault_addr),
        .start_valid_o(start_valid), .start_ready_i(start_ready), .pixels_o(c_pixels), .tiles_o(c_tiles), .tail_o(c_tail),
        .run_o(c_run), .taps_o(c_taps), .rows_o(c_rows), .packed_o(packed_run), .float_o(c_float), .bf16_o(c_bf16), .int4_o(c_int4), .tap_x_o(c_tap_x), .row_y_o(c_row_y),
        .tap_addr_o(c_tap_addr), .row_addr_o(c_row_addr), .w_last_o(c_w_last), .w_stride_o(c_w_stride),
        .need_o(c_need), .par_addr_o(c_par_addr), .walk_o(c_walk), .out_o(c_out)
    );

    // ---- load
    wire              t_valid, t_ready, t_half, t_first, t_final, t_block, t_start, t_low, t_end, t_float, t_bf16, t_int4, t_odd;
    wire [RLOG:0]     t_rows;
    wire [LOG:0]      t_cols;
    wire [LEN:0]      t_len, wr_len;
    wire [NAW-1:0]    t_addr;
    wire [21:0]       t_x, t_y;
    wire [WALK_W-1:0] t_walk;
    wire [OUT_W-1:0]  t_out;
    wire              load_ok, wr_valid, wr_ready, wr_par, wr_last, loaded, par_none;
    wire [WAW-1:0]    wr_addr;
    wire [1:0]        wr_kind, wr_index;

    dlp_mxu_load #(.DIM(DIM), .ACC_ROWS(ACC_ROWS), .NAW(NAW), .WAW(WAW), .WALK_W(WALK_W), .OUT_W(OUT_W), .FLOAT(FLOAT)) u_load (
        .clk(gclk), .rst_n(rst_n),
        .start_valid_i(start_valid), .start_ready_o(start_ready), .pixels_i(c_pixels), .tiles_i(c_tiles), .tail_i(c_tail),
        .run_i(c_run), .taps_i(c_taps), .rows_i(c_rows), .packed_i(packed_run), .float_i(c_float), .bf16_i(c_bf16), .int4_i(c_int4), .tap_x_i(c_tap_x), .row_y_i(c_row_y),
        .tap_addr_i(c_tap_addr), .row_addr_i(c_row_addr), .w_last_i(c_w_last), .w_stride_i(c_w_stride),
        .need_i(c_need), .par_addr_i(c_par_addr), .walk_i(c_walk), .out_i(c_out),
        .tile_valid_o(t_valid), .tile_ready_i(t_ready), .tile_half_o(t_half), .tile_first_o(t_first),
        .tile_final_o(t_final), .tile_block_o(t_block), .tile_start_o(t_start), .tile_low_o(t_low), .tile_end_o(t_end),
        .tile_rows_o(t_rows), .tile_cols_o(t_cols), .tile_len_o(t_len), .tile_float_o(t_float), .tile_bf16_o(t_bf16), .tile_int4_o(t_int4), .tile_odd_o(t_odd), .tile_addr_o(t_addr), .tile_x_o(t_x),
        .tile_y_o(t_y), .walk_o(t_walk), .out_o(t_out),
        .load_ok_i(load_ok), .req_valid_o(wr_valid), .req_ready_i(wr_ready), .req_addr_o(wr_addr), .req_len_o(wr_len),
        .req_par_o(wr_par), .req_kind_o(wr_kind), .req_index_o(wr_index), .req_last_o(wr_last),
        .loaded_o(loaded), .par_none_o(par_none)
    );

    wire              wo_valid, wo_par, wo_last, wo_half, wo_float, wo_bf16, wo_int4, wo_odd;
    wire [1:0]        wo_kind, wo_index;
    wire [8*(DIM<<FLOAT)-1:0] wo_data;
    dlp_mxu_fetch #(.DIM(DIM), .ROW_BYTES(ROW_BYTES), .WIDE(FLOAT), .ADDR_W(WAW), .PAY_W(11)) u_fetch_w (
        .clk(gclk), .rst_n(rst_n), .clr_i(start_valid && start_ready),
        .in_valid_i(wr_valid), .in_ready_o(wr_ready), .in_addr_i(wr_addr), .in_lo_i({(LOG+1){1'b0}}), .in_hi_i(wr_len),
        .in_wide_i(t_float && !wr_par), .in_fill_i(8'd0), .in_pay_i({t_int4, t_odd, t_float, t_bf16, wr_par, wr_last, t_half, wr_kind, wr_index}),
        .req_valid_o(w_req_valid_o), .req_ready_i(w_req_ready_i), .req_row_o(w_req_row_o),
        .rsp_valid_i(w_rsp_valid_i), .rsp_rdata_i(w_rsp_rdata_i),
        .out_valid_o(wo_valid), .out_data_o(wo_data), .out_pay_o({wo_int4, wo_odd, wo_float, wo_bf16, wo_par, wo_last, wo_half, wo_kind, wo_index})
    );

    // ---- walk
    wire              ar_valid, ar_ready, ar_tok, ar_first, ar_final, ar_end, ar_half, ar_float, ar_bf16;
    wire              ao_valid, ao_tok, ao_first, ao_final, ao_end, ao_half, ao_float, ao_bf16;
    wire [NAW-1:0]    ar_addr;
    wire [LOG:0]      ar_lo;
    wire [8:0]        ar_zero, ao_zero;         // {input is uint8, its zero point}
    wire [LEN:0]      ar_hi;
    wire [8*(DIM<<FLOAT)-1:0] ao_data;
    wire [1:0]        half_busy;
    wire              group_take = t_valid && t_ready && t_first;

    // The shadow weights.  Both fetches have the same latency, so requests stand for what enters the array 3 cycles later:
    // a tile may start the cycle after its last weights; then the swap wave leaves the first column after DIM cycles.
    reg               shadow_q;                 // weights of the next tile are in the shadow
    reg  [LOG:0]      wave_q;                   // cycles until new weights may follow the swap wave
    reg               recent_q;                 // a row entered in the last cycle
    wire              ar_pair;                  // tile of two rows: a row stays 3 cycles from itself (dlp_mxu_acc)
    wire              ar_open = !ar_tok || (shadow_q && !(ar_pair && recent_q));
    wire              ar_go   = ar_ready && ar_open;
    wire              swap    = ar_valid && ar_go && ar_tok;
    localparam [LOG:0] WAVE   = {1'b0, {LOG{1'b1}}};     // DIM - 1

    dlp_mxu_walk #(.DIM(DIM), .ACC_ROWS(ACC_ROWS), .NAW(NAW), .WALK_W(WALK_W), .FLOAT(FLOAT)) u_walk (
        .clk(gclk), .rst_n(rst_n),
        .tile_valid_i(t_valid), .tile_ready_o(t_ready), .tile_half_i(t_half), .tile_first_i(t_first),
        .tile_final_i(t_final), .tile_block_i(t_block), .tile_start_i(t_start), .tile_rows_i(t_rows), .tile_len_i(t_len),
        .tile_float_i(t_float), .tile_bf16_i(t_bf16),
        .tile_addr_i(t_addr), .tile_x_i(t_x), .tile_y_i(t_y), .walk_i(t_walk), .half_busy_i(half_busy),
        .req_valid_o(ar_valid), .req_ready_i(ar_go), .req_addr_o(ar_addr), .req_lo_o(ar_lo), .req_hi_o(ar_hi),
        .req_float_o(ar_float), .req_bf16_o(ar_bf16), .req_zero_o(ar_zero),
        .req_tok_o(ar_tok), .req_pair_o(ar_pair), .req_first_o(ar_first),
        .req_final_o(ar_final), .req_end_o(ar_end), .req_half_o(ar_half)
    );

    always @(posedge gclk)
        if (!rst_n) begin
            shadow_q <= 1'b0;
            recent_q <= 1'b0;
            wave_q   <= 0;
        end else begin
            if (loaded)    shadow_q <= 1'b1;
            else if (swap) shadow_q <= 1'b0;
            recent_q <= ar_valid && ar_go;
            if (swap)             wave_q <= WAVE;
            else if (wave_q != 0) wave_q <= wave_q - 1'b1;
        end
    assign load_ok = !shadow_q && wave_q == 0;

    dlp_mxu_fetch #(.DIM(DIM), .ROW_BYTES(ROW_BYTES), .WIDE(FLOAT), .ADDR_W(NAW), .PAY_W(16)) u_fetch_a (
        .clk(gclk), .rst_n(rst_n), .clr_i(group_take && t_start),
        .in_valid_i(ar_valid && ar_open), .in_ready_o(ar_ready), .in_addr_i(ar_addr), .in_lo_i(ar_lo), .in_hi_i(ar_hi),
        .in_wide_i(ar_float), .in_fill_i(ar_zero[7:0]), .in_pay_i({ar_zero, ar_float, ar_bf16, ar_tok, ar_first, ar_final, ar_end, ar_half}),
        .req_valid_o(a_req_valid_o), .req_ready_i(a_req_ready_i), .req_row_o(a_req_row_o),
        .rsp_valid_i(a_rsp_valid_i), .rsp_rdata_i(a_rsp_rdata_i),
        .out_valid_o(ao_valid), .out_data_o(ao_data), .out_pay_o({ao_zero, ao_float, ao_bf16, ao_tok, ao_first, ao_final, ao_end, ao_half})
    );

    // ---- arrays and accumulator.  A row passes one of the arrays, in the same time.
    wire              array_en, int_en, float_en, fill_row, fill_done, fill_half, acc_valid, acc_half;
    wire [RLOG-1:0]   acc_row;
    wire [32*DIM-1:0] sums, float_sums, acc_data;

    dlp_mxu_array #(.DIM(DIM)) u_array (
        .clk(gclk), .rst_n(rst_n), .act_valid_i(ao_valid && !ao_float), .act_tok_i(ao_tok), .act_bf16_i(1'b0), .act_u8_i(ao_zero[8]),
        .act_zero_i(ao_zero[7:0]), .act_i(ao_data[8*DIM-1:0]),
        .w_valid_i(wo_valid && !wo_par && !wo_float), .w_bf16_i(1'b0), .w_int4_i(wo_int4), .w_odd_i(wo_odd), .w_i(wo_data[8*DIM-1:0]), .en_o(int_en), .sum_o(sums)
    );
    generate
        if (FLOAT != 0) begin : g_float
            dlp_mxu_array #(.DIM(DIM), .FLOAT(1)) u_array (
                .clk(gclk), .rst_n(rst_n), .act_valid_i(ao_valid && ao_float), .act_tok_i(ao_tok), .act_bf16_i(ao_bf16), .act_u8_i(1'b0),
                .act_zero_i(8'd0), .act_i(ao_data),
                .w_valid_i(wo_valid && !wo_par && wo_float), .w_bf16_i(wo_bf16), .w_int4_i(1'b0), .w_odd_i(1'b0), .w_i(wo_data), .en_o(float_en), .sum_o(float_sums)
            );
        end else begin : g_float
            assign float_en   = 1'b0;
            assign float_sums = {32*DIM{1'b0}};
            /* verilator lint_off UNUSEDSIGNAL */
            wire unused_ok = &{1'b0, wo_bf16, ao_bf16};
            /* verilator lint_on UNUSEDSIGNAL */
        end
    endgenerate
    assign array_en = int_en || float_en;

    dlp_mxu_acc #(.DIM(DIM), .ACC_ROWS(ACC_ROWS), .FLOAT(FLOAT)) u_acc (
        .clk(gclk), .rst_n(rst_n),
        .en_i(array_en), .in_valid_i(ao_valid), .in_tok_i(ao_tok), .in_first_i(ao_first), .in_final_i(ao_final),
        .in_end_i(ao_end), .in_half_i(ao_half), .in_float_i(ao_float), .sum_i(sums), .float_sum_i(float_sums), .fill_row_o(fill_row),
        .fill_done_o(fill_done), .fill_half_o(fill_half),
        .rd_valid_i(acc_valid), .rd_half_i(acc_half), .rd_row_i(acc_row), .rd_data_o(acc_data)
    );

    // ---- drain
    wire drained;
    dlp_mxu_drain #(.DIM(DIM), .ACC_ROWS(ACC_ROWS), .OUT_LANES(OUT_LANES), .ROW_BYTES(ROW_BYTES), .NAW(NAW), .OUT_W(OUT_W), .MODE_W(MODE_W), .FLOAT(FLOAT)) u_drain (
        .clk(gclk), .rst_n(rst_n),
        .group_take_i(group_take), .group_half_i(t_half), .group_block_i(t_block), .group_start_i(t_start),
        .group_low_i(t_low), .group_end_i(t_end), .group_rows_i(t_rows), .group_cols_i(t_cols), .out_i(t_out),
        .half_busy_o(half_busy),
        .par_valid_i(wo_valid && wo_par), .par_half_i(wo_half), .par_kind_i(wo_kind), .par_index_i(wo_index),
        .par_data_i(wo_data[8*DIM-1:0]), .par_last_i(wo_last), .par_none_i(par_none), .par_none_half_i(t_half),
        .fill_row_i(fill_row), .fill_done_i(fill_done), .fill_half_i(fill_half),
        .acc_valid_o(acc_valid), .acc_half_o(acc_half), .acc_row_o(acc_row), .acc_data_i(acc_data),
        .done_o(drained),
        .req_valid_o(d_req_valid_o), .req_ready_i(d_req_ready_i), .req_row_o(d_req_row_o), .req_be_o(d_req_be_o),
        .req_wdata_o(d_req_wdata_o)
    );

    // ---- commands inside and finished
    wire started = start_valid && start_ready;
    always @(posedge gclk)
        if (!rst_n) inside_q <= 3'd0;
        else        inside_q <= inside_q + {2'd0, started} - {2'd0, drained};

    assign done_valid_o = drained || fault_valid;
    assign done_fault_o = fault_valid ? fault_code : FAULT_NONE;
    assign done_addr_o  = fault_valid ? fault_addr : 64'd0;
    assign busy_o       = inside_q != 3'd0 || fault_valid;
    assign row_o        = ao_valid;

    assign {a_req_write_o, d_req_write_o, w_req_write_o} = 3'b010;
    assign {a_req_be_o, w_req_be_o}       = {2*ROW_BYTES{1'b0}};
    assign {a_req_wdata_o, w_req_wdata_o} = {16*ROW_BYTES{1'b0}};

    /* verilator lint_off UNUSEDSIGNAL */
    wire unused_ok = &{1'b0, d_rsp_valid_i, d_rsp_rdata_i};     // the destination port only writes
    /* verilator lint_on UNUSEDSIGNAL */
endmodule
`default_nettype wire
