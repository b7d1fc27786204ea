#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves the assertions of one design: bounded check, induction and cover.
# usage: prove.sh work-directory name top "parameters" bmc-steps induction-steps cover-steps "yosys read options" file...
# A step count of 0 leaves that check out.  parameters: "N=3 WIDTH=4".  Prints one line; the exit code is 0 if everything holds.
set -u
dir=$1 name=$2 top=$3 params=$4 bmc=$5 ind=$6 cov=$7 opts=$8
shift 8
mkdir -p "$dir"
log=$dir/$name.log
smt2=$dir/$name.smt2
: >"$log"

set_params=
for p in $params; do set_params="$set_params -chparam ${p%%=*} ${p#*=}"; done

ulimit -v 6000000                        # kB: a proof that grows beyond this is written badly
limit="timeout ${PROVE_SECONDS:-600} nice"

fail() {
    echo "FAIL  $name: $1 (see $log)"
    exit 1
}

# dffunmap is last: a later opt would make flip-flops that the solver's format does not have
$limit yosys -q -l "$log" -p "read_verilog -formal -defer -Irtl/include $opts $*; hierarchy -check -top $top $set_params; prep -flatten -top $top -nordff;
    opt -full; async2sync; dffunmap; write_smt2 -wires $smt2" >/dev/null 2>&1 || fail "cannot be read"

grep -q '^; yosys-smt2-assert' "$smt2" || fail "there is nothing to prove"
# --unroll: one constant for each wire and step; as nested definitions they make z3 expand shared logic again and again
smtbmc() { $limit yosys-smtbmc -s z3 --unroll --noprogress "$@" "$smt2" >>"$log" 2>&1; }

if [ "$bmc" -gt 0 ]; then smtbmc -t "$bmc" --dump-vcd "$dir/$name.bmc.vcd" || fail "an assertion fails within $bmc steps"; fi
if [ "$ind" -gt 0 ]; then smtbmc -i -t "$ind" --dump-vcd "$dir/$name.ind.vcd" || fail "induction over $ind steps fails"; fi
if [ "$cov" -gt 0 ]; then smtbmc -c -t "$cov" || fail "a cover point is not reached in $cov steps"; fi
echo "ok    $name: bounded $bmc, induction $ind, cover $cov"
