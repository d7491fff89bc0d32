// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the decoder must know about an LLVM opcode, looked up once per opcode that occurs: its row in
// the role table, the register class and width of each operand, and the implicit registers. Looking up
// only what occurs matters: a map of all 47,000 LLVM opcode names costs 21 ms.

#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "simulator/code_object/llvm_machine.h"
#include "simulator/code_object/record.h"
#include "simulator/code_object/role_table.h"

namespace lanewise::code_object {

struct OpcodeFacts {
  const OpcodeRow* row = nullptr;
  const FieldList* fields = nullptr;
  const llvm::MCInstrDesc* desc = nullptr;
  isa::MnemonicId mnemonic = 0;
  std::array<const llvm::MCRegisterClass*, kMaximumFields> classes{};
  std::array<bool, kMaximumFields> takes_constant{};
  FlowKind flow = FlowKind::kFallsThrough;
  bool branch_offset = false;   ///< simm16 is a distance in words
  bool zero_extended = false;   ///< simm16 is a bit field, not a number
  bool signed_literal = false;  ///< a 32-bit literal of a 64-bit operand is sign-extended
  bool replicated = false;      ///< packed f32: a constant stands for both halves
  bool implicit_vcc_source = false;  ///< VCC takes the place of the e64 form's src2
  bool implicit_vcc_result = false;  ///< VCC takes the place of the e64 form's sdst
  bool reads_vcc = false, writes_vcc = false, reads_scc = false, writes_scc = false;
  bool reads_exec = false, writes_exec = false, reads_m0 = false;
};

class OpcodeCache {
 public:
  OpcodeCache(const LlvmMachine& machine, isa::Target target) : machine_(machine), target_(target) {}
  /// Throws Error{kLanewise, "unknown-opcode"} if the role table lacks the opcode or describes another one.
  const OpcodeFacts& facts(unsigned opcode);

 private:
  [[nodiscard]] OpcodeFacts look_up(unsigned opcode) const;
  const LlvmMachine& machine_;
  isa::Target target_;
  std::unordered_map<unsigned, OpcodeFacts> known_;
};

/// Hardware operand code or register number of an LLVM register.
struct RegisterPlace {
  isa::OperandKind kind = isa::OperandKind::kNone;
  std::uint16_t index = 0;
};
[[nodiscard]] RegisterPlace register_place(const LlvmMachine& machine, llvm::MCRegister reg);

}  // namespace lanewise::code_object
