// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose output element depends on one element of each input, and the transpose. Each is one
// function on bounded numbers and one on wrapping 64-bit integers; a single loop applies them.
//
// What surprises: where the exact result is a value of the arithmetic's format its bound is 0, so that
// whole-number inputs are checked for equality.

#include <algorithm>
#include <cmath>

#include "reference/kokkos_loops.h"
#include "reference/operation_table.h"

namespace lanewise::reference::detail {
namespace {

/// Elements of one position, and what an operation may ask for.
struct Position {
  Arithmetic arithmetic;
  double scalar = 0;  ///< a, where the operation has it
};

using RealFunction = Bounded (*)(const Position&, Bounded x, Bounded y);
using IntegerFunction = std::uint64_t (*)(std::uint64_t a, std::uint64_t x, std::uint64_t y);

Bounded scalar_of(const Position& at) { return {at.scalar, 0}; }

Bounded add_real(const Position& at, Bounded x, Bounded y) { return sum_of(x, y, at.arithmetic); }
Bounded subtract_real(const Position& at, Bounded x, Bounded y) {
  return sum_of(x, {-y.value, y.bound}, at.arithmetic);
}
Bounded multiply_real(const Position& at, Bounded x, Bounded y) { return product_of(x, y, at.arithmetic); }
Bounded scale_real(const Position& at, Bounded x, Bounded) {
  return product_of(scalar_of(at), x, at.arithmetic);
}
Bounded copy_real(const Position&, Bounded x, Bounded) { return x; }

Bounded relu_real(const Position&, Bounded x, Bounded) {
  return std::isnan(x.value) ? x : Bounded{std::fmax(x.value, 0.0), x.bound};
}

/// Two roundings, or one if fused; a fused product cannot overflow, which SumBound accounts for.
Bounded axpy_real(const Position& at, Bounded x, Bounded y) {
  const double ax = at.scalar * x.value;
  Summation s;
  s.value = ax + y.value;
  s.magnitude = std::abs(ax) + std::abs(y.value);
  const bool exact_product = std::fma(at.scalar, x.value, -ax) == 0;
  s.quantum = exact_product ? std::fmin(lowest_digit(ax), lowest_digit(y.value)) : 0;
  s.underflow = std::abs(at.scalar) * x.bound + y.bound;
  return SumBound(2, at.arithmetic)(s);
}

std::uint64_t add_integer(std::uint64_t, std::uint64_t x, std::uint64_t y) { return x + y; }
std::uint64_t subtract_integer(std::uint64_t, std::uint64_t x, std::uint64_t y) { return x - y; }
std::uint64_t multiply_integer(std::uint64_t, std::uint64_t x, std::uint64_t y) { return x * y; }
std::uint64_t scale_integer(std::uint64_t a, std::uint64_t x, std::uint64_t) { return a * x; }
std::uint64_t copy_integer(std::uint64_t, std::uint64_t x, std::uint64_t) { return x; }
std::uint64_t axpy_integer(std::uint64_t a, std::uint64_t x, std::uint64_t y) { return a * x + y; }
std::uint64_t relu_integer(std::uint64_t, std::uint64_t x, std::uint64_t) {
  return static_cast<std::int64_t>(x) > 0 ? x : 0;
}

/// Flat position of input element for output position i: itself, or its mirror for a transpose.
struct Walk {
  std::size_t rows = 0;  ///< of the output; 0 = no transpose
  std::size_t columns = 0;
  std::size_t operator()(std::size_t i) const { return rows == 0 ? i : (i % columns) * rows + i / columns; }
};

void run_integers(const CheckedRequest& request, Evaluation& result, IntegerFunction function,
                  const Walk& walk) {
  const bool has_scalar = !request.description.parameters.empty();
  const auto a = static_cast<std::uint64_t>(
      has_scalar ? request.integer_parameter(request.description.parameters[0].name) : 0);
  const Tensor* const x = request.find_input("x");
  const Tensor* const y = request.find_input("y");
  const std::vector<std::int64_t> xs = x != nullptr ? x->integers() : std::vector<std::int64_t>();
  const std::vector<std::int64_t> ys = y != nullptr ? y->integers() : std::vector<std::int64_t>();
  for (std::size_t i = 0; i < result.integers.size(); ++i) {
    const auto xi = static_cast<std::uint64_t>(x != nullptr ? xs[walk(i)] : 0);
    const auto yi = static_cast<std::uint64_t>(y != nullptr ? ys[i] : 0);
    result.integers[i] = static_cast<std::int64_t>(function(a, xi, yi));
  }
}

void run_reals(const CheckedRequest& request, Evaluation& result, RealFunction function, const Walk& walk) {
  const bool has_scalar = !request.description.parameters.empty();
  const double a = has_scalar ? request.rounded_parameter(request.description.parameters[0].name) : 0;
  const Position at{request.arithmetic(), a};
  const Tensor* const x = request.find_input("x");
  const Tensor* const y = request.find_input("y");
  const std::vector<double> xs = x != nullptr ? request.reals(*x) : std::vector<double>();
  const std::vector<double> ys = y != nullptr ? request.reals(*y) : std::vector<double>();
  // A copy moves bits and meets no arithmetic: its element goes straight to the output type.
  const bool moves = function == copy_real;
  const auto load = [&](const Tensor& tensor, double value) {
    return moves ? Bounded{value, 0} : loaded(value, tensor.type(), at.arithmetic);
  };
  constexpr std::size_t kChunk = 4096;
  const std::size_t count = result.value.size();
  for_each_task((count + kChunk - 1) / kChunk, request.request.threads, [&](const std::size_t task) {
    for (std::size_t i = task * kChunk; i < std::min(count, (task + 1) * kChunk); ++i) {
      const Bounded xi = x != nullptr ? load(*x, xs[walk(i)]) : Bounded{};
      const Bounded yi = y != nullptr ? load(*y, ys[i]) : Bounded{};
      const Bounded z = function(at, xi, yi);
      const Bounded out = moves
                              ? converted(z, x->type(), request.request.output_type, request.request.overflow)
                              : request.finished(z);
      result.value[i] = out.value;
      result.bound[i] = out.bound;
    }
  });
}

template <RealFunction kReal, IntegerFunction kInteger, bool kSignedZeros>
void run(const CheckedRequest& request, Evaluation& result) {
  result.signed_zeros = kSignedZeros;
  if (request.integer_output()) {
    run_integers(request, result, kInteger, Walk{});
  } else {
    run_reals(request, result, kReal, Walk{});
  }
}

void run_fill(const CheckedRequest& request, Evaluation& result) {
  result.signed_zeros = true;
  if (request.integer_output()) {
    result.integers.assign(result.integers.size(), request.integer_parameter("value"));
    return;
  }
  const Bounded value = rounded({request.parameter("value"), 0}, {request.request.output_type, false});
  result.value.assign(result.value.size(), value.value);
  result.bound.assign(result.bound.size(), value.bound);
}

void run_transpose(const CheckedRequest& request, Evaluation& result) {
  result.signed_zeros = true;
  const Walk walk{static_cast<std::size_t>(result.shape[0]), static_cast<std::size_t>(result.shape[1])};
  if (request.integer_output()) {
    run_integers(request, result, copy_integer, walk);
  } else {
    run_reals(request, result, copy_real, walk);
  }
}

std::vector<std::int64_t> same_shape(const CheckedRequest& request) {
  const std::vector<std::int64_t>& shape = request.input("x").shape();
  const Tensor* const y = request.find_input("y");
  if (y != nullptr && y->shape() != shape) {
    request.refuse("the inputs have different shapes: x " + shape_text(shape) + ", y " +
                   shape_text(y->shape()) + ".");
  }
  return shape;
}

std::vector<std::int64_t> given_shape(const CheckedRequest& request) {
  if (!request.request.output_shape) {
    request.refuse("the shape of the output must be given; there is no input to take it from.");
  }
  return *request.request.output_shape;
}

std::vector<std::int64_t> transposed_shape(const CheckedRequest& request) {
  request.require_rank("x", 2);
  const std::vector<std::int64_t>& shape = request.input("x").shape();
  return {shape[1], shape[0]};
}

constexpr InputDescription kX[] = {{"x", true, "any shape"}};
constexpr InputDescription kXY[] = {{"x", true, "any shape"}, {"y", true, "the shape of x"}};
constexpr InputDescription kXYUpdated[] = {{"x", true, "any shape"},
                                           {"y", true, "its values before the call"}};
constexpr InputDescription kMatrix[] = {{"x", true, "two dimensions"}};
constexpr ParameterDescription kA[] = {{"a", 1, "factor, rounded to the accumulation type first"}};
constexpr ParameterDescription kValue[] = {{"value", 0, "the value"}};
constexpr PlaceDescription kPlaces[] = {kResultPlace};

constexpr std::string_view kOneRounding =
    "u_acc*|z|, 0 if z is a value of the accumulation type; then u_out*|z|";
constexpr std::string_view kMoved = "0; u_out*|x| if the output type is narrower";

constexpr OperationRow kRows[] = {
    {{"add", "elementwise sum", "z = x + y", kOneRounding, kXY, {}, kPlaces},
     same_shape,
     run<add_real, add_integer, true>},
    {{"axpy", "scaled vector plus vector", "z = a*x + y", "gamma_2*(|a*x| + |y|); then u_out*|z|", kXYUpdated,
      kA, kPlaces},
     same_shape,
     run<axpy_real, axpy_integer, false>},
    {{"copy", "copy, or conversion to the output type", "z = x", kMoved, kX, {}, {}},
     same_shape,
     run<copy_real, copy_integer, true>},
    {{"fill",
      "one value everywhere",
      "z = value",
      "0; u_out*|value| if the output type does not hold it",
      {},
      kValue,
      {}},
     given_shape,
     run_fill},
    {{"multiply", "elementwise product", "z = x * y", kOneRounding, kXY, {}, kPlaces},
     same_shape,
     run<multiply_real, multiply_integer, true>},
    {{"relu", "negative values replaced by zero; NaN stays NaN", "z = max(x, 0)", kMoved, kX, {}, kPlaces},
     same_shape,
     run<relu_real, relu_integer, false>},
    {{"scale", "product with one factor", "z = a * x", kOneRounding, kX, kA, kPlaces},
     same_shape,
     run<scale_real, scale_integer, true>},
    {{"subtract", "elementwise difference", "z = x - y", kOneRounding, kXY, {}, kPlaces},
     same_shape,
     run<subtract_real, subtract_integer, true>},
    {{"transpose", "rows and columns of a matrix exchanged", "z[j][i] = x[i][j]", kMoved, kMatrix, {}, {}},
     transposed_shape,
     run_transpose},
};

}  // namespace

std::span<const OperationRow> elementwise_rows() { return kRows; }

}  // namespace lanewise::reference::detail
