# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Third-party packages, each wrapped in one target so that the rest of the tree never meets a
# distribution's oddities. What is missing is collected and told at once, with the remedy for each, so
# that a new machine needs one round of installing and not ten.

set(LANEWISE_MISSING "")

# lanewise_missing(NAME DEBIAN_PACKAGE PURPOSE REMEDY): remembers that a package was not found.
macro(lanewise_missing name package purpose remedy)
  string(APPEND LANEWISE_MISSING "\n  ${name}: ${purpose}\n    Debian: apt-get install ${package}; else ${remedy}")
endmacro()

# lanewise_find(NAME DEBIAN_PACKAGE PURPOSE): find_package that remembers a failure.
macro(lanewise_find name package purpose)
  find_package(${name} QUIET)
  if(NOT ${name}_FOUND)
    lanewise_missing(${name} ${package} "${purpose}" "pass -D${name}_ROOT=<its prefix>")
  endif()
endmacro()

# lanewise_pkg_config(NAME MODULE DEBIAN_PACKAGE PURPOSE): the same by pkg-config, as PkgConfig::NAME.
macro(lanewise_pkg_config name module package purpose)
  if(PkgConfig_FOUND)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET ${module})
  endif()
  if(NOT ${name}_FOUND)
    lanewise_missing(${module} ${package} "${purpose}" "add the folder of ${module}.pc to PKG_CONFIG_PATH")
  endif()
endmacro()

# --- LLVM (decoding, debug information) ------------------------------------------------------------
# Debian's LLVMConfigVersion accepts only an equal major.minor, so ask newest first.
if(NOT LLVM_DIR)
  foreach(version 24.1 23.1 22.1 21.1 20.1)
    find_package(LLVM ${version} QUIET CONFIG HINTS ${LANEWISE_LLVM_ROOT})
    if(LLVM_FOUND)
      break()
    endif()
  endforeach()
endif()
find_package(LLVM QUIET CONFIG)
if(NOT LLVM_FOUND)
  lanewise_missing(LLVM llvm-22-dev "decodes GPU instructions" "pass -DLLVM_DIR=<its lib/cmake/llvm>")
elseif(LLVM_VERSION_MAJOR LESS 20)
  message(FATAL_ERROR "LLVM ${LLVM_PACKAGE_VERSION} at ${LLVM_DIR} does not know gfx950. "
                      "Install llvm-22-dev (or 20, 21), or pass -DLLVM_DIR=<its lib/cmake/llvm>.")
elseif(NOT "AMDGPU" IN_LIST LLVM_TARGETS_TO_BUILD)
  message(FATAL_ERROR "LLVM at ${LLVM_DIR} was built without the AMDGPU target; pass -DLLVM_DIR of one that has it.")
endif()
add_library(lanewise_llvm INTERFACE)
if(LLVM_FOUND)
  target_include_directories(lanewise_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
  separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_options(lanewise_llvm INTERFACE ${llvm_definitions})
  target_link_libraries(lanewise_llvm INTERFACE LLVM)
endif()

# --- the device compiler ----------------------------------------------------------------------------
find_program(LANEWISE_HIP_CLANG NAMES clang++-22 clang++-21 clang++-20 clang++ NAMES_PER_DIR
             HINTS "${LLVM_TOOLS_BINARY_DIR}" DOC "clang++ (>= 20) that compiles HIP for gfx942 and gfx950")
if(NOT LANEWISE_HIP_CLANG)
  lanewise_missing(clang++ clang-22 "compiles the kernels" "pass -DLANEWISE_HIP_CLANG=<a clang++ of version 20 or later>")
else()
  execute_process(COMMAND "${LANEWISE_HIP_CLANG}" --version OUTPUT_VARIABLE clang_text ERROR_QUIET)
  string(REGEX MATCH "version ([0-9]+)" clang_text "${clang_text}")
  if(CMAKE_MATCH_1 AND CMAKE_MATCH_1 LESS 20)
    message(FATAL_ERROR "${LANEWISE_HIP_CLANG} is version ${CMAKE_MATCH_1}, which does not know gfx950. "
                        "Install clang-22, or pass -DLANEWISE_HIP_CLANG=<a clang++ of version 20 or later>.")
  endif()
endif()

# --- small libraries --------------------------------------------------------------------------------
find_package(Threads REQUIRED)
lanewise_find(fmt libfmt-dev "text output")
lanewise_find(nlohmann_json nlohmann-json3-dev "JSON reports and code object metadata")
lanewise_find(CLI11 libcli11-dev "the command line")
lanewise_find(PkgConfig pkg-config "finds toml++, zstd and Dear ImGui")
lanewise_pkg_config(tomlplusplus tomlplusplus libtomlplusplus-dev "reads case files")
lanewise_pkg_config(zstd libzstd libzstd-dev "packs trace files")
if(LANEWISE_TESTS)
  lanewise_find(doctest doctest-dev "unit tests; -DLANEWISE_TESTS=OFF does without")
endif()
if(LANEWISE_BENCHMARKS)
  lanewise_find(benchmark libbenchmark-dev "speed measurements; -DLANEWISE_BENCHMARKS=OFF does without")
endif()

# --- Kokkos -----------------------------------------------------------------------------------------
# Debian's Trilinos export names an include folder that does not exist; use its variables instead.
lanewise_find(Kokkos libtrilinos-kokkos-dev "host references in fp64")
add_library(lanewise_kokkos INTERFACE)
if(Kokkos_FOUND)
  get_target_property(kokkos_includes Kokkos::kokkos INTERFACE_INCLUDE_DIRECTORIES)
  set(kokkos_broken FALSE)
  foreach(folder IN LISTS kokkos_includes)
    if(IS_ABSOLUTE "${folder}" AND NOT EXISTS "${folder}")
      set(kokkos_broken TRUE)
    endif()
  endforeach()
  if(kokkos_broken)
    target_include_directories(lanewise_kokkos SYSTEM INTERFACE ${Kokkos_INCLUDE_DIRS})
    target_link_libraries(lanewise_kokkos INTERFACE ${Kokkos_LIBRARIES})
  else()
    target_link_libraries(lanewise_kokkos INTERFACE Kokkos::kokkos)
  endif()
endif()
set(CMAKE_CXX_EXTENSIONS OFF)  # Debian's Kokkos forces it, other packages must not differ

# --- Dear ImGui and the live window -----------------------------------------------------------------
lanewise_pkg_config(imgui imgui libimgui-dev "pictures and the window")
if(LANEWISE_UI)
  lanewise_find(glfw3 libglfw3-dev "the window; -DLANEWISE_UI=OFF does without")
  lanewise_find(OpenGL libgl-dev "the window; -DLANEWISE_UI=OFF does without")
endif()

if(LANEWISE_MISSING)
  message(FATAL_ERROR "Lanewise needs packages that were not found:${LANEWISE_MISSING}\n"
                      "On Debian-like systems ./lanewise build installs them all; ./lanewise doctor lists every tool.")
endif()
