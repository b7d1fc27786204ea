#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves the burst generator (rules at the end of rtl/dlp_dma_walk.v): the bus rules at the widths that are used, and that bursts cover
# each segment exactly with narrow addresses and lengths: the logic is the same for every width.
# usage: prove.sh work-directory
set -u
prove=$(dirname "$0")/../formal/prove.sh
status=0
walk() { # name parameters bmc induction cover options
    "$prove" "$1" "$2" dlp_dma_walk "$3" "$4" "$5" "$6" "$7" rtl/dlp_dma_walk.v || status=1
}
for p in "16 16 40" "32 16 40" "64 16 40" "64 16 64"; do
    read -r row max addr <<<"$p"
    walk "$1" "bus_${row}_${max}_$addr" "ROW_BYTES=$row MAX_ROWS=$max ADDR_BITS=$addr" 4 1 0 -DDLP_WALK_BUS_RULES_ONLY
done
for p in "16 16" "64 16" "16 4"; do
    read -r row max <<<"$p"
    walk "$1" "segments_${row}_$max" "ROW_BYTES=$row MAX_ROWS=$max ADDR_BITS=18 LEN_BITS=15 STRIDE_BITS=15" 4 1 8 ""
done
walk "$1" one_segment_64_16 "ROW_BYTES=64 MAX_ROWS=16 ADDR_BITS=18 LEN_BITS=15 STRIDE_BITS=1 STRIDED=0" 4 1 0 ""
exit $status
