// SPDX-License-Identifier: Apache-2.0
// dlp_muldiv - multiply and divide of RV64M, one operation at a time.
//
// Protocol: start_i takes the operands, done_o is a one-cycle pulse with y_o; no start until the cycle after done_o.  kill_i ends the
//           operation without done_o.
// Latency:  from start_i to done_o: mulw and mul of two operands below 2^32: 3 cycles; mul 5; mulh, mulhsu, mulhu 7;
//           division 4 + bits of the dividend's magnitude rounded up to 16, 32, 48 or 64, + 1 per 16 bits fewer than 64; by zero 3.
// Method:   four 32 x 32 products in one multiplier;  a *s b = a *u b - (a < 0 ? b << 64 : 0) - (b < 0 ? a << 64 : 0);
//           division of magnitudes, one quotient bit in a cycle.
`default_nettype none

module dlp_muldiv (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        start_i,
    input  wire        kill_i,
    input  wire [2:0]  op_i,           // funct3
    input  wire        word_i,
    input  wire [63:0] a_i,
    input  wire [63:0] b_i,

    output wire        busy_o,
    output reg         done_o,
    output wire [63:0] y_o
);
    `include "dlp_spec.vh"

    localparam [2:0] OP_MUL = INSN_MUL_MATCH[14:12], OP_MULH = INSN_MULH_MATCH[14:12], OP_MULHSU = INSN_MULHSU_MATCH[14:12],
                     OP_MULHU = INSN_MULHU_MATCH[14:12], OP_DIV = INSN_DIV_MATCH[14:12], OP_REM = INSN_REM_MATCH[14:12],
                     OP_REMU = INSN_REMU_MATCH[14:12];

    localparam [3:0] ST_IDLE = 4'd0,
                     ST_LL   = 4'd1,   // product <- a.low * b.low
                     ST_HL   = 4'd2,
                     ST_LH   = 4'd3,
                     ST_HH   = 4'd4,
                     ST_ADD  = 4'd5,
                     ST_SIGN = 4'd6,
                     ST_PREP = 4'd7,   // magnitudes of dividend and divisor
                     ST_SKIP = 4'd8,   // leading zeros of the dividend, 16 at a time
                     ST_STEP = 4'd9,   // one quotient bit
                     ST_END  = 4'd10;

    reg [3:0]  state_q;
    reg [2:0]  op_q;
    reg        word_q;
    reg [63:0] a_q, b_q;               // multiply: operands; divide: dividend shifted out and quotient shifted in, divisor
    reg [63:0] lo_q, hi_q;             // multiply: product; divide: hi_q is the remainder
    reg [63:0] p_q;
    reg [6:0]  count_q;
    reg        neg_q, neg_r_q;

    assign busy_o = state_q != ST_IDLE;

    wire is_mul  = op_q == OP_MUL || op_q == OP_MULH || op_q == OP_MULHSU || op_q == OP_MULHU;
    wire is_rem  = op_q == OP_REM || op_q == OP_REMU;
    wire neg_a   = (op_q == OP_MULH || op_q == OP_MULHSU || op_q == OP_DIV || op_q == OP_REM) && a_q[63];
    wire neg_b   = (op_q == OP_MULH || op_q == OP_DIV || op_q == OP_REM) && b_q[63];

    // one 32 x 32 multiplier
    wire [31:0] ma = (state_q == ST_HL || state_q == ST_HH) ? a_q[63:32] : a_q[31:0];
    wire [31:0] mb = (state_q == ST_LH || state_q == ST_HH) ? b_q[63:32] : b_q[31:0];

    // the products in the middle are added at bit 32
    wire [32:0] mid = {1'b0, lo_q[63:32]} + {1'b0, p_q[31:0]};

    // remainder' = 2 * remainder + next bit.  Before step k = 1..64 the remainder is below 2^(k-1), so 64 bits are enough
    wire [63:0] r2 = {hi_q[62:0], a_q[63]};
    wire        ge = r2 >= b_q;

    always @(posedge clk) begin
        done_o <= 1'b0;
        if (!rst_n || kill_i)
            state_q <= ST_IDLE;
        else if (state_q == ST_IDLE) begin
            if (start_i) begin
                op_q    <= op_i;
                word_q  <= word_i;
                // a division of words is done with 64 bits
                a_q     <= !word_i ? a_i : {{32{a_i[31] && (op_i == OP_DIV || op_i == OP_REM)}}, a_i[31:0]};
                b_q     <= !word_i ? b_i : {{32{b_i[31] && (op_i == OP_DIV || op_i == OP_REM)}}, b_i[31:0]};
                state_q <= (op_i == OP_MUL || op_i == OP_MULH || op_i == OP_MULHSU || op_i == OP_MULHU) ? ST_LL : ST_PREP;
            end
        end else
            case (state_q)
                ST_LL: begin
                    state_q <= ST_HL;
                end
                ST_HL: begin
                    lo_q    <= p_q;
                    hi_q    <= 64'd0;
                    state_q <= ST_LH;
                    if (op_q == OP_MUL && a_q[63:32] == 32'd0 && b_q[63:32] == 32'd0) begin   // also every mulw
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                end
                ST_LH, ST_HH: begin
                    lo_q[63:32] <= mid[31:0];
                    hi_q        <= hi_q + {32'd0, p_q[63:32]} + {63'd0, mid[32]};
                    state_q     <= state_q == ST_LH ? ST_HH : ST_ADD;
                    if (state_q == ST_HH && op_q == OP_MUL) begin
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                end
                ST_ADD: begin
                    hi_q    <= hi_q + p_q;
                    state_q <= ST_SIGN;
                end
                ST_SIGN: begin
                    hi_q    <= hi_q - (neg_a ? b_q : 64'd0) - (neg_b ? a_q : 64'd0);
                    done_o  <= 1'b1;
                    state_q <= ST_IDLE;
                end
                ST_PREP: begin
                    hi_q    <= 64'd0;
                    count_q <= 7'd64;
                    neg_q   <= neg_a != neg_b;
                    neg_r_q <= neg_a;
                    if (b_q == 64'd0) begin
                        // quotient -1, remainder a
                        a_q     <= {64{1'b1}};
                        hi_q    <= a_q;
                        neg_q   <= 1'b0;
                        neg_r_q <= 1'b0;
                        state_q <= ST_END;
                    end else begin
                        a_q     <= neg_a ? -a_q : a_q;
                        b_q     <= neg_b ? -b_q : b_q;
                        state_q <= ST_SKIP;
                    end
                end
                ST_SKIP:
                    if (a_q[63:48] == 16'd0 && count_q > 7'd16) begin
                        a_q     <= {a_q[47:0], 16'd0};
                        count_q <= count_q - 7'd16;
                    end else
                        state_q <= ST_STEP;
                ST_STEP: begin
                    hi_q    <= ge ? r2 - b_q : r2;
                    a_q     <= {a_q[62:0], ge};
                    count_q <= count_q - 7'd1;
                    if (count_q == 7'd1) state_q <= ST_END;
                end
                ST_END: begin
                    // to where y_o takes it from
                    lo_q    <= neg_q   ? -a_q  : a_q;
                    hi_q    <= neg_r_q ? -hi_q : hi_q;
                    done_o  <= 1'b1;
                    state_q <= ST_IDLE;
                end
                default: state_q <= ST_IDLE;
            endcase
        if (state_q == ST_LL || state_q == ST_HL || state_q == ST_LH || state_q == ST_HH) p_q <= {32'd0, ma} * {32'd0, mb};
    end

    wire [63:0] y = (is_mul ? op_q != OP_MUL : is_rem) ? hi_q : lo_q;
    assign y_o = word_q ? {{32{y[31]}}, y[31:0]} : y;
endmodule
`default_nettype wire
