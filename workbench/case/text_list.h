// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "a, b, c" out of any range: for lists in case files and in messages.

#pragma once

#include <string>

namespace lanewise::workbench {

/// `to_text` gives an element's text (anything that can be appended to a string).
template <class Range, class ToText>
[[nodiscard]] std::string joined(const Range& range, ToText to_text, const char* separator = ", ") {
  std::string result;
  bool first = true;
  for (const auto& element : range) {
    if (!first) result += separator;
    first = false;
    result += to_text(element);
  }
  return result;
}

}  // namespace lanewise::workbench
