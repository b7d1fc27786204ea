// SPDX-License-Identifier: Apache-2.0
// dlp_vpu.vh - what the modules of the vector unit share.
/* verilator lint_off UNUSEDPARAM */

// operations of dlp_vpu_float
localparam [3:0] FOP_ADD = 4'd0, FOP_SUB = 4'd1, FOP_MUL = 4'd2, FOP_MAX = 4'd3, FOP_MIN = 4'd4, FOP_RELU = 4'd5, FOP_IMUL = 4'd6,
                 FOP_TO_F32 = 4'd7, FOP_TO_INT = 4'd8,
                 FOP_WINDOW = 4'd9,    // running maximum
                 FOP_AVG = 4'd10,      // running sum, scaled at its end
                 FOP_SUM = 4'd11;      // 16 partial sums

// operations of the integer lanes
localparam [2:0] LOP_ADD = 3'd0, LOP_SUB = 3'd1, LOP_MUL = 3'd2, LOP_MAX = 3'd3, LOP_MIN = 3'd4, LOP_COPY = 3'd5 /* x */, LOP_FILL = 3'd6 /* y */;
/* verilator lint_on UNUSEDPARAM */
