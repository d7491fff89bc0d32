// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reverses every workgroup's stretch through LDS whose size the launch gives.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) dynamic_lds_reverse(const int* in, int* out) {
  extern __shared__ int stretch[];
  int first = blockIdx.x * blockDim.x;
  stretch[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = stretch[blockDim.x - 1 - threadIdx.x];
}
