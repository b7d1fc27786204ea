#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The printed headers are accepted by every tool that reads them.  Run from the top directory.
set -u
work=${BUILD:-build}/spec/views-test
passed=0
failed=0
rm -rf "$work"; mkdir -p "$work"

# check SENTENCE COMMAND...: the command succeeds and says nothing
check() {
    sentence=$1; shift
    if "$@" > "$work/log" 2>&1 && [ ! -s "$work/log" ]; then passed=$((passed + 1)); return; fi
    echo "FAIL $sentence"; head -20 "$work/log"; failed=$((failed + 1))
}

v=tests/spec/views.v
for p in 0 1 2; do
    check "verilator accepts the headers, profile $p" \
        verilator --lint-only -Wall --language 1364-2005 -GPROFILE=$p -Irtl/include $v --top-module views
done
check "iverilog accepts the headers" iverilog -g2005 -Wall -Irtl/include -o "$work/views.vvp" $v
check "yosys accepts the headers" \
    yosys -q -p "read_verilog -Irtl/include $v; hierarchy -check -top views; proc; check -assert"

cat > "$work/use.c" <<'END'
#include "dlp_spec.h"
#include "dlp_enums.h"
#include "dlp_config.h"
#include "dlp_tables.h"
#include "dlp_disasm.h"
#if DLP_MEM_GDRAM_BASE < DLP_MEM_CODE_BASE || DLP_SPEC_VERSION == 0
#error "addresses can be used in #if"
#endif
uint32_t start(uint32_t r);
uint32_t start(uint32_t r) { return (r & ~DLP_CORE_CTRL_ABORT_MASK) | DLP_CORE_CTRL_START_MASK; }
END
cp "$work/use.c" "$work/use.cpp"
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Ispec/include"
# shellcheck disable=SC2086
{
    check "gcc accepts the headers" gcc -std=c11 $warnings -c "$work/use.c" -o "$work/use.o"
    check "clang accepts the headers" clang-19 -std=c11 $warnings -c "$work/use.c" -o "$work/use.o"
    check "clang++ accepts the headers" clang++-19 -std=c++17 $warnings -c "$work/use.cpp" -o "$work/use.o"
}
cat > "$work/use.S" <<'END'
#include "dlp_spec.h"
li a0, DLP_SPEC_HASH
li a1, DLP_MEM_GDRAM_BASE
lw a2, DLP_LAUNCH_TASK_ID(a3)
END
check "the assembler accepts the header" \
    clang-19 --target=riscv64-unknown-elf -march=rv64im -Ispec/include -c "$work/use.S" -o "$work/use.o"
cat > "$work/use.ld.S" <<'END'
#include "dlp_spec.h"
x = DLP_MEM_GDRAM_BASE + DLP_FW_BYTES;
SECTIONS { .text : { *(.text) } }
END
check "a linker script is preprocessed" gcc -E -P -x c -DDLP_LDSCRIPT -Ispec/include "$work/use.ld.S" -o "$work/use.ld"
check "the linker accepts it" ld.lld-19 -e 0 -T "$work/use.ld" "$work/use.o" -o "$work/use.elf"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
