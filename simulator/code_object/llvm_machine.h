// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's machine-code objects for one of our targets: everything that turns bytes into an MCInst and
// an MCInst into text. Only public headers are used. Making one costs about half a millisecond; an
// object belongs to one thread at a time.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include "simulator/isa/instruction.h"

namespace lanewise::code_object {

struct LlvmMachine {
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembler;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
  unsigned register_mode = 0;  ///< hardware mode that picks register classes
};

/// Throws Error{kRequest, "llvm-without-amdgpu"} if this LLVM does not know the target.
[[nodiscard]] LlvmMachine make_llvm_machine(isa::Target target);

/// Register class of operand `index` of an instruction description, or nullptr for an immediate.
[[nodiscard]] const llvm::MCRegisterClass* operand_class(const LlvmMachine& machine,
                                                         const llvm::MCInstrDesc& desc, unsigned index);

/// Hash over everything of an instruction description that the role table relies on: operand count,
/// definitions, and type, class name and tie of each operand.
[[nodiscard]] std::uint32_t signature_of(const LlvmMachine& machine, const llvm::MCInstrDesc& desc);

}  // namespace lanewise::code_object
