// SPDX-License-Identifier: Apache-2.0
// dlp_spm - scratchpad memory (NRAM or WRAM): single-port banks, interleaved by row, shared by NP clients.
//
// Protocol: docs/interfaces.md, 2.  Port p is at [p*W +: W] of each vector.  One request per bank and cycle is taken; among the
//           requests to one bank the port wins that follows the last winner most closely, so every port gets its turn.
// Latency:  read data exactly one cycle after the request was taken.
// Limits:   BANKS is a power of two; requests are inside the memory.
`default_nettype none

module dlp_spm #(
    parameter NP        = 10,          // clients
    parameter BANKS     = 8,
    parameter BYTES     = 786432,
    parameter ROW_BYTES = 64
) (
    input  wire                      clk,
    input  wire                      rst_n,

    input  wire [NP-1:0]             req_valid_i,
    output wire [NP-1:0]             req_ready_o,
    input  wire [NP-1:0]             req_write_i,
    input  wire [NP*16-1:0]          req_row_i,
    input  wire [NP*ROW_BYTES-1:0]   req_be_i,
    input  wire [NP*8*ROW_BYTES-1:0] req_wdata_i,
    output reg  [NP-1:0]             rsp_valid_o,
    output wire [NP*8*ROW_BYTES-1:0] rsp_rdata_o,

    output reg  [3:0]                conflicts_o    // requests that lost arbitration in the last cycle
);
    localparam RB    = 8 * ROW_BYTES;
    localparam BB    = $clog2(BANKS);
    localparam DEPTH = BYTES / ROW_BYTES / BANKS;
    localparam AW    = $clog2(DEPTH);

    generate if ((1 << BB) != BANKS || BYTES % (ROW_BYTES * BANKS) != 0) begin : g_check
        ERROR_BANKS_must_be_a_power_of_two_and_divide_the_rows u_error ();
    end endgenerate

    // ---- arbitration: ports from turn_q on go first, then those before it
    reg  [NP-1:0]  turn_q;             // one bit set for each port at or after the turn
    reg  [NP-1:0]  grant;
    reg  [BANKS-1:0] taken;
    integer p;

    always @* begin
        grant = {NP{1'b0}};
        taken = {BANKS{1'b0}};
        if (req_valid_i != {NP{1'b0}}) begin
            for (p = 0; p < NP; p = p + 1)
                if (req_valid_i[p] && turn_q[p] && !taken[req_row_i[16*p +: BB]]) begin
                    grant[p] = 1'b1;
                    taken[req_row_i[16*p +: BB]] = 1'b1;
                end
            for (p = 0; p < NP; p = p + 1)
                if (req_valid_i[p] && !turn_q[p] && !taken[req_row_i[16*p +: BB]]) begin
                    grant[p] = 1'b1;
                    taken[req_row_i[16*p +: BB]] = 1'b1;
                end
        end
    end
    assign req_ready_o = grant;

    wire [NP-1:0] lost = req_valid_i & ~grant;
    integer       l;
    reg  [3:0]    losers;

    always @* begin
        losers = 4'd0;
        if (lost != {NP{1'b0}})
            for (l = 0; l < NP; l = l + 1) losers = losers + {3'b000, lost[l]};
    end

    // The turn moves to the next port in order that lost: it wins the next cycle.  No loser is ever passed over, so nobody waits
    // more than NP cycles.
    reg [NP-1:0] next_turn, first;
    integer      t;
    always @* begin
        next_turn = turn_q;
        first     = lost & turn_q;
        if (lost != {NP{1'b0}}) begin
            if (first == {NP{1'b0}}) first = lost;
            next_turn[0] = first[0];
            for (t = 1; t < NP; t = t + 1)
                next_turn[t] = first[t] || next_turn[t-1];
        end
    end

    // ---- where the data of each port come from
    reg [NP*BB-1:0] bank_q;
    integer         r;
    always @(posedge clk) begin
        if (!rst_n) begin
            rsp_valid_o <= {NP{1'b0}};
            turn_q      <= {NP{1'b1}};
            conflicts_o <= 4'd0;
        end else begin
            rsp_valid_o <= grant & ~req_write_i;
            turn_q      <= next_turn;
            conflicts_o <= losers;
        end
        for (r = 0; r < NP; r = r + 1)
            if (grant[r]) bank_q[BB*r +: BB] <= req_row_i[16*r +: BB];
    end

    // ---- banks
    wire [BANKS*RB-1:0] bank_rdata;
    genvar g, h;
    generate
        for (g = 0; g < BANKS; g = g + 1) begin : g_bank
            reg                 en, we;
            reg [AW-1:0]        addr;
            reg [ROW_BYTES-1:0] be;
            reg [RB-1:0]        wdata;
            integer             k;
            localparam [31:0]   G = g;

            always @* begin
                en    = taken[g];
                we    = 1'b0;
                addr  = {AW{1'b0}};
                be    = {ROW_BYTES{1'b0}};
                wdata = {RB{1'b0}};
                if (taken[g])
                    for (k = 0; k < NP; k = k + 1)
                        if (grant[k] && req_row_i[16*k +: BB] == G[BB-1:0]) begin
                            we   = req_write_i[k];
                            addr = req_row_i[16*k+BB +: AW];
                            if (req_write_i[k]) begin
                                be    = req_be_i[ROW_BYTES*k +: ROW_BYTES];
                                wdata = req_wdata_i[RB*k +: RB];
                            end
                        end
            end

            dlp_ram_1p #(.WIDTH(RB), .DEPTH(DEPTH)) u_ram (
                .clk(clk), .en_i(en), .we_i(we), .addr_i(addr), .be_i(be), .wdata_i(wdata), .rdata_o(bank_rdata[RB*g +: RB])
            );
        end
        for (h = 0; h < NP; h = h + 1) begin : g_port
            reg [RB-1:0] rdata;
            integer      m;
            always @* begin
                rdata = {RB{1'b0}};
                if (rsp_valid_o[h])
                    for (m = 0; m < BANKS; m = m + 1)
                        if (bank_q[BB*h +: BB] == m[BB-1:0]) rdata = bank_rdata[RB*m +: RB];
            end
            assign rsp_rdata_o[RB*h +: RB] = rdata;
        end
    endgenerate
endmodule
`default_nettype wire
