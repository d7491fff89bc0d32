// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instruction record as one line of text, in the notation of tests/data/code_object/records.s; and
// files as bytes.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simulator/isa/program.h"

namespace lanewise::test {

/// "vop2/e32 vdst:v0 src0:v1 src1:v2 | exec". `to` names branch targets relative to the instruction.
[[nodiscard]] std::string record_text(const isa::Instruction& instruction);

[[nodiscard]] std::vector<std::byte> file_bytes(const std::string& path);
[[nodiscard]] std::vector<std::string> file_lines(const std::string& path);

}  // namespace lanewise::test
