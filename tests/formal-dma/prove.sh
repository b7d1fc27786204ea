#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves the burst generator (rules at the end of rtl/dlp_dma_walk.v) for the row sizes and address widths that are used.
# usage: prove.sh work-directory
set -u
prove=$(dirname "$0")/../formal/prove.sh
status=0
for p in "16 16 40" "32 16 40" "64 16 40" "64 16 64" "16 256 40" "64 1 40"; do
    read -r row max addr <<<"$p"
    "$prove" "$1" "burst_${row}_${max}_$addr" dlp_dma_walk "ROW_BYTES=$row MAX_ROWS=$max ADDR_BITS=$addr" 4 1 \
        "$([ "$max" = 16 ] && echo 8 || echo 0)" "" rtl/dlp_dma_walk.v || status=1
done
exit $status
