// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = alpha * op(A) * op(B) + beta * C. The fp64 sums come from product_sums(); this file says how far a
// kernel that accumulates in another format, in whatever order, may be from them.
//
// What surprises: n = K + 2, not K - 1, roundings are allowed for. CDNA3's matrix cores align the products
// of a group before adding and cut them off; the two extra units cover that for every group size
// (docs/reference/error-bounds.md). And the kernel does not read C if beta is 0: a NaN there does not count.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/kokkos_loops.h"
#include "reference/operation_table.h"
#include "reference/product_sums.h"

namespace lanewise::reference::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Dimensions {
  std::size_t m = 0;
  std::size_t n = 0;
  std::size_t k = 0;
  bool transpose_a = false;
  bool transpose_b = false;
};

bool flag(const CheckedRequest& request, std::string_view name) {
  const double value = request.parameter(name);
  if (value != 0 && value != 1) {
    request.refuse("the parameter " + std::string(name) + " must be 0 or 1.");
  }
  return value == 1;
}

Dimensions dimensions(const CheckedRequest& request) {
  request.require_rank("A", 2);
  request.require_rank("B", 2);
  const std::vector<std::int64_t>& a = request.input("A").shape();
  const std::vector<std::int64_t>& b = request.input("B").shape();
  Dimensions d;
  d.transpose_a = flag(request, "transpose_a");
  d.transpose_b = flag(request, "transpose_b");
  const std::int64_t k = d.transpose_a ? a[0] : a[1];
  const std::int64_t k_of_b = d.transpose_b ? b[1] : b[0];
  if (k != k_of_b) {
    request.refuse("the summed dimensions differ: A " + shape_text(a) + (d.transpose_a ? " transposed" : "") +
                   " has " + std::to_string(k) + ", B " + shape_text(b) +
                   (d.transpose_b ? " transposed" : "") + " has " + std::to_string(k_of_b) + ".");
  }
  d.m = static_cast<std::size_t>(d.transpose_a ? a[1] : a[0]);
  d.n = static_cast<std::size_t>(d.transpose_b ? b[0] : b[1]);
  d.k = static_cast<std::size_t>(k);
  return d;
}

std::vector<std::int64_t> gemm_shape(const CheckedRequest& request) {
  const Dimensions d = dimensions(request);
  const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(d.m), static_cast<std::int64_t>(d.n)};
  const Tensor* const c = request.find_input("C");
  if (request.parameter("beta") != 0 && c == nullptr) {
    request.refuse("beta is not 0, so the input C (the output's values before the call) is needed.");
  }
  if (c != nullptr && c->shape() != shape) {
    request.refuse("the input C has shape " + shape_text(c->shape()) + " but the product has " +
                   shape_text(shape) + ".");
  }
  return shape;
}

Operand operand(const std::vector<double>& data, std::size_t columns, bool transposed) {
  return transposed ? Operand{data.data(), 1, columns} : Operand{data.data(), columns, 1};
}

/// Facts of one operand that the bound needs.
struct OperandFacts {
  std::vector<double> values;
  std::vector<double> quantum;  ///< lowest digit of each row of A or column of B
  double largest = 0;           ///< greatest finite magnitude
  double relative_error = 0;    ///< of each element, by conversion before the product
  double absolute_error = 0;    ///< of each element, by underflow there
};

/// `lines`: rows of A or columns of B; element (line, i) lies at line*line_stride + i*k_stride.
OperandFacts facts_of(const CheckedRequest& request, const Tensor& tensor, std::size_t lines,
                      bool lines_are_rows) {
  OperandFacts facts;
  facts.values = request.reals(tensor);
  facts.quantum.assign(lines, kInfinity);
  const std::size_t depth = lines == 0 ? 0 : tensor.size() / lines;
  for (std::size_t i = 0; i < facts.values.size(); ++i) {
    const std::size_t line = lines_are_rows ? i / depth : i % lines;
    facts.quantum[line] = std::min(facts.quantum[line], lowest_digit(facts.values[i]));
    const double magnitude = std::abs(facts.values[i]);
    facts.largest = std::isfinite(magnitude) ? std::max(facts.largest, magnitude) : facts.largest;
  }
  std::vector<DType> path = request.roundings_at("inputs");
  const Arithmetic arithmetic = request.arithmetic();
  path.push_back(arithmetic.type);
  for (const DType type : path) {
    const bool exact = holds_every_value_of(type, tensor.type()) ||
                       std::all_of(facts.values.begin(), facts.values.end(),
                                   [&](double v) { return std::isnan(v) || representable(type, v); });
    if (!exact) {
      const double u = unit_roundoff(type);
      facts.relative_error = facts.relative_error * (1 + u) + u;
      facts.absolute_error = facts.absolute_error * (1 + u) + min_subnormal(type) / 2;
    }
  }
  const bool may_flush =
      arithmetic.flush_subnormals && min_subnormal(tensor.type()) < min_normal(arithmetic.type);
  facts.absolute_error += may_flush ? min_normal(arithmetic.type) : 0;
  return facts;
}

bool is_power_of_two(double value) { return value != 0 && lowest_digit(value) == std::abs(value); }

/// How the factors alpha and beta enter.
struct Scaling {
  double alpha = 1;
  double beta = 0;
  bool reads_c = false;
  bool exact = true;      ///< by powers of two: no rounding, whoever applies them
  double roundings = 0;   ///< that a product or the old element may pass besides those of the sum

  explicit Scaling(const CheckedRequest& request)
      : alpha(request.rounded_parameter("alpha")),
        beta(request.rounded_parameter("beta")),
        reads_c(beta != 0),
        exact(is_power_of_two(alpha) && (!reads_c || is_power_of_two(beta))),
        roundings((alpha != 1 ? 1 : 0) + (reads_c ? 1 : 0) + (reads_c && beta != 1 ? 1 : 0)) {}
};

/// Everything that is the same for all elements of one product.
class GemmBound {
 public:
  GemmBound(const CheckedRequest& request, const Dimensions& d, const OperandFacts& a, const OperandFacts& b)
      : request_(request),
        arithmetic_(request.arithmetic()),
        scaling_(request),
        accumulator_types_(request.roundings_at("accumulator")),
        c_type_(scaling_.reads_c ? request.input("C").type() : DType::f32),
        bound_(static_cast<double>(d.k) + 2 + scaling_.roundings, arithmetic_) {
    const double k = static_cast<double>(d.k);
    relative_ = a.relative_error + b.relative_error + a.relative_error * b.relative_error;
    for (const DType type : request.roundings_at("products")) {
      const double u = unit_roundoff(type);
      relative_ = relative_ * (1 + u) + u;
      absolute_ += k * min_subnormal(type) / 2;
    }
    absolute_ +=
        k * (1 + relative_) *
        (a.absolute_error * b.largest + b.absolute_error * a.largest + a.absolute_error * b.absolute_error);
  }

  /// `sum` and `magnitude` of the products, `quantum` their common digit, `c` the old output.
  [[nodiscard]] Bounded element(double sum, double magnitude, double quantum, double c) const {
    const Summation unscaled = products(sum, magnitude, quantum, 1);
    const Bounded product = bound_(unscaled);
    if (!accumulator_types_.empty()) {
      return request_.finished(with_rounded_accumulator(product, c));
    }
    if (scaling_.alpha == 1 && !scaling_.reads_c) {
      return request_.finished(product);
    }
    Summation s = products(sum, magnitude, quantum, scaling_.alpha);
    if (scaling_.reads_c) {
      const double old = scaling_.beta * c;
      s.value += old;
      s.magnitude += std::abs(old);
      s.quantum = std::min(s.quantum, std::abs(scaling_.beta) * lowest_digit(c));
      s.underflow += std::abs(scaling_.beta) * loaded(c, c_type_, arithmetic_).bound;
    }
    // The unscaled sum must not overflow either.
    const bool undecided = std::isinf(product.bound) || (std::isinf(product.value) && std::isfinite(s.value));
    return request_.finished(undecided ? Bounded{s.value, kInfinity} : bound_(s));
  }

 private:
  [[nodiscard]] Summation products(double sum, double magnitude, double quantum, double factor) const {
    const double size = std::abs(factor);
    const double underflow = magnitude > 0 ? size * (relative_ * magnitude + absolute_) : 0;
    const double digit = scaling_.exact || factor == 1 ? size * quantum : 0;
    return {factor * sum, size * magnitude, digit, underflow, size};
  }

  /// The kernel rounds the finished sum (say to bf16, through LDS) and scales it afterwards.
  [[nodiscard]] Bounded with_rounded_accumulator(Bounded x, double c) const {
    for (const DType type : accumulator_types_) {
      x = rounded(x, {type, false});
    }
    if (scaling_.alpha != 1) {
      x = product_of({scaling_.alpha, 0}, x, arithmetic_);
    }
    if (scaling_.reads_c) {
      const Bounded old = loaded(c, c_type_, arithmetic_);
      x = sum_of(x, product_of({scaling_.beta, 0}, old, arithmetic_), arithmetic_);
    }
    return x;
  }

  const CheckedRequest& request_;
  Arithmetic arithmetic_;
  Scaling scaling_;
  std::vector<DType> accumulator_types_;
  DType c_type_;
  SumBound bound_;
  double relative_ = 0;  ///< error of each product by roundings that the request states
  double absolute_ = 0;
};

bool products_fit_double(DType a, DType b) {
  const auto digits = [](DType type) {
    return is_float(type) ? significand_bits(type) : static_cast<int>(8 * size_in_bytes(type));
  };
  return digits(a) + digits(b) <= 53;
}

void run_real(const CheckedRequest& request, const Dimensions& d, Evaluation& result) {
  const Tensor& a = request.input("A");
  const Tensor& b = request.input("B");
  const OperandFacts fa = facts_of(request, a, d.m, !d.transpose_a);
  const OperandFacts fb = facts_of(request, b, d.n, d.transpose_b);
  const ProductShape shape{d.m, d.n, d.k, products_fit_double(a.type(), b.type()), request.request.threads};
  const ProductSums sums = product_sums(operand(fa.values, d.transpose_a ? d.m : d.k, d.transpose_a),
                                        operand(fb.values, d.transpose_b ? d.k : d.n, d.transpose_b), shape);
  const GemmBound bound(request, d, fa, fb);
  const Tensor* const c = request.parameter("beta") != 0 ? request.find_input("C") : nullptr;
  const std::vector<double> old = c != nullptr ? request.reals(*c) : std::vector<double>();
  const ConstMatrix value(sums.value.data(), d.m, d.n);
  const ConstMatrix magnitude(sums.magnitude.data(), d.m, d.n);
  for_each_task(d.m, request.request.threads, [&](const std::size_t row) {
    for (std::size_t column = 0; column < d.n; ++column) {
      const std::size_t at = row * d.n + column;
      const double quantum = fa.quantum[row] * fb.quantum[column];
      const Bounded z =
          bound.element(value(row, column), magnitude(row, column), quantum, c != nullptr ? old[at] : 0);
      result.value[at] = z.value;
      result.bound[at] = z.bound;
    }
  });
}

using Words = std::vector<std::uint64_t>;

Words words(const Tensor& tensor) {
  const std::vector<std::int64_t> integers = tensor.integers();
  return Words(integers.begin(), integers.end());
}

double largest_magnitude(const Tensor& tensor) {
  double largest = 0;
  for (const double value : tensor.values()) {
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

/// Products modulo 2^64, by fp64 where no sum can leave 2^53 and by integer loops elsewhere.
Words integer_products(const CheckedRequest& request, const Dimensions& d) {
  const Tensor& a = request.input("A");
  const Tensor& b = request.input("B");
  Words result(d.m * d.n);
  if (largest_magnitude(a) * largest_magnitude(b) * static_cast<double>(d.k) < 0x1p53) {
    const std::vector<double> av = a.values();
    const std::vector<double> bv = b.values();
    const ProductSums sums = product_sums(operand(av, d.transpose_a ? d.m : d.k, d.transpose_a),
                                          operand(bv, d.transpose_b ? d.k : d.n, d.transpose_b),
                                          {d.m, d.n, d.k, true, request.request.threads});
    std::transform(sums.value.begin(), sums.value.end(), result.begin(),
                   [](double v) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(v)); });
    return result;
  }
  const Words aw = words(a);
  const Words bw = words(b);
  for_each_task(d.m, request.request.threads, [&](const std::size_t row) {
    for (std::size_t i = 0; i < d.k; ++i) {
      const std::uint64_t factor = aw[d.transpose_a ? i * d.m + row : row * d.k + i];
      for (std::size_t column = 0; column < d.n; ++column) {
        result[row * d.n + column] += factor * bw[d.transpose_b ? column * d.k + i : i * d.n + column];
      }
    }
  });
  return result;
}

void run_integer(const CheckedRequest& request, const Dimensions& d, Evaluation& result) {
  const auto alpha = static_cast<std::uint64_t>(request.integer_parameter("alpha"));
  const auto beta = static_cast<std::uint64_t>(request.integer_parameter("beta"));
  const Tensor* const c = beta != 0 ? request.find_input("C") : nullptr;
  const Words old = c != nullptr ? words(*c) : Words();
  const Words products = integer_products(request, d);
  for (std::size_t i = 0; i < products.size(); ++i) {
    result.integers[i] = static_cast<std::int64_t>(alpha * products[i] + (c != nullptr ? beta * old[i] : 0));
  }
}

void run_gemm(const CheckedRequest& request, Evaluation& result) {
  const Dimensions d = dimensions(request);
  if (request.integer_output()) {
    run_integer(request, d, result);
  } else {
    run_real(request, d, result);
  }
}

constexpr InputDescription kInputs[] = {
    {"A", true, "[M,K], or [K,M] if transpose_a"},
    {"B", true, "[K,N], or [N,K] if transpose_b"},
    {"C", false, "[M,N], the output's values before the call; needed if beta is not 0"},
};
constexpr ParameterDescription kParameters[] = {
    {"alpha", 1, "factor of the product, rounded to the accumulation type first"},
    {"beta", 0, "factor of the old C, rounded likewise; 0: C is not read"},
    {"transpose_a", 0, "1: A is stored transposed"},
    {"transpose_b", 0, "1: B is stored transposed, so that C = A*B^T of the stored B"},
};
constexpr PlaceDescription kPlaces[] = {
    {"inputs", "each element of A and B, before it is multiplied"},
    {"products", "each product, before it is added"},
    {"accumulator", "the finished sum, before alpha and beta"},
    kResultPlace,
};

constexpr OperationRow kRows[] = {
    {{"gemm", "matrix product", "C = alpha*op(A)*op(B) + beta*C",
      "gamma_n*(|alpha|*sum|a||b| + |beta*c|) + n*eta, n = K+2 (+1 each for alpha, beta), 0 if all partial "
      "sums are "
      "values of the accumulation type; then u_out*|c|",
      kInputs, kParameters, kPlaces},
     gemm_shape,
     run_gemm},
};

}  // namespace

std::span<const OperationRow> gemm_rows() { return kRows; }

}  // namespace lanewise::reference::detail
