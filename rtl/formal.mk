# SPDX-License-Identifier: Apache-2.0
# Formal proofs with yosys-smtbmc and z3: tests/formal/proofs.txt and bugs.txt.
UNIT_TESTS += test-formal
.PHONY: formal test-formal

formal:         ## prove the small cells, the order of commands, the scratchpad and the bus; check that seeded bugs are found
	$(Q)tests/formal/run.sh $(BUILD)/formal

test-formal:    ## the quick proofs and seeded bugs
	$(Q)tests/formal/run.sh $(BUILD)/formal-quick q
