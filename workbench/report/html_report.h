// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page for people: verdicts, the table of all runs, LDS pictures before and after per target,
// registers, and the source with its LDS conflicts. One file, nothing loaded from anywhere.

#pragma once

#include <string>
#include <vector>

#include "simulator/trace/trace.h"
#include "workbench/run/outcome.h"

namespace lanewise::workbench {

/// From runs: with verdicts and table. Pictures of those outcomes that have a trace.
[[nodiscard]] std::string html_report(const std::vector<Outcome>& outcomes);
/// From trace files alone.
[[nodiscard]] std::string html_report(const std::vector<const trace::Trace*>& traces);

}  // namespace lanewise::workbench
