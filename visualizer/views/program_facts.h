// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small questions about a decoded program that several views ask.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/isa/program.h"
#include "visualizer/theme/theme.h"

namespace lanewise::views {

/// The pipe that executes an instruction, in the fixed colour categories.
[[nodiscard]] theme::Category category_of(const isa::Instruction& instruction);

/// "v_mfma_f32_16x16x16_bf16", from the record, without encoding suffix.
[[nodiscard]] std::string_view mnemonic_of(const isa::Program& program, std::uint32_t index);

/// True for DS instructions that touch LDS storage lane by lane (not the cross-lane ones).
[[nodiscard]] bool touches_lds(const isa::Program& program, std::uint32_t index);

/// Instructions first..last hold a loop body: last branches back to first, which leads to last again.
struct Loop {
  std::uint32_t first = 0, last = 0;
};
/// Innermost first; at most one per branch target. A backward branch out of a block that the compiler
/// moved behind the rest is no loop: its target does not lead back to it.
[[nodiscard]] std::vector<Loop> loops(const isa::Program& program);

/// "gemm.hip:41" (no column), or "-" when unknown.
[[nodiscard]] std::string short_place(const isa::Program& program, std::uint32_t index);
/// LLVM's text with runs of white space made one space.
[[nodiscard]] std::string instruction_text(const isa::Program& program, std::uint32_t index);

}  // namespace lanewise::views
