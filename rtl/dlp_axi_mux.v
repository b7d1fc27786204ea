// SPDX-License-Identifier: Apache-2.0
// dlp_axi_mux - NR read and NW write masters on one AXI4 port.
//
// Protocol: docs/interfaces.md, 3.  The ID of a transaction is the number of its master, so responses find their way back and each master
//           gets its own in order.  Addresses are granted in rotation; write data follow in the order of the write addresses.
//           Read data are common to all masters; r_rvalid_o says whose they are.
// Latency:  1 cycle for addresses, none for data and responses; one address and one beat of data per cycle in each direction.
// Limits:   any number of reads may be outstanding; WRITES + 1 write bursts may be granted whose data have not been sent.
`default_nettype none

module dlp_axi_mux #(
    parameter NR        = 7,           // read masters, 1 to 256
    parameter NW        = 5,           // write masters, 1 to 256
    parameter ROW_BYTES = 64,          // bytes of a beat, power of two
    parameter WRITES    = 16           // write bursts that wait for their turn to send data
) (
    input  wire                    clk,
    input  wire                    rst_n,

    // read masters
    input  wire [NR-1:0]           r_arvalid_i,
    output wire [NR-1:0]           r_arready_o,
    input  wire [NR*40-1:0]        r_araddr_i,
    input  wire [NR*8-1:0]         r_arlen_i,
    output wire [NR-1:0]           r_rvalid_o,
    input  wire [NR-1:0]           r_rready_i,
    output wire [8*ROW_BYTES-1:0]  r_rdata_o,
    output wire [1:0]              r_rresp_o,
    output wire                    r_rlast_o,

    // write masters
    input  wire [NW-1:0]           w_awvalid_i,
    output wire [NW-1:0]           w_awready_o,
    input  wire [NW*40-1:0]        w_awaddr_i,
    input  wire [NW*8-1:0]         w_awlen_i,
    input  wire [NW-1:0]           w_wvalid_i,
    output wire [NW-1:0]           w_wready_o,
    input  wire [NW*8*ROW_BYTES-1:0] w_wdata_i,
    input  wire [NW*ROW_BYTES-1:0] w_wstrb_i,
    input  wire [NW-1:0]           w_wlast_i,
    output wire [NW-1:0]           w_bvalid_o,
    input  wire [NW-1:0]           w_bready_i,
    output wire [1:0]              w_bresp_o,

    // AXI4
    output wire                    m_axi_arvalid,
    input  wire                    m_axi_arready,
    output wire [39:0]             m_axi_araddr,
    output wire [7:0]              m_axi_arlen,
    output wire [7:0]              m_axi_arid,
    output wire [2:0]              m_axi_arsize,
    output wire [1:0]              m_axi_arburst,
    output wire [3:0]              m_axi_arcache,
    output wire [2:0]              m_axi_arprot,
    input  wire                    m_axi_rvalid,
    output wire                    m_axi_rready,
    input  wire [8*ROW_BYTES-1:0]  m_axi_rdata,
    input  wire [1:0]              m_axi_rresp,
    input  wire                    m_axi_rlast,
    input  wire [7:0]              m_axi_rid,
    output wire                    m_axi_awvalid,
    input  wire                    m_axi_awready,
    output wire [39:0]             m_axi_awaddr,
    output wire [7:0]              m_axi_awlen,
    output wire [7:0]              m_axi_awid,
    output wire [2:0]              m_axi_awsize,
    output wire [1:0]              m_axi_awburst,
    output wire [3:0]              m_axi_awcache,
    output wire [2:0]              m_axi_awprot,
    output wire                    m_axi_wvalid,
    input  wire                    m_axi_wready,
    output wire [8*ROW_BYTES-1:0]  m_axi_wdata,
    output wire [ROW_BYTES-1:0]    m_axi_wstrb,
    output wire                    m_axi_wlast,
    input  wire                    m_axi_bvalid,
    output wire                    m_axi_bready,
    input  wire [1:0]              m_axi_bresp,
    input  wire [7:0]              m_axi_bid
);
    localparam RB  = 8 * ROW_BYTES;
    localparam IDB = NW > 1 ? $clog2(NW) : 1;
    localparam [31:0] SIZE = $clog2(ROW_BYTES);

    assign m_axi_arsize  = SIZE[2:0];
    assign m_axi_awsize  = SIZE[2:0];
    assign m_axi_arburst = 2'b01;      // INCR
    assign m_axi_awburst = 2'b01;
    assign m_axi_arcache = 4'b0011;    // normal, non-cacheable, bufferable
    assign m_axi_awcache = 4'b0011;
    assign m_axi_arprot  = 3'b000;
    assign m_axi_awprot  = 3'b000;

    generate if ((1 << SIZE) != ROW_BYTES || NR < 1 || NR > 256 || NW < 1 || NW > 256) begin : g_check
        ERROR_ROW_BYTES_must_be_a_power_of_two_NR_and_NW_1_to_256 u_error ();
    end endgenerate

    // ---- addresses
    wire [7:0] aw_id, unused_ar_id;
    wire       unused_ar_take;
    wire       aw_take, order_room;

    dlp_axi_pick #(.N(NR)) u_ar (
        .clk(clk), .rst_n(rst_n), .enable_i(1'b1),
        .valid_i(r_arvalid_i), .ready_o(r_arready_o), .addr_i(r_araddr_i), .len_i(r_arlen_i),
        .valid_o(m_axi_arvalid), .ready_i(m_axi_arready), .addr_o(m_axi_araddr), .len_o(m_axi_arlen), .id_o(m_axi_arid),
        .take_o(unused_ar_take), .take_id_o(unused_ar_id)
    );
    dlp_axi_pick #(.N(NW)) u_aw (
        .clk(clk), .rst_n(rst_n), .enable_i(order_room),
        .valid_i(w_awvalid_i), .ready_o(w_awready_o), .addr_i(w_awaddr_i), .len_i(w_awlen_i),
        .valid_o(m_axi_awvalid), .ready_i(m_axi_awready), .addr_o(m_axi_awaddr), .len_o(m_axi_awlen), .id_o(m_axi_awid),
        .take_o(aw_take), .take_id_o(aw_id)
    );

    // ---- write data: in the order in which the addresses were taken
    reg  [NW-1:0]  sel_q;              // whose data go out; none: no write is open
    wire           order_pop, order_valid;
    wire [IDB-1:0] turn;               // who is next
    wire           more, order_in;
    wire [$clog2(WRITES+1)-1:0] waiting;

    // sel_q is the head of the queue, decoded ahead: the way from it to the data is short
    assign order_valid = sel_q != {NW{1'b0}};
    wire   renew       = !order_valid || order_pop;
    assign order_in    = aw_take && !(renew && !more);
    dlp_fifo #(.WIDTH(IDB), .DEPTH(WRITES)) u_order (
        .clk(clk), .rst_n(rst_n), .in_valid_i(order_in), .in_ready_o(order_room), .in_data_i(aw_id[IDB-1:0]),
        .out_valid_o(more), .out_ready_i(renew), .out_data_o(turn), .count_o(waiting)
    );
    wire [IDB-1:0] next = more ? turn : aw_id[IDB-1:0];
    integer        n;
    always @(posedge clk)
        if (!rst_n)
            sel_q <= {NW{1'b0}};
        else if (renew)
            for (n = 0; n < NW; n = n + 1) sel_q[n] <= (more || aw_take) && next == n[IDB-1:0];

    // An OR, for it is one master's turn; in two halves, the masters with even numbers and the others: where masters come in pairs of a narrow
    // one, which repeats its data over the row, and a wide one, the narrow ones join before they are repeated.
    genvar w;
    generate for (w = 0; w < NW; w = w + 1) begin : g_data
        // a simulator copies the data only when it is the master's turn
        wire [RB-1:0]        mine      = w_wdata_i[RB*w +: RB];
        wire [ROW_BYTES-1:0] mine_strb = w_wstrb_i[ROW_BYTES*w +: ROW_BYTES];
        wire [RB-1:0]        older;    // of masters w - 2, w - 4 ...
        wire [ROW_BYTES-1:0] older_strb;
        reg  [RB-1:0]        data;
        reg  [ROW_BYTES-1:0] strb;
        if (w < 2) begin : g_chain
            assign older      = {RB{1'b0}};
            assign older_strb = {ROW_BYTES{1'b0}};
        end else begin : g_chain
            assign older      = g_data[w-2].data;
            assign older_strb = g_data[w-2].strb;
        end
        always @* begin
            data = older;
            strb = older_strb;
            if (sel_q[w]) begin
                data = data | mine;
                strb = strb | mine_strb;
            end
        end
    end endgenerate
    wire wvalid = (sel_q & w_wvalid_i) != {NW{1'b0}};
    wire wlast  = (sel_q & w_wlast_i) != {NW{1'b0}};
    assign m_axi_wvalid = wvalid;
    assign m_axi_wlast  = wlast;
    localparam PENULTIMATE = NW > 1 ? NW - 2 : 0;
    assign m_axi_wdata  = g_data[NW-1].data | g_data[PENULTIMATE].data;
    assign m_axi_wstrb  = g_data[NW-1].strb | g_data[PENULTIMATE].strb;
    assign order_pop    = wvalid && wlast && m_axi_wready;

    // ---- responses
    assign r_rdata_o = m_axi_rdata;
    assign r_rresp_o = m_axi_rresp;
    assign r_rlast_o = m_axi_rlast;
    assign w_bresp_o = m_axi_bresp;

    genvar i;
    generate
        for (i = 0; i < NR; i = i + 1) begin : g_r
            assign r_rvalid_o[i] = m_axi_rvalid && m_axi_rid == i;
        end
        for (i = 0; i < NW; i = i + 1) begin : g_w
            assign w_bvalid_o[i] = m_axi_bvalid && m_axi_bid == i;
            assign w_wready_o[i] = m_axi_wready && sel_q[i];
        end
    endgenerate
    assign m_axi_rready = (r_rvalid_o & r_rready_i) != {NR{1'b0}};
    assign m_axi_bready = (w_bvalid_o & w_bready_i) != {NW{1'b0}};
    wire unused_ok = &{1'b0, unused_ar_take, unused_ar_id, aw_id, waiting};

`ifdef FORMAL
    reg     f_past = 1'b0;
    integer f;
    always @(posedge clk) f_past <= 1'b1;
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);

    // ---- what masters and memory promise: what is shown and not taken stays; IDs of responses are those of masters
    reg [NR-1:0] f_ar_held = 0;
    reg [NW-1:0] f_aw_held = 0, f_w_held = 0;
    reg          f_r_held = 1'b0, f_b_held = 1'b0;
    reg [NR*48-1:0] f_ar;
    reg [NW*48-1:0] f_aw;
    reg [NW*(9*ROW_BYTES+1)-1:0] f_w;
    reg [RB+10:0] f_r;
    reg [9:0]    f_b;
    always @(posedge clk) begin
        f_ar_held <= rst_n ? r_arvalid_i & ~r_arready_o : 0;
        f_aw_held <= rst_n ? w_awvalid_i & ~w_awready_o : 0;
        f_w_held  <= rst_n ? w_wvalid_i & ~w_wready_o : 0;
        f_r_held  <= rst_n && m_axi_rvalid && !m_axi_rready;
        f_b_held  <= rst_n && m_axi_bvalid && !m_axi_bready;
        f_ar <= {r_araddr_i, r_arlen_i};
        f_aw <= {w_awaddr_i, w_awlen_i};
        f_w  <= {w_wdata_i, w_wstrb_i, w_wlast_i};
        f_r  <= {m_axi_rdata, m_axi_rid, m_axi_rresp, m_axi_rlast};
        f_b  <= {m_axi_bid, m_axi_bresp};
    end
    always @* begin
        assume (m_axi_rid < NR && m_axi_bid < NW);
        assume ((f_ar_held & ~r_arvalid_i) == 0 && (f_aw_held & ~w_awvalid_i) == 0 && (f_w_held & ~w_wvalid_i) == 0);
        if (f_ar_held != 0) assume (f_ar == {r_araddr_i, r_arlen_i});
        if (f_aw_held != 0) assume (f_aw == {w_awaddr_i, w_awlen_i});
        if (f_w_held != 0)  assume (f_w == {w_wdata_i, w_wstrb_i, w_wlast_i});
        if (f_r_held) assume (m_axi_rvalid && f_r == {m_axi_rdata, m_axi_rid, m_axi_rresp, m_axi_rlast});
        if (f_b_held) assume (m_axi_bvalid && f_b == {m_axi_bid, m_axi_bresp});
    end

    // ---- ghosts: the last beat shown, writes between address and last data
    reg                  f_mw_held = 1'b0;
    reg [9*ROW_BYTES:0]  f_mw;
    reg [7:0]            f_open = 8'd0;
    always @(posedge clk) begin
        f_mw_held <= rst_n && m_axi_wvalid && !m_axi_wready;
        f_mw      <= {m_axi_wdata, m_axi_wstrb, m_axi_wlast};
        f_open    <= !rst_n ? 8'd0 : f_open + aw_take - (m_axi_wvalid && m_axi_wready && m_axi_wlast);
    end
    always @* if (f_past) begin
        // Rule 1: a beat of write data that is shown stays until it is taken.  (Addresses: dlp_axi_pick, rule 1.)
        if (f_mw_held) assert (m_axi_wvalid && f_mw == {m_axi_wdata, m_axi_wstrb, m_axi_wlast});
        // Rule 2: write data are sent for granted addresses only, and each last beat ends one of them.
        assert (f_open == waiting + order_valid);
        assert ((sel_q & (sel_q - 1'b1)) == 0 && (order_valid || !more));
        if (m_axi_wvalid) assert (f_open != 8'd0);
        // Rule 3: a beat goes out exactly when one master gives it, and it is that master's.
        assert ((w_wready_o & (w_wready_o - 1'b1)) == 0);
        assert ((m_axi_wvalid && m_axi_wready) == ((w_wready_o & w_wvalid_i) != 0));
        for (f = 0; f < NW; f = f + 1)
            if (w_wvalid_i[f] && w_wready_o[f])
                assert ({m_axi_wdata, m_axi_wstrb, m_axi_wlast} == {w_wdata_i[RB*f +: RB], w_wstrb_i[ROW_BYTES*f +: ROW_BYTES], w_wlast_i[f]});
        // Rule 4: a response goes to the master that its ID names and to no other, and is taken when that master takes it.
        for (f = 0; f < NR; f = f + 1) assert (r_rvalid_o[f] == (m_axi_rvalid && m_axi_rid == f));
        for (f = 0; f < NW; f = f + 1) assert (w_bvalid_o[f] == (m_axi_bvalid && m_axi_bid == f));
        for (f = 0; f < NR; f = f + 1) if (r_rvalid_o[f]) assert (m_axi_rready == r_rready_i[f] && r_rdata_o == m_axi_rdata);
        for (f = 0; f < NW; f = f + 1) if (w_bvalid_o[f]) assert (m_axi_bready == w_bready_i[f]);
        cover (f_open == WRITES + 1 && m_axi_wvalid && m_axi_wlast && m_axi_wready);
        cover (m_axi_rvalid && m_axi_rready && m_axi_bvalid && m_axi_bready && m_axi_arvalid && m_axi_awvalid);
    end

    // ---- any granted write: its data come after those of the writes granted before, all from its master (bounded; the order itself is
    // proved in dlp_fifo)
    (* anyseq *) wire f_pick;
    reg       f_seen = 1'b0, f_mine = 1'b0;
    reg [7:0] f_id, f_ahead;
    always @(posedge clk)
        if (rst_n && aw_take && f_pick && !f_seen) begin
            f_seen  <= 1'b1;
            f_mine  <= 1'b1;
            f_id    <= aw_id;
            f_ahead <= f_open - (m_axi_wvalid && m_axi_wready && m_axi_wlast);
        end else if (f_mine && m_axi_wvalid && m_axi_wready && m_axi_wlast) begin
            f_mine  <= f_ahead != 8'd0;
            f_ahead <= f_ahead - 8'd1;
        end
`ifdef FORMAL_END_TO_END
    // Rule 5: write data leave in the order of the write addresses.
    always @* if (f_past && f_mine && f_ahead == 8'd0 && m_axi_wvalid && m_axi_wready) assert (w_wready_o == 1 << f_id);
`endif
    always @* cover (f_seen && !f_mine && f_id == NW - 1 && f_ahead == 8'hff && f_open == 8'd0);
`endif
endmodule
`default_nettype wire
