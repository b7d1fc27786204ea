// SPDX-License-Identifier: Apache-2.0
// dlp_rotate.vh - byte rotation and merging of rows, included inside a module that has RB (bits of a row, a multiple of 64) and
// ROWB (bits of a byte number in a row).
//
// A row that straddles two scratchpad rows takes its bytes from either by one select, then one rotation brings them to their place; two shifters
// and an OR would cost twice as much.  The steps are conditions on constant shifts: a multiplexer each in hardware, skipped in simulation.
/* verilator lint_off UNUSED */

// Byte b of the result is byte (b + n) mod bytes of a row
function [RB-1:0] rotate_right(input [RB-1:0] row, input [ROWB-1:0] n);
    integer s;
    begin
        rotate_right = row;
        for (s = 0; s < ROWB; s = s + 1)
            if (n[s]) rotate_right = (rotate_right >> (8 << s)) | (rotate_right << (RB - (8 << s)));
    end
endfunction

// Byte b of the result is that of high for b >= n, that of low for b < n
function [RB-1:0] upper(input [RB-1:0] high, input [RB-1:0] low, input [ROWB-1:0] n);
    integer    c;
    reg [63:0] edge_mask, m;
    begin
        edge_mask = ~64'd0 << {n[2:0], 3'b000};
        for (c = 0; c < RB / 64; c = c + 1) begin
            m = c[ROWB-4:0] > n[ROWB-1:3] ? ~64'd0 : c[ROWB-4:0] == n[ROWB-1:3] ? edge_mask : 64'd0;
            upper[64*c +: 64] = (high[64*c +: 64] & m) | (low[64*c +: 64] & ~m);
        end
    end
endfunction
/* verilator lint_on UNUSED */
