/* SPDX-License-Identifier: Apache-2.0
 * vpu_ref - what a vector command does, written from docs/isa.md section 7 with the host's float unit.
 * Simple and slow on purpose: it shares nothing with the RTL or, special functions excepted, the C model. */
#ifndef VPU_REF_H
#define VPU_REF_H
#include <stdbool.h>
#include <stdint.h>

#define VPU_CFGS 11

struct vpu_cmd {
    uint32_t op;                    /* DLP_VOP_* */
    uint64_t rd, rs1, rs2;
    uint32_t cfg[VPU_CFGS];         /* by DLP_CFG_VEC_* */
};

/* Destination range of a command that writes, for the check of stray writes. */
struct vpu_range {
    uint64_t offset, bytes;
};

/* The unit has no special functions. */
extern bool vpu_ref_no_special;

/* Carry out the command on nram.  Returns the fault code; *addr is its address; *dst is empty unless the command writes. */
uint32_t vpu_ref(uint8_t *nram, uint64_t nram_bytes, const struct vpu_cmd *c, uint64_t *addr, struct vpu_range *dst);

#endif
