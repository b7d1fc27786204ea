# SPDX-License-Identifier: Apache-2.0
# Synthesis by Yosys: resources of the small profiles, no placement.
SYNTH_OUT := $(BUILD)/synth

.PHONY: synth
synth:          ## resource table of edu and edge for ECP5 and Xilinx 7 (takes a while)
	@printf "%-22s %8s %8s %8s %6s %8s %8s\n" "" LUT carry FF DSP BRAM LUTRAM
	@for p in edu edge; do for t in ecp5 xc7; do \
	    number=0; [ $$p = edge ] && number=1; \
	    fpga/synth.sh $$number $$p $$t $(SYNTH_OUT) || exit 1; \
	    awk -v name="$$p $$t" -f fpga/synth.awk $(SYNTH_OUT)/$$p-$$t.stat; done; done
