// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOP3: instructions that exist only in the 64-bit word: three sources, 64-bit integers, f64 and the
// division sequence.

#include "simulator/isa/division.h"
#include "simulator/isa/row_files.h"
#include "simulator/isa/transcendental.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

inline u16 median3_u16(u16 a, u16 b, u16 c) { return median3_integer(a, b, c); }
inline i16 median3_i16(i16 a, i16 b, i16 c) { return median3_integer(a, b, c); }
inline u16 minimum3_u16(u16 a, u16 b, u16 c) { return minimum3_integer(a, b, c); }
inline i16 minimum3_i16(i16 a, i16 b, i16 c) { return minimum3_integer(a, b, c); }
inline u16 maximum3_u16(u16 a, u16 b, u16 c) { return maximum3_integer(a, b, c); }
inline i16 maximum3_i16(i16 a, i16 b, i16 c) { return maximum3_integer(a, b, c); }
inline f16 minimum3_f16(f16 a, f16 b, f16 c) { return to_f16(minimum3(widened(a), widened(b), widened(c))); }
inline f16 maximum3_f16(f16 a, f16 b, f16 c) { return to_f16(maximum3(widened(a), widened(b), widened(c))); }
inline f16 median3_f16(f16 a, f16 b, f16 c) { return to_f16(median3(widened(a), widened(b), widened(c))); }
inline i16 mad_i16(i16 a, i16 b, i16 c) { return static_cast<i16>(a * b + c); }
inline u32 lerp_u8(u32 a, u32 b, u32 c) {
  u32 result = 0;
  for (u32 shift = 0; shift < 32; shift += 8) {
    result |= ((((a >> shift) & 0xff) + ((b >> shift) & 0xff) + ((c >> shift) & 1)) >> 1) << shift;
  }
  return result;
}
inline u32 sad_u8(u32 a, u32 b, u32 c) {
  for (u32 shift = 0; shift < 32; shift += 8) {
    const u32 x = (a >> shift) & 0xff, y = (b >> shift) & 0xff;
    c += x > y ? x - y : y - x;
  }
  return c;
}
inline u32 sad_high_u8(u32 a, u32 b, u32 c) { return (sad_u8(a, b, 0) << 16) + c; }
/// Bytes of b that are 0 do not count.
inline u32 masked_sad_u8(u32 a, u32 b, u32 c) {
  for (u32 shift = 0; shift < 32; shift += 8) {
    const u32 x = (a >> shift) & 0xff, y = (b >> shift) & 0xff;
    c += y == 0 ? 0 : (x > y ? x - y : y - x);
  }
  return c;
}
inline u32 sad_u16(u32 a, u32 b, u32 c) {
  return sad_u32(a & 0xffff, b & 0xffff, sad_u32(a >> 16, b >> 16, c));
}
inline f32 maximum_ieee(f32 a, f32 b) {
  if (is_nan(a)) return quieted(a);
  if (is_nan(b)) return quieted(b);
  if (a == b) return sign_of(a) ? b : a;
  return a > b ? a : b;
}
inline f32 minimum_ieee(f32 a, f32 b) {
  if (is_nan(a)) return quieted(a);
  if (is_nan(b)) return quieted(b);
  if (a == b) return sign_of(a) ? a : b;
  return a < b ? a : b;
}
inline f32 maximum3_ieee(f32 a, f32 b, f32 c) { return maximum_ieee(maximum_ieee(a, b), c); }
inline f32 minimum3_ieee(f32 a, f32 b, f32 c) { return minimum_ieee(minimum_ieee(a, b), c); }
inline f16 division_fixup16(f16 a, f16 b, f16 c) {
  return to_f16(division_fixup<f32, -150, false>(to_f32(a), to_f32(b), to_f32(c)));
}

/// v_bitop3_b32: the binder left the truth table in `offset`; bit 4a + 2b + c answers for bits a, b, c.
const Op* bit_operation3(Wave& w, const Op* op) {
  const u32* a = lanes_of(w, op->src[0]);
  const u32* b = lanes_of(w, op->src[1]);
  const u32* c = lanes_of(w, op->src[2]);
  u32 term[8];  // all ones where the table has a one
  for (u32 i = 0; i < 8; ++i) term[i] = (op->offset >> i) & 1 ? ~0u : 0u;
  alignas(64) u32 result[kLanes];
  LANEWISE_LANE_LOOP
  for (u32 lane = 0; lane < kLanes; ++lane) {
    const u32 x = a[lane], y = b[lane], z = c[lane];
    const u32 low = (~y & ((~z & term[0]) | (z & term[1]))) | (y & ((~z & term[2]) | (z & term[3])));
    const u32 high = (~y & ((~z & term[4]) | (z & term[5]))) | (y & ((~z & term[6]) | (z & term[7])));
    result[lane] = (~x & low) | (x & high);
  }
  blend(w, exec_of(w), w.v + op->dst, result, 1);
  return op + 1;
}

constexpr CostClass kQuarter = CostClass::kQuarterRate;
constexpr CostClass kFull = CostClass::kValu;

constexpr Row kRows[] = {
    FloatOp<&fma_f32>::row("v_fma_f32"),
    FloatOp<&fma_f64>::row("v_fma_f64"),
    FloatOp<&add<f64>>::row("v_add_f64"),
    FloatOp<&multiply<f64>>::row("v_mul_f64"),
    LaneOp<&load_exponent>::row("v_ldexp_f32"),
    LaneOp<&load_exponent64>::row("v_ldexp_f64"),
    LaneOp<&multiply_low_u32>::row("v_mul_lo_u32", kQuarter),
    LaneOp<&multiply_high_u32>::row("v_mul_hi_u32", kQuarter),
    LaneOp<&multiply_high_i32>::row("v_mul_hi_i32", kQuarter),
    CarryOp<&mad_u64_u32, false>::row("v_mad_u64_u32", kQuarter),
    CarryOp<&mad_i64_i32, false>::row("v_mad_i64_i32", kQuarter),
    LaneOp<&mad_u24>::row("v_mad_u32_u24"),
    LaneOp<&mad_i24>::row("v_mad_i32_i24"),
    LaneOp<&mad_u32_u16>::row("v_mad_u32_u16"),
    LaneOp<&mad_i32_i16>::row("v_mad_i32_i16"),
    LaneOp<&bitfield_extract_u32>::row("v_bfe_u32"),
    LaneOp<&bitfield_extract_i32>::row("v_bfe_i32"),
    LaneOp<&bitfield_insert>::row("v_bfi_b32"),
    LaneOp<&bitfield_mask>::row("v_bfm_b32"),
    LaneOp<&count_bits_add>::row("v_bcnt_u32_b32"),
    LaneOp<&align_bit>::row("v_alignbit_b32"),
    LaneOp<&align_byte>::row("v_alignbyte_b32"),
    LaneOp<&permute_bytes>::row("v_perm_b32"),
    LaneOp<&lerp_u8>::row("v_lerp_u8"),
    LaneOp<&sad_u8>::row("v_sad_u8"),
    LaneOp<&sad_high_u8>::row("v_sad_hi_u8"),
    LaneOp<&masked_sad_u8>::row("v_msad_u8"),
    LaneOp<&sad_u16>::row("v_sad_u16"),
    LaneOp<&sad_u32>::row("v_sad_u32"),
    Row{"v_bitop3_b32",
        Shape::kLanes,
        bit_operation3,
        nullptr,
        LaneKind::kBits32,
        {LaneKind::kBits32, LaneKind::kBits32, LaneKind::kBits32},
        kFull,
        kGfx950Only,
        0,
        0},
    LaneOp<&and_or>::row("v_and_or_b32"),
    LaneOp<&or3>::row("v_or3_b32"),
    LaneOp<&xor_add>::row("v_xad_u32"),
    LaneOp<&add3<u32>>::row("v_add3_u32"),
    LaneOp<&shift_left_add>::row("v_lshl_add_u32"),
    LaneOp<&add_shift_left>::row("v_add_lshl_u32"),
    LaneOp<&shift_left_or>::row("v_lshl_or_b32"),
    LaneOp<&shift_left_add64>::row("v_lshl_add_u64"),
    LaneOp<&shift_left_reversed64>::row("v_lshlrev_b64"),
    LaneOp<&shift_right_reversed64>::row("v_lshrrev_b64"),
    LaneOp<&shift_right_arithmetic_reversed64>::row("v_ashrrev_i64"),
    LaneOp<&minimum3>::row("v_min3_f32"),
    LaneOp<&maximum3>::row("v_max3_f32"),
    LaneOp<&median3>::row("v_med3_f32"),
    LaneOp<&minimum3_integer<i32>>::row("v_min3_i32"),
    LaneOp<&maximum3_integer<i32>>::row("v_max3_i32"),
    LaneOp<&median3_integer<i32>>::row("v_med3_i32"),
    LaneOp<&minimum3_integer<u32>>::row("v_min3_u32"),
    LaneOp<&maximum3_integer<u32>>::row("v_max3_u32"),
    LaneOp<&median3_integer<u32>>::row("v_med3_u32"),
    LaneOp<&maximum3_ieee>::row("v_maximum3_f32", kFull, kGfx950Only),
    LaneOp<&minimum3_ieee>::row("v_minimum3_f32", kFull, kGfx950Only),
    // 16 bit: these forms leave the destination's other half as it was (facts checked with LLVM)
    LaneOp<&fma_f16>::row("v_fma_f16", kFull, kKeepsHighHalf),
    LaneOp<&fma_f16>::row("v_fma_legacy_f16"),
    LaneOp<&division_fixup16>::row("v_div_fixup_f16", kFull, kKeepsHighHalf),
    LaneOp<&mad_u16>::row("v_mad_u16", kFull, kKeepsHighHalf),
    LaneOp<&mad_i16>::row("v_mad_i16", kFull, kKeepsHighHalf),
    LaneOp<&mad_u16>::row("v_mad_legacy_u16"),
    LaneOp<&mad_i16>::row("v_mad_legacy_i16"),
    LaneOp<&minimum3_f16>::row("v_min3_f16", kFull, kKeepsHighHalf),
    LaneOp<&maximum3_f16>::row("v_max3_f16", kFull, kKeepsHighHalf),
    LaneOp<&median3_f16>::row("v_med3_f16"),
    LaneOp<&minimum3_i16>::row("v_min3_i16", kFull, kKeepsHighHalf),
    LaneOp<&maximum3_i16>::row("v_max3_i16", kFull, kKeepsHighHalf),
    LaneOp<&median3_i16>::row("v_med3_i16", kFull, kKeepsHighHalf),
    LaneOp<&minimum3_u16>::row("v_min3_u16", kFull, kKeepsHighHalf),
    LaneOp<&maximum3_u16>::row("v_max3_u16", kFull, kKeepsHighHalf),
    LaneOp<&median3_u16>::row("v_med3_u16", kFull, kKeepsHighHalf),
    LaneOp<&add<u16>>::row("v_add_i16"),
    LaneOp<&subtract<u16>>::row("v_sub_i16"),
    LaneOp<&add<u32>>::row("v_add_i32"),
    LaneOp<&subtract<u32>>::row("v_sub_i32"),
    // packing
    LaneOp<&convert_pack_round_to_zero>::row("v_cvt_pkrtz_f16_f32"),
    LaneOp<&convert_pack_bf16>::row("v_cvt_pk_bf16_f32", kFull, kGfx950Only),
    LaneOp<&convert_pack_f16>::row("v_cvt_pk_f16_f32", kFull, kGfx950Only),
    LaneOp<&pack_b32_f16>::row("v_pack_b32_f16"),
    // division
    CarryOp<&division_scale32, false>::row("v_div_scale_f32"),
    CarryOp<&division_scale64, false>::row("v_div_scale_f64"),
    MaskedOp<&division_fma32, Shape::kMaskIn>::row("v_div_fmas_f32"),
    MaskedOp<&division_fma64, Shape::kMaskIn>::row("v_div_fmas_f64"),
    LaneOp<&division_fixup32>::row("v_div_fixup_f32"),
    LaneOp<&division_fixup64>::row("v_div_fixup_f64"),
};

}  // namespace

std::span<const Row> vop3_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
