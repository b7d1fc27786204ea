// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_drain - output stage: keeps the parameters and marks of the two groups in work, drains full accumulator halves
//                 through the lanes to NRAM, and reports finished commands.
//
// Protocol: group_take_i opens a group on a free half; par_* bring its parameters (par_last_i or par_none_i ends them);
//           fill_done_i says that all its sums are in the accumulator.  Then the half is drained (a group of one tile
//           already row by row behind fill_row_i), DIM / OUT_LANES chunks per pixel, and freed (half_busy_o).
//           done_o pulses when the last write of a command is visible.
// Latency:  about 10 cycles from the start of a group to its first write; one chunk per cycle while NRAM takes the writes.
// out_i:    {sums are binary32, MAT_LIMIT, MAT_OUT, first channel of the last channel tile, OUT_STRIDE, destination offset}
`default_nettype none

module dlp_mxu_drain #(
    parameter DIM       = 16,
    parameter ACC_ROWS  = 256,
    parameter OUT_LANES = 16,
    parameter ROW_BYTES = 64,
    parameter NAW       = 20,
    parameter OUT_W     = 1,                        // these two by dlp_mxu
    parameter MODE_W    = 32,
    parameter FLOAT     = 0
) (
    input  wire                   clk,
    input  wire                   rst_n,

    // groups
    input  wire                   group_take_i,
    input  wire                   group_half_i,
    input  wire                   group_block_i,    // first of its block
    input  wire                   group_start_i,    // first of its command
    input  wire                   group_low_i,      // last of its block
    input  wire                   group_end_i,      // last of its command
    input  wire [$clog2(ACC_ROWS):0] group_rows_i,
    input  wire [$clog2(DIM):0]   group_cols_i,
    input  wire [OUT_W-1:0]       out_i,
    output wire [1:0]             half_busy_o,

    // parameters
    input  wire                   par_valid_i,
    input  wire                   par_half_i,
    input  wire [1:0]             par_kind_i,
    input  wire [1:0]             par_index_i,
    input  wire [8*DIM-1:0]       par_data_i,
    input  wire                   par_last_i,
    input  wire                   par_none_i,
    input  wire                   par_none_half_i,

    // accumulator
    input  wire                   fill_row_i,       // one more row of a group of one tile is there
    input  wire                   fill_done_i,
    input  wire                   fill_half_i,
    output wire                   acc_valid_o,
    output wire                   acc_half_o,
    output wire [$clog2(ACC_ROWS)-1:0] acc_row_o,
    input  wire [32*DIM-1:0]      acc_data_i,

    // NRAM and the end of a command
    output wire                   done_o,
    output wire                   req_valid_o,
    input  wire                   req_ready_i,
    output wire [15:0]            req_row_o,
    output wire [ROW_BYTES-1:0]   req_be_o,
    output wire [8*ROW_BYTES-1:0] req_wdata_o
);
    `include "dlp_spec.vh"
    `include "dlp_type.vh"

    localparam LOG    = $clog2(DIM);
    localparam RLOG   = $clog2(ACC_ROWS);
    localparam CHUNKS = DIM / OUT_LANES;
    localparam LLOG   = $clog2(OUT_LANES);
    localparam CLEN_W = LLOG + 3;                   // length of a chunk in bytes, 1 .. 4*OUT_LANES
    localparam GRP_W  = 4 + RLOG + 1 + LOG + 1 + OUT_W;
    localparam [LOG:0] LANES = OUT_LANES[LOG:0];
    localparam [LOG:0] FULL  = {1'b1, {LOG{1'b0}}};

    // ---- the two groups: open -> parameters there, sums there -> drained
    reg  [1:0]       busy_q, par_q, full_q;
    reg  [GRP_W-1:0] group_0_q, group_1_q;
    wire [GRP_W-1:0] group_in = {group_block_i, group_start_i, group_low_i, group_end_i, group_rows_i, group_cols_i, out_i};
    reg              half_q;                        // half to drain next, or now
    wire             freed;

    always @(posedge clk)
        if (group_take_i) begin
            if (group_half_i) group_1_q <= group_in;
            else              group_0_q <= group_in;
        end

    wire [1:0] on_take = {group_take_i && group_half_i, group_take_i && !group_half_i};
    wire [1:0] on_par  = {par_valid_i && par_last_i && par_half_i, par_valid_i && par_last_i && !par_half_i}
                       | {par_none_i && par_none_half_i, par_none_i && !par_none_half_i};
    wire [1:0] on_full = {fill_done_i && fill_half_i, fill_done_i && !fill_half_i};
    wire [1:0] on_free = {freed && half_q, freed && !half_q};
    always @(posedge clk)
        if (!rst_n) {busy_q, par_q, full_q} <= 6'd0;
        else begin
            busy_q <= (busy_q | on_take) & ~on_free;
            par_q  <= (par_q | on_par) & ~on_free;
            full_q <= (full_q | on_full) & ~on_free;
        end
    assign half_busy_o = busy_q;

    reg  [RLOG:0]    there_0_q, there_1_q;          // rows of a group of one tile that are there
    always @(posedge clk) begin
        if (group_take_i && !group_half_i)    there_0_q <= 0;
        else if (fill_row_i && !fill_half_i)  there_0_q <= there_0_q + 1'b1;
        if (group_take_i && group_half_i)     there_1_q <= 0;
        else if (fill_row_i && fill_half_i)   there_1_q <= there_1_q + 1'b1;
    end

    // ---- drain: pixel by pixel, chunk by chunk
    wire [GRP_W-1:0]  group = half_q ? group_1_q : group_0_q;
    wire              g_block, g_start, g_low, g_end, g_float;
    wire [RLOG:0]     g_rows;
    wire [LOG:0]      g_cols;
    wire [31:0]       g_limit;
    wire [MODE_W-1:0] g_out;
    wire [15:0]       g_n0;
    wire [NAW-1:0]    g_stride, g_dst;
    assign {g_block, g_start, g_low, g_end, g_rows, g_cols, g_float, g_limit, g_out, g_n0, g_stride, g_dst} = group;
    wire [3:0]        g_type = g_out[MAT_OUT_TYPE_LSB +: 4];
    wire [1:0]        g_size = type_size(g_type);

    reg               run_q, float_q;
    reg  [1:0]        size_q;                       // log2 of the bytes of an element
    reg  [31:0]       limit_q;
    reg  [MODE_W-1:0] out_q;
    reg  [NAW-1:0]    stride_q, block_q, back_q;    // back_q: bytes from the pixel to the first channel of the group
    reg  [NAW-1:0]    pixel_q, addr_q;              // address of this pixel's first channel, of this chunk
    reg  [RLOG:0]     rows_q;
    reg  [RLOG-1:0]   row_q;
    reg  [LOG:0]      cols_q, left_q;               // channels of the group, of this pixel from this chunk on
    reg               low_q, end_q;
    reg  [LOG:0]      chunk_q;                      // first channel of the chunk

    // Channel offsets wrap like every address; they are inside NRAM when they are used.
    /* verilator lint_off UNUSEDSIGNAL */
    wire [19:0]       n0_bytes = {4'd0, g_n0} << g_size;
    wire [19:0]       tile_bytes = {{(19-LOG){1'b0}}, FULL} << g_size;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [NAW-1:0]    back_new = g_block ? n0_bytes[NAW-1:0] : back_q - tile_bytes[NAW-1:0];
    wire [NAW-1:0]    pixel_new = (g_start ? g_dst : block_q) + back_new;

    wire              adv;
    wire              lanes_busy, d1_busy;
    wire [RLOG:0]     there    = half_q ? there_1_q : there_0_q;
    wire              row_ok   = full_q[half_q] || {1'b0, row_q} < there;
    wire              begin_group = !run_q && busy_q[half_q] && par_q[half_q] && (full_q[half_q] || there != 0) && !d1_busy
                                    && !(g_start && lanes_busy);
    wire              issue    = run_q && adv && row_ok;
    wire              row_end  = left_q <= LANES;
    wire              group_end = issue && row_end && rows_q == {{RLOG{1'b0}}, 1'b1};
    wire [NAW-1:0]    pixel_next = pixel_q + stride_q;

    always @(posedge clk)
        if (!rst_n)           run_q <= 1'b0;
        else if (begin_group) run_q <= 1'b1;
        else if (group_end)   run_q <= 1'b0;

    always @(posedge clk)
        if (begin_group) begin
            {out_q, size_q, limit_q, float_q} <= {g_out, g_size, g_limit, g_float};
            {stride_q, low_q, end_q} <= {g_stride, g_low, g_end};
            {rows_q, row_q, cols_q, left_q, chunk_q} <= {g_rows, {RLOG{1'b0}}, g_cols, g_cols, {(LOG+1){1'b0}}};
            {back_q, pixel_q, addr_q} <= {back_new, pixel_new, pixel_new};
            if (g_start) block_q <= g_dst;
        end else if (issue) begin
            if (row_end) begin
                {rows_q, row_q, left_q, chunk_q} <= {rows_q - 1'b1, row_q + 1'b1, cols_q, {(LOG+1){1'b0}}};
                {pixel_q, addr_q} <= {pixel_next, pixel_next};
                if (low_q) block_q <= pixel_next;               // back_q is 0 here
            end else begin
                {left_q, chunk_q} <= {left_q - LANES, chunk_q + LANES};
                addr_q <= addr_q + ({{(NAW-LOG-1){1'b0}}, LANES} << size_q);
            end
        end

    assign acc_valid_o = issue && chunk_q == 0;
    assign acc_half_o  = half_q;
    assign acc_row_o   = row_q;

    // ---- parameters of both groups: a word holds the PAR_BEAT channels of one read or, when the lanes take more, BANKS of them
    localparam PAR_BEAT = DIM / 4;
    localparam BANKS    = OUT_LANES > PAR_BEAT ? OUT_LANES / PAR_BEAT : 1;
    localparam BLOG     = $clog2(BANKS);
    localparam WORD     = BANKS * PAR_BEAT;         // channels, a multiple of OUT_LANES
    localparam WLOG     = $clog2(WORD);
    wire [6*PAR_BEAT-1:0]  par_shift;               // 6 bits of each word are used
    wire [32*WORD-1:0]     word_bias, word_scale, word_slope;
    wire [6*WORD-1:0]      word_shift;
    wire [2:0]             par_waddr = {par_half_i, par_index_i} >> BLOG;
    wire [2:0]             par_raddr = {half_q, chunk_q[LOG-1:LOG-2]} >> BLOG;
    genvar                 g;
    generate
        for (g = 0; g < PAR_BEAT; g = g + 1) begin : g_shift
            assign par_shift[6*g +: 6] = par_data_i[32*g +: 6];
        end
        for (g = 0; g < BANKS; g = g + 1) begin : g_bank
            wire here = par_valid_i && (par_index_i & (BANKS[1:0] - 2'd1)) == g[1:0];
            dlp_ram_sdp #(.WIDTH(8*DIM), .DEPTH(8), .STYLE("distributed")) u_bias (
                .clk(clk), .we_i(here && par_kind_i == 2'd0), .waddr_i(par_waddr), .wdata_i(par_data_i),
                .re_i(issue), .raddr_i(par_raddr), .rdata_o(word_bias[8*DIM*g +: 8*DIM])
            );
            dlp_ram_sdp #(.WIDTH(8*DIM), .DEPTH(8), .STYLE("distributed")) u_scale (
                .clk(clk), .we_i(here && par_kind_i == 2'd1), .waddr_i(par_waddr), .wdata_i(par_data_i),
                .re_i(issue), .raddr_i(par_raddr), .rdata_o(word_scale[8*DIM*g +: 8*DIM])
            );
            dlp_ram_sdp #(.WIDTH(8*DIM), .DEPTH(8), .STYLE("distributed")) u_slope (
                .clk(clk), .we_i(here && par_kind_i == 2'd3), .waddr_i(par_waddr), .wdata_i(par_data_i),
                .re_i(issue), .raddr_i(par_raddr), .rdata_o(word_slope[8*DIM*g +: 8*DIM])
            );
            dlp_ram_sdp #(.WIDTH(6*PAR_BEAT), .DEPTH(8), .STYLE("distributed")) u_shift (
                .clk(clk), .we_i(here && par_kind_i == 2'd2), .waddr_i(par_waddr), .wdata_i(par_shift),
                .re_i(issue), .raddr_i(par_raddr), .rdata_o(word_shift[6*PAR_BEAT*g +: 6*PAR_BEAT])
            );
        end
    endgenerate

    // ---- the row is there: pick the lanes
    localparam PAY_W = NAW + CLEN_W + 1;
    reg                     d1_valid_q, d1_free_q, d1_end_q;
    reg  [NAW-1:0]          d1_addr_q;
    reg  [LOG-1:0]          d1_chunk_q;
    reg  [LOG:0]            d1_left_q;
    wire [LLOG:0]           lanes = d1_left_q >= LANES ? LANES[LLOG:0] : d1_left_q[LLOG:0];
    wire [OUT_LANES-1:0]    mask  = ~({OUT_LANES{1'b1}} << lanes);
    wire [CLEN_W-1:0]       bytes = {2'b00, lanes} << size_q;

    always @(posedge clk)
        if (!rst_n)   {d1_valid_q, d1_free_q} <= 2'b00;
        else if (adv) {d1_valid_q, d1_free_q} <= {issue, group_end};
    always @(posedge clk)
        if (issue) {d1_addr_q, d1_chunk_q, d1_left_q, d1_end_q} <= {addr_q, chunk_q[LOG-1:0], left_q, group_end && end_q};

    always @(posedge clk)
        if (!rst_n)     half_q <= 1'b0;
        else if (freed) half_q <= !half_q;
    assign freed   = adv && d1_free_q;              // the last row is on its way: nothing of the half is needed any more
    assign d1_busy = d1_valid_q;

    wire [LOG-1:0]          first = CHUNKS == 1 ? {LOG{1'b0}} : d1_chunk_q;
    wire [32*OUT_LANES-1:0] sum   = acc_data_i[{first, 5'd0} +: 32*OUT_LANES];
    wire [32*OUT_LANES-1:0] bias, scale, slope;
    wire [6*OUT_LANES-1:0]  shift;
    generate
        if (WORD == OUT_LANES) begin : g_pick
            assign shift = word_shift;
            assign scale = word_scale;
            assign slope = word_slope;
            assign bias  = word_bias;
        end else begin : g_pick
            assign bias  = word_bias[{first[WLOG-1:0], 5'd0} +: 32*OUT_LANES];
            assign slope = word_slope[{first[WLOG-1:0], 5'd0} +: 32*OUT_LANES];
            assign scale = word_scale[{first[WLOG-1:0], 5'd0} +: 32*OUT_LANES];
            for (g = 0; g < OUT_LANES; g = g + 1) begin : g_shift
                wire [WLOG-1:0] lane = first[WLOG-1:0] + g[WLOG-1:0];
                assign shift[6*g +: 6] = word_shift[6*lane +: 6];
            end
        end
    endgenerate

    // ---- arithmetic, then memory.  A command is in one kind of lanes, and the other one is empty.
    wire                    st_valid, st_ready, st_last, i_ready, i_busy, i_valid, f_ready, f_busy, f_valid;
    wire [32*OUT_LANES-1:0] st_data, i_data, f_data;
    wire [PAY_W-1:0]        i_pay, f_pay;
    wire [NAW-1:0]          st_addr;
    wire [CLEN_W-1:0]       st_len;

    dlp_mxu_lanes #(.LANES(OUT_LANES), .PAY_W(PAY_W), .MODE_W(MODE_W), .FLOAT(FLOAT)) u_lanes (
        .clk(clk), .rst_n(rst_n), .out_i(out_q), .limit_i(limit_q),
        .in_valid_i(d1_valid_q && !float_q), .in_ready_o(i_ready), .in_sum_i(sum), .in_bias_i(bias),
        .in_scale_i(scale), .in_slope_i(slope), .in_shift_i(shift), .in_mask_i(mask),
        .in_pay_i({d1_end_q, bytes, d1_addr_q}),
        .busy_o(i_busy), .out_valid_o(i_valid), .out_ready_i(st_ready),
        .out_data_o(i_data), .out_pay_o(i_pay)
    );
    generate
        if (FLOAT != 0) begin : g_float_lanes
            dlp_mxu_lanes_float #(.LANES(OUT_LANES), .PAY_W(PAY_W), .MODE_W(MODE_W)) u_lanes (
                .clk(clk), .rst_n(rst_n), .out_i(out_q), .limit_i(limit_q),
                .in_valid_i(d1_valid_q && float_q), .in_ready_o(f_ready), .in_sum_i(sum), .in_bias_i(bias),
                .in_scale_i(scale), .in_slope_i(slope), .in_mask_i(mask), .in_pay_i({d1_end_q, bytes, d1_addr_q}),
                .busy_o(f_busy), .out_valid_o(f_valid), .out_ready_i(st_ready),
                .out_data_o(f_data), .out_pay_o(f_pay)
            );
        end else begin : g_float_lanes
            assign {f_ready, f_busy, f_valid} = 3'b000;
            assign f_data = i_data;
            assign f_pay  = i_pay;
        end
    endgenerate
    assign adv        = float_q ? f_ready : i_ready;
    assign lanes_busy = i_busy || f_busy;
    assign st_valid   = i_valid || f_valid;
    assign st_data    = float_q ? f_data : i_data;
    assign {st_last, st_len, st_addr} = float_q ? f_pay : i_pay;

    dlp_mxu_store #(.CHUNK(4*OUT_LANES), .ROW_BYTES(ROW_BYTES), .ADDR_W(NAW)) u_store (
        .clk(clk), .rst_n(rst_n),
        .in_valid_i(st_valid), .in_ready_o(st_ready), .in_addr_i(st_addr), .in_len_i(st_len), .in_last_i(st_last),
        .in_data_i(st_data), .done_o(done_o),
        .req_valid_o(req_valid_o), .req_ready_i(req_ready_i), .req_row_o(req_row_o), .req_be_o(req_be_o),
        .req_wdata_o(req_wdata_o)
    );
endmodule
`default_nettype wire
