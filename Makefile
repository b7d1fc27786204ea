# SPDX-License-Identifier: Apache-2.0
# OpenDLP.  Run `make` for the list of targets.  Products go to build/ (and ./dlp_tb).
.DEFAULT_GOAL := help
SHELL     := /bin/bash
MAKEFLAGS += --no-builtin-rules

# ---- variables a user may set
PROFILE   ?= full
BUILD     ?= build
CC        := gcc
CXX       := clang++-19
VERILATOR ?= verilator
V         ?= 0
Q          = $(if $(filter 1,$(V)),,@)

WARN      := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
INCLUDES  := -Ispec/include -Ispec -Icmodel -Isim -Idriver -I.
CFLAGS    := -std=c11 -O2 -g -ffp-contract=off $(WARN) $(INCLUDES) -MMD -MP
SANITIZE  := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
VFLAGS    := --cc -O3 --x-assign fast --x-initial fast --noassert --compiler clang \
             --unroll-count 4096 --unroll-stmts 1000000 -Irtl -Irtl/include -Irtl/lib
UNIT_TESTS :=

PROFILES  := edu edge full
ifeq ($(filter $(PROFILE),$(PROFILES)),)
$(error PROFILE must be one of: $(PROFILES); it is '$(PROFILE)')
endif

# each area has its own fragment; an area's tests are appended to UNIT_TESTS
include $(sort $(wildcard spec/*.mk cmodel/*.mk rtl/*.mk sim/*.mk firmware/*.mk driver/*.mk toolchain/*.mk examples/*/*.mk fpga/*.mk tests/*.mk))

.PHONY: help test lint clean ci
help:           ## print this list
	@echo "OpenDLP targets:"
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## /{printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST) | sort
	@echo "Variables: PROFILE=$(PROFILE) (of: $(PROFILES))  BUILD=$(BUILD)  V=1 shows commands"

test: check-spec $(UNIT_TESTS)   ## run every unit test, then the system tests on each profile
	@echo "all test targets passed: $(words $(UNIT_TESTS))"

ci: test        ## what the continuous build runs

clean:          ## remove everything that was built
	rm -rf $(BUILD) dlp_tb
