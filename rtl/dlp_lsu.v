// SPDX-License-Identifier: Apache-2.0
// dlp_lsu - scalar loads and stores that are not to the local memory: NRAM, WRAM, GDRAM, and MMIO of the job scheduler core.
//
// Protocol: start_i takes one aligned access; done_o is a one-cycle pulse with rdata_o, or with fault_o and cause_o.  No start while busy_o or
//           done_o.  An access to NRAM or WRAM waits until all streams are idle.  abort_i ends an access that has not gone out yet, without
//           done_o; any other is completed.
// Latency:  start_i to done_o: fault 2, NRAM and WRAM store 3, load 4, MMIO 3, GDRAM 3 + memory (a store waits for its response).
`default_nettype none

module dlp_lsu #(
    parameter HAS_DLP          = 1,    // 1: NRAM and WRAM, 0: MMIO
    parameter ROW_BYTES        = 64,   // power of two, 8 or more
    parameter NRAM_BYTES       = 786432,
    parameter WRAM_BYTES       = 1048576,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,

    // from the execute stage
    input  wire        start_i,
    input  wire        abort_i,
    input  wire        write_i,
    input  wire [2:0]  size_i,         // funct3
    input  wire [63:0] addr_i,
    input  wire [63:0] wdata_i,
    output wire        busy_o,
    output wire        wait_o,         // waits for streams
    output reg         done_o,
    output wire [63:0] rdata_o,
    output reg         fault_o,
    output reg  [5:0]  cause_o,

    input  wire [3:0]  iss_idle_i,

    // data bus
    output reg         ls_arvalid_o,
    input  wire        ls_arready_i,
    output wire [39:0] ls_araddr_o,
    output wire [7:0]  ls_arlen_o,
    input  wire        ls_rvalid_i,
    output wire        ls_rready_o,
    input  wire [8*ROW_BYTES-1:0] ls_rdata_i,
    input  wire [1:0]  ls_rresp_i,
    output reg         ls_awvalid_o,
    input  wire        ls_awready_i,
    output wire [39:0] ls_awaddr_o,
    output wire [7:0]  ls_awlen_o,
    output reg         ls_wvalid_o,
    input  wire        ls_wready_i,
    output wire [8*ROW_BYTES-1:0] ls_wdata_o,
    output wire [ROW_BYTES-1:0]   ls_wstrb_o,
    output wire        ls_wlast_o,
    input  wire        ls_bvalid_i,
    output wire        ls_bready_o,
    input  wire [1:0]  ls_bresp_i,

    // NRAM and WRAM have the payload in common
    output wire        nram_valid_o,
    input  wire        nram_ready_i,
    input  wire        nram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] nram_rdata_i,
    output wire        wram_valid_o,
    input  wire        wram_ready_i,
    input  wire        wram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] wram_rdata_i,
    output wire        spm_write_o,
    output wire [15:0] spm_row_o,
    output wire [ROW_BYTES-1:0]   spm_be_o,
    output wire [8*ROW_BYTES-1:0] spm_wdata_o,

    // MMIO
    output wire        mmio_valid_o,
    input  wire        mmio_ready_i,
    output wire        mmio_write_o,
    output wire [15:0] mmio_addr_o,
    output wire [31:0] mmio_wdata_o,
    input  wire [31:0] mmio_rdata_i
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    localparam OW = $clog2(ROW_BYTES);             // address bits inside a row
    localparam LANES = ROW_BYTES / 8;
    localparam [31:0] NRAM_SIZE = NRAM_BYTES, WRAM_SIZE = WRAM_BYTES;
    localparam [7:0]  CAUSE_LOAD_UNMAPPED  = FAULT_LOAD_UNMAPPED - TRAP_BASE,  CAUSE_LOAD_BUS  = FAULT_LOAD_BUS - TRAP_BASE,
                      CAUSE_STORE_UNMAPPED = FAULT_STORE_UNMAPPED - TRAP_BASE, CAUSE_STORE_BUS = FAULT_STORE_BUS - TRAP_BASE;

    // windows are aligned to their sizes: bits above are the base, bits below the offset
    localparam [63:0] NRAM_IN = {23'd0, MEM_NRAM_WINDOW - 41'd1},  WRAM_IN  = {23'd0, MEM_WRAM_WINDOW - 41'd1},
                      CODE_IN = {23'd0, MEM_CODE_WINDOW - 41'd1},  GDRAM_IN = {23'd0, MEM_GDRAM_WINDOW - 41'd1},
                      MMIO_IN = {23'd0, MEM_MMIO_WINDOW - 41'd1};

    generate if ((MEM_NRAM_BASE & NRAM_IN[39:0]) != 40'd0 || (MEM_WRAM_BASE & WRAM_IN[39:0]) != 40'd0 ||
                 (MEM_CODE_BASE & CODE_IN[39:0]) != 40'd0 || (MEM_GDRAM_BASE & GDRAM_IN[39:0]) != 40'd0 ||
                 (MEM_MMIO_BASE & MMIO_IN[39:0]) != 40'd0 || (1 << OW) != ROW_BYTES || ROW_BYTES < 8) begin : g_check
        ERROR_windows_must_be_aligned_to_their_size u_error ();
    end endgenerate

    localparam [2:0] ST_IDLE  = 3'd0,
                     ST_CHECK = 3'd1,              // find the memory, wait for streams
                     ST_SPM   = 3'd2,              // request to NRAM or WRAM
                     ST_RSP   = 3'd3,
                     ST_READ  = 3'd4,
                     ST_WRITE = 3'd5,
                     ST_MMIO  = 3'd6;

    reg [2:0]  state_q;
    reg        write_q, wram_q;
    reg [2:0]  size_q;
    reg [63:0] addr_q, word_q;                     // word_q: 8 bytes that hold the loaded value
    reg [35:0] offset_q;                           // in the memory
    reg [8*ROW_BYTES-1:0] wdata_q;                 // the store value in each lane of a row
    reg [ROW_BYTES-1:0]   be_q;

    // ---- where
    wire check    = state_q == ST_CHECK;
    wire in_nram  = HAS_DLP != 0 && (addr_q & ~NRAM_IN) == {24'd0, MEM_NRAM_BASE} && (addr_q & NRAM_IN) < {32'd0, NRAM_SIZE};
    wire in_wram  = HAS_DLP != 0 && (addr_q & ~WRAM_IN) == {24'd0, MEM_WRAM_BASE} && (addr_q & WRAM_IN) < {32'd0, WRAM_SIZE};
    wire in_code  = (addr_q & ~CODE_IN)  == {24'd0, MEM_CODE_BASE}  && (addr_q & CODE_IN)  < {24'd0, GDRAM_BYTES};
    wire in_gdram = (addr_q & ~GDRAM_IN) == {24'd0, MEM_GDRAM_BASE} && (addr_q & GDRAM_IN) < {24'd0, GDRAM_BYTES};
    wire in_mmio  = HAS_DLP == 0 && (addr_q & ~MMIO_IN) == {24'd0, MEM_MMIO_BASE} && size_q[1:0] == 2'd2;
    wire streams  = iss_idle_i != 4'b1111;

    // ---- lanes
    reg [7:0] be8;
    always @* begin
        be8 = 8'd0;
        if (start_i) begin
            case (size_i[1:0])
                2'd0:    be8 = 8'h01;
                2'd1:    be8 = 8'h03;
                2'd2:    be8 = 8'h0f;
                default: be8 = 8'hff;
            endcase
            be8 = be8 << addr_i[2:0];
        end
    end
    wire [63:0] lane_data = start_i ? wdata_i << {addr_i[2:0], 3'b000} : 64'd0;
    wire [OW-1:0] lane_bit = {addr_i[OW-1:3], 3'b000};
    wire [OW-1:0] lane_q  = {addr_q[OW-1:3], 3'b000};       // first byte of the lane

    // ---- outputs
    assign busy_o       = state_q != ST_IDLE;
    assign wait_o       = check && streams && (in_nram || in_wram);
    assign ls_araddr_o  = {4'd0, offset_q[35:OW], {OW{1'b0}}};
    assign ls_awaddr_o  = ls_araddr_o;
    assign ls_arlen_o   = 8'd0;
    assign ls_awlen_o   = 8'd0;
    assign ls_rready_o  = state_q == ST_READ;
    assign ls_bready_o  = state_q == ST_WRITE;
    assign ls_wdata_o   = wdata_q;
    assign ls_wstrb_o   = be_q;
    assign ls_wlast_o   = 1'b1;
    assign nram_valid_o = HAS_DLP != 0 && state_q == ST_SPM && !wram_q;
    assign wram_valid_o = HAS_DLP != 0 && state_q == ST_SPM && wram_q;
    assign spm_write_o  = write_q;
    assign spm_row_o    = offset_q[OW +: 16];
    assign spm_be_o     = be_q;
    assign spm_wdata_o  = wdata_q;
    assign mmio_valid_o = HAS_DLP == 0 && state_q == ST_MMIO;
    assign mmio_write_o = write_q;
    assign mmio_addr_o  = offset_q[15:0];
    assign mmio_wdata_o = offset_q[2] ? wdata_q[63:32] : wdata_q[31:0];

    dlp_align u_align (.valid_i(done_o), .size_i(size_q), .offset_i(addr_q[2:0]), .word_i(word_q), .y_o(rdata_o));

    wire [5:0] cause_unmapped = write_q ? CAUSE_STORE_UNMAPPED[5:0] : CAUSE_LOAD_UNMAPPED[5:0];

    always @(posedge clk) begin
        done_o <= 1'b0;
        if (!rst_n) begin
            state_q      <= ST_IDLE;
            ls_arvalid_o <= 1'b0;
            ls_awvalid_o <= 1'b0;
            ls_wvalid_o  <= 1'b0;
        end else
            case (state_q)
                ST_IDLE:
                    if (start_i) begin
                        write_q <= write_i;
                        size_q  <= size_i;
                        addr_q  <= addr_i;
                        fault_o <= 1'b0;
                        if (write_i) begin
                            wdata_q <= {LANES{lane_data}};
                            be_q    <= {{(ROW_BYTES-8){1'b0}}, be8} << lane_bit;
                        end
                        state_q <= ST_CHECK;
                    end
                ST_CHECK: begin
                    wram_q <= in_wram;
                    if (abort_i)
                        state_q <= ST_IDLE;
                    else if (in_nram || in_wram) begin
                        offset_q <= addr_q[35:0] & (in_nram ? NRAM_IN[35:0] : WRAM_IN[35:0]);
                        if (!streams) state_q <= ST_SPM;
                    end else if (in_code || in_gdram) begin
                        offset_q     <= addr_q[35:0] & (in_code ? CODE_IN[35:0] : GDRAM_IN[35:0]);
                        ls_arvalid_o <= !write_q;
                        ls_awvalid_o <= write_q;
                        ls_wvalid_o  <= write_q;
                        state_q      <= write_q ? ST_WRITE : ST_READ;
                    end else if (in_mmio) begin
                        offset_q <= addr_q[35:0] & MMIO_IN[35:0];
                        state_q  <= ST_MMIO;
                    end else begin
                        fault_o <= 1'b1;
                        cause_o <= cause_unmapped;
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                end
                ST_SPM:
                    if (wram_q ? wram_ready_i : nram_ready_i) begin
                        done_o  <= write_q;
                        state_q <= write_q ? ST_IDLE : ST_RSP;
                    end
                ST_RSP:
                    if (wram_q ? wram_rsp_valid_i : nram_rsp_valid_i) begin
                        word_q  <= wram_q ? wram_rdata_i[8*lane_q +: 64] : nram_rdata_i[8*lane_q +: 64];
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                ST_READ: begin
                    if (ls_arready_i) ls_arvalid_o <= 1'b0;
                    if (ls_rvalid_i) begin
                        word_q  <= ls_rdata_i[8*lane_q +: 64];
                        fault_o <= ls_rresp_i != 2'b00;
                        cause_o <= CAUSE_LOAD_BUS[5:0];
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                end
                ST_WRITE: begin
                    if (ls_awready_i) ls_awvalid_o <= 1'b0;
                    if (ls_wready_i)  ls_wvalid_o  <= 1'b0;
                    if (ls_bvalid_i) begin
                        fault_o <= ls_bresp_i != 2'b00;
                        cause_o <= CAUSE_STORE_BUS[5:0];
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                end
                ST_MMIO:
                    if (mmio_ready_i) begin
                        word_q  <= {mmio_rdata_i, mmio_rdata_i};
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                default: state_q <= ST_IDLE;
            endcase
    end
endmodule
`default_nettype wire
