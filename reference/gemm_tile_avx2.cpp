// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The register tile of gemm_tile.h for AVX2 and FMA; chosen at run time by product_sums.cpp.
// Compile options for this file alone stand in CMakeLists.txt. No library header may be included here.

#include "reference/gemm_tile.h"

namespace lanewise::reference::detail {

void gemm_tile_avx2(const double* a, const double* b, std::size_t k, double* c, std::size_t stride) {
  accumulate_tile<4, kAvx2Rows, 3>(a, b, k, c, stride);
}

}  // namespace lanewise::reference::detail
