// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says in a few words where the wrong elements of an output lie, because the place usually names
// the fault: every second column, the last rows, one tile, the values of the transpose.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise::reference {

struct PatternInput {
  const std::vector<std::int64_t>& shape;
  const std::vector<std::uint8_t>& wrong;  ///< one per element, not 0 = wrong
  const std::vector<double>& expected;
  const std::vector<double>& got;
};

/// One sentence part without a final stop, e.g. "rows 64..127, every second column from 1; each holds
/// 2 times the expected value". Empty if nothing is wrong. All dimensions but the last count as rows.
std::string describe_errors(const PatternInput& input);

/// A set of indices 0..extent-1 in words: "all 128 columns", "row 5", "rows 64..127 (the last 64)",
/// "every second column from 1", "columns 16..31 of every 32", "rows 3, 7, 90". `member` has one flag an
/// index.
std::string describe_indices(const std::vector<std::uint8_t>& member, const std::string& noun);

}  // namespace lanewise::reference
