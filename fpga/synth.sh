#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# synth.sh - synthesises the chip of one profile with Yosys; the cell counts of each block go to OUTPUT_DIR/PROFILE-TARGET.stat.
#   synth.sh PROFILE_NUMBER PROFILE ecp5|xc7 OUTPUT_DIR
# Refuses latches.  The blocks below are synthesised one by one, flattened inside, each by a Yosys of its own, then the chip around them.
# The coarse steps are those of synth_ecp5 and synth_xilinx without `share`, whose search for units to share does not end on the vector unit.
# Mapped for 50 MHz (abc9.D in ps) and without the multiplexers behind the LUTs: otherwise Yosys maps for speed alone, with up to three times
# as many LUT4.  An assertion of ABC's last step, &mfs, that the log may show is harmless: the netlist before that step is taken.
# The scratchpads' select networks, and everything for Xilinx, are mapped by the older abc: the former are smaller by it, and abc9 of
# Yosys 0.23 ends with an exception on the models of Xilinx cells.
set -eu
number=$1 profile=$2 target=$3 out=$4
blocks="dlp_cpu dlp_issue dlp_vpu dlp_mxu dlp_dma dlp_spm dlp_regs dlp_hdma dlp_axi_mux"
case $target in
ecp5|xc7) ;;
*) echo "synth.sh: no such target: $target (ecp5 or xc7)" >&2; exit 2 ;;
esac
mkdir -p "$out"
name=$out/$profile-$target

run() {
    yosys -q -l "$name.log" "$@" > /dev/null 2> "$name.err" && return
    echo "synth.sh: yosys failed for $profile, $target; the log is $name.log" >&2
    grep ERROR "$name.err" >&2 || tail -3 "$name.err" >&2
    exit 1
}

# module, its block
steps() {
    if [ "$target" = ecp5 ]; then
        mapper=-abc9
        [ "$2" = dlp_spm ] && mapper=
        map="synth_ecp5 $mapper -nowidelut -top $1"
        cat <<END
$map -run begin:coarse
proc; flatten; tribuf -logic; deminout; opt_expr; opt_clean; check; opt -nodffe -nosdff; fsm; opt; wreduce; peepopt; opt_clean
techmap -map +/cmp2lut.v -D LUT_WIDTH=4; opt_expr; opt_clean
techmap -map +/mul2dsp.v -map +/ecp5/dsp_map.v -D DSP_A_MAXWIDTH=18 -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=2 -D DSP_B_MINWIDTH=2 -D DSP_NAME=\$__MUL18X18
chtype -set \$mul t:\$__soft_mul; alumacc; opt; memory -nomap; opt_clean
scratchpad -set abc9.D 20000
$map -run map_ram:check
END
    else
        map="synth_xilinx -family xc7 -nowidelut -flatten -noiopad -noclkbuf -top $1"
        cat <<END
$map -run begin:coarse
techmap -map +/cmp2lut.v -map +/cmp2lcu.v -D LUT_WIDTH=6; alumacc; opt; memory -nomap; opt_clean
$map -run map_memory:check
END
    fi
    echo "tee -a $name.stat stat"
}

run -p "
    read_verilog -I rtl/include $(echo rtl/*.v rtl/lib/*.v);
    chparam -set PROFILE $number dlp_chip;
    hierarchy -check -top dlp_chip; proc;
    select -assert-none t:\$dlatch t:\$adlatch;
    write_rtlil $name.il"

# a block with parameters is called $paramod$...\block or $paramod\block\PARAMETER=...
rm -f "$name.stat"
boxes=
for block in $blocks; do
    for module in $(sed -n "s/^module \(.*[\\]$block\([\\].*\)\{0,1\}\)\$/\1/p" "$name.il"); do
        { printf 'hierarchy -top %s\n' "$module"; steps "$module" "$block"; } > "$name.ys"
        run "$name.il" -s "$name.ys"
        boxes="$boxes $module"
    done
done
{ for module in $boxes; do printf 'blackbox %s\n' "$module"; done; echo "hierarchy -top dlp_chip"; steps dlp_chip dlp_chip; } > "$name.ys"
run "$name.il" -s "$name.ys"
rm -f "$name.il"
