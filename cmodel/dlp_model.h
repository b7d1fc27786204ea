/* SPDX-License-Identifier: Apache-2.0
 * dlp_model - the bit-accurate C model of the whole chip, as a struct dlp_chip.
 *
 * Registers, memories, completions, faults and interrupts are exactly those of the instruction set manual.  Time is an estimate: every
 * scalar instruction and every command has a cost (timing.h), streams run beside the scalar core, queues fill up, sync waits.
 * The model is deterministic: the same calls give the same results and the same cycles. */
#ifndef DLP_MODEL_H
#define DLP_MODEL_H
#include <stdint.h>

#include "dlp_chip.h"
#include "dlp_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Create a chip after reset: registers and memories are zero.  0, or DLP_EINVAL (no profile, a callback is missing), DLP_ENOMEM.
 * Give it back with (*out)->ops->destroy. */
int dlp_model_create(const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out);

/* From now on, accesses of the chip to GDRAM rows that overlap [at, at + size) end with a bus error.  size 0: none. */
void dlp_model_fail_gdram(struct dlp_chip *chip, uint64_t at, uint64_t size);

/* Harts are the DLP cores 0, 1, .. and, last, the job scheduler core. */
unsigned dlp_model_harts(const struct dlp_chip *chip);

#ifdef __cplusplus
}
#endif
#endif
