// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A job: one case, with one variant and one target chosen and every expression turned into a number.
// This is what is run.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "workbench/case/case_file.h"
#include "workbench/case/expression.h"

namespace lanewise::workbench {

struct JobArgument {
  std::string name;
  ArgumentKind kind = ArgumentKind::kBuffer;
  DType dtype = DType::f32;
  std::vector<std::uint64_t> shape;  ///< buffers: extents as the case names them
  bool column_major = false;
  Direction direction = Direction::kIn;
  Init init;
  std::uint64_t seed = 1;
  bool dtype_from_file = false;
  SourcePlace place;  ///< in the case file
  std::uint64_t bits = 0;  ///< scalars: the value at the dtype's width

  [[nodiscard]] std::uint64_t elements() const;
  [[nodiscard]] std::uint64_t bytes() const { return elements() * reference::size_in_bytes(dtype); }
  [[nodiscard]] bool is_output() const {
    return kind == ArgumentKind::kBuffer && direction != Direction::kIn;
  }
};

enum class Comparison : std::uint8_t { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

/// "lds.conflict_cycles = 0".
struct Bar {
  std::string metric;
  Comparison comparison = Comparison::kEqual;
  double limit = 0;
  std::string text;
  SourcePlace place;
};
/// Throws Error{kRequest, "bad-bar"}.
[[nodiscard]] Bar parse_bar(const PlacedText& text);
[[nodiscard]] bool holds(const Bar& bar, double value);

struct Job {
  std::string title;
  std::string variant;  ///< "" if the case has none
  isa::Target target = isa::Target::kGfx942;
  std::string sizes;    ///< "K=64 M=128 N=256", for tables
  Constants constants;  ///< the case's with the variant's put over them
  std::vector<JobArgument> arguments;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_lds = 0;
  std::vector<std::pair<std::string, double>> reference_parameters;
  std::vector<Bar> bars;
  std::uint64_t seed = 1;

  [[nodiscard]] const JobArgument* find(std::string_view name) const;
};

struct JobChoice {
  const Variant* variant = nullptr;  ///< nullptr: the nameless one
  isa::Target target = isa::Target::kGfx942;
  const std::map<std::string, std::int64_t, std::less<>>* sizes =
      nullptr;  ///< further sizes, or the default ones
};

/// Evaluates everything. Throws Error{kRequest} at the place of the expression.
[[nodiscard]] Job make_job(const Case& given, const JobChoice& choice);

}  // namespace lanewise::workbench
