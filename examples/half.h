/* SPDX-License-Identifier: Apache-2.0
 * half - binary16 on the host.  The compiler rounds to nearest even, once. */
#ifndef DLP_EXAMPLES_HALF_H
#define DLP_EXAMPLES_HALF_H

/* not of ISO C before C23 */
__extension__ typedef _Float16 dlp_half;

#endif
