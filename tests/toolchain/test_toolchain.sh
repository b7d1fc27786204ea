#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of dlp-cc, dlp.h and dlp-objdump.  Run from the top directory after `make toolchain`.
set -u
BUILD=${BUILD:-build}
here=tests/toolchain
cc=toolchain/dlp-cc
objdump=$BUILD/dlp-objdump
work=$BUILD/toolchain/work
passed=0
failed=0
rm -rf "$work"; mkdir -p "$work"

ok()   { passed=$((passed + 1)); }
fail() { echo "FAIL $1"; [ ! -s "$work/log" ] || sed 's/^/    /' "$work/log" | head -20; failed=$((failed + 1)); }
# check SENTENCE COMMAND...: passes when the command does
check() { sentence=$1; shift; if "$@" > "$work/log" 2>&1; then ok; else fail "$sentence"; fi; }
# refuses SENTENCE MESSAGE COMMAND...: the command fails and says MESSAGE
refuses() {
    sentence=$1 message=$2; shift 2
    if "$@" > "$work/log" 2>&1; then fail "$sentence: accepted"
    elif grep -q "$message" "$work/log"; then ok
    else fail "$sentence: message"; fi
}

# ---- every instruction: assemble, disassemble
same_text() {
    "$BUILD/toolchain/roundtrip" asm "$1" > "$work/rt.s"
    "$BUILD/toolchain/roundtrip" text "$1" > "$work/rt.text"
    shift
    "$@" -c "$work/rt.s" -o "$work/rt.o" && "$objdump" --no-address "$work/rt.o" > "$work/rt.out" &&
        diff "$work/rt.text" "$work/rt.out"
}
march=-march=rv64im_zicsr_zifencei
for seed in 1 2 3; do
    check "assembled by clang and disassembled is the same, seed $seed" \
        same_text $seed clang-19 --target=riscv64-unknown-elf $march -mno-relax
done
if command -v riscv64-unknown-elf-as > /dev/null; then
    check "assembled by gas and disassembled is the same" same_text 4 riscv64-unknown-elf-gcc $march -mabi=lp64
fi

# ---- dlp-objdump
"$objdump" --word --base 0x100 ffdff57b 12345678 > "$work/words"
printf '%s\n' '     100:  ffdff57b  dlp.cj a0, 0xfc' '     104:  12345678  .4byte 0x12345678' > "$work/expected"
check "words of the command line are listed" cmp "$work/words" "$work/expected"
"$objdump" --word 4385a00b > "$work/words"
printf '%s\n' '       0:  4385a00b  dlp.vset a1, 0x438  # F32: vfn EXP, or vcvt to U16 RD' > "$work/expected"
check "the fields of a type are a comment" cmp "$work/words" "$work/expected"
refuses "a word that is none" "not a word" "$objdump" --word xyz
refuses "a file that is no ELF" "not an ELF file" "$objdump" "$0"
refuses "a file that does not exist" "No such file" "$objdump" "$work/none"
printf '\023\000\000\000' > "$work/raw"
check "a raw image is listed" \
    sh -c "'$objdump' --raw --base 0x40 '$work/raw' | grep -q '40:  00000013  addi zero, zero, 0'"

# ---- dlp.h
# each command is one instruction with the mask that was written; the table says which commands exist
"$BUILD/toolchain/roundtrip" text 1 | grep -o '^dlp\.[^ ]*' | sort -u > "$work/xdlp"
cp $here/all_commands.c "$work/all.cpp"
all_present() { "$objdump" --no-address "$1" | grep -o '^dlp\.[^ ]*' | sort -u | diff "$work/xdlp" -; }
masks_right() {
    "$objdump" --no-address "$1" | grep -o 'dlp\.v[a-z]*\.v[vsc].*{.*}\|dlp.vrelu.*{.*}' |
        sed 's/.*{/{/' > "$work/masks"
    printf '%s\n' '{}' '{VEC}' '{MAT}' '{VEC,MAT}' '{IO}' '{VEC,IO}' '{MAT,IO}' '{VEC,MAT,IO}' '{MOVE}' '{VEC,MOVE}' \
        '{MAT,MOVE}' '{VEC,MAT,MOVE}' '{IO,MOVE}' '{VEC,IO,MOVE}' '{MAT,IO,MOVE}' '{VEC,MAT,IO,MOVE}' \
        '{MAT}' '{VEC,MAT}' '{IO}' '{MAT,IO}' '{VEC,MAT,IO}' '{MOVE}' |
        diff - "$work/masks"
}
warnings="-Wall -Wextra -Wshadow -Wconversion -Werror"
for source in $here/all_commands.c "$work/all.cpp"; do
    for o in -O0 -O1 -O2 -Os; do
        # shellcheck disable=SC2086
        check "$source compiles at $o" $cc $o $warnings "$source" -o "$work/all.elf"
        check "all commands of the table are there, $source $o" all_present "$work/all.elf"
        check "the masks are those that were written, $source $o" masks_right "$work/all.elf"
    done
done
check "a csr above 0x7ff is read" sh -c "'$objdump' '$work/all.elf' | grep -q 'csrrs [a-z0-9]*, stall_sync, zero'"

echo '#include "dlp.h"
DLP_KERNEL void k(void *p) { dlp_vadd_vs(0, p, p, 1.5); }' > "$work/double.c"
refuses "a double as a scalar" "use a float, not a double" $cc "$work/double.c" -o "$work/t.elf"
cp "$work/double.c" "$work/double.cpp"
refuses "a double as a scalar in C++" "use a float, not a double" $cc "$work/double.cpp" -o "$work/t.elf"
echo '#include "dlp.h"
DLP_KERNEL void k(void) { dlp_cfg2(DLP_CFG_VEC_TYPE, 1, 2); }' > "$work/odd.c"
refuses "an odd index of dlp_cfg2" "index of dlp_cfg2 is even" $cc "$work/odd.c" -o "$work/t.elf"
echo '#include "dlp.h"
static DLP_NRAM int x[2] = { 1, 2 };
DLP_KERNEL void k(int *p) { p[0] = x[p[1]]; x[0] = p[0]; }' > "$work/init.c"
refuses "an initialised array in NRAM" "cannot have non-zero initializers" $cc "$work/init.c" -o "$work/t.elf"
echo '#include "dlp.h"' > "$work/host.c"
refuses "dlp.h on the host" "compile with dlp-cc" \
    gcc -Itoolchain/include -Ispec/include -c "$work/host.c" -o "$work/t.o"

# body STATEMENTS: a kernel of them in body.c and body.cpp
body() {
    printf '#include "dlp.h"\nstatic DLP_NRAM float x[64];\nDLP_KERNEL void k(uint64_t n, float s, int mask, void *p)\n' > "$work/body.c"
    printf '{\n(void)n, (void)s, (void)mask, (void)p, (void)x;\n%s\n}\n' "$1" >> "$work/body.c"
    cp "$work/body.c" "$work/body.cpp"
}
# refuses_body SENTENCE MESSAGE STATEMENTS; takes_body SENTENCE STATEMENTS, without a warning
refuses_body() {
    body "$3"
    refuses "$1" "$2" $cc "$work/body.c" -o "$work/t.elf"
    refuses "$1 in C++" "$2" $cc "$work/body.cpp" -o "$work/t.elf"
}
takes_body() {
    body "$2"
    for o in -O0 -O2; do
        # shellcheck disable=SC2086
        check "$1, $o" $cc $o $warnings "$work/body.c" -o "$work/t.elf"
        # shellcheck disable=SC2086
        check "$1 in C++, $o" $cc $o $warnings "$work/body.cpp" -o "$work/t.elf"
    done
}
for mask in 16 -1 'DLP_AFTER_ALL + 1' '1 << DLP_CFG_MAT_CI'; do
    refuses_body "after $mask" "a mask has no bits but those of DLP_AFTER_ALL" "dlp_vrelu($mask, x, x);"
    refuses_body "sync $mask" "a mask has no bits but those of DLP_AFTER_ALL" "dlp_sync($mask);"
done
takes_body "masks of any type" 'const unsigned m = 3; dlp_vrelu(m, x, x); dlp_sync(15ull); dlp_vrelu(n ? 0 : 0, x, x);'
takes_body "a loop without use of its counter" 'dlp_loop(i, n) dlp_vrelu(0, x, x); dlp_loop(j, 3) dlp_loop(l, n) dlp_vrelu(0, x, x);'
takes_body "a command as the branch of an if" 'if (n) dlp_vrelu(0, x, x); else dlp_sync(1);'

for count in 0x100000000 '1ull << 32' -1 '(uint64_t)sizeof x << 24'; do
    refuses_body "$count elements" "the number of elements has 32 bits" "dlp_vset($count, DLP_TYPE_F32);"
done
for value in 0x100000000 -0x80000001ll INT64_MAX; do
    refuses_body "$value in a register" "a configuration register has 32 bits" "dlp_cfg(DLP_CFG_VEC_SEG, $value);"
    refuses_body "$value in the first register" "a configuration register has 32 bits" "dlp_cfg2(DLP_CFG_VEC_KH, $value, 1);"
    refuses_body "$value in the second register" "a configuration register has 32 bits" "dlp_cfg2(DLP_CFG_VEC_KH, n, $value);"
done
takes_body "numbers of 32 bits and variables" 'const uint64_t m = 0xffffffff; dlp_vset(m, DLP_TYPE_I8); dlp_vset(n << 32, DLP_TYPE_I8); dlp_vset(sizeof x, DLP_TYPE_I8);
    dlp_vset(dlp_cycle() + dlp_csr(DLP_CSR_MCYCLE), DLP_TYPE_I8); dlp_cfg(DLP_CFG_VEC_SEG, 0xffffffff); dlp_cfg(DLP_CFG_MAT_LIMIT, -0x7fffffff - 1);
    dlp_cfg(DLP_CFG_VEC_SCALE, 1e30f); dlp_cfg(DLP_CFG_VEC_SCALE, s); dlp_cfg(DLP_CFG_MAT_BIAS, x); dlp_cfg(DLP_CFG_MAT_BIAS, x + 8);
    dlp_cfg2(DLP_CFG_MAT_BIAS, p, n); dlp_cfg2(DLP_CFG_VEC_KH, (uint8_t)3, dlp_csr(DLP_CSR_MCYCLE));'

for pair in "I8, EXP" "U8, EXP" "I16, EXP" "U16, EXP" "I32, EXP" "U32, EXP" "I32, DIV" "I32, RECIP" "I32, SIGN"; do
    refuses_body "$pair" "DIV and the functions from RECIP on take floats only" "dlp_vset(n, DLP_VFN($pair));"
done
for type in F16 BF16 F32; do
    refuses_body "a shift of $type" "SHL and SHR take integers only" "dlp_vset(n, DLP_VFN($type, SHL));"
    refuses_body "an index of $type" "indices are of type U8, U16 or U32" "dlp_vset(n, DLP_VINDEX(F32, $type));"
    refuses_body "a position from  to F32" "with a position one of the types is an integer" "dlp_vset(n, DLP_VCVT_POS($type, F32, RN));"
done
for type in I8 I16 I32; do
    refuses_body "an index of $type" "indices are of type U8, U16 or U32" "dlp_cfg(DLP_CFG_VEC_TYPE, DLP_VINDEX(F32, $type));"
done
for position in 128 -129 252u 0x100000000; do
    refuses_body "position $position" "a position is -128 to 127" "dlp_vcvt_pos(0, x, x, $position);"
done
for position in 1.0f 2.0 "(_Float16)1"; do
    refuses_body "position $position" "a position is an integer" "dlp_vcvt_pos(0, x, x, $position);"
done
for pair in "DLP_MAT_TYPE(U8, U8)" "DLP_MAT_TYPE(F16, I8)" "DLP_MAT_TYPE(F16, BF16)" "DLP_MAT_TYPE(F32, F32)" "DLP_MAT_TYPE_I4(F16)"; do
    refuses_body "$pair" "no product takes these types" "dlp_cfg(DLP_CFG_MAT_TYPE, $pair);"
done
takes_body "positions, pairs of types of a product" "dlp_vcvt_pos(0, x, x, -128); dlp_vcvt_pos(0, x, x, 127); dlp_vcvt_pos(0, x, x, n);
    dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE(I8, I8) | DLP_MAT_ZERO(-128)); dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE_I4(U8) | DLP_MAT_ZERO(n));
    dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE(BF16, BF16)); dlp_cfg(DLP_CFG_MAT_TYPE, DLP_MAT_TYPE(F16, F16));"
# every other pair is taken, in every place for a constant
integers="I8 U8 I16 U16 I32 U32" floats="F16 BF16 F32"
any="AND OR XOR EQ NE LT LE GT GE LAND LOR LXOR MAXNAN MINNAN NOT ABS NEG LNOT SQUARE"
special=$(sed -n 's/^#define DLP_VFN_\([A-Z0-9]*\) .*/\1/p' spec/include/dlp_spec.h | grep -vxF "$(echo $any SHL SHR | tr ' ' '\n')")
vset() { for type in $1; do for second in $2; do echo "dlp_vset(n, $3($type, $second));"; done; done; }
pairs=$(vset "$integers $floats" "$any" DLP_VFN; vset "$integers" "SHL SHR" DLP_VFN; vset "$floats" "$special" DLP_VFN
        vset "$integers $floats" "U8 U16 U32" DLP_VINDEX
        for from in $integers; do for to in $integers $floats; do echo "dlp_vset(n, DLP_VCVT_POS($from, $to, RN)); dlp_vset(n, DLP_VCVT_POS($to, $from, TZ));"; done; done)
takes_body "all good pairs of types and functions" "$pairs
    static const int table[DLP_VINDEX(I8, U8)] = { DLP_VFN(F32, EXP), DLP_VINDEX(F32, U16) }; enum { E = DLP_VFN(I8, SHL) };
    switch (n) { case DLP_VFN(F32, DIV): case E: dlp_cfg(DLP_CFG_VEC_TYPE, table[n]); }"

# ---- link
echo '#include "dlp.h"
static DLP_NRAM char x[100000];
DLP_KERNEL void k(void) { dlp_vset(1, DLP_TYPE_I8); dlp_vrelu(0, x, x); }' > "$work/big.c"
check "100000 bytes of NRAM fit the full profile" $cc --profile full "$work/big.c" -o "$work/t.elf"
refuses "100000 bytes of NRAM on edge" "do not fit profile edge" $cc --profile=edge "$work/big.c" -o "$work/t.elf"
check "a refused link leaves no file" test ! -e "$work/t.elf"
echo '#include "dlp.h"
struct s { int v; s(int x) : v(x) {} };
volatile int n = 3;
s object(n);
DLP_KERNEL void k(int *p) { *p = object.v; }' > "$work/ctor.cpp"
refuses "a static object with a constructor" "kernels cannot run it" $cc "$work/ctor.cpp" -o "$work/t.elf"

elf=$work/kernels.elf
# in loaded sections: what the loader patches, what moves with the image, and a hint that --no-relax ignores
only_known_relocations() {
    llvm-readelf-19 -rW "$1" | awk '/^Relocation section/ { on = $3 !~ /debug/ } on && /R_RISCV/ { print $3 }' |
        sort -u > "$work/types"
    grep -vxE 'R_RISCV_(32|64|HI20|LO12_[IS]|CALL_PLT|PCREL_HI20|PCREL_LO12_[IS]|BRANCH|JAL|RELAX)' \
        "$work/types" > "$work/unknown"
    ! [ -s "$work/unknown" ] || { cat "$work/unknown"; return 1; }
}
symbol() { llvm-readelf-19 -sW "$elf" | awk -v n="$1" '$8 == n { print $2 }'; }
for p in edu edge full; do
    for o in -O0 -O2; do
        check "a module links for $p at $o" $cc --profile $p $o $here/kernels.c -o "$elf"
        check "the loader knows all relocations, $o" only_known_relocations "$elf"
    done
done
hash=$(sed -n 's/^#define DLP_SPEC_HASH .*0x\([0-9a-f]*\).*/\1/p' spec/include/dlp_spec.h)
check "the module names its specification" test "$(symbol __dlp_spec_hash)" = "00000000$hash"
check "the entry is the start code" \
    sh -c "llvm-readelf-19 -h '$elf' | grep -q 'Entry point address: *0x$(symbol __dlp_start | sed 's/^0*//')'"
check "scratchpads are not in the file" sh -c "llvm-readelf-19 -S '$elf' | grep -q 'nram *NOBITS'"
check "the end of NRAM is a symbol" test "$(symbol __nram_end)" = 0000000000101000
check "kernels are kept" test -n "$(symbol apply)" -a -n "$(symbol choose)" -a -n "$(symbol many)"
check "debug information is there with -g" \
    sh -c "$cc -g $here/kernels.c -o '$work/g.elf' && llvm-readelf-19 -S '$work/g.elf' | grep -q debug_info"
check "and not without" sh -c "! llvm-readelf-19 -S '$elf' | grep -q debug_info"
check "the start code is at most 80 lines" sh -c "test \$(wc -l < toolchain/lib/start.S) -le 80"
check "objects are linked" \
    sh -c "$cc -c $here/kernels.c -o '$work/kernels.o' && $cc '$work/kernels.o' -o '$work/t.elf'"
mkdir -p "$work/a b"; cp $here/kernels.c "$work/a b/k 1.c"
check "names may hold blanks" $cc -DNAME="1 + 2" "$work/a b/k 1.c" -o "$work/a b/k 1.elf"

# ---- the number of argument slots of a kernel
cat > "$work/slots.c" <<'EOF'
#include "dlp.h"
struct two { long a, b; };
struct large { long a[4]; };
DLP_KERNEL void none(void) { }
DLP_KERNEL void one(float *out) { *out = 1; }
DLP_KERNEL void five(int8_t a, uint16_t b, bool c, float d, double e) { (void)a, (void)b, (void)c, (void)d, (void)e; }
DLP_KERNEL void wide(__int128 a, struct two b, struct large c, _Float16 d) { (void)a, (void)b, (void)c, (void)d; }
DLP_KERNEL void callback(void (*f)(int, int), const int (*array)[3]) { f(1, (*array)[2]); }
DLP_KERNEL void any(int n, ...) { (void)n; }
void no_kernel(int a) { (void)a; }
EOF
sed -i '2i #include <stdbool.h>' "$work/slots.c"
cp "$work/slots.c" "$work/slots.cpp"
printf 'one 1\ncallback 2\nfive 5\nnone 0\nwide 6\n' | sort > "$work/expected"
slots_right() { llvm-readelf-19 -sW "$1" | sed -n 's/^.*: 0*\([0-9a-f]\) .* __dlp_slots\.\(.*\)/\2 \1/p' | sed 's/ $/ 0/' | sort | diff "$work/expected" -; }
for source in "$work/slots.c" "$work/slots.cpp"; do
    for o in -O0 "-O2 -g"; do
        # shellcheck disable=SC2086
        check "slots of kernels are recorded, $source $o" sh -c "$cc $o $source -o '$work/slots.elf'"
        check "and right, $source $o" slots_right "$work/slots.elf"
    done
    check "slots of an object" sh -c "$cc -c -MMD -MF '$work/slots.d' $source -o '$work/slots.o' && $cc '$work/slots.o' -o '$work/slots.elf'"
    check "are right, too, $source" slots_right "$work/slots.elf"
    check "dependencies are those of the source" grep -q "slots.o:.*slots.c" "$work/slots.d"
done

# ---- dlp-cc
refuses "no input" "no input file" $cc
refuses "an unknown profile" "no such profile: huge" $cc --profile huge $here/kernels.c
refuses "a missing file" "no such file: nothing.c" $cc nothing.c
refuses "an unknown kind of file" "unknown kind of file" $cc Makefile -o "$work/t.elf"
refuses "a missing compiler" "nothing-19 not found" env CLANG=nothing-19 $cc $here/kernels.c

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
