#!/usr/bin/env bash
# Makes the captures in this folder again: make.sh BOXWOOD ADAPTERS [FOLDER]
#   BOXWOOD   the program                  ADAPTERS   the folder in which examples/adapters is built
set -euo pipefail
boxwood=$1 adapters=$2 folder=${3:-$(dirname "${BASH_SOURCE[0]}")}
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
for fault in box-shrunk primitive-lost cross-axis-sign pose-inverted sweep-flag stale-features; do
    "$boxwood" judge --plant "$fault" --save "$folder/$fault.mcap" >/dev/null || [ $? = 1 ]
done
"$adapters/record_bullet" "$raw/bullet.mcap"
"$adapters/record_cgal" "$raw/cgal.mcap"
"$adapters/record_fcl" "$raw/fcl.mcap" aabb
for sound in bullet cgal fcl; do # saves the judged records as compressed captures
    "$boxwood" judge "$raw/$sound.mcap" --save "$folder/$sound.mcap" >/dev/null
done
