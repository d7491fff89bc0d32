// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stand-ins for the engine in tests of observers: a wave whose registers the test sets, instruction
// records made by hand, and a dispatch that hands workgroups to any number of shards.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "simulator/engine/observer.h"
#include "simulator/isa/program.h"

namespace lanewise::test {

class FakeWave final : public engine::WaveView {
 public:
  [[nodiscard]] std::span<const std::uint32_t, 64> vector_register(std::uint32_t index) const override {
    return vectors[index];
  }
  [[nodiscard]] std::uint32_t scalar_register(std::uint32_t index) const override { return scalars[index]; }
  [[nodiscard]] bool scc() const override { return scc_bit; }

  mutable std::map<std::uint32_t, std::array<std::uint32_t, 64>> vectors;
  mutable std::map<std::uint32_t, std::uint32_t> scalars;
  bool scc_bit = false;
};

inline isa::Instruction instruction(std::string_view mnemonic, isa::Encoding encoding,
                                    std::initializer_list<isa::Operand> operands = {}) {
  isa::Instruction made;
  made.mnemonic = isa::find_mnemonic(mnemonic);
  made.encoding = encoding;
  made.size = 8;
  for (const isa::Operand& operand : operands) made.operands[made.operand_count++] = operand;
  return made;
}

inline isa::Operand vgpr(isa::Role role, std::uint16_t index, std::uint16_t dwords = 1) {
  return {isa::OperandKind::kVgpr, role, index, dwords, 0, 0};
}
inline isa::Operand sgpr(isa::Role role, std::uint16_t index, std::uint16_t dwords = 1) {
  return {isa::OperandKind::kSgpr, role, index, dwords, 0, 0};
}

/// A program of these instructions at addresses 0x100, 0x108, ...
inline isa::Program program(std::vector<isa::Instruction> instructions,
                            isa::Target target = isa::Target::kGfx942) {
  isa::Program made;
  made.target = target;
  made.kernel = "kernel";
  made.entry = 0x100;
  std::uint64_t address = made.entry;
  for (isa::Instruction& each : instructions) {
    each.address = address;
    address += each.size;
    made.text.emplace_back(isa::mnemonic_name(each.mnemonic));
    made.lines.emplace_back();
  }
  made.instructions = std::move(instructions);
  return made;
}

using Addresses = std::array<std::uint64_t, 64>;

/// base, base + stride, base + 2 stride, ...
inline Addresses strided(std::uint64_t base, std::uint64_t stride) {
  Addresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) addresses[lane] = base + lane * stride;
  return addresses;
}

inline constexpr std::uint64_t kAllLanes = ~0ull;

/// Runs workgroups 0..count-1 over `shards` shards of `observer`, workgroup i on shard `shard_of(i)`, and
/// merges the shards in order. `run` makes the events of one workgroup.
inline void dispatch(engine::Observer& observer, std::uint32_t count, std::uint32_t waves, std::size_t shards,
                     const std::function<std::size_t(std::uint32_t)>& shard_of,
                     const std::function<void(engine::Observer&, std::uint32_t)>& run) {
  std::vector<std::unique_ptr<engine::Observer>> workers;
  for (std::size_t i = 0; i < shards; ++i) workers.push_back(observer.shard());
  for (std::uint32_t linear = 0; linear < count; ++linear) {
    engine::Observer& worker = *workers[shard_of(linear)];
    const engine::WorkgroupId id{linear, {linear, 0, 0}};
    worker.on_workgroup_begin(id, waves);
    run(worker, linear);
    worker.on_workgroup_end(id);
  }
  for (auto& worker : workers) observer.merge(*worker);
}

/// Every way to split `count` workgroups over one, two and three shards, in turn.
inline void for_each_split(
    std::uint32_t count,
    const std::function<void(std::size_t, const std::function<std::size_t(std::uint32_t)>&)>& body) {
  for (std::size_t shards = 1; shards <= 3; ++shards) {
    std::size_t splits = 1;
    for (std::uint32_t i = 0; i < count; ++i) splits *= shards;
    for (std::size_t split = 0; split < splits; ++split) {
      body(shards, [=](std::uint32_t workgroup) {
        std::size_t digit = split;
        for (std::uint32_t i = 0; i < workgroup; ++i) digit /= shards;
        return digit % shards;
      });
    }
  }
}

}  // namespace lanewise::test
