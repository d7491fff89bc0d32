// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remembers the bank counts of the last few address patterns of one DS instruction. Loops shift all
// lanes alike, and the count does not change when every address moves by a multiple of 16 bytes: the
// banks merely rotate. So a pattern is known by (access, EXEC, base mod 16, addresses relative to the
// base), base being the address of the lowest active lane. Keep one memo per instruction and thread.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "simulator/lds/banks.h"

namespace lanewise::lds {

class CountMemo {
 public:
  /// Equal to lds::count(access, addresses, exec).
  [[nodiscard]] const Result& count(const Access& access, std::span<const std::uint64_t, 64> addresses,
                                    std::uint64_t exec);

  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  [[nodiscard]] std::uint64_t misses() const { return misses_; }

 private:
  static constexpr std::size_t kEntries = 4;

  struct Entry {
    Access access;
    std::uint64_t exec = 0;
    std::uint64_t base_low = 0;  // base mod 16
    std::array<std::uint64_t, 64> relative{};
    Result result;
  };

  const Result& remember(const Access& access, std::span<const std::uint64_t, 64> addresses,
                         std::uint64_t exec);

  std::vector<Entry> entries_;
  std::size_t latest_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace lanewise::lds
