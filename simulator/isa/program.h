// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decoded kernel: the instruction records that control flow can reach, in address order, with LLVM's
// own text and the source line of each. This is the form in which a kernel travels from the decoder to
// the flow analyses, the engine and the trace.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/isa/instruction.h"

namespace lanewise::isa {

/// Source place of an instruction; file indexes Program::files, line 0 = unknown.
struct SourceLine {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct Program {
  Target target = Target::kGfx942;
  std::string kernel;           ///< kernel name without ".kd"
  std::string code_object;  ///< name of the code object for messages (a file name, never an absolute path)
  std::uint64_t entry = 0;  ///< address of the first instruction
  std::vector<Instruction> instructions;  ///< ascending addresses, no overlaps
  std::vector<std::string> text;  ///< LLVM's text per instruction, e.g. "v_add_f32_e32 v0, v1, v2"
  std::vector<SourceLine> lines;  ///< one per instruction
  std::vector<std::string> files;  ///< paths as in the debug information
  /// Addresses inside .text that control flow reaches but that do not decode; running into one is an
  /// error that names the address and `reason`.
  struct Undecodable {
    std::uint64_t address;
    std::string reason;
  };
  std::vector<Undecodable> undecodable;

  static constexpr std::uint32_t kNoInstruction = 0xffffffff;
  /// Index of the instruction that starts at `address`, or kNoInstruction. O(log n).
  [[nodiscard]] std::uint32_t index_of(std::uint64_t address) const;
  /// "gemm.hip:41:7" of an instruction, or "" when unknown (file name without its folder).
  [[nodiscard]] std::string place(std::uint32_t index) const;
};

}  // namespace lanewise::isa
