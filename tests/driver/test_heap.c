/* SPDX-License-Identifier: Apache-2.0
 * test_heap - the allocator of device memory, against a map with one byte for each unit of memory. */
#include <string.h>

#include "env.h"
#include "heap.h"

enum { UNIT = DLP_ALLOC_ALIGN_BYTES, UNITS = 400, LIVE = 64, ROUNDS = 20000 };
static const uint64_t BASE = 0x100000;

/* First run of n free units whose address is a multiple of align and which ends at or below limit; -1: none. */
static int map_find(const uint8_t *map, uint64_t n, uint64_t align, uint64_t limit)
{
    for (uint64_t at = 0; at + n <= UNITS; at++) {
        if ((BASE + at * UNIT) % align || BASE + (at + n) * UNIT > limit)
            continue;
        uint64_t run = 0;
        while (run < n && !map[at + run])
            run++;
        if (run == n)
            return (int)at;
    }
    return -1;
}

static void random_use_agrees_with_a_map_of_the_memory(void **state)
{
    struct dlp_heap heap;
    struct dlp_block *live[LIVE] = { NULL };
    uint8_t map[UNITS] = { 0 };
    uint64_t seed = 0x1234567, used = 0;
    unsigned failures = 0;
    (void)state;
    assert_int_equal(dlp_heap_init(&heap, BASE, UNITS * UNIT), 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct dlp_block **slot = &live[random64(&seed) % LIVE];
        if (*slot) {
            uint64_t at = ((*slot)->offset - BASE) / UNIT, n = (*slot)->size / UNIT;
            memset(map + at, 0, (size_t)n);
            used -= n;
            assert_int_equal(dlp_heap_free(&heap, *slot), 0);
            *slot = NULL;
        } else {
            uint64_t size = 1 + random64(&seed) % (30 * UNIT), n = (size + UNIT - 1) / UNIT, align = UINT64_C(1) << random64(&seed) % 14;
            uint64_t limit = random64(&seed) % 2 ? UINT64_MAX : BASE + random64(&seed) % (UNITS * UNIT);
            int want = map_find(map, n, align < UNIT ? UNIT : align, limit);
            int err = dlp_heap_alloc(&heap, size, align, limit, slot);
            assert_int_equal(err, want < 0 ? DLP_EDEVMEM : 0);
            failures += want < 0;
            if (!err) {
                assert_int_equal((*slot)->offset, BASE + (uint64_t)want * UNIT);
                assert_int_equal((*slot)->size, n * UNIT);
                memset(map + want, 1, (size_t)n);
                used += n;
            }
        }
        assert_int_equal(heap.free_bytes, (UNITS - used) * UNIT);
    }
    assert_true(failures > 100);            /* the test did reach a full memory */
    for (unsigned i = 0; i < LIVE; i++)
        if (live[i])
            assert_int_equal(dlp_heap_free(&heap, live[i]), 0);
    /* all pieces are joined again */
    assert_int_equal(dlp_heap_alloc(&heap, UNITS * UNIT, 1, UINT64_MAX, &live[0]), 0);
    assert_int_equal(dlp_heap_alloc(&heap, 1, 1, UINT64_MAX, &live[1]), DLP_EDEVMEM);
    dlp_heap_destroy(&heap);
}

static void odd_sizes_and_double_frees_are_refused(void **state)
{
    struct dlp_heap heap;
    struct dlp_block *a, *b;
    (void)state;
    assert_int_equal(dlp_heap_init(&heap, BASE, UNITS * UNIT), 0);
    assert_int_equal(dlp_heap_alloc(&heap, 0, 1, UINT64_MAX, &a), DLP_ESIZE);
    assert_int_equal(dlp_heap_alloc(&heap, UINT64_MAX, 1, UINT64_MAX, &a), DLP_EDEVMEM);
    assert_int_equal(dlp_heap_alloc(&heap, 1, 1, UINT64_MAX, &a), 0);
    assert_int_equal(dlp_heap_alloc(&heap, 1, 1, UINT64_MAX, &b), 0);
    assert_int_equal(b->offset - a->offset, UNIT);
    assert_int_equal(dlp_heap_free(&heap, a), 0);
    assert_int_equal(dlp_heap_free(&heap, a), DLP_EFREED);      /* its record is still there: its neighbour is in use */
    dlp_heap_destroy(&heap);
}

int run_heap(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_use_agrees_with_a_map_of_the_memory),
        cmocka_unit_test(odd_sizes_and_double_frees_are_refused),
    };
    return cmocka_run_group_tests_name("device memory allocator", tests, NULL, NULL);
}
