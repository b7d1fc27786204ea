// SPDX-License-Identifier: Apache-2.0
// dlp_dma_walk - walks the rows of a strided range, planes of segments, as bursts: each burst is a run of rows of one segment.
//
// Protocol: load_i takes the operands, start_i begins the walk in a later cycle; burst_valid_o shows the next burst until burst_ready_i.
//           A burst ends at the last row of its segment or of a block of MAX_ROWS rows, so it never crosses a 4 KiB boundary; with single_i,
//           which may change between walks only, each burst is one row.
// Method:   all that a segment needs is (offset in the block + bytes - 1) / ROW_BYTES: the last row, counted from the segment's first block.
// Latency:  1 from start_i; one burst per cycle.
`default_nettype none

module dlp_dma_walk #(
    parameter ROW_BYTES   = 64,
    parameter MAX_ROWS    = 16,        // power of two, 2 to 256; MAX_ROWS * ROW_BYTES at most 4096
    parameter ADDR_BITS   = 40,
    parameter LEN_BITS    = 32,        // of bytes - 1; log2 (MAX_ROWS * ROW_BYTES) or more
    parameter STRIDE_BITS = 32,        // at most ADDR_BITS
    parameter STRIDED     = 1          // 0: one segment
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        load_i,
    input  wire [ADDR_BITS-1:0]   addr_i,    // of the first byte
    input  wire [LEN_BITS-1:0]    last_i,    // bytes of a segment - 1
    input  wire [STRIDE_BITS-1:0] stride_i,
    input  wire [15:0] more_i,         // segments of a plane - 1
    input  wire [ADDR_BITS-1:0]   jump_i,    // from the last segment of a plane to the first of the next
    input  wire [15:0] planes_i,       // planes - 1
    input  wire        start_i,
    input  wire        single_i,

    output reg         burst_valid_o,
    input  wire        burst_ready_i,
    output wire [ADDR_BITS-1:0]   burst_addr_o,  // aligned to ROW_BYTES
    output wire [$clog2(MAX_ROWS)-1:0] burst_len_o   // rows - 1
);
    localparam ROWB  = $clog2(ROW_BYTES);
    localparam MAXB  = $clog2(MAX_ROWS);
    localparam BLOCK = ROWB + MAXB;    // bits of an offset in a block
    localparam AHEAD = LEN_BITS + 1 - BLOCK;

    generate if ((1 << MAXB) != MAX_ROWS || BLOCK > 12 || LEN_BITS < BLOCK || STRIDE_BITS > ADDR_BITS) begin : g_check
        ERROR_a_block_must_be_a_power_of_two_in_a_page_and_a_length u_error ();
    end endgenerate

    reg [ADDR_BITS-1:0]   seg_q;       // first byte of the next segment
    reg [LEN_BITS-1:0]    last_q;
    reg [STRIDE_BITS-1:0] stride_q;
    reg                   more_q;      // there is one
    reg [ADDR_BITS-1:0]   jump_q;
    reg [15:0]            rows_q;      // segments of a plane - 1
    reg [15:0]            left_q;      // segments after the next one in its plane
    reg [15:0]            planes_q;    // planes after its plane
    reg [ADDR_BITS-1:BLOCK] block_q;   // next row: its block, and its place there
    reg [MAXB-1:0]        row_q;
    reg [AHEAD-1:0]       ahead_q;     // blocks of the segment after this one
    reg [MAXB-1:0]        end_q;       // last row of the segment in its block

    wire in_last = ahead_q == {AHEAD{1'b0}};
    wire whole   = in_last && (!single_i || row_q == end_q);     // the segment ends with this burst
    wire carry   = !single_i || row_q == {MAXB{1'b1}};
    wire more    = STRIDED != 0 && more_q;
    wire turn    = left_q == 16'd0;                              // the segment of seg_q is the last of its plane
    wire take    = burst_valid_o && burst_ready_i;
    wire next    = start_i || (take && whole && more);           // go to the segment of seg_q
    wire [LEN_BITS:0] span = {1'b0, last_q} + {{LEN_BITS+1-BLOCK{1'b0}}, seg_q[BLOCK-1:0]};

    assign burst_addr_o = {block_q, row_q, {ROWB{1'b0}}};
    assign burst_len_o  = single_i ? {MAXB{1'b0}} : (end_q | {MAXB{!in_last}}) - row_q;

    always @(posedge clk) begin
        if (!rst_n)
            burst_valid_o <= 1'b0;
        else if (start_i)
            burst_valid_o <= 1'b1;
        else if (take && whole && !more)
            burst_valid_o <= 1'b0;
        if (load_i) begin
            seg_q    <= addr_i;
            last_q   <= last_i;
            stride_q <= stride_i;
            jump_q   <= jump_i;
            rows_q   <= more_i;
            left_q   <= more_i;
            planes_q <= planes_i;
            more_q   <= 1'b1;
        end else if (next) begin
            seg_q  <= seg_q + (turn ? jump_q : {{ADDR_BITS-STRIDE_BITS{1'b0}}, stride_q});
            left_q <= turn ? rows_q : left_q - 16'd1;
            if (turn) planes_q <= planes_q - 16'd1;
            more_q <= !turn || planes_q != 16'd0;
        end
        if (next) begin
            {block_q, row_q} <= seg_q[ADDR_BITS-1:ROWB];
            {ahead_q, end_q} <= span[LEN_BITS:ROWB];
        end else if (take) begin
            row_q <= single_i ? row_q + 1'b1 : {MAXB{1'b0}};
            if (carry) begin
                block_q <= block_q + 1'b1;
                ahead_q <= ahead_q - 1'b1;
            end
        end
    end

    wire unused_ok = &{1'b0, span[ROWB-1:0]};

`ifdef FORMAL
    // f_* follow the walk independently: the segment, its last row, the row where the next burst must start, segments of its plane and planes
    // that have ended.
    reg                        f_past = 1'b0, f_loaded = 1'b0;
    reg  [ADDR_BITS-1:0]       f_seg;
    reg  [LEN_BITS-1:0]        f_last;
    reg  [STRIDE_BITS-1:0]     f_stride;
    reg  [ADDR_BITS-1:ROWB]    f_row;
    reg  [ADDR_BITS-1:0]       f_jump;
    reg  [15:0]                f_more, f_ended, f_planes, f_planes_ended;
    wire [ADDR_BITS-1:0]       f_last_byte = f_seg + f_last;
    wire [8:0]                 f_rows      = burst_len_o + 9'd1;
    wire [ADDR_BITS-1:0]       f_end       = burst_addr_o + f_rows * ROW_BYTES - 1'b1;   // last byte of the burst
    wire                       f_take      = burst_valid_o && burst_ready_i;
    wire                       f_closes    = f_end[ADDR_BITS-1:ROWB] == f_last_byte[ADDR_BITS-1:ROWB];
    wire                       f_turn      = f_ended == f_more;
    wire [ADDR_BITS-1:0]       f_seg_next  = f_turn ? f_seg + f_jump : f_seg + f_stride;
    wire [15:0]                f_next_ended = f_turn ? 16'd0 : f_ended + 16'd1;    // before the next segment

    always @(posedge clk) begin
        f_past <= 1'b1;
        if (load_i) begin
            f_loaded   <= 1'b1;
            f_seg      <= addr_i;
            f_last     <= last_i;
            f_stride   <= stride_i;
            f_row      <= addr_i[ADDR_BITS-1:ROWB];
            f_more     <= more_i;
            f_ended    <= 16'd0;
            f_jump     <= jump_i;
            f_planes   <= planes_i;
            f_planes_ended <= 16'd0;
        end else if (start_i)
            f_loaded <= 1'b0;
        else if (f_take) begin
            f_row <= f_end[ADDR_BITS-1:ROWB] + 1'b1;
            if (f_closes) begin
                f_seg   <= f_seg_next;
                f_row   <= f_seg_next[ADDR_BITS-1:ROWB];
                f_ended <= f_next_ended;
                if (f_turn) f_planes_ended <= f_planes_ended + 1'b1;
            end
        end
    end
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);
    // the users' obligations: a walk ends before the next one is loaded, is loaded before it starts, and single_i holds
    always @* assume (!(load_i && burst_valid_o) && !(load_i && start_i));
    always @* assume (!start_i || f_loaded);
    reg f_single, f_busy = 1'b0;
    always @(posedge clk) begin
        f_single <= single_i;
        f_busy   <= burst_valid_o;
    end
    always @* if (f_busy) assume (!burst_valid_o || single_i == f_single);
    always @* if (STRIDED == 0) begin
        assume (more_i == 16'd0 && planes_i == 16'd0);
        if (f_loaded || (f_past && burst_valid_o)) assert (f_more == 16'd0 && f_planes == 16'd0);
    end
    always @* if (f_loaded) begin
        assert (!burst_valid_o);
        assert (seg_q == f_seg && last_q == f_last && stride_q == f_stride && left_q == f_more);
        assert (jump_q == f_jump && rows_q == f_more && planes_q == f_planes && more_q);
        assert (f_row == f_seg[ADDR_BITS-1:ROWB] && f_ended == 16'd0 && f_planes_ended == 16'd0);
    end
    always @* if (f_past && burst_valid_o) begin
        // Rule 1: a burst has 1 to MAX_ROWS rows, and one with single_i.
        assert (f_rows >= 9'd1 && f_rows <= MAX_ROWS);
        if (single_i) assert (f_rows == 9'd1);
        // Rule 2: a burst is aligned and never crosses a 4 KiB boundary.
        assert (burst_addr_o[ROWB-1:0] == 0);
        assert (burst_addr_o[ADDR_BITS-1:12] == f_end[ADDR_BITS-1:12]);
        assert (!in_last || row_q <= end_q);
`ifndef DLP_WALK_BUS_RULES_ONLY       // the rest takes long at full width: proved with narrow addresses and lengths
        // Rule 3: the bursts of a segment follow each other from the row of its first byte to the row of its last byte.
        assert (burst_addr_o == {f_row, {ROWB{1'b0}}});
        assert (f_closes == whole);
        // Rule 4: there are exactly as many segments and planes as asked for.
        assert (more == (f_ended != f_more || f_planes_ended != f_planes));
        // what the registers mean: makes the rules inductive
        assert (seg_q == f_seg_next && last_q == f_last && stride_q == f_stride && {block_q, row_q} == f_row);
        assert ({block_q, {MAXB{1'b0}}} + {ahead_q, end_q} == f_last_byte[ADDR_BITS-1:ROWB]);
        assert (jump_q == f_jump && rows_q == f_more && f_ended <= f_more && f_planes_ended <= f_planes);
        if (STRIDED != 0) assert (more_q == (!f_turn || f_planes_ended != f_planes));
        if (more) assert (f_next_ended + left_q == f_more && f_planes_ended + f_turn + planes_q == f_planes);
`endif
        cover (f_take && whole && !more && f_ended == 16'd2);
        cover (f_take && whole && !more && f_ended == 16'd1 && f_planes_ended == 16'd1);
        cover (f_take && f_rows == MAX_ROWS && !whole);
        cover (f_take && f_rows < MAX_ROWS && !single_i && !whole);   // cut at the end of a block
    end
    // Rule 5: a burst that is shown and not taken stays.
    reg                  f_held = 1'b0;
    reg  [ADDR_BITS-1:0] f_held_addr;
    reg  [8:0]           f_held_rows;
    always @(posedge clk) begin
        f_held      <= f_past && burst_valid_o && !burst_ready_i;
        f_held_addr <= burst_addr_o;
        f_held_rows <= f_rows;
    end
    always @* if (f_held) assert (burst_valid_o && burst_addr_o == f_held_addr && f_rows == f_held_rows);
`endif
endmodule
`default_nettype wire
