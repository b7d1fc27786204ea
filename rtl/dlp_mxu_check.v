// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_check - checks a matrix command as a whole (docs/isa.md, 8) and derives what the tile loops need.
//
// Protocol: works on the command port while cmd_valid_i is high and takes the command (cmd_ready_o) when it is handed on
//           (start_valid_o && start_ready_i), or when it has failed and all earlier commands are done (idle_i).
//           A failed command gives a fault pulse in the cycle after it was taken.
// Latency:  about 10 cycles for matmul, 24 for conv: one multiplication per cycle, product two cycles later.
// Outputs:  valid with start_valid_o.  Scratchpad addresses are offsets; they wrap like the address counters that use them.
`default_nettype none

module dlp_mxu_check #(
    parameter DIM        = 16,
    parameter NRAM_BYTES = 786432,
    parameter WRAM_BYTES = 1048576,
    parameter NAW        = 20,                  // address bits of NRAM and WRAM
    parameter WAW        = 20
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
    input  wire [32*21-1:0]  cmd_cfg_i,

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
    output wire [20:0]       run_o,             // contiguous bytes of a kernel row: CI, or KW*CI when packed
    output wire [15:0]       taps_o,            // such runs in a kernel row: KW, or 1 when packed
    output wire [15:0]       rows_o,            // kernel rows
    output wire              packed_o,
    output wire [15:0]       tap_x_o,           // DW: x step from tap to tap
    output wire [15:0]       row_y_o,           // DH: y step from kernel row to kernel row
    output wire [NAW-1:0]    tap_addr_o,        // DW * IN_STRIDE
    output wire [NAW-1:0]    row_addr_o,        // DH * WI * IN_STRIDE
    output wire [WAW-1:0]    w_last_o,          // weights of channel CO - 1
    output wire [WAW-1:0]    w_stride_o,
    output wire [2:0]        need_o,            // shift, scale, bias are used
    output wire [3*WAW-1:0]  par_addr_o,        // their addresses for the first channel of the last channel tile
    output wire [134+3*NAW-1:0] walk_o,         // dlp_mxu_walk's configuration, see there
    output wire [32+2*NAW-1:0]  out_o           // dlp_mxu_drain's configuration, see there
);
    `include "dlp_spec.vh"

    /* verilator lint_off UNUSEDSIGNAL */
    wire unused_ok = &{1'b0, cmd_op_i[5:4], cmd_cfg_i};          // bits of the registers that have no meaning
    /* verilator lint_on UNUSEDSIGNAL */

    localparam LOG = $clog2(DIM);
    localparam OW  = 21;                        // offset in a window
    localparam LW  = 22;                        // length of an operand that is not hopeless
    localparam [LW:0] NRAM_END = NRAM_BYTES[LW:0];
    localparam [LW:0] WRAM_END = WRAM_BYTES[LW:0];

    // ---- the command; for matmul the conv-only registers read as neutral values
    wire        conv = cmd_op_i[3:0] == MOP_CONV;
    wire [31:0] c_hi = conv ? cmd_cfg_i[0 +: 32] : 32'd1;
    wire [31:0] c_wo = cmd_cfg_i[32*(CFGR_MAT_WO - CFGR_MAT_HI) +: 32];
    wire [31:0] c_wi = conv ? cmd_cfg_i[32*(CFGR_MAT_WI - CFGR_MAT_HI) +: 32] : c_wo;
    wire [31:0] c_ci = cmd_cfg_i[32*(CFGR_MAT_CI - CFGR_MAT_HI) +: 32];
    wire [31:0] c_co = cmd_cfg_i[32*(CFGR_MAT_CO - CFGR_MAT_HI) +: 32];
    wire [31:0] c_ho = conv ? cmd_cfg_i[32*(CFGR_MAT_HO - CFGR_MAT_HI) +: 32] : 32'd1;
    wire [31:0] c_kh = conv ? cmd_cfg_i[32*(CFGR_MAT_KH - CFGR_MAT_HI) +: 32] : 32'd1;
    wire [31:0] c_kw = conv ? cmd_cfg_i[32*(CFGR_MAT_KW - CFGR_MAT_HI) +: 32] : 32'd1;
    wire [31:0] c_sh = conv ? cmd_cfg_i[32*(CFGR_MAT_SH - CFGR_MAT_HI) +: 32] : 32'd1;
    wire [31:0] c_sw = conv ? cmd_cfg_i[32*(CFGR_MAT_SW - CFGR_MAT_HI) +: 32] : 32'd1;
    wire [31:0] c_pt = conv ? cmd_cfg_i[32*(CFGR_MAT_PT - CFGR_MAT_HI) +: 32] : 32'd0;
    wire [31:0] c_pl = conv ? cmd_cfg_i[32*(CFGR_MAT_PL - CFGR_MAT_HI) +: 32] : 32'd0;
    wire [31:0] c_dh = conv ? cmd_cfg_i[32*(CFGR_MAT_DH - CFGR_MAT_HI) +: 32] : 32'd1;
    wire [31:0] c_dw = conv ? cmd_cfg_i[32*(CFGR_MAT_DW - CFGR_MAT_HI) +: 32] : 32'd1;
    wire [31:0] c_is = cmd_cfg_i[32*(CFGR_MAT_IN_STRIDE - CFGR_MAT_HI) +: 32];
    wire [31:0] c_os = cmd_cfg_i[32*(CFGR_MAT_OUT_STRIDE - CFGR_MAT_HI) +: 32];
    wire [31:0] c_ws = cmd_cfg_i[32*(CFGR_MAT_W_STRIDE - CFGR_MAT_HI) +: 32];
    wire [15:0] c_out = cmd_cfg_i[32*(CFGR_MAT_OUT - CFGR_MAT_HI) +: 16];
    wire [63:0] a_bias  = {32'd0, cmd_cfg_i[32*(CFGR_MAT_BIAS - CFGR_MAT_HI) +: 32]};
    wire [63:0] a_scale = {32'd0, cmd_cfg_i[32*(CFGR_MAT_SCALE - CFGR_MAT_HI) +: 32]};
    wire [63:0] a_shift = {32'd0, cmd_cfg_i[32*(CFGR_MAT_SHIFT - CFGR_MAT_HI) +: 32]};
    wire        wide   = c_out[3:0] != TYPE_I8;
    wire [1:0]  requant = c_out[7:6];
    wire [2:0]  need   = {requant == 2'd2, requant != 2'd0, c_out[5]};      // shift, scale, bias

    function bad_dim(input [31:0] x);
        bad_dim = x[31:16] != 0 || x[15:0] == 0;
    endfunction

    // One run of bytes per kernel row is contiguous in memory.  The limits keep positions small; other shapes go tap by tap.
    wire        pack = conv && c_dw[15:0] == 16'd1 && c_is == c_ci && c_kw[15:0] != 16'd1
                       && c_ci[15:8] == 0 && c_sw[15:8] == 0 && c_pl[15:8] == 0;

    // ---- sequence
    localparam [1:0] ST_MUL   = 2'd0,           // products, one per step
                     ST_OK    = 2'd1,           // good, waits for the loader
                     ST_FAULT = 2'd2,           // failed, waits for earlier commands
                     ST_TOLD  = 2'd3;           // the fault is reported in this cycle
    localparam [4:0] STEP_LAST_MATMUL = 5'd8, STEP_LAST_CONV = 5'd20, STEP_FLAGS = 5'd21, STEP_VERDICT = 5'd22;
    reg  [1:0]  state_q;
    reg  [4:0]  step_q;
    reg         work_q;                         // ST_MUL and step_q is valid
    reg  [31:0] mul_a_q, mul_b_q;
    reg  [63:0] prod_q;
    wire        over = prod_q[63:LW-1] != 0;    // longer than any memory
    wire [LW-1:0] low = {1'b0, prod_q[LW-2:0]};

    reg  [31:0] p_q, hw_q, kk_q;                // conv: HO*WO, HI*WI, KH*KW
    reg         d_over_q, s_over_q, w_over_q, k_over_q;
    reg  [LW-1:0] d_len_q, s_len_q, w_span_q, k_len_q;
    reg  [NAW-1:0] wo_addr_q, ho_addr_q, tap_addr_q, row_addr_q, org_addr_q;
    reg  [31:0] line_q;                         // WI * IN_STRIDE, low bits
    reg  [15:0] px_step_q, px_pad_q;            // packed: SW*CI, PL*CI
    reg  [20:0] px_limit_q, px_run_q;           // packed: WI*CI, KW*CI

    wire [31:0] pixels = conv ? p_q : c_wo;
    wire [31:0] inputs = conv ? hw_q : c_wo;

    localparam [OW-1:0] NRAM_LOW = MEM_NRAM_BASE[OW-1:0];
    localparam [OW-1:0] WRAM_LOW = MEM_WRAM_BASE[OW-1:0];
    wire [OW-1:0] d_off  = cmd_rd_i[OW-1:0] - NRAM_LOW;
    wire [OW-1:0] s_off  = cmd_rs1_i[OW-1:0] - NRAM_LOW;
    wire [OW-1:0] w_off  = cmd_rs2_i[OW-1:0] - WRAM_LOW;
    wire [OW-1:0] b_off  = a_bias[OW-1:0] - WRAM_LOW;
    wire [OW-1:0] m_off  = a_scale[OW-1:0] - WRAM_LOW;
    wire [OW-1:0] e_off  = a_shift[OW-1:0] - WRAM_LOW;

    function in_nram(input [63:0] addr);
        in_nram = addr >= {24'd0, MEM_NRAM_BASE} && addr < {24'd0, MEM_NRAM_BASE} + {23'd0, MEM_NRAM_WINDOW};
    endfunction
    function in_wram(input [63:0] addr);
        in_wram = addr >= {24'd0, MEM_WRAM_BASE} && addr < {24'd0, MEM_WRAM_BASE} + {23'd0, MEM_WRAM_WINDOW};
    endfunction

    // product of this step; the step that may use it is two later
    always @(posedge clk)
        if (work_q) begin
            case (step_q)
                5'd0:    {mul_a_q, mul_b_q} <= {c_ho, c_wo};
                5'd1:    {mul_a_q, mul_b_q} <= {c_hi, c_wi};
                5'd2:    {mul_a_q, mul_b_q} <= {c_kh, c_kw};
                5'd3:    {mul_a_q, mul_b_q} <= {c_co - 32'd1, c_ws};
                5'd4:    {mul_a_q, mul_b_q} <= {pixels - 32'd1, c_os};
                5'd5:    {mul_a_q, mul_b_q} <= {inputs - 32'd1, c_is};
                5'd6:    {mul_a_q, mul_b_q} <= {conv ? kk_q : 32'd1, c_ci};
                5'd7:    {mul_a_q, mul_b_q} <= {c_wi, c_is};
                5'd8:    {mul_a_q, mul_b_q} <= {c_sw, c_is};
                5'd9:    {mul_a_q, mul_b_q} <= {c_dw, c_is};
                5'd10:   {mul_a_q, mul_b_q} <= {c_sh, line_q};
                5'd11:   {mul_a_q, mul_b_q} <= {c_dh, line_q};
                5'd12:   {mul_a_q, mul_b_q} <= {c_pt, line_q};
                5'd13:   {mul_a_q, mul_b_q} <= {c_pl, c_is};
                5'd14:   {mul_a_q, mul_b_q} <= {c_sw, c_ci};
                5'd15:   {mul_a_q, mul_b_q} <= {c_pl, c_ci};
                5'd16:   {mul_a_q, mul_b_q} <= {c_wi, c_ci};
                default: {mul_a_q, mul_b_q} <= {c_kw, c_ci};
            endcase
            prod_q <= mul_a_q * {32'd0, mul_b_q};
            case (step_q)
                5'd2:  p_q  <= prod_q[31:0];
                5'd3:  hw_q <= prod_q[31:0];
                5'd4:  kk_q <= prod_q[31:0];
                5'd5:  {w_over_q, w_span_q} <= {over, low};
                5'd6:  {d_over_q, d_len_q} <= {over, low + (wide ? {4'd0, c_co[15:0], 2'd0} : {6'd0, c_co[15:0]})};
                5'd7:  {s_over_q, s_len_q} <= {over, low + {6'd0, c_ci[15:0]}};
                5'd8:  {k_over_q, k_len_q, org_addr_q} <= {over, low, s_off[NAW-1:0]};
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
                5'd19: px_run_q   <= prod_q[20:0];
                default: ;
            endcase
        end

    // ---- flags, first one wins
    localparam FLAGS = 15;
    reg  [FLAGS-1:0] bad_q;
    reg  [7:0]       code_q;
    reg  [63:0]      addr_q;
    wire [LW:0]      d_end = {2'd0, d_off} + {1'b0, d_len_q};
    wire [LW:0]      s_end = {2'd0, s_off} + {1'b0, s_len_q};
    wire [LW:0]      w_end = {2'd0, w_off} + {1'b0, w_span_q} + {1'b0, k_len_q};
    wire [LW:0]      p_len = {5'd0, c_co[15:0], 2'd0};

    always @(posedge clk)
        if (work_q && step_q == STEP_FLAGS) begin
            bad_q[0]  <= requant == 2'd3 || (c_out[3:0] != TYPE_I8 && c_out[3:0] != TYPE_I32 && c_out[3:0] != TYPE_F32);
            bad_q[1]  <= bad_dim(c_wo) || bad_dim(c_ci) || bad_dim(c_co) || bad_dim(c_hi) || bad_dim(c_wi) || bad_dim(c_ho)
                         || bad_dim(c_kh) || bad_dim(c_kw) || bad_dim(c_sh) || bad_dim(c_sw) || bad_dim(c_dh) || bad_dim(c_dw)
                         || c_pt[31:16] != 0 || c_pl[31:16] != 0 || pixels > 32'h0100_0000;
            bad_q[2]  <= !in_nram(cmd_rd_i);
            bad_q[3]  <= d_over_q || d_end > NRAM_END;
            bad_q[4]  <= !in_nram(cmd_rs1_i);
            bad_q[5]  <= s_over_q || s_end > NRAM_END;
            bad_q[6]  <= !in_wram(cmd_rs2_i);
            bad_q[7]  <= w_over_q || k_over_q || w_end > WRAM_END;
            bad_q[8]  <= need[0] && !in_wram(a_bias);
            bad_q[9]  <= need[0] && {2'd0, b_off} + p_len > WRAM_END;
            bad_q[10] <= need[1] && !in_wram(a_scale);
            bad_q[11] <= need[1] && {2'd0, m_off} + p_len > WRAM_END;
            bad_q[12] <= need[2] && !in_wram(a_shift);
            bad_q[13] <= need[2] && {2'd0, e_off} + p_len > WRAM_END;
            bad_q[14] <= {2'd0, d_off} < s_end && {2'd0, s_off} < d_end;
        end

    always @(posedge clk)
        if (work_q && step_q == STEP_VERDICT) begin
            addr_q <= cmd_rd_i;
            casez (bad_q)
                15'b??????????????1: code_q <= FAULT_CMD_TYPE;
                15'b?????????????10: code_q <= FAULT_CMD_SIZE;
                15'b????????????100: code_q <= FAULT_CMD_ADDR;
                15'b???????????1000: code_q <= FAULT_NRAM_WRITE;
                15'b??????????10000: {code_q, addr_q} <= {FAULT_CMD_ADDR, cmd_rs1_i};
                15'b?????????100000: {code_q, addr_q} <= {FAULT_NRAM_READ, cmd_rs1_i};
                15'b????????1000000: {code_q, addr_q} <= {FAULT_CMD_ADDR, cmd_rs2_i};
                15'b???????10000000: {code_q, addr_q} <= {FAULT_WRAM_READ, cmd_rs2_i};
                15'b??????100000000: {code_q, addr_q} <= {FAULT_CMD_ADDR, a_bias};
                15'b?????1000000000: {code_q, addr_q} <= {FAULT_WRAM_READ, a_bias};
                15'b????10000000000: {code_q, addr_q} <= {FAULT_CMD_ADDR, a_scale};
                15'b???100000000000: {code_q, addr_q} <= {FAULT_WRAM_READ, a_scale};
                15'b??1000000000000: {code_q, addr_q} <= {FAULT_CMD_ADDR, a_shift};
                15'b?10000000000000: {code_q, addr_q} <= {FAULT_WRAM_READ, a_shift};
                default:             code_q <= FAULT_CMD_OVERLAP;
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
                        step_q <= conv ? 5'd0 : 5'd3;
                    end else if (step_q == STEP_VERDICT) begin
                        work_q  <= 1'b0;
                        state_q <= bad_q == 0 ? ST_OK : ST_FAULT;
                    end else if (step_q == (conv ? STEP_LAST_CONV : STEP_LAST_MATMUL)) step_q <= STEP_FLAGS;
                    else step_q <= step_q + 5'd1;
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
    wire [15:0]    co_last = c_co[15:0] - 16'd1;
    wire [15:0]    n0_last = {co_last[15:LOG], {LOG{1'b0}}};        // first channel of the last channel tile
    wire [23:0]    pad     = pack ? {8'd0, px_pad_q} : {8'd0, c_pl[15:0]};

    /* verilator lint_off UNUSEDSIGNAL */        // wraps: inside WRAM when it is used
    wire [19:0]    par_off = {2'd0, n0_last, 2'd0};
    /* verilator lint_on UNUSEDSIGNAL */
    wire [WAW-1:0] par_base = par_off[WAW-1:0];
    wire [WAW-1:0] b_addr = b_off[WAW-1:0] + par_base;
    wire [WAW-1:0] m_addr = m_off[WAW-1:0] + par_base;
    wire [WAW-1:0] e_addr = e_off[WAW-1:0] + par_base;

    assign pixels_o   = pixels[24:0];
    assign tiles_o    = {{LOG{1'b0}}, co_last[15:LOG]} + 16'd1;
    assign tail_o     = {1'b0, co_last[LOG-1:0]} + 1'b1;
    assign run_o      = pack ? px_run_q : {5'd0, c_ci[15:0]};
    assign taps_o     = pack ? 16'd1 : c_kw[15:0];
    assign rows_o     = c_kh[15:0];
    assign packed_o   = pack;
    assign tap_x_o    = c_dw[15:0];
    assign row_y_o    = c_dh[15:0];
    assign tap_addr_o = tap_addr_q;
    assign row_addr_o = row_addr_q;
    assign w_last_o   = w_off[WAW-1:0] + w_span_q[WAW-1:0];
    assign w_stride_o = c_ws[WAW-1:0];
    assign need_o     = need;
    assign par_addr_o = {e_addr, m_addr, b_addr};
    assign walk_o     = {pack, c_hi[15:0], c_wo[15:0], c_sh[15:0], 24'd0 - {8'd0, c_pt[15:0]},
                         pack ? px_limit_q : {5'd0, c_wi[15:0]}, pack ? px_step_q : c_sw[15:0], 24'd0 - pad,
                         ho_addr_q, conv ? wo_addr_q : c_is[NAW-1:0], org_addr_q};
    assign out_o      = {c_out, n0_last, c_os[NAW-1:0], d_off[NAW-1:0]};
endmodule
`default_nettype wire
