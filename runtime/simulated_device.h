// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Device that is our simulator: memory is an arena, a launch is engine::run. Observers may be put on
// for a launch, which a GPU cannot offer; so callers that want them hold this type, not only Device.

#pragma once

#include <map>
#include <memory>
#include <string>

#include "runtime/device.h"
#include "simulator/memory/arena.h"

namespace lanewise::runtime {

class SimulatedDevice final : public Device {
 public:
  /// `seed` places the allocations. `options.observers` hold for every launch until set_observers.
  explicit SimulatedDevice(std::uint64_t seed, const engine::DispatchOptions& options = {});

  [[nodiscard]] std::string description() const override;
  [[nodiscard]] DevicePointer allocate(std::uint64_t bytes, std::string label) override;
  void free(DevicePointer pointer) override;
  void copy_to_device(DevicePointer destination, std::span<const std::byte> source) override;
  void copy_to_host(std::span<std::byte> destination, DevicePointer source) override;
  [[nodiscard]] std::unique_ptr<Module> load(const code_object::CodeObject& object) override;
  LaunchReport launch(Module& module, std::string_view kernel, const LaunchRequest& request) override;

  /// The observers of the next launches; they must outlive them.
  void set_observers(std::span<engine::Observer* const> observers) { options_.observers = observers; }
  /// The decoded kernel, as the launches use it. `module` must come from load() of a simulated device.
  [[nodiscard]] const engine::LoadedKernel& loaded(Module& module, std::string_view kernel);
  [[nodiscard]] memory::Arena& arena() { return arena_; }

 private:
  memory::Arena arena_;
  engine::DispatchOptions options_;
  std::string handler_build_;  ///< known after the first launch
};

}  // namespace lanewise::runtime
