// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums rows, one workgroup a row: a tree over LDS with a barrier a level.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) row_sum_lds(const float* in, float* sums, int columns) {
  __shared__ float partial[256];
  float sum = 0;
  for (int column = threadIdx.x; column < columns; column += 256) sum += in[blockIdx.x * columns + column];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}
