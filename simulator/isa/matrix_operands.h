// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Register operands of an MFMA: where A, B, C and D stand, with cbsz, abid and blgp applied.
//
//   cbsz  blocks work in groups of 2^cbsz: all of a group take A from its block number abid
//   blgp  moves B's lanes: 1 lanes 0-31 to both halves, 2 lanes 32-63, 3 rotate by 16, 4..7 one quarter
//         to all four
// Source: AMD matrix instruction calculator. The binder packs cbsz | abid << 4 | blgp << 8.

#pragma once

#include "simulator/isa/arithmetic.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

inline u32 blgp_lane(u32 blgp, u32 lane) {
  switch (blgp) {
    case 1: return lane & 31;
    case 2: return 32 | (lane & 31);
    case 3: return (lane + 16) & 63;
    case 4:
    case 5:
    case 6:
    case 7: return 16 * (blgp - 4) + (lane & 15);
    default: return lane;
  }
}

template <u32 BRegisters, u32 DRegisters>
struct MatrixOperands {
  MatrixOperands(Wave& w, const Op* op)
      : a(lanes_of(w, op->src[0])),
        b(lanes_of(w, op->src[1])),
        c(lanes_of(w, op->src[2])),
        d(w.v + op->dst),
        constant((op->flags & wave::kConstantSrc2) != 0),
        cbsz_(static_cast<u32>(op->immediate) & 15),
        abid_((static_cast<u32>(op->immediate) >> 4) & 15) {
    if (const u32 blgp = (static_cast<u32>(op->immediate) >> 8) & 7) {
      for (u32 r = 0; r < BRegisters; ++r) {
        for (u32 lane = 0; lane < kLanes; ++lane)
          moved_b_[r * kLanes + lane] = b[r * kLanes + blgp_lane(blgp, lane)];
      }
      b = moved_b_;
    }
    // D is written while later rows or blocks still read C, A or B: copy what it overlaps.
    if (!constant && c != d && overlaps(c, DRegisters)) {
      std::memcpy(copied_c_, c, sizeof(copied_c_));
      c = copied_c_;
    }
    if (overlaps(a, BRegisters)) {
      std::memcpy(copied_a_, a, sizeof(copied_a_));
      a = copied_a_;
    }
    if (overlaps(b, BRegisters)) {
      std::memcpy(moved_b_, b, sizeof(moved_b_));
      b = moved_b_;
    }
  }

  [[nodiscard]] u32 block_of_a(u32 block) const {
    const u32 group = (1u << cbsz_) - 1;
    return cbsz_ == 0 ? block : (block & ~group) | (abid_ & group);
  }

  const u32* a;
  const u32* b;
  const u32* c;
  u32* d;
  bool constant;

 private:
  [[nodiscard]] bool overlaps(const u32* source, u32 registers) const {
    return source < d + DRegisters * kLanes && source + registers * kLanes > d;
  }
  u32 cbsz_, abid_;
  alignas(64) u32 copied_a_[BRegisters * kLanes];
  alignas(64) u32 moved_b_[BRegisters * kLanes];
  alignas(64) u32 copied_c_[DRegisters * kLanes];
};

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
