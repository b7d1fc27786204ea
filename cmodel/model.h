/* SPDX-License-Identifier: Apache-2.0
 * model - state of the C model, and the functions by which its blocks meet.  Each block is a file named as its RTL module. */
#ifndef DLP_MODEL_INTERNAL_H
#define DLP_MODEL_INTERNAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dlp_chip.h"
#include "dlp_config.h"
#include "dlp_lockstep.h"
#include "dlp_spec.h"

enum {
    STREAMS    = 4,
    X_COUNT    = 33,                    /* writes to x0 go to x[X_SINK] */
    X_SINK     = 32,
    CFG_COUNT  = 80,                    /* a copy of CFG_STREAM registers may start at any of the 64 */
    CFG_STREAM = DLP_CFG_MAT_SLOPE - DLP_CFG_MAT_HI + 1,           /* registers of the stream that has most */
    QUEUE_MAX  = 16,
    LOCK_QUEUE = 64,                    /* lock-step: more than the RTL can hold in queue and unit */
    IRQ_LINES  = 2,
    HDMA_QUEUE = 4,
    MXU_SLACK  = 32                     /* dot products read up to a multiple of this: elements behind WRAM and the window */
};
#define NEVER UINT64_MAX

/* mcause: privileged manual, and ours from 24 */
enum {
    CAUSE_FETCH_MISALIGNED = 0, CAUSE_FETCH = 1, CAUSE_ILLEGAL = 2, CAUSE_BREAK = 3, CAUSE_LOAD_MISALIGNED = 4, CAUSE_LOAD = 5,
    CAUSE_STORE_MISALIGNED = 6, CAUSE_STORE = 7, CAUSE_ECALL = 11, CAUSE_FETCH_BUS = 24, CAUSE_LOAD_BUS = 25, CAUSE_STORE_BUS = 26,
    FAULT_OF_TRAP = 0x10                /* errors.def: fault = 0x10 + mcause */
};

struct dlp_model;
struct core;

/* ---- scalar core */

enum stall { STALL_FETCH, STALL_BRANCH, STALL_MEM, STALL_SPM, STALL_MULDIV, STALL_QUEUE, STALL_SYNC, STALL_COUNT };

struct decoded;
struct code_page;

struct hart {
    uint64_t x[X_COUNT];
    uint64_t pc;                        /* next instruction to retire */
    uint64_t mie, mtvec, mscratch, mepc, mcause, mtval;
    uint64_t now;                       /* chip time at which that instruction starts */
    uint64_t start;                     /* chip time of the start */
    uint64_t instret;
    uint64_t stall[STALL_COUNT];
    uint64_t busy[STREAMS];
    uint64_t rows;                      /* rows that entered the array */
    bool running, sleeping;             /* sleeping: in wfi */
    bool yield;                         /* others should run before this hart goes on */
    unsigned id;
    struct dlp_model *model;
    struct core *core;                  /* NULL: job scheduler core */
    uint8_t *lmem;
    uint64_t lmem_bytes;

    /* instruction cache (time only): line number + 1, when the line is there */
    uint32_t *tag;
    uint64_t *ready;

    /* decoded instructions, by page of the CODE window */
    struct code_page **page;
    uint64_t generation;                /* counts invalidations */
};

/* Why the interpreter came back. */
enum run_end { RUN_TIME, RUN_SLEEP, RUN_EXIT, RUN_TRAP, RUN_FAULT, RUN_YIELD };

struct run_result {
    enum run_end end;
    uint8_t cause;                      /* RUN_TRAP */
    uint64_t value;                     /* RUN_TRAP: mtval; RUN_EXIT: exit code */
    uint64_t pc;                        /* RUN_EXIT, RUN_TRAP: of that instruction */
};

/* ---- commands */

struct command {
    uint8_t stream, op, after;
    uint64_t rd, rs1, rs2, pc;
    uint32_t cfg[CFG_STREAM];           /* of the stream, from its first register */
};

/* What a unit did with a command, and how long it took. */
struct outcome {
    struct dlp_effect effect;
    uint64_t cycles;                    /* from start to completion */
    uint64_t pitch;                     /* from start to the start of the next command of the stream, if it need not wait for this one */
    uint64_t rows;                      /* MXU: rows that entered the array */
};

/* ---- DLP core */

enum core_state { CORE_IDLE, CORE_RUNNING, CORE_DONE, CORE_FAULT };

struct core {
    struct hart hart;
    uint8_t *nram, *wram;
    uint64_t nram_bytes, wram_bytes;
    int16_t *window;                    /* scratch of dlp_mxu: as many elements as the weights of a channel, up to two a byte */
    uint32_t cfg[CFG_COUNT];

    /* streams as time lines */
    uint64_t free_at[STREAMS];                  /* completion of the last command */
    uint64_t accept_at[STREAMS];                /* the unit can start the next */
    uint64_t begun_at[STREAMS][QUEUE_MAX];      /* start times of the last QUEUE_DEPTH commands, a ring */
    unsigned begun_next[STREAMS];

    /* lock-step: what waits */
    struct command queue[STREAMS][LOCK_QUEUE];
    unsigned queue_first[STREAMS], queue_count[STREAMS];

    /* registers of the block CORE, and the life of a kernel (dlp_ctl) */
    enum core_state state;
    uint32_t entry, arg, limit, exit_code;
    uint8_t fault;
    uint64_t fault_pc, fault_addr;
    bool stopping;                      /* comes to rest at stop_at */
    uint64_t stop_at;
    uint64_t cycles;
};

/* ---- host DMA */

struct descriptor {
    uint64_t host;
    uint32_t dev, len, start;
};

struct hdma {
    struct descriptor queue[HDMA_QUEUE];
    unsigned first, count;
    uint64_t end_at;                    /* completion of queue[first]; NEVER when empty */
    uint32_t host_lo, host_hi, dev, len, errors, done;
    uint64_t error_addr;
};

/* ---- register file */

struct regs {
    uint32_t dev_ctrl, js_entry, fw_state, fw_hash, fw_info;
    uint32_t job_base_lo, job_base_hi, job_size, job_tail, job_head;
    uint32_t cpl_base_lo, cpl_base_hi, cpl_size, cpl_head, cpl_tail;
    uint32_t irq_status, irq_mask, event_status, event_enable, timer_cmp;
    uint64_t wdt_at;                    /* the firmware watchdog expires; NEVER = off */
    uint32_t wdt_held;                  /* what it showed when JS_RUN was cleared */
    uint64_t timer_at;                  /* TIME_LO is TIMER_CMP again; NEVER = off */
    bool hung;
    uint32_t js_fault;
    uint64_t js_fault_pc, js_fault_addr;
};

struct dlp_model {
    struct dlp_chip chip;               /* first */
    const struct dlp_profile *profile;
    struct dlp_chip_host host;
    uint64_t time;                      /* all harts have run up to here */
    uint64_t first_event;               /* earliest event since this was NEVER */
    bool lockstep;
    bool level[IRQ_LINES], rose;        /* rose: a line went up since run() was called */
    unsigned cores, row_bytes;
    uint8_t *gdram;
    uint64_t gdram_bytes, code_bytes;
    uint64_t fail_at, fail_size;
    struct core *core;
    struct hart js;
    struct regs regs;
    struct hdma hdma;

    /* lock-step: the instruction under comparison */
    const struct dlp_retire *rtl;
    bool time_dependent;
    struct dlp_mmio_write mmio;
};

/* ---- dlp_lsu: addresses of a core */

enum place { PLACE_NONE, PLACE_LMEM, PLACE_NRAM, PLACE_WRAM, PLACE_MMIO, PLACE_GDRAM };

/* A range of GDRAM would be answered with a bus error. */
bool dlp_lsu_gdram_fails(const struct dlp_model *m, uint64_t offset, uint64_t bytes, uint64_t unit);
/* 0, or the mcause.  *value: extended as the load says (log2 of the bytes, signed). */
uint8_t dlp_lsu_load(struct hart *h, uint64_t addr, unsigned size, bool is_signed, uint64_t *value);
uint8_t dlp_lsu_store(struct hart *h, uint64_t addr, unsigned size, uint64_t value);

/* ---- dlp_scalar */

int  dlp_scalar_init(struct hart *h);
void dlp_scalar_free(struct hart *h);
void dlp_scalar_start(struct hart *h, uint64_t pc, uint64_t arg, uint64_t time);
void dlp_scalar_reset(struct hart *h);
void dlp_scalar_invalidate(struct hart *h);
/* Run until h->now >= until, or for another reason; not sleeping when called. */
struct run_result dlp_scalar_run(struct hart *h, uint64_t until);
/* Lock-step: one instruction. */
struct run_result dlp_scalar_step(struct hart *h, struct dlp_retire *out);

/* ---- dlp_csr.  false: illegal instruction. */
bool dlp_csr_read(struct hart *h, unsigned number, uint64_t *value);
void dlp_csr_write(struct hart *h, unsigned number, uint64_t value);

/* ---- dlp_issue */

bool dlp_issue_cfg_known(unsigned index);
void dlp_issue_clear(struct core *c);
/* Time at which the streams in mask are idle; not before `now`. */
uint64_t dlp_issue_idle_at(const struct core *c, unsigned mask);
/* Time at which the queue takes a command. */
uint64_t dlp_issue_ready_at(const struct core *c, unsigned stream);
/* Issue at h->now.  false: the command faulted, and the core is stopping. */
bool dlp_issue_command(struct core *c, const struct command *cmd);
void dlp_issue_execute(struct core *c, const struct command *cmd, struct outcome *out);

/* ---- units: check, execute, account */
void dlp_vpu(struct core *c, const struct command *cmd, struct outcome *out);
void dlp_mxu(struct core *c, const struct command *cmd, struct outcome *out);
void dlp_dma(struct core *c, const struct command *cmd, struct outcome *out);

/* ---- operands of commands (dlp_lsu.c) */

struct range {
    enum place place;
    uint64_t offset, bytes;             /* in that memory */
    uint8_t *mem;                       /* its first byte */
};
#define IN_NRAM  (1u << PLACE_NRAM)
#define IN_WRAM  (1u << PLACE_WRAM)
#define IN_GDRAM (1u << PLACE_GDRAM)

/* Which memory's window holds an address; CODE is GDRAM.  *offset from the memory's first byte. */
enum place dlp_lsu_place(uint64_t addr, uint64_t *offset);
/* The checks of every operand (isa.md, 5): allowed is a set of IN_*.  DLP_FAULT_NONE or the fault; its address is addr. */
uint8_t dlp_lsu_operand(struct core *c, uint64_t addr, uint64_t bytes, unsigned allowed, bool write, struct range *r);
bool dlp_lsu_overlap(const struct range *a, const struct range *b);
/* Record a failed check of a command and its address; false: the code says that nothing failed. */
bool dlp_outcome_bad(struct outcome *out, uint8_t code, uint64_t addr);
/* Report that a command wrote rows pieces at r. */
void dlp_lsu_wrote(struct outcome *out, const struct range *r, uint64_t stride, uint64_t row_bytes, uint64_t rows);

/* ---- dlp_ctl: life of a kernel */
void dlp_ctl_start(struct core *c, uint64_t time);
void dlp_ctl_abort(struct core *c, uint64_t time);
void dlp_ctl_fault(struct core *c, uint8_t code, uint64_t pc, uint64_t addr, uint64_t time);
/* Run a core up to `until`. */
void dlp_ctl_run(struct core *c, uint64_t until);
void dlp_ctl_reset(struct core *c, uint64_t time);
bool dlp_ctl_active(const struct core *c);

/* ---- dlp_hdma */
void dlp_hdma_start(struct dlp_model *m, uint32_t start, uint64_t time);
void dlp_hdma_advance(struct dlp_model *m, uint64_t time);

/* ---- dlp_regs.  time: of the access or the event. */
uint32_t dlp_regs_read(struct dlp_model *m, uint32_t off, uint64_t time);
void dlp_regs_write(struct dlp_model *m, uint32_t off, uint32_t value, bool host, uint64_t time);
void dlp_regs_irq(struct dlp_model *m, uint32_t bits);
void dlp_regs_event(struct dlp_model *m, uint32_t bits, uint64_t time);
void dlp_regs_core_ended(struct dlp_model *m, unsigned core, uint64_t time);
/* An enabled event is pending (mip.MEIP). */
bool dlp_regs_wake(struct dlp_model *m, uint64_t time);
/* Let everything but the job scheduler core catch up with `time`. */
void dlp_regs_advance(struct dlp_model *m, uint64_t time);
/* Time of the next thing that happens by itself: a DMA descriptor ends, the timer, the firmware watchdog. */
uint64_t dlp_regs_next(const struct dlp_model *m);
#endif
