// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verdict, one element at a time in a table, then what is reported about whole outputs.

#include "reference/comparison.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace lanewise::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Evaluation expectation(DType type, std::vector<std::int64_t> shape, std::vector<double> value, double bound) {
  Evaluation e;
  e.output_type = type;
  e.shape = std::move(shape);
  e.bound.assign(value.size(), bound);
  e.value = std::move(value);
  return e;
}

Tensor of(DType type, std::vector<std::int64_t> shape, const std::vector<double>& values) {
  Tensor t(type, std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    t.set_value(i, values[i]);
  }
  return t;
}

/// Empty if nothing is wrong, so that a missing entry fails the check that reads it.
WrongElement first_of(const Comparison& c) { return c.first_wrong.value_or(WrongElement{}); }

}  // namespace

TEST_CASE("one element: expected, bound, got, verdict") {
  struct Row {
    DType type;
    double expected;
    double bound;
    double got;
    Mismatch mismatch;
    bool signed_zeros = false;
  };
  const Row rows[] = {
      {DType::f32, 1.0, 0, 1.0, Mismatch::kNone},
      {DType::f32, 1.0, 0, 1.0 + 0x1p-23, Mismatch::kValue},       // bound 0: one unit off is wrong
      {DType::f32, 1.0, 0x1p-23, 1.0 + 0x1p-23, Mismatch::kNone},  // on the bound
      {DType::f32, 1.0, 0x1p-23, 1.0 + 0x1p-22, Mismatch::kValue},
      {DType::f32, 1.0, 1e9, kNaN, Mismatch::kNotANumber},         // no bound excuses NaN
      {DType::f32, kNaN, 0, kNaN, Mismatch::kNone},
      {DType::f32, kNaN, 0, 0, Mismatch::kNotANumber},             // NaN is no wildcard
      {DType::f32, kNaN, 0, kInfinity, Mismatch::kNotANumber},
      {DType::f32, kInfinity, 0, kInfinity, Mismatch::kNone},
      {DType::f32, kInfinity, 0, -kInfinity, Mismatch::kInfinity},
      {DType::f32, kInfinity, 0, 3e38, Mismatch::kInfinity},
      {DType::f32, 1.0, 10, kInfinity, Mismatch::kInfinity},
      {DType::f32, 1.0, kInfinity, 1.0, Mismatch::kUndecided},     // no verdict is no pass
      {DType::f32, kNaN, kInfinity, kNaN, Mismatch::kUndecided},
      {DType::f32, 0.0, 0, -0.0, Mismatch::kNone},
      {DType::f32, 0.0, 0, -0.0, Mismatch::kZeroSign, true},
      {DType::f32, -0.0, 0, -0.0, Mismatch::kNone, true},
      {DType::f32, 0.0, 1e-9, -0.0, Mismatch::kNone, true},        // a bound leaves the sign open
      {DType::fp8_e4m3_fnuz, -0.0, 0, 0.0, Mismatch::kNone, true},  // has no other zero
      {DType::f32, 0x1p-149, 0, 0x1p-149, Mismatch::kNone},
      {DType::f32, 0x1p-149, 0, 0.0, Mismatch::kValue},            // a lost subnormal
      {DType::f32, 0x1p-149, 0x1p-149, 0.0, Mismatch::kNone},
      {DType::f16, 65510, 20, kInfinity, Mismatch::kNone},         // the bound reaches into overflow
      {DType::f16, 65510, 20, 65504, Mismatch::kNone},
      {DType::f16, 65510, 20, -kInfinity, Mismatch::kInfinity},
      {DType::f16, 65000, 20, kInfinity, Mismatch::kInfinity},
      {DType::fp8_e4m3, 460, 10, kNaN, Mismatch::kNone},           // overflow is NaN there
      {DType::fp8_e4m3, 400, 10, kNaN, Mismatch::kNotANumber},
  };
  for (const Row& row : rows) {
    CAPTURE(name(row.type));
    CAPTURE(row.expected);
    CAPTURE(row.bound);
    CAPTURE(row.got);
    Evaluation e = expectation(row.type, {1}, {row.expected}, row.bound);
    e.signed_zeros = row.signed_zeros;
    const Comparison c = compare(of(row.type, {1}, {row.got}), e);
    CHECK(c.pass == (row.mismatch == Mismatch::kNone));
    CHECK(c.wrong_count == (c.pass ? 0u : 1u));
    CHECK(c.first_wrong.has_value() == !c.pass);
    if (c.first_wrong) {
      CHECK(name(first_of(c).mismatch) == name(row.mismatch));
      CHECK(c.max_error_over_bound > 1);
    }
  }
}

TEST_CASE("elements that nobody wrote are wrong, by mask or by poison") {
  const std::uint64_t poison = 0x7fa1dead;  // a signalling NaN
  const Evaluation e = expectation(DType::f32, {4}, {1, kNaN, 3, 4}, 0.5);
  Tensor t = of(DType::f32, {4}, {1, kNaN, 3, 4});
  ComparisonOptions options;
  options.poison = poison;
  CHECK(compare(t, e, options).pass);
  t.set_bits(1, poison);  // NaN is due there, but this NaN was never written
  t.set_bits(3, poison);
  const Comparison by_poison = compare(t, e, options);
  CHECK(by_poison.never_written == 2);
  CHECK(by_poison.wrong_count == 2);
  CHECK(by_poison.nan_mismatches == 0);
  CHECK(first_of(by_poison).index == std::vector<std::int64_t>{1});

  const std::vector<std::uint8_t> written = {1, 1, 0, 1};
  ComparisonOptions masked;
  masked.written = written;
  const Comparison by_mask = compare(of(DType::f32, {4}, {1, kNaN, 3, 4}), e, masked);
  CHECK(by_mask.never_written == 1);  // right by luck is still not written
  CHECK(first_of(by_mask).index == std::vector<std::int64_t>{2});
}

TEST_CASE("a right number that equals the poison is not called unwritten") {
  Evaluation e = expectation(DType::u8, {2}, {0xcd, 7}, 0);
  e.integers = {0xcd, 7};
  ComparisonOptions options;
  options.poison = 0xcd;
  CHECK(compare(of(DType::u8, {2}, {0xcd, 7}), e, options).pass);
  const Comparison c = compare(of(DType::u8, {2}, {0xcd, 0xcd}), e, options);
  CHECK(c.never_written == 1);
  CHECK(first_of(c).flat == 1);
}

TEST_CASE("integers compare in all 64 bits") {
  Evaluation e = expectation(DType::i64, {1}, {0x1p62}, 0);
  e.integers = {0x4000000000000001};
  Tensor t(DType::i64, {1});
  t.set_bits(0, 0x4000000000000001ull);
  CHECK(compare(t, e).pass);
  t.set_bits(0, 0x4000000000000000ull);
  CHECK_FALSE(compare(t, e).pass);
}

TEST_CASE("first, worst, counts, bias and map of an output") {
  const Evaluation e = expectation(DType::f32, {2, 3}, {0, 0, 0, 0, 0, 0}, 2);
  ComparisonOptions options;
  options.keep_map = true;
  const Comparison c = compare(of(DType::f32, {2, 3}, {1, -1, 2, 0, 3, 8}), e, options);
  CHECK_FALSE(c.pass);
  CHECK(c.elements == 6);
  CHECK(c.wrong_count == 2);
  CHECK(first_of(c).index == std::vector<std::int64_t>{1, 1});
  CHECK(first_of(c).expected == 0);
  CHECK(first_of(c).got == 3);
  CHECK(first_of(c).bound == 2);
  CHECK(c.worst.value_or(WrongElement{}).index == std::vector<std::int64_t>{1, 2});
  CHECK(c.max_error_over_bound == 4);
  CHECK(c.mean_error_over_bound == doctest::Approx(13.0 / 12));
  CHECK(c.rms_error_over_bound == doctest::Approx(std::sqrt(79.0 / 24)));
  CHECK(c.map == std::vector<float>{0.5f, 0.5f, 1.0f, 0.0f, 1.5f, 4.0f});
  CHECK(c.pattern == "row 1 (the last), columns 1..2 (the last 2)");
}

TEST_CASE("one wrong element of 16384 is not forgiven") {
  std::vector<double> values(16384, 1.0);
  const Evaluation e = expectation(DType::bf16, {128, 128}, values, 0.01);
  values[5000] = 1.0625;
  const Comparison c = compare(of(DType::bf16, {128, 128}, values), e);
  CHECK_FALSE(c.pass);
  CHECK(c.wrong_count == 1);
  CHECK(first_of(c).index == std::vector<std::int64_t>{39, 8});
}

TEST_CASE("an output with NaN everywhere fails everywhere") {
  const Evaluation e = expectation(DType::f32, {8}, std::vector<double>(8, 1.0), 1e30);
  const Comparison c = compare(of(DType::f32, {8}, std::vector<double>(8, kNaN)), e);
  CHECK(c.nan_mismatches == 8);
  CHECK(c.max_error_over_bound == kInfinity);
  CHECK(c.mean_error_over_bound == 0);
}

TEST_CASE("an empty output passes") {
  CHECK(compare(Tensor(DType::f32, {0, 4}), expectation(DType::f32, {0, 4}, {}, 0)).pass);
}

TEST_CASE("outputs of another type or shape are refused") {
  const Evaluation e = expectation(DType::f32, {2}, {0, 0}, 0);
  CHECK_THROWS_WITH_AS(compare(Tensor(DType::f16, {2}), e),
                       "The result is f16[2] but the reference was evaluated for f32[2].",
                       std::invalid_argument);
  CHECK_THROWS_AS(compare(Tensor(DType::f32, {1, 2}), e), std::invalid_argument);
  const std::vector<std::uint8_t> mask(3, 1);
  ComparisonOptions options;
  options.written = mask;
  CHECK_THROWS_WITH_AS(compare(Tensor(DType::f32, {2}), e, options), doctest::Contains("has 3 entries"),
                       std::invalid_argument);
}

}  // namespace lanewise::reference
