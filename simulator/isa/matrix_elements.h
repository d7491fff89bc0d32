// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element formats of matrix operands. Every format except f64 and integers widens to f32 without loss.
// fp8 and bf8 mean different numbers on the two chips: FNUZ on gfx942 (bias one higher, 0x80 is NaN, no
// infinity), OCP on gfx950. Source: OCP 8-bit floating point specification; AMD matrix core blog.

#pragma once

#include "simulator/isa/arithmetic.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

enum class Element : u8 { kF32, kXf32, kF16, kBf16, kFp8Fnuz, kBf8Fnuz, kFp8, kBf8, kI8 };

constexpr u32 element_bits(Element e) {
  switch (e) {
    case Element::kF32:
    case Element::kXf32: return 32;
    case Element::kF16:
    case Element::kBf16: return 16;
    default: return 8;
  }
}

/// Fraction bits and least exponent of a format: what the CDNA3 summation rule aligns by.
struct FloatFormat {
  i32 fraction_bits;
  i32 least_exponent;
};
constexpr FloatFormat float_format(Element e) {
  switch (e) {
    case Element::kF16: return {10, -14};
    case Element::kBf16: return {7, -126};
    case Element::kXf32: return {10, -126};
    case Element::kFp8Fnuz: return {3, -7};
    case Element::kBf8Fnuz: return {2, -15};
    case Element::kFp8: return {3, -6};
    case Element::kBf8: return {2, -14};
    default: return {23, -126};
  }
}

/// Bits of the f32 that equals a small float with `exponent` exponent bits and `fraction` fraction bits.
/// Denormals are normalised; `special` decides what the all-ones exponent means.
enum class SmallFloatKind : u8 { kFnuz, kOcpE4m3, kIeeeLike, kFinite };
constexpr u32 small_float_bits(u32 code, u32 exponent_bits, u32 fraction_bits, i32 bias,
                               SmallFloatKind kind) {
  const u32 width = 1 + exponent_bits + fraction_bits;
  const u32 sign = (code >> (width - 1)) & 1;
  const u32 exponent = (code >> fraction_bits) & ((1u << exponent_bits) - 1);
  const u32 fraction = code & ((1u << fraction_bits) - 1);
  const u32 all_ones = (1u << exponent_bits) - 1;
  const u32 nan = 0x7fc00000;
  if (kind == SmallFloatKind::kFnuz && code == (1u << (width - 1))) return nan;
  if (kind == SmallFloatKind::kOcpE4m3 && exponent == all_ones && fraction == (1u << fraction_bits) - 1)
    return nan | (sign << 31);
  if (kind == SmallFloatKind::kIeeeLike && exponent == all_ones)
    return (sign << 31) | (fraction == 0 ? 0x7f800000 : nan);
  if (exponent == 0 && fraction == 0) return sign << 31;
  i32 e = static_cast<i32>(exponent) - bias;
  u32 f = fraction;
  if (exponent == 0) {
    e = 1 - bias;
    while ((f & (1u << fraction_bits)) == 0) {
      f <<= 1;
      --e;
    }
    f &= (1u << fraction_bits) - 1;
  }
  return (sign << 31) | (static_cast<u32>(e + 127) << 23) | (f << (23 - fraction_bits));
}

constexpr u32 small_float_code_bits(Element e, u32 code) {
  switch (e) {
    case Element::kFp8Fnuz: return small_float_bits(code, 4, 3, 8, SmallFloatKind::kFnuz);
    case Element::kBf8Fnuz: return small_float_bits(code, 5, 2, 16, SmallFloatKind::kFnuz);
    case Element::kFp8: return small_float_bits(code, 4, 3, 7, SmallFloatKind::kOcpE4m3);
    case Element::kBf8: return small_float_bits(code, 5, 2, 15, SmallFloatKind::kIeeeLike);
    default: return 0;
  }
}

struct CodeTable {
  u32 bits[256];
};
template <Element E>
constexpr CodeTable make_code_table() {
  CodeTable table{};
  for (u32 code = 0; code < 256; ++code) table.bits[code] = small_float_code_bits(E, code);
  return table;
}
template <Element E>
inline constexpr CodeTable kCodeTable = make_code_table<E>();

/// Element `part` of a register, as f32 (i8: as a sign-extended u32, so that sums wrap).
template <Element E>
[[gnu::always_inline]] inline auto widen(u32 word, u32 part) {
  if constexpr (E == Element::kF32)
    return bits_as<f32>(word);
  else if constexpr (E == Element::kXf32)
    return bits_as<f32>(word & 0xffffe000);
  else if constexpr (E == Element::kBf16)
    return bits_as<f32>(part == 0 ? word << 16 : word & 0xffff0000);
  else if constexpr (E == Element::kF16)
    return to_f32(f16{static_cast<u16>(word >> (16 * part))});
  else if constexpr (E == Element::kI8)
    return static_cast<u32>(static_cast<i32>(static_cast<std::int8_t>(word >> (8 * part))));
  else
    return bits_as<f32>(kCodeTable<E>.bits[(word >> (8 * part)) & 0xff]);
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
