/* SPDX-License-Identifier: Apache-2.0
 * digits_device - the digit network on a device: packs the parameters, uploads, launches, reads the logits back.
 * Thread safety: as the driver's. */
#ifndef DLP_DIGITS_DEVICE_H
#define DLP_DIGITS_DEVICE_H
#include <stddef.h>
#include <stdint.h>

#include "dlp.h"

enum dlp_digits_kind { DLP_DIGITS_INT8, DLP_DIGITS_HALF, DLP_DIGITS_INT4 };

/* Classify n images (n * 784 bytes, raw pixels) with the kernel ELF at kernel_path, which is compiled for that kind.  logits: n * 10, row by
 * row: int32 or, of halves, float.
 * cycle_limit: watchdog of the kernel, 0 = none.  0 or a negative enum dlp_error; *result is that of the launch. */
int dlp_digits_device_run(struct dlp_device *device, const char *kernel_path, enum dlp_digits_kind kind, const uint8_t *images, size_t n, void *logits,
                          uint32_t cycle_limit, struct dlp_result *result);
#endif
