// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which 4 KiB pages of the listed allocations were read by recorded waves, and which were written by any
// wave of the dispatch. A page that nobody wrote still holds, after the run, what it held before; that is
// how the recorder gets the inputs' contents without copying anything during the run.

#pragma once

#include <cstdint>
#include <vector>

#include "simulator/engine/observer.h"
#include "simulator/trace/address_ranges.h"
#include "simulator/trace/trace.h"

namespace lanewise::trace {

inline constexpr std::uint64_t kPageBytes = 4096;

class PageTracker {
 public:
  struct Touched {
    std::size_t allocation = 0;          ///< index in the list given
    std::uint64_t relative_address = 0;  ///< page start, or the allocation's start if that is later
    std::uint64_t size = 0;              ///< at most 4096: clipped to the allocation
    bool written = false;                ///< by any wave
  };

  PageTracker() = default;
  /// `allocations` ascending by address, disjoint; event addresses are relative_address + arena_base.
  PageTracker(const std::vector<Allocation>& allocations, std::uint64_t arena_base);

  /// Of a wave that is not recorded, only the stores matter.
  void add(const engine::InstructionEvent& event, bool recorded);
  void merge(const PageTracker& other);
  /// Pages that recorded waves read, ascending.
  [[nodiscard]] std::vector<Touched> pages_read() const;

 private:
  static constexpr std::uint8_t kRead = 1, kWritten = 2;
  void mark(std::uint64_t address, std::uint64_t bytes, std::uint8_t flag);

  std::uint64_t base_ = 0;
  AddressRanges ranges_;                          // relative
  std::vector<std::uint64_t> begins_, ends_;      // per allocation, relative
  std::vector<std::vector<std::uint8_t>> flags_;  // per allocation and page
};

}  // namespace lanewise::trace
