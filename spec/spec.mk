# SPDX-License-Identifier: Apache-2.0
# Printed views of the specification and their check.
#
# For other fragments: SPEC_SRCS are the C views of the tables, SPEC_LIB (named in the Makefile) is the same as a library.
# Its rule also serves host programs that link it.

SPEC_DEFS := $(wildcard spec/*.def)
SPEC_SRCS := spec/dlp_tables.c spec/dlp_profiles.c spec/dlp_disasm.c
SPEC_OBJS := $(SPEC_SRCS:spec/%.c=$(BUILD)/spec/%.o)

GEN       := $(BUILD)/spec/gen
GEN_SRCS  := $(wildcard spec/gen*.c)
GEN_OBJS  := $(GEN_SRCS:spec/%.c=$(BUILD)/spec/%.o)

# view:file pairs
SPEC_VIEWS := h:spec/include/dlp_spec.h enums:spec/include/dlp_enums.h config:spec/include/dlp_config.h \
              vh:rtl/include/dlp_spec.vh cfgvh:rtl/include/dlp_config.vh \
              $(foreach w,opcode vec-op mat-op io-op move-op stream type fault csr cfg core-state fw-state,\
                          gtkw-$w:sim/gtkw/$w.gtkw-filter)
SPEC_DOCS  := docs/isa.md docs/memory-map.md docs/registers.md docs/errors.md docs/profiles.md

$(BUILD)/spec/%.o: spec/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

$(GEN): $(GEN_OBJS)
	$(Q)$(CC) $(GEN_OBJS) -o $@

$(SPEC_LIB): $(SPEC_OBJS)
	$(Q)rm -f $@ && ar rcs $@ $^

-include $(GEN_OBJS:.o=.d) $(SPEC_OBJS:.o=.d)

# The tables of the special functions come from a program of their own.
TABLES      := $(BUILD)/spec/special_tables
TABLE_VIEWS := vh:rtl/include/dlp_special_tables.vh h:cmodel/special_tables.h
$(TABLES): spec/special_tables.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $< -lm -o $@

# Print every view to $(BUILD)/spec/views, then compare with, or copy to, the committed files.
# A file that is already right keeps its time, so that nothing is built again because of it.
SPEC_FRESH := $(BUILD)/spec/views
define spec_print
	$(Q)rm -rf $(SPEC_FRESH); \
	for v in $(SPEC_VIEWS); do \
	    f=$(SPEC_FRESH)/$${v#*:}; mkdir -p $${f%/*}; $(GEN) $${v%%:*} > $$f || exit 1; \
	done; \
	for v in $(TABLE_VIEWS); do \
	    f=$(SPEC_FRESH)/$${v#*:}; mkdir -p $${f%/*}; $(TABLES) $${v%%:*} > $$f || exit 1; \
	done; \
	for d in $(SPEC_DOCS); do \
	    f=$(SPEC_FRESH)/$$d; mkdir -p $${f%/*}; $(GEN) md $$d > $$f || exit 1; \
	done
endef
SPEC_FILES := $(foreach v,$(SPEC_VIEWS) $(TABLE_VIEWS),$(lastword $(subst :, ,$v))) $(SPEC_DOCS)

.PHONY: spec check-spec test-spec
spec: $(GEN) $(TABLES) ## print the views of spec/*.def: headers, tables in docs, GTKWave filters
	$(spec_print)
	$(Q)for f in $(SPEC_FILES); do \
	    cmp -s $(SPEC_FRESH)/$$f $$f || { mkdir -p $$(dirname $$f); cp $(SPEC_FRESH)/$$f $$f; echo "  updated $$f"; }; \
	done

check-spec: $(GEN) $(TABLES) ## fail when a printed view is out of date
	$(spec_print)
	$(Q)rc=0; for f in $(SPEC_FILES); do \
	    cmp -s $(SPEC_FRESH)/$$f $$f || { echo "$$f is out of date: run 'make spec'"; rc=1; }; \
	done; exit $$rc

UNIT_TESTS += test-spec
test-spec: $(GEN) $(BUILD)/spec/test_tables ## bad specifications are refused; tables and disassembler
	$(Q)CC="$(CC)" GEN_DIR=$(BUILD)/spec tests/spec/test_spec.sh
	$(Q)$(BUILD)/spec/test_tables
	$(Q)BUILD=$(BUILD) tests/spec/test_views.sh

$(BUILD)/spec/test_tables: tests/spec/test_tables.c $(SPEC_SRCS) $(SPEC_DEFS) $(wildcard spec/include/*.h)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(SANITIZE) $(filter %.c,$^) -lcmocka -o $@

CONFIG_COLUMN_edu := 3
CONFIG_COLUMN_edge := 4
CONFIG_COLUMN_full := 5
.PHONY: config
config:         ## print the sizes of PROFILE
	@echo "profile $(PROFILE)"
	@awk -F '[(,]' -v column=$(CONFIG_COLUMN_$(PROFILE)) '/^DLP_PARAM\(/ { split($$0, text, "\""); \
	    gsub(/ /, "", $$column); printf "  %-16s %6s  %s\n", $$2, $$column, text[2] }' spec/config.def
