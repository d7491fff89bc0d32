// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a trace holds beyond the totals: `--record ITEM,ITEM,...`
//
//   first middle last all N N-M    workgroups by linear number; default first,middle,last
//   limit=MIB                      bytes of the recording in memory; default 64
//   results=WORKGROUP.WAVE         the wave whose result registers are kept; default the first recorded

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "simulator/trace/recorder.h"

namespace lanewise::workbench {

/// Fills workgroups, byte_limit and results_of. Throws Error{kRequest, "bad-record"}.
[[nodiscard]] trace::RecordOptions parse_record(std::string_view text,
                                                const std::array<std::uint32_t, 3>& grid);

}  // namespace lanewise::workbench
