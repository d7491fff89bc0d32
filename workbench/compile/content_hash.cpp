// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The FNV prime for 128 bits is 2^88 + 0x13b, so the product needs one 64 x 64 -> 128 multiplication
// and one shift.

#include "workbench/compile/content_hash.h"

#include <fmt/format.h>

namespace lanewise::workbench {

void ContentHash::add(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kPrimeLow = 0x13b;
  for (const std::byte byte : bytes) {
    low_ ^= static_cast<std::uint64_t>(byte);
    const auto product = static_cast<unsigned __int128>(low_) * kPrimeLow;
    high_ =
        high_ * kPrimeLow + static_cast<std::uint64_t>(product >> 64) + (low_ << 24);  // 2^88 = 2^64 * 2^24
    low_ = static_cast<std::uint64_t>(product);
  }
}

void ContentHash::add_text(std::string_view text) {
  const std::uint64_t size = text.size();
  add(std::as_bytes(std::span(&size, 1)));
  add(std::as_bytes(std::span(text.data(), text.size())));
}

std::string ContentHash::hex() const { return fmt::format("{:016x}{:016x}", high_, low_); }

}  // namespace lanewise::workbench
