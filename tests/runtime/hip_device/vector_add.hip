// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code object that the tests of hip_device load.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    vector_add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
