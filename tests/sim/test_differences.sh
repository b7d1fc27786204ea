#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What dlp_tb prints at the first difference: test_differences.sh BUILD, where profile edu and the library seeded_chip are built.
set -u
build=$1
dir=$build/tests/sim/seeded
failed=0

# a build folder whose chip is the seeded one
rm -rf "$dir"
mkdir -p "$dir/edu"
cp "$build/tests/sim/seeded_chip.so" "$dir/edu/libdlp_rtl.so"
ln -s "$(cd "$build" && pwd)/edu/kernels" "$dir/edu/kernels"
ln -s "$(cd "$build" && pwd)/firmware" "$dir/firmware"

# expect NAME HART AFTER PATTERN...: every pattern is in the output of a run that fails
expect() {
    name=$1 hart=$2 after=$3
    shift 3
    NO_COLOR=1 DLP_BUILD=$dir SEEDED_LIBRARY=$build/edu/libdlp_rtl.so SEEDED_HART=$hart SEEDED_AFTER=$after \
        ./dlp_tb --profile edu $arguments > "$dir/out" 2>&1
    status=$?
    [ $status = 1 ] || { echo "$name: exit status $status"; cat "$dir/out"; failed=1; }
    for pattern in "$@"; do
        grep -q -e "$pattern" "$dir/out" || { echo "$name: no line with \"$pattern\" in"; cat "$dir/out"; failed=1; }
    done
}

both='RTL    pc 0x[0-9a-f]*, word [0-9a-f]*, [a-z0-9]* (x[0-9]*) <- 0x[0-9a-f]*'
arguments=gemm64
expect kernel 0 100 'RTL and model differ in cycle [0-9]' 'core 0, pc 0x[0-9a-f]*: [a-z]' "$both" 'model  pc 0x' \
    'source: gemm at .*examples/gemm/gemm.c:[1-9]' 'replay: ./dlp_tb --profile edu .* --trace wave.fst gemm64'
arguments=copies
expect firmware 1 500 'job scheduler, pc 0x' "$both" 'source: .* at .*firmware/.*:[1-9]' 'replay: .* copies'
arguments="--seed 7 --programs 3 random"
expect random 0 50 'core 0, pc 0x' 'no line information' 'replay: .* --seed 7 --programs 3 .* random'
arguments="--limit 999999 --kernel $build/edu/kernels/gemm.elf:gemm buf:64 buf:64 buf:64 buf:64 8 8 8"
expect one-kernel 0 70 'source: gemm at .*gemm.c:[1-9]' 'replay: .*--limit 999999 --kernel .*gemm.elf:gemm buf:64 buf:64 buf:64 buf:64 8 8 8$'

# the trace needs a chip of its own: said as long as it is not there
arguments=gemm64
expect trace 0 100 '^  before the replay: make verilate-trace PROFILE=edu$'
cp "$dir/edu/libdlp_rtl.so" "$dir/edu/libdlp_rtl_trace.so"
expect trace-is-there 0 100 'replay: '
! grep -q verilate-trace "$dir/out" || { echo "trace-is-there: it is still asked for"; failed=1; }

[ $failed = 0 ] && echo "dlp_tb describes differences of kernels, firmware and random programs"
exit $failed
