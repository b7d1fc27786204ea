// SPDX-License-Identifier: Apache-2.0
// Tests of the scalar core.  Arguments: seed, filter of test names.
#include "cpu_test.h"

uint64_t    base_seed = 1;
std::string binary_dir;

int main(int argc, char **argv)
{
    if (argc > 1) base_seed = strtoull(argv[1], nullptr, 0);
    if (argc > 2) cmocka_set_test_filter(argv[2]);
    binary_dir = argv[0];
    binary_dir = binary_dir.substr(0, binary_dir.rfind('/'));
    print_message("dlp_cpu %s, row of %u bytes, seed %llu\n", DLP ? "with streams" : "of the job scheduler", ROW, (unsigned long long)base_seed);
    return run_program_tests() + run_fetch_tests() + run_system_tests();
}
