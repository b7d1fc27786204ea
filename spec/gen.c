/* SPDX-License-Identifier: Apache-2.0
 * gen - checks the specification and prints one view of it to stdout:
 *   gen h | enums | config | vh | cfgvh      a header
 *   gen md-TABLE | gtkw-WHAT                 one table
 *   gen md FILE                              FILE with the text between <!-- spec:TABLE --> and
 *                                            <!-- /spec --> replaced by the table
 *   gen check                                nothing
 * A bad specification is refused: nothing is printed, the exit code is 1. */
#include <string.h>

#include "gen.h"

static const struct { const char *name; void (*print)(FILE *f); } views[] = {
    { "h", print_h },   { "enums", print_enums },     { "config", print_config_h },
    { "vh", print_vh }, { "cfgvh", print_config_vh },
};

static int usage(void)
{
    fprintf(stderr, "usage: gen h | enums | config | vh | cfgvh | md-TABLE | gtkw-WHAT | md FILE | check\n");
    return 2;
}

static int fill_file(const char *path)
{
    FILE *in = fopen(path, "r");
    int rc;

    if (!in) {
        perror(path);
        return 1;
    }
    rc = fill_md(in, stdout);
    fclose(in);
    if (rc)
        fprintf(stderr, "%s: unknown table, or markers that do not pair\n", path);
    return rc ? 1 : 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return usage();
    if (check_spec() != 0)
        return 1;
    if (argc == 3 && !strcmp(argv[1], "md"))
        return fill_file(argv[2]);
    if (argc != 2)
        return usage();
    if (!strcmp(argv[1], "check"))
        return 0;
    for (size_t k = 0; k < sizeof views / sizeof views[0]; k++)
        if (!strcmp(argv[1], views[k].name)) {
            views[k].print(stdout);
            return 0;
        }
    if (!strncmp(argv[1], "md-", 3) && print_md(stdout, argv[1] + 3) == 0)
        return 0;
    if (!strncmp(argv[1], "gtkw-", 5) && print_gtkw(stdout, argv[1] + 5) == 0)
        return 0;
    return usage();
}
