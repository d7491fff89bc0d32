// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transcendental lane functions: the same bits on every host, since only +, *, fma and division of
// IEEE doubles are used and the compiler may not contract them. The chips' own tables are not public;
// AMD documents about 1 ulp. Ours are f64 polynomials rounded once to f32 (error below 0.51 ulp), so a
// difference to hardware is at most the hardware's own error.
// Denormals: exp2 flushes a denormal result, log2 takes a denormal argument as zero, as LLVM's own
// expansion around these instructions presumes.

#pragma once

#include "simulator/isa/arithmetic.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

/// 2^r for |r| <= 0.5, relative error below 2^-45: Taylor series of exp(r ln 2) to degree 11.
inline f64 exp2_fraction(f64 r) {
  const f64 x = r * 0.6931471805599453;
  f64 p = 1.0 / 39916800.0;
  p = fma_f64(p, x, 1.0 / 3628800.0);
  p = fma_f64(p, x, 1.0 / 362880.0);
  p = fma_f64(p, x, 1.0 / 40320.0);
  p = fma_f64(p, x, 1.0 / 5040.0);
  p = fma_f64(p, x, 1.0 / 720.0);
  p = fma_f64(p, x, 1.0 / 120.0);
  p = fma_f64(p, x, 1.0 / 24.0);
  p = fma_f64(p, x, 1.0 / 6.0);
  p = fma_f64(p, x, 0.5);
  p = fma_f64(p, x, 1.0);
  return fma_f64(p, x, 1.0);
}

inline f32 exp2_f32(f32 a) {
  const f32 bounded = a > 130.0f ? 130.0f : (a < -160.0f ? -160.0f : a);
  const f64 x = is_nan(a) ? 0.0 : static_cast<f64>(bounded);
  const f64 whole = __builtin_rint(x);
  const f64 power = bits_as<f64>(static_cast<u64>(static_cast<i64>(static_cast<i32>(whole)) + 1023) << 52);
  const f64 value = exp2_fraction(x - whole) * power;
  f32 r = static_cast<f32>(value);
  if (r < 1.1754943508222875e-38f) r = 0.0f;
  return is_nan(a) ? quieted(a) : r;
}

/// log2 of a positive normal f32, by atanh: log(m) = 2 (s + s^3/3 + ...), s = (m-1)/(m+1), |s| < 0.172.
inline f32 log2_f32(f32 a) {
  const u32 bits = bits_as<u32>(a);
  const u32 magnitude = bits & 0x7fffffff;
  const i32 raise = (bits & 0x007fffff) > 0x3504f3 ? 1 : 0;  // mantissa above sqrt(2): halve it
  const f64 m = static_cast<f64>(bits_as<f32>((bits & 0x007fffff) | (static_cast<u32>(127 - raise) << 23)));
  const f64 e = static_cast<f64>(static_cast<i32>(magnitude >> 23) - 127 + raise);
  const f64 s = (m - 1.0) / (m + 1.0);
  const f64 z = s * s;
  f64 p = 1.0 / 19.0;
  p = fma_f64(p, z, 1.0 / 17.0);
  p = fma_f64(p, z, 1.0 / 15.0);
  p = fma_f64(p, z, 1.0 / 13.0);
  p = fma_f64(p, z, 1.0 / 11.0);
  p = fma_f64(p, z, 1.0 / 9.0);
  p = fma_f64(p, z, 1.0 / 7.0);
  p = fma_f64(p, z, 1.0 / 5.0);
  p = fma_f64(p, z, 1.0 / 3.0);
  p = fma_f64(p, z, 1.0);
  f32 r = static_cast<f32>(fma_f64(p * s, 2.8853900817779268, e));
  if (magnitude == 0x7f800000) r = a;
  if (bits >> 31) r = created_nan(a);
  if (magnitude < 0x00800000) r = -std::numeric_limits<f32>::infinity();
  if (magnitude > 0x7f800000) r = quieted(a);
  return r;
}

inline f32 reciprocal_f32(f32 a) { return with_nan_rule(1.0f / a, a); }
inline f32 square_root_f32(f32 a) { return with_nan_rule(__builtin_sqrtf(a), a); }
inline f32 reciprocal_square_root_f32(f32 a) {
  return with_nan_rule(static_cast<f32>(1.0 / __builtin_sqrt(static_cast<f64>(a))), a);
}
/// The chip gives seeds of about 2^-29 relative error, which software refines; ours are exact.
inline f64 reciprocal_f64(f64 a) { return with_nan_rule(1.0 / a, a); }
inline f64 square_root_f64(f64 a) { return with_nan_rule(__builtin_sqrt(a), a); }
/// One Newton step on 1 / sqrt(a), whose two roundings alone would be off by an ulp now and then.
inline f64 reciprocal_square_root_f64(f64 a) {
  const f64 y = 1.0 / __builtin_sqrt(a);
  const f64 h = a * y;
  const f64 rest = fma_f64(-h, y, 1.0) - fma_f64(a, y, -h) * y;  // 1 - a y^2
  const bool plain = a > 0 && a < std::numeric_limits<f64>::infinity();
  return with_nan_rule(plain ? fma_f64(0.5 * y, rest, y) : y, a);
}

/// sin(2 pi r) for |r| <= 0.25, error below 2^-40: Taylor series to degree 15.
inline f64 sine_quarter(f64 r) {
  const f64 x = r * 6.283185307179586;
  const f64 z = x * x;
  f64 p = -1.0 / 1307674368000.0;
  p = fma_f64(p, z, 1.0 / 6227020800.0);
  p = fma_f64(p, z, -1.0 / 39916800.0);
  p = fma_f64(p, z, 1.0 / 362880.0);
  p = fma_f64(p, z, -1.0 / 5040.0);
  p = fma_f64(p, z, 1.0 / 120.0);
  p = fma_f64(p, z, -1.0 / 6.0);
  return fma_f64(p * z, x, x);
}
/// Input in revolutions; valid for |a| <= 256, beyond that the manual gives sin = 0 and cos = 1. Exact zeros
/// have the input's sign, as in IEEE 754's sinPi.
inline f64 sine_turns(f32 a) {
  const f64 x = static_cast<f64>(std::fabs(a) <= 256.0f ? a : 0.0f);
  f64 r = x - __builtin_rint(x);
  r = r > 0.25 ? 0.5 - r : (r < -0.25 ? -0.5 - r : r);
  return r == 0 ? (std::fabs(a) <= 256.0f ? std::copysign(0.0, x) : 0.0) : sine_quarter(r);
}
inline f64 cosine_turns(f32 a) {
  const f64 x = static_cast<f64>(std::fabs(a) <= 256.0f ? a : 0.0f);
  return sine_quarter(0.25 - std::fabs(x - __builtin_rint(x)));
}
inline f32 turns_result(f32 a, f32 value) {
  const bool bad = is_nan(a) || std::fabs(a) == std::numeric_limits<f32>::infinity();
  return bad ? (is_nan(a) ? quieted(a) : created_nan(a)) : value;
}
inline f32 sine_f32(f32 a) { return turns_result(a, static_cast<f32>(sine_turns(a))); }
inline f32 cosine_f32(f32 a) { return turns_result(a, static_cast<f32>(cosine_turns(a))); }

// f16 forms: the f32 function, rounded once more; denormal results stay.
inline f16 exp2_f16(f16 a) {
  const f64 x = static_cast<f64>(to_f32(a));
  if (is_nan(x)) return {static_cast<u16>(a.bits | 0x200)};
  const f64 bounded = x > 40 ? 40 : (x < -60 ? -60 : x);
  const f64 whole = __builtin_rint(bounded);
  const f64 power = bits_as<f64>(static_cast<u64>(static_cast<i64>(static_cast<i32>(whole)) + 1023) << 52);
  return to_f16(exp2_fraction(bounded - whole) * power);
}
inline f16 log2_f16(f16 a) { return to_f16(log2_f32(to_f32(a))); }
inline f16 reciprocal_f16(f16 a) { return with_nan_rule(to_f16(1.0 / static_cast<f64>(to_f32(a))), a); }
inline f16 square_root_f16(f16 a) {
  return with_nan_rule(to_f16(__builtin_sqrt(static_cast<f64>(to_f32(a)))), a);
}
inline f16 reciprocal_square_root_f16(f16 a) {
  return with_nan_rule(to_f16(1.0 / __builtin_sqrt(static_cast<f64>(to_f32(a)))), a);
}
inline f16 sine_f16(f16 a) { return to_f16(sine_f32(to_f32(a))); }
inline f16 cosine_f16(f16 a) { return to_f16(cosine_f32(to_f32(a))); }

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
