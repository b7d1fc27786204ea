/* SPDX-License-Identifier: Apache-2.0
 * dlp_tb - the test bench: runs workloads on the verilated RTL in lock-step with the C model, on the model alone, and compares everything.
 * Exit status: enum tb_status. */
#define _GNU_SOURCE     /* getopt_long, clock_gettime */
#include "dlp_tb.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "dlp_model.h"
#include "dlp_spec.h"
#include "source_line.h"

enum { PROGRAMS_MAX = 1000000, IMAGES_MAX = 500, LATENCY_MAX = 1000000 };

static const char usage_text[] =
    "usage: dlp_tb [options] [test ...]        run tests (default: all) and print a table\n"
    "       dlp_tb [options] --kernel FILE:NAME [argument ...]\n"
    "\n"
    "  -l, --list               names of the tests\n"
    "  -b, --backend WHICH      lockstep (default: RTL compared with the model at every instruction and command),\n"
    "                           rtl (no comparison while it runs: faster), model (no RTL)\n"
    "  -p, --profile NAME       edu, edge or full (default full); needs `make verilate PROFILE=NAME`\n"
    "  -s, --seed N             seed of data and random programs, 64 bits (default 1)\n"
    "  -n, --programs N         random programs, 0 to 1000000 (default 20)\n"
    "  -i, --images N           digits to classify, 1 to 500 (default 100)\n"
    "      --digits FILE        labelled digits (default: examples/digits/digits_test.bin, beside this program)\n"
    "  -d, --delays             random bus latency and back-pressure, from the seed\n"
    "      --latency N          cycles of a memory access, 1 to 1000000 (default 24)\n"
    "  -k, --kernel FILE:NAME   run one kernel; an argument is an integer from -2^63 to 2^64-1, buf:BYTES (zeros),\n"
    "                           file:PATH (its content) or out:BYTES:PATH (zeros, written to PATH after the kernel);\n"
    "                           -- goes before the first argument if one is negative\n"
    "  -c, --limit N            cycle limit of the kernel, 0 to 4294967295; 0: none (default 100000000)\n"
    "  -t, --trace FILE         write an FST trace; needs `make verilate-trace`\n"
    "      --from N, --to N     only these cycles of it, 64 bits\n"
    "  -h, --help               this text\n"
    "\n"
    "A number is decimal, 0x hexadecimal, or octal behind a 0.\n"
    "Exit status: 0 all is equal, 1 a difference or a kernel that failed, 2 an error in options, arguments or files.\n"
    "Environment: DLP_BUILD is the folder with chips, kernels and firmware (default: build, beside this program); DLP_RTL_LIBRARY is the verilated\n"
    "chip (default: PROFILE/libdlp_rtl.so there; not with --trace); NO_COLOR=1: no colours.\n";

int tb_fail(struct tb *tb, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(tb->error, sizeof tb->error, format, args);
    va_end(args);
    return -1;
}

static int fail_fault(struct tb *tb, const struct dlp_fault_report *fault, const char *what)
{
    char source[512] = "", value[48];
    if (fault->code == DLP_FAULT_EXIT_CODE)         /* the address of a fault is not always one */
        snprintf(value, sizeof value, "exit code %" PRIu32, fault->exit_code);
    else if (fault->code == DLP_FAULT_ILLEGAL)
        snprintf(value, sizeof value, "word 0x%08" PRIx64, fault->address);
    else
        snprintf(value, sizeof value, "address 0x%" PRIx64, fault->address);
    const bool has_line = tb->elf[0] && fault->pc_in_file && dlp_source_line_in_file(tb->elf, fault->pc_in_file, source, sizeof source) == 0;
    return tb_fail(tb, "%s: %s: 0x%02" PRIx32 " %s (%s), core %" PRIu32 ", pc 0x%" PRIx64 ", %s%s%s", what, dlp_strerror(DLP_EFAULT),
                   fault->code, fault->name, fault->text, fault->core, fault->pc, value,
                   has_line ? "\n  source: " : "", has_line ? source : "");
}

int tb_fail_dlp(struct tb *tb, struct dlp_device *device, const char *what, int err)
{
    struct dlp_fault_report fault = { 0 };
    char detail[256] = "";
    if (tb->error[0])
        return -1;
    dlp_device_detail(device, detail, sizeof detail);
    if (err == DLP_EFAULT && dlp_device_fault(device, &fault) == 0)
        return fail_fault(tb, &fault, what);
    return tb_fail(tb, "%s: %s%s%s", what, dlp_strerror(err), detail[0] ? ": " : "", detail);
}

uint32_t tb_random(uint64_t *state)
{
    if (*state == 0)
        *state = 1;
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)((*state * 0x2545f4914f6cdd1dULL) >> 32);
}

/* ---- devices */
static int create_chip(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    struct tb *tb = ctx;
    int err = !tb->chip_is_rtl ? dlp_model_create(profile, host, out)
            : tb->use_lockstep ? dlp_lockstep_create(&tb->library, profile, host, &tb->rtl_options, out)
                               : tb->library.create(profile, host, &tb->rtl_options, out);
    tb->chip = err ? NULL : *out;
    return err;
}

void tb_fail_gdram(struct tb *tb, uint64_t at, uint64_t size)
{
    if (!tb->chip_is_rtl)
        dlp_model_fail_gdram(tb->chip, at, size);
    else if (tb->use_lockstep)
        dlp_lockstep_fail_gdram(tb->chip, at, size);
    else
        tb->library.fail_gdram(tb->chip, at, size);
}

const char *tb_kernel_file(struct tb *tb, const char *name)
{
    snprintf(tb->elf, sizeof tb->elf, "%s/%s/kernels/%s.elf", tb->build, tb->profile->name, name);
    return tb->elf;
}

int tb_open_device(struct tb *tb, bool rtl, struct dlp_device **out)
{
    char detail[256] = "";
    struct dlp_options options = { .detail = detail, .detail_bytes = sizeof detail, .timeout_ms = 600000, .create = create_chip, .create_ctx = tb };
    tb->chip_is_rtl = rtl;
    int err = dlp_device_open("chip", tb->profile->name, &options, out);
    return err ? tb_fail(tb, "opening the device: %s%s%s", dlp_strerror(err), detail[0] ? ": " : "", detail) : 0;
}

int tb_check_lockstep(struct tb *tb)
{
    if (!tb->chip || !tb->chip_is_rtl)
        return 0;
    struct dlp_rtl_bus_report bus;
    tb->library.bus(tb->use_lockstep ? dlp_lockstep_rtl(tb->chip) : tb->chip, &bus);
    const struct dlp_lockstep_report *r = tb->use_lockstep ? dlp_lockstep_report(tb->chip) : NULL;
    if (r && r->differs) {
        char before[512], firmware[TB_PATH_BYTES], line[640] = "", *head = line;
        snprintf(before, sizeof before, "%.*s", (int)sizeof before - 1, tb->error);
        snprintf(firmware, sizeof firmware, "%s/firmware/firmware.elf", tb->build);
        if (r->has_pc) {
            head += sprintf(line, "\n  source: ");
            dlp_source_line(r->firmware ? firmware : tb->elf[0] ? tb->elf : NULL, r->start_pc, r->pc, head, sizeof line - (size_t)(head - line));
        }
        return tb_fail(tb, "RTL and model differ in cycle %" PRIu64 "\n  %s%s%s%s", r->cycle, r->text, line, before[0] ? "\n  then: " : "", before);
    }
    if (bus.protocol_errors)
        return tb_fail(tb, "the RTL broke AXI rules %" PRIu64 " times", bus.protocol_errors);
    return 0;
}

/* ---- one test */
struct totals { uint64_t instructions, commands, rtl_cycles; double rtl_seconds; };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run_on(struct tb *tb, const struct tb_test *test, bool rtl, uint8_t *out, struct dlp_result *result, struct totals *totals)
{
    struct dlp_device *device = NULL;
    double start = now();
    tb->chip = NULL;
    if (tb_open_device(tb, rtl, &device))
        return -1;
    int err = test->run(tb, test, device, out, result);
    if (rtl) {
        if (tb_check_lockstep(tb))
            err = -1;
        totals->rtl_cycles += tb->chip->ops->cycles(tb->chip);
        totals->rtl_seconds += now() - start;
        if (tb->use_lockstep) {
            totals->instructions += dlp_lockstep_report(tb->chip)->instructions;
            totals->commands += dlp_lockstep_report(tb->chip)->commands;
        }
    }
    dlp_device_close(device);
    tb->chip = NULL;
    return err;
}

static int run_test(struct tb *tb, const struct tb_test *test, struct dlp_result *rtl, struct dlp_result *model, struct totals *totals)
{
    tb->error[0] = tb->elf[0] = 0;
    size_t n = test->out_bytes(tb, test);
    uint8_t *out_rtl = calloc(1, n + 1), *out_model = calloc(1, n + 1);
    int err = out_rtl && out_model ? 0 : tb_fail(tb, "out of memory");
    if (err == 0 && tb->use_rtl)
        err = run_on(tb, test, true, out_rtl, rtl, totals);
    if (err == 0 && tb->use_model)
        err = run_on(tb, test, false, out_model, model, totals);
    if (err == 0 && tb->use_rtl && tb->use_model)
        for (size_t i = 0; i < n && err == 0; i++)
            if (out_rtl[i] != out_model[i])
                err = tb_fail(tb, "result byte %zu: RTL 0x%02x, model 0x%02x", i, out_rtl[i], out_model[i]);
    if (err == 0 && test->check)
        err = test->check(tb, test, tb->use_rtl ? out_rtl : out_model);
    free(out_rtl);
    free(out_model);
    return err;
}

/* ---- screen */
static bool is_terminal, color;

static void progress(size_t done, size_t all, const char *name)
{
    enum { WIDTH = 24 };
    if (!is_terminal)
        return;
    size_t filled = all ? done * WIDTH / all : WIDTH;
    fprintf(stderr, "\r\033[K[");
    for (size_t i = 0; i < WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %zu/%zu %s", done, all, name);
    fflush(stderr);
}

static void progress_end(void)
{
    if (is_terminal)
        fprintf(stderr, "\r\033[K");
}

static void print_number(uint64_t value)
{
    if (value)
        printf(" %11" PRIu64, value);
    else
        printf(" %11s", "-");
}

static void print_row(const struct tb *tb, const struct tb_test *test, int err, const struct dlp_result *rtl, const struct dlp_result *model)
{
    printf("%-9s", test->name);
    print_number(rtl->cycles);
    print_number(model->cycles);
    const struct dlp_result *r = tb->use_rtl ? rtl : model;
    if (r->cycles && r->mxu_rows)
        printf(" %8.1f %%", 100.0 * (double)r->mxu_rows / (double)r->cycles);
    else
        printf(" %10s", "-");
    const char *verdict = err ? "DIFFERS" : tb->use_rtl && tb->use_model ? "equal" : "right";
    printf("  %s%s%s%s%s\n", color ? (err ? "\033[31m" : "\033[32m") : "", verdict, color ? "\033[0m" : "", *tb->remark ? ", " : "", tb->remark);
}

void tb_print_word(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,:/@%";
    if (strspn(word, plain) == strlen(word)) {
        fputs(word, stdout);
        return;
    }
    putchar('\'');
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*word);
    putchar('\'');
}

/* The library of the verilated chip as make leaves it. */
static void library_path(const struct tb *tb, bool trace, char *path, size_t n)
{
    snprintf(path, n, "%s/%s/libdlp_rtl%s.so", tb->build, tb->profile->name, trace ? "_trace" : "");
}

void tb_print_failure(const struct tb *tb)
{
    char path[TB_PATH_BYTES];
    printf("  %s\n", tb->error);
    library_path(tb, true, path, sizeof path);
    if (tb->use_rtl && access(path, R_OK) != 0)
        printf("  before the replay: make verilate-trace PROFILE=%s\n", tb->profile->name);
    printf("  replay: %s --profile %s --seed %" PRIu64 " --programs %u --images %u%s", tb->program, tb->profile->name, tb->seed, tb->programs, tb->images,
           tb->rtl_options.seed ? " --delays" : "");
    if (tb->rtl_options.latency)
        printf(" --latency %u", tb->rtl_options.latency);
    if (tb->digits_given) {
        printf(" --digits ");
        tb_print_word(tb->digits);
    }
    printf(" --backend %s%s", tb->use_lockstep ? "lockstep" : tb->use_rtl ? "rtl" : "model", tb->use_rtl ? " --trace wave.fst" : "");
}

static int run_all(struct tb *tb, char **names, int count)
{
    int failed = 0, ran = 0;
    struct totals totals = { 0 };
    for (int i = 0; i < count; i++) {
        size_t k = 0;
        while (k < tb_test_count && strcmp(names[i], tb_tests[k].name) != 0)
            k++;
        if (k == tb_test_count) {
            fprintf(stderr, "dlp_tb: no such test: %s (see --list)\n", names[i]);
            return TB_USAGE;
        }
    }
    printf("%-9s %11s %11s %10s  %s\n", "test", "RTL cycles", "model", "array busy", "result");
    for (size_t k = 0; k < tb_test_count; k++) {
        const struct tb_test *test = &tb_tests[k];
        bool wanted = count == 0;
        for (int i = 0; i < count; i++)
            wanted |= strcmp(names[i], test->name) == 0;
        if (!wanted)
            continue;
        if (test->fits && !test->fits(tb, test)) {
            printf("%-9s %11s %11s %10s  does not fit profile %s\n", test->name, "-", "-", "-", tb->profile->name);
            continue;
        }
        struct dlp_result rtl = { 0 }, model = { 0 };
        progress(k, tb_test_count, test->what);
        *tb->remark = 0;
        int err = run_test(tb, test, &rtl, &model, &totals);
        progress_end();
        print_row(tb, test, err, &rtl, &model);
        if (err) {
            tb_print_failure(tb);
            printf(" %s\n", test->name);
        }
        fflush(stdout);
        failed += err != 0;
        ran++;
    }
    if (tb->use_lockstep)
        printf("compared at retirement: %" PRIu64 " instructions, %" PRIu64 " commands\n", totals.instructions, totals.commands);
    if (totals.rtl_seconds > 0)
        printf("RTL simulation: %" PRIu64 " cycles, %.0f thousand per second\n", totals.rtl_cycles, (double)totals.rtl_cycles / totals.rtl_seconds / 1000);
    printf("%d passed, %d failed\n", ran - failed, failed);
    return failed ? TB_DIFFERS : TB_EQUAL;
}

/* ---- options */
static int set_backend(struct tb *tb, const char *name)
{
    tb->use_rtl = strcmp(name, "lockstep") == 0 || strcmp(name, "rtl") == 0;
    tb->use_lockstep = strcmp(name, "lockstep") == 0;
    tb->use_model = true;
    return tb->use_rtl || strcmp(name, "model") == 0 ? 0 : -1;
}

/* strtoull alone would take "-1" and " 1". */
static uint64_t number(const char *text, const char *what, uint64_t least, uint64_t most)
{
    char *end = NULL;
    errno = 0;
    uint64_t value = isdigit((unsigned char)text[0]) ? strtoull(text, &end, 0) : 0;
    if (!end || *end || errno || value < least || value > most) {
        fprintf(stderr, "dlp_tb: %s: '%s' is not a number from %" PRIu64 " to %" PRIu64 "\n", what, text, least, most);
        exit(TB_USAGE);
    }
    return value;
}

enum { PLACE_BYTES = TB_PATH_BYTES - 256 };       /* and room for the names of files in it */

/* The place of name beside this program, wherever it was started; path has PLACE_BYTES. */
static const char *beside(const char *name, char *path)
{
    const size_t bytes = strlen(name) + 1;
    ssize_t n = readlink("/proc/self/exe", path, PLACE_BYTES - bytes);
    while (n > 0 && path[n - 1] != '/')
        n--;
    memcpy(path + (n > 0 ? n : 0), name, bytes);
    return path;
}

int main(int argc, char **argv)
{
    enum { OPT_LATENCY = 256, OPT_FROM, OPT_TO, OPT_DIGITS };
    static const struct option longs[] = {
        { "list", no_argument, NULL, 'l' }, { "backend", required_argument, NULL, 'b' }, { "profile", required_argument, NULL, 'p' },
        { "seed", required_argument, NULL, 's' }, { "programs", required_argument, NULL, 'n' }, { "images", required_argument, NULL, 'i' },
        { "digits", required_argument, NULL, OPT_DIGITS },
        { "delays", no_argument, NULL, 'd' }, { "latency", required_argument, NULL, OPT_LATENCY }, { "kernel", required_argument, NULL, 'k' },
        { "limit", required_argument, NULL, 'c' }, { "trace", required_argument, NULL, 't' }, { "from", required_argument, NULL, OPT_FROM },
        { "to", required_argument, NULL, OPT_TO }, { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 } };
    struct tb tb = { .program = argv[0], .seed = 1, .programs = 20, .images = 100 };
    const char *profile = "full";
    char *kernel = NULL, path[TB_PATH_BYTES], build[PLACE_BYTES], digits[PLACE_BYTES];
    bool delays = false;
    uint32_t limit = 100000000;
    int opt;
    set_backend(&tb, "lockstep");
    tb.rtl_options.trace_to = UINT64_MAX;
    is_terminal = isatty(STDERR_FILENO) != 0;
    color = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    while ((opt = getopt_long(argc, argv, "lb:p:s:n:i:dk:c:t:h", longs, NULL)) != -1)
        switch (opt) {
        case 'l':
            for (size_t k = 0; k < tb_test_count; k++)
                printf("%-9s %s\n", tb_tests[k].name, tb_tests[k].what);
            return TB_EQUAL;
        case 'b':
            if (set_backend(&tb, optarg)) {
                fprintf(stderr, "dlp_tb: no such backend: %s (lockstep, rtl or model)\n", optarg);
                return TB_USAGE;
            }
            break;
        case 'p': profile = optarg; break;
        case 's': tb.seed = number(optarg, "--seed", 0, UINT64_MAX); break;
        case 'n': tb.programs = (unsigned)number(optarg, "--programs", 0, PROGRAMS_MAX); break;
        case 'i': tb.images = (unsigned)number(optarg, "--images", 1, IMAGES_MAX); break;
        case OPT_DIGITS: tb.digits = optarg; tb.digits_given = true; break;
        case 'd': delays = true; break;
        case 'k': kernel = optarg; break;
        case 'c': limit = (uint32_t)number(optarg, "--limit", 0, UINT32_MAX); break;
        case 't': tb.rtl_options.trace_file = optarg; break;
        case OPT_LATENCY: tb.rtl_options.latency = (unsigned)number(optarg, "--latency", 1, LATENCY_MAX); break;
        case OPT_FROM: tb.rtl_options.trace_from = number(optarg, "--from", 0, UINT64_MAX); break;
        case OPT_TO: tb.rtl_options.trace_to = number(optarg, "--to", 0, UINT64_MAX); break;
        case 'h': fputs(usage_text, stdout); return TB_EQUAL;
        default: fputs(usage_text, stderr); return TB_USAGE;
        }
    tb.profile = dlp_profile_by_name(profile);
    if (!tb.profile) {
        fprintf(stderr, "dlp_tb: no such profile: %s (edu, edge or full)\n", profile);
        return TB_USAGE;
    }
    if (tb.rtl_options.trace_from > tb.rtl_options.trace_to) {
        fprintf(stderr, "dlp_tb: --from is behind --to\n");
        return TB_USAGE;
    }
    if (delays)
        tb.rtl_options.seed = tb.seed | 1;
    tb.build = getenv("DLP_BUILD");
    if (!tb.build || !tb.build[0])
        tb.build = beside("build", build);
    if (!tb.digits)
        tb.digits = beside("examples/digits/digits_test.bin", digits);
    if (tb.use_rtl) {
        const char *why = NULL;
        bool trace = tb.rtl_options.trace_file != NULL;
        const char *library = getenv("DLP_RTL_LIBRARY");
        if (library && library[0] && !trace)
            snprintf(path, sizeof path, "%s", library);
        else
            library_path(&tb, trace, path, sizeof path);
        if (dlp_rtl_library_open(path, &tb.library, &why)) {
            fprintf(stderr, "dlp_tb: %s: %s\nrun `make verilate%s PROFILE=%s` first\n", path, why ? why : "?", trace ? "-trace" : "", tb.profile->name);
            return TB_USAGE;
        }
    }
    return kernel ? tb_run_kernel(&tb, kernel, argv + optind, argc - optind, limit) : run_all(&tb, argv + optind, argc - optind);
}
