// SPDX-License-Identifier: Apache-2.0
// dlp_icache - direct-mapped instruction cache over GDRAM, with prefetch of the next lines.
//
// Protocol: next_i is the address of the instruction wanted in the next cycle (an offset into the CODE window), pc_i that of this cycle
//           (next_i of the last cycle).  hit_o: insn_o is the instruction at pc_i.  Otherwise keep next_i = pc_i; the line is fetched.
//           error_o: the fetch of the line of pc_i ended with a bus error.
// Bus:      read master of docs/interfaces.md, 3.  A miss reads its line and the following one in a single burst; while the line after that of
//           pc_i is absent and the bus is free, it and its successor are fetched ahead.  A burst stays inside 4 KiB.
// Latency:  none on a hit; on a miss, the bus plus 3 cycles.
`default_nettype none

module dlp_icache #(
    parameter ROW_BYTES   = 64,
    parameter LINES       = 128,       // power of two
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        enable_i,       // pc_i is wanted
    input  wire        read_i,         // next_i is wanted
    input  wire        invalidate_i,
    input  wire [29:0] next_i,
    input  wire [29:0] pc_i,
    output wire        hit_o,
    output reg  [31:0] insn_o,
    output wire        error_o,
    output wire        idle_o,         // nothing on the bus

    output wire        arvalid_o,
    input  wire        arready_i,
    output wire [39:0] araddr_o,
    output wire [7:0]  arlen_o,
    input  wire        rvalid_i,
    output wire        rready_o,
    input  wire [8*ROW_BYTES-1:0] rdata_i,
    input  wire [1:0]  rresp_i,
    input  wire        rlast_i
);
    `include "dlp_spec.vh"

    localparam RB   = 8 * ROW_BYTES;
    localparam LB   = $clog2(CACHE_LINE_BYTES);          // address bits inside a line
    localparam IB   = $clog2(LINES);
    localparam TB   = 30 - LB - IB;
    localparam ROWB = $clog2(ROW_BYTES);
    localparam ROWS = LINES * CACHE_LINE_BYTES / ROW_BYTES;
    localparam PER  = CACHE_LINE_BYTES / ROW_BYTES;      // rows of a line
    localparam [39:0] LINE_COUNT = GDRAM_BYTES >> LB;
    localparam [31:0] PER_W = PER;

    localparam [1:0] ST_IDLE = 2'd0, ST_ADDR = 2'd1, ST_DATA = 2'd2, ST_SET = 2'd3;

    reg [LINES-1:0]    valid_q;
    reg [TB-1:0]       tag [0:LINES-1];
    reg [1:0]          state_q;
    reg [30-LB-1:0]    line_q;         // first line of the burst
    reg                two_q;          // the burst has two lines
    reg [7:0]          beat_q;
    reg                bad_q, drop_q;  // bus error seen; invalidated meanwhile
    reg                error_q;        // line_q could not be read

    wire [30-LB-1:0]   pair_q = line_q + 1'b1;

    // ---- lookup
    wire [30-LB-1:0] pc_line   = pc_i[29:LB];
    wire [30-LB-1:0] next_line = pc_line + 1'b1;
    wire             here      = valid_q[pc_line[IB-1:0]] && tag[pc_line[IB-1:0]] == pc_line[30-LB-1:IB];
    wire             ahead     = valid_q[next_line[IB-1:0]] && tag[next_line[IB-1:0]] == next_line[30-LB-1:IB];
    wire             ahead_ok  = {16'd0, next_line} < LINE_COUNT;

    assign hit_o   = here;
    assign error_o = error_q && pc_line == line_q;
    assign idle_o  = state_q == ST_IDLE;

    // ---- which line next: the one we stand on, then the one after it
    wire             want      = enable_i && (here ? !ahead && ahead_ok : !error_o);
    wire [30-LB-1:0] want_line = here ? next_line : pc_line;
    wire [30-LB-1:0] pair_line = want_line + 1'b1;
    wire             pair_ok   = pair_line[12-LB-1:0] != {12-LB{1'b0}} && {16'd0, pair_line} < LINE_COUNT;

    assign arvalid_o = state_q == ST_ADDR;
    assign araddr_o  = {10'd0, line_q, {LB{1'b0}}};
    assign arlen_o   = two_q ? {PER_W[6:0], 1'b0} - 8'd1 : PER_W[7:0] - 8'd1;
    assign rready_o  = state_q == ST_DATA;

    wire             take     = state_q == ST_DATA && rvalid_i;
    wire [29:0]      write_at = {line_q, {LB{1'b0}}} + {{22-ROWB{1'b0}}, beat_q, {ROWB{1'b0}}};
    wire [30-LB-1:0] write_line = write_at[29:LB];
    wire             ends_line = (beat_q & (PER_W[7:0] - 8'd1)) == PER_W[7:0] - 8'd1;
    wire             second    = beat_q >= PER_W[7:0];

    always @(posedge clk) begin
        if (!rst_n) begin
            state_q <= ST_IDLE;
            valid_q <= {LINES{1'b0}};
            error_q <= 1'b0;
        end else begin
            if (invalidate_i) begin
                valid_q <= {LINES{1'b0}};
                error_q <= 1'b0;
            end
            case (state_q)
                ST_IDLE: if (want && !invalidate_i) begin
                    state_q <= ST_ADDR;
                    line_q  <= want_line;
                    two_q   <= pair_ok;
                    beat_q  <= 8'd0;
                    bad_q   <= 1'b0;
                    drop_q  <= 1'b0;
                    error_q <= 1'b0;
                    // the old lines go now: they are overwritten before the new ones are complete
                    valid_q[want_line[IB-1:0]] <= 1'b0;
                    if (pair_ok) valid_q[pair_line[IB-1:0]] <= 1'b0;
                end
                ST_ADDR: begin
                    if (invalidate_i) drop_q <= 1'b1;
                    if (arready_i) state_q <= ST_DATA;
                end
                ST_DATA: begin
                    if (invalidate_i) drop_q <= 1'b1;
                    if (rvalid_i) begin
                        beat_q <= beat_q + 8'd1;
                        if (rresp_i != 2'b00 && !second) bad_q <= 1'b1;
                        if (rresp_i != 2'b00 && second)  two_q <= 1'b0;
                        if (rlast_i) state_q <= ST_SET;
                    end
                end
                default: begin
                    // one cycle after the last write, so that the read of this cycle already sees it
                    state_q <= ST_IDLE;
                    error_q <= bad_q && !drop_q && !invalidate_i;
                    if (!bad_q && !drop_q && !invalidate_i) begin
                        valid_q[line_q[IB-1:0]] <= 1'b1;
                        if (two_q) valid_q[pair_q[IB-1:0]] <= 1'b1;
                    end
                end
            endcase
        end
        if (take && ends_line)
            tag[write_line[IB-1:0]] <= write_line[30-LB-1:IB];
    end

    // ---- data
    wire [RB-1:0] row;
    dlp_ram_sdp #(.WIDTH(RB), .DEPTH(ROWS)) u_data (
        .clk(clk), .we_i(take), .waddr_i(write_at[ROWB +: $clog2(ROWS)]), .wdata_i(rdata_i),
        .re_i(read_i), .raddr_i(next_i[ROWB +: $clog2(ROWS)]), .rdata_o(row)
    );

    integer w;
    always @* begin
        insn_o = 32'd0;
        if (enable_i)
            for (w = 0; w < ROW_BYTES / 4; w = w + 1)
                if (pc_i[ROWB-1:2] == w[ROWB-3:0]) insn_o = row[32*w +: 32];
    end
    wire unused_ok = &{1'b0, next_i, pc_i, pair_q, write_at};
endmodule
`default_nettype wire
