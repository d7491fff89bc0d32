// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decoded program as packed bytes, field by field. Mnemonics are written as names, not as ids: the id
// table is generated and may differ between builds of Lanewise. Absolute paths of source files are cut to
// the file's name, so that a trace tells nothing about the machine that made it.

#pragma once

#include "simulator/isa/program.h"
#include "simulator/trace/byte_stream.h"

namespace lanewise::trace {

void write_program(ByteWriter& out, const isa::Program& program);
/// Throws MalformedBytes, or NewerForm if the instruction records are of a later version.
[[nodiscard]] isa::Program read_program(ByteReader& in);

}  // namespace lanewise::trace
