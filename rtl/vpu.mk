# SPDX-License-Identifier: Apache-2.0
# Vector unit and the float functions.  VPU_SEED=n varies the random commands, FLOAT_COUNT=n the length of soak-float.
UNIT_TESTS += test-float
.PHONY: test-float soak-float

VPU_OUT     := $(BUILD)/vpu
VPU_SEED    ?= 1
FLOAT_DIR   := tests/rtl/dlp_float
FLOAT_COUNT ?= 100000000
VPU_MAKE     = $(MAKE) -s -f V$(1).mk CXX="$(CXX)" LINK="$(CXX)" OPT_FAST="-O3 -march=native" OPT_SLOW=-O1 OPT_GLOBAL=-O2 V$(1) >/dev/null

test-float: $(VPU_OUT)/float/Vdlp_float_tb      ## float functions of the RTL against the host
	$(Q)$< 2000000 $(VPU_SEED)

soak-float: $(VPU_OUT)/float/Vdlp_float_tb      ## the same for FLOAT_COUNT operand pairs
	$(Q)$< $(FLOAT_COUNT) $(VPU_SEED)

$(VPU_OUT)/float/Vdlp_float_tb: rtl/include/dlp_float.vh $(FLOAT_DIR)/dlp_float_tb.v $(FLOAT_DIR)/test_dlp_float.cpp
	$(Q)mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VFLAGS) -Wall --exe --top-module dlp_float_tb --Mdir $(@D) -CFLAGS "-ffp-contract=off -Wall" -LDFLAGS -lcmocka \
	    $(FLOAT_DIR)/dlp_float_tb.v $(abspath $(FLOAT_DIR)/test_dlp_float.cpp)
	$(Q)cd $(@D) && $(call VPU_MAKE,dlp_float_tb)
