#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fails if one build of the handlers defines a symbol that could replace another build's: everything it
# defines must be in lanewise::isa::BUILD. Usage: symbols_stay_apart.sh NM ARCHIVE BUILD
set -eu
defined=$("$1" -C --defined-only "$2" | grep -E ' [TWVuB] ' | grep -v 'DW\.ref\.__gxx_personality_v0' || true)
[ -n "$defined" ] || { echo "no symbols in $2"; exit 1; }
stray=$(printf '%s\n' "$defined" | grep -v "lanewise::isa::$3::" || true)
if [ -n "$stray" ]; then
  echo "symbols outside lanewise::isa::$3 in $2:"
  printf '%s\n' "$stray"
  exit 1
fi
echo "all $(printf '%s\n' "$defined" | wc -l) defined symbols are in lanewise::isa::$3"
