// SPDX-License-Identifier: Apache-2.0
// dlp_dma.vh - arithmetic that the copy engines share, included inside a module with localparam ROWB = log2 of the bytes of a row and
// LEN_BITS = bits of a length.

// rows of a segment: ceil((offset in the row + bytes) / ROW_BYTES), as
// (bytes >> log2 ROW) + ceil((offset + low bytes) / ROW), the last being 0, 1 or 2
function [LEN_BITS-ROWB:0] rows_of(input [ROWB-1:0] offset, input [LEN_BITS-1:0] bytes);
    rows_of = {1'b0, bytes[LEN_BITS-1:ROWB]} + {{LEN_BITS-ROWB{1'b0}}, bytes[ROWB-1:0] != {ROWB{1'b0}} || offset != {ROWB{1'b0}}}
            + {{LEN_BITS-ROWB{1'b0}}, {1'b0, bytes[ROWB-1:0]} + {1'b0, offset} > {1'b1, {ROWB{1'b0}}}};
endfunction
