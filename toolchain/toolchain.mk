# SPDX-License-Identifier: Apache-2.0
# Tools for kernels.  For other fragments: DLP_CC compiles a kernel ELF, DLP_CC_DEPS (in the Makefile) is what it depends on.
#   $(BUILD)/x.elf: x.c $(DLP_CC_DEPS)
#   	$(Q)$(DLP_CC) $< -o $@

DLP_CC      := toolchain/dlp-cc --profile $(PROFILE)
DLP_OBJDUMP := $(BUILD)/dlp-objdump

.PHONY: toolchain test-toolchain
toolchain: $(DLP_OBJDUMP) ## build dlp-objdump; toolchain/dlp-cc needs no build

$(DLP_OBJDUMP): toolchain/objdump.c $(SPEC_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ -lelf -o $@

$(BUILD)/toolchain/roundtrip: tests/toolchain/roundtrip.c $(SPEC_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ -o $@

UNIT_TESTS += test-toolchain
test-toolchain: $(DLP_OBJDUMP) $(BUILD)/toolchain/roundtrip ## assembler, disassembler, device header, link
	$(Q)BUILD=$(BUILD) tests/toolchain/test_toolchain.sh
