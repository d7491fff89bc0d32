#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A processor without AVX2 runs the portable handlers and never an illegal instruction: kernels with VALU,
# LDS, transcendental and matrix instructions under qemu's Nehalem. Usage: without_avx2.sh TOOL SOURCE_ROOT
set -euo pipefail
command -v qemu-x86_64 >/dev/null || { echo 'qemu-x86_64 is not there (apt-get install qemu-user)'; exit 77; }
for case in softmax_row mfma_f16; do
  output="$(qemu-x86_64 -cpu Nehalem "$1" run "$2/tests/data/small_kernels/$case.toml" 2>&1)" || { echo "$output"; exit 1; }
  [[ "$(grep -c '^PASS' <<<"$output")" == 2 ]] || { echo "$output"; exit 1; }
done
echo 'without AVX2: all cases pass'
