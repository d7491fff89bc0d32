// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bank view shows, as data: the ranking of a kernel's LDS instructions over the whole dispatch
// (counted while it ran) and, for one recorded execution of one of them, the banks that each lane hit
// phase by phase (the same pure function that counted, applied to the recorded addresses).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulator/lds/banks.h"
#include "simulator/trace/trace.h"
#include "visualizer/views/selection.h"

namespace lanewise::views {

struct LdsTotals {
  std::uint64_t executions = 0, active_cycles = 0, conflict_cycles = 0;
};

/// One address of the pictured execution; two-address forms have two.
struct LdsAccessFacts {
  const lds::PhaseTable* table = nullptr;
  lds::Result result;
};

/// The recorded execution that is pictured.
struct LdsInstance {
  std::uint32_t workgroup = 0, wave = 0;
  std::uint32_t number = 0, recorded = 0;  ///< n-th (from 0) of the recorded ones of this wave
  std::uint64_t exec = 0;
  std::vector<LdsAccessFacts> accesses;
};

struct LdsFacts {
  const trace::Trace* trace = nullptr;
  bool has_lds_instructions = false;
  LdsTotals totals;
  std::vector<trace::LdsInstructionCount> ranking;  ///< most conflict cycles first
  std::optional<std::uint32_t> instruction;         ///< selected, index in the program
  std::optional<LdsInstance> instance;              ///< unset: no execution of it was recorded
};

[[nodiscard]] LdsFacts lds_facts(const trace::Trace& trace, const Selection& selection);

/// Facts of the trace on the right of a comparison: the instruction that answers to the one selected on
/// the left, by mnemonic and source line, else by mnemonic and order, else the default.
[[nodiscard]] LdsFacts matching_lds_facts(const trace::Trace& trace, const LdsFacts& left,
                                          const Selection& selection);

/// Distinct dwords asked of each bank in one phase: 0 = not hit, 1 = free of conflicts.
[[nodiscard]] std::vector<std::uint32_t> bank_degrees(const lds::PhaseResult& phase, std::uint32_t banks);

/// "0-3, 20-23"
[[nodiscard]] std::string lane_ranges(const std::vector<std::uint8_t>& lanes);

/// Conflict cycles as a share of the active ones, "33 %", "0 %", or "-" without any.
[[nodiscard]] std::string conflict_share(const LdsTotals& totals);

}  // namespace lanewise::views
