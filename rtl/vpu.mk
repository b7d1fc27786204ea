# SPDX-License-Identifier: Apache-2.0
# Vector unit and the float functions.  VPU_SEED=n and VPU_COUNT=n vary the random commands, FLOAT_COUNT=n the length of soak-float.
UNIT_TESTS += test-float test-vpu-4 test-vpu-8 test-vpu-16 test-vpu-plain
.PHONY: test-float soak-float test-vpu test-vpu-4 test-vpu-8 test-vpu-16 test-vpu-plain

VPU_DIR     := tests/rtl/dlp_vpu
VPU_OUT     := $(BUILD)/vpu
VPU_RTL     := $(wildcard rtl/dlp_vpu*.v) $(wildcard rtl/include/*.vh) rtl/lib/dlp_fifo.v
VPU_SEED    ?= 1
VPU_COUNT   ?= 20000
FLOAT_DIR   := tests/rtl/dlp_float
FLOAT_COUNT ?= 100000000
VPU_MAKE     = $(MAKE) -s -f V$(1).mk CXX="$(CXX)" LINK="$(CXX)" OPT_FAST="-O3 -march=native" OPT_SLOW=-O1 OPT_GLOBAL=-O2 V$(1) >/dev/null

test-vpu: test-vpu-4 test-vpu-8 test-vpu-16 test-vpu-plain ## vector unit: results, faults, cycles

test-vpu-4 test-vpu-8 test-vpu-16 test-vpu-plain: test-vpu-%: $(VPU_OUT)/%/Vdlp_vpu
	$(Q)$< $(VPU_SEED) $(VPU_COUNT)

test-float: $(VPU_OUT)/float/Vdlp_float_tb      ## float functions of the RTL against the host
	$(Q)$< 2000000 $(VPU_SEED)

soak-float: $(VPU_OUT)/float/Vdlp_float_tb      ## float functions of the RTL against the host, FLOAT_COUNT operand pairs
	$(Q)$< $(FLOAT_COUNT) $(VPU_SEED)

$(VPU_OUT)/float/Vdlp_float_tb: $(addprefix rtl/include/,dlp_float.vh dlp_spec.vh) spec/include/dlp_spec.h $(FLOAT_DIR)/dlp_float_tb.v $(FLOAT_DIR)/test_dlp_float.cpp
	$(Q)mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VFLAGS) -Wall --exe --top-module dlp_float_tb --Mdir $(@D) -CFLAGS "-ffp-contract=off -Wall -I$(CURDIR)/spec/include" -LDFLAGS -lcmocka \
	    $(FLOAT_DIR)/dlp_float_tb.v $(abspath $(FLOAT_DIR)/test_dlp_float.cpp)
	$(Q)cd $(@D) && $(call VPU_MAKE,dlp_float_tb)

$(VPU_OUT)/vpu_ref.o: $(VPU_DIR)/vpu_ref.c $(VPU_DIR)/vpu_ref.h spec/include/dlp_spec.h
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

# arguments: name, lanes, lanes with float units, with special functions, edge of a tile.  The memory is smaller than the window and no power of two.
VPU_LINK := $(VPU_OUT)/vpu_ref.o $(BUILD)/cmodel/dlp_vpu_special.o $(BUILD)/cmodel/arith.o
define vpu_bench
$(VPU_OUT)/$(1)/Vdlp_vpu: $(VPU_RTL) $(wildcard $(VPU_DIR)/*.cpp $(VPU_DIR)/*.h) $(VPU_LINK)
	$(Q)mkdir -p $$(@D)
	$(Q)$(VERILATOR) $(VFLAGS) -Wall --exe --top-module dlp_vpu --Mdir $$(@D) -GLANES=$(2) -GFLANES=$(3) -GSLANES=$(4) -GTILE=$(5) -GNRAM_BYTES=$$$$(($(2) * 1536)) \
	    -CFLAGS "-Wall -Wno-bitwise-instead-of-logical -Wno-bool-operation -DVPU_LANES=$(2) -DVPU_FLANES=$(3) -DVPU_SLANES=$(4) -DVPU_TILE=$(5) -DVPU_NRAM=$$$$(($(2) * 1536)) -I$$(CURDIR)/spec/include -I$$(CURDIR)/$(VPU_DIR)" -LDFLAGS -lcmocka \
	    rtl/dlp_vpu.v $$(abspath $(VPU_DIR)/test_dlp_vpu.cpp $(VPU_DIR)/vpu_bench.cpp $(VPU_LINK))
	$(Q)cd $$(@D) && $$(call VPU_MAKE,dlp_vpu)
endef
$(eval $(call vpu_bench,4,4,1,1,1))
$(eval $(call vpu_bench,8,8,2,2,4))
$(eval $(call vpu_bench,16,16,16,4,16))
$(eval $(call vpu_bench,plain,4,1,0,1))
