# SPDX-License-Identifier: Apache-2.0
# Copy engines, host DMA, register file: benches, and the proof of the burst generator.  DMA_SEED=n varies the random copies.
UNIT_TESTS += test-dma-16 test-dma-64 test-hdma-16 test-hdma-64 test-regs test-formal-dma
.PHONY: test-dma test-hdma test-dma-16 test-dma-64 test-hdma-16 test-hdma-64 test-regs test-formal-dma

DMA_OUT  := $(BUILD)/dma
DMA_RTL  := $(wildcard rtl/dlp_dma*.v rtl/include/*.vh) rtl/lib/dlp_fifo.v rtl/lib/dlp_ram_sdp.v
DMA_SEED ?= 1

test-dma: test-dma-16 test-dma-64   ## copy engines: bytes, faults, cycles with rows of 16 and 64 bytes

# arguments: directory of the program, top module, directory of the test, Verilator options, compiler options, source files
define dma_bench
	$(Q)mkdir -p $(1)
	$(Q)$(VERILATOR) $(VFLAGS) --exe $(4) --top-module $(2) --Mdir $(1) -LDFLAGS -lcmocka \
	    -CFLAGS "$(5) -I$(CURDIR)/spec -I$(CURDIR)/spec/include -I$(CURDIR)/tests/rtl/dlp_dma" $(6) $(abspath tests/rtl/$(3)/test_$(3).cpp)
	$(Q)$(MAKE) -s -C $(1) -f V$(2).mk CXX="$(CXX)" LINK="$(CXX)" OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1 V$(2) >/dev/null
endef

test-dma-16 test-dma-64: test-dma-%: $(DMA_OUT)/dma-%/Vdlp_dma_tb
	$(Q)$< $(DMA_SEED)

$(DMA_OUT)/dma-%/Vdlp_dma_tb: $(DMA_RTL) $(wildcard tests/rtl/dlp_dma/*) spec/include/dlp_spec.h
	$(call dma_bench,$(@D),dlp_dma_tb,dlp_dma,-GROW_BYTES=$*,-DROW_BYTES=$*,tests/rtl/dlp_dma/dlp_dma_tb.v)

test-hdma: test-hdma-16 test-hdma-64   ## host DMA: bytes, errors, cycles with rows of 16 and 64 bytes

test-hdma-16 test-hdma-64: test-hdma-%: $(DMA_OUT)/hdma-%/Vdlp_hdma
	$(Q)$< $(DMA_SEED)

$(DMA_OUT)/hdma-%/Vdlp_hdma: rtl/dlp_hdma.v $(DMA_RTL) $(wildcard tests/rtl/dlp_hdma/*) tests/rtl/dlp_dma/axi_mem.h
	$(call dma_bench,$(@D),dlp_hdma,dlp_hdma,-GROW_BYTES=$* "-GGDRAM_BYTES=40'd262144",-DROW_BYTES=$*,rtl/dlp_hdma.v)

test-regs: $(DMA_OUT)/regs/Vdlp_regs   ## register file: every register from both sides, events, interrupts
	$(Q)$<

# sizes that differ from each other and from the defaults: the bench expects them
$(DMA_OUT)/regs/Vdlp_regs: rtl/dlp_regs.v $(wildcard rtl/include/*.vh tests/rtl/dlp_regs/*) spec/regs.def spec/include/dlp_spec.h
	$(call dma_bench,$(@D),dlp_regs,dlp_regs,-GPROFILE=1 -GCORES=2 -GMXU_DIM=8 -GVPU_LANES=4 -GNRAM_KB=48 -GWRAM_KB=40 -GLMEM_KB=24 -GSRAM_KB=7 \
	    -GGDRAM_MB=96,,rtl/dlp_regs.v)

test-formal-dma:               ## prove that bursts obey the bus rules and cover every segment
	$(Q)tests/formal-dma/prove.sh $(DMA_OUT)/formal
