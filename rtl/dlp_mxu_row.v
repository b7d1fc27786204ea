// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_row - one row of the systolic array: DIM multiply-accumulate cells, all with the same k index.
//
// Protocol: every cycle with en_i, activations move one cell to the right and each cell adds its product to the
//           partial sum from the row above: psum_q[j] <- psum_i[j] + act_q[j] * weight_q[j].
//           tok_i travels with an activation; where it arrives, the cell's shadow weight becomes its weight, so that
//           this activation is the first that meets the new weight.
//           shift_i moves all shadow weights one cell to the right and weight_i into cell 0.
// Latency:  act_i in cycle c meets psum_i[j] of cycle c + 1 + j; psum_o[j] shows the sum in cycle c + 2 + j.
// Style:    a lane is 32 bits wide with 9 or 8 used bits, so that simulators vectorise it; the padding vanishes in synthesis.
`default_nettype none

module dlp_mxu_row #(
    parameter DIM = 16                          // cells
) (
    input  wire              clk,
    input  wire              rst_n,
    input  wire              en_i,

    // from the left edge
    input  wire              tok_i,
    input  wire [8:0]        act_i,                 // an int8 or uint8 less its zero point
    input  wire              shift_i,
    input  wire [7:0]        weight_i,

    // from the row above, to the row below
    input  wire [32*DIM-1:0] psum_i,
    output wire [32*DIM-1:0] psum_o
);
    /* verilator tracing_off */
    reg [32*DIM-1:0] act_q, weight_q, shadow_q, psum_q;
    reg [DIM-2:0]    tok_q;
    integer          j;

    wire [DIM-1:0]   swap = {tok_q, tok_i};

    always @(posedge clk)
        if (en_i) begin
            for (j = 0; j < DIM; j = j + 1)
                psum_q[32*j +: 32] <= $signed(psum_i[32*j +: 32])
                                    + $signed(act_q[32*j +: 9]) * $signed(weight_q[32*j +: 8]);
            if (|swap)
                for (j = 0; j < DIM; j = j + 1)
                    if (swap[j]) weight_q[32*j +: 32] <= shadow_q[32*j +: 32];
            if (shift_i) shadow_q <= {shadow_q[32*(DIM-1)-1:0], 24'd0, weight_i};
        end

    always @(posedge clk)
        if (en_i) act_q <= {act_q[32*(DIM-1)-1:0], 23'd0, act_i};

    always @(posedge clk)
        if (!rst_n)    tok_q <= {(DIM-1){1'b0}};
        else if (en_i) tok_q <= swap[DIM-2:0];

    assign psum_o = psum_q;
    /* verilator tracing_on */
endmodule
`default_nettype wire
