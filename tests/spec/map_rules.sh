# SPDX-License-Identifier: Apache-2.0
# Rules of mem.def, regs.def, errors.def and config.def, read by test_spec.sh.
# shellcheck shell=sh

# windows
refuses "overlapping windows" mem.def \
    's/^(DLP_MEM\(WRAM, *)0x0000200000/\10x0000100000/' WRAM "windows overlap" NRAM
refuses "a window inside another" mem.def \
    's/^(DLP_MEM\(SRAM, *)0x0000400000/\10x0040000000/' CODE "windows overlap" SRAM
refuses "a window that is no power of two" mem.def \
    's/^(DLP_MEM\(NRAM, *0x0000100000, )0x0000100000/\10x00000c0000/' NRAM "power of two"
refuses "a misaligned window" mem.def \
    's/^(DLP_MEM\(NRAM, *)0x0000100000/\10x0000080000/' NRAM "multiple"
refuses "a window past 40 bits" mem.def \
    's/^(DLP_MEM\(GDRAM, *)0x1000000000/\10x10000000000/' GDRAM "40 address bits"
accepts "a window that ends at 40 bits" mem.def \
    's/^(DLP_MEM\(GDRAM, *)0x1000000000/\10xf000000000/'
refuses "a memory larger than its window" mem.def \
    's/^(DLP_MEM\(LMEM, *0x0000010000, )0x0000010000/\10x0000004000/' LMEM_KB "larger than its window" LMEM
refuses "an unknown size" mem.def \
    's/^(DLP_MEM\(LMEM,.*)LMEM_KB/\1LMEM_MB/' LMEM "no parameter LMEM_MB"
refuses "a fixed number of 32 bits" mem.def \
    's/^(DLP_FIXED\(FW_BYTES, *)0x100000/\10x80000000/' FW_BYTES "2\^31"
refuses "a fixed number named as a parameter" mem.def \
    's/^DLP_FIXED\(PAGE_BYTES,/DLP_FIXED(CORES,/' CORES "taken by a parameter" CORES
refuses "no window for registers" mem.def \
    '/^DLP_MEM\(MMIO/d' LMEM "MMIO is missing"

# blocks
refuses "overlapping blocks" regs.def \
    's/^(DLP_BLOCK\(HDMA, *)0x0100/\10x0080/' HDMA "blocks overlap" HOST
refuses "a block inside the copies of another" regs.def \
    's/^(DLP_BLOCK\(HDMA, *)0x0100/\10x1f00/' CORE "blocks overlap" HDMA
refuses "copies that overlap" regs.def \
    's/^(DLP_BLOCK\(CORE,.*, *)0x0100, "/\10x0080, "/' CORE "copies of the block overlap"
refuses "a block outside the register window" regs.def \
    's/^(DLP_BLOCK\(CORE, *)0x1000/\10xf000/' CORE "register window" MMIO

# registers
refuses "two registers with one offset" regs.def \
    's/^(DLP_REG\(HOST, JOB_TAIL, *)0x8c/\10x88/' JOB_TAIL "0x88 is taken" JOB_SIZE
refuses "a misaligned register" regs.def \
    's/^(DLP_REG\(HOST, JOB_TAIL, *)0x8c/\10x8e/' JOB_TAIL "multiple of 4"
refuses "a register outside its block" regs.def \
    's/^(DLP_REG\(HDMA, HDMA_ERR_HI, *)0x24/\10x100/' HDMA_ERR_HI "inside its block" HDMA
refuses "a register of an unknown block" regs.def \
    's/^DLP_REG\(HOST, JOB_TAIL,/DLP_REG(HOSE, JOB_TAIL,/' JOB_TAIL "no block HOSE"
refuses "an unknown access" regs.def \
    's/^(DLP_REG\(HOST, JOB_TAIL, *0x8c, )RW/\1RX/' JOB_TAIL "access is"
refuses "a reset value of 33 bits" regs.def \
    's/^(DLP_REG\(HOST, ID,.*)0x30504c44/\10x130504c44/' ID "does not fit 32 bits"
refuses "a reset value outside the bits" regs.def \
    's/^(DLP_REG\(HOST, DEV_CTRL, *0x40, RW, *RO, *)0/\12/' DEV_CTRL "outside the bits"
refuses "write-one-to-clear that is not 0 after reset" regs.def \
    's/^(DLP_REG\(HOST, IRQ_STATUS,.*W1S, )0/\11/' IRQ_STATUS "0 after reset"
refuses "a register name twice" regs.def \
    's/^DLP_REG\(HOST, JOB_TAIL,/DLP_REG(HOST, JOB_SIZE,/' JOB_SIZE "name is taken" JOB_SIZE

# bits and named values
refuses "overlapping bits" regs.def \
    's/^(DLP_BITS\(VERSION, MINOR, *15, *)8/\17/' PATCH "bits overlap" MINOR
refuses "bits outside a register" regs.def \
    's/^(DLP_BITS\(VERSION, MAJOR, *)31/\132/' MAJOR "not in a register"
refuses "bits with msb below lsb" regs.def \
    's/^(DLP_BITS\(VERSION, MAJOR, *)31/\112/' MAJOR "not in a register"
refuses "bits of an unknown register" regs.def \
    's/^DLP_BITS\(HDMA_STATUS, FULL,/DLP_BITS(HDMA_STATE, FULL,/' FULL "no register HDMA_STATE"
refuses "a name of bits twice" regs.def \
    's/^DLP_BITS\(HDMA_STATUS, FULL,/DLP_BITS(HDMA_STATUS, BUSY,/' BUSY "taken in HDMA_STATUS" BUSY
refuses "a named value that does not fit" regs.def \
    's/^(DLP_ENUM\(CORE_STATUS, STATE, FAULT, *)3/\14/' FAULT "does not fit" STATE
refuses "a named value twice" regs.def \
    's/^(DLP_ENUM\(CORE_STATUS, STATE, FAULT, *)3/\12/' FAULT "value 2 is taken" DONE
refuses "a name of a value twice" regs.def \
    's/^DLP_ENUM\(CORE_STATUS, STATE, FAULT,/DLP_ENUM(CORE_STATUS, STATE, DONE,/' DONE "taken in CORE_STATUS.STATE" DONE
refuses "a named value of unknown bits" regs.def \
    's/^DLP_ENUM\(CORE_STATUS, STATE, FAULT,/DLP_ENUM(CORE_STATUS, STAT, FAULT,/' FAULT "no bits CORE_STATUS.STAT"

# errors and faults
refuses "a positive error" errors.def \
    's/^(DLP_ERR\(EIO, *)-18/\118/' EIO "negative, not 18"
refuses "two errors with one value" errors.def \
    's/^(DLP_ERR\(EIO, *)-18/\1-17/' EIO "-17 is taken" EMAP
refuses "a fault of 9 bits" errors.def \
    's/^(DLP_FAULT\(JOB, *)0x70/\10x170/' JOB "8 bits"
refuses "two faults with one value" errors.def \
    's/^(DLP_FAULT\(JOB, *)0x70/\10x62/' JOB "0x62 is taken" EXIT_CODE

# parameters and profiles
refuses "a value below its range" config.def \
    's/^(DLP_PARAM\(NRAM_KB, *)16/\12/' NRAM_KB "2 is not in 4 to 1024"
refuses "a value above its range" config.def \
    's/^(DLP_PARAM\(NRAM_KB,.*)768/\12048/' NRAM_KB "2048 is not in"
refuses "a size that must be a power of two" config.def \
    's/^(DLP_PARAM\(VPU_LANES, *)4/\16/' VPU_LANES "6 is not a power of two"
refuses "output lanes that do not divide the array" config.def \
    's/^(DLP_PARAM\(MXU_OUT_LANES, *1, *)2/\13/' MXU_OUT_LANES "3 does not divide MXU_DIM = 8" MXU_DIM
refuses "float lanes that do not divide the lanes" config.def \
    's/^(DLP_PARAM\(VPU_FLOAT_LANES, *1, *)1/\116/' VPU_FLOAT_LANES "16 does not divide VPU_LANES = 8" VPU_LANES
refuses "special lanes that do not divide the lanes" config.def \
    's/^(DLP_PARAM\(VPU_SPECIAL_LANES, *1, *)0/\13/' VPU_SPECIAL_LANES "3 does not divide VPU_LANES = 8" VPU_LANES
refuses "a tile that does not divide the lanes" config.def \
    's/^(DLP_PARAM\(VPU_TILE, *1, *)1/\116/' VPU_TILE "16 does not divide VPU_LANES = 8" VPU_LANES
refuses "a float array that is wider than the lanes" config.def \
    's/^(DLP_PARAM\(MXU_DIM,.*)16, *4, 32,/\132, 4, 32,/' MXU_FLOAT "MXU_DIM = 32 is above VPU_LANES = 16" MXU_DIM
refuses "more cores than blocks of registers" regs.def \
    's/^(DLP_BLOCK\(CORE,.*)64,/\10,/' CORES "more cores than blocks" CORE
refuses "more cores than events" config.def \
    's/^(DLP_PARAM\(CLUSTERS,.*)1, *1, *16,/\116, 1, 16,/; s/^(DLP_PARAM\(CORES,.*)1, *1, *4,/\14, 1, 4,/' \
    CORES "more cores than events" CORE
refuses "another number of a profile" config.def \
    's/^(DLP_PROFILE\(FULL, *)2/\13/' FULL "EDU 0, EDGE 1, FULL 2"
refuses "a missing profile" config.def \
    '/^DLP_PROFILE\(FULL/d' EDU "a profile is missing"
