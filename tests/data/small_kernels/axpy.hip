// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = alpha * x + y in a grid-stride loop: each work-item takes several elements.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(128) axpy(float alpha, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = alpha * x[i] + y[i];
}
