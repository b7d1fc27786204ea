#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# synth.sh - synthesises the chip of one profile with Yosys and prints one row of the resource table.
#   synth.sh PROFILE_NUMBER PROFILE ecp5|xc7 OUTPUT_DIR
# Refuses latches.  Hierarchy is kept: the same module is mapped once, and large arrays stay tractable.
set -eu
number=$1 profile=$2 target=$3 out=$4
mkdir -p "$out"
case $target in
ecp5) map="synth_ecp5 -abc9 -noflatten -top dlp_chip" ;;
xc7)  map="synth_xilinx -family xc7 -abc9 -top dlp_chip" ;;
*) echo "synth.sh: no such target: $target (ecp5 or xc7)" >&2; exit 2 ;;
esac
log=$out/$profile-$target.log
yosys -q -l "$log" -p "
    read_verilog -I rtl/include $(echo rtl/*.v rtl/lib/*.v);
    chparam -set PROFILE $number dlp_chip;
    hierarchy -check -top dlp_chip; proc;
    select -assert-none t:\$dlatch t:\$adlatch;
    $map;
    tee -o $out/$profile-$target.stat stat -top dlp_chip" > /dev/null
