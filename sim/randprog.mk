# SPDX-License-Identifier: Apache-2.0
# Test of the generator of random programs, on the C model.
UNIT_TESTS += test-randprog
.PHONY: test-randprog
test-randprog: $(BUILD)/tests/sim/test_randprog   ## random programs end as the generator says, on the C model
	$(Q)$<

$(BUILD)/tests/sim/test_randprog: tests/sim/test_randprog.c sim/randprog.c $(wildcard sim/randprog*.h) $(DRIVER_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) tests/sim/test_randprog.c sim/randprog.c $(DRIVER_LINK) -lcmocka -o $@
