// SPDX-License-Identifier: Apache-2.0
// dlp_spm_arbiter - which of NP requests are served in this cycle: one for each bank.
//
// Protocol: port p asks for bank bank_i[BB*p +: BB] with valid_i[p] and keeps asking until grant_o[p].
// Order:    the ports from the turn on come first, then those before it, each in ascending order.  The turn moves to the next port that
//           lost; no loser is passed over, so a request is served after at most NP cycles.
// Latency:  grants none, conflicts_o one cycle.
`default_nettype none

module dlp_spm_arbiter #(
    parameter NP = 10,                 // ports, 1 to 15
    parameter BB = 3                   // bits of a bank number
) (
    input  wire             clk,
    input  wire             rst_n,

    input  wire [NP-1:0]    valid_i,
    input  wire [NP*BB-1:0] bank_i,
    output wire [NP-1:0]    grant_o,
    output reg  [3:0]       conflicts_o    // requests that lost in the last cycle
);
    localparam [NP-1:0] ONE = 1;

    generate if (NP < 1 || NP > 15) begin : g_check
        ERROR_NP_must_be_1_to_15 u_error ();
    end endgenerate

    // ---- a port loses if one that comes before it asks for the same bank
    reg  [NP-1:0] from_turn_q;         // ports at or after the turn: a run of ones up to the last port
    reg  [NP-1:0] lost;
    integer p, q;

    always @* begin
        p    = 0;                      // a loop under a condition would leave it as a latch
        q    = 0;
        lost = {NP{1'b0}};
        if ((valid_i & (valid_i - ONE)) != {NP{1'b0}})       // two or more requests
            for (p = 0; p < NP; p = p + 1)
                if (valid_i[p])
                    for (q = 0; q < NP; q = q + 1)
                        // q comes before p: in its part of the order, or p's part comes second
                        if (q != p && valid_i[q] && bank_i[BB*q +: BB] == bank_i[BB*p +: BB]
                            && (q < p ? from_turn_q[q] == from_turn_q[p] : from_turn_q[q] && !from_turn_q[p]))
                            lost[p] = 1'b1;
    end
    assign grant_o = valid_i & ~lost;

    // ---- the turn goes to the next loser
    wire [NP-1:0] ahead = lost & from_turn_q;
    wire [NP-1:0] next  = ahead != {NP{1'b0}} ? ahead : lost;
    integer       l;
    reg  [3:0]    losers;

    always @* begin
        l      = 0;
        losers = 4'd0;
        if (lost != {NP{1'b0}})
            for (l = 0; l < NP; l = l + 1) losers = losers + {3'b000, lost[l]};
    end

    always @(posedge clk)
        if (!rst_n) begin
            from_turn_q <= {NP{1'b1}};
            conflicts_o <= 4'd0;
        end else begin
            conflicts_o <= losers;
            if (lost != {NP{1'b0}}) from_turn_q <= ~((next & (~next + ONE)) - ONE);   // lowest set bit of next and all above
        end

`ifdef FORMAL
    // One port and one bank are followed.
    (* anyconst *) wire [3:0] f_me;
    (* anyconst *) wire [BB-1:0] f_bank;
    reg           f_past = 1'b0;
    reg  [4:0]    f_wait = 5'd0;       // cycles that the port has lost in a row
    reg  [3:0]    f_served, f_asked;   // requests to the bank
    reg  [3:0]    f_before;            // ports that come before it in the order
    integer f;

    always @* begin
        f_served = 4'd0;
        f_asked  = 4'd0;
        f_before = 4'd0;
        for (f = 0; f < NP; f = f + 1) begin
            if (bank_i[BB*f +: BB] == f_bank) begin
                f_served = f_served + grant_o[f];
                f_asked  = f_asked + valid_i[f];
            end
            if (f < f_me ? from_turn_q[f] == from_turn_q[f_me] : f > f_me && from_turn_q[f] && !from_turn_q[f_me])
                f_before = f_before + 1;
        end
    end
    always @(posedge clk) begin
        f_past <= 1'b1;
        f_wait <= rst_n && lost[f_me] ? f_wait + 5'd1 : 5'd0;
    end
    always @* assume (f_me < NP);
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);
    // a request that lost stays as it is
    always @(posedge clk) if (f_past && $past(rst_n && lost[f_me])) begin
        assume (valid_i[f_me] && bank_i[BB*f_me +: BB] == $past(bank_i[BB*f_me +: BB]));
    end
    always @* if (f_past) begin
        // Rule 1: only requests are granted.
        assert ((grant_o & ~valid_i) == 0);
        // Rule 2: each bank serves exactly one of its requests in a cycle, and none if there is none.
        assert (f_served == (f_asked != 0));
        // Rule 3: a request is served after at most NP cycles.
        assert (f_wait < NP);
        // why rule 3 holds: whenever the port loses, one of those before it goes behind it
        assert ((from_turn_q | (from_turn_q - ONE)) == {NP{1'b1}});
        if (f_wait != 0) assert (f_wait + f_before < NP);
        cover (NP == 1 || f_wait == NP - 1);
        cover (NP < 3 || $countones(lost) == NP - 1);
    end
    // Rule 4: the conflict count is the number of requests that lost.
    reg [3:0] f_lost;
    always @(posedge clk) begin
        f_lost <= $countones(lost);
        if (f_past && $past(f_past)) assert (conflicts_o == f_lost);
    end
`endif
endmodule
`default_nettype wire
