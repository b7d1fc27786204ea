/* SPDX-License-Identifier: Apache-2.0
 * test_driver - tests of the host library on one backend:  test_driver BACKEND KERNELS_ELF [PROFILE] */
#include <stdio.h>
#include <string.h>

#include "env.h"

struct env env = { .profile = "full", .scale = 1 };

struct dlp_device *open_device(const struct dlp_options *options)
{
    char why[256] = "";
    struct dlp_options o = options ? *options : (struct dlp_options){ 0 };
    struct dlp_device *dev = NULL;
    o.detail = why;
    o.detail_bytes = sizeof why;
    int err = dlp_device_open(o.create ? "chip" : env.backend, env.profile, &o, &dev);
    if (err)
        fail_msg("open: %s (%s)", dlp_strerror(err), why);
    return dev;
}

void open_loaded(struct loaded *b, const struct dlp_options *options)
{
    b->dev = open_device(options);
    assert_int_equal(dlp_buffer_create(b->dev, 4096, &b->out), 0);
    assert_int_equal(dlp_buffer_info(b->out, &b->address, NULL), 0);
    assert_int_equal(dlp_queue_create(b->dev, 1000, &b->q), 0);
    assert_int_equal(dlp_module_load_file(b->dev, env.kernels, &b->m), 0);
}

void close_loaded(struct loaded *b)
{
    assert_int_equal(dlp_device_close(b->dev), 0);
}

uint64_t random64(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: test_driver BACKEND KERNELS_ELF [PROFILE]\n");
        return 2;
    }
    env.backend = argv[1];
    env.kernels = argv[2];
    if (argc > 3)
        env.profile = argv[3];
    env.cores = strcmp(env.backend, "null") != 0;
    env.scale = strcmp(env.backend, "rtl") == 0 ? 32 : 1;
    int failed = 0;
    if (!env.cores)                 /* once is enough for what needs no device */
        failed += run_pcie() + run_heap() + run_elf();
    failed += run_device() + run_copy() + run_launch() + run_faults() + run_cancel() + run_counters();
    return failed != 0;
}
