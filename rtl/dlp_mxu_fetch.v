// SPDX-License-Identifier: Apache-2.0
// dlp_mxu_fetch - reads DIM bytes (WIDE: or 2*DIM) at any byte address of a scratchpad, one request per cycle if the rows come.
//
// Protocol: request (valid/ready): address of byte 0, the used bytes [lo, hi) (none when lo >= hi), and a payload.
//           in_wide_i: hi may exceed DIM, and the upper DIM bytes of the answer are valid.
//           Unused bytes are in_fill_i in the answer; only rows that hold used bytes are read.  The answer has no back-pressure.
//           clr_i forgets the buffered rows: pulse it when a command starts, since memory may have changed since.
// Latency:  the answer is valid 3 cycles after the request was taken.
// Buffer:   a ring of one even and one odd row.  A row that is in the ring is not read again, so sequential addresses
//           cost one read per row; a request that needs two new rows takes two cycles.
`default_nettype none

module dlp_mxu_fetch #(
    parameter DIM       = 16,                   // bytes of a request, a power of two, <= ROW_BYTES
    parameter ROW_BYTES = 64,                   // a power of two
    parameter WIDE      = 0,                    // 1: requests of 2*DIM bytes, <= ROW_BYTES / 2
    parameter ADDR_W    = 20,                   // byte address in the memory; wraps
    parameter PAY_W     = 4
) (
    input  wire                   clk,
    input  wire                   rst_n,
    input  wire                   clr_i,

    // requests
    input  wire                   in_valid_i,
    output wire                   in_ready_o,
    input  wire [ADDR_W-1:0]      in_addr_i,
    input  wire [$clog2(DIM):0]   in_lo_i,
    input  wire [$clog2(DIM)+WIDE:0] in_hi_i,
    input  wire                   in_wide_i,
    input  wire [7:0]             in_fill_i,
    input  wire [PAY_W-1:0]       in_pay_i,

    // scratchpad
    output wire                   req_valid_o,
    input  wire                   req_ready_i,
    output wire [15:0]            req_row_o,
    input  wire                   rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] rsp_rdata_i,

    // answers
    output wire                   out_valid_o,
    output wire [8*(DIM<<WIDE)-1:0] out_data_o,
    output wire [PAY_W-1:0]       out_pay_o
);
    localparam LOG    = $clog2(DIM);
    localparam BYTES  = DIM << WIDE;
    localparam LEN    = LOG + WIDE;
    localparam OFF_W  = $clog2(ROW_BYTES);
    localparam TAG_W  = ADDR_W - OFF_W;
    localparam [OFF_W:0] ROW = {1'b1, {OFF_W{1'b0}}};       // ROW_BYTES

    // ---- which rows hold used bytes, and which of them are missing
    reg  [TAG_W-1:0] even_tag_q, odd_tag_q;
    reg              even_ok_q, odd_ok_q;

    wire             some  = {{WIDE+1{1'b0}}, in_lo_i} < {1'b0, in_hi_i};
    wire [OFF_W:0]   first = {1'b0, in_addr_i[OFF_W-1:0]} + {{(OFF_W-LOG){1'b0}}, in_lo_i};
    wire [OFF_W:0]   past  = {1'b0, in_addr_i[OFF_W-1:0]} + {{(OFF_W-LEN){1'b0}}, in_hi_i};
    wire [TAG_W-1:0] row_a = in_addr_i[ADDR_W-1:OFF_W];
    wire [TAG_W-1:0] row_b = row_a + 1'b1;
    wire             hit_a = row_a[0] ? (odd_ok_q && odd_tag_q == row_a) : (even_ok_q && even_tag_q == row_a);
    wire             hit_b = row_b[0] ? (odd_ok_q && odd_tag_q == row_b) : (even_ok_q && even_tag_q == row_b);
    wire             miss_a = some && first < ROW && !hit_a;
    wire             miss_b = some && past > ROW && !hit_b;
    wire [TAG_W-1:0] row    = miss_a ? row_a : row_b;
    wire             got    = req_valid_o && req_ready_i;
    wire             take   = in_valid_i && in_ready_o;

    assign req_valid_o = in_valid_i && (miss_a || miss_b);
    assign req_row_o   = {{(16-TAG_W){1'b0}}, row};
    assign in_ready_o  = (!miss_a && !miss_b) || (req_ready_i && !(miss_a && miss_b));

    always @(posedge clk) begin
        if (got && row[0])  odd_tag_q  <= row;
        if (got && !row[0]) even_tag_q <= row;
    end
    always @(posedge clk)
        if (!rst_n || clr_i) {odd_ok_q, even_ok_q} <= 2'b00;
        else if (got) begin
            if (row[0]) odd_ok_q  <= 1'b1;
            else        even_ok_q <= 1'b1;
        end

    // ---- one cycle later the row arrives, two cycles later the bytes are in the ring
    reg                   s1_valid_q, s2_valid_q, s3_valid_q, odd_q;
    reg  [OFF_W:0]        s1_pos_q, s2_pos_q;
    reg  [LOG:0]          s1_lo_q;
    reg  [LEN:0]          s1_hi_q;
    reg  [BYTES-1:0]      s2_keep_q;                            // used bytes
    reg  [7:0]            s1_fill_q, s2_fill_q;
    reg  [PAY_W-1:0]      s1_pay_q, s2_pay_q, s3_pay_q;
    reg  [16*ROW_BYTES-1:0] ring_q;

    always @(posedge clk)
        if (!rst_n) {s1_valid_q, s2_valid_q, s3_valid_q} <= 3'b000;
        else        {s1_valid_q, s2_valid_q, s3_valid_q} <= {take, s1_valid_q, s2_valid_q};

    always @(posedge clk) begin
        if (got) odd_q <= row[0];
        if (take) begin
            s1_pos_q <= in_addr_i[OFF_W:0];
            s1_lo_q  <= in_lo_i;
            s1_hi_q  <= in_hi_i;
            s1_pay_q <= in_pay_i;
            s1_fill_q <= in_fill_i;
        end
        if (s1_valid_q) begin
            s2_pos_q <= s1_pos_q;
            s2_pay_q <= s1_pay_q;
            s2_fill_q <= s1_fill_q;
            s2_keep_q <= ({BYTES{1'b1}} << s1_lo_q) & ~({BYTES{1'b1}} << s1_hi_q);
        end
    end

    always @(posedge clk)
        if (rsp_valid_i) begin
            if (odd_q) ring_q[16*ROW_BYTES-1:8*ROW_BYTES] <= rsp_rdata_i;
            else       ring_q[8*ROW_BYTES-1:0]            <= rsp_rdata_i;
        end

    // ---- bytes from the ring; the upper DIM of a wide request are another such piece
    generate
        if (WIDE != 0) begin : g_high
            reg            s1_wide_q, s2_wide_q;
            always @(posedge clk) begin
                if (take)       s1_wide_q <= in_wide_i;
                if (s1_valid_q) s2_wide_q <= s1_wide_q;
            end
            wire [OFF_W:0] pos_high = s2_pos_q + DIM[OFF_W:0];
            dlp_mxu_pick #(.DIM(DIM), .ROW_BYTES(ROW_BYTES)) u_pick (
                .clk(clk), .en_i(s2_valid_q && s2_wide_q), .ring_i(ring_q), .pos_i(pos_high), .keep_i(s2_keep_q[BYTES-1 -: DIM]), .fill_i(s2_fill_q),
                .data_o(out_data_o[8*BYTES-1 -: 8*DIM])
            );
        end else begin : g_high
            /* verilator lint_off UNUSEDSIGNAL */
            wire unused_ok = in_wide_i;
            /* verilator lint_on UNUSEDSIGNAL */
        end
    endgenerate
    dlp_mxu_pick #(.DIM(DIM), .ROW_BYTES(ROW_BYTES)) u_pick (
        .clk(clk), .en_i(s2_valid_q), .ring_i(ring_q), .pos_i(s2_pos_q), .keep_i(s2_keep_q[DIM-1:0]), .fill_i(s2_fill_q),
        .data_o(out_data_o[8*DIM-1:0])
    );

    always @(posedge clk)
        if (s2_valid_q) s3_pay_q <= s2_pay_q;

    assign out_valid_o = s3_valid_q;
    assign out_pay_o   = s3_pay_q;
endmodule
`default_nettype wire
