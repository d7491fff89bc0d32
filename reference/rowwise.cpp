// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations along the last dimension: sums and softmax. All other dimensions together are the rows.
//
// What surprises: the bound of a softmax grows with the spread of its row. An error of the exponent is an
// error of the result in units of the exponent's size: exp(-80) is known to about 400 u, exp(0) to a
// few u. The terms are derived in docs/reference/error-bounds.md.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/kokkos_loops.h"
#include "reference/operation_table.h"

namespace lanewise::reference::detail {
namespace {

struct Rows {
  std::size_t count = 0;
  std::size_t length = 0;
};

Rows rows_of(const Tensor& tensor) {
  const auto length = static_cast<std::size_t>(tensor.shape().back());
  return {length == 0 ? 0 : tensor.size() / length, length};
}

std::vector<std::int64_t> shape_without_last(const CheckedRequest& request) {
  std::vector<std::int64_t> shape = request.input("x").shape();
  if (shape.empty()) {
    request.refuse("the input x has no dimension to sum over.");
  }
  const std::optional<std::vector<std::int64_t>>& given = request.request.output_shape;
  shape.back() = 1;
  if (!given || *given != shape) {  // [rows, 1] is accepted as well as [rows]
    shape.pop_back();
  }
  return shape;
}

std::vector<std::int64_t> shape_of_x(const CheckedRequest& request) {
  if (request.input("x").shape().empty()) {
    request.refuse("the input x has no dimension to run along.");
  }
  return request.input("x").shape();
}

void store(const CheckedRequest& request, Evaluation& result, std::size_t at, Bounded value) {
  const Bounded out = request.finished(value);
  result.value[at] = out.value;
  result.bound[at] = out.bound;
}

void run_reduce_sum(const CheckedRequest& request, Evaluation& result) {
  const Tensor& x = request.input("x");
  const std::size_t outputs = result.value.size();
  const Rows rows{outputs, outputs == 0 ? 0 : x.size() / outputs};
  if (request.integer_output()) {
    const std::vector<std::int64_t> xs = x.integers();
    for (std::size_t i = 0; i < xs.size(); ++i) {
      const std::size_t row = i / rows.length;
      result.integers[row] = static_cast<std::int64_t>(static_cast<std::uint64_t>(result.integers[row]) +
                                                       static_cast<std::uint64_t>(xs[i]));
    }
    return;
  }
  const Arithmetic arithmetic = request.arithmetic();
  const std::vector<double> xs = request.reals(x);
  const ConstMatrix view(xs.data(), rows.count, rows.length);
  const SumBound bound(static_cast<double>(rows.length) + 2, arithmetic);
  for_each_task(rows.count, request.request.threads, [&](const std::size_t row) {
    Summation s;
    s.quantum = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rows.length; ++i) {
      const Bounded term = loaded(view(row, i), x.type(), arithmetic);
      s.value += term.value;
      s.magnitude += std::abs(term.value);
      s.quantum = std::min(s.quantum, lowest_digit(term.value));
      s.underflow += term.bound;
    }
    store(request, result, row, bound(s));
  });
}

/// One row of a softmax in fp64, with the relative error of every exponential.
class SoftmaxRow {
 public:
  SoftmaxRow(const CheckedRequest& request, const Arithmetic& arithmetic, double scale)
      : arithmetic_(arithmetic), scale_(scale), exponential_types_(request.roundings_at("exponentials")) {}

  void run(std::vector<Bounded> x, std::vector<Bounded>& result) const {
    double largest = -std::numeric_limits<double>::infinity();
    double largest_bound = 0;
    for (const Bounded& element : x) {
      if (std::isnan(element.value)) {
        largest = element.value;
        break;
      }
      largest = std::max(largest, element.value);
      largest_bound = std::max(largest_bound, element.bound);
    }
    double total = 0;
    double total_error = 0;
    for (Bounded& element : x) {
      element = exponential(element, largest, largest_bound);
      total += element.value;
      total_error += element.bound;
    }
    const double u = unit_roundoff(arithmetic_.type);
    const double n = static_cast<double>(x.size()) + 2;
    total_error += gamma_factor(n, u) * (total + total_error) + 2 * reference_error(x.size()) * total;
    for (std::size_t i = 0; i < x.size(); ++i) {
      result[i] = quotient(x[i], total, total_error);
    }
  }

 private:
  /// Error of fp64 itself: its exp and its row sum, relative.
  static double reference_error(std::size_t length) { return (static_cast<double>(length) + 4) * 0x1p-53; }

  [[nodiscard]] Bounded exponential(Bounded x, double largest, double largest_bound) const {
    const double distance = scale_ * (x.value - largest);
    const double e = std::exp(distance);
    if (std::isnan(e) || (std::isinf(x.value) && x.value < 0)) {
      return {e, 0};
    }
    const double u = unit_roundoff(arithmetic_.type);
    // Scaling, subtraction, factor log2(e) and product: 4u of the distance, u of each operand.
    const double exponent_error =
        u * (4 * std::abs(distance) + scale_ * (std::abs(x.value) + std::abs(largest))) * (1 + 8 * u) +
        scale_ * (x.bound + largest_bound);
    const double relative = std::expm1(exponent_error) * (1 + 2 * u) + 2 * u;  // exp2 within 1 ulp
    Bounded result{e, e * (relative + 4 * 0x1p-53) + min_normal(arithmetic_.type)};
    for (const DType type : exponential_types_) {
      result = rounded(result, {type, false});
    }
    return result;
  }

  [[nodiscard]] Bounded quotient(Bounded e, double total, double total_error) const {
    if (std::isnan(total) || total_error >= total) {
      return {e.value / total, std::isnan(total) ? 0 : std::numeric_limits<double>::infinity()};
    }
    const double p = e.value / total;
    if (e.value == 0 && e.bound == 0) {
      return {0, 0};
    }
    const double u = unit_roundoff(arithmetic_.type);
    const double upper =
        (e.value + e.bound) / (total - total_error) * (1 + 5 * u);  // division within 2.5 ulp
    const double lower = std::max(0.0, e.value - e.bound) / (total + total_error) * (1 - 5 * u);
    return {p, std::max(upper - p, p - lower) * (1 + 0x1p-40) + min_normal(arithmetic_.type) + 0x1p-52 * p};
  }

  Arithmetic arithmetic_;
  double scale_;
  std::vector<DType> exponential_types_;
};

void run_softmax(const CheckedRequest& request, Evaluation& result) {
  if (request.integer_output()) {
    request.refuse("the output of a softmax cannot be an integer type.");
  }
  const double scale = request.rounded_parameter("scale");
  if (!(scale > 0) || std::isinf(scale)) {
    request.refuse("the parameter scale must be positive and finite.");
  }
  const Tensor& x = request.input("x");
  const Rows rows = rows_of(x);
  const std::vector<double> xs = request.reals(x);
  const ConstMatrix view(xs.data(), rows.count, rows.length);
  const Arithmetic arithmetic = request.arithmetic();
  const SoftmaxRow softmax(request, arithmetic, scale);
  for_each_task(rows.count, request.request.threads, [&](const std::size_t row) {
    std::vector<Bounded> elements(rows.length);
    std::vector<Bounded> outputs(rows.length);
    for (std::size_t i = 0; i < rows.length; ++i) {
      elements[i] = loaded(view(row, i), x.type(), arithmetic);
    }
    softmax.run(std::move(elements), outputs);
    for (std::size_t i = 0; i < rows.length; ++i) {
      store(request, result, row * rows.length + i, outputs[i]);
    }
  });
}

constexpr InputDescription kX[] = {{"x", true, "one dimension or more; rows along the last"}};
constexpr ParameterDescription kScale[] = {
    {"scale", 1, "positive factor of x, rounded to the accumulation type first"}};
constexpr PlaceDescription kSumPlaces[] = {kResultPlace};
constexpr PlaceDescription kSoftmaxPlaces[] = {
    {"exponentials", "each exponential, before it is summed and divided"}, kResultPlace};

constexpr OperationRow kRows[] = {
    {{"reduce_sum",
      "sum of each row",
      "z[r] = sum_i x[r][i]",
      "gamma_(L+2)*sum|x|, 0 if all partial sums are values of the accumulation type; then u_out*|z|",
      kX,
      {},
      kSumPlaces},
     shape_without_last,
     run_reduce_sum},
    {{"softmax", "softmax of each row",
      "z[r][i] = exp(scale*(x[r][i]-m)) / sum_j exp(scale*(x[r][j]-m)), m = max",
      "exponent 4u*|t| + u*(|x|+|m|), exp2 2u, sum gamma_(L+2), division 5u; then u_out*|z|", kX, kScale,
      kSoftmaxPlaces},
     shape_of_x,
     run_softmax},
};

}  // namespace

std::span<const OperationRow> rowwise_rows() { return kRows; }

}  // namespace lanewise::reference::detail
