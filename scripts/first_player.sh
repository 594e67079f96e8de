#!/usr/bin/env bash
# First player's chance of winning with perfect play, with proven bounds, as CSV.
#
#     scripts/first_player.sh SENET PIECES RULESET... > first-player.csv
#
# SENET is the program, PIECES the most pieces a side to solve.
set -euo pipefail

senet=$1 most=$2
shift 2
echo "ruleset,pieces,value,lo,hi"
for ruleset in "$@"; do
    for pieces in $(seq 1 "$most"); do
        "$senet" solve "$ruleset" --set "pieces=$pieces" 2>/dev/null |
            awk -v row="$ruleset,$pieces" '$1 == "start" { print row "," $2 "," $3 "," $4 }'
    done
done
