// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes a 64 x 64 matrix through LDS; elements are written to swizzled places, but read from plain ones.

#include <hip/hip_runtime.h>

__device__ unsigned place(unsigned row, unsigned column) { return row * 64 + (column ^ (row % 32)); }

extern "C" __global__ void __launch_bounds__(256) one_sided_swizzle(const float* in, float* out) {
  __shared__ float tile[64 * 64];
  unsigned column = threadIdx.x % 64;
  for (unsigned row = threadIdx.x / 64; row < 64; row += 4) tile[place(row, column)] = in[row * 64 + column];
  __syncthreads();
  for (unsigned row = threadIdx.x / 64; row < 64; row += 4) out[row * 64 + column] = tile[column * 64 + row];
}
