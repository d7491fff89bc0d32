// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins the role table with LLVM's description of an opcode. Whatever the e32 forms leave implicit and
// the e64 forms spell out (VCC as select mask, carry or compare result) is recognised here, so that both
// forms become the same record. Source: CDNA3/CDNA4 ISA manuals, "VOP2", "VOPC".

#include "simulator/code_object/opcode_facts.h"

#include <string>
#include <string_view>

#include <llvm/Config/llvm-config.h>

#include "simulator/diagnostics/error.h"

namespace lanewise::code_object {
namespace {

using isa::Encoding;
using isa::OperandKind;

[[noreturn]] void refuse(std::string_view opcode, isa::Target target, std::string_view reason) {
  throw Error(ErrorKind::kLanewise, "unknown-opcode",
              "LLVM " LLVM_VERSION_STRING " decodes its opcode " + std::string(opcode) + " for " +
                  std::string(isa::target_name(target)) + ", but the role table " + std::string(reason),
              "build Lanewise with the LLVM that the table was made from (22.1), or regenerate it with the "
              "CMake target "
              "lanewise_role_table_update");
}

FlowKind flow_of(std::string_view name) {
  if (name.starts_with("s_endpgm") || name == "s_rfe_b64" || name == "s_rfe_restore_b64")
    return FlowKind::kEnds;
  if (name == "s_setpc_b64") return FlowKind::kEnds;
  if (name == "s_branch") return FlowKind::kJumps;
  if (name == "s_call_b64") return FlowKind::kCalls;
  if (name.starts_with("s_cbranch_") && name != "s_cbranch_join" && name != "s_cbranch_g_fork")
    return FlowKind::kBranches;
  return FlowKind::kFallsThrough;
}

void note_implicit_registers(const LlvmMachine& machine, OpcodeFacts& facts) {
  for (llvm::MCPhysReg reg : facts.desc->implicit_uses()) {
    const std::string_view name = machine.registers->getName(reg);
    facts.reads_vcc |= name.starts_with("VCC");
    facts.reads_scc |= name == "SCC";
    facts.reads_exec |= name.starts_with("EXEC");
    facts.reads_m0 |= name.starts_with("M0");
  }
  for (llvm::MCPhysReg reg : facts.desc->implicit_defs()) {
    const std::string_view name = machine.registers->getName(reg);
    facts.writes_vcc |= name.starts_with("VCC");
    facts.writes_scc |= name == "SCC";
    facts.writes_exec |= name.starts_with("EXEC");
  }
}

/// LDS instructions of gfx9 need no bound in M0; these few still take something else from it.
bool lds_reads_m0(std::string_view name) {
  return name.ends_with("_addtid_b32") || name.starts_with("ds_gws_") || name == "ds_append" ||
         name == "ds_consume";
}

/// VCC of the short forms becomes an operand where the e64 form has one. v_div_fmas and the branches on
/// VCC keep it implicit in every form.
void make_vcc_explicit(OpcodeFacts& facts) {
  const Encoding encoding = facts.row->encoding;
  if ((encoding != Encoding::kVop2 && encoding != Encoding::kVopc) || facts.row->form == isa::Form::kE64)
    return;
  facts.implicit_vcc_source = facts.reads_vcc && !facts.fields->has(Field::kSrc2);
  facts.implicit_vcc_result = facts.writes_vcc && !facts.fields->has(Field::kSdst);
  if (facts.implicit_vcc_source) facts.reads_vcc = false;
  if (facts.implicit_vcc_result) facts.writes_vcc = false;
}

}  // namespace

const OpcodeFacts& OpcodeCache::facts(unsigned opcode) {
  const auto found = known_.find(opcode);
  return found != known_.end() ? found->second : known_.emplace(opcode, look_up(opcode)).first->second;
}

OpcodeFacts OpcodeCache::look_up(unsigned opcode) const {
  OpcodeFacts facts;
  const llvm::StringRef name = machine_.instructions->getName(opcode);
  const std::string_view opcode_name(name.data(), name.size());
  facts.row = find_opcode_row(opcode_name);
  if (facts.row == nullptr) refuse(opcode_name, target_, "does not have it");
  facts.desc = &machine_.instructions->get(opcode);
  facts.fields = &field_lists()[facts.row->list];
  if (facts.fields->count != facts.desc->getNumOperands() ||
      facts.row->signature != signature_of(machine_, *facts.desc)) {
    refuse(opcode_name, target_, "was made from another description of it");
  }
  const std::string_view mnemonic = facts.row->mnemonic;
  facts.mnemonic = isa::find_mnemonic(mnemonic);
  for (unsigned i = 0; i < facts.desc->getNumOperands(); ++i) {
    facts.classes[i] = operand_class(machine_, *facts.desc, i);
    facts.takes_constant[i] = facts.desc->operands()[i].OperandType > llvm::MCOI::OPERAND_REGISTER;
  }
  facts.flow = flow_of(mnemonic);
  facts.branch_offset =
      facts.flow == FlowKind::kJumps || facts.flow == FlowKind::kCalls || facts.flow == FlowKind::kBranches;
  facts.zero_extended =
      mnemonic == "s_waitcnt" || mnemonic.starts_with("s_setreg") || mnemonic.starts_with("s_getreg");
  facts.signed_literal = mnemonic.find("_i64") != std::string_view::npos;
  facts.replicated =
      mnemonic.starts_with("v_pk_") && (mnemonic.ends_with("_f32") || mnemonic == "v_pk_mov_b32");
  note_implicit_registers(machine_, facts);
  if (facts.row->encoding == Encoding::kDs) facts.reads_m0 = lds_reads_m0(mnemonic);
  make_vcc_explicit(facts);
  return facts;
}

RegisterPlace register_place(const LlvmMachine& machine, llvm::MCRegister reg) {
  constexpr unsigned kVgprFlag = 0x400, kAgprFlag = 0x800, kM0 = 124, kNull = 125;
  const unsigned code = machine.registers->getEncodingValue(reg);
  if (code & kVgprFlag) return {OperandKind::kVgpr, static_cast<std::uint16_t>(code & 0xff)};
  if (code & kAgprFlag) return {OperandKind::kAgpr, static_cast<std::uint16_t>(code & 0xff)};
  if (code == 0) {  // SGPR 0, or one of LLVM's registers without a number
    const std::string_view name = machine.registers->getName(reg);
    if (name.starts_with("M0")) return {OperandKind::kSgpr, kM0};
    if (!name.starts_with("SGPR0")) return {};
  }
  const bool special = (code >= 235 && code <= 239) || (code >= 251 && code <= 253);
  const bool scalar = code <= 127 && code != kNull;
  if (!special && !scalar) return {};
  return {special ? OperandKind::kSpecial : OperandKind::kSgpr, static_cast<std::uint16_t>(code)};
}

}  // namespace lanewise::code_object
