// SPDX-License-Identifier: Apache-2.0
// dlp_csr - control and status registers and event counters.
//
// Protocol: known_o and rdata_o answer addr_i at once.  write_i stores wdata_i (ignored where the register is read-only); trap_i records a trap.
`default_nettype none

module dlp_csr #(
    parameter HARTID  = 0,
    parameter PROFILE = 2
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start_i,        // a kernel starts: everything <- 0

    input  wire [11:0] addr_i,
    output reg         known_o,
    output reg  [63:0] rdata_o,
    input  wire        write_i,
    input  wire [63:0] wdata_i,

    input  wire        trap_i,
    input  wire [5:0]  trap_cause_i,
    input  wire [63:0] trap_pc_i,
    input  wire [63:0] trap_value_i,
    output wire [63:0] mtvec_o,
    output wire [63:0] mepc_o,

    input  wire        event_i,
    output wire        wake_o,         // mip & mie

    // counters
    input  wire        running_i,
    input  wire        retire_i,
    input  wire [6:0]  stall_i,        // fetch branch mem spm muldiv queue sync, bit 0 first
    input  wire [3:0]  busy_i,
    input  wire        mxu_row_i,
    input  wire [3:0]  nram_conflicts_i,
    input  wire [3:0]  wram_conflicts_i,
    output wire [63:0] cycle_o,
    output wire [63:0] instret_o,
    output wire [63:0] mxu_rows_o
);
    `include "dlp_spec.vh"

    localparam [31:0] HART = HARTID, PROF = PROFILE;
    localparam [63:0] MISA = 64'h8000000000801100;      // MXL = 64 bits; I, M, X
    localparam [63:0] MSTATUS = 64'h1800;               // MPP = machine

    reg        meie_q;
    reg [61:0] mtvec_q, mepc_q;
    reg [63:0] mscratch_q, mcause_q, mtval_q;
    reg [63:0] cycle_q, instret_q, rows_q;
    reg [63:0] stall_fetch_q, stall_branch_q, stall_mem_q, stall_spm_q, stall_muldiv_q, stall_queue_q, stall_sync_q;
    reg [63:0] busy_vec_q, busy_mat_q, busy_io_q, busy_move_q, nram_q, wram_q;

    assign mtvec_o    = {mtvec_q, 2'b00};
    assign mepc_o     = {mepc_q, 2'b00};
    assign wake_o     = event_i && meie_q;
    assign cycle_o    = cycle_q;
    assign instret_o  = instret_q;
    assign mxu_rows_o = rows_q;

    always @* begin
        known_o = 1'b1;
        rdata_o = 64'd0;
        case (addr_i)
            CSR_MSTATUS:       rdata_o = MSTATUS;
            CSR_MISA:          rdata_o = MISA;
            CSR_MIE:           rdata_o = {52'd0, meie_q, 11'd0};
            CSR_MTVEC:         rdata_o = mtvec_o;
            CSR_MSCRATCH:      rdata_o = mscratch_q;
            CSR_MEPC:          rdata_o = mepc_o;
            CSR_MCAUSE:        rdata_o = mcause_q;
            CSR_MTVAL:         rdata_o = mtval_q;
            CSR_MIP:           rdata_o = {52'd0, event_i, 11'd0};
            CSR_MCYCLE:        rdata_o = cycle_q;
            CSR_MINSTRET:      rdata_o = instret_q;
            CSR_STALL_FETCH:   rdata_o = stall_fetch_q;
            CSR_STALL_BRANCH:  rdata_o = stall_branch_q;
            CSR_STALL_MEM:     rdata_o = stall_mem_q;
            CSR_STALL_SPM:     rdata_o = stall_spm_q;
            CSR_STALL_MULDIV:  rdata_o = stall_muldiv_q;
            CSR_STALL_QUEUE:   rdata_o = stall_queue_q;
            CSR_STALL_SYNC:    rdata_o = stall_sync_q;
            CSR_BUSY_VEC:      rdata_o = busy_vec_q;
            CSR_BUSY_MAT:      rdata_o = busy_mat_q;
            CSR_BUSY_IO:       rdata_o = busy_io_q;
            CSR_BUSY_MOVE:     rdata_o = busy_move_q;
            CSR_MXU_ROWS:      rdata_o = rows_q;
            CSR_NRAM_CONFLICT: rdata_o = nram_q;
            CSR_WRAM_CONFLICT: rdata_o = wram_q;
            CSR_CYCLE:         rdata_o = cycle_q;
            CSR_INSTRET:       rdata_o = instret_q;
            CSR_MVENDORID:     rdata_o = 64'd0;
            CSR_MARCHID:       rdata_o = 64'd0;
            CSR_MIMPID:        rdata_o = {32'd0, SPEC_VERSION};
            CSR_MHARTID:       rdata_o = {32'd0, HART};
            CSR_SPECHASH:      rdata_o = {32'd0, SPEC_HASH};
            CSR_PROFILEID:     rdata_o = {32'd0, PROF};
            default:           known_o = 1'b0;
        endcase
    end

    always @(posedge clk)
        if (!rst_n || start_i) begin
            meie_q     <= 1'b0;
            mtvec_q    <= 62'd0;
            mscratch_q <= 64'd0;
            mepc_q     <= 62'd0;
            mcause_q   <= 64'd0;
            mtval_q    <= 64'd0;
        end else if (trap_i) begin
            mepc_q   <= trap_pc_i[63:2];
            mcause_q <= {58'd0, trap_cause_i};
            mtval_q  <= trap_value_i;
        end else if (write_i)
            case (addr_i)
                CSR_MIE:      meie_q     <= wdata_i[11];
                CSR_MTVEC:    mtvec_q    <= wdata_i[63:2];
                CSR_MSCRATCH: mscratch_q <= wdata_i;
                CSR_MEPC:     mepc_q     <= wdata_i[63:2];
                CSR_MCAUSE:   mcause_q   <= wdata_i;
                CSR_MTVAL:    mtval_q    <= wdata_i;
                default: ;
            endcase

    always @(posedge clk)
        if (!rst_n || start_i) begin
            cycle_q <= 64'd0; instret_q <= 64'd0; rows_q <= 64'd0;
            stall_fetch_q <= 64'd0; stall_branch_q <= 64'd0; stall_mem_q <= 64'd0; stall_spm_q <= 64'd0;
            stall_muldiv_q <= 64'd0; stall_queue_q <= 64'd0; stall_sync_q <= 64'd0;
            busy_vec_q <= 64'd0; busy_mat_q <= 64'd0; busy_io_q <= 64'd0; busy_move_q <= 64'd0;
            nram_q <= 64'd0; wram_q <= 64'd0;
        end else if (running_i) begin
            cycle_q <= cycle_q + 64'd1;
            if (retire_i)   instret_q      <= instret_q + 64'd1;
            if (mxu_row_i)  rows_q         <= rows_q + 64'd1;
            if (stall_i[0]) stall_fetch_q  <= stall_fetch_q + 64'd1;
            if (stall_i[1]) stall_branch_q <= stall_branch_q + 64'd1;
            if (stall_i[2]) stall_mem_q    <= stall_mem_q + 64'd1;
            if (stall_i[3]) stall_spm_q    <= stall_spm_q + 64'd1;
            if (stall_i[4]) stall_muldiv_q <= stall_muldiv_q + 64'd1;
            if (stall_i[5]) stall_queue_q  <= stall_queue_q + 64'd1;
            if (stall_i[6]) stall_sync_q   <= stall_sync_q + 64'd1;
            if (busy_i[0])  busy_vec_q     <= busy_vec_q + 64'd1;
            if (busy_i[1])  busy_mat_q     <= busy_mat_q + 64'd1;
            if (busy_i[2])  busy_io_q      <= busy_io_q + 64'd1;
            if (busy_i[3])  busy_move_q    <= busy_move_q + 64'd1;
            nram_q <= nram_q + {60'd0, nram_conflicts_i};
            wram_q <= wram_q + {60'd0, wram_conflicts_i};
        end
    wire unused_ok = &{1'b0, trap_pc_i};
endmodule
`default_nettype wire
