// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows: one per instruction. A row binds a base mnemonic to its operand shape, its handlers and its cost
// class. This header is plain data; the handlers behind the pointers exist twice (AVX2 and portable).

#pragma once

#include <cstdint>
#include <span>

#include "simulator/isa/instruction.h"
#include "simulator/wave/wave.h"

namespace lanewise::isa {

/// How a lane value is read from, or written to, its registers.
enum class LaneKind : std::uint8_t {
  kNone,
  kBits32,      ///< integers and untyped
  kFloat32,
  kBits16,      ///< low half; results zero the high half
  kFloat16,
  kBits64,      ///< register pair
  kFloat64,
  kPacked16,    ///< two integers of 16 bits (VOP3P)
  kPackedHalf,  ///< two f16
  kPackedFloat, ///< register pair of two f32 (v_pk_*_f32)
  kMask,        ///< one bit per lane in a scalar pair
};

/// Arguments of a 64-lane kernel: what the general executor calls with prepared operands.
struct LaneArguments {
  std::uint32_t* dst = nullptr;
  const std::uint32_t* src[4] = {};
  std::uint64_t mask_in = 0;   ///< carry or select bits
  std::uint64_t mask_out = 0;  ///< compare result or carry out, all 64 lanes
};
using LaneKernel = void (*)(LaneArguments&);

/// Which binder and executor an instruction takes.
enum class Shape : std::uint8_t {
  kLanes,         ///< vector result from vector sources
  kCompare,       ///< mask result
  kCompareExec,   ///< v_cmpx: mask result, also to EXEC
  kSelect,        ///< reads a mask as last source (v_cndmask)
  kCarryOut,      ///< vector and mask result
  kCarryInOut,    ///< vector and mask result, reads a mask
  kMaskIn,        ///< vector result, reads VCC (v_div_fmas)
  kCrossLane,     ///< readlane, writelane, readfirstlane, permlane swap: own handler, operands as given
  kMfma,
  kScalar,        ///< SOP1, SOP2, SOPC, SOPK
  kControl,       ///< SOPP and other program control
  kScalarLoad,
  kLds,
  kFlat,          ///< FLAT, GLOBAL, SCRATCH
  kBuffer,
};

/// What one issue of the instruction occupies (simulator/timing gives each class its cycles).
enum class CostClass : std::uint8_t {
  kValu,
  kTranscendental,
  kQuarterRate,
  kMfma,
  kSalu,
  kSmem,
  kLds,
  kVectorMemory,
  kBranch,
  kInternal,
};

enum RowFlag : std::uint16_t {
  kKeepsHighHalf = 1,   ///< 16-bit result leaves the destination's other half as it was
  kWritesHighHalf = 2,  ///< 16-bit result goes to the high half, the low one stays
  kGfx950Only = 4,
  kGfx942Only = 8,
  kLoad = 16,           ///< memory: writes registers
  kStore = 32,
  kAtomic = 64,
  kMixedPrecision = 128,///< v_fma_mix: op_sel_hi[i] makes source i an f16 half
  kOwnModifiers = 256,  ///< `execute` itself reads neg, abs, op_sel and clamp from Wave::general
};

struct Row {
  const char* mnemonic = nullptr;
  Shape shape = Shape::kLanes;
  wave::Handler execute = nullptr;   ///< fast form: no modifiers
  LaneKernel lanes = nullptr;        ///< the same over prepared operands
  LaneKind result = LaneKind::kNone;
  LaneKind sources[3] = {};
  CostClass cost = CostClass::kValu;
  std::uint16_t flags = 0;
  std::uint8_t dwords = 0;           ///< memory: registers per lane; SMEM: scalar registers
  std::uint8_t bytes = 0;            ///< memory: bytes per lane and address
};

/// An integer instruction whose clamp bit saturates, and the lanes that do so (clamped.cpp).
struct ClampedLanes {
  const char* mnemonic = nullptr;
  LaneKernel lanes = nullptr;
};

/// The lane addresses of a memory instruction, computed before it executes (for observers).
struct AccessAddresses {
  std::uint64_t first[64];
  std::uint64_t second[64];   ///< DS two-address forms
  std::uint64_t lanes = 0;    ///< active lanes whose access takes place
  std::uint32_t lds_dma_base = 0;
  std::uint8_t bytes = 0;     ///< per lane and address; typed buffer instructions: by their format
};

/// All rows of one build, in no particular order, and the executor for modified operands.
struct HandlerTable {
  const char* build = nullptr;  ///< "avx2" or "scalar"
  std::span<const std::span<const Row>> files;
  wave::Handler general = nullptr;
  wave::Handler broadcast = nullptr;  ///< prologue for scalar sources of vector instructions
  wave::Handler special_scalar = nullptr;  ///< prologue for SCC, VCCZ, EXECZ as scalar sources
  wave::Handler modal = nullptr;  ///< vector instructions of kernels that switch modes (modes.h)
  /// Fills `out` for an Op of shape kLds, kFlat, kBuffer or kScalarLoad.
  void (*describe_access)(const wave::Wave&, const wave::Op*, const Row&, AccessAddresses& out) = nullptr;
  std::span<const ClampedLanes> clamped;
  std::span<const Row> faster{};  ///< rows to prefer on this host: MFMA for AVX-512, else empty
};

namespace avx2 {
[[nodiscard]] const HandlerTable& handler_table();
}
namespace scalar {
[[nodiscard]] const HandlerTable& handler_table();
}
namespace avx512 {
/// The rows of mfma.cpp once more, for hosts with AVX-512: the same bits, sooner.
[[nodiscard]] std::span<const Row> mfma_rows();
}  // namespace avx512
/// Row that executes `mnemonic` on `target`, or nullptr.
[[nodiscard]] const Row* find_row(const HandlerTable& table, MnemonicId mnemonic, Target target);

}  // namespace lanewise::isa

namespace lanewise::wave {

/// Modified operands of one instruction (DPP, SDWA, neg, abs, op_sel, clamp, omod).
struct GeneralOperands {
  const isa::Row* row = nullptr;
  isa::LaneKernel clamped = nullptr;  ///< instead of row->lanes where the clamp bit saturates
  isa::VectorModifiers modifiers;
  bool sdwa = false;
  bool dpp = false;
  std::uint8_t source_count = 0;
  std::uint32_t scalar_mask = 0;  ///< bit i: src[i] is a scalar broadcast slot
  std::uint32_t mask_source = 0;  ///< scalar code of the mask that is read (kSelect, kCarryInOut, kMaskIn)
};

}  // namespace lanewise::wave
