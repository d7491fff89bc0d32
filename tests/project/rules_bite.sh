#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The project tests themselves: in a small tree without faults they pass, and each kind of fault, planted
# alone, makes the test that is meant for it fail. So a rule that has stopped to bite is seen.
#
# usage: rules_bite.sh SOURCE_ROOT
#
# shellcheck disable=SC2016  # planted faults are text here and expanded later
set -uo pipefail
source_root="$(cd "$1" && pwd)"
scripts="$source_root/tests/project"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
failures=0
licence='// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception'

new_tree() {
  rm -rf "${work:?}/tree"
  mkdir -p "$work/tree"/{docs,simulator/engine,reference,visualizer/views,LICENSES,.git}
  cd "$work/tree" || exit 1
  rmdir .git
  cp "$1/.clang-format" . 2>/dev/null
  printf '%s\n#include "simulator/engine/b.h"\n' "$licence" >simulator/engine/a.h
  printf '%s\nint answer();\n' "$licence" >simulator/engine/b.h
  printf '# Lanewise\n\n[docs](docs/README.md#doors)\n' >README.md
  printf '# Docs\n\n## Doors\n\n`simulator/engine/a.h`\n' >docs/README.md
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(lanewise VERSION 0.1.0 LANGUAGES CXX)\n' >CMakeLists.txt
  sed -i '1i # SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception' CMakeLists.txt
  printf '# Changes\n\n## 0.1.0\n' >CHANGELOG.md
  touch LICENSES/0BSD.txt
  for text in LICENSE LICENSES/0BSD.txt NOTICE; do echo text >"$text"; done
}

# bites TEST NAME COMMAND: TEST passes in the clean tree and fails after COMMAND.
bites() {
  new_tree "$source_root"
  if ! output="$(bash "$scripts/$1.sh" "$work/tree" 2>&1)"; then
    printf 'FAILED: %s.sh fails in a clean tree:\n%s\n' "$1" "$output"
    failures=$((failures + 1))
    return
  fi
  eval "$3"
  if bash "$scripts/$1.sh" "$work/tree" >/dev/null 2>&1; then
    printf 'FAILED: %s.sh does not see: %s\n' "$1" "$2"
    failures=$((failures + 1))
  fi
}

bites licences 'a file without its licence' 'echo "int x;" >reference/a.h'
bites licences 'another licence' 'echo "// SPDX-License-Identifier: GPL-3.0-only" >reference/a.h'
bites licences 'a missing text' 'rm NOTICE'
bites licences 'data that nobody names' 'mkdir -p tests/data/strange && echo "From elsewhere, under the MIT licence." >tests/data/strange/README.md'
bites arrows 'LLVM outside of code_object' 'echo "#include <llvm/MC/MCInst.h>" >>simulator/engine/a.h'
bites arrows 'Kokkos in the simulator' 'echo "#include <Kokkos_Core.hpp>" >>simulator/engine/a.h'
bites arrows 'ImGui in a view' 'echo "# include <imgui.h>" >visualizer/views/a.h'
bites arrows 'a view that sees the engine' 'echo "#include \"simulator/engine/a.h\"" >visualizer/views/a.h'
bites arrows 'a reference that uses ours' 'echo "#include \"simulator/engine/a.h\"" >reference/a.h'
bites words "another vendor's word" 'echo "// one warp" >>simulator/engine/a.h'
bites words 'a note to oneself' 'echo "// TODO: later" >>simulator/engine/a.h'
bites words 'a path of a machine' 'echo "See /work/shared/design.md" >>README.md'
bites words 'a file name that says nothing' 'echo "$licence" >simulator/engine/lane_utils.h'
bites words 'a name that is not snake_case' 'echo "$licence" >simulator/engine/LaneMask.h'
bites links 'a link to nowhere' 'echo "[x](docs/none.md)" >>README.md'
bites links 'a link to no heading' 'echo "[x](docs/README.md#windows)" >>README.md'
bites links 'a page that nothing leads to' 'echo "# Lost" >docs/lost.md'
bites links 'a file that does not exist' 'echo "Read \`simulator/engine/none.cpp\`." >>README.md'
bites version 'an older CHANGELOG' 'sed -i "s/0.1.0/0.0.9/" CHANGELOG.md'
command -v clang-format-22 >/dev/null && bites format 'a badly formatted file' 'echo "int  x ;" >>simulator/engine/b.h'
command -v shellcheck >/dev/null && bites format 'a careless script' 'printf "#!/bin/bash\nrm \$1\n" >careless.sh'

[[ $failures == 0 ]] || exit 1
echo 'every rule bites'
