// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// out = transpose(in) through a 32 x 32 tile of LDS, so that both reads and writes of memory run along rows.
// The tile's rows are padded by one dword: its columns then lie in 32 different banks. Any size.

#include <hip/hip_runtime.h>

constexpr int kTile = 32;

extern "C" __global__ void __launch_bounds__(256)
    transpose_lds(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[kTile][kTile + 1];
  int column = blockIdx.x * kTile + threadIdx.x;
  int first_row = blockIdx.y * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += blockDim.y) {
    if (first_row + i < rows && column < columns)
      tile[threadIdx.y + i][threadIdx.x] = in[(first_row + i) * columns + column];
  }
  __syncthreads();
  int out_column = blockIdx.y * kTile + threadIdx.x;
  int out_row = blockIdx.x * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += blockDim.y) {
    if (out_row + i < columns && out_column < rows)
      out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
  }
}
