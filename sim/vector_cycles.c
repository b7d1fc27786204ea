/* SPDX-License-Identifier: Apache-2.0
 * vector_cycles - prints the cycles that each vector command takes for a row of source 0, measured on the verilated chip, as a page of the manual.
 *   vector_cycles PROFILE KERNEL_ELF
 * Commands, functions and types come from spec/; a combination that the hardware refuses is a dash. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dlp.h"
#include "dlp_config.h"
#include "dlp_spec.h"
#include "vector_cycles.h"

struct command { const char *name, *mnemonic; uint32_t match; };
static const struct command commands[] = {
#define DLP_INSN(name, mnemonic, format, match, mask, doc) ROW_##format(name, mnemonic, match)
#define ROW_CMD(name, mnemonic, match) { #name, mnemonic, (uint32_t)(match) },
#define ROW_R(name, mnemonic, match)
#define ROW_I(name, mnemonic, match)
#define ROW_SH(name, mnemonic, match)
#define ROW_SHW(name, mnemonic, match)
#define ROW_S(name, mnemonic, match)
#define ROW_B(name, mnemonic, match)
#define ROW_U(name, mnemonic, match)
#define ROW_J(name, mnemonic, match)
#define ROW_CSR(name, mnemonic, match)
#define ROW_CSRI(name, mnemonic, match)
#define ROW_N(name, mnemonic, match)
#define ROW_CJ(name, mnemonic, match)
#define ROW_VSET(name, mnemonic, match)
#define ROW_CFG1(name, mnemonic, match)
#define ROW_CFG2(name, mnemonic, match)
#define ROW_SYNC(name, mnemonic, match)
#define ROW_EXIT(name, mnemonic, match)
#include "isa.def"
};
static const struct { const char *name; uint32_t code, bytes; } types[] = {
#define DLP_TYPE(name, code, bytes, implemented, doc) { #name, code, bytes },
#include "isa.def"
};
static const struct { const char *name; uint32_t value; } fixed[] = {
#define DLP_FIXED(name, value, doc) { #name, (uint32_t)(value) },
#include "mem.def"
};
#define COUNT(a) (sizeof (a) / sizeof (a)[0])

struct bench {
    struct dlp_queue *queue;
    struct dlp_device *device;
    struct dlp_kernel *kernel;
    struct dlp_buffer *out;
    uint64_t out_address;
    uint32_t row;               /* bytes */
};

/* Prints the cell of one command and VEC_TYPE.  0, or the error of the library. */
static int cell(const struct bench *b, size_t command, uint32_t type, uint32_t element)
{
    static const uint32_t rows[VECTOR_CYCLES_LENGTHS] = VECTOR_CYCLES_ROWS;
    uint64_t matrix = strcmp(commands[command].name, "VTRANS") == 0;
    uint64_t args[] = { command, type, element, b->row, matrix, b->out_address }, cycles[VECTOR_CYCLES_LENGTHS];
    struct dlp_fault_report report;

    int rc = dlp_queue_launch(b->queue, b->kernel, args, COUNT(args), 100000, NULL);
    if (rc == 0)
        rc = dlp_queue_sync(b->queue, DLP_WAIT_FOREVER);
    if (rc == DLP_EFAULT && dlp_device_fault(b->device, &report) == 0 && report.code == DLP_FAULT_CMD_TYPE) {
        printf(" - |");
        return 0;
    }
    if (rc == 0)
        rc = dlp_buffer_read(b->out, 0, cycles, sizeof cycles);
    if (rc)
        fprintf(stderr, "vector_cycles: %s, VEC_TYPE 0x%x: %s\n", commands[command].mnemonic, type, dlp_strerror(rc));
    else
        printf(" %.3g |", ((double)cycles[2] - (double)cycles[1]) / (rows[2] - rows[1]));
    return rc;
}

static void heading(const char *first)
{
    printf("\n| %s |", first);
    for (size_t t = 0; t < COUNT(types); t++)
        printf(" %s |", types[t].name);
    printf("\n|:--|");
    for (size_t t = 0; t < COUNT(types); t++)
        printf("--:|");
    printf("\n");
}

/* A line with a cell for each type of the sources.  more: further bits of VEC_TYPE. */
static int line(const struct bench *b, size_t command, const char *label, uint32_t more)
{
    printf("| %s |", label);
    for (size_t t = 0; t < COUNT(types); t++) {
        int rc = cell(b, command, types[t].code | more, types[t].bytes);
        if (rc)
            return rc;
    }
    printf("\n");
    return 0;
}

static int is_vector(const struct command *c)
{
    return (c->match & DLP_FIELD_OPCODE_MASK) == DLP_OPCODE_VEC;
}

/* vfn, vfn.vv, vtrans: a line for each function from first on whose name begins with prefix, up to end */
static int function_lines(const struct bench *b, size_t command, const char *prefix, uint32_t first, uint32_t end)
{
    char label[64];
    size_t length = strlen(prefix);

    for (size_t f = 0; f < COUNT(fixed); f++) {
        if (strncmp(fixed[f].name, prefix, length) != 0 || fixed[f].value < first || fixed[f].value >= end)
            continue;
        snprintf(label, sizeof label, "`%s` %s", commands[command].mnemonic, fixed[f].name + length);
        int rc = line(b, command, label, fixed[f].value << DLP_VEC_TYPE_FN_LSB);
        if (rc)
            return rc;
    }
    return 0;
}

static int page(const struct bench *b)
{
    char label[64];
    int rc = 0;
    size_t convert = 0;

    heading("Command");
    for (size_t c = 0; c < COUNT(commands) && rc == 0; c++) {
        const char *name = commands[c].name;
        if (!is_vector(&commands[c]) || strcmp(name, "VFN_VS") == 0 || strcmp(name, "VFN_VC") == 0)
            continue;
        if (strcmp(name, "VCVT") == 0)
            convert = c;
        else if (strcmp(name, "VFN_VV") == 0)
            rc = function_lines(b, c, "VFN_", 0, DLP_VFN_NOT);
        else if (strcmp(name, "VFN") == 0)
            rc = function_lines(b, c, "VFN_", DLP_VFN_NOT, UINT32_MAX);
        else if (strcmp(name, "VTRANS") == 0)
            rc = function_lines(b, c, "VTRANS_", 0, UINT32_MAX);
        else {
            /* what VEC_TYPE must hold besides the type */
            uint32_t more = strncmp(name, "VBIT", 4) == 0 ? DLP_VFN_LT << DLP_VEC_TYPE_FN_LSB
                            : strcmp(name, "VGATHER") == 0 || strcmp(name, "VSCATTER") == 0 ? DLP_TYPE_U16 << DLP_VEC_TYPE_INDEX_LSB : 0;
            snprintf(label, sizeof label, "`%s`", commands[c].mnemonic);
            rc = line(b, c, label, more);
        }
    }
    if (rc == 0)
        heading("`dlp.vcvt` to, from:");
    for (size_t t = 0; t < COUNT(types) && rc == 0; t++)
        rc = line(b, convert, types[t].name, types[t].code << DLP_VEC_TYPE_TO_LSB | DLP_ROUND_RN << DLP_VEC_TYPE_ROUND_LSB);
    return rc;
}

int main(int argc, char **argv)
{
    struct bench b = { 0 };
    struct dlp_module *module;
    char detail[256] = "";
    struct dlp_options options = { .detail = detail, .detail_bytes = sizeof detail };
    const struct dlp_profile *profile = argc == 3 ? dlp_profile_by_name(argv[1]) : NULL;

    if (!profile) {
        fprintf(stderr, "usage: vector_cycles PROFILE KERNEL_ELF\n");
        return 2;
    }
    b.row = 4 * profile->vpu_lanes;
    int rc = dlp_device_open("rtl", profile->name, &options, &b.device);
    if (rc == 0) rc = dlp_queue_create(b.device, 0, &b.queue);
    if (rc == 0) rc = dlp_buffer_create(b.device, VECTOR_CYCLES_LENGTHS * sizeof(uint64_t), &b.out);
    if (rc == 0) rc = dlp_buffer_info(b.out, &b.out_address, NULL);
    if (rc == 0) rc = dlp_module_load_file(b.device, argv[2], &module);
    if (rc == 0) rc = dlp_module_kernel(module, "vector_cycles", &b.kernel);
    if (rc)
        fprintf(stderr, "vector_cycles: %s %s\n", dlp_strerror(rc), detail);
    if (rc == 0) {
        printf("<!-- SPDX-License-Identifier: Apache-2.0 -->\n<!-- Written by `make bench`: measured, do not edit. -->\n# Cycles of vector commands\n\n"
               "Profile `%s`, on the verilated chip: cycles for each further row of %u bytes of source 0, from the difference of two lengths, with all operands\n"
               "at odd addresses. Cycle operands have one row, pooling windows are 2 x 2 with strides of 2,\n"
               "matrices have 16 columns, indices are uint16 and all 0, so that they meet in one bank. A dash: the command does not take the type.\n",
               profile->name, b.row);
        rc = page(&b);
    }
    dlp_device_close(b.device);
    return rc ? EXIT_FAILURE : EXIT_SUCCESS;
}
