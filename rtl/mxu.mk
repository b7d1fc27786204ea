# SPDX-License-Identifier: Apache-2.0
# Matrix unit: bench of each profile against the formulas of docs/isa.md, section 8.  MXU_SEED=n varies the random commands.
# float: the sizes of edge with the float array, which the profile does not have.
MXU_BENCHES := edu edge full float
UNIT_TESTS += $(MXU_BENCHES:%=test-mxu-%)
.PHONY: test-mxu $(MXU_BENCHES:%=test-mxu-%)

MXU_DIR  := tests/rtl/dlp_mxu
MXU_OUT  := $(BUILD)/mxu
MXU_RTL  := $(wildcard rtl/dlp_mxu*.v rtl/include/*.vh) rtl/lib/dlp_ram_sdp.v
MXU_SEED ?= 1

test-mxu: $(MXU_BENCHES:%=test-mxu-%)   ## matrix unit: results, faults, cycles

$(MXU_BENCHES:%=test-mxu-%): test-mxu-%: $(MXU_OUT)/%/Vdlp_mxu_tb
	$(Q)$< $(MXU_SEED)

$(MXU_OUT)/mxu_ref.o: $(MXU_DIR)/mxu_ref.c $(MXU_DIR)/mxu_ref.h spec/include/dlp_spec.h
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

# arguments: name, profile in upper case, 1 to have the float array whatever the profile says
define mxu_bench
$(MXU_OUT)/$(1)/Vdlp_mxu_tb: $(MXU_RTL) $(wildcard $(MXU_DIR)/*.v $(MXU_DIR)/*.cpp $(MXU_DIR)/*.h) $(MXU_OUT)/mxu_ref.o
	$(Q)mkdir -p $$(@D)
	$(Q)$(VERILATOR) $(VFLAGS) --exe $(if $(3),-GFLOAT=1) -GPROFILE=$$$$(sed -n 's/^#define DLP_PROFILE_$(2) *//p' spec/include/dlp_spec.h) \
	    --top-module dlp_mxu_tb --Mdir $$(@D) -CFLAGS "-DMXU_PROFILE=$(2) $(if $(3),-DMXU_BENCH_FLOAT) -I$$(CURDIR)/spec/include -I$$(CURDIR)/$(MXU_DIR)" \
	    -LDFLAGS -lcmocka $(MXU_DIR)/dlp_mxu_tb.v $$(abspath $(MXU_DIR)/test_dlp_mxu.cpp $(MXU_DIR)/mxu_bench.cpp $(MXU_OUT)/mxu_ref.o)
	$(Q)$$(MAKE) -s -C $$(@D) -f Vdlp_mxu_tb.mk CXX="$(CXX)" LINK="$(CXX)" OPT_FAST="-O3 -march=native" OPT_SLOW=-O1 OPT_GLOBAL=-O2 \
	    Vdlp_mxu_tb >/dev/null
endef
$(eval $(call mxu_bench,edu,EDU))
$(eval $(call mxu_bench,edge,EDGE))
$(eval $(call mxu_bench,full,FULL))
$(eval $(call mxu_bench,float,EDGE,1))
