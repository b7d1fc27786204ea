// SPDX-License-Identifier: Apache-2.0
// dlp_core - one DLP core: scalar core, four command streams, vector and matrix unit, two copy engines, NRAM and WRAM.
//
// Protocol: register file side as in dlp_ctl; three memory bus masters (docs/interfaces.md, 3): fetch, scalar data, IO copies.
//           Trace ports report every retired instruction and every completed command.
`default_nettype none

module dlp_core #(
    parameter PROFILE       = 2,
    parameter HARTID        = 0,
    parameter ROW_BYTES     = 64,      // scratchpad row and bus width
    parameter VPU_LANES     = 16,
    parameter VPU_FLOAT_LANES = 16,
    parameter VPU_SPECIAL_LANES = 4,
    parameter VPU_TILE      = 16,
    parameter MXU_DIM       = 16,
    parameter MXU_ACC_ROWS  = 256,
    parameter MXU_OUT_LANES = 16,
    parameter MXU_FLOAT     = 1,
    parameter NRAM_BYTES    = 786432,
    parameter NRAM_BANKS    = 8,
    parameter WRAM_BYTES    = 1048576,
    parameter WRAM_BANKS    = 4,
    parameter LMEM_BYTES    = 32768,
    parameter ICACHE_LINES  = 128,
    parameter QUEUE_DEPTH   = 8,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,

    // register file
    input  wire        start_i,
    input  wire        abort_i,
    input  wire [31:0] entry_i,
    input  wire [31:0] arg_i,
    input  wire [31:0] limit_i,
    output wire [1:0]  state_o,
    output wire [31:0] exit_code_o,
    output wire [7:0]  fault_o,
    output wire [63:0] fault_pc_o,
    output wire [63:0] fault_addr_o,
    output wire [63:0] cycles_o,
    output wire [63:0] instret_o,
    output wire [63:0] rows_o,
    output wire        end_o,

    // instruction fetch
    output wire        if_arvalid_o,
    input  wire        if_arready_i,
    output wire [39:0] if_araddr_o,
    output wire [7:0]  if_arlen_o,
    input  wire        if_rvalid_i,
    output wire        if_rready_o,
    input  wire [8*ROW_BYTES-1:0] if_rdata_i,
    input  wire [1:0]  if_rresp_i,
    input  wire        if_rlast_i,

    // scalar data
    output wire        ls_arvalid_o,
    input  wire        ls_arready_i,
    output wire [39:0] ls_araddr_o,
    output wire [7:0]  ls_arlen_o,
    input  wire        ls_rvalid_i,
    output wire        ls_rready_o,
    input  wire [8*ROW_BYTES-1:0] ls_rdata_i,
    input  wire [1:0]  ls_rresp_i,
    input  wire        ls_rlast_i,
    output wire        ls_awvalid_o,
    input  wire        ls_awready_i,
    output wire [39:0] ls_awaddr_o,
    output wire [7:0]  ls_awlen_o,
    output wire        ls_wvalid_o,
    input  wire        ls_wready_i,
    output wire [8*ROW_BYTES-1:0] ls_wdata_o,
    output wire [ROW_BYTES-1:0]   ls_wstrb_o,
    output wire        ls_wlast_o,
    input  wire        ls_bvalid_i,
    output wire        ls_bready_o,
    input  wire [1:0]  ls_bresp_i,

    // IO copies
    output wire        io_arvalid_o,
    input  wire        io_arready_i,
    output wire [39:0] io_araddr_o,
    output wire [7:0]  io_arlen_o,
    input  wire        io_rvalid_i,
    output wire        io_rready_o,
    input  wire [8*ROW_BYTES-1:0] io_rdata_i,
    input  wire [1:0]  io_rresp_i,
    input  wire        io_rlast_i,
    output wire        io_awvalid_o,
    input  wire        io_awready_i,
    output wire [39:0] io_awaddr_o,
    output wire [7:0]  io_awlen_o,
    output wire        io_wvalid_o,
    input  wire        io_wready_i,
    output wire [8*ROW_BYTES-1:0] io_wdata_o,
    output wire [ROW_BYTES-1:0]   io_wstrb_o,
    output wire        io_wlast_o,
    input  wire        io_bvalid_i,
    output wire        io_bready_o,
    input  wire [1:0]  io_bresp_i,

    // trace
    output wire        ret_valid_o,
    output wire [63:0] ret_pc_o,
    output wire [31:0] ret_insn_o,
    output wire        ret_we_o,
    output wire [4:0]  ret_rd_o,
    output wire [63:0] ret_val_o,
    output wire        ret_trap_o,
    output wire [5:0]  ret_cause_o,
    output wire [3:0]  cmd_done_valid_o,
    output wire [31:0] cmd_done_fault_o,
    output wire [255:0] cmd_done_pc_o
);
    `include "dlp_spec.vh"

    localparam RB     = 8 * ROW_BYTES;
    localparam NP     = 9;             // NRAM ports, numbered as in docs/interfaces.md, 2
    localparam WP     = 5;             // WRAM ports
    localparam [15:0] N_READS = 16'b0_1010_1011, N_WRITES = 16'b1_0101_0100,
                      W_READS = 16'b0_1011,      W_WRITES = 16'b1_0100;

    // ---- life of the kernel
    wire        cpu_start, cpu_stop, cpu_running, exit_valid, trap_valid;
    wire [31:0] exit_code;
    wire [5:0]  trap_cause;
    wire [63:0] trap_pc, trap_addr, next_pc;
    wire        iss_clear, iss_flush, iss_fault_valid;
    wire [3:0]  iss_idle;
    wire [7:0]  iss_fault_code;
    wire [63:0] iss_fault_pc, iss_fault_addr;
    reg  [63:0] last_pc_q;             // pc of the last retired instruction: that of dlp.exit when the kernel ends

    always @(posedge clk) if (ret_valid_o && !ret_trap_o) last_pc_q <= ret_pc_o;

    // dlp.exit ends in the cycle in which it retires or later
    wire [63:0] exit_pc = (ret_valid_o && !ret_trap_o) ? ret_pc_o : last_pc_q;

    dlp_ctl u_ctl (
        .clk(clk), .rst_n(rst_n),
        .start_i(start_i), .abort_i(abort_i), .limit_i(limit_i),
        .state_q_o(state_o), .exit_code_q_o(exit_code_o), .fault_q_o(fault_o),
        .fault_pc_q_o(fault_pc_o), .fault_addr_q_o(fault_addr_o), .end_o(end_o),
        .cpu_start_o(cpu_start), .cpu_stop_o(cpu_stop), .cpu_running_i(cpu_running),
        .cpu_exit_valid_i(exit_valid), .cpu_exit_code_i(exit_code), .cpu_exit_pc_i(exit_pc),
        .cpu_trap_valid_i(trap_valid), .cpu_trap_cause_i(trap_cause), .cpu_trap_pc_i(trap_pc), .cpu_trap_addr_i(trap_addr),
        .cpu_next_pc_i(next_pc), .cpu_cycle_i(cycles_o),
        .iss_clear_o(iss_clear), .iss_flush_o(iss_flush), .iss_idle_i(iss_idle),
        .iss_fault_valid_i(iss_fault_valid), .iss_fault_code_i(iss_fault_code),
        .iss_fault_pc_i(iss_fault_pc), .iss_fault_addr_i(iss_fault_addr)
    );

    // ---- scratchpad ports, concatenated: port p at [p*W +: W]
    wire [NP-1:0]           n_valid, n_ready, n_write, n_rvalid;
    wire [NP*16-1:0]        n_row;
    wire [NP*ROW_BYTES-1:0] n_be;
    wire [NP*RB-1:0]        n_wdata;
    wire [NP*RB-1:0]        n_rdata;
    wire [WP-1:0]           w_valid, w_ready, w_write, w_rvalid;
    wire [WP*16-1:0]        w_row;
    wire [WP*ROW_BYTES-1:0] w_be;
    wire [WP*RB-1:0]        w_wdata;
    wire [WP*RB-1:0]        w_rdata;
    wire [3:0]              n_conflicts, w_conflicts;

    dlp_spm #(.NP(NP), .BANKS(NRAM_BANKS), .BYTES(NRAM_BYTES), .ROW_BYTES(ROW_BYTES), .READS(N_READS), .WRITES(N_WRITES)) u_nram (
        .clk(clk), .rst_n(rst_n),
        .req_valid_i(n_valid), .req_ready_o(n_ready), .req_write_i(n_write), .req_row_i(n_row), .req_be_i(n_be),
        .req_wdata_i(n_wdata), .rsp_valid_o(n_rvalid), .rsp_rdata_o(n_rdata), .conflicts_o(n_conflicts)
    );
    dlp_spm #(.NP(WP), .BANKS(WRAM_BANKS), .BYTES(WRAM_BYTES), .ROW_BYTES(ROW_BYTES), .READS(W_READS), .WRITES(W_WRITES)) u_wram (
        .clk(clk), .rst_n(rst_n),
        .req_valid_i(w_valid), .req_ready_o(w_ready), .req_write_i(w_write), .req_row_i(w_row), .req_be_i(w_be),
        .req_wdata_i(w_wdata), .rsp_valid_o(w_rvalid), .rsp_rdata_o(w_rdata), .conflicts_o(w_conflicts)
    );

    // ---- scalar core and MOVE share the last two ports of each memory; [0] NRAM, [1] WRAM
    wire [1:0]           s_valid, s_ready, s_rvalid, mr_valid, mr_ready, mr_rvalid, mw_valid, mw_ready;
    wire                 s_write;
    wire [15:0]          s_row;
    wire [31:0]          mr_row, mw_row;
    wire [ROW_BYTES-1:0] s_be, mw_be, share_be;
    wire [RB-1:0]        s_wdata, mw_wdata, share_wdata;
    wire                 unused_s_write;                 // as that of NRAM
    wire [15:0]          unused_s_row;
    wire [ROW_BYTES-1:0] unused_s_be, unused_mw_be;
    wire [RB-1:0]        unused_s_wdata, unused_mw_wdata;
    wire [1:0]           unused_mr_write, unused_mw_write;
    wire [2*ROW_BYTES-1:0] unused_mr_be;
    wire [2*RB-1:0]      unused_mr_wdata;

    dlp_spm_share #(.ROW_BYTES(ROW_BYTES)) u_share (
        .clk(clk),
        .s_req_valid_i(s_valid), .s_req_ready_o(s_ready), .s_req_write_i(s_write), .s_req_row_i(s_row), .s_req_be_i(s_be),
        .s_req_wdata_i(s_wdata), .s_rsp_valid_o(s_rvalid),
        .mr_req_valid_i(mr_valid), .mr_req_ready_o(mr_ready), .mr_req_row_i(mr_row), .mr_rsp_valid_o(mr_rvalid),
        .mw_req_valid_i(mw_valid), .mw_req_ready_o(mw_ready), .mw_req_row_i(mw_row), .mw_req_be_i(mw_be), .mw_req_wdata_i(mw_wdata),
        .r_req_valid_o({w_valid[3], n_valid[7]}), .r_req_ready_i({w_ready[3], n_ready[7]}), .r_req_row_o({w_row[3*16 +: 16], n_row[7*16 +: 16]}),
        .r_rsp_valid_i({w_rvalid[3], n_rvalid[7]}),
        .w_req_valid_o({w_valid[4], n_valid[8]}), .w_req_ready_i({w_ready[4], n_ready[8]}), .w_req_row_o({w_row[4*16 +: 16], n_row[8*16 +: 16]}),
        .w_req_be_o(share_be), .w_req_wdata_o(share_wdata)
    );
    assign {n_write[8:7], w_write[4:3]} = 4'b1010;
    assign n_be[7*ROW_BYTES +: 2*ROW_BYTES] = {share_be, {ROW_BYTES{1'b0}}};
    assign w_be[3*ROW_BYTES +: 2*ROW_BYTES] = {share_be, {ROW_BYTES{1'b0}}};
    assign n_wdata[7*RB +: 2*RB]            = {share_wdata, {RB{1'b0}}};
    assign w_wdata[3*RB +: 2*RB]            = {share_wdata, {RB{1'b0}}};

    // ---- scalar core
    wire        iss_valid, iss_ready;
    wire [1:0]  iss_stream;
    wire [5:0]  iss_op;
    wire [3:0]  iss_after;
    wire [63:0] iss_rd, iss_rs1, iss_rs2, iss_pc;
    wire [1:0]  cfg_we;
    wire [6:0]  cfg_index;
    wire [63:0] cfg_wdata;
    wire        vec_busy, mat_busy, io_busy, mv_busy, mxu_row;
    wire        unused_wfi;
    wire        unused_mmio_valid, unused_mmio_write;
    wire [15:0] unused_mmio_addr;
    wire [31:0] unused_mmio_wdata;

    dlp_cpu #(
        .HAS_DLP(1), .ROW_BYTES(ROW_BYTES), .LMEM_BYTES(LMEM_BYTES), .ICACHE_LINES(ICACHE_LINES),
        .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES), .HARTID(HARTID), .PROFILE(PROFILE)
    ) u_cpu (
        .clk(clk), .rst_n(rst_n),
        .start_i(cpu_start), .start_pc_i(entry_i), .start_arg_i(arg_i), .stop_i(cpu_stop), .running_o(cpu_running),
        .exit_valid_o(exit_valid), .exit_code_o(exit_code),
        .trap_valid_o(trap_valid), .trap_cause_o(trap_cause), .trap_pc_o(trap_pc), .trap_addr_o(trap_addr), .next_pc_o(next_pc),
        .if_arvalid_o(if_arvalid_o), .if_arready_i(if_arready_i), .if_araddr_o(if_araddr_o), .if_arlen_o(if_arlen_o),
        .if_rvalid_i(if_rvalid_i), .if_rready_o(if_rready_o), .if_rdata_i(if_rdata_i), .if_rresp_i(if_rresp_i), .if_rlast_i(if_rlast_i),
        .ls_arvalid_o(ls_arvalid_o), .ls_arready_i(ls_arready_i), .ls_araddr_o(ls_araddr_o), .ls_arlen_o(ls_arlen_o),
        .ls_rvalid_i(ls_rvalid_i), .ls_rready_o(ls_rready_o), .ls_rdata_i(ls_rdata_i), .ls_rresp_i(ls_rresp_i), .ls_rlast_i(ls_rlast_i),
        .ls_awvalid_o(ls_awvalid_o), .ls_awready_i(ls_awready_i), .ls_awaddr_o(ls_awaddr_o), .ls_awlen_o(ls_awlen_o),
        .ls_wvalid_o(ls_wvalid_o), .ls_wready_i(ls_wready_i), .ls_wdata_o(ls_wdata_o), .ls_wstrb_o(ls_wstrb_o), .ls_wlast_o(ls_wlast_o),
        .ls_bvalid_i(ls_bvalid_i), .ls_bready_o(ls_bready_o), .ls_bresp_i(ls_bresp_i),
        .nram_req_valid_o(s_valid[0]), .nram_req_ready_i(s_ready[0]), .nram_req_write_o(s_write), .nram_req_row_o(s_row),
        .nram_req_be_o(s_be), .nram_req_wdata_o(s_wdata), .nram_rsp_valid_i(s_rvalid[0]), .nram_rsp_rdata_i(n_rdata[7*RB +: RB]),
        .wram_req_valid_o(s_valid[1]), .wram_req_ready_i(s_ready[1]), .wram_req_write_o(unused_s_write), .wram_req_row_o(unused_s_row),
        .wram_req_be_o(unused_s_be), .wram_req_wdata_o(unused_s_wdata), .wram_rsp_valid_i(s_rvalid[1]), .wram_rsp_rdata_i(w_rdata[3*RB +: RB]),
        .mmio_valid_o(unused_mmio_valid), .mmio_ready_i(1'b1), .mmio_write_o(unused_mmio_write), .mmio_addr_o(unused_mmio_addr),
        .mmio_wdata_o(unused_mmio_wdata), .mmio_rdata_i(32'd0),
        .iss_valid_o(iss_valid), .iss_ready_i(iss_ready), .iss_stream_o(iss_stream), .iss_op_o(iss_op), .iss_after_o(iss_after),
        .iss_rd_o(iss_rd), .iss_rs1_o(iss_rs1), .iss_rs2_o(iss_rs2), .iss_pc_o(iss_pc),
        .cfg_we_o(cfg_we), .cfg_index_o(cfg_index), .cfg_wdata_o(cfg_wdata), .iss_idle_i(iss_idle),
        .event_i(1'b0), .wfi_o(unused_wfi),
        .busy_i({mv_busy, io_busy, mat_busy, vec_busy}), .mxu_row_i(mxu_row),
        .nram_conflicts_i(n_conflicts), .wram_conflicts_i(w_conflicts),
        .instret_o(instret_o), .cycle_o(cycles_o), .mxu_rows_o(rows_o),
        .ret_valid_o(ret_valid_o), .ret_pc_o(ret_pc_o), .ret_insn_o(ret_insn_o), .ret_we_o(ret_we_o), .ret_rd_o(ret_rd_o),
        .ret_val_o(ret_val_o), .ret_trap_o(ret_trap_o), .ret_cause_o(ret_cause_o)
    );

    // ---- streams
    wire        vec_valid, vec_ready, vec_done, mat_valid, mat_ready, mat_done;
    wire        io_valid, io_ready, io_done, mv_valid, mv_ready, mv_done;
    wire [5:0]  vec_op, mat_op, io_op, mv_op;
    wire [63:0] vec_rd, vec_rs1, vec_rs2, mat_rd, mat_rs1, mat_rs2, io_rd, io_rs1, io_rs2, mv_rd, mv_rs1, mv_rs2;
    wire [32*NCFG_VEC-1:0]  vec_cfg;
    wire [32*NCFG_MAT-1:0]  mat_cfg;
    wire [32*NCFG_IO-1:0]   io_cfg;
    wire [32*NCFG_MOVE-1:0] mv_cfg;
    wire [7:0]  vec_fault, mat_fault, io_fault, mv_fault;
    wire [63:0] vec_addr, mat_addr, io_addr, mv_addr;

    dlp_issue #(.QUEUE_DEPTH(QUEUE_DEPTH), .VEC_CFG(NCFG_VEC), .MAT_CFG(NCFG_MAT), .IO_CFG(NCFG_IO), .MV_CFG(NCFG_MOVE)) u_issue (
        .clk(clk), .rst_n(rst_n), .clear_i(iss_clear), .flush_i(iss_flush),
        .iss_valid_i(iss_valid), .iss_ready_o(iss_ready), .iss_stream_i(iss_stream), .iss_op_i(iss_op), .iss_after_i(iss_after),
        .iss_rd_i(iss_rd), .iss_rs1_i(iss_rs1), .iss_rs2_i(iss_rs2), .iss_pc_i(iss_pc),
        .cfg_we_i(cfg_we), .cfg_index_i(cfg_index), .cfg_wdata_i(cfg_wdata), .idle_o(iss_idle),
        .vec_cmd_valid_o(vec_valid), .vec_cmd_ready_i(vec_ready), .vec_cmd_op_o(vec_op), .vec_cmd_rd_o(vec_rd), .vec_cmd_rs1_o(vec_rs1),
        .vec_cmd_rs2_o(vec_rs2), .vec_cmd_cfg_o(vec_cfg), .vec_done_valid_i(vec_done), .vec_done_fault_i(vec_fault), .vec_done_addr_i(vec_addr),
        .mat_cmd_valid_o(mat_valid), .mat_cmd_ready_i(mat_ready), .mat_cmd_op_o(mat_op), .mat_cmd_rd_o(mat_rd), .mat_cmd_rs1_o(mat_rs1),
        .mat_cmd_rs2_o(mat_rs2), .mat_cmd_cfg_o(mat_cfg), .mat_done_valid_i(mat_done), .mat_done_fault_i(mat_fault), .mat_done_addr_i(mat_addr),
        .io_cmd_valid_o(io_valid), .io_cmd_ready_i(io_ready), .io_cmd_op_o(io_op), .io_cmd_rd_o(io_rd), .io_cmd_rs1_o(io_rs1),
        .io_cmd_rs2_o(io_rs2), .io_cmd_cfg_o(io_cfg), .io_done_valid_i(io_done), .io_done_fault_i(io_fault), .io_done_addr_i(io_addr),
        .mv_cmd_valid_o(mv_valid), .mv_cmd_ready_i(mv_ready), .mv_cmd_op_o(mv_op), .mv_cmd_rd_o(mv_rd), .mv_cmd_rs1_o(mv_rs1),
        .mv_cmd_rs2_o(mv_rs2), .mv_cmd_cfg_o(mv_cfg), .mv_done_valid_i(mv_done), .mv_done_fault_i(mv_fault), .mv_done_addr_i(mv_addr),
        .fault_valid_o(iss_fault_valid), .fault_code_o(iss_fault_code), .fault_pc_o(iss_fault_pc), .fault_addr_o(iss_fault_addr),
        .done_valid_o(cmd_done_valid_o), .done_fault_o(cmd_done_fault_o), .done_pc_o(cmd_done_pc_o)
    );

    // ---- units
    dlp_vpu #(.LANES(VPU_LANES), .FLANES(VPU_FLOAT_LANES), .SLANES(VPU_SPECIAL_LANES), .TILE(VPU_TILE), .NRAM_BYTES(NRAM_BYTES)) u_vpu (
        .clk(clk), .rst_n(rst_n),
        .cmd_valid_i(vec_valid), .cmd_ready_o(vec_ready), .cmd_op_i(vec_op), .cmd_rd_i(vec_rd), .cmd_rs1_i(vec_rs1), .cmd_rs2_i(vec_rs2),
        .cmd_cfg_i(vec_cfg), .done_valid_o(vec_done), .done_fault_o(vec_fault), .done_addr_o(vec_addr), .busy_o(vec_busy),
        .s0_req_valid_o(n_valid[0]), .s0_req_ready_i(n_ready[0]), .s0_req_write_o(n_write[0]), .s0_req_row_o(n_row[0*16 +: 16]),
        .s0_req_be_o(n_be[0*ROW_BYTES +: ROW_BYTES]), .s0_req_wdata_o(n_wdata[0*RB +: RB]), .s0_rsp_valid_i(n_rvalid[0]), .s0_rsp_rdata_i(n_rdata[0*RB +: RB]),
        .s1_req_valid_o(n_valid[1]), .s1_req_ready_i(n_ready[1]), .s1_req_write_o(n_write[1]), .s1_req_row_o(n_row[1*16 +: 16]),
        .s1_req_be_o(n_be[1*ROW_BYTES +: ROW_BYTES]), .s1_req_wdata_o(n_wdata[1*RB +: RB]), .s1_rsp_valid_i(n_rvalid[1]), .s1_rsp_rdata_i(n_rdata[1*RB +: RB]),
        .d_req_valid_o(n_valid[2]), .d_req_ready_i(n_ready[2]), .d_req_write_o(n_write[2]), .d_req_row_o(n_row[2*16 +: 16]),
        .d_req_be_o(n_be[2*ROW_BYTES +: ROW_BYTES]), .d_req_wdata_o(n_wdata[2*RB +: RB]), .d_rsp_valid_i(n_rvalid[2]), .d_rsp_rdata_i(n_rdata[2*RB +: RB])
    );

    dlp_mxu #(
        .DIM(MXU_DIM), .ACC_ROWS(MXU_ACC_ROWS), .FLOAT(MXU_FLOAT), .OUT_LANES(MXU_OUT_LANES), .ROW_BYTES(ROW_BYTES), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES)
    ) u_mxu (
        .clk(clk), .rst_n(rst_n),
        .cmd_valid_i(mat_valid), .cmd_ready_o(mat_ready), .cmd_op_i(mat_op), .cmd_rd_i(mat_rd), .cmd_rs1_i(mat_rs1), .cmd_rs2_i(mat_rs2),
        .cmd_cfg_i(mat_cfg), .done_valid_o(mat_done), .done_fault_o(mat_fault), .done_addr_o(mat_addr), .busy_o(mat_busy), .row_o(mxu_row),
        .a_req_valid_o(n_valid[3]), .a_req_ready_i(n_ready[3]), .a_req_write_o(n_write[3]), .a_req_row_o(n_row[3*16 +: 16]),
        .a_req_be_o(n_be[3*ROW_BYTES +: ROW_BYTES]), .a_req_wdata_o(n_wdata[3*RB +: RB]), .a_rsp_valid_i(n_rvalid[3]), .a_rsp_rdata_i(n_rdata[3*RB +: RB]),
        .d_req_valid_o(n_valid[4]), .d_req_ready_i(n_ready[4]), .d_req_write_o(n_write[4]), .d_req_row_o(n_row[4*16 +: 16]),
        .d_req_be_o(n_be[4*ROW_BYTES +: ROW_BYTES]), .d_req_wdata_o(n_wdata[4*RB +: RB]), .d_rsp_valid_i(n_rvalid[4]), .d_rsp_rdata_i(n_rdata[4*RB +: RB]),
        .w_req_valid_o(w_valid[0]), .w_req_ready_i(w_ready[0]), .w_req_write_o(w_write[0]), .w_req_row_o(w_row[0*16 +: 16]),
        .w_req_be_o(w_be[0*ROW_BYTES +: ROW_BYTES]), .w_req_wdata_o(w_wdata[0*RB +: RB]), .w_rsp_valid_i(w_rvalid[0]), .w_rsp_rdata_i(w_rdata[0*RB +: RB])
    );

    dlp_dma #(.IO(1), .ROW_BYTES(ROW_BYTES), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_io (
        .clk(clk), .rst_n(rst_n),
        .cmd_valid_i(io_valid), .cmd_ready_o(io_ready), .cmd_op_i(io_op), .cmd_rd_i(io_rd), .cmd_rs1_i(io_rs1), .cmd_rs2_i(io_rs2),
        .cmd_cfg_i(io_cfg), .done_valid_o(io_done), .done_fault_o(io_fault), .done_addr_o(io_addr), .busy_o(io_busy),
        .nr_req_valid_o(n_valid[5]), .nr_req_ready_i(n_ready[5]), .nr_req_write_o(n_write[5]), .nr_req_row_o(n_row[5*16 +: 16]),
        .nr_req_be_o(n_be[5*ROW_BYTES +: ROW_BYTES]), .nr_req_wdata_o(n_wdata[5*RB +: RB]), .nr_rsp_valid_i(n_rvalid[5]), .nr_rsp_rdata_i(n_rdata[5*RB +: RB]),
        .nw_req_valid_o(n_valid[6]), .nw_req_ready_i(n_ready[6]), .nw_req_write_o(n_write[6]), .nw_req_row_o(n_row[6*16 +: 16]),
        .nw_req_be_o(n_be[6*ROW_BYTES +: ROW_BYTES]), .nw_req_wdata_o(n_wdata[6*RB +: RB]), .nw_rsp_valid_i(n_rvalid[6]), .nw_rsp_rdata_i(n_rdata[6*RB +: RB]),
        .wr_req_valid_o(w_valid[1]), .wr_req_ready_i(w_ready[1]), .wr_req_write_o(w_write[1]), .wr_req_row_o(w_row[1*16 +: 16]),
        .wr_req_be_o(w_be[1*ROW_BYTES +: ROW_BYTES]), .wr_req_wdata_o(w_wdata[1*RB +: RB]), .wr_rsp_valid_i(w_rvalid[1]), .wr_rsp_rdata_i(w_rdata[1*RB +: RB]),
        .ww_req_valid_o(w_valid[2]), .ww_req_ready_i(w_ready[2]), .ww_req_write_o(w_write[2]), .ww_req_row_o(w_row[2*16 +: 16]),
        .ww_req_be_o(w_be[2*ROW_BYTES +: ROW_BYTES]), .ww_req_wdata_o(w_wdata[2*RB +: RB]), .ww_rsp_valid_i(w_rvalid[2]), .ww_rsp_rdata_i(w_rdata[2*RB +: RB]),
        .arvalid_o(io_arvalid_o), .arready_i(io_arready_i), .araddr_o(io_araddr_o), .arlen_o(io_arlen_o),
        .rvalid_i(io_rvalid_i), .rready_o(io_rready_o), .rdata_i(io_rdata_i), .rresp_i(io_rresp_i), .rlast_i(io_rlast_i),
        .awvalid_o(io_awvalid_o), .awready_i(io_awready_i), .awaddr_o(io_awaddr_o), .awlen_o(io_awlen_o),
        .wvalid_o(io_wvalid_o), .wready_i(io_wready_i), .wdata_o(io_wdata_o), .wstrb_o(io_wstrb_o), .wlast_o(io_wlast_o),
        .bvalid_i(io_bvalid_i), .bready_o(io_bready_o), .bresp_i(io_bresp_i)
    );

    wire             unused_mv_arvalid, unused_mv_rready, unused_mv_awvalid, unused_mv_wvalid, unused_mv_wlast, unused_mv_bready;
    wire [39:0]      unused_mv_araddr, unused_mv_awaddr;
    wire [7:0]       unused_mv_arlen, unused_mv_awlen;
    wire [RB-1:0]    unused_mv_wdata;
    wire [ROW_BYTES-1:0] unused_mv_wstrb;

    dlp_dma #(.IO(0), .ROW_BYTES(ROW_BYTES), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_move (
        .clk(clk), .rst_n(rst_n),
        .cmd_valid_i(mv_valid), .cmd_ready_o(mv_ready), .cmd_op_i(mv_op), .cmd_rd_i(mv_rd), .cmd_rs1_i(mv_rs1), .cmd_rs2_i(mv_rs2),
        .cmd_cfg_i(mv_cfg), .done_valid_o(mv_done), .done_fault_o(mv_fault), .done_addr_o(mv_addr), .busy_o(mv_busy),
        .nr_req_valid_o(mr_valid[0]), .nr_req_ready_i(mr_ready[0]), .nr_req_write_o(unused_mr_write[0]), .nr_req_row_o(mr_row[15:0]),
        .nr_req_be_o(unused_mr_be[ROW_BYTES-1:0]), .nr_req_wdata_o(unused_mr_wdata[RB-1:0]), .nr_rsp_valid_i(mr_rvalid[0]), .nr_rsp_rdata_i(n_rdata[7*RB +: RB]),
        .nw_req_valid_o(mw_valid[0]), .nw_req_ready_i(mw_ready[0]), .nw_req_write_o(unused_mw_write[0]), .nw_req_row_o(mw_row[15:0]),
        .nw_req_be_o(mw_be), .nw_req_wdata_o(mw_wdata), .nw_rsp_valid_i(1'b0), .nw_rsp_rdata_i({RB{1'b0}}),
        .wr_req_valid_o(mr_valid[1]), .wr_req_ready_i(mr_ready[1]), .wr_req_write_o(unused_mr_write[1]), .wr_req_row_o(mr_row[31:16]),
        .wr_req_be_o(unused_mr_be[2*ROW_BYTES-1:ROW_BYTES]), .wr_req_wdata_o(unused_mr_wdata[2*RB-1:RB]), .wr_rsp_valid_i(mr_rvalid[1]), .wr_rsp_rdata_i(w_rdata[3*RB +: RB]),
        .ww_req_valid_o(mw_valid[1]), .ww_req_ready_i(mw_ready[1]), .ww_req_write_o(unused_mw_write[1]), .ww_req_row_o(mw_row[31:16]),
        .ww_req_be_o(unused_mw_be), .ww_req_wdata_o(unused_mw_wdata), .ww_rsp_valid_i(1'b0), .ww_rsp_rdata_i({RB{1'b0}}),
        .arvalid_o(unused_mv_arvalid), .arready_i(1'b0), .araddr_o(unused_mv_araddr), .arlen_o(unused_mv_arlen),
        .rvalid_i(1'b0), .rready_o(unused_mv_rready), .rdata_i({RB{1'b0}}), .rresp_i(2'b00), .rlast_i(1'b0),
        .awvalid_o(unused_mv_awvalid), .awready_i(1'b0), .awaddr_o(unused_mv_awaddr), .awlen_o(unused_mv_awlen),
        .wvalid_o(unused_mv_wvalid), .wready_i(1'b0), .wdata_o(unused_mv_wdata), .wstrb_o(unused_mv_wstrb), .wlast_o(unused_mv_wlast),
        .bvalid_i(1'b0), .bready_o(unused_mv_bready), .bresp_i(2'b00)
    );

    wire unused_ok = &{1'b0, unused_wfi, unused_mmio_valid, unused_mmio_write, unused_mmio_addr, unused_mmio_wdata,
                       unused_mv_arvalid, unused_mv_rready, unused_mv_awvalid, unused_mv_wvalid, unused_mv_wlast, unused_mv_bready,
                       unused_mv_araddr, unused_mv_awaddr, unused_mv_arlen, unused_mv_awlen, unused_mv_wdata, unused_mv_wstrb,
                       unused_s_write, unused_s_row, unused_s_be, unused_s_wdata, unused_mr_write, unused_mr_be, unused_mr_wdata,
                       unused_mw_write, unused_mw_be, unused_mw_wdata, n_rvalid, w_rvalid, n_rdata[8*RB +: RB], w_rdata[4*RB +: RB]};
endmodule
`default_nettype wire
