// SPDX-License-Identifier: Apache-2.0
// dlp_issue - configuration registers, one queue per command stream, and the order between streams.
//
// Protocol: docs/interfaces.md, 1 and 5.  A command is taken when its queue has room, with a copy of its stream's configuration.  The head
//           of a queue is offered to its unit once every command of its `after` set has completed (dlp_issue_order).
// Faults:   in the cycle after a completion with a fault nothing starts any more and what is queued is dropped, until clear_i.
//           Only the first fault is reported.
// Latency:  a command issued to an empty queue is offered in the next cycle; a fault is reported one cycle after its completion.
`default_nettype none

module dlp_issue #(
    parameter QUEUE_DEPTH = 8,         // commands that wait in one queue
    parameter VEC_CFG     = 11,        // configuration registers of each stream: NCFG_* of dlp_spec.vh, nothing else; the ports need them here
    parameter MAT_CFG     = 24,
    parameter IO_CFG      = 6,
    parameter MV_CFG      = 6
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         clear_i,       // configuration registers <- 0
    input  wire         flush_i,       // drop what has not started, take nothing

    // from the scalar core
    input  wire         iss_valid_i,
    output wire         iss_ready_o,
    input  wire [1:0]   iss_stream_i,
    input  wire [5:0]   iss_op_i,
    input  wire [3:0]   iss_after_i,
    input  wire [63:0]  iss_rd_i,
    input  wire [63:0]  iss_rs1_i,
    input  wire [63:0]  iss_rs2_i,
    input  wire [63:0]  iss_pc_i,
    input  wire [1:0]   cfg_we_i,
    input  wire [6:0]   cfg_index_i,
    input  wire [63:0]  cfg_wdata_i,
    output wire [3:0]   idle_o,

    // to the vector unit
    output wire         vec_cmd_valid_o,
    input  wire         vec_cmd_ready_i,
    output wire [5:0]   vec_cmd_op_o,
    output wire [63:0]  vec_cmd_rd_o,
    output wire [63:0]  vec_cmd_rs1_o,
    output wire [63:0]  vec_cmd_rs2_o,
    output wire [32*VEC_CFG-1:0] vec_cmd_cfg_o,
    input  wire         vec_done_valid_i,
    input  wire [7:0]   vec_done_fault_i,
    input  wire [63:0]  vec_done_addr_i,

    // to the matrix unit
    output wire         mat_cmd_valid_o,
    input  wire         mat_cmd_ready_i,
    output wire [5:0]   mat_cmd_op_o,
    output wire [63:0]  mat_cmd_rd_o,
    output wire [63:0]  mat_cmd_rs1_o,
    output wire [63:0]  mat_cmd_rs2_o,
    output wire [32*MAT_CFG-1:0] mat_cmd_cfg_o,
    input  wire         mat_done_valid_i,
    input  wire [7:0]   mat_done_fault_i,
    input  wire [63:0]  mat_done_addr_i,

    // to the IO copy engine
    output wire         io_cmd_valid_o,
    input  wire         io_cmd_ready_i,
    output wire [5:0]   io_cmd_op_o,
    output wire [63:0]  io_cmd_rd_o,
    output wire [63:0]  io_cmd_rs1_o,
    output wire [63:0]  io_cmd_rs2_o,
    output wire [32*IO_CFG-1:0] io_cmd_cfg_o,
    input  wire         io_done_valid_i,
    input  wire [7:0]   io_done_fault_i,
    input  wire [63:0]  io_done_addr_i,

    // to the MOVE copy engine
    output wire         mv_cmd_valid_o,
    input  wire         mv_cmd_ready_i,
    output wire [5:0]   mv_cmd_op_o,
    output wire [63:0]  mv_cmd_rd_o,
    output wire [63:0]  mv_cmd_rs1_o,
    output wire [63:0]  mv_cmd_rs2_o,
    output wire [32*MV_CFG-1:0] mv_cmd_cfg_o,
    input  wire         mv_done_valid_i,
    input  wire [7:0]   mv_done_fault_i,
    input  wire [63:0]  mv_done_addr_i,

    // first fault
    output reg          fault_valid_o,
    output reg  [7:0]   fault_code_o,
    output reg  [63:0]  fault_pc_o,
    output reg  [63:0]  fault_addr_o,

    // trace
    output wire [3:0]   done_valid_o,
    output wire [31:0]  done_fault_o,
    output wire [255:0] done_pc_o
);
    `include "dlp_spec.vh"

    localparam IN_UNIT = 7;            // commands that a unit may have accepted and not completed
    localparam AW = $clog2(QUEUE_DEPTH);

    generate if (VEC_CFG != NCFG_VEC || MAT_CFG != NCFG_MAT || IO_CFG != NCFG_IO || MV_CFG != NCFG_MOVE) begin : g_check
        ERROR_the_numbers_of_configuration_registers_are_those_of_the_specification u_error ();
    end endgenerate

    // ---- order.  Bit s of a vector is stream s.
    wire [3:0]      done = {mv_done_valid_i, io_done_valid_i, mat_done_valid_i, vec_done_valid_i};
    wire [3:0]      room, push;
    wire [4*AW-1:0] head, tail;
    reg             stop_q;            // a command has failed
    wire            flush = flush_i || stop_q;

    assign iss_ready_o = room[iss_stream_i] && !flush;
    assign push        = iss_valid_i && iss_ready_o ? 4'b0001 << iss_stream_i : 4'b0000;

    dlp_issue_order #(.DEPTH(QUEUE_DEPTH), .IN_UNIT(IN_UNIT)) u_order (
        .clk(gclk), .rst_n(rst_n), .flush_i(flush),
        .push_i(push), .after_i(iss_after_i), .room_o(room), .tail_o(tail),
        .valid_o({mv_cmd_valid_o, io_cmd_valid_o, mat_cmd_valid_o, vec_cmd_valid_o}),
        .ready_i({mv_cmd_ready_i, io_cmd_ready_i, mat_cmd_ready_i, vec_cmd_ready_i}), .head_o(head),
        .done_i(done), .idle_o(idle_o)
    );

    // ---- clock: everything else keeps what it holds
    wire       gclk;
    wire [3:0] go = {mv_cmd_valid_o && mv_cmd_ready_i, io_cmd_valid_o && io_cmd_ready_i, mat_cmd_valid_o && mat_cmd_ready_i, vec_cmd_valid_o && vec_cmd_ready_i};
    dlp_clkgate #(.TAIL(3)) u_clk (
        .clk(clk), .rst_n(rst_n), .en_i(clear_i || flush_i || cfg_we_i != 2'b00 || (push | go | done) != 4'b0000), .clk_o(gclk)
    );

    // ---- streams
    // Registers index and index + 1 have different parity: one multiplexer for all even registers, one for all odd ones
    wire [31:0] cfg_even = cfg_index_i[0] ? cfg_wdata_i[63:32] : cfg_wdata_i[31:0];
    wire [31:0] cfg_odd  = cfg_index_i[0] ? cfg_wdata_i[31:0] : cfg_wdata_i[63:32];

    dlp_issue_stream #(.DEPTH(QUEUE_DEPTH), .IN_UNIT(IN_UNIT), .NCFG(VEC_CFG), .FIRST(CFGR_VEC_N)) u_vec (
        .clk(gclk), .rst_n(rst_n), .clear_i(clear_i),
        .push_i(push[0]), .tail_i(tail[0*AW +: AW]), .head_i(head[0*AW +: AW]), .start_i(go[0]),
        .done_i(done[0]), .done_pc_o(done_pc_o[64*0 +: 64]),
        .op_i(iss_op_i), .rd_i(iss_rd_i), .rs1_i(iss_rs1_i), .rs2_i(iss_rs2_i), .pc_i(iss_pc_i),
        .cfg_we_i(cfg_we_i), .cfg_index_i(cfg_index_i), .cfg_even_i(cfg_even), .cfg_odd_i(cfg_odd),
        .cmd_op_o(vec_cmd_op_o), .cmd_rd_o(vec_cmd_rd_o), .cmd_rs1_o(vec_cmd_rs1_o), .cmd_rs2_o(vec_cmd_rs2_o), .cmd_cfg_o(vec_cmd_cfg_o)
    );
    dlp_issue_stream #(.DEPTH(QUEUE_DEPTH), .IN_UNIT(IN_UNIT), .NCFG(MAT_CFG), .FIRST(CFGR_MAT_HI)) u_mat (
        .clk(gclk), .rst_n(rst_n), .clear_i(clear_i),
        .push_i(push[1]), .tail_i(tail[1*AW +: AW]), .head_i(head[1*AW +: AW]), .start_i(go[1]),
        .done_i(done[1]), .done_pc_o(done_pc_o[64*1 +: 64]),
        .op_i(iss_op_i), .rd_i(iss_rd_i), .rs1_i(iss_rs1_i), .rs2_i(iss_rs2_i), .pc_i(iss_pc_i),
        .cfg_we_i(cfg_we_i), .cfg_index_i(cfg_index_i), .cfg_even_i(cfg_even), .cfg_odd_i(cfg_odd),
        .cmd_op_o(mat_cmd_op_o), .cmd_rd_o(mat_cmd_rd_o), .cmd_rs1_o(mat_cmd_rs1_o), .cmd_rs2_o(mat_cmd_rs2_o), .cmd_cfg_o(mat_cmd_cfg_o)
    );
    dlp_issue_stream #(.DEPTH(QUEUE_DEPTH), .IN_UNIT(IN_UNIT), .NCFG(IO_CFG), .FIRST(CFGR_IO_DST_STRIDE)) u_io (
        .clk(gclk), .rst_n(rst_n), .clear_i(clear_i),
        .push_i(push[2]), .tail_i(tail[2*AW +: AW]), .head_i(head[2*AW +: AW]), .start_i(go[2]),
        .done_i(done[2]), .done_pc_o(done_pc_o[64*2 +: 64]),
        .op_i(iss_op_i), .rd_i(iss_rd_i), .rs1_i(iss_rs1_i), .rs2_i(iss_rs2_i), .pc_i(iss_pc_i),
        .cfg_we_i(cfg_we_i), .cfg_index_i(cfg_index_i), .cfg_even_i(cfg_even), .cfg_odd_i(cfg_odd),
        .cmd_op_o(io_cmd_op_o), .cmd_rd_o(io_cmd_rd_o), .cmd_rs1_o(io_cmd_rs1_o), .cmd_rs2_o(io_cmd_rs2_o), .cmd_cfg_o(io_cmd_cfg_o)
    );
    dlp_issue_stream #(.DEPTH(QUEUE_DEPTH), .IN_UNIT(IN_UNIT), .NCFG(MV_CFG), .FIRST(CFGR_MV_DST_STRIDE)) u_move (
        .clk(gclk), .rst_n(rst_n), .clear_i(clear_i),
        .push_i(push[3]), .tail_i(tail[3*AW +: AW]), .head_i(head[3*AW +: AW]), .start_i(go[3]),
        .done_i(done[3]), .done_pc_o(done_pc_o[64*3 +: 64]),
        .op_i(iss_op_i), .rd_i(iss_rd_i), .rs1_i(iss_rs1_i), .rs2_i(iss_rs2_i), .pc_i(iss_pc_i),
        .cfg_we_i(cfg_we_i), .cfg_index_i(cfg_index_i), .cfg_even_i(cfg_even), .cfg_odd_i(cfg_odd),
        .cmd_op_o(mv_cmd_op_o), .cmd_rd_o(mv_cmd_rd_o), .cmd_rs1_o(mv_cmd_rs1_o), .cmd_rs2_o(mv_cmd_rs2_o), .cmd_cfg_o(mv_cmd_cfg_o)
    );

    // ---- completions
    assign done_valid_o = done;
    assign done_fault_o = {mv_done_fault_i, io_done_fault_i, mat_done_fault_i, vec_done_fault_i};

    wire [3:0] failed = done & {mv_done_fault_i  != FAULT_NONE, io_done_fault_i  != FAULT_NONE,
                                mat_done_fault_i != FAULT_NONE, vec_done_fault_i != FAULT_NONE};

    wire [1:0]   first     = failed[0] ? 2'd0 : failed[1] ? 2'd1 : failed[2] ? 2'd2 : 2'd3;   // stream of the fault that is reported
    wire [255:0] done_addr = {mv_done_addr_i, io_done_addr_i, mat_done_addr_i, vec_done_addr_i};

    always @(posedge gclk) begin
        fault_valid_o <= 1'b0;
        if (!rst_n || clear_i)
            stop_q <= 1'b0;
        else if (failed != 4'b0000 && !stop_q) begin
            stop_q        <= 1'b1;
            fault_valid_o <= 1'b1;
            fault_code_o  <= done_fault_o[8*first +: 8];
            fault_addr_o  <= done_addr[64*first +: 64];
            fault_pc_o    <= done_pc_o[64*first +: 64];
        end
    end
endmodule
`default_nettype wire
