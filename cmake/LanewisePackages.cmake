# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Third-party packages, each wrapped in one lanewise_* target so that the rest of the tree never meets
# a distribution's oddities.

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
find_package(LLVM REQUIRED CONFIG)
if(LLVM_VERSION_MAJOR LESS 20)
  message(FATAL_ERROR "LLVM ${LLVM_PACKAGE_VERSION} at ${LLVM_DIR} does not know gfx950. "
                      "Install llvm-22-dev (or 20, 21), or pass -DLLVM_DIR=<its lib/cmake/llvm>.")
endif()
if(NOT "AMDGPU" IN_LIST LLVM_TARGETS_TO_BUILD)
  message(FATAL_ERROR "LLVM at ${LLVM_DIR} was built without the AMDGPU target.")
endif()
add_library(lanewise_llvm INTERFACE)
target_include_directories(lanewise_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(lanewise_llvm INTERFACE ${llvm_definitions})
target_link_libraries(lanewise_llvm INTERFACE LLVM)

# --- the device compiler ----------------------------------------------------------------------------
find_program(LANEWISE_HIP_CLANG NAMES clang++ clang++-22 clang++-21 clang++-20
             HINTS "${LLVM_TOOLS_BINARY_DIR}" DOC "clang++ (>= 20) that compiles HIP for gfx942 and gfx950")

# --- small libraries --------------------------------------------------------------------------------
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)

# --- Kokkos -----------------------------------------------------------------------------------------
# Debian's Trilinos export names an include folder that does not exist; use its variables instead.
find_package(Kokkos QUIET CONFIG)
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
else()
  message(FATAL_ERROR "Kokkos was not found. Install libtrilinos-kokkos-dev, or pass -DKokkos_ROOT=<prefix>.")
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

# --- Dear ImGui and the live window -----------------------------------------------------------------
pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
if(LANEWISE_UI)
  find_package(glfw3 REQUIRED)
  find_package(OpenGL REQUIRED)
endif()
