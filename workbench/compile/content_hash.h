// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FNV-1a with 128 bits (Fowler, Noll, Vo; draft-eastlake-fnv): names of cached objects and fingerprints
// in reports. Not against an adversary: whoever can write the cache can do more than that.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanewise::workbench {

class ContentHash {
 public:
  void add(std::span<const std::byte> bytes);
  /// A text with its length, so that ("ab","c") and ("a","bc") differ.
  void add_text(std::string_view text);
  /// 32 hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t high_ = 0x6c62272e07bb0142;  // offset basis
  std::uint64_t low_ = 0x62b821756295c58d;
};

}  // namespace lanewise::workbench
