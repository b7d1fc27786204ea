// SPDX-License-Identifier: Apache-2.0
// dlp_skid - register slice: cuts every combinational path of a stream.
//
// Protocol: valid/ready on both sides; in_ready_o, out_valid_o and out_data_o are registers.
// Latency:  1.  One word per cycle: a second register holds the word that arrives while the receiver stops.
`default_nettype none

module dlp_skid #(
    parameter WIDTH = 32               // bits of a word, 1 or more
) (
    input  wire             clk,
    input  wire             rst_n,

    input  wire             in_valid_i,
    output reg              in_ready_o,
    input  wire [WIDTH-1:0] in_data_i,

    output reg              out_valid_o,
    input  wire             out_ready_i,
    output reg  [WIDTH-1:0] out_data_o
);
    reg [WIDTH-1:0] spare_q;           // holds a word while in_ready_o is low

    wire enter = in_valid_i && in_ready_o;
    wire open  = !out_valid_o || out_ready_i;   // the output register is free or becomes free

    always @(posedge clk) begin
        if (enter) spare_q <= in_data_i;
        if (open && (enter || !in_ready_o)) out_data_o <= in_ready_o ? in_data_i : spare_q;
        if (!rst_n) begin
            in_ready_o  <= 1'b1;
            out_valid_o <= 1'b0;
        end else if (open) begin
            in_ready_o  <= 1'b1;
            out_valid_o <= enter || !in_ready_o;
        end else if (enter)
            in_ready_o  <= 1'b0;
    end

`ifdef FORMAL
    // One word is followed: it is in the output register or in the spare one.
    (* anyseq *) wire f_pick;
    reg               f_past = 1'b0, f_seen = 1'b0;
    reg  [1:0]        f_ahead = 2'd0;  // words that leave before it, 3: it is not inside
    reg  [WIDTH-1:0]  f_word;
    wire [1:0]        f_count = {1'b0, out_valid_o} + {1'b0, !in_ready_o};
    wire              f_leave = out_valid_o && out_ready_i;
    reg               f_in = 1'b0;
    reg  [1:0]        f_level = 2'd0;  // words that entered and have not left

    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_level <= rst_n ? f_level + {1'b0, enter} - {1'b0, f_leave} : 2'd0;
        if (rst_n && enter && f_pick && !f_seen) begin
            f_seen  <= 1'b1;
            f_in    <= 1'b1;
            f_word  <= in_data_i;
            f_ahead <= f_count - {1'b0, f_leave};
        end else if (f_in && f_leave) begin
            f_in    <= f_ahead != 2'd0;
            f_ahead <= f_ahead - 2'd1;
        end
    end
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);
    always @* if (f_past) begin
        // Rule 1: the spare register is used only while the output register is full.
        assert (in_ready_o || out_valid_o);
        // Rule 2: words leave in the order in which they entered, unchanged, each once.
        assert (f_count == f_level);
        if (f_in) assert (f_ahead < f_count);
        if (f_in && f_ahead == 2'd0) assert (out_data_o == f_word);
        if (f_in && f_ahead == 2'd1) assert (spare_q == f_word);
        cover (f_in && f_ahead == 2'd1 && !in_ready_o);
        cover (f_seen && !f_in && !out_valid_o);
    end
    always @(posedge clk) if (f_past && $past(f_past)) begin
        // Rule 3: a word that is shown stays until it is taken.
        if ($past(out_valid_o && !out_ready_i)) assert (out_valid_o && $stable(out_data_o));
        // Rule 4: while the receiver takes every word, the slice takes every word.
        if ($past(out_ready_i)) assert (in_ready_o);
    end
`endif
endmodule
`default_nettype wire
