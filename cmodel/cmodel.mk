# SPDX-License-Identifier: Apache-2.0
# The C model: library, unit tests, the same tests with sanitizers, and a benchmark.
# For other fragments: CMODEL_LIB and the library of spec/ are what a program that holds the model links.
UNIT_TESTS += test-cmodel test-cmodel-asan
.PHONY: test-cmodel test-cmodel-asan bench-cmodel

CMODEL_SRCS  := arith.c dlp_scalar.c dlp_csr.c dlp_lsu.c dlp_issue.c dlp_vpu.c dlp_vpu_special.c dlp_vpu_perm.c dlp_mxu.c dlp_dma.c dlp_hdma.c dlp_regs.c dlp_ctl.c \
                dlp_model.c dlp_lockstep.c
CMODEL_LIB   := $(BUILD)/libdlp_cmodel.a
CMODEL_TESTS := test_arith test_scalar test_vpu test_vpu_types test_special test_mxu test_mxu_types test_dma test_regs test_chip test_lockstep
# by name: the fragment that defines SPEC_LIB and SPEC_SRCS is read after this one
CMODEL_SPEC  := $(BUILD)/spec/libdlp_spec.a
CMODEL_SPEC_ASAN := $(patsubst %,$(BUILD)/cmodel-asan/spec/%.o,dlp_tables dlp_profiles)
CMODEL_FW    := $(BUILD)/firmware/firmware.elf

# the inner loops of the matrix unit are written to be vectorised; the library runs on the machine that builds it
$(BUILD)/cmodel/dlp_mxu.o $(BUILD)/cmodel/dlp_vpu.o: CFLAGS += -O3 -march=native

$(BUILD)/cmodel/%.o: cmodel/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -fPIC -c $< -o $@
$(BUILD)/cmodel-asan/%.o: cmodel/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -c $< -o $@
$(BUILD)/cmodel-asan/spec/%.o: spec/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -c $< -o $@

$(CMODEL_LIB): $(CMODEL_SRCS:%.c=$(BUILD)/cmodel/%.o)
	$(Q)rm -f $@ && ar rcs $@ $^
$(BUILD)/cmodel-asan/libdlp_cmodel.a: $(CMODEL_SRCS:%.c=$(BUILD)/cmodel-asan/%.o) $(CMODEL_SPEC_ASAN)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/tests/cmodel/%: tests/cmodel/%.c tests/cmodel/bench.c $(CMODEL_LIB) $(CMODEL_SPEC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Itests/cmodel tests/cmodel/$*.c tests/cmodel/bench.c $(MORE_SRCS) $(CMODEL_LIB) $(CMODEL_SPEC) -lcmocka -lm -o $@
$(BUILD)/tests/cmodel-asan/%: tests/cmodel/%.c tests/cmodel/bench.c $(BUILD)/cmodel-asan/libdlp_cmodel.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -Itests/cmodel tests/cmodel/$*.c tests/cmodel/bench.c $(MORE_SRCS) $(BUILD)/cmodel-asan/libdlp_cmodel.a -lcmocka -lm -o $@

# the reference of the RTL bench; not in CFLAGS, which the objects of the library would get, too
$(BUILD)/tests/cmodel/test_vpu_types $(BUILD)/tests/cmodel-asan/test_vpu_types: MORE_SRCS := tests/rtl/dlp_vpu/vpu_ref.c
$(BUILD)/tests/cmodel/test_vpu_types $(BUILD)/tests/cmodel-asan/test_vpu_types: tests/rtl/dlp_vpu/vpu_ref.c
$(BUILD)/tests/cmodel/test_mxu_types $(BUILD)/tests/cmodel-asan/test_mxu_types: MORE_SRCS := tests/rtl/dlp_mxu/mxu_ref.c
$(BUILD)/tests/cmodel/test_mxu_types $(BUILD)/tests/cmodel-asan/test_mxu_types: tests/rtl/dlp_mxu/mxu_ref.c

# MPFR is the reference of the special functions; SPECIAL_COUNT=n: operands of each function in soak-special
$(BUILD)/tests/cmodel/test_special $(BUILD)/tests/cmodel-asan/test_special: MORE_SRCS := -lmpfr -lgmp
$(BUILD)/tests/cmodel/test_special $(BUILD)/tests/cmodel-asan/test_special: spec/special.def
SPECIAL_COUNT ?= 16777216
.PHONY: soak-special
soak-special: $(BUILD)/tests/cmodel/test_special   ## special functions of SPECIAL_COUNT operands against MPFR
	$(Q)$< - $(SPECIAL_COUNT)

test-cmodel: $(CMODEL_TESTS:%=$(BUILD)/tests/cmodel/%) $(CMODEL_FW)   ## C model: arithmetic, instructions, commands, registers, firmware
	$(Q)for t in $(CMODEL_TESTS); do $(BUILD)/tests/cmodel/$$t $(CMODEL_FW) || exit 1; done
test-cmodel-asan: $(CMODEL_TESTS:%=$(BUILD)/tests/cmodel-asan/%) $(CMODEL_FW)   ## the same with address and undefined-behaviour sanitizers
	$(Q)for t in $(CMODEL_TESTS); do $(BUILD)/tests/cmodel-asan/$$t $(CMODEL_FW) || exit 1; done

$(BUILD)/bench/cmodel_bench: tests/cmodel/cmodel_bench.c tests/cmodel/bench.c $(CMODEL_LIB) $(CMODEL_SPEC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Itests/cmodel tests/cmodel/cmodel_bench.c tests/cmodel/bench.c $(CMODEL_LIB) $(CMODEL_SPEC) -lm -o $@
bench-cmodel: $(BUILD)/bench/cmodel_bench   ## speed of the C model
	$(Q)$<

-include $(wildcard $(BUILD)/cmodel/*.d $(BUILD)/cmodel-asan/*.d $(BUILD)/cmodel-asan/spec/*.d $(BUILD)/tests/cmodel/*.d $(BUILD)/tests/cmodel-asan/*.d)
