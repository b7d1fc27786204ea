# SPDX-License-Identifier: Apache-2.0
# Gated clocks: the gate itself, and the chip whose clocks never stop.  It must take the same cycles for the same results.
CLKGATE := $(BUILD)/clkgate
CLKGATE_TAILS    := 1 3 15
CLKGATE_PROFILES ?= edu
CLKGATE_RUN      := --images 2 --programs 40 --seed 5000

UNIT_TESTS += test-clkgate
.PHONY: test-clkgate
test-clkgate:   ## the clock gate, and the chip with and without it: CLKGATE_PROFILES
test-clkgate: $(CLKGATE_TAILS:%=$(CLKGATE)/tail_%/Vdlp_clkgate) dlp_tb \
              $(foreach p,$(CLKGATE_PROFILES),$(BUILD)/$(p)/libdlp_rtl.so $(CLKGATE)/$(p)/libdlp_rtl.so $(call kernels_of,$(p)))
	$(Q)for t in $(CLKGATE_TAILS); do $(CLKGATE)/tail_$$t/Vdlp_clkgate || exit 1; done
	$(Q)for p in $(CLKGATE_PROFILES); do for d in "" --delays; do \
	    NO_COLOR=1 ./dlp_tb --profile $$p $(CLKGATE_RUN) $$d > $(CLKGATE)/$$p/gated.log && \
	    NO_COLOR=1 DLP_RTL_LIBRARY=$(CLKGATE)/$$p/libdlp_rtl.so ./dlp_tb --profile $$p $(CLKGATE_RUN) $$d > $(CLKGATE)/$$p/always.log && \
	    sed -i 's/, [0-9]* thousand per second//' $(CLKGATE)/$$p/gated.log $(CLKGATE)/$$p/always.log && \
	    diff $(CLKGATE)/$$p/gated.log $(CLKGATE)/$$p/always.log && echo "clocks gated and always on: the same cycles, profile $$p $$d" || exit 1; \
	done; done

$(CLKGATE)/tail_%/Vdlp_clkgate: tests/rtl/dlp_clkgate/test_dlp_clkgate.cpp tests/rtl/xorshift.h rtl/lib/dlp_clkgate.v
	@mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VFLAGS) -Wall --exe -GTAIL=$* --top-module dlp_clkgate --Mdir $(@D) -CFLAGS -DCLKGATE_TAIL=$* -LDFLAGS -lcmocka rtl/lib/dlp_clkgate.v $(abspath $<)
	$(Q)$(MAKE) -s -C $(@D) -f Vdlp_clkgate.mk CXX="$(CXX)" LINK="$(CXX)" OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1 Vdlp_clkgate >/dev/null

$(CLKGATE)/%/libdlp_rtl.so: $(CHIP_DEPS)
	$(call chip_form,$(@D)/veri,-DDLP_CLOCK_ALWAYS,OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1,-Wall -Wextra)
