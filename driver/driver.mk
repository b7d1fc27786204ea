# SPDX-License-Identifier: Apache-2.0
# The host library, and its tests.  For other fragments:
#   $(BUILD)/prog: prog.c $(DRIVER_LIBS)
#   	$(Q)$(CC) $(CFLAGS) $< $(DRIVER_LINK) -o $@
DRIVER_SRCS := $(wildcard driver/*.c) sim/dlp_pcie.c
DRIVER_OBJS := $(addprefix $(BUILD)/driver/,$(notdir $(DRIVER_SRCS:.c=.o)) firmware.o)
DRIVER_LIB  := $(BUILD)/libdlp_driver.a
# libraries by name: the fragments that define SPEC_LIB and DLP_CC_DEPS are read after this one
DRIVER_LIBS := $(DRIVER_LIB) $(CMODEL_LIB) $(BUILD)/spec/libdlp_spec.a
DRIVER_LINK := $(DRIVER_LIBS) -ldl -lpthread -lm

.PHONY: driver
driver: $(DRIVER_LIBS)   ## build the host library and what it is linked with

$(DRIVER_LIB): $(DRIVER_OBJS)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/driver/%.o: driver/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

$(BUILD)/driver/%.o: sim/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

$(BUILD)/driver/firmware.o: driver/firmware.S $(BUILD)/firmware/firmware.elf
	@mkdir -p $(@D)
	$(Q)$(CC) -DFIRMWARE_FILE='"$(BUILD)/firmware/firmware.elf"' -c $< -o $@

-include $(DRIVER_OBJS:.o=.d)

# ---- tests: one program, the backend is its argument; kernels are compiled for the smallest profile and run on all
DRIVER_TEST_SRCS := $(wildcard tests/driver/*.c)
DRIVER_KERNELS   := $(BUILD)/driver/kernels.elf
DRIVER_ASAN_OBJS := $(addprefix $(BUILD)/driver-asan/,$(notdir $(DRIVER_SRCS:.c=.o) $(DRIVER_TEST_SRCS:.c=.o)))
DRIVER_TEST_OBJS := $(addprefix $(BUILD)/driver/,$(notdir $(DRIVER_TEST_SRCS:.c=.o)))

$(DRIVER_KERNELS): tests/driver/kernels/kernels.c sim/fault_kernels.c $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile edu -O2 tests/driver/kernels/kernels.c sim/fault_kernels.c -o $@

$(BUILD)/driver/%.o: tests/driver/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

$(BUILD)/driver-asan/%.o: driver/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -c $< -o $@

$(BUILD)/driver-asan/%.o: sim/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -c $< -o $@

$(BUILD)/driver-asan/%.o: tests/driver/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) -c $< -o $@

$(BUILD)/driver/test_driver: $(DRIVER_TEST_OBJS) $(DRIVER_LIBS)
	$(Q)$(CC) $(DRIVER_TEST_OBJS) $(DRIVER_LINK) -lcmocka -o $@

$(BUILD)/driver-asan/test_driver: $(DRIVER_ASAN_OBJS) $(BUILD)/driver/firmware.o $(CMODEL_LIB) $(BUILD)/spec/libdlp_spec.a
	$(Q)$(CC) $(SANITIZE) $^ -ldl -lpthread -lm -lcmocka -o $@

-include $(DRIVER_ASAN_OBJS:.o=.d) $(DRIVER_TEST_OBJS:.o=.d)

.PHONY: test-driver test-driver-asan test-driver-rtl
UNIT_TESTS += test-driver test-driver-asan
test-driver: $(BUILD)/driver/test_driver $(DRIVER_KERNELS)   ## host library on the C model and on the null device
	$(Q)$< null $(DRIVER_KERNELS)
	$(Q)$< model $(DRIVER_KERNELS)

test-driver-asan: $(BUILD)/driver-asan/test_driver $(DRIVER_KERNELS) ## the same with address and undefined behaviour checks
	$(Q)$< null $(DRIVER_KERNELS)
	$(Q)$< model $(DRIVER_KERNELS)

test-driver-rtl: $(BUILD)/driver/test_driver $(DRIVER_KERNELS) $(BUILD)/$(PROFILE)/libdlp_rtl.so ## host library on the verilated chip
	$(Q)$< rtl $(DRIVER_KERNELS) $(PROFILE)
