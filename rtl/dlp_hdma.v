// SPDX-License-Identifier: Apache-2.0
// dlp_hdma - bus-master DMA: moves bytes between host memory and GDRAM, or inside GDRAM, one descriptor after the other.
//
// Protocol: descriptors (docs/interfaces.md, 6) enter a queue of 4; each ends with done_valid_o and, if the bus or a range was bad, done_error_o.
//           Two masters, h_* for host memory (64-bit addresses) and g_* for GDRAM; alignment is free on both sides.
//           A write address is shown only when the rows of its burst have arrived: slow host memory never holds up the other masters of GDRAM.
// Latency:  5 cycles from an empty queue to the first bus request; one row per cycle in the long run.
`default_nettype none

module dlp_hdma #(
    parameter ROW_BYTES = 64,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        desc_valid_i,
    output wire        desc_ready_o,
    input  wire        desc_to_host_i,
    input  wire        desc_on_device_i,
    input  wire [63:0] desc_host_i,
    input  wire [39:0] desc_dev_i,
    input  wire [31:0] desc_len_i,
    output reg         done_valid_o,
    output reg         done_error_o,
    output reg  [63:0] done_host_o,
    output wire        busy_o,

    // host memory
    output wire        h_arvalid_o,
    input  wire        h_arready_i,
    output wire [63:0] h_araddr_o,
    output wire [7:0]  h_arlen_o,
    input  wire        h_rvalid_i,
    output wire        h_rready_o,
    input  wire [8*ROW_BYTES-1:0] h_rdata_i,
    input  wire [1:0]  h_rresp_i,
    input  wire        h_rlast_i,
    output wire        h_awvalid_o,
    input  wire        h_awready_i,
    output wire [63:0] h_awaddr_o,
    output wire [7:0]  h_awlen_o,
    output wire        h_wvalid_o,
    input  wire        h_wready_i,
    output wire [8*ROW_BYTES-1:0] h_wdata_o,
    output wire [ROW_BYTES-1:0]   h_wstrb_o,
    output wire        h_wlast_o,
    input  wire        h_bvalid_i,
    output wire        h_bready_o,
    input  wire [1:0]  h_bresp_i,

    // GDRAM
    output wire        g_arvalid_o,
    input  wire        g_arready_i,
    output wire [39:0] g_araddr_o,
    output wire [7:0]  g_arlen_o,
    input  wire        g_rvalid_i,
    output wire        g_rready_o,
    input  wire [8*ROW_BYTES-1:0] g_rdata_i,
    input  wire [1:0]  g_rresp_i,
    input  wire        g_rlast_i,
    output wire        g_awvalid_o,
    input  wire        g_awready_i,
    output wire [39:0] g_awaddr_o,
    output wire [7:0]  g_awlen_o,
    output wire        g_wvalid_o,
    input  wire        g_wready_i,
    output wire [8*ROW_BYTES-1:0] g_wdata_o,
    output wire [ROW_BYTES-1:0]   g_wstrb_o,
    output wire        g_wlast_o,
    input  wire        g_bvalid_i,
    output wire        g_bready_o,
    input  wire [1:0]  g_bresp_i
);
    localparam ROWB  = $clog2(ROW_BYTES);
    localparam RB    = 8 * ROW_BYTES;
    localparam DEPTH = 128;            // rows between the two sides: DEPTH / BURST full bursts are in flight
    localparam BURST = 16;
    localparam BB    = $clog2(BURST);
    localparam CB    = $clog2(DEPTH + 1);
    localparam [31:0] DEPTH_W = DEPTH;
    localparam GB    = $clog2({1'b0, GDRAM_BYTES});    // bits of an offset in GDRAM
    localparam LB    = GB < 32 ? GB : 32;              // bits of a length - 1, once the ranges are judged: one of them is in GDRAM

    // ---- clock
    wire gclk;
    dlp_clkgate u_clk (.clk(clk), .rst_n(rst_n), .en_i(desc_valid_i || busy_o), .clk_o(gclk));

    // ---- descriptors
    wire        d_valid, d_to_host, d_on_device;
    wire [63:0] d_host;
    wire [39:0] d_dev;
    wire [31:0] d_len;
    wire [2:0]  d_count;
    reg         run_q, from_host_q, to_host_q, werror_q;
    wire        head_done;
    dlp_fifo #(.WIDTH(2 + 64 + 40 + 32), .DEPTH(4)) u_queue (
        .clk(gclk), .rst_n(rst_n), .in_valid_i(desc_valid_i), .in_ready_o(desc_ready_o),
        .in_data_i({desc_to_host_i, desc_on_device_i, desc_host_i, desc_dev_i, desc_len_i}),
        .out_valid_o(d_valid), .out_ready_i(head_done), .out_data_o({d_to_host, d_on_device, d_host, d_dev, d_len}), .count_o(d_count)
    );

    // ---- start of a descriptor: its source, its destination, the decision
    localparam [1:0] ST_SRC = 2'd0, ST_DST = 2'd1, ST_JUDGE = 2'd2;
    reg  [1:0]  state_q;
    reg  [64:0] last_q;                // last byte of the range of the state before, with a carry
    reg         src_bad_q, device_q;   // device_q: that range is in GDRAM
    wire [31:0] d_last   = d_len - 32'd1;
    wire        idle     = d_valid && !run_q && !done_valid_o;
    wire        to_host  = !d_on_device && d_to_host;
    wire        use_dev  = (state_q == ST_SRC) == to_host;     // otherwise the descriptor's host address
    wire [63:0] addr     = use_dev ? {24'd0, d_dev} : d_host;
    wire        too_long = last_q[64] || (device_q && last_q[63:0] >= {24'd0, GDRAM_BYTES});
    wire        load_src = idle && state_q == ST_SRC;
    wire        load_dst = idle && state_q == ST_DST;
    wire        start    = idle && state_q == ST_JUDGE;
    wire        bad      = d_len == 32'd0 || src_bad_q || too_long;
    wire        load     = start && !bad;
    assign      head_done = start;

    assign busy_o = d_valid || run_q || done_valid_o;

    // ---- reader
    reg  [CB-1:0] room_q;              // places of the row queue that are not reserved for rows asked for
    reg  [CB-1:0] flying_q;            // rows asked for and not yet here
    wire          r_valid, pop;
    wire [63:0]   r_addr;
    wire [BB-1:0] r_len;
    wire          ask    = r_valid && room_q > {{CB-BB{1'b0}}, r_len};
    wire          taken  = ask && (from_host_q ? h_arready_i : g_arready_i);
    wire [CB-1:0] r_rows = taken ? {{CB-BB{1'b0}}, r_len} + 1'b1 : {CB{1'b0}};

    dlp_dma_walk #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST), .ADDR_BITS(64), .LEN_BITS(LB), .STRIDE_BITS(1), .STRIDED(0)) u_read (
        .clk(gclk), .rst_n(rst_n), .load_i(load_src), .addr_i(addr), .last_i(d_last[LB-1:0]), .stride_i(1'b0), .more_i(16'd0),
        .jump_i(64'd0), .planes_i(16'd0), .start_i(load), .single_i(1'b0),
        .burst_valid_o(r_valid), .burst_ready_i(taken), .burst_addr_o(r_addr), .burst_len_o(r_len)
    );
    assign h_arvalid_o = ask && from_host_q;
    assign h_araddr_o  = r_addr;
    assign h_arlen_o   = {{8-BB{1'b0}}, r_len};
    assign h_rready_o  = 1'b1;         // room is reserved before a burst is asked for
    assign g_arvalid_o = ask && !from_host_q;
    assign g_araddr_o  = r_addr[39:0];
    assign g_arlen_o   = {{8-BB{1'b0}}, r_len};
    assign g_rready_o  = 1'b1;

    wire          q_in    = from_host_q ? h_rvalid_i : g_rvalid_i;
    wire          q_error = (from_host_q ? h_rresp_i : g_rresp_i) != 2'b00;
    wire          q_valid, a_in_error;
    wire [RB-1:0] q_data;
    dlp_dma_queue #(.WIDTH(RB + 1), .DEPTH(DEPTH)) u_rows (
        .clk(gclk), .rst_n(rst_n), .in_valid_i(q_in), .in_data_i({q_error, from_host_q ? h_rdata_i : g_rdata_i}),
        .out_valid_o(q_valid), .out_ready_i(pop), .out_data_o({a_in_error, q_data})
    );

    // ---- aligner
    reg  [ROWB-1:0] src_q;             // of the source, modulo the row
    reg  [ROWB+BB-1:0] dst_q;          // of the destination, modulo the burst
    wire            a_busy, a_valid, a_last, a_error, w_ready;
    wire [ROWB+BB-1:ROWB] a_row;       // modulo the burst
    wire [RB-1:0]   a_data;
    wire [ROW_BYTES-1:0] a_be;
    dlp_dma_align #(.ROW_BYTES(ROW_BYTES), .ADDR_BITS(ROWB + BB), .LEN_BITS(LB), .STRIDED(0)) u_align (
        .clk(gclk), .rst_n(rst_n), .load_i(load), .src_i(src_q), .dst_i(dst_q), .last_i(d_last[LB-1:0]), .src_stride_i({ROWB{1'b0}}), .dst_stride_i({ROWB+BB{1'b0}}),
        .more_i(16'd0), .src_jump_i({ROWB{1'b0}}), .dst_jump_i({ROWB+BB{1'b0}}), .planes_i(16'd0), .fill_i(1'b0), .value_i(32'd0), .busy_o(a_busy),
        .in_valid_i(q_valid), .in_ready_o(pop), .in_data_i(q_data), .in_error_i(a_in_error), .error_o(a_error),
        .out_valid_o(a_valid), .out_ready_i(w_ready), .out_row_o(a_row), .out_data_o(a_data), .out_be_o(a_be), .out_last_o(a_last)
    );

    // ---- writer
    wire        w_busy, w_addr_valid, w_addr_taken, w_valid, w_last;
    wire [63:0] w_addr;
    wire [BB-1:0] w_len;
    reg  [6:0]  b_left_q;              // write responses to come
    reg  [CB:0] ahead_q;               // rows that arrived and are in no burst that was announced, modulo 2^(CB+1)
    // destination row j needs source row j + 1, unless there is none: then everything has arrived; a burst has w_len + 1 rows
    wire        arrived = !r_valid && flying_q == {CB{1'b0}};
    wire        enough  = arrived || (!ahead_q[CB] && ahead_q[CB-1:0] > {{CB-BB{1'b0}}, w_len} + 1'b1);

    dlp_dma_put #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST), .ADDR_BITS(64), .LEN_BITS(LB), .STRIDE_BITS(1), .STRIDED(0)) u_put (
        .clk(gclk), .rst_n(rst_n), .load_i(load_dst), .start_i(load), .addr_i(addr), .last_i(d_last[LB-1:0]), .stride_i(1'b0), .more_i(16'd0),
        .jump_i(64'd0), .planes_i(16'd0), .hold_i(b_left_q[6] || !enough), .busy_o(w_busy),
        .row_valid_i(a_valid), .row_ready_o(w_ready), .row_last_i(a_last), .row_i(a_row),
        .awvalid_o(w_addr_valid), .awready_i(to_host_q ? h_awready_i : g_awready_i), .awaddr_o(w_addr), .awlen_o(w_len),
        .wvalid_o(w_valid), .wready_i(to_host_q ? h_wready_i : g_wready_i), .wlast_o(w_last), .aw_taken_o(w_addr_taken)
    );
    assign h_awvalid_o = w_addr_valid && to_host_q;
    assign h_awaddr_o  = w_addr;
    assign h_awlen_o   = {{8-BB{1'b0}}, w_len};
    assign h_wvalid_o  = w_valid && to_host_q;
    assign h_wdata_o   = a_data;
    assign h_wstrb_o   = a_be;
    assign h_wlast_o   = w_last;
    assign h_bready_o  = 1'b1;
    assign g_awvalid_o = w_addr_valid && !to_host_q;
    assign g_awaddr_o  = w_addr[39:0];
    assign g_awlen_o   = {{8-BB{1'b0}}, w_len};
    assign g_wvalid_o  = w_valid && !to_host_q;
    assign g_wdata_o   = a_data;
    assign g_wstrb_o   = a_be;
    assign g_wlast_o   = w_last;
    assign g_bready_o  = 1'b1;

    wire b_in  = to_host_q ? h_bvalid_i : g_bvalid_i;
    wire b_bad = b_in && (to_host_q ? h_bresp_i : g_bresp_i) != 2'b00;
    wire ends  = run_q && !a_busy && !a_valid && !w_busy && b_left_q == 7'd0;

    always @(posedge gclk) begin
        done_valid_o <= 1'b0;
        if (!rst_n) begin
            state_q    <= ST_SRC;
            run_q      <= 1'b0;
            room_q     <= DEPTH_W[CB-1:0];
            flying_q   <= {CB{1'b0}};
            ahead_q    <= {CB+1{1'b0}};
            b_left_q   <= 7'd0;
        end else if (busy_o) begin
            if (idle) state_q <= start ? ST_SRC : state_q + 2'd1;
            if (start) begin
                run_q        <= !bad;
                werror_q     <= 1'b0;
                from_host_q  <= !d_on_device && !d_to_host;
                to_host_q    <= to_host;
                done_valid_o <= bad;
                done_error_o <= bad;
                done_host_o  <= d_host;
                ahead_q      <= {CB+1{1'b0}};
            end else if (run_q) begin
                room_q   <= room_q - r_rows + {{CB-1{1'b0}}, pop};
                flying_q <= flying_q + r_rows - {{CB-1{1'b0}}, q_in};
                ahead_q  <= ahead_q + {{CB{1'b0}}, q_in} - (w_addr_taken ? {{CB+1-BB{1'b0}}, w_len} + 1'b1 : {CB+1{1'b0}});
                b_left_q <= b_left_q + {6'd0, w_addr_taken} - {6'd0, b_in};
                if (b_bad) werror_q <= 1'b1;
                if (ends) begin
                    run_q        <= 1'b0;
                    done_valid_o <= 1'b1;
                    done_error_o <= a_error || werror_q;
                end
            end
        end
        if (load_src || load_dst) begin
            last_q   <= {1'b0, addr} + {33'd0, d_last};
            device_q <= use_dev || d_on_device;
        end
        if (load_src) src_q <= addr[ROWB-1:0];
        if (load_dst) begin
            dst_q     <= addr[ROWB+BB-1:0];
            src_bad_q <= too_long;
        end
    end

    wire unused_ok = &{1'b0, h_rlast_i, g_rlast_i, d_count, r_addr, w_addr, d_last};
endmodule
`default_nettype wire
