// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction: words -> LLVM's MCInst -> our own record. Registers, constants and immediates come
// from the MCInst by the roles of role_table.h; modifier bits (neg, op_sel, DPP, SDWA, ...) are read
// from the words themselves, because LLVM leaves trailing modifier operands out.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "simulator/code_object/word_check.h"
#include "simulator/isa/instruction.h"

namespace lanewise::code_object {

/// What a decoded instruction does to control flow.
enum class FlowKind : std::uint8_t { kFallsThrough, kJumps, kBranches, kCalls, kEnds };

struct DecodedInstruction {
  isa::Instruction record;
  std::string text;    ///< LLVM's text, single spaces
  FlowKind flow = FlowKind::kFallsThrough;
  std::string reason;  ///< not empty: the words are no legal instruction, and why
};

class InstructionDecoder {
 public:
  /// Throws Error if this LLVM cannot decode `target`.
  explicit InstructionDecoder(isa::Target target);
  ~InstructionDecoder();
  InstructionDecoder(const InstructionDecoder&) = delete;
  InstructionDecoder& operator=(const InstructionDecoder&) = delete;

  /// Decodes the instruction at `address`. Words past the end of the code are given as zero, and
  /// `available` says how many bytes there are. Throws Error{kLanewise, "unknown-opcode"} if LLVM decodes
  /// something that the role table does not have or describes otherwise.
  [[nodiscard]] DecodedInstruction decode(const Words& words, std::uint64_t available, std::uint64_t address);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lanewise::code_object
