/* SPDX-License-Identifier: Apache-2.0
 * dma.h - copies by the host DMA engine. */
#ifndef DLP_FW_DMA_H
#define DLP_FW_DMA_H
#include <stdint.h>

enum dma_dir { DMA_TO_DEVICE, DMA_TO_HOST, DMA_ON_DEVICE };

/* Before anything else. */
void dma_init(void);

/* Queue one copy of len >= 1 bytes: `far` is a host address (ON_DEVICE: the GDRAM offset of the source), `dev` a GDRAM offset. */
void dma_queue(uint64_t far, uint64_t dev, uint32_t len, enum dma_dir dir);

/* Wait for everything queued.  0, or 1 when a copy since the last call ended with a bus error (its address: dma_error_addr). */
int dma_finish(void);
uint64_t dma_error_addr(void);
#endif
