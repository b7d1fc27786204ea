/* SPDX-License-Identifier: Apache-2.0
 * dlp_tb.h - what the tests of the test bench share. */
#ifndef DLP_TB_H
#define DLP_TB_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dlp.h"
#include "dlp_config.h"
#include "lockstep.h"

/* exit status; TB_USAGE: an error in options, arguments or files, nothing was run that could be replayed */
enum tb_status { TB_EQUAL = 0, TB_DIFFERS = 1, TB_USAGE = 2 };

enum { TB_PATH_BYTES = 4096 };

struct tb {
    const struct dlp_profile *profile;
    bool use_rtl, use_model, use_lockstep;
    struct dlp_rtl_library library;     /* when use_rtl */
    struct dlp_rtl_options rtl_options;
    uint64_t seed;
    unsigned programs, images;
    const char *digits;                 /* the file of labelled digits */
    bool digits_given;                  /* by the user: part of a replay */
    const char *program;                /* how it was started */
    const char *build;                  /* where everything was built */
    char elf[TB_PATH_BYTES];            /* the kernel file in use, for line numbers; "": not known */
    struct dlp_chip *chip;              /* of the device that is open: RTL, lock-step or model */
    bool chip_is_rtl;
    char remark[64];                    /* what a test says behind its verdict; "": nothing */
    char error[3072];                   /* why a test failed */
};

/* A workload: runs on one device and leaves what it computed in out (malloc'ed by the bench, out_bytes long). */
struct tb_test {
    const char *name, *what;
    int (*run)(struct tb *tb, const struct tb_test *test, struct dlp_device *device, uint8_t *out, struct dlp_result *result);
    size_t (*out_bytes)(const struct tb *tb, const struct tb_test *test);
    /* compare with values worked out independently; 0 or -1 with tb->error */
    int (*check)(struct tb *tb, const struct tb_test *test, const uint8_t *out);
    /* false: the profile's memories are too small; NULL: always fits */
    bool (*fits)(const struct tb *tb, const struct tb_test *test);
    unsigned size, type;                /* parameters of the test; GEMM: DLP_TYPE_* of the elements */
};

extern const struct tb_test tb_tests[];
extern const size_t tb_test_count;

/* dlp_tb_faults.c: kernels that end with a fault */
int tb_faults_run(struct tb *tb, const struct tb_test *test, struct dlp_device *device, uint8_t *out, struct dlp_result *result);
size_t tb_faults_bytes(const struct tb *tb, const struct tb_test *test);
int tb_faults_check(struct tb *tb, const struct tb_test *test, const uint8_t *out);

/* dlp_tb_kernel.c: run one kernel of the user's, FILE:NAME with arguments in words; a status */
int tb_run_kernel(struct tb *tb, char *file_and_name, char **words, int count, uint32_t limit);

/* 0 or -1 with tb->error.  The second: what RTL and bus checks have found until now. */
int tb_open_device(struct tb *tb, bool rtl, struct dlp_device **out);
int tb_check_lockstep(struct tb *tb);
/* tb->error, and the command that shows it again up to the name of the test or --kernel. */
void tb_print_failure(const struct tb *tb);
/* A word as a shell takes it. */
void tb_print_word(const char *word);

/* Set tb->error; returns -1. */
int tb_fail(struct tb *tb, const char *format, ...);
/* The same with the text of a library error and the device's own words. */
int tb_fail_dlp(struct tb *tb, struct dlp_device *device, const char *what, int err);

/* From now on, accesses of the open device to GDRAM in [at, at + size) end with a bus error.  size 0: none. */
void tb_fail_gdram(struct tb *tb, uint64_t at, uint64_t size);

/* The file of a built kernel, which is the one in use from now on. */
const char *tb_kernel_file(struct tb *tb, const char *name);

/* Random numbers of a seed (xorshift64*). */
uint32_t tb_random(uint64_t *state);
#endif
