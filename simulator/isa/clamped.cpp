// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clamp bit on integers: twins of lane functions that saturate at the ends of the result's type instead
// of wrapping, by mnemonic. Integer instructions without a twin cannot overflow, so the bit means nothing to
// them. Sums of several terms saturate once, from their exact value. Packed conversions to f16 and bf16,
// whose rows have an untyped result, are clamped to [0, 1] here too; all other floats in general.cpp.
//
// What surprises: an addition with carry saturates its result and still reports the carry.
// Source: CDNA3 ISA manual, "Output modifiers: clamp"; LLVM for which instructions have the bit.

#include "simulator/isa/arithmetic.h"
#include "simulator/isa/row_files.h"
#include "simulator/isa/sad.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

namespace {

template <class To, class From>
To saturated(From exact) {
  constexpr From low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
  return static_cast<To>(exact < low ? low : (exact > high ? high : exact));
}

template <class T>
T add_clamped(T a, T b) {
  return saturated<T>(static_cast<i64>(a) + b);
}
template <class T>
T subtract_clamped(T a, T b) {
  return saturated<T>(static_cast<i64>(a) - b);
}
template <class T>
T subtract_reversed_clamped(T a, T b) {
  return subtract_clamped(b, a);
}
template <class T>
T multiply_clamped(T a, T b) {
  return saturated<T>(static_cast<i64>(a) * b);
}
template <class T, class Factor>
T mad_clamped(Factor a, Factor b, T c) {
  return saturated<T>(static_cast<i64>(a) * b + c);
}
inline u32 multiply_u24_clamped(u32 a, u32 b) {
  return saturated<u32>(static_cast<i64>(a & 0xffffff) * (b & 0xffffff));
}
inline i32 multiply_i24_clamped(u32 a, u32 b) {
  return saturated<i32>(static_cast<i64>(sign_extend24(a)) * sign_extend24(b));
}
inline u32 mad_u24_clamped(u32 a, u32 b, u32 c) {
  return saturated<u32>(static_cast<i64>(a & 0xffffff) * (b & 0xffffff) + c);
}
inline i32 mad_i24_clamped(u32 a, u32 b, i32 c) {
  return saturated<i32>(static_cast<i64>(sign_extend24(a)) * sign_extend24(b) + c);
}

// --- with a carry -----------------------------------------------------------------------------------

/// Beyond the top where F adds, below 0 where it subtracts.
template <auto F, u32 Limit>
WithBit<u32> carry_clamped(bool carry, u32 a, u32 b) {
  const WithBit<u32> r = F(carry, a, b);
  return {r.bit ? Limit : r.value, r.bit};
}
inline WithBit<u64> mad_u64_clamped(bool, u32 a, u32 b, u64 c) {
  const WithBit<u64> r = mad_u64_u32(false, a, b, c);
  return {r.bit ? ~u64{0} : r.value, r.bit};
}
inline WithBit<u64> mad_i64_clamped(bool, i32 a, i32 b, u64 c) {
  const WithBit<u64> r = mad_i64_i32(false, a, b, c);
  // Bit 64 of the sum is its true sign.
  const bool overflow = r.bit != ((r.value >> 63) != 0);
  const u64 limit = r.bit ? u64{1} << 63 : ~u64{0} >> 1;
  return {overflow ? limit : r.value, r.bit};
}

// --- sums of several terms ----------------------------------------------------------------------------

template <bool Masked>
u32 sad_u8_clamped(u32 a, u32 b, u32 c) {
  return saturated<u32>(static_cast<i64>(byte_differences<Masked>(a, b)) + c);
}
inline u32 sad_high_u8_clamped(u32 a, u32 b, u32 c) {
  return saturated<u32>((static_cast<i64>(byte_differences<false>(a, b)) << 16) + c);
}
inline i64 difference(u32 a, u32 b) { return a > b ? a - b : b - a; }
inline u32 sad_u16_clamped(u32 a, u32 b, u32 c) {
  return saturated<u32>(difference(a & 0xffff, b & 0xffff) + difference(a >> 16, b >> 16) + c);
}
inline u32 sad_u32_clamped(u32 a, u32 b, u32 c) { return saturated<u32>(difference(a, b) + c); }

template <u32 Bits, class T>
T dot_clamped(u32 a, u32 b, T c) {
  i64 sum = c;
  for (u32 shift = 0; shift < 32; shift += Bits) {
    const T x = static_cast<T>(a << (32 - Bits - shift)), y = static_cast<T>(b << (32 - Bits - shift));
    sum += static_cast<i64>(x >> (32 - Bits)) * (y >> (32 - Bits));
  }
  return saturated<T>(sum);
}

// --- packed -------------------------------------------------------------------------------------------

template <class T>
T low_part(pair16 a) {
  return static_cast<T>(a.bits);
}
template <class T>
T high_part(pair16 a) {
  return static_cast<T>(a.bits >> 16);
}
template <class T>
pair16 joined(T low, T high) {
  return {static_cast<u16>(low) | (static_cast<u32>(static_cast<u16>(high)) << 16)};
}
template <class T, T (*F)(T, T)>
pair16 packed(pair16 a, pair16 b) {
  return joined<T>(F(low_part<T>(a), low_part<T>(b)), F(high_part<T>(a), high_part<T>(b)));
}
template <class T>
pair16 packed_mad(pair16 a, pair16 b, pair16 c) {
  return joined<T>(mad_clamped<T, T>(low_part<T>(a), low_part<T>(b), low_part<T>(c)),
                   mad_clamped<T, T>(high_part<T>(a), high_part<T>(b), high_part<T>(c)));
}

/// Bits of a half or bf16 in [0, 1]: their order is that of the values. NaN becomes 0.
inline u32 unit_bits(u32 half, u32 one, u32 infinity) {
  if ((half & 0x8000) != 0 || half > infinity) return 0;
  return half > one ? one : half;
}
inline u32 unit_halves(u32 pair) {
  return unit_bits(pair & 0xffff, 0x3c00, 0x7c00) | (unit_bits(pair >> 16, 0x3c00, 0x7c00) << 16);
}
inline u32 unit_bfloats(u32 pair) {
  return unit_bits(pair & 0xffff, 0x3f80, 0x7f80) | (unit_bits(pair >> 16, 0x3f80, 0x7f80) << 16);
}
inline u32 pack_round_to_zero_clamped(f32 a, f32 b) { return unit_halves(convert_pack_round_to_zero(a, b)); }
inline u32 pack_f16_clamped(f32 a, f32 b) { return unit_halves(convert_pack_f16(a, b)); }
inline u32 pack_bf16_clamped(f32 a, f32 b) { return unit_bfloats(convert_pack_bf16(a, b)); }
inline u32 pack_b32_f16_clamped(u16 a, u16 b) { return unit_halves(pack_b32_f16(a, b)); }

template <auto F>
constexpr ClampedLanes twin(const char* name) {
  return {name, LaneOp<F>::lanes};
}
template <auto F, bool ReadsMask>
constexpr ClampedLanes carry_twin(const char* name) {
  return {name, CarryOp<F, ReadsMask>::lanes};
}

constexpr ClampedLanes kClamped[] = {
    twin<&add_clamped<u32>>("v_add_u32"),
    twin<&subtract_clamped<u32>>("v_sub_u32"),
    twin<&subtract_reversed_clamped<u32>>("v_subrev_u32"),
    twin<&add_clamped<i32>>("v_add_i32"),
    twin<&subtract_clamped<i32>>("v_sub_i32"),
    twin<&add_clamped<u16>>("v_add_u16"),
    twin<&subtract_clamped<u16>>("v_sub_u16"),
    twin<&subtract_reversed_clamped<u16>>("v_subrev_u16"),
    twin<&add_clamped<i16>>("v_add_i16"),
    twin<&subtract_clamped<i16>>("v_sub_i16"),
    twin<&multiply_clamped<u16>>("v_mul_lo_u16"),
    twin<&multiply_u24_clamped>("v_mul_u32_u24"),
    twin<&multiply_i24_clamped>("v_mul_i32_i24"),
    twin<&mad_u24_clamped>("v_mad_u32_u24"),
    twin<&mad_i24_clamped>("v_mad_i32_i24"),
    twin<&mad_clamped<u16, u16>>("v_mad_u16"),
    twin<&mad_clamped<i16, i16>>("v_mad_i16"),
    twin<&mad_clamped<u16, u16>>("v_mad_legacy_u16"),
    twin<&mad_clamped<i16, i16>>("v_mad_legacy_i16"),
    twin<&mad_clamped<u32, u16>>("v_mad_u32_u16"),
    twin<&mad_clamped<i32, i16>>("v_mad_i32_i16"),
    carry_twin<&carry_clamped<&add_carry_out, ~0u>, false>("v_add_co_u32"),
    carry_twin<&carry_clamped<&subtract_borrow_out, 0>, false>("v_sub_co_u32"),
    carry_twin<&carry_clamped<&subtract_reversed_borrow_out, 0>, false>("v_subrev_co_u32"),
    carry_twin<&carry_clamped<&add_with_carry, ~0u>, true>("v_addc_co_u32"),
    carry_twin<&carry_clamped<&subtract_with_borrow, 0>, true>("v_subb_co_u32"),
    carry_twin<&carry_clamped<&subtract_reversed_with_borrow, 0>, true>("v_subbrev_co_u32"),
    carry_twin<&mad_u64_clamped, false>("v_mad_u64_u32"),
    carry_twin<&mad_i64_clamped, false>("v_mad_i64_i32"),
    twin<&sad_u8_clamped<false>>("v_sad_u8"),
    twin<&sad_u8_clamped<true>>("v_msad_u8"),
    twin<&sad_high_u8_clamped>("v_sad_hi_u8"),
    twin<&sad_u16_clamped>("v_sad_u16"),
    twin<&sad_u32_clamped>("v_sad_u32"),
    twin<&four_window_sums<false, true>>("v_qsad_pk_u16_u8"),
    twin<&four_window_sums<true, true>>("v_mqsad_pk_u16_u8"),
    twin<&dot_clamped<16, i32>>("v_dot2_i32_i16"),
    twin<&dot_clamped<16, u32>>("v_dot2_u32_u16"),
    twin<&dot_clamped<8, i32>>("v_dot4_i32_i8"),
    twin<&dot_clamped<8, u32>>("v_dot4_u32_u8"),
    twin<&dot_clamped<4, i32>>("v_dot8_i32_i4"),
    twin<&dot_clamped<4, u32>>("v_dot8_u32_u4"),
    twin<&dot_clamped<16, i32>>("v_dot2c_i32_i16"),
    twin<&dot_clamped<8, i32>>("v_dot4c_i32_i8"),
    twin<&dot_clamped<4, i32>>("v_dot8c_i32_i4"),
    twin<&packed<u16, &add_clamped<u16>>>("v_pk_add_u16"),
    twin<&packed<i16, &add_clamped<i16>>>("v_pk_add_i16"),
    twin<&packed<u16, &subtract_clamped<u16>>>("v_pk_sub_u16"),
    twin<&packed<i16, &subtract_clamped<i16>>>("v_pk_sub_i16"),
    twin<&packed<u16, &multiply_clamped<u16>>>("v_pk_mul_lo_u16"),
    twin<&packed_mad<u16>>("v_pk_mad_u16"),
    twin<&packed_mad<i16>>("v_pk_mad_i16"),
    twin<&pack_round_to_zero_clamped>("v_cvt_pkrtz_f16_f32"),
    twin<&pack_f16_clamped>("v_cvt_pk_f16_f32"),
    twin<&pack_bf16_clamped>("v_cvt_pk_bf16_f32"),
    twin<&pack_b32_f16_clamped>("v_pack_b32_f16"),
};

}  // namespace

std::span<const ClampedLanes> clamped_lanes() { return kClamped; }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
