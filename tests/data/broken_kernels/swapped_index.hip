// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a + b on a matrix, but b is read with row and column exchanged.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    swapped_index(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  c[row * n + column] = a[row * n + column] + b[column * n + row];
}
