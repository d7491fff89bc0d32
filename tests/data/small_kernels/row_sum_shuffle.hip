// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums rows, one wave a row: each lane sums a stride, then six shuffles add the lanes.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    row_sum_shuffle(const float* in, float* sums, int rows, int columns) {
  int row = blockIdx.x * (blockDim.x / 64) + threadIdx.x / 64;
  int lane = threadIdx.x % 64;
  if (row >= rows) return;
  float sum = 0;
  for (int column = lane; column < columns; column += 64) sum += in[row * columns + column];
  for (int distance = 32; distance > 0; distance /= 2) sum += __shfl_xor(sum, distance);
  if (lane == 0) sums[row] = sum;
}
