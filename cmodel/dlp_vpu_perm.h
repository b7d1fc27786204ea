/* SPDX-License-Identifier: Apache-2.0
 * dlp_vpu_perm - the commands of the vector unit that only move elements: vtrans, vgather, vscatter. */
#ifndef DLP_VPU_PERM_H
#define DLP_VPU_PERM_H
#include "model.h"

/* VEC_TYPE[31:4] of one of these commands: false if the command does not know it. */
bool dlp_vpu_perm_type(unsigned op, uint32_t rest);

/* Check, execute and account a command whose VEC_TYPE is good and which has something to do. */
void dlp_vpu_perm(struct core *c, const struct command *cmd, struct outcome *out);

#endif
