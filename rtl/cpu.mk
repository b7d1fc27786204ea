# SPDX-License-Identifier: Apache-2.0
# Scalar core: bench with the reference interpreter in lock-step.  CPU_SEED=n varies memories and random programs.
UNIT_TESTS += test-cpu-edu test-cpu-full test-cpu-js
.PHONY: test-cpu test-cpu-edu test-cpu-edge test-cpu-full test-cpu-js

CPU_DIR  := tests/rtl/dlp_cpu
CPU_OUT  := $(BUILD)/cpu
CPU_RTL  := $(addprefix rtl/dlp_,$(addsuffix .v,cpu scalar decode alu align regfile muldiv csr counters lsu lmem icache)) \
            rtl/lib/dlp_ram_sdp.v rtl/lib/dlp_ram_1p.v rtl/include/dlp_spec.vh rtl/include/dlp_cpu.vh
CPU_SEED ?= 1
CPU_RV   := riscv64-unknown-elf-gcc -march=rv64im_zicsr_zifencei -mabi=lp64 -mcmodel=medany -ffreestanding -nostdlib -nostartfiles -O2 -Wall -Wextra \
            -Wno-implicit-fallthrough -Ispec/include

test-cpu: test-cpu-edu test-cpu-edge test-cpu-full test-cpu-js   ## scalar core: instructions, traps, count-jump, counters

test-cpu-edu test-cpu-edge test-cpu-full test-cpu-js: test-cpu-%: $(CPU_OUT)/%/Vdlp_cpu
	$(Q)$< $(CPU_SEED)

# arguments: name, profile in upper case, HAS_DLP
define cpu_bench
$(CPU_OUT)/$(1)/arith.bin: $(CPU_DIR)/arith.c $(CPU_DIR)/arith.h $(CPU_DIR)/arith_start.S $(CPU_DIR)/program.ld.S spec/include/dlp_spec.h
	$(Q)mkdir -p $$(@D)
	$(Q)$$(CC) -E -P -x assembler-with-cpp -Ispec/include $(CPU_DIR)/program.ld.S -o $$(@D)/program.ld
	$(Q)$(CPU_RV) -DCPU_LMEM_KB=DLP_PARAM_LMEM_KB_$(2) -Wl,--build-id=none -Wl,--no-warn-rwx-segments -T $$(@D)/program.ld \
	    $(CPU_DIR)/arith_start.S $(CPU_DIR)/arith.c -lgcc -o $$(@D)/arith.elf
	$(Q)riscv64-unknown-elf-objcopy -O binary $$(@D)/arith.elf $$@
$(CPU_OUT)/$(1)/arith.o: $(CPU_DIR)/arith.c $(CPU_DIR)/arith.h
	$(Q)mkdir -p $$(@D)
	$(Q)$$(CC) $$(filter-out -Wpedantic,$$(CFLAGS)) -c -o $$@ $$<
$(CPU_OUT)/$(1)/Vdlp_cpu: $(CPU_RTL) $(wildcard $(CPU_DIR)/*.cpp $(CPU_DIR)/*.h) $(CPU_OUT)/$(1)/arith.o $(CPU_OUT)/$(1)/arith.bin $(BUILD)/spec/libdlp_spec.a
	$(Q)param() { sed -n "s/^#define DLP_PARAM_$$$$1_$(2) *//p" spec/include/dlp_spec.h; }; \
	$(VERILATOR) $(VFLAGS) -Wall --exe --top-module dlp_cpu --Mdir $$(@D) -GHAS_DLP=$(3) -GROW_BYTES=$$$$((4 * $$$$(param VPU_LANES))) \
	    -GLMEM_BYTES=$$$$((1024 * $$$$(param LMEM_KB))) -GICACHE_LINES=$$$$(param ICACHE_LINES) -GNRAM_BYTES=$$$$((1024 * $(3) * $$$$(param NRAM_KB))) \
	    -GWRAM_BYTES=$$$$((1024 * $(3) * $$$$(param WRAM_KB))) -GGDRAM_BYTES="40'd$$$$((1048576 * $$$$(param GDRAM_MB)))" -GHARTID=5 \
	    -GPROFILE=$$$$(sed -n 's/^#define DLP_PROFILE_$(2) *//p' spec/include/dlp_spec.h) \
	    -CFLAGS "-O1 -Wall -DCPU_PROFILE=$(2) -DCPU_HAS_DLP=$(3) -I$$(CURDIR)/spec/include -I$$(CURDIR)/$(CPU_DIR)" -LDFLAGS -lcmocka \
	    rtl/dlp_cpu.v $$(abspath $(wildcard $(CPU_DIR)/*.cpp) \
	    $(CPU_OUT)/$(1)/arith.o $(BUILD)/spec/libdlp_spec.a)
	$(Q)$$(MAKE) -s -C $$(@D) -f Vdlp_cpu.mk CXX="$(CXX)" LINK="$(CXX)" OPT_FAST="-O2" OPT_SLOW=-O0 OPT_GLOBAL=-O1 Vdlp_cpu >/dev/null
endef
$(eval $(call cpu_bench,edu,EDU,1))
$(eval $(call cpu_bench,edge,EDGE,1))
$(eval $(call cpu_bench,full,FULL,1))
$(eval $(call cpu_bench,js,EDU,0))
