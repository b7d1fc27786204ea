/* SPDX-License-Identifier: Apache-2.0
 * dlp_scalar - the scalar core: decode once, then interpret (docs/isa.md, 2).
 *
 * Code is kept decoded by pages of the CODE window.  Each line of the instruction cache has one more entry than instructions: a marker on
 * which the interpreter accounts for the next line, so that straight code inside a line costs nothing but itself. */
#include <stdlib.h>
#include <string.h>

#include "arith.h"
#include "dlp_tables.h"
#include "model.h"
#include "timing.h"

enum {
    PAGE       = 4096,
    LINE       = DLP_CACHE_LINE_BYTES,
    LINE_INSNS = LINE / 4,
    PAGE_LINES = PAGE / LINE,
    /* operations that are not instructions */
    OP_ILLEGAL = DLP_I_COUNT, OP_LINE_END, OP_UNKNOWN
};

struct decoded {
    uint8_t op, rd, rs1, rs2;           /* op: enum dlp_insn_id or above; rd: X_SINK instead of 0, but for commands */
    int32_t imm;                        /* immediate, shift amount, CSR number */
    uint32_t insn;
    uint16_t off;                       /* in the page; OP_LINE_END: of the next line */
};

struct code_page {
    uint64_t generation;
    struct decoded d[PAGE_LINES * (LINE_INSNS + 1)];
};

/* ---- decode */

static int32_t sext(uint32_t value, unsigned bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

static uint32_t part(uint32_t insn, unsigned msb, unsigned lsb)
{
    return insn >> lsb & ((UINT32_C(2) << (msb - lsb)) - 1);
}

static int32_t imm_j(uint32_t w)
{
    return sext(part(w, 31, 31) << 20 | part(w, 19, 12) << 12 | part(w, 20, 20) << 11 | part(w, 30, 21) << 1, 21);
}

static int32_t immediate(enum dlp_format format, uint32_t w)
{
    switch (format) {
    case DLP_FORMAT_I:    return sext(part(w, 31, 20), 12);
    case DLP_FORMAT_SH:   return (int32_t)part(w, 25, 20);
    case DLP_FORMAT_SHW:  return (int32_t)part(w, 24, 20);
    case DLP_FORMAT_S:    return sext(part(w, 31, 25) << 5 | part(w, 11, 7), 12);
    case DLP_FORMAT_B:    return sext(part(w, 31, 31) << 12 | part(w, 7, 7) << 11 | part(w, 30, 25) << 5 | part(w, 11, 8) << 1, 13);
    case DLP_FORMAT_U:    return (int32_t)(w & UINT32_C(0xfffff000));
    case DLP_FORMAT_CJ:
    case DLP_FORMAT_J:    return imm_j(w);
    case DLP_FORMAT_CSR:
    case DLP_FORMAT_CSRI:
    case DLP_FORMAT_VSET:
    case DLP_FORMAT_CFG1: return (int32_t)part(w, 31, 20);
    case DLP_FORMAT_CFG2: return (int32_t)part(w, 31, 25);
    case DLP_FORMAT_SYNC: return (int32_t)part(w, DLP_FIELD_SYNC_MASK_MSB, DLP_FIELD_SYNC_MASK_LSB);
    default:              return 0;
    }
}

static bool xdlp(enum dlp_format format)
{
    return format == DLP_FORMAT_VSET || format == DLP_FORMAT_CFG1 || format == DLP_FORMAT_CFG2 || format == DLP_FORMAT_SYNC ||
           format == DLP_FORMAT_EXIT || format == DLP_FORMAT_CMD;
}

static void decode(const struct hart *h, uint32_t w, struct decoded *d)
{
    const struct dlp_insn *insn = dlp_insn_find(w);
    d->insn = w;
    d->op = OP_ILLEGAL;
    if (insn == NULL || (h->core == NULL && xdlp(insn->format)))
        return;
    if (insn->format == DLP_FORMAT_CFG1 && !dlp_issue_cfg_known(part(w, 31, 20)))
        return;
    if (insn->format == DLP_FORMAT_CFG2 && (part(w, 25, 25) || !dlp_issue_cfg_known(part(w, 31, 25))))
        return;
    d->op  = (uint8_t)(insn - dlp_insns);
    d->rd  = (uint8_t)part(w, DLP_FIELD_RD_MSB, DLP_FIELD_RD_LSB);
    d->rs1 = (uint8_t)part(w, DLP_FIELD_RS1_MSB, DLP_FIELD_RS1_LSB);
    d->rs2 = (uint8_t)part(w, DLP_FIELD_RS2_MSB, DLP_FIELD_RS2_LSB);
    d->imm = immediate(insn->format, w);
    if (insn->format == DLP_FORMAT_CJ)
        d->rs1 = d->rd;
    if (insn->format != DLP_FORMAT_CMD && d->rd == 0)
        d->rd = X_SINK;
}

/* Instructions whose rd is a result. */
static bool writes(enum dlp_format f)
{
    return f == DLP_FORMAT_R || f == DLP_FORMAT_I || f == DLP_FORMAT_SH || f == DLP_FORMAT_SHW || f == DLP_FORMAT_U || f == DLP_FORMAT_J ||
           f == DLP_FORMAT_CSR || f == DLP_FORMAT_CSRI || f == DLP_FORMAT_CJ;
}

static void page_clear(struct code_page *p, uint64_t generation)
{
    p->generation = generation;
    struct decoded *d = p->d;
    for (unsigned line = 0; line < PAGE_LINES; line++) {
        for (unsigned k = 0; k < LINE_INSNS; k++, d++)
            *d = (struct decoded){ .op = OP_UNKNOWN, .off = (uint16_t)(line * LINE + 4 * k) };
        *d++ = (struct decoded){ .op = OP_LINE_END, .off = (uint16_t)((line + 1) * LINE) };
    }
}

static struct decoded *entry_of(struct code_page *p, uint64_t off)
{
    return &p->d[off / LINE * (LINE_INSNS + 1) + off / 4 % LINE_INSNS];
}

/* ---- life */

int dlp_scalar_init(struct hart *h)
{
    uint32_t lines = h->model->profile->icache_lines;
    h->page  = calloc((size_t)(DLP_MEM_CODE_WINDOW / PAGE), sizeof h->page[0]);
    h->tag   = calloc(lines, sizeof h->tag[0]);
    h->ready = calloc(lines, sizeof h->ready[0]);
    h->lmem  = calloc(1, (size_t)h->lmem_bytes);
    return h->page && h->tag && h->ready && h->lmem ? 0 : -1;
}

void dlp_scalar_free(struct hart *h)
{
    if (h->page)
        for (size_t k = 0; k < DLP_MEM_CODE_WINDOW / PAGE; k++)
            free(h->page[k]);
    free(h->page);
    free(h->tag);
    free(h->ready);
    free(h->lmem);
}

void dlp_scalar_invalidate(struct hart *h)
{
    h->generation++;
    memset(h->tag, 0, h->model->profile->icache_lines * sizeof h->tag[0]);
}

/* A reset clears x1..x31; memories keep what they hold. */
void dlp_scalar_reset(struct hart *h)
{
    memset(h->x, 0, sizeof h->x);
    h->running = h->sleeping = false;
}

void dlp_scalar_start(struct hart *h, uint64_t pc, uint64_t arg, uint64_t time)
{
    dlp_scalar_invalidate(h);
    h->pc = pc & ~UINT64_C(3);
    h->x[10] = arg;                     /* a0 */
    h->mie = h->mtvec = h->mscratch = h->mepc = h->mcause = h->mtval = 0;
    h->start = h->now = time;
    h->instret = h->rows = 0;
    memset(h->stall, 0, sizeof h->stall);
    memset(h->busy, 0, sizeof h->busy);
    h->running = true;
    h->sleeping = h->yield = false;
}

/* ---- fetch */

/* Time at which the line is there, and what that does to the cache: a miss fetches the line and the next. */
static uint64_t line_ready(struct hart *h, uint32_t line, uint64_t now)
{
    uint32_t mask = h->model->profile->icache_lines - 1;        /* a power of two */
    uint32_t set = line & mask, next = (line + 1) & mask;
    uint64_t then = now;
    if (h->tag[set] != line + 1) {
        h->tag[set] = line + 1;
        h->ready[set] = then = now + DLP_T_ICACHE_MISS;
    } else if (h->ready[set] > now)
        then = h->ready[set];
    if (h->tag[next] != line + 2) {
        h->tag[next] = line + 2;
        h->ready[next] = then + DLP_T_PREFETCH;
    }
    h->stall[STALL_FETCH] += then - now;
    return then;
}

/* 0, or the mcause of a fetch. */
static uint8_t fetch_check(const struct hart *h, uint64_t pc)
{
    const struct dlp_model *m = h->model;
    uint64_t off = pc - DLP_MEM_CODE_BASE;
    if (off >= m->code_bytes)
        return CAUSE_FETCH;
    if (dlp_lsu_gdram_fails(m, off / LINE * LINE, LINE, LINE) ||
        (m->lockstep && m->rtl && m->rtl->trap && m->rtl->cause == CAUSE_FETCH_BUS))
        return CAUSE_FETCH_BUS;
    return 0;
}

static struct code_page *page_of(struct hart *h, uint64_t pc)
{
    struct code_page **slot = &h->page[(pc - DLP_MEM_CODE_BASE) / PAGE];
    if (*slot == NULL) {
        *slot = malloc(sizeof **slot);
        if (*slot == NULL)
            return NULL;
        page_clear(*slot, h->generation);
    } else if ((*slot)->generation != h->generation)
        page_clear(*slot, h->generation);
    return *slot;
}

/* ---- execute */

static uint64_t sx32(uint64_t v)
{
    return (uint64_t)(int64_t)(int32_t)(uint32_t)v;
}

static uint64_t magnitude(uint64_t v)
{
    return (int64_t)v < 0 ? 0 - v : v;
}

static uint64_t div_time(uint64_t dividend, uint64_t divisor)
{
    uint64_t steps = 0;                 /* of 16 bits */
    while (steps < 4 && dividend >> (16 * steps))
        steps++;
    return divisor == 0 ? DLP_T_DIV_ZERO : DLP_T_DIV + 16 * steps + (4 - steps);
}

static bool csr_op(struct hart *h, const struct decoded *d, uint64_t *result)
{
    unsigned number = (unsigned)d->imm;
    bool immediate_form = d->op >= DLP_I_CSRRWI;
    bool write = d->op == DLP_I_CSRRW || d->op == DLP_I_CSRRWI || d->rs1 != 0;
    uint64_t src = immediate_form ? d->rs1 : h->x[d->rs1], old;
    if (write && (number >> 10 & 3) == 3)
        return false;
    if (!dlp_csr_read(h, number, &old))
        return false;
    if (write)
        dlp_csr_write(h, number, d->op == DLP_I_CSRRW || d->op == DLP_I_CSRRWI ? src
                               : d->op == DLP_I_CSRRS || d->op == DLP_I_CSRRSI ? old | src : old & ~src);
    *result = old;
    return true;
}

static void command_of(struct core *c, const struct decoded *d, uint64_t pc, struct command *cmd)
{
    static const uint8_t first[STREAMS] = { DLP_CFG_VEC_N, DLP_CFG_MAT_HI, DLP_CFG_IO_DST_STRIDE, DLP_CFG_MV_DST_STRIDE };
    uint32_t w = d->insn;
    bool vec = part(w, DLP_FIELD_OPCODE_MSB, DLP_FIELD_OPCODE_LSB) == DLP_OPCODE_VEC;
    cmd->stream = (uint8_t)(vec ? DLP_STREAM_VEC : part(w, DLP_FIELD_CMD_STREAM_MSB, DLP_FIELD_CMD_STREAM_LSB));
    cmd->op     = (uint8_t)(vec ? part(w, DLP_FIELD_CMD_VEC_OP_MSB, DLP_FIELD_CMD_VEC_OP_LSB) : part(w, DLP_FIELD_CMD_OP_MSB, DLP_FIELD_CMD_OP_LSB));
    cmd->after  = (uint8_t)(part(w, DLP_FIELD_CMD_AFTER_HI_MSB, DLP_FIELD_CMD_AFTER_HI_LSB) << 3 |
                            part(w, DLP_FIELD_CMD_AFTER_LO_MSB, DLP_FIELD_CMD_AFTER_LO_LSB));
    cmd->rd  = c->hart.x[d->rd];
    cmd->rs1 = c->hart.x[d->rs1];
    cmd->rs2 = c->hart.x[d->rs2];
    cmd->pc  = pc;
    memcpy(cmd->cfg, &c->cfg[first[cmd->stream]], sizeof cmd->cfg);
}

/* Load and store: local memory here, everything else in dlp_lsu. */
static inline uint64_t extend(uint64_t raw, unsigned size, bool is_signed)
{
    unsigned up = 64 - (8u << size);
    return is_signed ? (uint64_t)((int64_t)(raw << up) >> up) : raw;
}

static inline bool in_spm(uint64_t addr)
{
    return addr - DLP_MEM_NRAM_BASE < DLP_MEM_NRAM_WINDOW || addr - DLP_MEM_WRAM_BASE < DLP_MEM_WRAM_WINDOW;
}

/* The interpreter.  `single`: one instruction, without time.  It is compiled twice, so the fast one has no test for it. */
static inline __attribute__((always_inline)) struct run_result interpret(struct hart *h, uint64_t until, const bool single)
{
    struct run_result end = { RUN_TIME, 0, 0, 0 };
    uint64_t *const x = h->x;
    uint8_t *const lmem = h->lmem;
    const uint64_t lmem_bytes = h->lmem_bytes;
    uint64_t now = h->now, instret = h->instret, npc = h->pc, base = 0, value = 0;
    struct code_page *page = NULL;
    struct decoded *d = NULL;
    uint32_t line = UINT32_MAX;
    uint8_t cause = 0;

#define S1      x[d->rs1]
#define S2      x[d->rs2]
#define IMM     ((uint64_t)(int64_t)d->imm)
#define PC      (base + d->off)
#define OUT()   (h->now = now, h->instret = instret)
#define IN()    (now = h->now)
#define RD(v)   do { x[d->rd] = (v); goto retire; } while (0)
#define TRAP(c, v) do { cause = (c); value = (v); goto trap; } while (0)
/* does not retire before `when`; waits over the end of the slice are taken up again in the next */
#define WAIT(when, why)                                                 \
    do {                                                                \
        uint64_t when_ = single ? 0 : (when);                           \
        if (when_ > now) {                                              \
            uint64_t to_ = when_ < until ? when_ : until;               \
            h->stall[why] += to_ - now;                                 \
            now = to_;                                                  \
            if (when_ > now) { npc = PC; goto out; }                    \
        }                                                               \
    } while (0)
#define LOAD(size, sign)                                                                    \
    do {                                                                                    \
        uint64_t a_ = S1 + IMM, v_ = 0;                                                     \
        if (a_ - DLP_MEM_LMEM_BASE < lmem_bytes && !(a_ & ((1u << (size)) - 1))) {          \
            memcpy(&v_, lmem + (a_ - DLP_MEM_LMEM_BASE), (size_t)1 << (size));              \
            now += DLP_T_LMEM_LOAD; h->stall[STALL_MEM] += DLP_T_LMEM_LOAD;                 \
            RD(extend(v_, size, sign));                                                     \
        }                                                                                   \
        if (h->core && !(a_ & ((1u << (size)) - 1)) && in_spm(a_))                          \
            WAIT(dlp_issue_idle_at(h->core, (1u << STREAMS) - 1), STALL_SPM);               \
        OUT();                                                                              \
        cause = dlp_lsu_load(h, a_, size, sign, &v_);                                       \
        IN();                                                                               \
        if (cause) TRAP(cause, a_);                                                         \
        x[d->rd] = v_;                                                                      \
        goto retire_slow;                                                                   \
    } while (0)
#define STORE(size)                                                                         \
    do {                                                                                    \
        uint64_t a_ = S1 + IMM, v_ = S2;                                                    \
        if (a_ - DLP_MEM_LMEM_BASE < lmem_bytes && !(a_ & ((1u << (size)) - 1))) {          \
            memcpy(lmem + (a_ - DLP_MEM_LMEM_BASE), &v_, (size_t)1 << (size));              \
            goto retire;                                                                    \
        }                                                                                   \
        if (h->core && !(a_ & ((1u << (size)) - 1)) && in_spm(a_))                          \
            WAIT(dlp_issue_idle_at(h->core, (1u << STREAMS) - 1), STALL_SPM);               \
        OUT();                                                                              \
        cause = dlp_lsu_store(h, a_, size, v_);                                             \
        IN();                                                                               \
        if (cause) TRAP(cause, a_);                                                         \
        goto retire_slow;                                                                   \
    } while (0)
#define MULDIV(t, v) do { uint64_t t_ = (t); now += t_; h->stall[STALL_MULDIV] += t_; RD(v); } while (0)

jump:                                   /* to npc */
    if (now >= until)
        goto out;
    if (page && npc - base < PAGE)
        d = entry_of(page, npc - base);
    else {
        if ((cause = fetch_check(h, npc)) != 0) {
            value = npc;
            goto fetch_trap;
        }
        page = page_of(h, npc);
        if (page == NULL) {             /* no host memory for decoded code: as if the fetch failed */
            cause = CAUSE_FETCH_BUS;
            value = npc;
            goto fetch_trap;
        }
        base = npc & ~(uint64_t)(PAGE - 1);
        d = entry_of(page, npc - base);
    }
    if (!single && (uint32_t)(npc / LINE) != line) {
        line = (uint32_t)(npc / LINE);
        if (h->model->fail_size && (cause = fetch_check(h, npc)) != 0) {
            value = npc;
            goto fetch_trap;
        }
        now = line_ready(h, line, now);
        if (now >= until)
            goto out;
    }

    for (;;) {
        switch (d->op) {
        case DLP_I_LUI:    RD(IMM);
        case DLP_I_AUIPC:  RD(PC + IMM);
        case DLP_I_JAL:
            npc = PC + IMM;
            if (npc & 3) TRAP(CAUSE_FETCH_MISALIGNED, npc);
            x[d->rd] = PC + 4;
            goto retire_jump;
        case DLP_I_JALR:
            npc = (S1 + IMM) & ~UINT64_C(1);
            if (npc & 3) TRAP(CAUSE_FETCH_MISALIGNED, npc);
            x[d->rd] = PC + 4;
            now += DLP_T_BRANCH;
            h->stall[STALL_BRANCH] += DLP_T_BRANCH;
            goto retire_jump;
        case DLP_I_CJ:
            value = S1 - 1;
            if (value != 0) {
                npc = PC + IMM;
                if (npc & 3) TRAP(CAUSE_FETCH_MISALIGNED, npc);
                x[d->rd] = value;
                goto retire_jump;
            }
            RD(value);
        case DLP_I_BEQ:    if (S1 == S2) goto branch; goto retire;
        case DLP_I_BNE:    if (S1 != S2) goto branch; goto retire;
        case DLP_I_BLT:    if ((int64_t)S1 < (int64_t)S2) goto branch; goto retire;
        case DLP_I_BGE:    if ((int64_t)S1 >= (int64_t)S2) goto branch; goto retire;
        case DLP_I_BLTU:   if (S1 < S2) goto branch; goto retire;
        case DLP_I_BGEU:   if (S1 >= S2) goto branch; goto retire;
        branch:
            npc = PC + IMM;
            if (npc & 3) TRAP(CAUSE_FETCH_MISALIGNED, npc);
            now += DLP_T_BRANCH;
            h->stall[STALL_BRANCH] += DLP_T_BRANCH;
            goto retire_jump;
        case DLP_I_LB:     LOAD(0, true);
        case DLP_I_LH:     LOAD(1, true);
        case DLP_I_LW:     LOAD(2, true);
        case DLP_I_LD:     LOAD(3, false);
        case DLP_I_LBU:    LOAD(0, false);
        case DLP_I_LHU:    LOAD(1, false);
        case DLP_I_LWU:    LOAD(2, false);
        case DLP_I_SB:     STORE(0);
        case DLP_I_SH:     STORE(1);
        case DLP_I_SW:     STORE(2);
        case DLP_I_SD:     STORE(3);
        case DLP_I_ADDI:   RD(S1 + IMM);
        case DLP_I_SLTI:   RD((int64_t)S1 < (int64_t)d->imm);
        case DLP_I_SLTIU:  RD(S1 < IMM);
        case DLP_I_XORI:   RD(S1 ^ IMM);
        case DLP_I_ORI:    RD(S1 | IMM);
        case DLP_I_ANDI:   RD(S1 & IMM);
        case DLP_I_SLLI:   RD(S1 << d->imm);
        case DLP_I_SRLI:   RD(S1 >> d->imm);
        case DLP_I_SRAI:   RD((uint64_t)((int64_t)S1 >> d->imm));
        case DLP_I_ADD:    RD(S1 + S2);
        case DLP_I_SUB:    RD(S1 - S2);
        case DLP_I_SLL:    RD(S1 << (S2 & 63));
        case DLP_I_SLT:    RD((int64_t)S1 < (int64_t)S2);
        case DLP_I_SLTU:   RD(S1 < S2);
        case DLP_I_XOR:    RD(S1 ^ S2);
        case DLP_I_SRL:    RD(S1 >> (S2 & 63));
        case DLP_I_SRA:    RD((uint64_t)((int64_t)S1 >> (S2 & 63)));
        case DLP_I_OR:     RD(S1 | S2);
        case DLP_I_AND:    RD(S1 & S2);
        case DLP_I_ADDIW:  RD(sx32(S1 + IMM));
        case DLP_I_SLLIW:  RD(sx32(S1 << d->imm));
        case DLP_I_SRLIW:  RD(sx32((uint32_t)S1 >> d->imm));
        case DLP_I_SRAIW:  RD((uint64_t)(int64_t)((int32_t)(uint32_t)S1 >> d->imm));
        case DLP_I_ADDW:   RD(sx32(S1 + S2));
        case DLP_I_SUBW:   RD(sx32(S1 - S2));
        case DLP_I_SLLW:   RD(sx32(S1 << (S2 & 31)));
        case DLP_I_SRLW:   RD(sx32((uint32_t)S1 >> (S2 & 31)));
        case DLP_I_SRAW:   RD((uint64_t)(int64_t)((int32_t)(uint32_t)S1 >> (S2 & 31)));
        case DLP_I_FENCE:  goto retire;
        case DLP_I_MUL:    MULDIV((S1 | S2) >> 32 ? DLP_T_MUL : DLP_T_MULW, S1 * S2);
        case DLP_I_MULH:   MULDIV(DLP_T_MULH, dlp_mulh(S1, S2));
        case DLP_I_MULHSU: MULDIV(DLP_T_MULH, dlp_mulhsu(S1, S2));
        case DLP_I_MULHU:  MULDIV(DLP_T_MULH, dlp_mulhu(S1, S2));
        case DLP_I_DIV:    MULDIV(div_time(magnitude(S1), S2), dlp_div(S1, S2));
        case DLP_I_DIVU:   MULDIV(div_time(S1, S2), dlp_divu(S1, S2));
        case DLP_I_REM:    MULDIV(div_time(magnitude(S1), S2), dlp_rem(S1, S2));
        case DLP_I_REMU:   MULDIV(div_time(S1, S2), dlp_remu(S1, S2));
        case DLP_I_MULW:   MULDIV(DLP_T_MULW, sx32(S1 * S2));
        case DLP_I_DIVW:   MULDIV(div_time(magnitude(sx32(S1)), (uint32_t)S2), dlp_divw(S1, S2));
        case DLP_I_DIVUW:  MULDIV(div_time((uint32_t)S1, (uint32_t)S2), dlp_divuw(S1, S2));
        case DLP_I_REMW:   MULDIV(div_time(magnitude(sx32(S1)), (uint32_t)S2), dlp_remw(S1, S2));
        case DLP_I_REMUW:  MULDIV(div_time((uint32_t)S1, (uint32_t)S2), dlp_remuw(S1, S2));
        case DLP_I_FENCE_I:
            dlp_scalar_invalidate(h);
            npc = PC + 4;
            page = NULL;                /* pages are decoded again on entry */
            line = UINT32_MAX;
            goto retire_jump;
        case DLP_I_ECALL:  TRAP(CAUSE_ECALL, 0);
        case DLP_I_EBREAK: TRAP(CAUSE_BREAK, PC);
        case DLP_I_MRET:
            npc = h->mepc;
            now += DLP_T_BRANCH;
            h->stall[STALL_BRANCH] += DLP_T_BRANCH;
            goto retire_jump;
        case DLP_I_WFI:
            if (single)
                h->model->time_dependent = true;
            else if (h->core == NULL && !(h->mie != 0 && dlp_regs_wake(h->model, now))) {
                h->sleeping = true;
                end.end = RUN_SLEEP;
                npc = PC;
                goto out;
            }
            goto retire;
        case DLP_I_CSRRW:
        case DLP_I_CSRRS:
        case DLP_I_CSRRC:
        case DLP_I_CSRRWI:
        case DLP_I_CSRRSI:
        case DLP_I_CSRRCI:
            OUT();
            if (!csr_op(h, d, &value)) TRAP(CAUSE_ILLEGAL, d->insn);
            RD(value);
        case DLP_I_DCFG:
            h->core->cfg[d->imm] = (uint32_t)S1;
            goto retire;
        case DLP_I_DCFG2:
            h->core->cfg[d->imm] = (uint32_t)S1;
            if (dlp_issue_cfg_known((unsigned)d->imm + 1))
                h->core->cfg[d->imm + 1] = (uint32_t)S2;
            goto retire;
        case DLP_I_VSET:
            h->core->cfg[DLP_CFG_VEC_N] = (uint32_t)S1;
            h->core->cfg[DLP_CFG_VEC_TYPE] = (uint32_t)d->imm;
            goto retire;
        case DLP_I_SYNC:
            WAIT(dlp_issue_idle_at(h->core, (unsigned)d->imm), STALL_SYNC);
            goto retire;
        case DLP_I_EXIT:
            WAIT(dlp_issue_idle_at(h->core, (1u << STREAMS) - 1), STALL_SYNC);
            end = (struct run_result){ RUN_EXIT, 0, (uint32_t)S1, PC };
            npc = PC + 4;
            now++;
            instret++;
            goto out;
        case OP_LINE_END:
            if (d->off == PAGE) {
                npc = base + PAGE;
                goto jump;
            }
            if (!single) {
                npc = base + d->off;
                goto jump;
            }
            d++;
            continue;
        case OP_UNKNOWN: {
            uint32_t w;
            memcpy(&w, h->model->gdram + (PC - DLP_MEM_CODE_BASE), sizeof w);
            decode(h, w, d);
            continue;
        }
        case OP_ILLEGAL:   TRAP(CAUSE_ILLEGAL, d->insn);
        default: {                      /* the commands */
            struct command cmd;
            command_of(h->core, d, PC, &cmd);
            WAIT(dlp_issue_ready_at(h->core, cmd.stream), STALL_QUEUE);
            OUT();
            if (!dlp_issue_command(h->core, &cmd)) {
                end.end = RUN_FAULT;
                npc = PC + 4;
                now++;
                instret++;
                goto out;
            }
            IN();
            goto retire;
        }
        }

    retire_slow:                        /* time may have passed, others may want to run */
        now++;
        instret++;
        npc = PC + 4;
        if (single || now >= until || h->yield) {
            if (h->yield) {
                h->yield = false;
                end.end = RUN_YIELD;
            }
            goto out;
        }
        d++;
        continue;

    retire_jump:
        now++;
        instret++;
        if (single)
            goto out;
        goto jump;

    retire:
        now++;
        instret++;
        if (single) {
            npc = PC + 4;
            goto out;
        }
        d++;
    }

trap:
    npc = PC;
fetch_trap:
    end = (struct run_result){ RUN_TRAP, cause, value, npc };
    if (h->mtvec != 0) {
        h->mepc = npc;
        h->mcause = cause;
        h->mtval = value;
        npc = h->mtvec;
        now += 1 + DLP_T_TRAP;
        if (single)
            goto out;
        end.end = RUN_TIME;
        goto jump;
    }
out:
    h->pc = npc;
    OUT();
    return end;
}

struct run_result dlp_scalar_run(struct hart *h, uint64_t until)
{
    return interpret(h, until, false);
}

struct run_result dlp_scalar_step(struct hart *h, struct dlp_retire *out)
{
    struct dlp_model *m = h->model;
    uint64_t pc = h->pc, off = pc - DLP_MEM_CODE_BASE;
    *out = (struct dlp_retire){ .pc = pc };
    if (off < m->code_bytes)
        memcpy(&out->insn, m->gdram + off, sizeof out->insn);
    struct run_result end = interpret(h, NEVER, true);
    if (end.end == RUN_TRAP) {
        out->trap = true;
        out->cause = end.cause;
        if (end.cause == CAUSE_FETCH || end.cause == CAUSE_FETCH_BUS)
            out->insn = 0;
        return end;
    }
    /* what was executed is what was decoded, also when memory has changed since */
    const struct decoded *d = entry_of(h->page[off / PAGE], off % PAGE);
    out->insn = d->insn;
    const struct dlp_insn *insn = d->op < DLP_I_COUNT ? &dlp_insns[d->op] : dlp_insn_find(out->insn);
    out->rd = (uint8_t)part(out->insn, DLP_FIELD_RD_MSB, DLP_FIELD_RD_LSB);
    out->we = insn && writes(insn->format) && out->rd != 0;
    out->value = out->we ? h->x[out->rd] : 0;
    return end;
}
