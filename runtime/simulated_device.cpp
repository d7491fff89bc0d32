// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module is placed in the arena once per kernel that is asked for: engine::load_kernel copies the
// segments and decodes the kernel. The kernarg segment gets an allocation of the engine's own.

#include "runtime/simulated_device.h"

#include <fmt/format.h>

#include <cstring>

#include "runtime/kernarg.h"
#include "simulator/diagnostics/error.h"

namespace lanewise::runtime {
namespace {

class SimulatedModule final : public Module {
 public:
  explicit SimulatedModule(const code_object::CodeObject& object) : object_(object) {}
  [[nodiscard]] const code_object::CodeObject& object() const override { return object_; }

  const engine::LoadedKernel& loaded(memory::Arena& arena, std::string_view name) {
    const std::string full = object_.kernel(name).name;
    auto found = kernels_.find(full);
    if (found == kernels_.end())
      found = kernels_.emplace(full, engine::load_kernel(arena, object_, full)).first;
    return *found->second;
  }

 private:
  code_object::CodeObject object_;
  std::map<std::string, std::shared_ptr<const engine::LoadedKernel>, std::less<>> kernels_;
};

SimulatedModule& simulated(Module& module) {
  auto* ours = dynamic_cast<SimulatedModule*>(&module);
  if (ours == nullptr) {
    throw Error(ErrorKind::kLanewise, "foreign-module",
                "a module of another device was launched on the simulator",
                "Load the code object with the device that launches it.");
  }
  return *ours;
}

}  // namespace

SimulatedDevice::SimulatedDevice(std::uint64_t seed, const engine::DispatchOptions& options)
    : arena_(seed), options_(options) {}

std::string SimulatedDevice::description() const {
  return handler_build_.empty() ? "simulator" : fmt::format("simulator ({})", handler_build_);
}

DevicePointer SimulatedDevice::allocate(std::uint64_t bytes, std::string label) {
  return arena_.allocate(bytes, std::move(label));
}

void SimulatedDevice::free(DevicePointer pointer) { arena_.free(pointer); }

void SimulatedDevice::copy_to_device(DevicePointer destination, std::span<const std::byte> source) {
  const std::span<std::byte> view = arena_.host_view(destination, source.size());
  if (!source.empty()) std::memcpy(view.data(), source.data(), source.size());
}

void SimulatedDevice::copy_to_host(std::span<std::byte> destination, DevicePointer source) {
  const std::span<std::byte> view = arena_.host_view(source, destination.size());
  if (!destination.empty()) std::memcpy(destination.data(), view.data(), destination.size());
}

std::unique_ptr<Module> SimulatedDevice::load(const code_object::CodeObject& object) {
  return std::make_unique<SimulatedModule>(object);
}

const engine::LoadedKernel& SimulatedDevice::loaded(Module& module, std::string_view kernel) {
  return simulated(module).loaded(arena_, kernel);
}

LaunchReport SimulatedDevice::launch(Module& module, std::string_view kernel, const LaunchRequest& request) {
  const code_object::Kernel& metadata = module.object().kernel(kernel);
  check_launch(metadata, module.object().target, request);
  const std::vector<std::byte> kernarg = build_kernarg(metadata, request);
  const engine::LoadedKernel& ready = loaded(module, kernel);
  const engine::Launch launch{request.grid, request.block, request.dynamic_lds, kernarg};
  LaunchReport report;
  report.engine = engine::run(arena_, ready, launch, options_);
  handler_build_ = report.engine.handler_build;
  return report;
}

}  // namespace lanewise::runtime
