// SPDX-License-Identifier: Apache-2.0
// dlp_issue_stream - one command stream: its configuration registers, its queue, and when its head may start.
//
// Protocol: push_i only with room_o.  cmd_valid_o: the head may start; it is taken with cmd_ready_i.  done_i: completions of all streams.
// Latency:  1 from push to offer.
`default_nettype none

module dlp_issue_stream #(
    parameter DEPTH = 8,               // commands that wait
    parameter NCFG  = 3,               // configuration registers
    parameter FIRST = 0,               // index of the first of them
    parameter SELF  = 0                // number of this stream
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         clear_i,
    input  wire         flush_i,

    // a command of this stream
    input  wire         push_i,
    output wire         room_o,
    input  wire [5:0]   op_i,
    input  wire [3:0]   after_i,
    input  wire [63:0]  rd_i,
    input  wire [63:0]  rs1_i,
    input  wire [63:0]  rs2_i,
    input  wire [63:0]  pc_i,

    // configuration writes, of any stream
    input  wire [1:0]   cfg_we_i,
    input  wire [6:0]   cfg_index_i,
    input  wire [63:0]  cfg_wdata_i,

    // all streams: completions in this cycle, commands outstanding before it (5 bits each)
    input  wire [3:0]   done_i,
    input  wire [19:0]  outstanding_i,
    output wire [4:0]   outstanding_o,
    output wire         idle_o,
    output wire [63:0]  done_pc_o,     // pc of the oldest command in the unit

    // to the unit
    output wire         cmd_valid_o,
    input  wire         cmd_ready_i,
    output wire [5:0]   cmd_op_o,
    output wire [63:0]  cmd_rd_o,
    output wire [63:0]  cmd_rs1_o,
    output wire [63:0]  cmd_rs2_o,
    output wire [32*NCFG-1:0] cmd_cfg_o
);
    localparam AW = $clog2(DEPTH);
    localparam CW = $clog2(DEPTH + 1);
    localparam IN_UNIT = 7;            // commands that a unit may have accepted and not finished
    localparam EW = 6 + 4 * 64 + 32 * NCFG;
    localparam [31:0] DEPTH_W = DEPTH;

    generate if ((1 << AW) != DEPTH || DEPTH + IN_UNIT > 31) begin : g_check
        ERROR_DEPTH_must_be_a_power_of_two_up_to_16 u_error ();
    end endgenerate

    // ---- configuration registers
    reg [32*NCFG-1:0] cfg_q;
    integer           c;

    always @(posedge clk)
        if (!rst_n || clear_i)
            cfg_q <= {32*NCFG{1'b0}};
        else if (cfg_we_i != 2'b00)
            for (c = 0; c < NCFG; c = c + 1) begin
                if (cfg_we_i[0] && cfg_index_i == FIRST[6:0] + c[6:0])
                    cfg_q[32*c +: 32] <= cfg_wdata_i[31:0];
                if (cfg_we_i[1] && cfg_index_i + 7'd1 == FIRST[6:0] + c[6:0])
                    cfg_q[32*c +: 32] <= cfg_wdata_i[63:32];
            end

    // ---- queue: wide fields in a RAM, the counts of what to wait for in registers
    reg [EW-1:0] entry [0:DEPTH-1];
    reg [19:0]   wait_q [0:DEPTH-1];   // per stream, 5 bits
    reg [AW-1:0] head_q, tail_q;
    reg [CW-1:0] count_q;
    reg [4:0]    outstanding_q;

    wire         start = cmd_valid_o && cmd_ready_i;
    wire         full  = count_q == DEPTH_W[CW-1:0];
    wire [EW-1:0] front = entry[head_q];

    assign room_o        = !full;
    assign idle_o        = outstanding_q == 5'd0;
    assign outstanding_o = outstanding_q;
    assign cmd_valid_o   = count_q != {CW{1'b0}} && wait_q[head_q] == 20'd0 && !flush_i && !unit_full;
    assign {cmd_op_o, cmd_rd_o, cmd_rs1_o, cmd_rs2_o, cmd_cfg_o} = {front[EW-1 -: 6+192], front[32*NCFG-1:0]};

    // what a new command waits for: those outstanding that do not complete in this very cycle
    reg [19:0] wait_new;
    integer    s;
    always @* begin
        wait_new = 20'd0;
        if (push_i)
            for (s = 0; s < 4; s = s + 1)
                if (after_i[s]) wait_new[5*s +: 5] = outstanding_i[5*s +: 5] - {4'd0, done_i[s]};
    end

    integer w, k;
    always @(posedge clk) begin
        if (push_i) entry[tail_q] <= {op_i, rd_i, rs1_i, rs2_i, pc_i, cfg_q};
        if (done_i != 4'b0000 || push_i)
            for (w = 0; w < DEPTH; w = w + 1)
                if (push_i && tail_q == w[AW-1:0])
                    wait_q[w] <= wait_new;
                else
                    for (k = 0; k < 4; k = k + 1)
                        if (done_i[k] && wait_q[w][5*k +: 5] != 5'd0)
                            wait_q[w][5*k +: 5] <= wait_q[w][5*k +: 5] - 5'd1;
        if (!rst_n) begin
            head_q        <= {AW{1'b0}};
            tail_q        <= {AW{1'b0}};
            count_q       <= {CW{1'b0}};
            outstanding_q <= 5'd0;
        end else if (flush_i) begin
            // what the unit has accepted stays outstanding until it is done
            head_q        <= {AW{1'b0}};
            tail_q        <= {AW{1'b0}};
            count_q       <= {CW{1'b0}};
            outstanding_q <= {2'b00, in_unit_q} - {4'd0, done_i[SELF]};
        end else begin
            if (push_i) tail_q <= tail_q + 1'b1;
            if (start)  head_q <= head_q + 1'b1;
            if (push_i != start) count_q <= push_i ? count_q + 1'b1 : count_q - 1'b1;
            if (push_i != done_i[SELF]) outstanding_q <= push_i ? outstanding_q + 5'd1 : outstanding_q - 5'd1;
        end
    end

    // ---- pcs of the commands in the unit, oldest first
    reg [63:0]  pc [0:7];
    reg [2:0]   pc_head_q, pc_tail_q, in_unit_q;
    wire        unit_full = in_unit_q == IN_UNIT[2:0];

    assign done_pc_o = pc[pc_head_q];

    always @(posedge clk) begin
        if (start) pc[pc_tail_q] <= front[32*NCFG +: 64];
        if (!rst_n) begin
            pc_head_q <= 3'd0;
            pc_tail_q <= 3'd0;
            in_unit_q <= 3'd0;
        end else begin
            if (start)        pc_tail_q <= pc_tail_q + 3'd1;
            if (done_i[SELF]) pc_head_q <= pc_head_q + 3'd1;
            if (start != done_i[SELF]) in_unit_q <= start ? in_unit_q + 3'd1 : in_unit_q - 3'd1;
        end
    end
endmodule
`default_nettype wire
