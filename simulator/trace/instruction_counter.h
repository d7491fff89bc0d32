// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts executed wave instructions of a dispatch. Each execution adds one to its instruction's own count,
// nothing else; rocprof's counters are sums over the program's instructions by class, made at the end.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simulator/engine/observer.h"
#include "simulator/isa/program.h"
#include "simulator/trace/trace.h"

namespace lanewise::trace {

class InstructionCounter final : public engine::Observer {
 public:
  explicit InstructionCounter(const isa::Program& program);

  [[nodiscard]] std::unique_ptr<engine::Observer> shard() const override;
  void merge(engine::Observer& shard) override;
  void on_workgroup_begin(const engine::WorkgroupId& workgroup, std::uint32_t waves) override;
  void on_instruction(const engine::WaveView& wave, const engine::InstructionEvent& event) override;

  /// Executions of each instruction by index, all waves together.
  [[nodiscard]] std::span<const std::uint64_t> executions() const { return executions_; }
  [[nodiscard]] std::uint64_t waves() const { return waves_; }
  [[nodiscard]] std::uint64_t wave_instructions() const;
  /// rocprof's counters in the order of counter_definitions(), those of the LDS array excepted. Counters
  /// that the target has and that are 0 are listed too.
  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> counters() const;
  /// Appends counters() to trace.counters.
  void fill(trace::Trace& trace) const;

 private:
  struct Classes {
    isa::Target target = isa::Target::kGfx942;
    std::vector<std::vector<std::uint16_t>> counters;  // per instruction: indices in counter_definitions()
  };

  explicit InstructionCounter(std::shared_ptr<const Classes> classes);

  std::shared_ptr<const Classes> classes_;
  std::vector<std::uint64_t> executions_;
  std::uint64_t waves_ = 0;
};

}  // namespace lanewise::trace
