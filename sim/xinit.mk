# SPDX-License-Identifier: Apache-2.0
# The chip with random power-up values: every register and memory of the RTL, and device memory.  XINIT_SEEDS and XINIT_PROFILES choose how much.
XINIT          := $(BUILD)/xinit
XINIT_SEEDS    ?= 1 2 3 4 5
XINIT_PROFILES ?= edu edge
XINIT_PROGRAMS ?= 20

.PHONY: soak-xinit
soak-xinit: dlp_tb $(BUILD)/driver/test_driver $(DRIVER_KERNELS) $(XINIT_PROFILES:%=$(XINIT)/%/libdlp_rtl.so)   ## dlp_tb and the driver's tests from random power-up values
	$(Q)for p in $(XINIT_PROFILES); do \
	    $(MAKE) -s PROFILE=$$p kernels && ln -sfn ../../$$p/kernels $(XINIT)/$$p/kernels || exit 1; \
	    for s in $(XINIT_SEEDS); do \
	        echo "power-up $$s, profile $$p"; \
	        DLP_BUILD=$(XINIT) DLP_POWER_UP=$$s NO_COLOR=1 ./dlp_tb --profile $$p --images 2 --programs $(XINIT_PROGRAMS) --seed $$((100 * s)) || exit 1; \
	        DLP_BUILD=$(XINIT) DLP_POWER_UP=$$s NO_COLOR=1 ./dlp_tb --profile $$p --programs $(XINIT_PROGRAMS) --seed $$((100 * s)) --delays random || exit 1; \
	    done; \
	    DLP_RTL_LIBRARY=$(XINIT)/$$p/libdlp_rtl.so DLP_POWER_UP=1 $(BUILD)/driver/test_driver rtl $(DRIVER_KERNELS) $$p || exit 1; \
	done

$(XINIT)/%/libdlp_rtl.so: $(CHIP_DEPS)
	$(call chip_form,$(@D)/veri,--x-initial unique,$(RTL_OPT),-Wall -Wextra)
