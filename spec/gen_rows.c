/* SPDX-License-Identifier: Apache-2.0
 * gen_rows - reads the .def files into tables.  The only file that must be compiled again to check
 * another set of .def files: angle brackets, so that the order of -I decides which set. */
#include "gen.h"

#define AT(name) { __FILE__, __LINE__, #name }
#define COUNT(table) const size_t n_##table = sizeof table / sizeof table[0]

const struct insn insns[] = {
#define DLP_INSN(n, m, f, match, mask, d) { AT(n), m, #f, match, mask, d },
#include <isa.def>
};
COUNT(insns);

const struct csr csrs[] = {
#define DLP_CSR(n, num, a, d) { AT(n), num, #a, d },
#include <isa.def>
};
COUNT(csrs);

const struct cfg cfgs[] = {
#define DLP_CFG(n, i, s, d) { AT(n), i, #s, d },
#include <isa.def>
};
COUNT(cfgs);

const struct type types[] = {
#define DLP_TYPE(n, c, b, i, d) { AT(n), c, b, i, d },
#include <isa.def>
};
COUNT(types);

const struct stream streams[] = {
#define DLP_STREAM(n, num, d) { AT(n), num, d },
#include <isa.def>
};
COUNT(streams);

const struct field fields[] = {
#define DLP_FIELD(n, msb, lsb, d) { AT(n), msb, lsb, d },
#include <fields.def>
};
COUNT(fields);

const struct opcode opcodes[] = {
#define DLP_OPCODE(n, v, d) { AT(n), v, d },
#include <fields.def>
};
COUNT(opcodes);

const struct mem mems[] = {
#define DLP_MEM(n, b, w, s, d) { AT(n), b, w, #s, d },
#include <mem.def>
};
COUNT(mems);

const struct fixed fixeds[] = {
#define DLP_FIXED(n, v, d) { AT(n), #v, v, d },
#include <mem.def>
};
COUNT(fixeds);

const struct block blocks[] = {
#define DLP_BLOCK(n, b, s, c, st, d) { AT(n), b, s, c, st, d },
#include <regs.def>
};
COUNT(blocks);

const struct reg regs[] = {
#define DLP_REG(b, n, o, h, j, r, d) { AT(n), #b, o, #h, #j, r, d },
#include <regs.def>
};
COUNT(regs);

const struct bits bitss[] = {
#define DLP_BITS(r, n, m, l, d) { AT(n), #r, m, l, d },
#include <regs.def>
};
COUNT(bitss);

const struct enumv enumvs[] = {
#define DLP_ENUM(r, b, n, v, d) { AT(n), #r, #b, v, d },
#include <regs.def>
};
COUNT(enumvs);

const struct err errs[] = {
#define DLP_ERR(n, v, t) { AT(n), v, t },
#include <errors.def>
};
COUNT(errs);

const struct err faults[] = {
#define DLP_FAULT(n, v, t) { AT(n), v, t },
#include <errors.def>
};
COUNT(faults);

const struct prof profs[] = {
#define DLP_PROFILE(n, num, d) { AT(n), num, d },
#include <config.def>
};
COUNT(profs);

const struct param params[] = {
#define DLP_PARAM(n, a, b, c, lo, hi, d) { AT(n), { a, b, c }, lo, hi, d },
#include <config.def>
};
COUNT(params);

const char *const row_texts[] = {
#define DLP_INSN(...)    "INSN " #__VA_ARGS__,
#define DLP_CSR(...)     "CSR " #__VA_ARGS__,
#define DLP_CFG(...)     "CFG " #__VA_ARGS__,
#define DLP_TYPE(...)    "TYPE " #__VA_ARGS__,
#define DLP_STREAM(...)  "STREAM " #__VA_ARGS__,
#include <isa.def>
#define DLP_FIELD(...)   "FIELD " #__VA_ARGS__,
#define DLP_OPCODE(...)  "OPCODE " #__VA_ARGS__,
#include <fields.def>
#define DLP_MEM(...)     "MEM " #__VA_ARGS__,
#define DLP_FIXED(...)   "FIXED " #__VA_ARGS__,
#include <mem.def>
#define DLP_BLOCK(...)   "BLOCK " #__VA_ARGS__,
#define DLP_REG(...)     "REG " #__VA_ARGS__,
#define DLP_BITS(...)    "BITS " #__VA_ARGS__,
#define DLP_ENUM(...)    "ENUM " #__VA_ARGS__,
#include <regs.def>
#define DLP_ERR(...)     "ERR " #__VA_ARGS__,
#define DLP_FAULT(...)   "FAULT " #__VA_ARGS__,
#include <errors.def>
#define DLP_PROFILE(...) "PROFILE " #__VA_ARGS__,
#define DLP_PARAM(...)   "PARAM " #__VA_ARGS__,
#include <config.def>
};
COUNT(row_texts);
