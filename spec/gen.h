/* SPDX-License-Identifier: Apache-2.0
 * gen - the rows of the .def files as tables, for the printers of gen.c.
 * Each row starts with its place in the .def file so that a refusal can name it. */
#ifndef DLP_GEN_H
#define DLP_GEN_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define DLP_N_PROFILES 3

struct row { const char *file; int line; const char *name; };

struct insn   { struct row at; const char *mnemonic, *format; uint32_t match, mask; const char *doc; };
struct csr    { struct row at; int64_t number; const char *access, *doc; };
struct cfg    { struct row at; int64_t index; const char *stream, *doc; };
struct type   { struct row at; int64_t code, bytes, implemented; const char *doc; };
struct stream { struct row at; int64_t number; const char *doc; };
struct field  { struct row at; int msb, lsb; const char *doc; };
struct opcode { struct row at; int64_t value; const char *doc; };
struct mem    { struct row at; uint64_t base, window; const char *size, *doc; };
struct fixed  { struct row at; const char *text; int64_t value; const char *doc; };
struct block  { struct row at; int64_t base, size, count, stride; const char *doc; };
struct reg    { struct row at; const char *block; int64_t offset; const char *host, *js;
                int64_t reset; const char *doc; };
struct bits   { struct row at; const char *reg; int msb, lsb; const char *doc; };
struct enumv  { struct row at; const char *reg, *bits; int64_t value; const char *doc; };
struct err    { struct row at; int64_t value; const char *text; };
struct prof   { struct row at; int64_t number; const char *doc; };
struct param  { struct row at; int64_t value[DLP_N_PROFILES], min, max; const char *doc; };

#define DLP_TABLE(type, var) extern const struct type var[]; extern const size_t n_##var
DLP_TABLE(insn, insns);
DLP_TABLE(csr, csrs);
DLP_TABLE(cfg, cfgs);
DLP_TABLE(type, types);
DLP_TABLE(stream, streams);
DLP_TABLE(field, fields);
DLP_TABLE(opcode, opcodes);
DLP_TABLE(mem, mems);
DLP_TABLE(fixed, fixeds);
DLP_TABLE(block, blocks);
DLP_TABLE(reg, regs);
DLP_TABLE(bits, bitss);
DLP_TABLE(enumv, enumvs);
DLP_TABLE(err, errs);
DLP_TABLE(err, faults);
DLP_TABLE(prof, profs);
DLP_TABLE(param, params);
#undef DLP_TABLE

/* One text line per row with all its columns, in file order: what SPEC_HASH is computed from. */
extern const char *const row_texts[];
extern const size_t n_row_texts;

#define FOR_EACH(p, table) for (size_t p = 0; p < n_##table; p++)

/* Lookups by name: NULL if there is none. */
const struct reg   *find_reg(const char *name);
const struct block *find_block(const char *name);
const struct bits  *find_bits(const char *reg, const char *name);
const struct param *find_param(const char *name);
const struct field *find_field(const char *name);
const struct stream *find_stream(const char *name);
int64_t opcode_value(const char *name);

uint32_t spec_hash(void);                       /* FNV-1a of row_texts */
uint64_t reg_address(const struct reg *r);      /* from the start of the register file, core 0 */
uint32_t field_mask(int msb, int lsb);          /* in place */

/* A command: its stream (or -1 when i is none), its operation, the prefix of operation names
 * of the stream (VOP, MOP, IOP, MVOP) and its name without the stream's prefix. */
int         command_stream(const struct insn *i);
unsigned    command_op(const struct insn *i);
const char *command_prefix(const struct insn *i);
const char *command_name(const struct insn *i);
int         command_op_bits(const struct insn *i);

/* Element types by their code: log2 of the bytes, 2 bits each; a bit for each that is implemented. */
uint32_t type_sizes(void);
uint32_t type_mask(void);

int  check_spec(void);                          /* 0, or the number of refusals printed to stderr */
void print_h(FILE *f);
void print_enums(FILE *f);
void print_config_h(FILE *f);
void print_vh(FILE *f);
void print_config_vh(FILE *f);
int  print_md(FILE *f, const char *table);      /* -1: no such table */
int  fill_md(FILE *in, FILE *out);               /* -1: unknown table, or markers that do not pair */
int  print_gtkw(FILE *f, const char *what);
#endif
