// SPDX-License-Identifier: Apache-2.0
// dlp_scalar - pipeline of the scalar core: fetch address | execute | write back.  In order, one instruction at a time, no prediction.
//
// Protocol: start_i begins at start_pc_i with a0 = start_arg_i.  stop_i (level) ends the run: only an access that is on the bus still completes
//           and retires.  exit_valid_o and trap_valid_o are pulses in the cycle of the trace record of the instruction; run_o is 0 then.
// Timing:   one cycle per instruction.  jal and dlp.cj choose the next fetch address in their execute cycle: no bubble.  Other taken jumps
//           register the target first: 1 bubble.  A load from local memory followed by a user of its value: 1 bubble.
// Precise:  everything that can trap does so in the execute stage, before any younger instruction executes.
`default_nettype none

module dlp_scalar #(
    parameter HAS_DLP = 1,
    parameter [39:0] GDRAM_BYTES = 40'h10000000
) (
    input  wire        clk,
    input  wire        rst_n,

    // control
    input  wire        start_i,
    input  wire [31:0] start_pc_i,
    input  wire [31:0] start_arg_i,
    input  wire        stop_i,
    output wire        run_o,          // from start on
    output wire        count_o,        // cycles that the counters see
    output reg         exit_valid_o,
    output reg         trap_valid_o,
    output wire [63:0] next_pc_o,
    output wire        wfi_o,

    // instruction cache
    output wire        ic_re_o,
    output wire [31:0] ic_raddr_o,
    output wire        ic_x_valid_o,
    output wire [31:0] ic_x_addr_o,
    input  wire        ic_hit_i,
    input  wire [31:0] ic_insn_i,
    input  wire        ic_err_i,
    output wire        ic_inv_o,

    // memory: common address and data, local memory, the rest
    output wire [63:0] mem_addr_o,
    output wire [63:0] mem_wdata_o,    // the value in its place in an 8-byte word
    output wire [7:0]  mem_be_o,       // the bytes of that place
    output wire [1:0]  mem_size_o,     // log2 of the bytes
    output wire        mem_write_o,
    input  wire        lmem_hit_i,
    output reg         lmem_en_o,
    input  wire [63:0] lmem_rdata_i,   // 8-byte words, a cycle after lmem_en_o, or with lsu_done_i
    output reg         lsu_start_o,
    input  wire        lsu_busy_i,
    input  wire        lsu_wait_i,
    input  wire        lsu_done_i,
    input  wire [63:0] lsu_rdata_i,
    input  wire        lsu_fault_i,
    input  wire [5:0]  lsu_cause_i,

    // control and status registers
    output wire        csr_en_o,
    output wire        csr_commit_o,
    output wire [63:0] csr_rs1_o,
    input  wire        csr_ok_i,
    input  wire [63:0] csr_rdata_i,
    output wire        csr_trap_o,
    output wire [5:0]  csr_cause_o,
    output wire [63:0] csr_tval_o,
    input  wire [63:0] mtvec_i,
    input  wire [63:0] mepc_i,
    input  wire        wake_i,
    output wire        retire_o,
    output reg  [2:0]  stall_o,        // STALL_*

    // streams
    output wire        iss_valid_o,
    input  wire        iss_ready_i,
    output wire [1:0]  iss_stream_o,
    output wire [5:0]  iss_op_o,
    output wire [3:0]  iss_after_o,
    output wire [63:0] iss_rd_o,
    output wire [63:0] iss_rs1_o,
    output wire [63:0] iss_rs2_o,
    output wire [63:0] iss_pc_o,
    output wire [1:0]  cfg_we_o,
    output wire [6:0]  cfg_index_o,
    output wire [63:0] cfg_wdata_o,
    input  wire [3:0]  iss_idle_i,

    // write back stage: trace, and the payload of exit and trap
    output wire        ret_valid_o,
    output wire [63:0] ret_pc_o,
    output wire [31:0] ret_insn_o,
    output wire        ret_we_o,
    output wire [4:0]  ret_rd_o,
    output wire [63:0] ret_val_o,
    output wire        ret_trap_o,
    output wire [5:0]  ret_cause_o
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    localparam [4:0]  A0 = 5'd10;                          // RISC-V calling convention
    localparam [63:0] CODE_IN    = {23'd0, MEM_CODE_WINDOW - 41'd1};
    localparam [63:0] CODE_BYTES = {24'd0, GDRAM_BYTES};

    localparam [7:0] CAUSE_FETCH_MISALIGNED = FAULT_FETCH_MISALIGNED - TRAP_BASE, CAUSE_FETCH_UNMAPPED = FAULT_FETCH_UNMAPPED - TRAP_BASE,
                     CAUSE_FETCH_BUS = FAULT_FETCH_BUS - TRAP_BASE, CAUSE_ILLEGAL = FAULT_ILLEGAL - TRAP_BASE,
                     CAUSE_BREAKPOINT = FAULT_BREAKPOINT - TRAP_BASE, CAUSE_ECALL = FAULT_ECALL - TRAP_BASE,
                     CAUSE_LOAD_MISALIGNED = FAULT_LOAD_MISALIGNED - TRAP_BASE,
                     CAUSE_STORE_MISALIGNED = FAULT_STORE_MISALIGNED - TRAP_BASE;

    // ---- state
    reg        run_q, start_q, sleep_q;
    reg        x_read_q;               // the cache has read x_pc_q in the last cycle, or holds it
    reg        x_jump_q;               // !x_read_q because of a jump
    reg [63:0] x_pc_q;

    reg        w_valid_q, w_trap_q, w_we_q, w_load_q;
    reg [4:0]  w_rd_q;
    reg [5:0]  w_cause_q;
    reg [31:0] w_insn_q;
    reg [63:0] w_pc_q, w_val_q;

    // ---- what is in the execute stage
    wire        code_ok  = (x_pc_q & ~CODE_IN) == {24'd0, MEM_CODE_BASE} && (x_pc_q & CODE_IN) < CODE_BYTES;
    wire        x_live   = run_q && x_read_q && !sleep_q;
    wire        have     = x_live && code_ok && ic_hit_i;
    wire        bad      = x_live && (!code_ok || ic_err_i);
    wire        lsu_mine = lsu_busy_i || lsu_done_i;
    wire        halt     = run_q && stop_i && !lsu_mine;
    wire [31:0] insn     = have ? ic_insn_i : 32'd0;

    wire [4:0]  kind;
    wire        use_rs1, use_rs2, use_rd, word, b_imm, cfg_vset;
    wire [3:0]  alu_op;
    wire [63:0] imm;
    wire [32:0] disp;
    wire [1:0]  cfg_we;
    wire [2:0]  f3 = insn[F_FUNCT3_MSB:F_FUNCT3_LSB];
    wire [4:0]  rs1;
    wire [4:0]  rd = insn[F_RD_MSB:F_RD_LSB], rs2 = insn[F_RS2_MSB:F_RS2_LSB];

    dlp_decode #(.HAS_DLP(HAS_DLP)) u_decode (
        .valid_i(have), .insn_i(insn), .kind_o(kind), .use_rs1_o(use_rs1), .use_rs2_o(use_rs2), .use_rd_o(use_rd),
        .rs1_o(rs1), .alu_o(alu_op), .word_o(word), .b_imm_o(b_imm), .imm_o(imm), .disp_o(disp),
        .cfg_we_o(cfg_we), .cfg_index_o(cfg_index_o), .cfg_vset_o(cfg_vset), .stream_o(iss_stream_o), .op_o(iss_op_o)
    );

    // ---- registers.  A value in write back is taken from there, unless it is still on its way from the local memory: then wait
    wire [63:0] f_rs1, f_rs2, f_rd, loaded;
    wire [63:0] w_final = w_load_q ? loaded : w_val_q;
    wire        x_ready;

    dlp_regfile u_regfile (
        .clk(clk), .rst_n(rst_n), .ready_o(x_ready), .we_i(w_we_q), .rd_i(w_rd_q), .wdata_i(w_final),
        .re_i(have), .a_i(rs1), .b_i(rs2), .c_i(rd), .a_o(f_rs1), .b_o(f_rs2), .c_o(f_rd)
    );
    wire        w_rs1 = w_we_q && w_rd_q == rs1, w_rs2 = w_we_q && w_rd_q == rs2, w_rd = w_we_q && w_rd_q == rd;
    wire        hazard = w_load_q && ((use_rs1 && w_rs1) || (use_rs2 && w_rs2) || (use_rd && w_rd));
    wire [63:0] rs1_v = w_rs1 ? w_val_q : f_rs1;
    wire [63:0] rs2_v = w_rs2 ? w_val_q : f_rs2;
    wire [63:0] rd_v  = w_rd  ? w_val_q : f_rd;
    wire        act   = have && !hazard && (!stop_i || lsu_mine);

    // ---- loaded value: one in write back comes from the local memory, otherwise the one in execute from dlp_lsu.  dlp_lsu takes longer than
    //      an instruction stays in write back, so one aligner is enough
    reg [2:0]   size_q, offset_q;

    dlp_align u_align (
        .size_i(size_q), .offset_i(offset_q), .word_i(w_load_q ? lmem_rdata_i : lsu_rdata_i), .y_o(loaded)
    );

    // ---- arithmetic
    wire [63:0] sum, alu_y, md_y;
    wire        eq, lt, ltu;
    wire        md_busy, md_done;
    reg         md_start;

    dlp_alu u_alu (
        .op_i(alu_op), .word_i(word), .a_i(rs1_v), .b_i(b_imm ? imm : rs2_v), .sum_o(sum), .eq_o(eq), .lt_o(lt), .ltu_o(ltu), .y_o(alu_y)
    );
    dlp_muldiv u_muldiv (
        .clk(clk), .rst_n(rst_n), .start_i(md_start), .kill_i(halt), .op_i(f3), .word_i(word), .a_i(rs1_v), .b_i(rs2_v),
        .busy_o(md_busy), .done_o(md_done), .y_o(md_y)
    );

    // ---- targets.  Code lies below 2^32, and an instruction beyond its window traps before it jumps: 32 bits are enough.  pc_j is pc_d
    //      without the decoder, for the fetch address
    wire [31:0] pc_4  = x_pc_q[31:0] + 32'd4;
    wire [31:0] pc_j  = x_pc_q[31:0] + {{12{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};
    wire [32:0] pc_d  = {1'b0, x_pc_q[31:0]} + disp;       // bit 32: sign, for auipc
    wire        loops = rs1_v != 64'd1;                    // dlp.cj: rd - 1 != 0
    wire        jump  = kind == K_JAL || (kind == K_CJ && loops);

    reg         taken;
    always @*
        case (insn & INSN_BEQ_MASK)
            INSN_BEQ_MATCH:  taken = eq;
            INSN_BNE_MATCH:  taken = !eq;
            INSN_BLT_MATCH:  taken = lt;
            INSN_BGE_MATCH:  taken = !lt;
            INSN_BLTU_MATCH: taken = ltu;
            INSN_BGEU_MATCH: taken = !ltu;
            default:         taken = 1'b0;
        endcase

    // ---- execute: done, trap, or the reason to wait
    reg         done, we, load, redirect, trap, ends, sleep, fence_i;
    reg  [7:0]  cause;
    reg  [2:0]  val_sel;               // VAL_*: value of rd, or of mtval
    wire        misaligned = (f3[1:0] == 2'd1 && sum[0]) || (f3[1:0] == 2'd2 && sum[1:0] != 2'd0) || (f3[1:0] == 2'd3 && sum[2:0] != 3'd0);

    always @* begin
        done = 1'b0; we = 1'b0; load = 1'b0; redirect = 1'b0; trap = 1'b0; ends = 1'b0; sleep = 1'b0; fence_i = 1'b0;
        lmem_en_o = 1'b0; lsu_start_o = 1'b0; md_start = 1'b0;
        cause = CAUSE_ILLEGAL; val_sel = VAL_ALU;
        stall_o = STALL_NONE;
        if (act)
            case (kind)
                K_ALU: begin
                    done = 1'b1; we = 1'b1;
                end
                K_AUIPC: begin
                    done = 1'b1; we = 1'b1; val_sel = VAL_PC_D;
                end
                K_NOP: done = 1'b1;
                K_BRANCH: begin
                    val_sel = VAL_PC_D;
                    if (taken && pc_d[1]) begin
                        trap = 1'b1; cause = CAUSE_FETCH_MISALIGNED;
                    end else begin
                        done = 1'b1; redirect = taken;
                    end
                end
                K_JAL:
                    if (pc_d[1]) begin
                        trap = 1'b1; cause = CAUSE_FETCH_MISALIGNED; val_sel = VAL_PC_D;
                    end else begin
                        done = 1'b1; we = 1'b1; val_sel = VAL_PC_4;
                    end
                K_JALR:
                    if (sum[1]) begin
                        trap = 1'b1; cause = CAUSE_FETCH_MISALIGNED;
                    end else begin
                        done = 1'b1; redirect = 1'b1; we = 1'b1; val_sel = VAL_PC_4;
                    end
                K_CJ:
                    if (loops && pc_d[1]) begin
                        trap = 1'b1; cause = CAUSE_FETCH_MISALIGNED; val_sel = VAL_PC_D;
                    end else begin
                        done = 1'b1; we = 1'b1;
                    end
                K_LOAD, K_STORE:
                    if (misaligned) begin
                        trap = 1'b1; cause = kind == K_LOAD ? CAUSE_LOAD_MISALIGNED : CAUSE_STORE_MISALIGNED;
                    end else if (lmem_hit_i) begin
                        done = 1'b1; lmem_en_o = 1'b1; we = kind == K_LOAD; load = kind == K_LOAD;
                    end else if (lsu_done_i) begin
                        if (lsu_fault_i) begin
                            trap = 1'b1; cause = {2'b00, lsu_cause_i};
                        end else begin
                            done = 1'b1; we = kind == K_LOAD; val_sel = VAL_LOADED;
                        end
                    end else begin
                        lsu_start_o = !lsu_busy_i;
                        stall_o     = lsu_wait_i ? STALL_SPM : STALL_MEM;
                    end
                K_MULDIV: begin
                    val_sel = VAL_MULDIV;
                    if (md_done) begin
                        done = 1'b1; we = 1'b1;
                    end else begin
                        md_start = !md_busy;
                        stall_o  = STALL_MULDIV;
                    end
                end
                K_CSR:
                    if (csr_ok_i) begin
                        done = 1'b1; we = 1'b1; val_sel = VAL_CSR;
                    end else begin
                        trap = 1'b1; val_sel = VAL_INSN;
                    end
                K_FENCE_I: begin
                    done = 1'b1; fence_i = 1'b1; redirect = 1'b1;
                end
                K_ECALL: begin
                    trap = 1'b1; cause = CAUSE_ECALL; val_sel = VAL_INSN;
                end
                K_EBREAK: begin
                    trap = 1'b1; cause = CAUSE_BREAKPOINT; val_sel = VAL_PC;
                end
                K_MRET: begin
                    done = 1'b1; redirect = 1'b1;
                end
                K_WFI:
                    if (HAS_DLP != 0 || wake_i) done = 1'b1;
                    else sleep = 1'b1;
                K_CFG: done = 1'b1;
                K_SYNC:
                    if ((insn[F_SYNC_MASK_MSB:F_SYNC_MASK_LSB] & ~iss_idle_i) == 4'b0000) done = 1'b1;
                    else stall_o = STALL_SYNC;
                K_EXIT:
                    if (iss_idle_i == 4'b1111) begin
                        done = 1'b1; ends = 1'b1;
                    end else
                        stall_o = STALL_SYNC;
                K_CMD:
                    if (iss_ready_i) done = 1'b1;
                    else stall_o = STALL_QUEUE;
                default: begin
                    trap = 1'b1; val_sel = VAL_INSN;
                end
            endcase
        else if (have)
            stall_o = hazard ? STALL_MEM : STALL_NONE;
        else if (bad) begin
            trap    = !stop_i;
            cause   = code_ok ? CAUSE_FETCH_BUS : CAUSE_FETCH_UNMAPPED;
            val_sel = VAL_PC;
        end else if (run_q && !sleep_q)
            stall_o = !x_read_q && x_jump_q ? STALL_BRANCH : STALL_FETCH;
    end

    // ---- value for write back, of rd or of mtval.  Bit 0 of the target of jalr is 0
    reg [63:0]  val;
    always @* begin
        case (val_sel)
            VAL_ALU:    val = {alu_y[63:1], alu_y[0] && kind != K_JALR};
            VAL_MULDIV: val = md_y;
            VAL_LOADED: val = loaded;
            VAL_CSR:    val = csr_rdata_i;
            VAL_PC_4:   val = {32'd0, pc_4};
            VAL_PC_D:   val = {{31{pc_d[32]}}, pc_d};
            VAL_INSN:   val = kind == K_ECALL ? 64'd0 : {32'd0, insn};
            default:    val = x_pc_q;
        endcase
        if (word && (val_sel == VAL_ALU || val_sel == VAL_MULDIV)) val[63:32] = {32{val[31]}};
    end

    // target of a jump that is registered first: jalr, mret, or branch and fence.i
    wire [63:0] target = kind == K_JALR ? {sum[63:1], 1'b0} : kind == K_MRET ? mepc_i : {32'd0, pc_d[31:0]};

    wire no_handler = mtvec_i == 64'd0;
    wire unused_ok  = &{1'b0, start_pc_i[1:0], cause[7:6]};

    // ---- next fetch.  A jump that is registered first reads a word here that nobody uses
    wire [31:0] next_pc = jump ? pc_j : pc_4;
    wire        advance = done && !redirect && !ends;

    assign ic_re_o      = run_q && (have ? done : !bad && !sleep_q);
    assign ic_raddr_o   = have ? next_pc : x_pc_q[31:0];
    assign ic_x_valid_o = run_q && x_read_q && code_ok;
    assign ic_x_addr_o  = x_pc_q[31:0];
    assign ic_inv_o     = fence_i || start_i;

    // ---- stored value: in every place of its size in a word, so that it is in its own
    reg  [63:0] mem_wdata;
    reg  [7:0]  mem_be;
    always @*
        case (f3[1:0])
            2'd0:    begin mem_wdata = {8{rs2_v[7:0]}};  mem_be = 8'h01; end
            2'd1:    begin mem_wdata = {4{rs2_v[15:0]}}; mem_be = 8'h03; end
            2'd2:    begin mem_wdata = {2{rs2_v[31:0]}}; mem_be = 8'h0f; end
            default: begin mem_wdata = rs2_v;            mem_be = 8'hff; end
        endcase

    // ---- other units
    assign mem_addr_o   = sum;
    assign mem_wdata_o  = mem_wdata;
    assign mem_be_o     = mem_be << sum[2:0];
    assign mem_size_o   = f3[1:0];
    assign mem_write_o  = kind == K_STORE;
    assign csr_en_o     = have && kind == K_CSR;
    assign csr_commit_o = done && kind == K_CSR;
    assign csr_rs1_o    = rs1_v;
    assign csr_trap_o   = w_trap_q;
    assign csr_cause_o  = w_cause_q;
    assign csr_tval_o   = w_val_q;
    assign retire_o     = done;
    assign iss_valid_o  = HAS_DLP != 0 && act && kind == K_CMD;
    assign iss_after_o  = {insn[F_CMD_AFTER_HI_LSB], insn[F_CMD_AFTER_LO_MSB:F_CMD_AFTER_LO_LSB]};
    assign iss_rd_o     = rd_v;
    assign iss_rs1_o    = rs1_v;
    assign iss_rs2_o    = rs2_v;
    assign iss_pc_o     = x_pc_q;
    assign cfg_we_o     = (HAS_DLP != 0 && act && kind == K_CFG) ? cfg_we : 2'b00;
    assign cfg_wdata_o  = {cfg_vset ? {20'd0, insn[F_IMM_I_MSB:F_IMM_I_LSB]} : rs2_v[31:0], rs1_v[31:0]};

    assign run_o        = run_q || start_q;
    assign count_o      = run_q;
    assign next_pc_o    = x_pc_q;
    assign wfi_o        = sleep_q;

    assign ret_valid_o  = w_valid_q;
    assign ret_pc_o     = w_pc_q;
    assign ret_insn_o   = w_insn_q;
    assign ret_we_o     = w_we_q;
    assign ret_rd_o     = w_rd_q;
    assign ret_val_o    = w_final;
    assign ret_trap_o   = w_trap_q;
    assign ret_cause_o  = w_cause_q;

    // ---- registers
    always @(posedge clk) begin
        w_valid_q    <= rst_n && (done || trap);
        w_trap_q     <= trap;
        w_we_q       <= rst_n && done && we && rd != 5'd0;
        w_load_q     <= done && load;
        size_q       <= f3;
        offset_q     <= sum[2:0];
        exit_valid_o <= rst_n && done && ends;
        trap_valid_o <= rst_n && trap && no_handler;
        if (done || trap) begin
            w_rd_q    <= rd;
            w_cause_q <= cause[5:0];
            w_insn_q  <= insn;
            w_pc_q    <= x_pc_q;
            w_val_q   <= val;
        end

        if (!rst_n) begin
            run_q    <= 1'b0;
            start_q  <= 1'b0;
            sleep_q  <= 1'b0;
            x_read_q <= 1'b0;
            x_jump_q <= 1'b0;
            x_pc_q   <= 64'd0;
        end else if (start_i) begin
            start_q  <= 1'b1;
            x_read_q <= 1'b0;
            x_jump_q <= 1'b0;
            x_pc_q   <= {32'd0, start_pc_i[31:2], 2'b00};
            w_rd_q   <= A0;
            w_val_q  <= {32'd0, start_arg_i};
        end else if (start_q) begin
            // the registers are being cleared after a reset: then wait
            if (x_ready) begin
                start_q <= 1'b0;
                run_q   <= 1'b1;
                w_we_q  <= 1'b1;                           // a0 <- w_val_q
            end
        end else if (run_q) begin
            if (halt) begin
                run_q    <= 1'b0;
                sleep_q  <= 1'b0;
                x_read_q <= 1'b0;
            end else if (sleep_q)
                sleep_q  <= !wake_i;
            else if (trap) begin
                x_read_q <= 1'b0;
                x_jump_q <= 1'b0;
                if (no_handler) run_q <= 1'b0;
                else x_pc_q <= mtvec_i;
            end else if (redirect) begin
                x_read_q <= 1'b0;
                x_jump_q <= !fence_i;
                x_pc_q   <= target;
            end else if (advance)
                x_pc_q   <= {32'd0, next_pc};
            else if (ends) begin
                run_q    <= 1'b0;
                x_read_q <= 1'b0;
            end else if (sleep)
                sleep_q  <= 1'b1;
            else if (!have)
                x_read_q <= 1'b1;
        end
    end
endmodule
`default_nettype wire
