// SPDX-License-Identifier: Apache-2.0
// dlp_dma - copy engine of a core: IO = 1 between GDRAM and NRAM, WRAM or GDRAM, IO = 0 (MOVE) between NRAM and WRAM; both also fill.
//
// Protocol: command port, four scratchpad ports and a memory bus master, docs/interfaces.md 1 to 3.
// Method:   a command is checked (c), read while up to 4 older ones wait behind the reader (p), aligned and written (s), and waits for its write
//           responses (t).  The reader walks the source and fills a row queue, the aligner turns source rows into destination rows, the writer
//           puts them away.  Commands follow each other without a gap as long as they read the same memory (the queue keeps rows in the order
//           of the requests) and are done in order.  MOVE never overlaps its commands.
// Latency:  first bus request 5 cycles after a command is taken, 7 with planes.  One row per cycle in the long run, at any alignment;
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
    input  wire [191:0] cmd_cfg_i,
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
    localparam BB    = $clog2(BURST);
    localparam CB    = $clog2(DEPTH + 1);
    localparam [31:0] DEPTH_W = DEPTH;
    localparam [1:0] M_NRAM = 2'd0, M_WRAM = 2'd1, M_GDRAM = 2'd2;    // as dlp_dma_check gives them

    // Of a command that has been judged, a segment lies in the memories of the engine, so its length is an offset there, and where there is more than
    // one segment the strides are offsets, too.  Strides that are not used may be anything.
    localparam SB = NRAM_BYTES > WRAM_BYTES ? $clog2(NRAM_BYTES) : $clog2(WRAM_BYTES);   // bits of a scratchpad offset
    localparam GB = $clog2({1'b0, GDRAM_BYTES});
    localparam AB = IO != 0 && GB > SB ? GB : SB;      // bits of an offset
    localparam PB = AB > 32 ? AB : 32;                 // bits of a source offset, or of the pattern of a fill
    localparam TB = AB < 32 ? AB : 32;                 // bits of a stride, and of the length of a segment

    // ---- clock
    wire gclk;
    dlp_clkgate u_clk (.clk(clk), .rst_n(rst_n), .en_i(cmd_valid_i || busy_o || done_valid_o), .clk_o(gclk));

    // ---- c: a command is taken and checked
    wire        c_busy, c_load, c_judged, c_dcode, c_scode, c_fill;
    reg         c_bad_q;               // refused
    wire        s_load, s_leave, r_load;
    wire [7:0]  c_fault;
    wire [63:0] c_addr;
    wire [1:0]  dst_mem, src_mem;
    wire [39:0] c_off, c_src;
    wire [31:0] c_last, c_dstride, c_sstride;
    wire [15:0] c_more, c_planes;
    wire [39:0] c_djump, c_sjump;
    wire        r_valid;
    wire        take   = cmd_valid_i && cmd_ready_o;
    wire        c_good = c_judged && c_fault == FAULT_NONE;
    wire        c_end  = c_bad_q && idle;              // all older ones are done
    wire        idle;

    assign cmd_ready_o = !c_busy || r_load;

    dlp_dma_check #(.IO(IO), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)) u_check (
        .clk(gclk), .rst_n(rst_n), .take_i(take), .op_i(cmd_op_i[3:0]), .rd_i(cmd_rd_i), .rs1_i(cmd_rs1_i),
        .rs2_i(cmd_rs2_i), .cfg_i(cmd_cfg_i), .hold_i(r_valid), .leave_i(r_load || c_end), .busy_o(c_busy), .load_o(c_load), .judged_o(c_judged),
        .fault_o(c_fault), .addr_o(c_addr), .dst_mem_o(dst_mem), .src_mem_o(src_mem), .dst_code_o(c_dcode), .src_code_o(c_scode),
        .fill_o(c_fill), .offset_o(c_off), .src_o(c_src),
        .last_o(c_last), .dst_stride_o(c_dstride), .src_stride_o(c_sstride), .more_o(c_more),
        .dst_jump_o(c_djump), .src_jump_o(c_sjump), .planes_o(c_planes)
    );

    // ---- reader
    reg  [CB-1:0] room_q;              // places of the row queue that are not reserved for rows asked for
    reg  [1:0]    r_mem_q;             // memory that the reader reads
    wire          r_ready, pop;
    wire [AB-1:0] r_addr;
    wire [BB-1:0] r_len;
    wire          bus_read = IO != 0 && r_mem_q == M_GDRAM;

    dlp_dma_walk #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST), .ADDR_BITS(AB), .LEN_BITS(TB), .STRIDE_BITS(TB)) u_read (
        .clk(gclk), .rst_n(rst_n), .load_i(c_load), .addr_i(c_off[AB-1:0]), .last_i(c_last[TB-1:0]), .stride_i(c_sstride[TB-1:0]), .more_i(c_more),
        .jump_i(c_sjump[AB-1:0]), .planes_i(c_planes),
        .start_i(r_load && !c_fill), .single_i(!bus_read), .burst_valid_o(r_valid), .burst_ready_i(r_ready), .burst_addr_o(r_addr), .burst_len_o(r_len)
    );

    wire   r_fits    = r_valid && room_q > {{CB-BB{1'b0}}, r_len};
    wire   r_taken   = r_fits && r_ready;
    assign arvalid_o = bus_read && r_fits;
    assign araddr_o  = {{40-AB{1'b0}}, r_addr};
    assign arlen_o   = {{8-BB{1'b0}}, r_len};
    assign rready_o  = 1'b1;           // room is reserved before a burst is asked for

    wire [AB+15:0] r_row = {16'd0, r_addr} >> ROWB;
    assign nr_req_valid_o = r_fits && r_mem_q == M_NRAM;
    assign nr_req_write_o = 1'b0;
    assign nr_req_row_o   = r_row[15:0];
    assign nr_req_be_o    = {ROW_BYTES{1'b0}};
    assign nr_req_wdata_o = {RB{1'b0}};
    assign wr_req_valid_o = r_fits && !bus_read && r_mem_q != M_NRAM;
    assign wr_req_write_o = 1'b0;
    assign wr_req_row_o   = r_row[15:0];
    assign wr_req_be_o    = {ROW_BYTES{1'b0}};
    assign wr_req_wdata_o = {RB{1'b0}};
    assign r_ready        = r_fits && (bus_read ? arready_i : r_mem_q == M_NRAM ? nr_req_ready_i : wr_req_ready_i);

    // ---- row queue; a bus error travels with its row
    wire          q_valid, q_error;
    wire [RB-1:0] q_data;
    wire          row_in;              // a row enters
    generate if (IO != 0) begin : g_rows
        // a row of a scratchpad spends a cycle in a register, which is zero while another memory is read: then an OR is all that joins them
        reg          spm_q;
        reg [RB-1:0] nram_q, wram_q;
        always @(posedge gclk) begin
            spm_q <= rst_n && (nr_rsp_valid_i || wr_rsp_valid_i);
            if (r_load && src_mem != M_NRAM) nram_q <= {RB{1'b0}};
            else if (nr_rsp_valid_i)         nram_q <= nr_rsp_rdata_i;
            if (r_load && src_mem != M_WRAM) wram_q <= {RB{1'b0}};
            else if (wr_rsp_valid_i)         wram_q <= wr_rsp_rdata_i;
        end
        assign row_in = bus_read ? rvalid_i : spm_q;
        dlp_dma_queue #(.WIDTH(RB + 1), .DEPTH(DEPTH)) u_rows (
            .clk(gclk), .rst_n(rst_n), .in_valid_i(row_in),
            .in_data_i({bus_read && rresp_i != 2'b00, nram_q | wram_q | (rdata_i & {RB{bus_read}})}),
            .out_valid_o(q_valid), .out_ready_i(pop), .out_data_o({q_error, q_data})
        );
    end else begin : g_rows
        assign row_in = nr_rsp_valid_i || wr_rsp_valid_i;
        dlp_dma_queue #(.WIDTH(RB), .DEPTH(DEPTH)) u_rows (
            .clk(gclk), .rst_n(rst_n), .in_valid_i(row_in), .in_data_i(r_mem_q == M_NRAM ? nr_rsp_rdata_i : wr_rsp_rdata_i),
            .out_valid_o(q_valid), .out_ready_i(pop), .out_data_o(q_data)
        );
        assign q_error = 1'b0;
    end endgenerate

    // ---- s: aligner and writer
    wire            p_valid;           // the next command for them
    wire [1:0]      p_mem;             // its destination
    wire            p_fill;
    wire [PB-1:0]   p_from;            // of the source; of a fill, the pattern
    wire [ROWB-1:0] p_sstride;         // modulo the row
    wire [AB-1:0]   p_dst;
    wire [TB-1:0]   p_last;
    wire [TB-1:0]   p_dstride;
    wire [15:0]     p_more, p_planes;
    wire [ROWB-1:0] p_sjump;
    wire [AB-1:0]   p_djump;
    wire            a_busy, a_valid, a_ready, a_last, a_error;
    wire [SB-1:ROWB] a_row;
    wire [RB-1:0]   a_data;
    wire [ROW_BYTES-1:0] a_be;
    wire            w_busy, w_ready;
    reg             s_busy_q;
    reg  [1:0]      s_mem_q;
    wire            bus_write = IO != 0 && s_mem_q == M_GDRAM;

    dlp_dma_align #(.ROW_BYTES(ROW_BYTES), .ADDR_BITS(SB), .LEN_BITS(TB)) u_align (
        .clk(gclk), .rst_n(rst_n), .load_i(s_load), .src_i(p_from[ROWB-1:0]), .dst_i(p_dst[SB-1:0]), .last_i(p_last),
        .src_stride_i(p_sstride), .dst_stride_i(p_dstride[SB-1:0]), .more_i(p_more),
        .src_jump_i(p_sjump), .dst_jump_i(p_djump[SB-1:0]), .planes_i(p_planes),
        .fill_i(p_fill), .value_i(p_from[31:0]), .busy_o(a_busy),
        .in_valid_i(q_valid), .in_ready_o(pop), .in_data_i(q_data), .in_error_i(q_error), .error_o(a_error),
        .out_valid_o(a_valid), .out_ready_i(a_ready), .out_row_o(a_row), .out_data_o(a_data), .out_be_o(a_be), .out_last_o(a_last)
    );
    assign wdata_o        = a_data;
    assign wstrb_o        = a_be;
    assign bready_o       = 1'b1;
    assign nw_req_valid_o = a_valid && s_mem_q == M_NRAM;
    assign nw_req_write_o = 1'b1;
    assign nw_req_row_o   = {{16-SB+ROWB{1'b0}}, a_row};
    assign nw_req_be_o    = a_be;
    assign nw_req_wdata_o = a_data;
    assign ww_req_valid_o = a_valid && !bus_write && s_mem_q != M_NRAM;
    assign ww_req_write_o = 1'b1;
    assign ww_req_row_o   = {{16-SB+ROWB{1'b0}}, a_row};
    assign ww_req_be_o    = a_be;
    assign ww_req_wdata_o = a_data;
    assign a_ready = bus_write ? w_ready : s_mem_q == M_NRAM ? nw_req_ready_i : ww_req_ready_i;

    // ---- what comes before and after the aligner
    wire        t_end;                 // the oldest command is done
    wire [7:0]  t_fault;
    wire [39:0] t_addr;
    // its last row is out, or goes out now; MOVE waits for the next cycle: there the command port would depend on the scratchpads
    wire        s_done = s_busy_q && !a_busy && (!a_valid || (IO != 0 && a_ready)) && !w_busy;
    generate if (IO != 0) begin : g_io
        // p: commands between reader and aligner
        wire          p_room, p_dcode, p_scode, p_bus;
        wire [2:0]    p_count;
        dlp_fifo #(.WIDTH(6 + 2*AB + PB + 2*TB + 2*ROWB + 32), .DEPTH(4)) u_pending (
            .clk(gclk), .rst_n(rst_n), .in_valid_i(r_load), .in_ready_o(p_room),
            .in_data_i({c_fill, c_dcode, c_scode, src_mem == M_GDRAM, dst_mem, c_src[PB-1:0], c_off[AB-1:0], c_last[TB-1:0],
                         c_sstride[ROWB-1:0], c_dstride[TB-1:0], c_more,
                         c_sjump[ROWB-1:0], c_djump[AB-1:0], c_planes}),
            .out_valid_o(p_valid), .out_ready_i(s_load), .count_o(p_count),
            .out_data_o({p_fill, p_dcode, p_scode, p_bus, p_mem, p_from, p_dst, p_last, p_sstride, p_dstride, p_more,
                          p_sjump, p_djump, p_planes})
        );
        // rows of two memories do not mix in the row queue
        assign r_load = c_good && p_room && !r_valid && (src_mem == r_mem_q || room_q == DEPTH_W[CB-1:0]);

        // write addresses taken and responses received, ever, modulo 256; they differ by 65 at most
        reg  [7:0]    aw_total_q, b_total_q;
        wire [7:0]    outstanding = aw_total_q - b_total_q;
        wire          aw_taken, w_burst;
        reg           w_start_q;
        assign w_busy = w_start_q || w_burst;
        wire [AB-1:0] aw_addr;
        wire [BB-1:0] aw_len;

        // GDRAM to GDRAM: no address before its rows are here, since its data must not wait for reads.  Segments need at most one source row more
        // than they have destination rows, and the rows of the bursts under way lie in at most BURSTS segments.
        localparam    BURSTS = 4;
        reg           s_bus_q;         // reads the bus
        reg  [CB-1:0] here_q;          // rows in the row queue
        reg  [CB-1:0] owed_q;          // rows of bursts that are announced and not written
        wire          all_here = !r_valid && here_q + room_q == DEPTH_W[CB-1:0];
        wire          enough   = !s_bus_q || all_here || here_q > owed_q + {{CB-BB{1'b0}}, aw_len} + BURSTS;
        wire          w_out    = wvalid_o && wready_i;
        dlp_dma_put #(.ROW_BYTES(ROW_BYTES), .MAX_ROWS(BURST), .ADDR_BITS(AB), .LEN_BITS(TB), .STRIDE_BITS(TB)) u_put (
            .clk(gclk), .rst_n(rst_n), .load_i(s_load), .start_i(w_start_q), .addr_i(p_dst), .last_i(p_last), .stride_i(p_dstride), .more_i(p_more),
            .jump_i(p_djump), .planes_i(p_planes),
            .hold_i(outstanding[6] || !enough), .busy_o(w_burst),
            .row_valid_i(bus_write && a_valid), .row_ready_o(w_ready), .row_last_i(a_last), .row_i(a_row[ROWB +: BB]),
            .awvalid_o(awvalid_o), .awready_i(awready_i), .awaddr_o(aw_addr), .awlen_o(aw_len),
            .wvalid_o(wvalid_o), .wready_i(wready_i), .wlast_o(wlast_o), .aw_taken_o(aw_taken)
        );
        assign awaddr_o = {{40-AB{1'b0}}, aw_addr};
        assign awlen_o  = {{8-BB{1'b0}}, aw_len};

        // t: commands that have put away all their rows wait for their write responses, oldest first
        reg           s_dcode_q, s_scode_q;
        reg  [AB-1:0] s_dst_q, s_src_q;      // operands: for a bus error
        wire          t_room, t_valid, t_write, t_rerror, t_code;
        wire [2:0]    t_count;
        wire [7:0]    t_total;         // aw_total_q when it left s: its last response is number t_total
        wire [AB-1:0] t_off;
        reg           t_werror_q;      // of the oldest command that writes GDRAM
        wire          b_bad   = bvalid_i && bresp_i != 2'b00;
        wire [7:0]    t_short = b_total_q - t_total;   // negative: responses are missing
        // when the oldest ends, a response in this cycle is its last: the addresses of the next one have only now been loaded, or it ended with
        // the response before and writes no GDRAM
        wire          t_werr  = t_write && (t_werror_q || b_bad);
        dlp_fifo #(.WIDTH(8 + 3 + AB), .DEPTH(4), .FALL_THROUGH(1)) u_waiting (
            .clk(gclk), .rst_n(rst_n), .in_valid_i(s_leave), .in_ready_o(t_room),
            .in_data_i({aw_total_q, bus_write, a_error, a_error ? s_scode_q : s_dcode_q, a_error ? s_src_q : s_dst_q}),
            .out_valid_o(t_valid), .out_ready_i(t_end), .out_data_o({t_total, t_write, t_rerror, t_code, t_off}), .count_o(t_count)
        );
        assign s_leave = s_done && t_room;
        assign t_end   = t_valid && (!t_short[7] || (bvalid_i && t_short == 8'hff));
        assign t_fault = t_rerror ? FAULT_CMD_BUS_READ : t_werr ? FAULT_CMD_BUS_WRITE : FAULT_NONE;
        assign t_addr  = {{40-AB{1'b0}}, t_off} | (t_code ? MEM_CODE_BASE : MEM_GDRAM_BASE);
        assign idle    = !p_valid && !s_busy_q && t_count == 3'd0;

        always @(posedge gclk) begin
            w_start_q <= rst_n && s_load && p_mem == M_GDRAM;
            if (!rst_n) begin
                aw_total_q <= 8'd0;
                b_total_q  <= 8'd0;
                here_q     <= {CB{1'b0}};
                owed_q     <= {CB{1'b0}};
                t_werror_q <= 1'b0;
            end else if (busy_o) begin
                if (aw_taken) aw_total_q <= aw_total_q + 8'd1;
                if (bvalid_i) b_total_q  <= b_total_q + 8'd1;
                if (row_in != pop) here_q <= row_in ? here_q + 1'b1 : here_q - 1'b1;
                owed_q <= owed_q + (aw_taken ? {{CB-BB{1'b0}}, aw_len} + 1'b1 : {CB{1'b0}}) - {{CB-1{1'b0}}, w_out};
                if (t_end && t_write) t_werror_q <= 1'b0;
                else if (b_bad)       t_werror_q <= 1'b1;
            end
            if (s_load) begin
                s_bus_q   <= p_bus;
                s_dcode_q <= p_dcode;
                s_scode_q <= p_scode;
                s_dst_q   <= p_dst;
                s_src_q   <= p_from[AB-1:0];
            end
        end
        wire unused_ok = &{1'b0, p_count, outstanding};
    end else begin : g_move
        // the next command may read what this one writes: it starts when nothing is left of this one, and goes to reader and aligner at once
        assign r_load    = c_good && (!s_busy_q || s_leave);
        assign p_valid   = r_load;
        assign p_mem     = dst_mem;
        assign p_fill    = c_fill;
        assign p_from    = c_src[PB-1:0];
        assign p_dst     = c_off[AB-1:0];
        assign p_last    = c_last[TB-1:0];
        assign p_sstride = c_sstride[ROWB-1:0];
        assign p_dstride = c_dstride[TB-1:0];
        assign p_more    = c_more;
        assign p_sjump   = c_sjump[ROWB-1:0];
        assign p_djump   = c_djump[AB-1:0];
        assign p_planes  = c_planes;
        assign w_busy    = 1'b0;
        assign w_ready   = 1'b0;
        assign s_leave   = s_done;
        assign t_end     = s_leave;
        assign t_fault   = FAULT_NONE;
        assign t_addr    = 40'd0;
        assign idle      = !s_busy_q;
        assign awvalid_o = 1'b0;
        assign awaddr_o  = 40'd0;
        assign awlen_o   = 8'd0;
        assign wvalid_o  = 1'b0;
        assign wlast_o   = 1'b0;
        wire unused_ok   = &{1'b0, c_dcode, c_scode, row_in, a_last, a_error, rdata_i, rresp_i, rvalid_i, arready_i, awready_i, wready_i, bvalid_i, bresp_i};
    end endgenerate

    assign s_load = p_valid && (!s_busy_q || s_leave);
    assign busy_o = c_busy || !idle;

    always @(posedge gclk) begin
        done_valid_o <= rst_n && (t_end || c_end);
        if (!rst_n) begin
            c_bad_q  <= 1'b0;
            s_busy_q <= 1'b0;
            room_q   <= DEPTH_W[CB-1:0];
            r_mem_q  <= M_NRAM;
        end else if (busy_o) begin
            c_bad_q <= c_judged && c_fault != FAULT_NONE && !c_end;
            if (r_load) r_mem_q <= src_mem;
            room_q <= room_q - (r_taken ? {{CB-BB{1'b0}}, r_len} + 1'b1 : {CB{1'b0}}) + {{CB-1{1'b0}}, pop};
            if (s_load)       s_busy_q <= 1'b1;
            else if (s_leave) s_busy_q <= 1'b0;
        end
        if (t_end) begin
            done_fault_o <= t_fault;
            done_addr_o  <= {24'd0, t_addr};
        end else if (c_end) begin
            done_fault_o <= c_fault;
            done_addr_o  <= c_addr;
        end
        if (s_load) s_mem_q <= p_mem;
    end

    wire unused_ok = &{1'b0, cmd_op_i, rlast_i, c_off, c_src, c_last, c_sstride, c_dstride, c_sjump, c_djump, r_row,
                       nw_rsp_valid_i, nw_rsp_rdata_i, ww_rsp_valid_i, ww_rsp_rdata_i};
endmodule
`default_nettype wire
