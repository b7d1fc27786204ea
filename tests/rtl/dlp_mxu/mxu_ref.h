/* SPDX-License-Identifier: Apache-2.0
 * mxu_ref - matrix commands computed straight from the formulas of docs/isa.md, section 8, with host floats and int64. */
#ifndef MXU_REF_H
#define MXU_REF_H
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum mxu_requant { MXU_NONE = 0, MXU_FLOAT = 1, MXU_FIXED = 2 };

/* A command in plain numbers; matmul sets the conv-only fields to neutral values. */
struct mxu_cmd {
    bool     conv;
    uint64_t rd, rs1, rs2;
    uint32_t hi, wi, ci, co, ho, wo, kh, kw, sh, sw, pt, pl, dh, dw;
    uint32_t in_stride, out_stride, w_stride;
    uint32_t in_type, w_type;           /* of source and weights: int8 or uint8 and int8 or int4 (DLP_MAT_TYPE_W_I4), half and half, bfloat16 and bfloat16 */
    uint8_t  in_zero;                   /* of an integer source */
    uint32_t type;                      /* of the results */
    uint32_t requant;
    bool     relu, use_bias, limited, sloped;
    uint8_t  zero;
    uint32_t limit;
    uint32_t bias, scale, shift, slope; /* WRAM addresses */
};

/* The value of MAT_TYPE. */
uint32_t mxu_ref_types(const struct mxu_cmd *c);

/* Apply a legal command to images of NRAM and WRAM; floats are added in groups of dim products. */
void mxu_ref(const struct mxu_cmd *c, uint32_t dim, uint8_t *nram, const uint8_t *wram);

/* fixed(t, m, s) of the manual. */
int32_t mxu_ref_fixed(int32_t t, int32_t m, int32_t s);

#ifdef __cplusplus
}
#endif
#endif
