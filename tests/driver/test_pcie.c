/* SPDX-License-Identifier: Apache-2.0
 * test_pcie - the simulated endpoint, in front of a chip that does nothing but hand out its callbacks. */
#include <stdlib.h>
#include <string.h>

#include "dlp_pcie.h"
#include "env.h"

enum { PAGE = DLP_PAGE_BYTES, REGS = 0x10000000, MSIX = 0x20000000 };
static const uint64_t MEMORY = UINT64_C(0x300000000);

/* ---- a chip of 16 registers and 4 KB of memory */
struct toy { struct dlp_chip chip; unsigned accesses; struct dlp_chip_host host; uint32_t reg[16]; uint8_t memory[PAGE]; };

static void toy_destroy(struct dlp_chip *chip) { free(chip); }
static int toy_reg_read(struct dlp_chip *chip, uint32_t off, uint32_t *val)
{
    *val = ((struct toy *)chip)->reg[off / 4 % 16];
    return 0;
}
static int toy_reg_write(struct dlp_chip *chip, uint32_t off, uint32_t val)
{
    ((struct toy *)chip)->reg[off / 4 % 16] = val;
    return 0;
}
static int toy_mem_read(struct dlp_chip *chip, uint64_t off, void *dst, size_t n)
{
    ((struct toy *)chip)->accesses++;
    if (off > PAGE || n > PAGE - off)
        return -1;
    memcpy(dst, ((struct toy *)chip)->memory + off, n);
    return 0;
}
static int toy_mem_write(struct dlp_chip *chip, uint64_t off, const void *src, size_t n)
{
    if (off > PAGE || n > PAGE - off)
        return -1;
    memcpy(((struct toy *)chip)->memory + off, src, n);
    return 0;
}
static int toy_run(struct dlp_chip *chip, uint64_t max, uint64_t *ran)
{
    (void)chip;
    if (ran)
        *ran = max;
    return 0;
}

static int toy_create(void *ctx, const struct dlp_profile *profile, const struct dlp_chip_host *host, struct dlp_chip **out)
{
    static const struct dlp_chip_ops ops = { .destroy = toy_destroy, .reg_read = toy_reg_read, .reg_write = toy_reg_write,
                                             .mem_read = toy_mem_read, .mem_write = toy_mem_write, .run = toy_run, .name = "toy" };
    struct toy *t = calloc(1, sizeof *t);
    (void)profile;
    assert_non_null(t);
    t->chip.ops = &ops;
    t->host = *host;
    *(struct toy **)ctx = t;
    *out = &t->chip;
    return 0;
}

/* ---- one endpoint for each test */
struct bench { struct dlp_pcie *pcie; struct toy *toy; unsigned messages; uint64_t address; uint32_t data; uint8_t *pages; };

static void on_message(void *ctx, uint64_t address, uint32_t data)
{
    struct bench *b = ctx;
    b->messages++;
    b->address = address;
    b->data = data;
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    assert_int_equal(dlp_pcie_create(dlp_profile_by_name("full"), toy_create, &b->toy, on_message, b, &b->pcie), 0);
    b->pages = aligned_alloc(PAGE, 4 * PAGE);
    assert_non_null(b->pages);
    memset(b->pages, 0, 4 * PAGE);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;
    dlp_pcie_destroy(b->pcie);
    free(b->pages);
    free(b);
    return 0;
}

static void set_bars(struct bench *b)
{
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_BAR + 4 * DLP_PCIE_BAR_REGS, REGS);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_BAR + 4 * DLP_PCIE_BAR_MEM, (uint32_t)MEMORY);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_BAR + 4 * DLP_PCIE_BAR_MEM + 4, (uint32_t)(MEMORY >> 32));
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_BAR + 4 * DLP_PCIE_BAR_MSIX, MSIX);
}

static void enable(struct bench *b)
{
    set_bars(b);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_COMMAND, DLP_PCIE_COMMAND_MEMORY | DLP_PCIE_COMMAND_MASTER);
}

static void write_word(struct bench *b, uint64_t address, uint32_t value)
{
    assert_int_equal(dlp_pcie_mem_write(b->pcie, address, &value, 4), 0);
}

static uint32_t read_word(struct bench *b, uint64_t address)
{
    uint32_t value = 0;
    assert_int_equal(dlp_pcie_mem_read(b->pcie, address, &value, 4), 0);
    return value;
}

static void set_vector(struct bench *b, unsigned v, uint32_t address, uint32_t data, uint32_t masked)
{
    const uint64_t entry = MSIX + DLP_PCIE_MSIX_TABLE + 16 * v;
    write_word(b, entry, address);
    write_word(b, entry + 4, 0);
    write_word(b, entry + 8, data);
    write_word(b, entry + 12, masked);
}

static void msix_control(struct bench *b, uint32_t bits)
{
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_MSIX, bits << 16);
}

static void line(struct bench *b, unsigned v, bool level)
{
    b->toy->host.irq(b->toy->host.ctx, v, level);
}

/* ---- configuration space */

static uint32_t bar_after_ones(struct bench *b, unsigned bar)
{
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_BAR + 4 * bar, UINT32_MAX);
    return dlp_pcie_cfg_read32(b->pcie, DLP_PCIE_CFG_BAR + 4 * bar);
}

static void bars_report_their_size_when_all_ones_are_written(void **state)
{
    struct bench *b = *state;
    /* 64 KB of 32 bits; 256 MB (full) of 64 bits, prefetchable; 4 KB of 32 bits; nothing else */
    assert_int_equal(bar_after_ones(b, 0), 0xffff0000);
    assert_int_equal(bar_after_ones(b, 1), 0);
    assert_int_equal(bar_after_ones(b, 2), 0xf000000c);
    assert_int_equal(bar_after_ones(b, 3), 0xffffffff);
    assert_int_equal(bar_after_ones(b, 4), 0xfffff000);
    assert_int_equal(bar_after_ones(b, 5), 0);
    set_bars(b);
    assert_int_equal(dlp_pcie_cfg_read32(b->pcie, DLP_PCIE_CFG_BAR), REGS);
    assert_int_equal(dlp_pcie_cfg_read32(b->pcie, DLP_PCIE_CFG_BAR + 12), (uint32_t)(MEMORY >> 32));
}

static void identity_and_capabilities_are_as_documented(void **state)
{
    struct bench *b = *state;
    assert_int_equal(dlp_pcie_cfg_read32(b->pcie, 0), DLP_PCIE_DEVICE_ID << 16 | DLP_PCIE_VENDOR_ID);
    assert_int_equal(dlp_pcie_cfg_read32(b->pcie, 8) >> 8, DLP_PCIE_CLASS);
    assert_true(dlp_pcie_cfg_read32(b->pcie, 4) >> 16 & DLP_PCIE_STATUS_CAPS);
    bool msix = false, express = false;
    unsigned steps = 0;
    for (uint32_t at = dlp_pcie_cfg_read32(b->pcie, 0x34); at; at = dlp_pcie_cfg_read32(b->pcie, at) >> 8 & 0xff) {
        uint32_t id = dlp_pcie_cfg_read32(b->pcie, at) & 0xff;
        if (id == DLP_PCIE_CAP_MSIX) {
            msix = true;
            assert_int_equal((dlp_pcie_cfg_read32(b->pcie, at) >> 16 & 0x7ff) + 1, DLP_PCIE_VECTORS);
            assert_int_equal(dlp_pcie_cfg_read32(b->pcie, at + 4), DLP_PCIE_MSIX_TABLE | DLP_PCIE_BAR_MSIX);
            assert_int_equal(dlp_pcie_cfg_read32(b->pcie, at + 8), DLP_PCIE_MSIX_PBA | DLP_PCIE_BAR_MSIX);
        }
        express = express || id == DLP_PCIE_CAP_EXPRESS;
        assert_true(++steps < 10);
    }
    assert_true(msix && express);
    /* read-only words ignore writes, words behind the header's end read as nothing there */
    dlp_pcie_cfg_write32(b->pcie, 0, 0);
    assert_int_equal(dlp_pcie_cfg_read32(b->pcie, 0), DLP_PCIE_DEVICE_ID << 16 | DLP_PCIE_VENDOR_ID);
    assert_int_equal(dlp_pcie_cfg_read32(b->pcie, DLP_PCIE_CFG_BYTES), UINT32_MAX);
    assert_int_equal(dlp_pcie_cfg_read32(b->pcie, 2), UINT32_MAX);
}

/* ---- accesses of the host */

static void without_memory_enable_reads_are_all_ones_and_writes_are_lost(void **state)
{
    struct bench *b = *state;
    uint32_t word = 1;
    set_bars(b);
    b->toy->reg[1] = 0x1234;
    assert_int_equal(dlp_pcie_mem_write(b->pcie, REGS + 4, &word, 4), DLP_EIO);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, REGS + 4, &word, 4), DLP_EIO);
    assert_int_equal(word, UINT32_MAX);
    assert_int_equal(b->toy->reg[1], 0x1234);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_COMMAND, DLP_PCIE_COMMAND_MEMORY);
    assert_int_equal(read_word(b, REGS + 4), 0x1234);
}

static void addresses_that_nobody_claims_are_not_answered(void **state)
{
    struct bench *b = *state;
    uint64_t wide = 0;
    uint32_t word = 0;
    enable(b);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, REGS - 4, &word, 4), DLP_EIO);
    assert_int_equal(word, UINT32_MAX);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, REGS + DLP_PCIE_BAR0_BYTES, &word, 4), DLP_EIO);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, MEMORY + (256u << 20) - 4, &wide, 8), DLP_EIO);     /* half in, half out */
    assert_true(wide == UINT64_MAX);
    assert_int_equal(b->toy->accesses, 0);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, MEMORY + 2 * PAGE, &wide, 8), DLP_EIO);              /* in the BAR, but the chip refuses */
    assert_true(wide == UINT64_MAX);
    /* registers take aligned words only */
    assert_int_equal(dlp_pcie_mem_read(b->pcie, REGS + 2, &word, 4), DLP_EIO);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, REGS, &wide, 8), DLP_EIO);
    assert_int_equal(dlp_pcie_mem_write(b->pcie, REGS + 1, &word, 1), DLP_EIO);
}

static void the_memory_window_takes_any_offset_and_size(void **state)
{
    struct bench *b = *state;
    uint8_t in[100], out[100];
    enable(b);
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 7);
    assert_int_equal(dlp_pcie_mem_write(b->pcie, MEMORY + 33, in, sizeof in), 0);
    assert_memory_equal(b->toy->memory + 33, in, sizeof in);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, MEMORY + 33, out, sizeof out), 0);
    assert_memory_equal(in, out, sizeof in);
    /* the BAR can be moved */
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_BAR + 4 * DLP_PCIE_BAR_MEM + 4, 7);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, (UINT64_C(7) << 32) + 33, out, sizeof out), 0);
    assert_int_equal(dlp_pcie_mem_read(b->pcie, MEMORY + 33, out, sizeof out), DLP_EIO);
}

/* ---- MSI-X */

static void a_rising_line_becomes_one_message_with_the_programmed_words(void **state)
{
    struct bench *b = *state;
    enable(b);
    set_vector(b, 0, 0xfee00000, 0x41, 0);
    set_vector(b, 1, 0xfee01000, 0x42, 0);
    line(b, 1, true);
    line(b, 1, false);
    assert_int_equal(b->messages, 0);                   /* not enabled */
    msix_control(b, DLP_PCIE_MSIX_ENABLE);
    line(b, 1, true);
    assert_int_equal(b->messages, 1);
    assert_int_equal(b->address, 0xfee01000);
    assert_int_equal(b->data, 0x42);
    line(b, 1, true);
    assert_int_equal(b->messages, 1);                   /* still high: no second message */
    line(b, 1, false);
    line(b, 0, true);
    assert_int_equal(b->messages, 2);
    assert_int_equal(b->data, 0x41);
    struct dlp_pcie_counters count;
    dlp_pcie_get_counters(b->pcie, &count);
    assert_int_equal(count.messages[0], 1);
    assert_int_equal(count.messages[1], 1);
}

static void a_masked_vector_is_pending_and_is_sent_when_unmasked(void **state)
{
    struct bench *b = *state;
    enable(b);
    msix_control(b, DLP_PCIE_MSIX_ENABLE);
    set_vector(b, 0, 0xfee00000, 5, 1);
    assert_int_equal(read_word(b, MSIX + 12), 1);
    line(b, 0, true);
    assert_int_equal(b->messages, 0);
    assert_int_equal(read_word(b, MSIX + DLP_PCIE_MSIX_PBA), 1);
    write_word(b, MSIX + DLP_PCIE_MSIX_PBA, 0);         /* read-only */
    assert_int_equal(read_word(b, MSIX + DLP_PCIE_MSIX_PBA), 1);
    write_word(b, MSIX + 12, 0);
    assert_int_equal(b->messages, 1);
    assert_int_equal(read_word(b, MSIX + DLP_PCIE_MSIX_PBA), 0);
}

static void the_function_mask_holds_all_vectors_back(void **state)
{
    struct bench *b = *state;
    enable(b);
    set_vector(b, 0, 0xfee00000, 5, 0);
    set_vector(b, 1, 0xfee00000, 6, 0);
    msix_control(b, DLP_PCIE_MSIX_ENABLE | DLP_PCIE_MSIX_MASK);
    line(b, 0, true);
    line(b, 1, true);
    assert_int_equal(b->messages, 0);
    assert_int_equal(read_word(b, MSIX + DLP_PCIE_MSIX_PBA), 3);
    msix_control(b, DLP_PCIE_MSIX_ENABLE);
    assert_int_equal(b->messages, 2);
}

static void a_pending_message_is_forgotten_when_its_line_falls(void **state)
{
    struct bench *b = *state;
    enable(b);
    msix_control(b, DLP_PCIE_MSIX_ENABLE);
    set_vector(b, 0, 0xfee00000, 5, 1);
    line(b, 0, true);
    line(b, 0, false);
    assert_int_equal(read_word(b, MSIX + DLP_PCIE_MSIX_PBA), 0);
    write_word(b, MSIX + 12, 0);
    assert_int_equal(b->messages, 0);
}

static void messages_need_bus_mastering(void **state)
{
    struct bench *b = *state;
    enable(b);
    msix_control(b, DLP_PCIE_MSIX_ENABLE);
    set_vector(b, 0, 0xfee00000, 5, 0);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_COMMAND, DLP_PCIE_COMMAND_MEMORY);
    line(b, 0, true);
    assert_int_equal(b->messages, 0);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_COMMAND, DLP_PCIE_COMMAND_MEMORY | DLP_PCIE_COMMAND_MASTER);
    assert_int_equal(b->messages, 1);
}

/* ---- accesses of the chip */

static int chip_read(struct bench *b, uint64_t at, void *dst, size_t n) { return b->toy->host.mem_read(b->toy->host.ctx, at, dst, n); }
static int chip_write(struct bench *b, uint64_t at, const void *src, size_t n) { return b->toy->host.mem_write(b->toy->host.ctx, at, src, n); }

static void the_chip_reaches_mapped_pages_and_nothing_else(void **state)
{
    struct bench *b = *state;
    const uint64_t iova = UINT64_C(0x7000000000);
    uint8_t in[64], out[64] = { 0 };
    struct dlp_pcie_counters count;
    enable(b);
    memset(in, 0x5a, sizeof in);
    assert_int_equal(dlp_pcie_map(b->pcie, iova, b->pages, PAGE, DLP_PCIE_MAP_READ | DLP_PCIE_MAP_WRITE), 0);
    assert_int_equal(chip_write(b, iova + 100, in, sizeof in), 0);
    assert_memory_equal(b->pages + 100, in, sizeof in);
    assert_int_equal(chip_read(b, iova + 100, out, sizeof out), 0);
    assert_memory_equal(in, out, sizeof in);
    assert_true(chip_read(b, iova - 1, out, 1) < 0);
    assert_true(chip_read(b, (uint64_t)(uintptr_t)b->pages, out, 1) < 0);       /* a host pointer is no bus address */
    /* the second half lies outside: nothing at all is written */
    memset(b->pages, 0, PAGE);
    assert_true(chip_write(b, iova + PAGE - 32, in, sizeof in) < 0);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(b->pages[PAGE - 32 + i], 0);
    dlp_pcie_get_counters(b->pcie, &count);
    assert_int_equal(count.blocked, 3);
    assert_true(count.blocked_address == iova + PAGE);
    assert_int_equal(count.bytes_read, 64);
    assert_int_equal(count.bytes_written, 64);
    /* an access that wraps around the end of the address space */
    assert_true(chip_read(b, UINT64_MAX - 3, out, 8) < 0);
}

static void accesses_across_pages_follow_the_page_table(void **state)
{
    struct bench *b = *state;
    uint8_t in[2 * PAGE], out[2 * PAGE];
    enable(b);
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i % 251);
    /* neighbours for the chip, apart and in the other order for the host */
    assert_int_equal(dlp_pcie_map(b->pcie, 0x12000, b->pages, PAGE, DLP_PCIE_MAP_READ | DLP_PCIE_MAP_WRITE), 0);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10000, b->pages + 2 * PAGE, PAGE, DLP_PCIE_MAP_READ | DLP_PCIE_MAP_WRITE), 0);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x11000, b->pages + PAGE, PAGE, DLP_PCIE_MAP_READ | DLP_PCIE_MAP_WRITE), 0);
    assert_int_equal(chip_write(b, 0x10800, in, sizeof in), 0);
    assert_memory_equal(b->pages + 2 * PAGE + 0x800, in, 0x800);
    assert_memory_equal(b->pages + PAGE, in + 0x800, PAGE);
    assert_memory_equal(b->pages, in + 0x1800, 0x800);
    assert_int_equal(chip_read(b, 0x10800, out, sizeof out), 0);
    assert_memory_equal(in, out, sizeof in);
}

static void a_page_is_reached_only_in_the_direction_it_is_mapped_for(void **state)
{
    struct bench *b = *state;
    uint32_t word = 0;
    enable(b);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x1000, b->pages, PAGE, DLP_PCIE_MAP_READ), 0);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x2000, b->pages + PAGE, PAGE, DLP_PCIE_MAP_WRITE), 0);
    assert_int_equal(chip_read(b, 0x1000, &word, 4), 0);
    assert_true(chip_write(b, 0x1000, &word, 4) < 0);
    assert_int_equal(chip_write(b, 0x2000, &word, 4), 0);
    assert_true(chip_read(b, 0x2000, &word, 4) < 0);
}

static void the_chip_reaches_nothing_without_bus_mastering(void **state)
{
    struct bench *b = *state;
    uint32_t word = 0;
    enable(b);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x1000, b->pages, PAGE, DLP_PCIE_MAP_READ), 0);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_COMMAND, DLP_PCIE_COMMAND_MEMORY);
    assert_true(chip_read(b, 0x1000, &word, 4) < 0);
    dlp_pcie_cfg_write32(b->pcie, DLP_PCIE_CFG_COMMAND, DLP_PCIE_COMMAND_MASTER);
    assert_int_equal(chip_read(b, 0x1000, &word, 4), 0);
}

static void unmapping_takes_single_pages_out_of_the_middle(void **state)
{
    struct bench *b = *state;
    uint32_t word = 0;
    enable(b);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10000, b->pages, 4 * PAGE, DLP_PCIE_MAP_READ), 0);
    assert_int_equal(dlp_pcie_unmap(b->pcie, 0x11000, PAGE), 0);
    assert_int_equal(chip_read(b, 0x10ffc, &word, 4), 0);
    assert_true(chip_read(b, 0x11000, &word, 4) < 0);
    assert_int_equal(chip_read(b, 0x12000, &word, 4), 0);
    assert_int_equal(dlp_pcie_unmap(b->pcie, 0x10000, 4 * PAGE), DLP_EMAP);     /* one of them was gone */
    assert_true(chip_read(b, 0x12000, &word, 4) < 0);
}

static void bad_mappings_are_refused(void **state)
{
    struct bench *b = *state;
    const unsigned rw = DLP_PCIE_MAP_READ | DLP_PCIE_MAP_WRITE;
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10001, b->pages, PAGE, rw), DLP_EINVAL);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10000, b->pages + 8, PAGE, rw), DLP_EINVAL);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10000, b->pages, PAGE - 1, rw), DLP_EINVAL);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10000, b->pages, 0, rw), DLP_EINVAL);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10000, b->pages, PAGE, 0), DLP_EINVAL);
    assert_int_equal(dlp_pcie_map(b->pcie, UINT64_MAX - PAGE + 1, b->pages, 2 * PAGE, rw), DLP_EINVAL);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x10000, b->pages, 2 * PAGE, rw), 0);
    assert_int_equal(dlp_pcie_map(b->pcie, 0x11000, b->pages, PAGE, rw), DLP_EBUSY);
    assert_int_equal(dlp_pcie_map(b->pcie, 0xf000, b->pages, 2 * PAGE, rw), DLP_EBUSY);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int run_pcie(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bars_report_their_size_when_all_ones_are_written), TEST(identity_and_capabilities_are_as_documented),
        TEST(without_memory_enable_reads_are_all_ones_and_writes_are_lost), TEST(addresses_that_nobody_claims_are_not_answered),
        TEST(the_memory_window_takes_any_offset_and_size), TEST(a_rising_line_becomes_one_message_with_the_programmed_words),
        TEST(a_masked_vector_is_pending_and_is_sent_when_unmasked), TEST(the_function_mask_holds_all_vectors_back),
        TEST(a_pending_message_is_forgotten_when_its_line_falls), TEST(messages_need_bus_mastering),
        TEST(the_chip_reaches_mapped_pages_and_nothing_else), TEST(accesses_across_pages_follow_the_page_table),
        TEST(a_page_is_reached_only_in_the_direction_it_is_mapped_for), TEST(the_chip_reaches_nothing_without_bus_mastering),
        TEST(unmapping_takes_single_pages_out_of_the_middle), TEST(bad_mappings_are_refused),
    };
    return cmocka_run_group_tests_name("pcie endpoint", tests, NULL, NULL);
}
