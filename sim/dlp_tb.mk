# SPDX-License-Identifier: Apache-2.0
# The command line of dlp_tb, on the model: options, arguments of a kernel, how errors are reported.
UNIT_TESTS += test-dlp-tb
.PHONY: test-dlp-tb
test-dlp-tb: dlp_tb $(BUILD)/dlp-objdump $(BUILD)/tests/sim/tb_kernels.elf $(BUILD)/edu/kernels/gemm.elf $(BUILD)/edu/kernels/digits_kernel.elf   ## dlp_tb: options, kernel arguments, messages and exit status
	$(Q)tests/sim/test_dlp_tb.sh $(BUILD)

$(BUILD)/tests/sim/tb_kernels.elf: tests/sim/tb_kernels.c $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile edu -O2 -g $< -o $@
