// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix product against a naive triple loop in long double written here, for every flag, awkward
// sizes and all input types; integer products; special values.

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/distribution.h"
#include "reference/operations.h"

namespace lanewise::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor filled(DType type, std::vector<std::int64_t> shape, const char* text, const char* seed) {
  Tensor t(type, std::move(shape));
  fill(t, parse_distribution(text), seed);
  return t;
}

Tensor of(DType type, std::vector<std::int64_t> shape, const std::vector<double>& values) {
  Tensor t(type, std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    t.set_value(i, values[i]);
  }
  return t;
}

struct Sums {
  long double value = 0;
  long double magnitude = 0;
};

/// One element of op(A)*op(B), by definition.
Sums naive(const Tensor& a, const Tensor& b, std::size_t i, std::size_t j, bool ta, bool tb) {
  const auto columns_a = static_cast<std::size_t>(a.shape()[1]);
  const auto columns_b = static_cast<std::size_t>(b.shape()[1]);
  const std::size_t depth = ta ? static_cast<std::size_t>(a.shape()[0]) : columns_a;
  Sums s;
  for (std::size_t k = 0; k < depth; ++k) {
    const long double x = a.value(ta ? k * columns_a + i : i * columns_a + k);
    const long double y = b.value(tb ? j * columns_b + k : k * columns_b + j);
    s.value += x * y;
    s.magnitude += std::abs(x * y);
  }
  return s;
}

OperationRequest gemm_request(const Tensor& a, const Tensor& b, bool ta, bool tb, DType output) {
  OperationRequest request;
  request.operation = "gemm";
  request.inputs = {{"A", &a}, {"B", &b}};
  request.parameters = {{"transpose_a", ta ? 1.0 : 0.0}, {"transpose_b", tb ? 1.0 : 0.0}};
  request.output_type = output;
  return request;
}

}  // namespace

TEST_CASE("gemm agrees with the triple loop for every flag, type and awkward size") {
  struct Row {
    std::int64_t m, n, k;
    DType a, b;
  };
  const Row rows[] = {
      {1, 1, 1, DType::f32, DType::f32},
      {3, 5, 7, DType::bf16, DType::bf16},
      {130, 97, 193, DType::bf16, DType::f16},
      {17, 200, 400, DType::f32, DType::f32},
      {64, 96, 192, DType::fp8_e4m3, DType::fp8_e5m2},
      {33, 31, 65, DType::f64, DType::f64},
      {9, 9, 9, DType::i8, DType::u16},
  };
  for (const Row& row : rows) {
    for (int flags = 0; flags < 4; ++flags) {
      const bool ta = (flags & 1) != 0;
      const bool tb = (flags & 2) != 0;
      CAPTURE(row.m);
      CAPTURE(row.n);
      CAPTURE(row.k);
      CAPTURE(flags);
      using Extents = std::vector<std::int64_t>;
      const Tensor a = filled(row.a, ta ? Extents{row.k, row.m} : Extents{row.m, row.k}, "normal(0,1)", "A");
      const Tensor b = filled(row.b, tb ? Extents{row.n, row.k} : Extents{row.k, row.n}, "normal(0,1)", "B");
      const Evaluation e = evaluate(gemm_request(a, b, ta, tb, DType::f32));
      CHECK(e.shape == Extents{row.m, row.n});
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < e.value.size(); ++i) {
        const Sums s =
            naive(a, b, i / static_cast<std::size_t>(row.n), i % static_cast<std::size_t>(row.n), ta, tb);
        // fp64 against long double: K products and sums of 2^-53 each.
        const long double slack = 0x1p-52L * static_cast<long double>(row.k) * s.magnitude;
        wrong += std::abs(static_cast<long double>(e.value[i]) - s.value) <= slack ? 0 : 1;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("the bound is gamma of K+2 times the sum of magnitudes, plus the output's rounding") {
  const std::int64_t k = 300;
  const Tensor a = filled(DType::bf16, {4, k}, "normal(0,1)", "A");
  const Tensor b = filled(DType::bf16, {k, 4}, "normal(0,1)", "B");
  const double u = 0x1p-24;
  const double gamma = 302 * u / (1 - 302 * u);
  for (const DType output : {DType::f32, DType::bf16}) {
    const Evaluation e = evaluate(gemm_request(a, b, false, false, output));
    for (std::size_t i = 0; i < e.value.size(); ++i) {
      const Sums s = naive(a, b, i / 4, i % 4, false, false);
      double expected = gamma * static_cast<double>(s.magnitude);
      if (output == DType::bf16) {
        expected = 0x1p-8 * std::abs(e.value[i]) + (1 + 0x1p-8) * expected;
      }
      CHECK(e.bound[i] == doctest::Approx(expected).epsilon(1e-6));
    }
  }
}

TEST_CASE("alpha and beta scale, add their roundings, and beta 0 does not read C") {
  const Tensor a = filled(DType::f16, {8, 40}, "uniform(-1,1)", "A");
  const Tensor b = filled(DType::f16, {40, 8}, "uniform(-1,1)", "B");
  const Tensor c = filled(DType::f32, {8, 8}, "uniform(-1,1)", "C");
  OperationRequest request = gemm_request(a, b, false, false, DType::f32);
  request.inputs["C"] = &c;
  request.parameters["alpha"] = 0.3;
  request.parameters["beta"] = -1.7;
  const double alpha = static_cast<double>(0.3f);
  const double beta = static_cast<double>(-1.7f);
  const Evaluation e = evaluate(request);
  const double u = 0x1p-24;
  for (std::size_t i = 0; i < e.value.size(); ++i) {
    const Sums s = naive(a, b, i / 8, i % 8, false, false);
    const double expected = alpha * static_cast<double>(s.value) + beta * c.value(i);
    const double magnitude = alpha * static_cast<double>(s.magnitude) + std::abs(beta * c.value(i));
    CHECK(e.value[i] == doctest::Approx(expected).epsilon(1e-13));
    CHECK(e.bound[i] == doctest::Approx(45 * u * magnitude).epsilon(1e-4));
  }
  const Tensor nan = of(DType::f32, {8, 8}, std::vector<double>(64, NAN));
  request.inputs["C"] = &nan;
  request.parameters["beta"] = 0;
  CHECK(std::isfinite(evaluate(request).value[0]));
}

TEST_CASE("small whole numbers are exact, so their bound is 0") {
  const Tensor a = filled(DType::bf16, {16, 512}, "integers(-8,8)", "A");
  const Tensor b = filled(DType::bf16, {512, 16}, "integers(-8,8)", "B");
  const Evaluation e = evaluate(gemm_request(a, b, false, false, DType::f32));
  for (std::size_t i = 0; i < e.value.size(); ++i) {
    CHECK(e.bound[i] == 0);
    CHECK(e.value[i] == static_cast<double>(naive(a, b, i / 16, i % 16, false, false).value));
  }
  // 2^12 * 2^12 * 2 = 2^25 > 2^24: partial sums may need 25 digits.
  const Tensor large_a = of(DType::f32, {1, 2}, {4097, 4096});
  const Tensor large_b = of(DType::f32, {2, 1}, {4097, 4096});
  CHECK(evaluate(gemm_request(large_a, large_b, false, false, DType::f32)).bound[0] > 0);
}

TEST_CASE("each stated intermediate rounding widens the bound by its own unit") {
  const Tensor a = filled(DType::f32, {4, 64}, "uniform(0.5,1)", "A");
  const Tensor b = filled(DType::f32, {64, 4}, "uniform(0.5,1)", "B");
  OperationRequest request = gemm_request(a, b, false, false, DType::f32);
  const Evaluation plain = evaluate(request);
  const double u = 0x1p-8;
  const double magnitude = plain.value[0];  // all terms positive
  struct Row {
    const char* place;
    double extra;
  };
  for (const Row& row :
       {Row{"inputs", 2 * u + u * u}, Row{"products", u}, Row{"accumulator", u}, Row{"result", u}}) {
    CAPTURE(row.place);
    request.roundings = {{row.place, DType::bf16}};
    CHECK(evaluate(request).bound[0] - plain.bound[0] ==
          doctest::Approx(row.extra * magnitude).epsilon(1e-3));
  }
}

TEST_CASE("integer outputs are exact and wrap") {
  const Tensor a = filled(DType::i8, {5, 33}, "integers(-128,127)", "A");
  const Tensor b = filled(DType::i8, {33, 6}, "integers(-128,127)", "B");
  const Evaluation e = evaluate(gemm_request(a, b, false, false, DType::i32));
  for (std::size_t i = 0; i < e.integers.size(); ++i) {
    CHECK(e.integers[i] == static_cast<std::int64_t>(naive(a, b, i / 6, i % 6, false, false).value));
    CHECK(e.bound[i] == 0);
  }
  const Tensor x = of(DType::i32, {1, 1}, {65536});
  CHECK(evaluate(gemm_request(x, x, false, false, DType::i32)).integers[0] == 0);
  CHECK(evaluate(gemm_request(x, x, false, false, DType::i64)).integers[0] == 4294967296ll);
  const Tensor big = of(DType::i64, {1, 1}, {0x1p62});
  const Tensor three = of(DType::i64, {1, 1}, {3});
  CHECK(evaluate(gemm_request(big, three, false, true, DType::i64)).integers[0] == -0x4000000000000000ll);
  const Tensor y = of(DType::i8, {1, 2}, {100, 100});
  CHECK(evaluate(gemm_request(y, y, false, true, DType::i8)).integers[0] == 32);  // 20000 mod 256
}

TEST_CASE("infinities and NaN propagate with bound 0") {
  const Tensor a = of(DType::f32, {3, 2}, {kInfinity, 1, kInfinity, 0, 1, 2});
  const Tensor b = of(DType::f32, {2, 3}, {1, -1, 0, 1, kInfinity, 1});
  const Evaluation e = evaluate(gemm_request(a, b, false, false, DType::f32));
  const double expected[] = {kInfinity, NAN, NAN, kInfinity, NAN, NAN, 3, kInfinity, 2};
  for (std::size_t i = 0; i < 9; ++i) {
    CAPTURE(i);
    CHECK((e.value[i] == expected[i] || (std::isnan(e.value[i]) && std::isnan(expected[i]))));
    CHECK(e.bound[i] == 0);
  }
}

TEST_CASE("overflow of the accumulation is certain, impossible or undecided") {
  struct Row {
    std::vector<double> terms;
    double value;
    bool undecided;
  };
  const Row rows[] = {
      {{3e38, 3e38}, kInfinity, false},         // every order overflows
      {{-3e38, -3e38, 1e30}, -kInfinity, false},
      {{3e38, -3e38}, 0, false},                // none does
      {{3e38, 3e38, -3e38}, 3e38, true},        // depends on the order
      {{3e38, 3e38, -3e38, -3e38}, 0, true},
      {{3e38, 3e38, 3e38, 3e38, -3e38, -3e38}, 6e38, true},  // infinity, or NaN
  };
  for (const Row& row : rows) {
    const auto k = static_cast<std::int64_t>(row.terms.size());
    const Tensor a = of(DType::f32, {1, k}, row.terms);
    const Tensor ones = of(DType::f32, {k, 1}, std::vector<double>(row.terms.size(), 1.0));
    const Evaluation e = evaluate(gemm_request(a, ones, false, false, DType::f32));
    CHECK(std::isinf(e.bound[0]) == row.undecided);
    if (std::isinf(row.value)) {
      CHECK(e.value[0] == row.value);
    } else {
      CHECK(e.value[0] == doctest::Approx(row.value));
    }
  }
}

TEST_CASE("threads change no bit") {
  const Tensor a = filled(DType::bf16, {150, 210}, "normal(0,1)", "A");
  const Tensor b = filled(DType::bf16, {170, 210}, "normal(0,1)", "B");
  OperationRequest request = gemm_request(a, b, false, true, DType::bf16);
  const Evaluation one = evaluate(request);
  request.threads = 4;
  const Evaluation four = evaluate(request);
  CHECK(one.value == four.value);
  CHECK(one.bound == four.bound);
}

TEST_CASE("an empty product is empty, an empty sum zero") {
  const Tensor a(DType::f32, {0, 4});
  const Tensor b(DType::f32, {4, 3});
  CHECK(evaluate(gemm_request(a, b, false, false, DType::f32)).value.empty());
  const Tensor c(DType::f32, {2, 0});
  const Tensor d(DType::f32, {0, 2});
  const Evaluation e = evaluate(gemm_request(c, d, false, false, DType::f32));
  CHECK(e.value == std::vector<double>(4, 0.0));
  CHECK(e.bound == std::vector<double>(4, 0.0));
}

}  // namespace lanewise::reference
