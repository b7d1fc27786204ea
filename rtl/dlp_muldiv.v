// SPDX-License-Identifier: Apache-2.0
// dlp_muldiv - multiply and divide of RV64M, one operation at a time.
//
// Protocol: start_i takes the operands, done_o is a one-cycle pulse with y_o, which holds until the next start; no start until the cycle
//           after done_o.  kill_i ends the operation without done_o.  With word_i only the low 32 bits of y_o are valid.
// Latency:  from start_i to done_o: mulw and mul of two operands below 2^32: 3 cycles; mul 5; mulh, mulhsu, mulhu 6;
//           division 4 + bits of the dividend's magnitude rounded up to 16, 32, 48 or 64, + 1 per 16 bits fewer than 64; by zero 3.
// Method:   four signed 33 x 33 products in one multiplier; division of magnitudes, one quotient bit in a cycle.  One adder for all.
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
                     ST_HL   = 4'd2,   // product <- a.high * b.low, sum <- the product before; and so on
                     ST_LH   = 4'd3,
                     ST_HH   = 4'd4,
                     ST_ADD  = 4'd5,
                     ST_PREP = 4'd6,   // magnitude of the dividend
                     ST_SKIP = 4'd7,   // leading zeros of the dividend, 16 at a time
                     ST_STEP = 4'd8,   // one quotient bit
                     ST_END  = 4'd9;   // sign of the result

    reg [3:0]  state_q;
    reg [2:0]  op_q;
    reg [63:0] a_q, b_q;               // operands; divide: in a_q the dividend is shifted out and the quotient in
    reg [66:0] acc_q;                  // multiply: sum of products, from bit 32 on once the lowest is in; divide: remainder; then the result
    reg [31:0] lo_q;                   // multiply: bits 31:0
    reg [65:0] p_q;
    reg [6:0]  count_q;
    reg        neg_q, zero_q, wide_q;  // sign of the result, division by zero, the result of mul has its low half in lo_q

    assign busy_o = state_q != ST_IDLE;

    wire is_rem = op_q == OP_REM || op_q == OP_REMU;
    wire neg_a  = (op_q == OP_MULH || op_q == OP_MULHSU || op_q == OP_DIV || op_q == OP_REM) && a_q[63];
    wire neg_b  = (op_q == OP_MULH || op_q == OP_DIV || op_q == OP_REM) && b_q[63];
    wire b_zero = b_q == 64'd0;

    // high halves carry the sign, low halves have none
    wire [32:0] ma = (state_q == ST_HL || state_q == ST_HH) ? {neg_a, a_q[63:32]} : {1'b0, a_q[31:0]};
    wire [32:0] mb = (state_q == ST_LH || state_q == ST_HH) ? {neg_b, b_q[63:32]} : {1'b0, b_q[31:0]};

    // remainder' = 2 * remainder + next bit.  Before step k = 1..64 the remainder is below 2^(k-1), so 64 bits are enough
    wire [63:0] r2 = {acc_q[62:0], a_q[63]};

    // the adder: x + y + carry_in
    //   ST_HL: product; ST_LH, ST_ADD: sum >> 32 + product; ST_HH: sum + product
    //   ST_PREP: |a|; ST_STEP: 2 * remainder - |b|, whose bit 64 says that it is not negative; ST_END: quotient or remainder with its sign
    reg  [66:0] x, y;
    reg  [63:0] v;
    reg         inv;
    always @* begin
        x = 67'd0; y = 67'd0; v = 64'd0; inv = 1'b0;
        case (state_q)
            ST_HL:         y = {p_q[65], p_q};
            ST_LH, ST_ADD: begin x = {{32{acc_q[66]}}, acc_q[66:32]}; y = {p_q[65], p_q}; end
            ST_HH:         begin x = acc_q; y = {p_q[65], p_q}; end
            ST_PREP, ST_STEP, ST_END: begin
                v   = state_q == ST_STEP ? b_q : (state_q == ST_END && is_rem && !zero_q) ? acc_q[63:0] : a_q;
                inv = state_q == ST_STEP ? !neg_b : state_q == ST_END ? neg_q : neg_a;
                if (state_q == ST_STEP) x = {3'd0, r2};
                if (state_q == ST_END && zero_q && !is_rem) x = {3'd0, {64{1'b1}}};
                else                                        y = {3'd0, v ^ {64{inv}}};
            end
            default: ;
        endcase
    end
    wire [67:0] sum_c = {x, 1'b1} + {y, inv};
    wire [66:0] sum   = sum_c[67:1];
    wire        ge    = sum[64];
    wire        unused_ok = sum_c[0];

    always @(posedge clk) begin
        done_o <= 1'b0;
        if (!rst_n || kill_i)
            state_q <= ST_IDLE;
        else if (state_q == ST_IDLE) begin
            if (start_i) begin
                op_q    <= op_i;
                wide_q  <= 1'b0;
                // a division of words is done with 64 bits
                a_q     <= !word_i ? a_i : {{32{a_i[31] && (op_i == OP_DIV || op_i == OP_REM)}}, a_i[31:0]};
                b_q     <= !word_i ? b_i : {{32{b_i[31] && (op_i == OP_DIV || op_i == OP_REM)}}, b_i[31:0]};
                state_q <= (op_i == OP_MUL || op_i == OP_MULH || op_i == OP_MULHSU || op_i == OP_MULHU) ? ST_LL : ST_PREP;
            end
        end else begin
            case (state_q)
                ST_LL: state_q <= ST_HL;
                ST_HL: begin
                    state_q <= ST_LH;
                    if (op_q == OP_MUL && a_q[63:32] == 32'd0 && b_q[63:32] == 32'd0) begin   // also every mulw
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                end
                ST_LH: begin
                    lo_q    <= acc_q[31:0];
                    state_q <= ST_HH;
                end
                ST_HH: begin
                    state_q <= ST_ADD;
                    if (op_q == OP_MUL) begin
                        wide_q  <= 1'b1;
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                end
                ST_ADD: begin
                    done_o  <= 1'b1;
                    state_q <= ST_IDLE;
                end
                ST_PREP: begin
                    count_q <= 7'd64;
                    neg_q   <= is_rem ? neg_a : neg_a != neg_b && !b_zero;
                    zero_q  <= b_zero;
                    a_q     <= sum[63:0];
                    state_q <= b_zero ? ST_END : ST_SKIP;
                end
                ST_SKIP:
                    if (a_q[63:48] == 16'd0 && count_q > 7'd16) begin
                        a_q     <= {a_q[47:0], 16'd0};
                        count_q <= count_q - 7'd16;
                    end else
                        state_q <= ST_STEP;
                ST_STEP: begin
                    a_q     <= {a_q[62:0], ge};
                    count_q <= count_q - 7'd1;
                    if (count_q == 7'd1) state_q <= ST_END;
                end
                ST_END: begin
                    done_o  <= 1'b1;
                    state_q <= ST_IDLE;
                end
                default: state_q <= ST_IDLE;
            endcase
            if (state_q == ST_PREP)                      acc_q <= 67'd0;
            else if (state_q == ST_STEP && !ge)          acc_q <= {3'd0, r2};
            else if (state_q != ST_LL && state_q != ST_SKIP) acc_q <= sum;
        end
        if (state_q == ST_LL || state_q == ST_HL || state_q == ST_LH || state_q == ST_HH) p_q <= $signed(ma) * $signed(mb);
    end

    assign y_o = wide_q ? {acc_q[31:0], lo_q} : acc_q[63:0];
endmodule
`default_nettype wire
