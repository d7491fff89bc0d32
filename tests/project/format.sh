#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every C++ and HIP file is as clang-format leaves it, every shell script as ShellCheck likes it. With
# --fix the files are formatted instead.
#
# usage: format.sh SOURCE_ROOT [--fix]
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"

formatter=''
for name in clang-format-22 clang-format-21 clang-format-20; do
  command -v "$name" >/dev/null && formatter="$name" && break
done
if [[ -z "$formatter" ]]; then
  echo 'clang-format-22 is not there: C++ files are not checked (./lanewise test installs it)'
elif [[ "${2:-}" == --fix ]]; then
  project_files '*.h' '*.cpp' '*.hip' | tr '\n' '\0' | xargs -0 -r -n 20 -P 2 "$formatter" -i
else
  wrong="$(project_files '*.h' '*.cpp' '*.hip' | tr '\n' '\0' |
    xargs -0 -r -n 20 -P 2 "$formatter" --dry-run -Werror 2>&1 | grep -o -E '^[^ :]+:[0-9]+:[0-9]+: error: .*')"
  complain "$wrong" 'These places differ from .clang-format; tests/project/format.sh . --fix changes them.'
fi

if command -v shellcheck >/dev/null; then
  complain "$(project_files '*.sh' lanewise .ci/run | tr '\n' '\0' | xargs -0 -r shellcheck -x --format=gcc 2>&1)" \
    'ShellCheck objects to these lines.'
else
  echo 'shellcheck is not there: scripts are not checked (./lanewise test installs it)'
fi
finish
