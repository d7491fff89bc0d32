// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates LLVM's disassembler for gfx942 or gfx950. What surprises: the initialisation functions of a
// target are declared by hand, since the header that lists them would pull in every target of LLVM.

#include "simulator/code_object/llvm_machine.h"

#include <mutex>
#include <string_view>

#include <llvm/Config/llvm-config.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/TargetParser/Triple.h>

#include "simulator/diagnostics/error.h"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace lanewise::code_object {
namespace {

[[noreturn]] void refuse(isa::Target target, const std::string& reason) {
  throw Error(
      ErrorKind::kRequest, "llvm-without-amdgpu",
      "LLVM " LLVM_VERSION_STRING " cannot decode " + std::string(isa::target_name(target)) + ": " + reason,
      "build Lanewise with an LLVM 22 that has the AMDGPU target");
}

constexpr std::uint32_t kFnvOffset = 2166136261u;

std::uint32_t mix(std::uint32_t hash, std::string_view bytes) {
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

std::uint32_t mix(std::uint32_t hash, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ ((number >> shift) & 0xff)) * 16777619u;
  return hash;
}

}  // namespace

LlvmMachine make_llvm_machine(isa::Target target) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
  });
  const llvm::Triple triple("amdgcn-amd-amdhsa");
  std::string reason;
#if LLVM_VERSION_MAJOR >= 22
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(triple, reason);
  const llvm::Triple& name = triple;
#else
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(triple.str(), reason);
  const std::string name = triple.str();
#endif
  if (found == nullptr) refuse(target, reason);

  LlvmMachine machine;
  machine.registers.reset(found->createMCRegInfo(name));
  machine.assembler.reset(found->createMCAsmInfo(*machine.registers, name, llvm::MCTargetOptions{}));
  machine.instructions.reset(found->createMCInstrInfo());
  const std::string_view cpu = isa::target_name(target);
  machine.subtarget.reset(found->createMCSubtargetInfo(name, llvm::StringRef(cpu.data(), cpu.size()), ""));
  if (!machine.subtarget || !machine.subtarget->isCPUStringValid(llvm::StringRef(cpu.data(), cpu.size()))) {
    refuse(target, "the processor is unknown to it");
  }
  machine.context = std::make_unique<llvm::MCContext>(triple, machine.assembler.get(),
                                                      machine.registers.get(), machine.subtarget.get());
  machine.disassembler.reset(found->createMCDisassembler(*machine.subtarget, *machine.context));
  machine.printer.reset(
      found->createMCInstPrinter(triple, 0, *machine.assembler, *machine.instructions, *machine.registers));
  if (!machine.disassembler || !machine.printer) refuse(target, "it was built without a disassembler");
  machine.printer->setPrintImmHex(false);
#if LLVM_VERSION_MAJOR >= 22
  machine.register_mode = machine.subtarget->getHwMode(llvm::MCSubtargetInfo::HwMode_RegInfo);
#endif
  return machine;
}

const llvm::MCRegisterClass* operand_class(const LlvmMachine& machine, const llvm::MCInstrDesc& desc,
                                           unsigned index) {
  if (index >= desc.getNumOperands()) return nullptr;
#if LLVM_VERSION_MAJOR >= 22
  const int id = machine.instructions->getOpRegClassID(desc.operands()[index], machine.register_mode);
#else
  const int id = desc.operands()[index].RegClass;
#endif
  return id < 0 ? nullptr : &machine.registers->getRegClass(static_cast<unsigned>(id));
}

std::uint32_t signature_of(const LlvmMachine& machine, const llvm::MCInstrDesc& desc) {
  std::uint32_t hash = mix(mix(kFnvOffset, desc.getNumOperands()), desc.getNumDefs());
  for (unsigned i = 0; i < desc.getNumOperands(); ++i) {
    const llvm::MCOperandInfo& operand = desc.operands()[i];
    hash = mix(mix(hash, operand.OperandType),
               static_cast<std::uint32_t>(desc.getOperandConstraint(i, llvm::MCOI::TIED_TO) + 1));
    if (const llvm::MCRegisterClass* c = operand_class(machine, desc, i)) {
      const char* class_name = machine.registers->getRegClassName(c);
      hash = mix(hash, std::string_view(class_name));
    }
  }
  return hash;
}

}  // namespace lanewise::code_object
