// SPDX-License-Identifier: Apache-2.0
// dlp_type.vh - what the element types are, included inside a module after dlp_spec.vh.
/* verilator lint_off UNUSED */

function [1:0] type_size(input [3:0] t);           // log2 of the bytes
    type_size = TYPE_LOG2_BYTES[2*t +: 2];
endfunction

function type_float(input [3:0] t);
    type_float = t == TYPE_F16 || t == TYPE_BF16 || t == TYPE_F32;
endfunction

function type_unsigned(input [3:0] t);
    type_unsigned = t == TYPE_U8 || t == TYPE_U16 || t == TYPE_U32;
endfunction
/* verilator lint_on UNUSED */
