// SPDX-License-Identifier: Apache-2.0
// dlp_dma_align - turns the rows of source segments into the rows of destination segments, at any byte alignment of both; or fills these with a
// pattern, and takes no rows.
//
// Protocol: load_i starts a copy.  Source rows come in order (in_*), destination rows leave in order with their byte enables (out_*).
// Method:   a source row is rotated up by k = (destination - source) mod ROW_BYTES bytes.  A destination row takes bytes k and up from the rotated
//           row and the bytes below from the rotated row before.  When the destination starts lower in its row than the source, the first source
//           row only becomes the row before.  A segment inside one row on both sides takes all its bytes from that row: it stands for both.
//           Not counting a row that only becomes the row before, there are as many source rows as destination rows, or one less: then the
//           last destination row takes none.
//           A fill is a copy without source rows: no byte comes from a row, the row before is zero, and the pattern, turned to the place of the
//           segment, is ORed to it.  It is zero in a copy.
// Errors:   from a row with in_error_i on, no byte of the copy is enabled; error_o says so until the next load.
// Latency:  ready for rows 2 cycles after load_i; then 1, one destination row per cycle, plus one cycle per segment whose first row only is
//           the row before.
`default_nettype none

module dlp_dma_align #(
    parameter ROW_BYTES = 64,
    parameter ADDR_BITS = 40,
    parameter LEN_BITS  = 32,          // of bytes - 1; more than log2 ROW_BYTES
    parameter STRIDED   = 1            // 0: one segment
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        load_i,
    input  wire [$clog2(ROW_BYTES)-1:0] src_i,         // of the first byte, modulo the row
    input  wire [ADDR_BITS-1:0] dst_i,
    input  wire [LEN_BITS-1:0]  last_i,                // bytes of a segment - 1
    input  wire [$clog2(ROW_BYTES)-1:0] src_stride_i,  // modulo the row
    input  wire [ADDR_BITS-1:0] dst_stride_i,
    input  wire [15:0] more_i,         // segments of a plane - 1
    input  wire [$clog2(ROW_BYTES)-1:0] src_jump_i,    // from the last segment of a plane to the first of the next
    input  wire [ADDR_BITS-1:0] dst_jump_i,
    input  wire [15:0] planes_i,       // planes - 1
    input  wire        fill_i,         // no source rows: each segment is filled with value_i, byte 0 first
    input  wire [31:0] value_i,
    output reg         busy_o,         // until the last row has entered the output register

    input  wire        in_valid_i,
    output wire        in_ready_o,
    input  wire [8*ROW_BYTES-1:0] in_data_i,
    input  wire        in_error_i,
    output reg         error_o,

    output reg         out_valid_o,
    input  wire        out_ready_i,
    output reg  [ADDR_BITS-1:$clog2(ROW_BYTES)] out_row_o,
    output reg  [8*ROW_BYTES-1:0] out_data_o,
    output reg  [ROW_BYTES-1:0]   out_be_o,
    output reg         out_last_o      // last row of its segment
);
    localparam ROWB = $clog2(ROW_BYTES);
    localparam RB   = 8 * ROW_BYTES;
    localparam CB   = LEN_BITS - ROWB + 1;             // bits of a number of rows

    // the copy
    reg                 start_q;       // loaded, the first segment comes next
    reg [ROWB-1:0]      src_q;         // of the next segment
    reg [ADDR_BITS-1:0] dst_q;
    reg [ROWB-1:0]      sstride_q;
    reg [ADDR_BITS-1:0] dstride_q;
    reg [LEN_BITS-1:0]  last_q;
    reg                 more_q;        // there is one
    reg [ROWB-1:0]      sjump_q;
    reg [ADDR_BITS-1:0] djump_q;
    reg [15:0]          rows_q;        // segments of a plane - 1
    reg [15:0]          left_q;        // segments after the next one in its plane
    reg [15:0]          planes_q;      // planes after its plane
    reg                 fill_q;
    reg [31:0]          value_q;       // 0 in a copy
    // the segment
    reg [ROWB-1:0]      k_q;
    reg [CB-1:0]        left_rows_q;   // destination rows after the next one
    reg [ROWB-1:0]      head_q, tail_q;                // first and last byte of the segment in its rows
    reg                 prime_q;       // the next row only becomes the row before
    reg                 first_q;       // the next destination row is the first of the segment
    reg                 alone_q;       // and it has no row before
    reg                 short_q;       // the last destination row takes no source row
    reg [ADDR_BITS-1:ROWB] row_q;
    reg [RB-1:0]        before_q;      // rotated
    reg [31:0]          pattern_q;     // value_q, so that its byte 0 falls on the first byte of the segment

    wire last = left_rows_q == {CB{1'b0}};
    wire ends = last && !prime_q;
    wire need = !fill_q && !(ends && short_q);
    wire go   = busy_o && !start_q && (!need || in_valid_i) && (prime_q || !out_valid_o || out_ready_i);
    wire bad  = error_o || (need && in_error_i);
    wire more = STRIDED != 0 && more_q;
    wire turn = left_q == 16'd0;                       // the segment of src_q and dst_q is the last of its plane
    wire next = start_q || (go && ends && more);       // go to the segment of src_q and dst_q

    assign in_ready_o = go && need;

    // the next segment: last rows, counted from the first; where the destination starts in its row from where the source does
    wire [LEN_BITS:0] src_span = {1'b0, last_q} + {{LEN_BITS+1-ROWB{1'b0}}, src_q};
    wire [LEN_BITS:0] dst_span = {1'b0, last_q} + {{LEN_BITS+1-ROWB{1'b0}}, dst_q[ROWB-1:0]};
    wire [ROWB:0]     shift    = {1'b0, dst_q[ROWB-1:0]} - {1'b0, src_q};
    wire              prime    = !fill_q && shift[ROWB] && src_span[LEN_BITS:ROWB] != {CB{1'b0}};

    // enabled bytes: from low on, up to high
    wire [ROWB-1:0]      low  = first_q ? head_q : {ROWB{1'b0}};
    wire [ROWB-1:0]      high = last    ? tail_q : {ROWB{1'b1}};
    wire [ROW_BYTES-1:0] be   = ({ROW_BYTES{1'b1}} << low) & ({ROW_BYTES{1'b1}} >> ~high);

    reg [2*RB-1:0] wide;
    reg [RB-1:0]   own;                // bits that come from the row itself
    /* verilator lint_off BLKSEQ */    // wide and own are variables of this process: computed only when a row moves
    always @(posedge clk) begin
        if (out_ready_i) out_valid_o <= 1'b0;
        if (!rst_n) begin
            busy_o      <= 1'b0;
            start_q     <= 1'b0;
            out_valid_o <= 1'b0;
        end else if (load_i) begin
            busy_o  <= 1'b1;
            start_q <= 1'b1;
        end else begin
            start_q <= 1'b0;
            if (go && !prime_q) out_valid_o <= 1'b1;
            if (go && ends)     busy_o      <= more;
        end

        if (load_i) begin
            src_q     <= src_i;
            dst_q     <= dst_i;
            last_q    <= last_i;
            sstride_q <= src_stride_i;
            dstride_q <= dst_stride_i;
            sjump_q   <= src_jump_i;
            djump_q   <= dst_jump_i;
            rows_q    <= more_i;
            left_q    <= more_i;
            planes_q  <= planes_i;
            more_q    <= 1'b1;
            fill_q    <= fill_i;
            value_q   <= fill_i ? value_i : 32'd0;
            error_o   <= 1'b0;
        end else begin
            if (next) begin
                src_q  <= src_q + (turn ? sjump_q : sstride_q);
                dst_q  <= dst_q + (turn ? djump_q : dstride_q);
                left_q <= turn ? rows_q : left_q - 16'd1;
                if (turn) planes_q <= planes_q - 16'd1;
                more_q <= !turn || planes_q != 16'd0;
            end
            if (go) error_o <= bad;
        end

        if (next) begin
            k_q     <= shift[ROWB-1:0];
            pattern_q <= dst_q[1:0] == 2'd0 ? value_q :
                         dst_q[1:0] == 2'd1 ? {value_q[23:0], value_q[31:24]} :
                         dst_q[1:0] == 2'd2 ? {value_q[15:0], value_q[31:16]} : {value_q[7:0], value_q[31:8]};
            head_q  <= dst_q[ROWB-1:0];
            {left_rows_q, tail_q} <= dst_span;
            prime_q <= prime;
            alone_q <= !prime;
            short_q <= src_span[ROWB] ^ dst_span[ROWB] ^ prime;
            first_q <= 1'b1;
            row_q   <= dst_q[ADDR_BITS-1:ROWB];
        end else if (go) begin
            prime_q <= 1'b0;
            if (!prime_q) begin
                left_rows_q <= left_rows_q - 1'b1;
                row_q       <= row_q + 1'b1;
                first_q     <= 1'b0;
                alone_q     <= 1'b0;
            end
        end

        if (go && !prime_q) begin
            out_row_o  <= row_q;
            out_be_o   <= be & {ROW_BYTES{!bad}};
            out_last_o <= ends;
        end
        if (go) begin
`ifdef VERILATOR
            if (k_q == {ROWB{1'b0}} && !fill_q) begin  // the same, sooner
                if (!prime_q) out_data_o <= in_data_i;
            end else
`endif
            begin
                wide     = {in_data_i, in_data_i} << {k_q, 3'b000};
                own      = fill_q ? {RB{1'b0}} : {RB{1'b1}} << {alone_q ? {ROWB{1'b0}} : k_q, 3'b000};
                if (!fill_q) before_q <= wide[2*RB-1:RB];
                if (!prime_q) out_data_o <= (wide[2*RB-1:RB] & own) | (before_q & ~own) | {RB/32{pattern_q}};
            end
        end
        if (load_i) before_q <= {RB{1'b0}};            // for a fill
    end
    /* verilator lint_on BLKSEQ */

    wire unused_ok = &{1'b0, wide};
endmodule
`default_nettype wire
