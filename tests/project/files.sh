# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the project tests: goes to the root of the tree (first argument) and gives project_files(),
# the tracked files, or all but build output where the tree is not a git checkout, and the words with
# which a test complains and ends.

set -uo pipefail
cd "${1:?usage: $0 SOURCE_ROOT}" || exit 1
failures=0

# project_files PATTERN...: paths from the root, one a line, that match one of the globs (* crosses folders).
project_files() {
  local path pattern
  while IFS= read -r path; do
    for pattern in "$@"; do
      # shellcheck disable=SC2053  # the right side is a glob
      if [[ "$path" == $pattern ]]; then
        printf "%s\n" "$path"
        break
      fi
    done
  done < <(all_files)
}

all_files() {
  if git -c safe.directory="*" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -c safe.directory="*" ls-files -z --deduplicate | xargs -0 -r ls -d -- 2>/dev/null
  else
    find . -path ./build -prune -o -path ./out -prune -o -type f -print | sed "s|^\./||" | sort
  fi
}

# complain LINES TEXT: lines that break a rule (none: the rule holds), and the rule.
complain() {
  [[ -z "$1" ]] && return 0
  failures=$((failures + 1))
  printf '%s\n' "$1" | sed 's/^/  /'
  printf '%s\n\n' "$2"
}

finish() {
  [[ $failures == 0 ]] || { echo "$failures rules are broken"; exit 1; }
  echo 'all rules hold'
}
