// SPDX-License-Identifier: Apache-2.0
// dlp_counters - event counters of a scalar core that are seen by CSR instructions only: STALL_*, BUSY_*, *_CONFLICT.
//
// Protocol: a counter is the sum of its events in all cycles since clear_i; value_o is that of index_i, combinational and exact.
//           index_i is the CSR number less CSR_STALL_FETCH; other indices than those of a counter read anything.
// Method:   a memory holds the totals, a narrow lane for each counter the events since its total was written; one total is brought up to
//           date in a cycle, all in turn, so a lane needs to hold the events of ROUND cycles only.
`default_nettype none

module dlp_counters #(
    parameter HAS_DLP = 1              // 0: stall counters only
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        clear_i,

    // events
    input  wire [2:0]  stall_i,        // STALL_*
    input  wire [3:0]  busy_i,
    input  wire [3:0]  nram_conflicts_i,
    input  wire [3:0]  wram_conflicts_i,

    // read
    input  wire        re_i,           // value_o matters
    input  wire [3:0]  index_i,
    output reg  [63:0] value_o
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    localparam ROUND = 16, LANES = 11;
    localparam ONE   = 5;              // bits of a lane that counts up to 1 in a cycle: ROUND fits
    localparam MANY  = 8;              // up to 15
    localparam [11:0] NRAM_12 = CSR_NRAM_CONFLICT - CSR_STALL_FETCH, WRAM_12 = CSR_WRAM_CONFLICT - CSR_STALL_FETCH;
    localparam [3:0]  NRAM = NRAM_12[3:0], WRAM = WRAM_12[3:0];

    // lane i is that of the counter with index i
    generate if (CSR_STALL_BRANCH != CSR_STALL_FETCH + 12'd1 || CSR_STALL_MEM    != CSR_STALL_FETCH + 12'd2 ||
                 CSR_STALL_SPM    != CSR_STALL_FETCH + 12'd3 || CSR_STALL_MULDIV != CSR_STALL_FETCH + 12'd4 ||
                 CSR_STALL_QUEUE  != CSR_STALL_FETCH + 12'd5 || CSR_STALL_SYNC   != CSR_STALL_FETCH + 12'd6 ||
                 CSR_BUSY_VEC     != CSR_STALL_FETCH + 12'd7 || CSR_BUSY_MAT     != CSR_STALL_FETCH + 12'd8 ||
                 CSR_BUSY_IO      != CSR_STALL_FETCH + 12'd9 || CSR_BUSY_MOVE    != CSR_STALL_FETCH + 12'd10 ||
                 NRAM_12 >= 12'd16 || WRAM_12 >= 12'd16) begin : g_check
        ERROR_counters_must_be_in_this_order u_error ();
    end endgenerate

    reg [63:0] total [0:ROUND-1];
    reg [3:0]  turn_q;                 // whose total is written in this cycle
    reg        first_q;                // first round: totals from turn_q on are not written yet, they are 0
    reg [ONE*LANES-1:0] lanes_q;
    reg [MANY-1:0]      nram_q, wram_q;

    function [MANY-1:0] lane;
        input [3:0] i;
        lane = i == NRAM ? nram_q : i == WRAM ? wram_q : {{(MANY-ONE){1'b0}}, lanes_q[ONE * {3'd0, i} +: ONE]};
    endfunction

    wire [ONE*LANES-1:0] events = {
        {ONE-1{1'b0}}, busy_i[STREAM_MOVE], {ONE-1{1'b0}}, busy_i[STREAM_IO], {ONE-1{1'b0}}, busy_i[STREAM_MAT], {ONE-1{1'b0}}, busy_i[STREAM_VEC],
        {ONE-1{1'b0}}, stall_i == STALL_SYNC,   {ONE-1{1'b0}}, stall_i == STALL_QUEUE, {ONE-1{1'b0}}, stall_i == STALL_MULDIV,
        {ONE-1{1'b0}}, stall_i == STALL_SPM,    {ONE-1{1'b0}}, stall_i == STALL_MEM,   {ONE-1{1'b0}}, stall_i == STALL_BRANCH,
        {ONE-1{1'b0}}, stall_i == STALL_FETCH};
    wire [ONE*LANES-1:0] stay = ~({{ONE*(LANES-1){1'b0}}, {ONE{1'b1}}} << ({1'b0, turn_q, 2'b00} + {3'd0, turn_q}));   // ONE * turn_q

    wire [63:0] total_at = total[index_i];
    always @*
        if (re_i) value_o = ((first_q && index_i >= turn_q) ? 64'd0 : total_at) + {{(64-MANY){1'b0}}, lane(index_i)};
        else      value_o = 64'd0;

    always @(posedge clk)
        if (!rst_n || clear_i) begin
            turn_q  <= 4'd0;
            first_q <= 1'b1;
            lanes_q <= {ONE*LANES{1'b0}};
            nram_q  <= {MANY{1'b0}};
            wram_q  <= {MANY{1'b0}};
        end else begin
            turn_q  <= turn_q + 4'd1;
            if (turn_q == 4'd15) first_q <= 1'b0;
            lanes_q <= (lanes_q & stay) + events;
            if (HAS_DLP != 0) begin
                nram_q <= (turn_q == NRAM ? {MANY{1'b0}} : nram_q) + {4'd0, nram_conflicts_i};
                wram_q <= (turn_q == WRAM ? {MANY{1'b0}} : wram_q) + {4'd0, wram_conflicts_i};
            end
        end

    always @(posedge clk) total[turn_q] <= (first_q ? 64'd0 : total[turn_q]) + {{(64-MANY){1'b0}}, lane(turn_q)};
endmodule
`default_nettype wire
