/* SPDX-License-Identifier: Apache-2.0
 * gen_check - what the rules of the specification share. */
#ifndef DLP_GEN_CHECK_H
#define DLP_GEN_CHECK_H
#include "gen.h"

/* Print the rule that row a breaks, and row b when two rows are in conflict (else NULL). */
__attribute__((format(printf, 3, 4)))
void refuse(const struct row *a, const struct row *b, const char *fmt, ...);

/* Is word one of the words of a list that is separated by blanks? */
int listed(const char *word, const char *list);

void check_isa(void);
void check_map(void);       /* mem.def, regs.def */
void check_config(void);
#endif
