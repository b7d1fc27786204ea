# SPDX-License-Identifier: Apache-2.0
# One encoder layer: kernel, host program, reference.  Included by the top Makefile.
ENCODER      := $(BUILD)/encoder/encoder
ENCODER_ELF  := $(BUILD)/encoder/encoder.elf
ENCODER_SRC  := examples/encoder/encoder.c examples/encoder/encoder_ref.c

UNIT_TESTS += test-encoder
.PHONY: test-encoder
test-encoder: $(ENCODER) $(ENCODER_ELF) $(BUILD)/full/libdlp_rtl.so   ## an encoder layer: BERT-base on the model, a small one on model and RTL
	$(Q)$(ENCODER) $(ENCODER_ELF)
	$(Q)$(ENCODER) --size small --dump $(ENCODER)-model.bin $(ENCODER_ELF)
	$(Q)DLP_RTL_LIBRARY=$(BUILD)/full/libdlp_rtl.so $(ENCODER) --size small --backend rtl --dump $(ENCODER)-rtl.bin $(ENCODER_ELF)
	$(Q)cmp $(ENCODER)-model.bin $(ENCODER)-rtl.bin && echo "encoder: RTL and model give the same bytes"

$(ENCODER): $(ENCODER_SRC) examples/encoder/encoder.h examples/encoder/encoder_ref.h examples/half.h $(DRIVER_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) -Iexamples/encoder $(ENCODER_SRC) $(DRIVER_LINK) -o $@
$(ENCODER_ELF): examples/encoder/encoder_kernel.c examples/encoder/encoder.h $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile full -O2 -g -Iexamples/encoder $< -o $@
