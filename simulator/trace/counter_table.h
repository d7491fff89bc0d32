// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counters that Lanewise reports, under rocprof's names, each with its definition and its source. The
// JSON report, the documentation and the tooltips show these texts. Where AMD's one-line definition leaves
// a question open, `definition` says how Lanewise answers it, and `assumed` is true.

#pragma once

#include <span>
#include <string_view>

namespace lanewise::trace {

struct CounterDefinition {
  std::string_view name;
  std::string_view unit;
  std::string_view definition;
  std::string_view source;
  bool assumed = false;  ///< part of the rule is Lanewise's own reading, see `definition`
};

/// All counters, in the order of the report.
[[nodiscard]] std::span<const CounterDefinition> counter_definitions();
/// The definition of a counter by name, or nullptr.
[[nodiscard]] const CounterDefinition* find_counter(std::string_view name);

}  // namespace lanewise::trace
