// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills our instruction record from LLVM's. What surprises:
//  - An MCInst may have fewer operands than its description (trailing modifiers and tied old values are
//    left out) or one more (DS); the leading ones always match.
//  - LLVM's success does not mean that the words are legal: it delivers constants where only a register
//    may stand, and register tuples that start at an odd number. Both are refused here, and so is
//    what LLVM prints with a remark, as "/* Invalid dpp_ctrl value */".
//  - Fused multiply-adds with a constant present it where it is multiplied (fmamk) or added (fmaak), so
//    that src0 * src1 + src2 holds for all of them.

#include "simulator/code_object/record.h"

#include <optional>
#include <string_view>

#include <llvm/MC/MCExpr.h>
#include <llvm/Support/raw_ostream.h>

#include "simulator/code_object/modifier_bits.h"
#include "simulator/code_object/opcode_facts.h"

namespace lanewise::code_object {
namespace {

using isa::Encoding;
using isa::Operand;
using isa::OperandKind;
using isa::Role;

constexpr std::uint16_t kVccCode = 106;

/// Everything that one instruction's conversion needs.
struct Conversion {
  const LlvmMachine& machine;
  const OpcodeFacts& facts;
  const llvm::MCInst& inst;
  isa::Instruction& record;
  std::string reason;

  [[nodiscard]] Encoding encoding() const { return facts.row->encoding; }
};

void add_operand(Conversion& c, const Operand& operand) {
  if (c.record.operand_count == c.record.operands.size()) {
    c.reason = "it has more operands than an instruction record holds";
    return;
  }
  c.record.operands[c.record.operand_count++] = operand;
}

std::uint16_t dwords_of(const llvm::MCRegisterClass& register_class) {
  return static_cast<std::uint16_t>(
      register_class.getSizeInBits() < 32 ? 1 : register_class.getSizeInBits() / 32);
}

/// LLVM returns M0, VCC, trap and scratch registers as variants that its register classes do not list;
/// numbered registers must be in the class, which also checks the alignment of VGPR tuples.
bool legal_register(const Conversion& c, unsigned index, llvm::MCRegister reg, const RegisterPlace& place) {
  const llvm::MCRegisterClass* allowed = c.facts.classes[index];
  if (allowed == nullptr) return false;
  if (allowed->contains(reg)) return true;
  constexpr std::uint16_t kFirstNamed = 102;  // FLAT_SCRATCH; below are the numbered SGPRs
  return place.kind == OperandKind::kSpecial ? c.facts.takes_constant[index]
                                             : place.kind == OperandKind::kSgpr && place.index >= kFirstNamed;
}

std::uint64_t constant_bits(const Conversion& c, const Operand& operand, std::int64_t value) {
  std::uint64_t bits = static_cast<std::uint64_t>(value);
  if (operand.dwords != 2) return bits;
  if (c.facts.replicated) return (bits & 0xffffffff) | bits << 32;
  // Inline integers arrive sign-extended and inline floats as doubles: only a literal fits this.
  const bool literal = bits > 0x7fffffff && bits <= 0xffffffff;
  return literal && c.facts.signed_literal ? bits | 0xffffffff00000000u : bits;
}

/// Number that an operand holds. A literal that could have been an inline constant arrives as `lit(n)`.
std::optional<std::int64_t> number_of(const llvm::MCOperand& operand) {
  if (operand.isImm()) return operand.getImm();
  std::int64_t value = 0;
  if (operand.isExpr() && operand.getExpr()->evaluateAsAbsolute(value)) return value;
  return std::nullopt;
}

/// Operand `index` as a register or constant; kNone and a reason if it is not legal.
Operand read_operand(Conversion& c, unsigned index, Role role) {
  Operand out;
  out.role = role;
  const llvm::MCOperand& operand = c.inst.getOperand(index);
  const llvm::MCRegisterClass* allowed = c.facts.classes[index];
  if (allowed != nullptr) out.dwords = dwords_of(*allowed);
  if (operand.isReg()) {
    const llvm::MCRegister reg = operand.getReg();
    const RegisterPlace place = register_place(c.machine, reg);
    if (place.kind == OperandKind::kNone || !legal_register(c, index, reg, place)) {
      c.reason = "register " + std::string(c.machine.registers->getName(reg)) + " cannot stand in operand " +
                 std::to_string(index) + " of " + std::string(c.facts.row->mnemonic);
      return out;
    }
    out.kind = place.kind;
    out.index = place.index;
  } else if (const std::optional<std::int64_t> number = number_of(operand)) {
    if (!c.facts.takes_constant[index] && allowed != nullptr) {
      c.reason = "operand " + std::to_string(index) + " of " + std::string(c.facts.row->mnemonic) +
                 " must be a register";
      return out;
    }
    if (allowed == nullptr) out.dwords = 1;
    out.kind = OperandKind::kConstant;
    out.value = constant_bits(c, out, *number);
  } else {
    c.reason = "LLVM delivers an operand that is neither register nor number";
  }
  return out;
}

void add_register_or_constant(Conversion& c, unsigned index, Role role) {
  const Operand operand = read_operand(c, index, role);
  if (c.reason.empty()) add_operand(c, operand);
}

std::int64_t immediate_at(const Conversion& c, unsigned index) {
  return number_of(c.inst.getOperand(index)).value_or(0);
}

void read_simm16(Conversion& c, unsigned index) {
  const auto value = static_cast<std::uint16_t>(immediate_at(c, index));
  const std::int32_t number = static_cast<std::int16_t>(value);
  c.record.immediate = c.facts.zero_extended ? value : number;
  if (c.facts.branch_offset)
    c.record.branch_target = c.record.address + 4 + static_cast<std::uint64_t>(4ll * number);
}

void read_cache_policy(Conversion& c, unsigned index) {
  constexpr std::int64_t kLlvmSc0 = 1, kLlvmNonTemporal = 2, kLlvmSc1 = 16;
  const std::int64_t policy = immediate_at(c, index);
  c.record.memory.cache =
      static_cast<std::uint8_t>((policy & kLlvmSc0 ? isa::kSc0 : 0) | (policy & kLlvmSc1 ? isa::kSc1 : 0) |
                                (policy & kLlvmNonTemporal ? isa::kNonTemporal : 0));
}

bool is_definition(const Conversion& c, unsigned index) { return index < c.facts.desc->getNumDefs(); }

/// Operands of SOP1, the one encoding that LLVM leaves without names: the result, then the source, then
/// perhaps the old result. The result of s_movreld is no definition to LLVM, since M0 chooses it.
void read_unnamed(Conversion& c, unsigned index) {
  const bool result = is_definition(c, index) || (index == 0 && c.facts.fields->count == 2);
  const unsigned source = c.facts.fields->count > 1 ? 1 : c.facts.desc->getNumDefs();
  if (result) return add_register_or_constant(c, index, Role::kSdst);
  if (index == source) add_register_or_constant(c, index, Role::kSrc0);
}

/// Conversions that keep part of their destination list it as a third source, which the ISA does not.
bool is_old_destination(const Conversion& c, unsigned index) {
  return c.encoding() == Encoding::kVop3 &&
         c.facts.desc->getOperandConstraint(index, llvm::MCOI::TIED_TO) == 0;
}

/// `vdata` of a buffer instruction: result of a load, data of a store, both for a returning atomic.
void read_buffer_data(Conversion& c, unsigned index) {
  if (!is_definition(c, index)) return add_register_or_constant(c, index, Role::kData0);
  Operand result = read_operand(c, index, Role::kVdst);
  if (!c.reason.empty()) return;
  if (c.facts.row->mnemonic.find("_atomic_cmpswap") != std::string_view::npos) result.dwords /= 2;
  add_operand(c, result);
}

bool is_permlane_swap(const Conversion& c) {
  return c.facts.row->mnemonic == "v_permlane16_swap_b32" || c.facts.row->mnemonic == "v_permlane32_swap_b32";
}

/// src1 of v_fmamk/v_madmk is what is added; the constant is what is multiplied.
Role vector_source_role(const Conversion& c, Field field) {
  const bool has_constant = c.facts.fields->has(Field::kImm) && c.encoding() == Encoding::kVop2;
  const bool constant_last =
      c.facts.row->mnemonic.starts_with("v_fmaak") || c.facts.row->mnemonic.starts_with("v_madak");
  if (field == Field::kImm) return constant_last ? Role::kSrc2 : Role::kSrc1;
  return has_constant && !constant_last ? Role::kSrc2 : Role::kSrc1;
}

void read_field(Conversion& c, Field field, unsigned index) {
  switch (field) {
    case Field::kUnnamed: return read_unnamed(c, index);
    case Field::kVdst: {  // v_readlane's vdst is a scalar
      const bool scalar =
          c.inst.getOperand(index).isReg() &&
          register_place(c.machine, c.inst.getOperand(index).getReg()).kind == OperandKind::kSgpr;
      return add_register_or_constant(c, index, scalar ? Role::kSdst : Role::kVdst);
    }
    case Field::kVdst1: return add_register_or_constant(c, index, Role::kVdst2);
    case Field::kSdst:
      return add_register_or_constant(c, index, is_definition(c, index) ? Role::kSdst : Role::kSrc0);
    case Field::kSrc0: return add_register_or_constant(c, index, Role::kSrc0);
    case Field::kSrc1: return add_register_or_constant(c, index, vector_source_role(c, field));
    case Field::kSrc2:
      if (!is_old_destination(c, index)) add_register_or_constant(c, index, Role::kSrc2);
      return;
    case Field::kVdstIn:  // the swap's old first register is its second source; elsewhere vdst tells it
      if (is_permlane_swap(c)) add_register_or_constant(c, index, Role::kSrc1);
      return;
    case Field::kImm:
      if (c.encoding() == Encoding::kVop2)
        return add_register_or_constant(c, index, vector_source_role(c, field));
      c.record.literal = static_cast<std::uint32_t>(immediate_at(c, index));
      return;
    case Field::kIdx: return add_register_or_constant(c, index, Role::kIndex);
    case Field::kScaleSrc0: return add_register_or_constant(c, index, Role::kScaleSrc0);
    case Field::kScaleSrc1: return add_register_or_constant(c, index, Role::kScaleSrc1);
    case Field::kSimm16: return read_simm16(c, index);
    case Field::kSdata:
      if (!c.inst.getOperand(index).isImm()) return add_register_or_constant(c, index, Role::kScalarData);
      c.record.immediate = static_cast<std::int32_t>(immediate_at(c, index));
      return;
    case Field::kSbase: return add_register_or_constant(c, index, Role::kScalarBase);
    case Field::kSoffset: return add_register_or_constant(c, index, Role::kScalarOffset);
    case Field::kVdata:
      return c.encoding() == Encoding::kMubuf || c.encoding() == Encoding::kMtbuf
                 ? read_buffer_data(c, index)
                 : add_register_or_constant(c, index, Role::kData0);
    case Field::kVdataIn:  // of an atomic: what is stored; of a 16-bit load: the old value, which vdst tells
      if (c.facts.row->mnemonic.find("_atomic_") != std::string_view::npos)
        add_register_or_constant(c, index, Role::kData0);
      return;
    case Field::kVaddr:
    case Field::kAddr: return add_register_or_constant(c, index, Role::kAddress);
    case Field::kSaddr: return add_register_or_constant(c, index, Role::kScalarAddress);
    case Field::kSrsrc: return add_register_or_constant(c, index, Role::kResource);
    case Field::kData0: return add_register_or_constant(c, index, Role::kData0);
    case Field::kData1: return add_register_or_constant(c, index, Role::kData1);
    case Field::kCpol: return read_cache_policy(c, index);
    default: return;  // modifiers and offsets, read from the words
  }
}

void add_implicit_vcc(Conversion& c, Role role) {
  Operand vcc;
  vcc.kind = OperandKind::kSgpr;
  vcc.role = role;
  vcc.index = kVccCode;
  vcc.dwords = 2;
  add_operand(c, vcc);
}

/// LLVM does not know that v_pk_fmac_f16 reads its destination; of its siblings it does.
void add_forgotten_accumulator(Conversion& c) {
  const Operand* destination = c.record.find(Role::kVdst);
  if (destination == nullptr || c.facts.row->mnemonic != "v_pk_fmac_f16") return;
  Operand accumulator = *destination;
  accumulator.role = Role::kSrc2;
  add_operand(c, accumulator);
}

void fill_record(Conversion& c, const Words& words) {
  isa::Instruction& record = c.record;
  const OpcodeFacts& facts = c.facts;
  record.mnemonic = facts.mnemonic;
  record.encoding = facts.row->encoding;
  record.form = facts.row->form;
  record.vector = vector_modifiers(words, *facts.row, *facts.fields);
  record.memory = memory_fields(words, *facts.row, *facts.fields);
  record.reads_vcc = facts.reads_vcc;
  record.writes_vcc = facts.writes_vcc;
  record.reads_scc = facts.reads_scc;
  record.writes_scc = facts.writes_scc;
  record.reads_exec = facts.reads_exec;
  record.writes_exec = facts.writes_exec;
  record.reads_m0 = facts.reads_m0;
  if (facts.implicit_vcc_result && facts.row->encoding == Encoding::kVopc) add_implicit_vcc(c, Role::kSdst);
  const unsigned count = std::min<unsigned>(facts.fields->count, c.inst.getNumOperands());
  for (unsigned i = 0; i < count && c.reason.empty(); ++i) {
    read_field(c, facts.fields->fields[i], i);
    if (i == 0 && facts.implicit_vcc_result && facts.row->encoding != Encoding::kVopc)
      add_implicit_vcc(c, Role::kSdst);
  }
  if (facts.implicit_vcc_source && c.reason.empty()) add_implicit_vcc(c, Role::kSrc2);
  add_forgotten_accumulator(c);
}

/// LLVM prints a tab before and after the mnemonic; we keep single spaces.
std::string with_single_spaces(std::string_view text) {
  std::string out;
  for (char letter : text) {
    const bool space = letter == ' ' || letter == '\t';
    if (!space)
      out += letter;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace

struct InstructionDecoder::State {
  explicit State(isa::Target target) : machine(make_llvm_machine(target)), opcodes(machine, target) {}
  LlvmMachine machine;
  OpcodeCache opcodes;
};

InstructionDecoder::InstructionDecoder(isa::Target target) : state_(std::make_unique<State>(target)) {}
InstructionDecoder::~InstructionDecoder() = default;

DecodedInstruction InstructionDecoder::decode(const Words& words, std::uint64_t available,
                                              std::uint64_t address) {
  DecodedInstruction out;
  out.record.address = address;
  out.reason = reject_words(words);
  if (!out.reason.empty()) return out;
  llvm::MCInst inst;
  std::uint64_t size = 0;
  const llvm::ArrayRef<std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(words.data()),
                                           sizeof(words));
  if (state_->machine.disassembler->getInstruction(inst, size, bytes, address, llvm::nulls()) ==
      llvm::MCDisassembler::Fail) {
    out.reason = "LLVM does not decode the words";
    return out;
  }
  if (size > available) {
    out.reason = "the code ends in the middle of the instruction";
    return out;
  }
  constexpr std::uint64_t kScaledSize = 16;
  if (is_scale_prefix(words[0]) && size != kScaledSize) {
    out.reason = "no matrix instruction follows the scales";
    return out;
  }
  const OpcodeFacts& facts = state_->opcodes.facts(inst.getOpcode());
  out.record.size = static_cast<std::uint8_t>(size);
  out.flow = facts.flow;
  Conversion conversion{state_->machine, facts, inst, out.record, {}};
  fill_record(conversion, words);
  out.reason = conversion.reason;
  if (!out.reason.empty()) return out;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  state_->machine.printer->printInst(&inst, address, "", *state_->machine.subtarget, stream);
  out.text = with_single_spaces(printed);
  if (const std::size_t comment = out.text.find("/*"); comment != std::string::npos) {
    out.reason = "LLVM remarks on " + std::string(facts.row->mnemonic) + ": " + out.text.substr(comment);
  }
  return out;
}

}  // namespace lanewise::code_object
