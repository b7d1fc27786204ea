/* SPDX-License-Identifier: Apache-2.0
 * dlp.h - device header: what a kernel in C or C++ uses of the core.
 *
 * Compiled by dlp-cc (clang 19 or later).  All numbers come from dlp_spec.h.  Commands are macros because an
 * instruction's immediates must be constants even without optimisation.
 *
 * A command only starts after the commands that were issued before it to the streams in its first argument:
 *     dlp_io_copy(0, x, gdram_x, bytes);                   load
 *     dlp_vadd_vv(DLP_AFTER_IO, y, x, x);                  when the load is complete
 *     dlp_io_copy(DLP_AFTER_VEC, gdram_y, y, bytes);       when the sum is complete */
#ifndef DLP_DEVICE_H
#define DLP_DEVICE_H
#include <stddef.h>
#include <stdint.h>

#include "dlp_spec.h"

#if !defined(__riscv) || __riscv_xlen != 64
#error "dlp.h is for kernels: compile with dlp-cc"
#endif
#if !defined(__clang_major__) || __clang_major__ < 17
#error "dlp.h needs clang 17 or later: older compilers miscompile asm goto with outputs"
#endif

/* ---- functions and arrays */

/* A function that the host can launch: returns void, takes arguments as any function. */
#ifdef __cplusplus
#define DLP_KERNEL extern "C" __attribute__((used, retain))
#else
#define DLP_KERNEL __attribute__((used, retain))
#endif

/* Static arrays in the memories of the core: `static DLP_NRAM float x[1024];`.
 * They hold nothing at the start of a kernel and cannot be initialised. */
#define DLP_NRAM __attribute__((section(".bss.nram"), aligned(64)))
#define DLP_WRAM __attribute__((section(".bss.wram"), aligned(64)))
#define DLP_LMEM __attribute__((section(".bss.lmem"), aligned(8)))

/* ---- streams: masks for `after` and dlp_sync */

#define DLP_AFTER_NONE 0
#define DLP_AFTER_VEC  (1 << DLP_STREAM_VEC)
#define DLP_AFTER_MAT  (1 << DLP_STREAM_MAT)
#define DLP_AFTER_IO   (1 << DLP_STREAM_IO)
#define DLP_AFTER_MOVE (1 << DLP_STREAM_MOVE)
#define DLP_AFTER_ALL  (DLP_AFTER_VEC | DLP_AFTER_MAT | DLP_AFTER_IO | DLP_AFTER_MOVE)

/* ---- parts of an instruction word */

#define DLP_PART_(word, field) (((word) & DLP_FIELD_##field##_MASK) >> DLP_FIELD_##field##_LSB)
#define DLP_OPC_(insn) DLP_PART_(DLP_INSN_##insn##_MATCH, OPCODE)
#define DLP_F3_(insn)  DLP_PART_(DLP_INSN_##insn##_MATCH, FUNCT3)
/* a command's minor opcodes with the bits of `after` put in */
#define DLP_CMD_F3_(insn, after) DLP_PART_(DLP_INSN_##insn##_MATCH \
        | ((uint32_t)(after) & 7u) << DLP_FIELD_CMD_AFTER_LO_LSB, FUNCT3)
#define DLP_CMD_F7_(insn, after) DLP_PART_(DLP_INSN_##insn##_MATCH \
        | ((uint32_t)(after) >> 3 & 1u) << DLP_FIELD_CMD_AFTER_HI_LSB, FUNCT7)

/* A double would put 64 bits where the hardware expects a 32-bit float: write 1.5f. */
#ifdef __cplusplus
#define DLP_ASSERT_(c, text) static_assert(c, text)
#define DLP_NOT_DOUBLE_(x)   DLP_ASSERT_(!__is_same(__typeof__(x), double), "use a float, not a double")
#define DLP_WHOLE_(x)        DLP_ASSERT_(!__is_floating_point(__typeof__(x)), "a position is an integer")
/* the value of an integer, 0 for what else a register may hold */
extern "C++" template <class T> constexpr int64_t dlp_integer_(T x)
{
    if constexpr (__is_integral(T) || __is_enum(T)) return (int64_t)x;
    else                                            return 0;
}
#define DLP_INTEGER_(x)      dlp_integer_(x)
#else
#define DLP_ASSERT_(c, text) _Static_assert(c, text)
#define DLP_NOT_DOUBLE_(x)   DLP_ASSERT_(_Generic((x), double: 0, default: 1), "use a float, not a double")
#define DLP_WHOLE_(x)        DLP_ASSERT_(_Generic((x), float: 0, double: 0, _Float16: 0, default: 1), "a position is an integer")
/* the value of an integer, 0 for a float; a pointer is no constant */
#define DLP_INTEGER_(x)      ((int64_t)_Generic((x), float: 0, double: 0, _Float16: 0, __bf16: 0, default: (x)))
#endif

/* What must hold for x if it is a constant; a variable passes. */
#define DLP_IF_CONSTANT_(x, c, text) DLP_ASSERT_(__builtin_constant_p(x) ? (c) : 1, text)
#define DLP_MASK_(mask)                                                                                  \
    DLP_IF_CONSTANT_(mask, (uint64_t)(mask) <= DLP_AFTER_ALL, "a mask has no bits but those of DLP_AFTER_ALL")

/* Configuration registers have 32 bits: the rest of a wider number would be lost. */
#define DLP_COUNT_(n)                                                                                    \
    DLP_IF_CONSTANT_(n, (uint64_t)(n) <= UINT32_MAX, "the number of elements has 32 bits")
#define DLP_CFG_VALUE_(x)                                                                                \
    DLP_IF_CONSTANT_(x, DLP_INTEGER_(x) >= INT32_MIN && DLP_INTEGER_(x) <= (int64_t)UINT32_MAX,          \
                     "a configuration register has 32 bits")

/* ---- configuration */

/* cfg[DLP_CFG_...] <- value; an integer, a float or an address */
#define dlp_cfg(index, value)                                                                            \
    do {                                                                                                 \
        DLP_NOT_DOUBLE_(value);                                                                          \
        DLP_CFG_VALUE_(value);                                                                           \
        __asm__ volatile(".insn i %0, %1, x0, %3, %2" :: "i"(DLP_OPC_(DCFG)), "i"(DLP_F3_(DCFG)),        \
                         "i"(index), "r"(value));                                                        \
    } while (0)

/* cfg[index] <- first; cfg[index + 1] <- second; index is even */
#define dlp_cfg2(index, first, second)                                                                   \
    do {                                                                                                 \
        DLP_ASSERT_((index) % 2 == 0, "the index of dlp_cfg2 is even");                                  \
        DLP_NOT_DOUBLE_(first);                                                                          \
        DLP_NOT_DOUBLE_(second);                                                                         \
        DLP_CFG_VALUE_(first);                                                                           \
        DLP_CFG_VALUE_(second);                                                                          \
        __asm__ volatile(".insn r %0, %1, %2, x0, %3, %4" :: "i"(DLP_OPC_(DCFG2)), "i"(DLP_F3_(DCFG2)),  \
                         "i"(index), "r"(first), "r"(second));                                           \
    } while (0)

/* VEC_N <- n; VEC_TYPE <- DLP_TYPE_..., or with more in it, DLP_VFN(), DLP_VCVT(), DLP_VCVT_POS(), DLP_VTRANS(), DLP_VINDEX() */
#define dlp_vset(n, type)                                                                                \
    do {                                                                                                 \
        DLP_COUNT_(n);                                                                                   \
        __asm__ volatile(".insn i %0, %1, x0, %3, %2" :: "i"(DLP_OPC_(VSET)), "i"(DLP_F3_(VSET)),        \
                         "i"((type) - ((type) >> 11 << 12)), "r"((uint64_t)(n)));   /* 12 bits, signed for the assembler */ \
    } while (0)

/* What the types below must obey: 0 in an expression, a static assertion when c does not hold. */
#define DLP_TEXT_special_ "DIV and the functions from RECIP on take floats only"
#define DLP_TEXT_shift_   "SHL and SHR take integers only"
#define DLP_TEXT_indices_ "indices are of type U8, U16 or U32"
#define DLP_TEXT_pair_     "no product takes these types: U8 or I8 with I8 or int4, F16 with F16, BF16 with BF16"
#define DLP_TEXT_position_ "with a position one of the types is an integer"
#ifdef __cplusplus
extern "C++" {
template <bool c> struct dlp_special_ { static_assert(c, DLP_TEXT_special_); enum { zero }; };
template <bool c> struct dlp_shift_   { static_assert(c, DLP_TEXT_shift_);   enum { zero }; };
template <bool c> struct dlp_indices_ { static_assert(c, DLP_TEXT_indices_); enum { zero }; };
template <bool c> struct dlp_pair_     { static_assert(c, DLP_TEXT_pair_);     enum { zero }; };
template <bool c> struct dlp_position_ { static_assert(c, DLP_TEXT_position_); enum { zero }; };
}
#define DLP_OBEYS_(rule, c) ((int)dlp_##rule##_<(c)>::zero)
#else
#define DLP_OBEYS_(rule, c) ((int)(0 * sizeof(struct { _Static_assert(c, DLP_TEXT_##rule##_); int x_; })))
#endif
#define DLP_IS_FLOAT_(type)  ((type) == DLP_TYPE_F16 || (type) == DLP_TYPE_BF16 || (type) == DLP_TYPE_F32)
#define DLP_IS_SPECIAL_(fn)  ((fn) == DLP_VFN_DIV || (fn) >= DLP_VFN_RECIP)
#define DLP_IS_SHIFT_(fn)    ((fn) == DLP_VFN_SHL || (fn) == DLP_VFN_SHR)
#define DLP_IS_INDEX_(type)  ((type) == DLP_TYPE_U8 || (type) == DLP_TYPE_U16 || (type) == DLP_TYPE_U32)

/* The type operand of dlp_vset for dlp_vfn_* and dlp_vbit_*: element type and function, DLP_VFN(F32, LT), DLP_VFN(F16, EXP).
 * Profiles without special functions (VPU_SPECIAL_LANES = 0) refuse DIV and those from RECIP on. */
#define DLP_VFN(type, function)                                                                          \
    ((DLP_TYPE_##type | DLP_VFN_##function << DLP_VEC_TYPE_FN_LSB)                                       \
     + DLP_OBEYS_(special, !DLP_IS_SPECIAL_(DLP_VFN_##function) || DLP_IS_FLOAT_(DLP_TYPE_##type))       \
     + DLP_OBEYS_(shift, !DLP_IS_SHIFT_(DLP_VFN_##function) || !DLP_IS_FLOAT_(DLP_TYPE_##type)))

/* The type operand of dlp_vset for dlp_vcvt: from, to, rounding, DLP_VCVT(F32, I16, TZ) */
#define DLP_VCVT(from, to, round) \
    (DLP_TYPE_##from | DLP_TYPE_##to << DLP_VEC_TYPE_TO_LSB | DLP_ROUND_##round << DLP_VEC_TYPE_ROUND_LSB)

/* The same for dlp_vcvt_pos: the value times 2^-position is converted; from or to is an integer type */
#define DLP_VCVT_POS(from, to, round)                                                                    \
    ((DLP_VCVT(from, to, round) | 1 << DLP_VEC_TYPE_POS_LSB)                                             \
     + DLP_OBEYS_(position, !(DLP_IS_FLOAT_(DLP_TYPE_##from) && DLP_IS_FLOAT_(DLP_TYPE_##to))))

/* The type operand of dlp_vset for dlp_vtrans, and for dlp_vgather and dlp_vscatter: element type, type of the indices */
#define DLP_VTRANS(type, function) (DLP_TYPE_##type | DLP_VTRANS_##function << DLP_VEC_TYPE_FN_LSB)
#define DLP_VINDEX(type, index)                                                                          \
    ((DLP_TYPE_##type | DLP_TYPE_##index << DLP_VEC_TYPE_INDEX_LSB)                                      \
     + DLP_OBEYS_(indices, DLP_IS_INDEX_(DLP_TYPE_##index)))

/* The value of DLP_CFG_MAT_OUT: a type, two flags, DLP_MAT_OUT_REQUANT_..., and the zero point of int8 or uint8 */
#define DLP_MAT_OUT(type, relu, bias, requant, zero)                                                     \
    ((uint32_t)(type) << DLP_MAT_OUT_TYPE_LSB | (uint32_t)!!(relu) << DLP_MAT_OUT_RELU_LSB               \
     | (uint32_t)!!(bias) << DLP_MAT_OUT_BIAS_LSB | (uint32_t)(requant) << DLP_MAT_OUT_REQUANT_LSB       \
     | ((uint32_t)(zero) & 0xffu) << DLP_MAT_OUT_ZERO_LSB)

/* The flag of DLP_CFG_MAT_OUT that makes DLP_CFG_MAT_LIMIT the largest result */
#define DLP_MAT_OUT_LIMITED (1u << DLP_MAT_OUT_LIMIT_LSB)

/* The flag of DLP_CFG_MAT_OUT that makes negative sums take their factors from DLP_CFG_MAT_SLOPE: leaky relu */
#define DLP_MAT_OUT_SLOPED (1u << DLP_MAT_OUT_SLOPE_LSB)

/* The value of DLP_CFG_MAT_TYPE: the types of input and weights, DLP_MAT_TYPE(F16, F16), DLP_MAT_TYPE(U8, I8);
 * or that with DLP_MAT_ZERO, the zero point of an integer input: DLP_MAT_TYPE(U8, I8) | DLP_MAT_ZERO(128) */
#define DLP_MAT_TYPE(in, w)                                                                              \
    ((DLP_TYPE_##in << DLP_MAT_TYPE_IN_LSB | DLP_TYPE_##w << DLP_MAT_TYPE_W_LSB)                         \
     + DLP_OBEYS_(pair, DLP_TYPE_##w == DLP_TYPE_I8 ? DLP_TYPE_##in == DLP_TYPE_I8 || DLP_TYPE_##in == DLP_TYPE_U8 \
                        : DLP_TYPE_##in == DLP_TYPE_##w && (DLP_TYPE_##w == DLP_TYPE_F16 || DLP_TYPE_##w == DLP_TYPE_BF16)))
/* the same with weights of int4 */
#define DLP_MAT_TYPE_I4(in)                                                                              \
    ((DLP_TYPE_##in << DLP_MAT_TYPE_IN_LSB | DLP_MAT_TYPE_W_I4 << DLP_MAT_TYPE_W_LSB)                    \
     + DLP_OBEYS_(pair, DLP_TYPE_##in == DLP_TYPE_I8 || DLP_TYPE_##in == DLP_TYPE_U8))
#define DLP_MAT_ZERO(zero)  (((uint32_t)(zero) & 0xffu) << DLP_MAT_TYPE_ZERO_LSB)

/* ---- control */

/* Wait until every command issued to the streams in mask (DLP_AFTER_...) has completed. */
#define dlp_sync(mask)                                                                                   \
    do {                                                                                                 \
        DLP_MASK_(mask);                                                                                 \
        __asm__ volatile(".insn i %0, %1, x0, x0, %2" :: "i"(DLP_OPC_(SYNC)), "i"(DLP_F3_(SYNC)),        \
                         "i"(mask) : "memory");                                                          \
    } while (0)

/* Wait for all streams and end the kernel; a code other than 0 is reported as a fault. */
#define dlp_exit(code)                                                                                   \
    do {                                                                                                 \
        __asm__ volatile(".insn i %0, %1, x0, %2, 0" :: "i"(DLP_OPC_(EXIT)), "i"(DLP_F3_(EXIT)),         \
                         "r"((uint64_t)(code)) : "memory");                                              \
        __builtin_unreachable();                                                                         \
    } while (0)

/* 1 when --c is not 0, by a count-jump; c is a uint64_t variable. */
#define DLP_COUNT_JUMP_(c)                                                                               \
    __extension__({                                                                                      \
        __label__ again_, end_;                                                                          \
        int jumped_;                                                                                     \
        __asm__ volatile goto(".insn j %1, %0, %l[again_]" : "+r"(c) : "i"(DLP_OPC_(CJ)) :: again_);     \
        jumped_ = 0;                                                                                     \
        goto end_;                                                                                       \
    again_:                                                                                              \
        jumped_ = 1;                                                                                     \
    end_:                                                                                                \
        jumped_;                                                                                         \
    })

/* for (uint64_t i = 0; i < n; i++), closed by a count-jump: one cycle without a bubble.  n is read once, i may stay unused. */
#define dlp_loop(i, n)                                                                                   \
    for (uint64_t i##_count = (uint64_t)(n), i __attribute__((unused)) = 0,                              \
             i##_more = (int64_t)i##_count > 0; i##_more;                                                \
         i++, i##_more = (uint64_t)DLP_COUNT_JUMP_(i##_count))

/* ---- reading state */

/* The value of DLP_CSR_...  The immediate is signed, so numbers of 0x800 and above are written negative. */
#define dlp_csr(number)                                                                                  \
    __extension__({                                                                                      \
        uint64_t value_;                                                                                 \
        __asm__ volatile(".insn i %1, %2, %0, x0, %3" : "=r"(value_) : "i"(DLP_OPC_(CSRRS)),             \
                         "i"(DLP_F3_(CSRRS)), "i"(((number) ^ 0x800) - 0x800));                          \
        value_;                                                                                          \
    })

static inline uint64_t dlp_cycle(void)   { return dlp_csr(DLP_CSR_MCYCLE); }
static inline uint64_t dlp_instret(void) { return dlp_csr(DLP_CSR_MINSTRET); }
static inline uint64_t dlp_profile(void) { return dlp_csr(DLP_CSR_PROFILEID); }

/* The start code keeps the address of the launch block in tp. */
static inline const volatile char *dlp_launch(void)
{
    const volatile char *block;

    __asm__("mv %0, tp" : "=r"(block));
    return block;
}

static inline uint32_t dlp_launch_u32_(size_t offset)
{
    return *(const volatile uint32_t *)(dlp_launch() + offset);
}

static inline uint32_t dlp_task_id(void)    { return dlp_launch_u32_(DLP_LAUNCH_TASK_ID); }
static inline uint32_t dlp_task_dim_x(void) { return dlp_launch_u32_(DLP_LAUNCH_TASK_DIM); }
static inline uint32_t dlp_task_dim_y(void) { return dlp_launch_u32_(DLP_LAUNCH_TASK_DIM + 4); }
static inline uint32_t dlp_task_dim_z(void) { return dlp_launch_u32_(DLP_LAUNCH_TASK_DIM + 8); }
static inline uint32_t dlp_core_id(void)    { return dlp_launch_u32_(DLP_LAUNCH_CORE_ID); }
static inline uint32_t dlp_cluster_id(void) { return dlp_launch_u32_(DLP_LAUNCH_CLUSTER_ID); }
static inline uint64_t dlp_arg_count(void)
{
    return *(const volatile uint64_t *)(dlp_launch() + DLP_LAUNCH_SLOTS);
}
static inline uint64_t dlp_arg(size_t slot)
{
    return *(const volatile uint64_t *)(dlp_launch() + DLP_LAUNCH_ARGS + 8 * slot);
}

/* From lib/mem.c; the compiler may call them on its own. */
#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int value, size_t n);
int   memcmp(const void *a, const void *b, size_t n);
#ifdef __cplusplus
}
#endif

/* From dlp-cc: how many argument slots each kernel takes.  The driver refuses a launch with fewer. */
#ifdef DLP_SLOTS_
DLP_SLOTS_
#endif

#include "dlp_commands.h"
#endif
