# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# add_hip_code_objects(TARGET SOURCES a.hip ... [ARCHS gfx942 gfx950] [OPTIONS ...] [DEFINES ...] [INCLUDES ...])
#
# Compiles each source to one plain ELF code object per architecture, with our thin HIP header and no
# ROCm. Property LANEWISE_CODE_OBJECTS of TARGET lists the outputs. `-MD` is dropped by clang for
# HIP device-only compiles, so the dependency file is asked for in cc1's own spelling.
function(add_hip_code_objects target)
  cmake_parse_arguments(A "" "" "SOURCES;ARCHS;OPTIONS;DEFINES;INCLUDES" ${ARGN})
  if(NOT A_ARCHS)
    set(A_ARCHS gfx942 gfx950)
  endif()
  list(TRANSFORM A_INCLUDES PREPEND "-I" OUTPUT_VARIABLE includes)
  list(TRANSFORM A_DEFINES PREPEND "-D" OUTPUT_VARIABLE defines)
  set(outputs)
  foreach(source IN LISTS A_SOURCES)
    get_filename_component(absolute "${source}" ABSOLUTE)
    get_filename_component(stem "${source}" NAME_WE)
    foreach(arch IN LISTS A_ARCHS)
      set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}")
      set(output "${folder}/${stem}.${arch}.co")
      add_custom_command(OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
        COMMAND "${LANEWISE_HIP_CLANG}" -x hip --cuda-device-only --no-gpu-bundle-output "--offload-arch=${arch}"
                -nogpulib -nogpuinc -nohipwrapperinc -std=c++20 -O3 -gline-tables-only -mcode-object-version=5
                -fuse-cuid=none "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=."
                "-I${PROJECT_SOURCE_DIR}/primitives" ${includes} ${defines} ${A_OPTIONS}
                "${absolute}" -o "${output}"
                -Xclang -dependency-file -Xclang "${output}.d" -Xclang -MT -Xclang "${output}" -Xclang -sys-header-deps
        DEPENDS "${absolute}" "${LANEWISE_HIP_CLANG}" DEPFILE "${output}.d" VERBATIM
        COMMENT "HIP ${arch} ${stem}")
      list(APPEND outputs "${output}")
    endforeach()
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${outputs})
  set_property(TARGET ${target} PROPERTY LANEWISE_CODE_OBJECTS "${outputs}")
endfunction()

# add_assembled_code_objects(TARGET SOURCES a.s ... [ARCHS gfx942 gfx950])
#
# Assembles and links each AMDGPU assembly source to STEM.ARCH.co; outputs as above.
function(add_assembled_code_objects target)
  cmake_parse_arguments(A "" "" "SOURCES;ARCHS" ${ARGN})
  if(NOT A_ARCHS)
    set(A_ARCHS gfx942 gfx950)
  endif()
  set(outputs)
  foreach(source IN LISTS A_SOURCES)
    get_filename_component(absolute "${source}" ABSOLUTE)
    get_filename_component(folder_of_source "${absolute}" DIRECTORY)
    get_filename_component(stem "${source}" NAME_WE)
    file(GLOB includes CONFIGURE_DEPENDS "${folder_of_source}/*.inc")
    foreach(arch IN LISTS A_ARCHS)
      set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}")
      set(output "${folder}/${stem}.${arch}.co")
      add_custom_command(OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
        COMMAND "${LANEWISE_HIP_CLANG}" -x assembler --target=amdgcn-amd-amdhsa "-mcpu=${arch}" -mcode-object-version=5
                -gdwarf-5 "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=." "-I${folder_of_source}" "${absolute}" -o "${output}"
        DEPENDS "${absolute}" ${includes} "${LANEWISE_HIP_CLANG}" VERBATIM COMMENT "Assembling ${arch} ${stem}")
      list(APPEND outputs "${output}")
    endforeach()
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${outputs})
  set_property(TARGET ${target} PROPERTY LANEWISE_CODE_OBJECTS "${outputs}")
endfunction()
