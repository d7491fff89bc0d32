// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decoded instruction record: what LLVM's disassembler said about one instruction, in our own
// flat, pointer-free form. Everything behind the decoder (flow, engine, trace) reads this record and
// knows nothing of LLVM. Semantics are keyed by (mnemonic, encoding), never by opcode numbers, since
// gfx950 reuses gfx942's opcodes.
//
// What may surprise: operands are listed with their *role*, so `v_add_f32 v0, v1, v2` and
// `global_load_dword v0, v1, s[2:3]` are read by the same code. AGPRs are a register kind of their
// own here; the engine maps AGPR i to physical register accum_offset + i.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lanewise::isa {

/// Version of this record as it is written to traces and caches.
inline constexpr std::uint32_t kInstructionRecordVersion = 1;

enum class Target : std::uint8_t { kGfx942, kGfx950 };

/// "gfx942" or "gfx950".
[[nodiscard]] constexpr std::string_view target_name(Target target) {
  return target == Target::kGfx942 ? "gfx942" : "gfx950";
}

/// Encoding family of the instruction word (ISA manual, chapter "Microcode formats").
enum class Encoding : std::uint8_t {
  kSop1,
  kSop2,
  kSopk,
  kSopc,
  kSopp,
  kSmem,
  kVop1,
  kVop2,
  kVopc,
  kVop3,
  kVop3p,
  kMai,  // kMai: MFMA, SMFMAC, v_accvgpr_*
  kDs,
  kFlat,
  kGlobal,
  kScratch,
  kMubuf,
  kMtbuf,
};

/// Variant of a vector ALU word. kE64 is VOP1/VOP2/VOPC promoted to the 64-bit VOP3 word: its
/// `encoding` stays kVop1/kVop2/kVopc. Instructions that exist only as VOP3 have kVop3 and kPlain.
enum class Form : std::uint8_t { kPlain, kE32, kE64, kSdwa, kDpp };

enum class OperandKind : std::uint8_t {
  kNone,
  kVgpr,      ///< index 0..255
  kAgpr,      ///< index 0..255
  kSgpr,      ///< index = hardware operand code: 0-101 SGPR, 102/103 flat_scratch, 104/105 xnack_mask,
              ///< 106/107 VCC, 108-123 ttmp, 124 M0, 126/127 EXEC
  kConstant,  ///< `value` holds the bits at the operand's own width (f16 inline constants as f16 bits,
              ///< f64 ones as f64 bits, integers sign-extended to 64 bits)
  kSpecial,   ///< index = hardware operand code: 235 shared_base, 236 shared_limit, 237 private_base,
              ///< 238 private_limit, 251 VCCZ, 252 EXECZ, 253 SCC
};

enum class Role : std::uint8_t {
  kVdst,     ///< VALU, DS or memory result; also MUBUF/MTBUF `vdata` of a load or returning atomic
  kVdst2,    ///< second written VGPR operand (permlane swap, v_swap)
  kSdst,     ///< scalar result: SALU, SMEM sdata, VOP3SD/VOPC mask
  kSrc0,
  kSrc1,
  kSrc2,  ///< VALU and SALU sources; SMFMAC index is kIndex
  kIndex,
  kScaleSrc0,
  kScaleSrc1,  ///< scale registers of scaled MFMA
  kAddress,  ///< VGPR address: DS addr, FLAT/GLOBAL/SCRATCH vaddr, MUBUF vaddr
  kData0,    ///< stored VGPR data: DS data0, FLAT vdata, MUBUF vdata of a store
  kData1,    ///< DS data1
  kScalarAddress,  ///< FLAT/GLOBAL/SCRATCH saddr (absent when "off")
  kResource,       ///< MUBUF/MTBUF srsrc, 4 SGPRs
  kScalarOffset,   ///< MUBUF/MTBUF soffset, SMEM soffset
  kScalarBase,     ///< SMEM sbase, 2 or 4 SGPRs
  kScalarData,     ///< SMEM store data / atomics
};

struct Operand {
  OperandKind kind = OperandKind::kNone;
  Role role = Role::kSrc0;
  std::uint16_t index = 0;   ///< first register, or operand code
  std::uint16_t dwords = 0;  ///< width in 32-bit registers (16-bit and 8-bit operands: 1)
  std::uint16_t reserved = 0;
  std::uint64_t value = 0;   ///< kConstant only
};

/// Per-source bit masks: bit i belongs to source i.
struct VectorModifiers {
  std::uint8_t neg = 0;        ///< VOP3/SDWA/DPP neg; VOP3P neg_lo
  std::uint8_t abs = 0;        ///< VOP3/SDWA/DPP abs; VOP3P neg_hi
  std::uint8_t op_sel = 0;     ///< bit 3 = destination half (VOP3)
  std::uint8_t op_sel_hi = 0;  ///< VOP3P only
  std::uint8_t omod = 0;       ///< 0 none, 1 x2, 2 x4, 3 /2
  bool clamp = false;
  std::uint8_t bitop3 = 0;     ///< truth table of v_bitop3
  // DPP
  std::uint16_t dpp_ctrl = 0;
  std::uint8_t row_mask = 0xf;
  std::uint8_t bank_mask = 0xf;
  bool bound_ctrl = false;
  bool fetch_inactive = false;
  // SDWA: 0-3 byte, 4/5 word, 6 dword; dst_unused 0 pad, 1 sign extend, 2 preserve
  std::uint8_t dst_sel = 6;
  std::uint8_t dst_unused = 0;
  std::uint8_t src0_sel = 6;
  std::uint8_t src1_sel = 6;
  std::uint8_t sext = 0;  ///< bit i: sign-extend source i (SDWA)
  // MFMA
  std::uint8_t cbsz = 0;
  std::uint8_t abid = 0;
  std::uint8_t blgp = 0;
};

/// Cache and scope bits of a memory instruction (gfx940 names).
enum CachePolicy : std::uint8_t { kSc0 = 1, kSc1 = 2, kNonTemporal = 4 };

struct MemoryFields {
  std::int32_t offset = 0;    ///< immediate byte offset; DS two-address forms: offset0
  std::uint8_t offset1 = 0;   ///< DS two-address forms, in elements
  std::uint8_t cache = 0;     ///< CachePolicy bits
  bool offset_enable = false; ///< MUBUF offen
  bool index_enable = false;  ///< MUBUF idxen
  bool lds = false;           ///< MUBUF lds bit (LDS-DMA)
  bool gds = false;
  std::uint8_t format = 0;    ///< MTBUF dfmt/nfmt
};

/// Index into the generated table of base mnemonics (no _e32/_e64/_sdwa/_dpp suffix).
using MnemonicId = std::uint16_t;

struct Instruction {
  std::uint64_t address = 0;  ///< in the code object's own address space (ELF virtual address)
  MnemonicId mnemonic = 0;
  Encoding encoding = Encoding::kSop1;
  Form form = Form::kPlain;
  std::uint8_t size = 0;           ///< bytes: 4, 8, 12 or 16
  std::uint8_t operand_count = 0;
  std::int32_t immediate =
      0;      ///< SOPP/SOPK simm16 sign-extended (s_waitcnt: zero-extended); s_setreg: hwreg field
  std::uint32_t literal = 0;       ///< s_setreg_imm32_b32's second immediate
  std::array<Operand, 8> operands{};
  VectorModifiers vector{};
  MemoryFields memory{};
  std::uint64_t branch_target = 0; ///< direct branches and s_call_b64: target address; else 0
  /// Registers that are read or written without being operands (from LLVM's instruction description).
  bool reads_vcc = false, writes_vcc = false;
  bool reads_scc = false, writes_scc = false;
  bool reads_exec = false, writes_exec = false;
  bool reads_m0 = false;

  /// The operand with this role, or nullptr.
  [[nodiscard]] constexpr const Operand* find(Role role) const {
    for (std::uint8_t i = 0; i < operand_count; ++i) {
      if (operands[i].role == role) return &operands[i];
    }
    return nullptr;
  }
};

/// Base mnemonic as in the ISA documents, e.g. "v_add_f32", "v_mfma_f32_16x16x32_bf16".
[[nodiscard]] std::string_view mnemonic_name(MnemonicId id);
/// Id of a base mnemonic; kUnknownMnemonic if LLVM has no such name for our targets.
[[nodiscard]] MnemonicId find_mnemonic(std::string_view name);
/// Number of base mnemonics; valid ids are 0 .. count-1.
[[nodiscard]] MnemonicId mnemonic_count();
inline constexpr MnemonicId kUnknownMnemonic = 0xffff;

}  // namespace lanewise::isa
