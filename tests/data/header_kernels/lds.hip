// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LDS of fixed size in several pieces, LDS whose size the launch gives, and barriers and fences around them.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(128) lds_static(const float* in, double* out) {
  __shared__ float values[3][129];
  __shared__ double sums[16];
  __shared__ __align__(64) char flags[7];
  for (int row = 0; row < 3; ++row) values[row][threadIdx.x] = in[row * 128 + threadIdx.x];
  if (threadIdx.x < 7) flags[threadIdx.x] = static_cast<char>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 16)
    sums[threadIdx.x] = values[0][threadIdx.x] + values[2][127 - threadIdx.x] + flags[threadIdx.x % 7];
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x % 16];
}

extern "C" __global__ void __launch_bounds__(256) lds_dynamic(const int* in, int* out, int n) {
  extern __shared__ int stretch[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) stretch[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = stretch[n - 1 - i];
}

extern "C" __global__ void __launch_bounds__(256) fences(int* data, int* flag) {
  data[threadIdx.x] += 1;
  __threadfence_block();
  data[threadIdx.x + 256] += 2;
  __threadfence();
  data[threadIdx.x + 512] += 3;
  __threadfence_system();
  flag[threadIdx.x] = 1;
}
