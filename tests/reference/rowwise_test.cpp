// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row sums and softmax. Kernels are imitated here in float, in the three forms that occur in practice
// (subtract first, fused with m*c, scaled first), with an exp2 that is off by one unit as the hardware's
// may be; each must stay within the bound and each planted fault must leave it.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/distribution.h"
#include "reference/operations.h"

namespace lanewise::reference {
namespace {

constexpr float kLog2E = 1.44269504f;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor filled(DType type, std::vector<std::int64_t> shape, const char* text) {
  Tensor t(type, std::move(shape));
  fill(t, parse_distribution(text), "x");
  return t;
}

Evaluation evaluated(const char* operation, const Tensor& x, DType output, double scale = 1) {
  OperationRequest request;
  request.operation = operation;
  request.inputs["x"] = &x;
  request.output_type = output;
  if (scale != 1) {
    request.parameters["scale"] = scale;
  }
  return evaluate(request);
}

/// exp2 rounded correctly and then moved by `ulps` units: v_exp_f32 promises 1.
float exp2_off_by(float x, int ulps) {
  float result = static_cast<float>(std::exp2(static_cast<double>(x)));
  if (result < 0x1p-126f) {
    return 0;  // v_exp_f32 flushes
  }
  for (int i = 0; i < std::abs(ulps); ++i) {
    result = std::nextafter(result, ulps > 0 ? 1e30f : 0.0f);
  }
  return result;
}

enum class Form { kSubtractFirst, kFused, kScaledFirst };

struct SoftmaxKernel {
  Form form = Form::kSubtractFirst;
  int ulps = 0;
  float scale = 1;
  bool fast_division = false;
  bool half_sum = false;       // fault: the sum is kept in f16
  bool forgets_last = false;   // fault: the last element is missing from the sum

  [[nodiscard]] float exponential(float x, float m) const {
    const float c = scale * kLog2E;
    switch (form) {
      case Form::kSubtractFirst: return exp2_off_by((x - m) * c, ulps);
      case Form::kFused: return exp2_off_by(std::fma(x, c, -(m * c)), ulps);
      case Form::kScaledFirst: return exp2_off_by((x * scale - m * scale) * kLog2E, ulps);
    }
    return 0;
  }

  [[nodiscard]] std::vector<float> run(const std::vector<float>& x) const {
    const float m = *std::max_element(x.begin(), x.end());
    std::vector<float> result;
    result.reserve(x.size());
    float total = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      result.push_back(exponential(x[i], m));
      total += forgets_last && i + 1 == x.size() ? 0.0f : result.back();
      total = half_sum ? static_cast<float>(quantise(DType::f16, static_cast<double>(total))) : total;
    }
    for (float& e : result) {
      e = fast_division ? e * std::nextafter(1 / total, 1e30f) : e / total;
    }
    return result;
  }
};

std::size_t outside_bound(const SoftmaxKernel& kernel, const Tensor& x, const Evaluation& e) {
  const auto length = static_cast<std::size_t>(x.shape().back());
  std::size_t outside = 0;
  for (std::size_t row = 0; row < x.size() / length; ++row) {
    std::vector<float> values;
    values.reserve(length);
    for (std::size_t i = 0; i < length; ++i) {
      values.push_back(static_cast<float>(x.value(row * length + i)));
    }
    const std::vector<float> got = kernel.run(values);
    for (std::size_t i = 0; i < length; ++i) {
      const std::size_t at = row * length + i;
      outside += std::abs(static_cast<double>(got[i]) - e.value[at]) <= e.bound[at] ? 0 : 1;
    }
  }
  return outside;
}

}  // namespace

TEST_CASE("right softmax kernels of every form lie within the bound") {
  // Long rows strain the sum, short ones the exponentials.
  for (const auto& shape : {std::vector<std::int64_t>{6, 700}, {1000, 3}}) {
    for (const char* filling :
         {"normal(0,1)", "uniform(-40,40)", "normal(1000,3)", "integers(-3,3)", "constant(7)"}) {
      for (const float scale : {1.0f, 0.088388346f}) {
        const Tensor x = filled(DType::f32, shape, filling);
        const Evaluation e = evaluated("softmax", x, DType::f32, static_cast<double>(scale));
        for (const Form form : {Form::kSubtractFirst, Form::kFused, Form::kScaledFirst}) {
          for (const int ulps : {-1, 0, 1}) {
            CAPTURE(shape[1]);
            CAPTURE(filling);
            CAPTURE(scale);
            CAPTURE(static_cast<int>(form));
            CAPTURE(ulps);
            CHECK(outside_bound({form, ulps, scale, ulps == 1}, x, e) == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("wrong softmax kernels leave the bound") {
  const Tensor x = filled(DType::f32, {6, 700}, "normal(0,1)");
  const Evaluation e = evaluated("softmax", x, DType::f32);
  SoftmaxKernel forgetful;
  forgetful.forgets_last = true;
  CHECK(outside_bound(forgetful, x, e) > 1000);
  SoftmaxKernel half;
  half.half_sum = true;
  CHECK(outside_bound(half, x, e) > 1000);
  SoftmaxKernel unscaled;
  unscaled.scale = 1.001f;
  CHECK(outside_bound(unscaled, x, e) > 1000);
}

TEST_CASE("softmax of ordinary rows is known to a few hundred units of f32") {
  const Tensor x = filled(DType::f32, {4, 256}, "normal(0,1)");
  const Evaluation e = evaluated("softmax", x, DType::f32);
  for (std::size_t i = 0; i < e.value.size(); ++i) {
    CHECK(e.bound[i] / e.value[i] < 400 * 0x1p-24);
  }
}

TEST_CASE("softmax sums to one and masked elements are exactly zero") {
  Tensor x = filled(DType::f32, {2, 8}, "normal(0,1)");
  x.set_value(3, -kInfinity);
  const Evaluation e = evaluated("softmax", x, DType::f32);
  double total = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    total += e.value[i];
  }
  CHECK(total == doctest::Approx(1).epsilon(1e-14));
  CHECK(e.value[3] == 0);
  CHECK(e.bound[3] == 0);
}

TEST_CASE("softmax rows that are fully masked, infinite or NaN are NaN") {
  for (const std::vector<double>& row :
       {std::vector<double>{-kInfinity, -kInfinity}, {1, kInfinity}, {1, NAN}}) {
    Tensor x(DType::f32, {1, 2});
    x.set_value(0, row[0]);
    x.set_value(1, row[1]);
    const Evaluation e = evaluated("softmax", x, DType::f32);
    CHECK(std::isnan(e.value[0]));
    CHECK(std::isnan(e.value[1]));
    CHECK(e.bound[0] == 0);
  }
}

TEST_CASE("row sums: value, bound and both output shapes") {
  const Tensor x = filled(DType::f16, {3, 100}, "normal(0,1)");
  const Evaluation e = evaluated("reduce_sum", x, DType::f32);
  CHECK(e.shape == std::vector<std::int64_t>{3});
  for (std::size_t row = 0; row < 3; ++row) {
    long double sum = 0;
    long double magnitude = 0;
    for (std::size_t i = 0; i < 100; ++i) {
      sum += x.value(row * 100 + i);
      magnitude += std::abs(x.value(row * 100 + i));
    }
    CHECK(e.value[row] == doctest::Approx(static_cast<double>(sum)).epsilon(1e-14));
    // f16 terms of this size are multiples of 2^-24, and their magnitudes sum to less than 2^7.
    CHECK(e.bound[row] <= 102 * 0x1p-24 * static_cast<double>(magnitude) * 1.001);
  }
  OperationRequest request;
  request.operation = "reduce_sum";
  request.inputs["x"] = &x;
  request.output_shape = std::vector<std::int64_t>{3, 1};
  CHECK(evaluate(request).shape == std::vector<std::int64_t>{3, 1});
}

TEST_CASE("row sums of whole numbers are exact") {
  const Tensor x = filled(DType::f32, {2, 1000}, "integers(-100,100)");
  const Evaluation e = evaluated("reduce_sum", x, DType::f32);
  CHECK(e.bound[0] == 0);
  const Tensor n = filled(DType::i32, {2, 1000}, "integers(-100,100)");
  CHECK(evaluated("reduce_sum", n, DType::i32).integers[1] == static_cast<std::int64_t>(e.value[1]));
}

}  // namespace lanewise::reference
