// SPDX-License-Identifier: Apache-2.0
// dlp_dma - copy engine of a core: IO = 1 between GDRAM and NRAM or WRAM, IO = 0 (MOVE) between NRAM and WRAM.
//
// Protocol: command port, four scratchpad ports and a memory bus master, docs/interfaces.md 1 to 3.
// Method:   a reader walks the source and fills a row queue, the aligner turns source rows into destination rows, a writer puts them away.
//           The reader starts the next command while the aligner still works on the previous one, when both read the same kind of memory
//           (the queue keeps rows in the order of the requests).  Commands are done in order.
// Latency:  first bus request 4 cycles after a 1-D command is taken.  One row per cycle in the long run, at any alignment; a segment inside
//           one row on both sides costs one cycle.
`default_nettype none

module dlp_dma #(
    parameter IO         = 1,
    parameter ROW_BYTES  = 64,
    parameter NRAM_BYTES = 786432,
    parameter WRAM_BYTES = 1048576,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,

    // command
    input  wire        cmd_valid_i,
    output wire        cmd_ready_o,
    input  wire [5:0]  cmd_op_i,
    input  wire [63:0] cmd_rd_i,
    input  wire [63:0] cmd_rs1_i,
    input  wire [63:0] cmd_rs2_i,
    input  wire [95:0] cmd_cfg_i,
    output reg         done_valid_o,
    output reg  [7:0]  done_fault_o,
    output reg  [63:0] done_addr_o,
    output wire        busy_o,

    // NRAM read
    output wire        nr_req_valid_o,
    input  wire        nr_req_ready_i,
    output wire        nr_req_write_o,
    output wire [15:0] nr_req_row_o,
    output wire [ROW_BYTES-1:0]   nr_req_be_o,
    output wire [8*ROW_BYTES-1:0] nr_req_wdata_o,
    input  wire        nr_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] nr_rsp_rdata_i,

    // NRAM write
    output wire        nw_req_valid_o,
    input  wire        nw_req_ready_i,
    output wire        nw_req_write_o,
    output wire [15:0] nw_req_row_o,
    output wire [ROW_BYTES-1:0]   nw_req_be_o,
    output wire [8*ROW_BYTES-1:0] nw_req_wdata_o,
    input  wire        nw_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] nw_rsp_rdata_i,

    // WRAM read
    output wire        wr_req_valid_o,
    input  wire        wr_req_ready_i,
    output wire        wr_req_write_o,
    output wire [15:0] wr_req_row_o,
    output wire [ROW_BYTES-1:0]   wr_req_be_o,
    output wire [8*ROW_BYTES-1:0] wr_req_wdata_o,
    input  wire        wr_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] wr_rsp_rdata_i,

    // WRAM write
    output wire        ww_req_valid_o,
    input  wire        ww_req_ready_i,
    output wire        ww_req_write_o,
    output wire [15:0] ww_req_row_o,
    output wire [ROW_BYTES-1:0]   ww_req_be_o,
    output wire [8*ROW_BYTES-1:0] ww_req_wdata_o,
    input  wire        ww_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] ww_rsp_rdata_i,

    // memory bus
    output wire        arvalid_o,
    input  wire        arready_i,
    output wire [39:0] araddr_o,
    output wire [7:0]  arlen_o,
    input  wire        rvalid_i,
    output wire        rready_o,
    input  wire [8*ROW_BYTES-1:0] rdata_i,
    input  wire [1:0]  rresp_i,
    input  wire        rlast_i,
    output wire        awvalid_o,
    input  wire        awready_i,
    output wire [39:0] awaddr_o,
    output wire [7:0]  awlen_o,
    output wire        wvalid_o,
    input  wire        wready_i,
    output wire [8*ROW_BYTES-1:0] wdata_o,
    output wire [ROW_BYTES-1:0]   wstrb_o,
    output wire        wlast_o,
    input  wire        bvalid_i,
    output wire        bready_o,
    input  wire [1:0]  bresp_i
);
    `include "dlp_spec.vh"

    localparam ROWB  = $clog2(ROW_BYTES);
    localparam RB    = 8 * ROW_BYTES;
    localparam DEPTH = IO != 0 ? 64 : 8;               // rows between reader and aligner: covers the latency of the bus
    localparam BURST = 8;                              // rows of a bus burst: DEPTH / BURST bursts in flight
    localparam [31:0] DEPTH_W = DEPTH;
    localparam [1:0] M_NRAM = 2'd0, M_WRAM = 2'd1, M_GDRAM = 2'd2;

    // ---- a command is taken, checked, and then waits for reader and aligner
    reg         c_busy_q;              // taken, not yet with the aligner
    reg         c_ready_q;             // checked and good
    reg         c_read_q;              // the reader has it
    reg         c_bad_q;               // checked and refused
    reg  [63:0] c_rd_q, c_rs1_q;
    reg  [31:0] c_bytes_q, c_dstride_q, c_sstride_q;
    reg  [15:0] c_rows_q;
    wire        check_done;
    wire [7:0]  check_fault;
    wire [63:0] check_addr;
    wire [1:0]  dst_mem, src_mem;
    wire [39:0] dst_off, src_off;
    wire        take = cmd_valid_i && cmd_ready_o;
    wire        two_d = cmd_op_i[3:0] == (IO != 0 ? IOP_COPY2 : MVOP_COPY2);

    assign cmd_ready_o = !c_busy_q;

    dlp_dma_check #(.IO(IO), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_check (
        .clk(clk), .rst_n(rst_n), .start_i(take), .two_d_i(take ? two_d : c_two_q), .rd_i(take ? cmd_rd_i : c_rd_q), .rs1_i(take ? cmd_rs1_i : c_rs1_q),
        .rs2_i(take ? cmd_rs2_i : c_rs2_q), .cfg_i(take ? cmd_cfg_i : c_cfg_q), .done_o(check_done), .fault_o(check_fault), .addr_o(check_addr),
        .dst_mem_o(dst_mem), .src_mem_o(src_mem), .dst_o(dst_off), .src_o(src_off)
    );
    reg         c_two_q;
    reg  [63:0] c_rs2_q;
    reg  [95:0] c_cfg_q;

    // ---- reader
    localparam CB = $clog2(DEPTH + 1);
    reg  [CB-1:0] reserved_q;          // rows asked for and not yet taken by the aligner
    reg  [1:0]    r_mem_q;             // memory that the reader reads
    reg  [8:0]    r_beat_q;            // rows of the burst already asked for (scratchpads)
    wire          r_load, r_valid, r_last, r_ready, pop;
    wire [39:0]   r_addr;
    wire [8:0]    r_rows;
    wire [CB-1:0] room = DEPTH_W[CB-1:0] - reserved_q;

    dlp_dma_walk #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST)) u_read (
        .clk(clk), .rst_n(rst_n), .load_i(r_load), .addr_i(src_off), .bytes_i(c_bytes_q), .stride_i(c_sstride_q), .segments_i(c_rows_q),
        .burst_valid_o(r_valid), .burst_ready_i(r_ready), .burst_addr_o(r_addr), .burst_rows_o(r_rows), .last_o(r_last)
    );
    assign r_load = c_ready_q && !c_read_q && !r_valid && (src_mem == r_mem_q || reserved_q == {CB{1'b0}});

    wire          bus_read = IO != 0 && r_mem_q == M_GDRAM;
    assign arvalid_o = bus_read && r_valid && {{9-CB{1'b0}}, room} >= r_rows;
    assign araddr_o  = r_addr;
    assign arlen_o   = r_rows[7:0] - 8'd1;
    assign rready_o  = 1'b1;           // room is reserved before a burst is asked for

    wire          spm_ask   = !bus_read && r_valid && room != {CB{1'b0}};
    wire          spm_taken = spm_ask && (r_mem_q == M_NRAM ? nr_req_ready_i : wr_req_ready_i);
    wire [8:0]    r_beat_1  = r_beat_q + 9'd1;
    wire [39:0]   spm_row   = (r_addr >> ROWB) + {31'd0, r_beat_q};
    assign nr_req_valid_o = spm_ask && r_mem_q == M_NRAM;
    assign nr_req_write_o = 1'b0;
    assign nr_req_row_o   = spm_row[15:0];
    assign nr_req_be_o    = {ROW_BYTES{1'b0}};
    assign nr_req_wdata_o = {RB{1'b0}};
    assign wr_req_valid_o = spm_ask && r_mem_q == M_WRAM;
    assign wr_req_write_o = 1'b0;
    assign wr_req_row_o   = spm_row[15:0];
    assign wr_req_be_o    = {ROW_BYTES{1'b0}};
    assign wr_req_wdata_o = {RB{1'b0}};
    assign r_ready        = bus_read ? arvalid_o && arready_i : spm_taken && r_beat_1 == r_rows;
    wire   ar_taken       = arvalid_o && arready_i;

    // ---- row queue; a bus error travels with its row
    wire          q_in  = bus_read ? rvalid_i : nr_rsp_valid_i || wr_rsp_valid_i;
    reg  [RB-1:0] q_row;
    wire          q_room, q_valid, q_error;
    wire [RB-1:0] q_data;
    wire [CB-1:0] q_count;
    always @* begin
        q_row = rdata_i;
        if (!bus_read) q_row = nr_rsp_valid_i ? nr_rsp_rdata_i : wr_rsp_rdata_i;
    end
    dlp_fifo #(.WIDTH(RB + 1), .DEPTH(DEPTH)) u_rows (
        .clk(clk), .rst_n(rst_n), .in_valid_i(q_in), .in_ready_o(q_room), .in_data_i({bus_read && rresp_i != 2'b00, q_row}),
        .out_valid_o(q_valid), .out_ready_i(pop), .out_data_o({q_error, q_data}), .count_o(q_count)
    );

    // ---- aligner
    wire          s_load, a_busy, a_valid, a_ready, a_last;
    wire [39:0]   a_addr;
    wire [RB-1:0] a_data;
    wire [ROW_BYTES-1:0] a_be;
    reg           s_busy_q, s_error_q, s_werror_q;
    reg  [1:0]    s_mem_q;
    reg  [63:0]   s_rd_q, s_rs1_q;

    dlp_dma_align #(.ROW_BYTES(ROW_BYTES)) u_align (
        .clk(clk), .rst_n(rst_n), .load_i(s_load), .src_i(src_off), .dst_i(dst_off), .bytes_i(c_bytes_q), .src_stride_i(c_sstride_q), .dst_stride_i(c_dstride_q),
        .segments_i(c_rows_q), .busy_o(a_busy), .in_valid_i(q_valid), .in_ready_o(pop), .in_data_i(q_data),
        .out_valid_o(a_valid), .out_ready_i(a_ready), .out_addr_o(a_addr), .out_data_o(a_data), .out_be_o(a_be), .out_last_o(a_last)
    );
    assign s_load = c_ready_q && !s_busy_q && (c_read_q || r_load);

    // ---- writer: scratchpads take rows, the bus takes bursts whose addresses a second walk gives
    wire          bus_write = IO != 0 && s_mem_q == M_GDRAM;
    wire          w_valid, w_ready, w_last_burst, l_room, l_valid, l_pop;
    wire [39:0]   w_addr;
    wire [8:0]    w_rows, l_rows;
    reg  [8:0]    w_beat_q;
    reg  [9:0]    b_left_q;            // write responses that are still to come
    wire [2:0]    l_count;

    dlp_dma_walk #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST)) u_write (
        .clk(clk), .rst_n(rst_n), .load_i(IO != 0 && s_load && dst_mem == M_GDRAM), .addr_i(dst_off), .bytes_i(c_bytes_q), .stride_i(c_dstride_q),
        .segments_i(c_rows_q), .burst_valid_o(w_valid), .burst_ready_i(w_ready), .burst_addr_o(w_addr), .burst_rows_o(w_rows), .last_o(w_last_burst)
    );
    dlp_fifo #(.WIDTH(9), .DEPTH(4)) u_lengths (
        .clk(clk), .rst_n(rst_n), .in_valid_i(w_ready), .in_ready_o(l_room), .in_data_i(w_rows),
        .out_valid_o(l_valid), .out_ready_i(l_pop), .out_data_o(l_rows), .count_o(l_count)
    );
    // while an address waits, nothing enters the queue of lengths and responses only get fewer: it stays valid
    assign awvalid_o = w_valid && l_room && !b_left_q[9];
    assign awaddr_o  = w_addr;
    assign awlen_o   = w_rows[7:0] - 8'd1;
    assign w_ready   = awvalid_o && awready_i;
    assign wvalid_o  = bus_write && a_valid && l_valid;
    assign wdata_o   = a_data;
    assign wstrb_o   = a_be;
    assign wlast_o   = w_beat_q + 9'd1 == l_rows;
    assign l_pop     = wvalid_o && wready_i && wlast_o;
    assign bready_o  = 1'b1;

    wire [39:0] a_row = a_addr >> ROWB;
    assign nw_req_valid_o = a_valid && s_mem_q == M_NRAM;
    assign nw_req_write_o = 1'b1;
    assign nw_req_row_o   = a_row[15:0];
    assign nw_req_be_o    = a_be;
    assign nw_req_wdata_o = a_data;
    assign ww_req_valid_o = a_valid && s_mem_q == M_WRAM;
    assign ww_req_write_o = 1'b1;
    assign ww_req_row_o   = a_row[15:0];
    assign ww_req_be_o    = a_be;
    assign ww_req_wdata_o = a_data;
    assign a_ready = bus_write ? wvalid_o && wready_i : s_mem_q == M_NRAM ? nw_req_ready_i : ww_req_ready_i;

    wire b_in = bvalid_i && IO != 0;
    // everything of the command is where it belongs
    wire s_end = s_busy_q && !a_busy && !a_valid && !w_valid && b_left_q == 10'd0;

    assign busy_o = c_busy_q || s_busy_q;

    always @(posedge clk) begin
        done_valid_o <= 1'b0;
        if (!rst_n) begin
            c_busy_q   <= 1'b0;
            c_ready_q  <= 1'b0;
            c_read_q   <= 1'b0;
            c_bad_q    <= 1'b0;
            s_busy_q   <= 1'b0;
            reserved_q <= {CB{1'b0}};
            r_mem_q    <= M_NRAM;
            r_beat_q   <= 9'd0;
            w_beat_q   <= 9'd0;
            b_left_q   <= 10'd0;
        end else if (busy_o || take) begin
            if (take) c_busy_q <= 1'b1;
            if (check_done) begin
                c_ready_q <= check_fault == FAULT_NONE;
                c_bad_q   <= check_fault != FAULT_NONE;
            end
            if (r_load) begin
                c_read_q <= 1'b1;
                r_mem_q  <= src_mem;
                r_beat_q <= 9'd0;
            end else if (spm_taken)
                r_beat_q <= r_beat_1 == r_rows ? 9'd0 : r_beat_1;
            reserved_q <= reserved_q + (ar_taken ? r_rows[CB-1:0] : {{CB-1{1'b0}}, spm_taken}) - {{CB-1{1'b0}}, pop};
            if (s_load) begin
                c_busy_q   <= 1'b0;
                c_ready_q  <= 1'b0;
                c_read_q   <= 1'b0;
                s_busy_q   <= 1'b1;
                s_error_q  <= 1'b0;
                s_werror_q <= 1'b0;
                w_beat_q   <= 9'd0;
            end
            if (pop && q_error) s_error_q <= 1'b1;
            if (b_in && bresp_i != 2'b00) s_werror_q <= 1'b1;
            if (wvalid_o && wready_i) w_beat_q <= wlast_o ? 9'd0 : w_beat_q + 9'd1;
            if (w_ready != b_in) b_left_q <= w_ready ? b_left_q + 10'd1 : b_left_q - 10'd1;
            if (s_end) begin
                s_busy_q     <= 1'b0;
                done_valid_o <= 1'b1;
                done_fault_o <= s_error_q ? FAULT_CMD_BUS_READ : s_werror_q ? FAULT_CMD_BUS_WRITE : FAULT_NONE;
                done_addr_o  <= s_error_q ? s_rs1_q : s_rd_q;
            end else if (c_bad_q && !s_busy_q) begin
                c_busy_q     <= 1'b0;
                c_bad_q      <= 1'b0;
                done_valid_o <= 1'b1;
                done_fault_o <= check_fault;
                done_addr_o  <= check_addr;
            end
        end
        if (take) begin
            c_rd_q      <= cmd_rd_i;
            c_rs1_q     <= cmd_rs1_i;
            c_rs2_q     <= cmd_rs2_i;
            c_cfg_q     <= cmd_cfg_i;
            c_two_q     <= two_d;
            c_bytes_q   <= cmd_rs2_i[31:0];
            c_dstride_q <= cmd_cfg_i[31:0];
            c_sstride_q <= cmd_cfg_i[63:32];
            c_rows_q    <= two_d ? cmd_cfg_i[79:64] : 16'd1;
        end
        if (s_load) begin
            s_mem_q <= dst_mem;
            s_rd_q  <= c_rd_q;
            s_rs1_q <= c_rs1_q;
        end
    end

    wire unused_ok = &{1'b0, cmd_op_i, rlast_i, r_last, w_last_burst, q_room, q_count, l_count, a_last, spm_row, a_row, r_rows,
                       nw_rsp_valid_i, nw_rsp_rdata_i, ww_rsp_valid_i, ww_rsp_rdata_i};
endmodule
`default_nettype wire
