/* SPDX-License-Identifier: Apache-2.0
 * dlp_lockstep - the model driven instruction by instruction and command by command, for comparison with the RTL.
 *
 * In this mode the model has no time of its own.  A bench calls
 *   dlp_model_start     when a hart starts,
 *   dlp_model_step      for each instruction that the RTL retires or traps,
 *   dlp_model_complete  for each command that the RTL completes,
 *   dlp_model_flush     when a core has stopped with a fault: what had not started never will,
 * and compares what comes out.  Commands are queued by step and executed by complete, so racing commands see memory as in the RTL.
 * What the host, its DMA engine and other masters write to GDRAM the bench writes through dlp_model_memory. */
#ifndef DLP_LOCKSTEP_H
#define DLP_LOCKSTEP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dlp_chip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An instruction that retired or trapped.  rd and value count when we; a trap writes no register. */
struct dlp_retire {
    uint64_t pc;
    uint32_t insn;
    bool we;
    uint8_t rd;
    uint64_t value;
    bool trap;
    uint8_t cause;
};

/* A store to a register of the register file: reported, without effect. */
struct dlp_mmio_write {
    uint16_t off;
    uint32_t val;
    bool valid;
};

enum dlp_memory { DLP_MEMORY_NRAM, DLP_MEMORY_WRAM, DLP_MEMORY_LMEM, DLP_MEMORY_GDRAM };

/* planes of rows pieces of row_bytes bytes: the first at offset, the next piece stride bytes behind, the next plane plane_stride.  Offsets count from the memory's first byte. */
struct dlp_written {
    enum dlp_memory memory;
    uint64_t offset, stride, row_bytes, rows, plane_stride, planes;
};

enum { DLP_EFFECT_RANGES = 2 };

/* What a command did.  After a bus error the ranges may be partly written. */
struct dlp_effect {
    uint8_t fault;                                  /* DLP_FAULT_NONE, or a fault of chapter 10 with its address */
    uint64_t addr, pc;
    unsigned count;
    struct dlp_written range[DLP_EFFECT_RANGES];
};

/* Functions return 0, or DLP_EINVAL: no such hart, core, stream; wrong mode; nothing to step or complete. */

/* Before the first start.  In lock-step mode the chip operations run() and the registers do nothing useful. */
void dlp_model_set_lockstep(struct dlp_chip *chip, bool on);

/* pc and a0 at the start of a hart. */
int dlp_model_start(struct dlp_chip *chip, unsigned hart, uint64_t pc, uint64_t arg);

/* Execute one instruction or trap.  Where a value depends on time (loads from MMIO, counters, mip, wfi) the model takes rtl->value and
 * sets *time_dependent; likewise it takes a bus error from rtl, since only the RTL's memory knows.  rtl may be NULL: such values are 0.
 * mmio may be NULL. */
int dlp_model_step(struct dlp_chip *chip, unsigned hart, const struct dlp_retire *rtl, struct dlp_retire *out, bool *time_dependent,
                   struct dlp_mmio_write *mmio);

/* Execute the oldest command of a stream. */
int dlp_model_complete(struct dlp_chip *chip, unsigned core, unsigned stream, struct dlp_effect *out);

/* Drop the commands that have not been executed. */
int dlp_model_flush(struct dlp_chip *chip, unsigned core);

/* A memory, for comparison; NULL if the hart has none such.  GDRAM is the same for every hart. */
uint8_t *dlp_model_memory(struct dlp_chip *chip, unsigned hart, enum dlp_memory memory, uint64_t *size);

/* False before the first start, and from an exit or a trap without a handler on. */
bool dlp_model_running(const struct dlp_chip *chip, unsigned hart);

/* Register x[n] of a hart and its next pc, for messages. */
uint64_t dlp_model_reg(const struct dlp_chip *chip, unsigned hart, unsigned n);
uint64_t dlp_model_pc(const struct dlp_chip *chip, unsigned hart);

#ifdef __cplusplus
}
#endif
#endif
