# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What Lanewise needs from a machine, as one table, and what is done with it: `lanewise doctor` prints
# it, the set-up installs the missing packages on Debian-like systems and names them by purpose on
# others. Sourced by the script `lanewise`, which gives fail(), say(), have(), the
# folder `logs` and the answer `yes`.
#
# What surprises: on a Debian-like system dpkg decides what is missing, not the probes, so that the
# apt line is complete; elsewhere the probes decide.
#
# shellcheck disable=SC2154  # logs and yes are the caller's

# --- What Lanewise needs ----------------------------------------------------------------------------
# name | Debian package | need | probes, any of which is enough | what for
# A probe is KIND:THING, `command:THING@VERSION` asks for at least that version.
# need: required  nothing builds without it; installed by every setup
#       wanted    installed by every setup, done without where it is not to be had
#       test      installed by `test`; tests that need it say so when it is absent
#       long      installed by `test --long`
#       optional  never installed by this script
list_tools() {
  cat <<END
clang++|clang-$llvm|required|command:clang++-$llvm command:clang++@20|compiles the kernels, and Lanewise
ld.lld|lld-$llvm|required|command:ld.lld-$llvm command:ld.lld|links code objects
LLVM library|llvm-$llvm-dev|required|command:llvm-config-$llvm command:llvm-config@20|decodes GPU instructions
CMake|cmake|required|command:cmake@3.25|configures the build
Ninja|ninja-build|required|command:ninja command:ninja-build|runs the build
pkg-config|pkg-config|required|command:pkg-config|finds libraries
Kokkos|libtrilinos-kokkos-dev|required|header:trilinos/KokkosCore_config.h header:KokkosCore_config.h|host references in fp64
Dear ImGui|libimgui-dev|required|pkg:imgui|the visualizer's window and PNG pictures
stb|libstb-dev|required|pkg:stb header:stb/stb_image_write.h header:stb_image_write.h|writes PNG files
GLFW|libglfw3-dev|required|pkg:glfw3|opens the visualizer's window
OpenGL|libgl-dev|required|pkg:gl header:GL/gl.h|draws the visualizer's window
doctest|doctest-dev|required|header:doctest/doctest.h|unit tests
fmt|libfmt-dev|required|pkg:fmt|text output
nlohmann-json|nlohmann-json3-dev|required|pkg:nlohmann_json header:nlohmann/json.hpp|JSON reports, code object metadata
CLI11|libcli11-dev|required|pkg:CLI11 header:CLI/CLI.hpp|reads the command line
toml++|libtomlplusplus-dev|required|pkg:tomlplusplus|reads case files
zlib|zlib1g-dev|required|pkg:zlib|LLVM's CMake files ask for it
zstd|libzstd-dev|required|pkg:libzstd|packs trace files
Google Benchmark|libbenchmark-dev|required|pkg:benchmark header:benchmark/benchmark.h|measures the simulator's speed
ccache|ccache|wanted|command:ccache|makes second builds quick
DejaVu fonts|fonts-dejavu-core|wanted|font:DejaVuSans.ttf|text in PNG pictures
git|git|test|command:git|project tests list the tracked files
LLVM tools|llvm-$llvm|test|command:llvm-mc-$llvm command:llvm-mc|assembles small test kernels
clang tools|clang-tools-$llvm|test|command:clang-offload-bundler-$llvm command:clang-offload-bundler|bundles code objects
clang-format|clang-format-$llvm|test|command:clang-format-$llvm command:clang-format|checks the format of C++ files
ShellCheck|shellcheck|test|command:shellcheck|checks shell scripts
HIP runtime|libamdhip64-dev|test|library:libamdhip64.so|--device hip; conformance of our thin HIP header
ROCm device library|rocm-device-libs|test|bitcode:ockl.bc|conformance of our thin HIP header
Xvfb|xvfb|test|command:Xvfb|opens the window in tests without a display
xauth|xauth|test|command:xauth|lets xvfb-run start
Mesa|libgl1-mesa-dri|test|library:libGLX_mesa.so|software OpenGL for the window test
clang-tidy|clang-tidy-$llvm|long|command:clang-tidy-$llvm command:clang-tidy|checks C++ files for faults
qemu-user|qemu-user|long|command:qemu-x86_64|runs Lanewise as on a processor without AVX2
Chromium|chromium|long|command:chromium|looks at HTML reports
GPU node|-|optional|node:/dev/kfd|--device hip on an AMD Instinct GPU
AVX2|-|optional|cpu:avx2|the fast engine; the scalar build runs without it
AVX-512|-|optional|cpu:avx512f|faster MFMA instructions
END
}

# LLVM's major version: 22 where it is installed or to be had, else 21 or 20 (the first with gfx950).
choose_llvm() {
  for llvm in 22 21 20; do
    have "clang++-$llvm" && return
    debian_like && have apt-cache && [[ -n "$(apt-cache show "clang-$llvm" 2>/dev/null)" ]] && return
  done
  llvm=22
}

debian_like() { [[ -r /etc/debian_version ]] && have apt-get && have dpkg-query; }

# Prints the version ("yes" where there is none to tell) if the probe finds its thing, else fails.
probe() {
  local kind="${1%%:*}" thing="${1#*:}"
  case "$kind" in
    command) probe_command "${thing%%@*}" "$([[ "$thing" == *@* ]] && echo "${thing#*@}")" ;;
    pkg) have pkg-config && pkg-config --modversion "$thing" 2>/dev/null ;;
    header) probe_header "$thing" ;;
    library)
      { PATH="$PATH:/usr/sbin:/sbin" ldconfig -p 2>/dev/null || true; } | grep -q -F "$thing" ||
        [[ -e "${ROCM_PATH:-/opt/rocm}/lib/$thing" ]] || return 1
      echo yes ;;
    bitcode) compgen -G "/usr/lib/*/amdgcn/bitcode/$thing" >/dev/null || return 1; echo yes ;;
    node) [[ -e "$thing" ]] || return 1; echo yes ;;
    font) [[ -n "$(find /usr/share/fonts /usr/local/share/fonts -name "$thing" -print -quit 2>/dev/null)" ]] || return 1; echo yes ;;
    cpu) grep -q -m1 -w "$thing" /proc/cpuinfo 2>/dev/null || return 1; echo yes ;;
  esac
}

# A command on PATH, of at least version $2 if that is given.
probe_command() {
  local text version=''
  have "$1" || return 1
  text="$("$1" --version 2>/dev/null </dev/null || true)"
  [[ "$text" =~ ([0-9]+(\.[0-9]+)+) ]] && version="${BASH_REMATCH[1]}"
  if [[ -n "$2" && -n "$version" ]]; then
    [[ "$(printf '%s\n' "$2" "$version" | sort -V | head -n 1)" == "$2" ]] || return 1
  fi
  printf '%s\n' "${version:-yes}"
}

# A header, and the version that it defines in three parts (doctest, Kokkos 4) or as 30401 (Kokkos 3).
probe_header() {
  local folder parts
  while IFS= read -r folder; do
    [[ -r "$folder/$1" ]] || continue
    parts="$(sed -n -E 's/^#define [A-Z]+_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+).*/\2/p' "$folder/$1" | paste -s -d .)"
    if [[ -z "$parts" ]]; then
      parts="$(sed -n -E 's/^#define [A-Z]+_VERSION ([0-9]{5,})$/\1/p' "$folder/$1")"
      [[ -z "$parts" ]] || parts="$((parts / 10000)).$((parts / 100 % 100)).$((parts % 100))"
    fi
    printf '%s\n' "${parts:-yes}"
    return 0
  done < <(include_folders)
  return 1
}

include_folders() {
  local prefix
  local IFS=:
  for prefix in ${CMAKE_PREFIX_PATH:-} ${Kokkos_ROOT:-} /usr/local /usr; do
    printf '%s\n' "$prefix/include"
  done
}

# Prints the version of a tool by its row's list of probes; fails if none of them finds it.
find_tool() {
  local -a probes
  local one
  read -r -a probes <<<"$1"
  for one in "${probes[@]}"; do
    probe "$one" && return 0
  done
  return 1
}

# --- doctor -----------------------------------------------------------------------------------------
doctor() {
  local name package need probes purpose version found remedy status=0
  local row='%-19s %-6s %-14s %-48s %s\n'
  # shellcheck disable=SC2059  # the row is the format of every line
  printf "$row" tool found version 'what for' remedy
  while IFS='|' read -r name package need probes purpose; do
    found=yes remedy=
    if ! version="$(find_tool "$probes")"; then
      found=no version=- remedy="$(remedy_for "$package" "$need")"
      [[ "$need" == required ]] && status=2
    fi
    [[ "$version" == yes || "$version" == 0.0 ]] && version=-
    # shellcheck disable=SC2059
    printf "$row" "$name" "$found" "$version" "$purpose" "$remedy"
  done < <(list_tools)
  if [[ $status != 0 ]]; then
    printf '\nSomething required is missing; ./lanewise build installs it where it can.\n'
  fi
  return $status
}

remedy_for() {
  local package="$1" need="$2"
  if [[ "$package" == - ]]; then
    echo 'optional: a matter of the machine'
  elif debian_like; then
    echo "$need: apt-get install $package"
  else
    echo "$need: install it by your package manager (Debian calls it $package)"
  fi
}

# --- Packages ---------------------------------------------------------------------------------------
# set_up_packages NEED...: makes the tools of these needs available, or ends with status 2.
set_up_packages() {
  if [[ "${LANEWISE_SETUP:-}" == skip ]]; then
    say 'LANEWISE_SETUP=skip: packages are left alone'
  elif debian_like; then
    install_debian_packages "$@"
  else
    check_foreign_system "$@"
  fi
}

# Reads rows of list_tools; keeps those of the given needs.
select_needs() {
  local row need wanted
  while IFS= read -r row; do
    IFS='|' read -r _ _ need _ <<<"$row"
    for wanted in "$@"; do
      [[ "$need" == "$wanted" ]] && printf '%s\n' "$row"
    done
  done < <(list_tools)
  return 0
}

# Fills `missing` with the packages that dpkg does not list as installed, and `reasons` beside it.
find_missing_packages() {
  local name package purpose installed
  local -a rows packages=()
  mapfile -t rows < <(select_needs "$@")
  for name in "${rows[@]}"; do
    IFS='|' read -r _ package _ <<<"$name"
    packages+=("$package")
  done
  installed="$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${packages[@]}" 2>/dev/null || true)"
  missing=() reasons=()
  for name in "${rows[@]}"; do
    IFS='|' read -r _ package _ _ purpose <<<"$name"
    if ! grep -q -x -E "ii +$package" <<<"$installed"; then
      missing+=("$package")
      reasons+=("$purpose")
    fi
  done
}

install_debian_packages() {
  local -a missing reasons as_root=()
  local index answer line sudo=''
  find_missing_packages "$@"
  [[ ${#missing[@]} == 0 ]] && return 0
  say "${#missing[@]} Debian packages are missing:"
  for index in "${!missing[@]}"; do
    printf '    %-24s %s\n' "${missing[index]}" "${reasons[index]}" >&2
  done
  if [[ "$(id -u)" != 0 ]] && have sudo; then
    sudo='sudo '
    as_root=(sudo)
    [[ -t 0 ]] || as_root=(sudo -n)
  fi
  line="${sudo}apt-get update && ${sudo}apt-get install --yes --no-install-recommends ${missing[*]}"
  if [[ "$(id -u)" != 0 && -z "$sudo" ]]; then
    say 'this needs root, and there is no sudo. Ask who keeps this machine to run:'
    printf '    %s\n' "$line" >&2
    fail 'packages are missing (LANEWISE_SETUP=skip goes on with your own builds of them)'
  fi
  say 'they will be installed by:'
  printf '    %s\n' "$line" >&2
  if [[ -t 0 && "$yes" == no ]]; then
    read -r -p 'Go ahead? [Y/n] ' answer || answer=n
    [[ "$answer" =~ ^([yY].*)?$ ]] || fail 'nothing was installed'
  fi
  if [[ ${#as_root[@]} == 2 ]] && ! sudo -n true 2>/dev/null; then
    fail 'sudo asks for a password and there is no terminal to ask on; run the line above by hand'
  fi
  run_apt "${as_root[@]}" -- update
  answer=$llvm
  choose_llvm  # the fresh lists may offer another version
  if [[ "$answer" != "$llvm" ]]; then
    say "clang-$answer is not offered here; clang-$llvm is"
    find_missing_packages "$@"
  fi
  run_apt "${as_root[@]}" -- install --yes --no-install-recommends "${missing[@]}"
}

# run_apt [sudo [-n]] -- ARGS: apt-get, its output in a log, a line of progress every few packages.
run_apt() {
  local -a as_root=()
  local log="$logs/packages.log" line count=0
  while [[ "$1" != -- ]]; do
    as_root+=("$1")
    shift
  done
  shift
  say "apt-get $1 (log: $log)"
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" 2>&1 </dev/null |
    while IFS= read -r line; do
      printf '%s\n' "$line" >>"$log"
      case "$line" in
        Get:* | 'Unpacking '* | 'Setting up '*)
          count=$((count + 1))
          ((count % 20 != 0)) || say "  ${line:0:100}" ;;
      esac
    done; then
    tail -n 15 "$log" >&2
    fail "apt-get $1 failed; the whole output is in $log"
  fi
}

# Not Debian-like: names what is missing by purpose; goes on if everything required is there.
check_foreign_system() {
  local name package need probes purpose verb lacking=0
  while IFS='|' read -r name package need probes purpose; do
    find_tool "$probes" >/dev/null && continue
    [[ "$need" == required ]] && verb='is needed' || verb='helps'
    say "not found: $name, which $verb for: $purpose"
    [[ "$need" == required ]] && lacking=$((lacking + 1))
  done < <(select_needs "$@")
  if ((lacking > 0)); then
    fail "this system is not Debian-like, so nothing was installed: $lacking required tools are missing.
    Install them by your own package manager, or build them and set CMAKE_PREFIX_PATH.
    If they are there and this search is wrong: LANEWISE_SETUP=skip ./lanewise ..."
  fi
}

