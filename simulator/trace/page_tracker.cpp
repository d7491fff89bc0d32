// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One byte of flags per page and shard; merging is a bitwise or.

#include "simulator/trace/page_tracker.h"

#include <algorithm>
#include <bit>

namespace lanewise::trace {
namespace {

/// Page number of a relative address, counted from the page in which the allocation begins.
std::uint64_t page_of(std::uint64_t address, std::uint64_t allocation_begin) {
  return address / kPageBytes - allocation_begin / kPageBytes;
}

}  // namespace

PageTracker::PageTracker(const std::vector<Allocation>& allocations, std::uint64_t arena_base)
    : base_(arena_base) {
  std::vector<AddressRanges::Range> spans;
  for (const Allocation& allocation : allocations) {
    const std::uint64_t begin = allocation.relative_address, end = begin + allocation.size;
    spans.push_back({begin, end});
    begins_.push_back(begin);
    ends_.push_back(end);
    flags_.emplace_back(allocation.size == 0 ? 0 : page_of(end - 1, begin) + 1);
  }
  ranges_ = AddressRanges(std::move(spans));
}

void PageTracker::add(const engine::InstructionEvent& event, bool recorded) {
  using engine::MemoryKind;
  if (event.addresses == nullptr || begins_.empty()) return;
  if (event.memory != MemoryKind::kScalar && event.memory != MemoryKind::kGlobal &&
      event.memory != MemoryKind::kLdsDma)
    return;
  const bool writes =
      event.writes_memory && event.memory != MemoryKind::kLdsDma;  // LDS-DMA reads global memory
  if (!writes && !recorded) return;
  for (std::uint64_t lanes = event.access_lanes; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = event.addresses[std::countr_zero(lanes)];
    mark(address - base_, event.bytes_per_lane, writes ? kWritten : kRead);
  }
}

void PageTracker::mark(std::uint64_t address, std::uint64_t bytes, std::uint8_t flag) {
  const std::size_t allocation = ranges_.find(address);
  if (allocation == AddressRanges::kNowhere || bytes == 0) return;
  const std::uint64_t last = std::min(address + bytes, ends_[allocation]) - 1;
  const std::uint64_t last_page = page_of(last, begins_[allocation]);
  for (std::uint64_t page = page_of(address, begins_[allocation]); page <= last_page; ++page) {
    flags_[allocation][page] |= flag;
  }
}

void PageTracker::merge(const PageTracker& other) {
  for (std::size_t allocation = 0; allocation < flags_.size(); ++allocation) {
    for (std::size_t page = 0; page < flags_[allocation].size(); ++page) {
      flags_[allocation][page] |= other.flags_[allocation][page];
    }
  }
}

std::vector<PageTracker::Touched> PageTracker::pages_read() const {
  std::vector<Touched> pages;
  for (std::size_t allocation = 0; allocation < flags_.size(); ++allocation) {
    const std::uint64_t first_page = begins_[allocation] / kPageBytes;
    for (std::size_t page = 0; page < flags_[allocation].size(); ++page) {
      if (!(flags_[allocation][page] & kRead)) continue;
      const std::uint64_t page_begin = (first_page + page) * kPageBytes;
      const std::uint64_t begin = std::max(page_begin, begins_[allocation]);
      const std::uint64_t end = std::min(page_begin + kPageBytes, ends_[allocation]);
      pages.push_back({allocation, begin, end - begin, (flags_[allocation][page] & kWritten) != 0});
    }
  }
  return pages;
}

}  // namespace lanewise::trace
