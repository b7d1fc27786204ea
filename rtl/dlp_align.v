// SPDX-License-Identifier: Apache-2.0
// dlp_align - the value of a load from the 8-byte word that holds it.
//
// Protocol: combinational; y_o is 0 with valid_i = 0.
// Limits:   the access is aligned to its size.
`default_nettype none

module dlp_align (
    input  wire        valid_i,
    input  wire [2:0]  size_i,         // funct3 of the load: 1:0 log2 of the bytes, 2 zero-extend
    input  wire [2:0]  offset_i,       // address modulo 8
    input  wire [63:0] word_i,
    output reg  [63:0] y_o
);
    reg [63:0] s;

    always @* begin
        y_o = 64'd0;
        s   = 64'd0;
        if (valid_i) begin
            s = word_i >> {offset_i, 3'b000};
            case (size_i[1:0])
                2'd0:    y_o = {{56{s[7]  && !size_i[2]}}, s[7:0]};
                2'd1:    y_o = {{48{s[15] && !size_i[2]}}, s[15:0]};
                2'd2:    y_o = {{32{s[31] && !size_i[2]}}, s[31:0]};
                default: y_o = s;
            endcase
        end
    end
endmodule
`default_nettype wire
