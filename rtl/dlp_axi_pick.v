// SPDX-License-Identifier: Apache-2.0
// dlp_axi_pick - takes addresses of N masters in rotation into one output register.
//
// Protocol: valid/ready on both sides; take_o with take_id_o when an address is taken.  Nothing is taken without enable_i.
// Latency:  1; one address per cycle.
`default_nettype none

module dlp_axi_pick #(
    parameter N = 4
) (
    input  wire            clk,
    input  wire            rst_n,
    input  wire            enable_i,

    input  wire [N-1:0]    valid_i,
    output wire [N-1:0]    ready_o,
    input  wire [N*40-1:0] addr_i,
    input  wire [N*8-1:0]  len_i,

    output reg             valid_o,
    input  wire            ready_i,
    output reg  [39:0]     addr_o,
    output reg  [7:0]      len_o,
    output reg  [7:0]      id_o,

    output wire            take_o,
    output wire [7:0]      take_id_o
);
    reg  [N-1:0] turn_q;               // masters that come before the others
    reg  [N-1:0] grant;
    reg  [7:0]   id;
    integer      i;

    wire open = enable_i && (!valid_o || ready_i);

    always @* begin
        grant = {N{1'b0}};
        id    = 8'd0;
        if (open && valid_i != {N{1'b0}}) begin
            for (i = N - 1; i >= 0; i = i - 1)
                if (valid_i[i] && !turn_q[i]) begin
                    grant = {{N-1{1'b0}}, 1'b1} << i;
                    id    = i[7:0];
                end
            for (i = N - 1; i >= 0; i = i - 1)
                if (valid_i[i] && turn_q[i]) begin
                    grant = {{N-1{1'b0}}, 1'b1} << i;
                    id    = i[7:0];
                end
        end
    end
    assign ready_o   = grant;
    assign take_o    = grant != {N{1'b0}};
    assign take_id_o = id;

    integer k;
    always @(posedge clk) begin
        if (!rst_n) begin
            valid_o <= 1'b0;
            turn_q  <= {N{1'b1}};
        end else begin
            if (take_o)        valid_o <= 1'b1;
            else if (ready_i)  valid_o <= 1'b0;
            // those behind the one that was served come first now; behind the last, everybody
            if (take_o)        turn_q  <= ~((grant << 1) - 1'b1);
        end
        for (k = 0; k < N; k = k + 1)
            if (grant[k]) begin
                addr_o <= addr_i[40*k +: 40];
                len_o  <= len_i[8*k +: 8];
                id_o   <= k[7:0];
            end
    end
endmodule
`default_nettype wire
