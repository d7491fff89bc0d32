#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Links and pictures in pages lead to files (and headings) that exist, code that pages name exists, and
# every page of docs/ can be reached from docs/README.md.
#
# usage: links.sh SOURCE_ROOT
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"

pages="$(project_files '*.md')"
[[ -n "$pages" ]] || { echo 'no page was found'; exit 1; }

# Prints "page target" for every relative link or picture of a page, outside of code fences.
links_of() {
  awk '/^ *```/ { fence = !fence } !fence { gsub(/`[^`]*`/, ""); print }' "$1" |
    grep -o -E '\]\([^) ]+[^)]*\)|(src|href)="[^"]+"' | sed -E 's/^\]\(([^) ]+).*/\1/; s/^(src|href)="([^"]+)"/\2/' |
    grep -v -E '^(https?|mailto):'
}

# The anchors that a page's headings get on the usual hosts.
anchors_of() {
  grep -E '^#+ ' "$1" | sed -E 's/^#+ +//; s/`//g' | tr '[:upper:]' '[:lower:]' |
    sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

broken="$(while IFS= read -r page; do
  links_of "$page" | while IFS= read -r link; do
    file="${link%%#*}"
    target="$(dirname "$page")/$file"
    [[ -z "$file" ]] && target="$page"
    [[ "$file" == /* ]] && target=".$file"
    if [[ ! -e "$target" ]]; then
      echo "$page: $link"
    elif [[ "$link" == *#* && "$target" == *.md ]]; then
      anchors_of "$target" | grep -q -x -F "${link#*#}" || echo "$page: $link (no such heading)"
    fi
  done
done <<<"$pages")"
complain "$broken" 'These links lead nowhere.'

# Pages that docs/README.md reaches, in any number of steps.
reached='docs/README.md'
while :; do
  next="$(for page in $reached; do
    links_of "$page" | while IFS= read -r link; do
      target="$(realpath -m --relative-to=. "$(dirname "$page")/${link%%#*}")"
      [[ -d "$target" ]] && target="$target/README.md"
      [[ "$target" == *.md && -f "$target" ]] && echo "$target"
    done
    echo "$page"
  done | sort -u)"
  [[ "$next" == "$reached" ]] && break
  reached="$next"
done
complain "$(grep '^docs/' <<<"$pages" | grep -v -x -F "$reached")" 'No page leads from docs/README.md to these.'

# Paths in backticks that look like files of ours are files of ours.
# shellcheck disable=SC2016  # backticks of Markdown
named='`(simulator|reference|runtime|workbench|visualizer|kernels|primitives|cmake|tests|docs)/[A-Za-z0-9_./-]+`'
complain "$(grep -v "^CHANGELOG" <<<"$pages" | tr "\n" "\0" | xargs -0 grep -H -n -o -E "$named" | sort -u | while IFS=: read -r page line path; do
  path="${path//\`/}"
  [[ -e "$path" ]] || compgen -G "$path*" >/dev/null || echo "$page:$line: $path"
done)" 'These pages name files that do not exist.'

# A code block that follows a link to a source or data file quotes lines of that file.
quoted="$(awk '/^#/ { file = "" }
  /^ *```/ { fence = !fence; next }
  !fence && match($0, /\]\([A-Za-z0-9_\/.]+\.(h|cpp|txt|hip)\)/) { file = substr($0, RSTART + 2, RLENGTH - 3) }
  fence && file != "" && !/^ *$/ { sub(/^ */, ""); print file "\t" $0 }' CONTRIBUTING.md 2>/dev/null)"
complain "$(while IFS=$'\t' read -r file line; do
  [[ -z "$file" ]] || grep -q -F -- "$line" "$file" || echo "$file: $line"
done <<<"$quoted")" 'CONTRIBUTING.md quotes these lines, which are not in their files.'
finish
