// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who wrote an output: remembers which bytes of one allocation were written at all, and the last store
// to one watched element. Put on for a second run of the dispatch only, on one thread, so that "last"
// means the fixed order of workgroups.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/engine/observer.h"

namespace lanewise::workbench {

struct Writer {
  std::uint32_t workgroup = 0;  ///< linear
  std::uint32_t wave = 0;       ///< in the workgroup
  std::uint32_t lane = 0;
  std::uint32_t instruction = 0;  ///< index in Program::instructions
};

class WriteObserver final : public engine::Observer {
 public:
  struct Range {
    std::uint64_t address = 0;  ///< device address of the allocation
    std::uint64_t bytes = 0;
    std::uint64_t watched = 0;  ///< byte offset of the watched element
    std::uint64_t watched_bytes = 0;  ///< 0: nothing is watched
  };
  explicit WriteObserver(const Range& range) : range_(range), written_(range.bytes) {}

  [[nodiscard]] std::unique_ptr<engine::Observer> shard() const override;
  void merge(engine::Observer& shard) override;
  void on_workgroup_begin(const engine::WorkgroupId& workgroup, std::uint32_t waves) override;
  void on_instruction(const engine::WaveView& wave, const engine::InstructionEvent& event) override;

  /// True if all `count` bytes at `offset` were written.
  [[nodiscard]] bool written(std::uint64_t offset, std::uint64_t count) const;
  [[nodiscard]] const std::optional<Writer>& last_writer() const { return last_; }

 private:
  Range range_;
  std::vector<bool> written_;
  std::optional<Writer> last_;
  std::uint32_t workgroup_ = 0;
};

}  // namespace lanewise::workbench
