/* SPDX-License-Identifier: Apache-2.0
 * dlp_tb --kernel: one kernel of the user's, with arguments from the command line. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlp_tb.h"

enum { ARGS_MAX = 16 };

/* bytes 0: a plain value.  Else a buffer of that size, with the data of a file or zeros; out_path: where it goes after the kernel. */
struct argument {
    const char *text, *out_path;
    FILE *out;
    uint64_t value, bytes;
    uint8_t *data;
    struct dlp_buffer *buffer;
};

struct run {
    const char *file, *name;
    struct argument arg[ARGS_MAX];
    int count;
    struct dlp_device *device;
    struct dlp_kernel *kernel;
    struct dlp_queue *queue;
};

/* ---- arguments */
static uint8_t *read_file(const char *path, uint64_t *n)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    uint8_t *data = NULL;
    long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (size > 0) {
        rewind(f);
        data = malloc((size_t)size);
        if (data && fread(data, 1, (size_t)size, f) != (size_t)size) {
            free(data);
            data = NULL;
        }
        *n = (uint64_t)size;
    }
    fclose(f);
    return data;
}

/* A number without sign at the start of text; false: there is none, or it has more than 64 bits. */
static bool unsigned_number(const char *text, uint64_t *value, char **end)
{
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    *value = strtoull(text, end, 0);
    return errno == 0;
}

static int parse_integer(struct tb *tb, struct argument *a)
{
    const bool negative = a->text[0] == '-';
    uint64_t magnitude;
    char *end;
    if (!unsigned_number(a->text + negative, &magnitude, &end) || *end || (negative && magnitude > UINT64_C(1) << 63))
        return tb_fail(tb, "argument %s: not an integer from -2^63 to 2^64-1, buf:BYTES, file:PATH or out:BYTES:PATH", a->text);
    a->value = negative ? 0 - magnitude : magnitude;
    return 0;
}

static int parse_argument(struct tb *tb, struct argument *a)
{
    char *end;
    if (!a->text[0])
        return tb_fail(tb, "an argument is empty");
    if (strncmp(a->text, "file:", 5) == 0) {
        a->data = read_file(a->text + 5, &a->bytes);
        return a->data ? 0 : tb_fail(tb, "argument %s: cannot read the file, or it is empty", a->text);
    }
    if (strncmp(a->text, "buf:", 4) == 0) {
        if (!unsigned_number(a->text + 4, &a->bytes, &end) || *end || a->bytes == 0)
            return tb_fail(tb, "argument %s: not a number of bytes", a->text);
        return 0;
    }
    if (strncmp(a->text, "out:", 4) == 0) {
        if (!unsigned_number(a->text + 4, &a->bytes, &end) || *end != ':' || !end[1] || a->bytes == 0)
            return tb_fail(tb, "argument %s: not out:BYTES:PATH", a->text);
        a->out_path = end + 1;
        return 0;
    }
    return parse_integer(tb, a);
}

static void close_argument(struct argument *a)
{
    free(a->data);
    if (a->out)
        fclose(a->out);
}

/* A library error. */
static int make_buffer(struct dlp_device *device, struct argument *a)
{
    if (a->bytes == 0)
        return 0;
    int err = dlp_buffer_create(device, a->bytes, &a->buffer);
    if (err == 0) err = a->data ? dlp_buffer_write(a->buffer, 0, a->data, a->bytes) : dlp_buffer_fill(a->buffer, 0, 0, a->bytes);
    return err ? err : dlp_buffer_info(a->buffer, &a->value, NULL);
}

/* ---- files of results */
/* Before the kernel, which may take long; after everything else that may be wrong, because it empties them. */
static int open_outputs(struct tb *tb, struct argument *args, int count)
{
    for (int i = 0; i < count; i++)
        if (args[i].out_path) {
            args[i].out = fopen(args[i].out_path, "wb");
            if (!args[i].out)
                return tb_fail(tb, "argument %s: cannot write the file: %s", args[i].text, strerror(errno));
        }
    return 0;
}

static int write_output(struct tb *tb, struct dlp_device *device, struct argument *a)
{
    uint8_t *data = malloc((size_t)a->bytes);
    int err = data ? dlp_buffer_read(a->buffer, 0, data, a->bytes) : DLP_ENOMEM;
    if (err == 0 && fwrite(data, 1, (size_t)a->bytes, a->out) != a->bytes)
        err = DLP_EIO;
    if (fclose(a->out) != 0 && err == 0)
        err = DLP_EIO;
    a->out = NULL;
    free(data);
    return err ? tb_fail_dlp(tb, device, a->text, err) : 0;
}

/* ---- the run.  Functions return a status; other than TB_EQUAL with tb->error. */
static int parse(struct tb *tb, struct run *run, char *file_and_name, char **words, int count)
{
    char *colon = strrchr(file_and_name, ':');
    if (!colon || colon == file_and_name || !colon[1])
        return tb_fail(tb, "--kernel needs FILE:NAME"), TB_USAGE;
    if (count > ARGS_MAX)
        return tb_fail(tb, "at most %d arguments", ARGS_MAX), TB_USAGE;
    *colon = 0;
    run->file = file_and_name;
    run->name = colon + 1;
    for (int i = 0; i < count; i++) {
        run->arg[i].text = words[i];
        run->count++;
        if (parse_argument(tb, &run->arg[i]))
            return TB_USAGE;
    }
    return TB_EQUAL;
}

/* What is wrong with a file or a size, not with the device. */
static bool is_input_error(int err)
{
    return err == DLP_EIO || err == DLP_EELF || err == DLP_ESPEC || err == DLP_ENOSYM || err == DLP_EDEVMEM;
}

/* The module before the buffers: it stays where it was linked, and its addresses are those of the listing. */
static int load(struct tb *tb, struct run *run)
{
    struct dlp_module *module = NULL;
    const char *what = run->file;
    int err = dlp_module_load_file(run->device, run->file, &module);
    if (err == 0) err = dlp_module_kernel(module, run->name, &run->kernel);
    size_t slots = 0;
    if (err == 0 && dlp_kernel_slots(run->kernel, &slots) == 0 && slots > (size_t)run->count)
        return tb_fail(tb, "kernel %s takes %zu argument%s, %d given", run->name, slots, slots == 1 ? "" : "s", run->count), TB_USAGE;
    if (err == 0) err = dlp_queue_create(run->device, 1000, &run->queue);
    for (int i = 0; i < run->count && err == 0; i++) {
        what = run->arg[i].text;
        err = make_buffer(run->device, &run->arg[i]);
    }
    if (err == 0)
        return open_outputs(tb, run->arg, run->count) ? TB_USAGE : TB_EQUAL;
    tb_fail_dlp(tb, run->device, what, err);
    return is_input_error(err) ? TB_USAGE : TB_DIFFERS;
}

static int launch(struct tb *tb, struct run *run, uint32_t limit, struct dlp_result *result)
{
    uint64_t args[ARGS_MAX];
    for (int i = 0; i < run->count; i++)
        args[i] = run->arg[i].value;
    int err = dlp_queue_launch(run->queue, run->kernel, args, (size_t)run->count, limit, result);
    if (err == 0) err = dlp_queue_sync(run->queue, DLP_WAIT_FOREVER);
    int status = err ? TB_DIFFERS : TB_EQUAL;
    if (err)
        tb_fail_dlp(tb, run->device, run->file, err);
    for (int i = 0; i < run->count; i++)        /* after a fault, too: what the kernel had done */
        if (run->arg[i].out && write_output(tb, run->device, &run->arg[i]))
            status = TB_DIFFERS;
    return status;
}

static void print_failure(const struct tb *tb, const struct run *run, uint32_t limit)
{
    bool negative = false;
    tb_print_failure(tb);
    printf(" --limit %" PRIu32 " --kernel ", limit);
    tb_print_word(run->file);
    putchar(':');
    tb_print_word(run->name);
    for (int i = 0; i < run->count; i++)
        negative |= run->arg[i].text[0] == '-';
    if (negative)
        printf(" --");
    for (int i = 0; i < run->count; i++) {
        putchar(' ');
        tb_print_word(run->arg[i].text);
    }
    putchar('\n');
}

int tb_run_kernel(struct tb *tb, char *file_and_name, char **words, int count, uint32_t limit)
{
    struct run run = { 0 };
    struct dlp_result result = { 0 };
    int status = parse(tb, &run, file_and_name, words, count);
    if (status == TB_EQUAL) {
        snprintf(tb->elf, sizeof tb->elf, "%s", run.file);
        status = tb_open_device(tb, tb->use_rtl, &run.device) ? TB_DIFFERS : TB_EQUAL;
        if (status == TB_EQUAL) status = load(tb, &run);
        if (status == TB_EQUAL) status = launch(tb, &run, limit, &result);
        if (run.device && tb_check_lockstep(tb))
            status = TB_DIFFERS;
    }
    if (status == TB_USAGE)
        fprintf(stderr, "dlp_tb: %s\n", tb->error);
    else if (status == TB_DIFFERS)
        print_failure(tb, &run, limit);
    else
        printf("%s: %" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " rows through the array\n", run.name, result.cycles, result.instret, result.mxu_rows);
    if (run.device)
        dlp_device_close(run.device);
    for (int i = 0; i < run.count; i++)
        close_argument(&run.arg[i]);
    return status;
}
