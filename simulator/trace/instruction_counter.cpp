// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums only, so the result does not depend on which worker ran which workgroup.

#include "simulator/trace/instruction_counter.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "simulator/trace/counter_table.h"
#include "simulator/trace/instruction_class.h"

namespace lanewise::trace {
namespace {

std::uint16_t position_of(std::string_view counter) {
  return static_cast<std::uint16_t>(find_counter(counter) - counter_definitions().data());
}

/// Whether this observer fills the counter, and the target has it.
bool reported(std::string_view name, isa::Target target) {
  if (name.starts_with("SQ_LDS_")) return false;
  const bool only_gfx950 = name.starts_with("SQ_INSTS_LDS_") || name == "SQ_INSTS_VALU_MFMA_F6F4";
  const bool only_gfx942 = name == "SQ_INSTS_VALU_MFMA_XF32";
  return target == isa::Target::kGfx950 ? !only_gfx942 : !only_gfx950;
}

}  // namespace

InstructionCounter::InstructionCounter(const isa::Program& program)
    : executions_(program.instructions.size()) {
  auto classes = std::make_shared<Classes>();
  classes->target = program.target;
  for (const isa::Instruction& instruction : program.instructions) {
    auto& positions = classes->counters.emplace_back();
    const std::string_view mnemonic = isa::mnemonic_name(instruction.mnemonic);
    for (const std::string_view name : counters_of_instruction(instruction, mnemonic, program.target)) {
      positions.push_back(position_of(name));
    }
  }
  classes_ = std::move(classes);
}

InstructionCounter::InstructionCounter(std::shared_ptr<const Classes> classes)
    : classes_(std::move(classes)), executions_(classes_->counters.size()) {}

std::unique_ptr<engine::Observer> InstructionCounter::shard() const {
  return std::unique_ptr<engine::Observer>(new InstructionCounter(classes_));
}

void InstructionCounter::merge(engine::Observer& shard) {
  const auto& other = static_cast<InstructionCounter&>(shard);
  waves_ += other.waves_;
  std::transform(executions_.begin(), executions_.end(), other.executions_.begin(), executions_.begin(),
                 std::plus<>());
}

void InstructionCounter::on_workgroup_begin(const engine::WorkgroupId&, std::uint32_t waves) {
  waves_ += waves;
}

void InstructionCounter::on_instruction(const engine::WaveView&, const engine::InstructionEvent& event) {
  ++executions_[event.instruction];
}

std::uint64_t InstructionCounter::wave_instructions() const {
  return std::accumulate(executions_.begin(), executions_.end(), std::uint64_t{0});
}

std::vector<std::pair<std::string, std::uint64_t>> InstructionCounter::counters() const {
  const auto definitions = counter_definitions();
  std::vector<std::uint64_t> sums(definitions.size());
  sums[position_of("SQ_WAVES")] = waves_;
  for (std::size_t i = 0; i < executions_.size(); ++i) {
    for (const std::uint16_t position : classes_->counters[i]) sums[position] += executions_[i];
  }
  std::vector<std::pair<std::string, std::uint64_t>> counters;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    if (reported(definitions[i].name, classes_->target)) counters.emplace_back(definitions[i].name, sums[i]);
  }
  return counters;
}

void InstructionCounter::fill(trace::Trace& trace) const {
  for (auto& counter : counters()) trace.counters.push_back(std::move(counter));
}

}  // namespace lanewise::trace
