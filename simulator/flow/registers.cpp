// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers that one instruction reads and writes. Operands say it by role and kind; names add what is
// tied to the destination; flags add VCC, SCC, EXEC and M0.
//
// What surprises: some 16-bit VOP3 instructions keep the high half of their destination on the chip
// (v_fma_f16 and others), but the compiler allocates registers as if they wrote all of it. Here they
// are full writes too, unless op_sel sends the result to the high half.

#include "simulator/flow/flow.h"
#include "simulator/flow/mnemonic_traits.h"

namespace lanewise::flow {
namespace {

constexpr std::uint32_t kVccLow = kFirstScalar + 106;
constexpr std::uint32_t kM0 = kFirstScalar + 124;
constexpr std::uint32_t kExecLow = kFirstScalar + 126;
constexpr std::uint32_t kScalarCodes = 128;
constexpr std::uint16_t kCodeVccz = 251, kCodeExecz = 252, kCodeScc = 253;

/// Adds the operand's registers, clipped to their file so that a malformed record stays harmless.
void add_operand(RegisterSet& set, const isa::Operand& operand) {
  const std::uint32_t width = operand.dwords == 0 ? 1 : operand.dwords;
  const auto add_file = [&](std::uint32_t first, std::uint32_t size) {
    for (std::uint32_t i = operand.index; i < operand.index + width && i < size; ++i) set.add(first + i);
  };
  switch (operand.kind) {
    case isa::OperandKind::kVgpr: add_file(0, 256); break;
    case isa::OperandKind::kAgpr: add_file(kFirstAgpr, 256); break;
    case isa::OperandKind::kSgpr: add_file(kFirstScalar, kScalarCodes); break;
    case isa::OperandKind::kSpecial:
      if (operand.index == kCodeScc) set.add(kScc);
      if (operand.index == kCodeVccz) set.add_range(kVccLow, 2);
      if (operand.index == kCodeExecz) set.add_range(kExecLow, 2);
      break;
    case isa::OperandKind::kNone:
    case isa::OperandKind::kConstant: break;
  }
}

bool is_destination(isa::Role role) {
  return role == isa::Role::kVdst || role == isa::Role::kVdst2 || role == isa::Role::kSdst;
}

/// DPP controls that leave some lanes without a source: those lanes keep their old value unless
/// bound_ctrl is set. The others only permute.
bool dpp_has_lanes_without_source(std::uint16_t control) {
  const bool row_shift = control >= 0x101 && control <= 0x11f && control != 0x110;
  const bool wave_shift = control == 0x130 || control == 0x138;
  const bool broadcast = control == 0x142 || control == 0x143;
  return row_shift || wave_shift || broadcast;
}

bool keeps_destination_by_form(const isa::Instruction& instruction) {
  const isa::VectorModifiers& vector = instruction.vector;
  switch (instruction.form) {
    case isa::Form::kSdwa: return vector.dst_unused == 2 && vector.dst_sel != 6;
    case isa::Form::kDpp:
      return vector.row_mask != 0xf || vector.bank_mask != 0xf ||
             (!vector.bound_ctrl && dpp_has_lanes_without_source(vector.dpp_ctrl));
    case isa::Form::kPlain:
    case isa::Form::kE64: return instruction.encoding != isa::Encoding::kVop3p && (vector.op_sel & 8) != 0;
    case isa::Form::kE32: break;
  }
  return false;
}

void add_implicit(ReadsWrites& out, const isa::Instruction& instruction, std::uint32_t traits) {
  if (instruction.reads_vcc) out.reads.add_range(kVccLow, 2);
  if (instruction.writes_vcc) out.writes.add_range(kVccLow, 2);
  if (instruction.reads_exec) out.reads.add_range(kExecLow, 2);
  if (instruction.writes_exec) out.writes.add_range(kExecLow, 2);
  if (instruction.reads_scc) out.reads.add(kScc);
  if (instruction.writes_scc) out.writes.add(kScc);
  // LLVM's description lets every LDS instruction read M0, as it was before gfx9.
  const bool m0_is_unused = instruction.encoding == isa::Encoding::kDs && (traits & kLdsReadsM0) == 0;
  if (instruction.reads_m0 && !m0_is_unused) out.reads.add(kM0);
}

/// Instructions that pick their SGPRs by M0 may touch any.
void add_indexed(ReadsWrites& out) {
  out.reads.add_range(kFirstScalar, 108);
  out.reads.add(kM0);
  out.writes.add_range(kFirstScalar, 108);
  out.partial_write = true;
}

}  // namespace

ReadsWrites registers_of(const isa::Instruction& instruction) {
  ReadsWrites out;
  const std::uint32_t traits = mnemonic_traits(instruction.mnemonic);
  out.partial_write = (traits & kKeepsDestination) != 0 || keeps_destination_by_form(instruction);
  const bool reads_destination = out.partial_write || (traits & (kReadsDestination | kSwaps)) != 0;
  bool has_destination = false;
  for (std::uint8_t i = 0; i < instruction.operand_count; ++i) {
    const isa::Operand& operand = instruction.operands[i];
    const bool source_only = (traits & kDestinationIsSource) != 0;
    const bool swapped = (traits & kSwaps) != 0;
    if ((is_destination(operand.role) && !source_only) || swapped) {
      add_operand(out.writes, operand);
      if (reads_destination) add_operand(out.reads, operand);
      has_destination = true;
    } else {
      add_operand(out.reads, operand);
    }
  }
  out.partial_write = out.partial_write && has_destination;
  add_implicit(out, instruction, traits);
  if (traits & kIndexesRegisters) add_indexed(out);
  return out;
}

}  // namespace lanewise::flow
