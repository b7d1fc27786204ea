// SPDX-License-Identifier: Apache-2.0
// dlp_dma_queue - rows between the reader and the aligner of a copy engine.
//
// Protocol: in_valid_i always enters: the reader reserves a place before it asks for a row, so there are never more than DEPTH rows
//           outstanding.  out is valid/ready.
// Latency:  2 from block RAM (DEPTH above 16: the RAM's output register shows the head), 1 from LUT RAM.  One row per cycle.
`default_nettype none

module dlp_dma_queue #(
    parameter WIDTH = 513,
    parameter DEPTH = 128              // power of two, 2 or more
) (
    input  wire             clk,
    input  wire             rst_n,

    input  wire             in_valid_i,
    input  wire [WIDTH-1:0] in_data_i,

    output wire             out_valid_o,
    input  wire             out_ready_i,
    output wire [WIDTH-1:0] out_data_o
);
    localparam AW = $clog2(DEPTH);

    generate if (DEPTH > 16) begin : g_ram
        reg  [AW-1:0] head_q, tail_q;
        reg  [AW:0]   count_q;         // rows in the RAM that were not read yet
        reg           valid_q;         // the RAM's output is the head of the queue
        wire          read = count_q != {AW+1{1'b0}} && (!valid_q || out_ready_i);

        // head = tail only when empty or full: then there is no read or no write
        dlp_ram_sdp #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_ram (
            .clk(clk), .we_i(in_valid_i), .waddr_i(tail_q), .wdata_i(in_data_i), .re_i(read), .raddr_i(head_q), .rdata_o(out_data_o)
        );
        assign out_valid_o = valid_q;

        always @(posedge clk)
            if (!rst_n) begin
                head_q  <= {AW{1'b0}};
                tail_q  <= {AW{1'b0}};
                count_q <= {AW+1{1'b0}};
                valid_q <= 1'b0;
            end else begin
                if (in_valid_i) tail_q <= tail_q + 1'b1;
                if (read)       head_q <= head_q + 1'b1;
                if (in_valid_i != read) count_q <= in_valid_i ? count_q + 1'b1 : count_q - 1'b1;
                if (read)             valid_q <= 1'b1;
                else if (out_ready_i) valid_q <= 1'b0;
            end
    end else begin : g_lut
        wire          unused_room;
        wire [AW:0]   unused_count;
        dlp_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_fifo (
            .clk(clk), .rst_n(rst_n), .in_valid_i(in_valid_i), .in_ready_o(unused_room), .in_data_i(in_data_i),
            .out_valid_o(out_valid_o), .out_ready_i(out_ready_i), .out_data_o(out_data_o), .count_o(unused_count)
        );
        wire unused_ok = &{1'b0, unused_room, unused_count};
    end endgenerate
endmodule
`default_nettype wire
