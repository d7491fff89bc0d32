// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of error bounds: how far a correct kernel's result may lie from the fp64 reference.
// Each function here is one lemma of docs/reference/error-bounds.md, where it is derived.
//
// What surprises: a sum can be exact. If all terms are multiples of a quantum q and the sum of their
// magnitudes is at most 2^p*q, every partial sum in every order is a value of the format, and the
// bound is 0. Small integers are therefore the sharpest inputs that there are.

#pragma once

#include <cstddef>

#include "reference/number_formats.h"

namespace lanewise::reference {

/// A reference value and how far a correct result may be from it. Infinite bound: correct kernels may
/// disagree altogether, because an intermediate sum can overflow in one order and not in another.
struct Bounded {
  double value = 0;
  double bound = 0;
};

/// The format in which a kernel computes, and whether it replaces subnormals by zero there.
struct Arithmetic {
  DType type = DType::f32;
  bool flush_subnormals = false;
};

/// n*u / (1 - n*u): n roundings of relative size u in a row, to first order and above (Higham, Accuracy
/// and Stability of Numerical Algorithms, lemma 3.1). Infinite from n*u = 1 on.
double gamma_factor(double n, double u);

/// One rounding to `arithmetic.type`: u*|x|, or half the subnormal spacing, for all |x| <= |value|+bound.
/// An exact value that the format holds stays exact; a certain overflow becomes infinity, NaN or the
/// largest value as `overflow` says, with bound 0.
Bounded rounded(Bounded x, const Arithmetic& arithmetic, Overflow overflow = Overflow::kFormat);
/// Conversion between types: rounded(), or nothing if `to` holds every value of `from`.
Bounded converted(Bounded x, DType from, DType to, Overflow overflow = Overflow::kFormat);
/// An input element as the arithmetic sees it: converted, and flushed if the arithmetic flushes.
Bounded loaded(double value, DType from, const Arithmetic& arithmetic);

/// One correctly rounded operation.
Bounded sum_of(Bounded a, Bounded b, const Arithmetic& arithmetic);
Bounded product_of(Bounded a, Bounded b, const Arithmetic& arithmetic);

/// Lowest binary digit of a finite value: 12 -> 4, 0.75 -> 0.25; +infinity for 0, infinities and NaN.
double lowest_digit(double value);

/// What is known of a sum of products (or of plain terms) before it is bounded.
struct Summation {
  double value = 0;      ///< the sum in fp64
  double magnitude = 0;  ///< sum of |terms| in fp64
  double quantum = 0;    ///< all terms are multiples of it; 0 = unknown
  double underflow = 0;  ///< further absolute error, e.g. of flushed inputs
  double scale = 1;  ///< magnitude of a factor that the kernel may apply after the sum (in `magnitude`)
};
/// Bounds sums of one kind: |error| <= gamma_n * magnitude + n * eta for any order and any grouping, fused
/// or not, or 0 if the sum is exact. A class because one output has millions of sums of one kind.
class SumBound {
 public:
  /// `roundings` = n: upper limit of roundings that any term passes.
  SumBound(double roundings, const Arithmetic& arithmetic);
  [[nodiscard]] Bounded operator()(const Summation& s) const;

 private:
  DType type_;
  double kernel_factor_;  ///< gamma_n of the kernel's arithmetic
  double total_factor_;  ///< plus that of fp64
  double underflow_;  ///< n * eta
  double smallest_quantum_;
  double exact_range_;  ///< 2^p
  double limit_;
};

}  // namespace lanewise::reference
