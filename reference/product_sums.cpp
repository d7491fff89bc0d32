// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goto's scheme for a matrix product, in small: a task owns 128 x 96 results; for 192 values of k at a
// time it packs its rows of A and columns of B (and their magnitudes) in the order in which the
// register tile reads them, and runs the tile over the block twice, once for the sums and once
// for the magnitudes. Rows and columns beyond the edge are packed as zeros and not copied out.
//
// The register tile is chosen by the processor at run time; results do not depend on the choice.

#include "reference/product_sums.h"

#include <algorithm>
#include <cmath>

#include "reference/gemm_tile.h"
#include "reference/kokkos_loops.h"

namespace lanewise::reference::detail {
namespace {

constexpr std::size_t kBlockRows = 128;
constexpr std::size_t kBlockColumns = 96;
constexpr std::size_t kBlockDepth = 192;

struct TileVersion {
  TileFunction run;
  std::size_t rows;
  std::size_t columns;
};

TileVersion choose_tile([[maybe_unused]] bool products_exact) {
#ifdef LANEWISE_X86_TILES
  if (products_exact && __builtin_cpu_supports("avx512f")) {
    return {gemm_tile_avx512, kAvx512Rows, kAvx512Columns};
  }
  if (products_exact && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return {gemm_tile_avx2, kAvx2Rows, kAvx2Columns};
  }
#endif
  return {gemm_tile_baseline, kBaselineRows, kBaselineColumns};
}

/// The part of one operand that a task needs now: `count` lines (rows of A or columns of B) from
/// `first`, k from `k0` to `k1`; lines from `limit` on are zero.
struct Block {
  std::size_t first;
  std::size_t count;
  std::size_t limit;
  std::size_t k0;
  std::size_t k1;
};

/// Packs panels of `width` lines: panel, then k, then line. `line_stride` and `k_stride` walk the matrix.
/// Eight values of k at a time: one cache line of the source is used up before the next line is met,
/// which matters because lines of 2^n elements fall into the same sets of the cache.
struct Packing {
  const double* data;
  std::size_t line_stride;
  std::size_t k_stride;
  std::size_t width;

  void run(const Block& block, double* value, double* magnitude) const {
    constexpr std::size_t kStep = 8;
    const std::size_t depth = block.k1 - block.k0;
    for (std::size_t panel = 0; panel < block.count; panel += width) {
      for (std::size_t k = 0; k < depth; k += kStep) {
        const std::size_t at = panel * depth + k * width;
        const std::size_t steps = std::min(kStep, depth - k);
        for (std::size_t line = 0; line < width; ++line) {
          const std::size_t source = block.first + panel + line;
          const bool inside = source < block.limit;
          const double* const from = data + (inside ? source * line_stride + (block.k0 + k) * k_stride : 0);
          for (std::size_t i = 0; i < steps; ++i) {
            const double element = inside ? from[i * k_stride] : 0.0;
            value[at + i * width + line] = element;
            magnitude[at + i * width + line] = std::abs(element);
          }
        }
      }
    }
  }
};

/// Buffers of one task; the two results come first.
struct Workspace {
  std::vector<double> value = std::vector<double>(kBlockRows * kBlockColumns);
  std::vector<double> magnitude = std::vector<double>(kBlockRows * kBlockColumns);
  std::vector<double> a = std::vector<double>(kBlockRows * kBlockDepth);
  std::vector<double> a_magnitude = std::vector<double>(kBlockRows * kBlockDepth);
  std::vector<double> b = std::vector<double>(kBlockColumns * kBlockDepth);
  std::vector<double> b_magnitude = std::vector<double>(kBlockColumns * kBlockDepth);
};

void multiply_block(Workspace& w, const TileVersion& tile, std::size_t depth) {
  for (std::size_t column = 0; column < kBlockColumns; column += tile.columns) {
    for (std::size_t row = 0; row < kBlockRows; row += tile.rows) {
      const std::size_t result = row * kBlockColumns + column;
      tile.run(&w.a[row * depth], &w.b[column * depth], depth, &w.value[result], kBlockColumns);
      tile.run(&w.a_magnitude[row * depth], &w.b_magnitude[column * depth], depth, &w.magnitude[result],
               kBlockColumns);
    }
  }
}

}  // namespace

ProductSums product_sums(const Operand& a, const Operand& b, const ProductShape& shape) {
  ProductSums result;
  result.value.resize(shape.m * shape.n);
  result.magnitude.resize(shape.m * shape.n);
  if (shape.m == 0 || shape.n == 0 || shape.k == 0) {
    return result;
  }
  const TileVersion tile = choose_tile(shape.products_exact);
  const Packing pack_a{a.data, a.row_stride, a.column_stride, tile.rows};
  const Packing pack_b{b.data, b.column_stride, b.row_stride, tile.columns};
  const Matrix value(result.value.data(), shape.m, shape.n);
  const Matrix magnitude(result.magnitude.data(), shape.m, shape.n);
  const std::size_t row_blocks = (shape.m + kBlockRows - 1) / kBlockRows;
  const std::size_t column_blocks = (shape.n + kBlockColumns - 1) / kBlockColumns;

  for_each_task(row_blocks * column_blocks, shape.threads, [=](const std::size_t task) {
    const std::size_t row0 = task / column_blocks * kBlockRows;
    const std::size_t column0 = task % column_blocks * kBlockColumns;
    Workspace w;
    for (std::size_t k0 = 0; k0 < shape.k; k0 += kBlockDepth) {
      const std::size_t k1 = std::min(shape.k, k0 + kBlockDepth);
      pack_a.run({row0, kBlockRows, shape.m, k0, k1}, w.a.data(), w.a_magnitude.data());
      pack_b.run({column0, kBlockColumns, shape.n, k0, k1}, w.b.data(), w.b_magnitude.data());
      multiply_block(w, tile, k1 - k0);
    }
    for (std::size_t row = row0; row < std::min(shape.m, row0 + kBlockRows); ++row) {
      for (std::size_t column = column0; column < std::min(shape.n, column0 + kBlockColumns); ++column) {
        const std::size_t at = (row - row0) * kBlockColumns + (column - column0);
        value(row, column) = w.value[at];
        magnitude(row, column) = w.magnitude[at];
      }
    }
  });
  return result;
}

}  // namespace lanewise::reference::detail
