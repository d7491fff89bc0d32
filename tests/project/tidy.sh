#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang-tidy finds nothing in our own files, with the checks of .clang-tidy. Takes minutes.
#
# usage: tidy.sh SOURCE_ROOT BUILD_FOLDER
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"
command -v clang-tidy-22 >/dev/null || { echo 'clang-tidy-22 is not there (apt-get install clang-tidy-22)'; exit 77; }
# Generated tables are left out: they are long and hold no code.
files="$(project_files '*.cpp' | grep -v -E '(^|/)[a-z0-9_]*(roles|table)[a-z0-9_]*\.cpp$')"
complain "$(tr '\n' '\0' <<<"$files" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-22 -p "$2" --quiet 2>/dev/null |
  grep -E '(warning|error):' | sort -u)" 'clang-tidy objects to these lines.'
finish
