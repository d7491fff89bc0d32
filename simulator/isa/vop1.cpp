// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOP1: one source. The 64-bit, SDWA and DPP words of the same mnemonics take these rows too.

#include "simulator/isa/row_files.h"
#include "simulator/isa/transcendental.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

constexpr CostClass kTrans = CostClass::kTranscendental;

inline f32 round_down_f32(f32 a) { return round_down(a); }
inline f32 round_up_f32(f32 a) { return round_up(a); }
inline f32 round_to_zero_f32(f32 a) { return round_to_zero(a); }
inline f64 round_down_f64(f64 a) { return round_down(a); }
inline f64 round_up_f64(f64 a) { return round_up(a); }
inline f64 round_to_zero_f64(f64 a) { return round_to_zero(a); }
template <u32 Byte>
f32 convert_ubyte(u32 a) {
  return convert_byte(a, Byte);
}
inline i32 round_to_nearest_integer(f32 a) { return convert_to_integer<i32>(__builtin_floorf(a + 0.5f)); }
inline i32 round_down_to_integer(f32 a) { return convert_to_integer<i32>(__builtin_floorf(a)); }
inline f16 convert_f16(f32 a) { return to_f16(a); }
inline f32 widen_f16(f16 a) { return to_f32(a); }
inline f32 narrow_f64(f64 a) { return static_cast<f32>(a); }
inline f64 widen_f32(f32 a) { return static_cast<f64>(a); }
inline f16 u16_to_f16(u16 a) { return to_f16(static_cast<f32>(a)); }
inline f16 i16_to_f16(i16 a) { return to_f16(static_cast<f32>(a)); }
inline u16 f16_to_u16(f16 a) {
  const f32 x = to_f32(a);
  return is_nan(x) || x <= 0 ? 0 : (x >= 65535.0f ? 65535 : static_cast<u16>(x));
}
inline i16 f16_to_i16(f16 a) {
  const f32 x = to_f32(a);
  return is_nan(x) ? 0 : (x <= -32768.0f ? -32768 : (x >= 32767.0f ? 32767 : static_cast<i16>(x)));
}
inline f16 round_down_f16(f16 a) { return to_f16(std::floor(to_f32(a))); }
inline f16 round_up_f16(f16 a) { return to_f16(std::ceil(to_f32(a))); }
inline f16 round_to_zero_half(f16 a) { return to_f16(std::trunc(to_f32(a))); }
inline f16 round_to_even_f16(f16 a) { return to_f16(round_to_even(to_f32(a))); }
inline f16 fraction_f16(f16 a) {
  const f32 x = to_f32(a);
  const f16 r = to_f16(x - std::floor(x));
  return to_f32(r) >= 1.0f ? f16{0x3bff} : with_nan_rule(r, a);
}
inline f16 mantissa_of_f16(f16 a) { return to_f16(mantissa_of(to_f32(a))); }
inline i16 exponent_of_f16(f16 a) { return static_cast<i16>(exponent_of(to_f32(a))); }
inline u32 saturate_pack_u8(u32 a) {
  const auto clamp = [](u32 half) -> u32 {
    const i32 value = static_cast<i16>(half);
    return static_cast<u32>(value < 0 ? 0 : (value > 255 ? 255 : value));
  };
  return clamp(a & 0xffff) | (clamp(a >> 16) << 8);
}
inline u32 next_random(u32 a) { return (a << 1) ^ ((a >> 31) ? 197u : 0u); }

constexpr Row kRows[] = {
    LaneOp<&copy_bits>::row("v_mov_b32"),
    LaneOp<&copy_bits64>::row("v_mov_b64"),
    LaneOp<&copy_bits>::row("v_accvgpr_mov_b32"),
    LaneOp<&bit_not>::row("v_not_b32"),
    LaneOp<&reverse_bits>::row("v_bfrev_b32"),
    LaneOp<&find_first_high_unsigned>::row("v_ffbh_u32"),
    LaneOp<&find_first_low>::row("v_ffbl_b32"),
    LaneOp<&find_first_high_signed>::row("v_ffbh_i32"),
    LaneOp<&saturate_pack_u8>::row("v_sat_pk_u8_i16"),
    LaneOp<&next_random>::row("v_prng_b32", CostClass::kValu, kGfx950Only),
    // conversions
    LaneOp<&convert<f32, u32>>::row("v_cvt_f32_u32"),
    LaneOp<&convert<f32, i32>>::row("v_cvt_f32_i32"),
    LaneOp<&convert_to_integer<u32, f32>>::row("v_cvt_u32_f32"),
    LaneOp<&convert_to_integer<i32, f32>>::row("v_cvt_i32_f32"),
    LaneOp<&round_to_nearest_integer>::row("v_cvt_rpi_i32_f32"),
    LaneOp<&round_down_to_integer>::row("v_cvt_flr_i32_f32"),
    LaneOp<&convert<f64, u32>>::row("v_cvt_f64_u32"),
    LaneOp<&convert<f64, i32>>::row("v_cvt_f64_i32"),
    LaneOp<&convert_to_integer<u32, f64>>::row("v_cvt_u32_f64"),
    LaneOp<&convert_to_integer<i32, f64>>::row("v_cvt_i32_f64"),
    LaneOp<&convert_f16>::row("v_cvt_f16_f32"),
    LaneOp<&widen_f16>::row("v_cvt_f32_f16"),
    LaneOp<&narrow_f64>::row("v_cvt_f32_f64"),
    LaneOp<&widen_f32>::row("v_cvt_f64_f32"),
    LaneOp<&u16_to_f16>::row("v_cvt_f16_u16"),
    LaneOp<&i16_to_f16>::row("v_cvt_f16_i16"),
    LaneOp<&f16_to_u16>::row("v_cvt_u16_f16"),
    LaneOp<&f16_to_i16>::row("v_cvt_i16_f16"),
    LaneOp<&convert_ubyte<0>>::row("v_cvt_f32_ubyte0"),
    LaneOp<&convert_ubyte<1>>::row("v_cvt_f32_ubyte1"),
    LaneOp<&convert_ubyte<2>>::row("v_cvt_f32_ubyte2"),
    LaneOp<&convert_ubyte<3>>::row("v_cvt_f32_ubyte3"),
    LaneOp<&convert_bf16>::row("v_cvt_f32_bf16", CostClass::kValu, kGfx950Only),
    // rounding, exponents
    LaneOp<&fraction>::row("v_fract_f32"),
    LaneOp<&round_to_zero_f32>::row("v_trunc_f32"),
    LaneOp<&round_up_f32>::row("v_ceil_f32"),
    LaneOp<&round_to_even>::row("v_rndne_f32"),
    LaneOp<&round_down_f32>::row("v_floor_f32"),
    LaneOp<&fraction64>::row("v_fract_f64"),
    LaneOp<&round_to_zero_f64>::row("v_trunc_f64"),
    LaneOp<&round_up_f64>::row("v_ceil_f64"),
    LaneOp<&round_to_even64>::row("v_rndne_f64"),
    LaneOp<&round_down_f64>::row("v_floor_f64"),
    LaneOp<&fraction_f16>::row("v_fract_f16"),
    LaneOp<&round_to_zero_half>::row("v_trunc_f16"),
    LaneOp<&round_up_f16>::row("v_ceil_f16"),
    LaneOp<&round_to_even_f16>::row("v_rndne_f16"),
    LaneOp<&round_down_f16>::row("v_floor_f16"),
    LaneOp<&exponent_of_f16>::row("v_frexp_exp_i16_f16"),
    LaneOp<&mantissa_of_f16>::row("v_frexp_mant_f16"),
    LaneOp<&exponent_of>::row("v_frexp_exp_i32_f32"),
    LaneOp<&mantissa_of>::row("v_frexp_mant_f32"),
    LaneOp<&exponent_of64>::row("v_frexp_exp_i32_f64"),
    LaneOp<&mantissa_of64>::row("v_frexp_mant_f64"),
    // transcendentals
    LaneOp<&exp2_f32>::row("v_exp_f32", kTrans),
    LaneOp<&log2_f32>::row("v_log_f32", kTrans),
    LaneOp<&exp2_f32>::row("v_exp_legacy_f32", kTrans),
    LaneOp<&log2_f32>::row("v_log_legacy_f32", kTrans),
    LaneOp<&reciprocal_f32>::row("v_rcp_f32", kTrans),
    LaneOp<&reciprocal_f32>::row("v_rcp_iflag_f32", kTrans),
    LaneOp<&reciprocal_square_root_f32>::row("v_rsq_f32", kTrans),
    LaneOp<&square_root_f32>::row("v_sqrt_f32", kTrans),
    LaneOp<&sine_f32>::row("v_sin_f32", kTrans),
    LaneOp<&cosine_f32>::row("v_cos_f32", kTrans),
    LaneOp<&reciprocal_f64>::row("v_rcp_f64", kTrans),
    LaneOp<&reciprocal_square_root_f64>::row("v_rsq_f64", kTrans),
    LaneOp<&square_root_f64>::row("v_sqrt_f64", kTrans),
    LaneOp<&exp2_f16>::row("v_exp_f16", kTrans),
    LaneOp<&log2_f16>::row("v_log_f16", kTrans),
    LaneOp<&reciprocal_f16>::row("v_rcp_f16", kTrans),
    LaneOp<&reciprocal_square_root_f16>::row("v_rsq_f16", kTrans),
    LaneOp<&square_root_f16>::row("v_sqrt_f16", kTrans),
    LaneOp<&sine_f16>::row("v_sin_f16", kTrans),
    LaneOp<&cosine_f16>::row("v_cos_f16", kTrans),
};

}  // namespace

std::span<const Row> vop1_rows() { return kRows; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
