// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine-readable report. Fields: docs/reference/report.md. Deterministic but for the wall-clock
// fields engine.seconds and engine.wave_instructions_per_second.

#pragma once

#include <string>
#include <vector>

#include "workbench/run/outcome.h"

namespace lanewise::workbench {

inline constexpr int kReportSchemaVersion = 1;

/// One outcome: its report. Several: {"schema_version", "verdict", "runs": [reports]}.
[[nodiscard]] std::string json_report(const std::vector<Outcome>& outcomes);

/// What `lanewise --version --json` prints.
[[nodiscard]] std::string json_version();
inline constexpr const char* kVersion = LANEWISE_VERSION;

}  // namespace lanewise::workbench
