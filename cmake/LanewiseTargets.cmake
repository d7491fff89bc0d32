# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Options that every target of ours gets, and the two functions that declare targets.

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
find_program(LANEWISE_CCACHE ccache)
if(LANEWISE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${LANEWISE_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${LANEWISE_CCACHE}")
endif()

add_library(lanewise_options INTERFACE)
target_compile_features(lanewise_options INTERFACE cxx_std_20)
target_include_directories(lanewise_options INTERFACE "${PROJECT_SOURCE_DIR}")
# -ffp-contract=off: an fma that the source does not spell would change the simulator's results.
target_compile_options(lanewise_options INTERFACE
  -Wall -Wextra -Wshadow -Werror -ffp-contract=off "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
# GCC 12 warns falsely about "text" + std::to_string(...) (GCC bug 105329).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(lanewise_options INTERFACE -Wno-restrict)
endif()
if(LANEWISE_SANITIZE)
  target_compile_options(lanewise_options INTERFACE "-fsanitize=${LANEWISE_SANITIZE}" -fno-omit-frame-pointer -g1)
  target_link_options(lanewise_options INTERFACE "-fsanitize=${LANEWISE_SANITIZE}")
endif()

# lanewise_library(NAME SOURCES a.cpp ... [LINK targets...] [PRIVATE_LINK targets...])
# LINK: what the headers need; PRIVATE_LINK: what only the .cpp files need.
function(lanewise_library name)
  cmake_parse_arguments(A "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(${name} STATIC ${A_SOURCES})
  target_link_libraries(${name} PUBLIC lanewise_options lanewise_diagnostics ${A_LINK} PRIVATE ${A_PRIVATE_LINK})
endfunction()

# lanewise_test(NAME SOURCES a.cpp ... LINK targets... [LABEL quick|primitives|lessons|long] [DEFINES ...])
# A doctest program, one ctest entry; run it with -ltc to list its cases. Label quick by default.
function(lanewise_test name)
  cmake_parse_arguments(A "" "LABEL" "SOURCES;LINK;DEFINES" ${ARGN})
  if(NOT A_LABEL)
    set(A_LABEL quick)
  endif()
  if(NOT TARGET lanewise_doctest_main)
    find_package(doctest REQUIRED)
    add_library(lanewise_doctest_main STATIC "${PROJECT_SOURCE_DIR}/tests/doctest_main.cpp")
    target_link_libraries(lanewise_doctest_main PUBLIC lanewise_options doctest::doctest)
  endif()
  add_executable(${name} ${A_SOURCES})
  target_link_libraries(${name} PRIVATE lanewise_doctest_main ${A_LINK})
  target_compile_definitions(${name} PRIVATE
    "LANEWISE_TEST_DATA=\"${PROJECT_SOURCE_DIR}/tests/data\"" ${A_DEFINES})
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS "${A_LABEL}" TIMEOUT 600)
endfunction()
