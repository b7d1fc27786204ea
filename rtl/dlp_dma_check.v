// SPDX-License-Identifier: Apache-2.0
// dlp_dma_check - holds a command of a copy engine and decides whether it may run: direction, size, both ranges, overlap (docs/isa.md, 9).
// A fill counts as a copy from NRAM whose source is not looked at.
//
// Protocol: take_i when not busy_o, or in the cycle of leave_i.  The steps of a command, one in each cycle:
//           PLANES_DST, PLANES_SRC  3-D only: the multiplier gives the distance of the last plane from the first
//           DST, SRC  a multiplier and two adders, used twice, give the last byte of both ranges
//           LOAD      offset_o is that of the source: the reader takes it; lasts while hold_i is high
//           JUDGE     fault_o is valid, offset_o is that of the destination; from the second cycle on addr_o is that of the fault.  Lasts until
//                     leave_i
// Latency:  JUDGE comes 4 cycles after take_i, 6 with planes.
`default_nettype none

module dlp_dma_check #(
    parameter IO         = 1,          // 1: one side or both in GDRAM; 0: NRAM and WRAM only
    parameter NRAM_BYTES = 786432,
    parameter WRAM_BYTES = 1048576,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        take_i,
    input  wire [3:0]  op_i,
    input  wire [63:0] rd_i,
    input  wire [63:0] rs1_i,
    input  wire [63:0] rs2_i,
    input  wire [191:0] cfg_i,         // strides of destination and source, rows, planes, plane strides of destination and source

    input  wire        hold_i,
    input  wire        leave_i,
    output reg         busy_o,
    output wire        load_o,
    output wire        judged_o,
    output reg  [7:0]  fault_o,
    output wire [63:0] addr_o,

    // decoded: 0 NRAM, 1 WRAM, 2 GDRAM, with the offset in that memory
    output wire [1:0]  dst_mem_o,
    output wire [1:0]  src_mem_o,
    output wire        dst_code_o,     // it lies in the code window
    output wire        src_code_o,
    output wire [39:0] offset_o,
    output reg         fill_o,
    output wire [39:0] src_o,          // offset of the source, if that is in GDRAM; otherwise its low bits are valid; 32 bits of a fill's pattern
    output reg  [31:0] last_o,         // bytes of a segment - 1
    output wire [31:0] dst_stride_o,
    output wire [31:0] src_stride_o,
    output reg  [15:0] more_o,         // segments of a plane - 1
    output reg  [39:0] dst_jump_o,     // from the last segment of a plane to the first of the next, modulo 2^40
    output wire [39:0] src_jump_o,
    output reg  [15:0] planes_o        // planes - 1
);
    `include "dlp_spec.vh"

    localparam [1:0] M_NRAM = 2'd0, M_WRAM = 2'd1, M_GDRAM = 2'd2, M_NONE = 2'd3;
    localparam [31:0] NRAM_W = NRAM_BYTES, WRAM_W = WRAM_BYTES;
    localparam SPM_SB = $clog2((NRAM_W | WRAM_W) + 32'd1), GDRAM_SB = $clog2({1'b0, GDRAM_BYTES} + 41'd1);
    localparam SB = IO != 0 && GDRAM_SB > SPM_SB ? GDRAM_SB : SPM_SB;       // bits of a size

    // a window is a power of two and its base a multiple of it: an address is in it when the bits above are those of the base
    localparam NB = $clog2(MEM_NRAM_WINDOW), WB = $clog2(MEM_WRAM_WINDOW), CB = $clog2(MEM_CODE_WINDOW), GB = $clog2(MEM_GDRAM_WINDOW);
    generate if ((41'd1 << NB) != MEM_NRAM_WINDOW || (41'd1 << WB) != MEM_WRAM_WINDOW || (41'd1 << CB) != MEM_CODE_WINDOW || (41'd1 << GB) != MEM_GDRAM_WINDOW
                 || (MEM_NRAM_BASE >> NB << NB) != MEM_NRAM_BASE || (MEM_WRAM_BASE >> WB << WB) != MEM_WRAM_BASE
                 || (MEM_CODE_BASE >> CB << CB) != MEM_CODE_BASE || (MEM_GDRAM_BASE >> GB << GB) != MEM_GDRAM_BASE || NB != WB || CB > GB) begin : g_check
        ERROR_windows_must_be_aligned_powers_of_two u_error ();
    end endgenerate

    function [2:0] place(input [63:0] a);                        // code window, memory
        place = a >> NB == {24'd0, MEM_NRAM_BASE} >> NB  ? {1'b0, M_NRAM} :
                a >> WB == {24'd0, MEM_WRAM_BASE} >> WB  ? {1'b0, M_WRAM} :
                a >> CB == {24'd0, MEM_CODE_BASE} >> CB  ? {1'b1, M_GDRAM} :
                a >> GB == {24'd0, MEM_GDRAM_BASE} >> GB ? {1'b0, M_GDRAM} : {1'b0, M_NONE};
    endfunction

    function [39:0] low(input [39:0] a, input integer bits);
        low = a & ~({40{1'b1}} << bits);
    endfunction

    // MOVE has the same registers in the same order (cmodel/dlp_dma.c checks that)
    wire [31:0] rows   = cfg_i[32*(CFGR_IO_ROWS - CFGR_IO_DST_STRIDE) +: 32];
    wire [31:0] planes = cfg_i[32*(CFGR_IO_PLANES - CFGR_IO_DST_STRIDE) +: 32];

    // bits 1:0 of an operation are its dimensions - 1, bits 3:2 say copy or the size of a fill's elements
    localparam [47:0] OPS = {4'd14, 4'd13, 4'd12, 4'd10, 4'd9, 4'd8, 4'd6, 4'd5, 4'd4, 4'd2, 4'd1, 4'd0};
    wire two_d   = op_i[1:0] != 2'd0;
    wire three_d = op_i[1];
    wire fill    = op_i[3:2] != 2'd0;
    wire fill_b  = op_i[3:2] == 2'd1;
    wire fill_h  = op_i[3:2] == 2'd2;
    generate if (OPS != {IOP_FILL3_W, IOP_FILL2_W, IOP_FILL_W, IOP_FILL3_H, IOP_FILL2_H, IOP_FILL_H, IOP_FILL3_B, IOP_FILL2_B, IOP_FILL_B,
                         IOP_COPY3, IOP_COPY2, IOP_COPY} ||
                 OPS != {MVOP_FILL3_W, MVOP_FILL2_W, MVOP_FILL_W, MVOP_FILL3_H, MVOP_FILL2_H, MVOP_FILL_H, MVOP_FILL3_B, MVOP_FILL2_B, MVOP_FILL_B,
                         MVOP_COPY3, MVOP_COPY2, MVOP_COPY}) begin : g_ops
        ERROR_operations_must_be_made_of_kind_and_dimensions u_error ();
    end endgenerate

    localparam [2:0] ST_PLANES_DST = 3'd0, ST_PLANES_SRC = 3'd1, ST_DST = 3'd2, ST_SRC = 3'd3, ST_LOAD = 3'd4, ST_JUDGE = 3'd5;
    reg [2:0]  state_q;
    reg [63:0] rd_q, rs1_q, strides_q, pstrides_q;
    reg [2:0]  dst_q, src_q;           // places
    reg        size_bad_q;
    reg [47:0] extent_q;               // (segments - 1) * stride, or of planes
    reg [47:0] planes_q;               // what the planes add
    reg [48:0] first_q;                // last byte of the first segment of the last plane
    reg [49:0] end_q;                  // last byte
    reg        dst_bad_q, src_bad_q, dst_hit_q;

    assign dst_mem_o    = dst_q[1:0];
    assign src_mem_o    = src_q[1:0];
    assign dst_code_o   = dst_q[2];
    assign src_code_o   = src_q[2];
    assign src_jump_o   = {8'd0, pstrides_q[63:32]} - extent_q[39:0];      // in LOAD and later
    assign dst_stride_o = strides_q[31:0];
    assign src_stride_o = strides_q[63:32];
    assign load_o       = busy_o && state_q == ST_LOAD && !hold_i;
    assign judged_o     = busy_o && state_q == ST_JUDGE;
    assign src_o        = src_q[2] ? low(rs1_q[39:0], CB) : low(rs1_q[39:0], GB);

    // one operand at a time; src_bad_q: in the end, that of the fault
    wire        of_src    = state_q == ST_SRC || state_q == ST_LOAD || src_bad_q;
    wire        of_planes = state_q == ST_PLANES_DST || state_q == ST_PLANES_SRC;
    wire [31:0] mul_more  = {16'd0, of_planes ? planes_o : more_o};
    wire [31:0] mul_step  = state_q == ST_PLANES_DST ? pstrides_q[31:0] : state_q == ST_PLANES_SRC ? pstrides_q[63:32] :
                            state_q == ST_DST        ? strides_q[31:0]  : strides_q[63:32];
    wire [63:0] addr   = of_src ? rs1_q : rd_q;
    wire [1:0]  at     = of_src ? src_q[2:1] : dst_q[2:1];       // code window, GDRAM
    assign addr_o   = addr;
    assign offset_o = at[1] ? low(addr[39:0], CB) : at[0] ? low(addr[39:0], GB) : low(addr[39:0], NB);

    // end_q is that of the destination in LOAD, of the source in JUDGE
    wire [1:0]    end_mem  = state_q == ST_LOAD ? dst_q[1:0] : src_q[1:0];
    wire [40:0]   size     = end_mem[1] ? {1'b0, GDRAM_BYTES} : {9'd0, end_mem[0] ? WRAM_W : NRAM_W};
    wire          too_long = end_q[49:SB] != {50-SB{1'b0}} || end_q[SB-1:0] >= size[SB-1:0];
    // [a, a end] and [b, b end] overlap when each starts at or below the end of the other
    wire          hit      = offset_o[SB-1:0] <= end_q[SB-1:0];
    wire          dir_bad  = IO != 0 ? (dst_q[1:0] == M_NONE || src_q[1:0] == M_NONE || !(dst_q[1] || src_q[1]))
                                     : (dst_q[1] || src_q[1] || (dst_q[0] && src_q[0]));
    always @* begin
        fault_o = FAULT_NONE;
        if (dir_bad)         fault_o = FAULT_COPY_DIR;
        else if (size_bad_q) fault_o = FAULT_COPY_SIZE;
        else if (dst_bad_q)  fault_o = dst_q[1] ? FAULT_GDRAM_WRITE : dst_q[0] ? FAULT_WRAM_WRITE : FAULT_NRAM_WRITE;
        else if (fill_o)     fault_o = FAULT_NONE;
        else if (too_long)   fault_o = src_q[1] ? FAULT_GDRAM_READ  : src_q[0] ? FAULT_WRAM_READ  : FAULT_NRAM_READ;
        else if (hit && dst_hit_q && dst_q[1:0] == src_q[1:0]) fault_o = FAULT_CMD_OVERLAP;
    end

    always @(posedge clk) begin
        if (!rst_n)       busy_o <= 1'b0;
        else if (take_i)  busy_o <= 1'b1;
        else if (leave_i) busy_o <= 1'b0;

        src_bad_q <= !take_i && judged_o && !dir_bad && !size_bad_q && !dst_bad_q && !fill_o && too_long;
        if (take_i) begin
            state_q    <= three_d ? ST_PLANES_DST : ST_DST;
            rd_q       <= rd_i;
            // of a fill, 4 bytes of elements
            rs1_q      <= {rs1_i[63:32], fill_b ? {2{rs1_i[7:0]}} : fill_h ? rs1_i[15:0] : rs1_i[31:16], fill_b ? rs1_i[7:0] : rs1_i[15:8], rs1_i[7:0]};
            fill_o     <= fill;
            dst_q      <= place(rd_i);
            src_q      <= fill ? {1'b0, M_NRAM} : place(rs1_i);
            last_o     <= rs2_i[31:0] - 32'd1;
            strides_q  <= cfg_i[32*(CFGR_IO_DST_STRIDE - CFGR_IO_DST_STRIDE) +: 64];
            pstrides_q <= cfg_i[32*(CFGR_IO_DST_PLANE - CFGR_IO_DST_STRIDE) +: 64];
            more_o     <= two_d ? rows[15:0] - 16'd1 : 16'd0;
            planes_o   <= three_d ? planes[15:0] - 16'd1 : 16'd0;
            planes_q   <= 48'd0;
            size_bad_q <= rs2_i == 64'd0 || rs2_i[63:32] != 32'd0 || (two_d && (rows == 32'd0 || rows[31:16] != 16'd0)) ||
                          (three_d && (planes == 32'd0 || planes[31:16] != 16'd0));
        end else if (busy_o) case (state_q)
            ST_PLANES_DST: state_q <= ST_PLANES_SRC;
            ST_PLANES_SRC: state_q <= ST_DST;
            ST_DST:  state_q <= ST_SRC;
            ST_SRC:  state_q <= ST_LOAD;
            ST_LOAD: if (!hold_i) state_q <= ST_JUDGE;
            default: ;
        endcase

        if (busy_o && state_q <= ST_SRC) extent_q <= {16'd0, mul_more} * {16'd0, mul_step};
        // in these two steps, extent_q is what the planes of this side add
        if (busy_o && (state_q == ST_PLANES_SRC || (state_q == ST_DST && planes_o != 16'd0))) planes_q <= extent_q;
        if (busy_o && (state_q == ST_DST || state_q == ST_SRC)) first_q <= {9'd0, offset_o} + {17'd0, last_o} + {1'b0, planes_q};
        if (busy_o && state_q == ST_SRC) dst_jump_o <= {8'd0, pstrides_q[31:0]} - extent_q[39:0];
        if (busy_o && (state_q == ST_SRC || load_o)) end_q <= {1'b0, first_q} + {2'd0, extent_q};
        if (load_o) begin
            dst_bad_q <= too_long;
            dst_hit_q <= hit;
        end
    end

    wire unused_ok = &{1'b0, size};
endmodule
`default_nettype wire
