# SPDX-License-Identifier: Apache-2.0
# Speed, long campaigns, waveforms.  None of these is part of `make test`.
.PHONY: bench soak soak-random wave wave-trace wave-shot

# ---- bench: numbers of one run on one host, to be compared with each other; slowness never fails
BENCH_TESTS := gemm64 gemm128 gemm256 gemmf64 digits
bench: verilate $(BUILD)/bench/cmodel_bench $(BUILD)/bench/vector_cycles $(BUILD)/$(PROFILE)/kernels/vector_cycles.elf   ## speed: cycles of the workloads and of vector commands, RTL simulation, C model
	@for b in lockstep rtl; do DLP_BUILD=$(BUILD) ./dlp_tb --profile $(PROFILE) --backend $$b $(BENCH_TESTS) >$(BUILD)/bench/$$b.txt || \
	    { cat $(BUILD)/bench/$$b.txt; exit 1; }; done
	@$(BUILD)/bench/cmodel_bench >$(BUILD)/bench/model.txt
	@awk -v profile=$(PROFILE) -f sim/bench.awk $(BUILD)/bench/lockstep.txt $(BUILD)/bench/rtl.txt $(BUILD)/bench/model.txt
	@DLP_RTL_LIBRARY=$(BUILD)/$(PROFILE)/libdlp_rtl.so $(BUILD)/bench/vector_cycles $(PROFILE) $(BUILD)/$(PROFILE)/kernels/vector_cycles.elf > $(BUILD)/bench/vector-cycles.md
	@$(if $(filter full,$(PROFILE)),cp $(BUILD)/bench/vector-cycles.md docs/vector-cycles.md; echo "cycles of vector commands: docs/vector-cycles.md",echo "cycles of vector commands: $(BUILD)/bench/vector-cycles.md")

$(BUILD)/bench/vector_cycles: sim/vector_cycles.c sim/vector_cycles.h $(wildcard spec/*.def) $(DRIVER_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) sim/vector_cycles.c $(DRIVER_LINK) -o $@
$(BUILD)/%/kernels/vector_cycles.elf: sim/vector_cycles_kernel.c sim/vector_cycles.h $(wildcard spec/*.def) $(DLP_CC_DEPS)
	@mkdir -p $(@D)
	$(Q)toolchain/dlp-cc --profile $* -O2 -g -Ispec -Isim $< -o $@

# ---- soak: SOAK_SEED=n starts elsewhere; a failure prints the command that replays it
SOAK_SEED     ?= 1000
SOAK_PROGRAMS ?= 1000
soak: soak-float soak-special soak-random ## long campaigns: float and special functions, random programs on each profile that is built
# profiles that are not built are skipped, not built: that would take minutes each
soak-random: dlp_tb
	@ran=0; for p in $(PROFILES); do \
	    [ -e $(BUILD)/$$p/libdlp_rtl.so ] || { echo "  profile $$p is not built, skipped"; continue; }; ran=1; \
	    echo "  $(SOAK_PROGRAMS) random programs, profile $$p, seeds from $(SOAK_SEED)"; \
	    DLP_BUILD=$(BUILD) ./dlp_tb --profile $$p --delays --seed $(SOAK_SEED) --programs $(SOAK_PROGRAMS) random || exit 1; done; \
	[ $$ran = 1 ] || { echo "no profile is built: make verilate PROFILE=edu"; exit 1; }

# ---- wave: one GEMM on the smallest profile, with a prepared view
WAVE_PROFILE ?= edu
WAVE_TEST    ?= gemm64
WAVE_FROM    ?= 0
WAVE_TO      ?= 40000
WAVE_OUT     := $(BUILD)/wave
WAVE_FST     := $(WAVE_OUT)/$(WAVE_PROFILE)-$(WAVE_TEST).fst
WAVE_TB       = DLP_BUILD=$(BUILD) ./dlp_tb --profile $(WAVE_PROFILE) --backend rtl --trace $(abspath $(WAVE_FST)) \
                --from $(WAVE_FROM) --to $(WAVE_TO) $(WAVE_TEST)

wave: wave-trace   ## open GTKWave on a trace of WAVE_TEST with the view sim/wave/core.gtkw
	$(Q)gtkwave --rcvar 'splash_disable on' --rcvar 'fontname_waves Monospace 10' $(WAVE_OUT)/core.gtkw

# GTKWave wants absolute paths, so the view is a template
wave-trace: $(BUILD)/$(WAVE_PROFILE)/libdlp_rtl_trace.so $(BUILD)/dlp-wave-filter dlp_tb   ## only write the trace and the view
	$(Q)mkdir -p $(WAVE_OUT)
	$(Q)$(MAKE) -s PROFILE=$(WAVE_PROFILE) kernels
	$(Q)$(WAVE_TB)
	$(Q)sed -e 's|@FST@|$(abspath $(WAVE_FST))|' -e 's|@GTKW@|$(CURDIR)/sim/gtkw|' -e 's|@FILTER@|$(abspath $(BUILD))/dlp-wave-filter|' \
	    sim/wave/core.gtkw >$(WAVE_OUT)/core.gtkw

wave-shot: wave-trace   ## picture of that view, without a screen (needs xvfb)
	$(Q)cd $(WAVE_OUT) && xvfb-run -a -s "-screen 0 1600x900x24" gtkwave --rcvar 'splash_disable on' --rcvar 'hide_sst on' \
	    --rcvar 'fontname_waves Monospace 10' -S $(CURDIR)/sim/wave/shot.tcl core.gtkw >shot.log 2>&1
	@echo "$(WAVE_OUT)/core.png"

# the recipe, not the prerequisites, names SPEC_LIB: its fragment is read after this one
$(BUILD)/dlp-wave-filter: sim/wave/filter.c $(BUILD)/spec/libdlp_spec.a
	$(Q)$(CC) $(CFLAGS) $< $(SPEC_LIB) -o $@
