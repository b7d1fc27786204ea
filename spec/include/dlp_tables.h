/* SPDX-License-Identifier: Apache-2.0
 * dlp_tables - the rows of the specification that programs look up at run time. */
#ifndef DLP_TABLES_H
#define DLP_TABLES_H
#include <stddef.h>
#include <stdint.h>

/* Operand format of an instruction, see the head of isa.def. */
enum dlp_format {
    DLP_FORMAT_R, DLP_FORMAT_I, DLP_FORMAT_SH, DLP_FORMAT_SHW, DLP_FORMAT_S, DLP_FORMAT_B,
    DLP_FORMAT_U, DLP_FORMAT_J, DLP_FORMAT_CSR, DLP_FORMAT_CSRI, DLP_FORMAT_N,
    DLP_FORMAT_CJ, DLP_FORMAT_VSET, DLP_FORMAT_CFG1, DLP_FORMAT_CFG2, DLP_FORMAT_SYNC,
    DLP_FORMAT_EXIT, DLP_FORMAT_CMD
};

/* Position in dlp_insns: DLP_I_ADD and so on. */
enum dlp_insn_id {
#define DLP_INSN(name, mnemonic, format, match, mask, doc) DLP_I_##name,
#include "../isa.def"
    DLP_I_COUNT
};

struct dlp_insn {
    const char *name, *mnemonic;
    enum dlp_format format;
    uint32_t match, mask;
    const char *doc;
};

struct dlp_name { uint32_t number; const char *name; };

struct dlp_csr { uint32_t number; const char *name; int writable; const char *doc; };
struct dlp_cfg { uint32_t index; const char *name; uint32_t stream; const char *doc; };

struct dlp_reg {
    uint32_t offset;                    /* in BAR0 and MMIO, of the first block */
    const char *name, *host, *js;       /* RO RW WO W1C W1S NO */
    int64_t reset;                      /* -1: given by the hardware */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct dlp_insn dlp_insns[DLP_I_COUNT];
extern const struct dlp_csr dlp_csrs[];
extern const struct dlp_cfg dlp_cfgs[];
extern const struct dlp_reg dlp_regs[];
extern const struct dlp_name dlp_types[], dlp_streams[], dlp_faults[];
extern const size_t dlp_csr_count, dlp_cfg_count, dlp_reg_count;
extern const size_t dlp_type_count, dlp_stream_count, dlp_fault_count;

/* The instruction of a word; NULL when it is illegal. */
const struct dlp_insn *dlp_insn_find(uint32_t word);

/* The row of a number; NULL when there is none. */
const struct dlp_csr *dlp_csr_find(uint32_t number);
const struct dlp_cfg *dlp_cfg_find(uint32_t index);
const struct dlp_reg *dlp_reg_find(uint32_t offset);

/* Name of an element type; of a number of mem.def whose name begins with group, without it: dlp_fixed_name("VFN_", 67) is "EXP".
 * NULL when there is none. */
const char *dlp_type_name(uint32_t code);
const char *dlp_fixed_name(const char *group, uint32_t value);

/* Texts; never NULL. */
const char *dlp_strerror(int error);            /* "invalid argument" */
const char *dlp_errname(int error);             /* "DLP_EINVAL" */
const char *dlp_strfault(uint32_t fault);       /* "illegal instruction" */
const char *dlp_faultname(uint32_t fault);      /* "ILLEGAL" */

#ifdef __cplusplus
}
#endif
#endif
