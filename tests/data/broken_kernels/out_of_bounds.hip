// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a + b without a test of the index: the last wave reads and writes past the end.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    out_of_bounds(const float* a, const float* b, float* c, int) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}
