// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loop of the reference product: a register tile of fp64 sums over k, compiled three times
// for three vector widths (gemm_tile_*.cpp). This header must stay free of library headers: an
// inline library function compiled here for AVX-512 could be the copy that the linker keeps for all.
//
// What surprises: the wide versions are compiled with fused multiply-add and still give the same bits as
// the narrow one. Products of two values of at most 26 significant bits are exact in fp64, so fusing
// changes nothing; f64 inputs, whose products are not exact, always take the narrow version.

#pragma once

#include <cstddef>

namespace lanewise::reference::detail {

/// c[r][j] += sum over k of a[k][r] * b[k][j], k ascending; a, b packed, c with `stride` between rows.
using TileFunction = void (*)(const double* a, const double* b, std::size_t k, double* c, std::size_t stride);

void gemm_tile_baseline(const double* a, const double* b, std::size_t k, double* c, std::size_t stride);
void gemm_tile_avx2(const double* a, const double* b, std::size_t k, double* c, std::size_t stride);
void gemm_tile_avx512(const double* a, const double* b, std::size_t k, double* c, std::size_t stride);

/// Rows and columns of the register tile of each version.
inline constexpr int kBaselineRows = 4, kBaselineColumns = 6;
inline constexpr int kAvx2Rows = 4, kAvx2Columns = 12;
inline constexpr int kAvx512Rows = 8, kAvx512Columns = 24;

/// kWidth: lanes of one vector; kRows x kVectors accumulators stay in registers over all k.
template <int kWidth, int kRows, int kVectors>
[[gnu::always_inline]] static inline void accumulate_tile(const double* a, const double* b, std::size_t k,
                                                          double* c, std::size_t stride) {
  using Vector [[gnu::vector_size(8 * kWidth)]] = double;
  Vector sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      __builtin_memcpy(&sums[r][v], c + static_cast<std::size_t>(r) * stride + v * kWidth, sizeof(Vector));
    }
  }
  for (std::size_t i = 0; i < k; ++i) {
    Vector columns[kVectors];
    __builtin_memcpy(columns, b + i * (kWidth * kVectors), sizeof(columns));
    for (int r = 0; r < kRows; ++r) {
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = a[i * kRows + static_cast<std::size_t>(r)] * columns[v] + sums[r][v];
      }
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      __builtin_memcpy(c + static_cast<std::size_t>(r) * stride + v * kWidth, &sums[r][v], sizeof(Vector));
    }
  }
}

}  // namespace lanewise::reference::detail
