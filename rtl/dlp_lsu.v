// SPDX-License-Identifier: Apache-2.0
// dlp_lsu - scalar loads and stores: local memory, NRAM, WRAM, uncached GDRAM, registers (MMIO).
//
// Protocol: req_valid_i with a naturally aligned access is held until ack_o; then fault_o says how it went and, for a load, rdata_o has the
//           data at bit 0 (upper bits undefined).  Before started_o an access can be withdrawn without effect.
//           An access to NRAM or WRAM waits until all streams are idle.
// Latency:  local memory: store 1 cycle, load 2; NRAM, WRAM: 2 and 3 at least; others as the bus answers.
`default_nettype none

module dlp_lsu #(
    parameter HAS_DLP    = 1,
    parameter ROW_BYTES  = 64,
    parameter LMEM_BYTES = 32768,
    parameter NRAM_BYTES = 786432,
    parameter WRAM_BYTES = 1048576,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        req_valid_i,
    input  wire        req_write_i,
    input  wire [1:0]  req_size_i,     // log2 of the bytes
    input  wire [63:0] req_addr_i,
    input  wire [63:0] req_wdata_i,
    output reg         ack_o,
    output reg  [1:0]  fault_o,        // 0 none, 1 not mapped, 2 bus error
    output reg  [63:0] rdata_o,
    output wire        started_o,
    output wire        wait_idle_o,    // waits for the streams
    input  wire [3:0]  iss_idle_i,

    // scratchpads
    output reg         nram_req_valid_o,
    input  wire        nram_req_ready_i,
    output reg         wram_req_valid_o,
    input  wire        wram_req_ready_i,
    output wire        spm_req_write_o,
    output wire [15:0] spm_req_row_o,
    output wire [ROW_BYTES-1:0]   spm_req_be_o,
    output wire [8*ROW_BYTES-1:0] spm_req_wdata_o,
    input  wire        nram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] nram_rsp_rdata_i,
    input  wire        wram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] wram_rsp_rdata_i,

    // bus
    output reg         arvalid_o,
    input  wire        arready_i,
    output wire [39:0] araddr_o,
    output wire [7:0]  arlen_o,
    input  wire        rvalid_i,
    output wire        rready_o,
    input  wire [8*ROW_BYTES-1:0] rdata_i,
    input  wire [1:0]  rresp_i,
    output reg         awvalid_o,
    input  wire        awready_i,
    output wire [39:0] awaddr_o,
    output wire [7:0]  awlen_o,
    output reg         wvalid_o,
    input  wire        wready_i,
    output wire [8*ROW_BYTES-1:0] wdata_o,
    output wire [ROW_BYTES-1:0]   wstrb_o,
    output wire        wlast_o,
    input  wire        bvalid_i,
    output wire        bready_o,
    input  wire [1:0]  bresp_i,

    // registers
    output wire        mmio_valid_o,
    input  wire        mmio_ready_i,
    output wire        mmio_write_o,
    output wire [15:0] mmio_addr_o,
    output wire [31:0] mmio_wdata_o,
    input  wire [31:0] mmio_rdata_i
);
    `include "dlp_spec.vh"

    localparam RB   = 8 * ROW_BYTES;
    localparam ROWB = $clog2(ROW_BYTES);
    localparam [39:0] LMEM_END = MEM_LMEM_BASE + LMEM_BYTES;
    localparam [39:0] NRAM_END = MEM_NRAM_BASE + NRAM_BYTES;
    localparam [39:0] WRAM_END = MEM_WRAM_BASE + WRAM_BYTES;
    localparam [40:0] MMIO_END = {1'b0, MEM_MMIO_BASE} + MEM_MMIO_WINDOW;
    localparam [40:0] CODE_END = {1'b0, MEM_CODE_BASE} + ({1'b0, GDRAM_BYTES} < MEM_CODE_WINDOW ? {1'b0, GDRAM_BYTES} : MEM_CODE_WINDOW);
    localparam [40:0] GDRAM_END = {1'b0, MEM_GDRAM_BASE} + {1'b0, GDRAM_BYTES};

    localparam [2:0] ST_IDLE = 3'd0, ST_LMEM = 3'd1, ST_SPM = 3'd2, ST_SPM_DATA = 3'd3, ST_READ = 3'd4, ST_WRITE = 3'd5;
    reg [2:0] state_q;

    // ---- decode.  Aligned accesses never straddle the end of a memory.
    wire [40:0] a     = req_addr_i[40:0];
    wire        low   = req_addr_i[63:41] == 23'd0;
    wire        lmem  = low && a >= {1'b0, MEM_LMEM_BASE} && a < {1'b0, LMEM_END};
    wire        nram  = HAS_DLP != 0 && low && a >= {1'b0, MEM_NRAM_BASE} && a < {1'b0, NRAM_END};
    wire        wram  = HAS_DLP != 0 && low && a >= {1'b0, MEM_WRAM_BASE} && a < {1'b0, WRAM_END};
    wire        mmio  = HAS_DLP == 0 && low && a >= {1'b0, MEM_MMIO_BASE} && a < MMIO_END && req_size_i == 2'd2;
    wire        code  = low && a >= {1'b0, MEM_CODE_BASE} && a < CODE_END;
    wire        gdram = low && a >= {1'b0, MEM_GDRAM_BASE} && a < GDRAM_END;
    wire        bus   = code || gdram;
    wire        idle  = state_q == ST_IDLE;
    wire        go    = req_valid_i && idle;

    assign wait_idle_o = go && (nram || wram) && iss_idle_i != 4'hf;
    assign started_o   = !idle;

    // ---- lanes
    wire [2:0]  off    = req_addr_i[2:0];
    wire [7:0]  bytes  = req_size_i == 2'd0 ? 8'h01 : req_size_i == 2'd1 ? 8'h03 : req_size_i == 2'd2 ? 8'h0f : 8'hff;
    wire [7:0]  be     = bytes << off;
    wire [63:0] wdata  = req_wdata_i << {off, 3'b000};
    wire [ROW_BYTES-1:0] row_be = {{ROW_BYTES-8{1'b0}}, be} << {req_addr_i[ROWB-1:3], 3'b000};

    assign spm_req_write_o = req_write_i;
    assign spm_req_row_o   = {{ROWB-4{1'b0}}, a[19:ROWB]};   // windows are 1 MiB, aligned to their size
    assign spm_req_be_o    = row_be;
    assign spm_req_wdata_o = {ROW_BYTES/8{wdata}};
    assign araddr_o = {code ? 10'd0 : a[39:30] & ~MEM_GDRAM_BASE[39:30], a[29:ROWB], {ROWB{1'b0}}};
    assign awaddr_o = araddr_o;
    assign arlen_o  = 8'd0;
    assign awlen_o  = 8'd0;
    assign wdata_o  = {ROW_BYTES/8{wdata}};
    assign wstrb_o  = row_be;
    assign wlast_o  = 1'b1;
    assign rready_o = state_q == ST_READ;
    assign bready_o = state_q == ST_WRITE;
    assign mmio_valid_o = go && mmio;
    assign mmio_write_o = req_write_i;
    assign mmio_addr_o  = a[15:0];
    assign mmio_wdata_o = req_wdata_i[31:0];

    // ---- local memory
    wire [63:0] lmem_rdata;
    dlp_lmem #(.BYTES(LMEM_BYTES)) u_lmem (
        .clk(clk), .en_i(go && lmem), .we_i(req_write_i), .word_i(a[15:3]), .be_i(be), .wdata_i(wdata), .rdata_o(lmem_rdata)
    );

    // ---- answer
    reg [RB-1:0] row;
    reg [63:0]   word;
    integer      w;
    always @* begin
        ack_o   = 1'b0;
        fault_o = 2'd0;
        row     = {RB{1'b0}};
        word    = lmem_rdata;
        case (state_q)
            ST_IDLE: if (req_valid_i) begin
                if (!(lmem || nram || wram || mmio || bus)) begin
                    ack_o   = 1'b1;
                    fault_o = 2'd1;
                end else if (lmem && req_write_i)
                    ack_o = 1'b1;
                else if (mmio)
                    ack_o = mmio_ready_i;
            end
            ST_LMEM:     ack_o = 1'b1;
            ST_SPM:      ack_o = req_write_i && (nram ? nram_req_ready_i : wram_req_ready_i);
            ST_SPM_DATA: begin
                ack_o = nram ? nram_rsp_valid_i : wram_rsp_valid_i;
                row   = nram ? nram_rsp_rdata_i : wram_rsp_rdata_i;
            end
            ST_READ: begin
                ack_o   = rvalid_i;
                fault_o = rresp_i != 2'b00 ? 2'd2 : 2'd0;
                row     = rdata_i;
            end
            ST_WRITE: begin
                ack_o   = bvalid_i;
                fault_o = bresp_i != 2'b00 ? 2'd2 : 2'd0;
            end
            default: ;
        endcase
        if (state_q == ST_SPM_DATA || state_q == ST_READ)
            for (w = 0; w < ROW_BYTES / 8; w = w + 1)
                if (req_addr_i[ROWB-1:3] == w[ROWB-4:0]) word = row[64*w +: 64];
        rdata_o = idle ? {32'd0, mmio_rdata_i} : word >> {off, 3'b000};
    end

    // ---- requests
    always @* begin
        nram_req_valid_o = state_q == ST_SPM && nram;
        wram_req_valid_o = state_q == ST_SPM && wram;
    end

    always @(posedge clk)
        if (!rst_n) begin
            state_q   <= ST_IDLE;
            arvalid_o <= 1'b0;
            awvalid_o <= 1'b0;
            wvalid_o  <= 1'b0;
        end else begin
            case (state_q)
                ST_IDLE: if (req_valid_i) begin
                    if (lmem && !req_write_i)
                        state_q <= ST_LMEM;
                    else if ((nram || wram) && iss_idle_i == 4'hf)
                        state_q <= ST_SPM;
                    else if (bus) begin
                        state_q   <= req_write_i ? ST_WRITE : ST_READ;
                        arvalid_o <= !req_write_i;
                        awvalid_o <= req_write_i;
                        wvalid_o  <= req_write_i;
                    end
                end
                ST_SPM: if (nram ? nram_req_ready_i : wram_req_ready_i)
                    state_q <= req_write_i ? ST_IDLE : ST_SPM_DATA;
                default: if (ack_o) state_q <= ST_IDLE;
            endcase
            if (arready_i && arvalid_o) arvalid_o <= 1'b0;
            if (awready_i && awvalid_o) awvalid_o <= 1'b0;
            if (wready_i && wvalid_o)   wvalid_o  <= 1'b0;
        end

    wire unused_ok = &{1'b0, req_addr_i, a};
endmodule
`default_nettype wire
