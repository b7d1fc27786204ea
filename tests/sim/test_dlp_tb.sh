#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command line of dlp_tb, on the model: test_dlp_tb.sh BUILD, where dlp_tb and tb_kernels.elf are built.
set -u
build=$1
dir=$build/tests/sim/dlp_tb
elf=$build/tests/sim/tb_kernels.elf
tb=./dlp_tb
failed=0 runs=0
rm -rf "$dir"
mkdir -p "$dir"

# run NAME STATUS ARGUMENT...: the exit status must be this, the output is in $dir/out
run() {
    name=$1 wanted=$2
    shift 2
    NO_COLOR=1 "$tb" --backend model --profile edu "$@" > "$dir/out" 2>&1
    status=$?
    runs=$((runs + 1))
    [ $status = "$wanted" ] || fail "exit status $status instead of $wanted"
}
fail() { echo "$name: $1; output:"; cat "$dir/out"; failed=1; }
has() { for pattern in "$@"; do grep -q -e "$pattern" "$dir/out" || fail "no line with \"$pattern\""; done; }
hasnt() { for pattern in "$@"; do ! grep -q -e "$pattern" "$dir/out" || fail "a line with \"$pattern\""; done; }

# ---- numbers
for option in --limit --programs --images --latency --seed --from --to; do
    for value in -1 '' x 5x ' 5' +5 18446744073709551616; do
        run "$option=$value" 2 "$option=$value" --list
        has "^dlp_tb: $option: '$value' is not a number from [01] to [0-9]*\$"
    done
    run "$option=1" 0 "$option=1" --list
done
run "limit too large" 2 --limit 4294967296 --list;      has 'from 0 to 4294967295$'
run "limit, largest" 0 --limit 4294967295 --list
run "programs too many" 2 --programs 1000001 --list;    has 'from 0 to 1000000$'
run "images too many" 2 --images 501 --list;            has 'from 1 to 500$'
run "no images" 2 --images 0 --list;                    has 'from 1 to 500$'
run "latency too large" 2 --latency 1000001 --list;     has 'from 1 to 1000000$'
run "seed, largest" 0 --seed 0xffffffffffffffff --list
run "from behind to" 2 --from 6 --to 5;                 has 'from is behind --to'
run "help" 0 --help;                                    has 'limit of the kernel, 0 to 4294967295; 0: none' 'programs, 0 to 1000000' 'classify, 1 to 500'
run "limit reached" 1 --limit 500 --kernel "$elf:spin"; has '0x60 WATCHDOG (the kernel exceeded its cycle limit'
run "no limit" 0 --limit 0 --kernel "$elf:nothing";     has '^nothing: [0-9]* cycles'

# ---- faults
line=$(grep -n '(void)\*at' tests/sim/tb_kernels.c | cut -d: -f1)
pc=$("$build/dlp-objdump" "$elf" | sed -n '/<load>:/,/^$/s/^ *\([0-9a-f]*\):.* ld .*/\1/p')
llvm-objcopy-19 --strip-debug "$elf" "$dir/stripped.elf"
for file in "$elf" "$dir/stripped.elf"; do
    run "fault" 1 --kernel "$file:load" 8
    has "0x15 LOAD_UNMAPPED (load from an unmapped address), core 0, pc 0x$pc, address 0x8\$" 'replay: ./dlp_tb'
    run "fault behind buffers" 1 --kernel "$file:load" 8 buf:5000 "file:$elf" buf:1
    has "pc 0x$pc, address 0x8\$"
    if [ "$file" = "$elf" ]; then has "^  source: load at .*tests/sim/tb_kernels.c:$line\$"; else hasnt "source:"; fi
done

run "exit code" 1 --kernel "$elf:leave" 3
has '0x62 EXIT_CODE (the kernel ended with a non-zero exit code), core 0, pc 0x[0-9a-f]*, exit code 3$';    hasnt 'address'
run "exit code of 32 bits" 1 --kernel "$elf:leave" 0x1fffffffe; has 'exit code 4294967294$'
run "exit code 0" 0 --kernel "$elf:leave" 0
run "illegal instruction" 1 --kernel "$elf:word";      has '0x12 ILLEGAL (illegal instruction), core 0, pc 0x[0-9a-f]*, word 0xffffffff$';   hasnt 'address'

# ---- integers as arguments
same() { run "$1 is $2 $3" 0 --kernel "$elf:same" -- "$1" "$2" "$3"; }
same 0 0 0
same -1 0xffffffff 0xffffffff
same -5 0xffffffff 0xfffffffb
same 0xffffffffffffffff 0xffffffff 4294967295
same 18446744073709551615 0xffffffff 0xffffffff
same 9223372036854775808 0x80000000 0
same -9223372036854775808 0x80000000 0
run "negative, other" 1 --kernel "$elf:same" -- -5 0 -0x10;     has "replay: .* --kernel $elf:same -- -5 0 -0x10\$"
run "negative, behind" 1 --kernel "$elf:same" -- 5 0 -7;        has "replay: .* --kernel $elf:same -- 5 0 -7\$"
run "positive" 1 --kernel "$elf:same" -- 5 0 7;                 has "replay: .* --kernel $elf:same 5 0 7\$"
printf data > "$dir/it's a file"
run "words for the shell" 1 --kernel "$elf:leave" 1 "file:$dir/it's a file"
has "replay: .* 1 'file:$dir/it'.''s a file'\$"
replay=$(sed -n 's/^  replay: //p' "$dir/out")
eval "$replay" > "$dir/again" 2>&1
cmp -s "$dir/out" "$dir/again" || fail "the replay command prints something else"

# ---- input errors: a message that begins with dlp_tb or the usage, no replay
bad() {
    wanted_text=$1
    shift
    run "bad input: $*" 2 "$@"
    has "$wanted_text"
    hasnt replay
}
for value in 18446744073709551616 -9223372036854775809 5x 0x - -- '- 5' ' 5' +5 1.5 buf file out; do
    bad "^dlp_tb: argument $value: not an integer" --kernel "$elf:leave" -- "$value"
done
for value in buf: buf:0 buf:-1 buf:x buf:8x 'buf: 8' buf:18446744073709551616; do
    bad "^dlp_tb: argument $value: not a number of bytes" --kernel "$elf:leave" 0 "$value"
done
bad '^dlp_tb: buf:18446744073709551615: out of device memory' --kernel "$elf:leave" 0 buf:18446744073709551615
bad '^dlp_tb: buf:999999999999: out of device memory' --kernel "$elf:leave" 0 buf:999999999999
bad '^dlp_tb: an argument is empty' --kernel "$elf:leave" ''
bad "^dlp_tb: argument file:$dir/none: cannot read" --kernel "$elf:leave" 0 "file:$dir/none"
bad "^dlp_tb: argument file:: cannot read" --kernel "$elf:leave" 0 file:
bad "^dlp_tb: argument file:/dev/null: cannot read" --kernel "$elf:leave" 0 file:/dev/null
bad "^dlp_tb: argument file:$dir: cannot read" --kernel "$elf:leave" 0 "file:$dir"
bad '^dlp_tb: at most 16 arguments' --kernel "$elf:leave" 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
bad '^dlp_tb: kernel same takes 3 arguments, 2 given$' --kernel "$elf:same" 1 2
bad '^dlp_tb: kernel leave takes 1 argument, 0 given$' --kernel "$elf:leave"
bad '^dlp_tb: --kernel needs FILE:NAME' --kernel "$elf"
bad '^dlp_tb: --kernel needs FILE:NAME' --kernel "$elf:"
bad '^dlp_tb: --kernel needs FILE:NAME' --kernel :leave
bad "^dlp_tb: $dir/none: .*cannot be read" --kernel "$dir/none:leave"
bad '^dlp_tb: tests/sim/tb_kernels.c: not a usable ELF file' --kernel tests/sim/tb_kernels.c:leave
bad "^dlp_tb: $elf: no such kernel in the module: no function none" --kernel "$elf:none"
bad '^usage: dlp_tb' --none
bad '^usage: dlp_tb' --kernel "$elf:leave" -5
bad '^usage: dlp_tb' --kernel
bad '^dlp_tb: no such test: none' none
bad '^dlp_tb: no such backend: none' --backend none
bad '^dlp_tb: no such profile: none' --profile none

# ---- out:
is() { printf "$2" > "$dir/expected"; cmp "$dir/expected" "$1" > "$dir/out" 2>&1 || fail "$1 is not $2"; }
printf '\001\002\003\100' > "$dir/in"
run "out" 0 --kernel "$elf:twice" "out:6:$dir/result:1" "file:$dir/in" 4 0;             is "$dir/result:1" '\002\004\006\200\000\000'
run "out, less" 0 --kernel "$elf:twice" "out:1:$dir/result:1" "file:$dir/in" 1 0;       is "$dir/result:1" '\002'
run "two" 0 --kernel "$elf:twice" "out:2:$dir/a" "out:3:$dir/b" 3 0;                    is "$dir/a" '\000\000'; is "$dir/b" '\000\000\000'
run "exit code" 1 --kernel "$elf:twice" "out:2:$dir/a" "file:$dir/in" 2 9
has 'exit code 9$' "replay: .*:twice out:2:$dir/a file:$dir/in 2 9\$"
is "$dir/a" '\002\004'
run "large" 0 --kernel "$elf:leave" 0 "out:3000001:$dir/large"
[ "$(wc -c < "$dir/large")" = 3000001 ] || fail "wrong size"
[ -w /dev/full ] && { run "disk full" 1 --kernel "$elf:leave" 0 out:8:/dev/full; has 'out:8:/dev/full: input/output error'; }
for value in out: out:8 out:8: out::x out:0:x out:-1:x out:8x:x out:18446744073709551616:x; do
    bad "^dlp_tb: argument $value: not out:BYTES:PATH" --kernel "$elf:leave" 0 "$value"
done
bad "^dlp_tb: argument out:8:$dir/none/x: cannot write the file: No such" --kernel "$elf:leave" 0 "out:8:$dir/none/x"
bad "out of device memory" --kernel "$elf:leave" 0 "out:99999999999:$dir/a"
bad "no function none" --kernel "$elf:none" "out:2:$dir/a"
bad "takes 4 arguments, 1 given" --kernel "$elf:twice" "out:2:$dir/a"
name="untouched after input errors"
is "$dir/a" '\002\004'

# ---- started from another folder: build/ is beside the program, or DLP_BUILD
root=$PWD
mkdir -p "$dir/home/build/edu/kernels" "$dir/elsewhere"
cp dlp_tb "$dir/home/"
cp "$build/edu/kernels/gemm.elf" "$build/edu/kernels/digits_kernel.elf" "$dir/home/build/edu/kernels/"
mkdir -p "$dir/home/examples/digits"
cp examples/digits/digits_test.bin "$dir/home/examples/digits/"
dir=$(cd "$dir" && pwd)
cd "$dir/elsewhere" || exit 1
tb=$dir/home/dlp_tb
run "build beside the program" 0 gemm64;                has '^gemm64 .* right'
run "digits beside the program" 0 --images 3 digits;    has '^digits .* right'
mv ../home/examples "$dir/it's elsewhere"
run "no digits" 1 digits;                               has "$dir/home/examples/digits/digits_test.bin: No such file or directory; --digits names another file\$" "replay: .* digits\$"
hasnt "replay: .*--digits"
run "digits elsewhere" 0 --images 3 --digits "$dir/it's elsewhere/digits/digits_test.bin" digits
run "no file of digits" 1 --digits "$tb" digits;         has "$tb: not a file of digits"
run "no digits there" 1 --digits "it's none" digits;    has "replay: .* --digits 'it'.''s none' --backend model digits\$"
tb=../home/dlp_tb
run "relative name" 0 gemm64
ln -s ../home/dlp_tb link
tb=./link
run "symbolic link" 0 gemm64
export DLP_BUILD=../home/build
run "DLP_BUILD" 0 gemm64
export DLP_BUILD="$dir/none"
run "DLP_BUILD elsewhere" 1 gemm64;                     has 'replay: ./link '
run "DLP_BUILD elsewhere, RTL" 2 --backend rtl gemm64;  has "^dlp_tb: $dir/none/edu/libdlp_rtl.so: " 'run `make verilate PROFILE=edu` first'
unset DLP_BUILD
run "RTL beside the program" 2 --backend rtl gemm64;    has "^dlp_tb: $dir/home/build/edu/libdlp_rtl.so: "
export DLP_RTL_LIBRARY="$dir/no-chip.so"
run "DLP_RTL_LIBRARY" 2 --backend rtl gemm64;           has "^dlp_tb: $dir/no-chip.so: "
run "DLP_RTL_LIBRARY, model" 0 --backend model gemm64
run "DLP_RTL_LIBRARY, trace" 2 --backend rtl --trace t.fst gemm64; has "^dlp_tb: $dir/home/build/edu/libdlp_rtl_trace.so: "
export DLP_RTL_LIBRARY=
run "DLP_RTL_LIBRARY empty" 2 --backend rtl gemm64;     has "^dlp_tb: $dir/home/build/edu/libdlp_rtl.so: "
unset DLP_RTL_LIBRARY
run "DLP_BUILD in the help" 0 --help;                   has '^Environment: DLP_BUILD'
cd "$root" || exit 1
tb=./dlp_tb

[ $failed = 0 ] && echo "dlp_tb: $runs runs, options and messages are right"
exit $failed
