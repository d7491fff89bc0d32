// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The DWARF line table, versions 2 to 5: which source line an instruction address belongs to. Own code,
// because LLVM's DWARF library ends the process on damaged sections (an unreachable form), and a code
// object may come from anywhere. Source: DWARF 5 standard, section 6.2.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::code_object {

struct LineSections {
  std::span<const std::byte> line;          ///< .debug_line
  std::span<const std::byte> line_strings;  ///< .debug_line_str
  std::span<const std::byte> strings;       ///< .debug_str
};

/// Addresses [low, high) come from this place.
struct LineRange {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint32_t file = 0;  ///< index into LineTable::files
  std::uint32_t line = 0;  ///< 0: made by the compiler
  std::uint32_t column = 0;
};

struct LineTable {
  std::vector<std::string> files;
  std::vector<LineRange> ranges;  ///< ascending by `low`
  /// The range that holds `address`, or nullptr. O(log n).
  [[nodiscard]] const LineRange* find(std::uint64_t address) const;
};

/// Reads the programs of all units. Throws Error{kRequest, "malformed-code-object"} if one is damaged.
[[nodiscard]] LineTable read_line_table(const LineSections& sections, std::string_view name);

}  // namespace lanewise::code_object
