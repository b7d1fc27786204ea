/* SPDX-License-Identifier: Apache-2.0
 * dlp_tables - name tables, filled by the rows of the .def files. */
#include "dlp_tables.h"

#include <string.h>

#include "dlp_spec.h"

#define COUNT(table) (sizeof (table) / sizeof (table)[0])

const struct dlp_insn dlp_insns[DLP_I_COUNT] = {
#define DLP_INSN(n, m, f, match, mask, d) [DLP_I_##n] = { #n, m, DLP_FORMAT_##f, match, mask, d },
#include "isa.def"
};

/* CSR access columns as numbers. */
enum { RO = 0, RW = 1 };

const struct dlp_csr dlp_csrs[] = {
#define DLP_CSR(n, num, a, d) { num, #n, a, d },
#include "isa.def"
};
const size_t dlp_csr_count = COUNT(dlp_csrs);

const struct dlp_cfg dlp_cfgs[] = {
#define DLP_CFG(n, i, s, d) { i, #n, DLP_STREAM_##s, d },
#include "isa.def"
};
const size_t dlp_cfg_count = COUNT(dlp_cfgs);

/* Block bases as numbers, to add to a register's offset. */
enum {
#define DLP_BLOCK(n, b, s, c, st, d) BASE_##n = b,
#include "regs.def"
};

const struct dlp_reg dlp_regs[] = {
#define DLP_REG(b, n, o, h, j, r, d) { BASE_##b + o, #n, #h, #j, r },
#include "regs.def"
};
const size_t dlp_reg_count = COUNT(dlp_regs);

const struct dlp_name dlp_types[] = {
#define DLP_TYPE(n, c, b, i, d) { c, #n },
#include "isa.def"
};
const size_t dlp_type_count = COUNT(dlp_types);

const struct dlp_name dlp_streams[] = {
#define DLP_STREAM(n, num, d) { num, #n },
#include "isa.def"
};
const size_t dlp_stream_count = COUNT(dlp_streams);

const struct dlp_name dlp_faults[] = {
#define DLP_FAULT(n, v, t) { v, #n },
#include "errors.def"
};
const size_t dlp_fault_count = COUNT(dlp_faults);

static const struct dlp_name fixed_numbers[] = {
#define DLP_FIXED(n, v, d) { v, #n },
#include "mem.def"
};

const struct dlp_insn *dlp_insn_find(uint32_t word)
{
    for (size_t k = 0; k < DLP_I_COUNT; k++)
        if ((word & dlp_insns[k].mask) == dlp_insns[k].match)
            return &dlp_insns[k];
    return NULL;
}

const struct dlp_csr *dlp_csr_find(uint32_t number)
{
    for (size_t k = 0; k < dlp_csr_count; k++)
        if (dlp_csrs[k].number == number)
            return &dlp_csrs[k];
    return NULL;
}

const struct dlp_cfg *dlp_cfg_find(uint32_t index)
{
    for (size_t k = 0; k < dlp_cfg_count; k++)
        if (dlp_cfgs[k].index == index)
            return &dlp_cfgs[k];
    return NULL;
}

const struct dlp_reg *dlp_reg_find(uint32_t offset)
{
    for (size_t k = 0; k < dlp_reg_count; k++)
        if (dlp_regs[k].offset == offset)
            return &dlp_regs[k];
    return NULL;
}

const char *dlp_type_name(uint32_t code)
{
    for (size_t k = 0; k < dlp_type_count; k++)
        if (dlp_types[k].number == code)
            return dlp_types[k].name;
    return NULL;
}

const char *dlp_fixed_name(const char *group, uint32_t value)
{
    const size_t n = strlen(group);

    for (size_t k = 0; k < COUNT(fixed_numbers); k++)
        if (fixed_numbers[k].number == value && strncmp(fixed_numbers[k].name, group, n) == 0)
            return fixed_numbers[k].name + n;
    return NULL;
}

const char *dlp_strerror(int error)
{
    switch (error) {
    case 0: return "success";
#define DLP_ERR(n, v, t) case v: return t;
#include "errors.def"
    default: return "unknown error";
    }
}

const char *dlp_errname(int error)
{
    switch (error) {
    case 0: return "0";
#define DLP_ERR(n, v, t) case v: return "DLP_" #n;
#include "errors.def"
    default: return "unknown error";
    }
}

const char *dlp_strfault(uint32_t fault)
{
    switch (fault) {
#define DLP_FAULT(n, v, t) case v: return t;
#include "errors.def"
    default: return "unknown fault";
    }
}

const char *dlp_faultname(uint32_t fault)
{
    switch (fault) {
#define DLP_FAULT(n, v, t) case v: return #n;
#include "errors.def"
    default: return "unknown";
    }
}
