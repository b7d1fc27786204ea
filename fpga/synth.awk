# SPDX-License-Identifier: Apache-2.0
# synth.awk - sums the cells of `stat` over the whole design and prints a row: name, LUT, carry, flip-flops, DSP, block RAM.
# Yosys 0.23 prints the totals of a kept hierarchy in its last section, "design hierarchy".
/^=== design hierarchy ===/ { total = 1 }
/^=== / && !/design hierarchy/ { if (!total) split("", n) }
$1 == "LUT4" || $1 ~ /^LUT[1-6]$/        { n["lut"]   += $2 }
$1 == "CCU2C" || $1 == "CARRY4"          { n["carry"] += $2 }
$1 == "TRELLIS_FF" || $1 ~ /^FD[RSCP]E$/ { n["ff"]    += $2 }
$1 == "MULT18X18D" || $1 == "DSP48E1"    { n["dsp"]   += $2 }
$1 == "DP16KD"                           { n["bram"]  += $2 }
$1 == "RAMB36E1"                         { n["bram"]  += $2 }
$1 == "RAMB18E1"                         { n["bram"]  += $2 / 2 }
$1 == "TRELLIS_DPR16X4"                  { n["lutram"] += $2 }
$1 ~ /^RAM(32M|64M|32X1D|64X1D)$/        { n["lutram"] += $2 }
END { printf "%-14s %8d %8d %8d %6d %8.1f %8d\n", name, n["lut"], n["carry"], n["ff"], n["dsp"], n["bram"], n["lutram"] }
