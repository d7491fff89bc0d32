// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics on memory and on LDS.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    atomics_memory(int* i, unsigned* u, float* f, double* d, unsigned long long* l) {
  int old = atomicAdd(i, 1) + atomicSub(i + 1, 2) + atomicMax(i + 2, 3) + atomicMin(i + 3, 4);
  unsigned bits = atomicAnd(u, 5u) + atomicOr(u + 1, 6u) + atomicXor(u + 2, 7u) + atomicExch(u + 3, 8u);
  bits += atomicCAS(u + 4, 9u, 10u);
  l[threadIdx.x] = atomicAdd(l + 300, 11ull) + old + bits;
  f[threadIdx.x] = atomicAdd(f + 300, 1.5f);
  d[threadIdx.x] = atomicAdd(d + 300, 2.5);
}

extern "C" __global__ void __launch_bounds__(256) atomics_lds(const int* in, int* out, float* sum) {
  __shared__ int counts[32];
  __shared__ float total;
  if (threadIdx.x < 32) counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&counts[in[threadIdx.x] & 31], 1);
  atomicAdd(&total, 0.5f);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = counts[threadIdx.x];
  if (threadIdx.x == 0) *sum = total;
}
