// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_pick - DIM bytes from any position of a ring of two rows; bytes without keep_i become fill_i.
//
// Latency: 1, with en_i; data_o holds until the next.
`default_nettype none

module dlp_mxu_pick #(
    parameter DIM       = 16,                   // bytes, a power of two, <= ROW_BYTES
    parameter ROW_BYTES = 64                    // a power of two
) (
    input  wire                       clk,
    input  wire                       en_i,
    input  wire [16*ROW_BYTES-1:0]    ring_i,
    input  wire [$clog2(ROW_BYTES):0] pos_i,
    input  wire [DIM-1:0]             keep_i,
    input  wire [7:0]                 fill_i,
    output wire [8*DIM-1:0]           data_o
);
    localparam LOG   = $clog2(DIM);
    localparam OFF_W = $clog2(ROW_BYTES);

    // The bytes are in two neighbouring blocks of DIM bytes, one with an even and one with an odd number: each byte comes
    // from one of the two, at its address modulo DIM; then they are rotated.
    // Blocking assignments to variables that no other process reads.
    /* verilator lint_off BLKSEQ */
    reg  [8*DIM-1:0]   data_q;
    integer            i;
    reg [OFF_W-LOG:0]  even, odd;                               // numbers of the blocks
    reg [8*DIM-1:0]    in_even, in_odd, pick, bytes;
    reg [16*DIM-1:0]   twice;

    always @(posedge clk)
        if (en_i) begin
            odd     = pos_i[OFF_W:LOG];
            even    = odd + 1'b1;
            even[0] = 1'b0;
            odd[0]  = 1'b1;
            in_even = ring_i[{even, {(LOG+3){1'b0}}} +: 8*DIM];
            in_odd  = ring_i[{odd, {(LOG+3){1'b0}}} +: 8*DIM];
            pick    = {8*DIM{1'b1}} << {pos_i[LOG-1:0], 3'b000};        // in the first of the two
            if (!pos_i[LOG]) pick = ~pick;
            bytes   = (in_odd & pick) | (in_even & ~pick);
            twice   = {bytes, bytes};
            twice   = twice >> {pos_i[LOG-1:0], 3'b000};
            bytes   = twice[8*DIM-1:0];
            if (!(&keep_i))
                for (i = 0; i < DIM; i = i + 1)
                    if (!keep_i[i]) bytes[8*i +: 8] = fill_i;
            data_q <= bytes;
        end
    /* verilator lint_on BLKSEQ */

    assign data_o = data_q;
endmodule
`default_nettype wire
