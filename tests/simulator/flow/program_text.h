// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small programs for the flow tests, written as text that is read by eye:
//
//   loop:
//     global_load_dwordx2 v[0:1] <- v[8:9]      written registers <- read registers
//     s_waitcnt vmcnt(0) lgkmcnt(3)
//     v_cmp_lt_u32 vcc <- v0 s4
//     s_cbranch_vccnz loop
//     s_endpgm
//
// Encodings and operand roles follow from the mnemonic. Registers: v a s (also ranges), vcc, exec, m0,
// scc. This is no assembler: it builds instruction records, with four bytes to each instruction.

#pragma once

#include <string>
#include <string_view>

#include "simulator/flow/flow.h"
#include "simulator/isa/program.h"

namespace lanewise::flow::test {

/// Throws std::invalid_argument for a line that it does not understand.
[[nodiscard]] isa::Program program_from(std::string_view text);
/// The only instruction of a one-line program.
[[nodiscard]] isa::Instruction instruction_from(std::string_view line);
/// "v0 v1 a3 s4 vcc scc", ascending; vcc and exec stand for both halves.
[[nodiscard]] std::string names_of(const RegisterSet& set);

}  // namespace lanewise::flow::test
