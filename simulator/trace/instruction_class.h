// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of rocprof's instruction counters an instruction increments, decided from its encoding and base
// mnemonic alone. The rules are those of counter_table.cpp.

#pragma once

#include <string_view>
#include <vector>

#include "simulator/isa/program.h"

namespace lanewise::trace {

/// Names of the counters that one execution of this instruction increments (a subset of
/// counter_definitions(); waits, barriers and s_nop increment none).
[[nodiscard]] std::vector<std::string_view> counters_of_instruction(const isa::Instruction& instruction,
                                                                    std::string_view mnemonic,
                                                                    isa::Target target);

/// SQ_INSTS_VALU_MFMA_* of a matrix instruction by its input type; empty for other mnemonics.
[[nodiscard]] std::string_view matrix_counter(std::string_view mnemonic,
                                              const isa::VectorModifiers& modifiers);

}  // namespace lanewise::trace
