#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The commands that pages show exist, and those that are quick and need nothing are run: every line of a
# ```sh block that begins with ./lanewise. A block is run from the root, line by line; commands that
# install, build or open a window are only checked for their name; `demo` runs without the
# set-up, so that later commands find its files.
#
# usage: commands.sh SOURCE_ROOT TOOL
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"
tool="$2"
root="$PWD"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

commands="$(project_files README.md CONTRIBUTING.md 'docs/*.md' 'kernels/*.md' | while IFS= read -r page; do
  awk -v page="$page" '/^ *```/ { shell = ($0 ~ /^ *```sh$/) } shell && /^ *\.\/lanewise / {
    sub(/^ */, ""); sub(/ +#.*$/, ""); print page "\t" $0 }' "$page"
done)"
[[ -n "$commands" ]] || { echo 'no command was found in the pages'; exit 1; }

known="$("$tool" --help 2>&1)"
while IFS=$'\t' read -r page line; do
  read -r -a words <<<"$line"
  case "${words[1]}" in
    demo) "$tool" demo-run "$work/out/demo" >"$work/log" 2>&1 || complain "$page: $line"$'\n'"$(cat "$work/log")" "The demo fails." ;;
    test | build | doctor | help | --*) ;;
    *)
      grep -q -E "^ +${words[1]}( |$)" <<<"$known" || complain "$page: $line" "The tool has no command ${words[1]}."
      [[ "${words[1]}" == view ]] && continue
      # Output goes to a folder of our own; inputs are read from the checkout.
      if ! (cd "$work" && eval "$(sed -E "s,^\./lanewise,'$tool',; s,(^|[ =])(kernels|tests|docs)/,\1'$root'/\2/,g" <<<"$line")") \
        >"$work/log" 2>&1 </dev/null; then
        complain "$page: $line"$'\n'"$(tail -n 5 "$work/log")" 'This command of a page fails.'
      fi ;;
  esac
done <<<"$commands"
finish
