# SPDX-License-Identifier: Apache-2.0
# The firmware of the job scheduler core, and its image as a C array for the driver.
RVCC      := riscv64-unknown-elf-gcc
FW_SRC    := firmware/crt0.S firmware/main.c firmware/jobs.c firmware/dma.c
FW_CFLAGS := -march=rv64im_zicsr -mabi=lp64 -mcmodel=medany -ffreestanding -nostdlib -nostartfiles -std=c11 -O2 -g \
             -Wall -Wextra -Wshadow -Werror -Ispec/include -Ifirmware -fno-tree-loop-distribute-patterns -msmall-data-limit=0

.PHONY: firmware
firmware: $(BUILD)/firmware/firmware.elf   ## build the job scheduler firmware

$(BUILD)/firmware/firmware.ld: firmware/firmware.ld.S spec/include/dlp_spec.h
	@mkdir -p $(@D)
	$(Q)$(CC) -E -P -x assembler-with-cpp -Ispec/include $< -o $@

$(BUILD)/firmware/firmware.elf: $(FW_SRC) $(BUILD)/firmware/firmware.ld $(wildcard firmware/*.h) spec/include/dlp_spec.h
	$(Q)$(RVCC) $(FW_CFLAGS) -Wl,--build-id=none -Wl,--no-warn-rwx-segments -T $(BUILD)/firmware/firmware.ld $(FW_SRC) -lgcc -o $@
