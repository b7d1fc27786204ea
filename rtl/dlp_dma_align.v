// SPDX-License-Identifier: Apache-2.0
// dlp_dma_align - turns the rows of source segments into the rows of destination segments, at any byte alignment of both.
//
// Protocol: load_i starts a copy.  Source rows come in order (in_*), destination rows leave in order with their byte enables (out_*).
// Method:   with k = (destination - source) mod ROW_BYTES, a destination row is the upper half of {row, row before} shifted left by k bytes.
//           When the destination starts lower in its row than the source, the first source row only becomes the row before.
//           A segment inside one row on both sides takes all its bytes from that row: it stands for both.
// Errors:   from a row with in_error_i on, no byte of the copy is enabled; error_o says so until the next load.
// Latency:  1; one destination row per cycle, plus one cycle per segment whose first row only is the row before.
`default_nettype none

module dlp_dma_align #(
    parameter ROW_BYTES = 64,
    parameter ADDR_BITS = 40
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        load_i,
    input  wire [$clog2(ROW_BYTES)-1:0] src_i,         // of the first byte, modulo the row
    input  wire [ADDR_BITS-1:0] dst_i,
    input  wire [31:0] bytes_i,
    input  wire [$clog2(ROW_BYTES)-1:0] src_stride_i,  // modulo the row
    input  wire [31:0] dst_stride_i,
    input  wire [15:0] segments_i,
    output reg         busy_o,         // until the last row has entered the output register

    input  wire        in_valid_i,
    output wire        in_ready_o,
    input  wire [8*ROW_BYTES-1:0] in_data_i,
    input  wire        in_error_i,
    output reg         error_o,

    output reg         out_valid_o,
    input  wire        out_ready_i,
    output reg  [ADDR_BITS-1:0]   out_addr_o,  // aligned
    output reg  [8*ROW_BYTES-1:0] out_data_o,
    output reg  [ROW_BYTES-1:0]   out_be_o,
    output reg         out_last_o      // last row of the copy
);
    localparam ROWB = $clog2(ROW_BYTES);
    localparam RB   = 8 * ROW_BYTES;
    localparam LEN_BITS = 32;          // bits of a length
    localparam CB   = LEN_BITS - ROWB + 1;             // bits of a number of rows

    // the copy
    reg [ROWB-1:0]      so_q;          // source offset in its row
    reg [ADDR_BITS-1:0] dst_q;         // start of the destination segment
    reg [ROWB-1:0]      sstride_q;
    reg [31:0]          bytes_q, dstride_q;
    reg [15:0]          left_q;
    // the segment
    reg [CB-1:0]        in_left_q, out_left_q;
    reg                 prime_q;       // the next row only becomes the row before
    reg                 first_q;       // the next destination row is the first of the segment
    reg                 alone_q;       // and it has no row before
    reg [ADDR_BITS-1:ROWB] row_q;
    reg [RB-1:0]        before_q;

    `include "dlp_dma.vh"

    wire [ROWB-1:0] od   = dst_q[ROWB-1:0];
    wire [ROWB-1:0] k    = od - so_q;
    wire            need = in_left_q != {CB{1'b0}};
    wire            go   = busy_o && (!need || in_valid_i) && (prime_q || !out_valid_o || out_ready_i);
    wire            ends = out_left_q == {{CB-1{1'b0}}, 1'b1} && !prime_q;
    wire            bad  = error_o || (need && in_error_i);

    assign in_ready_o = go && need;

    // end of the segment inside its last row: 1 to ROW_BYTES
    wire [ROWB-1:0] tail = od + bytes_q[ROWB-1:0];
    wire [ROW_BYTES-1:0] be_first = {ROW_BYTES{1'b1}} << od;
    wire [ROW_BYTES-1:0] be_last  = tail == {ROWB{1'b0}} ? {ROW_BYTES{1'b1}} : ~({ROW_BYTES{1'b1}} << tail);

    wire [ADDR_BITS-1:0] next_dst = dst_q + {{ADDR_BITS-32{1'b0}}, dstride_q};
    wire [ROWB-1:0]      next_so  = so_q + sstride_q;

    // rows that only become the row before: none when one source row is all
    function primes(input [ROWB-1:0] dst, input [ROWB-1:0] src, input [31:0] bytes);
        primes = dst < src && rows_of(src, bytes) != {{CB-1{1'b0}}, 1'b1};
    endfunction
    wire prime_load = primes(dst_i[ROWB-1:0], src_i, bytes_i);
    wire prime_next = primes(next_dst[ROWB-1:0], next_so, bytes_q);

    reg [2*RB-1:0] wide;
    /* verilator lint_off BLKSEQ */    // wide is a variable of this process: computed only when a row moves
    always @(posedge clk) begin
        if (out_ready_i) out_valid_o <= 1'b0;
        if (!rst_n) begin
            busy_o      <= 1'b0;
            out_valid_o <= 1'b0;
        end else if (load_i) begin
            busy_o     <= 1'b1;
            so_q       <= src_i;
            dst_q      <= dst_i;
            bytes_q    <= bytes_i;
            sstride_q  <= src_stride_i;
            dstride_q  <= dst_stride_i;
            left_q     <= segments_i - 16'd1;
            in_left_q  <= rows_of(src_i, bytes_i);
            out_left_q <= rows_of(dst_i[ROWB-1:0], bytes_i);
            prime_q    <= prime_load;
            alone_q    <= !prime_load;
            first_q    <= 1'b1;
            error_o    <= 1'b0;
            row_q      <= dst_i[ADDR_BITS-1:ROWB];
        end else if (go) begin
            if (need) in_left_q <= in_left_q - 1'b1;
            prime_q <= 1'b0;
            error_o <= bad;
            if (!prime_q) begin
                out_valid_o <= 1'b1;
                out_addr_o  <= {row_q, {ROWB{1'b0}}};
                out_be_o    <= (first_q ? be_first : {ROW_BYTES{1'b1}}) & (ends ? be_last : {ROW_BYTES{1'b1}}) & {ROW_BYTES{!bad}};
                out_last_o  <= ends && left_q == 16'd0;
                row_q       <= row_q + 1'b1;
                out_left_q  <= out_left_q - 1'b1;
                first_q     <= 1'b0;
                alone_q     <= 1'b0;
            end
            if (ends) begin
                busy_o     <= left_q != 16'd0;
                left_q     <= left_q - 16'd1;
                so_q       <= next_so;
                dst_q      <= next_dst;
                in_left_q  <= rows_of(next_so, bytes_q);
                out_left_q <= rows_of(next_dst[ROWB-1:0], bytes_q);
                prime_q    <= prime_next;
                alone_q    <= !prime_next;
                first_q    <= 1'b1;
                row_q      <= next_dst[ADDR_BITS-1:ROWB];
            end
        end
        // data: not reset
        if (go && !load_i) begin
            if (need) before_q <= in_data_i;
            if (!prime_q) begin
                if (k == {ROWB{1'b0}})
                    out_data_o <= in_data_i;
                else begin
                    wide = {in_data_i, alone_q ? in_data_i : before_q} << {k, 3'b000};
                    out_data_o <= wide[2*RB-1:RB];
                end
            end
        end
    end
    /* verilator lint_on BLKSEQ */

    wire unused_ok = &{1'b0, wide};
endmodule
`default_nettype wire
