#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Opens the real window under Xvfb with software OpenGL, presses every hotkey, and checks that the last
# frame is a picture. Skipped (status 77) where xvfb-run is not installed.
#
# usage: window_smoke.sh SMOKE_PROGRAM
set -euo pipefail
smoke="${1:?usage: $0 SMOKE_PROGRAM}"
command -v xvfb-run >/dev/null || { echo 'skipped: xvfb-run is not there (apt-get install xvfb)'; exit 77; }
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 1700x1000x24' "$smoke" "$folder/frame.png" light lds keys
# A frame of one colour compresses to less than 10 kB.
size="$(stat -c %s "$folder/frame.png")"
[[ "$size" -gt 30000 ]] || { echo "the last frame is empty: $size bytes"; exit 1; }
echo "every hotkey pressed, last frame $size bytes"
