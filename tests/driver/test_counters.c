/* SPDX-License-Identifier: Apache-2.0
 * test_counters - what the counters of a core tell on each device. */
#include <string.h>

#include "env.h"

/* docs/isa.md, section 4: the C model has no banks */
static void conflicts_are_counted_by_the_chip_and_read_zero_on_the_model(void **state)
{
    struct loaded l;
    struct dlp_kernel *k;
    uint64_t count[2] = { 99, 0 };
    (void)state;
    open_loaded(&l, NULL);
    assert_int_equal(dlp_module_kernel(l.m, "conflicts", &k), 0);
    assert_int_equal(dlp_queue_launch(l.q, k, &l.address, 1, 0, NULL), 0);
    assert_int_equal(dlp_queue_sync(l.q, 20000), 0);
    assert_int_equal(dlp_buffer_read(l.out, 0, count, sizeof count), 0);
    if (strcmp(env.backend, "model") == 0)
        assert_int_equal(count[0], 0);
    else
        assert_in_range(count[0], 1, 2 * count[1]);         /* a cycle has at most two losers: three ports */
    assert_true(count[1] > 0);
    close_loaded(&l);
}

int run_counters(void)
{
    const struct CMUnitTest with_cores[] = { cmocka_unit_test(conflicts_are_counted_by_the_chip_and_read_zero_on_the_model) };
    return env.cores ? cmocka_run_group_tests_name("counters", with_cores, NULL, NULL) : 0;
}
