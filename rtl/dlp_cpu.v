// SPDX-License-Identifier: Apache-2.0
// dlp_cpu - scalar core: RV64IM, Zicsr, Zifencei and Xdlp, in order, with instruction cache and local memory.
//
// Protocol: docs/interfaces.md, 4; docs/blocks/dlp_cpu.md.  HAS_DLP = 1: core of a DLP, with commands, NRAM and WRAM.  HAS_DLP = 0: job
//           scheduler core, with MMIO and events; of Xdlp only dlp.cj.
// Latency:  one instruction per cycle when the cache hits; see dlp_scalar, dlp_lsu, dlp_muldiv, dlp_icache for what takes longer.
`default_nettype none

module dlp_cpu #(
    parameter HAS_DLP          = 1,
    parameter ROW_BYTES        = 64,          // width of a scratchpad row and of the memory buses
    parameter LMEM_BYTES       = 32768,
    parameter ICACHE_LINES     = 128,
    parameter NRAM_BYTES       = 786432,
    parameter WRAM_BYTES       = 1048576,
    parameter [39:0] GDRAM_BYTES = 40'h10000000,
    parameter HARTID           = 0,
    parameter PROFILE          = 2
) (
    input  wire        clk,
    input  wire        rst_n,

    // control
    input  wire        start_i,
    input  wire [31:0] start_pc_i,
    input  wire [31:0] start_arg_i,
    input  wire        stop_i,
    output wire        running_o,
    output wire        exit_valid_o,
    output wire [31:0] exit_code_o,
    output wire        trap_valid_o,
    output wire [5:0]  trap_cause_o,
    output wire [63:0] trap_pc_o,
    output wire [63:0] trap_addr_o,
    output wire [63:0] next_pc_o,

    // fetch bus
    output wire        if_arvalid_o,
    input  wire        if_arready_i,
    output wire [39:0] if_araddr_o,
    output wire [7:0]  if_arlen_o,
    input  wire        if_rvalid_i,
    output wire        if_rready_o,
    input  wire [8*ROW_BYTES-1:0] if_rdata_i,
    input  wire [1:0]  if_rresp_i,
    input  wire        if_rlast_i,

    // data bus
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

    // scratchpads
    output wire        nram_req_valid_o,
    input  wire        nram_req_ready_i,
    output wire        nram_req_write_o,
    output wire [15:0] nram_req_row_o,
    output wire [ROW_BYTES-1:0]   nram_req_be_o,
    output wire [8*ROW_BYTES-1:0] nram_req_wdata_o,
    input  wire        nram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] nram_rsp_rdata_i,
    output wire        wram_req_valid_o,
    input  wire        wram_req_ready_i,
    output wire        wram_req_write_o,
    output wire [15:0] wram_req_row_o,
    output wire [ROW_BYTES-1:0]   wram_req_be_o,
    output wire [8*ROW_BYTES-1:0] wram_req_wdata_o,
    input  wire        wram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] wram_rsp_rdata_i,

    // MMIO
    output wire        mmio_valid_o,
    input  wire        mmio_ready_i,
    output wire        mmio_write_o,
    output wire [15:0] mmio_addr_o,
    output wire [31:0] mmio_wdata_o,
    input  wire [31:0] mmio_rdata_i,

    // command issue
    output wire        iss_valid_o,
    input  wire        iss_ready_i,
    output wire [1:0]  iss_stream_o,
    output wire [5:0]  iss_op_o,
    output wire [3:0]  iss_after_o,
    output wire [63:0] iss_rd_o,
    output wire [63:0] iss_rs1_o,
    output wire [63:0] iss_rs2_o,
    output wire [63:0] iss_pc_o,
    output wire [1:0]  cfg_we_o,
    output wire [6:0]  cfg_index_o,
    output wire [63:0] cfg_wdata_o,
    input  wire [3:0]  iss_idle_i,

    // events
    input  wire        event_i,
    output wire        wfi_o,

    // counters
    input  wire [3:0]  busy_i,
    input  wire        mxu_row_i,
    input  wire [3:0]  nram_conflicts_i,
    input  wire [3:0]  wram_conflicts_i,
    output wire [63:0] instret_o,
    output wire [63:0] cycle_o,
    output wire [63:0] mxu_rows_o,

    // trace
    output wire        ret_valid_o,
    output wire [63:0] ret_pc_o,
    output wire [31:0] ret_insn_o,
    output wire        ret_we_o,
    output wire [4:0]  ret_rd_o,
    output wire [63:0] ret_val_o,
    output wire        ret_trap_o,
    output wire [5:0]  ret_cause_o
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    // a line has the beats it was asked for, a scalar read has one
    wire        unused_ok = &{1'b0, if_rlast_i, ls_rlast_i};

    wire        run, count, ic_re, ic_x_valid, ic_hit, ic_err, ic_inv, ic_busy;
    wire [31:0] ic_raddr, ic_x_addr, ic_insn;
    wire [63:0] mem_addr, mem_wdata, lmem_rdata, lsu_rdata;
    wire [1:0]  mem_size;
    wire [7:0]  mem_be;
    wire        mem_write, lmem_hit, lmem_en, lsu_start, lsu_busy, lsu_wait, lsu_done, lsu_fault;
    wire [5:0]  lsu_cause;
    wire        csr_en, csr_commit, csr_ok, csr_trap, wake, retire;
    wire [63:0] csr_rs1, csr_rdata, csr_tval, mtvec, mepc;
    wire [5:0]  csr_cause;
    wire [2:0]  stall;
    wire        spm_write;
    wire [15:0] spm_row;
    wire [ROW_BYTES-1:0]   spm_be;
    wire [8*ROW_BYTES-1:0] spm_wdata;

    assign running_o        = run || lsu_busy || ic_busy;
    assign exit_code_o      = ret_val_o[31:0];
    assign trap_cause_o     = ret_cause_o;
    assign trap_pc_o        = ret_pc_o;
    assign trap_addr_o      = ret_val_o;

    assign nram_req_write_o = spm_write;
    assign nram_req_row_o   = spm_row;
    assign nram_req_be_o    = spm_be;
    assign nram_req_wdata_o = spm_wdata;
    assign wram_req_write_o = spm_write;
    assign wram_req_row_o   = spm_row;
    assign wram_req_be_o    = spm_be;
    assign wram_req_wdata_o = spm_wdata;

    // The clock stands still between kernels, while the core waits for streams, and while the job scheduler core sleeps; what ends a wait is seen in
    // its cycle.  Control registers and counters are always on.
    wire        gclk;
    wire        waits = (wfi_o && !event_i) || stall == STALL_SYNC || stall == STALL_QUEUE;
    dlp_clkgate #(.TAIL(3)) u_clk (.clk(clk), .rst_n(rst_n), .en_i(start_i || stop_i || (running_o && (!waits || lsu_busy || ic_busy))), .clk_o(gclk));

    dlp_scalar #(.HAS_DLP(HAS_DLP), .GDRAM_BYTES(GDRAM_BYTES)) u_scalar (
        .clk(gclk), .rst_n(rst_n),
        .start_i(start_i), .start_pc_i(start_pc_i), .start_arg_i(start_arg_i), .stop_i(stop_i), .run_o(run), .count_o(count),
        .exit_valid_o(exit_valid_o), .trap_valid_o(trap_valid_o), .next_pc_o(next_pc_o), .wfi_o(wfi_o),
        .ic_re_o(ic_re), .ic_raddr_o(ic_raddr), .ic_x_valid_o(ic_x_valid), .ic_x_addr_o(ic_x_addr), .ic_hit_i(ic_hit), .ic_insn_i(ic_insn),
        .ic_err_i(ic_err), .ic_inv_o(ic_inv),
        .mem_addr_o(mem_addr), .mem_wdata_o(mem_wdata), .mem_be_o(mem_be), .mem_size_o(mem_size), .mem_write_o(mem_write), .lmem_hit_i(lmem_hit),
        .lmem_en_o(lmem_en), .lmem_rdata_i(lmem_rdata), .lsu_start_o(lsu_start), .lsu_busy_i(lsu_busy), .lsu_wait_i(lsu_wait),
        .lsu_done_i(lsu_done), .lsu_rdata_i(lsu_rdata), .lsu_fault_i(lsu_fault), .lsu_cause_i(lsu_cause),
        .csr_en_o(csr_en), .csr_commit_o(csr_commit), .csr_rs1_o(csr_rs1), .csr_ok_i(csr_ok), .csr_rdata_i(csr_rdata), .csr_trap_o(csr_trap),
        .csr_cause_o(csr_cause), .csr_tval_o(csr_tval), .mtvec_i(mtvec), .mepc_i(mepc), .wake_i(wake), .retire_o(retire), .stall_o(stall),
        .iss_valid_o(iss_valid_o), .iss_ready_i(iss_ready_i), .iss_stream_o(iss_stream_o), .iss_op_o(iss_op_o), .iss_after_o(iss_after_o),
        .iss_rd_o(iss_rd_o), .iss_rs1_o(iss_rs1_o), .iss_rs2_o(iss_rs2_o), .iss_pc_o(iss_pc_o),
        .cfg_we_o(cfg_we_o), .cfg_index_o(cfg_index_o), .cfg_wdata_o(cfg_wdata_o), .iss_idle_i(iss_idle_i),
        .ret_valid_o(ret_valid_o), .ret_pc_o(ret_pc_o), .ret_insn_o(ret_insn_o), .ret_we_o(ret_we_o), .ret_rd_o(ret_rd_o),
        .ret_val_o(ret_val_o), .ret_trap_o(ret_trap_o), .ret_cause_o(ret_cause_o)
    );

    dlp_icache #(.LINES(ICACHE_LINES), .ROW_BYTES(ROW_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_icache (
        .clk(gclk), .rst_n(rst_n), .inv_i(ic_inv), .busy_o(ic_busy),
        .re_i(ic_re), .raddr_i(ic_raddr), .x_valid_i(ic_x_valid), .x_addr_i(ic_x_addr), .x_hit_o(ic_hit), .x_insn_o(ic_insn), .x_err_o(ic_err),
        .if_arvalid_o(if_arvalid_o), .if_arready_i(if_arready_i), .if_araddr_o(if_araddr_o), .if_arlen_o(if_arlen_o),
        .if_rvalid_i(if_rvalid_i), .if_rready_o(if_rready_o), .if_rdata_i(if_rdata_i), .if_rresp_i(if_rresp_i)
    );

    dlp_lmem #(.LMEM_BYTES(LMEM_BYTES)) u_lmem (
        .clk(gclk), .addr_i(mem_addr), .hit_o(lmem_hit), .en_i(lmem_en), .write_i(mem_write), .be_i(mem_be),
        .wdata_i(mem_wdata), .rdata_o(lmem_rdata)
    );

    dlp_lsu #(.HAS_DLP(HAS_DLP), .ROW_BYTES(ROW_BYTES), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_lsu (
        .clk(gclk), .rst_n(rst_n),
        .start_i(lsu_start), .abort_i(stop_i), .write_i(mem_write), .size_i(mem_size), .addr_i(mem_addr), .be_i(mem_be), .wdata_i(mem_wdata),
        .busy_o(lsu_busy), .wait_o(lsu_wait), .done_o(lsu_done), .rdata_o(lsu_rdata), .fault_o(lsu_fault), .cause_o(lsu_cause),
        .iss_idle_i(iss_idle_i),
        .ls_arvalid_o(ls_arvalid_o), .ls_arready_i(ls_arready_i), .ls_araddr_o(ls_araddr_o), .ls_arlen_o(ls_arlen_o),
        .ls_rvalid_i(ls_rvalid_i), .ls_rready_o(ls_rready_o), .ls_rdata_i(ls_rdata_i), .ls_rresp_i(ls_rresp_i),
        .ls_awvalid_o(ls_awvalid_o), .ls_awready_i(ls_awready_i), .ls_awaddr_o(ls_awaddr_o), .ls_awlen_o(ls_awlen_o),
        .ls_wvalid_o(ls_wvalid_o), .ls_wready_i(ls_wready_i), .ls_wdata_o(ls_wdata_o), .ls_wstrb_o(ls_wstrb_o), .ls_wlast_o(ls_wlast_o),
        .ls_bvalid_i(ls_bvalid_i), .ls_bready_o(ls_bready_o), .ls_bresp_i(ls_bresp_i),
        .nram_valid_o(nram_req_valid_o), .nram_ready_i(nram_req_ready_i), .nram_rsp_valid_i(nram_rsp_valid_i), .nram_rdata_i(nram_rsp_rdata_i),
        .wram_valid_o(wram_req_valid_o), .wram_ready_i(wram_req_ready_i), .wram_rsp_valid_i(wram_rsp_valid_i), .wram_rdata_i(wram_rsp_rdata_i),
        .spm_write_o(spm_write), .spm_row_o(spm_row), .spm_be_o(spm_be), .spm_wdata_o(spm_wdata),
        .mmio_valid_o(mmio_valid_o), .mmio_ready_i(mmio_ready_i), .mmio_write_o(mmio_write_o), .mmio_addr_o(mmio_addr_o),
        .mmio_wdata_o(mmio_wdata_o), .mmio_rdata_i(mmio_rdata_i)
    );

    dlp_csr #(.HAS_DLP(HAS_DLP), .HARTID(HARTID), .PROFILE(PROFILE)) u_csr (
        .clk(clk), .rst_n(rst_n), .clear_i(start_i),
        .en_i(csr_en), .commit_i(csr_commit), .insn_i(ic_insn), .rs1_i(csr_rs1), .ok_o(csr_ok), .rdata_o(csr_rdata),
        .trap_i(csr_trap), .trap_pc_i(ret_pc_o), .trap_cause_i(csr_cause), .trap_val_i(csr_tval), .mtvec_o(mtvec), .mepc_o(mepc),
        .event_i(event_i), .wake_o(wake),
        .run_i(count), .retire_i(retire), .stall_i(stall), .busy_i(busy_i), .mxu_row_i(mxu_row_i),
        .nram_conflicts_i(nram_conflicts_i), .wram_conflicts_i(wram_conflicts_i),
        .instret_o(instret_o), .cycle_o(cycle_o), .mxu_rows_o(mxu_rows_o)
    );
endmodule
`default_nettype wire
