// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each operand of an LLVM instruction means. LLVM knows it (getNamedOperandIdx), but its shared
// library hides it; role_table.inc is a copy of that knowledge, made by role_table/generate.cpp from
// LLVM's static archives and checked in. Rows are found by opcode *name*: opcode numbers change with
// every LLVM. A row also carries a signature of the instruction's description, so that a table and an
// LLVM that disagree are noticed at the first use of the instruction and not as a wrong result.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "simulator/isa/instruction.h"

namespace lanewise::code_object {

/// LLVM's operand names, in so far as gfx942 and gfx950 use them.
enum class Field : std::uint8_t {
  kUnnamed,
  kVdst,
  kVdst1,
  kVdstIn,
  kSdst,
  kOld,
  kSrc0,
  kSrc1,
  kSrc2,
  kImm,
  kIdx,
  kScaleSrc0,
  kScaleSrc1,
  kSrc0Modifiers,
  kSrc1Modifiers,
  kSrc2Modifiers,
  kClamp,
  kOmod,
  kOpSel,
  kOpSelHi,
  kNegLo,
  kNegHi,
  kBitop3,
  kDppCtrl,
  kRowMask,
  kBankMask,
  kBoundCtrl,
  kFi,
  kDstSel,
  kDstUnused,
  kSrc0Sel,
  kSrc1Sel,
  kCbsz,
  kAbid,
  kBlgp,
  kSimm16,
  kSdata,
  kSbase,
  kVdata,
  kVdataIn,
  kVaddr,
  kSaddr,
  kSrsrc,
  kSoffset,
  kOffset,
  kCpol,
  kSwz,
  kFormat,
  kAddr,
  kData0,
  kData1,
  kOffset0,
  kOffset1,
  kGds,
};

inline constexpr std::size_t kMaximumFields = 16;

struct FieldList {
  std::uint8_t count = 0;
  std::array<Field, kMaximumFields> fields{};
  [[nodiscard]] constexpr bool has(Field field) const {
    for (std::uint8_t i = 0; i < count; ++i) {
      if (fields[i] == field) return true;
    }
    return false;
  }
};

enum TargetMask : std::uint8_t { kOnGfx942 = 1, kOnGfx950 = 2 };

struct OpcodeRow {
  std::string_view opcode;    ///< LLVM's name, e.g. "V_ADD_F32_e64_vi"
  std::string_view mnemonic;  ///< base mnemonic, e.g. "v_add_f32"
  isa::Encoding encoding;
  isa::Form form;
  std::uint8_t list;          ///< index into field_lists()
  std::uint8_t targets;       ///< TargetMask bits
  std::uint32_t signature;    ///< signature_of() the LLVM that made the table
};

/// All rows, ascending by opcode name.
[[nodiscard]] std::span<const OpcodeRow> opcode_rows();
[[nodiscard]] std::span<const FieldList> field_lists();
/// The row of an LLVM opcode name, or nullptr. O(log n).
[[nodiscard]] const OpcodeRow* find_opcode_row(std::string_view opcode);

}  // namespace lanewise::code_object
