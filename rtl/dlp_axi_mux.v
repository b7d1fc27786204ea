// SPDX-License-Identifier: Apache-2.0
// dlp_axi_mux - NR read and NW write masters on one AXI4 port.
//
// Protocol: docs/interfaces.md, 3.  The ID of a transaction is the number of its master, so responses find their way back and each master
//           gets its own in order.  Addresses are granted in rotation; write data follow in the order of the write addresses.
//           Read data are common to all masters; r_rvalid_o says whose they are.
// Latency:  1 cycle for addresses, none for data and responses; one address and one beat of data per cycle.
`default_nettype none

module dlp_axi_mux #(
    parameter NR        = 7,
    parameter NW        = 5,
    parameter ROW_BYTES = 64
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
    localparam RB = 8 * ROW_BYTES;
    localparam [31:0] SIZE = $clog2(ROW_BYTES);

    assign m_axi_arsize  = SIZE[2:0];
    assign m_axi_awsize  = SIZE[2:0];
    assign m_axi_arburst = 2'b01;      // INCR
    assign m_axi_awburst = 2'b01;
    assign m_axi_arcache = 4'b0011;    // normal, non-cacheable, bufferable
    assign m_axi_awcache = 4'b0011;
    assign m_axi_arprot  = 3'b000;
    assign m_axi_awprot  = 3'b000;

    wire       unused_take;
    wire [7:0] unused_id;
    wire [4:0] unused_count;
    wire       unused_ok = &{1'b0, unused_take, unused_id, unused_count};

    // ---- addresses
    wire [7:0] aw_id;
    wire       aw_take, order_room;

    dlp_axi_pick #(.N(NR)) u_ar (
        .clk(clk), .rst_n(rst_n), .enable_i(1'b1),
        .valid_i(r_arvalid_i), .ready_o(r_arready_o), .addr_i(r_araddr_i), .len_i(r_arlen_i),
        .valid_o(m_axi_arvalid), .ready_i(m_axi_arready), .addr_o(m_axi_araddr), .len_o(m_axi_arlen), .id_o(m_axi_arid),
        .take_o(unused_take), .take_id_o(unused_id)
    );
    dlp_axi_pick #(.N(NW)) u_aw (
        .clk(clk), .rst_n(rst_n), .enable_i(order_room),
        .valid_i(w_awvalid_i), .ready_o(w_awready_o), .addr_i(w_awaddr_i), .len_i(w_awlen_i),
        .valid_o(m_axi_awvalid), .ready_i(m_axi_awready), .addr_o(m_axi_awaddr), .len_o(m_axi_awlen), .id_o(m_axi_awid),
        .take_o(aw_take), .take_id_o(aw_id)
    );

    // ---- write data: in the order in which the addresses were taken
    wire       order_valid, order_pop;
    wire [7:0] turn;

    dlp_fifo #(.WIDTH(8), .DEPTH(16)) u_order (
        .clk(clk), .rst_n(rst_n), .in_valid_i(aw_take), .in_ready_o(order_room), .in_data_i(aw_id),
        .out_valid_o(order_valid), .out_ready_i(order_pop), .out_data_o(turn), .count_o(unused_count)
    );

    reg [RB-1:0]        wdata;
    reg [ROW_BYTES-1:0] wstrb;
    reg                 wvalid, wlast;
    integer             w;

    always @* begin
        wvalid = 1'b0;
        wlast  = 1'b0;
        wdata  = {RB{1'b0}};
        wstrb  = {ROW_BYTES{1'b0}};
        if (order_valid)
            for (w = 0; w < NW; w = w + 1)
                if (turn == w[7:0] && w_wvalid_i[w]) begin
                    wvalid = 1'b1;
                    wlast  = w_wlast_i[w];
                    wdata  = w_wdata_i[RB*w +: RB];
                    wstrb  = w_wstrb_i[ROW_BYTES*w +: ROW_BYTES];
                end
    end
    assign m_axi_wvalid = wvalid;
    assign m_axi_wlast  = wlast;
    assign m_axi_wdata  = wdata;
    assign m_axi_wstrb  = wstrb;
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
            assign w_wready_o[i] = m_axi_wready && order_valid && turn == i;
        end
    endgenerate
    assign m_axi_rready = (r_rvalid_o & r_rready_i) != {NR{1'b0}};
    assign m_axi_bready = (w_bvalid_o & w_bready_i) != {NW{1'b0}};
endmodule
`default_nettype wire
