// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch bounds of every kind: they decide workgroup size and how many registers a kernel may use.

#include <hip/hip_runtime.h>

constexpr int kWaves = 3;

/// Loads 192 values before it uses any, so that the limit on registers is felt.
__device__ __forceinline__ float busy(const float* in, int count) {
  float kept[192];
#pragma unroll
  for (int e = 0; e < 192; ++e) kept[e] = in[e * count + threadIdx.x];
  __builtin_amdgcn_sched_barrier(0);
  float sum = 0;
#pragma unroll
  for (int e = 0; e < 192; ++e) sum += kept[e] * kept[191 - e] + sum * kept[(e * 7) % 192];
  return sum;
}

extern "C" __global__ void bounds_none(const float* in, float* out, int n) { out[threadIdx.x] = busy(in, n); }
extern "C" __global__ void __launch_bounds__(64) bounds_64(const float* in, float* out, int n) {
  out[threadIdx.x] = busy(in, n);
}
extern "C" __global__ __launch_bounds__(1024) void bounds_1024(const float* in, float* out, int n) {
  out[threadIdx.x] = busy(in, n);
}
extern "C" __global__ void __launch_bounds__(256, 8) bounds_256_8(const float* in, float* out, int n) {
  out[threadIdx.x] = busy(in, n);
}
template <int kMultiple>
__global__ void __launch_bounds__(kWaves* kMultiple, 1) bounds_computed(const float* in, float* out, int n) {
  out[threadIdx.x] = busy(in, n);
}
template __global__ void bounds_computed<64>(const float* in, float* out, int n);
