// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch bounds of every kind: they decide workgroup size and how many registers a kernel may use.

#include <hip/hip_runtime.h>

constexpr int kWaves = 3;

/// Enough live values to make the register limit felt.
__device__ float busy(const float* in, int count) {
  float kept[96];
#pragma unroll
  for (int e = 0; e < 96; ++e) kept[e] = in[e * count];
  float sum = 0;
#pragma unroll
  for (int e = 0; e < 96; ++e) sum += kept[e] * kept[95 - e] + sum * kept[(e * 7) % 96];
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
__global__ void __launch_bounds__(kWaves * kMultiple, 1) bounds_computed(const float* in, float* out, int n) {
  out[threadIdx.x] = busy(in, n);
}
template __global__ void bounds_computed<64>(const float* in, float* out, int n);
