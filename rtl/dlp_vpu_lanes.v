// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_lanes - the arithmetic of the vector unit: elementwise operations, windows, reductions.
//
// Protocol: en_i moves everything one step.  in_*: a piece of the sources; out_*: a piece of the result, held until the next step; without bytes
//           only when it ends the result.
//           begin_i resets the accumulators.  A reduction gives its result by finish_i (held) -> out_valid_o; before the next one, begin_i.
// Pieces:   special_o: SLANES elements, for dlp_vpu_special; wide_o: FLANES elements of any type, for dlp_vpu_float; otherwise a row of elements.
// Latency:  elementwise and maximum pooling 1, average pooling 2; float sum 1 + its final additions (16 / FLANES - 1 + log2 FLANES)
//           after finish_i, other reductions 1; special functions 16.
`default_nettype none

module dlp_vpu_lanes #(
    parameter LANES  = 16,
    parameter FLANES = 16,
    parameter SLANES = 4
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        en_i,
    input  wire        begin_i,

    // the command
    input  wire [5:0]  op_i,
    input  wire [11:0] type_i,         // VEC_TYPE
    input  wire [31:0] scale_i,
    input  wire [7:0]  pos_i,          // position of a scaled conversion
    output wire        wide_o,
    output wire        special_o,

    // a piece
    input  wire        in_valid_i,
    input  wire [32*LANES-1:0] a_i,
    input  wire [32*LANES-1:0] b_i,
    input  wire [7:0]  count_i,        // elements
    input  wire        first_i,        // pooling: first of the window
    input  wire        last_i,         // pooling: last of the window; otherwise 1
    input  wire        end_i,          // last piece of the command
    input  wire        finish_i,       // all pieces are in: give the result of the reduction
    input  wire        turned_i,       // the piece is at t_i (dlp_vpu_tile), not at a_i
    input  wire [32*LANES-1:0] t_i,

    output wire        out_valid_o,
    output reg  [32*LANES-1:0] out_data_o,
    output wire [4*LANES-1:0]  out_be_o,       // bytes that are written, of those that there are
    output wire [7:0]  out_bytes_o,
    output reg         out_end_o
);
    `include "dlp_spec.vh"
    `include "dlp_type.vh"
    `include "dlp_vpu.vh"

    localparam RB = 32 * LANES;
    localparam PACK = (FLANES + 14) / 8 * 8;           // bits of whole bytes for 7 and those of a piece

    // ---- what the command needs
    wire [3:0] t      = type_i[3:0];
    wire [7:0] fn     = type_i[VEC_TYPE_FN_LSB +: 8];
    wire [1:0] size   = type_size(t);
    wire       flt    = type_float(t), uns = type_unsigned(t);
    wire       is_max = op_i == VOP_VMAXPOOL || op_i == VOP_VMINPOOL;
    wire       is_groups = op_i == VOP_VSUM128;
    wire       plain  = op_i == VOP_VSUMPOOL || is_groups;
    wire       is_avg = op_i == VOP_VAVGPOOL || op_i == VOP_VSUMPOOL;
    wire       is_sum = op_i == VOP_VSUM || is_groups;
    wire       is_search = vop_search(op_i);
    wire       is_collect = op_i == VOP_VCOLLECT;
    wire       is_bit = vop_bit(op_i);
    wire       is_mask = op_i == VOP_VMASK;
    wire       is_cvt = vop_convert(op_i);
    wire       is_fn2 = vop_fn2(op_i);
    wire       is_fn1 = op_i == VOP_VFN;
    wire       is_arith = op_i < VOP_VRELU;            // two operands, and no function in VEC_TYPE
    wire [3:0] to     = vop_to(op_i, type_i);
    wire       scaled = op_i == VOP_VCVT && type_i[VEC_TYPE_POS_LSB];
    wire [8:0] pow    = scaled ? 9'd0 - {pos_i[7], pos_i} : 9'd0;
    wire       is_same = is_cvt && to == t && !scaled;
    wire [3:0] bits_to = !is_collect || !flt ? to : size == 2'd1 ? TYPE_U16 : TYPE_U32;     // elements that are collected are only bits
    wire [2:0] how    = op_i == VOP_VCVT ? type_i[VEC_TYPE_ROUND_LSB +: 3] : ROUND_RN[2:0];
    // VOP numbers of the operations with two operands are kind * 4 + form
    localparam [3:0] K_ADD = 4'd0, K_SUB = 4'd1, K_MUL = 4'd2, K_MIN = 4'd4;
    wire [3:0] kind   = op_i[5:2];
    wire       is_mul = (is_arith && kind == K_MUL) || vop_square(op_i, type_i);
    wire       float_arith = flt && ((is_arith && (kind == K_ADD || kind == K_SUB)) || is_mul);
    wire       shift  = is_fn2 && (fn == VFN_SHL[7:0] || fn == VFN_SHR[7:0]);
    wire       word_product = is_mul && size == 2'd2;
    wire       spread_nan = is_fn2;                    // MAXNAN, MINNAN

    assign wide_o = float_arith || word_product || shift || (is_cvt && !is_same) || is_avg || is_search || is_collect || is_bit || (is_sum && flt);

    assign special_o = SLANES > 0 && vop_special(op_i, type_i);

    reg  [3:0] lop, fop;
    always @* begin
        lop = LOP_MAX;
        if (is_arith)
            case (kind)
                K_ADD:   lop = LOP_ADD;
                K_SUB:   lop = LOP_SUB;
                K_MUL:   lop = LOP_MUL;
                K_MIN:   lop = LOP_MIN;
                default: lop = LOP_MAX;
            endcase
        else if (op_i == VOP_VRELU) lop = LOP_RELU;
        else if (op_i == VOP_VMINPOOL) lop = LOP_MIN;
        else if (op_i == VOP_VFILL) lop = LOP_FILL;
        else if (is_cvt || is_mask || vop_move(op_i)) lop = LOP_COPY;
        else if (is_fn2 || is_fn1 || is_bit)
            case (fn)
                VFN_AND[7:0]:  lop = LOP_AND;
                VFN_OR[7:0]:   lop = LOP_OR;
                VFN_XOR[7:0]:  lop = LOP_XOR;
                VFN_NOT[7:0]:  lop = LOP_NOT;
                VFN_ABS[7:0]:  lop = LOP_ABS;
                VFN_NEG[7:0]:  lop = LOP_NEG;
                VFN_MAXNAN[7:0]: lop = LOP_MAX;
                VFN_MINNAN[7:0]: lop = LOP_MIN;
                VFN_SQUARE[7:0]: lop = LOP_MUL;
                VFN_EQ[7:0], VFN_NE[7:0], VFN_LT[7:0], VFN_LE[7:0], VFN_GT[7:0], VFN_GE[7:0]: lop = LOP_COMPARE;
                default:       lop = LOP_LOGIC;
            endcase
        fop = FOP_CVT;
        if (is_mul)        fop = flt ? FOP_MUL : FOP_IMUL;
        else if (is_arith) fop = kind == K_ADD ? FOP_ADD : FOP_SUB;
        else if (is_fn2) fop = fn == VFN_SHL[7:0] ? FOP_SHL : FOP_SHR;
        else if (is_avg) fop = FOP_AVG;
        else if (is_sum) fop = FOP_SUM;
        else if (is_collect) fop = FOP_COLLECT;
        else if (is_search)
            fop = op_i == VOP_VARGMAX ? FOP_ARGMAX : op_i == VOP_VARGMIN ? FOP_ARGMIN : op_i == VOP_VCOUNT ? FOP_COUNT : op_i == VOP_VFIRST ? FOP_FIRST : FOP_LAST;
    end

    /* verilator lint_off UNUSED */    // signs, the gaps of w
    // ---- 32 bits of the lanes: four, two elements or one.  Signals of a byte that concern its whole element are taken from the element's last byte.
    function [3:0] last_of(input [3:0] f);             // f of the last byte of the element, for each of its bytes
        last_of = size == 2'd0 ? f : size == 2'd1 ? {{2{f[3]}}, {2{f[1]}}} : {4{f[3]}};
    endfunction
    function [3:0] all_of(input [3:0] f);              // f of all bytes of the element
        all_of = size == 2'd0 ? f : size == 2'd1 ? {{2{f[3] & f[2]}}, {2{f[1] & f[0]}}} : {4{f == 4'b1111}};
    endfunction
    function [3:0] nan_of(input [31:0] v);
        nan_of = !flt ? 4'b0000 : t == TYPE_F32 ? {4{v[30:0] > 31'h7f800000}}
               : t == TYPE_F16 ? {{2{v[30:16] > 15'h7c00}}, {2{v[14:0] > 15'h7c00}}} : {{2{v[30:16] > 15'h7f80}}, {2{v[14:0] > 15'h7f80}}};
    endfunction
    function [3:0] zero_of(input [31:0] v);            // -0 is 0, a NaN is not
        zero_of = all_of({(v[31:24] & value[31:24]) == 8'd0, (v[23:16] & value[23:16]) == 8'd0, (v[15:8] & value[15:8]) == 8'd0, (v[7:0] & value[7:0]) == 8'd0});
    endfunction
    function [31:0] bytes_of(input [3:0] f);
        bytes_of = {{8{f[3]}}, {8{f[2]}}, {8{f[1]}}, {8{f[0]}}};
    endfunction

    wire [3:0]  top     = size == 2'd0 ? 4'b1111 : size == 2'd1 ? 4'b1010 : 4'b1000;       // last bytes of elements
    wire [31:0] signs   = {top[3], 7'd0, top[2], 7'd0, top[1], 7'd0, top[0], 7'd0};
    wire [31:0] one     = is_bit ? 32'hffffffff : t == TYPE_F32 ? 32'h3f800000 : t == TYPE_F16 ? 32'h3c003c00 : t == TYPE_BF16 ? 32'h3f803f80
                        : size == 2'd0 ? 32'h01010101 : size == 2'd1 ? 32'h00010001 : 32'h00000001;
    wire [31:0] nan     = t == TYPE_F32 ? 32'h7fc00000 : t == TYPE_F16 ? 32'h7e007e00 : 32'h7fc07fc0;
    wire [31:0] value   = flt ? ~signs : 32'hffffffff;                                     // bits that make an element differ from 0

    // One adder with a gap before each byte: in the gap a carry is passed on (within an element) or begun anew.
    // y is 0 for the operations with one operand: x + ~0 is x - 1, and ~(x - 1) is -x.
    function [31:0] lane(input first, input [31:0] x, input [31:0] y);
        reg        minus, in;
        reg [31:0] z, s;
        reg [3:0]  same, xz, yz, xm, ym, lt, nx, ny, take, r;
        reg [35:0] w;
        integer    b;
        begin
            minus = lop != LOP_ADD;
            in    = minus && lop != LOP_NEG && lop != LOP_ABS;
            z     = y ^ {32{minus}};
            w     = {x[31:24], in | ~top[2], x[23:16], in | ~top[1], x[15:8], in | ~top[0], x[7:0], 1'b1}
                  + {z[31:24], in & top[2],  z[23:16], in & top[1],  z[15:8], in & top[0],  z[7:0], in};
            s     = {w[35:28], w[26:19], w[17:10], w[8:1]};
            for (b = 0; b < 4; b = b + 1) begin
                same[b] = x[8*b +: 8] == y[8*b +: 8];
                xm[b]   = x[8*b+7];
                ym[b]   = y[8*b+7];
                lt[b]   = s[8*b+7];    // of operands with equal signs
            end
            same = all_of(same);
            xz   = zero_of(x);
            yz   = zero_of(y);
            xm   = last_of(xm);
            ym   = last_of(ym);
            lt   = last_of(lt);
            // integers: two's complement; floats: sign and magnitude, here with -0 below +0
            lt   = (~(xm ^ ym) & (flt ? lt ^ xm & ~same : lt)) | ((xm ^ ym) & (uns ? ym : xm));
            nx   = nan_of(x);
            ny   = nan_of(y);
            r    = 4'b0000;
            lane = 32'd0;
            case (lop)
                LOP_ADD, LOP_SUB: lane = s;
                LOP_MUL: begin
                    // a product's low byte is the product of the low bytes
                    lane = {x[31:16] * y[31:16], x[15:0] * y[15:0]};
                    if (size == 2'd0) begin
                        lane[31:24] = x[31:24] * y[31:24];
                        lane[15:8]  = x[15:8] * y[15:8];
                    end
                end
                LOP_AND: lane = x & y;
                LOP_OR:  lane = x | y;
                LOP_XOR: lane = x ^ y;
                LOP_NOT: lane = ~x;
                LOP_NEG: lane = flt ? x ^ signs : ~s;
                LOP_ABS: lane = flt ? x & ~signs : (x & ~bytes_of(uns ? 4'd0 : xm)) | (~s & bytes_of(uns ? 4'd0 : xm));
                LOP_COMPARE: begin
                    // from here on zeros are equal, and a NaN is neither less nor equal
                    if (flt) begin
                        same = (same | (xz & yz)) & ~(nx | ny);
                        lt   = lt & ~(xz & yz) & ~(nx | ny);
                    end
                    case (fn)
                        VFN_EQ[7:0]: r = same;
                        VFN_NE[7:0]: r = ~same;
                        VFN_LT[7:0]: r = lt;
                        VFN_LE[7:0]: r = lt | same;
                        VFN_GT[7:0]: r = ~(lt | same | nx | ny);
                        default:     r = ~(lt | nx | ny);
                    endcase
                    lane = one & bytes_of(r);
                end
                LOP_LOGIC: begin
                    case (fn)
                        VFN_LAND[7:0]: r = ~(xz | yz);
                        VFN_LOR[7:0]:  r = ~(xz & yz);
                        VFN_LXOR[7:0]: r = xz ^ yz;
                        default:       r = xz;
                    endcase
                    lane = one & bytes_of(r);
                end
                default: begin
                    // one of the operands, or the NaN: a NaN gives way to a number in vmax and vmin, not in vrelu
                    take = lop == LOP_FILL ? 4'b1111 : lop == LOP_COPY || first ? 4'b0000 : nx | (~ny & (lt ^ {4{lop == LOP_MIN}}));
                    r    = lop == LOP_RELU ? nx : lop == LOP_COPY || lop == LOP_FILL || first ? 4'b0000 : spread_nan ? nx | ny : nx & ny;
                    lane = (((x & ~bytes_of(take)) | (y & bytes_of(take))) & ~bytes_of(r)) | (nan & bytes_of(r));
                end
            endcase
        end
    endfunction
    /* verilator lint_on UNUSED */

    // ---- float units
    wire [32*FLANES-1:0] f_res;

    wire [4:0]  kept;                  // elements of f_res, for vcollect
    reg         fin_q, fin_end_q;      // a window is complete
    reg  [7:0]  fin_count_q;
    reg  [31:0] sum_q;                 // of integers
    reg         given_q;               // the result of the reduction has been given
    wire        tree_done;
    wire [31:0] f_sum, best_val, best_idx;
    wire        tree = finish_i && !in_valid_i && !given_q && is_sum && flt && !tree_done;
    wire        give = finish_i && !in_valid_i && !given_q && !tree;

    dlp_vpu_float #(.LANES(FLANES)) u_float (
        .clk(clk), .en_i(en_i), .begin_i(begin_i), .op_i(fop), .type_i(t), .to_i(bits_to), .how_i(how), .scaled_i(scaled), .pow_i(pow), .plain_i(plain), .scale_i(scale_i),
        .go_i(in_valid_i && wide_o && !is_bit), .x_i(a_i[32*FLANES-1:0]), .y_i(b_i[32*FLANES-1:0]), .count_i(count_i), .first_i(first_i),
        .fin_i(fin_q || (give && is_groups)), .total_i(sum_q), .tree_i(tree), .res_o(f_res), .kept_o(kept), .tree_done_o(tree_done), .sum_o(f_sum),
        .best_val_o(best_val), .best_idx_o(best_idx)
    );

    // ---- special functions; the result is there a step after sp_valid
    localparam SW = SLANES > 0 ? SLANES : 1;
    wire        sp_valid, sp_end;
    wire [7:0]  sp_count;
    wire [32*SW-1:0] sp_res;
    generate if (SLANES > 0) begin : g_special
        dlp_vpu_special #(.LANES(SLANES)) u_special (
            .clk(clk), .rst_n(rst_n), .en_i(en_i), .begin_i(begin_i), .fn_i(fn), .type_i(t), .go_i(in_valid_i && special_o),
            .x_i(a_i[32*SW-1:0]), .y_i(b_i[32*SW-1:0]), .count_i(count_i), .end_i(end_i),
            .valid_o(sp_valid), .count_o(sp_count), .end_o(sp_end), .res_o(sp_res)
        );
    end else begin : g_none
        assign {sp_valid, sp_end, sp_count, sp_res} = 0;
    end endgenerate

    // ---- result: of the lanes, of the float units or the special functions, packed
    reg  [RB-1:0]   out_q;             // also the running maximum of a window
    reg             out_wide_q, out_special_q, valid_q;
    reg  [7:0]      bytes_q;
    reg  [4*LANES-1:0] zero_q;         // bytes of elements whose mask is 0
    assign          out_be_o = ~zero_q;
    wire [1:0]      to_size = type_size(to);
    assign          out_bytes_o = is_collect ? {3'd0, kept} << size : bytes_q;
    assign          out_valid_o = valid_q && (out_bytes_o != 8'd0 || out_end_o);
    integer         i;
    always @* begin
        out_data_o = out_q;            // beyond out_bytes_o anything may stand
        i = 0;
        if (out_special_q)
            for (i = 0; i < SW; i = i + 1)
                if (size == 2'd2) out_data_o[32*i +: 32] = sp_res[32*i +: 32];
                else              out_data_o[16*i +: 16] = sp_res[32*i +: 16];
        else if (out_wide_q)
            for (i = 0; i < FLANES; i = i + 1)
                if (to_size == 2'd2)      out_data_o[32*i +: 32] = f_res[32*i +: 32];
                else if (to_size == 2'd1) out_data_o[16*i +: 16] = f_res[32*i +: 16];
                else                      out_data_o[8*i +: 8]   = f_res[32*i +: 8];
    end

    /* verilator lint_off BLKSEQ */    // variables of this process
    integer       l, b;
    reg  [31:0]   s, v;
    reg  [4*FLANES-1:0] flags;         // of the bytes of a piece
    reg  [FLANES-1:0] truths;          // of its elements
    reg  [PACK-1:0] line;              // bits that have no byte yet, and those of the piece
    reg  [4:0]    fill;
    reg  [6:0]    rest_q;              // bits that wait for the rest of their byte
    reg  [2:0]    rest_count_q;

    always @(posedge clk) begin
        if (!rst_n) begin
            valid_q     <= 1'b0;
            fin_q       <= 1'b0;
        end else if (begin_i) begin
            valid_q     <= 1'b0;
            fin_q       <= 1'b0;
            given_q     <= 1'b0;
        end else if (en_i) begin
            valid_q     <= fin_q || sp_valid || (in_valid_i && !is_sum && !is_search && !is_avg && !special_o && last_i) || give;
            fin_q       <= in_valid_i && is_avg && last_i;
            if (give) given_q <= 1'b1;
        end

        if (begin_i) begin
            sum_q        <= 32'd0;
            rest_q       <= 7'd0;
            rest_count_q <= 3'd0;
        end else if (en_i) begin
            fin_end_q   <= end_i;
            fin_count_q <= count_i;
            out_wide_q  <= (wide_o && !is_search && !is_sum && !is_bit) || is_groups;
            out_special_q <= special_o;
            if (special_o) begin
                out_end_o   <= sp_end;
                bytes_q     <= sp_count << size;
            end else if (fin_q) begin
                out_end_o   <= fin_end_q;
                bytes_q     <= fin_count_q << to_size;
            end else begin
                out_end_o   <= end_i;
                bytes_q     <= count_i << to_size;
            end

            if (!is_mask)
                zero_q <= {4*LANES{1'b0}};
            else if (in_valid_i)
                for (l = 0; l < LANES; l = l + 1) zero_q[4*l +: 4] <= zero_of(b_i[32*l +: 32]);

            if (in_valid_i && turned_i)
                out_q <= t_i;
            else if (in_valid_i && (!wide_o || is_bit) && !special_o && !is_sum)
                for (l = 0; l < LANES; l = l + 1) begin
                    v = lane(first_i && is_max, a_i[32*l +: 32], is_max ? out_q[32*l +: 32] : b_i[32*l +: 32]);
                    out_q[32*l +: 32] <= v;
                    // the bits of a piece of FLANES elements
                    if (is_bit && l < FLANES)
                        for (b = 0; b < 4; b = b + 1)
                            flags[4*(l % FLANES) + b] = v[8*b];
                end
            if (in_valid_i && is_bit) begin
                truths = {FLANES{1'b0}};
                for (l = 0; l < FLANES; l = l + 1)
                    truths[l] = flags[l << size] && l[7:0] < count_i;
                line = {{PACK-7{1'b0}}, rest_q} | ({{PACK-FLANES{1'b0}}, truths} << rest_count_q);
                fill = {2'd0, rest_count_q} + count_i[4:0];
                out_q[PACK-1:0] <= line;
                bytes_q      <= {6'd0, fill[4:3]} + {7'd0, end_i && fill[2:0] != 3'd0};
                rest_count_q <= fill[2:0];
                line         = line >> {fill[4:3], 3'b000};
                rest_q       <= line[6:0];
            end

            if (in_valid_i && is_sum && !flt) begin
                s = sum_q;
                for (l = 0; l < LANES; l = l + 1) begin
                    v = 32'd0;
                    if (size == 2'd0) begin
                        for (b = 0; b < 4; b = b + 1)
                            if (4*l + b < {24'd0, count_i}) v = v + {{24{a_i[32*l+8*b+7] & ~uns}}, a_i[32*l+8*b +: 8]};
                    end else if (size == 2'd1) begin
                        for (b = 0; b < 2; b = b + 1)
                            if (2*l + b < {24'd0, count_i}) v = v + {{16{a_i[32*l+16*b+15] & ~uns}}, a_i[32*l+16*b +: 16]};
                    end else if (l[7:0] < count_i)
                        v = a_i[32*l +: 32];
                    s = s + v;
                end
                sum_q <= s;
            end

            if (give) begin
                out_end_o   <= end_i;
                bytes_q     <= is_groups ? 8'd1 << size : vop_best(op_i) ? 8'd8 : 8'd4;
                out_q[63:0] <= {best_idx, is_sum ? (flt ? f_sum : sum_q) : vop_best(op_i) ? best_val : best_idx};
            end
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
