// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// s_getreg and s_setreg. The operand packs register number, first bit and width:
//
//   15      11 10     6 5      0
//   | width-1 | offset | number |
//
// Only MODE can be written; a write to another register is ignored, as they are read-only for user code.
// Values that depend on the place where a wave runs follow from the workgroup's number, so that every run is
// the same: XCD = number mod 8, then shader engines and CUs in turn. Source: ISA manual, "Hardware
// registers"; the aperture bases are Linux KFD's.

#include "simulator/isa/modes.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

enum HardwareRegister : u32 {
  kMode = 1,
  kStatus = 2,
  kHardwareId = 4,
  kGprAlloc = 5,
  kLdsAlloc = 6,
  kMemoryBases = 15,
  kXccId = 20,
};

constexpr u32 kXcds = 8, kEnginesPerXcd = 4, kCusPerEngine = 10, kSimdsPerCu = 4;

u32 status(const Wave& w) {
  constexpr u32 kExecZero = 1u << 9, kVccZero = 1u << 10, kInWorkgroup = 1u << 11, kValid = 1u << 16;
  u32 bits = kInWorkgroup | kValid;
  if (w.scc != 0) bits |= 1;
  if (exec_of(w) == 0) bits |= kExecZero;
  if (scalar64(w, wave::kVcc) == 0) bits |= kVccZero;
  return bits;
}

/// WAVE_ID 3:0, SIMD_ID 5:4, CU_ID 11:8, SE_ID 15:13; workgroup slot, queue and process are 0.
u32 hardware_id(const Wave& w) {
  const u32 in_xcd = w.workgroup->linear / kXcds;
  const u32 engine = in_xcd % kEnginesPerXcd, cu = in_xcd / kEnginesPerXcd % kCusPerEngine;
  return (w.index / kSimdsPerCu & 15) | ((w.index % kSimdsPerCu) << 4) | (cu << 8) | (engine << 13);
}

u32 register_value(const Wave& w, u32 number) {
  switch (number) {
    case kMode: return w.mode;
    case kStatus: return status(w);
    case kHardwareId: return hardware_id(w);
    // VGPR_SIZE 13:8 in units of eight registers, minus one; bases are 0.
    case kGprAlloc: return ((w.vector_registers + 7) / 8 - 1) << 8;
    // LDS_SIZE 20:12 in units of 128 dwords.
    case kLdsAlloc: return ((w.workgroup->lds_bytes + 511) / 512) << 12;
    case kMemoryBases: return (wave::kPrivateAperture >> 16) | (wave::kSharedAperture & 0xffff0000);
    case kXccId: return w.workgroup->linear % kXcds;
    default: return 0;  // counters at rest, no traps, no trap handler
  }
}

struct Field {
  u32 number, offset, mask;
};
Field field_of(const Op* op) {
  const u32 packed = static_cast<u32>(op->immediate), width = ((packed >> 11) & 31) + 1;
  return {packed & 63, (packed >> 6) & 31, width == 32 ? ~0u : (1u << width) - 1};
}

const Op* s_getreg(Wave& w, const Op* op) {
  const Field field = field_of(op);
  w.s[op->dst] = (register_value(w, field.number) >> field.offset) & field.mask;
  return op + 1;
}

const Op* set_register(Wave& w, const Op* op, u32 value) {
  const Field field = field_of(op);
  if (field.number != kMode) return op + 1;
  const u32 mask = field.mask << field.offset;
  w.mode = (w.mode & ~mask) | ((value << field.offset) & mask);
  return continue_in_mode(w, op);
}
const Op* s_setreg(Wave& w, const Op* op) { return set_register(w, op, read_scalar32(w, op->src[0])); }
/// The literal stands in `offset`.
const Op* s_setreg_imm32(Wave& w, const Op* op) { return set_register(w, op, static_cast<u32>(op->offset)); }

constexpr Row kRows[] = {
    salu_row("s_getreg_b32", s_getreg),
    salu_row("s_setreg_b32", s_setreg),
    salu_row("s_setreg_imm32_b32", s_setreg_imm32),
};

}  // namespace

std::span<const Row> hardware_register_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
