// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the registers view shows, as data: live registers before each instruction (data flow over the
// decoded code, no execution), their peak, what is allocated, and how many waves that leaves room for.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/trace/trace.h"

namespace lanewise::views {

/// Registers up to which a number of waves fits on a SIMD.
struct OccupancyStep {
  std::uint32_t waves = 0, registers = 0;
};

struct RegisterCurve {
  const trace::Trace* trace = nullptr;
  bool known = false;           ///< false: the trace holds no live counts
  std::uint32_t peak = 0;       ///< instruction before which most VGPRs + AGPRs live
  std::uint32_t peak_vgprs = 0, peak_agprs = 0, peak_sgprs = 0;  ///< peak_sgprs: its own peak
};

[[nodiscard]] RegisterCurve register_curve(const trace::Trace& trace);

/// 8 waves down to 1, with the most registers that allow them.
[[nodiscard]] std::vector<OccupancyStep> occupancy_steps();

/// One resource and the waves per SIMD that it alone would allow.
struct OccupancyLimit {
  std::string name;
  std::uint32_t waves = 0;
  bool limits = false;
};
[[nodiscard]] std::vector<OccupancyLimit> occupancy_limits(const trace::Trace& trace);

struct RegisterRow {
  std::string name;
  std::string value;
  std::string tooltip;
  bool alarm = false;
};
[[nodiscard]] std::vector<RegisterRow> register_rows(const trace::Trace& trace);

}  // namespace lanewise::views
