// SPDX-License-Identifier: Apache-2.0
// Codes between the modules of dlp_cpu.  Include inside a module.  They are free choices: nothing outside sees them.
/* verilator lint_off UNUSEDPARAM */
// what the execute stage does with an instruction
localparam [4:0] K_ILLEGAL = 5'd0,
                 K_ALU     = 5'd1,     // rd <- alu
                 K_NOP     = 5'd2,     // fence
                 K_BRANCH  = 5'd3,
                 K_JAL     = 5'd4,
                 K_JALR    = 5'd5,
                 K_LOAD    = 5'd6,
                 K_STORE   = 5'd7,
                 K_MULDIV  = 5'd8,
                 K_CSR     = 5'd9,
                 K_FENCE_I = 5'd10,
                 K_ECALL   = 5'd11,
                 K_EBREAK  = 5'd12,
                 K_MRET    = 5'd13,
                 K_WFI     = 5'd14,
                 K_CJ      = 5'd15,
                 K_CFG     = 5'd16,    // dlp.cfg, dlp.cfg2, dlp.vset
                 K_SYNC    = 5'd17,
                 K_EXIT    = 5'd18,
                 K_CMD     = 5'd19,
                 K_AUIPC   = 5'd20;    // rd <- pc + imm

localparam [3:0] ALU_ADD  = 4'd0,
                 ALU_SUB  = 4'd1,
                 ALU_SLL  = 4'd2,
                 ALU_SLT  = 4'd3,
                 ALU_SLTU = 4'd4,
                 ALU_XOR  = 4'd5,
                 ALU_SRL  = 4'd6,
                 ALU_SRA  = 4'd7,
                 ALU_OR   = 4'd8,
                 ALU_AND  = 4'd9;

// where the value of an instruction, or of mtval, comes from
localparam [2:0] VAL_ALU    = 3'd0,
                 VAL_MULDIV = 3'd1,
                 VAL_LOADED = 3'd2,
                 VAL_CSR    = 3'd3,
                 VAL_PC_4   = 3'd4,
                 VAL_PC_D   = 3'd5,    // pc + displacement
                 VAL_INSN   = 3'd6,
                 VAL_PC     = 3'd7;

// why the execute stage did not finish an instruction in a cycle: numbers of the stall counters
localparam [2:0] STALL_NONE   = 3'd0,
                 STALL_FETCH  = 3'd1,
                 STALL_BRANCH = 3'd2,
                 STALL_MEM    = 3'd3,
                 STALL_SPM    = 3'd4,
                 STALL_MULDIV = 3'd5,
                 STALL_QUEUE  = 3'd6,
                 STALL_SYNC   = 3'd7;

// mcause; a fault code of a trap is 0x10 + mcause, and that of cause 0 is FETCH_MISALIGNED
localparam [7:0] TRAP_BASE = FAULT_FETCH_MISALIGNED;
/* verilator lint_on UNUSEDPARAM */
