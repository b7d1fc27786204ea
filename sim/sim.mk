# SPDX-License-Identifier: Apache-2.0
# The verilated chip of each profile as a shared library, and the test bench.
RTL_SRC   := $(filter-out rtl/include/%,$(wildcard rtl/*.v rtl/lib/*.v))
PROFILE_NUMBER_edu  := 0
PROFILE_NUMBER_edge := 1
PROFILE_NUMBER_full := 2
# -march=native: the library runs on the machine that builds it
RTL_FAST  := -O3 -march=native -fno-strict-aliasing
RTL_OPT   := OPT_FAST="$(RTL_FAST)" OPT_SLOW=-O1 OPT_GLOBAL=-O2
VERI_BASE  = --top-module dlp_chip -GPROFILE=$(PROFILE_NUMBER_$*) $(VFLAGS) -Wno-fatal
# what stays visible in the chip besides its ports
VERI_KEEP := sim/dlp_rtl.vlt
SIM_MEM   := $(BUILD)/sim/dlp_axi_mem.o
LIBFLAGS   = -shared -fPIC -Ispec/include -Isim -Icmodel
VERI_ROOT  = $(shell $(VERILATOR) --getenv VERILATOR_ROOT)
VERI_INC   = -isystem $(VERI_ROOT)/include -isystem $(VERI_ROOT)/include/vltstd

TB_SRC    := sim/dlp_tb.c sim/dlp_tb_kernel.c sim/dlp_tb_tests.c sim/dlp_tb_faults.c sim/lockstep.c sim/source_line.c sim/randprog.c examples/digits/digits_device.c
TB_INC    := -Iexamples/digits
KERNEL_NAMES := gemm gemm_half digits_kernel digits_int4 faults
# digits in half precision take the float array and the memories of full
KERNEL_NAMES_full := digits_half
# kernels of profile $(1)
kernels_of = $(patsubst %,$(BUILD)/$(1)/kernels/%.elf,$(KERNEL_NAMES) $(KERNEL_NAMES_$(1)))
KERNELS   := $(call kernels_of,$(PROFILE))

.PHONY: verilate verilate-trace kernels
.SECONDARY:
verilate:       ## build the verilated chip of PROFILE and the test bench ./dlp_tb
	@+$(MAKE) $(if $(filter 1,$(V)),,-s) --no-print-directory $(JOBS) $(BUILD)/$(PROFILE)/libdlp_rtl.so dlp_tb kernels
verilate-trace: $(BUILD)/$(PROFILE)/libdlp_rtl_trace.so   ## the same chip with FST tracing, for dlp_tb --trace

VERI_LIBS := Vdlp_chip__ALL.a verilated.o verilated_threads.o
VERI_MAKE  = $(MAKE) -s $(JOBS) -f Vdlp_chip.mk CXX=$(CXX) LINK=$(CXX) VM_PARALLEL_BUILDS=1 $(VERI_LIBS)
# the library of a chip that is compiled in the folder $(1); $(2): options
VERI_LINK  = $(CXX) -std=c++17 $(2) $(LIBFLAGS) -isystem $(1) $(VERI_INC) sim/dlp_rtl.cpp $(SIM_MEM) $(VERI_LIBS:%=$(1)/%)

$(BUILD)/%/veri/Vdlp_chip.mk: $(RTL_SRC) $(VERI_KEEP) $(wildcard rtl/include/*.vh)
	@mkdir -p $(@D)
	@echo "  verilate    $*"
	$(Q)$(VERILATOR) $(VERI_BASE) -CFLAGS -fPIC --Mdir $(@D) $(VERI_KEEP) $(RTL_SRC)

# Most of a verilated chip is straight code, and much of it is for units that idle.  With the counts of a short run clang moves that code
# out of the way of the rest.  The counts change speed only, so nothing depends on the run: a chip that fails or hangs in it is built all
# the same, and shows what is wrong when it is used.  Slow.cpp is what runs once, at power-up: compiled in a hurry, and only once.
PROFILE_RUN := --backend rtl --images 2 --programs 3 --limit 1000000 gemm64 digits random
$(BUILD)/%/counts/chip.profdata: $(BUILD)/%/veri/Vdlp_chip.mk \
                                 | $(SIM_MEM) dlp_tb $(BUILD)/%/kernels/gemm.elf $(BUILD)/%/kernels/digits_kernel.elf
	@echo "  count       $*"
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && cp $(<D)/*.cpp $(<D)/*.h $(<D)/*.mk $(@D)
	+$(Q)$(VERI_MAKE) -C $(@D) OPT_FAST="-O0 -fprofile-instr-generate" OPT_SLOW=-O0 OPT_GLOBAL=-O1
	$(Q)$(call VERI_LINK,$(@D),-O1 -fprofile-instr-generate) -latomic -lpthread -o $(@D)/libdlp_rtl.so
	$(Q)DLP_BUILD=$(BUILD) DLP_RTL_LIBRARY=$(@D)/libdlp_rtl.so LLVM_PROFILE_FILE=$(@D)/chip.profraw timeout 100 ./dlp_tb --profile $* $(PROFILE_RUN) \
	    > $(@D)/run.log 2>&1 || echo "  count       $*: the run failed, see $(@D)/run.log; the chip is built without its counts"
	$(Q)[ -e $(@D)/chip.profraw ] || : > $(@D)/chip.profraw.none; llvm-profdata-19 merge $(@D)/chip.profraw* -o $@

$(BUILD)/%/veri/Vdlp_chip__ALL.a: $(BUILD)/%/veri/Vdlp_chip.mk $(BUILD)/%/counts/chip.profdata
	@echo "  compile     $*"
	$(Q)cp $(BUILD)/$*/counts/*__Slow.o $(@D)
	+$(Q)$(VERI_MAKE) -C $(@D) $(RTL_OPT) OPT_FAST="$(RTL_FAST) -fprofile-instr-use=$(abspath $(BUILD)/$*/counts/chip.profdata) -Wno-profile-instr-unprofiled"

$(SIM_MEM): sim/dlp_axi_mem.c sim/dlp_axi_mem.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -fPIC -c $< -o $@

$(BUILD)/%/libdlp_rtl.so: $(BUILD)/%/veri/Vdlp_chip__ALL.a sim/dlp_rtl.cpp sim/dlp_rtl.h sim/dlp_chip.h $(SIM_MEM)
	$(Q)$(call VERI_LINK,$(<D),-O2 -march=native -Wall -Wextra) -latomic -lpthread -o $@

# what another form of the chip is made of, and its recipe: a folder, options of Verilator, of its compilation, of the library
CHIP_DEPS := $(RTL_SRC) $(VERI_KEEP) $(wildcard rtl/include/*.vh) sim/dlp_rtl.cpp sim/dlp_rtl.h sim/dlp_chip.h $(SIM_MEM)
define chip_form
	@mkdir -p $(1)
	$(Q)$(VERILATOR) $(VERI_BASE) $(2) -CFLAGS -fPIC --Mdir $(1) $(VERI_KEEP) $(RTL_SRC)
	+$(Q)$(VERI_MAKE) -C $(1) $(3)
	$(Q)$(call VERI_LINK,$(1),-O2 $(4)) -latomic -lpthread -o $@
endef

$(BUILD)/%/libdlp_rtl_trace.so: $(CHIP_DEPS)
	$(call chip_form,$(BUILD)/$*/veri-trace,--trace-fst,$(RTL_OPT) verilated_fst_c.o,-DDLP_TRACE $(BUILD)/$*/veri-trace/verilated_fst_c.o -lz)

# ---- kernels of the examples, for PROFILE; -g: dlp_tb names the line of a difference, the code is the same
kernels: $(KERNELS)   ## compile the kernels of the examples for PROFILE
$(BUILD)/%/kernels/gemm.elf: examples/gemm/gemm.c $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile $* -O2 -g $< -o $@
$(BUILD)/%/kernels/gemm_half.elf: examples/gemm/gemm_half.c $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile $* -O2 -g $< -o $@
$(BUILD)/%/kernels/faults.elf: sim/fault_kernels.c $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile $* -O2 -g $< -o $@
$(BUILD)/%/kernels/digits_kernel.elf: examples/digits/digits_kernel.c examples/digits/digits_kernel.h $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile $* -O2 -g $< -o $@

$(BUILD)/%/kernels/digits_int4.elf: examples/digits/digits_kernel.c examples/digits/digits_kernel.h $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile $* -O2 -g -DDIGITS_INT4 $< -o $@
$(BUILD)/%/kernels/digits_half.elf: examples/digits/digits_kernel.c examples/digits/digits_kernel.h $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile $* -O2 -g -DDIGITS_HALF $< -o $@

# ---- the test bench: one program for all profiles, it loads the chip's library
TB_OBJ := $(TB_SRC:%.c=$(BUILD)/tb/%.o)
$(BUILD)/tb/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(TB_INC) -c $< -o $@
dlp_tb: $(TB_OBJ) $(DIGITS_REF_OBJS) $(DRIVER_LIB) $(CMODEL_LIB) $(SPEC_LIB)
	$(Q)$(CC) $(TB_OBJ) $(DIGITS_REF_OBJS) $(DRIVER_LIB) $(CMODEL_LIB) $(SPEC_LIB) -ldl -lpthread -lm -o $@
-include $(TB_OBJ:.o=.d)

# ---- the system on every profile: RTL in lock-step with the model, without and with random bus delays; then the driver's tests on RTL
UNIT_TESTS += test-system
.PHONY: test-system
test-system: dlp_tb $(PROFILES:%=$(BUILD)/%/libdlp_rtl.so) $(foreach p,$(PROFILES),$(call kernels_of,$(p)))  ## dlp_tb on edu, edge and full
	$(Q)NO_COLOR=1 ./dlp_tb --profile edu  --images 5  --programs 20
	$(Q)NO_COLOR=1 ./dlp_tb --profile edge --images 10 --programs 20
	$(Q)NO_COLOR=1 ./dlp_tb --profile full --images 50 --programs 40
	$(Q)NO_COLOR=1 ./dlp_tb --profile full --images 3 --programs 20 --seed 1000 --delays
	$(Q)NO_COLOR=1 ./dlp_tb --profile edu  --images 1 --programs 20 --seed 2000 --delays
	$(Q)$(MAKE) -s PROFILE=edu test-driver-rtl
