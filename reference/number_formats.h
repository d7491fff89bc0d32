// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The element types that kernels read and write, and exact conversion between their bits and double.
// Every format but i64 is a subset of double, so decoding is exact and encoding rounds exactly once
// (to nearest, ties to even), never through a narrower type on the way.
//
// What surprises: the two 8-bit floats exist twice. gfx942 has the FNUZ forms (one zero, 0x80 is NaN,
// no infinity), gfx950 the OCP forms. Sources: IEEE 754-2019; OCP 8-bit Floating Point Specification
// 1.0; AMD Instinct MI300 ISA guide for FNUZ.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise::reference {

enum class DType : std::uint8_t {
  f64,
  f32,
  f16,
  bf16,
  i64,
  i32,
  u32,
  i16,
  u16,
  i8,
  u8,
  fp8_e4m3_fnuz,
  fp8_e5m2_fnuz,
  fp8_e4m3,
  fp8_e5m2,
};

inline constexpr std::size_t kDTypeCount = 15;
/// All of them, in the order of the enumeration.
const std::array<DType, kDTypeCount>& all_dtypes();

/// "f32", "bf16", "fp8_e4m3_fnuz", ...: the spelling of case files and reports.
std::string_view name(DType type);
/// The inverse of name(). Throws std::invalid_argument that lists the names if `text` is none.
DType dtype_from_name(std::string_view text);

std::size_t size_in_bytes(DType type);
bool is_float(DType type);
bool is_signed(DType type);  ///< true for every float format
bool has_infinity(DType type);

/// Significant binary digits of a normal value, hidden bit included (f32: 24); 0 for integers.
int significand_bits(DType type);
/// u = 2^-p for p = significand_bits(): rounding to nearest changes a value x of the normal range by
/// at most u*|x|. f64 2^-53, f32 2^-24, f16 2^-11, bf16 2^-8, e4m3 2^-4, e5m2 2^-3; 0 for integers.
double unit_roundoff(DType type);
double max_finite(DType type);     ///< largest value; for integers the largest integer
double min_normal(DType type);     ///< smallest normal magnitude (f32: 2^-126); 1 for integers
double min_subnormal(DType type);  ///< spacing of the subnormals (f32: 2^-149); 1 for integers

/// True if every value of `inner` is a value of `outer`, so that conversion never rounds.
bool holds_every_value_of(DType outer, DType inner);

/// What a magnitude beyond the largest value becomes. kFormat: infinity where the format has one, else
/// NaN (FP16_OVFL = 0 on the chip). kSaturate: the largest finite value (FP16_OVFL = 1).
/// Integers always saturate, and their NaN becomes 0.
enum class Overflow : std::uint8_t { kFormat, kSaturate };

/// The value of a bit pattern, exact but for i64 beyond 2^53. `bits` above the format's width are ignored.
double decode(DType type, std::uint64_t bits);
/// The bit pattern of the nearest value, ties to even. NaN becomes the format's one canonical quiet NaN.
std::uint64_t encode(DType type, double value, Overflow overflow = Overflow::kFormat);
/// decode(encode(value)): `value` as the format sees it.
double quantise(DType type, double value, Overflow overflow = Overflow::kFormat);
/// True if `value` is one of the format's values (zeros are equal, NaN is none).
bool representable(DType type, double value);
/// True if encode() would leave the finite range of a float format; false for integers.
bool overflows(DType type, double value);

/// Integer types only: the exact value as two's complement in 64 bits, and back with wrapping.
std::int64_t decode_integer(DType type, std::uint64_t bits);
std::uint64_t encode_integer_wrapping(DType type, std::int64_t value);

}  // namespace lanewise::reference
