// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds are themselves computed in double. Each formula has fewer than 50 operations, so its own
// relative error is below 2^-46; kSafety covers that, and comparison needs no slack of its own.

#include "reference/error_bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lanewise::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSafety = 1 + 0x1p-40;
constexpr double kReferenceRoundoff = 0x1p-53;

/// Largest absolute error of one rounding whose result is below the normal range.
double underflow_unit(const Arithmetic& arithmetic) {
  return arithmetic.flush_subnormals ? min_normal(arithmetic.type) : min_subnormal(arithmetic.type) / 2;
}

bool held_exactly(double value, const Arithmetic& arithmetic) {
  const bool flushed =
      arithmetic.flush_subnormals && value != 0 && std::abs(value) < min_normal(arithmetic.type);
  return !flushed && representable(arithmetic.type, value);
}

}  // namespace

double gamma_factor(double n, double u) { return n * u < 1 ? n * u / (1 - n * u) : kInfinity; }

Bounded rounded(Bounded x, const Arithmetic& arithmetic, Overflow overflow) {
  const DType type = arithmetic.type;
  if (std::isnan(x.value) || std::isinf(x.value)) {
    return {quantise(type, x.value, overflow), 0};
  }
  if (x.bound == 0 && held_exactly(x.value, arithmetic)) {
    return x;
  }
  const double magnitude = std::abs(x.value);
  if (overflows(type, std::max(0.0, magnitude - x.bound))) {
    return {quantise(type, x.value, overflow), 0};
  }
  const double u = unit_roundoff(type);
  double bound = u * magnitude + (1 + u) * x.bound;
  if (magnitude - x.bound < min_normal(type)) {
    bound += underflow_unit(arithmetic);
  }
  const double largest = max_finite(type);
  const bool clamp = overflow == Overflow::kSaturate && magnitude > largest;
  return {clamp ? std::copysign(largest, x.value) : x.value, bound * kSafety};
}

Bounded converted(Bounded x, DType from, DType to, Overflow overflow) {
  return holds_every_value_of(to, from) ? x : rounded(x, Arithmetic{to, false}, overflow);
}

Bounded loaded(double value, DType from, const Arithmetic& arithmetic) {
  if (arithmetic.flush_subnormals && std::abs(value) < min_normal(arithmetic.type)) {
    return {value, std::abs(value)};
  }
  return converted({value, 0}, from, arithmetic.type);
}

Bounded sum_of(Bounded a, Bounded b, const Arithmetic& arithmetic) {
  const double s = a.value + b.value;
  const double from_b = s - a.value;  // TwoSum (Knuth): the rounding error of s in fp64
  const double lost = (a.value - (s - from_b)) + (b.value - from_b);
  const bool exact = lost == 0;
  return rounded({s, a.bound + b.bound + (exact ? 0 : kReferenceRoundoff * std::abs(s))}, arithmetic);
}

Bounded product_of(Bounded a, Bounded b, const Arithmetic& arithmetic) {
  const double p = a.value * b.value;
  const bool exact = p != 0 ? std::fma(a.value, b.value, -p) == 0 : (a.value == 0 || b.value == 0);
  double bound = std::abs(a.value) * b.bound + std::abs(b.value) * a.bound + a.bound * b.bound;
  bound += exact ? 0 : kReferenceRoundoff * std::abs(p) + std::numeric_limits<double>::denorm_min();
  return rounded({p, bound}, arithmetic);
}

double lowest_digit(double value) {
  if (value == 0 || !std::isfinite(value)) {
    return kInfinity;
  }
  const auto bits = std::bit_cast<std::uint64_t>(std::abs(value));
  const bool power_of_two = (bits & ((1ull << 52) - 1)) == 0;
  const double without = power_of_two ? 0 : std::bit_cast<double>(bits & (bits - 1));
  return std::abs(value) - without;
}

SumBound::SumBound(double roundings, const Arithmetic& arithmetic)
    : type_(arithmetic.type),
      kernel_factor_(gamma_factor(roundings, unit_roundoff(arithmetic.type))),
      total_factor_(kernel_factor_ + gamma_factor(roundings, kReferenceRoundoff)),
      // Subnormal sums are exact, only products can lose digits there; but sums can be flushed, too.
      underflow_((arithmetic.flush_subnormals ? 2 : 1) * roundings * underflow_unit(arithmetic) *
                 (1 + kernel_factor_)),
      smallest_quantum_(arithmetic.flush_subnormals ? min_normal(type_) : min_subnormal(type_)),
      exact_range_(std::ldexp(1.0, significand_bits(type_))),
      limit_(max_finite(type_)) {}

Bounded SumBound::operator()(const Summation& s) const {
  if (!std::isfinite(s.value)) {
    return {s.value, 0};
  }
  double bound = 0;
  const bool exact =
      s.underflow == 0 && s.quantum >= smallest_quantum_ && s.magnitude <= s.quantum * exact_range_;
  if (s.magnitude > 0 && !exact) {
    bound =
        (total_factor_ * (s.magnitude + s.underflow) + s.underflow + underflow_ * std::max(1.0, s.scale)) *
        kSafety;
  }
  // Every partial sum lies between minus the negative terms and plus the positive ones.
  const double growth = 1 + kernel_factor_;
  const double positive = (s.magnitude + s.value) / 2 * growth;
  const double negative = (s.magnitude - s.value) / 2 * growth;
  if (std::max(positive, negative) <= limit_) {
    return {s.value, bound};
  }
  const bool certain = std::min(positive, negative) <= limit_ && overflows(type_, std::abs(s.value) - bound);
  return certain ? Bounded{quantise(type_, std::copysign(kInfinity, s.value)), 0}
                 : Bounded{s.value, kInfinity};
}

}  // namespace lanewise::reference
