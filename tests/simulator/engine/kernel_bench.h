// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one kernel of an assembled file (tests/data/assembly) on four buffers of 256 dwords.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simulator/code_object/code_object.h"
#include "simulator/engine/dispatch.h"
#include "simulator/engine/observer.h"

namespace lanewise::tests {

class KernelBench {
 public:
  /// `file` without suffixes; `target` "gfx942" or "gfx950".
  KernelBench(const std::string& file, const std::string& target);

  [[nodiscard]] std::vector<std::uint32_t> dwords(int buffer);
  void fill(int buffer, const std::function<std::uint32_t(std::uint32_t)>& value);
  engine::DispatchResult run(const std::string& kernel, engine::DispatchOptions options,
                             std::array<std::uint32_t, 3> grid = {1, 1, 1});

 private:
  static constexpr std::uint64_t kBufferBytes = 1024;
  memory::Arena arena_{7};
  code_object::CodeObject object_;
  std::vector<memory::DeviceAddress> buffers_;
};

/// Keeps the events of a dispatch on one thread, with the lowest active lane's address.
class EventList final : public engine::Observer {
 public:
  struct Event {
    engine::InstructionEvent event;
    std::uint64_t address = 0;  ///< of the lowest lane that accesses; 0 if none does
  };
  [[nodiscard]] std::unique_ptr<engine::Observer> shard() const override;
  void merge(engine::Observer& shard) override;
  void on_instruction(const engine::WaveView& wave, const engine::InstructionEvent& event) override;

  std::vector<Event> events;
};

/// Calls test(bench, options) for each target, handler build and delivery.
void on_every_build(const std::string& file, const std::vector<std::string>& targets,
                    const std::function<void(KernelBench&, engine::DispatchOptions)>& test);

}  // namespace lanewise::tests
