// SPDX-License-Identifier: Apache-2.0
// dlp_csr - control and status registers: trap registers and counters (most of these are in dlp_counters).
//
// Protocol: en_i with a CSR instruction in the execute stage gives ok_o (0: illegal instruction) and rdata_o in the same cycle; the new value
//           is written at the end of a cycle with commit_i.  trap_i records a trap.  clear_i restarts everything.
// Counters: the cycle counter runs with run_i; those of streams and memories count at any time, since commands may outlive the last instruction.
`default_nettype none

module dlp_csr #(
    parameter HAS_DLP = 1,
    parameter HARTID  = 0,
    parameter PROFILE = 2
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        clear_i,

    // a CSR instruction
    input  wire        en_i,
    input  wire        commit_i,
    input  wire [31:0] insn_i,
    input  wire [63:0] rs1_i,
    output reg         ok_o,
    output reg  [63:0] rdata_o,

    // traps
    input  wire        trap_i,
    input  wire [63:0] trap_pc_i,
    input  wire [5:0]  trap_cause_i,
    input  wire [63:0] trap_val_i,
    output wire [63:0] mtvec_o,
    output wire [63:0] mepc_o,

    // events
    input  wire        event_i,
    output wire        wake_o,         // (mip & mie) != 0

    // counters
    input  wire        run_i,
    input  wire        retire_i,
    input  wire [2:0]  stall_i,        // STALL_*
    input  wire [3:0]  busy_i,
    input  wire        mxu_row_i,
    input  wire [3:0]  nram_conflicts_i,
    input  wire [3:0]  wram_conflicts_i,
    output wire [63:0] instret_o,
    output wire [63:0] cycle_o,
    output wire [63:0] mxu_rows_o
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    // RISC-V: MPP = machine; MXL = 64 bits, I, M, non-standard extensions; the external interrupt is bit 11
    localparam [63:0] MSTATUS = 64'h1800;
    localparam [63:0] MISA    = {2'd2, 62'd0} | 64'd1 << 8 | 64'd1 << 12 | 64'd1 << 23;
    localparam        MEI     = 11;
    localparam [31:0] HART    = HARTID, PROF = PROFILE;

    reg        meie_q;
    reg [61:0] mtvec_q, mepc_q;        // bits 63:2
    reg [63:0] mscratch_q, mcause_q, mtval_q;
    reg [63:0] cycle_q, instret_q, rows_q;

    wire       unused_ok = &{1'b0, trap_pc_i[1:0]};
    wire       meip = HAS_DLP == 0 && event_i;

    assign mtvec_o    = {mtvec_q, 2'b00};
    assign mepc_o     = {mepc_q, 2'b00};
    assign wake_o     = meip && meie_q;
    assign instret_o  = instret_q;
    assign cycle_o    = cycle_q;
    assign mxu_rows_o = rows_q;

    // ---- instruction: csrr*i have their operand in the rs1 field; set and clear of x0 or 0 do not write
    wire [11:0] number  = insn_i[F_IMM_I_MSB:F_IMM_I_LSB];
    wire [31:0] form    = insn_i & INSN_CSRRW_MASK;
    wire        is_imm  = form == INSN_CSRRWI_MATCH || form == INSN_CSRRSI_MATCH || form == INSN_CSRRCI_MATCH;
    wire        is_set  = form == INSN_CSRRS_MATCH || form == INSN_CSRRSI_MATCH;
    wire        is_clr  = form == INSN_CSRRC_MATCH || form == INSN_CSRRCI_MATCH;
    wire        writes  = !(is_set || is_clr) || insn_i[F_RS1_MSB:F_RS1_LSB] != 5'd0;
    wire [63:0] operand = is_imm ? {59'd0, insn_i[F_RS1_MSB:F_RS1_LSB]} : rs1_i;
    wire [63:0] wdata   = is_set ? rdata_o | operand : is_clr ? rdata_o & ~operand : operand;

    wire [63:0] counter;
    wire [3:0]  index = number[3:0] - CSR_STALL_FETCH[3:0];

    always @* begin
        ok_o    = 1'b0;
        rdata_o = 64'd0;
        if (en_i) begin
            ok_o = !(writes && number[11:10] == 2'b11);
            case (number)
                CSR_MSTATUS:             rdata_o = MSTATUS;
                CSR_MISA:                rdata_o = MISA;
                CSR_MIE:                 rdata_o[MEI] = meie_q;
                CSR_MTVEC:               rdata_o = mtvec_o;
                CSR_MSCRATCH:            rdata_o = mscratch_q;
                CSR_MEPC:                rdata_o = mepc_o;
                CSR_MCAUSE:              rdata_o = mcause_q;
                CSR_MTVAL:               rdata_o = mtval_q;
                CSR_MIP:                 rdata_o[MEI] = meip;
                CSR_MCYCLE, CSR_CYCLE:   rdata_o = cycle_q;
                CSR_MINSTRET, CSR_INSTRET: rdata_o = instret_q;
                CSR_MXU_ROWS:            rdata_o = rows_q;
                CSR_STALL_FETCH, CSR_STALL_BRANCH, CSR_STALL_MEM, CSR_STALL_SPM, CSR_STALL_MULDIV, CSR_STALL_QUEUE, CSR_STALL_SYNC,
                CSR_BUSY_VEC, CSR_BUSY_MAT, CSR_BUSY_IO, CSR_BUSY_MOVE, CSR_NRAM_CONFLICT, CSR_WRAM_CONFLICT: rdata_o = counter;
                CSR_MVENDORID, CSR_MARCHID: rdata_o = 64'd0;
                CSR_MIMPID:              rdata_o = {32'd0, SPEC_VERSION};
                CSR_MHARTID:             rdata_o = {32'd0, HART};
                CSR_SPECHASH:            rdata_o = {32'd0, SPEC_HASH};
                CSR_PROFILEID:           rdata_o = {32'd0, PROF};
                default:                 ok_o = 1'b0;
            endcase
        end
    end

    always @(posedge clk)
        if (!rst_n || clear_i) begin
            meie_q     <= 1'b0;
            mtvec_q    <= 62'd0;
            mepc_q     <= 62'd0;
            mscratch_q <= 64'd0;
            mcause_q   <= 64'd0;
            mtval_q    <= 64'd0;
        end else if (trap_i) begin
            mepc_q     <= trap_pc_i[63:2];
            mcause_q   <= {58'd0, trap_cause_i};
            mtval_q    <= trap_val_i;
        end else if (commit_i && writes)
            case (number)
                CSR_MIE:      meie_q     <= wdata[MEI];
                CSR_MTVEC:    mtvec_q    <= wdata[63:2];
                CSR_MSCRATCH: mscratch_q <= wdata;
                CSR_MEPC:     mepc_q     <= wdata[63:2];
                CSR_MCAUSE:   mcause_q   <= wdata;
                CSR_MTVAL:    mtval_q    <= wdata;
                default: ;                     // read-only: the write is ignored
            endcase

    // ---- counters
    dlp_counters #(.HAS_DLP(HAS_DLP)) u_counters (
        .clk(clk), .rst_n(rst_n), .clear_i(clear_i),
        .stall_i(run_i ? stall_i : STALL_NONE), .busy_i(HAS_DLP != 0 ? busy_i : 4'd0),
        .nram_conflicts_i(nram_conflicts_i), .wram_conflicts_i(wram_conflicts_i),
        .re_i(en_i), .index_i(index), .value_o(counter)
    );

    always @(posedge clk)
        if (!rst_n || clear_i) begin
            cycle_q   <= 64'd0;
            instret_q <= 64'd0;
            rows_q    <= 64'd0;
        end else begin
            if (run_i)                     cycle_q   <= cycle_q + 64'd1;
            if (run_i && retire_i)         instret_q <= instret_q + 64'd1;
            if (HAS_DLP != 0 && mxu_row_i) rows_q    <= rows_q + 64'd1;
        end
endmodule
`default_nettype wire
