// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two things that must be known about an instruction word before LLVM sees it: its encoding family,
// and whether LLVM may be asked at all. LLVM 22's AMDGPU disassembler dies (null pointer in its error
// path) on the operand code 255, "a literal follows", where the encoding has no room for a literal, and
// its printer on a reserved SDWA selector.
//
//     VOP3   word 1:  [26:18] src2  [17:9] src1  [8:0] src0        word 0: [7:0] vdst, or sdst of VOPC
//     MUBUF  word 1:  [31:24] soffset
//     f8f6f4 MFMA: A and B must be registers
//
// Source: CDNA3/CDNA4 ISA manuals, "Microcode formats"; the crashes were found by a sweep over all
// opcode fields with random operands.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "simulator/isa/instruction.h"

namespace lanewise::code_object {

/// Encoding family and form that the first word of an instruction announces.
struct WordKind {
  isa::Encoding encoding = isa::Encoding::kSop2;
  isa::Form form = isa::Form::kPlain;
};

/// nullopt for the words of families that CDNA does not have (EXP, MIMG, VINTRP, ...). Matrix instructions
/// share VOP3P's opcodes without a pattern and are given as kVop3p; their mnemonics tell them apart.
[[nodiscard]] std::optional<WordKind> word_kind(std::uint32_t word0);

/// The words at an address: the longest instruction, a scaled MFMA, has four.
using Words = std::array<std::uint32_t, 4>;

/// First half of a scaled MFMA: V_MFMA_LD_SCALE, the scales of the VOP3P pair that follows.
[[nodiscard]] constexpr bool is_scale_prefix(std::uint32_t word0) { return word0 >> 16 == 0xd3ac; }

/// Why these words cannot be an instruction; empty if LLVM may be asked.
[[nodiscard]] std::string_view reject_words(const Words& words);

}  // namespace lanewise::code_object
