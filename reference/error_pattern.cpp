// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wrong elements are looked at as a set of rows times a set of columns. If that product is the whole
// set, both factors are put into words; otherwise the smallest rectangle around it is given. Then two
// properties of the values are tried, because each names a fault: a constant factor (a wrong number
// format or scale) and the values of the transposed position (swapped axes).

#include "reference/error_pattern.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numeric>

namespace lanewise::reference {
namespace {

using Flags = std::vector<std::uint8_t>;

std::vector<std::size_t> members_of(const Flags& member) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < member.size(); ++i) {
    if (member[i] != 0) {
      result.push_back(i);
    }
  }
  return result;
}

std::string range_text(std::size_t first, std::size_t last) {
  return std::to_string(first) + (first == last ? "" : ".." + std::to_string(last));
}

/// "every second", "every 8th".
std::string every(std::size_t step) {
  return step == 2 ? "every second" : "every " + std::to_string(step) + "th";
}

/// Smallest period p (at most half the extent) with which the flags repeat; 0 if there is none.
std::size_t period_of(const Flags& member) {
  for (std::size_t p = 2; p <= member.size() / 2; ++p) {
    bool repeats = true;
    for (std::size_t i = p; i < member.size() && repeats; ++i) {
      repeats = (member[i] != 0) == (member[i - p] != 0);
    }
    if (repeats) {
      return p;
    }
  }
  return 0;
}

/// "columns 16..31 of every 32", "every second column from 1"; empty if the members do not repeat.
std::string periodic_text(const Flags& member, const std::string& noun) {
  const std::size_t period = period_of(member);
  if (period == 0) {
    return "";
  }
  const std::vector<std::size_t> base =
      members_of(Flags(member.begin(), member.begin() + static_cast<long>(period)));
  if (base.size() == 1) {
    return every(period) + " " + noun + " from " + std::to_string(base[0]);
  }
  if (base.back() - base.front() + 1 != base.size()) {
    return "";
  }
  return noun + "s " + range_text(base.front(), base.back()) + " of every " + std::to_string(period);
}

std::string list_text(const std::vector<std::size_t>& members, const std::string& noun) {
  constexpr std::size_t kShown = 6;
  std::string text = noun + (members.size() == 1 ? " " : "s ");
  for (std::size_t i = 0; i < std::min(members.size(), kShown); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(members[i]);
  }
  return members.size() > kShown ? text + ", ... (" + std::to_string(members.size()) + " in all)" : text;
}

struct Grid {
  std::size_t rows = 1;
  std::size_t columns = 1;
};

Grid grid_of(const std::vector<std::int64_t>& shape, std::size_t elements) {
  Grid grid;
  grid.columns = shape.empty() ? 1 : static_cast<std::size_t>(shape.back());
  grid.rows = grid.columns == 0 ? 0 : elements / grid.columns;
  return grid;
}

std::string place_text(const PatternInput& input, const Grid& grid, std::size_t wrong_count) {
  Flags rows(grid.rows, 0);
  Flags columns(grid.columns, 0);
  for (std::size_t i = 0; i < input.wrong.size(); ++i) {
    if (input.wrong[i] != 0) {
      rows[i / grid.columns] = 1;
      columns[i % grid.columns] = 1;
    }
  }
  const std::vector<std::size_t> wrong_rows = members_of(rows);
  const std::vector<std::size_t> wrong_columns = members_of(columns);
  const bool all_rows = wrong_rows.size() == grid.rows;
  const bool all_columns = wrong_columns.size() == grid.columns;
  if (wrong_count == input.wrong.size()) {
    return "every element";
  }
  if (input.shape.size() < 2) {
    return describe_indices(columns, "element");
  }
  if (wrong_count == wrong_rows.size() * wrong_columns.size()) {
    if (all_columns) {
      return describe_indices(rows, "row");
    }
    return all_rows ? describe_indices(columns, "column")
                    : describe_indices(rows, "row") + ", " + describe_indices(columns, "column");
  }
  return std::to_string(wrong_count) + " of " + std::to_string(input.wrong.size()) +
         " elements within rows " + range_text(wrong_rows.front(), wrong_rows.back()) + ", columns " +
         range_text(wrong_columns.front(), wrong_columns.back());
}

/// "each holds 2 times the expected value" if one factor fits all wrong elements to 1 %.
std::string factor_text(const PatternInput& input) {
  double factor = 0;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < input.wrong.size(); ++i) {
    if (input.wrong[i] == 0) {
      continue;
    }
    const double ratio = input.got[i] / input.expected[i];
    if (!std::isfinite(ratio) || (seen > 0 && std::abs(ratio - factor) > 0.01 * std::abs(factor))) {
      return "";
    }
    factor = seen == 0 ? ratio : factor;
    ++seen;
  }
  if (seen < 2) {
    return "";
  }
  if (factor == 0) {
    return "each holds 0";
  }
  if (std::abs(factor - 1) < 0.05) {
    return "";
  }
  char number[32];
  std::snprintf(number, sizeof(number), "%.3g", factor);
  return "each holds " + std::string(number) + " times the expected value";
}

/// True if every wrong element of a square matrix holds what belongs to the transposed position, and
/// that differs from its own value by more than the agreement asked for (1 %).
bool holds_transpose(const PatternInput& input, const Grid& grid) {
  if (input.shape.size() != 2 || grid.rows != grid.columns || grid.rows < 2) {
    return false;
  }
  std::size_t seen = 0;
  for (std::size_t i = 0; i < input.wrong.size(); ++i) {
    if (input.wrong[i] == 0) {
      continue;
    }
    const double other = input.expected[(i % grid.columns) * grid.columns + i / grid.columns];
    if (!(std::abs(input.got[i] - other) <= 0.01 * std::abs(other))) {
      return false;
    }
    ++seen;
  }
  return seen >= 2;
}

}  // namespace

std::string describe_indices(const Flags& member, const std::string& noun) {
  const std::vector<std::size_t> members = members_of(member);
  if (members.empty()) {
    return "no " + noun;
  }
  if (members.size() == member.size()) {
    return "all " + std::to_string(members.size()) + " " + noun + "s";
  }
  const std::size_t first = members.front();
  const std::size_t last = members.back();
  if (members.size() == 1) {
    return noun + " " + std::to_string(first) + (last + 1 == member.size() ? " (the last)" : "");
  }
  if (last - first + 1 == members.size()) {
    const bool at_end = last + 1 == member.size();
    return noun + "s " + range_text(first, last) +
           (at_end ? " (the last " + std::to_string(members.size()) + ")" : "");
  }
  const std::string periodic = periodic_text(member, noun);
  return periodic.empty() ? list_text(members, noun) : periodic;
}

std::string describe_errors(const PatternInput& input) {
  const auto wrong_count = static_cast<std::size_t>(
      std::count_if(input.wrong.begin(), input.wrong.end(), [](std::uint8_t w) { return w != 0; }));
  if (wrong_count == 0) {
    return "";
  }
  const Grid grid = grid_of(input.shape, input.wrong.size());
  const std::string place = place_text(input, grid, wrong_count);
  if (holds_transpose(input, grid)) {
    return place + "; each holds the value of its transposed position";
  }
  const std::string factor = factor_text(input);
  return factor.empty() ? place : place + "; " + factor;
}

}  // namespace lanewise::reference
