# SPDX-License-Identifier: Apache-2.0
# synth.awk - the resource table of one profile and target from the outputs of `stat` that synth.sh collects: one for each block,
# then one for the chip around them.  A row for each block, its variants with other parameters and all its instances together.
#   awk -v name="edge ecp5" -f synth.awk FILE
function block(full) {
    if (full ~ /^\$paramod\\/) { split(full, part, /\\/); return part[2] }      # $paramod\dlp_x\PARAMETER=...
    sub(/.*\\/, "", full)                                                       # $paramod$hash\dlp_x
    return full
}
/^=== / { module = $2; order[++modules] = module; next }
function add(kind, n) { count[module, kind] += n }
$1 == "LUT4" || $1 ~ /^LUT[1-6]$/        { add("lut", $2) }
$1 == "CCU2C" || $1 == "CARRY4"          { add("carry", $2) }
$1 == "TRELLIS_FF" || $1 ~ /^FD[RSCP]E$/ { add("ff", $2) }
$1 == "MULT18X18D" || $1 == "DSP48E1"    { add("dsp", $2) }
$1 == "DP16KD" || $1 == "RAMB36E1"       { add("bram", $2) }
$1 == "RAMB18E1"                         { add("bram", $2 / 2) }
$1 == "TRELLIS_DPR16X4" || $1 ~ /^RAM(32M|64M|32X1D|64X1D)$/ { add("lutram", $2) }
$1 ~ /dlp_/ && NF == 2                   { instances[$1] += $2 }
function row(label, values) {
    printf "%-22s %8d %8d %8d %6d %8.1f %8d\n", label, values["lut"], values["carry"], values["ff"], values["dsp"], values["bram"], values["lutram"]
}
END {
    kinds = split("lut carry ff dsp bram lutram", kind, " ")
    for (m = 1; m <= modules; m++) {
        b = block(order[m])
        if (!(b in seen)) { seen[b] = 1; rows[++n] = b }
        times = m == modules ? 1 : instances[order[m]]
        for (k = 1; k <= kinds; k++) {
            sum[b, kind[k]] += times * count[order[m], kind[k]]
            total[kind[k]] += times * count[order[m], kind[k]]
        }
    }
    for (r = 1; r <= n; r++) {
        for (k = 1; k <= kinds; k++) one[kind[k]] = sum[rows[r], kind[k]]
        row("  " rows[r], one)
    }
    row(name, total)
}
