// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modes that change what other instructions do: rounding and denormals, VGPR indexing through M0
// (MODE.GPR_IDX_EN) and skipping of vector instructions (MODE.VSKIP). A kernel that can switch them is bound
// twice: `plain_ops`, and `modal_ops`, a copy at the same indices whose vector instructions go through
// execute_modal. Switching a mode moves the wave from one array to the other, so that kernels without modes
// pay nothing.
//
//   s_set_gpr_idx_on ─▶ continue_in_mode ─▶ modal_ops[i + 1] ... s_set_gpr_idx_off ─▶ plain_ops[j + 1]

#pragma once

#include "simulator/isa/lane_loop.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

enum ModeBit : u32 {
  kRoundAndDenormals = 0xff,
  kDefaultRoundAndDenormals = 0xf0,  ///< to nearest even, denormals kept
  kIeee = u32{1} << 9,
  kVgprIndexing = u32{1} << 27,
  kSkipVector = u32{1} << 28,
};
/// MODE[31:29]: depth of the stack of forked masks (s_cbranch_*_fork).
inline constexpr u32 kForkDepthShift = 29;

inline bool special_mode(u32 mode) {
  return (mode & (kVgprIndexing | kSkipVector)) != 0 ||
         (mode & kRoundAndDenormals) != kDefaultRoundAndDenormals;
}

/// The instruction after `op`, in the array that MODE asks for.
inline const Op* continue_in_mode(Wave& w, const Op* op) {
  const bool modal = special_mode(w.mode);
  const Op* ops = modal ? w.modal_ops : w.plain_ops;
  if (ops == w.ops) return op + 1;
  const Op* next = ops + (op - w.ops) + 1;
  w.executed += static_cast<u64>(op - w.run_start) + 1;
  w.run_start = next;
  w.ops = ops;
  return next;
}

inline u32 read_scalar32(const Wave& w, u32 source) {
  return w.scalar_base[source >> 31][source & ~wave::kConstantPool];
}
inline u64 read_scalar64(const Wave& w, u32 source) {
  const u32* p = w.scalar_base[source >> 31] + (source & ~wave::kConstantPool);
  return static_cast<u64>(p[0]) | (static_cast<u64>(p[1]) << 32);
}

constexpr Row salu_row(const char* name, wave::Handler execute) {
  return {name, Shape::kScalar, execute, nullptr, LaneKind::kNone, {}, CostClass::kSalu, 0, 0, 0};
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
