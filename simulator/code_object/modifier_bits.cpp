// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Field extraction for modifier_bits.h. What surprises: one bit position means abs, neg_hi or cbsz by
// encoding, VOPC's SDWA word holds a scalar destination where others hold dst_sel, and DPP names the
// signs of both sources although only src0 is permuted.

#include "simulator/code_object/modifier_bits.h"

namespace lanewise::code_object {
namespace {

using isa::Encoding;
using isa::Form;

constexpr std::uint8_t bits(std::uint32_t word, unsigned high, unsigned low) {
  return static_cast<std::uint8_t>((word >> low) & ((2u << (high - low)) - 1));
}
constexpr bool bit(std::uint32_t word, unsigned position) { return (word >> position) & 1; }
constexpr std::uint8_t pair(bool low, bool high) { return static_cast<std::uint8_t>(low | high << 1); }

/// A field of `width` bits, sign-extended.
constexpr std::int32_t signed_bits(std::uint32_t word, unsigned width) {
  return static_cast<std::int32_t>(word << (32 - width)) >> (32 - width);
}

void read_dpp(std::uint32_t word, const FieldList& fields, isa::VectorModifiers& out) {
  out.dpp_ctrl = static_cast<std::uint16_t>((word >> 8) & 0x1ff);
  out.fetch_inactive = bit(word, 18);
  out.bound_ctrl = bit(word, 19);
  if (fields.has(Field::kSrc0Modifiers)) {
    out.neg = pair(bit(word, 20), bit(word, 22));
    out.abs = pair(bit(word, 21), bit(word, 23));
  }
  out.bank_mask = bits(word, 27, 24);
  out.row_mask = bits(word, 31, 28);
}

void read_sdwa(std::uint32_t word, const FieldList& fields, isa::VectorModifiers& out) {
  if (fields.has(Field::kDstSel)) {
    out.dst_sel = bits(word, 10, 8);
    out.dst_unused = bits(word, 12, 11);
  }
  if (fields.has(Field::kClamp) && !fields.has(Field::kSdst)) out.clamp = bit(word, 13);
  if (fields.has(Field::kOmod)) out.omod = bits(word, 15, 14);
  out.src0_sel = bits(word, 18, 16);
  out.sext = pair(bit(word, 19), bit(word, 27));
  out.neg = pair(bit(word, 20), bit(word, 28));
  out.abs = pair(bit(word, 21), bit(word, 29));
  if (fields.has(Field::kSrc1Sel)) out.src1_sel = bits(word, 26, 24);
}

void read_vop3(const Words& words, const FieldList& fields, isa::VectorModifiers& out) {
  if (fields.has(Field::kClamp)) out.clamp = bit(words[0], 15);
  if (fields.has(Field::kOmod)) out.omod = bits(words[1], 28, 27);
  if (fields.has(Field::kBitop3)) {
    out.bitop3 = static_cast<std::uint8_t>(bits(words[1], 28, 27) << 6 | bits(words[0], 10, 8) << 3 |
                                           bits(words[1], 31, 29));
  } else if (fields.has(Field::kSrc0Modifiers)) {
    // VOP3SD keeps its scalar destination where the others have abs and op_sel.
    if (!fields.has(Field::kSdst) || !fields.has(Field::kVdst)) out.abs = bits(words[0], 10, 8);
    out.neg = bits(words[1], 31, 29);
  }
  if (fields.has(Field::kOpSel)) out.op_sel = bits(words[0], 14, 11);
  if (fields.has(Field::kFi)) {  // permlane swap: fetch_inactive and bound_ctrl stand in op_sel
    out.fetch_inactive = bit(words[0], 11);
    out.bound_ctrl = bit(words[0], 12);
  }
}

void read_vop3p(const Words& words, const FieldList& fields, isa::VectorModifiers& out) {
  out.clamp = fields.has(Field::kClamp) && bit(words[0], 15);
  out.neg = bits(words[1], 31, 29);
  out.abs = bits(words[0], 10, 8);
  if (fields.has(Field::kOpSel)) out.op_sel = bits(words[0], 13, 11);
  if (fields.has(Field::kOpSelHi)) {
    out.op_sel_hi = static_cast<std::uint8_t>(bits(words[1], 28, 27) | bits(words[0], 14, 14) << 2);
  }
}

void read_matrix(const Words& words, const FieldList& fields, isa::VectorModifiers& out) {
  const bool scaled = fields.has(Field::kScaleSrc0);
  const std::uint32_t low = words[scaled ? 2 : 0], high = words[scaled ? 3 : 1];
  if (fields.has(Field::kCbsz)) out.cbsz = bits(low, 10, 8);
  if (fields.has(Field::kAbid)) out.abid = bits(low, 14, 11);
  if (fields.has(Field::kBlgp)) out.blgp = bits(high, 31, 29);
  if (scaled) {  // the prefix chooses a byte of each scale register: {op_sel_hi, op_sel}
    out.op_sel = bits(words[0], 12, 11);
    out.op_sel_hi = bits(words[1], 28, 27);
  }
}

}  // namespace

isa::VectorModifiers vector_modifiers(const Words& words, const OpcodeRow& row, const FieldList& fields) {
  isa::VectorModifiers out;
  if (row.form == Form::kDpp) read_dpp(words[1], fields, out);
  if (row.form == Form::kSdwa) read_sdwa(words[1], fields, out);
  if (row.form == Form::kE64 || row.encoding == Encoding::kVop3) read_vop3(words, fields, out);
  if (row.encoding == Encoding::kVop3p) read_vop3p(words, fields, out);
  if (row.encoding == Encoding::kMai) read_matrix(words, fields, out);
  return out;
}

isa::MemoryFields memory_fields(const Words& words, const OpcodeRow& row, const FieldList& fields) {
  isa::MemoryFields out;
  switch (row.encoding) {
    case Encoding::kSmem:
      if (fields.has(Field::kOffset)) out.offset = signed_bits(words[1], 21);
      break;
    case Encoding::kDs:
      if (fields.has(Field::kOffset0)) {
        out.offset = bits(words[0], 7, 0);
        out.offset1 = bits(words[0], 15, 8);
      } else {
        out.offset = static_cast<std::int32_t>(words[0] & 0xffff);
      }
      out.gds = bit(words[0], 16);
      break;
    case Encoding::kFlat: out.offset = static_cast<std::int32_t>(words[0] & 0xfff); break;
    case Encoding::kGlobal:
    case Encoding::kScratch: out.offset = signed_bits(words[0], 13); break;
    case Encoding::kMubuf: out.lds = bit(words[0], 16); [[fallthrough]];
    case Encoding::kMtbuf:
      out.offset = static_cast<std::int32_t>(words[0] & 0xfff);
      out.offset_enable = bit(words[0], 12);
      out.index_enable = bit(words[0], 13);
      if (row.encoding == Encoding::kMtbuf) out.format = bits(words[0], 25, 19);
      break;
    default: break;
  }
  return out;
}

}  // namespace lanewise::code_object
