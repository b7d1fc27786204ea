// SPDX-License-Identifier: Apache-2.0
// dlp_axi_pick - takes addresses of N masters in rotation into one output register.
//
// Protocol: valid/ready on both sides; take_o with take_id_o when an address is taken.  Nothing is taken without enable_i.
// Latency:  1; one address per cycle.
`default_nettype none

module dlp_axi_pick #(
    parameter N = 4                    // masters, 1 to 256
) (
    input  wire            clk,
    input  wire            rst_n,
    input  wire            enable_i,

    // masters
    input  wire [N-1:0]    valid_i,
    output wire [N-1:0]    ready_o,
    input  wire [N*40-1:0] addr_i,
    input  wire [N*8-1:0]  len_i,

    // bus
    output reg             valid_o,
    input  wire            ready_i,
    output reg  [39:0]     addr_o,
    output reg  [7:0]      len_o,
    output reg  [7:0]      id_o,

    output wire            take_o,
    output reg  [7:0]      take_id_o
);
    wire         open = enable_i && (!valid_o || ready_i);
    wire [N-1:0] grant;
    integer      i;

    assign ready_o = open ? grant : {N{1'b0}};
    assign take_o  = open && valid_i != {N{1'b0}};

    dlp_rr_arbiter #(.N(N)) u_arbiter (.clk(clk), .rst_n(rst_n), .req_i(valid_i), .grant_o(grant), .take_i(take_o));

    // of the granted master; an OR, for at most one is granted
    reg  [39:0] addr;
    reg  [7:0]  len;
    always @* begin
        addr      = 40'd0;
        len       = 8'd0;
        take_id_o = 8'd0;
        for (i = 0; i < N; i = i + 1)
            if (grant[i]) begin
                addr      = addr | addr_i[40*i +: 40];
                len       = len  | len_i[8*i +: 8];
                take_id_o = take_id_o | i[7:0];
            end
    end

    always @(posedge clk) begin
        if (!rst_n)       valid_o <= 1'b0;
        else if (take_o)  valid_o <= 1'b1;
        else if (ready_i) valid_o <= 1'b0;
        if (take_o) begin
            addr_o <= addr;
            len_o  <= len;
            id_o   <= take_id_o;
        end
    end

`ifdef FORMAL
    reg         f_past = 1'b0, f_held = 1'b0, f_taken = 1'b0;
    reg  [55:0] f_before, f_given;
    integer     f;
    always @(posedge clk) begin
        f_past   <= 1'b1;
        f_held   <= rst_n && valid_o && !ready_i;
        f_before <= {addr_o, len_o, id_o};
        f_taken  <= 1'b0;
        for (f = 0; f < N; f = f + 1)
            if (rst_n && valid_i[f] && ready_o[f]) begin
                f_taken <= 1'b1;
                f_given <= {addr_i[40*f +: 40], len_i[8*f +: 8], f[7:0]};
            end
    end
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);
    always @* if (f_past) begin
        // Rule 1: an address that is shown stays until it is taken.
        if (f_held) assert (valid_o && {addr_o, len_o, id_o} == f_before);
        // Rule 2: an address is taken from one master at a time, and shown with that master's number in the next cycle.
        assert ((ready_o & (ready_o - 1'b1)) == 0);
        assert ((ready_o & ~valid_i) == 0);
        if (f_taken) assert (valid_o && {addr_o, len_o, id_o} == f_given);
        // Rule 3: nothing is taken that cannot be kept, and no address is shown twice.
        if (!enable_i || (valid_o && !ready_i)) assert (ready_o == 0);
        if (!f_held && !f_taken) assert (!valid_o);
        assert (take_o == (ready_o != 0));
        cover (f_taken && ready_o != 0 && id_o == N - 1);
    end
`endif
endmodule
`default_nettype wire
