// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half-precision multiply-add with two roundings (v_mad_f16 and its kin), and the pairs of f16 and bf16 that
// have no other chapter: v_pk_fmac_f16, v_pk_minimum3_f16, v_pk_maximum3_f16, dot products of bf16.
//
// What surprises: v_mad_f16 keeps the other half of its destination, v_mad_legacy_f16 and v_mac_f16 zero it.
// The order of a dot product's sums differs: v_dot2_f32_bf16 adds C last, v_dot2c_f32_bf16 starts from it.
// Source: AMD's CDNA4 pseudocode; that the product of v_mad is rounded follows from LLVM, which selects it
// for a separate multiplication and addition.

#include "simulator/isa/division.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

inline f16 multiply_add_f16(f16 a, f16 b, f16 c) {
  const f16 product = to_f16(to_f32(a) * to_f32(b));
  return with_nan_rule(to_f16(to_f32(product) + to_f32(c)), a, b, c);
}
inline f16 division_fixup_legacy16(f16 a, f16 b, f16 c) {
  return to_f16(division_fixup<f32, -150, false>(to_f32(a), to_f32(b), to_f32(c)));
}

inline f16 low_half(pair_half a) { return {static_cast<u16>(a.bits)}; }
inline f16 high_half(pair_half a) { return {static_cast<u16>(a.bits >> 16)}; }
template <f16 (*F)(f16, f16, f16)>
pair_half packed3(pair_half a, pair_half b, pair_half c) {
  return {pack_halves(F(low_half(a), low_half(b), low_half(c)), F(high_half(a), high_half(b), high_half(c)))};
}

/// The larger; -0 < +0; a NaN operand gives that NaN, quieted (IEEE 754-2019 maximum).
inline f16 maximum_f16(f16 a, f16 b) {
  const f32 x = to_f32(a), y = to_f32(b);
  const f16 larger = x == y ? (a.bits & 0x8000 ? b : a) : (x > y ? a : b);
  return with_nan_rule(larger, a, b);
}
inline f16 minimum_f16(f16 a, f16 b) {
  const f32 x = to_f32(a), y = to_f32(b);
  const f16 smaller = x == y ? (a.bits & 0x8000 ? a : b) : (x < y ? a : b);
  return with_nan_rule(smaller, a, b);
}
inline f16 maximum3_f16(f16 a, f16 b, f16 c) { return maximum_f16(maximum_f16(a, b), c); }
inline f16 minimum3_f16(f16 a, f16 b, f16 c) { return minimum_f16(minimum_f16(a, b), c); }

inline f32 low_bfloat(u32 pair) { return bits_as<f32>(pair << 16); }
inline f32 high_bfloat(u32 pair) { return bits_as<f32>(pair & 0xffff0000); }
inline f32 canonical(f32 r) { return is_nan(r) ? created_nan(r) : r; }
inline f32 dot2_bf16(pair_half a, pair_half b, f32 c) {
  const f32 low = low_bfloat(a.bits) * low_bfloat(b.bits), high = high_bfloat(a.bits) * high_bfloat(b.bits);
  return canonical(low + high + c);
}
inline f32 dot2_accumulate_bf16(u32 a, u32 b, f32 c) {
  const f32 low = low_bfloat(a) * low_bfloat(b), high = high_bfloat(a) * high_bfloat(b);
  return canonical(c + low + high);
}

constexpr CostClass kFull = CostClass::kValu;

constexpr Row kRows[] = {
    LaneOp<&multiply_add_f16>::row("v_mad_f16", kFull, kKeepsHighHalf),
    LaneOp<&multiply_add_f16>::row("v_mad_legacy_f16"),
    LaneOp<&multiply_add_f16>::row("v_mac_f16"),
    LaneOp<&multiply_add_f16>::row("v_madak_f16"),
    LaneOp<&multiply_add_f16>::row("v_madmk_f16"),
    LaneOp<&division_fixup_legacy16>::row("v_div_fixup_legacy_f16"),
    LaneOp<&packed3<&fma_f16>>::row("v_pk_fmac_f16"),
    LaneOp<&packed3<&maximum3_f16>>::row("v_pk_maximum3_f16", kFull, kGfx950Only),
    LaneOp<&packed3<&minimum3_f16>>::row("v_pk_minimum3_f16", kFull, kGfx950Only),
    LaneOp<&dot2_bf16>::row("v_dot2_f32_bf16", kFull, kGfx950Only),
    LaneOp<&dot2_accumulate_bf16>::row("v_dot2c_f32_bf16", kFull, kGfx950Only),
};

}  // namespace

std::span<const Row> unfused_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
