// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The register tile in every vector width that this processor has, against a plain loop in double: the
// same bits, because the products of f32 values are exact and k ascends in all of them.

#include "reference/gemm_tile.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "reference/distribution.h"

namespace lanewise::reference::detail {
namespace {

struct Version {
  std::string name;
  TileFunction run;
  std::size_t rows;
  std::size_t columns;
};

std::vector<Version> versions() {
  std::vector<Version> list = {{"baseline", gemm_tile_baseline, kBaselineRows, kBaselineColumns}};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    list.push_back({"avx2", gemm_tile_avx2, kAvx2Rows, kAvx2Columns});
  }
  if (__builtin_cpu_supports("avx512f")) {
    list.push_back({"avx512", gemm_tile_avx512, kAvx512Rows, kAvx512Columns});
  }
#endif
  return list;
}

std::vector<double> float_values(std::size_t count, const char* seed) {
  Tensor t(DType::f32, {static_cast<std::int64_t>(count)});
  fill(t, parse_distribution("normal(0,1)"), seed);
  return t.values();
}

}  // namespace

TEST_CASE("every vector width gives the bits of the plain loop") {
  for (const Version& version : versions()) {
    CAPTURE(version.name);
    const std::size_t k = 333;
    const std::size_t stride = version.columns + 5;
    const std::vector<double> a = float_values(k * version.rows, "a");
    const std::vector<double> b = float_values(k * version.columns, "b");
    const std::vector<double> start = float_values(version.rows * stride, "c");
    std::vector<double> got = start;
    version.run(a.data(), b.data(), k, got.data(), stride);
    std::vector<double> expected = start;
    for (std::size_t row = 0; row < version.rows; ++row) {
      for (std::size_t column = 0; column < version.columns; ++column) {
        double& sum = expected[row * stride + column];
        for (std::size_t i = 0; i < k; ++i) {
          const double product = a[i * version.rows + row] * b[i * version.columns + column];
          sum = sum + product;
        }
      }
    }
    CHECK(got == expected);
  }
}

}  // namespace lanewise::reference::detail
