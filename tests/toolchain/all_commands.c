/* SPDX-License-Identifier: Apache-2.0
 * Every macro of dlp.h once, as C and as C++; test_toolchain.sh looks at the instructions. */
#include "dlp.h"

static DLP_NRAM int32_t x[64], y[64];
static DLP_NRAM float f[64];
static DLP_WRAM int8_t w[64];
static DLP_LMEM uint64_t l[4];

DLP_KERNEL void vector(int8_t *gdram, uint64_t n, float s, int8_t c)
{
    dlp_vset(n, DLP_TYPE_I32);
    dlp_cfg(DLP_CFG_VEC_SEG, 16);
    dlp_cfg(DLP_CFG_VEC_SCALE, s);
    dlp_cfg2(DLP_CFG_VEC_KH, 3, n);
    dlp_vadd_vv(0, x, y, x);
    dlp_vadd_vs(1, x, y, c);
    dlp_vadd_vc(2, x, y, x);
    dlp_vsub_vv(3, x, y, x);
    dlp_vsub_vs(4, f, f, s);
    dlp_vsub_vc(5, x, y, x);
    dlp_vmul_vv(6, x, y, x);
    dlp_vmul_vs(7, f, f, 0.5f);
    dlp_vmul_vc(8, x, y, x);
    dlp_vmax_vv(9, x, y, x);
    dlp_vmax_vs(10, x, y, 7);
    dlp_vmax_vc(11, x, y, x);
    dlp_vmin_vv(12, x, y, x);
    dlp_vmin_vs(13, x, y, n);
    dlp_vmin_vc(14, x, y, x);
    dlp_vrelu(15, x, y);
    dlp_vcvt_i8(DLP_AFTER_NONE, x, y);
    dlp_vcvt_i32(DLP_AFTER_VEC, x, y);
    dlp_vcvt_f32(DLP_AFTER_MAT, f, y);
    dlp_vfill(DLP_AFTER_IO, f, 1.0f);
    dlp_vmaxpool(DLP_AFTER_MOVE, x, y);
    dlp_vavgpool(DLP_AFTER_ALL, x, y);
    dlp_vsumpool(DLP_AFTER_IO, x, y);
    dlp_vminpool(DLP_AFTER_MAT, x, y);
    dlp_vargmax(DLP_AFTER_VEC | DLP_AFTER_MOVE, x, y);
    dlp_vargmin(1, x, y);
    dlp_vcount(2, x, y);
    dlp_vfirst(3, x, y);
    dlp_vlast(4, x, y);
    dlp_vsum(0, x, y);
    dlp_vcollect(5, x, x, y);
    dlp_vmask(6, x, y, y);
    dlp_vsum128(8, x, x);
    dlp_vset(n, DLP_VCVT(F32, I16, TZ));
    dlp_vcvt(1, x, f);
    dlp_vset(n, DLP_VCVT_POS(F16, I8, RD));
    dlp_vcvt_pos(1, x, f, -5);
    dlp_vset(n, DLP_VFN(F32, GE));
    dlp_vfn_vv(2, f, f, f);
    dlp_vset(n, DLP_VFN(F32, DIV));
    dlp_vfn_vs(3, f, f, 0.5f);
    dlp_vfn_vc(4, f, f, f);
    dlp_vbit_vv(6, x, f, f);
    dlp_vbit_vs(7, x, f, 0.5f);
    dlp_vbit_vc(8, x, f, f);
    dlp_vset(n, DLP_VFN(U16, LNOT));
    dlp_vfn(5, x, y);
    dlp_vset(n, DLP_VFN(BF16, GELU));
    dlp_vfn(3, x, y);
    dlp_vset(0, DLP_VTRANS(I32, ROT90));
    dlp_vtrans(6, x, y);
    dlp_vset(n, DLP_VINDEX(I32, U32));
    dlp_vgather(7, f, x, y);
    dlp_vscatter(8, f, x, y);
    dlp_cfg(DLP_CFG_MAT_BIAS, w);
    dlp_cfg(DLP_CFG_MAT_OUT, DLP_MAT_OUT(DLP_TYPE_I8, 1, 1, DLP_MAT_OUT_REQUANT_FIXED, -3) | DLP_MAT_OUT_LIMITED | DLP_MAT_OUT_SLOPED);
    dlp_cfg(DLP_CFG_MAT_SLOPE, w);
    dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE(BF16, BF16));
    dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE(U8, I8) | DLP_MAT_ZERO(-n));
    dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE_I4(U8));
    dlp_cfg(DLP_CFG_MAT_LIMIT, 6.0f);
    dlp_matmul(DLP_AFTER_IO | DLP_AFTER_MOVE, x, y, w);
    dlp_conv(DLP_AFTER_ALL, x, y, w + 8);
    dlp_io_copy(0, gdram, x, n);
    dlp_io_copy2d(1, x, gdram, 64);
    dlp_io_copy3d(3, gdram, gdram, 64);
    dlp_mv_copy(2, w, x, sizeof w);
    dlp_mv_copy2d(8, x, w, 4);
    dlp_mv_copy3d(9, x, w, 4);
    dlp_io_fill_b(15, gdram, n, n);
    dlp_io_fill_h(15, gdram, -7, 64);
    dlp_io_fill_w(15, gdram, 0.5f, sizeof w);
    dlp_io_fill2d_b(0, gdram, n, n);
    dlp_io_fill2d_h(5, gdram, -7, 64);
    dlp_io_fill2d_w(10, gdram, 0.5f, sizeof w);
    dlp_io_fill3d_b(0, gdram, n, n);
    dlp_io_fill3d_h(5, gdram, -7, 64);
    dlp_io_fill3d_w(10, gdram, 0.5f, sizeof w);
    dlp_mv_fill_b(15, x, n, n);
    dlp_mv_fill_h(15, w, -7, 64);
    dlp_mv_fill_w(15, f, 0.5f, sizeof w);
    dlp_mv_fill2d_b(0, x, n, n);
    dlp_mv_fill2d_h(5, w, -7, 64);
    dlp_mv_fill2d_w(10, f, 0.5f, sizeof w);
    dlp_mv_fill3d_b(0, x, n, n);
    dlp_mv_fill3d_h(5, w, -7, 64);
    dlp_mv_fill3d_w(10, f, 0.5f, sizeof w);
    dlp_sync(DLP_AFTER_VEC | DLP_AFTER_IO);
    dlp_sync(DLP_AFTER_ALL);
}

DLP_KERNEL void scalar(uint64_t *out, uint64_t n)
{
    l[0] = dlp_cycle() + dlp_instret() + dlp_profile() + dlp_csr(DLP_CSR_STALL_SYNC);
    l[1] = dlp_task_id() + dlp_task_dim_x() + dlp_task_dim_y() + dlp_task_dim_z();
    l[2] = dlp_core_id() + dlp_cluster_id() + dlp_arg_count() + dlp_arg(1);
    dlp_loop(i, n)
        dlp_loop(j, 4)
            out[i] += l[j] + j;
    if (n == 3)
        dlp_exit(n);
    memset(out, 0, n);
    memcpy(out, l, n);
    memmove(out, out + 1, n);
    l[3] = (uint64_t)memcmp(out, l, n);
}
