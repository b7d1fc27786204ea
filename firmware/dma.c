/* SPDX-License-Identifier: Apache-2.0 */
#include "dma.h"

#include "hw.h"

static uint32_t errors_seen;

void dma_queue(uint64_t far, uint64_t dev, uint32_t len, enum dma_dir dir)
{
    while (mmio_read(DLP_REG_HDMA_STATUS) & DLP_HDMA_STATUS_FULL_MASK) {
        /* clear first, look again, then sleep: a copy that ends in between sets the event again */
        mmio_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_HDMA_MASK);
        if (mmio_read(DLP_REG_HDMA_STATUS) & DLP_HDMA_STATUS_FULL_MASK)
            wait_event();
    }
    mmio_write(DLP_REG_HDMA_HOST_LO, (uint32_t)far);
    mmio_write(DLP_REG_HDMA_HOST_HI, (uint32_t)(far >> 32));
    mmio_write(DLP_REG_HDMA_DEV, (uint32_t)dev);
    mmio_write(DLP_REG_HDMA_LEN, len);
    mmio_write(DLP_REG_HDMA_START, dir == DMA_TO_HOST   ? DLP_HDMA_START_TO_HOST_MASK
                                 : dir == DMA_ON_DEVICE ? DLP_HDMA_START_ON_DEVICE_MASK
                                                        : 0);
}

void dma_init(void)
{
    errors_seen = mmio_read(DLP_REG_HDMA_ERRORS);       /* it counts on when the firmware is started anew */
}

int dma_finish(void)
{
    while (mmio_read(DLP_REG_HDMA_STATUS) & DLP_HDMA_STATUS_BUSY_MASK) {
        mmio_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_HDMA_MASK);
        if (mmio_read(DLP_REG_HDMA_STATUS) & DLP_HDMA_STATUS_BUSY_MASK)
            wait_event();
    }
    mmio_write(DLP_REG_EVENT_STATUS, DLP_EVENT_STATUS_HDMA_MASK);
    uint32_t errors = mmio_read(DLP_REG_HDMA_ERRORS);
    int failed = errors != errors_seen;
    errors_seen = errors;
    return failed;
}

uint64_t dma_error_addr(void)
{
    return (uint64_t)mmio_read(DLP_REG_HDMA_ERR_HI) << 32 | mmio_read(DLP_REG_HDMA_ERR_LO);
}
