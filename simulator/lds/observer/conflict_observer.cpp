// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums lds::count over the executed DS instructions. Shards only add up, so the result does not depend
// on which worker ran which workgroup.

#include "simulator/lds/observer/conflict_observer.h"

#include <span>
#include <utility>

namespace lanewise::lds {

ConflictObserver::ConflictObserver(const isa::Program& program) {
  auto layout = std::make_shared<Layout>();
  layout->site_of.assign(program.instructions.size(), kNoSite);
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const isa::Instruction& instruction = program.instructions[i];
    if (instruction.encoding != isa::Encoding::kDs) continue;
    const std::optional<DsShape> shape = ds_shape(isa::mnemonic_name(instruction.mnemonic));
    if (!shape) continue;
    layout->site_of[i] = static_cast<std::uint32_t>(layout->sites.size());
    layout->sites.push_back({access_of(*shape, program.target), i});
  }
  sums_.resize(layout->sites.size());
  memos_.resize(2 * layout->sites.size());
  layout_ = std::move(layout);
}

ConflictObserver::ConflictObserver(std::shared_ptr<const Layout> layout)
    : layout_(std::move(layout)), sums_(layout_->sites.size()), memos_(2 * layout_->sites.size()) {}

std::unique_ptr<engine::Observer> ConflictObserver::shard() const {
  return std::unique_ptr<engine::Observer>(new ConflictObserver(layout_));
}

void ConflictObserver::merge(engine::Observer& shard) {
  const auto& other = static_cast<ConflictObserver&>(shard);
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    sums_[i].executions += other.sums_[i].executions;
    sums_[i].active_cycles += other.sums_[i].active_cycles;
    sums_[i].conflict_cycles += other.sums_[i].conflict_cycles;
  }
}

void ConflictObserver::on_instruction(const engine::WaveView&, const engine::InstructionEvent& event) {
  if (event.memory != engine::MemoryKind::kLds || event.addresses == nullptr) return;
  const std::uint32_t site = layout_->site_of[event.instruction];
  if (site == kNoSite) return;
  ++sums_[site].executions;
  add(2 * site, event.addresses, event.exec);
  if (event.second_addresses != nullptr) add(2 * site + 1, event.second_addresses, event.exec);
}

void ConflictObserver::add(std::uint32_t memo, const std::uint64_t* addresses, std::uint64_t exec) {
  const std::uint32_t site = memo / 2;
  const std::span<const std::uint64_t, 64> lanes(addresses, 64);
  const Result& result = memos_[memo].count(layout_->sites[site].access, lanes, exec);
  sums_[site].active_cycles += result.cycles;
  sums_[site].conflict_cycles += result.conflict_cycles;
}

std::uint64_t ConflictObserver::active_cycles() const {
  std::uint64_t total = 0;
  for (const Sum& sum : sums_) total += sum.active_cycles;
  return total;
}

std::uint64_t ConflictObserver::conflict_cycles() const {
  std::uint64_t total = 0;
  for (const Sum& sum : sums_) total += sum.conflict_cycles;
  return total;
}

std::vector<trace::LdsInstructionCount> ConflictObserver::per_instruction() const {
  std::vector<trace::LdsInstructionCount> counts;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (sums_[i].executions == 0) continue;
    counts.push_back({layout_->sites[i].instruction, sums_[i].executions, sums_[i].active_cycles,
                      sums_[i].conflict_cycles});
  }
  return counts;
}

void ConflictObserver::fill(trace::Trace& trace) const {
  trace.lds = per_instruction();
  trace.counters.emplace_back("SQ_LDS_IDX_ACTIVE", active_cycles());
  trace.counters.emplace_back("SQ_LDS_BANK_CONFLICT", conflict_cycles());
}

}  // namespace lanewise::lds
