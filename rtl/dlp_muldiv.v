// SPDX-License-Identifier: Apache-2.0
// dlp_muldiv - the M extension: one operation at a time.
//
// Protocol: start_i for one cycle with operands; done_o for one cycle with the result; kill_i forgets a running operation.
// Latency:  multiply 6 cycles (one 32 x 32 multiplier used four times), divide 66 (34 for words): one bit per cycle.
`default_nettype none

module dlp_muldiv (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start_i,
    input  wire        kill_i,
    input  wire [2:0]  funct3_i,       // mul mulh mulhsu mulhu div divu rem remu
    input  wire        word_i,         // the W form
    input  wire [63:0] a_i,
    input  wire [63:0] b_i,
    output reg         done_o,
    output reg  [63:0] result_o
);
    localparam [1:0] ST_IDLE = 2'd0, ST_MUL = 2'd1, ST_DIV = 2'd2, ST_END = 2'd3;

    reg [1:0]   state_q;
    reg [6:0]   step_q;
    reg [2:0]   f_q;
    reg         word_q, neg_q, neg_rem_q;
    reg [63:0]  a_q, b_q;              // magnitudes; a_q is shifted out while dividing
    reg [127:0] acc_q;                 // product, or {remainder, quotient}

    // operands as the operation sees them
    wire is_div   = funct3_i[2];
    wire a_signed = is_div ? !funct3_i[0] : funct3_i != 3'd3;      // true for MUL MULH MULHSU DIV REM
    wire b_signed = is_div ? !funct3_i[0] : funct3_i[1] == 1'b0;   // true for MUL MULH DIV REM
    wire [63:0] a_ext = !word_i ? a_i : a_signed ? {{32{a_i[31]}}, a_i[31:0]} : {32'd0, a_i[31:0]};
    wire [63:0] b_ext = !word_i ? b_i : b_signed ? {{32{b_i[31]}}, b_i[31:0]} : {32'd0, b_i[31:0]};
    wire        a_neg = a_signed && a_ext[63];
    wire        b_neg = b_signed && b_ext[63];

    wire [31:0] ma = step_q[0] ? a_q[63:32] : a_q[31:0];
    wire [31:0] mb = step_q[1] ? b_q[63:32] : b_q[31:0];
    wire [63:0] partial = ma * mb;
    wire [64:0] trial = {acc_q[126:63]} - {1'b0, b_q};             // remainder shifted left by the next bit, minus the divisor

    wire [127:0] product  = neg_q ? -acc_q : acc_q;
    wire [63:0]  quotient = neg_q ? -acc_q[63:0] : acc_q[63:0];
    wire [63:0]  rest     = neg_rem_q ? -acc_q[127:64] : acc_q[127:64];
    wire [63:0]  wide     = f_q[2] ? (f_q[1] ? rest : quotient) : f_q == 3'd0 ? product[63:0] : product[127:64];

    always @(posedge clk) begin
        done_o <= 1'b0;
        if (!rst_n || kill_i)
            state_q <= ST_IDLE;
        else case (state_q)
            ST_IDLE: if (start_i) begin
                f_q       <= funct3_i;
                word_q    <= word_i;
                a_q       <= a_neg ? -a_ext : a_ext;
                b_q       <= b_neg ? -b_ext : b_ext;
                // division by zero: the quotient is all ones whatever the signs, the remainder keeps the sign of a
                neg_q     <= is_div ? (a_neg != b_neg) && b_ext != 64'd0 : a_neg != b_neg;
                neg_rem_q <= a_neg;
                step_q    <= 7'd0;
                acc_q     <= is_div ? {64'd0, a_neg ? -a_ext : a_ext} : 128'd0;
                state_q   <= is_div ? ST_DIV : ST_MUL;
            end
            ST_MUL: begin
                case (step_q[1:0])
                    2'd0:    acc_q <= acc_q + {64'd0, partial};
                    2'd3:    acc_q <= acc_q + {partial, 64'd0};
                    default: acc_q <= acc_q + {32'd0, partial, 32'd0};
                endcase
                step_q <= step_q + 7'd1;
                if (step_q == 7'd3) state_q <= ST_END;
            end
            ST_DIV: begin
                // {remainder, quotient} <- shifted left; the new quotient bit is 1 when the divisor fits
                if (trial[64]) acc_q <= {acc_q[126:0], 1'b0};
                else           acc_q <= {trial[63:0], acc_q[62:0], 1'b1};
                step_q <= step_q + 7'd1;
                if (step_q == 7'd63) state_q <= ST_END;
            end
            default: begin
                done_o   <= 1'b1;
                result_o <= word_q ? {{32{wide[31]}}, wide[31:0]} : wide;
                state_q  <= ST_IDLE;
            end
        endcase
    end
endmodule
`default_nettype wire
