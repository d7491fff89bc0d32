#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which folder may include what: the arrows of docs/contribute/architecture.md, read off the #include
# lines. Tests may include everything of ours, but heavy third-party headers only where their folder may.
#
# usage: arrows.sh SOURCE_ROOT
# shellcheck source=tests/project/files.sh
source "$(dirname "$0")/files.sh"

includes="$(project_files '*.h' '*.cpp' '*.hip' '*.inc' | tr '\n' '\0' |
  xargs -0 grep -H -n -E '^[[:space:]]*#[[:space:]]*include' | sed -E 's/#[[:space:]]*include[[:space:]]*/#include /')"
[[ -n "$includes" ]] || { echo 'no #include line was found'; exit 1; }

# may_include PATTERN FOLDERS REASON: only files whose path matches FOLDERS may include PATTERN.
may_include() {
  complain "$(grep -E "#include [<\"]$1" <<<"$includes" | grep -v -E "^($2)")" "$3"
}
# may_not_include FOLDER PATTERN REASON: no file whose path matches FOLDER includes PATTERN.
may_not_include() {
  complain "$(grep -E "^($1)" <<<"$includes" | grep -E "#include [<\"]$2")" "$3"
}
ours='(simulator|reference|runtime|workbench|visualizer|kernels|primitives|lessons)/'

# Third-party headers: one door each.
may_include '(llvm|clang)/' '(tests/)?simulator/code_object/' \
  'LLVM stays in simulator/code_object: nothing past the instruction record knows it.'
may_include '(Kokkos_|impl/Kokkos)' '(tests/)?reference/' 'Kokkos stays in reference/.'
may_include '(imgui|imgui_|backends/imgui)' '(tests/)?visualizer/(canvas|app)/' \
  'Dear ImGui stays in visualizer/canvas and visualizer/app: views draw on the Canvas.'
may_include '(GLFW/|GL/|EGL/)' '(tests/)?visualizer/app/' 'Windows are opened in visualizer/app only.'
may_include 'CLI/' '(tests/)?workbench/command/' 'CLI11 is slow to compile: it stays in workbench/command.'
may_include 'toml' '(tests/)?workbench/case/' 'toml++ is slow to compile: it stays in workbench/case.'
may_include 'nlohmann/' '(tests/)?(workbench/report|simulator/(code_object|trace))/' \
  'nlohmann-json is slow to compile: it stays in the files that read and write JSON and MessagePack.'

# The check stays independent, the layers one-way.
may_not_include 'reference/' "(simulator|runtime|workbench|visualizer|kernels|primitives|lessons)/" \
  'reference/ knows nothing of ours: the check of a kernel must not share code with what runs it.'
may_not_include 'simulator/' '(reference|runtime|workbench|visualizer|kernels|primitives|lessons)/' \
  'simulator/ includes only simulator/.'
may_not_include 'runtime/' '(reference|workbench|visualizer|kernels|lessons)/' 'runtime/ includes simulator/ and HIP only.'
may_not_include 'visualizer/(views|canvas|theme)/' \
  '(reference|runtime|workbench|kernels|simulator/(engine|memory|wave|code_object)/)' \
  'Views see the trace and the pure bank function, never the engine.'
may_not_include 'visualizer/' '(reference|workbench|kernels|lessons)/' 'visualizer/ does not know the workbench.'
may_not_include '(primitives|kernels|lessons)/' '(simulator|reference|runtime|workbench|visualizer)/' \
  'Device code includes primitives/ only.'
may_not_include "$ours" 'tests/' 'Nothing but tests includes tests/.'

# Inside the simulator: chips, lds and isa/instruction.h are leaves.
may_not_include 'simulator/lds/banks' 'simulator/(engine|memory|wave|code_object|flow|trace)/' \
  'The bank function is pure: it depends on the target and nothing else.'
may_not_include 'simulator/(isa|wave|memory|engine|chips|lds/[a-z_]+[.])' 'simulator/(trace|lds/observer)/' \
  'Traces and counts belong to observers: what runs a kernel does not know them.'
finish
