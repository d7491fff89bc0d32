// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorded waves as packed bytes. Streams are delta-coded: the instruction index against the next
// instruction in program order, EXEC only where it changed, lane addresses against the lane before,
// register values only in lanes that changed since the register was last recorded.

#pragma once

#include <vector>

#include "simulator/trace/byte_stream.h"
#include "simulator/trace/trace.h"

namespace lanewise::trace {

void write_workgroups(ByteWriter& out, const std::vector<WorkgroupRecord>& workgroups);
/// Throws MalformedBytes. Indices into accesses and results are checked, instruction indices are not.
[[nodiscard]] std::vector<WorkgroupRecord> read_workgroups(ByteReader& in);

}  // namespace lanewise::trace
