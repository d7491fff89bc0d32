#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the pictures of the pages anew: runs the bf16 GEMM and exports its views. Run it after a change
# of a view or of the kernel: docs/images/make.sh
set -euo pipefail
folder="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
lanewise="$folder/../../lanewise"

"$lanewise" run "$folder/../../kernels/gemm/bf16_lds_tile/case.toml" --target gfx942 --trace "$work/gemm.lwt"
"$lanewise" export "$work/gemm-plain-gfx942.lwt" "$work/gemm-swizzled-gfx942.lwt" --view lds -o "$folder/lds-banks.png"
