// SPDX-License-Identifier: Apache-2.0
// dlp_dma - copy engine of a core: IO = 1 between GDRAM and NRAM or WRAM, IO = 0 (MOVE) between NRAM and WRAM.
//
// Protocol: command port, four scratchpad ports and a memory bus master, docs/interfaces.md 1 to 3.
// Method:   a command is checked (c), read while up to 4 older ones wait behind the reader (p), aligned and written (s), and waits for its write
//           responses (t).  The reader walks the source and fills a row queue, the aligner turns source rows into destination rows, the writer
//           puts them away.  Commands follow each other without a gap as long as they read the same memory (the queue keeps rows in the order
//           of the requests) and are done in order.  MOVE never overlaps its commands.
// Latency:  first bus request 4 cycles after a 1-D command is taken, 5 after a 2-D command.  One row per cycle in the long run, at any alignment;
//           a segment inside one row on both sides costs one cycle.
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
    localparam DEPTH = IO != 0 ? 128 : 8;  // rows between reader and aligner: covers the latency of the bus
    localparam BURST = 16;                 // rows of a bus burst: DEPTH / BURST full bursts are in flight
    localparam CB    = $clog2(DEPTH + 1);
    localparam [31:0] DEPTH_W = DEPTH;
    localparam [1:0] M_NRAM = 2'd0, M_WRAM = 2'd1, M_GDRAM = 2'd2;   // as dlp_dma_check gives them

    // ---- c: a command is taken and checked
    reg         c_busy_q;
    reg         c_ready_q;             // checked and good
    reg         c_bad_q;               // checked and refused
    reg         c_two_q;
    reg  [63:0] c_rd_q, c_rs1_q, c_rs2_q;
    reg  [95:0] c_cfg_q;
    wire        s_load, s_leave, r_load, check_done;
    wire [7:0]  check_fault;
    wire [63:0] check_addr;
    wire [1:0]  dst_mem, src_mem;
    wire [39:0] dst_off, src_off;
    wire        take  = cmd_valid_i && cmd_ready_o;
    wire        two_d = cmd_op_i[3:0] == (IO != 0 ? IOP_COPY2 : MVOP_COPY2);
    wire        c_good = c_ready_q || (check_done && check_fault == FAULT_NONE);
    wire [15:0] c_rows = c_two_q ? c_cfg_q[79:64] : 16'd1;

    assign cmd_ready_o = !c_busy_q || r_load;

    dlp_dma_check #(.IO(IO), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_check (
        .clk(clk), .rst_n(rst_n), .start_i(take), .two_d_i(take ? two_d : c_two_q), .rd_i(take ? cmd_rd_i : c_rd_q), .rs1_i(take ? cmd_rs1_i : c_rs1_q),
        .rs2_i(c_rs2_q), .cfg_i(take ? cmd_cfg_i : c_cfg_q), .done_o(check_done), .fault_o(check_fault), .addr_o(check_addr),
        .dst_mem_o(dst_mem), .src_mem_o(src_mem), .dst_o(dst_off), .src_o(src_off)
    );

    // ---- p: commands between reader and aligner
    wire            p_room, p_valid;
    wire [2:0]      p_count;
    wire [1:0]      p_mem;             // destination
    wire [ROWB-1:0] p_src, p_sstride;  // modulo the row
    wire [39:0]     p_dst;
    wire [31:0]     p_bytes, p_dstride;
    wire [15:0]     p_rows;
    wire [63:0]     p_addr;            // of the operand in GDRAM: for a bus error
    dlp_fifo #(.WIDTH(2 + 2*ROWB + 40 + 32 + 32 + 16 + 64), .DEPTH(4), .FALL_THROUGH(1)) u_pending (
        .clk(clk), .rst_n(rst_n), .in_valid_i(r_load), .in_ready_o(p_room),
        .in_data_i({dst_mem, src_off[ROWB-1:0], c_cfg_q[32 +: ROWB], dst_off, c_rs2_q[31:0], c_cfg_q[31:0], c_rows, src_mem == M_GDRAM ? c_rs1_q : c_rd_q}),
        .out_valid_o(p_valid), .out_ready_i(s_load), .out_data_o({p_mem, p_src, p_sstride, p_dst, p_bytes, p_dstride, p_rows, p_addr}), .count_o(p_count)
    );

    // ---- reader
    reg  [CB-1:0] reserved_q;          // rows asked for and not yet taken by the aligner
    reg  [1:0]    r_mem_q;             // memory that the reader reads
    reg  [8:0]    r_beat_q;            // rows of the burst already asked for (scratchpads)
    wire          r_valid, r_last, r_ready, pop;
    wire [39:0]   r_addr;
    wire [8:0]    r_rows;
    wire [CB-1:0] room = DEPTH_W[CB-1:0] - reserved_q;

    dlp_dma_walk #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST)) u_read (
        .clk(clk), .rst_n(rst_n), .load_i(r_load), .addr_i(src_off), .bytes_i(c_rs2_q[31:0]), .stride_i(c_cfg_q[63:32]), .segments_i(c_rows),
        .burst_valid_o(r_valid), .burst_ready_i(r_ready), .burst_addr_o(r_addr), .burst_rows_o(r_rows), .last_o(r_last)
    );
    // MOVE: the next command may read what this one writes
    assign r_load = c_good && p_room && !r_valid && (src_mem == r_mem_q || reserved_q == {CB{1'b0}})
                 && (IO != 0 || (p_count == 3'd0 && (!s_busy_q || s_leave)));

    wire   bus_read  = IO != 0 && r_mem_q == M_GDRAM;
    assign arvalid_o = bus_read && r_valid && {{9-CB{1'b0}}, room} >= r_rows;
    assign araddr_o  = r_addr;
    assign arlen_o   = r_rows[7:0] - 8'd1;
    assign rready_o  = 1'b1;           // room is reserved before a burst is asked for
    wire   ar_taken  = arvalid_o && arready_i;

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
    assign r_ready        = bus_read ? ar_taken : spm_taken && r_beat_1 == r_rows;

    // ---- row queue; a bus error travels with its row
    wire          q_in = bus_read ? rvalid_i : nr_rsp_valid_i || wr_rsp_valid_i;
    wire          q_valid, q_error;
    wire [RB-1:0] q_data;
    reg  [RB-1:0] q_row;
    always @* begin
        q_row = rdata_i;
        if (!bus_read) q_row = nr_rsp_valid_i ? nr_rsp_rdata_i : wr_rsp_rdata_i;
    end
    dlp_dma_queue #(.WIDTH(RB + 1), .DEPTH(DEPTH)) u_rows (
        .clk(clk), .rst_n(rst_n), .in_valid_i(q_in), .in_data_i({bus_read && rresp_i != 2'b00, q_row}),
        .out_valid_o(q_valid), .out_ready_i(pop), .out_data_o({q_error, q_data})
    );

    // ---- s: aligner
    wire          a_busy, a_valid, a_ready, a_last, a_error;
    wire [39:0]   a_addr;
    wire [RB-1:0] a_data;
    wire [ROW_BYTES-1:0] a_be;
    reg           s_busy_q;
    reg  [1:0]    s_mem_q;
    reg  [63:0]   s_addr_q;

    dlp_dma_align #(.ROW_BYTES(ROW_BYTES)) u_align (
        .clk(clk), .rst_n(rst_n), .load_i(s_load), .src_i(p_src), .dst_i(p_dst), .bytes_i(p_bytes),
        .src_stride_i(p_sstride), .dst_stride_i(p_dstride), .segments_i(p_rows), .busy_o(a_busy),
        .in_valid_i(q_valid), .in_ready_o(pop), .in_data_i(q_data), .in_error_i(q_error), .error_o(a_error),
        .out_valid_o(a_valid), .out_ready_i(a_ready), .out_addr_o(a_addr), .out_data_o(a_data), .out_be_o(a_be), .out_last_o(a_last)
    );

    // ---- s: writer
    wire       bus_write = IO != 0 && s_mem_q == M_GDRAM;
    wire       w_busy, w_ready, aw_taken;
    wire [8:0] aw_rows;
    // write addresses taken and responses received, ever, modulo 256; they differ by 65 at most
    reg  [7:0] aw_total_q, b_total_q;
    wire [7:0] outstanding = aw_total_q - b_total_q;

    dlp_dma_put #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST)) u_put (
        .clk(clk), .rst_n(rst_n), .load_i(IO != 0 && s_load && p_mem == M_GDRAM), .addr_i(p_dst), .bytes_i(p_bytes),
        .stride_i(p_dstride), .segments_i(p_rows), .hold_i(outstanding[6]), .busy_o(w_busy),
        .row_valid_i(bus_write && a_valid), .row_ready_o(w_ready), .awvalid_o(awvalid_o), .awready_i(awready_i), .awaddr_o(awaddr_o), .awlen_o(awlen_o),
        .wvalid_o(wvalid_o), .wready_i(wready_i), .wlast_o(wlast_o), .aw_taken_o(aw_taken), .aw_rows_o(aw_rows)
    );
    assign wdata_o  = a_data;
    assign wstrb_o  = a_be;
    assign bready_o = 1'b1;

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
    assign a_ready = bus_write ? w_ready : s_mem_q == M_NRAM ? nw_req_ready_i : ww_req_ready_i;

    // ---- t: commands that have put away all their rows wait for their write responses, oldest first
    wire        t_room, t_valid, t_write, t_rerror;
    wire [2:0]  t_count;
    wire [7:0]  t_total;               // aw_total_q when it left s: its last response is number t_total
    wire [63:0] t_addr;
    reg         t_werror_q;            // of the oldest command that writes GDRAM
    wire        b_in    = bvalid_i && IO != 0;
    wire        b_bad   = b_in && bresp_i != 2'b00;
    wire [7:0]  t_short = b_total_q - t_total;     // negative: responses are missing
    wire        t_end   = t_valid && (!t_short[7] || (b_in && t_short == 8'hff));
    // when the oldest ends, a response in this cycle is its last: the addresses of the next one have only now been loaded, or it ended with
    // the response before and writes no GDRAM
    wire        t_werr  = t_write && (t_werror_q || b_bad);
    assign      s_leave = s_busy_q && t_room && !a_busy && !a_valid && !w_busy;

    dlp_fifo #(.WIDTH(8 + 1 + 1 + 64), .DEPTH(4), .FALL_THROUGH(1)) u_waiting (
        .clk(clk), .rst_n(rst_n), .in_valid_i(s_leave), .in_ready_o(t_room), .in_data_i({aw_total_q, bus_write, a_error, s_addr_q}),
        .out_valid_o(t_valid), .out_ready_i(t_end), .out_data_o({t_total, t_write, t_rerror, t_addr}), .count_o(t_count)
    );

    assign s_load = p_valid && (!s_busy_q || s_leave);
    assign busy_o = c_busy_q || p_count != 3'd0 || s_busy_q || t_count != 3'd0;

    always @(posedge clk) begin
        done_valid_o <= 1'b0;
        if (!rst_n) begin
            c_busy_q   <= 1'b0;
            c_ready_q  <= 1'b0;
            c_bad_q    <= 1'b0;
            s_busy_q   <= 1'b0;
            reserved_q <= {CB{1'b0}};
            r_mem_q    <= M_NRAM;
            r_beat_q   <= 9'd0;
            aw_total_q <= 8'd0;
            b_total_q  <= 8'd0;
            t_werror_q <= 1'b0;
        end else if (busy_o || take) begin
            if (check_done) begin
                c_ready_q <= check_fault == FAULT_NONE;
                c_bad_q   <= check_fault != FAULT_NONE;
            end
            if (r_load) begin
                c_busy_q  <= 1'b0;
                c_ready_q <= 1'b0;
                r_mem_q   <= src_mem;
                r_beat_q  <= 9'd0;
            end else if (spm_taken)
                r_beat_q <= r_beat_1 == r_rows ? 9'd0 : r_beat_1;
            reserved_q <= reserved_q + (ar_taken ? r_rows[CB-1:0] : {{CB-1{1'b0}}, spm_taken}) - {{CB-1{1'b0}}, pop};

            if (s_load)       s_busy_q <= 1'b1;
            else if (s_leave) s_busy_q <= 1'b0;
            if (aw_taken) aw_total_q <= aw_total_q + 8'd1;
            if (b_in)     b_total_q  <= b_total_q + 8'd1;
            if (t_end && t_write) t_werror_q <= 1'b0;
            else if (b_bad)       t_werror_q <= 1'b1;
            if (take) c_busy_q <= 1'b1;

            if (t_end) begin
                done_valid_o <= 1'b1;
                done_fault_o <= t_rerror ? FAULT_CMD_BUS_READ : t_werr ? FAULT_CMD_BUS_WRITE : FAULT_NONE;
                done_addr_o  <= t_addr;
            end else if (c_bad_q && p_count == 3'd0 && !s_busy_q && t_count == 3'd0) begin
                c_busy_q     <= 1'b0;
                c_bad_q      <= 1'b0;
                done_valid_o <= 1'b1;
                done_fault_o <= check_fault;
                done_addr_o  <= check_addr;
            end
        end
        if (take) begin
            c_rd_q  <= cmd_rd_i;
            c_rs1_q <= cmd_rs1_i;
            c_rs2_q <= cmd_rs2_i;
            c_cfg_q <= cmd_cfg_i;
            c_two_q <= two_d;
        end
        if (s_load) begin
            s_mem_q  <= p_mem;
            s_addr_q <= p_addr;
        end
    end

    wire unused_ok = &{1'b0, cmd_op_i, rlast_i, outstanding, r_last, aw_rows, a_last, spm_row, a_row, r_rows,
                       nw_rsp_valid_i, nw_rsp_rdata_i, ww_rsp_valid_i, ww_rsp_rdata_i};
endmodule
`default_nettype wire
