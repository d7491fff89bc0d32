// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a person reads: one verdict line per run, diagnostics that editors can jump to, and a table of
// all runs. Pure text; the command decides where it goes.

#pragma once

#include <string>
#include <vector>

#include "simulator/diagnostics/error.h"
#include "workbench/run/outcome.h"

namespace lanewise::workbench {

/// ANSI colours or none.
struct Paint {
  bool colours = false;
  [[nodiscard]] std::string good(const std::string& text) const;
  [[nodiscard]] std::string bad(const std::string& text) const;
  [[nodiscard]] std::string faint(const std::string& text) const;
};

/// "PASS gfx942 swizzled: ...".
[[nodiscard]] std::string verdict_line(const Outcome& outcome, const Paint& paint);
/// "file:line:col: error: text [id]\n  remedy\n"; without a place "lanewise: error: ...".
[[nodiscard]] std::string diagnostic(const SourcePlace& place, const std::string& severity,
                                     const std::string& text, const std::string& id,
                                     const std::string& remedy);
[[nodiscard]] std::string diagnostic(const Error& error);
/// Everything that failed in a run, as diagnostics.
[[nodiscard]] std::string failure_text(const Outcome& outcome);

/// Heading and one row per outcome; the same cells stand in the HTML page.
[[nodiscard]] std::vector<std::vector<std::string>> summary_rows(const std::vector<Outcome>& outcomes);
[[nodiscard]] std::string summary_table(const std::vector<Outcome>& outcomes);

/// Source lines with their LDS conflict cycles, most first; empty if there are none.
[[nodiscard]] std::string conflict_lines(const Outcome& outcome);

}  // namespace lanewise::workbench
