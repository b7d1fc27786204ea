// SPDX-License-Identifier: Apache-2.0
// dlp_vpu.vh - what the modules of the vector unit share; after dlp_spec.vh.
/* verilator lint_off UNUSED */

// ---- what a command is
function vop_fn2(input [5:0] op);                  // a function of two operands
    vop_fn2 = op == VOP_VFN_VV || op == VOP_VFN_VS || op == VOP_VFN_VC;
endfunction

function vop_bit(input [5:0] op);                  // a comparison whose results are packed
    vop_bit = op == VOP_VBIT_VV || op == VOP_VBIT_VS || op == VOP_VBIT_VC;
endfunction

function vop_vv(input [5:0] op);                   // source 1 is a vector; where there are forms the numbers are multiples of 4 + form
    vop_vv = op == VOP_VCOLLECT || op == VOP_VMASK || ((op < VOP_VRELU || vop_fn2(op) || vop_bit(op)) && op[1:0] == 2'd0);
endfunction

function vop_vc(input [5:0] op);                   // source 1 is a cycle operand
    vop_vc = (op < VOP_VRELU || vop_fn2(op) || vop_bit(op)) && op[1:0] == 2'd2;
endfunction

function vop_pool(input [5:0] op);
    vop_pool = op == VOP_VMAXPOOL || op == VOP_VAVGPOOL || op == VOP_VSUMPOOL || op == VOP_VMINPOOL;
endfunction

function vop_reduce(input [5:0] op);
    vop_reduce = op == VOP_VSUM || vop_search(op);
endfunction

function vop_best(input [5:0] op);                 // value and index
    vop_best = op == VOP_VARGMAX || op == VOP_VARGMIN;
endfunction

function vop_search(input [5:0] op);
    vop_search = vop_best(op) || op == VOP_VCOUNT || op == VOP_VFIRST || op == VOP_VLAST;
endfunction

function vop_index(input [5:0] op);                // source 1 has indices
    vop_index = op == VOP_VGATHER || op == VOP_VSCATTER;
endfunction

function vop_move(input [5:0] op);                 // elements change their places only
    vop_move = op == VOP_VTRANS || vop_index(op);
endfunction

function vop_convert(input [5:0] op);
    vop_convert = op == VOP_VCVT_I8 || op == VOP_VCVT_I32 || op == VOP_VCVT_F32 || op == VOP_VCVT;
endfunction

function vop_special(input [5:0] op, input [11:0] vtype);      // a special function; vtype: VEC_TYPE
    case (vtype[VEC_TYPE_FN_LSB +: 8])
        VFN_DIV[7:0]: vop_special = vop_fn2(op);
        VFN_RECIP[7:0], VFN_RSQRT[7:0], VFN_SQRT[7:0], VFN_EXP[7:0], VFN_EXP2[7:0], VFN_LOG[7:0], VFN_LOG2[7:0], VFN_SIN[7:0], VFN_COS[7:0],
        VFN_TANH[7:0], VFN_SIGMOID[7:0], VFN_GELU[7:0], VFN_ERF[7:0], VFN_SOFTPLUS[7:0], VFN_FLOOR[7:0], VFN_CEIL[7:0], VFN_ROUND[7:0],
        VFN_TRUNC[7:0], VFN_RINT[7:0], VFN_SIGN[7:0]: vop_special = op == VOP_VFN;
        default: vop_special = 1'b0;
    endcase
endfunction

// element type of the result, but for reductions; vtype: VEC_TYPE
function [3:0] vop_to(input [5:0] op, input [11:0] vtype);
    case (op)
        VOP_VCVT_I8:  vop_to = TYPE_I8;
        VOP_VCVT_I32: vop_to = TYPE_I32;
        VOP_VCVT_F32: vop_to = TYPE_F32;
        VOP_VCVT:     vop_to = vtype[VEC_TYPE_TO_LSB +: 4];
        default:      vop_to = vtype[3:0];
    endcase
endfunction

// a product of source 0 with itself: source 0 is read by both readers
function vop_square(input [5:0] op, input [11:0] vtype);
    vop_square = op == VOP_VFN && vtype[VEC_TYPE_FN_LSB +: 8] == VFN_SQUARE[7:0];
endfunction

// operations of dlp_vpu_float
localparam [3:0] FOP_ADD = 4'd0, FOP_SUB = 4'd1, FOP_MUL = 4'd2,
                 FOP_IMUL = 4'd3,      // integers of 32 bits
                 FOP_SHL = 4'd4, FOP_SHR = 4'd5,
                 FOP_CVT = 4'd6,
                 FOP_AVG = 4'd7,       // running sum, scaled at its end unless plain
                 FOP_SUM = 4'd8,       // 16 partial sums
                 FOP_ARGMAX = 4'd9, FOP_ARGMIN = 4'd10, FOP_COUNT = 4'd11, FOP_FIRST = 4'd12, FOP_LAST = 4'd13,
                 FOP_COLLECT = 4'd14;

// operations of the lanes
localparam [3:0] LOP_ADD = 4'd0, LOP_SUB = 4'd1, LOP_MUL = 4'd2, LOP_MAX = 4'd3, LOP_MIN = 4'd4, LOP_RELU = 4'd5,
                 LOP_COPY = 4'd6 /* x */, LOP_FILL = 4'd7 /* y */, LOP_AND = 4'd8, LOP_OR = 4'd9, LOP_XOR = 4'd10, LOP_NOT = 4'd11,
                 LOP_ABS = 4'd12, LOP_NEG = 4'd13, LOP_COMPARE = 4'd14, LOP_LOGIC = 4'd15;
/* verilator lint_on UNUSED */
