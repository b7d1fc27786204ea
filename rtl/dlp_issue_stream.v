// SPDX-License-Identifier: Apache-2.0
// dlp_issue_stream - the data of one command stream: its configuration registers, its queued commands, the pcs of those in the unit.
//
// Protocol: dlp_issue_order says when and where: push_i writes slot tail_i, start_i: the command of slot head_i was taken by the unit.
// Latency:  a configuration write is part of the commands pushed in later cycles; the head is shown in the cycle after its push.
`default_nettype none

module dlp_issue_stream #(
    parameter DEPTH   = 8,             // slots of the queue, 2 to 16
    parameter IN_UNIT = 7,             // most commands that are started and not complete
    parameter NCFG    = 3,             // configuration registers
    parameter FIRST   = 0              // index of the first of them
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         clear_i,       // configuration registers <- 0

    // control
    input  wire         push_i,
    input  wire [$clog2(DEPTH)-1:0] tail_i,
    input  wire [$clog2(DEPTH)-1:0] head_i,
    input  wire         start_i,
    input  wire         done_i,
    output wire [63:0]  done_pc_o,     // of the oldest command in the unit

    // the new command
    input  wire [5:0]   op_i,
    input  wire [63:0]  rd_i,
    input  wire [63:0]  rs1_i,
    input  wire [63:0]  rs2_i,
    input  wire [63:0]  pc_i,

    // configuration writes, of any stream: bit 0 writes register cfg_index_i, bit 1 the next one; the word comes by the parity of the register
    input  wire [1:0]   cfg_we_i,
    input  wire [6:0]   cfg_index_i,
    input  wire [31:0]  cfg_even_i,
    input  wire [31:0]  cfg_odd_i,

    // the head
    output wire [5:0]   cmd_op_o,
    output wire [63:0]  cmd_rd_o,
    output wire [63:0]  cmd_rs1_o,
    output wire [63:0]  cmd_rs2_o,
    output wire [32*NCFG-1:0] cmd_cfg_o
);
    localparam AW = $clog2(DEPTH);
    localparam CB = 32 * NCFG;
    localparam EW = CB + 4 * 64 + 6;   // {op, pc, rs2, rs1, rd, configuration}

    // ---- configuration registers
    reg [CB-1:0] cfg_q;
    integer      c;

    always @(posedge clk)
        if (!rst_n || clear_i)
            cfg_q <= {CB{1'b0}};
        else if (cfg_we_i != 2'b00)
            for (c = 0; c < NCFG; c = c + 1) begin
                if ((cfg_we_i[0] && cfg_index_i == FIRST[6:0] + c[6:0]) || (cfg_we_i[1] && cfg_index_i + 7'd1 == FIRST[6:0] + c[6:0]))
                    cfg_q[32*c +: 32] <= FIRST[0] != c[0] ? cfg_odd_i : cfg_even_i;
            end

    // ---- queue: a power of two of slots, so that Verilator needs no bounds check
    (* ram_style = "distributed" *)
    reg  [EW-1:0] entry [0:(1<<AW)-1];
    wire [EW-1:0] front = entry[head_i];

    assign {cmd_op_o, cmd_rs2_o, cmd_rs1_o, cmd_rd_o, cmd_cfg_o} = {front[EW-1 -: 6], front[CB+191:0]};

    always @(posedge clk)
        if (push_i) entry[tail_i] <= {op_i, pc_i, rs2_i, rs1_i, rd_i, cfg_q};

    // ---- pcs in the unit
    wire       unused_in_ready, unused_out_valid;
    wire [$clog2(IN_UNIT+1)-1:0] unused_count;
    dlp_fifo #(.WIDTH(64), .DEPTH(IN_UNIT)) u_pcs (
        .clk(clk), .rst_n(rst_n), .in_valid_i(start_i), .in_ready_o(unused_in_ready), .in_data_i(front[CB+192 +: 64]),
        .out_valid_o(unused_out_valid), .out_ready_i(done_i), .out_data_o(done_pc_o), .count_o(unused_count)
    );
    wire unused_ok = &{1'b0, unused_in_ready, unused_out_valid, unused_count};
endmodule
`default_nettype wire
