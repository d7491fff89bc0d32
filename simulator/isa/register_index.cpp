// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers chosen at run time: s_movrels and s_movreld add M0 to an SGPR number, s_set_gpr_idx_* lets M0
// move the VGPR operands of the VALU instructions that follow. Also s_setvskip, which makes vector
// instructions pass without effect.
//
//   M0:  15      12         7        0
//        | enable |  ...  |  index   |      enable: 1 src0, 2 src1, 4 src2, 8 destination
//
// Source: ISA manual, "VGPR indexing". An indexed source beyond the wave's VGPRs reads v0, an indexed
// destination beyond them is not written.

#include "simulator/isa/modes.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

constexpr u32 kEnableShift = 12;
enum IndexEnable : u32 { kIndexDestination = 8 };

/// SGPR number of a moved operand; a fault outside the file.
u32 relative_sgpr(const Wave& w, const Op* op, u32 base, u32 registers) {
  const u64 index = static_cast<u64>(base) + w.s[wave::kM0];
  constexpr u32 kSgprs = 102;
  if (index + registers > kSgprs) {
    wave::raise_fault({wave::Fault::Kind::kEmulation, op->index, 0, index, 4 * registers, false,
                       "M0 moves the operand beyond the last SGPR"});
  }
  return static_cast<u32>(index);
}
template <u32 D>
const Op* s_movrels(Wave& w, const Op* op) {
  const u32 from = relative_sgpr(w, op, op->src[0], D);
  u32 words[D];
  std::memcpy(words, &w.s[from], sizeof(words));
  std::memcpy(&w.s[op->dst], words, sizeof(words));
  return op + 1;
}
template <u32 D>
const Op* s_movreld(Wave& w, const Op* op) {
  const u32 to = relative_sgpr(w, op, op->dst, D);
  u32 words[D];
  std::memcpy(words, w.scalar_base[op->src[0] >> 31] + (op->src[0] & ~wave::kConstantPool), sizeof(words));
  std::memcpy(&w.s[to], words, sizeof(words));
  return op + 1;
}

void set_m0_index(Wave& w, u32 index) { w.s[wave::kM0] = (w.s[wave::kM0] & ~0xffu) | (index & 0xff); }
void set_m0_enables(Wave& w, u32 enables) {
  w.s[wave::kM0] = (w.s[wave::kM0] & ~(15u << kEnableShift)) | ((enables & 15) << kEnableShift);
}

const Op* s_set_gpr_idx_on(Wave& w, const Op* op) {
  set_m0_index(w, read_scalar32(w, op->src[0]));
  set_m0_enables(w, read_scalar32(w, op->src[1]));
  w.mode |= kVgprIndexing;
  return continue_in_mode(w, op);
}
const Op* s_set_gpr_idx_off(Wave& w, const Op* op) {
  w.mode &= ~u32{kVgprIndexing};
  return continue_in_mode(w, op);
}
const Op* s_set_gpr_idx_mode(Wave& w, const Op* op) {
  set_m0_enables(w, static_cast<u32>(op->immediate));
  return op + 1;
}
const Op* s_set_gpr_idx_idx(Wave& w, const Op* op) {
  set_m0_index(w, read_scalar32(w, op->src[0]));
  return op + 1;
}
const Op* s_setvskip(Wave& w, const Op* op) {
  const bool skip = (read_scalar32(w, op->src[0]) >> (read_scalar32(w, op->src[1]) & 31)) & 1;
  w.mode = skip ? w.mode | kSkipVector : w.mode & ~u32{kSkipVector};
  return continue_in_mode(w, op);
}

bool is_lane_shape(Shape shape) {
  return shape == Shape::kLanes || shape == Shape::kCompare || shape == Shape::kCompareExec ||
         shape == Shape::kSelect || shape == Shape::kCarryOut || shape == Shape::kCarryInOut ||
         shape == Shape::kMaskIn;
}

/// Adds M0's index to the enabled VGPR operands. False if the destination leaves the file.
bool apply_index(const Wave& w, const Row& row, Op& op) {
  const u32 enables = w.s[wave::kM0] >> kEnableShift, distance = (w.s[wave::kM0] & 0xff) * kLanes;
  const u32 limit = w.architectural_registers * kLanes;
  for (u32 i = 0; i < 3 && row.sources[i] != LaneKind::kNone; ++i) {
    if (((enables >> i) & 1) == 0 || op.src[i] >= limit) continue;  // constants and scalars lie above
    op.src[i] = op.src[i] + distance < limit ? op.src[i] + distance : 0;
  }
  if ((enables & kIndexDestination) == 0 || row.result == LaneKind::kMask || op.dst >= limit) return true;
  op.dst += distance;
  return op.dst < limit;
}

constexpr Row kRows[] = {
    salu_row("s_movrels_b32", s_movrels<1>),
    salu_row("s_movrels_b64", s_movrels<2>),
    salu_row("s_movreld_b32", s_movreld<1>),
    salu_row("s_movreld_b64", s_movreld<2>),
    salu_row("s_set_gpr_idx_on", s_set_gpr_idx_on),
    salu_row("s_set_gpr_idx_off", s_set_gpr_idx_off),
    salu_row("s_set_gpr_idx_mode", s_set_gpr_idx_mode),
    salu_row("s_set_gpr_idx_idx", s_set_gpr_idx_idx),
    salu_row("s_setvskip", s_setvskip),
};

}  // namespace

const Op* execute_modal(Wave& w, const Op* op) {
  if (w.mode & kSkipVector) return op + 1;
  const auto at = op - w.ops;
  const Op* plain = w.plain_ops + at;
  const Row& row = *w.rows[at];
  if (!is_lane_shape(row.shape)) {
    plain->execute(w, plain);
    return op + 1;
  }
  Op moved = *plain;
  if ((w.mode & kVgprIndexing) && !apply_index(w, row, moved)) return op + 1;
  // The modal Op's `reserved` holds the row's mode traits.
  w.mode_traits = (w.mode & kRoundAndDenormals) != kDefaultRoundAndDenormals ? op->reserved : 0;
  if (w.mode_traits != 0) {
    moved.reserved = static_cast<u32>(at);
    if (moved.execute == row.execute) moved.execute = execute_in_mode;
    if (moved.inner == row.execute) moved.inner = execute_in_mode;
  }
  moved.execute(w, &moved);
  w.mode_traits = 0;
  return op + 1;
}

std::span<const Row> register_index_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
