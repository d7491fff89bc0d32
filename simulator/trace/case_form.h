// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The small parts of a trace as JSON, readable with any tool once the section is unpacked: title, verdict,
// launch, register facts, LDS totals, counters, allocations. Numbers are exact (64-bit integers).

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulator/trace/trace.h"

namespace lanewise::trace {

[[nodiscard]] std::vector<std::uint8_t> write_case(const Trace& trace);
/// Fills the parts that write_case wrote. Throws MalformedBytes.
void read_case(std::span<const std::uint8_t> json, Trace& trace);

}  // namespace lanewise::trace
