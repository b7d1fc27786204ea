# SPDX-License-Identifier: Apache-2.0
# The chip of profile edu in Icarus Verilog, where what was never written is X.
ICARUS     := $(BUILD)/icarus
ICARUS_SRC := $(wildcard rtl/*.v rtl/lib/*.v sim/icarus/*.v)

UNIT_TESTS += icarus
.PHONY: icarus
icarus: $(ICARUS)/dlp_icarus_tb.vvp $(ICARUS)/entry   ## boot the firmware and run a small kernel in Icarus Verilog, looking for X
	$(Q)cd $(ICARUS) && vvp -n dlp_icarus_tb.vvp +entry=$$(cat entry)

$(ICARUS)/dlp_icarus_tb.vvp: $(ICARUS_SRC) $(wildcard rtl/include/*.vh) $(ICARUS)/smoke_map.vh
	$(Q)iverilog -g2005 -Irtl/include -I$(ICARUS) -s dlp_icarus_tb -o $@ $(ICARUS_SRC)

$(ICARUS)/smoke_map.vh: sim/icarus/smoke_map.h
	@mkdir -p $(@D)
	$(Q)sed -n "s/^#define \([A-Z_]*\) *0x/\`define \1 'h/p; s/^#define \([A-Z_]*\) *\([1-9]\)/\`define \1 \2/p" $< > $@

$(ICARUS)/smoke.elf: sim/icarus/smoke.c $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile edu -O2 $< -o $@

$(ICARUS)/smoke_image: sim/icarus/smoke_image.c sim/icarus/smoke_map.h $(DRIVER_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $< $(DRIVER_LINK) -o $@

$(ICARUS)/entry: $(ICARUS)/smoke_image $(ICARUS)/smoke.elf $(BUILD)/firmware/firmware.elf
	$(Q)$< $(BUILD)/firmware/firmware.elf $(ICARUS)/smoke.elf $(ICARUS) > $@.new && mv $@.new $@
