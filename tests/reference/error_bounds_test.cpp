// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lemmas of reference/error_bounds.h one by one, against numbers worked out by hand.

#include "reference/error_bounds.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace lanewise::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kU = 0x1p-24;
const Arithmetic kF32{DType::f32, false};

}  // namespace

TEST_CASE("gamma_n is n*u to first order and infinite where it means nothing") {
  CHECK(gamma_factor(0, kU) == 0);
  CHECK(gamma_factor(512, kU) == doctest::Approx(512 * kU).epsilon(1e-4));
  CHECK(gamma_factor(512, kU) > 512 * kU);
  CHECK(gamma_factor(2048, 0x1p-11) == kInfinity);
}

TEST_CASE("lowest digit of a value") {
  CHECK(lowest_digit(12) == 4);
  CHECK(lowest_digit(-0.75) == 0.25);
  CHECK(lowest_digit(1) == 1);
  CHECK(lowest_digit(0x1p-1074) == 0x1p-1074);
  CHECK(lowest_digit(0x1.8p-1073) == 0x1p-1074);
  CHECK(lowest_digit(0) == kInfinity);
  CHECK(lowest_digit(kInfinity) == kInfinity);
}

TEST_CASE("one rounding") {
  struct Row {
    Bounded x;
    DType to;
    Overflow overflow;
    double value;
    double bound;
  };
  const Row rows[] = {
      {{1.5, 0}, DType::bf16, Overflow::kFormat, 1.5, 0},                    // held exactly
      {{1.501, 0}, DType::bf16, Overflow::kFormat, 1.501, 1.501 * 0x1p-8},   // u*|x|
      {{1.501, 0.01}, DType::bf16, Overflow::kFormat, 1.501, 1.501 * 0x1p-8 + 0.01 * (1 + 0x1p-8)},
      {{0x1p-20, 0x1p-30},
       DType::f16,
       Overflow::kFormat,
       0x1p-20,
       0x1p-31 + 0x1p-30 * (1 + 0x1p-11) + 0x1p-25},
      {{70000, 1}, DType::f16, Overflow::kFormat, kInfinity, 0},             // surely beyond
      {{-70000, 1}, DType::f16, Overflow::kSaturate, -65504, 0},
      {{65519, 10},
       DType::f16,
       Overflow::kFormat,
       65519,
       65519 * 0x1p-11 + 10 * (1 + 0x1p-11)},  // on the edge
      {{kInfinity, 0}, DType::bf16, Overflow::kFormat, kInfinity, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.x.value);
    CAPTURE(row.x.bound);
    const Bounded got = rounded(row.x, {row.to, false}, row.overflow);
    CHECK(got.value == row.value);
    CHECK(got.bound == doctest::Approx(row.bound).epsilon(1e-9));
    CHECK(got.bound >= row.bound);
  }
}

TEST_CASE("a sum whose terms share a quantum is exact up to 2^24 of it") {
  const SumBound bound(100, kF32);
  CHECK(bound({5, 0x1p24, 1, 0}).bound == 0);
  CHECK(bound({5, 0x1p24 + 2, 1, 0}).bound > 0);
  CHECK(bound({5, 0x1p14, 0x1p-10, 0}).bound == 0);
  CHECK(bound({5, 0x1p14, 0, 0}).bound > 0);       // quantum unknown
  CHECK(bound({5, 0x1p14, 0x1p-10, 1e-9}).bound > 0);  // inputs were rounded
  CHECK(bound({0, 0, kInfinity, 0}).bound == 0);   // nothing but zeros
  CHECK(bound({0, 0x1p-140, 0x1p-150, 0}).bound > 0);  // below the subnormals of f32
}

TEST_CASE("the bound of a sum counts rounding, underflow and stated input errors") {
  const SumBound bound(10, kF32);
  const double gamma = 10 * kU / (1 - 10 * kU);
  CHECK(bound({1, 8, 0, 0}).bound == doctest::Approx(8 * gamma).epsilon(1e-8));
  CHECK(bound({1, 8, 0, 0.5}).bound == doctest::Approx(8.5 * gamma + 0.5).epsilon(1e-8));
  CHECK(bound({0, 1e-44, 0, 0}).bound >= 10 * 0x1p-150);
  const SumBound flushing(10, {DType::f32, true});
  CHECK(flushing({0, 1e-44, 0, 0}).bound >= 10 * 0x1p-126);
  // A kernel that multiplies the finished sum by 1000 multiplies what was lost, too.
  CHECK(bound({0, 1e-41, 0, 0, 1000}).bound >= 1000 * 10 * 0x1p-150);
}

TEST_CASE("sums and products of exact operands are exact where the format holds them") {
  CHECK(sum_of({1, 0}, {0x1p-23, 0}, kF32).bound == 0);
  CHECK(sum_of({1, 0}, {0x1p-24, 0}, kF32).bound == doctest::Approx(kU));
  CHECK(sum_of({0x1p60, 0}, {1, 0}, {DType::f64, false}).bound ==
        doctest::Approx(0x1p8));  // lost in fp64, too
  CHECK(product_of({3, 0}, {5, 0}, kF32).bound == 0);
  CHECK(product_of({4097, 0}, {4097, 0}, kF32).bound == doctest::Approx(4097.0 * 4097.0 * kU));
  CHECK(product_of({0x1p-100, 0}, {0x1p-60, 0}, kF32).bound >= 0x1p-160);
  CHECK(product_of({1e300, 0}, {0, 0}, kF32).bound == 0);
}

}  // namespace lanewise::reference
