// SPDX-License-Identifier: Apache-2.0
// dlp_dma_check - decides whether a copy may run: direction, size, both ranges, overlap (docs/isa.md, 9), and where its operands lie.
//
// Protocol: start_i with the operands held; done_o for one cycle with fault_o and the decoded operands, which hold until the next start.
// Latency:  done_o is 3 cycles after start_i for 1-D copies, 4 for 2-D copies (one multiplier gives both extents).
`default_nettype none

module dlp_dma_check #(
    parameter IO         = 1,          // 1: one side in GDRAM; 0: NRAM and WRAM only
    parameter NRAM_BYTES = 786432,
    parameter WRAM_BYTES = 1048576,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start_i,
    input  wire        two_d_i,
    input  wire [63:0] rd_i,
    input  wire [63:0] rs1_i,
    input  wire [63:0] rs2_i,
    input  wire [95:0] cfg_i,          // destination stride, source stride, rows
    output reg         done_o,
    output reg  [7:0]  fault_o,
    output reg  [63:0] addr_o,

    // decoded: 0 NRAM, 1 WRAM, 2 GDRAM, with the offset in that memory
    output reg  [1:0]  dst_mem_o,
    output reg  [1:0]  src_mem_o,
    output reg  [39:0] dst_o,
    output reg  [39:0] src_o
);
    `include "dlp_spec.vh"

    localparam [1:0] M_NRAM = 2'd0, M_WRAM = 2'd1, M_GDRAM = 2'd2, M_NONE = 2'd3;
    localparam [63:0] NRAM_END = {24'd0, MEM_NRAM_BASE} + {23'd0, MEM_NRAM_WINDOW}, WRAM_END = {24'd0, MEM_WRAM_BASE} + {23'd0, MEM_WRAM_WINDOW},
                      CODE_END = {24'd0, MEM_CODE_BASE} + {23'd0, MEM_CODE_WINDOW}, GDRAM_END = {24'd0, MEM_GDRAM_BASE} + {23'd0, MEM_GDRAM_WINDOW};

    localparam [31:0] NRAM_W = NRAM_BYTES, WRAM_W = WRAM_BYTES;

    function [1:0] memory(input [63:0] a);
        memory = a >= {24'd0, MEM_NRAM_BASE}  && a < NRAM_END  ? M_NRAM :
                 a >= {24'd0, MEM_WRAM_BASE}  && a < WRAM_END  ? M_WRAM :
                 a >= {24'd0, MEM_CODE_BASE}  && a < CODE_END  ? M_GDRAM :
                 a >= {24'd0, MEM_GDRAM_BASE} && a < GDRAM_END ? M_GDRAM : M_NONE;
    endfunction

    function [39:0] offset(input [63:0] a);
        offset = a >= {24'd0, MEM_GDRAM_BASE} ? a[39:0] - MEM_GDRAM_BASE :
                 a >= {24'd0, MEM_CODE_BASE}  ? a[39:0] - MEM_CODE_BASE :
                 a >= {24'd0, MEM_WRAM_BASE}  ? a[39:0] - MEM_WRAM_BASE : a[39:0] - MEM_NRAM_BASE;
    endfunction

    function [49:0] size(input [1:0] m);
        size = m == M_NRAM ? {18'd0, NRAM_W} : m == M_WRAM ? {18'd0, WRAM_W} : {10'd0, GDRAM_BYTES};
    endfunction

    localparam [1:0] ST_IDLE = 2'd0, ST_DST = 2'd1, ST_SRC = 2'd2, ST_JUDGE = 2'd3;
    reg [1:0]  state_q;
    reg [49:0] dst_end_q, src_end_q;   // offset behind the last byte
    reg [47:0] extent_q;               // (rows - 1) * stride

    wire [31:0] dst_stride = cfg_i[31:0];
    wire [31:0] src_stride = cfg_i[63:32];
    wire [31:0] rows       = cfg_i[95:64];
    wire [15:0] rows_1     = rows[15:0] - 16'd1;
    wire [31:0] stride     = state_q == ST_IDLE ? dst_stride : src_stride;

    wire dir_bad  = IO != 0 ? (dst_mem_o == M_NONE || src_mem_o == M_NONE || (dst_mem_o == M_GDRAM) == (src_mem_o == M_GDRAM))
                            : (dst_mem_o[1] || src_mem_o[1] || (dst_mem_o == M_WRAM && src_mem_o == M_WRAM));
    wire size_bad = rs2_i == 64'd0 || rs2_i[63:32] != 32'd0 || (two_d_i && (rows == 32'd0 || rows[31:16] != 16'd0));
    wire dst_bad  = dst_end_q > size(dst_mem_o);
    wire src_bad  = src_end_q > size(src_mem_o);
    wire overlap  = IO == 0 && dst_mem_o == src_mem_o && {10'd0, dst_o} < src_end_q && {10'd0, src_o} < dst_end_q;

    always @(posedge clk) begin
        done_o <= 1'b0;
        if (two_d_i && (start_i || state_q == ST_DST)) extent_q <= {32'd0, rows_1} * {16'd0, stride};
        if (!rst_n)
            state_q <= ST_IDLE;
        else case (state_q)
            ST_IDLE: if (start_i) begin
                dst_mem_o <= memory(rd_i);
                src_mem_o <= memory(rs1_i);
                dst_o     <= offset(rd_i);
                src_o     <= offset(rs1_i);
                state_q   <= ST_DST;
            end
            ST_DST: begin
                dst_end_q <= {10'd0, dst_o} + {18'd0, rs2_i[31:0]} + (two_d_i ? {2'd0, extent_q} : 50'd0);
                src_end_q <= {10'd0, src_o} + {18'd0, rs2_i[31:0]};
                state_q   <= two_d_i ? ST_SRC : ST_JUDGE;
            end
            ST_SRC: begin
                src_end_q <= src_end_q + {2'd0, extent_q};
                state_q   <= ST_JUDGE;
            end
            default: begin
                state_q <= ST_IDLE;
                done_o  <= 1'b1;
                addr_o  <= dir_bad || size_bad || dst_bad || !src_bad ? rd_i : rs1_i;
                fault_o <= dir_bad  ? FAULT_COPY_DIR :
                           size_bad ? FAULT_COPY_SIZE :
                           dst_bad  ? (dst_mem_o == M_NRAM ? FAULT_NRAM_WRITE : dst_mem_o == M_WRAM ? FAULT_WRAM_WRITE : FAULT_GDRAM_WRITE) :
                           src_bad  ? (src_mem_o == M_NRAM ? FAULT_NRAM_READ  : src_mem_o == M_WRAM ? FAULT_WRAM_READ  : FAULT_GDRAM_READ) :
                           overlap  ? FAULT_CMD_OVERLAP : FAULT_NONE;
            end
        endcase
    end
endmodule
`default_nettype wire
