/* SPDX-License-Identifier: Apache-2.0
 * dlp_vpu - what the files of the vector unit share. */
#ifndef DLP_VPU_H
#define DLP_VPU_H
#include "model.h"

enum { DIM_MAX = 65535 };               /* of pooling and vtrans */

/* configuration register of the command cmd */
#define CFG(name) cmd->cfg[DLP_CFG_VEC_##name - DLP_CFG_VEC_N]

/* An operand of so many bytes in NRAM, to *r; true and the fault in *out if it is not there. */
bool dlp_vpu_operand_bad(struct core *c, struct outcome *out, uint64_t addr, uint64_t bytes, bool write, struct range *r);

/* The same of a destination, whose address is addr, that meets a source; same_allowed: but for a source that begins with it. */
bool dlp_vpu_overlap_bad(struct outcome *out, const struct range *dst, const struct range *src, bool same_allowed, uint64_t addr);

#endif
