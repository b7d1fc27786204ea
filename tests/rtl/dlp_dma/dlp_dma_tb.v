// SPDX-License-Identifier: Apache-2.0
// dlp_dma_tb - both copy engines with their ports in vectors: engine 0 is IO, engine 1 is MOVE; scratchpad ports are nr, nw, wr, ww.
`default_nettype none

module dlp_dma_tb #(
    parameter ROW_BYTES   = 64,
    parameter NRAM_BYTES  = 16384,
    parameter WRAM_BYTES  = 8192,
    parameter [39:0] GDRAM_BYTES = 40'd262144
) (
    input  wire         clk,
    input  wire         rst_n,

    input  wire [1:0]   cmd_valid_i,
    output wire [1:0]   cmd_ready_o,
    input  wire [5:0]   cmd_op_i,
    input  wire [63:0]  cmd_rd_i,
    input  wire [63:0]  cmd_rs1_i,
    input  wire [63:0]  cmd_rs2_i,
    input  wire [191:0] cmd_cfg_i,
    output wire [1:0]   done_valid_o,
    output wire [15:0]  done_fault_o,
    output wire [127:0] done_addr_o,
    output wire [1:0]   busy_o,

    output wire [7:0]   req_valid_o,
    input  wire [7:0]   req_ready_i,
    output wire [7:0]   req_write_o,
    output wire [127:0] req_row_o,
    output wire [8*ROW_BYTES-1:0]  req_be_o,
    output wire [64*ROW_BYTES-1:0] req_wdata_o,
    input  wire [7:0]   rsp_valid_i,
    input  wire [64*ROW_BYTES-1:0] rsp_rdata_i,

    output wire [1:0]   arvalid_o,
    input  wire         arready_i,
    output wire [39:0]  araddr_o,
    output wire [7:0]   arlen_o,
    input  wire         rvalid_i,
    output wire         rready_o,
    input  wire [8*ROW_BYTES-1:0] rdata_i,
    input  wire [1:0]   rresp_i,
    input  wire         rlast_i,
    output wire [1:0]   awvalid_o,
    input  wire         awready_i,
    output wire [39:0]  awaddr_o,
    output wire [7:0]   awlen_o,
    output wire [1:0]   wvalid_o,
    input  wire         wready_i,
    output wire [8*ROW_BYTES-1:0] wdata_o,
    output wire [ROW_BYTES-1:0]   wstrb_o,
    output wire         wlast_o,
    input  wire         bvalid_i,
    output wire         bready_o,
    input  wire [1:0]   bresp_i
);
    localparam R = ROW_BYTES, RB = 8 * ROW_BYTES;

    wire [79:0]     araddr, awaddr;
    wire [15:0]     arlen, awlen;
    wire [1:0]      rready, wlast, bready;
    wire [2*RB-1:0] wdata;
    wire [2*R-1:0]  wstrb;
    assign araddr_o = araddr[39:0];
    assign awaddr_o = awaddr[39:0];
    assign arlen_o  = arlen[7:0];
    assign awlen_o  = awlen[7:0];
    assign rready_o = rready[0];
    assign wlast_o  = wlast[0];
    assign bready_o = bready[0];
    assign wdata_o  = wdata[RB-1:0];
    assign wstrb_o  = wstrb[R-1:0];

    genvar e;
    generate for (e = 0; e < 2; e = e + 1) begin : g_engine
        dlp_dma #(.IO(1 - e), .ROW_BYTES(R), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_dma (
            .clk(clk), .rst_n(rst_n),
            .cmd_valid_i(cmd_valid_i[e]), .cmd_ready_o(cmd_ready_o[e]), .cmd_op_i(cmd_op_i), .cmd_rd_i(cmd_rd_i), .cmd_rs1_i(cmd_rs1_i),
            .cmd_rs2_i(cmd_rs2_i), .cmd_cfg_i(cmd_cfg_i), .done_valid_o(done_valid_o[e]), .done_fault_o(done_fault_o[8*e +: 8]),
            .done_addr_o(done_addr_o[64*e +: 64]), .busy_o(busy_o[e]),
            .nr_req_valid_o(req_valid_o[4*e+0]), .nr_req_ready_i(req_ready_i[4*e+0]), .nr_req_write_o(req_write_o[4*e+0]),
            .nr_req_row_o(req_row_o[16*(4*e+0) +: 16]), .nr_req_be_o(req_be_o[R*(4*e+0) +: R]), .nr_req_wdata_o(req_wdata_o[RB*(4*e+0) +: RB]),
            .nr_rsp_valid_i(rsp_valid_i[4*e+0]), .nr_rsp_rdata_i(rsp_rdata_i[RB*(4*e+0) +: RB]),
            .nw_req_valid_o(req_valid_o[4*e+1]), .nw_req_ready_i(req_ready_i[4*e+1]), .nw_req_write_o(req_write_o[4*e+1]),
            .nw_req_row_o(req_row_o[16*(4*e+1) +: 16]), .nw_req_be_o(req_be_o[R*(4*e+1) +: R]), .nw_req_wdata_o(req_wdata_o[RB*(4*e+1) +: RB]),
            .nw_rsp_valid_i(rsp_valid_i[4*e+1]), .nw_rsp_rdata_i(rsp_rdata_i[RB*(4*e+1) +: RB]),
            .wr_req_valid_o(req_valid_o[4*e+2]), .wr_req_ready_i(req_ready_i[4*e+2]), .wr_req_write_o(req_write_o[4*e+2]),
            .wr_req_row_o(req_row_o[16*(4*e+2) +: 16]), .wr_req_be_o(req_be_o[R*(4*e+2) +: R]), .wr_req_wdata_o(req_wdata_o[RB*(4*e+2) +: RB]),
            .wr_rsp_valid_i(rsp_valid_i[4*e+2]), .wr_rsp_rdata_i(rsp_rdata_i[RB*(4*e+2) +: RB]),
            .ww_req_valid_o(req_valid_o[4*e+3]), .ww_req_ready_i(req_ready_i[4*e+3]), .ww_req_write_o(req_write_o[4*e+3]),
            .ww_req_row_o(req_row_o[16*(4*e+3) +: 16]), .ww_req_be_o(req_be_o[R*(4*e+3) +: R]), .ww_req_wdata_o(req_wdata_o[RB*(4*e+3) +: RB]),
            .ww_rsp_valid_i(rsp_valid_i[4*e+3]), .ww_rsp_rdata_i(rsp_rdata_i[RB*(4*e+3) +: RB]),
            .arvalid_o(arvalid_o[e]), .arready_i(arready_i), .araddr_o(araddr[40*e +: 40]), .arlen_o(arlen[8*e +: 8]),
            .rvalid_i(rvalid_i && e == 0), .rready_o(rready[e]), .rdata_i(rdata_i), .rresp_i(rresp_i), .rlast_i(rlast_i),
            .awvalid_o(awvalid_o[e]), .awready_i(awready_i), .awaddr_o(awaddr[40*e +: 40]), .awlen_o(awlen[8*e +: 8]),
            .wvalid_o(wvalid_o[e]), .wready_i(wready_i), .wdata_o(wdata[RB*e +: RB]), .wstrb_o(wstrb[R*e +: R]), .wlast_o(wlast[e]),
            .bvalid_i(bvalid_i && e == 0), .bready_o(bready[e]), .bresp_i(bresp_i)
        );
    end endgenerate
    wire unused_ok = &{1'b0, araddr, awaddr, arlen, awlen, rready, wlast, bready, wdata, wstrb};
endmodule
`default_nettype wire
