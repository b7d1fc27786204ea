/* SPDX-License-Identifier: Apache-2.0
 * dlp_profiles - the parameters of each profile.  The fields of struct dlp_profile are printed in the
 * order of the rows, so a column of config.def is an initialiser. */
#include "dlp_config.h"

#include "dlp_spec.h"

const struct dlp_profile dlp_profiles[] = {
    { "edu", DLP_PROFILE_EDU,
#define DLP_PARAM(name, edu, edge, full, min, max, doc) edu,
#include "config.def"
    },
    { "edge", DLP_PROFILE_EDGE,
#define DLP_PARAM(name, edu, edge, full, min, max, doc) edge,
#include "config.def"
    },
    { "full", DLP_PROFILE_FULL,
#define DLP_PARAM(name, edu, edge, full, min, max, doc) full,
#include "config.def"
    },
};
const size_t dlp_profile_count = sizeof dlp_profiles / sizeof dlp_profiles[0];

/* Equal, but for the case of ASCII letters: profile names hold letters only. */
static int same_name(const char *a, const char *b)
{
    while (*a && (*a | 0x20) == (*b | 0x20))
        a++, b++;
    return *a == 0 && *b == 0;
}

const struct dlp_profile *dlp_profile_by_name(const char *name)
{
    for (size_t k = 0; k < dlp_profile_count; k++)
        if (name && same_name(dlp_profiles[k].name, name))
            return &dlp_profiles[k];
    return NULL;
}

const struct dlp_profile *dlp_profile_by_number(uint32_t number)
{
    for (size_t k = 0; k < dlp_profile_count; k++)
        if (dlp_profiles[k].number == number)
            return &dlp_profiles[k];
    return NULL;
}
