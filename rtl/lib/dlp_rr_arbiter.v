// SPDX-License-Identifier: Apache-2.0
// dlp_rr_arbiter - round robin: one of N requests, the one that follows the last winner most closely.
//
// Protocol: grant_o has one bit set when any request is set.  take_i: the granted request is served in this cycle; only then the turn
//           moves.  Without take_i the grant may change to a new request that comes earlier in the turn.
// Latency:  none.  A request that stays is granted within N takes.
`default_nettype none

module dlp_rr_arbiter #(
    parameter N = 4                    // requesters, 1 or more
) (
    input  wire         clk,
    input  wire         rst_n,

    input  wire [N-1:0] req_i,
    output wire [N-1:0] grant_o,
    input  wire         take_i
);
    localparam [N-1:0] ONE = 1;

    reg  [N-1:0] after_q;              // requesters behind the last winner: they come first
    wire [N-1:0] first = req_i & after_q;
    wire [N-1:0] from  = first != {N{1'b0}} ? first : req_i;

    assign grant_o = from & (~from + ONE);      // lowest set bit

    always @(posedge clk)
        if (!rst_n)
            after_q <= {N{1'b1}};
        else if (take_i && req_i != {N{1'b0}})
            after_q <= ~(grant_o | (grant_o - ONE));

`ifdef FORMAL
    // One requester is followed: f_wait counts how often others were served while its request was set.
    (* anyconst *) wire [$clog2(N+1)-1:0] f_me;
    reg                  f_past = 1'b0;
    reg  [$clog2(N+1):0] f_wait = 0;
    reg  [N-1:0]         f_before;     // requesters that come before it
    integer f;

    always @(posedge clk) begin
        f_past <= 1'b1;
        if (!rst_n || !req_i[f_me] || (grant_o[f_me] && take_i)) f_wait <= 0;
        else if (take_i) f_wait <= f_wait + 1'b1;
    end
    always @* begin
        // in the order of the turn, everything from the first of after_q up to f_me
        for (f = 0; f < N; f = f + 1)
            f_before[f] = after_q[f_me] ? (after_q[f] && f < f_me) : (after_q[f] || f < f_me);
    end
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);
    always @* assume (f_me < N);
    // a request stays until it is served
    always @(posedge clk) if (f_past && $past(req_i[f_me] && !(grant_o[f_me] && take_i))) assume (req_i[f_me]);
    always @* if (f_past) begin
        // Rule 1: at most one grant, only to a request, and one whenever there is a request.
        assert ((grant_o & (grant_o - ONE)) == 0 && (grant_o & ~req_i) == 0);
        assert ((grant_o != 0) == (req_i != 0));
        // the turn is a run of ones up to the last requester
        assert ((after_q | (after_q - ONE)) == {N{1'b1}} || after_q == 0);
        // Rule 2: while a request waits, at most N - 1 others are served.
        assert (f_wait + $countones(f_before) < N);
        cover (f_wait == N - 1);
        cover (grant_o == 0);
    end
`endif
endmodule
`default_nettype wire
