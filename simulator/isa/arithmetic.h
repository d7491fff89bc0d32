// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane functions on integers and floats: what one lane of a VALU instruction computes. Small, without
// state, reused over types. MODE is the default one here (round to nearest even, denormals kept, IEEE
// and DX10_CLAMP on); float_modes.cpp wraps the rounding and denormals of another around them.
// Source: AMD CDNA3/CDNA4 ISA manuals, chapter "Instructions"; deviations are noted at the function.

#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "simulator/isa/lane_loop.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

// --- number classes ---------------------------------------------------------------------------------

inline f32 to_f32(f16 x) { return static_cast<f32>(bits_as<_Float16>(x.bits)); }
/// The same, but a signalling NaN stays one.
inline f32 widened(f16 x) {
  const bool nan = (x.bits & 0x7fff) > 0x7c00;
  const u32 bits =
      (static_cast<u32>(x.bits & 0x8000) << 16) | 0x7f800000 | (static_cast<u32>(x.bits & 0x3ff) << 13);
  return nan ? bits_as<f32>(bits) : to_f32(x);
}
inline f16 to_f16(f32 x) { return {bits_as<u16>(static_cast<_Float16>(x))}; }
inline f16 to_f16(f64 x) { return {bits_as<u16>(static_cast<_Float16>(x))}; }

template <class T>
inline bool is_nan(T x) {
  return x != x;
}
inline bool is_signalling(f32 x) { return is_nan(x) && (bits_as<u32>(x) & 0x00400000) == 0; }
inline bool is_signalling(f64 x) { return is_nan(x) && (bits_as<u64>(x) & 0x0008000000000000) == 0; }
inline f32 quieted(f32 x) { return bits_as<f32>(bits_as<u32>(x) | 0x00400000); }
inline f64 quieted(f64 x) { return bits_as<f64>(bits_as<u64>(x) | 0x0008000000000000); }
inline bool sign_of(f32 x) { return bits_as<u32>(x) >> 31; }
inline bool sign_of(f64 x) { return bits_as<u64>(x) >> 63; }

// --- the NaN rule -----------------------------------------------------------------------------------
//
// Which NaN an operation returns differs between x86, aarch64 and even the operand order that a compiler
// picks, so results go through this one function: the first NaN operand, quieted; a NaN that the
// operation itself creates is one constant (the chips' own payload is not public).

inline f32 created_nan(f32) { return bits_as<f32>(u32{0x7fc00000}); }
inline f64 created_nan(f64) { return bits_as<f64>(u64{0x7ff8000000000000}); }

template <class T>
inline T with_nan_rule(T result, T a) {
  return is_nan(a) ? quieted(a) : (is_nan(result) ? created_nan(result) : result);
}
template <class T>
inline T with_nan_rule(T result, T a, T b) {
  return is_nan(a) ? quieted(a) : with_nan_rule(result, b);
}
template <class T>
inline T with_nan_rule(T result, T a, T b, T c) {
  return is_nan(a) ? quieted(a) : with_nan_rule(result, b, c);
}
inline f16 with_nan_rule(f16 result, f16 a) {
  const auto nan = [](f16 x) { return (x.bits & 0x7fff) > 0x7c00; };
  return nan(a) ? f16{static_cast<u16>(a.bits | 0x200)} : (nan(result) ? f16{0x7e00} : result);
}
inline f16 with_nan_rule(f16 result, f16 a, f16 b) {
  return (a.bits & 0x7fff) > 0x7c00 ? f16{static_cast<u16>(a.bits | 0x200)} : with_nan_rule(result, b);
}
inline f16 with_nan_rule(f16 result, f16 a, f16 b, f16 c) {
  return (a.bits & 0x7fff) > 0x7c00 ? f16{static_cast<u16>(a.bits | 0x200)} : with_nan_rule(result, b, c);
}

/// A float operation F followed by the NaN rule, as a lane function.
template <auto F>
struct Ruled;
template <class T, class... A, T (*F)(A...)>
struct Ruled<F> {
  static T apply(A... operands) { return with_nan_rule(F(operands...), operands...); }
};

/// LaneOp for float operations under the NaN rule. NaNs are rare: the plain loop runs first, and only a
/// block of lanes that came out with a NaN is done again with the rule.
template <auto F>
struct FloatOp;
template <class T, class... A, T (*F)(A...)>
struct FloatOp<F> {
  static constexpr u32 count = sizeof...(A);
  static constexpr u32 block = 128 / sizeof(T);  ///< lanes at a time: four AVX2 registers of results

  template <std::size_t... I>
  [[gnu::always_inline]] static void loop(u32* d, const u32* const* s, std::index_sequence<I...>) {
    for (u32 first = 0; first < kLanes; first += block) {
      T result[block];
      u32 nan = 0;
      LANEWISE_LANE_LOOP
      for (u32 i = 0; i < block; ++i) {
        result[i] = F(Lane<A>::load(s[I], first + i)...);
        nan |= result[i] != result[i] ? 1u : 0u;
      }
      if (nan != 0) [[unlikely]] {
        for (u32 i = 0; i < block; ++i) result[i] = Ruled<F>::apply(Lane<A>::load(s[I], first + i)...);
      }
      LANEWISE_LANE_LOOP
      for (u32 i = 0; i < block; ++i) Lane<T>::store(d, first + i, result[i]);
    }
  }

  static void lanes(LaneArguments& x) { loop(x.dst, x.src, std::make_index_sequence<count>{}); }

  static const Op* execute(Wave& w, const Op* op) {
    const SourceLanes<count> s(w, op);
    return write_lanes<Lane<T>::registers>(
        w, op, [&](u32* d) { loop(d, s.lanes, std::make_index_sequence<count>{}); });
  }

  static constexpr Row row(const char* name, CostClass cost = CostClass::kValu, u8 flags = 0) {
    Row r = LaneOp<&Ruled<F>::apply>::row(name, cost, flags);
    r.execute = execute;
    r.lanes = lanes;
    return r;
  }
};

// --- arithmetic -------------------------------------------------------------------------------------

template <class T>
inline T add(T a, T b) {
  return static_cast<T>(a + b);
}
template <class T>
inline T subtract(T a, T b) {
  return static_cast<T>(a - b);
}
template <class T>
inline T subtract_reversed(T a, T b) {
  return static_cast<T>(b - a);
}
template <class T>
inline T multiply(T a, T b) {
  return static_cast<T>(a * b);
}
inline u16 multiply_u16(u16 a, u16 b) { return static_cast<u16>(static_cast<u32>(a) * b); }
template <class T>
inline T divide_one_by(T a) {
  return T(1) / a;
}
inline f32 fma_f32(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
inline f64 fma_f64(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
/// 0 * x = 0 for every x, NaN and infinity included.
inline f32 multiply_legacy(f32 a, f32 b) {
  return a == 0.0f || b == 0.0f ? 0.0f : with_nan_rule(a * b, a, b);
}
template <class T>
inline T add3(T a, T b, T c) {
  return static_cast<T>(a + b + c);
}
inline u32 multiply_low_u32(u32 a, u32 b) { return a * b; }
inline u32 multiply_high_u32(u32 a, u32 b) { return static_cast<u32>((static_cast<u64>(a) * b) >> 32); }
inline i32 multiply_high_i32(i32 a, i32 b) { return static_cast<i32>((static_cast<i64>(a) * b) >> 32); }
inline u32 multiply_u24(u32 a, u32 b) { return (a & 0xffffff) * (b & 0xffffff); }
inline u32 multiply_high_u24(u32 a, u32 b) {
  return static_cast<u32>((static_cast<u64>(a & 0xffffff) * (b & 0xffffff)) >> 32);
}
inline i32 sign_extend24(u32 a) { return static_cast<i32>(a << 8) >> 8; }
inline u32 multiply_i24(u32 a, u32 b) {
  return static_cast<u32>(static_cast<i64>(sign_extend24(a)) * sign_extend24(b));
}
inline u32 multiply_high_i24(u32 a, u32 b) {
  return static_cast<u32>((static_cast<i64>(sign_extend24(a)) * sign_extend24(b)) >> 32);
}
inline u32 mad_u24(u32 a, u32 b, u32 c) { return multiply_u24(a, b) + c; }
inline u32 mad_i24(u32 a, u32 b, u32 c) { return multiply_i24(a, b) + c; }
inline u16 mad_u16(u16 a, u16 b, u16 c) { return static_cast<u16>(static_cast<u32>(a) * b + c); }
inline u32 mad_u32_u16(u16 a, u16 b, u32 c) { return static_cast<u32>(a) * b + c; }
inline u32 mad_i32_i16(i16 a, i16 b, u32 c) { return static_cast<u32>(static_cast<i32>(a) * b) + c; }
inline u32 sad_u32(u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; }

inline f16 add_f16(f16 a, f16 b) { return with_nan_rule(to_f16(to_f32(a) + to_f32(b)), a, b); }
inline f16 subtract_f16(f16 a, f16 b) { return with_nan_rule(to_f16(to_f32(a) - to_f32(b)), a, b); }
inline f16 subtract_reversed_f16(f16 a, f16 b) { return with_nan_rule(to_f16(to_f32(b) - to_f32(a)), a, b); }
inline f16 multiply_f16(f16 a, f16 b) { return with_nan_rule(to_f16(to_f32(a) * to_f32(b)), a, b); }
/// product + addend rounded to odd: rounding the result once more, to fewer than 52 bits, is rounding the
/// exact sum.
inline f64 sum_rounded_to_odd(f64 product, f64 addend) {
  const f64 sum = product + addend;
  const f64 tail_of = sum - product;
  const f64 error = (product - (sum - tail_of)) + (addend - tail_of);
  u64 bits = bits_as<u64>(sum);
  if (error != 0 && (bits & 1) == 0 && !is_nan(error)) bits += (error > 0) == (sum > 0) ? 1 : ~u64{0};
  return bits_as<f64>(bits);
}
/// The product of two f16 is exact in f64.
inline f16 fma_f16(f16 a, f16 b, f16 c) {
  return with_nan_rule(to_f16(sum_rounded_to_odd(static_cast<f64>(to_f32(a)) * to_f32(b), to_f32(c))), a, b,
                       c);
}
/// Both products are exact; they are added to c one after the other (the manual's text). A NaN becomes the
/// created one.
inline f32 dot2_halves(u32 a, u32 b, f32 c) {
  const f32 low = to_f32(f16{static_cast<u16>(a)}) * to_f32(f16{static_cast<u16>(b)});
  const f32 high = to_f32(f16{static_cast<u16>(a >> 16)}) * to_f32(f16{static_cast<u16>(b >> 16)});
  const f32 r = c + low + high;
  return is_nan(r) ? created_nan(r) : r;
}
/// Sum of the products of parts of `Bits` bits, added to c modulo 2^32.
template <u32 Bits, bool Signed>
u32 dot_parts(u32 a, u32 b, u32 c) {
  for (u32 shift = 0; shift < 32; shift += Bits) {
    const u32 x = a << (32 - Bits - shift), y = b << (32 - Bits - shift);
    if constexpr (Signed)
      c += static_cast<u32>((static_cast<i32>(x) >> (32 - Bits)) * (static_cast<i32>(y) >> (32 - Bits)));
    else
      c += (x >> (32 - Bits)) * (y >> (32 - Bits));
  }
  return c;
}

// --- minimum, maximum (IEEE = 1: a signalling NaN is quieted, one quiet NaN gives the other operand)

template <class T>
inline T minimum_number(T a, T b) {
  T r = a < b ? a : b;
  if (a == b) r = sign_of(a) ? a : b;
  if (is_nan(b)) r = is_signalling(b) ? quieted(b) : a;
  if (is_nan(a)) r = is_signalling(a) ? quieted(a) : (is_signalling(b) ? quieted(b) : b);
  return r;
}
template <class T>
inline T maximum_number(T a, T b) {
  T r = a >= b ? a : b;
  if (a == b) r = sign_of(a) ? b : a;
  if (is_nan(b)) r = is_signalling(b) ? quieted(b) : a;
  if (is_nan(a)) r = is_signalling(a) ? quieted(a) : (is_signalling(b) ? quieted(b) : b);
  return r;
}
inline f16 minimum_number_f16(f16 a, f16 b) { return to_f16(minimum_number(widened(a), widened(b))); }
inline f16 maximum_number_f16(f16 a, f16 b) { return to_f16(maximum_number(widened(a), widened(b))); }
template <class T>
inline T minimum_integer(T a, T b) {
  return a < b ? a : b;
}
template <class T>
inline T maximum_integer(T a, T b) {
  return a > b ? a : b;
}
inline f32 minimum3(f32 a, f32 b, f32 c) { return minimum_number(minimum_number(a, b), c); }
inline f32 maximum3(f32 a, f32 b, f32 c) { return maximum_number(maximum_number(a, b), c); }
inline f32 median3(f32 a, f32 b, f32 c) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return minimum3(a, b, c);
  const f32 largest = maximum3(a, b, c);
  if (largest == a) return maximum_number(b, c);
  if (largest == b) return maximum_number(a, c);
  return maximum_number(a, b);
}
template <class T>
inline T minimum3_integer(T a, T b, T c) {
  return minimum_integer(minimum_integer(a, b), c);
}
template <class T>
inline T maximum3_integer(T a, T b, T c) {
  return maximum_integer(maximum_integer(a, b), c);
}
template <class T>
inline T median3_integer(T a, T b, T c) {
  return maximum_integer(minimum_integer(a, b), minimum_integer(maximum_integer(a, b), c));
}

// --- bits -------------------------------------------------------------------------------------------

template <class T>
inline T bit_and(T a, T b) {
  return a & b;
}
template <class T>
inline T bit_or(T a, T b) {
  return a | b;
}
template <class T>
inline T bit_xor(T a, T b) {
  return a ^ b;
}
inline u32 bit_xnor(u32 a, u32 b) { return ~(a ^ b); }
inline u32 bit_not(u32 a) { return ~a; }
inline u32 copy_bits(u32 a) { return a; }
inline u64 copy_bits64(u64 a) { return a; }
inline u32 and_or(u32 a, u32 b, u32 c) { return (a & b) | c; }
inline u32 or3(u32 a, u32 b, u32 c) { return a | b | c; }
inline u32 xor_add(u32 a, u32 b, u32 c) { return (a ^ b) + c; }
inline u32 shift_left_reversed(u32 a, u32 b) { return b << (a & 31); }
inline u32 shift_right_reversed(u32 a, u32 b) { return b >> (a & 31); }
inline i32 shift_right_arithmetic_reversed(u32 a, i32 b) { return b >> (a & 31); }
inline u16 shift_left_reversed16(u16 a, u16 b) { return static_cast<u16>(b << (a & 15)); }
inline u16 shift_right_reversed16(u16 a, u16 b) { return static_cast<u16>(b >> (a & 15)); }
inline i16 shift_right_arithmetic_reversed16(u16 a, i16 b) { return static_cast<i16>(b >> (a & 15)); }
inline u64 shift_left_reversed64(u32 a, u64 b) { return b << (a & 63); }
inline u64 shift_right_reversed64(u32 a, u64 b) { return b >> (a & 63); }
inline i64 shift_right_arithmetic_reversed64(u32 a, i64 b) { return b >> (a & 63); }
inline u32 shift_left_add(u32 a, u32 b, u32 c) { return (a << (b & 31)) + c; }
inline u32 add_shift_left(u32 a, u32 b, u32 c) { return (a + b) << (c & 31); }
inline u32 shift_left_or(u32 a, u32 b, u32 c) { return (a << (b & 31)) | c; }
/// Shift amounts above 4 are not defined by the manual; the low three bits are used here.
inline u64 shift_left_add64(u64 a, u32 b, u64 c) { return (a << (b & 7)) + c; }
inline u32 bitfield_extract_u32(u32 a, u32 b, u32 c) {
  const u32 width = c & 31;
  return (a >> (b & 31)) & ((u32{1} << width) - 1);
}
inline i32 bitfield_extract_i32(i32 a, u32 b, u32 c) {
  const u32 offset = b & 31, width = c & 31;
  if (width == 0) return 0;
  const u32 top = offset + width > 32 ? 32 : offset + width;
  return static_cast<i32>(static_cast<u32>(a) << (32 - top)) >> (32 - top + offset);
}
inline u32 bitfield_insert(u32 a, u32 b, u32 c) { return (a & b) | (~a & c); }
inline u32 bitfield_mask(u32 a, u32 b) { return ((u32{1} << (a & 31)) - 1) << (b & 31); }
inline u32 align_bit(u32 a, u32 b, u32 c) {
  return static_cast<u32>(((static_cast<u64>(a) << 32) | b) >> (c & 31));
}
inline u32 align_byte(u32 a, u32 b, u32 c) {
  return static_cast<u32>(((static_cast<u64>(a) << 32) | b) >> ((c & 3) * 8));
}
inline u32 permute_bytes(u32 a, u32 b, u32 selectors) {
  const u64 bytes = (static_cast<u64>(a) << 32) | b;
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 selector = (selectors >> (8 * i)) & 0xff;
    u32 byte = static_cast<u32>(bytes >> (8 * (selector & 7))) & 0xff;
    // 8..11: sign of the bytes 1, 3, 5, 7; 12: zero; above: 0xff
    if (selector >= 13)
      byte = 0xff;
    else if (selector == 12)
      byte = 0;
    else if (selector >= 8)
      byte = (bytes >> (16 * (selector - 8) + 15)) & 1 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}
inline u32 reverse_bits(u32 a) {
  a = ((a >> 1) & 0x55555555) | ((a & 0x55555555) << 1);
  a = ((a >> 2) & 0x33333333) | ((a & 0x33333333) << 2);
  a = ((a >> 4) & 0x0f0f0f0f) | ((a & 0x0f0f0f0f) << 4);
  return __builtin_bswap32(a);
}
inline u32 count_bits_add(u32 a, u32 b) { return static_cast<u32>(__builtin_popcount(a)) + b; }
inline u32 find_first_high_unsigned(u32 a) { return a == 0 ? ~0u : static_cast<u32>(__builtin_clz(a)); }
inline u32 find_first_low(u32 a) { return a == 0 ? ~0u : static_cast<u32>(__builtin_ctz(a)); }
inline u32 find_first_high_signed(i32 a) {
  const u32 folded = static_cast<u32>(a < 0 ? ~a : a);
  return folded == 0 ? ~0u : static_cast<u32>(__builtin_clz(folded));
}
// --- carry ------------------------------------------------------------------------------------------

inline WithBit<u32> add_carry_out(bool, u32 a, u32 b) { return {a + b, a + b < a}; }
inline WithBit<u32> subtract_borrow_out(bool, u32 a, u32 b) { return {a - b, a < b}; }
inline WithBit<u32> subtract_reversed_borrow_out(bool, u32 a, u32 b) { return {b - a, b < a}; }
inline WithBit<u32> add_with_carry(bool carry, u32 a, u32 b) {
  const u64 sum = static_cast<u64>(a) + b + (carry ? 1 : 0);
  return {static_cast<u32>(sum), (sum >> 32) != 0};
}
inline WithBit<u32> subtract_with_borrow(bool borrow, u32 a, u32 b) {
  const u64 taken = static_cast<u64>(b) + (borrow ? 1 : 0);
  return {static_cast<u32>(a - taken), a < taken};
}
inline WithBit<u32> subtract_reversed_with_borrow(bool borrow, u32 a, u32 b) {
  return subtract_with_borrow(borrow, b, a);
}
inline WithBit<u64> mad_u64_u32(bool, u32 a, u32 b, u64 c) {
  const u64 product = static_cast<u64>(a) * b;
  return {product + c, product + c < c};
}
inline WithBit<u64> mad_i64_i32(bool, i32 a, i32 b, u64 c) {
  const i64 product = static_cast<i64>(a) * b;
  const u64 sum = static_cast<u64>(product) + c;
  // Bit 64 of the signed 65-bit sum: its sign.
  const bool overflow = ((static_cast<u64>(product) ^ sum) & (c ^ sum)) >> 63;
  return {sum, overflow != ((sum >> 63) != 0)};
}

// --- select -----------------------------------------------------------------------------------------

inline u32 select_second_if(bool bit, u32 a, u32 b) { return bit ? b : a; }

// --- rounding and exponents -------------------------------------------------------------------------

template <class T>
inline T round_down(T a) {
  return std::floor(a);
}
template <class T>
inline T round_up(T a) {
  return std::ceil(a);
}
template <class T>
inline T round_to_zero(T a) {
  return std::trunc(a);
}
inline f32 round_to_even(f32 a) { return __builtin_rintf(a); }
inline f64 round_to_even64(f64 a) { return __builtin_rint(a); }
/// x - floor(x), kept below 1.
inline f32 fraction(f32 a) {
  const f32 r = a - std::floor(a);
  return r >= 1.0f ? bits_as<f32>(u32{0x3f7fffff}) : with_nan_rule(r, a);
}
inline f64 fraction64(f64 a) {
  const f64 r = a - std::floor(a);
  return r >= 1.0 ? bits_as<f64>(u64{0x3fefffffffffffff}) : with_nan_rule(r, a);
}
/// Scales by 2^e with one rounding, in steps that stay exact: a result that is denormal is rounded once.
inline f32 load_exponent(f32 a, i32 e) {
  const i32 clamped = e < -400 ? -400 : (e > 400 ? 400 : e);
  const f64 scale = bits_as<f64>(static_cast<u64>(1023 + clamped) << 52);
  return static_cast<f32>(static_cast<f64>(a) * scale);
}
inline f64 load_exponent64(f64 a, i32 e) { return std::ldexp(a, e < -5000 ? -5000 : (e > 5000 ? 5000 : e)); }
inline i32 exponent_of(f32 a) {
  const u32 bits = bits_as<u32>(a) & 0x7fffffff;
  if (bits == 0 || bits >= 0x7f800000) return 0;
  if (bits < 0x00800000) return -117 - static_cast<i32>(__builtin_clz(bits));
  return static_cast<i32>(bits >> 23) - 126;
}
inline f32 mantissa_of(f32 a) {
  const u32 bits = bits_as<u32>(a);
  const u32 magnitude = bits & 0x7fffffff;
  if (magnitude == 0) return a;
  if (magnitude >= 0x7f800000) return is_nan(a) ? quieted(a) : a;
  u32 fraction_bits = magnitude;
  if (magnitude < 0x00800000) fraction_bits = magnitude << (__builtin_clz(magnitude) - 8);
  return bits_as<f32>((bits & 0x80000000) | 0x3f000000 | (fraction_bits & 0x007fffff));
}
inline i32 exponent_of64(f64 a) {
  const u64 bits = bits_as<u64>(a) & 0x7fffffffffffffff;
  if (bits == 0 || bits >= 0x7ff0000000000000) return 0;
  if (bits < 0x0010000000000000) return -1010 - static_cast<i32>(__builtin_clzll(bits));
  return static_cast<i32>(bits >> 52) - 1022;
}
inline f64 mantissa_of64(f64 a) {
  const u64 bits = bits_as<u64>(a);
  const u64 magnitude = bits & 0x7fffffffffffffff;
  if (magnitude == 0) return a;
  if (magnitude >= 0x7ff0000000000000) return is_nan(a) ? quieted(a) : a;
  u64 fraction_bits = magnitude;
  if (magnitude < 0x0010000000000000) fraction_bits = magnitude << (__builtin_clzll(magnitude) - 11);
  return bits_as<f64>((bits & 0x8000000000000000) | 0x3fe0000000000000 |
                      (fraction_bits & 0x000fffffffffffff));
}

// --- conversions ------------------------------------------------------------------------------------

/// Towards zero, saturating, NaN to 0.
template <class To, class From>
inline To convert_to_integer(From a) {
  constexpr From low = static_cast<From>(std::numeric_limits<To>::min());
  // 2^31 or 2^32: the first value that does not fit.
  constexpr From high = static_cast<From>(static_cast<f64>(std::numeric_limits<To>::max()) + 1.0);
  if (is_nan(a)) return 0;
  if (a <= low) return std::numeric_limits<To>::min();
  if (a >= high) return std::numeric_limits<To>::max();
  return static_cast<To>(a);
}
template <class To, class From>
inline To convert(From a) {
  return static_cast<To>(a);
}
inline f32 convert_byte(u32 a, u32 byte) { return static_cast<f32>((a >> (8 * byte)) & 0xff); }
inline f16 round_to_zero_f16(f32 a) {
  const u32 bits = bits_as<u32>(a);
  const f16 nearest = to_f16(a);
  if (is_nan(a)) return nearest;
  const f32 back = to_f32(nearest);
  if ((bits & 0x7fffffff) == 0x7f800000) return nearest;
  // Rounded away from zero: one step back (infinity becomes the largest finite value).
  const bool away = (bits & 0x80000000) ? back < a : back > a;
  return away ? f16{static_cast<u16>(nearest.bits - 1)} : nearest;
}
inline u32 pack_halves(f16 low, f16 high) { return low.bits | (static_cast<u32>(high.bits) << 16); }
inline u32 convert_pack_round_to_zero(f32 a, f32 b) {
  return pack_halves(round_to_zero_f16(a), round_to_zero_f16(b));
}
inline u16 bf16_bits(f32 a) {
  const u32 bits = bits_as<u32>(a);
  if (is_nan(a)) return static_cast<u16>((bits >> 16) | 0x40);
  return static_cast<u16>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
inline u32 convert_pack_bf16(f32 a, f32 b) { return bf16_bits(a) | (static_cast<u32>(bf16_bits(b)) << 16); }
inline f32 convert_bf16(u16 a) { return bits_as<f32>(static_cast<u32>(a) << 16); }
inline u32 convert_pack_f16(f32 a, f32 b) { return pack_halves(to_f16(a), to_f16(b)); }
inline u32 pack_b32_f16(u16 a, u16 b) { return a | (static_cast<u32>(b) << 16); }

// --- classes ----------------------------------------------------------------------------------------

inline i32 biased_exponent(f32 a) { return static_cast<i32>((bits_as<u32>(a) >> 23) & 0xff); }
inline i32 biased_exponent(f64 a) { return static_cast<i32>((bits_as<u64>(a) >> 52) & 0x7ff); }
inline bool is_denormal(f32 a) { return biased_exponent(a) == 0 && a != 0; }
inline bool is_denormal(f64 a) { return biased_exponent(a) == 0 && a != 0; }

template <class T>
inline bool in_class(T a, u32 classes) {
  const bool negative = sign_of(a);
  u32 bit;
  if (is_nan(a))
    bit = is_signalling(a) ? 0 : 1;
  else if (std::fabs(a) == std::numeric_limits<T>::infinity())
    bit = negative ? 2 : 9;
  else if (a == 0)
    bit = negative ? 5 : 6;
  else if (is_denormal(a))
    bit = negative ? 4 : 7;
  else
    bit = negative ? 3 : 8;
  return (classes >> bit) & 1;
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
