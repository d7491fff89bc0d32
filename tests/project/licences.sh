#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every source file names its licence in its first lines: Apache-2.0 with the LLVM exception, or 0BSD
# for what a learner starts from and keeps. Data in tests/data that others' programs made is in NOTICE.
#
# usage: licences.sh SOURCE_ROOT
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"

lacks_licence() {
  local path
  while IFS= read -r path; do
    head -n 3 "$path" | grep -q -E 'SPDX-License-Identifier: (Apache-2\.0 WITH LLVM-exception|0BSD)( |$)' ||
      echo "$path"
  done
}

complain "$(project_files '*.h' '*.cpp' '*.hip' '*.inc' '*.def' '*.c' '*.s' '*.sh' '*.cmake' '*CMakeLists.txt' '*.toml' \
  '*.js' '*.css' '.clang*' lanewise .ci/run | lacks_licence)" \
  'These files lack the SPDX line in their first three lines (see CONTRIBUTING.md).'

# A page of data that speaks of a licence tells of others' work.
complain "$(project_files "tests/data/*README.md" | while IFS= read -r page; do
  grep -q -i "licence\|license" "$page" && ! grep -q -x -F "$(dirname "$page")" NOTICE && dirname "$page"
done)" "The pages of these folders of data name a licence, NOTICE does not name the folder."

complain "$(for text in LICENSE LICENSES/0BSD.txt NOTICE; do [[ -s "$text" ]] || echo "$text"; done)" \
  'These texts of licences are missing.'
finish
