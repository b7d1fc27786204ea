// SPDX-License-Identifier: Apache-2.0
// views - uses the printed Verilog headers the way a decoder and a register file do.
`default_nettype none

module views #(
    parameter PROFILE = 0
) (
    input  wire [31:0] insn_i,
    input  wire [15:0] addr_i,
    output wire        is_add_o,
    output wire        is_vector_o,
    output wire        is_vadd_o,
    output wire [3:0]  after_o,
    output wire        job_tail_o,
    output wire        in_nram_o,
    output wire [31:0] nram_bytes_o
);
    `include "dlp_spec.vh"
    `include "dlp_config.vh"

    assign is_add_o     = (insn_i & INSN_ADD_MASK) == INSN_ADD_MATCH;
    assign is_vector_o  = insn_i[F_OPCODE_MSB:F_OPCODE_LSB] == OPC_VEC;
    assign is_vadd_o    = insn_i[F_CMD_VEC_OP_MSB:F_CMD_VEC_OP_LSB] == VOP_VADD_VV;
    assign after_o      = {insn_i[F_CMD_AFTER_HI_LSB], insn_i[F_CMD_AFTER_LO_MSB:F_CMD_AFTER_LO_LSB]};
    assign job_tail_o   = addr_i == REG_JOB_TAIL;
    assign in_nram_o    = {8'd0, insn_i} >= MEM_NRAM_BASE && {9'd0, insn_i} < {1'b0, MEM_NRAM_BASE} + MEM_NRAM_WINDOW;
    assign nram_bytes_o = NRAM_BYTES;
endmodule
`default_nettype wire
