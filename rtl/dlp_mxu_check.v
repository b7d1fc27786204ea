// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_check - checks a matrix command as a whole (docs/isa.md, 8) and derives what the tile loops need.
//
// Protocol: works on the command port while cmd_valid_i is high and takes the command (cmd_ready_o) when it is handed on
//           (start_valid_o && start_ready_i), or when it has failed and all earlier commands are done (idle_i).
//           A failed command gives a fault pulse in the cycle after it was taken.
// Latency:  15 cycles for matmul, 21 for conv: one multiplication per cycle, product two cycles later; one operand checked per
//           cycle beside them, in the order of the manual, so that the first failure ends the work.
// Outputs:  valid with start_valid_o.  Scratchpad addresses are offsets; they wrap like the address counters that use them.
`default_nettype none

module dlp_mxu_check #(
    parameter DIM        = 16,
    parameter FLOAT      = 0,                   // 1: half and bfloat16 are legal
    parameter NRAM_BYTES = 786432,
    parameter WRAM_BYTES = 1048576,
    parameter NAW        = 20,                  // address bits of NRAM and WRAM
    parameter WAW        = 20,
    parameter WALK_W     = 1,                   // these two by dlp_mxu
    parameter OUT_W      = 1
) (
    input  wire              clk,
    input  wire              rst_n,

    // command
    input  wire              cmd_valid_i,
    output wire              cmd_ready_o,
    input  wire [5:0]        cmd_op_i,
    input  wire [63:0]       cmd_rd_i,
    input  wire [63:0]       cmd_rs1_i,
    input  wire [63:0]       cmd_rs2_i,
    input  wire [32*24-1:0]  cmd_cfg_i,

    // failed command
    input  wire              idle_i,
    output wire              fault_valid_o,
    output wire [7:0]        fault_code_o,
    output wire [63:0]       fault_addr_o,

    // good command, to the loader
    output wire              start_valid_o,
    input  wire              start_ready_i,
    output wire [24:0]       pixels_o,          // HO*WO, matmul: M
    output wire [15:0]       tiles_o,           // channel tiles
    output wire [$clog2(DIM):0] tail_o,         // channels of the last one
    output wire [21:0]       run_o,             // contiguous bytes of a kernel row: of CI elements, or KW*CI bytes when packed
    output wire [15:0]       taps_o,            // such runs in a kernel row: KW, or 1 when packed
    output wire [15:0]       rows_o,            // kernel rows
    output wire              packed_o,
    output wire              float_o,           // elements of 2 bytes: half or bfloat16
    output wire              bf16_o,
    output wire              int4_o,            // weights of 4 bits
    output wire [15:0]       tap_x_o,           // DW: x step from tap to tap
    output wire [15:0]       row_y_o,           // DH: y step from kernel row to kernel row
    output wire [NAW-1:0]    tap_addr_o,        // DW * IN_STRIDE
    output wire [NAW-1:0]    row_addr_o,        // DH * WI * IN_STRIDE
    output wire [WAW-1:0]    w_last_o,          // weights of channel CO - 1
    output wire [WAW-1:0]    w_stride_o,
    output wire [3:0]        need_o,            // slope, shift, scale, bias are used
    output wire [4*WAW-1:0]  par_addr_o,        // their addresses for the first channel of the last channel tile
    output wire [WALK_W-1:0] walk_o,            // dlp_mxu_walk's configuration, see there
    output wire [OUT_W-1:0]  out_o              // dlp_mxu_drain's configuration, see there
);
    `include "dlp_spec.vh"
    `include "dlp_type.vh"

    /* verilator lint_off UNUSEDSIGNAL */
    wire unused_ok = &{1'b0, cmd_op_i[5:4], cmd_cfg_i};          // bits of the registers that have no meaning
    /* verilator lint_on UNUSEDSIGNAL */

    localparam LOG = $clog2(DIM);
    localparam OW  = 20;                        // offset in a window
    localparam LW  = 22;                        // length of an operand that is not hopeless
    localparam [LW:0] NRAM_END = NRAM_BYTES[LW:0];
    localparam [LW:0] WRAM_END = WRAM_BYTES[LW:0];

    // An offset is the low part of an address.
    generate
        if (MEM_NRAM_WINDOW != 41'd1 << OW || MEM_WRAM_WINDOW != 41'd1 << OW || MEM_NRAM_BASE[OW-1:0] != 0 || MEM_WRAM_BASE[OW-1:0] != 0)
        begin : g_check_window
            ERROR_windows_must_be_aligned_and_have_20_address_bits u_error ();
        end
    endgenerate

    // ---- the command.  A dimension is looked at as 32 bits by the size check only: what does not fit 16 bits goes no further.
    // For matmul the conv-only registers that are used read as neutral values.
    wire        conv = cmd_op_i[3:0] == MOP_CONV;
    wire [31:0] r_hi = cmd_cfg_i[0 +: 32];
    wire [31:0] r_wi = cmd_cfg_i[32*(CFGR_MAT_WI - CFGR_MAT_HI) +: 32];
    wire [31:0] r_wo = cmd_cfg_i[32*(CFGR_MAT_WO - CFGR_MAT_HI) +: 32];
    wire [31:0] r_ci = cmd_cfg_i[32*(CFGR_MAT_CI - CFGR_MAT_HI) +: 32];
    wire [31:0] r_co = cmd_cfg_i[32*(CFGR_MAT_CO - CFGR_MAT_HI) +: 32];
    wire [31:0] r_ho = cmd_cfg_i[32*(CFGR_MAT_HO - CFGR_MAT_HI) +: 32];
    wire [31:0] r_kh = cmd_cfg_i[32*(CFGR_MAT_KH - CFGR_MAT_HI) +: 32];
    wire [31:0] r_kw = cmd_cfg_i[32*(CFGR_MAT_KW - CFGR_MAT_HI) +: 32];
    wire [31:0] r_sh = cmd_cfg_i[32*(CFGR_MAT_SH - CFGR_MAT_HI) +: 32];
    wire [31:0] r_sw = cmd_cfg_i[32*(CFGR_MAT_SW - CFGR_MAT_HI) +: 32];
    wire [31:0] r_pt = cmd_cfg_i[32*(CFGR_MAT_PT - CFGR_MAT_HI) +: 32];
    wire [31:0] r_pl = cmd_cfg_i[32*(CFGR_MAT_PL - CFGR_MAT_HI) +: 32];
    wire [31:0] r_dh = cmd_cfg_i[32*(CFGR_MAT_DH - CFGR_MAT_HI) +: 32];
    wire [31:0] r_dw = cmd_cfg_i[32*(CFGR_MAT_DW - CFGR_MAT_HI) +: 32];
    wire [15:0] c_wo = r_wo[15:0];
    wire [15:0] c_ci = r_ci[15:0];
    wire [15:0] c_co = r_co[15:0];
    wire [15:0] c_hi = conv ? r_hi[15:0] : 16'd1;
    wire [15:0] c_wi = conv ? r_wi[15:0] : c_wo;
    wire [15:0] c_ho = conv ? r_ho[15:0] : 16'd1;
    wire [15:0] c_kh = conv ? r_kh[15:0] : 16'd1;
    wire [15:0] c_kw = conv ? r_kw[15:0] : 16'd1;
    wire [15:0] c_sw = conv ? r_sw[15:0] : 16'd1;
    wire [15:0] c_pt = conv ? r_pt[15:0] : 16'd0;
    wire [15:0] c_pl = conv ? r_pl[15:0] : 16'd0;
    wire [15:0] c_sh = r_sh[15:0];              // one output row: not used
    wire [15:0] c_dh = r_dh[15:0];              // one tap: not used
    wire [15:0] c_dw = r_dw[15:0];
    wire [31:0] c_is = cmd_cfg_i[32*(CFGR_MAT_IN_STRIDE - CFGR_MAT_HI) +: 32];
    wire [31:0] c_os = cmd_cfg_i[32*(CFGR_MAT_OUT_STRIDE - CFGR_MAT_HI) +: 32];
    wire [31:0] c_ws = cmd_cfg_i[32*(CFGR_MAT_W_STRIDE - CFGR_MAT_HI) +: 32];
    wire [MAT_OUT_SLOPE_LSB:0] c_out = cmd_cfg_i[32*(CFGR_MAT_OUT - CFGR_MAT_HI) +: MAT_OUT_SLOPE_LSB + 1];
    wire [31:0] c_type = cmd_cfg_i[32*(CFGR_MAT_TYPE - CFGR_MAT_HI) +: 32];
    wire [31:0] c_limit = cmd_cfg_i[32*(CFGR_MAT_LIMIT - CFGR_MAT_HI) +: 32];
    wire [31:0] a_bias  = cmd_cfg_i[32*(CFGR_MAT_BIAS - CFGR_MAT_HI) +: 32];
    wire [31:0] a_scale = cmd_cfg_i[32*(CFGR_MAT_SCALE - CFGR_MAT_HI) +: 32];
    wire [31:0] a_shift = cmd_cfg_i[32*(CFGR_MAT_SHIFT - CFGR_MAT_HI) +: 32];
    wire [31:0] a_slope = cmd_cfg_i[32*(CFGR_MAT_SLOPE - CFGR_MAT_HI) +: 32];
    wire [3:0]  otype  = c_out[MAT_OUT_TYPE_LSB +: 4];
    wire [1:0]  osize  = type_size(otype);
    // MAT_TYPE with one type for both operands
    localparam [31:0] BOTH = 32'd1 << MAT_TYPE_IN_LSB | 32'd1 << MAT_TYPE_W_LSB;
    wire        half   = FLOAT != 0 && c_type == {28'd0, TYPE_F16} * BOTH;
    wire        bf16   = FLOAT != 0 && c_type == {28'd0, TYPE_BF16} * BOTH;
    wire        flt    = half || bf16;
    wire        plus   = c_type[MAT_TYPE_IN_LSB +: 4] == TYPE_U8;
    wire        int4   = c_type[MAT_TYPE_W_LSB +: 4] == MAT_TYPE_W_I4[3:0];
    wire        whole  = c_type[31:16] == 16'd0 && (int4 || c_type[MAT_TYPE_W_LSB +: 4] == TYPE_I8) && (plus || c_type[MAT_TYPE_IN_LSB +: 4] == TYPE_I8);
    wire [16:0] ci_bytes = flt ? {c_ci, 1'b0} : {1'b0, c_ci};
    wire [1:0]  requant = c_out[MAT_OUT_REQUANT_LSB +: 2];
    // slope, shift, scale, bias
    wire [3:0]  need   = {c_out[MAT_OUT_SLOPE_LSB], requant == MAT_OUT_REQUANT_FIXED[1:0], requant != MAT_OUT_REQUANT_NONE[1:0], c_out[MAT_OUT_BIAS_LSB]};

    function bad_dim(input [31:0] x);
        bad_dim = x[31:16] != 0 || x[15:0] == 0;
    endfunction

    // One run of bytes per kernel row is contiguous in memory.  The limits keep positions small; other shapes go tap by tap.
    // The groups of a float sum are those of one tap, in every shape.
    wire        pack = conv && !flt && c_dw == 16'd1 && c_is == {16'd0, c_ci} && c_kw != 16'd1
                       && c_ci[15:8] == 0 && c_sw[15:8] == 0 && c_pl[15:8] == 0;

    // ---- sequence
    localparam [1:0] ST_MUL   = 2'd0,           // products, one per step
                     ST_OK    = 2'd1,           // good, waits for the loader
                     ST_FAULT = 2'd2,           // failed, waits for earlier commands
                     ST_TOLD  = 2'd3;           // the fault is reported in this cycle
    localparam [4:0] STEP_LAST_MATMUL = 5'd13, STEP_LAST_CONV = 5'd19;
    reg  [1:0]  state_q;
    reg  [4:0]  step_q;
    reg         work_q;                         // ST_MUL and step_q is valid
    reg  [31:0] mul_a_q, mul_b_q;
    reg  [63:0] prod_q;
    // A length that is longer than any memory, or its bytes.  Step 8 has the weights of a channel: of int4 half of them, rounded up.
    wire        halve = int4 && step_q == 5'd8;
    wire        over = prod_q[63:LW] != 0 || (prod_q[LW-1] && !halve);
    wire [LW-1:0] low = halve ? {1'b0, prod_q[LW-1:1]} + {{(LW-1){1'b0}}, prod_q[0]} : {1'b0, prod_q[LW-2:0]};

    reg  [31:0] p_q;                            // HO*WO
    reg         over_q;
    reg  [LW-1:0] len_q;                        // of the operand that is checked next
    reg  [WAW-1:0] w_span_q;
    reg  [NAW-1:0] wo_addr_q, ho_addr_q, tap_addr_q, row_addr_q, org_addr_q;
    reg  [31:0] line_q;                         // WI * IN_STRIDE, low bits
    reg  [15:0] px_step_q, px_pad_q;            // packed: SW*CI, PL*CI
    reg  [20:0] px_limit_q;                     // packed: WI*CI
    reg  [21:0] px_run_q;                       // packed: KW*CI, up to two for each byte of WRAM

    wire [NAW-1:0] d_off = cmd_rd_i[NAW-1:0];
    wire [NAW-1:0] s_off = cmd_rs1_i[NAW-1:0];
    wire [WAW-1:0] w_off = cmd_rs2_i[WAW-1:0];

    // product of this step; the step that may use it is two later
    wire [31:0] again = prod_q[31:0] - {31'd0, step_q != 5'd6};
    wire [15:0] co_last = c_co - 16'd1;
    wire [LW-1:0] rest = step_q == 5'd4 ? {6'd0, c_co} << osize : step_q == 5'd5 ? {5'd0, ci_bytes}
                       : step_q == 5'd8 ? len_q : step_q == 5'd9 ? {4'd0, c_co, 2'd0} : {LW{1'b0}};
    always @(posedge clk)
        if (work_q) begin
            case (step_q)
                5'd0:    {mul_a_q, mul_b_q} <= {16'd0, c_ho, 16'd0, c_wo};
                5'd1:    {mul_a_q, mul_b_q} <= {16'd0, c_hi, 16'd0, c_wi};
                5'd2:    {mul_a_q, mul_b_q} <= {again, c_os};
                5'd3:    {mul_a_q, mul_b_q} <= {again, c_is};
                5'd4:    {mul_a_q, mul_b_q} <= {16'd0, c_kh, 16'd0, c_kw};
                5'd5:    {mul_a_q, mul_b_q} <= {16'd0, co_last, c_ws};
                5'd6:    {mul_a_q, mul_b_q} <= {again, 15'd0, ci_bytes};
                5'd7:    {mul_a_q, mul_b_q} <= {16'd0, c_wi, c_is};
                5'd8:    {mul_a_q, mul_b_q} <= {16'd0, c_sw, c_is};
                5'd9:    {mul_a_q, mul_b_q} <= {16'd0, c_dw, c_is};
                5'd10:   {mul_a_q, mul_b_q} <= {16'd0, c_sh, line_q};
                5'd11:   {mul_a_q, mul_b_q} <= {16'd0, c_dh, line_q};
                5'd12:   {mul_a_q, mul_b_q} <= {16'd0, c_pt, line_q};
                5'd13:   {mul_a_q, mul_b_q} <= {16'd0, c_pl, c_is};
                5'd14:   {mul_a_q, mul_b_q} <= {16'd0, c_sw, 16'd0, c_ci};
                5'd15:   {mul_a_q, mul_b_q} <= {16'd0, c_pl, 16'd0, c_ci};
                5'd16:   {mul_a_q, mul_b_q} <= {16'd0, c_wi, 16'd0, c_ci};
                default: {mul_a_q, mul_b_q} <= {16'd0, c_kw, 16'd0, c_ci};
            endcase
            prod_q <= mul_a_q * {32'd0, mul_b_q};
            // lengths: destination, source, weights (the channels before the last one, then the last one), parameters
            if (step_q == 5'd4 || step_q == 5'd5 || step_q == 5'd7 || step_q == 5'd8 || step_q == 5'd9) begin
                len_q  <= rest + (step_q == 5'd9 ? {LW{1'b0}} : low);
                over_q <= step_q != 5'd9 && (over || (step_q == 5'd8 && over_q));
            end
            case (step_q)
                5'd2:  p_q        <= prod_q[31:0];
                5'd7:  w_span_q   <= prod_q[WAW-1:0];
                5'd8:  org_addr_q <= s_off;
                5'd9:  line_q     <= prod_q[31:0];
                5'd10: wo_addr_q  <= prod_q[NAW-1:0];
                5'd11: tap_addr_q <= prod_q[NAW-1:0];
                5'd12: ho_addr_q  <= prod_q[NAW-1:0];
                5'd13: row_addr_q <= prod_q[NAW-1:0];
                5'd14: org_addr_q <= org_addr_q - prod_q[NAW-1:0];
                5'd15: org_addr_q <= org_addr_q - prod_q[NAW-1:0];
                5'd16: px_step_q  <= prod_q[15:0];
                5'd17: px_pad_q   <= prod_q[15:0];
                5'd18: px_limit_q <= prod_q[20:0];
                5'd19: px_run_q   <= prod_q[21:0];
                default: ;
            endcase
        end

    // ---- checks: type and size in step 4, then one operand per step; its address came with the step before
    localparam [4:0] STEP_SIZE = 5'd4, STEP_D = 5'd5, STEP_S = 5'd6, STEP_W = 5'd9, STEP_BIAS = 5'd10, STEP_SCALE = 5'd11,
                     STEP_SHIFT = 5'd12, STEP_SLOPE = 5'd13;     // and the overlap
    reg  [7:0]       code_q;
    reg  [63:0]      addr_q;
    reg  [LW:0]      d_end_q, s_end_q;
    wire             nram    = step_q == STEP_D || step_q == STEP_S;
    wire             outside = addr_q[63:OW] != (nram ? {24'd0, MEM_NRAM_BASE[39:OW]} : {24'd0, MEM_WRAM_BASE[39:OW]});
    wire [LW:0]      end_of  = {3'd0, addr_q[OW-1:0]} + {1'b0, len_q};
    wire             beyond  = over_q || end_of > (nram ? NRAM_END : WRAM_END);
    wire             half_out = FLOAT != 0 && (otype == TYPE_F16 || otype == TYPE_BF16);
    wire             bad_type = requant == 2'd3 || (need[3] && !need[1]) || (!flt && !whole) || (flt && requant == MAT_OUT_REQUANT_FIXED[1:0])
                                || (otype != TYPE_I8 && otype != TYPE_U8 && otype != TYPE_I32 && otype != TYPE_F32 && !half_out);
    wire             bad_size = bad_dim(r_wo) || bad_dim(r_ci) || bad_dim(r_co)
                                || (conv && (bad_dim(r_hi) || bad_dim(r_wi) || bad_dim(r_ho) || bad_dim(r_kh) || bad_dim(r_kw)
                                             || bad_dim(r_sh) || bad_dim(r_sw) || bad_dim(r_dh) || bad_dim(r_dw)
                                             || r_pt[31:16] != 0 || r_pl[31:16] != 0 || p_q > 32'h0100_0000));
    wire             bad_slope = need[3] && (outside || beyond);
    wire             overlap = {{(LW+1-NAW){1'b0}}, d_off} < s_end_q && {{(LW+1-NAW){1'b0}}, s_off} < d_end_q;
    reg              bad;
    reg  [7:0]       code;

    always @* begin
        bad  = 1'b0;
        code = outside ? FAULT_CMD_ADDR : FAULT_WRAM_READ;
        if (work_q) case (step_q)
            STEP_SIZE: begin
                bad  = bad_type || bad_size;
                code = bad_type ? FAULT_CMD_TYPE : FAULT_CMD_SIZE;
            end
            STEP_D: begin
                bad = outside || beyond;
                if (!outside) code = FAULT_NRAM_WRITE;
            end
            STEP_S: begin
                bad = outside || beyond;
                if (!outside) code = FAULT_NRAM_READ;
            end
            STEP_W:     bad = outside || beyond;
            STEP_BIAS:  bad = need[0] && (outside || beyond);
            STEP_SCALE: bad = need[1] && (outside || beyond);
            STEP_SHIFT: bad = need[2] && (outside || beyond);
            STEP_SLOPE: begin
                bad = bad_slope || overlap;
                if (!bad_slope) code = FAULT_CMD_OVERLAP;
            end
            default: ;
        endcase
    end

    always @(posedge clk)
        if (work_q) begin
            code_q <= code;
            if (step_q == STEP_D) d_end_q <= end_of;
            if (step_q == STEP_S) s_end_q <= end_of;
            if (!bad || (step_q == STEP_SLOPE && !bad_slope))
                case (step_q)
                    STEP_D:         addr_q <= cmd_rs1_i;
                    STEP_W - 5'd1:  addr_q <= cmd_rs2_i;
                    STEP_W:         addr_q <= {32'd0, a_bias};
                    STEP_BIAS:      addr_q <= {32'd0, a_scale};
                    STEP_SCALE:     addr_q <= {32'd0, a_shift};
                    STEP_SHIFT:     addr_q <= {32'd0, a_slope};
                    default:        addr_q <= cmd_rd_i;
                endcase
        end

    always @(posedge clk)
        if (!rst_n) begin
            state_q <= ST_MUL;
            work_q  <= 1'b0;
        end else
            case (state_q)
                ST_MUL:
                    if (!cmd_valid_i) work_q <= 1'b0;
                    else if (!work_q) begin
                        work_q <= 1'b1;
                        step_q <= 5'd0;
                    end else if (bad || step_q == (conv ? STEP_LAST_CONV : STEP_LAST_MATMUL)) begin
                        work_q  <= 1'b0;
                        state_q <= bad ? ST_FAULT : ST_OK;
                    end else step_q <= step_q + 5'd1;
                ST_OK:    if (!cmd_valid_i || start_ready_i) state_q <= ST_MUL;
                ST_FAULT: if (!cmd_valid_i)                  state_q <= ST_MUL;
                          else if (idle_i)                   state_q <= ST_TOLD;
                default:  state_q <= ST_MUL;
            endcase

    assign start_valid_o = cmd_valid_i && state_q == ST_OK;
    assign cmd_ready_o   = state_q == ST_OK ? start_ready_i : (state_q == ST_FAULT && idle_i);
    assign fault_valid_o = state_q == ST_TOLD;
    assign fault_code_o  = code_q;
    assign fault_addr_o  = addr_q;

    // ---- derived values
    wire [15:0]    n0_last = {co_last[15:LOG], {LOG{1'b0}}};        // first channel of the last channel tile
    wire [23:0]    pad     = pack ? {8'd0, px_pad_q} : {8'd0, c_pl};

    /* verilator lint_off UNUSEDSIGNAL */        // wraps: inside WRAM when it is used
    wire [19:0]    par_off = {2'd0, n0_last, 2'd0};
    /* verilator lint_on UNUSEDSIGNAL */
    wire [WAW-1:0] par_base = par_off[WAW-1:0];
    wire [WAW-1:0] b_addr = a_bias[WAW-1:0] + par_base;
    wire [WAW-1:0] m_addr = a_scale[WAW-1:0] + par_base;
    wire [WAW-1:0] e_addr = a_shift[WAW-1:0] + par_base;
    wire [WAW-1:0] n_addr = a_slope[WAW-1:0] + par_base;

    assign pixels_o   = p_q[24:0];
    assign tiles_o    = {{LOG{1'b0}}, co_last[15:LOG]} + 16'd1;
    assign tail_o     = {1'b0, co_last[LOG-1:0]} + 1'b1;
    assign run_o      = pack ? px_run_q : {5'd0, ci_bytes};
    assign taps_o     = pack ? 16'd1 : c_kw;
    assign rows_o     = c_kh;
    assign packed_o   = pack;
    assign float_o    = flt;
    assign bf16_o     = bf16;
    assign int4_o     = int4;
    assign tap_x_o    = c_dw;
    assign row_y_o    = c_dh;
    assign tap_addr_o = tap_addr_q;
    assign row_addr_o = row_addr_q;
    assign w_last_o   = w_off + w_span_q;
    assign w_stride_o = c_ws[WAW-1:0];
    assign need_o     = need;
    assign par_addr_o = {n_addr, e_addr, m_addr, b_addr};
    assign walk_o     = {plus, c_type[MAT_TYPE_ZERO_LSB +: 8], pack, c_hi, c_wo, c_sh, 24'd0 - {8'd0, c_pt},
                         pack ? px_limit_q : {5'd0, c_wi}, pack ? px_step_q : c_sw, 24'd0 - pad,
                         ho_addr_q, conv ? wo_addr_q : c_is[NAW-1:0], org_addr_q};
    assign out_o      = {flt, c_limit, c_out, n0_last, c_os[NAW-1:0], d_off};
endmodule
`default_nettype wire
