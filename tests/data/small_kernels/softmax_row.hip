// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax of rows, one workgroup a row: the maximum, then the sum of exponentials, each by shuffles inside
// the waves and LDS between them.

#include <hip/hip_runtime.h>

constexpr int kWaves = 4;

template <typename Combine>
__device__ float over_workgroup(float value, float* by_wave, Combine combine) {
  for (int distance = 32; distance > 0; distance /= 2) value = combine(value, __shfl_xor(value, distance));
  __syncthreads();
  if (threadIdx.x % 64 == 0) by_wave[threadIdx.x / 64] = value;
  __syncthreads();
  value = by_wave[0];
  for (int wave = 1; wave < kWaves; ++wave) value = combine(value, by_wave[wave]);
  return value;
}

extern "C" __global__ void __launch_bounds__(64 * kWaves)
    softmax_row(const float* in, float* out, int columns) {
  __shared__ float by_wave[kWaves];
  const float* row = in + blockIdx.x * columns;
  float largest = -__builtin_inff();
  for (int i = threadIdx.x; i < columns; i += blockDim.x) largest = fmaxf(largest, row[i]);
  largest = over_workgroup(largest, by_wave, [](float a, float b) { return fmaxf(a, b); });
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += expf(row[i] - largest);
  sum = over_workgroup(sum, by_wave, [](float a, float b) { return a + b; });
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = expf(row[i] - largest) / sum;
}
