# SPDX-License-Identifier: Apache-2.0
# Summary of one run of the benchmarks: the outputs of dlp_tb with lock-step, without, and of the C model's benchmark.
FNR == 1 { file++ }
file == 1 && /^gemm/ && $2 + 0 > 0   { printf "%-34s %9d cycles, array busy %s %%\n", $1 " (profile " profile ")", $2, $4 }
file == 1 && /^digits/               { printf "%-34s %9.0f cycles per image\n", "digits (100 images)", $2 / 100 }
file <= 2 && /^RTL simulation/       { rate[file] = $5 }
file == 3 && /^scalar/               { scalar = $2 }
file == 3                            { model[++n] = $0 }
END {
    printf "%-34s %9d thousand cycles/s with lock-step, %d without: ratio %.2f\n", "RTL simulation", rate[1], rate[2], rate[2] ? rate[1] / rate[2] : 0
    print "C model:"
    for (i = 1; i <= n; i++) print "  " model[i]
    if (rate[2]) printf "%-34s %9.0f instructions of the model in the time of one RTL cycle\n", "C model / RTL", scalar * 1000 / rate[2]
}
