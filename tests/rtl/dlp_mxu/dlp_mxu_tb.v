// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_tb - the matrix unit in the sizes of a profile; ports as in dlp_mxu.
`default_nettype none

module dlp_mxu_tb #(
    parameter PROFILE = 2,
    parameter FLOAT   = 0          // 1: has the float array also where the profile has none
) (
    input  wire            clk,
    input  wire            rst_n,
    input  wire            cmd_valid,
    output wire            cmd_ready,
    input  wire [5:0]      cmd_op,
    input  wire [63:0]     cmd_rd,
    input  wire [63:0]     cmd_rs1,
    input  wire [63:0]     cmd_rs2,
    input  wire [32*24-1:0] cmd_cfg,
    output wire            done_valid,
    output wire [7:0]      done_fault,
    output wire [63:0]     done_addr,
    output wire            busy,
    output wire            row,

    output wire            a_valid,
    input  wire            a_ready,
    output wire            a_write,
    output wire [15:0]     a_row,
    input  wire            a_rsp_valid,
    input  wire [511:0]    a_rdata,

    output wire            d_valid,
    input  wire            d_ready,
    output wire            d_write,
    output wire [15:0]     d_row,
    output wire [63:0]     d_be,
    output wire [511:0]    d_wdata,

    output wire            w_valid,
    input  wire            w_ready,
    output wire            w_write,
    output wire [15:0]     w_row,
    input  wire            w_rsp_valid,
    input  wire [511:0]    w_rdata
);
    `include "dlp_config.vh"

    wire [ROW_BYTES-1:0]   be;
    wire [8*ROW_BYTES-1:0] wdata;
    /* verilator lint_off UNUSEDSIGNAL */
    wire [ROW_BYTES-1:0]   a_be, w_be;
    wire [8*ROW_BYTES-1:0] a_wdata, w_wdata;
    wire                   unused_ok = &{1'b0, a_rdata, w_rdata};
    /* verilator lint_on UNUSEDSIGNAL */

    dlp_mxu #(
        .DIM(MXU_DIM), .ACC_ROWS(MXU_ACC_ROWS), .FLOAT(FLOAT != 0 || MXU_FLOAT != 0 ? 1 : 0), .OUT_LANES(MXU_OUT_LANES), .ROW_BYTES(ROW_BYTES),
        .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES)
    ) u_mxu (
        .clk(clk), .rst_n(rst_n),
        .cmd_valid_i(cmd_valid), .cmd_ready_o(cmd_ready), .cmd_op_i(cmd_op), .cmd_rd_i(cmd_rd), .cmd_rs1_i(cmd_rs1),
        .cmd_rs2_i(cmd_rs2), .cmd_cfg_i(cmd_cfg), .done_valid_o(done_valid), .done_fault_o(done_fault),
        .done_addr_o(done_addr), .busy_o(busy), .row_o(row),
        .a_req_valid_o(a_valid), .a_req_ready_i(a_ready), .a_req_write_o(a_write), .a_req_row_o(a_row), .a_req_be_o(a_be),
        .a_req_wdata_o(a_wdata), .a_rsp_valid_i(a_rsp_valid), .a_rsp_rdata_i(a_rdata[8*ROW_BYTES-1:0]),
        .d_req_valid_o(d_valid), .d_req_ready_i(d_ready), .d_req_write_o(d_write), .d_req_row_o(d_row), .d_req_be_o(be),
        .d_req_wdata_o(wdata), .d_rsp_valid_i(1'b0), .d_rsp_rdata_i({8*ROW_BYTES{1'b0}}),
        .w_req_valid_o(w_valid), .w_req_ready_i(w_ready), .w_req_write_o(w_write), .w_req_row_o(w_row), .w_req_be_o(w_be),
        .w_req_wdata_o(w_wdata), .w_rsp_valid_i(w_rsp_valid), .w_rsp_rdata_i(w_rdata[8*ROW_BYTES-1:0])
    );

    /* verilator lint_off WIDTH */                  // zero-extended to the widest row
    assign d_be    = be;
    assign d_wdata = wdata;
    /* verilator lint_on WIDTH */
endmodule
`default_nettype wire
