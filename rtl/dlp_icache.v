// SPDX-License-Identifier: Apache-2.0
// dlp_icache - direct-mapped instruction cache in front of GDRAM, with next-line prefetch.
//
// Protocol: re_i reads the word at raddr_i; in the next cycle the execute stage shows the same address at x_addr_i with x_valid_i, and holds
//           it until it gets x_hit_o with x_insn_o, or x_err_o (bus error on the line).  Until then it repeats re_i with that address in
//           every cycle; after x_hit_o the word holds while re_i is 0.  inv_i forgets all lines, also those on the way.
// Latency:  a hit takes 1 cycle.  A missed line is one burst; a word can be used 2 cycles after it arrived, and the missed word is stored
//           first of its beat.
// Prefetch: when the execute stage comes to another line, the line behind it is fetched too if it is not here.  Two bursts can be on the way.
// Limits:   a bus error on a prefetch is dropped: the line is fetched again when it is needed.
`default_nettype none

module dlp_icache #(
    parameter LINES     = 128,         // power of two
    parameter ROW_BYTES = 64,          // width of the bus: 16 to CACHE_LINE_BYTES
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        inv_i,
    output wire        busy_o,         // bursts are on the way

    // fetch; addresses are those of the core, in the CODE window and inside GDRAM when x_valid_i
    input  wire        re_i,
    input  wire [31:0] raddr_i,
    input  wire        x_valid_i,
    input  wire [31:0] x_addr_i,
    output wire        x_hit_o,
    output wire [31:0] x_insn_o,
    output wire        x_err_o,

    // bus
    output reg         if_arvalid_o,
    input  wire        if_arready_i,
    output wire [39:0] if_araddr_o,
    output wire [7:0]  if_arlen_o,
    input  wire        if_rvalid_i,
    output wire        if_rready_o,
    input  wire [8*ROW_BYTES-1:0] if_rdata_i,
    input  wire [1:0]  if_rresp_i
);
    `include "dlp_spec.vh"

    localparam [40:0] CODE_BYTES = {1'b0, GDRAM_BYTES} < MEM_CODE_WINDOW ? {1'b0, GDRAM_BYTES} : MEM_CODE_WINDOW;
    localparam AW  = $clog2(CODE_BYTES[31:0]);     // the code window is aligned to its size: lower bits are the GDRAM offset
    localparam LB  = $clog2(CACHE_LINE_BYTES);
    localparam IW  = $clog2(LINES);
    localparam LW  = AW - LB;                      // line number = {tag, index}
    localparam TW  = LW - IW;
    localparam CW  = LB - 3;                       // a line has 2^CW chunks of 8 bytes, the width of the data memory
    localparam NB  = CACHE_LINE_BYTES / ROW_BYTES; // beats of a burst
    localparam SW  = $clog2(ROW_BYTES) - 3;        // a beat has 2^SW chunks
    localparam [LW:0] END_LINE = CODE_BYTES[LB +: LW+1];
    localparam [31:0] LEN      = NB - 1;
    localparam [31:0] NB_W     = NB;
    localparam [CW:0] BEATS    = NB_W[CW:0];

    generate if ((1 << IW) != LINES || NB * ROW_BYTES != CACHE_LINE_BYTES || SW < 1 || TW < 1) begin : g_check
        ERROR_LINES_must_be_a_power_of_two_and_a_line_whole_beats u_error ();
    end endgenerate

    wire unused_ok = &{1'b0, raddr_i, x_addr_i, chunk_x};

    // ---- lines on the way, oldest in slot 0
    reg [1:0]    n_q;
    reg [LW-1:0] line0_q, line1_q;
    reg          drop0_q, drop1_q;                 // invalidated meanwhile
    reg          need0_q, need1_q;                 // wanted by the execute stage, not a prefetch

    // the line in slot 0 comes in: beat buffer, then one chunk per cycle
    reg [8*ROW_BYTES-1:0] beat_q;
    reg          full_q;                           // the beat buffer has chunks left
    reg          bad_beat_q, bad_line_q;
    reg [SW-1:0] done_chunks_q, first_q;           // of the beat
    reg [CW:0]   beats_q;                          // beats taken of this line
    reg [(1<<CW)-1:0] here_q, here_before_q;       // chunks in the memory, and those of a cycle ago: what a read of then found
    reg          tag_q, retire_q;                  // line complete: write its tag, then leave slot 0

    wire [LW-1:0] x_line  = x_addr_i[AW-1:LB];
    wire [CW-1:0] x_chunk = x_addr_i[LB-1:3];

    // ---- lookup
    reg  [LINES-1:0] valid_q;
    reg  valid_read_q, held_q;
    wire [TW-1:0] tag_read;
    wire [63:0]   data_read;
    wire hit_tag  = valid_read_q && tag_read == x_line[LW-1:IW];
    wire hit_fill = n_q != 2'd0 && !drop0_q && line0_q == x_line && here_before_q[x_chunk];
    reg  err_q;

    assign x_hit_o  = x_valid_i && (held_q || hit_tag || hit_fill);
    assign x_insn_o = x_addr_i[2] ? data_read[63:32] : data_read[31:0];
    assign x_err_o  = x_valid_i && err_q && !x_hit_o;
    assign busy_o   = n_q != 2'd0;

    // ---- data and tags
    wire         store    = full_q && !drop0_q;
    wire [SW-1:0] sub     = first_q + done_chunks_q;
    wire [CW:0]  beat_no  = beats_q - 1'b1;        // of the beat in the buffer
    wire [CW+SW:0] chunk_x = {beat_no, {SW{1'b0}}};
    wire [CW-1:0] chunk   = chunk_x[CW-1:0] | {{(CW-SW){1'b0}}, sub};
    wire         last_chunk = done_chunks_q == {SW{1'b1}};
    wire [63:0]  store_data = store ? beat_q[64*sub +: 64] : 64'd0;
    wire         write_tag  = tag_q && !bad_line_q && !drop0_q && !inv_i;

    dlp_ram_sdp #(.WIDTH(64), .DEPTH(LINES << CW)) u_data (
        .clk(clk), .we_i(store), .waddr_i({line0_q[IW-1:0], chunk}), .wdata_i(store_data),
        .re_i(re_i), .raddr_i(raddr_i[LB+IW-1:3]), .rdata_o(data_read)
    );
    dlp_ram_sdp #(.WIDTH(TW), .DEPTH(LINES)) u_tag (
        .clk(clk), .we_i(write_tag), .waddr_i(line0_q[IW-1:0]), .wdata_i(line0_q[LW-1:IW]),
        .re_i(re_i), .raddr_i(raddr_i[LB+IW-1:LB]), .rdata_o(tag_read)
    );

    // ---- prefetch: look up the next line when the execute stage comes to a line
    reg           seen_q, pf_q, pf_valid_q;
    reg  [LW-1:0] seen_line_q, pf_line_q;
    wire [LW:0]   next_line = {1'b0, x_line} + 1'b1;
    wire          probe     = x_valid_i && (!seen_q || seen_line_q != x_line);
    wire [TW-1:0] pf_tag;

    dlp_ram_sdp #(.WIDTH(TW), .DEPTH(LINES)) u_tag_pf (
        .clk(clk), .we_i(write_tag), .waddr_i(line0_q[IW-1:0]), .wdata_i(line0_q[LW-1:IW]),
        .re_i(probe), .raddr_i(next_line[IW-1:0]), .rdata_o(pf_tag)
    );

    wire pf_here   = pf_valid_q && pf_tag == pf_line_q[LW-1:IW];
    wire pf_coming = (n_q != 2'd0 && !drop0_q && line0_q == pf_line_q) || (n_q == 2'd2 && !drop1_q && line1_q == pf_line_q);
    wire pf_want   = pf_q && !pf_here && !pf_coming;

    // ---- requests: what the execute stage waits for goes first
    wire x_coming  = (n_q != 2'd0 && !drop0_q && line0_q == x_line) || (n_q == 2'd2 && !drop1_q && line1_q == x_line);
    wire need      = x_valid_i && !x_hit_o && !x_err_o && !x_coming;
    wire can       = n_q != 2'd2 && (!if_arvalid_o || if_arready_i) && !inv_i;
    wire push      = can && (need || pf_want);
    wire [LW-1:0] push_line = need ? x_line : pf_line_q;
    reg  [LW-1:0] ar_line_q;

    assign if_araddr_o = {{(40-AW){1'b0}}, ar_line_q, {LB{1'b0}}};
    assign if_arlen_o  = LEN[7:0];
    assign if_rready_o = n_q != 2'd0 && beats_q != BEATS && (!full_q || last_chunk);
    wire accept = if_rvalid_i && if_rready_o;

    always @(posedge clk) begin
        if (re_i) valid_read_q <= valid_q[raddr_i[LB+IW-1:LB]];
        held_q <= x_hit_o && !re_i;
        if (probe) begin
            seen_line_q <= x_line;
            pf_line_q   <= next_line[LW-1:0];
            pf_valid_q  <= valid_q[next_line[IW-1:0]];
        end
        if (!rst_n || inv_i) begin
            valid_q      <= {LINES{1'b0}};
            valid_read_q <= 1'b0;
            held_q       <= 1'b0;
            seen_q       <= 1'b0;
            pf_q         <= 1'b0;
        end else begin
            if (accept)    valid_q[line0_q[IW-1:0]] <= 1'b0;     // its data are about to be replaced
            if (write_tag) valid_q[line0_q[IW-1:0]] <= 1'b1;
            if (probe) begin
                seen_q <= 1'b1;
                pf_q   <= next_line < END_LINE;
            end else if (pf_q && (pf_here || pf_coming || (can && !need)))
                pf_q <= 1'b0;
        end
    end

    // slot 1 takes a new line only if slot 0 stays in use
    wire to_slot1 = n_q == 2'd1 && !retire_q;

    always @(posedge clk) begin
        err_q <= 1'b0;
        if (!rst_n) begin
            n_q          <= 2'd0;
            if_arvalid_o <= 1'b0;
            full_q       <= 1'b0;
            tag_q        <= 1'b0;
            retire_q     <= 1'b0;
            beats_q      <= {CW+1{1'b0}};
            bad_line_q   <= 1'b0;
            here_q       <= {(1<<CW){1'b0}};
            here_before_q <= {(1<<CW){1'b0}};
        end else if (push || n_q != 2'd0) begin
            if (if_arready_i) if_arvalid_o <= 1'b0;
            if (push) begin
                if_arvalid_o <= 1'b1;
                ar_line_q    <= push_line;
            end
            n_q <= n_q + {1'b0, push} - {1'b0, retire_q};

            // slots
            if (inv_i) begin
                drop0_q <= 1'b1;
                drop1_q <= 1'b1;
            end
            if (retire_q) begin
                line0_q <= line1_q;
                drop0_q <= drop1_q || inv_i;
                need0_q <= need1_q;
            end
            if (push && to_slot1) begin
                line1_q <= push_line;
                drop1_q <= 1'b0;
                need1_q <= need;
            end else if (push) begin
                line0_q <= push_line;
                drop0_q <= 1'b0;
                need0_q <= need;
            end

            // beats and chunks of slot 0
            here_before_q <= here_q;
            if (full_q) begin
                done_chunks_q <= done_chunks_q + 1'b1;
                if (!bad_beat_q) here_q[chunk] <= 1'b1;
                if (last_chunk) begin
                    full_q <= 1'b0;
                    tag_q  <= beats_q == BEATS;
                end
            end
            if (accept) begin
                beat_q        <= if_rdata_i;
                full_q        <= 1'b1;
                bad_beat_q    <= if_rresp_i != 2'b00;
                if (if_rresp_i != 2'b00) bad_line_q <= 1'b1;
                beats_q       <= beats_q + 1'b1;
                done_chunks_q <= {SW{1'b0}};
                first_q       <= x_chunk[SW-1:0];
            end
            if (tag_q) begin
                tag_q    <= 1'b0;
                retire_q <= 1'b1;
            end
            if (retire_q) begin
                retire_q      <= 1'b0;
                err_q         <= bad_line_q && need0_q && !drop0_q && !inv_i;
                bad_line_q    <= 1'b0;
                beats_q       <= {CW+1{1'b0}};
                here_q        <= {(1<<CW){1'b0}};
                here_before_q <= {(1<<CW){1'b0}};
            end
        end
    end
endmodule
`default_nettype wire
