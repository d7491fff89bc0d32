// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells live in chunks that are made when first written, so watching a large output costs little until it
// is written, and shards that wrote different parts merge by moving chunks.

#include "simulator/trace/last_writer.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/diagnostics/error.h"

namespace lanewise::trace {

LastWriter::LastWriter(std::vector<WatchedRange> ranges) : ranges_(std::move(ranges)) {
  std::sort(ranges_.begin(), ranges_.end(),
            [](const WatchedRange& a, const WatchedRange& b) { return a.address < b.address; });
  std::vector<AddressRanges::Range> spans;
  for (const WatchedRange& range : ranges_) {
    if (range.unit == 0)
      throw Error(ErrorKind::kLanewise, "watched-range", "a watched range has elements of 0 bytes", "");
    if (!spans.empty() && range.address < spans.back().end) {
      throw Error(ErrorKind::kLanewise, "watched-range", "two watched ranges overlap", "");
    }
    spans.push_back({range.address, range.address + range.size});
    const std::uint64_t elements = (range.size + range.unit - 1) / range.unit;
    cells_.emplace_back((elements + kChunkCells - 1) / kChunkCells);
  }
  index_ = AddressRanges(std::move(spans));
}

std::unique_ptr<engine::Observer> LastWriter::shard() const { return std::make_unique<LastWriter>(ranges_); }

void LastWriter::merge(engine::Observer& shard) {
  auto& other = static_cast<LastWriter&>(shard);
  for (std::size_t range = 0; range < cells_.size(); ++range) {
    for (std::size_t i = 0; i < cells_[range].size(); ++i) {
      auto& ours = cells_[range][i];
      auto& theirs = other.cells_[range][i];
      if (theirs == nullptr) continue;
      if (ours == nullptr) {
        ours = std::move(theirs);
        continue;
      }
      for (std::size_t cell = 0; cell < kChunkCells; ++cell) {
        const Cell& candidate = (*theirs)[cell];
        Cell& kept = (*ours)[cell];
        if (candidate.written && (!kept.written || candidate.workgroup >= kept.workgroup)) kept = candidate;
      }
    }
  }
}

void LastWriter::on_workgroup_begin(const engine::WorkgroupId& workgroup, std::uint32_t) {
  workgroup_ = workgroup.linear;
}

void LastWriter::on_instruction(const engine::WaveView&, const engine::InstructionEvent& event) {
  if (!event.writes_memory || event.addresses == nullptr) return;
  if (event.memory != engine::MemoryKind::kScalar && event.memory != engine::MemoryKind::kGlobal) return;
  Cell cell{workgroup_, event.instruction, static_cast<std::uint16_t>(event.wave), 0, true};
  for (std::uint64_t lanes = event.access_lanes; lanes != 0; lanes &= lanes - 1) {
    cell.lane = static_cast<std::uint8_t>(std::countr_zero(lanes));
    const std::uint64_t begin = event.addresses[cell.lane];
    store(begin, begin + event.bytes_per_lane, cell);
  }
}

void LastWriter::store(std::uint64_t begin, std::uint64_t end, const Cell& cell) {
  if (end <= begin) return;
  std::size_t range = index_.find(begin);
  if (range == AddressRanges::kNowhere) range = index_.find(end - 1);
  if (range == AddressRanges::kNowhere) return;
  const WatchedRange& watched = ranges_[range];
  const std::uint64_t first = (std::max(begin, watched.address) - watched.address) / watched.unit;
  const std::uint64_t last =
      (std::min(end, watched.address + watched.size) - 1 - watched.address) / watched.unit;
  for (std::uint64_t element = first; element <= last; ++element) {
    auto& chunk = cells_[range][element / kChunkCells];
    if (chunk == nullptr) chunk = std::make_unique<Chunk>();
    Cell& kept = (*chunk)[element % kChunkCells];
    if (!kept.written || cell.workgroup >= kept.workgroup) kept = cell;
  }
}

std::optional<Writer> LastWriter::find(std::uint64_t address) const {
  for (std::size_t range = 0; range < ranges_.size(); ++range) {
    const WatchedRange& watched = ranges_[range];
    if (address < watched.address || address - watched.address >= watched.size) continue;
    const std::uint64_t element = (address - watched.address) / watched.unit;
    const auto& chunk = cells_[range][element / kChunkCells];
    if (chunk == nullptr) return std::nullopt;
    const Cell& cell = (*chunk)[element % kChunkCells];
    if (!cell.written) return std::nullopt;
    return Writer{cell.workgroup, cell.wave, cell.lane, cell.instruction};
  }
  return std::nullopt;
}

}  // namespace lanewise::trace
