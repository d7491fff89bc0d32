// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How CDNA3's matrix cores add: the bit-accurate rule that MMA-Sim (arXiv 2511.10909) found by probing an
// MI300X. For a group of products and an addend c:
//
//   1  significands of the products are aligned to the largest product exponent with 24 fraction bits,
//      what falls off is cut (towards zero), and they are added exactly;
//   2  that sum (31 fraction bits) and c (24) are aligned to the larger of the two exponents, what falls
//      off is floored (towards minus infinity), and they are added exactly;
//   3  the result is rounded to f32, to nearest even.
//
// 8-bit formats add even and odd products apart, align the two sums by flooring, and drop c when its
// exponent is more than 25 below the other. A zero counts with exponent -126.

#pragma once

#include "simulator/isa/matrix_elements.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

struct Scaled {
  i64 significand = 0;  ///< fixed point
  i32 exponent = 0;
};

/// Significand with `format.fraction_bits` fraction bits; denormals keep the least exponent.
inline Scaled split_float(f32 x, FloatFormat format) {
  const u32 bits = bits_as<u32>(x);
  const u32 magnitude = bits & 0x7fffffff;
  if (magnitude == 0) return {0, -126};
  const bool normal = magnitude >= 0x00800000;
  i32 exponent = normal ? static_cast<i32>(magnitude >> 23) - 127 : -126;
  i64 significand = (magnitude & 0x007fffff) | (normal ? 0x00800000 : 0);
  i32 drop = 23 - format.fraction_bits;
  if (exponent < format.least_exponent) {
    drop += format.least_exponent - exponent;
    exponent = format.least_exponent;
  }
  significand >>= drop;  // exact: these bits are zero in the source format
  return {bits >> 31 ? -significand : significand, exponent};
}

inline i64 shift_to_zero(i64 value, i32 by) {
  if (by > 62) return 0;
  return value < 0 ? -(-value >> by) : value >> by;
}
inline i64 shift_to_floor(i64 value, i32 by) { return value >> (by > 62 ? 62 : by); }

/// Step 1 on every `stride`-th product from `first`; 24 fraction bits.
inline Scaled add_products(const Scaled* products, u32 first, u32 count, u32 stride,
                           i32 product_fraction_bits) {
  i32 largest = products[first].exponent;
  for (u32 i = first; i < count; i += stride)
    largest = products[i].exponent > largest ? products[i].exponent : largest;
  i64 sum = 0;
  for (u32 i = first; i < count; i += stride) {
    sum += shift_to_zero(products[i].significand << (24 - product_fraction_bits),
                         largest - products[i].exponent);
  }
  return {sum, largest};
}

/// a[i] * b[i] over `count` <= 16 products, plus c, by the rule above. A and B may differ in format.
template <Element A, Element B>
f32 cdna3_dot(const f32* a, const f32* b, u32 count, f32 c) {
  constexpr FloatFormat format_a = float_format(A), format_b = float_format(B);
  constexpr bool eight_bits = element_bits(A) == 8;
  f64 plain = static_cast<f64>(c);
  bool positive_overflow = false, negative_overflow = false;
  Scaled products[16];
  u32 finite = 0;
  for (u32 i = 0; i < count; ++i) {
    const f64 product = static_cast<f64>(a[i]) * b[i];
    plain += product;
    positive_overflow |= product >= 0x1p128;
    negative_overflow |= product <= -0x1p128;
    const Scaled x = split_float(a[i], format_a), y = split_float(b[i], format_b);
    products[finite++] = {x.significand * y.significand, x.exponent + y.exponent};
  }
  if (is_nan(plain)) return created_nan(c);
  if (std::fabs(plain) == std::numeric_limits<f64>::infinity()) return static_cast<f32>(plain);
  if (positive_overflow || negative_overflow) {
    if (positive_overflow && negative_overflow) return created_nan(c);
    return positive_overflow ? std::numeric_limits<f32>::infinity() : -std::numeric_limits<f32>::infinity();
  }
  constexpr i32 product_bits = format_a.fraction_bits + format_b.fraction_bits;
  Scaled sum;
  if constexpr (eight_bits) {
    const Scaled even = add_products(products, 0, finite, 2, product_bits);
    const Scaled odd = add_products(products, 1, finite, 2, product_bits);
    const i32 larger = even.exponent > odd.exponent ? even.exponent : odd.exponent;
    sum = {shift_to_floor(even.significand, larger - even.exponent) +
               shift_to_floor(odd.significand, larger - odd.exponent),
           larger};
  } else {
    sum = add_products(products, 0, finite, 1, product_bits);
  }
  const Scaled addend = split_float(c, {23, -126});
  const i32 larger = sum.exponent > addend.exponent ? sum.exponent : addend.exponent;
  i64 total = shift_to_floor(sum.significand << 7, larger - sum.exponent);
  if (!eight_bits || addend.exponent >= larger - 25) {
    total += shift_to_floor(addend.significand << 1, larger - addend.exponent) << 7;
  }
  return static_cast<f32>(std::ldexp(static_cast<f64>(total), larger - 31));
}

/// Products that one step of the rule takes: 8 of 16-bit formats, 16 of 8-bit ones, 4 of xf32.
constexpr u32 cdna3_group(Element e, u32 k) {
  const u32 group = element_bits(e) == 8 ? 16 : (element_bits(e) == 16 ? 8 : 4);
  return k < group ? k : group;
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
