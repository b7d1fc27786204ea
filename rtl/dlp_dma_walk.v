// SPDX-License-Identifier: Apache-2.0
// dlp_dma_walk - walks the rows of a strided range as bursts: each burst is a run of rows of one segment.
//
// Protocol: load_i starts a walk; burst_valid_o shows the next burst until burst_ready_i; last_o marks the last one of the walk.
//           A burst has at most MAX_ROWS rows and never crosses a 4 KiB boundary.
// Latency:  one burst per cycle.
`default_nettype none

module dlp_dma_walk #(
    parameter ROW_BYTES = 64,
    parameter MAX_ROWS  = 8,           // 1 to 256
    parameter ADDR_BITS = 40,
    parameter LEN_BITS  = 32           // of bytes and stride; smaller only in proofs, more than log2 ROW_BYTES + 8
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        load_i,
    input  wire [ADDR_BITS-1:0] addr_i,  // of the first byte
    input  wire [LEN_BITS-1:0] bytes_i,        // of a segment, 1 or more
    input  wire [LEN_BITS-1:0] stride_i,
    input  wire [15:0] segments_i,     // 1 or more

    output reg         burst_valid_o,
    input  wire        burst_ready_i,
    output wire [ADDR_BITS-1:0] burst_addr_o,  // aligned to ROW_BYTES
    output wire [8:0]  burst_rows_o,
    output wire        last_o
);
    localparam ROWB   = $clog2(ROW_BYTES);
    localparam PAGE_ROWS = 4096 / ROW_BYTES;
    localparam PB     = $clog2(PAGE_ROWS);
    localparam [31:0] MAX_W = MAX_ROWS, PAGE_W = PAGE_ROWS;

    reg [ADDR_BITS-1:0] seg_q;         // first byte of the segment
    reg [LEN_BITS-1:0]  bytes_q, stride_q;
    reg [15:0]          left_q;        // segments after this one
    reg [ADDR_BITS-1:ROWB] row_q;      // next row
    reg [LEN_BITS-ROWB:0] rows_q;        // rows of this segment that are left

    `include "dlp_dma.vh"

    wire [8:0] to_page = PAGE_W[8:0] - {{9-PB{1'b0}}, row_q[ROWB +: PB]};
    wire [8:0] limit   = to_page < MAX_W[8:0] ? to_page : MAX_W[8:0];
    wire       whole   = rows_q <= {{LEN_BITS-8-ROWB{1'b0}}, limit};

    assign burst_addr_o = {row_q, {ROWB{1'b0}}};
    assign burst_rows_o = whole ? rows_q[8:0] : limit;
    assign last_o       = whole && left_q == 16'd0;

    wire [ADDR_BITS-1:0] next_seg = seg_q + {{ADDR_BITS-LEN_BITS{1'b0}}, stride_q};

    always @(posedge clk)
        if (!rst_n)
            burst_valid_o <= 1'b0;
        else if (load_i) begin
            burst_valid_o <= 1'b1;
            seg_q    <= addr_i;
            bytes_q  <= bytes_i;
            stride_q <= stride_i;
            left_q   <= segments_i - 16'd1;
            row_q    <= addr_i[ADDR_BITS-1:ROWB];
            rows_q   <= rows_of(addr_i[ROWB-1:0], bytes_i);
        end else if (burst_valid_o && burst_ready_i) begin
            if (!whole) begin
                row_q  <= row_q + {{ADDR_BITS-ROWB-9{1'b0}}, limit};
                rows_q <= rows_q - {{LEN_BITS-8-ROWB{1'b0}}, limit};
            end else if (left_q != 16'd0) begin
                seg_q  <= next_seg;
                left_q <= left_q - 16'd1;
                row_q  <= next_seg[ADDR_BITS-1:ROWB];
                rows_q <= rows_of(next_seg[ROWB-1:0], bytes_q);
            end else
                burst_valid_o <= 1'b0;
        end

`ifdef FORMAL
    // f_* follow the walk independently: the segment, its last row, the row where the next burst must start, segments that have ended.
    reg                        f_past = 1'b0;
    reg  [ADDR_BITS-1:0]       f_seg;
    reg  [LEN_BITS-1:0]        f_bytes, f_stride;
    reg  [ADDR_BITS-1:ROWB]    f_row;
    reg  [15:0]                f_segments, f_ended;
    wire [ADDR_BITS-1:0]       f_last_byte = f_seg + f_bytes - 1'b1;
    wire [ADDR_BITS-1:0]       f_end       = burst_addr_o + burst_rows_o * ROW_BYTES - 1'b1;   // last byte of the burst
    wire                       f_take      = burst_valid_o && burst_ready_i;
    wire                       f_closes    = f_end[ADDR_BITS-1:ROWB] == f_last_byte[ADDR_BITS-1:ROWB];
    wire [ADDR_BITS-1:0]       f_seg_next  = f_seg + f_stride;

    always @(posedge clk) begin
        f_past <= 1'b1;
        if (load_i) begin
            f_seg      <= addr_i;
            f_bytes    <= bytes_i;
            f_stride   <= stride_i;
            f_row      <= addr_i[ADDR_BITS-1:ROWB];
            f_segments <= segments_i;
            f_ended    <= 16'd0;
        end else if (f_take) begin
            f_row <= f_end[ADDR_BITS-1:ROWB] + 1'b1;
            if (f_closes) begin
                f_seg   <= f_seg_next;
                f_row   <= f_seg_next[ADDR_BITS-1:ROWB];
                f_ended <= f_ended + 1'b1;
            end
        end
    end
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);
    always @* assume (bytes_i != 0 && segments_i != 16'd0);
    always @* assume (!(load_i && burst_valid_o));         // the users' obligation: a walk ends before the next one starts
    always @* if (f_past && burst_valid_o) begin
        // Rule 1: a burst has 1 to MAX_ROWS rows.
        assert (burst_rows_o >= 9'd1 && burst_rows_o <= MAX_ROWS);
        // Rule 2: a burst is aligned and never crosses a 4 KiB boundary.
        assert (burst_addr_o[ROWB-1:0] == 0);
        assert (burst_addr_o[ADDR_BITS-1:12] == f_end[ADDR_BITS-1:12]);
        assert (rows_q != 0 && bytes_q != 0);
`ifndef DLP_WALK_BUS_RULES_ONLY       // the rest takes long at full width: proved with narrow addresses and lengths
        // Rule 3: the bursts of a segment follow each other from the row of its first byte to the row of its last byte.
        assert (burst_addr_o == {f_row, {ROWB{1'b0}}});
        assert (f_closes == whole);
        // Rule 4: there are exactly as many segments as asked for, and last_o marks the last burst of the last one.
        assert (last_o == (f_closes && f_ended == f_segments - 1'b1));
        // what the registers mean: makes the rules inductive
        assert (seg_q == f_seg && bytes_q == f_bytes && stride_q == f_stride && row_q == f_row);
        assert (row_q + rows_q == f_last_byte[ADDR_BITS-1:ROWB] + {{ADDR_BITS-ROWB-1{1'b0}}, 1'b1});
        assert (f_ended + left_q == f_segments - 1'b1 && f_ended < f_segments);
`endif
        cover (f_take && last_o && f_ended == 16'd2);
        cover (f_take && burst_rows_o == MAX_ROWS && !whole);
        cover (f_take && burst_rows_o < MAX_ROWS && !whole);   // cut at a boundary
    end
    // Rule 5: a burst that is shown and not taken stays.
    reg                  f_held = 1'b0, f_held_last;
    reg  [ADDR_BITS-1:0] f_held_addr;
    reg  [8:0]           f_held_rows;
    always @(posedge clk) begin
        f_held      <= f_past && burst_valid_o && !burst_ready_i;
        f_held_addr <= burst_addr_o;
        f_held_rows <= burst_rows_o;
        f_held_last <= last_o;
    end
    always @* if (f_held) assert (burst_valid_o && burst_addr_o == f_held_addr && burst_rows_o == f_held_rows && last_o == f_held_last);
`endif
endmodule
`default_nettype wire
