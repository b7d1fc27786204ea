# SPDX-License-Identifier: Apache-2.0
# synth.awk - the resource table of one profile and target from the output of `stat -top`: a row for each block, its
# variants with other parameters together, and the chip.
#   awk -v name="edge ecp5" -f synth.awk FILE
# The cells of a module are listed before the numbers of its kept blocks; the last section, "design hierarchy", has the totals.
function block(full) {
    sub(/.*\\dlp_/, "dlp_", full)                        # $paramod$hash\dlp_x
    sub(/\\.*/, "", full)
    return full
}
/^=== design hierarchy ===/ { total = 1; next }
/^=== / { module = block($2); if ($2 ~ /^\$paramod\\/) { split($2, part, /\\/); module = part[2] } if (!(module in seen)) order[++modules] = module; seen[module] = 1; next }
function add(kind, n) { count[(total ? "total" : module), kind] += n }
total && /dlp_/ && NF >= 2 { next }
$1 == "LUT4" || $1 ~ /^LUT[1-6]$/        { add("lut", $2) }
$1 == "CCU2C" || $1 == "CARRY4"          { add("carry", $2) }
$1 == "TRELLIS_FF" || $1 ~ /^FD[RSCP]E$/ { add("ff", $2) }
$1 == "MULT18X18D" || $1 == "DSP48E1"    { add("dsp", $2) }
$1 == "DP16KD" || $1 == "RAMB36E1"       { add("bram", $2) }
$1 == "RAMB18E1"                         { add("bram", $2 / 2) }
$1 == "TRELLIS_DPR16X4" || $1 ~ /^RAM(32M|64M|32X1D|64X1D)$/ { add("lutram", $2) }
function row(label, m) {
    printf "%-22s %8d %8d %8d %6d %8.1f %8d\n", label, count[m, "lut"], count[m, "carry"], count[m, "ff"], count[m, "dsp"], count[m, "bram"], count[m, "lutram"]
}
END {
    for (k = 1; k <= modules; k++) row("  " order[k], order[k])
    row(name, "total")
}
