// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table row describes a format; one decoder and one encoder serve all floats, in integer
// arithmetic, so that neither the host's rounding mode nor its libm can change a bit.
//
//        sign | exponent (biased)          | fraction
//   value = (-1)^s * 2^(exponent - bias) * 1.fraction      exponent > 0
//           (-1)^s * 2^(1 - bias)        * 0.fraction      exponent = 0
//
// The formats differ only in what the topmost patterns mean: see Specials.

#include "reference/number_formats.h"

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace lanewise::reference {
namespace {

enum class Specials : std::uint8_t {
  kNone,     // an integer
  kIeee,     // exponent all ones: infinity, or NaN if the fraction is not 0
  kOcpE4m3,  // only S.1111.111 is NaN; no infinity
  kFnuz,     // only 1.0000.000 (minus zero) is NaN; no infinity
};

struct Format {
  DType type;
  std::string_view name;
  std::uint8_t bytes;
  bool is_signed;
  int exponent_bits;
  int fraction_bits;
  int bias;
  Specials specials;
};

// Widths and biases: IEEE 754-2019 table 3.5 (f64, f32, f16); bf16 is the upper half of f32;
// OCP FP8 1.0 table 1 (E4M3 bias 7, E5M2 bias 15); MI300 ISA guide (FNUZ: biases 8 and 16).
constexpr std::array<Format, kDTypeCount> kFormats = {{
    {DType::f64, "f64", 8, true, 11, 52, 1023, Specials::kIeee},
    {DType::f32, "f32", 4, true, 8, 23, 127, Specials::kIeee},
    {DType::f16, "f16", 2, true, 5, 10, 15, Specials::kIeee},
    {DType::bf16, "bf16", 2, true, 8, 7, 127, Specials::kIeee},
    {DType::i64, "i64", 8, true, 0, 0, 0, Specials::kNone},
    {DType::i32, "i32", 4, true, 0, 0, 0, Specials::kNone},
    {DType::u32, "u32", 4, false, 0, 0, 0, Specials::kNone},
    {DType::i16, "i16", 2, true, 0, 0, 0, Specials::kNone},
    {DType::u16, "u16", 2, false, 0, 0, 0, Specials::kNone},
    {DType::i8, "i8", 1, true, 0, 0, 0, Specials::kNone},
    {DType::u8, "u8", 1, false, 0, 0, 0, Specials::kNone},
    {DType::fp8_e4m3_fnuz, "fp8_e4m3_fnuz", 1, true, 4, 3, 8, Specials::kFnuz},
    {DType::fp8_e5m2_fnuz, "fp8_e5m2_fnuz", 1, true, 5, 2, 16, Specials::kFnuz},
    {DType::fp8_e4m3, "fp8_e4m3", 1, true, 4, 3, 7, Specials::kOcpE4m3},
    {DType::fp8_e5m2, "fp8_e5m2", 1, true, 5, 2, 15, Specials::kIeee},
}};

const Format& format(DType type) {
  const auto index = static_cast<std::size_t>(type);
  if (index >= kDTypeCount) {
    throw std::invalid_argument("The value " + std::to_string(index) + " is no element type.");
  }
  return kFormats[index];
}

std::uint64_t low_bits(int count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

/// The pattern of the largest finite value (sign bit clear).
std::uint64_t max_finite_pattern(const Format& f) {
  const std::uint64_t all_ones = low_bits(f.exponent_bits + f.fraction_bits);
  switch (f.specials) {
    case Specials::kIeee: return (low_bits(f.exponent_bits) << f.fraction_bits) - 1;
    case Specials::kOcpE4m3: return all_ones - 1;
    case Specials::kFnuz:
    case Specials::kNone: break;
  }
  return all_ones;
}

std::uint64_t nan_pattern(const Format& f) {
  const std::uint64_t exponent = low_bits(f.exponent_bits) << f.fraction_bits;
  switch (f.specials) {
    case Specials::kIeee: return exponent | (1ull << (f.fraction_bits - 1));
    case Specials::kOcpE4m3: return low_bits(f.exponent_bits + f.fraction_bits);
    case Specials::kFnuz:
    case Specials::kNone: break;
  }
  return 1ull << (f.exponent_bits + f.fraction_bits);
}

double decode_float(const Format& f, std::uint64_t bits) {
  const int width = f.exponent_bits + f.fraction_bits;
  const bool negative = ((bits >> width) & 1) != 0;
  const std::uint64_t magnitude = bits & low_bits(width);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (f.specials == Specials::kFnuz && negative && magnitude == 0) {
    return kNaN;
  }
  if (f.specials != Specials::kFnuz && magnitude > max_finite_pattern(f)) {
    const bool infinite = f.specials == Specials::kIeee && (magnitude & low_bits(f.fraction_bits)) == 0;
    const double special = infinite ? std::numeric_limits<double>::infinity() : kNaN;
    return negative ? -special : special;
  }
  const int exponent = static_cast<int>(magnitude >> f.fraction_bits);
  const std::uint64_t fraction = magnitude & low_bits(f.fraction_bits);
  const std::uint64_t significand = exponent > 0 ? fraction | (1ull << f.fraction_bits) : fraction;
  const int scale = (exponent > 0 ? exponent : 1) - f.bias - f.fraction_bits;
  const double value = std::ldexp(static_cast<double>(significand), scale);
  return negative ? -value : value;
}

/// Pattern of |value| after rounding; may lie beyond the largest finite pattern. `value` is finite.
std::uint64_t round_magnitude(const Format& f, double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value) & low_bits(63);
  const int biased = static_cast<int>(bits >> 52);
  const std::uint64_t significand = (bits & low_bits(52)) | (biased > 0 ? 1ull << 52 : 0);
  const int exponent = (biased > 0 ? biased : 1) - 1023;  // |value| = significand * 2^(exponent - 52)
  // The format's own exponent field; 1 also for subnormals, which lack the hidden bit.
  const int field = exponent + f.bias > 1 ? exponent + f.bias : 1;
  const int shift = (field - f.bias - f.fraction_bits) - (exponent - 52);  // digits to drop
  std::uint64_t kept = significand;
  if (shift > 54) {
    kept = 0;
  } else if (shift > 0) {
    kept = significand >> shift;
    const std::uint64_t rest = significand & low_bits(shift);
    const std::uint64_t half = 1ull << (shift - 1);
    kept += (rest > half || (rest == half && (kept & 1) != 0)) ? 1 : 0;
  }
  // `kept` holds the hidden bit as one unit of the exponent field, and a carry raises the field.
  const std::uint64_t pattern = (static_cast<std::uint64_t>(field - 1) << f.fraction_bits) + kept;
  return pattern;
}

std::uint64_t encode_float(const Format& f, double value, Overflow overflow) {
  const std::uint64_t sign = std::signbit(value) ? 1ull << (f.exponent_bits + f.fraction_bits) : 0;
  if (std::isnan(value)) {
    return nan_pattern(f);
  }
  const std::uint64_t largest = max_finite_pattern(f);
  const std::uint64_t magnitude = std::isinf(value) ? largest + 1 : round_magnitude(f, value);
  if (magnitude > largest) {
    if (overflow == Overflow::kSaturate && !(std::isinf(value) && f.specials == Specials::kIeee)) {
      return sign | largest;
    }
    return f.specials == Specials::kIeee ? sign | (largest + 1) : nan_pattern(f);
  }
  if (magnitude == 0 && f.specials == Specials::kFnuz) {
    return 0;
  }
  return sign | magnitude;
}

std::uint64_t encode_integer_saturating(DType type, double value) {
  if (std::isnan(value)) {
    return 0;
  }
  const Format& f = format(type);
  const int bits = 8 * f.bytes - (f.is_signed ? 1 : 0);
  const double limit = std::ldexp(1.0, bits);  // the first integer beyond the range
  if (value >= limit) {
    return low_bits(bits);
  }
  if (value <= (f.is_signed ? -limit : 0.0)) {
    return f.is_signed ? 1ull << bits : 0;
  }
  double whole = std::floor(value);
  const double rest = value - whole;
  whole += (rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2.0) != 0.0)) ? 1.0 : 0.0;
  if (whole >= limit) {
    return low_bits(bits);
  }
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) & low_bits(8 * f.bytes);
}

}  // namespace

const std::array<DType, kDTypeCount>& all_dtypes() {
  static const std::array<DType, kDTypeCount> types = [] {
    std::array<DType, kDTypeCount> list{};
    for (std::size_t i = 0; i < kDTypeCount; ++i) {
      list[i] = kFormats[i].type;
    }
    return list;
  }();
  return types;
}

std::string_view name(DType type) { return format(type).name; }

DType dtype_from_name(std::string_view text) {
  std::string names;
  for (const Format& f : kFormats) {
    if (f.name == text) {
      return f.type;
    }
    names += names.empty() ? "" : ", ";
    names += f.name;
  }
  throw std::invalid_argument("'" + std::string(text) + "' is no element type; use one of " + names + ".");
}

std::size_t size_in_bytes(DType type) { return format(type).bytes; }
bool is_float(DType type) { return format(type).specials != Specials::kNone; }
bool is_signed(DType type) { return format(type).is_signed; }
bool has_infinity(DType type) { return format(type).specials == Specials::kIeee; }
int significand_bits(DType type) { return is_float(type) ? format(type).fraction_bits + 1 : 0; }
double unit_roundoff(DType type) { return is_float(type) ? std::ldexp(1.0, -significand_bits(type)) : 0.0; }

double max_finite(DType type) {
  const Format& f = format(type);
  if (is_float(type)) {
    return decode_float(f, max_finite_pattern(f));
  }
  return static_cast<double>(low_bits(8 * f.bytes - (f.is_signed ? 1 : 0)));
}

double min_normal(DType type) { return is_float(type) ? std::ldexp(1.0, 1 - format(type).bias) : 1.0; }

double min_subnormal(DType type) {
  return is_float(type) ? std::ldexp(1.0, 1 - format(type).bias - format(type).fraction_bits) : 1.0;
}

bool holds_every_value_of(DType outer, DType inner) {
  if (outer == inner) {
    return true;
  }
  const Format& o = format(outer);
  const Format& i = format(inner);
  if (!is_float(inner)) {
    const int digits = 8 * i.bytes - (i.is_signed ? 1 : 0);
    if (is_float(outer)) {  // every integer, the extreme one included, in significand and in range
      return digits <= significand_bits(outer) && max_finite(outer) >= std::ldexp(1.0, digits);
    }
    return digits <= 8 * o.bytes - (o.is_signed ? 1 : 0) && (o.is_signed || !i.is_signed);
  }
  if (!is_float(outer)) {
    return false;
  }
  return significand_bits(outer) >= significand_bits(inner) && min_subnormal(outer) <= min_subnormal(inner) &&
         max_finite(outer) >= max_finite(inner) && (has_infinity(outer) || !has_infinity(inner)) &&
         o.specials != Specials::kFnuz;
}

double decode(DType type, std::uint64_t bits) {
  const Format& f = format(type);
  if (f.specials != Specials::kNone) {
    return decode_float(f, bits);
  }
  return static_cast<double>(decode_integer(type, bits));
}

std::uint64_t encode(DType type, double value, Overflow overflow) {
  const Format& f = format(type);
  return is_float(type) ? encode_float(f, value, overflow) : encode_integer_saturating(type, value);
}

double quantise(DType type, double value, Overflow overflow) {
  return decode(type, encode(type, value, overflow));
}

bool representable(DType type, double value) { return quantise(type, value) == value; }

bool overflows(DType type, double value) {
  const Format& f = format(type);
  if (!is_float(type) || std::isnan(value)) {
    return false;
  }
  return std::isinf(value) || round_magnitude(f, value) > max_finite_pattern(f);
}

std::int64_t decode_integer(DType type, std::uint64_t bits) {
  const Format& f = format(type);
  if (f.specials != Specials::kNone) {
    throw std::invalid_argument("decode_integer was asked to read " + std::string(f.name) +
                                ", which is a floating-point type.");
  }
  const int width = 8 * f.bytes;
  const std::uint64_t kept = bits & low_bits(width);
  const bool negative = f.is_signed && ((kept >> (width - 1)) & 1) != 0;
  return static_cast<std::int64_t>(negative ? kept | ~low_bits(width) : kept);
}

std::uint64_t encode_integer_wrapping(DType type, std::int64_t value) {
  return static_cast<std::uint64_t>(value) & low_bits(8 * format(type).bytes);
}

}  // namespace lanewise::reference
