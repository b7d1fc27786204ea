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
# for what takes long: all processors, unless the command line has a -j of its own
JOBS       = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

# What more than one fragment needs, defined before all of them
SPEC_LIB   := $(BUILD)/spec/libdlp_spec.a
DLP_CC_DEPS := toolchain/dlp-cc toolchain/dlp.ld.S toolchain/lib/start.S toolchain/lib/mem.c toolchain/lib/slots.awk \
               toolchain/include/dlp.h toolchain/include/dlp_commands.h spec/include/dlp_spec.h

PROFILES  := edu edge full
ifeq ($(filter $(PROFILE),$(PROFILES)),)
$(error PROFILE must be one of: $(PROFILES); it is '$(PROFILE)')
endif

# each area has its own fragment; an area's tests are appended to UNIT_TESTS
include $(sort $(wildcard spec/*.mk cmodel/*.mk rtl/*.mk sim/*.mk firmware/*.mk driver/*.mk toolchain/*.mk examples/*/*.mk fpga/*.mk tests/*.mk))

# Debian packages; nothing else is downloaded
PACKAGES := build-essential verilator yosys iverilog clang-19 libclang-rt-19-dev lld-19 llvm-19 gcc-riscv64-unknown-elf libcmocka-dev libmpfr-dev libelf-dev zlib1g-dev z3 \
            libc6-dev libstdc++-12-dev gtkwave xvfb

.PHONY: help setup test lint clean ci
help:           ## print this list
	@echo "OpenDLP targets:"
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## /{text[$$1] = $$2; if (length($$1) > width) width = length($$1)} \
	    END {for (t in text) printf "  %-*s  %s\n", width, t, text[t]}' $(MAKEFILE_LIST) | sort
	@echo "Variables: PROFILE=$(PROFILE) (of: $(PROFILES))  BUILD=$(BUILD)  V=1 shows commands"

setup:          ## install the tools from Debian (needs root)
	apt-get update
	DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(PACKAGES)

# Every module under every tool: Verilator with all warnings, Icarus as plain Verilog-2005, Yosys with its structural checks.
LINT_WAIVE :=
lint:           ## check all RTL with Verilator -Wall, Icarus and Yosys
	@for n in 0 1 2; do echo "  verilator   profile $$n"; \
	    $(VERILATOR) --lint-only -Wall $(LINT_WAIVE) --unroll-count 4096 --unroll-stmts 1000000 -Irtl -Irtl/include -Irtl/lib \
	        --top-module dlp_chip -GPROFILE=$$n $(RTL_SRC) || exit 1; done
	@echo "  iverilog"; iverilog -g2005 -Wall -Wno-timescale -Irtl/include -s dlp_chip -o /dev/null $(RTL_SRC)
	@echo "  yosys"; yosys -q -p "read_verilog -Irtl/include $(RTL_SRC); chparam -set PROFILE 0 dlp_chip; hierarchy -check -top dlp_chip; proc; \
	    select -assert-none t:\$$dlatch t:\$$adlatch; check -assert"

# The tests do not depend on each other: without -j on the command line they use all processors.
test:           ## run every unit test, then the system tests on each profile
	@+$(MAKE) --no-print-directory $(JOBS) $(if $(JOBS),--output-sync=target) check-spec $(UNIT_TESTS)
	@echo "all test targets passed: $(words $(UNIT_TESTS))"

ci: test        ## what the continuous build runs

clean:          ## remove everything that was built
	rm -rf $(BUILD) dlp_tb
