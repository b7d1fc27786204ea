#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every rule of spec/gen_check*.c has a bad specification here that gen must refuse: one edit of one .def
# file, and the message.  Run from the top directory; GEN_DIR holds gen's objects, CC compiles.
set -u
GEN_DIR=${GEN_DIR:-build/spec}
CC=${CC:-gcc}
work=$GEN_DIR/bad
passed=0
failed=0
objects=$(ls "$GEN_DIR"/gen*.o | grep -v gen_rows.o)

fail() { echo "FAIL $1: $2"; sed 's/^/    /' "$work/out" 2>/dev/null; failed=$((failed + 1)); }

# build FILE EDIT: gen with spec/FILE edited by a sed script, from a directory of its own
build() {
    rm -rf "$work"; mkdir -p "$work"
    sed -E "$2" "spec/$1" > "$work/$1"
    if cmp -s "spec/$1" "$work/$1"; then echo "the edit changes nothing" > "$work/out"; return 1; fi
    # shellcheck disable=SC2086
    $CC -std=c11 -w -I"$work" -Ispec spec/gen_rows.c $objects -o "$work/gen" 2> "$work/out"
}

# Each line of the output names a row: the line of the file that it gives has the row's name.
places_are_right() {
    while IFS=: read -r file line name _; do
        from=spec; [ -f "$work/$file" ] && from=$work
        sed -n "${line}p" "$from/$file" | grep -Eq "[(, ]$(echo "$name" | tr -d ' ')," || return 1
    done < "$work/out"
}

# refuses SENTENCE FILE EDIT ROW MESSAGE [OTHER ROW]
refuses() {
    if ! build "$2" "$3"; then fail "$1" "could not build"; return; fi
    "$work/gen" h > "$work/printed" 2> "$work/out"
    rc=$?
    if [ $rc -ne 1 ]; then fail "$1" "exit code $rc, not 1"; return; fi
    if [ -s "$work/printed" ]; then fail "$1" "printed something"; return; fi
    if ! grep -Eq "^[a-z]+\.def:[0-9]+: $4: .*$5" "$work/out"; then fail "$1" "message"; return; fi
    if [ $# -gt 5 ] && ! grep -Eq "^[a-z]+\.def:[0-9]+: $6: the other row" "$work/out"; then
        fail "$1" "other row"; return
    fi
    if ! places_are_right; then fail "$1" "wrong line"; return; fi
    passed=$((passed + 1))
}

# accepts SENTENCE FILE EDIT
accepts() {
    if ! build "$2" "$3"; then fail "$1" "could not build"; return; fi
    if ! "$work/gen" check 2> "$work/out"; then fail "$1" "refused"; return; fi
    passed=$((passed + 1))
}

for list in tests/spec/*_rules.sh; do . "$list"; done

rm -rf "$work"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
