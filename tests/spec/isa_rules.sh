# SPDX-License-Identifier: Apache-2.0
# Rules of isa.def and fields.def, read by test_spec.sh.
# shellcheck shell=sh

# instructions
refuses "two instructions with one opcode" isa.def \
    's/^(DLP_INSN\(SUB,.*)0x40000033/\10x00000033/' SUB "both instructions" ADD
refuses "an instruction inside another" isa.def \
    's/^(DLP_INSN\(SRAI,.*)0x40005013, 0xfc00707f/\10x00005013, 0xfc00707f/' SRAI "both instructions" SRLI
refuses "overlapping sets with different masks" isa.def \
    's/^(DLP_INSN\(CJ,.*)0x0000007b, 0x0000007f/\10x0000100b, 0x0000007f/' DCFG2 "both instructions" CJ
refuses "match outside mask" isa.def \
    's/^(DLP_INSN\(BEQ,.*)0x00000063/\10x80000063/' BEQ "outside mask"
refuses "an unknown format" isa.def \
    's/^(DLP_INSN\(ADDI,[^,]*,) *I,/\1 Z,/' ADDI "no format Z"
refuses "a mask over an operand" isa.def \
    's/^(DLP_INSN\(LUI,.*)0x0000007f/\10x00000fff/' LUI "fixes operands"
refuses "a mask over after" isa.def \
    's/^(DLP_INSN\(VRELU,.*)0x7e00007f/\10xfe00007f/' VRELU "fixes operands"
refuses "an opcode that is not listed" isa.def \
    's/^(DLP_INSN\(AUIPC,.*)0x00000017/\10x0000001f/' AUIPC "not in fields.def"
refuses "a mask that leaves the opcode open" isa.def \
    's/^(DLP_INSN\(JAL,.*)0x0000007f/\10x0000007e/' JAL "not fixed by mask"
refuses "a command outside the command opcodes" isa.def \
    's/^(DLP_INSN\(VSUM,.*)DLP_VEC_\(37\)/\10x4a00000b/' VSUM "opcode VEC or CMD"
refuses "a vector command in the general opcode" isa.def \
    's/^(DLP_INSN\(VSUM,.*)DLP_VEC_\(37\)/\10x1e00005b/' VSUM "stream VEC has the opcode VEC"
refuses "two commands with one operation" isa.def \
    's/DLP_MAT_\(1\)/DLP_MAT_(0)/' CONV "both instructions" MATMUL
refuses "a name twice" isa.def \
    's/^DLP_INSN\(SUBW,/DLP_INSN(SUB,/' SUB "name is taken" SUB
refuses "a name in lower case" isa.def \
    's/^DLP_INSN\(SUBW,/DLP_INSN(sub,/' sub "upper case"
refuses "names that differ in case" isa.def \
    's/^DLP_INSN\(SUBW,/DLP_INSN(Add,/' Add "name is taken" ADD

# CSRs
refuses "two CSRs with one number" isa.def \
    's/^(DLP_CSR\(MCAUSE, *)0x342/\10x341/' MCAUSE "0x341 is taken" MEPC
refuses "a CSR number of 13 bits" isa.def \
    's/^(DLP_CSR\(MCAUSE, *)0x342/\10x1342/' MCAUSE "12 bits"
refuses "an unknown CSR access" isa.def \
    's/^(DLP_CSR\(MCAUSE, *0x342, )RW/\1WO/' MCAUSE "RO or RW"
refuses "a writable CSR in the read-only space" isa.def \
    's/^(DLP_CSR\(CYCLE, *0xc00, )RO/\1RW/' CYCLE "read-only"

# configuration registers
refuses "two configuration registers with one index" isa.def \
    's/^(DLP_CFG\(MV_SRC_PLANE, *)0x3d/\10x3c/' MV_SRC_PLANE "0x3c is taken" MV_DST_PLANE
refuses "an index above 127" isa.def \
    's/^(DLP_CFG\(MV_SRC_PLANE, *)0x3d/\10x80/' MV_SRC_PLANE "0 to 127"
refuses "an unknown stream" isa.def \
    's/^(DLP_CFG\(MV_SRC_PLANE, *0x3d, )MOVE/\1FAST/' MV_SRC_PLANE "no stream FAST"
refuses "a hole in the indices of a stream" isa.def \
    's/^(DLP_CFG\(MV_SRC_PLANE, *)0x3d/\10x3e/' MV_SRC_PLANE "follow each other" MV_DST_PLANE

# types and streams
refuses "two types with one code" isa.def \
    's/^(DLP_TYPE\(F32, *)8/\17/' F32 "code 7 is taken" BF16
refuses "a type code of 5 bits" isa.def \
    's/^(DLP_TYPE\(F32, *)8/\116/' F32 "4 bits"
refuses "an element of 3 bytes" isa.def \
    's/^(DLP_TYPE\(F32, *8, )4/\13/' F32 "1, 2 or 4 bytes"
refuses "two streams with one number" isa.def \
    's/^(DLP_STREAM\(MOVE, *)3/\12/' MOVE "number 2 is taken" IO
refuses "a stream number of 3 bits" isa.def \
    's/^(DLP_STREAM\(MOVE, *)3/\14/' MOVE "0 to 3"
refuses "a command of a stream that does not exist" isa.def \
    '/^DLP_STREAM\(MOVE/d' MV_COPY "no stream 3"

# fields and opcodes
refuses "overlapping fields" fields.def \
    's/^(DLP_FIELD\(RS1, *)19/\120/' RS2 "overlap" RS1
refuses "overlapping fields of a command" fields.def \
    's/^(DLP_FIELD\(CMD_OP, *)28/\129/' CMD_STREAM "overlap" CMD_OP
refuses "a field outside the word" fields.def \
    's/^(DLP_FIELD\(FUNCT7, *)31/\132/' FUNCT7 "not in a word"
refuses "a field with msb below lsb" fields.def \
    's/^(DLP_FIELD\(FUNCT3, *)14/\111/' FUNCT3 "not in a word"
refuses "a missing field" fields.def \
    '/^DLP_FIELD\(RS2,/d' OPCODE "RS2 is missing"
refuses "two opcodes with one value" fields.def \
    's/^(DLP_OPCODE\(CMD, *)0x5b/\10x2b/' CMD "opcode is taken" VEC
refuses "an opcode of a compressed instruction" fields.def \
    's/^(DLP_OPCODE\(CMD, *)0x5b/\10x5a/' CMD "ends in 11"
