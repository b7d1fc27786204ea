# SPDX-License-Identifier: Apache-2.0
# Command streams, scratchpads, memory bus: benches with random traffic.
UNIT_TESTS += test-spm
.PHONY: test-spm

STREAMS_OUT  := $(BUILD)/streams
STREAMS_LIB  := $(wildcard rtl/lib/*.v rtl/include/*.vh)
STREAMS_MAKE  = $(MAKE) -s -C $(@D) CXX="$(CXX)" LINK="$(CXX)" OPT_FAST="-O2" OPT_SLOW=-O1 OPT_GLOBAL=-O1 >/dev/null

# ---- scratchpad: NRAM of the full profile, WRAM of the smallest, and the banks as they are built in hardware.
#      ports, banks, bytes, bytes of a row, ports that read, ports that write (dlp_core has the same masks)
SPM_full := 9 8 786432 64 171 340
SPM_edu  := 6 2 8192 16 65535 65535
SPM_bank := 9 4 65536 32 171 340
SPM_all  := 10 4 4096 16 65535 65535
SPM_five := 6 2 4096 16 33 31
SPM_FLAGS_bank := -DDLP_SPM_BANKED
SPM_FLAGS_all  := -DDLP_SPM_BANKED
SPM_FLAGS_five := -DDLP_SPM_BANKED

test-spm: $(foreach k,full edu bank all five,$(STREAMS_OUT)/spm_$(k)/Vdlp_spm)   ## scratchpad: data, fairness, conflicts
	$(Q)for k in $^; do $$k || exit 1; done

$(STREAMS_OUT)/spm_%/Vdlp_spm: tests/rtl/dlp_spm/test_dlp_spm.cpp tests/rtl/xorshift.h $(wildcard rtl/dlp_spm*.v) $(STREAMS_LIB)
	$(Q)mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VFLAGS) --exe $(SPM_FLAGS_$*) -GNP=$(word 1,$(SPM_$*)) -GBANKS=$(word 2,$(SPM_$*)) -GBYTES=$(word 3,$(SPM_$*)) \
	    -GROW_BYTES=$(word 4,$(SPM_$*)) -GREADS=16\'d$(word 5,$(SPM_$*)) -GWRITES=16\'d$(word 6,$(SPM_$*)) --top-module dlp_spm --Mdir $(@D) \
	    -CFLAGS "-DSPM_NP=$(word 1,$(SPM_$*)) -DSPM_BANKS=$(word 2,$(SPM_$*)) -DSPM_BYTES=$(word 3,$(SPM_$*)) -DSPM_ROW_BYTES=$(word 4,$(SPM_$*)) -DSPM_READS=$(word 5,$(SPM_$*)) -DSPM_WRITES=$(word 6,$(SPM_$*))" \
	    -LDFLAGS -lcmocka rtl/dlp_spm.v $(abspath $<)
	$(Q)$(STREAMS_MAKE) -f Vdlp_spm.mk Vdlp_spm

# ---- issue: a power of two of slots, and not
UNIT_TESTS += test-issue
.PHONY: test-issue

test-issue: $(STREAMS_OUT)/issue_8/Vdlp_issue $(STREAMS_OUT)/issue_3/Vdlp_issue   ## command issue: order, queues, faults, configuration
	$(Q)for k in $^; do $$k || exit 1; done

$(STREAMS_OUT)/issue_%/Vdlp_issue: tests/rtl/dlp_issue/test_dlp_issue.cpp tests/rtl/xorshift.h $(wildcard rtl/dlp_issue*.v) $(STREAMS_LIB)
	$(Q)mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VFLAGS) --exe -GQUEUE_DEPTH=$* --top-module dlp_issue --Mdir $(@D) \
	    -CFLAGS "-DISSUE_DEPTH=$* -I$(CURDIR)/spec/include" -LDFLAGS -lcmocka rtl/dlp_issue.v $(abspath $<)
	$(Q)$(STREAMS_MAKE) -f Vdlp_issue.mk Vdlp_issue

# ---- memory bus
UNIT_TESTS += test-axi-mux
.PHONY: test-axi-mux

test-axi-mux: $(STREAMS_OUT)/axi_mux/Vdlp_axi_mux   ## memory bus multiplexer: routing, order, rate, fairness
	$(Q)$<

$(STREAMS_OUT)/axi_mux/Vdlp_axi_mux: tests/rtl/dlp_axi_mux/test_dlp_axi_mux.cpp tests/rtl/xorshift.h $(wildcard rtl/dlp_axi_*.v) $(STREAMS_LIB)
	$(Q)mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VFLAGS) --exe -GNR=7 -GNW=5 -GROW_BYTES=64 --top-module dlp_axi_mux --Mdir $(@D) \
	    -CFLAGS "-DMUX_NR=7 -DMUX_NW=5 -DMUX_ROW_BYTES=64" -LDFLAGS -lcmocka rtl/dlp_axi_mux.v $(abspath $<)
	$(Q)$(STREAMS_MAKE) -f Vdlp_axi_mux.mk Vdlp_axi_mux
