// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = alpha * x + y in double: register pairs and v_fma_f64.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(128) axpy_f64(double alpha, const double* x, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = alpha * x[i] + y[i];
}
