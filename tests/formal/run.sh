#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the proofs of proofs.txt, then checks that each seeded bug of bugs.txt makes its proof fail.
# usage: run.sh work-directory [q]      q: only the quick ones.  From the top of the tree.
set -u
work=$1 only=${2:-}
here=$(dirname "$0")
failed=0 proofs=0 bugs=0
mkdir -p "$work"

# proof name -> one line of proofs.txt, without its set
declare -A line
run() {   # name, directory, line of the proof, checks to make: "all" or "bounded"
    local module params bmc ind cov option files opts= f list=
    read -r module params bmc ind cov option files <<<"$3"
    case $option in
        L) opts=-DVERILATOR ;;
        S) opts=-DFORMAL_END_TO_END ;;
        A) opts=-DFORMAL_AGE ;;
    esac
    for f in $files; do
        if [ -e "$2/$f.v" ]; then list="$list $2/$f.v"; else list="$list rtl/$f.v"; fi
    done
    if [ "$4" = bounded ]; then ind=0 cov=0; fi
    # shellcheck disable=SC2086
    "$here/prove.sh" "$2" "$1" "$module" "${params//,/ }" "$bmc" "$ind" "$cov" "$opts" $list
}

while read -r set name rest; do
    case $set in '#'* | '') continue ;; esac
    line[$name]=$rest
    if [ -n "$only" ] && [ "$set" != "$only" ]; then continue; fi
    proofs=$((proofs + 1))
    run "$name" "$work" "$rest" all || failed=$((failed + 1))
done <"$here/proofs.txt"

while IFS='|' read -r set name file rest; do
    case $set in '#'* | '') continue ;; esac
    set=${set// /} name=${name// /} file=${file// /}
    edit=${rest% | *} what=${rest##* | }
    edit=${edit# }
    if [ -n "$only" ] && [ "$set" != "$only" ]; then continue; fi
    bugs=$((bugs + 1))
    dir=$work/bug_$bugs
    rm -rf "$dir"
    mkdir -p "$dir/$(dirname "$file")"
    sed "$edit" "rtl/$file.v" >"$dir/$file.v"
    if cmp -s "rtl/$file.v" "$dir/$file.v"; then
        echo "FAIL  bug in $file: the edit changes nothing: $edit"
        failed=$((failed + 1))
    elif out=$(run "$name" "$dir" "${line[$name]}" bounded); then
        echo "FAIL  bug in $file: $name does not notice: $what"
        failed=$((failed + 1))
    elif [[ $out != *"an assertion fails"* ]] || ! grep -q 'Assert failed' "$dir/$name.log"; then
        echo "FAIL  bug in $file: $out"
        failed=$((failed + 1))
    else
        echo "ok    $name notices: $what"
    fi
done <"$here/bugs.txt"

echo "$proofs proofs, $bugs seeded bugs, $failed failed"
[ "$failed" -eq 0 ]
