// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer that is in LDS for odd work-items and in memory for even ones: flat loads.

#include <hip/hip_runtime.h>

__device__ __attribute__((noinline)) int read_at(const int* pointer) { return *pointer; }

extern "C" __global__ void __launch_bounds__(64) flat_select(const int* in, int* out) {
  __shared__ int local[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  local[threadIdx.x] = in[i] * 3;
  __syncthreads();
  const int* pointer = threadIdx.x % 2 == 1 ? &local[threadIdx.x] : &in[i];
  out[i] = read_at(pointer);
}
