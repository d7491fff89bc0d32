// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remembers who wrote each watched element of device memory last: workgroup, wave, lane and instruction.
// A report names it beside the first wrong element.
//
// What "last" means: inside a workgroup the order of execution; if several workgroups wrote one element,
// the one with the highest linear id, whichever ran later, so that the answer is the same at any thread
// count. If lanes of one instruction wrote the same element, the highest lane. Atomics count as stores.
// Takes 12 bytes per written element: give the element size as `unit`, and watch outputs only.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "simulator/engine/observer.h"
#include "simulator/trace/address_ranges.h"

namespace lanewise::trace {

struct WatchedRange {
  std::uint64_t address = 0;  ///< device address
  std::uint64_t size = 0;     ///< bytes
  std::uint32_t unit = 1;     ///< bytes of an element; a store to any byte of it counts
};

struct Writer {
  std::uint32_t workgroup = 0;  ///< linear id
  std::uint32_t wave = 0;       ///< index in the workgroup
  std::uint32_t lane = 0;
  std::uint32_t instruction = 0;  ///< index in Program::instructions
  bool operator==(const Writer&) const = default;
};

class LastWriter final : public engine::Observer {
 public:
  /// Ranges must not overlap. Throws Error{kLanewise} if they do, or if a unit is 0.
  explicit LastWriter(std::vector<WatchedRange> ranges);

  [[nodiscard]] std::unique_ptr<engine::Observer> shard() const override;
  void merge(engine::Observer& shard) override;
  void on_workgroup_begin(const engine::WorkgroupId& workgroup, std::uint32_t waves) override;
  void on_instruction(const engine::WaveView& wave, const engine::InstructionEvent& event) override;

  /// Who wrote the element at this device address last; nullopt if nobody did or it is not watched.
  [[nodiscard]] std::optional<Writer> find(std::uint64_t address) const;

 private:
  struct Cell {
    std::uint32_t workgroup = 0;
    std::uint32_t instruction = 0;
    std::uint16_t wave = 0;
    std::uint8_t lane = 0;
    bool written = false;
  };
  static constexpr std::size_t kChunkCells = 1024;
  using Chunk = std::array<Cell, kChunkCells>;
  using Chunks = std::vector<std::unique_ptr<Chunk>>;

  void store(std::uint64_t begin, std::uint64_t end, const Cell& cell);

  std::vector<WatchedRange> ranges_;  // ascending
  AddressRanges index_;
  std::vector<Chunks> cells_;  // one list per range; chunks made on first write
  std::uint32_t workgroup_ = 0;
};

}  // namespace lanewise::trace
