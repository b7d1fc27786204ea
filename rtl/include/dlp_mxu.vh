// SPDX-License-Identifier: Apache-2.0
// dlp_mxu.vh - the end of out(a, c) of docs/isa.md, section 8, that sums of all types share; included inside a module.

// the smaller one of r and most, of binary32 or int32; a NaN is not greater than anything
function [31:0] at_most(input [31:0] r, input [31:0] most, input is_float);
    reg more;
    begin
        if (!is_float)
            more = $signed(r) > $signed(most);
        else if (r[30:0] > 31'h7f800000 || most[30:0] > 31'h7f800000 || (r[30:0] | most[30:0]) == 31'd0)
            more = 1'b0;
        else if (r[31] != most[31])
            more = most[31];
        else
            more = r[31] ? r[30:0] < most[30:0] : r[30:0] > most[30:0];
        at_most = more ? most : r;
    end
endfunction
