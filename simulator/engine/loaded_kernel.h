// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel placed in device memory and bound to handlers: what all workers of a dispatch share.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/engine/dispatch.h"
#include "simulator/isa/bind.h"
#include "simulator/memory/arena.h"

namespace lanewise::engine {

class LoadedKernel {
 public:
  LoadedKernel(memory::Arena& arena, const code_object::CodeObject& object, std::string_view kernel_name);
  ~LoadedKernel();
  LoadedKernel(const LoadedKernel&) = delete;
  LoadedKernel& operator=(const LoadedKernel&) = delete;

  /// Handlers of the AVX2 or the portable build; bound on first use. `late`: memory operations are deferred.
  [[nodiscard]] const isa::BoundProgram& bound(bool scalar_build, bool late = false) const;

  isa::Program program;
  code_object::Kernel kernel;
  std::uint64_t load_base = 0;  ///< device address of the code object's address 0
  std::uint32_t vector_registers = 0;  ///< physical registers a wave owns
  /// Workgroups may talk to each other through memory (atomics, coherent accesses): run them in order.
  bool communicating = false;
  /// Another rounding or denormal MODE than the default: waves start in BoundProgram::modal_ops.
  bool starts_in_special_mode = false;

 private:
  memory::Arena& arena_;
  memory::DeviceAddress image_ = 0;
  std::vector<bool> direct_;
  bool switches_modes_ = false;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<isa::BoundProgram> builds_[4];
};

}  // namespace lanewise::engine
