// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a + b, one element a work-item. The last wave is partly and the waves after it wholly past the end:
// EXEC.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    vector_add_tail(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
