// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searching, opening and binding libamdhip64. The library stays open until the process ends: ROCm's
// runtime keeps threads, and unloading it under them crashes.
//
// What surprises: `hipGetDeviceProperties` as a symbol always fills the layout of HIP 5, in which
// gcnArchName stands at byte 396; from HIP 6 on `hipGetDevicePropertiesR0600` fills a larger one with the
// name at byte 1160 (read in ROCm's headers 5.2 and 6.1).

#include "runtime/hip_library.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "simulator/diagnostics/error.h"

namespace lanewise::runtime {
namespace {

constexpr const char* kVariable = "LANEWISE_HIP_RUNTIME";
constexpr std::array kNames = {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> candidates() {
  if (std::string chosen = environment(kVariable); !chosen.empty()) return {chosen};
  std::vector<std::string> paths(kNames.begin(), kNames.end());
  std::string root = environment("ROCM_PATH");
  if (root.empty()) root = "/opt/rocm";
  for (const char* name : kNames) paths.push_back(root + "/lib/" + name);
  return paths;
}

/// The loader's reason without the library's name in front, which the caller says already.
std::string loader_reason(const std::string& path) {
  const char* text = dlerror();
  std::string reason = text == nullptr ? "not found" : text;
  if (reason.starts_with(path + ": ")) reason.erase(0, path.size() + 2);
  return reason;
}

/// HIP's codes for "the kernel went wrong" (illegal address, assert, time out, launch failure): not the
/// request's fault. Numbers of hipError_t, unchanged since HIP 5.2.
bool kernel_fault(int code) { return code == 700 || code == 702 || code == 710 || code == 719; }

}  // namespace

std::shared_ptr<const HipLibrary> HipLibrary::open() {
  std::shared_ptr<HipLibrary> library(new HipLibrary);
  for (const std::string& path : candidates()) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library->searched.empty()) library->searched += "; ";
    if (handle == nullptr) {
      library->searched += path + ": " + loader_reason(path);
      continue;
    }
    library->path = path;
    library->searched += path + ": opened";
    library->bind(handle);
    return library;
  }
  throw Error(ErrorKind::kRequest, "no-hip-device",
              "no HIP runtime could be opened (" + library->searched + ")",
              std::string("install libamdhip64 (package libamdhip64-5 or ROCm), or name the file in ") +
                  kVariable + ", or run on the simulator with --device sim");
}

void HipLibrary::bind(void* library) {
  auto require = [&]<typename Function>(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    if (function != nullptr) return;
    throw Error(ErrorKind::kRequest, "no-hip-device", path + " has no function " + name,
                std::string("name a libamdhip64 of HIP 5.2 or later in ") + kVariable);
  };
  require(call.init, "hipInit");
  require(call.get_device_count, "hipGetDeviceCount");
  require(call.runtime_get_version, "hipRuntimeGetVersion");
  require(call.set_device, "hipSetDevice");
  require(call.device_get_name, "hipDeviceGetName");
  require(call.malloc, "hipMalloc");
  require(call.free, "hipFree");
  require(call.memcpy, "hipMemcpy");
  require(call.module_load_data, "hipModuleLoadData");
  require(call.module_unload, "hipModuleUnload");
  require(call.module_get_function, "hipModuleGetFunction");
  require(call.module_launch_kernel, "hipModuleLaunchKernel");
  require(call.event_create, "hipEventCreate");
  require(call.event_destroy, "hipEventDestroy");
  require(call.event_record, "hipEventRecord");
  require(call.event_synchronize, "hipEventSynchronize");
  require(call.event_elapsed_time, "hipEventElapsedTime");
  require(call.get_error_name, "hipGetErrorName");
  require(call.get_error_string, "hipGetErrorString");
  if (dlsym(library, "hipGetDevicePropertiesR0600") != nullptr) {
    require(call.get_device_properties, "hipGetDevicePropertiesR0600");
    arch_name_offset = 1160;
  } else {
    require(call.get_device_properties, "hipGetDeviceProperties");
    arch_name_offset = 396;
  }
}

std::string HipLibrary::error_text(int code) const {
  const char* name = call.get_error_name(code);
  const char* words = call.get_error_string(code);
  std::string text =
      std::string(name == nullptr ? "unknown error" : name) + " (" + std::to_string(code) + ")";
  bool says_more =
      words != nullptr && std::string_view(words) != std::string_view(name == nullptr ? "" : name);
  return says_more ? text + ": " + words : text;  // HIP 5.2 gives the name again
}

void HipLibrary::check(int code, std::string_view call_name) const {
  if (code == 0) return;
  bool fault = kernel_fault(code);
  throw Error(
      fault ? ErrorKind::kKernel : ErrorKind::kRequest, fault ? "hip-kernel-fault" : "hip-error",
      std::string(call_name) + " failed with " + error_text(code),
      fault ? "run the same case with --device sim: it names the instruction, lane and source line" : "");
}

}  // namespace lanewise::runtime
