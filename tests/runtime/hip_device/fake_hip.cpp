// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A libamdhip64 on host memory, for the tests of hip_device: enough of HIP to load a code object, keep
// buffers and record a launch. Its "kernel" adds two float arrays, whatever the code object says. The
// environment decides how it behaves:
//   FAKE_HIP_ARCH     gcnArchName, default gfx942:sramecc+:xnack-
//   FAKE_HIP_DEVICES  number of GPUs, default 1
//   FAKE_HIP_FAIL     "function=code": that function returns that code

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/runtime/hip_device/fake_hip.h"

namespace {

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

int result_of(const char* function) {
  std::string failing = setting("FAKE_HIP_FAIL", "");
  std::string prefix = std::string(function) + "=";
  return failing.starts_with(prefix) ? std::stoi(failing.substr(prefix.size())) : 0;
}

FakeHipLaunch last_launch;
int live_modules = 0, live_events = 0, live_allocations = 0;

void add_arrays() {
  struct Arguments {
    const float *a, *b;
    float* c;
    int n;
  } arguments;
  std::memcpy(&arguments, last_launch.arguments, sizeof(arguments));
  for (int i = 0; i < arguments.n; ++i) arguments.c[i] = arguments.a[i] + arguments.b[i];
}

}  // namespace

extern "C" {

const FakeHipLaunch* fake_hip_last_launch() { return &last_launch; }
int fake_hip_live_objects() { return live_modules + live_events + live_allocations; }

int hipInit(unsigned) { return result_of("hipInit"); }
int hipGetDeviceCount(int* count) {
  *count = std::stoi(setting("FAKE_HIP_DEVICES", "1"));
  return result_of("hipGetDeviceCount");
}
int hipRuntimeGetVersion(int* version) {
  *version = 70051831;
  return 0;
}
int hipSetDevice(int) { return result_of("hipSetDevice"); }
int hipDeviceGetName(char* name, int length, int) {
  std::snprintf(name, static_cast<std::size_t>(length), "Fake Instinct");
  return 0;
}
int hipGetDevicePropertiesR0600(void* properties, int) {
  std::string arch = setting("FAKE_HIP_ARCH", "gfx942:sramecc+:xnack-");
  std::memcpy(static_cast<char*>(properties) + 1160, arch.c_str(), arch.size() + 1);
  return result_of("hipGetDevicePropertiesR0600");
}
int hipMalloc(void** pointer, std::size_t bytes) {
  if (int code = result_of("hipMalloc")) return code;
  ++live_allocations;
  *pointer = std::malloc(bytes);
  return 0;
}
int hipFree(void* pointer) {
  --live_allocations;
  std::free(pointer);
  return 0;
}
int hipMemcpy(void* destination, const void* source, std::size_t bytes, int kind) {
  if (kind != 1 && kind != 2) return 1;
  std::memcpy(destination, source, bytes);
  return result_of("hipMemcpy");
}
int hipModuleLoadData(void** module, const void* image) {
  if (int code = result_of("hipModuleLoadData")) return code;
  if (std::memcmp(image,
                  "\x7f"
                  "ELF",
                  4) != 0)
    return 200;
  ++live_modules;
  *module = const_cast<void*>(image);
  return 0;
}
int hipModuleUnload(void*) {
  --live_modules;
  return 0;
}
int hipModuleGetFunction(void** function, void* module, const char* name) {
  if (int code = result_of("hipModuleGetFunction")) return code;
  std::snprintf(last_launch.kernel, sizeof(last_launch.kernel), "%s", name);
  *function = module;
  return 0;
}
int hipModuleLaunchKernel(void*, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                          unsigned block_y, unsigned block_z, unsigned dynamic_lds, void*, void** parameters,
                          void** extra) {
  if (int code = result_of("hipModuleLaunchKernel")) return code;
  bool packed = parameters == nullptr && reinterpret_cast<std::uintptr_t>(extra[0]) == 1 &&
                reinterpret_cast<std::uintptr_t>(extra[2]) == 2 &&
                reinterpret_cast<std::uintptr_t>(extra[4]) == 3;
  if (!packed) return 1;
  unsigned numbers[] = {grid_x, grid_y, grid_z, block_x, block_y, block_z, dynamic_lds};
  std::memcpy(last_launch.numbers, numbers, sizeof(numbers));
  last_launch.argument_bytes = *static_cast<std::size_t*>(extra[3]);
  if (last_launch.argument_bytes > sizeof(last_launch.arguments)) return 1;
  std::memcpy(last_launch.arguments, extra[1], last_launch.argument_bytes);
  add_arrays();
  return 0;
}
int hipEventCreate(void** event) {
  ++live_events;
  *event = &live_events;
  return 0;
}
int hipEventDestroy(void*) {
  --live_events;
  return 0;
}
int hipEventRecord(void*, void*) { return 0; }
int hipEventSynchronize(void*) { return result_of("hipEventSynchronize"); }
int hipEventElapsedTime(float* milliseconds, void*, void*) {
  *milliseconds = 2.5f;
  return 0;
}
const char* hipGetErrorName(int code) { return code == 2 ? "hipErrorOutOfMemory" : "hipErrorOfTheFake"; }
const char* hipGetErrorString(int code) { return code == 2 ? "out of memory" : "as the test asked"; }

}  // extern "C"
