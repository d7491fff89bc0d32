// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One interface for both worlds: the simulator and a real MI-series GPU through libamdhip64. A case is
// run through this interface only, so that the same bytes and the same launch go to either.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "simulator/code_object/code_object.h"
#include "simulator/engine/dispatch.h"

namespace lanewise::runtime {

using DevicePointer = std::uint64_t;

struct LaunchRequest {
  std::array<std::uint32_t, 3> grid{1, 1, 1};    ///< in workgroups
  std::array<std::uint32_t, 3> block{64, 1, 1};
  std::uint32_t dynamic_lds = 0;
  /// Explicit arguments, laid out at the metadata's offsets. The device appends the hidden ones.
  std::span<const std::byte> explicit_arguments;
};

struct LaunchReport {
  engine::DispatchResult engine;  ///< simulator: counts; HIP: seconds from events only
  bool simulated = true;
};

/// A code object on a device, and its kernels by name.
class Module {
 public:
  virtual ~Module() = default;
  [[nodiscard]] virtual const code_object::CodeObject& object() const = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  /// "simulator (avx2)" or the GPU's own name and arch.
  [[nodiscard]] virtual std::string description() const = 0;
  [[nodiscard]] virtual DevicePointer allocate(std::uint64_t bytes, std::string label) = 0;
  virtual void free(DevicePointer pointer) = 0;
  virtual void copy_to_device(DevicePointer destination, std::span<const std::byte> source) = 0;
  virtual void copy_to_host(std::span<std::byte> destination, DevicePointer source) = 0;
  [[nodiscard]] virtual std::unique_ptr<Module> load(const code_object::CodeObject& object) = 0;
  /// Runs one dispatch to its end.
  virtual LaunchReport launch(Module& module, std::string_view kernel, const LaunchRequest& request) = 0;
};

}  // namespace lanewise::runtime
