// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats of 4, 6, 8 and 16 bits: a description of each format, and the two functions that all conversions
// share. Everything is integer arithmetic on sign, exponent and significand, with one rounding:
//
//   f32 ─▶ significand 1.23, exponent - (scale - 127) ─▶ nearest even, or + random bits and cut ─▶ code
//   code ─▶ exact f64 x 2^(scale - 127) ─▶ f32, f16 or bf16
//
// What surprises: a code is its magnitude's rank, so a carry out of the fraction is an addition.
// Sources: OCP 8-bit floating point and MX specifications; AMD's pseudocode for operands; AMD's host
// emulation in HIP (amd_hip_ocp_host.hpp) for what the pseudocode leaves open: saturation of 4 and 6 bits,
// NaN of those formats, position of the random bits.

#pragma once

#include "simulator/isa/matrix_elements.h"

namespace lanewise::isa::LANEWISE_ISA_BUILD {

struct NarrowFormat {
  u32 bits, exponent_bits, fraction_bits;
  i32 bias;
  SmallFloatKind kind;

  constexpr u32 sign_bit() const { return 1u << (bits - 1); }
  constexpr u32 magnitude_mask() const { return sign_bit() - 1; }
  constexpr u32 infinity() const { return magnitude_mask() & ~((1u << fraction_bits) - 1); }  ///< kIeeeLike
  constexpr u32 largest() const {
    if (kind == SmallFloatKind::kIeeeLike) return infinity() - 1;
    return kind == SmallFloatKind::kOcpE4m3 ? magnitude_mask() - 1 : magnitude_mask();
  }
};

inline constexpr NarrowFormat kFp8Fnuz{8, 4, 3, 8, SmallFloatKind::kFnuz};
inline constexpr NarrowFormat kBf8Fnuz{8, 5, 2, 16, SmallFloatKind::kFnuz};
inline constexpr NarrowFormat kFp8{8, 4, 3, 7, SmallFloatKind::kOcpE4m3};
inline constexpr NarrowFormat kBf8{8, 5, 2, 15, SmallFloatKind::kIeeeLike};
inline constexpr NarrowFormat kFp6{6, 2, 3, 1, SmallFloatKind::kFinite};
inline constexpr NarrowFormat kBf6{6, 3, 2, 3, SmallFloatKind::kFinite};
inline constexpr NarrowFormat kFp4{4, 2, 1, 1, SmallFloatKind::kFinite};
inline constexpr NarrowFormat kHalf{16, 5, 10, 15, SmallFloatKind::kIeeeLike};
inline constexpr NarrowFormat kBfloat{16, 8, 7, 127, SmallFloatKind::kIeeeLike};

/// Exponent field of an f32 scale: 127 is 1, 255 is NaN.
inline constexpr u32 kScaleOne = 127, kScaleNan = 255;

struct Rounding {
  bool stochastic = false;
  bool overflow_to_largest = false;  ///< MODE.FP16_OVFL; infinities stay what they are
  u32 random = 0;
};

/// Code of NaN; formats without one have their largest value there.
constexpr u32 nan_code(const NarrowFormat& f, u32 sign) {
  switch (f.kind) {
    case SmallFloatKind::kFnuz: return f.sign_bit();
    case SmallFloatKind::kIeeeLike: return sign | f.infinity() | (1u << (f.fraction_bits - 1));
    default: return sign | f.magnitude_mask();
  }
}
/// Code of an infinity, and of a value beyond the format without saturation.
constexpr u32 infinite_code(const NarrowFormat& f, u32 sign) {
  return f.kind == SmallFloatKind::kIeeeLike ? sign | f.infinity() : nan_code(f, sign);
}

/// `significand` (1.23 bits) in units of its `dropped` lowest bits' next one.
inline u32 rounded_units(u32 significand, u32 below, u32 fraction_bits, const Rounding& rounding) {
  const u32 dropped = 23 - fraction_bits;
  if (rounding.stochastic) {
    // The top bits of `random` stand right below the kept ones. AMD's pseudocode of v_cvt_sr_* also rounds
    // to nearest afterwards, which would bias the result by half a unit; its emulations cut.
    const u32 kept = below < 24 ? significand >> below : 0;
    return (kept + (rounding.random >> (32 - dropped))) >> dropped;
  }
  const u32 shift = dropped + below;
  if (shift > 24) return 0;  // less than half a unit
  const u32 half = 1u << (shift - 1), rest = significand & (2 * half - 1), units = significand >> shift;
  return units + (rest > half || (rest == half && (units & 1) != 0) ? 1 : 0);
}

/// Code nearest to value / 2^(scale - 127).
inline u32 encode_narrow(f32 value, u32 scale, const NarrowFormat& f, const Rounding& rounding) {
  const u32 bits = bits_as<u32>(value), magnitude = bits & 0x7fffffff;
  const u32 sign = bits >> 31 ? f.sign_bit() : 0;
  if (magnitude > 0x7f800000 || scale == kScaleNan) return nan_code(f, sign);
  if (magnitude == 0x7f800000) return infinite_code(f, sign);
  if (magnitude == 0) return f.kind == SmallFloatKind::kFnuz ? 0 : sign;
  i32 exponent = static_cast<i32>(magnitude >> 23) - 127;
  u32 significand = (magnitude & 0x007fffff) | 0x00800000;
  if (magnitude < 0x00800000) {
    const u32 shift = static_cast<u32>(__builtin_clz(magnitude)) - 8;
    significand = magnitude << shift;
    exponent = -126 - static_cast<i32>(shift);
  }
  exponent -= static_cast<i32>(scale) - 127;
  const i32 least = 1 - f.bias;
  const u32 below = exponent < least ? static_cast<u32>(least - exponent) : 0;
  const u32 first = static_cast<u32>((exponent < least ? least : exponent) + f.bias - 1) << f.fraction_bits;
  const u32 code = first + rounded_units(significand, below, f.fraction_bits, rounding);
  if (code > f.largest()) {
    const bool saturates = rounding.overflow_to_largest || f.kind == SmallFloatKind::kFinite;
    return saturates ? sign | f.largest() : infinite_code(f, sign);
  }
  return code == 0 && f.kind == SmallFloatKind::kFnuz ? 0 : sign | code;
}

/// The value of `code`; exact.
inline f32 decode_narrow(u32 code, const NarrowFormat& f) {
  return bits_as<f32>(small_float_bits(code, f.exponent_bits, f.fraction_bits, f.bias, f.kind));
}
/// The value of `code` times 2^(scale - 127); exact, since f64 holds all of these.
inline f64 decode_scaled(u32 code, u32 scale, const NarrowFormat& f) {
  if (scale == kScaleNan) return created_nan(0.0);
  return static_cast<f64>(decode_narrow(code, f)) * bits_as<f64>(static_cast<u64>(scale - 127 + 1023) << 52);
}

}  // namespace lanewise::isa::LANEWISE_ISA_BUILD
