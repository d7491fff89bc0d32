// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Device interface in HIP's module API:
//
//   allocate  hipMalloc                     load    hipModuleLoadData (the ELF as it is)
//   copy      hipMemcpy, which waits        launch  hipModuleGetFunction
//                                                   hipEventRecord, hipModuleLaunchKernel, hipEventRecord
//                                                   hipEventSynchronize, hipEventElapsedTime
//
// Arguments go as one packed buffer (HIP_LAUNCH_PARAM_BUFFER_POINTER), laid out by the metadata; HIP
// appends the hidden ones itself. Errors of the kernel surface at hipEventSynchronize.

#include "runtime/hip_device.h"

#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "runtime/hip_library.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::runtime {
namespace {

using Library = std::shared_ptr<const HipLibrary>;
using Handle = HipFunctions::Handle;

constexpr int kHostToDevice = 1, kDeviceToHost = 2;  // hipMemcpyKind

// A device address is a number in our interface and a pointer in HIP's.
void* pointer_of(DevicePointer address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

class HipModule : public Module {
 public:
  HipModule(Library library, const code_object::CodeObject& object)
      : library_(std::move(library)), object_(object) {
    library_->check(library_->call.module_load_data(&handle_, object_.elf.data()), "hipModuleLoadData");
  }
  HipModule(const HipModule&) = delete;
  HipModule& operator=(const HipModule&) = delete;
  ~HipModule() override { library_->call.module_unload(handle_); }

  [[nodiscard]] const code_object::CodeObject& object() const override { return object_; }
  [[nodiscard]] Handle function(const std::string& name) const {
    Handle function = nullptr;
    library_->check(library_->call.module_get_function(&function, handle_, name.c_str()),
                    "hipModuleGetFunction");
    return function;
  }

 private:
  Library library_;
  code_object::CodeObject object_;  // HIP may read the image again, so it lives as long as the module
  Handle handle_ = nullptr;
};

class HipEvent {
 public:
  explicit HipEvent(const HipLibrary& library) : library_(library) {
    library_.check(library_.call.event_create(&handle), "hipEventCreate");
  }
  HipEvent(const HipEvent&) = delete;
  HipEvent& operator=(const HipEvent&) = delete;
  ~HipEvent() { library_.call.event_destroy(handle); }
  void record() const { library_.check(library_.call.event_record(handle, nullptr), "hipEventRecord"); }

  Handle handle = nullptr;

 private:
  const HipLibrary& library_;
};

class HipDevice : public Device {
 public:
  HipDevice(Library library, int ordinal) : library_(std::move(library)) {
    library_->check(library_->call.set_device(ordinal), "hipSetDevice");
    read_identity(ordinal);
  }
  HipDevice(const HipDevice&) = delete;
  HipDevice& operator=(const HipDevice&) = delete;
  ~HipDevice() override {
    for (const auto& [address, allocation] : allocations_) library_->call.free(pointer_of(address));
  }

  [[nodiscard]] std::string description() const override {
    return name_ + " (" + arch_ + ", HIP runtime " + std::to_string(version_) + ")";
  }
  DevicePointer allocate(std::uint64_t bytes, std::string label) override;
  void free(DevicePointer pointer) override;
  void copy_to_device(DevicePointer destination, std::span<const std::byte> source) override;
  void copy_to_host(std::span<std::byte> destination, DevicePointer source) override;
  std::unique_ptr<Module> load(const code_object::CodeObject& object) override;
  LaunchReport launch(Module& module, std::string_view kernel, const LaunchRequest& request) override;

 private:
  struct Allocation {
    std::uint64_t bytes;
    std::string label;
  };
  void read_identity(int ordinal);
  void require_inside(DevicePointer address, std::uint64_t bytes) const;

  Library library_;
  std::string name_, arch_;
  int version_ = 0;
  std::map<DevicePointer, Allocation> allocations_;
};

void HipDevice::read_identity(int ordinal) {
  std::vector<char> name(256), properties(8192);  // twice what any hipDeviceProp_t has needed so far
  library_->check(library_->call.device_get_name(name.data(), static_cast<int>(name.size()) - 1, ordinal),
                  "hipDeviceGetName");
  library_->check(library_->call.get_device_properties(properties.data(), ordinal), "hipGetDeviceProperties");
  library_->call.runtime_get_version(&version_);
  name_ = name.data();
  arch_ = properties.data() + library_->arch_name_offset;  // "gfx942:sramecc+:xnack-"
  arch_ = arch_.substr(0, arch_.find(':'));
}

DevicePointer HipDevice::allocate(std::uint64_t bytes, std::string label) {
  void* pointer = nullptr;
  library_->check(library_->call.malloc(&pointer, bytes == 0 ? 1 : bytes),
                  "hipMalloc of " + std::to_string(bytes) + " bytes for " + label);
  auto address = reinterpret_cast<DevicePointer>(pointer);
  allocations_[address] = {bytes, std::move(label)};
  return address;
}

void HipDevice::free(DevicePointer pointer) {
  if (allocations_.erase(pointer) == 0) {
    throw Error(ErrorKind::kLanewise, "unknown-device-pointer",
                "a device pointer was freed that was not allocated", "");
  }
  library_->check(library_->call.free(pointer_of(pointer)), "hipFree");
}

/// A copy past a buffer's end would silently change another buffer on the GPU.
void HipDevice::require_inside(DevicePointer address, std::uint64_t bytes) const {
  auto next = allocations_.upper_bound(address);
  if (next != allocations_.begin()) {
    const auto& [start, allocation] = *std::prev(next);
    if (address - start <= allocation.bytes && bytes <= allocation.bytes - (address - start)) return;
  }
  throw Error(ErrorKind::kLanewise, "copy-outside-allocation",
              "a copy of " + std::to_string(bytes) + " bytes lies outside every device allocation", "");
}

void HipDevice::copy_to_device(DevicePointer destination, std::span<const std::byte> source) {
  if (source.empty()) return;
  require_inside(destination, source.size());
  library_->check(library_->call.memcpy(pointer_of(destination), source.data(), source.size(), kHostToDevice),
                  "hipMemcpy to the device");
}

void HipDevice::copy_to_host(std::span<std::byte> destination, DevicePointer source) {
  if (destination.empty()) return;
  require_inside(source, destination.size());
  library_->check(
      library_->call.memcpy(destination.data(), pointer_of(source), destination.size(), kDeviceToHost),
      "hipMemcpy from the device");
}

std::unique_ptr<Module> HipDevice::load(const code_object::CodeObject& object) {
  std::string target(isa::target_name(object.target));
  if (target != arch_) {
    throw Error(ErrorKind::kRequest, "wrong-gpu",
                object.name + " is built for " + target + ", but the GPU " + name_ + " is " + arch_,
                "compile the kernel for " + arch_ + ", or run it on the simulator with --device sim");
  }
  return std::make_unique<HipModule>(library_, object);
}

LaunchReport HipDevice::launch(Module& module, std::string_view kernel, const LaunchRequest& request) {
  auto* loaded = dynamic_cast<HipModule*>(&module);
  if (loaded == nullptr) {
    throw Error(ErrorKind::kLanewise, "foreign-module", "a module of another device was launched on a GPU",
                "");
  }
  std::vector<std::byte> arguments(request.explicit_arguments.begin(), request.explicit_arguments.end());
  std::size_t size = arguments.size();
  // HIP_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END are the numbers 1, 2, 3.
  void* extra[] = {pointer_of(1), arguments.data(), pointer_of(2), &size, pointer_of(3)};
  Handle function = loaded->function(module.object().kernel(kernel).name);
  HipEvent start(*library_), stop(*library_);
  const auto& grid = request.grid;
  const auto& block = request.block;
  start.record();
  library_->check(library_->call.module_launch_kernel(function, grid[0], grid[1], grid[2], block[0], block[1],
                                                      block[2], request.dynamic_lds, nullptr, nullptr, extra),
                  "hipModuleLaunchKernel");
  stop.record();
  library_->check(library_->call.event_synchronize(stop.handle), "hipEventSynchronize after the launch");
  float milliseconds = 0;
  library_->check(library_->call.event_elapsed_time(&milliseconds, start.handle, stop.handle),
                  "hipEventElapsedTime");
  LaunchReport report;
  report.engine.seconds = milliseconds / 1e3;
  report.simulated = false;
  return report;
}

[[noreturn]] void no_device(const HipLibrary& library, const std::string& found) {
  throw Error(
      ErrorKind::kRequest, "no-hip-device", found + " (" + library.searched + ")",
      "check that the amdgpu driver is loaded and that you may open /dev/kfd, name another libamdhip64 in "
      "LANEWISE_HIP_RUNTIME, or run on the simulator with --device sim");
}

}  // namespace

std::unique_ptr<Device> make_hip_device(int ordinal) {
  Library library = HipLibrary::open();
  if (int code = library->call.init(0); code != 0) {
    no_device(*library, library->path + " finds no GPU: hipInit says " + library->error_text(code));
  }
  int count = 0;
  if (int code = library->call.get_device_count(&count); code != 0) {
    no_device(*library, library->path + " finds no GPU: hipGetDeviceCount says " + library->error_text(code));
  }
  if (ordinal < 0 || ordinal >= count) {
    no_device(*library, library->path + " finds " + std::to_string(count) + " GPUs, and number " +
                            std::to_string(ordinal) + " (counted from 0) is not among them");
  }
  return std::make_unique<HipDevice>(std::move(library), ordinal);
}

}  // namespace lanewise::runtime
