// SPDX-License-Identifier: Apache-2.0
// dlp_align - the value of a load from the 8-byte word that holds it.
//
// Protocol: combinational.
// Limits:   the access is aligned to its size.
`default_nettype none

module dlp_align (
    input  wire [2:0]  size_i,         // funct3 of the load: 1:0 log2 of the bytes, 2 zero-extend
    input  wire [2:0]  offset_i,       // address modulo 8
    input  wire [63:0] word_i,
    output reg  [63:0] y_o
);
    // an aligned value of 4 bytes is a half of the word, one of 2 bytes a half of that
    wire [31:0] w = offset_i[2] ? word_i[63:32] : word_i[31:0];
    wire [15:0] h = offset_i[1] ? w[31:16] : w[15:0];
    wire [7:0]  b = offset_i[0] ? h[15:8]  : h[7:0];

    always @*
        case (size_i[1:0])
            2'd0:    y_o = {{56{b[7]  && !size_i[2]}}, b};
            2'd1:    y_o = {{48{h[15] && !size_i[2]}}, h};
            2'd2:    y_o = {{32{w[31] && !size_i[2]}}, w};
            default: y_o = word_i;
        endcase
endmodule
`default_nettype wire
