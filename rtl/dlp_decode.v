// SPDX-License-Identifier: Apache-2.0
// dlp_decode - one instruction word to the controls of the execute stage.
//
// Protocol: combinational; with valid_i = 0 everything is 0.  A word that is not an instruction of this core is K_ILLEGAL.
// Limits:   without HAS_DLP the only instruction of Xdlp is dlp.cj.
`default_nettype none

module dlp_decode #(
    parameter HAS_DLP = 1
) (
    input  wire        valid_i,
    input  wire [31:0] insn_i,

    output reg  [4:0]  kind_o,         // K_*
    output reg         use_rs1_o,      // the register that rs1_o names is read; and so on
    output reg         use_rs2_o,
    output reg         use_rd_o,
    output wire [4:0]  rs1_o,

    // arithmetic: alu(a, b), a = register rs1_o, b = rs2 or imm
    output reg  [3:0]  alu_o,
    output reg         word_o,         // 32-bit operation, result sign-extended
    output reg         b_imm_o,
    output reg  [63:0] imm_o,
    output reg  [32:0] disp_o,         // what is added to the pc

    // configuration and commands
    output reg  [1:0]  cfg_we_o,
    output reg  [6:0]  cfg_index_o,
    output reg         cfg_vset_o,     // the second word is imm, not rs2
    output reg  [1:0]  stream_o,
    output reg  [5:0]  op_o
);
    `include "dlp_spec.vh"
    `include "dlp_cpu.vh"

    wire [63:0] imm_i = {{52{insn_i[31]}}, insn_i[31:20]};
    wire [63:0] imm_s = {{52{insn_i[31]}}, insn_i[31:25], insn_i[11:7]};
    wire [32:0] imm_b = {{21{insn_i[31]}}, insn_i[7], insn_i[30:25], insn_i[11:8], 1'b0};
    wire [63:0] imm_u = {{32{insn_i[31]}}, insn_i[31:12], 12'd0};
    wire [32:0] imm_j = {{13{insn_i[31]}}, insn_i[19:12], insn_i[20], insn_i[30:21], 1'b0};

    // dlp.cj counts in rd; lui adds to x0.
    wire [6:0] opcode = insn_i[F_OPCODE_MSB:F_OPCODE_LSB];
    assign rs1_o = opcode == OPC_CJ ? insn_i[F_RD_MSB:F_RD_LSB] : opcode == OPC_LUI ? 5'd0 : insn_i[F_RS1_MSB:F_RS1_LSB];

    wire [11:0] imm12 = insn_i[F_IMM_I_MSB:F_IMM_I_LSB];
    wire [6:0]  cfg2  = insn_i[F_FUNCT7_MSB:F_FUNCT7_LSB];

    // registers of a stream are contiguous (docs/interfaces.md, 1)
    function cfg_exists;
        input [11:0] index;
        cfg_exists = index <= {5'd0, CFGR_VEC_SCALE} ||
                     (index >= {5'd0, CFGR_MAT_HI}        && index <= {5'd0, CFGR_MAT_SLOPE}) ||
                     (index >= {5'd0, CFGR_IO_DST_STRIDE} && index <= {5'd0, CFGR_IO_SRC_PLANE}) ||
                     (index >= {5'd0, CFGR_MV_DST_STRIDE} && index <= {5'd0, CFGR_MV_SRC_PLANE});
    endfunction

    always @* begin
        kind_o = K_ILLEGAL;
        use_rs1_o = 1'b0; use_rs2_o = 1'b0; use_rd_o = 1'b0;
        alu_o = ALU_ADD; word_o = 1'b0; b_imm_o = 1'b0; imm_o = 64'd0; disp_o = 33'd0;
        cfg_we_o = 2'b00; cfg_index_o = 7'd0; cfg_vset_o = 1'b0; stream_o = STREAM_VEC; op_o = 6'd0;
        if (valid_i)
            case (insn_i[F_OPCODE_MSB:F_OPCODE_LSB])
                OPC_LUI: begin
                    kind_o = K_ALU; b_imm_o = 1'b1; imm_o = imm_u;
                end
                OPC_AUIPC: begin
                    kind_o = K_AUIPC; disp_o = imm_u[32:0];
                end
                OPC_JAL: begin
                    kind_o = K_JAL; disp_o = imm_j;
                end
                OPC_JALR: begin
                    use_rs1_o = 1'b1; b_imm_o = 1'b1; imm_o = imm_i;
                    if ((insn_i & INSN_JALR_MASK) == INSN_JALR_MATCH) kind_o = K_JALR;
                end
                OPC_BRANCH: begin
                    use_rs1_o = 1'b1; use_rs2_o = 1'b1; alu_o = ALU_SUB; disp_o = imm_b;
                    case (insn_i & INSN_BEQ_MASK)
                        INSN_BEQ_MATCH, INSN_BNE_MATCH, INSN_BLT_MATCH, INSN_BGE_MATCH, INSN_BLTU_MATCH, INSN_BGEU_MATCH: kind_o = K_BRANCH;
                        default: ;
                    endcase
                end
                OPC_LOAD: begin
                    use_rs1_o = 1'b1; b_imm_o = 1'b1; imm_o = imm_i;
                    case (insn_i & INSN_LB_MASK)
                        INSN_LB_MATCH, INSN_LH_MATCH, INSN_LW_MATCH, INSN_LD_MATCH, INSN_LBU_MATCH, INSN_LHU_MATCH, INSN_LWU_MATCH:
                            kind_o = K_LOAD;
                        default: ;
                    endcase
                end
                OPC_STORE: begin
                    use_rs1_o = 1'b1; use_rs2_o = 1'b1; b_imm_o = 1'b1; imm_o = imm_s;
                    case (insn_i & INSN_SB_MASK)
                        INSN_SB_MATCH, INSN_SH_MATCH, INSN_SW_MATCH, INSN_SD_MATCH: kind_o = K_STORE;
                        default: ;
                    endcase
                end
                OPC_OP_IMM: begin
                    use_rs1_o = 1'b1; b_imm_o = 1'b1; imm_o = imm_i; kind_o = K_ALU;
                    case (insn_i & INSN_ADDI_MASK)
                        INSN_ADDI_MATCH:  alu_o = ALU_ADD;
                        INSN_SLTI_MATCH:  alu_o = ALU_SLT;
                        INSN_SLTIU_MATCH: alu_o = ALU_SLTU;
                        INSN_XORI_MATCH:  alu_o = ALU_XOR;
                        INSN_ORI_MATCH:   alu_o = ALU_OR;
                        INSN_ANDI_MATCH:  alu_o = ALU_AND;
                        default:
                            case (insn_i & INSN_SLLI_MASK)
                                INSN_SLLI_MATCH: alu_o = ALU_SLL;
                                INSN_SRLI_MATCH: alu_o = ALU_SRL;
                                INSN_SRAI_MATCH: alu_o = ALU_SRA;
                                default:         kind_o = K_ILLEGAL;
                            endcase
                    endcase
                end
                OPC_OP_IMM_32: begin
                    use_rs1_o = 1'b1; b_imm_o = 1'b1; imm_o = imm_i; word_o = 1'b1; kind_o = K_ALU;
                    if ((insn_i & INSN_ADDIW_MASK) != INSN_ADDIW_MATCH)
                        case (insn_i & INSN_SLLIW_MASK)
                            INSN_SLLIW_MATCH: alu_o = ALU_SLL;
                            INSN_SRLIW_MATCH: alu_o = ALU_SRL;
                            INSN_SRAIW_MATCH: alu_o = ALU_SRA;
                            default:          kind_o = K_ILLEGAL;
                        endcase
                end
                OPC_OP: begin
                    use_rs1_o = 1'b1; use_rs2_o = 1'b1; kind_o = K_ALU;
                    case (insn_i & INSN_ADD_MASK)
                        INSN_ADD_MATCH:  alu_o = ALU_ADD;
                        INSN_SUB_MATCH:  alu_o = ALU_SUB;
                        INSN_SLL_MATCH:  alu_o = ALU_SLL;
                        INSN_SLT_MATCH:  alu_o = ALU_SLT;
                        INSN_SLTU_MATCH: alu_o = ALU_SLTU;
                        INSN_XOR_MATCH:  alu_o = ALU_XOR;
                        INSN_SRL_MATCH:  alu_o = ALU_SRL;
                        INSN_SRA_MATCH:  alu_o = ALU_SRA;
                        INSN_OR_MATCH:   alu_o = ALU_OR;
                        INSN_AND_MATCH:  alu_o = ALU_AND;
                        INSN_MUL_MATCH, INSN_MULH_MATCH, INSN_MULHSU_MATCH, INSN_MULHU_MATCH,
                        INSN_DIV_MATCH, INSN_DIVU_MATCH, INSN_REM_MATCH, INSN_REMU_MATCH: kind_o = K_MULDIV;
                        default:         kind_o = K_ILLEGAL;
                    endcase
                end
                OPC_OP_32: begin
                    use_rs1_o = 1'b1; use_rs2_o = 1'b1; word_o = 1'b1; kind_o = K_ALU;
                    case (insn_i & INSN_ADDW_MASK)
                        INSN_ADDW_MATCH: alu_o = ALU_ADD;
                        INSN_SUBW_MATCH: alu_o = ALU_SUB;
                        INSN_SLLW_MATCH: alu_o = ALU_SLL;
                        INSN_SRLW_MATCH: alu_o = ALU_SRL;
                        INSN_SRAW_MATCH: alu_o = ALU_SRA;
                        INSN_MULW_MATCH, INSN_DIVW_MATCH, INSN_DIVUW_MATCH, INSN_REMW_MATCH, INSN_REMUW_MATCH: kind_o = K_MULDIV;
                        default:         kind_o = K_ILLEGAL;
                    endcase
                end
                OPC_FENCE:
                    case (insn_i & INSN_FENCE_MASK)
                        INSN_FENCE_MATCH:   kind_o = K_NOP;
                        INSN_FENCE_I_MATCH: begin disp_o = 33'd4; kind_o = K_FENCE_I; end
                        default: ;
                    endcase
                OPC_SYSTEM:
                    case (insn_i & INSN_CSRRW_MASK)
                        INSN_CSRRW_MATCH, INSN_CSRRS_MATCH, INSN_CSRRC_MATCH: begin
                            use_rs1_o = 1'b1; kind_o = K_CSR;
                        end
                        INSN_CSRRWI_MATCH, INSN_CSRRSI_MATCH, INSN_CSRRCI_MATCH: kind_o = K_CSR;
                        default:
                            case (insn_i)
                                INSN_ECALL_MATCH:  kind_o = K_ECALL;
                                INSN_EBREAK_MATCH: kind_o = K_EBREAK;
                                INSN_MRET_MATCH:   kind_o = K_MRET;
                                INSN_WFI_MATCH:    kind_o = K_WFI;
                                default: ;
                            endcase
                    endcase
                OPC_CJ: begin
                    use_rs1_o = 1'b1; b_imm_o = 1'b1; imm_o = {64{1'b1}}; disp_o = imm_j; kind_o = K_CJ;
                end
                OPC_CTRL:
                    if (HAS_DLP != 0) begin
                        use_rs1_o = 1'b1;
                        if ((insn_i & INSN_DCFG_MASK) == INSN_DCFG_MATCH) begin
                            cfg_we_o = 2'b01; cfg_index_o = imm12[6:0];
                            if (cfg_exists(imm12)) kind_o = K_CFG;
                        end else if ((insn_i & INSN_DCFG2_MASK) == INSN_DCFG2_MATCH) begin
                            use_rs2_o = 1'b1; cfg_index_o = cfg2;
                            cfg_we_o = {cfg_exists({5'd0, cfg2 | 7'd1}), 1'b1};
                            if (cfg_exists({5'd0, cfg2}) && !cfg2[0]) kind_o = K_CFG;
                        end else if ((insn_i & INSN_VSET_MASK) == INSN_VSET_MATCH) begin
                            // VEC_TYPE is the register behind VEC_N
                            cfg_we_o = 2'b11; cfg_index_o = CFGR_VEC_N; cfg_vset_o = 1'b1; kind_o = K_CFG;
                        end else if ((insn_i & INSN_SYNC_MASK) == INSN_SYNC_MATCH) begin
                            use_rs1_o = 1'b0; kind_o = K_SYNC;
                        end else if ((insn_i & INSN_EXIT_MASK) == INSN_EXIT_MATCH) begin
                            b_imm_o = 1'b1; kind_o = K_EXIT;   // the code is rs1 + 0
                        end
                    end
                OPC_VEC:
                    if (HAS_DLP != 0) begin
                        use_rs1_o = 1'b1; use_rs2_o = 1'b1; use_rd_o = 1'b1;
                        stream_o = STREAM_VEC; op_o = insn_i[F_CMD_VEC_OP_MSB:F_CMD_VEC_OP_LSB];
                        case (insn_i[F_CMD_VEC_OP_MSB:F_CMD_VEC_OP_LSB])
                            VOP_VADD_VV, VOP_VADD_VS, VOP_VADD_VC, VOP_VSUB_VV, VOP_VSUB_VS, VOP_VSUB_VC,
                            VOP_VMUL_VV, VOP_VMUL_VS, VOP_VMUL_VC, VOP_VMAX_VV, VOP_VMAX_VS, VOP_VMAX_VC,
                            VOP_VMIN_VV, VOP_VMIN_VS, VOP_VMIN_VC, VOP_VRELU, VOP_VCVT_I8, VOP_VCVT_I32, VOP_VCVT_F32, VOP_VCVT,
                            VOP_VFN_VV, VOP_VFN_VS, VOP_VFN_VC, VOP_VFN,
                            VOP_VTRANS, VOP_VGATHER, VOP_VSCATTER,
                            VOP_VFILL, VOP_VMAXPOOL, VOP_VAVGPOOL, VOP_VSUMPOOL, VOP_VMINPOOL, VOP_VARGMAX, VOP_VSUM, VOP_VSUM128, VOP_VARGMIN,
                            VOP_VCOUNT, VOP_VFIRST, VOP_VLAST, VOP_VCOLLECT, VOP_VMASK,
                            VOP_VBIT_VV, VOP_VBIT_VS, VOP_VBIT_VC: kind_o = K_CMD;
                            default: ;
                        endcase
                    end
                OPC_CMD:
                    if (HAS_DLP != 0) begin
                        use_rs1_o = 1'b1; use_rs2_o = 1'b1; use_rd_o = 1'b1;
                        stream_o = insn_i[F_CMD_STREAM_MSB:F_CMD_STREAM_LSB];
                        op_o = {2'b00, insn_i[F_CMD_OP_MSB:F_CMD_OP_LSB]};
                        case (insn_i[F_CMD_STREAM_MSB:F_CMD_OP_LSB])
                            {STREAM_MAT, MOP_MATMUL}, {STREAM_MAT, MOP_CONV},
                            {STREAM_IO, IOP_COPY}, {STREAM_IO, IOP_COPY2}, {STREAM_IO, IOP_COPY3},
                            {STREAM_IO, IOP_FILL_B}, {STREAM_IO, IOP_FILL2_B}, {STREAM_IO, IOP_FILL3_B},
                            {STREAM_IO, IOP_FILL_H}, {STREAM_IO, IOP_FILL2_H}, {STREAM_IO, IOP_FILL3_H},
                            {STREAM_IO, IOP_FILL_W}, {STREAM_IO, IOP_FILL2_W}, {STREAM_IO, IOP_FILL3_W},
                            {STREAM_MOVE, MVOP_COPY}, {STREAM_MOVE, MVOP_COPY2}, {STREAM_MOVE, MVOP_COPY3},
                            {STREAM_MOVE, MVOP_FILL_B}, {STREAM_MOVE, MVOP_FILL2_B}, {STREAM_MOVE, MVOP_FILL3_B},
                            {STREAM_MOVE, MVOP_FILL_H}, {STREAM_MOVE, MVOP_FILL2_H}, {STREAM_MOVE, MVOP_FILL3_H},
                            {STREAM_MOVE, MVOP_FILL_W}, {STREAM_MOVE, MVOP_FILL2_W}, {STREAM_MOVE, MVOP_FILL3_W}: kind_o = K_CMD;
                            default: ;
                        endcase
                    end
                default: ;
            endcase
    end
endmodule
`default_nettype wire
