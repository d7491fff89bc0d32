// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Doubles in place and then copies: the output is right, but the input is not what it was.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) writes_input(float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  out[i] = value;
  in[i] = value * 2;
}
