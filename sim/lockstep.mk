# SPDX-License-Identifier: Apache-2.0
# Tests of the comparison: what goes wrong must be reported.
UNIT_TESTS += test-lockstep
.PHONY: test-lockstep
test-lockstep: $(BUILD)/tests/sim/test_lockstep   ## lock-step: each kind of difference is found and described
	$(Q)$< $(BUILD)/firmware/firmware.elf

# no RTL here: a second model plays it
$(BUILD)/tests/sim/test_lockstep: tests/sim/test_lockstep.c sim/lockstep.c sim/source_line.c sim/lockstep.h sim/source_line.h sim/dlp_rtl.h \
                                  tests/cmodel/bench.h $(CMODEL_LIB) $(SPEC_LIB) $(CMODEL_FW)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Itests/cmodel tests/sim/test_lockstep.c sim/lockstep.c sim/source_line.c $(CMODEL_LIB) $(SPEC_LIB) -ldl -lm -lcmocka -o $@

# with RTL: what dlp_tb prints at a difference
UNIT_TESTS += test-differences
.PHONY: test-differences
test-differences: dlp_tb $(BUILD)/tests/sim/seeded_chip.so $(BUILD)/edu/libdlp_rtl.so $(BUILD)/edu/kernels/gemm.elf   ## dlp_tb names pc, source line, both values and a replay
	$(Q)tests/sim/test_differences.sh $(BUILD)

$(BUILD)/tests/sim/seeded_chip.so: tests/sim/seeded_chip.c sim/dlp_rtl.h sim/dlp_chip.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -fPIC -shared $< -ldl -o $@
