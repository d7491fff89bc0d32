// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations: the host's own float arithmetic must stay within the bound, and one unit more than
// a rounding must not. Transpose by indices, integers by the host's integers.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "reference/distribution.h"
#include "reference/operations.h"

namespace lanewise::reference {
namespace {

Tensor filled(DType type, std::vector<std::int64_t> shape, const char* text, const char* seed) {
  Tensor t(type, std::move(shape));
  fill(t, parse_distribution(text), seed);
  return t;
}

Tensor of(DType type, const std::vector<double>& values) {
  Tensor t(type, {static_cast<std::int64_t>(values.size())});
  for (std::size_t i = 0; i < values.size(); ++i) {
    t.set_value(i, values[i]);
  }
  return t;
}

OperationRequest request_of(const char* operation, const Tensor& x, const Tensor* y, DType output) {
  OperationRequest request;
  request.operation = operation;
  request.inputs["x"] = &x;
  if (y != nullptr) {
    request.inputs["y"] = y;
  }
  request.output_type = output;
  return request;
}

struct FloatRow {
  const char* operation;
  bool has_y;
  bool has_a;
  float (*compute)(float a, float x, float y);
};

constexpr FloatRow kFloatRows[] = {
    {"add", true, false, [](float, float x, float y) { return x + y; }},
    {"subtract", true, false, [](float, float x, float y) { return x - y; }},
    {"multiply", true, false, [](float, float x, float y) { return x * y; }},
    {"scale", false, true, [](float a, float x, float) { return a * x; }},
    {"axpy", true, true, [](float a, float x, float y) { return a * x + y; }},
    {"axpy", true, true, [](float a, float x, float y) { return std::fma(a, x, y); }},
    {"relu", false, false, [](float, float x, float) { return x > 0 ? x : 0; }},
    {"copy", false, false, [](float, float x, float) { return x; }},
};

}  // namespace

TEST_CASE("float arithmetic of the host lies within every bound") {
  for (const char* filling : {"normal(0,1)", "normal(0,1e-39)", "normal(0,1e30)", "integers(-100,100)"}) {
    const Tensor x = filled(DType::f32, {5000}, filling, "x");
    const Tensor y = filled(DType::f32, {5000}, filling, "y");
    const float a = -0.7f;
    for (const FloatRow& row : kFloatRows) {
      CAPTURE(row.operation);
      CAPTURE(filling);
      OperationRequest request = request_of(row.operation, x, row.has_y ? &y : nullptr, DType::f32);
      if (row.has_a) {
        request.parameters["a"] = -0.7;
      }
      const Evaluation e = evaluate(request);
      std::size_t outside = 0;
      std::size_t decided = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const float got = row.compute(a, static_cast<float>(x.value(i)), static_cast<float>(y.value(i)));
        decided += std::isfinite(e.bound[i]) ? 1 : 0;
        const bool same = static_cast<double>(got) == e.value[i];
        outside += same || std::abs(static_cast<double>(got) - e.value[i]) <= e.bound[i] ? 0 : 1;
      }
      CHECK(outside == 0);
      CHECK(decided == x.size());
    }
  }
}

TEST_CASE("a result computed in f16 lies outside the f32 bound") {
  const Tensor x = filled(DType::f32, {1000}, "uniform(0.5,1)", "x");
  const Tensor y = filled(DType::f32, {1000}, "uniform(0.5,1)", "y");
  const Evaluation e = evaluate(request_of("add", x, &y, DType::f32));
  std::size_t outside = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    outside += std::abs(quantise(DType::f16, x.value(i) + y.value(i)) - e.value[i]) > e.bound[i] ? 1 : 0;
  }
  CHECK(outside > 980);
}

TEST_CASE("exact results have bound 0, others u times their size") {
  const Tensor x = of(DType::f32, {1, 0x1p24, 0.5, 3});
  const Tensor y = of(DType::f32, {2, 1, 0x1p-30, -3});
  const Evaluation e = evaluate(request_of("add", x, &y, DType::f32));
  CHECK(e.bound[0] == 0);
  CHECK(e.bound[1] == doctest::Approx((0x1p24 + 1) * 0x1p-24));  // 2^24 + 1 needs 25 digits
  CHECK(e.bound[2] == doctest::Approx(0.5 * 0x1p-24));
  CHECK(e.bound[3] == 0);
  CHECK(e.value[3] == 0);
  CHECK_FALSE(std::signbit(e.value[3]));
}

TEST_CASE("conversion: exact to a wider type, u of the narrower type otherwise") {
  const Tensor x = of(DType::f32, {1.0, 1.0001, 70000});
  const Evaluation to_bf16 = evaluate(request_of("copy", x, nullptr, DType::bf16));
  CHECK(to_bf16.bound[0] == 0);
  CHECK(to_bf16.bound[1] == doctest::Approx(1.0001 * 0x1p-8));
  const Evaluation to_f16 = evaluate(request_of("copy", x, nullptr, DType::f16));
  CHECK(to_f16.value[2] == std::numeric_limits<double>::infinity());
  OperationRequest saturating = request_of("copy", x, nullptr, DType::f16);
  saturating.overflow = Overflow::kSaturate;
  CHECK(evaluate(saturating).value[2] == 65504);
  const Evaluation to_f64 = evaluate(request_of("copy", x, nullptr, DType::f64));
  CHECK(to_f64.bound[1] == 0);
}

TEST_CASE("copies and sums define the sign of zero") {
  const Tensor x = of(DType::f32, {-0.0});
  const Evaluation e = evaluate(request_of("copy", x, nullptr, DType::bf16));
  CHECK(e.signed_zeros);
  CHECK(std::signbit(e.value[0]));
  CHECK_FALSE(evaluate(request_of("relu", x, nullptr, DType::f32)).signed_zeros);
}

TEST_CASE("relu keeps NaN, which many kernels lose") {
  const Tensor x = of(DType::f32, {NAN, -1, 2, -std::numeric_limits<double>::infinity()});
  const Evaluation e = evaluate(request_of("relu", x, nullptr, DType::f32));
  CHECK(std::isnan(e.value[0]));
  CHECK(e.value[1] == 0);
  CHECK(e.value[2] == 2);
  CHECK(e.value[3] == 0);
}

TEST_CASE("arithmetic that flushes subnormals widens the bound to the flushed values") {
  const Tensor x = of(DType::f32, {0x1p-130, 1.5});
  const Tensor y = of(DType::f32, {0x1p-131, 0.25});
  OperationRequest request = request_of("add", x, &y, DType::f32);
  CHECK(evaluate(request).bound[0] == 0);
  request.flush_subnormals = true;
  const Evaluation e = evaluate(request);
  CHECK(e.bound[0] >= 0x1p-130 + 0x1p-131);  // both inputs may become 0
  CHECK(e.bound[1] == 0);
}

TEST_CASE("transpose exchanges the indices") {
  const Tensor x = filled(DType::f16, {3, 5}, "unique", "x");
  const Evaluation e = evaluate(request_of("transpose", x, nullptr, DType::f16));
  CHECK(e.shape == std::vector<std::int64_t>{5, 3});
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      CHECK(e.value[j * 3 + i] == x.value(i * 5 + j));
      CHECK(e.bound[j * 3 + i] == 0);
    }
  }
}

TEST_CASE("integers wrap like the device's") {
  const Tensor x = of(DType::i32, {2147483647, -5, 7});
  const Tensor y = of(DType::i32, {1, 3, 9});
  struct Row {
    const char* operation;
    std::vector<std::int64_t> expected;
  };
  const Row rows[] = {
      {"add", {-2147483648ll, -2, 16}},
      {"subtract", {2147483646, -8, -2}},
      {"multiply", {2147483647, -15, 63}},
      {"axpy", {2147483646, -12, 30}},  // 3*(2^31-1)+1 = 3*2^31 - 2 = 2^31 - 2 modulo 2^32
  };
  for (const Row& row : rows) {
    CAPTURE(row.operation);
    OperationRequest request = request_of(row.operation, x, &y, DType::i32);
    if (std::string(row.operation) == "axpy") {
      request.parameters["a"] = 3;
    }
    const Evaluation e = evaluate(request);
    CHECK(e.integers == row.expected);
  }
}

TEST_CASE("i64 copies keep every digit") {
  Tensor x(DType::i64, {1});
  x.set_bits(0, 0x7fffffffffffffffull);
  CHECK(evaluate(request_of("copy", x, nullptr, DType::i64)).integers[0] == 0x7fffffffffffffffll);
}

TEST_CASE("fill needs a shape and rounds its value to the output type") {
  OperationRequest request;
  request.operation = "fill";
  request.output_type = DType::bf16;
  request.output_shape = std::vector<std::int64_t>{2, 2};
  request.parameters["value"] = 0.1;
  const Evaluation e = evaluate(request);
  CHECK(e.value == std::vector<double>(4, 0.1));
  CHECK(e.bound[3] == doctest::Approx(0.1 * 0x1p-8));
  request.parameters["value"] = 2;
  CHECK(evaluate(request).bound[0] == 0);
}

}  // namespace lanewise::reference
