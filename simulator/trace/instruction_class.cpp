// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classification by encoding family first, then by what the mnemonic says. The input type of a matrix
// instruction is the last part of its name: v_mfma_f32_16x16x32_bf16 multiplies bf16 numbers; old names
// glue it to the shape and may end in _1k (v_mfma_f32_32x32x8bf16_1k). v_mfma_*_f8f6f4 has its input
// formats in the CBSZ (A) and BLGP (B) fields: 0 and 1 are 8 bits wide, 2 to 4 are 6 or 4 bits.

#include "simulator/trace/instruction_class.h"

#include <optional>

#include "simulator/lds/ds_access.h"

namespace lanewise::trace {
namespace {

using isa::Encoding;
using Names = std::vector<std::string_view>;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_branch(std::string_view mnemonic) {
  return mnemonic == "s_branch" || mnemonic.starts_with("s_cbranch_") || mnemonic.starts_with("s_setpc") ||
         mnemonic.starts_with("s_swappc") || mnemonic.starts_with("s_call");
}

bool is_message(std::string_view mnemonic) {
  return mnemonic.starts_with("s_sendmsg") || mnemonic.starts_with("s_endpgm");
}

void add_vector_memory(Names& names, const isa::Instruction& instruction, std::string_view mnemonic) {
  names.emplace_back("SQ_INSTS_VMEM");
  const bool loads = contains(mnemonic, "_load_");
  const bool stores = contains(mnemonic, "_store_");
  const bool atomic = contains(mnemonic, "_atomic_");
  const bool returns = atomic && instruction.find(isa::Role::kVdst) != nullptr;
  if (loads || returns) names.emplace_back("SQ_INSTS_VMEM_RD");
  if (stores || (atomic && !returns)) names.emplace_back("SQ_INSTS_VMEM_WR");
  if (instruction.encoding == Encoding::kFlat) {
    names.emplace_back("SQ_INSTS_FLAT");
    names.emplace_back("SQ_INSTS_LDS");
  }
}

void add_lds(Names& names, std::string_view mnemonic, isa::Target target) {
  if (mnemonic.starts_with("ds_gws_")) return;
  names.emplace_back("SQ_INSTS_LDS");
  const std::optional<lds::DsShape> shape = lds::ds_shape(mnemonic);
  if (target != isa::Target::kGfx950 || !shape) return;
  if (shape->atomic) {
    names.emplace_back("SQ_INSTS_LDS_ATOMIC");
  } else {
    names.emplace_back(shape->direction == lds::Direction::kRead ? "SQ_INSTS_LDS_LOAD"
                                                                 : "SQ_INSTS_LDS_STORE");
  }
}

void add_vector_alu(Names& names, const isa::Instruction& instruction, std::string_view mnemonic) {
  names.emplace_back("SQ_INSTS_VALU");
  const std::string_view matrix = matrix_counter(mnemonic, instruction.vector);
  if (matrix.empty()) return;
  names.emplace_back("SQ_INSTS_MFMA");
  names.emplace_back(matrix);
}

}  // namespace

std::string_view matrix_counter(std::string_view mnemonic, const isa::VectorModifiers& modifiers) {
  if (!mnemonic.starts_with("v_mfma_") && !mnemonic.starts_with("v_smfmac_")) return {};
  if (mnemonic.ends_with("_1k")) mnemonic.remove_suffix(3);
  if (mnemonic.ends_with("f8f6f4")) {
    constexpr std::uint8_t kLastEightBitFormat = 1;
    const bool eight_bits = modifiers.cbsz <= kLastEightBitFormat || modifiers.blgp <= kLastEightBitFormat;
    return eight_bits ? "SQ_INSTS_VALU_MFMA_F8" : "SQ_INSTS_VALU_MFMA_F6F4";
  }
  struct Type {
    std::string_view suffix, counter;
  };
  constexpr Type kTypes[] = {
                               // a suffix before those that it ends with
      {"bf16", "SQ_INSTS_VALU_MFMA_BF16"}, {"f16", "SQ_INSTS_VALU_MFMA_F16"},
      {"xf32", "SQ_INSTS_VALU_MFMA_XF32"}, {"f32", "SQ_INSTS_VALU_MFMA_F32"},
      {"f64", "SQ_INSTS_VALU_MFMA_F64"},   {"i8", "SQ_INSTS_VALU_MFMA_I8"},
      {"fp8", "SQ_INSTS_VALU_MFMA_F8"},    {"bf8", "SQ_INSTS_VALU_MFMA_F8"},
  };
  for (const Type& type : kTypes) {
    if (mnemonic.ends_with(type.suffix)) return type.counter;
  }
  return {};
}

std::vector<std::string_view> counters_of_instruction(const isa::Instruction& instruction,
                                                      std::string_view mnemonic, isa::Target target) {
  Names names;
  switch (instruction.encoding) {
    case Encoding::kSop1:
    case Encoding::kSop2:
    case Encoding::kSopk:
    case Encoding::kSopc:
      names.emplace_back(is_branch(mnemonic) ? "SQ_INSTS_BRANCH" : "SQ_INSTS_SALU");
      break;
    case Encoding::kSopp:
      if (is_branch(mnemonic)) names.emplace_back("SQ_INSTS_BRANCH");
      if (is_message(mnemonic)) names.emplace_back("SQ_INSTS_SENDMSG");
      break;
    case Encoding::kSmem: names.emplace_back("SQ_INSTS_SMEM"); break;
    case Encoding::kVop1:
    case Encoding::kVop2:
    case Encoding::kVopc:
    case Encoding::kVop3:
    case Encoding::kVop3p:
    case Encoding::kMai: add_vector_alu(names, instruction, mnemonic); break;
    case Encoding::kDs: add_lds(names, mnemonic, target); break;
    case Encoding::kFlat:
    case Encoding::kGlobal:
    case Encoding::kScratch:
    case Encoding::kMubuf:
    case Encoding::kMtbuf: add_vector_memory(names, instruction, mnemonic); break;
  }
  return names;
}

}  // namespace lanewise::trace
