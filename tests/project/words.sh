#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Words and names that the tree does not use: the vocabulary of other vendors where AMD has its own word,
# names that say nothing, notes to oneself, paths of somebody's machine. A line that must use such a word
# (a glossary, another program's option) says so by the mark "word:" and the word.
#
# usage: words.sh SOURCE_ROOT
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"

# Text of ours: not data, not licences, not this file, and not carried programs.
text="$(project_files '*.h' '*.cpp' '*.hip' '*.inc' '*.sh' '*.cmake' '*CMakeLists.txt' '*.toml' '*.md' '*.json' \
  lanewise .ci/run | grep -v -E '^(tests/data/|LICENSE|tests/project/|docs/reference/glossary\.md)')"

# forbid PATTERN REASON [EXCEPT]: no line of `text` matches PATTERN (case ignored) but not EXCEPT.
forbid() {
  complain "$(tr '\n' '\0' <<<"$text" | xargs -0 grep -H -n -i -w -E "$1" 2>/dev/null | grep -v -i -E "word: ?($1)" |
    grep -v -E "${3:-^$}")" "$2"
}

forbid 'warps?|thread ?blocks?|shared memory|streaming multiprocessors?|tensor cores?' \
  'Use the words of the hardware: wave, workgroup, LDS, CU, MFMA (docs/reference/glossary.md).'
forbid 'TODO|FIXME|XXX|HACK' 'Notes to oneself do not belong in the tree: do it, or say what is so.'
forbid 'session [0-9]+|(issue|step|phase|milestone) #[0-9]+|sprint|this session' \
  'No words of plans: the tree says what is, not when it was decided.'
forbid '(/work|/tmp/lw|/root|/home/[a-z]+)/[A-Za-z0-9_./-]*' "No paths of somebody's machine." '/home/someone/'

complain "$(project_files '*' | grep -v '^tests/data/' | grep -i -E '(^|/|_|-)(utils?|helpers?|misc|common|info|manager|stuff)(_[a-z]*)?(\.[a-z]+|/)')" \
  'These names say nothing: name a file by its one idea.'

complain "$(project_files '*' | grep -v '^tests/data/' | grep -E '[ A-Z]' |
  grep -v -E '(^|/)(README|CONTRIBUTING|CHANGELOG)\.md$|(^|/)CMakeLists\.txt$|^CMakePresets\.json$|^cmake/[A-Za-z]+\.cmake$|^(LICENSE|NOTICE)$|^LICENSES/')" \
  'Files are snake_case.'
finish
