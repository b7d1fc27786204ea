// SPDX-License-Identifier: Apache-2.0
// dlp_fifo - first in, first out queue in LUT RAM.
//
// Protocol: valid/ready on both sides; in_ready_o depends on the fill level only.
// Latency:  1: a word that enters an empty queue is shown in the next cycle; with FALL_THROUGH = 1 it is shown in the same cycle.
//           One word per cycle.
`default_nettype none

module dlp_fifo #(
    parameter WIDTH        = 32,       // bits of a word, 1 or more
    parameter DEPTH        = 4,        // words, 1 or more
    parameter FALL_THROUGH = 0         // 1: out_valid_o and out_data_o follow the input combinationally while the queue is empty
) (
    input  wire             clk,
    input  wire             rst_n,

    input  wire             in_valid_i,
    output wire             in_ready_o,
    input  wire [WIDTH-1:0] in_data_i,

    output wire             out_valid_o,
    input  wire             out_ready_i,
    output wire [WIDTH-1:0] out_data_o,

    output wire [$clog2(DEPTH+1)-1:0] count_o   // words stored
);
    localparam CW = $clog2(DEPTH + 1);
    localparam AW = DEPTH > 1 ? $clog2(DEPTH) : 1;
    localparam [31:0]   DEPTH_WORD = DEPTH, LAST_WORD = DEPTH - 1;
    localparam [CW-1:0] FULL = DEPTH_WORD[CW-1:0];
    localparam [AW-1:0] LAST = LAST_WORD[AW-1:0];

    generate if (WIDTH < 1 || DEPTH < 1) begin : g_check
        ERROR_WIDTH_and_DEPTH_must_be_1_or_more u_error ();
    end endgenerate

    (* ram_style = "distributed" *)
    reg [WIDTH-1:0] mem [0:(1<<AW)-1];   // a power of two: Verilator then needs no bounds check
    reg [AW-1:0]    head_q, tail_q;
    reg [CW-1:0]    count_q;

    wire empty  = count_q == {CW{1'b0}};
    wire bypass = FALL_THROUGH != 0 && empty;

    assign in_ready_o  = count_q != FULL;
    assign out_valid_o = bypass ? in_valid_i : !empty;
    assign out_data_o  = bypass ? in_data_i  : mem[head_q];
    assign count_o     = count_q;

    wire pass = bypass && in_valid_i && out_ready_i;         // never stored
    wire push = in_valid_i && in_ready_o && !pass;
    wire pop  = !empty && out_ready_i;

    always @(posedge clk) begin
        if (push) mem[tail_q] <= in_data_i;
        if (!rst_n) begin
            head_q  <= {AW{1'b0}};
            tail_q  <= {AW{1'b0}};
            count_q <= {CW{1'b0}};
        end else begin
            if (push) tail_q <= tail_q == LAST ? {AW{1'b0}} : tail_q + 1'b1;
            if (pop)  head_q <= head_q == LAST ? {AW{1'b0}} : head_q + 1'b1;
            if (push != pop) count_q <= push ? count_q + 1'b1 : count_q - 1'b1;
        end
    end

`ifdef FORMAL
    // One word is followed from the moment it enters: f_ahead words leave before it.
    (* anyseq *) wire   f_pick;
    reg                 f_past = 1'b0, f_in = 1'b0, f_seen = 1'b0;
    reg  [WIDTH-1:0]    f_word;
    reg  [CW-1:0]       f_ahead;
    wire                f_enter = in_valid_i && in_ready_o, f_leave = out_valid_o && out_ready_i;
    wire [31:0]         f_sum  = head_q + f_ahead;
    wire [AW-1:0]       f_slot = f_sum >= DEPTH ? f_sum - DEPTH : f_sum;
    wire [31:0]         f_end  = head_q + count_q;
    reg  [CW-1:0]       f_level = 0;   // words that entered and have not left

    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_level <= rst_n ? f_level + f_enter - f_leave : 0;
        if (rst_n && f_enter && f_pick && !f_seen) begin
            f_seen  <= 1'b1;
            f_in    <= !pass;
            f_word  <= in_data_i;
            f_ahead <= count_q - pop;
        end else if (f_in && f_leave) begin
            f_in    <= f_ahead != 0;
            f_ahead <= f_ahead - 1'b1;
        end
    end
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);
    always @* if (f_past) begin
        // Rule 1: never more than DEPTH words, and the pointers agree with the count.
        assert (count_q <= DEPTH && head_q < DEPTH && tail_q < DEPTH);
        assert (tail_q == (f_end >= DEPTH ? f_end - DEPTH : f_end));
        // Rule 2: words leave in the order in which they entered, unchanged, each once.
        assert (count_q == f_level);
        if (f_in) assert (f_ahead < count_q && mem[f_slot] == f_word);
        if (f_in && f_ahead == 0) assert (out_valid_o && out_data_o == f_word);
        if (pass) assert (out_data_o == in_data_i);
        // Rule 3: the queue takes a word unless it is full, and shows one unless it is empty.
        assert (in_ready_o == (count_q != DEPTH));
        if (count_q != 0) assert (out_valid_o);
        cover (f_in && count_q == DEPTH);
        cover (f_seen && !f_in && count_q == 0);
    end
    // Rule 4: a word that is shown and not taken stays, unless it only fell through and its giver took it back.
    always @(posedge clk)
        if (f_past && $past(f_past && out_valid_o && !out_ready_i && count_q != 0))
            assert (out_valid_o && $stable(out_data_o));
`endif
endmodule
`default_nettype wire
