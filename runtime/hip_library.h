// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libamdhip64, found at run time: the functions that a run needs, bound by name, and one check for all
// their error codes. The library is opened, never linked, so that one binary works with every ROCm and
// without any. Only what has been stable from HIP 5.2 on is used: numbers instead of HIP's headers, and
// an oversized buffer for hipDeviceProp_t, whose layout is not stable.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lanewise::runtime {

/// The part of HIP's C interface that is used here. Handles are opaque pointers.
struct HipFunctions {
  using Handle = void*;
  int (*init)(unsigned flags) = nullptr;
  int (*get_device_count)(int* count) = nullptr;
  int (*runtime_get_version)(int* version) = nullptr;
  int (*set_device)(int ordinal) = nullptr;
  int (*device_get_name)(char* name, int length, int ordinal) = nullptr;
  int (*get_device_properties)(void* properties, int ordinal) = nullptr;
  int (*malloc)(void** pointer, std::size_t bytes) = nullptr;
  int (*free)(void* pointer) = nullptr;
  int (*memcpy)(void* destination, const void* source, std::size_t bytes, int kind) = nullptr;
  int (*module_load_data)(Handle* module, const void* image) = nullptr;
  int (*module_unload)(Handle module) = nullptr;
  int (*module_get_function)(Handle* function, Handle module, const char* name) = nullptr;
  int (*module_launch_kernel)(Handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                              unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_lds,
                              Handle stream, void** parameters, void** extra) = nullptr;
  int (*event_create)(Handle* event) = nullptr;
  int (*event_destroy)(Handle event) = nullptr;
  int (*event_record)(Handle event, Handle stream) = nullptr;
  int (*event_synchronize)(Handle event) = nullptr;
  int (*event_elapsed_time)(float* milliseconds, Handle start, Handle stop) = nullptr;
  const char* (*get_error_name)(int code) = nullptr;
  const char* (*get_error_string)(int code) = nullptr;
};

class HipLibrary {
 public:
  /// Opens the first library of the search order: the one that the environment variable
  /// LANEWISE_HIP_RUNTIME names (then no other), or libamdhip64.so, .so.7, .so.6, .so.5 by the loader's
  /// own search, then the same in $ROCM_PATH/lib. Throws Error{kRequest, "no-hip-device"} that lists
  /// everything tried.
  static std::shared_ptr<const HipLibrary> open();

  /// Throws if `code` is not 0: Error that names `call`, the code and HIP's own words.
  void check(int code, std::string_view call) const;
  /// "hipErrorNoDevice (100): no ROCm-capable device is detected"
  [[nodiscard]] std::string error_text(int code) const;

  HipFunctions call;
  std::string path;      ///< as it was opened
  std::string searched;  ///< what was tried and with which result, for messages
  std::size_t arch_name_offset = 0;  ///< of gcnArchName in what get_device_properties fills

 private:
  HipLibrary() = default;
  void bind(void* library);
};

}  // namespace lanewise::runtime
