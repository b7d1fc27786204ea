/* SPDX-License-Identifier: Apache-2.0
 * file - a whole file in memory. */
#ifndef DLP_FILE_H
#define DLP_FILE_H
#include <stddef.h>

/* *bytes is freed by the caller.  0, DLP_EIO, DLP_ENOMEM. */
int dlp_file_read(const char *path, void **bytes, size_t *size);
#endif
