// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds which of a few address ranges contains an address. Lanes of one instruction mostly hit the same
// range, so the last answer is tried first.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::trace {

class AddressRanges {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  AddressRanges() = default;
  /// `ranges` ascending and disjoint.
  explicit AddressRanges(std::vector<Range> ranges) : ranges_(std::move(ranges)) {}

  [[nodiscard]] std::size_t find(std::uint64_t address) {
    if (ranges_.empty()) return kNowhere;
    if (contains(latest_, address)) return latest_;
    const auto behind =
        std::upper_bound(ranges_.begin(), ranges_.end(), address,
                         [](std::uint64_t value, const Range& range) { return value < range.begin; });
    if (behind == ranges_.begin()) return kNowhere;
    const auto position = static_cast<std::size_t>(behind - ranges_.begin()) - 1;
    if (!contains(position, address)) return kNowhere;
    return latest_ = position;
  }
  [[nodiscard]] const Range& operator[](std::size_t position) const { return ranges_[position]; }

 private:
  [[nodiscard]] bool contains(std::size_t position, std::uint64_t address) const {
    return address >= ranges_[position].begin && address < ranges_[position].end;
  }

  std::vector<Range> ranges_;
  std::size_t latest_ = 0;
};

}  // namespace lanewise::trace
