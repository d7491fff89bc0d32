// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the narrow float formats mean, from their definitions and by exhaustive search: values in long double
// (which holds every value and product here exactly), the nearest code by comparing all codes. Knows nothing
// of the simulator. Formats: OCP 8-bit floating point specification, OCP MX specification; FNUZ: no infinity,
// no -0, one NaN where -0 would be, bias one higher.

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

namespace lanewise::tests {

struct NarrowOracle {
  std::string name;
  int bits, exponent_bits, fraction_bits, bias;
  std::uint32_t largest;  ///< code of the largest finite value
  std::uint32_t overflow;  ///< code (without sign) of what lies beyond, MODE.FP16_OVFL = 0
  std::uint32_t infinity;  ///< code of +infinity as an operand
  std::uint32_t nan;  ///< code of NaN as a result
  bool fnuz = false;

  [[nodiscard]] std::uint32_t sign() const { return 1u << (bits - 1); }
  [[nodiscard]] std::uint32_t with_sign(std::uint32_t code, bool negative) const {
    if (fnuz) return code == 0 || code == 0x80 ? code : code | (negative ? 0x80u : 0u);
    return code | (negative ? sign() : 0);
  }
  /// Value of a code without sign; also of codes beyond `largest`, as if the exponent went on.
  [[nodiscard]] long double magnitude(std::uint32_t code) const {
    const int exponent = static_cast<int>(code >> fraction_bits);
    const auto fraction = static_cast<long double>(code & ((1u << fraction_bits) - 1));
    const long double unit = std::ldexp(1.0L, -fraction_bits);
    if (exponent == 0) return std::ldexp(fraction * unit, 1 - bias);
    return std::ldexp(1.0L + fraction * unit, exponent - bias);
  }
  [[nodiscard]] bool is_nan(std::uint32_t code) const {
    if (fnuz) return code == 0x80;
    const std::uint32_t plain = code & (sign() - 1);
    return bits >= 8 && plain > largest && plain != (overflow == nan ? ~0u : infinity);
  }
  [[nodiscard]] bool is_infinite(std::uint32_t code) const {
    return bits >= 8 && !fnuz && overflow != nan && (code & (sign() - 1)) == infinity;
  }
  /// The value of any code; NaN and infinities as such.
  [[nodiscard]] long double value(std::uint32_t code) const {
    if (is_nan(code)) return std::nanl("");
    const bool negative = (code & sign()) != 0;
    const long double m = is_infinite(code) ? HUGE_VALL : magnitude(code & (sign() - 1));
    return negative ? -m : m;
  }

  struct Random {
    bool used = false;
    std::uint32_t bits = 0;
  };
  /// Code for an exact value, by nearest even or with random bits.
  [[nodiscard]] std::uint32_t encode(long double x, bool saturates, Random random) const {
    const bool negative = std::signbit(x);
    const bool always = bits < 8;  // formats without NaN and infinity
    if (std::isnan(x)) return with_sign(always ? largest : nan, negative);
    if (std::isinf(x)) return with_sign(always ? largest : overflow, negative);
    const long double m = std::fabs(x);
    std::uint32_t best = random.used ? cut(m, random.bits) : nearest(m);
    if (best > largest) best = saturates || always ? largest : overflow;
    return with_sign(best, negative);
  }

 private:
  [[nodiscard]] std::uint32_t nearest(long double m) const {
    if (m > magnitude(largest + 1)) return largest + 1;
    std::uint32_t best = 0;
    for (std::uint32_t code = 1; code <= largest + 1; ++code) {
      const long double here = std::fabs(m - magnitude(code)), before = std::fabs(m - magnitude(best));
      if (here < before || (here == before && code % 2 == 0)) best = code;
    }
    return best;
  }
  /// The code below m, or the next one if m's distance, in 2^-k of the step and cut, plus random reach a
  /// step.
  [[nodiscard]] std::uint32_t cut(long double m, std::uint32_t random) const {
    if (m >= magnitude(largest + 1)) return largest + 1;
    std::uint32_t below = 0, above = largest + 1;
    while (above - below > 1) {
      const std::uint32_t middle = below + (above - below) / 2;
      (magnitude(middle) <= m ? below : above) = middle;
    }
    const int k = 23 - fraction_bits;
    const long double step = magnitude(below + 1) - magnitude(below);
    const long double distance = std::floor(std::ldexp((m - magnitude(below)) / step, k));
    return distance + static_cast<long double>(random >> (32 - k)) >= std::ldexp(1.0L, k) ? below + 1 : below;
  }
};

inline NarrowOracle narrow_oracle(const std::string& name, bool gfx950) {
  if (name == "fp4") return {name, 4, 2, 1, 1, 0x7, 0, 0, 0};
  if (name == "fp6") return {name, 6, 2, 3, 1, 0x1f, 0, 0, 0};
  if (name == "bf6") return {name, 6, 3, 2, 3, 0x1f, 0, 0, 0};
  if (name == "f16") return {name, 16, 5, 10, 15, 0x7bff, 0x7c00, 0x7c00, 0x7e00};
  if (name == "bf16") return {name, 16, 8, 7, 127, 0x7f7f, 0x7f80, 0x7f80, 0x7fc0};
  if (name == "fp8" && !gfx950) return {name, 8, 4, 3, 8, 0x7f, 0x80, 0x80, 0x80, true};
  if (name == "bf8" && !gfx950) return {name, 8, 5, 2, 16, 0x7f, 0x80, 0x80, 0x80, true};
  if (name == "fp8") return {name, 8, 4, 3, 7, 0x7e, 0x7f, 0x7f, 0x7f};
  return {name, 8, 5, 2, 15, 0x7b, 0x7c, 0x7c, 0x7e};
}

/// Bits of `x` in f32, f16 or bf16, to nearest even; NaN is not asked for.
inline std::uint32_t wide_bits(const std::string& name, long double x) {
  const int fraction = name == "f32" ? 23 : (name == "f16" ? 10 : 7), bias = name == "f16" ? 15 : 127;
  const int width = name == "f32" ? 32 : 16;
  const std::uint32_t sign = std::signbit(x) ? 1u << (width - 1) : 0;
  const std::uint32_t infinity = (2u * static_cast<std::uint32_t>(bias) + 1) << fraction;
  const long double m = std::fabs(x);
  if (std::isinf(m)) return sign | infinity;
  if (m == 0) return sign;
  const int exponent = std::max(std::ilogb(m), 1 - bias);
  const auto units = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(m, fraction - exponent)));
  const std::uint64_t code = (static_cast<std::uint64_t>(exponent + bias - 1) << fraction) + units;
  return sign | (code > infinity ? infinity : static_cast<std::uint32_t>(code));
}
/// The value of f32, f16 or bf16 bits.
inline long double wide_value(const std::string& name, std::uint32_t bits) {
  if (name == "f32") return std::bit_cast<float>(bits);
  if (name == "bf16") return std::bit_cast<float>(bits << 16);
  const NarrowOracle half = narrow_oracle("f16", true);
  return (bits & 0x7fff) > 0x7c00 ? std::copysign(std::nanl(""), bits & 0x8000 ? -1.0L : 1.0L)
                                  : half.value(bits);
}

}  // namespace lanewise::tests
