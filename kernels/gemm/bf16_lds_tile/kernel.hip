// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 GEMM, C = A * B^T, with LDS tiles and matrix cores.
//
//   A is M x K, B is N x K, C is M x N (fp32), all row-major; M and N are multiples of 128, K of 64.
//
// A workgroup of 256 work-items (four waves) computes a 128 x 128 tile of C. It walks along K in steps
// of 64. In each step
//
//   memory --global_load_dwordx4--> VGPRs --ds_write_b128--> LDS --ds_read_b128--> VGPRs --MFMA--> C
//
// the tiles of A and B are fetched one step ahead into registers, so the loads fly while the matrix
// cores work on the step before. Every element is fetched once by the workgroup and read from LDS by
// the two waves that need it.
//
// The four waves stand two by two; each owns 64 x 64 of C as 4 x 4 fragments of 16 x 16:
//
//              128 columns of C (rows of B)
//             +-----------+-----------+
//       128   |  wave 0   |  wave 1   |      a wave's 64 x 64: 4 x 4 fragments, four fp32
//       rows  +-----------+-----------+      accumulators a lane each, 64 registers in all
//       of A  |  wave 2   |  wave 3   |
//             +-----------+-----------+
//
// SWIZZLE picks how the tiles lie in LDS: 0 stores rows one after the other, 1 moves chunks by the XOR
// that tile_layout.h draws. Nothing else changes, no byte of LDS is added, and the LDS bank conflicts
// go from many to none on both gfx942 and gfx950.

#include <hip/hip_runtime.h>

#include "tile_layout.h"

#ifndef SWIZZLE
#define SWIZZLE 1
#endif

namespace gemm {

using Chunk = __bf16 __attribute__((ext_vector_type(8)));       // 16 bytes along K
using Accumulator = float __attribute__((ext_vector_type(4)));  // a lane's share of a 16 x 16 fragment

constexpr int kFragments = 4;  // per wave and direction: 4 * 16 = 64 rows
constexpr int kSlabs = 2;      // of 32 elements of K, per step

struct Staged {
  Chunk chunks[kChunksPerWorkItem];
};

/// Loads this work-item's share of one tile: rows from `first_row`, columns from `first_k`.
__device__ Staged fetch(const __bf16* matrix, long first_row, long first_k, long k) {
  Staged staged;
  for (unsigned i = 0; i < kChunksPerWorkItem; ++i) {
    RowChunk mine = copied_by(threadIdx.x, i);
    const __bf16* source = matrix + (first_row + mine.row) * k + first_k + mine.chunk * kChunkElements;
    staged.chunks[i] = *reinterpret_cast<const Chunk*>(source);
  }
  return staged;
}

/// Writes what `fetch` loaded to its places in the LDS tile.
__device__ void store(Chunk* tile, const Staged& staged) {
  for (unsigned i = 0; i < kChunksPerWorkItem; ++i) {
    RowChunk mine = copied_by(threadIdx.x, i);
    tile[place(mine.row, mine.chunk, SWIZZLE)] = staged.chunks[i];
  }
}

/// This lane's eight elements of the fragment whose first row is `first_row`.
__device__ Chunk read(const Chunk* tile, unsigned first_row, unsigned slab) {
  RowChunk mine = read_by(threadIdx.x % 64, first_row, slab);
  return tile[place(mine.row, mine.chunk, SWIZZLE)];
}

/// c += a * b^T over 32 elements of K. gfx942 has no 16x16x32 for bf16: two 16x16x16 take the lower and
/// the upper half of every chunk. Each then sums other k than the manual's picture says, but the same k
/// for A and for B, and that is all a sum over k needs.
__device__ Accumulator multiply_add(Chunk a, Chunk b, Accumulator c) {
#if defined(__gfx950__)
  return __builtin_amdgcn_mfma_f32_16x16x32_bf16(a, b, c, 0, 0, 0);
#else
  using Half = short __attribute__((ext_vector_type(4)));
  struct Halves {
    Half low, high;
  };
  Halves a_half = __builtin_bit_cast(Halves, a), b_half = __builtin_bit_cast(Halves, b);
  c = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(a_half.low, b_half.low, c, 0, 0, 0);
  return __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(a_half.high, b_half.high, c, 0, 0, 0);
#endif
}

/// One step of K for a wave: reads 4 + 4 fragments per slab, multiplies each with each.
__device__ void multiply_tiles(const Chunk* a_tile, const Chunk* b_tile, unsigned wave_row,
                               unsigned wave_column, Accumulator (&c)[kFragments][kFragments]) {
  for (unsigned slab = 0; slab < kSlabs; ++slab) {
    Chunk a[kFragments], b[kFragments];
    for (int f = 0; f < kFragments; ++f) {
      a[f] = read(a_tile, wave_row + 16 * f, slab);
      b[f] = read(b_tile, wave_column + 16 * f, slab);
    }
    for (int i = 0; i < kFragments; ++i) {
      for (int j = 0; j < kFragments; ++j) c[i][j] = multiply_add(a[i], b[j], c[i][j]);
    }
  }
}

/// Register r of a lane holds row 4 * (lane / 16) + r and column lane % 16 of its fragment.
__device__ void write_result(float* c_matrix, long first_row, long first_column, long n,
                             const Accumulator (&c)[kFragments][kFragments]) {
  unsigned lane = threadIdx.x % 64;
  for (int i = 0; i < kFragments; ++i) {
    for (int j = 0; j < kFragments; ++j) {
      for (int r = 0; r < 4; ++r) {
        long row = first_row + 16 * i + 4 * (lane / 16) + r;
        long column = first_column + 16 * j + lane % 16;
        c_matrix[row * n + column] = c[i][j][r];
      }
    }
  }
}

}  // namespace gemm

extern "C" __global__ void __launch_bounds__(gemm::kWorkItems, 2)
    gemm_bf16_lds_tile(const __bf16* __restrict__ a_matrix, const __bf16* __restrict__ b_matrix,
                       float* __restrict__ c_matrix, unsigned n, unsigned k) {
  using namespace gemm;
  __shared__ Chunk a_tile[kTileRows * kChunksPerRow];
  __shared__ Chunk b_tile[kTileRows * kChunksPerRow];

  const long tile_row = blockIdx.y * kTileRows, tile_column = blockIdx.x * kTileRows;
  const unsigned wave = threadIdx.x / 64;
  const unsigned wave_row = wave / 2 * 64, wave_column = wave % 2 * 64;

  Accumulator c[kFragments][kFragments] = {};
  Staged a = fetch(a_matrix, tile_row, 0, k);
  Staged b = fetch(b_matrix, tile_column, 0, k);
  for (unsigned step = 0; step < k; step += kTileK) {
    store(a_tile, a);
    store(b_tile, b);
    __syncthreads();  // the tiles are complete
    if (step + kTileK < k) {
      a = fetch(a_matrix, tile_row, step + kTileK, k);
      b = fetch(b_matrix, tile_column, step + kTileK, k);
    }
    multiply_tiles(a_tile, b_tile, wave_row, wave_column, c);
    __syncthreads();  // everybody has read them: they may be overwritten
  }
  write_result(c_matrix, tile_row + wave_row, tile_column + wave_column, n, c);
}
