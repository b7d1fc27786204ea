# SPDX-License-Identifier: Apache-2.0
# Command streams, scratchpads, memory bus: benches with random traffic.
UNIT_TESTS += test-spm
.PHONY: test-spm

STREAMS_OUT  := $(BUILD)/streams
STREAMS_LIB  := $(wildcard rtl/lib/*.v rtl/include/*.vh)
STREAMS_MAKE  = $(MAKE) -s -C $(@D) CXX="$(CXX)" LINK="$(CXX)" OPT_FAST="-O2" OPT_SLOW=-O1 OPT_GLOBAL=-O1 >/dev/null

# ---- scratchpad: NRAM of the full profile, WRAM of the smallest, and the banks as they are built in hardware
SPM_full := 10 8 786432 64
SPM_edu  := 6 2 8192 16
SPM_bank := 10 4 65536 32
SPM_FLAGS_bank := -DDLP_SPM_BANKED

test-spm: $(foreach k,full edu bank,$(STREAMS_OUT)/spm_$(k)/Vdlp_spm)   ## scratchpad: data, fairness, conflicts
	$(Q)for k in $^; do $$k || exit 1; done

$(STREAMS_OUT)/spm_%/Vdlp_spm: tests/rtl/dlp_spm/test_dlp_spm.cpp $(wildcard rtl/dlp_spm*.v) $(STREAMS_LIB)
	$(Q)mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VFLAGS) --exe $(SPM_FLAGS_$*) -GNP=$(word 1,$(SPM_$*)) -GBANKS=$(word 2,$(SPM_$*)) -GBYTES=$(word 3,$(SPM_$*)) \
	    -GROW_BYTES=$(word 4,$(SPM_$*)) --top-module dlp_spm --Mdir $(@D) \
	    -CFLAGS "-DSPM_NP=$(word 1,$(SPM_$*)) -DSPM_BANKS=$(word 2,$(SPM_$*)) -DSPM_BYTES=$(word 3,$(SPM_$*)) -DSPM_ROW_BYTES=$(word 4,$(SPM_$*))" \
	    -LDFLAGS -lcmocka rtl/dlp_spm.v $(abspath $<)
	$(Q)$(STREAMS_MAKE) -f Vdlp_spm.mk Vdlp_spm
