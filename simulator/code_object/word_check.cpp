// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the encoding family off an instruction word. The families are told apart by the leading bits,
// longest prefix first. VOP3 words hold promoted VOPC, VOP2 and VOP1 instructions in fixed opcode
// ranges. Source: CDNA3/CDNA4 ISA manuals, "Microcode formats".

#include "simulator/code_object/word_check.h"

namespace lanewise::code_object {
namespace {

using isa::Encoding;
using isa::Form;

constexpr std::uint32_t bits(std::uint32_t word, unsigned high, unsigned low) {
  return (word >> low) & ((2u << (high - low)) - 1);
}

constexpr std::uint32_t kLiteral = 255;
constexpr std::uint32_t kSdwa = 249;
constexpr std::uint32_t kDpp = 250;

/// Form of a 32-bit VALU word by its src0 field.
Form short_form(std::uint32_t word0) {
  const std::uint32_t src0 = bits(word0, 8, 0);
  return src0 == kSdwa ? Form::kSdwa : src0 == kDpp ? Form::kDpp : Form::kE32;
}

WordKind vop3_kind(std::uint32_t word0) {
  const std::uint32_t op = bits(word0, 25, 16);
  if (op < 0x100) return {Encoding::kVopc, Form::kE64};
  if (op < 0x140) return {Encoding::kVop2, Form::kE64};
  if (op < 0x1c0) return {Encoding::kVop1, Form::kE64};
  return {Encoding::kVop3, Form::kPlain};
}

std::optional<WordKind> scalar_kind(std::uint32_t word0) {
  if (bits(word0, 31, 23) == 0b101111101) return WordKind{Encoding::kSop1, Form::kPlain};
  if (bits(word0, 31, 23) == 0b101111110) return WordKind{Encoding::kSopc, Form::kPlain};
  if (bits(word0, 31, 23) == 0b101111111) return WordKind{Encoding::kSopp, Form::kPlain};
  if (bits(word0, 31, 28) == 0b1011) return WordKind{Encoding::kSopk, Form::kPlain};
  return WordKind{Encoding::kSop2, Form::kPlain};
}

WordKind flat_kind(std::uint32_t word0) {
  constexpr Encoding kSegments[4] = {Encoding::kFlat, Encoding::kScratch, Encoding::kGlobal, Encoding::kFlat};
  return {kSegments[bits(word0, 15, 14)], Form::kPlain};
}

}  // namespace

std::optional<WordKind> word_kind(std::uint32_t word0) {
  if (bits(word0, 31, 25) == 0b0111111) return WordKind{Encoding::kVop1, short_form(word0)};
  if (bits(word0, 31, 25) == 0b0111110) return WordKind{Encoding::kVopc, short_form(word0)};
  if (bits(word0, 31, 31) == 0) return WordKind{Encoding::kVop2, short_form(word0)};
  if (bits(word0, 31, 30) == 0b10) return scalar_kind(word0);
  switch (bits(word0, 31, 26)) {
    case 0b110000: return WordKind{Encoding::kSmem, Form::kPlain};
    case 0b110100:
      if (bits(word0, 25, 23) == 0b111) return WordKind{Encoding::kVop3p, Form::kPlain};
      return vop3_kind(word0);
    case 0b110110: return WordKind{Encoding::kDs, Form::kPlain};
    case 0b110111: return flat_kind(word0);
    case 0b111000: return WordKind{Encoding::kMubuf, Form::kPlain};
    case 0b111010: return WordKind{Encoding::kMtbuf, Form::kPlain};
    default: return std::nullopt;
  }
}

namespace {

/// v_mfma_f32_{16x16x128,32x32x64}_f8f6f4: LLVM resizes A and B by their formats, and dies if one is
/// not a register tuple.
constexpr bool is_f8f6f4(std::uint32_t word0) {
  return bits(word0, 31, 16) == 0xd3ad || bits(word0, 31, 16) == 0xd3ae;
}

/// Selectors without meaning, on which LLVM's printer runs off the end of a switch.
bool has_reserved_selector(std::uint32_t sdwa, bool compares) {
  constexpr std::uint32_t kReserved = 7;
  const bool bad_result = !compares && (bits(sdwa, 10, 8) == kReserved || bits(sdwa, 12, 11) == 3);
  return bad_result || bits(sdwa, 18, 16) == kReserved || bits(sdwa, 26, 24) == kReserved;
}

std::string_view reject_pair(std::uint32_t word0, std::uint32_t word1) {
  const std::optional<WordKind> kind = word_kind(word0);
  if (!kind) return "the word belongs to no encoding of this GPU";
  switch (kind->encoding) {
    case Encoding::kMubuf:
    case Encoding::kMtbuf:
      return bits(word1, 31, 24) == kLiteral ? "a buffer instruction names a literal as scalar offset" : "";
    case Encoding::kVop1:
    case Encoding::kVop2:
    case Encoding::kVopc:
      if (kind->form == Form::kSdwa && has_reserved_selector(word1, kind->encoding == Encoding::kVopc)) {
        return "an SDWA selector has a reserved value";
      }
      if (kind->form != Form::kE64) return "";
      if (kind->encoding == Encoding::kVopc && bits(word0, 7, 0) == kLiteral) {
        return "a comparison names a literal as destination";
      }
      [[fallthrough]];
    case Encoding::kVop3:
    case Encoding::kVop3p:
      if (bits(word1, 8, 0) == kLiteral || bits(word1, 17, 9) == kLiteral ||
          bits(word1, 26, 18) == kLiteral) {
        return "a VOP3 instruction names a literal as source";
      }
      if (is_f8f6f4(word0) && (bits(word1, 8, 8) == 0 || bits(word1, 17, 17) == 0)) {
        return "a matrix instruction takes A or B from a scalar";
      }
      return "";
    default: return "";
  }
}

}  // namespace

std::string_view reject_words(const Words& words) {
  const std::string_view reason = reject_pair(words[0], words[1]);
  if (!reason.empty() || !is_scale_prefix(words[0])) return reason;
  return reject_pair(words[2], words[3]);
}

}  // namespace lanewise::code_object
