// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding and denormal MODE against the host: each result equals the host's own IEEE operation with its
// rounding direction set, on operands whose denormals were replaced by zeros where MODE says so. f16 is
// rounded here from exact doubles. NaNs do not occur in the operands.

#include <doctest/doctest.h>

#include <bit>
#include <cfenv>
#include <cmath>

#include "tests/simulator/engine/kernel_bench.h"

using namespace lanewise;
using tests::KernelBench;

namespace {

constexpr int kDirections[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

/// MODE fields of one type.
struct Mode {
  std::uint32_t round = 0;
  std::uint32_t denormals = 3;
  [[nodiscard]] bool keeps_inputs() const { return denormals & 1; }
  [[nodiscard]] bool keeps_results() const { return denormals & 2; }
};

float single(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
double joined(std::uint32_t low, std::uint32_t high) {
  return std::bit_cast<double>(std::uint64_t{high} << 32 | low);
}

template <class T>
T flushed(T value, bool keep) {
  return !keep && std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T(0), value) : value;
}

/// The host's result of `operation` in a direction; volatile keeps the compiler from folding it.
template <class Operation>
auto rounded(std::uint32_t round, Operation operation) {
  std::fesetround(kDirections[round]);
  volatile auto result = operation();
  std::fesetround(FE_TONEAREST);
  return static_cast<decltype(operation())>(result);
}

float sum(float x, float y) {
  volatile float a = x, b = y;
  return a + b;
}
float product(float x, float y) {
  volatile float a = x, b = y;
  return a * b;
}
double sum(double x, double y) {
  volatile double a = x, b = y;
  return a + b;
}
double product(double x, double y) {
  volatile double a = x, b = y;
  return a * b;
}
float fused(float x, float y, float z) {
  volatile float a = x, b = y, c = z;
  return std::fma(a, b, c);
}

/// Any single-precision operation of two operands under `mode`.
template <class Operation>
std::uint32_t in_mode(Mode mode, float x, float y, Operation operation) {
  const float a = flushed(x, mode.keeps_inputs()), b = flushed(y, mode.keeps_inputs());
  return bits(flushed(rounded(mode.round, [&] { return operation(a, b); }), mode.keeps_results()));
}
std::uint32_t fused_in_mode(Mode mode, float x, float y, float z) {
  const bool keep = mode.keeps_inputs();
  const float a = flushed(x, keep), b = flushed(y, keep), c = flushed(z, keep);
  return bits(flushed(rounded(mode.round, [&] { return fused(a, b, c); }), mode.keeps_results()));
}

// --- f16, from its definition -----------------------------------------------------------------------------

double half_value(std::uint32_t half, bool keep) {
  const std::uint32_t exponent = (half >> 10) & 31, fraction = half & 1023;
  const double sign = half & 0x8000 ? -1.0 : 1.0;
  if (exponent == 0) return keep ? sign * std::ldexp(fraction, -24) : sign * 0.0;
  return sign * std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
}

/// `exact` as f16 under `mode`.
std::uint32_t half_bits(double exact, Mode mode) {
  const std::uint32_t sign = std::signbit(exact) ? 0x8000 : 0;
  const double magnitude = std::fabs(exact);
  if (magnitude == 0) return sign;
  const int exponent = std::max(std::ilogb(magnitude), -14);
  const double scaled = std::ldexp(magnitude, 10 - exponent);  // the unit is the last place
  const bool away = mode.round == 1 ? sign == 0 : mode.round == 2 && sign != 0;
  const double units = mode.round == 0 ? std::nearbyint(scaled)
                       : away          ? std::ceil(scaled)
                                       : std::floor(scaled);
  const double value = std::ldexp(units, exponent - 10);
  if (value > 65504.0) return sign | (mode.round == 0 || away ? 0x7c00u : 0x7bffu);
  if (value < 0x1p-14)
    return sign | (mode.keeps_results() ? static_cast<std::uint32_t>(std::ldexp(value, 24)) : 0);
  const int final_exponent = std::ilogb(value);
  const double fraction = std::ldexp(value, 10 - final_exponent) - 1024;
  return sign | static_cast<std::uint32_t>(final_exponent + 15) << 10 | static_cast<std::uint32_t>(fraction);
}

/// An exact zero sum of opposite signs is -0 only when rounding down.
double half_sum(double a, double b, Mode mode) {
  if (a + b != 0 || std::signbit(a) == std::signbit(b)) return a + b;
  return mode.round == 2 ? -0.0 : 0.0;
}

// --- operands ---------------------------------------------------------------------------------------------

/// Edge cases, then pseudo-random patterns without NaN and infinity.
std::uint32_t single_operand(std::uint32_t seed) {
  constexpr std::uint32_t edges[] = {0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800001,
                                     0x3f800000, 0xbf800000, 0x3f800001, 0x7f7fffff, 0xff7fffff, 0x00000000,
                                     0x80000000, 0x33800000, 0x4b7fffff, 0x3effffff};
  if (seed % 3 != 0) return edges[(seed / 3 + seed) % 16];
  std::uint32_t x = seed * 0x9e3779b9u + 0x1234567u;
  x ^= x >> 15;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  // Exponents near one another, so that sums round.
  return (x & 0x807fffff) | ((112 + (x >> 24 & 31)) << 23);
}
std::uint32_t half_operand(std::uint32_t seed) {
  constexpr std::uint32_t edges[] = {0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8401, 0x3c00, 0xbc00,
                                     0x3c01, 0x7bff, 0xfbff, 0x0000, 0x8000, 0x1400, 0x63ff, 0x37ff};
  if (seed % 3 != 0) return edges[(seed / 3 + seed) % 16];
  const std::uint32_t x = seed * 0x9e3779b9u >> 9;
  return (x & 0x83ff) | ((10 + (x >> 16 & 15)) << 10);
}

struct Operands {
  std::vector<std::uint32_t> a, b, c;
};

using Check = std::function<void(Mode, const Operands&, const std::vector<std::uint32_t>&)>;

/// Runs `kernel` under all 16 combinations of a rounding and a denormal mode (both fields alike).
void in_all_modes(const std::string& kernel, std::uint32_t (*operand)(std::uint32_t), const Check& check) {
  tests::on_every_build(
      "mode_instructions", {"gfx942", "gfx950"}, [&](KernelBench& bench, engine::DispatchOptions options) {
        for (std::uint32_t number = 0; number < 16; ++number) {
          const Mode mode{number & 3, number >> 2};
          CAPTURE(mode.round);
          CAPTURE(mode.denormals);
          bench.fill(0, [&](std::uint32_t i) { return operand(i); });
          bench.fill(1, [&](std::uint32_t i) { return operand(i * 7 + 5); });
          const std::uint32_t fields = mode.round * 5 + mode.denormals * 0x50;
          bench.fill(3, [&](std::uint32_t i) { return i == 0 ? fields : operand(i * 11 + 3); });
          Operands operands{bench.dwords(0), bench.dwords(1), bench.dwords(3)};
          operands.c.erase(operands.c.begin(), operands.c.begin() + 64);
          bench.run(kernel, options);
          check(mode, operands, bench.dwords(2));
        }
      });
}

}  // namespace

TEST_CASE("f32 addition, product and fused product") {
  in_all_modes(
      "single_arithmetic", single_operand,
      [](Mode mode, const Operands& in, const std::vector<std::uint32_t>& out) {
        for (std::uint32_t lane = 0; lane < 64; ++lane) {
          CAPTURE(lane);
          const float a = single(in.a[lane]), b = single(in.b[lane]), c = single(in.c[lane]);
          CHECK(out[lane] == in_mode(mode, a, b, [](float x, float y) { return sum(x, y); }));
          CHECK(out[64 + lane] == in_mode(mode, a, b, [](float x, float y) { return product(x, y); }));
          CHECK(out[128 + lane] == fused_in_mode(mode, a, b, c));
          CHECK(out[192 + lane] == fused_in_mode(mode, a, b, c));
        }
      });
}

TEST_CASE("modifiers, scalar sources, packed f32 and DPP take MODE too") {
  in_all_modes(
      "single_modified", single_operand,
      [](Mode mode, const Operands& in, const std::vector<std::uint32_t>& out) {
        const auto add = [](float x, float y) { return sum(x, y); };
        for (std::uint32_t lane = 0; lane < 64; ++lane) {
          CAPTURE(lane);
          const float a = single(in.a[lane]), b = single(in.b[lane]);
          CHECK(out[lane] == in_mode(mode, -std::fabs(a), b, add));
          CHECK(out[64 + lane] == in_mode(mode, single(0x40490fdb), -a, add));
          CHECK(out[128 + lane] == in_mode(mode, a, b, [](float x, float y) { return product(x, y); }));
          CHECK(out[192 + lane] == in_mode(mode, single(in.a[lane ^ 1]), b, add));
        }
      });
}

TEST_CASE("f16 addition, product, fused product and packed addition") {
  in_all_modes("half_arithmetic", half_operand,
               [](Mode mode, const Operands& in, const std::vector<std::uint32_t>& out) {
                 for (std::uint32_t lane = 0; lane < 64; ++lane) {
                   CAPTURE(lane);
                   const bool keep = mode.keeps_inputs();
                   const double a = half_value(in.a[lane], keep), b = half_value(in.b[lane], keep);
                   const double c = half_value(in.c[lane], keep);
                   CHECK(out[lane] == half_bits(half_sum(a, b, mode), mode));
                   CHECK(out[64 + lane] == half_bits(a * b, mode));
                   // a * b and c are multiples of 2^-48 below 2^33; the sum is exact here only if it needs 53
                   // bits.
                   const double exact = half_sum(a * b, c, mode);
                   if (exact - a * b == c && exact - c == a * b)
                     CHECK(out[128 + lane] == half_bits(exact, mode));
                   CHECK(out[192 + lane] == half_bits(half_sum(a, b, mode), mode));
                 }
               });
}

TEST_CASE("f64 addition and product") {
  in_all_modes(
      "double_arithmetic", single_operand,
      [](Mode mode, const Operands& in, const std::vector<std::uint32_t>& out) {
        for (std::uint32_t lane = 0; lane < 64; ++lane) {
          CAPTURE(lane);
          const double a = flushed(joined(in.c[lane], in.a[lane]), mode.keeps_inputs());
          const double b = flushed(joined(in.a[lane], in.b[lane]), mode.keeps_inputs());
          const double added = rounded(mode.round, [&] { return sum(a, b); });
          const double multiplied = rounded(mode.round, [&] { return product(a, b); });
          const auto result = [&](std::uint32_t at) {
            return std::uint64_t{out[at + 64 + lane]} << 32 | out[at + lane];
          };
          CHECK(result(0) == std::bit_cast<std::uint64_t>(flushed(added, mode.keeps_results())));
          CHECK(result(128) == std::bit_cast<std::uint64_t>(flushed(multiplied, mode.keeps_results())));
        }
      });
}

TEST_CASE("conversions to a narrower format") {
  in_all_modes("conversions", single_operand,
               [](Mode mode, const Operands& in, const std::vector<std::uint32_t>& out) {
                 for (std::uint32_t lane = 0; lane < 64; ++lane) {
                   CAPTURE(lane);
                   CHECK(out[lane] == half_bits(flushed(single(in.a[lane]), mode.keeps_inputs()), mode));
                   // Integers convert through doubles, which hold them exactly; 0 has no sign.
                   const std::uint32_t number = in.b[lane];
                   const auto narrow = [&](double value) {
                     const volatile double wide = value;
                     return rounded(mode.round, [&] { return static_cast<float>(wide); });
                   };
                   CHECK(out[64 + lane] == bits(narrow(static_cast<std::int32_t>(number))));
                   CHECK(out[128 + lane] == bits(narrow(number)));
                   const double wide = flushed(joined(in.c[lane], in.a[lane]), mode.keeps_inputs());
                   CHECK(out[192 + lane] == bits(flushed(narrow(wide), mode.keeps_results())));
                 }
               });
}

TEST_CASE("output modifiers scale where denormal results are flushed and IEEE mode is off") {
  in_all_modes("output_modifiers", single_operand,
               [](Mode mode, const Operands& in, const std::vector<std::uint32_t>& out) {
                 const auto times = [](float x, float y) { return product(x, y); };
                 // A scaled denormal or zero is +0.
                 const auto scaled = [&](std::uint32_t result, float factor) {
                   if (mode.keeps_results()) return result;
                   const float value =
                       flushed(rounded(mode.round, [&] { return product(single(result), factor); }), false);
                   return value == 0 ? 0u : bits(value);
                 };
                 for (std::uint32_t lane = 0; lane < 64; ++lane) {
                   CAPTURE(lane);
                   const float a = single(in.a[lane]), b = single(in.b[lane]);
                   const std::uint32_t multiplied = in_mode(mode, a, b, times);
                   const std::uint32_t added =
                       in_mode(mode, a, b, [](float x, float y) { return sum(x, y); });
                   CHECK(out[lane] == scaled(multiplied, 2));
                   CHECK(out[64 + lane] == scaled(added, 4));
                   CHECK(out[128 + lane] == scaled(multiplied, 0.5f));
                   CHECK(out[192 + lane] == multiplied);
                 }
               });
}

TEST_CASE("instructions with a rounding of their own only flush") {
  in_all_modes("unrounded", single_operand,
               [](Mode mode, const Operands& in, const std::vector<std::uint32_t>& out) {
                 for (std::uint32_t lane = 0; lane < 64; ++lane) {
                   CAPTURE(lane);
                   const bool keep = mode.keeps_inputs();
                   const float a = flushed(single(in.a[lane]), keep), b = flushed(single(in.b[lane]), keep);
                   CHECK(out[lane] == bits(std::nearbyint(a)));
                   const Mode toward_zero{3, 3};
                   CHECK(out[64 + lane] == (half_bits(a, toward_zero) | half_bits(b, toward_zero) << 16));
                   const float smaller = a == b ? (std::signbit(a) ? a : b) : std::fmin(a, b);
                   CHECK(out[128 + lane] == bits(flushed(smaller, mode.keeps_results())));
                   CHECK(out[192 + lane] == (a > b ? 1 : 0));
                 }
               });
}

TEST_CASE("a kernel's descriptor sets its first MODE") {
  struct Row {
    std::uint32_t a, b, sum;
  };
  // Rounding up, denormals flushed on both sides.
  constexpr Row rows[] = {
      {0x3f800000, 0x33000000, 0x3f800001},  // 1 + 2^-25: the next float above 1
      {0xbf800000, 0xb3000000, 0xbf800000},  // -1 - 2^-25: -1
      {0x00000001, 0x3f800000, 0x3f800000},  // a denormal input is 0
      {0x80000001, 0x80000000, 0x80000000},  // and keeps its sign
      {0x00800001, 0x80800000, 0x00000000},  // a denormal result is 0
      {0x3f800000, 0xbf800000, 0x00000000},  // x - x = +0 when rounding up
  };
  constexpr std::uint32_t count = std::size(rows);
  tests::on_every_build("mode_instructions", {"gfx942", "gfx950"},
                        [&](KernelBench& bench, engine::DispatchOptions options) {
                          bench.fill(0, [&](std::uint32_t i) { return rows[i % count].a; });
                          bench.fill(1, [&](std::uint32_t i) { return rows[i % count].b; });
                          bench.run("starts_upward", options);
                          for (std::uint32_t lane = 0; lane < 64; ++lane) {
                            CAPTURE(lane);
                            CHECK(bench.dwords(2)[lane] == rows[lane % count].sum);
                          }
                        });
}
