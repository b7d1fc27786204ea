// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_acc - accumulator: ACC_ROWS x DIM sums, int32 or binary32, in work, and two halves of finished ones, of which the output stage
//               drains one while the array fills the other.
//
// Protocol: in_* are the marks of the activation row that enters the array in this cycle; its sums arrive on sum_i,
//           those of a row marked in_float_i on float_sum_i,
//           2*DIM array cycles later and are written (first tile of a group) or added to row r, where r counts from the
//           row marked in_tok_i on.  fill_done_o pulses when the row marked in_end_i has been written.
//           A group of one tile (in_first_i and in_final_i) reads nothing; fill_row_o pulses for each of its rows.
//           rd_valid_i reads a row of a half; rd_data_o shows it from the next cycle until the next read.
// Timing:   read, add, write take three cycles, so a row must not come again within 3 cycles.  It does not: tiles start
//           at least 2*DIM cycles apart, and dlp_mxu puts a gap between tiles of two rows.
`default_nettype none

module dlp_mxu_acc #(
    parameter DIM      = 16,
    parameter ACC_ROWS = 256,
    parameter FLOAT    = 0                      // 1: in_float_i may be set
) (
    input  wire              clk,
    input  wire              rst_n,

    // marks at the entry of the array
    input  wire              en_i,
    input  wire              in_valid_i,
    input  wire              in_tok_i,
    input  wire              in_first_i,
    input  wire              in_final_i,
    input  wire              in_end_i,
    input  wire              in_half_i,
    input  wire              in_float_i,

    // sums at its exit, of int8 and of floats
    input  wire [32*DIM-1:0] sum_i,
    input  wire [32*DIM-1:0] float_sum_i,
    output wire              fill_row_o,
    output wire              fill_done_o,
    output wire              fill_half_o,

    // output stage
    input  wire              rd_valid_i,
    input  wire              rd_half_i,
    input  wire [$clog2(ACC_ROWS)-1:0] rd_row_i,
    output wire [32*DIM-1:0] rd_data_o
);
    `include "dlp_spec.vh"
    `include "dlp_float.vh"

    localparam RLOG  = $clog2(ACC_ROWS);
    localparam DELAY = 2*DIM - 1;

    // ---- marks travel beside the array and arrive one cycle before the sums
    reg  [7*DELAY-1:0] marks_q;
    wire [6:0]         mark_in = {in_valid_i, in_valid_i && in_tok_i, in_first_i, in_final_i, in_end_i, in_half_i, in_float_i};
    wire               valid, tok, first, final_k, last, half, flt;
    assign {valid, tok, first, final_k, last, half, flt} = marks_q[7*DELAY-1 -: 7];

    always @(posedge clk)
        if (!rst_n)    marks_q <= {7*DELAY{1'b0}};
        else if (en_i) marks_q <= {marks_q[7*DELAY-8:0], mark_in};

    // ---- read, add, write
    reg  [RLOG-1:0]   next_q, add_row_q, wr_row_q;
    reg               add_q, add_first_q, add_final_q, add_last_q, add_half_q, add_float_q;
    reg               wr_q, wr_one_q, wr_final_q, wr_last_q, wr_half_q;
    reg  [32*DIM-1:0] wr_data_q;
    wire [RLOG-1:0]   row = tok ? {RLOG{1'b0}} : next_q;
    wire              come = en_i && valid;
    reg  [32*DIM-1:0] data_q;
    integer           j;

    always @(posedge clk)
        if (!rst_n) {add_q, wr_q} <= 2'b00;
        else        {add_q, wr_q} <= {come, add_q};

    always @(posedge clk) begin
        if (come) begin
            next_q    <= row + 1'b1;
            add_row_q <= row;
            {add_first_q, add_final_q, add_last_q, add_half_q, add_float_q} <= {first, final_k, last, half, flt};
        end
        if (add_q) begin
            wr_row_q <= add_row_q;
            {wr_one_q, wr_final_q, wr_last_q, wr_half_q} <= {add_first_q && add_final_q, add_final_q, add_last_q, add_half_q};
            if (FLOAT != 0 && add_float_q)
                for (j = 0; j < DIM; j = j + 1) wr_data_q[32*j +: 32] <= fadd32(float_sum_i[32*j +: 32], data_q[32*j +: 32]);
            else
                for (j = 0; j < DIM; j = j + 1) wr_data_q[32*j +: 32] <= sum_i[32*j +: 32] + data_q[32*j +: 32];
        end
    end

    // ---- sums that are not final: a first tile reads zeros, which block RAMs can do by themselves
    (* no_rw_check *)
    reg [32*DIM-1:0] mem [0:ACC_ROWS-1];
    always @(posedge clk) begin
        if (wr_q && !wr_final_q) mem[wr_row_q] <= wr_data_q;
        if (come) begin
            if (first) data_q <= {32*DIM{1'b0}};
            else       data_q <= mem[row];
        end
    end

    // ---- final sums
    dlp_ram_sdp #(.WIDTH(32*DIM), .DEPTH(2*ACC_ROWS)) u_final (
        .clk(clk),
        .we_i(wr_q && wr_final_q), .waddr_i({wr_half_q, wr_row_q}), .wdata_i(wr_data_q),
        .re_i(rd_valid_i), .raddr_i({rd_half_i, rd_row_i}), .rdata_o(rd_data_o)
    );

    assign fill_row_o  = wr_q && wr_one_q;
    assign fill_done_o = wr_q && wr_last_q;
    assign fill_half_o = wr_half_q;
endmodule
`default_nettype wire
