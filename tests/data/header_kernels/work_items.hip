// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids and sizes in one, two and three dimensions: which of them a kernel reads decides which registers the
// hardware fills.

#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) ids_1d(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
extern "C" __global__ void __launch_bounds__(256) ids_2d(int* out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * pitch + x] = x ^ y;
}
extern "C" __global__ void __launch_bounds__(512) ids_3d(unsigned* out) {
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = gridDim.z;
}
extern "C" __global__ void __launch_bounds__(256) grid_stride(float* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] *= 2;
}
