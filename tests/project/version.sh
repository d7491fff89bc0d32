#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One version everywhere: CMakeLists.txt, the newest entry of CHANGELOG.md, `lanewise --version` and
# `lanewise --version --json`.
#
# usage: version.sh SOURCE_ROOT [TOOL]
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"
tool="${2:-}"

version="$(sed -n -E 's/^project\(lanewise VERSION ([0-9]+\.[0-9]+\.[0-9]+) .*/\1/p' CMakeLists.txt)"
[[ -n "$version" ]] || complain CMakeLists.txt 'No version of the form 1.2.3 in project().'
newest="$(sed -n -E 's/^## ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p' CHANGELOG.md | head -n 1)"
[[ "$newest" == "$version" ]] || complain "CHANGELOG.md: '$newest'" "The newest entry is not version $version."
if [[ -n "$tool" ]]; then
  plain="$("$tool" --version)"
  [[ "$plain" == *"$version"* ]] || complain "lanewise --version: '$plain'" "It does not say $version."
  json="$("$tool" --version --json)"
  grep -q -E "\"version\": ?\"$version\"" <<<"$json" ||
    complain "lanewise --version --json: '$json'" "It has no \"version\": \"$version\"."
fi
finish
