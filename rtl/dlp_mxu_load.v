// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_load - walks the tile loops of a command, reads the weights of each tile, and tells the walker what to feed.
//
// Loops:    blocks of ACC_ROWS pixels, upwards; channel tiles of DIM, from the last to the first; kernel rows, runs of a
//           kernel row, DIM bytes of a run, all upwards.  Channels go downwards so that of two overlapping writes to
//           NRAM the one of the later pixel always comes later (a later pixel at the same byte has a lower channel).
//           All tiles of one block and one channel tile are a group: they add up in one half of the accumulator.
//           A tile of floats has DIM elements of 2 bytes.
// Protocol: tile_valid_o offers a tile to the walker once, possibly before its weights are there; weights of a tile are
//           requested when the array can take them (load_ok_i), last channel first; loaded_o pulses with the last request.
//           After the first tile of a group has been taken by the walker, the group's parameters are requested.
//           par_none_o pulses instead when the command needs none.
`default_nettype none

module dlp_mxu_load #(
    parameter DIM      = 16,
    parameter ACC_ROWS = 256,
    parameter NAW      = 20,
    parameter WAW      = 20,
    parameter WALK_W   = 1,                     // these two by dlp_mxu
    parameter OUT_W    = 1,
    parameter FLOAT    = 0                      // 1: float_i may be set
) (
    input  wire                   clk,
    input  wire                   rst_n,

    // command from the checker, signals as there
    input  wire                   start_valid_i,
    output wire                   start_ready_o,
    input  wire [24:0]            pixels_i,
    input  wire [15:0]            tiles_i,
    input  wire [$clog2(DIM):0]   tail_i,
    input  wire [21:0]            run_i,
    input  wire [15:0]            taps_i,
    input  wire [15:0]            rows_i,
    input  wire                   packed_i,
    input  wire                   float_i,
    input  wire                   bf16_i,
    input  wire                   int4_i,
    input  wire [15:0]            tap_x_i,
    input  wire [15:0]            row_y_i,
    input  wire [NAW-1:0]         tap_addr_i,
    input  wire [NAW-1:0]         row_addr_i,
    input  wire [WAW-1:0]         w_last_i,
    input  wire [WAW-1:0]         w_stride_i,
    input  wire [3:0]             need_i,
    input  wire [4*WAW-1:0]       par_addr_i,
    input  wire [WALK_W-1:0]      walk_i,
    input  wire [OUT_W-1:0]       out_i,

    // tile to the walker
    output wire                   tile_valid_o,
    input  wire                   tile_ready_i,
    output wire                   tile_half_o,      // half of the accumulator
    output wire                   tile_first_o,     // first tile of its group
    output wire                   tile_final_o,     // last tile of its group
    output wire                   tile_block_o,     // group is the first of its block
    output wire                   tile_start_o,     // group is the first of its command
    output wire                   tile_low_o,       // group is the last of its block
    output wire                   tile_end_o,       // group is the last of its command
    output wire [$clog2(ACC_ROWS):0] tile_rows_o,   // pixels of the block
    output wire [$clog2(DIM):0]   tile_cols_o,      // channels of the channel tile
    output wire [$clog2(DIM)+FLOAT:0] tile_len_o,   // bytes of the run in this tile
    output wire                   tile_float_o,
    output wire                   tile_bf16_o,
    output wire                   tile_int4_o,      // weights of 4 bits
    output wire                   tile_odd_o,       // and the first one of the tile is the upper half of a byte
    output wire [NAW-1:0]         tile_addr_o,      // what the tile adds to a pixel's address, x (packed: bytes) and y
    output wire [21:0]            tile_x_o,
    output wire [21:0]            tile_y_o,
    output wire [WALK_W-1:0]      walk_o,
    output wire [OUT_W-1:0]       out_o,

    // requests to WRAM
    input  wire                   load_ok_i,
    output wire                   req_valid_o,
    input  wire                   req_ready_i,
    output wire [WAW-1:0]         req_addr_o,
    output wire [$clog2(DIM)+FLOAT:0] req_len_o,
    output wire                   req_par_o,        // 0: weights, 1: parameters
    output wire [1:0]             req_kind_o,       // 0 bias, 1 scale, 2 shift, 3 slope
    output wire [1:0]             req_index_o,      // DIM bytes each
    output wire                   req_last_o,       // last parameters of the group
    output wire                   loaded_o,
    output wire                   par_none_o
);
    localparam LOG  = $clog2(DIM);
    localparam LEN  = LOG + FLOAT;                  // a length is 1 .. 2^LEN
    localparam RLOG = $clog2(ACC_ROWS);
    localparam [LOG:0]  FULL  = {1'b1, {LOG{1'b0}}};
    localparam [24:0]   BLOCK = ACC_ROWS[24:0];
    localparam [21:0]   FAR   = 22'h200000;         // a step of x or y that leaves every image; sums stop here

    // ---- command
    reg  [15:0]       tiles_q, taps_q, rows_q, tap_x_q, row_y_q;
    reg  [LOG:0]      tail_q;
    reg  [21:0]       run_q;
    reg               packed_q, float_q, bf16_q, int4_q;
    reg  [NAW-1:0]    tap_addr_q, row_addr_q;
    reg  [WAW-1:0]    w_last_q, w_stride_q;
    reg  [3:0]        need_q;
    reg  [4*WAW-1:0]  par_addr_q;
    reg  [WALK_W-1:0] walk_q;
    reg  [OUT_W-1:0]  out_q;

    // ---- position in the loops
    reg  [24:0]       pixels_q;                     // from the start of the block on
    reg  [15:0]       tiles_left_q, rows_left_q, taps_left_q;
    reg  [21:0]       run_left_q;
    reg               half_q, first_q, block_q, start_q;
    reg  [WAW:0]      k_off_q;                      // byte of the weights of one channel, or number of an int4
    reg  [NAW-1:0]    addr_q, tap_base_q, row_base_q;
    reg  [21:0]       x_q, y_q;
    reg  [WAW-1:0]    w_top_q, w_next_q, w_addr_q;  // last channel: of this channel tile, of the next, of this request
    reg  [17:0]       par_back_q;                   // bytes below par_addr_q
    reg  [LOG:0]      cols_q, left_q;
    reg  [LOG+2:0]    par_left_q, par_pos_q;        // bytes of one parameter array
    reg  [1:0]        kind_q;

    localparam [2:0] ST_IDLE = 3'd0, ST_SET = 3'd1, ST_TILE = 3'd2, ST_WAIT = 3'd3, ST_PAR = 3'd4, ST_NEXT = 3'd5;
    reg  [2:0]        state_q;
    reg               taken_q;

    wire [LEN:0]      tile    = FLOAT != 0 && float_q ? {1'b1, {LEN{1'b0}}} : DIM[LEN:0];      // bytes of a whole tile
    wire              run_end = run_left_q <= {{(21-LEN){1'b0}}, tile};
    wire [LEN:0]      len     = run_end ? run_left_q[LEN:0] : tile;
    wire [LEN:0]      half_len = {1'b0, len[LEN:1]} + {{LEN{1'b0}}, len[0] || k_off_q[0]};     // bytes that hold len int4
    wire              final_k = run_end && taps_left_q == 16'd1 && rows_left_q == 16'd1;
    wire              low     = tiles_left_q == 16'd1;
    wire              last_block = pixels_q <= BLOCK;
    wire              req     = req_valid_o && req_ready_i;
    wire              taken   = taken_q || (tile_valid_o && tile_ready_i);
    wire              cols_end = left_q == {{LOG{1'b0}}, 1'b1};
    wire              par_end = par_left_q <= {2'd0, FULL};
    wire [1:0]        par_first = {1'b0, !need_q[0]};               // shift and slope have a scale before them
    wire              more    = kind_q == 2'd0 ? need_q[1] : kind_q == 2'd1 ? need_q[3:2] != 2'd0 : kind_q == 2'd2 && need_q[3];
    wire [WAW-1:0]    par_base = kind_q == 2'd0 ? par_addr_q[0 +: WAW] : kind_q == 2'd1 ? par_addr_q[WAW +: WAW]
                                 : kind_q == 2'd2 ? par_addr_q[2*WAW +: WAW] : par_addr_q[3*WAW +: WAW];
    /* verilator lint_off UNUSEDSIGNAL */           // wraps like every address
    wire [19:0]       par_delta = {{(17-LOG){1'b0}}, par_pos_q} - {2'd0, par_back_q};
    /* verilator lint_on UNUSEDSIGNAL */

    // ---- state
    wire tile_done = (state_q == ST_TILE && req && cols_end && taken) || (state_q == ST_WAIT && taken);
    always @(posedge clk)
        if (!rst_n) begin
            state_q <= ST_IDLE;
            taken_q <= 1'b0;
        end else begin
            case (state_q)
                ST_IDLE: if (start_valid_i) state_q <= ST_SET;
                ST_SET:  state_q <= ST_TILE;
                ST_TILE, ST_WAIT:
                    if (tile_done) state_q <= first_q && need_q != 0 ? ST_PAR : ST_NEXT;
                    else if (req && cols_end) state_q <= ST_WAIT;
                ST_PAR:  if (req && req_last_o) state_q <= ST_NEXT;
                ST_NEXT: state_q <= final_k && low && last_block ? ST_IDLE : ST_SET;
                default: state_q <= ST_IDLE;
            endcase
            if (state_q == ST_NEXT)                taken_q <= 1'b0;
            else if (tile_valid_o && tile_ready_i) taken_q <= 1'b1;
        end

    // ---- loops
    always @(posedge clk)
        if (!rst_n) half_q <= 1'b0;
        else if (state_q == ST_NEXT && final_k) half_q <= !half_q;

    always @(posedge clk)
        case (state_q)
            ST_IDLE:
                if (start_valid_i) begin
                    {tiles_q, taps_q, rows_q, tap_x_q, row_y_q} <= {tiles_i, taps_i, rows_i, tap_x_i, row_y_i};
                    {tail_q, run_q, packed_q, need_q}           <= {tail_i, run_i, packed_i, need_i};
                    {float_q, bf16_q, int4_q}                   <= {float_i, bf16_i, int4_i};
                    {tap_addr_q, row_addr_q}                    <= {tap_addr_i, row_addr_i};
                    {w_last_q, w_stride_q, par_addr_q}          <= {w_last_i, w_stride_i, par_addr_i};
                    {walk_q, out_q}                             <= {walk_i, out_i};
                    {tiles_left_q, taps_left_q, rows_left_q}    <= {tiles_i, taps_i, rows_i};
                    {pixels_q, run_left_q, cols_q}              <= {pixels_i, run_i, tail_i};
                    {first_q, block_q, start_q}                 <= 3'b111;
                    {addr_q, tap_base_q, row_base_q}            <= {3*NAW{1'b0}};
                    {x_q, y_q}                                  <= 44'd0;
                    {w_top_q, k_off_q, par_back_q}              <= {w_last_i, {(WAW+1){1'b0}}, 18'd0};
                end
            ST_SET: begin
                w_addr_q   <= w_top_q + (int4_q ? k_off_q[WAW:1] : k_off_q[WAW-1:0]);
                left_q     <= cols_q;
                kind_q     <= par_first;
                par_left_q <= {cols_q, 2'b00};
                par_pos_q  <= 0;
            end
            ST_TILE:
                if (req) begin
                    w_addr_q <= w_addr_q - w_stride_q;
                    left_q   <= left_q - 1'b1;
                    if (first_q && cols_end) w_next_q <= w_addr_q - w_stride_q;
                end
            ST_PAR:
                if (req) begin
                    if (par_end) begin
                        kind_q     <= kind_q == 2'd1 && !need_q[2] ? 2'd3 : kind_q + 2'd1;
                        par_left_q <= {cols_q, 2'b00};
                        par_pos_q  <= 0;
                    end else begin
                        par_left_q <= par_left_q - {2'd0, FULL};
                        par_pos_q  <= par_pos_q + {2'd0, FULL};
                    end
                end
            ST_NEXT: begin
                first_q <= final_k;
                k_off_q <= final_k ? {(WAW+1){1'b0}} : k_off_q + {{(WAW-LEN){1'b0}}, len};
                if (!run_end) begin
                    run_left_q <= run_left_q - {{(21-LEN){1'b0}}, tile};
                    addr_q     <= addr_q + {{(NAW-LEN-1){1'b0}}, tile};
                    if (packed_q) x_q <= x_q + {{(21-LOG){1'b0}}, FULL};
                end else begin
                    run_left_q <= run_q;
                    if (taps_left_q != 16'd1) begin
                        taps_left_q <= taps_left_q - 16'd1;
                        tap_base_q  <= tap_base_q + tap_addr_q;
                        addr_q      <= tap_base_q + tap_addr_q;
                        if (!x_q[21]) x_q <= x_q + {6'd0, tap_x_q};
                    end else begin
                        taps_left_q <= taps_q;
                        x_q         <= 22'd0;
                        if (rows_left_q != 16'd1) begin
                            rows_left_q <= rows_left_q - 16'd1;
                            row_base_q  <= row_base_q + row_addr_q;
                            tap_base_q  <= row_base_q + row_addr_q;
                            addr_q      <= row_base_q + row_addr_q;
                            if (!y_q[21]) y_q <= y_q + {6'd0, row_y_q};
                        end else begin
                            rows_left_q <= rows_q;
                            y_q         <= 22'd0;
                            {addr_q, tap_base_q, row_base_q} <= {3*NAW{1'b0}};
                            start_q     <= 1'b0;
                            block_q     <= low;
                            if (!low) begin
                                tiles_left_q <= tiles_left_q - 16'd1;
                                w_top_q      <= w_next_q;
                                cols_q       <= FULL;
                                par_back_q   <= par_back_q + {{(15-LOG){1'b0}}, FULL, 2'b00};
                            end else begin
                                pixels_q     <= pixels_q - BLOCK;
                                tiles_left_q <= tiles_q;
                                w_top_q      <= w_last_q;
                                cols_q       <= tail_q;
                                par_back_q   <= 18'd0;
                            end
                        end
                    end
                end
            end
            default: ;
        endcase

    // ---- outputs
    assign start_ready_o = state_q == ST_IDLE;
    assign tile_valid_o  = (state_q == ST_SET || state_q == ST_TILE || state_q == ST_WAIT) && !taken_q;
    assign tile_half_o   = half_q;
    assign tile_first_o  = first_q;
    assign tile_final_o  = final_k;
    assign tile_block_o  = block_q;
    assign tile_start_o  = start_q;
    assign tile_low_o    = low;
    assign tile_end_o    = low && last_block;
    assign tile_rows_o   = last_block ? pixels_q[RLOG:0] : BLOCK[RLOG:0];
    assign tile_cols_o   = cols_q;
    assign tile_len_o    = len;
    assign tile_float_o  = float_q;
    assign tile_bf16_o   = bf16_q;
    assign tile_int4_o   = int4_q;
    assign tile_odd_o    = k_off_q[0];
    assign tile_addr_o   = addr_q;
    assign tile_x_o      = x_q[21] ? FAR : x_q;
    assign tile_y_o      = y_q[21] ? FAR : y_q;
    assign walk_o        = walk_q;
    assign out_o         = out_q;
    assign req_valid_o   = (state_q == ST_TILE && load_ok_i) || state_q == ST_PAR;
    assign req_par_o     = state_q == ST_PAR;
    assign req_addr_o    = req_par_o ? par_base + par_delta[WAW-1:0] : w_addr_q;
    assign req_len_o     = !req_par_o ? (int4_q ? half_len : len) : par_end ? par_left_q[LEN:0] : DIM[LEN:0];
    assign req_kind_o    = kind_q;
    assign req_index_o   = par_pos_q[LOG+1:LOG];
    assign req_last_o    = req_par_o && par_end && !more;
    assign loaded_o      = req && !req_par_o && cols_end;
    assign par_none_o    = tile_done && first_q && need_q == 0;
endmodule
`default_nettype wire
