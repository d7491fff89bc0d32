// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A store's lanes may lie anywhere; each active lane is clipped to the watched allocation.

#include "workbench/run/write_observer.h"

#include <algorithm>

namespace lanewise::workbench {

std::unique_ptr<engine::Observer> WriteObserver::shard() const { return std::make_unique<WriteObserver>(range_); }

void WriteObserver::merge(engine::Observer& shard) {
  auto& other = static_cast<WriteObserver&>(shard);
  for (std::size_t i = 0; i < written_.size(); ++i) {
    if (other.written_[i]) written_[i] = true;
  }
  if (other.last_ && (!last_ || other.last_->workgroup >= last_->workgroup)) last_ = other.last_;
}

void WriteObserver::on_workgroup_begin(const engine::WorkgroupId& workgroup, std::uint32_t) {
  workgroup_ = workgroup.linear;
}

void WriteObserver::on_instruction(const engine::WaveView&, const engine::InstructionEvent& event) {
  if (!event.writes_memory || event.memory != engine::MemoryKind::kGlobal || event.addresses == nullptr) return;
  const std::uint64_t end = range_.address + range_.bytes;
  for (std::uint32_t lane = 0; lane < 64; ++lane) {
    if (((event.exec >> lane) & 1) == 0) continue;
    const std::uint64_t first = std::max(event.addresses[lane], range_.address);
    const std::uint64_t last = std::min(event.addresses[lane] + event.bytes_per_lane, end);
    for (std::uint64_t byte = first; byte < last; ++byte) written_[byte - range_.address] = true;
    const std::uint64_t watched = range_.address + range_.watched;
    if (first < last && first < watched + range_.watched_bytes && last > watched) {
      last_ = Writer{workgroup_, event.wave, lane, event.instruction};
    }
  }
}

bool WriteObserver::written(std::uint64_t offset, std::uint64_t count) const {
  for (std::uint64_t i = offset; i < offset + count; ++i) {
    if (!written_[i]) return false;
  }
  return true;
}

}  // namespace lanewise::workbench
