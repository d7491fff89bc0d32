// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sum_k A(i,k)*B(k,j) and sum_k |A(i,k)*B(k,j)| in fp64 for all i, j: the value of a matrix product and
// the magnitude that its error bound needs. Private to this folder.

#pragma once

#include <cstddef>
#include <vector>

namespace lanewise::reference::detail {

/// A matrix by two strides, in elements; a transposed matrix is one with the strides exchanged.
struct Operand {
  const double* data = nullptr;
  std::size_t row_stride = 0;
  std::size_t column_stride = 0;
};

struct ProductShape {
  std::size_t m = 0;
  std::size_t n = 0;
  std::size_t k = 0;
  bool products_exact = true;  ///< every product fits 53 bits, so that fused multiply-add changes nothing
  unsigned threads = 1;
};

struct ProductSums {
  std::vector<double> value;      ///< m x n, row-major; k ascending, the same bits on every host
  std::vector<double> magnitude;  ///< m x n
};

ProductSums product_sums(const Operand& a, const Operand& b, const ProductShape& shape);

}  // namespace lanewise::reference::detail
