// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats against oracles that share no code with them: the host's own float, the compiler's _Float16,
// the two-line integer rounding that frameworks use for bf16, and the 8-bit tables of the specifications.

#include "reference/number_formats.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace lanewise::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::uint16_t bf16_by_integer_rounding(float value) {
  auto bits = std::bit_cast<std::uint32_t>(value);
  bits += 0x7fffu + ((bits >> 16) & 1u);
  return static_cast<std::uint16_t>(bits >> 16);
}

double neighbour(DType type, std::uint64_t pattern) { return decode(type, pattern + 1); }

}  // namespace

TEST_CASE("unit roundoff, range and spacing of each format") {
  // Columns: IEEE 754-2019 table 3.5, OCP FP8 1.0 table 1, MI300 ISA guide for FNUZ.
  struct Row {
    DType type;
    int digits;
    double largest;
    double normal;
    double subnormal;
  };
  const Row rows[] = {
      {DType::f64, 53, std::numeric_limits<double>::max(), 0x1p-1022, 0x1p-1074},
      {DType::f32, 24, std::numeric_limits<float>::max(), 0x1p-126, 0x1p-149},
      {DType::f16, 11, 65504, 0x1p-14, 0x1p-24},
      {DType::bf16, 8, 0x1.fep127, 0x1p-126, 0x1p-133},
      {DType::fp8_e4m3_fnuz, 4, 240, 0x1p-7, 0x1p-10},
      {DType::fp8_e5m2_fnuz, 3, 57344, 0x1p-15, 0x1p-17},
      {DType::fp8_e4m3, 4, 448, 0x1p-6, 0x1p-9},
      {DType::fp8_e5m2, 3, 57344, 0x1p-14, 0x1p-16},
  };
  for (const Row& row : rows) {
    CAPTURE(name(row.type));
    CHECK(significand_bits(row.type) == row.digits);
    CHECK(unit_roundoff(row.type) == std::ldexp(1.0, -row.digits));
    CHECK(max_finite(row.type) == row.largest);
    CHECK(min_normal(row.type) == row.normal);
    CHECK(min_subnormal(row.type) == row.subnormal);
  }
}

TEST_CASE("names read back and an unknown name lists them") {
  for (const DType type : all_dtypes()) {
    CHECK(dtype_from_name(name(type)) == type);
  }
  CHECK_THROWS_WITH_AS(dtype_from_name("half"),
                       doctest::Contains("'half' is no element type; use one of f64, f32"),
                       std::invalid_argument);
}

TEST_CASE("every pattern of the 8- and 16-bit formats survives decode and encode") {
  for (const DType type : all_dtypes()) {
    const std::size_t bytes = size_in_bytes(type);
    if (bytes > 2) {
      continue;
    }
    CAPTURE(name(type));
    std::size_t different = 0;
    for (std::uint64_t pattern = 0; pattern < (1ull << (8 * bytes)); ++pattern) {
      const double value = decode(type, pattern);
      const std::uint64_t again = encode(type, value);
      const bool same = std::isnan(value) ? std::isnan(decode(type, again)) : again == pattern;
      different += same ? 0 : 1;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("f32 decodes and encodes like the host's float") {
  std::size_t different = 0;
  for (std::uint64_t i = 0; i < 2'000'000; ++i) {
    const std::uint64_t bits = i * 0x9e3779b97f4a7c15ull;
    const auto pattern = static_cast<std::uint32_t>(bits >> 32);
    const auto value = std::bit_cast<float>(pattern);
    if (!std::isnan(value)) {
      different += decode(DType::f32, pattern) == static_cast<double>(value) ? 0 : 1;
    }
    const auto wide = std::bit_cast<double>((bits & 0x8fffffffffffffffull) | 0x3000000000000000ull);
    const auto narrow = static_cast<float>(wide);
    different += encode(DType::f32, wide) == std::bit_cast<std::uint32_t>(narrow) ? 0 : 1;
    const auto tiny = std::bit_cast<double>((bits & 0x80ffffffffffffffull) | 0x3700000000000000ull);
    different += encode(DType::f32, tiny) == std::bit_cast<std::uint32_t>(static_cast<float>(tiny)) ? 0 : 1;
  }
  CHECK(different == 0);
}

#ifdef __FLT16_MAX__
TEST_CASE("f16 encodes every f32 step between its values like the compiler's _Float16") {
  std::size_t different = 0;
  for (std::uint32_t high = 0; high < 0x10000; ++high) {
    for (const std::uint32_t low : {0u, 1u, 0x0fffu, 0x1000u, 0x1001u, 0x2fffu, 0x3000u, 0x3001u, 0xffffu}) {
      const auto value = std::bit_cast<float>((high << 16) | low);
      if (std::isnan(value)) {
        continue;
      }
      const auto expected = static_cast<_Float16>(value);
      std::uint16_t bits = 0;
      std::memcpy(&bits, &expected, sizeof(bits));
      different += encode(DType::f16, static_cast<double>(value)) == bits ? 0 : 1;
    }
  }
  CHECK(different == 0);
}

TEST_CASE("every f16 pattern decodes like the compiler's _Float16") {
  std::size_t different = 0;
  for (std::uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
    const auto bits = static_cast<std::uint16_t>(pattern);
    _Float16 value = 0;
    std::memcpy(&value, &bits, sizeof(bits));
    const auto expected = static_cast<double>(static_cast<float>(value));
    const double got = decode(DType::f16, pattern);
    different += got == expected || (std::isnan(got) && std::isnan(expected)) ? 0 : 1;
  }
  CHECK(different == 0);
}
#endif

TEST_CASE("bf16 encodes every f32 step between its values like integer rounding of the f32 pattern") {
  std::size_t different = 0;
  for (std::uint32_t high = 0; high < 0x10000; ++high) {
    for (const std::uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      const auto value = std::bit_cast<float>((high << 16) | low);
      if (!std::isnan(value)) {
        different +=
            encode(DType::bf16, static_cast<double>(value)) == bf16_by_integer_rounding(value) ? 0 : 1;
      }
    }
  }
  CHECK(different == 0);
}

TEST_CASE("a tie goes to the even neighbour, anything beyond it to the nearer one") {
  for (const DType type : all_dtypes()) {
    if (!is_float(type) || size_in_bytes(type) > 2) {
      continue;
    }
    CAPTURE(name(type));
    const std::uint64_t largest = encode(type, max_finite(type));
    const bool one_zero = type == DType::fp8_e4m3_fnuz || type == DType::fp8_e5m2_fnuz;
    std::size_t wrong = 0;
    for (std::uint64_t pattern = 0; pattern < largest; ++pattern) {
      const double low = decode(type, pattern);
      const double high = neighbour(type, pattern);
      const double tie = low + (high - low) / 2;  // exact: at most 12 significant bits
      const std::uint64_t even = pattern % 2 == 0 ? pattern : pattern + 1;
      wrong += encode(type, tie) == even ? 0 : 1;
      wrong += encode(type, std::nextafter(tie, -kInfinity)) == pattern ? 0 : 1;
      wrong += encode(type, std::nextafter(tie, kInfinity)) == pattern + 1 ? 0 : 1;
      const std::uint64_t sign = 1ull << (8 * size_in_bytes(type) - 1);
      wrong += encode(type, -tie) == (even == 0 && one_zero ? 0 : sign | even) ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("values at and beyond the ends of the range") {
  struct Row {
    DType type;
    double value;
    double plain;      // Overflow::kFormat
    double saturated;  // Overflow::kSaturate
  };
  const Row rows[] = {
      {DType::f32, 0x1.ffffffp127, kInfinity, std::numeric_limits<float>::max()},
      {DType::f32, 0x1.fffffefffffffp127, std::numeric_limits<float>::max(),
       std::numeric_limits<float>::max()},
      {DType::f16, 65519.99, 65504, 65504},
      {DType::f16, 65520, kInfinity, 65504},
      {DType::f16, -65520, -kInfinity, -65504},
      {DType::f16, kInfinity, kInfinity, kInfinity},
      {DType::f16, 0x1p-25, 0, 0},
      {DType::f16, 0x1.0000001p-25, 0x1p-24, 0x1p-24},
      {DType::bf16, 0x1.ffp127, kInfinity, 0x1.fep127},
      {DType::bf16, 0x1.feffffp127, 0x1.fep127, 0x1.fep127},
      {DType::fp8_e4m3, 464, 448, 448},
      {DType::fp8_e4m3, 464.0001, kNaN, 448},
      {DType::fp8_e4m3, kInfinity, kNaN, 448},
      {DType::fp8_e5m2, 61440, kInfinity, 57344},
      {DType::fp8_e5m2, 61439, 57344, 57344},
      {DType::fp8_e4m3_fnuz, 247.9, 240, 240},
      {DType::fp8_e4m3_fnuz, 248, kNaN, 240},
      {DType::fp8_e5m2_fnuz, -61440, kNaN, -57344},
      {DType::i8, 127.4, 127, 127},
      {DType::i8, 1000, 127, 127},
      {DType::i8, -1000, -128, -128},
      {DType::i8, 2.5, 2, 2},
      {DType::i8, -3.5, -4, -4},
      {DType::u8, -0.6, 0, 0},
      {DType::u16, 65535.6, 65535, 65535},
      {DType::i32, kNaN, 0, 0},
      {DType::u32, 4294967295.0, 4294967295.0, 4294967295.0},
      {DType::i64, -9.3e18, -0x1p63, -0x1p63},
  };
  for (const Row& row : rows) {
    CAPTURE(name(row.type));
    CAPTURE(row.value);
    const auto agrees = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    CHECK(agrees(quantise(row.type, row.value), row.plain));
    CHECK(agrees(quantise(row.type, row.value, Overflow::kSaturate), row.saturated));
    if (is_float(row.type)) {
      CHECK(overflows(row.type, row.value) == (row.plain != row.saturated || std::isinf(row.plain)));
    }
  }
}

TEST_CASE("8-bit floats decode as their specifications say") {
  // OCP FP8 1.0 tables 2 and 3; FNUZ: MI300 ISA guide, "8-bit floating point". NaN written as kNaN.
  struct Row {
    std::uint64_t bits;
    double e4m3;
    double e5m2;
    double e4m3_fnuz;
    double e5m2_fnuz;
  };
  const Row rows[] = {
      {0x00, 0, 0, 0, 0},
      {0x01, 0x1p-9, 0x1p-16, 0x1p-10, 0x1p-17},
      {0x03, 3 * 0x1p-9, 3 * 0x1p-16, 3 * 0x1p-10, 3 * 0x1p-17},
      {0x04, 4 * 0x1p-9, 0x1p-14, 4 * 0x1p-10, 0x1p-15},
      {0x08, 0x1p-6, 0x1p-13, 0x1p-7, 0x1p-14},
      {0x38, 1, 0.5, 0.5, 0.25},
      {0x3c, 1.5, 1, 0.75, 0.5},
      {0x40, 2, 2, 1, 1},
      {0x7b, 352, 57344, 176, 28672},
      {0x7c, 384, kInfinity, 192, 32768},
      {0x7e, 448, kNaN, 224, 49152},
      {0x7f, kNaN, kNaN, 240, 57344},
      {0x80, -0.0, -0.0, kNaN, kNaN},
      {0x81, -0x1p-9, -0x1p-16, -0x1p-10, -0x1p-17},
      {0xfc, -384, -kInfinity, -192, -32768},
      {0xff, kNaN, kNaN, -240, -57344},
  };
  const auto check = [](DType type, std::uint64_t bits, double expected) {
    CAPTURE(name(type));
    CAPTURE(bits);
    const double got = decode(type, bits);
    if (std::isnan(expected)) {
      CHECK(std::isnan(got));
    } else {
      CHECK(got == expected);
      CHECK(std::signbit(got) == std::signbit(expected));
    }
  };
  for (const Row& row : rows) {
    check(DType::fp8_e4m3, row.bits, row.e4m3);
    check(DType::fp8_e5m2, row.bits, row.e5m2);
    check(DType::fp8_e4m3_fnuz, row.bits, row.e4m3_fnuz);
    check(DType::fp8_e5m2_fnuz, row.bits, row.e5m2_fnuz);
  }
}

TEST_CASE("negative zero keeps its sign except in FNUZ, where that pattern is NaN") {
  CHECK(encode(DType::f32, -0.0) == 0x80000000u);
  CHECK(encode(DType::bf16, -0.0) == 0x8000u);
  CHECK(encode(DType::fp8_e4m3, -0.0) == 0x80u);
  CHECK(encode(DType::fp8_e4m3_fnuz, -0.0) == 0u);
  CHECK(encode(DType::fp8_e4m3_fnuz, -0x1p-12) == 0u);
  CHECK(encode(DType::fp8_e5m2_fnuz, kNaN) == 0x80u);
}

TEST_CASE("which format holds which") {
  CHECK(holds_every_value_of(DType::f32, DType::bf16));
  CHECK(holds_every_value_of(DType::f32, DType::f16));
  CHECK(holds_every_value_of(DType::f16, DType::fp8_e5m2));
  CHECK(holds_every_value_of(DType::f32, DType::i16));
  CHECK(holds_every_value_of(DType::bf16, DType::u8));
  CHECK(holds_every_value_of(DType::i32, DType::u16));
  CHECK_FALSE(holds_every_value_of(DType::bf16, DType::f16));
  CHECK_FALSE(holds_every_value_of(DType::f16, DType::bf16));
  CHECK_FALSE(holds_every_value_of(DType::f32, DType::i32));
  CHECK_FALSE(holds_every_value_of(DType::u32, DType::i8));
  CHECK_FALSE(holds_every_value_of(DType::fp8_e4m3, DType::fp8_e4m3_fnuz));
}

TEST_CASE("integers wrap as two's complement") {
  CHECK(decode_integer(DType::i8, 0xff) == -1);
  CHECK(decode_integer(DType::u8, 0xff) == 255);
  CHECK(decode_integer(DType::i32, 0x80000000u) == -2147483648ll);
  CHECK(encode_integer_wrapping(DType::i16, 40000) == 40000);
  CHECK(decode_integer(DType::i16, encode_integer_wrapping(DType::i16, 40000)) == -25536);
  CHECK_THROWS_AS(decode_integer(DType::f32, 0), std::invalid_argument);
}

}  // namespace lanewise::reference
