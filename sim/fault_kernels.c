/* SPDX-License-Identifier: Apache-2.0
 * fault_kernels - kernels that end with a fault when their arguments are bad; fault_cases.h says which.  Nothing here depends on the profile. */
#include "dlp.h"

enum { MAT_SIDE = 8, NEXT_BYTES = 64 };

DLP_KERNEL void fault_illegal(void)
{
    __asm__ volatile(".word 0xffffffff");
}

DLP_KERNEL void fault_ecall(void)
{
    __asm__ volatile("ecall");
}

DLP_KERNEL void fault_ebreak(void)
{
    __asm__ volatile("ebreak");
}

DLP_KERNEL void fault_jump(uint64_t to)
{
    __asm__ volatile("jr %0" :: "r"(to));
}

DLP_KERNEL void fault_load(uint64_t at)
{
    __asm__ volatile("ld t0, 0(%0)" :: "r"(at) : "t0", "memory");
}

DLP_KERNEL void fault_store(uint64_t at)
{
    __asm__ volatile("sd zero, 0(%0)" :: "r"(at) : "memory");
}

DLP_KERNEL void fault_leave(uint64_t code)
{
    dlp_exit(code);
}

DLP_KERNEL void fault_spin(void)
{
    for (;;)
        __asm__ volatile("");
}

DLP_KERNEL void fault_vec(uint64_t dst, uint64_t src, uint64_t type, uint64_t n)
{
    dlp_cfg(DLP_CFG_VEC_N, n);
    dlp_cfg(DLP_CFG_VEC_TYPE, type);
    dlp_vadd_vv(DLP_AFTER_NONE, dst, src, src);
}

/* no elements in the cycle operand */
DLP_KERNEL void fault_vec_cycle(uint64_t dst, uint64_t src)
{
    dlp_vset(NEXT_BYTES, DLP_TYPE_I8);
    dlp_cfg(DLP_CFG_VEC_SEG, 0);
    dlp_vadd_vc(DLP_AFTER_NONE, dst, src, src);
}

/* the second of two indices is the number of elements */
static void bad_index(uint64_t index)
{
    dlp_vset(1, DLP_TYPE_U8);
    dlp_vfill(DLP_AFTER_NONE, index, 0);
    dlp_vfill(DLP_AFTER_NONE, index + 1, NEXT_BYTES);
    dlp_vset(2, DLP_VINDEX(I8, U8));
    dlp_cfg(DLP_CFG_VEC_SEG, NEXT_BYTES);
}

DLP_KERNEL void fault_gather(uint64_t dst, uint64_t src, uint64_t index)
{
    bad_index(index);
    dlp_vgather(DLP_AFTER_NONE, dst, src, index);
}

DLP_KERNEL void fault_scatter(uint64_t dst, uint64_t src, uint64_t index)
{
    bad_index(index);
    dlp_vscatter(DLP_AFTER_NONE, dst, src, index);
}

DLP_KERNEL void fault_mat(uint64_t dst, uint64_t src, uint64_t w, uint64_t type, uint64_t k)
{
    dlp_cfg(DLP_CFG_MAT_WO, MAT_SIDE);
    dlp_cfg(DLP_CFG_MAT_CI, k);
    dlp_cfg(DLP_CFG_MAT_CO, MAT_SIDE);
    dlp_cfg(DLP_CFG_MAT_IN_STRIDE, MAT_SIDE);
    dlp_cfg(DLP_CFG_MAT_OUT_STRIDE, MAT_SIDE);
    dlp_cfg(DLP_CFG_MAT_W_STRIDE, MAT_SIDE);
    dlp_cfg(DLP_CFG_MAT_OUT, type);
    dlp_matmul(DLP_AFTER_NONE, dst, src, w);
}

DLP_KERNEL void fault_io(uint64_t dst, uint64_t src, uint64_t bytes)
{
    dlp_io_copy(DLP_AFTER_NONE, dst, src, bytes);
}

DLP_KERNEL void fault_io_rows(uint64_t dst, uint64_t src, uint64_t bytes, uint64_t rows)
{
    dlp_cfg(DLP_CFG_IO_ROWS, rows);
    dlp_io_copy2d(DLP_AFTER_NONE, dst, src, bytes);
}

DLP_KERNEL void fault_move(uint64_t dst, uint64_t src, uint64_t bytes)
{
    dlp_mv_copy(DLP_AFTER_NONE, dst, src, bytes);
}

/* The kernel after a fault, with commands of three streams: out[i] <- 2 * in[i], NEXT_BYTES of them. */
DLP_KERNEL void fault_next(uint64_t out, uint64_t in)
{
    const uint64_t nram = DLP_MEM_NRAM_BASE, wram = DLP_MEM_WRAM_BASE;
    dlp_vset(NEXT_BYTES, DLP_TYPE_I8);
    dlp_io_copy(DLP_AFTER_NONE, wram, in, NEXT_BYTES);
    dlp_mv_copy(DLP_AFTER_IO, nram, wram, NEXT_BYTES);
    dlp_vadd_vv(DLP_AFTER_MOVE, nram, nram, nram);
    dlp_io_copy(DLP_AFTER_VEC, out, nram, NEXT_BYTES);
}
