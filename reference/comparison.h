// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verdict on one output: every element within its bound, NaN where NaN is due and nowhere else,
// infinities with their sign, and every element written. No share of misses is forgiven, NaN is no
// wildcard, and there is no tolerance to set: the bound comes from evaluate().
//
// What surprises: an element that nobody wrote counts as wrong even if its old content happens to be NaN
// where NaN is due. And where the bound is infinite (correct kernels may disagree) nothing passes.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/operations.h"
#include "reference/tensor.h"

namespace lanewise::reference {

enum class Mismatch : std::uint8_t {
  kNone,
  kValue,         ///< further from the reference than the bound
  kNotANumber,    ///< NaN on one side only
  kInfinity,      ///< infinite on one side only, or of the other sign
  kZeroSign,      ///< -0 for +0 or the reverse, where the operation defines it
  kNeverWritten,  ///< still the poison pattern, or unmarked in the mask
  kUndecided,     ///< the bound is infinite: these inputs cannot be judged
};
std::string_view name(Mismatch mismatch);  ///< "value", "nan", "infinity", ...

struct WrongElement {
  std::vector<std::int64_t> index;  ///< one per dimension
  std::size_t flat = 0;
  double expected = 0;
  double got = 0;
  double bound = 0;
  std::uint64_t got_bits = 0;
  Mismatch mismatch = Mismatch::kValue;
};

struct Comparison {
  bool pass = false;
  std::size_t elements = 0;
  std::size_t wrong_count = 0;          ///< of any kind; the next four are parts of it
  std::size_t nan_mismatches = 0;
  std::size_t infinity_mismatches = 0;
  std::size_t never_written = 0;
  std::size_t undecided = 0;
  double max_error_over_bound = 0;  ///< infinite if a bound of 0 or a NaN, infinity or zero sign is missed
  std::optional<WrongElement> first_wrong;  ///< lowest flat index
  std::optional<WrongElement> worst;  ///< largest error over bound, the first of them
  double mean_error_over_bound =
      0;  ///< signed, over finite elements of finite positive bound: bias shows here
  double rms_error_over_bound = 0;
  std::string pattern;  ///< where the wrong elements lie, e.g. "rows 64..127"; empty if none
  std::vector<float> map;  ///< with keep_map: |error| / bound per element, infinity as above
};

struct ComparisonOptions {
  std::optional<std::uint64_t> poison;  ///< bit pattern of an element that nobody wrote
  std::span<const std::uint8_t> written;  ///< one per element, 0 = never written; empty = unknown
  bool keep_map = false;
};

/// Throws std::invalid_argument if type or shape of `actual` or the mask's length do not fit.
Comparison compare(const Tensor& actual, const Evaluation& expected, const ComparisonOptions& options = {});

}  // namespace lanewise::reference
