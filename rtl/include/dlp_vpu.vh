// SPDX-License-Identifier: Apache-2.0
// dlp_vpu.vh - what the modules of the vector unit share; after dlp_spec.vh.
/* verilator lint_off UNUSED */

// operations of dlp_vpu_float
localparam [3:0] FOP_ADD = 4'd0, FOP_SUB = 4'd1, FOP_MUL = 4'd2,
                 FOP_IMUL = 4'd3,      // integers of 32 bits
                 FOP_SHL = 4'd4, FOP_SHR = 4'd5,
                 FOP_CVT = 4'd6,
                 FOP_AVG = 4'd7,       // running sum, scaled at its end
                 FOP_SUM = 4'd8;       // 16 partial sums

// operations of the lanes
localparam [3:0] LOP_ADD = 4'd0, LOP_SUB = 4'd1, LOP_MUL = 4'd2, LOP_MAX = 4'd3, LOP_MIN = 4'd4, LOP_RELU = 4'd5,
                 LOP_COPY = 4'd6 /* x */, LOP_FILL = 4'd7 /* y */, LOP_AND = 4'd8, LOP_OR = 4'd9, LOP_XOR = 4'd10, LOP_NOT = 4'd11,
                 LOP_ABS = 4'd12, LOP_NEG = 4'd13, LOP_COMPARE = 4'd14, LOP_LOGIC = 4'd15;

// ---- element types
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
