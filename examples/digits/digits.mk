# SPDX-License-Identifier: Apache-2.0
# Digit network: trainer, reference inference and its test.  Included by the top Makefile.
# Gives DIGITS_REF_OBJS (link these, and -lm, for the reference) and DIGITS_TEST.

BUILD ?= build
DIGITS_DIR := examples/digits
DIGITS_OBJ := $(BUILD)/digits
DIGITS_DATA ?= data/mnist

DIGITS_WARN := -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
# The requantisation must round after every binary32 operation: no fast-math, no contraction.
DIGITS_CFLAGS := $(DIGITS_WARN) -O2 -g -fno-fast-math -ffp-contract=off -MMD -MP
DIGITS_TRAIN_CFLAGS := $(DIGITS_WARN) -O3 -march=native -ffast-math -MMD -MP

DIGITS_RUN_OBJS := $(addprefix $(DIGITS_OBJ)/,digits_ops.o digits_run.o digits_data.o)
DIGITS_REF_OBJS := $(DIGITS_RUN_OBJS) $(addprefix $(DIGITS_OBJ)/,digits_ref.o digits_half.o digits_int4.o digits_weights.o)
DIGITS_TRAIN_OBJS := $(addprefix $(DIGITS_OBJ)/,train.o train_adam.o train_augment.o \
	train_emit.o train_idx.o train_net.o train_quant.o train_random.o)
DIGITS_TEST := $(BUILD)/tests/test_digits_ref

$(DIGITS_REF_OBJS): $(DIGITS_OBJ)/%.o: $(DIGITS_DIR)/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(DIGITS_CFLAGS) -c $< -o $@

$(DIGITS_TRAIN_OBJS): $(DIGITS_OBJ)/%.o: $(DIGITS_DIR)/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(DIGITS_TRAIN_CFLAGS) -c $< -o $@

$(DIGITS_OBJ)/test_digits_ref.o: $(DIGITS_DIR)/test_digits_ref.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(DIGITS_CFLAGS) -DDIGITS_TEST_FILE='"$(DIGITS_DIR)/digits_test.bin"' -c $< -o $@

$(DIGITS_OBJ)/train: $(DIGITS_TRAIN_OBJS) $(DIGITS_RUN_OBJS)
	$(Q)$(CC) $^ -lz -lm -o $@

$(DIGITS_TEST): $(DIGITS_OBJ)/test_digits_ref.o $(DIGITS_REF_OBJS)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $^ -lcmocka -lm -o $@

UNIT_TESTS += test-digits-ref
.PHONY: test-digits-ref digits-train
test-digits-ref: $(DIGITS_TEST) ## Check the digit reference: hand-worked values and accuracy
	$(DIGITS_TEST)

digits-train: $(DIGITS_OBJ)/train ## Train the digit network (DIGITS_DATA=folder) into build/digits
	$(DIGITS_OBJ)/train -d $(DIGITS_DATA) -o $(DIGITS_OBJ) -e 200 -s 1 -t

-include $(wildcard $(DIGITS_OBJ)/*.d)
