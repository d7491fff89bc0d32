// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts values modulo 64: atomics on LDS per workgroup, then on memory. make_expected.py says the same in
// Python.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) histogram(const unsigned* in, unsigned* counts, int n) {
  __shared__ unsigned local[64];
  if (threadIdx.x < 64) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    atomicAdd(&local[(in[i] * in[i] + 3 * in[i]) % 64], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}
