# SPDX-License-Identifier: Apache-2.0
# Synthesis by Yosys: resources of the small profiles, no placement.
SYNTH_OUT  := $(BUILD)/synth
SYNTH_RUNS := edu-ecp5 edu-xc7 edge-ecp5 edge-xc7

.PHONY: synth
synth: $(SYNTH_RUNS:%=$(SYNTH_OUT)/%.stat)      ## resource table of edu and edge for ECP5 and Xilinx 7 (-j2 runs two at a time)
	@printf "%-22s %8s %8s %8s %6s %8s %8s\n" "" LUT carry FF DSP BRAM LUTRAM
	@for r in $(SYNTH_RUNS); do awk -v name="$${r/-/ }" -f fpga/synth.awk $(SYNTH_OUT)/$$r.stat; done

$(SYNTH_OUT)/%.stat: fpga/synth.sh $(wildcard rtl/*.v rtl/lib/*.v rtl/include/*.vh)
	@echo "  synth       $*"
	$(Q)fpga/synth.sh $(if $(findstring edge,$*),1,0) $(subst -, ,$*) $(SYNTH_OUT)
