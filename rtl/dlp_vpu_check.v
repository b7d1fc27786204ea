// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_check - decides whether a vector command may run (docs/isa.md, 7), and derives the sizes that the sequencer needs.
//
// Protocol: start_i with the command held until done_o.  skip_o: nothing to do (VEC_N = 0).
// Latency:  2 cycles; vtrans 4; pooling 21 (two divisions, one bit per cycle, then three products).
`default_nettype none

module dlp_vpu_check #(
    parameter NRAM_BYTES = 786432,
    parameter SPECIAL    = 1           // there are special functions
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         start_i,
    input  wire [5:0]   op_i,
    input  wire [63:0]  rd_i,
    input  wire [63:0]  rs1_i,
    input  wire [63:0]  rs2_i,
    input  wire [351:0] cfg_i,
    output reg          done_o,
    output reg          skip_o,
    output reg  [7:0]   fault_o,
    output reg  [63:0]  addr_o,
    output reg  [15:0]  ho_o,
    output reg  [15:0]  wo_o,
    output wire [47:0]  elems_o,       // pooling, vtrans: elements of the result
    output wire [20:0]  bytes_o        // of source 0
);
    `include "dlp_spec.vh"
    `include "dlp_type.vh"
    `include "dlp_vpu.vh"

    wire [31:0] n    = cfg_i[32*(CFGR_VEC_N - CFGR_VEC_N) +: 32];
    wire [31:0] dt   = cfg_i[32*(CFGR_VEC_TYPE - CFGR_VEC_N) +: 32];
    wire [31:0] seg  = cfg_i[32*(CFGR_VEC_SEG - CFGR_VEC_N) +: 32];
    wire [31:0] pc   = cfg_i[32*(CFGR_VEC_C - CFGR_VEC_N) +: 32];
    wire [31:0] ph   = cfg_i[32*(CFGR_VEC_H - CFGR_VEC_N) +: 32];
    wire [31:0] pw   = cfg_i[32*(CFGR_VEC_W - CFGR_VEC_N) +: 32];
    wire [31:0] kh   = cfg_i[32*(CFGR_VEC_KH - CFGR_VEC_N) +: 32];
    wire [31:0] kw   = cfg_i[32*(CFGR_VEC_KW - CFGR_VEC_N) +: 32];
    wire [31:0] sh   = cfg_i[32*(CFGR_VEC_SH - CFGR_VEC_N) +: 32];
    wire [31:0] sw   = cfg_i[32*(CFGR_VEC_SW - CFGR_VEC_N) +: 32];

    wire pool   = vop_pool(op_i);
    wire reduce = vop_reduce(op_i);
    wire vcvt   = op_i == VOP_VCVT;
    wire fn2    = vop_fn2(op_i);
    wire fn1    = op_i == VOP_VFN;
    wire bits   = vop_bit(op_i);
    wire vv     = vop_vv(op_i);
    wire vc     = vop_vc(op_i);
    wire fill   = op_i == VOP_VFILL;
    wire trans  = op_i == VOP_VTRANS;
    wire index  = vop_index(op_i);
    wire gather = op_i == VOP_VGATHER, scatter = op_i == VOP_VSCATTER;
    wire [3:0] from = dt[3:0];
    wire [3:0] to   = vop_to(op_i, dt[11:0]);
    wire [3:0] itype = dt[VEC_TYPE_INDEX_LSB +: 4];
    wire [1:0] size_s = type_size(from), size_d = type_size(to), size_1 = index ? type_size(itype) : size_s;

    // the type, and what else VEC_TYPE holds
    wire special = SPECIAL != 0 && vop_special(op_i, dt[11:0]) && type_float(from);
    reg  type_bad;
    wire [7:0] fn = dt[VEC_TYPE_FN_LSB +: 8];
    always @* begin
        type_bad = !TYPE_IMPLEMENTED[from] || dt[31:12] != 20'd0;
        if (vcvt)
            type_bad = type_bad || !TYPE_IMPLEMENTED[to] || dt[VEC_TYPE_ROUND_LSB +: 3] > ROUND_RN[2:0] || (dt[VEC_TYPE_POS_LSB] && type_float(from) && type_float(to));
        else if (fn2)
            case (fn)
                VFN_SHL[7:0], VFN_SHR[7:0]: type_bad = type_bad || type_float(from);
                VFN_AND[7:0], VFN_OR[7:0], VFN_XOR[7:0], VFN_EQ[7:0], VFN_NE[7:0], VFN_LT[7:0], VFN_LE[7:0], VFN_GT[7:0], VFN_GE[7:0],
                VFN_LAND[7:0], VFN_LOR[7:0], VFN_LXOR[7:0], VFN_MAXNAN[7:0], VFN_MINNAN[7:0]: ;
                default: type_bad = type_bad || !special;
            endcase
        else if (bits)
            type_bad = type_bad || fn < VFN_EQ[7:0] || fn > VFN_GE[7:0];
        else if (trans)
            type_bad = type_bad || fn > VTRANS_ROT180[7:0];
        else if (index)
            type_bad = type_bad || dt[11:8] != 4'd0 || !(itype == TYPE_U8 || itype == TYPE_U16 || itype == TYPE_U32);
        else if (fn1)
            case (fn)
                VFN_NOT[7:0], VFN_ABS[7:0], VFN_NEG[7:0], VFN_LNOT[7:0], VFN_SQUARE[7:0]: ;
                default: type_bad = type_bad || !special;
            endcase
        else
            type_bad = type_bad || fn != 8'd0;
    end
    wire size_bad = pool ? pc == 32'd0 || ph == 32'd0 || pw == 32'd0 || kh == 32'd0 || kw == 32'd0 || sh == 32'd0 || sw == 32'd0 ||
                           {pc[31:16], ph[31:16], pw[31:16], kh[31:16], kw[31:16], sh[31:16], sw[31:16]} != 112'd0 || kh > ph || kw > pw
                : trans ? ph == 32'd0 || pw == 32'd0 || {ph[31:16], pw[31:16]} != 32'd0
                        : (vc || index) && seg == 32'd0;

    wire [21:0] bit_bytes = {1'b0, n[23:3]} + {21'd0, n[2:0] != 3'd0};

    // ---- the window counts: (H - KH) / SH + 1 and (W - KW) / SW + 1 by restoring division
    reg  [15:0] qh_q, qw_q;
    reg  [16:0] rh_q, rw_q;
    wire [16:0] th = {rh_q[15:0], qh_q[15]}, tw = {rw_q[15:0], qw_q[15]};
    wire        fh = th >= {1'b0, sh[15:0]}, fw = tw >= {1'b0, sw[15:0]};

    reg  [2:0]  state_q;
    reg  [3:0]  step_q;
    reg  [31:0] pix_q, pix_d_q;        // H * W, HO * WO
    reg  [21:0] dlen_q, s0len_q, s1len_q;                  // bytes; bit 21: that or more
    localparam [2:0] ST_IDLE = 3'd0, ST_DIVIDE = 3'd1, ST_PIXELS = 3'd2, ST_BYTES = 3'd3, ST_JUDGE = 3'd4;

    wire [47:0] src_elems = {16'd0, pix_q} * {32'd0, trans ? 16'd1 : pc[15:0]};
    wire [47:0] dst_elems = {16'd0, pix_d_q} * {32'd0, pc[15:0]};
    assign bytes_o = s0len_q[20:0];
    assign elems_o = trans ? src_elems : dst_elems;

    // ---- ranges.  The memory has at most 2^20 bytes: an offset or a length with a bit above 20 is beyond it, and 22 bits hold any end
    localparam [63:0] BASE = {24'd0, MEM_NRAM_BASE}, IN = {23'd0, MEM_NRAM_WINDOW} - 64'd1;
    localparam [31:0] NRAM_W = NRAM_BYTES;
    localparam [21:0] SIZE = NRAM_W[21:0];

    function [21:0] clip(input [50:0] bytes);
        clip = {bytes[50:21] != 30'd0, bytes[20:0]};
    endfunction
    function outside(input [63:0] a);
        outside = (a & ~IN) != BASE;
    endfunction
    function beyond(input [63:0] a, input [21:0] bytes);
        reg [63:0] at;
        begin
            at     = a & IN;
            beyond = at[63:21] != 43'd0 || bytes[21] || {1'b0, at[20:0]} + bytes > SIZE;
        end
    endfunction
    // both inside the memory
    function meet(input [20:0] a, input [21:0] an, input [20:0] b, input [21:0] bn);
        meet = {1'b0, a} < {1'b0, b} + bn && {1'b0, b} < {1'b0, a} + an;
    endfunction

    wire has_s0  = !fill;
    wire has_s1  = vv || vc || index;
    wire in_place = !pool && !reduce && !bits && !trans && !index && size_s == size_d;
    wire hit0    = has_s0 && meet(rd_i[20:0], dlen_q, rs1_i[20:0], s0len_q) && !(in_place && rd_i[20:0] == rs1_i[20:0]);
    wire hit1    = has_s1 && meet(rd_i[20:0], dlen_q, rs2_i[20:0], s1len_q) && !(vv && in_place && rd_i[20:0] == rs2_i[20:0]);

    always @(posedge clk) begin
        done_o <= 1'b0;
        if (!rst_n)
            state_q <= ST_IDLE;
        else case (state_q)
            ST_IDLE: if (start_i) begin
                skip_o  <= 1'b0;
                fault_o <= FAULT_NONE;
                addr_o  <= rd_i;
                qh_q    <= ph[15:0] - kh[15:0];
                qw_q    <= pw[15:0] - kw[15:0];
                rh_q    <= 17'd0;
                rw_q    <= 17'd0;
                step_q  <= 4'd0;
                dlen_q  <= reduce ? (vop_best(op_i) ? 22'd8 : 22'd4) : bits ? {n[31:24] != 8'd0 || bit_bytes[21], bit_bytes[20:0]} : clip({19'd0, scatter ? seg : n} << size_d);
                s0len_q <= clip({19'd0, gather ? seg : n} << size_s);
                s1len_q <= clip({19'd0, vc ? seg : n} << size_1);
                if (!pool && !trans && n == 32'd0) begin
                    skip_o <= 1'b1;
                    done_o <= 1'b1;
                end else if (type_bad || size_bad) begin
                    fault_o <= type_bad ? FAULT_CMD_TYPE : FAULT_CMD_SIZE;
                    done_o  <= 1'b1;
                end else
                    state_q <= pool ? ST_DIVIDE : trans ? ST_PIXELS : ST_JUDGE;
            end
            ST_DIVIDE: begin
                rh_q   <= fh ? th - {1'b0, sh[15:0]} : th;
                rw_q   <= fw ? tw - {1'b0, sw[15:0]} : tw;
                qh_q   <= {qh_q[14:0], fh};
                qw_q   <= {qw_q[14:0], fw};
                step_q <= step_q + 4'd1;
                if (step_q == 4'd15) state_q <= ST_PIXELS;
            end
            ST_PIXELS: begin
                // at most (65535 - 1) / 1 + 1, so 16 bits hold it
                ho_o    <= qh_q + 16'd1;
                wo_o    <= qw_q + 16'd1;
                pix_q   <= {16'd0, ph[15:0]} * {16'd0, pw[15:0]};
                pix_d_q <= {16'd0, qh_q + 16'd1} * {16'd0, qw_q + 16'd1};
                state_q <= ST_BYTES;
            end
            ST_BYTES: begin
                s0len_q <= clip({3'b000, src_elems} << size_s);
                dlen_q  <= clip({3'b000, elems_o} << size_s);
                state_q <= ST_JUDGE;
            end
            default: begin
                state_q <= ST_IDLE;
                done_o  <= 1'b1;
                if (outside(rd_i))                          fault_o <= FAULT_CMD_ADDR;
                else if (beyond(rd_i, dlen_q))              fault_o <= FAULT_NRAM_WRITE;
                else if (has_s0 && outside(rs1_i))          begin fault_o <= FAULT_CMD_ADDR;  addr_o <= rs1_i; end
                else if (has_s0 && beyond(rs1_i, s0len_q))  begin fault_o <= FAULT_NRAM_READ; addr_o <= rs1_i; end
                else if (has_s1 && outside(rs2_i))          begin fault_o <= FAULT_CMD_ADDR;  addr_o <= rs2_i; end
                else if (has_s1 && beyond(rs2_i, s1len_q))  begin fault_o <= FAULT_NRAM_READ; addr_o <= rs2_i; end
                else if (hit0 || hit1)                      fault_o <= FAULT_CMD_OVERLAP;
            end
        endcase
    end
    wire unused_ok = &{1'b0, cfg_i, rh_q, rw_q};
endmodule
`default_nettype wire
