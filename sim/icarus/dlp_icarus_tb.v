// SPDX-License-Identifier: Apache-2.0
// dlp_icarus_tb - the chip of profile edu in a four-state simulator: the firmware boots and runs the two jobs of smoke_image.c.
//
// Ends with PASS and exit code 0, or with the first thing that is wrong: an X on what must always be known, a failed job, a wrong result, no end.
// The memories outside the chip start as zeros; all registers and memories of the chip start as X.
`default_nettype none
`timescale 1ns / 1ns
`include "smoke_map.vh"

module dlp_icarus_tb;
    parameter PROFILE = 0;             // edu
    `include "dlp_spec.vh"
    `include "dlp_config.vh"

    localparam RB        = 8 * ROW_BYTES;
    localparam LIMIT     = 100000;     // cycles

    reg clk = 1'b0, rst_n = 1'b0;
    always #5 clk = !clk;

    // ---- the chip
    reg         awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
    reg  [15:0] awaddr = 16'd0, araddr = 16'd0;
    reg  [31:0] wdata = 32'd0;
    wire        awready, wready, bvalid, arready, rvalid;
    wire [31:0] rdata;
    wire [1:0]  irq;

    wire            m_arvalid, m_arready, m_rvalid, m_rready, m_rlast, m_awvalid, m_awready, m_wvalid, m_wready, m_wlast, m_bvalid, m_bready;
    wire [39:0]     m_araddr, m_awaddr;
    wire [7:0]      m_arlen, m_awlen, m_arid, m_awid, m_rid, m_bid;
    wire [RB-1:0]   m_rdata, m_wdata;
    wire [ROW_BYTES-1:0] m_wstrb;
    wire [1:0]      m_rresp, m_bresp;
    wire            h_arvalid, h_arready, h_rvalid, h_rready, h_rlast, h_awvalid, h_awready, h_wvalid, h_wready, h_wlast, h_bvalid, h_bready;
    wire [63:0]     h_araddr, h_awaddr;
    wire [7:0]      h_arlen, h_awlen;
    wire [RB-1:0]   h_rdata, h_wdata;
    wire [ROW_BYTES-1:0] h_wstrb;
    wire [1:0]      h_rresp, h_bresp;

    wire [1:0]      ret_valid, ret_we, ret_trap, start;    // one DLP core, then the job scheduler core
    wire [127:0]    ret_pc, ret_val;
    wire [63:0]     ret_insn;
    wire [3:0]      done_valid;
    wire [31:0]     done_fault;
    wire            kernel_end, hdma_valid, asleep;

    dlp_chip #(.PROFILE(PROFILE)) u_chip (
        .clk(clk), .rst_n(rst_n),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr), .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata),
        .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(),
        .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_araddr(araddr), .s_axil_rvalid(rvalid), .s_axil_rready(rready), .s_axil_rdata(rdata),
        .s_axil_rresp(),
        .s_axi_arvalid(1'b0), .s_axi_arready(), .s_axi_araddr(40'd0), .s_axi_arlen(8'd0), .s_axi_rvalid(), .s_axi_rready(1'b0), .s_axi_rdata(),
        .s_axi_rresp(), .s_axi_rlast(), .s_axi_awvalid(1'b0), .s_axi_awready(), .s_axi_awaddr(40'd0), .s_axi_awlen(8'd0), .s_axi_wvalid(1'b0),
        .s_axi_wready(), .s_axi_wdata({RB{1'b0}}), .s_axi_wstrb({ROW_BYTES{1'b0}}), .s_axi_wlast(1'b0), .s_axi_bvalid(), .s_axi_bready(1'b0), .s_axi_bresp(),
        .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready), .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen), .m_axi_arid(m_arid), .m_axi_arsize(),
        .m_axi_arburst(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready), .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp),
        .m_axi_rlast(m_rlast), .m_axi_rid(m_rid), .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready), .m_axi_awaddr(m_awaddr), .m_axi_awlen(m_awlen),
        .m_axi_awid(m_awid), .m_axi_awsize(), .m_axi_awburst(), .m_axi_awcache(), .m_axi_awprot(), .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready),
        .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb), .m_axi_wlast(m_wlast), .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready), .m_axi_bresp(m_bresp),
        .m_axi_bid(m_bid),
        .h_axi_arvalid(h_arvalid), .h_axi_arready(h_arready), .h_axi_araddr(h_araddr), .h_axi_arlen(h_arlen), .h_axi_rvalid(h_rvalid), .h_axi_rready(h_rready),
        .h_axi_rdata(h_rdata), .h_axi_rresp(h_rresp), .h_axi_rlast(h_rlast), .h_axi_awvalid(h_awvalid), .h_axi_awready(h_awready), .h_axi_awaddr(h_awaddr),
        .h_axi_awlen(h_awlen), .h_axi_wvalid(h_wvalid), .h_axi_wready(h_wready), .h_axi_wdata(h_wdata), .h_axi_wstrb(h_wstrb), .h_axi_wlast(h_wlast),
        .h_axi_bvalid(h_bvalid), .h_axi_bready(h_bready), .h_axi_bresp(h_bresp),
        .irq_o(irq),
        .trc_ret_valid_o(ret_valid), .trc_ret_pc_o(ret_pc), .trc_ret_insn_o(ret_insn), .trc_ret_we_o(ret_we), .trc_ret_rd_o(), .trc_ret_val_o(ret_val),
        .trc_ret_trap_o(ret_trap), .trc_ret_cause_o(), .trc_done_valid_o(done_valid), .trc_done_fault_o(done_fault), .trc_done_pc_o(), .trc_start_o(start),
        .trc_end_o(kernel_end), .trc_hdma_valid_o(hdma_valid), .trc_hdma_error_o(), .asleep_o(asleep)
    );

    icarus_axi_mem #(.ROW_BYTES(ROW_BYTES), .AW(40), .ROWS(`SMOKE_GDRAM_BYTES / ROW_BYTES)) u_gdram (
        .clk(clk), .rst_n(rst_n),
        .arvalid(m_arvalid), .arready(m_arready), .araddr(m_araddr), .arlen(m_arlen), .arid(m_arid), .rvalid(m_rvalid), .rready(m_rready), .rdata(m_rdata),
        .rresp(m_rresp), .rlast(m_rlast), .rid(m_rid), .awvalid(m_awvalid), .awready(m_awready), .awaddr(m_awaddr), .awid(m_awid), .wvalid(m_wvalid),
        .wready(m_wready), .wdata(m_wdata), .wstrb(m_wstrb), .wlast(m_wlast), .bvalid(m_bvalid), .bready(m_bready), .bresp(m_bresp), .bid(m_bid)
    );
    icarus_axi_mem #(.ROW_BYTES(ROW_BYTES), .AW(64), .ROWS(`SMOKE_HOST_BYTES / ROW_BYTES)) u_host (
        .clk(clk), .rst_n(rst_n),
        .arvalid(h_arvalid), .arready(h_arready), .araddr(h_araddr), .arlen(h_arlen), .arid(8'd0), .rvalid(h_rvalid), .rready(h_rready), .rdata(h_rdata),
        .rresp(h_rresp), .rlast(h_rlast), .rid(), .awvalid(h_awvalid), .awready(h_awready), .awaddr(h_awaddr), .awid(8'd0), .wvalid(h_wvalid),
        .wready(h_wready), .wdata(h_wdata), .wstrb(h_wstrb), .wlast(h_wlast), .bvalid(h_bvalid), .bready(h_bready), .bresp(h_bresp), .bid()
    );

    // ---- what must never be X: handshakes always, their payload while it is valid
    integer cycle = 0, retired = 0, unknown_values = 0, b, h;

    task fail(input [8*48-1:0] what);
        begin
            $display("FAIL in cycle %0d: %0s", cycle, what);
            $finish_and_return(1);
        end
    endtask

    always @(negedge clk) if (rst_n) begin
        cycle = cycle + 1;
        if (^{awready, wready, bvalid, arready, rvalid, irq, m_arvalid, m_rready, m_awvalid, m_wvalid, m_bready, h_arvalid, h_rready, h_awvalid,
              h_wvalid, h_bready, ret_valid, start, done_valid, kernel_end, hdma_valid, asleep} === 1'bx) fail("X on a handshake");
        if (m_arvalid && ^{m_araddr, m_arlen, m_arid} === 1'bx) fail("X in a read address, GDRAM");
        if (h_arvalid && ^{h_araddr, h_arlen} === 1'bx)         fail("X in a read address, host memory");
        if (m_awvalid && ^{m_awaddr, m_awlen, m_awid} === 1'bx) fail("X in a write address, GDRAM");
        if (h_awvalid && ^{h_awaddr, h_awlen} === 1'bx)         fail("X in a write address, host memory");
        if (m_wvalid && ^{m_wstrb, m_wlast} === 1'bx)           fail("X in write strobes, GDRAM");
        if (h_wvalid && ^{h_wstrb, h_wlast} === 1'bx)           fail("X in write strobes, host memory");
        for (b = 0; b < ROW_BYTES; b = b + 1) begin
            if (m_wvalid && m_wstrb[b] && ^m_wdata[8*b +: 8] === 1'bx) fail("X written to GDRAM");
            if (h_wvalid && h_wstrb[b] && ^h_wdata[8*b +: 8] === 1'bx) fail("X written to host memory");
        end
        for (h = 0; h < 2; h = h + 1)
            if (ret_valid[h]) begin
                retired = retired + 1;
                if (^{ret_pc[64*h +: 64], ret_insn[32*h +: 32], ret_we[h], ret_trap[h]} === 1'bx) fail("X in a retired instruction");
                if (ret_trap[h]) fail("a trap");
                if (ret_we[h] && ^ret_val[64*h +: 64] === 1'bx) unknown_values = unknown_values + 1;
            end
        for (b = 0; b < 4; b = b + 1)
            if (done_valid[b] && done_fault[8*b +: 8] !== FAULT_NONE) fail("a command faults");
        if (irq[IRQ_STATUS_FAULT_LSB]) fail("the firmware stopped");
        if (cycle > LIMIT) fail("no end");
    end

    // ---- the host
    task reg_write(input [15:0] addr, input [31:0] value);
        begin
            @(negedge clk) awaddr = addr; wdata = value; awvalid = 1'b1; wvalid = 1'b1; bready = 1'b1;
            while (awvalid || wvalid) begin
                @(posedge clk) #1;
                // what was ready at the edge has been taken
                if (taken_aw) awvalid = 1'b0;
                if (taken_w)  wvalid  = 1'b0;
            end
            while (!taken_b) @(posedge clk) #1;
            bready = 1'b0;
        end
    endtask
    reg taken_aw, taken_w, taken_b;
    always @(posedge clk) begin
        taken_aw = awvalid && awready;
        taken_w  = wvalid && wready;
        taken_b  = bvalid && bready;
    end

    reg [31:0]   entry;
    reg [RB-1:0] expect [0:`SMOKE_OUT_BYTES / ROW_BYTES - 1];
    reg [RB-1:0] row;
    integer      n;

    initial begin
        if (!$value$plusargs("entry=%h", entry)) fail("+entry=<start address of the firmware> is missing");
        $readmemh("expect.hex", expect);
        #1;                            // behind the zeros of the memories
        $readmemh("gdram.hex", u_gdram.mem);
        $readmemh("host.hex", u_host.mem);
        repeat (4) @(posedge clk);
        #1 rst_n = 1'b1;
        reg_write(REG_JOB_BASE_LO, `SMOKE_JOBS);
        reg_write(REG_JOB_SIZE, `SMOKE_RING);
        reg_write(REG_CPL_BASE_LO, `SMOKE_CPLS);
        reg_write(REG_CPL_SIZE, `SMOKE_RING);
        reg_write(REG_IRQ_MASK, 32'd1 << IRQ_STATUS_CPL_LSB | 32'd1 << IRQ_STATUS_FAULT_LSB);
        reg_write(REG_JS_ENTRY, entry);
        reg_write(REG_JOB_TAIL, 32'd2);
        reg_write(REG_DEV_CTRL, 32'd1 << DEV_CTRL_JS_RUN_LSB);
        for (n = 0; n < 2; n = n + 1) begin
            // the first row of a completion: sequence number, status, core, phase
            row = u_host.mem[(`SMOKE_CPLS + n * CPL_BYTES) / ROW_BYTES];
            while (row[8*CPL_PHASE +: 32] !== 32'd1) begin
                @(posedge clk) #1 row = u_host.mem[(`SMOKE_CPLS + n * CPL_BYTES) / ROW_BYTES];
            end
            if (row[8*CPL_SEQ +: 32] !== n || row[8*CPL_STATUS +: 32] !== {24'd0, FAULT_NONE}) fail("a job failed");
            $display("job %0d done in cycle %0d", n, cycle);
        end
        while (!irq[IRQ_STATUS_CPL_LSB]) @(posedge clk) #1;
        for (n = 0; n < `SMOKE_OUT_BYTES / ROW_BYTES; n = n + 1)
            if (u_gdram.mem[`SMOKE_OUT / ROW_BYTES + n] !== expect[n]) begin
                $display("row %0d: %h, not %h", n, u_gdram.mem[`SMOKE_OUT / ROW_BYTES + n], expect[n]);
                fail("a wrong result");
            end
        $display("PASS: %0d cycles, %0d instructions, %0d of them with X in their result", cycle, retired, unknown_values);
        $finish_and_return(0);
    end
endmodule
`default_nettype wire
