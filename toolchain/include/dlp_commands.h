/* SPDX-License-Identifier: Apache-2.0
 * dlp_commands.h - one macro per command, included by dlp.h.
 *
 * dst, src, a, b, w: addresses.  scalar: an integer or a float, the low bytes of the element type count.
 * bytes: an integer.  Sizes and types come from the configuration registers, see the manual. */
#ifndef DLP_COMMANDS_H
#define DLP_COMMANDS_H

/* Registers rd, rs1, rs2 are operands %3 to %5; `place` is "x0" for one that the command does not use. */
#define DLP_CMD_(insn, after, ...)                                                                       \
    do {                                                                                                 \
        DLP_MASK_(after);                                                                                \
        __asm__ volatile(".insn r %0, %1, %2, " __VA_ARGS__ : "memory");                                 \
    } while (0)
#define DLP_NUMBERS_(insn, after)                                                                        \
    "i"(DLP_OPC_(insn)), "i"(DLP_CMD_F3_(insn, after)), "i"(DLP_CMD_F7_(insn, after))

#define DLP_CMD3_(insn, after, dst, a, b)                                                                \
    DLP_CMD_(insn, after, "%3, %4, %5" :: DLP_NUMBERS_(insn, after), "r"((uint64_t)(dst)),               \
             "r"((uint64_t)(a)), "r"((uint64_t)(b)))
#define DLP_CMD2_(insn, after, dst, a)                                                                   \
    DLP_CMD_(insn, after, "%3, %4, x0" :: DLP_NUMBERS_(insn, after), "r"((uint64_t)(dst)), "r"((uint64_t)(a)))
#define DLP_CMDS_(insn, after, dst, a, scalar)                                                           \
    do {                                                                                                 \
        DLP_NOT_DOUBLE_(scalar);                                                                         \
        DLP_CMD_(insn, after, "%3, %4, %5" :: DLP_NUMBERS_(insn, after), "r"((uint64_t)(dst)),           \
                 "r"((uint64_t)(a)), "r"(scalar));                                                       \
    } while (0)

/* vector unit: vector with vector, with a scalar, with a cycled vector of VEC_SEG elements */
#define dlp_vadd_vv(after, dst, a, b)      DLP_CMD3_(VADD_VV, after, dst, a, b)
#define dlp_vadd_vs(after, dst, a, scalar) DLP_CMDS_(VADD_VS, after, dst, a, scalar)
#define dlp_vadd_vc(after, dst, a, b)      DLP_CMD3_(VADD_VC, after, dst, a, b)
#define dlp_vsub_vv(after, dst, a, b)      DLP_CMD3_(VSUB_VV, after, dst, a, b)
#define dlp_vsub_vs(after, dst, a, scalar) DLP_CMDS_(VSUB_VS, after, dst, a, scalar)
#define dlp_vsub_vc(after, dst, a, b)      DLP_CMD3_(VSUB_VC, after, dst, a, b)
#define dlp_vmul_vv(after, dst, a, b)      DLP_CMD3_(VMUL_VV, after, dst, a, b)
#define dlp_vmul_vs(after, dst, a, scalar) DLP_CMDS_(VMUL_VS, after, dst, a, scalar)
#define dlp_vmul_vc(after, dst, a, b)      DLP_CMD3_(VMUL_VC, after, dst, a, b)
#define dlp_vmax_vv(after, dst, a, b)      DLP_CMD3_(VMAX_VV, after, dst, a, b)
#define dlp_vmax_vs(after, dst, a, scalar) DLP_CMDS_(VMAX_VS, after, dst, a, scalar)
#define dlp_vmax_vc(after, dst, a, b)      DLP_CMD3_(VMAX_VC, after, dst, a, b)
#define dlp_vmin_vv(after, dst, a, b)      DLP_CMD3_(VMIN_VV, after, dst, a, b)
#define dlp_vmin_vs(after, dst, a, scalar) DLP_CMDS_(VMIN_VS, after, dst, a, scalar)
#define dlp_vmin_vc(after, dst, a, b)      DLP_CMD3_(VMIN_VC, after, dst, a, b)

/* the function in the upper bits of the type: dlp_vset(n, DLP_VFN(F32, LT)) */
#define dlp_vfn_vv(after, dst, a, b)       DLP_CMD3_(VFN_VV, after, dst, a, b)
#define dlp_vfn_vs(after, dst, a, scalar)  DLP_CMDS_(VFN_VS, after, dst, a, scalar)
#define dlp_vfn_vc(after, dst, a, b)       DLP_CMD3_(VFN_VC, after, dst, a, b)
#define dlp_vfn(after, dst, src)           DLP_CMD2_(VFN, after, dst, src)

/* one bit for each comparison: dlp_vset(n, DLP_VFN(F32, LT)) */
#define dlp_vbit_vv(after, dst, a, b)      DLP_CMD3_(VBIT_VV, after, dst, a, b)
#define dlp_vbit_vs(after, dst, a, scalar) DLP_CMDS_(VBIT_VS, after, dst, a, scalar)
#define dlp_vbit_vc(after, dst, a, b)      DLP_CMD3_(VBIT_VC, after, dst, a, b)

#define dlp_vrelu(after, dst, src)         DLP_CMD2_(VRELU, after, dst, src)
#define dlp_vcvt_i8(after, dst, src)       DLP_CMD2_(VCVT_I8, after, dst, src)
#define dlp_vcvt_i32(after, dst, src)      DLP_CMD2_(VCVT_I32, after, dst, src)
#define dlp_vcvt_f32(after, dst, src)      DLP_CMD2_(VCVT_F32, after, dst, src)
#define dlp_vcvt(after, dst, src)          DLP_CMD2_(VCVT, after, dst, src)
#define dlp_vcvt_pos(after, dst, src, pos)                                                               \
    do {                                                                                                 \
        DLP_WHOLE_(pos);                                                                                 \
        DLP_IF_CONSTANT_(pos, (pos) >= -128 && (pos) <= 127, "a position is -128 to 127");               \
        DLP_CMDS_(VCVT, after, dst, src, pos);                                                           \
    } while (0)
#define dlp_vmaxpool(after, dst, src)      DLP_CMD2_(VMAXPOOL, after, dst, src)
#define dlp_vavgpool(after, dst, src)      DLP_CMD2_(VAVGPOOL, after, dst, src)
#define dlp_vsumpool(after, dst, src)      DLP_CMD2_(VSUMPOOL, after, dst, src)
#define dlp_vminpool(after, dst, src)      DLP_CMD2_(VMINPOOL, after, dst, src)
#define dlp_vargmax(after, dst, src)       DLP_CMD2_(VARGMAX, after, dst, src)
#define dlp_vargmin(after, dst, src)       DLP_CMD2_(VARGMIN, after, dst, src)
#define dlp_vcount(after, dst, src)        DLP_CMD2_(VCOUNT, after, dst, src)
#define dlp_vfirst(after, dst, src)        DLP_CMD2_(VFIRST, after, dst, src)
#define dlp_vlast(after, dst, src)         DLP_CMD2_(VLAST, after, dst, src)
#define dlp_vsum(after, dst, src)          DLP_CMD2_(VSUM, after, dst, src)
#define dlp_vcollect(after, dst, src, mask) DLP_CMD3_(VCOLLECT, after, dst, src, mask)
#define dlp_vmask(after, dst, src, mask)   DLP_CMD3_(VMASK, after, dst, src, mask)
#define dlp_vsum128(after, dst, src)       DLP_CMD2_(VSUM128, after, dst, src)

/* dst: the VEC_H x VEC_W elements of src, turned as the type says: dlp_vset(0, DLP_VTRANS(F32, ROT90)); DLP_TYPE_F32 alone transposes */
#define dlp_vtrans(after, dst, src)        DLP_CMD2_(VTRANS, after, dst, src)
/* dst[i] = src[index[i]], dst[index[i]] = src[i]; dlp_vset(n, DLP_VINDEX(F32, U16)), VEC_SEG is the number of elements of the indexed operand */
#define dlp_vgather(after, dst, src, index)  DLP_CMD3_(VGATHER, after, dst, src, index)
#define dlp_vscatter(after, dst, src, index) DLP_CMD3_(VSCATTER, after, dst, src, index)

#define dlp_vfill(after, dst, scalar)                                                                    \
    do {                                                                                                 \
        DLP_NOT_DOUBLE_(scalar);                                                                         \
        DLP_CMD_(VFILL, after, "%3, %4, x0" :: DLP_NUMBERS_(VFILL, after), "r"((uint64_t)(dst)),         \
                 "r"(scalar));                                                                           \
    } while (0)

#define DLP_CMDF_(insn, after, dst, scalar, bytes)                                                       \
    do {                                                                                                 \
        DLP_NOT_DOUBLE_(scalar);                                                                         \
        DLP_CMD_(insn, after, "%3, %4, %5" :: DLP_NUMBERS_(insn, after), "r"((uint64_t)(dst)),           \
                 "r"(scalar), "r"((uint64_t)(bytes)));                                                   \
    } while (0)

/* matrix unit: w in WRAM */
#define dlp_matmul(after, dst, src, w)     DLP_CMD3_(MATMUL, after, dst, src, w)
#define dlp_conv(after, dst, src, w)       DLP_CMD3_(CONV, after, dst, src, w)

/* copies with GDRAM on one side or both; between NRAM and WRAM */
#define dlp_io_copy(after, dst, src, bytes)   DLP_CMD3_(IO_COPY, after, dst, src, bytes)
#define dlp_io_copy2d(after, dst, src, bytes) DLP_CMD3_(IO_COPY2, after, dst, src, bytes)
#define dlp_io_copy3d(after, dst, src, bytes) DLP_CMD3_(IO_COPY3, after, dst, src, bytes)
#define dlp_mv_copy(after, dst, src, bytes)   DLP_CMD3_(MV_COPY, after, dst, src, bytes)
#define dlp_mv_copy2d(after, dst, src, bytes) DLP_CMD3_(MV_COPY2, after, dst, src, bytes)
#define dlp_mv_copy3d(after, dst, src, bytes) DLP_CMD3_(MV_COPY3, after, dst, src, bytes)

/* fill GDRAM with elements of 1, 2, 4 bytes */
#define dlp_io_fill_b(after, dst, scalar, bytes)        DLP_CMDF_(IO_FILL_B, after, dst, scalar, bytes)
#define dlp_io_fill_h(after, dst, scalar, bytes)        DLP_CMDF_(IO_FILL_H, after, dst, scalar, bytes)
#define dlp_io_fill_w(after, dst, scalar, bytes)        DLP_CMDF_(IO_FILL_W, after, dst, scalar, bytes)
#define dlp_io_fill2d_b(after, dst, scalar, bytes)      DLP_CMDF_(IO_FILL2_B, after, dst, scalar, bytes)
#define dlp_io_fill2d_h(after, dst, scalar, bytes)      DLP_CMDF_(IO_FILL2_H, after, dst, scalar, bytes)
#define dlp_io_fill2d_w(after, dst, scalar, bytes)      DLP_CMDF_(IO_FILL2_W, after, dst, scalar, bytes)
#define dlp_io_fill3d_b(after, dst, scalar, bytes)      DLP_CMDF_(IO_FILL3_B, after, dst, scalar, bytes)
#define dlp_io_fill3d_h(after, dst, scalar, bytes)      DLP_CMDF_(IO_FILL3_H, after, dst, scalar, bytes)
#define dlp_io_fill3d_w(after, dst, scalar, bytes)      DLP_CMDF_(IO_FILL3_W, after, dst, scalar, bytes)

/* fill NRAM or WRAM with elements of 1, 2, 4 bytes */
#define dlp_mv_fill_b(after, dst, scalar, bytes)        DLP_CMDF_(MV_FILL_B, after, dst, scalar, bytes)
#define dlp_mv_fill_h(after, dst, scalar, bytes)        DLP_CMDF_(MV_FILL_H, after, dst, scalar, bytes)
#define dlp_mv_fill_w(after, dst, scalar, bytes)        DLP_CMDF_(MV_FILL_W, after, dst, scalar, bytes)
#define dlp_mv_fill2d_b(after, dst, scalar, bytes)      DLP_CMDF_(MV_FILL2_B, after, dst, scalar, bytes)
#define dlp_mv_fill2d_h(after, dst, scalar, bytes)      DLP_CMDF_(MV_FILL2_H, after, dst, scalar, bytes)
#define dlp_mv_fill2d_w(after, dst, scalar, bytes)      DLP_CMDF_(MV_FILL2_W, after, dst, scalar, bytes)
#define dlp_mv_fill3d_b(after, dst, scalar, bytes)      DLP_CMDF_(MV_FILL3_B, after, dst, scalar, bytes)
#define dlp_mv_fill3d_h(after, dst, scalar, bytes)      DLP_CMDF_(MV_FILL3_H, after, dst, scalar, bytes)
#define dlp_mv_fill3d_w(after, dst, scalar, bytes)      DLP_CMDF_(MV_FILL3_W, after, dst, scalar, bytes)
#endif
