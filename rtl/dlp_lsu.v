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
    input  wire [1:0]  size_i,         // log2 of the bytes
    input  wire [63:0] addr_i,
    input  wire [7:0]  be_i,           // of the 8-byte word that holds the value
    input  wire [63:0] wdata_i,        // the value in its place in that word
    output wire        busy_o,
    output wire        wait_o,         // waits for streams
    output reg         done_o,
    output wire [63:0] rdata_o,        // the 8-byte word
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

    // windows are aligned to their sizes: bits above are the base, bits below the offset; all but that of GDRAM lie below 2^32
    localparam [40:0] NRAM_41 = MEM_NRAM_WINDOW - 41'd1, WRAM_41 = MEM_WRAM_WINDOW - 41'd1, CODE_41 = MEM_CODE_WINDOW - 41'd1,
                      MMIO_41 = MEM_MMIO_WINDOW - 41'd1;
    localparam [31:0] NRAM_IN = NRAM_41[31:0], WRAM_IN = WRAM_41[31:0], CODE_IN = CODE_41[31:0], MMIO_IN = MMIO_41[31:0];
    localparam [63:0] GDRAM_IN = {23'd0, MEM_GDRAM_WINDOW - 41'd1};
    localparam [40:0] BASES = {1'b0, MEM_NRAM_BASE | MEM_WRAM_BASE | MEM_CODE_BASE | MEM_MMIO_BASE};

    generate if ((MEM_NRAM_BASE[31:0] & NRAM_IN) != 32'd0 || (MEM_WRAM_BASE[31:0] & WRAM_IN) != 32'd0 ||
                 (MEM_CODE_BASE[31:0] & CODE_IN) != 32'd0 || (MEM_MMIO_BASE[31:0] & MMIO_IN) != 32'd0 ||
                 (MEM_GDRAM_BASE & GDRAM_IN[39:0]) != 40'd0 || ((BASES | NRAM_41 | WRAM_41 | CODE_41 | MMIO_41) >> 32) != 41'd0 ||
                 (1 << OW) != ROW_BYTES || ROW_BYTES < 8) begin : g_check
        ERROR_windows_must_be_aligned_to_their_size_and_below_4_GiB u_error ();
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
    reg        word_size_q;                        // 4 bytes
    reg [63:0] addr_q, word_q;
    reg        code_q;                             // GDRAM through the CODE window
    reg [8*ROW_BYTES-1:0] wdata_q;                 // the word to store in each lane of a row
    reg [ROW_BYTES-1:0]   be_q;

    // ---- where
    wire check    = state_q == ST_CHECK;
    wire low      = addr_q[63:32] == 32'd0;        // all windows but that of GDRAM
    wire in_nram  = HAS_DLP != 0 && low && (addr_q[31:0] & ~NRAM_IN) == MEM_NRAM_BASE[31:0] && (addr_q[31:0] & NRAM_IN) < NRAM_SIZE;
    wire in_wram  = HAS_DLP != 0 && low && (addr_q[31:0] & ~WRAM_IN) == MEM_WRAM_BASE[31:0] && (addr_q[31:0] & WRAM_IN) < WRAM_SIZE;
    wire in_code  = low && (addr_q[31:0] & ~CODE_IN) == MEM_CODE_BASE[31:0] && {8'd0, addr_q[31:0] & CODE_IN} < GDRAM_BYTES;
    wire in_gdram = (addr_q & ~GDRAM_IN) == {24'd0, MEM_GDRAM_BASE} && (addr_q[39:0] & GDRAM_IN[39:0]) < GDRAM_BYTES;
    wire in_mmio  = HAS_DLP == 0 && low && (addr_q[31:0] & ~MMIO_IN) == MEM_MMIO_BASE[31:0] && word_size_q;
    wire streams  = iss_idle_i != 4'b1111;

    // ---- lanes
    wire [OW-1:0] lane_bit = {addr_i[OW-1:3], 3'b000};
    wire [LANES-1:0] lane = {{(LANES-1){1'b0}}, 1'b1} << addr_q[OW-1:3];

    function [63:0] pick;                          // the lanes of sel, or'ed: as many terms as lanes, where a choice would be a tree of muxes
        input [8*ROW_BYTES-1:0] row;
        input [LANES-1:0]       sel;
        integer k;
        begin
            pick = 64'd0;
            for (k = 0; k < LANES; k = k + 1) pick = pick | (row[64*k +: 64] & {64{sel[k]}});
        end
    endfunction

    wire        nram_rsp = HAS_DLP != 0 && state_q == ST_RSP && !wram_q, wram_rsp = HAS_DLP != 0 && state_q == ST_RSP && wram_q;
    wire        mmio_rsp = HAS_DLP == 0 && state_q == ST_MMIO;

    // ---- places in the memories
    wire [35:0] gdram = code_q ? {4'd0, addr_q[31:0] & CODE_IN} : addr_q[35:0] & GDRAM_IN[35:0];
    wire [31:0] spm   = addr_q[31:0] & (wram_q ? WRAM_IN : NRAM_IN);
    wire        unused_ok = &{1'b0, gdram, spm};

    // ---- outputs
    assign busy_o       = state_q != ST_IDLE;
    assign wait_o       = check && streams && (in_nram || in_wram);
    assign ls_araddr_o  = {4'd0, gdram[35:OW], {OW{1'b0}}};
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
    assign spm_row_o    = spm[OW +: 16];
    assign spm_be_o     = be_q;
    assign spm_wdata_o  = wdata_q;
    assign mmio_valid_o = HAS_DLP == 0 && state_q == ST_MMIO;
    assign mmio_write_o = write_q;
    assign mmio_addr_o  = addr_q[15:0] & MMIO_IN[15:0];
    assign mmio_wdata_o = addr_q[2] ? wdata_q[63:32] : wdata_q[31:0];

    assign rdata_o      = word_q;

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
                        word_size_q <= size_i == 2'd2;
                        addr_q  <= addr_i;
                        fault_o <= 1'b0;
                        if (write_i) begin
                            wdata_q <= {LANES{wdata_i}};
                            be_q    <= {{(ROW_BYTES-8){1'b0}}, be_i} << lane_bit;
                        end
                        state_q <= ST_CHECK;
                    end
                ST_CHECK: begin
                    wram_q <= in_wram;
                    code_q <= in_code;
                    if (abort_i)
                        state_q <= ST_IDLE;
                    else if (in_nram || in_wram)
                        state_q <= streams ? ST_CHECK : ST_SPM;
                    else if (in_code || in_gdram) begin
                        ls_arvalid_o <= !write_q;
                        ls_awvalid_o <= write_q;
                        ls_wvalid_o  <= write_q;
                        state_q      <= write_q ? ST_WRITE : ST_READ;
                    end else if (in_mmio)
                        state_q      <= ST_MMIO;
                    else begin
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
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                ST_READ: begin
                    if (ls_arready_i) ls_arvalid_o <= 1'b0;
                    if (ls_rvalid_i) begin
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
                        done_o  <= 1'b1;
                        state_q <= ST_IDLE;
                    end
                default: state_q <= ST_IDLE;
            endcase
        // what comes in the cycle before done_o
        if (state_q == ST_RSP || state_q == ST_READ || mmio_rsp)
            word_q <= pick(nram_rdata_i, lane & {LANES{nram_rsp}}) | pick(wram_rdata_i, lane & {LANES{wram_rsp}}) |
                      pick(ls_rdata_i, lane & {LANES{state_q == ST_READ}}) | ({mmio_rdata_i, mmio_rdata_i} & {64{mmio_rsp}});
    end
endmodule
`default_nettype wire
