// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOP2: two sources. v_fmac has its destination as third source (the decoder adds it), v_fmamk and
// v_fmaak their constant, so they share fma's lane function.

#include "simulator/isa/row_files.h"
#include "simulator/isa/transcendental.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

inline f16 load_exponent_f16(f16 a, i16 e) {
  const i32 clamped = e < -60 ? -60 : (e > 60 ? 60 : e);
  return to_f16(std::ldexp(static_cast<f64>(to_f32(a)), clamped));
}
inline f64 minimum_f64(f64 a, f64 b) { return minimum_number(a, b); }
inline f64 maximum_f64(f64 a, f64 b) { return maximum_number(a, b); }

constexpr Row kRows[] = {
    MaskedOp<&select_second_if>::row("v_cndmask_b32"),
    FloatOp<&add<f32>>::row("v_add_f32"),
    FloatOp<&subtract<f32>>::row("v_sub_f32"),
    FloatOp<&subtract_reversed<f32>>::row("v_subrev_f32"),
    FloatOp<&multiply<f32>>::row("v_mul_f32"),
    LaneOp<&multiply_legacy>::row("v_mul_legacy_f32"),
    LaneOp<&minimum_number<f32>>::row("v_min_f32"),
    LaneOp<&maximum_number<f32>>::row("v_max_f32"),
    FloatOp<&fma_f32>::row("v_fmac_f32"),
    FloatOp<&fma_f32>::row("v_fmamk_f32"),
    FloatOp<&fma_f32>::row("v_fmaak_f32"),
    FloatOp<&fma_f64>::row("v_fmac_f64"),
    LaneOp<&multiply_i24>::row("v_mul_i32_i24"),
    LaneOp<&multiply_high_i24>::row("v_mul_hi_i32_i24"),
    LaneOp<&multiply_u24>::row("v_mul_u32_u24"),
    LaneOp<&multiply_high_u24>::row("v_mul_hi_u32_u24"),
    LaneOp<&minimum_integer<i32>>::row("v_min_i32"),
    LaneOp<&maximum_integer<i32>>::row("v_max_i32"),
    LaneOp<&minimum_integer<u32>>::row("v_min_u32"),
    LaneOp<&maximum_integer<u32>>::row("v_max_u32"),
    LaneOp<&shift_right_reversed>::row("v_lshrrev_b32"),
    LaneOp<&shift_right_arithmetic_reversed>::row("v_ashrrev_i32"),
    LaneOp<&shift_left_reversed>::row("v_lshlrev_b32"),
    LaneOp<&bit_and<u32>>::row("v_and_b32"),
    LaneOp<&bit_or<u32>>::row("v_or_b32"),
    LaneOp<&bit_xor<u32>>::row("v_xor_b32"),
    LaneOp<&bit_xnor>::row("v_xnor_b32"),
    LaneOp<&add<u32>>::row("v_add_u32"),
    LaneOp<&subtract<u32>>::row("v_sub_u32"),
    LaneOp<&subtract_reversed<u32>>::row("v_subrev_u32"),
    CarryOp<&add_carry_out, false>::row("v_add_co_u32"),
    CarryOp<&subtract_borrow_out, false>::row("v_sub_co_u32"),
    CarryOp<&subtract_reversed_borrow_out, false>::row("v_subrev_co_u32"),
    CarryOp<&add_with_carry, true>::row("v_addc_co_u32"),
    CarryOp<&subtract_with_borrow, true>::row("v_subb_co_u32"),
    CarryOp<&subtract_reversed_with_borrow, true>::row("v_subbrev_co_u32"),
    // 16 bit
    LaneOp<&add_f16>::row("v_add_f16"),
    LaneOp<&subtract_f16>::row("v_sub_f16"),
    LaneOp<&subtract_reversed_f16>::row("v_subrev_f16"),
    LaneOp<&multiply_f16>::row("v_mul_f16"),
    LaneOp<&minimum_number_f16>::row("v_min_f16"),
    LaneOp<&maximum_number_f16>::row("v_max_f16"),
    LaneOp<&load_exponent_f16>::row("v_ldexp_f16"),
    LaneOp<&add<u16>>::row("v_add_u16"),
    LaneOp<&subtract<u16>>::row("v_sub_u16"),
    LaneOp<&subtract_reversed<u16>>::row("v_subrev_u16"),
    LaneOp<&multiply_u16>::row("v_mul_lo_u16"),
    LaneOp<&shift_left_reversed16>::row("v_lshlrev_b16"),
    LaneOp<&shift_right_reversed16>::row("v_lshrrev_b16"),
    LaneOp<&shift_right_arithmetic_reversed16>::row("v_ashrrev_i16"),
    LaneOp<&maximum_integer<u16>>::row("v_max_u16"),
    LaneOp<&maximum_integer<i16>>::row("v_max_i16"),
    LaneOp<&minimum_integer<u16>>::row("v_min_u16"),
    LaneOp<&minimum_integer<i16>>::row("v_min_i16"),
    LaneOp<&dot2_halves>::row("v_dot2c_f32_f16"),
    LaneOp<&dot_parts<16, true>>::row("v_dot2c_i32_i16"),
    LaneOp<&dot_parts<8, true>>::row("v_dot4c_i32_i8"),
    LaneOp<&dot_parts<4, true>>::row("v_dot8c_i32_i4"),
    // f64 forms live in VOP3 on these chips but are two-source
    LaneOp<&minimum_f64>::row("v_min_f64"),
    LaneOp<&maximum_f64>::row("v_max_f64"),
};

}  // namespace

std::span<const Row> vop2_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
