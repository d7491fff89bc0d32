// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The register tile of gemm_tile.h for any processor; chosen at run time by product_sums.cpp.
// Compile options for this file alone stand in CMakeLists.txt. No library header may be included here.

#include "reference/gemm_tile.h"

namespace lanewise::reference::detail {

void gemm_tile_baseline(const double* a, const double* b, std::size_t k, double* c, std::size_t stride) {
  accumulate_tile<2, kBaselineRows, 3>(a, b, k, c, stride);
}

}  // namespace lanewise::reference::detail
