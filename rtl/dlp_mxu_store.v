// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_store - writes chunks of bytes at any byte address to a scratchpad, in order, and joins neighbours in a row buffer.
//
// Protocol: chunk (valid/ready): address, data from bit 0 on (zero beyond the length), length 1 .. CHUNK bytes.  A chunk is
//           added to the row buffer when it touches the buffered row and none of its written bytes; otherwise the buffer
//           is written first.  A chunk that crosses a row boundary takes two cycles.  in_last_i: the buffer is written
//           as well, and done_o pulses when that write is visible to every later request.
// Latency:  writes are requested when the next row begins, or one cycle after the last chunk.
`default_nettype none

module dlp_mxu_store #(
    parameter CHUNK     = 64,                       // bytes, <= ROW_BYTES
    parameter ROW_BYTES = 64,                       // a power of two
    parameter ADDR_W    = 20
) (
    input  wire                   clk,
    input  wire                   rst_n,

    input  wire                   in_valid_i,
    output wire                   in_ready_o,
    input  wire [ADDR_W-1:0]      in_addr_i,
    input  wire [$clog2(CHUNK):0] in_len_i,
    input  wire                   in_last_i,
    input  wire [8*CHUNK-1:0]     in_data_i,
    output wire                   done_o,

    output wire                   req_valid_o,
    input  wire                   req_ready_i,
    output wire [15:0]            req_row_o,
    output wire [ROW_BYTES-1:0]   req_be_o,
    output wire [8*ROW_BYTES-1:0] req_wdata_o
);
    localparam OFF_W = $clog2(ROW_BYTES);
    localparam LEN_W = $clog2(CHUNK);
    localparam TAG_W = ADDR_W - OFF_W;

    reg                    full_q, flush_q, done_q, second_q;
    reg  [TAG_W-1:0]       row_q;
    reg  [ROW_BYTES-1:0]   be_q;
    reg  [8*ROW_BYTES-1:0] data_q;

    wire [OFF_W-1:0]       off   = in_addr_i[OFF_W-1:0];
    wire [OFF_W:0]         past  = {1'b0, off} + {{(OFF_W-LEN_W){1'b0}}, in_len_i};
    wire                   spans = past[OFF_W] && past[OFF_W-1:0] != 0;
    wire [TAG_W-1:0]       row   = in_addr_i[ADDR_W-1:OFF_W] + {{(TAG_W-1){1'b0}}, second_q};

    // bytes of this row: from the offset on, or what spills into the next row
    wire [ROW_BYTES-1:0]   from  = {ROW_BYTES{1'b1}} << off;
    wire [ROW_BYTES-1:0]   below = ~({ROW_BYTES{1'b1}} << past[OFF_W-1:0]);
    wire [ROW_BYTES-1:0]   be    = second_q ? below : from & (below | {ROW_BYTES{past[OFF_W]}});
    wire                   join_row = row == row_q && !flush_q && (be & be_q) == 0;

    wire                   got   = req_valid_o && req_ready_i;
    wire                   take  = in_valid_i && (!full_q || got || join_row);
    wire                   ends  = !spans || second_q;

    assign req_valid_o = full_q && (flush_q || (in_valid_i && !join_row));
    assign in_ready_o  = ends && (!full_q || got || join_row);

    always @(posedge clk)
        if (take) begin
            row_q <= row;
            be_q  <= full_q && !got ? be_q | be : be;
        end

    generate
        if (2*CHUNK <= ROW_BYTES) begin : g_data
            // Small chunks: rotate by the offset modulo CHUNK and repeat that; bytes without be keep what they hold.
            reg  [16*CHUNK-1:0] twice;
            integer             i;
            /* verilator lint_off BLKSEQ */         // twice is read in this process only
            always @(posedge clk)
                if (take) begin
                    twice = {in_data_i, in_data_i} << {off[LEN_W-1:0], 3'b000};
                    for (i = 0; i < ROW_BYTES; i = i + 1)
                        if (be[i]) data_q[8*i +: 8] <= twice[8*(CHUNK + i % CHUNK) +: 8];
                end
            /* verilator lint_on BLKSEQ */
        end else begin : g_data
            // Chunks as long as a row: unwritten bytes are 0, so joining is an or; this is the fast form in simulation.
            reg  [16*ROW_BYTES-1:0] twice;
            /* verilator lint_off BLKSEQ */         // twice is read in this process only
            always @(posedge clk)
                if (take) begin
                    twice = {{(16*ROW_BYTES-8*CHUNK){1'b0}}, in_data_i} << {off, 3'b000};
                    if (second_q) twice[8*ROW_BYTES-1:0] = twice[16*ROW_BYTES-1:8*ROW_BYTES];
                    data_q <= full_q && !got ? data_q | twice[8*ROW_BYTES-1:0] : twice[8*ROW_BYTES-1:0];
                end
            /* verilator lint_on BLKSEQ */
        end
    endgenerate

    always @(posedge clk)
        if (!rst_n) {full_q, flush_q, done_q, second_q} <= 4'b0000;
        else begin
            if (take)     full_q <= 1'b1;
            else if (got) full_q <= 1'b0;
            if (take)     flush_q <= in_last_i && ends;
            else if (got) flush_q <= 1'b0;
            if (take)     second_q <= !ends;
            done_q <= got && flush_q;
        end

    assign done_o      = done_q;
    assign req_row_o   = {{(16-TAG_W){1'b0}}, row_q};
    assign req_be_o    = be_q;
    assign req_wdata_o = data_q;
endmodule
`default_nettype wire
