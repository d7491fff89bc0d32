// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOP3P: packed pairs. The default selectors (op_sel = 0, op_sel_hi = all ones) make low and high halves
// work on themselves; other selectors go through the general executor, which rearranges the halves
// before it calls the same lane function.

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

template <auto F, class T>
struct Packed;
template <class T, T (*F)(T, T)>
struct Packed<F, T> {
  static pair16 apply(pair16 a, pair16 b) {
    const T low = F(static_cast<T>(a.bits), static_cast<T>(b.bits));
    const T high = F(static_cast<T>(a.bits >> 16), static_cast<T>(b.bits >> 16));
    return {static_cast<u16>(low) | (static_cast<u32>(static_cast<u16>(high)) << 16)};
  }
};
inline f16 low_half(pair_half a) { return {static_cast<u16>(a.bits)}; }
inline f16 high_half(pair_half a) { return {static_cast<u16>(a.bits >> 16)}; }
template <f16 (*F)(f16, f16)>
pair_half packed_half(pair_half a, pair_half b) {
  return {pack_halves(F(low_half(a), low_half(b)), F(high_half(a), high_half(b)))};
}
inline pair_half packed_fma_half(pair_half a, pair_half b, pair_half c) {
  return {pack_halves(fma_f16(low_half(a), low_half(b), low_half(c)),
                      fma_f16(high_half(a), high_half(b), high_half(c)))};
}
inline pair16 packed_mad_u16(pair16 a, pair16 b, pair16 c) {
  const u32 low = (a.bits & 0xffff) * (b.bits & 0xffff) + c.bits;
  const u32 high = (a.bits >> 16) * (b.bits >> 16) + (c.bits >> 16);
  return {(low & 0xffff) | (high << 16)};
}
template <f32 (*F)(f32, f32)>
pair_f32 packed_float(pair_f32 a, pair_f32 b) {
  return {Ruled<F>::apply(a.lo, b.lo), Ruled<F>::apply(a.hi, b.hi)};
}
inline pair_f32 packed_fma_float(pair_f32 a, pair_f32 b, pair_f32 c) {
  return {Ruled<&fma_f32>::apply(a.lo, b.lo, c.lo), Ruled<&fma_f32>::apply(a.hi, b.hi, c.hi)};
}
/// op_sel has already put the chosen register of each source into its low place.
inline pair_f32 packed_move(pair_f32 a, pair_f32 b) { return {a.lo, b.lo}; }
inline f16 fma_to_f16(f32 a, f32 b, f32 c) { return to_f16(Ruled<&fma_f32>::apply(a, b, c)); }
inline f32 dot2_f16(pair_half a, pair_half b, f32 c) { return dot2_halves(a.bits, b.bits, c); }
inline u32 dot2_u16(pair16 a, pair16 b, u32 c) { return dot_parts<16, false>(a.bits, b.bits, c); }
inline u32 dot2_i16(pair16 a, pair16 b, u32 c) { return dot_parts<16, true>(a.bits, b.bits, c); }
inline i16 shift_right_arithmetic_halves(i16 a, i16 b) {
  return shift_right_arithmetic_reversed16(static_cast<u16>(a), b);
}
inline u16 add_u16(u16 a, u16 b) { return add(a, b); }
inline u16 subtract_u16(u16 a, u16 b) { return subtract(a, b); }

constexpr Row kRows[] = {
    LaneOp<&Packed<&add_u16, u16>::apply>::row("v_pk_add_u16"),
    LaneOp<&Packed<&add_u16, u16>::apply>::row("v_pk_add_i16"),
    LaneOp<&Packed<&subtract_u16, u16>::apply>::row("v_pk_sub_u16"),
    LaneOp<&Packed<&subtract_u16, u16>::apply>::row("v_pk_sub_i16"),
    LaneOp<&Packed<&multiply_u16, u16>::apply>::row("v_pk_mul_lo_u16"),
    LaneOp<&Packed<&minimum_integer<u16>, u16>::apply>::row("v_pk_min_u16"),
    LaneOp<&Packed<&maximum_integer<u16>, u16>::apply>::row("v_pk_max_u16"),
    LaneOp<&Packed<&minimum_integer<i16>, i16>::apply>::row("v_pk_min_i16"),
    LaneOp<&Packed<&maximum_integer<i16>, i16>::apply>::row("v_pk_max_i16"),
    LaneOp<&Packed<&shift_left_reversed16, u16>::apply>::row("v_pk_lshlrev_b16"),
    LaneOp<&Packed<&shift_right_reversed16, u16>::apply>::row("v_pk_lshrrev_b16"),
    LaneOp<&Packed<&shift_right_arithmetic_halves, i16>::apply>::row("v_pk_ashrrev_i16"),
    LaneOp<&packed_mad_u16>::row("v_pk_mad_u16"),
    LaneOp<&packed_mad_u16>::row("v_pk_mad_i16"),
    LaneOp<&packed_half<&add_f16>>::row("v_pk_add_f16"),
    LaneOp<&packed_half<&multiply_f16>>::row("v_pk_mul_f16"),
    LaneOp<&packed_half<&minimum_number_f16>>::row("v_pk_min_f16"),
    LaneOp<&packed_half<&maximum_number_f16>>::row("v_pk_max_f16"),
    LaneOp<&packed_fma_half>::row("v_pk_fma_f16"),
    LaneOp<&packed_float<&add<f32>>>::row("v_pk_add_f32"),
    LaneOp<&packed_float<&multiply<f32>>>::row("v_pk_mul_f32"),
    LaneOp<&packed_fma_float>::row("v_pk_fma_f32"),
    LaneOp<&packed_move>::row("v_pk_mov_b32"),
    FloatOp<&fma_f32>::row("v_fma_mix_f32", CostClass::kValu, kMixedPrecision),
    LaneOp<&fma_to_f16>::row("v_fma_mixlo_f16", CostClass::kValu, kMixedPrecision | kKeepsHighHalf),
    LaneOp<&fma_to_f16>::row("v_fma_mixhi_f16", CostClass::kValu, kMixedPrecision | kWritesHighHalf),
    LaneOp<&dot2_f16>::row("v_dot2_f32_f16"),
    LaneOp<&dot2_u16>::row("v_dot2_u32_u16"),
    LaneOp<&dot2_i16>::row("v_dot2_i32_i16"),
    LaneOp<&dot_parts<8, false>>::row("v_dot4_u32_u8"),
    LaneOp<&dot_parts<8, true>>::row("v_dot4_i32_i8"),
    LaneOp<&dot_parts<4, false>>::row("v_dot8_u32_u4"),
    LaneOp<&dot_parts<4, true>>::row("v_dot8_i32_i4"),
};

}  // namespace

std::span<const Row> vop3p_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
