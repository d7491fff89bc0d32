#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The script `lanewise` on machines that do not exist: a copy of it in a folder with spaces meets made-up
# apt-get, dpkg-query, sudo, cmake, ctest, ... that write down how they were called. PATH holds nothing
# else but the basic commands, so nothing is installed or built here.
#
# usage: launcher.sh SOURCE_ROOT
#
# shellcheck disable=SC2016  # the texts of made-up commands are not to be expanded here

set -uo pipefail
source_root="$(cd "$1" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
tree="$work/a tree with spaces"
calls="$work/calls"
failures=0

# --- The made-up machine ----------------------------------------------------------------------------
basics=(bash env dirname readlink cat sed grep sort head tail paste mkdir touch mv rm find flock nproc uname chmod true)

# put NAME: a command of the made-up machine, its text on standard input. It first writes down its call.
put() {
  { printf '#!/usr/bin/env bash\nprintf "%%s\\n" "%s $*" >>"%s"\n' "$1" "$calls"; cat; } >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# A fresh checkout on a machine with a compiler, CMake and nothing installed; user 1000, no sudo.
new_machine() {
  local name
  rm -rf "$tree" "${work:?}/bin" "$work/installed" "$calls"
  mkdir -p "$tree/cmake" "$tree/workbench" "$work/bin"
  cp "$source_root/lanewise" "$tree/"
  cp "$source_root/cmake/machine.sh" "$tree/cmake/"
  echo 'int main() {}' >"$tree/workbench/main.cpp"
  : >"$calls"
  : >"$work/installed"
  for name in "${basics[@]}"; do ln -s "$(type -P "$name")" "$work/bin/$name"; done
  put id <<<'echo 1000'
  put clang++-22 <<<'echo "clang version 22.1.8"'
  put dpkg-query <<<"sed 's/^/ii  /' '$work/installed'"
  put apt-cache <<<'exit 0'
  put apt-get <<<'echo "Setting up something"'
  put ctest <<<'echo "100% tests passed"'
  put cmake <<'END'
if [[ "$1" == --preset ]]; then
  mkdir -p build/release
  : >build/release/build.ninja
  printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\nCMAKE_CXX_COMPILER:STRING=clang++-22\n' "$PWD" >build/release/CMakeCache.txt
elif [[ "$1" == --build ]]; then
  mkdir -p "$2/workbench"
  printf '#!/usr/bin/env bash\nprintf "tool"; printf " <%%s>" "$@"; echo; exit ${TOOL_STATUS:-0}\n' >"$2/workbench/lanewise"
  chmod +x "$2/workbench/lanewise"
fi
END
}
as_root() { put id <<<'echo 0'; }
with_sudo() { put sudo <<<'[[ "$1" == -n ]] && shift; exec "$@"'; }
without_apt() { rm -f "$work/bin/apt-get" "$work/bin/dpkg-query" "$work/bin/apt-cache"; }

# Every library and command that Lanewise asks for, on a system without apt-get.
with_foreign_libraries() {
  local name
  for name in ld.lld-22 llvm-config-22 ninja; do put "$name" <<<'echo "1.2.3"'; done
  put pkg-config <<<'echo 1.0'
  mkdir -p "$work/prefix/include/doctest"
  touch "$work/prefix/include/doctest/doctest.h" "$work/prefix/include/KokkosCore_config.h"
}

# run WORDS...: calls the script with standard input from nowhere; sets `output` and `status`.
run() {
  output="$(cd / && PATH="$work/bin" CMAKE_PREFIX_PATH="$work/prefix" "$tree/lanewise" "$@" 2>&1 </dev/null)"
  status=$?
}
# answer TEXT WORDS...: the same on a terminal of its own, where somebody types TEXT.
answer() {
  local text="$1" command
  shift
  command="$(printf '%q ' env PATH="$work/bin" "$tree/lanewise" "$@")"
  output="$(printf '%s\n' "$text" | script -q -e -c "$command" /dev/null 2>&1)"
  status=$?
}

# --- Checks -----------------------------------------------------------------------------------------
complain() {
  failures=$((failures + 1))
  printf 'FAILED: %s: %s\n--- output (status %s)\n%s\n--- calls\n%s\n\n' "$case" "$1" "$status" "$output" "$(cat "$calls")"
}
expect_status() { [[ "$status" == "$1" ]] || complain "status $status instead of $1"; }
expect_output() { [[ "$output" == *"$1"* ]] || complain "no '$1' in the output"; }
expect_no_output() { [[ "$output" != *"$1"* ]] || complain "'$1' in the output"; }
expect_call() { grep -q -- "$1" "$calls" || complain "no call '$1'"; }
expect_no_call() { ! grep -q -- "$1" "$calls" || complain "call '$1'"; }

case='without root or sudo the line is shown and nothing is done'
new_machine
run demo
expect_status 2
expect_output 'apt-get update && apt-get install --yes --no-install-recommends clang-22 lld-22 llvm-22-dev'
expect_output 'libtrilinos-kokkos-dev'
expect_no_call 'apt-get'
expect_no_call '^cmake'

case='without a terminal root goes ahead'
new_machine
as_root
run demo
expect_status 0
expect_call '^apt-get -q update'
expect_call '^apt-get -q install --yes --no-install-recommends clang-22 .*libimgui-dev'
expect_call '^cmake --preset release$'
expect_call 'cmake --build .*--target lanewise_tool'
expect_output "tool <demo-run> <$tree/out/demo>"

case='a package that is there is not asked for again'
new_machine
as_root
echo 'libfmt-dev' >"$work/installed"
run demo
expect_call 'apt-get -q install'
expect_no_call 'libfmt-dev.*libfmt-dev'
expect_no_output 'libfmt-dev'

case='sudo is used where the user is not root'
new_machine
with_sudo
run demo
expect_status 0
expect_output 'sudo apt-get update && sudo apt-get install'
expect_call '^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -q install'

case='sudo that asks for a password without a terminal ends with status 2'
new_machine
put sudo <<<'exit 1'
run demo
expect_status 2
expect_output 'sudo asks for a password'
expect_no_call '^apt-get'

# A container may have no pseudo-terminals: then nobody can be asked.
if script -q -e -c true /dev/null >/dev/null 2>&1; then
  case='on a terminal it asks, and no means no'
  new_machine
  as_root
  answer n demo
  expect_status 2
  expect_output 'Go ahead? [Y/n]'
  expect_output 'nothing was installed'
  expect_no_call '^apt-get'

  case='on a terminal the empty answer means yes'
  new_machine
  as_root
  answer '' demo
  expect_status 0
  expect_call '^apt-get -q install'

  case='--yes skips the question'
  new_machine
  as_root
  answer n demo --yes
  expect_status 0
  expect_no_output 'Go ahead'
  expect_call '^apt-get -q install'
else
  echo 'launcher: this machine has no pseudo-terminals; the questions on a terminal were not tried'
fi

case='a failing apt-get ends with status 2 and the log'
new_machine
as_root
put apt-get <<<'echo "E: no such mirror"; exit 100'
run demo
expect_status 2
expect_output 'E: no such mirror'
expect_output 'build/logs/packages.log'
expect_no_call '^cmake'

case='another LLVM is taken where the lists offer no clang-22'
new_machine
as_root
rm "$work/bin/clang++-22"
put clang++ <<<'echo "clang version 21.1.0"'
put apt-cache <<<'[[ "$2" == clang-21 ]] && echo "Package: clang-21"; exit 0'
run build
expect_call 'apt-get -q install .*clang-21 lld-21 llvm-21-dev'

case='LANEWISE_SETUP=skip leaves packages alone'
new_machine
output="$(PATH="$work/bin" LANEWISE_SETUP=skip "$tree/lanewise" build 2>&1 </dev/null)"
status=$?
expect_status 0
expect_no_call 'apt-get'
expect_no_call 'dpkg-query'

case='not Debian-like: what is missing is named by purpose'
new_machine
without_apt
put pkg-config <<<'exit 1'
run demo
expect_status 2
expect_output 'Dear ImGui, which is needed for: the visualizer'
expect_output 'not Debian-like'
expect_no_call 'cmake --preset'

case='not Debian-like: goes on if everything is there'
new_machine
without_apt
with_foreign_libraries
put cmake <<<"$(tail -n +3 "$work/bin/cmake"; echo '[[ "$1" == --version ]] && echo "cmake version 3.25.1"; exit 0')"
run demo
expect_status 0
expect_output 'tool <demo-run>'

case='doctor: status 2 and the remedy while something required is missing'
new_machine
put pkg-config <<<'exit 1'
run doctor
expect_status 2
expect_output 'required: apt-get install libimgui-dev'

case='doctor: status 0 when everything required is there'
new_machine
with_foreign_libraries
put cmake <<<'echo "cmake version 3.25.1"'
run doctor
expect_status 0
grep -q -E '^clang\+\+ +yes +22\.1\.8' <<<"$output" || complain 'no row of clang++'

case='doctor: an old CMake does not count'
put cmake <<<'echo "cmake version 3.18.4"'
run doctor
expect_status 2

case='the second call neither installs nor configures'
new_machine
as_root
run demo
: >"$calls"
put dpkg-query <<<'for name in "${@:4}"; do echo "ii  $name"; done'
run demo
expect_status 0
expect_no_call '^apt-get'
expect_no_call 'cmake --preset'
expect_call 'cmake --build'

case='other commands go to the tool with their arguments, from any folder'
: >"$calls"
run run 'a b.toml' '' --set 'x=1 2'
expect_status 0
[[ "$output" == 'tool <run> <a b.toml> <> <--set> <x=1 2>' ]] || complain 'arguments differ'
expect_no_call '^cmake'
expect_no_call 'dpkg-query'

case="the tool's status is passed on"
TOOL_STATUS=1 run run x.toml
expect_status 1

case='called through links'
ln -s "$tree/lanewise" "$work/bin/first link"
ln -s 'first link' "$work/bin/second"
output="$(cd / && PATH="$work/bin" second view x 2>&1 </dev/null)"
status=$?
expect_output 'tool <view> <x>'

case='a changed source is built before the tool runs'
touch -d '+2 seconds' "$tree/workbench/main.cpp"
: >"$calls"
run run x.toml
expect_status 0
expect_call 'cmake --build .*--target lanewise_tool'
expect_output 'tool <run> <x.toml>'

case='a failing build ends with status 2 and runs nothing'
put cmake <<<'[[ "$1" == --build ]] && exit 1; exit 0'
run run x.toml
expect_status 2
expect_no_output 'tool <'

case='a failing configuration shows the error of CMake and the log'
new_machine
as_root
put cmake <<<'echo "-- fine"; echo "CMake Error: Kokkos was not found"; exit 1'
run build
expect_status 2
expect_output 'Kokkos was not found'
expect_output 'build/logs/configure.log'

case='a checkout that was moved is configured afresh'
new_machine
as_root
run build
sed -i 's/^CMAKE_HOME_DIRECTORY.*/CMAKE_HOME_DIRECTORY:INTERNAL=elsewhere/' "$tree/build/release/CMakeCache.txt"
: >"$calls"
run build
expect_call 'cmake --preset release --fresh'

case='test: builds all and passes arguments to ctest'
new_machine
as_root
run test -R lds
expect_status 0
expect_call 'cmake --build .*--target all'
expect_call '^ctest .*-LE long -R lds'
[[ "$output" == *'100% tests passed' ]] || complain "the last line is not ctest's"

case='test --quick runs the quick ones'
run test --quick
expect_call '^ctest .*-L quick'

case='test: failed tests are status 1'
put ctest <<<'exit 8'
run test
expect_status 1

case='test --long records what ran'
put ctest <<END
for word in "\$@"; do last="\$word"; done
cat >"\$last" <<XML
<testsuite name="x"><testcase name="differential" classname="differential" time="61.4" status="run">
</testcase><testcase name="fuzz" classname="fuzz" time="2.0" status="fail"></testcase></testsuite>
XML
END
run test --long
expect_status 0
page="$(cat "$tree/docs/reference/long-tests.md" 2>/dev/null)"
[[ "$page" == *'| differential | passed | 61 |'* && "$page" == *'| fuzz | fail | 2 |'* ]] || complain "the page reads: $page"

case='help is status 0, no command is status 2'
new_machine
run --help
expect_status 0
expect_output 'usage: lanewise COMMAND'
run
expect_status 2
expect_no_call 'apt-get'

[[ $failures == 0 ]] || exit 1
echo 'launcher: all cases hold'
