// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error of the transcendental lane functions over dense sweeps, in units of the last place of the result,
// against the host's long double functions (64 or more bits of precision; their own error is below 2^-10 of
// an f32's last place, so that it does not show). AMD documents about 1 ulp; ours promise 0.51 for f32 and
// f16.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/simulator/isa/lane_run.h"

namespace {

using namespace lanewise::isa;
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64, "the judge must be more precise than f64");

constexpr Real kTurn = 6.283185307179586476925286766559005768L;
constexpr std::size_t kPoints = 100'032;  // a multiple of 64

/// Precision and smallest normal exponent of a format, and its patterns' values.
struct Format {
  int precision;
  int least_exponent;
  Real (*value)(std::uint64_t);
};

Real value_f32(std::uint64_t bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  float x;
  std::memcpy(&x, &word, sizeof x);
  return x;
}
Real value_f64(std::uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
Real value_f16(std::uint64_t bits) {
  const int exponent = static_cast<int>((bits >> 10) & 31);
  const Real fraction = static_cast<Real>(bits & 0x3ff);
  const Real magnitude = exponent == 31  ? (fraction == 0 ? std::numeric_limits<Real>::infinity()
                                                          : std::numeric_limits<Real>::quiet_NaN())
                         : exponent == 0 ? std::ldexp(fraction, -24)
                                         : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}
constexpr Format kF16{11, -14, value_f16}, kF32{24, -126, value_f32}, kF64{53, -1022, value_f64};

/// The angle in turns, folded to where sine is monotone; exact.
Real folded(Real turns) {
  const Real r = turns - std::rint(turns);
  return r > 0.25L ? 0.5L - r : (r < -0.25L ? -0.5L - r : r);
}
Real sine(Real turns) { return std::sin(kTurn * folded(turns)); }
Real cosine(Real turns) { return std::sin(kTurn * (0.25L - std::fabs(turns - std::rint(turns)))); }

using Function = Real (*)(Real);

struct Sweep {
  const char* mnemonic;
  const Format* format;
  Function exact;
  Real low, high;    ///< arguments
  bool logarithmic;  ///< spread over exponents rather than evenly
  Real bound;        ///< ulp
};

/// Arguments of the sweep as bit patterns.
std::vector<std::uint64_t> arguments(const Sweep& sweep) {
  std::vector<std::uint64_t> list;
  if (sweep.format == &kF16) {
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      const Real x = value_f16(bits);
      if (x >= sweep.low && x <= sweep.high) list.push_back(bits);
    }
    list.resize((list.size() + 63) / 64 * 64, list.back());
    return list;
  }
  std::mt19937_64 random(31337);
  while (list.size() < kPoints) {
    std::uint64_t bits = random();
    if (sweep.format == &kF32) bits &= 0xffffffff;
    if (!sweep.logarithmic) {
      const auto x = static_cast<float>(
          sweep.low + (sweep.high - sweep.low) * std::ldexp(static_cast<Real>(bits & 0xffffffff), -32));
      std::uint32_t word;
      std::memcpy(&word, &x, sizeof word);
      bits = word;
    }
    const Real x = sweep.format->value(bits);
    if (x >= sweep.low && x <= sweep.high) list.push_back(bits);
  }
  return list;
}

Real ulp(const Format& format, Real value) {
  const int exponent =
      value == 0 ? format.least_exponent : std::max(std::ilogb(value), format.least_exponent);
  return std::ldexp(Real{1}, exponent - format.precision + 1);
}

struct Worst {
  Real error = 0;
  Real argument = 0;
};

Worst worst_error(const HandlerTable& table, const Sweep& sweep) {
  const Row* row = row_named(table, sweep.mnemonic);
  REQUIRE(row != nullptr);
  const Real largest =
      std::ldexp(2 - std::ldexp(Real{1}, 1 - sweep.format->precision), 1 - sweep.format->least_exponent);
  const auto list = arguments(sweep);
  Worst worst;
  LaneRun run;
  for (std::size_t first = 0; first < list.size(); first += 64) {
    for (int lane = 0; lane < 64; ++lane) run.set(0, lane, list[first + static_cast<std::size_t>(lane)]);
    row->lanes(run.arguments);
    for (int lane = 0; lane < 64; ++lane) {
      const Real x = sweep.format->value(list[first + static_cast<std::size_t>(lane)]);
      const Real exact = sweep.exact(x), got = sweep.format->value(run.value(*row, lane));
      if (std::fabs(exact) > largest) {
        if (std::isinf(got) || std::fabs(got) == largest) continue;
      }
      const Real error = std::fabs(got - exact) / ulp(*sweep.format, exact);
      if (!(error <= worst.error)) worst = {error, x};
    }
  }
  return worst;
}

constexpr Real kEverything = std::numeric_limits<Real>::max();

constexpr Sweep kSweeps[] = {
    {"v_exp_f32", &kF32, [](Real x) { return std::exp2(x); }, -126, 127.99L, false, 0.51L},
    {"v_exp_f32", &kF32, [](Real x) { return std::exp2(x); }, -1, 1, true, 0.51L},
    {"v_log_f32", &kF32, [](Real x) { return std::log2(x); }, 0x1p-126L, kEverything, true, 0.51L},
    {"v_log_f32", &kF32, [](Real x) { return std::log2(x); }, 0.9L, 1.1L, false, 0.51L},
    {"v_rcp_f32", &kF32, [](Real x) { return 1 / x; }, -kEverything, kEverything, true, 0.5001L},
    {"v_rsq_f32", &kF32, [](Real x) { return 1 / std::sqrt(x); }, 0x1p-149L, kEverything, true, 0.5001L},
    {"v_sqrt_f32", &kF32, [](Real x) { return std::sqrt(x); }, 0, kEverything, true, 0.5001L},
    {"v_sin_f32", &kF32, sine, -256, 256, false, 0.51L},
    {"v_sin_f32", &kF32, sine, -1, 1, true, 0.51L},
    {"v_cos_f32", &kF32, cosine, -256, 256, false, 0.51L},
    {"v_cos_f32", &kF32, cosine, -1, 1, true, 0.51L},
    {"v_exp_f16", &kF16, [](Real x) { return std::exp2(x); }, -25, 15.99L, true, 0.51L},
    {"v_log_f16", &kF16, [](Real x) { return std::log2(x); }, 0x1p-24L, 65504, true, 0.51L},
    {"v_rcp_f16", &kF16, [](Real x) { return 1 / x; }, 0x1p-24L, 65504, true, 0.51L},
    {"v_rsq_f16", &kF16, [](Real x) { return 1 / std::sqrt(x); }, 0x1p-24L, 65504, true, 0.51L},
    {"v_sqrt_f16", &kF16, [](Real x) { return std::sqrt(x); }, 0, 65504, true, 0.51L},
    {"v_sin_f16", &kF16, sine, -256, 256, true, 0.51L},
    {"v_cos_f16", &kF16, cosine, -256, 256, true, 0.51L},
    {"v_rcp_f64", &kF64, [](Real x) { return 1 / x; }, -kEverything, kEverything, true, 0.51L},
    {"v_rsq_f64", &kF64, [](Real x) { return 1 / std::sqrt(x); }, 0x1p-1074L, kEverything, true, 0.51L},
    {"v_sqrt_f64", &kF64, [](Real x) { return std::sqrt(x); }, 0, kEverything, true, 0.51L},
};

}  // namespace

TEST_CASE("transcendental lane functions are within their promised error") {
  for (const Sweep& sweep : kSweeps) {
    for (const HandlerTable* table : builds()) {
      const Worst worst = worst_error(*table, sweep);
      INFO(std::string(sweep.mnemonic), " (", std::string(table->build),
           "): ", static_cast<double>(worst.error), " ulp at ", static_cast<double>(worst.argument));
      CHECK(worst.error <= sweep.bound);
    }
  }
}
