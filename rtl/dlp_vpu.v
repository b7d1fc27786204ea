// SPDX-License-Identifier: Apache-2.0
// dlp_vpu - vector unit: elementwise operations, conversions, pooling and reductions, NRAM to NRAM.
//
// Protocol: command port and three scratchpad ports, docs/interfaces.md 1 and 2.  One command at a time.
// Method:   two readers run ahead of the lanes, a writer collects the results; each piece of a step has as many elements as all three allow.
//           A scalar, and a cycle operand of at most one piece (repeated to a power of two times its length), stay in the reader of source 1;
//           a longer one is read again and again.
// Pieces:   a row of elements, FLANES elements where the float units do the work, or SLANES elements for special functions (dlp_vpu_lanes).
// Latency:  elementwise commands write their first row 9 cycles after they are taken; then one row per cycle at any alignment.
//           Pooling takes one cycle per window element and group of channels (a piece), one more when
//           the group straddles two rows.
// Moves:    vtrans, vgather and vscatter use the readers, the copy of the lanes and the writer with addresses of dlp_vpu_perm; with TILE > 1
//           blocks of vtrans are turned by dlp_vpu_tile between the reader and the lanes.
`default_nettype none

module dlp_vpu #(
    parameter LANES      = 16,         // 32-bit lanes
    parameter FLANES     = 16,         // of them with float units; divides LANES
    parameter SLANES     = 4,          // with special functions; divides LANES, or 0: none
    parameter TILE       = 16,         // edge of the blocks that vtrans turns; divides LANES; 1: element by element
    parameter NRAM_BYTES = 786432
) (
    input  wire         clk,
    input  wire         rst_n,

    // command
    input  wire         cmd_valid_i,
    output wire         cmd_ready_o,
    input  wire [5:0]   cmd_op_i,
    input  wire [63:0]  cmd_rd_i,
    input  wire [63:0]  cmd_rs1_i,
    input  wire [63:0]  cmd_rs2_i,
    input  wire [351:0] cmd_cfg_i,
    output reg          done_valid_o,
    output reg  [7:0]   done_fault_o,
    output reg  [63:0]  done_addr_o,
    output wire         busy_o,

    // source 0
    output wire         s0_req_valid_o,
    input  wire         s0_req_ready_i,
    output wire         s0_req_write_o,
    output wire [15:0]  s0_req_row_o,
    output wire [4*LANES-1:0]  s0_req_be_o,
    output wire [32*LANES-1:0] s0_req_wdata_o,
    input  wire         s0_rsp_valid_i,
    input  wire [32*LANES-1:0] s0_rsp_rdata_i,

    // source 1
    output wire         s1_req_valid_o,
    input  wire         s1_req_ready_i,
    output wire         s1_req_write_o,
    output wire [15:0]  s1_req_row_o,
    output wire [4*LANES-1:0]  s1_req_be_o,
    output wire [32*LANES-1:0] s1_req_wdata_o,
    input  wire         s1_rsp_valid_i,
    input  wire [32*LANES-1:0] s1_rsp_rdata_i,

    // destination
    output wire         d_req_valid_o,
    input  wire         d_req_ready_i,
    output wire         d_req_write_o,
    output wire [15:0]  d_req_row_o,
    output wire [4*LANES-1:0]  d_req_be_o,
    output wire [32*LANES-1:0] d_req_wdata_o,
    input  wire         d_rsp_valid_i,
    input  wire [32*LANES-1:0] d_rsp_rdata_i
);
    `include "dlp_spec.vh"
    `include "dlp_type.vh"
    `include "dlp_vpu.vh"

    localparam RB = 32 * LANES;
    localparam NB = 4 * LANES;
    localparam ROWB = $clog2(NB);
    localparam [31:0] NB_W = NB, FLANES_W = FLANES, SLANES_W = SLANES;

    localparam [2:0] ST_IDLE = 3'd0, ST_CHECK = 3'd1, ST_SETUP = 3'd2, ST_SEG = 3'd3, ST_RUN = 3'd4;
    reg [2:0]    state_q;

    // ---- clock
    wire gclk;
    dlp_clkgate u_clk (.clk(clk), .rst_n(rst_n), .en_i(cmd_valid_i || busy_o), .clk_o(gclk));

    // ---- the command
    reg [5:0]    op_q;
    reg [63:0]   rd_q, rs1_q, rs2_q;
    reg [351:0]  cfg_q;
    wire [20:0]  n     = cfg_q[32*(CFGR_VEC_N - CFGR_VEC_N) +: 21];
    wire [11:0]  vtype = cfg_q[32*(CFGR_VEC_TYPE - CFGR_VEC_N) +: 12];
    wire [1:0]   size  = type_size(vtype[3:0]);     // log2 of the bytes of an element
    wire [20:0]  seg   = cfg_q[32*(CFGR_VEC_SEG - CFGR_VEC_N) +: 21];
    wire [15:0]  pc    = cfg_q[32*(CFGR_VEC_C - CFGR_VEC_N) +: 16];
    wire [15:0]  ph    = cfg_q[32*(CFGR_VEC_H - CFGR_VEC_N) +: 16];
    wire [15:0]  pw    = cfg_q[32*(CFGR_VEC_W - CFGR_VEC_N) +: 16];
    wire [15:0]  kh    = cfg_q[32*(CFGR_VEC_KH - CFGR_VEC_N) +: 16];
    wire [15:0]  kw    = cfg_q[32*(CFGR_VEC_KW - CFGR_VEC_N) +: 16];
    wire [15:0]  sh    = cfg_q[32*(CFGR_VEC_SH - CFGR_VEC_N) +: 16];
    wire [15:0]  sw    = cfg_q[32*(CFGR_VEC_SW - CFGR_VEC_N) +: 16];
    wire [31:0]  scale = cfg_q[32*(CFGR_VEC_SCALE - CFGR_VEC_N) +: 32];

    wire is_pool = vop_pool(op_q);
    wire is_red  = vop_reduce(op_q);
    wire is_fill = op_q == VOP_VFILL;
    wire is_groups = op_q == VOP_VSUM128;
    wire is_square = vop_square(op_q, vtype);
    wire is_vv   = vop_vv(op_q) || is_square;
    wire is_vc   = vop_vc(op_q);
    wire is_trans   = op_q == VOP_VTRANS;
    wire is_gather  = op_q == VOP_VGATHER;
    wire is_scatter = op_q == VOP_VSCATTER;
    wire is_index   = vop_index(op_q);
    wire [2:0] turn  = vtype[VEC_TYPE_FN_LSB +: 3];
    wire       tiled = TILE > 1 && is_trans && (!turn[2] || turn[1]);    // through dlp_vpu_tile
    wire [1:0] isize = type_size(vtype[VEC_TYPE_INDEX_LSB +: 4]);
    wire wide;                         // the float units do the work
    wire special;                      // the special functions do
    wire [7:0] piece = special ? SLANES_W[7:0] : wide ? FLANES_W[7:0] : NB_W[7:0] >> size;

    assign cmd_ready_o = state_q == ST_IDLE && !done_valid_o;
    assign busy_o      = state_q != ST_IDLE || done_valid_o;
    wire   take        = cmd_valid_i && cmd_ready_o;

    wire        chk_done, chk_skip;
    wire [7:0]  chk_fault;
    wire [63:0] chk_addr;
    wire [15:0] ho, wo;
    wire [47:0] out_elems;
    wire [20:0] all_bytes;             // of source 0
    reg         chk_start_q;
    dlp_vpu_check #(.NRAM_BYTES(NRAM_BYTES), .SPECIAL(SLANES > 0)) u_check (
        .clk(gclk), .rst_n(rst_n), .start_i(chk_start_q), .op_i(op_q), .rd_i(rd_q), .rs1_i(rs1_q), .rs2_i(rs2_q), .cfg_i(cfg_q),
        .done_o(chk_done), .skip_o(chk_skip), .fault_o(chk_fault), .addr_o(chk_addr), .ho_o(ho), .wo_o(wo), .elems_o(out_elems), .bytes_o(all_bytes)
    );

    // ---- segments for the readers
    reg         g0_valid_q, g1_valid_q;
    reg  [19:0] g0_addr_q;
    reg  [20:0] g0_bytes_q;
    reg  [20:0] g1_left_q;             // elements of the cycle operand still to be asked for
    wire        g0_ready, g1_ready;
    wire        short_seg = is_vc && seg <= {13'd0, piece};
    wire [20:0] g1_elems  = !is_vc ? n : g1_left_q < seg ? g1_left_q : seg;
    wire [20:0] g1_bytes  = g1_elems << (is_index ? isize : size);

    // pooling walk: output row and column, group of channels, kernel row and column
    reg  [19:0] pix_q, grp_q, tap_row_q, row0_q;                       // addresses: window, its group, its kernel row, its output row
    reg  [19:0] pix_step_q, row_step_q, tap_step_q, line_q;            // SW*C*s, SH*W*C*s, C*s, W*C*s
    reg  [15:0] w_left_q, h_left_q, c_left_q, kh_left_q, kw_left_q;
    wire [15:0] c_now   = c_left_q > {8'd0, piece} ? {8'd0, piece} : c_left_q;
    wire [19:0] c_bytes = {4'd0, c_now} << size;

    // ---- readers
    wire [RB-1:0] a, b;                // pieces of source 0 and of source 1
    wire        r0_avail, r1_avail, r0_take, r1_take;
    wire [20:0] r0_left, r1_left;
    wire [7:0]  r0_want, r1_want;

    wire        p_valid, p_take, p_bad, p_stopped, p_pending, t_take;
    wire [19:0] p_addr, p_place, p_iaddr;
    wire [20:0] p_bytes;
    wire        by_perm = is_trans || is_gather;       // the segments of source 0 come from dlp_vpu_perm
    dlp_vpu_read #(.ROW_BYTES(NB)) u_s0 (
        .clk(gclk), .rst_n(rst_n), .seg_valid_i(by_perm ? p_valid : g0_valid_q), .seg_ready_o(g0_ready),
        .seg_addr_i(by_perm ? p_addr : g0_addr_q), .seg_bytes_i(by_perm ? p_bytes : g0_bytes_q),
        .avail_o(r0_avail), .left_o(r0_left), .want_i(r0_want), .take_i(r0_take), .cut_i(1'b0),
        .set_i(1'b0), .set_data_i({RB{1'b0}}), .double_i(1'b0), .rep_i({ROWB{1'b0}}), .data_o(a),
        .req_valid_o(s0_req_valid_o), .req_ready_i(s0_req_ready_i), .req_row_o(s0_req_row_o), .rsp_valid_i(s0_rsp_valid_i), .rsp_rdata_i(s0_rsp_rdata_i)
    );
    dlp_vpu_read #(.ROW_BYTES(NB)) u_s1 (
        .clk(gclk), .rst_n(rst_n), .seg_valid_i(g1_valid_q), .seg_ready_o(g1_ready), .seg_addr_i(is_square ? rs1_q[19:0] : rs2_q[19:0]), .seg_bytes_i(g1_bytes),
        .avail_o(r1_avail), .left_o(r1_left), .want_i(r1_want), .take_i(r1_take), .cut_i(load_seg),
        .set_i(chk_start_q), .set_data_i(spread), .double_i(double), .rep_i(rep_bytes[ROWB-1:0]), .data_o(b),
        .req_valid_o(s1_req_valid_o), .req_ready_i(s1_req_ready_i), .req_row_o(s1_req_row_o), .rsp_valid_i(s1_rsp_valid_i), .rsp_rdata_i(s1_rsp_rdata_i)
    );
    assign s0_req_write_o = 1'b0;
    assign s0_req_be_o    = {NB{1'b0}};
    assign s0_req_wdata_o = {RB{1'b0}};
    assign s1_req_write_o = 1'b0;
    assign s1_req_be_o    = {NB{1'b0}};
    assign s1_req_wdata_o = {RB{1'b0}};

    // ---- the next piece
    reg  [20:0] left_q;                // elements of sources (pooling: of the result) still to do
    reg  [7:0]  rep_q;                 // elements in the register of a short cycle operand
    reg  [15:0] x_c_left_q;            // pooling, side of the lanes: channels left of the pixel
    reg  [31:0] x_tap_q;               // taps of the window still to come
    wire [31:0] taps = {16'd0, kh} * {16'd0, kw};

    wire [20:0] r1_elems = r1_left >> size;
    wire [20:0] r0_elems = r0_left >> size;
    wire [15:0] x_c_now  = x_c_left_q > {8'd0, piece} ? {8'd0, piece} : x_c_left_q;
    reg  [20:0] k;
    always @* begin
        k = {13'd0, piece};
        if (is_pool)                        k = {5'd0, x_c_now};
        else if (is_scatter)                k = 21'd1;
        else if (by_perm)                   k = r0_elems < k ? r0_elems : k;
        else begin
            if (short_seg)                  k = {13'd0, rep_q};
            else if (is_vc && r1_elems < k) k = r1_elems;
            if (left_q < k)                 k = left_q;
        end
    end
    wire        use1    = is_vv || (is_vc && !short_seg) || is_scatter;
    wire        ready   = state_q == ST_RUN && left_q != 21'd0 && (is_fill || r0_avail) && (!use1 || r1_avail) && k != 21'd0;
    wire        last_tap = x_tap_q == 32'd1;
    wire        ends    = is_pool ? last_tap && left_q == {5'd0, x_c_now} : left_q == k;
    wire        load_seg = state_q == ST_SEG && rep_q == 8'd0;
    wire        double   = state_q == ST_SEG && rep_q != 8'd0 && {rep_q, 1'b0} <= {1'b0, piece};
    wire [7:0]  rep_bytes = rep_q << size;

    // one step of everything behind the readers
    wire        l_valid, l_end, w_ready;
    wire        step   = !l_valid || w_ready;
    reg         a_valid_q;
    // sums of groups: after the last piece of 128 bytes no other until the sum is written, then the lanes begin anew
    reg         hold_q;
    reg  [6:0]  group_q;               // bytes of the group taken
    wire [7:0]  group = {1'b0, group_q} + r0_want;     // pieces never go beyond one: a group is a multiple of a full piece
    wire        anew   = hold_q && l_valid && w_ready;
    wire        t_valid;
    wire        fire   = (tiled ? t_valid : ready && !hold_q) && (!a_valid_q || step);
    assign r0_want = tiled ? r0_left[7:0] : k[7:0] << size;
    assign r0_take = tiled ? t_take : fire && !is_fill;
    assign r1_want = load_seg ? seg[7:0] << size : is_index ? 8'd1 << isize : r0_want;
    assign r1_take = load_seg ? r1_avail : is_gather ? p_take : fire && use1;

    // scalar operand, repeated; 0 where there is one operand (dlp_vpu_lanes)
    wire [31:0]   scalar = is_fill ? rs1_q[31:0] : op_q == VOP_VRELU || op_q == VOP_VFN ? 32'd0 : rs2_q[31:0];
    wire [RB-1:0] spread = size == 2'd0 ? {NB{scalar[7:0]}} : size == 2'd1 ? {2*LANES{scalar[15:0]}} : {LANES{scalar}};

    // ---- commands that move elements only
    wire          moved  = state_q == ST_RUN && step;
    wire          start  = state_q == ST_CHECK && chk_done && !chk_skip && chk_fault == FAULT_NONE;
    dlp_vpu_perm #(.ROW_BYTES(NB), .TILE(TILE)) u_perm (
        .clk(gclk), .rst_n(rst_n), .start_i(start), .op_i(op_q), .turn_i(turn), .size_i(size), .isize_i(isize), .h_i(ph), .w_i(pw),
        .limit_i(seg), .total_i(all_bytes), .rd_i(rd_q[19:0]), .rs1_i(rs1_q[19:0]), .rs2_i(rs2_q[19:0]),
        .seg_valid_o(p_valid), .seg_ready_i(g0_ready), .seg_addr_o(p_addr), .seg_bytes_o(p_bytes),
        .index_avail_i(r1_avail), .index_take_o(p_take), .idx_i(b[31:0]), .place_i(is_scatter && a_valid_q), .step_i(moved),
        .place_o(p_place), .bad_o(p_bad), .stopped_o(p_stopped), .pending_o(p_pending), .iaddr_o(p_iaddr)
    );
    wire [RB-1:0] t_data;
    wire [7:0]    t_count;
    wire [19:0]   t_addr;
    wire          t_end;
    generate if (TILE > 1) begin : g_tile
        dlp_vpu_tile #(.ROW_BYTES(NB), .TILE(TILE)) u_tile (
            .clk(gclk), .rst_n(rst_n), .start_i(start), .on_i(tiled), .turn_i(!turn[2]), .up_i(turn[0]), .size_i(size), .h_i(ph), .w_i(pw), .total_i(all_bytes),
            .dst_i(rd_q[19:0]), .avail_i(r0_avail), .left_i(r0_left), .take_o(t_take), .a_i(a),
            .valid_o(t_valid), .take_i(tiled && fire), .count_o(t_count), .addr_o(t_addr), .end_o(t_end), .data_o(t_data)
        );
    end else begin : g_no_tile
        assign {t_take, t_valid, t_end} = 3'b000;
        assign t_count = 8'd0;
        assign t_addr  = 20'd0;
        assign t_data  = {RB{1'b0}};
    end endgenerate
    // places of pieces in the result, beside a and beside the output of the lanes
    wire        seeks = is_scatter || is_groups || (tiled && !turn[2]);
    reg  [19:0] a_addr_q, l_addr_q;
    wire        stop = state_q == ST_RUN && is_index && p_stopped && !a_valid_q && !l_valid && (is_gather ? !p_pending && r0_left == 21'd0 && r1_left == 21'd0 : a_done_q);

    reg  [7:0]    a_count_q;
    reg           a_first_q, a_last_q, a_end_q, a_done_q;

    wire [RB-1:0] l_data;
    wire [NB-1:0] l_be;
    wire [7:0]    l_bytes;
    dlp_vpu_lanes #(.LANES(LANES), .FLANES(FLANES), .SLANES(SLANES)) u_lanes (
        .clk(gclk), .rst_n(rst_n), .en_i(step && state_q == ST_RUN), .begin_i(chk_start_q || anew), .op_i(op_q), .type_i(vtype), .scale_i(scale), .pos_i(rs2_q[7:0]),
        .wide_o(wide), .special_o(special), .in_valid_i(a_valid_q && !(is_scatter && p_bad)), .a_i(a), .b_i(b), .count_i(a_count_q), .first_i(a_first_q),
        .last_i(a_last_q), .end_i(a_end_q), .finish_i(((is_red && a_done_q) || hold_q) && !a_valid_q), .turned_i(tiled), .t_i(t_data),
        .out_valid_o(l_valid), .out_data_o(l_data), .out_be_o(l_be), .out_bytes_o(l_bytes), .out_end_o(l_end)
    );

    wire w_done;
    dlp_vpu_write #(.ROW_BYTES(NB)) u_d (
        .clk(gclk), .rst_n(rst_n), .start_i(chk_start_q), .addr_i(rd_q[19:0]), .in_valid_i(l_valid), .in_ready_o(w_ready), .in_data_i(l_data), .in_be_i(l_be),
        .in_bytes_i(l_bytes), .in_last_i(l_end), .in_seek_i(seeks), .in_addr_i(l_addr_q), .stop_i(stop), .done_o(w_done),
        .req_valid_o(d_req_valid_o), .req_ready_i(d_req_ready_i), .req_row_o(d_req_row_o), .req_be_o(d_req_be_o), .req_wdata_o(d_req_wdata_o)
    );
    assign d_req_write_o = 1'b1;

    // ---- control
    always @(posedge gclk) begin
        done_valid_o <= 1'b0;
        chk_start_q  <= 1'b0;
        if (!rst_n) begin
            state_q    <= ST_IDLE;
            g0_valid_q <= 1'b0;
            g1_valid_q <= 1'b0;
            a_valid_q  <= 1'b0;
        end else case (state_q)
            ST_IDLE: if (take) begin
                state_q     <= ST_CHECK;
                chk_start_q <= 1'b1;
            end
            ST_CHECK: if (chk_done) begin
                if (chk_skip || chk_fault != FAULT_NONE) begin
                    state_q      <= ST_IDLE;
                    done_valid_o <= 1'b1;
                    done_fault_o <= chk_fault;
                    done_addr_o  <= chk_addr;
                end else begin
                    state_q    <= is_pool ? ST_SETUP : short_seg ? ST_SEG : ST_RUN;
                    g0_valid_q <= !is_fill && !is_pool && !by_perm;
                    g1_valid_q <= is_vv || is_vc || is_index;
                end
            end
            ST_SETUP: begin
                state_q    <= ST_RUN;
                g0_valid_q <= 1'b1;
            end
            ST_SEG: if (rep_q != 8'd0 && !double) state_q <= ST_RUN;
            default: if (w_done) begin
                state_q      <= ST_IDLE;
                done_valid_o <= 1'b1;
                done_fault_o <= !is_index || !p_stopped ? FAULT_NONE : is_gather ? FAULT_NRAM_READ : FAULT_NRAM_WRITE;
                done_addr_o  <= {rs2_q[63:20], p_iaddr};
            end
        endcase

        if (take) begin
            op_q  <= cmd_op_i;
            rd_q  <= cmd_rd_i;
            rs1_q <= cmd_rs1_i;
            rs2_q <= cmd_rs2_i;
            cfg_q <= cmd_cfg_i;
        end

        // ---- segments
        if (state_q == ST_CHECK) begin
            g0_addr_q  <= rs1_q[19:0];
            g0_bytes_q <= n << size;
            g1_left_q  <= short_seg ? seg : n;
            left_q     <= is_trans ? out_elems[20:0] : n;
            rep_q      <= 8'd0;
            a_done_q   <= 1'b0;
            hold_q     <= 1'b0;
            group_q    <= 7'd0;
            l_addr_q   <= rd_q[19:0];
            // pooling: steps in bytes; everything is inside NRAM, so 20 bits hold the addresses
            tap_step_q <= {4'd0, pc} << size;
            line_q     <= pw * ({4'd0, pc} << size);
            row0_q     <= rs1_q[19:0];
            pix_q      <= rs1_q[19:0];
            grp_q      <= rs1_q[19:0];
            tap_row_q  <= rs1_q[19:0];
            c_left_q   <= pc;
            x_c_left_q <= pc;
            kh_left_q  <= kh;
            kw_left_q  <= kw;
            x_tap_q    <= taps;
        end
        if (state_q == ST_SETUP) begin
            pix_step_q <= sw * tap_step_q;
            row_step_q <= sh * line_q;
            w_left_q   <= wo;
            h_left_q   <= ho;
            g0_bytes_q <= {1'b0, c_bytes};
            left_q     <= out_elems[20:0];
        end
        if (g0_valid_q && g0_ready) begin
            if (!is_pool)
                g0_valid_q <= 1'b0;
            else if (kw_left_q != 16'd1) begin
                kw_left_q <= kw_left_q - 16'd1;
                g0_addr_q <= g0_addr_q + tap_step_q;
            end else if (kh_left_q != 16'd1) begin
                kw_left_q <= kw;
                kh_left_q <= kh_left_q - 16'd1;
                tap_row_q <= tap_row_q + line_q;
                g0_addr_q <= tap_row_q + line_q;
            end else begin
                kw_left_q <= kw;
                kh_left_q <= kh;
                if (c_left_q > {8'd0, piece}) begin
                    c_left_q   <= c_left_q - {8'd0, piece};
                    g0_bytes_q <= {1'b0, c_next_bytes};
                    grp_q      <= grp_q + c_bytes;
                    tap_row_q  <= grp_q + c_bytes;
                    g0_addr_q  <= grp_q + c_bytes;
                end else begin
                    c_left_q   <= pc;
                    g0_bytes_q <= {1'b0, c_full_bytes};
                    if (w_left_q != 16'd1) begin
                        w_left_q  <= w_left_q - 16'd1;
                        pix_q     <= pix_q + pix_step_q;
                        grp_q     <= pix_q + pix_step_q;
                        tap_row_q <= pix_q + pix_step_q;
                        g0_addr_q <= pix_q + pix_step_q;
                    end else begin
                        w_left_q  <= wo;
                        h_left_q  <= h_left_q - 16'd1;
                        row0_q    <= row0_q + row_step_q;
                        pix_q     <= row0_q + row_step_q;
                        grp_q     <= row0_q + row_step_q;
                        tap_row_q <= row0_q + row_step_q;
                        g0_addr_q <= row0_q + row_step_q;
                        if (h_left_q == 16'd1) g0_valid_q <= 1'b0;
                    end
                end
            end
        end
        if (g1_valid_q && g1_ready) begin
            g1_left_q <= g1_left_q - g1_elems;
            if (!is_vc || g1_left_q == g1_elems) g1_valid_q <= 1'b0;
        end

        // ---- short cycle operand: loaded, then doubled until one more time would not fit into a piece
        if (load_seg && r1_avail) rep_q <= seg[7:0];
        else if (double)          rep_q <= {rep_q[6:0], 1'b0};

        // ---- pieces
        if (state_q == ST_RUN && rst_n) begin
            if (fire) begin
                a_valid_q <= 1'b1;
                a_count_q <= tiled ? t_count : k[7:0];
                a_first_q <= x_tap_q == taps;
                a_last_q  <= last_tap || !is_pool;
                a_end_q   <= tiled ? t_end : ends;
                a_addr_q  <= t_addr;
                if (ends) a_done_q <= 1'b1;
                if (is_groups) begin
                    group_q <= group[6:0];
                    hold_q  <= group[7] || ends;
                end
                if (!is_pool)
                    left_q <= left_q - k;
                else begin
                    x_tap_q <= last_tap ? taps : x_tap_q - 32'd1;
                    if (last_tap) begin
                        left_q     <= left_q - k;
                        x_c_left_q <= x_c_left_q == x_c_now ? pc : x_c_left_q - x_c_now;
                    end
                end
            end else if (step)
                a_valid_q <= 1'b0;
            if (anew) begin
                hold_q   <= 1'b0;
                l_addr_q <= l_addr_q + 20'd128;
            end else if (step && seeks && !is_groups)
                l_addr_q <= is_scatter ? p_place : a_addr_q;
        end
    end

    wire [15:0] c_rest     = c_left_q - {8'd0, piece};
    wire [15:0] c_next     = c_rest > {8'd0, piece} ? {8'd0, piece} : c_rest;
    wire [19:0] c_next_bytes = {4'd0, c_next} << size;
    wire [15:0] c_first    = pc > {8'd0, piece} ? {8'd0, piece} : pc;
    wire [19:0] c_full_bytes = {4'd0, c_first} << size;

    wire unused_ok = &{1'b0, cfg_q, rep_bytes, r0_left, out_elems, d_rsp_valid_i, d_rsp_rdata_i, rd_q, rs1_q, rs2_q, scalar};
endmodule
`default_nettype wire
