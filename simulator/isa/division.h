// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a division: v_div_scale, v_div_fmas, v_div_fixup. AMD's text of the first two is loose; read
// as noted at each function they make LLVM's f32 and f64 division round correctly, denormal quotients
// included.

#pragma once

#include "simulator/isa/arithmetic.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

/// s0 = the value to scale (numerator or denominator), s1 = denominator, s2 = numerator.
/// The bit says that v_div_fmas must scale its result. Scale steps: 2^64 (f32), 2^128 (f64).
/// Where reciprocal and quotient are denormal the manual's text scales the denominator up, which would make
/// it infinite; LLVM's division is right only if it goes down. A quotient that rounds to 0 counts as
/// denormal: else 2^-150, half of the smallest denormal, comes out as that denormal.
template <class T, i32 Step, i32 ExponentGap, i32 SmallNumerator>
inline WithBit<T> division_scale(bool, T value, T denominator, T numerator) {
  const auto scaled = [&](i32 e) -> T {
    if constexpr (std::is_same_v<T, f32>)
      return load_exponent(value, e);
    else
      return load_exponent64(value, e);
  };
  const auto nan = [] { return std::numeric_limits<T>::quiet_NaN(); };
  if (numerator == 0 || denominator == 0) return {nan(), false};
  const bool value_is_denominator = bits_as<std::conditional_t<sizeof(T) == 4, u32, u64>>(value) ==
                                    bits_as<std::conditional_t<sizeof(T) == 4, u32, u64>>(denominator);
  const bool value_is_numerator = bits_as<std::conditional_t<sizeof(T) == 4, u32, u64>>(value) ==
                                  bits_as<std::conditional_t<sizeof(T) == 4, u32, u64>>(numerator);
  if (biased_exponent(numerator) - biased_exponent(denominator) >= ExponentGap) {
    // The quotient may overflow: scale the denominator up.
    return {value_is_denominator ? scaled(Step) : value, true};
  }
  if (is_denormal(denominator)) return {scaled(Step), false};
  const T reciprocal = T(1) / denominator;
  const bool small_quotient = biased_exponent(numerator / denominator) == 0;
  if (is_denormal(reciprocal) && small_quotient) return {value_is_denominator ? scaled(-Step) : value, true};
  if (is_denormal(reciprocal)) return {scaled(-Step), false};
  if (small_quotient) return {value_is_numerator ? scaled(Step) : value, true};
  if (biased_exponent(numerator) <= SmallNumerator) return {scaled(Step), false};
  return {value, false};
}
inline WithBit<f32> division_scale32(bool bit, f32 a, f32 b, f32 c) {
  return division_scale<f32, 64, 96, 23>(bit, a, b, c);
}
inline WithBit<f64> division_scale64(bool bit, f64 a, f64 b, f64 c) {
  return division_scale<f64, 128, 768, 53>(bit, a, b, c);
}
/// Undoes the scaling of v_div_scale. The manual's text has one factor (2^32, 2^64), which cannot be right
/// for both directions; a quotient above 1 was scaled down by the step, one below it up, and only undoing
/// that, with one rounding, gives the correctly rounded division which LLVM's expansion relies on.
inline f32 division_fma32(bool scale, f32 a, f32 b, f32 c) {
  const f32 r = with_nan_rule(fma_f32(a, b, c), a, b, c);
  if (!scale || is_nan(r)) return r;
  return static_cast<f32>(sum_rounded_to_odd(static_cast<f64>(a) * b, c) *
                          (biased_exponent(c) > 127 ? 0x1p64 : 0x1p-64));
}
/// Sign of a * b + c - r, where r is its rounding (Boldo and Muller, "Exact and approximated error of the
/// FMA").
inline f64 fma_error_sign(f64 a, f64 b, f64 c, f64 r) {
  const auto sum_tail = [](f64 x, f64 y, f64 sum) { return (x - (sum - (sum - x))) + (y - (sum - x)); };
  const f64 product = a * b, product_tail = fma_f64(a, b, -product);
  const f64 small = c + product_tail, small_tail = sum_tail(c, product_tail, small);
  const f64 large = product + small, large_tail = sum_tail(product, small, large);
  return ((large - r) + large_tail) + small_tail;
}
/// f64 has one correction step fewer than f32: a quotient exactly between two denormals arrives here with an
/// error of 2^-104, which decides the rounding, so that such a tie may go either way. What chips do there is
/// unknown.
inline f64 division_fma64(bool scale, f64 a, f64 b, f64 c) {
  const f64 r = with_nan_rule(fma_f64(a, b, c), a, b, c);
  if (!scale || is_nan(r)) return r;
  if (biased_exponent(c) > 1023) return load_exponent64(r, 128);
  const f64 result = load_exponent64(r, -128);
  // A denormal result was rounded twice. That matters where r, itself rounded, stands in the middle of two
  // denormals (half of the last place is 2^-1075, times 2^128): the first rounding's error decides.
  const f64 rest = r - load_exponent64(result, 128);
  if (std::fabs(rest) != 0x1p-947) return result;
  const f64 error = fma_error_sign(a * 0x1p200, b, c * 0x1p200, r * 0x1p200);  // away from underflow
  return (error > 0 && rest > 0) || (error < 0 && rest < 0) ? result + std::copysign(0x1p-1074, rest)
                                                            : result;
}
/// s0 = quotient, s1 = denominator, s2 = numerator: special cases and the sign. The manual's text overflows
/// where the exponent field of s1 is all ones, which its earlier cases exclude; it is read as that of s0:
/// largest / smallest leaves infinity - infinity in the steps before, and only so becomes the infinity that
/// IEEE asks for.
template <class T, i32 Underflow, bool Overflows>
inline T division_fixup(T quotient, T denominator, T numerator) {
  using Bits = std::conditional_t<sizeof(T) == 4, u32, u64>;
  constexpr Bits sign_bit = Bits{1} << (sizeof(T) * 8 - 1);
  constexpr i32 exponent_max = sizeof(T) == 4 ? 255 : 2047;
  const Bits sign = (bits_as<Bits>(denominator) ^ bits_as<Bits>(numerator)) & sign_bit;
  const auto with_sign = [&](T magnitude) {
    return bits_as<T>((bits_as<Bits>(magnitude) & ~sign_bit) | sign);
  };
  const T infinity = std::numeric_limits<T>::infinity();
  if (is_nan(numerator)) return quieted(numerator);
  if (is_nan(denominator)) return quieted(denominator);
  const bool numerator_infinite = std::fabs(numerator) == infinity;
  const bool denominator_infinite = std::fabs(denominator) == infinity;
  if ((denominator == 0 && numerator == 0) || (denominator_infinite && numerator_infinite)) {
    return bits_as<T>(static_cast<Bits>(bits_as<Bits>(std::numeric_limits<T>::quiet_NaN()) | sign_bit));
  }
  if (denominator == 0 || numerator_infinite) return with_sign(infinity);
  if (denominator_infinite || numerator == 0) return with_sign(T(0));
  if (biased_exponent(numerator) - biased_exponent(denominator) < Underflow) return with_sign(T(0));
  if (Overflows && biased_exponent(quotient) == exponent_max) return with_sign(infinity);
  return with_sign(quotient);
}
inline f32 division_fixup32(f32 a, f32 b, f32 c) { return division_fixup<f32, -150, true>(a, b, c); }
inline f64 division_fixup64(f64 a, f64 b, f64 c) { return division_fixup<f64, -1075, true>(a, b, c); }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
