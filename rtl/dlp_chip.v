// SPDX-License-Identifier: Apache-2.0
// dlp_chip - the whole chip: register file, job scheduler core, host DMA, DLP cores, and one GDRAM port.
//
// Protocol: s_axil (BAR0 registers, AXI4-Lite), s_axi (BAR2: a window on GDRAM), m_axi (GDRAM), h_axi (bus-master access to host memory),
//           irq_o (level, one per interrupt vector).  Burst rules: docs/interfaces.md, 3.
// Reset:    clearing DEV_CTRL.JS_RUN stops the job scheduler core and aborts all kernels; when everything is at rest they are held in reset
//           until the bit is set again.  The register file and the buses are never reset by it, so no bus transaction is cut.
`default_nettype none

module dlp_chip #(
    parameter PROFILE = 2              // number of a profile in spec/config.def
) (
    clk, rst_n,
    s_axil_awvalid, s_axil_awready, s_axil_awaddr, s_axil_wvalid, s_axil_wready, s_axil_wdata, s_axil_bvalid, s_axil_bready, s_axil_bresp,
    s_axil_arvalid, s_axil_arready, s_axil_araddr, s_axil_rvalid, s_axil_rready, s_axil_rdata, s_axil_rresp,
    s_axi_arvalid, s_axi_arready, s_axi_araddr, s_axi_arlen, s_axi_rvalid, s_axi_rready, s_axi_rdata, s_axi_rresp, s_axi_rlast,
    s_axi_awvalid, s_axi_awready, s_axi_awaddr, s_axi_awlen, s_axi_wvalid, s_axi_wready, s_axi_wdata, s_axi_wstrb, s_axi_wlast,
    s_axi_bvalid, s_axi_bready, s_axi_bresp,
    m_axi_arvalid, m_axi_arready, m_axi_araddr, m_axi_arlen, m_axi_arid, m_axi_arsize, m_axi_arburst, m_axi_arcache, m_axi_arprot,
    m_axi_rvalid, m_axi_rready, m_axi_rdata, m_axi_rresp, m_axi_rlast, m_axi_rid,
    m_axi_awvalid, m_axi_awready, m_axi_awaddr, m_axi_awlen, m_axi_awid, m_axi_awsize, m_axi_awburst, m_axi_awcache, m_axi_awprot,
    m_axi_wvalid, m_axi_wready, m_axi_wdata, m_axi_wstrb, m_axi_wlast,
    m_axi_bvalid, m_axi_bready, m_axi_bresp, m_axi_bid,
    h_axi_arvalid, h_axi_arready, h_axi_araddr, h_axi_arlen, h_axi_rvalid, h_axi_rready, h_axi_rdata, h_axi_rresp, h_axi_rlast,
    h_axi_awvalid, h_axi_awready, h_axi_awaddr, h_axi_awlen, h_axi_wvalid, h_axi_wready, h_axi_wdata, h_axi_wstrb, h_axi_wlast,
    h_axi_bvalid, h_axi_bready, h_axi_bresp,
    irq_o,
    trc_ret_valid_o, trc_ret_pc_o, trc_ret_insn_o, trc_ret_we_o, trc_ret_rd_o, trc_ret_val_o, trc_ret_trap_o, trc_ret_cause_o,
    trc_done_valid_o, trc_done_fault_o, trc_done_pc_o, trc_start_o, trc_end_o,
    trc_hdma_valid_o, trc_hdma_error_o, asleep_o
);
    `include "dlp_spec.vh"
    `include "dlp_config.vh"

    localparam NC   = CLUSTERS * CORES;          // DLP cores; hart NC is the job scheduler core
    localparam NH   = NC + 1;
    localparam RB   = 8 * ROW_BYTES;
    localparam [39:0] GDRAM_BYTES = GDRAM_MB * 40'h100000;
    // bus masters: 3 read and 2 write masters per core, then job scheduler fetch, data; host DMA; BAR2
    localparam NR   = 3 * NC + 4;
    localparam NW   = 2 * NC + 3;

    input  wire clk;
    input  wire rst_n;

    // BAR0
    input  wire        s_axil_awvalid, s_axil_wvalid, s_axil_bready, s_axil_arvalid, s_axil_rready;
    output wire        s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
    input  wire [15:0] s_axil_awaddr, s_axil_araddr;
    input  wire [31:0] s_axil_wdata;
    output wire [31:0] s_axil_rdata;
    output wire [1:0]  s_axil_bresp, s_axil_rresp;

    // BAR2
    input  wire        s_axi_arvalid, s_axi_rready, s_axi_awvalid, s_axi_wvalid, s_axi_wlast, s_axi_bready;
    output wire        s_axi_arready, s_axi_rvalid, s_axi_rlast, s_axi_awready, s_axi_wready, s_axi_bvalid;
    input  wire [39:0] s_axi_araddr, s_axi_awaddr;
    input  wire [7:0]  s_axi_arlen, s_axi_awlen;
    output wire [RB-1:0] s_axi_rdata;
    output wire [1:0]  s_axi_rresp, s_axi_bresp;
    input  wire [RB-1:0] s_axi_wdata;
    input  wire [ROW_BYTES-1:0] s_axi_wstrb;

    // GDRAM
    output wire        m_axi_arvalid, m_axi_rready, m_axi_awvalid, m_axi_wvalid, m_axi_wlast, m_axi_bready;
    input  wire        m_axi_arready, m_axi_rvalid, m_axi_rlast, m_axi_awready, m_axi_wready, m_axi_bvalid;
    output wire [39:0] m_axi_araddr, m_axi_awaddr;
    output wire [7:0]  m_axi_arlen, m_axi_awlen, m_axi_arid, m_axi_awid;
    output wire [2:0]  m_axi_arsize, m_axi_arprot, m_axi_awsize, m_axi_awprot;
    output wire [1:0]  m_axi_arburst, m_axi_awburst;
    output wire [3:0]  m_axi_arcache, m_axi_awcache;
    input  wire [RB-1:0] m_axi_rdata;
    input  wire [1:0]  m_axi_rresp, m_axi_bresp;
    input  wire [7:0]  m_axi_rid, m_axi_bid;
    output wire [RB-1:0] m_axi_wdata;
    output wire [ROW_BYTES-1:0] m_axi_wstrb;

    // host memory
    output wire        h_axi_arvalid, h_axi_rready, h_axi_awvalid, h_axi_wvalid, h_axi_wlast, h_axi_bready;
    input  wire        h_axi_arready, h_axi_rvalid, h_axi_rlast, h_axi_awready, h_axi_wready, h_axi_bvalid;
    output wire [63:0] h_axi_araddr, h_axi_awaddr;
    output wire [7:0]  h_axi_arlen, h_axi_awlen;
    input  wire [RB-1:0] h_axi_rdata;
    input  wire [1:0]  h_axi_rresp, h_axi_bresp;
    output wire [RB-1:0] h_axi_wdata;
    output wire [ROW_BYTES-1:0] h_axi_wstrb;

    output wire [1:0]  irq_o;

    // trace: harts 0..NC-1 are DLP cores, hart NC the job scheduler core
    output wire [NH-1:0]    trc_ret_valid_o, trc_ret_we_o, trc_ret_trap_o;
    output wire [NH*64-1:0] trc_ret_pc_o, trc_ret_val_o;
    output wire [NH*32-1:0] trc_ret_insn_o;
    output wire [NH*5-1:0]  trc_ret_rd_o;
    output wire [NH*6-1:0]  trc_ret_cause_o;
    output wire [NC*4-1:0]  trc_done_valid_o;
    output wire [NC*32-1:0] trc_done_fault_o;
    output wire [NC*256-1:0] trc_done_pc_o;
    output wire [NH-1:0]    trc_start_o;
    output wire [NC-1:0]    trc_end_o;
    output wire             trc_hdma_valid_o, trc_hdma_error_o;
    output wire             asleep_o;  // nothing runs: only the host can change that

    // ---- the GDRAM side of every master, concatenated
    wire [NR-1:0]    r_arvalid, r_arready, r_rvalid, r_rready;
    wire [NR*40-1:0] r_araddr;
    wire [NR*8-1:0]  r_arlen;
    wire [RB-1:0]    r_rdata;          // common to all; rvalid says whose it is
    wire [1:0]       r_rresp;
    wire             r_rlast;
    wire [NW-1:0]    w_awvalid, w_awready, w_wvalid, w_wready, w_wlast, w_bvalid, w_bready;
    wire [NW*40-1:0] w_awaddr;
    wire [NW*8-1:0]  w_awlen;
    wire [NW*RB-1:0] w_wdata;
    wire [NW*ROW_BYTES-1:0] w_wstrb;
    wire [1:0]       w_bresp;

    localparam R_JS_IF = 3 * NC, R_JS_LS = 3 * NC + 1, R_HDMA = 3 * NC + 2, R_BAR2 = 3 * NC + 3;
    localparam W_JS_LS = 2 * NC, W_HDMA = 2 * NC + 1, W_BAR2 = 2 * NC + 2;

    // ---- run control: run -> drain (everything is told to stop) -> held in reset
    wire        js_run, js_running, js_wfi, hdma_busy;
    wire [31:0] js_entry;
    reg         held_q, draining_q, js_start_q;
    wire        core_rst_n = rst_n && !held_q;
    wire [NC-1:0]   core_start, core_abort, core_end;
    wire [NC*2-1:0] core_state;
    reg  [NC-1:0]   core_running;
    integer c;

    always @* for (c = 0; c < NC; c = c + 1) core_running[c] = core_state[2*c +: 2] == CORE_STATUS_STATE_RUNNING;

    always @(posedge clk) begin
        js_start_q <= 1'b0;
        if (!rst_n) begin
            held_q     <= 1'b1;
            draining_q <= 1'b0;
        end else if (held_q) begin
            if (js_run) begin
                held_q     <= 1'b0;
                js_start_q <= 1'b1;
            end
        end else begin
            draining_q <= !js_run;
            if (draining_q && !js_running && core_running == {NC{1'b0}} && !hdma_busy) begin
                held_q     <= 1'b1;
                draining_q <= 1'b0;
            end
        end
    end

    assign asleep_o = (held_q || js_wfi || !js_running) && core_running == {NC{1'b0}} && !hdma_busy && !js_start_q;

    // ---- job scheduler core
    wire        js_exit_valid, js_trap_valid, event_pending;
    wire [31:0] js_exit_code;
    wire [5:0]  js_trap_cause;
    wire [63:0] js_trap_pc, js_trap_addr, js_next_pc, js_instret, js_cycle, js_rows;
    wire        mmio_valid, mmio_ready, mmio_write;
    wire [15:0] mmio_addr;
    wire [31:0] mmio_wdata, mmio_rdata;
    wire        unused_nv, unused_nw, unused_wv, unused_ww, unused_iv;
    wire [15:0] unused_nr, unused_wr;
    wire [ROW_BYTES-1:0] unused_nb, unused_wb;
    wire [RB-1:0] unused_nd, unused_wd;
    wire [1:0]  unused_is, unused_cw;
    wire [5:0]  unused_io;
    wire [3:0]  unused_ia;
    wire [63:0] unused_i0, unused_i1, unused_i2, unused_i3, unused_cd;
    wire [6:0]  unused_ci;

    dlp_cpu #(
        .HAS_DLP(0), .ROW_BYTES(ROW_BYTES), .LMEM_BYTES(LMEM_KB * 1024), .ICACHE_LINES(ICACHE_LINES),
        .NRAM_BYTES(0), .WRAM_BYTES(0), .GDRAM_BYTES(GDRAM_BYTES), .HARTID(NC), .PROFILE(PROFILE)
    ) u_js (
        .clk(clk), .rst_n(core_rst_n),
        .start_i(js_start_q), .start_pc_i(js_entry), .start_arg_i(32'd0), .stop_i(draining_q), .running_o(js_running),
        .exit_valid_o(js_exit_valid), .exit_code_o(js_exit_code),
        .trap_valid_o(js_trap_valid), .trap_cause_o(js_trap_cause), .trap_pc_o(js_trap_pc), .trap_addr_o(js_trap_addr), .next_pc_o(js_next_pc),
        .if_arvalid_o(r_arvalid[R_JS_IF]), .if_arready_i(r_arready[R_JS_IF]), .if_araddr_o(r_araddr[40*R_JS_IF +: 40]), .if_arlen_o(r_arlen[8*R_JS_IF +: 8]),
        .if_rvalid_i(r_rvalid[R_JS_IF]), .if_rready_o(r_rready[R_JS_IF]), .if_rdata_i(r_rdata), .if_rresp_i(r_rresp), .if_rlast_i(r_rlast),
        .ls_arvalid_o(r_arvalid[R_JS_LS]), .ls_arready_i(r_arready[R_JS_LS]), .ls_araddr_o(r_araddr[40*R_JS_LS +: 40]), .ls_arlen_o(r_arlen[8*R_JS_LS +: 8]),
        .ls_rvalid_i(r_rvalid[R_JS_LS]), .ls_rready_o(r_rready[R_JS_LS]), .ls_rdata_i(r_rdata), .ls_rresp_i(r_rresp), .ls_rlast_i(r_rlast),
        .ls_awvalid_o(w_awvalid[W_JS_LS]), .ls_awready_i(w_awready[W_JS_LS]), .ls_awaddr_o(w_awaddr[40*W_JS_LS +: 40]), .ls_awlen_o(w_awlen[8*W_JS_LS +: 8]),
        .ls_wvalid_o(w_wvalid[W_JS_LS]), .ls_wready_i(w_wready[W_JS_LS]), .ls_wdata_o(w_wdata[RB*W_JS_LS +: RB]),
        .ls_wstrb_o(w_wstrb[ROW_BYTES*W_JS_LS +: ROW_BYTES]), .ls_wlast_o(w_wlast[W_JS_LS]),
        .ls_bvalid_i(w_bvalid[W_JS_LS]), .ls_bready_o(w_bready[W_JS_LS]), .ls_bresp_i(w_bresp),
        .nram_req_valid_o(unused_nv), .nram_req_ready_i(1'b0), .nram_req_write_o(unused_nw), .nram_req_row_o(unused_nr),
        .nram_req_be_o(unused_nb), .nram_req_wdata_o(unused_nd), .nram_rsp_valid_i(1'b0), .nram_rsp_rdata_i({RB{1'b0}}),
        .wram_req_valid_o(unused_wv), .wram_req_ready_i(1'b0), .wram_req_write_o(unused_ww), .wram_req_row_o(unused_wr),
        .wram_req_be_o(unused_wb), .wram_req_wdata_o(unused_wd), .wram_rsp_valid_i(1'b0), .wram_rsp_rdata_i({RB{1'b0}}),
        .mmio_valid_o(mmio_valid), .mmio_ready_i(mmio_ready), .mmio_write_o(mmio_write), .mmio_addr_o(mmio_addr),
        .mmio_wdata_o(mmio_wdata), .mmio_rdata_i(mmio_rdata),
        .iss_valid_o(unused_iv), .iss_ready_i(1'b0), .iss_stream_o(unused_is), .iss_op_o(unused_io), .iss_after_o(unused_ia),
        .iss_rd_o(unused_i0), .iss_rs1_o(unused_i1), .iss_rs2_o(unused_i2), .iss_pc_o(unused_i3),
        .cfg_we_o(unused_cw), .cfg_index_o(unused_ci), .cfg_wdata_o(unused_cd), .iss_idle_i(4'hf),
        .event_i(event_pending), .wfi_o(js_wfi),
        .busy_i(4'h0), .mxu_row_i(1'b0), .nram_conflicts_i(4'd0), .wram_conflicts_i(4'd0),
        .instret_o(js_instret), .cycle_o(js_cycle), .mxu_rows_o(js_rows),
        .ret_valid_o(trc_ret_valid_o[NC]), .ret_pc_o(trc_ret_pc_o[64*NC +: 64]), .ret_insn_o(trc_ret_insn_o[32*NC +: 32]),
        .ret_we_o(trc_ret_we_o[NC]), .ret_rd_o(trc_ret_rd_o[5*NC +: 5]), .ret_val_o(trc_ret_val_o[64*NC +: 64]),
        .ret_trap_o(trc_ret_trap_o[NC]), .ret_cause_o(trc_ret_cause_o[6*NC +: 6])
    );
    assign trc_start_o[NC] = js_start_q;

    // ---- DLP cores
    wire [NC*32-1:0] core_entry, core_arg, core_limit, core_exit;
    wire [NC*8-1:0]  core_fault;
    wire [NC*64-1:0] core_pc, core_addr, core_cycles, core_instret, core_rows;

    genvar i;
    generate for (i = 0; i < NC; i = i + 1) begin : g_core
        dlp_core #(
            .PROFILE(PROFILE), .HARTID(i), .ROW_BYTES(ROW_BYTES), .VPU_LANES(VPU_LANES), .VPU_FLOAT_LANES(VPU_FLOAT_LANES), .VPU_SPECIAL_LANES(VPU_SPECIAL_LANES), .VPU_TILE(VPU_TILE), .MXU_DIM(MXU_DIM), .MXU_ACC_ROWS(MXU_ACC_ROWS),
            .MXU_OUT_LANES(MXU_OUT_LANES), .MXU_FLOAT(MXU_FLOAT), .NRAM_BYTES(NRAM_KB * 1024), .NRAM_BANKS(NRAM_BANKS), .WRAM_BYTES(WRAM_KB * 1024),
            .WRAM_BANKS(WRAM_BANKS), .LMEM_BYTES(LMEM_KB * 1024), .ICACHE_LINES(ICACHE_LINES), .QUEUE_DEPTH(QUEUE_DEPTH), .GDRAM_BYTES(GDRAM_BYTES)
        ) u_core (
            .clk(clk), .rst_n(core_rst_n),
            .start_i(core_start[i]), .abort_i(core_abort[i] || draining_q), .entry_i(core_entry[32*i +: 32]), .arg_i(core_arg[32*i +: 32]),
            .limit_i(core_limit[32*i +: 32]), .state_o(core_state[2*i +: 2]), .exit_code_o(core_exit[32*i +: 32]), .fault_o(core_fault[8*i +: 8]),
            .fault_pc_o(core_pc[64*i +: 64]), .fault_addr_o(core_addr[64*i +: 64]), .cycles_o(core_cycles[64*i +: 64]),
            .instret_o(core_instret[64*i +: 64]), .rows_o(core_rows[64*i +: 64]), .end_o(core_end[i]),
            .if_arvalid_o(r_arvalid[3*i]), .if_arready_i(r_arready[3*i]), .if_araddr_o(r_araddr[40*(3*i) +: 40]), .if_arlen_o(r_arlen[8*(3*i) +: 8]),
            .if_rvalid_i(r_rvalid[3*i]), .if_rready_o(r_rready[3*i]), .if_rdata_i(r_rdata), .if_rresp_i(r_rresp), .if_rlast_i(r_rlast),
            .ls_arvalid_o(r_arvalid[3*i+1]), .ls_arready_i(r_arready[3*i+1]), .ls_araddr_o(r_araddr[40*(3*i+1) +: 40]), .ls_arlen_o(r_arlen[8*(3*i+1) +: 8]),
            .ls_rvalid_i(r_rvalid[3*i+1]), .ls_rready_o(r_rready[3*i+1]), .ls_rdata_i(r_rdata), .ls_rresp_i(r_rresp), .ls_rlast_i(r_rlast),
            .ls_awvalid_o(w_awvalid[2*i]), .ls_awready_i(w_awready[2*i]), .ls_awaddr_o(w_awaddr[40*(2*i) +: 40]), .ls_awlen_o(w_awlen[8*(2*i) +: 8]),
            .ls_wvalid_o(w_wvalid[2*i]), .ls_wready_i(w_wready[2*i]), .ls_wdata_o(w_wdata[RB*(2*i) +: RB]),
            .ls_wstrb_o(w_wstrb[ROW_BYTES*(2*i) +: ROW_BYTES]), .ls_wlast_o(w_wlast[2*i]),
            .ls_bvalid_i(w_bvalid[2*i]), .ls_bready_o(w_bready[2*i]), .ls_bresp_i(w_bresp),
            .io_arvalid_o(r_arvalid[3*i+2]), .io_arready_i(r_arready[3*i+2]), .io_araddr_o(r_araddr[40*(3*i+2) +: 40]), .io_arlen_o(r_arlen[8*(3*i+2) +: 8]),
            .io_rvalid_i(r_rvalid[3*i+2]), .io_rready_o(r_rready[3*i+2]), .io_rdata_i(r_rdata), .io_rresp_i(r_rresp), .io_rlast_i(r_rlast),
            .io_awvalid_o(w_awvalid[2*i+1]), .io_awready_i(w_awready[2*i+1]), .io_awaddr_o(w_awaddr[40*(2*i+1) +: 40]), .io_awlen_o(w_awlen[8*(2*i+1) +: 8]),
            .io_wvalid_o(w_wvalid[2*i+1]), .io_wready_i(w_wready[2*i+1]), .io_wdata_o(w_wdata[RB*(2*i+1) +: RB]),
            .io_wstrb_o(w_wstrb[ROW_BYTES*(2*i+1) +: ROW_BYTES]), .io_wlast_o(w_wlast[2*i+1]),
            .io_bvalid_i(w_bvalid[2*i+1]), .io_bready_o(w_bready[2*i+1]), .io_bresp_i(w_bresp),
            .ret_valid_o(trc_ret_valid_o[i]), .ret_pc_o(trc_ret_pc_o[64*i +: 64]), .ret_insn_o(trc_ret_insn_o[32*i +: 32]),
            .ret_we_o(trc_ret_we_o[i]), .ret_rd_o(trc_ret_rd_o[5*i +: 5]), .ret_val_o(trc_ret_val_o[64*i +: 64]),
            .ret_trap_o(trc_ret_trap_o[i]), .ret_cause_o(trc_ret_cause_o[6*i +: 6]),
            .cmd_done_valid_o(trc_done_valid_o[4*i +: 4]), .cmd_done_fault_o(trc_done_fault_o[32*i +: 32]), .cmd_done_pc_o(trc_done_pc_o[256*i +: 256])
        );
        assign trc_start_o[i] = core_start[i] && !core_running[i];
    end endgenerate
    assign trc_end_o = core_end;

    // ---- register file
    wire        desc_valid, desc_ready, desc_to_host, desc_on_device, hdma_error;
    wire [63:0] desc_host, hdma_host;
    wire [39:0] desc_dev;
    wire [31:0] desc_len;

    dlp_regs #(
        .PROFILE(PROFILE), .CLUSTERS(CLUSTERS), .CORES(CORES), .MXU_DIM(MXU_DIM), .VPU_LANES(VPU_LANES), .NRAM_KB(NRAM_KB), .WRAM_KB(WRAM_KB),
        .LMEM_KB(LMEM_KB), .SRAM_KB(SRAM_KB), .GDRAM_MB(GDRAM_MB)
    ) u_regs (
        .clk(clk), .rst_n(rst_n),
        .s_axil_awvalid_i(s_axil_awvalid), .s_axil_awready_o(s_axil_awready), .s_axil_awaddr_i(s_axil_awaddr),
        .s_axil_wvalid_i(s_axil_wvalid), .s_axil_wready_o(s_axil_wready), .s_axil_wdata_i(s_axil_wdata),
        .s_axil_bvalid_o(s_axil_bvalid), .s_axil_bready_i(s_axil_bready), .s_axil_bresp_o(s_axil_bresp),
        .s_axil_arvalid_i(s_axil_arvalid), .s_axil_arready_o(s_axil_arready), .s_axil_araddr_i(s_axil_araddr),
        .s_axil_rvalid_o(s_axil_rvalid), .s_axil_rready_i(s_axil_rready), .s_axil_rdata_o(s_axil_rdata), .s_axil_rresp_o(s_axil_rresp),
        .mmio_valid_i(mmio_valid), .mmio_ready_o(mmio_ready), .mmio_write_i(mmio_write), .mmio_addr_i(mmio_addr), .mmio_wdata_i(mmio_wdata),
        .mmio_rdata_o(mmio_rdata), .event_o(event_pending), .irq_o(irq_o),
        .js_run_o(js_run), .js_entry_o(js_entry), .js_start_i(js_start_q), .js_running_i(js_running), .js_wfi_i(js_wfi),
        .js_trap_valid_i(js_trap_valid), .js_trap_cause_i(js_trap_cause), .js_trap_pc_i(js_trap_pc), .js_trap_addr_i(js_trap_addr),
        .desc_valid_o(desc_valid), .desc_ready_i(desc_ready), .desc_to_host_o(desc_to_host), .desc_on_device_o(desc_on_device),
        .desc_host_o(desc_host), .desc_dev_o(desc_dev), .desc_len_o(desc_len), .hdma_busy_i(hdma_busy), .hdma_done_valid_i(trc_hdma_valid_o),
        .hdma_done_error_i(hdma_error), .hdma_done_host_i(hdma_host),
        .core_start_o(core_start), .core_abort_o(core_abort), .core_entry_o(core_entry), .core_arg_o(core_arg), .core_wdt_o(core_limit),
        .core_status_i(core_state), .core_exit_i(core_exit), .core_fault_i(core_fault), .core_pc_i(core_pc), .core_addr_i(core_addr),
        .core_cycles_i(core_cycles), .core_instret_i(core_instret), .core_rows_i(core_rows), .core_end_i(core_end)
    );

    // ---- host DMA
    dlp_hdma #(.ROW_BYTES(ROW_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_hdma (
        .clk(clk), .rst_n(rst_n),
        .desc_valid_i(desc_valid && !draining_q && !held_q), .desc_ready_o(desc_ready), .desc_to_host_i(desc_to_host), .desc_on_device_i(desc_on_device),
        .desc_host_i(desc_host), .desc_dev_i(desc_dev), .desc_len_i(desc_len),
        .done_valid_o(trc_hdma_valid_o), .done_error_o(hdma_error), .done_host_o(hdma_host), .busy_o(hdma_busy),
        .h_arvalid_o(h_axi_arvalid), .h_arready_i(h_axi_arready), .h_araddr_o(h_axi_araddr), .h_arlen_o(h_axi_arlen),
        .h_rvalid_i(h_axi_rvalid), .h_rready_o(h_axi_rready), .h_rdata_i(h_axi_rdata), .h_rresp_i(h_axi_rresp), .h_rlast_i(h_axi_rlast),
        .h_awvalid_o(h_axi_awvalid), .h_awready_i(h_axi_awready), .h_awaddr_o(h_axi_awaddr), .h_awlen_o(h_axi_awlen),
        .h_wvalid_o(h_axi_wvalid), .h_wready_i(h_axi_wready), .h_wdata_o(h_axi_wdata), .h_wstrb_o(h_axi_wstrb), .h_wlast_o(h_axi_wlast),
        .h_bvalid_i(h_axi_bvalid), .h_bready_o(h_axi_bready), .h_bresp_i(h_axi_bresp),
        .g_arvalid_o(r_arvalid[R_HDMA]), .g_arready_i(r_arready[R_HDMA]), .g_araddr_o(r_araddr[40*R_HDMA +: 40]), .g_arlen_o(r_arlen[8*R_HDMA +: 8]),
        .g_rvalid_i(r_rvalid[R_HDMA]), .g_rready_o(r_rready[R_HDMA]), .g_rdata_i(r_rdata), .g_rresp_i(r_rresp), .g_rlast_i(r_rlast),
        .g_awvalid_o(w_awvalid[W_HDMA]), .g_awready_i(w_awready[W_HDMA]), .g_awaddr_o(w_awaddr[40*W_HDMA +: 40]), .g_awlen_o(w_awlen[8*W_HDMA +: 8]),
        .g_wvalid_o(w_wvalid[W_HDMA]), .g_wready_i(w_wready[W_HDMA]), .g_wdata_o(w_wdata[RB*W_HDMA +: RB]),
        .g_wstrb_o(w_wstrb[ROW_BYTES*W_HDMA +: ROW_BYTES]), .g_wlast_o(w_wlast[W_HDMA]),
        .g_bvalid_i(w_bvalid[W_HDMA]), .g_bready_o(w_bready[W_HDMA]), .g_bresp_i(w_bresp)
    );
    assign trc_hdma_error_o = hdma_error;

    // ---- BAR2
    assign r_arvalid[R_BAR2]         = s_axi_arvalid;
    assign s_axi_arready             = r_arready[R_BAR2];
    assign r_araddr[40*R_BAR2 +: 40] = s_axi_araddr;
    assign r_arlen[8*R_BAR2 +: 8]    = s_axi_arlen;
    assign s_axi_rvalid              = r_rvalid[R_BAR2];
    assign r_rready[R_BAR2]          = s_axi_rready;
    assign s_axi_rdata               = r_rdata;
    assign s_axi_rresp               = r_rresp;
    assign s_axi_rlast               = r_rlast;
    assign w_awvalid[W_BAR2]         = s_axi_awvalid;
    assign s_axi_awready             = w_awready[W_BAR2];
    assign w_awaddr[40*W_BAR2 +: 40] = s_axi_awaddr;
    assign w_awlen[8*W_BAR2 +: 8]    = s_axi_awlen;
    assign w_wvalid[W_BAR2]          = s_axi_wvalid;
    assign s_axi_wready              = w_wready[W_BAR2];
    assign w_wdata[RB*W_BAR2 +: RB]  = s_axi_wdata;
    assign w_wstrb[ROW_BYTES*W_BAR2 +: ROW_BYTES] = s_axi_wstrb;
    assign w_wlast[W_BAR2]           = s_axi_wlast;
    assign s_axi_bvalid              = w_bvalid[W_BAR2];
    assign w_bready[W_BAR2]          = s_axi_bready;
    assign s_axi_bresp               = w_bresp;

    // ---- one port for all
    dlp_axi_mux #(.NR(NR), .NW(NW), .ROW_BYTES(ROW_BYTES)) u_mux (
        .clk(clk), .rst_n(rst_n),
        .r_arvalid_i(r_arvalid), .r_arready_o(r_arready), .r_araddr_i(r_araddr), .r_arlen_i(r_arlen), .r_rvalid_o(r_rvalid), .r_rready_i(r_rready),
        .r_rdata_o(r_rdata), .r_rresp_o(r_rresp), .r_rlast_o(r_rlast),
        .w_awvalid_i(w_awvalid), .w_awready_o(w_awready), .w_awaddr_i(w_awaddr), .w_awlen_i(w_awlen), .w_wvalid_i(w_wvalid), .w_wready_o(w_wready),
        .w_wdata_i(w_wdata), .w_wstrb_i(w_wstrb), .w_wlast_i(w_wlast), .w_bvalid_o(w_bvalid), .w_bready_i(w_bready), .w_bresp_o(w_bresp),
        .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_arid(m_axi_arid),
        .m_axi_arsize(m_axi_arsize), .m_axi_arburst(m_axi_arburst), .m_axi_arcache(m_axi_arcache), .m_axi_arprot(m_axi_arprot),
        .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast), .m_axi_rid(m_axi_rid),
        .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen), .m_axi_awid(m_axi_awid),
        .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst), .m_axi_awcache(m_axi_awcache), .m_axi_awprot(m_axi_awprot),
        .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
        .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready), .m_axi_bresp(m_axi_bresp), .m_axi_bid(m_axi_bid)
    );

    wire unused_ok = &{1'b0, js_exit_valid, js_exit_code, js_next_pc, js_instret, js_cycle, js_rows, unused_nv, unused_nw, unused_wv, unused_ww, unused_iv,
                       unused_nr, unused_wr, unused_nb, unused_wb, unused_nd, unused_wd, unused_is, unused_cw, unused_io, unused_ia,
                       unused_i0, unused_i1, unused_i2, unused_i3, unused_cd, unused_ci};
endmodule
`default_nettype wire
