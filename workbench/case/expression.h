// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer expressions of case files: "N / TILE_N", "ceil_div(n, 1024)". 64-bit, over named sizes and
// constants. What surprises: `/` must divide without remainder, since a grid that silently leaves
// out the last tile is the commonest mistake of all; ceil_div says that a partial tile is meant.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace lanewise::workbench {

using Names = std::map<std::string, std::int64_t, std::less<>>;

/// Grammar: sum of products of (number | name | call | '(' sum ')' | '-' factor); calls are ceil_div,
/// round_up, min and max, of two arguments. Throws Error{kRequest, "bad-expression"} that shows the text
/// and what is wrong with it.
[[nodiscard]] std::int64_t evaluate(std::string_view text, const Names& names);

/// True if the text is one name: a letter or underscore, then letters, digits and underscores.
[[nodiscard]] bool is_name(std::string_view text);

}  // namespace lanewise::workbench
