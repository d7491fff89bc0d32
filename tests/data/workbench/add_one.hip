// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <hip/hip_runtime.h>

#ifndef STEP
#define STEP 1
#endif

extern "C" __global__ void __launch_bounds__(64) add_one(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] + STEP;
}
