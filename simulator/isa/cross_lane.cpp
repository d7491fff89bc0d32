// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that look across lanes or copy between register files: readlane and writelane (which
// ignore EXEC), lane-number counts, swaps, and AGPR copies (plain copies: one register file).

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

u32 scalar_of(const Wave& w, u32 source) {
  return w.scalar_base[source >> 31][source & ~wave::kConstantPool];
}

const Op* read_first_lane(Wave& w, const Op* op) {
  const u64 exec = exec_of(w);
  const u32 lane = exec == 0 ? 0 : static_cast<u32>(__builtin_ctzll(exec));
  w.s[op->dst] = lanes_of(w, op->src[0])[lane];
  return op + 1;
}

const Op* read_lane(Wave& w, const Op* op) {
  w.s[op->dst] = lanes_of(w, op->src[0])[scalar_of(w, op->src[1]) & 63];
  return op + 1;
}

const Op* write_lane(Wave& w, const Op* op) {
  w.v[op->dst + (scalar_of(w, op->src[1]) & 63)] = scalar_of(w, op->src[0]);
  return op + 1;
}

/// v_mbcnt: counts the bits of src0 below this lane, in the low or high 32 lanes, and adds src1.
template <bool High>
const Op* count_bits_below(Wave& w, const Op* op) {
  alignas(64) u32 result[kLanes];
  const u32* mask = lanes_of(w, op->src[0]);
  const u32* addend = lanes_of(w, op->src[1]);
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u64 below = (u64{1} << lane) - 1;
    const u32 part = static_cast<u32>(High ? below >> 32 : below);
    result[lane] = addend[lane] + static_cast<u32>(__builtin_popcount(mask[lane] & part));
  }
  blend(w, exec_of(w), w.v + op->dst, result, 1);
  return op + 1;
}

const Op* swap_registers(Wave& w, const Op* op) {
  const u64 exec = exec_of(w);
  u32* a = w.v + op->dst;
  u32* b = w.v + op->src[0];
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (((exec >> lane) & 1) == 0) continue;
    const u32 value = a[lane];
    a[lane] = b[lane];
    b[lane] = value;
  }
  return op + 1;
}

/// v_permlane16_swap / v_permlane32_swap: odd rows of vdst change places with even rows of src0.
template <u32 Row>
const Op* swap_rows(Wave& w, const Op* op) {
  const u64 exec = exec_of(w);
  u32* a = w.v + op->dst;
  u32* b = w.v + op->src[0];
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (lane & Row) continue;  // lane = even row: pairs with vdst's lane + Row
    const u32 other = lane + Row;
    if (((exec >> lane) & 1) == 0 || ((exec >> other) & 1) == 0) continue;
    const u32 value = b[lane];
    b[lane] = a[other];
    a[other] = value;
  }
  return op + 1;
}

constexpr Row special(const char* name, wave::Handler execute, Shape shape, u8 flags = 0) {
  return {name,
          shape,
          execute,
          nullptr,
          LaneKind::kBits32,
          {LaneKind::kBits32, LaneKind::kBits32, LaneKind::kNone},
          CostClass::kValu,
          flags,
          0,
          0};
}

constexpr Row kRows[] = {
    special("v_readfirstlane_b32", read_first_lane, Shape::kCrossLane),
    special("v_readlane_b32", read_lane, Shape::kCrossLane),
    special("v_writelane_b32", write_lane, Shape::kCrossLane),
    special("v_mbcnt_lo_u32_b32", count_bits_below<false>, Shape::kLanes),
    special("v_mbcnt_hi_u32_b32", count_bits_below<true>, Shape::kLanes),
    special("v_swap_b32", swap_registers, Shape::kCrossLane),
    special("v_permlane16_swap_b32", swap_rows<16>, Shape::kCrossLane, kGfx950Only),
    special("v_permlane32_swap_b32", swap_rows<32>, Shape::kCrossLane, kGfx950Only),
    LaneOp<&copy_bits>::row("v_accvgpr_read_b32"),
    LaneOp<&copy_bits>::row("v_accvgpr_write_b32"),
};

}  // namespace

std::span<const Row> cross_lane_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
